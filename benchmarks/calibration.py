"""Whether the chances to win that advice and reviews tell come true: predicted against real, in ten bins.

    python benchmarks/calibration.py --seed 2 [--games 500] [--only trains] [--jobs 2] [--fit]

Conductors play; from every game some decisions are looked at as a review does, and each seat's chance is held against
what became of the game. The results go to `benchmarks/calibration.json`, and `docs/calibration.svg` draws them. With
--fit nothing is kept, but for every table the number `told` of its weights is printed that fits best: on seeds of its
own, as what was fitted on a game says nothing about that game.
"""

from __future__ import annotations

import argparse
import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import roundhouse
from roundhouse.bots.advice import Adviser, sharpness_of, told
from roundhouse.bots.bot import Budget
from roundhouse.bots.judge import judge_of
from roundhouse.bots.make import Player
from roundhouse.core.rng import seeded
from roundhouse.core.state import State
from roundhouse.lab.review import ITERATIONS
from roundhouse.lab.workers import Where

ROOT = Path(__file__).resolve().parent.parent
HELD = ROOT / "benchmarks" / "calibration.json"
PICTURE = ROOT / "docs" / "calibration.svg"
TABLES = [
    (game, seats)
    for game, most in (("trains", 4), ("spyrium", 5), ("empires", 4), ("empyreal", 6))
    for seats in (2, most)
]
LOOKS = 4  # decisions of a game that are looked at
BATCH = 10  # games
BINS = 10

Pair = tuple[float, float]  # what was predicted, and the share of the win


def looked_at(work: tuple[str, int, str, int, int]) -> list[tuple[list[float], list[float]]]:
    """Some decisions of some games: what search says without any correction, and who won."""
    game, seats, seed, first, last = work
    out: list[tuple[list[float], list[float]]] = []
    for n in range(first, last):
        state = roundhouse.game(game).new(seats, f"calibration/{seed}/{n}")
        bots = [Player("conductor", f"{seed}/{n}/{seat}") for seat in range(seats)]
        chance, seen, kept = seeded(f"looks/{seed}/{n}"), 0, list[State]()
        while not state.over:
            if len(state.choices()) > 1:
                seen += 1
                if len(kept) < LOOKS:
                    kept.append(state.clone())
                elif (at := chance.below(seen)) < LOOKS:
                    kept[at] = state.clone()
            state.apply(bots[state.seat].decide(state))
        winners = state.winners()
        won = [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
        for k, position in enumerate(kept):
            adviser = Adviser(f"{seed}/{n}/{k}")
            adviser.sharpness = 1.0
            adviser.look(position, position.seat, Budget(ITERATIONS), [])
            out.append((adviser.chances, won))
    return out


def looks(game: str, seats: int, seed: str, games: int, jobs: int) -> list[tuple[list[float], list[float]]]:
    work = ((game, seats, seed, first, min(first + BATCH, games)) for first in range(0, games, BATCH))
    return [row for batch in Where(jobs).shared(looked_at, work) for row in batch]


def pairs(rows: list[tuple[list[float], list[float]]], sharpness: float) -> Iterator[Pair]:
    for chances, won in rows:
        yield from zip(told(chances, sharpness), won, strict=True)


def bins(found: list[Pair]) -> list[dict[str, float]]:
    """By tenths of what was predicted: how many, the mean prediction, and how often it came true."""
    out = []
    for n in range(BINS):
        inside = [pair for pair in found if n <= pair[0] * BINS < n + 1 or (n == BINS - 1 and pair[0] == 1)]
        if inside:
            said, came = (sum(pair[i] for pair in inside) / len(inside) for i in (0, 1))
            out.append({"n": len(inside), "predicted": round(said, 3), "real": round(came, 3)})
    return out


def error(table: list[dict[str, float]]) -> float:
    """How far predictions are off, on average over all of them."""
    return sum(row["n"] * abs(row["predicted"] - row["real"]) for row in table) / sum(row["n"] for row in table)


def fitted(rows: list[tuple[list[float], list[float]]]) -> float:
    """The sharpness under which what happened was likeliest."""

    def loss(sharpness: float) -> float:
        return -sum(won * math.log(max(said, 1e-9)) for said, won in pairs(rows, sharpness))

    return min((n / 20 for n in range(6, 61)), key=loss)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fit", action="store_true")
    args = parser.parse_args()
    held: dict[str, Any] = json.loads(HELD.read_text(encoding="utf-8")) if HELD.exists() else {}
    for game, seats in TABLES:
        if args.only not in game:
            continue
        rows = looks(game, seats, args.seed, args.games, args.jobs)
        now = sharpness_of(judge_of(None, roundhouse.game(game).new(seats, 1), None, False))
        before, after = (bins(list(pairs(rows, by))) for by in (1.0, now))
        line = f"{game} {seats}: error {error(before):.3f}, as it is told ({now}) {error(after):.3f}"
        if args.fit:
            best = fitted(rows)
            print(f"{line}; best {best}: {error(bins(list(pairs(rows, best)))):.3f}", flush=True)
            continue
        print(line, flush=True)
        held[f"{game} {seats}"] = {
            "seed": args.seed,
            "games": args.games,
            "told": now,
            "error": round(error(after), 4),
            "error without": round(error(before), 4),
            "bins": after,
        }
        HELD.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")
    if not args.fit:
        PICTURE.write_text(picture(held), encoding="utf-8")


def picture(held: dict[str, Any]) -> str:
    """One small square for every table: what was predicted to the right, what came true upwards."""
    side, gap, top = 150, 34, 26
    out = []
    for k, (name, row) in enumerate(held.items()):
        x, y = gap + (k % 4) * (side + gap), top + (k // 4) * (side + 2 * top)
        dots = "".join(
            f'<circle cx="{x + side * b["predicted"]:.1f}" cy="{y + side * (1 - b["real"]):.1f}" '
            f'r="{2 + 8 * math.sqrt(b["n"] / sum(c["n"] for c in row["bins"])):.1f}" fill="#14476b" fill-opacity=".7"/>'
            for b in row["bins"]
        )
        out.append(
            f'<text x="{x}" y="{y - 8}">{name} seats: {100 * row["error"]:.1f} % off</text>'
            f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="#8a9a9a"/>'
            f'<path d="M{x} {y + side}L{x + side} {y}" stroke="#8a9a9a" stroke-dasharray="4 3"/>{dots}'
        )
    wide, high = gap + 4 * (side + gap), 2 * (side + 2 * top)
    style = "font:12px sans-serif;background:#fff"
    title = "<title>Chances to win as they were told, and as they came true</title>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" style="{style}">{title}<rect width="100%" height="100%" fill="#fff"/>{"".join(out)}</svg>\n'
    )


if __name__ == "__main__":
    main()
