"""The nine cards every game has: trains without effect, the two building cards, Waste and points."""

from __future__ import annotations

import pytest

from tests.trains.table import table

# a place with no free field beside it: rivers, Hashimoto, Tachikawa and Machida
RIVERSIDE = "river D2"

POINT_CARDS = [
    pytest.param("Building", 3, 1, marks=pytest.mark.card("building")),
    pytest.param("Multi-storey building", 5, 2, marks=pytest.mark.card("multi_storey_building")),
    pytest.param("Skyscraper", 8, 4, marks=pytest.mark.card("skyscraper")),
]


@pytest.mark.rule("trains-9.1", card="normal_train")
def test_normal_train_gives_one_coin_and_nothing_else() -> None:
    t = table(hand="Normal train")
    assert t.can == ["play Normal train", "end turn"]
    t.do("play Normal train")
    assert (t.coins, t.play, t.hand, t.gained) == (1, "Normal train", "", "")
    assert t.can == ["end turn"]


@pytest.mark.rule("trains-9.2", card="express_train")
def test_express_train_gives_two_coins_and_nothing_else() -> None:
    t = table(hand="Express train")
    assert t.can == ["play Express train", "end turn"]
    t.do("play Express train")
    assert (t.coins, t.play, t.hand, t.gained) == (2, "Express train", "", "")


@pytest.mark.rule("trains-9.3", card="limited_express_train")
def test_limited_express_train_gives_three_coins_and_nothing_else() -> None:
    t = table(hand="Limited express train")
    assert t.can == ["play Limited express train", "end turn"]
    t.do("play Limited express train")
    assert (t.coins, t.play, t.hand, t.gained) == (3, "Limited express train", "", "")


@pytest.mark.rule("trains-4.5", card=("normal_train", "express_train", "limited_express_train"))
@pytest.mark.parametrize("train", ["Normal train", "Express train", "Limited express train"])
def test_a_train_without_effect_has_none_to_skip(train: str) -> None:
    assert table(hand=train).refused(f"play {train} for its coins") == "trains-4.5"
    assert table(hand="Waste").refused(f"play {train}") == "trains-4.2"


@pytest.mark.rule("trains-9.4", card="rail_laying")
def test_rail_laying_lays_a_track_then_brings_a_waste() -> None:
    t = table(hand="Rail laying").do("play Rail laying")
    assert t.gained == ""
    assert t.do("lay field C4").tracks("field C4") == [0]
    assert t.state.markers[0] == 18
    assert (t.coins, t.gained, t.left("Waste")) == (0, "Waste", 69)


@pytest.mark.rule("trains-9.4", card="rail_laying")
def test_rail_laying_offers_only_what_the_coins_reach() -> None:
    offers = {c: table(hand="Rail laying", coins=c).do("play Rail laying").offers("lay") for c in range(3)}
    assert offers[0] == ["field C4"]
    assert offers[1] == ["river C2", "field C4", "river D2", "river D3"]
    assert offers[2] == ["mountain B2", "river C2", "field C4", "river D2", "river D3"]


@pytest.mark.rule("trains-9.4", card="rail_laying")
def test_rail_laying_works_without_waste_in_the_supply() -> None:
    t = table(hand="Rail laying", supply={"Waste": 0}).do("play Rail laying", "lay field C4")
    assert t.tracks("field C4") == [0]
    assert (t.gained, t.left("Waste")) == ("", 0)


@pytest.mark.rule("trains-4.6", card="rail_laying")
def test_rail_laying_that_cannot_build_is_only_good_for_its_coins() -> None:
    t = table(hand="Rail laying", tracks=RIVERSIDE)
    assert t.refused("play Rail laying") == "trains-5.4"
    t.do("play Rail laying for its coins")
    assert (t.play, t.gained, t.left("Waste")) == ("Rail laying", "", 70)


@pytest.mark.rule("trains-5.1", card="rail_laying")
def test_rail_laying_without_a_marker_left() -> None:
    t = table(hand="Rail laying", markers=0)
    assert t.refused("play Rail laying") == "trains-5.1"
    assert "play Rail laying for its coins" in t.can


@pytest.mark.rule("trains-9.5", card="station_expansion")
def test_station_expansion_places_a_station_then_brings_a_waste() -> None:
    t = table(hand="Station expansion").do("play Station expansion")
    assert t.gained == ""
    t.do("station in Yokohama")
    assert (t.stations("Yokohama"), t.state.stations_left) == (1, 29)
    assert (t.gained, t.left("Waste")) == ("Waste", 69)


@pytest.mark.rule("trains-9.5", card="station_expansion")
def test_station_expansion_works_without_waste_in_the_supply() -> None:
    t = table(hand="Station expansion", supply={"Waste": 0}).do("play Station expansion", "station in Haneda")
    assert (t.stations("Haneda"), t.gained) == (1, "")


@pytest.mark.rule("trains-9.5", card="station_expansion")
@pytest.mark.parametrize("name", ["Station expense", "Station expand"])
def test_station_expansion_answers_to_its_other_names(name: str) -> None:
    assert table(hand="Station expansion").do(f"play {name}", "station in Haneda").play == "Station expansion"


@pytest.mark.rule("trains-6.3", card="station_expansion")
def test_station_expansion_without_a_marker_left_brings_no_waste() -> None:
    t = table(hand="Station expansion", stations_left=0)
    assert t.refused("play Station expansion") == "trains-6.3"
    t.do("play Station expansion for its coins")
    assert (t.play, t.gained, t.left("Waste")) == ("Station expansion", "", 70)


@pytest.mark.rule("trains-9.6", card="waste")
def test_waste_can_only_be_held() -> None:
    t = table(hand="Waste", coins=9)
    assert t.refused("play Waste") == "trains-4.3"
    assert t.refused("play Waste for its coins") == "trains-4.3"
    assert t.refused("buy Waste") == "trains-4.10"
    t.do("end turn")
    assert "Waste" in t.discard


@pytest.mark.rule("trains-9.7")
@pytest.mark.parametrize(("name", "cost", "points"), POINT_CARDS)
def test_a_point_card_brings_its_points_and_a_waste(name: str, cost: int, points: int) -> None:
    t = table(coins=cost).do(f"buy {name}")
    assert (t.coins, t.gained, t.left(name), t.left("Waste")) == (0, f"{name}, Waste", 9, 69)
    assert (t.state.scores()[0], t.points) == (points, 0)
    assert t.do("end turn").state.scores()[0] == points


@pytest.mark.rule("trains-9.7")
@pytest.mark.parametrize(("name", "cost", "points"), POINT_CARDS)
def test_a_point_card_comes_without_waste_if_there_is_none(name: str, cost: int, points: int) -> None:
    t = table(coins=cost, supply={"Waste": 0}).do(f"buy {name}")
    assert (t.gained, t.state.scores()[0]) == (name, points)


@pytest.mark.rule("trains-9.7")
@pytest.mark.parametrize(("name", "cost", "points"), POINT_CARDS)
def test_a_point_card_is_not_played(name: str, cost: int, points: int) -> None:
    t = table(hand=name)
    assert t.refused(f"play {name}") == "trains-4.3"
    assert (t.can, t.state.scores()[0]) == (["end turn"], points)


@pytest.mark.rule("trains-9.7")
@pytest.mark.parametrize(("name", "cost", "points"), POINT_CARDS)
def test_a_point_card_that_cannot_be_bought(name: str, cost: int, points: int) -> None:
    assert table(coins=cost - 1).refused(f"buy {name}") == "trains-4.9"
    assert table(coins=cost, supply={name: 0}).refused(f"buy {name}") == "trains-4.10"
