"""Advice on a decision and the review of a game: legal, the same for all that a seat cannot see, and of use."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import roundhouse
from roundhouse.bots.advice import Adviser, Future, Prospect, sharpened
from roundhouse.bots.advice import told as told_chances
from roundhouse.bots.bot import Budget
from roundhouse.bots.learned import learned_for
from roundhouse.bots.make import Player
from roundhouse.core.records import Record
from roundhouse.core.state import State
from roundhouse.games.spyrium.actions import PASS
from roundhouse.lab.advice import ENOUGH, Tally, advise, nudge, ranked, reasons, tally
from roundhouse.lab.review import Judged, named, positions, reasoned, review
from tests.bots.tables import GAMES
from tests.kit.journeys import APART
from tests.test_cli import Shell

pytestmark = pytest.mark.xdist_group("advice")  # they look at the same games

NAMES = ["Ann", "Bob"]


def played(game: str, decisions: int = 10_000, seed: str = "advice") -> Record:
    """A game of two greedy bots, or how it begins."""
    record = Record(game, 2, seed, NAMES)
    bots = [Player("greedy", n) for n in range(2)]
    while not record.state.over and len(record.lines) < decisions:
        record.play(bots[record.state.seat].decide(record.state))
    return record


@cache
def choices(game: str) -> list[State]:
    """The positions of a game in which there is a choice: for many tests, none of which may change them."""
    return [state for _, state in positions(played(game, 120))]


def choices_of(game: str, apart: int) -> list[State]:
    """Some of them."""
    return choices(game)[::apart]


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_legal_and_tells_the_best_first(game: str) -> None:
    for state in choices_of(game, 30 * APART):
        before, worst = state.fingerprint(), state.legal()[-1]
        found = advise(state, Budget(16), NAMES, [worst], games=1)
        assert state.fingerprint() == before
        chances = [option.chance for option in found.options]
        actions = [option.action for option in found.options]
        assert chances == sorted(chances, reverse=True)  # from one game nothing is told by points
        assert not any(option.why for option in found.options)
        assert worst in actions
        assert len(set(actions)) == len(actions) <= 4
        assert set(actions) <= set(state.legal())
        assert [option.words for option in found.options] == [state.words(action) for action in actions]
        assert sum(found.chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in chances)
        assert all(len(option.points) == 2 for option in found.options)
        assert found.nudge.endswith(".")
        for option in found.options:
            assert not option.line or all(seat in (0, 1) and words for seat, words in option.line)
        assert json.loads(json.dumps(found.as_json()))["seat"] == state.seat


@pytest.mark.parametrize("game", GAMES)
def test_advice_knows_only_what_the_seat_may_know(game: str) -> None:
    for n, state in enumerate(choices_of(game, 30 * APART)):
        other = state.resample(state.seat, f"other {n}")
        assert other.view(state.seat) == state.view(state.seat)
        a, b = (advise(s, Budget(8), NAMES, games=1) for s in (state, other))
        assert a == b


def test_advice_can_be_stopped_and_asked_for_at_once() -> None:
    state = choices_of("spyrium", 10)[1]
    budget = Budget(milliseconds=60_000)
    budget.stop()
    assert Adviser(1).look(state, state.seat, budget, [])[0].action in state.legal()
    assert Adviser(1).look(state, state.seat, Budget(), [])[0].action in state.legal()
    assert len(Adviser(1).look(state, state.seat, Budget(milliseconds=5), [])) >= 1


def test_every_action_is_tried_as_often_as_the_others() -> None:
    state = choices_of("empires", 10)[2]
    found = Adviser(1).look(state, state.seat, Budget(60), [])
    assert len(found) == 3
    least = min(prospect.visits for prospect in found)
    assert least >= 10


def test_where_nothing_need_be_thought_about_advice_is_of_this_decision_and_not_of_the_next() -> None:
    h = roundhouse.game("trains").heuristics
    seen = 0
    for state in choices_of("trains", 3):
        options = h.sensible(state, state.choices())
        plain = options[0] if len(options) == 1 else h.obvious(state, options)
        if plain < 0:
            continue
        seen += 1
        (told,) = Adviser(1).look(state, state.seat, Budget(20), [])
        assert (told.action, told.visits) == (plain, 20)
        other = next(action for action in state.choices() if action != plain)
        found = Adviser(1).look(state, state.seat, Budget(20), [other])
        assert sorted((one.action, one.visits) for one in found) == sorted([(plain, 15), (other, 5)])
    assert seen > 5


def test_an_action_is_judged_with_all_that_may_follow_though_it_could_have_come_first() -> None:
    """Elsewhere search looks at one order of two actions only; an action that is asked about would lose by that."""
    h = roundhouse.game("empires").heuristics

    def followed(state: State) -> bool:
        """Two of the actions that could have come first are thought of after the last one."""
        actions = state.choices()
        last = max((action for action in actions if h.commutes(action, actions[0])), default=actions[0])
        adviser = Adviser(1)
        adviser.look(state, state.seat, Budget(60), [last])
        asked = next(kid for kid in adviser.root.kids if kid.action == last)
        first = [kid.action for kid in adviser.root.kids if kid is not asked and h.commutes(last, kid.action)]
        return sum(kid.visits > 0 and kid.seat == state.seat and kid.action in first for kid in asked.kids) > 1

    assert any(followed(state) for state in choices_of("empires", 3))


@pytest.mark.parametrize("game", GAMES)
def test_games_that_go_on_end(game: str) -> None:
    state = choices_of(game, 30)[1]
    future, again = (Adviser(n).future(state, state.seat, state.legal()[0], "seed") for n in range(2))
    assert future.state.over
    assert not future.soon.over
    assert future.state.scores() == again.state.scores()


# why


def test_without_a_next_turn_nothing_is_told_of_it() -> None:
    state = choices_of("spyrium", 30)[1]
    action = state.legal()[0]
    going_on = Adviser(1).future(state, state.seat, action, "seed")
    ended = Future(going_on.state, going_on.state, going_on.taken)
    assert "pounds" in tally(state, action, [going_on, going_on, ended]).held
    assert tally(state, action, [going_on, ended, ended]).held == {}


def after(action: int, goods: int, rival: int = 20, games: int = 8, **more: Any) -> Tally:
    """Games after an action in which the first seat has so many points, a little more in every other game."""
    points = [[goods + n % 2, rival] for n in range(games)]
    given = {"sources": {"Goods": points, "Loans": [[-2, 0]] * games}, "takes": [Counter(), Counter()], **more}
    held = {"workers": [[given.pop("workers", 3), 3]] * games}
    return Tally(action, given.pop("own", ""), points, held=held, length=[10] * games, rounds="round", **given)


def told(ours: Tally, theirs: Tally, better: bool = True) -> list[str]:
    return reasons(ours, theirs, 0, NAMES, better)


def test_reasons_tell_what_games_differ_in() -> None:
    more, less = after(1, 12), after(2, 9)
    assert told(more, less) == ["3 points more from the goods"]
    assert told(less, more, better=False) == ["3 points less from the goods"]
    assert told(more, after(2, 11, workers=4)) == ["1 point more from the goods", "But 1 worker less at your next turn"]
    assert told(after(1, 9, rival=18), after(2, 9)) == ["Bob ends with 2 points less"]
    dear = after(2, 9, sources={"Loans": [[-4, 0]] * 8})
    assert told(after(1, 9), dear) == ["2 points less lost to the loans"]
    assert told(more, after(2, 12)) == []
    assert told(after(1, 12, games=4), after(2, 9, games=4)) == []  # these may be chance


def test_reasons_tell_what_is_taken_but_not_what_the_action_takes_itself() -> None:
    depot = "card: Depot"
    ours = after(1, 9, own=depot, takes=[Counter({depot: 8}), Counter()])
    theirs = after(2, 9, takes=[Counter(), Counter({depot: 6})])
    assert told(ours, theirs) == ["Bob less often takes Depot (in 0 of 100 games, else in 75)"]
    soon = after(1, 9, takes=[Counter({depot: 8}), Counter()])
    assert told(soon, after(2, 9)) == ["You soon take Depot (in 100 of 100 games, else in 0)"]
    rarely = after(1, 9, takes=[Counter({depot: 2}), Counter()])
    assert told(rarely, after(2, 9)) == []


def test_a_game_that_is_all_but_settled_is_advised_on_by_points() -> None:
    state = next(state for state in choices_of("spyrium", 1) if state.seat == 0)
    tallies = {1: after(1, 9), 2: after(2, 12)}

    def looked(*chances: float) -> list[Prospect]:
        found = [Prospect(n, chance, 1, []) for n, chance in enumerate(chances, 1)]
        return ranked(found, tallies, 0)

    assert [one.action for one in looked(0.6, 0.59)] == [2, 1]  # chances are near, and games end otherwise
    assert [one.action for one in looked(0.6, 0.5)] == [1, 2]
    for chances, words in (((0.99, 0.98), "all but won"), ((0.02, 0.01), "all but lost")):
        found = looked(*chances)
        assert [one.action for one in found] == [2, 1]
        assert words in nudge(state, found, tallies, NAMES)
    assert [one.action for one in looked(0.99, 0.9)] == [1, 2]  # not at the cost of the game
    assert "points from the goods" in nudge(state, looked(0.6, 0.5), {1: after(1, 12), 2: after(2, 9)}, NAMES)
    tallies[2] = after(2, 9)
    assert [one.action for one in looked(0.6, 0.59)] == [1, 2]
    same = nudge(state, looked(0.6, 0.59), tallies, NAMES)
    assert same.endswith(f"as good: {state.words(1)} and {state.words(2)}.")


def test_advice_keeps_to_its_time_and_tells_from_how_many_games() -> None:
    state = choices_of("spyrium", 10)[1]
    found = advise(state, Budget(milliseconds=1), NAMES)
    assert {option.games for option in found.options} == {1}
    assert {option.games for option in advise(state, Budget(8), NAMES, games=6).options} == {6}


# chances as they are told


def test_chances_are_told_as_they_come_true() -> None:
    assert told_chances([0.5, 0.3, 0.2], 1.0) == pytest.approx([0.5, 0.3, 0.2])
    assert told_chances([0.7, 0.3], 2.0) == pytest.approx([0.49 / 0.58, 0.09 / 0.58])
    for seats in (2, 3, 6):
        assert sharpened(1 / seats, seats, 1.7) == pytest.approx(1 / seats)
    sharp = told_chances([0.6, 0.25, 0.15], 1.5)
    assert sum(sharp) == pytest.approx(1)
    assert sharp[0] > 0.6
    assert sharp == sorted(sharp, reverse=True)
    assert (sharpened(0.0, 2, 3.0), sharpened(1.0, 2, 3.0)) == (0.0, 1.0)
    assert sharpened(1e-300, 2, 3.0) == pytest.approx(0)


def test_how_sharp_lies_beside_the_weights() -> None:
    """And what is better stays better."""
    state = choices_of("spyrium", 10)[1]
    plain, usual = Adviser(1), Adviser(1)
    plain.sharpness = 1.0
    a, b = (one.look(state, state.seat, Budget(60), []) for one in (plain, usual))
    assert [one.action for one in a] == [one.action for one in b]
    held = learned_for(state)
    assert held is not None
    assert held.told != 1
    assert [one.chance for one in b] == [sharpened(one.chance, 2, held.told) for one in a]
    assert usual.chances == told_chances(plain.chances, held.told)


# reviews


def test_a_review_finds_a_planted_blunder() -> None:
    record = played("spyrium", 76, "blunder")
    assert record.state.all_words().count("pass") == 1
    assert len(record.state.choices()) == 4  # one might use buildings instead
    record.play(PASS)
    found = review(record, 20)
    told = found.judged[-1]
    assert (told.n, told.words) == (77, "pass")
    assert told in found.worst(told.seat)
    assert told.better.startswith("use ")
    assert told.best > told.chance + 0.05


def test_of_the_worst_a_review_tells_why_they_were() -> None:
    places = positions(played("spyrium"))
    line, state = next((line, state) for line, state in reversed(places) if len(state.choices()) > 4)
    worst = min(state.choices(), key=lambda action: action == line.now)
    one = Judged(line.n, line.seat, "", [0.5, 0.5], 0.2, 0.5, "better", line.now, [], 100)
    assert exhausted(reasoned(one, state, worst, ENOUGH - 1)).why == []
    told = exhausted(reasoned(one, state, worst, ENOUGH)).why
    assert len(told) <= 3
    assert exhausted(reasoned(one, state, worst, ENOUGH)).why == told
    assert named("But Seat 2 ends with 3 points more", NAMES) == "But Bob ends with 3 points more"


def exhausted(steps: Generator[None, None, Judged]) -> Judged:
    """What steps come to in the end."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: Judged = end.value
            return made


def test_a_review_looks_at_every_choice() -> None:
    record = played("empires", 60)
    done: list[int] = []
    found = review(record, 2, done.append)
    looked_at = [line.n for line, _ in positions(record)]
    assert [one.n for one in found.judged] == looked_at
    assert sum(done) == len(looked_at)
    assert found.winners == []
    assert all(one.cost >= 0 for one in found.judged)
    assert all(one.better or not one.cost for one in found.judged)
    assert len(found.worst()) <= 5
    assert {one.seat for one in found.worst(seat=1)} <= {1}
    assert review(played("spyrium", 40), 2) == review(played("spyrium", 40), 2)


def test_what_was_undone_is_not_reviewed() -> None:
    record = played("spyrium", 12)
    record.undo(record.lines[-1].n)
    assert [line.n for line, _ in positions(record)] == [
        line.n for line, _ in positions(played("spyrium", 12)) if line.n != 12
    ]


# the commands


@pytest.fixture
def saved(tmp_path: Path) -> str:
    path = str(tmp_path / "game.jsonl")
    played("spyrium", 40).save(path)
    return path


def test_advise_in_the_terminal(shell: Shell, saved: str) -> None:
    said = shell("advise", saved, "--at", 9, "--iterations", 20, "--games", 2)
    assert said.code == 0
    assert "(as played)" in said.out
    assert said.out.startswith("Decision 9, ")
    assert said.out.count("wins ") >= 2
    told = json.loads(shell("advise", saved, "--at", 9, "--iterations", 20, "--games", 2, "--json").out)
    assert [option["words"] in said.out for option in told["options"]] == [True] * len(told["options"])
    last = shell("advise", saved, "--at", 41, "--iterations", 20, "--games", 2)
    assert (last.code, "(as played)" in last.out) == (0, False)


def test_review_in_the_terminal(shell: Shell, saved: str, tmp_path: Path) -> None:
    picture = tmp_path / "chances.svg"
    said = shell("review", saved, "--iterations", 3, "--svg", picture)
    assert said.code == 0
    assert "The dearest of" in said.out
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    assert root.get("role") == "img"
    lines = [child for child in root if child.tag.endswith("polyline")]
    assert len(lines) == 2
    told = json.loads(shell("review", saved, "--iterations", 3, "--json").out)
    assert told["names"] == NAMES
    dots = [child for child in root if child.tag.endswith("circle")]
    assert len(dots) == len(told["worst"]) > 0


def test_what_cannot_be_advised_on_is_refused(shell: Shell, tmp_path: Path, saved: str) -> None:
    assert "--at takes 1 to 41" in shell("advise", saved, "--at", 99).sentence
    assert "cannot be read" in shell("advise", tmp_path / "none", "--at", 1).sentence
    assert "cannot be read" in shell("review", tmp_path / "none").sentence
    record = played("spyrium", 12)
    record.undo(12)
    record.save(str(tmp_path / "undone"))
    assert "is an undo" in shell("advise", tmp_path / "undone", "--at", 13).sentence
    over = played("spyrium")
    over.save(str(tmp_path / "over"))
    assert "is over" in shell("advise", tmp_path / "over", "--at", len(over.lines) + 1).sentence
