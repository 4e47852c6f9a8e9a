"""The surveyors who work on map, mana, turns and spellcars: section 24 of the ledger. Doc Silnan is in test_copying."""

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
    t.do(name)
    assert t.staff(4) in kit().ids
    assert len(set(t.state.unused[2])) == len(before) - 1
    assert len(drawn & set(t.state.unused[2])) == 2
    assert t.state.stacks[2] == stack
    assert t.face_down() == ["aella_ivaline_oranhei"]
    assert t.refused("use Aella") == "empyreal-5.5"


@pytest.mark.rule("empyreal-24.1")
def test_aella_needs_a_station_master_in_the_box() -> None:
    assert table("C1", "L7", staff=("aella",), stacks=box_of()).refused("use Aella") == "empyreal-18.2"
    t = table("C1", "L7", staff=("aella",), stacks=box_of("clive")).do("use Aella")
    assert t.can == ["take Clive Melmont"]


@pytest.mark.rule("empyreal-24.2")
def test_aellas_station_master_is_a_second_one_and_the_surveyor_stays() -> None:
    stacks = box_of("clive", "dareios", "lucca", but="simon")
    t = table("C1", "L7", staff=("aella simon",), stacks=stacks, mana=((0, 5),))
    t.do("use Aella", "take Clive")
    assert (t.staff(2), t.staff(3), t.staff(4)) == ("aella_ivaline_oranhei", "simon_la_faucheuse", "clive_melmont")
    assert t.mana() == (1, 4)
    assert t.offers("move to") == ["A", "B"]


@pytest.mark.rule("empyreal-24.2")
def test_aella_leaves_the_slot_of_station_masters_open() -> None:
    stacks = box_of("dareios", "clive", "lucca")
    t = table("C1 C2", "L7", staff=("iria aella",), stacks=stacks).do("use Aella", "take Dareios")
    t.do("use Iria", "gain a specialist")
    assert t.can == ["look at the engineers", "look at the station masters"]
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
    assert "administrate" in t.can
    t = table("C1 C2", "L7", staff=("almir",), goods=bare).do("use Almir", "choose C1", "that is all")
    assert t.goods("C2") == ""
    assert table("C1 D2", "L7", staff=("almir",)).refused("use Almir") == "empyreal-17.2"
    assert table("C1", "L7", staff=("almir",), goods=bare, stock={"E": 0}).refused("use Almir") == "empyreal-17.2"


@pytest.mark.rule("empyreal-24.4", card="anya_southwind")
def test_anya_moves_trains_up_to_four_times() -> None:
    t = table("C1 C4", "L7", staff=("anya",), mana=((0, 0),)).do("use Anya")
    t.do("move the train at C1", "move it to C2", "move the train at C2", "move it to D2")
    t.do("move the train at C4", "move it to C5", "move the train at D2", "move it to E3")
    assert "administrate" in t.can
    assert (t.trains("E3"), t.trains("C5")) == ([0], [0])
    t = table("C1", "L7", staff=("anya",)).do("use Anya", "move the train at C1", "move it to C2", "that is all")
    assert "administrate" in t.can
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
    t.do("use Ariel", "choose C2")
    assert t.state.supply[0] == 2
    t.wait().wait()
    assert t.state.over or t.state.final


@pytest.mark.rule("empyreal-24.6", card="cin_atalar")
def test_cin_gathers_all_goods_from_around() -> None:
    t = table("C1 C2 A7", "B1 D1", staff=("cin",), goods={"B1": "HHV"}).do("use Cin")
    assert t.can == ["choose A7", "choose C1", "choose C2"]
    t.do("choose C1")
    assert t.goods("C1") == "HHHECV"
    assert t.goods("B1") + t.goods("C2") + t.goods("D1") == ""
    bare = {"B1": "", "C2": "", "D1": ""}
    assert table("C1", "L7", staff=("cin",), goods=bare).refused("use Cin") == "empyreal-17.9"


@pytest.mark.rule("empyreal-24.9", card="eirene_lemina_kobor")
def test_eirene_gives_another_turn_at_once() -> None:
    t = table("C1 C2 D1 B1", "L7", staff=("rayleigh eirene dareios",), mana=((0, 5),))
    t.do("use Eirene", "use Rayleigh", "use Dareios", "take the good at C1", "take the good at C2", "move to C")
    t.do("that is all")
    assert t.state.seat == 0
    assert "administrate" in t.can
    assert t.state.round == 1
    assert t.offers("move to") == ["D", "E"]  # Rayleigh's steps are over: one mana, of Dareios
    t.do("use Dareios")  # once in each turn
    t.do("take the good at B1", "take the good at D1").wait()
    assert t.state.seat == 1


@pytest.mark.rule("empyreal-24.9")
def test_an_extra_turn_of_the_last_seat_is_played_before_the_final_deliveries() -> None:
    t = table("C2", "L7", staff=("bartok", "eirene"), trains=(1,)).do("use Bartok", "build on wasteland", "build on D2")
    t.wait()
    assert t.state.seat == 1
    t.do("use Eirene").wait()
    assert t.state.seat == 1
    assert not t.state.final
    assert "administrate" in t.can
    t.wait()
    assert t.state.final


@pytest.mark.rule("empyreal-24.9")
def test_an_extra_turn_does_not_count_among_the_turns() -> None:
    t = table("C2", "L7", staff=("bartok eirene",), trains=(1,)).do("use Eirene", "use Bartok", "build on wasteland")
    t.do("build on D2").wait()
    assert t.state.seat == 0
    t.wait()
    assert t.state.seat == 1
    assert not t.state.final
    t.wait()
    assert t.state.final


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
    t.do("build on D1")
    assert t.offers("build on") == ["B1", "E2"]
    assert t.refused("build on C2") == "empyreal-14.1"
    t.do("build on E2", "build on B1")
    assert "administrate" in t.can
    assert t.state.supply[0] == 31


@pytest.mark.rule("empyreal-24.11")
def test_hydeart_stops_after_four_and_never_builds_on_wasteland() -> None:
    t = table("C4 F1 A6", "L7", staff=("hydeart",), mana=((0, 0),), wastes="A5").do("use Hydeart")
    assert "A5" not in t.offers("build on")
    t.do("build on B3", "build on D3", "build on B6")
    assert t.offers("build on") == []
    t = table("C4 A6 E6 G7", "L7", staff=("hydeart",), mana=((0, 0),)).do("use Hydeart")
    t.do("build on B3", "build on D3", "build on B6", "build on A5")
    assert "administrate" in t.can
    t = table("C1", "L7", staff=("hydeart",)).do("use Hydeart", "build on C2", "build nothing")
    assert "administrate" in t.can
    assert table("C1", "L7", staff=("hydeart",), trains=(0,)).refused("use Hydeart") == "empyreal-14.2"


@pytest.mark.rule("empyreal-24.12", card="john_strong_stevenson")
def test_john_builds_three_times_on_any_terrain() -> None:
    t = table("C1", "C2", staff=("john",), wastes="B1", mana=((4, 0),)).do("use John")
    assert t.offers("build on") == ["A1", "A2", "C2", "C3", "D1"]  # B1 is passed for 4, C2 for 2
    t.do("build on C3")
    assert t.mana() == (2, 2)
    t.do("build on D1", "build on D3")
    assert "administrate" in t.can
    assert t.state.supply[0] == 31
    t = table("C1", "L7", staff=("john",)).do("use John", "build on C2", "build nothing")
    assert "administrate" in t.can
    assert table("C1", "L7", staff=("john",), trains=(0,)).refused("use John") == "empyreal-14.2"


@pytest.mark.rule("empyreal-24.13", card="lyal_kerigan")
def test_lyal_delivers_up_to_four_for_a_tile_and_no_upgrade() -> None:
    t = table("G6 F4", "L7", staff=("lyal",), goods={"G6": "EEEE", "F4": "EE"}).do("use Lyal", "deliver Ehrlite")
    assert "collect all" not in t.can
    t.do(*["take the good at G6"] * 4)
    assert t.offers("take the") == ["blue Double", "blue Triple", "blue Quadruple"]
    t.do("take the blue Quadruple")
    assert t.folio() == "EEEE"
    assert t.tiles() == "blue Quadruple"
    assert "administrate" in t.can


@pytest.mark.rule("empyreal-24.13")
def test_lyal_may_take_fewer_and_needs_a_city() -> None:
    t = table("G6 F4", "L7", staff=("lyal hai",)).do("use Lyal", "deliver Ehrlite", "collect all")
    assert t.offers("take the") == ["blue Double"]  # Hai does not count here
    t.do("take no tile")
    assert t.tiles() == ""
    t = table("G6 F4", "L7", staff=("lyal leto",)).do("use Lyal", "deliver Ehrlite", "take the good at F4")
    t.do("that is all")
    assert t.folio() == "E"
    assert t.mana() == (5, 0)
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
    t.do("build on B1", "build nothing")
    assert "administrate" in t.can
    assert t.goods("B1") == "HH"
    t.do("move to A")
    assert t.offers("activate") == ["printed A on A1"]


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
    t.do("activate C3", "take the good at C1")
    assert t.mana() == (6, 0)
    assert "administrate" in t.can


@pytest.mark.rule("empyreal-24.15", "empyreal-24.16")
def test_milton_activates_what_can_be_paid_at_the_start_or_nothing() -> None:
    t = milton("science_car mana_surger icecar deep_one", mana=((2, 0),)).do("use Milton", "gain Mana", "put it on A2")
    t.do("gain Science", "put it on B2", "activate A2")
    assert t.mana() == (2, 1)  # the new crystal is there, but it cannot pay for Science Car
    assert "administrate" in t.can
    t = milton("science_car mana_surger icecar deep_one").do("use Milton", "gain Mana", "put it on A2")
    t.do("gain Science", "put it on B2", "that is all")
    assert t.mana() == (5, 0)


@pytest.mark.rule("empyreal-24.18")
def test_nobody_waives_miltons_costs() -> None:
    t = milton("reforester mana_surger icecar deep_one", mana=((1, 0),), folk="seth sarafina")
    t.do("use Sarafina", "use Seth", "use Milton", "gain Reforester", "put it on A2")
    t.do("gain Mana Surger", "put it on B2")
    assert t.offers("activate") == ["Mana Surger on B2"]
    t.do("activate B2")
    assert t.mana() == (1, 1)


@pytest.mark.rule("empyreal-24.14")
def test_milton_meets_a_new_market_between_and_needs_room() -> None:
    t = milton("metro mana_surger icecar", pile="deep_one transmuter reforester mirror_box science_car worldspanner")
    t.do("use Milton", "gain Metro", "put it on A2")
    assert len(t.offers("gain")) == 6
    full = {**filled(extra="A1 B1 C1 D1 E1"), "A2": "transmuter"}
    assert milton("metro mana_surger icecar", yards=(full,)).refused("use Milton") == "empyreal-7.15"
