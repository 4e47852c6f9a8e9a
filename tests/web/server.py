"""Real servers, in a process of their own or in this one, and the people who use them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import httpx
import pytest
import uvicorn

from roundhouse.web.app import create_app
from roundhouse.web.connections import patient
from roundhouse.web.refusals import Refused
from roundhouse.web.service.bus import Bus
from roundhouse.web.service.limits import off
from roundhouse.web.service.store import Store
from roundhouse.web.service.tables import TableService
from roundhouse.web.settings import Settings
from tests.kit.goldens import text_of

SECONDS = 120  # the most that anything takes, however busy the machine is
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # without certificates, which take a while to read
GOLDEN = text_of("trains", "random")
TEXT = {"Accept": "text/html"}


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def client(address: str, **how: Any) -> httpx.Client:
    """A program."""
    return httpx.Client(base_url=address, **{"timeout": SECONDS, "verify": PLAIN, **how})


def person(address: str, name: str = "", **how: Any) -> httpx.Client:
    """Somebody with a browser: what it posts comes from our own pages, and it keeps its cookies."""
    http = client(address, headers={"Origin": address, **how.pop("headers", {})}, **how)
    if name:
        with client(address, headers={"Origin": address}) as asking:
            http.cookies.update(asking.post("/me", data={"name": name}).cookies)
    return http


def answers(address: str) -> bool:
    """Whether a server is there."""
    with client(address) as http, suppress(httpx.TransportError):
        return http.get("/api/games").status_code == 200
    return False


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def opens(http: httpx.Client, *seats: str, **more: str) -> httpx.Response:
    """What the form of the lobby answers: a table by link, of Trains if nothing else is said."""
    wish = {"game": "trains", "seats": str(len(seats)), "visibility": "link", **more}
    return http.post("/tables", data=wish | {f"seat-{n}": said for n, said in enumerate(seats)})


def opened(http: httpx.Client, *seats: str, **more: str) -> str:
    """The path of a table opened by the form; to the table's page one is led, or may go oneself."""
    answer = opens(http, *seats, **more)
    assert answer.status_code in (200, 303), answer.text
    return str(answer.headers.get("location", answer.url.path))


def by_api(http: httpx.Client, *seats: str, **more: Any) -> tuple[str, dict[str, Any]]:
    """A table opened by a program: where the API has it, and the tokens it was told."""
    answer = http.post("/api/tables", json={"game": "trains", "seats": list(seats), **more})
    assert answer.status_code == 201, answer.text
    held: dict[str, Any] = answer.json()
    return f"/api/tables/{held['id']}", held


def refusal(answer: httpx.Response, status: int) -> str:
    """The sentence of a refusal."""
    assert answer.status_code == status, answer.text
    said = str(answer.json()["error"])
    assert said.endswith(".")
    return said


def refused(why: str, act: Callable[..., object], *given: object, **more: object) -> None:
    """It is refused to do that, and why."""
    with pytest.raises(Refused, match=why):
        act(*given, **more)


class Server:
    """`roundhouse serve` on a data folder, without limits; may be killed and started again."""

    def __init__(self, data: Path, *more: str) -> None:
        self.data = data
        self.more = more
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, stderr: IO[bytes] | int = subprocess.DEVNULL) -> Server:
        self.process = process = subprocess.Popen(self.command, stderr=stderr, start_new_session=True)
        until(lambda: process.poll() is not None or answers(self.address), "the server answers")
        assert process.poll() is None, "the server has ended"
        return self

    def __enter__(self) -> Server:
        return self if self.process else self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def command(self) -> list[str]:
        where = ["--port", str(self.port), "--data", str(self.data)]
        return [sys.executable, "-m", "roundhouse", "serve", "--no-limits", *where, *self.more]

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
            self.process.wait(SECONDS)

    def kill(self) -> None:
        """As the power going: the server and its workers are gone at once."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


class Prompt(uvicorn.Server):
    """Ends as soon as it is told to and all is answered; uvicorn waits up to two tenths of a second for nothing."""

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            await asyncio.sleep(0.01)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listener in self.servers:
            listener.close()
        for line in list(self.server_state.connections):
            line.shutdown()
        while self.server_state.connections or self.server_state.tasks:
            await asyncio.sleep(0.01)
        await self.lifespan.shutdown()


class Inside:
    """A server in this process, so that its tables and its clock can be reached."""

    def __init__(self, settings: Settings) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.app = create_app(settings)
        self.tables: TableService = self.app.state.service
        self.bus: Bus = self.app.state.bus  # with PostgreSQL
        protocol = patient(settings.limits)
        self.server = Prompt(uvicorn.Config(self.app, port=self.port, http=protocol, log_config=None))
        self.thread = threading.Thread(target=self.server.run)

    def __enter__(self) -> Inside:
        self.thread.start()
        until(lambda: self.server.started or not self.thread.is_alive(), "the server starts")
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(SECONDS)


@cache
def empty_database() -> bytes:
    """The file of a new database, for which all migrations run but once."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "roundhouse.sqlite")
        Store(f"sqlite:///{file}").engine.dispose()
        return file.read_bytes()


def new_database(folder: Path) -> Path:
    """The file of a folder's database, which is empty if there was none; a folder to be made gets none."""
    file = folder / "roundhouse.sqlite"
    if folder.exists() and not file.exists():
        file.write_bytes(empty_database())
    return file


def inside(folder: Path, **more: Any) -> Inside:
    new_database(folder)
    return Inside(Settings(folder, **{"workers": 1, "limits": off(), **more}))


def until(true: Callable[[], Any], what: str) -> Any:
    """Wait until something is so; what it is."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        found = true()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError(f"{what}: not within {SECONDS} seconds")
