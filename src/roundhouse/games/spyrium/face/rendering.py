"""One drawing of a table of Spyrium: what its frame says, and under which names its cards travel."""

from __future__ import annotations

from collections import Counter
from typing import Final

from roundhouse.core.words import capital
from roundhouse.draw import rendering
from roundhouse.draw.face import Action
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import Choice
from roundhouse.draw.remembered import once
from roundhouse.draw.rendering import choice_button, purse
from roundhouse.games.spyrium.box import SpyriumBox
from roundhouse.games.spyrium.face import words

ALWAYS: Final = ("advance", "pass", "home", "residence")  # buttons as well, wherever else they lie


class Rendering(rendering.Rendering[SpyriumBox]):
    says = words
    travels = True  # what is drawn a second time does not travel

    @once
    def copies(self) -> Counter[str]:
        """How many of each card lie open."""
        cards = Counter[str](place["card"] for place in self.view["market"] if place["card"])
        for p in self.view["players"]:
            cards.update([*[b["card"] for b in p["buildings"]], *p["techniques"]])
        return cards

    def card_piece(self, id: str, where: str) -> str:
        """The name under which a card travels: its own if it is the only one in sight, else its place's."""
        if not self.travels:
            return ""
        return f"card-{id}" if self.copies[id] == 1 else f"card-{id}-{where}"

    def line(self, action: Action) -> str:
        return words.tip_line(self.view, self.box, action)

    def choice(self, action: Action) -> Choice:
        return Choice(action["action"], words.said(self.box, action), self.price(action))

    def purses(self, seat: int) -> Markup:
        p = self.view["players"][seat]
        pounds = purse("coin", f"£{p['pounds']}", f"{p['pounds']} pounds")
        return pounds + purse("sp-gem", p["spyrium"], f"{p['spyrium']} Spyrium")

    def undo_words(self) -> str:
        return "Put back" if self.view["lifted"] is not None and self.actions else ""

    def unplaced(self) -> list[Action]:
        return [a for a in self.actions if a["action"] not in self.placed or a["block"] in ALWAYS]

    def button(self, action: Action) -> Markup:
        text = action["words"].replace("count the token as ", "as ").replace(" the residence track", "")
        tip, quiet = super().line(action), self.refuses(action)
        return choice_button(action, capital(text), tip, action["words"], self.doubt(action), quiet)
