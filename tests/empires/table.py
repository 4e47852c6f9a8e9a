"""A table of Small Railroad Empires in any position, played in words.

The positions lie in a country that does not change with the printed one: `box/` holds the tiles, places, bonus and
prestige that the tests were written for, and everything else comes from the printed box. With two seats it is

                                          A1 Crail   A2 Corn Hall  A3 M
                                       B1 g      B2 g       B3 M*     B4 Cawder
           C1 g      C2 B*     C3 y      C4 g       C5 Corrie  C6 m      C7 y     C8 m
      D1 g      D2 Ashby   D3 B      D4 y      D5 y       D6 B*     D7 Chaff  D8 m
 E1 Alder  E2 y      E3 m      E4 Axe Edge E5 m      E6 Coke Row E7 B      E8 y
      F1 m      F2 Amble   F3 M      F4 M*     F5 Blackmill F6 g     F7 m
           G1 Ash Pit G2 g     G3 Anvil  G4 y      G5 y       G6 Birkle G7 m
                                    H1 g      H2 Bourne  H3 B      H4 B*     H5 Bracken
                                         I1 M      I2 M*      I3 m      I4 Beech
                                              J1 y       J2 Boiler J3 g

where m is half and half, y grain, g forest, B lake, M mountain and * a star.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import cast

import roundhouse
from roundhouse.core.cells import put
from roundhouse.core.components import Edits, read_table, read_text
from roundhouse.core.verbs import frame, settle
from roundhouse.games.empires.actions import ENGINES, FEATS, START
from roundhouse.games.empires.board import TILES
from roundhouse.games.empires.box import SCHEMA, EmpiresBox
from roundhouse.games.empires.lines import neighbours
from roundhouse.games.empires.rules import EmpiresGame
from roundhouse.games.empires.state import CARD, KNOWN, Empires
from tests.empires.conserve import conserved
from tests.kit.table import Table as BaseTable

FOLDER = Path(__file__).parent / "box"
PLACED = {2: ("ABC", (0, 2, 4)), 3: ("ABCD", (0, 1, 4, 3)), 4: ("ABCD", (0, 1, 4, 3))}


def game() -> EmpiresGame:
    return cast(EmpiresGame, roundhouse.game("empires"))


@cache
def kit(**numbers: int) -> EmpiresBox:
    """The box of the tests, with other single numbers if wanted."""
    edits: Edits = {"numbers.csv": {id: {"number": str(n)} for id, n in numbers.items()}} if numbers else {}
    tables = SCHEMA.with_edits(edits)
    for path in sorted(FOLDER.glob("*.csv")):
        tables[path.name] = read_table(
            path.name, read_text(str(path)), SCHEMA.columns[path.name], SCHEMA.keys[path.name]
        )
    return game().make_box(tables, edits)


def names(listed: str) -> list[str]:
    return [part.strip() for part in listed.split(",") if part.strip()]


def card(name: str) -> int:
    """A card by its id: "red_coal", "treasure", "contract_fa2"."""
    return kit().ids.index(name)


def cards(listed: str) -> bytes:
    return bytes(card(name) for name in names(listed))


def feat(name: str) -> int:
    return card(name) - ENGINES


def contract(factory: str) -> int:
    """The contract of a factory: "FA2"."""
    return card(f"contract_{factory.lower()}") - ENGINES - FEATS


class Table(BaseTable[Empires]):
    """A game in a given position, with seat 0 to decide."""

    def kept(self) -> tuple[int, ...]:
        return conserved(self.state)

    @property
    def hexes(self) -> str:
        """The coordinates of the hexes where a track may be laid."""
        board = self.state.board
        return " ".join(board.coordinates[a] for a in self.state.legal() if a < board.size)

    # looking; all of seat 0 unless another is named

    @property
    def seat(self) -> int:
        return self.state.seat

    def money(self, seat: int = 0) -> int:
        return self.state.money[seat]

    def prestige(self, seat: int = 0) -> int:
        return self.state.prestige[seat]

    def loans(self, seat: int = 0) -> int:
        return self.state.loans[seat]

    def hand(self, seat: int = 0) -> str:
        return ", ".join(self.state.box.ids[b & CARD] for b in self.state.hands[seat])

    def played(self, seat: int = 0) -> str:
        return ", ".join(self.state.box.ids[b] for b in self.state.played[seat])

    @property
    def market(self) -> str:
        return ", ".join(self.state.box.ids[b] for b in self.state.market)

    def hex(self, coordinate: str) -> int:
        return self.state.board.coordinates.index(coordinate)

    def goods(self, factory: str) -> str:
        """What lies at a factory."""
        view = self.state.view(None)
        here = next(h for h in cast("list[dict[str, object]]", view["hexes"]) if h["label"] == factory)
        return " ".join(str(g["good"]) for g in cast("list[dict[str, object]]", here["goods"]) if g["here"])


def table(
    *nets: str,
    trains: str = "",
    rivals: str = "",
    seats: int = 2,
    step: str = "lay",
    money: int = 5,
    others_money: int = 5,
    loans: int = 0,
    prestige: int = 0,
    others: int = 0,
    hand: str = "red_coal, red_timber, red_grain",
    played: str = "",
    market: str = "blue_coal, green_coal, black_coal",
    deck: str | None = None,
    contract_of: str = "FC3",
    revealed: bool = False,
    feats: str = "",
    mine: str = "",
    theirs: str = "",
    empty: str = "",
    supply: int | None = None,
    others_supply: int = 20,
    locked: int = 2,
    deliveries: int | None = None,
    switches: int = 0,
    box: EmpiresBox | None = None,
) -> Table:
    """Seat 0 to decide, in a turn of its own that is not the first.

    `nets` are the spaces of each seat by coordinates; a seat not named starts at a factory out of the way. In `trains`
    are the hexes of seat 0's trains, in `rivals` those of seat 1. `step` is "lay", or "deliver": then seat 0 has no
    track left to lay. `money`, `loans`, `prestige`, `hand`, `played`, `contract_of`, `supply` and `deliveries` are seat
    0's; `others` is the prestige of the others. A deck that is given is the whole deck, and the cards that are then
    nowhere else have been played by the last seat. `feats` are the achievements in play, `mine` and `theirs` those that
    seats 0 and 1 have claimed first. `empty` are the factories without goods. By default the hand is full, so that no
    card can be taken.
    """
    tiles, rotations = PLACED[seats]
    box = box or kit()
    s = game().cleared(seats, game().new(seats=seats, seed=1, components=box).rng, box)
    s.lay_out(bytes(TILES.index(t) for t in tiles), bytes(rotations))
    s.switches = switches
    s.produce()
    s.top = frame(game().flow, seats - 1)
    settle(s)
    starts = ["J2", "A2", "H7", "I1"]
    for seat in range(seats - 1, -1, -1):  # scaffolding: the flow must come to seat 0's turn
        s.apply(START + s.board.place[s.board.coordinates.index(starts[seat])])
    s.tracks = bytes(len(s.tracks))
    s.nets = [b""] * seats
    s.frontiers = [b""] * seats
    s.joints = [neighbours(s.board, b"")] * seats
    for seat in range(seats):
        for coordinate in (nets[seat] if seat < len(nets) else starts[seat]).split():
            s.set_track(seat, s.board.coordinates.index(coordinate))
    for seat, listed in enumerate((trains, rivals)):
        for coordinate in listed.split():
            h = s.board.coordinates.index(coordinate)
            assert s.tracks[h] >> seat & 1, coordinate
            s.tracks = put(s.tracks, h, s.tracks[h] & ~(1 << seat))
            s.trains = put(s.trains, h, s.trains[h] | 1 << seat)
            s.deliveries = put(s.deliveries, seat, s.deliveries[seat] + 1)
    if deliveries is not None:
        s.deliveries = put(s.deliveries, 0, deliveries)
    s.money = bytes([money, *[others_money] * (seats - 1)])
    s.loans = put(s.loans, 0, loans)
    s.prestige = [prestige, *[others] * (seats - 1)]
    s.produced = sum(space <= max(s.prestige) for space in box.production)
    deal(s, cards(hand), cards(played), cards(market), None if deck is None else cards(deck))
    there = [c for c in range(len(box.contract_factory)) if box.contract_factory[c] in s.board.factories]
    dealt = contract(contract_of)
    there.remove(dealt)
    s.contracts = bytes([dealt, *there[: seats - 1]])
    s.undealt = bytes(there[seats - 1 :])
    s.revealed = put(s.revealed, 0, int(revealed))
    s.feats = bytes(sorted(feat(name) for name in names(f"{feats}, {mine}, {theirs}")))
    for seat, listed in enumerate((mine, theirs)):
        for name in names(listed):
            s.firsts = put(s.firsts, feat(name), seat + 1)
    for id in names(empty):
        s.goods = put(s.goods, box.atlas.factories.ids.index(id), 0)
    s.locked = put(s.locked, 0, locked)
    own = 0 if step == "deliver" else 20
    s.supply = bytes([own if supply is None else supply, *[others_supply] * (seats - 1)])
    s.turn += seats
    s.offered = []
    settle(s)
    return Table(s)


def deal(s: Empires, hand: bytes, played: bytes, market: bytes, deck: bytes | None) -> None:
    """The train cards: the other seats get full hands of what is not named."""
    rest = [c for c in range(ENGINES) if c not in hand + played + market + (deck or b"")]
    s.hands = [hand]
    for _ in range(1, s.seats):
        s.hands.append(bytes(rest[-s.box.hand :]))
        rest = rest[: -s.box.hand]
    s.played = [played, *[b""] * (s.seats - 1)]
    s.market = market
    s.deck = bytes(rest) if deck is None else deck
    if deck is not None:
        s.played[-1] = bytes(rest)


def taken(s: Empires, seat: int) -> list[str]:
    """The cards in a hand that all know."""
    return [s.box.ids[b & CARD] for b in s.hands[seat] if b & KNOWN]
