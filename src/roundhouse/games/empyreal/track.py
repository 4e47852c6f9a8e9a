"""The verbs of the map: building, wasteland, cars that move."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import put
from roundhouse.core.native import i64
from roundhouse.core.verbs import TIMES_ONE, Program, Verb, close, frame_seat, memo, tally, times, with_memo
from roundhouse.games.empyreal.actions import (
    BUILD,
    CAR,
    FULL_HEX,
    HEX,
    HEXES,
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
    SEATS,
    SKIP,
    STEP,
    STOP,
    WASTE,
)
from roundhouse.games.empyreal.board import CITY, TERRAINS, WASTELAND
from roundhouse.games.empyreal.reach import CITY_FREE_ONCE, FAR, RIVAL_FREE, WASTE_FREE_ONCE, WILDS, Reach
from roundhouse.games.empyreal.state import COMPANIES_IN, MASK, ONE, TRANSFERS, Empyreal

LOW: Final = 255  # of `held`: a hex plus 1

DESERT: Final = 1
FOREST: Final = 2
GLACIER: Final = 4
LAKE: Final = 8
LAVA: Final = 16
MOUNTAIN: Final = 32
WASTES: Final = 64
ANY: Final = 63

# Where a build may go besides the terrain, and how.
HOME: Final = 1
EDGE: Final = 2
NEAR_CITY: Final = 4
NEAR_OBSTACLE: Final = 8  # a city or a wasteland
RIVALS: Final = 16  # at least one rival's car is there
ANYWHERE: Final = 32
AROUND: Final = 64  # next to the held hex, without transfers
AT: Final = 128  # on the held hex itself
EACH: Final = 256  # every terrain once
SAME: Final = 512  # one terrain for all
MUST: Final = 1024
UNLESS: Final = 2048  # only if the last asking verb was not answered
FREE_RIVAL: Final = 4096
FREE_CROSSING: Final = 8192


def listed(mask: int, last: str) -> str:
    """Terrains in words."""
    names = [TERRAINS[i] for i in range(len(TERRAINS)) if mask >> i & 1]
    if len(names) < 2:
        return names[0] if names else ""
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


class Build(Verb[Empyreal]):
    """Build track, up to `most` times, where terrain and the further conditions allow it.

    `held` is the last hex plus 1 and, above it, the terrains built on so far.
    """

    def __init__(self, mask: int, how: int, most: int, rule: int, told: str) -> None:
        super().__init__(asking=True, limited=True)
        self.mask: int = mask
        self.how: int = how
        self.most: int = most
        self.rule: int = rule  # only for who has this standing rule
        self.told: str = told
        self.free: int = (RIVAL_FREE if how & FREE_RIVAL else 0) | (
            CITY_FREE_ONCE | WASTE_FREE_ONCE if how & FREE_CROSSING else 0
        )

    def terrains(self, s: Empyreal, f: int) -> int:
        """The terrains still open to this build."""
        mask = 1 << s.home(frame_seat(f)) if self.how & HOME else self.mask
        used = memo(f) >> 8
        if self.how & EACH:
            return mask & ~used
        if self.how & SAME and used:
            return used
        return mask

    def fits(self, s: Empyreal, f: int, mask: i64, hex: i64) -> bool:
        """Whether the hex meets the conditions, the way there aside."""
        crowd: i64 = s.there[hex]
        ground: i64 = s.ground[hex]
        seat: i64 = frame_seat(f)
        if mask >> ground & 1 == 0 or crowd >> seat & 1:
            return False
        if COMPANIES_IN[crowd] >= s.box.per_hex or (len(s.pairs) and s.full(hex)):
            return False
        how = self.how
        if not how & (EDGE | NEAR_CITY | NEAR_OBSTACLE | RIVALS):
            return True
        if how & EDGE and not s.board.edge[hex]:
            return False
        if how & NEAR_CITY and not s.board.near_city[hex]:
            return False
        if how & NEAR_OBSTACLE and not s.board.near_city[hex] and not self.near_waste(s, hex):
            return False
        return not how & RIVALS or s.there[hex] & s.foes[seat] != 0

    def near_waste(self, s: Empyreal, hex: i64) -> bool:
        for h in s.board.beside[hex]:
            if s.ground[h] == WASTELAND:
                return True
        return False

    def anywhere(self, s: Empyreal, f: int, purse: int) -> bool:
        """Whether anything can be built: most often next to the network, which costs nothing."""
        seat = frame_seat(f)
        if purse < 0 or not s.supply[seat]:
            return False
        if not self.how & (AROUND | AT) and s.nets[seat]:
            mask: i64 = self.terrains(s, f)
            near = s.frontiers[seat]
            i: i64
            for i in range(len(near)):
                if self.fits(s, f, mask, near[i]):
                    return True
        out: list[int] = []
        self.offer(s, f, purse, out, [])
        return len(out) > 0

    def offer(self, s: Empyreal, f: int, purse: int, out: list[int], fares: list[int]) -> None:
        """The builds that can be paid, and their prices."""
        seat = frame_seat(f)
        if not s.supply[seat] or purse < 0:
            return
        mask: i64 = self.terrains(s, f)
        if self.how & (AROUND | AT):
            centre = (memo(f) & LOW) - 1
            if centre < 0:
                return
            if self.how & AT:
                if s.frontiers[seat].find(ONE[centre]) >= 0 and self.fits(s, f, mask, centre):
                    out.append(BUILD + 2 * centre)
                    fares.append(0)
                return
            for h in s.board.beside[centre]:
                if self.fits(s, f, mask, h):
                    out.append(BUILD + 2 * h)
                    fares.append(0)
            return
        afresh = not s.nets[seat]  # empyreal-14.19: without a train on the map, as at headquarters
        if self.how & ANYWHERE or afresh:
            for h in range(s.board.size):
                if afresh and (s.ground[h] != s.home(seat) or s.there[h]) and not self.how & ANYWHERE:
                    continue
                if self.fits(s, f, mask, h):
                    out.append(BUILD + 2 * h)
                    fares.append(0)
            return
        wild = s.turn_rules // TRANSFERS & MASK
        plain = Reach(s, seat, purse, self.free, 0).best
        helped = Reach(s, seat, purse, self.free, wild).best if wild else plain
        at: i64
        for at in range(len(plain)):
            if helped[at] < FAR and self.fits(s, f, mask, at):
                if plain[at] < FAR:
                    out.append(BUILD + 2 * at)
                    fares.append(plain[at])
                if helped[at] < plain[at] and helped[at] % WILDS:
                    out.append(BUILD + 2 * at + 1)
                    fares.append(helped[at])

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        if self.how & (AROUND | AT) and not memo(f) & LOW:
            return ""  # the verb that chooses the hex vouches for this one
        seat = frame_seat(f)
        if not s.supply[seat]:
            return NO_CARS
        return "" if self.anywhere(s, f, s.ready[seat] - planned) else NO_TARGET

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

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == SKIP:
            s.top = close(f)
            return
        seat = frame_seat(f)
        hex = (action - BUILD) >> 1
        fare = s.fares[s.targets.index(action)]
        s.pay(seat, fare // WILDS)
        s.turn_rules -= fare % WILDS * TRANSFERS
        built = 1 << s.ground[hex]
        s.build(seat, hex)
        if not self.how & (AROUND | AT):
            f = with_memo(f, hex + 1 | (memo(f) >> 8 | built & ANY) << 8)
        s.top = f + TIMES_ONE

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if action == SKIP:
            return MUST_BUILD if self.how & MUST else ""
        if not BUILD <= action < BUILD + 2 * HEXES:
            return ""
        hex = (action - BUILD) >> 1
        if hex >= s.board.size:
            return NO_TARGET
        if s.there[hex] >> frame_seat(f) & 1:
            return OWN_CAR
        if s.ground[hex] != CITY and s.full(hex):
            return FULL_HEX
        return NOT_NEAR if self.fits(s, f, self.terrains(s, f), hex) else NO_TARGET

    def prompt(self, s: Empyreal, f: int) -> str:
        mask = self.terrains(s, f)
        what = "any terrain" if mask == ANY else listed(mask, "or")
        if mask == ANY | WASTES:
            what = "a rival's hex"
        where = f"build on {what}"
        return where if self.how & MUST else f"{where}, or nothing"

    def words(self) -> str:
        return self.told


def build_words(mask: int, how: int, most: int) -> str:
    """How a build reads."""
    what = "any terrain" if mask == ANY else listed(mask, "and" if how & EACH else "or")
    if how & HOME:
        what = "your home terrain"
    if how & RIVALS:
        what = "any terrain with a rival's train"
    if mask == WASTES and most == 2:
        what = "two wastelands"
    elif how & EACH and mask == ANY:
        what = "two different terrains"
    elif how & SAME:
        what = f"up to {most} hexes of one terrain"
    elif most > 1 and how & AROUND:
        what = "each hex next to it"
    elif most > 1 and mask == ANY:
        what = f"any terrain, up to {most} times"
    where = ""
    if how & EDGE:
        where = " at the edge of the map"
    elif how & NEAR_CITY:
        where = " next to a city"
    elif how & NEAR_OBSTACLE:
        where = " next to a city or a wasteland"
    elif how & ANYWHERE:
        where = " anywhere on the map"
    elif how & AROUND and most == 1:
        where = " next to that hex"
    elif how & AT:
        what = "it"
    elif how & FREE_RIVAL:
        where = "; one transfer over a rival is free"
    elif how & FREE_CROSSING:
        where = "; one transfer over a city and one over a wasteland are free"
    return f"build on {what}{where}"


def build(mask: int, how: int = 0, most: int = 1, rule: int = 0) -> Program:
    return Build(mask, how, most, rule, build_words(mask, how, most))


def build_all(mask: int) -> Program:
    """Each of the terrains once, in any order."""
    return build(mask, EACH, COMPANIES_IN[mask])


class PlaceWasteland(Verb[Empyreal]):
    """A wasteland onto a hex of the network or next to it; its goods are destroyed, or kept on the folio."""

    def __init__(self, keep: bool = False, crossing: bool = False) -> None:
        super().__init__(asking=True, limited=True)
        self.keep: bool = keep
        self.crossing: bool = crossing  # whether it is free to cross this turn

    def hexes(self, s: Empyreal, seat: int) -> list[int]:
        if not s.wastes:
            return []
        out = [h for h in s.nets[seat] if s.ground[h] != WASTELAND]
        for h in s.frontiers[seat]:
            if s.ground[h] < WASTELAND:
                out.append(h)
        out.sort()
        return out

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        seat = frame_seat(f)
        net = s.nets[seat]
        for i in range(len(net) if s.wastes else 0):
            if s.ground[net[i]] != WASTELAND:
                return ""
        return "" if self.hexes(s, seat) else NO_WASTE

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for h in self.hexes(s, frame_seat(f)):
            out.append(WASTE + h)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        hex = action - WASTE
        for colour in s.kinds(hex):
            while s.goods[colour][hex]:
                if self.keep:
                    s.keep_good(frame_seat(f), colour, hex)
                else:
                    s.return_good(colour, hex)
        s.ground = put(s.ground, hex, WASTELAND)
        s.wastes -= 1
        if self.crossing:
            s.open_wastes = s.open_wastes + ONE[hex]
        s.top = close(with_memo(f, hex + 1) + TIMES_ONE)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_WASTE if WASTE <= action < WASTE + HEXES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "place a wasteland"

    def words(self) -> str:
        text = "place a wasteland"
        if self.keep:
            text += " and keep its goods on your folio"
        if self.crossing:
            text += "; this turn you transfer over it for free"
        return text


# cars that move


def steps(s: Empyreal, seat: int, hex: int) -> list[int]:
    """Where a car of the seat can move from a hex."""
    return [h for h in s.board.beside[hex] if s.buildable(seat, h)]


def move_car(s: Empyreal, seat: int, hex: int, to: int) -> None:
    s.take_car(seat, hex)
    s.add_car(seat, to)


class MoveCars(Verb[Empyreal]):
    """Move own cars one step each, up to `most` times. `held` is the hex of the car that has been picked, plus 1."""

    def __init__(self, most: int = 1) -> None:
        super().__init__(asking=True, limited=True)
        self.most: int = most

    def movable(self, s: Empyreal, seat: int) -> list[int]:
        out = [h for h in s.nets[seat] if steps(s, seat, h)]
        out.sort()
        return out

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        seat = frame_seat(f)
        net = s.nets[seat]
        for i in range(len(net)):
            if steps(s, seat, net[i]):
                return ""
        return NO_STEP

    def asks(self, s: Empyreal, f: int) -> bool:
        return memo(f) != 0 or (times(f) < self.most and not self.possible(s, f, 0))

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        if memo(f):
            for h in steps(s, seat, memo(f) - 1):
                out.append(STEP + h)
            return
        if self.most > 1:
            out.append(STOP)
        for h in self.movable(s, seat):
            out.append(CAR + h)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
        elif memo(f):
            move_car(s, frame_seat(f), memo(f) - 1, action - STEP)
            s.top = with_memo(f, 0) + TIMES_ONE
        else:
            s.top = with_memo(f, action - CAR + 1)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_STEP if CAR <= action < STEP + HEXES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        if memo(f):
            return f"move the train at {s.board.labels[memo(f) - 1]} to a hex beside it"
        return "move one of your trains, or stop" if self.most > 1 else "move one of your trains"

    def words(self) -> str:
        text = "move one of your trains to a hex beside it"
        return text if self.most == 1 else f"{text}, up to {self.most} times"


class MoveFromThere(Verb[Empyreal]):
    """Move the own car on the held hex one step."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        hex = (memo(f) & LOW) - 1
        return "" if hex < 0 or steps(s, frame_seat(f), hex) else NO_STEP

    def asks(self, s: Empyreal, f: int) -> bool:
        return tally(f) > 0 and times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for h in steps(s, frame_seat(f), (memo(f) & LOW) - 1):
            out.append(STEP + h)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        move_car(s, frame_seat(f), (memo(f) & LOW) - 1, action - STEP)
        s.top = close(f + TIMES_ONE)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_STEP if STEP <= action < STEP + HEXES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return f"move the train at {s.board.labels[(memo(f) & LOW) - 1]} to a hex beside it"

    def words(self) -> str:
        return "move your train from that hex to one beside it"


class SwapCars(Verb[Empyreal]):
    """Swap an own car with a rival's next to it: the rival's hex, whose car if several, then the own one.

    `held` is the rival's hex plus 1 and, above it, the rival plus 1.
    """

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def targets(self, s: Empyreal, seat: int) -> list[int]:
        return [h for h in s.frontiers[seat] if s.there[h] & s.foes[seat]]

    def rivals(self, s: Empyreal, f: int) -> list[int]:
        there = s.there[(memo(f) & LOW) - 1] & s.foes[frame_seat(f)]
        return [i for i in range(s.seats) if there >> i & 1]

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.targets(s, frame_seat(f)) else NO_RIVAL

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0 and (memo(f) != 0 or not self.possible(s, f, 0))

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        if not memo(f):
            for h in self.targets(s, seat):
                out.append(STEP + h)
        elif memo(f) >> 8:
            for h in s.board.beside[(memo(f) & LOW) - 1]:
                if s.there[h] >> seat & 1:
                    out.append(CAR + h)
        else:
            for i in self.rivals(s, f):
                out.append(SEAT + i)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        if not memo(f):
            f = with_memo(f, action - STEP + 1)
            rivals = self.rivals(s, f)
            s.top = with_memo(f, memo(f) | (rivals[0] + 1) << 8) if len(rivals) == 1 else f
        elif memo(f) >> 8:
            there = (memo(f) & LOW) - 1
            rival = (memo(f) >> 8) - 1
            here = action - CAR
            s.take_car(seat, here)
            s.take_car(rival, there)
            s.add_car(seat, there)
            s.add_car(rival, here)
            s.top = close(f + TIMES_ONE)
        else:
            s.top = with_memo(f, memo(f) | (action - SEAT + 1) << 8)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_RIVAL if CAR <= action < STEP + HEXES or SEAT <= action < SEAT + SEATS else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        if not memo(f):
            return "choose the hex of the rival's train to swap with"
        return "choose your train to swap" if memo(f) >> 8 else "choose whose train to swap with"

    def words(self) -> str:
        return "swap one of your trains with a rival's in an adjacent hex"


# one hex of the network


class ChooseHex(Verb[Empyreal]):
    """Choose a hex of the network; what happens there is said by the verbs that derive from this one."""

    def __init__(self, why: str) -> None:
        super().__init__(asking=True, limited=True)
        self.why: str = why  # the clause by which other hexes are refused

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        raise NotImplementedError

    def happen(self, s: Empyreal, f: int, hex: int) -> None:
        """Do it."""

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.hexes(s, f) else self.why

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for h in sorted(self.hexes(s, f)):
            out.append(HEX + h)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        hex = action - HEX
        s.top = close(with_memo(f, hex + 1) + TIMES_ONE)
        self.happen(s, f, hex)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return self.why if HEX <= action < HEX + HEXES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose a hex of your network"


class Centre(ChooseHex):
    """The hex around which the rest of the program happens, if it can."""

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        return [h for h in s.nets[frame_seat(f)] if not s.programs.rest(s, with_memo(f, h + 1), 0)]

    def words(self) -> str:
        return "choose a hex of your network"


def centre() -> Program:
    return Centre(NO_TARGET)


class ClearCars(ChooseHex):
    """All cars on the hex and those next to it go back to their supplies."""

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        return list(s.nets[frame_seat(f)])

    def happen(self, s: Empyreal, f: int, hex: int) -> None:
        for h in [hex, *s.board.beside[hex]]:
            for seat in range(s.seats):
                for _ in range(s.cars_at(seat, h)):
                    s.return_car(seat, h)

    def words(self) -> str:
        return "choose a hex of your network; all trains there and in the hexes beside it return to their supplies"


def clear_cars() -> Program:
    return ClearCars(NOT_OWN)


class Gather(ChooseHex):
    """All goods of the hexes beside it move into it."""

    def hexes(self, s: Empyreal, f: int) -> list[int]:
        out: list[int] = []
        for h in s.nets[frame_seat(f)]:
            for n in s.board.beside[h]:
                if s.any_good(n):
                    out.append(h)
                    break
        return out

    def happen(self, s: Empyreal, f: int, hex: int) -> None:
        for h in s.board.beside[hex]:
            for colour in s.kinds(h):
                n = s.goods[colour][h]
                s.change_goods(colour, h, -n)
                s.change_goods(colour, hex, n)

    def words(self) -> str:
        return "choose a hex of your network; all goods of the hexes beside it move into it"


def gather() -> Program:
    return Gather(NO_GOOD)
