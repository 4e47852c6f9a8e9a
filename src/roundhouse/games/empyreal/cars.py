"""The verbs of the railyard: gaining, discarding, shunting, copying and activating spellcars.

The frame of a car's effect has the car's place plus 1 in `spot`; above it, whether it is an activation (then the mana
it brings pays no further one this turn), and whether it is one of Move + Activate.
"""

from __future__ import annotations

from typing import cast

from roundhouse.core.cells import put
from roundhouse.core.state import State
from roundhouse.core.verbs import (
    TIMES_ONE,
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
    times,
)
from roundhouse.games.empyreal.actions import (
    ACTIVATE,
    COLUMNS,
    COPIED,
    COPY,
    COPY_BESIDE,
    DISCARD,
    GAIN,
    NO_COPY,
    NO_MANA,
    NO_ROOM,
    NO_SHUNT,
    NO_TILE_THERE,
    NOT_IN_MARKET,
    NOT_ON_SPACE,
    NOT_TWICE,
    NOTHING_TO_COPY,
    PLACES,
    PUT,
    ROWS_FIRST,
    SHUNT,
    SHUNT_TO,
    STOP,
    TILES,
)
from roundhouse.games.empyreal.state import (
    FREE_CARS,
    NO_COSTS,
    ONE,
    SECOND_FREE,
    TWICE,
    Empyreal,
)
from roundhouse.games.empyreal.verbs import ACTING, MAIN, PLACE, running


class GainCars(Verb):
    """Gain spellcars one after the other: which, then where. `held` collects the places for who uses them next."""

    def __init__(self, most: int) -> None:
        super().__init__(asking=True, limited=True)
        self.most: int = most

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Empyreal, s)
        if not t.market:
            return NOT_IN_MARKET
        return "" if t.free_places(frame_seat(f)) else NO_ROOM

    def asks(self, s: State, f: int) -> bool:
        if cast(Empyreal, s).arriving:
            return True
        return times(f) < self.most and not self.possible(s, f, 0)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Empyreal, s)
        places = t.free_places(frame_seat(f))
        if t.arriving:
            for place in places:
                out.append(PUT + place)
            return
        if places[0] < COLUMNS:  # only printed cars could be covered, and that is optional
            out.append(STOP)
        for tile in sorted(t.market):
            out.append(GAIN + tile)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        if action == STOP:
            t.top = close(f)
        elif t.arriving:
            seat = frame_seat(f)
            place = action - PUT
            t.yards[seat] = put(t.yards[seat], place, t.arriving)
            t.arriving = 0
            t.top = hold(f, held(f) | (place + 1) << 4 * times(f)) + TIMES_ONE
        else:
            tile = action - GAIN
            at = t.market.find(ONE[tile])
            t.market = t.market[:at] + t.market[at + 1 :]
            t.arriving = tile + 1
            t.draw_market()

    def refuses(self, s: State, f: int, action: int) -> str:
        if PUT <= action < PUT + PLACES:
            return ROWS_FIRST
        return NOT_IN_MARKET if GAIN <= action < GAIN + TILES else ""

    def prompt(self, s: State, f: int) -> str:
        t = cast(Empyreal, s)
        if t.arriving:
            return f"choose the place for {t.kit.car_title(t.arriving - 1)}"
        return "gain a spellcar"

    def words(self) -> str:
        return "gain a spellcar" if self.most == 1 else "gain a spellcar, twice"


def gain_cars(n: int = 1) -> Program:
    return do(GainCars(n))


class DiscardCar(Verb):
    """Discard one of the own spellcar tiles."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def places(self, s: Empyreal, seat: int) -> list[int]:
        yard = s.yards[seat]
        return [p for p in range(PLACES) if 0 < yard[p] <= TILES]

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and len(self.places(cast(Empyreal, s), frame_seat(f))) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        for place in self.places(cast(Empyreal, s), frame_seat(f)):
            out.append(DISCARD + place)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        place = action - DISCARD
        t.discards = t.discards + ONE[t.car(seat, place)]
        t.uncover(seat, place)
        t.top = close(f + TIMES_ONE)

    def refuses(self, s: State, f: int, action: int) -> str:
        return NO_TILE_THERE if DISCARD <= action < DISCARD + PLACES else ""

    def prompt(self, s: State, f: int) -> str:
        return "discard one of your spellcars"

    def words(self) -> str:
        return "discard a spellcar of their choice"


class EachRival(Verb):
    """Every competitor in turn does what the program inside says."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program: Program = program
        self.number: int = 0

    def bind(self, programs: Programs) -> None:
        self.number = programs.add(self.program)

    def run(self, s: State, f: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        for i in range(t.seats - 1, 0, -1):  # the last to decide lies lowest
            other = (seat + i) % t.seats
            if t.foes[seat] >> other & 1:
                t.push(frame(self.number, other))

    def words(self) -> str:
        return f"every rival must {self.program.phrase()}"


def each_rival(program: Program) -> Program:
    return do(EachRival(program))


def discard_car() -> Program:
    return do(DiscardCar())


class Shunt(Verb):
    """Swap two spellcar tiles of the own railyard, or move one to an empty place. `held` is the first place plus 1."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def movable(self, s: Empyreal, seat: int) -> list[int]:
        yard = s.yards[seat]
        tiles = [p for p in range(PLACES) if 0 < yard[p] <= TILES]
        empty = [p for p in range(COLUMNS, PLACES) if not yard[p]]
        return tiles if empty or len(tiles) > 1 else []

    def targets(self, s: Empyreal, seat: int, place: int) -> list[int]:
        yard = s.yards[seat]
        return [p for p in range(PLACES) if p != place and yard[p] <= TILES]

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if self.movable(cast(Empyreal, s), frame_seat(f)) else NO_SHUNT

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and (held(f) != 0 or not self.possible(s, f, 0))

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        if held(f):
            for place in self.targets(t, seat, held(f) - 1):
                out.append(SHUNT_TO + place)
        else:
            for place in self.movable(t, seat):
                out.append(SHUNT + place)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        if not held(f):
            t.top = hold(f, action - SHUNT + 1)
            return
        place = held(f) - 1
        to = action - SHUNT_TO
        tile = t.yards[seat][place]
        other = t.yards[seat][to]
        if other:
            t.yards[seat] = put(t.yards[seat], place, other)
        else:
            t.uncover(seat, place)
        t.yards[seat] = put(t.yards[seat], to, tile)
        t.top = close(f + TIMES_ONE)

    def refuses(self, s: State, f: int, action: int) -> str:
        return NO_SHUNT if SHUNT <= action < SHUNT_TO + PLACES else ""

    def prompt(self, s: State, f: int) -> str:
        return "choose the other spellcar or an empty place" if held(f) else "choose a spellcar to shunt"

    def words(self) -> str:
        return "swap two spellcars of your railyard, or move one to any empty place"


def shunt() -> Program:
    return do(Shunt())


# copying and activating


def copy_cost(s: Empyreal, f: int, car: int) -> int:
    """The inherent cost of a car that is copied."""
    return 0 if spot(f) & MAIN and s.turn_rules & NO_COSTS else s.kit.costs[car]


def lasting_after(s: Empyreal, seat: int, paid: int) -> int:
    """What could pay for activations and copies once so much has been paid otherwise."""
    fresh = s.fresh - paid if s.fresh > paid else 0
    return s.ready[seat] - paid - fresh


class CopyMarket(Verb):
    """Copy a car of the market; `once`: each only once a turn."""

    def __init__(self, once: bool) -> None:
        super().__init__(asking=True, limited=True)
        self.once: bool = once

    def cars(self, s: Empyreal, f: int, ahead: int) -> list[int]:
        purse = lasting_after(s, frame_seat(f), ahead)
        out: list[int] = []
        for tile in s.market:
            if copy_cost(s, f, tile) > purse or running(s, s.kit.programs[tile]):
                continue
            if not spot(f) & PLACE and s.kit.needs_place[tile]:
                continue
            if not self.once or tile not in s.copied:
                out.append(tile)
        out.sort()
        return out

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if self.cars(cast(Empyreal, s), f, ahead) else NOTHING_TO_COPY

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        for tile in self.cars(cast(Empyreal, s), f, 0):
            out.append(COPY + tile)
        out.append(NO_COPY)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        t.top = close(f + TIMES_ONE)
        if action == NO_COPY:
            return
        tile = action - COPY
        t.spend(frame_seat(f), copy_cost(t, f, tile))
        if self.once:
            t.copied = t.copied + ONE[tile]
        t.push(frame(t.kit.programs[tile], frame_seat(f), spot(f)))

    def refuses(self, s: State, f: int, action: int) -> str:
        if not COPY <= action < COPY + TILES:
            return ""
        t = cast(Empyreal, s)
        if action - COPY not in t.market:
            return NOT_IN_MARKET
        return COPIED if self.once and action - COPY in t.copied else NOTHING_TO_COPY

    def prompt(self, s: State, f: int) -> str:
        return "copy a spellcar of the market, or none"

    def words(self) -> str:
        return "copy a spellcar of the market; pay its cost"


def copy_market(once: bool = False) -> Program:
    return do(CopyMarket(once))


class CopyBeside(Verb):
    """Copy the car to the left or right in the same row."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def places(self, s: Empyreal, f: int) -> list[int]:
        place = (spot(f) & PLACE) - 1
        out: list[int] = []
        if place < 0:
            return out
        seat = frame_seat(f)
        for p in (place - 1, place + 1):
            if 0 <= p < PLACES and p // COLUMNS == place // COLUMNS and s.yards[seat][p]:
                car = s.car(seat, p)
                if copy_cost(s, f, car) <= s.lasting(seat) and not running(s, s.kit.programs[car]):
                    out.append(p)
        return out

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if self.places(cast(Empyreal, s), f) else NOTHING_TO_COPY

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        for place in self.places(cast(Empyreal, s), f):
            out.append(COPY_BESIDE + place)
        out.append(NO_COPY)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        t.top = close(f + TIMES_ONE)
        if action == NO_COPY:
            return
        car = t.car(frame_seat(f), action - COPY_BESIDE)
        t.spend(frame_seat(f), copy_cost(t, f, car))
        t.push(frame(t.kit.programs[car], frame_seat(f), spot(f)))

    def refuses(self, s: State, f: int, action: int) -> str:
        return NOTHING_TO_COPY if COPY_BESIDE <= action < COPY_BESIDE + PLACES else ""

    def prompt(self, s: State, f: int) -> str:
        return "copy the spellcar to the left or right, or none"

    def words(self) -> str:
        return "copy the spellcar to the left or right in its row; pay its cost"


def copy_beside() -> Program:
    return do(CopyBeside())


class Declare(Verb):
    """Which cars are activated; all are paid before the first one works. `gained`: those on the held places, free."""

    def __init__(self, gained: bool) -> None:
        super().__init__(asking=True)
        self.gained: bool = gained

    def places(self, s: Empyreal, f: int) -> list[int]:
        if self.gained:
            return sorted([p for p in ((held(f) & PLACE) - 1, (held(f) >> 4 & PLACE) - 1) if p >= 0])
        column = s.conductor[frame_seat(f)] - 1
        return [column, column + COLUMNS, column + 2 * COLUMNS] if column >= 0 else []

    def count(self, s: Empyreal) -> int:
        return len(s.declared) // 2

    def cost(self, s: Empyreal, seat: int, place: int) -> int:
        """What declaring the car on a place costs now."""
        inherent = s.kit.costs[s.car(seat, place)]
        if self.gained:
            return inherent
        if s.turn_rules & NO_COSTS:
            inherent = 0
        return inherent + self.step(s, seat, self.count(s))

    def step(self, s: Empyreal, seat: int, n: int) -> int:
        """What one more activation after `n` costs."""
        if s.turn_rules & FREE_CARS or n == 0:
            return 0
        if s.rules(seat) & SECOND_FREE:
            return 0 if n == 1 else s.kit.activate[0]
        return s.kit.activate[n - 1]

    def twice(self, s: Empyreal, seat: int, place: int) -> int:
        """What activating the one car twice costs."""
        inherent = 0 if s.turn_rules & NO_COSTS else s.kit.costs[s.car(seat, place)]
        return 2 * inherent + self.step(s, seat, 1)

    def is_declared(self, s: Empyreal, place: int) -> bool:
        for i in range(0, len(s.declared), 2):
            if s.declared[i] == place:
                return True
        return False

    def offer(self, s: Empyreal, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        purse = s.lasting(seat)
        doubles = not self.gained and self.count(s) == 0 and s.rules(seat) & TWICE != 0
        for place in self.places(s, f):
            if s.yards[seat][place] and not self.is_declared(s, place):
                if self.cost(s, seat, place) <= purse:
                    out.append(ACTIVATE + 2 * place)
                if doubles and self.twice(s, seat, place) <= purse:
                    out.append(ACTIVATE + 2 * place + 1)

    def asks(self, s: State, f: int) -> bool:
        t = cast(Empyreal, s)
        if len(t.declared) == 4 and t.declared[:2] == t.declared[2:]:
            return False
        found: list[int] = []
        self.choices(s, f, found)
        s.leave(found)
        return len(found) > 1

    def choices(self, s: State, f: int, out: list[int]) -> None:
        self.offer(cast(Empyreal, s), f, out)
        out.append(STOP)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        if action == STOP:
            t.top = close(f)
            return
        seat = frame_seat(f)
        place, twice = divmod(action - ACTIVATE, 2)
        t.spend(seat, self.twice(t, seat, place) if twice else self.cost(t, seat, place))
        one = bytes([place, t.car(seat, place)])
        t.declared = t.declared + (one + one if twice else one)
        t.top = f + TIMES_ONE

    def refuses(self, s: State, f: int, action: int) -> str:
        if not ACTIVATE <= action < ACTIVATE + 2 * PLACES:
            return ""
        t = cast(Empyreal, s)
        place = (action - ACTIVATE) >> 1
        if place not in self.places(t, f) or not t.yards[frame_seat(f)][place] or self.is_declared(t, place):
            return NOT_ON_SPACE
        if action - ACTIVATE & 1 and (self.gained or t.declared or not t.rules(frame_seat(f)) & TWICE):
            return NOT_TWICE
        return NO_MANA

    def prompt(self, s: State, f: int) -> str:
        return (
            "activate another spellcar, or that is all"
            if cast(Empyreal, s).declared
            else "activate a spellcar, or none"
        )

    def words(self) -> str:
        return "you may activate them at once, paying their costs" if self.gained else ""


class Resolve(Verb):
    """The declared cars work: the first one declared, then the others in any order."""

    def __init__(self, main: bool) -> None:
        super().__init__(asking=True)
        self.main: bool = main

    def asks(self, s: State, f: int) -> bool:
        declared = cast(Empyreal, s).declared
        return times(f) > 0 and len(declared) > 2

    def choices(self, s: State, f: int, out: list[int]) -> None:
        declared = cast(Empyreal, s).declared
        for place in sorted([declared[i] for i in range(0, len(declared), 2)]):
            out.append(ACTIVATE + 2 * place)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        place = (action - ACTIVATE) >> 1
        for i in range(0, len(t.declared), 2):
            if t.declared[i] == place:
                self.work(t, f, i)
                return

    def work(self, s: Empyreal, f: int, i: int) -> None:
        place = s.declared[i]
        car = s.declared[i + 1]
        s.declared = s.declared[:i] + s.declared[i + 2 :]
        s.top = f + TIMES_ONE
        s.push(frame(s.kit.programs[car], frame_seat(f), place + 1 | ACTING | (MAIN if self.main else 0)))

    def run(self, s: State, f: int) -> None:
        t = cast(Empyreal, s)
        if t.declared:
            self.work(t, f, 0)

    def refuses(self, s: State, f: int, action: int) -> str:
        return NOT_ON_SPACE if ACTIVATE <= action < ACTIVATE + 2 * PLACES else ""

    def prompt(self, s: State, f: int) -> str:
        return "choose the spellcar that works next"


def activate() -> Program:
    """The cars on the conductor's space."""
    return do(Declare(False)) + do(Resolve(True))


def activate_gained() -> Program:
    """The cars just gained."""
    return do(Declare(True)) + do(Resolve(False))
