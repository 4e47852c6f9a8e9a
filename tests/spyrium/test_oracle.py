"""Every decision of many random games against the rules written a second time."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, cast

import pytest

from roundhouse.games.spyrium.state import Spyrium
from tests.spyrium.oracle import Oracle
from tests.spyrium.table import game
from tests.spyrium.test_components import edit

RICH = {"start_pounds": {"number": "40"}, "start_spyrium": {"number": "15"}, "start_workers": {"number": "5"}}


def pick(rng: random.Random, words: list[str]) -> str:
    """At random, but rather activating than earning."""
    better = [w for w in words if w.startswith(("call", "build", "patent", "use", "reuse"))]
    return rng.choice(better) if better and rng.random() < 0.7 else rng.choice(words)


def others(view: dict[str, Any], seat: int) -> list[Any]:
    return [p for i, p in enumerate(view["players"]) if i != seat]


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_what_may_be_said_and_what_it_changes(seed: int, rich: bool, tmp_path: Path) -> None:
    box = game().box(edit(tmp_path, "numbers.csv", RICH)) if rich else game().printed
    track = "2 3 4 5 7" if seed % 3 else "2 3 4 5 6 7"
    s = cast(Spyrium, game().new(seats=2 + seed % 4, seed=seed, components=box, residence_track=track))
    rng = random.Random(seed)
    due = ""
    while not s.over:
        view = cast(dict[str, Any], s.view(None))
        oracle = Oracle(s.kit, view)
        words = s.all_words()
        assert set(words) == oracle.says()
        said = pick(rng, words)
        expected, due = oracle.after(said, due)
        seat, turn = s.seat, s.turn
        s.apply(s.parse(said))
        if s.over or s.turn != turn:
            assert said == "pass"
            continue
        now = cast(dict[str, Any], s.view(None))
        found = Oracle(s.kit, {**now, "seat": seat}).purse()
        assert found == expected, said
        assert others(now, seat) == others(view, seat)
