"""What the awards count."""

from __future__ import annotations

from roundhouse.core.native import mypyc_attr
from roundhouse.games.empyreal.actions import COLOURS, colour_of
from roundhouse.games.empyreal.state import Empyreal


@mypyc_attr(allow_interpreted_subclasses=True)
class Award:
    """One award: what it counts for a seat, and whether the most or the fewest wins."""

    def __init__(self, text: str, fewest: bool = False, seats: int = 2) -> None:
        self.text: str = text
        self.fewest: bool = fewest
        self.seats: int = seats  # with fewer it is taken out

    def value(self, s: Empyreal, seat: int) -> int:
        raise NotImplementedError


def groups(s: Empyreal, seat: int) -> list[int]:
    """How many cars each separate group of the seat's hexes has."""
    left = list(s.nets[seat])
    out: list[int] = []
    while left:
        pending = [left.pop()]
        cars = 0
        while pending:
            hex = pending.pop()
            cars += s.cars_at(seat, hex)
            for h in s.board.beside[hex]:
                if h in left:
                    left.remove(h)
                    pending.append(h)
        out.append(cars)
    return out


class Groups(Award):
    def value(self, s: Empyreal, seat: int) -> int:
        return len(groups(s, seat))


class LargestGroup(Award):
    def value(self, s: Empyreal, seat: int) -> int:
        return max(groups(s, seat)) if s.nets[seat] else 0


class GoodsLeft(Award):
    def value(self, s: Empyreal, seat: int) -> int:
        return sum([s.goods_in(seat, colour) for colour in range(COLOURS)])


class CityCars(Award):
    def value(self, s: Empyreal, seat: int) -> int:
        return sum([s.cars_at(seat, h) for h in s.nets[seat] if s.board.near_city[h]])


class EdgeCars(Award):
    def value(self, s: Empyreal, seat: int) -> int:
        return sum([s.cars_at(seat, h) for h in s.nets[seat] if s.board.edge[h]])


class SharedCars(Award):
    def value(self, s: Empyreal, seat: int) -> int:
        return sum([s.cars_at(seat, h) for h in s.nets[seat] if s.there[h] & s.foes[seat]])


class TileColours(Award):
    def value(self, s: Empyreal, seat: int) -> int:
        return len({colour_of(tile) for tile in s.won[seat]})


class TilesOfColour(Award):
    def value(self, s: Empyreal, seat: int) -> int:
        counts = [0] * COLOURS
        for tile in s.won[seat]:
            counts[colour_of(tile)] += 1
        return max(counts)


class Equipment(Award):
    """Specialists, spellcar tiles and mana."""

    def value(self, s: Empyreal, seat: int) -> int:
        people = sum([1 for specialist in s.staff[seat] if specialist])
        return people + len(s.tiles_in_yard(seat)) + s.ready[seat] + s.spent[seat]
