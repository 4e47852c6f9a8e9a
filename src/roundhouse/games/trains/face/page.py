"""The table of Trains on a page: a view and the box in, HTML out. It never sees a state."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from roundhouse.core.words import capital, counted, tallied
from roundhouse.draw.cards import CardLook, Use, back, card, mini, pile, ticket
from roundhouse.draw.face import About, Action, Face, View
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, letter
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import Cell, Choice, Gauge, SeatRow, gauges, label, seats_table
from roundhouse.draw.remembered import once
from roundhouse.draw.rendering import Rendering, choice_button, purse, regions_of
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.face import words
from roundhouse.games.trains.face.figures import figures
from roundhouse.games.trains.face.log import log_line, outcome
from roundhouse.games.trains.face.looks import card_faces, gallery
from roundhouse.games.trains.face.map import Lit, Moved, draw
from roundhouse.games.trains.face.tally import counts, facts, round_of
from roundhouse.games.trains.face.words import (
    board_of,
    breakdown,
    card_tip,
    coins,
    on_deck,
    rule_words,
    terrain_prices,
    title,
)

COLUMNS: Final = (
    ("star", "Points", "points if the game ended now"),
    ("coin", "Coins", "coins this turn"),
    ("rail", "Tracks", "tracks left"),
    ("hand", "Hand", "cards in hand"),
    ("deck", "Deck", "cards in the deck"),
    ("discard", "Discard", "cards in the discard pile"),
)

TEXTS: Final = Markup(
    '<span class="ends">{} \u00b7 </span><button type="button" class="linklike" data-texts="">texts</button>'
)
PLAIN: Final = ("drop", "leave")  # about the one card looked at: buttons as well
DOCK_EDGES: Final = 106  # margins and the two piles, in pixels
DOCK_ROOM: Final = 1150  # from this width on the dock does not scroll


@dataclass(frozen=True)
class Zone:
    """A labelled row of cards in the dock."""

    cls: str
    head: Markup
    row: list[Markup]
    note: Markup = EMPTY
    where: str = ""  # in words, with the number of a card's copies after it

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
        return Markup('<div class="zone {}"{}>{}<div class="row"{}>{}</div>{}</div>').format(
            cls, attrs(data_where=self.where), self.head, attrs(style=style), joined(self.row), self.note
        )


def overlap(zones: list[Zone]) -> str:
    """The shrinking of the spaces between cards, as CSS, where the dock is too full for a common screen."""
    need = DOCK_EDGES + sum(z.width for z in zones)
    joints = sum(len(z.row) - 1 for z in zones)
    if need <= DOCK_ROOM or not joints:
        return ""
    return f"clamp(-56px, calc((100vw / var(--zoom, 1) - {need}px) / {joints}), 0px)"


class Table(Rendering[TrainsBox]):
    """One drawing of the table."""

    says = words

    @property
    def faces(self) -> dict[str, CardLook]:
        return card_faces(self.box)

    def on(self, place: str, thing: int) -> list[Action]:
        """The actions that point at a thing; they count as placed. What is folded away is in words alone."""
        found = self.lying.get((place, thing), [])
        self.placed.update(a["action"] for a in found)
        return [a for a in found if not self.folded(a)]

    @once
    def lying(self) -> dict[tuple[str, int], list[Action]]:
        """The actions by what they point at."""
        out: dict[tuple[str, int], list[Action]] = {}
        for a in self.actions:
            if a["block"] not in PLAIN:
                out.setdefault((a["place"], a["thing"]), []).append(a)
        return out

    def use(self, id: str, found: list[Action], **more: Any) -> Use:
        """How a card with these actions stands on the table."""
        tip = card_tip(self.box, self.box.number_of[id], self.lines(found))
        return Use(actions=[a["action"] for a in found], tip=tip, **more)

    def mini(self, id: str, found: list[Action], **more: Any) -> Markup:
        return mini(self.faces[id], self.use(id, found, **more))

    # the sign

    def purses(self, seat: int) -> Markup:
        n = self.view["coins"]
        amount = Markup("{} <small>{}</small>").format(n, "coin" if n == 1 else "coins")
        return purse("coin", amount, coins(n), role="")

    def button(self, action: Action) -> Markup:
        text = action["words"].replace(" from hand to the supply", "").replace("the card looked at", "it")
        text = capital(text.replace("the card on top", "it on top"))
        quiet = self.refuses(action)
        return choice_button(action, text, self.line(action), action["words"], self.doubt(action), quiet)

    # in words

    def rank(self, action: Action) -> tuple[object, ...]:
        """What does nothing comes last; of places to start at, cities come first, by name."""
        place = self.view["hexes"][action["thing"]] if action["block"] == "start" else None
        city = place["label"] if place and place["terrain"] == "city" else ""
        return self.folded(action), self.refuses(action), place is not None and not city, city

    def choice(self, action: Action) -> Choice:
        return Choice(action["action"], action["words"], self.price(action), quiet=self.folded(action))

    def folded(self, action: Action) -> bool:
        return words.folded(self.view, self.box, action)

    # the map

    def board(self) -> Markup:
        view, box = self.view, self.box
        board = board_of(view, box)
        chosen = sorted(h for place, h in self.lying if place == "hex")
        lit = {h: Lit(a, *words.hex_words(view, box, a)) for h in chosen for a in self.on("hex", h)}
        return draw(board, view["hexes"], view["seats"], view["seat"], lit, terrain_prices(view, box), self.moved())

    def moved(self) -> Moved | None:
        """What the last decision placed."""
        if self.last is None or self.last[1]["place"] != "hex":
            return None
        seat, action = self.last
        return Moved(seat, action["thing"], action["block"] == "station")

    # the side

    def seats_panel(self) -> Markup:
        view = self.view
        rows: list[SeatRow] = []
        sources = breakdown(view)
        following = (view["turn"] + 1) % view["seats"]
        for i, look in enumerate(self.seats):
            p = view["players"][i]
            turn = i == view["turn"] and not view["over"]
            note = self.seat_note(i, view["turn"], otherwise="Next" if i == following and not view["over"] else "")
            known = [c for c in p["deck"] if c is not None]
            cells = [
                Cell(p["score"], ", ".join(f"{s} {n[i]}" for s, n in sources), "score"),
                Cell(view["coins"] if turn else None),
                Cell(p["markers"]),
                Cell(p["hand"]["size"], self.seen("In hand", p["hand"]["cards"]) if i != self.viewer else ""),
                Cell(len(p["deck"]), self.seen("Known in the deck", known)),
                Cell(p["discard"]["size"], self.seen("Discarded", p["discard"]["cards"])),
            ]
            rows.append(SeatRow(i, look, capital(note), turn, cells))
        done = max(view["turns"] - 1, 0) if view["over"] else view["turns"]
        return seats_table(f"Round {done // view['seats'] + 1}", COLUMNS, rows)

    def seen(self, where: str, cards: list[str]) -> str:
        return f"{where}\n{tallied([title(self.box, c) for c in cards])}" if cards else ""

    def supply(self) -> Markup:
        view, box = self.view, self.box
        piles = [(box.ids.index(p["card"]), int(p["left"])) for p in view["supply"]]
        always = [p for p in piles if box.groups[p[0]] != "selectable"]
        chosen = sorted([p for p in piles if p not in always], key=lambda p: (box.costs[p[0]], p[0]))
        tickets = [joined([self.ticket(c, left) for c, left in group]) for group in (always, chosen)]
        lit = len({a["thing"] for a in self.actions if a["place"] == "supply" and a["action"] in self.placed})
        within = f"{counted(lit, 'pile')} within your {coins(view['coins'])}" if lit and self.at("buy") else ""
        rows = joined([Markup('<div class="tickets" data-where="Supply">{}</div>').format(t) for t in tickets])
        return label("Supply", within, TEXTS.format(self.ends())) + rows

    def ends(self) -> str:
        """How far off the end is."""
        out, most = self.view["empty_piles"], self.box.empty_piles
        return f"{out} of {most} piles sold out, {counted(self.view['stations_left'], 'station')} left"

    def ticket(self, number: int, left: int) -> Markup:
        id = self.box.ids[number]
        return ticket(self.faces[id], left, self.use(id, self.on("supply", number), piece=f"pile-{id}"))

    # the dock

    def dock(self) -> Markup:
        seat = self.view["turn"] if self.viewer is None else self.viewer
        zones = [self.hand(seat), self.discarded(seat), self.looked(), self.in_play(), self.gained()]
        laid = [z for z in zones if z.row]
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
        deck = "\n".join(["Deck", counted(len(p["deck"]), "card"), *on_deck(self.box, p["deck"])])
        thrown = self.seen("Discard pile", p["discard"]["cards"])
        who = f"-{letter(seat)}"
        return Markup('<div class="zone piles" data-where="Discard pile">{}{}{}</div>').format(
            label("Deck"),
            pile("shut", len(p["deck"]), "deck", deck, "deck" + who, icon("roundhouse")),
            pile("open", p["discard"]["size"], "discard", thrown, "discard" + who, holds=p["discard"]["cards"]),
        )

    def hand(self, seat: int) -> Zone:
        view = self.view
        size = view["players"][seat]["hand"]["size"]
        if self.viewer is None:
            head = label("Hand", f"{self.name(seat)} holds {counted(size, 'card')}")
            return Zone("fan", head, [back(f"hand-{letter(seat)}-{i + 1}") for i in range(size)])
        waiting = "" if self.past else self.waiting(seat)
        played = Counter(e["card"] for e in view["play"] if view["turn"] == seat)
        row = [
            card(
                self.faces[id],
                self.use(
                    id,
                    self.on("hand", self.box.number_of[id]),
                    times=n,
                    piece=f"card-{letter(seat)}-{id}-{played[id] + n}",
                ),
            )
            for id, n in Counter(view["players"][seat]["hand"]["cards"]).items()
        ]
        return Zone("hand", label("Hand", counted(size, "card") + waiting), row, where="Hand")

    def waiting(self, seat: int) -> str:
        """For what the hand waits."""
        view = self.view
        if view["over"] or view["seat"] < 0:
            return ""
        if view["seat"] != seat:
            return f", waiting for {self.name(view['seat'])}"
        asked = any(a["place"] == "hand" for a in self.actions)
        return ", waiting for your choice" if not asked and view["working"] is not None else ""

    def discarded(self, seat: int) -> Zone:
        """The cards of the own discard pile that can be chosen."""
        row = [
            self.mini(id, found, times=n, piece=f"discarded-{letter(seat)}-{id}")
            for id, n in Counter(self.view["players"][seat]["discard"]["cards"]).items()
            if (found := self.on("discard", self.box.number_of[id]))
        ]
        return Zone("fan", label("Discard"), row, self.note("discard", "Choose one of these."))

    def looked(self) -> Zone:
        zone, plain = self.view["looked"], self.at(*PLAIN)
        row = [
            self.mini(id, self.on("looked", self.box.number_of[id]) + plain, times=n, piece=f"looked-{id}")
            for id, n in Counter(zone["cards"]).items()
        ]
        row += [back(f"looked-{i + 1}") for i in range(zone["size"] - len(zone["cards"]))]
        return Zone("fan", label("Looked at"), row, self.note("eye", "From the top of the deck."), "Looked at")

    def in_play(self) -> Zone:
        view, box = self.view, self.box
        groups = Counter((e["card"], e["text"] or "", i == view["working"]) for i, e in enumerate(view["play"]))
        row = []
        counts = Counter[str]()
        for (id, text, at_work), n in groups.items():
            found = [] if at_work else self.on("play", self.box.number_of[id])
            if text and text != id and not at_work:
                found += self.on("play", self.box.number_of[text])
            plain = text == id or not box.program[self.box.number_of[id]]
            note = "" if plain else f"as {title(self.box, text)}" if text else "coins only"
            if at_work:
                note = note if text and text != id else "now"
            counts[id] += n
            piece = f"card-{letter(view['turn'])}-{id}-{counts[id]}"
            row.append(self.mini(id, found, times=n, note=note, working=at_work, piece=piece))
        whose = "" if view["turn"] == self.viewer else self.name(view["turn"])
        rules = "; ".join(rule_words(view))
        lasting = self.note("perpetual", f"Until the turn ends, {rules}." if rules else "")
        return Zone("fan", label("In play", whose), row, lasting, "In play")

    def gained(self) -> Zone:
        ids: list[str] = self.view["gained"]
        row = [self.mini(id, [], times=n, piece=f"gained-{id}-{n}") for id, n in Counter(ids).items()]
        return Zone("fan", label("Gained"), row, self.note("discard", "Discarded at turn\u2019s end."), "Gained")


def progress(view: View) -> str:
    """How far the game has come, in a few words."""
    return f"Round {view['turns'] // view['seats'] + 1}"


regions: Final = regions_of(Table, board=Table.board, seats=Table.seats_panel, supply=Table.supply, dock=Table.dock)
ABOUT: Final = About(
    kind="Deck building that ends on a map: the cards you buy are worth only what they lay, link and build there.",
    weight="Light to medium",
    why="a turn is play, buy and draw anew, but which kinds of cards are for sale is different every time.",
    minutes="45 to 60",
    chance="Luck is in the order in which your own deck comes up, and in which cards are for sale. There are no dice.",
    likes="Those who like to tune a deck and to see it do something on a board that others crowd.",
    not_for="Those who cannot bear a clogged hand: building brings Waste, and to be rid of it takes turns.",
)
FACE: Final = Face(
    regions=regions,
    log_line=log_line,
    outcome=outcome,
    breakdown=breakdown,
    progress=progress,
    card_faces=card_faces,
    gallery=gallery,
    figures=figures,
    round_of=round_of,
    facts=facts,
    counts=counts,
    shown=(220, "Shapes are the tracks of the seats, houses are stations, and a dotted ring is room for one."),
    blurb="Build a deck, spend it on track. Link the cities of Tokyo or Osaka before your rivals crowd you out.",
    about=ABOUT,
    wash="var(--cat-train)",
)
