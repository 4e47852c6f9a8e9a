"""Looking back: replay, score, and records saved and opened."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, Response
from starlette.datastructures import UploadFile

from roundhouse.bots.make import levels
from roundhouse.core.words import sentence
from roundhouse.web.refusals import Refused, Unreadable
from roundhouse.web.render import course, table
from roundhouse.web.render.games import face
from roundhouse.web.render.review import Stop, costliest, told_review
from roundhouse.web.routes.context import Context, RequestContext, to_table
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.rows import STAND_IN
from roundhouse.web.service.tables import NEWER

COURSES = {680: 400, 366: 270}  # the plots of a wide and of a narrow page: width and height

router = APIRouter(include_in_schema=False)


@router.get("/t/{id}/replay")
def replay(ctx: Context, id: str, eyes: str = "", at: int | None = None) -> Response:
    live, mine = ctx.seats_or_403(id)
    opener = opened_by(ctx, live)
    state = table.replay_json(live, mine, live.n if at is None else at, eyes, opener)
    choices = table.eyes_of(live, mine, opener)
    whole = ctx.access.knows_all(live.row, ctx.me)
    learn = {
        "whole": whole,
        "slips": slips(ctx, live) if whole else [],
        "analysis": live.row.analysis and ctx.access.hosts(live.row, ctx.me),
        "levels": levels(),
        "usual_level": STAND_IN,
    }
    return ctx.table_page("replay.html", live, mine, state=state, eyes=choices, seeing=eyes or choices[0][0], **learn)


def slips(ctx: RequestContext, live: LiveTable) -> list[Stop]:
    """The decisions that cost most, if the game was reviewed."""
    found = ctx.reviews.kept(live.id)
    return costliest(found, live.names) if found is not None else []


@router.get("/t/{id}/at/{n}/regions")
def at(ctx: Context, id: str, n: int, eyes: str = "") -> dict[str, Any]:
    live, mine = ctx.seats_or_403(id)
    return table.replay_json(live, mine, n, eyes, opened_by(ctx, live))


def opened_by(ctx: RequestContext, live: LiveTable) -> bool:
    """Whether the table shows a record that the caller has opened: they hold all that is in it."""
    return live.row.opened and ctx.access.hosts(live.row, ctx.me)


@router.get("/t/{id}/record")
def record(ctx: Context, id: str) -> Response:
    try:
        live, _ = ctx.seats_or_403(id)
    except Unreadable:
        return unreadable(ctx, id)
    if not live.over:
        raise Refused(403, "The full record, with seed and hidden cards, can be had when the game is over.")
    return attached(id, ctx.service.record_text(live))


def attached(id: str, text: str) -> Response:
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{id}.jsonl"'})


def unreadable(ctx: RequestContext, id: str) -> Response:
    """The record of a table that cannot be read, as it lies in the store, for those who were at the table."""
    row = ctx.service.row(id)
    if not ctx.access.seats_or_403(row, ctx.me) and not ctx.access.hosts(row, ctx.me):
        raise Refused(403, "Only who sat at this table can have its record.")
    if row.status == "playing":
        raise Refused(403, "The record shows every hidden card, so the table has to be over first.")
    return attached(id, "\n".join([*ctx.service.store.raw(id), ""]))


@router.post("/t/{id}/give-up")
def give_up(ctx: Context, id: str) -> Response:
    """The host closes a table that cannot be read, so that its record can be had."""
    row = ctx.service.row(id)
    ctx.access.seats_or_403(row, ctx.me)
    ctx.access.host_or_403(row, ctx.me, "close it")
    try:
        ctx.service.get(id)
    except Unreadable as fault:
        if fault.reason == NEWER:
            raise Refused(409, "This table goes on when the server has its newer rules again.") from None
        if row.status == "playing":
            ctx.service.store.change_table(id, status="closed")
        return to_table(id)
    raise Refused(409, "This table can be read, and goes on.")


@router.post("/open")
async def open_record(request: Request, ctx: Context) -> Response:
    given = (await request.form()).get("record")
    if not isinstance(given, UploadFile):
        raise Refused(422, "Choose a record to open: a .jsonl file saved from a table or the terminal.")
    text = (await given.read()).decode("utf-8", errors="replace")

    def opened() -> str:
        ctx.access.not_banned_or_403(ctx.me)
        with ctx.gate.opening_record(ctx.me):
            return ctx.service.open_record(ctx.me.person, text, ctx.me.owner)

    return ctx.remember(to_table(await run_in_threadpool(opened), "/replay"))


@router.get("/t/{id}/score")
def score(ctx: Context, id: str) -> Response:
    live, mine = ctx.seats_or_403(id)
    with live.lock:
        s, game = live.record.state, face(live.row.game)
        seat = mine[0] if mine else None
        view = s.view(seat)
        why = table.why(live, view)
        context: dict[str, Any] = {
            "sources": game.breakdown(view),
            "totals": s.scores() if live.over else game.points(view),
            "winners": live.winners(),
            "over": live.over,
            "early": live.early,
            "conceded": live.conceded,
            "why": sentence(why) if why else "",
            "tie": view["tie_broken_by"],
            "board": table.regions(live, s, seat, mine)["board"] if live.over else "",
            "again": ctx.service.rematch_of(live) if live.over and mine else "",
            "sat": bool(mine),
            "facts": game.facts(view, live.record.box),
        }
    if not live.playing:
        context |= told_course(ctx, live)
    if ctx.access.knows_all(live.row, ctx.me):
        context |= reviewed(ctx, live)
    return ctx.table_page("score.html", live, mine, **context)


def reviewed(ctx: RequestContext, live: LiveTable) -> dict[str, Any]:
    """The review of a game, or how far it is, or that it can be asked for."""
    found = ctx.reviews.kept(live.id)
    return {
        "may_review": True,
        "review": told_review(found, live.id, live.names) if found is not None else None,
        "progress": ctx.reviews.progress(live.id),
        "deeper": bool(ctx.reviews.next_depth(live.id)),
        "levels": levels(),
        "usual_level": STAND_IN,
    }


def told_course(ctx: RequestContext, live: LiveTable) -> dict[str, Any]:
    """How a game went: its plot, the points after each round, what each seat's decisions added up to, time."""
    game, names = face(live.row.game), live.names
    went = course.course(live, game)
    if went is None:
        return {}
    times = [] if live.row.opened else ctx.service.store.times(live.id)
    taken = course.seconds_taken(live.record.lines, times, len(names))
    whole = (times[-1] - times[0]).total_seconds() if times else 0
    brief = went.last == 1 or not any(map(any, went.points))  # nothing that a plot could show
    added = list(dict.fromkeys(what for by_seat in went.counts for what in by_seat))
    return {
        "length": course.length(went, game.round_word, whole),
        "counted": [(what, [by_seat[what] for by_seat in went.counts]) for what in added],
        "time": [course.clock(seconds) for seconds in taken] if whole >= 1 else [],
        "rounds": went.ends() if went.last else [],
        "round_word": game.round_word,
        "course": {
            wide: course.plot(went, names, game.round_word, wide, high) for wide, high in COURSES.items() if not brief
        },
        "course_keys": course.keys(names),
    }
