"""Learning from games that have ended: their review, the engine's opinion on a position, and playing on from one."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from roundhouse.web.refusals import Refused
from roundhouse.web.render import table
from roundhouse.web.render.review import opinion_html
from roundhouse.web.routes.context import Context, RequestContext, to_table
from roundhouse.web.routes.lobby import whole
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.rows import STAND_IN
from roundhouse.web.service.store import nobody

ALL = "all"  # in place of a seat: the analysis board

router = APIRouter(include_in_schema=False)


@router.post("/t/{id}/review")
def begin(ctx: Context, id: str) -> Response:
    """Review a game, or look deeper if it was reviewed."""
    live = ctx.service.get(id, now=True)
    ctx.access.whole_game_or_403(live.row, ctx.me)
    ctx.access.not_banned_or_403(ctx.me, live.row)
    by = ctx.me.person.id
    ctx.reviews.check(live, by)
    ctx.gate.count("reviews", ctx.me)
    ctx.reviews.ask(live, by, ctx.me.owner)
    return ctx.remember(to_table(id, "/score#review"))


@router.get("/t/{id}/review/progress")
def progress(ctx: Context, id: str) -> dict[str, Any]:
    ctx.seats_or_403(id)
    return ctx.reviews.progress(id)


@router.post("/t/{id}/opinion/{n}")
def ask(ctx: Context, id: str, n: int) -> dict[str, Any]:
    """Ask the engine about the position after line n; how far it is, or what it says."""
    live = position_or_403(ctx, id, n)
    known = told(ctx, live, n)
    if known["state"] in ("thinking", "told"):
        return known
    ctx.access.not_banned_or_403(ctx.me, live.row)
    with live.lock:
        state = (live.record.state if n == live.n else table.position(live, n)).clone()
        following = live.record.lines[n : n + 1]
    if state.over:
        raise Refused(409, "The game is over there: nobody is to decide.")
    ctx.gate.count("opinions", ctx.me)
    ctx.opinions.ask(live, n, state, [line.now for line in following if not line.back], ctx.me.owner)
    return told(ctx, live, n)


@router.get("/t/{id}/opinion/{n}")
def opinion(ctx: Context, id: str, n: int) -> dict[str, Any]:
    """How far it is, or what the engine says."""
    return told(ctx, position_or_403(ctx, id, n), n)


def position_or_403(ctx: RequestContext, id: str, n: int) -> LiveTable:
    """A table about whose positions the caller may ask."""
    live = ctx.service.get(id, now=True)
    ctx.access.position_or_403(live.row, ctx.me)
    if not 0 <= n <= live.n:
        raise Refused(422, f"The game has {live.n} decisions, so there is no position after {str(n)[:12]}.")
    return live


def told(ctx: RequestContext, live: LiveTable, n: int) -> dict[str, Any]:
    """An opinion as a page shows it; `advice` is what it is made from."""
    known = ctx.opinions.known(live, n) or {"state": "none"}
    if known["state"] != "told":
        return known
    advice = {name: value for name, value in known.items() if name != "state"}
    following = [line.now for line in live.record.lines[n : n + 1] if not line.back]
    return {"state": "told", "html": opinion_html(advice, live.names, following), "advice": advice}


@router.post("/t/{id}/play-on")
async def play_on(request: Request, ctx: Context, id: str) -> Response:
    """Open a table that goes on from a position: `from` is its line and a seat, or `n` and `seat` are."""
    form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    n_text, _, seat_text = form.get("from", "").partition("/")
    n = whole(n_text or form.get("n", ""), range(1_000_000), "A position is known by the number of its decision")
    seat = seat_text or form.get("seat", "")

    def opened() -> str:
        live = ctx.service.get(id, now=True)
        ctx.access.whole_game_or_403(live.row, ctx.me)
        ctx.access.not_banned_or_403(ctx.me, live.row)
        company = company_of(len(live.row.seats), seat, form.get("level") or STAND_IN)
        with ctx.gate.opening(ctx.me, company):
            return ctx.service.play_on(ctx.me.person, live, n, company, ctx.me.owner).id

    return ctx.remember(to_table(await run_in_threadpool(opened)))


def company_of(seats: int, wanted: str, level: str) -> list[str]:
    """Who sits at a table that is played on: the caller in one seat and bots in the others, or in all."""
    if wanted == ALL:
        return [f"here:{nobody(n)}" for n in range(seats)]
    mine = whole(wanted, range(seats), f"A seat of this game is 0 to {seats - 1}, or all")
    return ["you" if n == mine else f"bot:{level}" for n in range(seats)]
