"""The End of the Line, deliveries and gaining specialists: sections 11, 12 and 18 of the ledger."""

from __future__ import annotations

from typing import Any, cast

import pytest

from roundhouse.games.empyreal.actions import COLOURS, DELIVER, RECRUIT, TAKE, TILE
from tests.empyreal.table import FAR, MARKET, Table, kit, person, table

CAPTAIN, ENGINEER, SURVEYOR = 1, 2, 4


def at_end(net: str, other: str = FAR, **known: Any) -> Table:
    """Seat 0 has moved to the End of the Line for nothing."""
    return table(net, other, conductor="E", **known).do("move to the End of the Line")


def demands(t: Table, colour: str) -> list[str]:
    city = ("yellow", "green", "white", "blue", "red", "grey").index(colour)
    return [kit().tile(tile) for tile in t.state.demands[city]]


# the end of the line


@pytest.mark.rule("empyreal-11.1", "empyreal-11.11")
def test_deliver_upgrade_and_back_to_start() -> None:
    t = at_end("B1 A1", market=MARKET)
    assert t.can == ["deliver Hylatine to the desert city", "deliver nothing"]
    t.do("deliver Hylatine", "take the good at A1")
    assert t.can == ["upgrade mana", "upgrade specialists", "upgrade spellcars"]
    assert t.state.conductor[0] == 6
    t.do("upgrade mana")
    assert (t.folio(), t.state.conductor[0], t.turn) == ("Y", 0, 1)


@pytest.mark.rule("empyreal-11.2")
def test_no_spellcar_at_the_end() -> None:
    t = at_end("B1 A1", yards=({"E2": "metro"},))
    assert not t.offers("activate")
    assert t.refused("activate E2") == "empyreal-31.1"


@pytest.mark.rule("empyreal-11.3", "empyreal-31.12")
def test_the_upgrade_is_due_without_a_delivery() -> None:
    assert len(at_end("B1 A1").do("deliver nothing").offers("upgrade")) == 3
    t = at_end("I4 I5")  # no city beside it: nothing is asked about a delivery
    assert len(t.offers("upgrade")) == 3


@pytest.mark.rule("empyreal-11.4", "empyreal-11.9")
def test_the_mana_upgrade() -> None:
    assert at_end("I4 I5", mana=((2, 4),)).do("upgrade mana").mana() == (7, 0)
    assert at_end("I4 I5", mana=((2, 8),)).do("upgrade mana").mana() == (10, 0)


@pytest.mark.rule("empyreal-11.5", "empyreal-11.6")
def test_the_specialist_upgrade() -> None:
    t = at_end("I4 I5", flipped=(CAPTAIN,)).do("upgrade specialists", "look at the engineers")
    name = t.offers("take")[0]
    t.do(f"take {name}")
    assert (t.state.flipped[0], t.turn, t.state.conductor[0]) == (0, 1, 0)
    assert kit().person(t.state.staff[0][1] - 1) == name
    t = at_end("I4 I5", staff=("runika orman",), flipped=(CAPTAIN | ENGINEER,)).do("upgrade specialists")
    assert t.state.flipped[0] == CAPTAIN | ENGINEER  # refreshed only after the gain
    t.do("look at the surveyors")
    t.act(t.state.legal()[0])
    assert t.state.flipped[0] == 0


@pytest.mark.rule("empyreal-11.7")
def test_the_spellcar_upgrade() -> None:
    t = at_end("I4 I5", market=MARKET).do("upgrade spellcars", "gain Metro", "put it on C2")
    assert t.offers("put it on") == []
    t.do("gain Icecar", "put it on A2")
    assert (t.yard("C2"), t.yard("A2"), t.turn) == ("metro", "icecar", 1)


@pytest.mark.rule("empyreal-11.8")
def test_an_upgrade_may_be_chosen_for_a_part_or_nothing() -> None:
    yard = dict(zip([f"{c}{r}" for r in (1, 2, 3) for c in "ABCDE"][:-1], kit().ids[:14], strict=True))
    t = at_end("I4 I5", yards=(yard,)).do("upgrade spellcars")
    t.act(t.state.legal()[0]).do("put it on E3")
    assert t.turn == 1  # the second one has no room
    t = at_end("I4 I5", mana=((10, 0),)).do("upgrade mana")
    assert (t.turn, t.mana()) == (1, (10, 0))


@pytest.mark.rule("empyreal-11.10")
def test_a_delivery_elsewhere_brings_no_upgrade() -> None:
    t = table("B1 A1", FAR, yards=({"A2": "searing_supplier"},)).do(
        "move to A", "activate Searing Supplier", "that is all"
    )
    t.do("deliver Hylatine", "take the good at A1")
    assert (t.turn, t.folio(), t.state.conductor[0]) == (1, "Y", 1)
    t = table("B1 A1", FAR, staff=("runika daedalus",)).do("use Daedalus", "deliver Hylatine", "take the good at A1")
    assert t.acting


# delivering


@pytest.mark.rule("empyreal-12.1", "empyreal-31.11")
def test_one_city_next_to_the_network() -> None:
    t = at_end("B1 A1 B6 D6", goods={"D6": "HH", "A1": "Y"})
    assert t.offers("deliver") == ["Hylatine to the desert city", "Heartwood to the forest city", "nothing"]
    assert t.refused(DELIVER + 2 * COLOURS + 2) == "empyreal-12.1"  # the glacier city is far
    t.do("deliver Heartwood", "collect all", "take no tile")
    assert t.offers("upgrade")  # no second city
    assert t.folio() == "HHH"


@pytest.mark.rule("empyreal-12.1")
def test_a_city_two_steps_away_is_not_reached() -> None:
    t = at_end("A1 C1", goods={"C1": "Y"})
    assert t.offers("upgrade")
    assert t.refused(DELIVER) == "empyreal-31.1"


@pytest.mark.rule("empyreal-12.2", "empyreal-31.11")
def test_any_number_of_its_colour() -> None:
    t = at_end("B1 A1 C3", goods={"B1": "HY", "C3": "YY"}).do("deliver Hylatine")
    assert t.can == ["collect all", "take the good at A1", "take the good at B1", "take the good at C3"]
    assert t.do("take the good at C3").can[:2] == ["that is all", "collect all"]
    t.do("take the good at B1", "that is all", "take no tile")
    assert (t.folio(), t.goods("A1"), t.goods("B1"), t.goods("C3")) == ("YY", "Y", "H", "Y")
    t = at_end("B1 A1 C3", goods={"B1": "HY", "C3": "YY"}).do("deliver Hylatine", "collect all", "take no tile")
    assert t.folio() == "YYYY"


@pytest.mark.rule("empyreal-31.11")
def test_the_last_good_is_taken_without_a_question_about_all() -> None:
    t = at_end("B1 A1 C3").do("deliver Hylatine", "take the good at A1")
    assert t.can == ["that is all", "take the good at C3"]
    assert t.do("take the good at C3").offers("take the") == ["yellow Double"]


@pytest.mark.rule("empyreal-12.3")
def test_no_empty_delivery() -> None:
    assert at_end("B1 A1 C3").do("deliver Hylatine").refused("that is all") == "empyreal-12.3"
    t = at_end("B1 A2")  # the city is there, but no Hylatine
    assert t.offers("upgrade")


@pytest.mark.rule("empyreal-12.4", "empyreal-12.14", "empyreal-13.6")
def test_the_blue_delivery() -> None:
    """Three blue goods in the network and the blue city beside it: the Triple tile, even from far away."""
    t = at_end("F5 G6 A4 E3").do("deliver Ehrlite to the lake city", "collect all")
    assert t.offers("take the") == ["blue Double", "blue Triple"]
    t.do("take the blue Triple")
    assert (t.folio(), [kit().tile(x) for x in t.state.won[0]]) == ("EEE", ["blue Triple"])
    assert demands(t, "blue") == ["blue Double", "blue Quadruple"]


@pytest.mark.rule("empyreal-12.5")
def test_goods_of_shared_hexes() -> None:
    t = at_end("B1 A1", "A1 A2").do("deliver Hylatine", "take the good at A1")
    assert (t.folio(), t.goods("A1")) == ("Y", "")


@pytest.mark.rule("empyreal-12.6")
def test_goods_stay_on_the_folio() -> None:
    t = at_end("B1 A1", "A2", folios=("YYE", "R"), market=MARKET).do("deliver nothing", "upgrade mana")
    t.do("administrate", "gain Metro", "put it on A2", "administrate", "gain Icecar", "put it on A2")
    assert (t.folio(), t.folio(1), t.state.scores()) == ("YYE", "R", [3, 1])


@pytest.mark.rule("empyreal-12.7", "empyreal-12.8")
@pytest.mark.parametrize(("goods", "tiles"), [
    ("Y", []),
    ("YY", ["yellow Double"]),
    ("YYY", ["yellow Double", "yellow Triple"]),
    ("YYYY", ["yellow Double", "yellow Triple", "yellow Quadruple"]),
    ("YYYYY", ["yellow Double", "yellow Triple", "yellow Quadruple"]),
])  # fmt: skip
def test_what_a_delivery_qualifies_for(goods: str, tiles: list[str]) -> None:
    t = at_end("B1", goods={"B1": goods}).do("deliver Hylatine")
    assert t.do("collect all" if len(goods) > 1 else "take the good at B1").offers("take the") == tiles
    if tiles:
        assert t.can[-1] == "take no tile"
        assert len(tiles) == 3 or t.refused("take the yellow Quadruple") == "empyreal-12.7"
        assert t.refused(TILE + 3) == "empyreal-12.7"  # another city's
        t.do(f"take the {tiles[0]}")  # not the best
        assert [kit().tile(x) for x in t.state.won[0]] == tiles[:1]
    assert t.offers("upgrade")


@pytest.mark.rule("empyreal-12.9")
def test_a_tile_may_be_declined() -> None:
    t = at_end("B1", goods={"B1": "YYYY"}).do("deliver Hylatine", "collect all", "take no tile")
    assert (t.state.won[0], len(demands(t, "yellow")), t.folio()) == (b"", 3, "YYYY")


@pytest.mark.rule("empyreal-12.10")
def test_four_goods_for_a_double() -> None:
    t = at_end("B1", won=("", "yellow Triple, yellow Quadruple"), goods={"B1": "YYYY"})
    assert t.do("deliver Hylatine", "collect all").can == ["take the yellow Double", "take no tile"]
    t.do("take the yellow Double")
    assert demands(t, "yellow") == []


@pytest.mark.rule("empyreal-12.11")
def test_goods_of_several_deliveries_are_not_added_up() -> None:
    t = at_end("B1", folios=("YYY",), goods={"B1": "YY"}).do("deliver Hylatine", "collect all")
    assert t.offers("take the") == ["yellow Double"]


@pytest.mark.rule("empyreal-12.12")
def test_a_city_without_tiles_is_delivered_to() -> None:
    t = at_end("B1", won=("", "yellow Double, yellow Triple, yellow Quadruple"), goods={"B1": "YYYY"})
    t.do("deliver Hylatine", "collect all")
    assert (t.folio(), len(t.offers("upgrade"))) == ("YYYY", 3)


@pytest.mark.rule("empyreal-12.13")
def test_more_tiles_than_needed() -> None:
    six = "yellow Double, green Double, white Double, blue Double, red Double, grey Double"
    t = at_end("B1", won=(six,), goods={"B1": "YYY"}).do("deliver Hylatine", "collect all", "take the yellow Triple")
    assert len(t.state.won[0]) == 7
    assert t.state.scores()[0] == 3 + 6 + 2


@pytest.mark.rule("empyreal-12.15", "empyreal-12.16")
def test_one_good_brings_no_tile() -> None:
    t = table("B1 A1 C3 F5 G6", FAR, staff=("runika daedalus",)).do("use Daedalus")
    assert t.offers("deliver") == ["Hylatine to the desert city", "Ehrlite to the lake city", "nothing"]
    assert t.do("deliver Hylatine").can == ["take the good at A1", "take the good at C3"]
    t.do("take the good at C3")
    assert (t.folio(), t.state.won[0]) == ("Y", b"")
    assert t.acting
    t = table("A1 C1", FAR, staff=("runika daedalus",))
    assert t.refused("use Daedalus Khimsey") == "empyreal-12.1"  # no city is near


@pytest.mark.rule("empyreal-12.17")
def test_nobody_delivers_from_another_network() -> None:
    board = table(seats=4).state.board
    beside = [board.labels[h] for h in board.beside[board.cities[0]]]
    t = table(beside[0], "", beside[1], seats=4, conductor="E", teams="2v2",
              goods={beside[0]: "", beside[1]: "YY"})  # fmt: skip
    t.do("move to the End")
    assert t.offers("upgrade")  # the Hylatine is the teammate's


# gaining a specialist


@pytest.mark.rule("empyreal-18.1", "empyreal-18.2", "empyreal-18.4", "empyreal-31.9")
def test_a_stack_and_then_one_of_it() -> None:
    t = at_end("I4 I5").do("upgrade specialists")
    assert t.offers("look at the") == ["engineers", "surveyors", "station masters"]
    stack = t.state.stacks[1]
    assert len(stack) == 3
    t.do("look at the surveyors")
    assert (t.seat, t.turn) == (0, 0)
    assert t.offers("take") == [kit().person(p) for p in stack]
    other = next(p for p in t.state.unused[1])
    assert t.refused(TAKE + other) == "empyreal-18.2"
    t.do(f"take {t.offers('take')[1]}")
    assert t.state.stacks[1] == stack[:1] + stack[2:]
    assert t.state.staff[0] == bytes([t.state.staff[0][0], 0, stack[1] + 1, 0, 0])


@pytest.mark.rule("empyreal-18.3", "empyreal-18.8")
def test_it_lies_face_up_and_the_stack_is_not_filled() -> None:
    t = at_end("I4 I5", flipped=(CAPTAIN | ENGINEER | SURVEYOR,)).do("upgrade specialists", "look at the surveyors")
    t.act(t.state.legal()[0])
    assert t.state.flipped[0] & SURVEYOR == 0
    assert [len(stack) for stack in t.state.stacks] == [3, 2, 3]
    t.do("administrate").act(t.state.legal()[0]).act(t.state.legal()[0])
    assert [len(stack) for stack in t.state.stacks] == [3, 2, 3]


@pytest.mark.rule("empyreal-18.6")
def test_an_empty_stack_gives_nothing() -> None:
    t = at_end("I4 I5")
    t.state.unused[0] += t.state.stacks[0]
    t.state.stacks[0] = b""
    assert t.do("upgrade specialists").offers("look at the") == ["surveyors", "station masters"]
    assert t.refused(RECRUIT) == "empyreal-18.1"
    t = at_end("I4 I5", staff=("runika hikaru simon",))
    t.state.unused[0] += t.state.stacks[0]
    t.state.stacks[0] = b""
    assert t.do("upgrade specialists").turn == 1


@pytest.mark.rule("empyreal-4.3", "empyreal-25.2")
def test_a_specialist_gained_by_an_upgrade_does_nothing_this_turn() -> None:
    t = at_end("I4 I5", mana=((2, 3),))
    clive = person("clive")
    for zone in (t.state.stacks, t.state.unused):
        zone[2] = bytes(p for p in zone[2] if p != clive)
    t.state.stacks[2] = bytes(sorted([*t.state.stacks[2], clive]))
    assert t.do("upgrade specialists", "look at the station masters", "take Clive Melmont").mana() == (2, 3)
    t.do("move to A", "that is all")
    assert t.do("use Clive").mana() == (3, 2)  # from its next turn on


@pytest.mark.rule("empyreal-18.7")
def test_a_gain_is_not_declined() -> None:
    t = at_end("I4 I5").do("upgrade specialists")
    assert all(w.startswith("look at the ") for w in t.can)
    t.do("look at the engineers")
    assert all(w.startswith("take ") for w in t.can)
    assert t.refused("look at the surveyors") == "empyreal-18.1"


@pytest.mark.rule("empyreal-18.9")
def test_who_has_looked_through_a_stack_knows_it() -> None:
    t = at_end("I4 I5", "B1").do("upgrade specialists", "look at the engineers")
    names = [kit().ids[kit().people + p] for p in t.state.stacks[0]]
    t.act(t.state.legal()[0])

    def known(viewer: int | None) -> list[Any]:
        return [stack["known"] for stack in cast("Any", t.state.view(viewer))["stacks"]]

    assert known(0) == [names[1:], [], []]
    assert known(1) == known(None) == [[], [], []]
    staff = cast("Any", t.state.view(1))["players"][0]["staff"]
    assert staff[1]["card"] == names[0]  # in play it is seen by all
