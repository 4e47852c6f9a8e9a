"""The table of Small Railroad Empires on a page: a view and the box in, HTML out. It never sees a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from roundhouse.draw.cards import counted
from roundhouse.draw.face import Action, Face, Last, View
from roundhouse.draw.marks import EMPTY, attrs, doing, icon, joined, seat_icon
from roundhouse.draw.panels import Choice, SeatLook, label, words_list
from roundhouse.draw.words import sentence
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.face.cards import card_faces, figures, gallery, picture
from roundhouse.games.empires.face.log import log_line, outcome
from roundhouse.games.empires.face.map import board
from roundhouse.games.empires.face.panels import achievements, dock, seats
from roundhouse.games.empires.face.pieces import crown
from roundhouse.games.empires.face.sight import Sight
from roundhouse.games.empires.face.words import (
    STEP_OF,
    STEPS,
    aside,
    breakdown,
    by_action,
    doubt,
    heading,
    long,
    price,
    progress,
    way_words,
)

# The tabs of a phone: what they are called and show.
TABS: Final = (
    ("", "hand", "Cards"),
    ("words", "sre-length", "Choices"),
    ("supply", "sre-goal", "Goals"),
    ("log", "log", "Log"),
)
USUAL: Final = {"edition": "draft", "deliveries": "any connected", "passengers": False}


def regions(
    view: View,
    box: EmpiresBox,
    seats_: Sequence[SeatLook],
    last: Last | None = None,
    past: bool = False,
) -> dict[str, Markup]:
    """The parts of the table page. `last` is the seat and the words of the last decision, to ring what it moved.

    In a position of the `past` nothing can be chosen.
    """
    look = Sight(view, box, seats_, last, past)
    board_, goals, dock_ = board(look), achievements(look), dock(look)
    return {
        "prompt": prompt(look),  # after the others: what they had no place for becomes a button
        "board": board_,
        "seats": seats(look),
        "supply": goals,
        "words": words(look),
        "dock": dock_,
    }


def options_text(options: Mapping[str, object]) -> str:
    """The options that set a table apart."""
    told = []
    if options["edition"] != USUAL["edition"]:
        told.append(f"{options['edition']} edition")
    if options["deliveries"] != USUAL["deliveries"]:
        told.append(str(options["deliveries"]))
    if options["passengers"]:
        told.append("passengers")
    return ", ".join(told).capitalize()


def prompt(look: Sight) -> Markup:
    view, told = look.view, look.no_choice()
    if told is not None:
        return sign(look, *told, EMPTY)
    spoken = [a for a in look.actions if a["action"] not in look.placed]
    buttons = joined([button(look, a) for a in spoken])
    return sign(look, view["seat"], heading(view, look.box), aside(view, look.box), buttons)


def sign(look: Sight, seat: int, head: str, line: str, buttons: Markup) -> Markup:
    money = look.view["players"][seat]["money"]
    purse = Markup('<span class="purse"{}>{}${}</span>').format(
        attrs(role="img", aria_label=f"{money} dollars"), icon("coin"), money
    )
    over = look.view["over"]
    return Markup('{}<div class="say"><h1>{}</h1><p><span class="long">{}</span></p></div>{}{}{}').format(
        seat_icon(seat), head, line, EMPTY if over else steps(look), EMPTY if over else purse, buttons
    )


def steps(look: Sight) -> Markup:
    """The steps of the turn, and which of them this is."""
    now = STEP_OF.get(look.view["step"], -1)
    if now < 0:
        return EMPTY
    items = [
        Markup("<li{}>{}</li>").format(
            attrs(cls="done" if i < now else "now" if i == now else "", aria_current="step" if i == now else ""), word
        )
        for i, word in enumerate(STEPS)
    ]
    return Markup('<ol class="steps" aria-label="Steps of the turn">{}</ol>').format(joined(items))


def button(look: Sight, action: Action) -> Markup:
    """A choice that lies nowhere on the table."""
    said = action["words"]
    saved = ""
    if action["block"] == "stop":
        saved = f", keep ${look.view['players'][look.view['seat']]['third_cost']}"
    return Markup('<button type="button" class="btn legal"{}{}>{}</button>').format(
        doing([action["action"]]),
        attrs(data_tip=sentence(said + saved), aria_label=said + saved, data_confirm=doubt(look.view, action)),
        said[:1].upper() + said[1:],
    )


def words(look: Sight) -> Markup:
    choices = [choice(look, a) for a in look.actions]
    told = counted(len(choices), "choice") if choices else "nothing to decide"
    return label("In words", told) + words_list(choices)


def choice(look: Sight, action: Action) -> Choice:
    """An action in words; of a delivery also where it leads and what it earns."""
    found = by_action(look.ways).get(action["action"])
    if not found:
        return Choice(action["action"], action["words"], price(action))
    best = found[0]
    where = {"line": "", "city": long(best)}.get(action["block"], way_words(look.view, best))
    if len(found) > 1:
        where += f", or {counted(len(found) - 1, 'other city').replace('citys', 'cities')}"
    elif best.lines > 1:
        where += f", {best.lines} lines"
    said = Markup("{} <small>{}</small>").format(action["words"], where) if where else action["words"]
    return Choice(action["action"], said, Markup("${} {}").format(best.all_money, crown(best.all_prestige)))


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
    blurb="Lay track over a country of tiles, and send goods to its cities on the longest line that pays.",
    wash="var(--sheet)",
    tabs=TABS,
)
