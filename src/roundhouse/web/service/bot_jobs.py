"""Bots that think in workers anywhere: their decisions are jobs in PostgreSQL, and nothing is lost with a server."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import psycopg

from roundhouse.core.state import State
from roundhouse.web.service.bot_job import written
from roundhouse.web.service.bot_pool import MOST_HOMES, BotFailed, cannot_be_asked, seconds_of
from roundhouse.web.service.cache import Latest
from roundhouse.web.service.fair_queue import typical
from roundhouse.web.service.job_queue import CHANNEL, Answer, Home, JobQueue, Key, QueueLost
from roundhouse.web.service.queue_schema import prepare
from roundhouse.web.service.store import ALIVE, MIGRATING, Store

HANDS = 8  # threads that write jobs, read answers and carry decisions out
TICK = 0.5  # seconds between looks after the queue
LOOK = 5.0  # seconds between looks whether an answer was missed
AGAIN = 1.0  # seconds until a lost database is tried again
LONELY = 10.0  # seconds that a decision waits until the log says that no worker takes it
SAID = 60.0  # seconds until it says so again
FRESH = 1.0  # seconds that a measure of the queue is good

log = logging.getLogger("roundhouse.bots")


@dataclass(eq=False)
class Asked:
    """A decision that workers were asked for, and who waits for it here."""

    job: dict[str, Any]
    owner: str
    waited_for: bool
    seconds: float
    future: Future[int]
    tried: float  # when it was sent last
    sent: bool = False  # whether it is in the queue

    @property
    def key(self) -> Key:
        return self.job["table"], self.job["n"], self.job["bot"]

    @property
    def log_fields(self) -> dict[str, str]:
        return {"table": self.job["table"], "bot": self.job["bot"]}


class JobPool:
    """Asks workers as `BotPool` asks those of its server."""

    def __init__(self, store: Store) -> None:
        prepare(store.engine, MIGRATING)
        self.queue = JobQueue(store.engine)
        self.where = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.waiting: dict[Key, Asked] = {}
        self.homes: Latest[str, Home] = Latest(MOST_HOMES)  # by table, who thought for it last and remembers it
        self.asked: Latest[str, None] = Latest(MOST_HOMES)  # tables of which something is in the queue
        self.lock = threading.Lock()  # held to read or change what waits
        self.hands = ThreadPoolExecutor(HANDS, "bot jobs")
        self.closing = threading.Event()
        self.line: psycopg.Connection[Any] | None = None
        self.thread = threading.Thread(target=self.listen, name="bot answers", daemon=True)
        self.looked = self.said = 0.0  # when it was looked for missed answers, and the log said that none come
        self.measured = (-FRESH, 0.0)  # when, and the wait

    def ask(
        self, state: State, bot: str, seed: str, table: str, owner: str, waited_for: bool, n: int = 0
    ) -> Future[int]:
        """Have decision n thought about; the action. BotFailed if that failed as often as it may.

        What leaves here is dealt anew: no worker, and nobody who reads the database, sees what the seat must not.
        """
        future: Future[int] = Future()
        try:
            job = written(state.resample(state.seat, f"{seed}/{n}"), table, n, bot, seed)
            asked = Asked(job, owner, waited_for, seconds_of(bot), future, time.monotonic())
        except Exception as error:  # a fault of the game: as if the bot had failed
            return cannot_be_asked(table, bot, error)
        with self.lock:
            before = self.waiting.get(asked.key)
            self.waiting[asked.key] = asked
            if not self.thread.is_alive() and not self.closing.is_set():
                self.thread.start()
        if before is not None:
            before.future.cancel()
        future.add_done_callback(lambda done: self.unasked(asked) if done.cancelled() else None)
        self.asked[table] = None
        self.soon(self.send, asked)
        return future

    def forget(self, table: str) -> None:
        """A table has ended: nothing of it is asked for any more."""
        self.homes.pop(table, None)
        for asked in self.waiting_for(table):
            asked.future.cancel()
        if table in self.asked:
            self.asked.pop(table, None)
            self.soon(self.quietly, lambda: self.queue.forget(table))

    def waiting_for(self, table: str) -> list[Asked]:
        """What waits for an answer here of a table."""
        with self.lock:
            return [asked for asked in self.waiting.values() if asked.job["table"] == table]

    def wait(self) -> float:
        """The seconds that a decision has waited for a worker lately, as most owners had it."""
        at, seconds = self.measured
        if time.monotonic() - at >= FRESH:
            try:
                seconds = typical(self.queue.waits())
            except QueueLost:
                log.warning("how long decisions wait is not known")
            self.measured = (time.monotonic(), seconds)
        return seconds

    def jobs(self) -> int:
        """How many decisions wait for an answer here."""
        return len(self.waiting)

    def thinking(self) -> bool:
        """Whether this server's processes think; the queue goes on without it."""
        return False

    def stop(self) -> None:
        """Workers go on; what they answer until this is closed is carried out."""

    def pids(self) -> list[int]:
        """The workers are not this server's."""
        return []

    def close(self) -> None:
        """Wait for nothing any more. What is in the queue stays there: the next server finds the answers."""
        self.closing.set()
        if self.line is not None:
            self.line.close()
        with self.lock:
            waiting = list(self.waiting.values())
            self.waiting.clear()
        for asked in waiting:
            asked.future.cancel()
            asked.future.set_running_or_notify_cancel()
        self.hands.shutdown(wait=False, cancel_futures=True)
        if self.thread.is_alive() and self.thread is not threading.current_thread():
            self.thread.join(2 * TICK)

    # in the threads

    def soon(self, function: Callable[..., object], *given: Any) -> None:
        """Let a thread do it, unless all is closed."""
        if not self.closing.is_set():
            self.hands.submit(self.surely, function, *given)

    def surely(self, function: Callable[..., object], *given: Any) -> None:
        try:
            function(*given)
        except Exception:
            log.exception("the queue of bots stumbled")

    def quietly(self, act: Callable[[], object]) -> None:
        """What need not be done now, as somebody does it in the end."""
        try:
            act()
        except QueueLost as lost:
            log.info("the queue was not looked after", extra={"why": str(lost)})

    def send(self, asked: Asked) -> None:
        """Put a decision into the queue; if that cannot be reached, again in a moment."""
        try:
            home = self.homes.get(asked.job["table"])
            answer = self.queue.put(asked.job, asked.owner, asked.waited_for, asked.seconds, home)
        except QueueLost as lost:
            log.warning("a bot could not be asked yet", extra={**asked.log_fields, "why": str(lost)})
        except Exception as error:  # what the database does not take
            log.exception("a bot cannot be asked", extra=asked.log_fields)
            self.complete(asked, Answer(None, f"{type(error).__name__}: {error}", None))
        else:
            asked.sent = True
            if answer is not None:
                self.complete(asked, answer)
            elif asked.future.cancelled():
                self.drop(asked.key)

    def drop(self, key: Key) -> None:
        """Nobody wants to know any more, unless somebody has asked anew."""
        if key not in self.waiting:
            self.quietly(lambda: self.queue.drop(key))

    def unasked(self, asked: Asked) -> None:
        """Nobody wants to know any more."""
        with self.lock:
            last = self.waiting.get(asked.key) is asked
            if last:
                del self.waiting[asked.key]
        if last:
            self.soon(self.drop, asked.key)

    def read(self, keys: list[Key]) -> None:
        """Look for answers; what nobody will answer any more is sent again."""
        try:
            found = self.queue.answers(keys)
        except QueueLost:
            return  # they are looked for again
        for key in keys:
            asked = self.waiting.get(key)
            if asked is None:
                continue
            if key not in found:
                asked.sent = False  # unless it was not there yet, which does no harm
            elif (answer := found[key]) is not None:
                self.complete(asked, answer)

    def complete(self, asked: Asked, answer: Answer) -> None:
        with self.lock:
            if self.waiting.get(asked.key) is not asked:
                return
            del self.waiting[asked.key]
        if answer.home is not None:
            self.homes[asked.job["table"]] = answer.home
        if not asked.future.set_running_or_notify_cancel():
            return
        if answer.action is not None:
            asked.future.set_result(answer.action)
        else:
            log.error("%s is given up: %s", asked.job["bot"], answer.fault, extra=asked.log_fields)
            asked.future.set_exception(BotFailed(answer.fault))

    # in the thread that listens

    def listen(self) -> None:
        """Hear of answers until closed, on a new line whenever one is lost."""
        while not self.closing.is_set():
            try:
                self.hear()
            except psycopg.Error as error:
                if not self.closing.is_set():
                    log.warning("answers of bots cannot be heard", extra={"why": str(error).partition("\n")[0]})
            except Exception:
                log.exception("what workers say could not be taken in")
            self.closing.wait(AGAIN)

    def hear(self) -> None:
        """Hear of answers on one line for as long as it stands, and look after the queue in between."""
        alive: dict[str, Any] = {**ALIVE}
        with psycopg.connect(self.where, autocommit=True, connect_timeout=5, **alive) as line:
            self.line = line
            line.execute(f"LISTEN {CHANNEL}")
            self.looked = 0.0  # after that no answer is missed, and those of before are looked for now
            while not self.closing.is_set():
                self.look_after()
                for notice in line.notifies(timeout=TICK):
                    self.heard(notice.payload)

    def heard(self, table: str) -> None:
        """Something of a table was answered."""
        keys = [asked.key for asked in self.waiting_for(table)]
        if keys:
            self.soon(self.read, keys)

    def look_after(self) -> None:
        """Send what could not be sent, look for what was missed, and after dead workers."""
        now = time.monotonic()
        with self.lock:
            waiting = list(self.waiting.values())
        for asked in waiting:
            if not asked.sent and now - asked.tried >= AGAIN:
                asked.tried = now
                self.soon(self.send, asked)
        if waiting and now - self.looked >= LOOK:
            self.looked = now
            self.soon(self.read, [asked.key for asked in waiting if asked.sent])
        if waiting and now - self.said >= SAID and (seconds := self.wait()) >= LONELY:
            self.said = now
            log.warning("Decisions of bots wait for workers of this version.", extra={"seconds": round(seconds)})
        self.quietly(self.queue.tend)
