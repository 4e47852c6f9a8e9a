"""The tables in memory: loaded when asked for, each under a lock of its own, and let go when nobody uses them."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

from roundhouse.web.service.live_table import LiveTable

MOST_PLAYING = 500
MOST_ENDED = 24
IDLE = 600.0  # seconds


class Cache:
    """Keeps those last used. One that is let go while somebody still works on it stays the only one of its table."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.alive: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self.playing: OrderedDict[str, tuple[LiveTable, float]] = OrderedDict()
        self.ended: OrderedDict[str, tuple[LiveTable, float]] = OrderedDict()
        self.loading: dict[str, list[threading.Lock]] = {}

    def get(self, id: str, load: Callable[[str], LiveTable]) -> LiveTable:
        """The table, loaded if it is not there; of several who ask at once, one loads it."""
        found = self.find(id)
        if found is None:
            with self.alone(id):
                found = self.find(id) or self.keep(load(id))
        return found

    def find(self, id: str) -> LiveTable | None:
        with self.lock:
            live = self.alive.get(id)
            if live is not None:
                self.touch(live)
            return live

    def keep(self, live: LiveTable) -> LiveTable:
        with self.lock:
            self.alive[live.id] = live
            self.touch(live)
        return live

    def touch(self, live: LiveTable) -> None:
        kept, most = (self.playing, MOST_PLAYING) if live.playing else (self.ended, MOST_ENDED)
        self.drop(live.id)
        kept[live.id] = (live, time.monotonic())
        if len(kept) > most:
            kept.popitem(last=False)

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

    @contextmanager
    def alone(self, id: str) -> Iterator[None]:
        """A lock for one id, for as long as somebody waits for it."""
        with self.lock:
            waiting = self.loading.setdefault(id, [threading.Lock()])
            waiting.append(waiting[0])
        try:
            with waiting[0]:
                yield
        finally:
            with self.lock:
                waiting.pop()
                if len(waiting) == 1:
                    self.loading.pop(id, None)
