"""Network words, building, Transfers: sections 13 to 15 of the ledger."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.cells import put
from roundhouse.games.empyreal.actions import BUILD
from tests.empyreal.table import FAR, Table, table

MARKET = "meditation_mecha science_car mana_surger flow_controller icecar luxury_carriage"


def building(net: str, other: str = FAR, tile: str = "", **known: Any) -> Table:
    """Seat 0 has activated a spellcar on A2, or the printed lake build on A1."""
    yards = ({"A2": tile},) if tile else ()
    known.setdefault("market", MARKET)
    t = table(net, other, yards=yards, **known).do("move to A", f"activate {'A2' if tile else 'A1'}")
    return t.do("that is all") if "that is all" in t.can else t


# network words


@pytest.mark.rule("empyreal-13.1", "empyreal-13.2", "empyreal-13.3", "empyreal-13.4")
def test_a_train_on_a_lake_and_the_six_hexes_around() -> None:
    s = table("F4", FAR).state
    names = [s.board.labels[h] for h in s.frontiers[0]]
    assert [s.board.labels[h] for h in s.nets[0]] == ["F4"]
    assert names == ["E4", "E5", "F3", "F5", "G4", "G5"]
    s = table("F4 F5", FAR).state
    names = [s.board.labels[h] for h in s.frontiers[0]]
    assert names == ["E4", "E5", "E6", "F3", "F6", "G4", "G5", "G6"]
    assert set(s.frontiers[0]).isdisjoint(s.nets[0])


@pytest.mark.rule("empyreal-13.5")
def test_hexes_are_beside_each_other_across_seams() -> None:
    s = table("D3", FAR).state  # the last row of the first board
    assert [s.board.labels[h] for h in s.frontiers[0]] == ["C3", "C4", "D2", "D4", "E3", "E4"]
    s = table("A7", seats=4).state  # the last column of the first board
    assert [s.board.labels[h] for h in s.frontiers[0]] == ["A6", "A8", "B6", "B7"]


@pytest.mark.rule("empyreal-13.6")
def test_all_parts_of_a_network_count() -> None:
    assert set(building("A1 G5").offers("build on")) == {"G6", "F4"}
    assert set(building("A1 G5", tile="horizon_chaser").offers("build on")) == {"A2", "B1"}


@pytest.mark.rule("empyreal-13.7", "empyreal-14.11")
def test_the_edge_of_the_map() -> None:
    board = table("A1").state.board
    edge = {board.labels[h] for h in range(board.size) if board.edge[h]}
    rows = {f"{row}{col}" for row in "ABCDEFGHIJKL" for col in (1, 7)}
    assert edge == rows | {f"{row}{col}" for row in "AL" for col in range(1, 8)}
    t = building("C2 C3", tile="horizon_chaser", mana=((2, 3),))
    assert set(t.offers("build on")) == {"B1", "C1", "D1"}  # and no edge far away


@pytest.mark.rule("empyreal-13.8")
def test_anywhere_is_every_hex_of_the_map() -> None:
    t = building("A1 B1", "A6", tile="deep_one")
    mountains = ["A6", "C4", "C7", "D5", "F2", "F7", "H5", "H7", "I3", "I5", "K1", "L7"]
    assert t.offers("build on") == mountains
    assert set(t.prices().values()) == {0}


@pytest.mark.rule("empyreal-13.9", "empyreal-14.12")
def test_next_to_a_city_or_wasteland() -> None:
    assert set(building("A2 A3", tile="metro").offers("build on")) == {"B1", "B3", "C2", "C3"}  # two over the city
    assert set(building("A2 A3", tile="metro", mana=((0, 5),)).offers("build on")) == {"B1", "B3"}
    t = building("A4 A5", tile="suburban_express", mana=((1, 5),))
    assert set(t.offers("build on")) == {"A3", "B3", "B5"}  # A3 touches a city, B3 both, B5 a wasteland
    assert t.refused("build on A6") == "empyreal-14.1"  # touches neither
    t = building("A5 A6", tile="suburban_express", mana=((1, 5),), wastes="A7")
    assert set(t.offers("build on")) == {"A4", "B5", "B6"}  # B6 touches the tile on A7


# building


@pytest.mark.rule("empyreal-14.1", "empyreal-14.16")
def test_one_train_on_a_hex_next_to_the_network_of_the_terrain() -> None:
    """Hex 1 of the example: a lake next to the network."""
    t = building("E2 E4")
    assert t.offers("build on") == ["E3", "F4"]
    assert t.refused("build on C1") == "empyreal-15.6"
    assert t.refused("build on F1") == "empyreal-14.1"
    t.do("build on E3")
    assert (t.trains("E3"), t.state.supply[0], t.goods("E3"), t.mana()) == ([0], 32, "E", (5, 0))


@pytest.mark.rule("empyreal-14.17", "empyreal-14.18")
def test_building_on_lava_and_on_a_forest_with_a_rival() -> None:
    """Hexes 2 and 3 of the example."""
    t = table("D5 D6", "D7", mana=((2, 0),)).do("move to B", "activate B1")
    assert t.offers("build on") == ["C5", "D7", "E6", "E7"]  # lava or glacier
    assert t.do("build on C5").trains("C5") == [0]
    t = table("E3 E5", "E4", mana=((9, 0),)).do("move to C", "activate C1")
    before = t.mana()
    assert "E4" in t.offers("build on")
    t.do("build on E4")
    assert (t.trains("E4"), t.mana()) == ([0, 1], before)


@pytest.mark.rule("empyreal-14.2")
def test_without_a_train_nothing_is_built() -> None:
    t = table("E2 E4", FAR)
    t.state.supply = put(t.state.supply, 0, 0)
    assert t.do("move to A", "activate A1").turn == 1
    assert t.trains("E3") == []


@pytest.mark.rule("empyreal-14.3")
def test_three_trains_a_hex() -> None:
    t = building_of("E2 E4", "E3", "E3", "E3")
    assert "E3" not in t.offers("build on")
    assert t.refused("build on E3") == "empyreal-14.3"
    assert building_of("E2 E4", "E3", "E3", "E4").do("build on E3").trains("E3") == [0, 1, 2]


def building_of(*nets: str, **known: Any) -> Table:
    """The printed lake build with four seats."""
    return table(*nets, seats=4, market=MARKET, **known).do("move to A", "activate A1")


@pytest.mark.rule("empyreal-14.4")
def test_not_onto_an_own_train() -> None:
    assert building("E3 E2", "F4").refused("build on E3") == "empyreal-14.4"
    t = table("E3 E2", FAR, staff=("runika irion",)).do("use Irion", "move the train at E2")
    assert "E3" not in t.offers("move it to")


@pytest.mark.rule("empyreal-14.5")
def test_two_trains_of_a_seat_come_together_only_by_a_competitor() -> None:
    t = table("E3", "E2 D2", yards=({"A2": "switching_station"},), wastes="").do("move to A")
    t.do("activate Switching Station", "that is all", "move it to E2", "move the train at E3")
    assert (t.trains("E2"), t.trains("E3")) == ([0], [1])
    t = table("E3", "E2 E3", yards=({"A2": "switching_station"},)).do("move to A", "activate A2", "that is all")
    t.do("move it to E2", "move the train at E3")
    assert (t.trains("E2"), t.trains("E3"), t.state.supply[1]) == ([0], [1, 1], 33)


@pytest.mark.rule("empyreal-14.6")
def test_never_in_a_city() -> None:
    t = building("B6 C5", tile="worldspanner")
    assert "C6" not in t.offers("build on")
    assert t.refused("build on C6") == "empyreal-14.1"
    t = table("B6 C5", FAR, staff=("runika irion",)).do("use Irion", "move the train at B6")
    assert "C6" not in t.offers("move it to")
    assert t.refused("move it to C6") == "empyreal-17.11"


@pytest.mark.rule("empyreal-14.7", "empyreal-14.9")
def test_any_terrain_is_not_wasteland() -> None:
    t = table("C2 C3", FAR, companies=("caterpillar", "kerigan"), conductor="C", mana=((3, 2),))
    assert t.do("move to D", "activate D1").offers("build on") == ["B1", "B3", "C1", "C4", "D1", "D3"]
    assert t.refused("build on D2") == "empyreal-14.1"
    assert building("C2 C3", tile="pollution_solution").offers("build on") == ["D2"]
    t = building("C2 C3", "D2", tile="follow_through")
    assert t.offers("build on") == ["D2"]  # names trains, not terrain


@pytest.mark.rule("empyreal-14.8")
def test_a_tile_covers_the_terrain() -> None:
    assert building("E2 E4", wastes="E3").offers("build on") == ["F4"]
    t = building("E2 E4", tile="pollution_solution", wastes="E3", mana=((1, 5),))
    assert set(t.offers("build on")) == {"D2", "E3", "F3"}


@pytest.mark.rule("empyreal-14.10")
@pytest.mark.parametrize(("company", "hexes"), [("kings_line", ["E3", "F4"]), ("gesselheim", ["D5", "F2"])])
def test_the_home_terrain_is_the_own_companys(company: str, hexes: list[str]) -> None:
    t = table("E2 E4 E5", FAR, companies=(company, "kerigan"), staff=("trias",), mana=((0, 5),)).do("use Trias")
    assert t.state.home(0) == {"kings_line": 3, "gesselheim": 5}[company]
    assert t.can == ["build on your home terrain"]
    assert t.do("build on your home terrain").offers("build on") == hexes


@pytest.mark.rule("empyreal-14.13")
@pytest.mark.parametrize("tile", ["horizon_chaser", "metro", "worldspanner"])
def test_build_on_is_build_track(tile: str) -> None:
    """Next to the network, with Transfers, a train from the supply."""
    t = building("A2 A3", "A4", tile=tile, mana=((9, 0),))
    own = t.state.supply[0]
    assert t.prices()["B1"] == 0
    if tile != "metro":
        assert t.prices()["A5"] == 2
    assert t.do("build on B1").state.supply[0] == own - 1


@pytest.mark.rule("empyreal-14.14", "empyreal-31.13")
def test_of_several_builds_each_counts_for_the_next() -> None:
    t = building("G5 H5", tile="worldspanner", mana=((3, 5),))
    first = set(t.offers("build on"))
    assert "F4" in first
    assert "E4" not in first
    t.do("build on F4")
    assert "E4" in t.offers("build on")  # beside the new train
    assert t.refused("build on G6") == "empyreal-14.1"  # a lake again
    assert t.do("build on E4").turn == 1
    t = building("G5 H5", tile="worldspanner", mana=((3, 5),)).do("build nothing")
    assert t.turn == 1  # no second question


# transfers


@pytest.mark.rule("empyreal-15.1", "empyreal-15.8", "empyreal-15.17")
def test_hexes_are_passed_and_the_cheapest_way_is_taken() -> None:
    t = building("D1 E1", "E2", mana=((9, 0),))
    assert t.prices() == {"C1": 0, "E3": 2}  # and not 4 over the wasteland D2
    assert t.do("build on E3").mana() == (7, 2)


@pytest.mark.rule("empyreal-15.2", "empyreal-15.13")
def test_a_city_costs_three() -> None:
    """Glacier 1 of the example lies behind the city."""
    t = table("A2 A3", FAR, mana=((9, 0),), goods={}, yards=({"A2": "metro"},)).do(
        "move to A", "activate Metro", "that is all"
    )
    assert {h: p for h, p in t.prices().items() if h in ("C2", "C3")} == {"C2": 3, "C3": 3}
    assert t.do("build on C3").mana() == (6, 3)
    t = table("D5 D7", FAR, mana=((9, 0),)).do("move to B", "activate B1")  # lava or glacier; C6 is the forest city
    paid = t.prices()
    assert paid["B6"] == 3
    assert t.do("build on B6").mana() == (9 - 1 - 3, 4)


@pytest.mark.rule("empyreal-15.4", "empyreal-15.14")
def test_a_wasteland_costs_four() -> None:
    """Glacier 2 of the example lies behind the Wasteland."""
    t = table("D1", FAR, mana=((9, 0),), conductor="A").do("move to B", "activate B1")
    assert t.prices()["D3"] == 4  # over D2
    assert t.do("build on D3").mana() == (5, 4)


@pytest.mark.rule("empyreal-15.3", "empyreal-15.7", "empyreal-15.15")
def test_two_rivals_in_a_row_cost_two_each() -> None:
    """Glacier 3 of the example lies behind two hexes of Kerigan."""
    assert table("A7 B7", "A6 C7", mana=((9, 0),), conductor="A").do("move to B", "activate B1").prices()["A5"] == 2
    t = table("C4", "C5 B5", mana=((4, 0),), conductor="A").do("move to B", "activate B1")
    assert t.prices()["A5"] == 4
    assert t.do("build on A5").mana() == (0, 4)
    t = table("C4", "C5 B5", mana=((3, 0),), conductor="A").do("move to B", "activate B1")
    assert "A5" not in t.offers("build on")


@pytest.mark.rule("empyreal-15.3")
def test_two_rivals_on_a_hex_cost_two_once() -> None:
    board = table(seats=4).state.board
    lake = next(h for h in range(board.size) if board.ground[h] == 3 and not board.edge[h])
    over = next(h for h in board.beside[lake] if board.ground[h] < 6)
    near = next(h for h in board.beside[over] if board.ground[h] < 6 and h != lake and h not in board.beside[lake])
    names = [board.labels[h] for h in (near, over, lake)]
    t = building_of(names[0], names[1], names[1], names[1])  # a full hex can be passed
    assert t.prices()[names[2]] == 2


@pytest.mark.rule("empyreal-15.5")
def test_a_built_over_wasteland_is_passed_as_wasteland() -> None:
    assert building("D1", "D2", mana=((9, 0),)).prices() == {"C1": 0, "E3": 4}
    assert building("D1", "D2", mana=((3, 0),)).prices() == {"C1": 0}


@pytest.mark.rule("empyreal-15.6")
def test_the_first_hex_passed_is_next_to_the_network() -> None:
    t = building("D1", "E3 F3", mana=((9, 0),))
    assert "F4" not in t.offers("build on")  # nothing to pass on E2
    assert t.refused("build on F4") == "empyreal-15.6"
    t = building("D1", "E2 E3 F3", mana=((9, 0),))
    assert t.prices()["F4"] == 2 + 2 + 4  # F3 is wasteland: a longer chain would be dearer


@pytest.mark.rule("empyreal-15.7")
def test_transfers_of_all_kinds_in_a_row() -> None:
    assert building("A1", "A2 C2", mana=((7, 0),)).prices()["C1"] == 2 + 3 + 2
    assert building("A1", "A2 C2", mana=((6, 0),)).turn == 1  # there is nothing to build


@pytest.mark.rule("empyreal-15.8")
def test_the_hex_behind_must_be_legal_in_all_else() -> None:
    t = building("D1 E3", "E2", mana=((9, 0),))
    assert t.refused("build on E3") == "empyreal-14.4"
    assert t.refused("build on E4") == "empyreal-14.1"


@pytest.mark.rule("empyreal-15.9")
def test_specialists_build_with_transfers_too() -> None:
    t = table("D1", "E2", staff=("trias",), mana=((2, 3),)).do("use Trias", "build on your home")
    assert t.prices()["E3"] == 2
    assert t.do("build on E3").mana() == (0, 5)


@pytest.mark.rule("empyreal-15.10", "empyreal-15.11")
def test_plain_terrain_cannot_be_passed() -> None:
    t = building("D1", FAR, mana=((10, 0),), wastes="")
    assert t.prices() == {"C1": 0, "E3": 4}  # over D2 only; E2 is empty
    assert building("D1 E2", "E2", mana=((10, 0),)).prices()["E3"] == 0


@pytest.mark.rule("empyreal-15.12")
def test_transfers_serve_building_alone() -> None:
    t = table("D1", "E2", staff=("runika irion",), mana=((10, 0),)).do("use Irion", "move the train at D1")
    assert t.offers("move it to") == ["C1", "C2", "D2", "E1", "E2"]
    t = table("D1", "E2", staff=("runika aerlion",), mana=((10, 0),)).do("use Aerlion")
    assert t.offers("lay waste to") == ["C1", "C2", "D1", "E1", "E2"]


@pytest.mark.rule("empyreal-15.16")
def test_a_free_transfer_of_a_spellcar_is_for_that_build_only() -> None:
    ids = {"A2": "free_rival_lake"}
    t = table("D1", "E2 F1", yards=(ids,), mana=((9, 0),), market=MARKET).do("move to A", "activate A2", "activate A1")
    assert t.prices()["E3"] == 0
    assert t.do("build nothing").prices()["E3"] == 2


@pytest.mark.rule("empyreal-15.18", "empyreal-31.14")
def test_whether_the_free_transfer_is_used_up_is_asked_where_it_matters() -> None:
    t = table("D1", "E2", staff=("runika wendy",), mana=((5, 0),)).do("use Wendy", "move to A", "activate A1")
    assert t.can == ["build nothing", "build on C1", "build on E3", "build on E3 with the free transfer"]
    paid = t.state.clone()
    paid.apply(BUILD + 2 * t.hex("E3"))
    assert (paid.ready[0], paid.view(0)["free_transfers"]) == (3, 0)  # the turn is over
    assert t.do("build on E3 with the free transfer").mana() == (5, 0)
    t = table("D1", "E2", staff=("runika wendy",), mana=((0, 5),)).do("use Wendy", "move to A", "activate A1")
    assert t.can == ["build nothing", "build on C1", "build on E3 with the free transfer"]


@pytest.mark.rule("empyreal-15.18")
def test_the_free_transfer_is_kept_for_later_in_the_turn() -> None:
    t = table("D1", "E2", staff=("runika wendy",), mana=((9, 0),), yards=({"A2": "metro"},), market=MARKET)
    t.do("use Wendy", "move to A", "activate A1", "activate A2", "build on E3")
    assert (t.mana(), t.state.view(0)["free_transfers"]) == ((6, 3), 1)
    t = table("D1", "E2", staff=("runika wendy",), mana=((9, 0),), yards=({"A2": "metro"},), market=MARKET)
    t.do("use Wendy", "move to A", "activate A1", "activate A2", "build on E3 with the free transfer")
    assert (t.mana(), t.state.view(0)["free_transfers"]) == ((8, 1), 0)


# a company whose trains are all gone begins again


@pytest.mark.rule("empyreal-14.19")
def test_without_a_train_on_the_map_a_build_goes_to_any_free_hex_of_the_home_terrain() -> None:
    t = table("", "A4 C1").do("move to A", "activate printed A")
    assert t.offers("build on") == ["A7", "B5", "E3", "F4", "G6", "H3", "J3", "J5", "K7", "L4"]  # lakes, less A4 and C1
    assert t.do("build on E3").trains("E3") == [0]


@pytest.mark.rule("empyreal-14.19")
def test_an_effect_that_does_not_name_the_home_terrain_builds_nowhere() -> None:
    assert table("", "A4 C1").do("move to B", "activate printed B").seat == 1
