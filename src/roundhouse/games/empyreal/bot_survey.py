"""What a learning bot looks at on a table: a seat's network and what lies around it, and what that is worth.

Tiles count as their size here (1 double, 2 triple, 3 quadruple) and goods as 1, whatever an edited box says.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import i64, vec
from roundhouse.games.empyreal.actions import (
    COLOURS,
    COLUMNS,
    SIZES,
    TILES,
)
from roundhouse.games.empyreal.board import CITY, WASTELAND
from roundhouse.games.empyreal.state import (
    SET_SIZE,
    Empyreal,
)
from roundhouse.games.empyreal.turn import END, FARTHEST, move_cost

# Cars by what they do: each unique tile, the six kinds of common ones, each company's own, and the other printed ones.
UNIQUE_TILES: Final = 31
PER_KIND: Final = 6
TILE_GROUPS: Final = 37
CAR_GROUPS: Final = 48
OWN_COLUMN: Final = 3
TWO: Final = 31  # the group that builds on both of its terrains

# What a survey of a seat holds, each for all colours or terrains.
GOODS_IN: Final = 0  # goods in the network
DEMAND: Final = 6  # sizes of the tiles left in the city of the colour, as a set
ROOM: Final = 12  # hexes next to the network that can be built on
LADEN: Final = 19  # those of them with the good of their terrain
SHARED: Final = 25  # goods in the network where a rival's train stands, too
REACHED: Final = 31  # cities next to the network, as a set
SURVEY: Final = 32


def group_of(car: i64) -> i64:
    """The group of a car."""
    if car < UNIQUE_TILES:
        return car
    if car < TILES:
        return UNIQUE_TILES + (car - UNIQUE_TILES) // PER_KIND
    column = (car - TILES) % COLUMNS
    if column == OWN_COLUMN:
        return TILE_GROUPS + (car - TILES) // COLUMNS
    return TILE_GROUPS + COLOURS + column


def earned(demand: i64, n: i64) -> i64:
    """What the best tile counts that so many goods earn."""
    if n > 3 and demand & 4:
        return 3
    if n > 2 and demand & 2:
        return 2
    return 1 if n > 1 and demand & 1 else 0


def surveyed(s: Empyreal, seat: int) -> vec[i64]:
    """What lies in the network of a seat and next to it."""
    w = vec[i64]([0] * SURVEY)
    goods = s.goods
    there = s.there
    ground = s.ground
    net = s.nets[seat]
    foes: i64 = s.foes[seat]
    h: i64
    n: i64
    c: i64
    i: i64
    for c in range(COLOURS):
        cells = goods[c]
        total: i64 = 0
        shared: i64 = 0
        for i in range(len(net)):
            h = net[i]
            n = cells[h]
            if n:
                total += n
                if there[h] & foes:
                    shared += n
        w[c] = total
        w[SHARED + c] = shared
        tiles = s.demands[c]
        sizes: i64 = 0
        for i in range(len(tiles)):
            n = tiles[i] - SIZES * c
            if n == 0:
                sizes |= 1
            elif n == 1:
                sizes |= 2
            elif n == 2:
                sizes |= 4
        w[DEMAND + c] = sizes
    near = s.frontiers[seat]
    city = s.board.city
    most: i64 = s.box.per_hex
    reached: i64 = 0
    for i in range(len(near)):
        h = near[i]
        c = ground[h]
        if c == CITY:
            reached |= 1 << city[h]
        elif SET_SIZE[there[h]] < most:
            w[ROOM + c] += 1
            if c < WASTELAND and goods[c][h]:
                w[LADEN + c] += 1
    w[REACHED] = reached
    return w


def useful(w: vec[i64], colour: i64) -> float:
    """What one more good of a colour is worth to who was surveyed, in points."""
    n = w[colour]
    demand = w[DEMAND + colour]
    now = earned(demand, n)
    one = earned(demand, n + 1)
    worth = 0.3 + 0.35 * float(one - now) + 0.15 * float(earned(demand, n + 2) - one)
    return worth if w[REACHED] >> colour & 1 else worth * 0.6


def best_delivery(w: vec[i64]) -> i64:
    """The most points that one delivery of who was surveyed brings now."""
    best: i64 = 0
    c: i64
    for c in range(COLOURS):
        n = w[c]
        if n and w[REACHED] >> c & 1:
            n += earned(w[DEMAND + c], n)
            if n > best:
                best = n
    return best


def building(w: vec[i64]) -> vec[float]:
    """By terrain, what building on it next to the network is worth."""
    out = vec[float]([0.0] * (WASTELAND + 1))
    terrain: i64
    for terrain in range(WASTELAND + 1):
        if w[ROOM + terrain]:
            out[terrain] = 0.2
            if terrain < WASTELAND and w[LADEN + terrain]:
                out[terrain] = 0.2 + useful(w, terrain)
    return out


def car_worth(s: Empyreal, car: i64, worth: vec[float]) -> float:
    """What activating a car brings, by what building on its terrains is worth."""
    mask: i64 = s.box.builds[car]
    if not mask:
        return 0.4
    both = TILES > car >= UNIQUE_TILES and group_of(car) == TWO
    best = 0.0
    terrain: i64 = 0
    while mask:
        if mask & 1:
            if both:
                best += worth[terrain]
            elif worth[terrain] > best:
                best = worth[terrain]
        mask >>= 1
        terrain += 1
    return best


def points_of(s: Empyreal, seat: int) -> i64:
    """Goods and tiles; awards aside."""
    box = s.box
    folio = s.folios[seat]
    won = s.won[seat]
    total: i64 = 0
    i: i64
    for i in range(len(folio)):
        total += folio[i]
    total *= box.good_points
    for i in range(len(won)):
        total += box.tile_points[won[i] % SIZES]
    return total


def most_of_foes(s: Empyreal, seat: int, points: list[int]) -> int:
    """The most points that a competitor has."""
    best = -1
    foes = s.foes[seat]
    for other in range(s.seats):
        if foes >> other & 1 and points[other] > best:
            best = points[other]
    return best if best >= 0 else 0


def lead_of(s: Empyreal, seat: int) -> int:
    """Points ahead of the best competitor, awards aside."""
    points = s.scores() if s.teams() else [int(points_of(s, i)) for i in range(s.seats)]
    return points[seat] - most_of_foes(s, seat, points)


def next_to_end(s: Empyreal, seat: int) -> bool:
    """Whether the conductor can move to the End in one turn."""
    steps = END - s.conductor[seat]
    if steps < 1 or steps > FARTHEST:
        return False
    return move_cost(s, steps, 0, s.rules(seat)) <= s.ready[seat]


def steps_left(s: Empyreal, seat: int, colour: i64) -> i64:
    """How many trains would make a city reached, as the crow flies over land; 0 if it is."""
    far = s.board.far[colour]
    net = s.nets[seat]
    best: i64 = 20
    i: i64
    for i in range(len(net)):
        if far[net[i]] < best:
            best = far[net[i]]
    return best - 1 if best else 0
