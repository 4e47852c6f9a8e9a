"""Goldens and perft: they ring when a rule, a word or a number changes by accident, and in both builds alike.

After a change on purpose: `python -m tests.empires.test_golden` writes them anew; raise `rules_version` if old
records could replay differently.
"""

from __future__ import annotations

import json
from itertools import product
from typing import cast

import pytest

import roundhouse
from roundhouse.core.rng import seeded
from roundhouse.games.empires.state import Empires
from tests.shared import GOLDEN, golden, perft

RECORDS: dict[str, tuple[int, dict[str, object], list[str]]] = {
    "empires-four": (4, {}, ["greedy", "random", "greedy", "greedy"]),
    "empires-final": (3, {"edition": "final", "passengers": True}, ["greedy", "greedy", "random"]),
    "empires-random": (2, {"deliveries": "new links only"}, ["random", "random"]),
}
PERFT = GOLDEN / "empires-perft.json"


def perft_counts() -> dict[str, list[int]]:
    """Counts from the deal and from positions some way into a random game, for all seat counts and both editions."""
    out = {}
    for seats, edition in product((2, 3, 4), ("draft", "final")):
        s = cast(Empires, roundhouse.game("empires").new(seats=seats, seed=11, edition=edition))
        counts = [perft(s, 1), perft(s, 2)]
        rng = seeded(f"{seats} {edition}")
        for round in (2, 5, 8):
            while not s.over and s.turn < round * seats:
                legal = s.legal()
                s.apply(legal[rng.below(len(legal))])
            counts.extend([perft(s, 1), perft(s, 2)])
        out[f"{seats}, {edition}"] = counts
    return out


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_golden_records_replay(name: str) -> None:
    record = roundhouse.load(str(GOLDEN / f"{name}.jsonl"))
    assert record.state.over
    assert len(record.lines) >= 50
    assert record.replay().fingerprint() == record.state.fingerprint()


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_the_same_bots_play_the_golden_game_again(name: str) -> None:
    text = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8")
    assert golden("empires", name, *RECORDS[name]).text() == text


def test_perft() -> None:
    assert perft_counts() == json.loads(PERFT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for name in RECORDS:
        golden("empires", name, *RECORDS[name]).save(str(GOLDEN / f"{name}.jsonl"))
    PERFT.write_text(json.dumps(perft_counts(), indent=1) + "\n", encoding="utf-8")
