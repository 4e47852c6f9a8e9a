"""Positions in the middle of random games, and what of them is hidden from whom."""

from __future__ import annotations

from roundhouse.core.cells import put
from roundhouse.games.trains.state import CARD, KNOWN_ALL, KNOWN_OWNER, Trains

Slot = tuple[str, int]  # a zone ("hands", "decks", "discards", "looked") and a place in it


def zone(s: Trains, owner: int, name: str) -> bytes:
    return s.looked if name == "looked" else getattr(s, name)[owner]


def replace(s: Trains, owner: int, slot: Slot, card: int) -> None:
    """Another card in a slot, with the same knowledge of it."""
    name, i = slot
    old = zone(s, owner, name)
    new = put(old, i, card | old[i] & ~CARD)
    if name == "looked":
        s.looked = new
    else:
        getattr(s, name)[owner] = new


def slots(s: Trains, owner: int) -> list[Slot]:
    names = ["hands", "decks", "discards", *(["looked"] if owner == s.turn else [])]
    return [(n, i) for n in names for i in range(len(zone(s, owner, n)))]


def hidden(s: Trains, owner: int, viewer: int | None) -> list[Slot]:
    """What of an owner's cards a viewer has no right to know, by clauses 10.1 to 10.3."""
    out: list[Slot] = []
    for name, i in slots(s, owner):
        b = zone(s, owner, name)[i]
        own = owner == viewer and (name != "decks" or b & KNOWN_OWNER)
        if not own and not b & KNOWN_ALL:
            out.append((name, i))
    return out


def swapped(s: Trains, owner: int, one: Slot, other: Slot) -> Trains:
    """The same table with two cards of an owner in each other's place."""
    twin = s.clone()
    twin.offered = []
    a, b = (zone(s, owner, n)[i] & CARD for n, i in (one, other))
    replace(twin, owner, one, b)
    replace(twin, owner, other, a)
    return twin
