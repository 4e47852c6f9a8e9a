"""What every game is asked, asked of Trains."""

from __future__ import annotations

import random
from typing import ClassVar
from xml.etree import ElementTree

from roundhouse.core.rng import Rng
from roundhouse.core.state import State
from roundhouse.games.trains.actions import COINS_ONLY, END, FORMS
from roundhouse.games.trains.cards import SETS
from roundhouse.games.trains.state import CARD, Trains
from tests.kit.goldens import counted
from tests.kit.journeys import Options, Viewer, choose
from tests.kit.suite import GameSuite
from tests.trains import conserve
from tests.trains.midgame import hidden, replace, zone
from tests.trains.table import table


class TestTrains(GameSuite):
    id = "trains"
    conserved = staticmethod(conserve.conserved)
    expected = staticmethod(conserve.expected)
    cards = r"9\.\d+"
    hidden = ("hands", "decks", "discards", "looked")
    follows = ("board",)
    asked = ("working", "at_most")
    lies_open = ("coins", "busy", "tracks", "stations", "markers", "points", "trash", "stations_left")
    goldens: ClassVar[dict[str, tuple[int, Options, list[str]]]] = {
        "tokyo": (4, {"map": "tokyo", "cards": "tokyo beginners"}, ["greedy", "random", "greedy", "greedy"]),
        "osaka": (3, {"map": "osaka", "cards": "osaka beginners"}, ["greedy", "greedy", "random"]),
        "random": (2, {"map": "osaka"}, ["random", "random"]),
    }
    edited = ("cards.csv", "garage", {"cost": "9"})
    bad = {
        "a word for a number": ("cards.csv", "garage", {"cost": "three"}, "line 19, column cost: 'three'"),
        "a negative number": ("cards.csv", "garage", {"cost": "-1"}, "line 19, column cost: '-1'"),
        "too large a number": ("cards.csv", "garage", {"value": "21"}, "line 19, column value: .* from 0 to 20"),
        "no title": ("cards.csv", "garage", {"title": " "}, "line 19, column title: it is empty"),
        "a title used twice": ("cards.csv", "garage", {"title": "Signals"}, r"line \d+, column title: 'Signals'"),
        "too few copies": ("cards.csv", "normal_train", {"copies": "20"}, "line 2, column copies: 20 are too few"),
        "a moved icon": ("cards.csv", "garage", {"icons": "train"}, "line 19, column icons: 'train' must stay"),
        "a new terrain": ("tokyo.csv", "0,1", {"terrain": "field"}, "line 3, column terrain: .* must stay"),
        "a city without slots": ("osaka.csv", "0,1", {"number": "0"}, "line 3, column number: a city"),
        "no markers": ("numbers.csv", "track_markers", {"number": "0"}, "line 2, column number"),
        "nine piles": ("numbers.csv", "selectable_piles", {"number": "9"}, "line 6, column number"),
        "no source": ("numbers.csv", "hand", {"source": ""}, "line 4, column source: it is empty"),
    }
    idle = {"seats"}
    logged = {
        "play Express train": ("plays <b>Express train</b>", ""),
        "play Steel bridge": ("plays <b>Steel bridge</b>: rivers cost nothing extra this turn", ""),
        "play Steel bridge for its coins": ("plays <b>Steel bridge</b> without its effect", ""),
        "play Mail train for its coins": ("plays <b>Mail train</b> for its coins", ""),
        "play Holiday timetable": ("plays <b>Holiday timetable</b>: trashes it", ""),
        "play Material dump site": ("plays <b>Material dump site</b>: no Waste is gained this turn", ""),
        "lay Yokohama": ("lays Yokohama", "H2"),
        "lay river D8": ("lays D8, river", "D8"),
        "buy Garage": ("buys <b>Garage</b>", ""),
        "buy Garage onto the deck": ("buys <b>Garage</b> onto the deck", ""),
        "station in Kamata": ("places a station in Kamata", "G6"),
        "end turn": ("ends the turn", ""),
        "pass and return Waste": ("passes and returns all Waste", ""),
        "trash Normal train": ("trashes <b>Normal train</b>", ""),
        "copy Garage": ("copies the text of <b>Garage</b>", ""),
        "start at field B5": ("starts at B5, field", "B5"),
        "no more": ("stops there", ""),
        "discard the card looked at": ("discards the card looked at", ""),
        "leave the card on top": ("leaves the card on top", ""),
    }

    @classmethod
    def options(cls, seats: int) -> list[Options]:
        """Both maps; among four sets of cards is every card."""
        every = cls.game().options["cards"].items
        one, other = (0, 16) if seats % 2 else (8, len(every) - 8)
        sets = [("tokyo", every[one : one + 8]), ("osaka", every[other : other + 8])]
        chosen: list[Options] = [{"map": map, "cards": cards} for map, cards in sets]
        return [{"map": "tokyo"}, {"map": "osaka"}, *chosen]

    @classmethod
    def pick(cls, rng: Rng, s: State) -> int:
        """At random, but playing on rather than ending the turn."""
        return choose(rng, [a for a in s.legal() if a != END] or s.legal())

    @classmethod
    def positions(cls) -> list[State]:
        shown = table(hand="Maintenance factory, Express train, Waste").do("play Maintenance factory")
        asked = table(hand="Wagon factory, 2 Normal train").do("play Wagon factory")
        traded = table(hand="Wagon factory, Normal train").do("play Wagon factory", "trash Normal train")
        counted = table(hand="Amusement park, Normal train").do("play Normal train", "play Amusement park")
        return [shown.state, asked.state, traded.state, counted.state]

    @classmethod
    def another_deal(cls, s: Trains, viewer: Viewer, rng: random.Random) -> Trains:
        twin = s.clone()
        twin.offered = []
        for owner in range(s.seats):
            slots = hidden(s, owner, viewer)
            cards = [zone(s, owner, name)[i] & CARD for name, i in slots]
            for slot, card in zip(slots, rng.sample(cards, len(cards)), strict=True):
                replace(twin, owner, slot, card)
        return twin

    @classmethod
    def perft(cls) -> dict[str, list[int]]:
        out = {}
        for map in ("tokyo", "osaka"):
            for cards in SETS:
                s = cls.game().new(seats=2, seed=11, map=map, cards=cards)
                stops = (lambda s, turns=turns: s.turns >= turns for turns in (60, 140))
                out[f"{map}, {cards}"] = counted(s, cards, stops, 2, 3)
        return out

    @classmethod
    def places(cls, s: Trains, action: int) -> set[str]:
        block, place, thing = s.points_at(action)
        if block in ("drop", "leave"):
            return {"dock", "prompt"}
        if block == "name" and thing not in [*s.piles, s.box.waste]:
            return {"prompt"}
        if block == "play" and action % FORMS == COINS_ONLY:  # some of these are in words alone
            return set()
        return {{"hex": "board", "supply": "supply", "": "prompt"}.get(place, "dock")}

    @classmethod
    def names(cls, s: Trains, action: int, said: str, element: ElementTree.Element) -> bool:
        block, place, thing = s.points_at(action)
        if place == "hex":
            return element.get("data-hex") == s.board.grid.coordinate(thing)
        if block in ("drop", "leave"):
            return said.startswith(s.box.titles[s.looked[0] & CARD])
        return s.box.titles[thing] in said if block == "copy" else said.startswith(s.box.titles[thing])
