"""The bots by name: levels for people, kinds for those who study, and what other packages bring."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, cast

from roundhouse.bots.bot import Bot, Budget, RandomBot
from roundhouse.bots.crowd import CrowdBot
from roundhouse.bots.greedy import GreedyBot
from roundhouse.bots.quick import QuickBot
from roundhouse.bots.search import SearchBot
from roundhouse.core.errors import BadOption
from roundhouse.core.state import State

GROUP: Final = "roundhouse.bots"
PLAIN: Final = "random"  # what decides where a bot fails,
CLOSER: Final = "greedy"  # and where a game should be over

log = logging.getLogger("roundhouse.bots")


class Level:
    """A bot for people: how well it plays, in a word and a sentence, and how much it thinks in a turn."""

    def __init__(
        self,
        name: str,
        sentence: str,
        iterations: int = 0,
        milliseconds: int = 0,
        processes: int = 1,
        daring: float = 1.0,
    ) -> None:
        self.name: str = name
        self.sentence: str = sentence
        self.iterations: int = iterations
        self.milliseconds: int = milliseconds
        self.processes: int = processes  # that may think side by side, where they have nothing else to do
        self.daring: float = daring  # how freely it varies its openings: the less, the less it gives away

    def budget(self) -> Budget:
        """What it may think in a turn."""
        return Budget(self.iterations, self.milliseconds)


# The weakest first. All search; the lower ones see less: nothing but the next action, or a few lines of play.
LEVELS: Final = [
    Level("apprentice", "Does what usually is right, and does not look ahead. For a first game."),
    Level("conductor", "Looks a little ahead. A fair opponent once you know the rules.", iterations=16),
    Level("stationmaster", "Thinks its turn through, and what the others may answer.", milliseconds=500),
    Level("tycoon", "Takes up to three seconds a turn to look as far ahead as it can.", 0, 2800, 2, daring=0.4),
]
KINDS: Final = ["search", "handmade", "quick", "greedy", "random"]


def levels() -> list[Level]:
    """The levels people choose from, the weakest first."""
    return LEVELS[:]


def guests() -> list[str]:
    """The bots of other packages."""
    return sorted([entry.name for entry in entry_points(group=GROUP)])


def names() -> list[str]:
    """All bots there are: the levels, the strongest first, the kinds, and those of other packages."""
    return [level.name for level in reversed(LEVELS)] + KINDS + guests()


def parts(spec: str) -> tuple[str, Budget]:
    """A bot as it is asked for, NAME, NAME@ITERATIONS or NAME@MILLISECONDSms: its name, and its budget a turn."""
    name, at, amount = spec.partition("@")
    if not at:
        for level in LEVELS:
            if level.name == name:
                return name, level.budget()
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
            bot = CrowdBot(seed, level.processes) if level.processes > 1 else SearchBot(seed)
            bot.daring = level.daring
            return bot
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
    """A bot in a seat through a game: it is shown only what its seat may know, and a plain one decides where it fails.

    If its patience is over before the game is, a bot that ends games takes its seat, and at long last the plain one.
    """

    def __init__(self, spec: str, seed: object) -> None:
        self.name, self.budget = parts(spec)
        self.bot: Bot = make(spec, seed)
        self.plain: Bot = make(PLAIN, seed)
        self.closer: Bot = make(CLOSER, seed)
        self.failed: int = 0  # how often
        self.made: int = 0  # decisions

    def decider(self) -> Bot:
        """Who decides: the bot itself, as long as its patience lasts."""
        patience = self.bot.patience
        if not patience or self.made <= patience:
            return self.bot
        return self.closer if self.made <= 2 * patience else self.plain

    def decide(self, state: State) -> int:
        """What the seat that is to decide decides; always legal."""
        options = state.choices()
        if len(options) == 1:
            return options[0]
        known = state.redeal(state.seat, self.plain.rng)
        self.made += 1
        try:
            decider: Any = self.decider()  # a guest may decide by numbers of another kind, as NumPy's
            action = decider.choose(known, state.seat, self.budget)
            if action in options:
                return options[options.index(action)]
            log.error("%s decided something that is not legal.", self.name)
        except Exception:
            log.exception("%s failed.", self.name)
        finally:
            self.budget.stopped = False  # it counts for one decision
        self.failed += 1
        return self.plain.choose(known, state.seat, self.budget)
