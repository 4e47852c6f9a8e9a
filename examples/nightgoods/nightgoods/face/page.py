"""The table of Night Goods on a page: a view and the box in, HTML out. It never sees a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup, escape

from nightgoods.box import NightGoodsBox
from nightgoods.cards import EFFECTS
from roundhouse.core.words import counted
from roundhouse.draw import rendering
from roundhouse.draw.cards import CardLook, Use, back, on_table, pile, times
from roundhouse.draw.face import Action, Face, Last, View, scores
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, letter, token
from roundhouse.draw.panels import Cell, LogText, SeatLook, SeatRow, label, seats_table

TABS: Final = (("", "hand", "Hand"), ("words", "words", "Words"), ("log", "log", "Log"))
COLUMNS: Final = (
    ("star", "Points", "points so far"),
    ("train", "Train", "what the train would score, the parcels aside"),
    ("rail", "Weight", "what its wagons weigh"),
    ("hand", "Hand", "wagons in hand"),
)
ENGINE: Final = Markup('<use href="#art-normal-train" x="{}" y="{}" width="105" height="56"/>')
ROW, WAGON, LEFT = 112, 62, 60  # the height of a track, the length of a wagon, where the first one starts
WORDY = 80  # letters of a text that is set smaller


class Rendering(rendering.Rendering[NightGoodsBox]):
    def whose(self, seat: int) -> str:
        return f"{self.name(seat)}\u2019s"


def regions(
    view: View, box: NightGoodsBox, seats: Sequence[SeatLook], last: Last | None = None, past: bool = False
) -> dict[str, Markup]:
    """The parts of the table page; in a position of the `past` nothing can be chosen."""
    look = Rendering(view, box, seats, last, past)
    return look.regions(board=board(look), seats=seats_panel(look), dock=dock(look))


def seats_panel(look: Rendering) -> Markup:
    rows = []
    for i, seat in enumerate(look.seats):
        p = look.view["players"][i]
        turn = i == look.view["seat"]
        note = "Your turn" if turn and seat.you else "To move" if turn else seat.kind.capitalize()
        cells = [Cell(p["score"], cls="score"), Cell(p["worth"]), Cell(p["weight"]), Cell(p["hand"]["size"])]
        rows.append(SeatRow(i, seat, note, turn, cells))
    return seats_table(f"Round {look.view['round']}", COLUMNS, rows)


# the yard


def board(look: Rendering) -> Markup:
    """A track for each seat, and the platform with its parcels."""
    high = ROW * look.view["seats"] + 64
    tracks = joined([track(look, seat) for seat in range(look.view["seats"])])
    waiting = f"{counted(look.view['waiting'], 'parcel')} on the platform"
    return Markup(
        '<svg class="map ng" viewBox="0 0 700 {}" role="group" aria-label="The yard">{}<g role="img" aria-label="{}">'
        '<path class="platform" d="M20 {}H680v14H20z"/>{}<text class="told end" x="660" y="{}">{}</text></g></svg>'
    ).format(high, tracks, waiting, high - 22, parcels(look.view["waiting"], high - 22), high - 34, waiting)


def parcels(n: int, y: int) -> Markup:
    """A heap, two rows high."""
    boxes = [(40 + i // 2 * 22, y - 18 - i % 2 * 18) for i in range(min(n, 40))]
    return Markup("").join(Markup(f'<path class="parcel" d="M{x} {y}h18v18h-18zM{x} {y + 7}h18"/>') for x, y in boxes)


def track(look: Rendering, seat: int) -> Markup:
    p, y = look.view["players"][seat], ROW * seat + 78
    wagons = joined([wagon(look, seat, id, LEFT + i * WAGON, y) for i, id in enumerate(p["train"])])
    x = LEFT + len(p["train"]) * WAGON
    figures = f"{p['weight']} of {look.box.pull}" + (f", worth {p['worth']}" if p["train"] else "")
    text = Markup('<text class="told" x="{}" y="{}">{}</text>').format(x + 66, y - 8, figures)
    return Markup('<path class="rails" d="M16 {}H684m0 4H16"/>{}{}{}{}').format(
        y, token(seat, 32, y - 26, 13), wagons, ENGINE.format(x - 26, y - 51), text
    )


def wagon(look: Rendering, seat: int, id: str, x: int, y: int) -> Markup:
    """A wagon on its track: a button while it can be taken off."""
    card = look.box.ids.index(id)
    found = look.of("uncouple", card) if seat == look.view["seat"] else []
    words, tip = f"uncouple {look.box.titles[card]}", look.box.describe(card)
    act = attrs(cls="legal", tabindex=0, role="button", aria_label=words, data_tip=tip) if found else EMPTY
    lit = Markup('<rect class="ring" x="{}" y="{}" width="58" height="40" rx="4"/>').format(x + 1, y - 38)
    return Markup('<g{}{}>{}<use href="#{}" x="{}" y="{}" width="60" height="32"/></g>').format(
        act, look.doing(found), lit if found else EMPTY, art(id), x, y - 32
    )


# the hand


def dock(look: Rendering) -> Markup:
    """The deck, and the hand of who looks or, for spectators, of who decides."""
    box = look.box
    known = [f"{box.titles[box.ids.index(c)]} at {n}" for n, c in enumerate(look.view["deck"], 1) if c]
    tip = "\n".join(["Deck", *known])
    deck = pile("shut", len(look.view["deck"]), "deck", tip, "deck", icon("roundhouse"))
    seat, hand = look.me, look.view["players"][look.me]["hand"]
    row = [card(box, id, look, hand["cards"].count(id)) for id in dict.fromkeys(hand["cards"])]
    if seat != look.viewer:
        row = [back(f"hand-{letter(seat)}-{i}") for i in range(hand["size"])]
    whose = counted(hand["size"], "wagon") + ("" if seat == look.viewer else f" of {look.name(seat)}")
    return Markup(
        '<div class="zone piles">{}{}</div><div class="zone hand">{}<div class="row">{}</div></div>{}'
    ).format(label("Deck"), deck, label("Hand", whose), joined(row), looked(look))


def looked(look: Rendering) -> Markup:
    """The top card of the deck while it is asked what becomes of it."""
    if not look.at("keep"):
        return EMPTY
    top = card(look.box, look.view["deck"][0])
    return Markup('<div class="zone">{}<div class="row">{}</div></div>').format(label("On top of the deck"), top)


def art(id: str) -> str:
    return f"art-{id.replace('_', '-')}"


def card(box: NightGoodsBox, id: str, look: Rendering | None = None, many: int = 1) -> Markup:
    """A wagon as a card: worth at top left, weight at top right."""
    n = box.ids.index(id)
    found = look.of("couple", n) if look else []
    if look:
        look.doing(found)
    text = EFFECTS[id].text()
    actions, piece = [a["action"] for a in found], f"card-{id}" if look else ""
    use = Use(actions, tip=box.describe(n), piece=piece, times=many)
    inner = Markup(
        '<span class="value" title="worth">{}</span><span class="cost" title="weight">{} t</span>'
        '<span class="art">{}</span><span class="name">{}</span><span class="text">{}</span>'
        '<span class="foot">{}</span>'
    ).format(box.worths[n], box.weights[n], icon(art(id), cls="vig"), box.titles[n], text, times(use))
    kind = "c-rail plain" if not text else "c-train wordy" if len(text) > WORDY else "c-train"
    return on_table(use, f"card {kind}", box.describe(n), inner)


# the log, the score and the rules


def log_line(action: Action, box: NightGoodsBox, options: Mapping[str, object]) -> LogText:
    """An action's words as the log says them: "couple Saloon" is "couples Saloon"."""
    words = action["words"]
    verb, _, rest = words.partition(" ")
    kept = verb in ("leave", "put")
    return LogText(Markup("{} {}").format(f"{verb}s" if verb != "dispatch" else "dispatches", escape(rest)), minor=kept)


def breakdown(view: View) -> list[tuple[str, list[int]]]:
    """Where the points come from; here they are all of one kind."""
    return [("Trains and texts", scores(view))]


def progress(view: View) -> str:
    """How far the game has come, in a few words."""
    return f"Round {view['round']}"


def card_faces(box: NightGoodsBox) -> dict[str, CardLook]:
    """Every card as the rules page knows it, by id."""
    return {
        id: CardLook(id, box.titles[i], box.weights[i], box.worths[i], 0, "train", (), EFFECTS[id].text(), False)
        for i, id in enumerate(box.ids)
    }


def picture(look: CardLook, box: NightGoodsBox) -> Markup:
    """A card beside its clause."""
    return card(box, look.id)


def gallery(box: NightGoodsBox) -> Markup:
    """Every card."""
    return label("Wagons", f"{len(box.deck)} in all") + Markup('<div class="ng-cards">{}</div>').format(
        joined([card(box, id) for id in box.ids])
    )


FACE: Final = Face(
    regions=regions,
    log_line=log_line,
    breakdown=breakdown,
    progress=progress,
    card_faces=card_faces,
    gallery=gallery,
    picture=picture,
    shown=(17, "A train for each seat, and the parcels that wait on the platform."),
    blurb="Make up a goods train, watch the parcels pile up, and leave before the others do.",
    tabs=TABS,
)
