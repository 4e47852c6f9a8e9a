"""Data sets: every decision that search thought about, as the seat could know it."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

import roundhouse
from roundhouse.core.observation import Sheet
from roundhouse.lab.dataset import dataset, play_game, run
from roundhouse.lab.simulate import Match
from tests.bots.tables import GAMES
from tests.test_cli import Shell


@pytest.mark.parametrize("game", GAMES)
def test_rows_tell_the_decisions_of_search(game: str) -> None:
    match = Match(game, 2, ("search@3",), "data", {})
    rows = play_game(match, 0)
    by_number = {row["decision"]: row for row in rows}
    assert len(by_number) == len(rows) > 10
    state = match.dealt(0)
    observation = state.game.observation
    last = max(by_number)
    for n in range(last + 1):
        row = by_number.get(n)
        if row is None:
            break  # what came between is in no row
        assert (row["seat"], row["legal"]) == (state.seat, state.legal())
        sheet = Sheet()
        observation.write(state, state.seat, sheet)
        assert row["observation"] == sheet.taken()
        state.apply(row["action"])
    for row in rows:
        assert row["action"] in row["legal"]
        assert len(row["visits"]) == len(row["legal"]) > 1
        assert row["visits"][row["legal"].index(row["action"])] > 0
    assert sum({row["seat"]: row["won"] for row in rows}.values()) == pytest.approx(1)


def test_a_data_set_is_the_same_for_any_number_of_processes(tmp_path: Path, shell: Shell) -> None:
    args = ("dataset", "spyrium", "--games", 2, "--seats", 2, "--bots", "search@2", "--seed", 1)
    said = shell(*args, "--out", tmp_path / "a", "--workers", 1)
    assert said.code == 0
    assert "decisions of 2 games are in" in said.out
    shell(*args, "--out", tmp_path / "b", "--workers", 2)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()
    table = pq.read_table(tmp_path / "a" / "part-00000.parquet")
    assert table.schema.field("observation").type.byte_width == roundhouse.game("spyrium").observation.size(2)
    refused = shell("compare", tmp_path / "a", tmp_path / "b")
    assert (refused.code, "no study" in refused.err) == (2, True)


def test_what_cannot_be_a_data_set_is_refused(tmp_path: Path) -> None:
    game = roundhouse.game("spyrium")
    with pytest.raises(roundhouse.BadOption, match="does not search"):
        dataset(game, 2, ("greedy",), "1", {}, None, 1)
    run(dataset(game, 2, ("search@1",), "1", {}, None, 1), str(tmp_path))
    other = dataset(game, 2, ("search@1",), "2", {}, None, 1)
    with pytest.raises(roundhouse.BadOption, match="another study"):
        run(other, str(tmp_path))
