"""What the awards count."""

from __future__ import annotations

from roundhouse.core.native import i64, mypyc_attr, vec
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
    net = s.nets[seat]
    there = s.there
    beside = s.board.beside
    own: i64 = 1 << seat
    seen = vec[i64]([0] * s.board.size)
    pending = vec[i64]([0] * len(net))
    out: list[int] = []
    i: i64
    k: i64
    for i in range(len(net)):
        if seen[net[i]]:
            continue
        seen[net[i]] = 1
        pending[0] = net[i]
        left: i64 = 1
        cars = 0
        while left:
            left -= 1
            hex = pending[left]
            cars += s.cars_at(seat, hex)
            near = beside[hex]
            for k in range(len(near)):
                h: i64 = near[k]
                if there[h] & own and not seen[h]:
                    seen[h] = 1
                    pending[left] = h
                    left += 1
        out.append(cars)
    return out


def cars_on(s: Empyreal, seat: int, marked: bytes, bits: i64) -> int:
    """How many cars a seat has on hexes that are marked with some of these bits."""
    net = s.nets[seat]
    total = 0
    i: i64
    for i in range(len(net)):
        if marked[net[i]] & bits:
            total += s.cars_at(seat, net[i])
    return total


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
        return cars_on(s, seat, s.board.near_city, 1)


class EdgeCars(Award):
    def value(self, s: Empyreal, seat: int) -> int:
        return cars_on(s, seat, s.board.edge, 1)


class SharedCars(Award):
    def value(self, s: Empyreal, seat: int) -> int:
        return cars_on(s, seat, s.there, s.foes[seat])


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
