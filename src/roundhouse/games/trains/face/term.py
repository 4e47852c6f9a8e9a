"""Trains in a terminal: a view and the components in, Rich text out. It never sees a state."""

from __future__ import annotations

from typing import Any, cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from roundhouse.core.components import Box
from roundhouse.draw.term import LAMP, LINE, Sheet, Sign, View, results
from roundhouse.games.trains.board import MAPS, TERRAINS, Board
from roundhouse.games.trains.box import TrainsBox

SIDE = 116  # from this width on the map has the other panels beside it
BARRIER = "bold #ff6b52"
GROUND = {
    "field": "#e6efdc on #33503a",
    "river": "#dff0fb on #1f4f70",
    "mountain": "#efe6da on #54473a",
    "city": "bold #ffffff on #50505c",
    "remote": "bold #ffe9c2 on #5c4420",
    "sea": "#5d87a8 on #0c2740",
}
CORNERS = " ╶╴─╷┌┐┬╵└┘┴│├┤┼"  # by up, down, left, right
GROUPS = ("basic", "vp", "selectable", "waste")


class Signs:
    """The characters of the map; the plain ones are for terminals without Unicode."""

    def __init__(self, ascii: bool) -> None:
        self.ground = {"field": ".", "river": "~~", "mountain": "^^" if ascii else "▲▲", "sea": "" if ascii else "≈"}
        self.full = "o" if ascii else "●"
        self.free = "_" if ascii else "○"
        self.remote = "$" if ascii else "◆"
        self.side = "|" if ascii else "│"
        self.wall = "#" if ascii else "║"
        self.rule = "-" if ascii else "─"
        self.wall_rule = "=" if ascii else "═"
        self.ascii = ascii

    def corner(self, up: bool, down: bool, left: bool, right: bool) -> str:
        """Where lines meet."""
        return "+" if self.ascii else CORNERS[up * 8 + down * 4 + left * 2 + right]


def table(view: View, box: Box, seats: list[Sign], moves: list[Text], sheet: Sheet, whole: bool) -> RenderableType:
    """The table as the viewer sees it: all of it where there is room, else what the question is about."""
    box = cast(TrainsBox, box)
    if sheet.tall and sheet.width >= SIDE:
        side = Table.grid(padding=(0, 2, 0, 0))
        side.add_column(width=10 * inner(sheet) + 11)
        side.add_row(board(view, box, seats, sheet), Group(players(view, box, seats), Text(), supply(view, box, 1)))
        return Group(side, own(view, box, seats), *moves)
    parts: list[RenderableType] = []
    hexes = any(action["place"] == "hex" for action in view.get("actions", []))
    if whole or sheet.tall or hexes:
        parts.append(board(view, box, seats, sheet))
    if whole or sheet.tall or not hexes:
        parts += [players(view, box, seats), supply(view, box, max(1, (sheet.width + 1) // 27)), *moves]
    return Group(*parts, own(view, box, seats))


# the map


def board(view: View, box: Box, seats: list[Sign], sheet: Sheet) -> RenderableType:
    """The map in offset rows: names, ground, stations, tracks, barriers, and the hexes that may be chosen."""
    box = cast(TrainsBox, box)
    on = box.boards[MAPS.index(view["map"])]
    return Map(view, on, seats, Signs(sheet.ascii), inner(sheet), sheet.tall).draw(box)


def inner(sheet: Sheet) -> int:
    """The width of a hex between its sides."""
    aside = 45 if sheet.tall and sheet.width >= SIDE else 0
    return max(6, min(9, (sheet.width - aside - 1) // 10 - 1))


class Map:
    """One drawing of the map; `wide` is the inner width of a hex."""

    def __init__(self, view: View, on: Board, seats: list[Sign], signs: Signs, wide: int, ruled: bool) -> None:
        self.hexes: list[dict[str, Any]] = view["hexes"]
        self.on = on
        self.seats = seats
        self.signs = signs
        self.wide = wide
        self.ruled = ruled
        self.step = wide + 1
        self.numbers = {
            action["thing"]: number
            for number, action in enumerate(view.get("actions", []), 1)
            if action["place"] == "hex"
        }

    def draw(self, box: TrainsBox) -> RenderableType:
        out = Text(no_wrap=True)
        rows = len(self.on.grid.widths)
        for row in range(rows):
            self.rule(out, row)
            for line in (0, 1):
                self.row(out, row, line)
        self.rule(out, rows)
        out.rstrip()
        return Group(out, self.legend(box))

    def left(self, row: int) -> int:
        """Where the first side of a row stands."""
        return self.step // 2 if row % 2 else 0

    def row(self, out: Text, row: int, line: int) -> None:
        out.append(" " * self.left(row))
        first = self.on.grid.at(row, 0)
        width = self.on.grid.widths[row]
        for h in range(first, first + width):
            wall = (h - 1, h) in self.on.walls and h > first
            out.append(self.signs.wall if wall else self.signs.side, style=BARRIER if wall else LINE)
            out.append_text(self.top(h) if line == 0 else self.bottom(h))
        out.append(self.signs.side + "\n", style=LINE)

    def ground(self, h: int) -> str:
        return GROUND[self.hexes[h]["terrain"]]

    def crowded(self, h: int) -> bool:
        """Whether slots and tracks do not fit side by side."""
        return len(self.slots(h)) + len(self.hexes[h]["tracks"]) > self.wide

    def top(self, h: int) -> Text:
        """Name or coordinate; the number of the option, if the hex is one."""
        label = str(self.hexes[h]["label"])
        terrain = self.hexes[h]["terrain"]
        name = "" if terrain == "sea" else self.on.grid.coordinate(h) if label.startswith(terrain + " ") else label
        end = f" {self.numbers[h]}" if h in self.numbers else self.slots(h) if self.crowded(h) else ""
        text = Text(name[: self.wide - len(end)].ljust(self.wide - len(end)), style=self.ground(h))
        return text.append(end, style=LAMP if h in self.numbers else "")

    def bottom(self, h: int) -> Text:
        """Ground, slots or price at the left, tracks at the right."""
        tracks: list[int] = self.hexes[h]["tracks"]
        start = "" if self.crowded(h) else self.slots(h)
        text = Text(start.ljust(self.wide - len(tracks)), style=self.ground(h))
        for seat in tracks:
            letter, _, style = self.seats[seat]
            text.append(letter, style=style)
        return text

    def slots(self, h: int) -> str:
        spot = self.hexes[h]
        if spot["terrain"] == "city":
            built = int(spot["stations"])
            return self.signs.full * built + self.signs.free * (int(spot["number"]) - built)
        if spot["terrain"] == "remote":
            return f"{self.signs.remote}{spot['number']}"
        return self.signs.ground[spot["terrain"]]

    def sides(self, row: int) -> list[int]:
        """Where the sides of a row stand; none outside the map."""
        widths = self.on.grid.widths
        return [self.left(row) + i * self.step for i in range(widths[row] + 1)] if 0 <= row < len(widths) else []

    def walls(self, row: int) -> list[int]:
        """The places of the rule above a row where a barrier runs."""
        grid = self.on.grid
        out: list[int] = []
        for a, b in self.on.walls:
            if grid.rows[a] == row - 1 and grid.rows[b] == row:
                starts = [self.left(grid.rows[h]) + grid.cols[h] * self.step for h in (a, b)]
                out.extend(range(max(starts) + 1, min(starts) + self.step))
        return out + [x for x in self.sides(row - 1) + self.sides(row) if x - 1 in out and x + 1 in out]

    def rule(self, out: Text, row: int) -> None:
        """The line above a row; a map without lines has only its barriers."""
        walls = self.walls(row)
        if not self.ruled and not walls:
            return
        above = self.sides(row - 1)
        below = self.sides(row)
        ends = above + below
        for x in range(max(ends) + 1):
            if x in walls:
                out.append(self.signs.wall_rule, style=BARRIER)
            elif self.ruled and x >= min(ends):
                corner = self.signs.corner(x in above, x in below, x > min(ends), x < max(ends))
                out.append(corner if x in ends else self.signs.rule, style=LINE)
            else:
                out.append(" ")
        out.append("\n")

    def legend(self, box: TrainsBox) -> Text:
        """What the signs mean and what ground costs."""
        costs = dict(zip(TERRAINS, box.terrain_cost, strict=False))
        signs = self.signs
        out = Text(style="dim")
        for terrain in ("field", "river", "mountain"):
            out.append(f"{signs.ground[terrain]} {terrain} {costs[terrain]}  ")
        out.append(f"{signs.full}{signs.free} city {costs['city']}+{signs.full}  {signs.remote}n remote  ")
        return out.append(f"{signs.wall} barrier")


# the panels


def players(view: View, box: TrainsBox, seats: list[Sign]) -> Table:
    """One line a seat: score, cards by place, markers left."""
    out = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    out.add_column(f"round {view['turns'] // view['seats'] + 1}", no_wrap=True)
    for title in ("score", "hand", "deck", "disc", "tracks"):
        out.add_column(title, justify="right", no_wrap=True)
    for seat, (letter, name, style) in enumerate(seats):
        player = view["players"][seat]
        turn = ">" if seat == view["turn"] and not view["over"] else " "
        out.add_row(
            Text.assemble(turn, (f" {letter} ", style), f" {name[:14]}"),
            str(player["score"]),
            str(player["hand"]["size"]),
            str(len(player["deck"])),
            str(player["discard"]["size"]),
            str(player["markers"]),
            style="bold" if seat == view["viewer"] else "",
        )
    return out


def supply(view: View, box: TrainsBox, columns: int) -> Text:
    """The piles by group and cost, with how many are left; `*` marks what the viewer can buy now."""
    offers = {action["thing"] for action in view.get("actions", []) if action["block"] in ("buy", "gain")}
    piles = [(box.ids.index(pile["card"]), int(pile["left"])) for pile in view["supply"]]
    piles.sort(key=lambda pile: (GROUPS.index(box.groups[pile[0]]), box.costs[pile[0]]))
    depth = -(-len(piles) // columns)
    digits = max(len(str(box.costs[card])) for card, _ in piles)
    out = Text(no_wrap=True)
    out.append(f"Supply  {view['empty_piles']} empty, {view['stations_left']} stations left", "dim")
    for i in range(depth):
        out.append("\n")
        for n, (card, left) in enumerate(piles[i::depth]):
            lit = card in offers
            cost = "-" if box.groups[card] == "waste" else str(box.costs[card])
            entry = f"{cost:>{digits}}{'*' if lit else ' '}{box.titles[card][:21]:21} {left:>2}"
            if columns == 1:
                entry += f"  {worth(box, card)}"
            out.append(" " if n else "").append(entry, style="bold #f4ab1d" if lit else "dim" if not left else "")
    return out


def worth(box: TrainsBox, card: int) -> str:
    """What a card brings: coins when played, points at the end."""
    parts = [f"value {box.values[card]}"] if box.values[card] else []
    return ", ".join(parts + ([f"{box.vps[card]} VP"] if box.vps[card] else []))


def listed(box: TrainsBox, ids: list[str]) -> str:
    """Cards by title, equal ones counted."""
    counts: dict[str, int] = {}
    for id in ids:
        counts[id] = counts.get(id, 0) + 1
    return ", ".join(f"{n} {title(box, id)}" if n > 1 else title(box, id) for id, n in counts.items()) or "nothing"


def title(box: TrainsBox, id: str) -> str:
    return box.titles[box.ids.index(id)]


def played(box: TrainsBox, play: list[dict[str, Any]]) -> str:
    """The play area; cards whose effect was left out, or is another card's, say so."""
    out: dict[str, int] = {}
    for spot in play:
        card = box.ids.index(spot["card"])
        said = box.titles[card]
        if spot["text"] is None and box.program[card]:
            said += " (coins only)"
        elif spot["text"] not in (None, spot["card"]):
            said += f" (as {title(box, spot['text'])})"
        out[said] = out.get(said, 0) + 1
    return ", ".join(f"{n} {said}" if n > 1 else said for said, n in out.items()) or "nothing"


def own(view: View, box: TrainsBox, seats: list[Sign]) -> Text:
    """The viewer's cards, and what lies in front of the seat whose turn it is."""
    out = Text()
    seat = view["viewer"]
    if seat is not None:
        player = view["players"][seat]
        out.append(f"Hand {seats[seat][0]}   ", "bold").append(listed(box, player["hand"]["cards"]) + "\n")
        known = [card for card in player["deck"] if card is not None]
        if known:
            out.append("On deck  ", "bold").append(f"{on_deck(box, player['deck'])}\n")
        if player["discard"]["cards"]:
            out.append("Discard  ", "bold").append(listed(box, player["discard"]["cards"]) + "\n")
    for other, player in enumerate(view["players"]):
        if other != seat and (seen := seen_of(box, player)):
            out.append(f"Seen {seats[other][0]}   ", "bold").append(f"{seen}\n")
    if view["looked"]["size"]:
        hidden = view["looked"]["size"] - len(view["looked"]["cards"])
        shown = listed(box, view["looked"]["cards"]) if view["looked"]["cards"] else f"{hidden} hidden"
        out.append("Shown    ", "bold").append(shown + "\n")
    out.append(f"Coins {view['coins']}".ljust(9), "bold")
    if view["play"] or view["gained"]:
        gained = f"; gained {listed(box, view['gained'])}" if view["gained"] else ""
        out.append(f"in play {played(box, view['play'])}{gained}")
    return out


def on_deck(box: TrainsBox, deck: list[str | None]) -> str:
    """The known cards of a deck, with their place from the top."""
    places = [(n, card) for n, card in enumerate(deck, 1) if card is not None]
    return ", ".join(f"{title(box, card)} {'on top' if n == 1 else f'at {n}'}" for n, card in places)


def seen_of(box: TrainsBox, player: View) -> str:
    """What the viewer has been shown of another seat's hidden hand and deck."""
    parts = []
    if player["hand"]["cards"]:
        parts.append(f"in hand {listed(box, player['hand']['cards'])}")
    if any(card is not None for card in player["deck"]):
        parts.append(f"on deck {on_deck(box, player['deck'])}")
    return "; ".join(parts)


def result(view: View, seats: list[Sign], scores: list[int]) -> Table:
    """Where the points come from."""
    keys = ("points", "track_bonus", "card_points")
    rows = [[*[p[key] for key in keys], scores[seat]] for seat, p in enumerate(view["players"])]
    return results(view, seats, ("score marker", "track bonus", "cards"), rows)
