"""Advice on a decision and the review of a game: legal, the same for all that a seat cannot see, and of use."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import roundhouse
from roundhouse.bots.advice import Adviser
from roundhouse.bots.bot import Budget
from roundhouse.bots.make import Player
from roundhouse.core.records import Record
from roundhouse.core.state import State
from roundhouse.games.spyrium.actions import PASS
from roundhouse.lab.advice import advise
from roundhouse.lab.review import positions, review
from tests.bots.tables import GAMES
from tests.kit.journeys import APART
from tests.test_cli import Shell

NAMES = ["Ann", "Bob"]


def played(game: str, decisions: int = 10_000, seed: str = "advice") -> Record:
    """A game of two greedy bots, or how it begins."""
    record = Record(game, 2, seed, NAMES)
    bots = [Player("greedy", n) for n in range(2)]
    while not record.state.over and len(record.lines) < decisions:
        record.play(bots[record.state.seat].decide(record.state))
    return record


def choices_of(game: str, apart: int) -> list[State]:
    """Some positions of a game in which there is a choice."""
    return [state for _, state in positions(played(game, 120))][::apart]


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_legal_and_tells_the_best_first(game: str) -> None:
    for state in choices_of(game, 30 * APART):
        before, worst = state.fingerprint(), state.legal()[-1]
        found = advise(state, Budget(16), NAMES, [worst], games=1)
        assert state.fingerprint() == before
        chances = [option.chance for option in found.options]
        actions = [option.action for option in found.options]
        assert chances == sorted(chances, reverse=True)
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


@pytest.mark.parametrize("game", GAMES)
def test_games_that_go_on_end(game: str) -> None:
    state = choices_of(game, 30)[1]
    future, again = (Adviser(n).future(state, state.seat, state.legal()[0], "seed") for n in range(2))
    assert future.state.over
    assert not future.soon.over
    assert future.state.scores() == again.state.scores()


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
