"""The suite finds the faults that are planted in the games, where a suite easily misses them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from mutants import planted, run  # noqa: E402
from planted import PLANTED  # noqa: E402


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, faults in PLANTED.items() for name in faults])
def test_a_planted_fault_is_found(game: str, name: str) -> None:
    fault = planted(ROOT, game)[list(PLANTED[game]).index(name)]
    assert run(ROOT, game, fault, [], 3600).startswith("FAILED")
