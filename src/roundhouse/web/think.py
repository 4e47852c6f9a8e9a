"""Bots think in processes of their own, so that no page waits for them."""

from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import Future, ProcessPoolExecutor

from roundhouse.bots.make import make
from roundhouse.core.state import State


def think(held: bytes, bot: str, seed: str) -> int:
    """What the bot decides in that state; run in a worker."""
    state: State = pickle.loads(held)
    return make(bot, seed).decide(state, state.seat)


class Thinkers:
    """A pool of workers."""

    def __init__(self, workers: int) -> None:
        self.pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))

    def ask(self, state: State, bot: str, seed: str) -> Future[int]:
        """Set a worker thinking. What leaves here is dealt anew: a bot cannot see what its seat must not."""
        return self.pool.submit(think, pickle.dumps(state.resample(state.seat, seed)), bot, seed)

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
