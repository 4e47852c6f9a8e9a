"""Small Railroad Empires in a terminal: a view and the components in, Rich text out. It never sees a state."""

from __future__ import annotations

from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from roundhouse.core.components import Box
from roundhouse.draw.term import LAMP, LINE, Sheet, Sign, View, results
from roundhouse.games.empires.actions import ENGINES
from roundhouse.games.empires.board import GOODS
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.feats import COLOUR_NAMES

SIDE = 138  # from this width on the map has the other panels beside it
ASIDE = 56  # the width of those
DEEP = 28  # from this height on a hex takes two lines
GROUND = {
    "mixed": "#eef3d6 on #4d5a34",
    "yellow": "#fbf3cf on #6b5f22",
    "green": "#e6efdc on #2f5138",
    "blue": "#dff0fb on #1f4f70",
    "grey": "#efe6da on #54473a",
    "factory": "bold #ffffff on #4a4456",
    "city": "bold #fff1ec on #7a4038",
}
ON_MAP = ("start", "lay", "deliver", "city", "line")  # steps whose choices lie there
FEW = 5  # deliveries listed where there is little room
WAY = "bold #06192a on #92cdf3"  # the line of the delivery that is shown


class Signs:
    """The characters of the map; the plain ones are for terminals without Unicode."""

    def __init__(self, ascii: bool) -> None:
        self.ground = {
            "mixed": "%=" if ascii else "♣≡",
            "yellow": "==" if ascii else "≡≡",
            "green": "%%" if ascii else "♣♣",
            "blue": "~~",
            "grey": "^^" if ascii else "▲▲",
        }
        self.star = "*" if ascii else "★"
        self.gone = "-" if ascii else "·"
        self.side = "|" if ascii else "│"
        self.arrow = "->" if ascii else "→"
        self.wants = ">"


def table(view: View, box: Box, seats: list[Sign], moves: list[Text], sheet: Sheet, whole: bool) -> RenderableType:
    """The table as the viewer sees it: all of it where there is room, else what the question is about."""
    box = cast(EmpiresBox, box)
    shown, feats, sale = players(view, box, seats), goals(view, box, seats), market(view, box)
    if sheet.tall and sheet.width >= SIDE:
        side = Table.grid(padding=(0, 2, 0, 0))
        side.add_column(width=sheet.width - ASIDE)
        side.add_row(board(view, box, seats, sheet), Group(shown, feats, sale))
        return Group(side, own(view, box, True), offers(view, box, sheet), *moves)
    if whole or sheet.tall:
        parts: list[RenderableType] = [board(view, box, seats, sheet), shown, feats, sale, *moves, own(view, box, True)]
    elif view["step"] in ON_MAP:
        parts = [board(view, box, seats, sheet), own(view, box, False)]
    else:
        asked = {"claim": [feats], "buy": [sale]}.get(view["step"], [])
        parts = [shown, *asked, *moves, own(view, box, True)]
    return Group(*parts, *([offers(view, box, sheet)] if view.get("offers") else []))


# the map


def board(view: View, box: Box, seats: list[Sign], sheet: Sheet) -> RenderableType:
    """The map in offset rows: names, grounds, goods, demands, tracks, and the hexes that may be chosen."""
    return Map(view, cast(EmpiresBox, box), seats, sheet).draw()


class Map:
    """One drawing of the map; a hex is `step` columns wide with its left side."""

    def __init__(self, view: View, box: EmpiresBox, seats: list[Sign], sheet: Sheet) -> None:
        self.view = view
        self.box = box
        self.hexes: list[View] = view["hexes"]
        self.seats = seats
        self.signs = Signs(sheet.ascii)
        halves = [2 * h["q"] + h["r"] for h in self.hexes]
        self.first = min(halves)
        room = sheet.width - (ASIDE if sheet.tall and sheet.width >= SIDE else 0)
        self.step: int = max(6, min(10, (room - 1) * 2 // (max(halves) - self.first + 2)))
        self.wide = self.step - 1
        self.numbers = numbers(view)
        self.prices = lowest(view)
        self.path: list[int] = shown_path(view, box)
        self.lines = (self.top, self.bottom) if sheet.height >= DEEP else (self.flat,)
        self.keyed = sheet.tall

    def draw(self) -> RenderableType:
        out = Text(no_wrap=True)
        for row in sorted({h["r"] for h in self.hexes}):
            own = [h for h, hex in enumerate(self.hexes) if hex["r"] == row]
            for part in self.lines:
                out.append(" " * self.left(own[0]))
                for h in own:
                    out.append(self.signs.side, style=LINE).append_text(part(h))
                out.append(self.signs.side + "\n", style=LINE)
        out.rstrip()
        return Group(out, self.legend()) if self.keyed else out

    def left(self, h: int) -> int:
        """Where the first side of a row stands."""
        hex = self.hexes[h]
        return int(2 * hex["q"] + hex["r"] - self.first) * self.step // 2

    def style(self, h: int) -> str:
        return WAY if h in self.path else GROUND[self.hexes[h]["ground"]]

    def name(self, h: int) -> str:
        hex = self.hexes[h]
        return str(hex["label"] if "id" in hex else hex["coordinate"])

    def there(self, h: int) -> Text:
        """Tracks as small letters, trains as large ones."""
        hex, out = self.hexes[h], Text()
        for seat, mark in sorted([(i, "abcd"[i]) for i in hex["tracks"]] + [(i, "ABCD"[i]) for i in hex["trains"]]):
            out.append(mark, style=self.seats[seat][2])
        return out

    def top(self, h: int) -> Text:
        """Name or coordinate, and the price where a track can be laid."""
        end = f"${self.prices[h]}" if h in self.prices else ""
        room = self.wide - len(end)
        return Text(self.name(h)[:room].ljust(room), style=self.style(h)).append(end, style=LAMP)

    def bottom(self, h: int) -> Text:
        """The number of the option, or what lies there, at the left; tracks and trains at the right."""
        there = self.there(h)
        room = self.wide - len(there)
        number = str(self.numbers[h]) if h in self.numbers else ""
        sign = self.sign(self.hexes[h])[: room - len(number)].ljust(room - len(number))
        return Text(number, style=LAMP).append(sign, style=self.style(h)).append_text(there)

    def flat(self, h: int) -> Text:
        """All of it in one line, where there are few: lit if it may be chosen, with its price."""
        there = self.there(h)
        price = str(self.prices[h]) if h in self.prices else ""
        room = self.wide - len(there) - len(price)
        text = self.name(h)[:3]
        text += f" {self.sign(self.hexes[h])}" if len(text) + 4 <= room else ""
        lit = LAMP if h in self.numbers else self.style(h)
        return Text(text[:room].ljust(room), style=lit).append(price, style=f"underline {LAMP}").append_text(there)

    def sign(self, hex: View) -> str:
        if hex["ground"] == "factory":
            return "".join(g["good"][0].upper() if g["here"] else self.signs.gone for g in hex["goods"])
        if hex["ground"] == "city":
            return self.signs.wants + "".join(g[0] for g in hex["demands"])
        free = hex["star"] and not hex["tracks"] and not hex["trains"]
        return self.signs.ground[hex["ground"]] + (self.signs.star if free else "")

    def legend(self) -> Text:
        """What the signs mean and what ground costs."""
        out = Text(style="dim")
        for ground in self.view["grounds"]:
            if ground["ground"] in self.signs.ground:
                out.append(f"{self.signs.ground[ground['ground']]} {ground['title']} ${ground['cost']}  ")
        goods = " ".join(g[0].upper() for g in GOODS)
        return out.append(
            f"{self.signs.star} +{self.box.star}  {goods} goods  {self.signs.wants} wanted  a track  A train"
        )


def lowest(view: View) -> dict[int, int]:
    """The price of each hex where a track can be laid."""
    out: dict[int, int] = {}
    places = {h["number"]: i for i, h in enumerate(view["hexes"]) if h["ground"] == "factory"}
    for a in view.get("actions", []):
        if a["block"] in ("lay", "route"):
            hex, cost = a["thing"] if a["block"] == "lay" else places[a["thing"]], -a["price"]["money"]
            out[hex] = min(cost, out.get(hex, cost))
    return out


def numbers(view: View) -> dict[int, int]:
    """The number of the option at each hex; of two goods in one place the first."""
    out: dict[int, int] = {}
    places = {(h["ground"], h["number"]): i for i, h in enumerate(view["hexes"]) if "id" in h}
    for n, action in enumerate(view.get("actions", []), 1):
        block, thing = action["block"], action["thing"]
        if block == "lay":
            out[thing] = n
        elif block in ("route", "start"):  # a new route where a track can be laid anyway costs more for the same
            out.setdefault(places["factory", thing], n)
        elif block == "send":
            out.setdefault(places["factory", thing >> 1], n)
        elif block == "city":
            out[places["city", thing]] = n
    return out


# deliveries


def worth(view: View, box: EmpiresBox, offer: View) -> tuple[int, int]:
    """Prestige, with the best card and the contract, and money of a delivery that is offered."""
    line = offer["line"]
    mask = sum(1 << COLOUR_NAMES.index(c) for c in line["colours"])
    cards = [box.ids.index(id) for id in view["players"][view["seat"]]["hand"]]
    good, length = GOODS.index(offer["good"]), max(0, line["length"])
    best = max([box.prestige[c] for c in cards if box.conditions[c].met(good, mask, length)], default=0)
    contract = view["players"][view["seat"]]["contract"]
    more = box.prestige[box.ids.index(contract)] if offer["contract"] else 0
    return line["prestige"] + best + more, line["money"] + offer["city_money"]


def shown_path(view: View, box: EmpiresBox) -> list[int]:
    """The line that is marked on the map: of the delivery under way, else of the best that is offered."""
    now = view["delivery"]
    if now is not None and "line" in now:
        return list(now["line"]["path"])
    found = view.get("offers", [])
    return list(max(found, key=lambda o: worth(view, box, o))["line"]["path"]) if found else []


def offers(view: View, box: EmpiresBox, sheet: Sheet) -> Text:
    """Every delivery that is offered, with the number of its option, its line and what it would earn."""
    arrow = Signs(sheet.ascii).arrow
    order = [a["action"] for a in view.get("actions", [])]
    out = Text(no_wrap=True, overflow="crop")
    found = view.get("offers", [])
    most = len(found) if sheet.tall else FEW
    for offer in found[:most]:
        line, hexes = offer["line"], view["hexes"]
        prestige, money = worth(view, box, offer)
        sum_ = f"{line['spaces']} - {2 * line['trains']} = " if line["trains"] else ""
        out.append(f"{order.index(offer['action']) + 1:>3}", style=LAMP)
        out.append(f" {offer['good']} {hexes[offer['from']]['label']} {arrow} {hexes[offer['to']]['label']} ", "bold")
        out.append(f"${money}, {prestige} prestige; {sum_}{line['length']} long ")
        stops = [hexes[h]["label"] if "id" in hexes[h] else hexes[h]["coordinate"] for h in line["path"]]
        out.append(" ".join(stops) + "\n", "dim")
    if len(found) > most:
        out.append(f"    and {len(found) - most} more", "dim")
    out.rstrip()
    return out


# the panels


def players(view: View, box: EmpiresBox, seats: list[Sign]) -> Table:
    """One line a seat: its player board."""
    out = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    out.add_column(f"turn {view['turn']}", no_wrap=True)
    for head in ("prestige", "money", "third", "tracks", "trains", "loans", "hand"):
        out.add_column(head, justify="right", no_wrap=True)
    for seat, (letter, name, style) in enumerate(seats):
        p = view["players"][seat]
        turn = ">" if seat == view["seat"] and not view["over"] else " "
        third = "-" if p["third_cost"] is None else f"${p['third_cost']}"
        numbers = (p["prestige"], f"${p['money']}", third, p["tracks"], p["trains"], p["loans"], len(p["hand"]))
        out.add_row(
            Text.assemble(turn, (f" {letter} ", style), f" {name[:14]}"),
            *[str(n) for n in numbers],
            style="bold" if seat == view["viewer"] else "",
        )
    return out


def goals(view: View, box: EmpiresBox, seats: list[Sign]) -> Text:
    """The achievements, what they bring and who has claimed them."""
    lit = {a["thing"] for a in view.get("actions", []) if a["block"] == "claim"}
    out = Text("Achievements", "dim")
    for a in view["achievements"]:
        card = box.ids.index(a["card"])
        style = LAMP if card - ENGINES in lit else ""
        out.append("\n").append(f" {box.titles[card]}", style).append(f" {a['first_prestige']}/{a['later_prestige']} ")
        for seat in ([a["first"]] if a["first"] is not None else []) + a["later"]:
            out.append(f" {seats[seat][0]} ", seats[seat][2])
        out.append(f" {box.feats[card - ENGINES].text}", "dim")
    return out


def market(view: View, box: EmpiresBox) -> Text:
    """The cards on sale; what the viewer can take is lit."""
    lit = {a["thing"] for a in view.get("actions", []) if a["block"] == "buy"}
    known = [box.titles[box.ids.index(id)] for id in view["returned"]]
    among = f", among them {', '.join(known)}" if known else ""
    out = Text(f"Market, {view['deck']} in the deck{among}", "dim")
    for slot, sale in enumerate(view["market"]):
        card = box.ids.index(sale["card"])
        out.append("\n").append(f" ${sale['price']} {box.titles[card]}", LAMP if slot in lit else "")
        out.append(f" {box.conditions[card].text}", "dim")
    return out


def own(view: View, box: EmpiresBox, full: bool) -> Text:
    """The viewer's cards; in one line where there is little room."""
    out = Text(no_wrap=not full, overflow="crop" if not full else "fold")
    seat = view["viewer"]
    if seat is None:
        return out
    p = view["players"][seat]
    if not full:
        titles = [box.titles[box.ids.index(id)].removesuffix(" engine") for id in p["hand"]]
        contract = "" if p["revealed"] else f"; {box.titles[box.ids.index(p['contract'])]}"
        return out.append(f"${p['money']}  ", "bold").append(f"Hand: {', '.join(titles) or 'no train card'}{contract}")
    hand = [f"{box.titles[c]} ({box.conditions[c].text})" for c in (box.ids.index(id) for id in p["hand"])]
    out.append("Hand      ", "bold").append(", ".join(hand) or "no train card")
    contract = box.titles[box.ids.index(p["contract"])] + (", revealed" if p["revealed"] else "")
    out.append("\nContract  ", "bold").append(contract)
    if p["played"]:
        played = [box.titles[box.ids.index(id)] for id in p["played"]]
        out.append("\nPlayed    ", "bold").append(", ".join(played))
    return out


def result(view: View, seats: list[Sign], scores: list[int]) -> Table:
    """Where the points come from."""
    rows = [
        [p["prestige"], p["achievement_points"], -p["loan_points"], p["passenger_points"], scores[seat]]
        for seat, p in enumerate(view["players"])
    ]
    return results(view, seats, ("prestige track", "achievements", "loans", "passengers"), rows)
