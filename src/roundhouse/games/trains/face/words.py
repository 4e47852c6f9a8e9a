"""What the table of Trains says: costs, tips and sentences, from a view and the box alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from roundhouse.core.verbs import Verb
from roundhouse.core.words import counted, sentence
from roundhouse.draw.face import Action, Shortcut, View
from roundhouse.games.trains.actions import COINS_ONLY
from roundhouse.games.trains.board import MAPS, Board
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.cards import EFFECTS
from roundhouse.games.trains.verbs import (
    ACTION,
    ANY,
    RULES,
    TRAIN,
    Coins,
    CoinsEach,
    CountTrain,
    Discard,
    Draw,
    DrawEach,
    Look,
    Points,
    PutBack,
    ReturnAllWaste,
    ReturnWaste,
    TakeOne,
    WhileInPlay,
)

# What to do, by the block of the actions on offer; "" asks in the engine's own words.
HEADINGS: Final = {
    "play": "Play or buy a card",
    "buy": "Play or buy a card",
    "end": "Play or buy a card",
    "start": "Place your first track: choose a hex",
    "lay": "Lay a track: choose a highlighted hex",
    "station": "Place a station: choose a highlighted city",
    "show": "Show a train from hand to gain its like",
    "trash": "Trash a train from hand",
    "gain": "Take a train from the supply into hand",
    "name": "Name a card: choose a pile",
    "take": "Take one of the revealed cards, or none",
    "back": "Put the cards back, the last on top",
    "pull": "Take a train from your discard pile",
    "count": "Choose a train in play for its coins",
    "copy": "Choose an action card in play to copy",
    "send": "Put a train from play on your deck",
    "drop": "Discard the card, or leave it on top?",
}

NOTHING_LEFT: Final = "Nothing is left to play or buy"
ENDS: Final = ("end", "pass")  # the blocks that end a turn
DECLINES: Final = frozenset({"nothing", "stop"})  # the blocks that refuse what is offered
# What these do is never worse than leaving it out: they bring something, or let one stop at once.
GIFTS: Final = (
    Coins, CoinsEach, CountTrain, Draw, DrawEach, Look, Points, PutBack, ReturnAllWaste, ReturnWaste, TakeOne,
    WhileInPlay,
)  # fmt: skip

Price = tuple[str, str, str, str]  # of the cartouche: terrain, name, cost now, cost as printed if that differs


def board_of(view: View, box: TrainsBox) -> Board:
    return box.boards[MAPS.index(view["map"])]


def title(box: TrainsBox, id: str) -> str:
    return box.titles[box.number_of[id]]


def on_deck(box: TrainsBox, deck: Sequence[str | None]) -> list[str]:
    """The known cards of a deck, with their place from the top."""
    places = [(n, id) for n, id in enumerate(deck, 1) if id is not None]
    return [f"{title(box, id)} {'on top' if n == 1 else f'at {n}'}" for n, id in places]


def coins(n: int) -> str:
    return counted(n, "coin")


def price(view: View, box: TrainsBox, action: Action) -> str:
    """What an action costs or brings, in a few words."""
    block, n = action["block"], action["price"].get("coins", 0)
    waste = " + Waste" if action["price"].get("waste", 0) > 0 else ""
    if block == "buy":
        return coins(-n) + waste
    if block == "lay":
        return (coins(-n) if n else "free") + waste
    if block == "count" or (block == "play" and (n or action["form"])):
        return f"+{coins(n)}"
    if block == "pass":
        return f"{-action['price']['waste']} Waste"
    return f"loses {coins(-n)}" if block == "end" and n else ""


def came(action: Action, seat: int, before: View, after: View, box: TrainsBox) -> str:
    """What came of a decision, behind its words: what it cost and brought, by two views that everybody may see."""
    block, paid = action["block"], before["coins"] - after["coins"]
    if block == "end":
        return f", {coins(paid)} unspent" if paid else ""
    waste = box.ids[box.waste]
    if block == "pass":
        left = [next(p["left"] for p in view["supply"] if p["card"] == waste) for view in (before, after)]
        return f": {left[1] - left[0]}"
    if block in ("buy", "lay"):
        out = f" for {coins(paid)}" if paid else ", free"
    else:
        out = f", +{coins(-paid)}" if paid < 0 else ""
    more = after["gained"].count(waste) - before["gained"].count(waste)
    return out + (f", +{more} Waste" if more > 0 else "")


# what is mostly wanted, and what is not


def shortcuts(view: View, box: TrainsBox) -> list[Shortcut]:
    """All trains of the hand that do nothing but pay, if there are several."""
    plain = [a for a in view["actions"] if a["block"] == "play" and is_plain_train(box, a["thing"])]
    held: list[str] = view["players"][view["seat"]]["hand"]["cards"] if plain else []
    trains = [a for a in plain for _ in range(held.count(box.ids[a["thing"]]))]
    if len(trains) < 2:
        return []
    paid = sum(a["price"]["coins"] for a in trains)
    return [Shortcut("play all trains", [a["action"] for a in trains], f"+{coins(paid)}")]


def is_plain_train(box: TrainsBox, card: int) -> bool:
    """Whether a card is a train without an effect."""
    return not box.program[card] and box.icons[card] & TRAIN != 0


def refuses(view: View, box: TrainsBox, action: Action) -> bool:
    """Whether an action refuses what is offered: the end of a turn does while there is something better to do."""
    block = action["block"]
    if block in ENDS:
        return is_busy(view, box) or (block == "end" and any(a["block"] == "pass" for a in view["actions"]))
    return block in DECLINES or folded(view, box, action)


def is_busy(view: View, box: TrainsBox) -> bool:
    """Whether a card can be played or bought that does anything."""
    return any(a["block"] not in ENDS and not is_idle(view, box, a) for a in view["actions"])


def folded(view: View, box: TrainsBox, action: Action) -> bool:
    """Whether a way to play a card is for the list in words alone: it is idle, or to apply the effect is better."""
    if action["block"] != "play" or action["form"] != COINS_ONLY:
        return False
    card = action["thing"]
    with_effect = any(a["block"] == "play" and a["thing"] == card and a["form"] != COINS_ONLY for a in view["actions"])
    if not with_effect:
        return is_idle(view, box, action)
    return not action["price"]["coins"] or all(is_gift(verb) for verb in EFFECTS[box.ids[card]].verbs)


def is_gift(verb: Verb[Any]) -> bool:
    """Whether nobody would leave this part of an effect out."""
    return isinstance(verb, GIFTS) or (isinstance(verb, Discard) and verb.n == ANY)


def is_idle(view: View, box: TrainsBox, action: Action) -> bool:
    """Whether an action only puts a card into play: no coins, no effect, nothing in hand that might copy its text."""
    if action["block"] != "play" or action["form"] != COINS_ONLY or action["price"]["coins"]:
        return False
    held = [box.number_of[id] for id in view["players"][view["seat"]]["hand"]["cards"]]
    return not (box.icons[action["thing"]] & ACTION and any(box.copies_text[c] and c != action["thing"] for c in held))


# tips: the first line is the heading


def hex_title(view: View, box: TrainsBox, h: int) -> str:
    place = view["hexes"][h]
    slots = f"{place['stations']} of {counted(place['number'], 'station')}"
    more = {"city": f", city with {slots}", "remote": ", remote place"}.get(place["terrain"], "")
    return board_of(view, box).title(h) + more


def why(view: View, box: TrainsBox, h: int) -> str:
    """How the cost of a track comes about."""
    costs, place, ground = view["track_costs"], view["hexes"][h], board_of(view, box).cost[h]
    terrain = place["terrain"]
    parts = [f"{terrain} {ground}"] if ground else []
    if place["stations"]:
        parts.append(f"stations {place['stations']}")
    waived = not costs["station"] if terrain == "city" else not costs.get(terrain, True)
    if waived and parts:
        parts = [" and ".join(parts) + " waived"]
    rivals = len(place["tracks"])
    if rivals:
        parts.append(f"rivals {rivals}" if costs["rival"] else f"rivals {rivals} waived")
    return ", ".join(parts)


def worth(view: View, box: TrainsBox, h: int, stations: int) -> str:
    """What a track there scores."""
    place = view["hexes"][h]
    if place["terrain"] == "city":
        return f"Scores {counted(box.station_bonus[stations], 'point')} with {counted(stations, 'station')}."
    return f"Scores {counted(place['number'], 'point')}." if place["terrain"] == "remote" else ""


def hex_tip(view: View, box: TrainsBox, action: Action) -> str:
    h = action["thing"]
    lines = [hex_title(view, box, h)]
    stations = view["hexes"][h]["stations"]
    if action["block"] == "lay":
        n = -action["price"]["coins"]
        reason = why(view, box, h)
        lines.append((coins(n) if n else "Free") + (f": {reason}." if reason else "."))
        if "waste" in action["price"]:
            lines.append("Rivals there bring 1 Waste.")
        lines += [worth(view, box, h, stations), f"You keep {coins(view['coins'] - n)}."]
    elif action["block"] == "start":
        lines += ["Your first track, free.", worth(view, box, h, stations)]
    else:
        lines.append(worth(view, box, h, stations + 1))
    return "\n".join(line for line in lines if line)


def hex_words(view: View, box: TrainsBox, action: Action) -> tuple[str, str]:
    """The label and the tip of a hex that can be chosen."""
    verb = {"lay": "Lay", "start": "Start at", "station": "Station in"}[action["block"]]
    cost = price(view, box, action).replace(" + Waste", ", gain 1 Waste") or "free"
    return f"{verb} {hex_title(view, box, action['thing'])}: {cost}", hex_tip(view, box, action)


def card_tip(box: TrainsBox, card: int, more: list[str] | None = None) -> str:
    """A card's figures and full text, and what more there is to say."""
    return "\n".join([*card_lines(box, card), *[line for line in more or [] if line]])


@lru_cache(1024)
def card_lines(box: TrainsBox, card: int) -> list[str]:
    figures = [] if card == box.waste else [f"Costs {coins(box.costs[card])} to buy"]
    if box.values[card]:
        figures.append(f"pays {coins(box.values[card])} when played")
    if box.vps[card]:
        figures.append(f"{counted(box.vps[card], 'point')} at the end")
    lines = [box.titles[card], sentence(", ".join(figures)) if figures else "", box.text(card)]
    return [line for line in lines if line]


# sentences


def rule_words(view: View, but: tuple[str, ...] = ()) -> list[str]:
    """The rules that cards in play have changed until the turn ends, but for some; of another's turn, as told."""
    told = {rule.id: rule.log for rule in RULES.values()} if view["viewer"] != view["turn"] else {}
    found = [rule for rule in view["rules"] if rule["rule"] not in but]
    return [told[rule["rule"]].format(rule["amount"]) if told else rule["words"] for rule in found]


def heading(view: View, box: TrainsBox) -> str:
    """What the viewer is to do."""
    if any(a["block"] == "end" for a in view["actions"]) and not is_busy(view, box):
        return NOTHING_LEFT
    return HEADINGS.get(view["actions"][0]["block"]) or sentence(view["prompt"])[:-1]


def aside(view: View, box: TrainsBox) -> str:
    """The second line: what changes the price, or what the end of the turn would waste."""
    blocks = {action["block"] for action in view["actions"]}
    if "end" in blocks:
        return turn_aside(view, box)
    if "lay" in blocks:
        rules = rule_words(view, but=("rail_bonus", "onto_deck"))
        return " ".join(sentence(w) for w in rules) or f"You have {coins(view['coins'])}."
    if "station" in blocks:
        return f"Rivals in the city score it too. {view['stations_left']} left."
    if "gain" in blocks:
        return f"It costs at most {view['at_most']}."
    if "start" in blocks:
        return "Free, but not on remote places."
    if view["working"] is None:
        return ""
    entry = view["play"][view["working"]]
    return f"{title(box, entry['text'] or entry['card'])} asks."


def turn_aside(view: View, box: TrainsBox) -> str:
    out: list[str] = []
    if view["endings"]:
        out.append(f"The game ends after this turn: {' and '.join(view['endings'])}.")
    hand: list[str] = view["players"][view["viewer"]]["hand"]["cards"]
    pays = {box.ids[a["thing"]]: a["price"]["coins"] for a in view["actions"] if a["block"] == "play"}
    unplayed = sum(pays.get(id, 0) for id in hand)
    lost = [f"{coins(n)} {how}" for n, how in ((view["coins"], "unspent"), (unplayed, "unplayed")) if n]
    if lost:
        out.append(f"Ending now leaves {' and '.join(lost)}.")
    if any(rule["rule"] == "onto_deck" for rule in view["rules"]):
        out.append("Cards you buy may go onto your deck.")
    return " ".join(out)


def doubt(view: View, box: TrainsBox, action: Action) -> str:
    """What to ask before an action that is most likely a slip: ending a turn in which nothing was done."""
    played = [a for a in view["actions"] if a["block"] == "play" and not is_idle(view, box, a)]
    if view["played_or_bought"] or not played or action["block"] not in ENDS:
        return ""
    if action["block"] == "end":
        return "You have played nothing this turn. End it?"
    return f"You return {-action['price']['waste']} Waste, and your turn is over without playing a card. Pass?"


def terrain_prices(view: View, box: TrainsBox) -> list[Price]:
    """The lines of the cartouche."""
    out: list[Price] = []
    costs, printed = view["track_costs"], box.track_costs(0)
    for name in ("field", "river", "mountain", "city"):
        stations = costs["station"] if name == "city" else printed["station"]
        plus = " + stations" if name == "city" and stations else ""
        differs = costs[name] != printed[name] or not stations
        out.append((name, name.capitalize(), f"{costs[name]}{plus}", str(printed[name]) if differs else ""))
    out.append(("remote", "Remote", "its number", ""))
    waste = ", Waste" if costs["waste"] else ""
    out.append(("", "Rivals", f"+{costs['rival']}{waste}", "" if costs["rival"] else "+1"))
    return out


def breakdown(view: View) -> list[tuple[str, list[int]]]:
    """Where the points come from, by source and seat."""
    remote = [0] * view["seats"]
    for place in view["hexes"]:
        if place["terrain"] == "remote":
            for seat in place["tracks"]:
                remote[seat] += place["number"]
    players = view["players"]
    return [
        ("Cities", [p["track_bonus"] - remote[i] for i, p in enumerate(players)]),
        ("Remote places", remote),
        ("Cards", [p["card_points"] for p in players]),
        ("Cards played", [p["points"] for p in players]),
    ]
