"""The engine's builds and prices against all chains of Transfers, in positions of random games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, cast

import pytest

from roundhouse.core.cells import ONE, put
from roundhouse.core.verbs import frame, settle
from roundhouse.games.empyreal.actions import BUILD, GOOD
from roundhouse.games.empyreal.board import CITY, WASTELAND
from roundhouse.games.empyreal.state import TRANSFERS, Empyreal
from roundhouse.games.empyreal.track import Build
from tests.empyreal.chains import TERRAINS, offers
from tests.empyreal.table import car, kit, person
from tests.empyreal.test_face import asking, builds
from tests.kit.journeys import FULL

CARDS = (
    *[(f"free_rival_{t}", {t}, "rival") for t in TERRAINS],
    *[(f"free_crossing_{t}", {t}, "crossing") for t in TERRAINS],
    *[(f"reclaim_{t}", {t}, "") for t in TERRAINS],
    ("pollution_solution", {"wasteland"}, ""),
    ("worldspanner", set(TERRAINS), ""),
)
DISCOUNTS = (0, 0, person("antine") + 1, person("irini") + 1, person("sanathes") + 1)


def varied(s: Empyreal, rng: random.Random) -> Empyreal:
    """The position with other mana, station masters, free Transfers and open Wastelands."""
    twin = s.clone()
    seat = s.seat
    twin.ready = put(twin.ready, seat, rng.choice([0, 2, 4, 6, 10]))
    twin.spent = put(twin.spent, seat, 0)
    twin.staff[seat] = twin.staff[seat][:3] + bytes([rng.choice(DISCOUNTS), rng.choice(DISCOUNTS)])
    twin.turn_rules += rng.choice([0, 0, 1, 2]) * TRANSFERS
    for _ in range(rng.choice([0, 0, 2])):  # more rivals' trains, near by
        h = rng.choice([h for h in range(s.board.size) if s.ground[h] != CITY])
        other = rng.choice([i for i in range(s.seats) if i != seat])
        if not twin.full(h) and not twin.there[h] >> other & 1 and twin.supply[other] > 1:
            twin.build(other, h)
    wastes = [h for h in range(s.board.size) if s.ground[h] == WASTELAND]
    if rng.random() < 0.2:
        twin.open_wastes = ONE[rng.choice(wastes)]
    twin.ending = rng.choice([0, 1])  # what is paid does not depend on it
    twin.offered = []
    return twin


@pytest.mark.rule("empyreal-15.17", "empyreal-15.7", "empyreal-30.5")
def test_builds_and_prices_are_those_of_the_cheapest_chains() -> None:
    rng = random.Random("chains")
    seen: Counter[str] = Counter()
    turns = asking("Act")
    many = 3_000 if FULL else 200
    for n in range(many):
        s = varied(rng.choice(turns), rng)
        seat = s.seat
        name, terrains, card = CARDS[n % len(CARDS)]
        wanted, every = offers(cast("dict[str, Any]", s.view(None)), seat, terrains, card)
        s.push(frame(kit().programs[car(name)], seat))
        settle(s)
        asked = isinstance(s.verb, Build)
        told = cast("list[dict[str, Any]]", s.view(seat)["builds"]) if asked else []
        found = {(b["hex"], s.words(b["action"]).endswith("free transfer")): (b["price"], b["free"]) for b in told}
        assert found == (wanted if s.supply[seat] else {}), f"{name} {n}"
        assert [b["action"] for b in told] == [a for a in s.legal() if BUILD <= a < GOOD]
        seen["all chains"] += every
        seen["paid"] += any(price for price, _ in found.values())
        seen["free"] += any(free for _, free in found)
    assert seen["all chains"] > many // 4
    assert seen["paid"] > many // 7
    assert seen["free"] > many // 20


def test_the_way_told_is_a_chain_that_costs_its_price() -> None:
    for s in builds():
        for b in cast("list[dict[str, Any]]", s.view(s.seat)["builds"]):
            at = b["hex"]
            for h in reversed(b["over"]):
                assert h in s.board.beside[at]
                at = h
            assert not b["over"] or at in s.frontiers[s.seat]
            assert sum(b["tolls"]) == b["price"]
