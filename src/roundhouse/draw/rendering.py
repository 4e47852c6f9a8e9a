"""One drawing of a table: what it is made from, which actions have found their place, and the frame around a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from roundhouse.core.words import capital, counted, listed, of_another, sentence
from roundhouse.draw.cards import Use, on_table
from roundhouse.draw.face import Action, Last, Regions, Shortcut, View, Words
from roundhouse.draw.marks import EMPTY, attrs, doing, icon, joined, seat_icon
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import Choice, SeatLook, label, words_list
from roundhouse.draw.remembered import once

B = TypeVar("B")
SHORT: Final = 10  # the letters of a label that stays in one line


def purse(mark: str, amount: str, words: str, role: str = "img") -> Markup:
    """What somebody has to spend, beside the sign."""
    return Markup('<span class="purse"{}>{}{}</span>').format(attrs(role=role, aria_label=words), icon(mark), amount)


def choice_button(
    action: Action, text: str, tip: str = "", label: str = "", confirm: str = "", quiet: bool = False
) -> Markup:
    """A choice as a button of the sign; `confirm` is asked before it is made, and what is `quiet` does not shine."""
    return Markup('<button type="button" class="btn legal{}"{}{}>{}</button>').format(
        " quiet" if quiet else "",
        doing([action["action"]]),
        attrs(data_tip=tip, aria_label=label, data_confirm=confirm, data_short=len(text) <= SHORT),
        text,
    )


def shortcut_button(way: Shortcut) -> Markup:
    """Several decisions as one button of the sign."""
    first, *then = way.actions
    text = f"{way.words}: {way.price}" if way.price else way.words
    return Markup('<button type="button" class="btn legal"{}>{}</button>').format(doing([first], then), capital(text))


def result(view: View, names: Sequence[str]) -> str:
    """Who has won."""
    winners = [names[seat] for seat in view["winners"]]
    points = counted(view["players"][view["winners"][0]]["score"], "point")
    return f"{listed(winners, 'and')} {'wins' if len(winners) == 1 else 'share the win'} with {points}{tie(view)}"


def tie(view: View) -> str:
    """By what a tie for the win was broken, if it was, at the end of a sentence."""
    broken = view.get("tie_broken_by", "")
    return f"; the tie is broken by {broken}" if broken else ""


class Rendering(Generic[B]):
    """One drawing of a table with its box. A game's own subclass has its words, purse and buttons."""

    says: Words | None = None

    def __init__(
        self, view: View, box: B, seats: Sequence[SeatLook], last: Last | None = None, past: bool = False
    ) -> None:
        self.view = view
        self.box = box
        self.seats = list(seats)
        self.last = last
        self.past = past
        self.viewer: int | None = view["viewer"]
        self.actions: list[Action] = [] if past else list(view.get("actions", []))
        self.placed: set[int] = set()

    # who, and what can be done

    @property
    def me(self) -> int:
        """Whose things lie in the dock: the viewer's, else those of who decides."""
        if self.viewer is not None:
            return self.viewer
        return int(self.view["winners"][0] if self.view["over"] else max(self.view["seat"], 0))

    @property
    def names(self) -> list[str]:
        return [who.name for who in self.seats]

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    def whose(self, seat: int) -> str:
        """A seat as the owner of something, at the beginning of a sentence."""
        return "Your" if seat == self.viewer else f"{self.name(seat)}\u2019s"

    @once
    def shown(self) -> list[Action]:
        """The actions that have a place on the table."""
        return self.actions

    def at(self, *blocks: str) -> list[Action]:
        """The actions of these blocks."""
        return [a for a in self.shown if a["block"] in blocks] if not self.blocks.isdisjoint(blocks) else []

    def of(self, block: str, thing: int) -> list[Action]:
        """The actions of a block with one thing."""
        return [a for a in self.at(block) if a["thing"] == thing]

    @once
    def blocks(self) -> set[str]:
        return {a["block"] for a in self.shown}

    def doing(self, found: Sequence[Action]) -> Markup:
        """The attributes of a thing with these actions; they count as placed."""
        return doing(*self.row(found))

    def row(self, found: Sequence[Action]) -> tuple[list[int], list[int]]:
        """The actions of a thing, which count as placed, and what a click on it decides besides."""
        actions = [a["action"] for a in found]
        self.placed.update(actions)
        return actions, []

    def thing(
        self,
        found: Sequence[Action],
        cls: str,
        label: str,
        tip: str,
        inner: str,
        piece: str = "",
        role: str = "img",
        card: str = "",
    ) -> Markup:
        """A thing to choose if it has actions, which count as placed, else one to look at."""
        actions, then = self.row(found)
        return on_table(Use(actions, tip, piece, then=then), cls, label, inner, role, card)

    def line(self, action: Action) -> str:
        """What an action does and what it costs, as one line of a tip."""
        cost = self.price(action)
        return sentence(action["words"] + (f": {cost}" if cost else ""))

    def lines(self, found: Sequence[Action]) -> list[str]:
        return [self.line(a) for a in found]

    def tip(self, text: str, found: Sequence[Action]) -> str:
        """What a thing is, and below it what can be done with it."""
        return "\n".join([text, *self.lines(found)])

    def seat_note(self, seat: int, turn: int, yours: str = "Your turn", otherwise: str = "") -> str:
        """What stands under a seat's name: whether it has won or has the turn, and who sits there if nobody does."""
        over, who = self.view["over"], self.seats[seat]
        words = "Winner" if over and seat in self.view["winners"] else otherwise
        if seat == turn and not over:
            words = yours if not self.past and (who.you or seat == self.viewer) else "To move"
        return ", ".join(x for x in (words, who.state) if x)

    # what a game says of its own

    @property
    def question(self) -> str:
        """What a seat has that is to decide."""
        return "turn"

    def price(self, action: Action) -> str:
        """What an action costs or brings, in a few words."""
        return self.says.price(self.view, self.box, action) if self.says else ""

    def doubt(self, action: Action) -> str:
        """What to ask before an action that is most likely a slip."""
        return self.says.doubt(self.view, self.box, action) if self.says else ""

    def heading(self) -> str:
        """What the viewer is to do."""
        return self.says.heading(self.view, self.box) if self.says else "Your turn"

    def aside(self) -> str:
        """The second line: what the heading leaves out."""
        return self.says.aside(self.view, self.box) if self.says else sentence(self.view["prompt"])

    def purses(self, seat: int) -> Markup:
        """What a seat has to spend, while the game goes on."""
        return EMPTY

    def undo_words(self) -> str:
        """What taking back is called now, if it has a name of its own."""
        return ""

    def endings(self) -> list[str]:
        """Why the game ended."""
        return list(self.view["endings"])

    def unplaced(self) -> list[Action]:
        """The actions that become buttons of the sign: those that lie nowhere on the table."""
        return [a for a in self.actions if a["action"] not in self.placed]

    def shortcuts(self) -> list[Shortcut]:
        """What is mostly wanted and takes several decisions; the first is the one that is wanted most."""
        return self.says.shortcuts(self.view, self.box) if self.says else []

    def on_sign(self) -> list[Shortcut]:
        """The shortcuts that become buttons of the sign."""
        return self.shortcuts()

    def button(self, action: Action) -> Markup:
        """An action as a button of the sign."""
        return choice_button(action, capital(action["words"]), quiet=self.refuses(action))

    def refuses(self, action: Action) -> bool:
        """Whether an action refuses what is offered: such a one does not shine and comes last."""
        return self.says is not None and self.says.refuses(self.view, self.box, action)

    def rank(self, action: Action) -> tuple[object, ...]:
        """By what the list in words is sorted."""
        return (self.refuses(action),)

    def choice(self, action: Action) -> Choice:
        """An action as a line of the list in words."""
        return Choice(action["action"], action["words"], self.price(action))

    # the frame

    def prompt(self) -> Markup:
        """The sign: whose it is, what to do, what there is to spend, and a button for what has no other place."""
        view, seat = self.view, self.view["seat"]
        if view["over"]:
            seat, ended = view["winners"][0], " and ".join(self.endings())
            head, text = result(view, self.names), sentence(ended) if ended else ""
        elif self.actions:
            head, text = self.heading(), self.aside()
        else:
            head = f"{self.whose(seat)} {self.question}"
            text = sentence(f"{self.name(seat)} is to {of_another(view['prompt'])}")
        short = [shortcut_button(way) for way in self.on_sign()] if self.actions else []
        buttons = joined([*short, *[self.button(a) for a in sorted(self.unplaced(), key=self.refuses)]])
        return Markup('{}<div class="say"{}><h1>{}</h1><p><span class="long">{}</span></p></div>{}{}').format(
            seat_icon(seat), attrs(data_undo=self.undo_words()), head, text,
            EMPTY if view["over"] else self.purses(seat), buttons,
        )  # fmt: skip

    def words(self) -> Markup:
        """Every choice in words."""
        ways = self.shortcuts() if self.actions else []
        many = counted(len(ways) + len(self.actions), "choice") if self.actions else "nothing to decide"
        short = [Choice(way.actions[0], way.words, way.price, way.actions[1:]) for way in ways]
        plain = [self.choice(a) for a in sorted(self.actions, key=self.rank)]
        return label("In words", many) + words_list([*short, *plain])

    def regions(self, **parts: Markup) -> dict[str, Markup]:
        """The parts of the table page: the frame after the game's own, so that what these had no place for is known."""
        return {"prompt": self.prompt(), "words": self.words(), **parts}


def regions_of(rendering: type[Rendering[Any]], **parts: Callable[[Any], Markup]) -> Regions:
    """The regions of a game from its rendering, and what draws each part of its own."""

    def regions(
        view: View, box: Any, seats: Sequence[SeatLook], /, last: Last | None = None, past: bool = False
    ) -> dict[str, Markup]:
        look = rendering(view, box, seats, last, past)
        return look.regions(**{name: part(look) for name, part in parts.items()})

    return regions
