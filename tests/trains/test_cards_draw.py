"""Cards that draw, discard, look and reveal."""

from __future__ import annotations

import pytest

from tests.trains.table import known, table

DRAWERS = [
    pytest.param("Passing station", 1, 1, "trains-9.24", marks=pytest.mark.card("passing_station")),
    pytest.param("Signal spot", 2, 0, "trains-9.27", marks=pytest.mark.card("signal_spot")),
    pytest.param("Control room", 3, 0, "trains-9.13", marks=pytest.mark.card("control_room")),
]


@pytest.mark.rule("trains-9.13", "trains-9.24", "trains-9.27")
@pytest.mark.parametrize(("name", "n", "value", "clause"), DRAWERS)
def test_a_drawing_card_draws_from_the_top(name: str, n: int, value: int, clause: str) -> None:
    t = table(hand=name, deck="Building, Landfill, Tunnel, Viaduct, Waste", discard="Skyscraper").do(f"play {name}")
    assert t.hand == ", ".join(["Building", "Landfill", "Tunnel"][:n])
    assert t.deck == ", ".join(["Building", "Landfill", "Tunnel", "Viaduct", "Waste"][n:])
    assert (t.coins, t.play, t.discard) == (value, name, "Skyscraper")


@pytest.mark.rule("trains-7.4")
@pytest.mark.parametrize(("name", "n", "value", "clause"), DRAWERS)
def test_a_drawing_card_finds_nothing_to_draw(name: str, n: int, value: int, clause: str) -> None:
    t = table(hand=name, deck="").do(f"play {name}")
    assert (t.hand, t.deck, t.discard, t.coins) == ("", "", "", value)


@pytest.mark.rule("trains-4.13")
@pytest.mark.parametrize(("name", "n", "value", "clause"), DRAWERS)
def test_a_drawing_card_shuffles_when_the_deck_is_empty(name: str, n: int, value: int, clause: str) -> None:
    t = table(hand=name, deck="", discard="5 Building").do(f"play {name}")
    assert t.hand == ", ".join(["Building"] * n)
    assert t.deck == ", ".join(["Building"] * (5 - n))
    assert t.discard == ""


@pytest.mark.rule("trains-9.27", card="signal_spot")
def test_signal_spot_shuffles_in_the_middle() -> None:
    t = table(hand="Signal spot", deck="Tunnel", discard="2 Building").do("play Signal spot")
    assert (t.hand, t.deck, t.discard) == ("Building, Tunnel", "Building", "")


@pytest.mark.rule("trains-9.13", card="control_room")
def test_control_room_draws_what_there_is() -> None:
    t = table(hand="Control room", deck="Tunnel", discard="Building").do("play Control room")
    assert (t.hand, t.deck, t.discard) == ("Building, Tunnel", "", "")


# Conductor area


@pytest.mark.rule("trains-9.11", card="conductor_area")
def test_conductor_area_trades_cards_for_as_many() -> None:
    t = table(hand="Conductor area, 2 Waste, Building, Tunnel", deck="Landfill, Express train, Viaduct")
    t.do("play Conductor area", "discard Waste", "discard Building")
    assert t.deck == "Landfill, Express train, Viaduct"  # nothing is drawn before the last discard
    t.do("no more")
    assert (t.hand, t.discard) == ("Express train, Landfill, Tunnel, Waste", "Building, Waste")
    assert (t.deck, t.left("Waste")) == ("Viaduct", 70)


@pytest.mark.rule("trains-9.11", card="conductor_area")
def test_conductor_area_may_discard_nothing_or_all() -> None:
    t = table(hand="Conductor area, Waste", deck="Tunnel").do("play Conductor area", "no more")
    assert (t.hand, t.deck, t.discard) == ("Waste", "Tunnel", "")
    t = table(hand="Conductor area, Waste", deck="Tunnel").do("play Conductor area", "discard Waste")
    assert (t.hand, t.deck, t.discard) == ("Tunnel", "", "Waste")
    assert "end turn" in t.can


@pytest.mark.rule("trains-9.11", card="conductor_area")
def test_conductor_area_draws_its_own_discards_again_from_an_empty_deck() -> None:
    t = table(hand="Conductor area, 2 Waste", deck="Tunnel").do("play Conductor area", *["discard Waste"] * 2)
    assert (t.hand, t.deck, t.discard) == ("Tunnel, Waste", "Waste", "")


@pytest.mark.rule("trains-4.6", card="conductor_area")
def test_conductor_area_with_an_empty_hand_does_nothing() -> None:
    t = table(hand="Conductor area", deck="Tunnel").do("play Conductor area")
    assert (t.hand, t.deck) == ("", "Tunnel")
    assert "end turn" in t.can


@pytest.mark.rule("trains-4.2", card="conductor_area")
def test_conductor_area_discards_only_what_is_in_hand() -> None:
    t = table(hand="Conductor area, Waste").do("play Conductor area")
    assert t.can == ["discard Waste", "no more"]
    assert t.refused("discard Building") == "trains-4.2"


# Garage


@pytest.mark.rule("trains-9.16", card="garage")
def test_garage_draws_two_then_discards_two() -> None:
    t = table(hand="Garage, Waste", deck="Express train, Rail laying, Tunnel").do("play Garage")
    assert (t.coins, t.hand) == (1, "Express train, Rail laying, Waste")
    assert t.can == ["discard Express train", "discard Rail laying", "discard Waste"]
    t.do("discard Waste", "discard Express train")
    assert (t.hand, t.discard, t.deck, t.left("Waste")) == ("Rail laying", "Express train, Waste", "Tunnel", 70)


@pytest.mark.rule("trains-9.16", card="garage")
def test_garage_discards_what_there_is() -> None:
    t = table(hand="Garage", deck="Tunnel").do("play Garage", "discard Tunnel")
    assert (t.hand, t.discard) == ("", "Tunnel")
    assert "end turn" in t.can
    assert table(hand="Garage", deck="").do("play Garage").can == ["end turn"]


@pytest.mark.rule("trains-9.16", card="garage")
def test_garage_shuffles_before_it_discards() -> None:
    t = table(hand="Garage, Waste", deck="Tunnel", discard="Building")
    t.do("play Garage", "discard Waste", "discard Building")
    assert (t.hand, t.deck, t.discard) == ("Tunnel", "", "Building, Waste")


# Command central


@pytest.mark.rule("trains-9.12", card="command_central")
def test_command_central_takes_the_card_it_named() -> None:
    t = table(hand="Command central", deck="Building, Waste, Tunnel").do("play Command central")
    assert t.hand == "Building"
    t.do("name Waste")
    assert (t.hand, t.deck, t.discard) == ("Building, Waste", "Tunnel", "")


@pytest.mark.rule("trains-9.12", card="command_central")
def test_command_central_leaves_another_card_on_top_for_all_to_see() -> None:
    t = table(hand="Command central", deck="Building, Express train, Tunnel")
    t.do("play Command central", "name Normal train")  # a train too, but not that one
    assert (t.hand, t.deck, t.discard) == ("Building", "Express train, Tunnel", "")
    assert known(t.state.decks[0]) == [True, False]


@pytest.mark.rule("trains-9.12", card="command_central")
def test_command_central_names_any_card_of_this_game() -> None:
    t = table(hand="Command central", supply={"Express train": 0, "Waste": 0}).do("play Command central")
    named = t.offers("name")
    assert len(named) == len(t.can) == 17
    assert {"Normal train", "Waste", "Express train", "Skyscraper", "Command central"} <= set(named)
    assert "Tunnel" not in named


@pytest.mark.rule("trains-9.12", card="command_central")
def test_command_central_shuffles_for_the_draw_or_the_look() -> None:
    t = table(hand="Command central", deck="", discard="2 Building").do("play Command central", "name Building")
    assert (t.hand, t.deck, t.discard) == ("Building, Building", "", "")
    t = table(hand="Command central", deck="Waste", discard="2 Building").do("play Command central", "name Waste")
    assert (t.hand, t.deck, t.discard) == ("Waste", "Building, Building", "")


@pytest.mark.rule("trains-9.12", card="command_central")
@pytest.mark.parametrize("deck", ["", "Tunnel"])
def test_command_central_names_nothing_without_a_card_to_turn_up(deck: str) -> None:
    t = table(hand="Command central", deck=deck).do("play Command central")
    assert (t.hand, t.deck) == (deck, "")
    assert "end turn" in t.can


# Information central


@pytest.mark.rule("trains-9.14", card="information_central")
def test_information_central_takes_one_of_four_and_orders_the_rest() -> None:
    t = table(hand="Information central", deck="Waste, Tunnel, Building, Viaduct, Landfill")
    t.do("play Information central")
    assert (t.coins, t.looked, t.deck) == (1, "Building, Tunnel, Viaduct, Waste", "Landfill")
    assert t.offers("take") == ["Waste", "Building", "Tunnel", "Viaduct", "nothing"]
    t.do("take Tunnel", "put back Waste", "put back Viaduct", "put back Building")
    assert (t.hand, t.deck, t.looked) == ("Tunnel", "Building, Viaduct, Waste, Landfill", "")
    assert known(t.state.decks[0]) == [True, True, True, False]


@pytest.mark.rule("trains-9.14", card="information_central")
def test_information_central_may_take_nothing() -> None:
    t = table(hand="Information central", deck="Waste, Tunnel, Building, Viaduct").do("play Information central")
    t.do("take nothing", "put back Viaduct", "put back Building", "put back Tunnel", "put back Waste")
    assert (t.hand, t.deck) == ("", "Waste, Tunnel, Building, Viaduct")


@pytest.mark.rule("trains-9.14", card="information_central")
def test_information_central_takes_one_only() -> None:
    t = table(hand="Information central", deck="2 Waste, 2 Tunnel").do("play Information central", "take Waste")
    assert t.can == ["put back Waste", "put back Tunnel"]


@pytest.mark.rule("trains-4.13", card="information_central")
def test_information_central_shuffles_on_the_way_without_the_cards_shown() -> None:
    t = table(hand="Information central", deck="2 Waste", discard="3 Building").do("play Information central")
    assert (t.looked, t.deck, t.discard) == ("Building, Building, Waste, Waste", "Building", "")


@pytest.mark.rule("trains-7.4", card="information_central")
def test_information_central_shows_what_there_is() -> None:
    t = table(hand="Information central", deck="Tunnel", discard="Waste").do("play Information central", "take Waste")
    t.do("put back Tunnel")
    assert (t.hand, t.deck, t.discard) == ("Waste", "Tunnel", "")
    assert table(hand="Information central", deck="").do("play Information central").can == ["end turn"]


# Signals


@pytest.mark.rule("trains-9.28", card="signals")
def test_signals_draws_then_discards_the_next_card() -> None:
    t = table(hand="Signals", deck="Tunnel, Waste, Building").do("play Signals")
    assert (t.hand, t.looked, t.deck) == ("Tunnel", "Waste", "Building")
    t.do("discard the card looked at")
    assert (t.hand, t.deck, t.discard, t.looked) == ("Tunnel", "Building", "Waste", "")


@pytest.mark.rule("trains-9.28", card="signals")
def test_signals_leaves_the_next_card_for_its_owner_alone_to_know() -> None:
    t = table(hand="Signals", deck="Tunnel, Waste, Building").do("play Signals", "leave the card on top")
    assert (t.hand, t.deck, t.discard) == ("Tunnel", "Waste, Building", "")
    assert known(t.state.decks[0]) == [False, False]
    decks = [t.state.view(seat)["players"][0]["deck"] for seat in (0, 1)]  # type: ignore[index]
    assert decks == [["waste", None], [None, None]]


@pytest.mark.rule("trains-9.28", card="signals")
def test_signals_shuffles_to_look() -> None:
    t = table(hand="Signals", deck="Tunnel", discard="2 Waste").do("play Signals")
    assert (t.hand, t.looked, t.deck, t.discard) == ("Tunnel", "Waste", "Waste", "")
    t.do("discard the card looked at")
    assert (t.deck, t.discard) == ("Waste", "Waste")


@pytest.mark.rule("trains-7.4", card="signals")
@pytest.mark.parametrize("deck", ["", "Tunnel"])
def test_signals_has_nothing_to_look_at(deck: str) -> None:
    t = table(hand="Signals", deck=deck).do("play Signals")
    assert (t.hand, t.deck, t.looked) == (deck, "", "")
    assert "end turn" in t.can


# Temporary timetable


@pytest.mark.rule("trains-9.32", card="temporary_timetable")
def test_temporary_timetable_digs_for_two_trains() -> None:
    t = table(hand="Temporary timetable", deck="Waste, Express train, Tunnel, Mail train, Normal train, Waste")
    t.do("play Temporary timetable")
    assert (t.hand, t.discard, t.deck) == ("Express train, Mail train", "Tunnel, Waste", "Normal train, Waste")
    assert (t.left("Waste"), t.looked) == (70, "")


@pytest.mark.rule("trains-9.32", card="temporary_timetable")
def test_temporary_timetable_shuffles_on_the_way_without_the_cards_shown() -> None:
    t = table(hand="Temporary timetable", deck="Waste, Express train, Tunnel", discard="3 Normal train")
    t.do("play Temporary timetable")
    assert (t.hand, t.discard, t.deck) == ("Express train, Normal train", "Tunnel, Waste", "Normal train, Normal train")


@pytest.mark.rule("trains-9.32", card="temporary_timetable")
@pytest.mark.parametrize(("deck", "discard", "found"), [("", "", ""), ("Waste", "Normal train", "Normal train")])
def test_temporary_timetable_stops_when_there_is_no_card_left(deck: str, discard: str, found: str) -> None:
    t = table(hand="Temporary timetable", deck=deck, discard=discard).do("play Temporary timetable")
    assert (t.hand, t.discard, t.deck) == (found, deck, "")


@pytest.mark.rule("trains-9.32", card="temporary_timetable")
def test_temporary_timetable_does_not_shuffle_for_a_third_train() -> None:
    t = table(hand="Temporary timetable", deck="2 Normal train", discard="Rapid train").do("play Temporary timetable")
    assert (t.hand, t.discard, t.deck) == ("Normal train, Normal train", "Rapid train", "")


# Pulling


@pytest.mark.rule("trains-9.25", card="pulling")
def test_pulling_takes_a_train_out_of_the_discard_pile() -> None:
    t = table(hand="Pulling", deck="Waste", discard="Tunnel, First train, Waste, Express train").do("play Pulling")
    assert t.offers("pull") == ["Express train", "First train"]
    t.do("pull First train")
    assert (t.hand, t.deck) == ("First train", "Waste")
    assert t.names(t.state.discards[0]) == ["Tunnel", "Waste", "Express train"]  # their order stays
    assert known(t.state.hands[0]) == [True]
    assert "play First train" in t.can


@pytest.mark.rule("trains-9.25", card="pulling")
@pytest.mark.parametrize("discard", ["", "Waste, Tunnel"])
def test_pulling_is_impossible_without_a_train_in_the_discard_pile(discard: str) -> None:
    t = table(hand="Pulling", deck="5 Normal train", discard=discard)
    assert t.refused("play Pulling") == "trains-4.6"
    t.do("play Pulling for its coins")
    assert (t.hand, t.coins) == ("", 0)
