"""The tables of the database, a class each."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, Table
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

MIGRATIONS = Path(__file__).parent.parent / "migrations"
STAND_IN = "conductor"  # who plays for persons, if nothing else is said: as well as most, and at once
PUZZLE = "puzzle "  # begins `TableRow.lesson` of a puzzle; its game and number follow
EXPIRED = "expired"  # the status of a table that the server has closed, as nobody came any more
LOST = datetime.min  # when it is no longer known when something was


def now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


class Base(DeclarativeBase):
    """The tables of the database."""


class TableRow(Base):
    """A game table: its record's header and how it stands. The JSON is read with a whole table only, not in lists."""

    __tablename__ = "tables"
    __table_args__ = (Index("ix_tables_status", "status", "turn"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    title: Mapped[str] = mapped_column(String(60))
    visibility: Mapped[str] = mapped_column(String(8))  # open or link
    status: Mapped[str] = mapped_column(String(8))  # playing, over, closed, or expired: closed as nobody came any more
    watch: Mapped[str] = mapped_column(String(32), unique=True)
    host: Mapped[str] = mapped_column(String(32), index=True)
    owner: Mapped[str] = mapped_column(String(64), default="")  # for whom its bots think, as the bot pool counts it
    header: Mapped[dict[str, Any]] = mapped_column(JSON, deferred=True)
    minutes: Mapped[int] = mapped_column(default=0)  # for a decision; 0 for as long as it takes
    bank: Mapped[int] = mapped_column(default=0)  # minutes that each seat may take besides, in the whole game
    stand_in: Mapped[str] = mapped_column(String(20), default=STAND_IN)  # the bot that plays for who is away or gone
    asked: Mapped[dict[str, Any] | None] = mapped_column(  # what to agree on
        JSON(none_as_null=True), default=None, deferred=True
    )
    seeded: Mapped[bool] = mapped_column(default=False)  # who opened it chose the seed, and may know every card
    turn: Mapped[int | None] = mapped_column(default=None)  # the seat that is to decide, -1 for none; None: not known
    rematch: Mapped[str] = mapped_column(String(16), default="")  # the table at which its company plays again
    hints: Mapped[bool] = mapped_column(default=True)  # whether who plays against bots alone may ask for hints
    lesson: Mapped[str] = mapped_column(String(60), default="")  # the guided game that is played here
    began: Mapped[int] = mapped_column(default=0)  # lines it was opened with, which nobody here has played
    origin: Mapped[str] = mapped_column(String(16), default="")  # the table they are from
    created: Mapped[datetime] = mapped_column(default=now)
    changed: Mapped[datetime] = mapped_column(default=now)
    version: Mapped[int] = mapped_column(default=0)  # one more with every change of it, of its seats and its record
    seats: Mapped[list[SeatRow]] = relationship(order_by="SeatRow.n", lazy="selectin")

    @property
    def opened(self) -> bool:
        """Whether it shows a record that was opened: nobody has ever sat there."""
        return self.status != "playing" and all(seat.kind == "person" and not seat.player for seat in self.seats)

    @property
    def closed(self) -> bool:
        """Whether it has ended without a winner."""
        return self.status in ("closed", EXPIRED)

    @property
    def analysis(self) -> bool:
        """Whether one person alone plays all seats on from another game, and so has nothing to hide."""
        return bool(self.origin) and all(seat.player and seat.player == self.host for seat in self.seats)


class SeatRow(Base):
    """Who sits there: a person by the id in the cookie, a bot by name, or nobody yet."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))  # person, open or bot
    name: Mapped[str] = mapped_column(String(40))
    player: Mapped[str] = mapped_column(String(32), default="", index=True)
    bot: Mapped[str] = mapped_column(String(20), default="")  # a bot's seat, or a bot that stands in
    conceded: Mapped[bool] = mapped_column(default=False)
    won: Mapped[bool | None] = mapped_column(default=None)  # None: not over, or not known yet
    points: Mapped[int | None] = mapped_column(default=None)  # when the game was played out
    spent: Mapped[int] = mapped_column(default=0)  # seconds of the table's time bank that are used up
    # how many lines there were when a bot stood in, until the person decides again; -1: nothing is to be told of one
    away: Mapped[int] = mapped_column(default=-1)
    mailed: Mapped[bool] = mapped_column(default=False)  # told by e-mail, and not looked at the table since
    hook: Mapped[str] = mapped_column(String(400), default="")  # told by a JSON POST when the seat is to decide
    token: Mapped[str] = mapped_column(String(32), unique=True)  # of an open seat the invitation, else its holder's

    @property
    def decides(self) -> bool:
        """Whether a person sits there who decides for themselves."""
        return self.kind == "person" and not self.bot


class MoveRow(Base):
    """One line of a record; its number can be taken once only."""

    __tablename__ = "moves"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    line: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(default=now)


class ReviewRow(Base):
    """The review of a game that has ended, as it was last made."""

    __tablename__ = "reviews"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    iterations: Mapped[int]  # for each decision
    told: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(default=now)


class ChatRow(Base):
    """One thing said at a table."""

    __tablename__ = "chat"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    player: Mapped[str] = mapped_column(String(32), default="")
    name: Mapped[str] = mapped_column(String(40))
    text: Mapped[str] = mapped_column(String(500))
    at: Mapped[datetime] = mapped_column(default=now)


class HandoverRow(Base):
    """A link by which a seat passes to another device, once; or an invitation that was used."""

    __tablename__ = "handovers"

    token: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), index=True)
    n: Mapped[int]
    player: Mapped[str] = mapped_column(String(32))  # who held the seat and gave it; "" for an invitation
    used: Mapped[bool] = mapped_column(default=False)
    made: Mapped[datetime] = mapped_column(default=now)


class BarRow(Base):
    """Something that somebody may not do: a guest removed from a table or muted there, a person banned from all."""

    __tablename__ = "bars"

    kind: Mapped[str] = mapped_column(String(8), primary_key=True)  # removed, muted, banned or hidden
    table_id: Mapped[str] = mapped_column(String(16), primary_key=True)  # "" for all tables
    player: Mapped[str] = mapped_column(String(32), primary_key=True)  # "" for everybody
    at: Mapped[datetime] = mapped_column(default=now)


class ReportRow(Base):
    """A line of chat that somebody reported to who runs the server."""

    __tablename__ = "reports"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    table_id: Mapped[str] = mapped_column(String(16))
    player: Mapped[str] = mapped_column(String(32))  # who said it
    name: Mapped[str] = mapped_column(String(40))
    text: Mapped[str] = mapped_column(String(500))
    by: Mapped[str] = mapped_column(String(32))
    at: Mapped[datetime] = mapped_column(default=now)


class PersonRow(Base):
    """What is kept of a person besides the cookie: only of those who asked for something that needs it."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    key: Mapped[str] = mapped_column(String(64), default="", index=True)  # the hash of the phrase that brings them back
    key_made: Mapped[datetime | None] = mapped_column(default=None)
    mail: Mapped[str] = mapped_column(String(254), default="")
    mail_token: Mapped[str] = mapped_column(String(32), default="", index=True)  # confirms the address, and ends it
    mail_on: Mapped[bool] = mapped_column(default=False)  # whether the address is confirmed
    mail_asked: Mapped[datetime | None] = mapped_column(default=None)  # when it was given
    made: Mapped[datetime] = mapped_column(default=now)


class PushRow(Base):
    """A browser that wants Web Push: where its vendor takes messages for it, and the keys to seal them with."""

    __tablename__ = "pushes"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # the hash of the endpoint
    player: Mapped[str] = mapped_column(String(32), index=True)
    endpoint: Mapped[str] = mapped_column(String(1000))
    p256dh: Mapped[str] = mapped_column(String(120))
    auth: Mapped[str] = mapped_column(String(40))
    made: Mapped[datetime] = mapped_column(default=now)


class KeyRow(Base):
    """A text that all servers on one database share."""

    __tablename__ = "keys"

    name: Mapped[str] = mapped_column(String(16), primary_key=True)
    text: Mapped[str] = mapped_column(String(400))


class ThoughtRow(Base):
    """A decision that workers on other machines were asked for, and what they answered; kept for a while only.

    No table of the game tables' is meant by a key: what is no longer asked for is forgotten by its age alone.
    """

    __tablename__ = "thoughts"

    table_id: Mapped[str] = mapped_column(String(60), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    bot: Mapped[str] = mapped_column(String(60), primary_key=True)
    owner: Mapped[str] = mapped_column(String(64))
    waited_for: Mapped[bool]
    seconds: Mapped[float]  # how long it should take
    asked: Mapped[datetime]
    job: Mapped[int | None] = mapped_column(BigInteger, index=True)  # its number in the queue
    waited: Mapped[float | None]  # seconds until a worker began
    action: Mapped[int | None]
    fault: Mapped[str] = mapped_column(String(400), default="")  # why there is no action
    done: Mapped[datetime | None]
    worker: Mapped[int | None] = mapped_column(BigInteger)  # who has decided, by its number in the queue,
    home: Mapped[str] = mapped_column(String(40), default="")  # and the queue that it alone takes jobs from


class ClaimRow(Base):
    """The server that sees to a table's bot, for as long as it says so every few seconds."""

    __tablename__ = "claims"

    table_id: Mapped[str] = mapped_column(String(60), primary_key=True)
    server: Mapped[str] = mapped_column(String(16))
    at: Mapped[datetime]


TABLES, MOVES = cast(Table, TableRow.__table__), cast(Table, MoveRow.__table__)  # for plain statements
