"""The bot that looks one decision ahead."""

from __future__ import annotations

from roundhouse.bots.bot import Bot, Budget
from roundhouse.core.state import State
from roundhouse.core.verbs import frame_seat

LEAST = -(1 << 40)


class GreedyBot(Bot):
    """The action after which the game's evaluation likes the seat's position best; ties by lot.

    It tries the actions on a guess at what is hidden from its seat, never on the table itself.
    """

    def choose(self, state: State, seat: int, budget: Budget) -> int:
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
            worth = followed(twin, seat, state.game.depth)
            if not best or worth > most:
                best = [action]
                most = worth
            elif worth == most:
                best.append(action)
        if not best:
            best = options
        return best[self.rng.below(len(best))]


def followed(s: State, seat: int, depth: int) -> int:
    """What a position is worth to a seat; an effect of its own under way is followed to its best outcome."""
    if depth == 0 or s.over or not s.below or frame_seat(s.top) != seat:
        return s.game.evaluate(s, seat)
    best = LEAST
    for action in s.choices():
        twin = s.clone()
        twin.apply(action)
        value = followed(twin, seat, depth - 1)
        if value > best:
            best = value
    return best
