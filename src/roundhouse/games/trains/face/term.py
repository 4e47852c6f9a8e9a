"""Trains in a terminal: a view and the components in, Rich text out. It never sees a state."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from roundhouse.core.words import tallied
from roundhouse.draw.term import (
    LAMP,
    LINE,
    HexMap,
    Sheet,
    Sign,
    View,
    beside,
    facts,
    numbers,
    results,
    seats_table,
    signs,
)
from roundhouse.games.trains.board import TERRAINS
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.face.words import board_of, breakdown, on_deck, title

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
SIGNS = {
    "field": (".", "."),
    "river": ("~~", "~~"),
    "mountain": ("▲▲", "^^"),
    "sea": ("≈", ""),
    "full": ("●", "o"),
    "free": ("○", "_"),
    "remote": ("◆", "$"),
    "wall": ("║", "#"),
    "rule": ("─", "-"),
    "wall_rule": ("═", "="),
}
GROUPS = ("basic", "vp", "selectable", "waste")


def table(
    view: View, box: TrainsBox, seats: list[Sign], moves: list[Text], sheet: Sheet, whole: bool
) -> RenderableType:
    """The table as the viewer sees it: all of it where there is room, else what the question is about."""
    if sheet.tall and sheet.width >= SIDE:
        panels = Group(players(view, seats), Text(), supply(view, box, 1))
        side = beside(board(view, box, seats, sheet), panels, 10 * inner(sheet) + 11)
        return Group(side, own(view, box, seats), *moves)
    parts: list[RenderableType] = []
    hexes = any(action["place"] == "hex" for action in view.get("actions", []))
    if whole or sheet.tall or hexes:
        parts.append(board(view, box, seats, sheet))
    if whole or sheet.tall or not hexes:
        parts += [players(view, seats), supply(view, box, max(1, (sheet.width + 1) // 27)), *moves]
    return Group(*parts, own(view, box, seats))


# the map


def board(view: View, box: TrainsBox, seats: list[Sign], sheet: Sheet) -> RenderableType:
    """The map in offset rows: names, ground, stations, tracks, barriers, and the hexes that may be chosen."""
    drawn = Map(view, box, seats, sheet)
    return Group(drawn.draw(), drawn.legend())


def inner(sheet: Sheet) -> int:
    """The width of a hex between its sides."""
    aside = 45 if sheet.tall and sheet.width >= SIDE else 0
    return max(6, min(9, (sheet.width - aside - 1) // 10 - 1))


class Map(HexMap):
    """One drawing of the map."""

    def __init__(self, view: View, box: TrainsBox, seats: list[Sign], sheet: Sheet) -> None:
        self.box = box
        self.on = board_of(view, box)
        super().__init__(self.on.grid.rows, inner(sheet) + 1, sheet, seats, self.on.grid.cols)
        self.hexes: list[View] = view["hexes"]
        self.signs = signs(SIGNS, sheet)
        self.ascii = sheet.ascii
        self.ruled = sheet.tall
        self.numbers = numbers(view, "lay", "start", "station")
        self.parts = (self.top, self.bottom)

    def edge(self, h: int) -> tuple[str, str]:
        wall = (h - 1, h) in self.on.walls and self.on.grid.cols[h]
        return (self.signs["wall"], BARRIER) if wall else super().edge(h)

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
        right = Text(end, LAMP if h in self.numbers else self.ground(h))
        return self.cell(self.ground(h), Text(name, self.ground(h)), right)

    def bottom(self, h: int) -> Text:
        """Ground, slots or price at the left, tracks at the right."""
        start = "" if self.crowded(h) else self.slots(h)
        tracks = self.markers((seat, self.seats[seat][0]) for seat in self.hexes[h]["tracks"])
        return self.cell(self.ground(h), Text(start, self.ground(h)), tracks)

    def slots(self, h: int) -> str:
        spot = self.hexes[h]
        if spot["terrain"] == "city":
            built = int(spot["stations"])
            return self.signs["full"] * built + self.signs["free"] * (int(spot["number"]) - built)
        if spot["terrain"] == "remote":
            return f"{self.signs['remote']}{spot['number']}"
        return self.signs[spot["terrain"]]

    def sides(self, row: int) -> list[int]:
        """Where the sides of a row stand; none outside the map."""
        hexes = self.rows[row] if 0 <= row < len(self.rows) else []
        return [self.x(h) for h in hexes] + [self.x(h) + self.step for h in hexes[-1:]]

    def walls(self, row: int) -> list[int]:
        """The places of the rule above a row where a barrier runs."""
        out: list[int] = []
        for a, b in self.on.walls:
            if self.on.grid.rows[a] == row - 1 and self.on.grid.rows[b] == row:
                starts = (self.x(a), self.x(b))
                out.extend(range(max(starts) + 1, min(starts) + self.step))
        return out + [x for x in self.sides(row - 1) + self.sides(row) if x - 1 in out and x + 1 in out]

    def rule(self, out: Text, row: int) -> None:
        """The line above a row; a map without lines has only its barriers."""
        walls, above, below = self.walls(row), self.sides(row - 1), self.sides(row)
        if not self.ruled and not walls:
            return
        first, last = min(above + below), max(above + below)
        for x in range(last + 1):
            if x in walls:
                out.append(self.signs["wall_rule"], BARRIER)
            elif not self.ruled or x < first:
                out.append(" ")
            elif x in above or x in below:
                corner = CORNERS[(x in above) * 8 + (x in below) * 4 + (x > first) * 2 + (x < last)]
                out.append("+" if self.ascii else corner, LINE)
            else:
                out.append(self.signs["rule"], LINE)
        out.append("\n")

    def legend(self) -> Text:
        """What the signs mean and what ground costs."""
        costs = dict(zip(TERRAINS, self.box.terrain_cost, strict=False))
        signs = self.signs
        grounds = "".join(
            f"{signs[terrain]} {terrain} {costs[terrain]}  " for terrain in ("field", "river", "mountain")
        )
        city = f"{signs['full']}{signs['free']} city {costs['city']}+{signs['full']}"
        return Text(f"{grounds}{city}  {signs['remote']}n remote  {signs['wall']} barrier", "dim")


# the panels


def players(view: View, seats: list[Sign]) -> Table:
    """One line a seat: score, cards by place, markers left."""
    rows = [
        (p["score"], p["hand"]["size"], len(p["deck"]), p["discard"]["size"], p["markers"]) for p in view["players"]
    ]
    head = f"round {view['turns'] // view['seats'] + 1}"
    return seats_table(view, seats, head, ("score", "hand", "deck", "disc", "tracks"), rows, turn=view["turn"])


def supply(view: View, box: TrainsBox, columns: int) -> Text:
    """The piles by group and cost, with how many are left; `*` marks what the viewer can buy now."""
    offers = numbers(view, "buy", "gain")
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


def cards(box: TrainsBox, ids: list[str]) -> str:
    """Cards by title, equal ones counted."""
    return tallied([title(box, id) for id in ids]) or "nothing"


def played(box: TrainsBox, place: View) -> str:
    """A card in play; it says so if its effect was left out, or is another card's."""
    text, card = place["text"], box.ids.index(place["card"])
    if text is None and box.program[card]:
        return f"{box.titles[card]} (coins only)"
    return box.titles[card] + ("" if text in (None, place["card"]) else f" (as {title(box, text)})")


def own(view: View, box: TrainsBox, seats: list[Sign]) -> Text:
    """The viewer's cards, and what lies in front of the seat whose turn it is."""
    players, viewer = view["players"], view["viewer"]
    rows = [(f"Seen {seats[i][0]}   ", seen_of(box, p)) for i, p in enumerate(players) if i != viewer]
    if viewer is not None:
        rows[:0] = [
            (f"Hand {seats[viewer][0]}   ", cards(box, players[viewer]["hand"]["cards"])),
            ("On deck  ", ", ".join(on_deck(box, players[viewer]["deck"]))),
            ("Discard  ", tallied([title(box, id) for id in players[viewer]["discard"]["cards"]])),
        ]
    looked, known = view["looked"]["size"], view["looked"]["cards"]
    rows.append(("Shown    ", cards(box, known) if known else f"{looked} hidden" if looked else ""))
    play = tallied([played(box, place) for place in view["play"]]) or "nothing"
    gained = f"; gained {cards(box, view['gained'])}" if view["gained"] else ""
    in_play = f"in play {play}{gained}" if view["play"] or gained else ""
    return facts(*[(head, text) for head, text in rows if text], (f"Coins {view['coins']}".ljust(9), in_play))


def seen_of(box: TrainsBox, player: View) -> str:
    """What the viewer has been shown of another seat's hidden hand and deck."""
    hand, deck = player["hand"]["cards"], ", ".join(on_deck(box, player["deck"]))
    parts = [f"in hand {cards(box, hand)}" if hand else "", f"on deck {deck}" if deck else ""]
    return "; ".join(part for part in parts if part)


def result(view: View, seats: list[Sign], scores: list[int]) -> Table:
    """Where the points come from."""
    return results(view, seats, scores, {source.lower(): points for source, points in breakdown(view)})
