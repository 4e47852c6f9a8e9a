"""A folio: specialists, the conductor's path over the railyard, mana, delivered goods and demand tiles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate

from roundhouse.core.words import capital, counted, listed
from roundhouse.draw.cards import classes
from roundhouse.draw.face import View
from roundhouse.draw.marks import EMPTY, attrs, doing, icon, joined, letter, shell
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import label
from roundhouse.draw.remembered import remembered
from roundhouse.games.empyreal.actions import COLUMNS, PLACES, activated
from roundhouse.games.empyreal.board import GOODS
from roundhouse.games.empyreal.box import EmpyrealBox
from roundhouse.games.empyreal.face.cars import car, car_words, card_of, good, person, person_words
from roundhouse.games.empyreal.face.pieces import STOP_NAMES, about, card_attrs, cost_tag, div, gems, won_tile
from roundhouse.games.empyreal.face.rendering import Rendering
from roundhouse.games.empyreal.face.setup import setting_up, tray
from roundhouse.games.empyreal.face.words import action_label, cost_of, departure_words, mana


def dock(look: Rendering) -> Markup:
    """The own folio, or what is chosen before there is one."""
    return setting_up(look) or tray(look) or folio(look, look.me)


def folio(look: Rendering, seat: int) -> Markup:
    p = look.view["players"][seat]
    whose = "" if seat == look.viewer else f"{look.name(seat)}\u2019s "
    home = f"{whose}{p['company_title']}, home terrain {p['home']}"
    gained = counted(sum(1 for c in p["yard"] if c and not c["printed"]), "spellcar")
    return (
        div("zone staff", label("Specialists"), staff(look, seat))
        + div("zone yard", label("Railyard", home, f"{gained} gained"), yard(look, seat))
        + div("zone stores", *stores(look, seat))
    )


def whose_place(look: Rendering, seat: int, own: str) -> str:
    """Where the cards of a folio lie, to whom looks at it."""
    return own if seat == look.viewer else f"{look.name(seat)}\u2019s folio"


# specialists


def staff(look: Rendering, seat: int) -> Markup:
    """The specialists of the own folio, who can be used."""
    people = look.view["players"][seat]["staff"]
    cards = [specialist(look, slot, one) for slot, one in enumerate(people) if one is not None]
    return people_row(cards, whose_place(look, seat, "Your specialists"))


def people_row(cards: list[Markup], where: str) -> Markup:
    return Markup('<div class="people n{}"{}>{}</div>').format(len(cards), attrs(data_where=where), joined(cards))


def specialist(look: Rendering, slot: int, one: View) -> Markup:
    found = look.of("use", slot)
    if not found:
        return resting(True, one)
    words = person_words(one)
    chosen = card_attrs(look, found, f"Use {words}", look.tip(words, found), f"person-{one['card']}", card=one["card"])
    return person(one, attrs=chosen, legal=True)


@remembered
def resting(own: bool, one: View) -> Markup:
    """A specialist to look at; those of the own folio travel."""
    words, piece = person_words(one), f"person-{one['card']}" if own else ""
    return person(one, attrs=about(False, True, words, words, piece, card=one["card"]))


# the conductor and the railyard


def yard(look: Rendering, seat: int) -> Markup:
    """The path of the conductor over the railyard, on the own folio, where something can be chosen."""
    p = look.view["players"][seat]
    at = p["conductor"]
    stops = [stop(look, at, i) for i in range(len(STOP_NAMES))]
    cells = [berth(look, seat, place) for place in range(PLACES)]
    cells += [departure(look, column) for column in range(COLUMNS)]
    fares = fare("emp-pawn", "", "moving the conductor", p["prices"]["moves"])
    fares += fare("emp-car", " r", "the spellcars you activate", accumulate(p["prices"]["activate"]))
    return grid(seat, p, "", whose_place(look, seat, "Your railyard"), stops, cells, fares)


def grid(seat: int, p: View, cls: str, where: str, stops: list[Markup], cells: list[Markup], fares: Markup) -> Markup:
    at = p["conductor"]
    now = Markup('<div class="col-now" style="grid-column:{}"></div>').format(at + 1) if 0 < at <= COLUMNS else EMPTY
    path = Markup('<div class="path" role="group" aria-label="Conductor at {}">{}</div>').format(
        p["stop"], joined(stops)
    )
    return Markup('<div class="yardgrid seat-{}{}"{}>{}{}{}{}</div>').format(
        letter(seat), cls, attrs(data_where=where), now, path, joined(cells), fares
    )


def stop(look: Rendering, at: int, i: int) -> Markup:
    """A space of the conductor's path, and what moving there costs."""
    found = look.of("move", i - 1) if i else []
    if not found:
        return space(at, i)
    cost = cost_of(found[0]) or 0
    tip = f"{capital(found[0]['words'])}\n{counted(i - at, 'step')}: {mana(cost)}."
    return space(at, i, look.doing(found), cost_tag(cost), tip)


@lru_cache(2048, typed=True)
def space(at: int, i: int, acts: Markup = EMPTY, tag: Markup = EMPTY, tip: str = "") -> Markup:
    kind = ["end" if i in (0, COLUMNS + 1) else "", "here" if i == at else "", "legal" if acts else ""]
    pawn = icon("emp-pawn", cls="pawn") if i == at else EMPTY
    return shell(
        "button" if acts else "span",
        acts,
        Markup("{}{}{}").format(STOP_NAMES[i], pawn, tag),
        cls=classes("stopo", *kind),
        style=f"grid-column:{i + 1}",
        aria_label=tip.replace("\n", ", "),
        data_tip=tip,
    )


@remembered
def whole(
    box: EmpyrealBox, seat: int, p: View, needed: int, flags: list[tuple[str, str]], people: str, cars: str
) -> Markup:
    """A folio to look at, in full: railyard, specialists with their texts, delivered goods; and where these lie."""
    head = Markup(
        "<p><b>{}</b>, home {}: {} of {} mana ready, {} of {} demand tiles, {} trains left.</p>"
    ).format(
        p["company_title"], p["home"], p["ready"], p["ready"] + p["spent"], len(p["tiles"]), needed, p["cars"]
    )  # fmt: skip
    stops = [space(p["conductor"], i) for i in range(len(STOP_NAMES))]
    cells = [parked(box, place, one, False, *flags[place]) for place, one in enumerate(p["yard"])]
    staff = people_row([resting(False, one) for one in p["staff"] if one is not None], people)
    return div("whole", head, grid(seat, p, " small", cars, stops, cells, EMPTY), staff, delivered(p))


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
    return fare_of(mark, cls, words, tuple(prices))


@lru_cache(256)
def fare_of(mark: str, cls: str, words: str, prices: tuple[int, ...]) -> Markup:
    rows = [Markup("<span>{}<i>{}</i></span>").format(i + 1, n) for i, n in enumerate(prices)]
    group = attrs(cls=f"fare{cls}", data_tip=f"Mana for {words}", role="group", aria_label=f"Mana for {words}")
    return Markup("<div{}><b>{}{}</b>{}</div>").format(group, icon(mark, cls=""), icon("emp-gem", cls=""), joined(rows))


def berth(look: Rendering, seat: int, place: int) -> Markup:
    """A place of the own railyard: a car or a gap, with all that can be done there."""
    one = look.view["players"][seat]["yard"][place]
    found = [a for a in look.in_yard if a["thing"] == place]
    if not found:
        return parked(look.box, place, one, True, *flagged(look, seat, place))
    row, column = divmod(place, COLUMNS)
    style = f"grid-row:{row + 2};grid-column:{column + 2}"
    name = f"Railyard {look.box.place(place)}"
    words = f"{name}, free" if one is None else f"{name}: {car_words(look.box, one['car'])}"
    cost = cost_of(found[0])
    chosen = card_attrs(
        look,
        found,
        action_label(found, "" if cost is None else f", {cost} mana") + words,
        look.tip(words, found),
        f"car-{one['car']}" if one and not one["printed"] else "",
        style,
        one is not None,
        card_of(look.box, one["car"]) if one else "",
    )
    if one is None:
        return Markup("<button {}{}>here</button>").format(attrs(cls="car hole legal"), chosen)
    flag, state = flagged(look, seat, place)
    drawn = car(look.box, one["car"], attrs=chosen, legal=True, cls=state, flag=flag, compact=one["printed"])
    if cost is None:
        return drawn
    return drawn + Markup('<span class="over" style="{}">{}</span>').format(style, cost_tag(cost))


@remembered
def parked(box: EmpyrealBox, place: int, one: View | None, own: bool, flag: str, state: str) -> Markup:
    """A place of a railyard to look at; the cars of the own one travel."""
    row, column = divmod(place, COLUMNS)
    style, name = f"grid-row:{row + 2};grid-column:{column + 2}", f"Railyard {box.place(place)}"
    if one is None:
        return Markup("<div {}{}>free</div>").format(
            attrs(cls="car hole"), about(False, False, f"{name}, free", "", "", style)
        )
    words, piece = f"{name}: {car_words(box, one['car'])}", f"car-{one['car']}" if own and not one["printed"] else ""
    chosen = about(False, True, words, words, piece, style, card_of(box, one["car"]))
    return car(box, one["car"], attrs=chosen, cls=state, flag=flag, compact=not own or one["printed"])


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
    return delivered_of(tuple(p["goods"]), tuple(p["in_network"]))


@lru_cache(1024)
def delivered_of(goods: tuple[int, ...], in_network: tuple[int, ...]) -> Markup:
    cells = [
        Markup("<span{}>{}{}</span>").format(
            attrs(
                cls="" if n else "zero",
                data_tip=f"{n} {GOODS[colour]} delivered\n{in_network[colour]} in the network.",
            ),
            good(colour),
            n,
        )
        for colour, n in enumerate(goods)
    ]
    return div("delivered", *cells)
