"""What the log of Small Railroad Empires says: a decision, and what everybody saw come of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from markupsafe import escape

from roundhouse.draw.face import Action, View
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import LogText, third
from roundhouse.games.empires.actions import ENGINES, REVEALS, SPACE, factory_of, nth_of
from roundhouse.games.empires.board import GOODS
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.face.words import came

DOES: Final = {block.name: third(block.forms[0].partition("{}")[0]) for block in SPACE.blocks}
MINOR: Final = ("stop", "no_send", "no_claim", "no_buy")
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
        more = " and reveals the contract" if block == "play" and action["form"] == REVEALS else ""
    else:
        name = place = (box.atlas.cities if block == "city" else box.atlas.factories).names[thing]
    return LogText(Markup("{}<b>{}</b>{}").format(DOES[block], name, more), place)


# what came of it


def outcome(action: Action, seat: int, before: View, after: View, box: EmpiresBox) -> Markup:
    """What came of a decision."""
    return escape(came(action, seat, before, after, box))
