"""A table's page, and what its scripts fetch and post."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, Field

from roundhouse.web import show
from roundhouse.web.access import Access, Caller
from roundhouse.web.callers import Allowed, Me, Service, Within, base_of
from roundhouse.web.held import Live
from roundhouse.web.pages import page, table_facts
from roundhouse.web.refusals import Conflict, Refused, Unreadable
from roundhouse.web.rows import ChatRow, TableRow, now
from roundhouse.web.tables import NEWER, Tables

LONGEST_SAID = 500

router = APIRouter(include_in_schema=False)


@router.get("/t/{id}")
def table(request: Request, service: Service, access: Allowed, me: Me, id: str, moved: str = "") -> Response:
    """The table's page; `moved` is a seat that the browser had and found gone."""
    try:
        live = service.get(id, now=bool(moved))
    except Unreadable as fault:
        row = service.row(id)
        seats, hosting = access.see(row, me), access.hosts(row, me)
        told = {"row": row, "why": fault.sentence, "newer": fault.reason == NEWER}
        return page(request, "unreadable.html", me.person, 409, inside=bool(seats) or hosting, hosting=hosting, **told)
    mine = access.see(live.row, me)
    hosting = access.hosts(live.row, me)
    return page(
        request,
        "table.html",
        me.person,
        table=table_facts(live),
        state=show.table_json(live, mine),
        seats=show.looks(live, mine),
        links=links(live.row, access, me, base_of(request)),
        acts=acts(live, mine, access, me),
        hook=live.row.seats[mine[0]].hook if mine else "",
        hosting=hosting,
        removed=bool(moved) and access.removed(live.row, me),
        chat=chat_lines(service, live, me, hosting),
    )


def chat_lines(service: Tables, live: Live, me: Caller, hosting: bool) -> list[dict[str, Any]]:
    """What was said, and what the viewer has done about it."""
    said = service.store.chat(live.id)
    muted = service.store.barred_at("muted", live.id) if hosting and said else set()
    told = service.store.reported(live.id, me.person.id) if me.known and said else set()
    return [
        {**chat_line(live, line), "muted": line.player in muted, "reported": (line.player, line.text) in told}
        for line in said
    ]


def chat_line(live: Live, said: ChatRow) -> dict[str, Any]:
    seat = next(iter(live.seats_of(said.player)), -1)
    return {"n": said.n, "seat": seat, "name": said.name, "text": said.text, "when": f"{said.at:%H:%M}"}


def links(row: TableRow, access: Access, me: Caller, base: str) -> dict[str, Any]:
    """The links a person at the table may hand out, and the own seats, which can be moved to another device."""
    mine = access.seats(row, me)
    invited = access.invitations(row, me)
    free = [{"n": s.n, "name": s.name, "kind": s.kind, "url": f"{base}s/{s.token}"} for s in invited]
    own = [{"n": n, "name": row.seats[n].name, "kind": "own"} for n in mine]
    return {"watch": f"{base}w/{row.watch}", "seats": [*free, *own]}


@router.get("/t/{id}/acts")
def list_acts(service: Service, access: Allowed, me: Me, id: str) -> list[dict[str, str]]:
    live = service.get(id)
    return acts(live, access.see(live.row, me), access, me)


def acts(live: Live, mine: list[int], access: Access, me: Caller) -> list[dict[str, str]]:
    """What can be done about the table itself."""
    out: list[dict[str, str]] = []
    hosting = access.hosts(live.row, me)

    def offer(path: str, label: str, help: str = "", confirm: str = "") -> None:
        out.append({"url": f"/t/{live.id}/{path}", "label": label, "help": help, "confirm": confirm})

    if live.playing and not mine and access.may_sit(live.row, me):
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
    for guest in live.row.seats if hosting and live.playing else []:
        if guest.kind == "person" and guest.player not in ("", live.row.host):
            sure = f"Ask {guest.name} to leave? A bot plays the seat until somebody takes it, and all links are new."
            offer(f"remove/{guest.n}", f"Remove {guest.name}", "The seat is free again.", sure)
    if hosting and live.playing:
        offer("close", "Close the table", "", "Close the table for everybody?")
    return out


@router.get("/t/{id}/regions")
def regions(
    service: Service, access: Allowed, me: Me, id: str, seat: Annotated[int | None, Query(alias="as")] = None
) -> Response:
    live = service.get(id)
    return JSONResponse(show.table_json(live, access.see(live.row, me), seat))


class Decision(BaseModel):
    """A decision: its number, the action, and for which of one's seats."""

    n: int
    action: int
    seat: int | None = Field(None, alias="as")


@router.post("/t/{id}/play")
def play(service: Service, access: Allowed, me: Me, id: str, decision: Decision) -> Response:
    live = service.get(id, now=True)
    seat = access.play(live.row, me, live.record.state.seat, decision.seat)
    mine = access.seats(live.row, me)
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
def undo(service: Service, access: Allowed, me: Me, id: str, back: Back) -> dict[str, Any]:
    live = service.get(id, now=True)
    mine = access.see(live.row, me)
    access.act(me, live.row)
    service.undo(live, mine, back.n)
    return show.table_json(live, mine, back.seat)


class Answer(BaseModel):
    """Whether one agrees to what somebody asks."""

    agree: bool
    seat: int | None = Field(None, alias="as")


@router.post("/t/{id}/answer")
def answer(service: Service, access: Allowed, me: Me, id: str, said: Answer) -> dict[str, Any]:
    live = service.get(id, now=True)
    mine = access.see(live.row, me)
    access.act(me, live.row)
    service.answer(live, mine, said.agree)
    return show.table_json(live, mine, said.seat)


class Hook(BaseModel):
    seat: int
    url: str = Field(max_length=400)


@router.post("/t/{id}/hook")
def hook(service: Service, access: Allowed, me: Me, id: str, wish: Hook) -> dict[str, str]:
    live = service.get(id, now=True)
    service.set_hook(live, access.own(live.row, me, wish.seat), wish.url.strip())
    return {"url": live.row.seats[wish.seat].hook}


# chat


class Said(BaseModel):
    text: str = Field(max_length=LONGEST_SAID)


@router.post("/t/{id}/chat")
def chat(service: Service, access: Allowed, gate: Within, me: Me, id: str, said: Said) -> dict[str, Any]:
    live = service.get(id, now=True)
    speaker = access.speak(live.row, me)
    text = gate.text("chat", said.text, LONGEST_SAID)
    gate.speaks(me, speaker.id, id, bool(access.seats(live.row, me)) or access.hosts(live.row, me))
    n = service.store.say(live.id, speaker.name, text, speaker.id)
    told = ChatRow(table_id=id, n=n, name=speaker.name, text=text, player=speaker.id, at=now())
    service.hub.tell(live.id, "chat", **chat_line(live, told))
    return {"n": n}


def line_said(service: Tables, id: str, n: int) -> ChatRow:
    said = service.store.said(id, n) if 0 < n < 2**31 else None
    if said is None:
        raise Refused(404, "Nobody has said that here.")
    return said


@router.post("/t/{id}/chat/{n}/report")
def report(service: Service, access: Allowed, gate: Within, me: Me, id: str, n: int) -> dict[str, Any]:
    """Show a line to who runs the server."""
    live = service.get(id, now=True)
    access.see(live.row, me)
    access.act(me, live.row)
    gate.reports(me)
    service.store.report(line_said(service, id, n), me.person.id)
    return {"n": n}


@router.post("/t/{id}/chat/{n}/mute")
def mute(service: Service, access: Allowed, me: Me, id: str, n: int) -> dict[str, Any]:
    """The host lets who said a line say no more here."""
    return hushed(service, access, me, id, n, True)


@router.post("/t/{id}/chat/{n}/unmute")
def unmute(service: Service, access: Allowed, me: Me, id: str, n: int) -> dict[str, Any]:
    """The host lets them speak again."""
    return hushed(service, access, me, id, n, False)


def hushed(service: Tables, access: Access, me: Caller, id: str, n: int, on: bool) -> dict[str, Any]:
    """Mute who said a line, or no longer; who it is, and all the lines of theirs."""
    live = service.get(id, now=True)
    access.manage(live.row, me, "mute others there")
    said = line_said(service, id, n)
    if said.player in ("", me.person.id):
        raise Refused(409, "Nobody else said that.")
    service.store.bar("muted", id, said.player, on)
    lines = [line.n for line in service.store.chat(id) if line.player == said.player]
    return {"n": n, "name": said.name, "muted": on, "lines": lines}


# live news


def visible(service: Tables, access: Access, me: Caller, ids: list[str]) -> set[str]:
    """Those of the tables that this person may see; a stream is not refused for one of them."""
    out: set[str] = set()
    for id in ids:
        try:
            access.see(service.row(id), me)
            out.add(id)
        except Refused:
            continue
    return out


@router.get("/live")
async def live_news(service: Service, access: Allowed, gate: Within, me: Me, tables: str = "") -> Response:
    wanted = await run_in_threadpool(visible, service, access, me, tables.split(",")[:50])
    whose = me.token or me.person.id
    news = service.hub.stream(frozenset(wanted), whose, gate.stream(me), lambda: access.hidden)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(news, media_type="text/event-stream", headers=headers)
