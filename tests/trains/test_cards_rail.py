"""The five selectable rail cards, and the standing rules that go with building: Ironworks, Material dump site."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.games.trains.box import SCHEMA
from tests.kit import boxes
from tests.trains.table import table

# places with no field beside them: rivers, Hashimoto, Tachikawa and Machida; mountains and Tokorozawa
RIVERSIDE = "river D2"
PEAK = "mountain A3"

WAIVERS = [
    pytest.param("Collaboration", "", marks=pytest.mark.card("collaboration")),
    pytest.param("Steel bridge", "river C2, river D3, river E3", marks=pytest.mark.card("steel_bridge")),
    pytest.param("Tunnel", "", marks=pytest.mark.card("tunnel")),
    pytest.param("Viaduct", "Tachikawa, Hashimoto, Machida", marks=pytest.mark.card("viaduct")),
    pytest.param(
        "Underground digging",
        "river C2, Tachikawa, Hashimoto, river D3, Machida, river E3",
        marks=pytest.mark.card("underground_digging"),
    ),
]


@pytest.mark.rule("trains-4.7")
@pytest.mark.parametrize(("name", "free"), WAIVERS)
def test_what_each_rail_card_reaches_without_a_coin(name: str, free: str) -> None:
    t = table(hand=name, tracks=RIVERSIDE)
    if not free:
        assert t.refused(f"play {name}") == "trains-5.4"
        return
    assert ", ".join(t.do(f"play {name}").offers("lay")) == free


@pytest.mark.rule("trains-5.1")
@pytest.mark.parametrize(("name", "free"), WAIVERS)
def test_no_rail_card_can_be_applied_without_a_marker(name: str, free: str) -> None:
    t = table(hand=name, markers=0, coins=9)
    assert t.refused(f"play {name}") == "trains-5.1"
    assert f"play {name} for its coins" in t.can


@pytest.mark.rule("trains-4.8")
@pytest.mark.parametrize(("name", "free"), WAIVERS)
def test_a_rail_card_played_for_its_coins_waives_nothing(name: str, free: str) -> None:
    t = table(hand=f"{name}, Rail laying", tracks=RIVERSIDE, rivals={1: "river C2"}).do(f"play {name} for its coins")
    assert (t.gained, t.state.markers[0]) == ("", 19)
    assert t.refused("play Rail laying") == "trains-5.4"


@pytest.mark.rule("trains-7.1")
@pytest.mark.parametrize(("name", "free"), WAIVERS)
def test_a_rail_card_brings_its_waste_unless_there_is_none(name: str, free: str) -> None:
    assert table(hand=name).do(f"play {name}", "lay field C4").gained == "Waste"
    t = table(hand=name, supply={"Waste": 0}).do(f"play {name}", "lay field C4")
    assert (t.gained, t.tracks("field C4")) == ("", [0])


@pytest.mark.rule("trains-4.8")
@pytest.mark.parametrize(("name", "free"), WAIVERS)
def test_a_waiver_ends_with_the_turn(name: str, free: str) -> None:
    t = table(hand=name, deck="5 Rail laying", rivals={1: "field D4"})
    assert t.do(f"play {name}", "lay field C4", "end turn", "end turn").state.seat == 0
    assert t.do("play Rail laying").offers("lay") == ["field B4"]


# Collaboration


@pytest.mark.rule("trains-9.10", card="collaboration")
def test_collaboration_lays_beside_rivals_for_nothing() -> None:
    t = table(hand="Collaboration", seats=4, rivals={1: "field C4", 2: "field C4", 3: "field C4"})
    assert t.do("play Collaboration", "lay field C4").tracks("field C4") == [0, 1, 2, 3]
    assert (t.coins, t.gained) == (0, "Waste")  # its own Waste, none for the rivals


@pytest.mark.rule("trains-9.10", card="collaboration")
def test_collaboration_holds_for_later_rail_cards_but_not_for_their_waste() -> None:
    t = table(hand="Collaboration, Rail laying", rivals={1: "field C4, field D4"})
    t.do("play Collaboration", "lay field C4", "play Rail laying", "lay field D4")
    assert (t.coins, t.gained) == (0, "Waste, Waste")


@pytest.mark.rule("trains-9.10", card="collaboration")
def test_collaboration_does_not_pay_for_terrain() -> None:
    t = table(hand="Collaboration", coins=2, rivals={1: "mountain B2, river D2"})
    t.do("play Collaboration", "lay mountain B2")
    assert (t.coins, t.gained) == (0, "Waste")
    assert "river D2" not in table(hand="Collaboration", rivals={1: "river D2"}).do("play Collaboration").offers("lay")


@pytest.mark.rule("trains-9.10", card="collaboration")
def test_collaboration_does_not_pay_for_stations_and_remote_places() -> None:
    t = table(hand="Collaboration", tracks="Funabashi", coins=2, rivals={1: "Chiba, Narita"})
    assert t.do("play Collaboration").offers("lay") == ["field C9", "river D8", "Chiba"]
    t.do("lay Chiba")
    assert (t.coins, t.gained) == (0, "Waste")
    t = table(hand="Collaboration", tracks="field D4", coins=3, rivals={1: "Kichijoji"}, stations={"Kichijoji": 1})
    assert t.do("play Collaboration", "lay Kichijoji").coins == 1


# Steel bridge


@pytest.mark.rule("trains-9.31", card="steel_bridge")
def test_steel_bridge_crosses_every_river_of_the_turn_for_nothing() -> None:
    t = table(hand="Steel bridge, Rail laying", tracks=RIVERSIDE)
    t.do("play Steel bridge", "lay river D3", "play Rail laying", "lay river E3")
    assert (t.coins, t.gained) == (0, "Waste, Waste")


@pytest.mark.rule("trains-9.31", card="steel_bridge")
def test_steel_bridge_pays_for_rivals_and_other_terrain() -> None:
    t = table(hand="Steel bridge", tracks=RIVERSIDE, coins=1, rivals={1: "river D3"})
    assert "Machida" in t.do("play Steel bridge").offers("lay")
    t.do("lay river D3")
    assert (t.coins, t.gained) == (0, "Waste, Waste")
    t = table(hand="Steel bridge", rivals={1: "river D3"}).do("play Steel bridge")
    assert t.offers("lay") == ["river C2", "field C4", "river D2"]
    assert t.refused("lay mountain B2") == "trains-5.4"


@pytest.mark.rule("trains-9.31", card="steel_bridge")
def test_steel_bridge_is_impossible_where_nothing_is_affordable() -> None:
    t = table(hand="Steel bridge", tracks=PEAK)
    assert t.refused("play Steel bridge") == "trains-5.4"
    t.do("play Steel bridge for its coins")
    assert (t.play, t.gained) == ("Steel bridge", "")


# Tunnel


@pytest.mark.rule("trains-9.34", card="tunnel")
def test_tunnel_needs_no_coin_beside_a_mountain() -> None:
    t = table(hand="Tunnel", tracks=PEAK).do("play Tunnel")
    assert t.offers("lay") == ["mountain A2", "mountain A4", "mountain B2"]
    t.do("lay mountain A4")
    assert (t.coins, t.gained, t.tracks("mountain A4")) == (0, "Waste", [0])


@pytest.mark.rule("trains-9.34", card="tunnel")
def test_tunnel_holds_for_later_rail_cards() -> None:
    t = table(hand="Tunnel, Rail laying", tracks=PEAK)
    assert t.refused("play Rail laying") == "trains-5.4"
    t.do("play Tunnel", "lay mountain A4", "play Rail laying", "lay mountain A2")
    assert (t.coins, t.gained) == (0, "Waste, Waste")


@pytest.mark.rule("trains-9.34", card="tunnel")
def test_tunnel_pays_for_rivals() -> None:
    t = table(hand="Tunnel", tracks=PEAK, coins=2, seats=3, rivals={1: "mountain A4", 2: "mountain A4"})
    t.do("play Tunnel", "lay mountain A4")
    assert (t.coins, t.gained) == (0, "Waste, Waste")
    alone = table(hand="Tunnel", tracks=PEAK, rivals={1: "mountain A4"}).do("play Tunnel")
    assert alone.offers("lay") == ["mountain A2", "mountain B2"]


@pytest.mark.rule("trains-9.34", card="tunnel")
def test_tunnel_bridges_no_river_and_opens_no_city() -> None:
    assert table(hand="Tunnel", tracks=RIVERSIDE).refused("play Tunnel") == "trains-5.4"
    assert table(hand="Tunnel", tracks=PEAK, coins=1).do("play Tunnel", "lay Tokorozawa").coins == 0


# Underground digging


@pytest.mark.rule("trains-9.35", card="underground_digging")
def test_underground_digging_goes_anywhere_but_to_remote_places_for_nothing() -> None:
    t = table(hand="Underground digging, 2 Rail laying", tracks=RIVERSIDE, stations={"Machida": 2})
    t.do("play Underground digging", "lay Machida", "play Rail laying", "lay mountain F1", "play Rail laying")
    assert t.refused("lay Odawara") == "trains-5.4"
    t.do("lay river F2")
    assert (t.coins, t.gained) == (0, "Waste, Waste, Waste")


@pytest.mark.rule("trains-9.35", card="underground_digging")
def test_underground_digging_waives_the_coins_for_rivals_but_not_the_waste() -> None:
    t = table(hand="Underground digging", seats=3, rivals={1: "river D2", 2: "river D2"})
    t.do("play Underground digging", "lay river D2")
    assert (t.coins, t.gained) == (0, "Waste, Waste")


@pytest.mark.rule("trains-9.35", card="underground_digging")
def test_underground_digging_at_a_remote_place_with_rivals_costs_its_number() -> None:
    t = table(hand="Underground digging", tracks="Funabashi", coins=2, seats=3, rivals={1: "Chiba", 2: "Chiba"})
    assert t.do("play Underground digging").offers("lay") == ["field C9", "river D8", "Chiba"]
    t.do("lay Chiba")
    assert (t.coins, t.gained, t.tracks("Chiba")) == (0, "Waste, Waste", [0, 1, 2])
    short = table(hand="Underground digging", tracks="Funabashi", coins=1).do("play Underground digging")
    assert short.refused("lay Chiba") == "trains-5.4"


@pytest.mark.rule("trains-9.35", card=("underground_digging", "collaboration"))
def test_underground_digging_with_collaboration_brings_no_waste_for_rivals() -> None:
    t = table(hand="Underground digging, Collaboration", rivals={1: "mountain B2"})
    t.do("play Collaboration", "lay field C4", "play Underground digging", "lay mountain B2")
    assert (t.coins, t.gained) == (0, "Waste, Waste")


@pytest.mark.rule("trains-9.35", card=("underground_digging", "rail_laying"))
def test_underground_digging_waives_what_an_edited_box_asks_for_a_field(tmp_path: Path) -> None:
    edited = boxes.edit(SCHEMA, tmp_path, "numbers.csv", {"field": {"number": "3"}})
    t = table(hand="Underground digging, Rail laying", tracks="Tachikawa", components=edited)
    assert t.refused("play Rail laying") == "trains-5.4"
    t.do("play Underground digging")
    assert t.view()["track_costs"]["field"] == 0
    assert t.do("lay field C4", "play Rail laying", "lay field B4").coins == 0


# Viaduct


@pytest.mark.rule("trains-9.36", card="viaduct")
def test_viaduct_waives_the_city_and_its_stations() -> None:
    t = table(hand="Viaduct, Rail laying", tracks=RIVERSIDE, stations={"Machida": 2, "Tachikawa": 1})
    t.do("play Viaduct", "lay Machida", "play Rail laying", "lay Tachikawa")
    assert (t.coins, t.gained) == (0, "Waste, Waste")


@pytest.mark.rule("trains-9.36", card="viaduct")
def test_viaduct_pays_for_rivals_and_remote_places() -> None:
    t = table(hand="Viaduct", tracks=RIVERSIDE, coins=1, rivals={1: "Machida"}, stations={"Machida": 2})
    t.do("play Viaduct", "lay Machida")
    assert (t.coins, t.gained) == (0, "Waste, Waste")
    assert table(hand="Viaduct", tracks="Funabashi", coins=2).do("play Viaduct", "lay Chiba").coins == 0
    assert table(hand="Viaduct", tracks="Funabashi").do("play Viaduct").offers("lay") == ["field C9"]


@pytest.mark.rule("trains-9.36", card="viaduct")
def test_viaduct_is_impossible_where_nothing_is_affordable() -> None:
    t = table(hand="Viaduct", tracks=RIVERSIDE, rivals={1: "Tachikawa, Hashimoto, Machida"})
    assert t.refused("play Viaduct") == "trains-5.4"
    assert "play Viaduct for its coins" in t.can


# Ironworks


@pytest.mark.rule("trains-9.20", card="ironworks")
@pytest.mark.parametrize(
    "name", ["Rail laying", "Collaboration", "Steel bridge", "Tunnel", "Underground digging", "Viaduct"]
)
def test_ironworks_pays_two_coins_for_every_rail_card(name: str) -> None:
    t = table(hand=f"Ironworks, 2 {name}").do("play Ironworks")
    assert t.coins == 1
    assert t.do(f"play {name}").coins == 3
    t.do("lay field C4", f"play {name} for its coins")
    assert (t.coins, t.state.markers[0], t.gained) == (5, 18, "Waste")


@pytest.mark.rule("trains-9.20", card="ironworks")
def test_ironworks_pays_for_rail_cards_only_and_only_for_later_ones() -> None:
    t = table(hand="Ironworks, Station expansion, Normal train, Landfill, Rail laying", tracks="field C4")
    assert t.do("play Rail laying", "lay field D4").coins == 0
    assert t.do("play Ironworks", "play Station expansion", "station in Haneda", "play Landfill").coins == 1
    assert t.do("play Normal train").coins == 2


@pytest.mark.rule("trains-9.20", card="ironworks")
def test_ironworks_coins_pay_for_the_track_at_once() -> None:
    t = table(hand="Ironworks, Rail laying", tracks=PEAK)
    assert t.refused("play Rail laying") == "trains-5.4"
    assert t.do("play Ironworks", "play Rail laying", "lay mountain A4").coins == 1


@pytest.mark.rule("trains-9.20", card="ironworks")
def test_each_ironworks_counts() -> None:
    t = table(hand="3 Ironworks, Rail laying").do("play Ironworks", "play Ironworks", "play Ironworks for its coins")
    assert t.coins == 3
    assert t.do("play Rail laying for its coins").coins == 3 + 4


@pytest.mark.rule("trains-9.20", card="ironworks")
def test_ironworks_ends_with_the_turn() -> None:
    t = table(hand="Ironworks", deck="5 Rail laying").do("play Ironworks", "end turn", "end turn")
    assert t.do("play Rail laying for its coins").coins == 0


# Material dump site


@pytest.mark.rule("trains-9.23", card="material_dump_site")
def test_material_dump_site_keeps_all_waste_away() -> None:
    t = table(
        hand="Material dump site, Rail laying, Station expansion",
        coins=4,
        rivals={1: "field C4"},
    ).do("play Material dump site")
    assert t.coins == 5
    t.do("play Rail laying", "lay field C4", "play Station expansion", "station in Haneda", "buy Building")
    assert (t.coins, t.gained, t.left("Waste")) == (1, "Building", 70)
    assert (t.tracks("field C4"), t.stations("Haneda")) == ([0, 1], 1)


@pytest.mark.rule("trains-9.23", card="material_dump_site")
def test_material_dump_site_leaves_what_was_gained_before() -> None:
    t = table(hand="Material dump site, 2 Rail laying").do("play Rail laying", "lay field C4")
    t.do("play Material dump site", "play Rail laying", "lay field D4")
    assert (t.gained, t.left("Waste")) == ("Waste", 69)


@pytest.mark.rule("trains-9.23", card="material_dump_site")
def test_material_dump_site_ends_with_the_turn_and_helps_nobody_else() -> None:
    t = table(hand="Material dump site", deck="5 Rail laying", others="5 Rail laying", rivals={1: "field F6"})
    t.do("play Material dump site", "end turn", "play Rail laying", "lay field F7")
    assert (t.state.seat, t.gained) == (1, "Waste")
    t.do("end turn", "play Rail laying", "lay field C4")
    assert (t.state.seat, t.gained) == (0, "Waste")


@pytest.mark.rule("trains-4.8", card="material_dump_site")
def test_material_dump_site_for_its_coins_stops_nothing() -> None:
    t = table(hand="Material dump site, Rail laying").do("play Material dump site for its coins")
    t.do("play Rail laying", "lay field C4")
    assert (t.coins, t.gained) == (1, "Waste")
