"""The box of Small Railroad Empires: which tables it has, and its components as the rules read them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from roundhouse.core.actions import squeeze
from roundhouse.core.components import Box, Column, Edits, Schema, Table
from roundhouse.core.errors import BadComponents
from roundhouse.games.empires.actions import CARDS, ENGINES, FEATS, LONGEST
from roundhouse.games.empires.board import GOODS, NONE, Atlas, Board
from roundhouse.games.empires.cards import ACHIEVEMENTS
from roundhouse.games.empires.cards import ENGINES as ENGINE_CARDS
from roundhouse.games.empires.verbs import ALL_COLOURS, Condition, Feat, LinesOf, line_colours, line_length, listed

if TYPE_CHECKING:
    from roundhouse.games.empires.state import Empires

COLOURS: Final = ("red", "blue", "green", "black")

SCHEMA: Final = Schema(os.path.join(os.path.dirname(__file__), "components"))
SCHEMA.add(
    "cards.csv",
    [
        Column("id", "name", fixed=True),
        Column("title", "name"),
        Column("kind", "name", fixed=True),
        Column("colour", "text", fixed=True),
        Column("subject", "name", fixed=True),
        Column("prestige", "number", most=20),
        Column("later", "number", most=20),
    ],
    ["id"],
)
SCHEMA.add(
    "tiles.csv",
    [
        Column("tile", "name", fixed=True),
        Column("q", "name", fixed=True),
        Column("r", "name", fixed=True),
        Column("ground", "name", fixed=True),
        Column("star", "number", most=1),
        Column("place", "text", fixed=True),
    ],
    ["tile", "q", "r"],
)
SCHEMA.add(
    "layouts.csv",
    [
        Column("tiles", "number", fixed=True),
        Column("slot", "number", fixed=True),
        Column("q", "name", fixed=True),
        Column("r", "name", fixed=True),
        Column("rotations", "name", fixed=True),
    ],
    ["tiles", "slot"],
)
SCHEMA.add(
    "factories.csv",
    [
        Column("id", "name", fixed=True),
        Column("tile", "name", fixed=True),
        Column("name", "name"),
        Column("goods", "name", fixed=True),
    ],
    ["id"],
)
SCHEMA.add(
    "cities.csv",
    [
        Column("id", "name", fixed=True),
        Column("tile", "name", fixed=True),
        Column("name", "name"),
        Column("demands", "name", fixed=True),
        Column("hat", "name", fixed=True),
    ],
    ["id"],
)
SCHEMA.add(
    "grounds.csv",
    [Column("id", "name", fixed=True), Column("title", "name"), Column("cost", "number", most=9)],
    ["id"],
)
SCHEMA.add(
    "bonus.csv",
    [Column("length", "number", fixed=True), Column("money", "number", most=20), Column("prestige", "number", most=20)],
    ["length"],
)
SCHEMA.add("prestige.csv", [Column("space", "number", fixed=True), Column("production", "number", most=1)], ["space"])
SCHEMA.add("numbers.csv", [Column("id", "name", fixed=True), Column("number", "number", least=0, most=99)], ["id"])


class EmpiresBox(Box):
    """The components as the rules read them. Cards are numbered engines first, then achievements and contracts."""

    def __init__(self, tables: dict[str, Table], edits: Edits, delivery_program: int) -> None:
        super().__init__(tables, edits)
        self.delivery_program: int = delivery_program
        self.atlas: Atlas = Atlas(tables)
        self.demands: bytes = bytes([sum([1 << g for g in goods]) for goods in self.atlas.cities.goods])
        self.boards: dict[bytes, Board] = {}
        cards = tables["cards.csv"]
        count = range(CARDS)
        subjects = [cards.text(i, "subject") for i in count]
        self.ids: list[str] = [cards.text(i, "id") for i in count]
        self.titles: list[str] = [cards.text(i, "title") for i in count]
        self.kinds: list[str] = [cards.text(i, "kind") for i in count]
        self.prestige: bytes = bytes([cards.number(i, "prestige") for i in count])
        self.later: bytes = bytes([cards.number(i, "later") for i in count])
        self.engines: list[int] = list(range(ENGINES))
        self.colours: bytes = bytes([COLOURS.index(cards.text(i, "colour")) for i in self.engines])
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
        track = tables["prestige.csv"]
        self.spaces: int = len(track.rows) - 1
        self.production: list[int] = [
            track.number(i, "space") for i in range(len(track.rows)) if track.number(i, "production")
        ]
        bonus = tables["bonus.csv"]
        self.bonus: list[tuple[int, int, int]] = [
            (bonus.number(i, "length"), bonus.number(i, "money"), bonus.number(i, "prestige"))
            for i in range(len(bonus.rows))
        ]
        # lengths from which on something changes
        steps = {c.length for c in self.conditions} | {f.n for f in self.feats if isinstance(f, LinesOf)}
        for i in range(len(self.bonus)):
            if i == 0 or self.bonus[i][1:] != self.bonus[i - 1][1:]:
                steps.add(self.bonus[i][0])
        self.steps: list[int] = sorted(steps)
        # of the colours a line crosses, those by which something is met
        self.counting: bytes = bytes([self.counted(colours) for colours in range(1 << 4)])
        count_up = range(LONGEST)
        self.rounded: bytes = bytes([max([n for n in self.steps if n <= length]) for length in count_up])
        self.line_money: bytes = bytes([[m for n, m, _ in self.bonus if n <= length][-1] for length in count_up])
        self.line_prestige: bytes = bytes([[p for n, _, p in self.bonus if n <= length][-1] for length in count_up])
        self.check()

    def check(self) -> None:
        """What no single cell can show."""
        self.each_name_once("cards.csv")
        self.need("tracks", self.tracks, 1, 20)
        self.need("unlockable", self.unlockable, 0, 2)
        self.need("trains", self.trains, 0, 12)
        self.need("tracks_per_turn", self.tracks_per_turn, 1, 20)
        self.need("start_money", self.start_money, 0, self.most_money)
        self.need("loan_money", self.loan_money, 1, 99)
        self.need("loans", self.loans, 0, 60)
        self.need("per_space", self.per_space, 2, 2)
        self.need("hand", self.hand, 1, 7)
        self.need("achievements", self.achievements, 0, FEATS)
        if self.production and self.production[0] == 0:
            raise BadComponents("prestige.csv, line 2, column production: everybody starts on space 0.")
        seen: list[str] = []  # a name must be told from the others, and from the coordinates of hexes
        for file, names in (("factories.csv", self.atlas.factories.names), ("cities.csv", self.atlas.cities.names)):
            for i in range(len(names)):
                name = squeeze(names[i])
                if name in seen:
                    raise BadComponents(
                        f"{file}, line {i + 2}, column name: '{names[i]}' is the name of another place."
                    )
                if name[:1].isalpha() and name[1:2].isdigit():
                    raise BadComponents(f"{file}, line {i + 2}, column name: '{names[i]}' reads like a coordinate.")
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

    def told(self, length: int) -> int:
        """A length rounded down to where something changes."""
        return self.rounded[max(0, min(LONGEST - 1, length))]

    # words

    def names(self) -> list[list[str]]:
        return [[self.ids[i], self.titles[i]] for i in range(CARDS)]

    def describe(self, card: int) -> str:
        return f"{self.titles[card]} ({self.kinds[card]}). {self.text(card)}"

    def text(self, card: int) -> str:
        """What a card says."""
        if card < ENGINES:
            return f"{self.prestige[card]} prestige if {self.conditions[card].told}."
        if card < ENGINES + FEATS:
            told = self.feats[card - ENGINES].told
            return (
                f"{told[:1].upper()}{told[1:]}: {self.prestige[card]} prestige for the first to claim it, "
                f"{self.later[card]} for each later one, at the end of the game."
            )
        name = self.atlas.factories.names[self.contract_factory[card - ENGINES - FEATS]]
        return f"{self.prestige[card]} prestige when you deliver from {name}."

    def label(self, s: Empires, kind: str, thing: int) -> str:
        """How a thing of an action is spelled at this table."""
        if kind == "hex":
            return s.board.labels[thing] if thing < s.board.size else f"hex {thing + 1}"
        if kind == "factory":
            return self.atlas.factories.names[thing]
        if kind == "city":
            return self.atlas.cities.names[thing]
        if kind == "good":
            goods = self.atlas.factories.goods[thing >> 1]
            good = GOODS[goods[thing & 1]] if thing & 1 < len(goods) else "a second good"
            return f"{good} from {self.atlas.factories.names[thing >> 1]}"
        if kind == "feat":
            return self.titles[ENGINES + thing]
        if kind == "card":
            return self.titles[thing]
        if kind == "slot":
            title = self.titles[s.market[thing]] if thing < len(s.market) else f"market card {thing + 1}"
            return f"{title} for ${self.market[thing]}"
        return self.line_words(thing)

    def aliases(self, s: Empires, kind: str, thing: int) -> list[str]:
        """Other spellings that are accepted."""
        if kind == "hex" and thing < s.board.size:
            return [s.board.coordinates[thing]]
        if kind == "factory" and s.board.factory[thing] != NONE:
            return [s.board.coordinates[s.board.factory[thing]]]
        if kind == "city" and s.board.city[thing] != NONE:
            return [s.board.coordinates[s.board.city[thing]]]
        return []

    def line_words(self, code: int) -> str:
        length = line_length(code)
        above = [n for n in self.steps if n > length]
        told = f"{length} long"
        if not above:
            told = f"{length} or more long"
        elif above[0] > length + 1:
            told = f"{above[0] - 1} or less long" if length == 0 else f"{length} to {above[0] - 1} long"
        colours = line_colours(code)
        return f"{told} over {listed(colours)}" if colours else told
