"""Who wants to be told of their turn: browsers by Web Push, and persons by e-mail."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from datetime import timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from roundhouse.web.service.people import Person
from roundhouse.web.service.rows import PersonRow, PushRow, SeatRow, TableRow
from roundhouse.web.service.store import Store, changed, hidden, new_token

TOKEN = re.compile(r"[A-Za-z0-9_-]{1,32}")
MOST_PUSHES = 8  # browsers of one person; the oldest make way
MOST_DUE = 100  # tables whose mails are sent in one go


class Subscribers:
    """Kept in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # Web Push

    def pushes(self, player: str) -> list[PushRow]:
        """The browsers of a person, the newest first."""
        return self.store.all(select(PushRow).where(PushRow.player == player).order_by(PushRow.made.desc(), PushRow.id))

    def add_push(self, row: PushRow) -> None:
        """A browser that wants to be told; it is told as one person only, the last who asked."""
        with suppress(IntegrityError), self.store.writing() as session:  # the same came twice at once
            row.made = self.store.time(session)  # with every visit anew
            session.merge(row)
        for old in self.pushes(row.player)[MOST_PUSHES:]:
            self.drop_push(old.id)

    def drop_push(self, id: str, player: str | None = None) -> None:
        """A browser is told no longer; with `player` only if it is theirs."""
        with self.store.writing() as session:
            mine = () if player is None else (PushRow.player == player,)
            session.execute(delete(PushRow).where(PushRow.id == id, *mine))

    # e-mail

    def person(self, player: str) -> PersonRow | None:
        return self.store.one(select(PersonRow).where(PersonRow.id == player))

    def by_mail_token(self, token: str) -> PersonRow | None:
        found = select(PersonRow).where(PersonRow.mail_token == token)
        return self.store.one(found) if TOKEN.fullmatch(token) else None

    def ask_mail(self, person: Person, address: str) -> str:
        """An address that a person gives; the token that confirms it."""
        token = new_token()
        with self.store.writing() as session:
            row = session.get(PersonRow, person.id)
            if row is None:
                row = PersonRow(id=person.id, name=person.name)
                session.add(row)
            row.mail, row.mail_token, row.mail_on = address, token, False
            row.mail_asked = self.store.time(session)
        return token

    def confirm_mail(self, token: str) -> bool:
        """Who has the address has the link that was sent there; whether it is still good."""
        with self.store.writing() as session:
            return changed(session, update(PersonRow).where(PersonRow.mail_token == token).values(mail_on=True))

    def end_mail(self, player: str) -> None:
        """No more mail: the address is forgotten, and with it what was kept for its sake alone."""
        with self.store.writing() as session:
            drop_mail(session, [player])

    def forget(self, player: str) -> None:
        """All that is kept here about a person."""
        self.end_mail(player)
        with self.store.writing() as session:
            session.execute(delete(PushRow).where(PushRow.player == player))

    def due(self, shortest: timedelta, longest: timedelta) -> list[str]:
        """Tables that have waited so long for a person with an e-mail address who was not told yet."""
        at = self.store.time()
        found = (
            select(TableRow.id)
            .join(SeatRow, (SeatRow.table_id == TableRow.id) & (SeatRow.n == TableRow.turn))
            .join(PersonRow, PersonRow.id == SeatRow.player)
            .where(TableRow.status == "playing", TableRow.changed.between(at - longest, at - shortest))
            .where(SeatRow.kind == "person", SeatRow.bot == "", SeatRow.mailed.is_(False))
            .where(PersonRow.mail_on.is_(True), TableRow.id.not_in(hidden()))
            .order_by(TableRow.changed)
            .limit(MOST_DUE)
        )
        return self.store.all(found)

    def set_mailed(self, id: str, seats: list[int], on: bool) -> bool:
        """Note that these seats were told by e-mail, or look again; whether that is news."""
        with self.store.writing() as session:
            self.store.touch(session, id)
            there = (SeatRow.table_id == id, SeatRow.n.in_(seats), SeatRow.mailed.is_(not on))
            return changed(session, update(SeatRow).where(*there).values(mailed=on))


def drop_mail(session: Session, players: list[str]) -> None:
    """Forget the addresses of these persons, and who is known for the sake of an address alone."""
    nothing = {"mail": "", "mail_token": "", "mail_on": False, "mail_asked": None}
    session.execute(update(PersonRow).where(PersonRow.id.in_(players)).values(**nothing))
    session.execute(delete(PersonRow).where(PersonRow.id.in_(players), PersonRow.key == ""))


def push_id(endpoint: str) -> str:
    """How a browser's row is found."""
    return hashlib.sha256(endpoint.encode()).hexdigest()
