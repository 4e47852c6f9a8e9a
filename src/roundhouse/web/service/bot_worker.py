"""A process in which bots think: what it does itself, and how the server holds it."""

from __future__ import annotations

import ctypes
import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from roundhouse.bots.make import Player
from roundhouse.core.state import State

STARTS = 10  # how often in a row a worker may be killed before it is ready
START = 60.0  # seconds a worker may take until it is ready
GRACE = 1.0  # seconds a worker may take to end by itself
TICK = 0.1  # seconds between looks at who is late
PAUSE = 0.2  # seconds before a worker that could not be started is started again
MOST_PLAYERS = 64  # bots that a worker remembers
UNUSED = 900.0  # seconds after which it forgets one that nobody has asked
MOST_NOTES = 20  # what a job may log
LONGEST_NOTE = 4000
PR_SET_PDEATHSIG = 1
LOWLY = 5  # how far others go first: beside those who use all there is, it still gets a quarter of a core

SPAWN = multiprocessing.get_context("spawn")

log = logging.getLogger("roundhouse.bots")

# in the worker


@dataclass
class Kept:
    """A bot in a seat, the decision it was asked for last, and when that was."""

    player: Player
    bot: str
    seed: str
    n: int
    at: float


class Memory:
    """The bots of a worker with what they remember of their games: those asked last, and for a while only.

    It is a help and nothing else: one that is not here begins anew and decides as legally.
    """

    def __init__(self, most: int = MOST_PLAYERS, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.clock = clock
        self.kept: OrderedDict[tuple[str, int], Kept] = OrderedDict()  # by table and seat, the latest last

    def player(self, table: str, seat: int, bot: str, seed: str, n: int) -> Player:
        """The bot that has played the seat so far; a new one after an undo, or if another has played it."""
        found = self.kept.pop((table, seat), None)
        if found is None or (found.bot, found.seed) != (bot, seed) or found.n >= n:
            found = Kept(Player(bot, seed), bot, seed, n, 0.0)
        found.n, found.at = n, self.clock()
        self.kept[table, seat] = found
        self.tidy()
        return found.player

    def tidy(self) -> None:
        """Forget those beyond the most, and those long unused."""
        while len(self.kept) > self.most or next(iter(self.kept.values())).at < self.clock() - UNUSED:
            self.kept.popitem(last=False)

    def forget(self, tables: Iterable[str]) -> None:
        """These tables have ended."""
        ended = set(tables)
        for key in [key for key in self.kept if key[0] in ended]:
            del self.kept[key]


MEMORY = Memory()


def think(pickled: bytes, table: str, n: int, bot: str, seed: str) -> int:
    """What the bot decides in that state, as decision n of its table."""
    state: State = pickle.loads(pickled)
    return MEMORY.player(table, state.seat, bot, seed, n).decide(state)


class Notes(logging.Handler):
    """What was logged during a job: the server has a log, a worker has none."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[tuple[int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        if len(self.lines) < MOST_NOTES:
            self.lines.append((record.levelno, self.format(record)[:LONGEST_NOTE]))

    def taken(self) -> list[tuple[int, str]]:
        """All of it, once."""
        lines, self.lines = self.lines, []
        return lines


def work(pipe: Connection, lowly: bool) -> None:
    """Do one job after another until the server closes the pipe; an empty one asks whether the worker is ready."""
    if lowly and hasattr(os, "nice"):
        os.nice(LOWLY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    die_with_the_server()
    notes, ours = Notes(), logging.getLogger("roundhouse")
    ours.addHandler(notes)
    ours.propagate = False
    try:
        while True:
            asked = pipe.recv_bytes()
            pipe.send_bytes(answer(asked, notes) if asked else b"")
    except (EOFError, OSError):
        return


def answer(asked: bytes, notes: Notes) -> bytes:
    """What a function returns or raises, with True or False before it and what was logged after it."""
    try:
        ended, job = pickle.loads(asked)
        MEMORY.forget(ended)
        function, args = pickle.loads(job)
        return pickle.dumps((True, function(*args), notes.taken()))
    except Exception as error:
        return pickle.dumps((False, portable(error), notes.taken()))


def portable(error: Exception) -> Exception:
    """The error with a note where it was raised, or what it says if it cannot be sent."""
    error.add_note(f"In a worker: {traceback.format_exc()}")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def die_with_the_server() -> None:
    """End when the server does, however it ends and however busy this process is."""
    server = multiprocessing.parent_process()
    assert server is not None
    if sys.platform == "linux":  # a thread does not run while compiled code keeps the interpreter to itself
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != server.pid:  # it ended before it was asked to take this process along
            os._exit(1)

    def watch() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


# in the server


class Lost(Exception):
    """A worker is gone; says why."""


class Late(Lost):
    """It was stopped because it took too long."""


class Killed(Lost):
    """It was ended by a signal."""


class Worker:
    """A worker as its supervisor holds it: a process, made anew whenever a job finds none.

    The thread that starts the process must live as long as it: see PR_SET_PDEATHSIG in prctl(2).
    """

    def __init__(self, closing: threading.Event, lowly: bool = False) -> None:
        self.closing = closing
        self.lowly = lowly  # whether the machine lets all others go first
        self.process: SpawnProcess | None = None
        self.until = 0.0  # when its job should be done; 0.0: it has none
        self.ended: deque[str] = deque(maxlen=1000)  # tables that it need not remember
        self.due: tuple[SpawnProcess, float] | None = None  # who is to answer until when

    def ask(self, job: bytes, patience: float) -> bytes:
        """What it answers; Lost if it ends before that or cannot be started, Late if it had to be stopped."""
        asked = pickle.dumps(([self.ended.popleft() for _ in range(len(self.ended))], job))
        if self.process is not None and not self.process.is_alive():
            log.warning("An idle worker died (exit code %s).", self.end(), extra={"table": "", "bot": ""})
        return self.converse(self.process or self.start(), asked, patience)

    def start(self) -> SpawnProcess:
        """A new process, ready for work. That one is killed before it is ready is not the fault of a job."""
        try:
            for _ in range(STARTS):
                process = self.process = self.spawn()
                if self.closing.is_set():  # perhaps before there was a process to stop
                    raise Lost("the server is closing.")
                try:
                    self.converse(process, b"", START)
                    return process
                except Killed as killed:
                    log.warning("A worker could not be started: %s", killed, extra={"table": "", "bot": ""})
            raise Lost("it was killed each time.")
        except Exception as error:
            self.closing.wait(PAUSE)
            raise Lost(f"A worker could not be started: {error}") from error

    def spawn(self) -> SpawnProcess:
        self.pipe, theirs = SPAWN.Pipe()
        with theirs:
            process = SPAWN.Process(target=work, args=(theirs, self.lowly), name="roundhouse bots", daemon=True)
            if sys.platform != "win32":  # inherited: an interrupt does not end a worker that is only starting
                resource_tracker.ensure_running()
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            process.start()
        return process

    def converse(self, process: SpawnProcess, asked: bytes, patience: float) -> bytes:
        """Send and receive; the process is ended if it does not answer in time."""
        began = time.monotonic()
        answered: bytes | None = None
        self.due = (process, began + patience)
        try:
            self.pipe.send_bytes(asked)
            answered = self.pipe.recv_bytes()
        except (EOFError, OSError):
            pass
        finally:
            self.due = None
        late = time.monotonic() >= began + patience  # then `check` may have killed it in this moment
        code = self.end() if late or answered is None else None
        if answered is not None:
            return answered
        if late:
            raise Late(f"It took longer than {patience:g} seconds.")
        raise (Killed if code is not None and code < 0 else Lost)(f"Its process died (exit code {code}).")

    def check(self) -> None:
        """Kill the process if it is late; from another thread, as sending and receiving may hang, too."""
        due = self.due
        if due is not None and time.monotonic() >= due[1]:
            due[0].kill()

    def stop(self, force: bool) -> None:
        """Tell the process to end; from any thread."""
        process = self.process
        if process is not None:
            process.kill() if force else process.terminate()

    def end(self) -> int | None:
        """End the process, by force if need be; its exit code."""
        process, self.process = self.process, None
        if process is None:
            return None
        self.pipe.close()
        wait([process.sentinel], GRACE)  # so that one that is dying can say its own exit code
        process.kill()
        process.join(GRACE)
        return process.exitcode
