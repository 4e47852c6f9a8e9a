"""The station masters: section 25 of the ledger."""

from __future__ import annotations

from typing import Any

import pytest

from tests.empyreal.table import Table, table


def at_end(master: str, goods: dict[str, str], net: str = "G6 F4", **more: Any) -> Table:
    """At the End of the Line, with a network next to the lake city."""
    return table(net, "L7", staff=(master,), goods=goods, conductor="E", **more).do("move to End")


def passing(master: str, net: str, rivals: str, car: str, mana: int) -> list[str]:
    """Where a car can build with so much mana."""
    t = table(net, rivals, staff=(master,), yards=({"A2": car},), mana=((mana, 0),)).do("move to A", "activate A2")
    return t.do("stop").offers("build on") if "that is all" in t.can else t.offers("build on")


@pytest.mark.rule("empyreal-25.1", card="antine_frass")
def test_antine_passes_cities_for_nothing() -> None:
    assert passing("antine", "B1", "L7", "free_rival_glacier", 0) == ["B3"]
    assert passing("simon", "B1", "L7", "free_rival_glacier", 0) == []
    assert passing("antine", "E2", "L7", "free_rival_glacier", 0) == []  # behind the wasteland D2
    assert passing("antine", "C1", "C2", "reclaim_glacier", 1) == []
    assert passing("antine", "C1", "C2", "reclaim_glacier", 2) == ["B3"]  # a train, then the city


@pytest.mark.rule("empyreal-25.6", card="irini_grenhart")
def test_irini_passes_competitors_for_one() -> None:
    assert passing("irini", "C1", "C2", "reclaim_desert", 1) == ["C3"]
    assert passing("irini", "C1", "C2", "reclaim_desert", 0) == []
    assert passing("irini", "C1", "C2 C3", "reclaim_glacier", 2) == ["B3", "D3"]
    assert passing("irini", "C2", "D2", "reclaim_glacier", 2) == []  # built-over wasteland is wasteland
    t = table("C1", "C2", staff=("irini",), yards=({"A2": "reclaim_desert"},), mana=((1, 0),))
    assert t.do("move to A", "activate A2", "that is all", "build on C3").mana() == (1, 0)


@pytest.mark.rule("empyreal-25.15", card="sanathes_danah")
def test_sanathes_passes_wasteland_for_one() -> None:
    assert passing("sanathes", "E2", "L7", "reclaim_lava", 1) == ["C2", "E1"]
    assert passing("sanathes", "E2", "L7", "reclaim_lava", 0) == ["E1"]
    assert passing("sanathes", "E2", "D2", "reclaim_lava", 1) == ["C2", "E1"]
    assert passing("sanathes", "B1", "L7", "reclaim_glacier", 2) == []  # behind the city


@pytest.mark.rule("empyreal-25.2", "empyreal-25.27", card="clive_melmont")
def test_clive_reclaims_one_when_his_owner_wants_and_once_a_turn() -> None:
    t = table("C1", "L7", staff=("luc clive",), mana=((1, 0),))
    assert t.refused("use Clive") == "empyreal-5.15"  # nothing is spent yet
    assert t.do("use Luc").mana() == (1, 1)
    assert t.do("use Clive").mana() == (2, 0)
    assert (t.refused("use Clive"), t.face_down()) == ("empyreal-5.5", ["luc_von_gott"])
    t = table("C1", "L7", staff=("luc clive",), mana=((0, 5),))
    assert t.refused("use Luc") == "empyreal-8.2"
    assert t.do("use Clive", "use Luc").mana() == (1, 5)  # his mana pays another specialist
    assert t.do("move to A").mana() == (1, 5)


@pytest.mark.rule("empyreal-25.27")
@pytest.mark.parametrize("action", ["move to A", "administrate", "activate before moving"])
def test_clive_comes_by_himself_before_the_main_action(action: str) -> None:
    start = "Start" if action == "move to A" else "C"
    t = table("C1", "L7", staff=("luc clive peril",), conductor=start, mana=((1, 4),))
    assert t.mana() == (1, 4)  # not at the start of the turn
    t.do("use Luc", action)
    assert t.mana() == ((6, 0) if action == "administrate" else (2, 4))
    t = table("C1", "L7", staff=("clive",), mana=((5, 0),)).do("move to A")
    assert t.mana() == (5, 0)


@pytest.mark.rule("empyreal-25.27")
def test_clives_mana_pays_the_move_that_ends_his_time() -> None:
    t = table("C1", "L7", staff=("clive",), mana=((0, 5),))
    assert t.offers("move to") == ["A", "B"]
    assert t.do("move to B").mana() == (0, 5)
    t = table("C1", "L7", staff=("clive",), mana=((2, 5),)).do("use Clive")
    assert (t.mana(), t.offers("move to")) == ((3, 4), ["A", "B", "C"])
    assert table("C1", "L7", staff=("clive",), mana=((0, 0),)).offers("move to") == ["A"]
    t = table("C1", "L7", staff=("clive peril",), conductor="A", mana=((0, 5),)).do("activate before moving")
    assert t.do("activate A1").offers("move to") == ["B", "C"]  # he has come, and comes no more


@pytest.mark.rule("empyreal-25.27")
def test_clive_gained_among_the_specialists_works_this_turn_but_not_later() -> None:
    stacks = ("orman", "john", "clive")
    t = table("C1", "L7", staff=("iria",), stacks=stacks, mana=((1, 5),)).do("use Iria", "gain a specialist")
    assert t.do("look at the station masters", "take Clive").mana() == (0, 6)
    assert t.do("use Clive").mana() == (1, 5)
    t = table("C1", "L7", yards=({"A2": "gilt_runner"},), stacks=stacks, mana=((2, 5),)).do("move to A", "activate A2")
    assert t.do("gain a specialist", "look at the station masters", "take Clive").mana() == (0, 7)
    t.wait()
    assert t.do("use Clive").mana() == (1, 6)


@pytest.mark.rule("empyreal-25.2")
def test_clive_works_in_an_extra_turn_too() -> None:
    t = table("C1", "L7", staff=("eirene clive",), mana=((0, 5),)).do("use Eirene", "use Clive", "move to A")
    while not t.acting:
        t.act(t.state.legal()[0])
    assert (t.seat, t.mana()) == (0, (1, 4))
    assert t.do("use Clive").mana() == (2, 3)


@pytest.mark.rule("empyreal-25.3", card="dareios_kuel")
def test_dareios_returns_two_goods_for_mana_once_a_turn() -> None:
    t = table("C1 C2 D1", "L7", staff=("dareios",), goods={"C2": "YC", "D1": "HHH"}).do("use Dareios")
    assert t.do("take the good at C2", "choose Crizma").mana() == (5, 0)
    assert t.do("take the good at C1").mana() == (6, 0)
    assert (t.goods("C1"), t.goods("C2"), t.face_down()) == ("", "Y", [])
    assert t.refused("use Dareios") == "empyreal-5.5"


@pytest.mark.rule("empyreal-25.3")
def test_dareios_needs_two_goods_and_room_for_mana() -> None:
    t = table("C1", "L7", staff=("dareios",), goods={"C1": "EE"}).do("use Dareios", "take the good at C1")
    assert t.can == ["take the good at C1"]
    assert table("C1", "L7", staff=("dareios",)).refused("use Dareios") == "empyreal-17.9"
    assert table("C1 C2", "L7", staff=("dareios",), mana=((2, 8),)).refused("use Dareios") == "empyreal-8.6"


@pytest.mark.rule("empyreal-25.4", card="feylana_chorgitz")
def test_feylana_returns_a_good_and_pays_one_to_refresh_the_engineer() -> None:
    t = table("C1 C2", "L7", staff=("orman feylana",), flipped=(3,), mana=((1, 8),)).do("use Feylana")
    t.do("take the good at C2")
    assert (t.face_down(), t.mana()) == (["runika_zenanen"], (0, 9))
    assert t.do("use Orman").refused("use Feylana") == "empyreal-5.5"


@pytest.mark.rule("empyreal-25.4")
def test_feylana_only_if_all_of_it_can_be_done() -> None:
    assert table("C1", "L7", staff=("orman feylana",)).refused("use Feylana") == "empyreal-5.13"
    assert table("C1", "L7", staff=("feylana",), flipped=(1,)).refused("use Feylana") == "empyreal-5.13"
    tired: dict[str, Any] = {"staff": ("orman feylana",), "flipped": (2,)}
    assert table("C1", "L7", goods={"C1": ""}, **tired).refused("use Feylana") == "empyreal-17.9"
    assert table("C1", "L7", mana=((0, 5),), **tired).refused("use Feylana") == "empyreal-8.2"


@pytest.mark.rule("empyreal-25.9", card="lucca_turlotte")
def test_lucca_returns_two_goods_and_pays_two_to_refresh_the_captain() -> None:
    t = table("C1 C2", "L7", staff=("orman lucca",), flipped=(3,), mana=((2, 8),)).do("use Lucca")
    t.do("take the good at C1", "take the good at C2")
    assert (t.face_down(), t.mana()) == (["orman_kaspar"], (0, 10))
    assert t.do("use Runika").refused("use Lucca") == "empyreal-5.5"


@pytest.mark.rule("empyreal-25.9")
def test_lucca_only_if_all_of_it_can_be_done() -> None:
    assert table("C1 C2", "L7", staff=("lucca",)).refused("use Lucca") == "empyreal-5.13"
    assert table("C1", "L7", staff=("lucca",), flipped=(1,)).refused("use Lucca") == "empyreal-17.9"
    poor = table("C1 C2", "L7", staff=("lucca",), flipped=(1,), mana=((1, 8),))
    assert poor.refused("use Lucca") == "empyreal-8.2"


@pytest.mark.rule("empyreal-25.5", card="hai_of_noirwood")
@pytest.mark.parametrize(
    ("goods", "tiles"),
    [
        ("E", ["blue Double"]),
        ("EE", ["blue Double", "blue Triple"]),
        ("EEE", ["blue Double", "blue Triple", "blue Quadruple"]),
    ],
)
def test_hai_claims_tiles_with_one_good_less(goods: str, tiles: list[str]) -> None:
    t = at_end("hai", {"G6": goods, "F4": ""}).do("deliver Ehrlite", "take the good at G6")
    while "take the good at G6" in t.can:
        t.do("take the good at G6")
    assert t.offers("take the") == tiles
    plain = at_end("simon", {"G6": goods, "F4": ""}).do("deliver Ehrlite")
    while "take the good at G6" in plain.can:
        plain.do("take the good at G6")
    assert plain.offers("take the") == tiles[:-1]


@pytest.mark.rule("empyreal-25.24", "empyreal-25.25")
def test_hai_leto_and_voco_do_nothing_without_a_delivery_or_in_the_final_one() -> None:
    t = at_end("hai leto", {"G6": "E"}).do("deliver nothing")
    assert t.offers("upgrade")
    assert t.mana() == (5, 0)
    t = at_end("voco leto", {"G6": "E"}).do("deliver nothing")
    assert t.offers("upgrade")
    for folk in ("bartok hai leto", "bartok voco leto"):
        t = table("G6", "C1", staff=(folk,), trains=(1,)).do("use Bartok", "build on wasteland", "build on H6")
        t.wait().wait()
        mana = t.mana()
        assert t.do("deliver Ehrlite", "take the good at G6").state.over
        assert (t.folio(), t.tiles(), t.mana()) == ("E", "", mana)


@pytest.mark.rule("empyreal-25.25")
def test_voco_does_nothing_with_lyal() -> None:
    t = table("G6 F4", "L7", staff=("lyal voco",)).do("use Lyal", "deliver Ehrlite", "collect all", "take no tile")
    assert t.folio() == "EE"
    assert t.acting


@pytest.mark.rule("empyreal-25.8", card="leto_fulgore")
def test_leto_gains_mana_with_a_delivery_at_the_end() -> None:
    t = at_end("leto", {"G6": "E", "F4": "EE"}).do("deliver Ehrlite", "take the good at G6", "that is all")
    assert t.mana() == (6, 0)
    t = at_end("leto", {"G6": "E", "F4": "EE"}).do("deliver Ehrlite", "collect all", "take the blue Triple")
    assert t.mana() == (6, 0)
    t = at_end("leto", {"G6": "E", "F4": ""}, mana=((5, 5),)).do("deliver Ehrlite", "take the good at G6")
    assert t.mana() == (5, 5)


@pytest.mark.rule("empyreal-25.7", card="levine_casterlie")
def test_levine_makes_the_second_free_and_the_third_one() -> None:
    yards = ({"A2": "mana_surger", "A3": "metro"},)
    t = table("C1", "L7", staff=("levine",), yards=yards, mana=((2, 0),)).do("move to A", "activate A1", "activate A3")
    assert t.mana() == (2, 0)
    assert t.do("activate A2").mana() == (0, 2)
    t = table("C1", "L7", staff=("levine",), yards=yards, mana=((1, 0),)).do("move to A", "activate A1", "activate A3")
    assert t.seat == 0
    assert "activate Mana Surger on A2" not in t.can
    t = table("C1", "L7", staff=("eloi levine",), yards=yards, mana=((1, 0),)).do("use Eloi", "move to A")
    assert t.do("activate A1", "activate A3", "activate A2").mana() == (1, 0)  # paid, and reclaimed by Eloi


@pytest.mark.rule("empyreal-25.10", card="nicomedes_ansige")
def test_nicomedes_delivers_one_good_when_administrating() -> None:
    market = "metro icecar deep_one"
    t = table("G6 F4", "L7", staff=("nicomedes",), market=market).do("administrate", "gain Metro", "put it on A2")
    assert t.can == ["deliver Ehrlite to the lake city", "deliver nothing"]
    t.do("deliver Ehrlite", "take the good at F4")
    assert (t.folio(), t.seat) == ("E", 1)
    t = table("G6 F4", "L7", staff=("nicomedes",), market=market).do("administrate", "gain Metro", "put it on A2")
    assert t.do("deliver nothing").folio() == ""
    t = table("C4", "L7", staff=("nicomedes",), market=market).do("administrate", "gain Metro", "put it on A2")
    assert t.seat == 1
    t = table("G6 F4", "L7", staff=("simon",), market=market).do("administrate", "gain Metro", "put it on A2")
    assert t.seat == 1


@pytest.mark.rule("empyreal-25.11", "empyreal-25.13", card="peril")
def test_peril_activates_where_the_conductor_stands_and_then_moves() -> None:
    t = table("C1", "L7", staff=("peril",), conductor="D", mana=((1, 0),))
    assert t.can[-3:] == ["move to E", "move to the End of the Line", "activate before moving"]
    assert t.do("activate before moving", "activate D1").mana() == (1, 1)
    assert t.can == ["move to E", "move to the End of the Line"]  # the crystal of the activation pays the second step
    t.do("move to E")
    assert (t.seat, t.state.conductor[0]) == (1, 5)
    t.wait()
    assert "activate before moving" in t.can
    assert t.do("move to End").offers("upgrade")


@pytest.mark.rule("empyreal-25.11")
def test_peril_may_move_first_as_usual_and_activates_nothing_if_he_likes() -> None:
    assert table("C1", "L7", staff=("peril",), conductor="C").do("move to D", "activate D1").mana() == (5, 1)
    t = table("C1", "L7", staff=("peril",), conductor="C").do("activate before moving", "that is all", "move to D")
    assert (t.seat, t.mana()) == (1, (5, 0))


@pytest.mark.rule("empyreal-25.12")
def test_peril_has_nothing_to_activate_at_start() -> None:
    assert table("C1", "L7", staff=("peril",)).refused("activate before moving") == "empyreal-25.12"
    assert table("C1", "L7", conductor="C").refused("activate before moving") == "empyreal-5.3"


@pytest.mark.rule("empyreal-25.14")
def test_peril_reaches_the_end_without_a_delivery_but_with_an_upgrade() -> None:
    t = table("G6 F4", "L7", staff=("peril leto",), conductor="E", mana=((0, 5),))
    t.do("activate before moving", "that is all", "move to End")
    assert t.can == ["upgrade mana", "upgrade specialists", "upgrade spellcars"]
    t.do("upgrade mana")
    assert (t.mana(), t.state.conductor[0], t.folio(), t.seat) == ((6, 0), 0, "", 1)


@pytest.mark.rule("empyreal-25.16", card="simon_la_faucheuse")
@pytest.mark.parametrize(("to", "cost"), [("A", 0), ("B", 0), ("C", 2), ("D", 4)])
def test_simon_moves_cheaper(to: str, cost: int) -> None:
    assert table("C1", "L7", staff=("simon",), mana=((cost, 0),)).do(f"move to {to}").mana() == (0, cost)
    if cost:
        assert table("C1", "L7", staff=("simon",), mana=((cost - 1, 0),)).refused(f"move to {to}") == "empyreal-8.2"


@pytest.mark.rule("empyreal-25.26")
def test_rayleigh_and_simon_together_cost_what_is_cheaper() -> None:
    t = table("C1", "L7", staff=("rayleigh simon",), mana=((2, 0),))
    assert t.offers("move to") == ["A", "B", "C"]
    assert t.do("use Rayleigh").offers("move to") == ["A", "B", "C", "D"]
    assert t.do("move to C").mana() == (2, 0)


@pytest.mark.rule("empyreal-25.17", card="tegusgan")
def test_tegusgan_returns_two_goods_and_must_build() -> None:
    t = table("C1 C2", "L7", staff=("tegusgan",), mana=((2, 0),)).do("use Tegusgan")
    assert t.mana() == (0, 2)
    t.do("take the good at C1", "take the good at C2")
    assert t.can == ["build on B1", "build on C3", "build on D1"]  # not on the wasteland D2
    assert t.refused("build nothing") == "empyreal-5.20"
    assert t.do("build on C3").acting
    assert t.refused("use Tegusgan") == "empyreal-5.5"


@pytest.mark.rule("empyreal-25.17")
def test_tegusgan_only_if_the_build_can_be_done_with_what_is_left() -> None:
    folk = ("tegusgan",)
    assert table("C1 C2", "L7", staff=folk, mana=((1, 0),)).refused("use Tegusgan") == "empyreal-8.2"
    assert table("C1 C2", "L7", staff=folk, trains=(0,)).refused("use Tegusgan") == "empyreal-14.2"
    assert table("C1", "L7", staff=folk).refused("use Tegusgan") == "empyreal-17.9"
    around = "B1 C2 D1"  # C1 is shut in by wasteland, and passing it costs 4
    two = {"C1": "EE"}
    t = table("C1", "L7", staff=folk, wastes=around, goods=two, mana=((5, 0),))
    assert t.refused("use Tegusgan") == "empyreal-14.1"
    t = table("C1", "L7", staff=folk, wastes=around, goods=two, mana=((6, 0),)).do("use Tegusgan")
    assert t.do("take the good at C1", "take the good at C1", "build on C3").mana() == (0, 6)


@pytest.mark.rule("empyreal-25.18", card="tzart_kargan")
def test_tzart_builds_at_home_before_or_after_reclaiming() -> None:
    market = "metro icecar deep_one"
    t = table("B1", "L7", staff=("tzart",), market=market, mana=((0, 5),)).do("administrate")
    assert (t.mana(), t.offers("build on")) == ((0, 5), ["C1"])
    assert t.do("build on C1").offers("gain") == ["Deep One", "Icecar", "Metro"]
    assert t.mana() == (5, 0)
    # over the train on C2 there is no lake; over the city G2 and the train on H2 there is H3: 3 and 2
    t = table("F1", "H2", staff=("tzart",), market=market, mana=((0, 5),)).do("administrate")
    assert t.mana() == (5, 0)
    assert "H3" in t.offers("build on")
    assert t.do("build on H3").mana() == (0, 5)
    t = table("F1", "H2", staff=("tzart",), market=market, mana=((5, 5),)).do("administrate", "build on H3")
    assert t.mana() == (10, 0)  # built before, so all is reclaimed
    assert table("B1", "L7", staff=("simon",), market=market).do("administrate").offers("gain")


@pytest.mark.rule("empyreal-25.18")
def test_tzart_builds_once_or_not_at_all() -> None:
    market = "metro icecar deep_one"
    t = table("B1", "L7", staff=("tzart",), market=market, mana=((0, 5),)).do("administrate", "build nothing")
    assert t.mana() == (5, 0)
    assert t.do("build on C1").offers("gain")
    t = table("B1", "L7", staff=("tzart",), market=market).do("administrate", "build nothing", "build nothing")
    assert t.offers("gain")
    assert table("B1 A3", "L7", staff=("tzart",), market=market).do("administrate", "build on C1").offers("gain")


@pytest.mark.rule("empyreal-25.19", "empyreal-25.21", card="viona_larone")
def test_viona_activates_one_car_twice_and_no_other() -> None:
    yards = ({"A2": "mana_surger", "A3": "metro"},)
    t = table("C1", "L7", staff=("viona",), yards=yards, mana=((7, 0),)).do("move to A")
    assert "activate Mana Surger on A2 twice" in t.can
    t.do("activate A2 twice")
    assert t.mana() == (6, 3)  # 1 and twice 1 paid, two gained
    assert t.seat == 1
    t = table("C1", "L7", staff=("viona",), yards=yards, mana=((2, 0),)).do("move to A")
    assert "activate Mana Surger on A2" in t.can
    assert t.refused("activate Mana Surger on A2 twice") == "empyreal-8.2"
    assert t.do("activate A2").refused("activate A3 twice") == "empyreal-25.19"
    assert table("C1", "L7", yards=yards).do("move to A").refused("activate A3 twice") == "empyreal-25.19"


@pytest.mark.rule("empyreal-25.20", "empyreal-25.21")
@pytest.mark.parametrize(
    ("folk", "use", "cost"),
    [
        ("viona", "", 3),
        ("eloi viona", "Eloi", 2),
        ("viona levine", "", 2),
        ("sarafina viona", "Sarafina", 1),
        ("seth viona", "Seth", 0),
        ("sarafina viona levine", "Sarafina", 0),
    ],
)
def test_viona_made_cheaper(folk: str, use: str, cost: int) -> None:
    for mana in (cost, cost - 1):
        if mana < 0:
            continue
        t = table("C1", "L7", staff=(folk,), yards=({"A2": "mana_surger"},), mana=((mana, 0),))
        t.do(*[f"use {use}"] * (use != ""), "move to A")
        assert ("activate Mana Surger on A2 twice" in t.can) == (mana == cost)
        if mana == cost:
            back = 1 if use == "Eloi" else 0
            assert t.do("activate A2 twice").mana() == (2 + back, cost - back)
            assert t.seat == 1


@pytest.mark.rule("empyreal-25.22", card="voco_astrum")
def test_voco_adds_two_goods_if_no_tile_is_taken() -> None:
    net = "G6 F2"  # next to the cities of lake and glacier
    t = at_end("voco", {"G6": "EE", "F2": ""}, net=net).do("deliver Ehrlite", "collect all", "take no tile")
    assert t.can == ["choose Ritherwhyte", "choose Ehrlite"]
    t.do("choose Ritherwhyte")
    assert (t.folio(), t.state.stock[2]) == ("RREE", 21)
    assert t.offers("upgrade")
    t = at_end("voco", {"G6": "EE", "F2": ""}, net=net).do("deliver Ehrlite", "collect all", "take the blue Double")
    assert t.offers("upgrade")
    assert t.folio() == "EE"


@pytest.mark.rule("empyreal-25.23")
def test_voco_needs_two_goods_of_a_colour_in_the_supply() -> None:
    net = "G6 F2"
    one = {"G6": "E", "F2": ""}
    t = at_end("voco", one, net=net, stock={"R": 1}).do("deliver Ehrlite", "take the good at G6")
    assert t.can == ["choose Ehrlite"]
    t = at_end("voco", one, net=net, stock={"R": 1, "E": 1}).do("deliver Ehrlite", "take the good at G6")
    assert t.offers("upgrade")
    assert t.folio() == "E"
    t = at_end("voco leto", one, net=net, stock={"R": 2, "E": 0}).do("deliver Ehrlite", "take the good at G6")
    t.do("choose Ritherwhyte")
    assert (t.folio(), t.mana()) == ("RRE", (6, 0))
