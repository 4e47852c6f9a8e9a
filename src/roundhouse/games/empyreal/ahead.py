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


def answered(s: Empyreal, seat: int) -> list[int]:
    """Which car works next, as long as that is asked: the one declared first. The state has come that far."""
    out: list[int] = []
    while not s.over and s.seat == seat and isinstance(s.verb, Resolve):
        out.append(activation(s.declared[0]))
        s.apply(out[-1])
    return out


def ordered(s: Empyreal, seat: int) -> list[dict[str, object]]:
    """The decisions after which it would be asked which car works next, and the answer given by declaring them."""
    if isinstance(s.verb, Resolve) or len(s.declared) < BOTH:
        return []
    out: list[dict[str, object]] = []
    twin = dealt(s, seat)
    for a in s.choices():
        after = twin.clone()
        after.apply(a)
        then = answered(after, seat)
        if then:
            out.append({"action": a, "then": then})
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
    if len(actions) < 2:
        return None
    return {"cars": len(actions), "actions": actions + answered(after, seat), "mana": -paid}
