"""`roundhouse worker`: processes on any machine in which bots think, with jobs from the queue in PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from roundhouse.core.errors import BadOption, RoundhouseError
from roundhouse.web import log as log_lines
from roundhouse.web.service import metrics
from roundhouse.web.service.bot_job import DECIDED, think_about
from roundhouse.web.service.bot_pool import LONG, BotFailed, BotPool
from roundhouse.web.service.store import ALIVE, MIGRATING, Store, address

if TYPE_CHECKING:
    from procrastinate import App, JobContext
    from procrastinate.worker import Worker

BEAT = 1.0  # seconds from heartbeat to heartbeat
POLL = 1.0  # seconds after which it is looked for jobs that nobody has told of
TICK = 0.5  # seconds between looks after the queue
AGAIN = 1.0  # seconds until a lost database is tried again
PATIENCE = 5.0  # seconds to wait for a connection
NEVER = 1e9

T = TypeVar("T")
log = logging.getLogger("roundhouse.worker")


class CannotWork(RoundhouseError):
    """A database that cannot be used."""


def need_workers(database: str) -> None:
    """BadOption with what is missing if bots cannot be jobs in that kind of database."""
    if database != "postgresql":
        raise BadOption("Workers take jobs from PostgreSQL only; name one with --database postgresql://user@host/name.")
    if not find_spec("procrastinate") or not find_spec("psycopg"):
        raise BadOption("Workers need procrastinate; install it with: pip install 'roundhouse[workers]'.")


def work(database: str, count: int, level: str, format: str, metrics_port: int = 0) -> None:
    """Think until told to stop; then finish what is begun."""
    try:
        need_workers(address(database).get_backend_name() if database else "")
    except (ArgumentError, NoSuchModuleError):
        raise BadOption("--database is not a URL of a known kind, as postgresql://user@host/name.") from None
    from roundhouse.web.service.queue_schema import prepare

    log_lines.begin(level, format)
    try:
        store = Store(database)
        prepare(store.engine, MIGRATING)
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", None) or error).strip().partition("\n")[0].rstrip(".")
        raise CannotWork(f"The database cannot be used: {why}.") from None
    if metrics_port:
        offer_figures(metrics_port)
    workshop = Workshop(store, count)
    how: dict[str, Any] = {"loop_factory": asyncio.SelectorEventLoop} if sys.platform == "win32" else {}
    try:
        with asyncio.Runner(**how) as runner:  # psycopg takes no other loop on Windows
            runner.run(workshop.run())
    finally:
        workshop.pool.close()


def offer_figures(port: int) -> None:
    if not metrics.installed():
        raise CannotWork(metrics.MISSING)
    metrics.begin(True)
    try:
        metrics.offer(port)
    except OSError as error:
        raise CannotWork(f"127.0.0.1:{port} cannot be listened on for figures: {error.strerror}.") from None


class Workshop:
    """The bot processes of this machine, and what takes jobs for them."""

    def __init__(self, store: Store, count: int) -> None:
        from roundhouse.web.service.job_queue import Home, JobQueue, queues_here

        self.count = count
        self.pool = BotPool(count)
        self.queue = JobQueue(store.engine)
        self.home = Home(0, f"home-{secrets.token_hex(6)}-{count}", count)
        self.queues = [*queues_here(), self.home.queue]
        self.where = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.stopping = asyncio.Event()
        self.worker: Worker | None = None

    async def run(self) -> None:
        """Take jobs until told to stop, on new connections whenever the database was lost."""
        loop = asyncio.get_running_loop()
        for how in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # on Windows an interrupt ends it as any program
                loop.add_signal_handler(how, self.stop)
        tending = asyncio.create_task(self.tend())
        log.info("taking jobs", extra={"count": self.count})
        while not self.stopping.is_set():
            try:
                await self.take_jobs()
            except Exception as error:
                why = error.__cause__ or error
                log.error("the queue does not answer", extra={"why": f"{type(why).__name__}: {why}"[:300]})
            await self.pause(AGAIN)
        tending.cancel()
        log.info("stopped")

    def stop(self) -> None:
        """Take no more jobs; a second signal ends it at once."""
        log.info("stopping: what is begun is finished")
        for how in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().remove_signal_handler(how)
        self.stopping.set()
        if self.worker is not None:
            self.worker.stop()  # type: ignore[no-untyped-call]

    async def pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stopping.wait(), seconds)

    async def take_jobs(self) -> None:
        """Take jobs for as long as the database answers."""
        from procrastinate.worker import Worker

        await asyncio.to_thread(self.queue.tend)  # it fails at once if the database does not answer
        app = self.app()
        try:
            async with app.open_async():
                self.worker = Worker(
                    app,
                    queues=self.queues,
                    name=self.home.queue,
                    concurrency=self.count,
                    fetch_job_polling_interval=POLL,
                    abort_job_polling_interval=NEVER,
                    delete_jobs="always",
                    install_signal_handlers=False,
                    update_heartbeat_interval=BEAT,
                    stalled_worker_timeout=NEVER,  # the queue is tended besides
                )
                if not self.stopping.is_set():
                    await self.worker.run()  # type: ignore[no-untyped-call]
        finally:
            self.worker = None

    def app(self) -> App:
        from procrastinate import App, PsycopgConnector

        from roundhouse.web.service.job_queue import TASK

        alive = {"connect_timeout": int(PATIENCE), **ALIVE}
        connector = PsycopgConnector(conninfo=self.where, kwargs=alive, min_size=1, max_size=4, timeout=PATIENCE)
        app = App(connector=connector)
        app.task(name=TASK, pass_context=True)(self.decide)
        return app

    async def decide(self, context: JobContext, /, job: object = None, **_more: object) -> None:
        """Do one job. Nothing that it holds is trusted, and nothing that goes wrong is for procrastinate to see."""
        from roundhouse.web.service.job_queue import Home

        number = context.job.id
        assert number is not None
        home = Home(context.job.worker_id or 0, self.home.queue, self.count)
        try:
            waited = await self.surely(lambda: self.queue.begun(number))
            if waited is None:  # it is done already, or nobody needs it any more
                return
            action, fault = await self.found(job)
            await self.surely(lambda: self.queue.answer(number, action, fault, waited, home))
        except Exception as error:  # such as an action that the database does not take
            log.exception("a job cannot be done", extra={"number": number})
            why = f"{type(error).__name__}: {error}".partition("\n")[0]
            await self.surely(lambda: self.queue.answer(number, None, why, 0.0, home))

    async def found(self, job: object) -> tuple[int | None, str]:
        """What the bot decides, or why there is no decision, which is logged."""
        held = job if isinstance(job, dict) else {}
        table, bot = (str(held.get(name, ""))[:60] for name in ("table", "bot"))
        action, fault = await self.thought(json.dumps(job), table, bot)
        if fault:
            log.error("a decision is given up", extra={"table": table, "bot": bot, "why": fault})
        return action, fault

    async def thought(self, job: str, table: str, bot: str) -> tuple[int | None, str]:
        """What a job's bot decides, or why there is no decision."""
        try:
            # a process that is busy is not waited for, as there are as many as there are jobs at once
            thinking = self.pool.decide(partial(think_about, job), table, bot, table, True, seconds=2 * LONG)
            how, said = await asyncio.wrap_future(thinking)
        except BotFailed as failed:
            return None, str(failed)
        return (said, "") if how == DECIDED and isinstance(said, int) else (None, str(said))

    async def surely(self, act: Callable[[], T]) -> T | None:
        """Do it as soon as the database answers; None if this machine is to stop before that: others take over."""
        from roundhouse.web.service.job_queue import QueueLost

        while True:
            try:
                return await asyncio.to_thread(act)
            except QueueLost as lost:
                log.warning("the queue does not answer", extra={"why": str(lost)})
            if self.stopping.is_set():
                return None
            await self.pause(AGAIN)

    async def tend(self) -> None:
        """Look after the queue every moment."""
        from roundhouse.web.service.job_queue import QueueLost

        while True:
            try:
                await asyncio.to_thread(self.queue.tend)
            except QueueLost as lost:
                log.info("the queue was not looked after", extra={"why": str(lost)})
            except Exception:
                log.exception("the queue could not be looked after")
            await self.pause(TICK)
