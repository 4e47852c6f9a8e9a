"""What a position is worth to a seat, for bots that look one step ahead.

The seat's deliveries to come are planned greedily: for every good and every city that wants it, how many tracks are
missing and how long the line will be; the best of them that share neither good nor city count, the later ones less.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import i64
from roundhouse.core.verbs import position
from roundhouse.games.empires.actions import thing_at
from roundhouse.games.empires.board import NONE, TOWN
from roundhouse.games.empires.state import CARD, LAST_TO_SEND, SEATS_IN, Empires, has

# All in hundredths of a point.
POINT: Final = 100
RIVAL: Final = 20  # how much of the best rival's score counts as a loss
MONEY: Final = (0, 45, 85, 115, 140, 160, 175, 188, 198, 205)  # what so many dollars are worth with turns to come
DOLLAR: Final = 20  # a dollar that a delivery will bring
CARD_WORTH: Final = (0, 70, 115, 145)  # train cards in hand
MATCH: Final = 22  # one of them whose condition fits the best plans
EXPECTED: Final = 55  # the prestige a card usually adds
FAR: Final = 5  # tracks missing at most
TRUST: Final = (100, 84, 80, 66, 62, 46)  # of a plan with so many tracks missing, in hundredths
EMPTY: Final = 45  # of a plan whose good must be made first
SHARE: Final = (100, 88, 77, 67, 58, 50, 43, 37)  # of the best plan, the next one, ...
STAR: Final = (0, 20, 8)  # a star nobody has, so many tracks away
MATCH_AT: Final = (0, 10, 10, 15, 25, 25, 25, 25, 25)  # a start: cities that want its goods, by how far off they are
CITY_AT: Final = (0, 80, 80, 40, 15)  # and any city,
ROOM_AT: Final = (0, 30, 40)  # and any hex
OWN_CONTRACT: Final = 150  # and a start at the factory of the own contract
UNCLAIMED: Final = 90  # of an achievement that is met, in hundredths
TRACK: Final = 12  # a track that can still be unlocked


def evaluate(s: Empires, seat: int) -> int:
    """The worth of a position with nothing under way."""
    scores = s.scores()
    rivals = [scores[i] for i in range(s.seats) if i != seat]
    total = scores[seat] * POINT - max(0, max(rivals)) * RIVAL
    if s.over:
        return total
    if not s.turn:
        return total + opening(s, seat)
    total += feats(s, seat)
    turns = (s.supply[seat] + s.box.tracks_per_turn - 1) // s.box.tracks_per_turn
    if not turns and not can_still_send(s, seat):
        return total
    total += s.locked[seat] * TRACK + MONEY[min(s.money[seat], len(MONEY) - 1)] * min(turns, 5) // 5
    total += plans(s, seat, turns)
    if turns:
        total += stars(s, seat)
    return total


def opening(s: Empires, seat: int) -> int:
    """How good the seat's start is; while it has none, the best of those that are left."""
    if s.nets[seat]:
        return start_at(s, seat, s.board.place[s.nets[seat][0]])
    best = 0
    for factory in s.board.factories:
        if not s.there(s.board.factory[factory]):
            best = max(best, start_at(s, seat, factory))
    return best


def start_at(s: Empires, seat: int, factory: int) -> int:
    """How good a factory is to start at: cities around it, and those that want its goods some way off."""
    board = s.board
    start = board.factory[factory]
    away = [NONE] * board.size
    away[start] = 0
    queue = [start]  # it grows while it is gone through
    total = 0
    for h in queue:
        d = away[h]
        total += near(ROOM_AT, d)
        if board.ground[h] == TOWN:
            total += near(CITY_AT, d)
            if s.box.demands[board.place[h]] & s.box.made[factory]:
                total += near(MATCH_AT, d)
        for n in board.beside[h]:
            if away[n] == NONE:
                away[n] = d + 1
                queue.append(n)
    if s.box.contract_factory[s.contracts[seat]] == factory:
        total += OWN_CONTRACT
    return total


def near(worths: tuple[int, ...], away: int) -> int:
    """What something so far away is worth, by its table."""
    return worths[away] if away < len(worths) else 0


def can_still_send(s: Empires, seat: int) -> bool:
    """Whether this turn's delivery is still to come."""
    return s.seat == seat and not s.delivering() and position(s.top) <= LAST_TO_SEND


def feats(s: Empires, seat: int) -> int:
    """Achievements that are met and not yet claimed, and those begun."""
    total = 0
    for feat in s.feats:
        if s.claimed(seat, feat):
            continue
        asked = s.box.feats[feat]
        share = UNCLAIMED if asked.met(s, seat, feat) else asked.progress(s, seat)
        total += s.claim_worth(feat) * POINT * share // 100
    return total


def stars(s: Empires, seat: int) -> int:
    """The stars within reach."""
    total = 0
    edge = s.frontiers[seat]
    for h in s.board.stars:
        if s.there(h):
            continue
        away = 1 if h in edge else 0
        for n in s.board.beside[h]:
            if not away and n in edge and SEATS_IN[s.there(n)] < s.box.per_space:
                away = 2
        total += STAR[away]
    return total


def plans(s: Empires, seat: int, turns: int) -> int:
    """What the deliveries to come are worth."""
    now = can_still_send(s, seat)
    most = min(turns + (1 if now else 0), s.trains_left(seat))
    hand = s.hands[seat]
    if most <= 0:
        return 0
    total = CARD_WORTH[min(len(hand), most, len(CARD_WORTH) - 1)]
    values: list[int] = []
    goods: list[int] = []
    cities: list[int] = []
    for factory in s.board.factories:
        survey(s, seat, factory, turns, now, values, goods, cities)
    used_goods: i64 = 0
    used_cities: i64 = 0
    n: i64 = len(values)
    for k in range(min(most, len(SHARE))):
        best: i64 = 0
        which: i64 = -1
        i: i64
        for i in range(n):
            v: i64 = values[i]
            if v > best and not has(used_goods, goods[i]) and not has(used_cities, cities[i]):
                best = v
                which = i
        if which < 0:
            break
        used_goods |= 1 << goods[which]
        used_cities |= 1 << cities[which]
        total += best * SHARE[k] // 100
        if k < 3:
            for b in hand:
                asked = s.box.conditions[b & CARD].good
                if asked < 0 or asked == s.good(goods[which]):
                    total += MATCH
                    break
    return total


def survey(
    s: Empires, seat: int, factory: int, turns: int, now: bool, values: list[int], goods: list[int], cities: list[int]
) -> None:
    """Add what the goods of one factory could be delivered for, city by city."""
    board = s.board
    start = board.factory[factory]
    mine: i64 = 1 << seat
    there: i64 = s.there(start)
    missing: i64 = 0
    if not there & mine:
        if SEATS_IN[there] >= s.box.per_space:
            return
        missing = 1
    lacks = [NONE] * board.size
    length = [0] * board.size
    lacks[start] = missing
    length[start] = 1
    queue = [start]
    far: i64 = min(FAR, 2 * turns)
    while queue and missing <= far:
        later: list[int] = []
        for h in queue:
            step = length[h] + 1
            for n in board.beside[h]:
                if lacks[n] != NONE:
                    continue
                there = s.there(n)
                if there & mine:
                    lacks[n] = missing
                    length[n] = step - 2 if s.trains[n] & mine else step
                    queue.append(n)
                elif SEATS_IN[there] < s.box.per_space:
                    lacks[n] = missing + 1
                    length[n] = step
                    later.append(n)
        queue = later
        missing += 1
    made = s.box.atlas.factories.goods[factory]
    bonus = s.box.contract_prestige[s.contracts[seat]] * POINT if s.contract_for(seat, factory) else 0
    for city in board.cities:
        hex = board.city[city]
        m = lacks[hex]
        if m > far or s.trains[hex] & mine or (m == 0 and not now and not turns):
            continue
        wanted = s.box.atlas.cities.goods[city]
        rounded = s.box.round_down(length[hex])
        worth = s.box.line_prestige[rounded] * POINT + EXPECTED + bonus
        worth += (s.box.line_money[rounded] + s.city_money(seat, hex)) * DOLLAR
        worth = worth * TRUST[m] // 100
        for slot in range(len(made)):
            if made[slot] in wanted:
                thing = thing_at(factory, slot)
                values.append(worth if s.lies(thing) else worth * EMPTY // 100)
                goods.append(thing)
                cities.append(city)
