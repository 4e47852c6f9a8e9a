"""The cards of Small Railroad Empires, one line each: what an engine and an achievement ask."""

from __future__ import annotations

from typing import Final

from roundhouse.games.empires.board import BLUE, GREEN, GREY, YELLOW
from roundhouse.games.empires.verbs import (
    cards_of_colour,
    claims,
    colours_played,
    crossed_all,
    crosses,
    delivered,
    delivers,
    lines_of,
    money,
    reaches,
    tracks_on,
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
    "long_track": lines_of(5),
    "collector": colours_played(4),
    "bridge": tracks_on(BLUE, 3),
    "longer_track": lines_of(9),
    "investor": cards_of_colour(3),
    "landscape": crossed_all(),
    "tunnel": tracks_on(GREY, 3),
    "treasure": money(9),
    "overachiever": claims(3),
    "delivery": delivered(5, 4),
}
