"""The suite that every game gets keeps its own word."""

from __future__ import annotations

import runpy
from pathlib import Path

from roundhouse.core.registry import HOUSE
from tests.kit.journeys import journeys, meeting
from tests.kit.ledger import marked
from tests.trains import test_suite


def test_no_game_is_left_out() -> None:
    assert {f.parent.name for f in Path(__file__).parent.glob("*/test_suite.py")} >= {*HOUSE, "nightgoods"}


def test_marks_are_found_wherever_they_stand() -> None:
    text = """
@pytest.mark.rule("trains-1.1", "trains-1.2", card=("garage", "tunnel"))
def f(): ...
P = [pytest.param(1, marks=pytest.mark.rule("trains-1.3", card="waste"))]
@pytest.mark.card("viaduct")
def g(): ...
"""
    clauses = ["trains-1.1", "trains-1.2", "trains-1.3"]
    assert sorted(told for name, told in marked(text) if name == "rule") == clauses
    assert sorted(told for name, told in marked(text) if name == "card") == ["garage", "tunnel", "viaduct", "waste"]


def test_every_two_settings_meet_in_few_sets_of_options() -> None:
    every: list[dict[str, object]] = [{"a": a, "b": b, "c": c} for a in (1, 2, 3) for b in (1, 2) for c in (1, 2)]
    few = meeting(every)
    assert len(few) < len(every)
    for one, other in (("a", "b"), ("a", "c"), ("b", "c")):
        assert {(o[one], o[other]) for o in few} == {(o[one], o[other]) for o in every}


def test_positions_are_looked_at_from_the_beginning_to_the_end_of_a_game() -> None:
    for one in journeys(test_suite.TestTrains):
        length = len(one.chosen)
        looked_at = [sample.number for sample in one.samples]
        assert looked_at[-2:] == [length - 1, length]
        for fifth in range(5):
            assert any(fifth * length <= 5 * n <= (fifth + 1) * length for n in looked_at)


def test_every_planted_fault_has_its_place() -> None:
    """What `tests/slow/test_planted.py` breaks is there to be broken."""
    root = Path(__file__).parent.parent
    for game, faults in runpy.run_path(str(root / "benchmarks" / "planted.py"))["PLANTED"].items():
        for name, (file, old, _) in faults.items():
            text = (root / "src" / "roundhouse" / "games" / game / file).read_text(encoding="utf-8")
            assert text.count(old) == 1, (game, name)
