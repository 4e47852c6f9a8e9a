"""What the cards of Trains build on the map."""

from __future__ import annotations

from roundhouse.core.cells import put
from roundhouse.core.native import i64
from roundhouse.core.verbs import Ask, frame_seat
from roundhouse.games.trains.actions import (
    LAY,
    NO_CITY,
    NO_MARKER,
    NO_NEIGHBOUR,
    NO_SLOT,
    NO_STATION,
    OWN_THERE,
    SEA_THERE,
    STATION,
    TOO_DEAR,
)
from roundhouse.games.trains.board import CITY, SEA
from roundhouse.games.trains.state import PLANNED_COINS, Trains


class Lay(Ask[Trains]):
    """Lay a track marker next to one's own, paying what the place costs."""

    def __init__(self) -> None:
        super().__init__(LAY, NO_NEIGHBOUR, words="lay 1 track")

    def possible(self, s: Trains, f: int, planned: int) -> str:
        seat: i64 = frame_seat(f)
        if not s.markers[seat]:
            return NO_MARKER
        reach = s.frontiers[seat]
        coins: i64 = s.coins + (planned & PLANNED_COINS)
        counters = s.rule_counters + (planned & ~PLANNED_COINS)
        n: i64 = len(reach)
        i: i64
        for i in range(n):
            if s.lay_cost(reach[i], seat, counters) <= coins:
                return ""
        return TOO_DEAR if reach else NO_NEIGHBOUR

    def asks(self, s: Trains, f: int) -> bool:
        return True

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        seat: i64 = frame_seat(f)
        reach = s.frontiers[seat]
        coins: i64 = s.coins
        n: i64 = len(reach)
        i: i64
        for i in range(n):
            if s.lay_cost(reach[i], seat, s.rule_counters) <= coins:
                out.append(LAY + reach[i])

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        seat = frame_seat(f)
        waste = s.rivals_bring_waste(thing)
        s.coins -= s.lay_cost(thing, seat, s.rule_counters)
        s.place_track(thing, seat)
        if waste:
            s.gain_waste()

    def price(self, s: Trains, f: int, action: int) -> dict[str, int]:
        h = action - LAY
        price = {"coins": -int(s.lay_cost(h, frame_seat(f), s.rule_counters))}
        if s.rivals_bring_waste(h) and s.waste_comes():
            price["waste"] = 1
        return price

    def refuses(self, s: Trains, f: int, action: int) -> str:
        clause = super().refuses(s, f, action)
        if not clause:
            return ""
        h = action - LAY
        if h in s.frontiers[frame_seat(f)]:
            return TOO_DEAR
        if s.has_track(h, frame_seat(f)):
            return OWN_THERE
        return SEA_THERE if s.board.terrain[h] == SEA else clause


class Station(Ask[Trains]):
    """Place a station marker in a city with a free slot."""

    def __init__(self) -> None:
        super().__init__(
            STATION,
            NO_CITY,
            words="place 1 station in any city with a free slot",
            brief="add a station to any city with room",
        )

    def possible(self, s: Trains, f: int, planned: int) -> str:
        if not s.stations_left:
            return NO_STATION
        cities = s.board.cities
        i: i64
        h: i64
        for i in range(len(cities)):
            h = cities[i]
            if s.stations[h] < s.board.number[h]:
                return ""
        return NO_SLOT

    def asks(self, s: Trains, f: int) -> bool:
        return True

    def choices(self, s: Trains, f: int, out: list[int]) -> None:
        cities = s.board.cities
        slots = s.board.number
        stations = s.stations
        i: i64
        h: i64
        for i in range(len(cities)):
            h = cities[i]
            if stations[h] < slots[h]:
                out.append(STATION + h)

    def chosen(self, s: Trains, f: int, thing: int) -> None:
        s.stations = put(s.stations, thing, s.stations[thing] + 1)
        s.stations_left -= 1

    def refuses(self, s: Trains, f: int, action: int) -> str:
        clause = super().refuses(s, f, action)
        return NO_SLOT if clause and s.board.terrain[action - STATION] == CITY else clause
