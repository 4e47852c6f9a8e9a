"""The time of decisions: the clock that everybody sees, time banks, and the bot that stands in for who is late."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from roundhouse.web.render.table import table_facts, table_json
from roundhouse.web.render.times import iso, moment
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.events import Events
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.rows import LOST
from roundhouse.web.service.store import Store
from roundhouse.web.service.tables import TableService
from tests.web.server import TEXT, opened, opens, refusal, refused, until
from tests.web.test_tables import ADA, BO, again, do, sit, wait_for

STARTS = ("start at kamata", "start at urawa")


def timed(tables: TableService, minutes: int = 5, bank: int = 0) -> LiveTable:
    """Ada and Bo at a table with a time limit; Ada is to decide."""
    live = tables.create(ADA, "trains", "", ["you", "invite"], {}, "link", "seed", minutes, bank=bank)
    sit(tables, live, BO)
    return live


def wind_on(tables: TableService, live: LiveTable, seconds: float) -> None:
    """As if this server had waited so much longer."""
    for key in (live.id, f"{live.id} found"):
        if key in tables.clock.known:
            mark, since = tables.clock.known[key]
            tables.clock.known[key] = (mark, since - seconds)


def shown(live: LiveTable, *mine: int) -> dict[str, Any]:
    """The clock as a page gets it."""
    clock: dict[str, Any] = table_json(live, list(mine))["clock"]
    return clock


def near(seconds: float) -> Any:
    return pytest.approx(seconds, abs=20)  # however busy the machine is


def deadline(clock: dict[str, Any]) -> float:
    """Seconds until then."""
    return (datetime.fromisoformat(clock["deadline"]) - datetime.now(UTC)).total_seconds()


# the clock


@pytest.mark.parametrize("mine", [[0], [1], []])
def test_everybody_sees_the_clock_run(tables: TableService, mine: list[int]) -> None:
    live = timed(tables, 5, 10)
    for gone in (0, 100, 100):
        wind_on(tables, live, gone)
        read = shown(live, *mine)
    assert (read["seat"], read["of"], read["bank"]) == (0, 300, 600)
    assert read["left"] == near(100)
    assert read["banks"] == [600, 600]
    assert deadline(read) == near(700)
    wind_on(tables, live, 200)
    read = shown(live, *mine)
    assert read["left"] == 0
    assert read["banks"] == [near(500), 600]
    assert deadline(read) == near(500)


def test_the_time_begins_when_all_have_come(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundhouse.web.service.turn_clock.GRACE", 0)
    live = tables.create(ADA, "trains", "", ["you", "invite"], {}, "link", "seed", 5)
    wind_on(tables, live, 400)
    tables.overdue()
    assert live.bot_of(0) == ""
    assert shown(live, 0)["seat"] == -1
    sit(tables, live, BO)
    assert shown(live, 0)["left"] == near(300)
    wind_on(tables, live, 400)
    tables.overdue()
    assert live.bot_of(0) == "conductor"


def test_who_is_asked_to_sit_down_reads_of_the_limit(tables: TableService) -> None:
    assert table_facts(timed(tables, 5))["limit"] == "5 minutes"
    assert table_facts(timed(tables, 0))["limit"] == ""


def test_without_a_limit_there_is_no_clock(tables: TableService) -> None:
    live = timed(tables, 0, 10)
    assert live.row.bank == 0
    assert shown(live, 0) is None
    limited = timed(tables)
    tables.close(limited)
    assert shown(limited, 0) is None


def test_for_a_bot_no_time_runs(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    live = tables.create(ADA, "trains", "", ["you", "bot:random"], {}, "link", "seed", 5)
    monkeypatch.setattr(tables.pool, "ask", lambda *_: Future())
    do(tables, live, STARTS[0])
    assert (shown(live, 0)["seat"], shown(live, 0)["deadline"]) == (-1, "")
    wind_on(tables, live, 1000)
    tables.overdue()
    assert live.row.seats[1].away == -1


def test_each_decision_has_all_the_time(tables: TableService) -> None:
    live = timed(tables)
    wind_on(tables, live, 200)
    do(tables, live, STARTS[0])
    assert (shown(live)["seat"], shown(live)["left"]) == (1, near(300))


# the bank


def test_the_bank_runs_before_a_bot_stands_in(tables: TableService) -> None:
    live = timed(tables, 5, 10)
    wind_on(tables, live, 500)
    tables.overdue()
    assert live.bot_of(0) == ""
    do(tables, live, STARTS[0])
    assert [seat.spent for seat in again(tables).get(live.id).row.seats] == [near(200), 0]
    do(tables, live, STARTS[1])  # in time: nothing is taken
    assert live.row.seats[1].spent == 0
    assert shown(live)["banks"] == [near(400), 600]
    wind_on(tables, live, 600)
    tables.overdue()
    assert live.bot_of(0) == ""
    wind_on(tables, live, 110)
    tables.overdue()
    assert (live.bot_of(0), live.row.seats[0].spent) == ("conductor", 600)


def test_what_is_not_a_decision_takes_from_the_bank_too(tables: TableService) -> None:
    """Whatever gives who is to decide a whole new time, or ends it."""

    def steps_back(live: LiveTable) -> None:
        tables.stand_in(live, 0, True)

    acts: list[Callable[[LiveTable], None]] = [steps_back, lambda live: tables.concede(live, 0)]
    for act in acts:
        live = tables.create(ADA, "trains", "", ["you", "here:Bo", "here:Cy"], {}, "link", "seed", 5, bank=10)
        wind_on(tables, live, 400)
        act(live)
        assert live.row.seats[0].spent == near(100)


def test_a_second_click_gives_no_new_time(tables: TableService) -> None:
    live = timed(tables)
    wind_on(tables, live, 200)
    tables.stand_in(live, 0, False)
    assert shown(live)["left"] == near(100)


@pytest.mark.parametrize("jump", [timedelta(days=30), timedelta(days=-30)])
def test_a_clock_that_is_set_takes_nothing_from_the_bank(
    tables: TableService, monkeypatch: pytest.MonkeyPatch, jump: timedelta
) -> None:
    live = timed(tables, 5, 10)
    true = tables.store.time
    monkeypatch.setattr(tables.store, "time", lambda session=None: true() + jump)
    tables.overdue()
    assert shown(live)["left"] == near(300)
    do(tables, live, STARTS[0])
    do(tables, live, STARTS[1])
    assert [seat.spent for seat in live.row.seats] == [0, 0]


def test_a_server_that_was_away_takes_nothing_from_the_bank(tables: TableService) -> None:
    live = timed(tables, 5, 10)
    tables.store.change_table(live.id, changed=tables.store.time() - timedelta(days=3))
    other = TableService(tables.store, Events(), tables.pool)
    live = other.get(live.id)
    assert shown(live, 0)["banks"][0] == near(60)  # the grace of a start
    other.overdue()
    assert live.bot_of(0) == ""
    do(other, live, STARTS[0])
    assert live.row.seats[0].spent < 30
    wind_on(other, live, 901)
    other.overdue()
    assert live.bot_of(1) == "conductor"


def test_a_rematch_has_the_same_times(tables: TableService) -> None:
    new = tables.rematch(timed(tables, 5, 10), ADA)
    assert (new.row.minutes, new.row.bank) == (5, 10)
    refused("time bank has 0 to", tables.create, ADA, "trains", "", ["you", "invite"], {}, bank=-1)


def test_the_lobby_offers_a_bank(ada: httpx.Client) -> None:
    path = opened(ada, "you", "here:Bo", minutes="5", bank="10")
    state = ada.get(f"{path}/regions").json()
    assert state["clock"]["banks"] == [600, 600]
    assert "A time bank has 0 to" in refusal(opens(ada, "you", "here:Bo", bank="x"), 422)


# who is away


def test_who_was_away_is_told_what_the_bot_did(tables: TableService) -> None:
    live = timed(tables)
    wind_on(tables, live, 301)
    tables.overdue()
    assert table_json(live, [])["away"] == [{"seat": 0, "name": "Ada", "yours": False, "back": False, "did": ""}]
    wait_for(live, 1)
    assert "starts at" in table_json(live, [0])["away"][0]["did"]
    tables.stand_in(live, 0, False)
    told = table_json(live, [0])["away"]
    assert [(one["yours"], one["back"]) for one in told] == [(True, True)]
    assert "starts at" in told[0]["did"]
    assert table_json(live, [1])["away"] == table_json(live, [])["away"] == []
    for seat in (1, 0):
        tables.play(live, seat, live.n + 1, live.record.state.legal()[0])
    assert table_json(live, [0])["away"] == []
    assert again(tables).get(live.id).row.seats[0].away == -1


def test_who_decides_is_back(tables: TableService) -> None:
    live = timed(tables, 0)
    tables.bots.pace = 3600
    tables.stand_in(live, 0, True)
    wait_for(live, 1)
    tables.play(live, 1, 2, live.record.state.legal()[0])
    tables.play(live, 0, 3, live.record.state.legal()[0])
    assert (live.bot_of(0), again(tables).get(live.id).bot_of(0)) == ("", "")
    assert table_json(live, [0])["away"] == []


def test_a_conceded_seat_is_not_away(tables: TableService) -> None:
    live = tables.create(ADA, "trains", "", ["you", "here:Bo", "here:Cy"], {}, "link", "seed")
    tables.concede(live, 1)
    assert table_json(live, [0, 1, 2])["away"] == []


# the pace of who stands in


class Asked(BotPool):
    """A pool that notes for which table it is asked, and never answers."""

    def __init__(self) -> None:
        super().__init__(1)
        self.tables: list[str] = []

    def ask(self, state: Any, bot: str, seed: str, table: str, *_: Any, **__: Any) -> Future[int]:
        self.tables.append(table)
        return Future()


@pytest.fixture
def asked(url: str) -> Any:
    pool = Asked()
    made = TableService(Store(url), Events(), pool)
    made.bots.pace = 3600
    yield made
    pool.close()
    made.store.engine.dispose()


def stood_in(asked: TableService, *company: str) -> tuple[LiveTable, list[str]]:
    """A table where a bot that stands in is to make its second decision; the tables that were asked."""
    live = asked.create(ADA, "trains", "", ["you", *company], {}, "link", "seed")
    asked.stand_in(live, 0, True)
    pool = asked.pool
    assert isinstance(pool, Asked)
    assert pool.tables == [live.id]  # the first at once
    pool.tables.clear()
    live.thinking = 0
    asked.carry_out(live, live.record.state.legal()[0])
    asked.announce(live)
    asked.play(live, 1, 2, live.record.state.legal()[0])
    assert live.record.state.seat == 0
    return live, pool.tables


def test_a_bot_that_stands_in_takes_its_time(asked: TableService) -> None:
    live, tables = stood_in(asked, "here:Bo")
    assert (tables, live.thinking) == ([], 3)
    other = asked.create(ADA, "trains", "", ["bot:random", "bot:random"], {})
    assert tables == [other.id]  # others do not wait
    asked.bots.go_on(live, 3)  # its time has come
    assert tables == [other.id, live.id]


def test_nobody_thinks_about_an_only_choice(asked: TableService) -> None:
    live = asked.create(ADA, "trains", "", ["bot:random", "bot:random"], {}, "link", "seed")
    while len(live.record.state.choices()) > 1:
        asked.carry_out(live, live.record.state.choices()[0])
    n, live.thinking = live.n, 0
    asked.bots.wake(live)
    until(lambda: live.n > n, "it is made")
    pool = asked.pool
    assert isinstance(pool, Asked)
    assert pool.tables == [live.id] * (1 + (live.thinking > 0))  # the first decision, and perhaps the next


def test_what_is_thought_about_an_undone_position_is_given_up(asked: TableService) -> None:
    live = asked.create(ADA, "trains", "", ["you", "bot:random"], {}, "link", "seed")
    first, other, *_ = live.record.state.choices()
    asked.play(live, 0, 1, first)
    before = live.asked_of_bot
    asked.undo(live, [0], 1)
    asked.play(live, 0, 3, other)
    assert before is not None
    assert before.cancelled()
    assert live.asked_of_bot not in (None, before)
    assert live.thinking == live.n + 1 == 4


def test_where_all_are_away_the_game_waits_for_one_of_them(asked: TableService) -> None:
    live = asked.create(ADA, "trains", "", ["you", "here:Bo", "bot:random"], {}, "link", "seed", minutes=2)
    pool = asked.pool
    assert isinstance(pool, Asked)
    asked.stand_in(live, 1, True)
    assert pool.tables == []
    asked.stand_in(live, 0, True)
    assert pool.tables == []  # nobody is left who plays
    asked.stand_in(live, 1, False)
    assert pool.tables == [live.id]


def test_who_comes_back_meanwhile_decides(asked: TableService) -> None:
    live, tables = stood_in(asked, "here:Bo")
    asked.stand_in(live, 0, False)
    asked.bots.go_on(live, 3)
    assert (tables, live.thinking, asked.bots.busy) == ([], 0, set())
    asked.play(live, 0, 3, live.record.state.legal()[0])
    asked.stand_in(live, 0, True)
    asked.bots.go_on(live, 3)  # of before: the table is at another decision
    assert tables == [live.id]


def test_a_bot_that_has_thought_for_who_is_back_is_not_heard(asked: TableService) -> None:
    live, _ = stood_in(asked, "here:Bo")
    asked.stand_in(live, 0, False)
    done: Future[int] = Future()
    done.set_result(live.record.state.legal()[0])
    asked.bots.thought(live, 3, done)
    assert live.n == 2


def test_a_table_that_is_being_changed_holds_up_no_other(asked: TableService) -> None:
    live, tables = stood_in(asked, "here:Bo")
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with live.lock:
            held.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    waiting = asked.bots.paced.qsize()
    asked.bots.go_on(live, 3)
    assert asked.bots.paced.qsize() == waiting + 1
    done.set()
    thread.join()
    assert tables == []


def test_the_pace_is_kept(tables: TableService) -> None:
    """With a thread that really waits, though not for long."""
    tables.bots.pace = 0.01
    live = timed(tables, 0)
    tables.stand_in(live, 0, True)
    wait_for(live, 1)
    tables.play(live, 1, 2, live.record.state.legal()[0])
    wait_for(live, 1)
    assert live.n > 3


# times


def test_times_are_in_utc_until_the_page_knows_better(ada: httpx.Client) -> None:
    when = datetime(2026, 5, 1, 21, 4, 7)
    assert iso(when) == iso(when.replace(tzinfo=UTC)) == "2026-05-01T21:04:07Z"
    assert iso(LOST) == iso(None) == ""
    assert moment(iso(when)) == '<time datetime="2026-05-01T21:04:07Z">21:04 UTC</time>'
    assert moment("", "some time ago") == "some time ago"
    path = opened(ada, "you", "here:Bo")
    assert ada.post(f"{path}/chat", json={"text": "Good morning."}).status_code == 200
    assert "UTC</time>" in ada.get(path, headers=TEXT).text
    assert 'Z" data-words>just now</time>' in ada.get("/", headers=TEXT).text
