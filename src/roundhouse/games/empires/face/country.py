"""The country as it is printed: grounds, lakes, the edges of its tiles, the plates beside it and the prestige staff."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from markupsafe import escape

from roundhouse.draw.face import Action, View
from roundhouse.draw.hexes import WIDE, AxialSheet, middle
from roundhouse.draw.marks import Point, attrs, line, points, token
from roundhouse.draw.remembered import remembered
from roundhouse.draw.terrain import PEAKS, peak
from roundhouse.games.empires.board import AROUND, DOTTED, GOODS, GROUNDS, HATS, LYING, ROTATIONS, TILES, Board
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.face.pieces import HALVES, WHOLE, at_mark, halves, sample, seam, star_path
from roundhouse.games.empires.face.words import name_of, taken

LEFT: Final = 92.0  # of the staff
TOP: Final = 24.0
RIGHT: Final = 26.0
BOTTOM: Final = 24.0
LEAST: Final = 1200.0  # a country of three tiles leaves its right side to the plates
SIDES: Final = ((1, 2), (0, 1), (5, 0), (4, 5), (3, 4), (2, 3))  # the corners of the side that faces each direction
WATER_LINES: Final = ((24, 0.5), (15, 0.7), (7, 0.9))
NAMED_GROUNDS: Final = {"factory": "sre-brick", "city": "sre-streets"}  # and the class of their hatch
WORKS: Final = "M0 14V7l5-3v3l5-3v3l5-3v10z"  # a small factory

EARNS: Final = (100, 112)  # where the columns begin, and the height of the plate
COSTS: Final = (296, 160)
KEYS: Final = (300, 136)


class Country(AxialSheet):
    """A country on its sheet."""

    def __init__(self, board: Board, rotations: tuple[int, ...]) -> None:
        super().__init__(list(zip(board.q, board.r, strict=True)), LEFT, TOP)
        self.board = board
        self.rotations = rotations
        self.wide = max(self.width + RIGHT, LEAST)
        self.high = self.height + BOTTOM
        self.number = {(board.q[h], board.r[h]): h for h in range(board.size)}

    def side(self, h: int, direction: int) -> tuple[Point, Point]:
        """The ends of one of the six sides of a hex."""
        corners = self.corners(h)
        a, b = SIDES[direction]
        return corners[a], corners[b]

    def across(self, h: int, direction: int) -> int:
        """The hex on the other side, or -1."""
        q, r = AROUND[direction]
        return self.number.get((self.board.q[h] + q, self.board.r[h] + r), -1)

    def hex_of(self, action: Action) -> int:
        """Where an action's thing lies."""
        return self.board.hex_of(action["place"], action["thing"])

    def ground(self, h: int) -> str:
        return GROUNDS[self.board.ground[h]]

    def plates(self, columns: int) -> list[tuple[float, float, float, float]]:
        """Left, top, width and height of the plates, which lie in corners that no country fills."""
        low = self.high - BOTTOM - 2
        return [
            (LEFT + 6, 26.0, EARNS[0] + columns * 30 - 2, EARNS[1]),
            (LEFT + 4, low - COSTS[1], *COSTS),
            (self.wide - RIGHT - KEYS[0], low - KEYS[1], *KEYS),
        ]


def country(view: View, box: EmpiresBox) -> Country:
    """The country as it was laid out."""
    tiles = bytes(TILES.index(t["tile"]) for t in view["tiles"])
    rotations = tuple(t["rotation"] for t in view["tiles"])
    return laid_out(box.board(tiles, bytes(rotations)), rotations)


@lru_cache(maxsize=64)
def laid_out(board: Board, rotations: tuple[int, ...]) -> Country:
    return Country(board, rotations)


# the land, which never changes


@lru_cache(maxsize=64)
def land(on: Country) -> str:
    """Frame, grounds, lakes with their water-lining, and the edges of the tiles."""
    w, h = on.wide, on.high
    hexes = "".join(hex_land(on, n) for n in range(on.board.size))
    return (
        f'<g class="sre-frame">{framed(f"{w - 1:.0f}", f"{h - 1:.0f}", f"{w - 16:.0f}", f"{h - 16:.0f}")}</g>'
        f'<g class="terrain">{hexes}{lakes(on)}{seams_of_tiles(on)}</g>'
    )


def framed(wide: str, high: str, across: str, down: str) -> str:
    """A sheet with its zebra frame, so wide and high outside and inside."""
    frame = f'x="8" y="8" width="{across}" height="{down}"'
    dash = f'stroke-dasharray="{WIDE / 2:.2f} {WIDE / 2:.2f}"'
    return (
        f'<rect class="sheet" x=".5" y=".5" width="{wide}" height="{high}" rx="4"/>'
        f'<rect class="zebra-a" {frame}/><rect class="zebra-b" {frame} {dash}/>'
    )


def lakes(on: Country) -> str:
    """The water-lining along the shores, kept inside the lakes."""
    found = [n for n in range(on.board.size) if on.ground(n) == "blue"]
    shore = path([on.side(n, d) for n in found for d in range(6) if on.across(n, d) not in found])
    shapes = "".join(f'<polygon points="{points(on.corners(n, 1.004))}"/>' for n in found)
    lining = [
        f'<path class="lining" style="stroke:var(--lake-ink);opacity:{opacity:g};stroke-width:{2 * far + 1.8:g}" '
        f'd="{shore}"/><path class="lining" style="stroke:var(--lake);stroke-width:{2 * far}" d="{shore}"/>'
        for far, opacity in WATER_LINES
    ]
    return (
        f'<defs><clipPath id="sre-lakes">{shapes}</clipPath></defs><g clip-path="url(#sre-lakes)">{"".join(lining)}</g>'
        f'<path class="coast sre-shore" d="{shore}"/>'
    )


def path(stretches: list[tuple[Point, Point]]) -> str:
    return "".join(line(*stretch) for stretch in stretches)


def hex_land(on: Country, h: int) -> str:
    """One hex with the hatch of its ground."""
    ground = on.ground(h)
    out = halved(on, h, *HALVES[ground]) if ground in HALVES else on.polygon(h, f"t-{WHOLE[ground]}")
    if ground == "grey":
        x, y = on.at(h)
        turn = (on.board.q[h] * 2 + on.board.r[h]) % 3
        out += "".join(peak(x + a, y + b, k) for a, b, k in PEAKS[turn])
    elif ground in NAMED_GROUNDS:
        name = WHOLE[ground]
        out += (
            f'<polygon class="{NAMED_GROUNDS[ground]}" points="{points(on.corners(h, 0.985))}" fill="url(#p-{name})"/>'
            f'<polygon class="sre-bounds" points="{points(on.corners(h, 0.9))}" style="stroke:var(--{name}-ink)"/>'
        )
    at = attrs(data_at=place_key(on.board, h), data_place=on.board.labels[h])
    return f'<g class="hex"{at}>{out}{on.polygon(h, "land sre-cell")}</g>'


def halved(on: Country, h: int, first: str, second: str) -> str:
    """A hex of two grounds, along its seam."""
    upper, lower = halves(on.corners(h))
    hatch = "stubble" if first == "grain" else first
    return (
        f'<polygon class="t-{first}" points="{upper}"/><polygon class="t-{second}" points="{lower}"/>'
        f'<polygon class="sre-hatch" points="{upper}" fill="url(#p-{hatch})"/>'
        f'<polygon class="sre-hatch" points="{lower}" fill="url(#p-{second})"/>{seam(on.corners(h))}'
    )


def place_key(board: Board, h: int) -> str:
    """How the log names a hex: a place by its name, others by where they lie."""
    return board.labels[h] if GROUNDS[board.ground[h]] in NAMED_GROUNDS else board.coordinates[h]


def seams_of_tiles(on: Country) -> str:
    """The outlines of the tiles, with white dots on the sides that have them."""
    slots, dots = on.board.slot, ""
    sides: list[tuple[Point, Point]] = []
    for h, d in product(range(on.board.size), range(6)):
        other = on.across(h, d)
        if other >= 0 and slots[other] == slots[h]:
            continue
        sides.append(on.side(h, d))
        if dotted(on, h, d):
            (x, y), (m, n) = on.at(h), middle(*on.side(h, d))
            dots += f'<circle class="sre-dot" cx="{m + (x - m) * 0.135:.1f}" cy="{n + (y - n) * 0.135:.1f}" r="2.3"/>'
    edge = path(sides)
    return f'<path class="sre-tile-edge" d="{edge}"/><path class="sre-tile-gap" d="{edge}"/>{dots}'


def dotted(on: Country, h: int, direction: int) -> bool:
    """Whether the outer side of a hex is on a dotted side of its tile."""
    board, slot = on.board, on.board.slot[h]
    (q0, r0), (a, b) = board.centres[slot], AROUND[direction]
    for side in DOTTED:
        s = (side + on.rotations[slot] + LYING) % ROTATIONS
        (c, d), (e, f) = AROUND[s], AROUND[(s + 1) % ROTATIONS]
        q = board.q[h] + a - q0 - 3 * c - 2 * e
        r = board.r[h] + b - r0 - 3 * d - 2 * f
        if max(abs(q), abs(r), abs(q + r)) <= 2:
            return True
    return False


# what stands on it


def with_hats(view: View) -> bool:
    """Whether the table plays with passengers."""
    return "passengers" in view["rules"]


def names(on: Country, hexes: Sequence[View], sealed: int, hats: bool) -> str:
    """Names, demands, hats, goods and stars; `sealed` is the factory of the viewer's own contract."""
    places = [(h, hex) for h, hex in enumerate(hexes) if hex["star"] or hex["ground"] in NAMED_GROUNDS]
    return "".join(place(on, h, hex, sealed == hex.get("number"), hats) for h, hex in places)


@remembered
def place(on: Country, h: int, hex: View, sealed: bool, hats: bool) -> str:
    x, y = on.at(h)
    out = ""
    if hex["star"]:
        gone = " taken" if taken(hex) else ""
        d = star_path(x, y - 30, 12.5)
        out = f'<g class="sre-star{gone}"><path class="casing" d="{d}"/><path class="face" d="{d}"/></g>'
    if hex["ground"] == "city":
        return out + city(x, y, hex, hats)
    return out + factory(on, h, hex, sealed) if hex["ground"] == "factory" else out


def name_text(cls: str, x: float, y: float, hex: View) -> str:
    return text(cls, x, y - 16.5, escape(name_of(hex)), WIDE - 12)


def city(x: float, y: float, hex: View, hats: bool) -> str:
    wants = hex["demands"]
    wide = 4 + 23 * len(wants)
    hat = at_mark(f"hat-{hex['hat']}", x, y - 36, 17) if hats else ""
    return (
        f"{hat}{name_text('name sre-n', x, y, hex)}"
        f'<rect class="sre-plate" x="{x - wide / 2:.1f}" y="{y + 17.5:.1f}" width="{wide}" height="24" rx="12"/>'
    ) + "".join(at_mark(g, x + (i - (len(wants) - 1) / 2) * 23, y + 29.5, 19) for i, g in enumerate(wants))


def factory(on: Country, h: int, hex: View, sealed: bool) -> str:
    x, y = on.at(h)
    out = f'<path class="sre-chimney" d="M{x - 9:.1f} {y - 31:.1f}v-9l6 3.5v-3.5l6 3.5v-9h4v14.5z"/>'
    if sealed:
        mark = at_mark("contract", x + 21, y - 34, 13)
        circle = f'<circle cx="{x + 21:.1f}" cy="{y - 34:.1f}" r="9"/>'
        out += f'<g class="sre-seal"><title>Your contract</title>{circle}{mark}</g>'
    out += name_text("name sre-n works", x, y, hex)
    return out + "".join(
        at_mark(good["good"], *good_at(on, h, len(hex["goods"]), i), 22, "" if good["here"] else "sre-gone")
        for i, good in enumerate(hex["goods"])
    )


def good_at(on: Country, h: int, count: int, i: int) -> Point:
    """Where a good of a factory lies."""
    x, y = on.at(h)
    return (x + (i - (count - 1) / 2) * 31, y + 29)


# beside it


def staff(on: Country, view: View) -> str:
    """Prestige as a levelling staff with 0 at its foot; production spaces as small factories."""
    return staff_of(on, view["track"], [{"prestige": p["prestige"]} for p in view["players"]])


@remembered
def staff_of(on: Country, track: View, players: list[View]) -> str:
    foot, head, x = on.high - 34, 56, 42
    step = (foot - head) / track["spaces"]
    marks = "".join(space_mark(k, x, foot - k * step, step) for k in range(track["spaces"] + 1))
    for n, k in enumerate(track["production"]):
        cls = "done" if n < track["produced"] else "next" if n == track["produced"] else ""
        tick = '<path class="tick" d="M3 9.5l3 3 6-8"/>' if cls == "done" else ""
        at = f'transform="translate({x + 9} {foot - k * step - 8:.1f})"'
        marks += f'<g class="prod {cls}" {at}><path d="{WORKS}"/>{tick}</g>'
    label = ", ".join(f"seat {'ABCD'[i]} {p['prestige']}" for i, p in enumerate(players))
    return (
        f'<g class="sre-staff" role="img" aria-label="Prestige: {label}">{at_mark("prestige", 42, 33, 26)}'
        f'<rect class="pole" x="{x - 6}" y="{head - step / 2:.1f}" width="12" height="{foot - head + step:.1f}"/>'
        f"{marks}{markers(track['spaces'], players, x, foot, step)}</g>"
    )


def space_mark(k: int, x: int, y: float, step: float) -> str:
    """A space of the staff: a block on every second, a number on every fifth."""
    wide = 12 if k % 10 == 0 else 6
    block = f'<rect class="block" x="{x - 6}" y="{y - step / 2:.1f}" width="{wide}" height="{step:.1f}"/>'
    number = f'<text class="num" x="{x - 9}" y="{y + 4:.1f}" data-room="18">{k}</text>'
    return (block if k % 2 == 0 else "") + (number if k % 5 == 0 else "")


def markers(spaces: int, players: list[View], x: float, foot: float, step: float) -> str:
    """The seats at the staff; who stands level stands side by side, in rows of two."""
    at: dict[int, list[int]] = {}
    for i, p in enumerate(players):
        at.setdefault(min(p["prestige"], spaces), []).append(i)
    arms = tokens = ""
    for value in sorted(at):
        y = foot - value * step
        over = [players[i]["prestige"] for i in at[value]]
        if max(over) > spaces:  # round the track again
            arms += f'<text class="over" x="{x + 32}" y="{y - 10:.1f}">{" ".join(str(n) for n in over)}</text>'
        for j, i in enumerate(at[value]):
            u, v = x + 21 + j % 2 * 20, y - j // 2 * 18
            arms += f'<path class="arm" d="M{x + 6} {y:.1f}H{u}"/>'
            tokens += str(token(i, u, v, 8.6))
    return arms + tokens


def earning(view: View) -> list[View]:
    """The lengths from which on a line earns more."""
    return [b for b in view["bonus"] if b["money"] or b["prestige"]]


def earn_column(view: View, length: int) -> int:
    """The column of the plate that holds for a length, or -1."""
    return len([b for b in earning(view) if b["length"] <= length]) - 1


def column_at(i: int) -> int:
    return EARNS[0] + i * 30


def plate(rect: tuple[float, float, float, float], inner: str) -> str:
    x, y, w, h = rect
    return (
        f'<g class="cartouche" transform="translate({x:.1f} {y:.1f})">'
        f'<rect class="plate" width="{w:g}" height="{h:g}" rx="2"/>'
        f'<rect class="plate-in" x="4" y="4" width="{w - 8:g}" height="{h - 8:g}"/>{inner}</g>'
    )


def plates(on: Country, view: View, box: EmpiresBox) -> str:
    """What a line earns, what a track costs, and what the marks are."""
    return plates_of((on, box), {part: view[part] for part in ("bonus", "grounds", "rules", "track")})


@remembered
def plates_of(where: tuple[Country, EmpiresBox], view: View) -> str:
    on, box = where
    rects = on.plates(len(earning(view)))
    made = (earn_plate(view, rects[0][2]), cost_plate(view, box), key_plate(view, box))
    return "".join(plate(rect, inner) for rect, inner in zip(rects, made, strict=True))


def text(cls: str, x: float, y: float, words: object, room: float = 0) -> str:
    """Words on the sheet; `room` is how wide they may be in a font wider than ours."""
    return (
        f'<text class="{cls}" x="{x:.5g}" y="{y:.5g}"{attrs(data_room=f"{room:.0f}" if room else None)}>{words}</text>'
    )


def earn_plate(view: View, w: float) -> str:
    rows = earning(view)
    heads = (("length", 55), ("dollars", 78), ("prestige", 98))
    title = text("title sre-t", w / 2 + 1, 28, "WHAT A LINE EARNS")
    return (
        f'{title}<path class="plate-in" d="M14 61.5H{w - 14:g}"/>'
        + "".join(text("key sre-k", 13, y, words, EARNS[0] - 36) for words, y in heads)
        + "".join(earn_figures(rows, i) for i in range(len(rows)))
    )


def earn_figures(rows: list[View], i: int, cls: str = "") -> str:
    """A column: length, dollars, prestige."""
    x, b = column_at(i), rows[i]
    more = "+" if i == len(rows) - 1 else ""
    cells = ((f"b {cls}", 55, f"{b['length']}{more}"), (cls, 78, b["money"]), (cls, 98, b["prestige"]))
    return "".join(text(f"sre-k {c}", x, y, figure) for c, y, figure in cells)


def cost_plate(view: View, box: EmpiresBox) -> str:
    cost = {g["ground"]: g["cost"] for g in view["grounds"]}
    title = {g["ground"]: str(g["title"]).capitalize() for g in view["grounds"]}
    both = str(cost["city"]) if cost["city"] == cost["factory"] else f"{cost['city']}, {cost['factory']}"
    keys = [(g, title[g], str(cost[g])) for g in ("mixed", "yellow", "green", "blue", "grey")]
    keys.append(("places", "Places", both))  # cities and factories
    out = text("title sre-t", COSTS[0] / 2 + 1, 30, "TO LAY A TRACK")
    out += text("sub sre-s", COSTS[0] / 2, 48, f"in dollars, by the ground; a new route {box.new_route}", COSTS[0] - 20)
    for i, (ground, words, n) in enumerate(keys):
        x, y = (7, 155)[i // 3], 77 + i % 3 * 29
        end = (132, 127)[i // 3]
        out += sample(ground, x + 12, y - 4, 13) + text("key sre-k", x + 27, y + 1, escape(words), end - 48)
        out += text("key-n sre-k", x + end, y + 1, n)
    return out


def key_plate(view: View, box: EmpiresBox) -> str:
    hats = with_hats(view)
    out = ""
    for i, good in enumerate(GOODS):
        x, y = 14 + i % 2 * (84 if hats else KEYS[0] // 2), 34 + i // 2 * 26
        out += at_mark(good, x + 10, y - 5, 20) + text("key sre-k", x + 25, y, good, 58)
    if hats:
        out += "".join(at_mark(f"hat-{hat}", 196 + i * 22, 29, 19) for i, hat in enumerate(HATS))
        out += text("key sre-k", 188, 60, "passengers", 100)
    left = view["track"]["production"][view["track"]["produced"] :]
    produce = f"all factories produce at {left[0]}" if left else "the factories produce no more"
    return (
        f'{out}<path class="plate-in" d="M14 72H{KEYS[0] - 14}"/>'
        f'<g class="sre-star"><path class="face" d="{star_path(24, 89, 9.5)}"/></g>'
        f"{text('key sre-k', 40, 94, f'first track here: {box.star} prestige', KEYS[0] - 54)}"
        f'<g class="sre-staff"><g class="prod next" transform="translate(16 101)"><path d="{WORKS}"/></g></g>'
        f"{text('key sre-k', 40, 116, produce, KEYS[0] - 54)}"
    )
