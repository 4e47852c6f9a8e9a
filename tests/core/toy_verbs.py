"""The verbs of Toy railway, its action space, and the short factories its cards are written with."""

from __future__ import annotations

from typing import Final, cast

from roundhouse.core.actions import ActionSpace
from roundhouse.core.state import State
from roundhouse.core.verbs import (
    TIMES_ONE,
    Either,
    Program,
    Programs,
    Verb,
    close,
    do,
    frame,
    frame_seat,
    held,
    hold,
    spot,
    tally,
    times,
    with_seat,
)
from tests.core.toy_state import (
    ANY,
    ANYWHERE,
    CAPTAIN,
    CARS,
    ENGINEER,
    FISH,
    GOODS,
    GRID,
    HEXES,
    LAND,
    MOST_CARS,
    MOST_MANA,
    OFFICES,
    PLACES,
    SURVEYOR,
    TURNS,
    WOOD,
    Toy,
)

# `ahead` sums up what a program has spent and returned by the time a later verb comes.
SPENT: Final = 255
ONE_FISH: Final = 256

SPACE: Final = ActionSpace()
USE: Final = SPACE.add("use", ["use {}"], "office", "folio", 3)
ACTIVATE: Final = SPACE.add("activate", ["activate {}"], "place", "yard", PLACES)
END: Final = SPACE.add("end", ["end turn"])
BUILD: Final = SPACE.add("build", ["build {}"], "hex", "hex", HEXES)
RETURN: Final = SPACE.add("return", ["return wood from {}", "return fish from {}"], "hex", "hex", HEXES)
SHIP: Final = SPACE.add("ship", ["ship to {}"], "hex", "hex", HEXES)
MOVE: Final = SPACE.add("move", ["move the car to {}"], "hex", "hex", HEXES)
GAIN: Final = SPACE.add("gain", ["gain {}"], "car", "market", CARS)
PUT: Final = SPACE.add("put", ["put it on {}"], "berth", "yard", PLACES)
COPY: Final = SPACE.add("copy", ["copy {}"], "car", "market", CARS)
BESIDE: Final = SPACE.add("beside", ["copy {}"], "place", "yard", PLACES)
BORROW: Final = SPACE.add("borrow", ["copy the engineer of {}", "copy the surveyor of {}"], "seat", "folio", 4)
DISCARD: Final = SPACE.add("discard", ["discard {}"], "place", "yard", PLACES)
TAKE: Final = SPACE.add("take", ["take {}"], "surveyor", "stack", 7)
CHOOSE: Final = SPACE.add("choose", ["option"], "option", "", 2)
STOP: Final = SPACE.add("stop", ["no more"])

NO_MANA: Final = "toy-1"
NO_HEX: Final = "toy-2"
NO_GOOD: Final = "toy-3"
FULL: Final = "toy-4"
NOTHING_TIRED: Final = "toy-5"
NO_COPY: Final = "toy-6"
NO_CAR: Final = "toy-7"
USED: Final = "toy-8"
REASONS: Final = {
    NO_MANA: "it costs more mana than there is",
    NO_HEX: "there is no such hex next to the network",
    NO_GOOD: "there is no such good",
    FULL: "there is no room for it",
    NOTHING_TIRED: "nothing is exhausted",
    NO_COPY: "there is nothing to copy that can be paid",
    NO_CAR: "there is no such car",
    USED: "it has been used",
}


class Pay(Verb):
    """Pay mana."""

    def __init__(self, n: int) -> None:
        self.asking = False
        self.limited = True
        self.n = n

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if cast(Toy, s).mana[frame_seat(f)] - (ahead & SPENT) >= self.n else NO_MANA

    def foresee(self, ahead: int) -> int:
        return ahead + self.n

    def run(self, s: State, f: int) -> None:
        cast(Toy, s).mana[frame_seat(f)] -= self.n

    def words(self) -> str:
        return f"pay {self.n} mana"


class Mana(Verb):
    """Gain mana, up to ten."""

    def __init__(self, n: int) -> None:
        self.asking = False
        self.limited = True
        self.n = n

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if cast(Toy, s).mana[frame_seat(f)] - (ahead & SPENT) < MOST_MANA else FULL

    def run(self, s: State, f: int) -> None:
        t = cast(Toy, s)
        t.mana[frame_seat(f)] = min(MOST_MANA, t.mana[frame_seat(f)] + self.n)

    def words(self) -> str:
        return f"gain {self.n} mana"


class PointsEach(Verb):
    """A point for each thing the verb before moved."""

    def run(self, s: State, f: int) -> None:
        cast(Toy, s).points[frame_seat(f)] += tally(f)

    def words(self) -> str:
        return "score 1 point for each"


class Build(Verb):
    """Build on that land, and remember where; `many` asks up to as often as the verb before was answered."""

    def __init__(self, land: str, many: bool = False) -> None:
        self.asking = True
        self.limited = True
        self.land = land
        self.many = many

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if cast(Toy, s).reach(frame_seat(f), self.land) else NO_HEX

    def asks(self, s: State, f: int) -> bool:
        most = tally(f) if self.many else 1
        return times(f) < most and not self.possible(s, f, 0)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.extend(BUILD + h for h in cast(Toy, s).reach(frame_seat(f), self.land))
        if self.many:
            out.append(STOP)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Toy, s)
        if action == STOP:
            t.top = close(f)
            return
        h = action - BUILD
        t.tracks = t.put_byte(t.tracks, h, t.tracks[h] | 1 << frame_seat(f))
        t.top = hold(f, h + 1) + TIMES_ONE

    def refuses(self, s: State, f: int, action: int) -> str:
        return NO_HEX if BUILD <= action < BUILD + HEXES else ""

    def words(self) -> str:
        return f"build on {LAND[self.land]}" + (", up to as many times" if self.many else "")


class PlaceGood(Verb):
    """A good from the supply on the hex just built on, if one was."""

    def __init__(self, good: int) -> None:
        self.asking = False
        self.limited = False
        self.good = good

    def run(self, s: State, f: int) -> None:
        t = cast(Toy, s)
        if tally(f) and t.stock[self.good]:
            t.move_good(self.good, held(f) - 1, 1)

    def words(self) -> str:
        return f"place {GOODS[self.good]} on that hex"


class ReturnGoods(Verb):
    """Return goods of the own network to the supply: one, or any number one by one.

    The hex it came from is held, and only a hex that lets the rest of the program happen is offered.
    """

    def __init__(self, goods: tuple[int, ...], n: int) -> None:
        self.asking = True
        self.limited = True
        self.goods = goods
        self.n = n

    def offered(self, t: Toy, f: int, ahead: int) -> list[int]:
        seat = frame_seat(f)
        found = [(h, g) for g in self.goods for h in t.network(seat, g)]
        return sorted(RETURN + 2 * h + g for h, g in found if not t.programs.rest(t, hold(f, h + 1), ahead))

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if self.offered(cast(Toy, s), f, ahead) else NO_GOOD

    def foresee(self, ahead: int) -> int:
        return ahead + ONE_FISH if self.goods == (FISH,) else ahead

    def asks(self, s: State, f: int) -> bool:
        return times(f) < self.n and not self.possible(s, f, 0)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.extend(self.offered(cast(Toy, s), f, 0))
        if self.n == ANY:
            out.append(STOP)

    def choose(self, s: State, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        h, good = divmod(action - RETURN, 2)
        cast(Toy, s).move_good(good, h, -1)
        s.top = hold(f, h + 1) + TIMES_ONE

    def words(self) -> str:
        kind = GOODS[self.goods[0]] if len(self.goods) == 1 else "goods"
        return f"return {'any number of' if self.n == ANY else 'one of your'} {kind} to the supply"


class MoveCar(Verb):
    """Move the own car from the held hex one step; before one is held, the verb that holds it vouches for this one."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = True

    def steps(self, t: Toy, f: int) -> list[int]:
        bit = 1 << frame_seat(f)
        around = GRID.beside(held(f) - 1)
        return [n for n in around if not t.tracks[n] & bit and t.tracks[n].bit_count() < MOST_CARS]

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if not held(f) or self.steps(cast(Toy, s), f) else NO_HEX

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.extend(MOVE + h for h in self.steps(cast(Toy, s), f))

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Toy, s)
        bit = 1 << frame_seat(f)
        h = held(f) - 1
        t.tracks = t.put_byte(t.tracks, h, t.tracks[h] & ~bit)
        t.tracks = t.put_byte(t.tracks, action - MOVE, t.tracks[action - MOVE] | bit)
        t.top = f + TIMES_ONE

    def words(self) -> str:
        return "move your car from that hex one step"


class ShipGood(Verb):
    """A good from the supply to any own hex; one that an earlier verb returns counts."""

    def __init__(self, good: int) -> None:
        self.asking = True
        self.limited = True
        self.good = good

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if cast(Toy, s).stock[self.good] + ahead // ONE_FISH else NO_GOOD

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Toy, s)
        out.extend(SHIP + h for h in range(HEXES) if t.tracks[h] >> frame_seat(f) & 1)

    def choose(self, s: State, f: int, action: int) -> None:
        cast(Toy, s).move_good(self.good, action - SHIP, 1)
        s.top = f + TIMES_ONE

    def words(self) -> str:
        return f"ship {GOODS[self.good]} to one of your hexes"


class Refresh(Verb):
    """Turn exhausted specialists up again; where it is all there is, one must be exhausted."""

    def __init__(self, offices: tuple[int, ...], must: bool) -> None:
        self.asking = False
        self.limited = must
        self.offices = offices
        self.bits = sum(1 << o for o in offices)

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if cast(Toy, s).tired[frame_seat(f)] & self.bits else NOTHING_TIRED

    def run(self, s: State, f: int) -> None:
        cast(Toy, s).tired[frame_seat(f)] &= ~self.bits

    def words(self) -> str:
        return f"refresh your {' and '.join(OFFICES[o] for o in self.offices)}"


class UseNow(Verb):
    """Use captain and engineer once each, in any order, without exhausting them. `held` says which were used."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = False

    def usable(self, t: Toy, f: int) -> list[int]:
        seat = frame_seat(f)
        fresh = [o for o in (CAPTAIN, ENGINEER) if not held(f) >> o & 1 and t.ability(seat, o)]
        return [o for o in fresh if not t.programs.possible(t, frame(t.ability(seat, o), seat), 0)]

    def asks(self, s: State, f: int) -> bool:
        return len(self.usable(cast(Toy, s), f)) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.extend(USE + o for o in self.usable(cast(Toy, s), f))
        out.append(STOP)

    def choose(self, s: State, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        s.top = hold(f, held(f) | 1 << action - USE)
        s.push(frame(cast(Toy, s).ability(frame_seat(f), action - USE), frame_seat(f)))

    def words(self) -> str:
        return "you may use them now without exhausting them"


class GainCar(Verb):
    """Take a car from the market; it waits for its place."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = True

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Toy, s)
        if not t.market:
            return NO_CAR
        return "" if 0 in t.yards[frame_seat(f)] else FULL

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.extend(GAIN + car for car in sorted(set(cast(Toy, s).market)))

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Toy, s)
        car = action - GAIN
        at = t.market.index(car)
        t.market = t.market[:at] + t.market[at + 1 :]
        t.arriving = car + 1
        t.top = f + TIMES_ONE

    def words(self) -> str:
        return "gain a car"


class PutCar(Verb):
    """Put the gained car on a free place and add that place to `held`; then the market is seen to."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = False

    def asks(self, s: State, f: int) -> bool:
        return cast(Toy, s).arriving > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        yard = cast(Toy, s).yards[frame_seat(f)]
        out.extend(PUT + p for p in range(PLACES) if not yard[p])

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Toy, s)
        seat = frame_seat(f)
        place = action - PUT
        t.yards[seat] = t.put_byte(t.yards[seat], place, t.arriving)
        t.arriving = 0
        t.refill()
        t.top = hold(f, held(f) | 1 << place) + TIMES_ONE

    def words(self) -> str:
        return "put it on a free place"


def forbids_activation(t: Toy, seat: int, place: int, fee: int) -> str:
    """The clause that forbids activating the car on a place for a fee and its inherent cost, or ""."""
    car = t.yards[seat][place] - 1
    if car < 0:
        return NO_CAR
    price = fee + t.kit.costs[car]
    if price > t.mana[seat]:
        return NO_MANA
    return t.programs.possible(t, t.start(car, seat, place + 1, 0), price)


def activate(t: Toy, seat: int, place: int, fee: int) -> None:
    car = t.yards[seat][place] - 1
    t.mana[seat] -= fee + t.kit.costs[car]
    t.push(t.start(car, seat, place + 1, 0))


class ActivateHeld(Verb):
    """Activate the cars on the held places, in any order, for their inherent costs alone; none must be."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = False

    def ready(self, t: Toy, f: int) -> list[int]:
        return [p for p in range(PLACES) if held(f) >> p & 1 and not forbids_activation(t, frame_seat(f), p, 0)]

    def asks(self, s: State, f: int) -> bool:
        return len(self.ready(cast(Toy, s), f)) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.extend(ACTIVATE + p for p in self.ready(cast(Toy, s), f))
        out.append(STOP)

    def choose(self, s: State, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        place = action - ACTIVATE
        s.top = hold(f, held(f) & ~(1 << place)) + TIMES_ONE
        activate(cast(Toy, s), frame_seat(f), place, 0)

    def words(self) -> str:
        return "activate them for their inherent costs, in any order"


class CopyCar(Verb):
    """Copy a car, paying its inherent cost; `held` are the cars this chain has named, none of them twice."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = True

    def cars(self, t: Toy, f: int) -> list[tuple[int, int]]:
        """The actions that name a car to copy, and the cars."""
        raise NotImplementedError

    def offered(self, t: Toy, f: int, ahead: int) -> list[int]:
        """Those that are new to the chain and whose cost, and least cost to come, can be paid."""
        seat = frame_seat(f)
        out: list[int] = []
        for action, car in self.cars(t, f):
            spent = ahead + t.kit.costs[car]
            if held(f) >> car & 1 or (spent & SPENT) > t.mana[seat]:
                continue
            if not t.programs.possible(t, t.start(car, seat, spot(f), held(f)), spent):
                out.append(action)
        return out

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if self.offered(cast(Toy, s), f, ahead) else NO_COPY

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.extend(sorted(self.offered(cast(Toy, s), f, 0)))

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Toy, s)
        seat = frame_seat(f)
        car = dict(self.cars(t, f))[action]
        t.mana[seat] -= t.kit.costs[car]
        t.top = f + TIMES_ONE
        t.push(t.start(car, seat, spot(f), held(f)))

    def refuses(self, s: State, f: int, action: int) -> str:
        return NO_COPY if action in dict(self.cars(cast(Toy, s), f)) else ""


class CopyMarket(CopyCar):
    """Copy a car of the market, which stays there."""

    def cars(self, t: Toy, f: int) -> list[tuple[int, int]]:
        return [(COPY + car, car) for car in sorted(set(t.market))]

    def words(self) -> str:
        return "copy a car of the market for its inherent cost"


class CopyBeside(CopyCar):
    """Copy the car to the left or right of this one; `spot` is this one's place, 0 if it has none."""

    def cars(self, t: Toy, f: int) -> list[tuple[int, int]]:
        yard = t.yards[frame_seat(f)]
        own = spot(f) - 1
        beside = [p for p in (own - 1, own + 1) if own >= 0 and 0 <= p < PLACES and yard[p]]
        return [(BESIDE + p, yard[p] - 1) for p in beside]

    def words(self) -> str:
        return "copy the car to the left or right for its inherent cost"


class Borrow(Verb):
    """Use another seat's specialist as if it were one's own; nothing of theirs changes."""

    def __init__(self, office: int, face_up: bool) -> None:
        self.asking = True
        self.limited = True
        self.office = office
        self.face_up = face_up

    def lenders(self, t: Toy, f: int, ahead: int) -> list[int]:
        found: list[int] = []
        for other in range(t.seats):
            ability = t.ability(other, self.office)
            hidden = self.face_up and t.tired[other] >> self.office & 1
            if other != frame_seat(f) and ability and not hidden:
                if not t.programs.possible(t, frame(ability, frame_seat(f)), ahead):
                    found.append(other)
        return found

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if self.lenders(cast(Toy, s), f, ahead) else NO_COPY

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.extend(BORROW + 2 * i + self.office - ENGINEER for i in self.lenders(cast(Toy, s), f, 0))

    def choose(self, s: State, f: int, action: int) -> None:
        s.top = f + TIMES_ONE
        s.push(frame(cast(Toy, s).ability((action - BORROW) // 2, self.office), frame_seat(f)))

    def refuses(self, s: State, f: int, action: int) -> str:
        return NO_COPY if BORROW <= action < BORROW + 8 else ""

    def words(self) -> str:
        return f"copy another seat's {'face-up ' if self.face_up else ''}{OFFICES[self.office]}"


class Each(Verb):
    """A program for every seat in turn order from this one, or for the others only."""

    def __init__(self, program: Program, others: bool) -> None:
        self.asking = False
        self.limited = others
        self.program = program
        self.others = others
        self.number = 0

    def bind(self, programs: Programs) -> None:
        self.number = programs.add(self.program)

    def seats(self, s: State, f: int) -> list[int]:
        me = frame_seat(f)
        return [(me + i) % s.seats for i in range(1 if self.others else 0, s.seats)]

    def possible(self, s: State, f: int, ahead: int) -> str:
        found = [s.programs.possible(s, frame(self.number, i), 0) for i in self.seats(s, f)]
        return "" if "" in found else found[0]

    def run(self, s: State, f: int) -> None:
        for seat in reversed(self.seats(s, f)):
            s.push(frame(self.number, seat))

    def words(self) -> str:
        told = " then ".join(v.words() for v in self.program.verbs)
        return f"each competitor in turn order must {told}"


class DiscardCar(Verb):
    """Discard a car of one's choice; the printed one on the first place stays."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = True

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if any(cast(Toy, s).yards[frame_seat(f)][1:]) else NO_CAR

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        yard = cast(Toy, s).yards[frame_seat(f)]
        out.extend(DISCARD + p for p in range(1, PLACES) if yard[p])

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Toy, s)
        seat = frame_seat(f)
        place = action - DISCARD
        t.discards += bytes([t.yards[seat][place] - 1])
        t.yards[seat] = t.put_byte(t.yards[seat], place, 0)
        t.top = f + TIMES_ONE

    def words(self) -> str:
        return "discard a car"


class LookAtStack(Verb):
    """Look through the stack of surveyors; from now on this seat knows it."""

    def __init__(self) -> None:
        self.asking = False
        self.limited = True

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if cast(Toy, s).stack else NO_CAR

    def run(self, s: State, f: int) -> None:
        t = cast(Toy, s)
        t.learned = True
        t.known = bytes(k | 1 << frame_seat(f) for k in t.known)

    def words(self) -> str:
        return "look through the stack of surveyors"


class TakeSurveyor(Verb):
    """Choose from the stack, in place of the surveyor one has."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = False

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and len(cast(Toy, s).stack) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.extend(TAKE + number for number in sorted(cast(Toy, s).stack))

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Toy, s)
        seat = frame_seat(f)
        at = t.stack.index(action - TAKE)
        t.stack = t.stack[:at] + t.stack[at + 1 :]
        t.known = t.known[:at] + t.known[at + 1 :]
        t.offices[seat] = t.put_byte(t.offices[seat], SURVEYOR, action - TAKE + 1)
        t.tired[seat] &= ~(1 << SURVEYOR)
        t.top = f + TIMES_ONE

    def words(self) -> str:
        return "take one"


class ExtraTurn(Verb):
    """One more turn after this one."""

    def run(self, s: State, f: int) -> None:
        cast(Toy, s).extra += 1

    def words(self) -> str:
        return "take an extra turn after this one"


class Turn(Verb):
    """Use specialists and activate cars, each once, until the turn is ended."""

    def __init__(self) -> None:
        self.asking = True
        self.limited = False

    def asks(self, s: State, f: int) -> bool:
        return not s.over

    def fee(self, t: Toy) -> int:
        """The first car of a turn is free, the next cost more and more."""
        return (t.done >> 3).bit_count()

    def using(self, t: Toy, seat: int, office: int) -> str:
        if t.tired[seat] >> office & 1 or t.done >> office & 1:
            return USED
        ability = t.ability(seat, office)
        return t.programs.possible(t, frame(ability, seat), 0) if ability else NO_CAR

    def activating(self, t: Toy, seat: int, place: int) -> str:
        return USED if t.done >> place + 3 & 1 else forbids_activation(t, seat, place, self.fee(t))

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Toy, s)
        seat = frame_seat(f)
        out.extend(USE + o for o in range(3) if not self.using(t, seat, o))
        out.extend(ACTIVATE + p for p in range(PLACES) if not self.activating(t, seat, p))
        out.append(END)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Toy, s)
        seat = frame_seat(f)
        if action < ACTIVATE:
            office = action - USE
            t.done |= 1 << office
            t.tired[seat] |= 1 << office
            t.push(frame(t.ability(seat, office), seat))
        elif action < END:
            fee = self.fee(t)
            t.done |= 1 << action - ACTIVATE + 3
            activate(t, seat, action - ACTIVATE, fee)
        else:
            self.end(t, f)

    def end(self, t: Toy, f: int) -> None:
        seat = frame_seat(f)
        t.mana[seat] = min(MOST_MANA, t.mana[seat] + 2)
        t.done = 0
        if t.extra:
            t.extra -= 1
            return
        t.turns += 1
        if t.turns == TURNS * t.seats:
            t.over = True
            t.top = 0
            return
        t.turn = (seat + 1) % t.seats
        t.top = with_seat(f, t.turn)

    def refuses(self, s: State, f: int, action: int) -> str:
        t = cast(Toy, s)
        if action < ACTIVATE:
            return self.using(t, frame_seat(f), action - USE)
        return self.activating(t, frame_seat(f), action - ACTIVATE) if action < END else ""

    def prompt(self, s: State, f: int) -> str:
        return "use a specialist, activate a car or end the turn"


def pay(n: int) -> Program:
    return do(Pay(n))


def mana(n: int) -> Program:
    return do(Mana(n))


def point_for_each() -> Program:
    return do(PointsEach())


def build(land: str) -> Program:
    return do(Build(land))


def build_as_many() -> Program:
    return do(Build(ANYWHERE, many=True))


def place_good(good: int) -> Program:
    return do(PlaceGood(good))


def return_good(*goods: int) -> Program:
    return do(ReturnGoods(goods or (WOOD, FISH), 1))


def return_goods(n: int) -> Program:
    return do(ReturnGoods((WOOD, FISH), n))


def move_car() -> Program:
    return do(MoveCar())


def ship_good(good: int) -> Program:
    return do(ShipGood(good))


def refresh(*offices: int, must: bool = True) -> Program:
    return do(Refresh(offices, must))


def use_now() -> Program:
    return do(UseNow())


def gain_car() -> Program:
    return do(GainCar()) + do(PutCar())


def activate_gained() -> Program:
    return do(ActivateHeld())


def copy_market() -> Program:
    return do(CopyMarket())


def copy_beside() -> Program:
    return do(CopyBeside())


def copy_engineer() -> Program:
    return do(Borrow(ENGINEER, face_up=True))


def copy_surveyor() -> Program:
    return do(Borrow(SURVEYOR, face_up=False))


def each_competitor(program: Program) -> Program:
    return do(Each(program, others=True))


def each_seat(program: Program) -> Program:
    return do(Each(program, others=False))


def discard_car() -> Program:
    return do(DiscardCar())


def choose_surveyor() -> Program:
    return do(LookAtStack()) + do(TakeSurveyor())


def extra_turn() -> Program:
    return do(ExtraTurn())


def either(*options: Program) -> Program:
    return do(Either(CHOOSE, list(options)))
