"""The review of a game: every seat's chance to win from decision to decision, and what the dearest decisions cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from typing import Any

from roundhouse.bots.advice import FREE, Adviser, Future, Prospect
from roundhouse.bots.bot import Budget
from roundhouse.core.records import Line, Record
from roundhouse.core.state import State
from roundhouse.lab.advice import ENOUGH, GAMES, SEED, reasons, tally

ITERATIONS = 400  # for each decision
WORST = 5  # decisions that are told
DEEPER = 4  # times the iterations, for those that may be among them
CANDIDATES = 3  # times as many as are told are looked at again
A_GAME = 10  # iterations that are worth a game played on, for why something was better
BREATH = 50  # iterations after which who has other things to do is asked


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
    iterations: int  # that were spent on it
    why: list[str] = field(default_factory=list)  # it was better, with seats for names (`named`); of the worst only

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


def from_json(told: dict[str, Any]) -> Review:
    """A review as it was kept."""
    judged = [Judged(**{**one, "line": [(seat, words) for seat, words in one["line"]]}) for one in told["judged"]]
    return Review(told["game"], told["names"], told["iterations"], told["scores"], told["winners"], judged)


def review(record: Record, iterations: int = ITERATIONS, advance: Callable[[int], None] = lambda done: None) -> Review:
    """Look at every decision of a record that was a choice; what may be among the worst is looked at more closely."""
    steps = review_steps(record, iterations)
    while True:
        try:
            found = next(steps)
        except StopIteration as end:
            whole: Review = end.value
            return whole
        if found is not None and found.iterations == iterations:
            advance(1)


def looks(choices: int) -> int:
    """How often a review of so many choices finds something out."""
    return choices + min(choices, CANDIDATES * WORST)


def review_steps(
    record: Record,
    iterations: int = ITERATIONS,
    known: Iterable[Judged] = (),
    places: Sequence[tuple[Line, State]] | None = None,
) -> Generator[Judged | None, None, Review]:
    """The same step by step, for who has other things to do meanwhile; each step may have found something out.

    Who has to begin anew gives what was found out before, and only the rest is looked at. `places` are the record's
    `positions`, if they are known.
    """
    found = {(one.n, one.iterations): one for one in known}
    looked_at = {line.n: (line, state) for line, state in places or positions(record)}
    judged: dict[int, Judged] = {}
    for line, state in looked_at.values():
        judged[line.n] = yield from judged_once(found, state, line, iterations)
    for one in worst(list(judged.values()), CANDIDATES * WORST):
        line, state = looked_at[one.n]
        judged[one.n] = yield from judged_once(found, state, line, DEEPER * iterations)
    for one in worst([one for one in judged.values() if one.better], WORST):
        line, state = looked_at[one.n]
        judged[one.n] = yield from reasoned(one, state, line.now, min(GAMES, iterations // A_GAME))
    over = record.state.over
    return Review(
        record.game.id,
        record.names,
        iterations,
        record.state.scores(),
        record.state.winners() if over else [],
        list(judged.values()),
    )


def judged_once(
    found: dict[tuple[int, int], Judged], state: State, line: Line, iterations: int
) -> Generator[Judged | None, None, Judged]:
    """What is known of a decision, or else is found out."""
    known = found.get((line.n, iterations))
    if known is None:
        known = yield from judge_steps(state, line, iterations)
        yield known
    return known


def told(line: Iterable[tuple[int, str]], names: Sequence[str]) -> str:
    """What follows, seat by seat."""
    turns = [(seat, [words for _, words in several]) for seat, several in groupby(line, key=lambda pair: pair[0])]
    return "; ".join(f"{names[seat]}: {', '.join(words)}" for seat, words in turns)


def worst(judged: list[Judged], most: int) -> list[Judged]:
    return sorted(judged, key=lambda one: (-one.cost, one.n))[:most]


def positions(record: Record) -> list[tuple[Line, State]]:
    """The decisions that stand and were choices made at this table, each with the table as it was then."""
    s, same = record.replayed([]), record.rules_version == record.game.rules_version
    out = []
    for line in record.active_lines():
        if line.n > record.began and len(s.choices()) > 1:
            out.append((line, s.clone()))
        record.repeat(s, line, same)
    return out


def judge_steps(state: State, line: Line, iterations: int) -> Generator[None, None, Judged]:
    """A decision, by what its seat could know."""
    adviser = Adviser(f"review/{line.n}")
    found = yield from look_steps(adviser, state, line.seat, iterations, line.now)
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
        iterations,
    )


def reasoned(one: Judged, state: State, done: int, games: int) -> Generator[None, None, Judged]:
    """The same with why the other action was better: games go on after both, in pairs."""
    if games < ENOUGH:
        return one
    adviser, seats = Adviser(f"review/{one.n}"), [f"Seat {n + 1}" for n in range(state.seats)]
    futures: dict[int, list[Future]] = {one.action: [], done: []}
    for n in range(games):
        for action, played in futures.items():
            played.append(adviser.future(state, one.seat, action, f"{SEED}/{n}"))
        yield
    better, made = (tally(state, action, played) for action, played in futures.items())
    return replace(one, why=reasons(better, made, one.seat, seats, True))


def named(reason: str, names: Sequence[str]) -> str:
    """A reason with the names of those who sit there."""
    return re.sub(r"\bSeat (\d)\b", lambda seat: names[int(seat[1]) - 1], reason)


def look_steps(
    adviser: Adviser, state: State, seat: int, iterations: int, also: int
) -> Generator[None, None, list[Prospect]]:
    """What `Adviser.look` does, with pauses."""

    def spend(most: int) -> Generator[None, None, None]:
        for spent in range(0, most, BREATH):
            adviser.spend(state, seat, Budget(min(BREATH, most - spent)), 1.0)
            yield

    adviser.begin_look(state, seat)
    yield from spend(max(1, int(iterations * FREE)))
    adviser.narrow(state, seat, [also])
    yield from spend(max(1, int(iterations * (1.0 - FREE))))
    return adviser.prospects(state, seat)
