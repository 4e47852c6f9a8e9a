"""What a position is worth."""

from __future__ import annotations

from roundhouse.games.empyreal.state import Empyreal


def standing(s: Empyreal, seat: int) -> int:
    """How good a state looks for a seat, in hundredths of a point."""
    return s.scores()[seat] * 100
