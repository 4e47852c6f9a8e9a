"""The application: settings in, a FastAPI app out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

import roundhouse
from roundhouse.web import api, api_docs, pages, past_pages, seat_pages, table_pages
from roundhouse.web.access import Access
from roundhouse.web.bot_pool import BotPool
from roundhouse.web.callers import access_of, caller_of, tables_of
from roundhouse.web.gate import Gate
from roundhouse.web.guard import Guard, shown
from roundhouse.web.hooks import Hooks
from roundhouse.web.live import Hub
from roundhouse.web.people import People
from roundhouse.web.refusals import Refused, Unknown, Unreadable
from roundhouse.web.settings import Settings
from roundhouse.web.store import Store
from roundhouse.web.tables import Tables

HERE = Path(__file__).parent
LONGEST_ANSWER = 400
CLOCK = 5.0
BOTS = 2.0
SWEEP = 30.0
FIRST = 0.5  # so that who waits for the server to start is answered first
THREADS = 100  # so that pages go on while some wait for the database
PARTS = (api, api_docs, pages, table_pages, seat_pages, past_pages)

log = logging.getLogger("roundhouse.server")


def create_app(settings: Settings) -> FastAPI:
    """The server for one data folder."""
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    pages.keep_templates(settings.data / "templates")
    people = People(settings.data)
    store = Store(settings.url)
    pool = BotPool(settings.workers)
    tables = Tables(store, Hub(), pool, Hooks(settings.private_hooks), settings.limits)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        duties = {tables.bots.wake_due: BOTS, tables.overdue: CLOCK, tables.cache.sweep: SWEEP}
        tasks = [asyncio.create_task(again_and_again(duty, pause)) for duty, pause in duties.items()]
        log.info("serving", extra={"version": roundhouse.__version__, "database": store.engine.name})
        yield
        for task in tasks:
            task.cancel()
        pool.close()
        log.info("stopped")

    app = FastAPI(
        title="Roundhouse",
        version=roundhouse.__version__,
        lifespan=lifespan,
        docs_url=None,
        openapi_url="/api/openapi.json",
        redoc_url=None,
    )
    app.state.tables = tables
    app.state.access = Access(store)
    app.state.gate = Gate(settings.limits, store, settings.filter)
    app.state.people = people
    app.state.base = settings.base and settings.base.rstrip("/") + "/"
    app.mount("/static", StaticFiles(directory=HERE / "static", packages=pages.static_folders()), name="static")
    for part in PARTS:
        app.include_router(part.router)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(HTTPException, unknown)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(SQLAlchemyError, no_database)
    app.add_exception_handler(Exception, unforeseen)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)
    app.add_middleware(Guard, settings=settings, refuse=answer)
    return app


async def again_and_again(duty: Callable[[], None], pause: float) -> None:
    """A duty in the background that no fault ends: what goes wrong is logged, and it is tried again."""
    await asyncio.sleep(FIRST)
    while True:
        try:
            await run_in_threadpool(duty)
        except SQLAlchemyError as error:
            log.error("the database does not answer", extra={"duty": duty.__qualname__, "why": brief(error)})
        except Exception:
            log.exception("a duty failed", extra={"duty": duty.__qualname__})
        await asyncio.sleep(pause)


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    if isinstance(error, Unreadable):  # told to those only who may see the table
        try:
            await run_in_threadpool(may_see, request, error.id)
        except Refused as instead:
            error = instead
    lost = isinstance(error, Unknown)
    return answer(request, error.status, error.sentence, error.clause, error.wait, lost)


def may_see(request: Request, id: str) -> None:
    """Refused if the caller may not see a table; this asks the database, so it is done in a thread."""
    access_of(request).see(tables_of(request).row(id), caller_of(request))


async def unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return answer(request, 404, "There is no such page.", lost=True)
    said = other_way(request.method) if error.status_code == 405 else f"{str(error.detail).rstrip('.')}."
    return answer(request, error.status_code, said)


def other_way(method: str) -> str:
    """What to say of an address that is asked in a way it does not answer."""
    if method == "GET":
        return "This address cannot be opened by itself; use the button on the page that leads to it."
    return f"This address does not take {method[:20]} requests; /api/docs says what a program can send where."


async def malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = [f"{'.'.join(str(x) for x in e['loc'][1:]) or 'the body'}: {e['msg']}" for e in error.errors()[:3]]
    return answer(request, 422, f"The request is not as it should be ({'; '.join(faults)}).")


async def no_database(request: Request, error: Exception) -> Response:
    """A full disk, or a database that is lost."""
    log.error("the database does not answer", extra={"path": shown(request.url.path), "why": brief(error)})
    said = "The server cannot read or write its tables just now; nothing that was accepted is lost. Try again soon."
    return answer(request, 503, said, wait=3)


async def unforeseen(request: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error, extra={"path": shown(request.url.path)})
    return answer(request, 500, "Something went wrong here, and it is written down. Try again, or another way.")


def brief(error: BaseException) -> str:
    """What a database's driver says, on one line."""
    return str(getattr(error, "orig", None) or error).strip().split("\n")[0][:300]


def answer(
    request: Request, status: int, sentence: str, clause: str = "", wait: int = 0, lost: bool = False
) -> Response:
    """A refusal as a page for a browser, as JSON for a program; `lost` if the address or the id is not known."""
    sentence = sentence.encode("utf-8", "replace").decode()  # it may quote half a surrogate pair, or a novel
    if len(sentence) > LONGEST_ANSWER:
        sentence = f"{sentence[:LONGEST_ANSWER]} (and so on)."
    if "text/html" in request.headers.get("accept", ""):
        response = pages.error_page(request, status, sentence, lost)
    else:
        response = JSONResponse({"error": sentence, "clause": clause}, status)
    if wait:
        response.headers["Retry-After"] = str(wait)
    return response
