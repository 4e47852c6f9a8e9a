"""Who sits where: joining, links for seats, bots for seats, closing, rematch."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from roundhouse.web.refusals import Refused, Unknown
from roundhouse.web.routes.context import Context, Name, RequestContext, to_table
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import Person

router = APIRouter(include_in_schema=False)

# sitting down


def sit_down(ctx: RequestContext, live: LiveTable, free: list[int], name: str, twice: bool) -> Response:
    """Take one of these seats by the name on the form; without one it is the name of before, if there was one."""
    before = person = ctx.me.person
    if name or person.nameless:
        person = Person(person.id, ctx.gate.text("name", name))
    ctx.gate.count("joins", ctx.me)
    n = ctx.service.join(live, person, free, twice)
    ctx.service.rename(before, person)
    numbered = live.names[n] != person.name
    return ctx.remember(to_table(live.id, "?called" if numbered else ""), person)


def seat_page(ctx: RequestContext, live: LiveTable, mine: list[int], **context: Any) -> Response:
    """The page that offers a seat."""
    nickname = "" if ctx.me.person.nameless else ctx.me.person.name
    return ctx.table_page("join.html", live, mine, nickname=nickname, **context)


def offer_or_403(ctx: RequestContext, id: str) -> Response:
    """The page that offers a seat, for who may see the table and for whom its address is an invitation."""
    live = ctx.service.get(id, now=True)
    mine = ctx.access.offered_or_403(live.row, ctx.me)
    return seat_page(ctx, live, mine, watch=f"/t/{id}" if ctx.access.may_see(live.row, ctx.me) else "")


@router.get("/t/{id}/join")
def join_page(ctx: Context, id: str) -> Response:
    return offer_or_403(ctx, id)


@router.post("/t/{id}/join")
def join(ctx: Context, id: str, name: Name = "") -> Response:
    live = ctx.service.get(id, now=True)
    free = ctx.access.free_seats_or_403(live.row, ctx.me)
    return sit_down(ctx, live, free, name, twice=ctx.access.hosts(live.row, ctx.me))


def invited_or_403(ctx: RequestContext, token: str) -> tuple[LiveTable, list[int]]:
    """The table and the seat of an invitation."""
    seat = ctx.service.store.by_seat_token(token)
    if seat is None or seat.kind != "open":
        raise Refused(404, "This seat is taken, or the link is not known; ask at the table for a new one.")
    live = ctx.service.get(seat.table_id)
    return live, ctx.access.free_seats_or_403(live.row, ctx.me, token)


@router.get("/s/{token}")
def seat_link(ctx: Context, token: str) -> Response:
    """Opening the link of a seat shows what is offered; only the form on that page takes the seat."""
    if table := ctx.access.table_of_used_link(token, ctx.me):
        return to_table(table)
    live, free = invited_or_403(ctx, token)
    mine = ctx.access.seats(live.row, ctx.me)
    ways = {"action": f"/s/{token}", "watch": f"/w/{live.row.watch}"}
    if mine or ctx.access.hosts(live.row, ctx.me):  # they mean to send it rather than to sit twice
        ways["send"] = f"{ctx.base}s/{token}"
    return seat_page(ctx, live, mine, seat=free[0], **ways)


@router.post("/s/{token}")
def take_seat(ctx: Context, token: str, name: Name = "") -> Response:
    if table := ctx.access.table_of_used_link(token, ctx.me):
        return to_table(table)
    live, free = invited_or_403(ctx, token)
    return sit_down(ctx, live, free, name, twice=True)


@router.get("/w/{token}")
def watch_link(ctx: Context, token: str) -> Response:
    row = ctx.service.store.by_watch_token(token)
    if row is None:
        raise Unknown("This link is not known; ask for a new one at the table.")
    ctx.access.not_hidden_or_403(row)
    response = to_table(row.id)
    ctx.put_cookie(response, f"watch-{row.id}", token)
    return ctx.remember(response)


# bots for seats, and the end of a table


@router.post("/t/{id}/stand-in/{n}")
def stand_in(ctx: Context, id: str, n: int) -> Response:
    """Let a bot play an own seat."""
    live, seat = ctx.own_seat_or_403(id, n)
    ctx.gate.steps_back(live.row, seat)
    ctx.service.stand_in(live, seat, True)
    return to_table(id)


@router.post("/t/{id}/take-back/{n}")
def take_back(ctx: Context, id: str, n: int) -> Response:
    """Take an own seat back from the bot that stands in."""
    ctx.service.stand_in(*ctx.own_seat_or_403(id, n), False)
    return to_table(id)


@router.post("/t/{id}/concede/{n}")
def concede(ctx: Context, id: str, n: int) -> Response:
    """Give up an own seat for good."""
    ctx.service.concede(*ctx.own_seat_or_403(id, n))
    return to_table(id)


@router.post("/t/{id}/absent/{n}")
def absent(ctx: Context, id: str, n: int) -> Response:
    """Ask for a bot in the seat of somebody else who does not decide."""
    ctx.service.ask_for_bot(*ctx.guest_or_403(id), n)
    return to_table(id)


@router.post("/t/{id}/remove/{n}")
def remove(ctx: Context, id: str, n: int) -> Response:
    """The host asks a guest to leave."""
    ctx.service.remove(ctx.host_or_403(id, "remove a guest"), n)
    return to_table(id)


@router.post("/t/{id}/close")
def close(ctx: Context, id: str) -> Response:
    ctx.service.close(ctx.host_or_403(id, "close it"))
    return RedirectResponse("/", 303)


@router.post("/t/{id}/rematch")
def rematch(ctx: Context, id: str) -> Response:
    live, _ = ctx.guest_or_403(id)
    if not live.playing and (again := ctx.service.rematch_of(live)):
        return to_table(again)
    with ctx.gate.opening(ctx.me, ctx.service.company(live, ctx.me.person)):
        return to_table(ctx.service.rematch(live, ctx.me.person, ctx.me.owner).id)
