"""How strong the suite is: small faults planted in the rules of each game, and whether its tests find them.

    python benchmarks/mutants.py --seed 14 --each 10 [--game trains] [--list] [--planted] [-- pytest arguments]

Each mutant is one changed place in a copy of the project: a comparison turned, a number off by one, a sum made a
difference, a condition reversed, a statement left out. The tests of its game run up to the first failure; a mutant that
passes them all lives. With --planted the faults are those of `planted.py`.
"""

from __future__ import annotations

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from planted import PLANTED

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("trains", "spyrium", "empires", "empyreal")
NOT_RULES = (
    "__init__.py",
    "actions.py",
    "box.py",
    "outlook.py",
    "term.py",
    "view.py",
    "tune.py",
)  # words, files, drawing, play
COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
SUMS = {ast.Add: "-", ast.Sub: "+"}

Mutant = tuple[str, int, int, str, str]  # file, from, to, old text, new text


def rules(root: Path, game: str) -> list[Path]:
    folder = root / "src" / "roundhouse" / "games" / game
    return sorted(p for p in folder.rglob("*.py") if p.name not in NOT_RULES and not p.name.startswith(("bot", "face")))


def mutants(root: Path, game: str) -> list[Mutant]:
    """Every place in the rules that can be changed, and how."""
    out: list[Mutant] = []
    for path in rules(root, game):
        text = path.read_text(encoding="utf-8")
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        name = str(path.relative_to(root))

        def change(first: int, last: int, new: str, text: str = text, name: str = name) -> None:
            out.append((name, first, last, text[first:last], new))

        def at(node: ast.expr | ast.stmt, end: bool = False, starts: list[int] = starts) -> int:
            line, column = (node.end_lineno, node.end_col_offset) if end else (node.lineno, node.col_offset)
            assert line is not None
            assert column is not None
            return starts[line - 1] + column

        for function in (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef)):
            if function.name in ("words", "__init__", "clone", "prompt"):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
                    change(at(node.left, True), at(node.comparators[0]), f" {COMPARED[type(node.ops[0])]} ")
                elif isinstance(node, ast.BinOp) and type(node.op) in SUMS:
                    between = text[at(node.left, True) : at(node.right)]
                    if between.strip() in "+-":
                        change(at(node.left, True), at(node.right), f" {SUMS[type(node.op)]} ")
                elif isinstance(node, ast.Constant) and type(node.value) is int and node.value < 10:
                    change(at(node), at(node, True), str(node.value + 1))
                elif isinstance(node, ast.BoolOp):
                    word = "or" if isinstance(node.op, ast.And) else "and"
                    between = text[at(node.values[0], True) : at(node.values[1])]
                    if between.strip() in ("and", "or"):
                        change(at(node.values[0], True), at(node.values[1]), f" {word} ")
                elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                    change(at(node), at(node.operand), "")
                elif isinstance(node, ast.If):
                    change(at(node.test), at(node.test, True), f"not ({text[at(node.test) : at(node.test, True)]})")
                elif isinstance(node, ast.AugAssign) or (
                    isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
                ):
                    change(at(node), at(node, True), "pass")
    return sorted(set(out))


def drawn(root: Path, game: str, seed: str, each: int) -> list[Mutant]:
    return random.Random(f"{seed} {game}").sample(mutants(root, game), each)


def tests(game: str, args: list[str]) -> list[str]:
    return [a.replace("GAME", game) for a in args] or [f"tests/{game}"]


def planted(root: Path, game: str) -> list[Mutant]:
    """The planted faults of a game."""
    out: list[Mutant] = []
    for name, old, new in PLANTED[game].values():
        path = f"src/roundhouse/games/{game}/{name}"
        text = (root / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, (path, old)
        out.append((path, text.index(old), text.index(old) + len(old), old, new))
    return out


def run(root: Path, game: str, mutant: Mutant, args: list[str], limit: float) -> str:
    """What became of a mutant: the test that failed first, "hangs", or "lives"."""
    name, first, last, old, new = mutant
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "copy"
        shutil.copytree(
            root, copy, ignore=shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*cache")
        )
        path = copy / name
        text = path.read_text(encoding="utf-8")
        assert text[first:last] == old
        path.write_text(text[:first] + new + text[last:], encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests(game, args)]
        env = {"PYTHONPATH": str(copy / "src"), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                command, cwd=copy, env=env, capture_output=True, text=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            return "hangs"
    if done.returncode == 0:
        return "lives"
    found = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return found[0].split(" - ")[0] if found else f"fails to start: {(done.stdout + done.stderr)[-200:]!r}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="14")
    parser.add_argument("--each", type=int, default=10, help="mutants of each game")
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--limit", type=float, default=600, help="seconds after which a mutant counts as hanging")
    parser.add_argument("--planted", action="store_true", help="the planted faults, not drawn ones")
    parser.add_argument("--list", action="store_true", help="only list them")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project to test")
    parser.add_argument(
        "tests", nargs="*", help="arguments for pytest, GAME in them is the game; its folder unless given"
    )
    given = parser.parse_args()
    killed = total = 0
    for game in given.game or GAMES:
        found = planted(given.root, game) if given.planted else drawn(given.root, game, given.seed, given.each)
        for mutant in found:
            name, first, _, old, new = mutant
            line = (given.root / name).read_text(encoding="utf-8")[:first].count("\n") + 1
            began = time.monotonic()
            became = "" if given.list else run(given.root, game, mutant, given.tests, given.limit)
            killed += became != "lives"
            total += 1
            short = name.removeprefix("src/roundhouse/games/")
            print(
                f"{short}:{line}  {old.strip()!r} -> {new.strip()!r}  {became} ({time.monotonic() - began:.0f} s)",
                flush=True,
            )
    if not given.list:
        print(f"{killed} of {total} killed")


if __name__ == "__main__":
    main()
