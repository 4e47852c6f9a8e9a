"""What cards ask, and a delivery as verbs.

A delivery is a program of its own. Its frame's `spot` is the good (the factory's number and which of its goods); `held`
is the city's number plus 1 and, above that, what the line earns plus 1.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import put
from roundhouse.core.native import i64, vec
from roundhouse.core.verbs import TIMES_ONE, Verb, close, frame, frame_seat, memo, subject, times, with_memo
from roundhouse.games.empires.actions import (
    CITY,
    COLOURS,
    ENGINES,
    LINE,
    LONGEST,
    NO_CARD,
    NO_CONTRACT,
    NO_GOOD,
    NO_LINE,
    NO_SEND,
    NOT_LINKED,
    NOT_NEW,
    NOT_WANTED,
    PLACES,
    PLAY,
    SEND,
    TRAIN_THERE,
)
from roundhouse.games.empires.board import GOODS, NONE, TOWN
from roundhouse.games.empires.lines import BYTES, WIDTH, ZERO, Lines, flood
from roundhouse.games.empires.state import CARD, FEWER_DELIVERIES, NEW_LINKS, ONE, SEATS_IN, Empires

ALL_COLOURS: Final = 15
COLOUR_NAMES: Final = ("forest", "grain", "lake", "mountain")
CROSSED: Final = ("forest", "grain", "a lake", "a mountain")

# Sets of colours from the richest to the poorest, and the rank of each: that orders the lines of one length.
RICHEST: Final = sorted(range(COLOURS), key=lambda m: (-SEATS_IN[m], -m))
RANK: Final = [RICHEST.index(m) for m in range(COLOURS)]

CITY_BITS: Final = 4


def listed(colours: int, words: tuple[str, ...] = COLOUR_NAMES) -> str:
    """A set of colours in words."""
    names = [words[c] for c in range(4) if colours >> c & 1]
    if len(names) < 2:
        return names[0] if names else ""
    return f"{', '.join(names[:-1])} and {names[-1]}"


# what an engine asks of the delivery it is played with


class Condition:
    """What earns a train card its prestige: a good, the colours of the ground, a length; 0 or -1 where not asked."""

    def __init__(self, good: int, colours: int, length: int, told: str) -> None:
        self.good: int = good
        self.colours: int = colours
        self.length: int = length
        self.told: str = told

    def met(self, good: int, colours: int, length: int) -> bool:
        if self.good >= 0 and self.good != good:
            return False
        return colours & self.colours == self.colours and length >= self.length


def delivers(good: str) -> Condition:
    return Condition(GOODS.index(good), 0, 0, f"you deliver {good}")


def crosses(colours: int) -> Condition:
    return Condition(-1, colours, 0, f"the line crosses {listed(colours, CROSSED)}")


def reaches(length: int) -> Condition:
    return Condition(-1, 0, length, f"the line is {length} or longer")


# what an achievement asks of a seat


class Feat:
    """What an achievement asks."""

    def __init__(self, n: int, told: str) -> None:
        self.n: int = n
        self.told: str = told

    def met(self, s: Empires, seat: int, feat: int) -> bool:
        raise NotImplementedError

    def progress(self, s: Empires, seat: int) -> int:
        """How near the seat is, in hundredths, for bots."""
        return 0


class LinesOf(Feat):
    def met(self, s: Empires, seat: int, feat: int) -> bool:
        return s.longest[seat] >= self.n


class ColoursPlayed(Feat):
    def met(self, s: Empires, seat: int, feat: int) -> bool:
        seen = 0
        for card in s.played[seat]:
            seen |= 1 << s.box.colours[card]
        return SEATS_IN[seen] >= self.n


class CardsOfColour(Feat):
    def met(self, s: Empires, seat: int, feat: int) -> bool:
        played = s.played[seat]
        counts = 0  # eight bits a colour
        for i in range(len(played)):
            colour = 8 * s.box.colours[played[i]]
            counts += 1 << colour
            if counts >> colour & 255 >= self.n:
                return True
        return False


class TracksOn(Feat):
    def __init__(self, colour: int, n: int, told: str) -> None:
        super().__init__(n, told)
        self.colour: int = colour

    def laid(self, s: Empires, seat: int) -> int:
        found = 0
        net = s.nets[seat]
        colours = s.board.colours
        i: i64
        for i in range(len(net)):
            if colours[net[i]] & self.colour:
                found += 1
        return found

    def met(self, s: Empires, seat: int, feat: int) -> bool:
        return self.laid(s, seat) >= self.n

    def progress(self, s: Empires, seat: int) -> int:
        return self.laid(s, seat) ** 2 * 45 // self.n**2


class CrossedAll(Feat):
    def met(self, s: Empires, seat: int, feat: int) -> bool:
        return s.scenic[seat] != 0


class Money(Feat):
    def met(self, s: Empires, seat: int, feat: int) -> bool:
        return s.money[seat] >= self.n


class Claims(Feat):
    def met(self, s: Empires, seat: int, feat: int) -> bool:
        return s.claims(seat, feat) >= self.n


class Delivered(Feat):
    def __init__(self, n: int, fewer: int, told: str) -> None:
        super().__init__(n, told)
        self.fewer: int = fewer

    def met(self, s: Empires, seat: int, feat: int) -> bool:
        return s.deliveries[seat] >= (self.fewer if s.switches & FEWER_DELIVERIES else self.n)


def lines_of(n: int) -> Feat:
    return LinesOf(n, f"a delivery on a line {n} or longer")


def colours_played(n: int) -> Feat:
    return ColoursPlayed(n, f"train cards of {n} colours played")


def cards_of_colour(n: int) -> Feat:
    return CardsOfColour(n, f"{n} train cards of one colour played")


def tracks_on(colour: int, n: int) -> Feat:
    return TracksOn(colour, n, f"tracks on {n} {listed(colour)} hexes")


def crossed_all() -> Feat:
    return CrossedAll(0, "a delivery on a line that crosses forest, grain, lake and mountain")


def money(n: int) -> Feat:
    return Money(n, f"${n} in hand")


def claims(n: int) -> Feat:
    return Claims(n, f"{n} other achievements claimed")


def delivered(n: int, fewer: int) -> Feat:
    return Delivered(n, fewer, f"{n} deliveries made ({fewer} in the final edition)")


class Priced(Verb[Empires]):
    """A step in which a track is laid for money."""

    def cost(self, s: Empires, f: int, action: int) -> int:
        """All that the action costs now."""
        raise NotImplementedError


# a delivery


class Links:
    """What a seat's network joins now, and what of that it joined before this turn's tracks."""

    def __init__(self, s: Empires, seat: int) -> None:
        self.net: bytes = s.nets[seat]
        self.beside: vec[i64] = s.joints[seat]
        self.all: i64 = (1 << len(self.net)) - 1
        old: i64 = self.all
        if s.switches & NEW_LINKS:
            for h in s.laid:
                old &= ~(1 << self.net.find(ONE[h]))
        self.old: i64 = old if s.switches & NEW_LINKS else 0
        self.joined: i64 = 0

    def cities(self, s: Empires, seat: int, at: i64) -> list[int]:
        """The cities without an own train to which lines lead from the factory there, as far as they count."""
        out: list[int] = []
        joined: i64 = flood(self.beside, 1 << at, self.all)
        self.joined = joined
        if self.old >> at & 1:
            joined &= ~flood(self.beside, 1 << at, self.old)
        net = self.net
        ground = s.board.ground
        tracks = s.tracks
        own: i64 = 1 << seat
        h: i64
        i: i64 = 0
        while joined:
            if joined & 1:
                h = net[i]
                if ground[h] == TOWN and tracks[h] & own:
                    out.append(s.board.place[h])
            joined >>= 1
            i += 1
        return out

    def wanting(self, s: Empires, seat: int, thing: int) -> list[int]:
        """Those of them that want the good, in order."""
        good = s.good(thing)
        at: i64 = self.net.find(ONE[s.board.factory[thing >> 1]])
        out = [c for c in self.cities(s, seat, at) if s.box.demands[c] >> good & 1] if at >= 0 else []
        out.sort()
        return out


class Deliver(Verb[Empires]):
    """Whether a good is delivered this turn, and which."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Empires, f: int) -> bool:
        seat = frame_seat(f)
        if times(f) or not s.hands[seat] or not s.trains_left(seat):
            return False
        found: list[int] = []
        self.choices(s, f, found)
        s.offer(found)
        return len(found) > 1

    def sendable(self, s: Empires, seat: int) -> list[int]:
        """The goods that a line leads from to a city that wants them."""
        out: list[int] = []
        joins = Links(s, seat)
        net = joins.net
        i: i64
        wanted = 0
        alike: i64 = 0  # the spaces from which lines lead to the same cities
        for i in range(len(net)):
            factory = s.factory_at(net[i])
            here = s.goods[factory] if factory >= 0 else 0
            if not here:
                continue
            if not alike >> i & 1:
                wanted = 0
                for city in joins.cities(s, seat, i):
                    wanted |= s.box.demands[city]
                alike = joins.joined if not joins.old else 0
            for slot in range(2):
                if here >> slot & 1 and wanted >> s.good(2 * factory + slot) & 1:
                    out.append(SEND + 2 * factory + slot)
        out.sort()
        return out

    def choices(self, s: Empires, f: int, out: list[int]) -> None:
        out.extend(self.sendable(s, frame_seat(f)))
        out.append(NO_SEND)

    def choose(self, s: Empires, f: int, action: int) -> None:
        s.top = close(f + TIMES_ONE)
        if action != NO_SEND:
            s.push(frame(s.box.delivery_program, frame_seat(f), action - SEND))

    def refuses(self, s: Empires, f: int, action: int) -> str:
        if not SEND <= action < NO_SEND:
            return ""
        thing = action - SEND
        if not s.goods[thing >> 1] >> (thing & 1) & 1:
            return NO_GOOD
        if self.served(s, frame_seat(f), s.good(thing)):
            return TRAIN_THERE
        return NOT_NEW if s.switches & NEW_LINKS else NOT_LINKED

    def served(self, s: Empires, seat: int, good: int) -> bool:
        """Whether own trains stand in all the reached cities that want the good, and there are some."""
        wants = [
            h for h in s.nets[seat] if s.board.ground[h] == TOWN and good in s.box.atlas.cities.goods[s.board.place[h]]
        ]
        return len(wants) > 0 and all(s.trains[h] >> seat & 1 for h in wants)

    def prompt(self, s: Empires, f: int) -> str:
        return "send a good, or deliver nothing"


class ToCity(Verb[Empires]):
    """Where the good goes."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Empires, f: int) -> bool:
        return True

    def choices(self, s: Empires, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        for city in Links(s, seat).wanting(s, seat, subject(f)):
            out.append(CITY + city)

    def choose(self, s: Empires, f: int, action: int) -> None:
        s.top = close(with_memo(f, action - CITY + 1))

    def refuses(self, s: Empires, f: int, action: int) -> str:
        if not CITY <= action < CITY + PLACES:
            return ""
        city = action - CITY
        hex = s.board.city[city]
        if hex == NONE:
            return NOT_LINKED
        if s.trains[hex] >> frame_seat(f) & 1:
            return TRAIN_THERE
        if s.good(subject(f)) not in s.box.atlas.cities.goods[city]:
            return NOT_WANTED
        return NOT_NEW if s.switches & NEW_LINKS else NOT_LINKED

    def prompt(self, s: Empires, f: int) -> str:
        return (
            f"choose the city for the {GOODS[s.good(subject(f))]} from {s.box.atlas.factories.names[subject(f) >> 1]}"
        )


def between(s: Empires, seat: int, factory: int, city: int) -> Lines:
    """The lines of a seat from a factory to a city."""
    from_, to = s.board.factory[factory], s.board.city[city]
    return Lines(s.board, s.nets[seat], s.joints[seat], s.trains, seat, from_, to)


def told_apart(s: Empires, outcomes: int) -> list[int]:
    """The outcomes as line actions, best first: those that nothing tells apart are one."""
    out: list[int] = []
    cells = outcomes.to_bytes(BYTES, "little")
    i: i64
    bit: i64
    at: i64
    for i in range(BYTES):
        if cells[i]:
            for bit in range(8):
                if cells[i] >> bit & 1:
                    at = 8 * i + bit
                    told = s.box.told(at % WIDTH - ZERO)
                    code = (LONGEST - 1 - told) * COLOURS + RANK[s.box.counting[at // WIDTH]]
                    if code not in out:
                        out.append(code)
    out.sort()
    return out


def line_length(code: int) -> int:
    """The length a line action stands for, rounded down to what anything asks."""
    return LONGEST - 1 - code // COLOURS


def line_colours(code: int) -> int:
    return RICHEST[code % COLOURS]


class TakeLine(Verb[Empires]):
    """Which of the lines that earn different things; asked only if there are several."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Empires, f: int) -> bool:
        found: list[int] = []
        self.choices(s, f, found)
        s.offer(found)
        return len(found) > 1

    def choices(self, s: Empires, f: int, out: list[int]) -> None:
        city = (memo(f) & 15) - 1
        for code in told_apart(s, between(s, frame_seat(f), subject(f) >> 1, city).outcomes()):
            out.append(LINE + code)

    def choose(self, s: Empires, f: int, action: int) -> None:
        s.top = with_memo(close(f), memo(f) | (action - LINE + 1) << CITY_BITS)

    def run(self, s: Empires, f: int) -> None:
        """There was one."""
        self.choose(s, f, s.offered[0])

    def refuses(self, s: Empires, f: int, action: int) -> str:
        return NO_LINE if action >= LINE else ""

    def prompt(self, s: Empires, f: int) -> str:
        return "choose the line"


class Arrive(Verb[Empires]):
    """The good leaves, the line pays, a train replaces the track, the city pays."""

    def run(self, s: Empires, f: int) -> None:
        seat = frame_seat(f)
        thing = subject(f)
        code = (memo(f) >> CITY_BITS) - 1
        length = line_length(code)
        hex = s.board.city[(memo(f) & 15) - 1]
        factory = thing >> 1
        s.goods = put(s.goods, factory, s.goods[factory] & ~(1 << (thing & 1)))
        s.earn(seat, s.box.line_money[length])
        s.gain(seat, s.box.line_prestige[length])
        s.earn(seat, s.box.city_bonus[SEATS_IN[s.trains[hex]]])
        s.tracks = put(s.tracks, hex, s.tracks[hex] & ~(1 << seat))
        s.trains = put(s.trains, hex, s.trains[hex] | 1 << seat)
        s.deliveries = put(s.deliveries, seat, s.deliveries[seat] + 1)
        if length > s.longest[seat]:
            s.longest = put(s.longest, seat, length)
        if line_colours(code) == ALL_COLOURS:
            s.scenic = put(s.scenic, seat, 1)


class PlayCard(Verb[Empires]):
    """The train card of the delivery, and the contract if it names the factory.

    It is asked even when there is one answer: whether it is asked must not tell whose contract this is.
    """

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Empires, f: int) -> bool:
        return True

    def contract(self, s: Empires, f: int) -> bool:
        """Whether the contract can be revealed with this delivery."""
        seat = frame_seat(f)
        return not s.revealed[seat] and s.box.contract_factory[s.contracts[seat]] == subject(f) >> 1

    def choices(self, s: Empires, f: int, out: list[int]) -> None:
        reveals = self.contract(s, f)
        cards = [b & CARD for b in s.hands[frame_seat(f)]]
        cards.sort()
        for card in cards:
            out.append(PLAY + 2 * card)
            if reveals:
                out.append(PLAY + 2 * card + 1)

    def choose(self, s: Empires, f: int, action: int) -> None:
        seat = frame_seat(f)
        card = (action - PLAY) >> 1
        hand = s.hands[seat]
        s.hands[seat] = bytes([b for b in hand if b & CARD != card])
        s.played[seat] = s.played[seat] + ONE[card]
        s.top = close(f + TIMES_ONE)
        code = (memo(f) >> CITY_BITS) - 1
        if s.box.conditions[card].met(s.good(subject(f)), line_colours(code), line_length(code)):
            s.gain(seat, s.box.prestige[card])
        if (action - PLAY) & 1:
            s.revealed = put(s.revealed, seat, 1)
            s.gain(seat, s.box.contract_prestige[s.contracts[seat]])

    def refuses(self, s: Empires, f: int, action: int) -> str:
        if not PLAY <= action < PLAY + 2 * ENGINES:
            return ""
        if (action - PLAY) >> 1 not in [b & CARD for b in s.hands[frame_seat(f)]]:
            return NO_CARD
        return NO_CONTRACT

    def prompt(self, s: Empires, f: int) -> str:
        return "play a train card for the delivery"
