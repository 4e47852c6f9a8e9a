"""The pool in which bots think, and whose turn it is there; its tests of dead workers are in live."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import roundhouse
from roundhouse.bots.make import Player, make
from roundhouse.core.state import State
from roundhouse.web.service.bot_pool import LONG as BUSY_LONG
from roundhouse.web.service.bot_pool import LOYAL, BotFailed, BotPool
from roundhouse.web.service.bot_pool import SOON as FREE_SOON
from roundhouse.web.service.bot_worker import LOWLY, MOST_PLAYERS, UNUSED, Memory, Worker
from roundhouse.web.service.fair_queue import (
    GLADLY,
    HALF_LIFE,
    IF_NEED_BE,
    LATELY,
    NOT_NOW,
    ONE_IN,
    FairQueue,
    Job,
    typical,
)
from roundhouse.web.stop import thought_out
from tests.web.bot_jobs import (
    LONG,
    SOON,
    arrived,
    be_crooked,
    double,
    own_pid,
    remembered,
    rest,
    stumble,
    until,
    wait_for_leave,
)


@pytest.fixture
def pool() -> Iterator[BotPool]:
    made = BotPool(1, patience=LONG)
    yield made
    made.close()


def position(moves: int = 0) -> State:
    """A table of trains in play."""
    s = roundhouse.game("trains").new(3, 7)
    bot = Player("random", 7)
    for _ in range(moves):
        s.apply(bot.decide(s))
    return s


# answers


@pytest.mark.parametrize("game", ["trains", "spyrium", "empires", "empyreal"])
def test_a_decision_is_legal_and_the_same_each_time(pool: BotPool, game: str) -> None:
    s = roundhouse.game(game).new(3, 5)
    wishes = [("one", "search@9"), ("two", "search@9"), ("three", "random")]
    asked = [pool.ask(s, bot, "a seed", table, "owner", True, 1) for table, bot in wishes]
    decided = [future.result(SOON) for future in asked]
    assert set(decided) <= set(s.legal())
    assert decided[0] == decided[1]


def test_what_leaves_the_server_was_dealt_anew(pool: BotPool, tmp_path: Path) -> None:
    s = position(40)
    busy = pool.run(wait_for_leave, tmp_path, "busy", patience=LONG)
    arrived(tmp_path, "busy")
    asked = pool.ask(s, "random", "a seed", "table", "owner", True)
    with pool.turn:
        [job] = pool.queue.drain()
        pool.queue.put(job)
    work, _ = pickle.loads(job.work)
    left: State = pickle.loads(work.args[0])
    assert left.fingerprint() == s.resample(s.seat, "a seed/0").fingerprint()
    assert left.fingerprint() != s.fingerprint()
    assert left.view(s.seat) == s.view(s.seat)
    (tmp_path / "leave").touch()
    assert busy.result(SOON) in pool.pids()
    assert asked.result(SOON) in s.legal()


def test_workers_start_when_they_are_needed_and_stay(pool: BotPool) -> None:
    assert pool.pids() == []
    pids = {pool.run(own_pid, patience=LONG).result(SOON) for _ in range(3)}
    assert list(pids) == pool.pids()
    assert os.getpid() not in pids


def test_bots_do_not_wait_for_what_is_done_aside(pool: BotPool, tmp_path: Path) -> None:
    aside = BotPool(1, patience=LONG, lowly=True)
    try:
        own = os.nice(0)
        assert pool.run(os.nice, 0, patience=LONG).result(SOON) == own
        assert aside.run(os.nice, 0, patience=LONG).result(SOON) == min(19, own + LOWLY)
        hint = aside.run(wait_for_leave, tmp_path, "hint", patience=LONG)
        arrived(tmp_path, "hint")
        assert pool.ask(position(), "random", "a seed", "table", "owner", True).result(SOON) in position().legal()
        assert not hint.done()
        (tmp_path / "leave").touch()
        assert hint.result(SOON) in aside.pids()
    finally:
        aside.close()


def test_a_pool_that_stops_begins_nothing_more_and_finishes_what_is_begun(pool: BotPool, tmp_path: Path) -> None:
    busy = pool.run(wait_for_leave, tmp_path, "busy", patience=LONG)
    arrived(tmp_path, "busy")
    waits = pool.ask(position(), "random", "a seed", "table", "owner", True)
    pool.stop()
    late = pool.spare(double, 1, patience=LONG, owner="lab", about="lab x")
    assert waits.cancelled()
    assert late.cancelled()
    assert pool.thinking()
    (tmp_path / "leave").touch()
    assert busy.result(SOON) in pool.pids()
    assert not pool.thinking()


def test_a_stop_does_not_wait_for_what_is_done_in_spare_time(pool: BotPool, tmp_path: Path) -> None:
    piece = pool.spare(wait_for_leave, tmp_path, "piece", patience=LONG, owner="lab", about="lab x")
    arrived(tmp_path, "piece")
    stopping: Any = SimpleNamespace(left=lambda: LONG)
    asyncio.run(asyncio.wait_for(thought_out(stopping, (pool,)), SOON))
    assert not piece.done()
    (tmp_path / "leave").touch()
    assert piece.result(SOON) in pool.pids()


def test_what_a_function_raises_comes_back_once(pool: BotPool) -> None:
    first = pool.run(own_pid, patience=LONG).result(SOON)
    with pytest.raises(roundhouse.BadOption, match="There is no bot 'deep'"):
        pool.run(make, "deep", 1, patience=LONG).result(SOON)
    with pytest.raises(RuntimeError, match="Crooked: 1 and 2"):
        pool.run(be_crooked, patience=LONG).result(SOON)
    with pytest.raises(TypeError):
        pool.run(double, patience=LONG).result(SOON)
    with pytest.raises(TypeError, match="pickle"):
        pool.run(threading.Lock, patience=LONG).result(SOON)
    assert pool.run(own_pid, patience=LONG).result(SOON) == first


def test_a_bot_that_always_raises_is_given_up(pool: BotPool, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "roundhouse.bots"):
        asked = pool.ask(position(), "deep", "a seed", "its table", "owner", True)
        with pytest.raises(BotFailed, match="BadOption: There is no bot 'deep'"):
            asked.result(SOON)
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 3 + ["ERROR"]
    assert {(record.__dict__["table"], record.__dict__["bot"]) for record in caplog.records} == {("its table", "deep")}
    assert pool.ask(position(), "random", "a seed", "its table", "owner", True).result(SOON) in position().legal()


def test_what_a_bot_stumbles_over_in_its_worker_is_in_the_log_of_the_server(
    pool: BotPool, caplog: pytest.LogCaptureFixture
) -> None:
    assert pool.run(stumble, patience=LONG).result(SOON) in position().legal()
    [record] = caplog.records
    assert (record.levelname, record.__dict__["bot"]) == ("ERROR", "stumble")
    assert "IndexError: no plan" in record.getMessage()


def test_a_state_that_cannot_be_dealt_fails_as_a_bot_does(pool: BotPool) -> None:
    class Broken:
        seat = 0

        def resample(self, seat: int, seed: str) -> State:
            raise IndexError("no cards")

    broken: State = Broken()  # type: ignore[assignment]
    with pytest.raises(BotFailed, match="IndexError: no cards"):
        pool.ask(broken, "random", "a seed", "table", "owner", True).result(SOON)


def test_a_callback_that_fails_hurts_nobody(pool: BotPool) -> None:
    def stumble(_done: Future[int]) -> None:
        raise SystemExit

    pool.run(double, 1, patience=LONG).add_done_callback(stumble)
    assert pool.run(double, 2, patience=LONG).result(SOON) == 4


# what bots remember


def test_a_bot_is_asked_again_with_what_it_remembers(pool: BotPool) -> None:
    s = position()

    def after(table: str, n: int, bot: str = "search@9") -> tuple[int, int]:
        """What is remembered of the table's bot after it was asked for decision n."""
        assert pool.ask(s, bot, "a seed", table, "owner", True, n).result(SOON) in s.legal()
        return pool.run(remembered, patience=LONG).result(SOON)[table, s.seat]

    one, first = after("a", 1)
    assert first > 0
    after("b", 1)
    same, second = after("a", 4)
    assert (same == one, second > first) == (True, True)
    assert after("a", 4)[1] == first  # the number has not risen: an undo, and it begins anew
    assert after("a", 5, "random")[1] == 0  # another plays the seat
    pool.forget("a")
    after("b", 2)
    assert list(pool.run(remembered, patience=LONG).result(SOON)) == [("b", s.seat)]


def test_a_worker_remembers_so_many_bots_and_none_that_is_long_unused() -> None:
    now = 0.0
    memory = Memory(clock=lambda: now)
    first = memory.player("table 0", 0, "random", "a seed", 1)
    for n in range(1, MOST_PLAYERS):
        memory.player(f"table {n}", 0, "random", "a seed", 1)
    assert memory.player("table 0", 0, "random", "a seed", 2) is first
    memory.player("one more", 0, "random", "a seed", 1)
    assert len(memory.kept) == MOST_PLAYERS
    assert ("table 0", 0) in memory.kept
    assert ("table 1", 0) not in memory.kept
    now = UNUSED + 1
    memory.player("late", 0, "random", "a seed", 1)
    assert list(memory.kept) == [("late", 0)]


def test_a_table_stays_with_the_worker_that_remembers_it(tmp_path: Path) -> None:
    pool = BotPool(2, patience=LONG)
    try:
        busy = [pool.run(wait_for_leave, tmp_path, name, patience=LONG) for name in "ab"]
        for name in "ab":
            arrived(tmp_path, name)
        (tmp_path / "leave").touch()
        assert len({future.result(SOON) for future in busy}) == 2
        homes = set()
        for n in range(1, 20):
            pool.ask(position(), "random", "a seed", "x", "owner", True, n).result(SOON)
            homes.add(pool.homes["x"])
        assert len(homes) == 1
    finally:
        pool.close()


def test_a_job_waits_for_the_worker_that_remembers_its_table_if_that_is_not_for_long() -> None:
    pool = BotPool(2)
    home, other = Worker(pool.closing), Worker(pool.closing)
    pool.homes["x"] = home
    now = time.monotonic()

    def fits(worker: Worker, table: str = "x", busy: float = 0.0, waited: float = 0.0) -> int:
        home.until = now + busy if busy else 0.0
        job = Job(b"", Future(), 1.0, "owner", table, "bot", True, again=True, since=now - waited)
        return pool.fits(worker, job)

    assert fits(home) == fits(other, "new") == fits(home, busy=1.0) == GLADLY
    assert fits(other) == NOT_NOW  # it is free, or has just answered
    assert fits(other, busy=FREE_SOON / 2) == NOT_NOW
    assert fits(other, waited=2 * FREE_SOON) == IF_NEED_BE
    assert fits(other, busy=BUSY_LONG / 2) == IF_NEED_BE
    assert fits(other, busy=2 * BUSY_LONG) == fits(other, waited=2 * LOYAL) == GLADLY


def test_who_takes_jobs_of_tables_it_knows_first_takes_the_others_if_there_are_none() -> None:
    waiting = Waiting()
    waiting.put("a", "foreign")
    waiting.put("b", "own")
    waiting.put("c", "left")
    waiting.put("d", "own", waited_for=False)
    how = {"foreign": IF_NEED_BE, "own": GLADLY, "left": NOT_NOW}

    def take() -> str:
        job = waiting.queue.take(False, lambda job: how[job.table])
        return job.bot if job else ""

    assert [take() for _ in range(3)] == ["b own 0", "a foreign 0", ""]  # and no table of bots before a person's
    how["left"] = IF_NEED_BE
    assert [take() for _ in range(2)] == ["c left 0", "d own 0"]


# whose turn it is


class Rounds:
    """Fifty tables of one owner, always busy, on one worker; others ask in between. Answers in their order."""

    def __init__(self, pool: BotPool, guest: Callable[[int], Future[int] | None], most: int) -> None:
        self.pool = pool
        self.guest = guest
        self.most = most
        self.order: list[str] = []
        self.count = 0
        self.s = position()
        self.done = threading.Event()
        for n in range(50):
            self.ask(f"table {n}")

    def ask(self, table: str) -> None:
        asked = self.pool.ask(self.s, "random", "a seed", table, "busy", True)
        asked.add_done_callback(lambda done: None if done.cancelled() else self.answered(table))

    def answered(self, table: str) -> None:
        """No job runs in this moment, so what is asked now has none before it that was started earlier."""
        self.order.append(table)
        self.count += 1
        if self.count == self.most:
            self.done.set()
        if self.count >= self.most:
            return
        self.ask(table)
        n = self.count
        asked = self.guest(n) if n % 20 == 0 else None
        if asked is not None:
            self.order.append(f"asked {n}")
            asked.add_done_callback(lambda _: self.order.append(f"answered {n}"))

    def between(self) -> list[int]:
        """How many others were answered between each question and its answer."""
        assert self.done.wait(SOON)
        asked = [word for word in self.order if word.startswith("asked")]
        assert asked
        places = [(self.order.index(a), self.order.index(a.replace("asked", "answered"))) for a in asked]
        return [sum(word.startswith("table") for word in self.order[a:b]) for a, b in places]


def test_fifty_busy_tables_of_one_owner_keep_another_waiting_for_one_job_at_the_most(pool: BotPool) -> None:
    s = position()
    rounds = Rounds(pool, lambda n: pool.ask(s, "random", "a seed", "small", f"guest {n}", True), 250)
    between = rounds.between()
    assert len(between) == 12
    assert max(between) <= 1


def test_a_table_of_bots_has_its_turn_beside_busy_people(pool: BotPool) -> None:
    s = position()

    def guest(n: int) -> Future[int] | None:
        return pool.ask(s, "random", "a seed", "bots", "guest", False) if n == 40 else None

    [between] = Rounds(pool, guest, 100).between()
    assert between == ONE_IN - 1


def test_people_come_before_tables_of_bots(pool: BotPool, tmp_path: Path) -> None:
    busy = pool.run(wait_for_leave, tmp_path, "busy", patience=LONG)
    arrived(tmp_path, "busy")
    order: list[str] = []
    s = position()
    for owner, waited_for in (("bots", False), ("person", True)):
        asked = pool.ask(s, "random", "a seed", owner, owner, waited_for)
        asked.add_done_callback(partial(lambda owner, _: order.append(owner), owner))
    (tmp_path / "leave").touch()
    busy.result(SOON)
    asked.result(SOON)
    until(lambda: len(order) == 2)
    assert order == ["person", "bots"]


def test_a_worker_rests_from_jobs_nobody_waits_for_as_long_as_they_took(pool: BotPool) -> None:
    futures: list[Future[tuple[float, float]]] = [Future(), Future(), Future()]
    work = pickle.dumps((rest, (0.1,)))
    for future in futures:
        pool.put(Job(work, future, LONG, "owner", "table", "rest", waited_for=False, again=False))
    times = [future.result(SOON) for future in futures]
    for (began, ended), (began_next, _) in itertools.pairwise(times):
        assert began_next - ended >= ended - began


class Waiting:
    """A queue with a clock to turn by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.queue = FairQueue(lambda: self.now)

    def put(
        self,
        owner: str,
        table: str = "table",
        waited_for: bool = True,
        times: int = 1,
        spare: bool = False,
    ) -> None:
        for n in range(times):
            future: Future[int] = Future()
            bot = f"{owner} {table} {n}"
            self.queue.put(Job(b"", future, 1.0, owner, table, bot, waited_for, True, spare=spare))

    def do(self, seconds: float = 1.0, resting: bool = False) -> str:
        """Take a job and do it in some seconds; which it was."""
        job = self.queue.take(resting)
        if job is None:
            return ""
        self.now += seconds
        assert self.queue.done(job) == pytest.approx(seconds)
        return job.bot


def test_within_an_owner_tables_take_turns_and_within_a_table_jobs_keep_their_order() -> None:
    waiting = Waiting()
    waiting.put("a", "x", times=3)
    waiting.put("a", "y", times=2)
    assert len(waiting.queue) == 5
    assert [waiting.do() for _ in range(6)] == ["a x 0", "a y 0", "a x 1", "a y 1", "a x 2", ""]


def test_what_is_to_be_done_in_spare_time_comes_after_everything_else() -> None:
    waiting = Waiting()
    waiting.put("lab", waited_for=False, times=2, spare=True)
    waiting.put("bots", waited_for=False, times=9)
    waiting.put("people", times=9)
    assert {waiting.do()[0] for _ in range(18)} == {"b", "p"}
    assert waiting.do(resting=True) == ""
    assert waiting.do() == "lab table 0"
    waiting.put("people")
    assert [waiting.do() for _ in range(2)] == ["people table 0", "lab table 1"]


def test_spare_time_work_about_one_thing_stays_in_one_worker() -> None:
    pool = BotPool(2)
    one, other = Worker(pool.closing), Worker(pool.closing)
    future: Future[int] = Future()
    job = Job(b"", future, 1.0, "lab", "lab x", "play", False, again=False, spare=True)
    assert pool.fits(other, job) == GLADLY
    pool.homes["lab x"] = one
    assert (pool.fits(one, job), pool.fits(other, job)) == (GLADLY, NOT_NOW)


def test_the_owner_who_used_least_lately_is_next() -> None:
    waiting = Waiting()
    waiting.put("a", times=9)
    assert waiting.do(0.8) == "a table 0"
    waiting.put("b", times=9)
    assert [waiting.do(0.3)[0] for _ in range(4)] == ["b", "b", "b", "a"]
    waiting.now += 100 * HALF_LIFE
    waiting.put("c", times=1)
    assert sorted(waiting.do(1.0)[0] for _ in range(3)) == ["a", "b", "c"]


def test_how_long_jobs_wait_is_the_lower_middle_of_what_households_see() -> None:
    waiting = Waiting()
    assert typical(waiting.queue.waits()) == 0.0
    for owner in ("a 1", "a 2", "b 1", "c 1"):
        waiting.put(owner)
    waiting.put("d 1", waited_for=False)
    waiting.now += 6.0
    assert typical(waiting.queue.waits()) == 6.0  # nobody takes them
    waiting.put("b 2")
    waiting.put("c 2")
    waiting.now += 1.0
    assert typical(waiting.queue.waits()) == 4.0  # 7, and of two households 7 and 1
    while waiting.do(0.0):
        pass
    assert typical(waiting.queue.waits()) == 4.0
    waiting.now += LATELY
    assert typical(waiting.queue.waits()) == 0.0
    waiting.put("a", times=40)
    waiting.now += 60.0
    waiting.put("b")
    assert typical(waiting.queue.waits()) == 0.0  # what one waits for much of their own says little about others


def test_a_job_that_still_runs_counts_as_used() -> None:
    waiting = Waiting()
    waiting.put("b", times=1)
    waiting.do(0.5)
    waiting.put("a", times=2)
    waiting.put("b", times=1)
    first = waiting.queue.take(False)
    waiting.now += 1.0
    second = waiting.queue.take(False)
    assert [job and job.owner for job in (first, second)] == ["a", "b"]


def test_use_is_forgotten_in_the_end() -> None:
    waiting = Waiting()
    for n in range(50):
        waiting.put(f"owner {n}")
        waiting.do()
        waiting.now += HALF_LIFE
    assert len(waiting.queue.used) < 20


def test_one_job_in_eight_may_be_one_that_nobody_waits_for() -> None:
    waiting = Waiting()
    waiting.put("a", times=40)
    waiting.put("b", waited_for=False, times=3)
    done = [waiting.do()[0] for _ in range(32)]
    assert [n for n, owner in enumerate(done, 1) if owner == "b"] == [ONE_IN, 2 * ONE_IN, 3 * ONE_IN]


def test_who_rests_takes_only_what_somebody_waits_for() -> None:
    waiting = Waiting()
    waiting.put("b", waited_for=False, times=2)
    assert waiting.do(resting=True) == ""
    waiting.put("a", times=20)
    assert {waiting.do(resting=True)[0] for _ in range(20)} == {"a"}
    assert waiting.do(resting=True) == ""
    assert waiting.do() == "b table 0"
