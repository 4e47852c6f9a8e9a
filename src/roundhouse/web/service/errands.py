"""What is done one after the other in a thread of its own, so that nobody waits for it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

MOST_WAITING = 1000

log = logging.getLogger("roundhouse.notices")


class Errands:
    """A queue and its thread, which starts with the first errand; what is too much is left undone."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.waiting: queue.Queue[Callable[[], None]] = queue.Queue(MOST_WAITING)
        self.thread: threading.Thread | None = None
        self.lock = threading.Lock()

    def add(self, errand: Callable[[], None]) -> None:
        """To be done soon."""
        try:
            self.waiting.put_nowait(errand)
        except queue.Full:
            log.warning("too much waits to be told", extra={"what": self.what})
            return
        with self.lock:
            if self.thread is None:
                self.thread = threading.Thread(target=self.work, name=self.what, daemon=True)
                try:
                    self.thread.start()
                except RuntimeError:
                    self.thread = None
                    raise

    def work(self) -> None:
        while True:
            errand = self.waiting.get()
            try:
                errand()
            except Exception:  # of one errand; the next is done all the same
                log.exception("a notice failed", extra={"what": self.what})
            finally:
                self.waiting.task_done()
