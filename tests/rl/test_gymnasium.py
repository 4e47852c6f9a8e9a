"""The games as Gymnasium environments."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import roundhouse.rl  # registers the games
from roundhouse.core.errors import BadOption, BadSeats, IllegalAction
from roundhouse.rl.gymnasium import SeatEnv, make
from tests.rl.drives import GAMES, learn_on, legal

WAYS: list[Callable[[Any], Any]] = [copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))]


@pytest.mark.parametrize("game", GAMES)
def test_it_keeps_the_contract(game: str) -> None:
    """The check chooses among all actions, so illegal ones must not stop it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a row of numbers is no picture, and modes other than "human" are not opened
        check_env(SeatEnv(game, ["random"], illegal="lose"), skip_render_check=True)


@pytest.mark.parametrize("name", ["Trains", "Spyrium", "Empires", "Empyreal"])
def test_it_is_found_by_name(name: str) -> None:
    assert roundhouse.rl
    made = gymnasium.make(f"roundhouse/{name}-v1", opponents=["random", "greedy"], seat=1, disable_env_checker=True)
    _, info = made.reset(seed=1)
    assert info["seat"] == 1
    made.step(legal(info["action_mask"])[0])


def test_a_whole_game_against_bots() -> None:
    made = make("spyrium", opponents="random", seats=3, seat=2)
    seen, info = made.reset(seed=5)
    assert made.observation_space.contains(seen)
    told = learn_on(made, info["action_mask"], 10_000, 1)
    assert [over for *_, over, _ in told] == [False] * (len(told) - 1) + [True]
    assert [row[2] for row in told[:-1]] == [0.0] * (len(told) - 1)
    assert told[-1][2] == (1.0 if made.table.winners() == [2] else -0.5)
    with pytest.raises(IllegalAction, match=r"^The game is over: call reset\(\) first\.$"):
        made.step(0)


def test_the_same_seed_gives_the_same_game() -> None:
    told = []
    for _ in range(2):
        made = make("spyrium", opponents=["greedy"], seat="random")
        _, info = made.reset(seed=9)
        told.append((info["seat"], learn_on(made, info["action_mask"], 10, 1)))
    assert told[0] == told[1]
    made = make("spyrium", opponents=["random"], seat="random")
    assert len({made.reset(seed=seed)[1]["seat"] for seed in range(10)}) == 2


def test_points_as_rewards_and_a_limit() -> None:
    made = make("spyrium", ["random"], rewards="score")
    _, info = made.reset(seed=5)
    assert learn_on(made, info["action_mask"], 10_000, 1)[-1][2] == made.table.scores()[0]
    made = make("trains", ["random"], limit=12)
    _, info = made.reset(seed=5)
    *_, over, cut = learn_on(made, info["action_mask"], 100, 1)[-1]
    assert (over, cut, made.company.made) == (False, True, 12)


def test_illegal_actions_are_refused_or_lose() -> None:
    made = make("trains", ["random"])
    _, info = made.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    before = made.table.fingerprint()
    with pytest.raises(IllegalAction, match="is refused"):
        made.step(wrong)
    with pytest.raises(IllegalAction, match=r"An action is a whole number, not 1\.5"):
        made.step(1.5)  # type: ignore[arg-type]
    assert made.table.fingerprint() == before
    made = make("trains", ["random"], illegal="lose")
    made.reset(seed=1)
    _, reward, over, _, info = made.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert "is refused" in info["refused"]


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="There is no bot 'nobody'"):
        make("trains", ["nobody"])
    with pytest.raises(BadSeats, match="2 opponents and who learns are not 2 seats"):
        make("trains", ["random", "random"], seats=2)
    with pytest.raises(BadSeats, match="There is no seat 2 to learn in; it is one of 0 to 1, or 'random'"):
        make("trains", ["random"], seat=2)
    with pytest.raises(BadOption, match="illegal cannot be 'win'; it is one of refuse, lose"):
        make("trains", ["random"], illegal="win")
    with pytest.raises(AttributeError, match=r"There is no table yet: call reset\(\) first"):
        make("trains", ["random"]).step(0)


def test_it_is_drawn_for_the_seat_that_learns() -> None:
    made = make("spyrium", ["random"], render_mode="ansi")
    made.reset(seed=1)
    drawn = made.render()
    assert isinstance(drawn, str)
    assert "Seat 1" in drawn


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("opponent", ["greedy", "search@4"])
def test_copies_play_on_alike_and_by_themselves(opponent: str, way: Callable[[Any], Any]) -> None:
    made = make("spyrium", [opponent])
    twin = way(made)
    _, info = made.reset(seed=3)
    told = learn_on(made, info["action_mask"], 6, 1)
    twin = way(made)
    before = twin.table.fingerprint()
    later = learn_on(made, np.bincount(told[-1][1], minlength=311), 4, 2)
    assert twin.table.fingerprint() == before
    assert learn_on(twin, np.bincount(told[-1][1], minlength=311), 4, 2) == later
