"""What the page of the environments shows can be run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "environments.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("block", [block for block in BLOCKS if not block.startswith(">>>")])
def test_a_block_of_the_page_runs(block: str) -> None:
    if "pyspiel" in block:
        pytest.importorskip("pyspiel")
    exec(block.replace("range(1000)", "range(2)").replace("256", "2"), {})
