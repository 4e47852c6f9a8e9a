"""What is chosen before a folio lies on the table, and specialists to choose from: cards in the dock."""

from __future__ import annotations

from roundhouse.core.words import capital
from roundhouse.draw.face import Action, View
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, seat_icon
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import label
from roundhouse.games.empyreal.actions import COLOURS, COLUMNS, TILES
from roundhouse.games.empyreal.board import TERRAINS
from roundhouse.games.empyreal.box import OWN_CAR, STOPS
from roundhouse.games.empyreal.face.card_faces import view_person
from roundhouse.games.empyreal.face.cars import car, crest, glyphs, person
from roundhouse.games.empyreal.face.pieces import card_attrs, div, thing
from roundhouse.games.empyreal.face.rendering import Rendering
from roundhouse.games.empyreal.face.words import action_label


def setting_up(look: Rendering) -> Markup:
    """Awards, companies or captains to choose from; nothing once the own folio is there."""
    view = look.view
    if view["over"] or view["round"]:
        return EMPTY
    if view["step"] == "StrikeAwards":
        return offer("Awards", "two are left in the end", "award-cards", [award(look, a) for a in view["awards"]])
    if captains := look.at("captain"):
        cards = [candidate(look, a, a["thing"] not in look.box.captain_of) for a in captains]
        return offer("Captain", "your company\u2019s own, or a free one", "captains", cards)
    if look.player["company"] is None or view["step"] == "FoundCompany":
        aside = "each with its home terrain, its captain and five printed spellcars"
        cards = [company(look, i) for i in range(COLOURS)]
        return offer("Companies", aside, "companies", cards, "the last seat chooses first")
    return EMPTY


def tray(look: Rendering) -> Markup:
    """The specialists of the stack that is being looked through; only who chooses sees them."""
    cards = [candidate(look, a) for a in look.at("take")]
    return offer("Choose one", "only you see these", "captains", cards, kind="choose tray") if cards else EMPTY


def offer(title: str, aside: str, cls: str, cards: list[Markup], end: str = "", kind: str = "choose") -> Markup:
    return div(f"zone {kind}", label(title, aside, end), div(cls, *cards))


# awards


def award(look: Rendering, one: View) -> Markup:
    title, text = one["title"], capital(one["text"])
    found = look.of("strike", look.box.ids.index(one["card"]) - look.box.first_award)
    inner = Markup("{}<b>{}</b><span>{}</span>").format(glyphs(one["card"]), title, text)
    return thing(look, found, "award-card", f"{title}\n{text}.", inner, one["card"])


# companies and specialists


def company(look: Rendering, i: int) -> Markup:
    """A company with all that it brings, and the mark of who has taken it."""
    box = look.box
    home, title, lead = TERRAINS[box.homes[i]], box.company_titles[i], box.person(box.captain_of[i])
    does = box.text(box.people + box.captain_of[i])
    cars = [TILES + i * COLUMNS + c for c in range(COLUMNS)]
    owner = [seat_icon(n) for n, p in enumerate(look.view["players"]) if p["company"] == box.company_ids[i]]
    lines = [title, f"Home terrain {home}.", f"Captain {lead}: {does}"]
    lines += [f"{STOPS[c]}: {box.effects[number].text()}" for c, number in enumerate(cars)]
    row = [car(box, n, compact=True, flag=STOPS[c], attrs=attrs(aria_hidden="true")) for c, n in enumerate(cars)]
    inner = Markup(
        '<span class="top">{}<span><b>{}</b><small class="home">{}{}</small></span>{}</span>'
        '<span class="leads"><b>{}{}</b><small>{}</small></span><span class="cars">{}</span>'
    ).format(
        crest(box.company_ids[i]), title, icon(f"emp-t-{home}"), home, joined(owner),
        icon("emp-role-captain"), lead, does, joined(row),
    )  # fmt: skip
    cls = f"founder co-{home}{' taken' if owner else ''}"
    return thing(look, look.of("company", i), cls, "\n".join(lines), inner, box.car_id(cars[OWN_CAR]))


def candidate(look: Rendering, action: Action, free: bool = False) -> Markup:
    """A specialist to choose, large, with what they do; a `free` captain is no company's own."""
    one = view_person(look.box, action["thing"])
    tip = f"{one['title']}{', leads any company' if free else ''}\n{one['text']}"
    chosen = card_attrs(look, [action], action_label([action]) + one["text"], tip, card=one["card"])
    return person(one, big=True, attrs=chosen, legal=True)
