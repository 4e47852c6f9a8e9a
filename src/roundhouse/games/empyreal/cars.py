"""The verbs of the railyard: gaining, discarding, shunting, copying and activating spellcars.

The frame of a car's effect has the car's place plus 1 in `spot`; above it, whether it is an activation (then the mana
it brings pays no further one this turn), and whether it is one of Move + Activate.
"""

from __future__ import annotations

from roundhouse.core.cells import put
from roundhouse.core.verbs import (
    TIMES_ONE,
    Program,
    Programs,
    Verb,
    close,
    frame,
    frame_seat,
    memo,
    subject,
    times,
    with_memo,
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
from roundhouse.games.empyreal.state import FREE_CARS, NO_COSTS, ONE, SECOND_FREE, TWICE, Empyreal
from roundhouse.games.empyreal.verbs import ACTING, MAIN, PLACE, running


class GainCars(Verb[Empyreal]):
    """Gain spellcars one after the other: which, then where. `held` collects the places for who uses them next."""

    def __init__(self, most: int = 1) -> None:
        super().__init__(asking=True, limited=True)
        self.most: int = most

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        if not s.market:
            return NOT_IN_MARKET
        return "" if s.free_places(frame_seat(f)) else NO_ROOM

    def asks(self, s: Empyreal, f: int) -> bool:
        if s.arriving:
            return True
        return times(f) < self.most and not self.possible(s, f, 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        places = s.free_places(frame_seat(f))
        if s.arriving:
            for place in places:
                out.append(PUT + place)
            return
        if places[0] < COLUMNS:  # only printed cars could be covered, and that is optional
            out.append(STOP)
        for tile in sorted(s.market):
            out.append(GAIN + tile)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
        elif s.arriving:
            seat = frame_seat(f)
            place = action - PUT
            s.yards[seat] = put(s.yards[seat], place, s.arriving)
            s.arriving = 0
            s.top = with_memo(f, memo(f) | (place + 1) << 4 * times(f)) + TIMES_ONE
        else:
            tile = action - GAIN
            at = s.market.find(ONE[tile])
            s.market = s.market[:at] + s.market[at + 1 :]
            s.arriving = tile + 1
            s.draw_market()

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if PUT <= action < PUT + PLACES:
            return ROWS_FIRST
        return NOT_IN_MARKET if GAIN <= action < GAIN + TILES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        if s.arriving:
            return f"choose the place for {s.box.car_title(s.arriving - 1)}"
        return "gain a spellcar"

    def words(self) -> str:
        return "gain a spellcar" if self.most == 1 else "gain a spellcar, twice"


class DiscardCar(Verb[Empyreal]):
    """Discard one of the own spellcar tiles."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def places(self, s: Empyreal, seat: int) -> list[int]:
        yard = s.yards[seat]
        return [p for p in range(PLACES) if 0 < yard[p] <= TILES]

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0 and len(self.places(s, frame_seat(f))) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for place in self.places(s, frame_seat(f)):
            out.append(DISCARD + place)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        place = action - DISCARD
        s.discards = s.discards + ONE[s.car(seat, place)]
        s.uncover(seat, place)
        s.top = close(f + TIMES_ONE)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_TILE_THERE if DISCARD <= action < DISCARD + PLACES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "discard one of your spellcars"

    def words(self) -> str:
        return "discard a spellcar of their choice"


class EachRival(Verb[Empyreal]):
    """Every competitor in turn does what the program inside says."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program: Program = program
        self.number: int = 0

    def bind(self, programs: Programs) -> None:
        self.number = programs.add(self.program)

    def run(self, s: Empyreal, f: int) -> None:
        seat = frame_seat(f)
        for i in range(s.seats - 1, 0, -1):  # the last to decide lies lowest
            other = (seat + i) % s.seats
            if s.foes[seat] >> other & 1:
                s.push(frame(self.number, other))

    def words(self) -> str:
        return f"every rival must {self.program.phrase()}"


class Shunt(Verb[Empyreal]):
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

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.movable(s, frame_seat(f)) else NO_SHUNT

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0 and (memo(f) != 0 or not self.possible(s, f, 0))

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        if memo(f):
            for place in self.targets(s, seat, memo(f) - 1):
                out.append(SHUNT_TO + place)
        else:
            for place in self.movable(s, seat):
                out.append(SHUNT + place)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        if not memo(f):
            s.top = with_memo(f, action - SHUNT + 1)
            return
        place = memo(f) - 1
        to = action - SHUNT_TO
        tile = s.yards[seat][place]
        other = s.yards[seat][to]
        if other:
            s.yards[seat] = put(s.yards[seat], place, other)
        else:
            s.uncover(seat, place)
        s.yards[seat] = put(s.yards[seat], to, tile)
        s.top = close(f + TIMES_ONE)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_SHUNT if SHUNT <= action < SHUNT_TO + PLACES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose the other spellcar or an empty place" if memo(f) else "choose a spellcar to shunt"

    def words(self) -> str:
        return "swap two spellcars of your railyard, or move one to any empty place"


# copying and activating


def copy_cost(s: Empyreal, f: int, car: int) -> int:
    """The inherent cost of a car that is copied."""
    return 0 if subject(f) & MAIN and s.turn_rules & NO_COSTS else s.box.costs[car]


def lasting_after(s: Empyreal, seat: int, paid: int) -> int:
    """What could pay for activations and copies once so much has been paid otherwise."""
    fresh = s.fresh - paid if s.fresh > paid else 0
    return s.ready[seat] - paid - fresh


class CopyMarket(Verb[Empyreal]):
    """Copy a car of the market; `once`: each only once a turn."""

    def __init__(self, once: bool = False) -> None:
        super().__init__(asking=True, limited=True)
        self.once: bool = once

    def cars(self, s: Empyreal, f: int, planned: int) -> list[int]:
        purse = lasting_after(s, frame_seat(f), planned)
        out: list[int] = []
        for tile in s.market:
            if copy_cost(s, f, tile) > purse or running(s, s.box.programs[tile]):
                continue
            if not subject(f) & PLACE and s.box.needs_place[tile]:
                continue
            if not self.once or tile not in s.copied:
                out.append(tile)
        out.sort()
        return out

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.cars(s, f, planned) else NOTHING_TO_COPY

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for tile in self.cars(s, f, 0):
            out.append(COPY + tile)
        out.append(NO_COPY)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        s.top = close(f + TIMES_ONE)
        if action == NO_COPY:
            return
        tile = action - COPY
        s.spend(frame_seat(f), copy_cost(s, f, tile))
        if self.once:
            s.copied = s.copied + ONE[tile]
        s.push(frame(s.box.programs[tile], frame_seat(f), subject(f)))

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if not COPY <= action < COPY + TILES:
            return ""
        if action - COPY not in s.market:
            return NOT_IN_MARKET
        return COPIED if self.once and action - COPY in s.copied else NOTHING_TO_COPY

    def prompt(self, s: Empyreal, f: int) -> str:
        return "copy a spellcar of the market, or none"

    def words(self) -> str:
        return "copy a spellcar of the market; pay its cost"


class CopyBeside(Verb[Empyreal]):
    """Copy the car to the left or right in the same row."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def places(self, s: Empyreal, f: int) -> list[int]:
        place = (subject(f) & PLACE) - 1
        out: list[int] = []
        if place < 0:
            return out
        seat = frame_seat(f)
        for p in (place - 1, place + 1):
            if 0 <= p < PLACES and p // COLUMNS == place // COLUMNS and s.yards[seat][p]:
                car = s.car(seat, p)
                if copy_cost(s, f, car) <= s.lasting(seat) and not running(s, s.box.programs[car]):
                    out.append(p)
        return out

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.places(s, f) else NOTHING_TO_COPY

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for place in self.places(s, f):
            out.append(COPY_BESIDE + place)
        out.append(NO_COPY)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        s.top = close(f + TIMES_ONE)
        if action == NO_COPY:
            return
        car = s.car(frame_seat(f), action - COPY_BESIDE)
        s.spend(frame_seat(f), copy_cost(s, f, car))
        s.push(frame(s.box.programs[car], frame_seat(f), subject(f)))

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NOTHING_TO_COPY if COPY_BESIDE <= action < COPY_BESIDE + PLACES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "copy the spellcar to the left or right, or none"

    def words(self) -> str:
        return "copy the spellcar to the left or right in its row; pay its cost"


class Declare(Verb[Empyreal]):
    """Which cars are activated; all are paid before the first one works. `gained`: those on the held places, free."""

    def __init__(self, gained: bool) -> None:
        super().__init__(asking=True)
        self.gained: bool = gained

    def places(self, s: Empyreal, f: int) -> list[int]:
        if self.gained:
            return sorted([p for p in ((memo(f) & PLACE) - 1, (memo(f) >> 4 & PLACE) - 1) if p >= 0])
        column = s.conductor[frame_seat(f)] - 1
        return [column, column + COLUMNS, column + 2 * COLUMNS] if column >= 0 else []

    def count(self, s: Empyreal) -> int:
        return len(s.declared) // 2

    def cost(self, s: Empyreal, seat: int, place: int) -> int:
        """What declaring the car on a place costs now."""
        inherent = s.box.costs[s.car(seat, place)]
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
            return 0 if n == 1 else s.box.activate[0]
        return s.box.activate[n - 1]

    def twice(self, s: Empyreal, seat: int, place: int) -> int:
        """What activating the one car twice costs."""
        inherent = 0 if s.turn_rules & NO_COSTS else s.box.costs[s.car(seat, place)]
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

    def asks(self, s: Empyreal, f: int) -> bool:
        if len(s.declared) == 4 and s.declared[:2] == s.declared[2:]:
            return False
        found: list[int] = []
        self.choices(s, f, found)
        s.offer(found)
        return len(found) > 1

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        self.offer(s, f, out)
        out.append(STOP)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        seat = frame_seat(f)
        place, twice = divmod(action - ACTIVATE, 2)
        s.spend(seat, self.twice(s, seat, place) if twice else self.cost(s, seat, place))
        one = bytes([place, s.car(seat, place)])
        s.declared = s.declared + (one + one if twice else one)
        s.top = f + TIMES_ONE

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if not ACTIVATE <= action < ACTIVATE + 2 * PLACES:
            return ""
        place = (action - ACTIVATE) >> 1
        if place not in self.places(s, f) or not s.yards[frame_seat(f)][place] or self.is_declared(s, place):
            return NOT_ON_SPACE
        if action - ACTIVATE & 1 and (self.gained or s.declared or not s.rules(frame_seat(f)) & TWICE):
            return NOT_TWICE
        return NO_MANA

    def prompt(self, s: Empyreal, f: int) -> str:
        return "activate another spellcar, or that is all" if s.declared else "activate a spellcar, or none"

    def words(self) -> str:
        return "you may activate them at once, paying their costs" if self.gained else ""


class Resolve(Verb[Empyreal]):
    """The declared cars work: the first one declared, then the others in any order."""

    def __init__(self, main: bool) -> None:
        super().__init__(asking=True)
        self.main: bool = main

    def asks(self, s: Empyreal, f: int) -> bool:
        declared = s.declared
        return times(f) > 0 and len(declared) > 2

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        declared = s.declared
        for place in sorted([declared[i] for i in range(0, len(declared), 2)]):
            out.append(ACTIVATE + 2 * place)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        place = (action - ACTIVATE) >> 1
        for i in range(0, len(s.declared), 2):
            if s.declared[i] == place:
                self.work(s, f, i)
                return

    def work(self, s: Empyreal, f: int, i: int) -> None:
        place = s.declared[i]
        car = s.declared[i + 1]
        s.declared = s.declared[:i] + s.declared[i + 2 :]
        s.top = f + TIMES_ONE
        s.push(frame(s.box.programs[car], frame_seat(f), place + 1 | ACTING | (MAIN if self.main else 0)))

    def run(self, s: Empyreal, f: int) -> None:
        if s.declared:
            self.work(s, f, 0)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NOT_ON_SPACE if ACTIVATE <= action < ACTIVATE + 2 * PLACES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose the spellcar that works next"


def activate() -> Program:
    """The cars on the conductor's space."""
    return Declare(False) + Resolve(True)


def activate_gained() -> Program:
    """The cars just gained."""
    return Declare(True) + Resolve(False)
