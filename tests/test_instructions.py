"""What `make bench-instructions` compares: figures that got dearer by more than 5 % fail, others do not."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

from roundhouse.core.registry import HOUSE

PLACE = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def instructions(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(PLACE))
    return __import__("instructions")


@pytest.mark.parametrize(("now", "fine"), [(90.0, True), (100.0, True), (104.9, True), (105.1, False), (200.0, False)])
def test_more_than_five_percent_fails(
    instructions: ModuleType, capsys: pytest.CaptureFixture[str], now: float, fine: bool
) -> None:
    before = {"trains": {"decision": 100.0, "clone": 100.0}}
    assert instructions.compare({"trains": {"decision": 100.0, "clone": now}}, before) is fine
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == 2
    assert shown[1].endswith("TOO MUCH") is not fine
    assert f"{now - 100:+.1f} %" in shown[1]


def test_what_was_not_counted_before_is_new(instructions: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert instructions.compare({"trains": {"clone": 5.0}}, {})
    assert capsys.readouterr().out.split()[-1] == "new"


def test_figures_are_kept_for_every_game() -> None:
    for figures in json.loads((PLACE / "instructions.json").read_text(encoding="utf-8")).values():
        assert set(figures) == set(HOUSE)
        for rows in figures.values():
            assert set(rows) == {"decision", "clone", "redeal", "resample", "observation"}
            assert rows["redeal"] <= 5 * rows["decision"]  # the price of an iteration of search
