"""The country: three or four tiles of 19 hexes, turned and joined, and what lies on each hex."""

from __future__ import annotations

from typing import Final

from roundhouse.core.components import Table
from roundhouse.core.hexes import ROWS
from roundhouse.games.empires.actions import factory_of

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
COUNTS_AS: Final = (GREEN | YELLOW, YELLOW, GREEN, BLUE, GREY, 0, 0)  # the colours each ground counts as
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
        self.ids: list[str] = [row["id"] for row in table.rows]
        self.names: list[str] = [row["name"] for row in table.rows]
        self.tiles: bytes = bytes([TILES.index(row["tile"]) for row in table.rows])
        self.goods: list[bytes] = [bytes([GOODS.index(g) for g in row[goods].split()]) for row in table.rows]


class Atlas:
    """All that a country is made of."""

    def __init__(self, tables: dict[str, Table]) -> None:
        grounds = tables["grounds.csv"].rows
        self.factories: Places = Places(tables["factories.csv"], "goods")
        self.cities: Places = Places(tables["cities.csv"], "demands")
        self.hats: bytes = bytes([HATS.index(row["hat"]) for row in tables["cities.csv"].rows])
        self.titles: list[str] = [row["title"] for row in grounds]
        self.costs: bytes = bytes([int(row["cost"]) for row in grounds])
        # q, r, ground, star, number of the factory or city
        self.tiles: list[list[tuple[int, int, int, bool, int]]] = [[] for _ in TILES]
        for row in tables["tiles.csv"].rows:
            ground = GROUNDS.index(row["ground"])
            places = self.places(ground)
            number = places.ids.index(row["place"]) if places else NONE
            hex = (int(row["q"]), int(row["r"]), ground, row["star"] == "1", number)
            self.tiles[TILES.index(row["tile"])].append(hex)
        # for three and four tiles: where each slot's centre lies, and how a tile may be turned there
        self.slots: dict[int, list[tuple[int, int]]] = {3: [], 4: []}
        self.rotations: dict[int, list[list[int]]] = {3: [], 4: []}
        for row in tables["layouts.csv"].rows:
            n = int(row["tiles"])
            self.slots[n].append((int(row["q"]), int(row["r"])))
            self.rotations[n].append([int(k) for k in row["rotations"].split()])

    def places(self, ground: int) -> Places | None:
        """The factories, or the cities; of other ground nothing."""
        return self.factories if ground == WORKS else self.cities if ground == TOWN else None

    def placements(self, n: int) -> list[tuple[bytes, bytes]]:
        """Every way to lay out a country of `n` tiles: the tile in each slot, and its rotation."""
        orders: list[list[int]] = [[]]
        for _ in range(n):
            orders = [[*o, t] for o in orders for t in range(len(TILES)) if t not in o]
        turns: list[list[int]] = [[]]
        for allowed in self.rotations[n]:
            turns = [[*t, k] for t in turns for k in allowed]
        return [(bytes(o), bytes(t)) for o in orders for t in turns]

    def described(self, board: Board) -> list[dict[str, object]]:
        """What is printed on each hex of a country, by name, with nothing built and all goods there."""
        out: list[dict[str, object]] = []
        for h in range(board.size):
            ground, number = board.ground[h], board.place[h]
            hex: dict[str, object] = {
                "label": board.labels[h],
                "coordinate": board.coordinates[h],
                "q": board.q[h],
                "r": board.r[h],
                "slot": board.slot[h],
                "ground": GROUNDS[ground],
                "cost": board.cost[h],
                "star": board.star[h],
                "tracks": [],
                "trains": [],
            }
            places = self.places(ground)
            if places:
                hex["number"] = number
                hex["id"] = places.ids[number]
            if ground == WORKS:
                hex["goods"] = [{"good": GOODS[g], "here": True} for g in self.factories.goods[number]]
            elif ground == TOWN:
                hex["demands"] = [GOODS[g] for g in self.cities.goods[number]]
                hex["hat"] = HATS[self.hats[number]]
            out.append(hex)
        return out


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
        self.colours: bytes = bytes([COUNTS_AS[g] for g in self.ground])
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
        rows = [self.r.index(r) for r in self.r]  # the first hex of each one's row
        self.coordinates: list[str] = [f"{ROWS[self.r[h] - self.r[0]]}{h - rows[h] + 1}" for h in range(self.size)]
        self.labels: list[str] = []
        for h in range(self.size):
            places = atlas.places(self.ground[h])
            named = f"{self.coordinates[h]} {atlas.titles[self.ground[h]]}"
            self.labels.append(places.names[self.place[h]] if places else named)

    def where(self, ground: int, count: int) -> bytes:
        out = [NONE] * count
        for h in range(self.size):
            if self.ground[h] == ground:
                out[self.place[h]] = h
        return bytes(out)

    def hex_of(self, place: str, thing: int) -> int:
        """Where the thing of an action lies, by what kind of place its block names; NONE if not in this country."""
        if place == "hex":
            return thing if thing < self.size else NONE
        if place == "city":
            return self.city[thing]
        if place == "good":
            return self.factory[factory_of(thing)]
        return self.factory[thing] if place == "factory" else NONE
