"""The engine against the rules as `oracle` has them, at the main decisions of random games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, cast

import pytest

from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal.midgame import TABLES, pick
from tests.empyreal.oracle import Oracle
from tests.empyreal.table import game

SEEDS = range(10)


@pytest.mark.rule("empyreal-9.2", "empyreal-10.4", "empyreal-12.7")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_may_be_said(seed: int) -> None:
    rng = random.Random(f"oracle {seed}")
    seats, options = TABLES[seed % len(TABLES)]
    s = cast(Empyreal, game().new(seats=seats, seed=f"oracle {seed}", **options))
    seen: Counter[str] = Counter()
    while not s.over:
        if rng.random() < 0.5:
            view = cast("dict[str, Any]", s.view(s.seat))
            wanted = Oracle(view).says()
            said = {w for w in s.all_words() if not (view["step"] == "Act" and w.startswith("use "))}
            if wanted is not None and not foreign_one(view, said - wanted):
                assert said == wanted, view["step"]
                seen[view["step"]] += 1
        s.apply(pick(rng, s))
    for step in ("Act", "Declare", "ChooseCity", "Collect", "GainCars", "Upgrade", "Headquarters"):
        assert seen[step], step


def foreign_one(view: dict[str, Any], more: set[str]) -> bool:
    """Lyal Kerigan's delivery of a swapped tile's colour: which effect asks cannot be seen."""
    return view["step"] == "ChooseCity" and bool(more) and bool(view["turn_rules"] & 8)
