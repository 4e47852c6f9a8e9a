"""The box of Small Railroad Empires: which tables it has, and its components as the rules read them."""

from __future__ import annotations

import os
from typing import Final

from roundhouse.core.actions import squeeze
from roundhouse.core.components import Box, Column, Edits, Schema, Table
from roundhouse.core.errors import BadComponents
from roundhouse.games.empires.actions import CARDS, COLOURS, ENGINES, FEATS, LONGEST
from roundhouse.games.empires.board import Atlas, Board
from roundhouse.games.empires.cards import ACHIEVEMENTS
from roundhouse.games.empires.cards import ENGINES as ENGINE_CARDS
from roundhouse.games.empires.delivery import line_colours, line_length
from roundhouse.games.empires.feats import ALL_COLOURS, LIVERIES, Condition, Feat, colour_words

SCHEMA: Final = Schema(os.path.join(os.path.dirname(__file__), "components"))


def fixed(*names: str, kind: str = "name") -> list[Column]:
    """Columns that stay as they are printed."""
    return [Column(name, kind, fixed=True) for name in names]


def amounts(most: int, *names: str) -> list[Column]:
    return [Column(name, "number", most=most) for name in names]


TITLE: Final = Column("title", "name")
NAME: Final = Column("name", "name")
COLOUR: Final = Column("colour", "text", fixed=True)
PLACE: Final = Column("place", "text", fixed=True)
SCHEMA.add(
    "cards.csv",
    [*fixed("id"), TITLE, *fixed("kind"), COLOUR, *fixed("subject"), *amounts(20, "prestige", "later")],
    ["id"],
)
SCHEMA.add("tiles.csv", [*fixed("tile", "q", "r", "ground"), *amounts(1, "star"), PLACE], ["tile", "q", "r"])
SCHEMA.add(
    "layouts.csv",
    [*fixed("tiles", "slot", kind="number"), *fixed("q", "r", "rotations")],
    ["tiles", "slot"],
)
SCHEMA.add("factories.csv", [*fixed("id", "tile"), NAME, *fixed("goods")], ["id"])
SCHEMA.add("cities.csv", [*fixed("id", "tile"), NAME, *fixed("demands", "hat")], ["id"])
SCHEMA.add("grounds.csv", [*fixed("id"), TITLE, *amounts(9, "cost")], ["id"])
SCHEMA.add("bonus.csv", [*fixed("length", kind="number"), *amounts(20, "money", "prestige")], ["length"])
SCHEMA.add("prestige.csv", [*fixed("space", kind="number"), *amounts(1, "production")], ["space"])
SCHEMA.add("numbers.csv", [*fixed("id"), *amounts(99, "number")], ["id"])

KINDS: Final = {"engine": "train card"}  # what a kind of card is called, where that is another word

# The single numbers that must stay within bounds which no column can say.
BOUNDS: Final = (
    ("tracks", 1, 20),
    ("unlockable", 0, 2),
    ("trains", 0, 12),
    ("tracks_per_turn", 1, 20),
    ("loan_money", 1, 99),
    ("loans", 0, 60),
    ("per_space", 2, 2),
    ("hand", 1, 7),
    ("achievements", 0, FEATS),
)


class EmpiresBox(Box):
    """The components as the rules read them. Cards are numbered engines first, then achievements and contracts."""

    def __init__(self, tables: dict[str, Table], edits: Edits, delivery_program: int) -> None:
        super().__init__(tables, edits)
        self.delivery_program: int = delivery_program
        self.atlas: Atlas = Atlas(tables)
        self.demands: bytes = bytes([sum([1 << g for g in goods]) for goods in self.atlas.cities.goods])
        self.made: bytes = bytes([sum([1 << g for g in goods]) for goods in self.atlas.factories.goods])
        self.boards: dict[bytes, Board] = {}
        cards = tables["cards.csv"].rows
        subjects = [row["subject"] for row in cards]
        self.ids: list[str] = [row["id"] for row in cards]
        self.titles: list[str] = [row["title"] for row in cards]
        self.kinds: list[str] = [row["kind"] for row in cards]
        self.prestige: bytes = bytes([int(row["prestige"]) for row in cards])
        self.later: bytes = bytes([int(row["later"]) for row in cards])
        self.engines: list[int] = list(range(ENGINES))
        self.colours: bytes = bytes([LIVERIES.index(row["colour"]) for row in cards[:ENGINES]])
        self.conditions: list[Condition] = [ENGINE_CARDS[subjects[i]] for i in self.engines]
        self.feats: list[Feat] = [ACHIEVEMENTS[subjects[ENGINES + i]] for i in range(FEATS)]
        self.feat_first: bytes = self.prestige[ENGINES : ENGINES + FEATS]
        self.feat_later: bytes = self.later[ENGINES : ENGINES + FEATS]
        self.contract_factory: bytes = bytes([self.atlas.factories.ids.index(i) for i in subjects[ENGINES + FEATS :]])
        self.contract_prestige: bytes = self.prestige[ENGINES + FEATS :]
        by_id = self.numbers()
        self.tracks: int = by_id["tracks"]
        self.unlockable: int = by_id["unlockable"]
        self.unlock: list[int] = [by_id["unlock_1"], by_id["unlock_2"]]
        self.trains: int = by_id["trains"]
        self.tracks_per_turn: int = by_id["tracks_per_turn"]
        self.start_money: int = by_id["start_money"]
        self.most_money: int = by_id["most_money"]
        ladder = [by_id[f"staggered_{n}"] for n in (1, 2, 3, 4)]
        self.staggered: list[int] = [min(self.most_money, n) for n in ladder]  # in turn order
        self.loans: int = by_id["loans"]
        self.loan_money: int = by_id["loan_money"]
        self.loan_prestige: int = by_id["loan_prestige"]
        self.new_route: int = by_id["new_route"]
        self.per_space: int = by_id["per_space"]
        self.market: list[int] = [by_id["market_1"], by_id["market_2"], by_id["market_3"]]
        self.slots: int = len(self.market)
        self.hand: int = by_id["hand"]
        self.achievements: int = by_id["achievements"]
        self.city_bonus: list[int] = [by_id["city_1"], by_id["city_2"], 0, 0]
        self.star: int = by_id["star"]
        self.rent: int = by_id["rent"]
        self.hat_points: list[int] = [0, 0, by_id["hats_2"], by_id["hats_3"]]
        spaces = tables["prestige.csv"].rows
        self.spaces: int = len(spaces) - 1
        self.production: list[int] = [int(row["space"]) for row in spaces if int(row["production"])]
        self.bonus: list[tuple[int, int, int]] = [
            (int(row["length"]), int(row["money"]), int(row["prestige"])) for row in tables["bonus.csv"].rows
        ]
        # lengths from which on something changes
        earns = [b for i, b in enumerate(self.bonus) if i == 0 or b[1:] != self.bonus[i - 1][1:]]
        asked = [c.length for c in self.conditions] + [f.length for f in self.feats]
        self.steps: list[int] = sorted({*asked, *[length for length, _, _ in earns]})
        # of the colours a line crosses, those by which something is met
        self.counting: bytes = bytes([self.counted(colours) for colours in range(COLOURS)])
        count_up = range(LONGEST)
        self.rounded: bytes = bytes([max([n for n in self.steps if n <= length]) for length in count_up])
        self.line_money: bytes = bytes([[m for n, m, _ in self.bonus if n <= length][-1] for length in count_up])
        self.line_prestige: bytes = bytes([[p for n, _, p in self.bonus if n <= length][-1] for length in count_up])
        self.check()

    def check(self) -> None:
        """What no single cell can show."""
        self.each_name_once("cards.csv")
        numbers = self.numbers()
        for id, least, most in BOUNDS:
            self.need(id, numbers[id], least, most)
        self.need("start_money", self.start_money, 0, self.most_money)
        if self.production and self.production[0] == 0:
            raise BadComponents("prestige.csv, line 2, column production: everybody starts on space 0.")
        seen: list[str] = []  # a name must be told from the others, and from the coordinates of hexes
        for file, names in (("factories.csv", self.atlas.factories.names), ("cities.csv", self.atlas.cities.names)):
            for i in range(len(names)):
                name = squeeze(names[i])
                fault = "is the name of another place" if name in seen else ""
                if name[:1].isalpha() and name[1:2].isdigit():
                    fault = "reads like a coordinate"
                if fault:
                    raise BadComponents(f"{file}, line {i + 2}, column name: '{names[i]}' {fault}.")
                seen.append(name)

    def board(self, tiles: bytes, rotations: bytes) -> Board:
        """The country of a placement, made once."""
        key = tiles + rotations
        if key not in self.boards:
            self.boards[key] = Board(self.atlas, tiles, rotations)
        return self.boards[key]

    def counted(self, colours: int) -> int:
        """The colours of a line that count for a train card or an achievement."""
        if colours == ALL_COLOURS:
            return colours
        out = 0
        for condition in self.conditions:
            if colours & condition.colours == condition.colours:
                out |= condition.colours
        return out

    def with_loans(self, money: int, loans: int) -> int:
        """So much money and what so many loans bring; what is over the end of the track is lost."""
        return min(self.most_money, money + loans * self.loan_money)

    def round_down(self, length: int) -> int:
        """A length rounded down to where something changes."""
        return self.rounded[max(0, min(LONGEST - 1, length))]

    # words

    def names(self) -> list[list[str]]:
        return [[self.ids[i], self.titles[i]] for i in range(CARDS)]

    def describe(self, card: int) -> str:
        return f"{self.titles[card]} ({KINDS.get(self.kinds[card], self.kinds[card])}). {self.text(card)}"

    def text(self, card: int) -> str:
        """What a card says."""
        if card < ENGINES:
            return f"{self.prestige[card]} prestige if {self.conditions[card].text}."
        if card < ENGINES + FEATS:
            asked = self.feats[card - ENGINES].text
            return (
                f"{asked[:1].upper()}{asked[1:]}: {self.prestige[card]} prestige for the first to claim it, "
                f"{self.later[card]} for each later one, at the end of the game."
            )
        return f"{self.prestige[card]} prestige: once, when you deliver from {self.works(card)}, you may reveal this."

    def works(self, card: int) -> str:
        """The factory that a contract names."""
        return self.atlas.factories.names[self.contract_factory[card - ENGINES - FEATS]]

    def line_words(self, line: int) -> str:
        length = line_length(line)
        above = [n for n in self.steps if n > length]
        words = f"{length} long"
        if not above:
            words = f"{length} or more long"
        elif above[0] > length + 1:
            words = f"{above[0] - 1} or less long" if length == 0 else f"{length} to {above[0] - 1} long"
        colours = line_colours(line)
        return f"{words} over {colour_words(colours)}" if colours else words
