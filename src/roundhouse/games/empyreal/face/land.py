"""The country of Empyreal: terrain, seams, cities with their demand, goods, and the key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from markupsafe import escape

from roundhouse.core.hexes import ROWS
from roundhouse.core.words import listed
from roundhouse.draw import terrain
from roundhouse.draw.face import View
from roundhouse.draw.hexes import SIDE, WIDE, Hexes, outline, side_between
from roundhouse.draw.marks import Point, attrs, line
from roundhouse.games.empyreal.board import Board
from roundhouse.games.empyreal.box import EmpyrealBox
from roundhouse.games.empyreal.face.pieces import face_of, put, terrain_of
from roundhouse.games.empyreal.face.words import hex_title

LEFT: Final = 30.0
TOP: Final = 32.0
FRAME: Final = 24.0
LETTER: Final = 6.6  # about as wide is a letter of the key
COLUMN: Final = 124.0  # the key of a large map stands beside it
LAND: Final = 86.6, 100.0
SKYLINE: Final = (
    '<path class="e-p" d="M-32 4V-5h8V4M-24 4v-19h8V4M16 4v-16h8V4M24 4V-4h8V4"/>'
    '<path d="M-20-10.5v.01M-20-5v.01M20-7.5v.01M20-2v.01" stroke-width="2.2"/><path d="M-35 4h70"/>'
)
Place = tuple[bool, float, float]  # of a country: whether it is large, its right and its lower side
CROSSED: Final = (("rival", "rival"), ("city", "city"), ("waste", "wasteland"))  # its mark, and what it is called


class Country(Hexes):
    """Where the hexes of a table lie on the sheet; pieces and key are drawn larger where the map is drawn smaller."""

    def __init__(self, hexes: list[View], board: Board) -> None:
        self.hexes = hexes
        self.board = board
        self.beside: Sequence[Sequence[int]] = board.beside
        self.spots = spots(tuple((h["row"], h["col"]) for h in hexes))
        self.rows: int = 1 + max(h["row"] for h in hexes)
        self.cols: int = 1 + max(h["col"] for h in hexes)
        self.bottom: float = TOP + (1.5 * self.rows + 0.5) * SIDE + 10
        self.large = self.rows > 8 and self.cols > 7
        self.right = LEFT + (self.cols + 0.5) * WIDE
        self.wide = self.right + (COLUMN if self.large else 0) + FRAME
        self.tall = self.cols <= 7
        self.k: float = 1.18 if self.large else 1.0

    def at(self, h: int) -> Point:
        return self.spots[h]


@lru_cache(64)
def spots(places: tuple[tuple[int, int], ...]) -> tuple[Point, ...]:
    """The centres of the hexes in these rows and columns."""
    return tuple(
        (LEFT + WIDE / 2 + col * WIDE + (WIDE / 2 if row % 2 else 0), TOP + SIDE + row * 1.5 * SIDE)
        for row, col in places
    )


def country(view: View, box: EmpyrealBox) -> Country:
    """The country of a view."""
    sides = bytes([box.atlas.sides.index(side) for side in view["sides"]])
    return Country(view["hexes"], box.board(view["seats"], sides))


def frame(on: Country, high: float) -> str:
    """The sheet with its zebra frame and the axes."""
    return framed(on.wide, high, on.rows, on.cols, 27 if on.large else 24)


@lru_cache(64)
def framed(wide: float, high: float, rows: int, cols: int, down: int) -> str:
    out = terrain.frame(wide, high)
    tops = [TOP + SIDE + row * 1.5 * SIDE + 4 for row in range(rows)]
    out += "".join(f'<text class="axis" x="19" y="{y:.1f}">{ROWS[row]}</text>' for row, y in enumerate(tops))
    lefts = [LEFT + (col + 0.75) * WIDE for col in range(cols)]
    return out + "".join(f'<text class="axis" x="{x:.1f}" y="{down}">{i + 1}</text>' for i, x in enumerate(lefts))


def land(on: Country, names: list[str]) -> str:
    """Every hex with its terrain; its tip adds what lies there."""
    drawn: list[str] = []
    for h, hex in enumerate(on.hexes):
        goods, cars = tuple((g["n"], g["good"]) for g in hex["goods"]), tuple((i, names[i]) for i in hex["cars"])
        art, tile = (hex["row"] * 3 + hex["col"] * 5) % 2, bool(hex.get("tile"))
        drawn.append(hex_land(on.at(h), hex["label"], hex_title(hex), hex["ground"], tile, art, goods, cars))
    return f'<g class="terrain">{"".join(drawn)}</g>{seams(on)}'


@lru_cache(8192)
def hex_land(
    at: Point, label: str, title: str, kind: str, tile: bool, art: int,
    goods: tuple[tuple[int, str], ...], cars: tuple[tuple[int, str], ...],
) -> str:  # fmt: skip
    """One hex, and in its tip what lies there and whose trains stand there."""
    tip = hex_tip(title, goods, [seat for seat, _ in cars], dict(cars))
    return f"<g{attrs(cls='hex', data_at=label, data_tip=tip)}>{ground(*at, kind, tile, art)}</g>"


def hex_tip(title: str, goods: Sequence[tuple[int, str]], cars: list[int], names: dict[int, str]) -> str:
    lying = listed([f"{n} {good}" for n, good in goods], "and")
    lines = [title, *([f"{lying}."] if lying else [])]
    lines += [f"{name}\u2019s train{'s' if cars.count(i) > 1 else ''}." for i, name in names.items()]
    return "\n".join(lines)


def ground(x: float, y: float, kind: str, tile: bool, art: int) -> str:
    def polygon(cls: str, k: float = 1.0) -> str:
        return outline(x, y, SIDE * k, cls)

    if kind == "city":
        hatch = polygon("emp-hatch", 0.985).replace("/>", ' fill="url(#p-city)"/>')
        return polygon("land t-emp-city") + hatch + polygon("city-ring", 0.945)
    if kind != "wasteland":
        return polygon(f"land t-{kind}") + put(f"land-{kind}-{art}", x, y, *LAND)
    hatch = polygon("emp-waste", 0.85 if tile else 0.99).replace("/>", ' fill="url(#p-wasteland)"/>')
    if tile:
        laid = polygon("waste-shadow", 0.885) + polygon("waste-tile t-wasteland", 0.86)
        return polygon("land t-laid") + laid + hatch
    return polygon("land t-wasteland") + hatch + polygon("waste-line", 0.86)


def seams(on: Country) -> str:
    """The sides where two boards meet."""
    return seams_of(on.board, on.spots, tuple(hex["slot"] for hex in on.hexes))


@lru_cache(64)
def seams_of(board: Board, at: tuple[Point, ...], slots: tuple[int, ...]) -> str:
    met = [(h, n) for h in range(len(slots)) for n in board.beside[h] if n > h and slots[n] != slots[h]]
    return f'<path class="seam" d="{"".join(line(*side_between(at[h], at[n])) for h, n in met)}"/>'


# cities


def demand(x: float, y: float, wide: float, tile: View | None) -> str:
    """A demand tile in a city, or the place of one that is gone."""
    return demanded(x, y, wide, *((tile["needs"], tile["colour"]) if tile else (0, "")))


@lru_cache(4096)
def demanded(x: float, y: float, wide: float, needs: int, colour: str) -> str:
    d = f"M{x - wide / 2 + 2:.1f} {y - 12:.1f}h{wide - 4:.1f}l2 2v20l-2 2h{4 - wide:.1f}l-2-2v-20z"
    if not colour:
        return f'<path class="dem gone" d="{d}"/>'
    number = f'<text class="dem-n" x="{x:.1f}" y="{y + 5.5:.1f}">{needs}</text>'
    return f'<path class="dem" style="fill:{face_of(colour)}" d="{d}"/>{number}'


def tile_spots(on: Country, city: View, places: int) -> list[tuple[float, float, float]]:
    """Where the demand tiles of a city lie, and how wide they are."""
    x, y = on.at(city["hex"])
    places = max(places, len(city["tiles"]))
    pitch = min(18.6 if on.large else 17.4, (77 if on.large else 73) / max(places, 1))
    return [(x + (i - (places - 1) / 2) * pitch, y + 14.5, pitch - 1.8) for i in range(places)]


def cities(on: Country, found: list[View], places: int) -> str:
    out = ""
    for city in found:
        x, y = on.at(city["hex"])
        out += f'<g class="skyline" transform="translate({x:.1f} {y - 6:.1f})">{SKYLINE}</g>'
        out += put(f"good-{city['terrain']}", x, y - 19, 30, 30)
        for i, (u, v, wide) in enumerate(tile_spots(on, city, places)):
            out += demand(u, v, wide, city["tiles"][i] if i < len(city["tiles"]) else None)
    return f'<g class="cities">{out}</g>'


# goods


def goods(on: Country, raised: set[int]) -> str:
    """The goods on their hexes: a token for each, or one with a number when there are many."""
    out = ""
    for h, hex in enumerate(on.hexes):
        if hex["goods"]:
            x, y = on.at(h)
            up = (-22 if on.large else -20) if h in raised else -4
            out += goods_at(x, y + up, on.k, tuple((g["colour"], g["n"]) for g in hex["goods"]))
    return f'<g class="goods">{out}</g>'


@lru_cache(4096)
def goods_at(x: float, y: float, k: float, found: tuple[tuple[str, int], ...]) -> str:
    out = ""
    tokens = [(colour, 0) for colour, n in found for _ in range(n)]
    if len(tokens) > 3:
        tokens = [(colour, n if n > 1 else 0) for colour, n in found]
    size = (22 if len(tokens) < 3 else 20) * k
    pitch = min(21 * k, 64 / max(1, len(tokens) - 1))
    for i, (colour, n) in enumerate(tokens):
        u = x + (i - (len(tokens) - 1) / 2) * pitch
        out += put(f"good-{terrain_of(colour)}", u, y, size, size)
        if n:
            out += (
                f'<circle class="many" cx="{u + 9:.1f}" cy="{y - 8:.1f}" r="7.5"/>'
                f'<text class="many-n" x="{u + 9:.1f}" y="{y - 4.2:.1f}">{n}</text>'
            )
    return out


# the key


class Key:
    """The key: goods by terrain, and what transfers cost; in lines below the map, or in a column beside a large one."""

    def __init__(self, large: bool, right: float, bottom: float) -> None:
        self.large, self.right, self.bottom = large, right, bottom  # of the country
        self.k: float = 1.45 if large else 1.4  # about ten pixels on a small screen
        self.x = right + 8 + COLUMN / 2 if large else LEFT + 4
        self.y: float = TOP + 22 if large else bottom + 14 * self.k
        self.pitch = 0.0  # from item to item, if they stand in columns
        self.out = ""

    @property
    def high(self) -> float:
        return self.bottom + 10 if self.large else self.y + 24 * self.k

    def item(self, marks: list[str], words: str, strong: str, inner: str = "", **more: object) -> None:
        """Marks with words; `inner` is drawn around the last mark."""
        k = self.k
        if self.large:
            self.put_item(marks, self.x - 11.5 * k * (len(marks) - 1), inner, more, self.stacked(words, strong))
            self.y += (22 + 15 * (1 if strong.isdigit() else 2) + 12) * k
            return
        wide = self.pitch or self.room(len(marks), words, strong)
        if self.x + wide > self.right + 9 and self.x > LEFT + 4:
            self.new_line()
        text = (
            f'<text x="{self.x + (23 * len(marks) + 4) * k:.1f}" y="{self.y + 4.5 * k:.1f}">'
            f'{escape(words)} <tspan class="b">{escape(strong)}</tspan></text>'
        )
        self.put_item(marks, self.x + 11 * k, inner, more, text)
        self.x += wide

    def room(self, marks: int, words: str, strong: str) -> float:
        """About how much an item of a line takes."""
        return (26 * marks + LETTER * (len(words) + 1.25 * len(strong)) + 18) * self.k

    def new_line(self) -> None:
        self.x = LEFT + 4
        self.y += 30 * self.k

    def columns(self, items: list[tuple[str, str]]) -> None:
        """Let what follows stand in columns that are wide enough for each of these words."""
        all_of = self.right + 4 - LEFT
        widest = max(self.room(2, *words) for words in items)
        self.pitch = all_of / next((n for n in (6, 3, 2) if widest * n <= all_of), 2)

    def put_item(self, marks: list[str], x: float, inner: str, more: dict[str, object], text: str) -> None:
        k = self.k
        drawn = "".join(put(m, x + 23 * i * k, self.y, 23 * k, 24 * k) for i, m in enumerate(marks))
        ring = inner.format(x=x + 23 * (len(marks) - 1) * k, y=self.y, r=14 * k) if inner else ""
        self.out += f"<g{attrs(**more)}>{drawn}{text}{ring}</g>"

    def stacked(self, words: str, strong: str) -> str:
        """The words under their marks; a price stays beside its word."""
        x, y, room = self.x, self.y + 26 * self.k, f'data-room="{COLUMN - 12:.0f}"'
        if strong.isdigit():
            return f'<text class="b" x="{x:.1f}" y="{y:.1f}" {room}>{escape(words)} {strong}</text>'
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" {room}>{escape(words)}</text>'
            f'<text class="b" x="{x:.1f}" y="{y + 14 * self.k:.1f}" {room}>{escape(strong)}</text>'
        )

    def transfers(self, prices: View) -> None:
        """The prices, side by side."""
        if not self.large:
            self.new_line()
            self.pitch = 0.0
        for mark, name in CROSSED:
            tip = f"Transfer over a {name}: {prices[name]} mana"
            self.item([f"hop-{mark}"], name, str(prices[name]), data_tip=tip)
        if prices["teammate"] is not None:
            self.item(["hop-rival"], "teammate", str(prices["teammate"]))

    def drawn(self) -> str:
        return f'<g class="mapkey" style="font-size:{13 * self.k:.1f}px">{self.out}</g>'
