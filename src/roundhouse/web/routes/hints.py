"""Hints at a table, and whether there are any."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from roundhouse.web.routes.context import Context, to_table
from roundhouse.web.routes.table import ForSeat

router = APIRouter(include_in_schema=False)


class Wish(ForSeat):
    """A wish for a hint on decision n."""

    n: int


@router.post("/t/{id}/hint")
def hint(ctx: Context, id: str, wish: Wish) -> dict[str, Any]:
    """What matters now, and the best actions with what they promise."""
    live, seat = ctx.deciding_seat_or_403(id, wish.seat)
    if ctx.hints.known(live, seat, wish.n):
        return ctx.hints.tell(live, seat, wish.n, ctx.me.owner)
    with ctx.gate.waiting_for_hint(ctx.me):
        ctx.gate.count("hints", ctx.me)
        return ctx.hints.tell(live, seat, wish.n, ctx.me.owner)


@router.post("/t/{id}/hints/on")
@router.post("/t/{id}/hints/off")
def set_hints(ctx: Context, id: str) -> Response:
    """The host turns hints on or off."""
    on = ctx.request.url.path.endswith("/on")
    ctx.service.set_hints(ctx.host_or_403(id, "say whether there are hints"), on)
    return to_table(id)
