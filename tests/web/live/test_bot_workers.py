"""Bot workers that are killed, hang or outlive their server; and what comes after."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from roundhouse.web.service.bot_pool import BotFailed, BotPool, TookTooLong
from tests.web.bot_jobs import (
    LONG,
    SOON,
    arrive,
    arrived,
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
from tests.web.test_bot_pool import position

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


@pytest.fixture
def pool() -> Iterator[BotPool]:
    made = BotPool(1, patience=LONG)
    yield made
    made.close()


def test_a_worker_killed_while_it_works_is_made_anew(pool: BotPool, tmp_path: Path) -> None:
    asked = pool.run(come_to_stay, tmp_path, "job", patience=LONG)
    os.kill(arrived(tmp_path, "job"), signal.SIGKILL)
    assert asked.result(SOON) == "job"


def test_a_worker_killed_while_idle_is_made_anew(pool: BotPool, caplog: pytest.LogCaptureFixture) -> None:
    s = position()
    first = pool.ask(s, "search@9", "a seed", "table", "owner", True, 1).result(SOON)
    [pid] = pool.pids()
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert pool.ask(s, "search@9", "a seed", "table", "owner", True, 2).result(SOON) == first  # it begins anew
    assert [record.getMessage() for record in caplog.records] == ["An idle worker died (exit code -9)."]


def test_workers_killed_before_they_are_ready_are_no_fault_of_the_job(pool: BotPool) -> None:
    asked = pool.run(double, 1, patience=LONG)
    killed: set[int] = set()
    while len(killed) < 6 and not asked.done():
        for pid in set(pool.pids()) - killed:
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
        wait([asked], 0.001)
    assert asked.result(SOON) == 2


@pytest.mark.parametrize(("how", "code"), [("signal", -9), ("exit", 3), ("leave", 4)])
def test_a_job_that_kills_its_worker_is_given_up_and_others_are_served(pool: BotPool, how: str, code: int) -> None:
    fatal = pool.run(kill_itself, how, patience=LONG)
    fine = [pool.run(double, n, patience=LONG) for n in range(5)]
    with pytest.raises(BotFailed, match=rf"Its process died \(exit code {code}\)\.$"):
        fatal.result(SOON)
    assert [future.result(SOON) for future in fine] == [0, 2, 4, 6, 8]


def test_a_worker_is_not_interrupted_at_the_terminal(pool: BotPool, tmp_path: Path) -> None:
    asked = pool.run(wait_for_leave, tmp_path, "job", patience=LONG)
    pid = arrived(tmp_path, "job")
    os.kill(pid, signal.SIGINT)
    (tmp_path / "leave").touch()
    assert asked.result(SOON) == pid


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


def test_a_worker_that_does_not_even_listen_is_stopped(pool: BotPool) -> None:
    for size in (1, 10_000_000):
        os.kill(pool.run(own_pid, patience=LONG).result(SOON), signal.SIGSTOP)
        with pytest.raises(TookTooLong):
            pool.run(len, b"x" * size, patience=0.1).result(SOON)
    assert pool.run(len, b"x" * 10_000_000, patience=LONG).result(SOON) == 10_000_000


def test_a_bot_that_hangs_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    pool = BotPool(1, patience=0.5, tries=2)
    os.kill(pool.run(own_pid, patience=LONG).result(SOON), signal.SIGSTOP)
    asked = pool.ask(position(), "random", "a seed", "table", "owner", True)
    assert isinstance(asked.exception(SOON), BotFailed | None)  # the new worker may be late, too, on a slow machine
    pool.close()
    assert caplog.records[0].getMessage() == "Try 1 of 2 of random failed: It took longer than 0.5 seconds."


@pytest.mark.parametrize("jobs", ["spin", "stay", "idle"])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_worker_outlives_the_server(tmp_path: Path, how: signal.Signals, jobs: str) -> None:
    code = f"from tests.web.bot_jobs import Path, hold_workers; hold_workers(Path({str(tmp_path)!r}), {jobs!r})"
    server = subprocess.Popen(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[3], stdout=subprocess.PIPE, start_new_session=True
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
    every: list[Future[Any]] = [running, waiting, late]
    assert wait(every, SOON).not_done == set()
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


def test_a_worker_out_of_memory_is_made_anew(pool: BotPool) -> None:
    first = pool.run(own_pid, patience=LONG).result(SOON)
    with pytest.raises(MemoryError, match="all of it"):
        pool.run(run_out_of_memory, patience=LONG).result(SOON)
    assert pool.run(own_pid, patience=LONG).result(SOON) != first
