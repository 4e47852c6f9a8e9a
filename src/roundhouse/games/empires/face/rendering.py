"""One drawing of a table of Small Railroad Empires: what its frame says, and the prices and deliveries offered."""

from __future__ import annotations

from roundhouse.core.words import capital, counted, sentence
from roundhouse.draw import rendering
from roundhouse.draw.face import Action, Shortcut
from roundhouse.draw.marks import EMPTY, attrs, icon, joined
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import Choice, label, words_list
from roundhouse.draw.remembered import once
from roundhouse.draw.rendering import choice_button, purse
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.face import words
from roundhouse.games.empires.face.pieces import crown
from roundhouse.games.empires.face.words import Way


class Rendering(rendering.Rendering[EmpiresBox]):
    says = words

    @once
    def ways(self) -> list[Way]:
        return words.ways(self.view) if self.actions else []

    @once
    def now(self) -> Way | None:
        return words.under_way(self.view)

    def purses(self, seat: int) -> Markup:
        """The steps of the turn, and the money."""
        money = self.view["players"][seat]["money"]
        return steps(words.STEP_OF.get(self.view["step"], -1)) + purse("coin", f"${money}", f"{money} dollars")

    @property
    def whole(self) -> list[Way]:
        """The deliveries that one click makes, the best first."""
        return self.ways if self.view["step"] in words.WHOLE else []

    def shortcuts(self) -> list[Shortcut]:
        """In the sign the best delivery is enough: the others are on the map and in words."""
        if not self.whole:
            return words.shortcuts(self.view, self.box)
        best = self.whole[0]
        return [Shortcut("deliver, claim" if best.claims else "deliver", best.actions, words.whole_price(best))]

    def unplaced(self) -> list[Action]:
        """Claims are in the sign as well, unless one button makes them all."""
        claims = [] if self.view.get("claims") else self.at("claim")
        return [*claims, *super().unplaced()]

    def button(self, action: Action) -> Markup:
        text, cost = action["words"], self.price(action)
        shown = capital(f"{text}: {cost}" if cost else text)
        if action["block"] == "stop":
            text += f", keep ${self.view['players'][self.view['seat']]['third_cost']}"
        return choice_button(
            action, shown, sentence(text), text, confirm=self.doubt(action), quiet=self.refuses(action)
        )

    def choice(self, action: Action) -> Choice:
        """An action in words; of a line also what it earns, and of what begins a delivery that it goes step by step."""
        if action["block"] == "line":
            best = words.by_action(self.ways)[action["action"]][0]
            return Choice(action["action"], action["words"], gains(best))
        if action["block"] in ("send", "city"):
            said = Markup("{} <small>{}</small>").format(action["words"], words.BY_STEPS[action["block"]])
            return Choice(action["action"], said)
        return super().choice(action)

    def delivery(self, way: Way) -> Choice:
        """A whole delivery as a line of the list in words."""
        hexes = self.view["hexes"]
        parts = [
            words.long(way),
            counted(way.trains, "train") if way.trains else "",
            words.engine_of(self.box, way),
            f"contract {way.contract}" if way.contract else "",
            f"claims {words.titles_of(self.box, way.claims)}, {way.at_end} at the end" if way.claims else "",
            f"completes {words.titles_of(self.box, way.completes)}" if way.completes else "",
        ]
        said = Markup('{}<b><i class="sr">deliver {}: </i>{} to {}</b> <small>{}</small>').format(
            icon(f"sre-{way.good}", cls="icon sre-of"), way.good, words.name_of(hexes[way.start]),
            words.name_of(hexes[way.end]), ", ".join(part for part in parts if part),
        )  # fmt: skip
        return Choice(way.action, said, gains(way), way.then)

    def words(self) -> Markup:
        """Whole deliveries first, then every choice."""
        if not self.whole:
            return super().words()
        found = [self.delivery(way) for way in self.whole]
        plain = [self.choice(a) for a in sorted(self.actions, key=self.refuses)]
        if self.view["step"] == "lay":
            return label("In words", counted(len(plain), "choice")) + words_list([*found, *plain])
        return label("In words", counted(len(found), "line")) + words_list(
            [*found, *plain], "words-list scroll carousel"
        )


def gains(way: Way) -> Markup:
    """What a delivery earns."""
    return Markup("${} {}").format(way.all_money, crown(way.all_prestige))


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
