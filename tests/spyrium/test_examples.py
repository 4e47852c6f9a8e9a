"""The rulebook's worked examples, move by move."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from roundhouse.games.spyrium.actions import BUILDINGS
from tests.spyrium.table import face, game, gap, table, vp


@pytest.mark.rule("spyrium-5.2", "spyrium-5.3", card="apprentice")
@pytest.mark.parametrize("corner", ["a1", "a3", "c1", "c3"])
def test_blue_next_to_the_apprentice(corner: str) -> None:
    # A and B are the two gaps towards its neighbours; the outer sides are no gaps at all
    row, column = corner[0], corner[1]
    beside = [f"{row}2", f"b{column}"]
    for market in ({corner: "Apprentice"}, {corner: "Apprentice", beside[0]: "Mine I", beside[1]: "Miner"}):
        t = table(market=market, phase="placing")
        here = [gap(f"{corner} {b}") for b in beside]
        assert set(here) <= set(t.gaps)
        if len(market) == 1:
            assert sorted(here) == t.gaps
        for b in beside:
            t = table(market=market, phase="placing", others="placing").place(f"{corner} {b}")
            assert (t.state.workers_at(gap(f"{corner} {b}"), 0), t.active, t.state.seat) == (1, 2, 1)


@pytest.mark.rule("spyrium-6.1", "spyrium-16.30", card="sell_spyrium")
def test_red_sells_a_crystal() -> None:
    t = table(event="Sell Spyrium", spyrium=2, pounds=10, phase="placing", others="placing", market={"a1": "Miner"})
    t.do("use the event: 1 Spyrium for £3")
    assert (t.spyrium, t.pounds, list(t.state.used_event)) == (1, 13, [1, 0])
    assert t.place("a1 a2").refused("use the event: 1 Spyrium for £3") == "spyrium-6.1"


@pytest.mark.rule("spyrium-7.2", card="mine_1")
def test_yellow_earns_at_the_mine() -> None:
    t = table(
        market={"b2": "Mine I", "b1": "Workshop I", "a2": "Miner"},
        stand={"b1 b2": "0 1", "a2 b2": "1 2", "b2 b3": "0 2", "a1 a2": "1"},
        seats=3,
        pounds=4,
        workers=3,
    )
    assert t.lift("b1 b2").state.crowd[4] == 5
    t.do("earn at Mine I b2")
    assert (t.pounds, t.inactive, t.at("b2")) == (9, 1, "Mine I")


@pytest.mark.rule("spyrium-4.3", "spyrium-8.1", "spyrium-16.20", card="apprentice")
def test_black_calls_the_apprentice() -> None:
    t = table(
        market={"a1": "Apprentice", "a2": "Mine I", "b1": "Residence I"},
        stand={"a1 a2": "0 1 2", "a1 b1": "0 1"},
        seats=3,
        phase="placing",
        others="placing",
        pounds=6,
        spyrium=2,
    )
    t.do("start activating").lift("a1 a2").do("call Apprentice a1")
    assert (t.pounds, t.spyrium, t.points, t.inactive) == (6 - (0 + 4), 1, 3, 1)
    assert (t.at("a1"), t.state.seat) == ("Apprentice", 1)


@pytest.mark.rule("spyrium-9.2", "spyrium-9.3", "spyrium-9.4", card="factory_1")
@pytest.mark.parametrize(
    ("way", "paid", "row"),
    [
        ("in a new place", 6 + 2 + 2, "Working-Class Neighborhood I, Laboratory I, Factory I"),
        ("over Working-Class Neighborhood I", 6 + 2, "Factory I, Laboratory I"),
        ("over Laboratory I", 6 + 2 - 3, "Working-Class Neighborhood I, Factory I"),
    ],
)
def test_blue_constructs_a_factory_in_three_ways(way: str, paid: int, row: str) -> None:
    t = table(
        market={"b2": "Factory I"},
        stand={"b1 b2": "0 1", "b2 c2": "1"},
        row="Working-Class Neighborhood I, Laboratory I",
        pounds=10,
    )
    t.lift("b1 b2")
    assert len(t.offers("build")) == 3
    t.do(f"build Factory I b2 {way}")
    assert (t.pounds, t.row) == (10 - paid, row)


@pytest.mark.rule("spyrium-10.1", "spyrium-10.3", "spyrium-16.2", card="mine_2")
@pytest.mark.parametrize(("words", "spyrium", "active"), [("1 Spyrium", 1, 3), ("1 worker for 2 Spyrium", 2, 2)])
def test_green_uses_the_mine_either_way(words: str, spyrium: int, active: int) -> None:
    t = table(row="Mine II", spyrium=0, workers=3)
    assert t.offers("use Mine II:") == ["1 Spyrium", "1 worker for 2 Spyrium"]
    t.do(f"use Mine II: {words}")
    assert (t.spyrium, t.active, t.row) == (spyrium, active, "inclined Mine II")
    assert t.offers("use Mine II:") == []


@pytest.mark.rule("spyrium-13.2", "spyrium-13.3", card="automation")
def test_blue_scores_thirteen_for_buildings_and_seven_for_automation() -> None:
    kit = game().printed
    rows = (r for n in range(2, 7) for r in combinations_with_replacement(range(BUILDINGS), n))
    row = next(r for r in rows if sum(kit.vps[i] for i in r) == 13 and face("Luxury Home") in r)
    t = table(turn=6, row=", ".join(kit.titles[i] for i in row), techniques="Automation", spyrium=8, points=31)
    t.do("pass")
    assert sum(vp(kit.titles[i]) for i in row) == t.state.building_points(0) == 13
    assert t.state.technique_points(0) == 7
    assert t.state.scores()[0] == 31 + 13 + 7


@pytest.mark.rule("spyrium-8.6", "spyrium-15.1", card="architect")
@pytest.mark.parametrize("choice", ["move up the residence track", "score the residence"])
def test_red_and_the_next_call_the_architect(choice: str) -> None:
    t = table(
        market={"a1": "Architect"},
        tokens={"a1": "1 2"},
        stand={"a1 a2": "0", "a1 b1": "1 2"},
        seats=3,
        others="activating",
        income=3,
        pounds=9,
    )
    t.state.points = [0, 0, 0]
    t.lift("a1 a2").do("call Architect a1, token 1")
    assert t.pounds == 9 - 2 - 1  # two others stand there
    t.do(choice)
    assert (t.income, t.points) == ((4, 0) if choice.startswith("move") else (3, 3))
    assert t.lift("a1 b1").offers("call") == ["Architect a1, token 2"]
    assert t.do("call Architect a1, token 2", choice).state.pounds[1] == 9 - 1 - 2
    assert t.lift("a1 b1").can == ["earn at Architect a1"]
    assert t.refused("call Architect a1, token 2") == "spyrium-8.6"
