"""Who asks and what answers: the dependencies of every route."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request
from fastapi.responses import Response

from roundhouse.web.access import Access, Caller
from roundhouse.web.gate import Gate
from roundhouse.web.limits import neighbourhood
from roundhouse.web.people import COOKIE, People, Person, stranger, token_of
from roundhouse.web.tables import Tables

YEAR = 365 * 24 * 3600


def tables_of(request: Request) -> Tables:
    return cast(Tables, request.app.state.tables)


def access_of(request: Request) -> Access:
    return cast(Access, request.app.state.access)


def gate_of(request: Request) -> Gate:
    return cast(Gate, request.app.state.gate)


def known_person(request: Request) -> Person | None:
    """Whom the cookie names, if it is one of ours."""
    return cast(People, request.app.state.people).read(request.cookies.get(COOKIE))


def caller_of(request: Request) -> Caller:
    """Who asks; a stranger gets an id that the answer's cookie keeps."""
    token = token_of(request.headers.get("authorization", ""))
    address = request.client.host if request.client else ""
    known = None if token else known_person(request)
    near = cast(People, request.app.state.people).mark(neighbourhood(address))
    owner = f"{near} {known.id if known else 'anybody'}"
    cookies = {} if token else request.cookies
    return Caller(known or stranger(), token, cookies, address, owner, known is not None)


Service = Annotated[Tables, Depends(tables_of)]
Allowed = Annotated[Access, Depends(access_of)]
Within = Annotated[Gate, Depends(gate_of)]
Me = Annotated[Caller, Depends(caller_of)]


def secure(request: Request) -> bool:
    """Whether people reach this server over HTTPS."""
    return request.url.scheme == "https" or str(request.app.state.base).startswith("https:")


def base_of(request: Request) -> str:
    """What links begin with: the configured address, else the one that was asked for."""
    return str(request.app.state.base or request.base_url)


def remember(request: Request, response: Response, person: Person) -> Response:
    """The answer, with the person's cookie if it is new; who comes with a token gets none."""
    if known_person(request) != person and not token_of(request.headers.get("authorization", "")):
        put_cookie(request, response, COOKIE, cast(People, request.app.state.people).write(person))
    return response


def put_cookie(request: Request, response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure(request))
