"""The engine against the rules as `oracle` has them, at the main decisions of random games."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from tests.empyreal import test_suite
from tests.empyreal.oracle import IN_PHASE, Oracle
from tests.kit.journeys import FULL, journeys, replay

EMPYREAL = test_suite.TestEmpyreal


@pytest.mark.rule("empyreal-9.2", "empyreal-10.4", "empyreal-12.7")
def test_the_same_may_be_said() -> None:
    rarer: set[str] = set()
    for one in journeys(EMPYREAL)[:: 1 if FULL else 5]:
        seen: Counter[str] = Counter()
        for n, s in enumerate(replay(EMPYREAL, one)):
            if n % (2 if FULL else 4):
                continue
            view = cast("dict[str, Any]", s.view(s.seat))
            wanted = Oracle(view).says()
            said = {w for w in s.all_words() if not (view["step"] == "Act" and w.startswith("use "))}
            if wanted is not None and not foreign_one(view, said - wanted):
                assert said == wanted, view["step"]
                seen[view["step"]] += 1
        for step in ("Act", "Declare", "ChooseCity", "GainCars", "Upgrade"):
            assert seen[step], step
        rarer |= set(seen)
    assert {"Collect", "Headquarters", "TakeTile", "FoundCompany", "Recruit"} <= rarer


def foreign_one(view: dict[str, Any], more: set[str]) -> bool:
    """Lyal Kerigan's delivery of a swapped tile's colour: which effect asks cannot be seen."""
    return view["step"] == "ChooseCity" and bool(more) and IN_PHASE in view["rules_this_turn"]
