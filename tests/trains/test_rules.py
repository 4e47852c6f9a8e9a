"""The turn, Waste and drawing: sections 4 and 7 of the ledger."""

from __future__ import annotations

import pytest

from tests.trains.table import table

PEAK = "mountain A3"  # beside mountains and Tokorozawa only: nothing is free there

# the turn


@pytest.mark.rule("trains-4.1")
def test_playing_and_buying_in_any_order() -> None:
    t = table(hand="2 Express train, Limited express train", coins=3)
    t.do("buy Express train", "play Limited express train", "buy Rail laying", "play Express train")
    assert (t.coins, t.gained, t.hand) == (2, "Express train, Rail laying", "Express train")
    assert {"play Express train", "buy Landfill", "end turn"} <= set(t.can)


@pytest.mark.rule("trains-4.1")
@pytest.mark.parametrize(
    ("hand", "words", "forms"),
    [
        ("Rail laying", "play Rail laying", ("lay ",)),
        ("Station expansion", "play Station expansion", ("station in ",)),
        ("Garage, Landfill", "play Garage", ("discard ",)),
        ("Mail train, Landfill", "play Mail train", ("discard ", "no more")),
        ("Station crew", "play Station crew", ("draw ", "gain ", "return ")),
    ],
)
def test_nothing_is_played_or_bought_in_the_middle_of_an_effect(hand: str, words: str, forms: tuple[str, ...]) -> None:
    t = table(hand=f"{hand}, Express train", coins=9).do(words)
    assert all(w.startswith(forms) for w in t.can)
    for early in ("play Express train", "buy Express train", "end turn"):
        assert t.refused(early) == "trains-4.1"


@pytest.mark.rule("trains-4.2")
def test_a_card_played_lies_in_the_play_area_and_gives_its_value() -> None:
    t = table(hand="2 Express train, Limited express train").do("play Express train", "play Limited express train")
    assert (t.coins, t.hand, t.play, t.discard) == (5, "Express train", "Express train, Limited express train", "")
    assert t.refused("play Limited express train") == "trains-4.2"


@pytest.mark.rule("trains-4.3")
@pytest.mark.parametrize("name", ["Waste", "Building", "Multi-storey building", "Skyscraper"])
def test_points_and_waste_are_not_played(name: str) -> None:
    t = table(hand=f"{name}, Normal train")
    assert t.refused(f"play {name}") == t.refused(f"play {name} for its coins") == "trains-4.3"
    assert t.offers("play") == ["Normal train"]


@pytest.mark.rule("trains-4.4")
def test_coins_are_lost_at_the_end_of_the_turn() -> None:
    t = table(hand="2 Express train", others="Normal train").do("play Express train", "play Express train", "end turn")
    assert (t.state.seat, t.coins, t.offers("buy")) == (1, 0, [])
    t.do("play Normal train", "end turn")
    assert (t.state.seat, t.coins, t.offers("buy")) == (0, 0, [])


@pytest.mark.rule("trains-4.5")
def test_an_effect_is_optional_for_rail_cards_too() -> None:
    t = table(hand="Tunnel").do("play Tunnel for its coins")
    assert (t.play, t.gained, t.state.markers[0], t.can) == ("Tunnel", "", 19, ["end turn"])


@pytest.mark.rule("trains-4.6")
def test_an_effect_is_applied_in_its_printed_order() -> None:
    t = table(hand="Garage", deck="Tunnel, Waste").do("play Garage", "discard Tunnel", "discard Waste")
    assert (t.hand, t.discard) == ("", "Tunnel, Waste")  # drawn first, so that they can be discarded


@pytest.mark.rule("trains-4.6")
def test_what_cannot_be_applied_in_full_is_not_applied_at_all() -> None:
    t = table(hand="Rail laying, Tunnel, Station expansion", tracks="river D2", stations_left=0)
    for name in ("Rail laying", "Tunnel", "Station expansion"):
        assert f"play {name}" not in t.can
        t.do(f"play {name} for its coins")
    assert (t.gained, t.left("Waste")) == ("", 70)


@pytest.mark.rule("trains-4.6")
def test_missing_waste_and_missing_cards_stop_no_effect() -> None:
    t = table(hand="Rail laying, Control room", deck="Tunnel", supply={"Waste": 0})
    t.do("play Rail laying", "lay field C4", "play Control room")
    assert (t.gained, t.hand, t.tracks("field C4")) == ("", "Tunnel", [0])


@pytest.mark.rule("trains-4.6")
@pytest.mark.parametrize("name", ["Landfill", "Freight train", "Mail train", "Conductor area"])
def test_any_number_and_all_may_be_none(name: str) -> None:
    t = table(hand=name).do(f"play {name}")
    assert (t.play, t.hand, t.discard) == (name, "", "")
    assert "end turn" in t.can


@pytest.mark.rule("trains-4.7")
def test_a_cards_own_standing_rule_counts_for_its_effect() -> None:
    assert "play Tunnel" in table(hand="Tunnel", tracks=PEAK).can
    assert "play Steel bridge" in table(hand="Steel bridge", tracks="river D2").can
    assert "play Rail laying" not in table(hand="Rail laying", tracks=PEAK).can


@pytest.mark.rule("trains-4.7")
def test_the_coins_of_an_ironworks_count_for_the_effect() -> None:
    t = table(hand="Ironworks, Rail laying", tracks=PEAK, rivals={1: "Tokorozawa"}, coins=2)
    assert t.do("play Ironworks", "buy Express train").coins == 0
    t.do("play Rail laying")
    assert (t.coins, t.offers("lay")) == (2, ["mountain A2", "mountain A4", "mountain B2", "Tokorozawa"])


@pytest.mark.rule("trains-4.8")
def test_a_standing_rule_holds_only_if_the_effect_was_applied() -> None:
    t = table(hand="Tunnel, Rail laying", tracks=PEAK).do("play Tunnel for its coins")
    assert t.refused("play Rail laying") == "trains-5.4"
    t = table(hand="Ironworks, Rail laying").do("play Ironworks for its coins", "play Rail laying for its coins")
    assert t.coins == 1


@pytest.mark.rule("trains-4.8")
def test_a_standing_rule_ends_when_its_card_leaves_the_play_area() -> None:
    t = table(hand="First train, Switchback", coins=5).do("play First train")
    assert "Express train onto the deck" in t.offers("buy")
    t.do("play Switchback", "send back First train")
    assert "Express train onto the deck" not in t.offers("buy")


@pytest.mark.rule("trains-4.9")
def test_buying_pays_the_cost_and_puts_the_card_with_the_gained_ones() -> None:
    t = table(coins=8).do("buy Rail laying", "buy Express train", "buy Landfill")
    assert (t.coins, t.gained) == (0, "Express train, Landfill, Rail laying")
    assert (t.hand, t.discard, t.play) == ("", "", "")
    assert (t.left("Rail laying"), t.left("Express train"), t.left("Landfill")) == (15, 19, 9)
    assert t.do("end turn").discard == "Express train, Landfill, Rail laying"


@pytest.mark.rule("trains-4.9")
def test_who_has_too_few_coins_does_not_buy() -> None:
    t = table(coins=2)
    assert t.refused("buy Express train") == "trains-4.9"
    assert t.offers("buy") == ["Landfill", "Station crew"]
    assert "Skyscraper" in table(coins=8).offers("buy")
    assert table(coins=7).refused("buy Skyscraper") == "trains-4.9"


@pytest.mark.rule("trains-4.10")
@pytest.mark.parametrize("name", ["Express train", "Waste", "Normal train", "Tunnel"])
def test_what_cannot_be_bought(name: str) -> None:
    t = table(coins=20, supply={"Express train": 0})  # no pile of Tunnels in this game
    assert t.refused(f"buy {name}") == "trains-4.10"


@pytest.mark.rule("trains-4.10")
def test_the_last_card_of_a_pile_can_be_bought() -> None:
    t = table(coins=20, supply={"Express train": 1}).do("buy Express train")
    assert t.refused("buy Express train") == "trains-4.10"


@pytest.mark.rule("trains-4.11")
def test_ending_the_turn_cleans_up_and_draws_five() -> None:
    t = table(hand="Express train, Tunnel, Waste", deck="Landfill, 5 Building", discard="Viaduct", coins=2)
    t.do("play Express train", "buy Rail laying", "end turn")
    assert (t.play, t.gained) == ("", "")
    assert t.discard == "Express train, Rail laying, Tunnel, Viaduct, Waste"
    assert (t.hand, t.deck, t.left("Waste")) == ("Building, Building, Building, Building, Landfill", "Building", 70)


@pytest.mark.rule("trains-4.11")
def test_the_new_hand_may_hold_what_was_just_cleaned_up() -> None:
    t = table(hand="2 Tunnel", deck="Building", coins=3).do("buy Express train", "end turn")
    assert (t.hand, t.deck, t.discard) == ("Building, Express train, Tunnel, Tunnel", "", "")


@pytest.mark.rule("trains-4.11")
def test_the_turn_can_be_ended_at_any_time_between_plays() -> None:
    t = table(hand="Express train, Waste", coins=5)
    assert "end turn" in t.can
    assert "end turn" in t.do("play Express train").can
    assert "end turn" in t.do("buy Express train").can


@pytest.mark.rule("trains-4.12")
def test_passing_returns_all_waste_in_hand_then_cleans_up() -> None:
    t = table(hand="2 Waste, Tunnel", deck="6 Building", supply={"Waste": 60}).do("pass and return Waste")
    assert (t.left("Waste"), t.discard, t.deck, t.hand) == (62, "Tunnel", "Building", ", ".join(["Building"] * 5))
    assert t.state.seat == 1


@pytest.mark.rule("trains-4.12")
def test_passing_need_not_return_waste() -> None:
    t = table(hand="2 Waste").do("end turn")
    assert (t.discard, t.left("Waste")) == ("Waste, Waste", 70)


@pytest.mark.rule("trains-4.12")
def test_who_played_or_bought_returns_nothing() -> None:
    assert table(hand="Waste, Normal train").do("play Normal train").refused("pass and return Waste") == "trains-4.12"
    t = table(hand="Waste, Landfill").do("play Landfill for its coins")
    assert t.refused("pass and return Waste") == "trains-4.12"
    assert table(hand="Waste", coins=3).do("buy Express train").refused("pass and return Waste") == "trains-4.12"


@pytest.mark.rule("trains-4.12")
def test_having_played_is_forgotten_in_the_next_turn() -> None:
    t = table(hand="Normal train, Waste", deck="5 Waste", others="Waste").do("play Normal train", "end turn")
    assert "pass and return Waste" in t.can
    t.do("pass and return Waste")
    assert (t.state.seat, t.left("Waste")) == (0, 71)
    assert "pass and return Waste" in t.can


@pytest.mark.rule("trains-4.12")
def test_without_waste_in_hand_there_is_none_to_return() -> None:
    assert table(hand="Tunnel", deck="Waste").refused("pass and return Waste") == "trains-4.12"


@pytest.mark.rule("trains-4.13")
def test_an_empty_deck_alone_is_not_shuffled() -> None:
    t = table(hand="2 Passing station", deck="Tunnel", discard="3 Building").do("play Passing station")
    assert (t.deck, t.discard) == ("", "Building, Building, Building")
    t.do("play Passing station")
    assert (t.hand, t.deck, t.discard) == ("Building, Tunnel", "Building, Building", "")


@pytest.mark.rule("trains-4.13")
def test_clean_up_does_not_shuffle_when_the_deck_just_suffices() -> None:
    t = table(hand="2 Tunnel", deck="5 Building").do("end turn")
    assert (t.deck, t.discard) == ("", "Tunnel, Tunnel")


@pytest.mark.rule("trains-4.13")
def test_a_shuffle_mixes_the_discard_pile() -> None:
    orders = set()
    for seed in range(6):
        t = table(hand="Passing station", deck="", discard="Tunnel, Building, Waste, Viaduct, Landfill, Express train")
        t.state.rng.a ^= seed
        orders.add(t.do("play Passing station").deck)
    assert len(orders) > 3


@pytest.mark.rule("trains-4.13")
def test_cards_being_revealed_stay_out_of_the_shuffle() -> None:
    t = table(hand="Information central", deck="2 Tunnel", discard="3 Building").do("play Information central")
    assert (t.looked, t.deck, t.discard) == ("Building, Building, Tunnel, Tunnel", "Building", "")
    t = table(hand="Temporary timetable", deck="2 Tunnel", discard="Waste, Building").do("play Temporary timetable")
    assert (t.hand, t.discard, t.deck) == ("", "Building, Tunnel, Tunnel, Waste", "")


@pytest.mark.rule("trains-4.14")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_turn_goes_round_to_the_left(seats: int) -> None:
    t = table(seats=seats)
    order = []
    for _ in range(2 * seats):
        order.append(t.state.seat)
        t.do("end turn")
    assert order == [*range(seats)] * 2


# Waste and drawing


@pytest.mark.rule("trains-7.1")
def test_waste_comes_from_the_supply_to_the_gained_cards() -> None:
    t = table(hand="Rail laying", supply={"Waste": 1}).do("play Rail laying", "lay field C4")
    assert (t.gained, t.left("Waste"), t.discard, t.hand) == ("Waste", 0, "", "")


@pytest.mark.rule("trains-7.1")
def test_without_waste_in_the_supply_all_else_goes_on() -> None:
    t = table(hand="Rail laying, Station expansion", coins=4, rivals={1: "field C4"}, supply={"Waste": 0})
    t.do("play Rail laying", "lay field C4", "play Station expansion", "station in Haneda", "buy Building")
    assert (t.gained, t.coins, t.tracks("field C4"), t.stations("Haneda")) == ("Building", 0, [0, 1], 1)


@pytest.mark.rule("trains-7.2")
def test_returned_waste_goes_back_to_its_pile() -> None:
    for words in (["pass and return Waste"], ["play Landfill"], ["play Freight train", "return Waste"]):
        t = table(hand="Waste, Landfill, Freight train", supply={"Waste": 5}).do(*words)
        assert (t.left("Waste"), t.trash) == (6, "")


@pytest.mark.rule("trains-7.2")
def test_waste_is_neither_bought_nor_played() -> None:
    t = table(hand="Waste", coins=9)
    assert t.refused("play Waste") == "trains-4.3"
    assert t.refused("buy Waste") == "trains-4.10"


@pytest.mark.rule("trains-7.3")
def test_cards_are_drawn_from_the_top_one_after_another() -> None:
    t = table(hand="2 Signal spot", deck="Tunnel, Waste, Building, Viaduct, Landfill").do("play Signal spot")
    assert (t.hand, t.deck) == ("Signal spot, Tunnel, Waste", "Building, Viaduct, Landfill")
    t.do("play Signal spot")
    assert (t.hand, t.deck) == ("Building, Tunnel, Viaduct, Waste", "Landfill")


@pytest.mark.rule("trains-7.4")
def test_what_cannot_be_drawn_is_lost() -> None:
    t = table(hand="Control room", deck="Tunnel").do("play Control room")
    assert (t.hand, t.deck, t.discard) == ("Tunnel", "", "")
    t.do("end turn")
    assert (t.hand, t.deck, t.discard) == ("Control room, Tunnel", "", "")


@pytest.mark.rule("trains-7.4")
def test_what_cannot_be_revealed_is_lost() -> None:
    t = table(hand="Information central", deck="Tunnel, Waste").do("play Information central")
    assert t.looked == "Tunnel, Waste"
    t = table(hand="Temporary timetable", deck="Waste, Mail train").do("play Temporary timetable")
    assert (t.hand, t.discard) == ("Mail train", "Waste")


@pytest.mark.rule("trains-7.5")
def test_a_trashed_card_fills_no_pile() -> None:
    t = table(hand="Wagon factory, Express train, Holiday timetable", supply={"Express train": 0})
    t.do("play Wagon factory", "trash Express train", "gain Tourist train", "play Holiday timetable")
    assert (t.left("Express train"), t.left("Holiday timetable"), t.state.empties) == (0, 10, 1)
    assert t.trash == "Express train, Holiday timetable"
    t.do("end turn")
    assert t.spell(t.state.owned(0)).count("Express train") == 0


@pytest.mark.rule("trains-7.5")
def test_the_waste_pile_grows_again() -> None:
    t = table(hand="2 Waste", supply={"Waste": 0}, others="Rail laying", rivals={1: "field F6"})
    t.do("pass and return Waste", "play Rail laying", "lay field F7")
    assert (t.gained, t.left("Waste")) == ("Waste", 1)


@pytest.mark.rule("trains-4.15")
def test_a_step_with_nothing_to_choose_is_passed_over_and_one_with_one_answer_is_asked() -> None:
    t = table(hand="Mail train, Garage, Normal train", deck="").do("play Garage")
    assert t.can == ["discard Normal train", "discard Mail train"]
    assert t.do("discard Normal train").can == ["discard Mail train"]
    assert table(hand="Mail train").do("play Mail train").can == ["end turn"]
