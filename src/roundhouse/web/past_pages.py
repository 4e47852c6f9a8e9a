"""Looking back: replay, score, and records saved and opened."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, RedirectResponse, Response
from starlette.datastructures import UploadFile

from roundhouse.web import show
from roundhouse.web.callers import Me, Service, remember, seen
from roundhouse.web.pages import page, table_facts
from roundhouse.web.refusals import Refused

router = APIRouter(include_in_schema=False)


@router.get("/t/{id}/replay")
def replay(request: Request, service: Service, me: Me, id: str) -> Response:
    live = service.get(id)
    mine = seen(live, request, me)
    held = show.replay_json(live, mine, live.n)
    return page(request, "replay.html", me, table=table_facts(live), state=held, seats=show.looks(live, mine))


@router.get("/t/{id}/at/{n}/regions")
def at(request: Request, service: Service, me: Me, id: str, n: int) -> dict[str, Any]:
    live = service.get(id)
    return show.replay_json(live, seen(live, request, me), n)


@router.get("/t/{id}/record")
def record(request: Request, service: Service, me: Me, id: str) -> Response:
    live = service.get(id)
    seen(live, request, me)
    if not live.over:
        raise Refused(403, "The full record, with seed and hidden cards, can be had when the game is over.")
    name = f'attachment; filename="{live.id}.jsonl"'
    return PlainTextResponse(live.record.text(), headers={"Content-Disposition": name})


@router.post("/open")
async def open_record(request: Request, service: Service, me: Me) -> Response:
    given = (await request.form()).get("record")
    if not isinstance(given, UploadFile):
        raise Refused(422, "Choose a record to open: a .jsonl file saved from a table or the terminal.")
    text = (await given.read()).decode("utf-8", errors="replace")
    live = await run_in_threadpool(service.open_record, me, text)
    return remember(request, RedirectResponse(f"/t/{live.id}/replay", 303), me)


@router.get("/t/{id}/score")
def score(request: Request, service: Service, me: Me, id: str) -> Response:
    live = service.get(id)
    mine = seen(live, request, me)
    s = live.record.state
    view = s.view(mine[0] if mine else None)
    with live.lock:
        board = show.regions(live, s, mine[0] if mine else None, mine)["board"] if live.over else ""
    return page(
        request,
        "score.html",
        me,
        table=table_facts(live),
        seats=show.looks(live, mine),
        sources=show.face(live.row.game).breakdown(view),
        totals=s.scores(),
        winners=live.winners(),
        over=live.over,
        why=sentence(show.why(live, view)),
        board=board,
    )


def sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""
