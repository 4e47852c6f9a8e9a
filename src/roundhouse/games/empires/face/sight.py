"""One look at a table of Small Railroad Empires: the view, who looks, and what can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.draw.face import Action, Last, View
from roundhouse.draw.panels import SeatLook
from roundhouse.draw.sight import TableSight
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.face.words import Way, under_way, ways, with_price


class Sight(TableSight):
    """What a drawing of the table needs, and where its actions were put."""

    def __init__(self, view: View, box: EmpiresBox, seats: Sequence[SeatLook], last: Last | None, past: bool) -> None:
        super().__init__(view, seats, last, past)
        self.box = box
        self.ways: list[Way] = ways(view) if self.actions else []
        self.now: Way | None = under_way(view)

    def said(self, found: Sequence[Action]) -> list[str]:
        return [with_price(a) for a in found]
