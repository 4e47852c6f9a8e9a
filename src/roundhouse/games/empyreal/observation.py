"""Empyreal as those see it who learn: what a seat may know of the table, as small numbers."""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import i64
from roundhouse.core.observation import FRAME, Observation, Sheet, of_seat, seat_after
from roundhouse.core.verbs import memo, subject
from roundhouse.games.empyreal.actions import (
    AWARDS,
    COLOURS,
    PLACES,
    SIZES,
    SLOTS,
    SPECIALISTS,
    STACKS,
    TILES,
    size_of,
)
from roundhouse.games.empyreal.board import SIDE_COLUMNS, SIDE_ROWS
from roundhouse.games.empyreal.registers import acting, place_of
from roundhouse.games.empyreal.state import EXTRA, OPEN, RECLAIMS, TEAM_SHIFT, TRANSFERS, Empyreal
from roundhouse.games.empyreal.view import TURN_RULES, draws

FEWEST_SIDES: Final = 3  # of the map, for two seats as for three
FREE_WASTELAND: Final = 8  # above all kinds of ground
DEMANDS: Final = COLOURS * SIZES
DECLARED: Final = 8  # places and cars
COPIED: Final = 6
MEMO_BITS: Final = 14
SUBJECT_BITS: Final = 6
BYTE_MASK: Final = 255
TURN_RULE_COUNT: Final = len(TURN_RULES)

TABLE: Final = [
    ("the game is over", 1),
    ("rules that options turn on: awards, expert awards, epic, open, friendly, rules version 1", TEAM_SHIFT),
    ("teams", 1),
    ("round", 1),
    ("the end is triggered, final deliveries", 2),
    ("mana that an activation brought this turn", 1),
    ("rules of this turn", TURN_RULE_COUNT),
    ("mana to be reclaimed, free transfers, further turns", 3),
    ("effects pending below what is asked", 1),
    ("what is asked", FRAME),
    ("the effect below it", FRAME),
    ("the effect below that", FRAME),
    ("what an earlier step chose, bit by bit", MEMO_BITS),
    ("whose car is at work, bit by bit", SUBJECT_BITS),
    ("place of the car at work, plus 1", 1),
    ("car on its way to a place, plus 1", 1),
    ("activations declared, place and car of each, plus 1", DECLARED),
    ("market cars copied this turn, plus 1", COPIED),
    ("wastelands left", 1),
    ("goods in the supply by colour", COLOURS),
    ("demand tiles by city, colour and size", COLOURS * DEMANDS),
    ("spellcars in the market", TILES),
    ("spellcars discarded", TILES),
    ("spellcars in the pile", 1),
    ("specialists left by stack, in the box by kind, looked at", 2 * STACKS + 1),
    ("specialists known to lie in a stack", SPECIALISTS),
    ("specialists known to lie in the box", SPECIALISTS),
    ("specialists that the own seat looks at", SPECIALISTS),
    ("awards", AWARDS),
]
SEAT: Final = [
    ("company plus 1, conductor, mana ready and spent, trains left, points of goods and tiles", 6),
    ("specialist by slot, plus 1", SLOTS),
    ("slots face-down", SLOTS),
    ("car by place of the railyard, plus 1", PLACES),
    ("goods delivered by colour", COLOURS),
    ("demand tiles won by colour and size", DEMANDS),
]


def sides_of(seats: int) -> int:
    """Of how many boards the map is made."""
    return max(seats, FEWEST_SIDES)


class EmpyrealObservation(Observation[Empyreal]):
    """What a seat of Empyreal may know."""

    def __init__(self) -> None:
        super().__init__(version=1)

    def parts(self, seats: int) -> list[tuple[str, int]]:
        hexes = sides_of(seats) * SIDE_COLUMNS * SIDE_ROWS
        out = [
            ("who decides, counted from the own seat", seats),
            ("whose turn, counted from the own seat", seats),
            ("first player, counted from the own seat", seats),
            ("team mates, counted from the own seat", seats),
            ("number of the own seat, as actions have it", 1),
        ]
        out += TABLE
        out.append(("sides of the map, plus 1", sides_of(seats)))
        out.append(("ground by hex, 8 is a wasteland that is free this turn", hexes))
        out.append(("goods by colour and hex", COLOURS * hexes))
        for k in range(seats):
            out += [(of_seat(name, k), n) for name, n in SEAT]
            out.append((of_seat("trains by hex", k), hexes))
        return out

    def write(self, s: Empyreal, seat: int, out: Sheet) -> None:
        write_table(s, seat, out)
        write_asked(s, seat, out)
        write_market(s, out)
        write_known(s, seat, out)
        out.flags(s.awards, AWARDS)
        write_map(s, out)
        seats: i64 = s.seats
        k: i64
        for k in range(seats):
            i: i64 = seat_after(seat, k, seats)
            write_seat(s, i, out)


def write_table(s: Empyreal, seat: int, out: Sheet) -> None:
    """Whose turn it is, and the rules that hold."""
    seats: i64 = s.seats
    out.one_of_seats(-1 if s.over else s.seat, seat, seats)
    out.one_of_seats(-1 if s.over else s.actor(), seat, seats)
    out.one_of_seats(s.first, seat, seats)
    mates: i64 = s.mates[seat]
    out.bits((mates | mates << seats) >> seat, seats)
    out.put(seat)
    out.put(1 if s.over else 0)
    switches: i64 = s.switches
    out.bits(switches, TEAM_SHIFT)
    out.put(switches >> TEAM_SHIFT)
    out.put(s.round)
    out.put(s.ending)
    out.put(s.final)
    out.put(s.fresh)
    out.bits(s.turn_rules, TURN_RULE_COUNT)
    out.put(s.turn_count(RECLAIMS))
    out.put(s.turn_count(TRANSFERS))
    out.put(s.turn_count(EXTRA))


def write_asked(s: Empyreal, seat: i64, out: Sheet) -> None:
    """What is asked, and what is under way with it."""
    seats: i64 = s.seats
    below = s.below
    n: i64 = len(below)
    out.put(n)
    out.frame(s.top, seat, seats)
    out.frame(below[n - 1] if n else 0, seat, seats)
    out.frame(below[n - 2] if n > 1 else 0, seat, seats)
    out.bits(memo(s.top), MEMO_BITS)
    out.bits(subject(s.top), SUBJECT_BITS)
    out.put(at_work(s))
    out.put(s.arriving)
    out.copy_plus_one(s.declared, DECLARED)
    out.copy_plus_one(s.copied, COPIED)


def at_work(s: Empyreal) -> i64:
    """The place of the railyard whose car is at work, plus 1; 0 if none is."""
    if acting(s.top):
        return place_of(s.top) + 1
    for f in s.below:
        if acting(f):
            return place_of(f) + 1
    return 0


def write_market(s: Empyreal, out: Sheet) -> None:
    """What lies beside the map, and the tiles of the cities."""
    out.put(s.wastes)
    out.copy(s.stock, COLOURS)
    for tiles in s.demands:
        out.count(tiles, DEMANDS, BYTE_MASK)
    out.flags(s.market, TILES)
    out.flags(s.discards, TILES)
    out.put(len(s.pile))


def write_known(s: Empyreal, seat: int, out: Sheet) -> None:
    """The specialists that nobody has, as far as the seat has seen where they lie.

    Which of those in the box another seat has drawn is not seen.
    """
    for zone in s.stacks:
        out.put(len(zone))
    for zone in s.unused:
        out.put(len(zone))
    out.put(len(s.drawn))
    at: i64 = out.at
    out.zeros(3 * SPECIALISTS)
    for zone in s.stacks:
        mark(s.known, zone, seat, s.switches & OPEN != 0, at, out)
    for zone in s.unused:
        mark(s.known, zone, seat, False, at + SPECIALISTS, out)
    if s.drawn:
        mark(s.known, s.drawn, seat, False, at + (2 * SPECIALISTS if draws(s, seat) else SPECIALISTS), out)


def mark(known: bytes, zone: bytes, seat: i64, every: bool, at: i64, out: Sheet) -> None:
    """Mark those of a zone that the seat knows, or all."""
    cells = out.cells
    i: i64
    for i in range(len(zone)):
        person: i64 = zone[i]
        if every or known[person] >> seat & 1:
            cells[at + person] = 1


def write_map(s: Empyreal, out: Sheet) -> None:
    """The ground and the goods on it."""
    size: i64 = s.board.size
    out.copy_plus_one(s.sides, len(s.sides))
    at: i64 = out.at
    out.copy(s.ground, size)
    opened = s.open_wastes
    i: i64
    for i in range(len(opened)):
        k: i64 = at + opened[i]
        out.cells[k] = FREE_WASTELAND
    for goods in s.goods:
        out.copy(goods, size)


def write_seat(s: Empyreal, i: i64, out: Sheet) -> None:
    """A seat's folio and its trains."""
    won = s.won[i]
    folio = s.folios[i]
    out.put(s.companies[i])
    out.put(s.conductor[i])
    out.put(s.ready[i])
    out.put(s.spent[i])
    out.put(s.supply[i])
    out.put(points(s, won, folio))
    out.copy(s.staff[i], SLOTS)
    out.bits(s.flipped[i], SLOTS)
    out.copy(s.yards[i], PLACES)
    out.copy(folio, COLOURS)
    out.count(won, DEMANDS, BYTE_MASK)
    at: i64 = out.at
    out.plane(s.there, i, s.board.size)
    pairs = s.pairs
    j: i64
    for j in range(0, len(pairs), 2):
        if pairs[j + 1] == i:
            out.more(at + pairs[j], 1)


def points(s: Empyreal, won: bytes, folio: bytes) -> i64:
    """What delivered goods and demand tiles are worth."""
    goods: i64 = 0
    tiles: i64 = 0
    i: i64
    for i in range(len(folio)):
        goods += folio[i]
    for i in range(len(won)):
        tiles += s.box.tile_points[size_of(won[i])]
    return goods * s.box.good_points + tiles
