"""What a game of Small Railroad Empires can neither make nor lose."""

from __future__ import annotations

from typing import cast

from roundhouse.core.state import State
from roundhouse.games.empires.actions import CONTRACTS, ENGINES
from roundhouse.games.empires.state import CARD, Empires


def conserved(state: State) -> tuple[int, ...]:
    """Tracks and trains of each seat, each train card, loans, contracts; and how many things are out of order."""
    s = cast(Empires, state)
    cards = [*s.market, *s.deck, *b"".join(s.played), *[b & CARD for b in b"".join(s.hands)]]
    return (
        *[tracks(s, i) for i in range(s.seats)],
        *[standing(s.trains, i) + s.trains_left(i) for i in range(s.seats)],
        *[cards.count(card) for card in range(ENGINES)],
        s.loans_left() + sum(s.loans),
        *[(s.contracts + s.undealt).count(c) for c in range(CONTRACTS)],
        disorder(s),
    )


def standing(cells: bytes, seat: int) -> int:
    """On how many hexes a seat stands."""
    return sum(cell >> seat & 1 for cell in cells)


def tracks(s: Empires, seat: int) -> int:
    """All tracks of a seat, those that trains replaced and the one to start with too."""
    start = 0 if s.nets[seat] else 1
    return standing(s.tracks, seat) + s.deliveries[seat] + s.supply[seat] + s.locked[seat] + s.boxed[seat] + start


def disorder(s: Empires) -> int:
    """How many networks, frontiers, hexes, purses and factories do not agree with the rest."""
    wrong = 0
    for seat in range(s.seats):
        own = {h for h in range(s.board.size) if s.there(h) >> seat & 1}
        beside = {n for h in own for n in s.board.beside[h]} - own
        wrong += sorted(own) != sorted(s.nets[seat])
        wrong += bytes(sorted(beside)) != s.frontiers[seat]
        wrong += s.money[seat] > s.box.most_money
        wrong += len(s.hands[seat]) > s.box.hand
    for h in range(s.board.size):
        wrong += s.tracks[h] & s.trains[h] != 0
        wrong += int(s.there(h)).bit_count() > s.box.per_space
    for factory in range(len(s.goods)):
        full = (1 << len(s.box.atlas.factories.goods[factory])) - 1 if factory in s.board.factories else 0
        wrong += s.goods[factory] & ~full != 0
    return wrong


def expected(state: State) -> tuple[int, ...]:
    """The same by the box."""
    s = cast(Empires, state)
    there = [int(s.box.contract_factory[c] in s.board.factories) for c in range(CONTRACTS)]
    tracks = 1 + s.box.tracks + s.box.unlockable
    return (*[tracks] * s.seats, *[s.box.trains] * s.seats, *[1] * ENGINES, s.box.loans, *there, 0)
