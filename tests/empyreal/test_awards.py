"""Awards: section 28 of the ledger."""

from __future__ import annotations

from typing import Any, cast

import pytest

from roundhouse.games.empyreal.actions import AWARDS
from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal.table import Table, award, game, table


def finish(t: Table) -> Table:
    """The end has come: everybody administrates and delivers nothing more."""
    t.state.ending = 1
    while not t.state.over:
        if t.acting:
            t.wait()
        else:
            t.do("deliver nothing")
    return t


def earned(name: str, *nets: str, **more: Any) -> list[int]:
    """What each seat scores by an award alone, at the end of a game."""
    t = finish(table(*nets, seats=len(nets), awards=name, **more))
    scores = t.state.scores()
    return [scores[i] - len(t.folio(i)) - t.state.tile_points(i) for i in range(len(nets))]


def values(name: str, *nets: str, **more: Any) -> list[int]:
    """What an award counts for each seat, at the end of a game."""
    t = finish(table(*nets, seats=len(nets), awards=name, **more))
    return t.state.award_values(award(name))


# on the map of four seats: hexes on the edge far apart

ONE, TWO, THREE, FOUR = "A1", "A1 A3", "A1 A3 A5", "A1 A3 A5 A7"


@pytest.mark.rule("empyreal-28.1")
def test_the_first_three_of_four_seats_score() -> None:
    assert earned("branch_office", THREE, FOUR, ONE, TWO) == [4, 6, 0, 2]
    assert earned("branch_office", ONE, TWO, THREE, FOUR, ONE) == [0, 2, 4, 6, 0]


@pytest.mark.rule("empyreal-28.2")
def test_the_first_two_of_three_seats_score() -> None:
    assert earned("branch_office", TWO, THREE, ONE) == [4, 6, 0]


@pytest.mark.rule("empyreal-28.3", "empyreal-28.7")
def test_only_the_best_of_two_seats_scores_four() -> None:
    assert earned("branch_office", TWO, ONE) == [4, 0]
    assert earned("branch_office", ONE, THREE) == [0, 4]
    assert earned("branch_office", TWO, TWO) == [2, 2]


@pytest.mark.rule("empyreal-28.4")
def test_who_has_no_value_scores_nothing_and_stands_in_nobodys_way() -> None:
    won = ("blue Double", "", "", "")
    assert earned("diversity", ONE, ONE, ONE, ONE, won=won) == [6, 0, 0, 0]
    assert earned("diversity", ONE, ONE, won=("", "")) == [0, 0]
    won = ("blue Double, red Double", "", "green Double", "")
    assert earned("diversity", ONE, ONE, ONE, ONE, won=won) == [6, 0, 4, 0]


@pytest.mark.rule("empyreal-28.5", "empyreal-28.8")
def test_two_tie_for_first() -> None:
    assert earned("branch_office", FOUR, FOUR, TWO, ONE) == [5, 5, 2, 0]


@pytest.mark.rule("empyreal-28.5")
def test_two_tie_for_other_places() -> None:
    assert earned("branch_office", FOUR, TWO, TWO, ONE) == [6, 3, 3, 0]
    assert earned("branch_office", FOUR, THREE, TWO, TWO) == [6, 4, 1, 1]
    assert earned("branch_office", FOUR, FOUR, TWO, TWO) == [5, 5, 1, 1]


@pytest.mark.rule("empyreal-28.6", "empyreal-28.9")
def test_three_tie_for_second() -> None:
    assert earned("branch_office", TWO, TWO, TWO, FOUR) == [2, 2, 2, 6]


@pytest.mark.rule("empyreal-28.6")
def test_three_or_more_tie_for_first_rounded_down() -> None:
    assert earned("branch_office", TWO, TWO, TWO, ONE) == [4, 4, 4, 0]
    assert earned("branch_office", TWO, TWO, TWO, TWO) == [3, 3, 3, 3]
    assert earned("branch_office", TWO, TWO, TWO, TWO, TWO) == [2, 2, 2, 2, 2]


@pytest.mark.rule("empyreal-28.7")
def test_places_that_are_not_awarded_count_nothing_in_a_tie() -> None:
    assert earned("branch_office", TWO, TWO, ONE) == [5, 5, 0]
    assert earned("branch_office", TWO, ONE, ONE) == [6, 2, 2]
    assert earned("branch_office", TWO, TWO, TWO) == [3, 3, 3]


@pytest.mark.rule("empyreal-28.10")
def test_awards_are_counted_after_the_final_deliveries() -> None:
    t = table("G6 F4", "C1", goods={"G6": "EEE", "C1": "EE"}, awards="cache")
    assert t.state.award_points() == [4, 0]
    t.state.ending = 1
    assert t.wait().wait().do("deliver Ehrlite", "collect all", "take no tile").state.over
    assert t.state.scores() == [4, 4]


@pytest.mark.rule("empyreal-28.11", "empyreal-28.12", card="branch_office")
def test_branch_office_counts_separate_groups() -> None:
    assert values("branch_office", "C1 C2 D1 A7 B7 E5", "C4 C4", "A1 A2") == [3, 1, 1]
    assert values("branch_office", "C1 C3 C2", "A1 A3 E5 G4", "L7") == [1, 4, 1]


@pytest.mark.rule("empyreal-28.13", card="cache")
def test_cache_counts_goods_left_on_shared_hexes_for_each() -> None:
    assert values("cache", "C1 C2", "C1 D2", "A1", goods={"C1": "EEY", "C2": "C", "A1": ""}) == [4, 3, 0]


@pytest.mark.rule("empyreal-28.11", "empyreal-28.14", card="conglomerate")
def test_conglomerate_counts_the_trains_of_the_largest_group() -> None:
    assert values("conglomerate", "C1 C2 D1 A7 B7", "C4 C4 A1 A3", "E5") == [3, 2, 1]
    assert values("conglomerate", "C1 C3 E5 D4", "C1 C2 C2 C3", "L7") == [2, 4, 1]


@pytest.mark.rule("empyreal-28.15", card="cosmopolitan")
def test_cosmopolitan_counts_trains_next_to_cities() -> None:
    assert values("cosmopolitan", "C2 C1 B1 A1 G6", "B3 B3 B3", "C4 C1") == [3, 3, 0]
    assert earned("cosmopolitan", "C2 C1 B1 A1 G6", "B3", "C4 C1") == [6, 4, 0]


@pytest.mark.rule("empyreal-28.16", card="diversity")
def test_diversity_counts_colours_of_tiles() -> None:
    won = ("blue Double, blue Triple, red Triple", "green Double, white Triple, red Double", "")
    assert values("diversity", "C1", "C2", "C3", won=won) == [2, 3, 0]


@pytest.mark.rule("empyreal-28.17", card="drive_by")
def test_drive_by_counts_fewest_but_at_least_one() -> None:
    nets = ("C2 B1 G6", "B3", "C4 C1", "B1 A2")
    assert values("drive_by", *nets) == values("cosmopolitan", *nets)
    nets = ("C2 B1 A2", "C3", "C4 C1", "C2 C3")
    assert values("drive_by", *nets) == [3, 1, 0, 2]
    assert earned("drive_by", *nets) == [2, 6, 0, 4]
    assert earned("drive_by", "C2 B1", "C3", "C4") == [4, 6, 0]
    assert earned("drive_by", "C2 B1", "C3", "B1") == [0, 5, 5]


@pytest.mark.rule("empyreal-28.18", card="edge_lord")
def test_edge_lord_counts_trains_on_the_edge() -> None:
    assert values("edge_lord", "A1 C1 C2 L3 B7", "A1 A1", "C4 D4") == [4, 2, 0]


@pytest.mark.rule("empyreal-28.19", card="focus")
def test_focus_counts_tiles_of_one_colour() -> None:
    won = ("blue Double, blue Triple, red Triple", "green Double, white Triple, red Double", "")
    assert values("focus", "C1", "C2", "C3", won=won) == [2, 1, 0]


@pytest.mark.rule("empyreal-28.20", card="second_opinion")
def test_second_opinion_counts_trains_beside_competitors_trains() -> None:
    assert values("second_opinion", "C1 C2 C3 A1", "C1 C2 C2 A3", "C3 C1 A5 A5") == [3, 3, 2]


@pytest.mark.rule("empyreal-28.21", card="technologist")
def test_technologist_counts_specialists_tiles_and_all_mana() -> None:
    yards: tuple[dict[str, str], ...] = ({"A2": "metro", "B2": "icecar", "D1": "deep_one"}, {})
    staff = ("orman aella simon clive", "luc")
    t = table("C1", "L7", yards=yards, staff=staff, flipped=(6,), mana=((1, 6), (4, 1)), awards="technologist")
    assert t.state.award_values(award("technologist")) == [5 + 3 + 7, 2 + 5]
    finish(t)
    assert t.state.award_values(award("technologist")) == [5 + 4 + 7, 2 + 1 + 5]
    assert t.state.scores() == [4, 0]


@pytest.mark.rule("empyreal-28.22")
def test_second_opinion_is_not_dealt_to_two_seats() -> None:
    second = award("second_opinion")
    for mode in ("advanced", "expert"):
        dealt = [cast(Empyreal, game().new(seats=2, seed=f"a{i}", awards=mode)).awards for i in range(60)]
        assert not any(second in awards for awards in dealt)
        assert {a for awards in dealt for a in awards} == set(range(AWARDS)) - {second}
        dealt = [cast(Empyreal, game().new(seats=3, seed=f"a{i}", awards=mode)).awards for i in range(60)]
        assert any(second in awards for awards in dealt)


@pytest.mark.rule("empyreal-28.1")
def test_two_awards_add_up() -> None:
    assert earned("branch_office edge_lord", THREE, FOUR, ONE, TWO) == [8, 12, 0, 4]
