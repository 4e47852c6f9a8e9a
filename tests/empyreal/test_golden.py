"""Goldens and perft: they ring when a rule, a word or a number changes by accident, and in both builds alike.

After a change on purpose: `python -m tests.empyreal.test_golden` writes them anew; raise `rules_version` if old
records could replay differently.
"""

from __future__ import annotations

import json
from typing import cast

import pytest

import roundhouse
from roundhouse.core.rng import seeded
from roundhouse.games.empyreal.state import Empyreal
from tests.shared import GOLDEN, golden, perft

RECORDS: dict[str, tuple[int, dict[str, object], list[str]]] = {
    "empyreal-four": (4, {"awards": "expert"}, ["greedy", "random", "random", "greedy"]),
    "empyreal-teams": (6, {"teams": "2v2v2", "epic": True}, ["greedy", *["random"] * 5]),
    "empyreal-friendly": (3, {"friendly": True, "open_information": True, "awards": "advanced"}, ["random"] * 3),
    "empyreal-random": (2, {}, ["random", "random"]),
}
PERFT = GOLDEN / "empyreal-perft.json"
TABLES: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (3, {"friendly": True}),
    (4, {"teams": "2v2"}),
    (5, {"awards": "expert"}),
    (6, {"open_information": True, "epic": True}),
]


def perft_counts() -> dict[str, list[int]]:
    """Counts from the deal and from positions some way into a random game, for all seat counts."""
    out = {}
    for seats, options in TABLES:
        s = cast(Empyreal, roundhouse.game("empyreal").new(seats=seats, seed=11, **options))
        counts = [perft(s, 1), perft(s, 2)]
        rng = seeded(f"{seats} seats")
        for round in (2, 6, 12):
            while not s.over and s.round < round:
                legal = s.legal()
                s.apply(legal[rng.below(len(legal))])
            counts.extend([perft(s, 1), perft(s, 2), perft(s, 3)])
        out[f"{seats} seats"] = counts
    return out


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_golden_records_replay(name: str) -> None:
    record = roundhouse.load(str(GOLDEN / f"{name}.jsonl"))
    assert record.state.over
    assert len(record.lines) >= 100
    assert record.replay().fingerprint() == record.state.fingerprint()


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_the_same_bots_play_the_golden_game_again(name: str) -> None:
    text = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8")
    assert golden("empyreal", name, *RECORDS[name]).text() == text


def test_perft() -> None:
    assert perft_counts() == json.loads(PERFT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for name in RECORDS:
        golden("empyreal", name, *RECORDS[name]).save(str(GOLDEN / f"{name}.jsonl"))
    PERFT.write_text(json.dumps(perft_counts(), indent=1) + "\n", encoding="utf-8")
