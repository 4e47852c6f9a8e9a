"""How the cards of Trains look, and the gallery that shows all of them and both boards."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from roundhouse.core.words import counted
from roundhouse.draw.cards import CardLook, Use, card
from roundhouse.draw.face import View
from roundhouse.draw.marks import attrs, joined
from roundhouse.draw.panels import label
from roundhouse.games.trains.board import CITY, REMOTE, TERRAINS, Board
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.cards import EFFECTS
from roundhouse.games.trains.face.map import Price, Spot, draw
from roundhouse.games.trains.face.words import card_tip, icon_names, short_text, terrain_prices
from roundhouse.games.trains.verbs import WhileInPlay

FAMILIES: Final = {"vp": "vp", "waste": "waste", "station": "station", "rail": "rail", "train": "train"}
FAMILY_WORDS: Final = {"train": "Train", "rail": "Rail", "station": "Station", "action": "Action"}
ROW: Final = "display:flex;flex-wrap:wrap;gap:12px;margin:8px 0 24px"


def card_faces(box: TrainsBox) -> dict[str, CardLook]:
    """Every card of the box as it is printed, by id."""
    out: dict[str, CardLook] = {}
    for i, id in enumerate(box.ids):
        kinds = icon_names(box, i)
        family = next((f for k, f in FAMILIES.items() if k in kinds), "action")
        words = [FAMILY_WORDS.get(k, "Points" if k == "vp" else "Waste") for k in kinds]
        waste = i == box.waste
        out[id] = CardLook(
            id=id,
            title=box.titles[i],
            cost=box.costs[i],
            value=box.values[i],
            points=box.vps[i],
            family=family,
            icons=tuple("tower" if k == "vp" else k for k in kinds),
            text=short_text(id, waste),
            lasting=any(isinstance(v, WhileInPlay) for v in EFFECTS[id].verbs),
            label=words[0],
            art=id.replace("_", "-"),
            for_sale=not waste,
        )
    return out


def spots(view: View) -> list[Spot]:
    return [Spot(p["label"], p["number"], p["stations"], tuple(p["tracks"])) for p in view["hexes"]]


def gallery(box: TrainsBox) -> Markup:
    """Every card and both boards, as printed."""
    out: list[Markup] = []
    shown = card_faces(box)
    groups = (("basic", "Basic cards"), ("vp", "Points"), ("selectable", "Selectable cards"))
    for group, words in groups:
        kinds = {"basic": ("start", "basic", "waste")}.get(group, (group,))
        row = [
            card(shown[id], Use(tip=card_tip(box, i), piece=f"card-{id}"))
            for i, id in enumerate(box.ids)
            if box.groups[i] in kinds
        ]
        out.append(
            Markup('<section class="gallery">{}<div class="row"{}>{}</div></section>').format(
                label(words, counted(len(row), "card")), attrs(style=ROW), joined(row)
            )
        )
    for n, board in enumerate(box.boards):
        blank = blank_view(board)
        prices = [Price(*p) for p in terrain_prices(blank, box)]
        svg = draw(board, spots(blank), 4, 0, {}, prices)
        out.append(
            Markup('<section class="gallery"{}>{}<div class="board">{}</div></section>').format(
                attrs(id="" if n else "boards"), label(board.name.capitalize(), f"{board.grid.size} hexes"), svg
            )
        )
    return joined(out)


def blank_view(board: Board) -> dict[str, Any]:
    """As much of a view as the map needs, with nothing built."""
    hexes: list[dict[str, Any]] = [
        {
            "label": board.labels[h],
            "terrain": TERRAINS[board.terrain[h]],
            "number": board.number[h] if board.terrain[h] in (CITY, REMOTE) else 0,
            "stations": 0,
            "tracks": [],
        }
        for h in range(board.grid.size)
    ]
    return {"map": board.name, "hexes": hexes, "standing": 0, "seat": 0, "seats": 4}
