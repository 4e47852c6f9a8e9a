"""What the log of Small Railroad Empires says: a decision's words, and what everybody saw come of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from roundhouse.draw.face import Action, View
from roundhouse.draw.panels import LogText
from roundhouse.games.empires.actions import ENGINES, FEATS
from roundhouse.games.empires.box import EmpiresBox

PLAIN: Final = {
    "lay no third track": "lays no third track",
    "deliver nothing": "delivers nothing",
    "claim nothing more": "claims nothing more",
    "take no train card": "takes no train card",
}
HEX: Final = re.compile(r"^([A-Z]\d+) (.+)$")
ROUTE: Final = "start a new route at "
REVEALS: Final = " and reveal the contract"


def log_line(action: Action, box: EmpiresBox, options: Mapping[str, object]) -> LogText:
    """An action's words as the log says them: "lay C1 mountain" is "lays C1, mountain"."""
    words = action["words"]
    return told(words)


@lru_cache(maxsize=4096)
def told(words: str) -> LogText:
    if words in PLAIN:
        return LogText(escape(PLAIN[words]), minor=True)
    verb, _, rest = words.partition(" ")
    if verb == "lay":
        return about_hex(rest)
    if words.startswith(ROUTE):
        place = words.removeprefix(ROUTE)
        return LogText(Markup("starts a new route at <b>{}</b>").format(place), place)
    if words.startswith("take the line "):
        return LogText(Markup("takes the line {}").format(words.removeprefix("take the line ")))
    if verb == "send":
        good, _, place = rest.partition(" from ")
        return LogText(Markup("sends <b>{}</b> from <b>{}</b>").format(good, place), place)
    if verb in ("start", "deliver"):
        way, _, place = rest.partition(" ")
        return LogText(Markup("{}s {} <b>{}</b>").format(verb, way, place), place)
    if verb == "play":
        return LogText(Markup("plays <b>{}</b>").format(rest.removesuffix(REVEALS)))
    if verb == "take":
        card, _, price = rest.rpartition(" for ")
        return LogText(Markup("takes <b>{}</b> for {}").format(card, price))
    return LogText(Markup("{}s <b>{}</b>").format(verb, rest))


def about_hex(label: str) -> LogText:
    found = HEX.match(label)
    if found is None:
        return LogText(Markup("lays <b>{}</b>").format(label), label)
    return LogText(Markup("lays <b>{}</b>, {}").format(found[1], found[2]), found[1])


# what came of it


def outcome(action: Action, seat: int, before: View, after: View, box: EmpiresBox) -> Markup:
    """What everybody saw come of a decision: what was paid and gained, by two views that hide nothing from anybody."""
    words = action["words"]
    old, new = before["players"][seat], after["players"][seat]
    verb = words.partition(" ")[0]
    loans = new["loans"] - old["loans"]
    prestige = new["prestige"] - old["prestige"]
    out = Markup("")
    if verb in ("lay", "start") and words not in PLAIN and before["turn"]:
        out += paid(box, old, new, loans)
    elif verb == "claim" and words not in PLAIN:
        out += first_or_later(words, seat, after, box)
    elif new["deliveries"] > old["deliveries"]:
        out += f": {gained(new['money'] - old['money'], prestige)}"
        prestige = 0
    if words.endswith(REVEALS):
        out += Markup(", reveals <b>{}</b>").format(box.titles[box.ids.index(new["contract"])])
    if prestige:
        star = "; star: " if verb in ("lay", "start") else ": "
        out += f"{star}{prestige} prestige"
    if loans:
        out += "; takes a loan" if loans == 1 else f"; takes {loans} loans"
    if after["track"]["produced"] > before["track"]["produced"]:
        out += "; all works produce"
    return out


def paid(box: EmpiresBox, old: View, new: View, loans: int) -> str:
    """The price of a track, and whether it came from the player board."""
    money = int(old["money"])
    for _ in range(loans):
        money = min(box.most_money, money + box.loan_money)
    price = money - int(new["money"])
    return (f" for ${price}" if price else ", free") + (", a third track" if new["locked"] < old["locked"] else "")


def first_or_later(words: str, seat: int, after: View, box: EmpiresBox) -> str:
    title = words.removeprefix("claim ")
    id = next(box.ids[i] for i in range(ENGINES, ENGINES + FEATS) if box.titles[i] == title)
    claims = next(a for a in after["achievements"] if a["card"] == id)
    return ", first" if claims["first"] == seat else ", later"


def gained(money: int, prestige: int) -> str:
    return f"${money} and {prestige} prestige"
