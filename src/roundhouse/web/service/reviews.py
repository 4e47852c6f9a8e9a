"""Reviews of games that have ended, and opinions on their positions: thought out while nothing else is to be done.

A review is kept with its table when it is whole; one that was in the making when the server stopped is asked for again.
An opinion is remembered for a while. Neither has the name of anybody in it when it is kept.
"""

from __future__ import annotations

import logging
import pickle
import threading
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from typing import Any

from roundhouse.core.state import State
from roundhouse.lab.review import ITERATIONS, Judged, Review, from_json
from roundhouse.web.refusals import Refused
from roundhouse.web.service import review_work
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.cache import Latest
from roundhouse.web.service.limits import Limits
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.spare_line import PATIENCE, PIECE, Piece, SpareLine, Work
from roundhouse.web.service.store import Store

TRIES = 3  # workers that may be lost with the same piece
DEEPER = 4  # times the iterations, for who wants to look deeper
DEEPEST = DEEPER * ITERATIONS
MOST_DECISIONS = 3000  # a longer game, which bots can bring about, is not reviewed
THOUGHT = 1200  # iterations of an opinion
GAMES = 16  # that are played on after each action, for its reasons
MOST_OPINIONS = 500  # that are remembered
FAILED = "It could not be made here, and that is written down; try again later."

log = logging.getLogger("roundhouse.reviews")


@dataclass
class Asked:
    """A review in the making."""

    live: LiveTable
    iterations: int
    by: str  # who asked
    owner: str  # for the fairness of the pool
    of: int = 0  # how much there is to find out; 0: not known yet
    found: list[Judged] = field(default_factory=list)
    begun: bool = False  # in the worker that goes on with it
    lost: int = 0  # workers, since something was found out last
    why: str = ""  # it failed

    @property
    def key(self) -> str:
        return f"review {self.live.id}"

    @property
    def said(self) -> str:
        """How far it is, in words."""
        if not self.of:
            return "It begins when the bots have time."
        if len(self.found) < self.of:
            return f"{len(self.found)} of {self.of} looks: at every choice one, at the costliest another."
        return "All has been looked at; games are played on to tell why the costliest cost so much."


class Reviews:
    """Those in the making, and those that are kept."""

    def __init__(self, store: Store, pool: BotPool, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.lock = threading.RLock()  # held to read or change what follows
        self.asked: dict[str, Asked] = {}  # by table
        self.line = SpareLine(pool, "review", self)

    # what there is

    def kept(self, id: str) -> Review | None:
        """The review of a table, as it was last made."""
        row = self.store.review(id)
        return from_json(row.told) if row is not None else None

    def progress(self, id: str) -> dict[str, Any]:
        """How far the review of a table is: none, looking, failed, or told."""
        with self.lock:
            asked = self.asked.get(id)
            if asked is not None:
                state = "failed" if asked.why else "looking"
                return {"state": state, "done": len(asked.found), "of": asked.of, "why": asked.why, "said": asked.said}
        state = "told" if self.store.review(id) is not None else "none"
        return {"state": state, "done": 0, "of": 0, "why": "", "said": ""}

    def next_depth(self, id: str) -> int:
        """With how many iterations a table would be looked at next; 0 if it was as deeply as it may be."""
        row = self.store.review(id)
        wanted = ITERATIONS if row is None else DEEPER * row.iterations
        return wanted if wanted <= DEEPEST else 0

    # asking

    def check(self, live: LiveTable, by: str) -> int:
        """With how many iterations it would be made; Refused if it cannot be, or is too much."""
        if live.playing:
            raise Refused(403, "A game is reviewed when it is over.")
        if len(live.record.active_lines()) > MOST_DECISIONS:
            raise Refused(409, f"This game has more than {MOST_DECISIONS} decisions, the most that are reviewed here.")
        wanted = self.next_depth(live.id)
        if not wanted:
            raise Refused(409, "This game was looked at as deeply as it can be here; roundhouse review looks deeper.")
        with self.lock:
            making = [asked for asked in self.asked.values() if not asked.why]
            own, all = self.limits.reviews_at_once, self.limits.reviews
            if any(asked.live.id == live.id for asked in making):
                raise Refused(409, "The review of this game is in the making already.")
            if own and sum(asked.by == by for asked in making) >= own:
                raise Refused(429, f"You have asked for {own} reviews; wait until one is made.", wait=30)
            if all and len(making) >= all:
                raise Refused(429, f"{all} reviews are in the making, as many as there may be; wait for one.", wait=60)
        return wanted

    def ask(self, live: LiveTable, by: str, owner: str) -> None:
        """Begin a review, or a deeper one; the gate has counted it."""
        with self.lock:
            wanted = self.check(live, by)
            self.asked[live.id] = Asked(live, wanted, by, owner)
        log.info("a review is begun", extra={"table": live.id, "iterations": wanted})
        self.line.join(live.id)

    # making

    def next_piece(self, id: str) -> Piece:
        asked = self.asked[id]
        if asked.begun:
            return Piece(review_work.look, (asked.key, PIECE), asked.owner)
        record = asked.live.record
        lines = [line.as_json() for line in record.lines]
        names = [f"Seat {n + 1}" for n in range(record.seats)]  # nobody's name is kept with it
        header = {**record.header(), "names": names}
        return Piece(review_work.begin, (asked.key, header, lines, asked.iterations, asked.found), asked.owner)

    def take(self, id: str, work: Work, found: Any) -> None:
        asked = self.asked[id]
        if work is review_work.begin:
            asked.of, asked.begun = found, True
            return
        with self.lock:
            asked.found += found.found
            asked.lost = 0 if found.found else asked.lost
        if found.whole is not None:
            self.store.keep_review(id, asked.iterations, found.whole.as_json())
            self.settle(asked)

    def failed(self, id: str, work: Work | None, error: Exception) -> None:
        asked = self.asked[id]
        if isinstance(error, review_work.Forgotten):  # its worker is a new one: what was found out so far is known here
            asked.begun, asked.lost = False, asked.lost + 1
            if asked.lost <= TRIES:
                return
            error = RuntimeError("it ends its workers")
        log.error("a review failed", extra={"table": id, "why": repr(error)[:300]})
        self.settle(asked, FAILED)

    def settle(self, asked: Asked, why: str = "") -> None:
        """It is made, or will not be; why not is told until it is asked for again."""
        with self.lock:
            asked.why = why
            if not why:
                del self.asked[asked.live.id]
        self.line.leave(asked.live.id)


class Opinions:
    """What the engine says of single positions, remembered for a while."""

    def __init__(self, pool: BotPool, limits: Limits) -> None:
        self.pool = pool
        self.limits = limits
        self.lock = threading.RLock()
        self.asked: Latest[tuple[Any, ...], Future[dict[str, Any]]] = Latest(MOST_OPINIONS)

    def known(self, live: LiveTable, n: int) -> dict[str, Any] | None:
        """How far an opinion is, and what it is; None if nobody has asked."""
        with self.lock:
            asked = self.asked.get(about(live, n))
            if asked is None:
                return None
            if not asked.done():
                return {"state": "thinking"}
            try:
                return {"state": "told", **asked.result()}
            except (Exception, CancelledError) as error:
                log.error("an opinion failed", extra={"table": live.id, "n": n, "why": repr(error)[:300]})
                del self.asked[about(live, n)]
                return {"state": "failed", "why": FAILED}

    def ask(self, live: LiveTable, n: int, state: State, also: list[int], owner: str) -> None:
        """Think about a position for the seat that decides there; what leaves here is dealt anew for that seat."""
        if state.over:
            raise Refused(409, "The game is over there: nobody is to decide.")
        with self.lock:
            waiting = sum(not asked.done() for asked in self.asked.values())
            if self.limits.opinions and waiting >= self.limits.opinions:
                raise Refused(429, f"{waiting} positions wait for an answer already; try again in a moment.", wait=10)
            known = pickle.dumps(state.resample(state.seat, f"opinion {live.id} {n}"))
            thought: Future[dict[str, Any]] = self.pool.spare(
                review_work.opinion,
                known,
                THOUGHT,
                GAMES,
                live.names,
                also,
                patience=PATIENCE,
                owner=owner,
                about=f"opinion {live.id} {n}",
            )
            self.asked[about(live, n)] = thought


def about(live: LiveTable, n: int) -> tuple[Any, ...]:
    """What an opinion is about: a position, with those who sit there by their names."""
    return live.id, n, *live.names
