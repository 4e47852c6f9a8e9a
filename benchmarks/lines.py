"""Lines to a server as a browser has them, but light: requests one after another, and streams that are only read.

A measurement must not be of its own tool. What many hear alike is looked at once: news are blocks that fit into any
stream, so equal bytes are equal news. Regions are unpacked when all is over.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

HERE = "127.0.0.1"
PATIENCE = 60.0  # seconds for an answer
GZIP_HEAD = 10  # bytes with which a gzip stream begins
HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # by which servers begin whose pieces stand by themselves
GZIP = 16 + zlib.MAX_WBITS
REMEMBERED = 12  # pieces that the streams of a table may hear again
ENOUGH = 2048  # bytes in which a state mostly is
REGIONS = b', "regions": '  # what follows a state


@dataclass
class Answer:
    """What a request was answered."""

    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    raw: bytes

    @property
    def body(self) -> bytes:
        return gzip.decompress(self.raw) if self.headers.get("content-encoding") == "gzip" else self.raw

    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


def request(port: int, method: str, path: str, cookies: dict[str, str], body: bytes = b"", kind: str = "") -> bytes:
    """A request as a page of ours makes it."""
    kept = "; ".join(f"{name}={value}" for name, value in cookies.items())
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {HERE}:{port}",
        f"Origin: http://{HERE}:{port}",
        "Accept-Encoding: gzip",
        *([f"Cookie: {kept}"] if kept else []),
        *([f"Content-Type: {kind}"] if kind else []),
        *([f"Content-Length: {len(body)}"] if method == "POST" else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Line:
    """Requests to one server, one after another on a line that is kept while the server keeps it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, cookies: dict[str, str], body: bytes = b"", kind: str = "") -> Answer:
        """An answer; OSError or TimeoutError if there is none. A line that was closed meanwhile is opened again."""
        wanted = request(self.port, method, path, cookies, body, kind)
        async with asyncio.timeout(PATIENCE):
            if self.ends is not None and not self.ends[0].at_eof():
                with suppress(OSError, asyncio.IncompleteReadError):
                    return await self.exchange(*self.ends, wanted)
            self.close()
            self.ends = await asyncio.open_connection(HERE, self.port)
            try:
                return await self.exchange(*self.ends, wanted)
            except asyncio.IncompleteReadError as cut:
                raise ConnectionResetError("the server has closed the line") from cut

    async def exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, wanted: bytes) -> Answer:
        writer.write(wanted)
        status, headers, cookies = head_of(await reader.readuntil(b"\r\n\r\n"))
        if headers.get("transfer-encoding") == "chunked":
            raw = b""
            while size := int(await reader.readuntil(b"\r\n"), 16):
                raw += (await reader.readexactly(size + 2))[:-2]
            await reader.readexactly(2)
        else:
            raw = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return Answer(status, headers, cookies, raw)

    def close(self) -> None:
        if self.ends is not None:
            self.ends[1].close()
            self.ends = None


def head_of(raw: bytes) -> tuple[int, dict[str, str], dict[str, str]]:
    """Status, headers and new cookies of an answer."""
    first, *rest = raw.decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    cookies: dict[str, str] = {}
    for line in rest:
        name, _, value = line.partition(": ")
        if name.lower() == "set-cookie":
            key, _, said = value.partition(";")[0].partition("=")
            cookies[key] = said
        else:
            headers[name.lower()] = value
    return int(first.split()[1]), headers, cookies


class Told:
    """What one piece of a stream says. What it says of regions is unpacked when somebody wants to show them."""

    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        press = zlib.decompressobj(-zlib.MAX_WBITS)
        raw = press.decompress(packed, ENOUGH)
        while (cut := raw.find(REGIONS)) < 0 and (more := press.decompress(press.unconsumed_tail, ENOUGH)):
            raw += more
        text = (raw if cut < 0 else raw[:cut] + b"}").decode()
        self.kind, self.news = event_of(text)

    def regions(self) -> dict[str, Any]:
        """The regions that differ, and how."""
        text = zlib.decompressobj(-zlib.MAX_WBITS).decompress(self.packed).decode()
        if not text.endswith("\n\n") or text.count("\n\n") > 1:
            raise ValueError("a piece of a stream is not one event")
        found: dict[str, Any] = event_of(text)[1]["regions"]
        return found


def event_of(text: str) -> tuple[str, dict[str, Any]]:
    """One event of a stream; a remark is none."""
    kind, told = "", "{}"
    for line in text.split("\n"):
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            told = value
        elif name == "retry":
            kind, told = name, f'{{"ms": {value}}}'
    return kind, json.loads(told)


def packed(text: str) -> bytes:
    """An event as servers pack it now."""
    press = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    return press.compress(text.encode()) + press.flush(zlib.Z_FULL_FLUSH)


class Ear:
    """What the streams of one table have said lately, each piece looked at once."""

    def __init__(self) -> None:
        self.known: dict[bytes, Told] = {}

    def told(self, packed: bytes) -> Told:
        found = self.known.get(packed)
        if found is None:
            found = self.known[packed] = Told(packed)
            if len(self.known) > REMEMBERED:
                del self.known[next(iter(self.known))]
        return found


class Stream(asyncio.Protocol):
    """One open stream: hands on every event, and says when it is open and when it has ended."""

    def __init__(self, wanted: bytes, ear: Ear, opened: Callable[[int], None], hear: Callable[[Told], None]) -> None:
        self.wanted, self.ear, self.opened, self.hear = wanted, ear, opened, hear
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.data = bytearray()
        self.inside = False  # the head of the answer has come
        self.first = True  # and the gzip stream's has not
        self.older: Any = None  # what unpacks the stream of an older server
        self.bytes = 0
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.wanted)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self.data += data
        if not self.inside:
            end = self.data.find(b"\r\n\r\n")
            if end < 0:
                return
            status, headers, _ = head_of(bytes(self.data[:end]))
            del self.data[: end + 4]
            self.inside = True
            self.opened(status)
            if status != 200 or headers.get("content-encoding") != "gzip":
                return self.close()
        while (chunk := self.chunk()) is not None:
            if not chunk:
                return self.close()
            if self.first:
                self.first = False
                if chunk[:GZIP_HEAD] == HEAD:
                    chunk = chunk[GZIP_HEAD:]
                else:
                    self.older = zlib.decompressobj(GZIP)
            for piece in self.apart(chunk):
                self.hear(self.ear.told(piece))

    def apart(self, chunk: bytes) -> list[bytes]:
        """A chunk as pieces that stand by themselves; those of older servers build on what they have said before."""
        if self.older is None:
            return [chunk]
        events = self.older.decompress(chunk).decode().split("\n\n")
        return [packed(f"{event}\n\n") for event in events if event]

    def chunk(self) -> bytes | None:
        """The next piece that has come whole; an empty one is the last."""
        end = self.data.find(b"\r\n")
        if end < 0:
            return None
        size = int(self.data[:end], 16)
        if len(self.data) < end + 2 + size + 2:
            return None
        found = bytes(self.data[end + 2 : end + 2 + size])
        del self.data[: end + 2 + size + 2]
        return found

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.over.done():
            self.over.set_result(None)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class Slow:
    """Somebody who asks for a stream and does not read it, or a byte a second: a slow line, a stopped tab."""

    def __init__(self, port: int, path: str, cookies: dict[str, str], reads: bool) -> None:
        self.reads = reads
        self.wanted = request(port, "GET", path, cookies)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)  # as little as the system grants
        self.socket.setblocking(False)
        self.to = (HERE, port)

    async def sit(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self.socket, self.to)
        await loop.sock_sendall(self.socket, self.wanted)
        while self.reads:
            await asyncio.sleep(1)
            with suppress(OSError):
                if not await loop.sock_recv(self.socket, 1):
                    return

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])
