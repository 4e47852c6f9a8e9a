"""A stop in good order: nobody new is sent here, streams end one by one, what is under way is finished, bots' too.

What is not finished in time is lost to nobody: no move was accepted that is not on disk, and what a bot had not decided
it is asked again, by another server or after the next start.
"""

from __future__ import annotations

import asyncio
import random
import socket
import time

import uvicorn
from fastapi import FastAPI

from roundhouse.web.service.bot_pool import Bots
from roundhouse.web.service.bot_seats import BotSeats
from roundhouse.web.service.events import Events, Listener, News
from roundhouse.web.service.readiness import Readiness

SPREAD = 1.0  # seconds within which all streams end
AGAIN = (500, 2000)  # milliseconds after which a browser comes again
TICK = 0.05


class Stopping(uvicorn.Server):
    """The web server, which takes its leave before it goes."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, seconds: float) -> None:
        super().__init__(config)
        self.events: Events = app.state.service.events
        self.readiness: Readiness = app.state.readiness
        self.bots: BotSeats = app.state.service.bots
        self.seconds = seconds

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.readiness.stop_by = time.monotonic() + self.seconds
        self.bots.stop()
        leaving = asyncio.create_task(see_off(self.events))
        # as long as some listen still, others may ask: a proxy has to learn that this server is not ready
        while self.events.listeners and self.readiness.left() > self.seconds / 2 and not self.force_exit:
            await asyncio.sleep(TICK)
        self.config.timeout_graceful_shutdown = max(1, round(self.readiness.left()))
        await super().shutdown(sockets)
        leaving.cancel()


async def see_off(events: Events) -> None:
    """End all streams, each at a moment of its own, and those that still come."""
    told: set[Listener] = set()
    until = time.monotonic() + SPREAD
    while True:
        for listener in set(events.listeners) - told:
            told.add(listener)
            listener.loop.call_later(random.uniform(0, max(0.0, until - time.monotonic())), see_one_off, listener)
        await asyncio.sleep(TICK)


def see_one_off(listener: Listener) -> None:
    """Its browser comes again, and not with all others."""
    listener.put(listener.bytes_of(News(f"retry: {random.randint(*AGAIN)}\n\n")))
    listener.end()


async def thought_out(readiness: Readiness, pools: tuple[Bots, ...]) -> None:
    """Wait for the bots that think now, as long as the stop may take; what only waits is not begun.

    Nor is anything done in spare time waited for: it goes on after the next start, or is asked for again.
    """
    for pool in pools:
        pool.stop()
    while readiness.left() and any(pool.thinking() for pool in pools):
        await asyncio.sleep(TICK)
