"""`docs/add-a-card.md`, followed to the letter on a copy, leaves a green suite; what is forgotten is found."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RECIPE = (ROOT / "docs" / "add-a-card.md").read_text(encoding="utf-8").split("\n## ")[0]
LEFT_OUT = (".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info")
GOLDENS = "9"  # the step whose commands take long
OTHER_GAMES = "not spyrium and not empires and not empyreal"
SUITES = (
    "trains", "test_cli.py", "test_docs.py", "test_kept_records.py", "test_readme.py", "test_sprite.py",
    "web/test_tables.py", "web/test_uploads.py",
)  # fmt: skip

STEPS = dict(re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |\Z)", RECIPE, re.M | re.S))
FORGOTTEN = {
    n: re.findall(r"`(test_\w+)`", step.split("*Forgotten:*")[1]) for n, step in STEPS.items() if "*Forgotten:*" in step
}


def copied(folder: Path) -> Path:
    """A copy of all that belongs to the project, ready for make."""
    copy = folder / "copy"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
    (copy / ".venv").mkdir()
    (copy / ".venv" / "ready").write_text(f"{copy}\n", encoding="utf-8")
    return copy


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the copy, interpreted and by the copy's own code."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "MAKE", "ROUNDHOUSE_"))}
    env |= {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=copy, env=env, capture_output=True, encoding="utf-8", check=False)


def blocks(step: str) -> list[tuple[str, str, str]]:
    """The code blocks of a step: the sentence before each, its language and its text."""
    found = re.findall(r"([^\n]*(?:\n[^\n]+)*)\n\n   ```(\w+)\n(.*?)^   ```$", step, re.M | re.S)
    return [(" ".join(said.split()), language, re.sub("^   ", "", text, flags=re.M)) for said, language, text in found]


def end_of(text: str, thing: str) -> int:
    """Where a thing that begins a line ends: a section before the next one, a table before its bracket."""
    start = re.search(rf"^{re.escape(thing)}\b", text, re.M)
    assert start, thing
    end = re.compile(r"\n+^## " if thing.startswith("#") else r"^[})\]]", re.M).search(text, start.end())
    assert end, thing
    return end.start() + 1 if thing.startswith("#") else end.start()


def follow(copy: Path, step: str) -> None:
    """Do what the code blocks of a step say."""
    for said, language, block in blocks(step):
        if language == "console":
            for line in block.splitlines():
                program, *rest = line.removeprefix("$ ").split()
                by_make = ["make", f"PY=env PYTHONPATH={copy / 'src'} {sys.executable}"]  # make sets it free
                own = {"python": [sys.executable], "make": by_make}[program]
                done = run(copy, *own, *rest)
                assert done.returncode == 0, done.stdout + done.stderr
            continue
        place = re.search(r"(?:(At the end of|Before) (?:`([^`]+)` in )?|In )`([^`]+)`:$", said)
        assert place, said
        where, thing, name = place.groups()
        file = copy / name
        text = file.read_text(encoding="utf-8")
        if language == "diff":
            old, new = re.fullmatch(r"-([^\n]*)\n\+([^\n]*)\n", block).groups()  # type: ignore[union-attr]
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        else:
            at = len(text) if not thing else text.index(thing) if where == "Before" else end_of(text, thing)
            text = text[:at] + block + text[at:]
        file.write_text(text, encoding="utf-8")


def suite(copy: Path, *wanted: str) -> subprocess.CompletedProcess[str]:
    """The tests of the copy that the card touches."""
    files = [str(copy / "tests" / name) for name in SUITES if (copy / "tests" / name).exists()]
    return run(copy, sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rfE", "--tb=line", *files, *wanted)


def test_every_step_but_the_mutants_is_done_by_its_blocks() -> None:
    assert list(STEPS) == [str(n + 1) for n in range(len(STEPS))]
    assert [step[:20] for step in STEPS.values() if not blocks(step)] == ["**The mutants.** A m"]
    assert len(FORGOTTEN) >= 6
    assert STEPS[GOLDENS].startswith("**The goldens**")


def test_the_recipe_leaves_a_green_suite(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    older = {file.name: file.read_bytes() for file in (copy / "tests" / "golden").iterdir()}
    for step in STEPS.values():
        follow(copy, step)
    done = suite(copy, "-k", OTHER_GAMES)
    assert done.returncode == 0, done.stdout[-5000:]
    kept = {file.name: file.read_bytes() for file in (copy / "tests" / "golden").iterdir()}
    assert {name: kept[name] for name in older} == older
    assert len(kept) > len(older)


@pytest.mark.parametrize("forgotten", FORGOTTEN)
def test_what_is_forgotten_is_found(forgotten: str, tmp_path: Path) -> None:
    copy = copied(tmp_path)
    for n, step in STEPS.items():
        if n not in (forgotten, GOLDENS):
            follow(copy, step)
    done = suite(copy, "-k", f"({' or '.join(FORGOTTEN[forgotten])}) and {OTHER_GAMES}")
    assert done.returncode == 1, done.stdout[-5000:]
    for name in FORGOTTEN[forgotten]:
        assert re.search(rf"^FAILED .*{name}", done.stdout, re.M), (name, done.stdout[-3000:])


@pytest.mark.parametrize("forgotten", ["1", "2"])
def test_a_line_without_a_row_and_a_row_without_a_line_do_not_start(forgotten: str, tmp_path: Path) -> None:
    copy = copied(tmp_path)
    follow(copy, STEPS[{"1": "2", "2": "1"}[forgotten]])
    done = run(copy, sys.executable, "-m", "roundhouse", "rules", "trains", "garage")
    assert done.returncode != 0
    assert done.stderr.startswith("cards.csv, line 41: ")
    assert "night_train" in done.stderr
