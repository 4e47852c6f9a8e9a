"""Roundhouse: four railway-age board games on one engine."""

from __future__ import annotations

from roundhouse.core.errors import (
    AmbiguousAction,
    BadComponents,
    BadOption,
    BadRecord,
    BadSeats,
    IllegalAction,
    RoundhouseError,
    UnknownAction,
    UnknownGame,
)
from roundhouse.core.game import Game, Option
from roundhouse.core.records import Record, load
from roundhouse.core.registry import game, games
from roundhouse.core.state import State

__version__ = "0.1.0"

__all__ = [
    "AmbiguousAction",
    "BadComponents",
    "BadOption",
    "BadRecord",
    "BadSeats",
    "Game",
    "IllegalAction",
    "Option",
    "Record",
    "RoundhouseError",
    "State",
    "UnknownAction",
    "UnknownGame",
    "game",
    "games",
    "load",
]
