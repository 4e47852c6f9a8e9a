"""What a learning bot sees of a table: numbers of a seat's position, kinds of actions and what tells them apart.

Tiles count as their size here (1 double, 2 triple, 3 quadruple) and goods as 1, whatever an edited box says.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.heuristics import Heuristics
from roundhouse.core.native import i64, vec
from roundhouse.core.verbs import Either
from roundhouse.games.empyreal.actions import (
    ACTIVATE,
    ADMINISTRATE,
    BUILD,
    CAPTAIN,
    CAPTAINS,
    CAR,
    CHOOSE,
    COLLECT_ALL,
    COLOUR,
    COLOURS,
    COLUMNS,
    COMPANY,
    COPY,
    COPY_BESIDE,
    DELIVER,
    DISCARD,
    FIRST,
    GAIN,
    GOOD,
    HEX,
    HEXES,
    MOVE,
    NO_COPY,
    NO_DELIVERY,
    NO_TILE,
    PLACES,
    PUT,
    RECRUIT,
    SEAT,
    SHIFT,
    SHUNT,
    SHUNT_TO,
    SIZES,
    SKIP,
    SLOTS,
    SPECIALISTS,
    STEP,
    STOP,
    STRIKE,
    SWAP,
    TAKE,
    TILE,
    TILES,
    UPGRADE,
    USE,
    WASTE,
)
from roundhouse.games.empyreal.board import CITY, WASTELAND
from roundhouse.games.empyreal.bot import LONG, time_left
from roundhouse.games.empyreal.cars import Declare, GainCars, Resolve, activation_cost
from roundhouse.games.empyreal.goods import (
    Collect,
    PlaceGood,
    PullGood,
    ReplaceGood,
    Restock,
    ReturnBeside,
    ReturnGoods,
)
from roundhouse.games.empyreal.mana import GainMana
from roundhouse.games.empyreal.reach import fare_free, fare_mana
from roundhouse.games.empyreal.registers import collected, of_colour, picked_colour
from roundhouse.games.empyreal.staff import Recruit, Refresh
from roundhouse.games.empyreal.state import (
    EXTRA,
    IN_PHASE,
    MASTER,
    NO_COSTS,
    ONE_MORE,
    SET_SIZE,
    SURVEYOR,
    Empyreal,
)
from roundhouse.games.empyreal.track import Build
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

# Features
TURN: Final = 34
DELIVERY: Final = 56
MAP: Final = 96
YARD: Final = 110
RIVALS: Final = 128
CARS: Final = 148
COMPANIES: Final = CARS + TILE_GROUPS
STAFF: Final = COMPANIES + COLOURS
SIZE: Final = STAFF + SPECIALISTS

# Kinds of actions
K_USE: Final = 0
K_ADMINISTRATE: Final = 59
K_MOVE: Final = 60  # by steps, then the same to the End
K_FIRST: Final = 68
K_ACTIVATE: Final = 69
K_TWICE: Final = 117
K_NEXT: Final = 118
K_STOP: Final = 119  # nothing declared, something declared, a delivery, anything else
K_SKIP: Final = 123
K_CHOOSE: Final = 124
K_UPGRADE: Final = 130
K_GAIN: Final = 133
K_PUT: Final = 170
K_RECRUIT: Final = 173
K_ALL: Final = 176
K_DELIVER: Final = 177
K_NO_DELIVERY: Final = 179
K_TILE: Final = 180
K_NO_TILE: Final = 183
K_COLOUR: Final = 184  # to place, to take away, to replace by, anything else
K_BUILD: Final = 188  # headquarters, beside them, a hex with its good, without, a wasteland
K_GOOD: Final = 193  # to deliver, to take away, to pull, anything else
K_HEX: Final = 197  # to restock, to pull to, anything else
K_WASTE: Final = 200
K_CAR: Final = 201
K_STEP: Final = 202
K_TAKE: Final = 203
K_NO_COPY: Final = 254
K_DISCARD: Final = 255
K_SHUNT: Final = 256
K_SHUNT_TO: Final = 257
K_SEAT: Final = 258
K_SWAP: Final = 259
K_SHIFT: Final = 260
K_COMPANY: Final = 261
K_CAPTAIN: Final = 267
K_STRIKE: Final = 275
KINDS: Final = 285

# Traits of actions
T_BUILD: Final = 0
T_START: Final = 10
T_DELIVER: Final = 15
T_TILE: Final = 19
T_COLLECT: Final = 21
T_GOOD: Final = 25
T_COLOUR: Final = 30
T_HEX: Final = 32
T_WASTE: Final = 35
T_MOVE: Final = 38
T_CAR: Final = 43
T_GAIN: Final = 45
T_PUT: Final = 48
T_STEP: Final = 55
T_DISCARD: Final = 57
TRAITS: Final = 58


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


class EmpyrealHeuristics(Heuristics[Empyreal]):
    """Empyreal as bots see it."""

    def __init__(self) -> None:
        super().__init__(2, SIZE, KINDS, TRAITS, 600)

    # positions

    def features(self, s: Empyreal, seat: int, x: vec[float]) -> None:
        i: i64
        for i in range(SIZE):
            x[i] = 0.0
        w = surveyed(s, seat)
        left = self.standing(s, seat, x)
        self.deliveries(s, seat, w, left, x)
        self.land(s, seat, w, left, x)
        self.yard(s, seat, w, left, x)
        self.people(s, seat, left, x)
        self.rivals(s, seat, w, left, x)
        self.engine(s, seat, x)

    def standing(self, s: Empyreal, seat: int, x: vec[float]) -> float:
        """Points and how near the end is; what share of the game is left."""
        needed = s.needed()
        cars = s.box.cars
        mine = points_of(s, seat)
        best: i64 = -1
        most_tiles = 0
        fewest_cars = cars
        foes = s.foes[seat]
        awards = s.award_points() if s.awards and s.round else []
        award_lead = 0
        teams = s.teams()
        totals = s.scores() if teams else []
        if teams:
            mine = totals[seat]
        for other in range(s.seats):
            if other == seat:
                continue
            tiles = len(s.won[other])
            if tiles > most_tiles:
                most_tiles = tiles
            if s.supply[other] < fewest_cars:
                fewest_cars = s.supply[other]
            if foes >> other & 1:
                points: i64 = totals[other] if teams else points_of(s, other)
                if awards:
                    points += awards[other]
                if points > best:
                    best = points
        own_tiles = len(s.won[seat])
        own_cars = s.supply[seat]
        if awards:
            mine += awards[seat]
            award_lead = awards[seat] - most_of_foes(s, seat, awards)
            x[4] = float(awards[seat]) / 6.0
            x[5] = float(award_lead) / 6.0
        progress = float(max(own_tiles, most_tiles)) / float(needed)
        laid = 1.0 - float(min(own_cars, fewest_cars)) / float(cars)
        if laid > progress:
            progress = laid
        if s.ending or progress > 1.0:
            progress = 1.0
        left = 1.0 - progress
        lead = float(mine - best) / 10.0
        x[0] = float(mine) / 20.0
        x[1] = lead
        x[2] = lead * progress
        x[3] = lead * progress * progress * progress
        x[6] = float(own_tiles) / float(needed)
        x[7] = float(most_tiles) / float(needed)
        x[8] = float(own_cars) / float(cars)
        x[9] = float(fewest_cars) / float(cars)
        x[10] = left
        x[11] = laid
        if s.ending:
            x[12] = 1.0
            x[13] = lead
        if s.final:
            x[14] = 1.0
            x[15] = lead
        if own_tiles + 1 >= needed:
            x[16] = 1.0
            x[17] = lead
        elif own_tiles + 2 >= needed:
            x[18] = 1.0
            x[19] = lead
        if most_tiles + 1 >= needed:
            x[20] = 1.0
        elif most_tiles + 2 >= needed:
            x[21] = 1.0
        if own_cars < 8:
            x[22] = 1.0 - float(own_cars) / 8.0
            x[23] = lead * x[22]
        if fewest_cars < 8:
            x[24] = 1.0 - float(fewest_cars) / 8.0
        folio = s.folios[seat]
        goods = 0
        for i in range(len(folio)):
            goods += folio[i]
        x[25] = float(goods) / 15.0
        if lead > 0.0:
            x[26] = progress
        elif lead < 0.0:
            x[27] = progress
        x[28] = float(s.round) / 20.0
        for tile in s.won[seat]:
            x[29 + tile % SIZES] += 0.25
        self.turns(s, seat, left, x)
        return left

    def turns(self, s: Empyreal, seat: int, left: float, x: vec[float]) -> None:
        """Whose turn it is, and what is under way."""
        if s.over or not s.round:
            return
        actor = s.actor()
        wait = (seat - actor) % s.seats
        mine = wait == 0
        if mine:
            x[TURN] = 1.0
            x[TURN + 1] = 1.0 - left
            if s.turn_rules & IN_PHASE:
                x[TURN + 2] = 1.0
            x[TURN + 3] = float(s.turn_count(EXTRA))
        x[TURN + 4] = float(wait) / float(s.seats)
        if s.ending and not s.final:
            place = (seat - s.first) % s.seats
            if place > (actor - s.first) % s.seats or (mine and s.turn_rules & IN_PHASE):
                x[TURN + 5] = 1.0  # one more turn to come
        if s.final and (seat - s.first) % s.seats <= (actor - s.first) % s.seats:
            x[TURN + 6] = 1.0  # the final delivery to come
        at = s.conductor[seat]
        x[TURN + 7 + at] = 1.0
        x[TURN + 14] = float(at) / 5.0 * left
        ready = float(s.ready[seat])
        spent = float(s.spent[seat])
        x[TURN + 15] = ready / 5.0
        x[TURN + 16] = ready / 5.0 * left
        x[TURN + 17] = spent / 5.0 * left
        x[TURN + 18] = (ready + spent - 5.0) / 5.0 * left
        if ready < 2.0:
            x[TURN + 19] = left

    def deliveries(self, s: Empyreal, seat: int, w: vec[i64], left: float, x: vec[float]) -> None:
        """What the goods of the network are worth now and with some more."""
        best: i64 = 0
        best_tile: i64 = 0
        second: i64 = 0
        third: i64 = 0
        total: i64 = 0
        tiles: i64 = 0
        stray: i64 = 0
        shared: i64 = 0
        cities: i64 = 0
        more: i64 = 1 if s.rules(seat) & ONE_MORE else 0
        reached = w[REACHED]
        c: i64
        for c in range(COLOURS):
            n = w[c]
            demand = w[DEMAND + c]
            here = reached >> c & 1 == 1
            if here:
                cities += 1
                if demand:
                    x[DELIVERY + 38] += 0.25
            shared += w[SHARED + c]
            size: i64 = n if n < 4 else 4
            now = earned(demand, n + more) if n else 0
            one = earned(demand, n + 1 + more) - now
            two = earned(demand, n + 2 + more) - now - one
            if here:
                if n:
                    worth = n + now
                    total += worth
                    tiles += now
                    if worth > best:
                        third = second
                        second = best
                        best = worth
                        best_tile = now
                    elif worth > second:
                        third = second
                        second = worth
                    elif worth > third:
                        third = worth
                    x[DELIVERY + 10 + size] += 0.5
                    if now:
                        x[DELIVERY + 14 + now] += 0.5
                x[DELIVERY + 18] += float(one) / 4.0
                x[DELIVERY + 19] += float(two) / 4.0
                if one > 0 and w[LADEN + c]:
                    x[DELIVERY + 20] += float(one) / 3.0
            elif n:
                stray += n
                x[DELIVERY + 20 + size] += 0.5
                steps = steps_left(s, seat, c)
                if steps > 3:
                    steps = 3
                if steps > 0:
                    x[DELIVERY + 24 + steps] += float(n + now) / 5.0
                    x[DELIVERY + 27 + steps] += float(now) / 3.0
                x[DELIVERY + 31] += float(one) / 4.0
        gone = 1.0 - left
        bests = float(best) / 5.0
        x[DELIVERY] = bests
        x[DELIVERY + 1] = bests * gone
        x[DELIVERY + 2] = float(second) / 5.0
        x[DELIVERY + 3] = float(third) / 5.0
        x[DELIVERY + 4] = float(total) / 10.0
        x[DELIVERY + 5] = float(total) / 10.0 * left
        x[DELIVERY + 6] = float(tiles) / 5.0
        x[DELIVERY + 7] = float(tiles) / 5.0 * left
        x[DELIVERY + 8] = float(best_tile) / 3.0
        if next_to_end(s, seat):
            x[DELIVERY + 9] = 0.3
            x[DELIVERY + 10] = bests
            x[DELIVERY + 32] = bests * gone
        x[DELIVERY + 33] = float(stray) / 6.0
        x[DELIVERY + 34] = float(stray) / 6.0 * left
        x[DELIVERY + 35] = float(cities) / 3.0
        x[DELIVERY + 36] = float(cities) / 3.0 * left
        x[DELIVERY + 37] = float(shared) / 5.0
        if s.ending:
            x[DELIVERY + 39] = bests

    def land(self, s: Empyreal, seat: int, w: vec[i64], left: float, x: vec[float]) -> None:
        """What lies next to the network."""
        laden: i64 = 0
        open_hexes: i64 = 0
        colours: i64 = 0
        worth = 0.0
        best = 0.0
        c: i64
        for c in range(COLOURS):
            open_hexes += w[ROOM + c]
            n = w[LADEN + c]
            if n:
                laden += n
                colours += 1
                one = useful(w, c)
                worth += one * float(n if n < 3 else 3)
                if one > best:
                    best = one
        x[MAP] = float(laden) / 10.0
        x[MAP + 1] = float(laden) / 10.0 * left
        x[MAP + 2] = float(open_hexes) / 20.0 * left
        x[MAP + 3] = float(colours) / 6.0 * left
        x[MAP + 4] = worth / 5.0
        x[MAP + 5] = worth / 5.0 * left
        x[MAP + 6] = best * left
        x[MAP + 7] = float(w[ROOM + WASTELAND]) / 5.0 * left
        x[MAP + 8] = float(len(s.nets[seat])) / 20.0
        x[MAP + 9] = float(len(s.nets[seat])) / 20.0 * left
        x[MAP + 10] = float(len(s.frontiers[seat])) / 25.0 * left

    def yard(self, s: Empyreal, seat: int, w: vec[i64], left: float, x: vec[float]) -> None:
        """The spellcars: how many, which, and what they promise as the conductor comes by."""
        worth = building(w)
        columns = vec[float]([0.0] * (COLUMNS + FARTHEST + 1))
        yard = s.yards[seat]
        at: i64 = s.conductor[seat]
        terrains: i64 = 0
        tiles: i64 = 0
        ahead: i64 = 0
        covered: i64 = 0
        total = 0.0
        place: i64
        column: i64 = 0
        for place in range(len(yard)):
            if yard[place]:
                car: i64 = yard[place] - 1
                one = car_worth(s, car, worth)
                columns[column] += one
                total += one
                terrains |= s.box.builds[car]
                if column >= at:
                    ahead += 1
                if car < TILES:
                    tiles += 1
                    x[CARS + group_of(car)] += left
                    if place < COLUMNS:
                        covered += 1
            column += 1
            if column == COLUMNS:
                column = 0
        x[YARD] = float(tiles) / 5.0
        x[YARD + 1] = float(tiles) / 5.0 * left
        x[YARD + 2] = float(ahead) / 5.0 * left
        x[YARD + 3] = float(covered) / 3.0 * left
        x[YARD + 4] = total / 5.0
        x[YARD + 5] = total / 5.0 * left
        if at < END:
            x[YARD + 6] = columns[at] / 2.0
            x[YARD + 7] = columns[at + 1] / 2.0
            x[YARD + 8] = columns[at + 2] / 2.0
            best = 0.0
            rest = 0.0
            column = at
            while column < COLUMNS:
                rest += columns[column]
                if column < at + 3 and columns[column] > best:
                    best = columns[column]
                column += 1
            x[YARD + 9] = rest / 4.0
            x[YARD + 10] = best / 2.0
            x[YARD + 11] = best / 2.0 * left
        count = SET_SIZE[terrains & 63]
        x[YARD + 12] = float(count) / 6.0 * left
        missing = 0.0
        c: i64
        for c in range(COLOURS):
            if not terrains >> c & 1 and w[LADEN + c]:
                missing += useful(w, c)
        x[YARD + 13] = missing * left
        x[YARD + 14] = float(len(s.declared)) / 4.0 if s.declared and s.actor() == seat else 0.0

    def people(self, s: Empyreal, seat: int, left: float, x: vec[float]) -> None:
        """Company and specialists."""
        if s.companies[seat]:
            x[COMPANIES + s.companies[seat] - 1] = left
        staff = s.staff[seat]
        flipped: i64 = s.flipped[seat]
        count = 0
        slot: i64
        for slot in range(SLOTS):
            if staff[slot]:
                one = left
                if flipped >> slot & 1:
                    one = 0.0 if slot == SURVEYOR else 0.6 * left
                elif slot < MASTER:
                    x[YARD + 15 + slot] = 0.5
                x[STAFF + staff[slot] - 1] = one
                count += 1
        x[MAP + 11] = float(count) / 4.0 * left

    def rivals(self, s: Empyreal, seat: int, w: vec[i64], left: float, x: vec[float]) -> None:
        """What the points would be after one more delivery of each, and who else could take the same tiles."""
        foes = s.foes[seat]
        soon = next_to_end(s, seat)
        mine = best_delivery(w)
        best: i64 = -99
        most: i64 = 0
        rivals: i64 = 0  # the colours of which somebody else could take a tile, as a set,
        sooner: i64 = 0  # and those of which it comes first
        waiting: i64 = 0  # cities that somebody else reaches
        order = (seat - s.actor()) % s.seats if s.round and not s.over else 0
        c: i64
        for other in range(s.seats):
            if other == seat or not foes >> other & 1:
                continue
            v = surveyed(s, other)
            delivery = best_delivery(v)
            points = points_of(s, other) + delivery
            if points > best:
                best = points
            if delivery > most:
                most = delivery
            waiting |= v[REACHED]
            first = next_to_end(s, other) and (not soon or (other - seat + order) % s.seats < order)
            for c in range(COLOURS):
                if v[REACHED] >> c & 1 and earned(v[DEMAND + c], v[c]):
                    rivals |= 1 << c
                    if first:
                        sooner |= 1 << c
        gone = 1.0 - left
        lead = float(points_of(s, seat) + mine - best) / 10.0
        x[RIVALS] = lead
        x[RIVALS + 1] = lead * gone
        x[RIVALS + 2] = lead * gone * gone * gone
        x[RIVALS + 3] = float(most) / 5.0
        count = 0
        alone: i64 = 0
        shared: i64 = 0
        lost: i64 = 0
        for c in range(COLOURS):
            if w[REACHED] >> c & 1:
                now = earned(w[DEMAND + c], w[c])
                if now:
                    count += 1
                    if sooner >> c & 1:
                        lost += now
                    elif rivals >> c & 1:
                        shared += now
                    else:
                        alone += now
                if not waiting >> c & 1:
                    x[RIVALS + 7] += 0.3
        x[RIVALS + 4] = float(alone) / 4.0
        x[RIVALS + 5] = float(shared) / 4.0
        x[RIVALS + 6] = float(lost) / 4.0
        missing = s.needed() - len(s.won[seat])
        x[RIVALS + 8] = float(min(count, missing)) / 3.0
        if count >= missing:
            x[RIVALS + 9] = 1.0
            x[RIVALS + 10] = lead
        x[RIVALS + 11] = float(min(count, missing)) / 3.0 * gone
        x[RIVALS + 12] = float(mine) / 5.0 * float(s.conductor[seat]) / 5.0

    def engine(self, s: Empyreal, seat: int, x: vec[float]) -> None:
        """What will earn more in later turns, and for how long: much as the hand-made evaluation has it."""
        worth = 0.08 * float(s.ready[seat]) + 0.066 * float(s.spent[seat]) + 0.6 * x[YARD] + 0.1 * x[MAP]
        staff = s.staff[seat]
        slot: i64
        for slot in range(SLOTS):
            if staff[slot]:
                worth += 0.08 if slot == SURVEYOR and s.is_flipped(seat, slot) else 0.26
        x[RIVALS + 13] = worth
        x[RIVALS + 14] = worth * float(time_left(s, seat)) / float(LONG)

    # actions

    def kind(self, s: Empyreal, action: int) -> int:
        a: i64 = action
        seat = s.seat
        if seat < 0:
            return 0
        if BUILD <= a < GOOD:
            hex: i64 = (a - BUILD) // 2
            if not s.round:
                return K_BUILD + (1 if s.nets[seat] else 0)
            ground: i64 = s.ground[hex]
            if ground >= WASTELAND:
                return K_BUILD + 4
            return K_BUILD + (2 if s.goods[ground][hex] else 3)
        if a < STOP:
            return self.turn_kind(s, seat, a)
        if a == STOP:
            if isinstance(s.verb, Declare):
                return K_STOP + (1 if s.declared else 0)
            return K_STOP + (2 if isinstance(s.verb, Collect) else 3)
        if a == SKIP:
            return K_SKIP
        if a < UPGRADE:
            return K_CHOOSE + self.option(s, a - CHOOSE)
        if a < GAIN:
            return K_UPGRADE + (a - UPGRADE)
        if a < PUT:
            return K_GAIN + group_of(a - GAIN)
        if a < RECRUIT:
            return K_PUT + (a - PUT) // COLUMNS
        if a < COLLECT_ALL:
            return K_RECRUIT + (a - RECRUIT)
        if a == COLLECT_ALL:
            return K_ALL
        if a < NO_DELIVERY:
            return K_DELIVER + (0 if (a - DELIVER) % (COLOURS + 1) == 0 else 1)
        if a == NO_DELIVERY:
            return K_NO_DELIVERY
        if a < NO_TILE:
            return K_TILE + (a - TILE) % SIZES
        if a == NO_TILE:
            return K_NO_TILE
        if a < BUILD:
            return K_COLOUR + self.colour_use(s)
        if a < HEX:
            return K_GOOD + self.good_use(s)
        if a < WASTE:
            if isinstance(s.verb, Restock):
                return K_HEX
            return K_HEX + (1 if isinstance(s.verb, PullGood) else 2)
        if a < TAKE:
            return K_WASTE if a < CAR else K_CAR if a < STEP else K_STEP
        if a < COPY:
            specialist: i64 = a - TAKE - CAPTAINS
            return K_TAKE + (specialist if specialist > 0 else 0)
        if a < NO_COPY:
            if a < COPY_BESIDE:
                return K_ACTIVATE + group_of(a - COPY)
            return K_ACTIVATE + self.berth_group(s, seat, a - COPY_BESIDE)
        return self.rare_kind(a)

    def turn_kind(self, s: Empyreal, seat: int, a: i64) -> i64:
        """The kind of an action of the turn itself."""
        if a < ADMINISTRATE:
            person: i64 = s.staff[seat][a - USE]
            return K_USE + (person - 1 if person else 0)
        if a == ADMINISTRATE:
            return K_ADMINISTRATE
        if a < FIRST:
            steps: i64 = a - MOVE + 1 - s.conductor[seat]
            if steps < 1 or steps > FARTHEST:
                steps = 1
            return K_MOVE + steps - 1 + (FARTHEST if a == MOVE + COLUMNS else 0)
        if a == FIRST:
            return K_FIRST
        if isinstance(s.verb, Resolve):
            return K_NEXT
        if (a - ACTIVATE) & 1:
            return K_TWICE
        return K_ACTIVATE + self.berth_group(s, seat, (a - ACTIVATE) // 2)

    def berth_group(self, s: Empyreal, seat: int, place: i64) -> i64:
        """The group of the car on a place."""
        car: i64 = s.yards[seat][place]
        return group_of(car - 1) if car else 0

    def rare_kind(self, a: i64) -> i64:
        if a == NO_COPY:
            return K_NO_COPY
        if a < SHUNT:
            return K_DISCARD
        if a < SHUNT_TO:
            return K_SHUNT
        if a < SEAT:
            return K_SHUNT_TO
        if a < SWAP:
            return K_SEAT
        if a < SHIFT:
            return K_SWAP
        if a < COMPANY:
            return K_SHIFT
        if a < CAPTAIN:
            return K_COMPANY + (a - COMPANY)
        if a < STRIKE:
            return K_CAPTAIN + (a - CAPTAIN)
        return K_STRIKE + (a - STRIKE)

    def option(self, s: Empyreal, thing: int) -> i64:
        """What one of several effects is about."""
        if not isinstance(s.verb, Either):
            return 5
        either: Either = s.verb
        if thing >= len(either.options):
            return 5
        verb = either.options[thing].verbs[0]
        if isinstance(verb, Recruit):
            return 0
        if isinstance(verb, Refresh):
            return 1
        if isinstance(verb, GainCars):
            return 2
        if isinstance(verb, GainMana):
            return 3
        return 4 if isinstance(verb, Build) else 5

    def colour_use(self, s: Empyreal) -> i64:
        """What a colour is chosen for."""
        if isinstance(s.verb, PlaceGood):
            return 0
        if isinstance(s.verb, (ReturnGoods, ReturnBeside)):
            return 1
        if isinstance(s.verb, ReplaceGood):
            return 2 if picked_colour(s.top) >= 0 else 1
        return 3

    def good_use(self, s: Empyreal) -> i64:
        """What a good is chosen for."""
        if isinstance(s.verb, Collect):
            return 0
        if isinstance(s.verb, (ReturnGoods, ReturnBeside, ReplaceGood)):
            return 1
        return 2 if isinstance(s.verb, PullGood) else 3

    def describe(self, s: Empyreal, seat: int, action: int, y: vec[float]) -> None:
        a: i64 = action
        i: i64
        for i in range(TRAITS):
            y[i] = 0.0
        if BUILD <= a < GOOD:
            if s.round:
                self.describe_build(s, seat, a, y)
            else:
                self.describe_start(s, seat, (a - BUILD) // 2, y)
        elif a < STOP:
            if MOVE <= a < FIRST:
                self.describe_move(s, seat, a - MOVE, y)
            elif a >= ACTIVATE:
                self.describe_activation(s, seat, a - ACTIVATE, y)
        elif a == STOP:
            if isinstance(s.verb, Collect):
                self.describe_stop(s, seat, y)
        elif GAIN <= a < PUT:
            tile: i64 = a - GAIN
            w = surveyed(s, seat)
            y[T_GAIN] = float(s.box.costs[tile]) / 3.0
            y[T_GAIN + 1] = car_worth(s, tile, building(w))
            y[T_GAIN + 2] = self.promise(s, tile, w)
        elif PUT <= a < RECRUIT:
            self.describe_place(s, seat, a - PUT, y)
        elif DELIVER <= a < NO_DELIVERY:
            self.describe_delivery(s, seat, a - DELIVER, y)
        elif TILE <= a < NO_TILE:
            if len(s.won[seat]) + 1 >= s.needed() and not s.ending:
                ahead = lead_of(s, seat) + (a - TILE) % SIZES + 1 > 0
                y[T_TILE + (0 if ahead else 1)] = 1.0
        elif COLOUR <= a < BUILD:
            w = surveyed(s, seat)
            y[T_COLOUR + (1 if self.colour_use(s) == 1 else 0)] = useful(w, a - COLOUR)
        elif GOOD <= a < HEX:
            self.describe_good(s, seat, a - GOOD, y)
        elif HEX <= a < TAKE:
            self.describe_hex(s, seat, a, y)
        elif COPY <= a < COPY_BESIDE:
            self.describe_car(s, seat, a - COPY, s.box.costs[a - COPY], y)
        elif COPY_BESIDE <= a < NO_COPY:
            car = s.car(seat, a - COPY_BESIDE)
            if car >= 0:
                self.describe_car(s, seat, car, s.box.costs[car], y)
        elif DISCARD <= a < SHUNT:
            car = s.car(seat, a - DISCARD)
            if car >= 0:
                y[T_DISCARD] = car_worth(s, car, building(surveyed(s, seat)))

    def promise(self, s: Empyreal, car: i64, w: vec[i64]) -> float:
        """What a car's terrains are worth in the long run: the best colour of them."""
        mask: i64 = s.box.builds[car]
        best = 0.0
        c: i64
        for c in range(COLOURS):
            if mask >> c & 1:
                one = useful(w, c)
                if one > best:
                    best = one
        return best

    def describe_build(self, s: Empyreal, seat: int, a: i64, y: vec[float]) -> None:
        hex: i64 = (a - BUILD) // 2
        if hex >= s.board.size:
            return
        w = surveyed(s, seat)
        y[T_BUILD] = self.goods_worth(s, w, hex)
        own: i64 = 1 << seat
        goods = s.goods
        there = s.there
        board = s.board
        reached = w[REACHED]
        near = board.beside[hex]
        fresh = 0.0
        i: i64
        for i in range(len(near)):
            h: i64 = near[i]
            c: i64 = s.ground[h]
            if c == CITY:
                c = board.city[h]
                if not reached >> c & 1:
                    n = w[c]
                    y[T_BUILD + 3] += float(n + earned(w[DEMAND + c], n)) / 4.0
                    if w[DEMAND + c]:
                        y[T_BUILD + 4] += 1.0
            elif c < WASTELAND and not there[h] & own and goods[c][h]:
                fresh += useful(w, c)
        y[T_BUILD + 2] = fresh / 3.0
        targets = s.targets
        at: i64
        for at in range(len(targets)):
            if targets[at] == a:
                y[T_BUILD + 5] = float(fare_mana(s.fares[at])) / 4.0
                y[T_BUILD + 6] = float(fare_free(s.fares[at]))
        y[T_BUILD + 7] = float(SET_SIZE[there[hex]])
        for c in range(COLOURS):
            n = w[c]
            if n and not reached >> c & 1:
                nearer = steps_left(s, seat, c) + 1 - board.far[c][hex]
                if nearer > 0:
                    y[T_BUILD + 8] += float(n) / 4.0
        if s.supply[seat] == 1 and not s.ending:
            y[T_BUILD + 9] = 1.0 if lead_of(s, seat) > 0 else -1.0

    def goods_worth(self, s: Empyreal, w: vec[i64], hex: i64) -> float:
        """What the goods of a hex are worth to who was surveyed."""
        worth = 0.0
        c: i64
        for c in range(COLOURS):
            if s.goods[c][hex]:
                worth += useful(w, c)
        return worth

    def describe_start(self, s: Empyreal, seat: int, hex: i64, y: vec[float]) -> None:
        board = s.board
        if hex >= board.size:
            return
        near = board.beside[hex]
        i: i64
        for i in range(len(near)):
            h: i64 = near[i]
            if s.ground[h] < WASTELAND:
                y[T_START] += 1.0 / 6.0
            if s.there[h] & s.foes[seat]:
                y[T_START + 4] += 0.5
        c: i64
        for c in range(COLOURS):
            far: i64 = board.far[c][hex]
            if far < 3:
                y[T_START + 1] += 0.5
            elif far == 3:
                y[T_START + 2] += 0.5
        if s.companies[seat]:
            y[T_START + 3] = float(board.far[s.home(seat)][hex]) / 5.0

    def describe_move(self, s: Empyreal, seat: int, stop: i64, y: vec[float]) -> None:
        steps: i64 = stop + 1 - s.conductor[seat]
        if steps < 1 or steps > FARTHEST:
            return
        w = surveyed(s, seat)
        cost = move_cost(s, steps, s.turn_rules, s.rules(seat))
        y[T_MOVE] = float(cost) / 3.0
        if stop == COLUMNS:
            best: i64 = 0
            tile: i64 = 0
            c: i64
            for c in range(COLOURS):
                n = w[c]
                if n and w[REACHED] >> c & 1:
                    now = earned(w[DEMAND + c], n)
                    if n + now > best:
                        best = n + now
                        tile = now
            y[T_MOVE + 3] = float(best) / 5.0
            y[T_MOVE + 4] = float(tile) / 3.0
            return
        worth = building(w)
        yard = s.yards[seat]
        purse: i64 = s.ready[seat] - cost
        place: i64 = stop
        while place < PLACES:
            if yard[place]:
                car: i64 = yard[place] - 1
                if s.box.costs[car] <= purse or s.turn_rules & NO_COSTS:
                    one = car_worth(s, car, worth)
                    y[T_MOVE + 2] += one / 2.0
                    if one > y[T_MOVE + 1]:
                        y[T_MOVE + 1] = one
            place += COLUMNS

    def describe_activation(self, s: Empyreal, seat: int, at: i64, y: vec[float]) -> None:
        place: i64 = at // 2
        twice: i64 = at & 1
        car = s.car(seat, place)
        if car < 0:
            return
        cost = 0 if s.turn_rules & NO_COSTS else s.box.costs[car]
        if twice:
            cost = 2 * cost + 1
        elif isinstance(s.verb, Declare) and len(s.declared) < 6:
            cost += activation_cost(s, len(s.declared) // 2, s.turn_rules, s.rules(seat))
        self.describe_car(s, seat, car, cost, y)

    def describe_car(self, s: Empyreal, seat: int, car: i64, cost: int, y: vec[float]) -> None:
        y[T_CAR] = float(cost) / 3.0
        y[T_CAR + 1] = car_worth(s, car, building(surveyed(s, seat)))

    def describe_place(self, s: Empyreal, seat: int, place: i64, y: vec[float]) -> None:
        column: i64 = place % COLUMNS
        y[T_PUT + column] = 1.0
        yard = s.yards[seat]
        at: i64 = column
        while at < PLACES:
            if 0 < yard[at] <= TILES:
                y[T_PUT + 5] += 0.5
            at += COLUMNS
        if column >= s.conductor[seat]:
            y[T_PUT + 6] = 1.0

    def describe_delivery(self, s: Empyreal, seat: int, thing: i64, y: vec[float]) -> None:
        c: i64 = thing % COLOURS
        w = surveyed(s, seat)
        n = w[c]
        tile = earned(w[DEMAND + c], n + (1 if s.rules(seat) & ONE_MORE else 0)) if n else 0
        y[T_DELIVER] = float(n + tile) / 5.0
        y[T_DELIVER + 1] = float(tile) / 3.0
        if tile and len(s.won[seat]) + 1 >= s.needed() and not s.ending:
            ahead = lead_of(s, seat) + int(n + tile) > 0
            y[T_DELIVER + (2 if ahead else 3)] = 1.0

    def describe_stop(self, s: Empyreal, seat: int, y: vec[float]) -> None:
        colour = of_colour(s.top)
        done: i64 = collected(s.top)
        left: i64 = s.goods_in(seat, colour)
        w = surveyed(s, seat)
        demand = w[DEMAND + colour]
        y[T_COLLECT + 1] = float(left) / 3.0
        y[T_COLLECT + 2] = float(earned(demand, done + left) - earned(demand, done)) / 3.0
        if demand & (demand - 1):  # another tile would be left
            y[T_COLLECT + 3] = float(earned(demand, left)) / 3.0

    def describe_good(self, s: Empyreal, seat: int, hex: i64, y: vec[float]) -> None:
        if hex >= s.board.size:
            return
        use = self.good_use(s)
        crowd: i64 = s.there[hex]
        if use == 0:
            if crowd & s.foes[seat]:
                y[T_COLLECT] = 1.0
            return
        w = surveyed(s, seat)
        worth = self.goods_worth(s, w, hex)
        if use == 1:
            y[T_GOOD] = worth
        elif use == 2:
            if crowd >> seat & 1:
                y[T_GOOD + 2] = 1.0
            else:
                y[T_GOOD + 1] = worth
                if crowd:
                    y[T_GOOD + 3] = 1.0
        else:
            y[T_GOOD + 4] = worth

    def describe_hex(self, s: Empyreal, seat: int, a: i64, y: vec[float]) -> None:
        hex: i64 = (a - HEX) % HEXES
        if hex >= s.board.size:
            return
        w = surveyed(s, seat)
        ground: i64 = s.ground[hex]
        crowd: i64 = s.there[hex]
        worth = self.goods_worth(s, w, hex)
        if a >= CAR:
            y[T_STEP + (0 if a < STEP else 1)] = worth
        elif a >= WASTE:
            if crowd >> seat & 1:
                y[T_WASTE] = worth
            else:
                y[T_WASTE + 1] = worth
            if crowd & s.foes[seat]:
                y[T_WASTE + 2] = 1.0
        elif isinstance(s.verb, Restock):
            y[T_HEX] = useful(w, ground) if ground < WASTELAND else 0.0
        elif isinstance(s.verb, PullGood):
            y[T_HEX + 2] = 1.0 if crowd & s.foes[seat] else 0.0
        else:
            near = s.board.beside[hex]
            i: i64
            for i in range(len(near)):
                if not s.there[near[i]] >> seat & 1:
                    y[T_HEX + 1] += self.goods_worth(s, w, near[i]) / 3.0

    def weight(self, s: Empyreal, action: int) -> int:
        if action in (STOP, SKIP, NO_DELIVERY, NO_TILE, NO_COPY):
            return 1
        if DELIVER <= action < NO_DELIVERY or action == COLLECT_ALL:
            return 60
        if TILE <= action < NO_TILE:
            return 20 * (1 + (action - TILE) % SIZES)
        if MOVE <= action < FIRST:
            return self.move_weight(s, action)
        if BUILD <= action < GOOD:
            hex = (action - BUILD) // 2
            return 16 if s.ground[hex] < WASTELAND and s.goods[s.ground[hex]][hex] else 5
        return 12 if ACTIVATE <= action < STOP else 6

    def move_weight(self, s: Empyreal, action: int) -> int:
        """Short moves, as they are cheap; the End if there is something to deliver."""
        seat = s.seat
        if seat < 0:
            return 1
        if action == MOVE + COLUMNS:
            w = surveyed(s, seat)
            best: i64 = 0
            c: i64
            for c in range(COLOURS):
                if w[REACHED] >> c & 1:
                    n = w[c] + earned(w[DEMAND + c], w[c])
                    if n > best:
                        best = n
            return 2 + 6 * best
        steps = action - MOVE + 1 - s.conductor[seat]
        return 12 if steps == 1 else 8 if steps == 2 else 2

    def settled(self, s: Empyreal) -> bool:
        if not s.round:
            return True
        return not s.below and s.turn_rules % EXTRA == IN_PHASE and not s.open_wastes

    def obvious(self, s: Empyreal, options: list[int]) -> int:
        """In the final deliveries without awards, all goods and the largest tile."""
        if not s.final or s.awards:
            return -1
        if isinstance(s.verb, Collect) and COLLECT_ALL in options:
            return COLLECT_ALL
        best = -1
        for action in options:
            if TILE <= action < NO_TILE and (best < 0 or (action - TILE) % SIZES > (best - TILE) % SIZES):
                best = action
        return best

    def commutes(self, first: int, then: int) -> bool:
        """Goods of a delivery, and hexes to restock, are chosen one after the other."""
        return (GOOD <= first < HEX and GOOD <= then < HEX) or (HEX <= first < WASTE and HEX <= then < WASTE)
