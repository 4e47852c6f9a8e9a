"""The review of a game: every seat's chance to win from decision to decision, and what the dearest decisions cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from roundhouse.bots.advice import Adviser
from roundhouse.bots.bot import Budget
from roundhouse.core.records import Line, Record
from roundhouse.core.state import State

ITERATIONS = 400  # for each decision
WORST = 5  # decisions that are told
DEEPER = 4  # times the iterations, for those that may be among them
CANDIDATES = 3  # times as many as are told are looked at again


@dataclass(frozen=True)
class Judged:
    """A decision that was a choice, and what was thought of it."""

    n: int  # its number in the record
    seat: int
    words: str
    chances: list[float]  # of every seat to win, before it
    chance: float  # of the seat, after what it did,
    best: float  # and after what promised most
    better: str  # that, in words; "" if it did it
    action: int
    line: list[tuple[int, str]]  # what would most likely have followed on it

    @property
    def cost(self) -> float:
        """How much of its chance to win the seat gave away."""
        return max(0.0, self.best - self.chance)


@dataclass(frozen=True)
class Review:
    """What can be said of a game."""

    game: str
    names: list[str]
    iterations: int
    scores: list[int]
    winners: list[int]
    judged: list[Judged]

    def worst(self, seat: int | None = None, most: int = WORST) -> list[Judged]:
        """The decisions that cost most, the dearest first; of one seat, if given."""
        found = [one for one in self.judged if one.cost > 0 and seat in (None, one.seat)]
        return sorted(found, key=lambda one: (-one.cost, one.n))[:most]

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "worst": [one.n for one in self.worst()]}


def review(record: Record, iterations: int = ITERATIONS, advance: Callable[[int], None] = lambda done: None) -> Review:
    """Look at every decision of a record that was a choice; what may be among the worst is looked at more closely."""
    states: dict[int, State] = {}
    judged: dict[int, Judged] = {}
    for line, state in positions(record):
        states[line.n] = state
        judged[line.n] = judge(state, line, iterations)
        advance(1)
    for one in worst(list(judged.values()), CANDIDATES * WORST):
        line = record.lines[one.n - 1]
        judged[one.n] = judge(states[one.n], line, DEEPER * iterations)
    over = record.state.over
    return Review(
        record.game.id,
        record.names,
        iterations,
        record.state.scores(),
        record.state.winners() if over else [],
        list(judged.values()),
    )


def worst(judged: list[Judged], most: int) -> list[Judged]:
    return sorted(judged, key=lambda one: (-one.cost, one.n))[:most]


def positions(record: Record) -> list[tuple[Line, State]]:
    """The decisions that stand and were choices, each with the table as it was then."""
    s = record.replayed([])
    out = []
    for line in record.active_lines():
        if len(s.choices()) > 1:
            out.append((line, s.clone()))
        s.script = [chance[:] for chance in line.chance] if record.rules_version != record.game.rules_version else None
        s.apply(line.now)
        s.script = None
    return out


def judge(state: State, line: Line, iterations: int) -> Judged:
    """A decision, by what its seat could know."""
    adviser = Adviser(f"review/{line.n}")
    found = adviser.look(state, line.seat, Budget(iterations), [line.now])
    done = next(prospect for prospect in found if prospect.action == line.now)
    best = found[0]
    missed = best is not done
    return Judged(
        line.n,
        line.seat,
        line.words,
        adviser.chances,
        done.chance,
        best.chance,
        state.words(best.action) if missed else "",
        best.action,
        best.line if missed else [],
    )
