"""Every decision of many random games against the rules written a second time."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from roundhouse.core.rng import seeded
from roundhouse.games.spyrium.state import Spyrium
from tests.kit.journeys import FULL, journeys
from tests.spyrium import test_suite
from tests.spyrium.oracle import Oracle
from tests.spyrium.table import game
from tests.spyrium.test_components import edit

SPYRIUM = test_suite.TestSpyrium
RICH = {"start_pounds": {"number": "40"}, "start_spyrium": {"number": "15"}, "start_workers": {"number": "5"}}


def others(view: dict[str, Any], seat: int) -> list[Any]:
    return [p for i, p in enumerate(view["players"]) if i != seat]


@pytest.mark.parametrize("rich", [False, True])
def test_what_may_be_said_and_what_it_changes(rich: bool, tmp_path: Path) -> None:
    box = game().box(edit(tmp_path, "numbers.csv", RICH)) if rich else game().printed
    for one in journeys(SPYRIUM)[rich :: 1 if FULL else 2]:
        s = cast(Spyrium, game().new(seats=one.seats, seed=one.seed, components=box, **one.options))
        follow(s)


def follow(s: Spyrium) -> None:
    """A random game, compared at every decision."""
    rng = seeded("oracle")
    due = ""
    view = cast(dict[str, Any], s.view(None))
    while not s.over:
        oracle = Oracle(s.box, view)
        assert set(s.all_words()) == oracle.says()
        action = SPYRIUM.pick(rng, s)
        said, seat, turn = s.words(action), s.seat, s.turn
        expected, due = oracle.after(said, due)
        s.apply(action)
        now = cast(dict[str, Any], s.view(None))
        if s.over or s.turn != turn:
            assert said == "pass"
        else:
            assert Oracle(s.box, {**now, "seat": seat}).purse() == expected, said
            assert others(now, seat) == others(view, seat)
        view = now
