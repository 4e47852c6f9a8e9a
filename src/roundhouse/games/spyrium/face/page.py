"""The table of Spyrium on a page: a view and the box in, HTML out. It never sees a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from roundhouse.draw.face import Face, Last, View
from roundhouse.draw.panels import SeatLook
from roundhouse.games.spyrium.board import TRACKS
from roundhouse.games.spyrium.box import SpyriumBox
from roundhouse.games.spyrium.face.figures import figures
from roundhouse.games.spyrium.face.log import log_line
from roundhouse.games.spyrium.face.looks import card_faces, gallery, picture
from roundhouse.games.spyrium.face.market import board
from roundhouse.games.spyrium.face.rendering import Rendering
from roundhouse.games.spyrium.face.words import breakdown, progress
from roundhouse.games.spyrium.face.works import dock, seats, streets, strip

# The tabs of a phone: what they are called and show, the first being the dock.
TABS: Final = (
    ("", "sp-works", "Works"),
    ("seats", "sp-rivals", "Rivals"),
    ("words", "words", "Words"),
    ("log", "log", "Log"),
)


def regions(
    view: View, box: SpyriumBox, seats_: Sequence[SeatLook], last: Last | None = None, past: bool = False
) -> dict[str, Markup]:
    """The parts of the table page."""
    look = Rendering(view, box, seats_, last, past)
    return look.regions(board=board(look, streets(look)), seats=seats(look), dock=dock(look), strip=strip(look))


def options_text(options: Mapping[str, object]) -> str:
    """The options that set a table apart."""
    return "" if options["residence_track"] == TRACKS[0] else f"residences {options['residence_track']}"


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
    blurb="Place workers between the cards of a market, then choose when to buy, or to earn by the crowd.",
    tabs=TABS,
)
