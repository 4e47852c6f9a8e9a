"""Night Goods in a terminal: a view and the components in, Rich text out. It never sees a state."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nightgoods.box import NightGoodsBox
from roundhouse.draw.term import Sheet, Sign, View, results, seats_table


def table(
    view: View, box: NightGoodsBox, seats: list[Sign], moves: list[Text], sheet: Sheet, whole: bool
) -> RenderableType:
    """The yard, what happened, and the own hand."""
    return Group(board(view, box, seats, sheet), *moves, own(view, box))


def board(view: View, box: NightGoodsBox, seats: list[Sign], sheet: Sheet) -> RenderableType:
    """One track a seat, the engine in front; below them deck and platform."""
    rows = []
    for p in view["players"]:
        wagons = "".join(f"[{title(box, id)}]-" for id in p["train"])
        rows.append((p["score"], p["hand"]["size"], f"{p['weight']}/{box.pull}", Text(f"{wagons}<=o")))
    heads = ("points", "hand", "weight")
    out = seats_table(view, seats, f"round {view['round']}", heads, rows, texts=("train",), wrap=True)
    seen = "".join(f", {title(box, id)} at {n}" for n, id in enumerate(view["deck"], 1) if id)
    return Group(out, Text(f"Deck {len(view['deck'])}{seen}; {view['waiting']} on the platform", "dim"))


def title(box: NightGoodsBox, id: str) -> str:
    return box.titles[box.ids.index(id)]


def own(view: View, box: NightGoodsBox) -> Text:
    """The viewer's wagons, each with what it does."""
    hand = [] if view["viewer"] is None else view["players"][view["viewer"]]["hand"]["cards"]
    return Text("\n".join(f"  {box.describe(box.ids.index(id))}" for id in dict.fromkeys(hand)))


def result(view: View, seats: list[Sign], scores: list[int]) -> Table:
    """The points."""
    return results(view, seats, scores, {})
