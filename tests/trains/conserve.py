"""What a game of Trains can neither make nor lose."""

from __future__ import annotations

from typing import cast

from roundhouse.core.state import State
from roundhouse.games.trains.state import CARD, Trains


def conserved(state: State) -> tuple[int, ...]:
    """Copies of each card in use, track markers of each seat, station markers."""
    s = cast(Trains, state)
    counts = [0] * len(s.supply)
    zones = [s.play, s.gained, s.looked, s.trash, *s.hands, *s.decks, *s.discards]
    for b in b"".join(zones):
        counts[b & CARD] += 1
    cards = [counts[i] + s.supply[i] for i in range(len(counts))]
    markers = [s.markers[i] + sum(x >> i & 1 for x in s.tracks) for i in range(s.seats)]
    return (*cards, *markers, s.stations_left + sum(s.stations))


def expected(state: State) -> tuple[int, ...]:
    """The same by the box: all copies of the sixteen piles, the starting trains, 20 markers a seat, 30 stations."""
    s = cast(Trains, state)
    kit = s.box
    cards = []
    for i in range(len(kit.ids)):
        used = i in s.piles or i == kit.waste
        cards.append(kit.copies[i] if used else kit.starts[i] * s.seats)
    return (*cards, *[kit.track_markers] * s.seats, kit.station_markers)
