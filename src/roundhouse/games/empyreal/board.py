"""The map: three to six terrain boards side by side, and what is printed on each hex."""

from __future__ import annotations

from typing import Final

from roundhouse.core.components import Table
from roundhouse.core.errors import BadComponents
from roundhouse.core.hexes import ROWS

TERRAINS: Final = ("desert", "forest", "glacier", "lake", "lava", "mountain", "wasteland")
GOODS: Final = ("Hylatine", "Heartwood", "Ritherwhyte", "Ehrlite", "Crizma", "Vital Silver")
COLOUR_NAMES: Final = ("yellow", "green", "white", "blue", "red", "grey")
WASTELAND: Final = 6
CITY: Final = 7
NONE: Final = 255

FARTHEST: Final = 20  # more steps than any way to a city takes

SIDE_COLUMNS: Final = 7
SIDE_ROWS: Final = 4


class Atlas:
    """The twelve board sides, the places for them and the layouts they are used in."""

    def __init__(self, tables: dict[str, Table]) -> None:
        table = tables["sides.csv"]
        cells = sorted(
            zip(table.texts("side"), table.numbers("row"), table.numbers("col"), table.texts("content"), strict=True)
        )
        self.sides: list[str] = list(dict.fromkeys(table.texts("side")))
        self.ground: list[bytes] = []  # by side, row by row
        self.city: list[bytes] = []
        for side in self.sides:
            printed = [content for name, _, _, content in cells if name == side]
            cities = [content.removeprefix("city ") if content.startswith("city ") else "" for content in printed]
            self.ground.append(bytes([CITY if city else TERRAINS.index(printed[i]) for i, city in enumerate(cities)]))
            self.city.append(bytes([TERRAINS.index(city) if city else NONE for city in cities]))
        self.slots: dict[int, list[tuple[int, int]]] = {}
        table = tables["slots.csv"]
        for i in range(len(table.rows)):
            self.slots.setdefault(table.number(i, "players"), []).append(
                (table.number(i, "col"), table.number(i, "row"))
            )
        self.layouts: dict[int, list[bytes]] = {}
        table = tables["layouts.csv"]
        for i in range(len(table.rows)):
            names = table.text(i, "sides").split()
            for name in names:
                if name not in self.sides:
                    raise BadComponents(f"layouts.csv, line {i + 2}, column sides: there is no side '{name}'.")
            sides = bytes([self.sides.index(name) for name in names])
            self.layouts.setdefault(table.number(i, "players"), []).append(sides)


class Board:
    """One map: hexes numbered row by row, with neighbours, labels and what is printed on them."""

    def __init__(self, atlas: Atlas, seats: int, sides: bytes) -> None:
        found: list[tuple[int, int, int, int]] = sorted(  # row, column, slot, number on the side
            [
                (top + i // SIDE_COLUMNS, left + i % SIDE_COLUMNS, slot, i)
                for slot, (left, top) in enumerate(atlas.slots[seats])
                for i in range(SIDE_COLUMNS * SIDE_ROWS)
            ]
        )
        self.size: int = len(found)
        self.everywhere: bytes = bytes(range(self.size))
        self.rows: bytes = bytes([row for row, _, _, _ in found])
        self.cols: bytes = bytes([col for _, col, _, _ in found])
        self.slot: bytes = bytes([slot for _, _, slot, _ in found])
        self.ground: bytes = bytes([atlas.ground[sides[slot]][i] for _, _, slot, i in found])
        self.city: bytes = bytes([atlas.city[sides[slot]][i] for _, _, slot, i in found])
        self.labels: list[str] = [f"{ROWS[row]}{col + 1}" for row, col, _, _ in found]
        at = {(row, col): h for h, (row, col, _, _) in enumerate(found)}
        self.beside: list[bytes] = []
        for row, col, _, _ in found:
            left = col - 1 + (row & 1)
            around = [
                (row - 1, left), (row - 1, left + 1), (row, col - 1),
                (row, col + 1), (row + 1, left), (row + 1, left + 1),
            ]  # fmt: skip
            self.beside.append(bytes([at[p] for p in around if p in at]))
        self.edge: bytes = bytes([1 if len(around) < 6 else 0 for around in self.beside])
        # by colour: the hex of its city
        self.cities: bytes = bytes([self.city.index(colour) for colour in range(6)])
        self.near_city: bytes = bytes([1 if CITY in [self.ground[h] for h in around] else 0 for around in self.beside])
        # by colour and hex: how many steps the way over land to its city takes, the printed wastelands and cities aside
        self.far: list[bytes] = [self.steps_to(city) for city in self.cities]

    def steps_to(self, city: int) -> bytes:
        """From each hex to a city's; FARTHEST where no way leads."""
        found = [FARTHEST] * self.size
        found[city] = 0
        queue = [city]
        for at in queue:
            for h in self.beside[at]:
                if found[h] == FARTHEST:
                    found[h] = min(found[at] + 1, FARTHEST - 1)
                    if self.ground[h] < WASTELAND:
                        queue.append(h)
        return bytes(found)
