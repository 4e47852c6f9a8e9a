"""The contract of a bot, and the one that plays at random."""

from __future__ import annotations

from roundhouse.core.native import mypyc_attr
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Decides for a seat. It brings its own chance and never changes the state it is shown."""

    def __init__(self, seed: object) -> None:
        self.rng: Rng = seeded(seed)

    def decide(self, state: State, seat: int) -> int:
        """One of the legal actions of the seat that is to decide."""
        raise NotImplementedError


class RandomBot(Bot):
    """Any legal action, each as likely as the next."""

    def decide(self, state: State, seat: int) -> int:
        options = state.choices()
        return options[self.rng.below(len(options))]
