"""The action space of Night Goods, and the clauses by which an action is refused."""

from __future__ import annotations

import os
from typing import Final

from roundhouse.core.actions import ActionSpace
from roundhouse.core.components import count_rows

CARDS: Final = count_rows(os.path.join(os.path.dirname(__file__), "components", "cards.csv"))

SPACE: Final = ActionSpace()
COUPLE: Final = SPACE.add("couple", ["couple {}"], "card", "hand", CARDS)
DISPATCH: Final = SPACE.add("dispatch", ["dispatch the train"], also=["leave", "depart"])
UNCOUPLE: Final = SPACE.add("uncouple", ["uncouple {}"], "card", "train", CARDS)
KEEP: Final = SPACE.add("keep", ["leave it on the deck"], place="deck")
BURY: Final = SPACE.add("bury", ["put it under the deck"], place="deck")
CHOOSE: Final = SPACE.add("choose", ["option"], "option", "", 2)

ONE_AT_A_TIME: Final = "nightgoods-2.1"
NOT_IN_HAND: Final = "nightgoods-2.2"
TOO_HEAVY: Final = "nightgoods-2.3"
NO_WAGON: Final = "nightgoods-2.4"
NOT_THERE: Final = "nightgoods-3.8"

REASONS: Final = {
    NOT_IN_HAND: "that wagon is not in hand",
    TOO_HEAVY: "the engine cannot pull that much",
    NO_WAGON: "the train has no wagon",
    NOT_THERE: "there is no such other wagon in the train",
}
