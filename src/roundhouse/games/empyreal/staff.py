"""The verbs of specialists: refreshing, gaining, swapping, copying and using them."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import put
from roundhouse.core.verbs import (
    TIMES_ONE,
    Program,
    Verb,
    close,
    frame,
    frame_seat,
    memo,
    times,
    with_memo,
)
from roundhouse.games.empyreal.actions import (
    NO_EFFECT,
    NO_SPECIALIST,
    NO_STACK,
    NOT_THERE,
    NOTHING_FLIPPED,
    NOTHING_TO_COPY,
    RECRUIT,
    SEAT,
    SEATS,
    SLOTS,
    SPECIALISTS,
    STACKS,
    STOP,
    SWAP,
    TAKE,
    USE,
)
from roundhouse.games.empyreal.state import CAPTAIN, ENGINEER, MASTER, OPEN, SECOND, SURVEYOR, Empyreal
from roundhouse.games.empyreal.verbs import running

SLOT_NAMES: Final = ("captain", "engineer", "surveyor", "station master", "second station master")
STACK_NAMES: Final = ("engineers", "surveyors", "station masters")


class Refresh(Verb[Empyreal]):
    """Captain, engineer or both turn face-up again."""

    def __init__(self, slots: int, must: bool) -> None:
        super().__init__(limited=must)
        self.slots: int = slots

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if s.flipped[frame_seat(f)] & self.slots else NOTHING_FLIPPED

    def run(self, s: Empyreal, f: int) -> None:
        s.flipped = put(s.flipped, frame_seat(f), s.flipped[frame_seat(f)] & ~self.slots)

    def words(self) -> str:
        names = [SLOT_NAMES[slot] for slot in (CAPTAIN, ENGINEER) if self.slots >> slot & 1]
        return f"refresh your {' and '.join(names)}"


CAPTAINS: Final = 1 << CAPTAIN
ENGINEERS: Final = 1 << ENGINEER


def refresh(slots: int) -> Program:
    return Refresh(slots, True)


class Recruit(Verb[Empyreal]):
    """Gain a specialist: the stack, which only the chooser sees, then one of it. `held` is the stack plus 1."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def stacks(self, s: Empyreal, seat: int) -> list[int]:
        return [k for k in range(STACKS) if s.stacks[k] and not s.staff[seat][ENGINEER + k]]

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.stacks(s, frame_seat(f)) else NO_STACK

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0 and (memo(f) != 0 or not self.possible(s, f, 0))

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        if memo(f):
            for specialist in sorted(s.stacks[memo(f) - 1]):
                out.append(TAKE + specialist)
        else:
            for k in self.stacks(s, frame_seat(f)):
                out.append(RECRUIT + k)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        if not memo(f):
            k = action - RECRUIT
            if not s.switches & OPEN:
                s.learned = True
                for specialist in s.stacks[k]:
                    s.known = put(s.known, specialist, s.known[specialist] | 1 << seat)
            s.top = with_memo(f, k + 1)
            return
        k = memo(f) - 1
        at = s.stacks[k].index(action - TAKE)
        s.stacks[k] = s.stacks[k][:at] + s.stacks[k][at + 1 :]
        s.top = close(with_memo(f, 0) + TIMES_ONE)
        s.hire(seat, ENGINEER + k, action - TAKE)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if TAKE <= action < TAKE + SPECIALISTS:
            return NOT_THERE
        return NO_STACK if RECRUIT <= action < RECRUIT + STACKS else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return f"choose one of the {STACK_NAMES[memo(f) - 1]}" if memo(f) else "choose a stack of specialists"

    def words(self) -> str:
        return "gain a specialist"


class DrawMasters(Verb[Empyreal]):
    """Station masters of the box, for the drawer to look at."""

    def __init__(self, n: int) -> None:
        super().__init__(limited=True)
        self.n: int = n

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if s.unused[MASTER - 1] and not s.staff[frame_seat(f)][SECOND] else NOT_THERE

    def run(self, s: Empyreal, f: int) -> None:
        seat = frame_seat(f)
        box = s.shuffled(sorted(s.unused[MASTER - 1]))
        s.drawn = bytes(sorted(box[: self.n]))
        s.unused[MASTER - 1] = bytes(sorted(box[self.n :]))
        for specialist in s.drawn:
            s.known = put(s.known, specialist, s.known[specialist] | 1 << seat)

    def words(self) -> str:
        return f"draw {self.n} station masters from the box"


class KeepMaster(Verb[Empyreal]):
    """One of the station masters that were drawn comes on top of the surveyor; the others go back."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Empyreal, f: int) -> bool:
        return len(s.drawn) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for specialist in s.drawn:
            out.append(TAKE + specialist)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        chosen = action - TAKE
        rest = [m for m in s.drawn if m != chosen]
        s.unused[MASTER - 1] = bytes(sorted([*s.unused[MASTER - 1], *rest]))
        s.drawn = b""
        s.top = close(f + TIMES_ONE)
        s.hire(frame_seat(f), SECOND, chosen)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NOT_THERE if TAKE <= action < TAKE + SPECIALISTS else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose your second station master"

    def words(self) -> str:
        return "one of them comes into play on top of this card, the others go back"


def draw_masters(n: int) -> Program:
    return DrawMasters(n) + KeepMaster()


class UseNow(Verb[Empyreal]):
    """Captain and engineer may each be used now, once, and stay face-up. `held` says which were."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def usable(self, s: Empyreal, f: int) -> list[int]:
        seat = frame_seat(f)
        out: list[int] = []
        for slot in (CAPTAIN, ENGINEER):
            program = s.box.ability(s.staff[seat][slot])
            if not memo(f) >> slot & 1 and program and not s.programs.possible(s, frame(program, seat), 0):
                out.append(slot)
        return out

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        if s.flipped[frame_seat(f)] & (CAPTAINS | ENGINEERS) or self.usable(s, f):
            return ""
        return NOTHING_FLIPPED

    def asks(self, s: Empyreal, f: int) -> bool:
        return len(self.usable(s, f)) > 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for slot in self.usable(s, f):
            out.append(USE + slot)
        out.append(STOP)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        slot = action - USE
        seat = frame_seat(f)
        s.top = with_memo(f, memo(f) | 1 << slot) + TIMES_ONE
        s.push(frame(s.box.ability(s.staff[seat][slot]), seat))

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_EFFECT if USE <= action < USE + SLOTS else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "use captain or engineer without flipping them, or stop"

    def words(self) -> str:
        return "each of them may be used once now without flipping"


def use_now() -> Program:
    return Refresh(CAPTAINS | ENGINEERS, False) + UseNow()


# Which slots are swapped: own and other's.
PAIRS: Final = (
    (CAPTAIN, CAPTAIN),
    (ENGINEER, ENGINEER),
    (MASTER, MASTER),
    (MASTER, SECOND),
    (SECOND, MASTER),
    (SECOND, SECOND),
)


class SwapStaff(Verb[Empyreal]):
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

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.swaps(s, frame_seat(f)) else NO_SPECIALIST

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        out.extend(self.swaps(s, frame_seat(f)))

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        other, i = divmod(action - SWAP, len(PAIRS))
        mine, theirs = PAIRS[i]
        given = s.staff[seat][mine]
        taken = s.staff[other][theirs]
        side = s.flipped[seat] >> mine & 1
        s.top = close(f + TIMES_ONE)
        s.staff[other] = put(s.staff[other], theirs, given)
        s.flipped = put(s.flipped, other, s.flipped[other] & ~(1 << theirs) | side << theirs)
        s.hire(seat, mine, taken - 1)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_SPECIALIST if SWAP <= action < SWAP + len(PAIRS) * SEATS else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose which specialists to swap"

    def words(self) -> str:
        return "swap your captain, engineer or station master with another player's; what you take is refreshed"


class CopyAbility(Verb[Empyreal]):
    """Use the ability of another's specialist: a face-up engineer, or any surveyor."""

    def __init__(self, slot: int) -> None:
        super().__init__(asking=True, limited=True)
        self.slot: int = slot

    def owners(self, s: Empyreal, f: int) -> list[int]:
        seat = frame_seat(f)
        out: list[int] = []
        for other in range(s.seats):
            program = s.box.ability(s.staff[other][self.slot])
            if other == seat or not program or running(s, program):
                continue
            if self.slot == ENGINEER and s.flipped[other] >> ENGINEER & 1:
                continue
            if not s.programs.possible(s, frame(program, seat), 0):
                out.append(other)
        return out

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.owners(s, f) else NOTHING_TO_COPY

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0 and not self.possible(s, f, 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for other in self.owners(s, f):
            out.append(SEAT + other)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        s.top = close(f + TIMES_ONE)
        s.push(frame(s.box.ability(s.staff[action - SEAT][self.slot]), frame_seat(f)))

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NOTHING_TO_COPY if SEAT <= action < SEAT + SEATS else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return f"choose whose {SLOT_NAMES[self.slot]} to copy"

    def words(self) -> str:
        which = "face-up engineer" if self.slot == ENGINEER else "surveyor, used or not"
        return f"copy the ability of another player's {which}"


def copy_engineer() -> Program:
    return CopyAbility(ENGINEER)


def copy_surveyor() -> Program:
    return CopyAbility(SURVEYOR)
