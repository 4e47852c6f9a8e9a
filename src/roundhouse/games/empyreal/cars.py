"""The verbs of the railyard: gaining, discarding, shunting, copying and activating spellcars."""

from __future__ import annotations

from roundhouse.core.cells import ONE, put
from roundhouse.core.verbs import TIMES_ONE, Program, Programs, Verb, close, frame, frame_seat, memo, subject, times
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
    activated,
    activation,
)
from roundhouse.games.empyreal.asking import Pick, PickTwo
from roundhouse.games.empyreal.registers import (
    acting,
    at_work,
    gained_places,
    of_main_action,
    place_of,
    running,
    with_gained,
)
from roundhouse.games.empyreal.state import FREE_CARS, NO_COSTS, OLD_RULINGS, SECOND_FREE, TWICE, Empyreal, without


class GainCars(Verb[Empyreal]):
    """Gain spellcars one after the other: which, then where. The frame notes the places for who uses them next."""

    def __init__(self, most: int = 1) -> None:
        super().__init__(asking=True, limited=True)
        self.most: int = most

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        if not s.market:
            return NOT_IN_MARKET
        return "" if s.free_places(frame_seat(f)) else NO_ROOM

    def asks(self, s: Empyreal, f: int) -> bool:
        return s.arriving != 0 or (times(f) < self.most and not self.possible(s, f, 0))

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        places = s.free_places(frame_seat(f))
        if s.arriving:
            out.extend([PUT + place for place in places])
            return
        if places[0] < COLUMNS:  # only printed cars could be covered, and that is optional
            out.append(STOP)
        out.extend([GAIN + tile for tile in sorted(s.market)])

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
        elif s.arriving:
            seat = frame_seat(f)
            place = action - PUT
            s.yards[seat] = put(s.yards[seat], place, s.arriving)
            s.arriving = 0
            s.top = with_gained(f, place, times(f)) + TIMES_ONE
        else:
            tile = action - GAIN
            s.market = without(s.market, tile)
            s.arriving = tile + 1
            s.draw_market()

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        block = s.space.block(action).start
        if block == PUT:
            return ROWS_FIRST
        return NOT_IN_MARKET if block == GAIN else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        if s.arriving:
            return f"choose the place for {s.box.car_title(s.arriving - 1)}"
        return "gain a spellcar"

    def words(self) -> str:
        return "gain a spellcar" if self.most == 1 else "gain a spellcar, twice"


class DiscardCar(Pick):
    """Discard one of the own spellcar tiles."""

    def __init__(self) -> None:
        super().__init__(
            DISCARD,
            NO_TILE_THERE,
            "discard one of your spellcars",
            limited=False,
            reading="discard a spellcar of their choice",
        )

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        return s.tiles_in_yard(frame_seat(f))

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        seat = frame_seat(f)
        s.discards = s.discards + ONE[s.car(seat, thing)]
        s.uncover(seat, thing)


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


class Shunt(PickTwo):
    """Swap two spellcar tiles of the own railyard, or move one to an empty place."""

    def __init__(self) -> None:
        super().__init__(
            SHUNT,
            NO_SHUNT,
            SHUNT_TO,
            NO_SHUNT,
            reading="swap two spellcars of your railyard, or move one to any empty place",
        )

    def among(self, s: Empyreal, f: int) -> list[int]:
        seat = frame_seat(f)
        tiles = s.tiles_in_yard(seat)
        empty = [p for p in range(COLUMNS, PLACES) if not s.yards[seat][p]]
        return tiles if empty or len(tiles) > 1 else []

    def partners(self, s: Empyreal, f: int, thing: int) -> list[int]:
        yard = s.yards[frame_seat(f)]
        return [p for p in range(PLACES) if p != thing and yard[p] <= TILES]

    def chosen(self, s: Empyreal, f: int, thing: int, other: int) -> None:
        seat = frame_seat(f)
        first, second = s.yards[seat][thing], s.yards[seat][other]
        if second:
            s.yards[seat] = put(s.yards[seat], thing, second)
        else:
            s.uncover(seat, thing)
        s.yards[seat] = put(s.yards[seat], other, first)

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose the other spellcar or an empty place" if memo(f) else "choose a spellcar to shunt"


# copying


class CopyCar(Pick):
    """Use another spellcar's effect for its inherent cost, or not."""

    def __init__(self, block: int, question: str, reading: str) -> None:
        super().__init__(block, NOTHING_TO_COPY, question, NO_COPY, reading=reading)

    def car(self, s: Empyreal, f: int, thing: int) -> int:
        """The car that a choice stands for."""
        raise NotImplementedError

    def cost(self, s: Empyreal, f: int, car: int) -> int:
        return 0 if of_main_action(f) and s.turn_rules & NO_COSTS else s.box.costs[car]

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        car = self.car(s, f, thing)
        s.spend(frame_seat(f), self.cost(s, f, car))
        s.push(frame(s.box.programs[car], frame_seat(f), subject(f)))

    def price(self, s: Empyreal, f: int, action: int) -> dict[str, int]:
        return {} if action == NO_COPY else {"mana": -self.cost(s, f, self.car(s, f, action - self.block))}


class CopyMarket(CopyCar):
    """Copy a car of the market. Without an activation, one that refreshes is copied once a turn.

    By the old rulings `once` held for every car, and not for what a copy copies.
    """

    def __init__(self, once: bool = False) -> None:
        super().__init__(COPY, "copy a spellcar of the market, or none", "copy a spellcar of the market; pay its cost")
        self.once: bool = once

    def car(self, s: Empyreal, f: int, thing: int) -> int:
        return thing

    def spent(self, s: Empyreal, f: int, tile: int) -> bool:
        """empyreal-23.24: whether it has been copied so this turn and cannot be again."""
        counted = self.once if s.switches & OLD_RULINGS else not acting(f)
        return counted and tile in s.copied

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        purse = s.lasting(frame_seat(f), planned)
        out: list[int] = []
        for tile in s.market:
            if self.cost(s, f, tile) > purse or running(s, s.box.programs[tile]):
                continue
            if place_of(f) < 0 and s.box.needs_place[tile]:
                continue
            if not self.spent(s, f, tile):
                out.append(tile)
        out.sort()
        return out

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        if self.once if s.switches & OLD_RULINGS else s.box.refreshes[thing] and not acting(f):
            s.copied = s.copied + ONE[thing]
        super().chosen(s, f, thing)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if s.space.block(action).start != COPY:
            return ""
        if action - COPY not in s.market:
            return NOT_IN_MARKET
        return COPIED if self.spent(s, f, action - COPY) else NOTHING_TO_COPY


class CopyBeside(CopyCar):
    """Copy the car to the left or right in the same row."""

    def __init__(self) -> None:
        super().__init__(
            COPY_BESIDE,
            "copy the spellcar to the left or right, or none",
            "copy the spellcar to the left or right in its row; pay its cost",
        )

    def car(self, s: Empyreal, f: int, thing: int) -> int:
        return s.car(frame_seat(f), thing)

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        seat, place = frame_seat(f), place_of(f)
        if place < 0:
            return []
        row = range(place // COLUMNS * COLUMNS, (place // COLUMNS + 1) * COLUMNS)
        return [p for p in (place - 1, place + 1) if p in row and self.copies(s, f, s.car(seat, p))]

    def copies(self, s: Empyreal, f: int, car: int) -> bool:
        """Whether there is a car (not -1), it can be paid, and is not under way."""
        affordable = car >= 0 and self.cost(s, f, car) <= s.lasting(frame_seat(f))
        return affordable and not running(s, s.box.programs[car])


# activating


def activation_cost(s: Empyreal, n: int, turn_rules: int, rules: int) -> int:
    """What one more activation after `n` costs by the rules of the turn and of station masters, the car aside."""
    if turn_rules & FREE_CARS or n == 0:
        return 0
    if rules & SECOND_FREE:
        return 0 if n == 1 else s.box.activate[0]
    return s.box.activate[n - 1]


class Declare(Verb[Empyreal]):
    """Which cars are activated; all are paid before the first one works. `gained`: those just gained."""

    def __init__(self, gained: bool = False) -> None:
        super().__init__(asking=True)
        self.gained: bool = gained

    def places(self, s: Empyreal, f: int) -> list[int]:
        if self.gained:
            return gained_places(f)
        column = s.conductor[frame_seat(f)] - 1
        return [column, column + COLUMNS, column + 2 * COLUMNS] if column >= 0 else []

    def cost(self, s: Empyreal, seat: int, place: int, twice: int) -> int:
        """What declaring the car on a place, once or (1) twice, costs now."""
        inherent = s.box.costs[s.car(seat, place)]
        if self.gained:
            return inherent
        if s.turn_rules & NO_COSTS:
            inherent = 0
        if twice:
            return 2 * inherent + activation_cost(s, 1, s.turn_rules, s.rules(seat))
        return inherent + activation_cost(s, len(s.declared) // 2, s.turn_rules, s.rules(seat))

    def asks(self, s: Empyreal, f: int) -> bool:
        if len(s.declared) == 4 and s.declared[:2] == s.declared[2:]:
            return False
        found: list[int] = []
        self.choices(s, f, found)
        s.offer(found)
        return len(found) > 1

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        purse = s.lasting(seat)
        doubles = not self.gained and not s.declared and s.rules(seat) & TWICE != 0
        for place in self.places(s, f):
            if s.yards[seat][place] and not s.is_declared(place):
                if self.cost(s, seat, place, 0) <= purse:
                    out.append(activation(place))
                if doubles and self.cost(s, seat, place, 1) <= purse:
                    out.append(activation(place, 1))
        out.append(STOP)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        seat = frame_seat(f)
        place, twice = activated(action)
        s.spend(seat, self.cost(s, seat, place, twice))
        one = bytes([place, s.car(seat, place)])
        s.declared = s.declared + (one + one if twice else one)
        s.top = f + TIMES_ONE

    def price(self, s: Empyreal, f: int, action: int) -> dict[str, int]:
        place, twice = activated(action)
        return {} if action == STOP else {"mana": -self.cost(s, frame_seat(f), place, twice)}

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if s.space.block(action).start != ACTIVATE:
            return ""
        place, twice = activated(action)
        if place not in self.places(s, f) or not s.yards[frame_seat(f)][place] or s.is_declared(place):
            return NOT_ON_SPACE
        if twice and (self.gained or s.declared or not s.rules(frame_seat(f)) & TWICE):
            return NOT_TWICE
        return NO_MANA

    def prompt(self, s: Empyreal, f: int) -> str:
        return "activate another spellcar, or that is all" if s.declared else "activate a spellcar, or none"

    def words(self) -> str:
        return "you may activate them at once, paying their costs" if self.gained else ""


class Resolve(Verb[Empyreal]):
    """The declared cars work: the first one declared, then the others in any order."""

    def __init__(self, gained: bool = False) -> None:
        super().__init__(asking=True)
        self.gained: bool = gained

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) > 0 and len(s.declared) > 2

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        out.extend([activation(place) for place in sorted(s.declared[::2])])

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        place, _ = activated(action)
        self.work(s, f, 2 * s.declared[::2].index(place))

    def work(self, s: Empyreal, f: int, i: int) -> None:
        place, car = s.declared[i], s.declared[i + 1]
        s.declared = s.declared[:i] + s.declared[i + 2 :]
        s.top = f + TIMES_ONE
        s.push(frame(s.box.programs[car], frame_seat(f), at_work(place, not self.gained)))

    def run(self, s: Empyreal, f: int) -> None:
        if s.declared:
            self.work(s, f, 0)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NOT_ON_SPACE if s.space.block(action).start == ACTIVATE else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose the spellcar that works next"
