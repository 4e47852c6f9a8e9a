"""What the log of Empyreal says: a decision in the present tense, and what everybody saw come of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import escape

from roundhouse.draw.face import Action, Outcome, View
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import LogText, third
from roundhouse.games.empyreal.actions import SPACE
from roundhouse.games.empyreal.box import EmpyrealBox
from roundhouse.games.empyreal.face.came import Delivered, after_all, behind, came, under_way

FORMS: Final = {block.name: block.forms for block in SPACE.blocks}
OWN_WORDS: Final = {"stop": "stop", "collect_all": "collect all goods"}  # where the log says it otherwise
MINOR: Final = ("stop", "skip", "no_delivery", "no_tile", "no_copy", "recruit", "put")
NAMELESS: Final = ("choose", "shift", "stop", "collect_all")  # blocks whose words hold no name,
NO_NAME: Final = ("the", "mana")  # and how things begin in others that have none
CARS: Final = ("activate", "copy_beside", "discard", "shunt")  # a car has its name, and needs no place beside it
IN_YARD: Final = ("put", "shunt_to")  # places that are called as hexes are
HELPED: Final = " with the free transfer"  # how many were used, what came of it says


def log_line(action: Action, box: EmpyrealBox, options: Mapping[str, object]) -> LogText:
    """An action as the log says it, names in bold: "build on C1" is "builds on C1"."""
    block = action["block"]
    words = str(OWN_WORDS.get(block, action["words"])).replace("your ", "the ")
    if block == "choose":
        words = f"choose to {words}"  # one of several effects: what it does comes next
    form = words if block in NAMELESS else FORMS[block][action["form"]]
    before, _, after = form.partition("{}")
    thing = words[len(before) : len(words) - len(after)]
    told = car_of(thing) if block in CARS else thing
    name = Markup("<b>{}</b>").format(told) if told and told.split()[0] not in NO_NAME else told
    after = " of the railyard" if block in IN_YARD else after.removesuffix(HELPED)
    return LogText(
        Markup("{}{}{}").format(third(before), name, after), thing if action["place"] == "hex" else "", block in MINOR
    )


def car_of(words: str) -> str:
    """The car of "activate Metro on A2" or "Metro on A2"."""
    return words.rpartition(" on ")[0].removeprefix("activate ")


def outcome(action: Action, seat: int, before: View, after: View, box: EmpyrealBox) -> Outcome:
    """What came of a decision; a delivery is told as one thing when it is done."""
    if under_way(after):
        return None
    if under_way(before):
        return delivered(action, seat, before, after, box)
    if before["step"] == "Resolve":
        return LogText(Markup("goes on with <b>{}</b>").format(car_of(action["words"])), minor=True)
    found = before["hexes"][action["thing"]]["goods"] if action["block"] == "good" else []
    told = escape(came(action, seat, before, after, box))
    if len(found) != 1:
        return told
    at = before["hexes"][action["thing"]]["label"]
    return LogText(Markup("takes the {} at <b>{}</b>{}").format(found[0]["good"], at, told), at)


def delivered(action: Action, seat: int, before: View, after: View, box: EmpyrealBox) -> LogText:
    """A whole delivery: its goods, its city, the tile and the points; then what it brought besides."""
    whole = Delivered(seat, before, after, box)
    old, new = before["players"][seat], after["players"][seat]
    mana = (new["ready"] + new["spent"]) - (old["ready"] + old["spent"])
    tile = Markup(" for the <b>{}</b>").format(whole.tile) if whole.tile else ""
    more = behind([f"gains {mana} mana" if mana > 0 else "", *after_all(action, seat, before, after)], ",")
    html = Markup("delivers <b>{}</b> to {}{}: {}{}").format(whole.goods, whole.city, tile, whole.points, more)
    return LogText(html, whole.at)
