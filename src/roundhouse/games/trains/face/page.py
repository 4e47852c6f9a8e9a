"""The table of Trains on a page: a view and the box in, HTML out. It never sees a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from roundhouse.draw.cards import Use, back, card, counted, mini, pile, ticket
from roundhouse.draw.face import Action, Face, Last, View
from roundhouse.draw.marks import EMPTY, attrs, doing, icon, joined, letter, seat_icon
from roundhouse.draw.panels import Cell, Choice, Gauge, SeatLook, SeatRow, gauges, label, seats_table, words_list
from roundhouse.draw.words import result, sentence
from roundhouse.games.trains.board import Board
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.face.figures import figures
from roundhouse.games.trains.face.log import log_line
from roundhouse.games.trains.face.looks import card_faces, gallery, spots
from roundhouse.games.trains.face.map import Lit, Moved, Price, draw
from roundhouse.games.trains.face.words import (
    action_line,
    aside,
    board_of,
    breakdown,
    card_tip,
    coins,
    doubt,
    heading,
    hex_tip,
    hex_title,
    price_words,
    rule_words,
    terrain_prices,
)

COLUMNS: Final = (
    ("star", "Points", "points if the game ended now"),
    ("coin", "Coins", "coins this turn"),
    ("rail", "Tracks", "tracks left"),
    ("hand", "Hand", "cards in hand"),
    ("deck", "Deck", "cards in the deck"),
    ("discard", "Discard", "cards in the discard pile"),
)

PLAIN: Final = ("drop", "leave")  # about the one card looked at: buttons as well
DOCK_EDGES: Final = 106  # margins and the two piles, in pixels
DOCK_ROOM: Final = 1150  # from this width on the dock does not scroll


def regions(
    view: View,
    box: TrainsBox,
    seats: Sequence[SeatLook],
    last: Last | None = None,
    past: bool = False,
) -> dict[str, Markup]:
    """The parts of the table page. `last` is the seat and the words of the last decision, to ring what it moved.

    In a position of the `past` nothing can be chosen.
    """
    table = Table(view, box, list(seats), last, past)
    board, seats_, supply, dock = table.board(), table.seats_panel(), table.supply(), table.dock()
    return {
        "prompt": table.prompt(),  # after the others: what they had no place for becomes a button
        "board": board,
        "seats": seats_,
        "supply": supply,
        "words": table.words(),
        "dock": dock,
    }


@dataclass(frozen=True)
class Zone:
    """A labelled row of cards in the dock."""

    cls: str
    head: Markup
    row: list[Markup]
    note: Markup = EMPTY

    @property
    def width(self) -> int:
        """What it takes in pixels, edges to its left included."""
        each, gap = (118, 10) if self.cls == "hand" else (80, 5)
        return 33 + len(self.row) * (each + gap) - gap

    def draw(self, laps: str) -> Markup:
        """`laps` is how much wider than its default the space between two cards is, or ""."""
        cls, style = self.cls, ""
        if laps and self.cls == "hand":
            cls, style = "hand fan", f"--lap:{laps}"
        elif laps:
            style = f"--lap:calc(5px + {laps})"
        return Markup('<div class="zone {}">{}<div class="row"{}>{}</div>{}</div>').format(
            cls, self.head, attrs(style=style), joined(self.row), self.note
        )


def overlap(zones: list[Zone]) -> str:
    """The shrinking of the spaces between cards, as CSS, where the dock is too full for a common screen."""
    need = DOCK_EDGES + sum(z.width for z in zones)
    joints = sum(len(z.row) - 1 for z in zones)
    if need <= DOCK_ROOM or not joints:
        return ""
    return f"clamp(-56px, calc((100vw / var(--zoom, 1) - {need}px) / {joints}), 0px)"


class Table:
    """One drawing of the table."""

    def __init__(
        self, view: View, box: TrainsBox, seats: list[SeatLook], last: Last | None, past: bool = False
    ) -> None:
        self.view = view
        self.box = box
        self.seats = seats
        self.last = last
        self.looks = card_faces(box)
        self.viewer: int | None = view["viewer"]
        self.past = past
        self.actions: list[Action] = [] if past else list(view.get("actions", []))
        self.placed: set[int] = set()

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    def title(self, id: str) -> str:
        return self.looks[id].title

    def at(self, place: str, thing: int) -> list[Action]:
        """The actions that point at a thing; they count as placed."""
        found = [a for a in self.actions if a["place"] == place and a["thing"] == thing and a["block"] not in PLAIN]
        self.placed.update(a["action"] for a in found)
        return found

    def use(self, found: list[Action], card_number: int, **more: Any) -> Use:
        """How a card with these actions stands on the table."""
        tip = card_tip(self.box, card_number, [action_line(a) for a in found])
        return Use(actions=[a["action"] for a in found], tip=tip, **more)

    # the sign

    def prompt(self) -> Markup:
        view = self.view
        if view["over"]:
            ended = " and ".join(view["endings"])
            head = result(view, [s.name for s in self.seats])
            return self.sign(view["winners"][0], head, sentence(ended) if ended else "", [])
        seat = view["seat"]
        if not self.actions:
            who = "Your" if seat == self.viewer else f"{self.name(seat)}\u2019s"
            return self.sign(seat, f"{who} turn", sentence(f"{self.name(seat)} is to {view['prompt']}"), [])
        buttons = [self.button(a) for a in self.actions if a["action"] not in self.placed]
        return self.sign(seat, heading(view), aside(view, self.box), buttons)

    def sign(self, seat: int, head: str, line: str, buttons: list[Markup]) -> Markup:
        n = self.view["coins"]
        purse = Markup('<span class="purse"{}>{}{} <small>{}</small></span>').format(
            attrs(aria_label=coins(n)), icon("coin"), n, "coin" if n == 1 else "coins"
        )
        return Markup('{}<div class="say"><h1>{}</h1><p><span class="long">{}</span></p></div>{}{}').format(
            seat_icon(seat), head, line, "" if self.view["over"] else purse, joined(buttons)
        )

    def button(self, action: Action) -> Markup:
        """A choice that points at nothing on the table."""
        words = action["words"].replace(" from hand to the supply", "").replace("the card looked at", "it")
        words = words.replace("the card on top", "it on top")
        tip = action_line(action)
        return Markup('<button type="button" class="btn legal"{}{}>{}</button>').format(
            doing([action["action"]]),
            attrs(data_tip=tip, aria_label=action["words"], data_confirm=doubt(self.view, action)),
            words[:1].upper() + words[1:],
        )

    # the map

    def board(self) -> Markup:
        view, box = self.view, self.box
        board = board_of(view, box)
        lit: dict[int, Lit] = {}
        for h in range(board.grid.size):
            for a in self.at("hex", h):
                lit[h] = self.lit(a)
        prices = [Price(*p) for p in terrain_prices(view, box)]
        return draw(board, spots(view), view["seats"], view["seat"], lit, prices, self.moved(board))

    def lit(self, a: Action) -> Lit:
        view, box, h = self.view, self.box, a["thing"]
        lay = a["block"] == "lay"
        cost = price_words(a)
        verb = {"lay": "Lay", "start": "Start at", "station": "Station in"}[a["block"]]
        told = f"{verb} {hex_title(view, box, h)}: {cost}".replace(" + Waste", ", gain 1 Waste")
        coin = str(-a["price"]["coins"]) if lay else ""
        return Lit(a["action"], a["block"], coin, "waste" in a["price"], told, hex_tip(view, box, a))

    def moved(self, board: Board) -> Moved | None:
        """What the last decision placed."""
        if self.last is None:
            return None
        seat, words = self.last[0], self.last[1]["words"]
        for start in ("lay ", "start at ", "station in "):
            label_ = words.removeprefix(start)
            if label_ != words and label_ in board.labels:
                return Moved(seat, board.labels.index(label_), start == "station in ")
        return None

    # the side

    def seats_panel(self) -> Markup:
        view = self.view
        rows: list[SeatRow] = []
        following = (view["turn"] + 1) % view["seats"]
        for i, look in enumerate(self.seats):
            p = view["players"][i]
            turn = i == view["turn"] and not view["over"]
            if view["over"]:
                note = "Winner" if i in view["winners"] else ""
            elif turn:
                note = "Your turn" if not self.past and (look.you or i == self.viewer) else "To move"
            else:
                note = "Next" if i == following else ""
            kind = {"bot": "bot", "open": "open seat"}.get(look.kind, "away" if look.away else "")
            note = ", ".join(x for x in (note, kind) if x)
            known = [c for c in p["deck"] if c is not None]
            cells = [
                Cell(p["score"], ", ".join(f"{s} {n[i]}" for s, n in breakdown(view)), "score"),
                Cell(view["coins"] if turn else None),
                Cell(p["markers"]),
                Cell(p["hand"]["size"], self.seen("In hand", p["hand"]["cards"]) if i != self.viewer else ""),
                Cell(len(p["deck"]), self.seen("Known in the deck", known)),
                Cell(p["discard"]["size"], self.seen("Discarded", p["discard"]["cards"])),
            ]
            rows.append(SeatRow(i, look, note[:1].upper() + note[1:], turn, cells))
        done = view["turns"] - 1 if view["over"] else view["turns"]
        return seats_table(f"Round {done // view['seats'] + 1}", COLUMNS, rows)

    def seen(self, where: str, cards: list[str]) -> str:
        return f"{where}\n{self.listed(cards)}" if cards else ""

    def listed(self, cards: list[str]) -> str:
        counts: dict[str, int] = {}
        for c in cards:
            counts[c] = counts.get(c, 0) + 1
        return ", ".join(f"{n} {self.title(c)}" if n > 1 else self.title(c) for c, n in counts.items())

    def supply(self) -> Markup:
        view, box = self.view, self.box
        piles = [(box.ids.index(p["card"]), int(p["left"])) for p in view["supply"]]
        always = [p for p in piles if box.groups[p[0]] != "selectable"]
        chosen = sorted([p for p in piles if p not in always], key=lambda p: (box.costs[p[0]], p[0]))
        tickets = [joined([self.ticket(c, left) for c, left in group]) for group in (always, chosen)]
        lit = len({a["thing"] for a in self.actions if a["place"] == "supply" and a["action"] in self.placed})
        within = f"{counted(lit, 'pile')} within your {coins(view['coins'])}" if lit and self.buying else ""
        rows = joined([Markup('<div class="tickets">{}</div>').format(t) for t in tickets])
        return label("Supply", within, self.ends()) + rows

    @property
    def buying(self) -> bool:
        return any(a["block"] == "buy" for a in self.actions)

    def ends(self) -> str:
        """How far off the end is."""
        out, most = self.view["empty_piles"], self.box.empty_piles
        return f"{out} of {most} piles sold out, {counted(self.view['stations_left'], 'station')} left"

    def ticket(self, number: int, left: int) -> Markup:
        id = self.box.ids[number]
        return ticket(self.looks[id], left, self.use(self.at("supply", number), number, piece=f"pile-{id}"))

    def words(self) -> Markup:
        choices = [Choice(a["action"], a["words"], price_words(a)) for a in self.actions]
        told = counted(len(choices), "choice") if choices else "nothing to decide"
        return label("In words", told) + words_list(choices)

    # the dock

    def dock(self) -> Markup:
        view = self.view
        seat = view["turn"] if self.viewer is None else self.viewer
        zones = [self.hand(seat), self.discarded(seat), self.looked(), self.in_play(), self.gained()]
        laid = [z for z in zones if z is not None and z.row]
        laps = overlap(laid)
        return self.piles(seat) + joined([z.draw(laps) for z in laid]) + self.ahead(seat)

    def ahead(self, seat: int) -> Markup:
        """What comes: the next hand, and how far off each of the three ends is. It takes the room that is left."""
        view, box = self.view, self.box
        fewest = min(range(view["seats"]), key=lambda i: (view["players"][i]["markers"], i))
        tracks, stations = view["players"][fewest]["markers"], view["stations_left"]
        out, most = view["empty_piles"], box.empty_piles
        whose = f"{self.name(fewest)}\u2019s tracks"
        rows = [
            Gauge("supply", "Piles sold out", f"{out} of {most}", out / most),
            Gauge("rail", whose, f"{tracks} left", 1 - tracks / box.track_markers, fewest),
            Gauge("station", "Stations", f"{stations} left", 1 - stations / box.station_markers),
        ]
        head = label("To the end", "whichever is reached first")
        note = EMPTY if view["over"] else self.note("deck", self.next_hand(seat))
        return Markup('<div class="zone ahead"><div class="in">{}{}{}</div></div>').format(head, gauges(rows), note)

    def next_hand(self, seat: int) -> str:
        """Where the cards of the next hand come from; only sizes, which everybody knows."""
        p, want = self.view["players"][seat], self.box.hand
        deck, whose = len(p["deck"]), "Next hand" if seat == self.viewer else f"{self.name(seat)}\u2019s next hand"
        if deck >= want:
            return f"{whose}: {want} of the {deck} in the deck." if deck > want else f"{whose}: the {deck} in the deck."
        first = f"the {deck} in the deck" if deck > 1 else "the last of the deck" if deck else ""
        return f"{whose}: {first}{', then ' if first else ''}from the discard pile, shuffled."

    def note(self, mark: str, words: str) -> Markup:
        return Markup('<p class="note">{}{}</p>').format(icon(mark), words) if words else EMPTY

    def piles(self, seat: int) -> Markup:
        p = self.view["players"][seat]
        known = [
            f"{self.title(c)} {'on top' if n == 1 else f'at {n}'}" for n, c in enumerate(p["deck"], 1) if c is not None
        ]
        deck = "\n".join(["Deck", counted(len(p["deck"]), "card"), *known])
        thrown = self.seen("Discard pile", p["discard"]["cards"])
        who = f"-{letter(seat)}"
        return Markup('<div class="zone piles">{}{}{}</div>').format(
            label("Deck"),
            pile("shut", len(p["deck"]), "deck", deck, "deck" + who, icon("roundhouse")),
            pile("open", p["discard"]["size"], "discard", thrown, "discard" + who),
        )

    def hand(self, seat: int) -> Zone:
        view = self.view
        size = view["players"][seat]["hand"]["size"]
        if self.viewer is None:
            head = label("Hand", f"{self.name(seat)} holds {counted(size, 'card')}")
            return Zone("fan", head, [back(f"hand-{letter(seat)}-{i + 1}") for i in range(size)])
        waiting = "" if self.past else self.waiting(seat)
        row: list[Markup] = []
        ids: list[str] = view["players"][seat]["hand"]["cards"]
        played = [e["card"] for e in view["play"]] if view["turn"] == seat else []
        for id in dict.fromkeys(ids):
            number = self.box.ids.index(id)
            found = self.at("hand", number)
            n = ids.count(id)
            row.append(
                card(
                    self.looks[id],
                    self.use(found, number, times=n, piece=f"card-{letter(seat)}-{id}-{played.count(id) + n}"),
                )
            )
        return Zone("hand", label("Hand", counted(size, "card") + waiting), row)

    def waiting(self, seat: int) -> str:
        """For what the hand waits."""
        view = self.view
        if view["over"] or view["seat"] < 0:
            return ""
        if view["seat"] != seat:
            return f", waiting for {self.name(view['seat'])}"
        asked = any(a["place"] == "hand" for a in self.actions)
        return ", waiting for your choice" if not asked and view["working"] is not None else ""

    def discarded(self, seat: int) -> Zone | None:
        """The own discard pile laid out, when a card of it can be chosen."""
        if not any(a["place"] == "discard" for a in self.actions):
            return None
        ids: list[str] = self.view["players"][seat]["discard"]["cards"]
        row = []
        for id in dict.fromkeys(ids):
            number = self.box.ids.index(id)
            found = self.at("discard", number)
            if found:
                use = self.use(found, number, times=ids.count(id), piece=f"discarded-{letter(seat)}-{id}")
                row.append(mini(self.looks[id], use))
        return Zone("fan", label("Discard"), row, self.note("discard", "Choose one of these."))

    def looked(self) -> Zone | None:
        zone = self.view["looked"]
        if not zone["size"]:
            return None
        row = []
        ids: list[str] = zone["cards"]
        plain = [a for a in self.actions if a["block"] in PLAIN]
        for id in dict.fromkeys(ids):
            number = self.box.ids.index(id)
            use = self.use(self.at("looked", number) + plain, number, times=ids.count(id), piece=f"looked-{id}")
            row.append(mini(self.looks[id], use))
        row += [back(f"looked-{i + 1}") for i in range(zone["size"] - len(ids))]
        return Zone("fan", label("Looked at"), row, self.note("eye", "From the top of the deck."))

    def in_play(self) -> Zone | None:
        view, box = self.view, self.box
        if not view["play"]:
            return None
        now = view["working"]
        groups: dict[tuple[str, str, bool], int] = {}
        for i, entry in enumerate(view["play"]):
            key = (entry["card"], entry["text"] or "", i == now)
            groups[key] = groups.get(key, 0) + 1
        row = []
        counts: dict[str, int] = {}
        for (id, text, at_work), n in groups.items():
            number = box.ids.index(id)
            found = [] if at_work else self.at("play", number)
            if text and text != id and not at_work:
                found += self.at("play", box.ids.index(text))
            told = "" if text == id or not box.program[number] else f"as {self.title(text)}" if text else "coins only"
            if at_work:
                told = told if text and text != id else "now"
            counts[id] = counts.get(id, 0) + n
            piece = f"card-{letter(view['turn'])}-{id}-{counts[id]}"
            row.append(mini(self.looks[id], self.use(found, number, times=n, note=told, working=at_work, piece=piece)))
        whose = "" if view["turn"] == self.viewer else self.name(view["turn"])
        rules = "; ".join(rule_words(view))
        note = self.note("perpetual", f"Until the turn ends, {rules}." if rules else "")
        return Zone("fan", label("In play", whose), row, note)

    def gained(self) -> Zone | None:
        ids: list[str] = self.view["gained"]
        if not ids:
            return None
        row = []
        for id in dict.fromkeys(ids):
            n = ids.count(id)
            use = self.use([], self.box.ids.index(id), times=n, piece=f"gained-{id}-{n}")
            row.append(mini(self.looks[id], use))
        return Zone("fan", label("Gained"), row, self.note("discard", "Discarded at turn\u2019s end."))


def progress(view: View) -> str:
    """How far the game has come, in a few words."""
    return f"Round {view['turns'] // view['seats'] + 1}"


FACE: Final = Face(
    regions=regions,
    log_line=log_line,
    breakdown=breakdown,
    progress=progress,
    card_faces=card_faces,
    gallery=gallery,
    figures=figures,
    blurb="Build a deck, spend it on track. Link the cities of Tokyo or Osaka before your rivals crowd you out.",
    wash="var(--cat-train)",
)
