"""What a move costs and what a watcher adds, by game, now and before: from runs with nobody and with many watching."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from typing import Any

from million import others

import roundhouse

ROOT = Path(__file__).resolve().parents[1]
WATCHERS = (0, 10)
TABLES = 6
PAUSE = 0.6  # seconds between two moves at a table: many moves, and no server at its limit
HEAD = f"{'':10}{'':8}{'ms a move':>12}{'ms a watcher':>14}{'ms a page':>12}{'moves':>8}{'faults':>8}"

Run = Callable[[dict[str, Any], str], dict[str, Any]]


@contextmanager
def before_of(ref: str) -> Iterator[str]:
    """The folder of the code as it was at a git ref, on the engine that runs here; "" without one."""
    if not ref:
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="roundhouse-before-") as folder:
        there = Path(folder, "tree")
        git = ["git", "-C", str(ROOT), "worktree"]
        made = subprocess.run([*git, "add", "--detach", str(there), ref], capture_output=True, text=True, check=False)
        if made.returncode:
            sys.exit(f"There is no {ref} to compare with: {made.stderr.strip().splitlines()[-1]}")
        try:
            lay_engine(there / "src" / "roundhouse")
            yield f"{there / 'src'}:{there}"
        finally:
            subprocess.run([*git, "remove", "--force", str(there)], check=True)


def lay_engine(old: Path) -> None:
    """Lay the compiled modules that run here, and their sources, over older code: what differs is the rest."""
    here = Path(roundhouse.__file__).parent
    for made in here.rglob("*.so"):
        name = made.relative_to(here)
        source = name.parent / f"{name.name.partition('.')[0]}.py"
        (old / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(made, old / name)
        shutil.copy2(here / source, old / source)
    for shared in here.parent.glob("*__mypyc*.so"):
        shutil.copy2(shared, old.parent / shared.name)


def costs(run: Run, args: argparse.Namespace, games: tuple[str, ...], before: str) -> dict[str, Any]:
    """Every game with nobody and with ten watchers a table, now and before by turns."""
    out: dict[str, Any] = {"games": {}, "faults": []}
    if not args.json:
        print(HEAD)
    for game in games:
        row = out["games"][game] = {}
        for when, code in (("before", before), ("now", "")):
            if when == "now" or before:
                few, many = (run(wish(game, n), code) for n in WATCHERS)
                row[when] = fitted(few, many)
                out["faults"] += few["faults"] + many["faults"]
                if not args.json:
                    told = row[when]
                    print(
                        f"{game:10}{when:8}{told['move']:12.2f}{told['watcher']:14.3f}{told['page']:12.2f}"
                        f"{told['moves']:8}{len(few['faults'] + many['faults']):8}"
                    )
    now = [row["now"] for row in out["games"].values()]
    kinds = ("move", "watcher", "page", "database", "server", "stream", "kilobytes")
    out["costs"] = {kind: round(mean(one[kind] for one in now), 3) for kind in kinds}
    if args.postgres:
        out["costs"] |= several(run, out)
        if not args.json:
            print(f"of another server where somebody looks on: {out['costs']['follow']} ms a move")
    return out


def several(run: Run, out: dict[str, Any]) -> dict[str, float]:
    """What a move costs another server on which somebody looks at its table."""
    one, two = (run(wish("", 2) | {"servers": servers, "tables": 8}, "") for servers in (1, 2))
    out["faults"] += one["faults"] + two["faults"]
    more = two["ms a move"]["server"] - one["ms a move"]["server"]
    return {"follow": round(max(0.0, more / others(2, 4)), 3)}


def wish(game: str, watchers: int) -> dict[str, Any]:
    return {"game": game, "watchers": watchers, "tables": TABLES, "bots": 0, "slow": 0, "pause": PAUSE}


def fitted(few: dict[str, Any], many: dict[str, Any]) -> dict[str, Any]:
    """Milliseconds of the servers' processor time: a move with two players, a further watcher, a page that comes."""
    a, b = (told["ms a move"] for told in (few, many))
    grown = many["memory MB"][-1]["server"] - few["memory MB"][-1]["server"]
    return {
        "move": a["server"],
        "watcher": round((b["server"] - a["server"]) / (WATCHERS[1] - WATCHERS[0]), 3),
        "page": many["ms a page"],
        "database": a["database"],
        "server": few["memory MB"][0]["server"],
        "stream": round(max(0.0, grown / many["watchers"]), 3),
        "kilobytes": many["kB a move and page"],
        "moves": few["moves"] + many["moves"],
    }
