"""The box of Night Goods: which tables it has, and its components as the rules read them."""

from __future__ import annotations

import os
from typing import Final

from nightgoods.actions import CARDS
from nightgoods.cards import EFFECTS
from nightgoods.state import SEEN
from roundhouse.core.components import Box, Column, Edits, Schema, Table
from roundhouse.core.errors import BadComponents

SCHEMA: Final = Schema(os.path.join(os.path.dirname(__file__), "components"))
SCHEMA.add(
    "cards.csv",
    [
        Column("id", "name", fixed=True),
        Column("title", "name"),
        Column("copies", "number", most=20),
        Column("weight", "number", least=1, most=9),
        Column("worth", "number", most=9),
    ],
    ["id"],
)
SCHEMA.add("numbers.csv", [Column("id", "name", fixed=True), Column("number", "number")], ["id"])


class NightGoodsBox(Box):
    """The components as the rules read them: one entry a wagon, ready to index."""

    def __init__(self, tables: dict[str, Table], edits: Edits, effects: list[int]) -> None:
        super().__init__(tables, edits)
        cards = tables["cards.csv"]
        self.ids = cards.texts("id")
        self.titles = cards.texts("title")
        self.weights = bytes(cards.numbers("weight"))
        self.worths = bytes(cards.numbers("worth"))
        self.deck = [i for i, n in enumerate(cards.numbers("copies")) for _ in range(n)]
        self.effects = effects
        by_id = self.numbers()
        self.hand, self.pull, self.full = by_id["hand"], by_id["pull"], by_id["full"]
        self.check()

    def check(self) -> None:
        """What no single cell can show."""
        if CARDS > SEEN:
            raise BadComponents(f"cards.csv holds {CARDS} cards; a byte has room for {SEEN} beside who has seen one.")
        self.one_line_a_card("cards.csv", list(EFFECTS))
        self.each_name_once("cards.csv")
        self.need("hand", self.hand, 1, 9)
        self.need("pull", self.pull, max(self.weights), 20)
        if len(self.deck) <= 4 * self.hand:
            raise BadComponents(f"cards.csv, column copies: {len(self.deck)} wagons are too few to deal four hands.")

    def names(self) -> list[list[str]]:
        return [[self.ids[i], self.titles[i]] for i in range(CARDS)]

    def describe(self, card: int) -> str:
        text = EFFECTS[self.ids[card]].text() or "No text."
        return f"{self.titles[card]}: weight {self.weights[card]}, worth {self.worths[card]}. {text}"
