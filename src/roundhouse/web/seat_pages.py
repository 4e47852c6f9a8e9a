"""Who sits where: joining, links for seats, moving a seat to another device, bots for seats, closing, rematch."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from roundhouse.web import show
from roundhouse.web.access import Caller
from roundhouse.web.callers import Allowed, Me, Service, Within, base_of, put_cookie, remember
from roundhouse.web.gate import Gate
from roundhouse.web.held import Live
from roundhouse.web.pages import Named, page, table_facts
from roundhouse.web.people import GUEST, Person
from roundhouse.web.refusals import Refused, Unknown
from roundhouse.web.tables import Tables

router = APIRouter(include_in_schema=False)


def to_table(id: str) -> Response:
    return RedirectResponse(f"/t/{id}", 303)


# sitting down


def named(gate: Gate, me: Caller, name: str) -> Person:
    """Who sits down, by the name on the form; without one it is the name of before, if they have said one."""
    if not name and me.person.name != GUEST:
        return me.person
    return Person(me.person.id, gate.text("name", name))


def asked_name(me: Caller) -> str:
    """What stands in the field for the name."""
    return "" if me.person.name == GUEST else me.person.name


def sat(request: Request, service: Tables, me: Caller, live: Live, person: Person) -> Response:
    """The way to the table for who has just sat down, perhaps by a new name."""
    service.rename(me.person, person)
    return remember(request, to_table(live.id), person)


@router.get("/t/{id}/join")
def join_page(request: Request, service: Service, access: Allowed, me: Me, id: str) -> Response:
    live = service.get(id)
    mine = access.see(live.row, me)
    facts, seats = table_facts(live), show.looks(live, mine)
    return page(request, "join.html", me.person, table=facts, seats=seats, nickname=asked_name(me))


@router.post("/t/{id}/join")
def join(
    request: Request, service: Service, access: Allowed, gate: Within, me: Me, id: str, name: Named = ""
) -> Response:
    live = service.get(id, now=True)
    free = access.sit(live.row, me)
    person = named(gate, me, name)
    gate.joins(me)
    service.join(live, person, free, twice=access.hosts(live.row, me))
    return sat(request, service, me, live, person)


def invited(service: Tables, token: str) -> tuple[Live, int]:
    """The table and the seat of an invitation."""
    seat = service.store.by_seat_token(token) if token.isprintable() else None
    if seat is None or seat.kind != "open":
        raise Refused(404, "This seat is taken, or the link is not known; ask at the table for a new one.")
    return service.get(seat.table_id), seat.n


@router.get("/s/{token}")
def seat_link(request: Request, service: Service, access: Allowed, me: Me, token: str) -> Response:
    """Opening the link of a seat shows what is offered; only the form on that page takes the seat."""
    if held := access.back_by(token, me):
        return to_table(held)
    live, n = invited(service, token)
    access.sit(live.row, me, token)
    mine = access.seats(live.row, me)
    facts, seats = table_facts(live), show.looks(live, mine)
    ways: dict[str, Any] = {"action": f"/s/{token}", "watch": f"/w/{live.row.watch}", "nickname": asked_name(me)}
    if mine or access.hosts(live.row, me):  # they mean to send it rather than to sit twice
        ways["send"] = f"{base_of(request)}s/{token}"
    return page(request, "join.html", me.person, table=facts, seats=seats, seat=n, **ways)


@router.post("/s/{token}")
def take_seat(
    request: Request, service: Service, access: Allowed, gate: Within, me: Me, token: str, name: Named = ""
) -> Response:
    if held := access.back_by(token, me):
        return to_table(held)
    live, _ = invited(service, token)
    free = access.sit(live.row, me, token)
    person = named(gate, me, name)
    gate.joins(me)
    service.join(live, person, free, twice=True)
    return sat(request, service, me, live, person)


@router.get("/w/{token}")
def watch_link(request: Request, service: Service, access: Allowed, me: Me, token: str) -> Response:
    row = service.store.by_watch_token(token) if token.isprintable() else None
    if row is None:
        raise Unknown("This link is not known; ask for a new one at the table.")
    access.open_to_all(row)
    response = to_table(row.id)
    put_cookie(request, response, f"watch-{row.id}", token)
    return remember(request, response, me.person)


# from one device to another


@router.post("/t/{id}/hand-over/{n}")
def hand_over(request: Request, service: Service, access: Allowed, me: Me, id: str, n: int) -> dict[str, Any]:
    """A link that moves an own seat to another device, once and within a day."""
    live = service.get(id, now=True)
    return {"url": f"{base_of(request)}h/{service.offer(live, access.own(live.row, me, n))}"}


@router.get("/h/{token}")
def handed(request: Request, service: Service, access: Allowed, me: Me, token: str) -> Response:
    """What is handed over; only the form on that page takes it."""
    if mine := access.back_by(token, me):
        return to_table(mine)
    held = service.store.handover(token) if token.isprintable() else None
    if held is None:
        raise Refused(404, "This link was used, replaced or is too old; make a new one where the seat is now.")
    live = service.get(held.table_id)
    access.open_to_all(live.row)
    facts, seats = table_facts(live), show.looks(live, [])
    return page(request, "hand_over.html", me.person, table=facts, seats=seats, seat=held.n, action=f"/h/{token}")


@router.post("/h/{token}")
def take_over(request: Request, service: Service, access: Allowed, me: Me, token: str) -> Response:
    access.act(me)
    if mine := access.back_by(token, me):
        return to_table(mine)
    held = service.store.handover(token) if token.isprintable() else None
    if held is not None:
        access.open_to_all(service.row(held.table_id))
    live, _ = service.take_over(token, me.person)
    return remember(request, to_table(live.id), me.person)


# bots for seats, and the end of a table


@router.post("/t/{id}/stand-in/{n}")
def stand_in(service: Service, access: Allowed, gate: Within, me: Me, id: str, n: int) -> Response:
    """Let a bot play an own seat, or take it back."""
    live = service.get(id, now=True)
    seat, wanted = access.own(live.row, me, n), not live.bot_of(n)
    if wanted:
        gate.steps_back(live.row, seat)
    service.stand_in(live, seat, wanted)
    return to_table(id)


@router.post("/t/{id}/concede/{n}")
def concede(service: Service, access: Allowed, me: Me, id: str, n: int) -> Response:
    """Give up an own seat for good."""
    live = service.get(id, now=True)
    service.concede(live, access.own(live.row, me, n))
    return to_table(id)


@router.post("/t/{id}/absent/{n}")
def absent(service: Service, access: Allowed, me: Me, id: str, n: int) -> Response:
    """Ask for a bot in the seat of somebody else who does not decide."""
    live = service.get(id, now=True)
    mine = access.see(live.row, me)
    access.act(me, live.row)
    service.ask_for_bot(live, mine, n)
    return to_table(id)


@router.post("/t/{id}/remove/{n}")
def remove(service: Service, access: Allowed, me: Me, id: str, n: int) -> Response:
    """The host asks a guest to leave."""
    live = service.get(id, now=True)
    access.manage(live.row, me, "remove a guest")
    if not 0 <= n < len(live.row.seats):
        raise Refused(409, "No guest sits there.")
    service.remove(live, n)
    return to_table(id)


@router.post("/t/{id}/close")
def close(service: Service, access: Allowed, me: Me, id: str) -> Response:
    live = service.get(id, now=True)
    access.manage(live.row, me, "close it")
    service.close(live)
    return RedirectResponse("/", 303)


@router.post("/t/{id}/rematch")
def rematch(service: Service, access: Allowed, gate: Within, me: Me, id: str) -> Response:
    live = service.get(id, now=True)
    access.see(live.row, me)
    access.act(me, live.row)
    with gate.opening(me, service.company(live, me.person)):
        return to_table(service.rematch(live, me.person, me.owner).id)
