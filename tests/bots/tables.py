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


def to_think_about(game: str, seats: int, seed: int, opening: bool = True) -> State:
    """A position in which nothing is obvious; the first, or the first that belongs to no opening."""
    for s in positions(game, seats, seed, 13):
        h = s.game.heuristics
        if h.obvious(s, s.choices()) < 0 and len(h.sensible(s, s.choices())) > 1 and (opening or not h.opening(s)):
            return s
    raise AssertionError(f"all is obvious in {game}")
