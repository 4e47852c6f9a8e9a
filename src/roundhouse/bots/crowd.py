"""Search in several processes at once, for large budgets."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final

from roundhouse.bots.bot import Budget
from roundhouse.bots.search import LEAST, SearchBot
from roundhouse.core.state import State

LARGE: Final = 1000  # milliseconds, or
MANY: Final = 20_000  # iterations, below which one tree is better than several

log = logging.getLogger("roundhouse.bots")


class CrowdBot(SearchBot):
    """A search bot that thinks in several processes if its budget is large: each grows a tree, and visits are summed.

    It is alone where there is one core, or where a process must not start others, as those of a server's pool.
    """

    def __init__(self, seed: object, processes: int = 2) -> None:
        super().__init__(seed)
        alone = multiprocessing.current_process().daemon
        self.others: int = 0 if alone else min(processes, os.cpu_count() or 1) - 1
        self.pool: ProcessPoolExecutor | None = None

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        large = budget.milliseconds >= LARGE or budget.iterations >= MANY
        if self.others < 1 or not large or len(state.choices()) == 1:
            return super().choose(state, seat, budget)
        asked: list[Future[dict[int, float]]] = []
        try:
            asked = self.ask(state, seat, budget)
        except Exception:
            log.exception("No process helps to think.")
            self.others = 0
        action = super().choose(state, seat, budget)
        total = self.votes()
        for one in asked:
            try:
                ballot = one.result(timeout=10.0 + budget.milliseconds / 500.0)
            except Exception:
                log.exception("A process that helped to think is lost; the others decide.")
                self.others = 0
                continue
            for voted, votes in ballot.items():
                total[voted] = total.get(voted, 0.0) + votes
        if self.opens:  # then it is not the most visited that is wanted
            return action
        best = action
        for voted in sorted(total):
            if total[voted] > total.get(best, 0.0) and voted in state.choices():
                best = voted
        return best

    def ask(self, state: State, seat: int, budget: Budget) -> list[Future[dict[int, float]]]:
        """Set the other processes thinking."""
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.others, multiprocessing.get_context("spawn"))
        known = pickle.dumps(state.redeal(seat, self.rng))
        seeds = [str(self.rng.word()) for _ in range(self.others)]
        begins = self.kept is None and state.game.heuristics.settled(state)
        left = 1.0 if begins else max(self.left, LEAST)
        iterations, milliseconds = int(budget.iterations * left), int(budget.milliseconds * left)
        return [self.pool.submit(ballot, known, seat, iterations, milliseconds, seed) for seed in seeds]


def ballot(pickled: bytes, seat: int, iterations: int, milliseconds: int, seed: str) -> dict[int, float]:
    """How often search visits each action, in a process of its own."""
    state: State = pickle.loads(pickled)
    bot = SearchBot(seed)
    bot.left = 1.0
    bot.choose(state, seat, Budget(iterations, milliseconds))
    return bot.votes()
