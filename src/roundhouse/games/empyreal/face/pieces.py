"""The small pieces of Empyreal: gems, demand tiles, goods and marks of the sprite on a drawing."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from roundhouse.draw.face import View
from roundhouse.draw.marks import attrs, icon
from roundhouse.games.empyreal.board import COLOUR_NAMES, TERRAINS
from roundhouse.games.empyreal.face.words import tile_words

ROLES: Final = ("captain", "engineer", "surveyor", "stationmaster", "stationmaster")


def face_of(colour: str) -> str:
    """The wash of a colour, as the stylesheet names it: by the terrain it comes from."""
    return f"var(--emp-{TERRAINS[COLOUR_NAMES.index(colour)]})"


def put(name: str, x: float, y: float, wide: float, high: float) -> str:
    """A mark of the sprite, centred on a point of a drawing."""
    box = f'x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    return f'<use href="#emp-{name}" {box}/>'


def price_gem(x: float, y: float, n: int, k: float) -> str:
    """A price in a lit gem on the map."""
    d = f"M{x:.1f} {y - 11 * k:.1f}L{x + 10.4 * k:.1f} {y:.1f}L{x:.1f} {y + 11 * k:.1f}L{x - 10.4 * k:.1f} {y:.1f}z"
    size = f"font-size:{11.6 * k:.1f}px"
    return (
        f'<path class="badge gem" d="{d}"/>'
        f'<text class="badge-n" x="{x:.1f}" y="{y + 4.2 * k:.1f}" style="{size}">{n}</text>'
    )


def cost_tag(n: int) -> Markup:
    """What a thing of the folio would cost now."""
    return Markup('<span class="tag">{}{}</span>').format(icon("emp-gem", cls=""), n)


def gems(ready: int, spent: int, most: int) -> Markup:
    """Mana: ready, spent, and the room that is left."""
    drawn = ""
    for i in range(max(most, ready + spent)):
        kind = "" if i < ready else "sp" if i < ready + spent else "no"
        drawn += str(icon("emp-gem" if i < ready else "emp-gem-spent", cls=kind))
    told = f"{ready} mana ready, {spent} spent, {max(0, most - ready - spent)} not yet gained"
    return Markup('<div class="gems" role="img" aria-label="{}">{}</div>').format(told, Markup(drawn))


def won_tile(tile: View | None) -> Markup:
    """A demand tile on a folio, or the place for one."""
    if tile is None:
        return Markup('<span class="dt blank">{}</span>').format(icon("emp-demand", cls=""))
    told = attrs(
        role="img", aria_label=tile_words(tile), data_tip=tile_words(tile), style=f"--face:{face_of(tile['colour'])}"
    )
    return Markup('<span class="dt"{}>{}<b>{}</b><small>{} pt</small></span>').format(
        told, icon("emp-demand", cls=""), tile["needs"], tile["points"]
    )


def pips(tiles: list[View], needed: int) -> Markup:
    """Demand tiles towards the end, very small."""
    drawn = "".join(f'<i class="y" style="--face:{face_of(t["colour"])}"></i>' for t in tiles)
    return Markup('<span class="pips">{}{}</span>').format(
        Markup(drawn), Markup("<i></i>" * max(0, needed - len(tiles)))
    )
