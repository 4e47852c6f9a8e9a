"""What the log of Spyrium says: a decision's words, which everybody knows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from roundhouse.draw.face import Action
from roundhouse.draw.panels import LogText
from roundhouse.games.spyrium.board import BETWEEN, CELL_NAMES
from roundhouse.games.spyrium.box import SpyriumBox

PLACED: Final = re.compile(r"^(place|lift the worker) between (.+) ([abc][123]) and (.+) ([abc][123])$")
EARNED: Final = re.compile(r"^earn at (.+) ([abc][123])$")
USED: Final = re.compile(r"^(use|reuse) (.+?): (.+)$")
CALLED: Final = re.compile(r"^(call|patent) (.+?) ([abc][123])(?:, token (\d)(?: as (\d))?)?( by Lobbying)?$")
BUILT: Final = re.compile(r"^build (.+?) ([abc][123]) (?:in a (new place)|over (inclined )?(.+?))( by Lobbying)?$")
PLAIN: Final = {
    "start activating": "goes to phase II, activating",
    "pass": "passes",
    "take the worker home": "takes a worker home",
    "move up the residence track": "moves up the residence track",
    "score the residence": "scores the residence",
}


def gap_of(words: str) -> int:
    """The gap that the words of a placing or lifting speak of, or -1."""
    found = PLACED.match(words)
    return BETWEEN.index((CELL_NAMES.index(found[3]), CELL_NAMES.index(found[5]))) if found else -1


def gap_name(gap: int) -> str:
    """A gap as the board's `data-at` names it."""
    return "-".join(CELL_NAMES[c] for c in BETWEEN[gap])


def log_line(action: Action, box: SpyriumBox, options: Mapping[str, object]) -> LogText:
    """An action's words as the log says them: "pass" is "passes"."""
    words = action["words"]
    return told(words)


@lru_cache(maxsize=4096)
def told(words: str) -> LogText:
    if words in PLAIN:
        return LogText(escape(PLAIN[words]))
    return about_market(words) or about_rest(words)


def about_market(words: str) -> LogText | None:
    if found := PLACED.match(words):
        verb = "places" if found[1] == "place" else "lifts a worker"
        html = Markup("{} between <b>{}</b> and <b>{}</b>").format(verb, named(found[2]), named(found[4]))
        return LogText(html, gap_name(gap_of(words)), minor=found[1] != "place")
    if found := EARNED.match(words):
        return LogText(Markup("earns money at <b>{}</b>").format(found[1]), found[2])
    if found := CALLED.match(words):
        verb = "calls the" if found[1] == "call" else "patents"
        token = f" with token {found[4]}" if found[4] else ""
        token += f" counted as {found[5]}" if found[5] else ""
        lobbied = ", by Lobbying" if found[6] else ""
        return LogText(Markup("{} <b>{}</b>{}{}").format(verb, found[2], token, lobbied), found[3])
    if found := BUILT.match(words):
        where = " in a new place" if found[3] else Markup(" over {}<b>{}</b>").format(found[4] or "", found[5])
        lobbied = ", by Lobbying" if found[6] else ""
        return LogText(Markup("builds <b>{}</b>{}{}").format(found[1], where, lobbied), found[2])
    return None


def about_rest(words: str) -> LogText:
    if words.startswith("use the event: "):
        return LogText(Markup("uses the event: {}").format(words.removeprefix("use the event: ")))
    if found := USED.match(words):
        again = " again" if found[1] == "reuse" else ""
        return LogText(Markup("uses <b>{}</b>{}: {}").format(found[2], again, found[3]))
    if words.startswith("take "):
        return LogText(Markup("takes the bonus: {}").format(words.removeprefix("take ")))
    verb, _, rest = words.partition(" ")
    return LogText(escape(f"{verb}s {rest}".strip()))


def named(card: str) -> str:
    return "an empty place" if card == "empty" else card
