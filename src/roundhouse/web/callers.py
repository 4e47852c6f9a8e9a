"""Who asks and what answers: the dependencies of every route."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request
from fastapi.responses import Response

from roundhouse.web.held import Live
from roundhouse.web.people import COOKIE, People, Person, stranger
from roundhouse.web.refusals import Refused
from roundhouse.web.tables import Tables

YEAR = 365 * 24 * 3600


def tables_of(request: Request) -> Tables:
    return cast(Tables, request.app.state.tables)


def known_person(request: Request) -> Person | None:
    """Whom the cookie names, if it is one of ours."""
    return cast(People, request.app.state.people).read(request.cookies.get(COOKIE))


def person_of(request: Request) -> Person:
    """Who asks; a stranger gets an id that the answer's cookie keeps."""
    return known_person(request) or stranger()


Service = Annotated[Tables, Depends(tables_of)]
Me = Annotated[Person, Depends(person_of)]


def remember(request: Request, response: Response, person: Person) -> Response:
    """The answer, with the person's cookie if it is new."""
    if known_person(request) != person:
        written = cast(People, request.app.state.people).write(person)
        response.set_cookie(COOKIE, written, max_age=YEAR, httponly=True, samesite="lax")
    return response


def seen(live: Live, request: Request, me: Person) -> list[int]:
    """The own seats; a table by link only is shown to who holds a seat, hosts it or has the link's cookie."""
    mine = live.seats_of(me.id)
    if live.row.visibility == "link" and not mine and live.row.host != me.id:
        if request.cookies.get(f"watch-{live.id}") != live.row.watch:
            raise Refused(403, "This table is by link only; ask one of its players for a link.")
    return mine


def own(live: Live, request: Request, me: Person, n: int) -> int:
    """The seat, if it is one's own."""
    if n not in seen(live, request, me):
        raise Refused(403, "That seat is not yours.")
    return n
