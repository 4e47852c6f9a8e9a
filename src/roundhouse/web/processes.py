"""Several server processes behind one port of one machine: started, watched, started anew, and stopped together.

Each is a whole server with its own streams and tables in memory; what they have in common is the database, the data
folder and the socket they take lines from. The first process serves nobody. It only looks after the others, which end
by themselves if it is gone.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from roundhouse.web import log as logs
from roundhouse.web.service import metrics
from roundhouse.web.settings import Settings

SHORT_LIFE = 10.0  # seconds; what ends sooner is started again after a pause,
PAUSES = (0.2, 1.0, 3.0, 10.0)  # which grows with every such life
GRACE = 5.0  # seconds beyond those of a stop, after which what has not ended is killed

log = logging.getLogger("roundhouse.server")
spawn = multiprocessing.get_context("spawn")


class Place:
    """One of the servers, whichever process it is now."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.process: SpawnProcess | None = None
        self.began = 0.0
        self.due = 0.0  # when it is to be started
        self.short_lives = 0


class Processes:
    """Looks after all of them; `door` is the socket they share."""

    def __init__(self, settings: Settings, door: socket.socket) -> None:
        share = max(1, settings.workers // settings.processes)
        self.settings = replace(settings, processes=1, workers=share)
        self.door = door
        self.places = [Place(n) for n in range(settings.processes)]
        self.told, self.bell = os.pipe()  # rung by signals
        self.stopping = False

    def run(self) -> None:
        """Until a signal asks to stop, and all have ended."""
        figures = tempfile.mkdtemp(prefix="roundhouse-metrics-")
        os.environ[metrics.FOLDER] = figures
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self.ring)
        try:
            while not self.stopping:
                self.start_due()
                wait([self.told, *self.sentinels()], self.pause())
                self.bury()
            self.end()
        finally:
            self.kill()
            shutil.rmtree(figures, ignore_errors=True)

    def ring(self, _sign: int, _frame: FrameType | None) -> None:
        self.stopping = True
        os.write(self.bell, b"!")

    def start_due(self) -> None:
        now = time.monotonic()
        for place in self.places:
            if place.process is None and place.due <= now:
                place.began = now
                place.process = spawn.Process(
                    target=serve_one, args=(self.settings, self.door), name=f"server {place.n}"
                )
                place.process.start()
                log.info("a server process begins", extra={"place": place.n, "process": place.process.pid})

    def pause(self) -> float | None:
        """Until when nothing is to be done."""
        due = [place.due for place in self.places if place.process is None]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def sentinels(self) -> list[int]:
        return [place.process.sentinel for place in self.places if place.process is not None]

    def bury(self) -> None:
        """Those that have ended get a successor: at once, or after a pause if they keep ending."""
        for place in self.places:
            process, now = place.process, time.monotonic()
            if process is None or process.is_alive():
                continue
            process.join()
            place.process = None
            place.short_lives = place.short_lives + 1 if now - place.began < SHORT_LIFE else 0
            place.due = now + PAUSES[min(place.short_lives, len(PAUSES)) - 1] if place.short_lives else now
            if metrics.installed():
                from prometheus_client.multiprocess import mark_process_dead

                mark_process_dead(process.pid)  # type: ignore[no-untyped-call]
            if not self.stopping:
                log.error("a server process has ended", extra={"place": place.n, "code": process.exitcode})

    def end(self) -> None:
        """Ask all to stop, and wait until they have."""
        log.info("stopping", extra={"processes": len(self.sentinels())})
        for place in self.places:
            if place.process is not None:
                place.process.terminate()
        until = time.monotonic() + self.settings.stop_seconds + GRACE
        while self.sentinels() and time.monotonic() < until:
            wait(self.sentinels(), until - time.monotonic())
            self.bury()

    def kill(self) -> None:
        for place in self.places:
            if place.process is not None:
                log.error("a server process did not stop and is ended", extra={"place": place.n})
                place.process.kill()
                place.process.join()


def serve_one(settings: Settings, door: socket.socket) -> None:
    """What each process does."""
    from roundhouse.web.serve import built, run

    logs.begin(settings.log_level_told, settings.log_format)
    threading.Thread(target=end_with_parent, name="parent", daemon=True).start()
    run(settings, built(settings), door)


def end_with_parent() -> None:
    """Stop in good order when the process that looks after this one is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
