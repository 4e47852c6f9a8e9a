"""A table's page, and what its scripts fetch and post."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, Field

from roundhouse.web.refusals import Refused, Unreadable
from roundhouse.web.render import ledger
from roundhouse.web.render.games import face
from roundhouse.web.render.invite import invite_facts, invite_html
from roundhouse.web.render.table import table_json
from roundhouse.web.render.times import iso
from roundhouse.web.routes.context import Context, Made, RequestContext
from roundhouse.web.routes.seats import offer_or_403
from roundhouse.web.service.access import Access, Caller
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.rows import ChatRow, TableRow, now
from roundhouse.web.service.tables import NEWER

LONGEST_CHAT = 500
DAY = 24 * 60  # minutes of a turn by days
MOST_AT_ONCE = 40  # decisions that one click makes

router = APIRouter(include_in_schema=False)


@router.get("/t/{id}")
def table(ctx: Context, id: str, moved: str = "", called: str | None = None) -> Response:
    """The table's page, or the one that offers a seat to whom the address is an invitation.

    `moved` is a seat that the browser had and found gone; with `called` the seat is taken under another name.
    """
    try:
        live, mine = ctx.seats_or_403(id, now=bool(moved))
    except Unreadable as fault:
        row = ctx.service.row(id)
        mine, hosting = ctx.access.seats_or_403(row, ctx.me), ctx.access.hosts(row, ctx.me)
        return ctx.page(
            "unreadable.html",
            409,
            row=row,
            why=fault.sentence,
            newer=fault.reason == NEWER,
            inside=bool(mine) or hosting,
            hosting=hosting,
        )
    except Refused:
        return offer_or_403(ctx, id)
    hosting = ctx.access.hosts(live.row, ctx.me)
    ctx.service.notices.seen(live, mine)
    return ctx.table_page(
        "table.html",
        live,
        mine,
        state=table_json(live, mine),
        links=links(live.row, ctx.access, ctx.me, ctx.base),
        invite=invite(ctx, live, mine),
        called=live.names[mine[-1]] if mine and called is not None else "",
        acts=acts(live, mine, ctx.access, ctx.me),
        hook=live.row.seats[mine[0]].hook if mine else "",
        hosting=hosting,
        analysis=live.row.analysis and hosting,
        removed=bool(moved) and ctx.access.removed(live.row, ctx.me),
        chat=chat_lines(ctx, live, hosting),
        worth_telling=bool(mine) and (live.row.minutes >= DAY or waits_for_others(live, mine)),
    )


def waits_for_others(live: LiveTable, mine: list[int]) -> bool:
    """Whether another person sits at the table, or may sit down."""
    return any(seat.kind != "bot" and seat.n not in mine for seat in live.row.seats)


def invite(ctx: RequestContext, live: LiveTable, mine: list[int]) -> dict[str, Any]:
    """What the page shows while a seat is free."""
    invited, joins = ctx.access.invitations(live.row, ctx.me), ctx.access.may_sit(live.row, ctx.me)
    told = bool(invited) and ctx.service.store.is_rematch(live.id)
    return {**invite_facts(live, mine, invited, joins, ctx.base), "told": told}


@router.get("/t/{id}/invite")
def invite_panel(ctx: Context, id: str) -> dict[str, Any]:
    """The same by itself and the links, for a page where somebody has sat down or left."""
    live, mine = ctx.seats_or_403(id, now=True)
    return {
        "html": invite_html(invite(ctx, live, mine)),
        "links": links(live.row, ctx.access, ctx.me, ctx.base),
    }


def chat_lines(ctx: RequestContext, live: LiveTable, hosting: bool) -> list[dict[str, Any]]:
    """The chat, and what the viewer has done about it."""
    store = ctx.service.store
    chat = store.chat(live.id)
    muted = store.barred_at("muted", live.id) if hosting and chat else set()
    reported = store.reported(live.id, ctx.me.person.id) if ctx.me.known and chat else set()
    return [
        {**chat_line(live, line), "muted": line.player in muted, "reported": (line.player, line.text) in reported}
        for line in chat
    ]


def chat_line(live: LiveTable, line: ChatRow) -> dict[str, Any]:
    seat = next(iter(live.seats_of(line.player)), -1)
    return {"n": line.n, "seat": seat, "name": line.name, "text": line.text, "when": iso(line.at)}


def links(row: TableRow, access: Access, me: Caller, base: str) -> dict[str, Any]:
    """The links a person at the table may hand out, and the own seats, which can be moved to another device."""
    free = [
        {"n": s.n, "name": s.name, "kind": s.kind, "url": f"{base}s/{s.token}"} for s in access.invitations(row, me)
    ]
    own = [{"n": n, "name": row.seats[n].name, "kind": "own"} for n in access.seats(row, me)]
    return {"watch": f"{base}w/{row.watch}", "seats": [*free, *own]}


@router.get("/t/{id}/acts")
def list_acts(ctx: Context, id: str) -> list[dict[str, str]]:
    return acts(*ctx.seats_or_403(id), ctx.access, ctx.me)


def acts(live: LiveTable, mine: list[int], access: Access, me: Caller) -> list[dict[str, str]]:
    """What can be done about the table itself."""
    out: list[dict[str, str]] = []
    hosting = access.hosts(live.row, me)
    playing = live.playing and not live.row.lesson  # a first game is played by its learner, or left

    def offer(path: str, label: str, help: str = "", confirm: str = "") -> None:
        out.append({"url": f"/t/{live.id}/{path}", "label": label, "help": help, "confirm": confirm})

    for n in [n for n in mine if playing and n in live.left]:
        seat = f"seat {'ABCDEF'[n]}"
        if live.bot_of(n):
            offer(f"take-back/{n}", f"Take back {seat}")
        else:
            offer(f"stand-in/{n}", f"Let a bot play {seat}", f"A {live.row.stand_in}, until you take the seat back.")
        ends = len(live.left) == 2
        then = "The game is over then." if ends else "A bot plays it to the end."
        offer(f"concede/{n}", f"Concede {seat}", "", f"Give up {seat} for good? {then}")
    waited = live.waits_for()
    if mine and waited >= 0 and waited not in mine:
        name = live.names[waited]
        offer(f"absent/{waited}", f"Ask for a bot in {name}'s seat", f"When {name} has not moved for two minutes.")
    if mine and not live.row.lesson:
        both = "Open a new table? This one goes on as well; send the others the links of the new one."
        offer("rematch", "Rematch", "A new table, with links for the others.", both if live.playing else "")
    for guest in live.row.seats if hosting and live.playing else []:
        if guest.kind == "person" and guest.player not in ("", live.row.host):
            sure = f"Ask {guest.name} to leave? A bot plays the seat until somebody takes it, and all links are new."
            offer(f"remove/{guest.n}", f"Remove {guest.name}", "The seat is free again.", sure)
    if hosting and live.playing:
        if not live.row.lesson:  # there the coach says what to do
            on, off = "For who plays against bots alone.", "Nobody can ask for a hint here then."
            offer(*(("hints/off", "Turn hints off", off) if live.row.hints else ("hints/on", "Turn hints on", on)))
        offer("close", "Close the table", "", "Close the table for everybody?")
    return out


@router.get("/t/{id}/cards")
def cards(ctx: Context, id: str) -> Response:
    """The cards as they are in the box of this table."""
    live, _ = ctx.seats_or_403(id)
    return HTMLResponse(ledger.picture_of(face(live.row.game).gallery(live.record.box)))


@router.get("/t/{id}/card/{card}")
def card_of(ctx: Context, id: str, card: str) -> Response:
    """One of them, drawn to be enlarged."""
    live, _ = ctx.seats_or_403(id)
    return HTMLResponse(ledger.enlarged_of(live.row.game, live.record.box, card))


@router.get("/t/{id}/regions")
def regions(ctx: Context, id: str, seat: Annotated[int | None, Query(alias="as")] = None) -> Response:
    live, mine = ctx.seats_or_403(id)
    ctx.service.notices.seen(live, mine)
    return JSONResponse(table_json(live, mine, seat))


class ForSeat(BaseModel):
    """What is asked for one of one's seats."""

    seat: int | None = Field(None, alias="as")


class Decision(ForSeat):
    """A decision: its number, the action, and for which of one's seats; `then` are those that follow at once.

    With `told` a stream tells the page what comes of it.
    """

    n: int
    action: int
    told: bool = False
    then: list[int] = Field([], max_length=MOST_AT_ONCE)


@router.post("/t/{id}/play")
def play(ctx: Context, id: str, decision: Decision) -> Response:
    def state(now: LiveTable, seat: int) -> dict[str, Any]:
        return table_json(now, ctx.access.seats(now.row, ctx.me), decision.seat)

    return ctx.play(id, decision.seat, Made(decision.n, decision.action, decision.then), state, decision.told)


class Back(ForSeat):
    """A wish to undo decision n."""

    n: int


@router.post("/t/{id}/undo")
def undo(ctx: Context, id: str, back: Back) -> dict[str, Any]:
    live, mine = ctx.guest_or_403(id)
    ctx.service.undo(live, mine, back.n)
    return table_json(live, mine, back.seat)


class Answer(ForSeat):
    """Whether one agrees to what somebody asks: to that request, if `to` names it."""

    agree: bool
    to: str = ""


@router.post("/t/{id}/answer")
def answer(ctx: Context, id: str, given: Answer) -> dict[str, Any]:
    live, mine = ctx.guest_or_403(id)
    ctx.service.answer(live, mine, given.agree, given.to)
    return table_json(live, mine, given.seat)


@router.post("/t/{id}/withdraw")
def withdraw(ctx: Context, id: str) -> dict[str, Any]:
    """Ask no longer for what one has asked the others."""
    live, mine = ctx.guest_or_403(id)
    ctx.service.withdraw(live, mine)
    return {"n": live.n}


class Hook(BaseModel):
    seat: int
    url: str = Field(max_length=400)


@router.post("/t/{id}/hook")
def hook(ctx: Context, id: str, wish: Hook) -> dict[str, str]:
    live, seat = ctx.own_seat_or_403(id, wish.seat)
    ctx.service.set_hook(live, seat, wish.url.strip())
    return {"url": live.row.seats[seat].hook}


# chat


class Chat(BaseModel):
    text: str = Field(max_length=LONGEST_CHAT)


@router.post("/t/{id}/chat")
def chat(ctx: Context, id: str, given: Chat) -> dict[str, Any]:
    live = ctx.service.get(id, now=True)
    speaker = ctx.access.speaker_or_403(live.row, ctx.me)
    text = ctx.gate.text("chat", given.text, LONGEST_CHAT)
    at_table = bool(ctx.access.seats(live.row, ctx.me)) or ctx.access.hosts(live.row, ctx.me)
    ctx.gate.speaks(ctx.me, speaker.id, id, at_table)
    n = ctx.service.store.say(live.id, speaker.name, text, speaker.id)
    line = ChatRow(table_id=id, n=n, name=speaker.name, text=text, player=speaker.id, at=now())
    ctx.service.events.send(live.id, "chat", **chat_line(live, line))
    return {"n": n}


def line_or_404(ctx: RequestContext, id: str, n: int) -> ChatRow:
    line = ctx.service.store.chat_line(id, n) if 0 < n < 2**31 else None
    if line is None:
        raise Refused(404, "Nobody has said that here.")
    return line


@router.post("/t/{id}/chat/{n}/report")
def report(ctx: Context, id: str, n: int) -> dict[str, Any]:
    """Show a line to who runs the server."""
    ctx.guest_or_403(id)
    ctx.gate.count("reports", ctx.me)
    ctx.service.store.report(line_or_404(ctx, id, n), ctx.me.person.id)
    return {"n": n}


@router.post("/t/{id}/chat/{n}/mute")
@router.post("/t/{id}/chat/{n}/unmute")
def mute(ctx: Context, id: str, n: int) -> dict[str, Any]:
    """The host mutes who said a line, or lets them speak again; who it is, and all the lines of theirs."""
    on = ctx.request.url.path.endswith("/mute")
    ctx.host_or_403(id, "mute others there")
    line = line_or_404(ctx, id, n)
    if line.player in ("", ctx.me.person.id):
        raise Refused(409, "Nobody else said that.")
    ctx.service.store.bar("muted", id, line.player, on)
    lines = [other.n for other in ctx.service.store.chat(id) if other.player == line.player]
    return {"n": n, "name": line.name, "muted": on, "lines": lines}


# events


def visible(ctx: RequestContext, ids: list[str]) -> dict[str, bool]:
    """The tables that this person may see, and whether they sit there; a stream is not refused for one of them."""
    out: dict[str, bool] = {}
    for id in ids:
        with suppress(Refused):
            out[id] = bool(ctx.access.seats_or_403(ctx.service.row(id), ctx.me))
    return out


@router.get("/live")
async def live_events(ctx: Context, tables: str = "") -> Response:
    wanted = await run_in_threadpool(visible, ctx, tables.split(",")[:50])
    return ctx.stream(wanted, page=True)
