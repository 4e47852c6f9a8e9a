"""The box as data: edited copies play, records carry what was edited, bad files get one sentence."""

from __future__ import annotations

import pickle
from functools import partial
from pathlib import Path
from typing import cast

import pytest

import roundhouse
from roundhouse.core.records import loads
from roundhouse.core.rng import seeded
from roundhouse.games.spyrium.box import SHELF
from roundhouse.games.spyrium.state import Spyrium
from tests import shared
from tests.shared import write
from tests.spyrium.conserve import conserved, expected
from tests.spyrium.table import Table, face, game

printed = partial(shared.printed, SHELF)
line = partial(shared.line, SHELF)
edit = partial(shared.edit, SHELF)


def new(folder: Path, seats: int = 3) -> Spyrium:
    return cast(Spyrium, game().new(seats=seats, seed=3, components=str(folder), first_player="fixed"))


def play_out(s: Spyrium) -> None:
    rng = seeded("components")
    total = expected(s)
    while not s.over:
        legal = s.legal()
        s.apply(legal[rng.below(len(legal))])
        assert conserved(s) == total


def test_every_number_has_a_source() -> None:
    for table in game().printed.tables.values():
        for row in table.rows:
            assert any(word in row["source"] for word in ("printed", "derived", "proposed")), row


def test_an_edited_price_is_paid(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {row["id"]: {"price": "0"} for row in printed("cards.csv")})
    s = new(tmp_path)
    s.phases = bytes([1, 3, 3])
    t = Table(s).place("a1 a2")
    t.do("start activating").lift("a1 a2")
    before = t.pounds
    t.act(next(a for a in s.legal() if s.words(a).startswith(("call", "patent", "build"))))
    assert t.pounds == before


def test_edited_points_and_titles(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {"palace": {"vp": "20", "title": "Castle"}})
    s = new(tmp_path)
    s.rows[0] = bytes([face("Palace"), 0])
    assert s.scores()[0] == 20
    assert s.kit.titles[face("Palace")] == "Castle"
    assert "Castle" in game().card_text("castle", s.kit)


def test_edited_numbers_rule(tmp_path: Path) -> None:
    edits = {
        "start_pounds": {"number": "20"},
        "start_workers": {"number": "5"},
        "start_spyrium": {"number": "0"},
        "turns": {"number": "2"},
    }
    s = new(edit(tmp_path, "numbers.csv", edits))
    assert s.pounds == [22] * 3
    assert list(s.workers) == list(s.active) == [5] * 3
    assert s.spyrium == [0] * 3
    play_out(s)
    assert s.turn == 2


def test_an_edited_discount_and_its_floor(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {"mine_1": {"price": "2"}})
    s = new(tmp_path)
    t = Table(s)
    s.cells = bytes([face("Mine I") + 1, *[0] * 8])
    s.tokens = bytes(27)
    s.rows[0] = bytes([face("Mine II"), 0])
    s.phases = bytes([2, 3, 3])
    s.active = bytes([2, 3, 3])
    s.move_worker(0, 0, 1)
    s.move_worker(0, 1, 1)
    s.acts = []
    before = t.pounds
    t.lift("a1 a2").do("build Mine I a1 over Mine II")
    assert before - t.pounds == 1  # the surcharge stays, though £3 off is more than the price


def test_edited_copies_and_tokens_are_dealt(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {"palace": {"c": "5"}, "mine_1": {"a": "0"}})
    edit(tmp_path, "numbers.csv", {f"tokens_{v}": {"number": "3"} for v in (1, 2, 3)})
    s = new(tmp_path, 5)
    assert list(s.decks[2]).count(face("Palace")) == 5
    assert face("Mine I") not in s.decks[0]
    assert s.kit.tokens == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    play_out(s)


def test_a_box_without_tokens_can_be_played(tmp_path: Path) -> None:
    edit(tmp_path, "numbers.csv", {f"tokens_{v}": {"number": "0"} for v in (1, 2, 3)})
    for seats in (2, 5):
        play_out(new(tmp_path, seats))


def test_a_record_names_the_box_and_carries_the_edits(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {"mansion": {"price": "49"}})
    record = roundhouse.Record("spyrium", 2, seed=5, components=str(tmp_path))
    assert record.header()["edited"] == {"cards.csv": {"mansion": {"price": "49"}}}
    assert record.header()["box"] != roundhouse.Record("spyrium", 2, seed=5).header()["box"]
    rng = seeded(1)
    for _ in range(60):
        legal = record.state.legal()
        record.play(legal[rng.below(len(legal))])
    again = loads(record.text())
    assert again.state.fingerprint() == record.state.fingerprint()
    assert again.box.prices[face("Mansion")] == 49  # type: ignore[attr-defined]
    with pytest.raises(roundhouse.BadRecord, match="box"):
        loads(record.text().replace('"mansion":{"price":"49"}', '"mansion":{"price":"48"}'))


def test_an_unedited_copy_is_the_printed_box(tmp_path: Path) -> None:
    write(tmp_path, "cards.csv", printed("cards.csv"))
    record = roundhouse.Record("spyrium", 2, seed=5, components=str(tmp_path))
    assert "edited" not in record.header()
    assert record.box.hash == game().printed.hash


BAD = {
    "a word for a number": ("cards.csv", "mansion", {"price": "two"}, "column price: 'two'"),
    "a negative number": ("cards.csv", "mansion", {"price": "-1"}, "column price: '-1'"),
    "too large a number": ("cards.csv", "mansion", {"vp": "51"}, "column vp: .* from 0 to 50"),
    "no title": ("cards.csv", "mansion", {"title": " "}, "column title: it is empty"),
    "a title used twice": ("cards.csv", "palace", {"title": "Mansion"}, "'Mansion' already names mansion"),
    "another name used twice": ("cards.csv", "palace", {"also": "Lab I"}, "column title: 'Lab I' already names"),
    "two of a technique": ("cards.csv", "crane", {"b": "1"}, "column .: there is one Crane at most"),
    "another kind": ("cards.csv", "mansion", {"kind": "character"}, "column kind: 'character' must stay 'building'"),
    "another symbol": ("cards.csv", "mansion", {"symbols": "mine"}, "column symbols: 'mine' must stay ''"),
    "another token": ("cards.csv", "mansion", {"token": "one"}, "column token: 'one' must stay 'none'"),
    "an event in a deck": ("cards.csv", "hire", {"a": "1"}, "column a: .*event"),
    "no turns": ("numbers.csv", "turns", {"number": "0"}, "column number: turns must be 1 to 6"),
    "seven turns": ("numbers.csv", "turns", {"number": "7"}, "column number: turns must be 1 to 6"),
    "no workers to start": ("numbers.csv", "start_workers", {"number": "0"}, "start_workers must be 1 to 7"),
    "too many to start": ("numbers.csv", "start_workers", {"number": "8"}, "start_workers must be 1 to 7"),
    "no workers at all": ("numbers.csv", "most_workers", {"number": "0"}, "most_workers must be 1 to 20"),
    "a bonus for nothing": ("numbers.csv", "first_bonus", {"number": "0"}, "first_bonus must be 1 to 20"),
    "bonuses the wrong way": ("numbers.csv", "second_bonus", {"number": "7"}, "bonus must be"),
    "no second bonus": ("numbers.csv", "second_bonus", {"number": "0"}, "second_bonus must be 1 to 99"),
    "too large a count": ("numbers.csv", "tokens_1", {"number": "100"}, "column number: .* from 0 to 99"),
    "no source": ("numbers.csv", "turns", {"source": ""}, "column source: it is empty"),
}


@pytest.mark.parametrize("case", sorted(BAD))
def test_a_bad_cell_gets_a_sentence(case: str, tmp_path: Path) -> None:
    file, key, cells, sentence = BAD[case]
    edit(tmp_path, file, {key: cells})
    with pytest.raises(roundhouse.BadComponents, match=sentence) as caught:
        game().new(seats=2, seed=1, components=str(tmp_path))
    told = str(caught.value)
    assert told.startswith(f"{file}, line ")
    assert told.endswith(".")
    assert "\n" not in told


@pytest.mark.parametrize(("period", "need"), [("a", 27), ("b", 18), ("c", 9)])
def test_too_few_cards_for_a_period(period: str, need: int, tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {row["id"]: {period: "0"} for row in printed("cards.csv")})
    with pytest.raises(roundhouse.BadComponents, match=rf"cards\.csv, column {period}: 0 cards .* {need}\."):
        game().box(tmp_path)


def test_a_missing_and_an_unknown_id(tmp_path: Path) -> None:
    rows = printed("cards.csv")
    write(tmp_path, "cards.csv", [r for r in rows if r["id"] != "palace"])
    with pytest.raises(roundhouse.BadComponents, match=r"cards\.csv, line 43, column id: 'palace' is missing"):
        game().box(tmp_path)
    write(tmp_path, "cards.csv", [{**r, "id": "castle"} if r["id"] == "palace" else r for r in rows])
    at = line("cards.csv", "palace")
    with pytest.raises(roundhouse.BadComponents, match=rf"line {at}, column id: 'castle' is not in the box"):
        game().box(tmp_path)


def test_a_missing_column_and_a_short_line(tmp_path: Path) -> None:
    rows = printed("numbers.csv")
    write(tmp_path, "numbers.csv", [{"id": r["id"], "number": r["number"]} for r in rows])
    with pytest.raises(roundhouse.BadComponents, match=r"numbers\.csv, line 1: the columns must be id, number, source"):
        game().box(tmp_path)
    (tmp_path / "numbers.csv").write_text("id,number,source\nturns,5\n", encoding="utf-8")
    with pytest.raises(roundhouse.BadComponents, match=r"numbers\.csv, line 2: 2 columns where 3 belong"):
        game().box(tmp_path)


def test_rows_in_another_order_are_the_same_box(tmp_path: Path) -> None:
    write(tmp_path, "cards.csv", printed("cards.csv")[::-1])
    assert game().box(tmp_path).hash == game().printed.hash


def test_a_table_of_another_game(tmp_path: Path) -> None:
    (tmp_path / "tokyo.csv").write_text("id\n", encoding="utf-8")
    with pytest.raises(roundhouse.BadComponents, match=r"tokyo\.csv is not a table of this game"):
        game().box(tmp_path)


def test_a_pickled_state_keeps_its_box(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {"palace": {"price": "1"}})
    s = new(tmp_path)
    again = pickle.loads(pickle.dumps(s))
    assert again.kit.prices[face("Palace")] == 1
    assert again.fingerprint() == s.fingerprint()
