"""One look at a table of Spyrium: the view, who looks, and which choices have found their place on the page."""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.draw.face import Action, Last, View
from roundhouse.draw.panels import SeatLook
from roundhouse.draw.sight import TableSight
from roundhouse.games.spyrium.box import SpyriumBox
from roundhouse.games.spyrium.face.words import price, tip_line


class Sight(TableSight):
    """What a drawing of the table needs, and where its actions were put."""

    def __init__(self, view: View, box: SpyriumBox, seats: Sequence[SeatLook], last: Last | None, past: bool) -> None:
        super().__init__(view, seats, last, past)
        self.box = box
        self.copies = copies(view)
        self.shown_once = True  # what is drawn a second time does not travel

    def said(self, found: Sequence[Action]) -> list[str]:
        return [tip_line(self.view, self.box, a) for a in found]

    def price(self, action: Action) -> str:
        return price(self.view, self.box, action)

    def card_piece(self, id: str, where: str) -> str:
        """The name under which a card travels: its own if it is the only one in sight, else its place's."""
        if not self.shown_once:
            return ""
        return f"card-{id}" if self.copies.get(id) == 1 else f"card-{id}-{where}"


def copies(view: View) -> dict[str, int]:
    """How many of each card lie open."""
    out: dict[str, int] = {}
    shown = [place["card"] for place in view["market"] if place["card"]]
    for p in view["players"]:
        shown += [b["card"] for b in p["buildings"]] + p["techniques"]
    for id in shown:
        out[id] = out.get(id, 0) + 1
    return out
