"""How the cards of Empyreal look apart from a table: beside the rules, and in the gallery that shows all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from roundhouse.draw.cards import CardLook
from roundhouse.draw.marks import attrs
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import label
from roundhouse.games.empyreal.actions import COLOURS, COLUMNS, TILES
from roundhouse.games.empyreal.board import COLOUR_NAMES, GOODS, TERRAINS
from roundhouse.games.empyreal.box import KIND_WORDS, KINDS, EmpyrealBox
from roundhouse.games.empyreal.face.cars import COMMON, car, crest, glyphs, good, person
from roundhouse.games.empyreal.face.glyphs import glyph, wash
from roundhouse.games.empyreal.face.pieces import div
from roundhouse.games.empyreal.face.words import LETTERS
from roundhouse.games.empyreal.staff import SLOT_NAMES

ALIKE: Final = 6  # common cars of a kind
PEOPLE: Final = (
    ("Captains", "one a seat from the start; they flip when used, and administrating turns them back"),
    ("Engineers", "they flip when used, and administrating turns them back"),
    ("Surveyors", "they flip when used, and stay so: once a game"),
    ("Station masters", "they never flip: a rule that holds, or something to do once a turn"),
)
KEY: Final = (
    ("t-any", "any terrain"), ("t-any@edge", "edge of the map"), ("t-any@globe", "anywhere"),
    ("t-home", "home terrain"), ("t-rival", "with a rival"), ("t-any@city", "next to a city"),
    ("hop-rival", "free transfer"), ("put-waste", "place wasteland"), ("gain-mana", "gain mana"),
    ("reclaim-3", "reclaim 3 mana"), ("pay-1", "pay 1"), ("gain-car", "gain spellcar"),
    ("gain-spec", "gain specialist"), ("ref-engineer", "refresh"), ("act", "activate"), ("add-any", "add any good"),
    ("drop-good", "return a good"), ("pull-good", "pull a good"), ("deliver", "deliver one"), ("desk", "administrate"),
)  # fmt: skip


def card_faces(box: EmpyrealBox) -> dict[str, CardLook]:
    """Every card of the box as it is printed, by id."""
    out: dict[str, CardLook] = {}
    for i, id in enumerate(box.ids):
        kind = box.kinds[i]
        family = "vp" if kind == "award" else "action"
        out[id] = CardLook(
            id=id,
            title=box.titles[i],
            cost=box.costs[box.car_of(i)] if i < box.people else 0,
            value=0,
            points=0,
            family=wash(box.effects[box.car_of(i)]) if i < box.people else family,
            icons=(),
            text=box.text(i),
            lasting=False,
            label="Spellcar" if i < TILES else KIND_WORDS.get(kind, kind).capitalize(),
            art=id.replace("_", "-"),
            for_sale=kind not in COMMON and kind != "company",
        )
    return out


def view_person(box: EmpyrealBox, specialist: int, flipped: bool = False) -> dict[str, Any]:
    """A specialist as a view has one."""
    card = box.people + specialist
    named = {"card": box.ids[card], "title": box.titles[card], "text": box.text(card)}
    return {**named, "slot": SLOT_NAMES[KINDS.index(box.kinds[card])], "flipped": flipped, "used": False}


def award(box: EmpyrealBox, card: int) -> Markup:
    """An award with what it counts."""
    title, text = box.titles[card], box.text(card)
    return Markup("<div{}>{}<b>{}</b><p>{}</p></div>").format(
        attrs(cls="goal", role="img", tabindex="0", aria_label=f"{title}: {text}", data_card=box.ids[card]),
        glyphs(box.ids[card]),
        title,
        text,
    )


def large(box: EmpyrealBox, card: int) -> Markup:
    """A card as beside the rules: number it as the box does."""
    if card >= box.first_award:
        return award(box, card)
    if card >= box.people:
        return person(view_person(box, card - box.people), big=True)
    number = box.car_of(card)
    roof = roof_of(box, card - box.own_cars) if card >= box.own_cars else ""
    return Markup('<div class="entry">{}<p>{}</p></div>').format(car(box, number, cls=roof), box.effects[number].text())


def roof_of(box: EmpyrealBox, company: int) -> str:
    """The class that gives a printed car the colour of its company, where no seat does."""
    return f"of-{TERRAINS[box.homes[company]]}"


def picture(look: CardLook, box: EmpyrealBox) -> Markup:
    """A card beside a clause of the rules."""
    return div("emp-card", large(box, box.ids.index(look.id)))


# the gallery


def gallery(box: EmpyrealBox) -> Markup:
    """Every card with what it does, the goods and the companies."""
    uniques = [large(box, i) for i in of_kind(box, "unique")]
    hail = (
        "A slash is a choice, a plus is both, a chevron is first one, then the other. "
        "The gem at the corner is the mana a car costs by itself."
    )
    alike = f"{ALIKE * len(COMMON)}: six kinds, each six times"
    return div(
        "emp-gallery",
        Markup('<p class="hail">{}</p>').format(hail),
        section("Unique spellcars", f"{len(uniques)}, one of each", "cargrid", [*uniques, key()], "spellcars"),
        section("Common spellcars", alike, "kinds", commons(box), "common"),
        section("Companies", "their home terrain, and the cars printed on their folios", "kinds five", companies(box)),
        *[specialists(box, kind, title, words) for kind, (title, words) in zip(KINDS, PEOPLE, strict=True)],
        section(
            "Awards",
            "drawn for a table that plays with them",
            "goals",
            [award(box, i) for i in of_kind(box, "award")],
        ),
        section("Goods", "shape, colour and letter; each comes from one terrain", "goodrow", goods()),
    )


def section(title: str, words: str, cls: str, parts: Iterable[Markup], id: str = "") -> Markup:
    return Markup('<section id="{}"><h2>{} <small>{}</small></h2>{}</section>').format(
        id or title.lower().replace(" ", "-"), title, words, div(cls, *parts)
    )


def of_kind(box: EmpyrealBox, kind: str) -> list[int]:
    """The cards of a kind."""
    return [i for i in range(len(box.ids)) if box.kinds[i] == kind]


def key() -> Markup:
    """How the glyphs are read."""
    items = [Markup("<span>{}{}</span>").format(glyph(name), words) for name, words in KEY]
    return div("glykey", label("How to read them"), Markup("<div>"), *items, Markup("</div>"))


def commons(box: EmpyrealBox) -> list[Markup]:
    rows = []
    for kind, (_, title, words) in COMMON.items():
        head = Markup('<div class="kind"><b>{}</b><p>{}</p></div>').format(title, words)
        rows += [head, *[car(box, i, compact=True) for i in of_kind(box, kind)]]
    return rows


def companies(box: EmpyrealBox) -> list[Markup]:
    rows = []
    for company in range(COLOURS):
        home = TERRAINS[box.homes[company]]
        head = Markup('<div class="kind company">{}<span><b>{}</b><p>{} {} · captain {}</p></span></div>').format(
            crest(box.company_ids[company]), box.company_titles[company], glyph(f"t-{home}"), home,
            box.person(box.captain_of[company]),
        )  # fmt: skip
        cars = range(TILES + company * COLUMNS, TILES + (company + 1) * COLUMNS)
        rows += [head, *[car(box, i, compact=True, cls=roof_of(box, company)) for i in cars]]
    return rows


def specialists(box: EmpyrealBox, kind: str, title: str, words: str) -> Markup:
    """The specialists of one kind; of surveyors also how a used one looks."""
    cards = of_kind(box, kind)
    drawn = [large(box, i) for i in cards]
    if kind == "surveyor":
        drawn.append(person(view_person(box, cards[0] - box.people, True), big=True))
    return section(title, f"{len(cards)}: {words}", "specgrid", drawn)


def goods() -> list[Markup]:
    return [
        Markup("<div>{}{}<span>{}<small>{}, {} · {}</small></span></div>").format(
            glyph(f"t-{TERRAINS[c]}"), good(c), GOODS[c], TERRAINS[c], COLOUR_NAMES[c], LETTERS[c]
        )
        for c in range(COLOURS)
    ]
