"""Positions in the middle of random games."""

from __future__ import annotations

import random
from functools import cache
from typing import cast

from roundhouse.games.empyreal.actions import ADMINISTRATE, BUILD, GOOD, NO_DELIVERY, SKIP, STOP
from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal.table import game

SEEDS = range(10)
TABLES: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (3, {"awards": "expert"}),
    (4, {"teams": "2v2"}),
    (5, {"friendly": True, "awards": "advanced"}),
    (6, {"teams": "2v2v2", "epic": True}),
    (2, {"open_information": True}),
    (3, {"epic": True}),
    (4, {"awards": "advanced"}),
    (5, {"open_information": True}),
    (6, {"teams": "3v3", "friendly": True}),
]
SHY = (SKIP, STOP, NO_DELIVERY, ADMINISTRATE)


def pick(rng: random.Random, s: Empyreal) -> int:
    """At random, but rather building and activating than not."""
    legal = s.legal()
    bold = [a for a in legal if a not in SHY]
    return rng.choice(bold) if bold and rng.random() < 0.7 else rng.choice(legal)


@cache
def positions(seed: int) -> list[Empyreal]:
    """Positions along a random game, in the middle of effects too; its seats and options go by the seed."""
    rng = random.Random(seed)
    seats, options = TABLES[seed % len(TABLES)]
    s = cast(Empyreal, game().new(seats=seats, seed=seed, **options))
    out: list[Empyreal] = []
    while not s.over:
        s.apply(pick(rng, s))
        if rng.random() < (0.08 if s.below else 0.04) and not s.over:
            out.append(s.clone())
    return out


def viewers(s: Empyreal) -> list[int | None]:
    return [*range(s.seats), None]


def is_build(action: int) -> bool:
    return BUILD <= action < GOOD
