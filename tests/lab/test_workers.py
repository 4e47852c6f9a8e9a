"""Work shared among processes: in order, and done again where one is lost."""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from roundhouse.lab import workers as lab_workers
from roundhouse.lab.workers import Where, WorkersLost
from tests.lab.clerks import doubled, mortal


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_what_is_done_comes_in_order(workers: int) -> None:
    assert list(Where(workers).shared(doubled, ((n, "") for n in range(20)))) == list(range(0, 40, 2))


def test_only_some_is_begun_ahead() -> None:
    begun: list[int] = []

    def work() -> object:
        for n in range(1000):
            begun.append(n)
            yield n, ""

    done = Where(2).shared(doubled, work())  # type: ignore[arg-type]
    assert next(iter(done)) == 0
    assert len(begun) < 20


def test_what_a_lost_process_had_begun_is_done_again(tmp_path: Path) -> None:
    work = [(n, str(tmp_path)) for n in range(12)]
    assert list(Where(2).shared(doubled, work)) == list(range(0, 24, 2))
    assert (tmp_path / "died").exists()


def test_so_it_is_if_it_was_lost_while_nobody_waited(tmp_path: Path) -> None:
    results = Where(2).shared(doubled, [(n, str(tmp_path)) for n in range(12)])
    assert next(results) == 0
    while not (tmp_path / "died").exists():
        time.sleep(0.01)
    time.sleep(0.3)  # the pool learns of it, and takes no more work
    assert list(results) == list(range(2, 24, 2))


def test_work_that_no_process_survives_is_given_up() -> None:
    with pytest.raises(WorkersLost, match="died 3 times"):
        list(Where(2).shared(mortal, [1, 2]))


def test_an_interrupt_while_workers_are_made_comes_when_they_are_there_and_ends_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another thread may be the one that hears of it, as that of a progress bar."""
    made: list[int] = []
    real = lab_workers.started

    def interrupted(workers: int) -> ProcessPoolExecutor:
        sender = threading.Thread(target=lambda: os.kill(os.getpid(), signal.SIGINT))
        sender.start()
        sender.join()
        pool = real(workers)
        made.extend(pool._processes)
        return pool

    monkeypatch.setattr(lab_workers, "started", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background interrupts are ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            list(Where(2).shared(abs, range(5)))
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(made) == 2
    for process in made:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
