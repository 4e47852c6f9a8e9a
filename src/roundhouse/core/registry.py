"""Which games there are: the house's own, and others by entry points in the group `roundhouse.games`."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Final

from roundhouse.core.errors import UnknownGame
from roundhouse.core.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

HOUSE: Final = {
    "trains": "roundhouse.games.trains.rules",
    "spyrium": "roundhouse.games.spyrium.rules",
    "empires": "roundhouse.games.empires.rules",
    "empyreal": "roundhouse.games.empyreal.rules",
}
OPENED: Final[dict[str, Game]] = {}


def guests() -> dict[str, EntryPoint]:
    """The games of other packages by id; of two of the same id the one found first."""
    from importlib.metadata import entry_points  # loaded only when they are asked for: it takes longer than the engine

    return {e.name: e for e in reversed(list(entry_points(group="roundhouse.games")))}


def games() -> list[str]:
    """The ids of all games, sorted."""
    return sorted({*HOUSE, *guests(), *OPENED})


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
        found = guests().get(id)
        if found is None:
            raise UnknownGame(f"There is no game {id!r}; there are {', '.join(games())}.")
        made = found.load()()
    assert isinstance(made, Game)
    return made


# what lies beside a game's rules


def beside(game: Game, name: str) -> ModuleType | None:
    """The module of that name in the folder of a game's rules, as `face.page`; None if it has none."""
    folder = type(game).__module__.rpartition(".")[0]
    try:
        found = find_spec(f"{folder}.{name}") if folder else None
    except ModuleNotFoundError:  # not even the folder that it would lie in
        found = None
    return import_module(f"{folder}.{name}") if found else None


def ledger(game: Game) -> str:
    """The file of a game's rules, clause by clause; "" if there is none."""
    return file_beside(game, "rules.md")


def file_beside(game: Game, *name: str) -> str:
    """The file of that name in the folder of a game's rules; "" if there is none."""
    place = os.path.join(os.path.dirname(str(sys.modules[type(game).__module__].__file__)), *name)
    return place if os.path.isfile(place) else ""
