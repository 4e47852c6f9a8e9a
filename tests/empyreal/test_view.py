"""What is its own in the views of Empyreal: who learns what lies in stacks and box, and what a view tells."""

from __future__ import annotations

import json
import random
from typing import Any, cast

import pytest

from roundhouse.core.cells import put
from roundhouse.core.rng import seeded
from roundhouse.games.empyreal.actions import TAKE
from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal import test_suite
from tests.empyreal.conserve import conserved
from tests.empyreal.table import Table, kit, table
from tests.kit.journeys import FULL, samples

EMPYREAL = test_suite.TestEmpyreal
KIT = kit()


def seen(t: Table, viewer: int | None = 0) -> dict[str, Any]:
    return cast("dict[str, Any]", t.state.view(viewer))


def same_to(s: Empyreal, twin: Empyreal, viewer: int | None) -> None:
    assert json.dumps(twin.view(viewer)) == json.dumps(s.view(viewer))
    assert twin.prompt() == s.prompt()
    if viewer == s.seat:
        assert twin.all_words() == s.all_words()


# what a seat learns


def looking() -> Table:
    """Seat 0 of three is looking through the engineers."""
    t = table("I4 I5", "B1", "A1", seats=3, conductor="E").do("move to the End", "upgrade specialists")
    return t.do("look at the engineers")


@pytest.mark.rule("empyreal-18.9", "empyreal-18.2")
def test_a_stack_is_seen_by_the_chooser_only_and_remembered() -> None:
    t = looking()
    names = [KIT.ids[KIT.people + p] for p in t.state.stacks[0]]
    assert seen(t)["stacks"][0]["known"] == names
    for viewer in (1, 2, None):
        assert seen(t, viewer)["stacks"][0] == {"kind": "engineers", "left": 4, "known": [], "boxed": []}
        assert not any(name in json.dumps(seen(t, viewer)) for name in names)
        assert "actions" not in seen(t, viewer)
    t.act(TAKE + t.state.stacks[0][2])
    assert seen(t)["stacks"][0]["known"] == [n for i, n in enumerate(names) if i != 2]
    assert seen(t, 1)["stacks"][0]["known"] == []
    for n in range(12):
        assert cast(Empyreal, t.state.resample(0, n)).stacks[0] == t.state.stacks[0]
    assert len({cast(Empyreal, t.state.resample(1, n)).stacks[0] for n in range(12)}) > 1


@pytest.mark.rule("empyreal-18.9")
def test_what_others_know_moves_with_the_place() -> None:
    """Dealt anew for seat 1, seat 0 knows the stack as it is dealt, and nothing of the box."""
    t = looking()
    for n in range(12):
        twin = cast(Empyreal, t.state.resample(1, n))
        assert all(twin.known[p] == 1 for p in twin.stacks[0])
        assert not any(twin.known[p] for p in b"".join([*twin.unused, *twin.stacks[1:]]))
        assert twin.legal() == [TAKE + p for p in twin.stacks[0]]


@pytest.mark.rule("empyreal-18.9")
def test_two_who_have_looked_both_know() -> None:
    t = looking()
    t.act(TAKE + t.state.stacks[0][0])
    t.state.conductor = put(t.state.conductor, 1, 5)
    t.do("move to the End")
    if "deliver nothing" in t.can:
        t.do("deliver nothing")
    t.do("upgrade specialists", "look at the engineers")
    left = t.state.stacks[0]
    t.act(TAKE + left[0])
    rest = [KIT.ids[KIT.people + p] for p in left[1:]]
    assert seen(t)["stacks"][0]["known"] == seen(t, 1)["stacks"][0]["known"] == rest
    assert seen(t, 2)["stacks"][0]["known"] == []
    for n in range(8):
        twin = cast(Empyreal, t.state.resample(2, n))
        assert [twin.known[p] for p in twin.stacks[0]] == [3, 3]


def aella(seats: int = 3) -> Table:
    return table("I4 I5", "B1", "A1", seats=seats, staff=("runika aella", "rayleigh doc")).do("use Aella")


@pytest.mark.rule("empyreal-24.1")
def test_aellas_three_are_seen_by_the_drawer_only() -> None:
    t = aella()
    names = [KIT.ids[KIT.people + p] for p in t.state.drawn]
    assert len(names) == 3
    assert seen(t)["drawn_cards"] == names
    for viewer in (1, 2, None):
        assert seen(t, viewer)["drawn"] == 3
        assert not any(name in json.dumps(seen(t, viewer)) for name in names)
        assert len({cast(Empyreal, t.state.resample(viewer, n)).drawn for n in range(9)}) > 1
    assert {cast(Empyreal, t.state.resample(0, n)).drawn for n in range(9)} == {t.state.drawn}
    kept = t.state.drawn[0]
    t.act(TAKE + kept)
    assert seen(t)["stacks"][2]["boxed"] == names[1:]
    assert seen(t, 1)["stacks"][2]["boxed"] == []
    for n in range(9):
        twin = cast(Empyreal, t.state.resample(0, n))
        assert {KIT.ids.index(name) - KIT.people for name in names[1:]} <= set(twin.unused[2])


@pytest.mark.rule("empyreal-24.1", "empyreal-24.8")
def test_who_has_seen_the_box_does_not_see_what_another_draws_from_it() -> None:
    rng = random.Random(5)
    drawn_again, many = 0, 25 if FULL else 8
    for n in range(many):
        t = aella()
        t.state.rng = seeded(f"draw {n}")
        back = list(t.state.drawn[1:])
        t.act(TAKE + t.state.drawn[0]).do("move to A", "that is all")
        before = seen(t)["stacks"][2]["boxed"]
        t.do("use Doc", "choose Kings' Line")
        drawn_again += bool(set(back) & set(t.state.drawn))
        assert seen(t)["stacks"][2]["boxed"] == before
        for viewer in (0, 1, 2, None):
            same_to(t.state, EMPYREAL.another_deal(t.state, viewer, rng), viewer)
            for m in range(6):
                twin = cast(Empyreal, t.state.resample(viewer, m))
                same_to(t.state, twin, viewer)
                assert conserved(twin) == conserved(t.state)
                assert all(twin.known[p] >> 1 & 1 for p in twin.drawn)  # the drawer sees them
                if viewer == 0:
                    assert set(back) <= {*twin.unused[2], *twin.drawn}
                    assert all(twin.known[p] & 1 for p in back)
        twins = [cast(Empyreal, t.state.resample(0, m)) for m in range(30)]
        assert {bool(set(back) & set(twin.drawn)) for twin in twins} == {True, False}
    assert 0 < drawn_again < many


@pytest.mark.rule("empyreal-29.7")
def test_open_stacks_are_known_to_all_and_the_box_is_not() -> None:
    t = table("I4 I5", "B1", conductor="E", open_information=True).do("move to the End", "upgrade specialists")
    t.do("look at the engineers")
    for viewer in (0, 1, None):
        names = [KIT.ids[KIT.people + p] for p in t.state.stacks[0]]
        assert seen(t, viewer)["stacks"][0]["known"] == names
    assert not any(t.state.known)


# resampling


def test_what_others_know_of_a_stack_stays_known() -> None:
    for sample in samples(EMPYREAL)[:: 1 if FULL else 3]:
        s = sample.state
        for viewer in sample.viewers:
            twin = s.resample(viewer, sample.number)
            for old, new in zip(s.stacks, twin.stacks, strict=True):
                assert sorted(twin.known[p] for p in new) == sorted(s.known[p] for p in old)


def test_every_place_can_hold_everything_hidden() -> None:
    t = table("A1", "B1")
    twins = [cast(Empyreal, t.state.resample(0, n)) for n in range(200)]
    for k in range(3):
        every = set(t.state.stacks[k]) | set(t.state.unused[k])
        assert {p for twin in twins for p in twin.stacks[k]} == every
        assert {p for twin in twins for p in twin.unused[k]} == every
    assert {p for twin in twins for p in twin.pile[:6]} == set(t.state.pile)


# what a view tells of a decision


def priced(t: Table) -> list[tuple[str, int]]:
    """What can be chosen for mana, and for how much."""
    return [(a["words"], -a["price"]["mana"]) for a in seen(t)["actions"] if "mana" in a["price"]]


def test_the_view_tells_what_moves_and_cars_cost() -> None:
    t = table("A1 B1", "L1", mana=((9, 0),), yards=({"A2": "reforester"},))
    assert priced(t) == [
        ("move to A", 0), ("move to B", 1), ("move to C", 3), ("move to D", 6),
    ]  # fmt: skip
    t.do("move to A")
    assert priced(t) == [
        ("activate printed A on A1", 0), ("activate Reforester on A2", 3),
    ]  # fmt: skip
    t.do("activate A1")
    assert [cost for _, cost in priced(t)] == [4]
    assert not seen(t, 1).get("actions")


def test_the_view_tells_prices_and_ways() -> None:
    t = table("D1", "E2 E3", mana=((9, 0),)).do("move to A", "activate A1")
    told = {t.state.board.labels[b["hex"]]: (b["price"], b["over"], b["free"]) for b in seen(t)["builds"]}
    assert told["E3"] == (2, [t.hex("E2")], 0)
    assert told["C1"] == (0, [], 0)
    assert "builds" not in seen(t, 1)
    assert "builds" not in seen(t, None)


def test_the_view_tells_steps_and_turns() -> None:
    t = table("B1", "L1", conductor="E", goods={"B1": "YY"})
    steps = [seen(t)["step"]]
    for words in ("move to the End", "deliver Hylatine", "collect all", "take no tile", "upgrade specialists"):
        t.do(words)
        steps.append(seen(t)["step"])
        assert seen(t)["turn"] == 0
    assert steps == ["Act", "ChooseCity", "Collect", "TakeTile", "Upgrade", "Recruit"]


def test_the_view_names_the_rules_of_the_turn() -> None:
    t = table("C1", "C2", companies=("kerigan", "kings_line"), staff=("wendy",), mana=((5, 0),)).do("use Wendy")
    assert (seen(t)["rules_this_turn"], seen(t)["free_transfers"]) == (["specialists may be used"], 1)
    t.do("use Rayleigh")
    assert seen(t, 1)["rules_this_turn"] == ["moves are free", "specialists may be used"]
    t.do("move to C")
    assert seen(t)["rules_this_turn"] == ["moves are free"]
    assert (seen(t)["reclaims"], seen(t)["extra_turns"]) == (0, 0)
    assert not {"turn_rules", "pending"} & set(seen(t))
