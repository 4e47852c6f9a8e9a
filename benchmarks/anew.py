"""Make anew all that was made with a game's old numbers, after one of them has moved for good.

    python benchmarks/anew.py empires [--folder training-2] [--seed 7]

In order: the goldens of the tests, the weights of every seat count (hours; an interrupted training goes on in its
folder, so a new number needs a new folder), how the new bots decide, the pages made from the game, and how strong the
bots are. Raise the game's `rules_version` and keep what it was in `components/older` first: CONTRIBUTING says how.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def commands(game: str, folder: str, seed: str) -> list[list[str]]:
    """What is run, one after the other."""
    python = sys.executable
    return [
        [python, "-m", "tests.kit.goldens", game],
        [python, "benchmarks/weights.py", "--only", f"^{game}-", "--folder", folder],
        ["make", "compiled", "verbs", "api", "observations"],
        [python, "-m", "tests.bots.choices"],
        [python, "benchmarks/strength.py", "--only", f"^{game} ", "--seed", seed],
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--folder", required=True, help="where the training is kept; a new one for new numbers")
    parser.add_argument("--seed", required=True, help="of the matches that measure; one that nothing was chosen by")
    parser.add_argument("--show", action="store_true", help="only say what would be run")
    args = parser.parse_args()
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "build" / "compiled"), str(ROOT)])}
    for command in commands(args.game, args.folder, args.seed):
        print(" ".join(command), flush=True)
        if not args.show:
            subprocess.run(command, cwd=ROOT, env=env, check=True)


if __name__ == "__main__":
    main()
