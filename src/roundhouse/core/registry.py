"""Which games there are: the house's own, and others by entry points in the group `roundhouse.games`."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from roundhouse.core.errors import UnknownGame
from roundhouse.core.game import Game

HOUSE: Final = {
    "trains": "roundhouse.games.trains.rules",
    "spyrium": "roundhouse.games.spyrium.rules",
    "empires": "roundhouse.games.empires.rules",
}
OPENED: Final[dict[str, Game]] = {}


def games() -> list[str]:
    """The ids of all games, sorted."""
    others = [e.name for e in entry_points(group="roundhouse.games")]
    return sorted({*HOUSE, *others, *OPENED})


def game(id: str) -> Game:
    """The game of that id; the same object each time."""
    if id not in OPENED:
        OPENED[id] = open_game(id)
    return OPENED[id]


def register(game: Game) -> None:
    """Make a game known in this process, without an entry point."""
    OPENED[game.id] = game


def open_game(id: str) -> Game:
    if id in HOUSE:
        made = import_module(HOUSE[id]).create()
    else:
        found = [e for e in entry_points(group="roundhouse.games") if e.name == id]
        if not found:
            raise UnknownGame(f"There is no game {id!r}; there are {', '.join(games())}.")
        made = found[0].load()()
    assert isinstance(made, Game)
    return made
