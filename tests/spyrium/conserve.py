"""What a game of Spyrium can neither make nor lose."""

from __future__ import annotations

from typing import cast

from roundhouse.core.state import State
from roundhouse.games.spyrium.actions import EVENTS, FACES
from roundhouse.games.spyrium.board import CELLS, FIRST, GAPS, SECOND
from roundhouse.games.spyrium.state import FACE, SEATS, Spyrium

UPRIGHT = bytes(b & FACE for b in range(256))


def conserved(state: State) -> tuple[int, ...]:
    """Copies of each card, tokens of each value, workers of each seat, workers counted around the places."""
    s = cast(Spyrium, state)
    first = s.box.first_technique
    patented = bytes(first + i for i in range(7) for bits in s.techniques if bits >> i & 1)
    built = b"".join(s.rows)[::2].translate(UPRIGHT)
    lying = s.cells.translate(None, b"\0")  # one more than the face
    cards = b"".join([*s.decks, s.gone, built, patented])
    tokens = s.reserve + s.discards + s.kept + bytes([s.token_now, s.token_next])
    return (
        *[cards.count(face) + lying.count(face + 1) for face in range(FACES)],
        *[tokens.count(v) + sum(s.tokens[v - 1 :: 3]) for v in (1, 2, 3)],
        *[workers(s, i) for i in range(s.seats)],
        crowds(s),
        len(set(s.events)),
    )


def workers(s: Spyrium, seat: int) -> int:
    """All workers of a seat, those in the reserve too; -1 if some stand in two places."""
    busy = s.active[seat] + s.in_market(seat) + s.on_buildings(seat)
    inactive = s.workers[seat] - busy
    reserve = s.box.most_workers - s.workers[seat]
    return busy + inactive + reserve if inactive >= 0 and reserve >= 0 else -1


def crowds(s: Spyrium) -> int:
    """How many places are crowded by the number of workers in the gaps around them: all nine."""
    around = [0] * CELLS
    for gap in range(GAPS):
        here = sum(s.gaps[gap * SEATS : gap * SEATS + s.seats])
        around[FIRST[gap]] += here
        around[SECOND[gap]] += here
    return sum(around[c] == s.crowd[c] for c in range(CELLS))


def expected(state: State) -> tuple[int, ...]:
    """The same by the box."""
    s = cast(Spyrium, state)
    cards = [sum(deck.count(face) for deck in s.box.decks) for face in range(FACES)]
    tokens = [s.box.tokens.count(v) for v in (1, 2, 3)]
    return (*cards, *tokens, *[s.box.most_workers] * s.seats, CELLS, EVENTS)
