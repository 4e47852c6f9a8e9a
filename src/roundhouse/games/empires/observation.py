"""Small Railroad Empires as those see it who learn: what a seat may know of the table, as small numbers."""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import i64
from roundhouse.core.observation import FRAME, Observation, Sheet, of_seat, seat_after
from roundhouse.games.empires.actions import (
    CONTRACTS,
    ENGINES,
    FEATS,
    HEXES,
    NTH_MASK,
    PLACES,
    SLOTS,
    factory_of,
    nth_of,
)
from roundhouse.games.empires.board import HATS, TILES, TOWN
from roundhouse.games.empires.delivery import line_colours, line_length, line_of, sent, to_city
from roundhouse.games.empires.feats import COLOUR_NAMES
from roundhouse.games.empires.state import CARD, KNOWN, PASSENGERS, Empires, has

SWITCHES: Final = 5  # bits of them
GOODS_EACH: Final = NTH_MASK + 1  # goods of a factory, at most
COLOUR_COUNT: Final = len(COLOUR_NAMES)
HAT_COUNT: Final = len(HATS)
TILE_COUNT: Final = len(TILES)
DEBT: Final = 100  # added to scores, which loans may take below 0
UNDER_WAY: Final = 4 + COLOUR_COUNT

TABLE: Final = [
    ("the game is over", 1),
    ("rules that options turn on: passengers, rent, further endings, fewer deliveries, new links", SWITCHES),
    ("turn", 1),
    ("production spaces reached", 1),
    ("cards in the deck, contracts not dealt", 2),
    ("effects pending below what is asked", 1),
    ("what is asked", FRAME),
    ("the effect below it", FRAME),
    ("delivery under way: factory plus 1, which good, city plus 1, length plus 1, colours", UNDER_WAY),
    ("tile by slot, plus 1", TILE_COUNT),
    ("rotation by slot", TILE_COUNT),
    ("ground by hex, plus 1", HEXES),
    ("factory or city by hex, plus 1", HEXES),
    ("star by hex", HEXES),
    ("track laid this turn by hex", HEXES),
    ("goods by factory, two each", PLACES * GOODS_EACH),
    ("achievements of this game", FEATS),
    ("train card by slot of the market, plus 1", SLOTS),
    ("train cards that went from the market back to the deck", ENGINES),
]
SEAT: Final = [
    ("track by hex", HEXES),
    ("trains by hex", HEXES),
    ("train cards played", ENGINES),
    ("cities reached by hat", HAT_COUNT),
    ("achievements claimed first", FEATS),
    ("achievements claimed later", FEATS),
    ("prestige, score plus 100, money, loans", 4),
    ("tracks left, locked ones, boxed ones, deliveries, longest line, a line crossed all colours", 6),
    ("the contract is revealed, cards in hand", 2),
]
OWN: Final = [("own hand", ENGINES), ("own contract", CONTRACTS)]
RIVAL: Final = [("known of the hand", ENGINES), ("contract, if revealed", CONTRACTS)]


class EmpiresObservation(Observation[Empires]):
    """What a seat of Small Railroad Empires may know."""

    def __init__(self) -> None:
        super().__init__(version=1)

    def parts(self, seats: int) -> list[tuple[str, int]]:
        out = [("who decides, counted from the own seat", seats), ("first player, counted from the own seat", seats)]
        out += TABLE
        for k in range(seats):
            out += [(of_seat(name, k), n) for name, n in SEAT]
            out += [(of_seat(name, k), n) for name, n in RIVAL] if k else OWN
        return out

    def write(self, s: Empires, seat: int, out: Sheet) -> None:
        write_table(s, seat, out)
        seats: i64 = s.seats
        k: i64
        for k in range(seats):
            i: i64 = seat_after(seat, k, seats)
            write_seat(s, i, out)
            if k:
                out.count_marked(s.hands[i], ENGINES, CARD, KNOWN)
                out.one_of(CONTRACTS, s.contracts[i] if s.revealed[i] else -1)
            else:
                out.count(s.hands[i], ENGINES, CARD)
                out.one_of(CONTRACTS, s.contracts[i])


def write_table(s: Empires, seat: i64, out: Sheet) -> None:
    """What belongs to no seat, and what is asked."""
    seats: i64 = s.seats
    out.one_of_seats(-1 if s.over else s.seat, seat, seats)
    out.one_of_seats(s.first, seat, seats)
    out.put(1 if s.over else 0)
    out.bits(s.switches, SWITCHES)
    out.put(s.turn)
    out.put(s.produced)
    out.put(len(s.deck))
    out.put(len(s.undealt))
    below = s.below
    out.put(len(below))
    out.frame(s.top, seat, seats)
    out.frame(below[-1] if below else 0, seat, seats)
    write_delivery(s, out)
    write_country(s, out)
    out.flags(s.laid, HEXES)
    write_goods(s.goods, out)
    out.flags(s.feats, FEATS)
    out.copy_plus_one(s.market, SLOTS)
    write_returned(s, out)


def write_delivery(s: Empires, out: Sheet) -> None:
    """The delivery that is being made, as far as it has come."""
    if not s.delivering():
        out.zeros(UNDER_WAY)
        return
    f = s.top
    line = line_of(f)
    out.put(factory_of(sent(f)) + 1)
    out.put(nth_of(sent(f)))
    out.put(to_city(f) + 1)
    out.put(line_length(line) + 1 if line >= 0 else 0)
    out.bits(line_colours(line) if line >= 0 else 0, COLOUR_COUNT)


def write_country(s: Empires, out: Sheet) -> None:
    """The tiles, and what is printed on each hex."""
    board = s.board
    out.copy_plus_one(s.tiles, TILE_COUNT)
    out.copy(s.rotations, TILE_COUNT)
    out.copy_plus_one(board.ground, HEXES)
    out.copy_plus_one(board.place, HEXES)
    out.flags(board.stars, HEXES)


def write_goods(goods: bytes, out: Sheet) -> None:
    """Which goods lie at each factory."""
    i: i64
    for i in range(PLACES):
        out.bits(goods[i], GOODS_EACH)


def write_returned(s: Empires, out: Sheet) -> None:
    """The cards of the deck that everybody has seen."""
    at: i64 = out.at
    out.zeros(ENGINES)
    cells = out.cells
    deck = s.deck
    shown: i64 = s.shown
    i: i64
    for i in range(len(deck)):
        card: i64 = deck[i]
        if shown >> card & 1:
            cells[at + card] = 1


def write_seat(s: Empires, i: i64, out: Sheet) -> None:
    """What everybody knows of a seat."""
    out.plane(s.tracks, i, HEXES)
    out.plane(s.trains, i, HEXES)
    out.flags(s.played[i], ENGINES)
    points: i64 = write_hats(s, i, out) + write_feats(s, i, out)
    prestige: i64 = s.prestige[i]
    out.put(prestige)
    out.put(prestige + points - s.loan_points(i) + DEBT)
    out.put(s.money[i])
    out.put(s.loans[i])
    out.put(s.supply[i])
    out.put(s.locked[i])
    out.put(s.boxed[i])
    out.put(s.deliveries[i])
    out.put(s.longest[i])
    out.put(s.scenic[i])
    out.put(s.revealed[i])
    out.put(len(s.hands[i]))


def write_hats(s: Empires, seat: i64, out: Sheet) -> i64:
    """The cities that a seat has reached, and what their hats are worth to it."""
    at: i64 = out.at
    out.zeros(HAT_COUNT)
    cells = out.cells
    hats = s.box.atlas.hats
    ground = s.board.ground
    place = s.board.place
    net = s.nets[seat]
    i: i64
    for i in range(len(net)):
        h: i64 = net[i]
        if ground[h] == TOWN:
            k: i64 = at + hats[place[h]]
            cells[k] = cells[k] + 1
    if not s.switches & PASSENGERS:
        return 0
    total: i64 = 0
    for i in range(at, at + HAT_COUNT):
        total += s.box.hat_points[i64(cells[i])]
    return total


def write_feats(s: Empires, seat: i64, out: Sheet) -> i64:
    """The achievements that a seat has claimed, and what they bring."""
    at: i64 = out.at
    out.zeros(2 * FEATS)
    cells = out.cells
    feats = s.feats
    total: i64 = 0
    i: i64
    for i in range(len(feats)):
        feat: i64 = feats[i]
        if s.firsts[feat] == seat + 1:
            cells[at + feat] = 1
            total += s.box.feat_first[feat]
        elif has(s.laters[feat], seat):
            cells[at + FEATS + feat] = 1
            total += s.box.feat_later[feat]
    return total
