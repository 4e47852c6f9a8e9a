"""How the cards of Trains look, and the gallery that shows all of them and both boards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from roundhouse.core.words import counted
from roundhouse.draw.cards import CardLook, Use, card
from roundhouse.draw.marks import attrs, joined
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import label
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.face.map import draw
from roundhouse.games.trains.face.words import card_tip, terrain_prices

FAMILIES: Final = ("vp", "waste", "station", "rail", "train")
GALLERY: Final = (
    ("Basic cards", ("start", "basic", "waste")),
    ("Points", ("vp",)),
    ("Selectable cards", ("selectable",)),
)
ROW: Final = "display:flex;flex-wrap:wrap;gap:12px;margin:8px 0 24px"


@lru_cache(16)
def card_faces(box: TrainsBox) -> dict[str, CardLook]:
    """Every card of the box as it is printed, by id."""
    out: dict[str, CardLook] = {}
    for i, id in enumerate(box.ids):
        kinds = box.icon_names(i)
        out[id] = CardLook(
            id=id,
            title=box.titles[i],
            cost=box.costs[i],
            value=box.values[i],
            points=box.vps[i],
            family=next((f for f in FAMILIES if f in kinds), "action"),
            icons=tuple("tower" if k == "vp" else k for k in kinds),
            text=box.text(i, brief=True),
            lasting=box.rule_changes[i] != 0,
            label="Points" if kinds[0] == "vp" else kinds[0].capitalize(),
            art=id.replace("_", "-"),
            for_sale=i != box.waste,
        )
    return out


def gallery(box: TrainsBox) -> Markup:
    """Every card and both boards, as printed."""
    out: list[Markup] = []
    cards = card_faces(box)
    for words, groups in GALLERY:
        row = [
            card(cards[id], Use(tip=card_tip(box, i), piece=f"card-{id}"))
            for i, id in enumerate(box.ids)
            if box.groups[i] in groups
        ]
        out.append(
            Markup('<section class="gallery">{}<div class="row"{}>{}</div></section>').format(
                label(words, counted(len(row), "card")), attrs(style=ROW), joined(row)
            )
        )
    for n, board in enumerate(box.boards):
        named = zip(board.labels, board.number, strict=True)
        bare = [{"label": name, "number": number, "stations": 0, "tracks": []} for name, number in named]
        svg = draw(board, bare, 4, 0, {}, terrain_prices({"track_costs": box.track_costs(0)}, box))
        out.append(
            Markup('<section class="gallery"{}>{}<div class="board">{}</div></section>').format(
                attrs(id="" if n else "boards"), label(board.name.capitalize(), f"{board.grid.size} hexes"), svg
            )
        )
    return joined(out)
