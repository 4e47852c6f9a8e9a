"""The map of Trains as SVG: land, water, lines, stations, and the hexes that may be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from markupsafe import escape

from roundhouse.draw.face import Action, View
from roundhouse.draw.hexes import SIDE, WIDE, HexSheet, distance, hexagon
from roundhouse.draw.marks import Point, attrs, halo, letter, line, octagon, points, rails, token
from roundhouse.draw.markup import Markup
from roundhouse.draw.terrain import Stop, coast, course, frame, ground, water
from roundhouse.games.trains.board import CITY, REMOTE, SEA, TERRAINS, Board
from roundhouse.games.trains.face.words import Price

LEFT: Final = 31.0
TOP: Final = 20.0

# Rivers by map; what a stop is, `draw.terrain` says.
COURSES: Final[dict[str, list[list[Stop]]]] = {
    "tokyo": [
        [(0, 5, "e5"), (0, 5, ""), (1, 5, ""), (1, 5, "c2")],
        [(2, 7, "c5"), (2, 7, ""), (3, 7, ""), (4, 7, ""), (4, 7, "e2")],
        [(2, 1, "e5"), (2, 1, ""), (3, 1, ""), (3, 2, ""), (4, 3, ""), (5, 3, ""),
         (6, 4, ""), (7, 4, ""), (7, 4, "e2")],
        [(4, 2, ""), (5, 1, ""), (6, 2, ""), (7, 2, ""), (7, 2, "e2")],
    ],
    "osaka": [
        [(3, 8, "c2"), (3, 8, ""), (2, 8, ""), (2, 7, "")],
        [(1, 7, "e0"), (1, 7, ""), (2, 7, ""), (3, 6, ""), (3, 5, ""), (3, 4, ""),
         (3, 3, ""), (4, 3, ""), (4, 3, "e3")],
        [(2, 2, "c5"), (2, 2, ""), (2, 2, "c3")],
    ],
}  # fmt: skip
CARTOUCHE: Final = {"tokyo": (594.0, 500.0, 2), "osaka": (100.0, 350.0, 1)}  # in the bay: left, top, columns
NAME_ROOM: Final = WIDE - 3  # of a place's name, in a font wider than ours

RIVAL: Final = "fill:var(--sheet);stroke:var(--ink-2);stroke-width:1.6"  # a marker of no seat

LONG_START: Final = "Futako"  # where a long name without a hyphen breaks

INDEX_SPOTS: Final = ((21.5, 9.5), (0.0, 9.5), (16.0, 30.0), (-16.0, 30.0), (18.0, -18.0))


@dataclass(frozen=True)
class Lit:
    """A hex that may be chosen: the action, and its label and tip."""

    action: Action
    label: str
    tip: str


@dataclass(frozen=True)
class Moved:
    """What the last decision placed: a seat's track, or a station."""

    seat: int
    hex: int
    station: bool = False


@lru_cache(maxsize=8)
def sheet(board: Board) -> HexSheet:
    return HexSheet(board.grid, LEFT, TOP)


# the land, which never changes


@lru_cache(maxsize=8)
def land(board: Board) -> str:
    """Frame, terrain, sea with its water-lining, rivers and coast."""
    on = sheet(board)
    w, h = on.width + 26, on.height + 18
    sea = [n for n in range(board.grid.size) if board.terrain[n] == SEA]
    out = [frame(w, h)]
    for first in board.grid.firsts:
        out.append(f'<text class="axis" x="19" y="{on.at(first)[1] + 3:.1f}">{board.grid.coordinate(first)[0]}</text>')
    out.append('<g class="terrain">')
    for n in range(board.grid.size):
        place = attrs(data_place=board.labels[n], data_at=board.grid.coordinate(n))
        out.append(ground(on, n, TERRAINS[board.terrain[n]]).replace('<g class="hex"', f'<g class="hex"{place}', 1))
    shore = coast(on, sea)
    out.append(water(on, sea, shore, f"sea-{board.name}"))
    rivers = [course(on, stops) for stops in COURSES[board.name]]
    for cls in ("water-edge", "water", "water-line"):
        out += [f'<path class="{cls}" d="{path}"/>' for path in rivers]
    out.append(f'<path class="coast" d="{shore}"/></g>')
    return "".join(out)


@lru_cache(maxsize=8)
def barriers(board: Board) -> str:
    on = sheet(board)
    out = ['<g class="barriers">']
    for a, b in board.walls:
        if a > b:
            continue
        (x, y), (u, v) = on.edge(a, b)
        words = f"Barrier between {board.title(a)} and {board.title(b)}: no track leads across"
        drawn = gate((u - x) * 0.14 + x, (v - y) * 0.14 + y, u - (u - x) * 0.14, v - (v - y) * 0.14)
        out.append(f'<g role="img" aria-label="{escape(words)}"><title>{escape(words)}</title>{drawn}</g>')
    return "".join(out) + "</g>"


def gate(x: float, y: float, u: float, v: float) -> str:
    """A barrier from one point to another."""
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}"'
    return "".join(f'<line class="{cls}" {ends}/>' for cls in ("gate-edge", "gate", "gate-bar"))


# what is built


@lru_cache(512)
def joins(board: Board, tracks: frozenset[int]) -> Sequence[tuple[int, int]]:
    """Enough joins between neighbouring tracks, no barrier between, to show a seat's line as one: no loops.

    Level joins are preferred, then one slope before the other, so that a line keeps its direction.
    """
    pairs = [(slope(board, a, b), a, b) for a in tracks for b in board.beside[a] if b in tracks and a < b]
    group = {h: h for h in tracks}
    out: list[tuple[int, int]] = []
    for _, a, b in sorted(pairs):
        if group[a] != group[b]:
            old, new = group[b], group[a]
            group = {h: new if g == old else g for h, g in group.items()}
            out.append((a, b))
    return out


def slope(board: Board, a: int, b: int) -> int:
    """How the way from a hex to one beside or below it runs: level, down to the right or down to the left."""
    rows, cols = board.grid.rows, board.grid.cols
    if rows[a] == rows[b]:
        return 0
    return 1 if cols[b] - cols[a] + (rows[a] % 2 == 0) > 0 else 2


class Lines:
    """Where the lines of all seats run, side by side through a hex."""

    def __init__(self, board: Board, spots: Sequence[View], seats: int) -> None:
        self.on = sheet(board)
        self.crowded = seats > 3
        self.lane, self.radius = (17.5, 7.6) if self.crowded else (21.5, 9.0)
        self.middle = (max(seats, 2) - 1) / 2
        self.tracks = [[h for h in range(len(spots)) if i in spots[h]["tracks"]] for i in range(seats)]
        self.joins = [joins(board, frozenset(own)) for own in self.tracks]

    def at(self, seat: int, h: int) -> Point:
        """Where a seat's token stands in a hex."""
        x, y = self.on.at(h)
        return (x + (seat - self.middle) * self.lane, y + 6.0)

    def clear(self, p: Point) -> float:
        """How far a point is from any line or token."""
        lines = [distance(p, self.at(i, a), self.at(i, b)) for i, ends in enumerate(self.joins) for a, b in ends]
        tokens = [self.at(i, h) for i, own in enumerate(self.tracks) for h in own]
        return min([99.0, *lines, *(distance(p, t, t) - 5 for t in tokens)])

    def draw(self, moved: Moved | None = None) -> str:
        """All lines; what leads to a track just laid is drawn towards it, apart from the rest of its line."""
        out = ['<g class="lines">']
        for seat, ends in enumerate(self.joins):
            fresh = moved.hex if moved and moved.seat == seat and not moved.station else -1
            out.append(self.strokes("", seat, [p for p in ends if fresh not in p]))
            out.append(self.strokes(" fresh", seat, [p if p[1] == fresh else p[::-1] for p in ends if fresh in p]))
        return "".join(out) + "</g>"

    def strokes(self, more: str, seat: int, pairs: list[tuple[int, int]]) -> str:
        """A seat's line along some joins, with one more class; nothing where there are none."""
        path = "".join(line(self.at(seat, a), self.at(seat, b)) for a, b in pairs)
        return f'<g class="seat-{letter(seat)}{more}">{rails(path)}</g>' if pairs else ""


def name_lines(name: str) -> list[str]:
    """A name in one line or two: long ones break at the hyphen, or get one."""
    head, hyphen, tail = name.partition("-")
    if len(head) > 12 and head.startswith(LONG_START):
        head, hyphen, tail = LONG_START, "-", head[len(LONG_START) :]
    return [head + hyphen, tail] if hyphen else [name]


def house(x: float, y: float) -> str:
    return f'<path class="stop-mark" d="M{x - 4:.1f} {y + 3.4:.1f}v-4.4l4-3.2 4 3.2v4.4h-2.7v-3.4h-2.6v3.4z"/>'


def slot(on: HexSheet, h: int, slots: int, i: int) -> Point:
    """Where the i-th station of a city stands."""
    x, y = on.at(h)
    return (x + (i - (slots - 1) / 2) * 18, y + 29)


@lru_cache(maxsize=8)
def named(board: Board) -> tuple[int, ...]:
    """The cities and the remote places."""
    return tuple(h for h in range(board.grid.size) if board.terrain[h] in (CITY, REMOTE))


@lru_cache(maxsize=8)
def names(board: Board) -> str:
    """What they are called."""
    return "".join(name(board, h) for h in named(board))


def name(board: Board, h: int) -> str:
    kind, (x, y) = board.terrain[h], sheet(board).at(h)
    lines = name_lines(board.labels[h])
    cls = "name far" if kind == REMOTE else "name"
    walled = any(h in wall for wall in board.walls)  # keep clear of the barriers at its edge
    down = (-5.5 if walled else -9.0) if len(lines) == 2 else -14.5 if kind == CITY else -15.0
    out = ""
    for i, part in enumerate(lines):
        up = attrs(dy="-.96em" if i < len(lines) - 1 else None)
        at = f'x="{x:.1f}" y="{y + down:.1f}"{up} data-room="{NAME_ROOM - 6 * walled:.0f}"'
        out += f'<text class="{cls}" {at}>{escape(part)}</text>'
    return out


@lru_cache(1024)
def inside(board: Board, h: int, number: int, stations: int, fresh: int = -1) -> str:
    """The stations of a city, the medal of a remote place; `fresh` is who just placed a station."""
    on = sheet(board)
    x, y = on.at(h)
    out = ""
    if board.terrain[h] == REMOTE:
        disc = f'cx="{x:.1f}" cy="{y + 26:.1f}"'
        return (
            f'<circle class="medal" {disc} r="10.5"/>'
            f'<circle class="medal" style="fill:none;stroke-width:.6" {disc} r="8.4"/>'
            f'<text class="medal-n" x="{x:.1f}" y="{y + 30.6:.1f}">{number}</text>'
        )
    index = board.grid.coordinate(h).lower()
    for i in range(number):
        u, v = slot(on, h, number, i)
        if i < stations:
            new = fresh >= 0 and i == stations - 1
            piece = attrs(cls="fresh" if new else "", data_piece=f"station-{index}-{i + 1}")
            out += halo(fresh, u, v) if new else ""
            out += f'<g{piece}><polygon class="stop" points="{octagon(u, v, 7.6)}"/>{house(u, v)}</g>'
        else:
            out += f'<polygon class="slot" points="{octagon(u, v, 7.2)}"/>'
    return out


# what may be chosen


def choice(board: Board, lines: Lines, seat: int, h: int, spot: View, lit: Lit) -> str:
    """A lit hex: ring, cost coin, the small Waste mark, and the index of an unnamed place."""
    on = lines.on
    x, y = on.at(h)
    alone = not spot["tracks"]
    wide = alone or not lines.crowded
    down = {CITY: 7.0, REMOTE: 3.0}.get(board.terrain[h], 0.0)
    u, v = (x, y + down) if alone else lines.at(seat, h)
    action, price = lit.action, lit.action["price"]
    coin = str(-price["coins"]) if action["block"] == "lay" else ""
    badge = index_text = ""
    if action["block"] == "station":
        u, v = slot(on, h, spot["number"], spot["stations"])
        badge = f'<polygon class="badge" points="{octagon(u, v, 8.6)}"/>{house(u, v)}'
    elif coin:
        badge = (
            f'<circle class="badge" cx="{u:.1f}" cy="{v:.1f}" r="{11 if wide else 9.4:g}"/>'
            f'<text class="badge-n" x="{u:.1f}" y="{v + 4.4:.1f}">{coin}</text>'
        )
    if "waste" in price:
        a, b = (u - 9.5, v - 10) if wide else (u - 2, v - 14.5)
        badge += (
            f'<circle class="badge-waste" cx="{a:.1f}" cy="{b:.1f}" r="6.6"/>'
            f'<path class="badge-waste-mark" d="M{a - 3.4:.1f} {b + 2.4:.1f}h6.8l-2-4-1.4 1.2-1-1.8z"/>'
        )
    index = board.grid.coordinate(h)
    if board.terrain[h] not in (CITY, REMOTE):
        # the index stands under the coin, or where no line runs
        places = [(x + a, y + b) for a, b in INDEX_SPOTS]
        free = (x, y + (27 if coin else 4))
        i, j = free if alone else max(places, key=lambda p: min(lines.clear((p[0], p[1] - 3)), 12))
        index_text = f'<text class="index" x="{i:.1f}" y="{j:.1f}">{index}</text>'
    attributes = attrs(
        cls="legal", tabindex="0", role="button", aria_label=lit.label, data_hex=index, data_action=action["action"],
        data_tip=lit.tip,
    )  # fmt: skip
    return f"<g{attributes}>{on.rings(h)}{index_text}{badge}</g>"


@lru_cache(256)
def cartouche(board: Board, prices: tuple[Price, ...]) -> str:
    """The plate in the bay: what a track costs to lay, and what a barrier is."""
    left, top, columns = CARTOUCHE[board.name]
    rows = -(-len(prices) // columns)
    pitch = 21 if columns == 2 else 20
    w, h = 300 if columns == 2 else 188, 85 + pitch * rows
    sub = "what a track costs to lay, in coins" if columns == 2 else "coins to lay a track"
    out = [
        f'<g class="cartouche" transform="translate({left:.1f} {top:.1f})">'
        f'<rect class="plate" width="{w}" height="{h}" rx="2"/>'
        f'<rect class="plate-in" x="4" y="4" width="{w - 8}" height="{h - 8}"/>'
        f'<text class="title" x="{w / 2 + 2:g}" y="31">{board.name.upper()}</text>'
        f'<text class="sub" x="{w / 2:g}" y="49" data-room="{w - 20}">{sub}</text>'
        f'<path class="plate-in" d="M{w / 2 - 64:g} 25h-{w / 2 - 86:g}M{w / 2 + 64:g} 25h{w / 2 - 86:g}"/>'
    ]
    for i, (terrain, name, cost, printed) in enumerate(prices):
        column, y = i // rows, 73 + i % rows * pitch
        x, end, room = ((12, 118, 62), (128, 290, 52))[column] if columns == 2 else (14, w - 14, 62)
        was = f'<tspan class="was">{escape(printed)}</tspan> ' if printed else ""
        out.append(
            f'{key(terrain, x, y)}<text class="key" x="{x + 25}" y="{y}" data-room="{room}">{escape(name)}</text>'
            f'<text class="key-n" x="{end}" y="{y}" data-room="{end - x - room - 31}">{was}{escape(cost)}</text>'
        )
    x, y = 12 if columns == 2 else 14, 73 + rows * pitch
    words = "Barrier: no track leads across" if columns == 2 else "Barrier: no way across"
    out.append(
        f'<g class="barriers">{gate(x + 1, y - 4, x + 17, y - 4)}</g>'
        f'<text class="key" x="{x + 25}" y="{y}" data-room="{w - x - 35}">{words}</text>'
    )
    return "".join(out) + "</g>"


def key(terrain: str, x: int, y: int) -> str:
    """The sample of a terrain in the cartouche; without a terrain, rivals: markers of no seat."""
    if not terrain:
        return "".join(f'<circle cx="{x + dx:g}" cy="{y - 4}" r="6" style="{RIVAL}"/>' for dx in (4.5, 15))
    edge = "stroke:var(--ink-3);stroke-width:.8"
    out = f'<polygon class="t-{terrain}" points="{points(hexagon(x + 9, y - 4, SIDE * 0.22))}" style="{edge}"/>'
    if terrain in ("city", "remote"):
        out += f'<circle cx="{x + 9}" cy="{y - 4}" r="9" fill="url(#p-{terrain})"/>'
    elif terrain == "river":
        out += f'<path class="h-river" d="M{x + 2} {y - 5}q3.5-3 7 0t7 0M{x + 2} {y}q3.5-3 7 0t7 0"/>'
    elif terrain == "field":
        tufts = "".join(f"M{a} {b}l-2-3.5M{a} {b}v-4.5M{a} {b}l2-3.5" for a, b in ((x + 6, y - 3), (x + 13, y)))
        out += f'<path class="h-field" d="{tufts}"/>'
    elif terrain == "mountain":
        out += f'<path class="peak" d="M{x + 1.5} {y + 1}l6-10 3 4 2-3 4 9z"/>'
    return out


def draw(
    board: Board,
    spots: Sequence[View],
    seats: int,
    seat: int,
    lit: dict[int, Lit],
    prices: Sequence[Price],
    moved: Moved | None = None,
) -> Markup:
    """The whole map; `seat` is who chooses among the lit hexes, `moved` the last change."""
    lines = Lines(board, spots, seats)
    on = lines.on
    label = f"{board.name.capitalize()} map, {board.grid.size} hexes"
    glows = [f'<g class="legal" data-hex="{board.grid.coordinate(h)}">{on.polygon(h, "glow", 0.97)}</g>' for h in lit]
    placed = {moved.hex: moved.seat} if moved and moved.station else {}
    out = [
        f'<svg class="map" viewBox="0 0 {on.width + 26:.0f} {on.height + 18:.0f}" role="group" aria-label="{label}">',
        land(board),
        f'<g class="legal-under">{"".join(glows)}</g>',
        barriers(board),
        lines.draw(moved),
        '<g class="names">',
        *[inside(board, h, spots[h]["number"], spots[h]["stations"], placed.get(h, -1)) for h in named(board)],
        '</g><g class="tracks">',
    ]
    for i, own in enumerate(lines.tracks):
        for h in own:
            x, y = lines.at(i, h)
            piece = f"track-{letter(i)}-{board.grid.coordinate(h).lower()}"
            drawn = token(i, x, y, lines.radius, piece)
            if moved == Moved(i, h):
                out.append(halo(i, x, y))
                drawn = Markup('<g class="fresh">{}</g>').format(drawn)
            out.append(drawn)
    out.append('</g><g class="choices">')
    out += [choice(board, lines, seat, h, spots[h], lit[h]) for h in lit]
    out += ['</g><g class="names over">', names(board), "</g>", cartouche(board, tuple(prices)), "</svg>"]
    return Markup("".join(out))
