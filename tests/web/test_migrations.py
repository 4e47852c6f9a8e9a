"""A database of any shape there ever was is brought up to the newest, with all that is in it; its tables play on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Engine, Float, MetaData, Table, create_engine, insert, inspect, select, text

import roundhouse
from roundhouse.cli import run
from roundhouse.core.records import loads
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.events import Events
from roundhouse.web.service.kept import Kept
from roundhouse.web.service.people import Person
from roundhouse.web.service.rows import MIGRATIONS, Base
from roundhouse.web.service.store import NewerDatabase, Store, address, newest_shape
from roundhouse.web.service.tables import TableService
from tests.web.postgres import Postgres
from tests.web.server import GOLDEN

SHAPES = sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
MADE = datetime(2026, 1, 2, 3, 4, 5, 678901)
OTHERS = ("alembic_version", "procrastinate")  # tables that are not among our models begin so


def begun() -> roundhouse.Record:
    """A game of Trains in which both have placed a marker, and one was taken back."""
    record = roundhouse.Record("trains", 2, "seed", ["Ada", "Bo"])
    for words in ("start at kamata", "start at urawa"):
        record.play(record.state.parse(words))
    record.undo(2)
    return record


def rows() -> dict[str, list[dict[str, Any]]]:
    """What lies in an old database, with all columns that there are today; a shape has those it knew."""
    ended = loads(GOLDEN)
    at = {"created": MADE, "changed": MADE}
    common = {"visibility": "link", "minutes": 5, "bank": 2, "stand_in": "tycoon", "asked": None, "seeded": True}
    common |= {"rematch": "", "hints": False, "lesson": "", "began": 0, "origin": "", "version": 7, "owner": "ada"}
    tables, seats, moves = [], [], []
    for id, record, status in (("live", begun(), "playing"), ("done", ended, "over"), ("shut", begun(), "closed")):
        turn = record.state.seat if status == "playing" else -1
        own = {"id": id, "game": "trains", "title": f"Table {id}", "status": status, "watch": f"w-{id}", "turn": turn}
        tables.append({**common, **own, "host": "ada", "header": record.header(), **at})
        for n in range(record.seats):
            who = {"kind": "person", "name": ("Ada", "Bo", "Cy", "Di")[n], "player": ("ada", "bo", "cy", "di")[n]}
            kept = {"conceded": False, "won": None, "points": None, "spent": 3, "away": -1, "mailed": True, "bot": ""}
            there = {"table_id": id, "n": n, "hook": "https://chat.example/", "token": f"t-{id}-{n}"}
            seats.append({**who, **kept, **there})
        lines = [line.as_json() for line in record.lines]
        moves += [{"table_id": id, "n": n, "line": line, "at": MADE} for n, line in enumerate(lines, 1)]
    mail = {"mail": "ada@mail.example", "mail_token": "m", "mail_on": True, "mail_asked": MADE}
    report = {"table_id": "live", "player": "eve", "name": "Eve", "text": "x", "by": "ada", "at": MADE}
    push = {"endpoint": "https://push.example/1", "p256dh": "p", "auth": "a", "made": MADE}
    thought = {"waited_for": True, "seconds": 0.5, "asked": MADE, "job": 9, "waited": 0.25, "action": 3, "fault": ""}
    thought |= {"done": MADE, "worker": 2, "home": "h"}
    return {
        "tables": tables,
        "seats": seats,
        "moves": moves,
        "chat": [{"table_id": "live", "n": 1, "player": "ada", "name": "Ada", "text": "Hello", "at": MADE}],
        "handovers": [{"token": "h", "table_id": "live", "n": 0, "player": "old", "used": True, "made": MADE}],
        "bars": [{"kind": "muted", "table_id": "live", "player": "eve", "at": MADE}],
        "reports": [{"id": 1, **report}],
        "people": [{"id": "ada", "name": "Ada", "key": "k", "key_made": MADE, **mail, "made": MADE}],
        "pushes": [{"id": "p", "player": "ada", **push}],
        "reviews": [{"table_id": "done", "iterations": 9, "told": {"steps": []}, "at": MADE}],
        "thoughts": [{"table_id": "live", "n": 4, "bot": "tycoon", "owner": "ada", **thought}],
        "claims": [{"table_id": "live", "server": "s", "at": MADE}],
        "keys": [{"name": "cookie", "text": "secret"}],
    }


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database."""
    url = f"sqlite:///{tmp_path / 'roundhouse.sqlite'}"
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.database()
    made = create_engine(address(url))
    yield made
    made.dispose()


def bring_to(engine: Engine, shape: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, shape)


def tables_of(engine: Engine) -> dict[str, Table]:
    """The tables as they lie there."""
    there = MetaData()
    there.reflect(engine)
    return {name: table for name, table in there.tables.items() if not name.startswith(OTHERS)}


def fill(engine: Engine) -> dict[str, list[dict[str, Any]]]:
    """Put rows into every table of a shape; what was put there."""
    put: dict[str, list[dict[str, Any]]] = {}
    known, there = rows(), tables_of(engine)
    assert set(there) <= set(known), "every table of the database has rows here"
    with engine.begin() as connection:
        for name in [name for name in known if name in there]:
            columns = set(there[name].columns.keys())
            assert columns <= set(known[name][0]), f"every column of {name} has a value here"
            put[name] = [{key: row[key] for key in row if key in columns} for row in known[name]]
            connection.execute(insert(there[name]), put[name])
    return put


def kept(engine: Engine, name: str, columns: list[str]) -> list[dict[str, Any]]:
    table = Table(name, MetaData(), autoload_with=engine)
    with engine.connect() as connection:
        found = connection.execute(select(*[table.c[column] for column in columns])).all()
    return [dict(row._mapping) for row in found]


@pytest.mark.parametrize("shape", SHAPES)
def test_an_old_database_is_brought_up_with_all_that_is_in_it(engine: Engine, shape: str, pool: BotPool) -> None:
    bring_to(engine, shape)
    before = fill(engine)
    url = engine.url.render_as_string(hide_password=False)
    service = TableService(Store(url), Events(), pool)
    assert service.store.is_newest()
    for name, put in before.items():
        anew = [("seats", "token")] if shape < "0003" else []  # links of taken seats were handed around
        columns = [column for column in put[0] if (name, column) not in anew]
        found = kept(engine, name, columns)
        assert [row for row in put if {key: row[key] for key in columns} not in found] == [], name
    assert differences(engine) == []
    plays_on(service)
    service.store.engine.dispose()


def plays_on(service: TableService) -> None:
    live = service.get("live")
    assert (live.n, live.names) == (3, ["Ada", "Bo"])
    service.play(live, 1, 4, "start at urawa")
    service.play(live, 0, 5, live.record.state.choices()[0])
    again = TableService(service.store, Events(), service.pool).get("live")
    assert [line.as_json() for line in again.record.lines] == [line.as_json() for line in live.record.lines]
    assert service.get("done").over
    assert service.get("shut").early
    kept = Kept(service)
    assert [result.played for result in kept.results(Person("ada", "Ada"))] == [1]
    kept.delete(Person("ada", "Ada"))
    assert service.get("live", now=True).playing


def differences(engine: Engine) -> list[Any]:
    """What the newest shape lacks, or has too much, beside the models."""

    def ours(_object: object, name: str | None, kind: str, *_: object) -> bool:
        return kind != "table" or not str(name).startswith(OTHERS)

    def other_type(_context: object, _there: object, _here: object, there: object, here: object) -> bool | None:
        one = isinstance(there, Float) and isinstance(here, Float)  # PostgreSQL calls it otherwise
        return False if one else None

    with engine.connect() as connection:
        how = {"compare_type": other_type, "include_object": ours}
        return list(compare_metadata(MigrationContext.configure(connection, opts=how), Base.metadata))


def test_a_difference_of_shape_would_be_found(engine: Engine) -> None:
    bring_to(engine, "head")
    assert differences(engine) == []
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE chat ADD COLUMN odd INTEGER"))
        connection.execute(text("DROP INDEX ix_seats_player"))
    assert {found[0] for found in differences(engine)} == {"remove_column", "add_index"}


def test_the_shapes_are_in_one_row() -> None:
    """Each is numbered, and follows the one before."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(MIGRATIONS))
    found = list(scripts.walk_revisions())[::-1]
    assert [script.revision for script in found] == SHAPES
    assert [script.down_revision for script in found] == [None, *SHAPES[:-1]]
    assert scripts.get_current_head() == newest_shape() == SHAPES[-1]


def test_a_newer_database_is_refused_and_left_as_it_is(
    engine: Engine, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bring_to(engine, "head")
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    url = engine.url.render_as_string(hide_password=False).replace("+psycopg", "")
    with pytest.raises(NewerDatabase, match="install the newer version"):
        Store(url)
    assert run(["admin", "reports", "--data", str(tmp_path), "--database", url]) == 2
    assert "has shape 9999" in capsys.readouterr().err
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    assert "tables" in inspect(engine).get_table_names()
