"""Every decision of many random games against the rules written a second time."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any, cast

from roundhouse.games.empires.state import Empires
from tests.empires import test_suite
from tests.empires.oracle import Oracle, View
from tests.empires.table import game
from tests.empires.test_components import edit, numbers
from tests.kit.journeys import FULL, Journey, journeys


def country(view: View) -> View:
    """The open part of a view as the oracle tells it."""
    hexes = view["hexes"]
    return {
        "goods": {i: {g["good"] for g in h["goods"] if g["here"]} for i, h in enumerate(hexes) if "goods" in h},
        "tracks": [h["tracks"] for h in hexes],
        "trains": [h["trains"] for h in hexes],
        "market": [m["card"] for m in view["market"]],
        "deck": view["deck"],
        "first": {a["card"]: a["first"] for a in view["achievements"]},
        "later": {a["card"]: a["later"] for a in view["achievements"]},
    }


def compare(s: Empires, oracle: Oracle) -> None:
    """All that both know of the table."""
    for i in range(s.seats):
        view = cast("dict[str, Any]", s.view(i))
        mine = view["players"][i]
        told = oracle.told_of(i)
        assert {**{k: mine[k] for k in told}, "spaces": set(mine["spaces"])} == told
    assert country(view) == oracle.country()
    assert s.over == oracle.over
    if s.over:
        assert s.winners() == oracle.winners()
    else:
        assert (s.seat, view["step"]) == (oracle.seat, oracle.step)
        assert set(s.all_words()) == oracle.says()


def pick(rng: random.Random, words: list[str], thrift: float) -> str:
    """At random, but rather delivering, claiming and building near by than not."""
    better = [w for w in words if w.startswith(("send", "claim")) and not w.endswith("nothing more")]
    near = [w for w in words if w.startswith("lay") and w != "lay no third track"]
    if better and rng.random() < 0.85:
        return rng.choice(better)
    return rng.choice(near) if near and rng.random() < thrift else rng.choice(words)


def some(first: int, step: int) -> list[Journey]:
    """Some of the random games, whose seats, seeds and options are played."""
    return journeys(test_suite.TestEmpires)[first :: 1 if FULL else step]


def follow(one: Journey, poor: bool = False, components: str = "") -> Oracle:
    """A whole game, compared at every decision; in a poor one nobody has money, and nearly all loans are taken."""
    box = game().box(components) if components else game().printed
    s = cast(Empires, game().new(seats=one.seats, seed=one.seed, components=box, **one.options))
    rng = random.Random(one.seed)
    views = [cast("dict[str, Any]", s.view(i)) for i in range(s.seats)]
    oracle = Oracle(s.box, views, one.options["start_money"] == "staggered")
    if poor:
        s.money = bytes(s.seats)
        s.loans = bytes([11 - 3 * (s.seats - 1), *[3] * (s.seats - 1)])
        for seat, loans in zip(oracle.seats, s.loans, strict=True):
            seat.money, seat.loans = 0, loans
    thrift = rng.choice([0.5, 0.9, 1.0])
    compare(s, oracle)
    while not s.over:
        said = pick(rng, s.all_words(), thrift)
        s.apply(s.parse(said))
        oracle.say(said, cast("dict[str, Any]", s.view(None)))
        compare(s, oracle)
    return oracle


def test_what_may_be_said_and_what_it_changes() -> None:
    """And the games come across everything."""
    seen: Counter[str] = Counter()
    for one in some(0, 5):
        oracle = follow(one)
        for seat in oracle.seats:
            seen["loans"] += seat.loans
            seen["unlocked"] += 2 - seat.locked
            seen["revealed"] += seat.revealed
            seen["scenic"] += seat.scenic
            seen["long"] += seat.longest >= 5
        seen["first"] += sum(f is not None for f in oracle.first.values())
        seen["later"] += sum(len(some) for some in oracle.later.values())
    assert len(seen) == 7
    assert all(seen.values()), seen


def test_games_without_money() -> None:
    assert sum(seat.boxed for one in some(1, 7) for seat in follow(one, poor=True).seats) > 0


def test_with_all_achievements_and_other_numbers_that_are_ours(tmp_path: Path) -> None:
    """The bonus table, achievements and production may be tuned: the rules must not depend on them."""
    edit(tmp_path, "bonus.csv", {"3": {"prestige": "3"}, "6": {"money": "5"}, "9": {"prestige": "20"}})
    edit(tmp_path, "prestige.csv", {"3": {"production": "1"}, "5": {"production": "0"}})
    edit(tmp_path, "cards.csv", {"treasure": {"prestige": "9", "later": "4"}, "contract_fa2": {"prestige": "9"}})
    numbers(tmp_path, achievements=10)
    for one in some(2, 7):
        follow(one, components=str(tmp_path))
