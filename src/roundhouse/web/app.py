"""The application: settings in, a FastAPI app out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

import roundhouse
from roundhouse.web.build import build_early
from roundhouse.web.files import Files
from roundhouse.web.guard import Guard, labelled, without_secret
from roundhouse.web.refusals import Refused, Unknown, Unreadable
from roundhouse.web.render.games import STATIC, static_folders
from roundhouse.web.render.pages import keep_templates, page
from roundhouse.web.render.steps import Steps
from roundhouse.web.routes import (
    api,
    api_docs,
    hand_over,
    hints,
    installed,
    lab,
    learn,
    lobby,
    me,
    notices,
    operator,
    puzzles,
    replay,
    review,
    seats,
    table,
)
from roundhouse.web.routes.context import RequestContext, wants_page
from roundhouse.web.service import metrics
from roundhouse.web.service.access import Access
from roundhouse.web.service.bot_pool import BotPool, Bots
from roundhouse.web.service.bus import Bus
from roundhouse.web.service.events import Events
from roundhouse.web.service.gate import Gate
from roundhouse.web.service.hints import Hints
from roundhouse.web.service.hooks import Hooks
from roundhouse.web.service.kept import Kept
from roundhouse.web.service.lab import Lab
from roundhouse.web.service.mail import Mail
from roundhouse.web.service.memory import PAUSE, Rubbish, share_arenas
from roundhouse.web.service.notices import Notices
from roundhouse.web.service.people import People, own
from roundhouse.web.service.push import Push
from roundhouse.web.service.readiness import Readiness
from roundhouse.web.service.reviews import Opinions, Reviews
from roundhouse.web.service.store import Store
from roundhouse.web.service.subscribers import Subscribers
from roundhouse.web.service.tables import TableService
from roundhouse.web.service.tidy import Tidy
from roundhouse.web.settings import Settings
from roundhouse.web.stop import thought_out
from roundhouse.web.worker import need_workers

LONGEST_ANSWER = 400
CLOCK = 5.0
BOTS = 2.0
SWEEP = 30.0
MAILS = 60.0
STUDIES = 10.0
TIDYING = 3600.0
FIGURES = 5.0
FIRST = 0.5  # so that who waits for the server to start is answered first
THREADS = 100  # so that pages go on while some wait for the database
PARTS = (
    api,
    api_docs,
    lobby,
    me,
    table,
    hints,
    seats,
    hand_over,
    replay,
    review,
    notices,
    installed,
    lab,
    learn,
    puzzles,
    operator,
)

log = logging.getLogger("roundhouse.server")


def create_app(settings: Settings) -> FastAPI:
    """The server for one data folder."""
    build_early()
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    store = Store(settings.url)
    keep_templates(settings.data / "templates")
    people = People(settings.data, store.key if store.shared else own)
    pool, aside = bots_of(settings, store), BotPool(max(1, settings.workers // 2), lowly=True)
    events = Events()
    service = TableService(store, events, pool, notices_of(settings, store, events), settings.limits, aside)
    service.tell = metrics.drawing(Steps(events).tell)
    readiness = Readiness(store)
    metrics.begin(settings.metrics != "off")
    metrics.watch(store)
    bus = Bus(service) if store.shared else None
    kept = Kept(service)
    tidy = Tidy(kept, settings.limits)
    studies = Lab(settings.data / "lab", aside, settings.limits)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        share_arenas()
        duties = {service.bots.wake_due: BOTS, service.overdue: CLOCK, service.cache.sweep: SWEEP}
        duties[studies.go_on] = STUDIES
        duties[tidy.up] = TIDYING
        duties[Rubbish().clear] = PAUSE
        if metrics.figures is not None:
            duties[app.state.look] = FIGURES
        if service.notices.mail.on:
            duties[service.write_mails] = MAILS
        if bus is not None:
            bus.start()
        tasks = [asyncio.create_task(again_and_again(duty, pause)) for duty, pause in duties.items()]
        log.info("serving", extra={"version": roundhouse.__version__, "database": store.engine.name})
        yield
        for task in tasks:
            task.cancel()
        await thought_out(readiness, (pool, aside))
        if bus is not None:
            bus.close()
        pool.close()
        aside.close()
        studies.close()
        store.engine.dispose()  # SQLite's last line brings its journal into the file
        log.info("stopped")

    app = FastAPI(
        title="Roundhouse",
        version=roundhouse.__version__,
        lifespan=lifespan,
        docs_url=None,
        openapi_url="/api/openapi.json",
        redoc_url=None,
        exception_handlers={
            Refused: refused,
            HTTPException: unknown,
            RequestValidationError: malformed,
            SQLAlchemyError: no_database,
            Exception: unforeseen,
        },
        middleware=[
            Middleware(Guard, settings=settings, refuse=answer),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=4),
        ],
    )
    app.state.service = service
    app.state.bus = bus
    app.state.access = Access(store)
    app.state.gate = Gate(settings.limits, store, settings.filter)
    app.state.people = people
    app.state.kept = kept
    app.state.lab = studies
    app.state.reviews = Reviews(store, aside, settings.limits)
    app.state.opinions = Opinions(aside, settings.limits)
    app.state.hints = Hints(aside)
    app.state.readiness = readiness
    app.state.metrics = settings.metrics
    app.state.look = partial(metrics.look, service, aside)
    app.state.base = settings.base and settings.base.rstrip("/") + "/"
    app.mount("/static", Files(directory=STATIC, packages=static_folders()), name="static")
    for part in PARTS:
        app.include_router(part.router)
    return app


def bots_of(settings: Settings, store: Store) -> Bots:
    """Who thinks for bots: processes of this server, or `roundhouse worker` anywhere."""
    if settings.bots == "here":
        return BotPool(settings.workers)
    need_workers(store.engine.name)
    from roundhouse.web.service.bot_jobs import JobPool  # here, as it needs an extra

    return JobPool(store)


def notices_of(settings: Settings, store: Store, events: Events) -> Notices:
    """What tells people of their turns, as the settings have it."""
    private, subscribers = settings.private_hooks, Subscribers(store)
    mail = Mail(settings.mail, settings.mail_from, settings.base)
    push = Push(settings.data, subscribers, private, settings.contact, store.key if store.shared else own)
    return Notices(store, events, Hooks(private), push, mail, settings.limits)


async def again_and_again(duty: Callable[[], None], pause: float) -> None:
    """A duty in the background that no fault ends: what goes wrong is logged, and it is tried again."""
    await asyncio.sleep(FIRST)
    while True:
        try:
            await run_in_threadpool(duty)
        except SQLAlchemyError as error:
            log.error("the database does not answer", extra={"duty": called(duty), "why": brief(error)})
        except Exception:
            log.exception("a duty failed", extra={"duty": called(duty)})
        await asyncio.sleep(pause)


def called(duty: Callable[[], None]) -> str:
    return str(getattr(getattr(duty, "func", duty), "__qualname__", duty))


async def refused(request: Request, error: Refused) -> Response:
    if isinstance(error, Unreadable):  # only those who may see the table hear of it
        try:
            await run_in_threadpool(seen_or_403, RequestContext(request), error.id)
        except Refused as instead:
            error = instead
    return answer(request, error.status, error.sentence, error.clause, error.wait, isinstance(error, Unknown))


def seen_or_403(ctx: RequestContext, id: str) -> None:
    """Refused if the caller may not see a table; this asks the database, so it is done in a thread."""
    ctx.access.seats_or_403(ctx.service.row(id), ctx.me)


async def unknown(request: Request, error: HTTPException) -> Response:
    if error.status_code == 404:
        return answer(request, 404, "There is no such page.", lost=True)
    detail = other_way(request.method) if error.status_code == 405 else f"{str(error.detail).rstrip('.')}."
    return answer(request, error.status_code, detail)


def other_way(method: str) -> str:
    """What to say of an address that is asked in a way it does not answer."""
    if method == "GET":
        return "This address cannot be opened by itself; use the button on the page that leads to it."
    return f"This address does not take {method[:20]} requests; /api/docs says what a program can send where."


async def malformed(request: Request, error: RequestValidationError) -> Response:
    faults = [f"{'.'.join(str(x) for x in e['loc'][1:]) or 'the body'}: {e['msg']}" for e in error.errors()[:3]]
    return answer(request, 422, f"The request is not as it should be ({'; '.join(faults)}).")


async def no_database(request: Request, error: Exception) -> Response:
    """A full disk, or a database that is lost."""
    log.error("the database does not answer", extra={"path": without_secret(request.url.path), "why": brief(error)})
    sentence = "The server cannot read or write its tables just now; nothing that was accepted is lost. Try again soon."
    return answer(request, 503, sentence, wait=3)


async def unforeseen(request: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error, extra={"path": without_secret(request.url.path)})
    answered = answer(request, 500, "Something went wrong here, and it is written down. Try again, or another way.")
    return labelled(answered)  # the guard does not see it: it has ended with the fault


def brief(error: BaseException) -> str:
    """What a database's driver says, on one line and without SQLAlchemy's own remarks."""
    return str(getattr(error, "orig", None) or error).strip().split("\n")[0][:300]


def answer(
    request: Request, status: int, sentence: str, clause: str = "", wait: int = 0, lost: bool = False
) -> Response:
    """A refusal as a page for a browser, as JSON for a program; `lost` if the address or the id is not known."""
    sentence = sentence.encode("utf-8", "replace").decode()  # it may quote half a surrogate pair, or a novel
    if len(sentence) > LONGEST_ANSWER:
        sentence = f"{sentence[:LONGEST_ANSWER]} (and so on)."
    if wants_page(request):
        person = RequestContext(request).cookie  # it makes nobody a new person
        response = page(request, "error.html", person, status, code=status, sentence=sentence, lost=lost)
    else:
        response = JSONResponse({"error": sentence, "clause": clause}, status)
    if wait:
        response.headers["Retry-After"] = str(wait)
    return response
