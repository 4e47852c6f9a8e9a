"""What the table of Empyreal says: prices, tips, sentences; from a view alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

from roundhouse.core.words import capital, counted, listed, sentence
from roundhouse.draw.face import Action, Shortcut, View
from roundhouse.games.empyreal.actions import COLUMNS, size_of
from roundhouse.games.empyreal.board import COLOUR_NAMES, GOODS, TERRAINS
from roundhouse.games.empyreal.box import SIZE_NAMES, STOPS, UPGRADES, EmpyrealBox
from roundhouse.games.empyreal.face.came import came as came

CITY: Final = "city"
LETTERS: Final = "YHRECV"  # of the goods: hYlatine, Heartwood, Ritherwhyte, Ehrlite, Crizma, Vital silver
ON_HEXES: Final = ("build", "good", "hex", "waste", "car", "step")  # blocks of what is chosen on the map,
IN_YARD: Final = ("activate", "put", "copy_beside", "discard", "shunt", "shunt_to")  # and in the railyard
TEAM_COLOUR: Final = "Colours"
DECLINES: Final = frozenset({"stop", "skip", "no_delivery", "no_tile", "no_copy"})  # these refuse what is offered
PAID: Final = ("build", "activate", "move", "use", "copy", "copy_beside", "seat")  # blocks whose actions have a price
WAIVED: Final = "cars cost nothing"  # among the rules of a turn
HEADS: Final = {
    "StrikeAwards": "Strike out an award: choose one",
    "Headquarters": "Place your headquarters: choose a hex",
    "Act": "Move the conductor, or administrate",
    "MoveAfter": "Move the conductor: choose a space",
    "Declare": "Activate spellcars: choose one",
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
NEXT_HEADS: Final = {  # where the first answer to a question has been given
    "Headquarters": "Place the second train of your headquarters: choose a hex",
    "Declare": "Activate another spellcar?",
    "Shunt": "Shunt it: choose another place",
}
ASIDES: Final = {
    "FoundCompany": "Home terrain, captain and printed cars are yours for the game.",
    "Act": "Use specialists first, if you like.",
    "Either": "What is lit on the table does it at once.",
    "CopyBeside": "What is lit on the table does it at once.",
    "Declare": "They work in the order you click, once all are paid.",
    "Upgrade": "Then the conductor returns to Start.",
    "Recruit": "You look through it and keep one, for good.",
    "GainCars": "Take one from the market; next you place it.",
    "ChooseCity": "You choose the goods next: 2, 3 or 4 earn a demand tile.",
    "ClearCars": "All trains there and beside it return.",
    "Gather": "All goods of the hexes beside it move into it.",
    "SwapStaff": "What you take is refreshed.",
}
COVERS: Final = "No place is free: it covers a printed spellcar."
ROWS_FIRST: Final = "The second row is filled first, then the third. It stays there."
KEPT: Final = {  # by the kind of specialist that is chosen
    "engineer": "Engineers flip when used, until they are refreshed.",
    "surveyor": "A surveyor is used once a game.",
    "master": "Station masters never flip.",
}
# What a button of the sign does: a few words on it, and its tip.
ADMINISTRATE: Final = (
    "all mana, refresh, 1 spellcar",
    "Reclaim all mana, refresh captain and engineer, and take a spellcar of the market. The conductor stays.",
)
DOES: Final = {  # by upgrade
    "mana": ("+1, reclaim all", "Gain 1 mana, then reclaim all."),
    "specialists": ("keep one, refresh", "Look through a stack and keep one, then refresh captain and engineer."),
    "spellcars": ("take two", "Take two spellcars of the market, one after the other."),
}
FEWER_CARS: Final = (  # by the places that are left for them
    ("no place left", "Your railyard has no place left: you take nothing."),
    ("take one", "Take a spellcar of the market: your railyard has one place left."),
)
FULL: Final = ("reclaim all", "You have as much mana as you can have: only reclaim all.")
GENERIC: Final = ("Company", "Conveyance", "Consortium", "Express", "Transcontinental", "Imperial")
# What only the words of a question hold: the hex it is about, and what a build may be on.
HEX_ASKED: Final = re.compile(r"\b(?:at|of|on) ([A-Z]\d+)\b")
GROUND_ASKED: Final = re.compile(r"build on (.+?)(?:, or nothing)?$")


@lru_cache(4096)
def one_line(tip: str) -> str:
    """A tip of several lines as a label."""
    return re.sub(r"\.?\n", ". ", tip)


def action_label(found: Sequence[Action], price: str = "") -> str:
    """The beginning of a label: what the first thing to do there is, if there is one."""
    return f"{capital(found[0]['words'])}{price}. " if found else ""


def short_company(title: str) -> str:
    """A company's name without the words that any company could have."""
    words = title.split()
    while len(words) > 1 and words[-1] in GENERIC:
        words.pop()
    return " ".join(words)


# what a view says


def decider(view: View) -> View:
    """The folio of who decides."""
    found: View = view["players"][view["seat"]]
    return found


def offered(view: View, block: str) -> list[int]:
    """The things of a block that can be chosen."""
    return [a["thing"] for a in view.get("actions", []) if a["block"] == block]


def begun(view: View) -> bool:
    """Whether the first answer to a question of several has been given."""
    given = {"Headquarters": decider(view)["placed"], "Declare": view["declared"]}
    return bool(given.get(view["step"], offered(view, "shunt_to")))


def in_network(view: View, action: Action) -> int:
    """How many goods there are for a delivery."""
    return int(decider(view)["in_network"][action["thing"] % len(GOODS)])


def demanded(view: View, city: int, colour: int) -> list[View]:
    """The demand tiles of a colour that lie in a city."""
    return [t for t in view["cities"][city]["tiles"] if t["colour"] == COLOUR_NAMES[colour]]


# hexes


def hex_title(hex: View) -> str:
    ground = f"the {TERRAINS[hex['city']]} city" if hex["ground"] == CITY else hex["ground"]
    return f"{hex['label']}, {ground}"


def hex_asked(view: View) -> str:
    """The hex that the question is about, if it names one."""
    found = HEX_ASKED.search(view["prompt"])
    return found[1] if found else ""


def tile_words(tile: View) -> str:
    return f"{tile['colour']} {tile['size']}: {tile['needs']} goods, {counted(tile['points'], 'point')}"


# prices


def all_builds(view: View) -> list[View]:
    """The builds on offer, and those that an effect to choose from would offer."""
    return [*view.get("builds", []), *view.get("further_builds", [])]


def build_of(view: View, action: int) -> View | None:
    return next((b for b in all_builds(view) if b["action"] == action), None)


def cost_of(action: Action) -> int | None:
    """What a build, a move or an activation costs in mana, if it has a price."""
    return -int(action["price"]["mana"]) if action["block"] in PAID and "mana" in action["price"] else None


def mana(n: int) -> str:
    return f"{n} mana" if n else "free"


def price(view: View, box: EmpyrealBox, action: Action) -> str:
    """What an action costs in mana, where it has a price."""
    block = action["block"]
    if block == "deliver":
        return f"{in_network(view, action)} in your network"
    if block == "good":
        return goods_there(view, action["thing"])
    if block in ("put", "shunt_to"):
        return "in your railyard"
    build, cost = build_of(view, action["action"]), cost_of(action)
    over = listed([view["hexes"][h]["label"] for h in build["over"]], "and") if build else ""
    free = counted(build["free"], "free transfer") if build and build["free"] else ""
    return "" if cost is None else ", ".join(p for p in (mana(cost), f"over {over}" if over else "", free) if p)


def goods_there(view: View, hex: int) -> str:
    """The good to take from a hex: that of the delivery under way, or all that lie there."""
    if view["delivery"]:
        return GOODS[view["delivery"]["colour"]]
    return listed([str(g["good"]) for g in view["hexes"][hex]["goods"]], "or")


def hex_words(view: View, action: Action) -> str:
    """What is done with a hex; a good is called by its name."""
    words = str(action["words"])
    return (
        words.replace("the good", f"the {goods_there(view, action['thing'])}") if action["block"] == "good" else words
    )


def toll_words(view: View, names: list[str], build: View) -> str:
    """What each transfer of a build goes over, and its price."""
    parts = []
    for h, toll in zip(build["over"], build["tolls"], strict=True):
        hex = view["hexes"][h]
        rivals = listed([names[i] for i in dict.fromkeys(hex["cars"])], "or")
        whose = hex["ground"] if hex["ground"] in (CITY, "wasteland") else f"{rivals}\u2019s"
        parts.append(f"{whose} {hex['label']} {toll or 'free'}")
    return f"Over {' + '.join(parts)}." if parts else ""


def build_tip(view: View, names: list[str], action: int) -> str:
    """Where, what it costs and why, and what is kept."""
    build = build_of(view, action)
    if build is None:
        return ""
    free = f"Uses {counted(build['free'], 'free transfer')}." if build["free"] else ""
    copied = build.get("paid", 0)  # for the effect that builds
    kept = f"You keep {decider(view)['ready'] - build['price'] - copied} mana."
    more = f", and {copied} for the copy" if copied else ""
    head = f"{hex_title(view['hexes'][build['hex']])}: {mana(build['price'])}{more}"
    return "\n".join(line for line in (head, toll_words(view, names, build), free, kept) if line)


def delivery_tip(view: View, action: Action) -> str:
    """A delivery that can be made: how many goods there are, and which tiles so many would earn."""
    n, (city, colour) = in_network(view, action), divmod(action["thing"], len(GOODS))
    tiles = [t for t in demanded(view, city, colour) if t["needs"] <= n]
    best = max(tiles, key=lambda t: int(t["needs"]), default=None)
    earned = f"Enough for a {best['size']}, {counted(best['points'], 'point')}." if best else "Not enough for a tile."
    return f"{capital(action['words'])}\n{n} {GOODS[colour]} in your network. {earned}"


# sentences


def heading(view: View, box: EmpyrealBox) -> str:
    """What the viewer is to do."""
    step, asked = view["step"], capital(view["prompt"])
    if step in NEXT_HEADS and begun(view):
        return NEXT_HEADS[step]
    return asked if hex_asked(view) else HEADS.get(step, asked)


def aside(view: View, box: EmpyrealBox) -> str:
    """The second line of the sign: what the first leaves out."""
    step, p = view["step"], decider(view)
    if step == "Build":
        ground = GROUND_ASKED.match(view["prompt"])
        free = view["free_transfers"]
        more = f"{counted(free, 'transfer')} may be free." if free else "Each transfer adds its price."
        return f"{capital(ground[1])}. {more}" if ground else more
    if step == "Headquarters":
        return "" if begun(view) else f"Your home terrain is {p['home']}."
    if step == "Collect":
        return tiles_ahead(view)
    if step == "TakeTile":
        have = f"You have {len(p['tiles'])} of the {view['needed']} tiles that end the game."
        return f"Its points count at the end. {have}"
    if step == "Declare" and not begun(view):
        return fares(p["prices"]["activate"], WAIVED in view["rules_this_turn"])
    if offered(view, "captain"):
        return "The company\u2019s own or a free one: nothing else changes."
    if places := offered(view, "put"):
        return COVERS if min(places) < COLUMNS else ROWS_FIRST
    if step == "Recruit" and (found := offered(view, "take")):
        return KEPT[box.kinds[box.people + found[0]]]
    return ASIDES.get(step, "")


def fares(prices: Sequence[int], waived: bool) -> str:
    """What one, two or three spellcars cost, and whether their own costs are waived."""
    totals = [str(total) for total in accumulate(prices)]
    if waived and not any(prices):
        return "All of it is free this turn, what the cars cost themselves, too."
    own = "what the cars cost themselves is waived" if waived else "and what the cars cost themselves"
    if not any(prices):
        return "Activating is free this turn; only what the cars cost themselves is paid."
    return f"1, 2 or 3 cost {listed(totals, 'or')} mana in all, {own}."


def hint(view: View, most_mana: int, action: Action) -> tuple[str, str]:
    """What a button of the sign does: a few words, and all of it."""
    if action["block"] != "upgrade":
        return ADMINISTRATE if action["block"] == "administrate" else ("", "")
    p, upgrade = decider(view), UPGRADES[action["thing"]]
    if upgrade == "mana" and p["ready"] + p["spent"] >= most_mana:
        return FULL
    room = sum(car is None or car["printed"] for car in p["yard"])
    return FEWER_CARS[room] if upgrade == "spellcars" and room < 2 else DOES[upgrade]


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
    return action["block"] not in DECLINES


def refuses(view: View, box: EmpyrealBox, action: Action) -> bool:
    """Whether an action refuses what is offered; stopping can be what goes on."""
    return action["block"] in DECLINES and not goes_on(view, action)


def shortcuts(view: View, box: EmpyrealBox) -> list[Shortcut]:
    """All spellcars of a space at once, with the move there or without, and whole deliveries, the best first."""
    every = view.get("every_car")
    if every:
        return [Shortcut(f"activate {all_of(every['cars'])}", every["actions"], mana(-every["mana"]))]
    moves = [Shortcut(departure_words(d), d["actions"], mana(-d["mana"])) for d in view.get("departures", [])]
    return [*moves, *[delivered(d, delivery_words(d)) for d in view.get("deliveries", [])]]


def best_delivery(view: View) -> list[Shortcut]:
    """The whole delivery with most points, in as few words as the sign has room for."""
    return [delivered(d, f"deliver {d['n']} {GOODS[d['colour']]}") for d in view["deliveries"][:1]]


def delivered(whole: View, words: str) -> Shortcut:
    return Shortcut(words, whole["actions"], counted(whole["points"], "point"))


def all_of(cars: int) -> str:
    return {1: "its spellcar", 2: "both"}.get(cars, f"all {cars}")


def departure_words(departure: View) -> str:
    """Moving the conductor and activating all spellcars there."""
    return f"move to {STOPS[departure['stop']]} and activate {all_of(departure['cars'])}"


def delivery_words(whole: View) -> str:
    """A whole delivery: its goods, its city and the tile it takes."""
    tile = f" for the {SIZE_NAMES[size_of(whole['tile'])]}" if whole["tile"] >= 0 else ""
    return f"deliver {whole['n']} {GOODS[whole['colour']]} to the {TERRAINS[whole['city']]} city{tile}"


def goes(view: View, action: int) -> str:
    """Where a good is taken from or goes to by the same click, if it does."""
    found = next((o for o in view.get("ordered", []) if o["action"] == action and o["hex"] >= 0), None)
    if found is None:
        return ""
    where = view["hexes"][found["hex"]]["label"]
    return f"It goes to {where}." if view["step"] == "PullGood" else f"It is taken from {where}."


def endings(view: View, names: Sequence[str]) -> list[str]:
    """Why the game has ended, with the names of the seats for those of their companies."""
    seats = {p["company_title"]: name for name, p in zip(names, view["players"], strict=True)}
    reasons = [line.partition(" has ") for line in view["endings"]]
    return [f"{seats.get(company, company)} has {what}" for company, _, what in reasons]


def tiles_ahead(view: View) -> str:
    """What tiles the city of the delivery has for these goods."""
    tiles = demanded(view, view["delivery"]["city"], view["delivery"]["colour"])
    words = list(dict.fromkeys(f"{t['needs']} for a {t['size']}" for t in tiles))
    return sentence(listed(words, "or")) if words else "No tile of that colour is left there."


def doubt(view: View, box: EmpyrealBox, action: Action) -> str:
    """What to ask before an action that is most likely a slip."""
    return "You deliver nothing. Go on all the same?" if action["block"] == "no_delivery" else ""


# points


def breakdown(view: View) -> list[tuple[str, list[int]]]:
    """Where the points come from, by source and seat."""
    players = view["players"]
    goods = [int(p["good_points"]) for p in players]
    tiles = [int(p["tile_points"]) for p in players]
    out = [("Goods", goods), ("Demand tiles", tiles)]
    if players[0]["team"] is None:
        return [*out, ("Awards", [int(p["award_points"]) for p in players])] if view["awards"] else out
    mates = [
        sum(goods[j] + tiles[j] for j, q in enumerate(players) if j != i and q["team"] == p["team"])
        for i, p in enumerate(players)
    ]
    rest = [int(p["score"]) - goods[i] - tiles[i] - mates[i] for i, p in enumerate(players)]
    return [*out, ("Teammates", mates), (TEAM_COLOUR, rest)]


def progress(view: View) -> str:
    """How far the game has come, in a few words."""
    if view["final"]:
        return "Final deliveries"
    if view["round"]:
        return f"Round {view['round']}" + (", the last" if view["ending"] else "")
    return {"StrikeAwards": "Striking awards", "FoundCompany": "Founding companies"}.get(view["step"], "Headquarters")
