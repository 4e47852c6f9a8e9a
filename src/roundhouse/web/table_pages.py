"""A table's page, and what its scripts fetch and post."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from pydantic import BaseModel, Field

from roundhouse.web import show
from roundhouse.web.callers import YEAR, Me, Service, own, remember, seen
from roundhouse.web.held import Live
from roundhouse.web.pages import page, table_facts
from roundhouse.web.people import Person, tidy
from roundhouse.web.refusals import Conflict, Refused
from roundhouse.web.store import now
from roundhouse.web.tables import Tables

LONGEST_SAID = 500

router = APIRouter(include_in_schema=False)


@router.get("/t/{id}")
def table(request: Request, service: Service, me: Me, id: str) -> Response:
    live = service.get(id)
    mine = seen(live, request, me)
    return page(
        request,
        "table.html",
        me,
        table=table_facts(live),
        state=show.table_json(live, mine),
        seats=show.looks(live, mine),
        links=links(live, mine, str(request.base_url)),
        acts=acts(live, mine, me),
        hook=live.row.seats[mine[0]].hook if mine else "",
        chat=[{"seat": -1, "name": c.name, "text": c.text, "when": f"{c.at:%H:%M}"} for c in service.store.chat(id)],
    )


def links(live: Live, mine: list[int], base: str) -> dict[str, Any]:
    """The links a person at the table may hand out."""
    seats = [
        {"n": seat.n, "name": seat.name, "kind": seat.kind, "url": f"{base}s/{seat.token}"}
        for seat in live.row.seats
        if seat.n in mine or (seat.kind == "open" and mine)
    ]
    return {"watch": f"{base}w/{live.row.watch}", "seats": seats}


@router.get("/t/{id}/acts")
def list_acts(request: Request, service: Service, me: Me, id: str) -> list[dict[str, str]]:
    live = service.get(id)
    return acts(live, seen(live, request, me), me)


def acts(live: Live, mine: list[int], me: Person) -> list[dict[str, str]]:
    """What can be done about the table itself."""
    out: list[dict[str, str]] = []

    def offer(path: str, label: str, help: str = "", confirm: str = "") -> None:
        out.append({"url": f"/t/{live.id}/{path}", "label": label, "help": help, "confirm": confirm})

    if live.playing and not mine and any(seat.kind == "open" for seat in live.row.seats):
        offer("join", "Take the free seat")
    for n in mine if live.playing else []:
        if n in live.conceded:
            continue
        seat = f"seat {'ABCDEF'[n]}"
        if live.bot_of(n):
            offer(f"stand-in/{n}", f"Take back {seat}")
        else:
            offer(f"stand-in/{n}", f"Let a bot play {seat}", "Until you take the seat back.")
        offer(f"concede/{n}", f"Concede {seat}", "", f"Give up {seat} for good? A bot plays it to the end.")
    waited = live.waits_for()
    if mine and waited >= 0 and waited not in mine:
        name = live.names[waited]
        offer(f"absent/{waited}", f"Ask for a bot in {name}'s seat", f"When {name} has not moved for two minutes.")
    if mine:
        offer("rematch", "Rematch", "A new table, same company.")
    if live.row.host == me.id and live.playing:
        offer("close", "Close the table", "", "Close the table for everybody?")
    return out


@router.get("/t/{id}/regions")
def regions(
    request: Request, service: Service, me: Me, id: str, seat: Annotated[int | None, Query(alias="as")] = None
) -> Response:
    live = service.get(id)
    return JSONResponse(show.table_json(live, seen(live, request, me), seat))


class Decision(BaseModel):
    """A decision: its number, the action, and for which of one's seats."""

    n: int
    action: int
    seat: int | None = Field(None, alias="as")


@router.post("/t/{id}/play")
def play(request: Request, service: Service, me: Me, id: str, decision: Decision) -> Response:
    live = service.get(id)
    mine = seen(live, request, me)
    seat = live.record.state.seat if decision.seat is None else decision.seat
    if seat not in mine and live.playing:
        raise Refused(403, "That seat is not yours; you may watch.")
    try:
        service.play(live, seat, decision.n, decision.action)
    except Conflict as conflict:
        body = {"error": conflict.sentence, "state": show.table_json(service.get(id), mine, decision.seat)}
        return JSONResponse(body, 409)
    return JSONResponse(show.table_json(live, mine, decision.seat))


class Back(BaseModel):
    """A wish to undo decision n."""

    n: int
    seat: int | None = Field(None, alias="as")


@router.post("/t/{id}/undo")
def undo(request: Request, service: Service, me: Me, id: str, back: Back) -> dict[str, Any]:
    live = service.get(id)
    mine = seen(live, request, me)
    service.undo(live, mine, back.n)
    return show.table_json(live, mine, back.seat)


class Answer(BaseModel):
    """Whether one agrees to what somebody asks."""

    agree: bool
    seat: int | None = Field(None, alias="as")


@router.post("/t/{id}/answer")
def answer(request: Request, service: Service, me: Me, id: str, said: Answer) -> dict[str, Any]:
    live = service.get(id)
    mine = seen(live, request, me)
    service.answer(live, mine, said.agree)
    return show.table_json(live, mine, said.seat)


class Hook(BaseModel):
    seat: int
    url: str = Field(max_length=400)


@router.post("/t/{id}/hook")
def hook(request: Request, service: Service, me: Me, id: str, wish: Hook) -> dict[str, str]:
    live = service.get(id)
    service.set_hook(live, own(live, request, me, wish.seat), wish.url.strip())
    return {"url": live.row.seats[wish.seat].hook}


class Said(BaseModel):
    text: str = Field(max_length=LONGEST_SAID)


@router.post("/t/{id}/chat")
def chat(request: Request, service: Service, me: Me, id: str, said: Said) -> dict[str, Any]:
    live = service.get(id)
    seen(live, request, me)
    text = tidy(said.text, LONGEST_SAID)
    if not text:
        raise Refused(422, "There is nothing to say in that.")
    n = service.store.say(live.id, me.name, text)
    seat = next(iter(live.seats_of(me.id)), -1)
    service.hub.tell(live.id, "chat", n=n, name=me.name, text=text, seat=seat, when=f"{now():%H:%M}")
    return {"n": n}


@router.get("/t/{id}/join")
def join_page(request: Request, service: Service, me: Me, id: str) -> Response:
    live = service.get(id)
    mine = seen(live, request, me)
    return page(
        request, "join.html", me, table=table_facts(live), seats=show.looks(live, mine), acts=acts(live, mine, me)
    )


@router.post("/t/{id}/join")
def join(request: Request, service: Service, me: Me, id: str) -> Response:
    service.join(service.get(id), me)
    return remember(request, RedirectResponse(f"/t/{id}", 303), me)


@router.post("/t/{id}/stand-in/{n}")
def stand_in(request: Request, service: Service, me: Me, id: str, n: int) -> Response:
    """Let a bot play an own seat, or take it back."""
    live = service.get(id)
    service.stand_in(live, own(live, request, me, n), not live.bot_of(n))
    return RedirectResponse(f"/t/{id}", 303)


@router.post("/t/{id}/concede/{n}")
def concede(request: Request, service: Service, me: Me, id: str, n: int) -> Response:
    """Give up an own seat for good."""
    live = service.get(id)
    service.concede(live, own(live, request, me, n))
    return RedirectResponse(f"/t/{id}", 303)


@router.post("/t/{id}/absent/{n}")
def absent(request: Request, service: Service, me: Me, id: str, n: int) -> Response:
    """Ask for a bot in the seat of somebody else who does not decide."""
    live = service.get(id)
    service.ask_for_bot(live, seen(live, request, me), n)
    return RedirectResponse(f"/t/{id}", 303)


@router.post("/t/{id}/close")
def close(request: Request, service: Service, me: Me, id: str) -> Response:
    service.close(service.get(id), me)
    return RedirectResponse("/", 303)


@router.post("/t/{id}/rematch")
def rematch(request: Request, service: Service, me: Me, id: str) -> Response:
    return RedirectResponse(f"/t/{service.rematch(service.get(id), me).id}", 303)


@router.get("/s/{token}")
def seat_link(request: Request, service: Service, me: Me, token: str) -> Response:
    live, _ = service.claim(token, me)
    return remember(request, RedirectResponse(f"/t/{live.id}", 303), me)


@router.get("/w/{token}")
def watch_link(request: Request, service: Service, me: Me, token: str) -> Response:
    row = service.store.by_watch_token(token) if token.isprintable() else None
    if row is None:
        raise Refused(404, "This link is not known; ask for a new one at the table.")
    response = RedirectResponse(f"/t/{row.id}", 303)
    response.set_cookie(f"watch-{row.id}", token, max_age=YEAR, httponly=True, samesite="lax")
    return remember(request, response, me)


# live news


def allowed(service: Tables, request: Request, me: Person, ids: list[str]) -> set[str]:
    """Those of the tables that this person may see; a stream is not refused for one of them."""
    out: set[str] = set()
    for id in ids:
        try:
            seen(service.get(id), request, me)
            out.add(id)
        except Refused:
            continue
    return out


@router.get("/live")
async def live_news(request: Request, service: Service, me: Me, tables: str = "") -> Response:
    wanted = await run_in_threadpool(allowed, service, request, me, tables.split(",")[:50])
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(service.hub.stream(frozenset(wanted)), media_type="text/event-stream", headers=headers)
