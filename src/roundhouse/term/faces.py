"""How a game is drawn: by the module `face.term` beside its rules, or plainly if it has none."""

from __future__ import annotations

import json
from typing import Any, Protocol, cast

from rich.console import Console, RenderableType
from rich.table import Column, Table
from rich.text import Text

from roundhouse.core.game import Game
from roundhouse.core.registry import beside
from roundhouse.draw.term import Sheet, Sign, View


def sheet(console: Console) -> Sheet:
    height = console.size.height if console.is_terminal else 24
    return Sheet(max(console.size.width, 76), height, console.options.ascii_only)


def say(console: Console, *texts: str | Text) -> None:
    """A line each; only a terminal breaks them."""
    for text in texts:
        console.print(text, soft_wrap=not console.is_terminal)


class Face(Protocol):
    """What a game's `face.term` module offers. It is given views and components, never a state."""

    def table(
        self, view: View, box: Any, seats: list[Sign], moves: list[Text], sheet: Sheet, whole: bool
    ) -> RenderableType: ...

    def board(self, view: View, box: Any, seats: list[Sign], sheet: Sheet) -> RenderableType: ...

    def result(self, view: View, seats: list[Sign], scores: list[int]) -> RenderableType: ...


def face(game: Game) -> Face:
    """The drawing of a game."""
    return cast(Face, beside(game, "face.term") or PlainFace())


class PlainFace:
    """The view as it is, for a game without a drawing of its own."""

    def table(
        self, view: View, box: Any, seats: list[Sign], moves: list[Text], sheet: Sheet, whole: bool
    ) -> RenderableType:
        lines = [
            Text(f"{key}: {json.dumps(value, ensure_ascii=False)}")
            for key, value in view.items()
            if key not in ("actions", "prompt")
        ]
        return Text("\n").join([*lines, *moves, Text()])

    def board(self, view: View, box: Any, seats: list[Sign], sheet: Sheet) -> RenderableType:
        return self.table(view, box, seats, [], sheet, True)

    def result(self, view: View, seats: list[Sign], scores: list[int]) -> RenderableType:
        title = "Result" if view.get("over") else "Score so far"
        table = Table("seat", Column("points", justify="right"), title=title, title_justify="left")
        for (letter, name, style), score in zip(seats, scores, strict=True):
            table.add_row(Text.assemble((f" {letter} ", style), f" {name}"), str(score))
        return table
