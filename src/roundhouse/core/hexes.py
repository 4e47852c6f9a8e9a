"""Hex grids: pointy-top, odd rows half a hex to the right, with labels a person can say."""

from __future__ import annotations

from typing import Final

ROWS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class HexGrid:
    """Rows of hexes, numbered row by row. `widths` says how many hexes each row has."""

    def __init__(self, widths: list[int]) -> None:
        self.widths: list[int] = widths
        self.rows: list[int] = []
        self.cols: list[int] = []
        self.firsts: list[int] = []
        for row in range(len(widths)):
            self.firsts.append(len(self.rows))
            for col in range(widths[row]):
                self.rows.append(row)
                self.cols.append(col)
        self.size: int = len(self.rows)

    def at(self, row: int, col: int) -> int:
        """The number of the hex at `row`, `col`, or -1 if there is none."""
        if 0 <= row < len(self.widths) and 0 <= col < self.widths[row]:
            return self.firsts[row] + col
        return -1

    def beside(self, spot: int) -> list[int]:
        """The hexes that share a side with `spot`, in ascending order."""
        row = self.rows[spot]
        col = self.cols[spot]
        left = col - 1 + (row & 1)
        around = [
            self.at(row - 1, left),
            self.at(row - 1, left + 1),
            self.at(row, col - 1),
            self.at(row, col + 1),
            self.at(row + 1, left),
            self.at(row + 1, left + 1),
        ]
        return [h for h in around if h >= 0]

    def coordinate(self, spot: int) -> str:
        """Row letter and column number, as on a street map: `E6`."""
        return f"{ROWS[self.rows[spot]]}{self.cols[spot] + 1}"
