"""Every card does for the second of three seats what it does for the first, and nothing to the others."""

from __future__ import annotations

import pytest

from roundhouse.core.rng import seeded
from roundhouse.games.trains.cards import EFFECTS
from tests.trains.conserve import conserved, expected
from tests.trains.table import Table, card, cards, game, table

TITLES = game().printed.titles
PLAYED = [TITLES[i] for i, id in enumerate(EFFECTS) if EFFECTS[id].verbs]


def second_of_three(hand: str) -> Table:
    """Seat 1's turn, with trains and an action card in play, Waste in hand and trains in the discard pile."""
    t = table(hand="", seats=3, piles=hand, tracks="Tachikawa", rivals={1: "Machida", 2: "Yokohama"}).do("end turn")
    s = t.state
    s.hands[1] = cards(f"{hand}, Passing station, Normal train, 2 Express train, 2 Waste, Building")
    s.decks[1] = cards("Rail laying, Express train, Landfill, Waste, Normal train, Normal train, Garage")
    s.discards[1] = cards("Express train, Garage")
    s.offered = []
    return t.do("play Normal train", "play Express train", "play Passing station")


@pytest.mark.parametrize("title", PLAYED)
def test_a_card_played_by_the_second_seat_leaves_the_others_alone(title: str) -> None:
    for seed in range(6):
        t = second_of_three(title)
        s = t.state
        rng = seeded(f"{title} {seed}")
        others = [(s.hands[i], s.decks[i], s.discards[i], s.markers[i], s.points[i]) for i in (0, 2)]
        before = conserved(s)
        t.do(f"play {title}")
        assert s.turn == 1
        while s.below:
            assert s.seat == 1
            legal = s.legal()
            s.apply(legal[rng.below(len(legal))])
        assert others == [(s.hands[i], s.decks[i], s.discards[i], s.markers[i], s.points[i]) for i in (0, 2)]
        assert conserved(s) == before
        assert len(before) == len(expected(s))


@pytest.mark.card(
    "control_room",
    "landfill",
    "tourist_train",
    "freight_train",
    "conductor_area",
    "switchback",
    "maintenance_factory",
    "stationmaster_office",
)
def test_the_second_seat_gets_what_its_cards_give() -> None:
    t = second_of_three("Control room")
    held = len(t.state.hands[1])
    t.do("play Control room")
    assert len(t.state.hands[1]) == held - 1 + 3
    assert card("Waste") not in [b & 63 for b in second_of_three("Landfill").do("play Landfill").state.hands[1]]
    assert second_of_three("Tourist train").do("play Tourist train").state.points == [0, 1, 0]
    t = second_of_three("Freight train").do("play Freight train", "return Waste", "return Waste")
    assert t.coins == 1 + 2 + 1 + 1 + 2
    t = second_of_three("Conductor area").do("play Conductor area", "discard Waste", "discard Waste", "no more")
    assert t.names(t.state.discards[1]) == ["Express train", "Garage", "Waste", "Waste"]
    t = second_of_three("Switchback").do("play Switchback", "send back Express train")
    assert t.names(t.state.decks[1])[0] == "Express train"
    t = second_of_three("Maintenance factory").do("play Maintenance factory", "show Express train")
    assert t.gained == "Express train"
    t = second_of_three("Stationmaster office").do("play Stationmaster office", "copy Passing station")
    assert len(t.state.hands[1]) == held - 1 + 1


@pytest.mark.rule("trains-9.37", card="wagon_factory")
def test_the_wagon_factory_gives_nothing_from_an_empty_pile() -> None:
    t = table(hand="Wagon factory, Normal train", piles="Freight train", supply={"Express train": 0})
    t.do("play Wagon factory", "trash Normal train")
    assert "Express train" not in t.offers("gain")
    assert t.refused("gain Express train") == "trains-9.37"
    assert t.refused("gain Limited express train") == "trains-9.37"


@pytest.mark.rule("trains-5.5")
def test_rivals_are_paid_for_at_a_remote_place_too() -> None:
    rivals = {1: "Funabashi, Chiba", 2: "Kashiwa, Chiba", 3: "Urawa, Chiba"}
    t = table(hand="Rail laying", seats=4, tracks="river D8, Funabashi", rivals=rivals, coins=5)
    t.do("play Rail laying", "lay Chiba")
    assert (t.coins, t.gained) == (0, "Waste, Waste")
    t = table(hand="Rail laying", seats=4, tracks="river D8, Funabashi", rivals=rivals, coins=4).do("play Rail laying")
    assert t.refused("lay Chiba") == "trains-5.4"
