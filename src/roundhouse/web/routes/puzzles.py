"""Puzzles: those of each game, and the tables at which they are solved."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from roundhouse.learn.puzzles import Puzzle, has_puzzles, percent, puzzles
from roundhouse.web.refusals import Refused
from roundhouse.web.render.games import face, game_or_refused, games_with_face
from roundhouse.web.routes.context import Context, to_table
from roundhouse.web.routes.learn import After, leave
from roundhouse.web.service import lessons

router = APIRouter(include_in_schema=False)


@router.get("/puzzles")
def all_puzzles(ctx: Context) -> Response:
    """The games that have puzzles."""
    there = [game_or_refused(id) for id in games_with_face()]
    return ctx.page("puzzles.html", games=[told_of(game.id) for game in there if has_puzzles(game)])


def told_of(id: str) -> dict[str, Any]:
    return {"id": id, "title": game_or_refused(id).title, "blurb": face(id).blurb, "count": len(puzzles(id))}


@router.get("/puzzles/{id}")
def of_a_game(ctx: Context, id: str) -> Response:
    """The puzzles of a game."""
    game = game_or_refused(id)
    if not has_puzzles(game):
        raise Refused(404, f"There are no puzzles for {game.title} yet.")
    return ctx.page("puzzle_list.html", game=game, puzzles=[told(n, one) for n, one in enumerate(puzzles(game.id), 1)])


def told(n: int, puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as the list shows it: nothing of its solution."""
    first = puzzle.choices[0]
    return {
        "n": n,
        "seats": puzzle.seats,
        "wins": percent(first.chances[first.best]),
        "else": percent(first.next_best),
        "steps": sum(bool(choice.chances) for choice in puzzle.choices),
        "at": len(puzzle.before),
    }


@router.post("/puzzles/{id}/{n}")
def begin(ctx: Context, id: str, n: int, after: After = "") -> Response:
    """Open the table of a puzzle; the one of the puzzle before is left."""
    game = game_or_refused(id)
    ctx.access.not_banned_or_403(ctx.me)
    with ctx.gate.opening(ctx.me, ["you"]):
        live = lessons.begin_puzzle(ctx.service, ctx.me.person, game.id, n, ctx.me.owner)
    leave(ctx, after)
    return ctx.remember(to_table(live.id))
