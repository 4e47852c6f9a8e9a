"""Random play to the end, in one compiled loop: the engine's speed, and what search will roll out with."""

from __future__ import annotations

from roundhouse.core.rng import Rng
from roundhouse.core.state import State


def playout(s: State, rng: Rng) -> int:
    """Play on at random until the game is over; how many decisions had more than one option."""
    made = 0
    while not s.over:
        options = s.choices()
        n = len(options)
        if n > 1:
            made += 1
            s.apply(options[rng.below(n)])
        else:
            s.apply(options[0])
    return made
