"""Hints at a table: who gets one, what it is made from, and what happens if none can be made."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, cast

import httpx
import pytest

import roundhouse
from roundhouse.core.rng import seeded
from roundhouse.core.state import State
from roundhouse.lab.advice import Advice, Option
from roundhouse.web.render.table import table_json
from roundhouse.web.service import hints as service
from roundhouse.web.service.bot_pool import BotFailed, BotPool
from roundhouse.web.service.hints import Hints, advice_on, dealt_anew, refusal
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import Person
from roundhouse.web.service.tables import TableService
from tests.bots.tables import GAMES
from tests.web.leaks import hidden
from tests.web.server import Inside, by_api, opened, person, refused, until
from tests.web.server import refusal as sentence_of
from tests.web.test_limits import tight, too_many

ADA, BO = Person("ada", "Ada"), Person("bo", "Bo")
ADVICE = Advice(0, [0.5, 0.5], "Think.", [Option(1, "go", 0.5, [1.0, 2.0], 9, 9, [(1, "go")], "", [])])


class Asked(BotPool):
    """A pool that answers when it is told to, and keeps what it is asked."""

    def __init__(self) -> None:
        super().__init__(1)
        self.futures: list[Future[Any]] = []
        self.given: list[tuple[Any, ...]] = []
        self.how: dict[str, Any] = {}
        self.meanwhile: Callable[[], object] = lambda: None

    def run(self, function: Callable[..., Any], *args: Any, **how: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.futures.append(future)
        self.given.append(args)
        self.how = how
        self.meanwhile()
        return future

    def ask(self, *_: Any, **__: Any) -> Future[int]:
        """Bots think for as long as a test lasts."""
        return Future()


@pytest.fixture
def pool() -> Asked:
    return Asked()


@pytest.fixture
def hints(pool: Asked) -> Hints:
    return Hints(pool)


def table(tables: TableService, *company: str, **more: Any) -> LiveTable:
    """A table of Ada's where she is to decide."""
    live = tables.create(ADA, "trains", "Friday", list(company), {}, "link", "seed", **more)
    assert live.record.state.seat == 0
    return live


def answers(pool: Asked, advice: Advice = ADVICE) -> None:
    """The pool answers at once from now on."""
    pool.meanwhile = lambda: pool.futures[-1].set_result(advice)


def test_a_hint_is_for_who_plays_against_bots_alone(tables: TableService, pool: Asked, hints: Hints) -> None:
    answers(pool)
    live = table(tables, "you", "bot:apprentice")
    assert table_json(live, [0])["hint"]
    told = hints.tell(live, 0, 1, "ada")
    assert (told["n"], told["nudge"], told["options"][0]["points"]) == (1, "Think.", [1.0, 2.0])
    assert pool.how["owner"] == "ada"
    assert not table_json(live, [])["hint"]
    refused("others play here", hints.tell, live, 1, 1, "ada")
    for company in (["you", "invite"], ["you", "here:Bo"], ["you", "bot:apprentice", "invite"]):
        other = table(tables, *company)
        refused("others play here", hints.tell, other, 0, 1, "ada")
        assert not table_json(other, [0])["hint"]
    tables.play(live, 0, 1, live.record.state.legal()[0])
    refused("It is .* decision; a hint is for your own", hints.tell, live, 0, 2, "ada")
    assert not table_json(live, [0])["hint"]
    assert len(pool.futures) == 1


def test_who_has_conceded_is_no_longer_another(tables: TableService, pool: Asked, hints: Hints) -> None:
    answers(pool)
    live = table(tables, "you", "invite", "bot:apprentice")
    tables.join(live, BO, [1])
    tables.stand_in(live, 1, True)  # who is away may come back
    refused("others play here", hints.tell, live, 0, 1, "ada")
    tables.concede(live, 1)
    assert hints.tell(live, 0, 1, "ada")["nudge"] == "Think."


def test_the_host_turns_hints_off_and_a_rematch_keeps_that(tables: TableService, hints: Hints) -> None:
    live = table(tables, "you", "bot:apprentice")
    before = live.version
    tables.set_hints(live, False)
    assert live.version != before
    assert not table_json(live, [0])["hint"]
    refused("off at this table", hints.tell, live, 0, 1, "ada")
    again = tables.rematch(live, ADA)
    assert not again.row.hints
    tables.set_hints(again, True)
    assert refusal(again, 0) in ("", f"It is {again.names[1]}\u2019s decision; a hint is for your own.")
    tables.close(live)
    refused("any more", hints.tell, live, 0, 1, "ada")
    refused("closed", tables.set_hints, live, True)


def test_to_ask_again_costs_nothing_and_another_decision_is_another_hint(
    tables: TableService, pool: Asked, hints: Hints
) -> None:
    answers(pool)
    live = table(tables, "you", "bot:apprentice")
    assert not hints.known(live, 0, 1)
    assert hints.tell(live, 0, 1, "ada") == hints.tell(live, 0, 1, "ada")
    assert hints.known(live, 0, 1)
    assert len(pool.futures) == 1
    refused("moved on", hints.tell, live, 0, 2, "ada")
    refused("moved on", hints.known, live, 0, 0)


def test_a_hint_that_comes_too_late_is_not_told(tables: TableService, pool: Asked, hints: Hints) -> None:
    live = table(tables, "you", "bot:apprentice")

    def moves() -> None:
        tables.play(live, 0, 1, live.record.state.legal()[0])
        pool.futures[-1].set_result(ADVICE)

    pool.meanwhile = moves
    refused("moved on", hints.tell, live, 0, 1, "ada")


@pytest.mark.parametrize("error", [BotFailed("its process died."), ValueError("a fault of the game")])
def test_if_a_worker_fails_the_table_plays_on(
    tables: TableService, pool: Asked, hints: Hints, error: Exception
) -> None:
    live = table(tables, "you", "bot:apprentice")
    pool.meanwhile = lambda: pool.futures[-1].set_exception(error)
    refused("No hint could be made", hints.tell, live, 0, 1, "ada")
    answers(pool)
    assert hints.tell(live, 0, 1, "ada")["nudge"] == "Think."
    tables.play(live, 0, 1, live.record.state.legal()[0])
    assert live.n >= 1


def test_nobody_waits_for_ever(
    tables: TableService, pool: Asked, hints: Hints, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "WAIT", 0.0)
    live = table(tables, "you", "bot:apprentice")
    refused("No hint could be made", hints.tell, live, 0, 1, "ada")
    assert pool.futures[0].cancelled()


def test_what_is_remembered_is_bounded(
    tables: TableService, pool: Asked, hints: Hints, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST", 2)
    answers(pool)
    for live in [table(tables, "you", "bot:apprentice") for _ in range(3)]:
        hints.tell(live, 0, 1, "ada")
    assert len(hints.asked) == 2


# what it is made from


def some_way_on(game: str) -> State:
    """A position in which there is a choice."""
    state, rng = roundhouse.game(game).new(2, seed="hints"), seeded(game)
    for n in range(200):
        options = state.choices()
        if n > 20 and len(options) > 2:
            break
        state.apply(options[rng.below(len(options))])
    return state


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_knows_only_what_the_seat_may_know(game: str) -> None:
    state = some_way_on(game)
    key, other = ("table", 1, state.seat), state.resample(state.seat, "another deal")
    assert hidden(other) != hidden(state)
    deals = [dealt_anew(s, key) for s in (state, other)]
    assert all(pickle.loads(deal).view(state.seat) == state.view(state.seat) for deal in deals)
    told = [advice_on(deal, ["Ann", "Bob"], 0, iterations=8, games=1) for deal in deals]
    assert told[0] == told[1]
    assert told[0].options


def test_what_leaves_for_a_worker_is_not_the_true_state(tables: TableService, pool: Asked, hints: Hints) -> None:
    answers(pool)
    live = table(tables, "you", "bot:apprentice")
    hints.tell(live, 0, 1, "ada")
    known, names = pool.given[0][:2]
    assert names == live.names
    assert hidden(pickle.loads(known)) != hidden(live.record.state)


# by the routes


def ask(http: httpx.Client, path: str, n: int = 1, **more: int) -> httpx.Response:
    return http.post(f"{path}/hint", json={"n": n, **more})


def test_a_hint_by_the_page(house: Inside) -> None:
    with person(house.address, "Ada") as ada, person(house.address, "Bo") as bo:
        path = opened(ada, "you", "bot:apprentice", game="spyrium")
        live = house.tables.get(path.removeprefix("/t/"))
        until(lambda: live.waits_for() == 0, "Ada is asked")
        n = live.n + 1
        told = ask(ada, path, n).json()
        legal = live.record.state.legal()
        assert told["n"] == n
        assert told["nudge"].endswith(".")
        assert told["options"]
        assert all(option["action"] in legal for option in told["options"])
        assert "by link only" in sentence_of(ask(bo, path, n), 403)
        assert "not yours" in sentence_of(ask(ada, path, n, **{"as": 1}), 403)
        assert "moved on" in sentence_of(ask(ada, path, n + 1), 409)
        watch = str(live.row.watch)
        bo.get(f"/w/{watch}")
        assert "cannot decide" in sentence_of(ask(bo, path, n), 403)
        assert "Only who opened" in sentence_of(bo.post(f"{path}/hints/off"), 403)
        assert [act["label"] for act in ada.get(f"{path}/acts").json()].count("Turn hints off") == 1
        assert ada.post(f"{path}/hints/off").status_code == 303
        assert "off at this table" in sentence_of(ask(ada, path, n), 409)
        assert [act["label"] for act in ada.get(f"{path}/acts").json()].count("Turn hints on") == 1


def test_whether_there_are_hints_is_chosen_with_the_table(house: Inside) -> None:
    with person(house.address, "Ada") as ada:
        rows = [
            house.tables.get(opened(ada, "you", "bot:apprentice", **more).removeprefix("/t/")).row
            for more in cast("list[dict[str, str]]", [{}, {"hints": "on"}, {"hints": "off"}])
        ]
        assert [row.hints for row in rows] == [True, True, False]
        for wanted in (True, False):
            path, _ = by_api(ada, "person:Ada", "bot:apprentice", hints=wanted)
            assert house.tables.get(path.rpartition("/")[2]).row.hints is wanted


def test_hints_have_limits_and_to_ask_again_counts_for_nothing(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Asked()
    answers(pool)
    with tight(tmp_path, "hints_person=2", "hints_address=3") as server, person(server.address, "Ada") as ada:
        monkeypatch.setattr(server.app.state, "hints", Hints(pool))
        paths = [opened(ada, "you", "bot:apprentice") for _ in range(3)]
        for path in (paths[0], paths[0], paths[1], paths[1]):
            assert ask(ada, path).status_code == 200
        assert "2 hints were asked for in the last hour" in too_many(ask(ada, paths[2]))
        assert ask(ada, paths[0]).status_code == 200
        with person(server.address, "Bo") as bo:
            own = [opened(bo, "you", "bot:apprentice") for _ in range(2)]
            assert ask(bo, own[0]).status_code == 200
            assert "from your address" in too_many(ask(bo, own[1]))


def test_few_hints_are_waited_for_at_once(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Asked()
    with tight(tmp_path, "hints_at_once=1", "hints=2") as server, person(server.address, "Ada") as ada:
        monkeypatch.setattr(server.app.state, "hints", Hints(pool))
        paths = [opened(ada, "you", "bot:apprentice") for _ in range(2)]
        said: list[str] = []

        def meanwhile() -> None:
            pool.meanwhile = lambda: None
            said.append(too_many(ask(ada, paths[1])))
            pool.futures[-1].set_result(ADVICE)

        pool.meanwhile = meanwhile
        assert ask(ada, paths[0]).status_code == 200
        assert "You wait for a hint already" in said[0]
