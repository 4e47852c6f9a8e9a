"""The rules of a game, and all of its components."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from roundhouse.web.render import ledger
from roundhouse.web.render.games import face, game_or_refused
from roundhouse.web.routes.context import Context

router = APIRouter(include_in_schema=False)


@router.get("/rules/{id}")
def rules(ctx: Context, id: str) -> Response:
    game = game_or_refused(id)
    return ctx.page("rules.html", game=game, sections=ledger.sections(id), cards=ledger.cards(game))


@router.get("/gallery/{id}")
def gallery(ctx: Context, id: str) -> Response:
    game = game_or_refused(id)
    return ctx.page("gallery.html", game=game, gallery=face(id).gallery(game.box(None)))
