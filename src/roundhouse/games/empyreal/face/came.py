"""What came of a decision of Empyreal, from a watcher's views before and after: prices, gains and deliveries."""

from __future__ import annotations

from collections import Counter
from typing import Final

from roundhouse.core.words import counted, listed
from roundhouse.draw.face import Action, View
from roundhouse.games.empyreal.actions import COLUMNS, PLACES
from roundhouse.games.empyreal.board import GOODS, TERRAINS
from roundhouse.games.empyreal.box import EmpyrealBox

DELIVERING: Final = ("Collect", "TakeTile")  # the steps of a delivery once its city is named


def came(action: Action, seat: int, before: View, after: View, box: EmpyrealBox) -> str:
    """What everybody saw come of a decision: what was paid and gained."""
    old, new = before["players"][seat], after["players"][seat]
    return price_paid(action, old, new) + gains(action, seat, before, after, box)


def gains(action: Action, seat: int, before: View, after: View, box: EmpyrealBox) -> str:
    """The same without the price."""
    old, new = before["players"][seat], after["players"][seat]
    gained = (new["ready"] + new["spent"]) - (old["ready"] + old["spent"])
    back = cost(action, old, new) - (new["spent"] - old["spent"])
    points = counted(points_gained(old, new, box), "point") if points_gained(old, new, box) else ""
    parts = [
        f"gains {gained} mana" if gained > 0 and before["round"] else "",
        f"reclaims {back} mana" if back > 0 else "",
        goods_gained(old, new),
        points,
        trains_lost(old, new),
        *after_all(action, seat, before, after),
    ]
    return behind(parts, "," if price_paid(action, old, new) else ":")


def after_all(action: Action, seat: int, before: View, after: View) -> list[str]:
    """What a decision meant for the turn and the game."""
    near = after["round"] and not before["ending"] and after["ending"]
    return ["the end is near" if near else "", ended_by_itself(action["block"], seat, before, after)]


def behind(parts: list[str], sign: str) -> str:
    """What there is of some parts, behind other words."""
    told = ", ".join(part for part in parts if part)
    return f"{sign} {told}" if told else ""


# prices


def cost(action: Action, old: View, new: View) -> int:
    """The mana that a decision cost: by its price, if that is known, else by what is spent."""
    if "price" in action:
        return -int(action["price"].get("mana", 0))
    return max(0, int(new["spent"]) - int(old["spent"]))


def price_paid(action: Action, old: View, new: View) -> str:
    """What was paid: mana, and transfers that were free."""
    paid, free = cost(action, old, new), free_transfers(action)
    by = f" with {counted(free, 'free transfer')}" if free else ""
    return by + (f" for {paid} mana" if paid else "")


def free_transfers(action: Action) -> int:
    """How many free transfers a build uses up."""
    return -int(action.get("price", {}).get("free_transfers", 0))


# points


def goods_gained(old: View, new: View) -> str:
    more = [f"{n - o} {good}" for o, n, good in zip(old["goods"], new["goods"], GOODS, strict=True) if n > o]
    return f"{listed(more, 'and')} delivered" if more else ""


def tiles_gained(old: View, new: View) -> list[View]:
    """The demand tiles that came; they lie in order, not by when they came."""
    had = Counter(tile["tile"] for tile in old["tiles"])
    now = Counter(tile["tile"] for tile in new["tiles"]) - had
    return [next(tile for tile in new["tiles"] if tile["tile"] == number) for number in now.elements()]


def points_gained(old: View, new: View, box: EmpyrealBox) -> int:
    """What the goods and tiles that came are worth."""
    goods = sum(new["goods"]) - sum(old["goods"])
    return goods * box.good_points + sum(int(tile["points"]) for tile in tiles_gained(old, new))


def trains_lost(old: View, new: View) -> str:
    lost = old["placed"] - new["placed"]
    return f"loses {counted(lost, 'train')}" if lost > 0 else ""


def under_way(view: View) -> bool:
    """Whether a delivery has begun and is not yet done."""
    return view["step"] in DELIVERING and not view["over"]


class Delivered:
    """A delivery that is done with this decision, as a whole."""

    def __init__(self, seat: int, before: View, after: View, box: EmpyrealBox) -> None:
        old, new, begun = before["players"][seat], after["players"][seat], before["delivery"]
        colour, city = begun["colour"], begun["city"]
        n = begun["n"] + new["goods"][colour] - old["goods"][colour]
        tiles = tiles_gained(old, new)
        self.goods = f"{n} {GOODS[colour]}"
        self.city = f"the {TERRAINS[city]} city"
        self.at: str = before["hexes"][before["cities"][city]["hex"]]["label"]
        self.tile = f"{tiles[0]['colour']} {tiles[0]['size']}" if tiles else ""
        self.points = counted(n * box.good_points + sum(int(tile["points"]) for tile in tiles), "point")


# the end of a turn


def ended_by_itself(block: str, seat: int, before: View, after: View) -> str:
    """Why the turn ended where more could be expected: no car there, no mana for one, or none that finds work."""
    if before["turn"] != seat or after["turn"] == seat or after["over"] or not before["round"]:
        return ""
    p = after["players"][seat]
    if block == "move" and 0 < p["conductor"] <= COLUMNS:
        there = any(p["yard"][row + p["conductor"] - 1] for row in range(0, PLACES, COLUMNS))
        if not there or not p["ready"]:
            return f"the turn ends: {'no mana for a spellcar' if there else 'no spellcar'} there"
    idle = all(p[key] == before["players"][seat][key] for key in ("ready", "spent", "cars", "score"))
    return "the turn ends: nothing that the spellcars can do" if block == "activate" and idle else ""
