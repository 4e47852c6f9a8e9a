"""What is noted of a game: a clerk is asked before its first decision, at each, and after its last."""

from __future__ import annotations

from importlib import import_module
from typing import Any, cast

from roundhouse.core.errors import BadOption
from roundhouse.core.registry import beside
from roundhouse.core.state import State

Row = dict[str, Any]
OPENING = 3  # decisions of a seat that are kept in words
KINDS = ("int", "float", "text", "ints", "texts")  # of a column


class Clerk:
    """Notes down one game; a new one sits at every game.

    `columns` names what a row of it holds, and of which kind it is: int, float, text, ints or texts.
    """

    def columns(self, state: State) -> dict[str, str]:
        """The columns of a study, asked at the table of its first game before anything is decided."""
        raise NotImplementedError

    def before(self, state: State) -> None:
        """The table is dealt."""

    def step(self, state: State, seat: int, action: int) -> None:
        """A seat is about to do that."""

    def after(self, state: State) -> list[Row]:
        """The game is over: a row for each seat, with all columns."""
        raise NotImplementedError


class Facts(Clerk):
    """What every study has: points and where they come from, length, what was taken and when, how it began."""

    def columns(self, state: State) -> dict[str, str]:
        fixed = {
            "place": "int",
            "score": "int",
            "rank": "int",
            "won": "float",
            "turns": "int",
            "decisions": "int",
            "length": "int",
            "end": "text",
            "opening": "texts",
            "taken": "texts",
            "taken_at": "ints",
        }
        if state.game.on_offer(state):
            fixed["on_offer"] = "texts"
        return {**fixed, **{column(source): "int" for source, _ in sources(state)}}

    def before(self, state: State) -> None:
        seats = state.seats
        self.game = state.game
        self.heuristics = state.game.heuristics
        self.first = int(getattr(state, "first", 0))
        self.on_offer = state.game.on_offer(state)
        self.length = 0
        self.turns = [0] * seats
        self.decisions = [0] * seats
        self.opening: list[list[str]] = [[] for _ in range(seats)]
        self.taken: list[list[str]] = [[] for _ in range(seats)]
        self.taken_at: list[list[int]] = [[] for _ in range(seats)]

    def step(self, state: State, seat: int, action: int) -> None:
        if self.heuristics.settled(state):
            self.turns[seat] += 1
        if len(state.choices()) > 1:
            self.length += 1
            self.decisions[seat] += 1
            if self.decisions[seat] <= OPENING:
                self.opening[seat].append(state.words(action))
        what = self.game.taken(state, action)
        if what:
            self.taken[seat].append(what)
            self.taken_at[seat].append(self.turns[seat])

    def after(self, state: State) -> list[Row]:
        scores, winners = state.scores(), state.winners()
        from_where = [(column(source), by_seat) for source, by_seat in sources(state)]
        offered = {"on_offer": self.on_offer} if self.on_offer else {}
        return [
            {
                "place": 1 + (seat - self.first) % state.seats,
                "score": scores[seat],
                "rank": 1 if seat in winners else max(2, 1 + sum(other > scores[seat] for other in scores)),
                "won": 1 / len(winners) if seat in winners else 0.0,
                "turns": self.turns[seat],
                "decisions": self.decisions[seat],
                "length": self.length,
                "end": "; ".join(state.endings()),
                "opening": self.opening[seat],
                "taken": self.taken[seat],
                "taken_at": self.taken_at[seat],
                **offered,
                **{name: by_seat[seat] for name, by_seat in from_where},
            }
            for seat in range(state.seats)
        ]


def sources(state: State) -> list[tuple[str, list[int]]]:
    """Where the points come from, by source and seat, as the score page tells it; all of one if a game has no face."""
    face = getattr(beside(state.game, "face.page"), "FACE", None)
    if face is None:
        return [("Points", state.scores())]
    return cast("list[tuple[str, list[int]]]", face.breakdown(state.view(None)))


def column(source: str) -> str:
    """The column of a source of points."""
    return f"points_{source.lower().replace(' ', '_')}"


def clerk(name: str) -> Clerk:
    """A clerk by MODULE:CLASS; that runs its code."""
    module, _, attribute = name.partition(":")
    try:
        made = getattr(import_module(module), attribute)()
    except Exception as error:
        raise BadOption(f"The clerk {name!r} cannot be made: {type(error).__name__}: {error}.") from error
    if not isinstance(made, Clerk):
        raise BadOption(f"{name} makes no clerk: a clerk is a roundhouse.lab.clerk.Clerk.")
    return made
