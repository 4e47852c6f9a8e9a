"""The greedy bot as it was at commit 31e0fc6, kept as it is: a fixed opponent for those who measure bots.

`PYTHONPATH=. roundhouse arena trains --bots stationmaster@600,benchmarks.frozen:Frozen` plays against it. It does
not care whether a game ends. The golden games of `tests/golden` are its own, so they ring when it decides differently.
"""

from __future__ import annotations

from roundhouse.bots.bot import Bot, Budget
from roundhouse.core.state import State
from roundhouse.core.verbs import frame_seat
from roundhouse.games.empyreal.state import Empyreal


class Frozen(Bot):
    """The action after which the game's evaluation liked the seat's position best; ties by lot."""

    def __init__(self, seed: object) -> None:
        super().__init__(seed)
        self.patience = 0

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
        return evaluated(s, seat)
    best = -(1 << 40)
    for action in s.choices():
        twin = s.clone()
        twin.apply(action)
        best = max(best, followed(twin, seat, depth - 1))
    return best


def evaluated(s: State, seat: int) -> int:
    """By the game's evaluation, and where that has changed, by what it was."""
    if s.over and isinstance(s, Empyreal):
        scores = s.scores()
        rivals = [scores[other] for other in range(s.seats) if s.foes[seat] >> other & 1]
        return 1000 * (scores[seat] - (0 if seat in s.winners() else max([0, *rivals])))
    return s.game.evaluate(s, seat)
