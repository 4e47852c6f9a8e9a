"""Figures beside clauses of the ledger: what a word or two would not show."""

from __future__ import annotations

from functools import lru_cache

from roundhouse.draw.cards import card
from roundhouse.draw.hexes import hexagon
from roundhouse.draw.marks import octagon, points, token
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import figure
from roundhouse.games.trains.board import CITY
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.face.looks import card_faces
from roundhouse.games.trains.face.map import house

SMALL = 40.0  # the side of a hex in a figure


@lru_cache(maxsize=4)
def figures(box: TrainsBox) -> dict[str, Markup]:
    """The figures by clause."""
    cards = card_faces(box)
    many = box.starts[box.number_of["normal_train"]]
    return {
        "trains-1.3": figure(card(cards["express_train"]), "At top left what it pays, at top right what it costs."),
        "trains-2.2": figure(card(cards["normal_train"]), f"Your first income, {many} of these. None is ever sold."),
        "trains-5.4": priced(box),
    }


def priced(box: TrainsBox) -> Markup:
    """A city with two stations and a rival, and the sum of what a track there costs."""
    city, stations, rival = box.terrain_cost[CITY], 2, 1
    total = city + stations + rival
    label = f"A city with two stations and one rival track costs {total} coins and 1 Waste"
    out = [f'<svg class="price map" viewBox="0 0 214 112" role="img" aria-label="{label}">']
    for x, terrain in ((40.0, "field"), (109.3, "city")):
        corners = points(hexagon(x, 54, SMALL))
        out.append(
            f'<polygon class="land t-{terrain}" points="{corners}"/>'
            f'<polygon points="{corners}" fill="url(#p-{terrain})"/><polygon class="edge" points="{corners}"/>'
        )
    out += [token(0, 40, 54, 8.2), token(1, 109.3, 44, 8.2)]
    out += [f'<polygon class="stop" points="{octagon(x, 70, 6.8)}"/>{house(x, 70)}' for x in (101.0, 117.6)]
    out.append('<g class="sum">')
    for y, name, n in ((31, "city", city), (49, "stations", stations), (67, "rival", rival)):
        out.append(f'<text x="162" y="{y}">{name}</text><text class="v" x="212" y="{y}">{n}</text>')
    out.append(
        '<path d="M162 74h50"/><text class="t" x="162" y="92">coins</text>'
        f'<text class="v t" x="212" y="92">{total}</text></g></svg>'
    )
    caption = f"Into a city with two stations and one rival: {total} coins, and 1 Waste."
    return figure(Markup("".join(out)), caption, "hexfig")
