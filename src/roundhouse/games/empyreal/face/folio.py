"""A folio: specialists, the conductor's path over the railyard, mana, delivered goods and demand tiles."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from roundhouse.core.words import capital, counted, listed
from roundhouse.draw.cards import classes
from roundhouse.draw.face import View
from roundhouse.draw.marks import EMPTY, attrs, doing, icon, joined, letter, shell
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import label
from roundhouse.games.empyreal.actions import COLUMNS, PLACES, activated
from roundhouse.games.empyreal.board import GOODS
from roundhouse.games.empyreal.face.cars import car, car_words, card_of, good, person, person_words
from roundhouse.games.empyreal.face.pieces import STOP_NAMES, card_attrs, cost_tag, div, gems, won_tile
from roundhouse.games.empyreal.face.rendering import Rendering
from roundhouse.games.empyreal.face.setup import setting_up, tray
from roundhouse.games.empyreal.face.words import IN_YARD, action_label, cost_of, departure_words, mana


def dock(look: Rendering) -> Markup:
    """The own folio, or what is chosen before there is one."""
    return setting_up(look) or tray(look) or folio(look, look.me)


def folio(look: Rendering, seat: int) -> Markup:
    p = look.view["players"][seat]
    whose = "" if seat == look.viewer else f"{look.name(seat)}\u2019s "
    home = f"{whose}{p['company_title']}, home terrain {p['home']}"
    gained = counted(sum(1 for c in p["yard"] if c and not c["printed"]), "spellcar")
    return (
        div("zone staff", label("Specialists"), staff(look, seat, True))
        + div("zone yard", label("Railyard", home, f"{gained} gained"), yard(look, seat, True))
        + div("zone stores", *stores(look, seat))
    )


def whose_place(look: Rendering, seat: int, own: str) -> str:
    """Where the cards of a folio lie, to whom looks at it."""
    return own if seat == look.viewer else f"{look.name(seat)}\u2019s folio"


# specialists


def staff(look: Rendering, seat: int, own: bool) -> Markup:
    """The specialists of a seat; those of the own folio can be used."""
    people = look.view["players"][seat]["staff"]
    cards = [specialist(look, slot, one, own) for slot, one in enumerate(people) if one is not None]
    whose = attrs(data_where=whose_place(look, seat, "Your specialists"))
    return Markup('<div class="people n{}"{}>{}</div>').format(len(cards), whose, joined(cards))


def specialist(look: Rendering, slot: int, one: View, own: bool) -> Markup:
    found = look.of("use", slot) if own else []
    words = person_words(one)
    piece = f"person-{one['card']}" if own else ""
    chosen = card_attrs(
        look, found, f"Use {words}" if found else words, look.tip(words, found), piece, card=one["card"]
    )
    return person(one, attrs=chosen, legal=bool(found))


# the conductor and the railyard


def yard(look: Rendering, seat: int, own: bool) -> Markup:
    """The path of the conductor over the railyard; only on the own folio something can be chosen."""
    p = look.view["players"][seat]
    at = p["conductor"]
    now = Markup('<div class="col-now" style="grid-column:{}"></div>').format(at + 1) if 0 < at <= COLUMNS else EMPTY
    stops = [stop(look, at, i, name, own) for i, name in enumerate(STOP_NAMES)]
    path = Markup('<div class="path" role="group" aria-label="Conductor at {}">{}</div>').format(
        p["stop"], joined(stops)
    )
    cells = [berth(look, seat, place, own) for place in range(PLACES)]
    fares = EMPTY
    if own:
        cells += [departure(look, column) for column in range(COLUMNS)]
        fares = fare("emp-pawn", "", "moving the conductor", p["prices"]["moves"])
        fares += fare("emp-car", " r", "the spellcars you activate", accumulate(p["prices"]["activate"]))
    where = attrs(data_where=whose_place(look, seat, "Your railyard"))
    return Markup('<div class="yardgrid seat-{}{}"{}>{}{}{}{}</div>').format(
        letter(seat), "" if own else " small", where, now, path, joined(cells), fares
    )


def stop(look: Rendering, at: int, i: int, name: str, own: bool) -> Markup:
    """A space of the conductor's path, and what moving there costs."""
    found = look.of("move", i - 1) if own and i else []
    inner, tip = Markup("{}{}").format(name, icon("emp-pawn", cls="pawn") if i == at else EMPTY), ""
    if found:
        cost = cost_of(found[0]) or 0
        inner += cost_tag(cost)
        tip = f"{capital(found[0]['words'])}\n{counted(i - at, 'step')}: {mana(cost)}."
    kind = ["end" if i in (0, COLUMNS + 1) else "", "here" if i == at else "", "legal" if found else ""]
    return shell(
        "button" if found else "span",
        look.doing(found),
        inner,
        cls=classes("stopo", *kind),
        style=f"grid-column:{i + 1}",
        aria_label=tip.replace("\n", ", "),
        data_tip=tip,
    )


def departure(look: Rendering, column: int) -> Markup:
    """Moving the conductor here and activating all that can be paid: how many they are, and the mana for both."""
    found = look.departure(column)
    if found is None:
        return EMPTY
    words, cost = capital(departure_words(found)), -found["mana"]
    first, *then = found["actions"]
    row = activated(then[0])[0] // COLUMNS if then else 0  # at the first car that it activates
    yard = look.view["players"][look.view["seat"]]["yard"]
    cars = listed([yard[activated(a)[0]]["title"] for a in then[: found["cars"]]], "and")
    after = "Nothing is asked after that: the turn ends." if found["ends"] else "What a build costs comes on top."
    return Markup('<button type="button"{}{}>{}</button>').format(
        attrs(
            cls="depart legal",
            style=f"grid-row:{row + 2};grid-column:{column + 2}",
            aria_label=f"{words}: {mana(cost)}",
            data_tip=f"{words}\n{cars}.\n{capital(mana(cost))}, the move included. {after}",
        ),
        doing([first], then),
        Markup("{}{}{}").format(icon("emp-car", cls=""), found["cars"], cost_tag(cost)),
    )


def fare(mark: str, cls: str, words: str, prices: Iterable[int]) -> Markup:
    """A column of prices at the side of the railyard."""
    rows = [Markup("<span>{}<i>{}</i></span>").format(i + 1, n) for i, n in enumerate(prices)]
    group = attrs(cls=f"fare{cls}", data_tip=f"Mana for {words}", role="group", aria_label=f"Mana for {words}")
    return Markup("<div{}><b>{}{}</b>{}</div>").format(group, icon(mark, cls=""), icon("emp-gem", cls=""), joined(rows))


def berth(look: Rendering, seat: int, place: int, own: bool) -> Markup:
    """A place of the railyard: a car or a gap, with all that can be done there."""
    one = look.view["players"][seat]["yard"][place]
    found = [a for a in look.at(*IN_YARD) if a["thing"] == place] if own else []
    row, column = divmod(place, COLUMNS)
    style = f"grid-row:{row + 2};grid-column:{column + 2}"
    name = f"Railyard {look.box.place(place)}"
    words = f"{name}, free" if one is None else f"{name}: {car_words(look.box, one['car'])}"
    cost = cost_of(found[0]) if found else None
    chosen = card_attrs(
        look,
        found,
        action_label(found, "" if cost is None else f", {cost} mana") + words,
        look.tip(words, found) if one or found else "",
        f"car-{one['car']}" if one and own and not one["printed"] else "",
        style,
        one is not None,
        card_of(look.box, one["car"]) if one else "",
    )
    if one is None:
        kind = attrs(cls=classes("car hole", "legal" if found else ""))
        tag, inner = ("button", "here") if found else ("div", "free")
        return Markup("<{0} {1}{2}>{3}</{0}>").format(tag, kind, chosen, inner)
    flag, state = flagged(look, seat, place)
    compact = not own or one["printed"]
    drawn = car(look.box, one["car"], attrs=chosen, legal=bool(found), cls=state, flag=flag, compact=compact)
    if cost is None:
        return drawn
    return drawn + Markup('<span class="over" style="{}">{}</span>').format(style, cost_tag(cost))


def flagged(look: Rendering, seat: int, place: int) -> tuple[str, str]:
    """How far an activation has come: at work now, or waiting for its turn."""
    view = look.view
    if view["over"] or view["turn"] != seat:
        return "", ""
    if view["working"] == place:
        return "now", "is-now"
    if any(d["place"] == place for d in view["declared"]):
        return "paid" if view["step"] == "Declare" else "next", "is-next"
    return "", ""


# mana, goods, tiles


def stores(look: Rendering, seat: int) -> list[Markup]:
    view = look.view
    p = view["players"][seat]
    tiles, needed = p["tiles"], view["needed"]
    return [
        label("Mana", end=f"{p['ready']} ready, {p['spent']} spent"),
        gems(p["ready"], p["spent"], look.box.most_mana),
        label("Delivered", end=counted(sum(p["goods"]), "good")),
        delivered(p),
        label("Demand tiles", end=f"{len(tiles)} of {needed}"),
        div("tiles", *[won_tile(t) for t in [*tiles, *[None] * (needed - len(tiles))]]),
    ]


def delivered(p: View) -> Markup:
    """Goods by colour: how many are on the folio; the tip adds how many lie in the network."""
    cells = [
        Markup("<span{}>{}{}</span>").format(
            attrs(
                cls="" if n else "zero",
                data_tip=f"{n} {GOODS[colour]} delivered\n{p['in_network'][colour]} in the network.",
            ),
            good(colour),
            n,
        )
        for colour, n in enumerate(p["goods"])
    ]
    return div("delivered", *cells)
