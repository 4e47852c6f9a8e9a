"""What is hidden, and that cards not laid out stay secret: section 17 of the ledger."""

from __future__ import annotations

import json

import pytest

from tests.kit.journeys import samples
from tests.spyrium import test_suite
from tests.spyrium.table import game


@pytest.mark.rule("spyrium-17.2")
def test_what_all_have_seen_of_the_events_stays() -> None:
    for sample in samples(test_suite.TestSpyrium):
        s = sample.state
        for viewer in sample.viewers:
            assert s.resample(viewer, 1).events[: s.turn + 1] == s.events[: s.turn + 1]


@pytest.mark.rule("spyrium-17.3")
def test_cards_not_laid_out_stay_secret() -> None:
    last = [sample for sample in samples(test_suite.TestSpyrium) if sample.state.turn == 6]
    assert len(last) > 10
    left = [len(deck) - 9 * turns for deck, turns in zip(game().printed.decks, (3, 2, 1), strict=True)]
    for sample in last:
        s, seen = sample.state, sample.view(None)
        assert seen["decks"] == [len(deck) for deck in s.decks] == left
        for n in range(5):
            assert [sorted(deck) for deck in s.resample(0, n).decks] == [sorted(deck) for deck in s.decks]
        text = json.dumps({k: v for k, v in seen.items() if k not in ("players", "market", "gone")})
        assert not any(f'"{s.box.ids[face]}"' in text for face in s.decks[0] + s.decks[1])
