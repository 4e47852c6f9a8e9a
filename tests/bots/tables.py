"""Positions to decide in."""

from __future__ import annotations

import roundhouse
from roundhouse.bots.make import Player
from roundhouse.core.state import State

GAMES = ("trains", "spyrium", "empires", "empyreal")


def positions(game: str, seats: int, seed: int, every: int, most: int = 400) -> list[State]:
    """Decisions with a choice along a random game."""
    s = roundhouse.game(game).new(seats, seed)
    bot = Player("random", seed)
    out: list[State] = []
    for n in range(most):
        if s.over:
            break
        if n % every == 0 and len(s.choices()) > 1:
            out.append(s.clone())
        s.apply(bot.decide(s))
    return out
