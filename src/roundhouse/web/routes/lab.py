"""The lab: small studies of bots, and their reports."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, Response

import roundhouse
from roundhouse.core.game import Game
from roundhouse.draw.markup import Markup
from roundhouse.web.refusals import Refused, refusing
from roundhouse.web.render.games import face, game_or_refused, games_with_face
from roundhouse.web.render.lobby import game_card
from roundhouse.web.routes.context import Context, RequestContext
from roundhouse.web.routes.lobby import whole
from roundhouse.web.service.lab import MISSING, TOLD, Asked, bots, installed
from roundhouse.web.service.lab_work import BODY, PAGE

NUMBERS = (20, 50, 100, 200)  # of games, to choose from

router = APIRouter(include_in_schema=False)


@router.get("/lab")
def lab(ctx: Context) -> Response:
    """What it is, what can be asked for, and one's own studies."""
    games = [game_card(id) for id in games_with_face()]
    most = ctx.lab.limits.study_games
    return ctx.page(
        "lab.html",
        games=games,
        counts=sorted({n for game in games for n in game["seats"]}),
        bots=bots(),
        numbers=[n for n in NUMBERS if not most or n <= most] or [most],
        missing="" if installed() else MISSING,
        studies=[facts(study) for study in ctx.lab.of(mark(ctx))],
    )


@router.post("/lab")
async def begin(request: Request, ctx: Context) -> Response:
    form = await request.form()
    said = {key: value for key, value in form.items() if isinstance(value, str)}
    wanted = [value for value in form.getlist("bot") if isinstance(value, str)]
    seats = whole(said.get("seats", ""), range(1, 9), "A study has 1 to 8 seats")
    games = whole(said.get("games", ""), range(1, 100_000), "A study has a number of games")

    def begun() -> str:
        ctx.access.not_banned_or_403(ctx.me)
        game = game_or_refused(said.get("game", ""), 422)
        options = changed(game, said)
        ctx.lab.check(game.id, seats, wanted, games, options)
        ctx.lab.room(mark(ctx))
        ctx.gate.count("studies", ctx.me)
        return ctx.lab.ask(mark(ctx), ctx.me.owner, game.id, seats, wanted, games, options).id

    id = await run_in_threadpool(begun)
    return ctx.remember(RedirectResponse(f"/lab/{id}", 303))


@router.get("/lab/{id}")
def study(ctx: Context, id: str) -> Response:
    """How far it is, and at last its report."""
    found = ctx.lab.get(id)
    if found.state != TOLD:
        return ctx.page("lab_study.html", study=facts(found), mine=found.by == mark(ctx))
    return ctx.page("lab_report.html", study=facts(found), report=Markup(ctx.lab.text(found, BODY)))


@router.get("/lab/{id}/progress")
def progress(ctx: Context, id: str) -> dict[str, Any]:
    return facts(ctx.lab.get(id))


@router.get("/lab/{id}/report")
def report(ctx: Context, id: str) -> Response:
    """The report as a file of its own."""
    found = ctx.lab.get(id)
    if found.state != TOLD:
        raise Refused(409, "The report is made when the games are played; wait for it on the study's page.")
    name = f"{found.game}-{found.games}-games.html"
    return HTMLResponse(ctx.lab.text(found, PAGE), headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.post("/lab/{id}/end")
def end(ctx: Context, id: str) -> Response:
    """Play no more of it; only who asked for it can say so."""
    found = ctx.lab.get(id)
    if found.by != mark(ctx):
        raise Refused(403, "Only who asked for a study can end it.")
    ctx.lab.end(found)
    return RedirectResponse(f"/lab/{id}", 303)


def changed(game: Game, said: dict[str, str]) -> dict[str, object]:
    """The options of that game in the form, as far as they are not the usual ones."""
    prefix = f"option-{game.id}-"
    given: dict[str, object] = {
        key.removeprefix(prefix): value for key, value in said.items() if key.startswith(prefix) and value
    }
    with refusing():
        chosen, usual = game.check_options(given), game.check_options({})
    return {name: value for name, value in chosen.items() if value != usual[name]}


def mark(ctx: RequestContext) -> str:
    """The caller as studies know them."""
    return ctx.people.mark(ctx.me.person.id)


def facts(study: Asked) -> dict[str, Any]:
    """A study as its pages and scripts are told of it; not who asked for it."""
    return {
        "id": study.id,
        "game": study.game,
        "title": study.title,
        "seats": study.seats,
        "bots": study.bots,
        "options": face(study.game).options_text({**roundhouse.game(study.game).check_options({}), **study.options}),
        "games": study.games,
        "done": study.done,
        "state": study.state,
        "why": study.why,
    }
