"""What the log of Spyrium says. The market changes: how a card was called comes from the words of the decision."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from markupsafe import escape

from roundhouse.draw.face import Action, View
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import LogText
from roundhouse.games.spyrium.actions import NEW_PLACE, SPACE, build_of, call_of, token_of, way_of
from roundhouse.games.spyrium.board import BETWEEN, CELL_NAMES
from roundhouse.games.spyrium.box import SpyriumBox
from roundhouse.games.spyrium.face.words import came

CARDS: Final = re.compile(r"(?:between |and |call |patent )?(.+?) ([abc][123])\b ?")  # each with its place
LABELS: Final = {b.name: [max(form.find("{}"), 0) for form in b.forms] for b in SPACE.blocks}  # where the thing begins
LINES: Final = {"event": "uses the event: {}", "bonus": "takes the bonus: {}", "token": "counts the token as {}"}
PLAIN: Final = {
    "advance": ["goes to phase II, activating"],
    "pass": ["passes"],
    "home": ["takes a worker home"],
    "residence": ["moves up the residence track", "scores the residence"],
}


def gap_name(gap: int) -> str:
    """A gap as the board's `data-at` names it."""
    return "-".join(CELL_NAMES[c] for c in BETWEEN[gap])


def log_line(action: Action, box: SpyriumBox, options: Mapping[str, object]) -> LogText:
    """A decision as the log says it: "pass" is "passes"."""
    block, thing, form, words = action["block"], action["thing"], action["form"], action["words"]
    if block in PLAIN:
        return LogText(escape(PLAIN[block][form]))
    label = words[LABELS[block][form] :]
    if block in LINES:
        return LogText(Markup(LINES[block]).format(label))
    if block == "use":
        title, _, trade = label.partition(": ")
        return LogText(Markup("uses <b>{}</b>{}: {}").format(title, " again" if form else "", trade))
    names = [("an empty place" if name == "empty" else name, place) for name, place in CARDS.findall(label)]
    if block in ("place", "lift"):
        verb = "places" if block == "place" else "lifts a worker"
        html = Markup("{} between <b>{}</b> and <b>{}</b>").format(verb, names[0][0], names[1][0])
        return LogText(html, gap_name(thing), minor=block == "lift")
    return LogText(about_card(block, thing, form, words, names[0][0], box), names[0][1])


def outcome(action: Action, seat: int, before: View, after: View, box: SpyriumBox) -> Markup:
    """What came of a decision."""
    return escape(came(action, seat, before, after, box))


def about_card(block: str, thing: int, form: int, words: str, name: str, box: SpyriumBox) -> Markup:
    """What the lifted worker did with the card of that name."""
    if block == "earn":
        return Markup("earns money at <b>{}</b>").format(name)
    lobbied = ", by Lobbying" if form else ""
    if block == "call":
        verb = "calls the" if words.startswith("call") else "patents"
        value, counts = token_of(call_of(thing)[1])
        token = f" with token {value}" if value else ""
        token += f" counted as {counts}" if value != counts else ""
        return Markup("{} <b>{}</b>{}{}").format(verb, name, token, lobbied)
    way = build_of(thing)[1]
    where: str = " in a new place"
    if way != NEW_PLACE:
        old, inclined = way_of(way)
        where = Markup(" over {}<b>{}</b>").format("inclined " if inclined else "", box.titles[old])
    return Markup("builds <b>{}</b>{}{}").format(name, where, lobbied)
