"""Greedy: it compares positions, and brings games to their end."""

from __future__ import annotations

import pytest

import roundhouse
from roundhouse.bots.greedy import WON, compared, followed, margin
from roundhouse.bots.make import Player
from roundhouse.lab.simulate import play_out
from tests.bots.tables import GAMES, positions
from tests.kit.journeys import APART, FULL


@pytest.mark.parametrize("seed", range(40 if FULL else 4 - APART))
def test_two_of_them_end_a_game_of_trains(seed: int) -> None:
    s = roundhouse.game("trains").new(2, f"ends {seed}")
    play_out(s, [Player("greedy", f"{seed}/{seat}") for seat in range(2)], 2000)
    assert s.over


@pytest.mark.parametrize("game", GAMES)
def test_it_beats_chance(game: str) -> None:
    s = roundhouse.game(game).new(2, "chance")
    play_out(s, [Player("greedy", 1), Player("random", 1)], 5000)
    assert s.winners() == [0]


def test_a_finished_game_counts_by_winning() -> None:
    s = roundhouse.game("spyrium").new(3, 1)
    play_out(s, [Player("random", seat) for seat in range(3)])
    won = s.winners()[0]
    for seat in range(3):
        value = compared(s, seat, s.rivals(seat), 100)
        assert (value > WON // 2) == (seat == won)
        assert value == (WON if seat == won else -WON) + 100 * margin(s, seat, s.rivals(seat))


def test_a_position_is_compared_with_those_of_the_rivals() -> None:
    s = positions("trains", 3, 4, 100)[2]
    worth = [s.game.evaluate(s, seat) for seat in range(3)]
    assert compared(s, 0, s.rivals(0), 100) == worth[0] - (worth[1] + worth[2]) * 100 // 200
    assert compared(s, 0, s.rivals(0), 0) == worth[0]
    assert compared(s, 0, [], 100) == worth[0]
    assert followed(s, 0, s.rivals(0), 50, 0) == compared(s, 0, s.rivals(0), 50)


def test_team_mates_are_no_rivals() -> None:
    s = roundhouse.game("empyreal").new(4, 1, teams="2v2")
    assert s.rivals(0) == [1, 3]
    assert roundhouse.game("empyreal").new(3, 1).rivals(1) == [0, 2]
