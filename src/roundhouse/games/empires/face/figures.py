"""Figures beside clauses of the ledger: what a word or two would not show."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

from markupsafe import Markup

from roundhouse.draw.marks import joined, rails, token
from roundhouse.games.empires.actions import ENGINES, FEATS
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.face.lines import LESS
from roundhouse.games.empires.face.looks import large
from roundhouse.games.empires.face.pieces import crown, ground_icon, sample, train

SMALL: Final = 28.0  # the side of a hex in a figure
TRAIN_AT: Final = 2


@lru_cache(maxsize=4)
def figures(box: EmpiresBox) -> dict[str, Markup]:
    """The figures by clause."""
    return {
        "empires-4.5": grounds(box),
        "empires-8.2": a_line(),
        "empires-9.3": beside(bonus(box), "The length of a line, and what it earns."),
        "empires-10.2": beside(large(box, 0), "What it asks at top left, what it brings at its foot."),
        "empires-11.1": beside(large(box, ENGINES + FEATS), "Secret until you deliver from these works."),
        "empires-12.1": beside(
            large(box, ENGINES), "In the ring what the first gets, at the foot what later ones get."
        ),
    }


def beside(drawn: Markup, words: str) -> Markup:
    return Markup('<figure class="cardfig sre-figure">{}<figcaption>{}</figcaption></figure>').format(drawn, words)


def a_line() -> Markup:
    """A line of five spaces with a train on its way."""
    hexes = ("factory", "green", "city", "yellow", "city")
    wide = SMALL * sqrt(3)
    xs = [wide * (i + 0.5) + 2 for i in range(len(hexes))]
    y = SMALL + 2
    out = "".join(sample(ground, x, y, SMALL) for ground, x in zip(hexes, xs, strict=True))
    out += f'<g class="seat-a">{rails(f"M{xs[0]:.1f} {y:g}H{xs[-1]:.1f}")}</g>'
    for i, x in enumerate(xs):
        out += train(0, x, y, 0.72) if i == TRAIN_AT else str(token(0, x, y, 7.5))
        out += f'<g class="sre-count"><circle cx="{x + 9:.1f}" cy="{y - 13:g}" r="8"/>'
        out += f'<text x="{x + 9:.1f}" y="{y - 9:g}">{i + 1}</text></g>'
    x = xs[TRAIN_AT]
    out += f'<g class="sre-count less"><rect x="{x + 1:.1f}" y="{y + 8:g}" width="22" height="15" rx="7.5"/>'
    out += f'<text x="{x + 12:.1f}" y="{y + 19.5:g}">\u2212{LESS}</text></g>'
    box = f"0 0 {wide * len(hexes) + 4:.0f} {2 * SMALL + 4:g}"
    told = f"{len(hexes)} spaces less {LESS} for the train: {len(hexes) - LESS} long."
    return Markup(
        '<figure class="hexfig"><svg class="map" viewBox="{}" role="img" aria-label="{}">{}</svg>'
        "<figcaption>{}</figcaption></figure>"
    ).format(box, told, Markup(out), told)


def grounds(box: EmpiresBox) -> Markup:
    """What a track costs by the ground."""
    kinds = ("mixed", "yellow", "green", "blue", "grey")
    rows = [
        Markup("<tr><th>{}{}</th><td>${}</td></tr>").format(ground_icon(g), box.atlas.titles[i], box.atlas.costs[i])
        for i, g in enumerate(kinds)
    ]
    return beside(Markup('<table class="sre-rows">{}</table>').format(joined(rows)), "What a track costs to lay.")


def bonus(box: EmpiresBox) -> Markup:
    rows = [
        Markup("<tr><th>{}</th><td>${}</td><td>{}</td></tr>").format(n, money, crown(prestige))
        for n, money, prestige in box.bonus
        if money or prestige
    ]
    return Markup('<table class="sre-rows">{}</table>').format(joined(rows))
