"""The engineers: section 23 of the ledger. Arret and Uumi are in test_copying."""

from __future__ import annotations

import pytest

from roundhouse.games.empyreal.state import TRANSFERS
from tests.empyreal.table import activated, filled, table

ROW_ONE = "A1 B1 C1 D1 E1"


@pytest.mark.rule("empyreal-23.1", card="adelaide_chivers")
def test_adelaide_gains_a_spellcar() -> None:
    t = table("C1", "L7", staff=("adelaide",), market="metro icecar deep_one").do("use Adelaide", "gain Icecar")
    assert t.do("put it on A2", "move to A").offers("activate") == ["printed A on A1", "Icecar on A2"]
    assert t.face_down() == ["adelaide_chivers"]


@pytest.mark.rule("empyreal-23.1")
def test_adelaide_needs_room_and_a_market() -> None:
    full = {**filled(extra=ROW_ONE), "A2": "metro"}
    assert table("C1", "L7", staff=("adelaide",), yards=(full,)).refused("use Adelaide") == "empyreal-7.15"
    t = table("C1", "L7", staff=("adelaide",))
    t.state.market = b""
    assert t.refused("use Adelaide") == "empyreal-7.1"


@pytest.mark.rule("empyreal-23.2", card="aerlion")
def test_aerlion_lays_waste_that_is_free_to_pass_this_turn() -> None:
    t = table("C1", "L7", staff=("aerlion",), yards=({"A2": "reclaim_desert"},), mana=((0, 5),))
    t.do("use Aerlion", "lay waste to C2", "move to A", "activate A2")
    assert (t.goods("C2"), t.offers("build on")) == ("", ["C3"])
    assert t.do("build on C3").mana() == (1, 4)


@pytest.mark.rule("empyreal-23.2")
def test_aerlion_frees_only_that_wasteland_and_only_this_turn() -> None:
    t = table("C1", "L7", staff=("aerlion",), yards=({"A2": "reclaim_glacier"},), mana=((0, 0),))
    t.do("use Aerlion", "lay waste to C2", "move to A", "activate A2")  # D3 is behind C2 and D2, B3 behind C2 and B2
    assert t.seat == 1
    t = table("C1", "L7", staff=("aerlion",), yards=({"B2": "pick_two_lava_desert"},), mana=((3, 0),))
    t.do("use Aerlion", "lay waste to C2", "move to A", "that is all").wait()
    t.do("move to B", "activate B2", "that is all")  # now C3 would cost 4
    assert (t.mana(), t.seat) == ((3, 0), 1)


@pytest.mark.rule("empyreal-23.2")
def test_aerlion_needs_a_tile() -> None:
    assert table("C1", "L7", staff=("aerlion",), wastelands=0).refused("use Aerlion") == "empyreal-16.1"


@pytest.mark.rule("empyreal-23.6", card="candide_malephaise")
def test_candide_builds_where_a_competitor_is() -> None:
    t = table("C4", "D3 B4", staff=("candide",), mana=((0, 0),)).do("use Candide")
    assert t.offers("build on") == ["B4", "D3"]
    assert t.do("build on B4").trains("B4") == [0, 1]
    assert table("C4", "A1", staff=("candide",)).refused("use Candide") == "empyreal-14.1"
    assert "use Candide Malephaise" not in table("C4", "A9", "D3", "A8", seats=4, staff=("candide",), teams="2v2").can


@pytest.mark.rule("empyreal-23.7", card="daedalus_khimsey")
def test_daedalus_delivers_one_good() -> None:
    t = table("G6 F4", "L7", staff=("daedalus",), goods={"F4": "EEE"}).do("use Daedalus", "deliver Ehrlite")
    t.do("take the good at F4")
    assert (t.folio(), t.tiles()) == ("E", "")
    assert t.acting
    assert table("C4", "L7", staff=("daedalus",)).refused("use Daedalus") == "empyreal-12.1"
    assert table("G6", "L7", staff=("daedalus",), goods={"G6": "H"}).refused("use Daedalus") == "empyreal-12.1"


@pytest.mark.rule("empyreal-23.8", "empyreal-23.9", card="eloi_klaus")
def test_eloi_activates_for_free_and_reclaims_one_after_the_move() -> None:
    yards = ({"B2": "mana_surger", "B3": "metro"},)
    t = table("C1", "L7", staff=("eloi",), yards=yards, mana=((1, 2),)).do("use Eloi")
    assert t.mana() == (1, 2)
    t.do("move to B")
    assert t.mana() == (1, 2)  # one paid, one reclaimed
    t.do("activate B3", "activate B2", "activate B1")
    assert t.mana() == (0, 3)  # only the inherent cost


@pytest.mark.rule("empyreal-23.8")
def test_eloi_does_not_pay_inherent_costs() -> None:
    t = table("C1", "L7", staff=("eloi",), yards=({"A2": "worldspanner"},), mana=((2, 0),)).do("use Eloi", "move to A")
    assert t.refused("activate A2") == "empyreal-8.2"
    t = table("C1", "L7", staff=("eloi",), yards=({"A2": "worldspanner"},), mana=((2, 1),)).do("use Eloi", "move to A")
    assert t.do("activate A2", "activate A1").mana() == (0, 3)


@pytest.mark.rule("empyreal-23.9")
def test_eloi_reclaims_at_the_end_of_the_line_but_not_when_administrating() -> None:
    t = table("C1", "L7", staff=("eloi",), conductor="E", mana=((0, 4),)).do("use Eloi", "move to End")
    assert t.mana() == (1, 3)
    t = table("C1", "L7", staff=("eloi peril",), conductor="C", mana=((0, 4),)).do("use Eloi", "activate before moving")
    assert t.mana() == (1, 3)
    assert t.do("activate C1").mana() == (0, 4)
    t = table("C1", "L7", staff=("eloi nicomedes",), mana=((0, 4),)).do("use Eloi", "administrate")
    assert t.mana() == (4, 0)
    t = table("F4", "F5 E5", staff=("eloi tzart",), mana=((5, 0),)).do("use Eloi", "administrate", "build nothing")
    assert t.do("build on G6").mana() == (3, 2)


@pytest.mark.rule("empyreal-23.9")
def test_eloi_reclaims_after_the_first_inherent_cost_if_nothing_was_spent_before() -> None:
    yards = ({"A2": "mana_surger", "A3": "deep_one"},)
    t = table("C1", "L7", staff=("eloi",), yards=yards, mana=((2, 0),)).do("use Eloi", "move to A")
    assert (t.mana(), t.state.view(None)["reclaims"]) == ((2, 0), 1)  # nothing is spent yet
    assert t.do("activate A2").mana() == (2, 0)  # one paid, one reclaimed,
    assert t.state.view(None)["reclaims"] == 0
    assert t.do("activate A3").mana() == (0, 2)  # which helps to pay the next


@pytest.mark.rule("empyreal-23.9")
def test_eloi_reclaims_what_a_transfer_or_a_later_move_costs() -> None:
    yards = ({"A2": "free_rival_lava"},)
    t = table("E2", "L7", staff=("eloi sanathes",), yards=yards, mana=((1, 0),)).do("use Eloi", "move to A")
    t.do("activate A2", "that is all", "build on C2")
    assert t.mana() == (1, 0)  # over the wasteland for 1
    t = table("C1", "L7", staff=("eloi peril",), conductor="A", mana=((1, 0),)).do("use Eloi", "activate before moving")
    assert t.do("activate A1").mana() == (1, 0)
    assert t.do("move to C").mana() == (1, 0)


@pytest.mark.rule("empyreal-23.9")
def test_eloi_is_too_late_once_the_turn_is_over() -> None:
    t = table("C1", "L7", staff=("eloi eirene",), mana=((5, 0),)).do("use Eirene", "use Eloi", "move to A")
    t.do("activate A1")
    assert (t.seat, t.state.view(None)["reclaims"]) == (0, 0)
    assert t.do("move to C").mana() == (4, 1)


@pytest.mark.rule("empyreal-23.10")
def test_eloi_twice_reclaims_two() -> None:
    t = table("C1", "L7", staff=("trias eloi",), mana=((0, 4),)).do("use Eloi", "use Trias", "refresh", "use Eloi")
    assert t.do("move to A").mana() == (2, 2)
    t = table("C1", "L7", staff=("trias eloi",), yards=({"B2": "mana_surger"},), mana=((2, 0),))
    t.do("use Eloi", "use Trias", "refresh", "use Eloi", "move to B")
    assert (t.mana(), t.state.view(None)["reclaims"]) == ((2, 0), 1)  # as much as is spent, the rest later
    assert t.do("activate B2").mana() == (2, 0)


@pytest.mark.rule("empyreal-23.11", "empyreal-23.12", card="garek_tesias")
def test_garek_swaps_two_tiles_or_moves_one_to_any_empty_space() -> None:
    yards = ({"B2": "metro", "D2": "icecar"},)
    t = table("C1", "L7", staff=("garek",), yards=yards).do("use Garek")
    assert t.can == ["shunt Metro on B2", "shunt Icecar on D2"]
    t.do("shunt B2")
    places = ["A2", "C2", "D2", "E2", "A3", "B3", "C3", "D3", "E3"]
    assert t.offers("shunt it to") == places
    assert t.refused("shunt it to B1") == "empyreal-23.11"
    t.do("shunt it to D2")
    assert (t.yard("B2"), t.yard("D2")) == ("icecar", "metro")
    t = table("C1", "L7", staff=("garek",), yards=yards).do("use Garek", "shunt D2", "shunt it to A3")
    assert (t.yard("D2"), t.yard("A3")) == ("", "icecar")
    assert t.do("move to A").offers("activate") == ["printed A on A1", "Icecar on A3"]


@pytest.mark.rule("empyreal-23.12")
def test_garek_uncovers_what_a_tile_covered() -> None:
    yards = ({**filled("E3"), "A2": "metro", "D1": "icecar"},)
    t = table("C1", "L7", staff=("garek",), yards=yards).do("use Garek", "shunt D1", "shunt it to E3")
    assert (t.yard("D1"), t.yard("E3")) == ("kings_line_car", "icecar")
    t = table("C1", "L7", staff=("garek",), yards=yards).do("use Garek", "shunt D1", "shunt it to A2")
    assert (t.yard("D1"), t.yard("A2")) == ("metro", "icecar")
    t = table("C1", "L7", staff=("garek",), yards=yards).do("use Garek", "shunt A2", "shunt it to D1")
    assert (t.yard("D1"), t.yard("A2")) == ("metro", "icecar")


@pytest.mark.rule("empyreal-23.11")
def test_garek_leaves_a_hole_that_is_filled_first_and_needs_a_tile() -> None:
    yards = ({**filled("E3"), "A2": "metro"},)
    t = table("C1", "L7", staff=("garek",), yards=yards, market="mirror_box icecar deep_one")
    assert t.do("use Garek", "shunt A2", "shunt it to E3", "administrate", "gain Icecar").offers("put it on") == ["A2"]
    assert table("C1", "L7", staff=("garek",)).refused("use Garek") == "empyreal-23.11"


@pytest.mark.rule("empyreal-23.13", card="irion_juiz")
def test_irion_moves_a_train_one_step_for_one() -> None:
    t = table("C2 C1", "L7", staff=("irion",)).do("use Irion")
    assert t.mana() == (4, 1)
    assert t.can == ["move the train at C1", "move the train at C2"]
    assert t.do("move the train at C2").offers("move it to") == ["B1", "C3", "D1", "D2"]
    t.do("move it to C3")
    assert (t.trains("C2"), t.trains("C3"), t.goods("C2")) == ([], [0], "C")
    assert t.acting


@pytest.mark.rule("empyreal-23.13")
def test_irion_needs_mana_and_room() -> None:
    assert table("C2", "L7", staff=("irion",), mana=((0, 5),)).refused("use Irion") == "empyreal-8.2"
    crowd = ("A2 B1",) * 3
    assert table("A1", *crowd, seats=4, staff=("irion",)).refused("use Irion") == "empyreal-17.11"


@pytest.mark.rule("empyreal-23.14", card="lixis_ran_kanda")
def test_lixis_puts_a_good_of_its_terrain_on_an_empty_hex() -> None:
    t = table("C1 C2 B1 D2", "L7", staff=("lixis",), goods={"C1": "", "C2": "", "B1": "V"}).do("use Lixis")
    assert t.can == ["choose C1", "choose C2"]  # D2 is wasteland
    assert t.do("choose C2").goods("C2") == "C"
    assert t.acting
    t = table("C1 C2", "L7", staff=("lixis",), goods={"C1": "", "C2": ""}, stock={"C": 0}).do("use Lixis")
    assert t.can == ["choose C1"]
    assert table("C1", "L7", staff=("lixis",)).refused("use Lixis") == "empyreal-17.2"


@pytest.mark.rule("empyreal-23.15", card="luc_von_gott")
def test_luc_pays_one_and_gains_one() -> None:
    assert table("C1", "L7", staff=("luc",), mana=((1, 8),)).do("use Luc").mana() == (1, 9)
    assert table("C1", "L7", staff=("luc",), mana=((1, 9),)).refused("use Luc") == "empyreal-8.6"
    assert table("C1", "L7", staff=("luc",), mana=((0, 5),)).refused("use Luc") == "empyreal-8.2"


@pytest.mark.rule("empyreal-23.16", card="malandrax_mecchi")
def test_malandrax_moves_a_good_into_the_network_for_one() -> None:
    t = table("C1", "C2", staff=("malandrax",)).do("use Malandrax")
    assert t.offers("take the good at") == ["B1", "C2", "D1"]
    t.do("take the good at C2", "choose C1")
    assert (t.goods("C1"), t.mana()) == ("EC", (4, 1))
    bare = {"B1": "", "C2": "", "D1": ""}
    assert table("C1", "L7", staff=("malandrax",), goods=bare).refused("use Malandrax") == "empyreal-17.9"
    assert table("C1", "L7", staff=("malandrax",), mana=((0, 1),)).refused("use Malandrax") == "empyreal-8.2"


@pytest.mark.rule("empyreal-23.17", card="manch")
def test_manch_refreshes_the_captain_for_one() -> None:
    t = table("C1", "L7", staff=("manch",), mana=((1, 9),)).do("use Runika")
    assert t.mana() == (6, 4)
    assert t.do("use Manch").face_down() == ["manch"]
    assert t.do("use Runika").mana() == (10, 0)
    assert table("C1", "L7", staff=("manch",)).refused("use Manch") == "empyreal-5.13"
    assert table("C1", "L7", staff=("manch",), flipped=(1,), mana=((0, 5),)).refused("use Manch") == "empyreal-8.2"


@pytest.mark.rule("empyreal-23.18", card="orman_kaspar")
@pytest.mark.parametrize(("before", "after"), [((0, 5), (3, 2)), ((4, 2), (6, 0))])
def test_orman_reclaims_three(before: tuple[int, int], after: tuple[int, int]) -> None:
    assert table("C1", "L7", staff=("orman",), mana=(before,)).do("use Orman").mana() == after
    assert table("C1", "L7", staff=("orman",)).refused("use Orman") == "empyreal-5.15"


@pytest.mark.rule("empyreal-23.19", card="rixia_van_sorrel")
def test_rixia_doubles_a_good_for_one() -> None:
    t = table("C1 C2", "L7", staff=("rixia",), goods={"C2": "YC", "C1": ""}).do("use Rixia", "take the good at C2")
    t.do("choose Hylatine")
    assert (t.goods("C2"), t.mana()) == ("YYC", (4, 1))
    assert table("C1", "L7", staff=("rixia",), stock={"E": 0}).refused("use Rixia") == "empyreal-17.9"
    assert table("C1", "L7", staff=("rixia",), mana=((0, 1),)).refused("use Rixia") == "empyreal-8.2"


@pytest.mark.rule("empyreal-23.20", card="sarafina_vanedran")
def test_sarafina_waives_inherent_costs_but_not_activations() -> None:
    yards = ({"A2": "worldspanner", "A3": "reforester"},)
    t = table("C1", "L7", staff=("sarafina",), yards=yards, mana=((3, 0),)).do("use Sarafina", "move to A")
    assert t.do("activate A2").mana() == (3, 0)
    assert t.do("activate A3").mana() == (2, 1)
    assert t.do("activate A1").mana() == (0, 3)


@pytest.mark.rule("empyreal-23.20")
def test_sarafina_waives_the_costs_of_copies_and_does_not_add_up() -> None:
    yards = ({"A2": "limited_express", "B2": "reforester"},)
    t = table("C1", "L7", staff=("sarafina",), yards=yards, mana=((0, 0),))
    assert t.do("use Sarafina", "move to A", "activate A2").can == ["copy Reforester on B2", "copy nothing"]
    assert table("C1", "L7", staff=("seth sarafina",)).do("use Seth").refused("use Sarafina") == "empyreal-5.16"
    t = table("C1", "L7", staff=("seth sarafina",)).do("use Sarafina", "use Seth")
    assert t.face_down() == ["seth_cremmul", "sarafina_vanedran"]


@pytest.mark.rule("empyreal-23.26", card="wendy_thristle")
def test_wendy_makes_one_transfer_free_of_each_kind() -> None:
    # over the train on C2, the city B2, the wasteland D2
    for net, rival, car, behind in (
        ("C1", "C2", "reclaim_desert", "C3"),
        ("B1", "L7", "reclaim_glacier", "B3"),
        ("E2", "L7", "reclaim_lava", "C2"),
    ):
        t = table(net, rival, staff=("wendy",), yards=({"A2": car},), mana=((0, 0),)).do("use Wendy", "move to A")
        t.do("activate A2")
        found = t.offers("build on")
        assert f"{behind} with the free transfer" in found
        assert t.do(f"build on {behind} with the free transfer").trains(behind) == [0]
        assert t.mana() == (0, 0)


@pytest.mark.rule("empyreal-23.26")
def test_wendy_asks_only_where_the_build_could_be_paid_too() -> None:
    def offered(mana: int) -> list[str]:
        t = table("C1", "C2", staff=("wendy",), yards=({"A2": "pick_two_lava_desert"},), mana=((mana, 0),))
        t.do("use Wendy", "move to A", "activate A2", "that is all")
        return [h for h in t.offers("build on") if h[0] == "C"]

    assert offered(1) == ["C2", "C3 with the free transfer"]
    assert offered(2) == ["C2", "C3", "C3 with the free transfer"]


@pytest.mark.rule("empyreal-23.26")
def test_wendy_is_kept_for_a_later_build_and_used_up_by_one() -> None:
    t = table("C1", "C2 C3", staff=("wendy john",), mana=((4, 0),)).do("use Wendy", "use John", "build on C3")
    assert t.mana() == (2, 2)
    assert "D4 with the free transfer" not in t.offers("build on")
    assert "D3" in t.offers("build on")
    t = table("C1", "C2", staff=("wendy john",), mana=((1, 0),)).do("use Wendy", "use John")
    assert t.do("build on C3 with the free transfer").mana() == (1, 0)
    assert not [h for h in t.offers("build on") if "free" in h]


@pytest.mark.rule("empyreal-23.26")
def test_wendy_frees_the_dearest_of_a_chain_and_ends_with_the_turn() -> None:
    # from C1 over the train on C2 and the wasteland D2 to D3: 2 and 4, of which 4 is free
    t = table("C1", "C2", staff=("wendy",), yards=({"A2": "reclaim_glacier"},), mana=((2, 0),)).do("use Wendy")
    assert t.do("move to A", "activate A2", "that is all", "build on D3 with the free transfer").mana() == (1, 1)
    t = table("C1", "C2", staff=("wendy",), mana=((0, 0),)).do("use Wendy", "move to A", "activate A1").wait()
    assert t.state.turn_count(TRANSFERS) == 0


@pytest.mark.rule("empyreal-23.27")
def test_wendy_twice_frees_two_transfers() -> None:
    t = table("C1", "C2 C3", staff=("trias wendy",), yards=({"A2": "reclaim_glacier"},), mana=((0, 0),))
    t.do("use Wendy", "use Trias", "refresh", "use Wendy", "move to A", "activate A2")
    assert {"D3 with the free transfer", "B3 with the free transfer"} <= set(t.offers("build on"))
    t = table("C1", "C2 C3", staff=("trias wendy",), yards=({"A2": "reclaim_glacier"},), mana=((0, 0),))
    assert t.do("use Wendy", "move to A", "activate A2").seat == 1


@pytest.mark.rule("empyreal-23.26")
def test_wendy_does_not_help_over_a_teammate() -> None:
    yards = ({"A2": "reclaim_desert"},)
    t = table("C1", "A7", "C2", "A9", seats=4, staff=("wendy",), teams="2v2", mana=((0, 0),), yards=yards)
    assert t.do("use Wendy", "move to A", "activate A2").seat == 1


@pytest.mark.rule("empyreal-23.26")
def test_wendy_and_a_cars_own_free_transfer_add_up() -> None:
    assert activated("free_rival_glacier", "C1", "C2 C3", staff=("wendy",), mana=((0, 0),)).seat == 1
    t = table("C1", "C2 C3", staff=("wendy",), yards=({"A2": "free_rival_glacier"},), mana=((0, 0),))
    t.do("use Wendy", "move to A", "activate A2")
    assert t.offers("build on") == ["B3 with the free transfer", "D3 with the free transfer"]
