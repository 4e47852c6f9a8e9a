"""The bots: deterministic, within the rules, and blind to what their seat may not see."""

from __future__ import annotations

import pytest
from roundhouse.bots.random import Bot

import roundhouse
from roundhouse.bots.make import make, names
from roundhouse.core.state import State
from roundhouse.lab.simulate import Match, Result, play_one, simulate

GAMES = ("trains", "spyrium", "empires", "empyreal")


def positions(game: str, seats: int, seed: int, every: int, most: int) -> list[State]:
    """Decisions with a choice along a random game."""
    s = roundhouse.game(game).new(seats, seed)
    bot = make("random", seed)
    out: list[State] = []
    for n in range(most):
        if s.over:
            break
        if n % every == 0 and len(s.choices()) > 1:
            out.append(s.clone())
        s.apply(bot.decide(s, s.seat))
    return out


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", names())
def test_a_bot_decides_legally_repeats_itself_and_leaves_the_table_alone(name: str, game: str) -> None:
    for n, s in enumerate(positions(game, 4, 5, 23 if game == "trains" else 7, 400)):
        before = s.fingerprint()
        decided = make(name, n).decide(s, s.seat)
        assert decided in s.legal()
        assert decided == make(name, n).decide(s, s.seat)
        assert s.fingerprint() == before


def test_there_is_a_sentence_for_a_bot_there_is_not() -> None:
    with pytest.raises(roundhouse.BadOption, match="There is no bot 'deep'; there are greedy, random"):
        make("deep", 1)


def test_a_program_can_bring_its_own_bot() -> None:
    class First(Bot):
        def decide(self, state: State, seat: int) -> int:
            return state.legal()[0]

    s = roundhouse.game("trains").new(2, 1)
    assert First(0).decide(s, s.seat) == s.legal()[0]


def hidden_twins(s: State) -> tuple[State, State]:
    """Two tables that look the same to the deciding seat and are not."""
    seat = s.seat
    a = s.resample(seat, "one")
    b = s.resample(seat, "two")
    assert a.view(seat) == b.view(seat)
    assert a.fingerprint() != b.fingerprint()
    return a, b


@pytest.mark.parametrize("game", GAMES)
def test_greedy_decides_the_same_whatever_is_hidden_from_it(game: str) -> None:
    for n, s in enumerate(positions(game, 3, 2, 5, 500)):
        a, b = hidden_twins(s)
        assert make("greedy", n).decide(a, s.seat) == make("greedy", n).decide(b, s.seat)


@pytest.mark.parametrize("game", GAMES)
def test_random_decides_the_same_whatever_is_hidden_from_it(game: str) -> None:
    for n, s in enumerate(positions(game, 3, 2, 9, 500)):
        a, b = hidden_twins(s)
        assert make("random", n).decide(a, s.seat) == make("random", n).decide(b, s.seat)


MATCH = Match("trains", 3, ("random", "greedy"), "lab", {"map": "osaka"})


def told(result: Result) -> tuple[object, ...]:
    return (result.games, result.decisions, result.bots, result.seats)


def test_the_same_seed_gives_the_same_result_for_any_number_of_processes() -> None:
    quick = Match("trains", 4, ("random",), "lab", {})
    alone = simulate(quick, 9)
    assert told(alone) == told(simulate(quick, 9, jobs=2)) == told(simulate(quick, 9, jobs=3))
    assert alone == simulate(quick, 9)
    assert told(alone) != told(simulate(Match("trains", 4, ("random",), "other", {}), 9))


def test_bots_go_round_the_seats() -> None:
    assert [MATCH.lineup(n) for n in range(3)] == [
        ["random", "greedy", "random"],
        ["random", "random", "greedy"],
        ["greedy", "random", "random"],
    ]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_simulation_counts(game: str) -> None:
    match = Match(game, 3, ("random", "random", "greedy"), "lab", {})
    heard: list[int] = []
    result = simulate(match, 2, progress=heard.append)
    games = [play_one(match, n) for n in range(2)]
    assert sum(heard) == result.games == 2
    assert {row.name: row.played for row in result.bots} == {"random": 4, "greedy": 2}
    assert sum(row.wins for row in result.bots) == pytest.approx(2)
    assert sum(row.wins for row in result.seats) == pytest.approx(2)
    assert [row.points for row in result.seats] == [sum(g.scores[i] for g in games) for i in range(3)]
    assert result.decisions == sum(g.decisions for g in games)
    assert result.games_per_second > 0


@pytest.mark.parametrize(
    "match",
    [
        Match("chess", 2, ("random",), "1", {}),
        Match("trains", 9, ("random",), "1", {}),
        Match("trains", 2, ("deep",), "1", {}),
        Match("trains", 2, ("random",), "1", {"map": "mars"}),
        Match("spyrium", 6, ("random",), "1", {}),
        Match("spyrium", 2, ("random",), "1", {"residence_track": "1 2"}),
        Match("trains", 2, ("random",), "1", {}, "/no/such/folder"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_starts(match: Match) -> None:
    with pytest.raises(roundhouse.RoundhouseError):
        simulate(match, 2, jobs=2)
