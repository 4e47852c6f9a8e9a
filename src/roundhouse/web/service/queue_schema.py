"""The schema of procrastinate's queue in our database: put there once, and brought up when the library is newer.

Procrastinate itself does not say of which version the schema of a database is; so a comment on its table of jobs does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from procrastinate.schema import SchemaManager
from sqlalchemy import Connection, Engine, text

from roundhouse.core.errors import RoundhouseError

MARK = "roundhouse "  # begins the comment; the newest migration that was carried out follows


class ForeignQueue(RoundhouseError):
    """The queue in a database is not one that can be used; says what to do."""


def prepare(engine: Engine, lock: int) -> None:
    """Bring the queue's schema up, if it is not; of several servers and workers that start at once, one does it."""
    with engine.begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": lock})
        newest = migrations()[-1].stem
        there = connection.execute(text("SELECT to_regclass('procrastinate_jobs')")).scalar()
        if there is None:
            run(connection, SchemaManager.get_schema())
        else:
            upgrade(connection, mark(connection), newest)
        connection.execute(text(f"COMMENT ON TABLE procrastinate_jobs IS '{MARK}{newest}'"))


def upgrade(connection: Connection, present: str, newest: str) -> None:
    """Carry out the migrations after the present one."""
    if present > newest:
        raise ForeignQueue(
            "The queue of bots in this database was made by a newer procrastinate than the one that is installed; "
            "upgrade it with: pip install -U procrastinate."
        )
    for file in migrations():
        if file.stem > present:
            run(connection, file.read_text(encoding="utf-8"))


def mark(connection: Connection) -> str:
    """The newest migration that the queue has seen."""
    said = connection.execute(text("SELECT obj_description('procrastinate_jobs'::regclass)")).scalar() or ""
    if not said.startswith(MARK):
        raise ForeignQueue(
            "This database has a queue of procrastinate that Roundhouse did not make; "
            "give Roundhouse a database of its own."
        )
    return str(said.removeprefix(MARK))


def migrations() -> list[Path]:
    """Procrastinate's migrations, in order."""
    return sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))


def run(connection: Connection, script: str) -> None:
    """Several statements, in the transaction."""
    line: Any = connection.connection.driver_connection
    line.execute(script)
