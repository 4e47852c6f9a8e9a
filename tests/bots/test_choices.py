"""Search decides the same in both builds, and as it did."""

from __future__ import annotations

import json

import pytest

from tests.bots.choices import GOLDEN, decided
from tests.bots.tables import GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", ["by hand", "by weights"])
def test_search_decides_as_in_the_golden(how: str, game: str) -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert decided(game, how == "by hand") == golden[game][how]
