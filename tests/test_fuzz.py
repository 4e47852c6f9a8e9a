"""Whatever is typed or read, the answer is a sentence, never another exception."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roundhouse
from roundhouse.core.records import loads
from roundhouse.core.rng import seeded

FOLDER = Path(__file__).parent / "golden"
GAMES = ("trains", "spyrium", "empires", "empyreal")
GOLDEN = {g: (FOLDER / f"{g}-random.jsonl").read_text(encoding="utf-8").split("\n") for g in GAMES}


def some_state(name: str, seed: int) -> roundhouse.State:
    rng = seeded(seed)
    s = roundhouse.game(name).new(seats=2, seed=seed)
    for _ in range(rng.below(300)):
        if not s.over:
            legal = s.legal()
            s.apply(legal[rng.below(len(legal))])
    return s


COMMON = ["play", "buy e", "lay", "end", "play normal train for", "station in"]
COMMON += ["place", "lift", "build", "build mine", "call", "use", "use the event", "reuse", "take", "count the token"]
COMMON += ["start", "start a new route", "send", "send coal", "deliver to", "claim", "lay e", "take the line"]
COMMON += ["move to", "activate", "administrate", "build on", "look at the", "upgrade", "collect", "swap", "found"]
TYPED = st.text(max_size=30) | st.sampled_from(COMMON)


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 50), TYPED)
def test_any_words_are_understood_or_answered(name: str, seed: int, text: str) -> None:
    s = some_state(name, seed)
    before = s.fingerprint()
    try:
        assert 0 <= s.parse(text) < s.game.num_actions
    except (roundhouse.UnknownAction, roundhouse.AmbiguousAction) as answer:
        sentence(answer)
    assert s.fingerprint() == before


def sentence(answer: Exception) -> None:
    assert str(answer).endswith(".")
    assert "\n" not in str(answer)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_a_damaged_record_is_never_taken_for_another_game(data: st.DataObject) -> None:
    golden = GOLDEN[data.draw(st.sampled_from(GAMES))]
    lines = golden[:]
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
    assert record.text().split("\n")[1:] == golden[1:]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_cut_off_record_is_refused(data: st.DataObject) -> None:
    golden = GOLDEN[data.draw(st.sampled_from(GAMES))]
    lines = data.draw(st.integers(1, len(golden) - 1))
    rest = data.draw(st.integers(0, 20))
    text = "\n".join(golden[: lines - 1]) + "\n" + golden[lines - 1][:rest]
    with pytest.raises(roundhouse.BadRecord) as caught:
        loads(text)
    sentence(caught.value)
