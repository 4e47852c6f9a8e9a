"""What all commands share: arguments, and how they speak."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from roundhouse.core.game import Game

if TYPE_CHECKING:
    from rich.console import Console

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, as `roundhouse games` lists it.")]
Seats = Annotated[int | None, typer.Option(help="How many seats; as many as the game takes if not given.")]
Seed = Annotated[str | None, typer.Option(help="Any number or word; the same seed deals the same game.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A game option, as map=osaka; may be repeated."),
]
Components = Annotated[
    str | None, typer.Option(metavar="DIR", help="A folder with edited copies of the game's component tables.")
]


def console() -> Console:
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def say(sentence: str) -> None:
    """One line on stderr."""
    sys.stderr.write(" ".join(sentence.split()) + "\n")


def compiled(kind: type) -> bool:
    """Whether a class comes from a compiled module."""
    module = sys.modules.get(kind.__module__)
    return not str(getattr(module, "__file__", "") or ".py").endswith(".py")


def build(game: Game) -> str:
    """How a game runs."""
    return "compiled" if compiled(type(game)) else "interpreted"


def notice() -> None:
    if not compiled(Game):
        say("running interpreted; compiled (make compiled, with a C compiler) the same engine is ten times as fast")
