"""A person's own page: name, games and results, the phrase that brings them back, and all that is kept of them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import JSONResponse, RedirectResponse, Response

import roundhouse
from roundhouse.web.refusals import Refused
from roundhouse.web.render.games import games_with_face
from roundhouse.web.routes.context import Context, Name, RequestContext
from roundhouse.web.routes.lobby import table_lists
from roundhouse.web.service.people import COOKIE, Person

router = APIRouter(include_in_schema=False)


@router.get("/me")
def my_page(ctx: Context, mine: int = 1, finished: int = 1) -> Response:
    return own_page(ctx, mine=mine, finished=finished)


def own_page(ctx: RequestContext, status: int = 200, mine: int = 1, finished: int = 1, **context: Any) -> Response:
    """Who one is here, one's tables and results."""
    me, store = ctx.me.person, ctx.service.store
    queries = {"mine": store.tables_of(me.id, False), "finished": store.tables_of(me.id, True)}
    lists = table_lists(ctx, "/me", queries, {"mine": mine, "finished": finished})
    there = games_with_face()
    results = [(roundhouse.game(r.game).title, r) for r in ctx.kept.results(me) if r.game in there]
    return ctx.page("me.html", status, results=results, since=ctx.kept.kept_since(me), **lists, **context)


@router.post("/me")
def rename(ctx: Context, name: Name) -> Response:
    ctx.access.not_banned_or_403(ctx.me)
    person = Person(ctx.me.person.id, ctx.gate.text("name", name))
    ctx.service.rename(ctx.me.person, person)
    return ctx.remember(RedirectResponse("/me", 303), person)


@router.post("/me/keep")
def keep(ctx: Context) -> Response:
    """A phrase that brings the person back, shown this once."""
    person = ctx.access.person_or_403(ctx.me)
    ctx.access.not_banned_or_403(ctx.me)
    ctx.gate.count("phrases", ctx.me)
    phrase = ctx.kept.keep(person)
    response = own_page(ctx, phrase=phrase, link=f"{ctx.base}h/{phrase.replace(' ', '-')}")
    response.headers["Cache-Control"] = "no-store"
    return response


@router.get("/me/data")
def take_out(ctx: Context) -> Response:
    """All that is kept about the person, to take along."""
    held = ctx.kept.everything(ctx.access.person_or_403(ctx.me))
    name = 'attachment; filename="roundhouse.json"'
    return JSONResponse(held, headers={"Content-Disposition": name, "Cache-Control": "no-store"})


@router.post("/me/delete")
def delete(ctx: Context, sure: Annotated[str, Form(max_length=20)] = "") -> Response:
    """Delete the person, and let the browser forget them."""
    person = ctx.access.person_or_403(ctx.me)
    if sure != "yes":
        raise Refused(422, "Tick that you are sure first; what is deleted cannot be brought back.")
    ctx.kept.delete(person)
    response = ctx.page("deleted.html", me=None)
    for name in ctx.request.cookies:
        if name == COOKIE or name.startswith("watch-"):
            response.delete_cookie(name, httponly=True, samesite="lax", secure=ctx.https)
    return response
