"""The bots by name."""

from __future__ import annotations

from roundhouse.bots.greedy import GreedyBot
from roundhouse.bots.random import Bot, RandomBot
from roundhouse.core.errors import BadOption


def names() -> list[str]:
    """All bots there are, the strongest first."""
    return ["greedy", "random"]


def make(name: str, seed: object) -> Bot:
    """A bot at the start of its own chance; BadOption for a name there is none of."""
    if name == "greedy":
        return GreedyBot(seed)
    if name == "random":
        return RandomBot(seed)
    raise BadOption(f"There is no bot {name!r}; there are {', '.join(names())}.")
