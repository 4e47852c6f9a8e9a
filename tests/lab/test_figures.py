"""The figures of a study made by hand are those one reckons by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundhouse.lab.figures import Figures, correct, figures
from roundhouse.lab.shares import FALSE, Thing, mean, quantile
from tests.lab.studies import hundred, row, written


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Figures:
    folder = tmp_path_factory.mktemp("study")
    written(folder, hundred(), 100)
    return figures(folder)


def thing(found: Figures, name: str) -> Thing:
    return next(one for one in found.things if one.name == name)


def test_win_rates_by_place_have_the_interval_of_wilson(found: Figures) -> None:
    assert [place.rate for place in found.places] == pytest.approx([0.6, 0.4])
    assert found.places[0].interval == pytest.approx((0.5020, 0.6906), abs=1e-4)
    assert found.fair == 0.5


def test_points_are_told_apart_by_winners_and_others(found: Figures) -> None:
    assert found.sources == {"Track": (16.0, 6.0), "Cards": (4.0, 4.0)}
    assert found.scores == {20: 100, 10: 100}
    assert found.best == {20: 100}
    assert mean(found.scores) == 15
    assert quantile(found.scores, 0.5) == 10


def test_a_thing_is_compared_with_what_such_seats_win_anyway(found: Figures) -> None:
    gold, rail = thing(found, "Gold"), thing(found, "Rail")
    assert (gold.played, gold.could, gold.picked, gold.rate) == (100, 200, 0.5, 1.0)
    assert gold.expected == pytest.approx(60 * 0.6 + 40 * 0.4)
    assert gold.lift == pytest.approx(100 / 52)
    assert rail.lift == pytest.approx(1.0)
    assert (rail.copies, rail.picked) == (400, 1.0)


def test_what_too_few_took_and_what_is_usual_are_not_remarkable(found: Figures) -> None:
    assert {one.name for one in found.things if one.remarkable} == {"Gold", "Lead"}
    assert thing(found, "Rare").rate == 1.0


def test_a_shared_win_counts_half_for_each(tmp_path: Path) -> None:
    written(tmp_path, [row(0, 0, 0.5, []), row(0, 1, 0.5, [])], 1)
    assert [place.wins for place in figures(tmp_path).places] == [0.5, 0.5]


def test_the_share_of_false_alarms_is_that_of_benjamini_and_hochberg() -> None:
    """By their rule p times the number of comparisons, over its rank, and never less than for a smaller p."""
    things = [Thing(str(n), played=100, expected=50, spread=25) for n in range(4)]
    for one, wins in zip(things, (66, 61, 60, 51), strict=True):
        one.wins = wins
    correct(things)
    p = [one.chance for one in things]
    assert p == pytest.approx([0.00137, 0.0278, 0.0455, 0.8415], abs=1e-4)
    assert [one.false for one in things] == pytest.approx([4 * p[0], 2 * p[1], 4 / 3 * p[2], p[3]])
    assert [one.remarkable for one in things] == [True, False, False, False]
    assert things[2].chance < FALSE, "alone it would have stood out"


def test_chance_alone_is_remarkable_in_few_studies() -> None:
    """A thing that differs by one spread is nothing; without the correction one of forty would stand out at two."""
    things = [Thing(str(n), played=100, wins=50 + (n % 11), expected=50, spread=25) for n in range(40)]
    correct(things)
    assert not any(one.remarkable for one in things)
