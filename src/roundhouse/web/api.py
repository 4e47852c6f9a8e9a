"""The JSON API: create a table, join, read my view, list legal actions, play, stream events."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, Field

import roundhouse
from roundhouse.core.errors import RoundhouseError
from roundhouse.web.callers import Me, Service, known_person
from roundhouse.web.held import Live
from roundhouse.web.people import Person, stranger, tidy
from roundhouse.web.refusals import Conflict, Refused
from roundhouse.web.tables import line_json

router = APIRouter(prefix="/api", tags=["tables"])


def bearer(authorization: Annotated[str, Header()] = "") -> str:
    """The seat token of an `Authorization: Bearer` header."""
    return authorization.removeprefix("Bearer ").strip()


Token = Annotated[str, Depends(bearer)]


class NewTable(BaseModel):
    """What a table is opened with; seats as `person:NAME`, `invite` or `bot:NAME`."""

    game: str
    seats: list[str] = Field(min_length=1, max_length=8)
    title: str = Field("", max_length=60)
    options: dict[str, Any] = {}
    visibility: str = "link"
    seed: str | None = Field(None, max_length=64)


class Move(BaseModel):
    """A decision: its number, and the action as an int or in words."""

    n: int
    action: int | None = None
    words: str | None = Field(None, max_length=200)


def seat_of(request: Request, live: Live, token: str) -> int | None:
    """The seat a token or a cookie holds at a table; None to watch."""
    for seat in live.row.seats:
        if token and seat.token == token and seat.kind != "bot":
            return seat.n
    if token and token != live.row.watch:
        raise Refused(403, "That token holds no seat at this table.")
    person = known_person(request)
    mine = live.seats_of(person.id) if person else []
    if not mine and live.row.visibility == "link" and token != live.row.watch:
        raise Refused(403, "This table is by link only: send a seat's or the watch token as bearer.")
    deciding = live.record.state.seat
    return deciding if deciding in mine else mine[0] if mine else None


def told(live: Live, seat: int | None) -> dict[str, Any]:
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
            "view": s.view(seat),
            "legal": [{"action": a, "words": s.words(a)} for a in s.legal()] if live.playing and seat == s.seat else [],
        }


@router.get("/games")
def list_games() -> list[dict[str, Any]]:
    """The games, their seats and options."""
    out = []
    for id in roundhouse.games():
        game = roundhouse.game(id)
        options = {
            n: {"kind": o.kind, "choices": o.choices, "default": o.default, "help": o.help}
            for n, o in game.options.items()
        }
        out.append({"id": id, "title": game.title, "seats": list(game.seats), "options": options})
    return out


@router.post("/tables", status_code=201)
def create_table(service: Service, me: Me, wish: NewTable) -> dict[str, Any]:
    """Open a table; the answer holds a token for each person's seat."""
    company = [f"here:{s.partition(':')[2]}" if s.startswith("person") else s for s in wish.seats]
    live = service.create(me, wish.game, wish.title, company, dict(wish.options), wish.visibility, wish.seed)
    tokens = {str(seat.n): seat.token for seat in live.row.seats if seat.kind != "bot"}
    return {"id": live.id, "tokens": tokens, "watch": live.row.watch, "n": live.n}


class Guest(BaseModel):
    name: str = Field(max_length=60)


@router.post("/tables/{id}/join")
def join_table(service: Service, id: str, guest: Guest) -> dict[str, Any]:
    """Take an open seat of an open table; the answer holds its token."""
    live = service.get(id)
    if live.row.visibility != "open":
        raise Refused(403, "This table is by link only; use the token you were given.")
    name = tidy(guest.name)
    if not name:
        raise Refused(422, "A name needs at least one visible character.")
    n = service.join(live, Person(stranger().id, name))
    return {"id": id, "seat": n, "token": live.row.seats[n].token}


@router.get("/tables/{id}")
def read_table(request: Request, service: Service, token: Token, id: str) -> dict[str, Any]:
    """My view, and my legal actions if it is my decision."""
    live = service.get(id)
    return told(live, seat_of(request, live, token))


@router.get("/tables/{id}/moves")
def read_moves(request: Request, service: Service, token: Token, id: str) -> list[dict[str, Any]]:
    """The decisions so far, in words."""
    live = service.get(id)
    seat_of(request, live, token)
    return line_json(live)


@router.post("/tables/{id}/play")
def play_move(request: Request, service: Service, token: Token, id: str, move: Move) -> Response:
    """Decide. 409 with the current state if that number is taken."""
    live = service.get(id)
    seat = seat_of(request, live, token)
    if seat is None:
        raise Refused(403, "Who watches cannot decide.")
    action = move.action
    if action is None:
        try:
            action = live.record.state.parse(move.words or "")
        except RoundhouseError as error:
            raise Refused(422, str(error)) from None
    try:
        service.play(live, seat, move.n, action)
    except Conflict as conflict:
        return JSONResponse({"error": conflict.sentence, "state": told(service.get(id), seat)}, 409)
    return JSONResponse(told(live, seat))


@router.get("/tables/{id}/events")
async def stream_events(request: Request, service: Service, token: Token, id: str) -> Response:
    """Server-sent events: `table` with the number of the latest decision."""
    live = service.get(id)
    seat_of(request, live, token)
    return StreamingResponse(service.hub.stream(frozenset({id})), media_type="text/event-stream")
