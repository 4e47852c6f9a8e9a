"""One drawing of a table of Empyreal: what its frame says, with buttons for what lies nowhere on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from roundhouse.core.words import capital, counted, sentence
from roundhouse.draw import rendering
from roundhouse.draw.face import Action, View
from roundhouse.draw.marks import EMPTY, attrs, doing, icon
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
        """What a click on a thing decides besides: the cars work in the order they were clicked in.

        Lines in words decide one thing: there another order can be chosen.
        """
        return next((list(o["then"]) for o in self.view.get("ordered", []) if o["action"] == action["action"]), [])

    def doing(self, found: Sequence[Action]) -> Markup:
        if len(found) != 1:
            return super().doing(found)
        self.placed.add(found[0]["action"])
        return doing([found[0]["action"]], self.then(found[0]))

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
