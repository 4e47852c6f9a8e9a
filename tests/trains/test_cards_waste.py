"""Cards that get rid of Waste or of themselves: Landfill, Station crew, Holiday timetable."""

from __future__ import annotations

import pytest

from tests.trains.table import game, table

DRAW = "draw 1 card"
COIN = "gain 1 coin"
RETURN = "return 1 Waste from hand to the supply"


@pytest.mark.rule("trains-9.18", card="landfill")
def test_landfill_returns_all_waste_in_hand() -> None:
    t = table(hand="Landfill, 3 Waste, Tunnel", deck="Waste", discard="Waste", supply={"Waste": 50}).do("play Landfill")
    assert (t.hand, t.left("Waste"), t.coins) == ("Tunnel", 53, 0)
    assert (t.deck, t.discard) == ("Waste", "Waste")
    assert "end turn" in t.can  # all of it, without a question


@pytest.mark.rule("trains-7.2", card="landfill")
def test_landfill_fills_an_empty_waste_pile() -> None:
    t = table(hand="Landfill, Waste, Rail laying", supply={"Waste": 0}).do("play Landfill")
    assert t.left("Waste") == 1
    t.do("play Rail laying", "lay field C4")
    assert (t.gained, t.left("Waste")) == ("Waste", 0)


@pytest.mark.rule("trains-4.6", card="landfill")
def test_landfill_can_be_applied_without_waste() -> None:
    t = table(hand="Landfill, Tunnel").do("play Landfill")
    assert (t.hand, t.left("Waste")) == ("Tunnel", 70)


@pytest.mark.rule("trains-4.5", card="landfill")
def test_landfill_played_for_its_coins_returns_nothing() -> None:
    t = table(hand="Landfill, Waste").do("play Landfill for its coins")
    assert (t.hand, t.left("Waste")) == ("Waste", 70)


@pytest.mark.rule("trains-9.29", card="station_crew")
@pytest.mark.parametrize(
    ("choice", "hand", "deck", "coins", "left"),
    [
        (DRAW, "Tunnel, Waste, Waste", "", 0, 60),
        (COIN, "Waste, Waste", "Tunnel", 1, 60),
        (RETURN, "Waste", "Tunnel", 0, 61),
    ],
)
def test_station_crew_does_one_of_three(choice: str, hand: str, deck: str, coins: int, left: int) -> None:
    t = table(hand="Station crew, 2 Waste", deck="Tunnel", supply={"Waste": 60}).do("play Station crew")
    assert t.can == [DRAW, COIN, RETURN]
    t.do(choice)
    assert (t.hand, t.deck, t.coins, t.left("Waste")) == (hand, deck, coins, left)
    assert "end turn" in t.can


@pytest.mark.rule("trains-9.29", card="station_crew")
def test_station_crew_without_waste_in_hand_returns_none() -> None:
    t = table(hand="Station crew, Tunnel", deck="", discard="Waste").do("play Station crew")
    assert t.can == [DRAW, COIN]
    assert t.refused(RETURN) == "trains-4.6"


@pytest.mark.rule("trains-7.4", card="station_crew")
def test_station_crew_may_choose_a_draw_that_finds_nothing() -> None:
    t = table(hand="Station crew", deck="").do("play Station crew", DRAW)
    assert (t.hand, t.can) == ("", ["end turn"])


@pytest.mark.rule("trains-4.13", card="station_crew")
def test_station_crew_shuffles_to_draw() -> None:
    t = table(hand="Station crew", deck="", discard="2 Tunnel").do("play Station crew", DRAW)
    assert (t.hand, t.deck, t.discard) == ("Tunnel", "Tunnel", "")


@pytest.mark.rule("trains-9.17", card="holiday_timetable")
def test_holiday_timetable_is_trashed_for_three_coins() -> None:
    t = table(hand="2 Holiday timetable, Normal train").do("play Normal train", "play Holiday timetable")
    assert (t.coins, t.play, t.trash) == (4, "Normal train", "Holiday timetable")
    assert t.left("Holiday timetable") == 10  # out of the game, not back in the supply
    assert t.do("play Holiday timetable", "end turn").trash == "Holiday timetable, Holiday timetable"
    assert "Holiday timetable" not in t.spell(t.state.owned(0))


@pytest.mark.rule("trains-9.17", card="holiday_timetable")
def test_holiday_timetable_not_applied_is_kept() -> None:
    assert game().card_text("holiday timetable").endswith("You may trash this card. Gain 3 coins if you do.")
    t = table(hand="Holiday timetable").do("play Holiday timetable for its coins")
    assert (t.coins, t.play, t.trash) == (0, "Holiday timetable", "")
    assert t.do("end turn").discard == "Holiday timetable"


@pytest.mark.rule("trains-9.17", card="holiday_timetable")
def test_holiday_timetable_needs_nothing() -> None:
    t = table(hand="Holiday timetable", deck="", markers=0, stations_left=0, supply={"Waste": 0})
    assert t.do("play Holiday timetable").coins == 3
