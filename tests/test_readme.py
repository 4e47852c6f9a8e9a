"""The README keeps its word: its Python runs as a doctest, its commands run and print what it shows."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


def commands() -> list[tuple[str, str]]:
    """Each `$ roundhouse ...` line and the output shown below it, which may be none."""
    parts = [part for block in blocks("console") for part in re.split(r"^\$ ", block, flags=re.M) if part]
    return [(line, shown) for line, _, shown in (part.partition("\n") for part in parts)]


def test_the_python_is_a_doctest() -> None:
    runner = doctest.DocTestRunner()
    for n, block in enumerate(blocks("python")):
        runner.run(doctest.DocTestParser().get_doctest(block, {}, f"README block {n + 1}", "README.md", 0))
    assert runner.tries >= 10
    assert runner.failures == 0


def test_the_commands_run_and_print_what_is_shown(tmp_path: Path) -> None:
    env = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    assert len(commands()) >= 5
    for line, shown in commands():
        program, *arguments = line.split()
        assert program == "roundhouse"
        done = subprocess.run(
            [sys.executable, "-m", "roundhouse", *arguments],
            cwd=tmp_path, env=env, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{line}: {done.stderr}"
        assert done.stdout.strip(), f"{line} printed nothing"
        assert not shown or done.stdout == shown, line


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)]+)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
