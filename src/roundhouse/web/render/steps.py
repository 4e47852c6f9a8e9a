"""What the pages at a table are told of each change: what to show now, drawn for their own seat, and what was done."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any

from roundhouse.web.render import log as logs
from roundhouse.web.render.games import face
from roundhouse.web.render.table import table_json
from roundhouse.web.service.events import Events, News, worded
from roundhouse.web.service.live_table import LiveTable, Viewer

log = logging.getLogger("roundhouse.pages")


class Steps:
    """Tells everybody at a table of a change. A page that shows the version before gets only what differs."""

    def __init__(self, events: Events) -> None:
        self.events = events

    def tell(self, live: LiveTable, news: dict[str, object]) -> None:
        """Tell all who look at a table, whose lock is held; who is to ask for themselves is told just that."""
        plain, drawn = worded(live.id, "table", news), dict[Viewer, News]()
        before, live.announced = live.announced, live.n
        for listener in self.events.at(live.id):
            mine = live.seats_of(listener.whose)
            if not listener.page or len(mine) > 1:  # of several seats one is looked through
                listener.send(plain)
                continue
            who = next(iter(mine), None)
            if who not in drawn:
                drawn[who] = self.step(live, who, news, before) or plain
            listener.send(drawn[who])
        live.rendered = {who: made for who, made in live.rendered.items() if who in drawn}

    def step(self, live: LiveTable, who: Viewer, news: dict[str, object], n: int) -> News | None:
        """The news since line n with what a seat is to be shown; None if it cannot be drawn."""
        base, before = live.rendered.get(who, ("", {"regions": {}}))
        try:
            now = table_json(live, [] if who is None else [who])
            state = {key: value for key, value in now.items() if key != "regions"}
            regions = changes(before["regions"], now["regions"])
            more = {"from": base, "state": state, "regions": regions, "step": done(live, n)}
            return worded(live.id, "table", {**news, **more})
        except Exception:  # a face that fails stops no move
            log.exception("a step could not be drawn", extra={"table": live.id})
            return None


def done(live: LiveTable, n: int) -> dict[str, Any] | None:
    """What was decided since line n, if that is one decision."""
    line = live.record.lines[-1] if live.n == n + 1 else None
    if line is None or line.back:
        return None
    text = logs.log_texts(live, face(live.row.game), [line])[0]
    return {"seat": line.seat, "name": live.names[line.seat], "html": text.html, "minor": text.minor}


Change = str | tuple[int, int, str]


def changes(before: dict[str, str], now: dict[str, str]) -> dict[str, Change]:
    """The regions that differ: as they are now, or by how much of the old one stays at its head and at its tail."""
    return {name: change(before.get(name, ""), html) for name, html in now.items() if before.get(name) != html}


def change(before: str, now: str) -> Change:
    if not (before and plain(before) and plain(now)):
        return now
    head = alike(before, now)
    tail = alike_at_end(before, now, min(len(before), len(now)) - head)
    return head, tail, now[head : len(now) - tail]


@lru_cache(512)  # what is before was now a version ago
def plain(text: str) -> bool:
    """Whether a browser counts its places as we do: what takes more than 16 bits is two places long for it."""
    return text.isascii() or len(text.encode("utf-16-le", "surrogatepass")) == 2 * len(text)


def alike(a: str, b: str) -> int:
    """How many characters two texts begin with together."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def alike_at_end(a: str, b: str, most: int) -> int:
    """How many they end with together, at the most so many."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if a[len(a) - middle : len(a) - low] == b[len(b) - middle : len(b) - low]:
            low = middle
        else:
            high = middle - 1
    return low
