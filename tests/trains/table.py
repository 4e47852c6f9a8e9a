"""A table of Trains in any position, played in words: scaffolding sets it up, `legal` and `apply` do the rest."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import roundhouse
from roundhouse.core.actions import squeeze
from roundhouse.core.cells import put
from roundhouse.games.trains.cards import IDS
from roundhouse.games.trains.rules import TrainsGame
from roundhouse.games.trains.state import CARD, KNOWN_ALL, Trains
from tests.kit.table import Table as BaseTable
from tests.kit.table import listed

DULL = (
    "signal_spot", "control_room", "passing_station", "tourist_train",
    "landfill", "garage", "station_crew", "viaduct",
)  # fmt: skip


def game() -> TrainsGame:
    return cast(TrainsGame, roundhouse.game("trains"))


def card(name: str) -> int:
    """A card by its title."""
    box = game().printed
    found = [i for i in range(len(IDS)) if squeeze(name) in [squeeze(n) for n in (box.titles[i], *box.also[i])]]
    assert len(found) == 1, f"no card {name!r}"
    return found[0]


def cards(names: str) -> bytes:
    """Cards from a comma list; `3 Waste` is three of them."""
    return bytes(card(name) for name in listed(names))


class Table(BaseTable[Trains]):
    """A game with its first markers placed, in the turn of seat 0. Unordered zones read in alphabetical order."""

    def names(self, zone: bytes) -> list[str]:
        return [self.state.box.titles[b & CARD] for b in zone]

    def spell(self, zone: bytes) -> str:
        return ", ".join(sorted(self.names(zone)))

    @property
    def hand(self) -> str:
        return self.spell(self.state.hands[0])

    @property
    def deck(self) -> str:
        return ", ".join(self.names(self.state.decks[0]))

    @property
    def discard(self) -> str:
        return self.spell(self.state.discards[0])

    @property
    def play(self) -> str:
        return self.spell(self.state.play)

    @property
    def gained(self) -> str:
        return self.spell(self.state.gained)

    @property
    def looked(self) -> str:
        return self.spell(self.state.looked)

    @property
    def trash(self) -> str:
        return self.spell(self.state.trash)

    @property
    def coins(self) -> int:
        return self.state.coins

    @property
    def points(self) -> int:
        return self.state.points[0]

    def left(self, name: str) -> int:
        """How many of a card the supply has."""
        return self.state.supply[card(name)]

    def hex(self, name: str) -> int:
        """A hex by its label, other name or coordinate."""
        board = self.state.board
        found = [h for h in range(76) if squeeze(name) in [squeeze(n) for n in (board.labels[h], *board.also[h])]]
        assert len(found) == 1, f"no hex {name!r}"
        return found[0]

    def tracks(self, name: str) -> list[int]:
        """The seats with a marker in a hex."""
        return [i for i in range(self.state.seats) if self.state.tracks[self.hex(name)] >> i & 1]

    def stations(self, name: str) -> int:
        return self.state.stations[self.hex(name)]


def table(
    *,
    hand: str = "",
    deck: str = "5 Normal train",
    discard: str = "",
    coins: int = 0,
    seats: int = 2,
    map: str = "tokyo",
    tracks: str = "Tachikawa",
    rivals: dict[int, str] | None = None,
    stations: dict[str, int] | None = None,
    supply: dict[str, int] | None = None,
    piles: str = "",
    markers: int | None = None,
    stations_left: int | None = None,
    others: str = "5 Normal train",
    components: Path | None = None,
) -> Table:
    """Seat 0's turn with the given zones; `tracks` are its markers, `rivals` those of other seats.

    The eight selectable piles are those of `piles`, filled up with dull ones. `markers` and `stations_left`
    override how many are left. `others` is the hand of every other seat, `components` a folder of edited tables.
    """
    wanted: list[str] = []
    for name in (*(IDS[b] for b in cards(f"{piles}, {hand}")), *DULL):
        if name in game().options["cards"].items and name not in wanted and len(wanted) < 8:
            wanted.append(name)
    s = cast(Trains, game().new(seats=seats, seed=1, components=components, map=map, cards=wanted))
    t = Table(s)
    rivals = rivals or {}
    spots = [tracks.split(",")[0].strip()]
    free = [s.board.labels[h] for h in s.board.starts]
    taken = {x.strip() for x in tracks.split(",")} | {x.strip() for names in rivals.values() for x in names.split(",")}
    for i in range(1, seats):
        named = [x.strip() for x in rivals.get(i, "").split(",") if x.strip()]
        startable = [x for x in named if t.hex(x) in s.board.starts and x not in spots]
        spots.append(startable[0] if startable else next(f for f in reversed(free) if f not in taken | set(spots)))
    t.do(*[f"start at {x}" for x in spots])
    for seat, names in {0: tracks, **rivals}.items():
        for x in names.split(","):
            if x.strip() and not s.tracks[t.hex(x)] >> seat & 1:
                s.place_track(t.hex(x), seat)
    for x, n in (stations or {}).items():
        s.stations = put(s.stations, t.hex(x), n)
        s.stations_left -= n
    for x, n in (supply or {}).items():
        if n == 0 and s.supply[card(x)] and x != "Waste":
            s.empties += 1
        s.supply = put(s.supply, card(x), n)
    if markers is not None:
        s.markers[0] = markers
    if stations_left is not None:
        s.stations_left = stations_left
    s.hands = [cards(hand), *[cards(others)] * (seats - 1)]
    s.decks[0] = cards(deck)
    s.discards[0] = cards(discard)
    s.coins = coins
    s.offered = []
    return t


def known(zone: bytes) -> list[bool]:
    """For each card of a zone, whether all seats have seen it there."""
    return [b & KNOWN_ALL != 0 for b in zone]
