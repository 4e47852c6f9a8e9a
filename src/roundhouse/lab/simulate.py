"""Many games between bots: same seed, same result, however many processes share the work."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import Pool
from typing import Protocol, TypeVar

from roundhouse.bots.make import Player, make
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.registry import game as find
from roundhouse.core.state import State

MOST_DECISIONS = 200_000
Work = TypeVar("Work")
Done = TypeVar("Done")


class NeverEnds(RoundhouseError):
    """A game in which the bots wait for each other."""


@dataclass(frozen=True)
class Match:
    """What is to be played: everything a worker needs, in plain values."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: str
    options: dict[str, object]
    components: str | None = None

    def lineup(self, n: int) -> list[str]:
        """The bots of game n by seat: round-robin over the seats, one seat on from game to game."""
        return [self.bots[(seat - n) % self.seats % len(self.bots)] for seat in range(self.seats)]

    def dealt(self, n: int) -> State:
        """The table of game n before anything is decided."""
        game = find(self.game)
        return game.new(self.seats, f"{self.seed}/{n}", game.box(self.components), **self.options)


@dataclass(frozen=True)
class Played:
    """One finished game."""

    lineup: list[str]
    scores: list[int]
    winners: list[int]
    decisions: int


@dataclass
class Row:
    """How a bot, or a seat, did. A win shared by n counts one n-th."""

    name: str
    played: int = 0
    wins: float = 0.0
    points: int = 0

    @property
    def win_rate(self) -> float:
        return self.wins / self.played if self.played else 0.0

    @property
    def mean_score(self) -> float:
        return self.points / self.played if self.played else 0.0

    def add(self, score: int, share: float) -> None:
        self.played += 1
        self.wins += share
        self.points += score


@dataclass
class Result:
    """All games together. `decisions` counts those with more than one option."""

    match: Match
    bots: list[Row]
    seats: list[Row]
    games: int = 0
    decisions: int = 0
    seconds: float = field(default=0.0, compare=False)

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0

    def add(self, played: Played) -> None:
        self.games += 1
        self.decisions += played.decisions
        share = 1 / len(played.winners)
        by_name = {row.name: row for row in self.bots}
        for seat, name in enumerate(played.lineup):
            won = share if seat in played.winners else 0.0
            by_name[name].add(played.scores[seat], won)
            self.seats[seat].add(played.scores[seat], won)


def simulate(match: Match, games: int, jobs: int = 1, progress: Callable[[int], None] | None = None) -> Result:
    """Play the games of a match; `progress` is told how many more are done."""
    check(match)
    result = Result(
        match, [Row(b) for b in dict.fromkeys(match.bots)], [Row(f"seat {i + 1}") for i in range(match.seats)]
    )
    started = time.perf_counter()
    for batch in batches(match, games, jobs):
        for played in batch:
            result.add(played)
        if progress is not None:
            progress(len(batch))
    result.seconds = time.perf_counter() - started
    return result


def check(match: Match) -> None:
    """Refuse, before any process starts, what could not be played."""
    game = find(match.game)
    game.check_seats(match.seats)
    game.check_options(match.options)
    game.box(match.components)
    for bot in match.bots:
        make(bot, 0)


def batches(match: Match, games: int, jobs: int) -> Iterator[list[Played]]:
    """The games in order, some at a time."""
    size = max(1, min(25, games // (jobs * 4)))
    work = [(match, first, min(first + size, games)) for first in range(0, games, size)]
    return shared(play_batch, work, jobs)


def shared(do: Callable[[Work], Done], work: list[Work], jobs: int) -> Iterator[Done]:
    """What is done with each piece of work, in order, by so many processes."""
    if jobs == 1:
        yield from map(do, work)
        return
    with no_interrupt():
        pool = Pool(min(jobs, len(work)), initializer=leave_interrupts)
    with pool:
        yield from pool.imap(do, work)


@contextmanager
def no_interrupt() -> Iterator[None]:
    """Let Ctrl-C wait until all workers are there: a half-made pool cannot be ended in order."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_interrupts() -> None:
    """Ctrl-C is for the process that asked for the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_batch(work: tuple[Match, int, int]) -> list[Played]:
    match, first, last = work
    return [play_one(match, n) for n in range(first, last)]


def play_one(match: Match, n: int) -> Played:
    """Game n of a match."""
    s = match.dealt(n)
    lineup = match.lineup(n)
    decisions = play_out(s, [Player(name, f"{match.seed}/{n}/{seat}") for seat, name in enumerate(lineup)])
    if not s.over:
        raise NeverEnds(
            f"Game {n + 1} of seed {match.seed} was given up after {MOST_DECISIONS:,} decisions: "
            f"{', '.join(lineup)} do not bring it to an end."
        )
    return Played(lineup, s.scores(), s.winners(), decisions)


class Decides(Protocol):
    """Who sits at a table."""

    def decide(self, state: State) -> int: ...


def play_out(s: State, players: Sequence[Decides], most: int = MOST_DECISIONS) -> int:
    """Let them play until the game is over, or so many decisions are made; how many had more than one option."""
    decisions = 0
    for _ in range(most):
        if s.over:
            break
        decisions += len(s.choices()) > 1
        s.apply(players[s.seat].decide(s))
    return decisions
