"""What a seat can come to deliver, found cheaply: how many tracks every delivery lacks, how long its line will be.

A country is two machine words, a bit for each hex, so that what lies around a set of hexes is found by a few shifts.
A plan, a good and a city that wants it, is an int: what it is worth in hundredths of a point, then the rest.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import i64, vec
from roundhouse.core.verbs import position, times
from roundhouse.games.empires.actions import LONGEST, PLACES
from roundhouse.games.empires.board import NONE, TOWN, Board
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.feats import CardsOfColour, ColoursPlayed, CrossedAll, TracksOn
from roundhouse.games.empires.lines import flood
from roundhouse.games.empires.state import CARD, LAST_TO_SEND, SEATS_IN, Empires

WORD: Final = 62  # bits used of a machine word
MASK: Final = (1 << WORD) - 1
FAR: Final = 5  # tracks a plan may lack
NEVER: Final = 15  # they are more, or there is no way
PICKS: Final = 8  # plans that are chosen

# All in hundredths of a point.
POINT: Final = 100
DOLLAR: Final = 28
HALF_CARD: Final = 50  # a train card whose ground the line may come to cross
TRUST: Final = bytes([100, 92, 86, 76, 68, 56])  # of a plan that lacks so many tracks
EMPTY: Final = bytes([70, 66, 60, 54, 48])  # of a plan whose good must be made first, by the points until that
NEAR_CITY: Final = (0, 80, 80, 40, 15)  # a start: cities, by how far off they are,
NEAR_WANTING: Final = (0, 10, 10, 15, 25, 25, 25, 25, 25)  # those that want its goods besides,
NEAR_ROOM: Final = (0, 30, 40)  # and any hex

# A plan from its highest bits: its worth, how many tracks it does not lack of NEVER, ...
WORTH_AT: Final = 36
LACKS_AT: Final = 32
LENGTH_AT: Final = 27
CARD_AT: Final = 25  # 2: a card in hand fits, 1: perhaps
LIES_AT: Final = 24  # whether the good lies there now
GOOD_AT: Final = 8

ROOM: Final = vec[i64]([0] * 160)
UNKNOWN: Final = vec[i64]([NEVER] * (PLACES * PLACES))
NOWHERE: Final = vec[i64]([-1] * 80)


def plan_worth(plan: i64) -> i64:
    return plan >> WORTH_AT


def plan_lacks(plan: i64) -> i64:
    return NEVER - (plan >> LACKS_AT & 15)


def plan_length(plan: i64) -> i64:
    return plan >> LENGTH_AT & 31


def plan_card(plan: i64) -> i64:
    return plan >> CARD_AT & 3


def plan_lies(plan: i64) -> bool:
    return plan >> LIES_AT & 1 != 0


def plan_good(plan: i64) -> i64:
    return plan >> GOOD_AT & 255


def plan_city(plan: i64) -> i64:
    return plan & 255


def around(low: i64, high: i64, stride: i64) -> tuple[i64, i64]:
    """The hexes next to some, and bits beside the country."""
    left_low: i64 = low << 1 & MASK
    left_high: i64 = high << 1 | low >> (WORD - 1)
    right_low: i64 = low >> 1 | (high & 1) << (WORD - 1)
    right_high: i64 = high >> 1
    rest: i64 = WORD - stride
    a: i64 = low | right_low
    b: i64 = high | right_high
    c: i64 = low | left_low
    d: i64 = high | left_high
    out_low: i64 = left_low | right_low | (a << stride & MASK) | c >> stride | (d << rest & MASK)
    out_high: i64 = left_high | right_high | b << stride | a >> rest | d >> stride
    return out_low, out_high


def bits(n: i64) -> i64:
    """How many bits are set."""
    found: i64 = 0
    while n:
        n &= n - 1
        found += 1
    return found


def trimmed(beside: vec[i64], ends: i64, left: i64) -> i64:
    """These own spaces without the dead ends that are none of `ends`."""
    again = True
    while again:
        again = False
        rest: i64 = left & ~ends
        i: i64 = 0
        while rest:
            if rest & 1:
                ways: i64 = beside[i] & left
                if ways & (ways - 1) == 0:
                    left &= ~(1 << i)
                    again = True
            rest >>= 1
            i += 1
    return left


class Chart:
    """A country as bits, with what never changes in it."""

    def __init__(self, box: EmpiresBox, board: Board) -> None:
        self.box: EmpiresBox = box
        self.board: Board = board
        stride = 6
        while not fits(board, stride):
            stride += 1
        self.stride: i64 = stride
        at = spread(board, stride)
        self.low: vec[i64] = vec[i64]([1 << n if n < WORD else 0 for n in at])
        self.high: vec[i64] = vec[i64]([1 << n - WORD if n >= WORD else 0 for n in at])
        size = PLACES * PLACES
        away = [NONE] * size
        opening = [0] * PLACES
        for factory in board.factories:
            steps = distances(board, board.factory[factory])
            for city in board.cities:
                away[factory * PLACES + city] = steps[board.city[city]]
            opening[factory] = opening_worth(box, board, factory, steps)
        self.away: bytes = bytes(away)  # steps between each factory and city
        self.opening: vec[i64] = vec[i64](opening)  # how good each factory is to start at
        # by achievement: the ground on which it asks for tracks, and whether it asks for the colours of a line, for
        # train cards of several colours or of one
        self.ground_asked: bytes = bytes([f.colour if isinstance(f, TracksOn) else 0 for f in box.feats])
        self.crossing_asked: bytes = bytes([isinstance(f, CrossedAll) for f in box.feats])
        self.several_asked: bytes = bytes([isinstance(f, ColoursPlayed) for f in box.feats])
        self.same_asked: bytes = bytes([isinstance(f, CardsOfColour) for f in box.feats])
        # for each factory the cities that want something it makes
        lists = [[c for c in board.cities if box.demands[c] & box.made[f]] for f in range(PLACES)]
        self.wanting: list[bytes] = [bytes(cities) for cities in lists]


def spread(board: Board, stride: int) -> list[int]:
    """A number for each hex, above 0, such that steps in one direction always add the same."""
    out = [board.q[h] * stride + board.r[h] for h in range(board.size)]
    least = min(out)
    return [n - least + 1 for n in out]


def fits(board: Board, stride: int) -> bool:
    """Whether by such numbers just those hexes are next to each other that are."""
    at = spread(board, stride)
    if len(set(at)) < len(at) or max(at) >= 2 * WORD:
        return False
    for h in range(board.size):
        steps = [at[h] + d for d in (1, -1, stride, -stride, stride - 1, 1 - stride)]
        if [n for n in range(board.size) if at[n] in steps] != list(board.beside[h]):
            return False
    return True


def distances(board: Board, start: int) -> list[int]:
    """How many steps every hex is from one."""
    out = [NONE] * board.size
    out[start] = 0
    queue = [start]  # it grows while it is gone through
    for h in queue:
        for n in board.beside[h]:
            if out[n] == NONE:
                out[n] = out[h] + 1
                queue.append(n)
    return out


def near(worths: tuple[int, ...], away: int) -> int:
    """What something so far away is worth, by its table."""
    return worths[away] if away < len(worths) else 0


def opening_worth(box: EmpiresBox, board: Board, factory: int, steps: list[int]) -> int:
    """How good a factory is to start at: cities around it, and those that want its goods some way off."""
    total = 0
    for h in range(board.size):
        total += near(NEAR_ROOM, steps[h])
        if board.ground[h] == TOWN:
            total += near(NEAR_CITY, steps[h])
            if box.demands[board.place[h]] & box.made[factory]:
                total += near(NEAR_WANTING, steps[h])
    return total


class Outlook:
    """What a seat can come to deliver. It follows from the fields of a state that `fits` compares."""

    def __init__(self, s: Empires, seat: int, chart: Chart) -> None:
        self.chart: Chart = chart
        self.seat: i64 = seat
        self.tracks: bytes = s.tracks
        self.trains: bytes = s.trains
        self.goods: bytes = s.goods
        self.hand: bytes = s.hands[seat]
        self.revealed: bytes = s.revealed
        self.contracts: bytes = s.contracts
        self.supply: bytes = s.supply
        self.top: int = s.top
        self.most: int = highest(s)
        self.produced: int = s.produced
        # the turns to come
        now = can_still_send(s, seat)
        per_turn: i64 = s.box.tracks_per_turn
        due: i64 = 0
        supply: i64 = s.supply[seat]
        if now and not position(s.top):
            due = max(0, min(per_turn - times(s.top), supply))
        self.now: bool = now
        self.due: i64 = due  # tracks to lay before this turn's delivery
        self.turns: i64 = (supply - due + per_turn - 1) // per_turn  # after the one in which it can still deliver
        self.sends: i64 = max(0, min(self.turns + (1 if now else 0), s.trains_left(seat)))
        self.soon: i64 = due if now else min(per_turn, supply)  # tracks it can lay until it delivers next
        # the map
        self.free_low: i64 = 0  # where it may lay a track
        self.free_high: i64 = 0
        self.open_low: i64 = 0  # where nobody is
        self.open_high: i64 = 0
        self.own_low: i64 = 0
        self.own_high: i64 = 0
        self.parts: i64 = 0  # of the network, and each one's spaces and surroundings
        self.part: vec[i64] = ROOM[:12]
        self.part_low: vec[i64] = ROOM[:12]
        self.part_high: vec[i64] = ROOM[:12]
        self.round_low: vec[i64] = ROOM[:12]
        self.round_high: vec[i64] = ROOM[:12]
        self.index: vec[i64] = NOWHERE[:]  # by hex: its place in the order laid
        self.beside: vec[i64] = s.joints[seat]
        self.own_trains: i64 = 0  # own spaces with a train
        self.look(s)
        self.missing: vec[i64] = UNKNOWN[:]
        self.plans: vec[i64] = ROOM[:]
        self.count: i64 = 0
        self.picks: vec[i64] = ROOM[:PICKS]
        self.picked: i64 = 0
        self.longest: i64 = 0  # line it can soon deliver on
        self.crossed: i64 = 0  # the most colours of such a line
        self.ways_known: bool = False
        self.way_low: vec[i64] = ROOM[:PICKS]
        self.way_high: vec[i64] = ROOM[:PICKS]
        self.survey(s)
        self.pick()

    def fits(self, s: Empires) -> bool:
        """Whether it is about this position, or one that does not differ in anything it says."""
        seat = int(self.seat)
        return (
            self.tracks is s.tracks
            and self.trains is s.trains
            and self.top == s.top
            and self.goods is s.goods
            and self.hand is s.hands[seat]
            and self.supply is s.supply
            and self.revealed is s.revealed
            and self.contracts is s.contracts
            and self.chart.board is s.board
            and self.chart.box is s.box
            and self.produced == s.produced
            and self.most == highest(s)
        )

    def look(self, s: Empires) -> None:
        """The hexes where the seat is, and may come to be."""
        chart = self.chart
        tracks = s.tracks
        trains = s.trains
        own: i64 = 1
        own <<= self.seat
        most: i64 = s.box.per_space
        h: i64
        there: i64
        for h in range(chart.board.size):
            there = tracks[h] | trains[h]
            if there == 0:
                self.open_low |= chart.low[h]
                self.open_high |= chart.high[h]
            elif there & own:
                self.own_low |= chart.low[h]
                self.own_high |= chart.high[h]
            elif SEATS_IN[there] < most:
                self.free_low |= chart.low[h]
                self.free_high |= chart.high[h]
        self.free_low |= self.open_low
        self.free_high |= self.open_high
        net = s.nets[int(self.seat)]
        i: i64
        for i in range(len(net)):
            h = net[i]
            self.index[h] = i
            if trains[h] & own:
                self.own_trains |= 1 << i
        rest: i64 = (1 << len(net)) - 1
        n: i64 = 0
        while rest:
            part: i64 = flood(self.beside, rest & -rest, rest)
            rest &= ~part
            self.part[n] = part
            low: i64 = 0
            high: i64 = 0
            i = 0
            while part:
                if part & 1:
                    h = net[i]
                    low |= chart.low[h]
                    high |= chart.high[h]
                part >>= 1
                i += 1
            self.part_low[n] = low
            self.part_high[n] = high
            self.round_low[n], self.round_high[n] = around(low, high, chart.stride)
            n += 1
        self.parts = n

    def survey(self, s: Empires) -> None:
        """Find the plans, factory by factory."""
        factories = self.chart.board.factories
        i: i64
        for i in range(len(factories)):
            self.search(factories[i])
            self.add_plans(s, factories[i])
        self.add_contract(s)

    def search(self, factory: i64) -> None:
        """How many tracks are missing between a factory and each city that wants something of it."""
        chart = self.chart
        board = chart.board
        stride: i64 = chart.stride
        h: i64 = board.factory[factory]
        low: i64 = chart.low[h]  # what was reached last, and all that was reached
        high: i64 = chart.high[h]
        used: i64 = 0
        lacks: i64 = 0
        i: i64
        if self.index[h] >= 0:
            i = 0
            while self.part[i] >> self.index[h] & 1 == 0:
                i += 1
            used = 1
            used <<= i
            low = self.part_low[i]
            high = self.part_high[i]
        elif self.free_low & low | self.free_high & high:
            lacks = 1
        else:
            return
        seen_low: i64 = low
        seen_high: i64 = high
        cities = chart.wanting[factory]
        base: i64 = factory * PLACES
        left: i64 = len(cities)
        parts: i64 = self.parts
        while True:
            edge_low, edge_high = around(low, high, stride)
            for i in range(parts):
                if used >> i & 1 == 0 and edge_low & self.part_low[i] | edge_high & self.part_high[i]:
                    used |= 1 << i
                    seen_low |= self.part_low[i]
                    seen_high |= self.part_high[i]
                    edge_low |= self.round_low[i]
                    edge_high |= self.round_high[i]
            for i in range(len(cities)):
                h = board.city[cities[i]]
                if seen_low & chart.low[h] | seen_high & chart.high[h] and self.missing[base + cities[i]] == NEVER:
                    self.missing[base + cities[i]] = lacks
                    left -= 1
            low = edge_low & self.free_low & ~seen_low
            high = edge_high & self.free_high & ~seen_high
            if left == 0 or lacks == FAR or low | high == 0:
                return
            seen_low |= low
            seen_high |= high
            lacks += 1

    def add_plans(self, s: Empires, factory: i64) -> None:
        """What the goods of a factory could be delivered for."""
        chart = self.chart
        box = chart.box
        board = chart.board
        cities = chart.wanting[factory]
        made = box.atlas.factories.goods[factory]
        base: i64 = factory * PLACES
        start: i64 = board.factory[factory]
        lies: i64 = self.goods[factory]
        own: i64 = 1
        own <<= self.seat
        reach: i64 = self.due + 2 * self.turns
        empty: i64 = self.making(s)
        i: i64
        k: i64
        nth: i64
        for i in range(len(cities)):
            city: i64 = cities[i]
            hex: i64 = board.city[city]
            lacks: i64 = self.missing[base + city]
            if lacks > FAR or lacks > reach or self.trains[hex] & own or (lacks == 0 and self.sends == 0):
                continue
            length: i64 = chart.away[base + city] + 1
            colours: i64 = 0
            sure = False
            if lacks == 0:
                spaces = self.line(start, hex)
                length = bits(spaces) - 2 * bits(spaces & self.own_trains)
                colours = self.crossing(s, spaces)
                sure = True
                if length > self.longest:
                    self.longest = length
                if bits(colours) > self.crossed:
                    self.crossed = bits(colours)
            elif lacks == 1:
                length = max(length, self.joining(start, hex))
                if self.soon and length > self.longest:
                    self.longest = length
            length = max(0, min(LONGEST - 1, length))
            bonus: i64 = box.city_bonus[SEATS_IN[self.trains[hex] & ~own]]
            worth: i64 = box.line_prestige[length] * POINT + (box.line_money[length] + bonus) * DOLLAR
            for nth in range(len(made)):
                good: i64 = made[nth]
                if box.demands[city] >> good & 1 == 0:
                    continue
                card: i64 = self.matching(good, colours, length, sure)
                value: i64 = (worth + card * HALF_CARD) * TRUST[lacks] // 100
                here: i64 = lies >> nth & 1
                if not here:
                    value = value * empty // 100
                k = self.count
                self.plans[k] = (
                    value << WORTH_AT
                    | (NEVER - lacks) << LACKS_AT
                    | length << LENGTH_AT
                    | card << CARD_AT
                    | here << LIES_AT
                    | (factory << 1 | nth) << GOOD_AT
                    | city
                )
                self.count = k + 1

    def making(self, s: Empires) -> i64:
        """How much a good counts that must be made first, in hundredths."""
        spaces = self.chart.box.production
        if s.produced >= len(spaces):
            return 0
        return EMPTY[max(0, min(len(EMPTY) - 1, spaces[s.produced] - self.most))]

    def line(self, start: i64, goal: i64) -> i64:
        """The own spaces that a line between two of them could use."""
        ends: i64 = 1 << self.index[start] | 1 << self.index[goal]
        return trimmed(self.beside, ends, self.part_of(self.index[start]))

    def part_of(self, at: i64) -> i64:
        """The part of the network that an own space belongs to."""
        i: i64 = 0
        while self.part[i] >> at & 1 == 0:
            i += 1
        return self.part[i]

    def joining(self, start: i64, goal: i64) -> i64:
        """How long the line will be when the one track that is missing is laid, if that is at one of its ends."""
        at: i64 = self.index[start]
        hex: i64 = goal
        if at < 0:
            at = self.index[goal]
            hex = start
        if at < 0 or self.index[hex] >= 0:
            return 0
        part: i64 = self.part_of(at)
        near = self.chart.board.beside[hex]
        ends: i64 = 0
        i: i64
        for i in range(len(near)):
            if self.index[near[i]] >= 0:
                ends |= 1 << self.index[near[i]]
        ends &= part
        if ends == 0:
            return 0
        spaces: i64 = trimmed(self.beside, ends | 1 << at, part)
        return 1 + bits(spaces) - 2 * bits(spaces & self.own_trains)

    def crossing(self, s: Empires, spaces: i64) -> i64:
        """The colours of some own spaces."""
        net = s.nets[int(self.seat)]
        colours = self.chart.board.colours
        out: i64 = 0
        i: i64 = 0
        while spaces:
            if spaces & 1:
                out |= colours[net[i]]
            spaces >>= 1
            i += 1
        return out

    def matching(self, good: i64, colours: i64, length: i64, sure: bool) -> i64:
        """Whether a train card in hand fits: 2 yes, 1 perhaps."""
        best: i64 = 0
        hand = self.hand
        i: i64
        for i in range(len(hand)):
            asked = self.chart.box.conditions[hand[i] & CARD]
            if asked.good >= 0:
                if asked.good == good:
                    return 2
            elif length >= asked.length:
                if colours & asked.colours == asked.colours:
                    return 2
                if not sure:
                    best = 1
        return best

    def add_contract(self, s: Empires) -> None:
        """The best plan from the factory of the own contract is worth its prestige more."""
        seat = int(self.seat)
        box = self.chart.box
        if self.revealed[seat] or not self.count:
            return
        factory: i64 = box.contract_factory[self.contracts[seat]]
        best: i64 = -1
        i: i64
        for i in range(self.count):
            if plan_good(self.plans[i]) >> 1 == factory and (best < 0 or self.plans[i] > self.plans[best]):
                best = i
        if best < 0:
            return
        plan: i64 = self.plans[best]
        bonus: i64 = box.contract_prestige[self.contracts[seat]] * POINT * TRUST[plan_lacks(plan)] // 100
        if not plan_lies(plan):
            bonus = bonus * self.making(s) // 100
        self.plans[best] = plan + (bonus << WORTH_AT)

    def pick(self) -> None:
        """The best plans that share neither good nor city."""
        goods: i64 = 0
        cities: i64 = 0
        most: i64 = min(self.sends, PICKS)
        i: i64
        k: i64
        for k in range(most):
            best: i64 = 0
            for i in range(self.count):
                plan: i64 = self.plans[i]
                if plan > best and goods >> (plan >> GOOD_AT & 255) & 1 == 0 and cities >> (plan & 255) & 1 == 0:
                    best = plan
            if best == 0:
                return
            goods |= 1 << plan_good(best)
            cities |= 1 << plan_city(best)
            self.picks[k] = best
            self.picked = k + 1

    def find_ways(self) -> None:
        """For each chosen plan the hexes where a track brings it nearer."""
        if self.ways_known:
            return
        i: i64
        for i in range(self.picked):
            if plan_lacks(self.picks[i]):
                self.find_way(i)
        self.ways_known = True

    def find_way(self, which: i64) -> None:
        """The free hexes on some shortest way: as far from both ends together as the ends are apart."""
        chart = self.chart
        plan: i64 = self.picks[which]
        lacks: i64 = plan_lacks(plan)
        from_low, from_high = self.rings(chart.board.factory[plan_good(plan) >> 1], lacks)
        to_low, to_high = self.rings(chart.board.city[plan_city(plan)], lacks)
        low: i64 = 0
        high: i64 = 0
        k: i64
        for k in range(1, lacks + 1):  # the k-th track from one end is the last but k - 1 from the other
            low |= from_low[k] & to_low[lacks + 1 - k]
            high |= from_high[k] & to_high[lacks + 1 - k]
        self.way_low[which] = low
        self.way_high[which] = high

    def rings(self, start: i64, most: i64) -> tuple[vec[i64], vec[i64]]:
        """By how many tracks it takes to get there, up to `most`: the free hexes."""
        chart = self.chart
        ring_low: vec[i64] = ROOM[: FAR + 2]
        ring_high: vec[i64] = ROOM[: FAR + 2]
        low: i64 = chart.low[start]
        high: i64 = chart.high[start]
        used: i64 = 0
        lacks: i64 = 0
        i: i64
        if self.index[start] >= 0:
            i = 0
            while self.part[i] >> self.index[start] & 1 == 0:
                i += 1
            used = 1
            used <<= i
            low = self.part_low[i]
            high = self.part_high[i]
        else:
            lacks = 1
            ring_low[1] = low
            ring_high[1] = high
        seen_low: i64 = low
        seen_high: i64 = high
        while lacks < most:
            edge_low, edge_high = around(low, high, chart.stride)
            for i in range(self.parts):
                if used >> i & 1 == 0 and edge_low & self.part_low[i] | edge_high & self.part_high[i]:
                    used |= 1 << i
                    edge_low |= self.round_low[i]
                    edge_high |= self.round_high[i]
            low = edge_low & self.free_low & ~seen_low
            high = edge_high & self.free_high & ~seen_high
            seen_low |= low
            seen_high |= high
            lacks += 1
            ring_low[lacks] = low
            ring_high[lacks] = high
        return ring_low, ring_high


def highest(s: Empires) -> int:
    """The prestige of who is first."""
    most = 0
    for n in s.prestige:
        if n > most:
            most = n
    return most


def can_still_send(s: Empires, seat: int) -> bool:
    """Whether this turn's delivery is still to come."""
    return not s.over and s.turn != 0 and s.seat == seat and not s.delivering() and position(s.top) <= LAST_TO_SEND
