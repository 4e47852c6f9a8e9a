"""What is kept: tables, seats, moves and chat, in SQLite or any database SQLAlchemy knows."""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import sqlite3
import string
import threading
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    DateTime,
    Integer,
    Select,
    String,
    Text,
    Update,
    bindparam,
    case,
    cast,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    make_url,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, IntegrityError, InvalidatePoolError, OperationalError
from sqlalchemy.orm import Session, load_only, selectinload, sessionmaker, undefer
from sqlalchemy.orm.attributes import set_committed_value

from roundhouse.core.errors import RoundhouseError
from roundhouse.core.words import told_apart
from roundhouse.web.refusals import Behind, Conflict, Refused
from roundhouse.web.service.rows import (
    LOST,
    MIGRATIONS,
    MOVES,
    PUZZLE,
    TABLES,
    BarRow,
    Base,
    ChatRow,
    HandoverRow,
    KeyRow,
    MoveRow,
    PersonRow,
    ReportRow,
    ReviewRow,
    SeatRow,
    TableRow,
    now,
)

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")
Seats = dict[int, dict[str, Any]]  # by seat: what changes of it
log = logging.getLogger("roundhouse.store")

MIGRATING = 8018  # the lock's number
EPOCH = "epoch"  # the key that begins all versions of tables, another one in a database that was put back
CHANNEL = "roundhouse"  # on which PostgreSQL tells servers of one another's changes
# so that a line to PostgreSQL that was cut is found out in some seconds, however silently
ALIVE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
CONNECT: dict[str, dict[str, Any]] = {"postgresql": {"connect_timeout": 5, **ALIVE}}
IN_MEMORY = (None, "", ":memory:")
CONNECTIONS = 20
TRIES = 20
LOCKED = 0.05  # seconds until a locked file is tried again
HANDOVER = timedelta(days=1)  # how long a hand-over link is good
OF_ONE = 3  # open tables of one address or one host that the lobby lists before those of others
HOUSEHOLD = 16  # the characters of an owner that say at which address they are, as `People.mark` writes it

# what is asked and written at every move
HERE = TABLES.c.id == bindparam("here")
VERSION = select(TABLES.c.version).where(HERE)
KNOWN = bindparam("known", type_=Integer)  # a version, or -1 for any
MOVED = (
    update(TABLES)
    .where(HERE, TABLES.c.status == "playing", or_(KNOWN < 0, TABLES.c.version == KNOWN))
    .values(
        version=TABLES.c.version + 1,
        asked=None,
        status=bindparam("stands"),
        turn=bindparam("turn"),
        changed=bindparam("changed"),
    )
    .returning(TABLES.c.version, TABLES.c.changed)
)
MOVE = insert(MOVES)
CLOCK = func.timezone("utc", func.clock_timestamp(), type_=DateTime)


def moved_and_told(clock: ColumnElement[datetime]) -> Select[Any]:
    """All of it in one statement of PostgreSQL, by its own clock; and other servers are told."""
    stands = MOVED.values(changed=clock).returning(TABLES.c.id).cte("stands")
    move = select(stands.c.id, bindparam("n"), bindparam("line", type_=MOVES.c.line.type), stands.c.changed)
    written = insert(MOVES).from_select(["table_id", "n", "line", "at"], move).cte("written")
    when = func.to_char(stands.c.changed, 'YYYY-MM-DD"T"HH24:MI:SS.US')
    news = func.concat(bindparam("news", type_=Text), stands.c.version, ', "changed": "', when, '"}', type_=Text)
    return select(stands.c.version, stands.c.changed, func.pg_notify(CHANNEL, news)).add_cte(written)


LONGEST_NEWS = 7000  # characters of a move that is told whole; PostgreSQL has room for 8000


class Store:
    """The database, brought to the newest shape when opened."""

    def __init__(self, url: str) -> None:
        where = address(url)
        kind = where.get_backend_name()
        self.file = file_of(where)
        if self.file is not None:
            make_private(self.file)
        in_memory = kind == "sqlite" and self.file is None
        pool = {} if in_memory else {"pool_size": CONNECTIONS, "max_overflow": CONNECTIONS, "pool_timeout": 5}
        self.engine = create_engine(where, connect_args=CONNECT.get(kind, {}), **pool)
        self.sure = threading.local()  # `sure.now`: this thread tries no line before it uses it
        if kind == "sqlite":
            event.listen(self.engine, "connect", careful)
        else:
            event.listen(self.engine, "checkout", self.tried)
        # on PostgreSQL a statement by itself needs no transaction
        self.asking = self.engine.execution_options(isolation_level="AUTOCOMMIT") if self.shared else self.engine
        # SQLite has one writer at a time, and others try again and again: of several threads each waits for its turn
        self.turn = threading.RLock() if kind == "sqlite" else nullcontext()
        self.moved_and_told = moved_and_told(CLOCK)
        self.server = secrets.token_hex(6)  # what this one is called in what others are told
        self.migrate()
        self.inode = inode(self.file) if self.file else 0
        self.session = sessionmaker(self.engine, expire_on_commit=False)

    def tried(self, line: Any, _entry: object, _lent: object) -> None:
        """A line to PostgreSQL is tried before it is used; if it is lost, so are the others."""
        if not getattr(self.sure, "now", False):
            try:
                self.engine.dialect.do_ping(line)
            except self.engine.dialect.loaded_dbapi.Error:
                raise InvalidatePoolError from None

    @contextmanager
    def untried(self) -> Iterator[Connection]:
        """A line that was not: for who writes again what was not written because it was lost."""
        self.sure.now = True
        try:
            with self.asking.connect() as line:
                yield line
        finally:
            self.sure.now = False

    def migrate(self) -> None:
        """Bring the database to the newest shape; on SQLite even the first look may find it locked by another start."""
        with one_at_a_time(self.file):
            if not self.is_newest():
                self.upgrade()

    def upgrade(self) -> None:
        from alembic import command  # here, as it is seldom needed and takes a while to load
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.begin() as connection:
            if self.engine.name == "postgresql":  # of several servers that start at once, one migrates
                connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def is_newest(self) -> bool:
        """Whether the database has the newest shape already."""
        with self.engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return False
            shape = str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")
        not_newer_or_refused(shape)
        return shape == newest_shape()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is on disk when it ends well."""
        self.still_there()
        with self.turn, self.session.begin() as session:
            yield session

    def still_there(self) -> None:
        """Refuse to write where what is written is lost."""
        if self.file is not None and inode(self.file) != self.inode:
            # it is lost in a file that was removed, even if a reader has made an empty one in its place
            raise OperationalError("write", {}, Exception("the file of the database is gone"))

    def touch(self, session: Session, id: str, known: int | None = None, **fields: Any) -> None:
        """Change fields of a table and count its version, which other servers are told of when it is kept.

        With a `known` version only what still is of that version changes; else Conflict.
        """
        change = update(TABLES).where(TABLES.c.id == id).values(version=TABLES.c.version + 1, **fields)
        if known is not None:
            change = change.where(TABLES.c.version == known)
        told = [self.telling({"table": id})] if self.shared else []
        done = session.connection().execute(change.returning(TABLES.c.version, *told)).first()
        if done is None and known is not None:
            raise Conflict("The table had moved on.")

    @property
    def shared(self) -> bool:
        """Whether other servers may work on the same database."""
        return self.engine.name == "postgresql"

    def telling(self, news: dict[str, Any]) -> Any:
        """What tells all servers on the database something, as a part of a statement."""
        return func.pg_notify(CHANNEL, self.news(news))

    def news(self, news: dict[str, Any]) -> str:
        return json.dumps({"by": self.server, **news})

    def tell(self, news: dict[str, Any]) -> None:
        """Tell all servers on the database something that is not kept."""
        with self.asking.connect() as connection:
            connection.execute(select(self.telling(news)))

    def key(self, name: str, text: str) -> str:
        """The text that all servers on the database share under a name: this one, if there was none."""
        with suppress(IntegrityError), self.writing() as session:  # another server may be faster
            if session.get(KeyRow, name) is None:
                session.add(KeyRow(name=name, text=text))
        with self.session() as session:
            return session.get_one(KeyRow, name).text

    def time(self, session: Session | Connection | None = None) -> datetime:
        """What the database's clock says; SQLite has this machine's."""
        if self.engine.name != "postgresql":
            return now()
        with nullcontext(session) if session is not None else self.session() as asked:
            return asked.execute(select(CLOCK)).scalar_one()

    def one(self, query: Select[T]) -> T | None:
        """The first thing that is found."""
        with self.session() as session:
            return session.scalar(query)

    def all(self, query: Select[T]) -> list[T]:
        with self.session() as session:
            return list(session.scalars(query))

    def playing(self) -> int:
        """How many tables are in play."""
        return self.count(TableRow.status == "playing")

    def count(self, *which: Any) -> int:
        """How many rows there are like that."""
        return self.one(select(func.count()).where(*which)) or 0

    # tables

    def table(self, id: str, header: bool = True) -> TableRow | None:
        """A whole table; without the header, what can change of it."""
        wanted = [undefer(TableRow.asked), *([undefer(TableRow.header)] if header else [])]
        with self.session() as session:
            return session.get(TableRow, id, options=wanted)

    def whole(self, id: str, header: bool = True, after: int = 0) -> tuple[TableRow, list[dict[str, Any]]] | None:
        """A table and its lines after the first so many, as both were at one moment."""
        for _ in range(TRIES):
            row = self.table(id, header)
            lines = self.lines(id, after)
            if row is None:
                return None
            if self.version(id) == row.version:
                return row, lines
        raise OperationalError("read", {}, Exception(f"table {id} changes faster than it can be read"))

    def version(self, id: str) -> int | None:
        """The version of a table, which is asked at every move."""
        with self.asking.connect() as on:
            found: int | None = on.execute(VERSION, {"here": id}).scalar()
        return found

    def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The versions of some tables."""
        with self.session() as session:
            found = session.execute(select(TableRow.id, TableRow.version).where(TableRow.id.in_(ids)))
            return {row.id: row.version for row in found}

    def bare_table(self, id: str) -> TableRow | None:
        """A table without the JSON that may not be readable; of a damaged row, what can be read."""
        with self.session() as session:
            try:
                return session.get(TableRow, id)
            except (ValueError, TypeError):
                log.error("the row of a table cannot be read", extra={"table": id})
        return self.torn_table(id)

    def torn_table(self, id: str) -> TableRow | None:
        """A table by its words alone: they say whose it is, and any text can be read as such."""
        seats = selectinload(TableRow.seats).load_only(*words_of(SeatRow))
        with self.session() as session:
            row = session.get(TableRow, id, options=[load_only(*words_of(TableRow)), seats])
        if row is not None:
            known = {"minutes": 0, "bank": 0, "seeded": False, "turn": -1, "created": LOST, "changed": LOST}
            known["version"] = 0
            for name, value in known.items():
                set_committed_value(row, name, value)
            for seat in row.seats:
                known = {"conceded": False, "spent": 0, "away": -1, "mailed": False, "won": None, "points": None}
                for name, value in known.items():
                    set_committed_value(seat, name, value)
        return row

    def bare_tables(self, ids: list[str]) -> list[TableRow]:
        """Bare tables in this order; one that is damaged keeps none of the others away."""
        with self.session() as session:
            try:
                found = {row.id: row for row in session.scalars(select(TableRow).where(TableRow.id.in_(ids)))}
            except (ValueError, TypeError):
                found = {id: row for id in ids if (row := self.bare_table(id)) is not None}
        return [found[id] for id in ids if id in found]

    def add_table(self, row: TableRow, lines: list[dict[str, Any]] | None = None) -> None:
        """A new table, with the moves of an opened record if it is one."""
        with self.writing() as session:
            row.created = row.changed = self.time(session)
            session.add(row)
            session.flush()
            if lines:
                session.execute(
                    insert(MoveRow), [{"table_id": row.id, "n": n, "line": line} for n, line in enumerate(lines, 1)]
                )

    def names(self, id: str) -> list[str]:
        """The names in the record's header."""
        header = self.one(select(TableRow.header).where(TableRow.id == id))
        return list(header["names"]) if header else []

    def lines(self, id: str, after: int = 0) -> list[dict[str, Any]]:
        """The record's lines, in order; those after the first so many."""
        return self.all(select(MoveRow.line).where(MoveRow.table_id == id, MoveRow.n > after).order_by(MoveRow.n))

    def times(self, id: str) -> list[datetime]:
        """When each of them was written."""
        return self.all(select(MoveRow.at).where(MoveRow.table_id == id).order_by(MoveRow.n))

    def line(self, id: str, n: int) -> dict[str, Any] | None:
        return self.one(select(MoveRow.line).where(MoveRow.table_id == id, MoveRow.n == n))

    def raw(self, id: str) -> list[str]:
        """The header and the lines as they lie there, readable or not."""
        header = self.one(select(cast(TableRow.header, Text)).where(TableRow.id == id))
        lines = self.all(select(cast(MoveRow.line, Text)).where(MoveRow.table_id == id).order_by(MoveRow.n))
        return [str(header), *map(str, lines)]

    def review(self, id: str) -> ReviewRow | None:
        """The review of a game, if one was made."""
        return self.one(select(ReviewRow).where(ReviewRow.table_id == id))

    def keep_review(self, id: str, iterations: int, told: dict[str, Any]) -> None:
        """Keep it, in place of the one of before."""
        with self.writing() as session:
            row = ReviewRow(table_id=id, iterations=iterations, told=told, at=self.time(session))
            session.merge(row)

    def add_move(
        self, row: TableRow, n: int, line: dict[str, Any], status: str, turn: int, seats: Seats, as_known: bool = False
    ) -> bool:
        """Write a move down, and what it changes of the table and its seats; Conflict if its number is taken.

        Whether the row is how the table stands now: if something else of it has changed, it is to be read again.
        With `as_known` nothing is written then: it is Behind.
        """
        try:
            self.still_there()
            # at every move, rows as objects and statements made anew would cost thrice
            with self.turn, self.engine.begin() if seats or not self.shared else self.untried() as on:
                changes: dict[str, Any] = {"status": status, "turn": turn}
                move = {"n": n, "line": line}
                given = {"here": row.id, "stands": status, "turn": turn, "known": row.version if as_known else -1}
                if self.shared:
                    news = self.news_of_move(row.id, line, changes, seats)
                    moved = on.execute(self.moved_and_told, {**given, **move, "news": news}).first()
                else:
                    at = self.time()
                    moved = on.execute(MOVED, {**given, "changed": at}).first()
                    if moved is not None:
                        on.execute(MOVE, {"table_id": row.id, "at": at, **move})
                if moved is None:
                    raise Behind("The table had moved on.") if as_known else Conflict("The table has ended meanwhile.")
                set_seats(on, row.id, seats)
        except IntegrityError:
            raise Conflict(f"Decision {n} has been made already.") from None
        if moved.version != row.version + 1:
            return False
        stands(row, {**changes, "version": moved.version, "changed": moved.changed}, seats)
        return True

    def news_of_move(self, id: str, line: dict[str, Any], changes: dict[str, Any], seats: Seats) -> str:
        """A move as other servers are told of it, but for the version, the time and the end, which the database adds.

        It is told whole, so that nobody has to read it, unless it is too long for that.
        """
        whole = self.news({"table": id, "move": {"line": line, "changes": changes, "seats": seats}})
        return f'{(whole if len(whole) <= LONGEST_NEWS else self.news({"table": id}))[:-1]}, "v": '

    def count_lines(self, id: str) -> int:
        """How many lines the record has."""
        return self.count(MoveRow.table_id == id)

    def change_table(
        self, id: str, seats: Seats | None = None, restart: bool = False, known: int | None = None, **fields: Any
    ) -> None:
        """Change fields of a table and of its seats in one go; with `restart` it has changed just now.

        With a `known` version only if nothing else has changed since; else Conflict.
        """
        with self.writing() as session:
            if restart:
                fields = {**fields, "changed": self.time(session)}
            if fields or seats:
                self.touch(session, id, known, **fields)
            set_seats(session, id, seats)

    # seats

    def take_seat(self, id: str, n: int, player: str, name: str) -> bool:
        """Give an open seat to a person; whether nobody was faster. Its invitation ends, and is kept as used.

        Who has the name of somebody else there gets a number to it.
        """
        with self.writing() as session:
            there = (SeatRow.table_id == id, SeatRow.n == n, SeatRow.kind == "open")
            link = session.scalar(select(SeatRow.token).where(*there))
            # one at a time, so that of two who come at once with the same name the second is told apart
            session.scalar(select(TableRow.id).where(TableRow.id == id).with_for_update())
            others = session.scalars(select(SeatRow.name).where(SeatRow.table_id == id, SeatRow.n != n))
            who = {"kind": "person", "name": told_apart(name, others), "player": player}
            sits = {**who, "bot": "", "away": -1, "hook": "", "token": new_token()}
            free = update(SeatRow).where(*there, SeatRow.token == link)
            if link is None or not changed(session, free.values(**sits)):
                return False
            at = self.time(session)
            session.add(HandoverRow(token=link, table_id=id, n=n, player="", used=True, made=at))
            set_bar(session, "removed", id, player, on=False)
            # who has just sat down is not late
            self.touch(session, id, changed=at)
            return True

    def free_seat(self, id: str, n: int, player: str, **fields: Any) -> bool:
        """Take a seat from a person, who is not to come back; whether they still had it. All invitations end."""
        with self.writing() as session:
            there = (SeatRow.table_id == id, SeatRow.n == n, SeatRow.player == player, SeatRow.kind == "person")
            session.scalar(select(TableRow.id).where(TableRow.id == id).with_for_update())
            freed = {"kind": "open", "name": nobody(n), "player": "", "away": -1, "hook": "", "token": new_token()}
            if not changed(session, update(SeatRow).where(*there).values(**freed, **fields)):
                return False
            set_bar(session, "removed", id, player)
            for seat in session.scalars(select(SeatRow).where(SeatRow.table_id == id, SeatRow.kind == "open")):
                seat.token = new_token()
            self.touch(session, id, asked=None)
            return True

    def rename(self, player: str, before: str, name: str) -> list[str]:
        """Give a person's seats in play, and what is kept of them, another name; the tables where the seats are.

        Their name may have a number somewhere, and the other one gets it where somebody else has it.
        """
        playing = select(TableRow.id).where(TableRow.status == "playing")
        numbered = re.compile(rf"{re.escape(before)}( [0-9]+)?")
        with self.writing() as session:
            theirs = select(SeatRow).where(SeatRow.player == player, SeatRow.table_id.in_(playing))
            seats = session.scalars(theirs.order_by(SeatRow.table_id, SeatRow.n)).all()
            seats = [seat for seat in seats if numbered.fullmatch(seat.name)]
            ids = sorted({seat.table_id for seat in seats})
            for id in ids:  # first: whoever changes a table and its seats does it in this order
                self.touch(session, id)
            for seat in seats:
                there = (SeatRow.table_id == seat.table_id, SeatRow.n != seat.n)
                seat.name = told_apart(name, session.scalars(select(SeatRow.name).where(*there)))
            session.execute(update(PersonRow).where(PersonRow.id == player).values(name=name))
        return ids

    def by_seat_token(self, token: str) -> SeatRow | None:
        return self.one(select(SeatRow).where(SeatRow.token == token)) if token.isprintable() else None

    def by_watch_token(self, token: str) -> TableRow | None:
        id = self.one(select(TableRow.id).where(TableRow.watch == token)) if token.isprintable() else None
        return self.bare_table(id) if id is not None else None

    # a seat from one device to another

    def add_handover(self, id: str, n: int, player: str) -> str:
        """A link for a seat; earlier ones that nobody used end."""
        token = new_token()
        with self.writing() as session:
            stale = (HandoverRow.table_id == id, HandoverRow.n == n, HandoverRow.used.is_(False))
            session.execute(delete(HandoverRow).where(*stale))
            session.add(HandoverRow(token=token, table_id=id, n=n, player=player, made=self.time(session)))
        return token

    def handover(self, token: str) -> HandoverRow | None:
        """A hand-over that is still good: not used, not too old, and the seat is still its giver's."""
        with self.session() as session:
            found = session.get(HandoverRow, token) if token.isprintable() else None
            if found is None or found.used or self.time(session) - found.made > HANDOVER:
                return None
            seat = session.get_one(SeatRow, (found.table_id, found.n))
            return found if seat.player == found.player and seat.kind == "person" else None

    def take_over(self, link: HandoverRow, player: str) -> bool:
        """Pass the seat on; whether nobody was faster."""
        with self.writing() as session:
            unused = update(HandoverRow).where(HandoverRow.token == link.token, HandoverRow.used.is_(False))
            if not changed(session, unused.values(used=True)):
                return False
            there = (SeatRow.table_id == link.table_id, SeatRow.n == link.n)
            still = (SeatRow.player == link.player, SeatRow.kind == "person")
            anew = {"player": player, "hook": "", "token": new_token()}  # what the old device had set up ends with it
            self.touch(session, link.table_id)
            return changed(session, update(SeatRow).where(*there, *still).values(**anew))

    def by_used_link(self, token: str) -> SeatRow | None:
        """The seat that was taken by an invitation or a hand-over of this token."""
        with self.session() as session:
            found = session.get(HandoverRow, token) if token.isprintable() else None
            return session.get(SeatRow, (found.table_id, found.n)) if found is not None and found.used else None

    def handed_over(self, id: str, player: str) -> bool:
        """Whether a person had a seat at the table that is now on another device."""
        return bool(self.count(HandoverRow.table_id == id, HandoverRow.player == player, HandoverRow.used.is_(True)))

    # lists

    def tables_of(self, player: str, over: bool, puzzles: bool = True) -> Select[Any]:
        """Tables that a person sits at or has opened, the latest first; guided games that have ended are left out."""
        mine = select(SeatRow.table_id).where(SeatRow.player == player)
        ended = (TableRow.status != "playing") & (TableRow.lesson == "")
        playing = TableRow.status == "playing"
        if not puzzles:
            playing &= TableRow.lesson.not_like(f"{PUZZLE}%")
        status = ended if over else playing
        return (
            select(TableRow.id)
            .where((TableRow.host == player) | TableRow.id.in_(mine), status, TableRow.id.not_in(hidden()))
            .order_by(TableRow.changed.desc(), TableRow.id)
        )

    def open_tables(self, player: str = "") -> Select[Any]:
        """Tables of others that anybody may join: the latest few of each address first, then of each host, then all."""
        free = select(SeatRow.table_id).where(SeatRow.kind == "open")
        mine = select(SeatRow.table_id).where(SeatRow.player == player)
        near = case((TableRow.owner == "", TableRow.host), else_=func.substr(TableRow.owner, 1, HOUSEHOLD))
        of_near = func.row_number().over(partition_by=near, order_by=TableRow.created.desc())
        of_host = func.row_number().over(partition_by=TableRow.host, order_by=TableRow.created.desc())
        ranked = (
            select(TableRow.id, (of_near > OF_ONE).label("of_near"), (of_host > OF_ONE).label("of_host"))
            .where(TableRow.visibility == "open", TableRow.status == "playing", TableRow.id.in_(free))
            .where(TableRow.id.not_in(hidden()), TableRow.host != player, TableRow.id.not_in(mine))
            .subquery()
        )
        return (
            select(TableRow.id)
            .join(ranked, TableRow.id == ranked.c.id)
            .order_by(ranked.c.of_near, ranked.c.of_host, TableRow.created.desc(), TableRow.id)
        )

    def some(self, found: Select[Any], most: int, skip: int = 0) -> list[TableRow]:
        """A part of such a list."""
        return self.bare_tables(self.all(found.limit(most).offset(skip)))

    def how_many(self, found: Select[Any]) -> int:
        """How long such a list is."""
        return self.one(select(func.count()).select_from(found.order_by(None).subquery())) or 0

    def is_rematch(self, id: str) -> bool:
        """Whether the company of another table plays again at this one."""
        return self.one(select(TableRow.id).where(TableRow.rematch == id)) is not None

    def timed(self) -> list[TableRow]:
        """Tables in play with a time for each decision, if it can be read when they last changed."""
        ids = self.all(select(TableRow.id).where(TableRow.status == "playing", TableRow.minutes > 0))
        return [row for row in self.bare_tables(ids) if row.changed != LOST]

    def bots_due(self) -> list[str]:
        """Tables in play where a bot is to decide, or where it is not known who is."""
        bot = select(SeatRow.table_id).where(
            SeatRow.table_id == TableRow.id, SeatRow.n == TableRow.turn, SeatRow.bot != ""
        )
        return self.all(select(TableRow.id).where(TableRow.status == "playing", TableRow.turn.is_(None) | bot.exists()))

    def bot_tables(self, host: str) -> int:
        """How many tables of a host in play are played by bots alone."""
        return self.count(*bots_alone(), TableRow.host == host)

    def alone(self, own: int, all: int = 0) -> list[str]:
        """The tables of bots alone that go on: the first of each host and then of all, as many as may; 0 for any."""
        nth = func.row_number().over(partition_by=TableRow.host, order_by=(TableRow.created, TableRow.id))
        ranked = select(TableRow.id, TableRow.created, nth.label("nth")).where(*bots_alone()).subquery()
        found = select(ranked.c.id).order_by(ranked.c.created, ranked.c.id).limit(all or None)
        return self.all(found.where(ranked.c.nth <= own) if own else found)

    # chat, bars and reports

    def say(self, id: str, name: str, words: str, player: str = "") -> int:
        """Add to the chat; its number."""
        for _ in range(TRIES):
            try:
                with self.writing() as session:
                    n = (session.scalar(select(func.max(ChatRow.n)).where(ChatRow.table_id == id)) or 0) + 1
                    session.add(ChatRow(table_id=id, n=n, name=name, text=words, player=player))
                return n
            except IntegrityError:  # somebody spoke at the same moment
                continue
        raise Refused(503, "Too many speak at once; say it again.")

    def chat(self, id: str, most: int = 200) -> list[ChatRow]:
        """The newest lines, the last one last."""
        return self.all(select(ChatRow).where(ChatRow.table_id == id).order_by(ChatRow.n.desc()).limit(most))[::-1]

    def chat_line(self, id: str, n: int) -> ChatRow | None:
        return self.one(select(ChatRow).where(ChatRow.table_id == id, ChatRow.n == n))

    def bar(self, kind: str, table: str = "", player: str = "", on: bool = True) -> None:
        """Bar somebody or something, or lift the bar."""
        with self.writing() as session:
            set_bar(session, kind, table, player, on)

    def barred(self, kind: str, table: str, player: str) -> bool:
        return player in self.barred_at(kind, table)

    def barred_at(self, kind: str, table: str) -> set[str]:
        """The persons who are barred at a table."""
        return set(self.all(select(BarRow.player).where(BarRow.kind == kind, BarRow.table_id == table)))

    def bars(self, kind: str) -> list[BarRow]:
        return self.all(select(BarRow).where(BarRow.kind == kind).order_by(BarRow.at))

    def report(self, line: ChatRow, by: str) -> None:
        """Keep a report; the same one again adds nothing."""
        if (line.player, line.text) in self.reported(line.table_id, by):
            return
        with self.writing() as session:
            session.add(ReportRow(table_id=line.table_id, player=line.player, name=line.name, text=line.text, by=by))

    def reported(self, table: str, by: str) -> set[tuple[str, str]]:
        """What somebody has reported at a table: who said it, and what."""
        found = select(ReportRow.player, ReportRow.text).where(ReportRow.table_id == table, ReportRow.by == by)
        with self.session() as session:
            return {(player, text) for player, text in session.execute(found)}

    def reports(self, most: int = 100) -> list[ReportRow]:
        return self.all(select(ReportRow).order_by(ReportRow.id.desc()).limit(most))


class NewerDatabase(RoundhouseError):
    """A database that this version does not know; to work on it as on an older one could lose what is in it."""


def newest_shape() -> str:
    """The number of the newest migration there is."""
    return max(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def not_newer_or_refused(shape: str) -> None:
    newest = newest_shape()
    if shape > newest:
        raise NewerDatabase(
            f"The database has shape {shape[:40]}, and this version of Roundhouse knows those up to {newest}; "
            "install the newer version again, or restore a backup of before."
        )


def changed(session: Session, change: Update) -> bool:
    """Change what is still so; whether anything was."""
    return bool(session.execute(change).rowcount)  # type: ignore[attr-defined]


def stands(row: TableRow, changes: dict[str, Any], seats: Seats) -> None:
    """Note in a row what a move has changed of a table."""
    changes = {**changes, "asked": None}
    for kept, values in [(row, changes), *((row.seats[n], fields) for n, fields in seats.items())]:
        for name, value in values.items():
            setattr(kept, name, value)


def as_told(news: Mapping[str, Any]) -> tuple[dict[str, Any], Seats]:
    """What another server has said that its move changed, as it was before it was news."""
    move, changed = news["move"], datetime.fromisoformat(news["changed"])
    changes = {**move["changes"], "version": news["v"], "changed": changed}
    return changes, {int(n): fields for n, fields in move["seats"].items()}


def set_seats(session: Session | Connection, id: str, seats: Seats | None) -> None:
    """Change fields of some seats of a table."""
    for n, changes in (seats or {}).items():
        session.execute(update(SeatRow).where(SeatRow.table_id == id, SeatRow.n == n).values(**changes))


def set_bar(session: Session, kind: str, table: str, player: str, on: bool = True) -> None:
    if not on:
        session.execute(delete(BarRow).where(BarRow.kind == kind, BarRow.table_id == table, BarRow.player == player))
    elif session.get(BarRow, (kind, table, player)) is None:
        session.add(BarRow(kind=kind, table_id=table, player=player))


def hidden() -> Any:
    """The tables that the operator has hidden."""
    return select(BarRow.table_id).where(BarRow.kind == "hidden")


def bots_alone() -> tuple[Any, ...]:
    """That a table is in play and bots decide for all its seats."""
    persons = select(SeatRow.table_id).where(SeatRow.table_id == TableRow.id, SeatRow.bot == "")
    return TableRow.status == "playing", ~persons.exists()


def words_of(kind: type[Base]) -> list[Any]:
    """The columns of a row that are plain text."""
    return [column for column in kind.__mapper__.column_attrs if isinstance(column.columns[0].type, String)]


def nobody(n: int) -> str:
    """What a seat is called in which nobody sits."""
    return f"Seat {'ABCDEFGH'[n]}"


def new_id() -> str:
    """The id of a table: letters and figures, so that it can be said and typed anywhere."""
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(11))


def new_token() -> str:
    return secrets.token_urlsafe(16)


def address(url: str) -> URL:
    """A database's URL; PostgreSQL is spoken to by psycopg."""
    try:
        where = make_url(url)
    except ValueError:  # a port that is no number
        raise ArgumentError("it is no URL of a database") from None
    return where.set(drivername="postgresql+psycopg") if where.drivername in ("postgresql", "postgres") else where


def file_of(where: URL) -> Path | None:
    """SQLite's file, if it is one."""
    if where.get_backend_name() != "sqlite" or where.database is None or where.database in IN_MEMORY:
        return None
    return Path(where.database)


def place(where: URL) -> str:
    """A database without who may use it, and by what word."""
    host = f"{where.host or 'this machine'}{f':{where.port}' if where.port else ''}/"
    return f"{'' if where.get_backend_name() == 'sqlite' else host}{where.database or ''}"


@contextmanager
def one_at_a_time(file: Path | None) -> Iterator[None]:
    """Of several servers that start at once on one folder, one brings SQLite's file up at a time."""
    if file is None or fcntl is None or not file.exists():
        yield
        return
    with open(file.with_name(f"{file.name}.lock"), "w") as lock:
        os.chmod(lock.name, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def inode(file: Path) -> int:
    """Which file lies there now; 0 if none."""
    try:
        return file.stat().st_ino
    except FileNotFoundError:
        return 0


def make_private(file: Path) -> None:
    """SQLite's file is its owner's alone; its journals take the same mode."""
    with suppress(OSError):  # what cannot be opened is told when it is used
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        file.chmod(0o600)


def careful(connection: Any, _record: Any) -> None:
    """SQLite so that what was committed survives a crash, and readers do not wait for a writer."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=5000")
    keep_journal(cursor)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def keep_journal(cursor: Any) -> None:
    """Ask for a write-ahead journal until it is had: who else connects just now may lock the file, timeout or not."""
    for tries_left in reversed(range(TRIES)):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or not tries_left:
                raise
            time.sleep(LOCKED)
