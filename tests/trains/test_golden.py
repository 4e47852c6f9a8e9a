"""Goldens and perft: they ring when a rule, a word or a number changes by accident, and in both builds alike.

After a change on purpose: `python -m tests.trains.test_golden` writes them anew; raise `rules_version` if old
records could replay differently.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import roundhouse
from roundhouse.bots.make import make
from roundhouse.core.rng import seeded
from roundhouse.core.state import State

FOLDER = Path(__file__).parent.parent / "golden"
RECORDS = {
    "trains-tokyo": (4, {"map": "tokyo", "cards": "tokyo beginners"}, ["greedy", "random", "greedy", "greedy"]),
    "trains-osaka": (3, {"map": "osaka", "cards": "osaka beginners"}, ["greedy", "greedy", "random"]),
    "trains-random": (2, {"map": "osaka"}, ["random", "random"]),
}
PERFT = FOLDER / "trains-perft.json"


def golden(name: str) -> roundhouse.Record:
    """A whole game by bots, the same each time."""
    seats, options, bots = RECORDS[name]
    record = roundhouse.Record("trains", seats, seed=f"golden {name}", **options)
    players = [make(b, f"{name} {i}") for i, b in enumerate(bots)]
    while not record.state.over:
        record.play(players[record.state.seat].decide(record.state, record.state.seat))
    return record


def perft(s: State, depth: int) -> int:
    """How many sequences of `depth` legal actions there are."""
    if s.over:
        return 1
    legal = s.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for a in legal:
        twin = s.clone()
        twin.apply(a)
        total += perft(twin, depth - 1)
    return total


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
    record = roundhouse.load(str(FOLDER / f"{name}.jsonl"))
    assert record.state.over
    assert len(record.lines) >= 400
    assert record.replay().fingerprint() == record.state.fingerprint()


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_the_same_bots_play_the_golden_game_again(name: str) -> None:
    assert golden(name).text() == (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")


def test_perft() -> None:
    assert perft_counts() == json.loads(PERFT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for name in RECORDS:
        golden(name).save(str(FOLDER / f"{name}.jsonl"))
    PERFT.write_text(json.dumps(perft_counts(), indent=1) + "\n", encoding="utf-8")
