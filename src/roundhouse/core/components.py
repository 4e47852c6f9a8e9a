"""Components as data: CSV tables with a key, typed columns and errors that name file, line and column."""

from __future__ import annotations

import csv
import hashlib
import io
import os

from roundhouse.core.actions import squeeze
from roundhouse.core.errors import BadComponents
from roundhouse.core.native import mypyc_attr

Edits = dict[str, dict[str, dict[str, str]]]  # by file, row and column: what differs from the printed box
OLDER = "older"  # beside the tables: what they held by older versions of the rules


class Column:
    """One column: `kind` is "text", "name" (text that may not be empty) or "number" within bounds.

    A fixed column may not be edited.
    """

    def __init__(self, name: str, kind: str, fixed: bool = False, least: int = 0, most: int = 99) -> None:
        self.name: str = name
        self.kind: str = kind
        self.fixed: bool = fixed
        self.least: int = least
        self.most: int = most

    def fault(self, cell: str) -> str:
        """What is wrong with a cell, or ""."""
        if self.kind == "number":
            if not (cell.isascii() and cell.isdigit() and len(cell) < 10) or not self.least <= int(cell) <= self.most:
                return f"'{cell[:20]}' is not a whole number from {self.least} to {self.most}"
        elif self.kind == "name" and not cell.strip():
            return "it is empty"
        return ""


class Table:
    """The rows of one file, by key; every cell is kept as its text."""

    def __init__(self, file: str, columns: list[Column], keys: list[str], rows: list[dict[str, str]]) -> None:
        self.file: str = file
        self.columns: list[Column] = columns
        self.keys: list[str] = keys
        self.rows: list[dict[str, str]] = rows

    def key(self, row: dict[str, str]) -> str:
        """The row's name within its table."""
        return ",".join(row[k] for k in self.keys)

    def text(self, i: int, column: str) -> str:
        return self.rows[i][column]

    def number(self, i: int, column: str) -> int:
        return int(self.rows[i][column])

    def texts(self, column: str) -> list[str]:
        """A whole column, row by row."""
        return [row[column] for row in self.rows]

    def numbers(self, column: str) -> list[int]:
        """The same of a column of numbers."""
        return [int(row[column]) for row in self.rows]

    def csv(self) -> str:
        """The table as a file."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([c.name for c in self.columns])
        for row in self.rows:
            writer.writerow([row[c.name] for c in self.columns])
        return out.getvalue()


def bad_cell(file: str, line: int, column: str, why: str) -> BadComponents:
    """What is wrong with one cell, as a sentence."""
    return BadComponents(f"{file}, line {line}, column {column}: {why}.")


def read_table(file: str, text: str, columns: list[Column], keys: list[str], printed: Table | None = None) -> Table:
    """Parse and check a table; against `printed`, its keys and fixed columns must be the same."""
    try:
        lines = list(csv.reader(io.StringIO(text), strict=True))
    except csv.Error as error:
        raise BadComponents(f"{file} is not a readable CSV table: {error}.") from None
    names = [c.name for c in columns]
    if not lines or lines[0] != names:
        raise BadComponents(f"{file}, line 1: the columns must be {', '.join(names)}.")
    rows: list[dict[str, str]] = []
    seen: dict[str, int] = {}
    table = Table(file, columns, keys, rows)
    for n, cells in enumerate(lines[1:], 2):
        if not cells:
            continue
        if len(cells) != len(names):
            raise BadComponents(f"{file}, line {n}: {len(cells)} columns where {len(names)} belong.")
        row = dict(zip(names, cells, strict=True))
        for column in columns:
            fault = column.fault(row[column.name])
            if fault:
                raise bad_cell(file, n, column.name, fault)
        key = table.key(row)
        if key in seen:
            raise bad_cell(file, n, keys[0], f"'{key}' stands on line {seen[key]} already")
        seen[key] = n
        rows.append(row)
    return table if printed is None else aligned(table, printed, seen)


def aligned(table: Table, printed: Table, lines: dict[str, int]) -> Table:
    """The edited table in the printed order; ids and fixed columns stay."""
    found = {table.key(r): r for r in table.rows}
    wanted = {printed.key(r) for r in printed.rows}
    for key in found:
        if key not in wanted:
            raise bad_cell(table.file, lines[key], table.keys[0], f"'{key}' is not in the box; ids must stay")
    rows: list[dict[str, str]] = []
    for row in printed.rows:
        key = printed.key(row)
        if key not in found:
            raise bad_cell(table.file, len(table.rows) + 2, table.keys[0], f"'{key}' is missing; ids must stay")
        for column in table.columns:
            cell = found[key][column.name]
            if column.fixed and cell != row[column.name]:
                raise bad_cell(table.file, lines[key], column.name, f"'{cell}' must stay '{row[column.name]}'")
        rows.append(found[key])
    return Table(table.file, table.columns, table.keys, rows)


@mypyc_attr(allow_interpreted_subclasses=True)
class Box:
    """All component tables of one game, printed or edited. A state points to the box it is played with."""

    def __init__(self, tables: dict[str, Table], edits: Edits) -> None:
        self.tables: dict[str, Table] = tables
        self.edits: Edits = edits
        self.version: int | None = None  # of the rules it came with, if it is that of a record
        text = "\n".join(f"{f}\n{tables[f].csv()}" for f in sorted(tables))
        self.hash: str = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def names(self) -> list[list[str]]:
        """The names each card answers to, its id first."""
        return []

    def describe(self, card: int) -> str:
        """A card in words: title, figures, and the text made from its verbs."""
        return ""

    def numbers(self) -> dict[str, int]:
        """The table of single numbers, by id."""
        table = self.tables["numbers.csv"]
        return dict(zip(table.texts("id"), table.numbers("number"), strict=True))

    def need(self, id: str, n: int, least: int, most: int) -> None:
        """A single number that must stay within bounds which no column can say."""
        if not least <= n <= most:
            line = list(self.numbers()).index(id) + 2
            raise bad_cell("numbers.csv", line, "number", f"{id} must be {least} to {most}")

    def one_line_a_card(self, file: str, effects: list[str]) -> None:
        """The rows of a table of cards and the lines of `cards.py` name the same cards, in the same order."""
        ids = self.tables[file].texts("id")
        for i in range(max(len(ids), len(effects))):
            row = ids[i] if i < len(ids) else "nothing"
            line = effects[i] if i < len(effects) else "nothing"
            if row != line:
                raise BadComponents(f"{file}, line {i + 2}: '{row}' stands where cards.py has '{line}'.")

    def each_name_once(self, file: str) -> None:
        """No two cards of a table answer to one name, their ids aside."""
        known = self.names()
        owner: dict[str, int] = {}
        for i in range(len(known)):
            for name in known[i][1:]:
                other = owner.setdefault(squeeze(name), i)
                if other != i:
                    raise bad_cell(file, i + 2, "title", f"'{name}' already names {known[other][0]}")


class Schema:
    """The tables a game is made of, and how a folder of edited ones is laid over the printed ones."""

    def __init__(self, folder: str) -> None:
        self.folder: str = folder
        self.columns: dict[str, list[Column]] = {}
        self.keys: dict[str, list[str]] = {}

    def add(self, file: str, columns: list[Column], keys: list[str]) -> None:
        """Declare a table; the `source` column is added to every one."""
        self.columns[file] = [*columns, Column("source", "name")]
        self.keys[file] = keys

    def printed(self, version: int | None = None) -> dict[str, Table]:
        """The tables as they come with the game, or as they came with a version of its rules."""
        tables = {file: self.read(self.folder, file) for file in self.columns}
        for cells in self.older(version):
            tables = self.laid_over(tables, cells, False)
        return tables

    def older(self, version: int | None) -> list[Edits]:
        """What the tables held by that version of the rules, where it was changed since: the latest change first.

        `older/1.csv` says what was changed after version 1: cells by their file, row and column, as they were.
        """
        folder = os.path.join(self.folder, OLDER)
        if version is None or not os.path.isdir(folder):
            return []
        tables = [file[:-4] for file in os.listdir(folder) if file.endswith(".csv")]
        later = sorted([int(n) for n in tables if int(n) >= version], reverse=True)
        return [self.cells(os.path.join(folder, f"{n}.csv")) for n in later]

    def cells(self, path: str) -> Edits:
        """A file of single cells."""
        out: Edits = {}
        for row in csv.DictReader(io.StringIO(read_text(path))):
            out.setdefault(row["file"], {}).setdefault(row["row"], {})[row["column"]] = row["cell"]
        return out

    def read(self, folder: str, file: str, printed: Table | None = None) -> Table:
        """One table from a folder."""
        return read_table(file, read_text(os.path.join(folder, file)), self.columns[file], self.keys[file], printed)

    def edited(self, folder: str) -> tuple[dict[str, Table], Edits]:
        """The printed tables with those in `folder` laid over them, and what differs."""
        if not os.path.isdir(folder):
            raise BadComponents(
                f"There is no folder {folder}; it should hold edited copies of {', '.join(self.columns)}."
            )
        printed = self.printed()
        tables = dict(printed)
        files = sorted(f for f in os.listdir(folder) if f.endswith(".csv"))
        if not files:
            raise BadComponents(
                f"{folder} holds no table; it needs an edited copy of any of {', '.join(self.columns)}."
            )
        for file in files:
            if file not in self.columns:
                raise BadComponents(f"{file} is not a table of this game; its tables are {', '.join(self.columns)}.")
            tables[file] = self.read(folder, file, printed[file])
        changes = {file: differences(tables[file], printed[file]) for file in files}
        return tables, {file: cells for file, cells in changes.items() if cells}

    def with_edits(self, edits: Edits, version: int | None = None) -> dict[str, Table]:
        """The printed tables, or those of a version of the rules, with recorded edits applied again."""
        return self.laid_over(self.printed(version), edits, True)

    def laid_over(self, tables: dict[str, Table], edits: Edits, fixed: bool) -> dict[str, Table]:
        """Tables with other cells; if `fixed`, the fixed columns must stay."""
        tables = dict(tables)
        for file, changes in edits.items():
            if file not in tables:
                raise BadComponents(f"The edited table {file} is not one of {', '.join(self.columns)}.")
            printed = tables[file]
            known = {printed.key(r): r for r in printed.rows}
            for key, cells in changes.items():
                if key not in known:
                    raise BadComponents(f"The edits of {file} name '{key}', which is not in the box.")
                for column in cells:
                    if column not in known[key]:
                        raise BadComponents(f"The edits of {file} name a column '{column}', which it does not have.")
            text = Table(
                file, printed.columns, printed.keys, [{**r, **changes.get(printed.key(r), {})} for r in printed.rows]
            ).csv()
            columns, keys = self.columns[file], self.keys[file]
            tables[file] = read_table(file, text, columns, keys, printed if fixed else None)
        return tables


def read_text(path: str) -> str:
    """A file's text, or a sentence."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as f:
            return f.read()
    except (OSError, UnicodeDecodeError) as error:
        raise BadComponents(f"{os.path.basename(path)} cannot be read as UTF-8 text: {error}.") from None


def count_rows(path: str) -> int:
    """How many rows a table has, its header aside."""
    return len(list(csv.DictReader(io.StringIO(read_text(path)))))


def differences(table: Table, printed: Table) -> dict[str, dict[str, str]]:
    """The cells that differ from the printed table, by row key."""
    out: dict[str, dict[str, str]] = {}
    for i in range(len(table.rows)):
        old = printed.rows[i]
        new = table.rows[i]
        cells = {c.name: new[c.name] for c in table.columns if new[c.name] != old[c.name]}
        if cells:
            out[printed.key(old)] = cells
    return out
