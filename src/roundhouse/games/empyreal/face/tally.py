"""What the score page tells of a game of Empyreal besides points; from views alone."""

from __future__ import annotations

from roundhouse.draw.face import Fact, View
from roundhouse.games.empyreal.box import EmpyrealBox


def facts(view: View, box: EmpyrealBox) -> list[Fact]:
    """What each seat has built, bought and won."""
    players = view["players"]
    return [
        ("Tracks", [len(p["hexes"]) for p in players]),
        ("Spellcars", [len([car for car in p["yard"] if car and not car["printed"]]) for p in players]),
        ("Specialists", [len([one for one in p["staff"] if one]) for p in players]),
        ("Tiles", [len(p["tiles"]) for p in players]),
    ]
