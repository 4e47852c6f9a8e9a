"""A delivery as verbs, and whether one is made.

A delivery is a program of its own. The subject of its frame is the good that is sent; its memo is the city's number
plus 1 and, above that, what the line earns plus 1.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import ONE, put
from roundhouse.core.native import i64, vec
from roundhouse.core.verbs import TIMES_ONE, Verb, frame, frame_seat, memo, subject, with_memo
from roundhouse.games.empires.actions import (
    COLOURS,
    FORM_BITS,
    LONGEST,
    NO_CARD,
    NOT_LINKED,
    NOT_NEW,
    NOT_WANTED,
    REVEALS,
    TRAIN_THERE,
    factory_of,
    nth_of,
    thing_at,
)
from roundhouse.games.empires.board import GOODS, NONE, TOWN, WORKS
from roundhouse.games.empires.feats import ALL_COLOURS
from roundhouse.games.empires.lines import Lines, flood, outcome_at, places
from roundhouse.games.empires.state import CARD, NEW_LINKS, SEATS_IN, Empires, has
from roundhouse.games.empires.verbs import Pick, PickOrPass

# Sets of colours from the richest to the poorest, and the rank of each: that orders the lines of one length.
RICHEST: Final = sorted(range(COLOURS), key=lambda m: (-SEATS_IN[m], -m))
RANK: Final = [RICHEST.index(m) for m in range(COLOURS)]

CITY_BITS: Final = 4
CITY_MASK: Final = (1 << CITY_BITS) - 1


def sent(f: int) -> int:
    """The good that is sent."""
    return subject(f)


def to_city(f: int) -> int:
    """The city it goes to; -1 while that is not chosen."""
    return (memo(f) & CITY_MASK) - 1


def line_of(f: int) -> int:
    """The line it takes, as line actions number them; -1 while that is not chosen."""
    return (memo(f) >> CITY_BITS) - 1


def line_length(line: int) -> int:
    """The length a line action stands for, rounded down to what anything asks."""
    return LONGEST - 1 - line // COLOURS


def line_colours(line: int) -> int:
    return RICHEST[line % COLOURS]


def line_number(length: int, colours: int) -> int:
    return (LONGEST - 1 - length) * COLOURS + RANK[colours]


class Links:
    """What a seat's network joins now, and what of that it joined before this turn's tracks."""

    def __init__(self, s: Empires, seat: int) -> None:
        self.net: bytes = s.nets[seat]
        self.beside: vec[i64] = s.joints[seat]
        self.all: i64 = (1 << len(self.net)) - 1
        old: i64 = 0
        if s.switches & NEW_LINKS:
            old = self.all
            for h in s.laid:
                old &= ~(1 << self.net.find(ONE[h]))
        self.old: i64 = old

    def joined(self, at: i64) -> i64:
        """The own spaces to which lines lead from the factory there."""
        return flood(self.beside, 1 << at, self.all)

    def counting(self, at: i64, joined: i64) -> i64:
        """Those of them that count: where only new links do, those to which none led before."""
        return joined & ~flood(self.beside, 1 << at, self.old) if self.old >> at & 1 else joined

    def cities(self, s: Empires, seat: int, spaces: i64) -> list[int]:
        """The cities among these spaces where no own train is."""
        out: list[int] = []
        net = self.net
        ground = s.board.ground
        tracks = s.tracks
        own: i64 = 1 << seat
        h: i64
        i: i64 = 0
        while spaces:
            if spaces & 1:
                h = net[i]
                if ground[h] == TOWN and tracks[h] & own:
                    out.append(s.board.place[h])
            spaces >>= 1
            i += 1
        return out

    def wanting(self, s: Empires, seat: int, thing: int) -> list[int]:
        """The cities that the good can go to, in order."""
        good = s.good(thing)
        at: i64 = self.net.find(ONE[s.board.factory[factory_of(thing)]])
        if at < 0:
            return []
        reached = self.cities(s, seat, self.counting(at, self.joined(at)))
        return sorted([city for city in reached if has(s.box.demands[city], good)])

    def sendable(self, s: Empires, seat: int) -> list[int]:
        """The goods that a line leads from to a city that wants them."""
        out: list[int] = []
        net = self.net
        i: i64
        wanted: i64 = 0
        alike: i64 = 0  # the spaces from which lines lead to the same cities
        for i in range(len(net)):
            factory = s.board.place[net[i]]
            if s.board.ground[net[i]] != WORKS or not s.goods[factory]:
                continue
            if not has(alike, i):
                joined = self.joined(i)
                wanted = 0
                for city in self.cities(s, seat, self.counting(i, joined)):
                    wanted |= s.box.demands[city]
                alike = joined if not self.old else 0
            nth: i64
            for nth in range(2):
                thing = thing_at(factory, nth)
                if s.lies(thing) and has(wanted, s.good(thing)):
                    out.append(thing)
        out.sort()
        return out


def not_linked(s: Empires) -> str:
    """The clause by which no line leads there."""
    return NOT_NEW if s.switches & NEW_LINKS else NOT_LINKED


class Deliver(PickOrPass):
    """Whether a good is delivered this turn, and which."""

    def among(self, s: Empires, f: int, planned: int) -> list[int]:
        seat = frame_seat(f)
        return Links(s, seat).sendable(s, seat) if s.hands[seat] and s.trains_left(seat) else []

    def choose(self, s: Empires, f: int, action: int) -> None:
        super().choose(s, f + TIMES_ONE, action)  # records prove that the frame counts this answer

    def chosen(self, s: Empires, f: int, thing: int) -> None:
        s.push(frame(s.box.delivery_program, frame_seat(f), thing))

    def forbids(self, s: Empires, f: int, thing: int) -> str:
        if not s.lies(thing):
            return self.clause
        return TRAIN_THERE if self.served(s, frame_seat(f), s.good(thing)) else not_linked(s)

    def served(self, s: Empires, seat: int, good: int) -> bool:
        """Whether own trains stand in all the reached cities that want the good, and there are some."""
        cities = [h for h in s.nets[seat] if s.board.ground[h] == TOWN]
        wants = [h for h in cities if has(s.box.demands[s.board.place[h]], good)]
        return len(wants) > 0 and all(has(s.trains[h], seat) for h in wants)


class ToCity(Pick):
    """Where the good goes."""

    def among(self, s: Empires, f: int, planned: int) -> list[int]:
        seat = frame_seat(f)
        return Links(s, seat).wanting(s, seat, sent(f))

    def chosen(self, s: Empires, f: int, thing: int) -> None:
        s.top = with_memo(s.top, thing + 1)

    def forbids(self, s: Empires, f: int, thing: int) -> str:
        hex = s.board.city[thing]
        if hex == NONE:
            return self.clause
        if has(s.trains[hex], frame_seat(f)):
            return TRAIN_THERE
        return not_linked(s) if has(s.box.demands[thing], s.good(sent(f))) else NOT_WANTED

    def prompt(self, s: Empires, f: int) -> str:
        factory = s.box.atlas.factories.names[factory_of(sent(f))]
        return f"{self.asked} for the {GOODS[s.good(sent(f))]} from {factory}"


def between(s: Empires, seat: int, factory: int, city: int) -> Lines:
    """The lines of a seat from a factory to a city."""
    from_, to = s.board.factory[factory], s.board.city[city]
    return Lines(s.board, s.nets[seat], s.joints[seat], s.trains, seat, from_, to)


def distinct(s: Empires, outcomes: int) -> list[int]:
    """The outcomes as line actions number them, best first: those between which nothing differs are one."""
    out: list[int] = []
    for place in places(outcomes):
        length, colours = outcome_at(place)
        line = line_number(s.box.round_down(length), s.box.counting[colours])
        if line not in out:
            out.append(line)
    out.sort()
    return out


class TakeLine(Pick):
    """Which of the lines that earn different things; asked only if there are several."""

    def among(self, s: Empires, f: int, planned: int) -> list[int]:
        return distinct(s, between(s, frame_seat(f), factory_of(sent(f)), to_city(f)).outcomes())

    def asks(self, s: Empires, f: int) -> bool:
        return super().asks(s, f) and len(s.offered) > 1

    def price(self, s: Empires, f: int, action: int) -> dict[str, int]:
        seat, length = frame_seat(f), line_length(action - self.block)
        money = s.box.line_money[length] + s.city_money(seat, s.board.city[to_city(f)])
        return {"money": money, "prestige": s.box.line_prestige[length]}

    def chosen(self, s: Empires, f: int, thing: int) -> None:
        s.top = with_memo(s.top, memo(f) | (thing + 1) << CITY_BITS)

    def run(self, s: Empires, f: int) -> None:
        """There was one."""
        self.choose(s, f, s.offered[0])


class Arrive(Verb[Empires]):
    """The good leaves, the line and the city pay, a train replaces the track."""

    def run(self, s: Empires, f: int) -> None:
        seat = frame_seat(f)
        own = 1 << seat
        factory = factory_of(sent(f))
        hex = s.board.city[to_city(f)]
        length = line_length(line_of(f))
        s.goods = put(s.goods, factory, s.goods[factory] & ~(1 << nth_of(sent(f))))
        s.gain(seat, s.box.line_prestige[length])
        s.earn(seat, s.box.line_money[length] + s.city_money(seat, hex))
        s.tracks = put(s.tracks, hex, s.tracks[hex] & ~own)
        s.trains = put(s.trains, hex, s.trains[hex] | own)
        s.deliveries = put(s.deliveries, seat, s.deliveries[seat] + 1)
        if length > s.longest[seat]:
            s.longest = put(s.longest, seat, length)
        if line_colours(line_of(f)) == ALL_COLOURS:
            s.scenic = put(s.scenic, seat, 1)


class PlayCard(Pick):
    """The train card of the delivery, and the contract if it names the factory.

    It is asked even when there is one answer: whether it is asked must not tell whose contract this is.
    """

    def among(self, s: Empires, f: int, planned: int) -> list[int]:
        seat = frame_seat(f)
        out = [(b & CARD) << FORM_BITS for b in s.hands[seat]]
        if s.contract_for(seat, factory_of(sent(f))):
            out.extend([play | REVEALS for play in out])
        out.sort()
        return out

    def bonus(self, s: Empires, f: int, card: int) -> int:
        """What a card brings with this delivery."""
        line = line_of(f)
        met = s.box.conditions[card].met(s.good(sent(f)), line_colours(line), line_length(line))
        return s.box.prestige[card] if met else 0

    def price(self, s: Empires, f: int, action: int) -> dict[str, int]:
        play = action - self.block
        contract = s.box.contract_prestige[s.contracts[frame_seat(f)]] if play & REVEALS else 0
        return {"prestige": self.bonus(s, f, play >> FORM_BITS) + contract}

    def chosen(self, s: Empires, f: int, thing: int) -> None:
        seat = frame_seat(f)
        card = thing >> FORM_BITS
        s.hands[seat] = bytes([b for b in s.hands[seat] if b & CARD != card])
        s.played[seat] = s.played[seat] + ONE[card]
        s.gain(seat, self.bonus(s, f, card))
        if thing & REVEALS:
            s.revealed = put(s.revealed, seat, 1)
            s.gain(seat, s.box.contract_prestige[s.contracts[seat]])

    def forbids(self, s: Empires, f: int, thing: int) -> str:
        cards = [b & CARD for b in s.hands[frame_seat(f)]]
        return self.clause if thing >> FORM_BITS in cards else NO_CARD
