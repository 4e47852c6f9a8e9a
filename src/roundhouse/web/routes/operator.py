"""What programs of the operator ask: whether the server lives, whether it is ready, its figures. No cookie is set."""

from __future__ import annotations

import secrets
from ipaddress import ip_address

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, Response

from roundhouse.web.refusals import Refused, Unknown
from roundhouse.web.service import metrics
from roundhouse.web.service.people import token_of
from roundhouse.web.service.readiness import Readiness

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")  # somebody else asks, through a proxy on this machine
NEVER_KEPT = {"Cache-Control": "no-store"}

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health() -> Response:
    """The process answers."""
    return PlainTextResponse("The server answers.\n", headers=NEVER_KEPT)


@router.get("/ready")
async def ready(request: Request) -> Response:
    """Whether it is to be sent anybody."""
    readiness: Readiness = request.app.state.readiness
    why = await readiness.why_not()
    return PlainTextResponse(f"{why or 'The server is ready.'}\n", 503 if why else 200, NEVER_KEPT)


@router.get("/metrics")
async def figures(request: Request) -> Response:
    """What the server counts, for Prometheus."""
    may_read_or_refused(request, request.app.state.metrics)
    found = metrics.figures
    if found is None:
        raise Refused(503, metrics.MISSING)
    await run_in_threadpool(request.app.state.look)
    text, kind = await run_in_threadpool(found.text)
    return Response(text, media_type=kind, headers=NEVER_KEPT)


def may_read_or_refused(request: Request, who: str) -> None:
    """Nobody, this machine, or who sends the token."""
    if who == "off":
        raise Unknown("There is no such page.")
    if who == "local":
        if not is_here(request):
            raise Refused(403, "Figures are for this machine alone; a token in the setting metrics lets others read.")
        return
    if not secrets.compare_digest(token_of(request.headers.get("authorization", "")).encode(), who.encode()):
        raise Refused(401, "Figures are for who sends the token, as Authorization: Bearer TOKEN.")


def is_here(request: Request) -> bool:
    """Whether a program on this machine asks, by an address of this machine, and not through a proxy."""
    if any(name in request.headers for name in FORWARDED):
        return False
    asked = request.url.hostname or ""
    return loopback(request.client.host if request.client else "") and (asked == "localhost" or loopback(asked))


def loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
