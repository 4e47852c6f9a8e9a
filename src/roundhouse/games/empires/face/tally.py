"""What the score page tells of a game of Small Railroad Empires besides points; from views alone."""

from __future__ import annotations

from roundhouse.draw.face import Fact, View
from roundhouse.games.empires.box import EmpiresBox


def facts(view: View, box: EmpiresBox) -> list[Fact]:
    """What each seat has laid, sent and borrowed."""
    players = view["players"]
    return [
        ("Tracks", [len(p["spaces"]) for p in players]),
        ("Deliveries", [p["deliveries"] for p in players]),
        ("Longest", [p["longest"] for p in players]),
        ("Dollars", [p["money"] for p in players]),
        ("Loans", [p["loans"] for p in players]),
    ]
