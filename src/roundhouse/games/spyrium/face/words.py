"""What the table of Spyrium says: prices, tips and sentences, from a view and the box alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roundhouse.core.verbs import Program
from roundhouse.core.words import listed, sentence
from roundhouse.draw.face import Action, View
from roundhouse.games.spyrium.actions import TOKENS, WAYS
from roundhouse.games.spyrium.board import BETWEEN, CELL_NAMES
from roundhouse.games.spyrium.box import SpyriumBox, card_words
from roundhouse.games.spyrium.cards import CALLS, EVENTS, USES
from roundhouse.games.spyrium.rules import MORE_EARNED, PLACES_FREE
from roundhouse.games.spyrium.verbs import (
    FACTORY,
    MINE,
    SYMBOLS,
    PayToken,
    Points,
    Term,
    TokenPoints,
    TokenPounds,
    TokenSpyrium,
    Work,
    counted,
)

# The techniques in few words: what they allow, and what they are worth at the end.
BRIEF: Final = {
    "automation": ("Your Mines need no workers.", "1 point per Spyrium"),
    "capitalization": ("Earn £2 more each time you earn money.", "1 point per £2"),
    "commerce": ("Keep tokens you use. Once a turn, set a token\u2019s value.", "1 point per token"),
    "crane": ("A new place costs £3 less.", "1 point per building"),
    "engineering": ("+1 point per worker in a Factory building.", "the points on them"),
    "lobbying": ("Once a turn, pay nothing for the crowd.", "your residence"),
    "taylorism": ("Once a turn, straighten a building and use it again.", "1 point per worker"),
}
SHORT: Final = {"neighborhood": "N\u2019hood", "laboratory": "Lab", "luxury": "Luxury", "university": "Univ."}
PHASES: Final = {"placing": "I", "activating": "II", "passed": "passed"}


def card_number(box: SpyriumBox, id: str | None) -> int:
    return box.ids.index(id) if id else -1


def short_title(box: SpyriumBox, face: int) -> str:
    """A building's name where there is little room."""
    first, _, rest = box.ids[face].partition("_")
    if first not in SHORT:
        return box.titles[face]
    number = box.titles[face].rpartition(" ")[2]
    return f"{SHORT[first]} {number}" if rest.isdigit() else SHORT[first]


def symbol_names(box: SpyriumBox, face: int) -> list[str]:
    return [name for i, name in enumerate(SYMBOLS) if box.symbols[face] >> i & 1]


# the market


def card_at(view: View, box: SpyriumBox, cell: int) -> int:
    """The card on a place, or -1."""
    return card_number(box, view["market"][cell]["card"])


def title_at(view: View, box: SpyriumBox, cell: int) -> str:
    face = card_at(view, box, cell)
    return box.titles[face] if face >= 0 else f"the empty place {CELL_NAMES[cell]}"


def gap_title(view: View, box: SpyriumBox, gap: int) -> str:
    return f"between {title_at(view, box, BETWEEN[gap][0])} and {title_at(view, box, BETWEEN[gap][1])}"


def others(view: View, cell: int, seat: int | None) -> int:
    """The workers around a place that count for a seat: all, less the one it would lift there."""
    crowd = int(view["market"][cell]["crowd"])
    lifted = view["lifted"]
    if seat is None or (lifted is not None and view["seat"] == seat and cell in BETWEEN[lifted]):
        return crowd
    own = any(g["workers"][seat] for n, g in enumerate(view["gaps"]) if cell in BETWEEN[n])
    return crowd - 1 if own else crowd


def lying(view: View, seat: int) -> int:
    """The inactive workers beside the Start card; one just lifted is still in the hand."""
    return int(view["players"][seat]["inactive"]) - (view["lifted"] is not None and view["seat"] == seat)


def cell_of(view: View, action: Action) -> int:
    """The place an action with the lifted worker is about, or -1."""
    sides = {"earn": 1, "call": TOKENS, "build": WAYS}
    if action["block"] not in sides or view["lifted"] is None:
        return -1
    return BETWEEN[view["lifted"]][action["thing"] // sides[action["block"]]]


def has(view: View, seat: int, technique: str) -> bool:
    return technique in view["players"][seat]["techniques"]


def earning(view: View, cell: int, seat: int) -> int:
    """What a worker brings home from a place; -1 is one without any card."""
    more = MORE_EARNED if has(view, seat, "capitalization") else 0
    return (int(view["market"][cell]["crowd"]) if cell >= 0 else 0) + more


# bills


class Bill:
    """What is to be paid, line by line."""

    def __init__(self, title: str, lines: list[tuple[str, int]], more: str = "") -> None:
        self.title = title
        self.lines = lines
        self.more = more

    @property
    def total(self) -> int:
        return sum(n for _, n in self.lines)

    @property
    def words(self) -> str:
        return ", ".join(f"{what} {n}" if n >= 0 else f"{what} \u2212{-n}" for what, n in self.lines if n)


def crowd_line(view: View, cell: int, lobbied: bool) -> list[tuple[str, int]]:
    crowd = int(view["market"][cell]["crowd"])
    if lobbied:
        return [("crowd, by Lobbying", 0)]
    return [(f"{crowd} other worker{'' if crowd == 1 else 's'}", crowd)]


def build_bill(view: View, box: SpyriumBox, cell: int, way: int, lobbied: bool) -> Bill:
    """What a construction costs the deciding seat (spyrium-9)."""
    face = card_at(view, box, cell)
    price = int(box.prices[face])
    lines = [("printed price", price)]
    if way:
        old = (way - 1) >> 1
        if box.symbols[face] & box.symbols[old]:
            lines.append(("symbol in common", -min(price, box.discount)))
        title = f"{short_title(box, face)} over {short_title(box, old)}"
        more = f"{short_title(box, old)} goes ({box.vps[old]} VP), {short_title(box, face)} comes ({box.vps[face]} VP)."
    else:
        owned = len(view["players"][view["seat"]]["buildings"])
        free = min(owned, PLACES_FREE) if has(view, view["seat"], "crane") else 0
        lines.append((f"new place, {owned} built", owned))
        if free:
            lines.append(("Crane", -free))
        title = f"{short_title(box, face)}, new place"
        more = f"It brings {box.vps[face]} VP at the end." if box.vps[face] else ""
    return Bill(title, lines + crowd_line(view, cell, lobbied), more)


def call_bill(view: View, box: SpyriumBox, cell: int, token: int, lobbied: bool) -> Bill:
    """What calling a character or patenting a technique costs."""
    face = card_at(view, box, cell)
    lines = [("printed price", int(box.prices[face])), *crowd_line(view, cell, lobbied)]
    id = box.ids[face]
    title = box.titles[face]
    if token:
        value, counts = (token - 1) // 3 + 1, (token - 1) % 3 + 1
        title += f", token {value}" if value == counts else f", token {value} as {counts}"
        if any(isinstance(v, PayToken) for v in CALLS[id].verbs):
            lines.append(("the token", counts))
        return Bill(title, lines, sentence("brings " + gain(CALLS[id], counts)))
    return Bill(title, lines, sentence("brings " + gain(CALLS[id])) if id in CALLS else BRIEF[id][0])


def bill(view: View, box: SpyriumBox, action: Action) -> Bill | None:
    """The bill of an action that is one of buying."""
    cell, thing = cell_of(view, action), action["thing"]
    lobbied = str(action["words"]).endswith(" by Lobbying")
    if action["block"] == "build":
        return build_bill(view, box, cell, thing % WAYS, lobbied)
    if action["block"] == "call":
        return call_bill(view, box, cell, thing % TOKENS, lobbied)
    return None


# effects


def gain(program: Program, token: int = 0) -> str:
    """What a program brings, in words; with a token known, its value."""
    out: list[str] = []
    for verb in program.verbs:
        if not isinstance(verb, Term) or verb.paid or not verb.told:
            continue
        told = verb.told
        if token and isinstance(verb, TokenSpyrium):
            told = f"{token} Spyrium"
        elif token and isinstance(verb, TokenPoints):
            told = counted(token, "point")
        elif token and isinstance(verb, TokenPounds):
            told = f"£{token}"
        out.append(told)
    return " and ".join(out)


def use_gain(view: View, box: SpyriumBox, face: int, option: int) -> str:
    """What using a building brings the deciding seat."""
    program = USES[box.ids[face]][option]
    more = 0
    if has(view, view["seat"], "engineering") and box.symbols[face] & FACTORY:
        alone = has(view, view["seat"], "automation") and box.symbols[face] & MINE
        more = sum(v.n for v in program.verbs if isinstance(v, Work) and not alone)
    scored = [v.n for v in program.verbs if isinstance(v, Points)]
    return counted(scored[0] + more, "point") if scored else gain(program)


def price(view: View, box: SpyriumBox, action: Action) -> str:
    """What an action costs or brings, in a few words."""
    block, thing = action["block"], action["thing"]
    seat = view["seat"]
    paid = bill(view, box, action)
    if paid is not None:
        return f"£{paid.total}"
    if block in ("earn", "home"):
        n = earning(view, cell_of(view, action), seat)
        return f"+£{n}" if n or block == "earn" else ""
    if block == "use":
        return f"+{use_gain(view, box, thing >> 1, thing & 1)}"
    if block == "event":
        event = view["event"]
        brought = gain(EVENTS[event["card"]][thing], event["token"])
        return f"+{brought}" if brought[:1] in "£123456789" else ""
    if block == "residence":
        values, now = view["track"], view["players"][seat]["income"]
        if action["words"].startswith("score"):
            return f"+{counted(now, 'point')}"
        return f"income £{values[values.index(now) + 1]}"
    if block == "advance":
        left = view["players"][seat]["active"]
        return f"{counted(left, 'worker')} ready" if left else ""
    return ""


# tips: the first line is the heading


def card_tip(box: SpyriumBox, face: int, more: Sequence[str] = ()) -> str:
    """A card's figures and full text, and what more there is to say."""
    figures = [] if box.kinds[face] == "event" else [f"printed price £{box.prices[face]}"]
    if box.vps[face]:
        figures.append(f"{counted(box.vps[face], 'point')} at the end")
    if box.symbols[face]:
        figures.append(f"{listed([n.capitalize() for n in symbol_names(box, face)], 'and')} symbol")
    lines = [box.titles[face], sentence(", ".join(figures)) if figures else "", card_words(box.ids[face]), *more]
    return "\n".join(line for line in lines if line)


def market_tip(view: View, box: SpyriumBox, cell: int, seat: int | None) -> list[str]:
    """What a card costs now, and what is on it."""
    face = card_at(view, box, cell)
    n = others(view, cell, seat)
    out = [f"Now £{box.prices[face] + n}: printed {box.prices[face]}, {counted(n, 'other worker')}."]
    tokens = view["market"][cell]["tokens"]
    if tokens:
        out.append(f"Tokens on it: {', '.join(str(t) for t in tokens)}.")
    return out


def gap_tip(view: View, box: SpyriumBox, gap: int, seat: int | None) -> str:
    """Who stands in a gap, and what it stands between."""
    cells = [c for c in BETWEEN[gap] if card_at(view, box, c) >= 0]
    lines = [gap_title(view, box, gap).capitalize() if not cells else sentence(gap_title(view, box, gap))[:-1]]
    for c in cells:
        face = card_at(view, box, c)
        n = others(view, c, seat)
        lines.append(f"{box.titles[face]}: £{box.prices[face] + n} to activate, £{n} to earn.")
    return "\n".join(lines)


def said(view: View, box: SpyriumBox, action: Action) -> str:
    """One line of a tip: what this action does."""
    paid = bill(view, box, action)
    if paid is not None:
        return f"{paid.title}: £{paid.total} ({paid.words})."
    cost = price(view, box, action)
    return sentence(action["words"] + (f" ({cost})" if cost else ""))


def keeps(view: View, paid: Bill) -> str:
    return f"You keep £{view['players'][view['seat']]['pounds'] - paid.total}."


# sentences


def heading(view: View, box: SpyriumBox) -> str:
    """What the viewer is to do."""
    blocks = {a["block"] for a in view["actions"]}
    if blocks & {"earn", "home"}:
        cells = [c for c in BETWEEN[view["lifted"]] if card_at(view, box, c) >= 0]
        if not cells:
            return "No card is left beside it: take the worker home"
        bought = {cell_of(view, a) for a in view["actions"] if a["block"] in ("call", "build")}
        verb = "Activate or earn" if bought else "Earn money"
        return f"{verb}: {listed([title_at(view, box, c) for c in cells])}"
    if "advance" in blocks:
        return "Place a worker between two cards" if "place" in blocks else "Start activating"
    if blocks & {"lift", "pass"}:
        if "lift" not in blocks:
            return "Use a building, or pass" if "use" in blocks else "Pass"
        return "Lift a worker or use a building" if "use" in blocks else "Lift one of your workers"
    if "residence" in blocks:
        return "Move up the residence track, or score it"
    if "bonus" in blocks:
        return "Choose your bonus: a worker or money"
    if "use" in blocks:
        return "Choose the inclined building to use again"
    return sentence(view["prompt"])[:-1]


def aside(view: View, box: SpyriumBox) -> str:
    """The second line: what else can be done, or what it comes to."""
    blocks = {a["block"] for a in view["actions"]}
    p = view["players"][view["seat"]]
    if blocks & {"earn", "home"}:
        bought = any(a["block"] in ("call", "build") for a in view["actions"])
        dear = "" if bought or "home" in blocks else "Nothing here is within your means."
        return "Each other worker around a card adds £1 to its price, and to what it earns." if bought else dear
    if "advance" in blocks:
        rest = f"{counted(p['active'], 'worker')} ready." if p["active"] else "No worker is ready any more."
        return rest + (" Or use the event, or start activating." if "event" in blocks else "")
    if blocks & {"lift", "pass"}:
        told = f"{counted(p['in_market'], 'worker')} in the market, {p['active']} ready."
        return told + (" The event is still open to you." if "event" in blocks else "")
    if "residence" in blocks:
        values = view["track"]
        up = values[values.index(p["income"]) + 1]
        return f"Up: £{up} income each turn. Score: {counted(p['income'], 'point')} now."
    if "bonus" in blocks:
        return f"The other one comes at {box.second_bonus} points."
    if "token" in blocks:
        return "Commerce lets you choose once a turn."
    return ""


def doubt(view: View, action: Action) -> str:
    """What to ask before an action that is most likely a slip."""
    p = view["players"][view["seat"]]
    if action["block"] == "advance" and p["active"] and not p["in_market"] and not p["buildings"]:
        return "None of your workers is in the market. Start activating all the same?"
    if action["block"] == "pass" and any(a["block"] == "use" for a in view["actions"]):
        return "You can still use a building. Pass for this turn?"
    return ""


def points(view: View) -> list[int]:
    """How many points each seat has now, all told."""
    return [int(p["score"]) for p in view["players"]]


def breakdown(view: View) -> list[tuple[str, list[int]]]:
    """Where the points come from, by source and seat."""
    players = view["players"]
    return [
        ("Score track", [p["points"] for p in players]),
        ("Buildings", [p["building_points"] for p in players]),
        ("Techniques", [p["technique_points"] for p in players]),
    ]


def score_tip(view: View, seat: int) -> str:
    parts = [f"{name.lower()} {by_seat[seat]}" for name, by_seat in breakdown(view)]
    return f"{counted(view['players'][seat]['score'], 'point')} if the game ended now\n{sentence(', '.join(parts))}"


def progress(view: View) -> str:
    """How far the game has come, in a few words."""
    return f"Turn {view['turn']} of {view['turns']}"
