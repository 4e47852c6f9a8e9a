"""Whether a server is to be sent anybody: its database answers in time, and it is not stopping."""

from __future__ import annotations

import asyncio
import time

from fastapi.concurrency import run_in_threadpool
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.service.store import Store

IN_TIME = 2.0  # seconds in which a database answers
FRESH = 0.5  # seconds for which an answer is good, however many ask


class Readiness:
    """Asked by load balancers. `stop_by` is when a stop must be over, once it has begun."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.stop_by = 0.0
        self.probe: asyncio.Task[None] | None = None  # one at a time: a database that hangs holds up one thread
        self.at, self.why = -FRESH, ""

    @property
    def stopping(self) -> bool:
        return self.stop_by > 0

    def left(self) -> float:
        """How many seconds a stop may still take."""
        return max(0.0, self.stop_by - time.monotonic())

    async def why_not(self) -> str:
        """Why nobody is to be sent here, in a sentence; "" if it is ready."""
        if self.stopping:
            return "The server is stopping."
        if time.monotonic() - self.at > FRESH:
            self.why = await self.database()
            self.at = time.monotonic()
        return self.why

    async def database(self) -> str:
        if self.probe is None or self.probe.done():
            self.probe = asyncio.create_task(run_in_threadpool(self.look))
        try:
            await asyncio.wait_for(asyncio.shield(self.probe), IN_TIME)
        except TimeoutError:
            return f"The database has not answered for {IN_TIME:.0f} seconds."
        except SQLAlchemyError:
            return "The database does not answer."
        return ""

    def look(self) -> None:
        with self.store.engine.connect() as line:
            line.execute(text("SELECT version_num FROM alembic_version"))
