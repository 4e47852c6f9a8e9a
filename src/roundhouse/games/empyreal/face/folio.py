"""A folio: specialists, the conductor's path over the railyard, mana, delivered goods and demand tiles."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from roundhouse.core.words import counted
from roundhouse.draw.face import Action, View
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, letter, shell
from roundhouse.draw.panels import label
from roundhouse.games.empyreal.actions import COLOURS, COLUMNS, PLACES
from roundhouse.games.empyreal.board import GOODS
from roundhouse.games.empyreal.box import STOPS
from roundhouse.games.empyreal.face.cars import car, good, person
from roundhouse.games.empyreal.face.cars import said as car_words
from roundhouse.games.empyreal.face.pieces import cost_tag, gems, won_tile
from roundhouse.games.empyreal.face.rendering import Rendering
from roundhouse.games.empyreal.face.setup import setting_up, tray, zone
from roundhouse.games.empyreal.face.words import capital, cost_of

START: Final = "Start"
END: Final = "End"
ROW: Final = 3
IN_YARD: Final = ("activate", "put", "copy_beside", "discard", "shunt", "shunt_to")


def dock(look: Rendering) -> Markup:
    """The own folio, or what is chosen before there is one."""
    before = setting_up(look)
    if before:
        return before
    choice = tray(look)
    if choice:
        return choice
    seat = look.me
    p = look.view["players"][seat]
    whose = "" if seat == look.viewer else f"{look.name(seat)}\u2019s "
    home = f"{whose}{p['company_title']}, home terrain {p['home']}"
    gained = sum(1 for c in p["yard"] if c and not c["printed"])
    middle = label("Railyard", home, f"{counted(gained, 'spellcar')} gained") + yard(look, seat, True)
    return joined(
        [
            zone("staff", label("Specialists") + staff(look, seat, True)),
            zone("yard", middle),
            zone("stores", stores(look, seat)),
        ]
    )


# specialists


def staff(look: Rendering, seat: int, own: bool) -> Markup:
    """The specialists of a seat; those of the own folio can be used."""
    cards = []
    for slot, one in enumerate(look.view["players"][seat]["staff"]):
        if one is not None:
            cards.append(specialist(look, seat, slot, one, own))
    return Markup('<div class="people n{}">{}</div>').format(len(cards), joined(cards))


def specialist(look: Rendering, seat: int, slot: int, one: View, own: bool) -> Markup:
    found = look.of("use", slot) if own else []
    state = "flipped" if one["flipped"] else "used" if one["used"] else ""
    head = f"{one['title']}, {one['slot']}{f', {state}' if state else ''}\n{one['text']}"
    tip = look.tip(head, found)
    told = attrs(
        type="button" if found else "",
        role="" if found else "img",
        tabindex="" if found else "0",
        aria_label=f"{'Use ' if found else ''}{head}".replace("\n", ". "),
        data_tip=tip,
        data_piece=f"person-{one['card']}" if own else "",
    )
    return person(
        one,
        attrs=told + look.doing(found),
        cls="legal" if found else "",
        tag="button" if found else "div",
    )


# the conductor and the railyard


def yard(look: Rendering, seat: int, own: bool) -> Markup:
    """The path of the conductor over the railyard; only on the own folio something can be chosen."""
    p = look.view["players"][seat]
    at = p["conductor"]
    now = Markup('<div class="col-now" style="grid-column:{}"></div>').format(at + 1) if 0 < at <= COLUMNS else EMPTY
    cells = [berth(look, seat, place, own) for place in range(PLACES)]
    prices = p["prices"]
    totals = [sum(prices["activate"][: i + 1]) for i in range(ROW)]
    fares = fare("emp-pawn", "", "moving the conductor", prices["moves"]) if own else EMPTY
    fares += fare("emp-car", " r", "the spellcars you activate", totals) if own else EMPTY
    return Markup('<div class="yardgrid seat-{}{}">{}{}{}{}</div>').format(
        letter(seat), "" if own else " small", now, path(look, seat, own), joined(cells), fares
    )


def path(look: Rendering, seat: int, own: bool) -> Markup:
    at = look.view["players"][seat]["conductor"]
    stops = []
    for i, name in enumerate((START, *STOPS[:-1], END)):
        found = look.of("move", i - 1) if own and i else []
        inner = Markup("{}{}").format(name, icon("emp-pawn", cls="pawn") if i == at else EMPTY)
        cost = cost_of(look.view, found[0]["action"]) if found else None
        if cost is not None:
            inner += cost_tag(cost)
        cls = f"stopo{' end' if i in (0, COLUMNS + 1) else ''}{' here' if i == at else ''}{' legal' if found else ''}"
        steps = counted(i - at, "step") if found else ""
        tip = f"{capital(found[0]['words'])}\n{steps}: {f'{cost} mana' if cost else 'free'}." if found else ""
        stops.append(
            shell(
                "button" if found else "span",
                look.doing(found),
                inner,
                cls=cls,
                style=f"grid-column:{i + 1}",
                aria_label=tip.replace("\n", ", "),
                data_tip=tip,
            )
        )
    return Markup('<div class="path" role="group" aria-label="Conductor at {}">{}</div>').format(
        look.view["players"][seat]["stop"], joined(stops)
    )


def fare(mark: str, cls: str, words: str, prices: list[int]) -> Markup:
    """A column of prices at the side of the railyard."""
    rows = [Markup("<span>{}<i>{}</i></span>").format(i + 1, n) for i, n in enumerate(prices)]
    told = attrs(cls=f"fare{cls}", data_tip=f"Mana for {words}", role="group", aria_label=f"Mana for {words}")
    return Markup("<div{}><b>{}{}</b>{}</div>").format(told, icon(mark, cls=""), icon("emp-gem", cls=""), joined(rows))


def berth(look: Rendering, seat: int, place: int, own: bool) -> Markup:
    """A place of the railyard: a car or a gap, with all that can be done there."""
    one = look.view["players"][seat]["yard"][place]
    found = [a for a in look.at(*IN_YARD) if a["thing"] == place] if own else []
    row, column = divmod(place, COLUMNS)
    name = f"{STOPS[column]}{row + 1}"
    style = f"grid-row:{row + 2};grid-column:{column + 2}"
    cost = cost_of(look.view, found[0]["action"]) if found else None
    told = attrs(
        type="button" if found else "",
        role="" if found or one is None else "img",
        tabindex="" if found or one is None else "0",
        style=style,
        aria_label=berth_words(name, one, found, cost),
        data_tip=look.tip(f"{name}: {car_words(one)}" if one else f"{name}, free", found) if one or found else "",
        data_piece=f"car-{one['car']}" if one and own and not one["printed"] else "",
    )
    cls = "legal" if found else ""
    if one is None:
        gap = Markup("<{0} {1}{2}{3}>{4}</{0}>")
        kind = attrs(cls=f"car hole {cls}".strip())
        return gap.format("button" if found else "div", kind, told, look.doing(found), "here" if found else "free")
    flag, state = flagged(look, seat, place)
    drawn = car(
        one, attrs=told + look.doing(found), cls=f"{cls} {state}".strip(), flag=flag, tag="button" if found else "div",
        compact=not own or one["printed"],
    )  # fmt: skip
    if cost is None:
        return drawn
    return Markup("{}{}").format(drawn, Markup('<span class="over" style="{}">{}</span>').format(style, cost_tag(cost)))


def berth_words(name: str, one: View | None, found: list[Action], cost: int | None) -> str:
    does = f"{capital(found[0]['words'])}{'' if cost is None else f', {cost} mana'}. " if found else ""
    return does + (f"{name}: {car_words(one)}".replace("\n", ". ") if one else f"{name}, free")


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


def stores(look: Rendering, seat: int) -> Markup:
    view = look.view
    p = view["players"][seat]
    tiles, needed = p["tiles"], view["needed"]
    parts = [
        label("Mana", end=f"{p['ready']} ready, {p['spent']} spent"),
        gems(p["ready"], p["spent"], look.box.most_mana),
        label("Delivered", end=counted(sum(p["goods"]), "good")),
        delivered(p),
        label("Demand tiles", end=f"{len(tiles)} of {needed}"),
        Markup('<div class="tiles">{}</div>').format(
            joined([won_tile(t) for t in [*tiles, *[None] * max(0, needed - len(tiles))]])
        ),
    ]
    return joined(parts)


def delivered(p: View) -> Markup:
    """Goods by colour: how many are on the folio; how many lie in the network is told."""
    cells = []
    for colour in range(COLOURS):
        n = p["goods"][colour]
        tip = f"{n} {GOODS[colour]} delivered\n{p['in_network'][colour]} in the network."
        told = attrs(cls="" if n else "zero", data_tip=tip)
        cells.append(Markup("<span{}>{}{}</span>").format(told, good(colour), n))
    return Markup('<div class="delivered">{}</div>').format(joined(cells))
