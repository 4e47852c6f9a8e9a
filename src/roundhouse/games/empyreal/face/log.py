"""What the log of Empyreal says: a decision's words, and what everybody saw come of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from roundhouse.core.words import counted, listed
from roundhouse.draw.face import Action, View
from roundhouse.draw.panels import LogText
from roundhouse.games.empyreal.board import GOODS
from roundhouse.games.empyreal.box import EmpyrealBox

PLAIN: Final = {
    "administrate": "administrates",
    "activate before moving": "activates before moving",
    "collect all": "collects all goods",
}
MINOR: Final = {
    "that is all": "stops",
    "build nothing": "builds nothing",
    "deliver nothing": "delivers nothing",
    "take no tile": "takes no tile",
    "copy nothing": "copies nothing",
}
# beginnings of words, and how the log says them; what follows is set in bold
SAID: Final = (
    ("use ", "uses "),
    ("move to ", "moves to "),
    ("activate ", "activates "),
    ("upgrade ", "upgrades "),
    ("put it on ", "puts it on "),
    ("look at the ", "looks at the "),
    ("deliver ", "delivers "),
    ("take the good at ", "takes the good at "),
    ("take the ", "takes the "),
    ("take ", "takes "),
    ("choose ", "chooses "),
    ("build on ", "builds on "),
    ("lay waste to ", "lays waste to "),
    ("move the train at ", "moves the train at "),
    ("move it to ", "moves it to "),
    ("copy ", "copies "),
    ("discard ", "discards "),
    ("shunt it to ", "shunts it to "),
    ("shunt ", "shunts "),
    ("swap ", "swaps "),
    ("found ", "founds "),
    ("be led by ", "is led by "),
    ("strike out ", "strikes out "),
    ("refresh ", "refreshes "),
    ("place ", "places "),
    ("gain ", "gains "),
)
PLACED: Final = ("take the good at ", "choose ", "build on ", "lay waste to ", "move the train at ", "move it to ")
LABEL: Final = re.compile(r"^([A-Z]\d+)\b")
COMMON: Final = re.compile(r"^(?:any terrain|your|the|wasteland|mana\b|a )")
WITH: Final = (" with the free transfer", " twice")


def log_line(action: Action, box: EmpyrealBox, options: Mapping[str, object]) -> LogText:
    """An action's words as the log says them: "build on C1" is "builds on C1"."""
    words = action["words"]
    return told(words)


@lru_cache(maxsize=4096)
def told(words: str) -> LogText:
    if words in MINOR:
        return LogText(escape(MINOR[words]), minor=True)
    if words in PLAIN:
        return LogText(escape(PLAIN[words]))
    for begin, said in SAID:
        if not words.startswith(begin):
            continue
        rest, after = words[len(begin) :], ""
        for tail in WITH:
            if rest.endswith(tail):
                rest, after = rest.removesuffix(tail), tail
        rest = rest.replace("your ", "the ")
        at = LABEL.match(rest) if begin in PLACED else None
        minor = begin in ("look at the ", "put it on ")
        if COMMON.match(rest):
            return LogText(Markup("{}{}{}").format(said, rest, after), minor=minor)
        return LogText(Markup("{}<b>{}</b>{}").format(said, rest, after), at[1] if at else "", minor)
    return LogText(Markup("does this: {}").format(words))


# what came of it


def outcome(action: Action, seat: int, before: View, after: View, box: EmpyrealBox) -> Markup:
    """What everybody saw come of a decision: what was paid and gained, from what watchers see."""
    words = action["words"]
    old, new = before["players"][seat], after["players"][seat]
    parts = []
    paid = old["ready"] - new["ready"]
    verb = words.partition(" ")[0]
    if verb in ("build", "activate", "move") and words not in MINOR:
        parts.append(f"for {paid} mana" if paid > 0 else "")
    gained = (new["ready"] + new["spent"]) - (old["ready"] + old["spent"])
    parts.append(f"gains {gained} mana" if gained > 0 and before["round"] else "")
    back = old["spent"] - new["spent"]
    parts.append(f"reclaims {back}" if back > 0 and not gained and paid < 0 else "")
    parts += [*goods_gained(old, new), *tiles_gained(old, new), *trains_lost(old, new)]
    if after["round"] and not before["ending"] and after["ending"]:
        parts.append("the end is near")
    shown = [p for p in parts if p]
    first = shown[0] if shown else ""
    lead = " " if first.startswith("for ") else ": "
    return escape(lead + ", ".join(shown)) if shown else Markup("")


def goods_gained(old: View, new: View) -> list[str]:
    more = [(n - o, good) for o, n, good in zip(old["goods"], new["goods"], GOODS, strict=True) if n > o]
    return [listed([f"{n} {good}" for n, good in more], "and") + " delivered"] if more else []


def tiles_gained(old: View, new: View) -> list[str]:
    more = new["tiles"][len(old["tiles"]) :]
    return [counted(sum(t["points"] for t in more), "point")] if more else []


def trains_lost(old: View, new: View) -> list[str]:
    lost = old["placed"] - new["placed"]
    return [f"loses {counted(lost, 'train')}"] if lost > 0 else []
