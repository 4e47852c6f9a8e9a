"""Long work in short pieces, done while nothing else is to be done: one piece at a time, of each work in turn."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from roundhouse.web.service.bot_pool import BotPool

Work = Callable[..., Any]

PIECE = 0.25  # seconds that a piece should take,
PATIENCE = 120.0  # and those that it may, as its last step may be long

log = logging.getLogger("roundhouse.bots")


@dataclass(frozen=True)
class Piece:
    """What a worker is to do next."""

    work: Work
    args: tuple[Any, ...]
    owner: str  # for the fairness of the pool


class Worked(Protocol):
    """Who has such work done."""

    def next_piece(self, key: str) -> Piece: ...

    def take(self, key: str, work: Work, found: Any) -> None:
        """Take in what a piece has brought."""

    def failed(self, key: str, work: Work | None, error: Exception) -> None:
        """A piece failed, or could not be taken in; without work, it could not even be begun."""


class SpareLine:
    """Those who wait for their next piece, by key; the first in the line has its turn."""

    def __init__(self, pool: BotPool, about: str, whose: Worked) -> None:
        self.pool = pool
        self.about = about  # what a job is called in the pool, before the key
        self.whose = whose
        self.lock = threading.RLock()  # held to read or change what follows
        self.keys: deque[str] = deque()
        self.busy = False

    def join(self, key: str) -> None:
        with self.lock:
            self.keys.append(key)
        self.go_on()

    def leave(self, key: str) -> None:
        """It is done, or given up."""
        with self.lock, suppress(ValueError):
            self.keys.remove(key)
        self.pool.forget(f"{self.about} {key}")

    def go_on(self) -> None:
        """Give the pool the next piece, if it has none."""
        with self.lock:
            if self.busy or not self.keys:
                return
            self.busy = True
            key = self.keys[0]
        work: Work | None = None
        try:
            piece = self.whose.next_piece(key)
            work, about = piece.work, f"{self.about} {key}"
            asked = self.pool.spare(work, *piece.args, patience=PATIENCE, owner=piece.owner, about=about)
        except Exception as error:  # what cannot be begun holds up nobody else
            asked = Future[Any]()
            asked.set_exception(error)
        asked.add_done_callback(lambda done: self.worked(key, work, done))

    def worked(self, key: str, work: Work | None, done: Future[Any]) -> None:
        """A piece is done, or failed; the next one has its turn, unless the pool begins nothing any more."""
        try:
            if not done.cancelled():
                self.taken_in(key, work, done)
        except Exception:  # nothing more can be done for it
            log.exception("spare work is given up", extra={"about": f"{self.about} {key}"})
            self.leave(key)
        finally:
            with self.lock:
                self.busy = False
                if self.keys and self.keys[0] == key:
                    self.keys.rotate(-1)
        if not done.cancelled():
            self.go_on()

    def taken_in(self, key: str, work: Work | None, done: Future[Any]) -> None:
        """Hand on what a piece has brought, or why it failed."""
        try:
            found = done.result()
            if work is not None:
                self.whose.take(key, work, found)
        except Exception as error:
            self.whose.failed(key, work, error)
