"""Bots think in processes of their own, looked after so that no table ever waits for a dead one."""

from __future__ import annotations

import atexit
import pickle
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from roundhouse.bots.make import parts
from roundhouse.core.state import State
from roundhouse.web.service import metrics
from roundhouse.web.service.bot_worker import GRACE, PAUSE, TICK, Late, Lost, Worker, log, think
from roundhouse.web.service.cache import Latest
from roundhouse.web.service.fair_queue import GLADLY, IF_NEED_BE, NOT_NOW, FairQueue, Job, typical

GUESS = 1.0  # seconds that a bot thinks whose budget is not in time
SOON = 0.3  # seconds in which a job waits for the worker that knows its table, even if others have nothing to do
LOYAL = 10.0  # and while they have other jobs
LONG = 5.0  # a worker busy for so many seconds is not waited for
MOST_HOMES = 2000
LOOK = 0.1  # seconds between looks at jobs that are left to another worker

T = TypeVar("T")


class BotFailed(Exception):
    """A job failed as often as it may be tried; says why it did the last time."""


class TookTooLong(Exception):
    """A job was stopped when its time was over."""


class Bots(Protocol):
    """Who thinks for the bots at the tables: workers of this server (`BotPool`) or those anywhere (`JobPool`)."""

    def ask(
        self, state: State, bot: str, seed: str, table: str, owner: str, waited_for: bool, n: int = 0
    ) -> Future[int]: ...

    def forget(self, table: str) -> None: ...

    def wait(self) -> float: ...

    def jobs(self) -> int: ...

    def thinking(self) -> bool: ...

    def stop(self) -> None: ...

    def pids(self) -> list[int]: ...

    def close(self) -> None: ...


class BotPool:
    """Workers that think for bots, each with a thread that looks after it.

    A server has a second pool for all that people ask for besides: hints, reviews, studies. Its workers are `lowly`:
    the machine gives them what bots who decide leave over, so that these wait for none of it.
    """

    def __init__(self, workers: int, patience: float = 60.0, tries: int = 3, lowly: bool = False) -> None:
        self.most = max(1, workers)
        self.patience = patience
        self.tries = max(1, tries)
        self.lowly = lowly
        self.queue = FairQueue()
        self.workers: dict[threading.Thread, Worker] = {}  # by their supervisors
        self.idle = 0  # supervisors that wait for a job
        self.homes: Latest[str, Worker] = Latest(MOST_HOMES)  # by table, who thought for it last and remembers it
        self.stopped = False  # nothing is begun any more
        self.turn = threading.Condition()  # held to read or change these five
        self.closing = threading.Event()
        self.clock = threading.Thread(target=self.watch_the_clock, name="bot clock", daemon=True)
        atexit.register(self.close)

    def ask(
        self, state: State, bot: str, seed: str, table: str, owner: str, waited_for: bool, n: int = 0
    ) -> Future[int]:
        """Set a worker thinking about decision n; the action it decides. BotFailed after `tries` failures.

        What leaves here is dealt anew: a bot cannot see what its seat must not. A bot with the same seed goes on with
        what it remembers of the table, if its worker still does.
        """
        try:
            known = pickle.dumps(state.resample(state.seat, f"{seed}/{n}"))
            seconds = seconds_of(bot)
        except Exception as error:  # a fault of the game: as if the bot had failed
            return cannot_be_asked(table, bot, error)
        work = partial(think, known, table, n, bot, seed)
        return self.decide(work, table, bot, owner, waited_for, seconds)

    def decide(
        self, work: Callable[[], T], table: str, bot: str, owner: str, waited_for: bool, seconds: float
    ) -> Future[T]:
        """A decision, however it is found; tried as often as may be. BotFailed after that."""
        future: Future[T] = Future()
        job = Job(pickle.dumps((work, ())), future, self.patience, owner, table, bot, waited_for, True, seconds)
        self.put(job)
        return future

    def forget(self, table: str) -> None:
        """A table has ended: what is remembered of it is of no more use."""
        with self.turn:
            if self.homes.pop(table, None) is not None:
                for worker in self.workers.values():
                    worker.ended.append(table)

    def run(self, function: Callable[..., T], *args: Any, patience: float, owner: str = "") -> Future[T]:
        """Any module-level function in a worker, with a limit of time; its own exceptions come back.

        TookTooLong if it was stopped. It is tried again only if its worker died; then BotFailed, too.
        """
        future: Future[T] = Future()
        work, name = pickle.dumps((function, args)), function.__name__
        self.put(Job(work, future, patience, owner, "", name, True, again=False, seconds=patience))
        return future

    def spare(self, function: Callable[..., T], *args: Any, patience: float, owner: str, about: str) -> Future[T]:
        """The same while nothing else waits, all that is about one thing in one worker."""
        future: Future[T] = Future()
        work = pickle.dumps((function, args))
        self.put(Job(work, future, patience, owner, about, function.__name__, False, again=False, spare=True))
        return future

    def wait(self) -> float:
        """The seconds that a decision has waited for a worker lately, as most owners had it."""
        with self.turn:
            return typical(self.queue.waits())

    def jobs(self) -> int:
        """How many wait for a worker."""
        with self.turn:
            return len(self.queue)

    def pids(self) -> list[int]:
        """The processes of the workers there are."""
        processes = [worker.process for worker in list(self.workers.values())]
        return [process.pid for process in processes if process is not None and process.pid]

    def thinking(self) -> bool:
        """Whether any worker is at work that is worth waiting for: what is done in spare time goes on another time."""
        with self.turn:
            return any(not job.spare for job in self.queue.running)

    def stop(self) -> None:
        """Begin nothing any more: what waits is cancelled, what is begun goes on."""
        with self.turn:
            self.stopped = True
            waiting = self.queue.drain()
        for job in waiting:
            job.cancel()

    def close(self) -> None:
        """End all workers and cancel what waits."""
        with self.turn:
            self.closing.set()
            self.turn.notify_all()
        atexit.unregister(self.close)
        self.stop()
        for force in (False, True):
            for worker in self.workers.values():
                worker.stop(force)
            until = time.monotonic() + 2 * GRACE
            for supervisor in self.workers:
                if supervisor is not threading.current_thread():
                    supervisor.join(max(0.0, until - time.monotonic()))

    def put(self, job: Job) -> None:
        """Let a job wait for its turn, with one more supervisor if all are busy."""
        with self.turn:
            stopped = self.stopped
            if not stopped:
                self.queue.put(job)
                if len(self.workers) < self.most and len(self.queue) > self.idle:
                    self.add_worker()
                self.turn.notify_all()
        if stopped:
            job.cancel()

    def add_worker(self) -> None:
        worker = Worker(self.closing, self.lowly)
        supervisor = threading.Thread(target=self.supervise, args=(worker,), name="bot supervisor", daemon=True)
        try:
            if not self.clock.is_alive():
                self.clock.start()
            supervisor.start()
        except RuntimeError:  # no more threads: the next job tries again
            log.exception("A supervisor of bots could not be started.")
        else:
            self.workers[supervisor] = worker

    def watch_the_clock(self) -> None:
        """Every moment, see to the workers that are late."""
        while not self.closing.wait(TICK):
            for worker in list(self.workers.values()):
                with suppress(OSError):
                    worker.check()

    # in the supervisors

    def supervise(self, worker: Worker) -> None:
        """Give a worker one job after another until the pool is closed."""
        rest = 0.0
        while not self.closing.is_set():
            try:
                rest = self.serve(worker, rest)
            except BaseException:  # if this thread ended, so would its worker, and jobs would wait for ever
                log.exception("A supervisor of bots stumbled.")
                self.closing.wait(PAUSE)
        worker.end()

    def serve(self, worker: Worker, rest: float) -> float:
        """Wait for a job and settle it; until when to take none that nobody waits for."""
        job = self.next(worker, rest)
        if job is None:
            return rest
        fine, value = False, BotFailed("The supervisor stumbled.")
        try:
            fine, value = self.see_through(worker, job)
        finally:
            with self.turn:
                seconds = self.queue.done(job)
                metrics.bot_done(job, seconds, self.queue.clock())
                worker.until = 0.0
            if not job.waited_for:
                rest = time.monotonic() + seconds * self.queue.manners()
            if fine:
                job.answer(value)
            elif self.closing.is_set():
                job.cancel()
            else:
                job.fail(value)
        return rest

    def next(self, worker: Worker, rest: float) -> Job | None:
        """The job whose turn it is; None once the pool is closed."""
        with self.turn:
            self.idle += 1
            try:
                while not self.closing.is_set():
                    left = rest - time.monotonic()
                    job = self.queue.take(left > 0, lambda job: self.fits(worker, job))
                    if job is None:
                        rested = min(left, LOOK) if left > 0 else LOOK
                        self.turn.wait(rested if len(self.queue) else None)
                    elif job.future.cancelled():
                        self.queue.done(job)
                        job.cancel()
                    else:
                        worker.until = time.monotonic() + job.seconds
                        if job.table:
                            self.homes[job.table] = worker
                        return job
            finally:
                self.idle -= 1
        return None

    def fits(self, worker: Worker, job: Job) -> int:
        """Whether a worker takes a job now, or leaves it to the one that remembers its table and will soon be free."""
        home, now = self.homes.get(job.table), time.monotonic()
        if job.spare:
            return GLADLY if home is None or home is worker else NOT_NOW
        waited, busy = now - job.since, home.until - now if home is not None else 0.0
        if home is None or home is worker or busy > LONG or waited > LOYAL:
            return GLADLY
        return NOT_NOW if busy <= SOON and waited <= SOON else IF_NEED_BE

    def see_through(self, worker: Worker, job: Job) -> tuple[bool, Any]:
        """Try a job as often as it may be tried; whether it went well, and its answer or error."""
        for n in range(1, self.tries + 1):
            fine, value = self.attempt(worker, job)
            if fine or not (job.again or isinstance(value, Lost)):
                return fine, value
            worker.end()
            if self.closing.is_set() or job.future.cancelled():
                return fine, value
            raised = None if isinstance(value, Lost | TookTooLong) else value
            why = (n, self.tries, job.bot, reason(value))
            log.warning("Try %d of %d of %s failed: %s", *why, extra=job.log_fields, exc_info=raised)
        log.error("%s is given up: %s", job.bot, reason(value), extra=job.log_fields)
        return False, BotFailed(reason(value))

    def attempt(self, worker: Worker, job: Job) -> tuple[bool, Any]:
        """Let the worker do a job once; as above."""
        try:
            fine, value, notes = pickle.loads(worker.ask(job.work, job.patience))
        except Late as late:
            return False, TookTooLong(str(late))
        except Lost as lost:
            return False, lost
        except Exception as error:
            return False, Lost(reason(error))
        for level, words in notes:
            log.log(level, "%s", words, extra=job.log_fields)
        if isinstance(value, MemoryError):
            worker.end()
        return fine, value


def here(bots: Bots) -> BotPool:
    """The same, as the server's own processes."""
    assert isinstance(bots, BotPool), "workers elsewhere decide only: for all else a server needs a pool of its own"
    return bots


def seconds_of(bot: str) -> float:
    """How long a bot should think."""
    return parts(bot)[1].milliseconds / 1000 or GUESS


def cannot_be_asked(table: str, bot: str, error: Exception) -> Future[int]:
    """A state that cannot be dealt or sent is as if its bot had failed."""
    log.exception("%s cannot be asked.", bot, extra={"table": table, "bot": bot})
    future: Future[int] = Future()
    future.set_exception(BotFailed(reason(error)))
    return future


def reason(error: BaseException) -> str:
    """Why something failed, in a sentence."""
    return str(error) if isinstance(error, Lost | TookTooLong) else f"{type(error).__name__}: {error}"
