"""Night Goods as those see it who learn: what a seat may know of the table, as small numbers."""

from __future__ import annotations

from typing import Final

from nightgoods.actions import CARDS
from nightgoods.state import CARD, SEEN, NightGoods
from nightgoods.view import known
from roundhouse.core.observation import FRAME, Observation, Sheet, of_seat

DECK: Final = 48  # so many places of the deck, from the top

TABLE: Final = [
    ("the game is over", 1),
    ("round", 1),
    ("parcels waiting", 1),
    ("effects pending below what is asked", 1),
    ("what is asked", FRAME),
    ("wagons gone by kind", CARDS),
    ("cards in the deck", 1),
    ("deck from the top, kind plus 2, 1 if unknown", DECK),
]
SEAT: Final = [("points, weight and worth of the train, cards in hand", 4), ("train by kind", CARDS)]


class NightGoodsObservation(Observation[NightGoods]):
    """What a seat of Night Goods may know."""

    def __init__(self) -> None:
        super().__init__(version=1)

    def parts(self, seats: int) -> list[tuple[str, int]]:
        out = [("who decides, counted from the own seat", seats), *TABLE]
        for k in range(seats):
            out += [(of_seat(name, k), n) for name, n in SEAT]
            out.append((of_seat("known of the hand by kind", k) if k else "own hand by kind", CARDS))
        return out

    def write(self, s: NightGoods, seat: int, out: Sheet) -> None:
        out.one_of_seats(-1 if s.over else s.seat, seat, s.seats)
        for n in (int(s.over), s.rounds, s.waiting, len(s.below)):
            out.put(n)
        out.frame(s.top, seat, s.seats)
        out.count(s.gone, CARDS, CARD)
        out.put(len(s.deck))
        out.copy(bytes(2 + (b & CARD) if known(b, seat) else 1 for b in s.deck), DECK)
        for k in range(s.seats):
            i = (seat + k) % s.seats
            for n in (s.points[i], s.weight(i), s.worth(i), len(s.hands[i])):
                out.put(n)
            out.count(s.trains[i], CARDS, CARD)
            if k:
                out.count_marked(s.hands[i], CARDS, CARD, SEEN << seat)
            else:
                out.count(s.hands[i], CARDS, CARD)
