"""The pool in which bots think: real processes, killed, hung and left alone; and whose turn it is."""

from __future__ import annotations

import itertools
import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import roundhouse
from roundhouse.bots.make import make
from roundhouse.core.state import State
from roundhouse.web.bot_pool import BotFailed, BotPool, TookTooLong
from roundhouse.web.fair_queue import HALF_LIFE, ONE_IN, FairQueue, Job
from tests.web.bot_jobs import (
    LONG,
    SOON,
    arrive,
    arrived,
    be_crooked,
    come_to_stay,
    double,
    kill_itself,
    own_pid,
    rest,
    run_out_of_memory,
    spin,
    until,
    wait_for_leave,
)

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


@pytest.fixture
def pool() -> Iterator[BotPool]:
    made = BotPool(1, patience=LONG)
    yield made
    made.close()


def position(moves: int = 0) -> State:
    """A table of trains in play."""
    s = roundhouse.game("trains").new(3, 7)
    bot = make("random", 7)
    for _ in range(moves):
        s.apply(bot.decide(s, s.seat))
    return s


# answers


@pytest.mark.parametrize("game", ["trains", "spyrium", "empires", "empyreal"])
def test_a_decision_is_legal_and_the_same_each_time(pool: BotPool, game: str) -> None:
    s = roundhouse.game(game).new(3, 5)
    asked = [pool.ask(s, bot, "a seed", "table", "owner", True) for bot in ("greedy", "greedy", "random")]
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
    _, (held, _, _) = pickle.loads(job.work)
    left: State = pickle.loads(held)
    assert left.fingerprint() == s.resample(s.seat, "a seed").fingerprint()
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


def test_a_worker_out_of_memory_is_made_anew(pool: BotPool) -> None:
    first = pool.run(own_pid, patience=LONG).result(SOON)
    with pytest.raises(MemoryError, match="all of it"):
        pool.run(run_out_of_memory, patience=LONG).result(SOON)
    assert pool.run(own_pid, patience=LONG).result(SOON) != first


def test_a_bot_that_always_raises_is_given_up(pool: BotPool, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "roundhouse.bots"):
        asked = pool.ask(position(), "deep", "a seed", "its table", "owner", True)
        with pytest.raises(BotFailed, match="BadOption: There is no bot 'deep'"):
            asked.result(SOON)
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 3 + ["ERROR"]
    assert {(record.__dict__["table"], record.__dict__["bot"]) for record in caplog.records} == {("its table", "deep")}
    assert pool.ask(position(), "random", "a seed", "its table", "owner", True).result(SOON) in position().legal()


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


# workers that die


@posix
def test_a_worker_killed_while_it_works_is_made_anew(pool: BotPool, tmp_path: Path) -> None:
    asked = pool.run(come_to_stay, tmp_path, "job", patience=LONG)
    os.kill(arrived(tmp_path, "job"), signal.SIGKILL)
    assert asked.result(SOON) == "job"


@posix
def test_a_worker_killed_while_idle_is_made_anew(pool: BotPool, caplog: pytest.LogCaptureFixture) -> None:
    s = position()
    first = pool.ask(s, "greedy", "a seed", "table", "owner", True).result(SOON)
    [pid] = pool.pids()
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert pool.ask(s, "greedy", "a seed", "table", "owner", True).result(SOON) == first
    assert [record.getMessage() for record in caplog.records] == ["An idle worker died (exit code -9)."]


@posix
def test_workers_killed_before_they_are_ready_are_no_fault_of_the_job(pool: BotPool) -> None:
    asked = pool.run(double, 1, patience=LONG)
    killed: set[int] = set()
    while len(killed) < 6 and not asked.done():
        for pid in set(pool.pids()) - killed:
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
        wait([asked], 0.001)
    assert asked.result(SOON) == 2


@posix
@pytest.mark.parametrize(("how", "code"), [("signal", -9), ("exit", 3), ("leave", 4)])
def test_a_job_that_kills_its_worker_is_given_up_and_others_are_served(pool: BotPool, how: str, code: int) -> None:
    fatal = pool.run(kill_itself, how, patience=LONG)
    fine = [pool.run(double, n, patience=LONG) for n in range(5)]
    with pytest.raises(BotFailed, match=rf"Its process died \(exit code {code}\)\.$"):
        fatal.result(SOON)
    assert [future.result(SOON) for future in fine] == [0, 2, 4, 6, 8]


@posix
def test_a_worker_is_not_interrupted_at_the_terminal(pool: BotPool, tmp_path: Path) -> None:
    asked = pool.run(wait_for_leave, tmp_path, "job", patience=LONG)
    pid = arrived(tmp_path, "job")
    os.kill(pid, signal.SIGINT)
    (tmp_path / "leave").touch()
    assert asked.result(SOON) == pid


@posix
def test_thirty_workers_killed_in_a_row_lose_no_job(caplog: pytest.LogCaptureFixture) -> None:
    pool = BotPool(2, patience=LONG)
    s = position()
    futures: list[Future[int]] = []
    since: set[int] = set()  # the supervisors whose workers have answered since the last kill
    pids: list[int] = []
    killed: set[int] = set()
    stop = False

    def ask(table: str) -> None:
        future = pool.ask(s, "greedy", f"{table} {len(futures)}", table, "owner", True)
        futures.append(future)
        future.add_done_callback(lambda _: again(table))

    def again(table: str) -> None:
        since.add(threading.get_ident())
        if not stop:
            ask(table)

    def alive() -> bool:
        pids[:] = pool.pids()
        return len(pids) == 2 and not killed.intersection(pids)

    try:
        for n in range(4):
            ask(f"table {n}")
        for _ in range(15):
            until(lambda: alive() and len(since) == 2)
            for pid in pids:
                os.kill(pid, signal.SIGKILL)
            killed.update(pids)
            since.clear()  # an answer of the dead that is read later is of a job that they had done
        stop = True
        assert {future.result(SOON) for future in list(futures)} <= set(s.legal())
        assert sum("died (exit code -9)" in record.getMessage() for record in caplog.records) >= 28
    finally:
        stop = True
        pool.close()


@posix
def test_a_worker_that_cannot_be_started_is_a_failure_of_the_job(pool: BotPool) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
    try:
        with pytest.raises(BotFailed, match="A worker could not be started: "):
            pool.run(double, 1, patience=LONG).result(SOON)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert pool.run(double, 1, patience=LONG).result(SOON) == 2


def test_a_job_that_hangs_is_stopped(pool: BotPool, tmp_path: Path) -> None:
    assert pool.run(double, 1, patience=LONG).result(SOON) == 2
    for function in (spin, wait_for_leave):
        with pytest.raises(TookTooLong, match=r"It took longer than 0.3 seconds\."):
            pool.run(function, tmp_path, "job", patience=0.3).result(SOON)
    assert pool.run(double, 1, patience=LONG).result(SOON) == 2


@posix
def test_a_worker_that_does_not_even_listen_is_stopped(pool: BotPool) -> None:
    for size in (1, 10_000_000):
        os.kill(pool.run(own_pid, patience=LONG).result(SOON), signal.SIGSTOP)
        with pytest.raises(TookTooLong):
            pool.run(len, b"x" * size, patience=0.1).result(SOON)
    assert pool.run(len, b"x" * 10_000_000, patience=LONG).result(SOON) == 10_000_000


@posix
def test_a_bot_that_hangs_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    pool = BotPool(1, patience=0.5, tries=2)
    os.kill(pool.run(own_pid, patience=LONG).result(SOON), signal.SIGSTOP)
    asked = pool.ask(position(), "random", "a seed", "table", "owner", True)
    assert isinstance(asked.exception(SOON), BotFailed | None)  # the new worker may be late, too, on a slow machine
    pool.close()
    assert caplog.records[0].getMessage() == "Try 1 of 2 of random failed: It took longer than 0.5 seconds."


# the end


@posix
@pytest.mark.parametrize("jobs", ["spin", "stay", "idle"])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_worker_outlives_the_server(tmp_path: Path, how: signal.Signals, jobs: str) -> None:
    code = f"from tests.web.bot_jobs import Path, hold_workers; hold_workers(Path({str(tmp_path)!r}), {jobs!r})"
    server = subprocess.Popen(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(set(pids)) == 2
        server.send_signal(how)
        server.communicate(timeout=SOON)  # to the end of its output, which the workers hold open
        assert server.returncode == (0 if how == signal.SIGTERM else -how)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)


def test_closing_ends_a_busy_worker_and_cancels_what_waits(tmp_path: Path) -> None:
    pool = BotPool(1)
    running = pool.run(spin, tmp_path, "job", patience=LONG)
    waiting = pool.run(double, 1, patience=LONG)
    arrived(tmp_path, "job")
    pool.close()
    for future in (running, waiting, pool.run(double, 1, patience=LONG)):
        with pytest.raises(CancelledError):
            future.result(SOON)
    late = pool.ask(position(), "random", "a seed", "table", "owner", True)
    assert late.cancelled()
    all_asked: list[Future[Any]] = [running, waiting, late]
    assert wait(all_asked, SOON).not_done == set()
    assert pool.pids() == []
    pool.close()


@pytest.mark.parametrize("moment", range(8))
def test_a_pool_closed_at_any_moment_leaves_nothing(moment: int) -> None:
    pool = BotPool(2)
    asked = [pool.run(rest, 0.01, patience=LONG) for _ in range(4)]
    wait(asked, 0.05 * moment)
    pool.close()
    assert wait(asked, SOON).not_done == set()
    until(lambda: not pool.pids() and not any(supervisor.is_alive() for supervisor in pool.workers))


def test_a_pool_can_be_closed_by_a_callback(pool: BotPool) -> None:
    closed = threading.Event()

    def close(_done: Future[int]) -> None:
        pool.close()
        closed.set()

    pool.run(double, 1, patience=LONG).add_done_callback(close)
    assert closed.wait(SOON)
    assert pool.run(double, 1, patience=LONG).cancelled()


def test_a_cancelled_job_is_never_done(pool: BotPool, tmp_path: Path) -> None:
    busy = pool.run(wait_for_leave, tmp_path, "busy", patience=LONG)
    arrived(tmp_path, "busy")
    unwanted = pool.run(arrive, tmp_path, "unwanted", patience=LONG)
    last = pool.run(double, 1, patience=LONG)
    assert unwanted.cancel()
    assert busy.cancel()  # its worker goes on, for nothing
    (tmp_path / "leave").touch()
    assert last.result(SOON) == 2
    both: list[Future[Any]] = [unwanted, busy]
    assert wait(both, SOON).not_done == set()
    assert list(tmp_path.glob("unwanted.*")) == []


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

    def put(self, owner: str, table: str = "table", waited_for: bool = True, times: int = 1) -> None:
        for n in range(times):
            future: Future[int] = Future()
            self.queue.put(Job(b"", future, 1.0, owner, table, f"{owner} {table} {n}", waited_for, again=True))

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


def test_the_owner_who_used_least_lately_is_next() -> None:
    waiting = Waiting()
    waiting.put("a", times=9)
    assert waiting.do(0.8) == "a table 0"
    waiting.put("b", times=9)
    assert [waiting.do(0.3)[0] for _ in range(4)] == ["b", "b", "b", "a"]
    waiting.now += 100 * HALF_LIFE
    waiting.put("c", times=1)
    assert sorted(waiting.do(1.0)[0] for _ in range(3)) == ["a", "b", "c"]


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
