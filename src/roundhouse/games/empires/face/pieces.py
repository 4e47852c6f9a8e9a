"""The small pieces of Small Railroad Empires: goods, trains, marks of prestige, and what a card asks as a sign."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from roundhouse.draw.hexes import hexagon
from roundhouse.draw.marks import Point, attrs, icon, joined, letter, line, points, token
from roundhouse.draw.markup import Markup
from roundhouse.games.empires.board import BLUE, GOODS, GREEN, GREY, YELLOW
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.feats import LIVERIES
from roundhouse.games.empires.lines import TRAIN

LESS: Final = TRAIN  # what a train takes off a line
BODY: Final = "M-6 5V-6.5H9V-12h-1.6v-3.6H14.6V-12H13V-6.5h4.5a3 3 0 0 1 3 3V5z"
WHEELS: Final = (-1, 12.5)
HALVES: Final = {"mixed": ("forest", "grain"), "yellow": ("grain", "grain"), "green": ("forest", "forest")}
WHOLE: Final = {"blue": "lake", "grey": "mountain", "factory": "works", "city": "city"}
ASKED: Final = {GREEN | YELLOW: "mixed", BLUE: "blue", GREY: "grey", GREEN: "green", YELLOW: "yellow"}
ON_GROUND: Final = {  # what a small hex of it shows
    "grey": '<path class="peak" d="M-9 5.5-2-6l3 4 2.5-3 6 10.5z"/>'
    '<path class="hachure" d="M-2-6l2 6M1-2l2 5M4-4l2 6"/>',
    "blue": '<path class="sre-waves" d="M-7-3q3.5-3 7 0t7 0M-7 3q3.5-3 7 0t7 0"/>',
}
NAMED: Final = {"forest": "green", "grain": "yellow", "lake": "blue", "mountain": "grey"}


def div(cls: str, *parts: str) -> Markup:
    return Markup('<div class="{}">{}</div>').format(cls, joined(parts))


@lru_cache(256, typed=True)
def crown(n: object) -> Markup:
    """An amount of prestige."""
    return Markup('<span class="pr">{}{}</span>').format(icon("sre-prestige", "prestige"), n)


def at_mark(name: str, x: float, y: float, size: float, cls: str = "") -> str:
    """A mark of the sprite, centred on a point of a drawing."""
    placed = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:g}" height="{size:g}"'
    return f'<use href="#sre-{name}" {placed}{attrs(cls=cls)}/>'


def count_mark(x: float, y: float, n: int) -> str:
    """The number of a space on a line."""
    circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8"/>'
    return f'<g class="sre-count">{circle}<text x="{x:.1f}" y="{y + 4:.1f}">{n}</text></g>'


def less_mark(x: float, y: float) -> str:
    """What a train takes off a line."""
    rect = f'<rect x="{x:.1f}" y="{y:.1f}" width="22" height="15" rx="7.5"/>'
    return f'<g class="sre-count less">{rect}<text x="{x + 11:.1f}" y="{y + 11.5:.1f}">\u2212{LESS}</text></g>'


def star_path(x: float, y: float, r: float) -> str:
    corners = [(r if i % 2 == 0 else r * 0.47, i * pi / 5) for i in range(10)]
    return "M" + "L".join(f"{x + k * sin(turn):.1f} {y - k * cos(turn):.1f}" for k, turn in corners) + "z"


@lru_cache(1024)
def train(seat: int, x: float, y: float, k: float = 1.0, piece: str = "") -> str:
    """A delivered train: the seat's token as the cab, an engine in front of it."""
    name = letter(seat)
    placed = attrs(data_piece=piece, transform=f"translate({x - 3 * k:.1f} {y:.1f}) scale({k:g})")
    layers = "".join(f'<path class="{cls}" d="{BODY}"/>{wheels(cls, 5)}' for cls in ("token-edge", "token"))
    cab = token(seat, -10.5, 0.8 if name == "c" else -0.5, 11)
    return f'<g class="seat-{name} sre-train"{placed}>{layers}{wheels("sre-hub", 1.4)}{cab}</g>'


def wheels(cls: str, r: float) -> str:
    return "".join(f'<circle class="{cls}" cx="{x:g}" cy="8.5" r="{r:g}"/>' for x in WHEELS)


def seam(c: list[Point]) -> str:
    """The line between the halves of a hex."""
    return f'<path class="sre-seam" d="{line(c[4], c[1])}"/>'


def halves(c: list[Point]) -> tuple[str, str]:
    """The upper and the lower half of a hex, along the seam."""
    return points([c[4], c[5], c[0], c[1]]), points([c[1], c[2], c[3], c[4]])


@lru_cache(256)
def sample(ground: str, x: float, y: float, side: float, hatched: bool = True) -> str:
    """A small hex of a ground, for keys and cards."""
    c = hexagon(x, y, side)
    first, second = HALVES.get(ground) or ((WHOLE[ground],) * 2 if ground != "places" else ("city", "works"))
    out = ""
    for half, name in zip(halves(c), (first, second), strict=True):
        out += f'<polygon class="t-{name}" points="{half}"/>'
        out += f'<polygon points="{half}" fill="url(#p-{name})"/>' if hatched else ""
    if first != second or ground in HALVES:
        out += seam(c)
    return f'{out}<polygon class="sre-sample" points="{points(c)}"/>'


@lru_cache(32)
def ground_icon(ground: str, cls: str = "cond") -> Markup:
    """A ground as a small hex."""
    drawn = sample(ground, 0, 0, 13, ground in HALVES) + ON_GROUND.get(ground, "")
    return Markup(f'<svg class="{cls}" viewBox="-14 -14 28 28" aria-hidden="true">{drawn}</svg>')


@lru_cache(256)
def asked(box: EmpiresBox, card: int) -> Markup:
    """What a train card asks, as a sign."""
    condition = box.conditions[card]
    if condition.good >= 0:
        return icon(f"sre-{GOODS[condition.good]}", cls="cond")
    if condition.length:
        return Markup('<span class="cond five" aria-hidden="true">{}+</span>').format(condition.length)
    return ground_icon(ASKED[condition.colours])


def livery(box: EmpiresBox, card: int) -> str:
    """The colour of a train card."""
    return LIVERIES[box.colours[card]]
