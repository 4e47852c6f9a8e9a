"""Learned weights: plain numbers in JSON files beside a game, read once."""

from __future__ import annotations

import json
import logging
import os
import sys
from typing import Final, cast

from roundhouse.core.game import Game
from roundhouse.core.native import i64, vec
from roundhouse.core.state import State

FOLDER: Final = "weights"
NO_NUMBERS: Final[list[float]] = []

log = logging.getLogger("roundhouse.bots")
loaded: dict[str, Learned | None] = {}


class Learned:
    """A value and a policy for one game and seat count.

    The value of a seat's position is one number, by one hidden layer (or none) beside a linear part; of an action it is
    a number by its kind from the same features, and from the action's traits. The weights of the hidden layer lie
    feature by feature, those of the policy kind by kind.
    """

    def __init__(self, numbers: dict[str, list[float]], size: int, traits: int) -> None:
        self.size: i64 = size
        self.traits: i64 = traits
        self.hidden: i64 = len(numbers["bias"])
        self.linear: vec[float] = vec[float](numbers["linear"])
        self.layer: vec[float] = vec[float](numbers["layer"])
        self.bias: vec[float] = vec[float](numbers["bias"])
        self.out: vec[float] = vec[float](numbers["out"])
        self.has_policy: bool = len(numbers["kinds"]) > 0
        self.kinds: vec[float] = vec[float](numbers["kinds"])
        self.policy: vec[float] = vec[float](numbers["policy"])
        self.trait_weights: vec[float] = vec[float](numbers["traits"])
        self.sums: vec[float] = vec[float](numbers["bias"])
        self.told: float = 1.0  # how much sharper than they are chances must be told to come true

    def value(self, x: vec[float]) -> float:
        """What a seat's position promises, from its features."""
        n: i64 = self.size
        h: i64 = self.hidden
        total: float = 0.0
        linear = self.linear
        i: i64 = 0
        if h == 0:
            while i < n:
                total += x[i] * linear[i]
                i += 1
            return total
        layer = self.layer
        sums = self.sums
        bias = self.bias
        out = self.out
        j: i64 = 0
        while j < h:
            sums[j] = bias[j]
            j += 1
        while i < n:
            v: float = x[i]
            if v != 0.0:
                total += v * linear[i]
                base: i64 = i * h
                j = 0
                while j < h:
                    sums[j] = sums[j] + v * layer[base + j]
                    j += 1
            i += 1
        j = 0
        while j < h:
            v = sums[j]
            if v > 0.0:
                total += v * out[j]
            j += 1
        return total


def learned_for(state: State) -> Learned | None:
    """The weights for a table, or None, and then a log line says so if there are some that do not fit the code."""
    game = state.game
    h = game.heuristics
    if not h.size:
        return None
    folder = os.path.join(folder_of(game), FOLDER)
    variant = h.variant(state)
    names = [f"{state.seats}.json"]
    if variant:
        names.insert(0, f"{state.seats}-{variant}.json")
    for name in names:
        path = os.path.join(folder, name)
        if path not in loaded:
            loaded[path] = read(path, game) if os.path.exists(path) else None
        found = loaded[path]
        if found is not None:
            return found
    return None


def folder_of(game: Game) -> str:
    """Where a game's rules lie."""
    return os.path.dirname(os.path.abspath(str(sys.modules[type(game).__module__].__file__)))


def read(path: str, game: Game) -> Learned | None:
    """The weights in a file; None, with a line in the log, if they are not for this version of the game's features."""
    h = game.heuristics
    try:
        with open(path, encoding="utf-8") as file:
            held = cast(dict[str, object], json.load(file))
        sizes = {"version": h.version, "features": h.size, "kinds": h.kinds, "traits": h.traits}
        for name, size in sizes.items():
            if held[name] != size:
                raise ValueError(f"they are for {name} {held[name]}, the game has {size}")
        found = from_numbers(cast(dict[str, list[float]], held["weights"]), game)
        found.told = float(cast(float, held.get("told", 1.0)))
        return found
    except (KeyError, TypeError, ValueError) as error:
        log.warning("%s is not used, bots go by the hand-made evaluation: %s", path, error)
        return None


def from_numbers(given: dict[str, list[float]], game: Game) -> Learned:
    """Weights from their lists; ValueError if a list has not the length it must have."""
    h = game.heuristics
    numbers: dict[str, list[float]] = {}
    for name in ("linear", "layer", "bias", "out", "kinds", "policy", "traits"):
        numbers[name] = [float(n) for n in given.get(name, NO_NUMBERS)]
    hidden = len(numbers["bias"])
    kinds = h.kinds if numbers["kinds"] else 0
    wanted = {
        "linear": h.size,
        "layer": h.size * hidden,
        "out": hidden,
        "kinds": kinds,
        "policy": kinds * h.size,
        "traits": kinds * h.traits,
    }
    for name, size in wanted.items():
        if len(numbers[name]) != size:
            raise ValueError(f"{name} has {len(numbers[name])} numbers, not {size}")
    return Learned(numbers, h.size, h.traits)
