"""The games as PettingZoo environments."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import roundhouse
from roundhouse.core.errors import BadOption, IllegalAction
from roundhouse.rl.pettingzoo import env, raw_env
from tests.rl.drives import GAMES, TABLES, legal, play_on

WAYS: list[Callable[[Any], Any]] = [copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_it_keeps_the_contract(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it knows by name which environments may have observations of two parts
        api_test(env(game, seats=seats), num_cycles=10)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    seed_test(lambda: env(game, seats=2), num_cycles=10)


def test_it_is_drawn_as_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    checks = {"svg": is_svg, "ansi": lambda drawn: "Seat 1" in drawn}
    render_test(lambda render_mode: env("spyrium", seats=2, render_mode=render_mode), custom_tests=checks)
    assert "Seat 1" in capsys.readouterr().out


def is_svg(drawn: str | None) -> bool:
    return drawn is not None and ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("game", [game for game in GAMES if game != "spyrium"])
def test_every_game_has_a_picture(game: str) -> None:
    made = raw_env(game, seats=2, render_mode="svg")
    made.reset(seed=1)
    play_on(made, 20, 1)
    assert is_svg(made.render())


def test_a_finished_game_is_drawn_too() -> None:
    made = raw_env("spyrium", seats=2, render_mode="ansi")
    made.reset(seed=1)
    play_on(made, 10_000, 1)
    drawn = made.render()
    assert drawn is not None
    assert "wins" in drawn


def test_a_whole_game_is_that_of_a_plain_loop() -> None:
    made = raw_env("spyrium", seats=3)
    made.reset(seed=4)
    state = roundhouse.game("spyrium").new(3, seed=4)
    pick = random.Random(1)
    while not state.over:
        assert made.agent_selection == f"seat_{state.seat}"
        seen, reward, over, _, _ = made.last()
        assert (reward, over) == (0.0, False)
        assert legal(seen["action_mask"]) == state.legal()
        action = pick.choice(state.legal())
        state.apply(action)
        made.step(np.int64(action))
    brought = {agent: made._cumulative_rewards[agent] for agent in made.agents}
    assert sum(brought.values()) == pytest.approx(0)
    assert [made.seat_of[agent] for agent, reward in brought.items() if reward > 0] == state.winners()
    assert all(made.terminations.values())
    for _ in range(3):
        assert not made.last()[0]["action_mask"].any()
        made.step(None)
    assert made.agents == []


def test_only_who_decides_has_a_mask_and_what_was_seen_stays_as_it_was() -> None:
    made = raw_env("trains", seats=2)
    made.reset(seed=1)
    agent = made.agent_selection
    other = next(a for a in made.agents if a != agent)
    seen = made.observe(agent)
    kept = {name: part.copy() for name, part in seen.items()}
    assert not made.observe(other)["action_mask"].any()
    made.step(legal(seen["action_mask"])[0])
    made.last()
    assert all(np.array_equal(seen[name], kept[name]) for name in kept)
    assert seen["observation"].dtype == np.uint8
    assert seen["action_mask"].dtype == np.int8


def test_each_reset_is_another_game_of_the_same_line() -> None:
    def games(seed: int | None) -> list[bytes]:
        made.reset(seed=seed)
        out = [made.last()[0]["observation"].tobytes()]
        for _ in range(2):
            made.reset()
            out.append(made.last()[0]["observation"].tobytes())
        return out

    made = raw_env("trains", seats=2)
    first = games(7)
    assert len(set(first)) == 3
    assert games(7) == first
    assert games(8) != first


def test_illegal_actions_are_refused_or_end_the_game() -> None:
    raw = raw_env("trains", seats=2)
    raw.reset(seed=1)
    mask = raw.last()[0]["action_mask"]
    wrong = int(np.flatnonzero(mask == 0)[0])
    before = raw.table.fingerprint()
    for action, sentence in ((wrong, "is refused"), (10**6, "is not an action"), (None, "not None"), ("a", "not 'a'")):
        with pytest.raises(IllegalAction, match=sentence):
            raw.step(action)
    assert raw.table.fingerprint() == before
    made = env("trains", seats=2)
    made.reset(seed=1)
    agent = made.agent_selection
    made.step(wrong)
    assert made.rewards == {agent: -1.0, next(a for a in made.agents if a != agent): 0.0}
    assert all(made.terminations.values())
    assert "is refused" in made.infos[agent]["refused"]
    assert len(play_on(made, 10, 1)) == 2


def test_a_limit_cuts_a_game_off() -> None:
    made = raw_env("trains", seats=2, limit=10)
    made.reset(seed=1)
    assert len(play_on(made, 100, 1)) == 10 + 2
    made.reset(seed=1)
    play_on(made, 10, 1)
    assert all(made.truncations.values())
    assert not any(made.terminations.values())


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="render_mode cannot be 'oil'; it is one of human, ansi, svg"):
        raw_env("trains", render_mode="oil")
    with pytest.raises(AttributeError, match=r"There is no table yet: call reset\(\) first"):
        raw_env("trains").step(0)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("make", [env, raw_env])
def test_copies_play_on_alike_and_by_themselves(make: Any, way: Callable[[Any], Any]) -> None:
    made = make("empyreal", seats=2, awards="expert")
    made.reset(seed=3)
    play_on(made, 30, 1)
    twin = way(made)
    before = twin.unwrapped.table.fingerprint()
    told = play_on(made, 40, 2)
    assert twin.unwrapped.table.fingerprint() == before
    assert play_on(twin, 40, 2) == told
    for one in (made, twin):
        one.reset()
    assert play_on(twin, 5, 3) == play_on(made, 5, 3)
