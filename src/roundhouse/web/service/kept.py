"""What is kept about a person: brought back by a phrase, shown to them, taken out whole, and deleted."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Text, cast, delete, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from roundhouse.web.refusals import Refused
from roundhouse.web.service.access import same
from roundhouse.web.service.people import LONGEST_TITLE, Person
from roundhouse.web.service.phrases import hashed, new_phrase, read_phrase
from roundhouse.web.service.rows import (
    LOST,
    BarRow,
    ChatRow,
    HandoverRow,
    PersonRow,
    PushRow,
    ReportRow,
    SeatRow,
    TableRow,
)
from roundhouse.web.service.store import TRIES, Seats, new_token, nobody, set_seats
from roundhouse.web.service.tables import TableService

NOBODY = "Somebody"  # who had a name here and has deleted it
DELETED = "(deleted)"  # what they said
MOST_UNKNOWN = 20  # tables at a time whose end is worked out because it was not kept when they ended


@dataclass(frozen=True)
class Result:
    """How a person has done at a game."""

    game: str
    played: int
    won: int
    best: int | None


class Kept:
    """Looks after what is kept about persons besides their tables, and at their tables."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.store = service.store

    # coming back

    def keep(self, person: Person) -> str:
        """A new phrase that brings a person back; the one of before ends."""
        phrase = new_phrase()
        for _ in range(TRIES):
            with suppress(IntegrityError), self.store.writing() as session:  # twice at the same moment
                row = session.get(PersonRow, person.id) or PersonRow(id=person.id)
                row.name, row.key, row.key_made = person.name, hashed(phrase), self.store.time(session)
                session.add(row)
                session.flush()
                return phrase
        raise Refused(503, "The phrase could not be kept just now; try again in a moment.", wait=3)

    def kept_since(self, person: Person) -> datetime | None:
        """When the phrase was made that brings a person back, if there is one."""
        return self.store.one(select(PersonRow.key_made).where(PersonRow.id == person.id))

    def by_phrase(self, typed: str) -> Person:
        """Whom a phrase brings back."""
        key = hashed(read_phrase(typed))
        found = self.store.one(select(PersonRow).where(PersonRow.key == key))
        if found is None or not same(key, found.key):
            raise Refused(404, "Nobody here has that phrase; if there is a newer one, that one counts.")
        return Person(found.id, found.name)

    def in_play(self, person: Person) -> int:
        """How many tables in play a person has."""
        return self.store.how_many(self.store.tables_of(person.id, False))

    # results

    def results(self, person: Person) -> list[Result]:
        """By game how a person has done; of several seats at a table the one of their name counts.

        What was played on from another game does not: the position was chosen, and can be tried again.
        """
        self.settle(person)
        query = (
            select(TableRow.game, SeatRow.table_id, SeatRow.name, SeatRow.won, SeatRow.points)
            .join(TableRow, TableRow.id == SeatRow.table_id)
            .where(SeatRow.player == person.id, TableRow.status == "over", SeatRow.won.is_not(None))
            .where(TableRow.origin == "")
            .order_by(TableRow.game, SeatRow.table_id, SeatRow.name != person.name, SeatRow.n)
        )
        with self.store.session() as session:
            rows = session.execute(query).all()
        first = {row.table_id: row for row in reversed(rows)}
        by_game: dict[str, list[Any]] = {}
        for row in first.values():
            by_game.setdefault(row.game, []).append(row)
        return [
            Result(
                game,
                len(rows),
                sum(row.won for row in rows),
                max((row.points for row in rows if row.points is not None), default=None),
            )
            for game, rows in sorted(by_game.items())
        ]

    def settle(self, person: Person) -> None:
        """Keep how tables ended of which that is not known, as they ended before it was kept; some at a time."""
        unknown = (
            select(TableRow.id)
            .join(SeatRow, TableRow.id == SeatRow.table_id)
            .where(SeatRow.player == person.id, TableRow.status == "over", SeatRow.won.is_(None))
            .order_by(TableRow.changed.desc())
            .limit(MOST_UNKNOWN)
        )
        for id in dict.fromkeys(self.store.all(unknown)):
            with suppress(Refused):  # one that cannot be read counts for nothing
                self.store.change_table(id, self.service.get(id).outcome())

    # all of it

    def everything(self, person: Person) -> dict[str, Any]:
        """All that is kept about a person, as JSON."""
        me, store = person.id, self.store
        row = store.one(select(PersonRow).where(PersonRow.id == me))
        said = store.all(select(ChatRow).where(ChatRow.player == me).order_by(ChatRow.at))
        reports = store.all(select(ReportRow).where(ReportRow.by == me).order_by(ReportRow.id))
        pushes = store.all(select(PushRow).where(PushRow.player == me).order_by(PushRow.made))
        passed = store.all(select(HandoverRow).where(HandoverRow.player == me).order_by(HandoverRow.made))
        bars = store.all(select(BarRow).where(BarRow.player == me).order_by(BarRow.at))
        tables = [*store.all(store.tables_of(me, False)), *store.all(store.tables_of(me, True))]
        return {
            "person": {"id": me, "name": person.name},
            "kept": row
            and {
                "name": row.name,
                "since": at(row.made),
                "phrase_made": at(row.key_made),
                "mail": row.mail,
                "mail_confirmed": row.mail_on,
            },
            "tables": [table_of(table, me) for table in store.bare_tables(tables)],
            "chat": [{"table": c.table_id, "name": c.name, "text": c.text, "at": at(c.at)} for c in said],
            "reports": [{"table": r.table_id, "name": r.name, "text": r.text, "at": at(r.at)} for r in reports],
            "pushes": [{"endpoint": push.endpoint, "made": at(push.made)} for push in pushes],
            "handovers": [{"table": h.table_id, "seat": h.n, "made": at(h.made), "used": h.used} for h in passed],
            "bars": [{"kind": bar.kind, "table": bar.table_id, "at": at(bar.at)} for bar in bars],
        }

    def delete(self, person: Person) -> None:
        """Delete a person, in one go: records stay, with the name replaced; tables in play go on without them."""
        with self.store.writing() as session:
            names = {person.name, *forget(session, person.id)}
            tables = tables_of(session, person.id)
            tokens = set(session.scalars(select(SeatRow.token).where(SeatRow.player == person.id)))
            for id in tables:
                leave(session, id, person.id, names)
                self.store.touch(session, id)
        self.service.events.end_all({person.id, *tokens})
        for id in tables:
            self.service.read_again(id)


def at(when: datetime | None) -> str | None:
    return None if when in (None, LOST) else f"{when:%Y-%m-%dT%H:%M:%SZ}"


def table_of(row: TableRow, player: str) -> dict[str, Any]:
    """A table as it concerns one person."""
    seats = [
        {
            "seat": seat.n,
            "name": seat.name,
            "conceded": seat.conceded,
            "won": seat.won,
            "points": seat.points,
            "webhook": seat.hook,
        }
        for seat in row.seats
        if seat.player == player
    ]
    facts = {"id": row.id, "game": row.game, "title": row.title, "status": row.status, "seats": seats}
    return {**facts, "opened_by_you": row.host == player, "opened": at(row.created), "changed": at(row.changed)}


# deleting


def forget(session: Session, player: str) -> set[str]:
    """Delete what is about a person alone, and cut loose what else tells of them; the names they were known by."""
    names = set(session.scalars(select(PersonRow.name).where(PersonRow.id == player)))
    names.update(session.scalars(select(ChatRow.name).where(ChatRow.player == player).distinct()))
    session.execute(delete(PersonRow).where(PersonRow.id == player))
    session.execute(delete(PushRow).where(PushRow.player == player))
    session.execute(delete(BarRow).where(BarRow.player == player))
    session.execute(delete(HandoverRow).where(HandoverRow.player == player, HandoverRow.used.is_(False)))
    session.execute(update(ReportRow).where(ReportRow.by == player).values(by=""))
    session.execute(update(ReportRow).where(ReportRow.player == player).values(player="", name=NOBODY))
    return names


def tables_of(session: Session, player: str) -> list[str]:
    """Every table that knows a person in any way, in one order for all who change several."""
    found = [select(kind.table_id).where(kind.player == player) for kind in (SeatRow, ChatRow, HandoverRow)]
    found.append(select(TableRow.id).where(or_(TableRow.host == player, TableRow.owner.endswith(player))))
    return sorted({id for query in found for id in session.scalars(query)})


def leave(session: Session, id: str, player: str, known: set[str]) -> None:
    """Take a person out of a table: the name from seats, record, title and chat, the seats from who held them."""
    columns = (TableRow.status, TableRow.title, TableRow.host, TableRow.owner, TableRow.stand_in)
    query = select(*columns, cast(TableRow.header, Text)).where(TableRow.id == id).with_for_update()
    status, title, host, owner, bot, text = session.execute(query).one()
    seats, others = seated(session, id, player)
    own = [seat.n for seat in seats if seat.player == player]
    marked = [seat.n for seat in seats if seat.n in passed_on(session, id, player) and seat.name in known]
    if host == player and status != "playing":  # an opened record has names, but nobody in its seats
        marked += [seat.n for seat in seats if not seat.player and seat.name in known]
    new = nameless([*own, *marked], {seat.name for seat in seats})
    header, names = renamed(text, new)
    names |= known | {seat.name for seat in seats if seat.n in new}
    fields: dict[str, Any] = {"header": header} if header is not None else {}
    if new or host == player:
        fields["title"] = without(names - {nobody(seat.n) for seat in seats}, title)
    if host == player:
        fields["host"] = others[0] if others else ""
    if owner.endswith(player):
        fields["owner"] = ""
    playing = status == "playing" and (bool(own) or host == player)
    if playing:
        fields |= {"asked": None, "status": "playing" if others else "closed"}
    free = [seat.n for seat in seats if playing and others and not seat.conceded]
    set_seats(session, id, cleared(new, own, free, bot))
    if fields:
        session.execute(update(TableRow).where(TableRow.id == id).values(**fields))
    said = update(ChatRow).where(ChatRow.table_id == id, ChatRow.player == player)
    session.execute(said.values(player="", name=next(iter(new.values()), NOBODY), text=DELETED))
    passed = update(HandoverRow).where(HandoverRow.table_id == id, HandoverRow.player == player)
    session.execute(passed.values(player=""))


def seated(session: Session, id: str, player: str) -> tuple[Sequence[Any], list[str]]:
    """The seats of a table, and the other persons who still play there."""
    columns = (SeatRow.n, SeatRow.kind, SeatRow.name, SeatRow.player, SeatRow.conceded)
    seats = session.execute(select(*columns).where(SeatRow.table_id == id).order_by(SeatRow.n)).all()
    others = [s.player for s in seats if s.kind == "person" and s.player not in ("", player) and not s.conceded]
    return seats, others


def passed_on(session: Session, id: str, player: str) -> set[int]:
    """The seats of a table that a person has handed over."""
    return set(session.scalars(select(HandoverRow.n).where(HandoverRow.table_id == id, HandoverRow.player == player)))


def cleared(new: dict[int, str], own: list[int], free: list[int], bot: str) -> Seats:
    """By seat what changes of it: all lose the name, a person's own its holder; free ones wait with a bot."""
    out: Seats = {n: {"name": name} for n, name in new.items()}
    for n in own:
        out[n] |= {"player": "", "hook": "", "token": new_token()}
        if n in free:
            out[n] |= {"kind": "open", "name": nobody(n), "bot": bot}
    return out


def nameless(seats: Sequence[int], taken: set[str]) -> dict[int, str]:
    """By seat a name that says nothing and that nobody else there has."""
    free = (name for k in range(1, 99) if (name := f"{NOBODY} {k}" if k > 1 else NOBODY) not in taken)
    return dict(zip(seats, free, strict=False))


def renamed(text: str, new: dict[int, str]) -> tuple[dict[str, Any] | None, set[str]]:
    """The header of a record with other names, and the names of before; None if it cannot be read."""
    try:
        header = json.loads(text)
        names = [str(name) for name in header["names"]]
        before = {names[n] for n in new}
    except (ValueError, TypeError, LookupError):
        return None, set()
    return {**header, "names": [new.get(n, name) for n, name in enumerate(names)]}, before


def without(names: set[str], title: str) -> str:
    """A title in which some names do not stand any more."""
    found = "|".join(re.escape(name) for name in sorted(filter(None, names), key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{found})(?!\w)", NOBODY, title)[:LONGEST_TITLE] if found else title
