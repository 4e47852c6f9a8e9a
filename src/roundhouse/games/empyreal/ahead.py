"""Decisions that go with the one at hand: spellcars work in the order they were declared in, and all can be at once.

What comes after a decision is tried on a deal of what its seat knows, so that nothing hidden shows in it.
"""

from __future__ import annotations

from roundhouse.games.empyreal.actions import STOP, activated, activation
from roundhouse.games.empyreal.cars import Declare, Resolve
from roundhouse.games.empyreal.state import Empyreal

BOTH = 4  # bytes of `declared` when two cars wait


def dealt(s: Empyreal, seat: int) -> Empyreal:
    """The table as its seat knows it, what is hidden dealt anew."""
    twin = s.resample(seat, 0)
    assert isinstance(twin, Empyreal)
    return twin


def ordered(s: Empyreal, seat: int) -> list[dict[str, object]]:
    """The decisions after which it would be asked which car works next, and the answer given by declaring them."""
    if len(s.declared) < BOTH or isinstance(s.verb, (Declare, Resolve)):
        return []
    out: list[dict[str, object]] = []
    twin = dealt(s, seat)
    for a in s.choices():
        after = twin.clone()
        after.apply(a)
        if not after.over and after.seat == seat and isinstance(after.verb, Resolve) and after.declared == s.declared:
            out.append({"action": a, "then": [activation(s.declared[0])]})
    return out


def every_car(s: Empyreal, seat: int) -> dict[str, object] | None:
    """Activating all cars of the space that can be paid, from the first row on, and what that costs; if it is several.

    Not where they were just gained: there each is its own offer.
    """
    if not isinstance(s.verb, Declare):
        return None
    verb: Declare = s.verb
    if verb.gained or s.declared:
        return None
    after = dealt(s, seat)
    actions: list[int] = []
    paid = 0
    while not after.over and after.seat == seat and after.verb is verb:
        found = [a for a in after.choices() if a != STOP and not activated(a)[1]]
        if not found:
            break
        place, _ = activated(found[0])
        paid += verb.cost(after, seat, place, 0)
        actions.append(found[0])
        after.apply(found[0])
    return {"actions": actions, "mana": -paid} if len(actions) > 1 else None
