"""Live news: every browser holds one stream; a table's news goes to those who look at it."""

from __future__ import annotations

import asyncio
import json
import threading
import time
import zlib
from collections.abc import AsyncIterator, Callable, Container, Iterable, Mapping, Set
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, TypeVar

from roundhouse.draw.remembered import once
from roundhouse.web.build import build

KEEP_ALIVE = 15.0
MOST_WAITING = 256 * 1024  # bytes for one stream that its line has not taken
WINDOW = 15  # bits: how far back in a text is looked for what it has said before
HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # a gzip stream begins so; what follows are blocks of raw deflate


class News:
    """A text for streams. It is packed once, however many hear it: so that it fits into any stream, each by itself."""

    def __init__(self, text: str) -> None:
        self.text = text

    @once
    def plain(self) -> bytes:
        return self.text.encode()

    @once
    def packed(self) -> bytes:
        press = zlib.compressobj(3, zlib.DEFLATED, -WINDOW)
        return press.compress(self.plain) + press.flush(zlib.Z_FULL_FLUSH)


RETRY, HERE, END = News("retry: 1000\n\n"), News(": still here\n\n"), News(": the end\n\n")


@cache
def greeting() -> News:
    """How a page's stream begins: with the build of this server, so that an older page knows it is one."""
    return News(f"{RETRY.text}event: build\ndata: {json.dumps({'build': build()})}\n\n")


class Listener:
    """One open stream."""

    def __init__(
        self,
        tables: frozenset[str],
        whose: str,
        loop: asyncio.AbstractEventLoop,
        page: bool = False,
        packs: bool = False,
        sat: Set[str] = frozenset(),
    ) -> None:
        self.tables = tables
        self.sat = sat  # those of them where who listens had a seat when the stream began
        self.whose = whose  # a person's id, or a token
        self.page = page  # a page of ours, which is told what it is to show now
        self.packs = packs  # whether it is sent by gzip
        self.loop = loop
        self.queue: asyncio.Queue[bytes] = asyncio.Queue()
        self.waiting = 0  # bytes in it
        self.done = False  # news was lost, or it may hear no more: the stream ends, and its browser asks anew

    def send(self, news: News) -> None:
        """Hand it on from any thread, in which it is packed."""
        self.loop.call_soon_threadsafe(self.put, self.bytes_of(news))

    def put(self, piece: bytes) -> None:
        """One more piece; if the line is too slow for all of them, none of them."""
        if self.done:
            return
        if self.waiting and self.waiting + len(piece) > MOST_WAITING:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.waiting = 0
            self.end()
        else:
            self.waiting += len(piece)
            self.queue.put_nowait(piece)

    async def get(self) -> bytes:
        """The next piece, when there is one."""
        piece = await self.queue.get()
        self.waiting -= len(piece)
        return piece

    def end(self) -> None:
        self.put(self.bytes_of(END))
        self.done = True

    def bytes_of(self, news: News) -> bytes:
        """What goes over the line."""
        return news.packed if self.packs else news.plain


def worded(table: str, kind: str, news: Mapping[str, object]) -> News:
    """News of a table as a stream has it."""
    return News(f"event: {kind}\ndata: {json.dumps({'table': table, **news}, ensure_ascii=False)}\n\n")


T = TypeVar("T", str, tuple[str, str])
Beyond = Callable[[dict[str, object]], None]
THERE = 15.0  # seconds for which who was seen at another server is held to be there still
AT_ONCE = 100  # looks, or persons, that one notice tells of: PostgreSQL has room for 8000 bytes


def in_pieces(all: Iterable[T]) -> list[list[T]]:
    """In order, as many at a time as one notice tells of."""
    items = sorted(all)
    return [items[k : k + AT_ONCE] for k in range(0, len(items), AT_ONCE)]


class Events:
    """Hands news from any thread to the streams; with other servers on the database, to theirs, too (`beyond`)."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.by_table: dict[str, set[Listener]] = {}  # the same
        self.beyond: Beyond | None = None
        self.elsewhere: dict[tuple[str, str], float] = {}  # table and who looks at it at other servers, until when
        self.lock = threading.Lock()  # held to change that

    def at(self, table: str) -> list[Listener]:
        """The streams of those who look at a table now."""
        return [one for one in list(self.by_table.get(table, ())) if not one.done and not one.loop.is_closed()]

    def tables(self) -> set[str]:
        """The tables that somebody looks at here."""
        return set(self.by_table)

    def enter(self, listener: Listener) -> None:
        """One more stream."""
        self.listeners.add(listener)
        for table in listener.tables:
            self.by_table.setdefault(table, set()).add(listener)

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        for table in listener.tables:
            there = self.by_table.get(table, set())
            there.discard(listener)
            if not there:
                self.by_table.pop(table, None)

    def watched(self, table: str, whose: Container[str] | None = None) -> bool:
        """Whether somebody looks at a table now, at any server; one of these, if given."""
        if any(whose is None or one.whose in whose for one in self.at(table)):
            return True
        return any(id == table and (whose is None or who in whose) for id, who in self.looks_elsewhere())

    def looks_elsewhere(self) -> list[tuple[str, str]]:
        """The tables that somebody looks at now at other servers, and who."""
        now = time.monotonic()
        return [key for key, until in list(self.elsewhere.items()) if until > now]

    def looked_at(self) -> set[str]:
        """The tables that somebody looks at now, at any server."""
        return {table for table in self.tables() if self.at(table)} | {table for table, _ in self.looks_elsewhere()}

    def tell_who_looks(self) -> None:
        """Tell other servers who looks at what here."""
        for looks in in_pieces({(table, one.whose) for one in list(self.listeners) for table in one.tables}):
            self.send_beyond(looks=looks)

    def send(self, table: str, kind: str, **news: object) -> None:
        """Tell everybody at a table; may be called from any thread."""
        self.send_here(table, kind, news)
        self.send_beyond(at=table, kind=kind, news=news)

    def send_to(self, whose: Set[str], table: str, kind: str, **news: object) -> None:
        """Tell only these of those at a table."""
        self.send_here(table, kind, news, whose)
        self.send_beyond(at=table, kind=kind, news=news, whose=sorted(whose))

    def send_here(self, table: str, kind: str, news: Mapping[str, object], whose: Container[str] | None = None) -> None:
        """Tell those at a table who hold their streams here; only these, if given."""
        text = worded(table, kind, news)
        for listener in self.at(table):
            if whose is None or listener.whose in whose:
                listener.send(text)

    def send_beyond(self, **news: object) -> None:
        """Tell other servers."""
        if self.beyond is not None:
            self.beyond(news)

    def heard(self, news: Mapping[str, Any]) -> None:
        """What another server has sent."""
        if "at" in news:
            self.send_here(news["at"], news["kind"], news["news"], news.get("whose"))
        elif "end" in news:
            self.end_here(set(news["end"]))
        elif "looks" in news:
            self.seen(news["looks"])

    def seen(self, looks: Iterable[Any]) -> None:
        """Who was seen at another server just now; several threads hear of that."""
        now = time.monotonic()
        with self.lock:
            kept = {key: until for key, until in self.elsewhere.items() if until > now}
            self.elsewhere = kept | dict.fromkeys(map(tuple, looks), now + THERE)

    def end(self, table: str, whose: set[str]) -> None:
        """End the streams that these have here of a table: they come back as far as they still may."""
        for listener in self.at(table):
            if listener.whose in whose:
                listener.loop.call_soon_threadsafe(listener.end)

    def end_all(self, whose: set[str]) -> None:
        """End every stream of these."""
        self.end_here(whose)
        for some in in_pieces(whose):
            self.send_beyond(end=some)

    def end_here(self, whose: set[str]) -> None:
        for listener in list(self.listeners):
            if listener.whose in whose and not listener.loop.is_closed():
                listener.loop.call_soon_threadsafe(listener.end)

    async def stream(
        self,
        tables: frozenset[str],
        whose: str,
        within: AbstractContextManager[None],
        hidden: Callable[[], Set[str]],
        page: bool = False,
        packs: bool = False,
        sat: Set[str] = frozenset(),
    ) -> AsyncIterator[bytes]:
        """One stream, until its browser goes or a table of it is hidden; `within` counts it meanwhile."""
        listener = Listener(tables, whose, asyncio.get_running_loop(), page, packs, sat)
        with within:
            self.enter(listener)
            try:
                yield (HEAD if packs else b"") + listener.bytes_of(greeting() if page else RETRY)
                while not listener.done and tables.isdisjoint(hidden()):
                    try:
                        async with asyncio.timeout(KEEP_ALIVE):
                            piece = await listener.get()
                    except TimeoutError:
                        piece = listener.bytes_of(HERE)
                    yield piece
            finally:
                self.leave(listener)
