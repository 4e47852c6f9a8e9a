"""Who is next: jobs wait so that nobody who plays waits for a stranger's many tables."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

HALF_LIFE = 10.0  # seconds after which half of what an owner used is forgotten
ONE_IN = 8  # so many jobs at the most until one that nobody waits for has its turn
LATELY = 30.0  # seconds after which nobody plays any more
POLITE = 4.0
MOST_WAITS = 1000  # remembered
TRIFLE = 0.001  # seconds of use not worth remembering


@dataclass(eq=False)
class Job:
    """Something for a worker to do, and for whom."""

    work: bytes
    future: Future[Any]
    patience: float
    owner: str
    table: str
    bot: str
    waited_for: bool
    again: bool  # whether it is tried again after it raised or took too long
    seconds: float = 0.0  # how long it should take
    since: float = 0.0  # when it began to wait
    spare: bool = False  # whether it is done only while nothing else waits

    @property
    def log_fields(self) -> dict[str, str]:
        """What a line in the log says besides its words."""
        return {"table": self.table, "bot": self.bot}

    def answer(self, value: object) -> None:
        # the future is not marked as running before now, so that it can be cancelled until it is answered
        if self.future.set_running_or_notify_cancel():
            self.future.set_result(value)

    def fail(self, error: BaseException) -> None:
        if self.future.set_running_or_notify_cancel():
            self.future.set_exception(error)

    def cancel(self) -> None:
        """Cancel it and tell those who wait for it."""
        self.future.cancel()
        self.future.set_running_or_notify_cancel()


def household(owner: str) -> str:
    """Where an owner is: what stands before the blank, or the owner."""
    return owner.partition(" ")[0]


def typical(waits: Iterable[tuple[str, float]]) -> float:
    """The wait that a newcomer may expect: of each household the mean, and of these the lower middle one.

    So one that asks for much, and waits for it long, says little about the others.
    """
    near: dict[str, list[float]] = {}
    for owner, seconds in waits:
        near.setdefault(household(owner), []).append(seconds)
    means = sorted(sum(some) / len(some) for some in near.values())
    return means[(len(means) - 1) // 2] if means else 0.0


Line = dict[str, dict[str, deque[Job]]]  # by owner and table
GLADLY, IF_NEED_BE, NOT_NOW = 2, 1, 0  # whether a worker takes a job
Fits = Callable[[Job], int]


def any_fits(_job: Job) -> int:
    return GLADLY


class FairQueue:
    """Jobs that wait, in three lines, and what their owners have used. The caller holds a lock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.waited_for: Line = {}
        self.others: Line = {}
        self.spare: Line = {}  # for when both are empty
        self.asked = -LATELY  # when somebody last waited for a job
        self.passed = 0  # jobs taken in a row while others waited in vain
        self.running: dict[Job, float] = {}
        self.used: dict[str, tuple[float, float]] = {}  # the seconds of an owner, and when they were right
        self.waited: deque[tuple[float, str, float]] = deque(maxlen=MOST_WAITS)  # when, for whom, how long it was

    def __len__(self) -> int:
        return len(self.jobs())

    def jobs(self) -> list[Job]:
        """All that wait."""
        lines = (self.waited_for, self.others, self.spare)
        return [job for line in lines for tables in line.values() for waiting in tables.values() for job in waiting]

    def put(self, job: Job) -> None:
        job.since = self.clock()
        line = self.spare if job.spare else self.waited_for if job.waited_for else self.others
        line.setdefault(job.owner, {}).setdefault(job.table, deque()).append(job)

    def take(self, resting: bool, fits: Fits = any_fits) -> Job | None:
        """The next job that fits, from now on running; who rests takes none that nobody waits for."""
        if resting:
            lines = [self.waited_for]
        elif not (self.waited_for or self.others):
            lines = [self.spare]
        elif self.passed >= ONE_IN - 1 or not self.waited_for:
            lines = [self.others, self.waited_for]
        else:
            lines = [self.waited_for]
        for line in lines:
            job = self.first(line, fits)
            if job is not None:
                self.passed = self.passed + 1 if self.others and line is self.waited_for else 0
                self.running[job] = self.clock()
                if job.waited_for:
                    self.asked = self.clock()
                    self.waited.append((self.asked, job.owner, self.asked - job.since))
                return job
        return None

    def first(self, line: Line, fits: Fits) -> Job | None:
        """Take the first job of the next table of the owner who used least; both go to the end of their lines.

        What fits only if need be comes after all that is taken gladly.
        """
        spare: tuple[str, str] | None = None
        for owner in sorted(line, key=lambda owner: (self.use(household(owner)), self.use(owner))):
            for table, jobs in line[owner].items():
                how = fits(jobs[0])
                if how == GLADLY:
                    return self.pick(line, owner, table)
                if how == IF_NEED_BE and spare is None:
                    spare = (owner, table)
        return self.pick(line, *spare) if spare else None

    def pick(self, line: Line, owner: str, table: str) -> Job:
        tables = line.pop(owner)
        jobs = tables.pop(table)
        job = jobs.popleft()
        if jobs:
            tables[table] = jobs
        if tables:
            line[owner] = tables
        return job

    def done(self, job: Job) -> float:
        """A running job has ended; how many seconds it used."""
        seconds = self.clock() - self.running.pop(job)
        for owner in {job.owner, household(job.owner)}:
            self.used[owner] = (self.lately(owner) + seconds, self.clock())
        self.used = {owner: use for owner, use in self.used.items() if self.lately(owner) > TRIFLE}
        return seconds

    def manners(self) -> float:
        """How long to rest after a job that nobody waits for, as a multiple of its time; longer while people play."""
        return POLITE if self.clock() - self.asked < LATELY else 1.0

    def waits(self) -> list[tuple[str, float]]:
        """By owner the seconds that jobs which somebody waits for have waited lately, or wait now."""
        now = self.clock()
        past = [(owner, waited) for at, owner, waited in self.waited if now - at < LATELY]
        lines = self.waited_for.values()
        return past + [(job.owner, now - job.since) for tables in lines for jobs in tables.values() for job in jobs]

    def lately(self, owner: str) -> float:
        """The seconds an owner's jobs have used, the older the less they count."""
        seconds, then = self.used.get(owner, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self.clock() - then) / HALF_LIFE))

    def use(self, owner: str) -> float:
        """The same with the jobs that still run."""
        now = self.clock()
        running = [now - then for job, then in self.running.items() if owner in (job.owner, household(job.owner))]
        return self.lately(owner) + sum(running)

    def drain(self) -> list[Job]:
        """Take all that wait."""
        jobs = self.jobs()
        self.waited_for.clear()
        self.others.clear()
        self.spare.clear()
        return jobs
