"""The README keeps its word: its Python runs as a doctest, its commands run and print what it shows."""

from __future__ import annotations

import doctest
import io
import re
import sys
from pathlib import Path

import pytest

from roundhouse.cli import run

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


def test_the_commands_run_and_print_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process; that they do in one of their own, `tests/test_cli.py` shows."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert len(commands()) >= 5
    for line, shown in commands():
        program, *arguments = line.split()
        assert program == "roundhouse"
        code = run(arguments)
        out, err = capsys.readouterr()
        assert code == 0, f"{line}: {err}"
        assert out.strip(), f"{line} printed nothing"
        assert not shown or out == shown, line


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)]+)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
