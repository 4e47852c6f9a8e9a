"""The server's memory: what nobody uses any more is found so that nobody waits long, and threads share what is free."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress
from itertools import count

PAUSE = 20.0  # seconds from one look to the next
SELDOM = 90  # looks, after which everything is looked through
ARENAS = 2  # from which all threads get memory; glibc would have eight for each core, most of them half empty
M_ARENA_MAX = -8  # what glibc calls that
NEW = (50_000, 20, 1000)  # things that are new before Python looks among them by itself: it need not, as we look


def share_arenas() -> None:
    """Let threads share memory, where the C library is glibc; pages of some hundred tables need half as much then."""
    with suppress(OSError, AttributeError, TypeError):  # another library
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)


class Rubbish:
    """A duty of the server: to look for what nobody uses any more.

    By itself Python looks through all that lives whenever a quarter more lives than the last time, and all threads
    stand still meanwhile: with some hundred tables for a fifth of a second. So what has lived for a while is not looked
    through again but once in a long time. And it looks through what is new whenever that has become 700 things, which
    one page is: a twentieth of what a move costs.
    """

    def __init__(self) -> None:
        gc.set_threshold(*NEW)
        self.looks = count(1)

    def clear(self) -> None:
        """Look through what is new, and seldom through everything; what is left need not be looked at soon."""
        if next(self.looks) % SELDOM == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
