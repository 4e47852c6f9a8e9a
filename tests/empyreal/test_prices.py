"""What the actions of a view say of their price."""

from __future__ import annotations

from typing import Any, cast

from roundhouse.games.empyreal.state import TRANSFERS, Empyreal
from tests.empyreal import test_suite
from tests.empyreal.table import Table, activated, table
from tests.kit import journeys

EMPYREAL = test_suite.TestEmpyreal
Price = dict[str, int]


def prices(t: Table) -> dict[str, Price]:
    """The price of each action by its words."""
    view = cast("dict[str, Any]", t.state.view(t.seat))
    return {a["words"]: a["price"] for a in view["actions"]}


def test_moves_and_specialists() -> None:
    t = table("A1 B1", "L1", staff=("runika luc",), mana=((6, 1),))
    found = prices(t)
    assert [found[f"move to {stop}"]["mana"] for stop in "ABCD"] == [0, -1, -3, -6]
    assert found["use Luc von Gott"] == {"mana": -1}
    assert found["use Runika Zenanen"] == found["administrate"] == {}


def test_activations_once_and_twice() -> None:
    t = table("A1 B1", "L1", staff=("viona",), yards=({"A2": "reforester"},), mana=((9, 0),)).do("move to A")
    found = prices(t)
    assert found["activate Reforester on A2"] == {"mana": -3}
    assert found["activate Reforester on A2 twice"] == {"mana": -7}
    assert found["that is all"] == {}
    t.do("activate A1")
    assert prices(t)["activate Reforester on A2"] == {"mana": -4}


def test_builds_by_mana_and_by_free_transfers() -> None:
    t = table("C1", "C2", staff=("wendy",), yards=({"A2": "reclaim_glacier"},), mana=((9, 0),)).do("use Wendy")
    found = prices(t.do("move to A", "activate A2", "that is all"))
    assert found["build nothing"] == {}
    assert found["build on D3"] == {"mana": -6}
    assert found["build on D3 with the free transfer"] == {"mana": -2, "free_transfers": -1}


def test_copies() -> None:
    t = activated("transformer", "C1", "L7", market="reforester metro mana_surger", mana=((9, 0),))
    assert prices(t)["copy Reforester"] == {"mana": -3}
    assert prices(t)["copy nothing"] == {}


def test_a_price_is_what_is_paid() -> None:
    paid = 0
    for sample in journeys.samples(EMPYREAL):
        s = cast(Empyreal, sample.state)
        if s.over:
            continue
        for action in cast("list[dict[str, Any]]", s.view(s.seat)["actions"]):
            if action["block"] not in ("build", "move", "activate") or not action["price"]:
                continue
            twin = s.clone()
            twin.verb.choose(twin, twin.top, action["action"])
            assert twin.ready[s.seat] >= s.ready[s.seat] + action["price"]["mana"]
            assert twin.spent[s.seat] - s.spent[s.seat] <= -action["price"]["mana"]
            free = action["price"].get("free_transfers", 0)
            assert twin.turn_count(TRANSFERS) - s.turn_count(TRANSFERS) == free
            paid += action["price"]["mana"] < 0
    assert paid > 50 // journeys.APART
