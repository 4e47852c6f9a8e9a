"""The lines to browsers and programs: none is kept on which nothing comes and nothing is taken, and not too many."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from roundhouse.web.service.limits import Limits, neighbourhood

OWN_FILES = 200  # files that the server needs besides its lines
ENOUGH_FILES = 65_536
MOST_UNSENT = 64 * 1024  # bytes that the system keeps for a line that does not take them; by itself it keeps megabytes


def most_connections() -> int:
    """How many lines there may be: as many as the system lets a process have files, less those for other things."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return ENOUGH_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if 0 <= soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return max(50, soft - OWN_FILES)


def keep_little(line: socket.socket) -> None:
    """Let the system keep little that is to be sent: what is not taken is soon noticed, and holds no memory."""
    if hasattr(socket, "TCP_NOTSENT_LOWAT") and line.family in (socket.AF_INET, socket.AF_INET6):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MOST_UNSENT)


def patient(limits: Limits) -> type[H11Protocol]:
    """The protocol, with so much patience for each line and so many lines."""
    seconds = limits.request_seconds
    most = most_connections()
    lines: Counter[str] = Counter()

    class Patient(H11Protocol):
        timer: asyncio.TimerHandle | None = None
        counted = ""
        unread = 0  # bytes that were still to be taken when the line was looked at last

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            keep_little(transport.get_extra_info("socket"))
            self.counted = self.whence(transport)
            lines[self.counted] += 1
            lines["all"] += 1
            near = limits.lines_address if self.counted != "here" else 0
            if lines["all"] > most or (near and lines[self.counted] > near):
                transport.abort()
            self.watch()

        def whence(self, transport: Any) -> str:
            """Who is at the other end; a proxy on this machine speaks for many."""
            address = str((transport.get_extra_info("peername") or ("here",))[0])
            try:
                return "here" if ip_address(address).is_loopback else neighbourhood(address)
            except ValueError:
                return "here"

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self.watch()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self.rest()
            self.watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self.rest()
            for name in (self.counted, "all"):
                lines[name] -= 1
                if not lines[name]:
                    del lines[name]
            super().connection_lost(exc)

        def answering(self) -> bool:
            return self.cycle is not None and not self.cycle.response_complete

        def watch(self) -> None:
            """Look at the line in a while; a request that has come whole has all the time to be answered."""
            if self.timer is None and seconds and not self.transport.is_closing():
                self.timer = self.loop.call_later(seconds, self.look, self.answering())

        def look(self, was_answering: bool) -> None:
            """Close it if a request has not come, or if what was sent is not taken."""
            self.timer = None
            left = self.transport.get_write_buffer_size()
            stuck = 0 < self.unread <= left
            if stuck or not (self.answering() or was_answering):
                self.transport.abort()
                return
            self.unread = left
            self.watch()

        def rest(self) -> None:
            if self.timer is not None:
                self.timer.cancel()
                self.timer = None

    return Patient
