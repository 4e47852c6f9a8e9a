"""One look at a table of Empyreal: the view, who looks, and what can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from roundhouse.draw.face import Action, Last, View
from roundhouse.draw.panels import SeatLook
from roundhouse.draw.sight import TableSight
from roundhouse.games.empyreal.box import EmpyrealBox
from roundhouse.games.empyreal.face.words import action_sentence


class Sight(TableSight):
    """What a drawing of the table needs, and where its actions were put."""

    def __init__(self, view: View, box: EmpyrealBox, seats: Sequence[SeatLook], last: Last | None, past: bool) -> None:
        super().__init__(view, seats, last, past)
        self.box = box

    @property
    def player(self) -> View:
        """Whose folio lies in the dock."""
        found: View = self.view["players"][self.me]
        return found

    def of(self, block: str, thing: int) -> list[Action]:
        """The actions of a block with one thing."""
        return [a for a in self.at(block) if a["thing"] == thing]

    def said(self, found: Sequence[Action]) -> list[str]:
        return [action_sentence(self.view, a) for a in found]

    def tip(self, told: str, found: Sequence[Action]) -> str:
        """What is told of a thing, and below it what can be done with it."""
        return "\n".join([told, *self.said(found)])
