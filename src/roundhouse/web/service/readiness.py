"""Whether a server is to be sent anybody: its database answers in time, and it is not stopping."""

from __future__ import annotations

import asyncio
import time

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
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
        self.asking = CapacityLimiter(1)  # a database that does not answer holds up one thread only
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
        try:
            async with asyncio.timeout(IN_TIME):
                await run_sync(self.look, abandon_on_cancel=True, limiter=self.asking)
        except TimeoutError:
            return f"The database has not answered for {IN_TIME:.0f} seconds."
        except SQLAlchemyError:
            return "The database does not answer."
        return ""

    def look(self) -> None:
        with self.store.engine.connect() as line:
            line.execute(text("SELECT version_num FROM alembic_version"))
