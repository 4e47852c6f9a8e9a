"""Positions in the middle of random games."""

from __future__ import annotations

import random
from functools import cache
from typing import cast

from roundhouse.games.spyrium.state import Spyrium
from tests.spyrium.table import game

SEEDS = range(8)
TRACKS = ("2 3 4 5 7", "2 3 4 5 6 7")


@cache
def positions(seed: int) -> list[Spyrium]:
    """Positions in the middle of a random game, in the middle of effects too."""
    rng = random.Random(seed)
    s = cast(Spyrium, game().new(seats=2 + seed % 4, seed=seed, residence_track=TRACKS[seed % 2]))
    out: list[Spyrium] = []
    while not s.over:
        s.apply(rng.choice(s.legal()))
        if rng.random() < (0.2 if s.below else 0.05) and not s.over:
            out.append(s.clone())
    return out


def viewers(s: Spyrium) -> list[int | None]:
    return [*range(s.seats), None]
