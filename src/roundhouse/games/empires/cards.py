"""The cards of Small Railroad Empires, one line each: what a train card and an achievement ask."""

from __future__ import annotations

from typing import Final

from roundhouse.games.empires.board import BLUE, GREEN, GREY, YELLOW
from roundhouse.games.empires.feats import (
    CardsOfColour,
    Claims,
    ColoursPlayed,
    CrossedAll,
    Delivered,
    LinesOf,
    Money,
    TracksOn,
    crosses,
    delivers,
    reaches,
)

ENGINES: Final = {
    "coal": delivers("coal"),
    "timber": delivers("timber"),
    "grain": delivers("grain"),
    "steel": delivers("steel"),
    "lake": crosses(BLUE),
    "mountain": crosses(GREY),
    "country": crosses(GREEN | YELLOW),
    "express": reaches(5),
}

ACHIEVEMENTS: Final = {
    "long_track": LinesOf(5),
    "collector": ColoursPlayed(4),
    "bridge": TracksOn(BLUE, 3),
    "longer_track": LinesOf(9),
    "investor": CardsOfColour(3),
    "landscape": CrossedAll(),
    "tunnel": TracksOn(GREY, 3),
    "treasure": Money(9),
    "overachiever": Claims(3),
    "delivery": Delivered(5, 4),
}
