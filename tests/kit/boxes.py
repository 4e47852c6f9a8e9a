"""The box as data: edited copies play, records carry what was edited, bad files get one sentence."""

from __future__ import annotations

import csv
import pickle
import re
from pathlib import Path
from typing import Any, ClassVar

import pytest

import roundhouse
from roundhouse.core.components import Schema
from roundhouse.core.records import Record, loads
from roundhouse.core.rng import seeded
from tests.kit.journeys import Case, choose

Cells = dict[str, str]


def rows_in(path: Path) -> list[Cells]:
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def printed(schema: Schema, file: str) -> list[Cells]:
    return rows_in(Path(schema.folder) / file)


def key(schema: Schema, file: str, row: Cells) -> str:
    return ",".join(row[k] for k in schema.keys[file])


def line(schema: Schema, file: str, wanted: str) -> int:
    """On which line a row stands."""
    return [key(schema, file, row) for row in printed(schema, file)].index(wanted) + 2


def write(folder: Path, file: str, rows: list[Cells]) -> Path:
    with open(folder / file, "w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return folder


def edit(schema: Schema, folder: Path, file: str, edits: dict[str, Cells]) -> Path:
    """An edited copy of one table, by the keys of its rows."""
    return write(folder, file, [{**row, **edits.get(key(schema, file, row), {})} for row in printed(schema, file)])


class Boxes(Case):
    edited: ClassVar[tuple[str, str, Cells]]  # a table, a row and cells that differ from the printed ones
    bad: ClassVar[dict[str, tuple[str, str, Cells, str]]]  # table, row, cells, and what the sentence says

    @classmethod
    def edit(cls, folder: Path, file: str, edits: dict[str, Cells]) -> Path:
        return edit(cls.game().schema, folder, file, edits)

    @classmethod
    def play_out(cls, s: Any) -> Any:
        """A random game to its end; nothing gets lost."""
        rng = seeded("components")
        total = cls.expected(s)
        while not s.over:
            s.apply(choose(rng, s.legal()))
            assert cls.conserved(s) == total
        return s

    def refusal(self, folder: Path) -> str:
        with pytest.raises(roundhouse.BadComponents) as caught:
            self.game().new(seed=1, components=str(folder))
        told = str(caught.value)
        assert told.endswith(".")
        assert "\n" not in told
        return told

    def test_every_number_has_a_source(self) -> None:
        for table in self.game().printed.tables.values():
            assert all(re.search("printed|derived|proposed", row["source"]) for row in table.rows)

    def test_every_card_has_a_text(self) -> None:
        for id, title, *_ in self.game().printed.names():
            told = self.game().card_text(id)
            assert told.startswith(title)
            assert told.endswith(".")
            assert "  " not in told

    def test_a_record_names_the_box_and_carries_the_edits(self, tmp_path: Path) -> None:
        file, row, cells = self.edited
        self.edit(tmp_path, file, {row: cells})
        record = Record(self.id, seed=5, components=str(tmp_path))
        assert record.header()["edited"] == {file: {row: cells}}
        assert record.header()["box"] != Record(self.id, seed=5).header()["box"]
        rng = seeded(1)
        while len(record.lines) < 40 and not record.state.over:
            record.play(choose(rng, record.state.legal()))
        again = loads(record.text())
        assert again.state.fingerprint() == record.state.fingerprint()
        assert again.box.hash == record.box.hash != self.game().printed.hash
        assert pickle.loads(pickle.dumps(record.state)).box.hash == record.box.hash
        column, value = next(iter(cells.items()))
        with pytest.raises(roundhouse.BadRecord, match="box"):
            loads(record.text().replace(f'"{column}":"{value}"', f'"{column}":"1"'))

    def test_an_unedited_copy_is_the_printed_box_in_any_order(self, tmp_path: Path) -> None:
        file = self.edited[0]
        write(tmp_path, file, printed(self.game().schema, file)[::-1])
        record = Record(self.id, seed=5, components=str(tmp_path))
        assert "edited" not in record.header()
        assert record.box.hash == self.game().printed.hash

    def test_a_bad_cell_gets_a_sentence_with_its_place(self, tmp_path: Path) -> None:
        for n, (case, (file, row, cells, sentence)) in enumerate(self.bad.items()):
            folder = tmp_path / str(n)
            folder.mkdir()
            self.edit(folder, file, {row: cells})
            told = self.refusal(folder)
            place = "" if "line " in sentence else f"{line(self.game().schema, file, row)}, column "
            assert told.startswith(f"{file}, line {place}"), (case, told)
            assert re.search(sentence, told), (case, told)

    def test_missing_doubled_and_unknown_rows_are_refused(self, tmp_path: Path) -> None:
        schema = self.game().schema
        for file in schema.keys:
            rows = printed(schema, file)
            own = schema.keys[file][0]
            for n, (changed, told) in enumerate(
                [
                    (rows[:-1], rf"{file}, line {len(rows) + 1}.*missing"),
                    ([*rows, rows[0]], rf"{file}, line {len(rows) + 2}"),
                    ([*rows[:-1], {**rows[-1], own: "77"}], rf"{file}, line \d+, column {own}"),
                    ([{k: v for k, v in r.items() if k != own} for r in rows], f"{file}, line 1: the columns must be"),
                ]
            ):
                folder = tmp_path / f"{file} {n}"
                folder.mkdir()
                assert re.match(told, self.refusal(write(folder, file, changed))), (file, n)

    def test_what_is_no_table_is_refused(self, tmp_path: Path) -> None:
        assert "no folder" in self.refusal(tmp_path / "missing")
        assert "no table" in self.refusal(tmp_path)
        file = self.edited[0]
        columns = ",".join(printed(self.game().schema, file)[0])
        (tmp_path / file).write_text(f"{columns}\nshort,5\n", encoding="utf-8")
        assert f"{file}, line 2: 2 columns where" in self.refusal(tmp_path)
        (tmp_path / file).write_bytes(columns.encode() + b"\n\xff\xfe")
        assert f"{file} cannot be read" in self.refusal(tmp_path)
        (tmp_path / file).rename(tmp_path / "other.csv")
        assert "other.csv is not a table of this game" in self.refusal(tmp_path)
