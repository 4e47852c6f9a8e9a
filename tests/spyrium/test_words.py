"""What a person types, and what the refusal says."""

from __future__ import annotations

from typing import Any

import pytest

import roundhouse
from roundhouse.draw.term import Sheet
from roundhouse.games.spyrium.face import page, term
from roundhouse.games.spyrium.face.looks import gallery
from tests.kit.journeys import looks
from tests.spyrium.table import beside, game, price, table


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


MINE = "build Mine I a1 in a new place"
CROWD = "0 0 1"  # of these three two are others once the first is lifted


@pytest.mark.parametrize(
    ("card", "more", "words", "told"),
    [
        ("Banker", {"tokens": "2"}, ["call Banker a1, token 2"], f" for £{price('Banker') + 2 + 2}: 4 points"),
        ("Engineer", {}, ["call Engineer a1"], f" for £{price('Engineer') + 2} and 1 Spyrium: 4 points"),
        ("Adviser", {"points": 6}, ["call Adviser a1"], f" for £{price('Adviser') + 2}: 3 points"),
        ("Adviser", {"points": 6}, ["call Adviser a1", "take £5"], ""),
        ("Mine I", {}, [MINE], f" for £{price('Mine I') + 2}"),
        (
            "Mine I",
            {"techniques": "Lobbying"},
            ["build Mine I a1 in a new place by Lobbying"],
            f" for £{price('Mine I')}",
        ),
        (
            "Mine III",
            {"tokens": "3"},
            ["build Mine III a1 in a new place"],
            f" for £{price('Mine III') + 2}: 3 Spyrium",
        ),
        ("Residence I", {}, ["build Residence I a1 in a new place", "move up the residence track"], ": income £3"),
        ("Residence I", {}, ["build Residence I a1 in a new place", "score the residence"], ": 2 points"),
        ("Mine I", {}, ["earn at Mine I a1"], ": £2"),
        ("Mine I", {"techniques": "Capitalization"}, ["earn at Mine I a1"], ": £4, £2 of it by Capitalization"),
    ],
)
def test_what_a_worker_cost_and_brought_is_told(card: str, more: dict[str, Any], words: list[str], told: str) -> None:
    assert beside(card, CROWD, **more).told(*words) == told


FACTORY = "use Factory I: 1 worker and 2 Spyrium for 6 points"


@pytest.mark.parametrize(
    ("more", "words", "told"),
    [
        ({}, FACTORY, ""),
        ({"techniques": "Engineering"}, FACTORY, ", 7 points by Engineering"),
        ({"points": 19, "workers": 4}, FACTORY, "; bonus: a worker and £5"),
        ({"techniques": "Automation"}, "use Mine I: 1 worker for 1 Spyrium", ", without a worker by Automation"),
        ({"event": "Hiring"}, "use the event: £1 for each worker owned for 1 new worker", ": £3 for 1 new worker"),
        ({"event": "Token windfall", "token": 3}, "use the event: £ as on the token", ": £3"),
        ({"event": "Buy renown"}, "use the event: £3 for 3 points", ""),
        ({}, "pass", "; turn 2 begins: income A £2, B £2"),
    ],
)
def test_what_techniques_tokens_and_the_turn_change_is_told(more: dict[str, Any], words: str, told: str) -> None:
    assert table(row="Factory I, Mine I", **more).told(words) == told


@pytest.mark.parametrize(
    ("techniques", "said", "earns", "place"),
    [
        ("", ["use Mine I: 1 worker for 1 Spyrium", FACTORY], 1, "£2 for the place"),
        ("Automation, Engineering", ["use Mine I: 1 Spyrium", FACTORY.replace("6", "7")], 1, "£2 for the place"),
        ("Capitalization, Crane", ["use Mine I: 1 worker for 1 Spyrium", FACTORY], 3, "£0 for the place"),
    ],
)
def test_labels_count_what_techniques_change(techniques: str, said: list[str], earns: int, place: str) -> None:
    t = table(market={"a1": "Adviser"}, stand={"a1 a2": "0 1"}, row="Mine I, Factory I", techniques=techniques)
    drawn = page.regions(t.view(), t.state.box, looks(t.state))
    for words in said:
        assert words in drawn["words"]
    assert f"£{earns} to earn." in drawn["board"]
    assert place in drawn["dock"]


def test_the_terminal_leaves_the_own_worker_out_of_a_price() -> None:
    t = table(market={"a1": "Adviser"}, stand={"a1 a2": "0 1"})
    names = [("A", "Ann", ""), ("B", "Bo", "")]
    for viewer, other in ((0, 1), (1, 1), (None, 2)):
        drawn = term.board(t.view(viewer), t.state.box, names, Sheet(80, 40, False))
        assert f"£{price('Adviser') + other} ({price('Adviser')}+{other})" in str(drawn)


def test_the_cap_of_a_technique_is_on_its_card() -> None:
    assert game().card_text("crane").endswith("At the end: 1 point for each building, at most 7 points.")
    assert "End: 1 per building, max 7" in gallery(game().printed)
