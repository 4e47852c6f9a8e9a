"""The course of a game that has ended, for its score page: points after each decision, figures by seat, time taken.

It comes from replaying the record once, outside the table's lock, through the eyes of who only watches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from weakref import WeakKeyDictionary

from roundhouse.core.records import Line, Record
from roundhouse.core.words import counted
from roundhouse.draw.face import Face
from roundhouse.draw.marks import joined, seat_class, spread, token
from roundhouse.draw.markup import Markup
from roundhouse.web.service.live_table import LiveTable

Points = list[int]  # by seat
MOST_DECISIONS = 5000  # a longer game, which bots can bring about, is not replayed for this


@dataclass(frozen=True)
class Course:
    """How a game went: of each decision its round, and the points before the first decision and after each."""

    rounds: list[int]
    points: list[Points]
    counts: list[Counter[str]]  # by seat what its decisions added up to

    @property
    def last(self) -> int:
        """The last round that was played, 0 where a game has none."""
        return max(self.rounds, default=0)

    def ends(self) -> list[tuple[int, Points]]:
        """Each round with the points after it; 0 is what there was before the first."""
        ends = {0: self.points[0]} | dict(zip(self.rounds, self.points[1:], strict=True))
        return sorted(ends.items())

    def steps(self) -> list[tuple[float, Points]]:
        """The points and when they came to be, in rounds from the first on; in decisions where there are none."""
        if not self.last:
            return [(float(n), points) for n, points in enumerate(self.points)]
        many, done = Counter(self.rounds), Counter[int]()
        out = [(0.0, self.points[0])]
        for number, points in zip(self.rounds, self.points[1:], strict=True):
            done[number] += 1
            out.append((number - 1 + done[number] / many[number] if number else 0.0, points))
        return out


def replayed(record: Record, lines: Sequence[Line], face: Face) -> Course:
    """The course of a record through these decisions."""
    state, same = record.replayed([]), record.rules_version == record.game.rules_version
    before = state.view(None)
    rounds: list[int] = []
    points = [face.points(before)]
    counts = [Counter[str]() for _ in points[0]]
    for line in lines:
        rounds.append(max(face.round_of(before), *rounds[-1:], 0))
        record.repeat(state, line, same)
        after = state.view(None)
        points.append(face.points(after))
        for what, n in face.counts(before, after).items():
            counts[line.seat][what] += n
        before = after
    return Course(rounds, points, counts)


KNOWN: WeakKeyDictionary[LiveTable, tuple[int, Course]] = WeakKeyDictionary()


def course(live: LiveTable, face: Face) -> Course | None:
    """The course of a table that has ended, replayed once; its lock is held only to see what was decided."""
    with live.lock:
        n, record, lines = live.n, live.record, live.record.active_lines()
    if len(lines) > MOST_DECISIONS:
        return None
    known = KNOWN.get(live)
    if known is None or known[0] != n:
        known = KNOWN[live] = (n, replayed(record, lines, face))
    return known[1]


# time


def seconds_taken(lines: Sequence[Line], times: Sequence[datetime], seats: int) -> list[float]:
    """How long each seat thought, from the decision before each of its own; the first is not counted."""
    taken = [0.0] * seats
    for line, (before, at) in zip(lines[1:], pairwise(times), strict=False):
        taken[line.seat] += (at - before).total_seconds()
    return taken


def clock(seconds: float) -> str:
    """A time as a table has room for it: 18:40 in minutes, then 2 h 05, then days."""
    whole = round(seconds)
    minutes, hours = whole // 60, whole // 3600
    if hours >= 48:
        return f"{hours // 24} days"
    return f"{hours} h {minutes % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def length(course: Course, word: str, seconds: float) -> str:
    """How long a game was: its rounds, its decisions, its time."""
    parts = [counted(course.last, word.lower())] if course.last else []
    parts.append(counted(len(course.rounds), "decision"))
    minutes, hours = round(seconds / 60), round(seconds / 3600)
    if seconds >= 1:
        long = counted(minutes, "minute") if minutes else "less than a minute"
        parts.append(long if minutes < 120 else f"{hours} hours" if hours < 48 else f"{hours // 24} days")
    return ", ".join(parts)


# the plot

LEFT, TOP, RIGHT, FOOT = 30.0, 10.0, 58.0, 36.0  # the margins of the plot
GAP = 19.0  # between two marks at the ends of lines
LABEL = 26.0  # the least between two numbers of rounds


def plot(course: Course, names: Sequence[str], word: str, wide: float, high: float) -> Markup:
    """The points of each seat as a line, told apart by dashes and by the seats' marks."""
    steps, across = course.steps(), float(course.last or len(course.rounds) or 1)
    low, most = min(0, *map(min, course.points)), max(1, *map(max, course.points))
    tick = next(t for t in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 10**9) if (most - low) / t <= 6)
    low, most = low // tick * tick, -(-most // tick) * tick
    right, foot = wide - RIGHT, high - FOOT

    def x(at: float) -> float:
        return LEFT + at / across * (right - LEFT)

    def y(points: float) -> float:
        return foot - (points - low) / (most - low) * (foot - TOP)

    field = f'<rect class="field" x="{LEFT}" y="{TOP}" width="{right - LEFT:.1f}" height="{foot - TOP:.1f}"/>'
    grid = "".join(
        f'<path class="grid{" base" if n == 0 else ""}" d="M{LEFT} {y(n):.1f}H{right:.1f}"/>'
        f'<text class="ay" x="{LEFT - 6}" y="{y(n) + 4:.1f}">{n}</text>'
        for n in range(low, most + 1, tick)
    )
    every = max(1, -(-int(LABEL * across) // int(right - LEFT)))
    every = next((n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500) if n >= every), 1000)
    parts = range(0, int(across), every)
    scale = f'<path class="z0" d="M{LEFT} {foot + 7:.1f}H{right:.1f}"/>' + "".join(
        f'<path class="z1" d="M{x(n):.1f} {foot + 7:.1f}H{x(min(n + every, across)):.1f}"/>' for n in parts[::2]
    )
    scale += "".join(
        f'<text class="ax" x="{x(n - 0.5) if course.last else x(n):.1f}" y="{foot + 26:.1f}">{n}</text>'
        for n in range(every if every > 1 else 1, int(across) + 1, every)
    )
    final = course.points[-1]
    order = sorted(range(len(names)), key=lambda seat: final[seat])
    curves = "".join(curve(seat, path([(x(at), y(points[seat])) for at, points in steps])) for seat in order)
    marks = ""
    for seat in order:
        at = across * (seat + 1) / (len(names) + 1)
        here = [points[seat] for when, points in steps if when <= at][-1]
        marks += str(token(seat, x(at), y(here), 7.0))
    levels = spread([y(final[seat]) for seat in reversed(order)], GAP, TOP, foot)
    for seat, level in zip(reversed(order), levels, strict=True):
        joint = f'<path class="drop" d="M{right + 1:.1f} {y(final[seat]):.1f}L{right + 9:.1f} {level:.1f}"/>'
        number = f'<text class="tot" x="{right + 27:.1f}" y="{level + 5.2:.1f}">{final[seat]}</text>'
        marks += joint + str(token(seat, right + 17, level, 7.6)) + number
    told = "; ".join(f"{names[seat]} ends with {final[seat]}" for seat in reversed(order))
    label = Markup.escape(f"Points by {word.lower()}. {told}. The table below has every {word.lower()}.")
    return Markup(
        f'<svg class="courseplot chanceplot" viewBox="0 0 {wide:g} {high:g}" role="img" aria-label="{label}">'
        f"{field}{grid}{scale}{curves}{marks}</svg>"
    )


def path(corners: Sequence[tuple[float, float]]) -> str:
    """A line that stays level until points come."""
    out, level = f"M{corners[0][0]:.1f} {corners[0][1]:.1f}", corners[0][1]
    for x, y in corners[1:]:
        if y != level:
            out, level = f"{out}H{x:.1f}V{y:.1f}", y
    return f"{out}H{corners[-1][0]:.1f}"


def curve(seat: int, d: str) -> Markup:
    """A line in the look of a seat's tracks."""
    layers = "".join(f'<path class="{cls}" d="{d}"/>' for cls in ("line-edge", "line-casing", "line", "line-mark"))
    return Markup(f'<g class="{seat_class(seat)} curve">{layers}</g>')


def sample(seat: int) -> Markup:
    """A piece of a seat's line with its mark, for the key."""
    return Markup('<svg viewBox="0 0 44 18" aria-hidden="true">{}{}</svg>').format(
        curve(seat, "M4 9H40"), token(seat, 22, 9, 6.4)
    )


def keys(names: Sequence[str]) -> Markup:
    return joined([Markup('<span class="key line-key">{}{}</span>').format(sample(i), n) for i, n in enumerate(names)])
