"""How cards look: the gallery that shows all of them with the pieces, and figures beside clauses of the ledger."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

from markupsafe import escape

from roundhouse.core.words import spoken
from roundhouse.draw.cards import CardLook, Use, on_table
from roundhouse.draw.face import View
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, rails, seat_icon, token
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import figure
from roundhouse.draw.remembered import remembered
from roundhouse.games.empires.actions import ENGINES, FEATS
from roundhouse.games.empires.board import GOODS, HATS
from roundhouse.games.empires.box import KINDS, EmpiresBox
from roundhouse.games.empires.face.country import laid_out, land, names
from roundhouse.games.empires.face.pieces import (
    LESS,
    asked,
    count_mark,
    crown,
    div,
    ground_icon,
    less_mark,
    livery,
    sample,
    train,
)
from roundhouse.games.empires.face.words import card_text, card_tip
from roundhouse.games.empires.feats import LIVERIES

SMALL: Final = 28.0  # the side of a hex in a figure
TRAIN_AT: Final = 2
FAMILIES: Final = {"engine": "train", "achievement": "vp", "contract": "station"}


def card_faces(box: EmpiresBox) -> dict[str, CardLook]:
    """Every card of the box as it is printed, by id."""
    return {
        id: CardLook(
            id=id,
            title=box.titles[i],
            cost=0,
            value=box.prestige[i],
            points=box.prestige[i],
            family=FAMILIES[box.kinds[i]],
            icons=("sre-prestige",),
            text=card_text(box, i),
            lasting=False,
            label=KINDS.get(box.kinds[i], box.kinds[i]).capitalize(),
            art=id.replace("_", "-"),
        )
        for i, id in enumerate(box.ids)
    }


def body(art: Markup, title: str, text: str, worth: int, end: Markup, above: Markup = EMPTY) -> Markup:
    """What is on a card: picture and what lies on it, name, text, what it brings, something at the end of its foot."""
    return Markup(
        '<span class="art">{}</span>{}<span class="name">{}</span><span class="text">{}</span>'
        '<span class="foot">{}<span class="end">{}</span></span>'
    ).format(art, above, title, text, crown(f"+{worth}" if worth >= 0 else f"\u2212{-worth}"), end)


@lru_cache(1024, typed=True)
def engine(box: EmpiresBox, card: int, tag: Markup = EMPTY, note: str = "") -> Markup:
    """What is on a train card; a price or a note may come with it."""
    art, above = icon(f"sre-engine-{livery(box, card)}", cls="vig"), asked(box, card) + tag
    return body(art, box.titles[card], card_text(box, card), box.prestige[card], escape(note), above)


@lru_cache(128)
def contract(box: EmpiresBox, card: int) -> Markup:
    """What is on a contract: both goods of the factory it names, in its picture and at its foot."""
    goods = [GOODS[g] for g in box.atlas.factories.goods[box.contract_factory[card - ENGINES - FEATS]]]
    halves = [icon(f"sre-works-{g}", cls=f"vig half {side}") for g, side in zip(goods, "lr", strict=False)]
    art, marks = joined(halves), joined([icon(f"sre-{g}", g) for g in goods])
    return body(art, box.titles[card], card_text(box, card), box.prestige[card], marks)


@remembered
def achievement(box: EmpiresBox, card: int, claims: View | None = None, fewer: bool = False) -> Markup:
    """What is on an achievement: who claimed it first in the ring, who later at its foot."""
    first, later = (claims["first"], claims["later"]) if claims else (None, [])
    ring = seat_icon(first) if first is not None else Markup("<b>{}</b>").format(box.prestige[card])
    worth = Markup("<b>{}</b> ").format(box.prestige[card]) if first is not None else ""
    art = f"sre-ach-{box.ids[card].replace('_', '-')}"
    return Markup(
        '<span class="art">{}</span><span class="spot">{}</span><span class="first">{}first</span>'
        '<span class="name">{}</span><span class="text">{}</span>'
        '<span class="foot"><span class="worth"><b>{}</b> later</span><span class="latest">{}</span></span>'
    ).format(
        icon(art, cls="vig"), ring, worth, box.titles[card], card_text(box, card, fewer), box.later[card],
        joined([seat_icon(i) for i in later]),
    )  # fmt: skip


def card_class(box: EmpiresBox, card: int) -> str:
    """The classes of a card by its kind."""
    if card < ENGINES:
        return f"card sre-card lv-{livery(box, card)}"
    return "ach" if card < ENGINES + FEATS else "card sre-card contract"


def large(box: EmpiresBox, card: int) -> Markup:
    """A card as in the gallery and beside the rules."""
    tip = card_tip(box, card)
    return on_table(Use(tip=tip), card_class(box, card), spoken(tip), drawn(box, card), card=box.ids[card])


def drawn(box: EmpiresBox, card: int) -> Markup:
    """What is on a card of any kind."""
    if card < ENGINES:
        return engine(box, card)
    return achievement(box, card) if card < ENGINES + FEATS else contract(box, card)


def picture(look: CardLook, box: EmpiresBox) -> Markup:
    """A card beside a clause of the rules."""
    return large(box, box.ids.index(look.id))


def gallery(box: EmpiresBox) -> Markup:
    """Every card, the pieces and a country."""
    rows = EMPTY
    for n, colour in enumerate(LIVERIES):
        cards = joined([large(box, c) for c in box.engines if box.colours[c] == n])
        rows += Markup('<h3>{} train cards</h3><div class="grid">{}</div>').format(colour.capitalize(), cards)
    feats = joined([large(box, ENGINES + i) for i in range(FEATS)])
    contracts = joined([large(box, i) for i in range(ENGINES + FEATS, len(box.ids))])
    parts = [
        section("Train cards", "they score when the delivery they are played with meets what they ask", rows),
        section("Contracts", "once, with a delivery from its factory, its seat may reveal it", div("grid", contracts)),
        section("Achievements", "five at a table; the ring is for the first to claim one", div("aches all", feats)),
        section("Pieces", "trains and tracks of the seats, goods, hats, loan", pieces(box)),
        section("Country", "one of the many ways its tiles can lie", a_country(box), "boards"),
    ]
    return Markup('<div class="sre-gallery">{}</div>').format(joined(parts))


def section(title: str, words: str, inner: Markup, id: str = "") -> Markup:
    return Markup("<section{}><h2>{} <small>{}</small></h2>{}</section>").format(attrs(id=id), title, words, inner)


def pair(drawn: Markup, words: str = "") -> Markup:
    return Markup('<div class="pair">{}<span>{}</span></div>').format(drawn, words)


def pieces(box: EmpiresBox) -> Markup:
    """Trains and tracks, goods, hats and the loan."""
    frame = Markup('<svg class="sre-piece" viewBox="-26 -20 52 40" aria-hidden="true">{}</svg>')
    trains = [frame.format(Markup(train(seat, 0, 0))) + seat_icon(seat) for seat in range(4)]
    seats = [pair(drawn, f"seat {letter}") for drawn, letter in zip(trains, "ABCD", strict=True)]
    goods = [pair(icon(f"sre-{g}", cls="big"), g) for g in GOODS]
    goods.append(pair(icon("sre-coal", cls="big sre-gone"), "delivered, until the factories produce"))
    hats = [pair(icon(f"sre-hat-{h}", cls="big"), h) for h in HATS]
    rows = joined([Markup("<div>{}</div>").format(joined(row)) for row in (seats, goods, hats)])
    text = f"${box.loan_money} when you cannot pay. It is never paid back."
    loan = div(
        "card sre-card", body(icon("sre-loan", cls="vig"), "Loan", text, -box.loan_prestige, escape("at the end"))
    )
    return Markup('<div class="bits"><div class="sre-pieces">{}</div>{}</div>').format(rows, loan)


def a_country(box: EmpiresBox) -> Markup:
    tiles, rotations = box.atlas.placements(4)[0]
    board = box.board(tiles, rotations)
    on = laid_out(board, tuple(rotations))
    size = attrs(viewBox=f"0 0 {on.wide:.0f} {on.high:.0f}", role="img", aria_label="A country of four tiles")
    return Markup('<div class="board"><svg class="map sre-map"{}>{}{}</svg></div>').format(
        size, Markup(land(on)), Markup(names(on, box.atlas.described(board), -1, hats=True))
    )


# figures: what a word or two would not show


@lru_cache(maxsize=4)
def figures(box: EmpiresBox) -> dict[str, Markup]:
    """The figures by clause."""
    drawn = {
        "empires-4.5": (grounds(box), "What a track costs to lay."),
        "empires-9.3": (bonus(box), "The length of a line, and what it earns."),
        "empires-10.2": (large(box, 0), "What it asks at top left, what it brings at its foot."),
        "empires-11.1": (large(box, ENGINES + FEATS), "You may reveal it once, when you deliver from its factory."),
        "empires-12.1": (large(box, ENGINES), "In the ring what the first gets, at the foot what later ones get."),
    }
    return {clause: figure(*shows, "cardfig sre-figure") for clause, shows in drawn.items()} | {"empires-8.2": a_line()}


def a_line() -> Markup:
    """A line of five spaces with a train on its way."""
    hexes = ("factory", "green", "city", "yellow", "city")
    wide = SMALL * sqrt(3)
    xs = [wide * (i + 0.5) + 2 for i in range(len(hexes))]
    y = SMALL + 2
    out = "".join(sample(ground, x, y, SMALL) for ground, x in zip(hexes, xs, strict=True))
    out += f'<g class="seat-a">{rails(f"M{xs[0]:.1f} {y:g}H{xs[-1]:.1f}")}</g>'
    for i, x in enumerate(xs):
        out += train(0, x, y, 0.72) if i == TRAIN_AT else str(token(0, x, y, 7.5))
        out += count_mark(x + 9, y - 13, i + 1)
    out += less_mark(xs[TRAIN_AT] + 1, y + 8)
    box = f"0 0 {wide * len(hexes) + 4:.0f} {2 * SMALL + 4:g}"
    caption = f"{len(hexes)} spaces less {LESS} for the train: {len(hexes) - LESS} long."
    svg = Markup('<svg class="map" viewBox="{}" role="img" aria-label="{}">{}</svg>').format(box, caption, Markup(out))
    return figure(svg, caption, "hexfig")


def grounds(box: EmpiresBox) -> Markup:
    """What a track costs by the ground."""
    kinds = ("mixed", "yellow", "green", "blue", "grey")
    rows = [
        Markup("<tr><th>{}{}</th><td>${}</td></tr>").format(ground_icon(g), box.atlas.titles[i], box.atlas.costs[i])
        for i, g in enumerate(kinds)
    ]
    return table(rows)


def bonus(box: EmpiresBox) -> Markup:
    rows = [
        Markup("<tr><th>{}</th><td>${}</td><td>{}</td></tr>").format(n, money, crown(prestige))
        for n, money, prestige in box.bonus
        if money or prestige
    ]
    return table(rows)


def table(rows: list[Markup]) -> Markup:
    return Markup('<table class="sre-rows">{}</table>').format(joined(rows))
