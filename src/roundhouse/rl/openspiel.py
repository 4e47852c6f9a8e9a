"""The games for OpenSpiel: importing this lets `pyspiel.load_game("roundhouse_trains(seats=2)")` work.

Chance is one node at the root, which draws one of `deals` deals; every later shuffle follows from the deal and what was
decided. So a game has `deals` different chances in all, and those of another `seed` are others.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np
import pyspiel

import roundhouse
from roundhouse.bots.many import Dealer, rewards
from roundhouse.core.errors import BadOption
from roundhouse.core.game import Game, Option
from roundhouse.core.rng import seeded
from roundhouse.core.state import State
from roundhouse.rl.tables import Glance

DEALS: Final = 1024
LIMIT: Final = 5000  # decisions after which nobody has won, as in the arena
OWN: Final = ("seats", "seed", "deals", "limit")


def name_of(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"roundhouse_{game.id}"


def spelled(option: Option) -> str:
    """The default of an option; OpenSpiel is given all of them as text."""
    return ("on" if option.default else "off") if option.kind == "flag" else str(option.default)


def type_of(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before a table is asked for."""
    options = {name: spelled(option) for name, option in game.options.items()}
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=f"Roundhouse: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # an observation does not tell all that was seen before
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": game.seats[0], "seed": 0, "deals": DEALS, "limit": LIMIT, **options},
    )


def register(game: Game) -> None:
    """Tell OpenSpiel of a game. It keeps what makes one until after the end of Python, which only a class bears."""
    known = type_of(game)
    pyspiel.register_game(known, type(f"{game.id.capitalize()}Game", (SpielGame,), {"known": known, "playing": game}))


class Kind:
    """What tables of a game have in common. Copies of a state share it."""

    def __init__(self, dealer: Dealer, seed: int, deals: int, limit: int) -> None:
        if deals < 1 or limit < 1:
            raise BadOption(f"deals and limit must be 1 or more, not {deals} and {limit}.")
        self.dealer = dealer
        self.seed = seed
        self.deals = deals
        self.limit = limit
        self.glance = Glance(dealer)

    def deal(self, n: int) -> State:
        return self.dealer.deal(f"{self.seed}/{n}")

    def observed(self, table: State | None, player: int) -> bytes:
        """What a seat knows, as bytes; none before the deal."""
        return b"" if table is None else self.glance.look(table, player)[0].tobytes()

    def __deepcopy__(self, memo: object) -> Kind:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (Kind, (self.dealer, self.seed, self.deals, self.limit))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters: seats, seed, deals, limit, and the game's own options."""

    known: Any
    playing: Game

    def __init__(self, given: dict[str, Any]) -> None:
        game = self.playing
        options = {name: as_option(value) for name, value in given.items() if name not in OWN}
        self.kind = Kind(
            Dealer(game, int(given["seats"]), options), int(given["seed"]), int(given["deals"]), int(given["limit"])
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=self.kind.deals,
            num_players=self.kind.dealer.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.kind.limit,
        )
        super().__init__(self.known, info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What shows a state to a player; it takes no parameters."""
        return SpielObserver(self.kind, bool(iig_obs_type and iig_obs_type.perfect_recall))


def as_option(value: object) -> object:
    """An option as the game takes it; lists have semicolons, as OpenSpiel keeps the comma for itself."""
    return value.replace(";", ",") if isinstance(value, str) else value


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A table, or the deal that is still to come."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.kind = game.kind
        self.table: State | None = None
        self.made = 0
        self.recalled = [b""] * game.kind.dealer.seats  # what each seat saw when it decided, and what it chose, hashed

    def dealt(self) -> State:
        if self.table is None:
            raise BadOption("Nothing has been dealt yet: chance is to choose.")
        return self.table

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.table.seat

    def is_terminal(self) -> bool:
        return self.table is not None and (self.table.over or self.made >= self.kind.limit)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        n = self.kind.deals
        return [(i, 1.0 / n) for i in range(n)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.dealt().legal()

    def _apply_action(self, action: int) -> None:
        table = self.table
        if table is None:
            self.table = self.kind.deal(action)
            return
        seat = table.seat
        seen = self.kind.observed(table, seat)
        table.apply(action)
        self.recalled[seat] = hashlib.blake2b(b"%b%d" % (self.recalled[seat] + seen, action), digest_size=12).digest()
        self.made += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if self.table is None or player < 0 else self.table.words(action)

    def returns(self) -> list[float]:
        if self.table is None or not self.table.over:
            return [0.0] * self.kind.dealer.seats
        return rewards(self.table, False)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A clone with everything hidden from that player dealt anew, by a sampler of numbers from 0 to 1."""
        twin: SpielState = self.clone()
        twin.table = self.dealt().redeal(player, seeded(sampler()))
        return twin

    def __str__(self) -> str:
        if self.table is None:
            return "to be dealt"
        return f"{self.made} decisions, seat {self.table.seat}: {self.table.prompt()} ({self.table.fingerprint():016x})"


class SpielObserver:
    """What a seat knows: as a tensor with the observation's own parts, or, with perfect recall, as a string alone."""

    def __init__(self, kind: Kind, recall: bool) -> None:
        self.kind = kind
        self.recall = recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if recall:
            return
        seats = kind.dealer.seats
        observation = kind.dealer.game.observation
        self.tensor = np.zeros(observation.size(seats), np.float32)
        at = 0
        for name, n in observation.parts(seats):
            self.dict[name] = self.tensor[at : at + n]
            at += n

    def set_from(self, state: SpielState, player: int) -> None:
        if state.table is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.kind.glance.look(state.table, player)[0]

    def string_from(self, state: SpielState, player: int) -> str:
        seen = self.kind.observed(state.table, player).hex()
        return f"seat {player}, {state.recalled[player].hex()}, {seen}" if self.recall else f"seat {player}, {seen}"


for id in roundhouse.games():
    register(roundhouse.game(id))
