"""The verbs of the turn: the rules that hold in it, specialists and the main action, upgrades, and who is next."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import put
from roundhouse.core.native import i64
from roundhouse.core.verbs import TIMES_ONE, Verb, close, frame, frame_seat, program_of, times
from roundhouse.games.empyreal.actions import (
    ADMINISTRATE,
    AT_START,
    COLUMNS,
    FIRST,
    FLIPPED,
    IN_FORCE,
    MOVE,
    MOVE_RANGE,
    NO_MANA,
    NO_SPECIALIST,
    SLOTS,
    UPGRADE,
    USE,
)
from roundhouse.games.empyreal.asking import Pick
from roundhouse.games.empyreal.staff import ability_price
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
    IN_PHASE,
    MASTER,
    NO_COSTS,
    OLD_RULINGS,
    ONE_MORE,
    RECLAIMS,
    RIVAL_ONE,
    SECOND_FREE,
    TRANSFERS,
    TWICE,
    TWO_GOODS,
    WASTE_ONE,
    Empyreal,
    used_flag,
)

# How the rules of a turn, and those of station masters, read.
TURN_WORDS: Final = {
    FREE_CARS | NO_COSTS: (
        "this turn activating all cars on your conductor's space costs nothing, their own costs included"
    ),
    FREE_CARS | RECLAIMS: (
        "when you Move + Activate this turn, activating costs nothing but the cars' own costs, and you reclaim 1 mana"
    ),
    FREE_MOVES: "this turn moving 1, 2 or 3 spaces costs nothing, and 4 costs 2",
    NO_COSTS: "when you Move + Activate this turn, the cars' own costs are not paid",
    TRANSFERS: "one transfer over a rival, a city or a wasteland is free this turn",
    EXTRA: "take an extra turn after this one",
}
MASTER_WORDS: Final = {
    CITY_FREE: "transfers over cities are free",
    ONE_MORE: "at the End of the Line you may claim demand tiles that need 1 good more than you deliver",
    RIVAL_ONE: "transfers over rivals cost only 1",
    SECOND_FREE: "your second activation is free and your third costs 1; the cars' own costs are still paid",
    DELIVERY_MANA: "when you deliver at the End of the Line, gain mana",
    DELIVER_ONE: "when you administrate, you may deliver one good",
    ACT_FIRST: "you may activate first and then move; the End of the Line is then reached without delivering",
    WASTE_ONE: "transfers over wastelands cost only 1",
    EASY_MOVES: "moving 1 or 2 spaces is free, 3 cost 2 and 4 cost 4",
    BUILD_HOME: "when you administrate, you may build on your home terrain",
    TWICE: "you may pay 1 to activate one car twice, and then no other this turn; its own cost is paid twice",
    TWO_GOODS: (
        "if you deliver at the End of the Line without taking a demand tile, add two goods of one "
        "colour of a city next to your network to your folio"
    ),
}


class ThisTurn(Verb[Empyreal]):
    """Rules for the rest of this turn; those that are counted add up."""

    def __init__(self, rules: int) -> None:
        super().__init__(limited=True)
        self.rules: int = rules % RECLAIMS
        self.counts: int = rules - self.rules

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.counts or s.turn_rules & self.rules != self.rules else IN_FORCE

    def run(self, s: Empyreal, f: int) -> None:
        s.turn_rules = (s.turn_rules | self.rules) + self.counts

    def words(self) -> str:
        return TURN_WORDS[self.rules + self.counts]


class Always(Verb[Empyreal]):
    """A rule for who has the card; found in the program's planned_total."""

    def __init__(self, rule: int) -> None:
        super().__init__()
        self.rule: int = rule

    def plan_after(self, planned: int) -> int:
        return planned | self.rule

    def words(self) -> str:
        return MASTER_WORDS[self.rule]


# the conductor

END: Final = COLUMNS + 1  # its last space
FARTHEST: Final = 4
EASY: Final = (0, 0, 2, 4)  # what moving costs by a station master's rule, and by a rule of the turn
FREE: Final = (0, 0, 0, 2)


def move_cost(s: Empyreal, steps: int, turn_rules: int, rules: int) -> int:
    """What moving the conductor costs by the rules of the turn and of station masters: the cheapest table."""
    cost = s.box.moves[steps - 1]
    if turn_rules & FREE_MOVES:
        cost = min(cost, FREE[steps - 1])
    if rules & EASY_MOVES:
        cost = min(cost, EASY[steps - 1])
    return cost


class Mover(Verb[Empyreal]):
    """What the steps share in which the conductor moves."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0

    def cost(self, s: Empyreal, seat: int, action: int) -> int:
        return move_cost(s, action - MOVE + 1 - s.conductor[seat], s.turn_rules, s.rules(seat))

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        """The spaces that can be reached and paid."""
        seat = frame_seat(f)
        at = s.conductor[seat]
        rules = s.rules(seat)
        purse = s.ready[seat] + s.due(seat)
        for steps in range(1, FARTHEST + 1):
            if at + steps <= END and move_cost(s, steps, s.turn_rules, rules) <= purse:
                out.append(MOVE + at + steps - 1)

    def go(self, s: Empyreal, seat: int, action: int) -> None:
        """Pay and move."""
        s.pay(seat, self.cost(s, seat, action))
        s.conductor = put(s.conductor, seat, action - MOVE + 1)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if s.space.block(action).start != MOVE:
            return ""
        return NO_MANA if 1 <= action - MOVE + 1 - s.conductor[frame_seat(f)] <= FARTHEST else MOVE_RANGE

    def price(self, s: Empyreal, f: int, action: int) -> dict[str, int]:
        return {"mana": -self.cost(s, frame_seat(f), action)} if s.space.block(action).start == MOVE else {}


# the turn


class BeginTurn(Verb[Empyreal]):
    """A turn begins: no rule of the last one holds."""

    def run(self, s: Empyreal, f: int) -> None:
        s.turn_rules = IN_PHASE | s.turn_count(EXTRA) * EXTRA
        if s.switches & OLD_RULINGS:
            s.take_due(frame_seat(f))


class Act(Mover):
    """Any number of specialists, then the main action."""

    def __init__(self, administrate: int, activate: int, first: int, end: int) -> None:
        super().__init__()
        self.administrate: int = administrate  # the programs of the main actions
        self.activate: int = activate
        self.first: int = first
        self.end: int = end

    def usable(self, s: Empyreal, seat: int, slot: int) -> str:
        """The clause by which a specialist cannot be used now, or ""."""
        program = s.ability(seat, slot)
        if not program:
            return NO_SPECIALIST
        used = s.turn_rules & used_flag(slot) != 0 if slot >= MASTER else s.is_flipped(seat, slot)
        if used:
            return FLIPPED
        return s.programs.possible(s, frame(program, seat), 0)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        staff = s.staff[seat]
        slot: i64
        for slot in range(SLOTS):
            if staff[slot] and not self.usable(s, seat, slot):
                out.append(USE + slot)
        out.append(ADMINISTRATE)
        super().choices(s, f, out)
        if s.rules(seat) & ACT_FIRST and s.conductor[seat]:
            out.append(FIRST)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        if action < USE + SLOTS:
            slot = action - USE
            if slot < MASTER:
                s.flip(seat, slot, True)
            else:
                s.turn_rules |= used_flag(slot)
            s.push(frame(s.ability(seat, slot), seat))
            return
        s.take_due(seat)
        s.turn_rules &= ~IN_PHASE
        s.top = close(f + TIMES_ONE)
        if action == ADMINISTRATE:
            s.forget_reclaims()
            s.push(frame(self.administrate, seat))
            return
        program = self.first
        if action != FIRST:
            self.go(s, seat, action)
            program = self.end if s.conductor[seat] == END else self.activate
        s.give_back(seat)
        if s.switches & OLD_RULINGS:
            s.forget_reclaims()
        s.push(frame(program, seat))

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        seat = frame_seat(f)
        if s.space.block(action).start == USE:
            return self.usable(s, seat, action - USE)
        if action == FIRST:
            return AT_START if s.rules(seat) & ACT_FIRST else NO_SPECIALIST
        return super().refuses(s, f, action)

    def price(self, s: Empyreal, f: int, action: int) -> dict[str, int]:
        if s.space.block(action).start == USE:
            return ability_price(s, frame_seat(f), action - USE)
        return super().price(s, f, action)

    def prompt(self, s: Empyreal, f: int) -> str:
        return "use a specialist, administrate or move the conductor"


class MoveAfter(Mover):
    """Having activated, the conductor moves; at the End there is only the upgrade."""

    def __init__(self, upgrade: int) -> None:
        super().__init__()
        self.upgrade: int = upgrade

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        s.top = close(f + TIMES_ONE)
        self.go(s, seat, action)
        if s.conductor[seat] == END:
            s.push(frame(self.upgrade, seat))

    def prompt(self, s: Empyreal, f: int) -> str:
        return "move the conductor"


class Upgrade(Pick):
    """One of the three upgrades, whatever it brings."""

    def __init__(self, programs: list[int]) -> None:
        super().__init__(UPGRADE, "", "choose an upgrade", limited=False)
        self.programs: list[int] = programs

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        return [0, 1, 2]

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        s.push(frame(self.programs[thing], frame_seat(f)))


class BackToStart(Verb[Empyreal]):
    """The conductor returns."""

    def run(self, s: Empyreal, f: int) -> None:
        s.conductor = put(s.conductor, frame_seat(f), 0)


class PassOn(Verb[Empyreal]):
    """The next seat's turn, an extra one, or the final deliveries."""

    def __init__(self) -> None:
        super().__init__()
        self.turn: int = 0
        self.last: int = 0

    def run(self, s: Empyreal, f: int) -> None:
        seat = frame_seat(f)
        s.open_wastes = b""
        s.copied = b""
        s.fresh = 0
        if s.round and s.turn_count(EXTRA):
            s.turn_rules -= EXTRA
            s.top = frame(self.turn, seat)
            return
        s.turn_rules = 0
        follows = (seat + 1) % s.seats if s.round else s.first
        if follows == s.first:
            if s.ending and s.round:
                s.final = 1
                s.top = frame(self.last, (s.first - 1) % s.seats)
                return
            s.round += 1
        s.top = frame(self.turn, follows)


class NextFinal(Verb[Empyreal]):
    """The seat before makes its final delivery by this program; after the start player the game is over."""

    def run(self, s: Empyreal, f: int) -> None:
        seat = frame_seat(f)
        if seat == s.first:
            s.finish()
        else:
            s.top = frame(program_of(f), (seat - 1) % s.seats)
