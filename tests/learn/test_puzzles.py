"""Puzzles: those that are shipped can be solved and hold what they promise; finding them, and solving at a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

import roundhouse
from roundhouse.bots.advice import Prospect
from roundhouse.core.state import State
from roundhouse.lab import puzzles as lab
from roundhouse.lab.review import positions
from roundhouse.lab.workers import ALONE
from roundhouse.learn.coach import Coach
from roundhouse.learn.puzzles import NoPuzzle, part, puzzle, puzzles, read, solved, write
from roundhouse.term.learn import Guided
from tests.bots.tables import GAMES
from tests.test_cli import Shell

SHIPPED = 7  # of each game at least


@pytest.mark.parametrize("game", GAMES)
def test_some_are_shipped_and_each_asks_for_one_clear_thing(game: str) -> None:
    there = puzzles(game)
    assert len(there) >= SHIPPED
    assert len({one.seed for one in there}) == len(there)
    assert len({one.choices[0].best.split()[0] for one in there}) >= 3
    assert len({one.seats for one in there}) >= 2
    for one in there:
        first = one.choices[0]
        assert one.margin >= lab.MARGIN
        assert one.greedy != first.best
        assert one.why
        assert one.against in first.chances
        assert len(one.points) == one.seats


@pytest.mark.parametrize("game", GAMES)
def test_each_is_solved_by_its_solution_and_by_nothing_else(game: str) -> None:
    """All that is promised of an action is of one that can be chosen there."""
    for n, one in enumerate(puzzles(game), 1):
        plan = part(game, n)
        record = one.record()
        for choice in one.choices:
            coach, s = Coach(plan, record), record.state
            assert coach.step is not None
            assert s.seat == one.seat
            words = {s.words(action): action for action in s.choices()}
            assert set(choice.chances) <= set(words)
            assert [s.words(action) for action in coach.allowed()] == [choice.best]
            assert not coach.lights
            for other in set(words) - {choice.best}:
                said = coach.refusal(words[other])
                assert said.endswith("try again.")
                assert choice.best not in said
            assert not coach.refusal(words[choice.best])
            record.play(words[choice.best])
        coach = Coach(plan, record)
        assert coach.over
        assert coach.then == solved(one)
        assert one.choices[0].best in coach.then


def test_what_is_asked_for_is_lit_for_who_wants_to_see_it() -> None:
    plan, one = part("empires", 1), puzzle("empires", 1)
    coach = Coach(plan, one.record(), 1)
    assert coach.lights
    assert len(coach.allowed()) == 1


def test_there_is_no_other_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoPuzzle, match="has puzzles 1 to"):
        puzzle("trains", 0)
    with pytest.raises(NoPuzzle, match="has puzzles 1 to"):
        part("trains", 10_000)
    monkeypatch.setattr("roundhouse.learn.puzzles.puzzles", lambda game: ())
    with pytest.raises(NoPuzzle, match="no puzzles for Trains yet"):
        puzzle("trains", 1)


def test_they_are_kept_a_line_each(tmp_path: Path) -> None:
    some = list(puzzles("spyrium"))[:3]
    path = tmp_path / "puzzles.json"
    write(path, some)
    assert read("spyrium", path) == some
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(some) + 2
    path.write_text('[{"seats": 2}]', encoding="utf-8")
    with pytest.raises(NoPuzzle, match="has no puzzles"):
        read("spyrium", path)


# finding them


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """So little thought that a test can wait for it; what is looked for is the same."""
    little = {"QUICK": 12, "LONG": 40, "ADVICE": 20, "GAMES": 5, "AGAIN": 1, "LONGEST": 2, "LEVEL": "random"}
    for name, value in little.items():
        monkeypatch.setattr(lab, name, value)


@pytest.mark.usefixtures("quickly")
def test_a_puzzle_is_what_all_looks_agree_on(monkeypatch: pytest.MonkeyPatch) -> None:
    search = lab.Search("spyrium", 2, "puzzles/test/1", {})
    monkeypatch.setattr(lab, "MARGIN", -1.0)
    monkeypatch.setattr(lab, "PLAYED", -2.0)
    record = lab.recorded(search)
    line, state = positions(record)[60]
    looked = lab.compared(state)
    assert looked is not None
    found = lab.Found(line.n - 1, state, looked[0].action, looked[-1].action, 0.2)
    made = lab.puzzle_of(search, record, found)
    assert made is not None
    again = made.record().state
    assert again.fingerprint() == state.fingerprint()
    assert made.choices[0].best in [state.words(action) for action in state.choices()]
    assert made.rules_version == roundhouse.game("spyrium").rules_version
    monkeypatch.setattr(lab, "PLAYED", 1.5)
    assert lab.puzzle_of(search, record, found) is None
    monkeypatch.setattr(lab, "PLAYED", -2.0)
    monkeypatch.setattr(lab, "MARGIN", 1.5)
    assert lab.puzzle_of(search, record, found) is None


@pytest.mark.usefixtures("quickly")
def test_a_candidate_is_clear_and_not_what_greedy_or_habit_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told by looks that are made up: which positions are candidates is the question."""
    record = lab.recorded(lab.Search("spyrium", 2, "puzzles/test/2", {}))
    told = {"best": 0.6, "next": 0.5}

    class Said:
        def __init__(self, seed: object) -> None:
            pass

        def likeliest(self, state: State, seat: int) -> int:
            return state.choices()[0] if told.get("usual") else -1

        def look(self, state: State, seat: int, budget: object, also: list[int]) -> list[Prospect]:
            if told.get("usual"):
                return [Prospect(state.choices()[0], 0.6, 1, []), Prospect(-1, 0.5, 1, [])]
            best = next(action for action in state.choices() if (action in also) == told.get("greedy", False))
            return [Prospect(best, told["best"], 1, []), Prospect(best, told["next"], 1, [])]

    monkeypatch.setattr(lab, "Adviser", Said)
    some = [place for place in positions(record) if len(place[1].choices()) > 2][20:28]
    monkeypatch.setattr(lab, "positions", lambda record: some)
    monkeypatch.setattr(lab, "EARLY", 0)
    assert lab.candidates(record)
    told["next"] = 0.58
    assert not lab.candidates(record)
    told.update(best=0.99, next=0.5)
    assert not lab.candidates(record)
    told.update(best=0.6, next=0.5, greedy=True)
    assert not lab.candidates(record)
    told.update(greedy=False, usual=True)
    assert not lab.candidates(record)


def test_not_too_many_ask_for_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """And games are looked through until there are enough."""
    some = [one for one in puzzles("empires") if one.choices[0].best.startswith("lay")][:1] * 9
    monkeypatch.setattr(lab, "find", lambda search: some[int(search.seed[-1])] if search.seed[-1] < "6" else None)
    work = lab.searches("empires", "s", None, {})
    found = [made for _, made in zip(range(8), lab.hunt(work, 3, ALONE), strict=False)]
    assert sum(made is not None for made in found) == 2
    tables = [search.seats for _, search in zip(range(6), lab.searches("empires", "s", None, {}), strict=False)]
    assert tables == [2, 2, 2, 3, 2, 4]


# at a terminal


def test_one_is_solved_at_a_terminal(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    typed: list[str] = []

    def reader(table: Guided) -> str:
        coach, s = table.coach, table.record.state
        if not typed:
            typed.append(next(s.words(action) for action in s.choices() if action not in coach.allowed()))
        elif len(typed) == 1:
            typed.append("show")
        else:
            typed.append(s.words(coach.allowed()[0]))
        return typed[-1]

    monkeypatch.setattr(Guided, "read", reader)
    said = shell("puzzle", "empires", "1")
    told = " ".join(said.out.split())
    one = puzzle("empires", 1)
    assert said.code == 0
    assert "try again." in told
    assert f"> {one.choices[0].best}" in told
    assert " ".join(solved(one).split())[:60] in told


def test_refusals_at_a_terminal(shell: Shell, tmp_path: Path) -> None:
    assert "has puzzles 1 to" in shell("puzzle", "trains", "999").err
    assert shell("puzzle", "trains", "999").code == 2
    assert shell("find-puzzles", "trains", "--out", str(tmp_path / "no" / "such.json")).code == 2
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text("{", encoding="utf-8")
    said = shell("find-puzzles", "trains", "--out", str(spoilt))
    assert said.code == 2
    assert "has no puzzles" in said.err


def test_puzzles_are_those_of_the_rules_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    game = roundhouse.game("trains")
    before = puzzles("trains")
    with monkeypatch.context() as patch:
        patch.setattr(game, "rules_version", game.rules_version + 1)
        assert puzzles("trains") == ()
    assert puzzles("trains") == before != ()
