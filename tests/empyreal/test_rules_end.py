"""The end of the game, scoring and tiebreaks: sections 26 and 27 of the ledger."""

from __future__ import annotations

from typing import Any

import pytest

from roundhouse.core.cells import put
from roundhouse.games.empyreal.actions import USE
from tests.empyreal.table import Table, table

DOUBLES = ["green Double", "white Double", "blue Double", "red Double", "grey Double", "green Triple", "white Triple"]
NEEDED = [(2, 6), (3, 6), (4, 5), (5, 4), (6, 4)]


def by_the_city(seats: int, colour: int = 0) -> list[str]:
    """The hexes around a city on the first map for so many seats."""
    board = table(seats=seats).state.board
    return [board.labels[h] for h in board.beside[board.cities[colour]]]


def delivering(seats: int, tiles: int, letters: str = "YY", **known: Any) -> Table:
    """Seat 0 stands beside the desert city with goods and so many tiles, one step before the end."""
    near = by_the_city(seats)
    won = (", ".join(DOUBLES[:tiles]), *known.pop("won", ()))
    nets = (near[0], *known.pop("nets", ()))
    return table(*nets, seats=seats, conductor="E", won=won, goods={near[0]: letters}, **known)


def idle(t: Table) -> Table:
    """A turn that only moves on."""
    stop = t.offers("move to")[0]
    t.do(f"move to {stop}")
    if "that is all" in t.can:
        return t.do("that is all")
    if "deliver nothing" in t.can:
        t.do("deliver nothing")
    return t.do("upgrade mana")


def finished(t: Table) -> Table:
    """The game to its end after this round, without any further delivery."""
    t.state.ending = 1
    while not t.state.over:
        if "deliver nothing" in t.can:
            t.do("deliver nothing")
        else:
            idle(t)
    return t


# the trigger


@pytest.mark.rule("empyreal-26.1")
@pytest.mark.parametrize(("seats", "needed"), NEEDED)
def test_enough_tiles_trigger_the_end(seats: int, needed: int) -> None:
    t = delivering(seats, needed - 2).do("move to the End", "deliver Hylatine", "collect all", "take the yellow Double")
    assert (len(t.state.won[0]), t.state.view(None)["ending"]) == (needed - 1, False)
    t = delivering(seats, needed - 1).do("move to the End", "deliver Hylatine", "collect all")
    assert t.state.view(None)["ending"] is False
    t.do("take the yellow Double")
    assert (len(t.state.won[0]), t.state.view(None)["ending"]) == (needed, True)


@pytest.mark.rule("empyreal-26.2")
def test_the_last_train_triggers_the_end() -> None:
    t = table("E2", "L1", mana=((5, 0),))
    t.state.supply = put(t.state.supply, 0, 2)
    t.do("move to A", "activate A1", "build on E3")
    assert (t.state.supply[0], t.state.ending) == (1, 0)
    t = table("E2", "L1", mana=((5, 0),))
    t.state.supply = put(t.state.supply, 0, 1)
    t.do("move to A", "activate A1", "build on E3")
    assert (t.state.supply[0], t.state.ending) == (0, 1)


@pytest.mark.rule("empyreal-26.3")
def test_trains_that_come_back_do_not_undo_it() -> None:
    t = table("E2 E4", "L1", staff=("trias ariel",))
    t.state.supply = put(t.state.supply, 0, 1)
    t.do("use Trias", "build on your home", "build on E3", "use Ariel", "choose E3")
    assert (t.state.supply[0], t.state.ending) == (3, 1)


@pytest.mark.rule("empyreal-26.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_all_seats_have_the_same_number_of_turns(seats: int) -> None:
    needed = dict(NEEDED)[seats]
    t = delivering(seats, needed - 1).do("move to the End", "deliver Hylatine", "collect all", "take the yellow Double")
    t.do("upgrade mana")
    for seat in range(1, seats):
        assert (t.turn, t.state.final) == (seat, 0)
        idle(t)
    assert t.state.over  # nobody can make a final delivery


@pytest.mark.rule("empyreal-26.5")
def test_the_last_seat_that_triggers_it_has_the_last_turn() -> None:
    t = table("I4", "E2", mana=((5, 0), (5, 0)), companies=("kerigan", "kings_line"))
    t.state.supply = put(t.state.supply, 1, 1)
    idle(t)
    assert t.do("move to A", "activate A1", "build on E3").state.over
    t = table("I4", "E2", mana=((5, 0), (5, 0)), companies=("kerigan", "kings_line"))
    idle(t)
    t.do("move to A", "activate A1", "build on E3")
    assert (t.state.over, t.turn, t.state.round) == (False, 0, 2)


@pytest.mark.rule("empyreal-26.6")
def test_an_extra_turn_of_the_last_seat_is_still_played() -> None:
    t = table("I4", "E2", staff=("rayleigh", "runika eirene"), companies=("kerigan", "kings_line"))
    t.state.ending = 1
    idle(t)
    t.do("use Eirene")
    idle(t)
    assert (t.turn, t.state.over) == (1, False)
    idle(t)
    assert t.state.over


@pytest.mark.rule("empyreal-26.4")
def test_an_extra_turn_does_not_count() -> None:
    t = table("I4", "E2", staff=("rayleigh eirene",), companies=("kerigan", "kings_line"))
    t.state.ending = 1
    t.do("use Eirene")
    idle(t)
    assert t.turn == 0
    idle(t)
    assert (t.turn, t.state.over) == (1, False)  # seat 1 still has its turn
    assert idle(t).state.over


# the final deliveries


def final(**known: Any) -> Table:
    """Three seats, each beside the desert city with two Hylatine; the last turn has been played."""
    near = by_the_city(3)
    known.setdefault("goods", {near[0]: "YY", near[2]: "YY", near[5]: "YY"})
    t = table(near[0], near[2], near[5], seats=3, **known)
    t.state.ending = 1
    for _ in range(3):
        idle(t)
    return t


@pytest.mark.rule("empyreal-26.7", "empyreal-26.9", "empyreal-26.10", "empyreal-31.17")
def test_one_delivery_each_in_reverse_turn_order() -> None:
    t = final()
    assert (t.seat, t.state.view(None)["final"]) == (2, True)
    assert t.do("deliver Hylatine", "collect all").offers("take the") == ["yellow Double"]
    assert t.do("take the yellow Double").seat == 1
    assert t.do("deliver nothing").seat == 0
    t.do("deliver Hylatine", "collect all")  # the Double is gone, so no tile is asked
    assert (t.state.over, t.state.scores(), t.state.prompt()) == (True, [2, 0, 3], "the game is over")


@pytest.mark.rule("empyreal-26.7")
def test_reverse_turn_order_from_another_start_player() -> None:
    near = by_the_city(3)
    t = table(near[0], near[2], near[5], seats=3, goods={near[0]: "YY", near[2]: "YY", near[5]: "YY"})
    s = t.state
    s.first = 1  # so seat 0 is the last one
    s.ending = 1
    idle(t)
    assert s.seat == 0
    t.do("deliver nothing")
    assert s.seat == 2
    t.do("deliver nothing")
    assert s.seat == 1
    assert t.do("deliver nothing").state.over


@pytest.mark.rule("empyreal-26.8")
def test_the_final_delivery_is_no_turn() -> None:
    t = final(staff=("runika", "rayleigh", "marcinae orman"), mana=((5, 0), (5, 0), (2, 3)))
    assert t.can == ["deliver Hylatine to the desert city", "deliver nothing"]
    assert t.refused(USE + 1) == "empyreal-31.1"
    assert t.refused("administrate") == "empyreal-31.1"
    assert t.refused("move to B") == "empyreal-31.1"
    before = t.mana(2)
    t.do("deliver Hylatine", "collect all", "take no tile")
    assert (t.seat, t.mana(2)) == (1, before)  # no Upgrade


@pytest.mark.rule("empyreal-26.8")
def test_nothing_of_the_last_turn_lasts_into_the_final_deliveries() -> None:
    near = by_the_city(2)
    t = table("I4", near[0], staff=("rayleigh", "runika aerlion"), companies=("kerigan", "kings_line"),
              yards=({}, {"A2": "mana_surger"}), goods={near[0]: "YY"})  # fmt: skip
    t.state.ending = 1
    idle(t)
    t.do("use Aerlion").act(t.state.legal()[-1]).do("move to A", "activate Mana Surger", "that is all")
    seen = t.state.view(None)
    assert (seen["final"], seen["fresh"], seen["rules_this_turn"], t.state.open_wastes) == (True, 0, [], b"")


# scoring


@pytest.mark.rule("empyreal-27.1", "empyreal-27.2", "empyreal-27.4", "empyreal-27.5")
def test_goods_and_tiles_and_nothing_else_score() -> None:
    t = table("E2 E3 E4", "I4", folios=("YYE", "VVVV"), won=("blue Triple, red Quadruple", "grey Double"),
              mana=((10, 0), (0, 0)), staff=("runika orman hikaru clive",), yards=({"A2": "metro"},))  # fmt: skip
    assert finished(t).state.scores() == [3 + 2 + 3, 4 + 1]
    assert t.state.winners() == [0]


@pytest.mark.rule("empyreal-27.1")
def test_goods_kept_by_bartok_count_too() -> None:
    t = table("E2 E3", "I4", companies=("gesselheim", "kerigan")).do(
        "use Bartok", "place a wasteland", "lay waste to E3"
    )
    assert (t.folio(), t.state.scores()) == ("E", [1, 0])


@pytest.mark.rule("empyreal-27.3")
def test_awards_score_if_played_with() -> None:
    assert table("A1 B1 C1", "E3 E4", "G4", seats=3, folios=("", "YY"), awards="edge_lord").state.scores() == [6, 2, 0]
    assert table("A1 B1 C1", "E3 E4", "G4", seats=3, folios=("", "YY")).state.scores() == [0, 2, 0]


# tiebreaks


@pytest.mark.rule("empyreal-27.6")
def test_more_goods_win_among_equals() -> None:
    t = finished(table("E2 E3 E4 E5", "I4", folios=("Y", "VVV"), won=("blue Triple",)))
    assert (t.state.scores(), t.state.winners()) == ([3, 3], [1])
    t = finished(table("E2", "I4 I5 I6", folios=("VVV", "Y"), won=("", "blue Triple")))
    assert (t.state.scores(), t.state.winners()) == ([3, 3], [0])


@pytest.mark.rule("empyreal-27.7")
def test_then_more_trains_on_the_map() -> None:
    assert finished(table("E2 E3", "I4", folios=("Y", "V"))).state.winners() == [0]
    t = table("E2 E3 E4", "I4 I5", folios=("Y", "V"), staff=("runika ariel",)).do("use Ariel", "choose E3")
    assert finished(t).state.winners() == [1]  # trains taken off again are not placed


@pytest.mark.rule("empyreal-27.8", "empyreal-27.9")
def test_then_the_seat_furthest_from_the_start_player() -> None:
    t = table("E2", "I4", "A1", seats=3)
    assert finished(t).state.winners() == [2]
    for first, winner in ((1, 0), (2, 1), (0, 2)):
        t.state.first = first
        assert t.state.winners() == [winner]
