"""The captains: section 22 of the ledger."""

from __future__ import annotations

from typing import cast

import pytest

from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal.table import Table, game, kit, table

BUILD_WASTE = "build on wasteland"
LAY_WASTE = "place a wasteland and keep its goods on your folio"


@pytest.mark.rule("empyreal-22.1", card="bartok_kulle")
def test_bartok_builds_on_wasteland() -> None:
    t = table("C2", "L7", staff=("bartok",), mana=((0, 0),)).do("use Bartok")
    assert t.can == [BUILD_WASTE, LAY_WASTE]
    assert t.do(BUILD_WASTE).offers("build on") == ["D2"]
    t.do("build on D2")
    assert (t.trains("D2"), t.face_down()) == ([0], ["bartok_kulle"])
    assert t.refused("use Bartok") == "empyreal-5.5"


@pytest.mark.rule("empyreal-22.1")
def test_bartok_lays_waste_and_keeps_all_goods_of_the_hex() -> None:
    t = table("C2", "L7", staff=("bartok",), goods={"C3": "YYV"}).do("use Bartok", LAY_WASTE)
    assert t.offers("lay waste to") == ["B1", "C1", "C2", "C3", "D1"]
    stock = t.state.stock
    t.do("lay waste to C3")
    assert (t.folio(), t.goods("C3"), t.state.stock) == ("YYV", "", stock)
    assert (t.state.scores(), t.tiles()) == ([3, 0], "")
    assert t.waste("C3")


@pytest.mark.rule("empyreal-22.1")
def test_bartok_has_only_the_half_that_can_be_done() -> None:
    assert table("C1", "L7", staff=("bartok",), mana=((0, 0),)).do("use Bartok").can == [LAY_WASTE]
    assert table("C2", "L7", staff=("bartok",), wastelands=0).do("use Bartok").can == [BUILD_WASTE]
    assert table("C2", "L7", staff=("bartok",), trains=(0,)).do("use Bartok").can == [LAY_WASTE]
    assert table("C1", "L7", staff=("bartok",), wastelands=0, mana=((0, 0),)).refused("use Bartok") == "empyreal-16.1"


@pytest.mark.rule("empyreal-22.2", card="dolores_malephaise")
def test_dolores_moves_a_good_from_any_hex_without_a_competitor() -> None:
    t = table("C1 C4", "L7 G6", staff=("dolores",)).do("use Dolores")
    sources = t.offers("take the good at")
    assert "L7" not in sources
    assert "G6" not in sources
    assert {"K1", "A1", "C1", "C4"} <= set(sources)
    assert len(sources) == 70
    assert t.do("take the good at K1").offers("choose") == ["C1", "C4"]
    t.do("choose C1")
    assert (t.goods("C1"), t.goods("K1"), t.mana()) == ("EV", "", (4, 1))


@pytest.mark.rule("empyreal-22.2")
def test_dolores_moves_an_own_good_to_another_own_hex_only() -> None:
    assert table("C1 C4", "L7", staff=("dolores",)).do("use Dolores", "take the good at C4").offers("choose") == ["C1"]
    assert "C1" not in table("C1", "L7", staff=("dolores",)).do("use Dolores").offers("take the good at")


@pytest.mark.rule("empyreal-22.2")
def test_dolores_takes_from_a_teammate_and_needs_one_mana() -> None:
    t = table("C1", "A7", "C4", "A9", seats=4, staff=("dolores",), teams="2v2").do("use Dolores")
    assert "C4" in t.offers("take the good at")
    assert "A7" not in t.offers("take the good at")
    assert table("C1", "L7", staff=("dolores",), mana=((0, 5),)).refused("use Dolores") == "empyreal-8.2"


@pytest.mark.rule("empyreal-22.3", card="marcinae_ayle_shorec")
def test_marcinae_returns_a_good_to_move_the_train_of_that_hex() -> None:
    t = table("C2 E2", "L7", staff=("marcinae",), goods={"E2": ""}).do("use Marcinae")
    assert t.can == ["take the good at C2"]
    t.do("take the good at C2")
    assert t.can == [f"move it to {h}" for h in ("B1", "C1", "C3", "D1", "D2")]  # the city B2 is no place for a train
    t.do("move it to D2")
    assert (t.trains("C2"), t.trains("D2"), t.goods("C2"), t.state.stock[4]) == ([], [0], "", 24)


@pytest.mark.rule("empyreal-22.3")
def test_marcinae_asks_which_good_and_not_onto_an_own_hex() -> None:
    t = table("C2 C1", "L7", staff=("marcinae",), goods={"C2": "YC"}).do("use Marcinae", "take the good at C2")
    assert t.offers("choose") == ["Hylatine", "Crizma"]
    assert t.do("choose Hylatine").offers("move it to") == ["B1", "C3", "D1", "D2"]
    assert t.do("move it to B1").goods("C2") == "C"


@pytest.mark.rule("empyreal-22.3")
def test_marcinae_only_if_the_train_can_move() -> None:
    stuck = table("A1", "A2 B1", "A2 B1", "A2 B1", seats=4, staff=("marcinae",))
    assert stuck.refused("use Marcinae") == "empyreal-17.11"
    t = table("A1 D4", "A2 B1", "A2 B1", "A2 B1", seats=4, staff=("marcinae",)).do("use Marcinae")
    assert t.can == ["take the good at D4"]
    assert table("C2", "L7", staff=("marcinae",), goods={"C2": ""}).refused("use Marcinae") == "empyreal-17.9"


@pytest.mark.rule("empyreal-22.4", card="rayleigh_kerigan")
def test_rayleigh_makes_three_steps_free_and_four_cost_two() -> None:
    t = table("C1", "L7", staff=("rayleigh",), mana=((0, 5),))
    assert t.offers("move to") == ["A"]
    assert t.do("use Rayleigh").offers("move to") == ["A", "B", "C"]
    assert t.do("move to C").mana() == (0, 5)
    assert table("C1", "L7", staff=("rayleigh",), mana=((2, 5),)).do("use Rayleigh", "move to D").mana() == (0, 7)


@pytest.mark.rule("empyreal-22.4")
def test_rayleigh_lasts_for_the_turn_and_is_not_used_twice() -> None:
    t = table("C1", "L7", staff=("rayleigh manch",)).do("use Rayleigh", "use Manch")
    assert t.face_down() == ["manch"]
    assert t.refused("use Rayleigh") == "empyreal-5.16"
    assert t.wait().wait().seat == 0
    assert t.do("move to B").mana() == (4, 1)


@pytest.mark.rule("empyreal-22.5", card="runika_zenanen")
@pytest.mark.parametrize(("before", "after"), [((0, 10), (5, 5)), ((0, 3), (3, 0)), ((4, 5), (9, 0))])
def test_runika_reclaims_five(before: tuple[int, int], after: tuple[int, int]) -> None:
    t = table("C1", "L7", mana=(before,)).do("use Runika")
    assert (t.mana(), t.face_down()) == (after, ["runika_zenanen"])


@pytest.mark.rule("empyreal-22.5")
def test_runika_is_not_used_for_nothing() -> None:
    assert table("C1", "L7").refused("use Runika") == "empyreal-5.15"


@pytest.mark.rule("empyreal-22.6", card="seth_cremmul")
def test_seth_activates_the_whole_space_for_nothing() -> None:
    yards = ({"A2": "worldspanner", "A3": "mana_surger"},)
    t = table("C1", "L7", staff=("seth",), yards=yards, mana=((0, 5),))
    assert t.do("use Seth", "move to A", "activate A2", "activate A1", "activate A3").mana() == (0, 5)
    assert t.do("build on B1", "build nothing").offers("activate") == ["printed A on A1", "Mana Surger on A3"]
    assert t.do("activate A3").mana() == (1, 5)


@pytest.mark.rule("empyreal-22.6")
def test_seth_need_not_activate_all_and_pays_the_move() -> None:
    yards = ({"B2": "worldspanner", "B3": "reforester"},)
    t = table("C1", "L7", staff=("seth",), yards=yards, mana=((1, 0),)).do("use Seth", "move to B")
    assert t.mana() == (0, 1)
    assert t.do("activate B3", "that is all", "build on B1", "build nothing").seat == 1


@pytest.mark.rule("empyreal-22.6")
def test_seth_waives_the_cost_of_what_is_copied() -> None:
    yards = ({"A2": "limited_express", "B2": "reforester"},)
    t = table("C1", "L7", staff=("seth",), yards=yards, mana=((0, 0),))
    assert t.do("use Seth", "move to A", "activate A2", "that is all", "copy B2", "build on B1").goods("B1") == "HH"
    yards = ({"A2": "transformer"},)
    t = table("C1", "L7", staff=("seth",), yards=yards, mana=((0, 0),), market="reforester metro icecar")
    t.do("use Seth", "move to A", "activate A2", "that is all")
    assert "copy Reforester" in t.can


@pytest.mark.rule("empyreal-22.6")
def test_seth_lasts_for_one_turn() -> None:
    yards = ({"A2": "worldspanner"},)
    t = table("C1", "L7", staff=("seth",), yards=yards, mana=((2, 0),)).do("use Seth", "administrate")
    while t.seat == 0:
        t.act(t.state.legal()[0])
    assert t.wait().do("move to A").refused("activate A2") == "empyreal-8.2"


@pytest.mark.rule("empyreal-22.7", card="irialandradayamorella")
def test_irialandradayamorella_pays_one_for_either_half() -> None:
    t = table("C1", "L7", staff=("iria",), stacks=("orman", "john", "simon")).do("use Iria")
    assert t.mana() == (4, 1)
    assert t.can == ["gain a specialist", "build on any terrain next to a city"]
    t.do("build on any terrain")
    assert t.offers("build on") == ["B1", "C2"]  # not D1, which touches no city
    assert t.do("build on C2").mana() == (4, 1)
    t = table("C1", "L7", staff=("iria",), stacks=("orman", "john", "simon")).do("use Iria", "gain a specialist")
    assert t.do("look at the engineers", "take Orman", "use Orman").mana() == (5, 0)


@pytest.mark.rule("empyreal-22.7")
def test_irialandradayamorella_needs_mana_and_something_to_do() -> None:
    assert table("C1", "L7", staff=("iria",), mana=((0, 5),)).refused("use Iria") == "empyreal-8.2"
    full = ("iria wendy john simon",)
    assert table("D4", "L7", staff=full, mana=((1, 0),)).do("use Iria").can == ["build on any terrain next to a city"]
    # the only hexes next to a city lie behind a train that costs 2: one mana is spent before
    t = table("E1", "D1 E2 F1", "D1 E2 F1", "D1 E2 F1", seats=4, staff=full, mana=((2, 0),))
    assert "use Irialandradayamorella" not in t.can


@pytest.mark.rule("empyreal-22.8", card="trias_blackwind")
def test_trias_builds_at_home_or_refreshes_the_engineer() -> None:
    t = table("B1", "L7", staff=("trias luc",), flipped=(2,), mana=((0, 0),)).do("use Trias")
    assert t.can == ["build on your home terrain", "refresh your engineer"]
    assert t.do("build on your home terrain").offers("build on") == ["C1"]
    t = table("B1", "L7", staff=("trias luc",), flipped=(2,)).do("use Trias", "refresh your engineer")
    assert t.face_down() == ["trias_blackwind"]


@pytest.mark.rule("empyreal-22.8")
def test_trias_builds_on_the_home_terrain_of_his_company_and_does_not_act_for_nothing() -> None:
    t = table("B1", "L7", staff=("trias luc",), companies=("golden_sands", "kerigan"), mana=((0, 0),)).do("use Trias")
    assert t.can == ["build on your home terrain"]
    assert t.do("build on your home terrain").offers("build on") == ["A1"]
    t = table("D1", "L7", staff=("trias luc",), companies=("gesselheim", "kerigan"), mana=((0, 0),))
    assert "use Trias Blackwind" not in t.can


@pytest.mark.rule("empyreal-22.9")
def test_a_wild_captain_leads_any_company_but_only_one() -> None:
    for company in kit().company_titles:
        t = Table(cast(Empyreal, game().new(seats=3, seed="wild")))
        last = t.seat
        t.do(f"found {company}")
        wild = ["be led by Irialandradayamorella", "be led by Trias Blackwind"]
        assert t.can[1:] == wild
        assert len(t.can) == 3
        assert t.do(wild[1]).staff(0, last) == "trias_blackwind"
        t.act(t.state.legal()[0])
        assert wild[0] in t.can
        assert t.refused(wild[1]) == "empyreal-3.2"
