"""Start the server, and a browser with it."""

from __future__ import annotations

import socket
import threading
import webbrowser
from pathlib import Path

import uvicorn

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.app import Settings, create_app


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
        app = create_app(Settings(data, database))
    except OSError as error:
        raise CannotServe(f"The data folder {data} cannot be used: {error.strerror}.") from None
    shown = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/"
    if browser:
        threading.Timer(0.8, webbrowser.open, (shown,)).start()
    config = uvicorn.Config(app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=1)
    uvicorn.Server(config).run()
