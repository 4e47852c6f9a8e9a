"""The action space of Trains, and the clauses by which an action is refused."""

from __future__ import annotations

import os
from typing import Final

from roundhouse.core.actions import ActionSpace
from roundhouse.core.components import count_rows
from roundhouse.core.native import i64
from roundhouse.games.trains.board import HEXES

CARDS: Final = count_rows(os.path.join(os.path.dirname(__file__), "components", "cards.csv"))

FORMS: Final = 2  # of playing and of buying a card: COINS_ONLY leaves its effect out, TO_DECK puts it on the deck
FORM_BITS: Final = 1
FORM_MASK: Final = (1 << FORM_BITS) - 1
COINS_ONLY: Final = 1
TO_DECK: Final = 1

# The commonest actions come first: CPython keeps ints up to 256 ready made.
SPACE: Final = ActionSpace()
PLAY: Final = SPACE.add("play", ["play {}", "play {} for its coins"], "card", "hand", CARDS)
BUY: Final = SPACE.add("buy", ["buy {}", "buy {} onto the deck"], "card", "supply", CARDS)
END: Final = SPACE.add("end", ["end turn"], also=["pass", "done"])
PASS: Final = SPACE.add("pass", ["pass and return Waste"], also=["pass"])
START: Final = SPACE.add("start", ["start at {}"], "hex", "hex", HEXES)
LAY: Final = SPACE.add("lay", ["lay {}"], "hex", "hex", HEXES)
STATION: Final = SPACE.add("station", ["station in {}"], "hex", "hex", HEXES)
CHOOSE: Final = SPACE.add("choose", ["option"], "option", "", 3)
DISCARD: Final = SPACE.add("discard", ["discard {}"], "card", "hand", CARDS)
RETURN: Final = SPACE.add("return", ["return {}"], "card", "hand", CARDS)
TRASH: Final = SPACE.add("trash", ["trash {}"], "card", "hand", CARDS)
SHOW: Final = SPACE.add("show", ["show {}"], "card", "hand", CARDS)
NAME: Final = SPACE.add("name", ["name {}"], "card", "supply", CARDS)
TAKE: Final = SPACE.add("take", ["take {}"], "card", "looked", CARDS)
BACK: Final = SPACE.add("back", ["put back {}"], "card", "looked", CARDS)
PULL: Final = SPACE.add("pull", ["pull {}"], "card", "discard", CARDS)
COUNT: Final = SPACE.add("count", ["count {}"], "card", "play", CARDS)
COPY: Final = SPACE.add("copy", ["copy {}"], "card", "play", CARDS)
SEND: Final = SPACE.add("send", ["send back {}"], "card", "play", CARDS)
GAIN: Final = SPACE.add("gain", ["gain {}"], "card", "supply", CARDS)
DROP: Final = SPACE.add("drop", ["discard the card looked at"], "", "looked")
LEAVE: Final = SPACE.add("leave", ["leave the card on top"], "", "looked")
NOTHING: Final = SPACE.add("nothing", ["take nothing"])
STOP: Final = SPACE.add("stop", ["no more"])


def card_and_form(action: i64) -> tuple[i64, i64]:
    """The card that an action of PLAY or BUY is about, and in which form; these blocks are the first."""
    start: i64 = BUY if action >= BUY else PLAY
    return (action - start) >> FORM_BITS, (action - start) & FORM_MASK


START_TAKEN: Final = "trains-3.2"
ONE_AT_A_TIME: Final = "trains-4.1"
NOT_IN_HAND: Final = "trains-4.2"
NOT_PLAYABLE: Final = "trains-4.3"
NO_EFFECT: Final = "trains-4.5"
ALL_OR_NOTHING: Final = "trains-4.6"
NO_COIN: Final = "trains-4.9"
NO_PILE: Final = "trains-4.10"
NO_PASS: Final = "trains-4.12"
NO_MARKER: Final = "trains-5.1"
NO_NEIGHBOUR: Final = "trains-5.2"
OWN_THERE: Final = "trains-5.3"
TOO_DEAR: Final = "trains-5.4"
SEA_THERE: Final = "trains-5.6"
NO_CITY: Final = "trains-6.1"
NO_SLOT: Final = "trains-6.2"
NO_STATION: Final = "trains-6.3"
NOT_COUNTED: Final = "trains-9.8"
ONTO_DECK_CLAUSE: Final = "trains-9.9"
NOT_NAMED: Final = "trains-9.12"
NOT_REVEALED: Final = "trains-9.14"
NOT_SHOWN: Final = "trains-9.21"
NOT_SENT: Final = "trains-9.22"
NOT_PULLED: Final = "trains-9.25"
NOT_COPIED: Final = "trains-9.30"
NOT_SWAPPED: Final = "trains-9.37"

REASONS: Final = {
    START_TAKEN: "a first marker goes neither on sea nor on a remote place nor where one already stands",
    NOT_IN_HAND: "that card is not in the hand",
    NOT_PLAYABLE: "point cards and Waste cannot be played",
    NO_EFFECT: "it has no effect to leave out",
    ALL_OR_NOTHING: "its effect cannot be applied in full now",
    NO_COIN: "it costs more coins than there are",
    NO_PILE: "it is not for sale: its pile is empty or not in this game, or it is Waste or a Normal train",
    NO_PASS: "Waste goes back this way only in a turn without any play or purchase, and only if there is some in hand",
    NO_MARKER: "no track marker is left",
    NO_NEIGHBOUR: "no own track is next to it, or a barrier stands between",
    OWN_THERE: "an own marker is there already",
    TOO_DEAR: "it costs more coins than there are",
    SEA_THERE: "nothing can be built on the sea",
    NO_CITY: "stations are placed in cities",
    NO_SLOT: "there is no free station slot",
    NO_STATION: "no station marker is left",
    NOT_COUNTED: "only a train in the play area can be counted",
    NOT_NAMED: "only cards of this game can be named",
    NOT_REVEALED: "only a card that was revealed can be taken or put back",
    NOT_SHOWN: "only a train in hand that the supply still has can be shown",
    NOT_SENT: "only a train in the play area can be sent back",
    NOT_PULLED: "only a train in the own discard pile can be pulled",
    NOT_COPIED: "only another action card in play whose text can be applied in full now can be copied",
    NOT_SWAPPED: "a train in hand is trashed for a train of the supply that costs at most so much more",
    ONTO_DECK_CLAUSE: "nothing in play lets a bought card go onto the deck",
}
