"""What whoever runs a server can do about its tables and people, on the database itself."""

from __future__ import annotations

from pathlib import Path

from roundhouse.core.errors import BadOption
from roundhouse.web.serve import database_told
from roundhouse.web.service.rows import TableRow
from roundhouse.web.service.store import Store, address, file_of
from roundhouse.web.settings import Settings

LISTS = ("reports", "bars")
BARS = {  # the kind of bar, whether it is put up, and what to say
    "hide": ("hidden", True, "Table {} is hidden from everybody."),
    "show": ("hidden", False, "Table {} is shown again."),
    "ban": ("banned", True, "Person {} can open, join, play and say nothing here."),
    "unban": ("banned", False, "Person {} is welcome again."),
}
COMMANDS = (*LISTS, "who", *BARS)


def carry_out(what: str, about: str, data: Path, database: str) -> list[str]:
    """Do it; what to say. A server that runs takes notice within seconds."""
    if what not in COMMANDS:
        raise BadOption(f"There is no {what!r}; there are {', '.join(COMMANDS)}.")
    if what not in LISTS and not about:
        raise BadOption(f"{what} needs the id of {'a person' if what in ('ban', 'unban') else 'a table'}.")
    url = Settings(data, database).url
    with database_told():
        file = file_of(address(url))
        if file is not None and not file.exists():
            there = file if database else data
            raise BadOption(f"There are no tables in {there}; name their folder with --data, or their --database.")
        store = Store(url)
        if what in BARS:
            return set_bar(store, what, about)
        return reports(store) if what == "reports" else bars(store) if what == "bars" else who(store, about)


def set_bar(store: Store, what: str, about: str) -> list[str]:
    kind, on, sentence = BARS[what]
    person = kind == "banned"
    store.bar(kind, "" if person else known(store, about).id, about if person else "", on)
    return [sentence.format(about)]


def reports(store: Store) -> list[str]:
    return [
        f"{r.at:%Y-%m-%d %H:%M}  table {r.table_id}  person {r.player}  {r.name}: {r.text}" for r in store.reports()
    ] or ["Nobody has reported anything."]


def bars(store: Store) -> list[str]:
    found = [*store.bars("hidden"), *store.bars("banned")]
    return [f"{bar.kind} {bar.table_id or bar.player}" for bar in found] or ["Nothing is hidden and nobody banned."]


def who(store: Store, table: str) -> list[str]:
    row = known(store, table)
    seats = [f"seat {seat.n + 1}  {seat.kind}  person {seat.player or '-'}  {seat.name}" for seat in row.seats]
    return [f"{row.title} ({row.game}, {row.status}), opened by person {row.host}", *seats]


def known(store: Store, table: str) -> TableRow:
    row = store.bare_table(table)
    if row is None:
        raise BadOption(f"There is no table {table!r}.")
    return row
