"""Cards that meet: combinations, empty supplies, and who decides meanwhile. Sections 20 to 25 of the ledger."""

from __future__ import annotations

import pytest

from tests.empyreal.table import activated, filled, table

NET = "D4 A6"  # next to it lie all six terrains


@pytest.mark.rule("empyreal-20.1", "empyreal-20.14", "empyreal-20.26", "empyreal-20.32")
@pytest.mark.parametrize(
    ("car", "cost", "hexes"),
    [
        ("arctic_shocker", 2, "A5 B6 D3"),
        ("liquid_purifier", 2, "A7 B5"),
        ("spice_convoy", 1, "E5"),
        ("volcanic_vexxer", 1, "C5"),
        ("reforester", 3, "E4"),
    ],
)
def test_cars_that_build_on_one_terrain_build_on_no_other(car: str, cost: int, hexes: str) -> None:
    assert activated(car, NET, "L7", mana=((cost, 0),)).offers("build on") == hexes.split()


@pytest.mark.rule("empyreal-20.14", "empyreal-19.6", "empyreal-20.26")
def test_without_trains_the_rest_of_a_car_still_works() -> None:
    t = activated("liquid_purifier", NET, "L7", trains=(0,))
    assert (t.mana(), t.seat) == ((4, 2), 1)
    assert activated("reclaim_lake", NET, "L7", trains=(0,), mana=((0, 2),)).mana() == (1, 1)
    assert activated("spice_convoy", NET, "L7", trains=(0,), staff=("luc",), flipped=(2,)).face_down() == []
    for car in ("arctic_shocker", "terraformer", "reforester", "volcanic_vexxer", "deep_one", "worldspanner"):
        assert activated(car, NET, "L7", trains=(0,)).state.seat == 1


@pytest.mark.rule("empyreal-20.23", "empyreal-20.33", "empyreal-19.1")
def test_with_one_train_left_only_one_is_built() -> None:
    for car in ("reforester", "worldspanner", "two_desert_forest"):
        t = activated(car, NET, "L7", trains=(1,)).do("build on E4")
        assert t.seat == 1
        assert t.state.ending


@pytest.mark.rule("empyreal-21.6")
def test_gesselheim_destroys_the_goods_of_its_wasteland() -> None:
    companies = ("gesselheim", "kerigan")
    t = table(NET, "L7", companies=companies, conductor="C").do("move to D", "activate D1")
    t.do("lay waste to C5", "build nothing")
    assert (t.folio(), t.state.stock[4], t.trains("C5")) == ("", 24, [])


@pytest.mark.rule("empyreal-24.11")
def test_hydeart_builds_no_fifth_hex() -> None:
    t = table("C4 A6 H3", "L7", staff=("hydeart",), mana=((0, 0),)).do("use Hydeart")
    assert t.do("build on B3", "build on D3", "build on A5", "build on H2").acting
    assert t.trains("H4") == []


@pytest.mark.rule("empyreal-20.11", "empyreal-20.17")
def test_an_empty_market_and_pile_give_nothing_more() -> None:
    t = activated("the_hypetrain", "C1", "L7", market="metro", pile="").do("gain Metro", "put it on B2")
    assert (t.seat, t.market()) == (1, [])
    t = table("C1", "L7", yards=({"A2": "meditation_mecha"},), pile="")
    t.state.market = b""
    assert t.do("move to A", "activate A2", "that is all").seat == 1


@pytest.mark.rule("empyreal-20.15")
def test_luxury_carriage_without_market_or_stacks_does_nothing() -> None:
    t = table("C1", "L7", yards=({"A2": "luxury_carriage"},), stacks=("", "", ""), pile="")
    t.state.market = b""
    assert t.do("move to A", "activate A2", "that is all").seat == 1
    t = table("C1", "L7", yards=({"A2": "luxury_carriage"},), pile="")
    t.state.market = b""
    assert t.do("move to A", "activate A2", "that is all").can == ["gain a specialist"]


@pytest.mark.rule("empyreal-20.2")
def test_car_bomb_copied_by_uumi_comes_back_to_the_specialists() -> None:
    t = table("C1", "L7", staff=("uumi",), yards=({}, {"B2": "metro"}), market="car_bomb icecar deep_one")
    assert t.do("use Uumi", "copy Car Bomb").seat == 1
    assert t.do("discard B2").seat == 0
    assert t.acting
    assert t.market() == ["car_bomb", "icecar", "deep_one"]


@pytest.mark.rule("empyreal-20.2")
def test_car_bomb_between_two_cars_comes_back_to_the_second() -> None:
    yards = ({"A2": "car_bomb", "A3": "mana_surger"}, {"B2": "metro"})
    t = table("C1", "L7", yards=yards).do("move to A", "activate A2", "activate A3", "that is all", "discard B2")
    assert (t.mana(), t.seat) == ((3, 3), 1)
    assert t.acting


@pytest.mark.rule("empyreal-24.9")
def test_mana_of_an_activation_is_ordinary_in_the_extra_turn() -> None:
    yards = ({"A2": "mana_surger", "B2": "corruption_junction"},)
    t = table("C1", "L7", staff=("eirene",), yards=yards, mana=((1, 0),)).do("use Eirene", "move to A", "activate A2")
    assert t.mana() == (1, 1)
    assert t.do("move to B", "activate B2").mana() == (0, 2)


@pytest.mark.rule("empyreal-24.14", "empyreal-23.21")
def test_mana_of_miltons_cars_pays_uumi_but_not_what_she_copies() -> None:
    market = "flow_controller mana_surger icecar deep_one metro corruption_junction"
    t = table("C1", "L7", staff=("uumi milton",), market=market, mana=((0, 6),))
    t.do("use Milton", "gain Flow", "put it on A2", "gain Deep One", "put it on C2", "activate A2")
    assert t.mana() == (3, 3)
    assert t.do("use Uumi").mana() == (2, 4)
    assert t.offers("copy") == ["Icecar", "Metro", "nothing"]


@pytest.mark.rule("empyreal-23.8", "empyreal-23.20")
def test_eloi_and_sarafina_together_are_as_good_as_seth() -> None:
    yards = ({"A2": "worldspanner", "A3": "reforester"},)
    t = table("C1", "L7", staff=("trias eloi",), yards=yards, mana=((0, 0),)).do("use Eloi", "move to A")
    assert t.offers("activate") == ["printed A on A1"]
    t = table("C1", "L7", staff=("trias arret", "sarafina"), yards=yards, mana=((0, 0),))
    t.do("use Arret", "choose Kerigan", "move to A")
    assert t.offers("activate") == ["printed A on A1", "Worldspanner on A2", "Reforester on A3"]
    t.do("activate A2")  # a second one would cost 1
    assert t.offers("build on") == ["B1", "C2", "D1"]
    t = table("C1", "L7", "A7", seats=3, staff=("trias arret", "sarafina", "eloi"), yards=yards, mana=((0, 0),))
    t.do("use Arret", "choose Kerigan", "use Trias", "refresh", "use Arret", "choose Caterpillar", "move to A")
    assert t.do("activate A2", "activate A3", "activate A1").mana() == (0, 0)


@pytest.mark.rule("empyreal-25.7", "empyreal-22.6")
def test_levine_with_seth_costs_nothing() -> None:
    yards = ({"A2": "worldspanner", "A3": "reforester"},)
    t = table("C1", "L7", staff=("seth levine",), yards=yards, mana=((0, 0),)).do("use Seth", "move to A")
    assert t.do("activate A2", "activate A3", "activate A1").mana() == (0, 0)


@pytest.mark.rule("empyreal-25.19")
def test_viona_lets_a_car_work_to_its_end_twice() -> None:
    t = table("C1", "L7", staff=("viona",), yards=({"A2": "pick_two_mountain_forest"},), mana=((1, 0),))
    t.do("move to A", "activate A2 twice", "build on B1", "build on D1")
    assert (t.seat, t.state.supply[0]) == (1, 32)


@pytest.mark.rule("empyreal-25.19")
def test_viona_with_limited_express_copies_and_pays_twice() -> None:
    yards = ({"A2": "limited_express", "B2": "mana_surger"},)
    t = table("C1", "L7", staff=("viona",), yards=yards, mana=((5, 0),)).do("move to A", "activate A2 twice")
    assert t.mana() == (2, 3)
    t.do("copy B2", "copy B2")
    assert (t.mana(), t.seat) == ((2, 5), 1)


@pytest.mark.rule("empyreal-25.11", "empyreal-25.19")
def test_peril_and_viona_together() -> None:
    t = table("C1", "L7", staff=("peril viona",), conductor="D", mana=((3, 0),)).do("activate before moving")
    assert t.do("activate D1 twice").mana() == (2, 3)
    assert t.do("move to E").seat == 1


@pytest.mark.rule("empyreal-25.1", "empyreal-25.15")
def test_antine_and_sanathes_together() -> None:
    # from B1 over the city B2 and the wasteland laid on B3 to C4
    yards = ({"A2": "reclaim_mountain"},)
    t = table("B1", "L7", staff=("antine sanathes",), wastes="B3", yards=yards, mana=((1, 1),))
    assert t.do("move to A", "activate A2", "that is all", "build on C4").mana() == (1, 1)


@pytest.mark.rule("empyreal-25.10", "empyreal-25.18")
def test_tzart_builds_before_nicomedes_delivers() -> None:
    market = "metro icecar deep_one"
    t = table("F5", "L7", staff=("tzart nicomedes",), market=market, goods={"F5": "H"}).do("administrate")
    assert t.do("build on G6", "gain Metro", "put it on A2", "deliver Ehrlite", "take the good at G6").folio() == "E"


@pytest.mark.rule("empyreal-24.23")
def test_a_captain_taken_with_telemyr_is_used_at_once_and_the_given_one_by_the_other() -> None:
    t = table("C1", "L7", staff=("telemyr", "seth"), flipped=(1, 0), mana=((0, 5), (0, 8)))
    assert t.do("use Telemyr", "swap your captain", "use Seth").wait().refused("use Runika") == "empyreal-5.5"


@pytest.mark.rule("empyreal-24.15")
def test_milton_may_cover_a_printed_car_or_let_the_second_gain_go() -> None:
    yards = ({**filled("C3"), "A2": "transmuter"},)
    market = "icecar metro deep_one mana_surger"
    t = table("C1", "L7", staff=("milton",), yards=yards, market=market).do("use Milton", "gain Icecar", "put it on C3")
    assert t.do("that is all").offers("activate") == ["Icecar on C3"]
    t = table("C1", "L7", staff=("milton",), yards=yards, market=market).do("use Milton", "gain Icecar", "put it on C3")
    assert t.do("gain Metro", "put it on B1").offers("activate") == ["Metro on B1", "Icecar on C3"]


@pytest.mark.rule("empyreal-24.14")
def test_milton_activates_limited_express_at_its_place() -> None:
    market = "limited_express mana_surger metro icecar"
    t = table("C1", "L7", staff=("milton",), market=market, yards=({"B2": "flow_controller"},), mana=((1, 4),))
    t.do("use Milton", "gain Limited Express", "put it on A2", "gain Metro", "put it on E2", "activate A2")
    assert t.do("that is all", "copy B2").mana() == (3, 2)


@pytest.mark.rule("empyreal-24.28")
def test_lyal_cannot_earn_a_swapped_tile_with_too_few_goods() -> None:
    t = table("G6 F5", "F7", staff=("wardlaw", "lyal"), goods={"F7": "HHH"})
    t.do("use Wardlaw", "swap the blue Double of the lake city", "swap the green Quadruple of the forest city", "stop")
    t.wait()
    assert "use Lyal Kerigan" not in t.can


@pytest.mark.rule("empyreal-24.18")
def test_nobody_waives_what_miltons_transformer_copies() -> None:
    market = "transformer metro reforester icecar mana_surger deep_one"
    t = table("C1", "L7", staff=("seth milton",), market=market, mana=((2, 0),))
    t.do("use Seth", "use Milton", "gain Transformer", "put it on A2", "gain Metro", "put it on B2", "activate A2")
    assert t.do("that is all").offers("copy") == ["Icecar", "Mana Surger", "nothing"]
    assert t.do("copy Mana Surger").mana() == (1, 2)


@pytest.mark.rule("empyreal-20.36")
def test_a_transfer_uses_the_mana_of_an_activation_first_and_leaves_the_other_for_a_copy() -> None:
    yards = ({"A2": "flow_controller", "A3": "transformer"},)
    t = table("D4", "E5", yards=yards, market="mana_surger deep_one reforester", mana=((5, 5),))
    t.do("move to A", "activate A2", "activate A3", "activate A1")
    assert t.mana() == (4, 6)  # one of them is of old
    t.do("activate A1", "build on F4")
    assert (t.mana(), t.offers("copy")) == ((2, 8), ["Mana Surger", "nothing"])


@pytest.mark.rule("empyreal-22.2", "empyreal-24.5")
def test_without_any_train_those_who_work_in_the_network_find_nothing_to_do() -> None:
    folk = "dolores malandrax ariel"
    t = table("C1", "L7", staff=(folk,)).do("use Ariel", "choose C1")
    assert not t.state.nets[0]
    assert t.offers("use") == []
    for name in ("bartok", "marcinae"):
        t = table("C1", "L7", staff=(f"{name} candide ariel dareios",)).do("use Ariel", "choose C1")
        assert t.offers("use") == []
    t = table("C1", "L7", staff=("ariel",), yards=({"A2": "deep_one"},)).do("use Ariel", "choose C1", "move to A")
    assert t.do("activate A2", "stop", "build on K1").trains("K1") == [0]


@pytest.mark.rule("empyreal-23.26", "empyreal-19.5")
def test_wendy_and_the_free_city_and_wasteland_transfers_add_up() -> None:
    # from C1 over the train on C2 with Wendy, then over the city B2 or the wasteland D2 by the car
    t = table("C1", "C2", staff=("wendy",), yards=({"A2": "free_crossing_glacier"},), mana=((0, 0),))
    t.do("use Wendy", "move to A", "activate A2")
    assert t.offers("build on") == ["B3 with the free transfer", "D3 with the free transfer"]


@pytest.mark.rule("empyreal-23.26")
def test_wendy_with_both_free_transfers_of_a_car_in_one_chain() -> None:
    # from B1 over the city B2, the wasteland laid on B3 and the train on C4 to the deserts and glaciers behind
    t = table("B1", "C4", staff=("wendy",), yards=({"A2": "free_crossing_lava"},), wastes="B3", mana=((0, 0),))
    assert t.do("use Wendy", "move to A", "activate A2").offers("build on") == ["A2", "C2", "C5 with the free transfer"]
