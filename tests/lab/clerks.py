"""Clerks and work for the tests, by name."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from roundhouse.core.state import State
from roundhouse.lab.clerk import Clerk, Row


class Waste(Clerk):
    """How many decisions each seat had no choice in, and the words of its last one."""

    def columns(self, state: State) -> dict[str, str]:
        return {"forced": "int", "last": "text"}

    def before(self, state: State) -> None:
        self.forced, self.last = [0] * state.seats, [""] * state.seats

    def step(self, state: State, seat: int, action: int) -> None:
        self.forced[seat] += len(state.legal()) == 1
        self.last[seat] = state.words(action)

    def after(self, state: State) -> list[Row]:
        return [{"forced": n, "last": words} for n, words in zip(self.forced, self.last, strict=True)]


class Odd(Clerk):
    """A column of a kind that there is not."""

    def columns(self, state: State) -> dict[str, str]:
        return {"when": "date"}


def doubled(work: tuple[int, str]) -> int:
    """Twice a number; the first to come to 3 dies, if a folder is named where that can be noted."""
    n, folder = work
    if n == 3 and folder and not (Path(folder) / "died").exists():
        (Path(folder) / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * n


def mortal(work: int) -> int:
    """Dies each time."""
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)
    return work
