"""The bots at the tables: set thinking when it is their turn, and kept going whatever fails."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.rng import seeded
from roundhouse.core.state import State
from roundhouse.web.refusals import Conflict, NotKept, Refused
from roundhouse.web.service import metrics
from roundhouse.web.service.bot_pool import BotFailed
from roundhouse.web.service.claims import LAPSED, Claims
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.rows import TableRow

if TYPE_CHECKING:
    from roundhouse.web.service.tables import TableService

log = logging.getLogger("roundhouse.bots")

PACE = 0.6  # seconds before each decision of a bot that stands in, so that its person can come back in time
MOST_AT_ONCE = 200  # tables whose bots think or wait; beyond that the others are looked at again in a while

BUSY = (
    "The bots here are all busy just now, so no new table with bots can be opened; try again in a minute, "
    "or open one for people only."
)


class BotSeats:
    """Asks the pool for the decisions of bots and carries them out."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.busy: set[str] = set()
        self.claims = Claims(service.store)
        self.stopping = False  # the server ends
        self.plainly = ThreadPoolExecutor(2, "plain bots")
        self.pace = PACE
        self.paced: SimpleQueue[tuple[float, LiveTable, int]] = SimpleQueue()  # as all wait equally long, in order
        self.pacing: threading.Thread | None = None

    def room_for(self, row: TableRow) -> None:
        """Refused if a new table has bots and those in play wait too long for theirs already: these keep their time.

        Guided games and puzzles are let in: their bots play by a script, or for a few decisions.
        """
        most = self.service.limits.bot_wait
        if most and not row.lesson and any(seat.bot for seat in row.seats) and self.service.pool.wait() > most:
            log.warning("a table with bots was refused: decisions wait too long")
            raise Refused(503, BUSY, wait=30)

    def wake(self, live: LiveTable) -> None:
        """Set a bot thinking if it is to decide. Whatever goes wrong is tried again by `wake_due`."""
        try:
            self.ask(live)
        except Exception:
            log.exception("a bot could not be asked", extra={"table": live.id})
            self.rest(live, live.thinking)

    def ask(self, live: LiveTable) -> None:
        with live.lock:
            s = live.record.state
            due = live.n + 1
            if s.over or not live.playing:
                return self.service.pool.forget(live.id)
            if live.thinking == due or self.stopping:
                return
            if not live.bot_of(s.seat) or not self.goes_on(live):
                return
            live.thinking = due
            self.busy.add(live.id)
            self.claim(live)
            if self.takes_time(live):
                return self.wait(live, due)
            asked = self.think(live, due)
        asked.add_done_callback(lambda done: self.thought(live, due, done))

    def claim(self, live: LiveTable) -> None:
        """Say that this server thinks about a table, if that has not changed for so long that another would, too."""
        if self.service.store.shared and self.service.turns.waited(live.row) > LAPSED / 2:
            self.claims.renew([live.id])

    def think(self, live: LiveTable, due: int) -> Future[int]:
        """Ask the pool for decision `due`; the table's lock is held.

        A plain bot decides where the pool's has failed, and what is the only choice nobody has to think about.
        """
        s, seat = live.record.state, live.record.state.seat
        if live.asked_of_bot is not None:
            live.asked_of_bot.cancel()  # if an undo has come between; nobody needs to think about that any more
        seed = hashlib.sha256(f"{live.record.seed}/{seat}".encode()).hexdigest()  # the deal cannot be told from it
        by_script = live.coach.scripted() if live.coach else None
        if by_script is not None:
            return self.plainly.submit(lambda: by_script)
        if seat in live.plain or len(s.choices()) == 1:
            return self.plainly.submit(plain, s, f"{seed}/{due}")
        self.service.events.send(live.id, "thinking", seat=seat, name=live.names[seat])
        waited_for = any(one.decides for one in live.row.seats) or self.service.events.watched(live.id)
        owner = live.row.owner or live.row.host
        bot = live.bot_of(seat)
        asked = self.service.pool.ask(s, bot, seed, live.id, owner, waited_for, due)
        live.asked_of_bot = metrics.asking(asked, bot)
        return live.asked_of_bot

    def stop(self) -> None:
        """Ask for nothing any more: what is due is for another server, or for the next start."""
        self.stopping = True
        self.service.pool.stop()

    # the pace of bots that stand in for a person

    def takes_time(self, live: LiveTable) -> bool:
        """Whether the bot that is to decide stands in for a person who may come back.

        Its first decision, for which that person has had the time, it makes at once.
        """
        seat = live.row.seats[live.record.state.seat]
        return seat.kind == "person" and not seat.conceded and live.n > seat.away

    def wait(self, live: LiveTable, due: int) -> None:
        """Let a table wait for the pace; one thread does that for all of them."""
        if self.pacing is None or not self.pacing.is_alive():
            self.pacing = threading.Thread(target=self.keep_pace, name="paced bots", daemon=True)
            self.pacing.start()
        self.paced.put((time.monotonic() + self.pace, live, due))

    def keep_pace(self) -> None:
        while True:
            at, live, due = self.paced.get()
            time.sleep(max(0.0, at - time.monotonic()))
            try:
                self.go_on(live, due)
            except Exception:
                log.exception("a bot that stands in could not be asked", extra={"table": live.id})
                self.rest(live, due)
            del live  # a table nobody uses is let go meanwhile

    def go_on(self, live: LiveTable, due: int) -> None:
        """The pace is kept: think, unless the person has come back; a table that is being changed waits once more."""
        if not live.lock.acquire(blocking=False):
            return self.wait(live, due)
        try:
            s = live.record.state
            if live.n + 1 != due or not live.playing or s.over or not live.bot_of(s.seat) or self.stopping:
                return self.rest(live, due)
            asked = self.think(live, due)
        finally:
            live.lock.release()
        asked.add_done_callback(lambda done: self.thought(live, due, done))

    def rest(self, live: LiveTable, n: int) -> None:
        """Nobody thinks about decision n any more."""
        if live.thinking == n:
            live.thinking = 0
            self.busy.discard(live.id)

    def goes_on(self, live: LiveTable) -> bool:
        """Whether bots may play on: with nobody else left, only as many tables do as may; the others wait for one.

        Where several persons play against the clock and all are away, the game waits for one of them.
        """
        persons = [seat for seat in live.row.seats if seat.kind == "person" and not seat.conceded]
        if live.row.minutes and len(persons) > 1 and not any(seat.decides for seat in persons):
            return False
        own, all = self.service.limits.bot_tables_person, self.service.limits.bot_tables
        if not (own or all) or any(not seat.bot for seat in live.row.seats):
            return True
        return live.id in self.service.store.alone(own, all)

    def thought(self, live: LiveTable, n: int, done: Future[int]) -> None:
        """A bot has decided; the decision counts if it is still asked for."""
        moved = False
        try:
            moved = self.decided(live, n, done)
        except (SQLAlchemyError, NotKept) as error:
            log.warning("a bot's decision was not kept", extra={"table": live.id, "why": str(error)})
        except Exception:
            log.exception("a bot's decision was lost", extra={"table": live.id})
        finally:
            self.rest(live, n)
        if moved:
            self.service.announce(live)

    def decided(self, live: LiveTable, n: int, done: Future[int]) -> bool:
        if done.cancelled():
            return False
        with live.lock:
            try:
                self.service.refresh(live)  # its person may be back, at another server
            except Conflict:
                return False
            seat = live.record.state.seat
            if live.n + 1 != n or not live.playing or not live.bot_of(seat):
                return False
            try:
                self.service.carry_out(live, done.result())
            except Conflict:  # another server's bot was faster
                return False
            except NotKept:
                raise
            except (BotFailed, Refused) as error:
                log.error("a bot makes way for a plain one", extra={"table": live.id, "seat": seat, "why": str(error)})
                live.plain.add(seat)
                self.service.carry_out(live, plain(live.record.state, f"{live.record.seed}/{n}"))
            self.service.notices.turn(live, seat)
        return True

    def wake_due(self) -> None:
        """All bots that are to decide and do not think: after a start, and after any fault; of any server."""
        self.claims.renew(list(self.busy))
        due = [] if self.stopping else [id for id in self.service.store.bots_due() if id not in self.busy]
        while due and (room := MOST_AT_ONCE - len(self.busy)) > 0 and (mine := self.claims.taken(due, room)):
            for id in mine:
                self.look_at(id)
            due = [id for id in due if id not in mine]

    def look_at(self, id: str) -> None:
        """Wake the bot of a table, which may never have been looked at."""
        try:
            live = self.service.get(id)
            if live.row.turn is None:
                s = live.record.state
                self.service.change(live, turn=-1 if s.over else s.seat)
            self.wake(live)
        except Refused:  # it cannot be read, and that is logged
            pass
        except (ValueError, TypeError):
            log.exception("a table cannot be looked at", extra={"table": id})


def plain(state: State, seed: str) -> int:
    """Any choice: what decides where nothing else does, and looks at nothing that could be at fault."""
    options = state.choices()
    return options[seeded(seed).below(len(options))]
