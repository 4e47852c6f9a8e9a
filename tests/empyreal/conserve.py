"""What a game of Empyreal can neither make nor lose."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import cast

from roundhouse.core.state import State
from roundhouse.games.empyreal.actions import CAPTAINS, COLOURS, COLUMNS, PLACES, TILES
from roundhouse.games.empyreal.board import CITY, WASTELAND, Board
from roundhouse.games.empyreal.state import FRIENDLY, SURVEYOR, Empyreal

BITS = bytes(b.bit_count() for b in range(256))


def conserved(state: State) -> tuple[int, ...]:
    """Goods of each colour, trains of each seat, each spellcar, specialist and demand tile, wastelands; disorder."""
    s = cast(Empyreal, state)
    return (
        *goods(s.stock, *s.goods, b"".join(s.folios)),
        *[s.supply[i] + len(s.nets[i]) + s.pairs[1::2].count(i) for i in range(s.seats)],
        *spellcars(s.market + s.pile + s.discards, s.arriving, b"".join(s.yards)),
        *specialists(b"".join(s.stacks) + b"".join(s.unused) + s.drawn, b"".join(s.staff)),
        *in_order(b"".join(s.demands) + b"".join(s.won)),
        s.wastes + s.ground.count(WASTELAND) - s.board.ground.count(WASTELAND),
        disorder(s),
    )


# Little changes from one decision to the next, so what was counted last is remembered.


@lru_cache(8)
def goods(stock: bytes, *rest: bytes) -> list[int]:
    return [stock[c] + sum(rest[c]) + sum(rest[COLOURS][c::COLOURS]) for c in range(COLOURS)]


@lru_cache(8)
def spellcars(lying: bytes, arriving: int, yards: bytes) -> list[int]:
    own = bytes([c - 1 for c in yards if 0 < c <= TILES])
    return sorted(lying + own + (bytes([arriving - 1]) if arriving else b""))


@lru_cache(8)
def specialists(lying: bytes, staff: bytes) -> list[int]:
    return sorted(lying + bytes([p - 1 for p in staff if p > CAPTAINS]))


@lru_cache(8)
def in_order(tiles: bytes) -> list[int]:
    return sorted(tiles)


@cache
def beside(board: Board, net: bytes) -> bytes:
    """The hexes next to a network, in order."""
    return bytes(sorted({n for h in net for n in board.beside[h]} - set(net)))


@cache
def covers(board: Board, ground: bytes) -> bool:
    """Whether nothing but wasteland lies on what is printed."""
    return all(
        now in (old, WASTELAND) and (now == CITY) == (old == CITY)
        for now, old in zip(ground, board.ground, strict=True)
    )


@lru_cache(64)
def network(board: Board, seat: int, net: bytes, frontier: bytes) -> tuple[int, bytes]:
    """What is wrong with a network, and on which hexes it is."""
    cells = bytearray(board.size)
    for h in net:
        cells[h] = 1 << seat
    return (len(net) != sum(cells) >> seat) + (frontier != beside(board, net)), bytes(cells)


@lru_cache(8)
def standing(board: Board, per_hex: int, there: bytes, networks: tuple[bytes, ...]) -> int:
    """Whether the trains on the hexes are not those of the networks, too many for a hex, or in a city."""
    wrong = there != bytes(map(sum, zip(*networks, strict=True)))
    return wrong + (max(there.translate(BITS)) > per_hex) + sum(there[city] != 0 for city in board.cities)


@lru_cache(64)
def railyard(company: int, yard: bytes) -> int:
    """What is wrong with a railyard."""
    wrong = len(yard) != PLACES or max(yard[COLUMNS:]) > TILES
    first = TILES + (company - 1) * COLUMNS + 1
    return wrong + sum(not (yard[c] == first + c or 0 < yard[c] <= TILES) for c in range(COLUMNS) if company)


def disorder(s: Empyreal) -> int:
    """How many networks, frontiers, hexes, purses, folios and railyards do not agree with the rest."""
    wrong = 0
    networks: list[bytes] = []
    for seat in range(s.seats):
        faults, cells = network(s.board, seat, s.nets[seat], s.frontiers[seat])
        networks.append(cells)
        wrong += faults + railyard(s.companies[seat], s.yards[seat])
        wrong += s.ready[seat] + s.spent[seat] > s.box.most_mana
        wrong += s.conductor[seat] > COLUMNS + (s.seat >= 0 and seat == s.actor())  # at the End only in its own turn
        wrong += s.flipped[seat] >> SURVEYOR + 1
    wrong += standing(s.board, s.box.per_hex, s.there, tuple(networks))
    wrong += not covers(s.board, s.ground)
    captains = [staff[0] for staff in s.staff if staff[0]]
    wrong += len(captains) != len(set(captains)) or max(captains, default=0) > CAPTAINS
    for i in range(0, len(s.pairs), 2):
        wrong += s.crowd(s.pairs[i]) > s.box.per_hex or not s.there[s.pairs[i]] >> s.pairs[i + 1] & 1
    for city in s.board.cities:
        wrong += sum([cells[city] for cells in s.goods])
    wrong += s.fresh < 0 or (s.fresh > 0 and s.seat >= 0 and s.fresh > s.ready[s.actor()])
    return wrong


def expected(state: State) -> tuple[int, ...]:
    """The same by the box."""
    s = cast(Empyreal, state)
    kit = s.box
    friendly = s.switches & FRIENDLY != 0
    tiles = [city * 3 + size for city in range(COLOURS) for size in range(3) for _ in range(kit.demands[s.seats][size])]
    return (
        *[kit.goods] * COLOURS,
        *[kit.cars] * s.seats,
        *kit.pile(friendly),
        *[p for kind in (1, 2, 3) for p in kit.specialists(kind, friendly)],
        *tiles,
        kit.wastelands,
        0,
    )
