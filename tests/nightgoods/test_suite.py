"""What every game is asked, asked of the example: a guest in a package of its own."""

from __future__ import annotations

import random
from typing import cast
from xml.etree import ElementTree

from nightgoods.actions import CARDS
from nightgoods.state import NightGoods
from roundhouse.core.state import State
from tests.kit.goldens import counted
from tests.kit.journeys import Viewer
from tests.kit.suite import GameSuite

KIND = 7  # of a card's byte; above it who has seen the card


class TestNightGoods(GameSuite):
    id = "nightgoods"
    seeds = 8
    rulebook = False
    cards = r"3\.\d+"
    regions = {"prompt", "board", "seats", "words", "dock"}
    hidden = ("hands", "deck")
    lies_open = ("waiting", "points")
    goldens = {"three": (3, {}, ["greedy", "random", "greedy"])}
    edited = ("cards.csv", "saloon", {"weight": "3"})
    bad = {"a word for a number": ("cards.csv", "saloon", {"weight": "two"}, "line 9, column weight: 'two'")}
    logged = {"couple Saloon": ("couples Saloon", ""), "dispatch the train": ("dispatches the train", "")}

    @classmethod
    def conserved(cls, state: State) -> tuple[int, ...]:
        """How many of each wagon there are, wherever they are."""
        s: NightGoods = state  # type: ignore[assignment]
        every = b"".join([s.deck, s.gone, *s.hands, *s.trains])
        return tuple(sum(b & KIND == card for b in every) for card in range(CARDS))

    @classmethod
    def expected(cls, state: State) -> tuple[int, ...]:
        return tuple(int(row["copies"]) for row in state.components.tables["cards.csv"].rows)

    @classmethod
    def another_deal(cls, s: NightGoods, viewer: Viewer, rng: random.Random) -> NightGoods:
        twin = cast(NightGoods, s.clone())
        twin.offered = []
        mark = 8 << viewer if viewer is not None else 0
        zones = [bytearray(zone) for zone in (s.deck, *s.hands)]
        places = [(z, i) for z, zone in enumerate(zones) for i, b in enumerate(zone) if not b & mark]
        places = [(z, i) for z, i in places if viewer is None or z != viewer + 1]
        kinds = [zones[z][i] & KIND for z, i in places]
        for (z, i), kind in zip(places, rng.sample(kinds, len(kinds)), strict=True):
            zones[z][i] = kind | zones[z][i] & ~KIND
        twin.deck, twin.hands = bytes(zones[0]), [bytes(zone) for zone in zones[1:]]
        return twin

    @classmethod
    def perft(cls) -> dict[str, list[int]]:
        stops = (lambda s, left=left: len(s.deck) <= left for left in (20, 5))
        return {"3 seats": counted(cls.game().new(seats=3, seed=11), "nightgoods", stops, 2, 3)}

    @classmethod
    def places(cls, s: NightGoods, action: int) -> set[str]:
        return {{"hand": "dock", "train": "board"}.get(s.points_at(action)[1], "prompt")}

    @classmethod
    def names(cls, s: NightGoods, action: int, said: str, element: ElementTree.Element) -> bool:
        return s.points_at(action)[1] == "" or s.box.titles[s.points_at(action)[2]] in said
