"""Many games between bots: the same for any number of processes."""

from __future__ import annotations

import pytest

import roundhouse
from roundhouse.lab.simulate import Match, Result, play_one, simulate
from roundhouse.lab.workers import Where
from tests.bots.tables import GAMES

MATCH = Match("trains", 3, ("random", "greedy"), "lab", {"map": "osaka"})


def told(result: Result) -> tuple[object, ...]:
    return (result.games, result.decisions, result.bots, result.seats)


def test_the_same_seed_gives_the_same_result_for_any_number_of_processes() -> None:
    quick = Match("trains", 4, ("random",), "lab", {})
    alone = simulate(quick, 5)
    assert told(alone) == told(simulate(quick, 5, where=Where(2))) == told(simulate(quick, 5, where=Where(3)))
    assert alone == simulate(quick, 5)
    assert told(alone) != told(simulate(Match("trains", 4, ("random",), "other", {}), 5))


def test_bots_go_round_the_seats() -> None:
    assert [MATCH.lineup(n) for n in range(3)] == [
        ["random", "greedy", "random"],
        ["random", "random", "greedy"],
        ["greedy", "random", "random"],
    ]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_simulation_counts(game: str) -> None:
    match = Match(game, 3, ("random", "random", "apprentice"), "lab", {})
    heard: list[int] = []
    result = simulate(match, 2, progress=heard.append)
    games = [play_one(match, n) for n in range(2)]
    assert sum(heard) == result.games == 2
    assert {row.name: row.played for row in result.bots} == {"random": 4, "apprentice": 2}
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
        simulate(match, 2, where=Where(2))
