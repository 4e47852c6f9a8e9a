"""Work shared among processes of this machine, or of a cluster: done in order, and done again where one is lost."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from roundhouse.core.errors import BadOption, RoundhouseError

AHEAD = 3  # pieces of work a process that are begun before they are asked for
TRIES = 3  # of a piece whose process is lost
HERE = "local"  # a cluster that is started on this machine for this work

Work = TypeVar("Work")
Done = TypeVar("Done")


class WorkersLost(RoundhouseError):
    """A piece of work whose processes died again and again."""


@dataclass(frozen=True)
class Where:
    """Who does the work: so many processes here, or those of a Ray cluster by its address."""

    workers: int = 1
    cluster: str = ""

    def shared(self, do: Callable[[Work], Done], work: Iterable[Work]) -> Iterator[Done]:
        """What is done with each piece, in order. Only some are begun ahead, so there may be any number of them."""
        if self.cluster:
            return on_cluster(do, work, self)
        return map(do, work) if self.workers == 1 else in_processes(do, work, self.workers)


ALONE = Where()


# processes


def in_processes(do: Callable[[Work], Done], work: Iterable[Work], workers: int) -> Iterator[Done]:
    """By so many processes of this machine."""
    left = iter(work)
    taken: deque[Work] = deque()
    begun: deque[Future[Done]] = deque()  # what is taken, in its order
    tries = 0
    pool: ProcessPoolExecutor | None = None
    try:
        while True:
            taken.extend(islice(left, workers * AHEAD - len(taken)))
            if not taken:
                return
            try:
                if pool is None:
                    with no_interrupt():
                        pool = started(workers)
                while len(begun) < len(taken):
                    begun.append(pool.submit(do, taken[len(begun)]))
                done = begun[0].result()
            except BrokenProcessPool:
                tries += 1
                if tries >= TRIES:
                    raise WorkersLost(f"A process that played died {tries} times at the same work.") from None
                if pool is not None:
                    end(pool)
                pool = None
                begun.clear()
                continue
            tries = 0
            begun.popleft()
            taken.popleft()
            yield done
    finally:
        if pool is not None:
            end(pool)


def started(workers: int) -> ProcessPoolExecutor:
    """A pool whose processes are all there."""
    pool = ProcessPoolExecutor(workers, initializer=leave_interrupts)
    for ready in [pool.submit(os.getpid) for _ in range(workers)]:
        with suppress(BrokenProcessPool):
            ready.result()
    return pool


def end(pool: ProcessPoolExecutor) -> None:
    """End the processes whatever they do; what they had begun is not needed any more."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def no_interrupt() -> Iterator[None]:
    """Let Ctrl-C wait until all workers are there: a half-made pool cannot be ended in order.

    To block the signal would not do: it would come by another thread, as that of a progress bar.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # interrupts are for the main thread alone
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)


def leave_interrupts() -> None:
    """Ctrl-C is for the process that asked for the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# a cluster


def on_cluster(do: Callable[[Work], Done], work: Iterable[Work], where: Where) -> Iterator[Done]:
    """By the processes of a Ray cluster, which plays again what a lost one had begun."""
    ray = joined(where)
    task = ray.remote(num_cpus=1, max_retries=-1)(do)
    begun: deque[Any] = deque()
    try:
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        for piece in work:
            begun.append(task.remote(piece))
            if len(begun) >= most:
                yield ray.get(begun.popleft())
        while begun:
            yield ray.get(begun.popleft())
    finally:
        for one in begun:
            ray.cancel(one, force=True)


def joined(where: Where) -> Any:
    """Ray, connected to the cluster; BadOption if that cannot be."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ModuleNotFoundError:
        raise BadOption("A cluster needs Ray: pip install 'roundhouse[cluster]'.") from None
    if ray.is_initialized():
        return ray
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if where.cluster == HERE:
            ray.init(num_cpus=where.workers, include_dashboard=False, **quiet)
        else:
            ray.init(address=where.cluster, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise BadOption(f"There is no cluster at {where.cluster}: {' '.join(str(error).split())[:200]}") from None
    return ray
