"""Trains as those see it who learn: what a seat may know of the table, as small numbers."""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import i64, u8
from roundhouse.core.observation import BYTE, FRAME, MOST, Observation, Sheet, of_seat, seat_after
from roundhouse.games.trains.actions import CARDS
from roundhouse.games.trains.board import CITY, HEXES
from roundhouse.games.trains.state import CARD, COUNTER, KNOWN_ALL, KNOWN_OWNER, RIVERS_FREE, Trains
from roundhouse.games.trains.verbs import RULES

TOP: Final = 10  # so many cards of a deck, from its top, by their place
LOOKED: Final = 4  # most cards that are looked at
UNKNOWN: Final = 1  # of a card that lies there, but that the seat does not know; 0 is no card
FIRST_CARD: Final = 2  # card 0
COUNTER_BITS: Final = 6
RULE_COUNT: Final = len(RULES)

TABLE: Final = [
    ("the game is over", 1),
    ("map", 1),
    ("turns taken, low byte and high byte", 2),
    ("coins", 1),
    ("a card was played or bought this turn", 1),
    ("stations left", 1),
    ("empty piles", 1),
    ("how much cards in play change each rule", RULE_COUNT),
    ("effects pending below what is asked", 1),
    ("what is asked", FRAME),
    ("the effect below it", FRAME),
    ("copies left in the supply plus 1, 0 if not in this game, by kind", CARDS),
    ("trashed cards by kind", CARDS),
    ("cards in play by kind", CARDS),
    ("texts in effect in play by kind", CARDS),
    ("cards gained this turn by kind", CARDS),
    ("cards looked at, kind plus 2, 1 if unknown", LOOKED),
    ("stations by hex", HEXES),
]
SEAT: Final = [
    ("track by hex", HEXES),
    ("track markers left, points so far, points of track", 3),
    ("cards in hand, deck and discard pile", 3),
    ("points of cards", 1),
]
OWN: Final = [
    ("own hand by kind", CARDS),
    ("own discard pile by kind", CARDS),
    ("own deck by kind", CARDS),
    ("own deck from the top, kind plus 2, 1 if unknown", TOP),
]
RIVAL: Final = [
    ("cards in hand, deck, discard pile and looked at, by kind", CARDS),
    ("known of the hand by kind", CARDS),
    ("known of the discard pile by kind", CARDS),
    ("deck from the top, kind plus 2, 1 if unknown", TOP),
]
CARD_CELLS: Final = 3 * CARDS + TOP  # of OWN as of RIVAL
LANE: Final = 15  # bits of a seat's track points, where those of all are kept in one number
LANE_MASK: Final = (1 << LANE) - 1


class TrainsObservation(Observation[Trains]):
    """What a seat of Trains may know."""

    def __init__(self) -> None:
        super().__init__(version=1)

    def parts(self, seats: int) -> list[tuple[str, int]]:
        out = [("who decides, counted from the own seat", seats), ("whose turn, counted from the own seat", seats)]
        out += TABLE
        for k in range(seats):
            out += [(of_seat(name, k), n) for name, n in SEAT]
            out += [(of_seat(name, k), n) for name, n in RIVAL] if k else OWN
        return out

    def write(self, s: Trains, seat: int, out: Sheet) -> None:
        write_table(s, seat, out)
        points: i64 = track_points(s)
        seats: i64 = s.seats
        k: i64
        for k in range(seats):
            i: i64 = seat_after(seat, k, seats)
            out.plane(s.tracks, i, HEXES)
            out.put(s.markers[i])
            out.put(s.points[i])
            out.put(points >> LANE * i & LANE_MASK)
            write_cards(s, i, k == 0, out)


def write_table(s: Trains, seat: i64, out: Sheet) -> None:
    """What lies open and belongs to no seat, and what is asked."""
    seats: i64 = s.seats
    out.one_of_seats(-1 if s.over else s.seat, seat, seats)
    out.one_of_seats(s.turn, seat, seats)
    out.put(1 if s.over else 0)
    out.put(s.map)
    turns: i64 = s.turns
    out.put(turns & MOST)
    out.put(turns >> BYTE)
    out.put(s.coins)
    out.put(1 if s.busy else 0)
    out.put(s.stations_left)
    out.put(s.empties)
    write_rules(s.rule_counters, out)
    below = s.below
    out.put(len(below))
    out.frame(s.top, seat, seats)
    out.frame(below[-1] if below else 0, seat, seats)
    write_supply(s, out)
    at: i64 = out.at
    out.zeros(4 * CARDS + LOOKED)
    out.add(s.trash, at, CARD)
    out.add(s.play, at + CARDS, CARD)
    add_texts(s.texts, at + 2 * CARDS, out)
    out.add(s.gained, at + 3 * CARDS, CARD)
    add_places(s.looked, at + 4 * CARDS, LOOKED, KNOWN_OWNER | KNOWN_ALL if s.turn == seat else KNOWN_ALL, out)
    out.copy(s.stations, HEXES)


def write_rules(counters: i64, out: Sheet) -> None:
    """The counters of the rules that cards change, in their order."""
    counters = counters >> RIVERS_FREE
    for _ in range(RULE_COUNT):
        out.put(counters & COUNTER)
        counters = counters >> COUNTER_BITS


def write_supply(s: Trains, out: Sheet) -> None:
    """The piles of this game, and Waste."""
    at: i64 = out.at
    out.copy(s.supply, CARDS)
    cells = out.cells
    piles = s.piles
    i: i64
    for i in range(len(piles)):
        p: i64 = at + piles[i]
        cells[p] = cells[p] + 1
    waste: i64 = at + s.box.waste
    cells[waste] = cells[waste] + 1


def add_texts(texts: bytes, at: i64, out: Sheet) -> None:
    """Which texts are in effect; 0 is a card that was played for its coins."""
    cells = out.cells
    i: i64
    for i in range(len(texts)):
        text: i64 = texts[i]
        if text:
            k: i64 = at + text - 1
            cells[k] = cells[k] + 1


def add_places(cards: bytes, at: i64, room: i64, known: i64, out: Sheet) -> None:
    """Cards by their place, as far as the seat knows them by one of these marks."""
    cells = out.cells
    n: i64 = min(len(cards), room)
    i: i64
    for i in range(n):
        b: i64 = cards[i]
        if b & known:
            cells[at + i] = u8((b & CARD) + FIRST_CARD)
        else:
            cells[at + i] = UNKNOWN


def track_points(s: Trains) -> i64:
    """What `Trains.track_bonus` says of each seat, LANE bits a seat."""
    board = s.board
    terrain = board.terrain
    tracks = s.tracks
    scoring = board.scoring
    total: i64 = 0
    i: i64
    for i in range(len(scoring)):
        h: i64 = scoring[i]
        there: i64 = tracks[h]
        if there:
            bonus: i64 = s.box.station_bonus[s.stations[h]] if terrain[h] == CITY else board.number[h]
            total += bonus * lanes(there)
    return total


def lanes(seats: i64) -> i64:
    """1 in the lane of each seat of a set of four."""
    return seats & 1 | (seats & 2) << LANE - 1 | (seats & 4) << 2 * LANE - 2 | (seats & 8) << 3 * LANE - 3


def write_cards(s: Trains, i: i64, own: bool, out: Sheet) -> None:
    """A seat's cards: of one's own all but the order of the deck.

    Of another's all know which it has, as each came in the open, and where those lie that were shown.
    """
    hand = s.hands[i]
    deck = s.decks[i]
    discards = s.discards[i]
    out.put(len(hand))
    out.put(len(deck))
    out.put(len(discards))
    at: i64 = out.at + 1
    out.zeros(1 + CARD_CELLS)
    out.add(hand, at, CARD)
    if own:
        out.add(discards, at + CARDS, CARD)
        out.add(deck, at + 2 * CARDS, CARD)
        add_places(deck, at + 3 * CARDS, TOP, KNOWN_OWNER | KNOWN_ALL, out)
    else:
        out.add(deck, at, CARD)
        out.add(discards, at, CARD)
        if s.turn == i:
            out.add(s.looked, at, CARD)
        out.add_marked(hand, at + CARDS, CARD, KNOWN_ALL)
        out.add_marked(discards, at + 2 * CARDS, CARD, KNOWN_ALL)
        add_places(deck, at + 3 * CARDS, TOP, KNOWN_ALL, out)
    out.more(at - 1, card_points(s, i, own, at, out))


def card_points(s: Trains, i: i64, own: bool, at: i64, out: Sheet) -> i64:
    """What a seat's cards are worth, by the counts that begin at that place."""
    cells = out.cells
    vps = s.box.vps
    scoring = s.box.scoring
    total: i64 = 0
    j: i64
    for j in range(len(scoring)):
        card: i64 = scoring[j]
        k: i64 = at + card
        n: i64 = i64(cells[k])
        if own:
            n += i64(cells[k + CARDS]) + i64(cells[k + 2 * CARDS])
        total += n * vps[card]
    if s.turn == i:
        total += worth(vps, s.play) + worth(vps, s.gained)
        if own:
            total += worth(vps, s.looked)
    return total


def worth(vps: bytes, cards: bytes) -> i64:
    """The points printed on cards."""
    total: i64 = 0
    i: i64
    for i in range(len(cards)):
        c: i64 = cards[i] & CARD
        total += vps[c]
    return total
