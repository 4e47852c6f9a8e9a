"""The table of Spyrium on a page: a view and the box in, HTML out. It never sees a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roundhouse.draw.face import About, Face
from roundhouse.draw.markup import Markup
from roundhouse.draw.rendering import regions_of
from roundhouse.games.spyrium.board import TRACKS
from roundhouse.games.spyrium.face.figures import figures
from roundhouse.games.spyrium.face.log import log_line, outcome
from roundhouse.games.spyrium.face.looks import card_faces, gallery, picture
from roundhouse.games.spyrium.face.market import board
from roundhouse.games.spyrium.face.rendering import Rendering
from roundhouse.games.spyrium.face.tally import facts, round_of
from roundhouse.games.spyrium.face.words import breakdown, progress
from roundhouse.games.spyrium.face.works import dock, seats, streets, strip

# The tabs of a phone: what they are called and show, the first being the dock.
TABS: Final = (
    ("", "sp-works", "Works"),
    ("seats", "sp-rivals", "Rivals"),
    ("words", "words", "Words"),
    ("log", "log", "Log"),
)


def options_text(options: Mapping[str, object]) -> str:
    """The options that set a table apart."""
    return "" if options["residence_track"] == TRACKS[0] else f"residences {options['residence_track']}"


def board_or_streets(look: Rendering) -> Markup:
    return board(look, streets(look))


regions: Final = regions_of(Rendering, board=board_or_streets, seats=seats, dock=dock, strip=strip)
ABOUT: Final = About(
    kind="Worker placement in two moves: first stand beside the cards of a market, then step away for money or a card.",
    weight="Medium to heavy",
    why="there are few things to do, but when to do each depends on what everybody else is about to.",
    minutes="75 to 90",
    chance="Luck is in which cards, events and tokens come, the same for all. There are no dice and no hands of cards.",
    likes="Those who like tight money, prices made by people, and to wait just one move longer than the others.",
    not_for="Those who want to build in peace: whoever stands beside your card makes it dearer.",
)
FACE: Final = Face(
    regions=regions,
    log_line=log_line,
    outcome=outcome,
    breakdown=breakdown,
    progress=progress,
    card_faces=card_faces,
    gallery=gallery,
    figures=figures,
    options_text=options_text,
    picture=picture,
    round_of=round_of,
    round_word="Turn",
    facts=facts,
    shown=(115, "Workers stand between the cards of the market; at the left the event of the turn and the residences."),
    blurb="Place workers between the cards of a market, then choose when to buy, or to earn by the crowd.",
    about=ABOUT,
    tabs=TABS,
)
