"""What a game of Empyreal can neither make nor lose."""

from __future__ import annotations

from typing import cast

from roundhouse.core.state import State
from roundhouse.games.empyreal.actions import COLOURS, COLUMNS, PLACES, SPECIALISTS, TILES
from roundhouse.games.empyreal.state import FRIENDLY, SURVEYOR, Empyreal


def conserved(state: State) -> tuple[int, ...]:
    """Goods of each colour, trains of each seat, each spellcar and specialist, demand tiles, wastelands; disorder."""
    s = cast(Empyreal, state)
    cars = [*s.market, *s.pile, *s.discards, *[car - 1 for yard in s.yards for car in yard if 0 < car <= TILES]]
    if s.arriving:
        cars.append(s.arriving - 1)
    people = [*b"".join(s.stacks), *b"".join(s.unused), *s.drawn, *[p - 1 for staff in s.staff for p in staff if p]]
    tiles = b"".join(s.demands) + b"".join(s.won)
    laid = sum(s.ground[h] != s.board.ground[h] for h in range(s.board.size))
    return (
        *[s.stock[c] + sum(s.goods[c]) + sum(folio[c] for folio in s.folios) for c in range(COLOURS)],
        *[s.supply[i] + sum(s.cars_at(i, h) for h in range(s.board.size)) for i in range(s.seats)],
        *[cars.count(tile) for tile in range(TILES)],
        *[people.count(p) for p in range(8, SPECIALISTS)],
        *[tiles.count(tile) for tile in range(3 * COLOURS)],
        s.wastes + laid,
        disorder(s),
    )


def disorder(s: Empyreal) -> int:
    """How many networks, frontiers, hexes, purses, folios and railyards do not agree with the rest."""
    wrong = 0
    for seat in range(s.seats):
        own = {h for h in range(s.board.size) if s.there[h] >> seat & 1}
        beside = {n for h in own for n in s.board.beside[h]} - own
        wrong += sorted(own) != sorted(s.nets[seat])
        wrong += bytes(sorted(beside)) != s.frontiers[seat]
        wrong += s.ready[seat] + s.spent[seat] > s.kit.most_mana
        wrong += s.conductor[seat] > COLUMNS + 1
        wrong += s.flipped[seat] >> SURVEYOR + 1
        for place in range(COLUMNS, PLACES):
            wrong += s.yards[seat][place] > TILES
        if s.companies[seat]:
            for column in range(COLUMNS):
                printed = TILES + (s.companies[seat] - 1) * COLUMNS + column + 1
                car = s.yards[seat][column]
                wrong += not (car == printed or 0 < car <= TILES)
    captains = [staff[0] for staff in s.staff if staff[0]]
    wrong += len(captains) != len(set(captains))
    for h in range(s.board.size):
        wrong += s.crowd(h) > s.kit.per_hex
        wrong += s.board.city[h] < COLOURS and (s.there[h] != 0 or s.any_good(h))
    wrong += s.fresh < 0 or (s.fresh > 0 and s.seat >= 0 and s.fresh > s.ready[s.actor()])
    return wrong


def expected(state: State) -> tuple[int, ...]:
    """The same by the box."""
    s = cast(Empyreal, state)
    kit = s.kit
    friendly = s.switches & FRIENDLY != 0
    cars = kit.pile(friendly)
    people = [p for kind in (1, 2, 3) for p in kit.specialists(kind, friendly)]
    return (
        *[kit.goods] * COLOURS,
        *[kit.cars] * s.seats,
        *[int(tile in cars) for tile in range(TILES)],
        *[int(p in people) for p in range(8, SPECIALISTS)],
        *[kit.demands[s.seats][tile % 3] for tile in range(3 * COLOURS)],
        kit.wastelands,
        0,
    )
