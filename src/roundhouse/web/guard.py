"""The outermost layer: requests come in whole, in time, small enough and from our own pages, or not at all."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from roundhouse.web.build import HEADER, build
from roundhouse.web.log import asked, begin_request
from roundhouse.web.service import metrics
from roundhouse.web.service.people import COOKIE, token_of
from roundhouse.web.settings import Settings

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
SAFE = ("GET", "HEAD", "OPTIONS")
SECRET = re.compile(r"^/+([swh]|mail|lab)/.*")  # links whose end is a secret
REQUEST_ID = "X-Request-Id"
QUIET = ("/health", "/ready", "/metrics")  # asked for all the time, by programs
ONE_CLICK = re.compile(r"/mail/[^/]+/off")  # posted by mail programs, which have no cookie (RFC 8058)

LINGER = 3.0  # seconds in which the rest of a request that was refused may still come
MOST_LET_GO = 16 * 1024 * 1024  # bytes of it

log = logging.getLogger("roundhouse.requests")

Refusal = Callable[[Request, int, str], Response]


class Guard:
    """Wraps the application; what it refuses is answered by `refuse`."""

    def __init__(self, app: ASGIApp, settings: Settings, refuse: Refusal) -> None:
        self.app = app
        self.settings = settings
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        now = begin_request(Headers(scope=scope).get("x-request-id", ""), scope["path"])
        quiet, status, took = scope["path"] in QUIET, 0, 0.0

        async def out(message: Message) -> None:
            nonlocal status, took
            if message["type"] == "http.response.start":
                status, took = message["status"], time.monotonic() - now.began
                label(MutableHeaders(scope=message))
            await send(message)

        try:
            await self.answer(scope, receive, out)
        except Exception:
            status = status or 500  # which is answered beyond this
            raise
        finally:
            if not quiet:
                if status:  # else who asked has gone, or was not waited for
                    metrics.answered(scope, status, took or time.monotonic() - now.began)
                self.note(scope, status, time.monotonic() - now.began)

    def note(self, scope: Scope, status: int, took: float) -> None:
        """A line for a request, if there is to be one for each."""
        if self.settings.log_requests:
            path, ms = without_secret(scope["path"]), round(1000 * took, 1)
            log.info("request", extra={"method": scope["method"], "path": path, "status": status, "ms": ms})

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        fault = self.fault(request.headers, scope["method"], scope["path"])
        if fault is None and scope["method"] not in SAFE:
            try:
                async with asyncio.timeout(self.settings.limits.request_seconds or None):
                    receive = await whole(receive)
            except TimeoutError:
                fault = (408, "The request did not arrive whole in time; send it again.")
        if fault is not None:
            response = self.refuse(request, *fault)
            response.headers["Connection"] = "close"
            await response(scope, receive, heard_out(receive, send))
            return
        await self.app(scope, receive, send)

    def fault(self, headers: Headers, method: str, path: str) -> tuple[int, str] | None:
        """What is wrong with a request before it is read, as a status and a sentence."""
        if "transfer-encoding" in headers:
            return 411, "A request must say how long it is (Content-Length)."
        limits = self.settings.limits
        most = limits.record_bytes if path == "/open" else limits.body_bytes
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,12}", length) or (most and int(length) > most):
            return 413, f"A request may have {most} bytes at the most."
        if method not in SAFE and not self.from_here(headers, path):
            return 403, "This came from another site, so nothing was done; open the page here and try again."
        return None

    def from_here(self, headers: Headers, path: str) -> bool:
        """Whether a change was asked for by our own page, or by a program that brings no cookie."""
        if ONE_CLICK.fullmatch(path):  # the link alone says whose mails end
            return True
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site in ("same-origin", "none")
        origin = headers.get("origin")
        if origin is not None:
            return self.is_ours(origin, headers.get("host", ""))
        if token_of(headers.get("authorization", "")):
            return True
        return path.startswith("/api/") and f"{COOKIE}=" not in headers.get("cookie", "")

    def is_ours(self, origin: str, host: str) -> bool:
        """Whether an origin is the configured address, or (without one) the host that was asked."""
        try:
            named, known = urlsplit(origin), urlsplit(self.settings.base)
        except ValueError:
            return False
        if self.settings.base:
            return (named.scheme, named.netloc) == (known.scheme, known.netloc)
        return bool(named.netloc) and named.netloc == host


def label(headers: MutableHeaders) -> None:
    """What every answer says besides: what a browser may do with it, and the request's id."""
    now = asked.get()
    if now is not None:
        headers[REQUEST_ID] = now.id
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault(HEADER, build())


def labelled(response: Response) -> Response:
    label(response.headers)
    return response


def without_secret(path: str) -> str:
    """A path as it may stand in a log."""
    return SECRET.sub(r"/\1/...", path)


def heard_out(receive: Receive, send: Send) -> Send:
    """Answer, and close the line only when what was still to come has come, or for a while did not.

    A line that is closed while something comes takes the answer with it.
    """

    async def out(message: Message) -> None:
        last = message["type"] == "http.response.body" and not message.get("more_body", False)
        await send({**message, "more_body": True} if last else message)
        if last:
            with suppress(TimeoutError):
                async with asyncio.timeout(LINGER):
                    await let_go_by(receive)
            await send({"type": "http.response.body", "body": b""})

    return out


async def let_go_by(receive: Receive) -> None:
    """What is left of a request, up to a limit, kept nowhere."""
    left = MOST_LET_GO
    while left > 0:
        part = await receive()
        left -= len(part.get("body", b""))
        if not part.get("more_body", False):
            return


async def whole(receive: Receive) -> Receive:
    """Read a body to its end; how the application receives it."""
    parts = [await receive()]
    while parts[-1]["type"] == "http.request" and parts[-1].get("more_body", False):
        parts.append(await receive())
    unread = iter(parts)

    async def again() -> Message:
        return next(unread, None) or await receive()

    return again
