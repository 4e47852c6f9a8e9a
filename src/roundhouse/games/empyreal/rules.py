"""Set-up, the turn, the End of the Line, and the end of Empyreal."""

from __future__ import annotations

from typing import Final, cast

from roundhouse.core.cells import put
from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game, Option
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State
from roundhouse.core.tables import Box, Edits, Table
from roundhouse.core.verbs import (
    TIMES_ONE,
    Program,
    Verb,
    close,
    do,
    frame,
    frame_seat,
    held,
    hold,
    settle,
    times,
    with_seat,
)
from roundhouse.games.empyreal import bot, view
from roundhouse.games.empyreal.actions import (
    ADMINISTRATE,
    AT_START,
    AWARDS,
    BUILD,
    CAPTAIN,
    CAPTAINS,
    COLOURS,
    COLUMNS,
    COMPANY,
    FIRST,
    FLIPPED,
    HEXES,
    MOVE,
    NO_AWARD,
    NO_HEADQUARTERS,
    NO_SPECIALIST,
    NOT_BESIDE,
    NOT_ITS_CAPTAIN,
    ONE_AT_A_TIME,
    PLACES,
    REASONS,
    SLOTS,
    SPACE,
    STRIKE,
    TAKEN,
    TILES,
    UPGRADE,
    USE,
)
from roundhouse.games.empyreal.board import WASTELAND
from roundhouse.games.empyreal.box import SHELF, EmpyrealBox
from roundhouse.games.empyreal.cars import activate, gain_cars
from roundhouse.games.empyreal.goods import deliver, delivery_rewards
from roundhouse.games.empyreal.staff import CAPTAINS as CAPTAIN_BIT
from roundhouse.games.empyreal.staff import ENGINEERS as ENGINEER_BIT
from roundhouse.games.empyreal.staff import Refresh, gain_specialist
from roundhouse.games.empyreal.state import (
    ACT_FIRST,
    ADVANCED,
    BUILD_HOME,
    DELIVER_ONE,
    ENGINEER,
    EPIC,
    EXPERT,
    EXTRA,
    FRIENDLY,
    IN_PHASE,
    MASK,
    MASTER,
    MASTER_USED,
    ONE,
    OPEN,
    RECLAIMS,
    SECOND,
    SECOND_USED,
    TEAM_SHIFT,
    Empyreal,
)
from roundhouse.games.empyreal.state import CAPTAIN as CAPTAIN_SLOT
from roundhouse.games.empyreal.track import ANY, HOME, UNLESS, build
from roundhouse.games.empyreal.verbs import END, Mover, Reclaim, gain_mana

AWARD_SETS: Final = {"off": 0, "advanced": ADVANCED, "expert": EXPERT}
TEAMS: Final = {"off": (0, 0), "2v2": (4, 2), "2v2v2": (6, 3), "3v3": (6, 2)}  # seats, teams


# set-up


class StrikeAwards(Verb):
    """The expert awards: in turn order each seat takes one out, until two are left."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: State, f: int) -> bool:
        t = cast(Empyreal, s)
        return t.switches & EXPERT != 0 and len(t.awards) > 2

    def choices(self, s: State, f: int, out: list[int]) -> None:
        for award in cast(Empyreal, s).awards:
            out.append(STRIKE + award)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        t.awards = bytes([a for a in t.awards if a != action - STRIKE])
        follows = (frame_seat(f) + 1) % t.seats
        t.top = with_seat(f, (follows - 1) % t.seats if follows == t.first else follows) + TIMES_ONE

    def refuses(self, s: State, f: int, action: int) -> str:
        return NO_AWARD if STRIKE <= action < STRIKE + AWARDS else ""

    def prompt(self, s: State, f: int) -> str:
        return "strike out an award"


class FoundCompany(Verb):
    """In reverse turn order each seat takes a company and its captain, or a wild one."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def captains(self, s: Empyreal, company: int) -> list[int]:
        """Who can lead a company now."""
        out: list[int] = []
        taken = self.taken(s)
        for captain in self.playing(s):
            if not taken >> captain & 1 and (captain == s.kit.captain_of[company] or self.wild(s, captain)):
                out.append(captain)
        return out

    def playing(self, s: Empyreal) -> list[int]:
        """The captains of this table."""
        return s.kit.captains[1 if s.switches & FRIENDLY else 0]

    def taken(self, s: Empyreal) -> int:
        """The captains that lead a company already, as a set."""
        found = 0
        for seat in range(s.seats):
            if s.staff[seat][CAPTAIN_SLOT]:
                found |= 1 << s.staff[seat][CAPTAIN_SLOT] - 1
        return found

    def wild(self, s: Empyreal, captain: int) -> bool:
        """Whether a captain leads any company."""
        return s.kit.wild >> captain & 1 == 1

    def leaves_enough(self, s: Empyreal, seat: int, company: int, captain: int) -> bool:
        """Whether the seats still to choose can all have a company with a captain."""
        waiting = 0
        founded = 1 << company
        for other in range(s.seats):
            if other != seat and s.companies[other]:
                founded |= 1 << s.companies[other] - 1
            elif other != seat:
                waiting += 1
        taken = self.taken(s) | 1 << captain
        free = 0
        wild = 0
        for c in self.playing(s):
            if not taken >> c & 1:
                free |= 1 << c
                wild += 1 if self.wild(s, c) else 0
        led = 0
        orphans = 0
        for home in range(COLOURS):
            if not founded >> home & 1:
                if free >> s.kit.captain_of[home] & 1:
                    led += 1
                else:
                    orphans += 1
        return led + min(orphans, wild) >= waiting

    def leaders(self, s: Empyreal, seat: int, company: int) -> list[int]:
        if s.companies.find(ONE[company + 1]) >= 0 and s.companies[seat] != company + 1:
            return []
        return [c for c in self.captains(s, company) if self.leaves_enough(s, seat, company, c)]

    def asks(self, s: State, f: int) -> bool:
        return cast(Empyreal, s).staff[frame_seat(f)][CAPTAIN_SLOT] == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        if held(f):
            for captain in self.leaders(t, seat, held(f) - 1):
                out.append(CAPTAIN + captain)
        else:
            for company in range(COLOURS):
                if self.leaders(t, seat, company):
                    out.append(COMPANY + company)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        if not held(f):
            company = action - COMPANY
            t.companies = put(t.companies, seat, company + 1)
            first = TILES + company * COLUMNS + 1
            t.yards[seat] = bytes(range(first, first + COLUMNS)) + bytes(PLACES - COLUMNS)
            t.top = hold(f, company + 1)
            return
        t.staff[seat] = put(t.staff[seat], CAPTAIN_SLOT, action - CAPTAIN + 1)
        t.ready = put(t.ready, seat, t.kit.start_mana)
        f = hold(f, 0)
        t.top = f if seat == t.first else with_seat(f, (seat - 1) % t.seats)

    def refuses(self, s: State, f: int, action: int) -> str:
        if COMPANY <= action < COMPANY + COLOURS:
            return TAKEN
        return NOT_ITS_CAPTAIN if CAPTAIN <= action < CAPTAIN + CAPTAINS else ""

    def prompt(self, s: State, f: int) -> str:
        if held(f):
            return f"choose the captain of {cast(Empyreal, s).kit.company_titles[held(f) - 1]}"
        return "choose a company"


class Headquarters(Verb):
    """In turn order each seat places two cars: on its home terrain, and next to it."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def free(self, s: Empyreal, hex: int) -> bool:
        return s.ground[hex] < WASTELAND and not s.there[hex]

    def hexes(self, s: Empyreal, seat: int) -> list[int]:
        if s.nets[seat]:
            return [h for h in s.board.beside[s.nets[seat][0]] if self.free(s, h)]
        out: list[int] = []
        for h in range(s.board.size):
            if s.ground[h] == s.home(seat) and not s.there[h]:
                for n in s.board.beside[h]:
                    if self.free(s, n):
                        out.append(h)
                        break
        return out

    def asks(self, s: State, f: int) -> bool:
        return len(cast(Empyreal, s).nets[frame_seat(f)]) < 2

    def choices(self, s: State, f: int, out: list[int]) -> None:
        for h in self.hexes(cast(Empyreal, s), frame_seat(f)):
            out.append(BUILD + 2 * h)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        t.build(seat, (action - BUILD) >> 1)
        if len(t.nets[seat]) == 2:
            follows = (seat + 1) % t.seats
            t.top = f + TIMES_ONE if follows == t.first else with_seat(f, follows) + TIMES_ONE
        else:
            t.top = f + TIMES_ONE

    def refuses(self, s: State, f: int, action: int) -> str:
        if not BUILD <= action < BUILD + 2 * HEXES:
            return ""
        return NOT_BESIDE if cast(Empyreal, s).nets[frame_seat(f)] else NO_HEADQUARTERS

    def prompt(self, s: State, f: int) -> str:
        t = cast(Empyreal, s)
        return "place the second car of your headquarters" if t.nets[frame_seat(f)] else "place your headquarters"


# the turn


class BeginTurn(Verb):
    """A turn begins: no rule of the last one holds."""

    def run(self, s: State, f: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        t.turn_rules = IN_PHASE | (t.turn_rules // EXTRA & MASK) * EXTRA
        t.greet(seat, MASTER)
        t.greet(seat, SECOND)


class Act(Mover):
    """Any number of specialists, then the main action."""

    def __init__(self) -> None:
        super().__init__(asking=True)
        self.administrate: int = 0
        self.activate: int = 0
        self.first: int = 0
        self.end: int = 0

    def usable(self, s: Empyreal, seat: int, slot: int) -> str:
        """The clause by which a specialist cannot be used now, or ""."""
        program = s.kit.ability(s.staff[seat][slot])
        if not program:
            return NO_SPECIALIST
        if slot < MASTER and s.flipped[seat] >> slot & 1:
            return FLIPPED
        if slot >= MASTER and s.turn_rules & (MASTER_USED if slot == MASTER else SECOND_USED):
            return FLIPPED
        return s.programs.possible(s, frame(program, seat), 0)

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        for slot in range(SLOTS):
            if t.staff[seat][slot] and not self.usable(t, seat, slot):
                out.append(USE + slot)
        out.append(ADMINISTRATE)
        self.moves(t, seat, out)
        if t.rules(seat) & ACT_FIRST and t.conductor[seat]:
            out.append(FIRST)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        if action < USE + SLOTS:
            slot = action - USE
            if slot < MASTER:
                t.flipped = put(t.flipped, seat, t.flipped[seat] | 1 << slot)
            else:
                t.turn_rules |= MASTER_USED if slot == MASTER else SECOND_USED
            t.push(frame(t.kit.ability(t.staff[seat][slot]), seat))
            return
        t.turn_rules &= ~IN_PHASE
        t.top = close(f + TIMES_ONE)
        if action == ADMINISTRATE:
            t.push(frame(self.administrate, seat))
            return
        if action != FIRST:
            self.go(t, seat, action)
        t.reclaim(seat, t.turn_rules // RECLAIMS & MASK, False)
        if action == FIRST:
            t.push(frame(self.first, seat))
        else:
            t.push(frame(self.end if t.conductor[seat] == END else self.activate, seat))

    def refuses(self, s: State, f: int, action: int) -> str:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        if USE <= action < USE + SLOTS:
            return self.usable(t, seat, action - USE)
        if MOVE <= action < FIRST:
            return self.refused(t, seat, action)
        if action == FIRST:
            return AT_START if t.rules(seat) & ACT_FIRST else NO_SPECIALIST
        return ""

    def prompt(self, s: State, f: int) -> str:
        return "use a specialist, administrate or move the conductor"


class MoveAfter(Mover):
    """Having activated, the conductor moves; at the End there is only the upgrade."""

    def __init__(self) -> None:
        super().__init__(asking=True)
        self.upgrade: int = 0

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        self.moves(cast(Empyreal, s), frame_seat(f), out)

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        t.top = close(f + TIMES_ONE)
        self.go(t, seat, action)
        if t.conductor[seat] == END:
            t.push(frame(self.upgrade, seat))

    def refuses(self, s: State, f: int, action: int) -> str:
        return self.refused(cast(Empyreal, s), frame_seat(f), action) if MOVE <= action < FIRST else ""

    def prompt(self, s: State, f: int) -> str:
        return "move the conductor"


class Upgrade(Verb):
    """One of the three upgrades, whatever it brings."""

    def __init__(self) -> None:
        super().__init__(asking=True)
        self.programs: list[int] = []

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out.extend([UPGRADE, UPGRADE + 1, UPGRADE + 2])

    def choose(self, s: State, f: int, action: int) -> None:
        s.top = close(f + TIMES_ONE)
        s.push(frame(self.programs[action - UPGRADE], frame_seat(f)))

    def prompt(self, s: State, f: int) -> str:
        return "choose an upgrade"


class BackToStart(Verb):
    """The conductor returns."""

    def run(self, s: State, f: int) -> None:
        t = cast(Empyreal, s)
        t.conductor = put(t.conductor, frame_seat(f), 0)


class PassOn(Verb):
    """The next seat's turn, an extra one, or the final deliveries."""

    def __init__(self) -> None:
        super().__init__()
        self.turn: int = 0
        self.last: int = 0

    def run(self, s: State, f: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        t.open_wastes = b""
        t.copied = b""
        t.fresh = 0
        if t.round and t.turn_rules // EXTRA & MASK:
            t.turn_rules -= EXTRA
            t.top = frame(self.turn, seat)
            return
        t.turn_rules = 0
        follows = (seat + 1) % t.seats if t.round else t.first
        if follows == t.first:
            if t.ending and t.round:
                t.final = 1
                t.top = frame(self.last, (t.first - 1) % t.seats)
                return
            t.round += 1
        t.top = frame(self.turn, follows)


class NextFinal(Verb):
    """The seat before makes its final delivery; after the start player the game is over."""

    def __init__(self) -> None:
        super().__init__()
        self.last: int = 0

    def run(self, s: State, f: int) -> None:
        t = cast(Empyreal, s)
        seat = frame_seat(f)
        if seat == t.first:
            t.finish()
        else:
            t.top = frame(self.last, (seat - 1) % t.seats)


class EmpyrealGame(Game):
    """Empyreal: Spells & Steam, 2 to 6 seats."""

    def __init__(self) -> None:
        super().__init__("empyreal", "Empyreal: Spells & Steam", range(2, 7), 1)
        self.shelf = SHELF
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        self.depth = 3
        self.numbered: dict[str, int] = {}
        self.effects: dict[str, Program] = {}
        act = Act()
        act.administrate = self.programs.add(
            build(ANY, HOME, 1, BUILD_HOME)
            + do(Reclaim(0))
            + do(Refresh(CAPTAIN_BIT | ENGINEER_BIT, False))
            + build(ANY, HOME | UNLESS, 1, BUILD_HOME)
            + gain_cars()
            + deliver(1, False, DELIVER_ONE)
        )
        upgrade = Upgrade()
        upgrade.programs = [
            self.programs.add(gain_mana() + do(Reclaim(0))),
            self.programs.add(gain_specialist() + do(Refresh(CAPTAIN_BIT | ENGINEER_BIT, False))),
            self.programs.add(gain_cars(2)),
        ]
        after = MoveAfter()
        after.upgrade = self.programs.add(do(upgrade) + do(BackToStart()))
        act.activate = self.programs.add(activate())
        act.first = self.programs.add(activate() + do(after))
        act.end = self.programs.add(deliver(0, True) + delivery_rewards() + do(upgrade) + do(BackToStart()))
        passes = PassOn()
        last = NextFinal()
        self.turn: int = self.programs.add(do(BeginTurn()) + do(act) + do(passes))
        passes.turn = self.turn
        passes.last = self.programs.add(deliver(0, False) + do(last))
        last.last = passes.last
        self.flow: int = self.programs.add(do(StrikeAwards()) + do(FoundCompany()) + do(Headquarters()) + do(passes))
        self.printed: EmpyrealBox = self.make_box(SHELF.printed(), {})
        self.options = {
            "awards": Option(
                "choice",
                "off",
                "Awards at the end: none, two drawn at random, or two left after each seat has struck one out.",
                tuple(AWARD_SETS),
            ),
            "epic": Option("flag", False, "A longer game: one more demand tile triggers its end."),
            "open_information": Option("flag", False, "The specialists in the stacks lie open for all to see."),
            "friendly": Option("flag", False, "Without the captains, specialists and spellcars that harm others."),
            "teams": Option(
                "choice",
                "off",
                "Teams sit alternately and share points: 2v2 with four seats, 2v2v2 or 3v3 with six; without awards.",
                tuple(TEAMS),
            ),
        }

    def program(self, key: str, effect: Program) -> int:
        """The number of a card's program; one key has one number in all boxes."""
        if key not in self.numbered:
            self.numbered[key] = self.number(effect)
            self.effects[key] = effect
        return self.numbered[key]

    def parts(self, card: int) -> list[tuple[str, str]]:
        kit = self.printed
        if card >= kit.first_award:
            award = kit.award_cards[card - kit.first_award]
            return [(type(award).__name__, award.told)]
        return self.made_of(kit.programs[card] if card < kit.own_cars else self.numbered[kit.ids[card]])

    def usual(self) -> EmpyrealBox:
        return self.printed

    def make_box(self, tables: dict[str, Table], edits: Edits) -> EmpyrealBox:
        return EmpyrealBox(tables, edits, self)

    def check_table(self, seats: int, options: dict[str, object]) -> int:
        """The switches of a table, or BadOption."""
        teams = str(options["teams"])
        wanted, number = TEAMS[teams]
        if number and wanted != seats:
            raise BadOption(f"Teams {teams} need {wanted} seats; there are {seats}.")
        awards = AWARD_SETS[str(options["awards"])]
        if number and awards:
            raise BadOption("Teams play without awards; set awards to off, or teams to off.")
        switches = awards | number << TEAM_SHIFT
        for name, switch in (("epic", EPIC), ("open_information", OPEN), ("friendly", FRIENDLY)):
            if options[name]:
                switches |= switch
        return switches

    def deal(
        self,
        seats: int,
        rng: Rng,
        box: Box,
        options: dict[str, object],
        script: list[list[int]] | None,
        outcomes: list[list[int]] | None,
    ) -> Empyreal:
        kit = cast(EmpyrealBox, box)
        switches = self.check_table(seats, options)
        s = Empyreal()
        s.begin(self, kit, seats, rng)  # the layout is drawn first, and chance belongs to the state
        s.script = script
        s.outcomes = outcomes
        layouts = kit.atlas.layouts[seats]
        drawn = s.shuffled(list(range(len(layouts))))[0] if len(layouts) > 1 else 0
        s.set_up(self, kit, seats, rng, layouts[drawn], switches)
        s.script = script
        s.outcomes = outcomes
        friendly = switches & FRIENDLY != 0
        for h in range(s.board.size):
            if s.ground[h] < WASTELAND:
                s.place_good(s.ground[h], h)
        for city in range(COLOURS):
            tiles: list[int] = []
            for size, n in enumerate(kit.demands[seats]):
                tiles.extend([city * 3 + size] * n)
            s.demands[city] = bytes(tiles)
        s.pile = bytes(s.shuffled_box(kit.pile(friendly), kit.market_size))
        s.draw_market()
        for k in range(3):
            tiles = s.shuffled_box(kit.specialists(ENGINEER + k, friendly), seats + 1)
            s.stacks[k] = bytes(sorted(tiles[: seats + 1]))
            s.unused[k] = bytes(sorted(tiles[seats + 1 :]))
        s.first = s.shuffled(list(range(seats)))[0]
        if switches & (ADVANCED | EXPERT):
            pool = [a for a in range(AWARDS) if kit.award(a).seats <= seats]
            n = 2 if switches & ADVANCED else seats + 2
            s.awards = bytes(sorted(s.shuffled_box(pool, n)[:n]))
        start = s.first if switches & EXPERT else (s.first - 1) % seats
        s.top = frame(self.flow, start)
        settle(s)
        s.script = None
        s.outcomes = None
        return s

    def bare(self, box: Box, fields: dict[str, object]) -> Empyreal:
        s = Empyreal()
        s.set_up(
            self,
            cast(EmpyrealBox, box),
            cast(int, fields["seats"]),
            seeded(0),
            cast(bytes, fields["sides"]),
            cast(int, fields["switches"]),
        )
        return s

    def view(self, s: State, seat: int | None) -> dict[str, object]:
        return view.view(cast(Empyreal, s), seat)

    def redeal(self, s: State, seat: int | None, rng: Rng) -> Empyreal:
        return view.redeal(cast(Empyreal, s), seat, rng)

    def standing(self, s: State, seat: int) -> int:
        return bot.standing(cast(Empyreal, s), seat)


def create() -> EmpyrealGame:
    """The game, for the registry."""
    return EmpyrealGame()
