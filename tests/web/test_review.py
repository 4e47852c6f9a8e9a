"""Learning from a game that has ended: its review, the engine's opinion, and tables that go on from a position."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from roundhouse.core.records import loads
from roundhouse.lab.review import review
from roundhouse.web.render.table import table_json, undoable
from roundhouse.web.service import review_work, reviews
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.events import Events
from roundhouse.web.service.gate import Gate
from roundhouse.web.service.kept import Kept
from roundhouse.web.service.limits import Limits, off
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import Person
from roundhouse.web.service.reviews import FAILED, Opinions, Reviews
from roundhouse.web.service.rows import ReviewRow
from roundhouse.web.service.store import Store
from roundhouse.web.service.tables import TableService
from tests.web.server import TEXT, Inside, inside, opened, person, refusal, refused, until

ADA, BO = Person("ada", "Ada"), Person("bo", "Bo")
PLAYED = 8


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is thought about for long."""
    monkeypatch.setattr(reviews, "ITERATIONS", 2)
    monkeypatch.setattr(reviews, "DEEPEST", 8)
    monkeypatch.setattr(reviews, "THOUGHT", 4)
    monkeypatch.setattr(reviews, "GAMES", 1)


class ByHand(BotPool):
    """A pool that works when it is told to, in this process."""

    def __init__(self) -> None:
        super().__init__(1)
        self.pieces: list[tuple[Any, tuple[Any, ...], Future[Any]]] = []

    def spare(self, function: Any, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.pieces.append((function, args, future))
        return future

    def work(self) -> bool:
        """Do the next piece; whether there was one."""
        if not self.pieces:
            return False
        function, args, future = self.pieces.pop(0)
        try:
            found = function(*args)
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(found)
        return True


@pytest.fixture
def hand() -> Iterator[ByHand]:
    made = ByHand()
    yield made
    made.close()
    review_work.BEGUN.clear()


def play(tables: TableService, live: LiveTable, decisions: int = PLAYED) -> None:
    """Any decisions."""
    for _ in range(decisions):
        s = live.record.state
        tables.play(live, s.seat, live.n + 1, s.choices()[len(s.choices()) // 2])


def ended(tables: TableService, *company: str) -> LiveTable:
    """A table that Ada has opened, where the last seat conceded after some decisions."""
    live = tables.create(ADA, "trains", "Friday", list(company or ("you", "here:Bo")), {}, "link")
    play(tables, live)
    tables.concede(live, len(live.row.seats) - 1)
    assert live.over
    return live


# playing on


def test_a_table_goes_on_from_a_position_with_other_chance(tables: TableService, url: str, pool: BotPool) -> None:
    first = ended(tables)
    for seat in (0, 1):
        company = ["bot:apprentice", "bot:apprentice"]
        company[seat] = "you"
        tables.bots.wake = lambda live: None  # type: ignore[method-assign]  # so that all stays as it was opened
        live = tables.play_on(BO, first, 6, company)
        then = first.record.replayed(first.record.lines[:6])
        assert live.record.state.view(seat) == then.view(seat)
        assert live.record.state.fingerprint() != then.fingerprint()
        assert (live.row.began, live.row.origin, live.row.visibility, live.row.host) == (6, first.id, "link", "bo")
        assert "Ada" not in re.findall(r"\w+", str(live.record.header()) + live.row.title)  # a bot may be Adams
        another = tables.play_on(BO, first, 6, company)
        assert another.record.state.fingerprint() != live.record.state.fingerprint()
    lay = tables.play_on(BO, first, 6, ["here:Seat A", "here:Seat B"])
    assert [lay.record.state.view(n) for n in (0, 1)] == [then.view(n) for n in (0, 1)]
    play(tables, lay, 3)
    again = TableService(Store(url), Events(), pool).get(lay.id)
    assert again.record.state.fingerprint() == lay.record.state.fingerprint()
    assert loads(again.record.text()).state.fingerprint() == lay.record.state.fingerprint()


def test_what_it_began_with_cannot_be_undone(tables: TableService) -> None:
    live = tables.play_on(ADA, ended(tables), 5, ["here:A", "here:B"])
    assert undoable(live, [0, 1]) == 0
    refused("stay", tables.undo, live, [0, 1], 5)
    play(tables, live, 2)
    assert undoable(live, [0, 1]) == 7
    tables.undo(live, [0, 1], 6)
    assert [line.n for line in live.record.active_lines()] == [1, 2, 3, 4, 5]
    assert undoable(live, [0, 1]) == 0


def test_only_an_ended_game_is_played_on_and_only_where_somebody_decides(tables: TableService) -> None:
    live = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "link")
    play(tables, live, 2)
    refused("has ended", tables.play_on, ADA, live, 1, ["you", "bot:apprentice"])
    tables.concede(live, 1)
    refused("no position", tables.play_on, ADA, live, 3, ["you", "bot:apprentice"])
    refused("2 seats", tables.play_on, ADA, live, 1, ["you"])
    refused("no bot", tables.play_on, ADA, live, 1, ["you", "bot:nobody"])


def test_it_counts_for_nobodys_results(tables: TableService) -> None:
    live = tables.play_on(BO, ended(tables), 3, ["you", "bot:apprentice"])
    tables.concede(live, 0)
    assert Kept(tables).results(BO) == []
    assert [result.played for result in Kept(tables).results(ADA)] == [1]


def test_the_analysis_board_needs_no_curtain(tables: TableService) -> None:
    first = ended(tables)
    live = tables.play_on(ADA, first, 4, ["here:A", "here:B"])
    for _ in range(3):
        shown = table_json(live, [0, 1])
        assert (shown["seat"], shown["curtain"]) == (live.record.state.seat, None)
        play(tables, live, 1)
    shared = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "link")
    assert table_json(shared, [0, 1])["curtain"]


# reviews


def test_a_review_is_made_in_pieces_and_kept(tables: TableService, hand: ByHand) -> None:
    live, made = ended(tables), Reviews(tables.store, hand, off())
    assert made.progress(live.id)["state"] == "none"
    made.ask(live, "ada", "ada")
    hand.work()
    of = made.progress(live.id)["of"]
    said = f"0 of {of} looks: at every choice one, at the costliest another."
    assert made.progress(live.id) == {"state": "looking", "done": 0, "of": of, "why": "", "said": said}
    refused("in the making", made.ask, live, "ada", "ada")
    seen = []
    while hand.work():
        seen.append(made.progress(live.id))
    assert of > 0
    done = [step["done"] for step in seen if step["state"] == "looking"]
    assert done == sorted(done)
    assert made.progress(live.id)["state"] == "told"
    kept = made.kept(live.id)
    assert kept is not None
    assert kept.judged == review(live.record, 2).judged
    assert "Ada" not in str(kept)
    made.ask(live, "ada", "ada")  # deeper
    while hand.work():
        pass
    assert [row.iterations for row in tables.store.all(select(ReviewRow))] == [8]
    refused("as deeply as", made.ask, live, "ada", "ada")


def test_what_was_found_out_is_not_lost_with_a_worker(
    tables: TableService, hand: ByHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, made = ended(tables), Reviews(tables.store, hand, off())
    monkeypatch.setattr(reviews, "PIECE", 0.0)
    made.ask(live, "ada", "ada")
    until(lambda: hand.work() and made.progress(live.id)["done"] >= 2, "something is found out")
    done = made.asked[live.id].found[:]
    review_work.BEGUN.clear()
    hand.work()
    function, args, _ = hand.pieces[0]
    assert function is review_work.begin
    assert args[-1] == done
    while hand.work():
        pass
    assert made.kept(live.id) == replace(review(live.record, 2), names=["Seat 1", "Seat 2"])


def test_a_review_that_ends_every_worker_is_given_up(tables: TableService, hand: ByHand) -> None:
    live, made = ended(tables), Reviews(tables.store, hand, off())
    made.ask(live, "ada", "ada")
    pieces = 0
    while hand.work():
        review_work.BEGUN.clear()
        pieces += 1
        assert pieces < 20
    assert made.progress(live.id)["why"] == FAILED
    made.ask(live, "ada", "ada")  # it may be asked for again
    assert made.progress(live.id)["state"] == "looking"


def test_reviews_have_limits(tables: TableService, hand: ByHand) -> None:
    made = Reviews(tables.store, hand, replace(Limits(), reviews_at_once=1, reviews=2))
    made.ask(ended(tables), "ada", "ada")
    refused("You have asked for 1", made.ask, ended(tables), "ada", "ada")
    made.ask(ended(tables), "bo", "bo")
    refused("as many as there may be", made.ask, ended(tables), "cy", "cy")


def test_opinions_have_limits_and_know_only_what_the_seat_knows(tables: TableService, hand: ByHand) -> None:
    live, said = ended(tables), Opinions(hand, replace(Limits(), opinions=1))
    state = live.record.replayed(live.record.lines[:4])
    said.ask(live, 4, state, [], "ada")
    assert said.known(live, 4) == {"state": "thinking"}
    sent = pickle.loads(hand.pieces[0][1][0])
    assert sent.view(state.seat) == state.view(state.seat)
    assert sent.fingerprint() != state.fingerprint()
    refused("wait for an answer", said.ask, live, 5, state, [], "ada")
    hand.work()
    told = said.known(live, 4)
    assert told is not None
    assert told["state"] == "told"
    assert {option["action"] for option in told["options"]} <= set(state.choices())


# pages


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def ada(house: Inside) -> Iterator[httpx.Client]:
    with person(house.address, "Ada") as http:
        yield http


@pytest.fixture
def eve(house: Inside) -> Iterator[httpx.Client]:
    with person(house.address, "Eve") as http:
        yield http


def begun(house: Inside, http: httpx.Client, **more: str) -> tuple[str, LiveTable]:
    path = opened(http, "you", "here:Bo", **more)
    live = house.tables.get(path.removeprefix("/t/"))
    play(house.tables, live)
    return path, live


def told(http: httpx.Client, path: str) -> dict[str, Any]:
    def there() -> dict[str, Any]:
        found: dict[str, Any] = http.get(path).json()
        return found if found["state"] not in ("looking", "thinking") else {}

    found: dict[str, Any] = until(there, "it is thought out")
    return found


def test_nothing_of_a_game_in_play_is_reviewed_or_played_on(house: Inside, ada: httpx.Client) -> None:
    path, live = begun(house, ada)
    asks = [f"{path}/review", f"{path}/opinion/3", f"{path}/play-on"]
    for close in (False, True):  # a table that is closed keeps what is hidden
        for where in asks:
            said = ada.post(where, data={"n": "3", "seat": "0"}) if "play-on" in where else ada.post(where)
            assert refusal(said, 403) == "That can be asked for when the game is over."
        assert ada.get(f"{path}/opinion/3").status_code == 403
        assert ada.get(f"{path}/review/progress").json()["state"] == "none"
        assert "data-review" not in ada.get(f"{path}/score", headers=TEXT).text
        replay = ada.get(f"{path}/replay", headers=TEXT).text
        assert "data-opinion" not in replay
        assert "on-box" not in replay
        if not close:
            house.tables.close(live)
    made: Reviews = house.app.state.reviews
    assert made.asked == {}
    refused("is over", made.ask, begun(house, ada)[1], "ada", "ada")


def test_a_review_on_the_score_page(house: Inside, ada: httpx.Client, eve: httpx.Client) -> None:
    path, live = begun(house, ada)
    house.tables.concede(live, 1)
    assert "Review this game" in ada.get(f"{path}/score", headers=TEXT).text
    assert eve.post(f"{path}/review").status_code == 403  # the table is by link
    answer = ada.post(f"{path}/review")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}/score#review")
    assert told(ada, f"{path}/review/progress")["state"] == "told"
    page = ada.get(f"{path}/score", headers=TEXT).text
    assert "Look deeper" in page
    assert page.count('class="chanceplot"') == 2
    figures = max(float(at) for at in re.findall(r'class="ay" x="([\d.]+)"', page))  # they end there
    assert min(float(at) for at in re.findall(r'class="no" x="([\d.]+)"', page)) - 13.6 > figures
    eve.get(f"/w/{live.row.watch}")
    assert 'class="chanceplot"' in eve.get(f"{path}/score", headers=TEXT).text
    made = house.app.state.reviews.kept(live.id)
    for one in made.worst():
        assert f'href="{path}/replay?at={one.n - 1}&amp;eyes={one.seat}"' in page
        assert f'value="{one.n - 1}/{one.seat}"' in page


def test_an_opinion_on_a_position(house: Inside, ada: httpx.Client) -> None:
    path, live = begun(house, ada)
    house.tables.concede(live, 1)
    assert ada.get(f"{path}/opinion/3").json() == {"state": "none"}
    assert ada.post(f"{path}/opinion/3").json()["state"] in ("thinking", "told")
    found = told(ada, f"{path}/opinion/3")
    assert found["advice"]["seat"] == live.record.lines[3].seat
    assert "as played" in found["html"]
    assert live.record.lines[3].words in found["html"]
    assert ada.post(f"{path}/opinion/3").json() == found  # and is not asked for again
    for n in (-1, live.n + 1):
        assert "no position" in refusal(ada.post(f"{path}/opinion/{n}"), 422)


def test_trying_it(house: Inside, ada: httpx.Client, eve: httpx.Client) -> None:
    path, live = begun(house, ada)
    house.tables.concede(live, 1)
    seat = live.record.lines[4].seat
    tried = ada.post(f"{path}/play-on", data={"from": f"4/{seat}", "level": "apprentice"})
    assert tried.status_code == 303
    new = house.tables.get(tried.headers["location"].removeprefix("/t/"))
    assert new.row.began == 4
    assert [s.kind for s in new.row.seats].count("bot") == 1
    assert new.seats_of(new.row.host) == [seat]
    assert eve.post(f"{path}/play-on", data={"from": f"4/{seat}"}).status_code == 403
    for wrong in ({}, {"n": "4"}, {"n": "4", "seat": "2"}, {"n": "x", "seat": "0"}, {"from": "4/0", "level": "x@9"}):
        assert ada.post(f"{path}/play-on", data=wrong).status_code == 422
    board = ada.post(f"{path}/play-on", data={"n": "4", "seat": "all"}).headers["location"]
    page = ada.get(board, headers=TEXT).text
    assert "data-opinion" in page
    assert "Analysis from decision 4" in page
    assert told(ada, f"{board}/opinion/4") == {"state": "none"}
    assert ada.post(f"{board}/opinion/4").status_code == 200
    watch = house.tables.get(board.removeprefix("/t/")).row.watch
    eve.get(f"/w/{watch}")
    assert eve.get(f"{board}/regions").status_code == 200
    assert eve.post(f"{board}/opinion/4").status_code == 403


def test_who_opened_an_unfinished_record_may_go_on_from_it(house: Inside, ada: httpx.Client, eve: httpx.Client) -> None:
    _, live = begun(house, ada)
    text = live.record.text()
    opens = ada.post("/open", files={"record": ("game.jsonl", text)}).headers["location"].removesuffix("/replay")
    row = house.tables.get(opens.removeprefix("/t/")).row
    eve.get(f"/w/{row.watch}")
    assert eve.get(f"{opens}/replay").status_code == 200
    for http, code in ((eve, 403), (ada, 303)):
        assert http.post(f"{opens}/play-on", data={"n": "4", "seat": "0"}).status_code == code
    assert "on-box" in ada.get(f"{opens}/replay?at=4", headers=TEXT).text
    assert 'data-n="4"' in ada.get(f"{opens}/replay?at=4", headers=TEXT).text
    assert "on-box" not in eve.get(f"{opens}/replay", headers=TEXT).text


def test_a_person_asks_for_so_many_in_an_hour(
    house: Inside, ada: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = off().changed(["reviews_person=1", "opinions_person=1"])
    monkeypatch.setattr(house.app.state.gate, "hourly", Gate(limits, house.tables.store).hourly)
    for code in (303, 429):
        path, live = begun(house, ada)
        house.tables.concede(live, 1)
        assert ada.post(f"{path}/review").status_code == code
        assert ada.post(f"{path}/opinion/2").status_code == (200 if code == 303 else 429)
