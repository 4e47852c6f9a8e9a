"""What the log of Small Railroad Empires says: a decision, and what everybody saw come of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from markupsafe import Markup, escape

from roundhouse.core.words import counted
from roundhouse.draw.face import Action, View
from roundhouse.draw.panels import LogText, third
from roundhouse.games.empires.actions import ENGINES, REVEALS, SPACE, factory_of, nth_of
from roundhouse.games.empires.board import GOODS
from roundhouse.games.empires.box import EmpiresBox

DOES: Final = {block.name: third(block.forms[0].partition("{}")[0]) for block in SPACE.blocks}
MINOR: Final = ("stop", "no_send", "no_claim", "no_buy")
ASKED_FIRST: Final = ("lay", "route", "stop")  # the blocks by the steps of a turn
ASKED_THIRD: Final = ("claim", "no_claim")
ASKED_LAST: Final = ("buy", "no_buy")
NO_DELIVERY: Final = "nothing to deliver"
HEX: Final = re.compile(r"([A-Z]\d+) (.+)")  # the label of a hex without a name


def log_line(action: Action, box: EmpiresBox, options: Mapping[str, object]) -> LogText:
    """An action as the log says it: "lay C1 mountain" is "lays C1, mountain"."""
    block, thing, label = action["block"], action["thing"], action["words"].partition(" ")[2]
    if block in MINOR:
        return LogText(escape(DOES[block]), minor=True)
    if block == "line":
        return LogText(escape(DOES[block] + box.line_words(thing)))
    place = more = ""
    if block == "lay":
        found = HEX.fullmatch(label)
        name, more = (found[1], f", {found[2]}") if found else (label, "")
        place = name
    elif block == "send":
        place = box.atlas.factories.names[factory_of(thing)]
        name = GOODS[box.atlas.factories.goods[factory_of(thing)][nth_of(thing)]]
        more = Markup(" from <b>{}</b>").format(place)
    elif block == "buy":  # which card lay there only the words say
        name, _, price = label.rpartition(" for ")
        more = f" for {price}"
    elif block in ("play", "claim"):
        name = box.titles[thing if block == "play" else ENGINES + thing]
    else:
        name = place = (box.atlas.cities if block == "city" else box.atlas.factories).names[thing]
    return LogText(Markup("{}<b>{}</b>{}").format(DOES[block], name, more), place)


# what came of it


def outcome(action: Action, seat: int, before: View, after: View, box: EmpiresBox) -> Markup:
    """What everybody saw come of a decision: what was paid and gained, by two views that hide nothing from anybody."""
    block = action["block"]
    old, new = before["players"][seat], after["players"][seat]
    loans = new["loans"] - old["loans"]
    prestige = new["prestige"] - old["prestige"]
    gains = f": {prestige} prestige" if prestige else ""
    out = Markup("")
    if block in ("lay", "route"):
        price = box.with_loans(old["money"], loans) - new["money"]
        out += f" for ${price}" if price else ", free"
        out += ", a third track" if new["locked"] < old["locked"] else ""
        gains = f"; star{gains}" if prestige else ""
    elif block == "claim":
        claims = next(a for a in after["achievements"] if a["card"] == box.ids[ENGINES + action["thing"]])
        out += ", first" if claims["first"] == seat else ", later"
    elif new["deliveries"] > old["deliveries"]:
        gains = f": ${new['money'] - old['money']} and {prestige} prestige"
    elif block == "play" and action["form"] == REVEALS:
        out += Markup(", reveals <b>{}</b>").format(box.titles[box.ids.index(new["contract"])])
    out += gains
    out += f"; takes {'a loan' if loans == 1 else counted(loans, 'loan')}" if loans else ""
    out += "; all factories produce" if after["track"]["produced"] > before["track"]["produced"] else ""
    return out + ended_by_itself(block, seat, before, after, box)


def ended_by_itself(block: str, seat: int, before: View, after: View, box: EmpiresBox) -> str:
    """Why the turn ended without its seat saying so, if it did."""
    if not before["turn"] or after["turn"] == before["turn"] or block in ASKED_LAST:
        return ""
    p = after["players"][seat]
    why = []
    if block in ASKED_FIRST:
        why.append("no train card left" if not p["hand"] else "no train left" if not p["trains"] else NO_DELIVERY)
    if block not in ASKED_THIRD:
        why.append("nothing to claim")
    why.append("hand full" if len(p["hand"]) >= box.hand else "no train card within reach")
    return f"; the turn ends: {', '.join(why)}"
