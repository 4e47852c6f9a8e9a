"""Goldens and perft: they ring when a rule, a word or a number changes by accident, and in both builds alike.

After a change on purpose: `python -m tests.spyrium.test_golden` writes them anew; raise `rules_version` if old
records could replay differently.
"""

from __future__ import annotations

import json
from typing import cast

import pytest

import roundhouse
from roundhouse.core.rng import seeded
from roundhouse.games.spyrium.state import Spyrium
from tests.shared import GOLDEN, golden, perft

RECORDS: dict[str, tuple[int, dict[str, object], list[str]]] = {
    "spyrium-four": (4, {}, ["greedy", "random", "greedy", "greedy"]),
    "spyrium-five": (5, {"residence_track": "2 3 4 5 6 7"}, ["random", "greedy", "random", "greedy", "random"]),
    "spyrium-random": (2, {"first_player": "fixed"}, ["random", "random"]),
}
PERFT = GOLDEN / "spyrium-perft.json"


def perft_counts() -> dict[str, list[int]]:
    """Counts from the deal and from positions some way into a random game, for all seat counts and both tracks."""
    out = {}
    for seats in (2, 3, 4, 5):
        for track in ("2 3 4 5 7", "2 3 4 5 6 7"):
            s = cast(Spyrium, roundhouse.game("spyrium").new(seats=seats, seed=11, residence_track=track))
            counts = [perft(s, 1), perft(s, 2)]
            rng = seeded(f"{seats} {track}")
            for turn in (2, 4, 6):
                while not s.over and (s.turn < turn or rng.below(20)):
                    legal = s.legal()
                    s.apply(legal[rng.below(len(legal))])
                counts.extend([perft(s, 2), perft(s, 3)])
            out[f"{seats}, {track}"] = counts
    return out


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_golden_records_replay(name: str) -> None:
    record = roundhouse.load(str(GOLDEN / f"{name}.jsonl"))
    assert record.state.over
    assert len(record.lines) >= 100
    assert record.replay().fingerprint() == record.state.fingerprint()


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_the_same_bots_play_the_golden_game_again(name: str) -> None:
    assert golden("spyrium", name, *RECORDS[name]).text() == (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8")


def test_perft() -> None:
    assert perft_counts() == json.loads(PERFT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for name in RECORDS:
        golden("spyrium", name, *RECORDS[name]).save(str(GOLDEN / f"{name}.jsonl"))
    PERFT.write_text(json.dumps(perft_counts(), indent=1) + "\n", encoding="utf-8")
