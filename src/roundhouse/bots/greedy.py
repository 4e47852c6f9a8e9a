"""The bot that looks one decision ahead."""

from __future__ import annotations

from roundhouse.bots.random import Bot
from roundhouse.core.state import State


class GreedyBot(Bot):
    """The action after which the game's evaluation likes the seat's position best; ties by lot.

    It tries the actions on a guess at what is hidden from its seat, never on the table itself.
    """

    def decide(self, state: State, seat: int) -> int:
        options = state.choices()
        if len(options) == 1:
            return options[0]
        guess = state.resample(seat, self.rng.word())
        offered = guess.choices()
        best: list[int] = []
        most = 0
        for action in options:
            if action not in offered:
                continue
            twin = guess.clone()
            twin.apply(action)
            worth = state.game.evaluate(twin, seat)
            if not best or worth > most:
                best = [action]
                most = worth
            elif worth == most:
                best.append(action)
        if not best:
            best = options
        return best[self.rng.below(len(best))]
