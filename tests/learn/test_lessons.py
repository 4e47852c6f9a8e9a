"""Every first game: its script can be followed on every path, and its words fit where they are said."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

import roundhouse
from roundhouse.core.records import Record, resumed
from roundhouse.learn.coach import READ_FIRST, Coach
from roundhouse.learn.script import Part, Step, fits, has_lesson, lesson
from tests.learn.paths import Choose, Moment, at_random, at_table, first, played

GAMES = ["empires", "empyreal", "spyrium", "trains"]
PARTS = [(game, n) for game in GAMES for n in range(2)]
LONGEST, SHORTEST = 380, 8  # letters that the coach says at once
RANDOM = 3  # games in which all that is allowed is chosen at random


@pytest.fixture(params=PARTS, ids=[f"{game}-{n + 1}" for game, n in PARTS])
def part(request: pytest.FixtureRequest) -> tuple[str, Part]:
    game, n = request.param
    return game, lesson(game).parts[n]


def test_every_game_of_the_house_has_a_first_game() -> None:
    assert [game for game in roundhouse.games() if has_lesson(roundhouse.game(game))] == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_it_is_as_long_as_it_says_and_tells_what_one_learns(game: str) -> None:
    told = lesson(game)
    assert 5 <= told.minutes <= 10
    assert 2 <= len(told.learns) <= 4
    assert len(told.parts) == 2
    assert 15 <= told.steps <= 40
    assert told.title.startswith(roundhouse.game(game).title.partition(":")[0])
    assert any(step.free for part in told.parts for step in part.steps)


@pytest.mark.parametrize("game", GAMES)
def test_its_words_are_few(game: str) -> None:
    told = lesson(game)
    steps = [step for part in told.parts for step in part.steps]
    texts = [told.about, told.ending, *(text for step in steps for text in (step.say, step.then) if text)]
    texts += [said for step in steps for _, said in step.wrong]
    for text in texts:
        assert SHORTEST < len(text) <= LONGEST, text
        assert text == text.strip()
        assert text[-1] in ".?!:", text


def trail(game: str, part: Part, choose: Choose, seed: object = 1) -> list[Moment]:
    """All moments of a part, of which none stops it."""
    record = at_table(part, game)
    moments, made = [], Counter[int]()
    for moment in played(part, record, choose, seed):
        checked(moment)
        moments.append(moment)
        at = moment.coach.at
        assert moment.coach.left == (None if part.steps[at].until else part.steps[at].times - made[at])
        made[at] += 1
    assert [m.coach.at for m in moments] == sorted(m.coach.at for m in moments)
    assert {m.coach.at for m in moments} == set(range(len(part.steps)))  # every step is reached
    return moments


def checked(moment: Moment) -> None:
    """At this moment what the script names can be done, and all else that is legal is answered."""
    coach, step = moment.coach, moment.coach.step
    s = coach.record.state
    assert step is not None
    legal = {action: s.words(action) for action in s.choices()}
    if step.speaks:
        assert moment.allowed == []
        assert all(coach.refusal(action) == READ_FIRST for action in legal)
        return
    named = [action for action, words in legal.items() if step.allows(words)]
    assert moment.allowed == named, f"Step {coach.at}: none of {step.do} is among {list(legal.values())}."
    for action in legal:
        assert bool(coach.refusal(action)) == (action not in moment.allowed)


def test_every_wrong_answer_is_said_to_something(part: tuple[str, Part]) -> None:
    """Each pattern names a decision that is legal there, is not allowed, and is answered by just these words."""
    game, script = part
    said: dict[int, set[str]] = defaultdict(set)
    record = at_table(script, game)
    for moment in played(script, record, first):
        s = record.state
        said[moment.coach.at] |= {moment.coach.refusal(action) for action in s.choices()}
    for n, step in enumerate(script.steps):
        for pattern, words in step.wrong:
            assert words in said[n], f"Step {n}: nothing is answered by {pattern!r}."


def test_every_path_leads_to_the_end(part: tuple[str, Part]) -> None:
    """Each decision that a guided step allows is made once, and then the shortest way is taken from there."""
    game, script = part
    usual = trail(game, script, first)
    branches = [(m.coach.at, len(m.allowed)) for m in usual if not m.coach.step or not m.coach.step.free]
    for at, ways in branches:
        for way in range(1, ways):
            trail(game, script, turning(at, way))


def turning(at: int, way: int) -> Choose:
    """The shortest way, but at one step another of the decisions that are allowed."""

    def choose(coach: Coach, allowed: list[int]) -> int:
        if coach.at != at:
            return first(coach, allowed)
        usual = first(coach, allowed)
        return [usual, *(one for one in allowed if one != usual)][way % len(allowed)]

    return choose


@pytest.mark.parametrize("seed", range(RANDOM))
def test_whatever_is_chosen_it_comes_to_its_end(part: tuple[str, Part], seed: int) -> None:
    game, script = part
    trail(game, script, at_random(seed), seed)


def test_it_stands_where_its_lines_say(part: tuple[str, Part]) -> None:
    """A record written down and read again stands at the same step; undone, at the one before."""
    game, script = part
    record = at_table(script, game)
    for moment in played(script, record, first):
        again = resumed(record.header(), [line.as_json() for line in record.lines])
        assert Coach(script, again, moment.coach.at).at == moment.coach.at
    own = [line for line in record.active_lines()[len(script.before) :] if line.seat == script.you]
    record.undo(own[0].n)
    begun = next(n for n, step in enumerate(script.steps) if not step.speaks)
    assert Coach(script, record, len(script.steps)).at == begun
    assert Coach(script, record, 0).at == 0


def test_a_step_lasts_as_long_as_it_says() -> None:
    twice = Step("Say.", ("play *",), times=2)
    assert not twice.ends("play a", 1)
    assert twice.ends("play a", 2)
    until = Step("Say.", ("any",), until="pass*")
    assert not until.ends("play a", 9)
    assert until.ends("pass and return Waste", 1)
    assert not Step("Say.", ("any",), until="turn").ends("end turn", 9)


def test_patterns_are_whole_words() -> None:
    assert fits("play *", "play Rail laying")
    assert not fits("play", "play Rail laying")
    assert not fits("lay *", "play Rail laying")
    assert fits("use the event: £*", "use the event: £ as on the token")


def test_where_nothing_of_the_script_is_legal_all_is() -> None:
    """A script that another rule has overtaken stops nobody."""
    record = Record("trains", 2, "stray")
    step = Step("Say.", ("sing *",))
    coach = Coach(Part("Stray", 2, 0, "stray", ("A",), (), (), (step,)), record)
    assert coach.allowed() == record.state.legal()
    assert coach.refusal(record.state.legal()[0]) == ""
