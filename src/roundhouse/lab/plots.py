"""Plots of a study as SVG: numbers in, markup out. What a plot says aloud is said by who asks for it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from roundhouse.lab.shares import FEWEST, Share, Thing

WIDE, NARROW = 600, 350  # a plot is drawn twice: for a page's column, and for a phone
LETTER = 6.1  # the width of a letter of a name, about
ROW = 30.0  # of a plot with a row for each name
STEPS = (1, 2, 5)
BARS, FEWEST_BARS = 30, 6  # of a histogram, about
# What bars are hatched with: once on a page that has any.
HATCHES = Markup(
    '<svg width="0" height="0" class="sprite" aria-hidden="true"><defs>'
    '<pattern id="report-all" width="5" height="8" patternUnits="userSpaceOnUse">'
    '<path d="M2.5 0v8" style="stroke:var(--river-ink);stroke-width:.9"/></pattern>'
    '<pattern id="report-best" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0v6" style="stroke:var(--city-ink);stroke-width:1.4"/></pattern></defs></svg>'
)


@dataclass(frozen=True)
class Scale:
    """Numbers from low to high as places from start to end."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return self.start + (inside - self.low) / ((self.high - self.low) or 1.0) * (self.end - self.start)


@dataclass(frozen=True)
class Bins:
    """Numbers counted in steps of the same size."""

    first: int
    size: int
    counts: list[list[int]]  # of each of the groups that are counted, by bin

    def shares(self, group: int) -> list[float]:
        total = sum(self.counts[group]) or 1
        return [n / total for n in self.counts[group]]

    def names(self) -> list[str]:
        """What a bin holds: "30" or "30 to 34"."""
        starts = [self.first + n * self.size for n in range(len(self.counts[0]))]
        return [minus(a) if self.size == 1 else f"{minus(a)} to {minus(a + self.size - 1)}" for a in starts]


def binned(*groups: Counter[int]) -> Bins:
    """Groups of numbers in the same bins, the more the more numbers there are; the first group has them all."""
    low, high = min(groups[0]), max(groups[0])
    most = min(BARS, 4 + math.isqrt(groups[0].total()))
    size = int(step((high - low + 1) / most, whole=True))
    first, last = low // size, high // size
    spare = max(0, FEWEST_BARS - (last - first))
    first, bins = (first - spare // 2) * size, last - first + 1 + spare
    counts = [[0] * bins for _ in groups]
    for held, group in zip(counts, groups, strict=True):
        for value, n in group.items():
            held[(value - first) // size] += n
    return Bins(first, size, counts)


def step(least: float, whole: bool = False) -> int | float:
    """The next of 1, 2, 5, 10, 20, 50 and so on, down to fractions if they need not be whole."""
    if whole and least <= 1:
        return 1
    power = 10.0 ** math.floor(math.log10(max(least, 1e-9)))
    found = next(n * power for n in (*STEPS, 10) if n * power >= least * (1 - 1e-9))
    return round(found) if whole else found


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high."""
    by = step((high - low) / most)
    return [n * by for n in range(math.ceil(low / by - 1e-9), math.floor(high / by + 1e-9) + 1)]


# words of a plot


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


def minus(n: float, digits: int = 0) -> str:
    """A number with a minus that is one."""
    text = f"{n:.{digits}f}"
    return text.replace("-", "\N{MINUS SIGN}") if float(text) else text.lstrip("-")


def text(x: float, y: float, words: str, cls: str) -> str:
    return f'<text class="{cls}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def shortened(name: str, room: float) -> str:
    most = max(4, int(room / LETTER))
    return name if len(name) <= most else name[: most - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"


def svg(wide: float, high: float, inner: Iterable[str], spoken: str) -> Markup:
    return Markup('<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        f"{wide:g}", f"{high:g}", spoken, Markup("".join(inner))
    )


def field(x: Scale, y: Scale) -> str:
    top, left = min(y.start, y.end), min(x.start, x.end)
    return (
        f'<rect class="ground" x="{left:.1f}" y="{top:.1f}" '
        f'width="{abs(x.end - x.start):.1f}" height="{abs(y.end - y.start):.1f}"/>'
    )


def zebra(x: Scale, at: float, marks: Sequence[float]) -> str:
    """The frame of an engraved map, as a scale."""
    out = f'<path class="z0" d="M{x.start:.1f} {at:.1f}H{x.end:.1f}"/>'
    edges = [x.start, *[x(mark) for mark in marks if x.low < mark < x.high], x.end]
    for left, right in list(pairwise(edges))[::2]:
        out += f'<path class="z1" d="M{left:.1f} {at:.1f}H{right:.1f}"/>'
    return out


def triangle(x: float, y: float, size: float, up: bool) -> str:
    """Up for what goes with winning, down for what goes with losing."""
    way = -1 if up else 1
    corners = [(x, y + way * size), (x + size, y - way * 0.75 * size), (x - size, y - way * 0.75 * size)]
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
    return f'<polygon class="far {"more" if up else "less"}" points="{points}"/>'


def octagon(x: float, y: float, r: float, cls: str) -> str:
    k = r * 0.414
    corners = [(-k, -r), (k, -r), (r, -k), (r, k), (k, r), (-k, r), (-r, k), (-r, -k)]
    points = " ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in corners)
    return f'<polygon class="{cls}" points="{points}"/>'


def both(draw: Callable[[float, str], Markup], spoken: str) -> Markup:
    """A plot for a page, and another for a phone; only one of them is shown."""
    wide, narrow = draw(WIDE, spoken), draw(NARROW, spoken)
    return Markup('<div class="for-wide">{}</div><div class="for-narrow">{}</div>').format(wide, narrow)


# the plots


def rates(rows: Sequence[Share], names: Sequence[str], fair: float, wide: float, spoken: str) -> Markup:
    """Win rates as stations on a line, each with its interval, and the fair share across them."""
    stops = [
        Stop(name, row.rate, row.interval, percent(row.rate)) if row.played else Stop(name)
        for row, name in zip(rows, names, strict=True)
    ]
    highest = max([2 * fair, *[row.interval[1] for row in rows]])
    across = Across(0, min(1.0, highest), fair, f"fair share {percent(fair)}", lambda mark: percent(mark, 0))
    return stations(stops, across, wide, spoken)


@dataclass(frozen=True)
class Stop:
    """A rate, or a difference of rates, with its interval; none if nothing was played."""

    name: str
    value: float = 0.0
    interval: tuple[float, float] | None = None
    figure: str = "none"


@dataclass(frozen=True)
class Across:
    """What stops lie on: from low to high, with a line across at what is fair."""

    low: float
    high: float
    fair: float
    note: str
    mark: Callable[[float], str]  # what is written under a round number


def stations(stops: Sequence[Stop], across: Across, wide: float, spoken: str) -> Markup:
    """Stops one below the other, each with its interval; one whose interval leaves out what is fair is filled."""
    longest = min(wide * 0.32, max(len(stop.name) for stop in stops) * LETTER + 14)
    top, foot = 22.0, 22.0 + ROW * len(stops)
    marks = ticks(across.low, across.high, 6 if wide > 450 else 4)
    x = Scale(across.low, max(across.high, marks[-1]), longest, wide - 66)
    y = Scale(0, len(stops), top, foot)
    out = [field(x, y)]
    out += [f'<path class="grid" d="M{x(m):.1f} {top}V{foot}"/>' for m in marks]
    out += [zebra(x, foot + 5, marks), *[text(x(m), foot + 22, across.mark(m), "ax") for m in marks]]
    out.append(f'<path class="fair" d="M{x(across.fair):.1f} {top - 6}V{foot}"/>')
    out.append(text(x(across.fair), top - 10, across.note, "note"))
    for n, stop in enumerate(stops):
        at = y(n + 0.5)
        out.append(text(longest - 10, at + 4, shortened(stop.name, longest - 12), "name end"))
        if stop.interval is not None:
            out += whisker(x, at, stop.interval)
            low, high = stop.interval
            out.append(octagon(x(stop.value), at, 6.5, "stop" if low <= across.fair <= high else "stop sure"))
        out.append(text(wide, at + 5, stop.figure, "figure-n"))
    return svg(wide, foot + 28, out, spoken)


def whisker(x: Scale, at: float, interval: tuple[float, float]) -> list[str]:
    """An interval as a line between two edges."""
    low, high = interval
    line = f'<path class="whisker" d="M{x(low):.1f} {at}H{x(high):.1f}"/>'
    return [line, *[f'<path class="whisker" d="M{x(edge):.1f} {at - 5}v10"/>' for edge in interval]]


def lifted(thing: Thing, low: float, high: float, wide: float = 110.0) -> Markup:
    """A thing's wins in times the usual and their interval, small, for a row of a table that says the same."""
    x, at = Scale(low, high, 7.0, wide - 7), 11.0
    inner = [f'<path class="fair" d="M{x(1):.1f} 0V22"/>', *whisker(x, at, thing.lifts), mark(thing, x(thing.lift), at)]
    return Markup('<svg class="plot lifted" viewBox="0 0 {} 22" aria-hidden="true">{}</svg>').format(
        f"{wide:g}", Markup("".join(inner))
    )


def histogram(bins: Bins, means: Sequence[float], what: str, wide: float, spoken: str, high: float = 230.0) -> Markup:
    """How often numbers occur: the first group as bars, a second as an outline; a mark at the mean of each."""
    left, right, top, foot = 40.0, wide - 8, 26.0, high - 40
    groups = [bins.shares(group) for group in range(len(bins.counts))]
    most = max([0.01, *[max(shares, default=0.0) for shares in groups]])
    marks = ticks(0, most, 4)
    end = bins.first + bins.size * len(groups[0])
    x, y = Scale(bins.first, end, left, right), Scale(0, most * 1.06, foot, top)
    half = 0.5 if bins.size == 1 else 0.0  # a bar for one number stands over it
    out = [field(x, y)]
    for mark in marks:
        out.append(f'<path class="grid{"" if mark else " base"}" d="M{left} {y(mark):.1f}H{right}"/>')
        out.append(text(left - 6, y(mark) + 4, percent(mark, 0 if marks[-1] > 0.04 else 1), "ay"))
    gap = 1.0 if (right - left) / len(groups[0]) > 5 else 0.0
    for n, share in enumerate(groups[0]):
        a, b = x(bins.first + n * bins.size), x(bins.first + (n + 1) * bins.size)
        if share:
            out.append(bar(a + gap / 2, y(share), b - a - gap, foot - y(share), "all"))
    for shares in groups[1:]:
        out.append(f'<path class="outline" d="{outline(shares, bins, x, y)}"/>')
    for mean, cls in zip(means, ("all", "best"), strict=False):
        out.append(f'<path class="mean {cls}" d="M{x(mean + half):.1f} {top}V{foot}"/>')
        out.append(mean_mark(x(mean + half), top - 3, cls))
    numbers = [m for m in ticks(bins.first, end - (1 if half else 0), 8 if wide > 450 else 5) if m == int(m)]
    out += [zebra(x, foot + 6, [m + half for m in numbers])]
    out += [text(x(m + half), foot + 22, minus(m), "ax") for m in numbers]
    out.append(text((left + right) / 2, high - 2, what, "note"))
    return svg(wide, high, out, spoken)


def mean_mark(x: float, y: float, cls: str) -> str:
    """A pointer to a mean, from above."""
    return f'<polygon class="pointer {cls}" points="{x - 5:.1f},{y - 7:.1f} {x + 5:.1f},{y - 7:.1f} {x:.1f},{y:.1f}"/>'


def outline(shares: Sequence[float], bins: Bins, x: Scale, y: Scale) -> str:
    """The edge of a histogram's bars."""
    d = f"M{x(bins.first):.1f} {y(0):.1f}"
    for n, share in enumerate(shares):
        d += f"V{y(share):.1f}H{x(bins.first + (n + 1) * bins.size):.1f}"
    return d + f"V{y(0):.1f}"


def bar(x: float, y: float, wide: float, high: float, cls: str) -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" width="{max(0.6, wide):.1f}" height="{max(0.6, high):.1f}"'
    return f'<rect class="bar {cls}" {at}/><rect fill="url(#report-{cls})" {at}/>'


def pairs(rows: Sequence[tuple[str, float, float]], wide: float, spoken: str) -> Markup:
    """For each name two bars, of the winners and of the others, from zero to either side."""
    longest = min(wide * 0.34, max(len(name) for name, _, _ in rows) * LETTER + 14)
    tall, top = 46.0, 6.0
    foot = top + tall * len(rows)
    values = [value for _, *both in rows for value in both]
    low, high = min(0.0, *values), max(0.5, *values)
    spare = 40.0
    x = Scale(low, high, longest + (spare if low < 0 else 0), wide - spare)
    marks = ticks(low, high, 6 if wide > 450 else 4)
    edge = Scale(low, high, longest, wide)
    out = [field(edge, Scale(0, 1, top, foot))]
    out += [f'<path class="grid{"" if m else " base"}" d="M{x(m):.1f} {top}V{foot}"/>' for m in marks]
    out += [zebra(x, foot + 5, marks), *[text(x(m), foot + 22, tidy(m), "ax") for m in marks]]
    for n, (name, best, rest) in enumerate(rows):
        at = top + tall * n
        out.append(text(longest - 10, at + tall / 2 + 4, shortened(name, longest - 12), "name end"))
        for k, (value, cls) in enumerate(((best, "best"), (rest, "all"))):
            y = at + 5 + 18 * k
            a, b = sorted((x(0), x(value)))
            out.append(bar(a, y, b - a, 17, cls))
            beyond = x(value) + (5 if value >= 0 else -5)
            out.append(text(beyond, y + 13, minus(value, 1), "bar-n" if value >= 0 else "bar-n end"))
    return svg(wide, foot + 28, out, spoken)


def tidy(n: float) -> str:
    return minus(n, 0 if n == int(n) else 1)


def shares(rows: Sequence[tuple[str, float]], wide: float, spoken: str) -> Markup:
    """A bar for each name, with its share."""
    tall, top = 40.0, 4.0
    x = Scale(0, max(0.01, *[share for _, share in rows]), 0, wide - 60)
    out = []
    for n, (name, share) in enumerate(rows):
        at = top + tall * n
        out.append(text(0, at + 11, shortened(name, wide), "name"))
        out.append(bar(0, at + 17, x(share), 14, "all"))
        out.append(text(x(share) + 6, at + 29, percent(share, 0), "bar-n"))
    return svg(wide, top + tall * len(rows), out, spoken)


# the scatter plot

Box = tuple[float, float, float, float]  # left, top, right, bottom


def compared(things: Sequence[Thing]) -> list[Thing]:
    """Those that enough seats took for something to be said of them."""
    return [thing for thing in things if thing.played >= FEWEST]


def scatter(things: Sequence[Thing], wide: float, spoken: str) -> Markup:
    """How many took a thing against how often they won, beside the usual; what stands out has its name."""
    some = compared(things)
    high = 400.0 if wide > 450 else 350.0
    left, right, top, foot = 44.0, wide - 10, 12.0, high - 44
    lifts = [thing.lift for thing in some]
    by = step((max(1.5, *lifts) - min(0.5, *lifts)) / 7)
    low, most = math.floor(min(0.75, *lifts) / by) * by, math.ceil(max(1.25, *lifts) / by) * by
    least, often = min(thing.picked for thing in some), max(thing.picked for thing in some)
    x = Scale(least * 0.9 if least > often / 2 else 0.0, min(1.0, often * 1.08), left, right)
    y = Scale(low, most, foot, top)
    across = ticks(x.low, x.high, 5 if wide > 450 else 4)
    out = [field(x, y)]
    for mark in ticks(low, most, 8):
        out.append(f'<path class="grid" d="M{left} {y(mark):.1f}H{right}"/>')
        out.append(text(left - 6, y(mark) + 4, f"{mark:.{1 if by >= 0.1 else 2}f}", "ay"))
    out.append(f'<path class="fair" d="M{left} {y(1):.1f}H{right}"/>')
    out += [zebra(x, foot + 6, across), *[text(x(m), foot + 22, percent(m, 0), "ax") for m in across]]
    out.append(text((left + right) / 2, high - 4, "taken by, of the seats that could", "note"))
    near, far = [t for t in some if not t.remarkable], [t for t in some if t.remarkable]
    for thing in [*near, *far]:
        out.append(dot(thing, x(thing.picked), y(thing.lift)))
    out += names_of(far, [(x(t.picked), y(t.lift)) for t in some], x, y)
    return svg(wide, high, out, spoken)


def dot(thing: Thing, x: float, y: float) -> str:
    told = (
        f"{thing.name}: taken by {percent(thing.picked)}, wins {percent(thing.rate)}, {thing.lift:.2f} times the usual"
    )
    return f"<g><title>{escape(told)}</title>{mark(thing, x, y)}</g>"


def mark(thing: Thing, x: float, y: float) -> str:
    """A thing at its place: pointed if it stands out."""
    return triangle(x, y, 6.5, thing.lift > 1) if thing.remarkable else octagon(x, y, 4.2, "spot")


def names_of(far: Sequence[Thing], spots: Sequence[tuple[float, float]], x: Scale, y: Scale) -> list[str]:
    """The names of what stands out, each where it hides nothing; the farthest from the usual choose first."""
    taken: list[Box] = [(a - 6, b - 6, a + 6, b + 6) for a, b in spots]
    out = []
    for thing in sorted(far, key=lambda t: -abs(math.log(max(t.lift, 0.01)))):
        name = shortened(thing.name, 170)
        at, box = x(thing.picked), y(thing.lift)
        found = place(at, box, len(name) * LETTER + 4, taken, (x.start, y.end, x.end, y.start))
        taken.append(found)
        middle = (found[1] + found[3]) / 2
        if abs(middle - box) > 14:
            edge = min(max(at, found[0]), found[2])
            end = found[3] if middle < box else found[1]
            out.append(f'<path class="leader" d="M{at:.1f} {box:.1f}L{edge:.1f} {end:.1f}"/>')
        out.append(text(found[0] + 2, found[3] - 3.5, name, "named"))
    return out


def place(x: float, y: float, wide: float, taken: Sequence[Box], within: Box) -> Box:
    """Where a name of that width fits beside a place; where none is free, the one that hides least."""
    best: tuple[float, Box] = (math.inf, (x, y, x + wide, y))
    for off in (0, -14, 14, -22, 22, -30, 30, -42, 42, -56, 56):
        for left in (x + 9, x - 9 - wide, x - wide / 2):
            if left == x - wide / 2 and abs(off) < 14:
                continue
            box = (left, y + off - 7.5, left + wide, y + off + 7.5)
            if box[0] < within[0] or box[2] > within[2] or box[1] < within[1] or box[3] > within[3]:
                continue
            hidden = sum(overlap(box, other) for other in taken)
            if hidden == 0:
                return box
            best = min(best, (hidden, box))
    return best[1]


def overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))
