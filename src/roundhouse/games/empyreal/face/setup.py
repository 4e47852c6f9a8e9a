"""What is chosen before a folio lies on the table, and specialists to choose from: cards in the dock."""

from __future__ import annotations

from markupsafe import Markup

from roundhouse.draw.face import Action, View
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, seat_icon, shell
from roundhouse.draw.panels import label
from roundhouse.games.empyreal.actions import COLOURS, COLUMNS, TILES
from roundhouse.games.empyreal.board import TERRAINS
from roundhouse.games.empyreal.box import STOPS
from roundhouse.games.empyreal.face.cars import car, crest, glyphs, person
from roundhouse.games.empyreal.face.looks import view_car, view_person
from roundhouse.games.empyreal.face.rendering import Rendering
from roundhouse.games.empyreal.face.words import capital


def setting_up(look: Rendering) -> Markup:
    """Awards, companies or captains to choose from; nothing once the own folio is there."""
    view = look.view
    if view["over"] or view["round"]:
        return EMPTY
    if view["step"] == "StrikeAwards":
        cards = [award(look, a) for a in view["awards"]]
        return zone("choose", label("Awards", "two are left in the end") + grid("award-cards", cards))
    if look.at("captain"):
        cards = [captain(look, a) for a in look.at("captain")]
        return zone("choose", label("Captain", "your company\u2019s own, or a free one") + grid("captains", cards))
    if look.player["company"] is None or view["step"] == "FoundCompany":
        cards = [company(look, i) for i in range(COLOURS)]
        aside = "each with its home terrain, its captain and five printed spellcars"
        return zone("choose", label("Companies", aside, "the last seat chooses first") + grid("companies", cards))
    return EMPTY


def zone(cls: str, inner: Markup) -> Markup:
    return Markup('<div class="zone {}">{}</div>').format(cls, inner)


def grid(cls: str, cards: list[Markup]) -> Markup:
    return Markup('<div class="{}">{}</div>').format(cls, joined(cards))


def thing(look: Rendering, found: list[Action], cls: str, tip: str, inner: Markup, piece: str = "") -> Markup:
    """A card to choose, or to look at."""
    return shell(
        "button" if found else "div",
        look.doing(found),
        inner,
        cls=f"{cls}{' legal' if found else ''}",
        role="" if found else "img",
        tabindex="" if found else "0",
        aria_label=tip.replace("\n", ". "),
        data_tip=tip,
        data_piece=piece,
    )


# awards


def award(look: Rendering, one: View) -> Markup:
    number = look.box.ids.index(one["card"]) - look.box.first_award
    found = look.of("strike", number)
    tip = look.tip(f"{one['title']}\n{capital(one['text'])}.", found)
    inner = Markup("{}<b>{}</b><span>{}</span>").format(glyphs(one["card"]), one["title"], capital(one["text"]))
    return thing(look, found, "award-card", tip, inner)


# companies and captains


def company(look: Rendering, i: int) -> Markup:
    """A company with all that it brings; who has taken it stands on it."""
    box = look.box
    found = look.of("company", i)
    home = TERRAINS[box.homes[i]]
    lead = box.person(box.captain_of[i])
    does = box.text(box.people + box.captain_of[i])
    cars = [view_car(box, TILES + i * COLUMNS + c) for c in range(COLUMNS)]
    owner = next((n for n, p in enumerate(look.view["players"]) if p["company"] == box.company_ids[i]), -1)
    lines = [
        box.company_titles[i],
        f"Home terrain {home}.",
        f"Captain {lead}: {does}",
        *[f"{STOPS[c]}: {x['text']}" for c, x in enumerate(cars)],
    ]
    row = joined(
        [car(c, compact=True, flag=STOPS[n], attrs=str(attrs(aria_hidden="true"))) for n, c in enumerate(cars)]
    )
    mark = seat_icon(owner) if owner >= 0 else EMPTY
    inner = Markup(
        '<span class="top">{}<span><b>{}</b><small class="home">{}{}</small></span>{}</span>'
        '<span class="leads"><b>{}{}</b><small>{}</small></span><span class="cars">{}</span>'
    ).format(
        crest(box.company_ids[i]), box.company_titles[i], icon(f"emp-t-{home}"), home, mark,
        icon("emp-role-captain"), lead, does, row,
    )  # fmt: skip
    cls = f"founder co-{home}{' taken' if owner >= 0 else ''}"
    return thing(look, found, cls, look.tip("\n".join(lines), found), inner)


def captain(look: Rendering, action: Action) -> Markup:
    box = look.box
    number = action["thing"]
    return choosable(look, view_person(box, number), [action], "" if number in box.captain_of else "leads any company")


def choosable(look: Rendering, one: View, found: list[Action], note: str = "") -> Markup:
    """A specialist to choose, large, with what they do."""
    tip = f"{one['title']}{f', {note}' if note else ''}\n{one['text']}"
    told = attrs(type="button", aria_label=f"{capital(found[0]['words'])}. {one['text']}", data_tip=tip)
    return person(one, big=True, attrs=told + look.doing(found), cls="legal", tag="button")


# specialists to choose from


def tray(look: Rendering) -> Markup:
    """The specialists of the stack that is being looked through; only who chooses sees them."""
    found = look.at("take")
    if not found:
        return EMPTY
    cards = [choosable(look, view_person(look.box, a["thing"]), [a]) for a in found]
    return zone("choose tray", label("Choose one", "only you see these") + grid("captains", cards))
