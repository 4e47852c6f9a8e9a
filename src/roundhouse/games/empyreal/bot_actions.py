"""What a learning bot tells actions by: their kinds, and traits within a kind."""

from __future__ import annotations

from typing import Final

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
from roundhouse.games.empyreal.bot_survey import (
    DEMAND,
    REACHED,
    building,
    car_worth,
    earned,
    group_of,
    lead_of,
    steps_left,
    surveyed,
    useful,
)
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
    NO_COSTS,
    ONE_MORE,
    SET_SIZE,
    Empyreal,
)
from roundhouse.games.empyreal.track import Build
from roundhouse.games.empyreal.turn import FARTHEST, move_cost

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


def kind_of(s: Empyreal, action: int) -> int:
    """What kind of action it is."""
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
        return turn_kind(s, seat, a)
    if a == STOP:
        if isinstance(s.verb, Declare):
            return K_STOP + (1 if s.declared else 0)
        return K_STOP + (2 if isinstance(s.verb, Collect) else 3)
    if a == SKIP:
        return K_SKIP
    if a < UPGRADE:
        return K_CHOOSE + option(s, a - CHOOSE)
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
        return K_COLOUR + colour_use(s)
    if a < HEX:
        return K_GOOD + good_use(s)
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
        return K_ACTIVATE + berth_group(s, seat, a - COPY_BESIDE)
    return rare_kind(a)


def turn_kind(s: Empyreal, seat: int, a: i64) -> i64:
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
    return K_ACTIVATE + berth_group(s, seat, (a - ACTIVATE) // 2)


def berth_group(s: Empyreal, seat: int, place: i64) -> i64:
    """The group of the car on a place."""
    car: i64 = s.yards[seat][place]
    return group_of(car - 1) if car else 0


def rare_kind(a: i64) -> i64:
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


def option(s: Empyreal, thing: int) -> i64:
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


def colour_use(s: Empyreal) -> i64:
    """What a colour is chosen for."""
    if isinstance(s.verb, PlaceGood):
        return 0
    if isinstance(s.verb, (ReturnGoods, ReturnBeside)):
        return 1
    if isinstance(s.verb, ReplaceGood):
        return 2 if picked_colour(s.top) >= 0 else 1
    return 3


def good_use(s: Empyreal) -> i64:
    """What a good is chosen for."""
    if isinstance(s.verb, Collect):
        return 0
    if isinstance(s.verb, (ReturnGoods, ReturnBeside, ReplaceGood)):
        return 1
    return 2 if isinstance(s.verb, PullGood) else 3


def describe(s: Empyreal, seat: int, action: int, y: vec[float]) -> None:
    """What tells an action from others of its kind, into `y`."""
    a: i64 = action
    i: i64
    for i in range(TRAITS):
        y[i] = 0.0
    if BUILD <= a < GOOD:
        if s.round:
            describe_build(s, seat, a, y)
        else:
            describe_start(s, seat, (a - BUILD) // 2, y)
    elif a < STOP:
        if MOVE <= a < FIRST:
            describe_move(s, seat, a - MOVE, y)
        elif a >= ACTIVATE:
            describe_activation(s, seat, a - ACTIVATE, y)
    elif a == STOP:
        if isinstance(s.verb, Collect):
            describe_stop(s, seat, y)
    elif GAIN <= a < PUT:
        tile: i64 = a - GAIN
        w = surveyed(s, seat)
        y[T_GAIN] = float(s.box.costs[tile]) / 3.0
        y[T_GAIN + 1] = car_worth(s, tile, building(w))
        y[T_GAIN + 2] = promise(s, tile, w)
    elif PUT <= a < RECRUIT:
        describe_place(s, seat, a - PUT, y)
    elif DELIVER <= a < NO_DELIVERY:
        describe_delivery(s, seat, a - DELIVER, y)
    elif TILE <= a < NO_TILE:
        if len(s.won[seat]) + 1 >= s.needed() and not s.ending:
            ahead = lead_of(s, seat) + (a - TILE) % SIZES + 1 > 0
            y[T_TILE + (0 if ahead else 1)] = 1.0
    elif COLOUR <= a < BUILD:
        w = surveyed(s, seat)
        y[T_COLOUR + (1 if colour_use(s) == 1 else 0)] = useful(w, a - COLOUR)
    elif GOOD <= a < HEX:
        describe_good(s, seat, a - GOOD, y)
    elif HEX <= a < TAKE:
        describe_hex(s, seat, a, y)
    elif COPY <= a < COPY_BESIDE:
        describe_car(s, seat, a - COPY, s.box.costs[a - COPY], y)
    elif COPY_BESIDE <= a < NO_COPY:
        car = s.car(seat, a - COPY_BESIDE)
        if car >= 0:
            describe_car(s, seat, car, s.box.costs[car], y)
    elif DISCARD <= a < SHUNT:
        car = s.car(seat, a - DISCARD)
        if car >= 0:
            y[T_DISCARD] = car_worth(s, car, building(surveyed(s, seat)))


def promise(s: Empyreal, car: i64, w: vec[i64]) -> float:
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


def describe_build(s: Empyreal, seat: int, a: i64, y: vec[float]) -> None:
    hex: i64 = (a - BUILD) // 2
    if hex >= s.board.size:
        return
    w = surveyed(s, seat)
    y[T_BUILD] = goods_worth(s, w, hex)
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


def goods_worth(s: Empyreal, w: vec[i64], hex: i64) -> float:
    """What the goods of a hex are worth to who was surveyed."""
    worth = 0.0
    c: i64
    for c in range(COLOURS):
        if s.goods[c][hex]:
            worth += useful(w, c)
    return worth


def describe_start(s: Empyreal, seat: int, hex: i64, y: vec[float]) -> None:
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


def describe_move(s: Empyreal, seat: int, stop: i64, y: vec[float]) -> None:
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


def describe_activation(s: Empyreal, seat: int, at: i64, y: vec[float]) -> None:
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
    describe_car(s, seat, car, cost, y)


def describe_car(s: Empyreal, seat: int, car: i64, cost: int, y: vec[float]) -> None:
    y[T_CAR] = float(cost) / 3.0
    y[T_CAR + 1] = car_worth(s, car, building(surveyed(s, seat)))


def describe_place(s: Empyreal, seat: int, place: i64, y: vec[float]) -> None:
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


def describe_delivery(s: Empyreal, seat: int, thing: i64, y: vec[float]) -> None:
    c: i64 = thing % COLOURS
    w = surveyed(s, seat)
    n = w[c]
    tile = earned(w[DEMAND + c], n + (1 if s.rules(seat) & ONE_MORE else 0)) if n else 0
    y[T_DELIVER] = float(n + tile) / 5.0
    y[T_DELIVER + 1] = float(tile) / 3.0
    if tile and len(s.won[seat]) + 1 >= s.needed() and not s.ending:
        ahead = lead_of(s, seat) + int(n + tile) > 0
        y[T_DELIVER + (2 if ahead else 3)] = 1.0


def describe_stop(s: Empyreal, seat: int, y: vec[float]) -> None:
    colour = of_colour(s.top)
    done: i64 = collected(s.top)
    left: i64 = s.goods_in(seat, colour)
    w = surveyed(s, seat)
    demand = w[DEMAND + colour]
    y[T_COLLECT + 1] = float(left) / 3.0
    y[T_COLLECT + 2] = float(earned(demand, done + left) - earned(demand, done)) / 3.0
    if demand & (demand - 1):  # another tile would be left
        y[T_COLLECT + 3] = float(earned(demand, left)) / 3.0


def describe_good(s: Empyreal, seat: int, hex: i64, y: vec[float]) -> None:
    if hex >= s.board.size:
        return
    use = good_use(s)
    crowd: i64 = s.there[hex]
    if use == 0:
        if crowd & s.foes[seat]:
            y[T_COLLECT] = 1.0
        return
    w = surveyed(s, seat)
    worth = goods_worth(s, w, hex)
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


def describe_hex(s: Empyreal, seat: int, a: i64, y: vec[float]) -> None:
    hex: i64 = (a - HEX) % HEXES
    if hex >= s.board.size:
        return
    w = surveyed(s, seat)
    ground: i64 = s.ground[hex]
    crowd: i64 = s.there[hex]
    worth = goods_worth(s, w, hex)
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
                y[T_HEX + 1] += goods_worth(s, w, near[i]) / 3.0
