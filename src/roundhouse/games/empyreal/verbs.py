"""The verbs that belong to no one place: mana, what holds for a turn, demand tiles, the conductor."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import put
from roundhouse.core.verbs import (
    PROGRAM_MASK,
    TIMES_ONE,
    Either,
    Program,
    Verb,
    close,
    frame_seat,
    memo,
    subject,
    tally,
    times,
    with_memo,
)
from roundhouse.games.empyreal.actions import (
    CHOOSE,
    COLOURS,
    COLUMNS,
    IN_FORCE,
    MANA_FULL,
    MOVE,
    MOVE_RANGE,
    NO_MANA,
    NO_SWAP,
    NOTHING_SPENT,
    SHIFT,
    SIZES,
    STOP,
)
from roundhouse.games.empyreal.state import (
    ACT_FIRST,
    BUILD_HOME,
    CITY_FREE,
    DELIVER_ONE,
    DELIVERY_MANA,
    EASY_MOVES,
    EXTRA,
    FREE_CARS,
    FREE_MOVES,
    NO_COSTS,
    ONE,
    ONE_MORE,
    RECLAIM_ONE,
    RECLAIMS,
    RIVAL_ONE,
    SECOND_FREE,
    TRANSFERS,
    TWICE,
    TWO_GOODS,
    WASTE_ONE,
    Empyreal,
)

PLACE: Final = 15  # of `spot`: a place plus 1
ACTING: Final = 16  # an activation
MAIN: Final = 32  # of Move + Activate


def acting(f: int) -> bool:
    return subject(f) & ACTING != 0


def running(s: Empyreal, program: int) -> bool:
    """Whether a program is under way: what is being copied cannot be copied again."""
    if s.top & PROGRAM_MASK == program:
        return True
    for f in s.below:
        if f & PROGRAM_MASK == program:
            return True
    return False


# mana


class Pay(Verb[Empyreal]):
    """Pay mana for what follows."""

    def __init__(self, n: int) -> None:
        super().__init__(limited=True)
        self.n: int = n

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if s.ready[frame_seat(f)] - planned >= self.n else NO_MANA

    def plan_after(self, planned: int) -> int:
        return planned + self.n

    def run(self, s: Empyreal, f: int) -> None:
        s.pay(frame_seat(f), self.n)

    def words(self) -> str:
        return f"pay {self.n} mana"


class GainMana(Verb[Empyreal]):
    """New mana, up to the limit; `after` only if the verb before was answered."""

    def __init__(self, n: int = 1, after: bool = False) -> None:
        super().__init__(limited=True)
        self.n: int = n
        self.after: bool = after

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        seat = frame_seat(f)
        return "" if s.ready[seat] + s.spent[seat] < s.box.most_mana else MANA_FULL

    def run(self, s: Empyreal, f: int) -> None:
        if not self.after or tally(f):
            s.gain_mana(frame_seat(f), self.n, acting(f))

    def words(self) -> str:
        return "gain mana" if self.n == 1 else f"gain {self.n} mana"


class Reclaim(Verb[Empyreal]):
    """Spent mana becomes ready again: so much, or all (0)."""

    def __init__(self, n: int = 0) -> None:
        super().__init__(limited=True)
        self.n: int = n

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if s.spent[frame_seat(f)] + planned else NOTHING_SPENT

    def run(self, s: Empyreal, f: int) -> None:
        seat = frame_seat(f)
        s.reclaim(seat, self.n if self.n else s.spent[seat], acting(f))

    def words(self) -> str:
        return f"reclaim {self.n} mana" if self.n else "reclaim all mana"


class Recharge(Verb[Empyreal]):
    """Reclaim all mana and gain some: usable if either does anything."""

    def __init__(self, n: int) -> None:
        super().__init__(limited=True)
        self.n: int = n

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if s.spent[frame_seat(f)] or s.ready[frame_seat(f)] < s.box.most_mana else MANA_FULL

    def run(self, s: Empyreal, f: int) -> None:
        seat = frame_seat(f)
        s.reclaim(seat, s.spent[seat], acting(f))
        s.gain_mana(seat, self.n, acting(f))

    def words(self) -> str:
        return f"reclaim all mana and gain {self.n}"


# what holds for this turn

# How the rules of a turn, and the standing rules of station masters, read.
HOLDING: Final = {
    FREE_CARS | NO_COSTS: (
        "this turn activating all cars on your conductor's space costs nothing, their own costs included"
    ),
    FREE_MOVES: "this turn moving 1, 2 or 3 spaces costs nothing, and 4 costs 2",
    NO_COSTS: "when you Move + Activate this turn, the cars' own costs are not paid",
}
STANDING: Final = {
    CITY_FREE: "transfers over cities are free",
    RECLAIM_ONE: "each turn, reclaim 1 mana before your main action",
    ONE_MORE: "at the End of the Line you may claim demand tiles that need 1 good more than you deliver",
    RIVAL_ONE: "transfers over rivals cost only 1",
    SECOND_FREE: "your second activation is free and your third costs 1",
    DELIVERY_MANA: "when you deliver at the End of the Line, gain mana",
    DELIVER_ONE: "when you administrate, you may deliver one good",
    ACT_FIRST: ("you may activate first and then move; the End of the Line is then reached without delivering"),
    WASTE_ONE: "transfers over wastelands cost only 1",
    EASY_MOVES: "moving 1 or 2 spaces is free, 3 cost 2 and 4 cost 4",
    BUILD_HOME: "when you administrate, you may build on your home terrain",
    TWICE: "you may pay 1 to activate one car twice, and then no other this turn",
    TWO_GOODS: (
        "if you deliver at the End of the Line without taking a demand tile, add two goods of one "
        "colour of a city next to your network to your folio"
    ),
}


class ThisTurn(Verb[Empyreal]):
    """A rule for the rest of this turn, and counts that add up."""

    def __init__(self, rules: int, counts: int, told: str) -> None:
        super().__init__(limited=True)
        self.rules: int = rules
        self.counts: int = counts
        self.told: str = told

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        if self.counts or s.turn_rules & self.rules != self.rules:
            return ""
        return IN_FORCE

    def run(self, s: Empyreal, f: int) -> None:
        s.turn_rules = (s.turn_rules | self.rules) + self.counts

    def words(self) -> str:
        return self.told


def this_turn(rules: int) -> Program:
    return ThisTurn(rules, 0, HOLDING[rules])


def free_cars_reclaim() -> Program:
    told = "when you Move + Activate this turn, activating costs nothing and you reclaim 1 mana"
    return ThisTurn(FREE_CARS, RECLAIMS, told)


def free_transfer() -> Program:
    return ThisTurn(0, TRANSFERS, "one transfer over a rival, a city or a wasteland is free this turn")


def extra_turn() -> Program:
    return ThisTurn(0, EXTRA, "take an extra turn after this one")


class Always(Verb[Empyreal]):
    """A standing rule of who has the card; found in the program's planned_total."""

    def __init__(self, rule: int, told: str) -> None:
        super().__init__()
        self.rule: int = rule
        self.told: str = told

    def plan_after(self, planned: int) -> int:
        return planned | self.rule

    def words(self) -> str:
        return self.told


def always(rule: int) -> Program:
    return Always(rule, STANDING[rule])


# demand tiles


class ShiftTiles(Verb[Empyreal]):
    """Swap two demand tiles of different cities, up to `most` times. `held` is the first one plus 1."""

    def __init__(self, most: int) -> None:
        super().__init__(asking=True, limited=True)
        self.most: int = most

    def tiles(self, s: Empyreal, but: int) -> list[int]:
        """Every kind of tile in every city but one."""
        out: list[int] = []
        for city in range(COLOURS):
            if city != but:
                for tile in sorted(set(s.demands[city])):
                    out.append(SHIFT + city * COLOURS * SIZES + tile)
        return out

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        cities = [city for city in range(COLOURS) if s.demands[city]]
        return "" if len(cities) > 1 else NO_SWAP

    def asks(self, s: Empyreal, f: int) -> bool:
        return memo(f) != 0 or (times(f) < self.most and not self.possible(s, f, 0))

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        if memo(f):
            out.extend(self.tiles(s, (memo(f) - 1) // (COLOURS * SIZES)))
            return
        out.append(STOP)
        out.extend(self.tiles(s, -1))

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
        elif memo(f):
            here, mine = divmod(memo(f) - 1, COLOURS * SIZES)
            there, theirs = divmod(action - SHIFT, COLOURS * SIZES)
            self.replace(s, here, mine, theirs)
            self.replace(s, there, theirs, mine)
            s.top = with_memo(f, 0) + TIMES_ONE
        else:
            s.top = with_memo(f, action - SHIFT + 1)

    def replace(self, s: Empyreal, city: int, old: int, new: int) -> None:
        at = s.demands[city].find(ONE[old])
        s.demands[city] = bytes(sorted(s.demands[city][:at] + s.demands[city][at + 1 :] + ONE[new]))

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_SWAP if SHIFT <= action < SHIFT + COLOURS * COLOURS * SIZES else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose the tile to swap it with" if memo(f) else "choose a demand tile to swap, or stop"

    def words(self) -> str:
        return f"swap two demand tiles of different cities, up to {self.most} times"


def either(*options: Program) -> Program:
    return Either(CHOOSE, *options)


# the conductor

END: Final = COLUMNS + 1  # its last space
FARTHEST: Final = 4
EASY: Final = (0, 0, 2, 4)  # what moving costs by standing rule, and by a rule of the turn
FREE: Final = (0, 0, 0, 2)


def move_cost(s: Empyreal, seat: int, steps: int) -> int:
    """What moving the conductor costs: the cheapest table that applies."""
    cost = s.box.moves[steps - 1]
    if s.turn_rules & FREE_MOVES:
        cost = min(cost, FREE[steps - 1])
    if s.rules(seat) & EASY_MOVES:
        cost = min(cost, EASY[steps - 1])
    return cost


class Mover(Verb[Empyreal]):
    """What the steps share in which the conductor moves."""

    def moves(self, s: Empyreal, seat: int, out: list[int]) -> None:
        """The spaces that can be reached and paid."""
        at = s.conductor[seat]
        for steps in range(1, FARTHEST + 1):
            if at + steps <= END and move_cost(s, seat, steps) <= s.ready[seat]:
                out.append(MOVE + at + steps - 1)

    def go(self, s: Empyreal, seat: int, action: int) -> None:
        """Pay and move."""
        space = action - MOVE + 1
        s.pay(seat, move_cost(s, seat, space - s.conductor[seat]))
        s.conductor = put(s.conductor, seat, space)

    def refused(self, s: Empyreal, seat: int, action: int) -> str:
        steps = action - MOVE + 1 - s.conductor[seat]
        return NO_MANA if 1 <= steps <= FARTHEST else MOVE_RANGE
