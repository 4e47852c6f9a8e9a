"""The application: settings in, a FastAPI app out."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

import roundhouse
from roundhouse.web import api, pages, past_pages, table_pages
from roundhouse.web.hooks import Hooks
from roundhouse.web.live import Hub
from roundhouse.web.people import People
from roundhouse.web.refusals import Refused
from roundhouse.web.store import Store
from roundhouse.web.tables import Tables
from roundhouse.web.think import Thinkers

HERE = Path(__file__).parent
LARGEST_BODY = 64 * 1024
LARGEST_RECORD = 4 * 1024 * 1024
LONGEST_ANSWER = 400
CLOCK = 5.0
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

Next = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Settings:
    """Where the data lies and how many processes think for bots."""

    data: Path
    database: str = ""
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    private_hooks: bool = False  # whether webhooks may go to this machine and its network

    @property
    def url(self) -> str:
        return self.database or f"sqlite:///{self.data / 'roundhouse.sqlite'}"


def create_app(settings: Settings) -> FastAPI:
    """The server for one data folder."""
    settings.data.mkdir(parents=True, exist_ok=True)
    hub = Hub()
    thinkers = Thinkers(settings.workers)
    tables = Tables(Store(settings.url), hub, thinkers, Hooks(settings.private_hooks))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await run_in_threadpool(tables.wake_all)
        clock = asyncio.create_task(watch_the_clock(tables))
        yield
        clock.cancel()
        thinkers.close()

    app = FastAPI(
        title="Roundhouse",
        version=roundhouse.__version__,
        lifespan=lifespan,
        docs_url="/api/docs",
        openapi_url="/api/openapi.json",
        redoc_url=None,
    )
    app.state.hub = hub
    app.state.tables = tables
    app.state.people = People(settings.data)
    app.mount("/static", StaticFiles(directory=HERE / "static", packages=pages.guests()), name="static")
    for part in (api, pages, table_pages, past_pages):
        app.include_router(part.router)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(HTTPException, unknown)
    app.add_exception_handler(RequestValidationError, malformed)
    app.middleware("http")(bounded)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)
    return app


async def watch_the_clock(tables: Tables) -> None:
    """Every few seconds, see to the players who are late."""
    while True:
        await asyncio.sleep(CLOCK)
        await run_in_threadpool(tables.overdue)


async def bounded(request: Request, call_next: Next) -> Response:
    """No oversized bodies in, a content policy out, and the person's cookie if it is new."""
    if "transfer-encoding" in request.headers:
        return JSONResponse({"error": "A request must say how long it is (Content-Length)."}, 411)
    length = request.headers.get("content-length", "0")
    most = LARGEST_RECORD if request.url.path == "/open" else LARGEST_BODY
    if not re.fullmatch("[0-9]{1,9}", length) or int(length) > most:
        return JSONResponse({"error": f"A request may have {most} bytes at the most."}, 413)
    response = await call_next(request)
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    return response


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return answer(request, error.status, error.sentence, error.clause)


async def unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = str(error.detail).rstrip(".")
    said = "There is no such page." if error.status_code == 404 else f"{detail}."
    return answer(request, error.status_code, said, "")


async def malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = [f"{'.'.join(str(x) for x in e['loc'][1:]) or 'the body'}: {e['msg']}" for e in error.errors()[:3]]
    return answer(request, 422, f"The request is not as it should be ({'; '.join(faults)}).", "")


def answer(request: Request, status: int, sentence: str, clause: str) -> Response:
    """A refusal as a page for a browser, as JSON for a program."""
    sentence = sentence.encode("utf-8", "replace").decode()  # it may quote half a surrogate pair, or a novel
    if len(sentence) > LONGEST_ANSWER:
        sentence = f"{sentence[:LONGEST_ANSWER]} (and so on)."
    if "text/html" in request.headers.get("accept", ""):
        return pages.error_page(request, status, sentence)
    return JSONResponse({"error": sentence, "clause": clause}, status)
