"""The review of a game on its score page: every seat's chance to win as a plot, and the decisions that cost most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from roundhouse.core.words import counted
from roundhouse.draw.marks import octagon, seat_class, spread, token
from roundhouse.draw.markup import Markup
from roundhouse.lab.review import Judged, Review, named, told
from roundhouse.web.render.pages import templates

SIZES = {770: 440, 340: 250}  # the plots of a wide and of a narrow page: width and height
LEFT, TOP, RIGHT, FOOT = 34.0, 24.0, 30.0, 34.0
INSET = 16.0  # so that a mark on the first decision leaves the figures of the axis free
GAP = 17.0  # between two marks at the ends of lines
WIDE = 29.0  # an octagon and some air
CLOSE = 3.0  # units between two corners of a line
NOTED = 0.02  # of the chance to win: a decision that cost as much has a dot
MOST_NOTED = 40
AHEAD = 4  # actions that are told of what would have followed
MARKS = (0, 25, 50, 75, 100)


@dataclass(frozen=True)
class Stop:
    """A decision that is told, as a page has it."""

    number: int  # in order of play; 0 for one of the lesser ones
    n: int
    seat: int
    name: str
    did: str
    better: str
    before: int  # percent: the seat's chance to win before it,
    chance: int  # after what it did,
    best: int  # and after what promised most
    loss: int
    follows: str
    why: str

    @property
    def label(self) -> str:
        """All of it in a sentence, for who hears it."""
        instead = f"; better: {self.better}" if self.better else ""
        return f"Decision {self.n}, {self.name}: {self.did}{instead}. {self.loss} percent lost."


def told_review(review: Review, id: str, names: Sequence[str]) -> dict[str, Any]:
    """A review as the score page shows it."""
    stops = costliest(review, names)
    known = {one.n for one in stops}
    noted = [one for one in review.worst(most=MOST_NOTED) if one.cost >= NOTED and one.n not in known]
    lesser = [stop(one, 0, names) for one in sorted(noted, key=lambda one: one.n)]
    return {
        "stops": stops,
        "lesser": lesser,
        "plots": {wide: plot(review, id, names, [*lesser, *stops], wide, high) for wide, high in SIZES.items()},
        "judged": counted(len(review.judged), "decision"),
        "iterations": review.iterations,
    }


def costliest(review: Review, names: Sequence[str]) -> list[Stop]:
    """The decisions that cost most, in order of play."""
    return [stop(one, k, names) for k, one in enumerate(sorted(review.worst(), key=lambda one: one.n), 1)]


def stop(one: Judged, number: int, names: Sequence[str]) -> Stop:
    chance, best = percent(one.chance), percent(one.best)
    return Stop(
        number=number,
        n=one.n,
        seat=one.seat,
        name=names[one.seat],
        did=one.words,
        better=one.better,
        before=percent(one.chances[one.seat]),
        chance=chance,
        best=best,
        loss=best - chance,
        follows=told(one.line[:AHEAD], names),
        why=" ".join(f"{named(reason, names)}." for reason in one.why),
    )


def percent(share: float) -> int:
    return round(100 * share)


def see(id: str, one: Stop) -> str:
    """The address of the replay before a decision, through the eyes of who decided."""
    return f"/t/{id}/replay?at={one.n - 1}&eyes={one.seat}"


def plot(review: Review, id: str, names: Sequence[str], stops: Sequence[Stop], wide: float, high: float) -> Markup:
    """Every seat's chance to win before each decision and at the end; each dot leads to its decision."""
    judged, seats = review.judged, range(len(names))
    first, last = (judged[0].n, judged[-1].n + 1) if judged else (0, 1)
    right, foot = wide - RIGHT, high - FOOT

    def x(n: float) -> float:
        return LEFT + INSET + (n - first) / max(1, last - first) * (right - LEFT - INSET)

    def y(share: float) -> float:
        return foot - share * (foot - TOP)

    final = [1 / len(review.winners) if seat in review.winners else 0.0 for seat in seats]
    ends = final if review.winners else judged[-1].chances if judged else final
    corners = [(x(one.n), [y(chance) for chance in one.chances]) for one in judged]
    corners.append((right, [y(chance) for chance in ends]))
    order = sorted(seats, key=lambda seat: ends[seat])
    costly = [one for one in stops if one.number]
    places = apart([(x(one.n), y(level(review, one))) for one in costly], TOP, foot)
    drawn = [
        f'<rect class="field" x="{LEFT}" y="{TOP}" width="{right - LEFT:.1f}" height="{foot - TOP:.1f}"/>',
        *(grid(mark, y(mark / 100), right) for mark in MARKS),
        *(f'<text class="ax" x="{x(n):.1f}" y="{foot + 24:.1f}">{n}</text>' for n in numbers(first, last, wide)),
        *(
            curve(seat, path([(at, levels[seat]) for at, levels in corners]), f"chance-{wide:g}-{seat}")
            for seat in order
        ),
        *ends_of(order, [y(ends[seat]) for seat in order], right),
        *(dot(one, id, x(one.n), y(level(review, one))) for one in stops if not one.number),
        *(halt(one, id, *place, right) for one, place in zip(costly, places, strict=True)),
    ]
    spoken = f"Every seat\u2019s chance to win over {counted(len(judged), 'decision')}; the costliest are links"
    return Markup(
        f'<svg class="chanceplot" viewBox="0 0 {wide:g} {high:g}" role="group" aria-label="{spoken}">'
        f"{''.join(drawn)}</svg>"
    )


def level(review: Review, one: Stop) -> float:
    """The chance that a seat had before a decision."""
    return next(judged.chances[one.seat] for judged in review.judged if judged.n == one.n)


def apart(places: Sequence[tuple[float, float]], top: float, foot: float) -> list[tuple[float, float]]:
    """Places from left to right, each beyond the one before it where they would cover one another."""
    out: list[tuple[float, float]] = []
    for x, y in places:
        for before, level in out[-2:]:
            if x - before < WIDE and abs(y - level) < WIDE:
                y = level + WIDE if level + WIDE < foot and (y >= level or level - WIDE < top) else level - WIDE
        out.append((x, y))
    return out


def grid(mark: int, at: float, right: float) -> str:
    base = " base" if mark in (0, 100) else ""
    return (
        f'<path class="grid{base}" d="M{LEFT} {at:.1f}H{right:.1f}"/>'
        f'<text class="ay" x="{LEFT - 6}" y="{at + 4:.1f}">{mark}</text>'
    )


def numbers(first: int, last: int, wide: float) -> list[int]:
    """The decisions that are named below: round ones, with room for each."""
    most = wide / 48
    every = next((step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500) if (last - first) / step <= most), 1000)
    return [n for n in range(first, last) if n % every == 0]


def path(corners: Sequence[tuple[float, float]]) -> str:
    """A line through these corners, less those that nobody could tell apart."""
    kept = [corners[0]]
    for corner in corners[1:-1]:
        if corner[0] - kept[-1][0] >= CLOSE:
            kept.append(corner)
    kept += corners[1:][-1:]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in kept)


def curve(seat: int, d: str, id: str) -> str:
    """A line in the look of a seat's tracks, written once and drawn in layers."""
    kinds = ("line-edge", "line-casing", "line", "line-mark")
    layers = "".join(f'<use class="{cls}" href="#{id}"/>' for cls in kinds)
    return f'<g class="{seat_class(seat)} curve"><defs><path id="{id}" d="{d}"/></defs>{layers}</g>'


def ends_of(order: Sequence[int], levels: Sequence[float], right: float) -> list[str]:
    """The seats' marks where their lines end."""
    found = sorted(zip(levels, order, strict=True))
    places = spread([at for at, _ in found], GAP)
    return [str(token(seat, right + 14, place, 7.6)) for (_, seat), place in zip(found, places, strict=True)]


def dot(one: Stop, id: str, x: float, y: float) -> str:
    """One of the lesser decisions: a list below has them for the keyboard."""
    title = f"<title>{Markup.escape(one.label)}</title>"
    circles = (
        f'<circle class="hit" cx="{x:.1f}" cy="{y:.1f}" r="8"/><circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>'
    )
    href = Markup.escape(see(id, one))
    return f'<a href="{href}" class="halt {seat_class(one.seat)}" tabindex="-1" aria-hidden="true">{title}{circles}</a>'


def halt(one: Stop, id: str, x: float, y: float, right: float) -> str:
    """One of the costliest, with its number and what it cost."""
    beside = "end" if x > right - 30 else "start"
    at = x - 17 if beside == "end" else x + 17
    up = y < TOP + 30
    loss = (at, y + 4.5, beside) if up else (x, y - 18, "middle")
    return (
        f'<a href="{Markup.escape(see(id, one))}" class="halt {seat_class(one.seat)}" '
        f'aria-label="{Markup.escape(one.label)}"><circle class="hit" cx="{x:.1f}" cy="{y:.1f}" r="22"/>'
        f'<polygon class="oct-edge" points="{octagon(x, y, 13.6)}"/><polygon class="oct" points="{octagon(x, y, 11)}"/>'
        f'<text class="no" x="{x:.1f}" y="{y + 4.6:.1f}">{one.number}</text>'
        f'<text class="loss {loss[2]}" x="{loss[0]:.1f}" y="{loss[1]:.1f}">\N{MINUS SIGN}{one.loss}</text></a>'
    )


def opinion_html(advice: dict[str, Any], names: Sequence[str], made: Sequence[int]) -> str:
    """What the engine says of a position, as a page shows it; `made` is what was done there."""
    options = [
        {
            "words": option["words"],
            "chance": percent(option["chance"]),
            "points": [round(points) for points in option["points"]],
            "why": option["why"],
            "follows": told([(seat, words) for seat, words in option["line"]], names),
            "made": option["action"] in made,
        }
        for option in advice["options"]
    ]
    chances = [percent(chance) for chance in advice["chances"]]
    context = {"seat": advice["seat"], "names": names, "chances": chances, "nudge": advice["nudge"]}
    return templates.env.get_template("_opinion.html").render(options=options, **context)
