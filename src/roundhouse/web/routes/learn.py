"""First games: what one learns in each, the tables at which they are played, and the easy game that follows."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import Response
from pydantic import BaseModel

from roundhouse.core.words import capital
from roundhouse.learn.puzzles import has_puzzles
from roundhouse.learn.script import has_lesson, lesson
from roundhouse.web.refusals import Refused, refusing
from roundhouse.web.render.games import face, game_or_refused, games_with_face
from roundhouse.web.render.table import table_json
from roundhouse.web.routes.context import Context, RequestContext, to_table
from roundhouse.web.service import lessons

router = APIRouter(include_in_schema=False)

After = Annotated[str, Form(max_length=16)]
MOST_BEGUN = 20  # of one's own tables that are looked through for a first game that was begun


@router.get("/learn")
def all_lessons(ctx: Context) -> Response:
    """The first games there are."""
    there = [id for id in games_with_face() if has_lesson(game_or_refused(id))]
    return ctx.page("learn.html", lessons=[told(id) for id in there])


def told(id: str) -> dict[str, Any]:
    """A first game as pages tell of it."""
    with refusing():
        found = lesson(id)
    return {
        "id": id,
        "game_title": game_or_refused(id).title,
        "title": capital(found.title.partition(": ")[2] or found.title),
        "about": found.about,
        "learns": found.learns,
        "minutes": found.minutes,
        "steps": found.steps,
        "blurb": face(id).blurb,
        "puzzles": has_puzzles(game_or_refused(id)),
    }


@router.get("/learn/{id}")
def one_lesson(ctx: Context, id: str) -> Response:
    """What one learns in the first game of a game, and the button that begins it."""
    game = game_or_refused(id)
    if not has_lesson(game):
        raise Refused(404, f"There is no first game for {game.title} yet; its rules tell all of it.")
    return ctx.page("lesson.html", game=game, lesson=told(game.id), begun=begun(ctx, game.id))


def begun(ctx: RequestContext, id: str) -> str:
    """The table at which the caller has begun that first game, or ""."""
    store = ctx.service.store
    rows = store.some(store.tables_of(ctx.me.person.id, False), MOST_BEGUN) if ctx.me.known else []
    return next((row.id for row in rows if row.lesson.startswith(f"{id}:")), "")


@router.post("/learn/{id}")
def begin(ctx: Context, id: str, part: Annotated[int, Form()] = 1, after: After = "") -> Response:
    """Open the table of a part; the one of the part before is left."""
    game = game_or_refused(id)
    ctx.access.not_banned_or_403(ctx.me)
    with ctx.gate.opening(ctx.me, ["you"]):
        live = lessons.begin(ctx.service, ctx.me.person, game.id, part - 1, ctx.me.owner)
    leave(ctx, after)
    return ctx.remember(to_table(live.id))


@router.post("/learn/{id}/game")
def easy_game(ctx: Context, id: str, after: After = "") -> Response:
    """Open the easy game that follows a first game."""
    game = game_or_refused(id)
    ctx.access.not_banned_or_403(ctx.me)
    with ctx.gate.opening(ctx.me, ["you"]):
        live = lessons.easy_game(ctx.service, ctx.me.person, game.id, ctx.me.owner)
    leave(ctx, after)
    return ctx.remember(to_table(live.id))


def leave(ctx: RequestContext, id: str) -> None:
    """Close the table of a first game that the caller has done with; any other stays as it is."""
    with suppress(Refused):
        if id and ctx.service.row(id).lesson:
            ctx.service.close(ctx.host_or_403(id, "close it"))


class Read(BaseModel):
    """A step that has been read."""

    step: int


@router.post("/t/{id}/learn")
def go_on(ctx: Context, id: str, read: Read) -> dict[str, Any]:
    """The learner has read what the coach said, and goes on."""
    live, mine = ctx.guest_or_403(id)
    coach = live.coach
    if coach is not None and coach.part.you not in mine:
        raise Refused(403, "Who watches a first game cannot go on with it.")
    lessons.go_on(ctx.service, live, read.step)
    return table_json(live, mine)
