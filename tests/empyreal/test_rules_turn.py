"""The turn, specialists and Administrate: sections 4 to 6 of the ledger."""

from __future__ import annotations

from typing import Any, cast

import pytest

from roundhouse.games.empyreal.actions import COPY, DISCARD, GAIN, RECRUIT, SPACE, USE
from tests.empyreal.table import MARKET, Table, kit, table

CAPTAIN, ENGINEER, SURVEYOR = 1, 2, 4  # bits of `flipped`


# the turn


@pytest.mark.rule("empyreal-4.2", "empyreal-5.3", "empyreal-31.2")
def test_specialists_then_one_main_action() -> None:
    t = table("A1 B1", staff=("runika orman hikaru clive",), mana=((1, 8),), market=MARKET)
    assert t.can == ["use Runika Zenanen", "use Orman Kaspar", "use Hikaru Sorayama", "use Clive Melmont",
                     "administrate", "move to A", "move to B"]  # fmt: skip
    t.do("use Orman", "use Clive", "use Runika")
    assert (t.mana(), t.offers("use")) == ((9, 0), ["Hikaru Sorayama"])
    assert t.do("move to A", "that is all").turn == 1


@pytest.mark.rule("empyreal-5.3")
def test_specialists_work_in_any_order() -> None:
    for order in (("use Runika", "use Orman"), ("use Orman", "use Runika")):
        assert table("A1 B1", staff=("runika orman",), mana=((0, 9),)).do(*order).mana() == (8, 1)


@pytest.mark.rule("empyreal-4.2")
def test_a_turn_cannot_be_passed() -> None:
    t = table("A1 B1")
    assert t.can == ["administrate", "move to A", "move to B", "move to C"]
    assert t.refused("that is all") == "empyreal-31.1"


@pytest.mark.rule("empyreal-4.3")
def test_no_specialist_once_the_main_action_has_begun() -> None:
    t = table("A1 B1", staff=("runika orman",), mana=((5, 5),), market=MARKET).do("move to A")
    assert t.refused("use Runika Zenanen") == "empyreal-31.1"
    t = table("A1 B1", staff=("runika orman",), mana=((5, 5),), market=MARKET).do("administrate")
    assert t.refused("use Orman Kaspar") == "empyreal-31.1"


@pytest.mark.rule("empyreal-4.4")
def test_the_turn_ends_with_its_main_action() -> None:
    assert table("A1 B1", market=MARKET).do("administrate", "gain Metro", "put it on A2").turn == 1
    assert table("A1 B1").do("move to A", "that is all").turn == 1
    assert table("A1 B1").do("move to A", "activate A1", "build nothing").turn == 1
    t = table("A1 B1", conductor="E").do("move to the End of the Line", "deliver nothing")
    assert t.turn == 0
    assert t.do("upgrade mana").turn == 1


@pytest.mark.rule("empyreal-4.5")
def test_what_holds_for_a_turn_ends_with_it() -> None:
    t = table("A1 B1", "L1 K1", companies=("kerigan", "kings_line"), mana=((10, 0), (10, 0)), market=MARKET)
    assert t.do("use Rayleigh", "move to C", "that is all").mana() == (10, 0)
    assert t.do("move to C", "that is all").mana(1) == (7, 3)
    t.do("move to the End", "deliver nothing", "upgrade mana", "move to D", "that is all")
    assert t.state.turn_rules & 7 == 0
    assert t.do("move to C").mana() == (7, 3)


@pytest.mark.rule("empyreal-4.5")
def test_what_holds_for_a_turn_ends_unused_too() -> None:
    t = table("A1 B1", "L1 K1", staff=("runika wendy",), market=MARKET).do("use Wendy")
    assert t.state.view(0)["free_transfers"] == 1
    t.do("administrate", "gain Metro", "put it on A2", "administrate", "gain Icecar", "put it on A2")
    assert t.state.view(0)["free_transfers"] == 0
    t = table("A1 B1", "L1 K1", staff=("runika aerlion",), market=MARKET).do("use Aerlion", "lay waste to A2")
    assert t.state.open_wastes
    t.do("administrate", "gain Metro", "put it on A2")
    assert not t.state.open_wastes


@pytest.mark.rule("empyreal-4.5", "empyreal-23.24")
def test_what_uumi_has_copied_this_turn_she_may_copy_the_next() -> None:
    six = "spice_convoy metro deep_one flow_controller car_bomb science_car"
    t = table("A1 B1", "L1", staff=("runika uumi",), mana=((9, 0),), market=six)
    t.do("use Uumi", "copy Spice Convoy", "build nothing", "use Uumi")  # the engineer was refreshed
    assert "Spice Convoy" not in t.offers("copy")
    assert t.refused("copy Spice Convoy") == "empyreal-23.24"
    t.do("copy nothing", "move to A", "that is all", "administrate", "gain Metro", "put it on A2")
    assert t.state.view(None)["copied"] == []
    t.do("administrate", "gain Car Bomb", "put it on A2", "move to A", "that is all", "use Uumi")
    assert "Spice Convoy" in t.offers("copy")


@pytest.mark.rule("empyreal-4.6")
def test_an_extra_turn_is_a_turn_of_its_own() -> None:
    t = table(
        "A1 B1 A2", "L1 K1", staff=("rayleigh eirene dareios",), companies=("kerigan", "kings_line"), market=MARKET
    )
    t.do("use Eirene", "use Rayleigh", "use Dareios", "take the good at A1", "take the good at A2")
    assert t.refused("use Dareios Kuel") == "empyreal-5.5"
    t.do("move to C", "that is all")
    assert (t.turn, t.mana()) == (0, (6, 0))
    assert t.refused("use Rayleigh Kerigan") == "empyreal-5.5"
    assert t.offers("move to") == ["D", "E", "the End of the Line"]
    assert t.do("move to E").mana() == (5, 1)
    assert t.do("that is all").turn == 1
    t = table("A1 B1 A2 B3", "L1 K1", staff=("runika eirene dareios",), market=MARKET)
    t.do("use Eirene", "use Dareios", "take the good at A1", "take the good at A2", "move to A", "that is all")
    assert t.do("use Dareios", "take the good at B1", "take the good at B3").mana() == (7, 0)


@pytest.mark.rule("empyreal-4.7")
def test_only_car_bomb_asks_another_seat() -> None:
    t = table("A1 B1", "L1 K1", yards=({"A2": "car_bomb"}, {"B2": "metro", "C2": "icecar"}), market=MARKET.replace(
        "metro", "transmuter").replace("icecar", "pollinator"))  # fmt: skip
    t.do("move to A", "activate Car Bomb on A2", "that is all")
    assert (t.seat, t.turn) == (1, 0)
    assert t.offers("discard") == ["Metro on B2", "Icecar on C2"]
    t.do("discard Icecar")
    assert (t.seat, t.turn) == (1, 1)


@pytest.mark.rule("empyreal-4.8")
def test_there_is_no_way_to_give_or_to_take_back() -> None:
    names = {b.name for b in SPACE.blocks}
    assert names.isdisjoint({"give", "trade", "lend", "undo", "offer", "pass"})


@pytest.mark.rule("empyreal-4.9")
def test_folios_markets_and_the_map_lie_open_to_all() -> None:
    t = table("A1 B1", "L1 K1", staff=("runika orman hikaru clive",), won=("blue Triple",), folios=("EEEY",),
              mana=((3, 4),), flipped=(CAPTAIN | SURVEYOR,), yards=({"A2": "metro"},))  # fmt: skip
    for viewer in (1, None):
        seen = cast("dict[str, Any]", t.state.view(viewer))
        me = seen["players"][0]
        assert [p["title"] for p in me["staff"] if p] == ["Runika Zenanen", "Orman Kaspar", "Hikaru Sorayama",
                                                          "Clive Melmont"]  # fmt: skip
        assert [p["flipped"] for p in me["staff"] if p] == [True, False, True, False]
        assert (me["ready"], me["spent"], me["goods"], me["yard"][5]["id"]) == (3, 4, [1, 0, 0, 3, 0, 0], "metro")
        assert [tile["size"] for tile in me["tiles"]] == ["Triple"]
        assert [c["id"] for c in seen["market"]] == [kit().ids[tile] for tile in t.state.market]
        assert [seen["hexes"][t.hex(h)]["cars"] for h in ("A1", "K1", "A2")] == [[0], [1], []]


@pytest.mark.rule("empyreal-4.10")
def test_nobody_sees_pile_or_box() -> None:
    t = table("A1 B1", "L1 K1")
    text = [str(t.state.view(viewer)) for viewer in (0, 1, None)]
    assert all(f"'pile': {len(t.state.pile)}" in seen for seen in text)
    for tile in t.state.pile[:20]:
        assert all(f"'id': '{kit().ids[tile]}'" not in seen for seen in text)
    for p in b"".join(t.state.stacks + t.state.unused):
        assert all(kit().ids[kit().people + p] not in seen for seen in text)


# specialists


@pytest.mark.rule("empyreal-5.1", "empyreal-5.2", "empyreal-18.1")
def test_at_most_one_of_each_kind() -> None:
    t = table("A1 B1", staff=("runika orman",), conductor="E").do("move to the End", "deliver nothing")
    assert t.do("upgrade specialists").offers("look at the") == ["surveyors", "station masters"]
    assert t.refused(RECRUIT) == "empyreal-18.1"
    kinds = [p["slot"] if p else None for p in cast("Any", t.state.view(0))["players"][0]["staff"]]
    assert kinds == ["captain", "engineer", None, None, None]


@pytest.mark.rule("empyreal-5.4", "empyreal-5.5")
def test_captains_and_engineers_flip_and_rest() -> None:
    t = table("A1 B1", staff=("runika orman",), mana=((0, 9),)).do("use Runika", "use Orman")
    assert t.state.flipped[0] == CAPTAIN | ENGINEER
    for name in ("Runika Zenanen", "Orman Kaspar"):
        assert t.refused(f"use {name}") == "empyreal-5.5"
    t.do("move to A", "that is all", "move to A", "that is all")
    assert t.offers("use") == []  # not by the turn alone


@pytest.mark.rule("empyreal-5.6", "empyreal-5.13")
def test_a_refreshed_captain_is_used_again_in_the_same_turn() -> None:
    t = table("A1 B1", staff=("runika manch",), mana=((1, 9),)).do("use Runika")
    assert t.mana() == (6, 4)
    t.do("use Manch")
    assert (t.mana(), t.state.flipped[0]) == ((5, 5), ENGINEER)
    t.do("use Runika")
    assert (t.mana(), t.state.flipped[0]) == ((10, 0), CAPTAIN | ENGINEER)


@pytest.mark.rule("empyreal-5.7")
def test_runika_flips_and_reclaims_five() -> None:
    t = table("A1 B1", mana=((1, 8),)).do("use Runika Zenanen")
    assert (t.state.flipped[0], t.mana()) == (CAPTAIN, (6, 3))


@pytest.mark.rule("empyreal-5.7")
def test_a_tile_that_refreshes_itself_stays_face_up() -> None:
    t = table("A1 B1", "D1 L1", staff=("runika arret", "rayleigh manch"), flipped=(CAPTAIN,), mana=((3, 0),))
    t.do("use Arret", "choose Kerigan")
    assert t.state.flipped[0] == ENGINEER  # the captain is refreshed, Arret has flipped
    t = table("A1 B1", staff=("trias uumi",), market="spice_convoy metro icecar deep_one flow_controller car_bomb")
    t.do("use Uumi", "copy Spice Convoy", "build nothing")
    assert t.state.flipped[0] == 0  # Uumi flipped first and was refreshed by what she copied


@pytest.mark.rule("empyreal-5.8")
def test_a_surveyor_works_once_a_game() -> None:
    t = table("A1 B1", "L1 K1", staff=("runika hikaru",), mana=((2, 3),), market=MARKET).do("use Hikaru")
    assert (t.mana(), t.state.flipped[0]) == ((7, 0), SURVEYOR)
    assert t.do("administrate", "gain Metro", "put it on A2").state.flipped[0] == SURVEYOR
    assert t.do("move to A", "that is all").refused("use Hikaru Sorayama") == "empyreal-5.5"


@pytest.mark.rule("empyreal-5.8")
def test_the_upgrade_does_not_refresh_a_surveyor() -> None:
    t = table("A1 B1", "L1 K1", staff=("runika orman hikaru clive",), flipped=(7,), conductor="E")
    assert t.do("move to the End", "deliver nothing", "upgrade specialists").state.flipped[0] == SURVEYOR


@pytest.mark.rule("empyreal-5.9", "empyreal-5.10")
def test_a_station_master_acts_once_a_turn_and_does_not_flip() -> None:
    t = table("A1 B1 A2 B3", "L1 K1", staff=("runika dareios",)).do("use Dareios")
    t.do("take the good at A1", "take the good at B1")
    assert (t.mana(), t.state.flipped[0]) == ((6, 0), 0)
    assert t.refused("use Dareios Kuel") == "empyreal-5.5"
    t.do("move to A", "that is all", "move to A", "that is all")
    assert "Dareios Kuel" in t.offers("use")


@pytest.mark.rule("empyreal-5.11")
def test_a_lasting_station_master_works_each_time() -> None:
    t = table("A1 B1", "L1 K1", staff=("runika simon",), mana=((10, 0),)).do("move to B", "that is all")
    assert t.mana() == (10, 0)
    assert t.do("move to A", "that is all", "move to D").mana() == (10, 0)
    assert table("A1 B1", staff=("runika simon",)).refused(USE + 3) == "empyreal-5.3"


@pytest.mark.rule("empyreal-5.12", "empyreal-18.3")
def test_a_specialist_gained_before_the_main_action_can_be_used_at_once() -> None:
    t = table("A1 B1", staff=("irialandra",), mana=((2, 4),), stacks=("orman", "john", "clive"))
    t.do("use Irialandra", "gain a specialist", "look at the engineers", "take Orman Kaspar")
    assert t.state.flipped[0] == CAPTAIN
    assert t.do("use Orman Kaspar").mana() == (4, 2)


@pytest.mark.rule("empyreal-5.13")
def test_to_refresh_names_whom() -> None:
    assert table("A1 B1", staff=("runika manch",), flipped=(CAPTAIN,)).do("use Manch").state.flipped[0] == ENGINEER
    t = table("A1 B1", staff=("trias orman",), flipped=(ENGINEER,)).do("use Trias", "refresh your engineer")
    assert t.state.flipped[0] == CAPTAIN


@pytest.mark.rule("empyreal-5.14")
def test_the_price_is_paid_first_or_nothing_is_done() -> None:
    assert table("A1 B1", staff=("runika luc",), mana=((1, 4),)).do("use Luc").mana() == (1, 5)
    assert table("A1 B1", staff=("runika luc",), mana=((0, 5),)).refused("use Luc von Gott") == "empyreal-8.2"


@pytest.mark.rule("empyreal-5.15")
def test_a_specialist_without_any_effect_is_not_used() -> None:
    assert table("A1 B1").refused("use Runika Zenanen") == "empyreal-5.15"
    assert table("A1 B1", staff=("runika luc",), mana=((9, 1),)).refused("use Luc von Gott") == "empyreal-8.6"
    assert table("A1 B1", staff=("runika manch",)).refused("use Manch") == "empyreal-5.13"
    assert table("A1 B1", staff=("runika hikaru",), mana=((10, 0),)).refused("use Hikaru Sorayama") == "empyreal-8.6"


@pytest.mark.rule("empyreal-5.16")
def test_what_holds_for_the_turn_counts_as_an_effect() -> None:
    t = table("A1 B1", staff=("rayleigh manch",), companies=("kerigan", "kings_line"), mana=((5, 0),))
    assert t.do("use Rayleigh", "use Manch").refused("use Rayleigh Kerigan") == "empyreal-5.16"
    t = table("A1 B1", staff=("trias wendy",), mana=((5, 0),)).do("use Wendy", "use Trias", "refresh your engineer")
    assert t.do("use Wendy").state.view(0)["free_transfers"] == 2
    t = table("A1 B1", staff=("trias sarafina",)).do("use Sarafina", "use Trias", "refresh your engineer")
    assert t.refused("use Sarafina Vanedran") == "empyreal-5.16"


@pytest.mark.rule("empyreal-5.16")
def test_seth_adds_to_sarafina_but_not_the_other_way_round() -> None:
    t = table("A1 B1", staff=("seth sarafina",), companies=("golden_sands", "kings_line")).do("use Sarafina")
    assert "Seth Cremmul" in t.offers("use")
    t = table("A1 B1", staff=("seth sarafina",), companies=("golden_sands", "kings_line")).do("use Seth")
    assert t.refused("use Sarafina Vanedran") == "empyreal-5.16"


@pytest.mark.rule("empyreal-5.17")
def test_abilities_add_up() -> None:
    yard = {"D2": "metro", "D3": "flow_controller"}
    t = table("A1 B1", staff=("rayleigh eloi",), mana=((3, 2),), yards=(yard,), companies=("kings_line", "kerigan"))
    t.do("use Rayleigh", "use Eloi", "move to D")  # four steps for 2, and Eloi gives 1 back
    assert t.mana() == (2, 3)
    t.do("activate D1", "activate D2", "activate D3")  # for the inherent 1 of D1 alone
    assert t.mana()[0] + t.mana()[1] == 6


@pytest.mark.rule("empyreal-5.18")
@pytest.mark.parametrize(("stop", "paid"), [("A", 0), ("B", 0), ("C", 0), ("D", 2)])
def test_of_two_prices_the_cheaper_applies(stop: str, paid: int) -> None:
    t = table("A1 B1", staff=("rayleigh simon",), mana=((9, 0),), companies=("kings_line", "kerigan"))
    assert t.do("use Rayleigh", f"move to {stop}").mana() == (9 - paid, paid)


@pytest.mark.rule("empyreal-5.19", "empyreal-17.10")
def test_a_good_is_given_only_for_an_effect_that_can_be_had() -> None:
    assert table("A1 B1 A2", staff=("runika dareios",), mana=((10, 0),)).refused("use Dareios Kuel") == "empyreal-8.6"
    t = table("A1 B1 A2", staff=("runika orman lucca",), mana=((5, 0),))
    assert t.refused("use Lucca Turlotte") == "empyreal-5.13"
    t = table("A1 B1 A2", staff=("runika orman feylana",), mana=((5, 0),))
    assert t.refused("use Feylana Chorgitz") == "empyreal-5.13"
    t = table("A1", "L1", staff=("runika dareios",))
    assert t.refused("use Dareios Kuel") == "empyreal-17.9"  # one good is not two


@pytest.mark.rule("empyreal-5.20")
def test_after_giving_goods_the_other_half_must_be_done() -> None:
    t = table("A1 B1 A2", "L1", staff=("runika tegusgan",)).do(
        "use Tegusgan", "take the good at A1", "take the good at A2"
    )
    assert t.offers("build on") == ["A3", "B3", "C1", "C2", "C3"]  # C3 over the city
    assert t.refused("build nothing") == "empyreal-5.20"
    assert not any(w in ("build nothing", "that is all") for w in t.can)


@pytest.mark.rule("empyreal-5.21", "empyreal-18.5", "empyreal-18.6")
def test_a_full_folio_gains_no_specialist() -> None:
    staff = "runika orman hikaru clive"
    t = table("A1 B1", "L1", staff=(staff,), conductor="E", flipped=(CAPTAIN | ENGINEER,))
    t.do("move to the End", "deliver nothing", "upgrade specialists")
    assert (t.turn, t.state.flipped[0]) == (1, 0)
    assert len([p for p in t.state.staff[0] if p]) == 4


# administrate


@pytest.mark.rule("empyreal-6.1", "empyreal-6.2", "empyreal-6.3", "empyreal-6.4", "empyreal-6.7")
def test_administrate_reclaims_refreshes_and_gains() -> None:
    t = table("A1 B1", "L1", staff=("runika orman",), mana=((1, 8),), flipped=(CAPTAIN | ENGINEER,), market=MARKET,
              conductor="B")  # fmt: skip
    t.do("administrate")
    assert (t.mana(), t.state.flipped[0]) == ((9, 0), 0)
    assert len(t.offers("gain")) == 6
    t.do("gain Metro", "put it on C2")
    assert (t.yard("C2"), t.state.conductor[0], t.turn) == ("metro", 2, 1)


@pytest.mark.rule("empyreal-6.5")
def test_tzart_builds_before_or_after_the_mana() -> None:
    def start() -> Table:
        return table("D1 E1", "E2", staff=("runika tzart",), mana=((1, 4),), market=MARKET)

    assert start().do("administrate").offers("build on") == ["C1"]
    t = start().do("administrate", "build on C1")
    assert t.mana() == (5, 0)
    assert t.offers("gain")
    t = start().do("administrate", "build nothing")
    assert t.mana() == (5, 0)
    assert t.offers("build on") == ["C1", "E3"]  # now the mana pays for Transfers
    assert t.do("build nothing").offers("gain")


@pytest.mark.rule("empyreal-6.6")
def test_administrate_even_for_nothing() -> None:
    yard = dict(zip([f"{c}{r}" for r in (1, 2, 3) for c in "ABCDE"], kit().ids[:15], strict=True))
    t = table("A1 B1", "L1", yards=(yard,)).do("administrate")
    assert (t.turn, t.mana()) == (1, (5, 0))


@pytest.mark.rule("empyreal-31.1")
def test_only_what_is_asked_can_be_done() -> None:
    t = table("A1 B1", "L1", market=MARKET)
    for action in (COPY, DISCARD, GAIN + kit().ids.index("metro"), SPACE.size - 1):
        assert t.refused(action) == "empyreal-31.1"
    assert t.seat == 0
