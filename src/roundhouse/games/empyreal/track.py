"""The verbs of the map: building, wasteland, cars that move."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import ONE, put
from roundhouse.core.native import i64
from roundhouse.core.verbs import TIMES_ONE, Verb, close, frame_seat, memo, tally, times
from roundhouse.core.words import listed
from roundhouse.games.empyreal.actions import (
    BUILD,
    CAR,
    FULL_HEX,
    HEX,
    MUST_BUILD,
    NO_CARS,
    NO_GOOD,
    NO_RIVAL,
    NO_STEP,
    NO_TARGET,
    NO_WASTE,
    NOT_NEAR,
    NOT_OWN,
    OWN_CAR,
    SEAT,
    SKIP,
    STEP,
    WASTE,
    build_on,
    built_on,
)
from roundhouse.games.empyreal.asking import Detailed, Pick, PickTwo, often
from roundhouse.games.empyreal.board import CITY, TERRAINS, WASTELAND
from roundhouse.games.empyreal.reach import (
    CITY_FREE_ONCE,
    FAR,
    RIVAL_FREE,
    WASTE_FREE_ONCE,
    Reach,
    fare_free,
    fare_mana,
)
from roundhouse.games.empyreal.registers import (
    built_terrains,
    picked_hex,
    picked_rival,
    with_built,
    with_picked,
    with_rival,
)
from roundhouse.games.empyreal.state import SET_SIZE, TRANSFERS, Empyreal

# Terrains, as a set.
DESERT: Final = 1
FOREST: Final = 2
GLACIER: Final = 4
LAKE: Final = 8
LAVA: Final = 16
MOUNTAIN: Final = 32
WASTES: Final = 64
ANY: Final = 63

# How a build is made. What its hex must be besides its terrain:
HOME: Final = 1  # instead of the terrain: the home terrain
EDGE: Final = 2
NEAR_CITY: Final = 4
NEAR_OBSTACLE: Final = 8  # a city or a wasteland
RIVALS: Final = 16  # at least one rival's car is there
CONDITIONS: Final = EDGE | NEAR_CITY | NEAR_OBSTACLE | RIVALS
# how it is reached: by transfers from the network, one of which may be free,
FREE_RIVAL: Final = 4096  # over a rival
FREE_CROSSING: Final = 8192  # one over a city and one over a wasteland
# or without transfers:
ANYWHERE: Final = 32
AROUND: Final = 64  # next to the hex picked before
AT: Final = 128  # that hex itself, if it is next to the network
PICKED: Final = AROUND | AT
# what holds for several builds:
EACH: Final = 256  # every terrain once
SAME: Final = 512  # one terrain for all
# and whether it is made:
MUST: Final = 1024
UNLESS: Final = 2048  # only if the last asking verb was not answered

WHERE: Final = (
    (EDGE, " at the edge of the map"),
    (NEAR_CITY, " next to a city"),
    (NEAR_OBSTACLE, " next to a city or a wasteland"),
    (ANYWHERE, " anywhere on the map"),
    (FREE_RIVAL, "; one transfer over a rival is free"),
    (FREE_CROSSING, "; one transfer over a city and one over a wasteland are free"),
)


def terrain_words(mask: int, last: str) -> str:
    """A set of terrains in words."""
    return "any terrain" if mask == ANY else listed([t for i, t in enumerate(TERRAINS) if mask >> i & 1], last)


class Build(Detailed):
    """Build track, up to `most` times, where terrain and the further conditions allow it.

    The frame notes the last hex and the terrains built on so far.
    """

    def __init__(self, mask: int, how: int = 0, most: int = 0, rule: int = 0) -> None:
        super().__init__(asking=True, limited=True)
        self.mask: int = mask
        self.how: int = how
        self.most: int = most or (SET_SIZE[mask] if how & EACH else 1)
        self.rule: int = rule  # only for who has this rule of a station master
        self.free: int = (RIVAL_FREE if how & FREE_RIVAL else 0) | (
            CITY_FREE_ONCE | WASTE_FREE_ONCE if how & FREE_CROSSING else 0
        )

    def terrains(self, s: Empyreal, f: int) -> int:
        """The terrains still open to this build."""
        mask = 1 << s.home(frame_seat(f)) if self.how & HOME else self.mask
        if self.how & EACH:
            return mask & ~built_terrains(f)
        if self.how & SAME and built_terrains(f):
            return built_terrains(f)
        return mask

    def fits(self, s: Empyreal, f: int, mask: i64, hex: i64) -> bool:
        """Whether the hex meets the conditions, the way there aside."""
        crowd: i64 = s.there[hex]
        ground: i64 = s.ground[hex]
        seat: i64 = frame_seat(f)
        if mask >> ground & 1 == 0 or crowd >> seat & 1:
            return False
        if SET_SIZE[crowd] >= s.box.per_hex or (len(s.pairs) and s.full(hex)):
            return False
        how = self.how
        if not how & CONDITIONS:
            return True
        if how & EDGE and not s.board.edge[hex]:
            return False
        if how & NEAR_CITY and not s.board.near_city[hex]:
            return False
        if how & NEAR_OBSTACLE and not s.board.near_city[hex]:
            if WASTELAND not in [s.ground[h] for h in s.board.beside[hex]]:
                return False
        return not how & RIVALS or s.there[hex] & s.foes[seat] != 0

    def direct(self, s: Empyreal, f: int) -> bytes:
        """Where a build without transfers may go, what `fits` asks aside."""
        seat = frame_seat(f)
        if self.how & PICKED:
            centre = picked_hex(f)
            if centre < 0:
                return b""
            if self.how & AT:
                return ONE[centre] if s.frontiers[seat].find(ONE[centre]) >= 0 else b""
            return s.board.beside[centre]
        if self.how & ANYWHERE:
            return s.board.everywhere
        # empyreal-14.19: without a train on the map, as at headquarters
        return bytes([h for h in range(s.board.size) if s.ground[h] == s.home(seat) and not s.there[h]])

    def offer(self, s: Empyreal, f: int, purse: int, out: list[int], fares: list[int]) -> None:
        """The builds that can be paid, and their fares."""
        seat = frame_seat(f)
        if not s.supply[seat] or purse < 0:
            return
        mask: i64 = self.terrains(s, f)
        at: i64
        if self.how & (PICKED | ANYWHERE) or not s.nets[seat]:
            hexes = self.direct(s, f)
            for at in range(len(hexes)):
                if self.fits(s, f, mask, hexes[at]):
                    out.append(build_on(hexes[at]))
                    fares.append(0)
            return
        wild = s.turn_count(TRANSFERS)
        plain = Reach(s, seat, purse, self.free, 0).best
        helped = Reach(s, seat, purse, self.free, wild).best if wild else plain
        for at in range(len(plain)):
            if helped[at] < FAR and self.fits(s, f, mask, at):
                if plain[at] < FAR:
                    out.append(build_on(at))
                    fares.append(plain[at])
                if helped[at] < plain[at] and fare_free(helped[at]):
                    out.append(build_on(at, 1))
                    fares.append(helped[at])

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        if self.how & PICKED and picked_hex(f) < 0:
            return ""  # the verb that chooses the hex vouches for this one
        seat = frame_seat(f)
        if not s.supply[seat]:
            return NO_CARS
        purse = s.ready[seat] - planned
        if purse >= 0 and not self.how & PICKED and s.nets[seat]:
            mask: i64 = self.terrains(s, f)
            near = s.frontiers[seat]
            i: i64
            for i in range(len(near)):
                if self.fits(s, f, mask, near[i]):
                    return ""  # most often: next to the network, which costs nothing
        out: list[int] = []
        self.offer(s, f, purse, out, [])
        return "" if out else NO_TARGET

    def asks(self, s: Empyreal, f: int) -> bool:
        if times(f) >= self.most:
            return False
        seat = frame_seat(f)
        if self.rule and not s.rules(seat) & self.rule:
            return False
        if self.how & UNLESS and times(f) == 0 and tally(f):
            return False
        out: list[int] = []
        fares: list[int] = []
        self.offer(s, f, s.ready[seat], out, fares)
        s.targets = out
        s.fares = fares
        return len(out) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        if not self.how & MUST:
            out.append(SKIP)
        out.extend(s.targets)

    def fare(self, s: Empyreal, action: int) -> int:
        return s.fares[s.targets.index(action)]

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == SKIP:
            s.top = close(f)
            return
        seat = frame_seat(f)
        hex, _ = built_on(action)
        fare = self.fare(s, action)
        s.pay(seat, fare_mana(fare))
        s.turn_rules -= fare_free(fare) * TRANSFERS
        s.build(seat, hex)
        if not self.how & PICKED:
            f = with_built(f, hex, 1 << s.ground[hex] & ANY)
        s.top = f + TIMES_ONE

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if action == SKIP:
            return MUST_BUILD if self.how & MUST else ""
        if s.space.block(action).start != BUILD:
            return ""
        hex, _ = built_on(action)
        if hex >= s.board.size:
            return NO_TARGET
        if s.has_car(frame_seat(f), hex):
            return OWN_CAR
        if s.ground[hex] != CITY and s.full(hex):
            return FULL_HEX
        return NOT_NEAR if self.fits(s, f, self.terrains(s, f), hex) else NO_TARGET

    def price(self, s: Empyreal, f: int, action: int) -> dict[str, int]:
        if action == SKIP:
            return {}
        fare = self.fare(s, action)
        price: dict[str, int] = {"mana": -fare_mana(fare)}
        if fare_free(fare):
            price["free_transfers"] = -fare_free(fare)
        return price

    def ways(self, s: Empyreal, f: int) -> list[dict[str, object]]:
        seat = frame_seat(f)
        wild = s.turn_count(TRANSFERS)
        plain = Reach(s, seat, s.ready[seat], self.free, 0, True)
        helped = Reach(s, seat, s.ready[seat], self.free, wild, True) if wild else plain
        out: list[dict[str, object]] = []
        for action, fare in zip(s.targets, s.fares, strict=True):
            hex, free = built_on(action)
            way = [] if self.how & (PICKED | ANYWHERE) else (helped if free else plain).crossed(hex)
            out.append(
                {
                    "action": action,
                    "hex": hex,
                    "price": fare_mana(fare),
                    "free": fare_free(fare),
                    "over": [crossed for crossed, _ in way],
                    "tolls": [toll for _, toll in way],
                }
            )
        return out

    def prompt(self, s: Empyreal, f: int) -> str:
        mask = self.terrains(s, f)
        what = "a rival's hex" if mask == ANY | WASTES else terrain_words(mask, "or")
        return f"build on {what}" if self.how & MUST else f"build on {what}, or nothing"

    def words(self) -> str:
        mask, how, most = self.mask, self.how, self.most
        what = terrain_words(mask, "and" if how & EACH else "or")
        if how & AT:
            what = "it"
        elif how & HOME:
            what = "your home terrain"
        elif how & RIVALS:
            what = "any terrain with a rival's train"
        elif mask == WASTES and most == 2:
            what = "two wastelands"
        elif how & EACH and mask == ANY:
            what = "two different terrains"
        elif how & SAME:
            what = f"up to {most} hexes of one terrain"
        elif most > 1 and how & AROUND:
            what = "each hex next to it"
        elif most > 1 and mask == ANY:
            what = f"any terrain, up to {most} times"
        where = [words for flag, words in WHERE if how & flag]
        if how & AROUND and most == 1:
            where.append(" next to that hex")
        return f"build on {what}{''.join(where)}"


class PlaceWasteland(Pick):
    """A wasteland onto a hex of the network or next to it; its goods are destroyed, or kept on the folio."""

    def __init__(self, keep: bool = False, crossing: bool = False) -> None:
        super().__init__(WASTE, NO_WASTE, "place a wasteland")
        self.keep: bool = keep
        self.crossing: bool = crossing  # whether it is free to cross this turn

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        seat = frame_seat(f)
        if not s.wastes:
            return []
        own = [h for h in s.nets[seat] if s.ground[h] != WASTELAND]
        return sorted([*own, *[h for h in s.frontiers[seat] if s.ground[h] < WASTELAND]])

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        net = s.nets[frame_seat(f)]
        for i in range(len(net) if s.wastes else 0):
            if s.ground[net[i]] != WASTELAND:
                return ""
        return super().possible(s, f, planned)

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        for colour in s.kinds(thing):
            while s.goods[colour][thing]:
                if self.keep:
                    s.keep_good(frame_seat(f), colour, thing)
                else:
                    s.return_good(colour, thing)
        s.ground = put(s.ground, thing, WASTELAND)
        s.wastes -= 1
        if self.crossing:
            s.open_wastes = s.open_wastes + ONE[thing]
        s.top = with_picked(s.top, thing)

    def words(self) -> str:
        kept = " and keep its goods on your folio" if self.keep else ""
        return f"place a wasteland{kept}{'; this turn you transfer over it for free' if self.crossing else ''}"


# cars that move


def steps(s: Empyreal, seat: int, hex: int) -> list[int]:
    """Where a car of the seat can move from a hex."""
    return [h for h in s.board.beside[hex] if s.buildable(seat, h)]


def move_car(s: Empyreal, seat: int, hex: int, to: int) -> None:
    s.take_car(seat, hex)
    s.add_car(seat, to)


class MoveCars(PickTwo):
    """Move own cars one step each, up to `most` times: which car, then where to."""

    def __init__(self, most: int = 1) -> None:
        super().__init__(CAR, NO_STEP, STEP, NO_STEP, most, often("move one of your trains to a hex beside it", most))

    def among(self, s: Empyreal, f: int) -> list[int]:
        seat = frame_seat(f)
        return sorted([h for h in s.nets[seat] if steps(s, seat, h)])

    def partners(self, s: Empyreal, f: int, thing: int) -> list[int]:
        return steps(s, frame_seat(f), thing)

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        seat = frame_seat(f)
        net = s.nets[seat]
        for i in range(len(net)):
            if steps(s, seat, net[i]):
                return ""
        return NO_STEP

    def chosen(self, s: Empyreal, f: int, thing: int, other: int) -> None:
        move_car(s, frame_seat(f), thing, other)

    def prompt(self, s: Empyreal, f: int) -> str:
        if memo(f):
            return f"move the train at {s.board.labels[picked_hex(f)]} to a hex beside it"
        return "move one of your trains, or stop" if self.most > 1 else "move one of your trains"


class MoveFromThere(Pick):
    """Move the own car on the hex picked before one step."""

    def __init__(self) -> None:
        super().__init__(STEP, NO_STEP, reading="move your train from that hex to one beside it")

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        return steps(s, frame_seat(f), picked_hex(f))

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if picked_hex(f) < 0 else super().possible(s, f, planned)

    def asks(self, s: Empyreal, f: int) -> bool:
        return tally(f) > 0 and super().asks(s, f)

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        move_car(s, frame_seat(f), picked_hex(f), thing)

    def prompt(self, s: Empyreal, f: int) -> str:
        return f"move the train at {s.board.labels[picked_hex(f)]} to a hex beside it"


class SwapCars(Verb[Empyreal]):
    """Swap an own car with a rival's next to it: the rival's hex, whose car if several, then the own one."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def targets(self, s: Empyreal, seat: int) -> list[int]:
        return [h for h in s.frontiers[seat] if s.there[h] & s.foes[seat]]

    def rivals(self, s: Empyreal, f: int) -> list[int]:
        there = s.there[picked_hex(f)] & s.foes[frame_seat(f)]
        return [i for i in range(s.seats) if there >> i & 1]

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.targets(s, frame_seat(f)) else NO_RIVAL

    def asks(self, s: Empyreal, f: int) -> bool:
        return memo(f) != 0 or not self.possible(s, f, 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        if not memo(f):
            out.extend([STEP + h for h in self.targets(s, seat)])
        elif picked_rival(f) < 0:
            out.extend([SEAT + i for i in self.rivals(s, f)])
        else:
            out.extend([CAR + h for h in s.board.beside[picked_hex(f)] if s.has_car(seat, h)])

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if not memo(f):
            f = with_picked(f, action - STEP)
            rivals = self.rivals(s, f)
            s.top = with_rival(f, rivals[0]) if len(rivals) == 1 else f
        elif picked_rival(f) < 0:
            s.top = with_rival(f, action - SEAT)
        else:
            seat, rival = frame_seat(f), picked_rival(f)
            here, there = action - CAR, picked_hex(f)
            s.take_car(seat, here)
            s.take_car(rival, there)
            s.add_car(seat, there)
            s.add_car(rival, here)
            s.top = close(f + TIMES_ONE)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_RIVAL if s.space.block(action).start in (CAR, STEP, SEAT) else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        if not memo(f):
            return "choose the hex of the rival's train to swap with"
        return "choose whose train to swap with" if picked_rival(f) < 0 else "choose your train to swap"

    def words(self) -> str:
        return "swap one of your trains with a rival's in an adjacent hex"


# one hex of the network

CHOOSE_HEX: Final = "choose a hex of your network"


class Centre(Pick):
    """The hex around which the rest of the program happens, if it can."""

    def __init__(self) -> None:
        super().__init__(HEX, NO_TARGET, CHOOSE_HEX, reading=CHOOSE_HEX)

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        return sorted([h for h in s.nets[frame_seat(f)] if not s.programs.rest(s, with_picked(f, h), 0)])

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        s.top = with_picked(s.top, thing)


class ClearCars(Pick):
    """All cars on the hex and those next to it go back to their supplies."""

    def __init__(self) -> None:
        super().__init__(
            HEX,
            NOT_OWN,
            CHOOSE_HEX,
            reading=f"{CHOOSE_HEX}; all trains there and in the hexes beside it return to their supplies",
        )

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        return sorted(s.nets[frame_seat(f)])

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        for h in [thing, *s.board.beside[thing]]:
            for seat in range(s.seats):
                for _ in range(s.cars_at(seat, h)):
                    s.return_car(seat, h)


class Gather(Pick):
    """All goods of the hexes beside it move into it."""

    def __init__(self) -> None:
        super().__init__(
            HEX, NO_GOOD, CHOOSE_HEX, reading=f"{CHOOSE_HEX}; all goods of the hexes beside it move into it"
        )

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        return [h for h in sorted(s.nets[frame_seat(f)]) if [n for n in s.board.beside[h] if s.any_good(n)]]

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        for h in s.board.beside[thing]:
            for colour in s.kinds(h):
                n = s.goods[colour][h]
                s.change_goods(colour, h, -n)
                s.change_goods(colour, thing, n)
