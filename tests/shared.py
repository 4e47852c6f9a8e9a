"""What the test suites of the games have in common: ledgers and their marks, goldens, edited tables."""

from __future__ import annotations

import ast
import csv
import re
from functools import cache
from pathlib import Path

import roundhouse
from roundhouse.bots.make import make
from roundhouse.core.state import State
from roundhouse.core.tables import Shelf

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"

# ledgers


@cache
def clauses(game: str) -> list[str]:
    """The numbers of the clauses of a ledger, as they stand there."""
    text = (HERE.parent / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(rf"^- \*\*({game}-\d+\.\d+)\*\*", text, re.MULTILINE)


def marks(text: str, name: str) -> list[str]:
    """What the `pytest.mark.<name>(...)` of a test file name."""
    out: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in (name, "rule"):
            owner = node.func.value
            if isinstance(owner, ast.Attribute) and owner.attr == "mark" and node.func.attr == name:
                out.extend(ast.literal_eval(a) for a in node.args)
            for keyword in node.keywords:
                told = ast.literal_eval(keyword.value) if keyword.arg == name == "card" else ()
                out.extend([told] if isinstance(told, str) else told)
    return out


@cache
def used(game: str, name: str) -> set[str]:
    """What all test files of a game name by that mark."""
    files = sorted((HERE / game).glob("test_*.py"))
    return {m for f in files for m in marks(f.read_text(encoding="utf-8"), name)}


def in_order(game: str, sections: int) -> bool:
    """Whether the clauses are numbered in order and without gaps."""
    numbers = [tuple(int(x) for x in c.removeprefix(f"{game}-").split(".")) for c in clauses(game)]
    counts = [sum(a == section for a, _ in numbers) for section in range(1, sections + 1)]
    return all(counts) and numbers == [(i + 1, n + 1) for i, count in enumerate(counts) for n in range(count)]


def sources(game: str) -> list[Path]:
    return sorted((HERE.parent / "src" / "roundhouse" / "games" / game).glob("*.py"))


def unknown(game: str, file: Path) -> set[str]:
    """The clauses a file names that are not in the ledger."""
    return set(re.findall(rf"{game}-\d+\.\d+", file.read_text(encoding="utf-8"))) - set(clauses(game))


# goldens


def golden(game: str, name: str, seats: int, options: dict[str, object], bots: list[str]) -> roundhouse.Record:
    """A whole game by bots, the same each time."""
    record = roundhouse.Record(game, seats, seed=f"golden {name}", **options)  # type: ignore[arg-type]
    players = [make(b, f"{name} {i}") for i, b in enumerate(bots)]
    while not record.state.over:
        record.play(players[record.state.seat].decide(record.state, record.state.seat))
    return record


def perft(s: State, depth: int) -> int:
    """How many sequences of `depth` legal actions there are."""
    if s.over:
        return 1
    legal = s.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for a in legal:
        twin = s.clone()
        twin.apply(a)
        total += perft(twin, depth - 1)
    return total


# edited tables


def printed(shelf: Shelf, file: str) -> list[dict[str, str]]:
    with open(Path(shelf.folder) / file, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def line(shelf: Shelf, file: str, key: str) -> int:
    """On which line a row stands."""
    return [",".join(row[k] for k in shelf.keys[file]) for row in printed(shelf, file)].index(key) + 2


def write(folder: Path, file: str, rows: list[dict[str, str]]) -> Path:
    with open(folder / file, "w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return folder


def edit(shelf: Shelf, folder: Path, file: str, edits: dict[str, dict[str, str]]) -> Path:
    """An edited copy of one table, by the keys of its rows."""
    rows = printed(shelf, file)
    for row in rows:
        row.update(edits.get(",".join(row[k] for k in shelf.keys[file]), {}))
    return write(folder, file, rows)
