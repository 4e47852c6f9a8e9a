"""What a person types, and what the refusal says."""

from __future__ import annotations

import pytest

import roundhouse
from tests.trains.table import table


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play rail", "play Rail laying"),
        ("PLAY  Rail-laying", "play Rail laying"),
        ("play rail for", "play Rail laying for its coins"),
        ("buy exp", "buy Express train"),
        ("buy express", "buy Express train"),
        ("buy lim", "buy Limited express train"),
        ("buy bullet train", "buy Rapid train"),
        ("end", "end turn"),
        ("done", "end turn"),
        ("pass", "end turn"),
    ],
)
def test_beginnings_are_enough(typed: str, meant: str) -> None:
    t = table(hand="Rail laying, Rapid train", coins=9, piles="Passing station")
    assert t.state.words(t.state.parse(typed)) == meant
    assert meant in t.can


@pytest.mark.rule("trains-4.5")
def test_a_beginning_never_leaves_an_effect_out() -> None:
    t = table(hand="Rail laying, Station expansion, Rapid train", tracks="river D2", stations_left=0)
    for typed in ("play rail", "play station exp", "play rapid"):
        assert "for its coins" not in t.state.words(t.state.parse(typed))
        assert t.state.parse(typed) not in t.state.legal()


@pytest.mark.rule("trains-4.12")
def test_pass_asks_what_is_meant_with_waste_in_hand() -> None:
    t = table(hand="Waste, Normal train")
    with pytest.raises(roundhouse.AmbiguousAction, match="'end turn', 'pass and return Waste'"):
        t.state.parse("pass")
    assert t.state.words(t.do("play Normal train").state.parse("pass")) == "end turn"


def test_every_hex_has_its_coordinate() -> None:
    t = table(hand="Rail laying", tracks="river F2", coins=2).do("play Rail laying")
    assert t.state.words(t.state.parse("lay f3")) == "lay Mizonokuchi"
    assert t.state.words(t.state.parse("lay mizonoguchi")) == "lay Mizonokuchi"


@pytest.mark.parametrize(
    ("hand", "before", "words", "clause", "reason"),
    [
        (
            "Amusement park, Normal train",
            ["play Normal train", "play Amusement park"],
            "count Landfill",
            "9.8",
            "train in",
        ),
        (
            "Switchback, Normal train",
            ["play Normal train", "play Switchback"],
            "send back Landfill",
            "9.22",
            "train in",
        ),
        (
            "Maintenance factory, Express train",
            ["play Maintenance factory"],
            "show Normal train",
            "9.21",
            "supply still",
        ),
        ("Wagon factory, Normal train", ["play Wagon factory"], "trash Tunnel", "9.37", "train in hand"),
        ("Command central", ["play Command central"], "name Switchback", "9.12", "cards of this game"),
        ("Information central", ["play Information central"], "take Building", "9.14", "revealed"),
        ("Garage", [], "buy Waste", "4.10", "not for sale"),
        ("Garage", ["play Garage"], "end turn", "4.1", "seat 1 is asked to discard 2 cards"),
        ("Normal train", [], "play Normal train for its coins", "4.5", "no effect"),
    ],
)
def test_a_refusal_names_its_clause_and_reason(
    hand: str, before: list[str], words: str, clause: str, reason: str
) -> None:
    t = table(hand=hand).do(*before)
    assert t.refused(words) == f"trains-{clause}"
    assert reason in t.why
    assert f"(trains-{clause})" in t.why
    assert "Possible: " in t.why


@pytest.mark.rule("trains-8.1")
def test_the_view_says_why_the_game_ended() -> None:
    t = table(hand="Station expansion", stations_left=1).do("play Station expansion", "station in Kamata")
    assert t.state.view(1)["endings"] == ["the last station marker is placed"]
    assert t.do("end turn").state.over
    assert t.state.view(None)["endings"] == ["the last station marker is placed"]


@pytest.mark.parametrize(
    ("hand", "words", "told"),
    [
        ("Express train", ["play Express train"], ", +2 coins"),
        ("Rail laying", ["play Rail laying", "lay mountain B2"], " for 3 coins, +2 Waste"),
        ("Rail laying", ["play Rail laying", "lay field C4"], ", free, +1 Waste"),
        ("Ironworks, Rail laying", ["play Ironworks", "play Rail laying"], ", +2 coins"),
        ("Station expansion", ["play Station expansion", "station in Kamata"], ", +1 Waste"),
        ("Mail train, 2 Waste", ["play Mail train", "discard Waste", "discard Waste"], ", +2 coins"),
        ("Normal train", ["buy Express train"], " for 3 coins"),
        ("Normal train", ["buy Building"], " for 3 coins, +1 Waste"),
        ("Normal train", ["play Normal train", "end turn"], ", 5 coins unspent"),
        ("3 Waste", ["pass and return Waste"], ": 3"),
        ("Holiday timetable", ["play Holiday timetable"], ", +3 coins"),
    ],
)
def test_what_a_decision_cost_and_brought_is_told(hand: str, words: list[str], told: str) -> None:
    assert table(hand=hand, coins=4, rivals={1: "mountain B2"}).told(*words) == told
