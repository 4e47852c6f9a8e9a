"""How strong the levels are: all lines of the table in `docs/bots.md`, played anew.

    python benchmarks/strength.py --seed 2 [--only "trains.*greedy"] [--games 200] [--jobs 2]

Each line is a contest of `roundhouse arena`: balanced seats, a game without an end after 5,000 decisions a draw. The
results go to `benchmarks/strength.json`, line by line, and are printed as a table. Nothing else should run beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for the bot of `frozen.py`

from roundhouse.lab.arena import Results, contest, each, hold  # noqa: E402
from roundhouse.lab.simulate import Match  # noqa: E402
from roundhouse.lab.workers import Where  # noqa: E402

HELD = ROOT / "benchmarks" / "strength.json"
FROZEN = "benchmarks.frozen:Frozen"
GAMES = ("trains", "spyrium", "empires", "empyreal")
SEATS = {"trains": (4,), "spyrium": (4, 5), "empires": (4,), "empyreal": (4, 5, 6)}
# Iterations a turn that take about 25 ms, a twentieth of the time of a stationmaster; a tycoon's are 5.6 times as many.
TWENTIETH = {"trains": 1500, "spyrium": 2000, "empires": 480, "empyreal": 1100}
TYCOON = 5.6
MANY = {"spyrium 2 v greedy of before": 600}  # games, where 200 do not tell enough
FEW = ("stationmaster@150", "tycoon@400")  # for games that are only to end


@dataclass(frozen=True)
class Line:
    """A contest: the first bot is the one that is looked at."""

    name: str
    game: str
    bots: tuple[str, ...]
    games: int = 200
    seats: int = 0  # as many as bots


def lines() -> list[Line]:
    """All of them."""
    out: list[Line] = []
    for game in GAMES:
        n = TWENTIETH[game]
        strong, top = f"stationmaster@{n}", f"tycoon@{int(TYCOON * n)}"
        for name, greedy in (("greedy of before", FROZEN), ("greedy", "greedy")):
            out.append(Line(f"{game} 2 v {name}", game, (strong, greedy), MANY.get(f"{game} 2 v {name}", 200)))
            for seats in SEATS[game]:
                games = 200 if seats == 4 else 100
                out.append(Line(f"{game} {seats} among {name}", game, (strong,) + (greedy,) * (seats - 1), games))
        out += [
            Line(f"{game} levels: apprentice v random", game, ("apprentice", "random")),
            Line(f"{game} levels: conductor v apprentice", game, ("conductor", "apprentice")),
            Line(f"{game} levels: stationmaster v conductor", game, (strong, "conductor")),
            Line(f"{game} levels: tycoon v stationmaster", game, (top, strong)),
            Line(f"{game} learned v by hand, 20 ms", game, ("search@20ms", "handmade@20ms")),
            Line(f"{game} full time v greedy of before", game, ("stationmaster", FROZEN), 20),
            Line(f"{game} greedy v random", game, ("greedy", "random"), 1000),
            Line(f"{game} ends: levels among each other", game, ("apprentice", "conductor", *FEW), 216, 2),
        ]
        for level in ("apprentice", "conductor", *FEW):
            out.append(Line(f"{game} ends: {level} v itself", game, (level, level), 9))
    return out


def played(line: Line, seed: str, jobs: int, games: int) -> dict[str, Any]:
    """A line's figures."""
    match = Match(line.game, line.seats or len(line.bots), line.bots, seed, {}, None)
    return figures(line, seed, hold(contest(match), min(line.games, games), Where(jobs)))


def figures(line: Line, seed: str, results: Results) -> dict[str, Any]:
    own = results.bots[0]
    low, high = own.interval
    return {
        "bots": list(line.bots),
        "seed": seed,
        "games": own.played,
        "won": round(own.wins, 2),
        "percent": round(100 * own.rate, 1),
        "interval": [round(100 * low, 1), round(100 * high, 1)],
        "scores": [round(row.mean, 1) for row in results.bots],
        "by seat": [round(100 * row.rate, 1) for row in own.seats],
        "ms a turn": round(each(1000 * own.thought.seconds, own.thought.turns) or 0.0, 1),
        "iterations a turn": round(each(own.thought.iterations, own.thought.turns) or 0.0),
        "capped": results.capped,
        "failed": sum(row.thought.failed for row in results.bots),
        "seconds": round(results.seconds),
    }


def told(name: str, row: dict[str, Any]) -> str:
    """A line of the table."""
    low, high = row["interval"]
    return (
        f"| {name} | {row['won']} of {row['games']} | {row['percent']} % [{low}, {high}] "
        f"| {row['iterations a turn']} | {row['ms a turn']} | {row['capped']} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="1", help="one that no weights were chosen by")
    parser.add_argument("--only", default="", help="a pattern of names")
    parser.add_argument("--games", type=int, default=10_000, help="at most so many a line")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    held = json.loads(HELD.read_text(encoding="utf-8")) if HELD.exists() else {}
    wanted = [line for line in lines() if re.search(args.only, line.name)]
    print("| line | won | 95 % | iterations a turn | ms a turn | capped |\n|---|---|---|---|---|---|", flush=True)
    for line in wanted:
        held[line.name] = played(line, args.seed, args.jobs, args.games)
        HELD.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")
        print(told(line.name, held[line.name]), flush=True)


if __name__ == "__main__":
    main()
