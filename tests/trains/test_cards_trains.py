"""The trains with an effect, and the cards that work on trains."""

from __future__ import annotations

import pytest

from tests.trains.table import known, table

# First train


@pytest.mark.rule("trains-9.9", card="first_train")
def test_first_train_puts_bought_cards_on_the_deck_card_by_card() -> None:
    t = table(hand="First train", deck="Waste", coins=7).do("play First train")
    assert t.coins == 9
    t.do("buy Express train onto the deck", "buy Rail laying", "buy Building onto the deck")
    assert (t.deck, t.gained) == ("Building, Express train, Waste", "Rail laying, Waste")
    assert (t.coins, t.left("Express train"), t.left("Building")) == (0, 19, 9)
    assert known(t.state.decks[0]) == [True, True, False]


@pytest.mark.rule("trains-9.9", card="first_train")
def test_a_card_bought_onto_the_deck_is_in_the_next_hand() -> None:
    t = table(hand="First train", coins=1).do("play First train", "buy Express train onto the deck", "end turn")
    assert "Express train" in t.hand


@pytest.mark.rule("trains-9.9", card="first_train")
def test_without_first_train_nothing_goes_onto_the_deck() -> None:
    t = table(hand="First train", coins=3)
    assert t.refused("buy Express train onto the deck") == "trains-9.9"
    assert t.do("play First train for its coins").coins == 5
    assert t.refused("buy Express train onto the deck") == "trains-9.9"
    t.do("end turn")
    t.state.coins = 9
    assert t.refused("buy Express train onto the deck") == "trains-9.9"


@pytest.mark.rule("trains-9.9", card="first_train")
def test_first_train_does_not_cover_waste() -> None:
    t = table(hand="First train, Rail laying", deck="Tunnel").do("play First train", "play Rail laying", "lay field C4")
    assert (t.deck, t.gained) == ("Tunnel", "Waste")


@pytest.mark.rule("trains-9.9", card=("first_train", "maintenance_factory"))
def test_first_train_does_not_cover_a_train_gained_by_maintenance() -> None:
    t = table(hand="First train, Maintenance factory, Express train", deck="Tunnel")
    t.do("play First train", "play Maintenance factory", "show Express train")
    assert (t.deck, t.gained) == ("Tunnel", "Express train")


@pytest.mark.rule("trains-9.9", card=("first_train", "wagon_factory"))
def test_first_train_does_not_cover_a_train_gained_by_the_wagon_factory() -> None:
    t = table(hand="First train, Wagon factory, Normal train", deck="Tunnel")
    t.do("play First train", "play Wagon factory", "trash Normal train", "gain Express train")
    assert (t.deck, t.hand, t.gained) == ("Tunnel", "Express train", "")


@pytest.mark.rule("trains-9.9", card="first_train")
def test_first_train_ends_with_the_turn() -> None:
    t = table(hand="First train").do("play First train", "end turn")
    t.state.coins = 9
    assert t.refused("buy Express train onto the deck") == "trains-9.9"


# Freight train


@pytest.mark.rule("trains-9.15", card="freight_train")
def test_freight_train_returns_waste_for_a_coin_each() -> None:
    t = table(hand="Freight train, 3 Waste, Building", supply={"Waste": 60}).do("play Freight train")
    assert t.can == ["return Waste", "no more"]
    t.do("return Waste", "return Waste", "no more")
    assert (t.coins, t.hand, t.left("Waste"), t.discard) == (3, "Building, Waste", 62, "")


@pytest.mark.rule("trains-9.15", card="freight_train")
def test_freight_train_may_return_none_or_all() -> None:
    t = table(hand="Freight train, Waste", supply={"Waste": 0}).do("play Freight train", "no more")
    assert (t.coins, t.hand, t.left("Waste")) == (1, "Waste", 0)
    t = table(hand="Freight train, Waste", supply={"Waste": 0}).do("play Freight train", "return Waste")
    assert (t.coins, t.hand, t.left("Waste"), t.offers("buy")) == (2, "", 1, ["Landfill", "Station crew"])


@pytest.mark.rule("trains-4.6", card="freight_train")
def test_freight_train_without_waste_gives_its_value() -> None:
    t = table(hand="Freight train, Building").do("play Freight train")
    assert (t.coins, t.can) == (1, ["end turn"])


# Mail train


@pytest.mark.rule("trains-9.19", card="mail_train")
def test_mail_train_discards_for_a_coin_each() -> None:
    t = table(hand="Mail train, Waste, Building, Tunnel").do("play Mail train", "discard Waste", "discard Building")
    assert t.coins == 1  # the coins come when the discarding is done
    t.do("no more")
    assert (t.coins, t.hand, t.discard, t.left("Waste")) == (3, "Tunnel", "Building, Waste", 70)


@pytest.mark.rule("trains-9.19", card="mail_train")
def test_mail_train_may_discard_none_or_all() -> None:
    t = table(hand="Mail train, Waste").do("play Mail train", "no more")
    assert (t.coins, t.hand, t.discard) == (1, "Waste", "")
    t = table(hand="Mail train, Waste").do("play Mail train", "discard Waste")
    assert (t.coins, t.hand, t.discard) == (2, "", "Waste")


@pytest.mark.rule("trains-4.6", card="mail_train")
def test_mail_train_with_an_empty_hand_gives_its_value() -> None:
    t = table(hand="Mail train").do("play Mail train")
    assert (t.coins, t.can) == (1, ["end turn"])


# Rapid train


@pytest.mark.rule("trains-9.26", card="rapid_train")
def test_rapid_train_gives_a_coin_more_beside_a_normal_train() -> None:
    t = table(hand="Rapid train, 2 Normal train").do("play Normal train", "play Normal train", "play Rapid train")
    assert t.coins == 2 + 2  # one more, not two


@pytest.mark.rule("trains-9.26", card="rapid_train")
def test_each_rapid_train_gives_its_coin() -> None:
    t = table(hand="2 Rapid train, Normal train").do("play Normal train", "play Rapid train", "play Rapid train")
    assert t.coins == 1 + 2 + 2


@pytest.mark.rule("trains-9.26", card="rapid_train")
def test_rapid_train_without_a_normal_train_in_play_gives_its_value() -> None:
    t = table(hand="Normal train, Express train, 2 Rapid train").do("play Express train")
    assert t.do("play Rapid train for its coins").refused("play Rapid train") == "trains-4.6"
    t.do("play Rapid train for its coins", "play Normal train")  # a Normal train that comes later does not count
    assert t.coins == 2 + 1 + 1 + 1


@pytest.mark.rule("trains-9.26", card=("rapid_train", "switchback"))
def test_rapid_train_misses_a_normal_train_sent_back() -> None:
    t = table(hand="Rapid train, Normal train, Switchback").do("play Normal train", "play Switchback")
    assert t.do("send back Normal train").refused("play Rapid train") == "trains-4.6"


# Tourist train


@pytest.mark.rule("trains-9.33", card="tourist_train")
def test_tourist_train_moves_the_score_marker() -> None:
    t = table(hand="2 Tourist train").do("play Tourist train", "play Tourist train")
    assert (t.coins, t.points, t.state.scores()) == (2, 2, [2, 0])
    assert t.do("end turn").points == 2


@pytest.mark.rule("trains-9.33", card="tourist_train")
def test_tourist_train_for_its_coins_gives_no_point() -> None:
    t = table(hand="Tourist train").do("play Tourist train for its coins")
    assert (t.coins, t.points) == (1, 0)


# Amusement park


@pytest.mark.rule("trains-9.8", card="amusement_park")
@pytest.mark.parametrize(
    ("words", "train", "value"),
    [
        ("play Normal train", "Normal train", 1),
        ("play Express train", "Express train", 2),
        ("play Limited express train", "Limited express train", 3),
        ("play First train", "First train", 2),
        ("play Rapid train for its coins", "Rapid train", 1),
    ],
)
def test_amusement_park_gives_the_value_of_a_train_in_play(words: str, train: str, value: int) -> None:
    t = table(hand=f"Amusement park, {train}").do(words, "play Amusement park", f"count {train}")
    assert (t.coins, t.play) == (2 * value + 1, ", ".join(sorted(["Amusement park", train])))


@pytest.mark.rule("trains-9.8", card="amusement_park")
def test_amusement_park_counts_the_printed_value_of_a_rapid_train() -> None:
    t = table(hand="Amusement park, Normal train, Rapid train").do("play Normal train", "play Rapid train")
    assert t.do("play Amusement park").can == ["count Normal train", "count Rapid train"]
    assert t.do("count Rapid train").coins == 1 + 2 + 1 + 1


@pytest.mark.rule("trains-9.8", card="amusement_park")
def test_amusement_park_is_impossible_without_a_train_in_play() -> None:
    t = table(hand="Amusement park, Normal train, Landfill").do("play Landfill")
    assert t.refused("play Amusement park") == "trains-4.6"
    assert t.do("play Amusement park for its coins", "play Normal train").coins == 2


# Switchback


@pytest.mark.rule("trains-9.22", card="switchback")
def test_switchback_puts_a_train_in_play_on_the_deck_and_keeps_its_coins() -> None:
    t = table(hand="Switchback, Express train, Normal train", deck="Waste").do("play Express train", "play Switchback")
    assert t.can == ["send back Express train"]
    t.do("send back Express train")
    assert (t.coins, t.deck, t.play, t.hand) == (3, "Express train, Waste", "Switchback", "Normal train")
    assert known(t.state.decks[0]) == [True, False]


@pytest.mark.rule("trains-9.22", card="switchback")
def test_switchback_ends_first_train() -> None:
    t = table(hand="Switchback, First train", deck="Waste", coins=5).do("play First train")
    assert "Express train onto the deck" in t.offers("buy")
    t.do("play Switchback", "send back First train")
    assert (t.deck, t.coins) == ("First train, Waste", 8)
    assert t.refused("buy Express train onto the deck") == "trains-9.9"


@pytest.mark.rule("trains-9.22", card="switchback")
def test_switchback_takes_the_equal_train_played_for_its_coins() -> None:
    for order in (("", " for its coins"), (" for its coins", "")):
        t = table(hand="Switchback, 2 First train", coins=5).do(*[f"play First train{o}" for o in order])
        assert t.do("play Switchback", "send back First train").play == "First train, Switchback"
        assert "Express train onto the deck" in t.offers("buy")


@pytest.mark.rule("trains-9.22", card="switchback")
def test_switchback_of_one_first_train_leaves_the_other() -> None:
    t = table(hand="2 Switchback, 2 First train", coins=5).do("play First train", "play First train")
    t.do("play Switchback", "send back First train")
    assert "Express train onto the deck" in t.offers("buy")
    assert t.do("play Switchback", "send back First train").refused("buy Express train onto the deck") == "trains-9.9"


@pytest.mark.rule("trains-9.22", card="switchback")
def test_switchback_is_impossible_without_a_train_in_play() -> None:
    t = table(hand="Switchback, Normal train, Landfill").do("play Landfill")
    assert t.refused("play Switchback") == "trains-4.6"
    assert t.do("play Switchback for its coins").coins == 1


@pytest.mark.rule("trains-9.22", card=("switchback", "amusement_park"))
def test_a_train_sent_back_is_no_longer_in_play() -> None:
    t = table(hand="Switchback, Amusement park, Express train").do("play Express train", "play Switchback")
    assert t.do("send back Express train").refused("play Amusement park") == "trains-4.6"


# Maintenance factory


@pytest.mark.rule("trains-9.21", card="maintenance_factory")
def test_maintenance_factory_gains_the_like_of_a_train_shown() -> None:
    t = table(hand="Maintenance factory, Express train, Normal train, Tunnel", deck="Waste")
    assert t.do("play Maintenance factory").can == ["show Express train"]
    t.do("show Express train")
    assert (t.hand, t.gained) == ("Express train, Normal train, Tunnel", "Express train")
    assert (t.left("Express train"), t.coins, t.deck) == (19, 0, "Waste")
    assert known(t.state.hands[0]) == [False, False, True]
    assert "play Express train" in t.can


@pytest.mark.rule("trains-9.21", card="maintenance_factory")
def test_maintenance_factory_shows_selectable_trains_too() -> None:
    t = table(hand="Maintenance factory, Mail train, Limited express train").do("play Maintenance factory")
    assert t.offers("show") == ["Limited express train", "Mail train"]


@pytest.mark.rule("trains-9.21", card="maintenance_factory")
@pytest.mark.parametrize("hand", ["", "3 Normal train", "Tunnel, Waste", "Express train"])
def test_maintenance_factory_is_impossible_without_a_train_the_supply_has(hand: str) -> None:
    t = table(hand=f"Maintenance factory, {hand}", supply={"Express train": 0})
    assert t.refused("play Maintenance factory") == "trains-4.6"
    t.do("play Maintenance factory for its coins")
    assert (t.gained, t.coins) == ("", 0)


@pytest.mark.rule("trains-8.1", card="maintenance_factory")
def test_maintenance_factory_can_empty_a_pile() -> None:
    t = table(hand="Maintenance factory, Express train", supply={"Express train": 1})
    t.do("play Maintenance factory", "show Express train")
    assert (t.left("Express train"), t.state.empties) == (0, 1)


# Wagon factory


@pytest.mark.rule("trains-9.37", card="wagon_factory")
def test_wagon_factory_swaps_a_train_for_one_up_to_three_dearer() -> None:
    t = table(
        hand="Wagon factory, Normal train, Tunnel", piles="First train, Rapid train, Mail train, Tourist train"
    ).do("play Wagon factory")
    assert t.can == ["trash Normal train"]
    assert t.do("trash Normal train").offers("gain") == ["Express train", "Mail train", "Rapid train", "Tourist train"]
    t.do("gain Express train")
    assert (t.hand, t.trash, t.gained) == ("Express train, Tunnel", "Normal train", "")
    assert (t.left("Express train"), t.left("Normal train")) == (19, 0)
    assert t.do("play Express train").coins == 2


@pytest.mark.rule("trains-9.37", card="wagon_factory")
def test_wagon_factory_goes_up_to_six_from_an_express_train_and_allows_cheaper_ones() -> None:
    t = table(hand="Wagon factory, Express train", piles="First train, Rapid train").do("play Wagon factory")
    t.do("trash Express train")
    trains = ["Express train", "Limited express train", "First train", "Rapid train", "Tourist train"]
    assert t.offers("gain") == trains
    t.do("gain Rapid train")
    assert (t.hand, t.trash) == ("Rapid train", "Express train")


@pytest.mark.rule("trains-9.37", card="wagon_factory")
def test_wagon_factory_offers_no_train_without_something_to_gain_for_it() -> None:
    few = {"Express train": 0, "Tourist train": 0}  # a Limited express train is left: five dearer than a Normal train
    assert table(hand="Wagon factory, Normal train", supply=few).refused("play Wagon factory") == "trains-4.6"
    t = table(hand="Wagon factory, Normal train, Express train", supply=few)
    assert t.do("play Wagon factory").can == ["trash Express train"]


@pytest.mark.rule("trains-9.37", card="wagon_factory")
def test_wagon_factory_trashes_nothing_when_the_supply_has_no_train() -> None:
    nothing = {"Express train": 0, "Tourist train": 0, "Limited express train": 0}
    t = table(hand="Wagon factory, Limited express train", supply=nothing)
    assert t.refused("play Wagon factory") == "trains-4.6"
    t.do("play Wagon factory for its coins")
    assert (t.hand, t.trash) == ("Limited express train", "")


@pytest.mark.rule("trains-9.37", card="wagon_factory")
def test_wagon_factory_is_impossible_without_a_train_in_hand() -> None:
    t = table(hand="Wagon factory, Tunnel, Waste")
    assert t.refused("play Wagon factory") == "trains-4.6"
    assert "play Wagon factory for its coins" in t.can


@pytest.mark.rule("trains-8.1", card="wagon_factory")
def test_wagon_factory_can_empty_a_pile() -> None:
    t = table(hand="Wagon factory, Normal train", supply={"Express train": 1})
    t.do("play Wagon factory", "trash Normal train", "gain Express train")
    assert (t.left("Express train"), t.state.empties) == (0, 1)
