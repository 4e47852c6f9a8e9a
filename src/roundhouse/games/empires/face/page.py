"""The table of Small Railroad Empires on a page: a view and the box in, HTML out. It never sees a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundhouse.draw.face import About, Face
from roundhouse.draw.rendering import regions_of
from roundhouse.games.empires.face.cards import card_faces, figures, gallery, picture
from roundhouse.games.empires.face.log import log_line, outcome
from roundhouse.games.empires.face.map import board
from roundhouse.games.empires.face.panels import achievements, dock, seats
from roundhouse.games.empires.face.rendering import Rendering
from roundhouse.games.empires.face.tally import facts
from roundhouse.games.empires.face.words import breakdown, progress

# The tabs of a phone: what they are called and show.
TABS: Final = (
    ("", "hand", "Cards"),
    ("words", "sre-length", "Choices"),
    ("supply", "sre-goal", "Goals"),
    ("log", "log", "Log"),
)
USUAL: Final = {"edition": "draft", "deliveries": "any connected", "passengers": False, "start_money": "printed"}


def options_text(options: Mapping[str, object]) -> str:
    """The options that set a table apart."""
    names = {
        "edition": f"{options['edition']} edition",
        "deliveries": str(options["deliveries"]),
        "passengers": "passengers",
        "start_money": "staggered start money",
    }
    return ", ".join(name for option, name in names.items() if options[option] != USUAL[option]).capitalize()


regions: Final = regions_of(Rendering, board=board, seats=seats, supply=achievements, dock=dock)
ABOUT: Final = About(
    kind="Pick up and deliver over a country of tiles: lay track, send goods to cities, and take the longest line.",
    weight="Light to medium",
    why="two tracks and one delivery make a turn; what takes thought is whose goods are gone by then.",
    minutes="45 to 60",
    chance="Luck is in how the country falls, which train cards come, and a secret contract. There are no dice.",
    likes="Those who like maps, detours that pay, and a plan that fits a game of a known length.",
    not_for="Those who want to fight: one takes a good or a place from another, but never breaks what is built.",
)
FACE: Final = Face(
    regions=regions,
    log_line=log_line,
    breakdown=breakdown,
    progress=progress,
    card_faces=card_faces,
    gallery=gallery,
    figures=figures,
    options_text=options_text,
    picture=picture,
    outcome=outcome,
    facts=facts,
    shown=(100, "Works with their goods, cities with what they ask for, and between them the tracks of the seats."),
    blurb="Lay track over a country of tiles, and send goods to its cities on the longest line that pays.",
    about=ABOUT,
    wash="var(--sheet)",
    tabs=TABS,
)
