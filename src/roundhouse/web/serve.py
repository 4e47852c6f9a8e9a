"""Start the server, and a browser with it."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from pathlib import Path

import uvicorn
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.app import Settings, create_app

PRIVATE = "ROUNDHOUSE_PRIVATE_HOOKS"  # 1: webhooks may go to this machine and its network


class CannotServe(RoundhouseError):
    """An address that cannot be listened on, or a folder that cannot be used."""


def serve(host: str, port: int, data: Path, database: str, browser: bool) -> None:
    """Serve until interrupted."""
    try:
        with socket.create_server((host, port)):
            pass
    except OSError as error:
        raise CannotServe(f"{host}:{port} cannot be listened on: {error.strerror}; try another --port.") from None
    try:
        app = create_app(Settings(data, database, private_hooks=os.environ.get(PRIVATE) == "1"))
    except OSError as error:
        raise CannotServe(f"The data folder {data} cannot be used: {error.strerror}.") from None
    except ModuleNotFoundError as missing:
        name = {"psycopg": "roundhouse[postgres]"}.get(missing.name or "", missing.name)
        raise CannotServe(f"That database needs {missing.name}; install it with: pip install '{name}'.") from None
    except (ArgumentError, NoSuchModuleError):
        raise CannotServe("--database is not a URL of a known kind, as postgresql://user@host/name.") from None
    except SQLAlchemyError as error:
        raise CannotServe(f"The database cannot be used: {reason(error)}.") from None
    shown = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/"
    if browser:
        threading.Timer(0.8, webbrowser.open, (shown,)).start()
    config = uvicorn.Config(app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=1)
    uvicorn.Server(config).run()


def reason(error: SQLAlchemyError) -> str:
    """What the database's driver says, on one line and without SQLAlchemy's own remarks."""
    said = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
    return said.rstrip(".")
