"""What the table's page shows while a seat is free: links to send, who has come, and where to join."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from roundhouse.draw.markup import Markup
from roundhouse.web.render.pages import templates
from roundhouse.web.render.table import seat_looks
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.rows import SeatRow


@lru_cache(64)
def qr_code(url: str) -> Markup:
    """A link as a QR code, dark on light in either theme so that every camera reads it; nothing if it is too long."""
    import segno  # here, as it is seldom needed and takes a while to load

    try:
        code = segno.make(url, error="m", micro=False)
    except segno.DataOverflowError:
        return Markup("")
    return Markup(code.svg_inline(border=3, omitsize=True, dark="#14222c", light="#fff"))


def invite_facts(
    live: LiveTable, mine: list[int], invited: Sequence[SeatRow], joins: bool, base: str
) -> dict[str, Any]:
    """What `_invite.html` takes: the links that the viewer may hand out, and whether they may sit down themselves."""
    links = [{"n": s.n, "url": f"{base}s/{s.token}", "qr": qr_code(f"{base}s/{s.token}")} for s in invited]
    free = [s.n for s in live.row.seats if s.kind == "open"]
    return {
        "title": live.row.title,
        "game": live.record.game.title,
        "free": free,
        "links": links if live.playing else [],
        "join": f"/t/{live.id}/join" if joins and live.playing and free and not mine else "",
        "seats": seat_looks(live, mine),
    }


def invite_html(facts: dict[str, Any]) -> str:
    """The same as the page has it."""
    return templates.env.get_template("_invite.html").render(invite=facts)
