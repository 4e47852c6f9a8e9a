"""The bots by name: levels for people, kinds for those who study, and what other packages bring."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final, cast

from roundhouse.bots.bot import Bot, Budget, RandomBot
from roundhouse.bots.greedy import GreedyBot
from roundhouse.bots.quick import QuickBot
from roundhouse.bots.search import SearchBot
from roundhouse.core.errors import BadOption
from roundhouse.core.state import State

GROUP: Final = "roundhouse.bots"
PLAIN: Final = "random"  # what decides where a bot fails

log = logging.getLogger("roundhouse.bots")


class Level:
    """A bot for people: how well it plays, in a word and a sentence, and how long it thinks in a turn."""

    def __init__(self, name: str, sentence: str, kind: str, milliseconds: int) -> None:
        self.name: str = name
        self.sentence: str = sentence
        self.kind: str = kind
        self.milliseconds: int = milliseconds


# The weakest first.
LEVELS: Final = [
    Level("apprentice", "Sees what lies at hand and not what comes of it: for a first game.", "greedy", 0),
    Level("conductor", "Knows what a good position is, and looks one step ahead.", "quick", 0),
    Level("stationmaster", "Thinks a turn through, and what the others may answer.", "search", 600),
    Level("tycoon", "Takes its time and forgives nothing.", "search", 3000),
]
KINDS: Final = ["search", "handmade", "quick", "greedy", "random"]


def levels() -> list[Level]:
    """The levels people choose from, the weakest first."""
    return LEVELS[:]


def names() -> list[str]:
    """All bots there are: the levels, the strongest first, the kinds, and those of other packages."""
    guests = sorted([entry.name for entry in entry_points(group=GROUP)])
    return [level.name for level in reversed(LEVELS)] + KINDS + guests


def parts(spec: str) -> tuple[str, Budget]:
    """A bot as it is asked for, NAME, NAME@ITERATIONS or NAME@MILLISECONDSms: its name, and its budget a turn."""
    name, at, amount = spec.partition("@")
    if not at:
        for level in LEVELS:
            if level.name == name:
                return name, Budget(milliseconds=level.milliseconds)
        return name, Budget(iterations=400)
    digits = amount.removesuffix("ms")
    if not digits.isdecimal():
        raise BadOption(f"{spec!r} should read {name}@400 for 400 iterations a turn, or {name}@500ms.")
    n = int(digits)
    return name, Budget(milliseconds=n) if amount.endswith("ms") else Budget(iterations=n)


def make(spec: str, seed: object) -> Bot:
    """A bot at the start of its own chance and memory; BadOption for a name there is none of.

    MODULE:CLASS is a bot of any module that can be imported. That runs its code: what strangers send must be one of
    `names()`.
    """
    name, _ = parts(spec)
    for level in LEVELS:
        if level.name == name:
            name = level.kind
    if name == "search":
        return SearchBot(seed)
    if name == "handmade":
        return SearchBot(seed, by_hand=True)
    if name == "quick":
        return QuickBot(seed)
    if name == "greedy":
        return GreedyBot(seed)
    if name == "random":
        return RandomBot(seed)
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return made_by(name, f"{entry.module}:{entry.attr}", seed)
    if ":" in name:
        return made_by(name, name, seed)
    raise BadOption(f"There is no bot {name!r}; there are {', '.join(names())}.")


def made_by(name: str, where: str, seed: object) -> Bot:
    """A bot by the module and the class, or whatever makes one, that `where` names; BadOption if that gives no bot."""
    module, _, attribute = where.partition(":")
    try:
        maker = cast(Callable[[object], object], getattr(import_module(module.strip()), attribute.strip()))
        bot = maker(seed)
    except Exception as error:
        raise BadOption(f"The bot {name!r} cannot be made: {type(error).__name__}: {error}.") from error
    if not isinstance(bot, Bot):
        raise BadOption(f"{where} makes no bot: a bot is a roundhouse.bots.bot.Bot.")
    return bot


class Player:
    """A bot in a seat through a game: it is shown only what its seat may know, and a plain one decides where it fails."""

    def __init__(self, spec: str, seed: object) -> None:
        self.name, self.budget = parts(spec)
        self.bot: Bot = make(spec, seed)
        self.plain: Bot = make(PLAIN, seed)
        self.failed: int = 0  # how often

    def decide(self, state: State) -> int:
        """What the seat that is to decide decides; always legal."""
        options = state.choices()
        if len(options) == 1:
            return options[0]
        known = state.redeal(state.seat, self.plain.rng)
        try:
            action = self.bot.choose(known, state.seat, self.budget)
            if action in options:
                return action
            log.error("%s decided something that is not legal.", self.name)
        except Exception:
            log.exception("%s failed.", self.name)
        self.failed += 1
        return self.plain.choose(known, state.seat, self.budget)
