"""The map of Empyreal in a terminal: hexes in offset rows, what lies on them, and what may be chosen."""

from __future__ import annotations

from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from roundhouse.draw.term import LAMP, HexMap, Sheet, Sign, View, lowest, numbers
from roundhouse.games.empyreal.actions import COLOURS
from roundhouse.games.empyreal.board import COLOUR_NAMES, TERRAINS
from roundhouse.games.empyreal.box import EmpyrealBox
from roundhouse.games.empyreal.face.words import LETTERS, ON_HEXES

SIDE: Final = 154  # from this width on the map has the other panels beside it
ASIDE: Final = 82  # their width
BELOW: Final = 30  # lines that stand below the map where all is shown,
EACH: Final = 2  # and more of them for each seat
BESIDE: Final = 18  # those where the other panels are beside it
WIDEST: Final = 8  # columns of a hex
MARKS: Final = dict(zip([*TERRAINS, "city"], "DFGKLMwC", strict=True))  # the letter of a ground
GROUND: Final = {
    "desert": "#f6ecc4 on #6b5a22",
    "forest": "#e0f0dc on #2b5233",
    "glacier": "#24323c on #c9d8df",
    "lake": "#dff0fb on #1f4f70",
    "lava": "#fbe2da on #7a3527",
    "mountain": "#efece6 on #585a55",
    "wasteland": "#d9cde8 on #3d3252",
    "city": "bold #14222c on #f7f3ee",
}
GOOD: Final = tuple(f"bold #10202b on #{c}" for c in ("efd257", "8ccb7c", "ffffff", "8cc1ec", "f08f78", "b5bebd"))
FEW: Final = 4  # builds with transfers that are listed where there is little room


def board(view: View, box: EmpyrealBox, seats: list[Sign], sheet: Sheet) -> RenderableType:
    """The map in offset rows: terrain, goods, demand, trains, and the hexes that may be chosen."""
    return Group(Map(view, seats, sheet).draw(), legend())


def lines(view: View) -> int:
    """How many lines there are below the map where all is shown, about."""
    return BELOW + EACH * int(view["seats"])


class Map(HexMap):
    """One drawing of the map."""

    def __init__(self, view: View, seats: list[Sign], sheet: Sheet) -> None:
        self.hexes: list[View] = view["hexes"]
        self.cities: list[View] = view["cities"]
        self.columns = 1 + max(h["col"] for h in self.hexes)
        aside = ASIDE if sheet.tall and sheet.width >= SIDE else 0
        step = max(5, min(WIDEST, (sheet.width - aside - 4) * 2 // (2 * self.columns + 1)))
        super().__init__([h["row"] for h in self.hexes], step, sheet, seats, [h["col"] for h in self.hexes])
        high = 2 * len(self.rows) + (BESIDE if aside else lines(view))
        self.parts = (self.top, self.bottom) if sheet.height >= high else (self.flat,)
        self.lit = numbers(view, *ON_HEXES)
        for thing, n in numbers(view, "deliver").items():
            self.lit.setdefault(self.cities[thing // COLOURS]["hex"], n)
        self.prices = lowest(view.get("builds", []))

    def rule(self, out: Text, row: int) -> None:
        """The numbers of the columns above the first row."""
        if row == 0:
            out.append("   ").append("".join(str(col + 1).center(self.step) for col in range(self.columns)), "dim")
            out.rstrip()
            out.append("\n")

    def margin(self, h: int, line: int) -> Text:
        return Text.assemble((" " if line else self.hexes[h]["label"][0], "dim"), " ")

    def goods(self, hex: View, room: int) -> Text:
        """The goods of a hex: a letter each, with a number where there are several."""
        out = Text()
        for g in hex["goods"]:
            c = COLOUR_NAMES.index(g["colour"])
            text = LETTERS[c] + (str(g["n"]) if g["n"] > 1 else "")
            if len(out) + len(text) <= room:
                out.append(text, GOOD[c])
        return out

    def trains(self, h: int) -> Text:
        return self.markers((seat, self.seats[seat][0]) for seat in self.hexes[h]["cars"])

    def demand(self, hex: View, room: int) -> Text:
        """How many goods the tiles of a city ask for; equal ones once where there is no room."""
        tiles = self.cities[hex["city"]]["tiles"]
        if len(tiles) > room:
            tiles = list({tile["tile"]: tile for tile in tiles}.values())[:room]
        return Text.assemble(*[(str(tile["needs"]), GOOD[COLOUR_NAMES.index(tile["colour"])]) for tile in tiles])

    def line(self, h: int, left: Text, right: Text) -> Text:
        return self.cell(GROUND[self.hexes[h]["ground"]], left, right)

    def mark(self, h: int) -> Text:
        hex = self.hexes[h]
        if hex["ground"] == "city":
            return Text("C", GROUND["city"]).append(LETTERS[hex["city"]], GOOD[hex["city"]])
        return Text(MARKS[hex["ground"]], GROUND[hex["ground"]])

    def price(self, h: int) -> Text:
        return Text().append(str(self.prices.get(h, "")), f"underline {LAMP}")

    def top(self, h: int) -> Text:
        """Terrain, goods or the city's colour; the price of a build at the right."""
        price = self.price(h)
        left = self.mark(h)
        return self.line(h, left.append_text(self.goods(self.hexes[h], self.wide - len(left) - len(price))), price)

    def bottom(self, h: int) -> Text:
        """The number of the option, and trains or demand."""
        hex = self.hexes[h]
        right = self.demand(hex, self.wide) if hex["ground"] == "city" else self.trains(h)
        number = str(self.lit.get(h, ""))
        return self.line(h, Text(number if len(number) + len(right) <= self.wide else "", LAMP), right)

    def flat(self, h: int) -> Text:
        """All of it in one line, where there are few: lit if it may be chosen, with its price."""
        hex = self.hexes[h]
        if hex["ground"] == "city":
            left = Text(LETTERS[hex["city"]], LAMP if h in self.lit else GOOD[hex["city"]])
            return self.line(h, left, self.demand(hex, self.wide - 1))
        right = self.price(h).append_text(self.trains(h))
        room = self.wide - len(right)
        goods = self.goods(hex, room)
        mark = self.mark(h) if len(goods) < room else Text()
        mark.style = LAMP if h in self.lit else mark.style
        return self.line(h, mark.append_text(goods), right)


def legend() -> Text:
    """What the letters mean."""
    out = Text(" ", no_wrap=True, overflow="crop")
    for c in range(COLOURS):
        name = TERRAINS[c]
        out.append(MARKS[name], GROUND[name]).append(f" {name} ", "dim").append(LETTERS[c], GOOD[c]).append(" ")
    out.append("w", GROUND["wasteland"]).append(" waste ", "dim")
    return out.append("C", GROUND["city"]).append(" city", "dim")


def ways(view: View, sheet: Sheet) -> Text:
    """The builds that need transfers: over what, and what each of these costs."""
    found = [b for b in view.get("builds", []) if b["over"]]
    order = [a["action"] for a in view.get("actions", [])]
    hexes = view["hexes"]
    out = Text()
    most = len(found) if sheet.tall else FEW
    for b in sorted(found, key=lambda b: b["price"])[:most]:
        over = " + ".join(f"{hexes[h]['label']} {toll}" for h, toll in zip(b["over"], b["tolls"], strict=True))
        out.append(f"{order.index(b['action']) + 1:>3}", LAMP).append(
            f" {hexes[b['hex']]['label']} {b['price']}", "bold"
        )
        out.append(f" over {over}  ", "dim")
    if len(found) > most:
        out.append(f"and {len(found) - most} more", "dim")
    return out
