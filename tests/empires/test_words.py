"""What a person types, and what the refusal says."""

from __future__ import annotations

import pytest

from tests.empires.table import table


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lay e5", "lay E5 half and half"),
        ("LAY D4 GRAIN", "lay D4 grain"),
        ("lay d2", "lay Ashby"),
        ("lay ashby", "lay Ashby"),
        ("start a new route at I4", "start a new route at Beech"),
        ("start a new route at bee", "start a new route at Beech"),
    ],
)
def test_beginnings_and_coordinates_are_enough(typed: str, meant: str) -> None:
    t = table("E4 E3")
    assert t.state.words(t.state.parse(typed)) == meant
    assert meant in t.can


@pytest.mark.parametrize("typed", ["stop", "no third track"])
def test_other_words_for_no_third_track(typed: str) -> None:
    t = table("E4", others=1).do("lay E3", "lay E5")
    assert t.state.words(t.state.parse(typed)) == "lay no third track"


def test_other_words_for_nothing() -> None:
    t = table("E4 E3 D2", step="deliver", hand="red_coal", feats="treasure", money=9)
    assert t.state.words(t.state.parse("no delivery")) == "deliver nothing"
    t.do("no delivery")
    assert t.state.words(t.state.parse("claim nothing")) == "claim nothing more"
    t.do("claim nothing")
    assert t.state.words(t.state.parse("buy nothing")) == t.state.words(t.state.parse("take nothing"))


def test_the_contract_is_never_meant_by_the_beginning() -> None:
    t = table("E4 E3 D2", step="deliver", contract_of="FA2").do("send coal", "deliver to ashby")
    assert t.state.words(t.state.parse("play red coal")) == "play Red coal engine"
    assert t.state.words(t.state.parse("play red coal engine and")) == "play Red coal engine and reveal the contract"


@pytest.mark.parametrize(
    ("words", "clause", "reason"),
    [
        ("lay A1", "empires-4.2", "not next to an own track or train"),
        ("lay Axe Edge", "empires-4.3", "an own track or train is there already"),
        ("lay F3", "empires-4.6", "the loans do not reach"),
        ("lay no third track", "empires-4.1", "must be laid"),
        ("start a new route at Damask", "empires-5.2", "starts at a factory of the country"),
        ("deliver nothing", "empires-3.1", "seat 1 is asked to lay a track"),
    ],
)
def test_a_refusal_says_why_and_what_is_possible(words: str, clause: str, reason: str) -> None:
    t = table("E4", money=1, loans=12)
    assert t.refused(words) == clause
    assert "is refused: " in t.why
    assert reason in t.why
    assert f"({clause})" in t.why
    assert "Possible: 'lay D4 grain'" in t.why


def test_lines_in_words() -> None:
    t = table("E4 E3 D3 D2")
    box = t.state.box
    words = [box.line_words(code) for code in range(31 * 16)]
    offered = [box.line_words(c) for c in range(31 * 16) if box.round_down(30 - c // 16) == 30 - c // 16]
    assert len(set(offered)) == len(offered)
    assert "9 or more long over lake and mountain" in words
    assert "1 or less long" in words
    assert "5 long over forest" in words
