"""Whatever is typed or read, the answer is a sentence, never another exception."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roundhouse
from roundhouse.core.records import loads
from roundhouse.core.rng import seeded

GOLDEN = (Path(__file__).parent / "golden" / "trains-random.jsonl").read_text(encoding="utf-8").split("\n")


def some_state(seed: int) -> roundhouse.State:
    rng = seeded(seed)
    s = roundhouse.game("trains").new(seats=2, seed=seed)
    for _ in range(rng.below(300)):
        if not s.over:
            legal = s.legal()
            s.apply(legal[rng.below(len(legal))])
    return s


TYPED = st.text(max_size=30) | st.sampled_from(["play", "buy e", "lay", "end", "play normal train for", "station in"])


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 50), TYPED)
def test_any_words_are_understood_or_answered(seed: int, text: str) -> None:
    s = some_state(seed)
    before = s.fingerprint()
    try:
        assert 0 <= s.parse(text) < s.game.num_actions
    except (roundhouse.UnknownAction, roundhouse.AmbiguousAction) as answer:
        sentence(answer)
    assert s.fingerprint() == before


def sentence(answer: Exception) -> None:
    assert str(answer).endswith(".")
    assert "\n" not in str(answer)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_damaged_record_is_never_taken_for_another_game(data: st.DataObject) -> None:
    lines = GOLDEN[:]
    n = data.draw(st.integers(0, len(lines) - 2))
    line = lines[n]
    at = data.draw(st.integers(0, len(line) - 1))
    put = data.draw(st.sampled_from(["", "0", "9", '"', "{", "}", "[", "]", ",", "x", "null", "-"]))
    lines[n] = line[:at] + put + line[at + 1 :]
    try:
        record = loads("\n".join(lines))
    except roundhouse.BadRecord as answer:
        sentence(answer)
        return
    # what still loads is the same game: the edit touched a name, the spacing, or nothing
    assert record.text().split("\n")[1:] == GOLDEN[1:]


@settings(max_examples=40, deadline=None)
@given(st.integers(1, len(GOLDEN) - 1), st.integers(0, 20))
def test_a_cut_off_record_is_refused(lines: int, rest: int) -> None:
    text = "\n".join(GOLDEN[: lines - 1]) + "\n" + GOLDEN[lines - 1][:rest]
    with pytest.raises(roundhouse.BadRecord) as caught:
        loads(text)
    sentence(caught.value)
