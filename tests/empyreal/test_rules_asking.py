"""How the table asks: section 31 of the ledger, where no other test of the rules shows it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.empyreal.table import FAR, Table, table

MARKET = "meditation_mecha science_car mana_surger flow_controller horizon_chaser luxury_carriage"


def activated(tile: str, *nets: str, **known: Any) -> Table:
    known.setdefault("market", MARKET)
    return table(*nets, yards=({"A2": tile},), **known).do("move to A", "activate A2", "that is all")


@pytest.mark.rule("empyreal-31.8")
def test_a_half_is_asked_even_if_it_is_the_only_one() -> None:
    t = table("A1 B1", FAR, staff=("bartok",), companies=("gesselheim", "kerigan")).do("use Bartok")
    assert t.state.prompt() == "choose one"
    assert t.can == ["place a wasteland and keep its goods on your folio"]  # no Wasteland is near
    t.do(t.can[0])
    assert t.offers("lay waste to") == ["A1", "A2", "B1", "C1", "C2"]


@pytest.mark.rule("empyreal-31.12")
def test_a_build_without_any_hex_is_not_asked() -> None:
    t = table("A1 A2", FAR, market=MARKET).do("move to A", "activate A1")
    assert t.turn == 1  # no lake is near
    assert table("A1 A2", FAR, market=MARKET).do("move to A", "that is all").turn == 1


@pytest.mark.rule("empyreal-31.15")
def test_swapping_trains_asks_hex_owner_and_own_train() -> None:
    t = activated("switching_station", "E2 E4 C2", "E3 D3", "E3", seats=3)
    assert t.offers("move it to") == ["D3", "E3"]
    assert t.do("move it to E3").state.prompt() == "choose whose train to swap with"
    assert t.can == ["choose Kerigan Transcontinental", "choose Caterpillar Conveyance Consortium"]
    t.do("choose Caterpillar")
    assert t.can == ["move the train at E2", "move the train at E4"]  # C2 is not beside it
    t.do("move the train at E4")
    assert (t.trains("E3"), t.trains("E4"), t.turn) == ([0, 1], [2], 1)
    t = activated("switching_station", "E2 E4 C2", "E3 D3", "E3", seats=3).do("move it to D3")
    assert t.can == ["move the train at E4"]  # one rival: not asked whose
    assert t.refused("move the train at E2") == "empyreal-20.28"


@pytest.mark.rule("empyreal-31.19")
def test_letos_mana_comes_by_itself() -> None:
    t = table("B1", FAR, staff=("runika leto",), conductor="E", goods={"B1": "YY"}).do("move to the End")
    assert t.do("deliver Hylatine", "collect all").mana() == (5, 0)
    assert t.do("take no tile").mana() == (6, 0)
    assert t.offers("upgrade")


@pytest.mark.rule("empyreal-31.20")
def test_the_steps_of_administrate() -> None:
    staff = ("runika tzart nicomedes",)
    t = table("B1 C2", FAR, staff=staff, mana=((2, 3),), goods={"C2": "Y"}, market=MARKET).do("administrate")
    assert (t.mana(), t.offers("build on")) == ((2, 3), ["C1"])
    t.do("build nothing")
    assert (t.mana(), "C1" in t.offers("build on")) == ((5, 0), True)
    t.do("build nothing", "gain Science Car", "put it on A2")
    assert t.can == ["deliver Hylatine to the desert city", "deliver nothing"]
    t.do("deliver Hylatine", "take the good at C2")
    assert (t.folio(), t.turn) == ("Y", 1)
    t = table("B1 C2", FAR, staff=staff, goods={"C2": "Y"}, market=MARKET).do("administrate", "build on C1")
    assert t.offers("gain")  # built: not asked again
    t = table("B1 C2", FAR, staff=("runika simon",), goods={"C2": "Y"}, market=MARKET).do("administrate")
    assert t.offers("gain")  # only for who has them
    assert t.do("gain Science Car", "put it on A2").turn == 1


@pytest.mark.rule("empyreal-31.21")
def test_telemyr_names_both_in_one_answer() -> None:
    t = table("A1", FAR, staff=("runika orman telemyr", "rayleigh luc")).do("use Telemyr")
    assert t.offers("swap") == [
        "your captain with the captain of Kerigan Transcontinental",
        "your engineer with the engineer of Kerigan Transcontinental",
    ]
    t.act(t.state.legal()[0])
    assert t.state.prompt() == "use a specialist, administrate or move the conductor"


@pytest.mark.rule("empyreal-31.22")
def test_one_thing_is_named_and_then_the_other() -> None:
    t = table("A1", FAR, staff=("runika garek",), yards=({"A2": "metro", "C2": "icecar"},)).do("use Garek")
    assert t.offers("shunt") == ["Metro on A2", "Icecar on C2"]
    t.do("shunt Metro")
    assert "C2" in t.offers("shunt it to")
    assert "A2" not in t.offers("shunt it to")
    t = table("A1", FAR, staff=("runika wardlaw",)).do("use Wardlaw")
    assert t.can[0] == "that is all"
    t.do("swap the blue Double of the lake city")
    assert "that is all" not in t.can
    assert "blue Triple of the lake city" not in t.offers("swap the")
    assert t.do("swap the red Triple of the lava city").can[0] == "that is all"


@pytest.mark.rule("empyreal-31.23")
def test_peril_is_offered_beside_the_moves() -> None:
    t = table("B1 D1", FAR, staff=("runika peril",), conductor="A")
    assert t.can == ["administrate", "move to B", "move to C", "move to D", "activate before moving"]
    t.do("activate before moving", "activate A1")
    assert not t.offers("move to")
    assert t.do("build on C1").can == ["move to B", "move to C", "move to D"]
    t.do("move to B")
    assert t.turn == 1  # nothing more is activated there
    t = table("B1 D1", FAR, staff=("runika peril",))
    assert "activate before moving" not in t.can  # at Start


@pytest.mark.rule("empyreal-31.24")
def test_vocos_colour_is_asked_after_the_tile() -> None:
    t = table("B1 B6", FAR, staff=("runika voco",), conductor="E", goods={"B1": "YY"}).do("move to the End")
    assert t.do("deliver Hylatine", "collect all").offers("take") == ["the yellow Double", "no tile"]
    t.do("take no tile")
    assert t.offers("choose") == ["Hylatine", "Heartwood"]  # the cities beside B1 and B6
    assert t.do("choose Heartwood").folio() == "YYHH"
    t = table("B1 B6", FAR, staff=("runika voco",), conductor="E", goods={"B1": "YY"}).do("move to the End")
    assert t.do("deliver Hylatine", "collect all", "take the yellow Double").offers("upgrade")


@pytest.mark.rule("empyreal-31.25")
def test_twice_is_the_first_and_only_declaration() -> None:
    yards = ({"A2": "metro"},)
    t = table("B1 D1", FAR, staff=("runika viona",), yards=yards, market=MARKET).do("move to A")
    assert t.can == ["activate printed A on A1", "activate printed A on A1 twice", "activate Metro on A2",
                     "activate Metro on A2 twice", "that is all"]  # fmt: skip
    twin = t.state.clone()
    twin.apply(twin.parse("activate Metro on A2"))
    assert "activate printed A on A1 twice" not in twin.all_words()
    assert t.do("activate Metro on A2 twice").mana() == (4, 1)
    assert t.offers("build on")
    assert t.do("build nothing").offers("build on")
    assert t.do("build nothing").turn == 1


@pytest.mark.rule("empyreal-31.26")
def test_ran_asks_for_captain_and_engineer_in_turn() -> None:
    t = table("B1 D1", FAR, staff=("runika orman ran",), mana=((0, 9),), flipped=(3,)).do("use Ran")
    assert t.can == ["use Runika Zenanen", "use Orman Kaspar", "that is all"]
    assert t.do("use Orman Kaspar").can == ["use Runika Zenanen", "that is all"]
    assert t.do("use Runika Zenanen").acting
    assert (t.mana(), t.state.flipped[0]) == ((8, 1), 4)
