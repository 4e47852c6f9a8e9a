"""The common spellcars and what the folios print: sections 19 and 21 of the ledger."""

from __future__ import annotations

from typing import Any

import pytest

from tests.empyreal.table import COMPANIES, Table, activated, filled, kit, table

NET = "D4 A6"  # next to it lie all six terrains
BESIDE = {
    "desert": ["E5"],
    "forest": ["E4"],
    "glacier": ["A5", "B6", "D3"],
    "lake": ["A7", "B5"],
    "lava": ["C5"],
    "mountain": ["C4", "D5"],
}
TERRAINS = tuple(BESIDE)

TWO = ("desert forest", "forest glacier", "glacier lake", "lake lava", "lava mountain", "mountain desert")
PICK_TWO = ("desert glacier", "forest lake", "glacier lava", "lake mountain", "lava desert", "mountain forest")
PICK_THREE = (
    "desert forest lake",
    "forest glacier lava",
    "glacier lake mountain",
    "lake lava desert",
    "lava mountain forest",
    "mountain desert glacier",
)


def beside(terrains: str) -> list[str]:
    return sorted(h for name in terrains.split() for h in BESIDE[name])


def tile(kind: str, terrains: str) -> str:
    return f"{kind}_{'_'.join(terrains.split())}"


def cost_of(t: Table) -> int:
    """What has been paid, of ten."""
    return t.mana()[1]


@pytest.mark.rule("empyreal-19.7", "empyreal-19.8", "empyreal-19.9", "empyreal-19.10")
@pytest.mark.card(
    "two_desert_forest", "two_forest_glacier", "two_glacier_lake", "two_lake_lava", "two_lava_mountain",
    "two_mountain_desert", "pick_two_desert_glacier", "pick_two_forest_lake", "pick_two_glacier_lava",
    "pick_two_lake_mountain", "pick_two_lava_desert", "pick_two_mountain_forest", "pick_three_desert_forest_lake",
    "pick_three_forest_glacier_lava", "pick_three_glacier_lake_mountain", "pick_three_lake_lava_desert",
    "pick_three_lava_mountain_forest", "pick_three_mountain_desert_glacier", "free_rival_desert", "free_rival_forest",
    "free_rival_glacier", "free_rival_lake", "free_rival_lava", "free_rival_mountain", "free_crossing_desert",
    "free_crossing_forest", "free_crossing_glacier", "free_crossing_lake", "free_crossing_lava",
    "free_crossing_mountain", "reclaim_desert", "reclaim_forest", "reclaim_glacier", "reclaim_lake", "reclaim_lava",
    "reclaim_mountain",
)  # fmt: skip
def test_the_common_tiles_of_each_kind() -> None:
    kinds: dict[str, tuple[str, ...]] = {"two": TWO, "pick_two": PICK_TWO, "pick_three": PICK_THREE}
    kinds |= dict.fromkeys(("free_rival", "free_crossing", "reclaim"), TERRAINS)
    for kind, each in kinds.items():
        own = [id for id, k in zip(kit().ids, kit().kinds, strict=True) if k == kind]
        assert own == [tile(kind, terrains) for terrains in each]


@pytest.mark.rule("empyreal-19.1", "empyreal-19.7")
@pytest.mark.parametrize("terrains", TWO)
def test_build_on_two_builds_on_both_in_any_order_for_two(terrains: str) -> None:
    for first, second in (terrains.split(), terrains.split()[::-1]):
        t = activated(tile("two", terrains), NET, "L7", mana=((2, 0),))
        assert cost_of(t) == 2
        assert t.offers("build on") == beside(terrains)
        t.do(f"build on {BESIDE[first][0]}")
        assert set(t.offers("build on")) >= set(BESIDE[second])
        assert not set(t.offers("build on")) & set(BESIDE[first])
        t.do(f"build on {BESIDE[second][0]}")
        assert (t.seat, t.state.supply[0]) == (1, 31)


@pytest.mark.rule("empyreal-19.1")
def test_build_on_two_may_build_one_only_and_the_second_may_start_from_the_first() -> None:
    t = activated("two_desert_forest", "C4", "L7", mana=((2, 0),)).do("build on D4")
    assert t.offers("build on") == ["E4"]
    t.do("build nothing")
    assert (t.seat, t.state.supply[0]) == (1, 33)
    poor = table("C4", "L7", yards=({"A2": "two_desert_forest"},), mana=((1, 0),)).do("move to A")
    assert poor.refused("activate A2") == "empyreal-8.2"


@pytest.mark.rule("empyreal-19.2", "empyreal-19.8")
@pytest.mark.parametrize("terrains", PICK_TWO)
def test_pick_one_of_two_is_free(terrains: str) -> None:
    t = activated(tile("pick_two", terrains), NET, "L7", mana=((0, 0),))
    assert t.offers("build on") == beside(terrains)
    t.do(f"build on {BESIDE[terrains.split()[1]][0]}")
    assert (t.seat, t.state.supply[0]) == (1, 32)


@pytest.mark.rule("empyreal-19.3", "empyreal-19.9")
@pytest.mark.parametrize("terrains", PICK_THREE)
def test_pick_one_of_three_costs_one(terrains: str) -> None:
    t = activated(tile("pick_three", terrains), NET, "L7", mana=((1, 0),))
    assert cost_of(t) == 1
    assert t.offers("build on") == beside(terrains)
    t.do(f"build on {BESIDE[terrains.split()[2]][0]}")
    assert (t.seat, t.state.supply[0]) == (1, 32)


@pytest.mark.rule("empyreal-19.10")
@pytest.mark.parametrize("kind", ["free_rival", "free_crossing", "reclaim"])
@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_kinds_with_one_terrain_cost_nothing(kind: str, terrain: str) -> None:
    t = activated(tile(kind, terrain), NET, "L7", mana=((0, 0),))
    assert t.offers("build on") == BESIDE[terrain]
    t.do(f"build on {BESIDE[terrain][0]}")
    assert (t.seat, t.state.supply[0]) == (1, 32)


@pytest.mark.rule("empyreal-19.4")
@pytest.mark.parametrize(
    ("terrain", "net", "rivals", "behind"),
    [
        ("desert", "C2", "C3", "C3"),
        ("desert", "F5", "F4", "E5 G5"),
        ("forest", "C2", "D1", "B1 D1 E2"),
        ("mountain", "A4", "B3", "C4"),
        ("glacier", "D4", "C4", "B3 D3"),
        ("lake", "A6", "A5", "A4 A7 B5"),
        ("lava", "B1", "D1", "A2 C2"),
    ],
)
def test_free_competitor_transfer_passes_one_competitor(terrain: str, net: str, rivals: str, behind: str) -> None:
    assert activated(f"free_rival_{terrain}", net, rivals, mana=((0, 0),)).offers("build on") == behind.split()


@pytest.mark.rule("empyreal-19.4")
def test_free_competitor_transfer_frees_one_only_and_no_other_kind() -> None:
    # from C1 over C2 and C3 to the deserts D4 and E5; the city B2 and the wasteland D2 are not free
    assert activated("free_rival_desert", "C1", "C2 C3", mana=((1, 0),)).offers("build on") == ["C3"]
    assert activated("free_rival_glacier", "C1", "C2 C3", mana=((1, 0),)).seat == 1
    t = activated("free_rival_glacier", "C1", "C2 C3", mana=((2, 0),))
    assert t.offers("build on") == ["B3", "D3"]
    assert t.do("build on D3").mana() == (0, 2)
    assert activated("free_rival_glacier", "C2", "L7", mana=((2, 0),)).seat == 1


@pytest.mark.rule("empyreal-19.4")
def test_free_competitor_transfer_not_over_built_over_wasteland_nor_teammates() -> None:
    assert activated("free_rival_glacier", "C2", "D2", mana=((0, 0),)).seat == 1
    t = activated("free_rival_desert", "C1", "A7", "C2", "A9", seats=4, teams="2v2", mana=((0, 0),))
    assert t.seat == 1
    t = activated("free_rival_desert", "C1", "C2", "A7", "A9", seats=4, teams="2v2", mana=((0, 0),))
    assert t.offers("build on") == ["C3"]


@pytest.mark.rule("empyreal-19.5")
def test_free_city_and_wasteland_transfer_frees_either_or_both() -> None:
    t = activated("free_crossing_glacier", "C2", "L7", mana=((0, 0),))
    assert t.offers("build on") == ["B3", "D3"]
    assert t.do("build on D3").mana() == (0, 0)
    # city B2, then the wasteland laid on B3
    assert activated("free_crossing_mountain", "B1", "L7", wastes="B3", mana=((0, 0),)).offers("build on") == ["C4"]


@pytest.mark.rule("empyreal-19.5")
def test_free_city_and_wasteland_transfer_frees_one_of_each_and_no_competitor() -> None:
    # D2 and E3 are wasteland one behind the other, E4 lies beyond
    t = activated("free_crossing_forest", "C2", "L7", wastes="E3 D1 B1", mana=((3, 0),))
    assert t.offers("build on") == ["A3", "E2"]
    t = activated("free_crossing_forest", "C2", "L7", wastes="E3 D1 B1", mana=((4, 0),))
    assert t.offers("build on") == ["A3", "E2", "E4"]
    assert t.do("build on E4").mana() == (0, 4)
    assert activated("free_crossing_desert", "C1", "C2", mana=((0, 0),)).seat == 1


@pytest.mark.rule("empyreal-19.5")
def test_a_competitor_on_wasteland_is_passed_as_wasteland() -> None:
    assert activated("free_crossing_glacier", "C2", "D2", mana=((0, 0),)).offers("build on") == ["B3", "D3"]


@pytest.mark.rule("empyreal-19.4", "empyreal-19.5")
def test_a_free_transfer_of_a_car_holds_for_its_build_only() -> None:
    yards = ({"A2": "free_crossing_glacier", "A3": "reclaim_glacier"},)
    t = table("C2", "L7", yards=yards, mana=((1, 0),)).do("move to A", "activate A2", "activate A3")
    assert t.offers("build on") == ["B3", "D3"]
    assert t.do("build nothing").seat == 1


@pytest.mark.rule("empyreal-19.6")
@pytest.mark.parametrize("terrain", TERRAINS)
def test_reclaim_mana_builds_then_reclaims_one(terrain: str) -> None:
    t = activated(f"reclaim_{terrain}", NET, "L7", mana=((0, 3),)).do(f"build on {BESIDE[terrain][0]}")
    assert t.mana() == (1, 2)
    assert activated(f"reclaim_{terrain}", NET, "L7", mana=((0, 3),)).do("build nothing").mana() == (1, 2)


@pytest.mark.rule("empyreal-19.6")
def test_the_reclaimed_mana_comes_too_late_for_this_transfer() -> None:
    t = activated("reclaim_desert", "C1", "C2", mana=((1, 5),))
    assert (t.mana(), t.seat) == ((2, 4), 1)


# what the folios print

ROWS = {
    "golden_sands": ("desert", "forest mountain", "glacier lake lava", "lake"),
    "caterpillar": ("forest", "glacier desert", "lake lava mountain", "lava"),
    "afterworld": ("glacier", "lake forest", "lava mountain desert", "mountain"),
    "kings_line": ("lake", "lava glacier", "mountain desert forest", "desert"),
    "kerigan": ("lava", "mountain lake", "desert forest glacier", "forest"),
    "gesselheim": ("mountain", "desert lava", "forest glacier lake", "glacier"),
}


def printed(company: str, column: str, mana: int, net: str = NET, **more: Any) -> Table:
    """Before the printed car of a column is declared."""
    companies = (company, *[c for c in COMPANIES if c != company])
    before = {"A": "Start", "B": "A", "C": "B", "D": "C", "E": "D"}[column]
    t = table(net, "L7", companies=companies, conductor=before, mana=((mana, 10 - mana),), **more)
    return t.do(f"move to {column}")


@pytest.mark.rule(
    "empyreal-21.7", "empyreal-21.8", "empyreal-21.9", "empyreal-21.10", "empyreal-21.11", "empyreal-21.12",
    "empyreal-21.13",
)  # fmt: skip
@pytest.mark.parametrize("company", ROWS)
@pytest.mark.parametrize(("column", "at"), [("A", 0), ("B", 1), ("C", 2), ("E", 3)])
def test_printed_builds(company: str, column: str, at: int) -> None:
    cost = 1 if column == "C" else 0
    t = printed(company, column, cost).do(f"activate {column}1")
    assert (t.mana()[0], t.offers("build on")) == (0, beside(ROWS[company][at]))
    if cost:
        assert printed(company, column, 0).state.seat == 1


@pytest.mark.rule("empyreal-21.7")
@pytest.mark.parametrize(("company", "cost"), [(c, 0 if c in ("golden_sands", "gesselheim") else 1) for c in ROWS])
def test_what_the_companies_own_cars_cost(company: str, cost: int) -> None:
    assert printed(company, "D", cost).do("activate D1").mana() == (0, 10)
    if cost:
        assert printed(company, "D", 0).state.seat == 1


@pytest.mark.rule("empyreal-21.1", card="golden_sands_car")
def test_golden_sands_gains_a_spellcar() -> None:
    t = printed("golden_sands", "D", 0, market="metro icecar deep_one").do("activate D1", "gain Icecar", "put it on A2")
    assert (t.yard("A2"), t.seat) == ("icecar", 1)


@pytest.mark.rule("empyreal-21.2", card="caterpillar_car")
def test_caterpillar_builds_on_any_terrain_but_not_on_wasteland() -> None:
    t = printed("caterpillar", "D", 1, wastes="E5").do("activate D1")
    assert t.offers("build on") == sorted(set(beside(" ".join(TERRAINS))) - {"E5"})
    assert t.do("build on C5").seat == 1


@pytest.mark.rule("empyreal-21.3", card="afterworld_car")
def test_afterworld_moves_a_good_into_the_network() -> None:
    companies = ("afterworld", "kerigan")
    t = table("C1", "C2", companies=companies, conductor="C", mana=((1, 0),)).do("move to D", "activate D1")
    assert t.offers("take the good at") == ["B1", "C2", "D1"]
    assert t.do("take the good at C2", "choose C1").goods("C1") == "EC"


@pytest.mark.rule("empyreal-21.4", card="kings_line_car")
def test_kings_line_gains_mana() -> None:
    assert table("C1", "L7", conductor="C").do("move to D", "activate D1").mana() == (5, 1)


@pytest.mark.rule("empyreal-21.5", card="kerigan_car")
def test_kerigan_gains_a_specialist_or_refreshes() -> None:
    stacks = ("orman", "john", "simon")
    t = printed("kerigan", "D", 1, stacks=stacks, flipped=(1,)).do("activate D1")
    assert t.can == ["gain a specialist", "refresh your captain and engineer"]
    assert t.do("gain a specialist", "look at the surveyors", "take John").staff(2) == "john_strong_stevenson"
    t = printed("kerigan", "D", 1, stacks=stacks, staff=("luc",), flipped=(3,)).do("activate D1", "refresh")
    assert t.face_down() == []


@pytest.mark.rule("empyreal-21.6", card="gesselheim_car")
def test_gesselheim_lays_waste_and_builds_on_it() -> None:
    t = printed("gesselheim", "D", 0).do("activate D1")
    assert t.offers("lay waste to") == sorted([*beside(" ".join(TERRAINS)), "A6", "D4"])
    assert t.do("lay waste to C5").can == ["build nothing", "build on C5"]
    t.do("build on C5")
    assert (t.trains("C5"), t.goods("C5")) == ([0], "")


@pytest.mark.rule("empyreal-21.6")
def test_gesselheim_builds_not_where_it_stands_nor_where_all_is_full_or_no_train_is_left() -> None:
    t = printed("gesselheim", "D", 0).do("activate D1", "lay waste to D4")
    assert (t.seat, t.goods("D4")) == (1, "")
    assert printed("gesselheim", "D", 0, trains=(0,)).do("activate D1", "lay waste to C5").seat == 1
    assert printed("gesselheim", "D", 0, wastelands=0).do("activate D1").seat == 1
    companies = ("gesselheim", "kerigan", "kings_line", "caterpillar")
    t = table("C1", "C2", "C2", "C2", seats=4, companies=companies, conductor="C")
    assert t.do("move to D", "activate D1", "lay waste to C2").seat == 1


@pytest.mark.rule("empyreal-21.7")
def test_a_covered_printed_car_is_out_of_use() -> None:
    yards = ({**filled(), "A2": "metro", "D1": "icecar"},)
    assert table("C1", "L7", yards=yards, conductor="C").do("move to D").offers("activate")[0] == "Icecar on D1"
