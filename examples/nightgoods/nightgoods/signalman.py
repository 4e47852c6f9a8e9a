"""A bot in a package of its own: it plays Night Goods by one rule of thumb."""

from __future__ import annotations

from nightgoods.actions import DISPATCH
from nightgoods.state import NightGoods
from roundhouse.bots.bot import Bot, Budget
from roundhouse.core.state import State

ENOUGH = 1  # point: who leaves first has the most of the night


class Signalman(Bot):
    """Sends a train off as soon as it is worth enough; else any wagon will do. Other games it plays at random."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        options = state.legal()
        if isinstance(state, NightGoods) and DISPATCH in options:
            if state.worth(seat) >= ENOUGH:
                return DISPATCH
            options = [action for action in options if action != DISPATCH] or options
        return options[self.rng.below(len(options))]
