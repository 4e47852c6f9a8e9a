"""What all environments share: which game is meant, seeds one after another, and what a seat sees as arrays."""

from __future__ import annotations

from operator import index
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import roundhouse
from roundhouse.bots.many import Dealer, Seen
from roundhouse.core.errors import BadOption, IllegalAction
from roundhouse.core.game import Game
from roundhouse.core.rng import fresh_seed
from roundhouse.core.state import State

Bytes = NDArray[np.uint8]
Mask = NDArray[np.int8]

VERSION: Final = 1  # of the environments, as Gymnasium and PettingZoo count; an observation has its own
REWARDS: Final = ("win", "score")
ILLEGAL: Final = ("refuse", "lose")
LOST: Final = -1.0  # what an illegal action brings, if it is not refused
MODES: Final = ("human", "ansi", "svg")


def dealer(game: str | Game, seats: int | None, options: dict[str, object], components: object) -> Dealer:
    """Who deals such tables; refused if there are none."""
    return Dealer(roundhouse.game(game) if isinstance(game, str) else game, seats, options, components)


def by_score(rewards: str) -> bool:
    """Whether rewards are points; refused if there are no such rewards."""
    return one_of("rewards", rewards, REWARDS) == "score"


def known_mode(mode: str | None) -> str | None:
    """The mode, or a refusal."""
    return mode if mode is None else one_of("render_mode", mode, MODES)


def one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise BadOption(f"{name} cannot be {value!r}; it is one of {', '.join(known)}.")
    return value


def whole(action: Any) -> int:
    """An action that some library has made a number of its own of."""
    try:
        return index(action)
    except TypeError:
        raise IllegalAction(f"An action is a whole number, not {action!r}.") from None


def unstarted(env: object, name: str) -> AttributeError:
    """Why an environment has no such attribute."""
    if name == "table" or name in ("agents", "agent_selection", "terminations", "rewards", "infos"):
        return AttributeError("There is no table yet: call reset() first.")
    return AttributeError(f"{type(env).__name__!r} has no attribute {name!r}.")


def seat_space(dealer: Dealer) -> Any:
    """What can be observed: whole numbers from 0 to 255 in a row."""
    return spaces.Box(0, 255, (dealer.game.observation.size(dealer.seats),), np.uint8)


def array(cells: Any, kind: Any) -> NDArray[Any] | None:
    """A live view of cells, if they are compiled: whatever is written to them is seen in it."""
    return None if isinstance(cells, list) else np.frombuffer(cells, kind)


class Seeds:
    """The seeds of one game after another: the one that was given, S, then S/1, S/2 and so on."""

    def __init__(self) -> None:
        self.first: object = None
        self.later = 0

    def next(self, given: object) -> object:
        if given is not None or self.first is None:
            self.first = fresh_seed() if given is None else given
            self.later = 0
            return self.first
        self.later += 1
        return f"{self.first}/{self.later}"


class Glance:
    """What a seat sees of a table, copied into arrays that nobody writes to later."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.seen = Seen(dealer.game, dealer.seats)
        self.mask = array(self.seen.masks.cells, np.int8)

    def look(self, state: State, seat: int) -> tuple[Bytes, Mask]:
        """The observation, and a 1 for each action that may be chosen."""
        self.seen.look(state, seat)
        mask = np.array(self.seen.masks.cells, np.int8) if self.mask is None else self.mask.copy()
        return np.frombuffer(self.seen.sheet.taken(), np.uint8).copy(), mask

    def __reduce__(self) -> tuple[object, ...]:
        return (Glance, (self.dealer,))
