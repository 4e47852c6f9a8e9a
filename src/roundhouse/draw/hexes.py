"""Where hexes lie on a drawn sheet: pointy-top, side 50, odd rows shifted to the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot, sqrt
from typing import Final

from roundhouse.core.hexes import HexGrid
from roundhouse.draw.marks import Point, points

SIDE: Final = 50.0
WIDE: Final = sqrt(3) * SIDE


def hexagon(x: float, y: float, side: float) -> list[Point]:
    """The corners around a centre, clockwise from the top."""
    w = side * sqrt(3) / 2
    half = side / 2
    return [(x, y - side), (x + w, y - half), (x + w, y + half), (x, y + side), (x - w, y + half), (x - w, y - half)]


@lru_cache(8192)
def outline(x: float, y: float, side: float, cls: str) -> str:
    """A hex around a centre, as an SVG polygon; maps have the same ones at every decision."""
    return f'<polygon class="{cls}" points="{points(hexagon(x, y, side))}"/>'


@lru_cache(4096)
def side_between(a: Point, b: Point) -> tuple[Point, Point]:
    """The side that the hexes around two centres share, from left to right; ValueError if they share none."""
    other = hexagon(*b, SIDE)
    shared = [p for p in hexagon(*a, SIDE) if any(hypot(p[0] - q[0], p[1] - q[1]) < 0.5 for q in other)]
    if len(shared) != 2:
        raise ValueError("they share no side")
    one, two = sorted((round(x, 1), round(y, 1)) for x, y in shared)
    return (one, two)


def middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def distance(p: Point, a: Point, b: Point) -> float:
    """How far a point is from a stretch of line."""
    (x, y), (u, v) = a, b
    long = (u - x) ** 2 + (v - y) ** 2
    t = max(0.0, min(1.0, ((p[0] - x) * (u - x) + (p[1] - y) * (v - y)) / long)) if long else 0.0
    return hypot(p[0] - x - t * (u - x), p[1] - y - t * (v - y))


class Hexes:
    """Hexes on paper; they go by number."""

    def at(self, h: int) -> Point:
        """The centre of a hex."""
        raise NotImplementedError

    def corners(self, h: int, k: float = 1.0) -> list[Point]:
        """The corners of a hex, clockwise from the top; `k` shrinks it."""
        return hexagon(*self.at(h), SIDE * k)

    def polygon(self, h: int, cls: str, k: float = 1.0) -> str:
        """A hex as an SVG polygon."""
        return outline(*self.at(h), SIDE * k, cls)

    def rings(self, h: int, k: float = 0.945) -> str:
        """Around a hex that can be chosen; the last one is where it is clicked."""
        return self.polygon(h, "ring-edge", k) + self.polygon(h, "ring", k) + self.polygon(h, "hit")

    def edge(self, a: int, b: int) -> tuple[Point, Point]:
        """The side between two neighbouring hexes, from left to right."""
        try:
            return side_between(self.at(a), self.at(b))
        except ValueError as none:
            raise ValueError(f"hexes {a} and {b}: {none}") from None


class HexSheet(Hexes):
    """A grid of hexes, with a margin at the left and the top. Hexes go by their number in the grid."""

    def __init__(self, grid: HexGrid, left: float, top: float) -> None:
        self.grid = grid
        self.left = left
        self.top = top
        self.width = left + max(w + (r % 2) / 2 for r, w in enumerate(grid.widths)) * WIDE
        self.height = top + (1.5 * len(grid.widths) + 0.5) * SIDE

    def at(self, h: int) -> Point:
        row = self.grid.rows[h]
        x = self.left + WIDE / 2 + self.grid.cols[h] * WIDE + (WIDE / 2 if row % 2 else 0)
        return (x, self.top + SIDE + row * 1.5 * SIDE)


class AxialSheet(Hexes):
    """Hexes by two skew coordinates, in any shape, with a margin at the left and the top."""

    def __init__(self, places: Sequence[tuple[int, int]], left: float, top: float) -> None:
        xs = [WIDE * (q + r / 2) for q, r in places]
        ys = [1.5 * SIDE * r for _, r in places]
        across, down = left + WIDE / 2 - min(xs), top + SIDE - min(ys)
        self.centres = [(x + across, y + down) for x, y in zip(xs, ys, strict=True)]
        self.width = max(xs) + across + WIDE / 2
        self.height = max(ys) + down + SIDE

    def at(self, h: int) -> Point:
        return self.centres[h]
