"""The verbs of the folio: mana, spellcars, specialists, copying, and what holds for a turn.

The frame of a car's effect has the car's place plus 1 in `spot`; above it, whether it is an activation (then the mana
it brings pays no further one this turn), and whether it is one of Move + Activate.
"""

from __future__ import annotations

from typing import Final, cast

from roundhouse.core.state import State
from roundhouse.core.verbs import (
    PROGRAM_MASK,
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
)
from roundhouse.games.empyreal.actions import (
    ACTIVATE,
    CHOOSE,
    COLOURS,
    COLUMNS,
    COPIED,
    COPY,
    COPY_BESIDE,
    DISCARD,
    GAIN,
    IN_FORCE,
    MANA_FULL,
    MOVE,
    MOVE_RANGE,
    NO_COPY,
    NO_EFFECT,
    NO_MANA,
    NO_ROOM,
    NO_SHUNT,
    NO_SPECIALIST,
    NO_STACK,
    NO_SWAP,
    NO_TILE_THERE,
    NOT_IN_MARKET,
    NOT_ON_SPACE,
    NOT_THERE,
    NOT_TWICE,
    NOTHING_FLIPPED,
    NOTHING_SPENT,
    NOTHING_TO_COPY,
    PLACES,
    PUT,
    RECRUIT,
    ROWS_FIRST,
    SEAT,
    SEATS,
    SHIFT,
    SHUNT,
    SHUNT_TO,
    SIZES,
    SLOTS,
    SPECIALISTS,
    STACKS,
    STOP,
    SWAP,
    TAKE,
    TILES,
    USE,
)
from roundhouse.games.empyreal.state import (
    ACT_FIRST,
    BUILD_HOME,
    CAPTAIN,
    CITY_FREE,
    DELIVER_ONE,
    DELIVERY_MANA,
    EASY_MOVES,
    ENGINEER,
    EXTRA,
    FREE_CARS,
    FREE_MOVES,
    MASTER,
    NO_COSTS,
    ONE,
    ONE_MORE,
    OPEN,
    RECLAIM_ONE,
    RECLAIMS,
    RIVAL_ONE,
    SECOND,
    SECOND_FREE,
    SURVEYOR,
    TRANSFERS,
    TWICE,
    TWO_GOODS,
    WASTE_ONE,
    Empyreal,
    put,
)

PLACE: Final = 15  # of `spot`: a place plus 1
ACTING: Final = 16  # an activation
MAIN: Final = 32  # of Move + Activate

SLOT_NAMES: Final = ("captain", "engineer", "surveyor", "station master", "second station master")
STACK_NAMES: Final = ("engineers", "surveyors", "station masters")


def acting(f: int) -> bool:
    return spot(f) & ACTING != 0


# mana


class Pay(Verb):
    """Pay mana for what follows."""

    def __init__(self, n: int) -> None:
        super().__init__(limited=True)
        self.n: int = n

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if cast(Empyreal, s).ready[frame_seat(f)] - ahead >= self.n else NO_MANA

    def foresee(self, ahead: int) -> int:
        return ahead + self.n

    def run(self, s: State, f: int) -> None:
        cast(Empyreal, s).pay(frame_seat(f), self.n)

    def words(self) -> str:
        return f"pay {self.n} mana"


def pay(n: int) -> Program:
    return do(Pay(n))


class GainMana(Verb):
    """New mana, up to the limit; `after` only if the verb before was answered."""

    def __init__(self, n: int, after: bool) -> None:
        super().__init__(limited=True)
        self.n: int = n
        self.after: bool = after

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        return "" if t.ready[seat] + t.spent[seat] < t.kit.most_mana else MANA_FULL

    def run(self, s: State, f: int) -> None:
        if not self.after or tally(f):
            cast(Empyreal, s).gain_mana(frame_seat(f), self.n, acting(f))

    def words(self) -> str:
        return "gain mana" if self.n == 1 else f"gain {self.n} mana"


def gain_mana(n: int = 1, after: bool = False) -> Program:
    return do(GainMana(n, after))


class Reclaim(Verb):
    """Spent mana becomes ready again: so much, or all (0)."""

    def __init__(self, n: int) -> None:
        super().__init__(limited=True)
        self.n: int = n

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if cast(Empyreal, s).spent[frame_seat(f)] + ahead else NOTHING_SPENT

    def run(self, s: State, f: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        t.reclaim(seat, self.n if self.n else t.spent[seat], acting(f))

    def words(self) -> str:
        return f"reclaim {self.n} mana" if self.n else "reclaim all mana"


def reclaim(n: int = 0) -> Program:
    return do(Reclaim(n))


class Recharge(Verb):
    """Reclaim all mana and gain some: usable if either does anything."""

    def __init__(self, n: int) -> None:
        super().__init__(limited=True)
        self.n: int = n

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Empyreal, s)
        return "" if t.spent[frame_seat(f)] or t.ready[frame_seat(f)] < t.kit.most_mana else MANA_FULL

    def run(self, s: State, f: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        t.reclaim(seat, t.spent[seat], acting(f))
        t.gain_mana(seat, self.n, acting(f))

    def words(self) -> str:
        return f"reclaim all mana and gain {self.n}"


def recharge(n: int) -> Program:
    return do(Recharge(n))


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


class ThisTurn(Verb):
    """A rule for the rest of this turn, and counts that add up."""

    def __init__(self, rules: int, counts: int, told: str) -> None:
        super().__init__(limited=True)
        self.rules: int = rules
        self.counts: int = counts
        self.told: str = told

    def possible(self, s: State, f: int, ahead: int) -> str:
        if self.counts or cast(Empyreal, s).turn_rules & self.rules != self.rules:
            return ""
        return IN_FORCE

    def run(self, s: State, f: int) -> None:
        t = cast(Empyreal, s)
        t.turn_rules = (t.turn_rules | self.rules) + self.counts

    def words(self) -> str:
        return self.told


def this_turn(rules: int) -> Program:
    return do(ThisTurn(rules, 0, HOLDING[rules]))


def free_cars_reclaim() -> Program:
    told = "when you Move + Activate this turn, activating costs nothing and you reclaim 1 mana"
    return do(ThisTurn(FREE_CARS, RECLAIMS, told))


def free_transfer() -> Program:
    return do(ThisTurn(0, TRANSFERS, "one transfer over a rival, a city or a wasteland is free this turn"))


def extra_turn() -> Program:
    return do(ThisTurn(0, EXTRA, "take an extra turn after this one"))


class Always(Verb):
    """A standing rule of who has the card; found in the program's outlook."""

    def __init__(self, rule: int, told: str) -> None:
        super().__init__()
        self.rule: int = rule
        self.told: str = told

    def foresee(self, ahead: int) -> int:
        return ahead | self.rule

    def words(self) -> str:
        return self.told


def always(rule: int) -> Program:
    return do(Always(rule, STANDING[rule]))


# specialists


class Refresh(Verb):
    """Captain, engineer or both turn face-up again."""

    def __init__(self, slots: int, must: bool) -> None:
        super().__init__(limited=must)
        self.slots: int = slots

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if cast(Empyreal, s).flipped[frame_seat(f)] & self.slots else NOTHING_FLIPPED

    def run(self, s: State, f: int) -> None:
        t = cast(Empyreal, s)
        t.flipped = put(t.flipped, frame_seat(f), t.flipped[frame_seat(f)] & ~self.slots)

    def words(self) -> str:
        names = [SLOT_NAMES[slot] for slot in (CAPTAIN, ENGINEER) if self.slots >> slot & 1]
        return f"refresh your {' and '.join(names)}"


CAPTAINS: Final = 1 << CAPTAIN
ENGINEERS: Final = 1 << ENGINEER


def refresh(slots: int) -> Program:
    return do(Refresh(slots, True))


class Recruit(Verb):
    """Gain a specialist: the stack, which only the chooser sees, then one of it. `held` is the stack plus 1."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def stacks(self, s: Empyreal, seat: int) -> list[int]:
        return [k for k in range(STACKS) if s.stacks[k] and not s.staff[seat][ENGINEER + k]]

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if self.stacks(cast(Empyreal, s), frame_seat(f)) else NO_STACK

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and (held(f) != 0 or not self.possible(s, f, 0))

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Empyreal, s)
        if held(f):
            for specialist in sorted(t.stacks[held(f) - 1]):
                out.append(TAKE + specialist)
        else:
            for k in self.stacks(t, frame_seat(f)):
                out.append(RECRUIT + k)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        if not held(f):
            k = action - RECRUIT
            if not t.switches & OPEN:
                t.learned = True
                for specialist in t.stacks[k]:
                    t.known = put(t.known, specialist, t.known[specialist] | 1 << seat)
            t.top = hold(f, k + 1)
            return
        k = held(f) - 1
        at = t.stacks[k].index(action - TAKE)
        t.stacks[k] = t.stacks[k][:at] + t.stacks[k][at + 1 :]
        t.top = close(hold(f, 0) + TIMES_ONE)
        t.hire(seat, ENGINEER + k, action - TAKE)

    def refuses(self, s: State, f: int, action: int) -> str:
        if TAKE <= action < TAKE + SPECIALISTS:
            return NOT_THERE
        return NO_STACK if RECRUIT <= action < RECRUIT + STACKS else ""

    def prompt(self, s: State, f: int) -> str:
        return f"choose one of the {STACK_NAMES[held(f) - 1]}" if held(f) else "choose a stack of specialists"

    def words(self) -> str:
        return "gain a specialist"


def gain_specialist() -> Program:
    return do(Recruit())


class DrawMasters(Verb):
    """Station masters of the box, for the drawer to look at."""

    def __init__(self, n: int) -> None:
        super().__init__(limited=True)
        self.n: int = n

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Empyreal, s)
        return "" if t.unused[MASTER - 1] and not t.staff[frame_seat(f)][SECOND] else NOT_THERE

    def run(self, s: State, f: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        box = t.shuffled(sorted(t.unused[MASTER - 1]))
        t.drawn = bytes(sorted(box[: self.n]))
        t.unused[MASTER - 1] = bytes(sorted(box[self.n :]))
        for specialist in t.drawn:
            t.known = put(t.known, specialist, t.known[specialist] | 1 << seat)

    def words(self) -> str:
        return f"draw {self.n} station masters from the box"


class KeepMaster(Verb):
    """One of the station masters that were drawn comes on top of the surveyor; the others go back."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: State, f: int) -> bool:
        return len(cast(Empyreal, s).drawn) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        for specialist in cast(Empyreal, s).drawn:
            out.append(TAKE + specialist)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        chosen = action - TAKE
        rest = [m for m in t.drawn if m != chosen]
        t.unused[MASTER - 1] = bytes(sorted([*t.unused[MASTER - 1], *rest]))
        t.drawn = b""
        t.top = close(f + TIMES_ONE)
        t.hire(frame_seat(f), SECOND, chosen)

    def refuses(self, s: State, f: int, action: int) -> str:
        return NOT_THERE if TAKE <= action < TAKE + SPECIALISTS else ""

    def prompt(self, s: State, f: int) -> str:
        return "choose your second station master"

    def words(self) -> str:
        return "one of them comes into play on top of this card, the others go back"


def draw_masters(n: int) -> Program:
    return do(DrawMasters(n)) + do(KeepMaster())


class UseNow(Verb):
    """Captain and engineer may each be used now, once, and stay face-up. `held` says which were."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def usable(self, s: Empyreal, f: int) -> list[int]:
        seat = frame_seat(f)
        out: list[int] = []
        for slot in (CAPTAIN, ENGINEER):
            program = s.kit.ability(s.staff[seat][slot])
            if not held(f) >> slot & 1 and program and not s.programs.possible(s, frame(program, seat), 0):
                out.append(slot)
        return out

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Empyreal, s)
        if t.flipped[frame_seat(f)] & (CAPTAINS | ENGINEERS) or self.usable(t, f):
            return ""
        return NOTHING_FLIPPED

    def asks(self, s: State, f: int) -> bool:
        return len(self.usable(cast(Empyreal, s), f)) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        for slot in self.usable(cast(Empyreal, s), f):
            out.append(USE + slot)
        out.append(STOP)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        if action == STOP:
            t.top = close(f)
            return
        slot = action - USE
        seat = frame_seat(f)
        t.top = hold(f, held(f) | 1 << slot) + TIMES_ONE
        t.push(frame(t.kit.ability(t.staff[seat][slot]), seat))

    def refuses(self, s: State, f: int, action: int) -> str:
        return NO_EFFECT if USE <= action < USE + SLOTS else ""

    def prompt(self, s: State, f: int) -> str:
        return "use captain or engineer without flipping them, or stop"

    def words(self) -> str:
        return "each of them may be used once now without flipping"


def use_now() -> Program:
    return do(Refresh(CAPTAINS | ENGINEERS, False)) + do(UseNow())


# Which slots are swapped: own and other's.
PAIRS: Final = (
    (CAPTAIN, CAPTAIN),
    (ENGINEER, ENGINEER),
    (MASTER, MASTER),
    (MASTER, SECOND),
    (SECOND, MASTER),
    (SECOND, SECOND),
)


class SwapStaff(Verb):
    """Swap captain, engineer or station master with somebody's of the same kind."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def swaps(self, s: Empyreal, seat: int) -> list[int]:
        out: list[int] = []
        for other in range(s.seats):
            if other == seat:
                continue
            for i in range(len(PAIRS)):
                mine, theirs = PAIRS[i]
                if s.staff[seat][mine] and s.staff[other][theirs]:
                    out.append(SWAP + other * len(PAIRS) + i)
        return out

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if self.swaps(cast(Empyreal, s), frame_seat(f)) else NO_SPECIALIST

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.extend(self.swaps(cast(Empyreal, s), frame_seat(f)))

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        other, i = divmod(action - SWAP, len(PAIRS))
        mine, theirs = PAIRS[i]
        given = t.staff[seat][mine]
        taken = t.staff[other][theirs]
        side = t.flipped[seat] >> mine & 1
        t.top = close(f + TIMES_ONE)
        t.staff[other] = put(t.staff[other], theirs, given)
        t.flipped = put(t.flipped, other, t.flipped[other] & ~(1 << theirs) | side << theirs)
        t.hire(seat, mine, taken - 1)

    def refuses(self, s: State, f: int, action: int) -> str:
        return NO_SPECIALIST if SWAP <= action < SWAP + len(PAIRS) * SEATS else ""

    def prompt(self, s: State, f: int) -> str:
        return "choose which specialists to swap"

    def words(self) -> str:
        return "swap your captain, engineer or station master with another player's; what you take is refreshed"


def swap_staff() -> Program:
    return do(SwapStaff())


class CopyAbility(Verb):
    """Use the ability of another's specialist: a face-up engineer, or any surveyor."""

    def __init__(self, slot: int) -> None:
        super().__init__(asking=True, limited=True)
        self.slot: int = slot

    def owners(self, s: Empyreal, f: int) -> list[int]:
        seat = frame_seat(f)
        out: list[int] = []
        for other in range(s.seats):
            program = s.kit.ability(s.staff[other][self.slot])
            if other == seat or not program or running(s, program):
                continue
            if self.slot == ENGINEER and s.flipped[other] >> ENGINEER & 1:
                continue
            if not s.programs.possible(s, frame(program, seat), 0):
                out.append(other)
        return out

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if self.owners(cast(Empyreal, s), f) else NOTHING_TO_COPY

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: State, f: int, out: list[int]) -> None:
        for other in self.owners(cast(Empyreal, s), f):
            out.append(SEAT + other)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        t.top = close(f + TIMES_ONE)
        t.push(frame(t.kit.ability(t.staff[action - SEAT][self.slot]), frame_seat(f)))

    def refuses(self, s: State, f: int, action: int) -> str:
        return NOTHING_TO_COPY if SEAT <= action < SEAT + SEATS else ""

    def prompt(self, s: State, f: int) -> str:
        return f"choose whose {SLOT_NAMES[self.slot]} to copy"

    def words(self) -> str:
        which = "face-up engineer" if self.slot == ENGINEER else "surveyor, used or not"
        return f"copy the ability of another player's {which}"


def copy_engineer() -> Program:
    return do(CopyAbility(ENGINEER))


def copy_surveyor() -> Program:
    return do(CopyAbility(SURVEYOR))


def running(s: Empyreal, program: int) -> bool:
    """Whether a program is under way: what is being copied cannot be copied again."""
    if s.top & PROGRAM_MASK == program:
        return True
    for f in s.below:
        if f & PROGRAM_MASK == program:
            return True
    return False


# spellcars


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
        out: list[int] = []
        self.offer(t, f, out)
        return len(out) > 0

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


# demand tiles


class ShiftTiles(Verb):
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

    def possible(self, s: State, f: int, ahead: int) -> str:
        t = cast(Empyreal, s)
        cities = [city for city in range(COLOURS) if t.demands[city]]
        return "" if len(cities) > 1 else NO_SWAP

    def asks(self, s: State, f: int) -> bool:
        return held(f) != 0 or (times(f) < self.most and not self.possible(s, f, 0))

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Empyreal, s)
        if held(f):
            out.extend(self.tiles(t, (held(f) - 1) // (COLOURS * SIZES)))
            return
        out.append(STOP)
        out.extend(self.tiles(t, -1))

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        if action == STOP:
            t.top = close(f)
        elif held(f):
            here, mine = divmod(held(f) - 1, COLOURS * SIZES)
            there, theirs = divmod(action - SHIFT, COLOURS * SIZES)
            self.replace(t, here, mine, theirs)
            self.replace(t, there, theirs, mine)
            t.top = hold(f, 0) + TIMES_ONE
        else:
            t.top = hold(f, action - SHIFT + 1)

    def replace(self, s: Empyreal, city: int, old: int, new: int) -> None:
        at = s.demands[city].find(ONE[old])
        s.demands[city] = bytes(sorted(s.demands[city][:at] + s.demands[city][at + 1 :] + ONE[new]))

    def refuses(self, s: State, f: int, action: int) -> str:
        return NO_SWAP if SHIFT <= action < SHIFT + COLOURS * COLOURS * SIZES else ""

    def prompt(self, s: State, f: int) -> str:
        return "choose the tile to swap it with" if held(f) else "choose a demand tile to swap, or stop"

    def words(self) -> str:
        return f"swap two demand tiles of different cities, up to {self.most} times"


def shift_tiles(most: int) -> Program:
    return do(ShiftTiles(most))


def either(*options: Program) -> Program:
    return do(Either(CHOOSE, list(options)))


# the conductor

END: Final = COLUMNS + 1  # its last space
FARTHEST: Final = 4
EASY: Final = (0, 0, 2, 4)  # what moving costs by standing rule, and by a rule of the turn
FREE: Final = (0, 0, 0, 2)


def move_cost(s: Empyreal, seat: int, steps: int) -> int:
    """What moving the conductor costs: the cheapest table that applies."""
    cost = s.kit.moves[steps - 1]
    if s.turn_rules & FREE_MOVES:
        cost = min(cost, FREE[steps - 1])
    if s.rules(seat) & EASY_MOVES:
        cost = min(cost, EASY[steps - 1])
    return cost


class Mover(Verb):
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
