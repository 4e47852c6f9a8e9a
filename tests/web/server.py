"""A real server in a process of its own, as a person would start it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import httpx
import uvicorn

from roundhouse.web.app import create_app
from roundhouse.web.limits import off
from roundhouse.web.lines import patient
from roundhouse.web.settings import Settings
from roundhouse.web.tables import Tables


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def person(address: str, name: str = "", **how: Any) -> httpx.Client:
    """Somebody with a browser: what it posts comes from our own pages, and it keeps its cookies."""
    http = httpx.Client(base_url=address, headers={"Origin": address, **how.pop("headers", {})}, timeout=20, **how)
    if name:
        http.cookies.update(httpx.post(f"{address}/me", data={"name": name}, headers={"Origin": address}).cookies)
    return http


class Server:
    """`roundhouse serve` on a data folder, without limits; may be killed and started again."""

    def __init__(self, data: Path, *more: str) -> None:
        self.data = data
        self.more = more
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, stderr: IO[bytes] | int = subprocess.DEVNULL) -> Server:
        command = [sys.executable, "-m", "roundhouse", "serve", "--port", str(self.port), "--data", str(self.data)]
        command += ["--no-limits", *self.more]
        self.process = subprocess.Popen(command, stderr=stderr, start_new_session=True)
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                if httpx.get(f"{self.address}/api/games", timeout=1).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def session(self) -> int:
        """The server and its workers are a session of their own, known by the server's number."""
        return self.pid

    def stop(self) -> None:
        """As somebody does who stops it in good order."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)

    def kill(self) -> None:
        """As the power going: the server and its workers are gone at once."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


class Inside:
    """A server in this process, so that its tables and its clock can be reached."""

    def __init__(self, settings: Settings) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.app = create_app(settings)
        self.tables: Tables = self.app.state.tables
        protocol = patient(settings.limits)
        self.server = uvicorn.Server(uvicorn.Config(self.app, port=self.port, http=protocol, log_config=None))
        self.thread = threading.Thread(target=self.server.run)

    def __enter__(self) -> Inside:
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(20)


def inside(folder: Path, **more: Any) -> Inside:
    return Inside(Settings(folder, **{"workers": 1, "limits": off(), **more}))


def until(true: Callable[[], Any], what: str, seconds: float = 60.0) -> Any:
    """Wait until something is so; what it is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = true()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"{what}: not within {seconds:.0f} seconds")
