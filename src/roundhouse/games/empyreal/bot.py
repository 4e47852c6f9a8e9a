"""What a position is worth: points, what the network could deliver, and the engine that will earn more."""

from __future__ import annotations

from typing import Final

from roundhouse.games.empyreal.actions import COLOURS, COLUMNS, PLACES, TILES, colour_of, goods_for, size_of
from roundhouse.games.empyreal.state import CAPTAIN, ENGINEER, MASTER, SECOND, SURVEYOR, Empyreal

POINT: Final = 100
LONG: Final = 8
REACHED: Final = 55  # a good that can be delivered
STRAY: Final = 18  # a good whose city is not reached
PER_TILE: Final = 75  # of what the best tile would bring
NEAR_GOOD: Final = 5  # a good next to the network
READY: Final = 10
SPENT: Final = 3
CRYSTAL: Final = 30
CAR: Final = 60
SPECIALIST: Final = 130
UPRIGHT: Final = 25
TRAIN: Final = 20
AHEAD: Final = 5  # a column that the conductor has still before it


def evaluate(s: Empyreal, seat: int) -> int:
    """How good a state looks for a seat, in hundredths of a point."""
    scores = s.scores()
    best = 0
    for other in range(s.seats):
        if s.foes[seat] >> other & 1 and scores[other] > best:
            best = scores[other]
    value = scores[seat] * POINT - best * POINT // 4
    if s.over:
        return value
    value += deliveries(s, seat)
    return value + s.placed(seat) * TRAIN + engine(s, seat) * time_left(s, seat) // LONG


def time_left(s: Empyreal, seat: int) -> int:
    """How long an engine still pays, from LONG to 1: by how near the others are to ending the game.

    The own tiles and trains do not count: nobody should shy away from what brings points.
    """
    left = LONG
    for other in range(s.seats):
        if other != seat:
            left = min(left, s.supply[other] // 2, 2 * (s.needed() - len(s.won[other])))
    return left if left > 1 else 1


def deliveries(s: Empyreal, seat: int) -> int:
    """What the goods of the network promise."""
    total = 0
    best = 0
    for colour in range(COLOURS):
        n = s.goods_in(seat, colour)
        if not n:
            continue
        if s.reached(seat, colour):
            tile = 0
            for found in s.demands[colour]:
                if colour_of(found) == colour and goods_for(found) <= n:
                    tile = max(tile, s.box.tile_points[size_of(found)])
            now = n * POINT + tile * POINT + (POINT if tile else 0)
            best = max(best, now)
            total += n * REACHED + tile * PER_TILE
        else:
            total += n * STRAY
    # the next stop at the End brings the best one for certain
    return total + best * s.conductor[seat] // (4 * (COLUMNS + 1))


def engine(s: Empyreal, seat: int) -> int:
    """What will earn more in later turns."""
    total = s.ready[seat] * READY + s.spent[seat] * SPENT + (s.ready[seat] + s.spent[seat]) * CRYSTAL
    yard = s.yards[seat]
    for place in range(PLACES):
        if 0 < yard[place] <= TILES:
            total += CAR
    staff = s.staff[seat]
    flipped = s.flipped[seat]
    for slot in (CAPTAIN, ENGINEER):
        if staff[slot]:
            total += SPECIALIST + (0 if flipped >> slot & 1 else UPRIGHT)
    if staff[SURVEYOR]:
        total += SPECIALIST // 3 if flipped >> SURVEYOR & 1 else SPECIALIST
    for slot in (MASTER, SECOND):
        if staff[slot]:
            total += SPECIALIST
    total += (COLUMNS - s.conductor[seat]) * AHEAD
    for h in s.frontiers[seat]:
        if s.any_good(h):
            total += NEAR_GOOD
    return total
