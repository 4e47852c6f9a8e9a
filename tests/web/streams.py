"""Streams of a table as a browser holds them."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

import httpx

from tests.web.server import client, until


class Stream:
    """What a stream has told so far, read by a thread of its own."""

    def __init__(self, http: httpx.Client, path: str) -> None:
        self.http = client(str(http.base_url), cookies=http.cookies)
        self.table = path.rpartition("/")[2]
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.begun = threading.Event()
        self.over = False
        self.line: socket.socket
        self.thread = threading.Thread(target=self.read, daemon=True)

    def of(self, kind: str) -> list[dict[str, Any]]:
        """All news of a kind."""
        return [news for what, news in list(self.told) if what == kind]

    def read(self) -> None:
        kind = ""
        address = f"/live?tables={self.table}"
        with suppress(httpx.TransportError, httpx.StreamError), self.http.stream("GET", address) as answer:
            self.line = answer.extensions["network_stream"].get_extra_info("socket")
            for line in answer.iter_lines():
                self.begun.set()
                if line.startswith("event: "):
                    kind = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    self.told.append((kind, json.loads(line.removeprefix("data: "))))
        self.over = True

    def close(self) -> None:
        """Hang up."""
        with suppress(OSError):
            self.line.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.http.close()


class Follower:
    """A program that follows a table wherever it is served: when its stream ends it comes again, to any server."""

    def __init__(self, addresses: list[str], table: str, token: str) -> None:
        self.addresses = addresses
        self.path = f"/api/tables/{table}"
        self.how = {"headers": {"Authorization": f"Bearer {token}"}}
        self.n = -1
        self.begun = 0  # streams so far
        self.closed = False
        self.thread = threading.Thread(target=self.follow, daemon=True)
        self.thread.start()

    def follow(self) -> None:
        for k in count():
            if self.closed:
                return
            with suppress(httpx.HTTPError), client(self.addresses[k % len(self.addresses)], **self.how) as http:
                self.read(http)
            time.sleep(0.05)

    def read(self, http: httpx.Client) -> None:
        """One stream, to its end."""
        with http.stream("GET", f"{self.path}/events") as answer:
            if answer.status_code != 200:
                return
            self.begun += 1
            for line in answer.iter_lines():
                if self.closed:
                    return
                if line.startswith("retry: "):  # it has begun: what was missed is asked for
                    self.take(http.get(self.path).json().get("n", -1))
                elif line.startswith("data: "):
                    self.take(json.loads(line.removeprefix("data: ")).get("n", -1))

    def take(self, n: int) -> None:
        self.n = max(n, self.n)


@contextmanager
def listening(http: httpx.Client, path: str) -> Iterator[Stream]:
    """A stream of a table, which has begun."""
    stream = Stream(http, path)
    stream.thread.start()
    until(stream.begun.is_set, "the stream begins")
    try:
        yield stream
    finally:
        stream.close()
