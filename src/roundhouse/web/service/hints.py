"""Hints: advice for who plays against bots alone, made in a lowly worker from what their seat may know."""

from __future__ import annotations

import logging
import pickle
import threading
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING, Any

from roundhouse.bots.bot import Budget
from roundhouse.lab.advice import GAMES, Advice, advise
from roundhouse.web.refusals import Conflict, Refused

if TYPE_CHECKING:
    from roundhouse.core.state import State
    from roundhouse.web.service.bot_pool import BotPool
    from roundhouse.web.service.live_table import LiveTable

MILLISECONDS = 900  # for all of a hint
PATIENCE = 15.0  # seconds that a worker may take, whatever else its machine does
WAIT = 30.0  # seconds for which somebody waits in all: bots' decisions go first, and a worker may have to start
MOST = 500  # hints that are remembered

log = logging.getLogger("roundhouse.hints")

Key = tuple[str, int, int]  # table, decision and seat


# in the worker


def advice_on(pickled: bytes, names: list[str], milliseconds: int, iterations: int = 0, games: int = GAMES) -> Advice:
    """Advice on a state that was dealt anew for the seat that decides there."""
    state: State = pickle.loads(pickled)
    return advise(state, Budget(iterations, milliseconds), names, games=games)


# in the server


def dealt_anew(state: State, key: Key) -> bytes:
    """What a worker may know of a state: all that is hidden from the seat that decides lies otherwise."""
    return pickle.dumps(state.resample(state.seat, "/".join(map(str, key))))


class Hints:
    """Asks the pool for hints and remembers the latest: to ask once more for the same costs nothing."""

    def __init__(self, pool: BotPool) -> None:
        self.pool = pool
        self.asked: dict[Key, Future[Advice]] = {}  # the oldest first
        self.lock = threading.Lock()

    def known(self, live: LiveTable, seat: int, n: int) -> bool:
        """Whether it was asked for already; Refused if there is none to be had."""
        with live.lock:
            check(live, seat, n)
            return (live.id, n, seat) in self.asked

    def tell(self, live: LiveTable, seat: int, n: int, owner: str) -> dict[str, Any]:
        """The hint for decision n of a seat, as a page shows it; Conflict if the table has moved on meanwhile."""
        key = (live.id, n, seat)
        with live.lock:
            check(live, seat, n)
            future = self.ask(live, key, owner)
        try:
            advice = future.result(WAIT)
        except (Exception, CancelledError) as error:
            self.forget(key, future)
            log.warning("a hint could not be made", extra={"table": live.id, "why": f"{type(error).__name__}: {error}"})
            sentence = "No hint could be made just now; the table plays on. Ask again in a moment."
            raise Refused(503, sentence, wait=3) from None
        with live.lock:
            check(live, seat, n)
        return {"n": n, **advice.as_json()}

    def ask(self, live: LiveTable, key: Key, owner: str) -> Future[Advice]:
        """Set a worker thinking, unless one does or did; the table's lock is held."""
        with self.lock:
            found = self.asked.get(key)
            if found is None:
                known = dealt_anew(live.record.state, key)
                found = self.pool.run(advice_on, known, live.names, MILLISECONDS, patience=PATIENCE, owner=owner)
                self.asked[key] = found
                while len(self.asked) > MOST:
                    del self.asked[next(iter(self.asked))]
            return found

    def forget(self, key: Key, future: Future[Advice]) -> None:
        """What has failed or come too late is asked for anew the next time."""
        future.cancel()
        with self.lock:
            if self.asked.get(key) is future:
                del self.asked[key]


def refusal(live: LiveTable, seat: int) -> str:
    """Why a seat gets no hint now, in a sentence; "" if it does."""
    s = live.record.state
    if not live.playing or s.over:
        return "Nothing is to be decided at this table any more."
    if not live.row.hints:
        return "Hints are off at this table; who opened it can turn them on in its settings."
    if any(one.kind != "bot" and one.n != seat and not one.conceded for one in live.row.seats):
        return "Hints are for who plays against bots alone; others play here, too."
    if live.waits_for() != seat:
        return f"It is {live.names[s.seat]}\u2019s decision; a hint is for your own."
    return "" if len(s.choices()) > 1 else "There is only one thing to do here."


def check(live: LiveTable, seat: int, n: int) -> None:
    """Refused if that seat gets no hint for decision n."""
    if n != live.n + 1:
        raise Conflict("The table had moved on; ask for a hint on what is to be decided now.")
    if sentence := refusal(live, seat):
        raise Refused(409, sentence)
