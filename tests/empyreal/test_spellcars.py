"""The unique spellcars: section 20 of the ledger. The copiers are in test_copying."""

from __future__ import annotations

import pytest

from tests.empyreal.table import activated, car, filled, kit, table

EVERYTHING = "wendy ariel simon"


@pytest.mark.parametrize("id", kit().ids[: kit().kinds.count("unique")])
def test_inherent_costs(id: str) -> None:
    cost = kit().costs[car(id)]
    if cost:
        poor = table("C1", "L7", yards=({"A2": id},), mana=((cost - 1, 0),)).do("move to A")
        assert poor.refused("activate A2") == "empyreal-8.2"
    rich = table("C1", "L7", yards=({"A2": id},), mana=((cost, 0),)).do("move to A", "activate A2")
    assert rich.mana()[1] == cost


@pytest.mark.rule("empyreal-20.1", card="arctic_shocker")
def test_arctic_shocker_builds_on_glacier_and_adds_a_good_of_any_colour() -> None:
    t = activated("arctic_shocker", "C4", "L7")
    assert t.offers("build on") == ["B3", "D3"]
    t.do("build on D3")
    assert len(t.offers("choose")) == 6
    t.do("choose Crizma")
    assert (t.goods("D3"), t.trains("D3"), t.mana(), t.seat) == ("RC", [0], (3, 2), 1)


@pytest.mark.rule("empyreal-20.1")
def test_arctic_shocker_adds_only_what_the_supply_has() -> None:
    t = activated("arctic_shocker", "C4", "L7", stock={"R": 0, "C": 0}).do("build on D3")
    assert t.offers("choose") == ["Hylatine", "Heartwood", "Ehrlite", "Vital Silver"]
    none = dict.fromkeys("YHRECV", 0)
    t = activated("arctic_shocker", "C4", "L7", stock=none).do("build on D3")
    assert (t.goods("D3"), t.trains("D3"), t.seat) == ("R", [0], 1)


@pytest.mark.rule("empyreal-20.1")
def test_arctic_shocker_adds_nothing_without_a_build() -> None:
    t = activated("arctic_shocker", "C4", "L7").do("build nothing")
    assert t.seat == 1
    assert sum(t.state.stock) == 6 * 23


@pytest.mark.rule("empyreal-20.2", "empyreal-20.3", card="car_bomb")
def test_car_bomb_makes_competitors_discard_a_tile_in_turn_order() -> None:
    yards: tuple[dict[str, str], ...] = ({}, {"B2": "metro", "C3": "icecar"}, {"D2": "deep_one"})
    t = activated("car_bomb", "C1", "L7", "A7", seats=3, yards=yards)
    assert t.seat == 1
    assert t.can == ["discard Metro on B2", "discard Icecar on C3"]
    assert t.refused("discard B1") == "empyreal-20.2"
    assert t.do("discard C3").seat == 2
    assert t.do("discard D2").seat == 1
    assert t.acting
    assert t.yard("B2", 1) == "metro"
    assert t.yard("C3", 1) == t.yard("D2", 2) == ""
    assert [kit().ids[tile] for tile in t.state.discards] == ["icecar", "deep_one"]
    assert t.yard("A2") == "car_bomb"


@pytest.mark.rule("empyreal-20.2")
def test_car_bomb_passes_over_who_has_no_tile() -> None:
    t = activated("car_bomb", "C1", "L7", "A7", seats=3, yards=({}, {}, {"D2": "deep_one"}))
    assert t.seat == 2
    assert t.do("discard D2").acting
    t = activated("car_bomb", "C1", "L7", "A7", seats=3)
    assert t.seat == 1
    assert t.acting


@pytest.mark.rule("empyreal-20.4")
def test_car_bomb_uncovers_a_printed_car_and_leaves_holes_that_are_filled_first() -> None:
    yards: tuple[dict[str, str], ...] = ({}, {**filled(), "D1": "metro", "A2": "icecar"})
    three = "deep_one transmuter reforester"
    assert activated("car_bomb", "C1", "L7", yards=yards, market=three).do("discard D1").yard("D1", 1) == "kerigan_car"
    t = activated("car_bomb", "C1", "L7", yards=yards, market=three).do("discard A2", "administrate", "gain Deep One")
    assert t.offers("put it on") == ["A2"]


@pytest.mark.rule("empyreal-20.2")
def test_car_bomb_spares_teammates() -> None:
    yards: tuple[dict[str, str], ...] = ({}, {"B2": "metro"}, {"B2": "icecar"}, {"B2": "deep_one"})
    t = activated("car_bomb", "C1", "H7", "A7", "A9", seats=4, yards=yards, teams="2v2")
    assert t.seat == 1
    assert t.do("discard B2").seat == 3
    t.do("discard B2")
    assert (t.seat, t.yard("B2", 2)) == (1, "icecar")


@pytest.mark.rule("empyreal-20.5", card="corruption_junction")
def test_corruption_junction_places_wasteland_and_gains_mana() -> None:
    t = activated("corruption_junction", "C1", "L7")
    assert t.can == [f"lay waste to {h}" for h in ("B1", "C1", "C2", "D1")]
    assert t.do("lay waste to C2").goods("C2") == ""
    assert t.waste("C2")
    assert t.mana() == (5, 1)


@pytest.mark.rule("empyreal-20.5")
def test_corruption_junction_gains_mana_without_a_place_or_a_tile() -> None:
    t = activated("corruption_junction", "C1", "L7", wastes="B1 C1 C2 D1")
    assert (t.mana(), t.seat) == ((5, 1), 1)
    t = activated("corruption_junction", "C1", "L7", wastelands=0)
    assert (t.mana(), t.seat) == ((5, 1), 1)


@pytest.mark.rule("empyreal-20.5")
def test_corruption_junction_at_ten_crystals_still_lays_waste() -> None:
    assert activated("corruption_junction", "C1", "L7", mana=((10, 0),)).do("lay waste to C1").mana() == (9, 1)


@pytest.mark.rule("empyreal-20.6", card="deep_one")
def test_deep_one_builds_on_any_mountain_of_the_map() -> None:
    t = activated("deep_one", "C1 C4", "L7 H7 C7", mana=((2, 0),))
    mountains = ["A6", "C7", "D5", "F2", "F7", "H5", "H7", "I3", "I5", "K1", "L7"]
    assert t.offers("build on") == mountains
    t.do("build on K1")
    assert (t.mana(), t.trains("K1")) == ((0, 2), [0])


@pytest.mark.rule("empyreal-20.6")
def test_deep_one_needs_a_mountain_that_is_not_full_nor_wasteland() -> None:
    t = activated("deep_one", "C1", "I3", "I3", seats=3, wastes="A6")
    assert "I3" in t.offers("build on")
    assert t.refused("build on A6") == "empyreal-14.1"
    assert activated("deep_one", "C1", "G8", "G8", "G8", seats=4).refused("build on G8") == "empyreal-14.3"


@pytest.mark.rule("empyreal-20.7", card="flow_controller")
@pytest.mark.parametrize(("before", "after"), [((2, 4), (5, 1)), ((3, 2), (5, 0)), ((5, 0), (5, 0))])
def test_flow_controller_reclaims_three(before: tuple[int, int], after: tuple[int, int]) -> None:
    t = activated("flow_controller", "C1", "L7", mana=(before,))
    assert (t.mana(), t.seat) == (after, 1)


@pytest.mark.rule("empyreal-20.8", card="follow_through")
def test_follow_through_builds_where_a_competitor_is_even_on_wasteland() -> None:
    t = activated("follow_through", "C4", "D3 B4 E3 A1")
    assert t.offers("build on") == ["B4", "D3", "E3"]
    assert t.do("build on E3").mana() == (2, 3)
    t = activated("follow_through", "C4", "D3 B4 E3 A1").do("build on B4")
    assert (t.mana(), t.trains("B4")) == ((4, 1), [0, 1])


@pytest.mark.rule("empyreal-20.8")
def test_follow_through_does_not_follow_teammates() -> None:
    assert activated("follow_through", "C4", "B3", "D3", "A9", seats=4, teams="2v2").offers("build on") == ["B3"]


@pytest.mark.rule("empyreal-20.9", "empyreal-20.38", card="gilt_runner")
def test_gilt_runner_gains_a_specialist_or_refreshes() -> None:
    stacks = ("orman wendy", "john", "simon")
    t = activated("gilt_runner", "C1", "L7", staff=("luc",), flipped=(3,), stacks=stacks)
    assert t.can == ["gain a specialist", "refresh your captain and engineer"]
    assert t.do("gain a specialist").can == ["look at the surveyors", "look at the station masters"]
    assert t.refused("look at the engineers") == "empyreal-18.1"
    assert t.do("look at the station masters", "take Simon").staff(3) == "simon_la_faucheuse"
    assert t.face_down() == ["runika_zenanen", "luc_von_gott"]
    assert activated("gilt_runner", "C1", "L7", staff=("luc",), flipped=(3,)).do("refresh").face_down() == []


@pytest.mark.rule("empyreal-20.38")
def test_gilt_runner_offers_only_halves_that_change_something() -> None:
    assert activated("gilt_runner", "C1", "L7").can == ["gain a specialist"]
    t = activated("gilt_runner", "C1", "L7", staff=(EVERYTHING,), flipped=(1,))
    assert t.can == ["refresh your captain and engineer"]
    t = activated("gilt_runner", "C1", "L7", staff=("luc",), flipped=(1,), stacks=("orman", "", ""))
    assert t.can == ["refresh your captain and engineer"]
    assert activated("gilt_runner", "C1", "L7", staff=(EVERYTHING,), flipped=(4,)).seat == 1


@pytest.mark.rule("empyreal-20.10", card="horizon_chaser")
def test_horizon_chaser_builds_on_the_edge() -> None:
    t = activated("horizon_chaser", "C2", "L7", mana=((3, 0),))
    assert t.offers("build on") == ["A2", "A3", "B1", "C1", "D1"]
    assert t.refused("build on C3") == "empyreal-14.1"
    assert t.refused("build on A1") == "empyreal-15.6"
    assert t.do("build on A3").mana() == (0, 3)
    assert activated("horizon_chaser", "C2", "L7", wastes="C1", mana=((3, 0),)).do("build on B1").mana() == (3, 0)
    assert "C1" not in activated("horizon_chaser", "C2", "L7", wastes="C1", mana=((3, 0),)).offers("build on")


@pytest.mark.rule("empyreal-20.11", card="the_hypetrain")
def test_the_hypetrain_gains_two_with_a_new_market_between() -> None:
    more = "deep_one transmuter reforester mirror_box science_car worldspanner pollinator"
    t = activated("the_hypetrain", "C1", "L7", market="metro transformer icecar", pile=more)
    assert t.do("gain Metro", "put it on B2").market() == more.split()[:6]
    assert t.do("gain Mirror Box").offers("put it on") == ["C2", "D2", "E2"]
    assert t.do("put it on E2").seat == 1
    assert len(t.market()) == 5


@pytest.mark.rule("empyreal-20.11")
def test_the_hypetrain_with_one_space_left_gains_one_and_then_may_cover() -> None:
    t = activated("the_hypetrain", "C1", "L7", yards=(filled("C3"),), market="metro transformer icecar deep_one")
    t.do("gain Metro", "put it on C3")
    assert "that is all" in t.can
    assert t.do("gain Deep One").offers("put it on") == ["A1", "B1", "C1", "D1", "E1"]
    assert t.do("put it on D1").yard("D1") == "deep_one"


@pytest.mark.rule("empyreal-20.12", card="icecar")
def test_icecar_returns_a_good_of_the_network_for_mana() -> None:
    t = activated("icecar", "C1 C2", "L7", goods={"C2": "CV"})
    assert t.can == ["take the good at C1", "take the good at C2"]
    assert t.do("take the good at C2").offers("choose") == ["Crizma", "Vital Silver"]
    t.do("choose Vital Silver")
    assert (t.goods("C2"), t.mana(), t.state.stock[5]) == ("C", (6, 0), 23)


@pytest.mark.rule("empyreal-20.12")
def test_icecar_neither_returns_a_good_at_ten_crystals_nor_gains_without_a_good() -> None:
    t = activated("icecar", "C1", "L7", mana=((9, 1),))
    assert (t.seat, t.goods("C1")) == (1, "E")
    t = activated("icecar", "C1", "L7", goods={"C1": ""})
    assert (t.seat, t.mana()) == (1, (5, 0))


@pytest.mark.rule("empyreal-20.14", card="liquid_purifier")
def test_liquid_purifier_builds_on_lake_then_gains_mana() -> None:
    t = activated("liquid_purifier", "B1", "L7")
    assert t.offers("build on") == ["C1"]
    assert t.do("build on C1").mana() == (4, 2)
    assert activated("liquid_purifier", "B1", "L7").do("build nothing").mana() == (4, 2)


@pytest.mark.rule("empyreal-20.14")
def test_liquid_purifier_cannot_pay_its_own_transfer_with_the_new_mana() -> None:
    net = "F1"  # the lake H3 lies behind the city G2 and the train on H2
    assert "H3" in activated("liquid_purifier", net, "H2", mana=((7, 0),)).offers("build on")
    t = activated("liquid_purifier", net, "H2", mana=((6, 0),))
    assert "H3" not in t.offers("build on")
    assert (t.seat, t.mana()) == (1, (5, 2))


@pytest.mark.rule("empyreal-20.15", "empyreal-20.38", card="luxury_carriage")
def test_luxury_carriage_gains_a_specialist_or_a_spellcar() -> None:
    t = activated("luxury_carriage", "C1", "L7", market="metro icecar deep_one")
    assert t.can == ["gain a specialist", "gain a spellcar"]
    t.do("gain a spellcar", "gain Icecar", "put it on D2")
    assert (t.yard("D2"), t.seat) == ("icecar", 1)
    assert activated("luxury_carriage", "C1", "L7", staff=(EVERYTHING,)).can == ["gain a spellcar"]
    t = activated("luxury_carriage", "C1", "L7", yards=(filled(extra="A1 B1 C1 D1 E1"),))
    assert t.can == ["gain a specialist"]


@pytest.mark.rule("empyreal-20.16", card="mana_surger")
def test_mana_surger_gains_mana_up_to_ten() -> None:
    assert activated("mana_surger", "C1", "L7").mana() == (5, 1)
    assert activated("mana_surger", "C1", "L7", mana=((5, 5),)).mana() == (4, 6)


@pytest.mark.rule("empyreal-20.17", card="meditation_mecha")
def test_meditation_mecha_gains_a_spellcar() -> None:
    t = activated("meditation_mecha", "C1", "L7", market="metro icecar deep_one").do("gain Deep One", "put it on E2")
    assert (t.yard("E2"), t.seat) == ("deep_one", 1)
    assert activated("meditation_mecha", "C1", "L7", yards=(filled(extra="A1 B1 C1 D1 E1"),)).seat == 1


@pytest.mark.rule("empyreal-20.18", card="metro")
def test_metro_builds_next_to_a_city() -> None:
    t = activated("metro", "D4", "L7", mana=((0, 0),))
    assert t.offers("build on") == ["C5", "D5"]
    assert t.refused("build on E4") == "empyreal-14.1"
    assert activated("metro", "D4", "L7", wastes="D5", mana=((0, 0),)).offers("build on") == ["C5"]


@pytest.mark.rule("empyreal-20.19", card="mirror_box")
def test_mirror_box_doubles_a_good_of_the_network() -> None:
    t = activated("mirror_box", "C1 C2", "L7", goods={"C2": "CV", "C1": ""})
    assert t.can == ["take the good at C2"]
    assert t.do("take the good at C2", "choose Crizma").goods("C2") == "CCV"
    t = activated("mirror_box", "C1 C2", "L7", goods={"C2": "CV"}, stock={"V": 0, "E": 0}).do("take the good at C2")
    assert t.goods("C2") == "CCV"
    assert activated("mirror_box", "C1", "L7", stock={"E": 0}).seat == 1


@pytest.mark.rule("empyreal-20.20", card="pollinator")
def test_pollinator_moves_a_good_from_beside_even_from_under_a_competitor() -> None:
    t = activated("pollinator", "C1 D1", "C2", goods={"C1": ""})
    assert t.offers("take the good at") == ["B1", "C2", "D1", "E1", "E2"]
    assert t.do("take the good at C2").offers("choose") == ["C1", "D1"]
    t.do("choose C1")
    assert (t.goods("C1"), t.goods("C2")) == ("C", "")


@pytest.mark.rule("empyreal-20.20")
def test_pollinator_moves_goods_between_own_hexes_only_if_they_touch() -> None:
    own = {"A1": "", "B1": "", "C1": "EE", "C2": "", "D1": ""}
    t = activated("pollinator", "C1 A7", "L7", goods={**own, "A6": "", "B6": "", "B7": "", "A7": "H"})
    assert t.seat == 1
    t = activated("pollinator", "C1 D1", "L7", goods={**own, "E1": "", "E2": ""}).do("take the good at C1", "choose D1")
    assert t.goods("D1") == t.goods("C1") == "E"


@pytest.mark.rule("empyreal-20.21", card="pollution_solution")
def test_pollution_solution_builds_on_two_wastelands() -> None:
    t = activated("pollution_solution", "E3", "L7", wastes="E4 E5", mana=((1, 0),))
    assert t.offers("build on") == ["D2", "E4", "F3"]
    assert t.do("build on E4").offers("build on") == ["D2", "E5", "F3"]
    assert t.do("build on E5").seat == 1
    t = activated("pollution_solution", "E3", "L7", mana=((1, 0),)).do("build on D2", "build nothing")
    assert t.seat == 1


@pytest.mark.rule("empyreal-20.22", "empyreal-20.38", card="refinery_car")
def test_refinery_car_gains_a_specialist_or_mana() -> None:
    t = activated("refinery_car", "C1", "L7", stacks=("luc", "john", "simon"))
    assert t.can == ["gain a specialist", "gain mana"]
    t.do("gain a specialist", "look at the engineers", "take Luc")
    assert (t.staff(1), t.mana()) == ("luc_von_gott", (3, 2))
    assert activated("refinery_car", "C1", "L7").do("gain mana").mana() == (4, 2)
    assert activated("refinery_car", "C1", "L7", mana=((8, 2),)).can == ["gain a specialist"]
    assert activated("refinery_car", "C1", "L7", stacks=("", "", "")).can == ["gain mana"]


@pytest.mark.rule("empyreal-20.23", card="reforester")
def test_reforester_builds_and_plants_twice() -> None:
    t = activated("reforester", "C1", "L7", goods={"B1": ""}).do("build on B1")
    assert t.goods("B1") == "H"
    t.do("build on D1")
    assert (t.goods("D1"), t.mana(), t.seat) == ("HH", (2, 3), 1)


@pytest.mark.rule("empyreal-20.23")
def test_reforester_builds_without_planting_when_the_heartwood_is_out() -> None:
    t = activated("reforester", "C1", "L7", stock={"H": 1}).do("build on B1", "build on D1")
    assert (t.goods("B1"), t.goods("D1")) == ("HH", "H")
    t = activated("reforester", "C1", "L7").do("build nothing", "build on D1")
    assert (t.goods("B1"), t.goods("D1")) == ("H", "HH")
    assert activated("reforester", "C1", "L7").do("build on B1", "build nothing").goods("B1") == "HH"


@pytest.mark.rule("empyreal-20.24", card="science_car")
def test_science_car_gains_mana_or_a_spellcar() -> None:
    t = activated("science_car", "C1", "L7", market="metro icecar deep_one")
    assert t.can == ["gain mana", "gain a spellcar"]
    t.do("gain a spellcar", "gain Metro", "put it on C2")
    assert (t.yard("C2"), t.mana()) == ("metro", (3, 2))
    assert activated("science_car", "C1", "L7").do("gain mana").mana() == (4, 2)
    assert activated("science_car", "C1", "L7", mana=((2, 8),)).can == ["gain a spellcar"]


@pytest.mark.rule("empyreal-20.25", card="searing_supplier")
def test_searing_supplier_delivers_one_good_and_no_tile() -> None:
    t = activated("searing_supplier", "G6 F4 C4", "L7", goods={"G6": "EE"})
    assert t.can == ["deliver Ehrlite to the lake city", "deliver nothing"]
    assert t.do("deliver Ehrlite").can == ["take the good at F4", "take the good at G6"]
    t.do("take the good at G6")
    assert (t.folio(), t.tiles(), t.seat, t.goods("G6")) == ("E", "", 1, "E")


@pytest.mark.rule("empyreal-20.25")
def test_searing_supplier_needs_a_city_of_that_colour() -> None:
    t = activated("searing_supplier", "C4 F4 G6", "L7", goods={"F4": "", "G6": "V"})
    assert (t.seat, t.folio()) == (1, "")


@pytest.mark.rule("empyreal-20.26", card="spice_convoy")
def test_spice_convoy_builds_on_desert_and_refreshes_the_engineer() -> None:
    t = activated("spice_convoy", "C2", "L7", staff=("luc",), flipped=(3,), mana=((1, 0),))
    assert t.offers("build on") == ["C3"]
    assert t.do("build on C3").face_down() == ["runika_zenanen"]
    assert activated("spice_convoy", "C2", "L7", staff=("luc",), flipped=(2,)).do("build nothing").face_down() == []


@pytest.mark.rule("empyreal-20.27", card="suburban_express")
def test_suburban_express_builds_next_to_a_city_or_wasteland() -> None:
    t = activated("suburban_express", "D4", "L7", mana=((1, 0),))
    assert t.offers("build on") == ["C4", "C5", "D3", "D5", "E4"]
    assert t.refused("build on E5") == "empyreal-14.1"
    assert "E5" in activated("suburban_express", "D4", "L7", wastes="F4", mana=((1, 0),)).offers("build on")
    t = activated("suburban_express", "D4", "L7", wastes="D5", mana=((1, 0),))
    assert t.offers("build on") == ["C4", "C5", "D3", "E4", "E5"]


@pytest.mark.rule("empyreal-20.28", card="switching_station")
def test_switching_station_swaps_two_trains_side_by_side() -> None:
    t = activated("switching_station", "C1 D1", "C2 A1 L7", "C2", seats=3)
    assert t.offers("move it to") == ["C2"]
    assert t.do("move it to C2").can == ["choose Kerigan Transcontinental", "choose Caterpillar Conveyance Consortium"]
    assert t.do("choose Caterpillar").can == ["move the train at C1", "move the train at D1"]
    t.do("move the train at D1")
    assert (t.trains("C2"), t.trains("D1"), t.trains("C1"), t.seat) == ([0, 1], [2], [0], 1)


@pytest.mark.rule("empyreal-20.28")
def test_switching_station_can_push_two_trains_of_a_competitor_together() -> None:
    t = activated("switching_station", "C1", "C2 C1").do("move it to C2", "move the train at C1")
    assert (t.trains("C1"), t.trains("C2"), t.state.supply[1]) == ([1, 1], [0], 33)


@pytest.mark.rule("empyreal-20.28")
def test_switching_station_not_onto_a_hex_with_an_own_train_nor_with_a_teammate() -> None:
    assert activated("switching_station", "C1 C2", "C2 L7").seat == 1
    t = activated("switching_station", "C1", "A7", "C2", "A9", seats=4, teams="2v2")
    assert (t.seat, t.trains("C2")) == (1, [2])


@pytest.mark.rule("empyreal-20.29", card="terraformer")
def test_terraformer_builds_on_wasteland_and_places_any_good() -> None:
    t = activated("terraformer", "C2", "L7", mana=((2, 0),))
    assert t.offers("build on") == ["D2"]
    assert t.do("build on D2", "choose Ehrlite").goods("D2") == "E"
    assert t.waste("D2")
    assert t.mana() == (0, 2)
    assert "Ehrlite" not in activated("terraformer", "C2", "L7", stock={"E": 0}).do("build on D2").offers("choose")
    assert activated("terraformer", "C2", "L7").do("build nothing").seat == 1


@pytest.mark.rule("empyreal-20.31", card="transmuter")
def test_transmuter_replaces_a_good_by_another_colour() -> None:
    t = activated("transmuter", "C1 C2", "L7", goods={"C2": "CV"}).do("take the good at C2", "choose Crizma")
    assert t.offers("choose") == ["Hylatine", "Heartwood", "Ritherwhyte", "Ehrlite", "Vital Silver"]
    assert t.do("choose Vital Silver").goods("C2") == "VV"
    assert (t.state.stock[4], t.state.stock[5], t.seat) == (24, 21, 1)


@pytest.mark.rule("empyreal-20.31")
def test_transmuter_needs_another_colour_in_the_supply_beforehand() -> None:
    none = dict.fromkeys("YHRECV", 0)
    t = activated("transmuter", "C1 C2", "L7", stock={**none, "E": 5})
    assert t.can == ["take the good at C2"]
    assert t.do("take the good at C2").can == ["choose Ehrlite"]
    assert activated("transmuter", "C1 C2", "L7", stock=none).seat == 1


@pytest.mark.rule("empyreal-20.32", card="volcanic_vexxer")
def test_volcanic_vexxer_builds_on_lava_and_returns_a_good_beside_it() -> None:
    t = activated("volcanic_vexxer", "C1", "L7", goods={"C3": "CV"}, mana=((1, 0),))
    assert t.offers("build on") == ["C2"]
    assert t.do("build on C2").can == [f"take the good at {h}" for h in ("B1", "C1", "C3", "D1")]
    t.do("take the good at C3", "choose Crizma")
    assert (t.goods("C3"), t.goods("C2"), t.seat) == ("V", "C", 1)


@pytest.mark.rule("empyreal-20.32")
def test_volcanic_vexxer_returns_nothing_without_a_build_or_a_good() -> None:
    assert activated("volcanic_vexxer", "C1", "L7").do("build nothing").seat == 1
    bare = {"B1": "", "C1": "", "C3": "", "D1": ""}
    t = activated("volcanic_vexxer", "C1", "L7", goods=bare).do("build on C2")
    assert (t.goods("C2"), t.seat) == ("C", 1)


@pytest.mark.rule("empyreal-20.33", card="worldspanner")
def test_worldspanner_builds_on_two_different_terrains() -> None:
    t = activated("worldspanner", "C1", "L7")
    assert t.offers("build on") == ["B1", "C2", "D1"]
    assert t.do("build on B1").offers("build on") == ["A1", "A2", "C2"]
    assert t.refused("build on D1") == "empyreal-14.1"
    t.do("build on A1")
    assert (t.seat, t.mana()) == (1, (2, 3))


@pytest.mark.rule("empyreal-20.33")
def test_worldspanner_may_build_once_and_never_on_wasteland() -> None:
    t = activated("worldspanner", "C1", "L7", wastes="B1", mana=((3, 0),))
    assert t.offers("build on") == ["C2", "D1"]
    assert t.do("build on C2", "build nothing").seat == 1
