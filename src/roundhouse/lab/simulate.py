"""Many games between bots: same seed, same result, however many processes share the work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from roundhouse.bots.make import Player, make
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.registry import game as find
from roundhouse.core.state import State
from roundhouse.lab.shares import Share
from roundhouse.lab.workers import ALONE, Where

MOST_DECISIONS = 200_000


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
class Result:
    """All games together. `decisions` counts those with more than one option."""

    match: Match
    bots: list[Share]
    seats: list[Share]
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
            by_name[name].add(won, played.scores[seat])
            self.seats[seat].add(won, played.scores[seat])


def simulate(match: Match, games: int, where: Where = ALONE, progress: Callable[[int], None] | None = None) -> Result:
    """Play the games of a match; `progress` is told how many more are done."""
    check(match)
    result = Result(
        match, [Share(b) for b in dict.fromkeys(match.bots)], [Share(f"seat {i + 1}") for i in range(match.seats)]
    )
    started = time.perf_counter()
    for batch in batches(match, games, where):
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


def batches(match: Match, games: int, where: Where) -> Iterator[list[Played]]:
    """The games in order, some at a time."""
    size = max(1, min(25, games // (where.workers * 4)))
    return where.shared(play_batch, ((match, first, min(first + size, games)) for first in range(0, games, size)))


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
