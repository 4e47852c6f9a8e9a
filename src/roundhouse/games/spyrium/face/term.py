"""Spyrium in a terminal: a view and the components in, Rich text out. It never sees a state."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from roundhouse.core.words import counted
from roundhouse.draw.term import LAMP, LINE, Sheet, Sign, View, numbers, results, seats_table
from roundhouse.games.spyrium.board import CELL_NAMES
from roundhouse.games.spyrium.box import SpyriumBox, card_words
from roundhouse.games.spyrium.face.words import breakdown, price_now, title_of, workers_of

GROUND = {
    "building": "#e6efdc on #33503a",
    "character": "#efe6f4 on #453a54",
    "technique": "#dff0fb on #1f4f70",
}
GAP = 9  # columns between two cards


def table(
    view: View, box: SpyriumBox, seats: list[Sign], moves: list[Text], sheet: Sheet, whole: bool
) -> RenderableType:
    """The table as the viewer sees it: market, event, seats and what they built."""
    return Group(
        board(view, box, seats, sheet), event(view, box), players(view, seats), works(view, box, seats), *moves
    )


# the market


def board(view: View, box: SpyriumBox, seats: list[Sign], sheet: Sheet) -> RenderableType:
    """The nine places with their prices now, and the workers between them."""
    wide = max(18, min(30, (sheet.width - 2 * GAP) // 3))
    out = Text(no_wrap=True)
    for row in range(3):
        for line in range(3):
            for col in range(3):
                out.append_text(place(view, box, row * 3 + col, line, wide, sheet.ascii))
                if col < 2:
                    out.append_text(gap(view, seats, row * 2 + col, GAP) if line == 1 else Text(" " * GAP))
            out.append("\n")
        if row < 2:
            for col in range(3):
                out.append_text(gap(view, seats, 6 + row * 3 + col, wide))
                out.append(" " * GAP if col < 2 else "")
            out.append("\n")
    out.rstrip()
    return out


def place(view: View, box: SpyriumBox, cell: int, line: int, wide: int, ascii: bool) -> Text:
    """One line of a card: its name and points, its price with the surcharge, its tokens."""
    spot = view["market"][cell]
    name = CELL_NAMES[cell]
    if spot["card"] is None:
        return Text((f" {name} empty" if line == 1 else "").ljust(wide), style="dim")
    face = box.ids.index(spot["card"])
    style = GROUND[box.kinds[face]]
    money = "L" if ascii else "£"
    if line == 0:
        text = f" {name} {box.titles[face]}"
    elif line == 1:
        price, others = price_now(view, cell)
        text = f" {money}{price} ({box.prices[face]}+{others})"
        text += f"  {counted(box.vps[face], 'point')}" if box.vps[face] else ""
    else:
        tokens = " ".join(str(t) for t in spot["tokens"])
        text = f" {box.kinds[face]}" + (f", token {tokens}" if tokens else "")
    return Text(text[:wide].ljust(wide), style=f"bold {style}" if line == 0 else style)


def gap(view: View, seats: list[Sign], n: int, wide: int) -> Text:
    """The workers in a gap, and its number if it can be chosen."""
    out = Text()
    for seat, count in enumerate(view["gaps"][n]["workers"]):
        if count:
            out.append(f"{seats[seat][0]}{count if count > 1 else ''}", style=seats[seat][2])
    if view["lifted"] == n:
        out.append("*", style=LAMP)
    options = numbers(view, "place", "lift")
    if n in options:
        out.append(" " if len(out) else "").append(str(options[n]), style=LAMP)
    elif not len(out):
        out.append("." if view["gaps"][n]["open"] else "", style=LINE)
    left = max(0, (wide - len(out)) // 2)
    return Text(" " * left).append_text(out).append(" " * max(0, wide - left - len(out)))


# the panels


def event(view: View, box: SpyriumBox) -> Text:
    """The turn, its event and the next one."""
    out = Text(f"Turn {view['turn']} of {view['turns']}, period {view['period']}  ", style="bold")
    for head, card in (("Event", view["event"]), ("Next", view["next_event"])):
        if card is None or (head == "Next" and view["turn"] == view["turns"]):
            continue
        text = card_words(card["card"], box.cap).removeprefix("Event: ") if head == "Event" else ""
        token = f" [token {card['token']}]" if card["token"] else ""
        out.append(f"\n{head}: ", "dim").append(f"{title_of(box, card['card'])}{token} ").append(text, "dim")
    return out


def players(view: View, seats: list[Sign]) -> Table:
    """One line a seat: score, money, Spyrium, income and workers."""
    rows: list[list[object]] = []
    for seat, p in enumerate(view["players"]):
        workers = [n for _, n in workers_of(view, seat)]
        phase = p["phase"] + (", first" if seat == view["first"] else "")
        rows.append([*[p[key] for key in ("points", "score", "pounds", "spyrium", "income")], *workers, phase])
    heads = ("track", "score", "pounds", "Spyrium", "income", "active", "out", "inactive")
    return seats_table(view, seats, "", heads, rows, texts=("phase",))


def works(view: View, box: SpyriumBox, seats: list[Sign]) -> Text:
    """What each seat owns; a building used this turn stands in brackets, with its workers."""
    lines = []
    for (letter, _, style), p in zip(seats, view["players"], strict=True):
        owned = [title_of(box, t) + (" (used)" if t in p["inclined_techniques"] else "") for t in p["techniques"]]
        for b in p["buildings"]:
            workers = f" +{b['workers']}" if b["workers"] else ""
            name = title_of(box, b["card"])
            owned.append(f"[{name}{workers}]" if b["inclined"] else name)
        kept = f"; tokens kept {' '.join(str(t) for t in p['kept'])}" if p["kept"] else ""
        lines.append(Text.assemble((f" {letter} ", style), f" {', '.join(owned) or 'nothing built'}{kept}"))
    return Text("\n").join(lines)


def result(view: View, seats: list[Sign], scores: list[int]) -> Table:
    """Where the points come from."""
    return results(view, seats, scores, {source.lower(): points for source, points in breakdown(view)})
