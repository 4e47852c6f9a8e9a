"""What a position is worth to a bot that looks one decision ahead."""

from __future__ import annotations

from nightgoods.state import NightGoods

POINT = 100
LOADED = 90  # a point on a train that has time to leave,
LATE = 30  # and one that may not
ROOM = 12  # what a weight still free is worth, as long as there is time to fill it


def evaluate(s: NightGoods, seat: int) -> int:
    """Points, and what the own train promises; the parcels are for whoever leaves first."""
    if s.over:
        return s.points[seat] * POINT
    late = len(s.deck) <= s.seats
    promise = s.worth(seat) * (LATE if late else LOADED)
    room = 0 if late else (s.box.pull - s.weight(seat)) * ROOM
    return s.points[seat] * POINT + promise + room + len(s.hands[seat]) * 5
