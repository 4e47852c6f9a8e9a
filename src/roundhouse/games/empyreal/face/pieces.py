"""The small pieces of Empyreal: what can be chosen, gems, demand tiles, goods and marks of the sprite on a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from roundhouse.draw.face import Action, View
from roundhouse.draw.marks import attrs, icon, joined
from roundhouse.draw.markup import Markup
from roundhouse.draw.rendering import Rendering
from roundhouse.games.empyreal.board import COLOUR_NAMES, TERRAINS
from roundhouse.games.empyreal.box import STOPS, EmpyrealBox
from roundhouse.games.empyreal.face.words import one_line, tile_words

STOP_NAMES: Final = ("Start", *STOPS[:-1], "End")  # of the conductor's path
ROLES: Final = ("captain", "engineer", "surveyor", "stationmaster", "stationmaster")


def div(cls: str, *parts: str) -> Markup:
    return Markup('<div class="{}">{}</div>').format(cls, joined(parts))


# what can be chosen


def card_attrs(
    look: Rendering[EmpyrealBox],
    found: Sequence[Action],
    label: str,
    tip: str,
    piece: str = "",
    style: str = "",
    seen: bool = True,
    card: str = "",
) -> Markup:
    """The attributes of a card on the table: those of a button if it can be chosen, else of something to be `seen`."""
    return about(bool(found), seen, label, tip, piece, style, card) + look.doing(found)


@lru_cache(4096, typed=True)
def about(legal: bool, seen: bool, label: str, tip: str, piece: str = "", style: str = "", card: str = "") -> Markup:
    """The same but for what can be done with it."""
    idle = seen and not legal
    return attrs(
        type="button" if legal else "",
        role="img" if idle else "",
        tabindex="0" if idle else "",
        style=style,
        aria_label=one_line(label),
        data_tip=tip,
        data_piece=piece,
        data_card=card,
    )


def thing(
    look: Rendering[EmpyrealBox], found: Sequence[Action], cls: str, words: str, inner: Markup, card: str = ""
) -> Markup:
    """A thing to choose, or to look at; its tip adds what can be done with it."""
    tip = look.tip(words, found)
    return look.thing(found, cls, one_line(tip), tip, inner, card=card)


# on a drawing


@lru_cache(4096)
def put(name: str, x: float, y: float, wide: float, high: float) -> str:
    """A mark of the sprite, centred on a point of a drawing."""
    box = f'x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    return f'<use href="#emp-{name}" {box}/>'


def price_gem(x: float, y: float, n: int, k: float) -> str:
    """A price in a lit gem on the map."""
    d = f"M{x:.1f} {y - 11 * k:.1f}L{x + 10.4 * k:.1f} {y:.1f}L{x:.1f} {y + 11 * k:.1f}L{x - 10.4 * k:.1f} {y:.1f}z"
    return (
        f'<path class="badge gem" d="{d}"/>'
        f'<text class="badge-n" x="{x:.1f}" y="{y + 4.2 * k:.1f}" style="font-size:{11.6 * k:.1f}px">{n}</text>'
    )


# mana and demand tiles


def terrain_of(colour: str) -> str:
    """The terrain that the goods of a colour come from."""
    return TERRAINS[COLOUR_NAMES.index(colour)]


def face_of(colour: str) -> str:
    """The wash of a colour, as the stylesheet names it: by its terrain."""
    return f"var(--emp-{terrain_of(colour)})"


def cost_tag(n: int) -> Markup:
    """What a thing of the folio would cost now."""
    return Markup('<span class="tag">{}{}</span>').format(icon("emp-gem", cls=""), n)


@lru_cache(1024)
def gems(ready: int, spent: int, most: int) -> Markup:
    """Mana: ready, spent, and the room that is left."""
    left = max(0, most - ready - spent)
    kinds = [("emp-gem", "")] * ready + [("emp-gem-spent", "sp")] * spent + [("emp-gem-spent", "no")] * left
    return Markup('<div class="gems" role="img" aria-label="{}">{}</div>').format(
        f"{ready} mana ready, {spent} spent, {left} not yet gained",
        joined([icon(name, cls=cls) for name, cls in kinds]),
    )


def won_tile(tile: View | None) -> Markup:
    """A demand tile on a folio, or the place for one."""
    if tile is None:
        return Markup('<span class="dt blank">{}</span>').format(icon("emp-demand", cls=""))
    words = tile_words(tile)
    return Markup('<span class="dt"{}>{}<b>{}</b><small>{} pt</small></span>').format(
        attrs(role="img", aria_label=words, data_tip=words, style=f"--face:{face_of(tile['colour'])}"),
        icon("emp-demand", cls=""), tile["needs"], tile["points"],
    )  # fmt: skip


def pips(tiles: list[View], needed: int) -> Markup:
    """Demand tiles towards the end, very small."""
    drawn = "".join(f'<i class="y" style="--face:{face_of(t["colour"])}"></i>' for t in tiles)
    return Markup(f'<span class="pips">{drawn}{"<i></i>" * max(0, needed - len(tiles))}</span>')
