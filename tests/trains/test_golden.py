"""Goldens and perft: they ring when a rule, a word or a number changes by accident, and in both builds alike.

After a change on purpose: `python -m tests.trains.test_golden` writes them anew; raise `rules_version` if old
records could replay differently.
"""

from __future__ import annotations

import json

import pytest

import roundhouse
from roundhouse.core.rng import seeded
from tests.shared import GOLDEN, golden, perft

RECORDS: dict[str, tuple[int, dict[str, object], list[str]]] = {
    "trains-tokyo": (4, {"map": "tokyo", "cards": "tokyo beginners"}, ["greedy", "random", "greedy", "greedy"]),
    "trains-osaka": (3, {"map": "osaka", "cards": "osaka beginners"}, ["greedy", "greedy", "random"]),
    "trains-random": (2, {"map": "osaka"}, ["random", "random"]),
}
PERFT = GOLDEN / "trains-perft.json"


def perft_counts() -> dict[str, list[int]]:
    """Counts from the deal and from a position some way into a random game, for both maps and several sets."""
    out = {}
    for map in ("tokyo", "osaka"):
        for cards in ("tokyo beginners", "osaka beginners", "reforming and tunneling", "holiday pass"):
            s = roundhouse.game("trains").new(seats=2, seed=11, map=map, cards=cards)
            counts = [perft(s, 1), perft(s, 2)]
            rng = seeded(cards)
            for steps in (60, 140):
                while not s.over and s.turns < steps:
                    legal = s.legal()
                    s.apply(legal[rng.below(len(legal))])
                counts.extend([perft(s, 2), perft(s, 3)])
            out[f"{map}, {cards}"] = counts
    return out


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_golden_records_replay(name: str) -> None:
    record = roundhouse.load(str(GOLDEN / f"{name}.jsonl"))
    assert record.state.over
    assert len(record.lines) >= 400
    assert record.replay().fingerprint() == record.state.fingerprint()


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_the_same_bots_play_the_golden_game_again(name: str) -> None:
    assert golden("trains", name, *RECORDS[name]).text() == (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8")


def test_perft() -> None:
    assert perft_counts() == json.loads(PERFT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for name in RECORDS:
        golden("trains", name, *RECORDS[name]).save(str(GOLDEN / f"{name}.jsonl"))
    PERFT.write_text(json.dumps(perft_counts(), indent=1) + "\n", encoding="utf-8")
