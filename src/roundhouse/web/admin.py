"""What whoever runs a server can do about its tables and people, on the database itself."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.core.errors import BadOption
from roundhouse.web.rows import TableRow
from roundhouse.web.serve import CannotServe, reason
from roundhouse.web.settings import Settings
from roundhouse.web.store import Store

NEEDS = {"who": "a table", "hide": "a table", "show": "a table", "ban": "a person", "unban": "a person"}
ALONE = ("reports", "bars")


def carry_out(what: str, about: str, data: Path, database: str) -> list[str]:
    """Do it; what to say. A server that runs takes notice within seconds."""
    if what not in NEEDS and what not in ALONE:
        raise BadOption(f"There is no {what!r}; there are {', '.join((*ALONE, *NEEDS))}.")
    if what in NEEDS and not about:
        raise BadOption(f"{what} needs the id of {NEEDS[what]}.")
    if not database and not (data / "roundhouse.sqlite").exists():
        raise BadOption(f"There are no tables in {data}; name their folder with --data, or their --database.")
    try:
        store = Store(Settings(data, database).url)
        return ALL[what](store, about)
    except SQLAlchemyError as error:
        raise CannotServe(f"The database cannot be used: {reason(error)}.") from None


def reports(store: Store, _about: str) -> list[str]:
    found = store.reports()
    lines = [f"{r.at:%Y-%m-%d %H:%M}  table {r.table_id}  person {r.player}  {r.name}: {r.text}" for r in found]
    return lines or ["Nobody has reported anything."]


def bars(store: Store, _about: str) -> list[str]:
    found = [*store.bars("hidden"), *store.bars("banned")]
    return [f"{bar.kind} {bar.table_id or bar.player}" for bar in found] or ["Nothing is hidden and nobody banned."]


def who(store: Store, table: str) -> list[str]:
    row = known(store, table)
    seats = [f"seat {seat.n + 1}  {seat.kind}  person {seat.player or '-'}  {seat.name}" for seat in row.seats]
    return [f"{row.title} ({row.game}, {row.status}), opened by person {row.host}", *seats]


def hide(store: Store, table: str) -> list[str]:
    store.bar("hidden", known(store, table).id)
    return [f"Table {table} is hidden from everybody."]


def show(store: Store, table: str) -> list[str]:
    store.bar("hidden", known(store, table).id, on=False)
    return [f"Table {table} is shown again."]


def ban(store: Store, person: str) -> list[str]:
    store.bar("banned", player=person)
    return [f"Person {person} can open, join, play and say nothing here."]


def unban(store: Store, person: str) -> list[str]:
    store.bar("banned", player=person, on=False)
    return [f"Person {person} is welcome again."]


def known(store: Store, table: str) -> TableRow:
    row = store.bare_table(table)
    if row is None:
        raise BadOption(f"There is no table {table!r}.")
    return row


ALL = {"reports": reports, "bars": bars, "who": who, "hide": hide, "show": show, "ban": ban, "unban": unban}
