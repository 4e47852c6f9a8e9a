"""Puzzles on the web: their lists, what is answered to a try, what is shown to who asks, and what follows."""

from __future__ import annotations

import re
from dataclasses import replace

import httpx
import pytest

from roundhouse.learn import puzzles as puzzles_of
from roundhouse.learn.puzzles import puzzle, puzzles
from roundhouse.learn.script import Step
from roundhouse.web.render.table import table_json
from roundhouse.web.service import lessons
from roundhouse.web.service.people import Person
from roundhouse.web.service.tables import TableService
from tests.web.server import refusal, refused

ADA = Person("ada", "Ada")
GAMES = ["trains", "spyrium", "empires", "empyreal"]


@pytest.mark.parametrize("game", GAMES)
def test_they_are_listed_without_their_solutions(ada: httpx.Client, game: str) -> None:
    assert f'href="/puzzles/{game}"' in ada.get("/").text
    assert f'href="/puzzles/{game}"' in ada.get("/puzzles").text
    assert f'href="/puzzles/{game}"' in ada.get(f"/learn/{game}").text
    page = ada.get(f"/puzzles/{game}").text
    assert len(re.findall(rf'action="/puzzles/{game}/\d+"', page)) == len(puzzles(game))
    assert not any(one.choices[0].best in page for one in puzzles(game))


def test_a_try_is_answered_and_the_right_one_is_explained(tables: TableService) -> None:
    one = puzzle("empires", 1)
    live = lessons.begin_puzzle(tables, ADA, "empires", 1)
    seat, s = one.seat, live.record.state
    assert live.n == live.row.began == len(one.before)
    assert s.seat == seat
    shown = table_json(live, [seat])
    assert shown["coach"] == {"step": 0, "lit": None, "left": 1}
    assert "Find it" in shown["regions"]["coach"]
    assert table_json(live, [])["coach"] is None
    for other in [action for action in s.choices() if s.words(action) != one.choices[0].best]:
        refused("try again", tables.play, live, seat, live.n + 1, other)
    lessons.go_on(tables, live, 0)
    lit = table_json(live, [seat])["coach"]["lit"]
    assert [s.words(action) for action in lit] == [one.choices[0].best]
    for choice in one.choices:
        tables.play(live, seat, live.n + 1, live.record.state.parse(choice.best))
    told = table_json(live, [seat])["regions"]["coach"]
    assert "Solved" in told
    assert f"/puzzles/empires/{2}" in told
    assert live.coach is not None
    assert live.coach.over


def test_a_click_of_several_decisions_makes_all_that_are_right(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = puzzles_of.part("empyreal", 1)
    click = [*plan.steps[0].do, "collect all", "take the grey Double"]  # as a line of the list in words has it
    live = lessons.begin_puzzle(tables, ADA, "empyreal", 1)
    s = live.record.state.clone()
    actions = []
    for words in click:
        actions.append(s.parse(words))
        others = [s.words(action) for action in s.choices() if action != actions[-1]]
        s.apply(actions[-1])

    def clicked(*right: str) -> int:
        """How many decisions such a click makes where these are asked for."""
        steps = tuple(Step("Find it.", (words,), wrong=(("*", "Try again."),)) for words in right)
        monkeypatch.setattr(puzzles_of, "part", lambda *_: replace(plan, steps=steps))
        live = lessons.begin_puzzle(tables, ADA, "empyreal", 1)
        before = live.n
        tables.play(live, plan.you, before + 1, actions[0], actions[1:])
        return live.n - before

    assert clicked(*click[:1]) == 3  # solved by the first; the others are played on
    assert clicked(*click) == 3
    assert clicked(*click[:2], others[0]) == 2
    assert clicked(click[0], "something else") == 3  # what cannot be done there asks for nothing


def test_a_restart_loses_nothing_and_nothing_is_undone(tables: TableService) -> None:
    one = puzzle("spyrium", 1)
    live = lessons.begin_puzzle(tables, ADA, "spyrium", 1)
    lessons.go_on(tables, live, 0)
    refused("read already", lessons.go_on, tables, live, 4)
    tables.cache.forget(live)
    again = tables.get(live.id)
    assert again is not live
    assert table_json(again, [one.seat])["coach"]["lit"]
    own = next(line.n for line in reversed(again.record.lines) if line.seat == one.seat)
    refused("stays as it is", tables.undo, again, [one.seat], own)


def test_a_puzzle_that_has_changed_stops_nothing(tables: TableService) -> None:
    live = lessons.begin_puzzle(tables, ADA, "empires", 1)
    for told in ("puzzle empires:2:0", "puzzle empires:0:0", "puzzle chess:1:0", "puzzle empires:999:0", "puzzle :"):
        tables.change(live, lesson=told)
        assert live.coach is None
        assert table_json(live, [0])["coach"] is None
        refused("no longer be followed", lessons.go_on, tables, live, 0)


def test_one_follows_the_other(ada: httpx.Client, bo: httpx.Client) -> None:
    first = ada.post("/puzzles/empires/1")
    assert first.status_code == 303
    table = first.headers["location"]
    page = ada.get(table).text
    assert 'id="coach-box"' in page
    assert "Puzzle 1" in page
    assert "first game<" not in page
    bo.post("/puzzles/empires/2", data={"after": table.removeprefix("/t/")})
    assert "Closed" not in ada.get(table).text
    ada.post("/puzzles/empires/2", data={"after": table.removeprefix("/t/")})
    assert "Closed" in ada.get(table).text


def test_puzzles_do_not_crowd_the_tables_of_the_lobby(ada: httpx.Client) -> None:
    assert ada.post("/puzzles/spyrium/1").status_code in (200, 303)
    assert "Puzzle 1" not in ada.get("/").text
    assert "Puzzle 1" in ada.get("/me").text


def test_what_there_is_not_is_refused_in_words(ada: httpx.Client) -> None:
    assert ada.get("/puzzles/chess").status_code == 404
    assert ada.post("/puzzles/chess/1").status_code == 404
    assert "has puzzles 1 to" in refusal(ada.post("/puzzles/trains/999"), 422)
    assert "has puzzles 1 to" in refusal(ada.post("/puzzles/trains/0"), 422)
    assert refusal(ada.post("/puzzles/trains/first"), 422)
