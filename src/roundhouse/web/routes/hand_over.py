"""From one device to another, by a link under /h/: a seat by a token, once; the whole person by their phrase."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from roundhouse.web.refusals import Refused
from roundhouse.web.routes.context import Context, RequestContext, to_table, wants_page
from roundhouse.web.routes.me import own_page
from roundhouse.web.service.people import Person
from roundhouse.web.service.phrases import is_phrase, read_phrase

router = APIRouter(include_in_schema=False)


@router.post("/t/{id}/hand-over/{n}")
def hand_over(ctx: Context, id: str, n: int) -> dict[str, Any]:
    """A link that moves an own seat to another device, once and within a day."""
    return {"url": f"{ctx.base}h/{ctx.service.offer(*ctx.own_seat_or_403(id, n))}"}


@router.post("/h")
def typed_phrase(ctx: Context, phrase: Annotated[str, Form(max_length=400)]) -> Response:
    """What a phrase that somebody typed brings; only the form on that page does it. A wrong one is typed again."""
    try:
        return person_page(ctx, read_phrase(phrase).replace(" ", "-"))
    except Refused as refused:
        if refused.wait or not wants_page(ctx.request):
            raise
        return own_page(ctx, refused.status, wrong=refused.sentence, typed=phrase)


@router.get("/h/{token}")
def hand_over_link(ctx: Context, token: str) -> Response:
    """What is handed over; only the form on that page takes it."""
    if is_phrase(token):
        return person_page(ctx, token)
    if table := ctx.access.table_of_used_link(token, ctx.me):
        return to_table(table)
    link = ctx.service.handover(token)
    live = ctx.service.get(link.table_id)
    ctx.access.not_hidden_or_403(live.row)
    return ctx.table_page("hand_over.html", live, [], seat=link.n, action=f"/h/{token}")


def person_page(ctx: RequestContext, token: str) -> Response:
    """What happens if this browser becomes the person of a phrase; to who is that already, their own page."""
    person = by_phrase(ctx, token)
    if person.id == ctx.me.person.id:
        return RedirectResponse("/me", 303)
    counts = {"tables": ctx.kept.in_play(person), "left": ctx.kept.in_play(ctx.me.person)}
    response = ctx.page("hand_over.html", whom=person, action=f"/h/{token}", **counts)
    response.headers["Cache-Control"] = "no-store"
    return response


def by_phrase(ctx: RequestContext, token: str) -> Person:
    """The person of a phrase; how often one may try is limited."""
    ctx.gate.count("phrases", ctx.me)
    return ctx.kept.by_phrase(token)


@router.post("/h/{token}")
def take_over(ctx: Context, token: str) -> Response:
    ctx.access.not_banned_or_403(ctx.me)
    if is_phrase(token):
        return ctx.remember(RedirectResponse("/me", 303), by_phrase(ctx, token))
    if table := ctx.access.table_of_used_link(token, ctx.me):
        return to_table(table)
    ctx.access.not_hidden_or_403(ctx.service.row(ctx.service.handover(token).table_id))
    live, _ = ctx.service.take_over(token, ctx.me.person)
    return ctx.remember(to_table(live.id))
