"""What the log of Trains says of a decision: what everybody knows, and what is printed on the cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup, escape

from roundhouse.core.words import counted
from roundhouse.draw.face import Action
from roundhouse.draw.panels import LogText, third
from roundhouse.games.trains.actions import COINS_ONLY
from roundhouse.games.trains.board import MAPS
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.cards import EFFECTS

PLAIN: Final = {
    "end": "ends the turn",
    "pass": "passes and returns all Waste",
    "nothing": "takes nothing",
    "stop": "stops there",
    "drop": "discards the card looked at",
    "leave": "leaves the card on top",
}
MINOR: Final = ("end", "nothing", "stop")
ABOUT_PLACES: Final = {"start": "starts at {}", "lay": "lays {}", "station": "places a station in {}"}
ABOUT_CARDS: Final = {
    "play": "plays {}",
    "buy": "buys {}",
    "discard": "discards {}",
    "return": "returns {}",
    "trash": "trashes {}",
    "show": "shows {} and gains its like",
    "name": "names {}",
    "take": "takes {}",
    "back": "puts back {}",
    "pull": "takes {} from the discard pile",
    "count": "counts {}",
    "copy": "copies the text of {}",
    "send": "puts {} back on the deck",
    "gain": "takes {} from the supply into hand",
}


def log_line(action: Action, box: TrainsBox, options: Mapping[str, object]) -> LogText:
    """An action as the log says it: "lay river D8" is "lays D8, river"."""
    block, thing = action["block"], action["thing"]
    if block in PLAIN:
        return LogText(escape(PLAIN[block]), minor=block in MINOR)
    if block in ABOUT_PLACES:
        board = box.boards[MAPS.index(str(options["map"]))]
        return LogText(escape(ABOUT_PLACES[block].format(board.title(thing))), board.grid.coordinate(thing))
    if block in ABOUT_CARDS:
        name = Markup("<b>{}</b>").format(box.titles[thing])
        for_coins = block == "play" and (not box.program[thing] or action["form"] == COINS_ONLY)
        return LogText(Markup(ABOUT_CARDS[block]).format(name) + outcome(action, box), minor=for_coins)
    return LogText(escape(third(action["words"])))


def outcome(action: Action, box: TrainsBox) -> str:
    """What is known to come of it by what is printed: the price, the coins, the effect."""
    block, card, form = action["block"], action["thing"], action["form"]
    coins = counted(box.values[card], "coin")
    if block == "buy":
        return f" for {box.costs[card]}{', onto the deck' if form else ''}"
    if block == "count":
        return f": {coins}"
    if block != "play":
        return ""
    if form == COINS_ONLY:
        return f" for its coins: {coins}" if box.values[card] else " without its effect"
    effect = [verb.log_words() for verb in EFFECTS[box.ids[card]].verbs]
    gist = [words for words in (coins if box.values[card] else "", *effect) if words]
    return f": {', '.join(gist)}" if gist else ""
