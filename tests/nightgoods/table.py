"""A table of Night Goods in any position, played in words: scaffolding sets it up, `legal` and `apply` do the rest."""

from __future__ import annotations

from typing import Any, cast

import roundhouse
from nightgoods.state import NightGoods
from tests.kit import table as kit


class Table(kit.Table[NightGoods]):
    """Two seats; seat 1 is to move with the given hand, train and deck."""

    def __init__(self, hand: str = "Tank wagon", train: str = "", deck: str = "", rival: str = "Tank wagon") -> None:
        super().__init__(cast(Any, roundhouse.game("nightgoods").new(seats=2, seed=1)))
        self.state.hands = [self.cards(hand), self.cards(rival)]
        self.state.trains = [self.cards(train), b""]
        self.state.deck = self.cards(deck)
        self.state.offered = []

    def cards(self, names: str) -> bytes:
        titles = self.state.box.titles
        return bytes(titles.index(name.strip()) for name in names.split(",") if name)

    def named(self, ids: list[str | None]) -> str:
        kit = self.state.box
        return ", ".join(kit.titles[kit.ids.index(id)] if id else "?" for id in ids)

    @property
    def hand(self) -> str:
        return self.named(self.view()["players"][0]["hand"]["cards"])

    @property
    def train(self) -> str:
        return self.named(self.view(None)["players"][0]["train"])

    @property
    def points(self) -> int:
        return int(self.state.scores()[0])

    def deck(self, seat: int | None) -> str:
        """The deck from the top as a seat knows it."""
        return self.named(self.view(seat)["deck"])

    def seen(self, seat: int) -> str:
        """What the other seat knows of a seat's hand."""
        return self.named(self.view(1 - seat)["players"][seat]["hand"]["cards"])
