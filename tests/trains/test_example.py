"""The rulebook's worked example: four first markers and two turns of four players, move by move."""

from __future__ import annotations

from typing import cast

import pytest

from roundhouse.games.trains.state import Trains
from tests.trains.table import Table, cards, game


def deal(t: Table, *hands: str) -> None:
    """Give the decks the order in which the example draws them."""
    s = t.state
    first = hands[:4]
    second = hands[4:]
    for i in range(4):
        s.hands[i] = cards(first[i])
        s.decks[i] = cards(second[i])
    s.offered = []


@pytest.fixture
def example() -> Table:
    t = Table(cast(Trains, game().new(seats=4, seed=1, map="tokyo", cards="tokyo beginners")))
    deal(
        t,
        "2 Rail laying, 2 Normal train, Station expansion",
        "4 Normal train, Station expansion",
        "4 Normal train, Station expansion",
        "3 Normal train, Rail laying, Station expansion",
        "5 Normal train",
        "3 Normal train, 2 Rail laying",
        "3 Normal train, 2 Rail laying",
        "4 Normal train, Rail laying",
    )
    return t


@pytest.mark.rule("trains-3.1", "trains-4.1", "trains-4.14", "trains-5.7")
def test_two_turns_of_four_players(example: Table) -> None:
    t = example
    s = t.state
    t.do("start at Shinagawa-Meguro", "start at Ikebukuro-Ueno", "start at Tachikawa")
    t.do("start at G2")  # the mountain top left of Yokohama
    assert s.board.labels[t.hex("G2")] == "mountain G2"

    # Purple: the field left of Shinagawa-Meguro, Shinjuku-Shibuya for a coin, a station there, one train kept
    assert t.do("play Rail laying", "lay field E6").gained == "Waste"
    assert t.do("play Normal train", "play Rail laying", "lay Shinjuku-Shibuya").coins == 0
    assert t.do("play Station expansion", "station in Shinjuku-Shibuya").gained == "Waste, Waste, Waste"
    assert len(s.play) == 4
    assert t.hand == "Normal train"
    t.do("end turn")
    assert len(s.discards[0]) == 8
    assert t.hand == "Normal train, Normal train, Normal train, Normal train, Normal train"

    # Yellow and Gray: a station each and an Amusement park for four coins
    for seat, city in ((1, "Ikebukuro-Ueno"), (2, "Tachikawa")):
        assert s.seat == seat
        assert t.do("play Station expansion", f"station in {city}", *["play Normal train"] * 4).coins == 4
        t.do("buy Amusement park")
        assert (t.coins, t.gained) == (0, "Amusement park, Waste")
        t.do("end turn")
        assert len(s.discards[seat]) == 7

    # Red: Yokohama for a coin, a station there, a Landfill for two
    t.do("play Normal train", "play Rail laying", "lay Yokohama", "play Station expansion", "station in Yokohama")
    assert t.do("play Normal train", "play Normal train", "buy Landfill").gained == "Landfill, Waste, Waste"
    t.do("end turn")
    assert len(s.discards[3]) == 8

    # Purple: five trains, a Material dump site, and the first shuffle
    t.do(*["play Normal train"] * 5, "buy Material dump site")
    assert len(s.decks[0]) == 0
    t.do("end turn")
    assert (len(s.hands[0]), len(s.decks[0]), len(s.discards[0])) == (5, 9, 0)

    # Yellow: the field left of Ikebukuro-Ueno, Kichijoji for a coin, a Conductor area for two
    assert t.do("play Rail laying", "lay field C6", "play Normal train", "play Rail laying", "lay Kichijoji").coins == 0
    assert t.do("play Normal train", "play Normal train", "buy Conductor area").gained == "Conductor area, Waste, Waste"
    t.do("end turn")
    assert (len(s.hands[1]), len(s.decks[1]), len(s.discards[1])) == (5, 10, 0)

    # Gray: the fields right of Tachikawa and below left of Kichijoji, an Express train for three
    assert t.do("play Rail laying", "lay field C4", "play Rail laying", "lay field D4").gained == "Waste, Waste"
    t.do(*["play Normal train"] * 3, "buy Express train", "end turn")
    assert (len(s.hands[2]), len(s.decks[2]), len(s.discards[2])) == (5, 10, 0)

    # Red: the river left of Mizonoguchi for a coin, an Express train for three
    t.do("play Normal train", "play Rail laying", "lay F2")
    assert (t.coins, t.gained) == (0, "Waste")
    t.do(*["play Normal train"] * 3, "buy Express train", "end turn")
    assert (len(s.hands[3]), len(s.decks[3]), len(s.discards[3])) == (5, 10, 0)

    assert s.seat == 0
    assert [sorted(t.names(s.owned(i))).count("Waste") for i in range(4)] == [3, 3, 3, 3]
    assert t.left("Waste") == 70 - 12
