"""The surveyors: section 24 of the ledger. Doc Silnan is in test_copying."""

from __future__ import annotations

from typing import Any

import pytest

from tests.empyreal.table import Table, filled, kit, table

MASTERS = [id.split("_")[0] for id, kind in zip(kit().ids, kit().kinds, strict=True) if kind == "master"]


def box_of(*names: str, but: str = "") -> tuple[str, ...]:
    """Stacks that leave only these station masters in the box."""
    return ("orman", "john", " ".join(m for m in MASTERS if m not in (*names, *but.split())))


@pytest.mark.rule("empyreal-24.1", card="aella_ivaline_oranhei")
def test_aella_draws_three_of_the_box_and_keeps_one() -> None:
    t = table("C1", "L7", staff=("aella",))
    before, stack = set(t.state.unused[2]), t.state.stacks[2]
    t.do("use Aella")
    assert len(t.can) == 3
    drawn = set(t.state.drawn)
    assert drawn < before
    name = t.can[1]
    assert t.do(name).staff(4) in kit().ids
    assert len(set(t.state.unused[2])) == len(before) - 1
    assert len(drawn & set(t.state.unused[2])) == 2
    assert (t.state.stacks[2], t.face_down()) == (stack, ["aella_ivaline_oranhei"])
    assert t.refused("use Aella") == "empyreal-5.5"


@pytest.mark.rule("empyreal-24.1")
def test_aella_needs_a_station_master_in_the_box() -> None:
    assert table("C1", "L7", staff=("aella",), stacks=box_of()).refused("use Aella") == "empyreal-18.2"
    assert table("C1", "L7", staff=("aella",), stacks=box_of("clive")).do("use Aella").can == ["take Clive Melmont"]


@pytest.mark.rule("empyreal-24.2")
def test_aellas_station_master_is_a_second_one_and_the_surveyor_stays() -> None:
    stacks = box_of("clive", "dareios", "lucca", but="simon")
    t = table("C1", "L7", staff=("aella simon",), stacks=stacks, mana=((0, 5),)).do("use Aella", "take Clive")
    assert (t.staff(2), t.staff(3), t.staff(4)) == ("aella_ivaline_oranhei", "simon_la_faucheuse", "clive_melmont")
    assert (t.mana(), t.offers("move to")) == ((0, 5), ["A", "B"])  # what Clive will bring pays a step


@pytest.mark.rule("empyreal-24.2")
def test_aella_leaves_the_slot_of_station_masters_open() -> None:
    stacks = box_of("dareios", "clive", "lucca")
    t = table("C1 C2", "L7", staff=("iria aella",), stacks=stacks).do("use Aella", "take Dareios")
    assert t.do("use Iria", "gain a specialist").can == ["look at the engineers", "look at the station masters"]
    t.do("look at the station masters", "take Feylana", "use Dareios", "take the good at C1", "take the good at C2")
    assert t.mana() == (5, 1)
    assert t.refused("use Dareios") == "empyreal-5.5"


@pytest.mark.rule("empyreal-24.3", card="almir_nol_kanda")
def test_almir_restocks_up_to_three_hexes() -> None:
    bare = {"C1": "", "C2": "", "B1": "", "D1": ""}
    t = table("C1 C2 B1 D1 D2", "L7", staff=("almir",), goods=bare).do("use Almir")
    assert t.offers("choose") == ["B1", "C1", "C2", "D1"]
    t.do("choose C1", "choose C2", "choose B1")
    assert (t.goods("C1"), t.goods("C2"), t.goods("B1"), t.goods("D1")) == ("E", "C", "H", "")
    assert t.acting
    t = table("C1 C2", "L7", staff=("almir",), goods=bare).do("use Almir", "choose C1", "that is all")
    assert t.goods("C2") == ""
    assert table("C1 D2", "L7", staff=("almir",)).refused("use Almir") == "empyreal-17.2"
    assert table("C1", "L7", staff=("almir",), goods=bare, stock={"E": 0}).refused("use Almir") == "empyreal-17.2"


@pytest.mark.rule("empyreal-24.4", card="anya_southwind")
def test_anya_moves_trains_up_to_four_times() -> None:
    t = table("C1 C4", "L7", staff=("anya",), mana=((0, 0),)).do("use Anya")
    t.do("move the train at C1", "move it to C2", "move the train at C2", "move it to D2")
    assert t.do("move the train at C4", "move it to C5", "move the train at D2", "move it to E3").acting
    assert (t.trains("E3"), t.trains("C5")) == ([0], [0])
    t = table("C1", "L7", staff=("anya",)).do("use Anya", "move the train at C1", "move it to C2", "that is all")
    assert t.acting
    assert table("A1", *("A2 B1",) * 3, seats=4, staff=("anya",)).refused("use Anya") == "empyreal-17.11"


@pytest.mark.rule("empyreal-24.5", card="ariel_malephaise")
def test_ariel_sends_all_trains_around_home() -> None:
    t = table("C1 C2 E3", "B1 B1 C3 D3", "C1 A1", seats=3, staff=("ariel",)).do("use Ariel")
    assert t.can == ["choose C1", "choose C2", "choose E3"]
    assert t.refused("choose B1") == "empyreal-13.1"
    t.do("choose C2")
    assert [t.trains(h) for h in ("C1", "C2", "B1", "C3")] == [[]] * 4
    assert (t.trains("D3"), t.trains("E3"), t.trains("A1")) == ([1], [0], [2])
    assert list(t.state.supply) == [34, 34, 34]
    assert t.goods("C2") == "C"


@pytest.mark.rule("empyreal-24.5")
def test_ariel_does_not_undo_the_end() -> None:
    t = table("C2", "L7", staff=("bartok ariel",), trains=(1,)).do("use Bartok", "build on wasteland", "build on D2")
    assert t.state.ending
    assert t.do("use Ariel", "choose C2").state.supply[0] == 2
    t.wait().wait()
    assert t.state.over or t.state.final


@pytest.mark.rule("empyreal-24.6", card="cin_atalar")
def test_cin_gathers_all_goods_from_around() -> None:
    t = table("C1 C2 A7", "B1 D1", staff=("cin",), goods={"B1": "HHV"}).do("use Cin")
    assert t.can == ["choose A7", "choose C1", "choose C2"]
    t.do("choose C1")
    assert (t.goods("C1"), t.goods("B1") + t.goods("C2") + t.goods("D1")) == ("HHHECV", "")
    bare = {"B1": "", "C2": "", "D1": ""}
    assert table("C1", "L7", staff=("cin",), goods=bare).refused("use Cin") == "empyreal-17.9"


@pytest.mark.rule("empyreal-24.9", card="eirene_lemina_kobor")
def test_eirene_gives_another_turn_at_once() -> None:
    t = table("C1 C2 D1 B1", "L7", staff=("rayleigh eirene dareios",), mana=((0, 5),))
    t.do("use Eirene", "use Rayleigh", "use Dareios", "take the good at C1", "take the good at C2", "move to C")
    assert t.do("that is all").seat == 0
    assert t.acting
    assert t.state.round == 1
    assert t.offers("move to") == ["D", "E"]  # Rayleigh's steps are over: one mana, of Dareios
    t.do("use Dareios")  # once in each turn
    assert t.do("take the good at B1", "take the good at D1").wait().seat == 1


@pytest.mark.rule("empyreal-24.9")
def test_an_extra_turn_of_the_last_seat_is_played_before_the_final_deliveries() -> None:
    t = table("C2", "L7", staff=("bartok", "eirene"), trains=(1,)).do("use Bartok", "build on wasteland", "build on D2")
    assert t.wait().seat == 1
    assert t.do("use Eirene").wait().seat == 1
    assert not t.state.final
    assert t.acting
    assert t.wait().state.final


@pytest.mark.rule("empyreal-24.9")
def test_an_extra_turn_does_not_count_among_the_turns() -> None:
    t = table("C2", "L7", staff=("bartok eirene",), trains=(1,)).do("use Eirene", "use Bartok", "build on wasteland")
    assert t.do("build on D2").wait().seat == 0
    assert t.wait().seat == 1
    assert not t.state.final
    assert t.wait().state.final


@pytest.mark.rule("empyreal-24.10", card="hikaru_sorayama")
@pytest.mark.parametrize(
    ("before", "after"), [((2, 5), (9, 0)), ((8, 1), (10, 0)), ((5, 5), (10, 0)), ((5, 0), (7, 0)), ((9, 0), (10, 0))]
)
def test_hikaru_reclaims_all_and_gains_two(before: tuple[int, int], after: tuple[int, int]) -> None:
    assert table("C1", "L7", staff=("hikaru",), mana=(before,)).do("use Hikaru").mana() == after
    assert table("C1", "L7", staff=("hikaru",), mana=((10, 0),)).refused("use Hikaru") == "empyreal-8.6"


@pytest.mark.rule("empyreal-24.11", card="hydeart_burnstein")
def test_hydeart_builds_on_up_to_four_hexes_of_one_terrain() -> None:
    t = table("C1", "L7", staff=("hydeart",), mana=((0, 0),)).do("use Hydeart")
    assert t.offers("build on") == ["B1", "C2", "D1"]
    assert t.do("build on D1").offers("build on") == ["B1", "E2"]
    assert t.refused("build on C2") == "empyreal-14.1"
    assert t.do("build on E2", "build on B1").acting
    assert t.state.supply[0] == 31


@pytest.mark.rule("empyreal-24.11")
def test_hydeart_stops_after_four_and_never_builds_on_wasteland() -> None:
    t = table("C4 F1 A6", "L7", staff=("hydeart",), mana=((0, 0),), wastes="A5").do("use Hydeart")
    assert "A5" not in t.offers("build on")
    assert t.do("build on B3", "build on D3", "build on B6").offers("build on") == []
    t = table("C4 A6 E6 G7", "L7", staff=("hydeart",), mana=((0, 0),)).do("use Hydeart")
    assert t.do("build on B3", "build on D3", "build on B6", "build on A5").acting
    assert table("C1", "L7", staff=("hydeart",)).do("use Hydeart", "build on C2", "build nothing").acting
    assert table("C1", "L7", staff=("hydeart",), trains=(0,)).refused("use Hydeart") == "empyreal-14.2"


@pytest.mark.rule("empyreal-24.12", card="john_strong_stevenson")
def test_john_builds_three_times_on_any_terrain() -> None:
    t = table("C1", "C2", staff=("john",), wastes="B1", mana=((4, 0),)).do("use John")
    assert t.offers("build on") == ["A1", "A2", "C2", "C3", "D1"]  # B1 is passed for 4, C2 for 2
    assert t.do("build on C3").mana() == (2, 2)
    assert t.do("build on D1", "build on D3").acting
    assert t.state.supply[0] == 31
    assert table("C1", "L7", staff=("john",)).do("use John", "build on C2", "build nothing").acting
    assert table("C1", "L7", staff=("john",), trains=(0,)).refused("use John") == "empyreal-14.2"


@pytest.mark.rule("empyreal-24.13", card="lyal_kerigan")
def test_lyal_delivers_up_to_four_for_a_tile_and_no_upgrade() -> None:
    t = table("G6 F4", "L7", staff=("lyal",), goods={"G6": "EEEE", "F4": "EE"}).do("use Lyal", "deliver Ehrlite")
    assert "collect all" not in t.can
    assert t.do(*["take the good at G6"] * 4).offers("take the") == ["blue Double", "blue Triple", "blue Quadruple"]
    t.do("take the blue Quadruple")
    assert (t.folio(), t.tiles()) == ("EEEE", "blue Quadruple")
    assert t.acting


@pytest.mark.rule("empyreal-24.13")
def test_lyal_may_take_fewer_and_needs_a_city() -> None:
    t = table("G6 F4", "L7", staff=("lyal hai",)).do("use Lyal", "deliver Ehrlite", "collect all")
    assert t.offers("take the") == ["blue Double"]  # Hai does not count here
    assert t.do("take no tile").tiles() == ""
    t = table("G6 F4", "L7", staff=("lyal leto",)).do("use Lyal", "deliver Ehrlite", "take the good at F4")
    t.do("that is all")
    assert (t.folio(), t.mana()) == ("E", (5, 0))
    assert table("C4", "L7", staff=("lyal",)).refused("use Lyal") == "empyreal-12.1"


def milton(market: str, folk: str = "", **more: Any) -> Table:
    return table("C1", "L7", staff=(f"{folk} milton",), market=market, **more)


@pytest.mark.rule("empyreal-24.14", "empyreal-24.16", "empyreal-24.17", card="milton_barts")
def test_milton_gains_two_and_activates_both_for_their_costs() -> None:
    t = milton("reforester mana_surger metro icecar", mana=((4, 0),))
    t.do("use Milton", "gain Reforester", "put it on A2", "gain Mana Surger", "put it on E2")
    assert t.offers("activate") == ["Reforester on A2", "Mana Surger on E2"]
    t.do("activate E2", "activate A2")
    assert t.mana() == (1, 4)  # both are paid, and the first one works
    assert t.do("build on B1", "build nothing").acting
    assert t.goods("B1") == "HH"
    assert t.do("move to A").offers("activate") == ["printed A on A1"]


@pytest.mark.rule("empyreal-24.17")
def test_miltons_cars_can_be_activated_again() -> None:
    t = milton("metro mana_surger icecar deep_one").do("use Milton", "gain Metro", "put it on A2", "gain Icecar")
    t.do("put it on B2", "activate A2", "that is all", "build on B1", "move to A", "activate A2", "that is all")
    assert t.offers("build on")[0] == "A2"


@pytest.mark.rule("empyreal-24.15")
def test_milton_with_one_space_gains_one() -> None:
    full = {**filled("C3", extra="A1 B1 C1 D1 E1"), "A2": "transmuter"}
    t = milton("metro mana_surger icecar deep_one", yards=(full,)).do("use Milton", "gain Icecar", "put it on C3")
    assert t.offers("activate") == ["Icecar on C3"]
    assert t.do("activate C3", "take the good at C1").mana() == (6, 0)
    assert t.acting


@pytest.mark.rule("empyreal-24.15", "empyreal-24.16")
def test_milton_activates_what_can_be_paid_at_the_start_or_nothing() -> None:
    t = milton("science_car mana_surger icecar deep_one", mana=((2, 0),)).do("use Milton", "gain Mana", "put it on A2")
    t.do("gain Science", "put it on B2", "activate A2")
    assert t.mana() == (2, 1)  # the new crystal is there, but it cannot pay for Science Car
    assert t.acting
    t = milton("science_car mana_surger icecar deep_one").do("use Milton", "gain Mana", "put it on A2")
    assert t.do("gain Science", "put it on B2", "that is all").mana() == (5, 0)


@pytest.mark.rule("empyreal-24.18")
def test_nobody_waives_miltons_costs() -> None:
    t = milton("reforester mana_surger icecar deep_one", mana=((1, 0),), folk="seth sarafina")
    t.do("use Sarafina", "use Seth", "use Milton", "gain Reforester", "put it on A2")
    assert t.do("gain Mana Surger", "put it on B2").offers("activate") == ["Mana Surger on B2"]
    assert t.do("activate B2").mana() == (1, 1)


@pytest.mark.rule("empyreal-24.14")
def test_milton_meets_a_new_market_between_and_needs_room() -> None:
    t = milton("metro mana_surger icecar", pile="deep_one transmuter reforester mirror_box science_car worldspanner")
    t.do("use Milton", "gain Metro", "put it on A2")
    assert len(t.offers("gain")) == 6
    full = {**filled(extra="A1 B1 C1 D1 E1"), "A2": "transmuter"}
    assert milton("metro mana_surger icecar", yards=(full,)).refused("use Milton") == "empyreal-7.15"


@pytest.mark.rule("empyreal-24.19", card="mindra_dirac")
def test_mindra_builds_around_a_hex() -> None:
    t = table("C2 E3", "C1", staff=("mindra",)).do("use Mindra")
    assert t.can == ["choose C2", "choose E3"]
    assert t.do("choose C2").can == ["build nothing", *[f"build on {h}" for h in ("B1", "C1", "C3", "D1")]]
    assert t.do("build on C1", "build on C3", "build on B1", "build on D1").acting
    assert (t.trains("C1"), t.mana()) == ([0, 1], (5, 0))


@pytest.mark.rule("empyreal-24.19")
def test_mindra_may_leave_builds_undone_and_needs_a_hex_with_one() -> None:
    t = table("C2", "L7", staff=("mindra",)).do("use Mindra", "choose C2", "build on C1", "build nothing")
    assert t.state.supply[0] == 33
    assert "choose C1" not in table("C1 B1 C2 D1", "L7", staff=("mindra",)).do("use Mindra").can
    lone = table("C1", "L7", staff=("mindra",), wastes="B1 C2 D1")
    assert "use Mindra Dirac" not in lone.can
    assert "use Mindra Dirac" not in table("C1", "L7", staff=("mindra",), trains=(0,)).can


@pytest.mark.rule("empyreal-24.20")
def test_mindra_short_of_trains_chooses_where_they_go() -> None:
    t = table("C2", "L7", staff=("mindra",), trains=(2,)).do("use Mindra", "choose C2", "build on D1", "build on B1")
    assert t.acting
    assert t.trains("C1") == []
    assert t.state.ending


@pytest.mark.rule("empyreal-24.21", card="ran_ugobia")
def test_ran_refreshes_and_lets_both_work_without_exhausting() -> None:
    t = table("C1", "L7", staff=("luc ran",), flipped=(3,), mana=((0, 9),)).do("use Ran")
    assert t.can == ["use Runika Zenanen", "that is all"]  # Luc cannot be paid yet
    assert t.do("use Runika").mana() == (5, 4)
    assert t.can == ["use Luc von Gott", "that is all"]  # Runika only once
    t.do("use Luc")
    assert (t.mana(), t.face_down()) == ((5, 5), ["ran_ugobia"])
    assert t.do("use Runika").mana() == (10, 0)
    assert t.face_down() == ["runika_zenanen", "ran_ugobia"]


@pytest.mark.rule("empyreal-24.21")
def test_ran_only_refreshes_if_nothing_else_is_wanted_and_is_not_used_for_nothing() -> None:
    t = table("C1", "L7", staff=("orman ran",), flipped=(3,), mana=((0, 5),)).do("use Ran", "that is all")
    assert (t.face_down(), t.mana()) == (["ran_ugobia"], (0, 5))
    assert table("C1", "L7", staff=("orman ran",)).refused("use Ran") == "empyreal-5.13"
    t = table("C1", "L7", staff=("orman ran",), flipped=(2,)).do("use Ran")
    assert t.acting
    assert t.face_down() == ["ran_ugobia"]


@pytest.mark.rule("empyreal-24.21")
def test_ran_adds_a_use_to_what_lasts_for_the_turn() -> None:
    t = table("C1", "L7", staff=("eloi ran",), mana=((0, 5),)).do("use Eloi", "use Ran", "use Eloi", "that is all")
    assert t.do("use Eloi", "move to A").mana() == (3, 2)


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
    assert (t.face_down(), t.face_down(1)) == (["runika_zenanen", "telemyr"], ["rayleigh_kerigan"])


@pytest.mark.rule("empyreal-24.22", "empyreal-24.24")
def test_telemyr_swaps_captains_and_leaves_home_and_cars() -> None:
    t = table("B1", "L7", staff=("trias telemyr", "bartok"), mana=((0, 0),)).do("use Telemyr", "swap your captain")
    assert (t.staff(0), t.staff(0, 1)) == ("bartok_kulle", "trias_blackwind")
    assert (t.yard("D1"), t.yard("D1", 1)) == ("kings_line_car", "kerigan_car")
    t.do("use Bartok", "place a wasteland", "lay waste to A1").wait().do("use Trias", "build on your home terrain")
    assert t.offers("build on")[0] == "L6"


@pytest.mark.rule("empyreal-24.22")
def test_telemyr_needs_one_of_a_kind_on_both_sides() -> None:
    t = table("C1", "L7", staff=("orman telemyr", "simon")).do("use Telemyr")
    assert t.can == ["swap your captain with the captain of Kerigan Transcontinental"]


@pytest.mark.rule("empyreal-24.22")
def test_telemyr_takes_clive_who_works_this_turn_and_leaves_used_masters_used() -> None:
    t = table("C1 C2", "L7", staff=("telemyr dareios", "clive"), mana=((0, 5),)).do("use Telemyr")
    assert t.do("swap your station master", "use Clive").mana() == (1, 4)
    staff = ("telemyr dareios", "feylana")
    t = table("C1 C2 D1", "L7", staff=(f"orman {staff[0]}", staff[1]), flipped=(2,), mana=((1, 2),))
    t.do("use Dareios", "take the good at C1", "take the good at C2", "use Telemyr", "swap your station master")
    assert t.do("use Feylana", "take the good at D1").face_down() == ["telemyr"]


@pytest.mark.rule("empyreal-24.22")
def test_clive_given_away_works_for_the_other_in_its_turn() -> None:
    t = table("C1", "L7", staff=("telemyr clive", "simon"), mana=((0, 5), (0, 5)))
    t.do("use Clive", "use Telemyr", "swap your station master")
    assert (t.mana(), t.mana(1)) == ((1, 4), (0, 5))
    assert t.wait().do("use Clive").mana(1) == (1, 4)
    t = table("C1", "L7", staff=("telemyr clive", "simon"), mana=((0, 5), (0, 5)))
    assert t.do("use Telemyr", "swap your station master", "move to A").mana() == (0, 5)  # he had left


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
    assert t.acting
    assert table("C1", "L7", staff=("wardlaw",)).do("use Wardlaw", "that is all").acting


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
    t = table("G6 F5", "L7", staff=("wardlaw",), goods=green, conductor="E").do(*swap("Triple")).do("move to End")
    assert t.offers("deliver") == ["Heartwood to the lake city", "Ehrlite to the lake city", "nothing"]
    t.do("deliver Heartwood", "take the good at G6", "take the good at G6")
    assert t.refused("that is all") == "empyreal-24.28"
    assert t.do("take the good at F5").can == ["take the green Triple"]
    t.do("take the green Triple")
    assert (t.folio(), t.demand("lake")) == ("HHH", "blue Triple, blue Quadruple")
    two = {"G6": "HH", "F5": "E"}
    t = table("G6 F5", "L7", staff=("wardlaw",), goods=two, conductor="E").do(*swap("Triple")).do("move to End")
    assert t.refused("deliver Heartwood to the lake city") == "empyreal-24.28"


@pytest.mark.rule("empyreal-24.28")
def test_the_citys_own_colour_earns_only_its_own_tiles() -> None:
    t = table("G6 F5", "L7", staff=("wardlaw",), goods={"G6": "EE", "F5": ""}, conductor="E").do(*swap("Double"))
    t.do("move to End", "deliver Ehrlite", "collect all")
    assert t.offers("upgrade")  # no tile is asked: the green Double is not for blue goods
    assert t.tiles() == ""


@pytest.mark.rule("empyreal-24.28")
def test_with_hai_a_swapped_tile_asks_for_one_good_less() -> None:
    t = table("G6 F5", "L7", staff=("wardlaw hai",), goods={"G6": "HH", "F5": ""}, conductor="E").do(*swap("Triple"))
    assert t.do("move to End", "deliver Heartwood", "collect all", "take the green Triple").tiles() == "green Triple"


@pytest.mark.rule("empyreal-24.29")
def test_a_swapped_tile_can_be_claimed_with_lyal_and_in_the_final_delivery_but_not_with_one_good() -> None:
    t = table("G6 F5", "F7", staff=("wardlaw daedalus", "lyal"), goods={"G6": "HH", "F5": "", "F7": "HHV"})
    t.do(*swap("Double"))
    assert "use Daedalus Khimsey" not in t.can
    t.wait().do("use Lyal", "deliver Heartwood to the lake city", "collect all", "take the green Double")
    assert t.tiles(1) == "green Double"
    t = table("G6 F5", "C1", staff=("bartok wardlaw",), goods={"G6": "HH", "F5": ""}, trains=(1,)).do(*swap("Double"))
    assert t.do("use Bartok", "build on wasteland", "build on H6").wait().wait().state.final
    assert t.offers("deliver") == ["Heartwood to the lake city", "nothing"]
    assert t.do("deliver Heartwood", "collect all", "take the green Double").state.over
    assert t.tiles() == "green Double"


@pytest.mark.rule("empyreal-24.30")
def test_a_tile_swapped_back_is_an_ordinary_one() -> None:
    t = table("G6 F5", "L7", staff=("wardlaw",), goods={"G6": "HH", "F5": "EE"}, conductor="E").do("use Wardlaw")
    t.do("swap the blue Double of the lake city", "swap the green Double of the forest city")
    t.do("swap the green Double of the lake city", "swap the blue Double of the forest city", "move to End")
    assert t.offers("deliver") == ["Ehrlite to the lake city", "nothing"]
    assert t.do("deliver Ehrlite", "collect all").offers("take the") == ["blue Double"]


@pytest.mark.rule("empyreal-24.31", card="welsie_acktern")
def test_welsie_builds_anywhere_then_at_home_beside_it() -> None:
    t = table("C1", "L7", staff=("welsie",), mana=((0, 0),)).do("use Welsie")
    found = t.offers("build on")
    assert len(found) == 71
    assert {"L6", "A7"} <= set(found)
    assert not {"B4", "B2", "C1"} & set(found)
    assert t.do("build on H4").offers("build on") == ["H3"]
    assert t.do("build on H3").acting
    assert t.state.supply[0] == 32


@pytest.mark.rule("empyreal-24.31")
def test_welsie_builds_no_second_without_the_first() -> None:
    assert table("C1", "L7", staff=("welsie",)).do("use Welsie", "build nothing").acting
    t = table("C1", "L7", staff=("welsie",)).do("use Welsie", "build on K1")
    assert t.acting  # no lake beside it
    assert table("C1", "L7", staff=("welsie",), wastes="H3").do("use Welsie", "build on H4").acting
    assert table("C1", "L7", staff=("welsie",)).do("use Welsie", "build on H4", "build nothing").state.supply[0] == 33
    assert table("C1", "L7", staff=("welsie",), trains=(0,)).refused("use Welsie") == "empyreal-14.2"
