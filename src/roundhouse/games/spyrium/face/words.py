"""What the table of Spyrium says: prices, tips and sentences, from a view and the box alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from roundhouse.core.verbs import Program
from roundhouse.core.words import counted, listed, sentence
from roundhouse.draw.face import Action, Shortcut, View
from roundhouse.draw.marks import letter
from roundhouse.games.spyrium.actions import NEW_PLACE, build_of, call_of, token_of, use_of, way_of
from roundhouse.games.spyrium.board import BETWEEN, CELL_NAMES
from roundhouse.games.spyrium.box import SpyriumBox, card_words
from roundhouse.games.spyrium.cards import CALLS, TECHNIQUES, USES
from roundhouse.games.spyrium.state import (
    CHEAP_PLACES,
    EARN_MORE,
    FACTORIES_SCORE,
    KEEP_TOKENS,
    MINES_ALONE,
    MORE_EARNED,
)
from roundhouse.games.spyrium.verbs import (
    POINTS,
    POUNDS,
    RESIDENCES,
    SPYRIUM,
    THINGS,
    WORKERS,
    amount_words,
    terms,
)

# The techniques in few words: what they allow, and what they are worth at the end.
BRIEF: Final = {
    "automation": ("Your Mines need no workers.", "1 per Spyrium"),
    "capitalization": ("Earn £2 more each time you earn money.", "1 per £2"),
    "commerce": ("Keep tokens you use. Once a turn, set a token\u2019s value.", "1 per token"),
    "crane": ("A new place costs £3 less.", "1 per building"),
    "engineering": ("+1 point per worker in a Factory building.", "points on them"),
    "lobbying": ("Once a turn, pay nothing for the crowd.", "your residence"),
    "taylorism": ("Once a turn, straighten a building and use it again.", "1 per worker"),
}
SHORT: Final = {"neighborhood": "N\u2019hood", "laboratory": "Lab", "luxury": "Luxury", "university": "Univ."}
HEADINGS: Final = {
    "residence": "Move up the residence track, or score it",
    "bonus": "Choose your bonus: a worker or money",
    "use": "Choose the inclined building to use again",
}
BETTER: Final = {"advance": ("place",), "pass": ("use", "event")}  # what refuses, while there is one of these
PHASES: Final = {"placing": "I", "activating": "II", "passed": "passed"}


@lru_cache(1024)
def card_number(box: SpyriumBox, id: str | None) -> int:
    return box.ids.index(id) if id else -1


def title_of(box: SpyriumBox, id: str) -> str:
    return box.titles[card_number(box, id)]


def worth_words(box: SpyriumBox, id: str) -> str:
    """What a technique is worth at the end, in few words."""
    return f"{BRIEF[id][1]}, max {box.cap}"


def short_title(box: SpyriumBox, face: int) -> str:
    """A building's name where there is little room."""
    first, _, rest = box.ids[face].partition("_")
    if first not in SHORT:
        return box.titles[face]
    number = box.titles[face].rpartition(" ")[2]
    return f"{SHORT[first]} {number}" if rest.isdigit() else SHORT[first]


# the market


def card_at(view: View, box: SpyriumBox, cell: int) -> int:
    """The card on a place, or -1."""
    return card_number(box, view["market"][cell]["card"])


def title_at(view: View, box: SpyriumBox, cell: int) -> str:
    face = card_at(view, box, cell)
    return box.titles[face] if face >= 0 else f"the empty place {CELL_NAMES[cell]}"


def gap_title(view: View, box: SpyriumBox, gap: int) -> str:
    return f"between {title_at(view, box, BETWEEN[gap][0])} and {title_at(view, box, BETWEEN[gap][1])}"


def price_now(view: View, cell: int) -> tuple[int, int]:
    """What a card costs the viewer now, and the workers in it that it would pay for; a watcher counts them all."""
    spot, seat = view["market"][cell], view["viewer"]
    return (spot["price"], spot["crowd"]) if seat is None else (spot["prices"][seat], spot["others"][seat])


def lying(view: View, seat: int) -> int:
    """The inactive workers beside the Start card; one just lifted is still in the hand."""
    return int(view["players"][seat]["inactive"]) - (view["lifted"] is not None and view["seat"] == seat)


def workers_of(view: View, seat: int) -> list[tuple[str, int]]:
    """How many workers of a seat are ready, out and spent."""
    p, spent = view["players"][seat], lying(view, seat)
    return [("ready", p["active"]), ("out", p["workers"] - p["active"] - spent), ("spent", spent)]


def kept(p: View, id: str) -> str:
    """How many tokens lie with a technique that keeps them."""
    return f" {len(p['kept'])} kept." if TECHNIQUES[id][0] == KEEP_TOKENS else ""


def cell_of(view: View, action: Action) -> int:
    """The place an action with the lifted worker is about, or -1."""
    block, thing = action["block"], action["thing"]
    if view["lifted"] is None or block not in ("earn", "call", "build"):
        return -1
    side = thing if block == "earn" else call_of(thing)[0] if block == "call" else build_of(thing)[0]
    return BETWEEN[view["lifted"]][side]


# bills


Lines = list[tuple[str, int]]  # what is paid for, and the pounds


@dataclass(frozen=True)
class Bill:
    """What is to be paid, line by line; `off` is what the place takes off, and `more` what it comes to."""

    action: Action
    title: str
    lines: Lines
    total: int
    off: int
    more: str

    @property
    def words(self) -> str:
        return ", ".join(f"{what} {n}" if n >= 0 else f"{what} \u2212{-n}" for what, n in self.lines if n)


def bill(view: View, box: SpyriumBox, action: Action) -> Bill | None:
    """The bill of an action that is one of buying: the engine's parts of the price, in words."""
    parts = next((b for b in view["bills"] if b["action"] == action["action"]), None)
    if parts is None:
        return None
    face = card_at(view, box, cell_of(view, action))
    if action["block"] == "call":
        title, more, place = called(box, face, call_of(action["thing"])[1])
    else:
        title, more, place = built(view, box, face, build_of(action["thing"])[1], parts)
    crowd = counted(parts["crowd"], "other worker") if action["form"] == 0 else "crowd, by Lobbying"
    lines = [("printed price", parts["printed"]), *place, (crowd, parts["crowd"])]
    if parts["token"]:
        lines.append(("the token", parts["token"]))
    return Bill(action, title, lines, parts["pounds"], -parts["off"], more)


def purchases(view: View, box: SpyriumBox, actions: Sequence[Action]) -> list[Bill]:
    """The bills of those actions that are ones of buying, the cheapest first."""
    found = [paid for a in actions if (paid := bill(view, box, a)) is not None]
    return sorted(found, key=lambda paid: (paid.total, paid.action["action"]))


def built(view: View, box: SpyriumBox, face: int, way: int, parts: View) -> tuple[str, str, Lines]:
    """The heading and the outcome of a construction, and what its place adds to the price."""
    title = short_title(box, face)
    if way == NEW_PLACE:
        owned = len(view["players"][view["seat"]]["buildings"])
        crane = owned_rule(view["players"][view["seat"]], CHEAP_PLACES)
        lines = [(f"new place, {owned} built", parts["place"])]
        lines += [(title_of(box, crane), parts["off"])] if crane else []
        more = f"It brings {counted(box.vps[face], 'point')} at the end." if box.vps[face] else ""
        return f"{title}, new place", more, lines
    old = way_of(way)[0]
    gone = short_title(box, old)
    more = f"{gone} goes ({counted(box.vps[old], 'point')}), {title} comes ({counted(box.vps[face], 'point')})."
    return f"{title} over {gone}", more, [("symbol in common", parts["off"])] if parts["off"] else []


def called(box: SpyriumBox, face: int, token: int) -> tuple[str, str, Lines]:
    """The same for calling a character or patenting a technique."""
    id, title = box.ids[face], box.titles[face]
    value, counts = token_of(token)
    if value:
        title += f", token {value}" if value == counts else f", token {value} as {counts}"
    return title, sentence("brings " + gain(CALLS[id], counts)) if id in CALLS else BRIEF[id][0], []


# effects


def gain(program: Program, token: int = 0) -> str:
    """What a program brings, in words; with a token known, its value."""
    return " and ".join(term.words_with(token) for term in terms(program) if not term.paid)


def brought(action: Action) -> str:
    """What an action brings at once, in words."""
    amounts = [(thing, action["price"].get(THINGS[thing], 0)) for thing in range(RESIDENCES)]
    return " and ".join(amount_words(thing, n) for thing, n in amounts if n > 0)


def price(view: View, box: SpyriumBox, action: Action) -> str:
    """What an action costs or brings, in a few words."""
    block, changed = action["block"], action["price"]
    p = view["players"][view["seat"]]
    if block in ("call", "build"):
        return f"£{-changed.get('pounds', 0)}"
    if block == "earn":
        return f"+£{changed.get('pounds', 0)}"
    if "income" in changed:
        return f"income £{p['income'] + changed['income']}"
    if block in ("home", "use", "event", "residence"):
        return f"+{brought(action)}" if brought(action) else ""
    return counted(p["active"], "active worker") if block == "advance" and p["active"] else ""


def said(box: SpyriumBox, action: Action) -> str:
    """An action in words: the use of a building with what techniques change counted."""
    if action["block"] != "use":
        return str(action["words"])
    face, _ = use_of(action["thing"])
    return f"{'reuse' if action['form'] else 'use'} {box.titles[face]}: {traded(action['price'])}"


def traded(price: View) -> str:
    """What is paid for what is gained, as on cards."""
    amounts = [(thing, price.get(THINGS[thing], 0)) for thing in (WORKERS, POUNDS, SPYRIUM, POINTS)]
    paid = [counted(-n, "worker") if thing == WORKERS else amount_words(thing, -n) for thing, n in amounts if n < 0]
    gained = [amount_words(thing, n) for thing, n in amounts if n > 0]
    return " for ".join(" and ".join(side) for side in (paid, gained) if side)


def owned_rule(p: View, rule: int) -> str:
    """The id of a seat's technique with that rule, or ""."""
    return next((id for id in p["techniques"] if TECHNIQUES[id][0] == rule), "")


# what came of a decision


def came(action: Action, seat: int, before: View, after: View, box: SpyriumBox) -> str:
    """What came of a decision, behind its words: what was paid and gained, by two views that everybody may see."""
    block = action["block"]
    if block == "pass":
        return turn_begun(before, after)
    if block in ("place", "lift", "advance", "bonus"):
        return ""
    old, new = before["players"][seat], after["players"][seat]
    gains = {key: new[key] - old[key] for key in ("pounds", "spyrium", "points", "workers")}
    bonus = []
    if old["worker_bonus"] and not new["worker_bonus"] and gains["workers"]:
        bonus.append("a worker")
        gains["workers"] -= 1
    if old["pounds_bonus"] and not new["pounds_bonus"]:
        bonus.append(f"£{box.bonus_pounds}")
        gains["pounds"] -= box.bonus_pounds
    if block in ("call", "build"):
        out = bought(gains)
    elif block in ("earn", "home"):
        out = earned(old, gains["pounds"], box)
    elif block == "use":
        out = used(old, action, gains["points"], new["on_buildings"] - old["on_buildings"], box)
    elif block == "residence" and not action["form"]:
        out = f": income £{new['income']}"
    else:  # an event, unless its words say it all; what a token or the residence brings
        traded_words = traded(gains)
        out = f": {traded_words}" if traded_words and traded_words not in action["words"] else ""
    return out + (f"; bonus: {listed(bonus, 'and')}" if bonus else "")


def bought(gains: Mapping[str, int]) -> str:
    """What activating a card cost, and what it brought at once."""
    paid = traded({key: n for key, n in gains.items() if n < 0}).replace(" for ", " and ")
    gained = traded({key: n for key, n in gains.items() if n > 0})
    return (f" for {paid}" if paid else ", free") + (f": {gained}" if gained else "")


def earned(p: View, pounds: int, box: SpyriumBox) -> str:
    """The money of a worker that goes home."""
    more = owned_rule(p, EARN_MORE)
    by = f", £{MORE_EARNED} of it by {title_of(box, more)}" if more else ""
    return f": £{pounds}{by}" if pounds or more else ": nothing"


def used(p: View, action: Action, points: int, workers: int, box: SpyriumBox) -> str:
    """What techniques have changed of the trade that is printed on a building."""
    face, option = use_of(action["thing"])
    printed = {term.thing: term.n for term in terms(USES[box.ids[face]][option])}
    out = ""
    if workers < printed.get(WORKERS, 0):
        out += f", without a worker by {title_of(box, owned_rule(p, MINES_ALONE))}"
    if points > printed.get(POINTS, 0):
        out += f", {counted(points, 'point')} by {title_of(box, owned_rule(p, FACTORIES_SCORE))}"
    return out


def turn_begun(before: View, after: View) -> str:
    """The income of all seats, if a turn begins."""
    if after["turn"] == before["turn"]:
        return ""
    incomes = ", ".join(f"{letter(i).upper()} £{p['income']}" for i, p in enumerate(after["players"]))
    return f"; turn {after['turn']} begins: income {incomes}"


# tips: the first line is the heading


def card_tip(box: SpyriumBox, face: int, more: Sequence[str] = ()) -> str:
    """A card's figures and full text, and what more there is to say."""
    return "\n".join([*card_lines(box, face), *[line for line in more if line]])


@lru_cache(1024)
def card_lines(box: SpyriumBox, face: int) -> list[str]:
    figures = [] if box.kinds[face] == "event" else [f"printed price £{box.prices[face]}"]
    if box.vps[face]:
        figures.append(f"{counted(box.vps[face], 'point')} at the end")
    if box.symbols[face]:
        figures.append(f"{listed([n.capitalize() for n in box.symbol_names(face)], 'and')} symbol")
    lines = [
        box.titles[face],
        sentence(", ".join(figures)) if figures else "",
        card_words(box.ids[face], box.cap),
    ]
    return [line for line in lines if line]


def market_tip(view: View, box: SpyriumBox, cell: int) -> list[str]:
    """What a card costs the viewer now, and what is on it."""
    now, others = price_now(view, cell)
    out = [f"Now £{now}: printed {box.prices[card_at(view, box, cell)]}, {counted(others, 'other worker')}."]
    tokens = view["market"][cell]["tokens"]
    if tokens:
        out.append(f"Tokens on it: {', '.join(str(t) for t in tokens)}.")
    return out


def gap_tip(view: View, box: SpyriumBox, gap: int) -> str:
    """What a gap lies between, and what a worker from there would pay and earn."""
    cells = [c for c in BETWEEN[gap] if card_at(view, box, c) >= 0]
    seat = view["viewer"]
    extra = MORE_EARNED if seat is not None and owned_rule(view["players"][seat], EARN_MORE) else 0
    lines = [gap_title(view, box, gap).capitalize() if not cells else sentence(gap_title(view, box, gap))[:-1]]
    for c in cells:
        now, others = price_now(view, c)
        lines.append(f"{title_at(view, box, c)}: £{now} to activate, £{others + extra} to earn.")
    return "\n".join(lines)


def tip_line(view: View, box: SpyriumBox, action: Action) -> str:
    """One line of a tip: what this action does."""
    paid = bill(view, box, action)
    if paid is not None:
        return f"{paid.title}: £{paid.total} ({paid.words})."
    cost = price(view, box, action)
    return sentence(said(box, action) + (f" ({cost})" if cost and action["block"] != "use" else ""))


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
        verb = "Activate or earn" if blocks & {"call", "build"} else "Earn money"
        return f"{verb}: {listed([title_at(view, box, c) for c in cells])}"
    if "advance" in blocks:
        return "Place a worker between two cards" if "place" in blocks else "Start activating"
    if blocks & {"lift", "pass"}:
        if "lift" not in blocks:
            return "Use a building, or pass" if "use" in blocks else "Pass"
        return "Lift a worker or use a building" if "use" in blocks else "Lift one of your workers"
    return next((words for block, words in HEADINGS.items() if block in blocks), sentence(view["prompt"])[:-1])


def aside(view: View, box: SpyriumBox) -> str:
    """The second line: what else can be done, or what it comes to."""
    blocks = {a["block"] for a in view["actions"]}
    p = view["players"][view["seat"]]
    if blocks & {"call", "build"}:
        return "Each other worker around a card adds £1 to its price, and to what it earns."
    if "earn" in blocks:
        return "Nothing here is within your means."
    if "advance" in blocks:
        rest = f"{counted(p['active'], 'active worker')}." if p["active"] else "No worker is active any more."
        return rest + (" Or use the event, or start activating." if "event" in blocks else "")
    if blocks & {"lift", "pass"}:
        line = f"{counted(p['in_market'], 'worker')} in the market, {p['active']} active."
        return line + (" The event is still open to you." if "event" in blocks else "")
    if "residence" in blocks:
        up = p["income"] + sum(a["price"].get("income", 0) for a in view["actions"])
        return f"Up: £{up} income each turn. Score: {counted(p['income'], 'point')} now."
    if "bonus" in blocks:
        return f"The other one comes at {box.second_bonus} points."
    return "Commerce lets you choose once a turn." if "token" in blocks else ""


def doubt(view: View, box: SpyriumBox, action: Action) -> str:
    """What to ask before an action that is most likely a slip."""
    p = view["players"][view["seat"]]
    if action["block"] == "advance" and p["active"] and not p["in_market"] and not p["buildings"]:
        return "None of your workers is in the market. Start activating all the same?"
    if action["block"] == "pass" and any(a["block"] == "use" for a in view["actions"]):
        return "You can still use a building. Pass for this turn?"
    return ""


def shortcuts(view: View, box: SpyriumBox) -> list[Shortcut]:
    """None: every decision is a choice of its own."""
    return []


def refuses(view: View, box: SpyriumBox, action: Action) -> bool:
    """Whether an action refuses what is offered: to go on does while there is something to do in this phase."""
    better = BETTER.get(action["block"], ())
    return any(a["block"] in better for a in view["actions"])


def breakdown(view: View) -> list[tuple[str, list[int]]]:
    """Where the points come from, by source and seat."""
    keys = {"Score track": "points", "Buildings": "building_points", "Techniques": "technique_points"}
    return [(source, [p[key] for p in view["players"]]) for source, key in keys.items()]


def progress(view: View) -> str:
    """How far the game has come, in a few words."""
    return f"Turn {view['turn']} of {view['turns']}"
