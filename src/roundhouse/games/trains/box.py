"""The box of Trains: which tables it has, and its components as the rules read them."""

from __future__ import annotations

import os
from typing import Final

from roundhouse.core.components import Box, Column, Edits, Schema, Table
from roundhouse.core.errors import BadComponents
from roundhouse.core.verbs import Programs
from roundhouse.games.trains.actions import CARDS
from roundhouse.games.trains.board import CITY, FIELD, HEXES, MAPS, MOUNTAIN, REMOTE, RIVER, TERRAINS, Board
from roundhouse.games.trains.cards import EFFECTS, ON_BUY
from roundhouse.games.trains.state import (
    ALL_BUT_REMOTE_FREE,
    CITIES_FREE,
    COUNTER,
    MOUNTAINS_FREE,
    NO_CARD,
    NO_RIVAL_COST,
    NO_RIVAL_WASTE,
    RIVERS_FREE,
)
from roundhouse.games.trains.verbs import ICONS, Copy

# whether a card can be played, and whether its effect can be applied then
UNPLAYABLE: Final = 0
PLAIN: Final = 1  # no effect
ALWAYS: Final = 2
SOMETIMES: Final = 3

PILES: Final = 8  # selectable ones in a game

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


def how_playable(group: str, effect: int, programs: Programs) -> int:
    """Whether a card can be played, and whether its effect can be applied then."""
    if group in ("vp", "waste"):
        return UNPLAYABLE
    if not effect:
        return PLAIN
    return SOMETIMES if programs.checks[effect] else ALWAYS


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
        self.one_line_a_card("cards.csv", list(EFFECTS))
        if CARDS > NO_CARD:
            raise BadComponents(f"cards.csv holds {CARDS} cards; a byte has room for {NO_CARD}.")
        self.number_of: dict[str, int] = {self.ids[i]: i for i in count}
        self.titles: list[str] = [cards.text(i, "title") for i in count]
        self.also: list[list[str]] = [[a.strip() for a in cards.text(i, "also").split("/") if a.strip()] for i in count]
        self.groups: list[str] = [cards.text(i, "group") for i in count]
        self.costs: bytes = bytes([cards.number(i, "cost") for i in count])
        self.values: bytes = bytes([cards.number(i, "value") for i in count])
        self.vps: bytes = bytes([cards.number(i, "vp") for i in count])
        self.scoring: bytes = bytes([i for i in count if self.vps[i]])
        self.copies: bytes = bytes([cards.number(i, "copies") for i in count])
        self.starts: bytes = bytes([cards.number(i, "start") for i in count])
        self.icons: bytes = bytes([sum(1 << ICONS.index(n) for n in cards.text(i, "icons").split()) for i in count])
        self.waste: int = self.groups.index("waste")
        self.always: list[int] = [i for i in count if self.groups[i] in ("basic", "vp")]
        self.start_deck: list[int] = [i for i in count for _ in range(self.starts[i])]
        self.program: list[int] = effects
        self.on_buy: list[int] = on_buy
        self.playable: bytes = bytes([how_playable(self.groups[i], effects[i], programs) for i in count])
        self.rule_changes: list[int] = [programs.planned_total(effects[i]) for i in count]
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
        free = {RIVER: COUNTER << RIVERS_FREE, MOUNTAIN: COUNTER << MOUNTAINS_FREE, CITY: COUNTER << CITIES_FREE}
        self.waivers: list[int] = [
            free.get(k, 0) | (COUNTER << ALL_BUT_REMOTE_FREE if k != REMOTE else 0) for k in range(len(TERRAINS))
        ]
        self.check()

    def track_costs(self, counters: int) -> dict[str, int]:
        """What a track costs with these rule counters: by terrain, for each station, for each rival, and in Waste."""
        kinds = (FIELD, RIVER, MOUNTAIN, CITY)
        costs = {TERRAINS[k]: 0 if counters & self.waivers[k] else self.terrain_cost[k] for k in kinds}
        costs["station"] = 0 if counters & self.waivers[CITY] else 1
        costs["rival"] = 0 if counters & NO_RIVAL_COST else 1
        costs["waste"] = 0 if counters & NO_RIVAL_WASTE else 1
        return costs

    def icon_names(self, card: int) -> list[str]:
        """The icons printed on a card."""
        return [name for i, name in enumerate(ICONS) if self.icons[card] & 1 << i]

    def names(self) -> list[list[str]]:
        return [[self.ids[i], self.titles[i], *self.also[i]] for i in range(CARDS)]

    def text(self, card: int, brief: bool = False) -> str:
        """What a card does, as its verbs read; "" if nothing."""
        if card == self.waste:
            return "Cannot be bought or played."
        id = self.ids[card]
        return f"When bought: {ON_BUY[id].phrase()}." if id in ON_BUY else EFFECTS[id].text(brief)

    def describe(self, card: int) -> str:
        """A card in words: title, figures, and the text made from its verbs."""
        figures = f"{self.titles[card]} ({', '.join(self.icon_names(card))})"
        figures += f": cost {self.costs[card]}, value {self.values[card]}"
        if self.vps[card]:
            figures += f", {self.vps[card]} VP"
        text = f"When bought: {ON_BUY[self.ids[card]].text()}" if self.on_buy[card] else self.text(card)
        nothing = "No effect. Never in the supply." if self.groups[card] == "start" else "No effect."
        return f"{figures}. {text or nothing}"

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
        by_id = self.numbers()
        for id, least in (("track_markers", 2), ("station_markers", 1), ("hand", 1), ("empty_piles", 1)):
            self.need(id, by_id[id], least, 99)
        if self.selectable_piles != PILES:
            line = list(by_id).index("selectable_piles") + 2
            raise BadComponents(
                f"numbers.csv, line {line}, column number: the game is played with {PILES} selectable piles."
            )
