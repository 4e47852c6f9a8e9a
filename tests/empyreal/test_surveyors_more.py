"""Mindra, Ran, Telemyr, Wardlaw and Welsie: section 24 of the ledger."""

from __future__ import annotations

import pytest

from tests.empyreal.table import table


@pytest.mark.rule("empyreal-24.19", card="mindra_dirac")
def test_mindra_builds_around_a_hex() -> None:
    t = table("C2 E3", "C1", staff=("mindra",)).do("use Mindra")
    assert t.can == ["choose C2", "choose E3"]
    t.do("choose C2")
    assert t.can == ["build nothing", *[f"build on {h}" for h in ("B1", "C1", "C3", "D1")]]
    t.do("build on C1", "build on C3", "build on B1", "build on D1")
    assert "administrate" in t.can
    assert t.trains("C1") == [0, 1]
    assert t.mana() == (5, 0)


@pytest.mark.rule("empyreal-24.19")
def test_mindra_may_leave_builds_undone_and_needs_a_hex_with_one() -> None:
    t = table("C2", "L7", staff=("mindra",)).do("use Mindra", "choose C2", "build on C1", "build nothing")
    assert t.state.supply[0] == 33
    t = table("C1 B1 C2 D1", "L7", staff=("mindra",)).do("use Mindra")
    assert "choose C1" not in t.can
    lone = table("C1", "L7", staff=("mindra",), wastes="B1 C2 D1")
    assert "use Mindra Dirac" not in lone.can
    assert "use Mindra Dirac" not in table("C1", "L7", staff=("mindra",), trains=(0,)).can


@pytest.mark.rule("empyreal-24.20")
def test_mindra_short_of_trains_chooses_where_they_go() -> None:
    t = table("C2", "L7", staff=("mindra",), trains=(2,)).do("use Mindra", "choose C2", "build on D1", "build on B1")
    assert "administrate" in t.can
    assert t.trains("C1") == []
    assert t.state.ending


@pytest.mark.rule("empyreal-24.21", card="ran_ugobia")
def test_ran_refreshes_and_lets_both_work_without_exhausting() -> None:
    t = table("C1", "L7", staff=("luc ran",), flipped=(3,), mana=((0, 9),)).do("use Ran")
    assert t.can == ["use Runika Zenanen", "that is all"]  # Luc cannot be paid yet
    t.do("use Runika")
    assert t.mana() == (5, 4)
    assert t.can == ["use Luc von Gott", "that is all"]  # Runika only once
    t.do("use Luc")
    assert t.mana() == (5, 5)
    assert t.face_down() == ["ran_ugobia"]
    t.do("use Runika")
    assert t.mana() == (10, 0)
    assert t.face_down() == ["runika_zenanen", "ran_ugobia"]


@pytest.mark.rule("empyreal-24.21")
def test_ran_only_refreshes_if_nothing_else_is_wanted_and_is_not_used_for_nothing() -> None:
    t = table("C1", "L7", staff=("orman ran",), flipped=(3,), mana=((0, 5),)).do("use Ran", "that is all")
    assert t.face_down() == ["ran_ugobia"]
    assert t.mana() == (0, 5)
    assert table("C1", "L7", staff=("orman ran",)).refused("use Ran") == "empyreal-5.13"
    t = table("C1", "L7", staff=("orman ran",), flipped=(2,)).do("use Ran")
    assert "administrate" in t.can
    assert t.face_down() == ["ran_ugobia"]


@pytest.mark.rule("empyreal-24.21")
def test_ran_adds_a_use_to_what_lasts_for_the_turn() -> None:
    t = table("C1", "L7", staff=("eloi ran",), mana=((0, 5),)).do("use Eloi", "use Ran", "use Eloi", "that is all")
    t.do("use Eloi", "move to A")
    assert t.mana() == (3, 2)


@pytest.mark.rule("empyreal-24.22", "empyreal-24.23", card="telemyr")
def test_telemyr_swaps_specialists_of_one_kind_for_good() -> None:
    staff = ("orman telemyr simon", "wendy antine", "")
    t = table("C1", "L7", "A7", seats=3, staff=staff, flipped=(2, 3)).do("use Telemyr")
    assert t.can == [
        "swap your captain with the captain of Kerigan Transcontinental",
        "swap your engineer with the engineer of Kerigan Transcontinental",
        "swap your station master with the station master of Kerigan Transcontinental",
        "swap your captain with the captain of Caterpillar Conveyance Consortium",
    ]
    t.do("swap your engineer")
    assert (t.staff(1), t.staff(1, 1)) == ("wendy_thristle", "orman_kaspar")
    assert t.face_down() == ["telemyr"]  # taken exhausted, it is refreshed
    assert t.face_down(1) == ["rayleigh_kerigan", "orman_kaspar"]  # given exhausted, it stays so
    t.do("use Wendy")


@pytest.mark.rule("empyreal-24.23")
def test_what_telemyr_gives_face_up_stays_face_up() -> None:
    t = table("C1", "L7", staff=("orman telemyr", "wendy"), flipped=(1, 3)).do("use Telemyr", "swap your engineer")
    assert t.face_down() == ["runika_zenanen", "telemyr"]
    assert t.face_down(1) == ["rayleigh_kerigan"]


@pytest.mark.rule("empyreal-24.22", "empyreal-24.24")
def test_telemyr_swaps_captains_and_leaves_home_and_cars() -> None:
    t = table("B1", "L7", staff=("trias telemyr", "bartok"), mana=((0, 0),)).do("use Telemyr", "swap your captain")
    assert (t.staff(0), t.staff(0, 1)) == ("bartok_kulle", "trias_blackwind")
    assert (t.yard("D1"), t.yard("D1", 1)) == ("kings_line_car", "kerigan_car")
    t.do("use Bartok", "place a wasteland", "lay waste to A1").wait()
    t.do("use Trias", "build on your home terrain")
    assert t.offers("build on")[0] == "L6"


@pytest.mark.rule("empyreal-24.22")
def test_telemyr_needs_one_of_a_kind_on_both_sides() -> None:
    t = table("C1", "L7", staff=("orman telemyr", "simon")).do("use Telemyr")
    assert t.can == ["swap your captain with the captain of Kerigan Transcontinental"]


@pytest.mark.rule("empyreal-24.22")
def test_telemyr_takes_clive_who_works_at_once_and_leaves_used_masters_used() -> None:
    t = table("C1 C2", "L7", staff=("telemyr dareios", "clive"), mana=((0, 5),)).do("use Telemyr")
    t.do("swap your station master")
    assert t.mana() == (1, 4)
    staff = ("telemyr dareios", "feylana")
    t = table("C1 C2 D1", "L7", staff=(f"orman {staff[0]}", staff[1]), flipped=(2,), mana=((1, 2),))
    t.do("use Dareios", "take the good at C1", "take the good at C2", "use Telemyr", "swap your station master")
    t.do("use Feylana", "take the good at D1")
    assert t.face_down() == ["telemyr"]


@pytest.mark.rule("empyreal-24.22")
def test_clive_given_away_has_worked_and_works_for_the_other_in_its_turn() -> None:
    t = table("C1", "L7", staff=("telemyr clive", "simon"), mana=((0, 5), (0, 5)))
    assert t.mana() == (1, 4)
    t.do("use Telemyr", "swap your station master")
    assert t.mana() == (1, 4)
    assert t.mana(1) == (0, 5)
    t.wait()
    assert t.mana(1) == (1, 4)


@pytest.mark.rule("empyreal-24.25")
def test_telemyr_chooses_among_two_station_masters() -> None:
    t = table("C1", "L7", staff=("telemyr simon clive", "antine voco")).do("use Telemyr")
    assert [w for w in t.can if "station" in w] == [
        "swap your station master with the station master of Kerigan Transcontinental",
        "swap your station master with the second station master of Kerigan Transcontinental",
        "swap your second station master with the station master of Kerigan Transcontinental",
        "swap your second station master with the second station master of Kerigan Transcontinental",
    ]
    t.do("swap your second station master with the station master of Kerigan Transcontinental")
    assert [t.staff(3), t.staff(4)] == ["simon_la_faucheuse", "antine_frass"]
    assert [t.staff(3, 1), t.staff(4, 1)] == ["clive_melmont", "voco_astrum"]


@pytest.mark.rule("empyreal-24.22")
def test_telemyr_reaches_teammates() -> None:
    t = table("C1", "A7", "A9", "A8", seats=4, staff=("orman telemyr", "", "wendy"), teams="2v2").do("use Telemyr")
    assert "swap your engineer with the engineer of Caterpillar Conveyance Consortium" in t.can


@pytest.mark.rule("empyreal-24.26", card="wardlaw_obrien")
def test_wardlaw_swaps_tiles_of_different_cities_up_to_twice() -> None:
    t = table("C1", "L7", staff=("wardlaw",)).do("use Wardlaw", "swap the blue Double of the lake city")
    assert not [w for w in t.can if "lake city" in w]
    assert t.refused("swap the blue Triple of the lake city") == "empyreal-24.26"
    t.do("swap the green Quadruple of the forest city")
    assert t.demand("lake") == "green Quadruple, blue Triple, blue Quadruple"
    assert t.demand("forest") == "green Double, green Triple, blue Double"
    t.do("swap the red Double of the lava city", "swap the blue Double of the forest city")
    assert t.demand("lava") == "blue Double, red Triple, red Quadruple"
    assert "administrate" in t.can
    t = table("C1", "L7", staff=("wardlaw",)).do("use Wardlaw", "that is all")
    assert "administrate" in t.can


@pytest.mark.rule("empyreal-24.26")
def test_wardlaw_needs_tiles_in_two_cities() -> None:
    t = table("C1", "L7", staff=("wardlaw",))
    t.state.demands = [t.state.demands[0], b"", b"", b"", b"", b""]
    assert t.refused("use Wardlaw") == "empyreal-24.26"


def swap(size: str) -> tuple[str, ...]:
    """A green tile comes to the lake city for the blue Double."""
    return ("use Wardlaw", "swap the blue Double of the lake city", f"swap the green {size} of the forest city", "stop")


@pytest.mark.rule("empyreal-24.27", "empyreal-24.28")
def test_a_swapped_tile_takes_goods_of_its_own_colour_only_if_they_earn_it() -> None:
    # the network touches the lake city and has three green goods and one blue one
    green = {"G6": "HH", "F5": "HE"}
    t = table("G6 F5", "L7", staff=("wardlaw",), goods=green, conductor="E")
    t.do(*swap("Triple"))
    t.do("move to End")
    assert t.offers("deliver") == ["Heartwood to the lake city", "Ehrlite to the lake city", "nothing"]
    t.do("deliver Heartwood", "take the good at G6", "take the good at G6")
    assert t.refused("that is all") == "empyreal-24.28"
    t.do("take the good at F5")
    assert t.can == ["take the green Triple"]
    t.do("take the green Triple")
    assert t.folio() == "HHH"
    assert t.demand("lake") == "blue Triple, blue Quadruple"
    two = {"G6": "HH", "F5": "E"}
    t = table("G6 F5", "L7", staff=("wardlaw",), goods=two, conductor="E")
    t.do(*swap("Triple"))
    t.do("move to End")
    assert t.refused("deliver Heartwood to the lake city") == "empyreal-24.28"


@pytest.mark.rule("empyreal-24.28")
def test_the_citys_own_colour_earns_only_its_own_tiles() -> None:
    t = table("G6 F5", "L7", staff=("wardlaw",), goods={"G6": "EE", "F5": ""}, conductor="E")
    t.do(*swap("Double"))
    t.do("move to End", "deliver Ehrlite", "collect all")
    assert t.offers("upgrade")  # no tile is asked: the green Double is not for blue goods
    assert t.tiles() == ""


@pytest.mark.rule("empyreal-24.28")
def test_with_hai_a_swapped_tile_asks_for_one_good_less() -> None:
    t = table("G6 F5", "L7", staff=("wardlaw hai",), goods={"G6": "HH", "F5": ""}, conductor="E")
    t.do(*swap("Triple"))
    t.do("move to End", "deliver Heartwood", "collect all", "take the green Triple")
    assert t.tiles() == "green Triple"


@pytest.mark.rule("empyreal-24.29")
def test_a_swapped_tile_can_be_claimed_with_lyal_and_in_the_final_delivery_but_not_with_one_good() -> None:
    t = table("G6 F5", "F7", staff=("wardlaw daedalus", "lyal"), goods={"G6": "HH", "F5": "", "F7": "HHV"})
    t.do(*swap("Double"))
    assert "use Daedalus Khimsey" not in t.can
    t.wait().do("use Lyal", "deliver Heartwood to the lake city", "collect all", "take the green Double")
    assert t.tiles(1) == "green Double"
    t = table("G6 F5", "C1", staff=("bartok wardlaw",), goods={"G6": "HH", "F5": ""}, trains=(1,))
    t.do(*swap("Double"))
    t.do("use Bartok", "build on wasteland", "build on H6").wait().wait()
    assert t.state.final
    assert t.offers("deliver") == ["Heartwood to the lake city", "nothing"]
    t.do("deliver Heartwood", "collect all", "take the green Double")
    assert t.state.over
    assert t.tiles() == "green Double"


@pytest.mark.rule("empyreal-24.30")
def test_a_tile_swapped_back_is_an_ordinary_one() -> None:
    t = table("G6 F5", "L7", staff=("wardlaw",), goods={"G6": "HH", "F5": "EE"}, conductor="E").do("use Wardlaw")
    t.do("swap the blue Double of the lake city", "swap the green Double of the forest city")
    t.do("swap the green Double of the lake city", "swap the blue Double of the forest city", "move to End")
    assert t.offers("deliver") == ["Ehrlite to the lake city", "nothing"]
    t.do("deliver Ehrlite", "collect all")
    assert t.offers("take the") == ["blue Double"]


@pytest.mark.rule("empyreal-24.31", card="welsie_acktern")
def test_welsie_builds_anywhere_then_at_home_beside_it() -> None:
    t = table("C1", "L7", staff=("welsie",), mana=((0, 0),)).do("use Welsie")
    found = t.offers("build on")
    assert len(found) == 71
    assert {"L6", "A7"} <= set(found)
    assert not {"B4", "B2", "C1"} & set(found)
    t.do("build on H4")
    assert t.offers("build on") == ["H3"]
    t.do("build on H3")
    assert "administrate" in t.can
    assert t.state.supply[0] == 32


@pytest.mark.rule("empyreal-24.31")
def test_welsie_builds_no_second_without_the_first() -> None:
    t = table("C1", "L7", staff=("welsie",)).do("use Welsie", "build nothing")
    assert "administrate" in t.can
    t = table("C1", "L7", staff=("welsie",)).do("use Welsie", "build on K1")
    assert "administrate" in t.can  # no lake beside it
    t = table("C1", "L7", staff=("welsie",), wastes="H3").do("use Welsie", "build on H4")
    assert "administrate" in t.can
    t = table("C1", "L7", staff=("welsie",)).do("use Welsie", "build on H4", "build nothing")
    assert t.state.supply[0] == 33
    assert table("C1", "L7", staff=("welsie",), trains=(0,)).refused("use Welsie") == "empyreal-14.2"
