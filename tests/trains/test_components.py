"""The box as data: what is edited is what is played."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from roundhouse.games.trains.box import SCHEMA
from roundhouse.games.trains.state import Trains
from tests.kit import boxes
from tests.trains.table import card, game


def edit(folder: Path, file: str, key: str, **cells: str) -> Path:
    """An edited copy of one table: the row of that key with other cells."""
    return boxes.edit(SCHEMA, folder, file, {key: cells})


def new(folder: Path | None = None, seats: int = 3) -> Trains:
    return cast(Trains, game().new(seats=seats, seed=3, components=folder))


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
    assert (new(tmp_path).supply[card("Waste")], new().supply[card("Waste")]) == (12, 70)


def test_a_pile_that_the_deal_empties_is_an_empty_pile(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", "rail_laying", copies="8")
    assert new(tmp_path, 4).empties == 1


def test_edited_map_numbers_score(tmp_path: Path) -> None:
    edit(tmp_path, "tokyo.csv", "0,0", number="9", name="Far Chichibu")
    board = new(tmp_path).board
    assert (board.labels[0], board.number[0]) == ("Far Chichibu", 9)


def test_edited_numbers_rule(tmp_path: Path) -> None:
    edit(tmp_path, "numbers.csv", "hand", number="7")
    assert len(new(tmp_path).hands[0]) == 7
