"""What a position is worth to a seat, for bots that look one step ahead."""

from __future__ import annotations

from roundhouse.games.trains.state import Trains


def evaluate(s: Trains, seat: int) -> int:
    """Hundredths of a point: the running score."""
    return s.scores()[seat] * 100
