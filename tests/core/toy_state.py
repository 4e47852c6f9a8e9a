"""The board of Toy railway, and all that changes on it."""

from __future__ import annotations

from typing import Final

from roundhouse.core.hexes import HexGrid
from roundhouse.core.state import State
from roundhouse.core.tables import Box, Table
from roundhouse.core.verbs import frame
from roundhouse.core.views import COUNT, NOBODY, OWNER, PUBLIC

GRID: Final = HexGrid([5, 4, 5, 4, 5])
TERRAIN: Final = "".join(["fmlrf", "lfmr", "mrflm", "rmfl", "flrmf"])
FOREST, LAKE, MEADOW, ROCK, ANYWHERE = "f", "l", "m", "r", "flmr"
LAND: Final = {FOREST: "forest", LAKE: "lake", MEADOW: "meadow", ROCK: "rock", ANYWHERE: "any land"}
STARTS: Final = (0, 22, 4, 18)
WOOD, FISH = 0, 1
GOODS: Final = ("wood", "fish")
CAPTAIN, ENGINEER, SURVEYOR = 0, 1, 2
OFFICES: Final = ("captain", "engineer", "surveyor")

HEXES: Final = 23
CARS: Final = 13
PLACES: Final = 5
MARKET: Final = 4
MOST_MANA: Final = 10
MOST_CARS: Final = 2  # of different seats in one hex
TURNS: Final = 5
ANY: Final = 99

ROWS: Final = {
    "turn": PUBLIC, "turns": PUBLIC, "extra": PUBLIC, "done": PUBLIC, "mana": PUBLIC, "points": PUBLIC,
    "yards": PUBLIC, "offices": PUBLIC, "tired": PUBLIC, "tracks": PUBLIC, "goods": PUBLIC, "stock": PUBLIC,
    "market": PUBLIC, "deck": COUNT, "discards": PUBLIC, "arriving": PUBLIC,
    "stack": OWNER, "known": OWNER, "unseen": NOBODY,
}  # fmt: skip
FIELDS: Final = tuple(ROWS)


class ToyBox(Box):
    """The cars and specialists as the rules read them."""

    def __init__(
        self,
        tables: dict[str, Table],
        edits: dict[str, dict[str, dict[str, str]]],
        program: list[int],
        copier: list[bool],
        specialists: tuple[tuple[str, ...], ...],
        abilities: list[list[int]],
    ) -> None:
        super().__init__(tables, edits)
        cars = tables["cars.csv"]
        self.titles = [cars.text(i, "title") for i in range(CARS)]
        self.costs = [cars.number(i, "cost") for i in range(CARS)]
        self.copies = [cars.number(i, "copies") for i in range(CARS)]
        self.program = program
        self.copier = copier
        self.specialists = specialists
        self.abilities = abilities


class Toy(State):
    """A table of Toy railway."""

    kit: ToyBox
    turn: int
    turns: int
    extra: int
    done: int
    mana: list[int]
    points: list[int]
    yards: list[bytes]
    offices: list[bytes]
    tired: list[int]
    tracks: bytes
    goods: list[bytes]
    stock: list[int]
    market: bytes
    deck: bytes
    discards: bytes
    arriving: int
    stack: bytes
    known: bytes
    unseen: bytes

    def clone(self) -> Toy:
        twin = Toy()
        self.copy_shared(twin)
        twin.kit = self.kit
        for name in FIELDS:
            value = getattr(self, name)
            setattr(twin, name, value[:] if isinstance(value, list) else value)
        return twin

    def fields(self) -> tuple[str, ...]:
        return FIELDS

    def label(self, kind: str, thing: int) -> str:
        if kind == "hex":
            return f"{LAND[TERRAIN[thing]]} {GRID.coordinate(thing)}"
        if kind == "seat":
            return f"seat {thing + 1}"
        if kind == "office":
            return self.holder(max(self.seat, 0), thing)
        if kind == "surveyor":
            return self.kit.specialists[SURVEYOR][thing]
        if kind == "car":
            return self.kit.titles[thing]
        car = self.yards[self.seat][thing] if kind == "place" and self.seat >= 0 else 0
        return f"{self.kit.titles[car - 1]} on place {thing + 1}" if car else f"place {thing + 1}"

    def holder(self, seat: int, office: int) -> str:
        """The specialist in an office, or the name of the empty office."""
        number = self.offices[seat][office]
        return self.kit.specialists[office][number - 1] if number else OFFICES[office]

    def scores(self) -> list[int]:
        return [self.points[i] + sum(t >> i & 1 for t in self.tracks) for i in range(self.seats)]

    # what verbs do

    def put_byte(self, cells: bytes, i: int, value: int) -> bytes:
        return cells[:i] + bytes([value]) + cells[i + 1 :]

    def ability(self, seat: int, office: int) -> int:
        """The program of a seat's specialist, 0 if there is none."""
        number = self.offices[seat][office]
        return self.kit.abilities[office][number - 1] if number else 0

    def reach(self, seat: int, land: str) -> list[int]:
        """Where a seat may build on that land."""
        bit = 1 << seat
        own = [h for h in range(HEXES) if self.tracks[h] & bit]
        around = {n for h in own for n in GRID.beside(h) if not self.tracks[n] & bit}
        return sorted(n for n in around if TERRAIN[n] in land and self.tracks[n].bit_count() < MOST_CARS)

    def network(self, seat: int, good: int) -> list[int]:
        """The hexes of a seat's network with such a good."""
        return [h for h in range(HEXES) if self.tracks[h] >> seat & 1 and self.goods[good][h]]

    def move_good(self, good: int, h: int, n: int) -> None:
        """n goods from the supply to a hex; -1 brings one back."""
        self.stock[good] -= n
        self.goods[good] = self.put_byte(self.goods[good], h, self.goods[good][h] + n)

    def start(self, car: int, seat: int, place: int, named: int) -> int:
        """The frame a car starts; a copier holds the cars named so far, this one included."""
        copier = self.kit.copier[car]
        return frame(self.kit.program[car], seat, place, named | 1 << car if copier else 0)

    def refill(self) -> None:
        """The market is dealt anew when one car is left."""
        if len(self.market) > 1:
            return
        self.discards += self.market
        if len(self.deck) < MARKET:
            self.deck += bytes(self.shuffled(list(self.discards)))
            self.discards = b""
        self.learned = True
        self.market = bytes(sorted(self.deck[:MARKET]))
        self.deck = self.deck[MARKET:]
