"""Start the server, and a browser with it."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI
from sqlalchemy import create_engine
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from roundhouse.core.errors import BadOption, RoundhouseError
from roundhouse.web import log
from roundhouse.web.app import brief, create_app
from roundhouse.web.connections import patient
from roundhouse.web.service import metrics
from roundhouse.web.service.mail import Mail
from roundhouse.web.service.store import address
from roundhouse.web.settings import METRICS, Settings, can_be_sent
from roundhouse.web.stop import Stopping
from roundhouse.web.worker import need_workers

BACKLOG = 2048  # lines that may wait to be taken
NO_NAME = "Several processes need a --filter that can be found by its name: one made by def in its module, no lambda."


class CannotServe(RoundhouseError):
    """An address that cannot be listened on, or a folder that cannot be used."""


def serve(settings: Settings, browser: bool, say: Callable[[], None]) -> None:
    """Serve until interrupted; `say` tells where, once it is clear that it can be served there."""
    possible_or_refused(settings)
    with listening(settings.host, settings.port) as door:
        log.begin(settings.log_level_told, settings.log_format)
        app = built(settings)
        say()
        if browser:
            threading.Timer(0.8, webbrowser.open, (settings.address,)).start()
        if settings.processes > 1:
            from roundhouse.web.processes import Processes

            app.state.service.store.engine.dispose()
            del app
            Processes(settings, door).run()
        else:
            run(settings, app, door)


def possible_or_refused(settings: Settings) -> None:
    """What can be known to stand in the way before anything is made or changed."""
    if settings.processes > 1 and not settings.url.startswith("postgres"):
        raise BadOption("Several processes need PostgreSQL: name one with --database, or leave --processes at 1.")
    if settings.processes > 1 and not can_be_sent(settings.filter):
        raise BadOption(NO_NAME)
    if settings.metrics not in METRICS and not metrics.installed():
        raise CannotServe(metrics.MISSING)
    Mail(settings.mail, settings.mail_from, settings.base)
    with database_told():
        where = address(settings.url)
        create_engine(where).dispose()  # it connects to nothing, and finds out whether the driver is there
    if settings.bots == "workers":
        need_workers(where.get_backend_name())


def listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise CannotServe(f"{host}:{port} cannot be listened on: {error.strerror}; try another --port.") from None


def built(settings: Settings) -> FastAPI:
    """The application; what stands in its way is told in a sentence."""
    try:
        with database_told():
            return create_app(settings)
    except OSError as error:
        raise CannotServe(f"The data folder {settings.data} cannot be used: {error.strerror}.") from None


@contextmanager
def database_told() -> Iterator[None]:
    """What keeps a database from being used is told in a sentence."""
    try:
        yield
    except ModuleNotFoundError as missing:
        name = {"psycopg": "roundhouse[postgres]"}.get(missing.name or "", missing.name)
        raise CannotServe(f"That database needs {missing.name}; install it with: pip install '{name}'.") from None
    except (ArgumentError, NoSuchModuleError):
        raise CannotServe("--database is not a URL of a known kind, as postgresql://user@host/name.") from None
    except SQLAlchemyError as error:
        raise CannotServe(f"The database cannot be used: {reason(error)}.") from None


def run(settings: Settings, app: FastAPI, door: socket.socket) -> None:
    """Answer who comes to a door, until told to stop."""
    config = uvicorn.Config(
        app, http=patient(settings.limits), ws="none", log_config=None, access_log=False, backlog=BACKLOG
    )
    Stopping(config, app, settings.stop_seconds).run([door])


def reason(error: SQLAlchemyError) -> str:
    """What the database's driver says, as part of a sentence."""
    return brief(error).rstrip(".")
