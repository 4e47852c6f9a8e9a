"""How the cards of Small Railroad Empires look, and the gallery that shows all of them with the pieces."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup, escape

from roundhouse.draw.cards import CardLook
from roundhouse.draw.face import View
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, seat_icon
from roundhouse.games.empires.actions import ENGINES, FEATS
from roundhouse.games.empires.board import GOODS, HATS
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.face.country import country, land, names
from roundhouse.games.empires.face.pieces import asked, crown, livery, train
from roundhouse.games.empires.face.words import card_text, card_tip
from roundhouse.games.empires.verbs import LIVERIES

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
            label=box.kinds[i].capitalize(),
            art=id.replace("_", "-"),
        )
        for i, id in enumerate(box.ids)
    }


def engine_art(box: EmpiresBox, card: int) -> Markup:
    return Markup('<span class="art">{}</span>{}').format(
        icon(f"sre-engine-{livery(box, card)}", cls="vig"), asked(box, card)
    )


def works_art(box: EmpiresBox, card: int) -> Markup:
    """Both goods of the works a contract names."""
    goods = goods_of(box, card)
    halves = [icon(f"sre-works-{g}", cls=f"vig half {side}") for g, side in zip(goods, "lr", strict=False)]
    return Markup('<span class="art">{}</span>').format(joined(halves))


def goods_of(box: EmpiresBox, card: int) -> list[str]:
    factory = box.contract_factory[card - ENGINES - FEATS]
    return [GOODS[g] for g in box.atlas.factories.goods[factory]]


def body(art: Markup, title: str, text: str, worth: int, end: Markup) -> Markup:
    """What is on a card under its picture: name, text, what it brings and something at the end of its foot."""
    return Markup(
        '{}<span class="name">{}</span><span class="text">{}</span>'
        '<span class="foot">{}<span class="end">{}</span></span>'
    ).format(art, title, text, crown(f"+{worth}" if worth >= 0 else f"\u2212{-worth}"), end)


def engine(box: EmpiresBox, card: int, tag: Markup = EMPTY, note: str = "") -> Markup:
    """What is on a train card; a price or a note may come with it."""
    return body(engine_art(box, card) + tag, box.titles[card], card_text(box, card), box.prestige[card], escape(note))


def contract(box: EmpiresBox, card: int) -> Markup:
    """What is on a contract."""
    marks = joined([icon(f"sre-{g}", g) for g in goods_of(box, card)])
    return body(works_art(box, card), box.titles[card], card_text(box, card), box.prestige[card], marks)


def achievement(box: EmpiresBox, card: int, claims: View | None = None, fewer: bool = False) -> Markup:
    """What is on an achievement: who claimed it first in the ring, who later at its foot."""
    first = claims["first"] if claims else None
    later = claims["later"] if claims else []
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
    if card < ENGINES:
        shown = engine(box, card)
    else:
        shown = achievement(box, card) if card < ENGINES + FEATS else contract(box, card)
    tip = card_tip(box, card)
    told = attrs(cls=card_class(box, card), role="img", tabindex="0", aria_label=tip.replace("\n", ". "), data_tip=tip)
    return Markup("<div{}>{}</div>").format(told, shown)


def picture(look: CardLook, box: EmpiresBox) -> Markup:
    """A card beside a clause of the rules."""
    return large(box, box.ids.index(look.id))


def gallery(box: EmpiresBox) -> Markup:
    """Every card, the pieces and a country."""
    rows = EMPTY
    for n, colour in enumerate(LIVERIES):
        cards = joined([large(box, c) for c in box.engines if box.colours[c] == n])
        rows += Markup('<h3>{} engines</h3><div class="grid">{}</div>').format(colour.capitalize(), cards)
    feats = joined([large(box, ENGINES + i) for i in range(FEATS)])
    contracts = joined([large(box, i) for i in range(ENGINES + FEATS, len(box.ids))])
    parts = [
        section("Train cards", "they score when the delivery they are played with meets what they ask", rows),
        section("Contracts", "secret until a delivery from these works", div("grid", contracts)),
        section("Achievements", "five at a table; the ring is for the first to claim one", div("aches all", feats)),
        section("Pieces", "trains and tracks of the seats, goods, hats, loan", pieces(box)),
        section("Country", "one of the many ways its tiles can lie", a_country(box), "boards"),
    ]
    return Markup('<div class="sre-gallery">{}</div>').format(joined(parts))


def section(title: str, words: str, inner: Markup, id: str = "") -> Markup:
    return Markup("<section{}><h2>{} <small>{}</small></h2>{}</section>").format(attrs(id=id), title, words, inner)


def div(cls: str, inner: Markup) -> Markup:
    return Markup('<div class="{}">{}</div>').format(cls, inner)


def pair(drawn: Markup, words: str = "") -> Markup:
    return Markup('<div class="pair">{}<span>{}</span></div>').format(drawn, words)


def pieces(box: EmpiresBox) -> Markup:
    """Trains and tracks, goods, hats and the loan."""
    seats = []
    for seat in range(4):
        engine_ = Markup('<svg class="sre-piece" viewBox="-26 -20 52 40" aria-hidden="true">{}</svg>')
        seats.append(pair(engine_.format(Markup(train(seat, 0, 0))) + seat_icon(seat), f"seat {'ABCD'[seat]}"))
    goods = [pair(icon(f"sre-{g}", cls="big"), g) for g in GOODS]
    goods.append(pair(icon("sre-coal", cls="big sre-gone"), "delivered, until the works produce"))
    hats = [pair(icon(f"sre-hat-{h}", cls="big"), h) for h in HATS]
    rows = joined([Markup("<div>{}</div>").format(joined(row)) for row in (seats, goods, hats)])
    text = f"${box.loan_money} when you cannot pay. It is never paid back."
    art = Markup('<span class="art">{}</span>').format(icon("sre-loan", cls="vig"))
    loan = div("card sre-card", body(art, "Loan", text, -box.loan_prestige, escape("at the end")))
    return Markup('<div class="bits"><div class="sre-pieces">{}</div>{}</div>').format(rows, loan)


def blank_view(box: EmpiresBox) -> View:
    """As much of a view as an empty country needs."""
    tiles, rotations = box.atlas.placements(4)[0]
    board = box.board(tiles, rotations)
    hexes: list[dict[str, object]] = []
    for h in range(board.size):
        number = board.place[h]
        hex: dict[str, object] = {"label": board.labels[h], "coordinate": board.coordinates[h], "star": board.star[h]}
        hex |= {"ground": "", "tracks": [], "trains": []}
        if h in board.factory:
            goods = [{"good": GOODS[g], "here": True} for g in box.atlas.factories.goods[number]]
            hex |= {"id": box.atlas.factories.ids[number], "ground": "factory", "number": number, "goods": goods}
        elif h in board.city:
            demands = [GOODS[g] for g in box.atlas.cities.goods[number]]
            hex |= {"id": box.atlas.cities.ids[number], "ground": "city", "demands": demands}
            hex["hat"] = HATS[box.atlas.hats[number]]
        hexes.append(hex)
    shown = [{"tile": "ABCD"[t], "rotation": k} for t, k in zip(tiles, rotations, strict=True)]
    return {"tiles": shown, "hexes": hexes}


def a_country(box: EmpiresBox) -> Markup:
    blank = blank_view(box)
    on = country(blank, box)
    size = attrs(viewBox=f"0 0 {on.wide:.0f} {on.high:.0f}", role="img", aria_label="A country of four tiles")
    return Markup('<div class="board"><svg class="map sre-map"{}>{}{}</svg></div>').format(
        size, Markup(land(on)), Markup(names(on, blank, -1))
    )
