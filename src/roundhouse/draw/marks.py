"""Small marks shared by all pages: attributes, icons, seat tokens, octagons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import Final

from markupsafe import escape

from roundhouse.draw.markup import Markup, safe

Point = tuple[float, float]

LETTERS: Final = "abcdef"
NAMES: Final = {"cls": "class", "for_": "for"}
EMPTY: Final = Markup("")
RINGS: Final = (("moved outer", 18.5), ("moved case", 14), ("moved", 14))  # around what was just placed
STROKES: Final = ("line-edge", "line-casing", "line", "line-mark")  # of a seat's line, from below

# Outlines of the seats' tokens around the origin; seat A is a circle.
SHAPES: Final[dict[str, list[Point]]] = {
    "b": [(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
    "c": [(0, -1.12), (1.1, 0.86), (-1.1, 0.86)],
    "d": [(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)],
    "e": [(0, -1.1), (1.06, -0.3), (0.66, 1), (-0.66, 1), (-1.06, -0.3)],
    "f": [
        (-0.4, -1.05), (0.4, -1.05), (0.4, -0.4), (1.05, -0.4), (1.05, 0.4), (0.4, 0.4),
        (0.4, 1.05), (-0.4, 1.05), (-0.4, 0.4), (-1.05, 0.4), (-1.05, -0.4), (-0.4, -0.4),
    ],
}  # fmt: skip


@lru_cache(8192, typed=True)
def attrs(**values: object) -> Markup:
    """Attributes, each with a space before it; None, False and "" are left out, `_` in a name is a hyphen.

    Line ends stay line ends for any parser.
    """
    out: list[str] = []
    for name, value in values.items():
        if value is None or value is False or value == "":
            continue
        text = "" if value is True else safe(value)
        if "\n" in text:
            text = str(text).replace("\n", "&#10;")
        out.append(f' {spelled(name)}="{text}"')
    return Markup("".join(out))


@lru_cache(256)
def spelled(name: str) -> str:
    """The name of an attribute."""
    return NAMES.get(name, name.replace("_", "-"))


def doing(actions: Sequence[int], then: Sequence[int] = ()) -> Markup:
    """The attributes of a thing that can be acted on: its plain action, and the others it has.

    `then` are the actions that the same click makes after the first.
    """
    if not actions:
        return EMPTY
    more, further = (",".join(str(a) for a in some) for some in (actions[1:], then))
    return attrs(data_action=actions[0], data_more=more, data_then=further)


@lru_cache(4096, typed=True)
def shell(tag: str, found: Markup, inner: str, **more: object) -> Markup:
    """A button with its actions, or a thing to look at."""
    kind = "button" if tag == "button" else ""
    return Markup("<{0}{1}{2}>{3}</{0}>").format(tag, attrs(type=kind, **more), found, inner)


def joined(parts: Sequence[str]) -> Markup:
    """The parts, escaped unless they are markup, one after the other."""
    return Markup("".join(map(safe, parts)))


def points(pts: Sequence[Point]) -> str:
    """Points as SVG writes them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in pts)


def line(a: Point, b: Point) -> str:
    """A straight line, as paths write it."""
    return f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"


@lru_cache(2048, typed=True)  # what is markup and what is not stay apart
def icon(name: str, label: str = "", cls: str = "icon") -> Markup:
    """An icon of the sprite; without a label it is an ornament beside a word."""
    named = attrs(role="img", aria_label=label) if label else attrs(aria_hidden="true")
    return Markup('<svg{}{}><use href="#{}"/></svg>').format(attrs(cls=cls), named, name)


def letter(seat: int) -> str:
    """The letter of a seat, in lower case as the classes have it."""
    return LETTERS[seat]


def seat_class(seat: int) -> str:
    return f"seat-{letter(seat)}"


def outline(seat: int, x: float, y: float, r: float, cls: str) -> str:
    """The shape of a seat."""
    name = letter(seat)
    if name not in SHAPES:
        return f'<circle class="{cls}" cx="{x:.1f}" cy="{y:.1f}" r="{r:g}"/>'
    return f'<polygon class="{cls}" points="{points([(x + r * a, y + r * b) for a, b in SHAPES[name]])}"/>'


@lru_cache(4096, typed=True)
def token(seat: int, x: float, y: float, r: float = 9.0, piece: str = "") -> Markup:
    """A seat's marker: shape, colour and letter."""
    name = letter(seat)
    triangle = name == "c"
    k = r / 9
    size = 10 * k * (0.78 if triangle else 1)
    style = f' style="font-size:{size:.1f}px"' if size != 10 else ""
    down = (5.2 if triangle else 3.6) * k
    return Markup(
        f'<g class="{seat_class(seat)}"{attrs(data_piece=piece)}>'
        f"{outline(seat, x, y, r, 'token-edge')}{outline(seat, x, y, r, 'token')}"
        f'<text class="token-letter" x="{x:.1f}" y="{y + down:.1f}"{style}>{name.upper()}</text></g>'
    )


def named(name: str) -> Markup:
    """A seat's name; a long one is written smaller, to stand in two lines, the smaller the longer its longest word."""
    if len(name) <= 14:
        return escape(name)
    longest = max(len(word) for word in name.replace("-", "- ").split())
    return Markup('<span class="lengthy" style="--word:{}">{}</span>').format(longest, name)


def spread(at: Sequence[float], gap: float, low: float = -inf, high: float = inf) -> list[float]:
    """Places in a row, in order, moved apart as little as it takes for the gap, and between two bounds.

    Who stand close stand around their middle.
    """
    groups: list[tuple[float, int]] = []  # the sum of the places of each, and how many stand there

    def middle(total: float, n: int) -> float:
        half = (n - 1) / 2 * gap
        return max(low + half, min(total / n, high - half))

    for x in at:
        total, n = x, 1
        while groups and middle(total, n) - middle(*groups[-1]) < gap * (n + groups[-1][1]) / 2:
            before, m = groups.pop()
            total, n = total + before, n + m
        groups.append((total, n))
    return [middle(total, n) + (j - (n - 1) / 2) * gap for total, n in groups for j in range(n)]


@lru_cache(512)
def halo(seat: int, x: float, y: float) -> str:
    """Around what was just placed, in the colour of who did."""
    drawn = "".join(f'<circle class="{c}" cx="{x:.1f}" cy="{y:.1f}" r="{r}"/>' for c, r in RINGS)
    return f'<g class="{seat_class(seat)}">{drawn}</g>'


def rails(path: str) -> str:
    """A seat's line along a path; the pattern comes with the seat's class."""
    return "".join(f'<path class="{name}" d="{path}"/>' for name in STROKES)


@lru_cache(64, typed=True)
def seat_icon(seat: int, cls: str = "seat") -> Markup:
    """A seat's token as an icon beside its name."""
    y = 1.5 if letter(seat) == "c" else 0.6
    return Markup('<svg{} viewBox="-13 -13 26 26" aria-hidden="true">{}</svg>').format(
        attrs(cls=cls), token(seat, 0, y, 10.2)
    )


@lru_cache(1024)
def octagon(x: float, y: float, r: float) -> str:
    """The corners of a station marker."""
    k = r * 0.4142
    return points(
        [(x - k, y - r), (x + k, y - r), (x + r, y - k), (x + r, y + k),
         (x + k, y + r), (x - k, y + r), (x - r, y + k), (x - r, y - k)]
    )  # fmt: skip
