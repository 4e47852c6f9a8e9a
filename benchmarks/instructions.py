"""Instructions a decision, a clone, a deal and an observation of every game, counted by valgrind: load does not matter.

Each figure is a difference: a process that does a thing many times against one that only makes ready for it. The
figures are compared with those that are kept for this compiler, Python and machine; where there are none, the commit
that kept figures last is built and measured in the same run. More than 5 % above is a failure.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roundhouse.core.state import State

HERE = Path(__file__).resolve().parent
KEPT = HERE / "instructions.json"
COMPILED = HERE.parent / "build" / "compiled"
SEATS = {"trains": 4, "spyrium": 5, "empires": 4, "empyreal": 4}
GAMES = 20  # random games by fixed seeds
POSITIONS = 20  # of one game, spread over the whole of it,
TIMES = 20  # each cloned, dealt anew and observed so often
WORSE = 1.05
ACCEPT = "If the change is worth it, run `make bench-instructions ARGS=--keep` and commit benchmarks/instructions.json."

Figures = dict[str, dict[str, float]]


# in the process that is counted


def inside(game: str, task: str) -> None:
    """Make ready for all tasks, do one, and say how often it was done."""
    import roundhouse
    from roundhouse.bots.playout import playout
    from roundhouse.core import verbs
    from roundhouse.core.observation import Sheet
    from roundhouse.core.rng import seeded

    assert not str(verbs.__file__).endswith(".py"), "This counts the compiled engine."
    rules = roundhouse.game(game)
    seats = SEATS[game]
    playout(rules.new(seats, seed=0), seeded(0))
    tables = [rules.new(seats, seed=seed) for seed in range(1, GAMES + 1)]
    met = positions(rules.new(seats, seed=1))
    done = 0
    if task == "decision":
        done = sum(playout(table, seeded(n)) for n, table in enumerate(tables))
    rng = seeded(0)
    sheet = Sheet()
    for state in met if task in ("clone", "redeal", "resample", "observation") else []:
        for n in range(TIMES):
            if task == "observation":
                sheet.clear()
                rules.observation.write(state, state.seat, sheet)
            elif task == "clone":
                state.clone()
            elif task == "redeal":
                state.redeal(state.seat, rng)
            else:
                state.resample(state.seat, n)
            done += 1
    print(done)


def positions(state: State) -> list[State]:
    """Positions from the start of a random game to its end."""
    from roundhouse.core.rng import seeded

    rng = seeded(1)
    met = []
    while not state.over:
        met.append(state.clone())
        options = state.choices()
        state.apply(options[rng.below(len(options))])
    return [met[len(met) * n // POSITIONS] for n in range(POSITIONS)]


# around it


def counted(build: Path, game: str, task: str) -> tuple[int, int]:
    """How many instructions a process took, and how often it did its task."""
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(build), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    with TemporaryDirectory() as folder:
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out"]
        command = [*valgrind, sys.executable, str(Path(__file__).resolve()), "--inside", game, task]
        done = subprocess.run(command, env=env, capture_output=True, text=True, cwd=folder)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not found:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return int(found[1]), int(done.stdout)


def measured(build: Path, games: list[str]) -> Figures:
    """The figures of a build."""
    tasks = ("nothing", "decision", "clone", "redeal", "resample", "observation")
    asked = [(game, task) for game in games for task in tasks]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = dict(zip(asked, pool.map(lambda pair: counted(build, *pair), asked), strict=True))
    out: Figures = {}
    for game in games:
        ready = answers[game, "nothing"][0]
        out[game] = {}
        for task in tasks[1:]:
            total, times = answers[game, task]
            out[game][task] = round((total - ready) / times, 1)
    return out


def build_of_base(folder: Path) -> Path:
    """The compiled build of the commit that kept figures last."""
    root = HERE.parent
    asked = ["git", "-C", str(root), "log", "-1", "--format=%H", "--", str(KEPT)]
    commit = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    if not commit:
        sys.exit(f"No commit has kept figures yet. {ACCEPT}")
    source, build = folder / "source", folder / "build"
    subprocess.run(["git", "clone", "-q", str(root), str(source)], check=True)
    subprocess.run(["git", "-C", str(source), "checkout", "-q", commit], check=True)
    pip = [sys.executable, "-m", "pip", "-qq", "install", "--no-build-isolation", "--no-deps", "--target", str(build)]
    subprocess.run([*pip, str(source)], check=True, env={**os.environ, "ROUNDHOUSE_COMPILE": "1"})
    return build


def base(games: list[str], given: Path | None) -> Figures:
    """What to compare with: the figures of another build, the kept ones, or those of the commit that kept some."""
    if given:
        return measured(given.resolve(), games)
    figures = kept().get(here())
    if figures:
        return figures
    print(f"No figures are kept for {here()}: building those of the last commit that kept some.", flush=True)
    with TemporaryDirectory() as folder:
        return measured(build_of_base(Path(folder)), games)


def kept() -> dict[str, Figures]:
    """The kept figures, by what they depend on."""
    return json.loads(KEPT.read_text()) if KEPT.exists() else {}


def here() -> str:
    """What the figures depend on besides the code."""
    compiler = subprocess.run([os.environ.get("CC") or "cc", "--version"], capture_output=True, text=True).stdout
    named = (compiler.splitlines() or ["no compiler"])[0]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{named}; mypy {version('mypy')}; {python}; {sysconfig.get_platform()}"


def compare(now: Figures, before: Figures) -> bool:
    """Print both; whether nothing got dearer than it may."""
    fine = True
    for game, figures in now.items():
        for task, n in figures.items():
            was = before.get(game, {}).get(task)
            change = f"{100 * (n / was - 1):+6.1f} %" if was else "   new"
            worse = was is not None and n > was * WORSE
            fine = fine and not worse
            print(f"{game:10} {task:10} {n:12,.0f}  {change}{'  TOO MUCH' if worse else ''}")
    return fine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inside", nargs=2, metavar=("GAME", "TASK"), help=argparse.SUPPRESS)
    parser.add_argument("--build", type=Path, default=COMPILED, help="the compiled build to count")
    parser.add_argument("--base", type=Path, help="another compiled build to compare with, instead of the kept figures")
    parser.add_argument("--keep", action="store_true", help="keep these figures")
    parser.add_argument("games", nargs="*", help="only these games")
    asked = parser.parse_args()
    if asked.inside:
        inside(*asked.inside)
        return
    games = asked.games or list(SEATS)
    now = measured(asked.build.resolve(), games)
    if asked.keep:
        figures = kept()
        compare(now, figures.get(here(), {}))
        figures[here()] = {**figures.get(here(), {}), **now}
        KEPT.write_text(json.dumps(figures, indent=1) + "\n")
    elif not compare(now, base(games, asked.base)):
        sys.exit(f"Something got dearer by more than {100 * (WORSE - 1):.0f} %. {ACCEPT}")


if __name__ == "__main__":
    main()
