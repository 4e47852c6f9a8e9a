"""First games on the web: their pages, what the table's service accepts at a step, and what follows them."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from roundhouse.learn.coach import READ_FIRST
from roundhouse.learn.script import lesson
from roundhouse.web.render.table import table_json
from roundhouse.web.service import lessons
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import Person
from roundhouse.web.service.tables import TableService
from tests.web.server import refusal, refused, until

ADA = Person("ada", "Ada")
GAMES = ["trains", "spyrium", "empires", "empyreal"]


@pytest.fixture
def trains(tables: TableService) -> LiveTable:
    """The first game of Trains, at its first decision."""
    live = lessons.begin(tables, ADA, "trains", 0)
    lessons.go_on(tables, live, 0)
    return live


def do(tables: TableService, live: LiveTable, words: str) -> None:
    s = live.record.state
    tables.play(live, 0, live.n + 1, s.parse(words))


def at(live: LiveTable) -> int:
    assert live.coach is not None
    return live.coach.at


def waits(live: LiveTable) -> bool:
    return live.record.state.seat == 0 and not live.thinks


def test_words_are_read_before_anything_is_decided(tables: TableService) -> None:
    live = lessons.begin(tables, ADA, "trains", 0)
    refused(READ_FIRST, do, tables, live, "start at Shinagawa-Meguro")
    refused("read already", lessons.go_on, tables, live, 3)
    lessons.go_on(tables, live, 0)
    assert at(live) == 1
    refused("read already", lessons.go_on, tables, live, 1)


def test_a_wrong_try_is_answered_and_changes_nothing(tables: TableService, trains: LiveTable) -> None:
    refused("laid out for Shinagawa-Meguro", do, tables, trains, "start at Tachikawa")
    assert trains.n == 0
    assert at(trains) == 1


def test_rivals_play_by_the_script(tables: TableService, trains: LiveTable) -> None:
    do(tables, trains, "start at Shinagawa-Meguro")
    until(lambda: waits(trains) and trains.n == 4, "the rivals have begun")
    assert [line.words for line in trains.record.lines[1:]] == list(lesson("trains").parts[0].steps[1].others)
    assert at(trains) == 2


def test_one_click_does_not_run_ahead_of_the_coach(tables: TableService, trains: LiveTable) -> None:
    """Of the decisions that a click makes, only those of the step are made."""
    do(tables, trains, "start at Shinagawa-Meguro")
    until(lambda: waits(trains) and trains.n == 4, "the rivals have begun")
    lessons.go_on(tables, trains, 2)
    s = trains.record.state
    tables.play(trains, 0, 5, s.parse("play Rail laying"), [s.parse("lay field E6")])
    assert trains.n == 5


def test_a_restart_loses_nothing(tables: TableService, trains: LiveTable) -> None:
    do(tables, trains, "start at Shinagawa-Meguro")
    until(lambda: waits(trains) and trains.n == 4, "the rivals have begun")
    lessons.go_on(tables, trains, 2)
    tables.cache.forget(trains)
    again = tables.get(trains.id)
    assert again is not trains
    assert at(again) == 3


def test_it_begins_later_with_what_nobody_may_undo(tables: TableService) -> None:
    live = lessons.begin(tables, ADA, "trains", 1)
    part = lesson("trains").parts[1]
    assert live.n == live.row.began == len(part.before)
    assert table_json(live, [0])["undo"] == 0
    own = next(line.n for line in reversed(live.record.lines) if line.seat == 0)
    refused("stays as it is", tables.undo, live, [0], own)
    refused("nobody plays for you", tables.stand_in, live, 0, True)


def test_only_the_learner_is_guided(tables: TableService, trains: LiveTable) -> None:
    mine, watching = table_json(trains, [0]), table_json(trains, [])
    assert mine["coach"] == {"step": 1, "lit": [trains.record.state.parse("start at Shinagawa-Meguro")], "left": 1}
    assert "Shinagawa-Meguro" in mine["regions"]["coach"]
    assert watching["coach"] is None
    assert "coach" not in watching["regions"]


def test_a_script_that_has_changed_stops_nothing(tables: TableService, trains: LiveTable) -> None:
    for told in ("trains:7:0", "chess:0:0", "trains"):
        tables.change(trains, lesson=told)
        assert trains.coach is None
        refused("no longer be followed", lessons.go_on, tables, trains, 0)
    do(tables, trains, "start at Tachikawa")
    until(lambda: waits(trains) and trains.n == 4, "the rivals have begun as bots")


@pytest.mark.parametrize("game", GAMES)
def test_its_page_begins_it(ada: httpx.Client, game: str) -> None:
    assert f'href="/learn/{game}"' in ada.get("/learn").text
    assert f'href="/learn/{game}"' in ada.get("/").text
    page = ada.get(f"/learn/{game}").text
    assert all(idea.split(":")[0].split("'")[0] in page for idea in lesson(game).learns)
    table = begun(ada, game)
    shown = ada.get(table).text
    assert 'id="coach-box"' in shown
    assert "chosen seed" not in shown
    assert f'href="{table}"' in ada.get(f"/learn/{game}").text  # one can go on with it


def begun(http: httpx.Client, game: str, **form: Any) -> str:
    answer = http.post(f"/learn/{game}", data=form)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def test_parts_follow_and_then_an_easy_game(ada: httpx.Client) -> None:
    one = begun(ada, "empires")
    two = begun(ada, "empires", part=2, after=one.removeprefix("/t/"))
    assert "Closed" in ada.get(one).text
    answer = ada.post("/learn/empires/game", data={"after": two.removeprefix("/t/")})
    shown = ada.get(answer.headers["location"]).text
    assert "coach-box" not in shown
    assert "apprentice bot" in shown.lower()
    assert "Closed" in ada.get(two).text


def test_nobody_closes_anothers_table(ada: httpx.Client, bo: httpx.Client) -> None:
    table = begun(ada, "trains")
    begun(bo, "trains", after=table.removeprefix("/t/"))
    assert "Closed" not in ada.get(table).text


def test_what_cannot_be_begun_is_refused_in_words(ada: httpx.Client, bo: httpx.Client) -> None:
    assert "parts 1 to 2" in refusal(ada.post("/learn/trains", data={"part": 3}), 422)
    assert "parts 1 to 2" in refusal(ada.post("/learn/trains", data={"part": 0}), 422)
    assert ada.get("/learn/chess").status_code == 404
    assert ada.post("/learn/chess").status_code == 404
    table = begun(ada, "trains")
    assert refusal(bo.post(f"{table}/learn", json={"step": 0}), 403)
    assert refusal(ada.post(f"{table}/learn", json={"step": 5}), 409)
    first = ada.post(f"{table}/learn", json={"step": 0})
    assert first.json()["coach"]["step"] == 1
    told = refusal(ada.post(f"{table}/play", json={"n": 1, "action": first.json()["actions"][0]}), 409)
    assert "Shinagawa-Meguro" in told


def test_it_is_played_by_its_learner(ada: httpx.Client) -> None:
    """Nothing is offered there that would take it out of the coach's hands."""
    table = begun(ada, "spyrium")
    acts = ada.get(f"{table}/acts").json()
    assert [re.sub(r".*/", "", act["url"]) for act in acts] == ["close"]
    assert f'href="{table}"' in ada.get("/").text
    ada.post(f"{table}/close")
    assert f'href="{table}"' not in ada.get("/").text
