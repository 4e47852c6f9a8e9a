"""The contract of a bot, and the one that plays at random."""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import mypyc_attr
from roundhouse.core.rng import Rng, seeded
from roundhouse.core.state import State

PATIENCE: Final = 800


class Budget:
    """How long a bot may think in a turn: so many iterations, or so many milliseconds; with neither it answers at once.

    Who does not want to wait calls `stop`, from any thread: the answer then comes from what was thought so far.
    """

    def __init__(self, iterations: int = 0, milliseconds: int = 0) -> None:
        self.iterations: int = iterations
        self.milliseconds: int = milliseconds
        self.stopped: bool = False

    def stop(self) -> None:
        """Answer as soon as possible."""
        self.stopped = True


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Decides for a seat through a game. It brings its own chance, and what it remembers from one decision to the next.

    What it is shown is dealt anew for its seat, so it sees nothing that the seat must not; it never changes that state.
    What it remembers is a help only: a new bot in its place decides as legally.
    """

    def __init__(self, seed: object) -> None:
        self.rng: Rng = seeded(seed)
        self.iterations: int = 0  # thought through so far, for those who count
        self.patience: int = PATIENCE  # decisions after which a game should be over; 0: it may go on for ever

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """One of the legal actions of the seat that is to decide."""
        raise NotImplementedError

    def votes(self) -> dict[int, float]:
        """How much spoke for each action when it chose last, for those who ask several bots; {} if it cannot say."""
        return {}


class RandomBot(Bot):
    """Any legal action, each as likely as the next."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        options = state.choices()
        return options[self.rng.below(len(options))]
