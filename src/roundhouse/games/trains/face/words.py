"""What the table of Trains says: costs, tips and sentences, from a view and the box alone."""

from __future__ import annotations

from typing import Final

from roundhouse.core.verbs import memo, subject
from roundhouse.core.words import sentence
from roundhouse.draw.face import Action, View
from roundhouse.games.trains.board import CITY, FIELD, MAPS, MOUNTAIN, REMOTE, RIVER, TERRAINS, Board
from roundhouse.games.trains.box import TrainsBox
from roundhouse.games.trains.cards import EFFECTS, ON_BUY
from roundhouse.games.trains.state import (
    ALL_BUT_REMOTE_FREE,
    NO_WASTE,
    ONTO_DECK,
    RAIL_BONUS,
    RIVALS_FREE,
    on,
)
from roundhouse.games.trains.verbs import ICONS, RAIL, STANDING_WORDS, counted

# Longer turns of phrase as they stand on a card, where there is room for four short lines.
BRIEF: Final = (
    ("While this card is in play, ", ""),
    (" from hand to the supply", ""),
    ("Name a card. Turn up the top card of your deck: into hand if it is the named card, else back on top.",
     "Name a card: if it is on top of your deck, take it."),
    ("Reveal the top 4 cards of your deck. You may take one of them into hand. Put the rest back on top in any order.",
     "Reveal your top 4 cards. Take 1 or none. Put the rest back."),
    ("Reveal cards until 2 trains have come; take those into hand, discard the rest.",
     "Reveal until 2 trains come: to hand. Discard the rest."),
    ("Choose another action card in play; this card takes its text, not its value.",
     "Takes the text of another action card in play."),
    ("Take a train costing up to 3 more from the supply into hand.", "Take one costing up to 3 more into hand."),
    ("Only remote places cost coins; rival tracks still bring Waste.", "Only remote places cost coins."),
    ("Place 1 station in any city with a free slot.", "Add a station to any city with room."),
    ("Choose a train in play and gain coins equal to its value.", "Gain coins equal to the value of a train in play."),
    ("Look at the top card of your deck. Discard it or leave it on top.",
     "Look at your top card: discard or leave it."),
    ("Choose one: draw 1 card; or gain 1 coin; or return 1 Waste.", "Draw 1, or +1 coin, or return 1 Waste."),
    ("Put a train from play on top of your deck.", "Put a train from play on your deck."),
)  # fmt: skip

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


def board_of(view: View, box: TrainsBox) -> Board:
    return box.boards[MAPS.index(view["map"])]


def coins(n: int) -> str:
    return counted(n, "coin")


# cards


def full_text(id: str, waste: bool = False) -> str:
    """What a card does, as its verbs read."""
    text = EFFECTS[id].text()
    if id in ON_BUY:
        return f"When bought: {ON_BUY[id].phrase()}."
    return "Cannot be bought or played." if waste else text


def short_text(id: str, waste: bool = False) -> str:
    """The same as it fits on a card; the clock at its foot says that it lasts."""
    text = full_text(id, waste)
    for long, short in BRIEF:
        cut = text.replace(long, short)
        text = cut[:1].upper() + cut[1:]
    return text


def pays(view: View, box: TrainsBox, card: int) -> int:
    """The coins that playing a card brings before its effect."""
    bonus = view["standing"] >> RAIL_BONUS & 63 if box.icons[card] & RAIL else 0
    return int(box.values[card] + bonus)


def icon_names(box: TrainsBox, card: int) -> list[str]:
    return [name for i, name in enumerate(ICONS) if box.icons[card] >> i & 1]


# costs


def rivals(view: View, h: int) -> int:
    """How many seats other than the deciding one have a marker there."""
    return sum(1 for seat in view["hexes"][h]["tracks"] if seat != view["seat"])


def waived(view: View, rule: int) -> bool:
    return int(view["standing"]) & on(rule) != 0


def lay_cost(view: View, box: TrainsBox, h: int) -> int:
    """The coins a track of the deciding seat costs there now (trains-5.4, trains-5.5)."""
    board = board_of(view, box)
    cost = int(board.cost[h] + view["hexes"][h]["stations"])
    if view["standing"] & box.waivers[board.terrain[h]]:
        cost = 0
    if waived(view, RIVALS_FREE) or waived(view, ALL_BUT_REMOTE_FREE):
        return cost
    return cost + rivals(view, h)


def waste_comes(view: View, box: TrainsBox) -> bool:
    """Whether a Waste that is to be gained is gained (trains-7.1, trains-9.23)."""
    left = [pile["left"] for pile in view["supply"] if pile["card"] == box.ids[box.waste]]
    return bool(left and left[0]) and not waived(view, NO_WASTE)


def lay_waste(view: View, box: TrainsBox, h: int) -> bool:
    """Whether rivals there bring a Waste."""
    return rivals(view, h) > 0 and not waived(view, RIVALS_FREE) and waste_comes(view, box)


def price(view: View, box: TrainsBox, action: Action) -> str:
    """What an action costs or brings, in a few words."""
    block, thing = action["block"], action["thing"]
    if block == "play":
        n = pays(view, box, thing)
        return f"+{coins(n)}" if n or action["words"].endswith("for its coins") else ""
    if block == "buy":
        waste = " + Waste" if box.on_buy[thing] and waste_comes(view, box) else ""
        return coins(box.costs[thing]) + waste
    if block == "lay":
        n = lay_cost(view, box, thing)
        return (coins(n) if n else "free") + (" + Waste" if lay_waste(view, box, thing) else "")
    if block == "count":
        return f"+{coins(box.values[thing])}"
    if block in ("start", "station"):
        return "free"
    if block == "end":
        return f"loses {coins(view['coins'])}" if view["coins"] else ""
    if block == "pass":
        return f"{wastes(view, box)} Waste"
    return ""


def wastes(view: View, box: TrainsBox) -> int:
    """The Waste in the viewer's hand."""
    cards: list[str] = view["players"][view["viewer"]]["hand"]["cards"]
    return cards.count(box.ids[box.waste])


# tips: the first line is the heading


def hex_title(view: View, box: TrainsBox, h: int) -> str:
    board = board_of(view, box)
    place = view["hexes"][h]
    terrain = TERRAINS[board.terrain[h]]
    if board.terrain[h] == CITY:
        return f"{place['label']}, city with {place['stations']} of {counted(place['number'], 'station')}"
    if board.terrain[h] == REMOTE:
        return f"{place['label']}, remote place"
    return f"{board.grid.coordinate(h)}, {terrain}"


def why(view: View, box: TrainsBox, h: int) -> str:
    """How the cost of a track comes about."""
    board = board_of(view, box)
    kind = board.terrain[h]
    parts = [f"{TERRAINS[kind]} {board.cost[h]}"] if board.cost[h] else []
    stations = view["hexes"][h]["stations"]
    if stations:
        parts.append(f"stations {stations}")
    if view["standing"] & box.waivers[kind] and parts:
        parts = [" and ".join(parts) + " waived"]
    n = rivals(view, h)
    if n:
        free = waived(view, RIVALS_FREE) or waived(view, ALL_BUT_REMOTE_FREE)
        parts.append(f"rivals {n} waived" if free else f"rivals {n}")
    return ", ".join(parts)


def worth(view: View, box: TrainsBox, h: int, stations: int) -> str:
    """What a track there scores."""
    kind = board_of(view, box).terrain[h]
    if kind == CITY:
        return f"Scores {counted(box.station_bonus[stations], 'point')} with {counted(stations, 'station')}."
    return f"Scores {counted(view['hexes'][h]['number'], 'point')}." if kind == REMOTE else ""


def hex_tip(view: View, box: TrainsBox, action: Action) -> str:
    h = action["thing"]
    lines = [hex_title(view, box, h)]
    stations = view["hexes"][h]["stations"]
    if action["block"] == "lay":
        n = lay_cost(view, box, h)
        reason = why(view, box, h)
        lines.append((coins(n) if n else "Free") + (f": {reason}." if reason else "."))
        if lay_waste(view, box, h):
            lines.append("Rivals there bring 1 Waste.")
        lines += [worth(view, box, h, stations), f"You keep {coins(view['coins'] - n)}."]
    elif action["block"] == "start":
        lines += ["Your first track, free.", worth(view, box, h, stations)]
    else:
        lines.append(worth(view, box, h, stations + 1))
    return "\n".join(line for line in lines if line)


def card_tip(box: TrainsBox, card: int, more: list[str] | None = None) -> str:
    """A card's figures and full text, and what more there is to say."""
    waste = card == box.waste
    figures = [] if waste else [f"Costs {coins(box.costs[card])}"]
    if box.values[card]:
        figures.append(f"pays {coins(box.values[card])}")
    if box.vps[card]:
        figures.append(f"{counted(box.vps[card], 'point')} at the end")
    lines = [box.titles[card], sentence(", ".join(figures)) if figures else "", full_text(box.ids[card], waste)]
    return "\n".join(line for line in lines + (more or []) if line)


def said(view: View, box: TrainsBox, action: Action) -> str:
    """One line of a tip: what this action does."""
    cost = price(view, box, action)
    return sentence(action["words"] + (f": {cost}" if cost else ""))


# sentences


def standing_words(view: View) -> list[str]:
    """The rules that cards in play have changed until the turn ends."""
    out: list[str] = []
    for rule, words in STANDING_WORDS.items():
        n = view["standing"] >> rule & 63
        if n:
            out.append(words.replace("{}", str(n)))
    return out


def working(view: View) -> int:
    """The place in the play area of the card being resolved, or -1."""
    pending = view["pending"]
    return subject(pending[0]) if len(pending) > 1 else -1


def heading(view: View) -> str:
    """What the viewer is to do."""
    block = view["actions"][0]["block"]
    return HEADINGS.get(block) or sentence(view["prompt"])[:-1]


def aside(view: View, box: TrainsBox) -> str:
    """The second line: what changes the price, or what the end of the turn would waste."""
    blocks = {action["block"] for action in view["actions"]}
    if "end" in blocks:
        return turn_aside(view, box)
    if "lay" in blocks:
        told = [w for w in standing_words(view) if not w.startswith(("each rail card", "you may put"))]
        return " ".join(sentence(w) for w in told) or f"You have {coins(view['coins'])}."
    if "station" in blocks:
        return f"Rivals in the city score it too. {view['stations_left']} left."
    if "gain" in blocks:
        return f"It costs at most {memo(view['pending'][0])}."
    if "start" in blocks:
        return "Free, but not on remote places."
    at = working(view)
    if 0 <= at < len(view["play"]):
        entry = view["play"][at]
        return f"{box.titles[box.ids.index(entry['text'] or entry['card'])]} asks."
    return ""


def turn_aside(view: View, box: TrainsBox) -> str:
    out: list[str] = []
    if view["endings"]:
        out.append(f"The game ends after this turn: {' and '.join(view['endings'])}.")
    hand = [box.ids.index(c) for c in view["players"][view["viewer"]]["hand"]["cards"]]
    more = sum(pays(view, box, c) for c in hand if box.playable[c])
    lost = [f"{coins(view['coins'])} unspent"] if view["coins"] else []
    if more:
        lost.append(f"{coins(more)} unplayed")
    if lost:
        out.append(f"Ending now leaves {' and '.join(lost)}.")
    if waived(view, ONTO_DECK):
        out.append("Cards you buy may go onto your deck.")
    return " ".join(out)


def doubt(view: View, action: Action) -> str:
    """What to ask before an action that is most likely a slip: ending a turn in which nothing was done."""
    idle = not view["played_or_bought"] and any(a["block"] == "play" for a in view["actions"])
    return "You have played nothing this turn. End it?" if action["block"] == "end" and idle else ""


def terrain_prices(view: View, box: TrainsBox) -> list[tuple[str, str, str, str]]:
    """The lines of the cartouche: terrain, name, cost now, cost as printed if that differs."""
    out: list[tuple[str, str, str, str]] = []
    for kind, name in ((FIELD, "Field"), (RIVER, "River"), (MOUNTAIN, "Mountain"), (CITY, "City")):
        printed = str(box.terrain_cost[kind])
        free = bool(view["standing"] & box.waivers[kind])
        plus = " + stations" if kind == CITY and not free else ""
        differs = free and (printed != "0" or kind == CITY)
        out.append((TERRAINS[kind], name, "0" if free else printed + plus, printed if differs else ""))
    out.append(("remote", "Remote", "its number", ""))
    rival = "+0" if waived(view, RIVALS_FREE) or waived(view, ALL_BUT_REMOTE_FREE) else "+1"
    waste = "" if waived(view, RIVALS_FREE) or waived(view, NO_WASTE) else ", Waste"
    out.append(("", "Rivals", rival + waste, "+1" if rival == "+0" else ""))
    return out


def points(view: View) -> list[int]:
    """How many points each seat has now."""
    return [int(p["score"]) for p in view["players"]]


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
        ("Score track", [p["points"] for p in players]),
    ]
