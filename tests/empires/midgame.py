"""Positions in the middle of random games."""

from __future__ import annotations

import random
from functools import cache
from typing import cast

from roundhouse.games.empires.actions import NO_SEND, SEND
from roundhouse.games.empires.state import Empires
from tests.empires.table import game

SEEDS = range(8)
OPTIONS: list[dict[str, object]] = [
    {},
    {"edition": "final"},
    {"deliveries": "new links only"},
    {"edition": "final", "passengers": True},
]


def pick(rng: random.Random, s: Empires) -> int:
    """At random, but rather delivering, and rather next to the network than on a new route."""
    legal = s.legal()
    sends = [a for a in legal if SEND <= a < NO_SEND]
    lays = [a for a in legal if a < s.board.size]
    if sends and rng.random() < 0.8:
        return rng.choice(sends)
    return rng.choice(lays) if lays and rng.random() < 0.8 else rng.choice(legal)


@cache
def positions(seed: int) -> list[Empires]:
    """Positions in the middle of a random game, in the middle of deliveries too."""
    rng = random.Random(seed)
    s = cast(Empires, game().new(seats=2 + seed % 3, seed=seed, **OPTIONS[seed % 4]))
    out: list[Empires] = []
    while not s.over:
        s.apply(pick(rng, s))
        if rng.random() < (0.3 if s.below else 0.1) and not s.over:
            out.append(s.clone())
    return out


def viewers(s: Empires) -> list[int | None]:
    return [*range(s.seats), None]
