"""What is hidden: section 17 of the ledger, views, and the hidden things dealt anew."""

from __future__ import annotations

import ast
import json
import random
from collections import Counter
from pathlib import Path
from typing import cast

import pytest

from roundhouse.core.rng import seeded
from roundhouse.core.state import SHARED_FIELDS
from roundhouse.games.spyrium import state as state_module
from roundhouse.games.spyrium import view as view_module
from roundhouse.games.spyrium.state import FIELDS, Spyrium
from tests.spyrium.conserve import conserved
from tests.spyrium.midgame import SEEDS, positions, viewers
from tests.spyrium.table import game


def mixed(cards: bytes, rng: random.Random) -> bytes:
    return bytes(rng.sample(list(cards), len(cards)))


@pytest.mark.rule("spyrium-17.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_no_view_depends_on_what_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    for s in positions(seed):
        for viewer in viewers(s):
            seen = s.view(viewer)
            twin = s.clone()
            twin.acts = []
            twin.decks = [mixed(deck, rng) for deck in s.decks]
            twin.reserve = mixed(s.reserve, rng)
            known = s.turn + 1
            twin.events = s.events[:known] + mixed(s.events[known:], rng)
            twin.rng = seeded("another")
            assert twin.view(viewer) == seen


@pytest.mark.rule("spyrium-17.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_view_depends_on_what_lies_open(seed: int) -> None:
    s = positions(seed)[-1]
    for viewer in viewers(s):
        seen = s.view(viewer)
        for change in ("pounds", "spyrium", "points"):
            twin = s.clone()
            twin.acts = []
            getattr(twin, change)[0] += 1
            assert twin.view(viewer) != seen, change
        for name in ("cells", "tokens", "bonuses", "techniques", "phases", "workers"):
            twin = s.clone()
            old = getattr(s, name)
            at = next((i for i in range(len(old)) if old[i]), 0)
            setattr(twin, name, old[:at] + bytes([old[at] ^ 1]) + old[at + 1 :])
            twin.acts = s.acts
            assert twin.view(viewer) != seen, name


@pytest.mark.rule("spyrium-17.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_cards_not_laid_out_stay_secret(seed: int) -> None:
    rng = random.Random(seed)
    s = cast(Spyrium, game().new(seats=2 + seed % 4, seed=seed))
    while s.turn < 6:
        s.apply(rng.choice(s.legal()))
    seen = s.view(None)
    assert seen["decks"] == [len(deck) for deck in s.decks] == [3, 2, 0]
    for n in range(5):
        twin = cast(Spyrium, s.resample(0, n))
        assert [sorted(deck) for deck in twin.decks] == [sorted(deck) for deck in s.decks]
    text = json.dumps({k: v for k, v in seen.items() if k not in ("players", "market", "gone")})
    assert not any(f'"{s.kit.ids[face]}"' in text for face in s.decks[0] + s.decks[1])


@pytest.mark.rule("spyrium-17.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_resampling_keeps_the_view_and_deals_the_rest(seed: int) -> None:
    changed: Counter[str] = Counter()
    for n, s in enumerate(positions(seed)):
        before = s.fingerprint()
        for viewer in viewers(s):
            twin = cast(Spyrium, s.resample(viewer, n))
            assert twin.view(viewer) == s.view(viewer)
            assert conserved(twin) == conserved(s)
            assert twin.legal() == s.legal()
            assert twin.events[: s.turn + 1] == s.events[: s.turn + 1]
            assert twin.rng.words() != s.rng.words()
            for name in ("decks", "reserve", "events"):
                changed[name] += getattr(twin, name) != getattr(s, name)
            for name in FIELDS:
                if name not in ("decks", "reserve", "events"):
                    assert getattr(twin, name) == getattr(s, name), name
        assert s.fingerprint() == before
    assert all(changed[name] for name in ("decks", "reserve", "events"))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_resampled_table_plays_on(seed: int) -> None:
    rng = random.Random(seed)
    for n, s in enumerate(positions(seed)[::5]):
        twin = s.resample(None, n)
        while not twin.over:
            twin.apply(rng.choice(twin.legal()))
        assert conserved(twin) == conserved(s)


def annotated() -> list[str]:
    """The fields that the state class declares; `kit` and `incomes` come from the box and the options."""
    tree = ast.parse((Path(state_module.__file__).parent / "state.py").read_text(encoding="utf-8"))
    found = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == "Spyrium")
    names = [n.target.id for n in found.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)]
    return [n for n in names if n not in ("kit", "incomes")]


def test_every_field_of_the_state_says_who_may_see_it() -> None:
    assert sorted(view_module.ROWS) == sorted([*SHARED_FIELDS, *annotated()])
    assert set(view_module.ROWS.values()) <= {"public", "owner", "count", "nobody"}


def test_every_field_of_the_state_is_saved() -> None:
    assert sorted(FIELDS) == sorted(annotated())


@pytest.mark.parametrize("seed", SEEDS)
def test_views_are_plain_json(seed: int) -> None:
    for s in positions(seed):
        for viewer in viewers(s):
            seen = s.view(viewer)
            assert json.loads(json.dumps(seen)) == seen
            assert seen["viewer"] == viewer
