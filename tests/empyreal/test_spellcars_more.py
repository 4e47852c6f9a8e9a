"""The unique spellcars, second half: section 20 of the ledger."""

from __future__ import annotations

import pytest

from tests.empyreal.table import activated


@pytest.mark.rule("empyreal-20.22", "empyreal-20.38", card="refinery_car")
def test_refinery_car_gains_a_specialist_or_mana() -> None:
    t = activated("refinery_car", "C1", "L7", stacks=("luc", "john", "simon"))
    assert t.can == ["gain a specialist", "gain mana"]
    t.do("gain a specialist", "look at the engineers", "take Luc")
    assert t.staff(1) == "luc_von_gott"
    assert t.mana() == (3, 2)
    assert activated("refinery_car", "C1", "L7").do("gain mana").mana() == (4, 2)
    t = activated("refinery_car", "C1", "L7", mana=((8, 2),))
    assert t.can == ["gain a specialist"]
    t = activated("refinery_car", "C1", "L7", stacks=("", "", ""))
    assert t.can == ["gain mana"]


@pytest.mark.rule("empyreal-20.23", card="reforester")
def test_reforester_builds_and_plants_twice() -> None:
    t = activated("reforester", "C1", "L7", goods={"B1": ""}).do("build on B1")
    assert t.goods("B1") == "H"
    t.do("build on D1")
    assert t.goods("D1") == "HH"
    assert t.mana() == (2, 3)
    assert t.state.seat == 1


@pytest.mark.rule("empyreal-20.23")
def test_reforester_builds_without_planting_when_the_heartwood_is_out() -> None:
    t = activated("reforester", "C1", "L7", stock={"H": 1}).do("build on B1", "build on D1")
    assert (t.goods("B1"), t.goods("D1")) == ("HH", "H")
    t = activated("reforester", "C1", "L7").do("build nothing", "build on D1")
    assert (t.goods("B1"), t.goods("D1")) == ("H", "HH")
    t = activated("reforester", "C1", "L7").do("build on B1", "build nothing")
    assert t.goods("B1") == "HH"


@pytest.mark.rule("empyreal-20.24", card="science_car")
def test_science_car_gains_mana_or_a_spellcar() -> None:
    t = activated("science_car", "C1", "L7", market="metro icecar deep_one")
    assert t.can == ["gain mana", "gain a spellcar"]
    t.do("gain a spellcar", "gain Metro", "put it on C2")
    assert t.yard("C2") == "metro"
    assert t.mana() == (3, 2)
    assert activated("science_car", "C1", "L7").do("gain mana").mana() == (4, 2)
    assert activated("science_car", "C1", "L7", mana=((2, 8),)).can == ["gain a spellcar"]


@pytest.mark.rule("empyreal-20.25", card="searing_supplier")
def test_searing_supplier_delivers_one_good_and_no_tile() -> None:
    t = activated("searing_supplier", "G6 F4 C4", "L7", goods={"G6": "EE"})
    assert t.can == ["deliver Ehrlite to the lake city", "deliver nothing"]
    t.do("deliver Ehrlite")
    assert t.can == ["take the good at F4", "take the good at G6"]
    t.do("take the good at G6")
    assert t.folio() == "E"
    assert t.tiles() == ""
    assert t.state.seat == 1
    assert t.goods("G6") == "E"


@pytest.mark.rule("empyreal-20.25")
def test_searing_supplier_needs_a_city_of_that_colour() -> None:
    t = activated("searing_supplier", "C4 F4 G6", "L7", goods={"F4": "", "G6": "V"})
    assert t.state.seat == 1
    assert t.folio() == ""


@pytest.mark.rule("empyreal-20.26", card="spice_convoy")
def test_spice_convoy_builds_on_desert_and_refreshes_the_engineer() -> None:
    t = activated("spice_convoy", "C2", "L7", staff=("luc",), flipped=(3,), mana=((1, 0),))
    assert t.offers("build on") == ["C3"]
    t.do("build on C3")
    assert t.face_down() == ["runika_zenanen"]
    t = activated("spice_convoy", "C2", "L7", staff=("luc",), flipped=(2,)).do("build nothing")
    assert t.face_down() == []


@pytest.mark.rule("empyreal-20.27", card="suburban_express")
def test_suburban_express_builds_next_to_a_city_or_wasteland() -> None:
    t = activated("suburban_express", "D4", "L7", mana=((1, 0),))
    assert t.offers("build on") == ["C4", "C5", "D3", "D5", "E4"]
    assert t.refused("build on E5") == "empyreal-14.1"
    t = activated("suburban_express", "D4", "L7", wastes="F4", mana=((1, 0),))
    assert "E5" in t.offers("build on")
    t = activated("suburban_express", "D4", "L7", wastes="D5", mana=((1, 0),))
    assert t.offers("build on") == ["C4", "C5", "D3", "E4", "E5"]


@pytest.mark.rule("empyreal-20.28", card="switching_station")
def test_switching_station_swaps_two_trains_side_by_side() -> None:
    t = activated("switching_station", "C1 D1", "C2 A1 L7", "C2", seats=3)
    assert t.offers("move it to") == ["C2"]
    t.do("move it to C2")
    assert t.can == ["choose Kerigan Transcontinental", "choose Caterpillar Conveyance Consortium"]
    t.do("choose Caterpillar")
    assert t.can == ["move the train at C1", "move the train at D1"]
    t.do("move the train at D1")
    assert t.trains("C2") == [0, 1]
    assert t.trains("D1") == [2]
    assert t.trains("C1") == [0]
    assert t.state.seat == 1


@pytest.mark.rule("empyreal-20.28")
def test_switching_station_can_push_two_trains_of_a_competitor_together() -> None:
    t = activated("switching_station", "C1", "C2 C1").do("move it to C2", "move the train at C1")
    assert t.trains("C1") == [1, 1]
    assert t.trains("C2") == [0]
    assert t.state.supply[1] == 33


@pytest.mark.rule("empyreal-20.28")
def test_switching_station_not_onto_a_hex_with_an_own_train_nor_with_a_teammate() -> None:
    t = activated("switching_station", "C1 C2", "C2 L7")
    assert t.state.seat == 1
    t = activated("switching_station", "C1", "A7", "C2", "A9", seats=4, teams="2v2")
    assert t.state.seat == 1
    assert t.trains("C2") == [2]


@pytest.mark.rule("empyreal-20.29", card="terraformer")
def test_terraformer_builds_on_wasteland_and_places_any_good() -> None:
    t = activated("terraformer", "C2", "L7", mana=((2, 0),))
    assert t.offers("build on") == ["D2"]
    t.do("build on D2", "choose Ehrlite")
    assert t.goods("D2") == "E"
    assert t.state.waste(t.hex("D2"))
    assert t.mana() == (0, 2)
    t = activated("terraformer", "C2", "L7", stock={"E": 0}).do("build on D2")
    assert "Ehrlite" not in t.offers("choose")
    t = activated("terraformer", "C2", "L7").do("build nothing")
    assert t.state.seat == 1


@pytest.mark.rule("empyreal-20.31", card="transmuter")
def test_transmuter_replaces_a_good_by_another_colour() -> None:
    t = activated("transmuter", "C1 C2", "L7", goods={"C2": "CV"})
    t.do("take the good at C2", "choose Crizma")
    assert t.offers("choose") == ["Hylatine", "Heartwood", "Ritherwhyte", "Ehrlite", "Vital Silver"]
    t.do("choose Vital Silver")
    assert t.goods("C2") == "VV"
    assert (t.state.stock[4], t.state.stock[5]) == (24, 21)
    assert t.state.seat == 1


@pytest.mark.rule("empyreal-20.31")
def test_transmuter_needs_another_colour_in_the_supply_beforehand() -> None:
    none = dict.fromkeys("YHRECV", 0)
    t = activated("transmuter", "C1 C2", "L7", stock={**none, "E": 5})
    assert t.can == ["take the good at C2"]
    t.do("take the good at C2")
    assert t.can == ["choose Ehrlite"]
    t = activated("transmuter", "C1 C2", "L7", stock=none)
    assert t.state.seat == 1


@pytest.mark.rule("empyreal-20.32", card="volcanic_vexxer")
def test_volcanic_vexxer_builds_on_lava_and_returns_a_good_beside_it() -> None:
    t = activated("volcanic_vexxer", "C1", "L7", goods={"C3": "CV"}, mana=((1, 0),))
    assert t.offers("build on") == ["C2"]
    t.do("build on C2")
    assert t.can == [f"take the good at {h}" for h in ("B1", "C1", "C3", "D1")]
    t.do("take the good at C3", "choose Crizma")
    assert t.goods("C3") == "V"
    assert t.goods("C2") == "C"
    assert t.state.seat == 1


@pytest.mark.rule("empyreal-20.32")
def test_volcanic_vexxer_returns_nothing_without_a_build_or_a_good() -> None:
    t = activated("volcanic_vexxer", "C1", "L7").do("build nothing")
    assert t.state.seat == 1
    bare = {"B1": "", "C1": "", "C3": "", "D1": ""}
    t = activated("volcanic_vexxer", "C1", "L7", goods=bare).do("build on C2")
    assert t.goods("C2") == "C"
    assert t.state.seat == 1


@pytest.mark.rule("empyreal-20.33", card="worldspanner")
def test_worldspanner_builds_on_two_different_terrains() -> None:
    t = activated("worldspanner", "C1", "L7")
    assert t.offers("build on") == ["B1", "C2", "D1"]
    t.do("build on B1")
    assert t.offers("build on") == ["A1", "A2", "C2"]
    assert t.refused("build on D1") == "empyreal-14.1"
    t.do("build on A1")
    assert t.state.seat == 1
    assert t.mana() == (2, 3)


@pytest.mark.rule("empyreal-20.33")
def test_worldspanner_may_build_once_and_never_on_wasteland() -> None:
    t = activated("worldspanner", "C1", "L7", wastes="B1", mana=((3, 0),))
    assert t.offers("build on") == ["C2", "D1"]
    t.do("build on C2", "build nothing")
    assert t.state.seat == 1
