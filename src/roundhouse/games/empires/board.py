"""The country: three or four tiles of 19 hexes, turned and joined, and what lies on each hex."""

from __future__ import annotations

from typing import Final

from roundhouse.core.components import Table
from roundhouse.core.hexes import ROWS

TILES: Final = "ABCD"
ROTATIONS: Final = 6
AROUND: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
DOTTED: Final = (0, 1, 2)  # the sides of a tile with white dots
LYING: Final = 5  # all is turned so far that the long diagonal lies flat

GOODS: Final = ("coal", "timber", "grain", "steel")
HATS: Final = ("white", "red", "green", "purple")

GREEN: Final = 1
YELLOW: Final = 2
BLUE: Final = 4
GREY: Final = 8
GROUNDS: Final = ("mixed", "yellow", "green", "blue", "grey", "factory", "city")
SHOWN: Final = (GREEN | YELLOW, YELLOW, GREEN, BLUE, GREY, 0, 0)  # the colours each ground counts as
WORKS: Final = 5
TOWN: Final = 6
NONE: Final = 255


def turned(q: int, r: int, steps: int) -> tuple[int, int]:
    """A hex after so many sixths of a turn around the origin."""
    for _ in range(steps % ROTATIONS):
        q, r = q + r, -q
    return q, r


class Places:
    """What the tables say of factories or cities; they are numbered in the order of their table."""

    def __init__(self, table: Table, goods: str) -> None:
        count = range(len(table.rows))
        self.ids: list[str] = [table.text(i, "id") for i in count]
        self.names: list[str] = [table.text(i, "name") for i in count]
        self.tiles: bytes = bytes([TILES.index(table.text(i, "tile")) for i in count])
        self.goods: list[bytes] = [bytes([GOODS.index(g) for g in table.text(i, goods).split()]) for i in count]


class Atlas:
    """All that a country is made of."""

    def __init__(self, tables: dict[str, Table]) -> None:
        tiles = tables["tiles.csv"]
        grounds = tables["grounds.csv"]
        self.factories: Places = Places(tables["factories.csv"], "goods")
        self.cities: Places = Places(tables["cities.csv"], "demands")
        hats = tables["cities.csv"]
        self.hats: bytes = bytes([HATS.index(hats.text(i, "hat")) for i in range(len(hats.rows))])
        self.titles: list[str] = [grounds.text(i, "title") for i in range(len(grounds.rows))]
        self.costs: bytes = bytes([grounds.number(i, "cost") for i in range(len(grounds.rows))])
        # q, r, ground, star, number of the factory or city
        self.tiles: list[list[tuple[int, int, int, bool, int]]] = [[] for _ in TILES]
        for i in range(len(tiles.rows)):
            ground = GROUNDS.index(tiles.text(i, "ground"))
            place = tiles.text(i, "place")
            number = NONE
            if ground == WORKS:
                number = self.factories.ids.index(place)
            elif ground == TOWN:
                number = self.cities.ids.index(place)
            hex = (int(tiles.text(i, "q")), int(tiles.text(i, "r")), ground, tiles.text(i, "star") == "1", number)
            self.tiles[TILES.index(tiles.text(i, "tile"))].append(hex)
        # for three and four tiles: where each slot's centre lies, and how a tile may be turned there
        self.slots: dict[int, list[tuple[int, int]]] = {3: [], 4: []}
        self.rotations: dict[int, list[list[int]]] = {3: [], 4: []}
        layouts = tables["layouts.csv"]
        for i in range(len(layouts.rows)):
            n = layouts.number(i, "tiles")
            self.slots[n].append((int(layouts.text(i, "q")), int(layouts.text(i, "r"))))
            self.rotations[n].append([int(k) for k in layouts.text(i, "rotations").split()])

    def placements(self, n: int) -> list[tuple[bytes, bytes]]:
        """Every way to lay out a country of `n` tiles: the tile in each slot, and its rotation."""
        orders: list[list[int]] = [[]]
        for _ in range(n):
            orders = [[*o, t] for o in orders for t in range(len(TILES)) if t not in o]
        turns: list[list[int]] = [[]]
        for allowed in self.rotations[n]:
            turns = [[*t, k] for t in turns for k in allowed]
        return [(bytes(o), bytes(t)) for o in orders for t in turns]


class Board:
    """One country. Hexes are numbered row by row from the top left."""

    def __init__(self, atlas: Atlas, tiles: bytes, rotations: bytes) -> None:
        n = len(tiles)
        found: list[tuple[int, int, int, int, bool, int]] = []  # r, q, slot, ground, star, number
        self.centres: list[tuple[int, int]] = []
        for slot in range(n):
            q0, r0 = atlas.slots[n][slot]
            q0, r0 = turned(q0, r0, LYING)
            self.centres.append((q0, r0))
            for q1, r1, ground, star, number in atlas.tiles[tiles[slot]]:
                q, r = turned(q1, r1, rotations[slot] + LYING)
                found.append((r0 + r, q0 + q, slot, ground, star, number))
        found.sort()
        self.size: int = len(found)
        self.q: list[int] = [h[1] for h in found]
        self.r: list[int] = [h[0] for h in found]
        self.slot: bytes = bytes([h[2] for h in found])
        self.ground: bytes = bytes([h[3] for h in found])
        self.star: list[bool] = [h[4] for h in found]
        self.stars: bytes = bytes([h for h in range(self.size) if self.star[h]])
        self.place: bytes = bytes([h[5] for h in found])  # the number of the factory or city, or NONE
        self.colours: bytes = bytes([SHOWN[g] for g in self.ground])
        self.cost: bytes = bytes([atlas.costs[g] for g in self.ground])
        at = {(self.q[h], self.r[h]): h for h in range(self.size)}
        self.beside: list[bytes] = [
            bytes(sorted([at[n] for n in [(self.q[h] + a, self.r[h] + b) for a, b in AROUND] if n in at]))
            for h in range(self.size)
        ]
        # by number: where each factory and city lies, NONE if its tile is not in play
        self.factory: bytes = self.where(WORKS, len(atlas.factories.ids))
        self.city: bytes = self.where(TOWN, len(atlas.cities.ids))
        self.factories: bytes = bytes([f for f in range(len(self.factory)) if self.factory[f] != NONE])
        self.cities: bytes = bytes([c for c in range(len(self.city)) if self.city[c] != NONE])
        self.coordinates: list[str] = []
        self.labels: list[str] = []
        first = 0
        for h in range(self.size):
            if self.r[h] != self.r[first]:
                first = h
            row = self.r[h] - self.r[0]
            coordinate = f"{ROWS[row]}{h - first + 1}"
            self.coordinates.append(coordinate)
            ground = self.ground[h]
            if ground == WORKS:
                self.labels.append(atlas.factories.names[self.place[h]])
            elif ground == TOWN:
                self.labels.append(atlas.cities.names[self.place[h]])
            else:
                self.labels.append(f"{coordinate} {atlas.titles[ground]}")

    def where(self, ground: int, count: int) -> bytes:
        out = [NONE] * count
        for h in range(self.size):
            if self.ground[h] == ground:
                out[self.place[h]] = h
        return bytes(out)
