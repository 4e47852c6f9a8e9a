"""What a person types, and what the refusal says."""

from __future__ import annotations

import pytest

import roundhouse
from tests.spyrium.table import beside, table


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("earn at mine", "earn at Mine I a1"),
        ("earn at miner", "earn at Miner a2"),
        ("EARN AT MINE I A1", "earn at Mine I a1"),
        ("call miner a2 token 3", "call Miner a2, token 3"),
        ("build mine i in new", "build Mine I a1 in a new place"),
        ("build mine over res", "build Mine I a1 over Residence I"),
    ],
)
def test_beginnings_are_enough(typed: str, meant: str) -> None:
    t = table(market={"a1": "Mine I", "a2": "Miner"}, tokens={"a2": "1 3"}, stand={"a1 a2": "0"}, row="Residence I")
    t.lift("a1 a2")
    if typed == "earn at mine":
        with pytest.raises(roundhouse.AmbiguousAction, match=r"Mine I a1.*Miner a2"):
            t.state.parse(typed)
        return
    assert t.state.words(t.state.parse(typed)) == meant
    assert meant in t.can


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("phase 2", "start activating"), ("start", "start activating"), ("activate", "start activating")],
)
def test_other_words_for_starting_to_activate(typed: str, meant: str) -> None:
    t = table(market={"a1": "Mine I"}, phase="placing")
    assert t.state.words(t.state.parse(typed)) == meant


def test_other_words_for_passing() -> None:
    t = table()
    assert t.state.words(t.state.parse("done")) == t.state.words(t.state.parse("PASS")) == "pass"


def test_lobbying_is_never_meant_by_the_beginning() -> None:
    t = beside("Adviser", "0 1", techniques="Lobbying")
    assert t.state.words(t.state.parse("call adviser")) == "call Adviser a1"
    assert t.state.words(t.state.parse("call adviser by")) == "call Adviser a1 by Lobbying"


@pytest.mark.parametrize(
    ("words", "clause", "reason"),
    [
        ("pass", "spyrium-11.1", "own workers are still in the market"),
        ("use Mine II: 1 Spyrium", "spyrium-10.1", "has been used this turn"),
        ("use Residence I: option 1", "spyrium-10.5", "has no such use"),
        ("use Factory II: 2 workers and 5 Spyrium for 15 points", "spyrium-9.1", "only an own building"),
        ("start activating", "spyrium-4.2", "belongs to the other phase"),
        ("use the event: £6 for 5 points", "spyrium-6.2", "cannot be paid"),
        ("score the residence", "spyrium-4.1", "seat 1 is asked to lift a worker"),
    ],
)
def test_a_refusal_says_why_and_what_is_possible(words: str, clause: str, reason: str) -> None:
    t = table(
        market={"a1": "Mine I"},
        stand={"a1 a2": "0"},
        row="inclined Mine II, Residence I",
        event="Buy renown",
        pounds=4,
    )
    assert t.refused(words) == clause
    assert t.why.startswith(f"'{words}' is refused: ")
    assert reason in t.why
    assert f"({clause})" in t.why
    assert "Possible: 'lift the worker between Mine I a1 and empty a2'" in t.why
