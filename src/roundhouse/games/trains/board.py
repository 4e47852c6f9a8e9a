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
        terrain = [TERRAINS.index(hexes.text(h, "terrain")) for h in range(HEXES)]
        number = [hexes.number(h, "number") if terrain[h] in (CITY, REMOTE) else 0 for h in range(HEXES)]
        places = [self.grid.coordinate(h) for h in range(HEXES)]
        self.labels: list[str] = [hexes.text(h, "name") or f"{TERRAINS[terrain[h]]} {places[h]}" for h in range(HEXES)]
        self.also: list[list[str]] = [[o for o in (places[h], hexes.text(h, "also")) if o] for h in range(HEXES)]
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
            walls += [(a, b), (b, a)]
        self.walls: list[tuple[int, int]] = walls
        self.beside: list[bytes] = [
            bytes([n for n in self.grid.beside(h) if terrain[n] != SEA and (h, n) not in walls]) for h in range(HEXES)
        ]
        self.starts: list[int] = [h for h in range(HEXES) if terrain[h] not in (SEA, REMOTE)]
        self.cities: list[int] = [h for h in range(HEXES) if terrain[h] == CITY]
        self.scoring: bytes = bytes([h for h in range(HEXES) if terrain[h] in (CITY, REMOTE)])

    def title(self, h: int) -> str:
        """A hex by its name, or by where it lies and its terrain."""
        named = self.terrain[h] in (CITY, REMOTE)
        return self.labels[h] if named else f"{self.grid.coordinate(h)}, {TERRAINS[self.terrain[h]]}"
