"""Figures beside clauses of the ledger: what a word or two would not show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from roundhouse.draw.marks import joined
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import figure
from roundhouse.games.empyreal.actions import COLOURS
from roundhouse.games.empyreal.board import GOODS, TERRAINS
from roundhouse.games.empyreal.box import SIZE_NAMES, EmpyrealBox
from roundhouse.games.empyreal.face.card_faces import large
from roundhouse.games.empyreal.face.cars import COMMON, gem, good
from roundhouse.games.empyreal.face.glyphs import glyph
from roundhouse.games.empyreal.face.pieces import STOP_NAMES, div

FIGURE: Final = "cardfig emp-figure"
Line = tuple[Markup | str, Markup | str]


@lru_cache(maxsize=4)
def figures(box: EmpyrealBox) -> dict[str, Markup]:
    """The figures by clause."""
    moves = [(str(n + 1), mana(cost)) for n, cost in enumerate(box.moves)]
    active = [(str(n + 1), mana(total)) for n, total in enumerate(accumulate([0, *box.activate]))]
    sizes = [(SIZE_NAMES[n], f"{n + 2} goods, {points}") for n, points in enumerate(box.tile_points)]
    prizes = [(place, str(n)) for place, n in zip(("first", "second", "third"), box.award_prizes, strict=True)]
    kinds = {f"empyreal-19.{n + 1}": card(box, box.kinds.index(kind)) for n, kind in enumerate(COMMON)}
    own = {f"empyreal-21.{n + 1}": card(box, box.own_cars + n) for n in range(COLOURS)}
    return {
        **kinds,
        **own,
        "empyreal-1.7": rows(
            [(glyph(f"t-{TERRAINS[c]}"), Markup("{} {}").format(good(c), GOODS[c])) for c in range(COLOURS)],
            "Terrains and their goods.",
        ),
        "empyreal-3.8": path(),
        "empyreal-9.2": rows(moves, "Spaces moved, and what they cost."),
        "empyreal-10.4": rows(active, "Cars activated, and what they cost in all."),
        "empyreal-12.7": rows(sizes, "Demand tiles: what they ask, and their points."),
        "empyreal-15.1": rows(
            [
                (glyph("hop-rival"), mana(box.transfer_rival)),
                (glyph("hop-city"), mana(box.transfer_city)),
                (glyph("hop-waste"), mana(box.transfer_waste)),
            ],
            "What it costs to pass a rival, a city, a wasteland.",
        ),
        "empyreal-28.1": rows(prizes, "Points of an award."),
    }


def mana(cost: int) -> Markup:
    return gem(cost) if cost else Markup("free")


def card(box: EmpyrealBox, number: int) -> Markup:
    """A car alone, where a clause speaks of its kind."""
    return Markup('<figure class="cardfig own"><div class="emp-card">{}</div></figure>').format(large(box, number))


def rows(lines: Sequence[Line], words: str) -> Markup:
    """A small table."""
    body = joined([Markup("<tr><th>{}</th><td>{}</td></tr>").format(a, b) for a, b in lines])
    return figure(Markup('<table class="emp-rows">{}</table>').format(body), words, FIGURE)


def path() -> Markup:
    """The conductor's way over the columns of the railyard."""
    stops = [Markup('<span class="{}">{}</span>').format("end" if len(n) > 1 else "", n) for n in STOP_NAMES]
    return figure(div("emp-path", *stops), "The conductor goes from left to right.", FIGURE)
