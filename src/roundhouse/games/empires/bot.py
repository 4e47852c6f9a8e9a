"""What a position is worth to a seat, for bots that look one step ahead."""

from __future__ import annotations

from roundhouse.games.empires.state import Empires


def standing(s: Empires, seat: int) -> int:
    return s.scores()[seat]
