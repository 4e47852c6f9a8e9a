"""The context of a request: who asks, what answers, and whether they may. Every route gets one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Form, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response, StreamingResponse

from roundhouse.web.refusals import Conflict, NotKept, Refused, Unreadable
from roundhouse.web.render.pages import page
from roundhouse.web.render.table import seat_looks, table_facts
from roundhouse.web.service.access import Access, Caller
from roundhouse.web.service.gate import Gate
from roundhouse.web.service.hints import Hints
from roundhouse.web.service.kept import Kept
from roundhouse.web.service.lab import Lab
from roundhouse.web.service.limits import neighbourhood
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import COOKIE, People, Person, stranger, token_of
from roundhouse.web.service.reviews import Opinions, Reviews
from roundhouse.web.service.tables import TableService

YEAR = 365 * 24 * 3600
State = Callable[[LiveTable, int], dict[str, Any]]  # of a table, what the caller is told who decides for a seat


class Made(NamedTuple):
    """A decision as it was posted: its number, the action as a number or in words, and what follows at once."""

    n: int
    action: int | str
    then: Sequence[int] = ()


class RequestContext:
    """One request. What ends in `_or_403` authorises the caller at a table, or refuses the request."""

    def __init__(self, request: Request) -> None:
        state = request.app.state
        self.request = request
        self.service: TableService = state.service
        self.access: Access = state.access
        self.gate: Gate = state.gate
        self.people: People = state.people
        self.kept: Kept = state.kept
        self.lab: Lab = state.lab
        self.reviews: Reviews = state.reviews
        self.opinions: Opinions = state.opinions
        self.hints: Hints = state.hints
        self.base = str(state.base or request.base_url)  # what links begin with
        self.https = "https" in (request.url.scheme, str(state.base).partition(":")[0])
        self.cookie = self.people.read(request.cookies.get(COOKIE))  # whom the cookie names, if it is one of ours
        self.me = self.caller()

    def caller(self) -> Caller:
        """Who asks; a stranger gets an id that the answer's cookie keeps."""
        token = token_of(self.request.headers.get("authorization", ""))
        address = self.request.client.host if self.request.client else ""
        known = None if token else self.cookie
        owner = f"{self.people.mark(neighbourhood(address))} {known.id if known else 'anybody'}"
        return Caller(
            known or stranger(), token, {} if token else self.request.cookies, address, owner, known is not None
        )

    def seats_or_403(self, id: str, now: bool = False) -> tuple[LiveTable, list[int]]:
        """A table that the caller may see, and their seats there."""
        live = self.service.get(id, now)
        return live, self.access.seats_or_403(live.row, self.me)

    def guest_or_403(self, id: str) -> tuple[LiveTable, list[int]]:
        """The same for who wants to change something there."""
        live, mine = self.seats_or_403(id, now=True)
        self.access.not_banned_or_403(self.me, live.row)
        return live, mine

    def own_seat_or_403(self, id: str, n: int) -> tuple[LiveTable, int]:
        """A table where the caller holds that seat."""
        live = self.service.get(id, now=True)
        return live, self.access.own_seat_or_403(live.row, self.me, n)

    def deciding_seat_or_403(self, id: str, wanted: int | None = None, now: bool = True) -> tuple[LiveTable, int]:
        """A table and the seat that the caller decides for there."""
        live = self.service.get(id, now) if now else self.service.known(id)
        return live, self.access.deciding_seat_or_403(live.row, self.me, live.record.state.seat, wanted)

    def host_or_403(self, id: str, what: str) -> LiveTable:
        """A table that the caller has opened, to do this with it."""
        live = self.service.get(id, now=True)
        self.access.host_or_403(live.row, self.me, what)
        return live

    def page(self, name: str, status: int = 200, **context: Any) -> Response:
        """A template as a page for who asks."""
        return self.remember(page(self.request, name, self.me.person, status, **context))

    def table_page(self, name: str, live: LiveTable, mine: list[int], **context: Any) -> Response:
        """The same about a table."""
        return self.page(name, table=table_facts(live), seats=seat_looks(live, mine), **context)

    def play(self, id: str, wanted: int | None, made: Made, state: State, told: bool = False) -> Response:
        """Decide for the seat that is `wanted`; the answer is the state after that, or with 409 as it is.

        To who is `told` by a stream what has changed, it is which version that is; of several seats one is looked
        through, and no stream tells that.

        Nobody asks the database beforehand how the table stands: the decision is written only if that is as memory has
        it. What would be refused is tried again at the table as it stands now, for another server may know more.
        """
        try:
            return self.played(False, id, wanted, made, state, told)
        except (NotKept, Unreadable):
            raise
        except Refused:
            pass
        try:
            return self.played(True, id, wanted, made, state, told)
        except Conflict as conflict:
            live, seat = self.deciding_seat_or_403(id, wanted)
            return JSONResponse({"error": conflict.sentence, "clause": "", "state": state(live, seat)}, 409)

    def played(self, now: bool, id: str, wanted: int | None, made: Made, state: State, told: bool) -> Response:
        """The same at the table as it stands now, or as it is known here."""
        live, seat = self.deciding_seat_or_403(id, wanted, now)
        with live.lock:  # so that the answer is how the table stood then, whatever a bot does next
            self.service.play(live, seat, *made, as_known=not now)
            if told and len(self.access.seats(live.row, self.me)) == 1:
                return JSONResponse({"n": live.n, "v": live.version})
            return JSONResponse(state(live, seat))

    def remember(self, response: Response, person: Person | None = None) -> Response:
        """The answer, with the person's cookie if it is new; who comes with a token gets none."""
        person = person or self.me.person
        if self.cookie != person and not self.me.token:
            self.put_cookie(response, COOKIE, self.people.write(person))
        return response

    def put_cookie(self, response: Response, name: str, value: str) -> None:
        response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=self.https)

    def stream(self, tables: dict[str, bool], page: bool = False) -> Response:
        """The events at tables, and whether the caller sits there; a page of ours is told what it is to show now."""
        whose, within = self.me.token or self.me.person.id, self.gate.stream(self.me)
        packs = "gzip" in self.request.headers.get("accept-encoding", "")
        sat = {id for id, sits in tables.items() if sits}
        heard = self.service.events
        events = heard.stream(frozenset(tables), whose, within, lambda: self.access.hidden, page, packs, sat)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"} if packs else {}
        return StreamingResponse(events, media_type="text/event-stream", headers=headers)


async def context_of(request: Request) -> RequestContext:
    return RequestContext(request)


Context = Annotated[RequestContext, Depends(context_of)]
Name = Annotated[str, Form(max_length=200)]


def wants_page(request: Request) -> bool:
    """Whether a browser asks, which shows what it gets, and not a program."""
    return "text/html" in request.headers.get("accept", "")


def to_table(id: str, part: str = "") -> Response:
    return RedirectResponse(f"/t/{id}{part}", 303)
