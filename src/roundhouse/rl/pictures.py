"""Tables as pictures: what the terminal shows, and the board as the pages draw it."""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from io import StringIO

from rich.console import Console
from rich.text import Text

from roundhouse.core.state import State
from roundhouse.draw.panels import SeatLook
from roundhouse.draw.term import Sheet
from roundhouse.term import faces
from roundhouse.term.players import signs
from roundhouse.web.render.games import STATIC, face, sprite, static_file
from roundhouse.web.render.ledger import picture_of

WIDTH, HEIGHT = 110, 60  # of the terminal that is drawn for
PAGE = 1200, 900  # of a page that a board is a part of
SVG = 'xmlns="http://www.w3.org/2000/svg"'
BARE = "svg:root{color:var(--ink);background:var(--page);font:var(--t-body)/1.4 var(--sans)}"


def render(state: State, seat: int | None, mode: str | None) -> str | None:
    """A table as a seat sees it, or as those who watch do: as text, as SVG, or, for "human", on the screen."""
    if mode == "svg":
        return svg(state, seat)
    if mode == "human":
        sys.stdout.write(text(state, seat))
        return None
    return text(state, seat) if mode == "ansi" else None


def names(state: State) -> list[str]:
    return [f"Seat {i}" for i in range(state.seats)]


def text(state: State, seat: int | None) -> str:
    """What the terminal shows, with its colours."""
    console = Console(file=StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor")
    seats = signs(names(state))
    drawn = faces.face(state.game)
    view = state.view(seat)
    console.print(drawn.table(view, state.components, seats, [], Sheet(WIDTH, HEIGHT, False), True))
    if state.over:
        console.print(drawn.result(view, seats, state.scores()))
    else:
        letter, name, style = seats[state.seat]
        console.print(Text.assemble((f" {letter} ", style), f" {name}: {state.prompt()}."))
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue()


def svg(state: State, seat: int | None) -> str:
    """The board of the page, with the styles and icons that it needs, as a file of its own."""
    looks = [SeatLook(name=name) for name in names(state)]
    drawn = face(state.game.id).regions(state.view(seat), state.components, looks, None, past=True)
    return alone(picture_of(drawn["board"]), state.game.id)


def alone(board: str, game: str) -> str:
    """A board as a file of its own; one that is not all SVG is laid into one as a part of a page."""
    inside = re.sub(r"<svg(?= )", f"<svg {SVG}", board)
    if board.startswith("<svg"):
        head, _, rest = inside.partition(">")
        return f"{head}>{dress(game)}{rest}"
    width, height = PAGE
    page = f'<div xmlns="http://www.w3.org/1999/xhtml" class="board" style="height:{height}px">{inside}</div>'
    return (
        f'<svg {SVG} viewBox="0 0 {width} {height}">{dress(game)}'
        f'<foreignObject width="{width}" height="{height}">{page}</foreignObject></svg>'
    )


@lru_cache(8)
def dress(game: str) -> str:
    """The styles and icons of a game's pages."""
    files = [STATIC / "roundhouse.css", static_file(game, f"{game}.css")]
    styles = "\n".join(file.read_text(encoding="utf-8") for file in files if file is not None)
    icons = re.sub(r"<svg(?= )", f"<svg {SVG}", sprite(game))
    return f"<style><![CDATA[{styles}\n{BARE}]]></style>{icons}"
