"""What a formatter does not see in the stylesheets: variables nobody sets, and values that a later one hides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tinycss2

ROOT = Path(__file__).resolve().parent.parent
HOUSE = sorted((ROOT / "src" / "roundhouse").rglob("static/*.css"))
GUESTS = sorted((ROOT / "examples").glob("*/*/static/*.css"))
SETTING = [*(ROOT / "src" / "roundhouse").rglob("*.py"), *(ROOT / "src" / "roundhouse" / "web").rglob("*.[hj]*")]
SETTING += [*(ROOT / "src" / "roundhouse").rglob("*.svg"), *(ROOT / "examples").rglob("*.py")]


def rules(nodes: list[Any]) -> Iterator[list[Any]]:
    """The declarations of every rule, nested ones too."""
    for node in nodes:
        assert node.type != "error", f"line {node.source_line}: {node.message}"
        if node.type in ("qualified-rule", "at-rule") and node.content is not None:
            inside = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
            yield [part for part in inside if part.type == "declaration"]
            yield from rules([part for part in inside if part.type != "declaration"])


@cache
def declared(sheet: Path) -> list[list[Any]]:
    text = sheet.read_text(encoding="utf-8")
    return list(rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)))


@cache
def drawn() -> set[str]:
    """What pages, drawings and scripts set, in style attributes."""
    return {
        name for file in SETTING for name in re.findall(r"(--[\w-]+)[\s\"']*[:,]", file.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("sheet", [*HOUSE, *GUESTS], ids=lambda sheet: sheet.name)
def test_every_variable_is_set_somewhere(sheet: Path) -> None:
    """One with a fallback may be unset."""
    names = drawn() | {d.name for other in [*HOUSE, sheet] for rule in declared(other) for d in rule}
    for rule in declared(sheet):
        for d in rule:
            for used in re.findall(r"var\(\s*(--[\w-]+)\s*\)", tinycss2.serialize(d.value)):
                assert used in names, f"line {d.source_line}: {used}"


@pytest.mark.parametrize("sheet", [*HOUSE, *GUESTS], ids=lambda sheet: sheet.name)
def test_no_rule_says_a_thing_twice(sheet: Path) -> None:
    """Two in a row are one value and, for old browsers, one before it."""
    for rule in declared(sheet):
        names = [d.lower_name for d in rule]
        once = [name for name, following in pairwise([*names, ""]) if name != following]
        twice = {name for name in once if once.count(name) > 1}
        assert not twice, f"line {rule[0].source_line}: {twice}"
