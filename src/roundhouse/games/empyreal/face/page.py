"""The table of Empyreal on a page: a view and the box in, HTML out. It never sees a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundhouse.draw.face import About, Face
from roundhouse.draw.rendering import regions_of
from roundhouse.games.empyreal.face.card_faces import card_faces, gallery, picture
from roundhouse.games.empyreal.face.figures import figures
from roundhouse.games.empyreal.face.folio import dock
from roundhouse.games.empyreal.face.log import log_line, outcome
from roundhouse.games.empyreal.face.map import board
from roundhouse.games.empyreal.face.market import supply
from roundhouse.games.empyreal.face.rendering import Rendering
from roundhouse.games.empyreal.face.seats import seats
from roundhouse.games.empyreal.face.tally import facts
from roundhouse.games.empyreal.face.words import breakdown, endings, progress

# The tabs of a phone: what they are called and show.
TABS: Final = (
    ("", "emp-spellcar", "Folio"),
    ("supply", "supply", "Market"),
    ("goals", "emp-achievement", "Goals"),
    ("words", "words", "Words"),
    ("log", "log", "Log"),
)


def options_text(options: Mapping[str, object]) -> str:
    """The options that set a table apart."""
    names = []
    if options["awards"] != "off":
        names.append("expert awards" if options["awards"] == "expert" else "awards")
    names += [str(name).replace("_", " ") for name in ("epic", "open_information", "friendly") if options[name]]
    if options["teams"] != "off":
        names.append(str(options["teams"]))
    return ", ".join(names).capitalize()


regions: Final = regions_of(Rendering, board=board, seats=seats, supply=supply, dock=dock)
ABOUT: Final = About(
    kind="Network building with an engine of your own: spellcars lay track, specialists bend the rules, goods score.",
    weight="Heavy",
    why="no two companies are alike, and every spellcar and specialist has words of its own.",
    minutes="60 to 120",
    chance="Luck is in where goods and demands lie, and in which spellcars and specialists turn up. There are no dice.",
    likes="Those who like to find out what fits together, and to play a company again because it went so differently.",
    not_for="Those who want to know everything before they begin: there is too much to read in one evening.",
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
    endings=endings,
    shown=(150, "A good lies on every hex at first; cities hold demand tiles, and shapes are the tracks of the seats."),
    blurb="Couple spellcars and cast your railway over lava and ice, and bring the cities what they ask for.",
    about=ABOUT,
    wash="var(--cat-action)",
    tabs=TABS,
)
