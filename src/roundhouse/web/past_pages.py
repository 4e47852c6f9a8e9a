"""Looking back: replay, score, and records saved and opened."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, RedirectResponse, Response
from starlette.datastructures import UploadFile

from roundhouse.web import show
from roundhouse.web.access import Access, Caller
from roundhouse.web.callers import Allowed, Me, Service, Within, remember
from roundhouse.web.pages import page, table_facts
from roundhouse.web.refusals import Refused, Unreadable
from roundhouse.web.tables import NEWER, Tables

router = APIRouter(include_in_schema=False)


@router.get("/t/{id}/replay")
def replay(request: Request, service: Service, access: Allowed, me: Me, id: str) -> Response:
    live = service.get(id)
    mine = access.see(live.row, me)
    held = show.replay_json(live, mine, live.n)
    return page(request, "replay.html", me.person, table=table_facts(live), state=held, seats=show.looks(live, mine))


@router.get("/t/{id}/at/{n}/regions")
def at(service: Service, access: Allowed, me: Me, id: str, n: int) -> dict[str, Any]:
    live = service.get(id)
    return show.replay_json(live, access.see(live.row, me), n)


@router.get("/t/{id}/record")
def record(service: Service, access: Allowed, me: Me, id: str) -> Response:
    try:
        live = service.get(id)
    except Unreadable:
        return unreadable(service, access, me, id)
    access.see(live.row, me)
    if not live.over:
        raise Refused(403, "The full record, with seed and hidden cards, can be had when the game is over.")
    with live.lock:
        return attached(id, live.record.text())


def attached(id: str, text: str) -> Response:
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{id}.jsonl"'})


def unreadable(service: Tables, access: Access, me: Caller, id: str) -> Response:
    """The record of a table that cannot be read, as it lies in the store, for those who were at the table."""
    row = service.row(id)
    if not access.see(row, me) and not access.hosts(row, me):
        raise Refused(403, "Only who sat at this table can have its record.")
    if row.status == "playing":
        raise Refused(403, "The record shows every hidden card, so the table has to be over first.")
    return attached(id, "\n".join([*service.store.raw(id), ""]))


@router.post("/t/{id}/give-up")
def give_up(service: Service, access: Allowed, me: Me, id: str) -> Response:
    """The host closes a table that cannot be read, so that its record can be had."""
    row = service.row(id)
    access.see(row, me)
    access.manage(row, me, "close it")
    try:
        service.get(id)
    except Unreadable as fault:
        if fault.reason == NEWER:
            raise Refused(409, "This table goes on when the server has its newer rules again.") from None
        if row.status == "playing":
            service.store.change_table(id, status="closed")
        return RedirectResponse(f"/t/{id}", 303)
    raise Refused(409, "This table can be read, and goes on.")


@router.post("/open")
async def open_record(request: Request, service: Service, access: Allowed, gate: Within, me: Me) -> Response:
    given = (await request.form()).get("record")
    if not isinstance(given, UploadFile):
        raise Refused(422, "Choose a record to open: a .jsonl file saved from a table or the terminal.")
    text = (await given.read()).decode("utf-8", errors="replace")

    def opened() -> str:
        access.act(me)
        with gate.opening_record(me):
            return service.open_record(me.person, text, me.owner)

    id = await run_in_threadpool(opened)
    return remember(request, RedirectResponse(f"/t/{id}/replay", 303), me.person)


@router.get("/t/{id}/score")
def score(request: Request, service: Service, access: Allowed, me: Me, id: str) -> Response:
    live = service.get(id)
    mine = access.see(live.row, me)
    with live.lock:
        s = live.record.state
        view = s.view(mine[0] if mine else None)
        game = show.face(live.row.game)
        board = show.regions(live, s, mine[0] if mine else None, mine)["board"] if live.over else ""
        held: dict[str, Any] = {
            "table": table_facts(live),
            "seats": show.looks(live, mine),
            "sources": game.breakdown(view),
            "totals": s.scores() if live.over else game.points(view),
            "winners": live.winners(),
            "over": live.over,
            "why": sentence(show.why(live, view)),
            "board": board,
        }
    return page(request, "score.html", me.person, **held)


def sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""
