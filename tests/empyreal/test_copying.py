"""Copies and chains of them: Limited Express, Transformer, Uumi, Arret and Doc, and mana that may not pay for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from roundhouse.core.records import load
from roundhouse.games.empyreal.state import TRANSFERS
from tests.empyreal.table import Table, activated, filled, kit, table

MASTERS = [id.split("_")[0] for id, kind in zip(kit().ids, kit().kinds, strict=True) if kind == "master"]


def express(place: str, yard: dict[str, str], mana: int = 9, **more: Any) -> Table:
    """Limited Express on a place, activated."""
    yards = ({**yard, place: "limited_express"},)
    before = {"A": "Start", "B": "A", "C": "B", "D": "C", "E": "D"}[place[0]]
    t = table("C1", "L7", yards=yards, conductor=before, mana=((mana, 0),), **more)
    t.do(f"move to {place[0]}", f"activate {place}")
    return t.do("that is all") if "that is all" in t.can else t


@pytest.mark.rule("empyreal-20.13", card="limited_express")
def test_limited_express_copies_left_or_right_for_the_others_cost_too() -> None:
    t = express("B2", {"A2": "reforester", "C2": "mana_surger", "B3": "metro"})
    assert t.can == ["copy Reforester on A2", "copy Mana Surger on C2", "copy nothing"]
    assert t.mana() == (8, 1)
    assert t.do("copy A2").mana() == (5, 4)
    assert t.do("build on B1", "build nothing").goods("B1") == "HH"
    t = express("B2", {"A2": "reforester", "C2": "mana_surger"}).do("copy C2")
    assert (t.mana(), t.seat) == ((8, 2), 1)


@pytest.mark.rule("empyreal-20.13", "empyreal-20.37")
def test_limited_express_copies_only_in_its_row_and_not_around_the_corner() -> None:
    assert express("E2", {"A3": "metro"}).state.seat == 1
    assert express("A3", {"E2": "metro", "A2": "icecar"}).state.seat == 1
    assert express("A2", {"E2": "metro"}).state.seat == 1
    assert express("C2", {"A2": "metro"}).state.seat == 1
    assert express("A2", {"B2": "icecar"}).can == ["copy Icecar on B2", "copy nothing"]


@pytest.mark.rule("empyreal-20.13")
def test_limited_express_in_the_first_row_copies_printed_cars() -> None:
    yard = {**filled(), "A2": "metro"}
    t = express("C1", yard)
    assert t.can == ["copy printed B on B1", "copy Kings' Line car on D1", "copy nothing"]
    assert t.do("copy D1").mana() == (8, 2)
    assert express("B1", yard).do("copy A1").mana() == (8, 1)
    assert express("A1", {**yard, "B1": "icecar"}).can == ["copy Icecar on B1", "copy nothing"]
    assert express("E1", yard).can == ["copy Kings' Line car on D1", "copy nothing"]


@pytest.mark.rule("empyreal-20.37")
def test_a_copy_that_cannot_be_paid_is_not_offered_and_any_copy_may_be_left() -> None:
    t = express("B2", {"A2": "reforester", "C2": "mana_surger"}, mana=3)
    assert t.can == ["copy Mana Surger on C2", "copy nothing"]
    assert express("B2", {"A2": "reforester"}, mana=3).state.seat == 1
    t = express("B2", {"A2": "metro"}, mana=1).do("copy nothing")
    assert (t.seat, t.mana()) == (1, (0, 1))


@pytest.mark.rule("empyreal-20.30", card="transformer")
def test_transformer_copies_a_car_of_the_market_which_stays_there() -> None:
    market = "reforester metro icecar deep_one"
    t = activated("transformer", "C1", "L7", market=market, mana=((4, 0),))
    assert t.offers("copy") == ["Deep One", "Icecar", "Metro", "Reforester", "nothing"]
    assert t.do("copy Reforester").mana() == (0, 4)
    assert t.do("build on B1", "build nothing").market() == market.split()
    assert t.yard("A2") == "transformer"
    t = activated("transformer", "C1", "L7", market=market, mana=((2, 0),))
    assert t.offers("copy") == ["Icecar", "Metro", "nothing"]
    assert t.refused("copy Deep One") == "empyreal-20.37"
    assert t.refused("copy Science Car") == "empyreal-7.1"
    assert t.do("copy nothing").seat == 1


@pytest.mark.rule("empyreal-20.36")
def test_limited_express_copies_transformer_that_copies_a_market_car() -> None:
    market = "reforester metro icecar deep_one"
    t = express("A2", {"B2": "transformer"}, mana=5, market=market).do("copy B2")
    assert t.mana() == (3, 2)
    assert t.do("copy Reforester").mana() == (0, 5)
    assert t.do("build on B1", "build on D1").seat == 1
    t = express("A2", {"B2": "transformer"}, mana=4, market=market).do("copy B2")
    assert t.offers("copy") == ["Deep One", "Icecar", "Metro", "nothing"]


@pytest.mark.rule("empyreal-20.35", "empyreal-20.36")
def test_transformer_that_copies_limited_express_looks_beside_itself() -> None:
    yards = ({"B2": "mana_surger", "E2": "reforester"},)
    market = "limited_express metro icecar"
    t = activated("transformer", "C1", "L7", yards=yards, market=market, mana=((3, 0),)).do("copy Limited")
    assert t.can == ["copy Mana Surger on B2", "copy nothing"]
    assert t.mana() == (1, 2)
    assert t.do("copy B2").mana() == (1, 3)
    assert activated("transformer", "C1", "L7", market=market).do("copy Limited").seat == 1
    t = activated("transformer", "C1", "L7", yards=yards, market=market, mana=((1, 0),))
    assert t.offers("copy") == ["Icecar", "Metro", "nothing"]


@pytest.mark.rule("empyreal-20.30")
def test_a_copied_car_stays_in_the_market_while_it_works() -> None:
    t = activated("transformer", "C1", "L7", market="the_hypetrain metro icecar deep_one", mana=((2, 0),))
    t.do("copy The Hypetrain", "gain Metro", "put it on B2")
    assert t.offers("gain") == ["Deep One", "The Hypetrain", "Icecar"]


@pytest.mark.rule("empyreal-20.36")
def test_mana_of_an_activation_pays_no_copy() -> None:
    yards = ({"A2": "flow_controller", "A3": "transformer"},)
    market = "reforester metro mana_surger"
    t = table("C1", "L7", yards=yards, market=market, mana=((2, 6),)).do("move to A", "activate A2", "activate A3")
    assert (t.mana(), t.offers("copy")) == ((3, 5), ["Metro", "nothing"])
    t = table("C1", "L7", yards=yards, market=market, mana=((3, 6),)).do("move to A", "activate A2", "activate A3")
    assert t.offers("copy") == ["Mana Surger", "Metro", "nothing"]
    yards = ({"B2": "flow_controller", "B3": "limited_express", "A3": "mana_surger"},)
    t = table("C1", "L7", yards=yards, conductor="A", mana=((2, 6),)).do("move to B", "activate B2", "activate B3")
    assert t.seat == 1


@pytest.mark.rule("empyreal-20.36")
def test_mana_of_an_activation_pays_transfers_and_goes_first() -> None:
    yards = ({"A2": "flow_controller", "A3": "transformer"},)
    t = table("C1", "C2", yards=yards, market="metro mana_surger icecar", mana=((3, 6),))
    assert t.do("move to A", "activate A2", "activate A3", "copy Metro", "build on C3").mana() == (2, 7)
    yards = ({"A2": "flow_controller", "A3": "pick_two_lava_desert"},)
    t = table("C1", "C2", yards=yards, mana=((1, 6),)).do("move to A", "activate A2", "activate A3", "build on C3")
    assert t.mana() == (1, 6)


@pytest.mark.rule("empyreal-23.21", card="uumi_nuoc")
def test_uumi_copies_a_market_car_for_one_and_its_cost() -> None:
    market = "reforester metro mana_surger"
    t = table("C1", "L7", staff=("uumi",), market=market, mana=((2, 0),)).do("use Uumi")
    assert t.offers("copy") == ["Mana Surger", "Metro", "nothing"]
    t.do("copy Mana Surger")
    assert (t.mana(), t.face_down()) == ((1, 2), ["uumi_nuoc"])
    t.do("administrate")
    t = table("C1", "L7", staff=("uumi",), market=market, mana=((4, 0),)).do("use Uumi", "copy Reforester")
    assert t.do("build on B1", "build on D1").mana() == (0, 4)
    assert t.acting


@pytest.mark.rule("empyreal-23.21")
def test_mana_of_uumis_copy_is_ordinary() -> None:
    yards = ({"A2": "corruption_junction"},)
    t = table("C1", "L7", staff=("uumi",), yards=yards, market="reforester metro mana_surger", mana=((2, 0),))
    assert t.do("use Uumi", "copy Mana Surger", "move to A", "activate A2").mana() == (0, 3)


@pytest.mark.rule("empyreal-23.21")
def test_uumi_needs_something_she_can_pay() -> None:
    t = table("C1", "L7", staff=("uumi",), market="reforester deep_one worldspanner", mana=((2, 0),))
    assert t.refused("use Uumi") == "empyreal-20.37"
    t = table("C1", "L7", staff=("uumi",), market="reforester metro worldspanner", mana=((0, 5),))
    assert t.refused("use Uumi") == "empyreal-8.2"
    t = table("C1", "L7", staff=("uumi",), market="reforester metro worldspanner", mana=((1, 0),)).do("use Uumi")
    assert t.offers("copy") == ["Metro", "nothing"]
    assert t.do("copy nothing").mana() == (0, 1)


@pytest.mark.rule("empyreal-23.22")
def test_uumi_cannot_copy_limited_express() -> None:
    yards = ({"B2": "metro"},)
    t = table("C1", "L7", staff=("uumi",), yards=yards, market="limited_express transformer deep_one").do("use Uumi")
    assert t.offers("copy") == ["Deep One", "Transformer", "nothing"]
    assert t.refused("copy Limited Express") == "empyreal-20.37"
    assert t.do("copy Transformer").offers("copy") == ["Deep One", "nothing"]
    t = table("C1", "L7", staff=("uumi",), market="limited_express reforester deep_one", mana=((2, 0),))
    assert t.refused("use Uumi") == "empyreal-20.37"


@pytest.mark.rule("empyreal-23.23", "empyreal-20.34", "empyreal-20.36")
def test_uumi_copies_transformer_that_copies_a_car_but_not_itself() -> None:
    t = table("C1", "L7", staff=("uumi",), market="transformer reforester metro", mana=((5, 0),))
    assert t.do("use Uumi", "copy Transformer").mana() == (3, 2)
    assert t.offers("copy") == ["Metro", "Reforester", "nothing"]
    assert t.refused("copy Transformer") == "empyreal-20.37"
    assert t.do("copy Reforester").mana() == (0, 5)
    assert t.do("build on B1").goods("B1") == "HH"


@pytest.mark.rule("empyreal-23.24")
def test_uumi_copies_a_car_that_refreshes_once_a_turn() -> None:
    market = "spice_convoy metro deep_one icecar reforester mirror_box"
    t = table("C2", "L7", staff=("uumi",), market=market, mana=((9, 0),))
    assert t.do("use Uumi", "copy Spice Convoy", "build on C3").face_down() == []
    assert t.do("use Uumi").offers("copy") == ["Deep One", "Icecar", "Metro", "Mirror Box", "Reforester", "nothing"]
    assert t.refused("copy Spice Convoy") == "empyreal-23.24"
    t.do("copy nothing")
    t.wait().wait()
    assert "use Uumi Nuoc" in t.can
    t.do("use Uumi")
    assert "copy Spice Convoy" in t.can


@pytest.mark.rule("empyreal-23.24")
def test_uumi_copies_any_other_car_as_often_as_she_is_refreshed() -> None:
    t = table("C1", "L7", staff=("trias uumi",), market="flow_controller metro deep_one", mana=((2, 6),))
    t.do("use Uumi", "copy Flow Controller", "use Trias", "refresh", "use Uumi", "copy Flow Controller")
    assert t.mana() == (6, 2)
    assert t.state.view(None)["copied"] == []


@pytest.mark.rule("empyreal-23.24")
def test_the_endless_chain_of_uumi_ends_through_transformer_too() -> None:
    market = "transformer gilt_runner metro"
    t = table("C1", "L7", staff=("runika uumi",), market=market, mana=((10, 0),))
    t.do("use Uumi", "copy Transformer", "copy Gilt Runner", "refresh")
    assert t.mana() == (6, 4)
    assert t.do("use Runika", "use Uumi").offers("copy") == ["Metro", "Transformer", "nothing"]
    t.do("copy Transformer")
    assert (t.offers("copy"), t.refused("copy Gilt Runner")) == (["Metro", "nothing"], "empyreal-23.24")
    yards = ({"A2": "transformer"},)  # an activation comes once a turn by itself
    t = table("C1", "L7", staff=("trias uumi",), yards=yards, market="gilt_runner metro deep_one", mana=((9, 0),))
    t.do("use Uumi", "copy Gilt Runner", "refresh", "move to A", "activate A2", "that is all")
    assert "Gilt Runner" in t.offers("copy")


@pytest.mark.rule("empyreal-23.24")
def test_who_uses_uumis_ability_is_bound_by_it_too() -> None:
    t = table("C2", "L7", staff=("arret", "uumi"), market="spice_convoy metro deep_one", mana=((9, 0),))
    t.do("use Arret", "choose Kerigan", "copy Spice Convoy", "build on C3")
    assert t.face_down() == t.face_down(1) == []
    assert t.do("use Arret", "choose Kerigan").refused("copy Spice Convoy") == "empyreal-23.24"


@pytest.mark.rule("empyreal-23.25")
def test_nobody_lowers_what_uumi_copies_cost() -> None:
    t = table("C1", "L7", staff=("seth uumi",), market="reforester metro mana_surger", mana=((2, 0),))
    assert t.do("use Seth", "use Uumi").offers("copy") == ["Mana Surger", "Metro", "nothing"]
    assert t.do("copy Mana Surger").mana() == (1, 2)


@pytest.mark.rule("empyreal-23.3", card="arret_draamivaar")
def test_arret_uses_a_face_up_engineer_of_another_and_pays_for_it() -> None:
    staff = ("arret", "luc", "orman", "irion")
    t = table("C1", "A7", "A9", "A11", seats=4, staff=staff, flipped=(0, 0, 2), mana=((3, 1), (5, 0))).do("use Arret")
    assert t.can == ["choose Kerigan Transcontinental", "choose Gesselheim Imperial"]
    t.do("choose Kerigan")
    assert (t.mana(), t.mana(1), t.face_down(), t.face_down(1)) == ((3, 2), (5, 0), ["arret_draamivaar"], [])
    t = table("C1", "A7", "A9", "A11", seats=4, staff=staff).do("use Arret", "choose Gesselheim")
    assert (t.can, t.mana()) == (["move the train at C1"], (4, 1))


@pytest.mark.rule("empyreal-23.4")
def test_arret_needs_a_face_up_engineer_that_could_do_something() -> None:
    assert table("C1", "L7", staff=("arret",)).refused("use Arret") == "empyreal-20.37"
    assert table("C1", "L7", staff=("arret", "luc"), flipped=(0, 2)).refused("use Arret") == "empyreal-20.37"
    assert table("C1", "L7", staff=("arret", "orman")).refused("use Arret") == "empyreal-20.37"
    assert table("C1", "L7", staff=("arret", "luc"), mana=((0, 5),)).refused("use Arret") == "empyreal-20.37"


@pytest.mark.rule("empyreal-23.5")
def test_arret_is_exhausted_and_works_again_when_refreshed() -> None:
    t = table("C1", "L7", staff=("trias arret", "orman"), mana=((0, 9),)).do("use Arret", "choose Kerigan")
    assert t.mana() == (3, 6)
    assert t.refused("use Arret") == "empyreal-5.5"
    assert t.do("use Trias", "refresh", "use Arret", "choose Kerigan").mana() == (6, 3)


@pytest.mark.rule("empyreal-23.3")
def test_arret_may_copy_a_teammate_and_what_lasts_for_the_turn() -> None:
    t = table("C1", "C2", "A9", "A11", seats=4, staff=("arret", "", "wendy"), teams="2v2", mana=((0, 0),))
    assert t.do("use Arret", "choose Caterpillar").state.turn_count(TRANSFERS) == 1
    t = table("C1", "L7", staff=("arret", "sarafina"), yards=({"A2": "reforester"},), mana=((0, 0),))
    assert t.do("use Arret", "choose Kerigan", "move to A", "activate A2", "build on B1").goods("B1") == "HH"


@pytest.mark.rule("empyreal-24.7", card="doc_silnan")
def test_doc_uses_the_surveyor_of_another_used_or_not() -> None:
    staff = ("doc", "hikaru", "cin")
    t = table("C1", "L7", "A7", seats=3, staff=staff, flipped=(0, 4, 0), mana=((0, 5),)).do("use Doc")
    assert t.can == ["choose Kerigan Transcontinental", "choose Caterpillar Conveyance Consortium"]
    t.do("choose Kerigan")
    assert (t.mana(), t.face_down(), t.face_down(1)) == ((7, 0), ["doc_silnan"], ["hikaru_sorayama"])
    t = table("C1", "L7", "A7", seats=3, staff=staff, mana=((0, 5),)).do("use Doc", "choose Caterpillar", "choose C1")
    assert (t.goods("C1"), t.face_down(2)) == ("HHEC", [])


@pytest.mark.rule("empyreal-24.7")
def test_doc_needs_a_surveyor_that_could_do_something() -> None:
    assert table("C1", "L7", staff=("doc",)).refused("use Doc") == "empyreal-20.37"
    assert table("C1", "L7", staff=("doc", "hikaru"), mana=((10, 0),)).refused("use Doc") == "empyreal-20.37"


@pytest.mark.rule("empyreal-24.8")
def test_doc_as_aella_gets_a_second_station_master() -> None:
    box = " ".join(m for m in MASTERS if m not in ("clive", "peril", "lucca", "simon"))
    t = table("C1", "L7", staff=("doc simon", "aella"), flipped=(0, 4), stacks=("", "", box), mana=((0, 5),))
    t.do("use Doc", "choose Kerigan", "take Clive")
    assert [t.staff(slot) for slot in (2, 3, 4)] == ["doc_silnan", "simon_la_faucheuse", "clive_melmont"]
    assert (t.staff(4, 1), t.mana()) == ("", (0, 5))
    assert t.do("use Clive").mana() == (1, 4)


@pytest.mark.rule("empyreal-24.7")
def test_doc_as_eirene_milton_and_ran() -> None:
    t = table("C1", "L7", staff=("doc", "eirene")).do("use Doc", "choose Kerigan").wait()
    assert t.seat == 0
    assert t.wait().state.seat == 1
    t = table("C1", "L7", staff=("doc", "milton"), market="mana_surger metro icecar deep_one", mana=((1, 0),))
    t.do("use Doc", "choose Kerigan", "gain Mana Surger", "put it on A2", "gain Metro", "put it on E2", "activate A2")
    t.do("that is all")
    assert (t.mana(), t.state.fresh) == ((1, 1), 1)
    t = table("C1", "L7", staff=("orman doc", "ran"), flipped=(3, 0), mana=((0, 9),))
    t.do("use Doc", "choose Kerigan", "use Orman", "use Runika")
    assert (t.mana(), t.face_down()) == ((8, 1), ["doc_silnan"])


@pytest.mark.rule("empyreal-24.7")
def test_doc_may_copy_a_teammate() -> None:
    t = table("C1", "A7", "A9", "A11", seats=4, staff=("doc", "", "john"), teams="2v2").do("use Doc")
    assert t.can == ["choose Caterpillar Conveyance Consortium"]


@pytest.mark.rule("empyreal-24.14", "empyreal-24.16")
def test_mana_of_miltons_cars_pays_no_activation_but_moves_and_transfers() -> None:
    market = "mana_surger flow_controller icecar deep_one"
    t = table("C1", "C2", staff=("milton",), market=market, mana=((0, 6),), yards=({"B2": "pick_two_lava_desert"},))
    t.do("use Milton", "gain Flow", "put it on A2", "gain Deep One", "put it on C2", "activate A2")
    assert t.mana() == (3, 3)
    assert t.do("move to B").mana() == (2, 4)
    assert t.offers("activate") == ["printed B on B1", "Lava or desert on B2"]
    t.do("activate B2")  # a second activation could not be paid: this is all
    assert t.do("build on C3").mana() == (0, 6)


@pytest.mark.rule("empyreal-23.24", card="uumi_nuoc")
def test_a_record_of_version_1_copies_as_it_did_then() -> None:
    """Spice Convoy by Uumi, and again by the Transformer that she copies."""
    record = load(str(Path(__file__).with_name("uumi-version-1.jsonl")))
    assert (record.rules_version, record.state.view(None)["rules"]) == (1, ["rules version 1"])
    assert [line.words for line in record.lines].count("copy Spice Convoy") == 2
