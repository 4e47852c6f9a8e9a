"""How the cards of Trains look, and the gallery that shows all of them and both boards."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from roundhouse.draw.cards import CardLook, Use, card, counted
from roundhouse.draw.face import View
from roundhouse.draw.marks import attrs, joined
from roundhouse.draw.panels import label
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.face.map import Price, Spot, draw
from roundhouse.games.trains.face.words import card_tip, terrain_prices

FAMILIES: Final = {"vp": "vp", "waste": "waste", "station": "station", "rail": "rail", "train": "train"}
FAMILY_WORDS: Final = {"train": "Train", "rail": "Rail", "station": "Station", "action": "Action"}
ROW: Final = "display:flex;flex-wrap:wrap;gap:12px;margin:8px 0 24px"


def card_faces(box: TrainsBox) -> dict[str, CardLook]:
    """Every card of the box as it is printed, by id."""
    out: dict[str, CardLook] = {}
    for i, id in enumerate(box.ids):
        kinds = box.icon_names(i)
        family = next((f for k, f in FAMILIES.items() if k in kinds), "action")
        words = [FAMILY_WORDS.get(k, "Points" if k == "vp" else "Waste") for k in kinds]
        out[id] = CardLook(
            id=id,
            title=box.titles[i],
            cost=box.costs[i],
            value=box.values[i],
            points=box.vps[i],
            family=family,
            icons=tuple("tower" if k == "vp" else k for k in kinds),
            text=box.text(i, brief=True),
            lasting=box.rule_changes[i] != 0,
            label=words[0],
            art=id.replace("_", "-"),
            for_sale=i != box.waste,
        )
    return out


def spots(view: View) -> list[Spot]:
    return [Spot(p["label"], p["number"], p["stations"], tuple(p["tracks"])) for p in view["hexes"]]


def gallery(box: TrainsBox) -> Markup:
    """Every card and both boards, as printed."""
    out: list[Markup] = []
    cards = card_faces(box)
    groups = (("basic", "Basic cards"), ("vp", "Points"), ("selectable", "Selectable cards"))
    for group, words in groups:
        kinds = {"basic": ("start", "basic", "waste")}.get(group, (group,))
        row = [
            card(cards[id], Use(tip=card_tip(box, i), piece=f"card-{id}"))
            for i, id in enumerate(box.ids)
            if box.groups[i] in kinds
        ]
        out.append(
            Markup('<section class="gallery">{}<div class="row"{}>{}</div></section>').format(
                label(words, counted(len(row), "card")), attrs(style=ROW), joined(row)
            )
        )
    for n, board in enumerate(box.boards):
        bare = [Spot(name, number, 0, ()) for name, number in zip(board.labels, board.number, strict=True)]
        prices = [Price(*p) for p in terrain_prices({"track_costs": box.track_costs(0)}, box)]
        svg = draw(board, bare, 4, 0, {}, prices)
        out.append(
            Markup('<section class="gallery"{}>{}<div class="board">{}</div></section>').format(
                attrs(id="" if n else "boards"), label(board.name.capitalize(), f"{board.grid.size} hexes"), svg
            )
        )
    return joined(out)
