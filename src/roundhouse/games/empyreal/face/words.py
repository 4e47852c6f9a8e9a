"""What the table of Empyreal says: prices, tips, sentences; from a view alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from roundhouse.draw.cards import counted
from roundhouse.draw.face import Action, View
from roundhouse.draw.words import listed, sentence
from roundhouse.games.empyreal.actions import COLUMNS
from roundhouse.games.empyreal.board import COLOUR_NAMES, GOODS, TERRAINS

CITY: Final = "city"
TEAM_COLOUR: Final = "Colours"
HEADS: Final = {
    "StrikeAwards": "Strike out an award: choose one",
    "Act": "Move the conductor, or administrate",
    "MoveAfter": "Move the conductor: choose a space",
    "Resolve": "Choose the spellcar that works next",
    "Build": "Build track: choose a highlighted hex",
    "Upgrade": "Choose an upgrade",
    "ChooseCity": "Deliver to a city: choose one",
    "TakeTile": "Take a demand tile",
    "DiscardCar": "Discard one of your spellcars",
    "Shunt": "Shunt: choose a spellcar",
    "PlaceWasteland": "Place a wasteland: choose a hex",
    "Either": "Choose one effect",
    "CopyMarket": "Copy a spellcar of the market",
    "CopyBeside": "Copy the spellcar beside it",
    "SwapStaff": "Swap a specialist: choose whose",
    "UseNow": "Use captain or engineer without flipping",
    "KeepMaster": "Choose your second station master",
    "ReplaceGood": "Replace a good of your network",
    "DoubleGood": "Double a good of your network",
    "ReturnBeside": "Return a good beside that hex",
    "Restock": "Choose a hex for a good of its terrain",
    "DeliveryRewards": "Choose the colour of two goods for your folio",
    "ClearCars": "Choose a hex to clear",
    "Gather": "Choose a hex to gather goods in",
}
ASIDES: Final = {
    "FoundCompany": "Home terrain, captain and printed cars are yours for the game.",
    "Act": "Use specialists first, if you like.",
    "Declare": "All are paid before the first one works.",
    "Upgrade": "Then the conductor returns to Start.",
    "Recruit": "You look through it and keep one, for good.",
    "GainCars": "Take one from the market; next you place it.",
    "ChooseCity": "You choose the goods next: 2, 3 or 4 earn a demand tile.",
    "ClearCars": "All trains there and beside it return.",
    "Gather": "All goods of the hexes beside it move into it.",
    "SwapStaff": "What you take is refreshed.",
}
KEPT: Final = {
    "engineers": "Engineers flip when used, until they are refreshed.",
    "surveyors": "A surveyor is used once a game.",
    "station masters": "Station masters never flip.",
}
# What a button of the sign does: a few words on it, and its tip.
ADMINISTRATE: Final = (
    "all mana, refresh, 1 spellcar",
    "Reclaim all mana, refresh captain and engineer, and take a spellcar of the market. The conductor stays.",
)
UPGRADES: Final = (
    ("+1, reclaim all", "Gain 1 mana, then reclaim all."),
    ("keep one, refresh", "Look through a stack and keep one, then refresh captain and engineer."),
    ("take two", "Take two spellcars of the market, one after the other."),
)
FULL: Final = ("reclaim all", "You have as much mana as you can have: only reclaim all.")
GENERIC: Final = ("Company", "Conveyance", "Consortium", "Express", "Transcontinental", "Imperial")
SPOKEN_OF: Final = re.compile(r"\b(?:at|of|on) ([A-Z]\d+)\b")


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def one_line(tip: str) -> str:
    """A tip of several lines as a label."""
    return tip.replace("\n", ". ")


def action_label(found: Sequence[Action], price: str = "") -> str:
    """The beginning of a label: what the first thing to do there is, if there is one."""
    return f"{capital(found[0]['words'])}{price}. " if found else ""


def short_company(title: str) -> str:
    """A company's name without the words that any company could have."""
    words = title.split()
    while len(words) > 1 and words[-1] in GENERIC:
        words.pop()
    return " ".join(words)


# hexes


def ground_of(hex: View) -> str:
    return f"the {TERRAINS[hex['city']]} city" if hex["ground"] == CITY else str(hex["ground"])


def hex_title(hex: View) -> str:
    return f"{hex['label']}, {ground_of(hex)}"


def goods_words(hex: View) -> str:
    return listed([f"{g['n']} {g['good']}" for g in hex["goods"]], "and")


def spoken_of(view: View) -> str:
    """The hex that the question is about, if it names one."""
    found = SPOKEN_OF.search(view["prompt"])
    return found[1] if found and view["step"] != "Recruit" else ""


def tile_words(tile: View) -> str:
    return f"{tile['colour']} {tile['size']}: {tile['needs']} goods, {counted(tile['points'], 'point')}"


# prices


def build_of(view: View, action: int) -> View | None:
    return next((b for b in view.get("builds", []) if b["action"] == action), None)


def cost_of(view: View, action: int) -> int | None:
    """What a move or an activation costs."""
    return next((int(c["cost"]) for c in view.get("costs", []) if c["action"] == action), None)


def mana(n: int) -> str:
    return f"{n} mana" if n else "free"


def price(view: View, action: Action) -> str:
    """What an action costs in mana, where it has a price."""
    build = build_of(view, action["action"])
    if build is not None:
        over = f", over {listed([view['hexes'][h]['label'] for h in build['over']], 'and')}" if build["over"] else ""
        return f"{mana(build['price'])}{over}"
    cost = cost_of(view, action["action"])
    if cost is not None:
        return mana(cost)
    if action["block"] == "deliver":
        n = view["players"][view["seat"]]["in_network"][action["thing"] % len(GOODS)]
        return f"{n} in your network"
    return ""


def said(view: View, action: Action) -> str:
    cost = price(view, action)
    return sentence(action["words"] + (f": {cost}" if cost else ""))


def toll_words(view: View, names: list[str], build: View) -> str:
    """What each transfer of a build goes over, and its price."""
    told = []
    for h, toll in zip(build["over"], build["tolls"], strict=True):
        hex = view["hexes"][h]
        rivals = [names[i] for i in dict.fromkeys(hex["cars"])]
        over = "city" if hex["ground"] == CITY else "wasteland" if hex["ground"] == "wasteland" else ""
        whose = over or f"{listed(rivals, 'or')}\u2019s"
        told.append(f"{whose} {hex['label']} {toll or 'free'}")
    return f"Over {' + '.join(told)}." if told else ""


def build_tip(view: View, names: list[str], action: int) -> str:
    """Where, what it costs and why, and what is kept."""
    build = build_of(view, action)
    if build is None:
        return ""
    hex = view["hexes"][build["hex"]]
    free = f"Uses {counted(build['free'], 'free transfer')}." if build["free"] else ""
    kept = f"You keep {view['players'][view['seat']]['ready'] - build['price']} mana."
    head = f"{hex_title(hex)}: {mana(build['price'])}"
    return "\n".join(line for line in (head, toll_words(view, names, build), free, kept) if line)


def delivery_tip(view: View, action: Action) -> str:
    """A delivery that can be made: how many goods there are, and which tiles so many would earn."""
    city, colour = divmod(action["thing"], len(GOODS))
    n = view["players"][view["seat"]]["in_network"][colour]
    tiles = [t for t in view["cities"][city]["tiles"] if t["colour"] == COLOUR_NAMES[colour] and t["needs"] <= n]
    best = max(tiles, key=lambda t: int(t["needs"]), default=None)
    earned = f"Enough for a {best['size']}, {counted(best['points'], 'point')}." if best else "Not enough for a tile."
    return f"{capital(action['words'])}\n{n} {GOODS[colour]} in your network. {earned}"


# sentences


def heading(view: View) -> str:
    """What the viewer is to do."""
    step, prompt = view["step"], view["prompt"]
    if step == "Declare":
        return "Activate another spellcar?" if view["declared"] else "Activate spellcars: choose one"
    if step == "Headquarters":
        return f"{capital(prompt).replace('car', 'train')}: choose a hex"
    if spoken_of(view) or step in ("Recruit", "FoundCompany", "GainCars", "Collect"):
        return capital(prompt)
    if step == "Shunt" and "other" in prompt:
        return "Shunt it: choose another place"
    return HEADS.get(step, capital(prompt))


def aside(view: View) -> str:
    """The second line of the sign: what the first leaves out."""
    if view["step"] == "Build":
        what = capital(view["prompt"].removeprefix("build on ").removesuffix(", or nothing"))
        free = view["free_transfers"]
        return f"{what}. " + (f"{counted(free, 'transfer')} may be free." if free else "Each transfer adds its price.")
    if view["step"] == "Headquarters":
        home = view["players"][view["seat"]]["home"]
        return f"Your home terrain is {home}." if not view["players"][view["seat"]]["placed"] else ""
    if view["step"] == "Collect":
        return tiles_ahead(view)
    if view["step"] == "TakeTile":
        n = len(view["players"][view["seat"]]["tiles"])
        return f"Its points count at the end. You have {n} of the {view['needed']} tiles that end the game."
    if view["step"] == "Declare" and not view["declared"]:
        return fares(view)
    if view["prompt"].startswith("choose the captain"):
        return "The company\u2019s own or a free one: nothing else changes."
    if view["prompt"].startswith("choose the place for"):
        return place_aside(view)
    kept = view["prompt"].removeprefix("choose one of the ")
    return KEPT.get(kept) or ASIDES.get(view["step"], "")


def fares(view: View) -> str:
    """What one, two or three spellcars cost."""
    prices = view["players"][view["seat"]]["prices"]["activate"]
    totals = [str(sum(prices[: i + 1])) for i in range(len(prices))]
    return f"1, 2 or 3 cost {listed(totals, 'or')} mana in all, and what the cars cost themselves."


def place_aside(view: View) -> str:
    """Where a spellcar that is gained may lie."""
    places = [a["thing"] for a in view.get("actions", []) if a["block"] == "put"]
    if places and min(places) < COLUMNS:
        return "No place is free: it covers a printed spellcar."
    return "The second row is filled first, then the third. It stays there."


def hint(view: View, most_mana: int, action: Action) -> tuple[str, str]:
    """What a button of the sign does: a few words, and all of it."""
    if action["block"] == "administrate":
        return ADMINISTRATE
    if action["block"] == "upgrade":
        p = view["players"][view["seat"]]
        full = not action["thing"] and p["ready"] + p["spent"] >= most_mana
        return FULL if full else UPGRADES[action["thing"]]
    return "", ""


def stop_words(view: View) -> str:
    """What stopping means now."""
    step = view["step"]
    if step == "Declare":
        n = len({d["place"] for d in view["declared"]})
        return f"Start {counted(n, 'spellcar')}" if n else "Activate none"
    if step == "Collect":
        return f"Deliver {view['delivery']['n']}"
    return "Take none" if step == "GainCars" else "That is all"


def goes_on(view: View, action: Action) -> bool:
    """Whether a choice of the sign does something, and is not only the way past it."""
    if action["block"] == "stop":
        return view["step"] == "Collect" or (view["step"] == "Declare" and bool(view["declared"]))
    return action["block"] not in ("skip", "no_delivery", "no_tile", "no_copy")


def endings(view: View, names: Sequence[str]) -> list[str]:
    """Why the game has ended, with the names of the seats for those of their companies."""
    out = []
    for told in view["endings"]:
        for name, p in zip(names, view["players"], strict=True):
            if told.startswith(f"{p['company_title']} has "):
                told = name + told.removeprefix(p["company_title"])
                break
        out.append(told)
    return out


def tiles_ahead(view: View) -> str:
    """What tiles the city of the delivery has for these goods."""
    now = view["delivery"]
    colour = COLOUR_NAMES[now["colour"]]
    tiles = [t for t in view["cities"][now["city"]]["tiles"] if t["colour"] == colour]
    told = dict.fromkeys(f"{t['needs']} for a {t['size']}" for t in tiles)
    return sentence(listed(list(told), "or")) if told else "No tile of that colour is left there."


def doubt(action: Action) -> str:
    """What to ask before an action that is most likely a slip."""
    return "You deliver nothing. Go on all the same?" if action["block"] == "no_delivery" else ""


# points


def points(view: View) -> list[int]:
    """How many points each seat, or its team, has now."""
    return [int(p["score"]) for p in view["players"]]


def breakdown(view: View) -> list[tuple[str, list[int]]]:
    """Where the points come from, by source and seat."""
    players = view["players"]
    goods = [int(p["good_points"]) for p in players]
    tiles = [int(p["tile_points"]) for p in players]
    out = [("Goods", goods), ("Demand tiles", tiles)]
    if players[0]["team"] is None:
        awards = [int(p["award_points"]) for p in players]
        return [*out, ("Awards", awards)] if view["awards"] else out
    mates = [
        sum(goods[j] + tiles[j] for j, q in enumerate(players) if j != i and q["team"] == p["team"])
        for i, p in enumerate(players)
    ]
    own = [g + t for g, t in zip(goods, tiles, strict=True)]
    rest = [int(p["score"]) - a - b for p, a, b in zip(players, own, mates, strict=True)]
    return [*out, ("Teammates", mates), (TEAM_COLOUR, rest)]


def score_tip(view: View, seat: int) -> str:
    parts = [f"{name.lower()} {by_seat[seat]}" for name, by_seat in breakdown(view)]
    return f"{counted(view['players'][seat]['score'], 'point')} as it stands\n{sentence(', '.join(parts))}"


def progress(view: View) -> str:
    """How far the game has come, in a few words."""
    if view["final"]:
        return "Final deliveries"
    if view["round"]:
        return f"Round {view['round']}" + (", the last" if view["ending"] else "")
    return {"StrikeAwards": "Striking awards", "FoundCompany": "Founding companies"}.get(view["step"], "Headquarters")
