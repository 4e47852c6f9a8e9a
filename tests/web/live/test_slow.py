"""Watchers with slow lines and stopped tabs cost nobody else anything."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx

from roundhouse.web.service import limits
from roundhouse.web.service.events import MOST_WAITING
from tests.web.server import SECONDS, Inside, inside, opens, person, until

SLOW = 50
MOVES = 60
GIVEN_UP = 5  # seconds that a line has to take something
LARGEST = 512 * 1024  # a piece of a stream, at most: the whole table for one who does without gzip


class Watcher:
    """Somebody who reads all that the stream of a table says, and notes the decisions."""

    def __init__(self, http: httpx.Client, table: str) -> None:
        self.http = http
        self.seen: list[int] = []
        self.here = threading.Event()
        self.id = table.removeprefix("/t/")
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()
        assert self.here.wait(SECONDS)

    def listen(self) -> None:
        kind = ""
        with suppress(httpx.TransportError), self.http.stream("GET", f"/live?tables={self.id}") as stream:
            for line in stream.iter_lines():
                if line.startswith("retry"):
                    self.here.set()
                elif line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                elif line.startswith("data: ") and kind == "table":
                    self.seen.append(json.loads(line.removeprefix("data: "))["n"])
                    if self.seen[-1] == MOVES:
                        return


class Tab:
    """One that has stopped, or whose line takes a byte now and then: it asks for a stream in plain text."""

    def __init__(self, server: Inside, table: str, cookies: str) -> None:
        self.line = socket.socket()
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        self.line.settimeout(SECONDS)
        self.line.connect(("127.0.0.1", server.port))
        asks = f"GET /live?tables={table.removeprefix('/t/')} HTTP/1.1\r\nHost: x\r\nCookie: {cookies}\r\n\r\n"
        self.line.sendall(asks.encode())

    def sip(self) -> None:
        """Take a byte, if there is one."""
        with suppress(OSError):
            self.line.recv(1, socket.MSG_DONTWAIT)

    def is_cut(self) -> bool:
        """Whether the server has ended it: that is told after what had been sent before, which is taken now."""
        try:
            while self.line.recv(65536, socket.MSG_DONTWAIT):
                pass
        except BlockingIOError:
            return False
        except ConnectionError:
            pass
        return True


def players(server: Inside, leave: ExitStack, k: int) -> tuple[str, list[httpx.Client]]:
    """An open table of two, and both at it."""
    ada, bo = (leave.enter_context(person(server.address, f"{name} {k}")) for name in ("Ada", "Bo"))
    path = str(opens(ada, "you", "invite", visibility="open").headers["location"].partition("?")[0])
    assert bo.post(f"{path}/join", data={"name": ""}).status_code == 303
    return path, [ada, bo]


def decide(path: str, two: list[httpx.Client], n: int) -> None:
    """Whoever is to decide does."""
    for http in two:
        now = http.get(f"{path}/regions").json()
        if now["yours"]:
            action = now["actions"][n % len(now["actions"])]
            assert http.post(f"{path}/play", json={"n": n, "action": action}).status_code == 200
            return
    raise AssertionError("nobody is to decide")


def test_slow_watchers_cost_nobody_else_anything(tmp_path: Path) -> None:
    with ExitStack() as leave:
        server = leave.enter_context(inside(tmp_path, limits=limits.off().changed([f"request_seconds={GIVEN_UP}"])))
        listeners = server.app.state.service.events.listeners
        tables = [players(server, leave, k) for k in range(2)]
        eve = leave.enter_context(person(server.address, "Eve"))
        cookies = "; ".join(f"{name}={value}" for name, value in eve.cookies.items())
        watchers = [Watcher(http, path) for path, two in tables for http in (*two, eve)]
        tabs = [Tab(server, tables[k % 2][0], cookies) for k in range(SLOW)]
        for tab in tabs:
            leave.callback(tab.line.close)
        until(lambda: len(listeners) == len(watchers) + SLOW, "all are there")
        slow = {one for one in listeners if not one.packs}
        assert len(slow) == SLOW
        most = []
        for n in range(1, MOVES + 1):
            for path, two in tables:
                decide(path, two, n)
            for tab in tabs[::2]:
                tab.sip()
            most.append(max(one.waiting for one in slow))
        for watcher in watchers:
            watcher.thread.join(SECONDS)
            assert watcher.seen == list(range(1, MOVES + 1))
        assert max(most) <= max(MOST_WAITING, LARGEST)
        until(lambda: not slow & listeners, "the server has let the slow ones go")
        until(lambda: not lines_of(server, tabs), "and their lines")
        for tab in tabs:
            until(tab.is_cut, "who comes back finds the line cut")


def lines_of(server: Inside, tabs: list[Tab]) -> list[object]:
    """The lines that the server holds to these."""
    ports = {tab.line.getsockname()[1] for tab in tabs}
    lines: list[Any] = list(server.server.server_state.connections)
    return [line for line in lines if line.transport.get_extra_info("peername")[1] in ports]
