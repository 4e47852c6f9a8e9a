"""Streams that are read too slowly."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import ItemsView
from contextlib import nullcontext
from typing import Any

from roundhouse.web.service.events import MOST_WAITING, Events, Listener

PIECE = 10_000


async def hold(events: Events, whose: str) -> tuple[Listener, list[bytes], asyncio.Task[None], asyncio.Event]:
    """A stream of table t, what its line has taken, and the leave to take more."""
    taken: list[bytes] = []
    may = asyncio.Event()

    async def read() -> None:
        async for piece in events.stream(frozenset({"t"}), whose, nullcontext(), lambda: set()):
            taken.append(piece)
            await may.wait()

    before = set(events.listeners)
    task = asyncio.create_task(read())
    while not taken:
        await asyncio.sleep(0)
    (listener,) = events.listeners - before
    return listener, taken, task, may


def test_a_line_that_takes_nothing_holds_little_and_ends() -> None:
    async def run() -> None:
        events = Events()
        slow, taken, task, may = await hold(events, "slow")
        quick, heard, other, goes_on = await hold(events, "quick")
        goes_on.set()
        most = 0
        for n in range(2 * MOST_WAITING // PIECE):
            events.send("t", "chat", n=n, text="x" * PIECE)
            await asyncio.sleep(0.001)
            most = max(most, slow.waiting)
            assert most <= MOST_WAITING
        assert most > MOST_WAITING // 2
        while len(heard) <= n + 1:
            await asyncio.sleep(0)
        assert events.at("t") == [quick]
        assert slow.done
        assert slow.queue.qsize() == 1
        may.set()
        await task
        assert len(taken) == 1
        assert events.listeners == {quick}
        other.cancel()

    asyncio.run(run())


def test_one_piece_may_be_larger_than_all_that_may_wait() -> None:
    async def run() -> None:
        events = Events()
        slow, taken, task, may = await hold(events, "slow")
        events.send("t", "chat", text="x" * 2 * MOST_WAITING)
        await asyncio.sleep(0.001)
        assert not slow.done
        may.set()
        while len(taken) < 2:
            await asyncio.sleep(0)
        assert len(taken[1]) > 2 * MOST_WAITING
        task.cancel()

    asyncio.run(run())


def test_the_end_of_very_many_streams_is_told_in_pieces() -> None:
    events, told = Events(), list[dict[str, object]]()
    events.beyond = told.append
    everybody = {f"{n:022}" for n in range(350)}
    events.end_all(everybody)
    ended: list[Any] = [news["end"] for news in told]
    assert {one for some in ended for one in some} == everybody
    assert max(len(json.dumps(news)) for news in told) < 4000


def test_what_several_threads_hear_of_who_looks_is_not_lost() -> None:
    events = Events()
    other = threading.Thread(target=events.heard, args=({"looks": [["t", "bo"]]},))

    class Slow(dict[tuple[str, str], float]):
        """While it is looked through, another thread wants to change it."""

        def items(self) -> ItemsView[tuple[str, str], float]:  # type: ignore[override]
            if other.ident is None:
                other.start()
                other.join(0.2)
            return {**self}.items()

    events.elsewhere = Slow()
    events.heard({"looks": [["t", "ada"]]})
    other.join()
    assert set(events.elsewhere) == {("t", "ada"), ("t", "bo")}
