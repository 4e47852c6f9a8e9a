"""Set-up, the turn, the End of the Line, and the end of Empyreal."""

from __future__ import annotations

from typing import Final

from roundhouse.core.cells import ONE, put
from roundhouse.core.components import Edits, Table
from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game, Option
from roundhouse.core.rng import Rng
from roundhouse.core.verbs import TIMES_ONE, Program, Verb, frame, frame_seat, memo, with_memo, with_seat
from roundhouse.games.empyreal import bot, view
from roundhouse.games.empyreal.actions import (
    AWARDS,
    BUILD,
    CAPTAIN,
    CAPTAINS,
    COLOURS,
    COLUMNS,
    COMPANY,
    COPY,
    GAIN,
    NO_AWARD,
    NO_HEADQUARTERS,
    NOT_BESIDE,
    NOT_ITS_CAPTAIN,
    ONE_AT_A_TIME,
    PLACES,
    PUT,
    REASONS,
    SIZES,
    SPACE,
    STACKS,
    STRIKE,
    TAKE,
    TAKEN,
    TILES,
    build_on,
    built_on,
)
from roundhouse.games.empyreal.asking import Pick, PickTwo
from roundhouse.games.empyreal.board import WASTELAND
from roundhouse.games.empyreal.bot_features import EmpyrealHeuristics
from roundhouse.games.empyreal.box import SCHEMA, EmpyrealBox
from roundhouse.games.empyreal.cars import Declare, GainCars, Resolve
from roundhouse.games.empyreal.goods import Deliver, DeliveryRewards
from roundhouse.games.empyreal.mana import GainMana, Reclaim
from roundhouse.games.empyreal.observation import EmpyrealObservation
from roundhouse.games.empyreal.registers import picked
from roundhouse.games.empyreal.staff import Recruit, Refresh
from roundhouse.games.empyreal.state import (
    ADVANCED,
    BUILD_HOME,
    DELIVER_ONE,
    ENGINEER,
    EPIC,
    EXPERT,
    FRIENDLY,
    OLD_RULINGS,
    OPEN,
    SET_SIZE,
    TEAM_SHIFT,
    Empyreal,
    without,
)
from roundhouse.games.empyreal.state import CAPTAIN as CAPTAIN_SLOT
from roundhouse.games.empyreal.track import ANY, HOME, UNLESS, Build
from roundhouse.games.empyreal.turn import Act, BackToStart, BeginTurn, MoveAfter, NextFinal, PassOn, Upgrade

FLAGS: Final = {"epic": EPIC, "open_information": OPEN, "friendly": FRIENDLY}
AWARD_SETS: Final = {"off": 0, "advanced": ADVANCED, "expert": EXPERT}
TEAMS: Final = {"off": (0, 0), "2v2": (4, 2), "2v2v2": (6, 3), "3v3": (6, 2)}  # seats, teams


# set-up


class StrikeAwards(Pick):
    """The expert awards: in turn order each seat takes one out, until two are left."""

    def __init__(self) -> None:
        super().__init__(STRIKE, NO_AWARD, "strike out an award", most=AWARDS, limited=False)

    def among(self, s: Empyreal, f: int, planned: int) -> list[int]:
        return list(s.awards)

    def asks(self, s: Empyreal, f: int) -> bool:
        return s.switches & EXPERT != 0 and len(s.awards) > 2 and super().asks(s, f)

    def chosen(self, s: Empyreal, f: int, thing: int) -> None:
        s.awards = without(s.awards, thing)
        follows = (frame_seat(f) + 1) % s.seats
        s.top = with_seat(f, (follows - 1) % s.seats if follows == s.first else follows) + TIMES_ONE


class FoundCompany(PickTwo):
    """In reverse turn order each seat takes a company and its captain, or a wild one."""

    def __init__(self) -> None:
        super().__init__(COMPANY, TAKEN, CAPTAIN, NOT_ITS_CAPTAIN)

    def free(self, s: Empyreal) -> int:
        """The captains of this table that lead no company yet, as a set."""
        free = s.box.captains[1 if s.switches & FRIENDLY else 0]
        for seat in range(s.seats):
            if s.staff[seat][CAPTAIN_SLOT]:
                free &= ~(1 << s.staff[seat][CAPTAIN_SLOT] - 1)
        return free

    def leaves_enough(self, s: Empyreal, seat: int, company: int, free: int) -> bool:
        """Whether the seats still to choose can all have a company with one of these captains."""
        waiting = 0
        founded = 1 << company
        for other in range(s.seats):
            if other != seat and s.companies[other]:
                founded |= 1 << s.companies[other] - 1
            elif other != seat:
                waiting += 1
        led = 0
        orphans = 0
        for home in range(COLOURS):
            if not founded >> home & 1:
                if free >> s.box.captain_of[home] & 1:
                    led += 1
                else:
                    orphans += 1
        return led + min(orphans, SET_SIZE[free & s.box.wild]) >= waiting

    def leaders(self, s: Empyreal, seat: int, company: int) -> list[int]:
        """Who can lead a company of the seat: its own captain or a wild one."""
        if s.companies.find(ONE[company + 1]) >= 0 and s.companies[seat] != company + 1:
            return []
        free = self.free(s)
        can = free & (s.box.wild | 1 << s.box.captain_of[company])
        return [c for c in range(CAPTAINS) if can >> c & 1 and self.leaves_enough(s, seat, company, free & ~(1 << c))]

    def among(self, s: Empyreal, f: int) -> list[int]:
        return [company for company in range(COLOURS) if self.leaders(s, frame_seat(f), company)]

    def partners(self, s: Empyreal, f: int, thing: int) -> list[int]:
        return self.leaders(s, frame_seat(f), thing)

    def asks(self, s: Empyreal, f: int) -> bool:
        return s.staff[frame_seat(f)][CAPTAIN_SLOT] == 0

    def begin(self, s: Empyreal, f: int, thing: int) -> None:
        seat = frame_seat(f)
        s.companies = put(s.companies, seat, thing + 1)
        first = TILES + thing * COLUMNS + 1
        s.yards[seat] = bytes(range(first, first + COLUMNS)) + bytes(PLACES - COLUMNS)

    def chosen(self, s: Empyreal, f: int, thing: int, other: int) -> None:
        seat = frame_seat(f)
        s.staff[seat] = put(s.staff[seat], CAPTAIN_SLOT, other + 1)
        s.ready = put(s.ready, seat, s.box.start_mana)
        f = with_memo(f, 0)
        s.top = f if seat == s.first else with_seat(f, (seat - 1) % s.seats)

    def prompt(self, s: Empyreal, f: int) -> str:
        return f"choose the captain of {s.box.company_titles[picked(f)]}" if memo(f) else "choose a company"


class Headquarters(Verb[Empyreal]):
    """In turn order each seat places two cars: on its home terrain, and next to it."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def free(self, s: Empyreal, hex: int) -> bool:
        return s.ground[hex] < WASTELAND and not s.there[hex]

    def hexes(self, s: Empyreal, seat: int) -> list[int]:
        if s.nets[seat]:
            return [h for h in s.board.beside[s.nets[seat][0]] if self.free(s, h)]
        home = [h for h in range(s.board.size) if s.ground[h] == s.home(seat) and not s.there[h]]
        return [h for h in home if [n for n in s.board.beside[h] if self.free(s, n)]]

    def asks(self, s: Empyreal, f: int) -> bool:
        return len(s.nets[frame_seat(f)]) < 2

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        out.extend([build_on(h) for h in self.hexes(s, frame_seat(f))])

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        seat = frame_seat(f)
        hex, _ = built_on(action)
        s.build(seat, hex)
        follows = (seat + 1) % s.seats
        s.top = (f if len(s.nets[seat]) < 2 or follows == s.first else with_seat(f, follows)) + TIMES_ONE

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        if s.space.block(action).start != BUILD:
            return ""
        return NOT_BESIDE if s.nets[frame_seat(f)] else NO_HEADQUARTERS

    def prompt(self, s: Empyreal, f: int) -> str:
        return "place the second car of your headquarters" if s.nets[frame_seat(f)] else "place your headquarters"


TAKEN_BY = (  # by the actions from here to there
    ("spellcar", GAIN, PUT),
    ("specialist", TAKE, COPY),
    ("company", COMPANY, CAPTAIN),
    ("captain", CAPTAIN, STRIKE),
)


class EmpyrealGame(Game[Empyreal, EmpyrealBox]):
    """Empyreal: Spells & Steam, 2 to 6 seats."""

    def __init__(self) -> None:
        super().__init__("empyreal", "Empyreal: Spells & Steam", range(2, 7), 2)
        self.schema = SCHEMA
        self.space = SPACE
        self.reasons = REASONS
        self.one_at_a_time = ONE_AT_A_TIME
        self.depth = 3
        self.heuristics = EmpyrealHeuristics()
        self.observation = EmpyrealObservation()
        self.numbered: dict[str, int] = {}
        self.keyed: dict[str, Program] = {}
        administrate = self.register(
            Build(ANY, HOME, rule=BUILD_HOME)
            + Reclaim()
            + Refresh(must=False)
            + Build(ANY, HOME | UNLESS, rule=BUILD_HOME)
            + GainCars()
            + Deliver(1, rule=DELIVER_ONE)
        )
        upgrades = [
            self.register(GainMana() + Reclaim()),
            self.register(Recruit() + Refresh(must=False)),
            self.register(GainCars(2)),
        ]
        upgrade = self.register(Upgrade(upgrades) + BackToStart())
        activate = self.register(Declare() + Resolve())
        first = self.register(Declare() + Resolve() + MoveAfter(upgrade))
        end = self.register(Deliver(at_end=True) + DeliveryRewards() + Upgrade(upgrades) + BackToStart())
        passes = PassOn()
        self.turn: int = self.register(BeginTurn() + Act(administrate, activate, first, end) + passes)
        passes.turn = self.turn
        passes.last = self.register(Deliver() + NextFinal())
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
            award = box.awards[card - box.first_award]
            return [(type(award).__name__, award.text)]
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
        flags = [switch for name, switch in FLAGS.items() if options[name]]
        return sum(flags) + (awards | number << TEAM_SHIFT)

    def empty(self) -> Empyreal:
        return Empyreal()

    def set_up(self, s: Empyreal, options: dict[str, object]) -> None:
        box, seats = s.box, s.seats
        switches = self.check_table(seats, options)
        layouts = box.atlas.layouts[seats]
        s.lay_out(layouts[s.shuffled(list(range(len(layouts))))[0] if len(layouts) > 1 else 0], switches)
        counts = box.demands[seats]
        friendly = s.switches & FRIENDLY != 0
        for h in range(s.board.size):
            if s.ground[h] < WASTELAND:
                s.place_good(s.ground[h], h)
        for city in range(COLOURS):
            s.demands[city] = bytes([city * SIZES + size for size in range(SIZES) for _ in range(counts[size])])
        s.pile = bytes(s.shuffled_box(box.pile(friendly), box.market_size))
        s.draw_market()
        for k in range(STACKS):
            tiles = s.shuffled_box(box.specialists(ENGINEER + k, friendly), seats + 1)
            s.stacks[k] = bytes(sorted(tiles[: seats + 1]))
            s.unused[k] = bytes(sorted(tiles[seats + 1 :]))
        s.first = s.shuffled(list(range(seats)))[0]
        if s.switches & (ADVANCED | EXPERT):
            pool = [a for a in range(AWARDS) if box.awards[a].seats <= seats]
            n = 2 if s.switches & ADVANCED else seats + 2
            s.awards = bytes(sorted(s.shuffled_box(pool, n)[:n]))
        s.top = frame(self.flow, s.first if s.switches & EXPERT else (s.first - 1) % seats)

    def as_of(self, s: Empyreal, version: int) -> None:
        if version < 2:
            s.switches |= OLD_RULINGS

    def seen(self, s: Empyreal, seat: int | None) -> dict[str, object]:
        return view.seen(s, seat)

    def deal_hidden(self, s: Empyreal, seat: int | None, rng: Rng) -> None:
        view.deal_hidden(s, seat, rng)

    def taken(self, s: Empyreal, action: int) -> str:
        for name, first, last in TAKEN_BY:
            if first <= action < last:
                return f"{name}: {s.label(s.space.block(action).kind, action - first)}"
        return ""

    def evaluate(self, s: Empyreal, seat: int) -> int:
        return bot.evaluate(s, seat)


def create() -> EmpyrealGame:
    """The game, for the registry."""
    return EmpyrealGame()
