"""What the score page tells of a game of Spyrium besides points; from views alone."""

from __future__ import annotations

from roundhouse.draw.face import Fact, View
from roundhouse.games.spyrium.box import SpyriumBox


def round_of(view: View) -> int:
    return int(view["turn"])


def facts(view: View, box: SpyriumBox) -> list[Fact]:
    """What each seat has built and kept."""
    players = view["players"]
    return [
        ("Buildings", [len(p["buildings"]) for p in players]),
        ("Techniques", [len(p["techniques"]) for p in players]),
        ("Workers", [p["workers"] for p in players]),
        ("Income", [p["income"] for p in players]),
        ("Pounds", [p["pounds"] for p in players]),
    ]
