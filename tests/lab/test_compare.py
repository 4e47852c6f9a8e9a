"""Comparing studies and tuning boxes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import roundhouse
from roundhouse.lab.compare import differences, numbers, rates
from roundhouse.lab.figures import Figures, correct, false_alarms, figures
from roundhouse.lab.shares import Share, Thing, mean, quantile
from roundhouse.lab.simulate import Match
from roundhouse.lab.study import opened, run, study
from roundhouse.lab.tune import Goal, games, ladder, proposed, some_boxes
from roundhouse.lab.tune import read as read_knobs
from tests.test_cli import Shell

KNOBS = """
seats = 2
bots = "random"
games = 8
rounds = 2
boxes = 3
[[knob]]
file = "bonus.csv"
row = "4"
column = "prestige"
values = [1, 2, 3]
[[knob]]
file = "bonus.csv"
row = "5"
column = "money"
values = [0, 1]
[goal]
seats = 1
turns = { wanted = 10, weight = 0.5 }
"""


def test_false_alarms_among_many_comparisons() -> None:
    assert false_alarms([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.16 / 3, 0.16 / 3, 0.5])
    assert false_alarms([]) == []


def test_a_thing_is_compared_with_what_such_seats_win_anyway() -> None:
    often = Thing("Often", played=100, wins=70, expected=50, spread=25, kind="card")
    usual = Thing("Usual", played=100, wins=52, expected=50, spread=25, kind="card")
    seldom = Thing("Seldom", played=5, wins=5, expected=1, spread=0.8, kind="card")
    correct([often, usual, seldom])
    assert often.chance == pytest.approx(0.0000633, rel=0.01)
    assert (often.remarkable, usual.remarkable, seldom.remarkable) == (True, False, False)
    assert often.lift == pytest.approx(1.4)


def test_differences_of_means_and_rates() -> None:
    same = numbers("length", "turns", Counter({10: 50, 12: 50}), Counter({10: 50, 12: 50}))
    assert (same.before, same.after, same.chance) == (11, 11, 1)
    longer = numbers("length", "turns", Counter({10: 50, 12: 50}), Counter({11: 50, 13: 50}))
    assert longer.change == "+1.00"
    assert longer.chance < 1e-9
    more = rates("wins", "place 1", (50, 100), (65, 100))
    assert more.chance == pytest.approx(0.0319, abs=0.001)
    assert rates("wins", "none", (0, 0), (0, 0)).chance == 1
    assert (mean(Counter({1: 1, 3: 3})), quantile(Counter({1: 1, 3: 3}), 0.25), quantile(Counter(), 0.5)) == (2.5, 1, 0)


def test_only_studies_of_one_game_can_be_compared(tmp_path: Path) -> None:
    found = []
    for name, seats in (("two", 2), ("three", 3)):
        wanted = opened(study(Match("empires", seats, ("random",), "1", {}), 1), tmp_path / name)
        run(wanted, tmp_path / name)
        found.append(figures(tmp_path / name))
    with pytest.raises(roundhouse.BadOption, match="one game and seat count"):
        differences(*found)
    assert all(d.chance == 1 and not d.real for d in differences(found[0], found[0]))


@pytest.mark.parametrize(
    ("source", "column", "free"),
    [
        ("proposed", "money", True),
        ("printed", "money", False),
        ("prestige proposed; money proposed and tuned", "money", True),
        ("condition and prestige printed; which colour has which proposed", "prestige", False),
        ("proposed; three cities to a hat are printed", "demands", True),
        ("proposed; three cities to a hat are printed", "hat", False),
        ("derived: 92 tracks, 23 a seat, less those below", "number", False),
    ],
)
def test_only_proposed_numbers_may_move(source: str, column: str, free: bool) -> None:
    columns = ["money", "prestige", "demands", "hat", "colour", "number", "source"]
    assert proposed(source, column, columns) is free


def test_a_search_halves_the_boxes_and_doubles_the_games(tmp_path: Path) -> None:
    (tmp_path / "knobs.toml").write_text(KNOBS)
    search = read_knobs(roundhouse.game("empires"), str(tmp_path / "knobs.toml"))
    assert len(search.boxes) == 4
    assert search.boxes[0] == {}
    assert ladder(search) == [(3, 4), (1, 8)]
    assert games(search) == 3 * 4 + 4 + 2 * 8
    assert some_boxes(roundhouse.game("empires"), search.knobs, 3, "1") == list(search.boxes)


def test_goals_miss_by_how_far_a_study_is_from_them() -> None:
    found = Figures(study(Match("empires", 2, ("random",), "1", {}), 10))
    found.places = [Share("place 1", 10, 7.5), Share("place 2", 10, 2.5)]
    found.turns = Counter({8: 1, 12: 1})
    found.things = [Thing("A", played=50, could=100), Thing("B", played=0, could=100)]
    assert Goal("seats", 1).missed(found) == pytest.approx(0.5)
    assert Goal("turns", 1, 20).missed(found) == pytest.approx(0.5)
    assert Goal("dead", 1).missed(found) == pytest.approx(0.5)


def test_a_box_is_tuned_and_the_search_goes_on_where_it_was(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "knobs.toml").write_text(KNOBS)
    args = ("tune", "empires", "--knobs", tmp_path / "knobs.toml", "--out", tmp_path / "t", "--workers", 1)
    said = shell(*args)
    assert said.code == 0
    evidence = json.loads((tmp_path / "t" / "evidence.json").read_text())
    best = evidence["best"]
    assert best["games"] == evidence["printed"]["games"] == 8
    assert best["edits"] == roundhouse.game("empires").box(tmp_path / "t" / "box").edits
    assert best["number"] == evidence["tried"][0]["number"]
    assert "printed, anew" in said.out
    again = shell(*args)
    assert again.out == said.out
    assert json.loads((tmp_path / "t" / "evidence.json").read_text()) == evidence
    compared = shell("compare", evidence["printed"]["folder"], best["folder"])
    assert compared.code == 0
    assert "place 1" in compared.out
    told = shell("compare", evidence["printed"]["folder"], best["folder"], "--json")
    assert {d["group"] for d in json.loads(told.out)} >= {"length", "points", "wins"}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (KNOBS.replace('"4"\ncolumn = "prestige"', '"4"\ncolumn = "length"'), "only proposed"),
        (KNOBS.replace('"4"', '"99"'), "no cell"),
        (KNOBS.replace("bonus.csv", "prices.csv"), "no table"),
        (KNOBS.replace("seats = 1\n", "joy = 1\n"), "no goal"),
        (KNOBS.replace("boxes = 3", "boxs = 3"), "means nothing"),
        (KNOBS.replace("values = [1, 2, 3]", ""), "no file of knobs"),
        ("seats = ", "not TOML"),
        (KNOBS.replace("[1, 2, 3]", "[1]").replace("[0, 1]", "[1]"), "no box"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_knobs_is_said(tmp_path: Path, shell: Shell, wrong: str, says: str) -> None:
    (tmp_path / "knobs.toml").write_text(wrong)
    said = shell("tune", "empires", "--knobs", tmp_path / "knobs.toml", "--out", tmp_path / "t")
    assert said.code == 2
    assert says in said.err
    assert not (tmp_path / "t").exists()
