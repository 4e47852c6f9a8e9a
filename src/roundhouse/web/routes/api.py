"""The JSON API: create a table, join, read my view, list legal actions, play, stream events."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from fastapi.security import HTTPBearer
from pydantic import BaseModel, Field

import roundhouse
from roundhouse.bots.make import levels
from roundhouse.web.routes.context import Context, Made
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import Person, stranger
from roundhouse.web.service.rows import STAND_IN

LEVELS = " ".join(f"`{level.name}`: {level.sentence}" for level in levels())


class Fault(BaseModel):
    """A refusal: one sentence, and the clause of the rules if one forbids it."""

    error: str
    clause: str = ""


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Fault, "description": "The body cannot be read."},
    403: {"model": Fault, "description": "Not with this token, or not from another site."},
    404: {"model": Fault, "description": "There is no such table."},
    409: {"model": Fault, "description": "Not now: taken, over, or not due."},
    413: {"model": Fault, "description": "Too large."},
    422: {"model": Fault, "description": "Not possible; the sentence says why."},
    429: {"model": Fault, "description": "Too much at once; Retry-After says when to try again."},
    503: {"model": Fault, "description": "The server cannot read or write its tables just now."},
}

# The header is read in context.py; this only puts it in the schema.
scheme = HTTPBearer(auto_error=False, description="A seat's or the watch token.")
router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)
with_token = [Depends(scheme)]


class NewTable(BaseModel):
    """What a table is opened with."""

    game: str
    seats: list[str] = Field(
        min_length=1,
        max_length=8,
        description=f"Each as `person:NAME`, `invite` or `bot:LEVEL`. The levels, the weakest first: {LEVELS}",
    )
    title: str = Field("", max_length=60)
    options: dict[str, Any] = {}
    visibility: str = "link"
    seed: str | None = Field(
        None, max_length=64, description="Only for a table by link; everybody there is told that it was chosen."
    )
    stand_in: str = Field(STAND_IN, max_length=20, description="The level of the bot that plays for who is away.")
    hints: bool = Field(True, description="Whether who plays against bots alone may ask for hints on the page.")


class Move(BaseModel):
    """A decision: its number, and the action as an int or in words."""

    n: int
    action: int | None = None
    words: str | None = Field(None, max_length=200)


def table_json(live: LiveTable, seat: int | None) -> dict[str, Any]:
    """A table as a program sees it."""
    with live.lock:
        s = live.record.state
        return {
            "id": live.id,
            "game": live.row.game,
            "n": live.n,
            "seat": seat,
            "deciding": s.seat,
            "over": live.over,
            "result": live.result(),
            "seeded": live.row.seeded,
            "view": s.view(seat),
            "legal": [{"action": a, "words": s.words(a)} for a in s.legal()] if live.playing and seat == s.seat else [],
        }


@router.get("/games")
def list_games() -> list[dict[str, Any]]:
    """The games, their seats and options."""
    return [
        {
            "id": game.id,
            "title": game.title,
            "seats": list(game.seats),
            "options": {
                name: {"kind": o.kind, "choices": o.choices, "default": o.default, "help": o.help}
                for name, o in game.options.items()
            },
        }
        for game in map(roundhouse.game, roundhouse.games())
    ]


@router.post("/tables", status_code=201)
def create_table(ctx: Context, wish: NewTable) -> dict[str, Any]:
    """Open a table. The answer holds a token for each person's seat, and an invitation for each seat to be joined."""
    ctx.access.not_banned_or_403(ctx.me)
    company = [f"here:{s.partition(':')[2]}" if s.startswith("person") else s for s in wish.seats]
    title, company = ctx.gate.title(wish.title), ctx.gate.company(company)
    with ctx.gate.opening(ctx.me, company):
        live = ctx.service.create(
            ctx.me.person,
            wish.game,
            title,
            company,
            wish.options,
            wish.visibility,
            wish.seed,
            owner=ctx.me.owner,
            stand_in=wish.stand_in,
            hints=wish.hints,
        )
    tokens = {kind: {str(s.n): s.token for s in live.row.seats if s.kind == kind} for kind in ("person", "open")}
    return {
        "id": live.id,
        "tokens": tokens["person"],
        "invitations": tokens["open"],
        "watch": live.row.watch,
        "n": live.n,
    }


class Guest(BaseModel):
    name: str = Field(max_length=60)


@router.post("/tables/{id}/join", dependencies=with_token)
def join_table(ctx: Context, id: str, guest: Guest) -> dict[str, Any]:
    """Take a free seat: any of a table, or that of the invitation sent as bearer; the answer has token and name."""
    live = ctx.service.get(id, now=True)
    name = ctx.gate.text("name", guest.name)
    free = ctx.access.free_seats_or_403(live.row, ctx.me, ctx.me.token)
    ctx.gate.count("joins", ctx.me)
    n = ctx.service.join(live, Person(stranger().id, name), free)
    return {"id": id, "seat": n, "name": live.names[n], "token": live.row.seats[n].token}


@router.get("/tables/{id}", dependencies=with_token)
def read_table(ctx: Context, id: str) -> dict[str, Any]:
    """My view, and my legal actions if it is my decision."""
    live = ctx.service.get(id)
    return table_json(live, ctx.access.viewing_seat_or_403(live.row, ctx.me, live.record.state.seat))


@router.get("/tables/{id}/moves", dependencies=with_token)
def read_moves(ctx: Context, id: str) -> list[dict[str, Any]]:
    """The decisions so far, in words."""
    live, _ = ctx.seats_or_403(id)
    with live.lock:  # as everybody may know them: no chance outcomes, no seed
        return [{"n": line.n, "seat": line.seat, "do": line.words} for line in live.record.active_lines()]


@router.post("/tables/{id}/play", dependencies=with_token)
def play_move(ctx: Context, id: str, move: Move) -> Response:
    """Decide. 409 with the current state if that number is taken."""
    action = move.words or "" if move.action is None else move.action
    return ctx.play(id, None, Made(move.n, action), table_json)


@router.post("/tables/{id}/hand-over", dependencies=with_token)
def hand_over(ctx: Context, id: str) -> dict[str, Any]:
    """A link that moves my seat into a browser, once and within a day; my token ends when it is used."""
    live, seat = ctx.deciding_seat_or_403(id)
    return {"seat": seat, "url": f"{ctx.base}h/{ctx.service.offer(live, seat)}"}


@router.get("/tables/{id}/events", dependencies=with_token)
async def stream_events(ctx: Context, id: str) -> Response:
    """Server-sent events: `table` with the number of the latest decision."""
    await run_in_threadpool(ctx.seats_or_403, id)
    return ctx.stream({id: True})
