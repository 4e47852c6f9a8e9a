"""All that changes in a game of Night Goods.

A card of the deck or of a hand is one byte: its number, and a bit for each seat that has seen it there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.state import State
from roundhouse.core.views import COUNT, OWNER, PUBLIC, Each, Field

if TYPE_CHECKING:
    from nightgoods.box import NightGoodsBox

CARD: Final = 7
SEEN: Final = 8  # by seat 0; the bits of the others follow

FIELDS: Final = [
    Each("hands", OWNER, b""),
    Field("deck", COUNT, b""),
    Each("trains", PUBLIC, b""),
    Each("points", PUBLIC, 0),
    Field("waiting", PUBLIC, 0),
    Field("gone", PUBLIC, b""),
    Field("rounds", PUBLIC, 1),
]


class NightGoods(State):
    """A table of Night Goods."""

    box: NightGoodsBox
    hands: list[bytes]
    deck: bytes  # from the top
    trains: list[bytes]
    points: list[int]
    waiting: int  # parcels on the platform
    gone: bytes
    rounds: int

    def fields(self) -> list[Field]:
        return FIELDS

    def label(self, kind: str, thing: int) -> str:
        return self.box.titles[thing]

    def scores(self) -> list[int]:
        return self.points[:]

    def endings(self) -> list[str]:
        return ["the deck is empty"] if self.over else []

    def weight(self, seat: int) -> int:
        return sum(self.box.weights[c] for c in self.trains[seat])

    def worth(self, seat: int) -> int:
        """What the train would score if it left now, the parcels aside."""
        full = self.box.full if self.weight(seat) == self.box.pull else 0
        return sum(self.box.worths[c] for c in self.trains[seat]) + full

    def draw(self, seat: int, n: int) -> None:
        """Cards from the deck into a hand; who knew one in the deck knows it in the hand."""
        drawn, self.deck = self.deck[:n], self.deck[n:]
        self.hands[seat] += drawn
        self.learned = self.learned or len(drawn) > 0

    def take_from_hand(self, seat: int, card: int) -> None:
        """Drop a card of that kind. Who had seen one there cannot tell whether it was this one, and forgets it."""
        unspent = ~CARD
        rest: list[int] = []
        for b in self.hands[seat]:
            if b & CARD == card:
                b, unspent = b & ~unspent, unspent & ~b
            rest.append(b)
        rest.remove(card)  # the first of its kind, which nobody remembers any more
        self.hands[seat] = bytes(rest)

    def take_from_train(self, seat: int, card: int) -> None:
        """Drop the foremost wagon of that kind, out of the game."""
        at = self.trains[seat].index(card)
        self.trains[seat] = self.trains[seat][:at] + self.trains[seat][at + 1 :]
        self.gone += bytes([card])
