"""The box of Empyreal: which tables it has, and its components as the rules read them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from roundhouse.core.components import Box, Column, Edits, Schema, Table, bad_cell
from roundhouse.core.verbs import Either, Program
from roundhouse.core.words import sentence
from roundhouse.games.empyreal.actions import (
    COLOURS,
    COLUMNS,
    PLACES,
    PRINTED,
    SIZES,
    SPECIALISTS,
    TILES,
    colour_of,
    size_of,
)
from roundhouse.games.empyreal.awards import Award
from roundhouse.games.empyreal.board import COLOUR_NAMES, GOODS, TERRAINS, Atlas, Board
from roundhouse.games.empyreal.cards import AWARDS, COMPANY_CARS, UNIQUES, common
from roundhouse.games.empyreal.cards import SPECIALISTS as SPECIALIST_CARDS
from roundhouse.games.empyreal.cars import CopyBeside
from roundhouse.games.empyreal.mana import Reclaim
from roundhouse.games.empyreal.staff import PAIRS, SLOT_NAMES, STACK_NAMES, Refresh
from roundhouse.games.empyreal.track import Build

if TYPE_CHECKING:
    from roundhouse.games.empyreal.rules import EmpyrealGame
    from roundhouse.games.empyreal.state import Empyreal

STOPS: Final = ("A", "B", "C", "D", "E", "the End of the Line")
SIZE_NAMES: Final = ("Double", "Triple", "Quadruple")
UPGRADES: Final = ("mana", "specialists", "spellcars")
KINDS: Final = ("captain", "engineer", "surveyor", "master")
KIND_WORDS: Final = {  # kinds that go by another word
    "unique": "spellcar",
    "two": "common spellcar, build on two",
    "pick_two": "common spellcar, pick one of two",
    "pick_three": "common spellcar, pick one of three",
    "free_rival": "common spellcar, free competitor transfer",
    "free_crossing": "common spellcar, free city & wasteland transfer",
    "reclaim": "common spellcar, reclaim mana",
    "company": "printed spellcar",
    "master": "station master",
}
OWN_CAR: Final = 3  # the column of the car that only this company has

SCHEMA: Final = Schema(os.path.join(os.path.dirname(__file__), "components"))
SCHEMA.add(
    "cards.csv",
    [
        Column("id", "name", fixed=True),
        Column("title", "name"),
        Column("kind", "name", fixed=True),
        Column("terrains", "text", fixed=True),
        Column("cost", "number", most=10),
        Column("harsh", "number", fixed=True, most=1),
    ],
    ["id"],
)
SCHEMA.add(
    "companies.csv",
    [
        Column("id", "name", fixed=True),
        Column("title", "name"),
        Column("captain", "name", fixed=True),
        Column("colour", "name", fixed=True),
        Column("home", "name", fixed=True),
    ],
    ["id"],
)
SCHEMA.add(
    "printed.csv",
    [
        Column("company", "name", fixed=True),
        Column("column", "name", fixed=True),
        Column("terrains", "text"),
        Column("cost", "number", most=10),
    ],
    ["company", "column"],
)
SCHEMA.add(
    "sides.csv",
    [
        Column("side", "name", fixed=True),
        Column("row", "number", fixed=True),
        Column("col", "number", fixed=True),
        Column("content", "name", fixed=True),
    ],
    ["side", "row", "col"],
)
SCHEMA.add(
    "slots.csv",
    [
        Column("players", "number", fixed=True),
        Column("slot", "number", fixed=True),
        Column("col", "number", fixed=True),
        Column("row", "number", fixed=True),
    ],
    ["players", "slot"],
)
SCHEMA.add(
    "layouts.csv",
    [
        Column("players", "number", fixed=True),
        Column("choice", "number", fixed=True),
        Column("sides", "name", fixed=True),
    ],
    ["players", "choice"],
)
SCHEMA.add(
    "demands.csv",
    [
        Column("players", "number", fixed=True),
        Column("double", "number", most=9),
        Column("triple", "number", most=9),
        Column("quadruple", "number", most=9),
    ],
    ["players"],
)
SCHEMA.add("numbers.csv", [Column("id", "name", fixed=True), Column("number", "number", most=99)], ["id"])


def terrain_mask(names: str) -> int:
    """Terrains by name as a set."""
    return sum([1 << TERRAINS.index(name) for name in names.split()])


def refreshes(effect: Program) -> bool:
    """Whether an effect, or one of those it offers, refreshes a specialist."""
    for verb in effect.verbs:
        if isinstance(verb, Refresh) or (isinstance(verb, Either) and any(refreshes(part) for part in verb.options)):
            return True
    return False


def track_terrains(effect: Program) -> int:
    """The terrains on which an effect, or one of those it offers, builds, as a set."""
    found = 0
    for verb in effect.verbs:
        if isinstance(verb, Build):
            found |= verb.mask
        elif isinstance(verb, Either):
            for part in verb.options:
                found |= track_terrains(part)
    return found


class EmpyrealBox(Box):
    """The components as the rules read them.

    Cars are numbered tiles first (unique, then common), then the printed ones company by company; specialists are
    captains, engineers, surveyors, station masters.
    """

    def __init__(self, tables: dict[str, Table], edits: Edits, game: EmpyrealGame) -> None:
        super().__init__(tables, edits)
        self.atlas: Atlas = Atlas(tables)
        self.boards: dict[tuple[int, bytes], Board] = {}
        cards = tables["cards.csv"]
        self.ids: list[str] = cards.texts("id")
        self.titles: list[str] = cards.texts("title")
        self.kinds: list[str] = cards.texts("kind")
        self.harsh: bytes = bytes(cards.numbers("harsh"))
        # where the kinds begin among the cards
        self.own_cars: int = self.kinds.index("company")
        self.people: int = self.kinds.index("captain")
        self.first_award: int = self.kinds.index("award")
        by_id = self.numbers()
        # cars: costs, programs and titles
        printed = tables["printed.csv"]
        self.costs: list[int] = cards.numbers("cost")[:TILES] + printed.numbers("cost")
        self.programs: list[int] = []
        self.effects: list[Program] = []
        for i in range(TILES):
            terrains = terrain_mask(cards.text(i, "terrains"))
            unique = self.kinds[i] == "unique"
            effect = UNIQUES[self.ids[i]] if unique else common(self.kinds[i], terrains)
            self.add_car(game, self.ids[i] if unique else f"{self.kinds[i]} {terrains}", effect)
        for i in range(PRINTED):
            if i % COLUMNS == OWN_CAR:
                if printed.text(i, "terrains"):
                    raise bad_cell("printed.csv", i + 2, "terrains", "the company's own car has none; leave it empty")
                own_car = self.ids[self.own_cars + i // COLUMNS]
                self.add_car(game, own_car, COMPANY_CARS[own_car])
            else:
                terrains = self.printed_mask(printed, i)
                self.add_car(game, f"printed {terrains}", Build(terrains))
        self.needs_place: list[bool] = [isinstance(effect.verbs[0], CopyBeside) for effect in self.effects]
        self.refreshes: list[bool] = [refreshes(effect) for effect in self.effects]
        self.builds: bytes = bytes([track_terrains(effect) for effect in self.effects])
        # companies
        companies = tables["companies.csv"]
        self.company_ids: list[str] = companies.texts("id")
        self.company_titles: list[str] = companies.texts("title")
        self.homes: list[int] = [TERRAINS.index(home) for home in companies.texts("home")]
        self.captain_of: list[int] = [self.ids.index(id) - self.people for id in companies.texts("captain")]
        # sets of captains: those in any game and in a friendly one, and those who lead any company
        self.captains: list[int] = [sum([1 << c for c in self.specialists(0, friendly)]) for friendly in (False, True)]
        self.wild: int = sum([1 << c for c in self.specialists(0, False) if c not in self.captain_of])
        # specialists
        self.abilities: list[int] = [0]  # by specialist plus 1: the program, or 0 if there is none to use
        self.rules: list[int] = [0]
        self.due: list[int] = [0]  # mana reclaimed by itself if the ability was not used
        for i in range(SPECIALISTS):
            number = game.program(self.ids[self.people + i], SPECIALIST_CARDS[self.ids[self.people + i]])
            rule = game.programs.planned_total(number) if self.kinds[self.people + i] == "master" else 0
            passive = rule != 0 and len(game.programs.checks[number]) == 0
            self.abilities.append(0 if passive else number)
            self.rules.append(rule if passive else 0)
            verbs = game.programs.verbs[number]
            self.due.append(sum([verb.n for verb in verbs if isinstance(verb, Reclaim) and verb.due]))
        self.awards: list[Award] = [AWARDS[i] for i in self.ids[self.first_award :]]
        # numbers
        self.needed: list[int] = [0, 0, *[by_id[f"tiles_{n}"] for n in range(2, 7)]]
        self.start_mana: int = by_id["start_mana"]
        self.most_mana: int = by_id["most_mana"]
        self.cars: int = by_id["cars"]
        self.per_hex: int = by_id["per_hex"]
        self.goods: int = by_id["goods"]
        self.wastelands: int = by_id["wastelands"]
        self.market_size: int = by_id["market"]
        self.market_low: int = by_id["market_low"]
        self.transfer_rival: int = by_id["transfer_rival"]
        self.transfer_city: int = by_id["transfer_city"]
        self.transfer_waste: int = by_id["transfer_wasteland"]
        self.transfer_mate: int = by_id["transfer_mate"]
        self.moves: list[int] = [0, by_id["move_2"], by_id["move_3"], by_id["move_4"]]
        self.activate: list[int] = [by_id["activate_2"], by_id["activate_3"]]
        self.tile_points: list[int] = [by_id["double"], by_id["triple"], by_id["quadruple"]]
        self.good_points: int = by_id["good"]
        self.award_prizes: list[int] = [by_id["award_1"], by_id["award_2"], by_id["award_3"]]
        self.award_alone: int = by_id["award_two_seats"]
        self.team_colour: int = by_id["team_colour"]
        demands = tables["demands.csv"]
        self.demands: dict[int, list[int]] = {
            demands.number(i, "players"): [demands.number(i, size.lower()) for size in SIZE_NAMES]
            for i in range(len(demands.rows))
        }
        # how things of an action are spelled, where that is the same at all tables
        people = self.titles[self.people : self.first_award]
        self.spelled: dict[str, list[str]] = {
            "stop": list(STOPS),
            "place": [self.place(place) for place in range(PLACES)],
            "tile": self.titles[:TILES],
            "stack": list(STACK_NAMES),
            "specialist": people,
            "captain": people,
            "upgrade": list(UPGRADES),
            "good": list(GOODS),
            "demand": [self.tile(tile) for tile in range(COLOURS * SIZES)],
            "company": self.company_titles,
            "award": self.titles[self.first_award :],
        }
        self.check()

    def add_car(self, game: EmpyrealGame, key: str, effect: Program) -> None:
        """The next car; what does the same has one program in all boxes."""
        self.programs.append(game.program(key, effect))
        self.effects.append(game.keyed[key])

    def printed_mask(self, printed: Table, i: int) -> int:
        names = printed.text(i, "terrains").split()
        for name in names:
            if name not in TERRAINS:
                raise bad_cell("printed.csv", i + 2, "terrains", f"'{name}' is not one of {', '.join(TERRAINS)}")
        if not names:
            raise bad_cell("printed.csv", i + 2, "terrains", "it is empty")
        return terrain_mask(" ".join(sorted(set(names))))

    def check(self) -> None:
        """What no single cell can show."""
        self.each_name_once("cards.csv")
        bounds = {
            "start_mana": (0, self.most_mana),
            "most_mana": (0, 60),
            "cars": (2, 60),
            "per_hex": (1, 6),
            "goods": (24, 63),
            "market": (1, 30),
            "market_low": (0, self.market_size - 1),
            **{f"tiles_{n}": (1, 30) for n in range(2, 7)},
        }
        found = self.numbers()
        for id, (least, most) in bounds.items():
            self.need(id, found[id], least, most)

    def board(self, seats: int, sides: bytes) -> Board:
        """The map of a layout, made once."""
        key = (seats, sides)
        if key not in self.boards:
            self.boards[key] = Board(self.atlas, seats, sides)
        return self.boards[key]

    def prizes(self, seats: int) -> list[int]:
        """empyreal-28.1: what the places are worth; the zeros are places that earn nothing."""
        some = self.award_prizes[:2] if seats == 3 else self.award_prizes
        return [*([self.award_alone] if seats == 2 else some), 0, 0, 0, 0, 0, 0]

    def pile(self, friendly: bool) -> list[int]:
        """The spellcar tiles in play."""
        return [i for i in range(TILES) if not (friendly and self.harsh[i])]

    def specialists(self, kind: int, friendly: bool) -> list[int]:
        """The specialists of a kind in play."""
        return [
            i
            for i in range(SPECIALISTS)
            if self.kinds[self.people + i] == KINDS[kind] and not (friendly and self.harsh[self.people + i])
        ]

    # words

    def names(self) -> list[list[str]]:
        return [[self.ids[i], self.titles[i]] for i in range(len(self.ids))]

    def describe(self, card: int) -> str:
        kind = KIND_WORDS.get(self.kinds[card], self.kinds[card])
        if card < self.people and self.costs[self.car_of(card)]:
            kind += f", costs {self.costs[self.car_of(card)]} mana"
        return f"{self.titles[card]} ({kind}). {self.text(card)}"

    def text(self, card: int) -> str:
        """What a card says."""
        if card >= self.first_award:
            return sentence(self.awards[card - self.first_award].text)
        if card >= self.people:
            return SPECIALIST_CARDS[self.ids[card]].text()
        return self.effects[self.car_of(card)].text()

    def car_of(self, card: int) -> int:
        """The number of a card as a car: the companies' own are among those printed on the folios."""
        return card if card < TILES else TILES + (card - self.own_cars) * COLUMNS + OWN_CAR

    def car_id(self, car: int) -> str:
        """The id of a car, printed ones too."""
        if car < TILES:
            return self.ids[car]
        company, column = divmod(car - TILES, COLUMNS)
        return self.ids[self.own_cars + company] if column == OWN_CAR else f"printed_{STOPS[column].lower()}"

    def car_title(self, car: int) -> str:
        if car < TILES:
            return self.titles[car]
        company, column = divmod(car - TILES, COLUMNS)
        return self.titles[self.own_cars + company] if column == OWN_CAR else f"printed {STOPS[column]}"

    def person(self, specialist: int) -> str:
        return self.titles[self.people + specialist]

    def place(self, place: int) -> str:
        return f"{STOPS[place % COLUMNS]}{place // COLUMNS + 1}"

    def tile(self, tile: int) -> str:
        """A demand tile in words."""
        return f"{COLOUR_NAMES[colour_of(tile)]} {SIZE_NAMES[size_of(tile)]}"

    def seat_name(self, s: Empyreal, seat: int) -> str:
        if seat < s.seats and s.companies[seat]:
            return self.company_titles[s.companies[seat] - 1]
        return f"seat {seat + 1}"

    def label(self, s: Empyreal, kind: str, thing: int) -> str:
        """How a thing of an action is spelled at this table."""
        if kind in self.spelled:
            return self.spelled[kind][thing]
        if kind == "hex":
            return s.board.labels[thing] if thing < s.board.size else f"hex {thing + 1}"
        if kind == "slot":
            person = s.staff[s.seat][thing] if s.seat >= 0 else 0
            return self.person(person - 1) if person else f"the {SLOT_NAMES[thing]}"
        if kind == "berth":
            car = s.car(s.seat, thing) if s.seat >= 0 else -1
            where = self.place(thing)
            return f"{self.car_title(car)} on {where}" if car >= 0 else f"the car on {where}"
        if kind == "delivery":
            city, colour = divmod(thing, COLOURS)
            return f"{GOODS[colour]} to the {TERRAINS[city]} city"
        if kind == "placed":
            city, tile = divmod(thing, COLOURS * SIZES)
            return f"{self.tile(tile)} of the {TERRAINS[city]} city"
        if kind == "seat":
            return self.seat_name(s, thing)
        other, pair = divmod(thing, len(PAIRS))
        mine, theirs = PAIRS[pair]
        return f"your {SLOT_NAMES[mine]} with the {SLOT_NAMES[theirs]} of {self.seat_name(s, other)}"

    def aliases(self, s: Empyreal, kind: str, thing: int) -> list[str]:
        """Other spellings that are understood."""
        if kind == "berth":
            return [self.place(thing)]
        if kind == "slot":
            return [SLOT_NAMES[thing]]
        return ["End"] if kind == "stop" and thing == COLUMNS else []
