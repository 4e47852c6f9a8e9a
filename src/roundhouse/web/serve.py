"""Start the server, and a browser with it."""

from __future__ import annotations

import socket
import threading
import webbrowser
from importlib import import_module

import uvicorn
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from roundhouse.core.errors import BadOption, RoundhouseError
from roundhouse.web import log
from roundhouse.web.app import brief, create_app
from roundhouse.web.connections import patient
from roundhouse.web.service.gate import Filter
from roundhouse.web.settings import Settings


class CannotServe(RoundhouseError):
    """An address that cannot be listened on, or a folder that cannot be used."""


def serve(settings: Settings, host: str, port: int, browser: bool, level: str) -> None:
    """Serve until interrupted."""
    try:
        socket.create_server((host, port)).close()
    except OSError as error:
        raise CannotServe(f"{host}:{port} cannot be listened on: {error.strerror}; try another --port.") from None
    log.begin(level)
    try:
        app = create_app(settings)
    except OSError as error:
        raise CannotServe(f"The data folder {settings.data} cannot be used: {error.strerror}.") from None
    except ModuleNotFoundError as missing:
        name = {"psycopg": "roundhouse[postgres]"}.get(missing.name or "", missing.name)
        raise CannotServe(f"That database needs {missing.name}; install it with: pip install '{name}'.") from None
    except (ArgumentError, NoSuchModuleError):
        raise CannotServe("--database is not a URL of a known kind, as postgresql://user@host/name.") from None
    except SQLAlchemyError as error:
        raise CannotServe(f"The database cannot be used: {reason(error)}.") from None
    address = settings.base or f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/"
    if browser:
        threading.Timer(0.8, webbrowser.open, (address,)).start()
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=patient(settings.limits),
        ws="none",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run()


def named_filter(name: str) -> Filter | None:
    """The function that `--filter module:function` names."""
    if not name:
        return None
    module, _, function = name.partition(":")
    try:
        found: Filter = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadOption(f"--filter is a function as module:function; {name!r} is none ({error}).") from None
    return found


def reason(error: SQLAlchemyError) -> str:
    """What the database's driver says, as part of a sentence."""
    return brief(error).rstrip(".")
