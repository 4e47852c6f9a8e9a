"""The trained policy as a bot: the observation in, the likeliest legal action out."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from roundhouse.bots.bot import Bot, Budget
from roundhouse.core.observation import Sheet
from roundhouse.core.state import State

POLICY = Path(__file__).with_name("policy.json")
GAME, SEATS = "trains", 2  # what it has learned; all else it plays at random


class Learner(Bot):
    """Plays two-seat Trains by learned numbers."""

    def __init__(self, seed: object) -> None:
        super().__init__(seed)
        held = json.loads(POLICY.read_text(encoding="utf-8"))
        self.layers = [
            (np.array(weights, np.float32), np.array(biases, np.float32))
            for weights, biases in zip(held["weights"], held["biases"], strict=True)
        ]

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        options = state.legal()
        if state.game.id != GAME or state.seats != SEATS:
            return options[self.rng.below(len(options))]
        numbers = self.numbers(state, seat)
        return max(options, key=lambda action: float(numbers[action]))

    def numbers(self, state: State, seat: int) -> npt.NDArray[np.float32]:
        """What the policy says of each action."""
        sheet = Sheet()
        state.game.observation.write(state, seat, sheet)
        x = np.minimum(np.sqrt(np.frombuffer(sheet.taken(), np.uint8).astype(np.float32)) / 4.0, 1.0)
        for weights, biases in self.layers[:-1]:
            x = np.tanh(weights @ x + biases)
        weights, biases = self.layers[-1]
        return weights @ x + biases
