"""What a learning bot sees of a table: numbers of a seat's position, and what to do without thought."""

from __future__ import annotations

from typing import Final

from roundhouse.core.heuristics import Heuristics
from roundhouse.core.native import i64, vec
from roundhouse.core.verbs import times
from roundhouse.games.empyreal.actions import (
    ACTIVATE,
    BUILD,
    CAPTAIN,
    COLLECT_ALL,
    COLOURS,
    COLUMNS,
    COMPANY,
    DELIVER,
    FIRST,
    GOOD,
    HEX,
    MOVE,
    NO_COPY,
    NO_DELIVERY,
    NO_TILE,
    SIZES,
    SKIP,
    SLOTS,
    SPECIALISTS,
    STOP,
    STRIKE,
    TILE,
    TILES,
    WASTE,
)
from roundhouse.games.empyreal.board import WASTELAND
from roundhouse.games.empyreal.bot import LONG, time_left
from roundhouse.games.empyreal.bot_actions import KINDS, TRAITS, describe, kind_of
from roundhouse.games.empyreal.bot_survey import (
    DEMAND,
    LADEN,
    REACHED,
    ROOM,
    SHARED,
    TILE_GROUPS,
    best_delivery,
    building,
    car_worth,
    earned,
    group_of,
    most_of_foes,
    next_to_end,
    points_of,
    steps_left,
    surveyed,
    useful,
)
from roundhouse.games.empyreal.goods import (
    Collect,
)
from roundhouse.games.empyreal.reach import fare_mana
from roundhouse.games.empyreal.state import (
    EXTRA,
    IN_PHASE,
    MASTER,
    ONE_MORE,
    SET_SIZE,
    SURVEYOR,
    Empyreal,
)
from roundhouse.games.empyreal.turn import END, FARTHEST

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

LAST_TRAINS: Final = 3  # who has no more of them may think twice about building: without trains the game ends


class EmpyrealHeuristics(Heuristics[Empyreal]):
    """Empyreal as bots see it."""

    def __init__(self) -> None:
        super().__init__(version=2, features=SIZE, kinds=KINDS, traits=TRAITS, scale=600, wide=0.3)

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
        return int(kind_of(s, action))

    def describe(self, s: Empyreal, seat: int, action: int, y: vec[float]) -> None:
        describe(s, seat, action, y)

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

    def opening(self, s: Empyreal) -> bool:
        return s.round <= 1

    def taste(self, s: Empyreal) -> float:
        """Which company to found is a matter of taste, and somewhat who leads it."""
        first = -1 if s.round else s.choices()[0]
        return 8.0 if COMPANY <= first < CAPTAIN else 4.0 if CAPTAIN <= first < STRIKE else 1.0

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

    def sensible(self, s: Empyreal, options: list[int]) -> list[int]:
        """Final deliveries are made, as they only add points; what is paid for builds, where that is free."""
        if len(options) == 1:
            return options
        if s.final:
            given_away = options[-1] == NO_DELIVERY or options[-1] == NO_TILE
            return options[:-1] if given_away and not s.awards and not s.teams() else options
        if options[0] == SKIP and times(s.top) == 0 and s.supply[s.seat] > LAST_TRAINS and builds_free(s):
            return options[1:]
        return options

    def commutes(self, first: int, then: int) -> bool:
        """Goods of a delivery, and hexes to restock, are chosen one after the other."""
        return (GOOD <= first < HEX and GOOD <= then < HEX) or (HEX <= first < WASTE and HEX <= then < WASTE)


def builds_free(s: Empyreal) -> bool:
    """Whether some of the hexes on offer can be built on without mana."""
    for fare in s.fares:
        if fare_mana(fare) == 0:
            return True
    return False
