"""Set-up, the turn, the End of the Line, and the end of Empyreal."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import put
from roundhouse.core.components import Edits, Table
from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game, Option
from roundhouse.core.rng import Rng
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
from roundhouse.games.empyreal.box import SCHEMA, EmpyrealBox
from roundhouse.games.empyreal.cars import GainCars, activate
from roundhouse.games.empyreal.goods import DeliveryRewards, deliver
from roundhouse.games.empyreal.staff import CAPTAINS as CAPTAIN_BIT
from roundhouse.games.empyreal.staff import ENGINEERS as ENGINEER_BIT
from roundhouse.games.empyreal.staff import Recruit, Refresh
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
from roundhouse.games.empyreal.verbs import END, GainMana, Mover, Reclaim

AWARD_SETS: Final = {"off": 0, "advanced": ADVANCED, "expert": EXPERT}
TEAMS: Final = {"off": (0, 0), "2v2": (4, 2), "2v2v2": (6, 3), "3v3": (6, 2)}  # seats, teams


# set-up


class StrikeAwards(Verb[Empyreal]):
    """The expert awards: in turn order each seat takes one out, until two are left."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: Empyreal, f: int) -> bool:
        return s.switches & EXPERT != 0 and len(s.awards) > 2

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for award in s.awards:
            out.append(STRIKE + award)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        s.awards = bytes([a for a in s.awards if a != action - STRIKE])
        follows = (frame_seat(f) + 1) % s.seats
        s.top = with_seat(f, (follows - 1) % s.seats if follows == s.first else follows) + TIMES_ONE

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return NO_AWARD if STRIKE <= action < STRIKE + AWARDS else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "strike out an award"


class FoundCompany(Verb[Empyreal]):
    """In reverse turn order each seat takes a company and its captain, or a wild one."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def captains(self, s: Empyreal, company: int) -> list[int]:
        """Who can lead a company now."""
        out: list[int] = []
        taken = self.taken(s)
        for captain in self.playing(s):
            if not taken >> captain & 1 and (captain == s.box.captain_of[company] or self.wild(s, captain)):
                out.append(captain)
        return out

    def playing(self, s: Empyreal) -> list[int]:
        """The captains of this table."""
        return s.box.captains[1 if s.switches & FRIENDLY else 0]

    def taken(self, s: Empyreal) -> int:
        """The captains that lead a company already, as a set."""
        found = 0
        for seat in range(s.seats):
            if s.staff[seat][CAPTAIN_SLOT]:
                found |= 1 << s.staff[seat][CAPTAIN_SLOT] - 1
        return found

    def wild(self, s: Empyreal, captain: int) -> bool:
        """Whether a captain leads any company."""
        return s.box.wild >> captain & 1 == 1

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
                if free >> s.box.captain_of[home] & 1:
                    led += 1
                else:
                    orphans += 1
        return led + min(orphans, wild) >= waiting

    def leaders(self, s: Empyreal, seat: int, company: int) -> list[int]:
        if s.companies.find(ONE[company + 1]) >= 0 and s.companies[seat] != company + 1:
            return []
        return [c for c in self.captains(s, company) if self.leaves_enough(s, seat, company, c)]

    def asks(self, s: Empyreal, f: int) -> bool:
        return s.staff[frame_seat(f)][CAPTAIN_SLOT] == 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        if memo(f):
            for captain in self.leaders(s, seat, memo(f) - 1):
                out.append(CAPTAIN + captain)
        else:
            for company in range(COLOURS):
                if self.leaders(s, seat, company):
                    out.append(COMPANY + company)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        if not memo(f):
            company = action - COMPANY
            s.companies = put(s.companies, seat, company + 1)
            first = TILES + company * COLUMNS + 1
            s.yards[seat] = bytes(range(first, first + COLUMNS)) + bytes(PLACES - COLUMNS)
            s.top = with_memo(f, company + 1)
            return
        s.staff[seat] = put(s.staff[seat], CAPTAIN_SLOT, action - CAPTAIN + 1)
        s.ready = put(s.ready, seat, s.box.start_mana)
        f = with_memo(f, 0)
        s.top = f if seat == s.first else with_seat(f, (seat - 1) % s.seats)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if COMPANY <= action < COMPANY + COLOURS:
            return TAKEN
        return NOT_ITS_CAPTAIN if CAPTAIN <= action < CAPTAIN + CAPTAINS else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        if memo(f):
            return f"choose the captain of {s.box.company_titles[memo(f) - 1]}"
        return "choose a company"


class Headquarters(Verb[Empyreal]):
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

    def asks(self, s: Empyreal, f: int) -> bool:
        return len(s.nets[frame_seat(f)]) < 2

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        for h in self.hexes(s, frame_seat(f)):
            out.append(BUILD + 2 * h)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        s.build(seat, (action - BUILD) >> 1)
        if len(s.nets[seat]) == 2:
            follows = (seat + 1) % s.seats
            s.top = f + TIMES_ONE if follows == s.first else with_seat(f, follows) + TIMES_ONE
        else:
            s.top = f + TIMES_ONE

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if not BUILD <= action < BUILD + 2 * HEXES:
            return ""
        return NOT_BESIDE if s.nets[frame_seat(f)] else NO_HEADQUARTERS

    def prompt(self, s: Empyreal, f: int) -> str:
        return "place the second car of your headquarters" if s.nets[frame_seat(f)] else "place your headquarters"


# the turn


class BeginTurn(Verb[Empyreal]):
    """A turn begins: no rule of the last one holds."""

    def run(self, s: Empyreal, f: int) -> None:
        seat = frame_seat(f)
        s.turn_rules = IN_PHASE | (s.turn_rules // EXTRA & MASK) * EXTRA
        s.greet(seat, MASTER)
        s.greet(seat, SECOND)


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
        program = s.box.ability(s.staff[seat][slot])
        if not program:
            return NO_SPECIALIST
        if slot < MASTER and s.flipped[seat] >> slot & 1:
            return FLIPPED
        if slot >= MASTER and s.turn_rules & (MASTER_USED if slot == MASTER else SECOND_USED):
            return FLIPPED
        return s.programs.possible(s, frame(program, seat), 0)

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        for slot in range(SLOTS):
            if s.staff[seat][slot] and not self.usable(s, seat, slot):
                out.append(USE + slot)
        out.append(ADMINISTRATE)
        self.moves(s, seat, out)
        if s.rules(seat) & ACT_FIRST and s.conductor[seat]:
            out.append(FIRST)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        if action < USE + SLOTS:
            slot = action - USE
            if slot < MASTER:
                s.flipped = put(s.flipped, seat, s.flipped[seat] | 1 << slot)
            else:
                s.turn_rules |= MASTER_USED if slot == MASTER else SECOND_USED
            s.push(frame(s.box.ability(s.staff[seat][slot]), seat))
            return
        s.turn_rules &= ~IN_PHASE
        s.top = close(f + TIMES_ONE)
        if action == ADMINISTRATE:
            s.push(frame(self.administrate, seat))
            return
        if action != FIRST:
            self.go(s, seat, action)
        s.reclaim(seat, s.turn_rules // RECLAIMS & MASK, False)
        if action == FIRST:
            s.push(frame(self.first, seat))
        else:
            s.push(frame(self.end if s.conductor[seat] == END else self.activate, seat))

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        seat = frame_seat(f)
        if USE <= action < USE + SLOTS:
            return self.usable(s, seat, action - USE)
        if MOVE <= action < FIRST:
            return self.refused(s, seat, action)
        if action == FIRST:
            return AT_START if s.rules(seat) & ACT_FIRST else NO_SPECIALIST
        return ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "use a specialist, administrate or move the conductor"


class MoveAfter(Mover):
    """Having activated, the conductor moves; at the End there is only the upgrade."""

    def __init__(self) -> None:
        super().__init__(asking=True)
        self.upgrade: int = 0

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        self.moves(s, frame_seat(f), out)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        s.top = close(f + TIMES_ONE)
        self.go(s, seat, action)
        if s.conductor[seat] == END:
            s.push(frame(self.upgrade, seat))

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        return self.refused(s, frame_seat(f), action) if MOVE <= action < FIRST else ""

    def prompt(self, s: Empyreal, f: int) -> str:
        return "move the conductor"


class Upgrade(Verb[Empyreal]):
    """One of the three upgrades, whatever it brings."""

    def __init__(self) -> None:
        super().__init__(asking=True)
        self.programs: list[int] = []

    def asks(self, s: Empyreal, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        out.extend([UPGRADE, UPGRADE + 1, UPGRADE + 2])

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        s.top = close(f + TIMES_ONE)
        s.push(frame(self.programs[action - UPGRADE], frame_seat(f)))

    def prompt(self, s: Empyreal, f: int) -> str:
        return "choose an upgrade"


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
        if s.round and s.turn_rules // EXTRA & MASK:
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
    """The seat before makes its final delivery; after the start player the game is over."""

    def __init__(self) -> None:
        super().__init__()
        self.last: int = 0

    def run(self, s: Empyreal, f: int) -> None:
        seat = frame_seat(f)
        if seat == s.first:
            s.finish()
        else:
            s.top = frame(self.last, (seat - 1) % s.seats)


class EmpyrealGame(Game[Empyreal, EmpyrealBox]):
    """Empyreal: Spells & Steam, 2 to 6 seats."""

    def __init__(self) -> None:
        super().__init__("empyreal", "Empyreal: Spells & Steam", range(2, 7), 1)
        self.schema = SCHEMA
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        self.depth = 3
        self.numbered: dict[str, int] = {}
        self.keyed: dict[str, Program] = {}
        act = Act()
        act.administrate = self.register(
            build(ANY, HOME, 1, BUILD_HOME)
            + Reclaim(0)
            + Refresh(CAPTAIN_BIT | ENGINEER_BIT, False)
            + build(ANY, HOME | UNLESS, 1, BUILD_HOME)
            + GainCars()
            + deliver(1, False, DELIVER_ONE)
        )
        upgrade = Upgrade()
        upgrade.programs = [
            self.register(GainMana() + Reclaim(0)),
            self.register(Recruit() + Refresh(CAPTAIN_BIT | ENGINEER_BIT, False)),
            self.register(GainCars(2)),
        ]
        after = MoveAfter()
        after.upgrade = self.register(upgrade + BackToStart())
        act.activate = self.register(activate())
        act.first = self.register(activate() + after)
        act.end = self.register(deliver(0, True) + DeliveryRewards() + upgrade + BackToStart())
        passes = PassOn()
        last = NextFinal()
        self.turn: int = self.register(BeginTurn() + act + passes)
        passes.turn = self.turn
        passes.last = self.register(deliver(0, False) + last)
        last.last = passes.last
        self.flow: int = self.register(StrikeAwards() + FoundCompany() + Headquarters() + passes)
        self.printed = self.make_box(SCHEMA.printed(), {})
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
            self.numbered[key] = self.register(effect)
            self.keyed[key] = effect
        return self.numbered[key]

    def parts(self, card: int) -> list[tuple[str, str]]:
        box = self.printed
        if card >= box.first_award:
            award = box.award_cards[card - box.first_award]
            return [(type(award).__name__, award.told)]
        return self.made_of(box.programs[card] if card < box.own_cars else self.numbered[box.ids[card]])

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

    def empty(self) -> Empyreal:
        return Empyreal()

    def set_up(self, s: Empyreal, options: dict[str, object]) -> None:
        box, seats = s.box, s.seats
        switches = self.check_table(seats, options)
        layouts = box.atlas.layouts[seats]
        s.lay_out(layouts[s.shuffled(list(range(len(layouts))))[0] if len(layouts) > 1 else 0], switches)
        friendly = s.switches & FRIENDLY != 0
        for h in range(s.board.size):
            if s.ground[h] < WASTELAND:
                s.place_good(s.ground[h], h)
        for city in range(COLOURS):
            tiles: list[int] = []
            for size, n in enumerate(box.demands[seats]):
                tiles.extend([city * 3 + size] * n)
            s.demands[city] = bytes(tiles)
        s.pile = bytes(s.shuffled_box(box.pile(friendly), box.market_size))
        s.draw_market()
        for k in range(3):
            tiles = s.shuffled_box(box.specialists(ENGINEER + k, friendly), seats + 1)
            s.stacks[k] = bytes(sorted(tiles[: seats + 1]))
            s.unused[k] = bytes(sorted(tiles[seats + 1 :]))
        s.first = s.shuffled(list(range(seats)))[0]
        if s.switches & (ADVANCED | EXPERT):
            pool = [a for a in range(AWARDS) if box.award(a).seats <= seats]
            n = 2 if s.switches & ADVANCED else seats + 2
            s.awards = bytes(sorted(s.shuffled_box(pool, n)[:n]))
        s.top = frame(self.flow, s.first if s.switches & EXPERT else (s.first - 1) % seats)

    def seen(self, s: Empyreal, seat: int | None) -> dict[str, object]:
        return view.seen(s, seat)

    def deal_hidden(self, s: Empyreal, seat: int | None, rng: Rng) -> None:
        view.deal_hidden(s, seat, rng)

    def evaluate(self, s: Empyreal, seat: int) -> int:
        return bot.evaluate(s, seat)


def create() -> EmpyrealGame:
    """The game, for the registry."""
    return EmpyrealGame()
