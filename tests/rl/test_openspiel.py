"""The games for OpenSpiel."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no package for this system")

import roundhouse  # noqa: E402
from roundhouse.core.errors import BadOption, BadSeats  # noqa: E402
from roundhouse.rl import openspiel  # noqa: E402
from tests.rl.drives import TABLES  # noqa: E402


def started(text: str, deal: int = 0) -> Any:
    state = pyspiel.load_game(text).new_initial_state()
    state.apply_action(deal)
    return state


def play_on(state: Any, steps: int, seed: int) -> list[Any]:
    pick = random.Random(seed)
    told: list[Any] = []
    for _ in range(steps):
        if state.is_terminal():
            break
        player = state.current_player()
        told.append((player, state.legal_actions(), state.observation_tensor(player), state.information_state_string()))
        state.apply_action(pick.choice(state.legal_actions()))
    return told


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_it_keeps_the_contract(game: str, seats: int) -> None:
    found = pyspiel.load_game(f"roundhouse_{game}(seats={seats},deals=4,limit=12)")
    pyspiel.random_sim_test(found, num_sims=1, serialize=True, verbose=False)


def test_a_whole_game_is_that_of_a_plain_loop() -> None:
    state = started("roundhouse_spyrium(seats=3,seed=7)", 5)
    plain = roundhouse.game("spyrium").new(3, seed="7/5")
    pick = random.Random(1)
    while not plain.over:
        assert state.current_player() == plain.seat
        assert state.legal_actions() == plain.legal()
        action = pick.choice(plain.legal())
        assert state.action_to_string(action) == plain.words(action)
        state.apply_action(action)
        plain.apply(action)
    assert state.is_terminal()
    assert [seat for seat, won in enumerate(state.returns()) if won > 0] == plain.winners()
    assert sum(state.returns()) == pytest.approx(0)


def test_parameters_are_those_of_the_game() -> None:
    game = pyspiel.load_game("roundhouse_empires(passengers=on,edition=final,seats=4)")
    assert game.num_players() == 4
    assert game.kind.dealer.options["passengers"] is True
    assert game.kind.dealer.options["edition"] == "final"
    assert pyspiel.load_game(str(game)).kind.dealer.options == game.kind.dealer.options
    assert openspiel.as_option("a;b") == "a,b"
    spyrium = pyspiel.load_game("roundhouse_spyrium(residence_track=2 3 4 5 6 7)")
    assert spyrium.kind.dealer.options["residence_track"] == "2 3 4 5 6 7"


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadSeats, match="cannot be played with 7"):
        pyspiel.load_game("roundhouse_trains(seats=7)")
    with pytest.raises(BadOption, match="deals and limit must be 1 or more"):
        pyspiel.load_game("roundhouse_trains(deals=0)")


def test_the_root_draws_one_of_so_many_deals() -> None:
    root = pyspiel.load_game("roundhouse_trains(deals=3)").new_initial_state()
    assert root.is_chance_node()
    assert root.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    seen = {tuple(root.child(deal).observation_tensor(0)) for deal in range(3)}
    assert len(seen) == 3


def test_a_tensor_has_the_parts_of_the_observation() -> None:
    state = started("roundhouse_trains(seats=2)")
    observation = roundhouse.game("trains").observation
    game = state.get_game()
    assert game.observation_tensor_shape() == [observation.size(2)]
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert {name: len(part) for name, part in observer.dict.items()} == dict(observation.parts(2))


def test_a_game_that_does_not_end_is_cut_off() -> None:
    state = started("roundhouse_trains(seats=2,limit=10)")
    assert len(play_on(state, 100, 1)) == 10
    assert state.returns() == [0.0, 0.0]


def test_copies_play_on_alike_and_by_themselves() -> None:
    state = started("roundhouse_trains(seats=2)")
    play_on(state, 30, 1)
    copies = [
        state.clone(),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.get_game().deserialize_state(state.serialize()),
    ]
    before = str(state)
    told = play_on(state, 20, 2)
    for twin in copies:
        assert str(twin) == before
        assert play_on(twin, 20, 2) == told


def test_what_is_hidden_can_be_dealt_anew() -> None:
    state = started("roundhouse_trains(seats=2)")
    play_on(state, 30, 1)
    player = state.current_player()
    twin = state.resample_from_infostate(player, lambda: 0.25)
    assert twin.information_state_string(player) == state.information_state_string(player)
    assert twin.legal_actions() == state.legal_actions()
    assert str(twin) != str(state)
