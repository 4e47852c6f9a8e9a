"""What the log of Trains says: a decision's words, which everybody knows, and what is printed on the cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from roundhouse.draw.face import Action
from roundhouse.draw.panels import LogText
from roundhouse.games.trains.board import CITY, MAPS, REMOTE, TERRAINS, Board
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.cards import EFFECTS
from roundhouse.games.trains.verbs import (
    Coins,
    CoinsIfInPlay,
    Draw,
    Points,
    ReturnAllWaste,
    RevealTrains,
    TrashThis,
    WhileInPlay,
    counted,
)

PLAIN: Final = {
    "end turn": "ends the turn",
    "pass and return Waste": "passes and returns all Waste",
    "take nothing": "takes nothing",
    "no more": "stops there",
}
MINOR: Final = ("end turn", "take nothing", "no more")

# What is said before and after a card's name, by the beginning of the words.
ABOUT_CARDS: Final = {
    "play ": ("plays ", ""),
    "buy ": ("buys ", ""),
    "discard ": ("discards ", ""),
    "return ": ("returns ", ""),
    "trash ": ("trashes ", ""),
    "show ": ("shows ", " and gains its like"),
    "name ": ("names ", ""),
    "take ": ("takes ", ""),
    "put back ": ("puts back ", ""),
    "pull ": ("takes ", " from the discard pile"),
    "count ": ("counts ", ""),
    "copy ": ("copies the text of ", ""),
    "send back ": ("puts ", " back on the deck"),
    "gain ": ("takes ", " from the supply into hand"),
}
ABOUT_PLACES: Final = {"start at ": "starts at ", "lay ": "lays ", "station in ": "places a station in "}

# Standing rules as somebody else tells them.
OTHERS: Final = (
    ("you gain no Waste", "no Waste is gained"),
    ("you may put each card you buy on top of your deck", "bought cards may go onto the deck"),
    ("rail card you play", "rail card"),
    ("; rival tracks still bring Waste", ""),
    (" from hand to the supply", ""),
)

COINS_ONLY: Final = " for its coins"
ONTO_DECK: Final = " onto the deck"


def log_line(action: Action, box: TrainsBox, options: Mapping[str, object]) -> LogText:
    """An action's words as the log says them: "lay river D8" is "lays D8, river"."""
    words = action["words"]
    return told(words, box, str(options["map"]))


@lru_cache(maxsize=4096)
def told(words: str, box: TrainsBox, map: str) -> LogText:
    if words in PLAIN:
        return LogText(escape(PLAIN[words]), minor=words in MINOR)
    return about_place(words, box.boards[MAPS.index(map)]) or about_card(words, box) or LogText(escape(third(words)))


def about_place(words: str, board: Board) -> LogText | None:
    for start, verb in ABOUT_PLACES.items():
        place = words.removeprefix(start)
        if place != words and place in board.labels:
            h = board.labels.index(place)
            index, kind = board.grid.coordinate(h), board.terrain[h]
            named = place if kind in (CITY, REMOTE) else f"{index}, {TERRAINS[kind]}"
            return LogText(escape(verb + named), index)
    return None


def about_card(words: str, box: TrainsBox) -> LogText | None:
    for start, (verb, after) in ABOUT_CARDS.items():
        rest = words.removeprefix(start)
        card = rest.removesuffix(COINS_ONLY).removesuffix(ONTO_DECK)
        if rest == words or card not in box.titles:
            continue
        number = box.titles.index(card)
        more = outcome(start, rest[len(card) :], box, number)
        coins = start == "play " and (not box.program[number] or rest.endswith(COINS_ONLY))
        return LogText(Markup("{}<b>{}</b>{}{}").format(verb, card, after, more), minor=coins)
    return None


def outcome(start: str, form: str, box: TrainsBox, card: int) -> str:
    """What is known to come of it by what is printed: the price, the coins, the effect."""
    if start == "buy ":
        return f" for {box.costs[card]}{',' + form if form else ''}"
    if start == "count ":
        return f": {counted(box.values[card], 'coin')}"
    if start != "play ":
        return ""
    if form and not box.values[card]:
        return " without its effect"
    coins = [counted(box.values[card], "coin")] if box.values[card] else []
    gist = coins + ([] if form else effect(box.ids[card]))
    return form + (f": {', '.join(gist)}" if gist else "")


def effect(id: str) -> list[str]:
    """What a card does by itself; what it asks stands in the lines that follow."""
    out: list[str] = []
    for verb in EFFECTS[id].verbs:
        if isinstance(verb, WhileInPlay):
            out.append(f"{verb.told} this turn")
        elif isinstance(verb, Coins | Points):
            out.append(verb.words().removeprefix("gain "))
        elif isinstance(verb, CoinsIfInPlay):
            out.append(f"{verb.n} more with a {verb.told}")
        elif isinstance(verb, Draw | TrashThis | ReturnAllWaste):
            out.append(third(verb.words()).replace("this card", "it"))
        elif isinstance(verb, RevealTrains):
            out.append("reveals until 2 trains come")
    for long, short in OTHERS:
        out = [part.replace(long, short) for part in out]
    return out


def third(words: str) -> str:
    """Words of an action in the third person: "draw 1 card" is "draws 1 card"."""
    verb, _, rest = words.partition(" ")
    ending = "es" if verb.endswith(("ss", "sh", "ch", "x")) else "s"
    verb = verb[:-1] + "ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else verb + ending
    return f"{verb} {rest}".strip()
