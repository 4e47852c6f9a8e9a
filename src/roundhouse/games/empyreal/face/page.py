"""The table of Empyreal on a page: a view and the box in, HTML out. It never sees a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from roundhouse.draw.cards import counted
from roundhouse.draw.face import Action, Face, Last, View
from roundhouse.draw.marks import EMPTY, attrs, doing, icon, joined, seat_icon
from roundhouse.draw.panels import Choice, SeatLook, label, words_list
from roundhouse.draw.words import sentence
from roundhouse.games.empyreal.actions import SIZES
from roundhouse.games.empyreal.board import COLOUR_NAMES
from roundhouse.games.empyreal.box import SIZE_NAMES, EmpyrealBox
from roundhouse.games.empyreal.face.card_faces import card_faces, gallery, picture
from roundhouse.games.empyreal.face.cars import good
from roundhouse.games.empyreal.face.figures import figures
from roundhouse.games.empyreal.face.folio import dock
from roundhouse.games.empyreal.face.log import log_line, outcome
from roundhouse.games.empyreal.face.map import board
from roundhouse.games.empyreal.face.market import supply
from roundhouse.games.empyreal.face.pieces import face_of
from roundhouse.games.empyreal.face.seats import seats
from roundhouse.games.empyreal.face.sight import Sight
from roundhouse.games.empyreal.face.words import (
    aside,
    breakdown,
    capital,
    doubt,
    endings,
    goes_on,
    heading,
    hint,
    points,
    price,
    progress,
    stop_words,
)

# The tabs of a phone: what they are called and show.
TABS: Final = (
    ("", "emp-spellcar", "Folio"),
    ("supply", "supply", "Market"),
    ("goals", "emp-achievement", "Goals"),
    ("words", "words", "Words"),
    ("log", "log", "Log"),
)
SHORT: Final = {
    "skip": "Skip",
    "no_delivery": "Deliver nothing",
    "no_tile": "No tile",
    "no_copy": "Copy nothing",
    "collect_all": "Collect all",
}
UPGRADES: Final = ("emp-gain-mana", "emp-gain-spec", "emp-gain-car")
FEWEST: Final = 2  # goods for the smallest demand tile
LONG: Final = 3  # with more buttons than these the second line has no room


def regions(
    view: View,
    box: EmpyrealBox,
    seats_: Sequence[SeatLook],
    last: Last | None = None,
    past: bool = False,
) -> dict[str, Markup]:
    """The parts of the table page. `last` is the seat and the words of the last decision, to ring what it moved.

    In a position of the `past` nothing can be chosen.
    """
    look = Sight(view, box, seats_, last, past)
    parts = {"board": board(look), "seats": seats(look), "supply": supply(look), "dock": dock(look)}
    return {"prompt": prompt(look), "words": words(look), **parts}  # what has no place becomes a button of the sign


def options_text(options: Mapping[str, object]) -> str:
    """The options that set a table apart."""
    told = []
    if options["awards"] != "off":
        told.append("expert awards" if options["awards"] == "expert" else "awards")
    told += [str(name).replace("_", " ") for name in ("epic", "open_information", "friendly") if options[name]]
    if options["teams"] != "off":
        told.append(str(options["teams"]))
    return ", ".join(told).capitalize()


# the sign


def prompt(look: Sight) -> Markup:
    view, told = look.view, look.no_choice("turn" if look.view["turn"] == look.view["seat"] else "decision")
    if told is not None:
        seat, head, line = told
        if view["over"]:
            ended = endings(view, [who.name for who in look.seats])
            line = sentence(" and ".join(ended)) if ended else ""
        return sign(look, seat, head, line, EMPTY)
    spoken = [a for a in look.actions if a["action"] not in look.placed]
    buttons = joined([button(look, a) for a in spoken])
    return sign(look, view["seat"], heading(view), aside(view, look.box) if len(spoken) <= LONG else "", buttons)


def sign(look: Sight, seat: int, head: str, line: str, buttons: Markup) -> Markup:
    p = look.view["players"][seat]
    owned = p["ready"] + p["spent"]
    purse = Markup('<span class="purse"{}>{}{} <small>of {} mana</small></span>').format(
        attrs(role="img", aria_label=f"{p['ready']} mana of {owned}"), icon("emp-gem"), p["ready"], owned
    )
    shown = EMPTY if look.view["over"] or not look.view["round"] else purse
    return Markup('{}<div class="say"><h1>{}</h1><p><span class="long">{}</span></p></div>{}{}').format(
        seat_icon(seat), head, line, shown, buttons
    )


def button(look: Sight, action: Action) -> Markup:
    """A choice that lies nowhere on the table, or only in the key of the map."""
    block, said = action["block"], action["words"]
    cls = "btn legal" if goes_on(look.view, action) else "btn legal quiet"
    short, told = hint(look.view, look.box.most_mana, action)
    small = Markup("<small>{}</small>").format(short) if short else EMPTY
    tip = sentence(said)
    if block == "colour":
        inner, cls = good(action["thing"]), "btn legal pick-good"
    elif block == "tile":
        inner, told = tile(look, action["thing"])
    elif block == "upgrade":
        inner = Markup("{}<span>{}{}</span>").format(
            icon(UPGRADES[action["thing"]]), capital(said.removeprefix("upgrade ")), small
        )
    else:
        what = stop_words(look.view) if block == "stop" else SHORT.get(block, capital(said))
        inner = Markup("<span>{}{}</span>").format(what, small)
    if told:
        tip = f"{capital(said)}\n{told}"
    return Markup('<button type="button"{}{}>{}</button>').format(
        doing([action["action"]]),
        attrs(cls=cls, data_tip=tip, aria_label=said, aria_description=told, data_confirm=doubt(action)),
        inner,
    )


def tile(look: Sight, thing: int) -> tuple[Markup, str]:
    """A demand tile to take, drawn in its colour, and what it needs and scores."""
    colour, size = divmod(thing, SIZES)
    needs, points = size + FEWEST, look.box.tile_points[size]
    drawn = Markup('<i class="dt" style="--face:{}">{}<b>{}</b></i>').format(
        face_of(COLOUR_NAMES[colour]), icon("emp-demand", cls=""), needs
    )
    inner = Markup("{}<span>{}<small>{}</small></span>").format(
        drawn, capital(SIZE_NAMES[size]), counted(points, "point")
    )
    return inner, f"For {needs} goods in one delivery; {counted(points, 'point')} at the end."


# in words


def words(look: Sight) -> Markup:
    choices = [Choice(a["action"], a["words"], price(look.view, a)) for a in look.actions]
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
    outcome=outcome,
    endings=endings,
    blurb="Couple spellcars and cast your railway over lava and ice, and bring the cities what they ask for.",
    wash="var(--cat-action)",
    tabs=TABS,
)
