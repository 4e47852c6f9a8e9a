"""Mana, moving and activating: sections 8 to 10 of the ledger."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.empyreal.table import FAR, MARKET, Table, administrated, table, tiled

SECOND = ["A2", "B2", "C2", "D2", "E2"]
THIRD = ["A3", "B3", "C3", "D3", "E3"]


# mana


@pytest.mark.rule("empyreal-8.1", "empyreal-8.2", "empyreal-9.2")
def test_spent_mana_stays_with_its_owner_and_there_is_no_credit() -> None:
    t = table("A1 B1", FAR, mana=((2, 1),))
    assert t.offers("move to") == ["A", "B"]
    assert t.refused("move to C") == "empyreal-8.2"
    assert t.do("move to B").mana() == (1, 2)


@pytest.mark.rule("empyreal-8.3", "empyreal-8.4")
def test_reclaiming_all_or_some() -> None:
    assert administrated(mana=((2, 7),)).mana() == (9, 0)
    assert table("A1 B1", FAR, staff=("runika orman",), mana=((2, 7),)).do("use Orman").mana() == (5, 4)
    assert table("A1 B1", FAR, staff=("runika orman",), mana=((5, 2),)).do("use Orman").mana() == (7, 0)


@pytest.mark.rule("empyreal-8.5", "empyreal-8.6")
def test_gaining_up_to_ten() -> None:
    assert table("A1 B1", FAR, staff=("runika hikaru",), mana=((4, 4),)).do("use Hikaru").mana() == (10, 0)
    t = table("A1 B1", FAR, staff=("runika hikaru",), mana=((4, 5),)).do("use Hikaru")
    assert t.mana() == (10, 0)  # one of the two is lost
    t = table("A1 B1", FAR, mana=((3, 2),), yards=({"A2": "mana_surger"},))
    assert t.do("move to A", "activate Mana Surger", "that is all").mana() == (3, 3)


def brought(mana: tuple[int, int], *cars: str) -> Table:
    """Flow Controller has worked first: it reclaimed 3."""
    yard = {"A2": "flow_controller", **dict(zip(("A3", "B3"), cars, strict=False))}
    t = table(
        "D1 E1", "E2", mana=(mana,), yards=(yard,), market="metro icecar deep_one car_bomb refinery_car science_car"
    )
    return t.do("move to A")


@pytest.mark.rule("empyreal-8.7", "empyreal-10.6")
def test_mana_of_an_activation_pays_no_further_activation() -> None:
    t = brought((1, 6)).do("activate Flow Controller")
    assert t.offers("activate") == ["printed A on A1"]  # for 1, paid now
    t.do("activate A1")
    assert t.mana() == (3, 4)  # 0 left, then 3 reclaimed
    t = brought((0, 6)).do("activate Flow Controller")  # no second one, though 3 come back
    assert (t.turn, t.mana()) == (1, (3, 3))


@pytest.mark.rule("empyreal-8.8", "empyreal-8.11")
def test_nor_an_inherent_cost_of_a_copy() -> None:
    t = brought((2, 6), "transformer").do("activate Flow Controller", "activate Transformer")
    assert t.mana() == (3, 5)  # nothing left of its own
    assert t.offers("copy") == ["Icecar", "Metro", "nothing"]
    t = brought((4, 4), "transformer").do("activate Flow Controller", "activate Transformer", "that is all")
    assert (t.mana(), len(t.offers("copy"))) == ((5, 3), 7)  # 2 of its own: all of the market can be paid


@pytest.mark.rule("empyreal-8.11")
@pytest.mark.parametrize(("ready", "copied"), [(2, []), (3, ["Mana Surger on B3", "nothing"])])
def test_nor_the_copy_of_a_neighbour(ready: int, copied: list[str]) -> None:
    yard = {"A2": "flow_controller", "A3": "limited_express", "B3": "mana_surger"}
    t = table("D1 E1", "E2", mana=((ready, 6),), yards=(yard,), market=MARKET.replace("flow_controller", "transmuter")
              .replace("mana_surger", "reforester"))  # fmt: skip
    t.do("move to A", "activate Flow Controller", "activate Limited Express")
    if "that is all" in t.can:
        t.do("that is all")
    assert (t.offers("copy"), t.mana()) == (copied, (ready + 1, 5))


@pytest.mark.rule("empyreal-8.7", "empyreal-8.12")
def test_mana_that_miltons_activation_brought_pays_no_later_one() -> None:
    t = table("D1 E1", "E2", mana=((0, 5),), staff=("runika milton",), market=MARKET).do("use Milton")
    t.do("gain Flow Controller", "put it on A2", "gain Metro", "put it on B2")
    assert t.do("activate Flow Controller", "that is all").mana() == (3, 2)
    t.do("move to B")  # two steps for 1, of the mana brought
    assert (t.mana(), t.offers("activate")) == ((2, 3), ["printed B on B1", "Metro on B2"])
    t.do("activate Metro")
    assert t.offers("activate") == []  # a second one would cost 1


@pytest.mark.rule("empyreal-8.9", "empyreal-8.10")
def test_it_pays_transfers_and_goes_first() -> None:
    t = brought((1, 6)).do("activate Flow Controller", "activate A1")
    assert (t.mana(), t.state.fresh, t.offers("build on")) == ((3, 4), 3, ["C1", "E3"])
    assert t.do("build on E3").mana() == (1, 6)
    yard = {"A2": "flow_controller", "A3": "transformer"}
    t = table(
        "D1 E1", "E2", mana=((5, 5),), yards=(yard,), market="metro icecar deep_one car_bomb liquid_purifier reforester"
    )
    t.do("move to A", "activate Flow Controller", "activate A1", "activate Transformer", "activate A1", "build on E3")
    assert (t.mana(), t.state.fresh) == ((2, 8), 1)  # of the 3 brought, 2 paid the Transfer
    assert t.offers("copy") == ["Car Bomb", "Icecar", "Metro", "nothing"]  # for the 1 of its own


@pytest.mark.rule("empyreal-8.12")
def test_mana_of_specialists_is_ordinary() -> None:
    t = table("A1 B1", FAR, mana=((0, 6),), yards=({"A2": "metro", "A3": "reforester"},)).do("use Runika", "move to A")
    assert t.offers("activate") == ["printed A on A1", "Metro on A2", "Reforester on A3"]
    t = table("A1 B1", FAR, mana=((1, 6),), staff=("runika uumi",), yards=({"A2": "reforester"},), market=MARKET)
    t.do("use Uumi", "copy Flow Controller", "move to A")
    assert t.offers("activate") == ["printed A on A1", "Reforester on A2"]  # what Uumi copies is no activation


# moving


@pytest.mark.rule("empyreal-9.1", "empyreal-9.2", "empyreal-9.3")
@pytest.mark.parametrize(("stop", "paid"), [("A", 0), ("B", 1), ("C", 3), ("D", 6)])
def test_what_steps_cost(stop: str, paid: int) -> None:
    t = table("A1 B1", FAR, mana=((10, 0),))
    assert t.offers("move to") == ["A", "B", "C", "D"]
    assert t.refused("move to E") == "empyreal-9.1"
    assert t.do(f"move to {stop}").mana() == (10 - paid, paid)


@pytest.mark.rule("empyreal-9.1", "empyreal-9.3")
def test_the_conductor_goes_ahead_only() -> None:
    t = table("A1 B1", FAR, conductor="C", mana=((10, 0),))
    for stop in ("A", "B", "C"):
        assert t.refused(f"move to {stop}") == "empyreal-9.1"
    assert t.offers("move to") == ["D", "E", "the End of the Line"]


@pytest.mark.rule("empyreal-9.4")
@pytest.mark.parametrize(("start", "paid"), [("E", 0), ("D", 1), ("C", 3), ("B", 6)])
def test_only_steps_really_moved_are_paid(start: str, paid: int) -> None:
    t = table("A1 B1", FAR, conductor=start, mana=((10, 0),)).do("move to the End of the Line")
    assert t.mana() == (10 - paid, paid)


@pytest.mark.rule("empyreal-9.5")
@pytest.mark.parametrize("start", ["Start", "A", "B", "C", "D", "E"])
def test_one_step_is_always_possible(start: str) -> None:
    assert len(table("A1 B1", FAR, conductor=start, mana=((0, 5),)).offers("move to")) == 1


# activating


@pytest.mark.rule("empyreal-10.1")
def test_the_spellcars_of_the_column_and_no_others() -> None:
    t = table("A1 B1", FAR, yards=({"B2": "metro", "B3": "flow_controller", "C2": "icecar"},), mana=((9, 0),))
    assert t.do("move to B").offers("activate") == ["printed B on B1", "Metro on B2", "Flow Controller on B3"]
    assert t.refused("activate C2") == "empyreal-10.1"
    t = table("A1 B1", FAR).do("move to A")
    assert t.refused("activate A2") == "empyreal-10.1"  # an empty space


@pytest.mark.rule("empyreal-10.2")
def test_none_need_be_activated() -> None:
    t = table("A1 B1", FAR).do("move to A", "that is all")
    assert (t.turn, t.mana()) == (1, (5, 0))


@pytest.mark.rule("empyreal-10.3", "empyreal-31.5")
def test_each_spellcar_once() -> None:
    t = table("A1 B1", FAR, yards=({"A2": "metro"},)).do("move to A", "activate Metro")
    assert t.offers("activate") == ["printed A on A1"]
    assert t.refused("activate A2") == "empyreal-10.1"


@pytest.mark.rule("empyreal-10.4")
@pytest.mark.parametrize(("cars", "paid"), [(1, 0), (2, 1), (3, 3)])
def test_what_activations_cost(cars: int, paid: int) -> None:
    t = table("A1 B1", FAR, yards=({"A2": "metro", "A3": "horizon_chaser"},), mana=((9, 0),)).do("move to A")
    for place in ("A1", "A2", "A3")[:cars]:
        t.do(f"activate {place}")
    assert t.mana() == (9 - paid, paid)


@pytest.mark.rule("empyreal-10.5")
@pytest.mark.parametrize(("tile", "cost"), [("metro", 0), ("mirror_box", 1), ("deep_one", 2), ("reforester", 3)])
def test_inherent_costs_come_on_top(tile: str, cost: int) -> None:
    market = "meditation_mecha icecar mana_surger flow_controller transmuter science_car"
    t = table("A1 B1", FAR, yards=({"A2": tile},), mana=((cost + 1, 0),), market=market).do("move to A", "activate A2")
    assert t.mana() == (1, cost)
    assert t.do("activate A1").mana() == (0, cost + 1)
    if cost:
        t = table("A1 B1", FAR, yards=({"A2": tile},), mana=((cost - 1, 0),), market=market).do("move to A")
        assert t.refused("activate A2") == "empyreal-8.2"


@pytest.mark.rule("empyreal-10.6", "empyreal-31.5")
def test_all_are_declared_and_paid_before_any_works() -> None:
    t = table("A1 B1", FAR, yards=({"A2": "mana_surger", "A3": "metro"},), mana=((4, 0),)).do("move to A")
    t.do("activate Mana Surger")
    assert t.mana() == (3, 1)  # paid, and nothing gained yet
    assert t.do("activate A1").mana() == (2, 2)
    assert [d["place"] for d in cast("Any", t.state.view(None))["declared"]] == [5, 0]
    assert t.do("that is all").mana() == (3, 2)


@pytest.mark.rule("empyreal-31.5")
def test_what_cannot_be_paid_is_not_asked() -> None:
    t = table("A1 B1", FAR, yards=({"A2": "metro"},), mana=((0, 5),)).do("move to A", "activate A1")
    assert t.offers("build on")  # no second one can be paid, so the first works at once
    t = table("A1 B1", FAR).do("move to A", "activate A1")
    assert t.offers("build on")  # there is no second one


@pytest.mark.rule("empyreal-10.7", "empyreal-31.6")
def test_the_first_declared_works_first_and_the_next_is_asked() -> None:
    yard = {"A2": "meditation_mecha", "A3": "metro"}
    t = table(
        "A1 B1",
        FAR,
        yards=(yard,),
        mana=((9, 0),),
        market=MARKET.replace("meditation_mecha metro", "reforester transmuter"),
    )
    assert t.do("move to A", "activate Meditation Mecha", "activate A1", "activate Metro").offers("gain")
    assert t.do("gain Icecar", "put it on B2").can == ["activate printed A on A1", "activate Metro on A3"]
    assert t.state.prompt() == "choose the spellcar that works next"
    assert t.do("activate Metro").offers("build on")
    t.do("build nothing")
    assert t.state.prompt() == "build on lake, or nothing"  # the last one by itself
    assert t.do("build nothing").turn == 1


@pytest.mark.rule("empyreal-10.8")
def test_a_tile_placed_meanwhile_is_not_activated() -> None:
    yard = tiled("B2", "C2", "D2", "E2") | {"A2": "meditation_mecha"}
    t = table("A1 B1", FAR, yards=(yard,), market=MARKET.replace("meditation_mecha", "reforester"))
    t.do("move to A", "activate Meditation Mecha", "that is all", "gain Metro", "put it on A3")
    assert (t.yard("A3"), t.turn) == ("metro", 1)


@pytest.mark.rule("empyreal-10.9")
def test_a_declared_spellcar_that_is_covered_still_works() -> None:
    yard = tiled(*SECOND[1:], *THIRD) | {"A2": "meditation_mecha"}
    t = table("C2 D1", FAR, yards=(yard,), market=MARKET.replace("meditation_mecha", "reforester"))
    t.do("move to A", "activate Meditation Mecha", "activate A1", "that is all", "gain Icecar", "put it on A1")
    assert t.yard("A1") == "icecar"
    assert "C1" in t.offers("build on")  # the printed lake build
    assert t.state.prompt() == "build on lake, or nothing"


# Runika's five options

RUNIKA = {"D2": "mirror_box"}  # spellcar 5 costs 1 like 3 and 4


def runika() -> Table:
    return table("E3 E4", FAR, yards=(RUNIKA,), mana=((10, 0),))


@pytest.mark.rule("empyreal-10.10", "empyreal-10.11", "empyreal-10.12")
@pytest.mark.parametrize(("stop", "paid"), [("A", 0), ("B", 1), ("C", 3 + 1)])
def test_runika_moves_to_a_b_or_c_and_activates_one(stop: str, paid: int) -> None:
    t = runika().do(f"move to {stop}", f"activate {stop}1")
    assert t.mana() == (10 - paid, paid)
    assert t.offers("build on")


@pytest.mark.rule("empyreal-10.13")
@pytest.mark.parametrize("place", ["D1", "D2"])
def test_runika_moves_to_d_and_activates_one_of_two(place: str) -> None:
    assert runika().do("move to D", f"activate {place}").mana() == (10 - 7, 7)


@pytest.mark.rule("empyreal-10.14")
def test_runika_moves_to_d_and_activates_both() -> None:
    t = runika().do("move to D", "activate D1", "activate D2")
    assert t.mana() == (10 - 6 - 3, 9)
    assert t.do("take the good at E3").goods("E3") == "EE"
    assert t.mana() == (1, 9)  # ten crystals: nothing to gain


# what an activation does


@pytest.mark.rule("empyreal-10.15")
def test_a_spellcar_may_be_activated_without_effect() -> None:
    t = table("A1 B1", FAR, yards=({"A2": "icecar"},), mana=((10, 0),)).do(
        "move to A", "activate Icecar", "that is all"
    )
    assert (t.turn, t.mana(), t.goods("A1")) == (1, (10, 0), "Y")


@pytest.mark.rule("empyreal-10.16", "empyreal-14.15")
def test_what_may_be_left_undone() -> None:
    t = table("A1 B1", FAR, yards=({"A2": "transformer", "A3": "searing_supplier"},), mana=((9, 0),))
    t.do("move to A", "activate A1", "activate A2", "activate A3")
    assert t.do("build nothing", "activate Searing Supplier", "deliver nothing", "copy nothing").turn == 1
    t = table("A1 B1", FAR, staff=("runika almir",), goods={"A1": "", "B1": ""}).do("use Almir")
    assert "that is all" in t.can  # "up to"


@pytest.mark.rule("empyreal-10.17")
def test_what_must_be_done() -> None:
    yard = {"A2": "corruption_junction", "A3": "mirror_box"}
    t = table("A1 B1", FAR, yards=(yard,), mana=((9, 0),)).do("move to A", "activate A2", "activate A3", "that is all")
    assert all(w.startswith("lay waste to ") for w in t.can)
    t.do("lay waste to C2")
    assert all(w.startswith("take the good at ") for w in t.can)


@pytest.mark.rule("empyreal-10.18")
def test_the_rest_of_an_effect_comes_without_the_build() -> None:
    t = table("A1 B1", FAR, yards=({"A2": "liquid_purifier"},), mana=((4, 0),))
    assert t.do("move to A", "activate Liquid Purifier", "that is all", "build nothing").mana() == (3, 2)
    t = table("A2 A3", FAR, yards=({"A2": "arctic_shocker"},), mana=((4, 0),), market=MARKET)
    t.do("move to A", "activate Arctic Shocker", "that is all", "build nothing")
    assert t.turn == 1  # the good speaks of the hex built on


@pytest.mark.rule("empyreal-10.19")
def test_parts_happen_in_the_order_told() -> None:
    t = table("A1 B1", FAR, yards=({"A2": "corruption_junction"},), mana=((4, 0),))
    t.do("move to A", "activate Corruption Junction", "that is all")
    assert t.mana() == (3, 1)  # the Wasteland first
    assert t.do("lay waste to A1").mana() == (4, 1)


@pytest.mark.rule("empyreal-10.20", "empyreal-31.8")
def test_only_halves_that_change_something_are_offered() -> None:
    yard = {"A2": "refinery_car"}
    t = table("A1 B1", FAR, yards=(yard,), mana=((8, 2),)).do("move to A", "activate Refinery Car", "that is all")
    assert t.can == ["gain a specialist"]
    full = ("runika orman hikaru simon",)
    t = table("A1 B1", FAR, yards=(yard,), mana=((7, 1),), staff=full).do("move to A", "activate A2", "that is all")
    assert t.can == ["gain mana"]
    t = table("A1 B1", FAR, yards=(yard,), mana=((8, 2),), staff=full).do("move to A", "activate A2", "that is all")
    assert (t.turn, t.mana()) == (1, (6, 4))  # neither half, so nothing is asked
