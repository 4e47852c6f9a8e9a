"""What nobody needs any more: tables that were left are closed, and what is about persons is not kept for ever.

How long is in the limits that end in `days`; 0 is never. It is one duty that does some of it at a time. All of it can
be done twice, or by several servers at once: every change says in the same statement that it is still due.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, and_, case, delete, func, literal, or_, select, union_all, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from roundhouse.web.refusals import Refused
from roundhouse.web.service.kept import Kept
from roundhouse.web.service.limits import Limits
from roundhouse.web.service.people import Person
from roundhouse.web.service.rows import (
    EXPIRED,
    BarRow,
    ChatRow,
    HandoverRow,
    MoveRow,
    PersonRow,
    PushRow,
    ReportRow,
    SeatRow,
    TableRow,
)
from roundhouse.web.service.store import bots_alone
from roundhouse.web.service.subscribers import drop_mail

AT_ONCE = 50  # tables or persons of a kind
OF_A_TABLE = ("removed", "muted")  # bars that are of use at a table in play only

log = logging.getLogger("roundhouse.tidy")


class Tidy:
    """Closes what was left, and forgets what is old."""

    def __init__(self, kept: Kept, limits: Limits) -> None:
        self.kept = kept
        self.service = kept.service
        self.store = kept.store
        self.limits = limits

    def up(self) -> None:
        """Do some of all that is due."""
        most = self.limits
        jobs: list[tuple[str, int, Callable[[datetime], int]]] = [
            ("puzzles and first games closed", most.idle_lesson_days, self.close_lessons),
            ("tables closed that had not begun", most.idle_early_days, self.close_early),
            ("tables closed", most.idle_days, self.close_idle),
            ("ended tables cleared", most.chat_days, self.clear_tables),
            ("reports deleted", most.report_days, self.drop_reports),
            ("addresses deleted that nobody confirmed", most.mail_days, self.drop_mails),
            ("browsers forgotten", most.push_days, self.drop_pushes),
            ("persons made nameless", most.person_days, self.forget_persons),
        ]
        now = self.store.time()
        for what, days, job in jobs:
            try:
                done = job(now - timedelta(days=days)) if days else 0
            except Exception:  # which is no reason to leave all others undone
                log.exception("something could not be tidied up", extra={"what": what})
                continue
            if done:
                log.info("tidied up", extra={"what": what, "number": done})

    # tables in play at which nothing happens

    def close_lessons(self, before: datetime) -> int:
        return self.close(before, TableRow.lesson != "")

    def close_early(self, before: datetime) -> int:
        played = select(MoveRow.n).where(MoveRow.table_id == TableRow.id, MoveRow.n > TableRow.began)
        return self.close(before, or_(and_(*bots_alone()), ~played.exists()))

    def close_idle(self, before: datetime) -> int:
        return self.close(before)

    def close(self, before: datetime, *which: Any) -> int:
        """Close tables like that where nothing was decided or said since; how many."""
        said = select(ChatRow.n).where(ChatRow.table_id == TableRow.id, ChatRow.at >= before)
        left = (TableRow.status == "playing", TableRow.changed < before, ~said.exists(), *which)
        looked_at = self.service.events.looked_at()
        most = AT_ONCE + len(looked_at)  # so that these keep no others away
        found = self.store.all(select(TableRow.id).where(*left).order_by(TableRow.changed).limit(most))
        return each(lambda id: self.close_one(id, left), [id for id in found if id not in looked_at][:AT_ONCE])

    def close_one(self, id: str, left: tuple[Any, ...]) -> bool:
        with self.store.writing() as session:
            change = update(TableRow).where(TableRow.id == id, *left).values(status=EXPIRED, asked=None)
            if not number(session, change.execution_options(synchronize_session=False)):
                return False  # somebody has come back, or another server was here
            self.store.touch(session, id)
        log.info("a table is closed, as nobody came any more", extra={"table": id})
        with suppress(Refused):  # one that cannot be read
            self.service.read_again(id)
        return True

    # what is about persons

    def clear_tables(self, before: datetime) -> int:
        """Chat, webhooks, links and bars of tables that ended so long ago; records and results stay."""
        parts = (
            select(ChatRow.n).where(ChatRow.table_id == TableRow.id),
            select(HandoverRow.n).where(HandoverRow.table_id == TableRow.id),
            select(SeatRow.n).where(SeatRow.table_id == TableRow.id, SeatRow.hook != ""),
            select(BarRow.kind).where(BarRow.table_id == TableRow.id, BarRow.kind.in_(OF_A_TABLE)),
        )
        ended = (TableRow.status != "playing", TableRow.changed < before)
        found = self.some(select(TableRow.id).where(*ended, or_(*[part.exists() for part in parts])))
        with self.store.writing() as session:
            session.execute(delete(ChatRow).where(ChatRow.table_id.in_(found)))
            session.execute(delete(HandoverRow).where(HandoverRow.table_id.in_(found)))
            session.execute(update(SeatRow).where(SeatRow.table_id.in_(found), SeatRow.hook != "").values(hook=""))
            session.execute(delete(BarRow).where(BarRow.table_id.in_(found), BarRow.kind.in_(OF_A_TABLE)))
        return len(found)

    def drop_reports(self, before: datetime) -> int:
        found = self.some(select(ReportRow.id).where(ReportRow.at < before))
        with self.store.writing() as session:
            return number(session, delete(ReportRow).where(ReportRow.id.in_(found)))

    def drop_mails(self, before: datetime) -> int:
        due = (PersonRow.mail != "", PersonRow.mail_on.is_(False), PersonRow.mail_asked < before)
        with self.store.writing() as session:
            found = list(session.scalars(select(PersonRow.id).where(*due).limit(AT_ONCE).with_for_update()))
            drop_mail(session, found)
        return len(found)

    def drop_pushes(self, before: datetime) -> int:
        """Browsers say anew with every visit that they want to be told; these have not for so long."""
        found = self.some(select(PushRow.id).where(PushRow.made < before))
        with self.store.writing() as session:
            return number(session, delete(PushRow).where(PushRow.id.in_(found), PushRow.made < before))

    def forget_persons(self, before: datetime) -> int:
        """Make those nameless who have done nothing for so long, as if they had asked for it.

        Who keeps a phrase or a confirmed address wants to be known, and is.
        """

        def forget(player: str) -> bool:
            self.kept.delete(Person(player, ""))
            return True

        return each(forget, self.some(self.gone(before)))

    def gone(self, before: datetime) -> Select[Any]:
        """The persons of whom nothing was seen since, with no table in play."""
        sits = select(SeatRow.player.label("player"), TableRow.changed.label("at"), TableRow.status.label("status"))
        hosts = select(TableRow.host, TableRow.changed, TableRow.status)
        said = select(ChatRow.player, ChatRow.at, literal("over"))
        seen = union_all(sits.join(TableRow, TableRow.id == SeatRow.table_id), hosts, said).subquery()
        known = select(PersonRow.id).where(or_(PersonRow.key != "", PersonRow.mail_on.is_(True)))
        playing = func.sum(case((seen.c.status == "playing", 1), else_=0))
        return (
            select(seen.c.player)
            .where(seen.c.player != "", seen.c.player.not_in(known))
            .group_by(seen.c.player)
            .having(func.max(seen.c.at) < before, playing == 0)
        )

    def some(self, found: Select[Any]) -> list[Any]:
        return self.store.all(found.limit(AT_ONCE))


def each(do: Callable[[str], bool], ids: list[str]) -> int:
    """Do it to each of them, whatever becomes of the others; to how many it was done."""
    done = 0
    for id in ids:
        try:
            done += do(id)
        except SQLAlchemyError:
            raise
        except Exception:  # a row that is damaged is no reason to keep all others
            log.exception("something could not be tidied up", extra={"id": id})
    return done


def number(session: Session, change: Any) -> int:
    """Carry out a change; how many rows it was."""
    return int(session.execute(change).rowcount)  # type: ignore[attr-defined]
