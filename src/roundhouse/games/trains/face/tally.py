"""What the score page tells of a game of Trains besides points; from views and the box alone."""

from __future__ import annotations

from typing import Final

from roundhouse.draw.face import Fact, View
from roundhouse.games.trains.box import TrainsBox

WASTE: Final = "waste"


def round_of(view: View) -> int:
    """Which round it is; the first markers are placed before the first."""
    begun = sum(len(place["tracks"]) for place in view["hexes"]) >= view["seats"]
    return int(view["turns"]) // int(view["seats"]) + 1 if begun else 0


def facts(view: View, box: TrainsBox) -> list[Fact]:
    """What each seat has laid and owns."""
    players = view["players"]
    return [
        ("Tracks", [box.track_markers - p["markers"] for p in players]),
        ("Cards", [p["hand"]["size"] + len(p["deck"]) + p["discard"]["size"] for p in players]),
    ]


def counts(before: View, after: View) -> dict[str, int]:
    """The stations that a decision has built, and the Waste it has brought or taken away."""
    return {
        "Stations": before["stations_left"] - after["stations_left"],
        "Waste": waste_lying(before) - waste_lying(after),
    }


def waste_lying(view: View) -> int:
    """How much Waste nobody has: it lies in its pile or was trashed."""
    piled = sum(int(pile["left"]) for pile in view["supply"] if pile["card"] == WASTE)
    return piled + list(view["trash"]).count(WASTE)
