"""Bots that do what none should, and one that decides plainly: named to Roundhouse by module and class."""

from __future__ import annotations

from typing import Any

import numpy

from roundhouse.bots.bot import Bot, Budget
from roundhouse.core.state import State


class Raises(Bot):
    def choose(self, state: State, seat: int, budget: Budget) -> int:
        raise RuntimeError("out of coal")


class Illegal(Bot):
    def choose(self, state: State, seat: int, budget: Budget) -> int:
        return -1


class Last(Bot):
    """The last of the legal actions."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        return state.legal()[-1]


class Numbers(Bot):
    """Decides as one does that has learned with NumPy."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        decided: Any = numpy.array(state.legal())[-1]
        return decided  # type: ignore[no-any-return]


class NoBot:
    def __init__(self, seed: object) -> None:
        pass


class Waits(Bot):
    """What changes nothing, if there is such a thing."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        for action in state.legal():
            if state.words(action) == "administrate":
                return action
        return state.legal()[0]
