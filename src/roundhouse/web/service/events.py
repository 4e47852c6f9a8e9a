"""Live news: every browser holds one stream; a table's news goes to those who look at it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Set
from contextlib import AbstractContextManager

KEEP_ALIVE = 15.0
MOST_WAITING = 200


class Listener:
    """One open stream."""

    def __init__(self, tables: frozenset[str], whose: str, loop: asyncio.AbstractEventLoop, page: bool = False) -> None:
        self.tables = tables
        self.whose = whose  # a person's id, or a token
        self.page = page  # a page of ours, which is told what it is to show now
        self.loop = loop
        self.queue: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self.done = False  # news was lost, or it may hear no more: the stream ends, and its browser asks anew

    def send(self, text: str) -> None:
        """Hand it on from any thread."""
        self.loop.call_soon_threadsafe(self.put, text)

    def put(self, text: str) -> None:
        if self.queue.full():
            self.done = True
        else:
            self.queue.put_nowait(text)

    def end(self) -> None:
        self.done = True
        self.put(": the end\n\n")


def worded(table: str, kind: str, news: Mapping[str, object]) -> str:
    """News of a table as a stream has it."""
    return f"event: {kind}\ndata: {json.dumps({'table': table, **news}, ensure_ascii=False)}\n\n"


class Events:
    """Hands news from any thread to the streams."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()

    def at(self, table: str) -> list[Listener]:
        """The streams of those who look at a table now."""
        return [one for one in list(self.listeners) if table in one.tables and not one.loop.is_closed()]

    def send(self, table: str, kind: str, **news: object) -> None:
        """Tell everybody at a table; may be called from any thread."""
        text = worded(table, kind, news)
        for listener in self.at(table):
            listener.send(text)

    def send_to(self, whose: Set[str], table: str, kind: str, **news: object) -> None:
        """Tell only these of those at a table."""
        text = worded(table, kind, news)
        for listener in self.at(table):
            if listener.whose in whose:
                listener.send(text)

    def end(self, table: str, whose: set[str]) -> None:
        """End the streams that these have of a table: they come back as far as they still may."""
        for listener in self.at(table):
            if listener.whose in whose:
                listener.loop.call_soon_threadsafe(listener.end)

    def end_all(self, whose: set[str]) -> None:
        """End every stream of these."""
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
    ) -> AsyncIterator[str]:
        """The text of one stream, until its browser goes or a table of it is hidden; `within` counts it meanwhile."""
        listener = Listener(tables, whose, asyncio.get_running_loop(), page)
        with within:
            self.listeners.add(listener)
            try:
                yield "retry: 1000\n\n"
                while not listener.done and tables.isdisjoint(hidden()):
                    try:
                        yield await asyncio.wait_for(listener.queue.get(), KEEP_ALIVE)
                    except TimeoutError:
                        yield ": still here\n\n"
            finally:
                self.listeners.discard(listener)
