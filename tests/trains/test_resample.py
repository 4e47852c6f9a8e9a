"""The hidden cards dealt anew: what a seat knows stays, and the table can be played on."""

from __future__ import annotations

import random
from collections import Counter
from typing import cast

import pytest

from roundhouse.games.trains.state import Trains
from tests.trains.conserve import conserved
from tests.trains.midgame import SEEDS, hidden, positions, slots, viewers, zone
from tests.trains.table import table


@pytest.mark.parametrize("seed", SEEDS)
def test_resampling_keeps_the_view_and_the_cards(seed: int) -> None:
    for n, s in enumerate(positions(seed)):
        before = s.fingerprint()
        for viewer in viewers(s):
            twin = cast(Trains, s.resample(viewer, n))
            assert twin.view(viewer) == s.view(viewer)
            assert conserved(twin) == conserved(s)
        assert s.fingerprint() == before


@pytest.mark.parametrize("seed", SEEDS)
def test_resampling_keeps_what_the_viewer_knows_and_deals_the_rest(seed: int) -> None:
    changed: Counter[str] = Counter()
    for s in positions(seed):
        for viewer in viewers(s):
            for twin in (cast(Trains, s.resample(viewer, n)) for n in range(3)):
                for owner in range(s.seats):
                    unseen = hidden(s, owner, viewer)
                    for name, i in slots(s, owner):
                        same = zone(twin, owner, name)[i] == zone(s, owner, name)[i]
                        assert same or (name, i) in unseen
                        changed[f"{name} {'own' if owner == viewer else 'other'}"] += not same
    assert {"hands other", "decks own", "decks other"} <= {x for x in changed if changed[x]}
    assert not changed["hands own"]
    assert not changed["discards own"]


@pytest.mark.parametrize("seed", SEEDS)
def test_resampling_replaces_the_chance_to_come_and_follows_its_seed(seed: int) -> None:
    for s in positions(seed):
        for viewer in viewers(s):
            first, again, other = (s.resample(viewer, n) for n in (1, 1, 2))
            assert first.fingerprint() == again.fingerprint() != other.fingerprint()
            assert s.rng.words() != first.rng.words() != other.rng.words()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_resampled_table_plays_on(seed: int) -> None:
    rng = random.Random(seed)
    for n, s in enumerate(positions(seed)):
        for viewer in viewers(s):
            twin = s.resample(viewer, n)
            for _ in range(5):
                if not twin.over:
                    assert twin.legal()
                    twin.apply(rng.choice(twin.legal()))
            assert conserved(twin) == conserved(s)


QUESTIONS = [
    ("Maintenance factory, Express train", "play Maintenance factory", "", "show Express train"),
    ("Wagon factory, Express train", "play Wagon factory", "", "trash Express train"),
    ("Pulling", "play Pulling", "Express train", "pull Express train"),
    ("Freight train, Waste", "play Freight train", "", "return Waste"),
    ("Station crew, Waste", "play Station crew", "", "return 1 Waste from hand to the supply"),
    ("Mail train, Tunnel", "play Mail train", "", "no more"),
]


@pytest.mark.parametrize(("hand", "words", "discard", "answer"), QUESTIONS)
def test_resampling_keeps_the_question_another_seat_is_asked(hand: str, words: str, discard: str, answer: str) -> None:
    t = table(hand=hand, deck="30 Building", discard=discard).do(words)
    assert answer in t.can
    seen = t.state.view(1)
    changed = []
    for seed in range(40):
        twin = t.state.resample(1, seed)
        if twin.view(1) != seen or not twin.legal():
            changed.append(seed)
    assert changed == []


@pytest.mark.parametrize(("hand", "words", "discard", "answer"), QUESTIONS)
def test_every_answer_at_a_resampled_table_keeps_the_cards(hand: str, words: str, discard: str, answer: str) -> None:
    t = table(hand=hand, deck="30 Building", discard=discard).do(words)
    lost = []
    for seed in range(40):
        twin = t.state.resample(1, seed)
        for action in twin.legal():
            scout = twin.clone()
            scout.apply(action)
            if conserved(scout) != conserved(t.state):
                lost.append((seed, twin.words(action)))
    assert lost == []
