"""The market: nine places in a square, twelve gaps between them, and the residence track."""

from __future__ import annotations

from typing import Final

CELLS: Final = 9
GAPS: Final = 12
CELL_NAMES: Final = ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")

# The two places each gap lies between: first the gaps within a row, then those within a column.
BETWEEN: Final = (
    (0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8),
    (0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8),
)  # fmt: skip
FIRST: Final = bytes([a for a, _ in BETWEEN])
SECOND: Final = bytes([b for _, b in BETWEEN])

TRACKS: Final = ("2 3 4 5 7", "2 3 4 5 6 7")
PERIODS: Final = "aaabbc"  # by turn
DECKS: Final = bytes(["abc".index(p) for p in PERIODS])  # the same as the number of a deck


def track(name: str) -> bytes:
    """The values of a residence track."""
    return bytes([int(v) for v in name.split()])
