"""Studies made by hand: rows that say what they should, as Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from roundhouse.lab.simulate import Match
from roundhouse.lab.study import TYPES, Study, opened, part_path

KINDS = {
    "game": "int", "seat": "int", "bot": "text", "place": "int", "score": "int", "rank": "int", "won": "float",
    "turns": "int", "decisions": "int", "length": "int", "end": "text", "opening": "texts", "taken": "texts",
    "taken_at": "ints", "points_track": "int", "points_cards": "int",
}  # fmt: skip


def written(
    folder: Path, rows: list[dict[str, Any]], games: int, seats: int = 2, bots: tuple[str, ...] = ("random",)
) -> Study:
    """A study of Trains with these rows in its first part; `games` may be more than there are rows of."""
    there = len(rows) // seats
    study = Study(Match("trains", seats, bots, "by hand", {}), games, max(1, there))
    opened(study, folder)
    if rows:
        arrays = [pa.array([row[name] for row in rows], TYPES[kind]) for name, kind in KINDS.items()]
        pq.write_table(pa.Table.from_arrays(arrays, names=list(KINDS)), part_path(folder, 0))
    return study


def row(game: int, seat: int, won: float, taken: list[str], **more: Any) -> dict[str, Any]:
    score = 10 + int(10 * won)
    usual = {
        "game": game, "seat": seat, "bot": "random", "place": seat + 1, "score": score, "rank": 1 if won else 2,
        "won": won, "turns": 5, "decisions": 8, "length": 16, "end": "the piles are empty", "opening": ["end the turn"],
        "taken": taken, "taken_at": [1] * len(taken), "points_track": score - 4, "points_cards": 4,
    }  # fmt: skip
    return {**usual, **more}


def hundred() -> list[dict[str, Any]]:
    """A hundred games of two: the first wins 60; winners take Gold, losers Lead, all take Rail and three take Rare."""
    rows = []
    for game in range(100):
        first = 1.0 if game < 60 else 0.0
        for seat, won in enumerate((first, 1.0 - first)):
            taken = ["card: Gold" if won else "card: Lead", "card: Rail", "card: Rail"]
            rows.append(row(game, seat, won, taken + ["card: Rare"] * (game < 3 and seat == 0)))
    return rows
