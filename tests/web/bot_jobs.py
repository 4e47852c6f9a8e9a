"""What workers do in the tests of the pool; apart from the tests, so that a worker imports little."""

from __future__ import annotations

import collections
import itertools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import roundhouse
from roundhouse.bots.bot import Bot, Budget
from roundhouse.bots.make import Player
from roundhouse.core.state import State
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.bot_worker import MEMORY

LONG = 600.0  # longer than any test
SOON = 120.0  # long enough for any answer, on any machine


def own_pid() -> int:
    return os.getpid()


def remembered() -> dict[tuple[str, int], tuple[int, int]]:
    """By table and seat the bots that this worker remembers: which object each is, and how much it has thought."""
    return {key: (id(kept.player.bot), kept.player.bot.iterations) for key, kept in MEMORY.kept.items()}


class Stumbling(Bot):
    """A bot that always raises."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        raise IndexError("no plan")


def stumble() -> int:
    """What a seat decides whose bot raises."""
    player = Player("random", 7)
    player.bot = Stumbling(7)
    return player.decide(roundhouse.game("trains").new(3, 7))


def double(n: int) -> int:
    return 2 * n


def rest(seconds: float) -> tuple[float, float]:
    """When it began and when it ended."""
    began = time.monotonic()
    time.sleep(seconds)
    return began, time.monotonic()


def kill_itself(how: str) -> None:
    if how == "signal":
        os.kill(os.getpid(), signal.SIGKILL)
    elif how == "exit":
        os._exit(3)
    sys.exit(4)


def run_out_of_memory() -> None:
    raise MemoryError("all of it")


class Crooked(Exception):
    """An error that cannot be sent."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def be_crooked() -> None:
    raise Crooked(1, 2)


def come_to_stay(folder: Path, name: str) -> str:
    """The first time, say so and stay until killed; the second time, answer."""
    before = list(folder.glob(f"{name}.*"))
    arrive(folder, name)
    if not before:
        threading.Event().wait()
    return name


def wait_for_leave(folder: Path, name: str) -> int:
    """Say so, and stay until there is leave to go."""
    arrive(folder, name)
    until(lambda: (folder / "leave").exists())
    return os.getpid()


def spin(folder: Path, name: str) -> None:
    """Keep the interpreter to itself for ever: no other thread of this process runs again."""
    arrive(folder, name)
    collections.deque(itertools.repeat(None), maxlen=0)


def arrive(folder: Path, name: str) -> None:
    (folder / f"{name}.{os.getpid()}").touch()


def arrived(folder: Path, name: str) -> int:
    """The process in which a job is, as soon as it is in one."""
    until(lambda: bool(list(folder.glob(f"{name}.*"))))
    return int(next(folder.glob(f"{name}.*")).suffix[1:])


def until(true: Callable[[], bool]) -> None:
    """Wait for something to become true in another process."""
    end = time.monotonic() + SOON
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def hold_workers(folder: Path, jobs: str) -> None:
    """Be a server: start two workers, say which, and stay. It is a process of its own."""
    pool = BotPool(2)
    function = {"spin": spin, "stay": come_to_stay, "idle": come_to_stay}[jobs]
    asked = [pool.run(function, folder, f"job{n}", patience=LONG) for n in range(2)]

    def close(*_: object) -> None:
        pool.close()
        assert all(future.done() for future in asked)
        sys.exit(0)

    signal.signal(signal.SIGTERM, close)
    pids = [arrived(folder, f"job{n}") for n in range(2)]
    if jobs == "idle":
        for n in range(2):
            os.kill(pids[n], signal.SIGKILL)
            asked[n].result(SOON)
        pids = pool.pids()
    sys.stdout.write(f"{pids[0]} {pids[1]}\n")
    sys.stdout.flush()
    while True:
        signal.pause()
