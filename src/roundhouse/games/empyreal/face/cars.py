"""How the cards of Empyreal look on a page: spellcars as wagons, specialists, awards, goods and crests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from roundhouse.core.words import capital
from roundhouse.draw.cards import classes
from roundhouse.draw.marks import EMPTY, icon
from roundhouse.draw.marks import attrs as attributes
from roundhouse.draw.markup import Markup
from roundhouse.games.empyreal.actions import TILES
from roundhouse.games.empyreal.board import GOODS, TERRAINS
from roundhouse.games.empyreal.box import EmpyrealBox
from roundhouse.games.empyreal.cards import AWARDS, SPECIALISTS
from roundhouse.games.empyreal.face.glyphs import AWARDED, drawn_row, glyph, row, wash
from roundhouse.games.empyreal.face.words import one_line

# What is written on a common car by its kind, and how the gallery names and explains the kind.
COMMON: Final = {
    "two": ("build on two", "Build on two", "Build on both terrains, in either order."),
    "pick_two": ("pick one of two", "Pick one of two", "Build on one of the two terrains."),
    "pick_three": ("pick one of three", "Pick one of three", "Build on one of the three terrains."),
    "free_rival": ("past a rival", "Past a rival", "Build; one transfer over a rival is free."),
    "free_crossing": (
        "through city, waste", "Through city and wasteland", "Build; one transfer over each is free."
    ),
    "reclaim": ("reclaim 1", "Reclaim mana", "Build, then reclaim 1 mana."),
}  # fmt: skip
GEM: Final = "M0-11 9.5 0 0 11-9.5 0z"
RESTS: Final = {"": "", "used": "Used this turn", "flipped": "Flipped until refreshed"}
USED_UP: Final = "Used, once a game"
LONG: Final = 14  # letters of a word that is written smaller


def glyphs(card_id: str) -> Markup:
    """The row of glyphs of a specialist or an award."""
    if card_id in AWARDS:
        award = AWARDS[card_id]
        return drawn_row(AWARDED[type(award).__name__] + " few" * award.fewest)
    return drawn_row(row(SPECIALISTS[card_id]))


@lru_cache(64)
def gem(cost: int) -> Markup:
    """A car's own cost, a gem at its corner."""
    drawn = '<svg class="mana" viewBox="-11 -12.5 22 25" aria-hidden="true"><path d="{}"/><text y="4.5">{}</text></svg>'
    return Markup(drawn).format(GEM, cost) if cost else EMPTY


@lru_cache(4096)  # a table has the same few hundred of them at every decision
def car(
    box: EmpyrealBox,
    number: int,
    *,
    compact: bool = False,
    attrs: Markup = EMPTY,
    legal: bool = False,
    cls: str = "",
    flag: str = "",
) -> Markup:
    """A spellcar: roof, glyphs, title, cost, wheels. `compact` leaves the title out; `flag` is a word at its corner.

    `attrs` are the attributes of the element, as `draw.marks.attrs` writes them; without them it has its own tip.
    """
    effect, kind = box.effects[number], box.kinds[number] if number < TILES else ""
    shape = ["printed" if number >= TILES else "", "compact" if compact else "", "legal" if legal else ""]
    name, plain = (COMMON[kind][0], " plain") if kind in COMMON else (box.car_title(number), "")
    title = EMPTY if compact else Markup('<span class="nm{}">{}</span>').format(plain, name)
    words, card_id = car_words(box, number), card_of(box, number)
    return Markup('<{0} class="{1}"{2}><span class="body">{3}{4}</span>{5}{6}{7}</{0}>').format(
        "button" if legal else "div", classes("car", f"c-{wash(effect)}", *shape, cls),
        attrs or attributes(role="img", tabindex="0", aria_label=one_line(words), data_tip=words, data_card=card_id),
        drawn_row(row(effect)), title, gem(box.costs[number]),
        Markup('<span class="flag">{}</span>').format(flag) if flag else EMPTY, glyph("bogie", "bogie"),
    )  # fmt: skip


@lru_cache(1024)
def card_of(box: EmpyrealBox, number: int) -> str:
    """The card that a car is; "" of the cars that all folios print alike."""
    id = box.car_id(number)
    return id if id in box.ids else ""


@lru_cache(1024)
def car_words(box: EmpyrealBox, number: int) -> str:
    """A car in words: name, cost, effect."""
    cost = f"{box.costs[number]} mana" if box.costs[number] else ""
    return "\n".join(part for part in (capital(box.car_title(number)), cost, box.effects[number].text()) if part)


def rest_of(view_person: Mapping[str, Any]) -> str:
    """Why a specialist rests, in a word; "" if it does not."""
    return "flipped" if view_person["flipped"] else "used" if view_person["used"] else ""


def person_words(view_person: Mapping[str, Any]) -> str:
    """A specialist in words: name, slot, whether they rest, and what they do."""
    rest = rest_of(view_person)
    return f"{view_person['title']}, {view_person['slot']}{rest and f', {rest}'}\n{view_person['text']}"


def person(view_person: Mapping[str, Any], *, big: bool = False, attrs: Markup = EMPTY, legal: bool = False) -> Markup:
    """A specialist: role, name and what they do; of flipped and used ones first why they rest."""
    slot, rest, words = view_person["slot"], rest_of(view_person), person_words(view_person)
    role = "stationmaster" if "master" in slot else slot
    why = USED_UP if rest == "flipped" and slot == "surveyor" else RESTS[rest]
    long = max(len(word) for word in view_person["title"].split()) > LONG
    marks = (("big", big), ("long", long), ("legal", legal))
    return Markup(
        '<{0} class="{1}"{2}><span class="role">{3}</span><span class="in">{4}<b>{5}</b>{6}'
        '<span class="t">{7}</span></span></{0}>'
    ).format(
        "button" if legal else "div",
        classes("spec", f"r-{role}", *[mark for mark, on in marks if on], rest),
        attrs or attributes(role="img", tabindex="0", aria_label=words, data_tip=words, data_card=view_person["card"]),
        icon(f"emp-role-{role}"),
        EMPTY if rest == "flipped" else glyphs(view_person["card"]), view_person["title"],
        Markup('<em class="why">{}</em>').format(why) if why else EMPTY, view_person["text"],
    )  # fmt: skip


@lru_cache(256)
def good(colour_index: int, size: int = 0) -> Markup:
    """A good by its colour; a size in pixels sets its height and width, else the page does."""
    return Markup('<svg class="good"{} viewBox="0 0 25 25">{}</svg>').format(
        attributes(width=size or "", height=size or "", role="img", aria_label=GOODS[colour_index]),
        Markup(f'<use href="#emp-good-{TERRAINS[colour_index]}" width="25" height="25"/>'),
    )


def crest(company: str) -> Markup:
    """The mark of a company."""
    return glyph(f"co-{company.replace('_', '-')}", "crest")
