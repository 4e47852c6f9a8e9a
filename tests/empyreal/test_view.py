"""What is hidden: stacks, box and pile; views, and the hidden things dealt anew."""

from __future__ import annotations

import ast
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

from roundhouse.core.cells import put
from roundhouse.core.rng import seeded
from roundhouse.core.state import SHARED_FIELDS
from roundhouse.games.empyreal import state as state_module
from roundhouse.games.empyreal import view as view_module
from roundhouse.games.empyreal.actions import TAKE
from roundhouse.games.empyreal.state import FIELDS, OPEN, Empyreal
from tests.empyreal.conserve import conserved, expected
from tests.empyreal.midgame import SEEDS, positions, viewers
from tests.empyreal.table import Table, kit, table

KIT = kit()
HIDDEN = ("pile", "stacks", "unused")
FOLLOWS = ("kit", "board", "foes", "mates", "offer", "fares")  # from the box, the options, the question


def seen(t: Table, viewer: int | None = 0) -> dict[str, Any]:
    return cast("dict[str, Any]", t.state.view(viewer))


def drawer(s: Empyreal) -> int:
    """Who looks at station masters of the box, or -1."""
    return s.seat if s.drawn else -1


def another_deal(s: Empyreal, viewer: int | None, rng: random.Random) -> Empyreal:
    """The same table with all that this viewer cannot see dealt otherwise: written without `resample`."""
    twin = s.clone()
    twin.acts = []
    twin.pile = bytes(rng.sample(list(s.pile), len(s.pile)))
    bit = 0 if viewer is None else 1 << viewer
    for k in range(3):
        zones = [[*s.stacks[k]], [*s.unused[k]], [*s.drawn] if k == 2 else []]
        free = [(z, i) for z in range(3) for i, p in enumerate(zones[z]) if not s.known[p] & bit]
        free = [(z, i) for z, i in free if z or not s.switches & OPEN]
        old = [zones[z][i] for z, i in free]
        masks = [s.known[p] for p in old]
        fresh = rng.sample(old, len(old))
        for (z, i), p, mask in zip(free, fresh, masks, strict=True):
            zones[z][i] = p
            twin.known = put(twin.known, p, mask)
        if k == 2 and s.drawn and viewer != drawer(s):  # what was seen in the box may have been drawn from it
            both = rng.sample(zones[1] + zones[2], len(zones[1] + zones[2]))
            zones[1], zones[2] = both[: len(zones[1])], both[len(zones[1]) :]
            for p in both:
                here = 1 << drawer(s) if p in zones[2] else 0
                twin.known = put(twin.known, p, twin.known[p] & ~(1 << drawer(s)) | here)
        twin.stacks[k], twin.unused[k] = bytes(sorted(zones[0])), bytes(sorted(zones[1]))
        if k == 2:
            twin.drawn = bytes(sorted(zones[2]))
    twin.rng = seeded("another")
    return twin


def same_to(s: Empyreal, twin: Empyreal, viewer: int | None) -> None:
    assert json.dumps(twin.view(viewer)) == json.dumps(s.view(viewer))
    assert twin.prompt() == s.prompt()
    if viewer == s.seat:
        assert twin.legal() == s.legal()
        assert twin.all_words() == s.all_words()


@pytest.mark.rule("empyreal-4.10", "empyreal-18.9")
@pytest.mark.parametrize("seed", SEEDS)
def test_no_view_depends_on_what_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    changed: Counter[str] = Counter()
    for s in positions(seed)[::2]:
        for viewer in viewers(s):
            twin = another_deal(s, viewer, rng)
            assert conserved(twin) == conserved(s)
            same_to(s, twin, viewer)
            for name in HIDDEN:
                changed[name] += getattr(twin, name) != getattr(s, name)
    assert all(changed[name] for name in HIDDEN if name == "pile" or not positions(seed)[0].switches & OPEN)


@pytest.mark.rule("empyreal-4.9")
@pytest.mark.parametrize("seed", [0, 3, 4])
def test_every_view_depends_on_what_lies_open(seed: int) -> None:
    s = positions(seed)[-1]
    flat = ("supply", "stock", "companies", "flipped", "ready", "spent", "conductor", "there", "ground")
    lists = ("goods", "won", "folios", "staff", "yards", "demands")
    for viewer in viewers(s):
        before = json.dumps(s.view(viewer))
        for name in flat:
            twin = s.clone()
            cells = getattr(s, name)
            setattr(twin, name, put(cells, 0, cells[0] ^ 1 if cells[0] ^ 1 else 2))
            assert json.dumps(twin.view(viewer)) != before, name
        for name in lists:
            twin = s.clone()
            rows = list(getattr(s, name))
            rows[0] = put(rows[0], 0, rows[0][0] ^ 1) if rows[0] else b"\x01"
            setattr(twin, name, rows)
            assert json.dumps(twin.view(viewer)) != before, name
        for name in ("market", "discards", "pile"):
            twin = s.clone()
            setattr(twin, name, getattr(s, name) + b"\x05")
            assert json.dumps(twin.view(viewer)) != before, name
        for name in ("round", "wastes", "ending", "first", "turn_rules", "fresh"):
            twin = s.clone()
            setattr(twin, name, getattr(s, name) ^ 1)
            assert json.dumps(twin.view(viewer)) != before, name


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
        assert {KIT.people.__index__() * 0 + KIT.ids.index(name) - KIT.people for name in names[1:]} <= set(
            twin.unused[2]
        )


@pytest.mark.rule("empyreal-24.1", "empyreal-24.8")
def test_who_has_seen_the_box_does_not_see_what_another_draws_from_it() -> None:
    rng = random.Random(5)
    drawn_again = 0
    for n in range(25):
        t = aella()
        t.state.rng = seeded(f"draw {n}")
        back = list(t.state.drawn[1:])
        t.act(TAKE + t.state.drawn[0]).do("move to A", "that is all")
        before = seen(t)["stacks"][2]["boxed"]
        t.do("use Doc", "choose Kings' Line")
        drawn_again += bool(set(back) & set(t.state.drawn))
        assert seen(t)["stacks"][2]["boxed"] == before
        for viewer in viewers(t.state):
            same_to(t.state, another_deal(t.state, viewer, rng), viewer)
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
    assert 0 < drawn_again < 25


@pytest.mark.rule("empyreal-29.7")
def test_open_stacks_are_known_to_all_and_the_box_is_not() -> None:
    t = table("I4 I5", "B1", conductor="E", open_information=True).do("move to the End", "upgrade specialists")
    t.do("look at the engineers")
    for viewer in (0, 1, None):
        names = [KIT.ids[KIT.people + p] for p in t.state.stacks[0]]
        assert seen(t, viewer)["stacks"][0]["known"] == names
    assert not any(t.state.known)


# resampling


@pytest.mark.parametrize("seed", SEEDS)
def test_resampling_keeps_the_view_and_deals_the_rest(seed: int) -> None:
    changed: Counter[str] = Counter()
    for n, s in enumerate(positions(seed)[::2]):
        before = s.fingerprint()
        for viewer in viewers(s):
            twin = cast(Empyreal, s.resample(viewer, n))
            assert conserved(twin) == conserved(s) == expected(s)
            same_to(s, twin, viewer)
            for name in FIELDS:
                if name in (*HIDDEN, "drawn", "known"):
                    changed[name] += getattr(twin, name) != getattr(s, name)
                else:
                    assert getattr(twin, name) == getattr(s, name), name
            for k in range(3):
                assert sorted(twin.known[p] for p in twin.stacks[k]) == sorted(s.known[p] for p in s.stacks[k])
        assert s.fingerprint() == before
    assert changed["pile"]
    assert changed["unused"] or positions(seed)[0].switches & OPEN


def test_resampling_does_not_show_where_things_lie() -> None:
    """Two tables that look alike to a seat are dealt anew alike."""
    rng = random.Random(2)
    for seed in SEEDS:
        for s in positions(seed)[::6]:
            for viewer in viewers(s):
                twin = another_deal(s, viewer, rng)
                one, other = s.resample(viewer, "x"), twin.resample(viewer, "x")
                assert [v for v in one.dump() if v[0] != "rng"] == [v for v in other.dump() if v[0] != "rng"]


def test_every_place_can_hold_everything_hidden() -> None:
    t = table("A1", "B1")
    twins = [cast(Empyreal, t.state.resample(0, n)) for n in range(200)]
    for k in range(3):
        every = set(t.state.stacks[k]) | set(t.state.unused[k])
        assert {p for twin in twins for p in twin.stacks[k]} == every
        assert {p for twin in twins for p in twin.unused[k]} == every
    assert {p for twin in twins for p in twin.pile[:6]} == set(t.state.pile)


@pytest.mark.parametrize("seed", [1, 2, 8])
def test_a_resampled_table_plays_on(seed: int) -> None:
    rng = random.Random(seed)
    for n, s in enumerate(positions(seed)[::12]):
        twin = s.resample(None, n)
        while not twin.over:
            twin.apply(rng.choice(twin.legal()))
        assert conserved(twin) == conserved(s)


# fields


def annotated() -> list[str]:
    """The fields a state declares, less those that follow from others."""
    tree = ast.parse((Path(state_module.__file__).parent / "state.py").read_text(encoding="utf-8"))
    found = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == "Empyreal")
    names = [n.target.id for n in found.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)]
    return [n for n in names if n not in FOLLOWS]


def test_every_field_of_the_state_says_who_may_see_it() -> None:
    assert sorted(view_module.ROWS) == sorted([*SHARED_FIELDS, *annotated()])
    assert set(view_module.ROWS.values()) <= {"public", "owner", "count", "nobody"}
    shut = {name for name, who in view_module.ROWS.items() if who != "public"}
    assert shut == {"rng", "pile", "stacks", "unused", "drawn", "known"}


def test_every_field_of_the_state_is_saved_and_cloned() -> None:
    assert sorted(FIELDS) == sorted(annotated())
    for seed in SEEDS:
        s = positions(seed)[-1]
        twin = s.clone()
        assert twin.dump() == s.dump()
        assert all(getattr(twin, name) == getattr(s, name) for name in FOLLOWS)


@pytest.mark.parametrize("seed", [0, 4])
def test_views_are_plain_json(seed: int) -> None:
    for s in positions(seed)[::5]:
        for viewer in viewers(s):
            told = s.view(viewer)
            assert json.loads(json.dumps(told)) == told
            assert told["viewer"] == viewer


# what a view tells of a decision


def test_the_view_tells_what_moves_and_cars_cost() -> None:
    t = table("A1 B1", "L1", mana=((9, 0),), yards=({"A2": "reforester"},))
    assert [(t.state.words(c["action"]), c["cost"]) for c in seen(t)["costs"]] == [
        ("move to A", 0), ("move to B", 1), ("move to C", 3), ("move to D", 6),
    ]  # fmt: skip
    t.do("move to A")
    assert [(t.state.words(c["action"]), c["cost"]) for c in seen(t)["costs"]] == [
        ("activate printed A on A1", 0), ("activate Reforester on A2", 3),
    ]  # fmt: skip
    t.do("activate A1")
    assert [c["cost"] for c in seen(t)["costs"]] == [4]
    assert "costs" not in seen(t, 1)


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
