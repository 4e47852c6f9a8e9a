"""One drawing of a table of Empyreal: what its frame says, with buttons for what lies nowhere on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from roundhouse.core.words import capital, counted, sentence
from roundhouse.draw import rendering
from roundhouse.draw.face import Action, Shortcut, View
from roundhouse.draw.marks import EMPTY, attrs, doing, icon
from roundhouse.draw.markup import Markup
from roundhouse.draw.remembered import once
from roundhouse.draw.rendering import purse
from roundhouse.games.empyreal.actions import colour_of, goods_for, size_of
from roundhouse.games.empyreal.board import COLOUR_NAMES
from roundhouse.games.empyreal.box import SIZE_NAMES, EmpyrealBox
from roundhouse.games.empyreal.face import words
from roundhouse.games.empyreal.face.cars import good
from roundhouse.games.empyreal.face.pieces import face_of

SHORT: Final = {
    "skip": "Skip",
    "no_delivery": "Deliver nothing",
    "no_tile": "No tile",
    "no_copy": "Copy nothing",
    "collect_all": "Collect all",
}
UPGRADES: Final = ("emp-gain-mana", "emp-gain-spec", "emp-gain-car")
AHEAD: Final = (*words.ON_HEXES, "recruit", "gain", "copy", "deliver")  # blocks that can be lit before they are asked
LONG: Final = 3  # with more buttons than these the second line has no room


class Rendering(rendering.Rendering[EmpyrealBox]):
    says = words

    @property
    def player(self) -> View:
        """Whose folio lies in the dock."""
        found: View = self.view["players"][self.me]
        return found

    @property
    def question(self) -> str:
        return "turn" if self.view["turn"] == self.view["seat"] else "decision"

    def aside(self) -> str:
        return super().aside() if len(self.unplaced()) <= LONG else ""

    def endings(self) -> list[str]:
        return words.endings(self.view, self.names)

    def purses(self, seat: int) -> Markup:
        if not self.view["round"]:
            return EMPTY
        p = self.view["players"][seat]
        ready, owned = p["ready"], p["ready"] + p["spent"]
        return purse("emp-gem", Markup("{} <small>of {} mana</small>").format(ready, owned), f"{ready} mana of {owned}")

    def then(self, action: Action) -> list[int]:
        """What a click on a thing decides besides, as that mostly needs no thought.

        Lines in words decide one thing: there another answer can be given.
        """
        return next((list(o["then"]) for o in self.view.get("ordered", []) if o["action"] == action["action"]), [])

    @once
    def further(self) -> list[Action]:
        """What would be asked next, where a thing stands for one answer only."""
        found = [a for a in self.view.get("further", []) if a["block"] in AHEAD] if self.actions else []
        many = Counter((a["place"], a["thing"]) for a in [*found, *self.actions])
        return [a for a in found if many[a["place"], a["thing"]] == 1]

    @once
    def shown(self) -> list[Action]:
        return [*self.actions, *self.further]

    @once
    def in_yard(self) -> list[Action]:
        """What can be done in the own railyard."""
        return self.at(*words.IN_YARD)

    def row(self, found: Sequence[Action]) -> tuple[list[int], list[int]]:
        if len(found) != 1:
            return super().row(found)
        if "row" in found[0]:
            first, *rest = found[0]["row"]
            return [first], rest
        return super().row(found)[0], self.then(found[0])

    def goes(self, found: Sequence[Action]) -> str:
        """Where a good is taken from or goes to by the same click, as the second line of a tip."""
        return words.goes(self.view, found[0]["action"]) if len(found) == 1 else ""

    def departure(self, stop: int) -> View | None:
        """Moving to a space and activating all its cars."""
        found = self.view.get("departures", []) if self.actions else []
        return next((d for d in found if d["stop"] == stop), None)

    def on_sign(self) -> list[Shortcut]:
        """Departures lie in the railyard, and of whole deliveries the best is enough: all are in words."""
        if self.view["deliveries"]:
            return words.best_delivery(self.view)
        return [] if self.view["departures"] else self.shortcuts()

    def button(self, action: Action) -> Markup:
        """A choice that lies nowhere on the table, or only in the key of the map."""
        block, text = action["block"], action["words"]
        cls = "btn legal quiet" if self.refuses(action) else "btn legal"
        short, more = words.hint(self.view, self.box.most_mana, action)
        small = Markup("<small>{}</small>").format(short) if short else EMPTY
        if block == "colour":
            inner, cls = good(action["thing"]), "btn legal pick-good"
        elif block == "tile":
            inner, more = self.tile(action["thing"])
        elif block == "upgrade":
            inner = Markup("{}<span>{}{}</span>").format(
                icon(UPGRADES[action["thing"]]), capital(text.removeprefix("upgrade ")), small
            )
        else:
            what = words.stop_words(self.view) if block == "stop" else SHORT.get(block, capital(text))
            inner = Markup("<span>{}{}</span>").format(what, small)
        tip = f"{capital(text)}\n{more}" if more else sentence(text)
        return Markup('<button type="button"{}{}>{}</button>').format(
            doing([action["action"]], self.then(action)),
            attrs(cls=cls, data_tip=tip, aria_label=text, aria_description=more, data_confirm=self.doubt(action)),
            inner,
        )

    def tile(self, thing: int) -> tuple[Markup, str]:
        """A demand tile to take, drawn in its colour, and what it needs and scores."""
        size, needs = size_of(thing), goods_for(thing)
        points = counted(self.box.tile_points[size], "point")
        drawn = Markup('<i class="dt" style="--face:{}">{}<b>{}</b></i>').format(
            face_of(COLOUR_NAMES[colour_of(thing)]), icon("emp-demand", cls=""), needs
        )
        inner = Markup("{}<span>{}<small>{}</small></span>").format(drawn, capital(SIZE_NAMES[size]), points)
        return inner, f"For {needs} goods in one delivery; {points} at the end."
