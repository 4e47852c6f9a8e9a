"""One drawing of a table of Small Railroad Empires: what its frame says, and the prices and deliveries offered."""

from __future__ import annotations

from functools import cached_property

from markupsafe import Markup

from roundhouse.core.words import capital, counted, sentence
from roundhouse.draw import rendering
from roundhouse.draw.face import Action
from roundhouse.draw.marks import EMPTY, attrs, joined
from roundhouse.draw.panels import Choice
from roundhouse.draw.rendering import choice_button, purse
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.face import words
from roundhouse.games.empires.face.pieces import crown
from roundhouse.games.empires.face.words import Way


class Rendering(rendering.Rendering[EmpiresBox]):
    says = words

    @cached_property
    def ways(self) -> list[Way]:
        return words.ways(self.view) if self.actions else []

    @cached_property
    def now(self) -> Way | None:
        return words.under_way(self.view)

    def purses(self, seat: int) -> Markup:
        """The steps of the turn, and the money."""
        money = self.view["players"][seat]["money"]
        return steps(words.STEP_OF.get(self.view["step"], -1)) + purse("coin", f"${money}", f"{money} dollars")

    def button(self, action: Action) -> Markup:
        text = action["words"]
        if action["block"] == "stop":
            text += f", keep ${self.view['players'][self.view['seat']]['third_cost']}"
        return choice_button(action, capital(action["words"]), sentence(text), text, self.doubt(action))

    def choice(self, action: Action) -> Choice:
        """An action in words; of a delivery also where it leads and what it earns."""
        found = words.by_action(self.ways).get(action["action"])
        if not found:
            return super().choice(action)
        best = found[0]
        where = {"line": "", "city": words.long(best)}.get(action["block"], words.way_words(self.view, best))
        if len(found) > 1:
            where += f", or {counted(len(found) - 1, 'other city').replace('citys', 'cities')}"
        elif best.lines > 1:
            where += f", {best.lines} lines"
        text = Markup("{} <small>{}</small>").format(action["words"], where) if where else action["words"]
        return Choice(action["action"], text, Markup("${} {}").format(best.all_money, crown(best.all_prestige)))


def steps(now: int) -> Markup:
    """The steps of the turn, and which of them this is."""
    if now < 0:
        return EMPTY
    items = [
        Markup("<li{}>{}</li>").format(
            attrs(cls="done" if i < now else "now" if i == now else "", aria_current="step" if i == now else ""), word
        )
        for i, word in enumerate(words.STEPS)
    ]
    return Markup('<ol class="steps" aria-label="Steps of the turn">{}</ol>').format(joined(items))
