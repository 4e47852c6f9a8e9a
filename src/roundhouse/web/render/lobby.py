"""What the lobby shows of tables and games."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import roundhouse
from roundhouse.core.words import listed
from roundhouse.learn.puzzles import has_puzzles
from roundhouse.learn.script import has_lesson
from roundhouse.web.refusals import Unreadable
from roundhouse.web.render.games import face
from roundhouse.web.render.times import iso
from roundhouse.web.service.cache import Latest
from roundhouse.web.service.people import Person
from roundhouse.web.service.rows import LOST, TableRow, now
from roundhouse.web.service.tables import TableService

MOST_KNOWN = 5000

log = logging.getLogger("roundhouse.pages")


@dataclass(frozen=True)
class Progress:
    """How far a table has come, in few words; by itself, that it cannot be read."""

    game_title: str
    options: str = ""
    words: str = "cannot be read"
    result: str = ""
    deciding: int = -1
    damaged: bool = True


KNOWN: Latest[str, tuple[object, Progress]] = Latest(MOST_KNOWN)


def progress_of(service: TableService, row: TableRow) -> Progress:
    """How far a table has come: worked out once for each of its positions."""
    mark = (row.changed, row.status, [(seat.name, seat.conceded) for seat in row.seats])
    known = KNOWN.get(row.id)
    if known is None or known[0] != mark:
        try:
            known = KNOWN[row.id] = (mark, progress(service, row))
        except Unreadable:
            return Progress(roundhouse.game(row.game).title)
    return known[1]


def progress(service: TableService, row: TableRow) -> Progress:
    live = service.get(row.id)
    with live.lock:
        record, drawn, result = live.record, face(row.game), live.result()
        words = "closed" if live.row.closed else result or drawn.progress(record.state.view(None))
        return Progress(
            record.game.title, drawn.options_text(record.options), words, result, record.state.seat, damaged=False
        )


def table_line(service: TableService, row: TableRow, person: Person) -> dict[str, Any] | None:
    """A table as a line of the lobby, if anything can be said of it."""
    try:
        known = progress_of(service, row)
        over = row.status != "playing"
        deciding = row.seats[known.deciding] if known.deciding >= 0 and not over else None
        when = ago(row.changed)
    except (ValueError, TypeError, LookupError):
        log.exception("a table cannot be listed", extra={"table": row.id})
        return None
    return {
        "id": row.id,
        "title": row.title,
        "game": row.game,
        "game_title": known.game_title,
        "options": known.options,
        "seats": [{"n": seat.n, "name": seat.name, "kind": seat.kind} for seat in row.seats],
        "company": company(row, person),
        "progress": known.words,
        "next": deciding.name if deciding else "",
        "yours": bool(deciding and deciding.player == person.id and not deciding.bot),
        "when": when,
        "changed": iso(row.changed),
        "over": over,
        "result": known.result,
        "damaged": known.damaged,
    }


def company(row: TableRow, person: Person) -> str:
    """Who else sits there, bots with their level."""
    others = [seat for seat in row.seats if seat.kind != "open" and seat.player != person.id]
    return listed([f"{seat.name} ({seat.bot})" if seat.kind == "bot" else seat.name for seat in others], "and")


def ago(when: datetime) -> str:
    """How long ago, in few words."""
    if when == LOST:
        return "some time ago"
    minutes = max(0, int((now() - when).total_seconds() // 60))
    hours, days = minutes // 60, minutes // (24 * 60)
    if days:
        return f"{days} days ago" if days > 1 else "yesterday"
    return f"{hours} h ago" if hours else f"{minutes} min ago" if minutes else "just now"


def game_card(id: str) -> dict[str, Any]:
    """A game as the form for a new table offers it."""
    game = roundhouse.game(id)
    titles = {names[0]: names[1] for names in game.printed.names()}
    options = [
        {
            "name": name,
            "kind": option.kind,
            "choices": option.choices,
            "default": option.default,
            "help": option.help,
            "items": {item: titles.get(item, item) for item in option.items},
            "size": option.size,
        }
        for name, option in game.options.items()
    ]
    told = {"id": id, "title": game.title, "blurb": face(id).blurb, "learn": has_lesson(game)}
    return {**told, "puzzles": has_puzzles(game), "seats": list(game.seats), "options": options}
