"""How long ago something was, whatever happens to the clocks.

Within a process the monotonic clock counts. What this process has not seen happen is as old as the database's clock
says when it is first looked at; from then on the monotonic clock counts for it, too. So a clock that is set forward or
back makes nobody late.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from roundhouse.web.service.cache import Latest

MOST = 20_000


class Clock:
    """The ages of things, each known by a key and a mark that changes when the thing happens anew."""

    def __init__(self, most: int = MOST) -> None:
        self.known: Latest[str, tuple[object, float]] = Latest(most)

    def begin(self, key: str, mark: object, age: float = 0.0) -> float:
        """It has happened just now, or so many seconds ago."""
        self.known[key] = (mark, time.monotonic() - age)
        return age

    def age(self, key: str, mark: object, first: Callable[[], float]) -> float:
        """Its age in seconds; `first` asks the database's clock, for when it is new here."""
        known = self.known.get(key)
        if known is None or known[0] != mark:
            return self.begin(key, mark, max(0.0, first()))
        return time.monotonic() - known[1]
