"""The table of Spyrium on a page: a view and the box in, HTML out. It never sees a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from roundhouse.draw.cards import counted
from roundhouse.draw.face import Action, Face, Last, View
from roundhouse.draw.marks import EMPTY, attrs, doing, icon, joined, seat_icon
from roundhouse.draw.panels import Choice, SeatLook, label, words_list
from roundhouse.draw.words import sentence
from roundhouse.games.spyrium.board import TRACKS
from roundhouse.games.spyrium.box import SpyriumBox
from roundhouse.games.spyrium.face.figures import figures
from roundhouse.games.spyrium.face.log import log_line
from roundhouse.games.spyrium.face.looks import card_faces, gallery, picture
from roundhouse.games.spyrium.face.market import board
from roundhouse.games.spyrium.face.sight import Sight
from roundhouse.games.spyrium.face.words import aside, breakdown, doubt, heading, points, progress
from roundhouse.games.spyrium.face.works import dock, seats, streets, strip

# The tabs of a phone: what they are called and show, the first being the dock.
TABS: Final = (
    ("", "sp-works", "Works"),
    ("seats", "sp-rivals", "Rivals"),
    ("words", "words", "Words"),
    ("log", "log", "Log"),
)
SPOKEN: Final = ("advance", "pass", "home", "residence")  # buttons as well, wherever else they lie


def regions(
    view: View,
    box: SpyriumBox,
    seats_: Sequence[SeatLook],
    last: Last | None = None,
    past: bool = False,
) -> dict[str, Markup]:
    """The parts of the table page. `last` is the seat and the words of the last decision, to ring what it moved.

    In a position of the `past` nothing can be chosen.
    """
    look = Sight(view, box, seats_, last, past)
    board_, seats_panel, dock_ = board(look, streets(look)), seats(look), dock(look)
    return {
        "prompt": prompt(look),  # after the others: what they had no place for becomes a button
        "strip": strip(look),
        "board": board_,
        "seats": seats_panel,
        "words": words(look),
        "dock": dock_,
    }


def options_text(options: Mapping[str, object]) -> str:
    """The options that set a table apart."""
    return "" if options["residence_track"] == TRACKS[0] else f"residences {options['residence_track']}"


def prompt(look: Sight) -> Markup:
    view, told = look.view, look.no_choice()
    if told is not None:
        return sign(look, *told, EMPTY)
    spoken = [a for a in look.actions if a["action"] not in look.placed or a["block"] in SPOKEN]
    return sign(
        look,
        view["seat"],
        heading(view, box=look.box),
        aside(view, look.box),
        joined([button(look, a) for a in spoken]),
    )


def sign(look: Sight, seat: int, head: str, line: str, buttons: Markup) -> Markup:
    p = look.view["players"][seat]
    purse = EMPTY
    if not look.view["over"]:
        for name, shown, told in (
            ("coin", f"£{p['pounds']}", f"{p['pounds']} pounds"),
            ("sp-gem", p["spyrium"], f"{p['spyrium']} Spyrium"),
        ):
            purse += Markup('<span class="purse"{}>{}{}</span>').format(
                attrs(role="img", aria_label=told), icon(name), shown
            )
    back = "Put back" if look.view["lifted"] is not None and look.actions else ""
    return Markup('{}<div class="say"{}><h1>{}</h1><p><span class="long">{}</span></p></div>{}{}').format(
        seat_icon(seat), attrs(data_undo=back), head, line, purse, buttons
    )


def button(look: Sight, action: Action) -> Markup:
    """A choice as a button in the sign."""
    said = action["words"].replace("count the token as ", "as ").replace(" the residence track", "")
    cost = look.price(action)
    tip = sentence(action["words"] + (f": {cost}" if cost else ""))
    return Markup('<button type="button" class="btn legal"{}{}>{}</button>').format(
        doing([action["action"]]),
        attrs(data_tip=tip, aria_label=action["words"], data_confirm=doubt(look.view, action)),
        said[:1].upper() + said[1:],
    )


def words(look: Sight) -> Markup:
    choices = [Choice(a["action"], a["words"], look.price(a)) for a in look.actions]
    told = counted(len(choices), "choice") if choices else "nothing to decide"
    return label("In words", told) + words_list(choices)


FACE: Final = Face(
    regions=regions,
    log_line=log_line,
    breakdown=breakdown,
    progress=progress,
    card_faces=card_faces,
    gallery=gallery,
    points=points,
    figures=figures,
    options_text=options_text,
    picture=picture,
    blurb="Place workers between the cards of a market, then choose when to buy, or to earn by the crowd.",
    tabs=TABS,
)
