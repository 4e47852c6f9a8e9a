"""What kind of game each is, in figures: `facts.json` beside its rules, from which its page `/games/GAME` is made.

    python benchmarks/facts.py [GAME ...] [--games 1000] [--seed 1] [--jobs 2]

A conductor plays itself with the fewest, a middle number and the most seats, so many games each. How often a level
beats the one below it is taken from `benchmarks/strength.json`, which `benchmarks/strength.py` writes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import roundhouse
from roundhouse.bots.make import levels as ladder
from roundhouse.core.game import Game
from roundhouse.core.registry import HOUSE
from roundhouse.lab.facts import FILE, counted, of_share, of_thing, text, together
from roundhouse.lab.figures import Figures, correct, figures
from roundhouse.lab.simulate import Match
from roundhouse.lab.study import opened, run, study
from roundhouse.lab.workers import Where

HERE = Path(__file__).resolve().parent
GAMES = HERE.parent / "src" / "roundhouse" / "games"
STRENGTH = HERE / "strength.json"
BOT = "conductor"
LEVELS = re.compile(r"(\w+) levels: (\w+) v (\w+)")


def tables(seats: range) -> list[int]:
    """The seat counts that are measured."""
    return sorted({seats[0], seats[len(seats) // 2], seats[-1]})


def played(game: str, seats: int, games: int, seed: str, jobs: int) -> Figures:
    """A study of one table."""
    with TemporaryDirectory() as folder:
        begun = opened(study(Match(game, seats, (BOT,), seed, {}), games), folder)
        run(begun, folder, Where(jobs))
        return figures(folder)


def of_table(found: Figures) -> dict[str, Any]:
    return {
        "seats": found.study.match.seats,
        "games": found.games,
        "places": [of_share(place) for place in found.places],
        "scores": counted(found.scores),
        "best": counted(found.best),
        "lengths": counted(found.lengths),
        "turns": counted(found.turns),
    }


def levels(game: str) -> list[dict[str, Any]]:
    """How each level fares against the one below it, the weakest first."""
    held = json.loads(STRENGTH.read_text(encoding="utf-8"))
    found = {name: LEVELS.fullmatch(name) for name in held}
    rows = [
        {
            "stronger": names[2],
            "weaker": names[3],
            "bots": held[line]["bots"],
            "seed": held[line]["seed"],
            "games": held[line]["games"],
            "won": held[line]["won"],
        }
        for line, names in found.items()
        if names and names[1] == game
    ]
    order = ["random", *[level.name for level in ladder()]]
    return sorted(rows, key=lambda row: order.index(row["stronger"]))


def measured(game: Game, games: int, seed: str, jobs: int) -> dict[str, Any]:
    """What the file of a game holds."""
    found = [played(game.id, seats, games, seed, jobs) for seats in tables(game.seats)]
    things = together(one.things for one in found)
    correct(things)
    return {
        "game": game.id,
        "rules_version": game.rules_version,
        "box": game.box(None).hash,
        "heuristics": game.heuristics.version,
        "roundhouse": roundhouse.__version__,
        "bot": BOT,
        "seed": seed,
        "games": games,
        "tables": [of_table(one) for one in found],
        "things": [of_thing(thing) for thing in things],
        "levels": levels(game.id),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(HOUSE), help="those to measure; all if none is named")
    parser.add_argument("--games", type=int, default=1000, help="so many with each number of seats")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    for id in args.game:
        begun = time.perf_counter()
        held = measured(roundhouse.game(id), args.games, args.seed, args.jobs)
        (GAMES / id / FILE).write_text(text(held), encoding="utf-8")
        print(f"{id}: {len(held['tables'])} x {args.games} games in {time.perf_counter() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
