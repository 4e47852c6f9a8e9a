"""Decisions of bots as jobs of procrastinate, a queue in PostgreSQL; and the answers of workers, in `thoughts`.

A decision is known by its table, its number and its bot, so it is asked for once, however many servers want it. Job and
thought are written in one transaction. Whoever waits for an answer hears of it by NOTIFY, and finds it in the table.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import psycopg
from procrastinate import App, SyncPsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.manager import get_channel_for_queues
from procrastinate.sql import queries
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

import roundhouse
from roundhouse.core.game import Game
from roundhouse.web.service.bot_job import fits
from roundhouse.web.service.fair_queue import LATELY, household

TASK = "decide"
CHANNEL = "roundhouse_bots"  # on which a table is named when a decision of it is there
AT_ONCE = datetime(2026, 1, 1, tzinfo=UTC)  # whatever the clocks say
EPOCH = int(AT_ONCE.timestamp())  # priorities are seconds since then
BACKSEAT = 10  # seconds that a decision stands back which nobody waits for
STALLED = 5.0  # seconds without a heartbeat after which a worker is dead
TRIES = 3  # how often a job is begun
SOON = 0.3  # seconds that a job waits for the worker that knows its table
KEPT = 120.0  # seconds that an answer is kept
LOST = 60.0  # seconds after which a decision without a job is forgotten, and asked for anew by who wants it
GONE = 24 * 3600.0  # and after which any is
CLEARING = 10.0  # seconds from one clearing away to the next
TENDING = 8019  # the number of a lock: one at a time looks after the queue
LONGEST = 400
NOW = "timezone('utc', clock_timestamp())"

log = logging.getLogger("roundhouse.bots")

Key = tuple[str, int, str]  # a table, the number of a decision and a bot


class QueueLost(Exception):
    """The database does not answer; it may in a moment."""


@dataclass(frozen=True)
class Home:
    """A worker that remembers a table: its number, the queue that it alone takes jobs from, and how many it takes."""

    worker: int
    queue: str
    most: int


@dataclass(frozen=True)
class Answer:
    """What workers said of a decision: an action, or why there is none."""

    action: int | None
    fault: str
    home: Home | None


def queue_of(game: Game) -> str:
    """The queue of a game's jobs. A worker of another version has another, so it leaves them for those they fit.

    PostgreSQL has no room for more than 40 characters in the name of its channel.
    """
    return f"bots-{game.id[:16]}-{fits(game)}"


def queues_here() -> list[str]:
    """The queues of all games there are."""
    return [queue_of(roundhouse.game(id)) for id in roundhouse.games()]


def home_of(worker: int | None, queue: str) -> Home | None:
    most = queue.rpartition("-")[2]
    return Home(worker, queue, int(most)) if worker is not None and most.isdigit() else None


class JobQueue:
    """The queue, as servers and workers use it; its schema must be there (`queue_schema`)."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.connector = SyncPsycopgConnector()  # never opened: all is done on connections of the engine
        self.app = App(connector=self.connector)
        self.cleared = 0.0  # when what is done with was cleared away

    @contextmanager
    def working(self) -> Iterator[Connection]:
        """A transaction; QueueLost if the database cannot be reached, but what it does not take is raised as it is."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            if isinstance(error.orig, psycopg.DataError | psycopg.ProgrammingError):
                raise
            raise QueueLost(str(error.orig).partition("\n")[0]) from error
        except SQLAlchemyError as error:
            raise QueueLost(str(error).partition("\n")[0]) from error
        except ConnectorException as error:
            if isinstance(error.__cause__, psycopg.DataError | psycopg.ProgrammingError):
                raise
            raise QueueLost(str(error.__cause__).partition("\n")[0]) from error

    def query(self, connection: Connection, name: str, **given: Any) -> list[dict[str, Any]]:
        """One of procrastinate's own queries, as a part of a transaction."""
        line: Any = connection.connection.driver_connection
        return self.connector.execute_query_all_with_connection(line, queries[name], **given)

    # for servers

    def put(
        self, job: dict[str, Any], owner: str, waited_for: bool, seconds: float, home: Home | None
    ) -> Answer | None:
        """Ask for a decision, if nobody has; the answer, if there is one already."""
        key, queue = (job["table"], job["n"], job["bot"]), queue_of(roundhouse.game(job["game"]))
        with self.working() as connection:
            if not self.is_new(connection, key, owner, waited_for, seconds):
                found = self.look(connection, [key])[key]
                if found is not None and (found["done"] or self.serves(found["queue_name"], queue)):
                    return answered(found)
                # its job is gone, or waits for a worker of another version
                self.drop_on(connection, key)
                self.is_new(connection, key, owner, waited_for, seconds)
            at = home.queue if home is not None and self.is_free(connection, home) else queue
            priority = self.priority(connection, owner, waited_for)
            line: Any = connection.connection.driver_connection
            task = self.app.configure_task(TASK, queue=at, priority=priority, connection=line)
            number = task.defer(job=job, queue=queue)
            at_key = "table_id = :t AND n = :n AND bot = :b"
            connection.execute(text(f"UPDATE thoughts SET job = :job WHERE {at_key}"), {"job": number, **named(key)})
        return None

    def serves(self, there: str | None, queue: str) -> bool:
        """Whether a job in that queue will be done: it is there, and of this version, or in the queue of one worker."""
        return there is not None and (there == queue or there.startswith("home-"))

    def is_new(self, connection: Connection, key: Key, owner: str, waited_for: bool, seconds: float) -> bool:
        asked = {**named(key), "owner": owner, "waited_for": waited_for, "seconds": seconds}
        new = "INSERT INTO thoughts (table_id, n, bot, owner, waited_for, seconds, asked, fault, home)"
        values = f"VALUES (:t, :n, :b, :owner, :waited_for, :seconds, {NOW}, '', '')"
        return bool(connection.execute(text(f"{new} {values} ON CONFLICT DO NOTHING"), asked).rowcount)

    def priority(self, connection: Connection, owner: str, waited_for: bool) -> int:
        """The earlier a job would be due, the sooner it is taken; so none waits for ever.

        Who has asked for much that is not done yet is due as much later, by household and by owner; and so is what
        nobody waits for.
        """
        pending = text(
            "SELECT floor(extract(epoch FROM clock_timestamp()))::int, coalesce(sum(seconds), 0), "
            "coalesce(sum(seconds) FILTER (WHERE owner = :owner), 0) "
            "FROM thoughts WHERE done IS NULL AND split_part(owner, ' ', 1) = :household"
        )
        now: int
        now, near, own = connection.execute(pending, {"owner": owner, "household": household(owner)}).one()
        return EPOCH - now - int(near + own) - (0 if waited_for else BACKSEAT)

    def is_free(self, connection: Connection, home: Home) -> bool:
        """Whether the worker that knows a table would begin with its job at once."""
        free = text(
            "SELECT EXISTS (SELECT 1 FROM procrastinate_workers WHERE id = :worker"
            " AND last_heartbeat > now() - make_interval(secs => :fresh)) AND :most > (SELECT count(*)"
            " FROM procrastinate_jobs j LEFT JOIN thoughts t ON t.job = j.id WHERE t.done IS NULL"
            " AND ((j.status = 'doing' AND j.worker_id = :worker) OR (j.status = 'todo' AND j.queue_name = :queue)))"
        )
        given = {"worker": home.worker, "fresh": STALLED / 2, "most": home.most, "queue": home.queue}
        return bool(connection.execute(free, given).scalar())

    def answers(self, keys: Collection[Key]) -> dict[Key, Answer | None]:
        """What is known of these decisions: an answer, None if it will come; those nobody will answer are missing."""
        with self.working() as connection:
            found = self.look(connection, keys)
        return {
            key: answered(row) for key, row in found.items() if row is not None and (row["done"] or row["queue_name"])
        }

    def look(self, connection: Connection, keys: Collection[Key]) -> dict[Key, Any]:
        look = text(
            "SELECT t.*, j.queue_name FROM thoughts t"
            " LEFT JOIN procrastinate_jobs j ON j.id = t.job AND j.status IN ('todo', 'doing')"
            " WHERE t.table_id = ANY(:tables)"
        )
        rows = connection.execute(look, {"tables": [table for table, _, _ in keys]}).mappings()
        there = {(row["table_id"], row["n"], row["bot"]): row for row in rows}
        return {key: there.get(key) for key in keys}

    def drop(self, key: Key) -> None:
        """Nobody wants to know any more."""
        with self.working() as connection:
            self.drop_on(connection, key)

    def drop_on(self, connection: Connection, key: Key) -> None:
        dropped = text("DELETE FROM thoughts WHERE table_id = :t AND n = :n AND bot = :b RETURNING job")
        number = connection.execute(dropped, named(key)).scalar()
        if number is not None:
            self.query(connection, "cancel_job", job_id=number, abort=False, delete_job=True)

    def forget(self, table: str) -> None:
        """A table has ended: nothing of it is asked for any more."""
        with self.working() as connection:
            keys = connection.execute(text("SELECT table_id, n, bot FROM thoughts WHERE table_id = :t"), {"t": table})
            for id, n, bot in keys.all():
                self.drop_on(connection, (id, n, bot))

    def waits(self) -> list[tuple[str, float]]:
        """By owner the seconds that decisions which somebody waits for have waited lately, or wait now."""
        waits = text(
            f"SELECT t.owner, coalesce(t.waited, extract(epoch FROM {NOW} - t.asked)::float) FROM thoughts t"
            " LEFT JOIN procrastinate_jobs j ON j.id = t.job WHERE t.waited_for"
            f" AND CASE WHEN t.done IS NULL THEN j.status = 'todo'"
            f" ELSE t.waited IS NOT NULL AND t.done > {NOW} - make_interval(secs => :lately) END"
        )
        with self.working() as connection:
            return [(owner, waited) for owner, waited in connection.execute(waits, {"lately": LATELY})]

    # for workers

    def begun(self, number: int) -> float | None:
        """How long a job has waited; None if nobody needs it any more."""
        begun = text(f"SELECT extract(epoch FROM {NOW} - asked)::float FROM thoughts WHERE job = :job AND done IS NULL")
        with self.working() as connection:
            return connection.execute(begun, {"job": number}).scalar()

    def answer(self, number: int, action: int | None, fault: str, waited: float, home: Home) -> None:
        """Keep what a job's bot has decided, or why it has not, and tell who waits; the first answer stands."""
        said = {"action": action, "fault": as_text(fault), "waited": waited, "worker": home.worker, "home": home.queue}
        with self.working() as connection:
            self.keep_answer(connection, number, said)

    def keep_answer(self, connection: Connection, number: int, said: dict[str, Any]) -> None:
        fields = ", ".join(f"{name} = :{name}" for name in said)
        kept = f"UPDATE thoughts SET {fields}, done = {NOW} WHERE job = :job AND done IS NULL RETURNING table_id"
        table = connection.execute(text(kept), {"job": number, **said}).scalar()
        if table is not None:
            connection.execute(text("SELECT pg_notify(:channel, :table)"), {"channel": CHANNEL, "table": table})

    # looked after by whoever is there

    def tend(self) -> None:
        """Give jobs of dead workers to others, and clear away what is done with; one at a time does that."""
        with self.working() as connection:
            if not connection.execute(text("SELECT pg_try_advisory_xact_lock(:n)"), {"n": TENDING}).scalar():
                return
            given: Any = {"queue": None, "task_name": TASK, "seconds_since_heartbeat": STALLED}
            for job in self.query(connection, "select_stalled_jobs_by_heartbeat", **given):
                with unless_done(connection):
                    self.take_over(connection, job)
            self.let_all_take(connection)
            if time.monotonic() >= self.cleared + CLEARING:
                self.clear(connection)
                self.cleared = time.monotonic()

    def take_over(self, connection: Connection, job: dict[str, Any]) -> None:
        """A job of a dead worker: given to another, or given up."""
        number, attempt, args = job["id"], job["attempts"] + 1, job["args"]
        held = args.get("job") if isinstance(args, dict) else None
        fields = {name: str(held.get(name, ""))[:60] for name in ("table", "bot")} if isinstance(held, dict) else {}
        if attempt < TRIES:
            log.warning("Try %d of %d failed: its worker died", attempt, TRIES, extra=fields)
            queue = common(job)
            again = {"retry_at": AT_ONCE, "new_priority": None, "new_queue_name": queue, "new_lock": None}
            self.query(connection, "retry_job", job_id=number, **again)
            self.call(connection, queue, number)
        else:
            log.error("A decision is given up: its workers died", extra=fields)
            self.keep_answer(connection, number, {"fault": f"{TRIES} workers died over it."})
            self.query(connection, "finish_job", job_id=number, status="failed", delete_job=True)

    def let_all_take(self, connection: Connection) -> None:
        """What the worker that knows its table has not begun is for all of them."""
        late = text(
            "SELECT j.id, j.queue_name, j.args FROM procrastinate_jobs j LEFT JOIN thoughts t ON t.job = j.id"
            " WHERE j.status = 'todo' AND j.queue_name LIKE 'home-%'"
            f" AND coalesce(t.asked < {NOW} - make_interval(secs => :soon), true) FOR UPDATE OF j SKIP LOCKED"
        )
        for job in connection.execute(late, {"soon": SOON}).mappings().all():
            queue = common(dict(job))
            moved = text("UPDATE procrastinate_jobs SET queue_name = :queue WHERE id = :n")
            connection.execute(moved, {"queue": queue, "n": job["id"]})
            self.call(connection, queue, job["id"])

    def call(self, connection: Connection, queue: str, number: int) -> None:
        """Tell workers of a job as procrastinate does when it is new; else they find it by and by."""
        [channel] = get_channel_for_queues([queue])
        payload = json.dumps({"type": "job_inserted", "job_id": number})
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": channel, "payload": payload})

    def clear(self, connection: Connection) -> None:
        """Forget old answers, decisions whose job is lost, and jobs that nobody asked for."""
        ours = "(queue_name LIKE 'bots-%' OR queue_name LIKE 'home-%')"
        for old in (
            f"DELETE FROM thoughts WHERE done < {NOW} - make_interval(secs => {KEPT})",
            f"DELETE FROM thoughts t WHERE done IS NULL AND asked < {NOW} - make_interval(secs => {LOST})"
            " AND NOT EXISTS (SELECT 1 FROM procrastinate_jobs j WHERE j.id = t.job AND j.status IN ('todo', 'doing'))",
            f"DELETE FROM thoughts WHERE asked < {NOW} - make_interval(secs => {GONE})",
            # procrastinate itself stumbles over these, and leaves them as they are
            f"DELETE FROM procrastinate_jobs WHERE {ours} AND jsonb_typeof(args) <> 'object'",
            f"DELETE FROM procrastinate_jobs j WHERE {ours} AND status <> 'doing' AND (status <> 'todo' OR NOT EXISTS"
            " (SELECT 1 FROM thoughts t WHERE t.job = j.id))",
            f"DELETE FROM procrastinate_workers WHERE last_heartbeat < now() - make_interval(secs => {LOST})",
        ):
            connection.execute(text(old))


@contextmanager
def unless_done(connection: Connection) -> Iterator[None]:
    """A part of a transaction that is left out if its job is done meanwhile, as its worker was only slow."""
    try:
        with connection.begin_nested():
            yield
    except ConnectorException as error:
        if not isinstance(error.__cause__, psycopg.errors.RaiseException):
            raise


def named(key: Key) -> dict[str, Any]:
    table, n, bot = key
    return {"t": table, "n": n, "b": bot}


def answered(row: Any) -> Answer | None:
    """The answer in a row of `thoughts`, if there is one."""
    if row["done"] is None:
        return None
    return Answer(row["action"], row["fault"], home_of(row["worker"], row["home"]))


def as_text(fault: str) -> str:
    """What PostgreSQL takes of it: any error may stand in it."""
    return fault.replace("\0", "").encode("utf-8", "replace").decode()[:LONGEST]


def common(job: dict[str, Any]) -> str:
    """The queue that all workers of its version take a job from."""
    queue = job["args"].get("queue") if isinstance(job["args"], dict) else None
    return (
        queue if isinstance(queue, str) and queue.startswith("bots-") and len(queue) <= 40 else str(job["queue_name"])
    )
