"""The end, bonuses, the residence track, and who knows what: sections 13 to 15 and 17 of the ledger."""

from __future__ import annotations

from typing import Any, cast

import pytest

import roundhouse
from roundhouse.core.cells import put
from roundhouse.games.spyrium.state import POUNDS_BONUS, WORKER_BONUS
from tests.spyrium.table import Table, beside, face, game, price, table, vp


def bonuses(t: Table) -> tuple[bool, bool]:
    """Which bonuses still wait for seat 0: a worker, pounds."""
    return (t.state.bonuses[0] & WORKER_BONUS != 0, t.state.bonuses[0] & POUNDS_BONUS != 0)


def scoring(points: int, **more: Any) -> Table:
    """Seat 0 in hand of a worker next to an Adviser (3 points)."""
    return beside("Adviser", points=points, **more)


# the end


@pytest.mark.rule("spyrium-13.1")
def test_the_game_ends_when_the_sixth_turn_does() -> None:
    t = table(turn=5).do("pass")
    assert (t.state.turn, t.state.over) == (6, False)
    t = table(turn=6).do("pass")
    assert (t.state.turn, t.state.over, t.state.seat, t.can) == (6, True, -1, [])


@pytest.mark.rule("spyrium-11.6")
def test_the_last_event_has_left_when_the_game_is_over() -> None:
    t = table(turn=6)
    last = t.view(None)["event"]
    seen = t.do("pass").view(None)
    assert (seen["event"], seen["past_events"][-1]) == (None, last["card"])


@pytest.mark.rule("spyrium-13.2")
def test_points_on_buildings_are_added() -> None:
    t = table(turn=6, points=11, row="Mine I, Mine I, Palace, Luxury Home").do("pass")
    assert t.state.scores() == [11 + 2 * vp("Mine I") + 12 + 6, 0]
    assert t.points == 11


@pytest.mark.rule("spyrium-13.3")
@pytest.mark.parametrize(("spyrium", "points"), [(0, 0), (6, 6), (7, 7), (8, 7), (50, 7)])
def test_a_technique_gives_seven_points_at_most(spyrium: int, points: int) -> None:
    assert table(turn=6, techniques="Automation", spyrium=spyrium).do("pass").state.scores() == [points, 0]


@pytest.mark.rule("spyrium-13.3")
def test_each_technique_has_its_own_cap() -> None:
    t = table(turn=6, techniques="Automation, Capitalization, Taylorism", spyrium=9, pounds=99, workers=7).do("pass")
    assert t.state.scores() == [21, 0]


@pytest.mark.rule("spyrium-13.4")
def test_pounds_spyrium_and_workers_give_nothing() -> None:
    t = table(turn=6, pounds=99, spyrium=99, workers=7, income=7, kept="1 2 3").do("pass")
    assert t.state.scores() == [0, 0]


@pytest.mark.rule("spyrium-13.5")
@pytest.mark.parametrize(
    ("points", "winners"), [([9, 3, 5], [0]), ([4, 9, 9], [1, 2]), ([7, 7, 7], [0, 1, 2]), ([0, 0, 1], [2])]
)
def test_the_most_points_win_and_ties_share(points: list[int], winners: list[int]) -> None:
    t = table(turn=6, seats=3)
    t.state.points = points
    t.state.spyrium = [90, 0, 0]  # breaks no tie
    assert t.do("pass").state.winners() == winners


@pytest.mark.rule("spyrium-13.5")
def test_the_final_score_decides_not_the_track() -> None:
    t = table(turn=6, row="Palace", points=1)
    t.state.points = [1, 12]
    t.do("pass")
    assert (t.state.scores(), t.state.winners()) == ([13, 12], [0])


# bonuses


@pytest.mark.rule("spyrium-14.1")
@pytest.mark.parametrize(("before", "asked"), [(0, False), (4, False), (5, True), (6, True), (7, True), (8, False)])
def test_a_bonus_at_eight_points(before: int, asked: bool) -> None:
    t = scoring(before, others="activating").do("call Adviser a1")
    assert t.points == before + 3
    assert (t.state.seat == 0) == asked
    if asked:
        assert t.can == ["take a worker", "take £5"]


@pytest.mark.rule("spyrium-14.1", "spyrium-14.5")
def test_the_worker_or_the_pounds() -> None:
    t = scoring(7, workers=3, others="activating").do("call Adviser a1")
    pounds = t.pounds
    t.do("take a worker")
    assert (t.workers, t.active, t.pounds, t.state.seat) == (4, 3, pounds, 1)
    assert bonuses(t) == (False, True)
    t = scoring(7, workers=3, others="activating").do("call Adviser a1", "take £5")
    assert (t.workers, t.active, t.pounds, t.state.seat) == (3, 2, pounds + 5, 1)
    assert bonuses(t) == (True, False)


@pytest.mark.rule("spyrium-14.1")
def test_a_bonus_comes_in_the_middle_of_an_action() -> None:
    # the bonus worker of a Workshop used can be used at once afterwards, not before
    t = table(row="Workshop I, University I", points=6, workers=1)
    t.do("use Workshop I: 1 worker and 1 Spyrium for 3 points")
    assert t.can == ["take a worker", "take £5"]
    assert t.refused("use University I: 1 worker for 2 points") == "spyrium-4.1"
    t.do("take a worker", "use University I: 1 worker for 2 points")
    assert (t.points, t.active) == (11, 0)


@pytest.mark.rule("spyrium-14.1")
@pytest.mark.parametrize(
    ("event", "words", "then"),
    [
        ("Buy renown", "£3 for 3 points", ""),
        ("Token windfall", "points as on the token", ""),
        ("Residence grant", "1 Spyrium for one residence action", "score the residence"),
        ("Second shift", "£1 for an inclined building used again", "reuse University I: 1 worker for 2 points"),
    ],
)
@pytest.mark.parametrize("phase", ["placing", "activating"])
def test_every_way_to_score_brings_the_bonus(event: str, words: str, then: str, phase: str) -> None:
    if event == "Second shift" and phase == "placing":
        return
    t = table(event=event, token=3, points=6, row="inclined University I", phase=phase)
    t.do(f"use the event: {words}", *([then] if then else []))
    assert t.can == ["take a worker", "take £5"]


@pytest.mark.rule("spyrium-14.5")
def test_a_bonus_worker_while_placing_can_be_placed() -> None:
    t = table(market={"a1": "Adviser"}, phase="placing", event="Buy renown", points=7, active=0, workers=3)
    t.do("use the event: £3 for 3 points", "take a worker").place("a1 a2")
    assert (t.workers, t.active, t.state.in_market(0)) == (4, 0, 1)


@pytest.mark.rule("spyrium-14.2")
@pytest.mark.parametrize("points", [7, 19])
def test_with_seven_workers_the_worker_brings_nothing_and_is_spent(points: int) -> None:
    t = scoring(points, workers=7)
    if points == 19:
        t.state.bonuses = put(t.state.bonuses, 0, WORKER_BONUS)
    pounds = t.pounds
    t.do("call Adviser a1")
    if points == 7:
        t.do("take a worker")
    cost = t.state.box.prices[face("Adviser")]
    assert (t.workers, t.active, t.pounds) == (7, 6, pounds - cost)
    assert bonuses(t) == (False, points == 7)


@pytest.mark.rule("spyrium-14.3")
@pytest.mark.parametrize(("took", "gain"), [(WORKER_BONUS, (0, 5)), (POUNDS_BONUS, (1, 0))])
@pytest.mark.parametrize("before", [17, 19])
def test_the_other_bonus_at_twenty(took: int, gain: tuple[int, int], before: int) -> None:
    t = scoring(before, workers=3, others="activating")
    t.state.bonuses = put(t.state.bonuses, 0, 3 & ~took)
    pounds = t.pounds - t.state.box.prices[face("Adviser")]
    t.do("call Adviser a1")
    assert (t.workers, t.pounds, t.state.seat) == (3 + gain[0], pounds + gain[1], 1)
    assert bonuses(t) == (False, False)


@pytest.mark.rule("spyrium-14.3")
def test_no_third_bonus() -> None:
    t = scoring(16, workers=3)
    t.state.bonuses = put(t.state.bonuses, 0, POUNDS_BONUS)
    t.do("call Adviser a1")
    assert bonuses(t) == (False, True)
    t = scoring(20, workers=3)
    t.state.bonuses = put(t.state.bonuses, 0, 0)
    pounds = t.pounds - t.state.box.prices[face("Adviser")]
    t.do("call Adviser a1")
    assert (t.workers, t.pounds) == (3, pounds)


@pytest.mark.rule("spyrium-14.4", "spyrium-4.7")
def test_one_gain_over_both_marks_brings_both() -> None:
    t = table(row="Factory II", points=5, others="activating")
    t.do("use Factory II: 2 workers and 5 Spyrium for 15 points")
    assert (t.points, t.pounds, t.workers, t.active, t.state.seat) == (20, 35, 4, 2, 1)
    assert bonuses(t) == (False, False)
    t = table(row="Factory II", points=4, others="activating")
    t.do("use Factory II: 2 workers and 5 Spyrium for 15 points")
    assert (t.points, t.can) == (19, ["take a worker", "take £5"])
    t = table(row="Factory II", points=7, workers=7, others="activating")
    t.do("use Factory II: 2 workers and 5 Spyrium for 15 points")
    assert (t.points, t.pounds, t.workers, bonuses(t)) == (22, 35, 7, (False, False))


@pytest.mark.rule("spyrium-14.6")
def test_the_final_score_brings_no_bonus() -> None:
    t = table(turn=6, row="Palace, Mansion", techniques="Capitalization, Taylorism", pounds=6, points=7).do("pass")
    assert t.state.scores() == [7 + 21 + 3 + 3, 0]
    assert (t.pounds, t.workers, bonuses(t)) == (6, 3, (True, True))


# the residence track


@pytest.mark.rule("spyrium-15.1")
@pytest.mark.parametrize(("income", "up"), [(2, 3), (3, 4), (4, 5), (5, 7)])
def test_up_the_track_or_points(income: int, up: int) -> None:
    t = table(event="Residence grant", income=income).do("use the event: 1 Spyrium for one residence action")
    assert t.can == ["move up the residence track", "score the residence"]
    assert t.do("move up the residence track").income == up
    assert t.points == 0
    t = table(event="Residence grant", income=income).do("use the event: 1 Spyrium for one residence action")
    t.do("score the residence")
    assert (t.points, t.income) == (income, income)


@pytest.mark.rule("spyrium-15.2")
def test_the_values_of_the_track() -> None:
    assert list(game().new(seats=2, seed=1).view(0)["track"]) == [2, 3, 4, 5, 7]  # type: ignore[call-overload]
    t = table(track="2 3 4 5 6 7", event="Residence grant", income=5)
    t.do("use the event: 1 Spyrium for one residence action", "move up the residence track")
    assert t.income == 6
    t = table(track="2 3 4 5 6 7", event="Residence grant", income=6)
    t.do("use the event: 1 Spyrium for one residence action", "move up the residence track", "pass")
    assert (t.income, t.pounds) == (7, 37)
    with pytest.raises(roundhouse.BadOption):
        game().new(seats=2, residence_track="2 4 6")


@pytest.mark.rule("spyrium-15.3", "spyrium-4.7")
@pytest.mark.parametrize("track", ["2 3 4 5 7", "2 3 4 5 6 7"])
def test_on_the_last_space_it_scores(track: str) -> None:
    t = table(event="Residence grant", income=7, others="activating", track=track)
    t.do("use the event: 1 Spyrium for one residence action")
    assert (t.points, t.income, t.spyrium, t.state.seat) == (7, 7, 8, 1)


# who knows what


@pytest.mark.rule("spyrium-17.1")
def test_all_that_lies_open_is_seen_by_all() -> None:
    t = table(
        market={"a1": "Miner", "a2": "Crane"},
        tokens={"a1": "1 3"},
        stand={"a1 a2": "0 1"},
        row="Mine I, inclined Palace",
        techniques="Commerce, Crane",
        kept="2 2 3",
        event="Token windfall",
        token=3,
        discards="1 2",
        seats=3,
    )
    views: list[dict[str, Any]] = [t.state.view(v) for v in (0, 1, 2, None)]
    for seen in views:
        seen.pop("viewer")
        seen.pop("actions", None)
    assert views[0] == views[1] == views[2] == views[3]
    seen = views[3]
    spot = {"place": "a1", "card": "miner", "tokens": [1, 3], "crowd": 2, "others": [1, 1, 2]}
    prices = {"price": price("Miner") + 2, "prices": [price("Miner") + n for n in (1, 1, 2)]}
    assert seen["market"][0] == {**spot, **prices}
    assert seen["gaps"][0] == {"between": [0, 1], "workers": [1, 1, 0], "open": True}
    assert seen["event"] == {"card": "token_gain", "token": 3}
    assert seen["next_event"]["card"] == t.state.box.ids[t.state.events[1]]
    assert seen["discards"] == [1, 2]
    me = seen["players"][0]
    assert (me["kept"], me["techniques"], me["pounds"], me["spyrium"]) == ([2, 2, 3], ["commerce", "crane"], 30, 9)
    assert me["buildings"][1] == {"card": "palace", "inclined": True, "workers": 0}


@pytest.mark.rule("spyrium-17.1")
def test_only_who_decides_sees_the_actions() -> None:
    t = table(market={"a1": "Miner"}, phase="placing")
    words = [a["words"] for a in cast(list[dict[str, Any]], t.state.view(0)["actions"])]
    assert words == t.can
    assert "actions" not in t.state.view(1)
    assert "actions" not in t.state.view(None)
