"""What is kept in memory: the latest of anything, and tables, loaded when asked for and let go when not used."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from roundhouse.web.service.live_table import LiveTable

MOST_PLAYING = 500
MOST_ENDED = 24
IDLE = 600.0  # seconds

K = TypeVar("K")
V = TypeVar("V")


class Latest(OrderedDict[K, V]):
    """So many at the most: what was put in longest ago goes first. Any thread may put something in."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.lock = threading.Lock()

    def __setitem__(self, key: K, value: V) -> None:
        with self.lock:
            super().__setitem__(key, value)
            self.move_to_end(key)
            while len(self) > self.most:
                self.popitem(last=False)


class Cache:
    """Keeps those last used. One that is let go while somebody still works on it stays the only one of its table."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.alive: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self.playing: Latest[str, tuple[LiveTable, float]] = Latest(MOST_PLAYING)
        self.ended: Latest[str, tuple[LiveTable, float]] = Latest(MOST_ENDED)
        self.loading: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()

    def get(self, id: str, load: Callable[[str], LiveTable]) -> LiveTable:
        """The table, loaded if it is not there; of several who ask at once, one loads it."""
        found = self.find(id)
        if found is None:
            with self.lock:
                alone = self.loading.setdefault(id, threading.Lock())  # there while somebody waits for the table
            with alone:
                found = self.find(id) or self.keep(load(id))
        return found

    def find(self, id: str) -> LiveTable | None:
        with self.lock:
            live = self.alive.get(id)
            if live is not None:
                self.touch(live)
            return live

    def peek(self, id: str) -> LiveTable | None:
        """The table if it is there, which does not count as using it."""
        with self.lock:
            return self.alive.get(id)

    def all(self) -> list[LiveTable]:
        """The tables in memory."""
        with self.lock:
            return list(self.alive.values())

    def keep(self, live: LiveTable) -> LiveTable:
        with self.lock:
            self.alive[live.id] = live
            self.touch(live)
        return live

    def touch(self, live: LiveTable) -> None:
        self.drop(live.id)
        (self.playing if live.playing else self.ended)[live.id] = (live, time.monotonic())

    def drop(self, id: str) -> None:
        self.playing.pop(id, None)
        self.ended.pop(id, None)

    def forget(self, live: LiveTable) -> None:
        """Drop what memory holds of a table; the store decides."""
        with self.lock:
            if self.alive.get(live.id) is live:
                del self.alive[live.id]
                self.drop(live.id)

    def sweep(self, idle: float = IDLE) -> None:
        """Let go of those that nobody has used for a while."""
        before = time.monotonic() - idle
        with self.lock:
            for kept in (self.playing, self.ended):
                for id in [id for id, (_, at) in kept.items() if at < before]:
                    del kept[id]
