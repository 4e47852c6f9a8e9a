"""The verbs of specialists: refreshing, gaining, swapping, copying and using them."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import put
from roundhouse.core.verbs import Verb, frame, frame_seat, memo, with_memo
from roundhouse.games.empyreal.actions import (
    NO_EFFECT,
    NO_SPECIALIST,
    NO_STACK,
    NOT_THERE,
    NOTHING_FLIPPED,
    NOTHING_TO_COPY,
    RECRUIT,
    SEAT,
    STACKS,
    STOP,
    SWAP,
    TAKE,
    USE,
)
from roundhouse.games.empyreal.asking import Pick, PickTwo
from roundhouse.games.empyreal.mana import Some
from roundhouse.games.empyreal.registers import picked, running
from roundhouse.games.empyreal.state import CAPTAIN, ENGINEER, MASTER, OPEN, SECOND, Empyreal, without

SLOT_NAMES: Final = ("captain", "engineer", "surveyor", "station master", "second station master")
STACK_NAMES: Final = ("engineers", "surveyors", "station masters")
CAPTAINS: Final = 1 << CAPTAIN
ENGINEERS: Final = 1 << ENGINEER


def ability_price(s: Empyreal, seat: int, slot: int) -> dict[str, int]:
    """What using a specialist costs."""
    paid = s.programs.planned_total(s.ability(seat, slot))
    return {"mana": -paid} if paid else {}


class Refresh(Verb[Empyreal]):
    """Captain, engineer or both turn face-up again."""

    def __init__(self, slots: int = CAPTAINS | ENGINEERS, must: bool = True) -> None:
        super().__init__(limited=must)
        self.slots: int = slots

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if s.flipped[frame_seat(f)] & self.slots else NOTHING_FLIPPED

    def run(self, s: Empyreal, f: int) -> None:
        s.flipped = put(s.flipped, frame_seat(f), s.flipped[frame_seat(f)] & ~self.slots)

    def words(self) -> str:
        names = [SLOT_NAMES[slot] for slot in (CAPTAIN, ENGINEER) if self.slots >> slot & 1]
        return f"refresh your {' and '.join(names)}"


class Recruit(PickTwo):
    """Gain a specialist: the stack, which only the chooser sees, then one of it."""

    def __init__(self) -> None:
        super().__init__(RECRUIT, NO_STACK, TAKE, NOT_THERE, reading="gain a specialist")

    def among(self, s: Empyreal, f: int) -> list[int]:
        staff = s.staff[frame_seat(f)]
        return [k for k in range(STACKS) if s.stacks[k] and not staff[ENGINEER + k]]

    def partners(self, s: Empyreal, f: int, thing: int) -> list[int]:
        return sorted(s.stacks[thing])

    def begin(self, s: Empyreal, f: int, thing: int) -> None:
        if not s.switches & OPEN:
            s.learned = True
            s.look_at(frame_seat(f), s.stacks[thing])

    def chosen(self, s: Empyreal, f: int, thing: int, other: int) -> None:
        s.stacks[thing] = without(s.stacks[thing], other)
        s.hire(frame_seat(f), ENGINEER + thing, other)

    def prompt(self, s: Empyreal, f: int) -> str:
        return f"choose one of the {STACK_NAMES[picked(f)]}" if memo(f) else "choose a stack of specialists"


class DrawMasters(Some):
    """Station masters of the box, for the drawer to look at."""

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if s.unused[MASTER - 1] and not s.staff[frame_seat(f)][SECOND] else NOT_THERE

    def run(self, s: Empyreal, f: int) -> None:
        box = s.shuffled(sorted(s.unused[MASTER - 1]))
        s.drawn = bytes(sorted(box[: self.n]))
        s.unused[MASTER - 1] = bytes(sorted(box[self.n :]))
        s.look_at(frame_seat(f), s.drawn)

    def words(self) -> str:
        return f"draw {self.n} station masters from the box"


class KeepMaster(Pick):
    """One of the station masters that were drawn comes on top of the surveyor; the others go back."""

    def __init__(self) -> None:
        super().__init__(
            TAKE,
            NOT_THERE,
            "choose your second station master",
            limited=False,
            reading="one of them comes into play on top of this card, the others go back",
        )

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        return list(s.drawn)

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        s.unused[MASTER - 1] = bytes(sorted(s.unused[MASTER - 1] + without(s.drawn, thing)))
        s.drawn = b""
        s.hire(frame_seat(f), SECOND, thing)


class UseNow(Pick):
    """Captain and engineer may each be used now, once, and stay face-up. `memo` is the set of those that were."""

    def __init__(self) -> None:
        super().__init__(
            USE,
            NO_EFFECT,
            "use captain or engineer without flipping them, or stop",
            STOP,
            most=2,
            reading="each of them may be used once now without flipping",
        )

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        seat = frame_seat(f)
        unused = [slot for slot in (CAPTAIN, ENGINEER) if not memo(f) >> slot & 1 and s.ability(seat, slot)]
        return [slot for slot in unused if s.can_use(seat, s.ability(seat, slot))]

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        if s.flipped[frame_seat(f)] & (CAPTAINS | ENGINEERS) or self.among(s, f, planned):
            return ""
        return NOTHING_FLIPPED

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        seat = frame_seat(f)
        s.top = with_memo(s.top, memo(f) | 1 << thing)
        s.push(frame(s.ability(seat, thing), seat))

    def price(self, s: Empyreal, f: int, action: int) -> dict[str, int]:
        return {} if action == STOP else ability_price(s, frame_seat(f), action - USE)


# Which slots are swapped: own and other's.
PAIRS: Final = (
    (CAPTAIN, CAPTAIN),
    (ENGINEER, ENGINEER),
    (MASTER, MASTER),
    (MASTER, SECOND),
    (SECOND, MASTER),
    (SECOND, SECOND),
)


class SwapStaff(Pick):
    """Swap captain, engineer or station master with somebody's of the same kind."""

    def __init__(self) -> None:
        super().__init__(
            SWAP,
            NO_SPECIALIST,
            "choose which specialists to swap",
            reading="swap your captain, engineer or station master with another player's; what you take is refreshed",
        )

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        seat = frame_seat(f)
        return [
            other * len(PAIRS) + i
            for other in range(s.seats)
            for i, (mine, theirs) in enumerate(PAIRS)
            if other != seat and s.staff[seat][mine] and s.staff[other][theirs]
        ]

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        seat = frame_seat(f)
        other, i = divmod(thing, len(PAIRS))
        mine, theirs = PAIRS[i]
        given, taken = s.staff[seat][mine], s.staff[other][theirs]
        s.staff[other] = put(s.staff[other], theirs, given)
        s.flip(other, theirs, s.is_flipped(seat, mine))
        s.hire(seat, mine, taken - 1)


class CopyAbility(Pick):
    """Use the ability of another's specialist: a face-up engineer, or any surveyor."""

    def __init__(self, slot: int) -> None:
        super().__init__(SEAT, NOTHING_TO_COPY, f"choose whose {SLOT_NAMES[slot]} to copy")
        self.slot: int = slot

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        return [other for other in range(s.seats) if self.copies(s, frame_seat(f), other)]

    def copies(self, s: Empyreal, seat: int, other: int) -> bool:
        program = s.ability(other, self.slot)
        if other == seat or not program or running(s, program):
            return False
        return not (self.slot == ENGINEER and s.is_flipped(other, ENGINEER)) and s.can_use(seat, program)

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        s.push(frame(s.ability(thing, self.slot), frame_seat(f)))

    def price(self, s: Empyreal, f: int, action: int) -> dict[str, int]:
        return ability_price(s, action - SEAT, self.slot)

    def words(self) -> str:
        which = "face-up engineer" if self.slot == ENGINEER else "surveyor, used or not"
        return f"copy the ability of another player's {which}"
