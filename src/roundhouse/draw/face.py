"""What a game gives the web to be drawn with: `FACE` in the module `page` of the folder `face` beside its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from roundhouse.core.game import Game
from roundhouse.core.registry import beside
from roundhouse.core.words import counted, sentence
from roundhouse.draw.cards import CardLook
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import LogText, SeatLook

View = Mapping[str, Any]
Action = Mapping[str, Any]  # as views carry it: action, words, block, place, thing, form and its price
Last = tuple[int, Action]  # the seat that decided last, and what
# What came of a decision: behind its words in the log, or in their place; None if it is told with what comes next.
Outcome = Markup | LogText | None
Fact = tuple[str, list[int]]  # a column of the score page: its heading, and a figure for each seat


@dataclass(frozen=True)
class Shortcut:
    """Decisions that one click makes, in order: the first is legal, and each of the others after those before it."""

    words: str
    actions: Sequence[int]
    price: str = ""


class Words(Protocol):
    """What the module `words` of a face says, to page and terminal: of the question, and of an action."""

    def heading(self, view: View, box: Any, /) -> str: ...
    def aside(self, view: View, box: Any, /) -> str: ...
    def price(self, view: View, box: Any, action: Action, /) -> str: ...
    def doubt(self, view: View, box: Any, action: Action, /) -> str: ...

    def shortcuts(self, view: View, box: Any, /) -> list[Shortcut]:
        """What is mostly wanted and takes several decisions; the first is the one that is wanted most."""

    def refuses(self, view: View, box: Any, action: Action, /) -> bool:
        """Whether an action refuses what is offered: it does not shine, and comes last."""


def words_of(game: Game) -> Words | None:
    """What a game says of its own, if it does."""
    return cast("Words | None", beside(game, "face.words"))


Came = Callable[[Action, int, View, View, Any], str]


def came_of(game: Game) -> Came | None:
    """What a face's module `words` may say besides, as `came`: what came of a decision of a seat, behind its words.

    It is made from a watcher's views before and after.
    """
    return cast("Came | None", getattr(beside(game, "face.words"), "came", None))


class Regions(Protocol):
    """The parts of the table page; `last` is there to ring what it moved, and in the `past` nothing can be chosen."""

    def __call__(
        self, view: View, box: Any, seats: Sequence[SeatLook], /, last: Last | None = None, past: bool = False
    ) -> dict[str, Markup]: ...


def scores(view: View) -> list[int]:
    """How many points each seat has now."""
    return [int(p["score"]) for p in view["players"]]


def score_tip(view: View, seat: int, sources: Sequence[tuple[str, Sequence[int]]], when: str) -> str:
    """A seat's points, and below them where they come from."""
    parts = ", ".join(f"{name.lower()} {by_seat[seat]}" for name, by_seat in sources)
    return f"{counted(scores(view)[seat], 'point')} {when}\n{sentence(parts)}"


def chosen_options(options: Mapping[str, object]) -> str:
    """Every option that was chosen by name."""
    return ", ".join(str(v).capitalize() for v in options.values() if isinstance(v, str) and v != "random")


def view_endings(view: View, names: Sequence[str]) -> list[str]:
    return list(view.get("endings", []))


def no_figures(box: Any) -> dict[str, Markup]:
    return {}


def view_round(view: View) -> int:
    return int(view.get("round", 0))


def no_facts(view: View, box: Any) -> list[Fact]:
    return []


def no_counts(before: View, after: View) -> dict[str, int]:
    return {}


@dataclass(frozen=True, kw_only=True)
class About:
    """What no measurement says of a game, in sentences for those who choose one."""

    kind: str
    weight: str  # in a word or two,
    why: str  # and why
    minutes: str  # at a table of people: "45 to 60"
    chance: str  # where luck comes in
    likes: str  # whom it suits,
    not_for: str  # and whom it does not


@dataclass(frozen=True, kw_only=True)
class Face:
    """How a game looks on pages. All of it is made from views and components; none of it sees a state."""

    regions: Regions
    log_line: Callable[[Action, Any, Mapping[str, object]], LogText]  # a decision as the log says it
    breakdown: Callable[[View], list[tuple[str, list[int]]]]  # where the points come from, by source and seat
    progress: Callable[[View], str]  # how far the game has come, in two or three words
    card_faces: Callable[[Any], dict[str, CardLook]]  # every card of the box as it is printed, by id
    gallery: Callable[[Any], Markup]  # every component, as printed
    points: Callable[[View], list[int]] = scores
    figures: Callable[[Any], dict[str, Markup]] = no_figures  # beside clauses of the ledger
    options_text: Callable[[Mapping[str, object]], str] = chosen_options  # what sets a table apart
    endings: Callable[[View, Sequence[str]], list[str]] = view_endings  # why the game ended, with the seats' names
    outcome: Callable[[Action, int, View, View, Any], Outcome] | None = None  # from a watcher's views before and after
    picture: Callable[[CardLook, Any], Markup] | None = None  # a card of its own shape, for the rules page
    round_of: Callable[[View], int] = view_round  # which round it is, 0 before the first
    round_word: str = "Round"  # what such a part of the game is called
    facts: Callable[[View, Any], list[Fact]] = no_facts  # what each seat has at the end, besides points
    counts: Callable[[View, View], Mapping[str, int]] = no_counts  # what a decision adds to the figures of its seat
    shown: tuple[int, str] = (40, "")  # the table on the rules page: after how many decisions, and words under it
    blurb: str = ""  # a sentence for the lobby
    about: About | None = None  # more of them, for the page of the game
    wash: str = "var(--sunk)"  # the colour behind its emblem
    tabs: Sequence[tuple[str, str, str]] = ()  # the phone's sheets: region, icon, word; the first is the dock
