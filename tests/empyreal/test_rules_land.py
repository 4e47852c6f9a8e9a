"""Wasteland, goods and trains that move: sections 16 and 17 of the ledger."""

from __future__ import annotations

from typing import Any, cast

import pytest

from roundhouse.core.cells import put
from roundhouse.games.empyreal.actions import COLOUR, GOOD, WASTE
from tests.empyreal.table import FAR, LETTERS, Table, table

MARKET = "meditation_mecha science_car mana_surger flow_controller horizon_chaser luxury_carriage"


def activated(tile: str, net: str, other: str = FAR, **known: Any) -> Table:
    """Seat 0 has activated a spellcar on A2, and nothing else."""
    known.setdefault("market", MARKET)
    return table(net, other, yards=({"A2": tile},), **known).do("move to A", "activate A2", "that is all")


def emptied(t: Table, letters: str) -> Table:
    """The supply has none of these colours left: they lie on the other seat's folio."""
    s = t.state
    for letter in letters:
        c = LETTERS.index(letter)
        s.folios[1] = put(s.folios[1], c, s.folios[1][c] + s.stock[c])
        s.stock = put(s.stock, c, 0)
    return t


# wasteland


@pytest.mark.rule("empyreal-16.1", "empyreal-16.2", "empyreal-16.9", "empyreal-16.10")
def test_in_the_network_or_next_to_it_but_not_on_city_or_wasteland() -> None:
    t = activated("corruption_junction", "C2", wastes="C1")
    assert t.offers("lay waste to") == ["B1", "C2", "C3", "D1"]  # B2 is a city, D2 printed, C1 placed
    for hex in ("B2", "D2", "C1", "A1"):
        assert t.refused(f"lay waste to {hex}") == "empyreal-16.1"


@pytest.mark.rule("empyreal-16.3", "empyreal-16.8", "empyreal-17.1")
def test_goods_are_destroyed_and_go_to_the_supply() -> None:
    t = activated("corruption_junction", "C2", goods={"B1": "HEEY"})
    before = t.state.stock
    assert t.do("lay waste to B1").goods("B1") == ""
    assert [b - a for a, b in zip(before, t.state.stock, strict=True)] == [1, 1, 0, 2, 0, 0]
    assert t.folio() == ""


@pytest.mark.rule("empyreal-16.4")
def test_trains_stay_on_the_new_wasteland() -> None:
    t = activated("corruption_junction", "C2", "C2 C3").do("lay waste to C2")
    assert t.trains("C2") == [0, 1]
    hexes = cast("Any", t.state.view(None))["hexes"]
    assert (hexes[t.hex("C2")]["ground"], hexes[t.hex("C2")]["tile"]) == ("wasteland", True)
    assert t.state.wastes == 19


@pytest.mark.rule("empyreal-16.5")
def test_a_wasteland_tile_stays() -> None:
    t = activated("terraformer", "B1 C2", wastes="C1").do("build on C1", "choose Ehrlite")
    assert t.waste("C1")
    assert (t.goods("C1"), t.state.wastes) == ("E", 19)


@pytest.mark.rule("empyreal-16.6")
def test_without_tiles_nothing_is_placed() -> None:
    t = table("C2", FAR, yards=({"A2": "corruption_junction"},), market=MARKET)
    t.state.wastes = 0
    t.do("move to A", "activate A2", "that is all")
    assert (t.turn, t.mana()) == (1, (5, 1))  # the mana is gained all the same
    t = table("C2", FAR, staff=("runika aerlion",))
    t.state.wastes = 0
    t.state.offered = []
    assert t.refused("use Aerlion") == "empyreal-16.1"


@pytest.mark.rule("empyreal-16.7")
def test_without_a_place_it_is_skipped() -> None:
    t = activated("corruption_junction", "A1", wastes="A1 A2 B1")
    assert (t.turn, t.mana()) == (1, (5, 1))


@pytest.mark.rule("empyreal-16.10")
def test_two_steps_away_is_too_far() -> None:
    t = activated("corruption_junction", "A1")
    assert t.offers("lay waste to") == ["A1", "A2", "B1"]
    assert t.refused(WASTE + t.hex("A3")) == "empyreal-16.1"


# goods


@pytest.mark.rule("empyreal-17.1")
def test_a_good_returned_can_be_used_again() -> None:
    t = emptied(table("E3 F4 E2", FAR, staff=("runika rixia dareios",)), "E")
    assert t.do("use Dareios", "take the good at E3", "take the good at E2").state.stock[3] == 1
    t.do("use Rixia", "take the good at F4")
    assert (t.goods("F4"), t.state.stock[3]) == ("EE", 0)


@pytest.mark.rule("empyreal-17.2")
def test_what_the_supply_lacks_is_not_done() -> None:
    t = table("E3 E2", FAR, yards=({"A2": "mirror_box"},), market=MARKET)
    emptied(t, "EH").do("move to A", "activate A2", "that is all")
    assert t.turn == 1  # neither blue nor green is left
    t = table("E3 E2", FAR, yards=({"A2": "mirror_box"},), market=MARKET)
    emptied(t, "E").do("move to A", "activate A2", "that is all")
    assert t.offers("take the good at") == ["E2"]
    assert t.refused(GOOD + t.hex("E3")) == "empyreal-17.9"
    t = table("E3 E2", FAR, staff=("runika lixis",), goods={"E3": ""})
    assert t.offers("use") == ["Lixis Ran Kanda"]
    emptied(t, "E").state.offered = []
    assert t.refused("use Lixis Ran Kanda") == "empyreal-17.2"


@pytest.mark.rule("empyreal-17.3")
def test_the_build_can_be_done_without_the_good() -> None:
    t = table("E3 E5", FAR, yards=({"A2": "reforester"},), market=MARKET)
    emptied(t, "H").do("move to A", "activate A2", "that is all", "build on E4", "build nothing")
    assert (t.trains("E4"), t.goods("E4"), t.turn) == ([0], "H", 1)
    t = table("E7 E5", FAR, yards=({"A2": "arctic_shocker"},), market=MARKET)
    emptied(t, "YHRECV").do("move to A", "activate A2", "that is all", "build on E6")
    assert (t.trains("E6"), t.goods("E6"), t.turn) == ([0], "R", 1)


@pytest.mark.rule("empyreal-17.4")
def test_any_colour_is_any_that_the_supply_has() -> None:
    t = table("E7 E5", FAR, yards=({"A2": "arctic_shocker"},), market=MARKET)
    emptied(t, "YRC").do("move to A", "activate A2", "that is all", "build on E6")
    assert t.offers("choose") == ["Heartwood", "Ehrlite", "Vital Silver"]
    assert t.refused(COLOUR + 4) == "empyreal-17.2"


@pytest.mark.rule("empyreal-17.5")
def test_a_good_may_lie_on_wasteland() -> None:
    t = activated("terraformer", "C2 D1").do("build on D2", "choose Crizma")
    assert (t.goods("D2"), t.waste("D2")) == ("C", True)


@pytest.mark.rule("empyreal-17.6", "empyreal-17.7", "empyreal-31.10")
def test_a_good_comes_from_beside_its_new_hex_even_from_under_others() -> None:
    t = activated("pollinator", "E2 E3", "E4 D3")
    assert t.offers("take the good at") == [
        "D1",
        "D3",
        "E1",
        "E2",
        "E3",
        "E4",
        "F1",
        "F2",
    ]
    t.do("take the good at E4")
    assert t.can == ["choose E3"]  # asked even of one hex
    t.do("choose E3")
    assert (t.goods("E3"), t.goods("E4")) == ("HE", "")
    assert activated("pollinator", "E2 E3", "E4 D3").do("take the good at F2").offers("choose") == ["E2", "E3"]
    t = activated("pollinator", "E2 E3").do("take the good at E2", "choose E3")
    assert (t.goods("E2"), t.goods("E3")) == ("", "HE")  # from within the network


@pytest.mark.rule("empyreal-17.8", "empyreal-31.10")
def test_which_good_of_a_mixed_hex() -> None:
    t = activated("mirror_box", "E3 E2", goods={"E3": "EEY"}).do("take the good at E3")
    assert t.state.prompt() == "choose which good of E3"
    assert t.can == ["choose Hylatine", "choose Ehrlite"]
    assert t.refused(COLOUR + 1) == "empyreal-17.9"
    assert t.do("choose Hylatine").goods("E3") == "YYEE"
    t = activated("mirror_box", "E3 E2", goods={"E3": "EE"}).do("take the good at E3")
    assert (t.goods("E3"), t.turn) == ("EEE", 1)  # of one colour: not asked


@pytest.mark.rule("empyreal-17.9")
def test_two_goods_may_differ_in_hex_and_colour_or_not() -> None:
    t = table("E3 E2", "E4", staff=("runika dareios",), goods={"E3": "EV"}).do("use Dareios")
    assert t.offers("take the good at") == ["E2", "E3"]
    assert t.refused(GOOD + t.hex("E4")) == "empyreal-17.9"
    t.do("take the good at E3", "choose Vital Silver", "take the good at E3")
    assert (t.goods("E3"), t.goods("E2"), t.mana()) == ("", "H", (6, 0))


@pytest.mark.rule("empyreal-17.10")
def test_no_good_is_given_for_nothing() -> None:
    t = activated("icecar", "E3 E2", mana=((6, 4),))
    assert (t.turn, t.goods("E3")) == (1, "E")
    assert activated("icecar", "E3 E2", mana=((6, 3),)).do("take the good at E2").mana() == (7, 3)


# trains that move


@pytest.mark.rule("empyreal-17.11", "empyreal-17.12", "empyreal-31.16")
def test_a_train_moves_to_a_hex_beside_it_of_any_terrain() -> None:
    t = table("C2 C3", "B1", staff=("runika irion",)).do("use Irion")
    assert t.can == ["move the train at C2", "move the train at C3"]
    t.do("move the train at C2")
    assert t.offers("move it to") == ["B1", "C1", "D1", "D2"]  # not the city B2, not C3; the wasteland D2 is allowed
    for hex in ("B2", "C3", "A1"):
        assert t.refused(f"move it to {hex}") == "empyreal-17.11"
    t.do("move it to D2")
    assert (t.trains("D2"), t.trains("C2"), t.mana(), t.state.supply[0]) == ([0], [], (4, 1), 33)
    assert t.goods("C2") == "C"


@pytest.mark.rule("empyreal-17.11")
def test_not_onto_a_full_hex() -> None:
    t = table("C2", "C1", "C1", "C1", seats=4, staff=("runika irion",)).do("use Irion", "move the train at C2")
    assert "C1" not in t.offers("move it to")
    assert t.refused("move it to C1") == "empyreal-17.11"


@pytest.mark.rule("empyreal-17.11")
def test_a_train_that_cannot_move_anywhere() -> None:
    t = table("A1", "A2 B1", "A2 B1", "A2 B1", seats=4, staff=("runika irion",))
    assert t.refused("use Irion Juiz") == "empyreal-17.11"
