"""What is kept: tables, seats, moves and chat, in SQLite or any database SQLAlchemy knows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import JSON, URL, ForeignKey, String, create_engine, event, func, make_url, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, sessionmaker

from roundhouse.web.refusals import Conflict, Refused

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 8018  # the lock's number
CONNECT: dict[str, dict[str, Any]] = {"postgresql": {"connect_timeout": 10}}
TRIES = 20


def now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


class Base(DeclarativeBase):
    """The tables of the database."""


class TableRow(Base):
    """A game table: its record's header and how it stands."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    title: Mapped[str] = mapped_column(String(60))
    visibility: Mapped[str] = mapped_column(String(8))  # open or link
    status: Mapped[str] = mapped_column(String(8))  # playing, over or closed
    watch: Mapped[str] = mapped_column(String(32), unique=True)
    host: Mapped[str] = mapped_column(String(32))
    header: Mapped[dict[str, Any]] = mapped_column(JSON)
    minutes: Mapped[int] = mapped_column(default=0)  # for a turn; 0 for as long as it takes
    asked: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)  # what to agree on
    created: Mapped[datetime] = mapped_column(default=now)
    changed: Mapped[datetime] = mapped_column(default=now)
    seats: Mapped[list[SeatRow]] = relationship(order_by="SeatRow.n", lazy="selectin")


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
    hook: Mapped[str] = mapped_column(String(400), default="")  # told by a JSON POST when the seat is to decide
    token: Mapped[str] = mapped_column(String(32), unique=True)


class MoveRow(Base):
    """One line of a record; its number can be taken once only."""

    __tablename__ = "moves"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    line: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(default=now)


class ChatRow(Base):
    """One thing said at a table."""

    __tablename__ = "chat"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    text: Mapped[str] = mapped_column(String(500))
    at: Mapped[datetime] = mapped_column(default=now)


class Store:
    """The database, brought to the newest shape when opened."""

    def __init__(self, url: str) -> None:
        where = address(url)
        kind = where.get_backend_name()
        self.engine = create_engine(where, pool_pre_ping=kind != "sqlite", connect_args=CONNECT.get(kind, {}))
        if kind == "sqlite":
            event.listen(self.engine, "connect", careful)
        self.migrate()
        self.session = sessionmaker(self.engine, expire_on_commit=False)

    def migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.begin() as connection:
            if self.engine.name == "postgresql":  # of several servers that start at once, one migrates
                connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is on disk when it ends well."""
        with self.session.begin() as session:
            yield session

    def table(self, id: str) -> TableRow | None:
        with self.session() as session:
            return session.get(TableRow, id)

    def add_table(self, row: TableRow, lines: list[dict[str, Any]] | None = None) -> None:
        """A new table, with the moves of an opened record if it is one."""
        with self.writing() as session:
            session.add(row)
            session.flush()
            session.add_all(MoveRow(table_id=row.id, n=n, line=line) for n, line in enumerate(lines or [], 1))

    def lines(self, id: str) -> list[dict[str, Any]]:
        """The record's lines, in order."""
        with self.session() as session:
            return list(session.scalars(select(MoveRow.line).where(MoveRow.table_id == id).order_by(MoveRow.n)))

    def add_move(self, id: str, n: int, line: dict[str, Any], status: str) -> None:
        """Write a move down; Conflict if its number is taken."""
        try:
            with self.writing() as session:
                row = session.get_one(TableRow, id, with_for_update=True)
                if row.status != "playing":
                    raise Conflict("The table has ended meanwhile.")
                session.add(MoveRow(table_id=id, n=n, line=line))
                row.status = status
                row.asked = None
                row.changed = now()
        except IntegrityError:
            raise Conflict(f"Decision {n} has been made already.") from None

    def count(self, id: str) -> int:
        """How many lines the record has."""
        with self.session() as session:
            return session.scalar(select(func.count()).where(MoveRow.table_id == id)) or 0

    def change_seat(self, id: str, n: int, **fields: Any) -> None:
        with self.writing() as session:
            seat = session.get_one(SeatRow, (id, n))
            for name, value in fields.items():
                setattr(seat, name, value)

    def change_table(self, id: str, **fields: Any) -> None:
        with self.writing() as session:
            row = session.get_one(TableRow, id)
            for name, value in fields.items():
                setattr(row, name, value)

    def by_seat_token(self, token: str) -> SeatRow | None:
        with self.session() as session:
            return session.scalar(select(SeatRow).where(SeatRow.token == token))

    def by_watch_token(self, token: str) -> TableRow | None:
        with self.session() as session:
            return session.scalar(select(TableRow).where(TableRow.watch == token))

    def tables_of(self, player: str, most: int = 60) -> list[TableRow]:
        with self.session() as session:
            mine = select(SeatRow.table_id).where(SeatRow.player == player)
            found = select(TableRow).where((TableRow.host == player) | TableRow.id.in_(mine))
            return list(session.scalars(found.order_by(TableRow.changed.desc()).limit(most)))

    def open_tables(self, most: int = 40) -> list[TableRow]:
        """Tables anybody may join."""
        with self.session() as session:
            free = select(SeatRow.table_id).where(SeatRow.kind == "open")
            found = select(TableRow).where(
                TableRow.visibility == "open", TableRow.status == "playing", TableRow.id.in_(free)
            )
            return list(session.scalars(found.order_by(TableRow.created.desc()).limit(most)))

    def timed(self) -> list[str]:
        """Tables in play with a time for each turn."""
        with self.session() as session:
            found = select(TableRow.id).where(TableRow.status == "playing", TableRow.minutes > 0)
            return list(session.scalars(found))

    def unfinished(self) -> list[str]:
        with self.session() as session:
            return list(session.scalars(select(TableRow.id).where(TableRow.status == "playing")))

    def say(self, id: str, name: str, text: str) -> int:
        """Add to the chat; its number."""
        for _ in range(TRIES):
            try:
                with self.writing() as session:
                    n = (session.scalar(select(func.max(ChatRow.n)).where(ChatRow.table_id == id)) or 0) + 1
                    session.add(ChatRow(table_id=id, n=n, name=name, text=text))
                return n
            except IntegrityError:  # somebody spoke at the same moment
                continue
        raise Refused(503, "Too many speak at once; say it again.")

    def chat(self, id: str, most: int = 200) -> list[ChatRow]:
        with self.session() as session:
            found = select(ChatRow).where(ChatRow.table_id == id).order_by(ChatRow.n.desc()).limit(most)
            return list(session.scalars(found))[::-1]


def address(url: str) -> URL:
    """A database's URL; PostgreSQL is spoken to by psycopg."""
    where = make_url(url)
    return where.set(drivername="postgresql+psycopg") if where.drivername in ("postgresql", "postgres") else where


def careful(connection: Any, _record: Any) -> None:
    """SQLite so that what was committed survives a crash, and readers do not wait for a writer."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
