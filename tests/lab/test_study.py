"""Studies: the same files whoever plays them and however often they are interrupted, and what they say."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import roundhouse
from roundhouse.lab.simulate import Match, play_one
from roundhouse.lab.study import Study, opened, part_path, play_game, read, run, study, tables
from roundhouse.lab.workers import ALONE, Where
from tests.bots.tables import GAMES
from tests.test_cli import Shell

RANDOM = Match("spyrium", 2, ("random",), "study", {})
CLERK = "tests.lab.clerks:Waste"


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def small(games: int = 12, size: int = 3, clerks: tuple[str, ...] = (), records: bool = False) -> Study:
    return Study(RANDOM, games, size, clerks, records)


def played(folder: Path, wanted: Study, where: Where = ALONE) -> dict[str, bytes]:
    run(opened(wanted, folder), folder, where)
    return held(folder)


def test_the_same_files_come_from_any_number_of_processes_and_after_interruptions(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", small())
    assert len(whole) == 5
    assert played(tmp_path / "two", small(), Where(2)) == whole
    played(tmp_path / "cut", small())
    for name in ("part-00001.parquet", "part-00003.parquet"):
        (tmp_path / "cut" / name).unlink()
    (tmp_path / "cut" / "part-00001.parquet.begun").write_bytes(b"half a file")
    heard: list[int] = []
    assert run(opened(small(), tmp_path / "cut"), tmp_path / "cut", progress=heard.append) == 6
    assert heard == [6, 3, 3]
    assert held(tmp_path / "cut") == whole


def test_a_study_can_be_made_longer(tmp_path: Path) -> None:
    played(tmp_path / "long", small(games=4))
    assert played(tmp_path / "long", small(games=12)) == played(tmp_path / "once", small())
    assert read(tmp_path / "long").games == 12
    assert opened(small(games=3), tmp_path / "long").games == 12


@pytest.mark.parametrize("game", GAMES)
def test_rows_tell_what_was_played(game: str) -> None:
    match = Match(game, 3, ("random", "apprentice"), "rows", {})
    rows, _ = play_game(study(match, 1), 0)
    plain = play_one(match, 0)
    assert [row["score"] for row in rows] == plain.scores
    assert [row["bot"] for row in rows] == plain.lineup
    assert [row["rank"] == 1 for row in rows] == [seat in plain.winners for seat in range(3)]
    assert sum(row["won"] for row in rows) == pytest.approx(1)
    assert sum(row["decisions"] for row in rows) == rows[0]["length"] == plain.decisions
    assert sorted(row["place"] for row in rows) == [1, 2, 3]
    for row in rows:
        assert sum(n for name, n in row.items() if name.startswith("points_")) == row["score"]
        assert len(row["taken"]) == len(row["taken_at"]) == sum(": " in what for what in row["taken"])
        assert row["taken_at"] == sorted(row["taken_at"])
        assert 1 <= len(row["opening"]) <= 3
        if "on_offer" in row:
            counted = [what for what in row["taken"] if what.startswith(row["on_offer"][0].split(":")[0])]
            assert set(counted) <= set(row["on_offer"])
    assert any(row["taken"] for row in rows)


def test_clerks_of_ones_own_add_columns(tmp_path: Path) -> None:
    played(tmp_path / "more", small(3, 3, (CLERK,)))
    played(tmp_path / "plain", small(3, 3))
    more, plain = next(tables(tmp_path / "more")), next(tables(tmp_path / "plain"))
    assert more.column_names == [*plain.column_names, "forced", "last"]
    assert more.select(plain.column_names).equals(plain)
    assert more.column("last").to_pylist()[0]


def test_records_are_kept_and_prove_themselves(tmp_path: Path) -> None:
    played(tmp_path, small(2, 1, records=True))
    kept = sorted((tmp_path / "records").iterdir())
    assert [path.name for path in kept] == ["0000000.jsonl", "0000001.jsonl"]
    record = roundhouse.load(str(kept[1]))
    rows = pq.read_table(part_path(tmp_path, 1)).to_pylist()
    assert record.state.scores() == [row["score"] for row in rows]


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (Study(Match("spyrium", 2, ("random",), "other", {}), 12, 3), "its seed is study, not other"),
        (Study(Match("spyrium", 3, ("random",), "study", {}), 12, 3), "its seats is 2, not 3"),
        (Study(RANDOM, 12, 3, (CLERK,)), "clerks"),
    ],
)
def test_a_folder_holds_one_study(tmp_path: Path, wanted: Study, says: str) -> None:
    opened(small(), tmp_path)
    before = held(tmp_path)
    with pytest.raises(roundhouse.BadOption, match=says):
        opened(wanted, tmp_path)
    assert held(tmp_path) == before


def test_what_cannot_be_kept_is_refused(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    one = ("sim", "spyrium", "--games", 1, "--seats", 2, "--bots", "random")
    said = shell(*one, "--out", tmp_path)
    assert (said.code, said.err) == (2, f"{tmp_path} is not empty and holds no study.\n")
    said = shell(*one, "--records")
    assert said.code == 2
    assert "--out" in said.err
    for name, words in (("tests.lab.clerks:Odd", "kinds"), ("tests.lab.clerks:doubled", "cannot be made")):
        said = shell(
            "sim", "spyrium", "--games", 1, "--seats", 2, "--bots", "random", "--out", tmp_path / "x", "--clerk", name
        )
        assert said.code == 2
        assert words in said.err
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "study.json").write_text(json.dumps({"game": "trains"}))
    with pytest.raises(roundhouse.BadOption, match=r"is not the study\.json of a study"):
        read(tmp_path / "bad")


def test_a_study_by_the_command_is_summed_up(tmp_path: Path, shell: Shell) -> None:
    args = ("sim", "spyrium", "--games", 4, "--seats", 2, "--bots", "random,apprentice", "--seed", 1)
    said = shell(*args, "--out", tmp_path / "s", "--workers", 2)
    assert said.code == 0
    for words in ("4 games of Spyrium", "apprentice", "place 2", "decisions with a choice", "the last turn is over"):
        assert words in said.out
    assert shell(*args, "--out", tmp_path / "s").out == said.out
