"""The two maps: 76 hexes in eight rows, terrain, cities, remote places and barriers."""

from __future__ import annotations

from typing import Final

from roundhouse.core.components import Table
from roundhouse.core.hexes import HexGrid

MAPS: Final = ("tokyo", "osaka")
WIDTHS: Final = [10, 9, 10, 9, 10, 9, 10, 9]
HEXES: Final = 76

FIELD: Final = 0
RIVER: Final = 1
MOUNTAIN: Final = 2
CITY: Final = 3
REMOTE: Final = 4
SEA: Final = 5
TERRAINS: Final = ("field", "river", "mountain", "city", "remote", "sea")


class Board:
    """One map. Everything is by hex number, row by row from the top left."""

    def __init__(self, name: str, hexes: Table, barriers: Table, terrain_cost: list[int]) -> None:
        self.name: str = name
        self.grid: HexGrid = HexGrid(WIDTHS)
        terrain: list[int] = []
        number: list[int] = []
        self.labels: list[str] = []
        self.also: list[list[str]] = []
        for i in range(HEXES):
            kind = TERRAINS.index(hexes.text(i, "terrain"))
            terrain.append(kind)
            number.append(hexes.number(i, "number") if kind in (CITY, REMOTE) else 0)
            named = hexes.text(i, "name")
            self.labels.append(named or f"{TERRAINS[kind]} {self.grid.coordinate(i)}")
            others = [self.grid.coordinate(i), hexes.text(i, "also")]
            self.also.append([o for o in others if o])
        self.terrain: bytes = bytes(terrain)
        self.number: bytes = bytes(number)
        # what a marker costs before stations and rivals; stations stand in cities only
        self.cost: bytes = bytes(
            [
                number[h] if terrain[h] == REMOTE else 0 if terrain[h] == SEA else terrain_cost[terrain[h]]
                for h in range(HEXES)
            ]
        )
        walls: list[tuple[int, int]] = []
        for i in range(len(barriers.rows)):
            a = self.grid.at(barriers.number(i, "row"), barriers.number(i, "col"))
            b = self.grid.at(barriers.number(i, "other_row"), barriers.number(i, "other_col"))
            walls.append((a, b))
            walls.append((b, a))
        self.walls: list[tuple[int, int]] = walls
        self.beside: list[bytes] = [
            bytes([n for n in self.grid.beside(h) if terrain[n] != SEA and (h, n) not in walls]) for h in range(HEXES)
        ]
        self.starts: list[int] = [h for h in range(HEXES) if terrain[h] not in (SEA, REMOTE)]
        self.cities: list[int] = [h for h in range(HEXES) if terrain[h] == CITY]
