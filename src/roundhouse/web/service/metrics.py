"""What a server counts of itself, for Prometheus: all its figures, and the one place that keeps them.

Nothing here names a person or a table: labels are games, levels of bots, routes as they are written down, and kinds of
errors. Without the library, or with `metrics` off, nothing is counted, which is what every function asks first. Several
processes behind one port write their figures into files of one folder (PROMETHEUS_MULTIPROC_DIR, of the library), and
whichever is asked adds them up.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import Future
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sqlalchemy import event

from roundhouse.web.log import asked

if TYPE_CHECKING:
    from roundhouse.core.records import Line
    from roundhouse.web.service.fair_queue import Job
    from roundhouse.web.service.live_table import LiveTable
    from roundhouse.web.service.store import Store

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
QUICK = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
SLOW = (0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
MISSING = "Figures need prometheus-client, which is not installed here: pip install 'roundhouse[metrics]'."


def installed() -> bool:
    return find_spec("prometheus_client") is not None


class Figures:
    """All of them."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = kept = CollectorRegistry()

        def counter(name: str, help: str, *labels: str) -> Counter:
            return Counter(f"roundhouse_{name}", help, labels, registry=kept)

        def gauge(name: str, help: str, *labels: str, mode: Any = "livesum") -> Gauge:
            return Gauge(f"roundhouse_{name}", help, labels, registry=kept, multiprocess_mode=mode)

        def seconds(name: str, help: str, *labels: str, buckets: tuple[float, ...] = QUICK) -> Histogram:
            return Histogram(f"roundhouse_{name}_seconds", help, labels, registry=kept, buckets=buckets)

        self.moves = counter("moves", "Moves that were accepted, by game, and by a person or a bot.", "game", "by")
        self.written = seconds("move", "From a move's post to the move on disk.")
        self.drawn = seconds("draw", "Drawing a change for all who look at a table, by game.", "game")
        self.tables = gauge("tables", "Tables in memory, in play or ended.", "state")
        self.playing = gauge("tables_in_play", "Tables in play in the database.", mode="livemax")
        self.streams = gauge("streams", "Open streams.")
        self.queue = gauge("bots_queue", "Jobs that wait for a worker: moves, or what is asked besides.", "line")
        self.workers = gauge("bots_workers", "Worker processes that are there.", "line")
        self.waited = seconds("bot_waiting", "Waiting for a worker, by level.", "level", buckets=SLOW)
        self.thought = seconds("bot_thinking", "Thinking in a worker, by level.", "level", buckets=SLOW)
        self.decided = seconds("bot", "From asking a bot to its decision, by level.", "level", buckets=SLOW)
        self.requests = seconds("request", "From a request to the beginning of its answer.", "route", "status")
        self.database = counter("database_errors", "What the database refused or did not answer, by kind.", "kind")

    def text(self) -> tuple[bytes, str]:
        """The figures as they are told, of all processes behind the port; and what kind of text that is."""
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        told = self.registry
        if FOLDER in os.environ:
            told = CollectorRegistry()
            MultiProcessCollector(told)  # type: ignore[no-untyped-call]
            return generate_latest(told), CONTENT_TYPE_LATEST
        own = CollectorRegistry()
        ProcessCollector(registry=own)
        return generate_latest(told) + generate_latest(own), CONTENT_TYPE_LATEST


figures: Figures | None = None  # None: nothing is counted


def begin(wanted: bool) -> None:
    """Count from now on, in this process."""
    global figures
    if wanted and figures is None and installed():
        figures = Figures()


def moved(live: LiveTable, line: Line) -> None:
    """A move is on disk."""
    if figures is None or line.back:
        return
    bot, now = bool(live.bot_of(line.seat)), asked.get()
    figures.moves.labels(live.row.game, "bot" if bot else "person").inc()
    if now is not None and not bot:
        figures.written.observe(time.monotonic() - now.began)


def drawing(tell: Callable[..., None]) -> Callable[..., None]:
    """The same, and it is noted how long it took."""

    def timed(live: LiveTable, *news: Any) -> None:
        began = time.perf_counter()
        tell(live, *news)
        if figures is not None:
            figures.drawn.labels(live.row.game).observe(time.perf_counter() - began)

    return timed


def bot_done(job: Job, seconds: float, now: float) -> None:
    """A worker is done with a job that it had for so many seconds."""
    if figures is not None:
        level = job.bot.partition("@")[0]
        figures.thought.labels(level).observe(seconds)
        figures.waited.labels(level).observe(max(0.0, now - seconds - job.since))


def asking(asked: Future[int], bot: str) -> Future[int]:
    """The same, and it is noted how long the bot takes, wherever it thinks."""
    if figures is not None:
        took, began = figures.decided.labels(bot.partition("@")[0]), time.monotonic()
        asked.add_done_callback(lambda done: None if done.cancelled() else took.observe(time.monotonic() - began))
    return asked


def offer(port: int) -> None:
    """Let programs on this machine read the figures at a port of their own: of what is no web server."""
    from prometheus_client import start_http_server

    if figures is not None:
        start_http_server(port, "127.0.0.1", figures.registry)


def answered(scope: Any, status: int, seconds: float) -> None:
    """A request has got its answer."""
    if figures is not None:
        figures.requests.labels(route_of(scope), f"{status // 100}xx").observe(seconds)


def route_of(scope: Any) -> str:
    """The route as it is written down, never the path that was asked: that may name a table, or anything."""
    if scope["path"].startswith("/static/"):
        return "/static"
    return str(getattr(scope.get("route"), "path", "none"))


def watch(store: Store) -> None:
    """Count what the database refuses; that a number is taken already is no error."""

    def failed(context: Any) -> None:
        kind = type(context.sqlalchemy_exception or context.original_exception).__name__
        if figures is not None and kind != "IntegrityError":
            figures.database.labels(kind).inc()

    event.listen(store.engine, "handle_error", failed)


def look(service: Any, aside: Any) -> None:
    """Note how much there is of everything, now and then and when somebody asks."""
    if figures is None:
        return
    figures.streams.set(len(service.events.listeners))
    for state, tables in (("playing", service.cache.playing), ("ended", service.cache.ended)):
        figures.tables.labels(state).set(len(tables))
    for line, pool in (("moves", service.pool), ("besides", aside)):
        figures.queue.labels(line).set(pool.jobs())
        figures.workers.labels(line).set(len(pool.pids()))
    figures.playing.set(service.store.playing())
