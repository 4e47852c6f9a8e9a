"""Small Railroad Empires in a terminal: a view and the components in, Rich text out. It never sees a state."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from roundhouse.draw.term import (
    LAMP,
    WAY,
    HexMap,
    Sheet,
    Sign,
    View,
    beside,
    facts,
    lowest,
    numbers,
    results,
    seats_table,
    signs,
)
from roundhouse.games.empires.actions import ENGINES, factory_of
from roundhouse.games.empires.board import GOODS
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.face.words import Way, earned, long, name_of, progress, sources, taken, under_way, ways

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
WANTS = ">"  # before the goods that a city wants
FEW = 5  # deliveries listed where there is little room
SIGNS = {
    "mixed": ("♣≡", "%="),
    "yellow": ("≡≡", "=="),
    "green": ("♣♣", "%%"),
    "blue": ("~~", "~~"),
    "grey": ("▲▲", "^^"),
    "star": ("★", "*"),
    "gone": ("·", "-"),
    "arrow": ("→", "->"),
}


def table(
    view: View, box: EmpiresBox, seats: list[Sign], moves: list[Text], sheet: Sheet, whole: bool
) -> RenderableType:
    """The table as the viewer sees it: all of it where there is room, else what the question is about."""
    boards, feats, sale = players(view, seats), goals(view, box, seats), market(view, box)
    if sheet.tall and sheet.width >= SIDE:
        side = beside(board(view, box, seats, sheet), Group(boards, feats, sale), sheet.width - ASIDE)
        return Group(side, own(view, box, True), offers(view, box, sheet), *moves)
    if whole or sheet.tall:
        parts: list[RenderableType] = [
            board(view, box, seats, sheet),
            boards,
            feats,
            sale,
            *moves,
            own(view, box, True),
        ]
    elif view["step"] in ON_MAP:
        parts = [board(view, box, seats, sheet), own(view, box, False)]
    else:
        asked = {"claim": [feats], "buy": [sale]}.get(view["step"], [])
        parts = [boards, *asked, *moves, own(view, box, True)]
    return Group(*parts, *([offers(view, box, sheet)] if offered(view) else []))


# the map


def board(view: View, box: EmpiresBox, seats: list[Sign], sheet: Sheet) -> RenderableType:
    """The map in offset rows: names, grounds, goods, demands, tracks, and the hexes that may be chosen."""
    drawn = Map(view, box, seats, sheet)
    return Group(drawn.draw(), drawn.legend()) if sheet.tall else drawn.draw()


class Map(HexMap):
    """One drawing of the map."""

    def __init__(self, view: View, box: EmpiresBox, seats: list[Sign], sheet: Sheet) -> None:
        self.view = view
        self.box = box
        self.hexes: list[View] = view["hexes"]
        halves = [2 * h["q"] + h["r"] for h in self.hexes]
        self.halves = [n - min(halves) for n in halves]
        room = sheet.width - (ASIDE if sheet.tall and sheet.width >= SIDE else 0)
        step = max(6, min(10, (room - 1) * 2 // (max(self.halves) + 2)))
        super().__init__([h["r"] for h in self.hexes], step, sheet, seats)
        self.signs = signs(SIGNS, sheet)
        self.options = options(view)
        self.prices = lowest(prices(view, places(view)))
        self.path = marked_path(view)
        self.parts = (self.top, self.bottom) if sheet.height >= DEEP else (self.flat,)

    def x(self, h: int) -> int:
        return int(self.halves[h] * self.step // 2)

    def style(self, h: int) -> str:
        return WAY if h in self.path else GROUND[self.hexes[h]["ground"]]

    def there(self, h: int) -> Text:
        """Tracks as small letters, trains as large ones."""
        hex = self.hexes[h]
        tracks, trains = [(i, "abcd"[i]) for i in hex["tracks"]], [(i, "ABCD"[i]) for i in hex["trains"]]
        return self.markers(sorted(tracks + trains))

    def top(self, h: int) -> Text:
        """Name or coordinate, and the price where a track can be laid."""
        price = Text(f"${self.prices[h]}" if h in self.prices else "", LAMP)
        return self.cell(self.style(h), Text(name_of(self.hexes[h]), self.style(h)), price)

    def bottom(self, h: int) -> Text:
        """The number of the option, or what lies there, at the left; tracks and trains at the right."""
        left = Text(str(self.options.get(h, "")), LAMP).append(self.sign(self.hexes[h]), self.style(h))
        return self.cell(self.style(h), left, self.there(h))

    def flat(self, h: int) -> Text:
        """All of it in one line, where there are few: lit if it may be chosen, with its price."""
        right = Text.assemble((str(self.prices.get(h, "")), f"underline {LAMP}")).append_text(self.there(h))
        text = name_of(self.hexes[h])[:3]
        text += f" {self.sign(self.hexes[h])}" if len(text) + 4 <= self.wide - len(right) else ""
        style = LAMP if h in self.options else self.style(h)
        return self.cell(style, Text(text, style), right)

    def sign(self, hex: View) -> str:
        if hex["ground"] == "factory":
            return "".join(g["good"][0].upper() if g["here"] else self.signs["gone"] for g in hex["goods"])
        if hex["ground"] == "city":
            return WANTS + "".join(g[0] for g in hex["demands"])
        return self.signs[hex["ground"]] + (self.signs["star"] if hex["star"] and not taken(hex) else "")

    def legend(self) -> Text:
        """What the signs mean and what ground costs."""
        grounds = [g for g in self.view["grounds"] if g["ground"] in self.signs]
        costs = "".join(f"{self.signs[g['ground']]} {g['title']} ${g['cost']}  " for g in grounds)
        goods = " ".join(g[0].upper() for g in GOODS)
        star = f"{self.signs['star']} +{self.box.star}"
        return Text(f"{costs}{star}  {goods} goods  {WANTS} wanted  a track  A train", "dim")


def places(view: View) -> dict[tuple[str, int], int]:
    """Where each factory and city lies."""
    return {(h["ground"], h["number"]): i for i, h in enumerate(view["hexes"]) if "id" in h}


def prices(view: View, at: dict[tuple[str, int], int]) -> list[View]:
    """What a track costs where it can be laid."""
    lays = [a for a in view.get("actions", []) if a["block"] in ("lay", "route")]
    hexes = [a["thing"] if a["block"] == "lay" else at["factory", a["thing"]] for a in lays]
    return [{"hex": h, "price": -a["price"]["money"]} for h, a in zip(hexes, lays, strict=True)]


def options(view: View) -> dict[int, int]:
    """The number of the option at each hex; of two goods in one place the first."""
    at = places(view)
    out = numbers(view, "lay")
    for thing, n in numbers(view, "route", "start").items():  # a new route where a track can be laid costs more
        out.setdefault(at["factory", thing], n)
    for thing, n in numbers(view, "send").items():
        out.setdefault(at["factory", factory_of(thing)], n)
    return out | {at["city", thing]: n for thing, n in numbers(view, "city").items()}


# deliveries


def marked_path(view: View) -> list[int]:
    """The line that is marked on the map: of the delivery under way, else of the best that is offered."""
    now, found = under_way(view), offered(view)
    if now is None and found:
        now = ways(view)[0]
    return [] if now is None else now.path


def offered(view: View) -> list[Way]:
    """The deliveries, as long as it is they that are asked for."""
    return [Way(offer) for offer in view.get("offers", [])] if view["step"] != "lay" else []


def offers(view: View, box: EmpiresBox, sheet: Sheet) -> Text:
    """Every delivery that is offered, with the number of its option, its line and what it would earn."""
    arrow = signs(SIGNS, sheet)["arrow"]
    order = [a["action"] for a in view.get("actions", [])]
    out = Text(no_wrap=True, overflow="crop")
    found, hexes = offered(view), view["hexes"]
    most = len(found) if sheet.tall else FEW
    for w in found[:most]:
        trains = f"{len(w.path)} - {2 * w.trains} = " if w.trains else ""
        out.append(f"{order.index(w.action) + 1:>3}", style=LAMP)
        out.append(f" {w.good} {hexes[w.start]['label']} {arrow} {hexes[w.end]['label']} ", "bold")
        out.append(f"{earned(w)}; {trains}{long(w)} ")
        out.append(" ".join(name_of(hexes[h]) for h in w.path) + "\n", "dim")
    if len(found) > most:
        out.append(f"    and {len(found) - most} more", "dim")
    out.rstrip()
    return out


# the panels


def players(view: View, seats: list[Sign]) -> Table:
    """One line a seat: its player board."""
    rows = []
    for p in view["players"]:
        third = "-" if p["third_cost"] is None else f"${p['third_cost']}"
        counts = [p[key] for key in ("tracks", "trains", "loans")]
        rows.append([p["prestige"], f"${p['money']}", third, *counts, len(p["hand"])])
    heads = ("prestige", "money", "third", "tracks", "trains", "loans", "hand")
    return seats_table(view, seats, progress(view), heads, rows)


def goals(view: View, box: EmpiresBox, seats: list[Sign]) -> Text:
    """The achievements, what they bring and who has claimed them."""
    lit = numbers(view, "claim")
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
    lit = numbers(view, "buy")
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
    if view["viewer"] is None:
        return Text()
    p = view["players"][view["viewer"]]
    hand = [box.ids.index(id) for id in p["hand"]]
    contract = box.titles[box.ids.index(p["contract"])]
    if not full:
        titles = ", ".join(box.titles[c].removesuffix(" engine") for c in hand) or "no train card"
        secret = "" if p["revealed"] else f"; {contract}"
        return Text("", no_wrap=True, overflow="crop").append_text(
            facts((f"${p['money']}  ", f"Hand: {titles}{secret}"))
        )
    cards = ", ".join(f"{box.titles[c]} ({box.conditions[c].text})" for c in hand) or "no train card"
    rows = [("Hand      ", cards), ("Contract  ", contract + (", revealed" if p["revealed"] else ""))]
    if p["played"]:
        rows.append(("Played    ", ", ".join(box.titles[box.ids.index(id)] for id in p["played"])))
    return facts(*rows)


def result(view: View, seats: list[Sign], scores: list[int]) -> Table:
    """Where the points come from."""
    return results(view, seats, scores, {name.lower(): points for name, points in sources(view).items()})
