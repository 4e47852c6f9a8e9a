"""How the cards of Empyreal look on a page: spellcars as wagons, specialists, awards, goods and crests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from roundhouse.core.verbs import Program
from roundhouse.draw.marks import EMPTY, icon
from roundhouse.draw.marks import attrs as attributes
from roundhouse.games.empyreal.board import GOODS, TERRAINS
from roundhouse.games.empyreal.cards import AWARDS, COMPANY_CARS, SPECIALISTS, UNIQUES, common
from roundhouse.games.empyreal.face.glyphs import AWARDED, drawn_row, glyph, row, wash
from roundhouse.games.empyreal.track import Build

COMMON: Final = ("two", "pick_two", "pick_three", "free_rival", "free_crossing", "reclaim")
SHORT: Final = {
    "two": "build on two", "pick_two": "pick one of two", "pick_three": "pick one of three",
    "free_rival": "past a rival", "free_crossing": "through city, waste", "reclaim": "reclaim 1",
}  # fmt: skip
NAMED: Final[dict[str, Program]] = UNIQUES | COMPANY_CARS | SPECIALISTS
GEM: Final = "M0-11 9.5 0 0 11-9.5 0z"
FLIPPED: Final = {"surveyor": "Used, once a game"}


@lru_cache(maxsize=1)
def printed_builds() -> dict[str, Program]:
    """The plain builds of the folios by how they read; their terrains can be edited, so no id tells them."""
    return {p.text(): p for p in (Build(mask) for mask in range(1, 64))}


def program(card: str, text: str = "") -> Program:
    """What a car or a specialist does; of a printed car its text must be given."""
    if card in NAMED:
        return NAMED[card]
    kind = next((k for k in COMMON if card.startswith(f"{k}_")), "")
    if kind:
        names = card.removeprefix(f"{kind}_").split("_")
        return common(kind, sum(1 << TERRAINS.index(name) for name in names))
    return printed_builds()[text]


def glyphs(card_id: str, text: str = "") -> Markup:
    """The row of glyphs of a car, a specialist or an award."""
    if card_id in AWARDS:
        award = AWARDS[card_id]
        return drawn_row([*AWARDED[type(award)], *["few"] * award.fewest])
    return drawn_row(row(program(card_id, text)))


def gem(cost: int) -> Markup:
    """A car's own cost, a gem at its corner."""
    if not cost:
        return EMPTY
    drawn = '<svg class="mana" viewBox="-11 -12.5 22 25" aria-hidden="true"><path d="{}"/><text y="4.5">{}</text></svg>'
    return Markup(drawn).format(GEM, cost)


def car(
    view_car: Mapping[str, Any],
    *,
    compact: bool = False,
    attrs: str = "",
    cls: str = "",
    flag: str = "",
    tag: str = "div",
) -> Markup:
    """A spellcar: roof, glyphs, title, cost, wheels. `compact` leaves the title out; `flag` is a word at its corner.

    `attrs` are the attributes of the element, as `draw.marks.attrs` writes them; without them it tells its own tip.
    """
    id, text = view_car["id"], view_car["text"]
    does = program(id, text)
    kind = next((k for k in COMMON if id.startswith(f"{k}_")), "")
    title = SHORT[kind] if kind else "" if id.startswith("printed_") else view_car["title"]
    printed = " printed" if view_car["printed"] else ""
    named = f"car c-{wash(does)}{printed}{' compact' if compact else ''}{f' {cls}' if cls else ''}"
    told = Markup(attrs) if attrs else tip(view_car)
    name = Markup('<span class="nm{}">{}</span>').format(" plain" if kind else "", title) if title else EMPTY
    return Markup('<{0} class="{1}"{2}><span class="body">{3}{4}</span>{5}{6}{7}</{0}>').format(
        tag, named, spaced(told), drawn_row(row(does)), EMPTY if compact else name, gem(view_car["cost"]),
        Markup('<span class="flag">{}</span>').format(flag) if flag else EMPTY, glyph("bogie", "bogie"),
    )  # fmt: skip


def spaced(told: Markup) -> Markup:
    """Attributes with a space before them."""
    return told if not told or told.startswith(" ") else Markup(" ") + told


def said(view_car: Mapping[str, Any]) -> str:
    """A car in words: name, cost, effect."""
    cost = f"{view_car['cost']} mana" if view_car["cost"] else ""
    title = view_car["title"]
    return "\n".join(part for part in (title[:1].upper() + title[1:], cost, view_car["text"]) if part)


def tip(view_car: Mapping[str, Any]) -> Markup:
    """The attributes of a car that is only looked at."""
    words = said(view_car)
    return attributes(role="img", tabindex="0", aria_label=words.replace("\n", ". "), data_tip=words)


def kind_of(slot: str) -> str:
    """The kind of specialist that a slot of a folio holds."""
    return "stationmaster" if "master" in slot else slot


def person(
    view_person: Mapping[str, Any],
    *,
    big: bool = False,
    attrs: str = "",
    cls: str = "",
    tag: str = "div",
) -> Markup:
    """A specialist: role, name and what they do; of flipped and used ones first why they rest."""
    title, text, slot = view_person["title"], view_person["text"], view_person["slot"]
    role, flipped = kind_of(slot), bool(view_person["flipped"])
    state = " flipped" if flipped else " used" if view_person["used"] else ""
    named = f"spec r-{role}{' big' if big else ''}{state}{f' {cls}' if cls else ''}"
    words = f"{title}, {slot}{', flipped' if flipped else ''}\n{text}"
    told = Markup(attrs) if attrs else attributes(role="img", tabindex="0", aria_label=words, data_tip=words)
    why = FLIPPED.get(slot, "Flipped until refreshed") if flipped else "Used this turn" if state else ""
    rests = Markup('<em class="why">{}</em>').format(why) if why else EMPTY
    return Markup(
        '<{0} class="{1}"{2}><span class="role">{3}</span><span class="in">{4}<b>{5}</b>{6}'
        '<span class="t">{7}</span></span></{0}>'
    ).format(
        tag, named, spaced(told), icon(f"emp-role-{role}"), EMPTY if flipped else glyphs(view_person["card"]),
        title, rests, text,
    )  # fmt: skip


def good(colour_index: int, size: int = 0) -> Markup:
    """A good by its colour; a size in pixels sets its height and width, else the page does."""
    box = attributes(width=size or "", height=size or "")
    return Markup('<svg class="good"{}{} viewBox="0 0 25 25">{}</svg>').format(
        box,
        attributes(role="img", aria_label=GOODS[colour_index]),
        Markup(f'<use href="#emp-good-{TERRAINS[colour_index]}" width="25" height="25"/>'),
    )


def crest(company: str) -> Markup:
    """The mark of a company."""
    return glyph(f"co-{company.replace('_', '-')}", "crest")
