"""The box as data: edited copies play, records carry what was edited, bad files get one sentence."""

from __future__ import annotations

import pickle
from functools import partial
from pathlib import Path

import pytest

import roundhouse
from roundhouse.core.records import loads
from roundhouse.core.rng import seeded
from roundhouse.games.trains.box import SHELF
from tests import shared
from tests.shared import write
from tests.trains.table import card, game

printed = partial(shared.printed, SHELF)


def edit(folder: Path, file: str, key: str, **cells: str) -> Path:
    """An edited copy of one table: the row of that key with other cells."""
    return shared.edit(SHELF, folder, file, {key: cells})


def test_every_number_has_a_source() -> None:
    for table in game().printed.tables.values():
        assert {row["source"] for row in table.rows} <= {"printed", "derived", "proposed"}


def test_an_edited_cost_is_paid(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", "express_train", cost="1", source="proposed")
    s = game().new(seats=2, seed=3, components=str(tmp_path), cards="holiday pass")
    for _ in range(2):
        s.apply(s.legal()[0])
    s.apply(s.parse("play normal train"))
    assert "buy Express train" in s.all_words()


def test_an_edited_title_is_the_spelling(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", "normal_train", title="Local train")
    s = game().new(seats=2, seed=3, components=str(tmp_path))
    for _ in range(2):
        s.apply(s.legal()[0])
    assert "play Local train" in s.all_words()


def test_edited_copies_fill_the_supply(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", "waste", copies="12")
    s = game().new(seats=3, seed=3, components=tmp_path)
    assert s.supply[card("Waste")] == 12
    assert game().new(seats=3, seed=3).supply[card("Waste")] == 70


def test_edited_map_numbers_score(tmp_path: Path) -> None:
    edit(tmp_path, "tokyo.csv", "0,0", number="9", name="Far Chichibu")
    s = game().new(seats=2, seed=3, components=tmp_path)
    assert s.board.labels[0] == "Far Chichibu"
    assert s.board.number[0] == 9


def test_edited_numbers_rule(tmp_path: Path) -> None:
    edit(tmp_path, "numbers.csv", "hand", number="7")
    s = game().new(seats=2, seed=3, components=tmp_path)
    assert len(s.hands[0]) == 7


def test_a_record_names_the_box_and_carries_the_edits(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", "garage", cost="9")
    record = roundhouse.Record("trains", 2, seed=5, components=str(tmp_path))
    assert record.header()["edited"] == {"cards.csv": {"garage": {"cost": "9"}}}
    assert record.header()["box"] != roundhouse.Record("trains", 2, seed=5).header()["box"]
    rng = seeded(1)
    for _ in range(60):
        legal = record.state.legal()
        record.play(legal[rng.below(len(legal))])
    again = loads(record.text())
    assert again.state.fingerprint() == record.state.fingerprint()
    assert again.box.costs[card("Garage")] == 9  # type: ignore[attr-defined]
    with pytest.raises(roundhouse.BadRecord, match="box"):
        loads(record.text().replace('"garage":{"cost":"9"}', '"garage":{"cost":"8"}'))


def test_an_unedited_copy_is_the_printed_box(tmp_path: Path) -> None:
    write(tmp_path, "cards.csv", printed("cards.csv"))
    record = roundhouse.Record("trains", 2, seed=5, components=str(tmp_path))
    assert "edited" not in record.header()
    assert record.box.hash == game().printed.hash


BAD = {
    "a word for a number": ("cards.csv", "garage", {"cost": "three"}, r"cards\.csv, line 19, column cost: 'three'"),
    "a negative number": ("cards.csv", "garage", {"cost": "-1"}, r"cards\.csv, line 19, column cost: '-1'"),
    "too large a number": ("cards.csv", "garage", {"value": "21"}, r"line 19, column value: .* from 0 to 20"),
    "no title": ("cards.csv", "garage", {"title": " "}, r"cards\.csv, line 19, column title: it is empty"),
    "a title used twice": (
        "cards.csv",
        "garage",
        {"title": "Signals"},
        r"cards\.csv, line \d+, column title: 'Signals'",
    ),
    "too few copies": (
        "cards.csv",
        "normal_train",
        {"copies": "20"},
        r"cards\.csv, line 2, column copies: 20 are too few",
    ),
    "a moved icon": (
        "cards.csv",
        "garage",
        {"icons": "train"},
        r"cards\.csv, line 19, column icons: 'train' must stay",
    ),
    "a new terrain": ("tokyo.csv", "0,1", {"terrain": "field"}, r"tokyo\.csv, line 3, column terrain: .* must stay"),
    "a city without slots": ("osaka.csv", "0,1", {"number": "0"}, r"osaka\.csv, line 3, column number: a city"),
    "no markers": ("numbers.csv", "track_markers", {"number": "0"}, r"numbers\.csv, line 2, column number"),
    "nine piles": ("numbers.csv", "selectable_piles", {"number": "9"}, r"numbers\.csv, line 6, column number"),
    "no source": ("numbers.csv", "hand", {"source": ""}, r"numbers\.csv, line 4, column source: it is empty"),
}


@pytest.mark.parametrize("case", sorted(BAD))
def test_a_bad_cell_gets_a_sentence(case: str, tmp_path: Path) -> None:
    file, key, cells, sentence = BAD[case]
    edit(tmp_path, file, key, **cells)
    with pytest.raises(roundhouse.BadComponents, match=sentence) as caught:
        game().new(seats=2, seed=1, components=str(tmp_path))
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_a_missing_and_an_unknown_id(tmp_path: Path) -> None:
    rows = printed("cards.csv")
    write(tmp_path, "cards.csv", [r for r in rows if r["id"] != "garage"])
    with pytest.raises(roundhouse.BadComponents, match=r"cards\.csv, line 40, column id: 'garage' is missing"):
        game().box(tmp_path)
    write(tmp_path, "cards.csv", [{**r, "id": "car_park"} if r["id"] == "garage" else r for r in rows])
    with pytest.raises(roundhouse.BadComponents, match=r"cards\.csv, line 19, column id: 'car_park' is not in the box"):
        game().box(tmp_path)


def test_a_missing_column_and_a_short_line(tmp_path: Path) -> None:
    rows = printed("numbers.csv")
    write(tmp_path, "numbers.csv", [{"id": r["id"], "number": r["number"]} for r in rows])
    with pytest.raises(roundhouse.BadComponents, match=r"numbers\.csv, line 1: the columns must be id, number, source"):
        game().box(tmp_path)
    (tmp_path / "numbers.csv").write_text("id,number,source\nhand,5\n", encoding="utf-8")
    with pytest.raises(roundhouse.BadComponents, match=r"numbers\.csv, line 2: 2 columns where 3 belong"):
        game().box(tmp_path)


def test_other_faults(tmp_path: Path) -> None:
    with pytest.raises(roundhouse.BadComponents, match="no table"):
        game().box(tmp_path)
    with pytest.raises(roundhouse.BadComponents, match="no folder"):
        game().box(tmp_path / "missing")
    (tmp_path / "numbers.csv").write_bytes(b"id,number,source\n\xff\xfe")
    with pytest.raises(roundhouse.BadComponents, match=r"numbers\.csv cannot be read"):
        game().box(tmp_path)
    (tmp_path / "numbers.csv").unlink()
    (tmp_path / "trains.csv").write_text("id\n", encoding="utf-8")
    with pytest.raises(roundhouse.BadComponents, match=r"trains\.csv is not a table of this game"):
        game().box(tmp_path)


def test_a_pickled_state_keeps_its_box(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", "express_train", cost="1")
    s = game().new(seats=2, seed=3, components=str(tmp_path))
    again = pickle.loads(pickle.dumps(s))
    assert again.kit.costs[card("Express train")] == 1
    assert again.fingerprint() == s.fingerprint()
