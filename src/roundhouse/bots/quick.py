"""The bot that looks one decision ahead on the learned value."""

from __future__ import annotations

from roundhouse.bots.bot import Bot, Budget
from roundhouse.bots.judge import Judge, judge_of
from roundhouse.core.state import State


class QuickBot(Bot):
    """The action after which, its turn played on, the seat is likeliest to win."""

    def __init__(self, seed: object, by_hand: bool = False) -> None:
        super().__init__(seed)
        self.by_hand: bool = by_hand
        self.judge: Judge | None = None

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        options = state.game.heuristics.sensible(state, state.choices())
        if len(options) == 1:
            return options[0]
        judge = judge_of(self.judge, state, None, self.by_hand)
        self.judge = judge
        plain = judge.heuristics.obvious(state, options)
        if plain >= 0:
            return plain
        guess = state.redeal(seat, self.rng)
        best = options[0]
        most = -1.0
        for action in judge.heuristics.sensible(guess, guess.choices()):
            twin = guess.clone()
            twin.apply(action)
            judge.settle(twin, self.rng, 0)
            judge.judge(twin)
            self.iterations += 1
            if judge.chances[seat] > most:
                most = judge.chances[seat]
                best = action
        return best
