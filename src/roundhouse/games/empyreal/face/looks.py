"""How the cards of Empyreal look apart from a table: beside the rules, and in the gallery that shows all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from markupsafe import Markup

from roundhouse.draw.cards import CardLook
from roundhouse.draw.marks import attrs, joined
from roundhouse.games.empyreal.actions import COLOURS, COLUMNS, SPECIALISTS, TILES
from roundhouse.games.empyreal.board import COLOUR_NAMES, GOODS, TERRAINS
from roundhouse.games.empyreal.box import KINDS, OWN_CAR, EmpyrealBox
from roundhouse.games.empyreal.face.cars import COMMON, car, crest, glyphs, good, person, program
from roundhouse.games.empyreal.face.glyphs import glyph, wash

ALIKE: Final = 6  # common cars of a kind
SLOTS: Final = ("captain", "engineer", "surveyor", "station master")
PEOPLE: Final = (
    ("Captains", "one a seat from the start; they flip when used, and administrating turns them back"),
    ("Engineers", "they flip when used, and administrating turns them back"),
    ("Surveyors", "they flip when used, and stay so: once a game"),
    ("Station masters", "they never flip: a rule that holds, or something to do once a turn"),
)
KIND_TITLES: Final = {
    "two": ("Build on two", "Build on both terrains, in either order."),
    "pick_two": ("Pick one of two", "Build on one of the two terrains."),
    "pick_three": ("Pick one of three", "Build on one of the three terrains."),
    "free_rival": ("Past a rival", "Build; one transfer over a rival is free."),
    "free_crossing": ("Through city and wasteland", "Build; one transfer over each is free."),
    "reclaim": ("Reclaim mana", "Build, then reclaim 1 mana."),
}
LETTERS: Final = "YHRECV"  # of the goods
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
        out[id] = CardLook(
            id=id,
            title=box.titles[i],
            cost=box.costs[i] if i < TILES else 0,
            value=0,
            points=0,
            family=wash(program(id)) if i < box.people else "action" if kind != "award" else "vp",
            icons=(),
            text=box.text(i),
            lasting=False,
            label=box.describe(i).partition("(")[2].partition(",")[0].partition(")")[0].capitalize(),
            art=id.replace("_", "-"),
            for_sale=kind not in COMMON and kind != "company",
        )
    return out


def view_car(box: EmpyrealBox, number: int) -> dict[str, Any]:
    """A spellcar as a view shows it."""
    shown = {"car": number, "id": box.car_id(number), "title": box.car_title(number), "cost": box.costs[number]}
    return {**shown, "text": box.effects[number].text(), "printed": number >= TILES}


def view_person(box: EmpyrealBox, specialist: int, flipped: bool = False) -> dict[str, Any]:
    """A specialist as a view shows one."""
    card = box.people + specialist
    slot = SLOTS[KINDS.index(box.kinds[card])]
    named = {"card": box.ids[card], "title": box.titles[card], "slot": slot, "text": box.text(card)}
    return {**named, "flipped": flipped, "used": False}


def entry(box: EmpyrealBox, number: int, cls: str = "", words: str = "") -> Markup:
    """A car with its text below it."""
    text = words or box.effects[number].text()
    return Markup('<div class="entry">{}<p>{}</p></div>').format(car(view_car(box, number), cls=cls), text)


def award(box: EmpyrealBox, card: int) -> Markup:
    """An award with what it counts."""
    told = attrs(cls="goal", role="img", tabindex="0", aria_label=f"{box.titles[card]}: {box.text(card)}")
    return Markup("<div{}>{}<b>{}</b><p>{}</p></div>").format(
        told, glyphs(box.ids[card]), box.titles[card], box.text(card)
    )


def large(box: EmpyrealBox, card: int) -> Markup:
    """A card as beside the rules: number it as the box does."""
    if card >= box.first_award:
        return award(box, card)
    if card >= box.people:
        return person(view_person(box, card - box.people), big=True)
    if card >= box.own_cars:
        company = card - box.own_cars
        return entry(box, TILES + company * COLUMNS + OWN_CAR, roof(box, company))
    return entry(box, card)


def roof(box: EmpyrealBox, company: int) -> str:
    """The class that gives a printed car the colour of its company, where no seat does."""
    return f"of-{TERRAINS[box.homes[company]]}"


def picture(look: CardLook, box: EmpyrealBox) -> Markup:
    """A card beside a clause of the rules."""
    return Markup('<div class="emp-card">{}</div>').format(large(box, box.ids.index(look.id)))


# the gallery


def gallery(box: EmpyrealBox) -> Markup:
    """Every card with what it does, the goods and the companies."""
    people = [of_kind(box, k, title, words) for k, (title, words) in enumerate(PEOPLE)]
    parts = [
        section("Unique spellcars", f"{len(unique(box))}, one of each", div("cargrid", uniques(box)), "spellcars"),
        section("Common spellcars", f"{ALIKE * len(COMMON)}: six kinds, each six times", commons(box), "common"),
        section("Companies", "their home terrain, and the cars printed on their folios", companies(box), "companies"),
        *people,
        section("Awards", "drawn for a table that plays with them", div("goals", awards(box)), "awards"),
        section("Goods", "shape, colour and letter; each comes from one terrain", div("goodrow", goods()), "goods"),
    ]
    hail = (
        "A slash is a choice, a plus is both, a chevron is first one, then the other. "
        "The gem at the corner is the mana a car costs by itself."
    )
    return Markup('<div class="emp-gallery"><p class="hail">{}</p>{}</div>').format(hail, joined(parts))


def section(title: str, words: str, inner: Markup, id: str) -> Markup:
    return Markup('<section id="{}"><h2>{} <small>{}</small></h2>{}</section>').format(id, title, words, inner)


def div(cls: str, parts: Iterable[Markup]) -> Markup:
    return Markup('<div class="{}">{}</div>').format(cls, joined(list(parts)))


def unique(box: EmpyrealBox) -> list[int]:
    return [i for i in range(TILES) if box.kinds[i] == "unique"]


def uniques(box: EmpyrealBox) -> list[Markup]:
    return [entry(box, i) for i in unique(box)] + [key()]


def key() -> Markup:
    """How the glyphs are read."""
    shown = [Markup("<span>{}{}</span>").format(glyph(name), words) for name, words in KEY]
    return Markup('<div class="glykey"><div class="label">How to read them</div><div>{}</div></div>').format(
        joined(shown)
    )


def commons(box: EmpyrealBox) -> Markup:
    rows = []
    for kind in COMMON:
        cars = [i for i in range(TILES) if box.kinds[i] == kind]
        title, words = KIND_TITLES[kind]
        cells = [car(view_car(box, i), compact=True) for i in cars]
        rows.append(Markup('<div class="kind"><b>{}</b><p>{}</p></div>{}').format(title, words, joined(cells)))
    return div("kinds", rows)


def companies(box: EmpyrealBox) -> Markup:
    rows = []
    for company in range(COLOURS):
        first = TILES + company * COLUMNS
        cars = [car(view_car(box, first + i), compact=True, cls=roof(box, company)) for i in range(COLUMNS)]
        home = TERRAINS[box.homes[company]]
        captain = box.person(box.captain_of[company])
        rows.append(
            Markup('<div class="kind company">{}<span><b>{}</b><p>{} {} · captain {}</p></span></div>{}').format(
                crest(box.company_ids[company]), box.company_titles[company], glyph(f"t-{home}"), home, captain,
                joined(cars),
            )
        )  # fmt: skip
    return div("kinds five", rows)


def of_kind(box: EmpyrealBox, kind: int, title: str, words: str) -> Markup:
    """The specialists of one kind; of surveyors also how a used one looks."""
    own = [i for i in range(SPECIALISTS) if box.kinds[box.people + i] == KINDS[kind]]
    drawn = [person(view_person(box, i), big=True) for i in own]
    if KINDS[kind] == "surveyor":
        drawn.append(person(view_person(box, own[0], True), big=True))
    return section(title, f"{len(own)}: {words}", div("specgrid", drawn), title.lower().replace(" ", "-"))


def awards(box: EmpyrealBox) -> list[Markup]:
    return [award(box, i) for i in range(box.first_award, len(box.ids))]


def goods() -> list[Markup]:
    return [
        Markup("<div>{}{}<span>{}<small>{}, {} · {}</small></span></div>").format(
            glyph(f"t-{TERRAINS[c]}"), good(c), GOODS[c], TERRAINS[c], COLOUR_NAMES[c], LETTERS[c]
        )
        for c in range(COLOURS)
    ]
