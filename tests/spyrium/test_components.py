"""The box as data: what is edited is what is played."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import cast

import pytest

import roundhouse
from roundhouse.games.spyrium.box import SCHEMA
from roundhouse.games.spyrium.state import Spyrium
from tests.kit import boxes
from tests.spyrium import test_suite
from tests.spyrium.table import Table, face, game

printed = partial(boxes.printed, SCHEMA)
edit = partial(boxes.edit, SCHEMA)
play_out = test_suite.TestSpyrium.play_out


def new(folder: Path, seats: int = 3) -> Spyrium:
    return cast(Spyrium, game().new(seats=seats, seed=3, components=str(folder), first_player="fixed"))


def test_an_edited_price_is_paid(tmp_path: Path) -> None:
    s = new(edit(tmp_path, "cards.csv", {row["id"]: {"price": "0"} for row in printed("cards.csv")}))
    s.phases = bytes([1, 3, 3])
    t = Table(s).place("a1 a2").do("start activating").lift("a1 a2")
    before = t.pounds
    t.act(next(a for a in s.legal() if s.words(a).startswith(("call", "patent", "build"))))
    assert t.pounds == before


def test_edited_points_and_titles(tmp_path: Path) -> None:
    s = new(edit(tmp_path, "cards.csv", {"palace": {"vp": "20", "title": "Castle"}}))
    s.rows[0] = bytes([face("Palace"), 0])
    assert s.scores()[0] == 20
    assert s.box.titles[face("Palace")] == "Castle"
    assert "Castle" in game().card_text("castle", s.box)


def test_edited_numbers_rule(tmp_path: Path) -> None:
    numbers = {"start_pounds": "20", "start_workers": "5", "start_spyrium": "0", "turns": "2"}
    s = new(edit(tmp_path, "numbers.csv", {id: {"number": n} for id, n in numbers.items()}))
    assert s.pounds == [22] * 3
    assert list(s.workers) == list(s.active) == [5] * 3
    assert s.spyrium == [0] * 3
    assert play_out(s).turn == 2


def test_an_edited_discount_and_its_floor(tmp_path: Path) -> None:
    s = new(edit(tmp_path, "cards.csv", {"mine_1": {"price": "2"}}))
    s.cells = bytes([face("Mine I") + 1, *[0] * 8])
    s.tokens = bytes(27)
    s.rows[0] = bytes([face("Mine II"), 0])
    s.phases = bytes([2, 3, 3])
    s.active = bytes([2, 3, 3])
    s.move_worker(0, 0, 1)
    s.move_worker(0, 1, 1)
    s.offered = []
    before = s.pounds[0]
    t = Table(s).lift("a1 a2").do("build Mine I a1 over Mine II")
    assert before - t.pounds == 1  # the surcharge stays, though £3 off is more than the price


def test_edited_copies_and_tokens_are_dealt(tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {"palace": {"c": "5"}, "mine_1": {"a": "0"}})
    edit(tmp_path, "numbers.csv", {f"tokens_{v}": {"number": "3"} for v in (1, 2, 3)})
    s = new(tmp_path, 5)
    assert list(s.decks[2]).count(face("Palace")) == 5
    assert face("Mine I") not in s.decks[0]
    assert s.box.tokens == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    play_out(s)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_box_without_tokens_can_be_played(seats: int, tmp_path: Path) -> None:
    play_out(new(edit(tmp_path, "numbers.csv", {f"tokens_{v}": {"number": "0"} for v in (1, 2, 3)}), seats))


@pytest.mark.parametrize(("period", "need"), [("a", 27), ("b", 18), ("c", 9)])
def test_too_few_cards_for_a_period(period: str, need: int, tmp_path: Path) -> None:
    edit(tmp_path, "cards.csv", {row["id"]: {period: "0"} for row in printed("cards.csv")})
    with pytest.raises(roundhouse.BadComponents, match=rf"cards\.csv, column {period}: 0 cards .* {need}\."):
        game().box(tmp_path)
