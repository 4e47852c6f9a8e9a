"""What the log of Trains says of a decision: what everybody knows, and what is printed on the cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import escape

from roundhouse.draw.face import Action, View
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import LogText, third
from roundhouse.games.trains.actions import COINS_ONLY
from roundhouse.games.trains.board import MAPS
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.cards import EFFECTS
from roundhouse.games.trains.face.words import came
from roundhouse.games.trains.verbs import Coins

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
        return LogText(Markup(ABOUT_CARDS[block]).format(name) + effect(action, box), minor=for_coins)
    return LogText(escape(third(action["words"])))


def effect(action: Action, box: TrainsBox) -> str:
    """What a card does by what is printed on it, or where it goes; coins come with the outcome."""
    block, card, form = action["block"], action["thing"], action["form"]
    if block == "buy" and form:
        return " onto the deck"
    if block != "play":
        return ""
    if form == COINS_ONLY:
        return " for its coins" if box.values[card] else " without its effect"
    gist = [verb.log_words() for verb in EFFECTS[box.ids[card]].verbs if not isinstance(verb, Coins)]
    return f": {', '.join(filter(None, gist))}" if any(gist) else ""


def outcome(action: Action, seat: int, before: View, after: View, box: TrainsBox) -> Markup:
    """What came of a decision."""
    return escape(came(action, seat, before, after, box))
