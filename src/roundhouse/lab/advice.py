"""Advice on a decision: what the best actions promise, what most likely follows, and why one is better than another.

All of it is found out from what the seat that decides may know, and the reasons come from games that were played on
after each action: where points come from there, and what is taken.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Any

from roundhouse.bots.advice import Adviser, Future, Prospect
from roundhouse.bots.bot import Budget
from roundhouse.core.state import State
from roundhouse.lab.clerk import sources

SEED = "advice"  # the same question gets the same answer
GAMES = 40  # that are played on after each action
CLEAR = 2.0  # standard errors by which a difference is told
LEAST = 0.5  # points that are worth a word
OFTEN = 0.25  # how much more often something is taken that is worth a word
REASONS = 3  # that are told of an action
CLOSE = 0.02  # chances that differ by less are about as good


@dataclass(frozen=True)
class Option:
    """An action and what it promises."""

    action: int
    words: str
    chance: float  # of the seat to win
    points: list[float]  # by seat, at the end
    visits: int
    line: list[tuple[int, str]]  # what most likely follows, with the seats that do it
    why: list[str]  # it is better than the next, or worse than the best


@dataclass(frozen=True)
class Advice:
    """What can be said of a decision."""

    seat: int
    chances: list[float]  # of every seat to win
    nudge: str  # what matters, without naming an action
    options: list[Option]  # the best first; those that were asked for are among them

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Tally:
    """The games that went on after an action."""

    points: list[list[int]]  # of each game, by seat
    sources: dict[str, list[list[int]]]  # the same by where they come from
    takes: list[Counter[str]]  # by seat: in how many games it soon takes a thing

    @property
    def games(self) -> int:
        return len(self.points)


def tally(futures: list[Future], seats: int) -> Tally:
    """What the games had in common."""
    points = [future.state.scores() for future in futures]
    by_source: dict[str, list[list[int]]] = {}
    for n, future in enumerate(futures):
        for name, by_seat in sources(future.state):
            by_source.setdefault(name, [[0] * seats for _ in futures])[n] = by_seat
    takes: list[Counter[str]] = [Counter() for _ in range(seats)]
    for future in futures:
        for seat, what in set(future.taken):
            takes[seat][what] += 1
    return Tally(points, by_source, takes)


def advise(state: State, budget: Budget, names: list[str], also: list[int] | None = None, games: int = GAMES) -> Advice:
    """Advice for the seat that is to decide. `also` are actions that must be told of besides the best."""
    seat, adviser = state.seat, Adviser(SEED)
    found = adviser.look(state, seat, budget, also or [])
    tallies = [tally(adviser.futures(state, seat, p.action, games, SEED), state.seats) for p in found]
    options = []
    for n, (prospect, held) in enumerate(zip(found, tallies, strict=True)):
        other = 0 if n else min(1, len(found) - 1)
        why = reasons(held, tallies[other], seat, names) if other != n else []
        options.append(option(state, prospect, held, why))
    return Advice(seat, adviser.chances, nudge(found, tallies, seat), options)


def option(state: State, prospect: Prospect, held: Tally, why: list[str]) -> Option:
    points = [fmean(game[i] for game in held.points) if held.points else 0.0 for i in range(state.seats)]
    words = state.words(prospect.action)
    return Option(prospect.action, words, prospect.chance, points, prospect.visits, prospect.line, why)


# why


@dataclass(frozen=True)
class Difference:
    """A mean difference of two tallies, and by how many standard errors it is one."""

    mean: float
    sure: float


def difference(ours: list[float], theirs: list[float]) -> Difference:
    """Of games that were played on alike, one by one."""
    each = [a - b for a, b in zip(ours, theirs, strict=True)]
    mean = fmean(each) if each else 0.0
    error = stdev(each) / len(each) ** 0.5 if len(each) > 1 else 0.0
    return Difference(mean, abs(mean) / error if error else float("inf") if mean else 0.0)


def told(found: Difference) -> bool:
    return abs(found.mean) >= LEAST and found.sure >= CLEAR


def reasons(ours: Tally, theirs: Tally, seat: int, names: list[str]) -> list[str]:
    """What games after the one action have that games after the other have not, the greatest difference first."""
    found: list[tuple[float, str]] = []
    for name in ours.sources:
        if name in theirs.sources:
            d = difference(column(ours.sources[name], seat), column(theirs.sources[name], seat))
            if told(d):
                found.append((abs(d.mean), f"{signed(d.mean)} points of {name.lower()}"))
    for rival in range(len(names)):
        if rival == seat or not ours.games:
            continue
        d = difference(column(ours.points, rival), column(theirs.points, rival))
        if told(d):
            found.append((abs(d.mean), f"{names[rival]} ends with {abs(d.mean):.1f} {more(d.mean)}"))
    found += [(2 * abs(share), words) for share, words in takings(ours, theirs, seat, names)]
    found.sort(key=lambda pair: -pair[0])
    return [words for _, words in found[:REASONS]]


def takings(ours: Tally, theirs: Tally, seat: int, names: list[str]) -> list[tuple[float, str]]:
    """What is soon taken far more often, or far less, and by whom."""
    out = []
    for who, (here, there) in enumerate(zip(ours.takes, theirs.takes, strict=True)):
        for what in sorted(set(here) | set(there)):
            a, b = here[what] / max(ours.games, 1), there[what] / max(theirs.games, 1)
            if abs(a - b) >= OFTEN:
                thing = what.partition(": ")[2] or what
                name = "you" if who == seat else names[who]
                out.append((a - b, f"{name}: {thing} soon in {a:.0%} of the games, else in {b:.0%}"))
    return out


def column(rows: list[list[int]], seat: int) -> list[float]:
    return [float(row[seat]) for row in rows]


def signed(n: float) -> str:
    return f"{n:+.1f}".replace("-", "\N{MINUS SIGN}")


def more(n: float) -> str:
    return "points more" if n > 0 else "points less"


def nudge(found: list[Prospect], tallies: list[Tally], seat: int) -> str:
    """What matters now, without naming an action."""
    if len(found) < 2:
        return "There is only one thing to do."
    if found[0].chance - found[-1].chance < CLOSE:
        return "Several things are about as good here: do what you like."
    best, worst = tallies[0], tallies[-1]
    gaps = {
        name: difference(column(best.sources[name], seat), column(worst.sources[name], seat))
        for name in best.sources
        if name in worst.sources
    }
    clear = {name: d.mean for name, d in gaps.items() if told(d) and d.mean > 0}
    if clear:
        name = max(clear, key=lambda n: clear[n])
        return f"Look for points of {name.lower()}: there the ways part most."
    if found[0].chance - found[1].chance < CLOSE:
        return "Two ways are about as good; the third is not."
    return "One way is clearly better, and it shows only later in the game."
