"""What a choice is said to cost and to bring is what it costs and brings."""

from __future__ import annotations

from typing import Any, cast

from roundhouse.games.spyrium.state import Spyrium
from tests.kit import journeys
from tests.spyrium import test_suite

THINGS = ("pounds", "spyrium", "points", "workers", "income")


def owned(s: Spyrium, seat: int) -> dict[str, int]:
    values = s.pounds[seat], s.spyrium[seat], s.points[seat], s.active[seat], s.incomes[s.residence[seat]]
    return dict(zip(THINGS, values, strict=True))


def settled(s: Spyrium, seat: int, token: int) -> None:
    """Let a token count for what it is, if that is asked."""
    if not s.over and s.seat == seat and s.points_at(s.legal()[0])[0] == "token":
        s.apply(s.legal()[token - 1])


def test_a_price_is_what_changes() -> None:
    seen: dict[str, set[str]] = {}
    for block in ("place", "use", "event", "build", "call", "earn", "home", "residence", "bonus"):
        for s in journeys.walk(test_suite.TestSpyrium, block, 30):
            seat = s.seat
            before = owned(s, seat)
            for action in cast("list[dict[str, Any]]", s.view(seat)["actions"]):
                after = s.clone()
                after.apply(action["action"])
                cell = next((c for c in range(9) if s.cells[c] != after.cells[c]), -1)
                settled(after, seat, s.token_on(cell) if action["block"] == "build" else s.token_now)
                changed = {k: n - before[k] for k, n in owned(after, seat).items() if n != before[k]}
                crossed = any(before["points"] < at <= after.points[seat] for at in (8, 20))
                if after.turn != s.turn or crossed:
                    continue  # income, or a bonus
                asks = {k: n for k, n in action["price"].items() if k != "residence" and n}
                if "residence" in action["price"] and "points" in changed:
                    continue  # the track's end was scored at once
                assert asks == changed, s.words(action["action"])
                seen.setdefault(action["block"], set()).update(asks)
    assert seen["use"] == {"workers", "spyrium", "points"}
    assert seen["event"] == {"workers", "spyrium", "points", "pounds"}
    assert seen["call"] == {"spyrium", "points", "pounds"}
    assert seen["build"] >= {"workers", "points", "pounds"}
    assert seen["residence"] == {"points", "income"}
    assert (seen["earn"], seen["place"]) == ({"pounds"}, {"workers"})
