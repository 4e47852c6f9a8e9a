"""Many tables at once play exactly the games that a plain loop plays."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

import roundhouse
from roundhouse.bots.many import Dealer, Many, rewards
from roundhouse.core.errors import BadOption, BadSeats, IllegalAction
from roundhouse.core.observation import Sheet
from roundhouse.core.state import State
from roundhouse.rl.vector import Batch, VectorEnv
from tests.rl.drives import GAMES, TABLES, legal


def observed(state: State) -> bytes:
    """What the seat that is to decide knows, written by itself."""
    observation = state.game.observation
    sheet = Sheet()
    observation.write(state, state.seat, sheet)
    return sheet.taken()


def same(a: Batch, b: Batch) -> bool:
    return [part.tolist() for part in a] == [part.tolist() for part in b]


class Plain:
    """One place among many, played by the contract alone."""

    def __init__(self, game: str, seats: int, place: int, seed: object, limit: int) -> None:
        self.game, self.seats, self.place, self.seed, self.limit = game, seats, place, seed, limit
        self.dealt = -1
        self.deal()

    def deal(self) -> None:
        self.dealt += 1
        self.made = 0
        self.state = roundhouse.game(self.game).new(self.seats, seed=f"{self.seed}/{self.place}/{self.dealt}")

    def apply(self, action: int) -> tuple[list[float], bool, bool]:
        self.state.apply(action)
        self.made += 1
        over, cut = self.state.over, not self.state.over and self.made == self.limit
        told = rewards(self.state, False) if over else [0.0] * self.seats
        if over or cut:
            self.deal()
        return told, over, cut


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_it_plays_the_games_of_a_plain_loop(game: str, seats: int) -> None:
    limit, steps = 60, 75
    env = VectorEnv(game, 2, seats=seats, seed=5, limit=limit)
    plain = [Plain(game, seats, i, 5, limit) for i in range(2)]
    pick = random.Random(1)
    for _ in range(steps):
        batch = env.batch
        actions = []
        for i, table in enumerate(plain):
            assert legal(batch.masks[i]) == table.state.legal()
            assert batch.observations[i].tobytes() == observed(table.state)
            assert batch.seats[i] == table.state.seat
            actions.append(pick.choice(table.state.legal()))
        env.step(actions)
        for i, table in enumerate(plain):
            told, over, cut = table.apply(actions[i])
            assert batch.rewards[i].tolist() == told
            assert (batch.finished[i], batch.cut_off[i]) == (over, cut)


def test_a_finished_game_tells_its_rewards_once_and_the_next_is_dealt() -> None:
    env = VectorEnv("trains", 1, seats=2, seed=3)
    plain = Plain("trains", 2, 0, 3, 0)
    pick = random.Random(2)
    while not env.batch.finished[0]:
        action = pick.choice(plain.state.legal())
        env.step([action])
        told, _, _ = plain.apply(action)
    assert env.batch.rewards[0].tolist() == told
    assert sum(told) == 0
    assert plain.dealt == 1
    assert env.batch.observations[0].tobytes() == observed(plain.state)
    env.step(env.sample())
    assert not env.batch.finished[0]
    assert not env.batch.rewards.any()


def test_rewards_are_shares_of_the_win_or_points() -> None:
    state = roundhouse.game("spyrium").new(3, seed=1)
    pick = random.Random(1)
    while not state.over:
        state.apply(pick.choice(state.legal()))
    assert sorted(rewards(state, False)) == [-0.5, -0.5, 1.0]
    assert rewards(state, True) == [float(points) for points in state.scores()]


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_is_refused_by_its_table_and_changes_nothing(game: str) -> None:
    env = VectorEnv(game, 3, seats=2, seed=1)
    before = env.copied()
    tables = [table.fingerprint() for table in env.many.tables]
    actions = env.sample()
    for wrong in (-1, env.num_actions, next(a for a in range(env.num_actions) if not before.masks[1][a])):
        with pytest.raises(IllegalAction, match=r"^Table 1: .+\.$"):
            env.step([actions[0], wrong, actions[2]])
    with pytest.raises(IllegalAction, match=r"^There are 3 tables, and 2 actions for them\.$"):
        env.step(actions[:2])
    with pytest.raises(IllegalAction, match=r"^Actions are whole numbers, not float64\.$"):
        env.step(np.array(actions, np.float64))
    assert same(before, env.batch)
    assert tables == [table.fingerprint() for table in env.many.tables]


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="a table or more"):
        VectorEnv("trains", 0)
    with pytest.raises(BadSeats, match="cannot be played with 9"):
        VectorEnv("trains", 1, seats=9)
    with pytest.raises(BadOption, match="rewards cannot be 'gold'; it is one of win, score"):
        VectorEnv("trains", 1, rewards="gold")
    with pytest.raises(BadOption, match="has no option 'colour'"):
        VectorEnv("trains", 1, colour="red")


def test_arrays_are_read_only_and_all_but_observations_live_and_copies_are_not() -> None:
    env = VectorEnv("trains", 2, seats=2, seed=1)
    live, kept = env.batch, env.copied()
    first = kept.observations.copy()
    for _ in range(5):
        last = env.step(np.array(env.sample()))
    assert last is env.batch
    assert last.masks is live.masks
    assert np.array_equal(kept.observations, first)
    assert np.array_equal(live.observations, first)
    assert not np.array_equal(last.observations, first)
    assert not any(part.flags.writeable for part in last)
    assert env.step(env.sample(), copy=True).masks is not live.masks
    assert live.observations.shape == (2, env.game.observation.size(2)) == (2, sum(n for _, n in env.parts))


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), VectorEnv.clone])
def test_copies_play_on_alike_and_by_themselves(way) -> None:  # type: ignore[no-untyped-def]
    env = VectorEnv("empires", 2, seats=2, seed=1, limit=25, passengers=True)
    for _ in range(25):
        env.step(env.sample())
    twin = way(env)
    assert same(env.batch, twin.batch)
    assert env.batch.cut_off.all()
    still = twin.copied()
    actions = [env.sample()]
    seen = [env.step(actions[0], copy=True)]
    assert same(still, twin.batch)
    for _ in range(10):
        actions.append(env.sample())
        seen.append(env.step(actions[-1], copy=True))
    assert [twin.sample() for _ in range(1)] == actions[:1]
    assert all(same(twin.step(chosen), then) for chosen, then in zip(actions, seen, strict=True))


def test_the_engines_own_interface_needs_no_numpy() -> None:
    many = Many(Dealer(roundhouse.game("trains"), 2, {}), 2, seed=1)
    many.step([table.legal()[0] for table in many.tables])
    assert list(many.seats) == [table.seat for table in many.tables]
