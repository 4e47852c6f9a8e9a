"""The box of Trains: which tables it has, and its components as the rules read them."""

from __future__ import annotations

import os
from typing import Final

from roundhouse.core.components import Box, Column, Edits, Schema, Table
from roundhouse.core.errors import BadComponents
from roundhouse.core.verbs import Programs
from roundhouse.games.trains.actions import CARDS
from roundhouse.games.trains.board import CITY, HEXES, MAPS, MOUNTAIN, RIVER, TERRAINS, Board
from roundhouse.games.trains.cards import EFFECTS, ON_BUY
from roundhouse.games.trains.state import ALL_BUT_REMOTE_FREE, CARD, CITIES_FREE, MOUNTAINS_FREE, RIVERS_FREE, on
from roundhouse.games.trains.verbs import ICONS, Copy

SCHEMA: Final = Schema(os.path.join(os.path.dirname(__file__), "components"))
SCHEMA.add(
    "cards.csv",
    [
        Column("id", "name", fixed=True),
        Column("title", "name"),
        Column("also", "text"),
        Column("group", "name", fixed=True),
        Column("icons", "name", fixed=True),
        Column("copies", "number", least=0, most=99),
        Column("start", "number", least=0, most=20),
        Column("cost", "number", least=0, most=50),
        Column("value", "number", least=0, most=20),
        Column("vp", "number", least=0, most=50),
    ],
    ["id"],
)
for _map in MAPS:
    SCHEMA.add(
        f"{_map}.csv",
        [
            Column("row", "number", fixed=True),
            Column("col", "number", fixed=True),
            Column("terrain", "name", fixed=True),
            Column("name", "text"),
            Column("also", "text"),
            Column("number", "number", least=0, most=9),
        ],
        ["row", "col"],
    )
    SCHEMA.add(
        f"{_map}_barriers.csv",
        [
            Column("row", "number", fixed=True),
            Column("col", "number", fixed=True),
            Column("other_row", "number", fixed=True),
            Column("other_col", "number", fixed=True),
        ],
        ["row", "col", "other_row", "other_col"],
    )
SCHEMA.add("numbers.csv", [Column("id", "name", fixed=True), Column("number", "number", least=0, most=99)], ["id"])


class TrainsBox(Box):
    """The components as the rules read them: one entry a card, ready to index."""

    def __init__(
        self,
        tables: dict[str, Table],
        edits: Edits,
        programs: Programs,
        effects: list[int],
        on_buy: list[int],
    ) -> None:
        super().__init__(tables, edits)
        cards = tables["cards.csv"]
        count = range(CARDS)
        self.ids: list[str] = [cards.text(i, "id") for i in count]
        if self.ids != list(EFFECTS) or CARDS > CARD + 1:
            raise BadComponents(
                f"cards.csv and the EFFECTS of cards.py must name the same cards in the same order, at most {CARD + 1}."
            )
        self.titles: list[str] = [cards.text(i, "title") for i in count]
        self.also: list[list[str]] = [[a.strip() for a in cards.text(i, "also").split("/") if a.strip()] for i in count]
        self.groups: list[str] = [cards.text(i, "group") for i in count]
        self.costs: bytes = bytes([cards.number(i, "cost") for i in count])
        self.values: bytes = bytes([cards.number(i, "value") for i in count])
        self.vps: bytes = bytes([cards.number(i, "vp") for i in count])
        self.copies: bytes = bytes([cards.number(i, "copies") for i in count])
        self.starts: bytes = bytes([cards.number(i, "start") for i in count])
        self.icons: bytes = bytes([sum(1 << ICONS.index(n) for n in cards.text(i, "icons").split()) for i in count])
        self.waste: int = self.groups.index("waste")
        self.always: list[int] = [i for i in count if self.groups[i] in ("basic", "vp")]
        self.start_deck: list[int] = [i for i in count for _ in range(self.starts[i])]
        self.program: list[int] = effects
        self.on_buy: list[int] = on_buy
        # 0 not playable, 1 without an effect, 2 with one that is always possible, 3 with one that may not be
        self.playable: bytes = bytes(
            [
                0
                if self.groups[i] in ("vp", "waste")
                else 1
                if not effects[i]
                else 3
                if programs.checks[effects[i]]
                else 2
                for i in count
            ]
        )
        self.standing: list[int] = [programs.planned_total(effects[i]) for i in count]
        self.copies_text: list[bool] = [any(isinstance(v, Copy) for v in programs.verbs[effects[i]]) for i in count]
        self.least_cost: int = min([c for i, c in enumerate(self.costs) if self.groups[i] not in ("waste", "start")])
        by_id = self.numbers()
        self.track_markers: int = by_id["track_markers"]
        self.station_markers: int = by_id["station_markers"]
        self.hand: int = by_id["hand"]
        self.empty_piles: int = by_id["empty_piles"]
        self.selectable_piles: int = by_id["selectable_piles"]
        costs = [by_id[t] for t in ("field", "river", "mountain", "city")]
        self.terrain_cost: bytes = bytes(costs)
        self.boards: list[Board] = [Board(m, tables[f"{m}.csv"], tables[f"{m}_barriers.csv"], costs) for m in MAPS]
        self.station_bonus: bytes = bytes([by_id[f"stations_{n}"] for n in range(4)])
        waivers = [0] * len(TERRAINS)
        waivers[RIVER] = on(RIVERS_FREE) | on(ALL_BUT_REMOTE_FREE)
        waivers[MOUNTAIN] = on(MOUNTAINS_FREE) | on(ALL_BUT_REMOTE_FREE)
        waivers[CITY] = on(CITIES_FREE) | on(ALL_BUT_REMOTE_FREE)
        self.waivers: list[int] = waivers
        self.check()

    def names(self) -> list[list[str]]:
        return [[self.ids[i], self.titles[i], *self.also[i]] for i in range(CARDS)]

    def describe(self, card: int) -> str:
        return describe(self, card)

    def check(self) -> None:
        """What no single cell can show."""
        for m in MAPS:
            table = self.tables[f"{m}.csv"]
            for i in range(HEXES):
                n = table.number(i, "number")
                if table.text(i, "terrain") == "city" and not 1 <= n <= 3:
                    raise BadComponents(f"{m}.csv, line {i + 2}, column number: a city has 1 to 3 slots, not {n}.")
        self.each_name_once("cards.csv")
        for i in range(CARDS):
            need = self.starts[i] * 4
            if need > self.copies[i]:
                raise BadComponents(
                    f"cards.csv, line {i + 2}, column copies: {self.copies[i]} are too few: four seats need {need}."
                )
        self.need("track_markers", self.track_markers, 2, 99)
        self.need("station_markers", self.station_markers, 1, 99)
        self.need("hand", self.hand, 1, 99)
        self.need("empty_piles", self.empty_piles, 1, 99)
        if self.selectable_piles != 8:
            raise BadComponents("numbers.csv, line 6, column number: the game is played with 8 selectable piles.")


def describe(box: TrainsBox, card: int) -> str:
    """A card in words: title, figures, and the text made from its verbs."""
    told = f"{box.titles[card]} ({', '.join(n for n in ICONS if box.icons[card] >> ICONS.index(n) & 1)})"
    told += f": cost {box.costs[card]}, value {box.values[card]}"
    if box.vps[card]:
        told += f", {box.vps[card]} VP"
    text = EFFECTS[box.ids[card]].text()
    if box.ids[card] in ON_BUY:
        text = "When bought: " + ON_BUY[box.ids[card]].text()
    if box.groups[card] == "waste":
        text = "Cannot be bought or played."
    elif not text:
        text = "No effect. Never in the supply." if box.groups[card] == "start" else "No effect."
    return f"{told}. {text}"
