"""Several servers on one PostgreSQL: what one of them changes, the others hear at once, by LISTEN and NOTIFY.

A change of a table is told with the transaction that makes it (`Store.touch`), so whoever hears of it finds it in the
database, and a server that dies has told all that it has kept. A server that could not listen for a while looks through
the tables it has in memory when it can again. Nothing is decided here: the database says what holds.
"""

from __future__ import annotations

import json
import logging
import selectors
import threading
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.refusals import Refused
from roundhouse.web.service.store import ALIVE, CHANNEL

if TYPE_CHECKING:
    import psycopg

    from roundhouse.web.service.tables import TableService

HANDS = 4  # threads that see to what was heard
PULSE = 5.0  # seconds after which it is tried whether the line still stands
TICK = 0.25  # seconds after which it is looked whether to stop
AGAIN = 1.0  # seconds until a lost line is tried again

log = logging.getLogger("roundhouse.bus")


class Bus:
    """Hears what other servers do and hands it to the table service, each table's news one after another."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.store = service.store
        # tables that others have changed, in order, and how; None if more than one thing, so that it is to be read
        self.waiting: dict[str, dict[str, Any] | None] = {}
        self.busy: set[str] = set()
        self.said: deque[dict[str, Any]] = deque()  # what is not kept: chat, who thinks
        self.lock = threading.Lock()  # held to read or change these three, and whether the line stands
        self.own = self.store.news({})[:-1]  # how what this server has said begins
        self.hands = ThreadPoolExecutor(HANDS, "bus")
        self.closing = threading.Event()
        self.listening = threading.Event()  # and all that was missed before has been seen to
        self.line: psycopg.Connection[Any] | None = None
        self.thread = threading.Thread(target=self.listen, name="bus", daemon=True)

    def start(self) -> None:
        self.service.events.beyond = self.tell
        self.service.hears = self.listening.is_set
        self.thread.start()

    def close(self) -> None:
        self.closing.set()
        self.service.events.beyond = None
        if (line := self.line) is not None:
            line.close()
        if self.thread.is_alive():
            self.thread.join(2 * PULSE)
        self.hands.shutdown(wait=False, cancel_futures=True)

    def tell(self, news: dict[str, Any]) -> None:
        """Tell the others something that is not kept; if they cannot be reached they do without."""
        try:
            self.store.tell(news)
        except SQLAlchemyError as error:
            log.warning("other servers were not told", extra={"why": str(error).partition("\n")[0]})

    # in the listening thread

    def listen(self) -> None:
        """Listen until closed, on a new line whenever one is lost."""
        import psycopg

        while not self.closing.is_set():
            try:
                self.hear(psycopg)
            except psycopg.Error as error:
                if self.closing.is_set():
                    return
                log.warning("other servers cannot be heard", extra={"why": str(error).partition("\n")[0]})
            except Exception:
                log.exception("what other servers say could not be taken in")
            with self.lock:
                self.line = None
                self.listening.clear()
            self.closing.wait(AGAIN)

    def hear(self, psycopg: Any) -> None:
        """Hear news on one line for as long as it stands."""
        where = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(where, autocommit=True, connect_timeout=5, **ALIVE) as line:
            self.line = line
            line.add_notify_handler(lambda notice: self.take(notice.payload))  # what comes beside an answer
            line.execute(f"LISTEN {CHANNEL}")
            self.hands.submit(self.caught_up, line)  # after that nothing is missed
            while not self.closing.is_set():
                self.hands.submit(self.service.events.tell_who_looks)
                self.notices(line)
                line.execute("SELECT 1")

    def notices(self, line: psycopg.Connection[Any]) -> None:
        """Take what is told in a while. The library's own way costs several times as much for each notice."""
        pgconn, until = line.pgconn, time.monotonic() + PULSE
        with selectors.DefaultSelector() as selector:
            selector.register(line.fileno(), selectors.EVENT_READ)
            while time.monotonic() < until and not self.closing.is_set():
                if selector.select(TICK):
                    pgconn.consume_input()
                    while (notice := pgconn.notifies()) is not None:
                        self.take(notice.extra.decode())

    def take(self, payload: str) -> None:
        """Put what was heard into the hands of those who see to it."""
        if payload.startswith(self.own):
            return
        try:
            news = json.loads(payload)
            mine = news["by"] == self.store.server
        except (ValueError, TypeError, LookupError):
            log.warning("something else speaks on our channel", extra={"said": payload[:100]})
            return
        if mine or ("table" in news and not self.service.shows(str(news["table"]))):
            return
        with self.lock:
            if "table" in news:
                table = str(news["table"])
                self.waiting[table] = None if table in self.waiting else news
            else:
                self.said.append(news)
        self.hands.submit(self.see_to)

    # in the other threads

    def caught_up(self, line: psycopg.Connection[Any]) -> None:
        """See to all tables that are shown here, as anything may have happened while nobody listened."""
        try:
            self.service.heard_all()
        except Exception:
            log.exception("what other servers did could not be looked up")
            line.close()  # once more, on another line
        else:
            with self.lock:
                if line is self.line:  # it still stands
                    self.listening.set()

    def see_to(self) -> None:
        """See to one thing that was heard."""
        with self.lock:
            news = self.said.popleft() if self.said else None
            table = None if news else next((id for id in self.waiting if id not in self.busy), None)
            if table is not None:
                change = self.waiting.pop(table)
                self.busy.add(table)
        try:
            if news is not None:
                self.service.events.heard(news)
            elif table is not None:
                self.service.heard(table, change)
        except Refused:  # the table cannot be read, and that is logged
            pass
        except SQLAlchemyError as error:  # whoever asks for the table reads it then
            log.warning("a table could not be looked up", extra={"table": table, "why": str(error).partition("\n")[0]})
        except Exception:
            log.exception("news of another server could not be told", extra={"table": table})
        finally:
            if table is not None:
                with self.lock:
                    self.busy.discard(table)
                    more = table in self.waiting
                if more:  # its turn came while it was seen to
                    self.hands.submit(self.see_to)
