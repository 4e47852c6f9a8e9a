"""What the log of Empyreal says: a decision in the present tense, and what everybody saw come of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup, escape

from roundhouse.core.words import counted, listed
from roundhouse.draw.face import Action, View
from roundhouse.draw.panels import LogText, third
from roundhouse.games.empyreal.actions import COLUMNS, PLACES, SPACE
from roundhouse.games.empyreal.board import GOODS
from roundhouse.games.empyreal.box import EmpyrealBox
from roundhouse.games.empyreal.face.words import PAID

FORMS: Final = {block.name: block.forms for block in SPACE.blocks}
OWN_WORDS: Final = {"stop": "stop", "collect_all": "collect all goods"}  # where the log says it otherwise
MINOR: Final = ("stop", "skip", "no_delivery", "no_tile", "no_copy", "recruit", "put")
NAMELESS: Final = ("choose", "shift", "stop", "collect_all")  # blocks whose words hold no name,
NO_NAME: Final = ("the", "mana")  # and how things begin in others that have none


def log_line(action: Action, box: EmpyrealBox, options: Mapping[str, object]) -> LogText:
    """An action as the log says it, names in bold: "build on C1" is "builds on C1"."""
    block = action["block"]
    words = str(OWN_WORDS.get(block, action["words"])).replace("your ", "the ")
    form = words if block in NAMELESS else FORMS[block][action["form"]]
    before, _, after = form.partition("{}")
    thing = words[len(before) : len(words) - len(after)]
    name = Markup("<b>{}</b>").format(thing) if thing and thing.split()[0] not in NO_NAME else thing
    return LogText(
        Markup("{}{}{}").format(third(before), name, after), thing if action["place"] == "hex" else "", block in MINOR
    )


# what came of it


def outcome(action: Action, seat: int, before: View, after: View, box: EmpyrealBox) -> Markup:
    """What everybody saw come of a decision: what was paid and gained, from what watchers see."""
    old, new = before["players"][seat], after["players"][seat]
    paid = old["ready"] - new["ready"]
    gained = (new["ready"] + new["spent"]) - (old["ready"] + old["spent"])
    back = old["spent"] - new["spent"]
    price = f" for {paid} mana" if action["block"] in PAID and paid > 0 else ""
    parts = [
        f"gains {gained} mana" if gained > 0 and before["round"] else "",
        f"reclaims {back}" if back > 0 and not gained and paid < 0 else "",
        goods_gained(old, new),
        tiles_gained(old, new),
        trains_lost(old, new),
        "the end is near" if after["round"] and not before["ending"] and after["ending"] else "",
    ]
    came = ", ".join(p for p in [*parts, ended_by_itself(action["block"], seat, before, after)] if p)
    return escape(price + (", " if price and came else ": " if came else "") + came)


def ended_by_itself(block: str, seat: int, before: View, after: View) -> str:
    """Why the turn ended where more could be expected: no car could be activated, or the last one found no work."""
    if before["turn"] != seat or after["turn"] == seat or after["over"] or not before["round"]:
        return ""
    p = after["players"][seat]
    if block == "move" and 0 < p["conductor"] <= COLUMNS:
        there = any(p["yard"][row + p["conductor"] - 1] for row in range(0, PLACES, COLUMNS))
        return f"the turn ends: {'no mana for a spellcar' if there else 'no spellcar'} there"
    return "the turn ends: nothing that the spellcars can do" if block == "activate" else ""


def goods_gained(old: View, new: View) -> str:
    more = [f"{n - o} {good}" for o, n, good in zip(old["goods"], new["goods"], GOODS, strict=True) if n > o]
    return f"{listed(more, 'and')} delivered" if more else ""


def tiles_gained(old: View, new: View) -> str:
    more = new["tiles"][len(old["tiles"]) :]
    return counted(sum(t["points"] for t in more), "point") if more else ""


def trains_lost(old: View, new: View) -> str:
    lost = old["placed"] - new["placed"]
    return f"loses {counted(lost, 'train')}" if lost > 0 else ""
