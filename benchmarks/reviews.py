"""Whether reviews are right: what they call the worst decisions of greedy's games, played both ways to the end.

    python benchmarks/reviews.py --seed 2 [--only trains] [--jobs 2] [--strong 1] [--spread 14]

For every game greedy bots play 20 games at two seats. Of the ten decisions that a review says cost most, the one that
was made and the one that it proposes are each played on 200 times by conductors, on the same deals of what the seat
could not know. `--strong N`: N of the ten are played on by tycoons with a twentieth of their time instead. The ten cost
about the same, so whether what is predicted goes with what is measured is asked of `--spread N` others, of all costs
from the dearest to the cheapest; with `--worst 0` of these only. The results go to `benchmarks/reviews.json`.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from statistics import correlation
from typing import Any

import roundhouse
from roundhouse.bots.make import Player
from roundhouse.core.records import Record
from roundhouse.core.state import State
from roundhouse.lab.puzzles import played_on
from roundhouse.lab.review import ITERATIONS, Judged, positions, review
from roundhouse.lab.workers import Where

HELD = Path(__file__).resolve().parent / "reviews.json"
GAMES = ("trains", "spyrium", "empires", "empyreal")
TOP = {"trains": 8400, "spyrium": 11200, "empires": 2688, "empyreal": 6160}  # iterations of a tycoon, see strength.py
PLAYED = 20  # games that are reviewed
WORST = 10  # decisions that are looked at
MOST = 60  # of a game that are known of
AGAIN = 200  # games that are played on after each action,
FEWER = 40  # with tycoons,
SOME = 80  # and of those that are spread over all costs
BATCH = 20  # of them


def reviewed(work: tuple[str, str, int]) -> list[tuple[int, Judged]]:
    """The dearest decisions of one game of greedy."""
    game, seed, n = work
    return [(n, one) for one in review(recorded(game, seed, n), ITERATIONS).worst(most=MOST)]


def recorded(game: str, seed: str, n: int) -> Record:
    record = Record(game, 2, f"reviews/{seed}/{n}", ["Ann", "Bob"])
    bots = [Player("greedy", f"{seed}/{n}/{seat}") for seat in range(2)]
    while not record.state.over:
        record.play(bots[record.state.seat].decide(record.state))
    return record


def before(game: str, seed: str, n: int, decision: int) -> State:
    return next(state for line, state in positions(recorded(game, seed, n)) if line.n == decision)


def won(work: tuple[State, int, str, str, range]) -> float:
    return played_on(*work)


def share(state: State, action: int, bot: str, seed: str, games: int, where: Where) -> float:
    work = [(state, action, bot, seed, range(first, min(first + BATCH, games))) for first in range(0, games, BATCH)]
    return sum(where.shared(won, work)) / games


def looked_at(game: str, seed: str, strong: int, spread: int, worst: int, where: Where) -> dict[str, Any]:
    """The worst decisions of a game's review and others of all costs, and what became of them."""
    found = [one for some in where.shared(reviewed, [(game, seed, n) for n in range(PLAYED)]) for one in some]
    found.sort(key=lambda pair: -pair[1].cost)
    out: dict[str, Any] = {}
    if worst:
        how = [(f"tycoon@{TOP[game]}", FEWER) if k >= worst - strong else ("conductor", AGAIN) for k in range(worst)]
        rows = [both_ways(game, seed, k, *found[k], *how[k], where) for k in range(worst)]
        right = sum(row["measured"] > 0 for row in rows)
        out |= {"seed": seed, "right": right, "of": len(rows), "correlation": together(rows), "rows": rows}
    if spread:
        others = found[WORST:]
        ranks = [k * (len(others) - 1) // (spread - 1) for k in range(spread)]
        rows = [both_ways(game, seed, WORST + k, *others[k], "conductor", SOME, where) for k in ranks]
        out["spread"] = {"seed": seed, "correlation": together(rows), "rows": rows}
    return out


def both_ways(
    game: str, seed: str, rank: int, n: int, one: Judged, bot: str, games: int, where: Where
) -> dict[str, Any]:
    """A decision as it was made and as the review would have it."""
    state = before(game, seed, n, one.n)
    as_made, better = (
        share(state, action, bot, f"{seed}/{rank}", games, where) for action in (state.parse(one.words), one.action)
    )
    return {
        "decision": f"{one.n} of game {n}",
        "made": one.words,
        "better": one.better,
        "bot": bot,
        "predicted": round(one.cost, 3),
        "measured": round(better - as_made, 3),
    }


def together(rows: list[dict[str, Any]]) -> float:
    """How predicted and measured losses go together."""
    return round(correlation([row["predicted"] for row in rows], [row["measured"] for row in rows]), 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--strong", type=int, default=0)
    parser.add_argument("--spread", type=int, default=0)
    parser.add_argument("--worst", type=int, default=WORST)
    args = parser.parse_args()
    held: dict[str, Any] = json.loads(HELD.read_text(encoding="utf-8")) if HELD.exists() else {}
    for game in GAMES:
        if args.only not in game:
            continue
        where = Where(args.jobs)
        held[game] = held.get(game, {}) | looked_at(game, args.seed, args.strong, args.spread, args.worst, where)
        HELD.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")
        told = held[game]
        ten = (
            f"{told['right']} of {told['of']} are right (correlation {told['correlation']})" if "right" in told else ""
        )
        others = f"of all costs: correlation {told['spread']['correlation']}" if "spread" in told else ""
        print(f"{roundhouse.game(game).title}: {'; '.join(filter(None, (ten, others)))}", flush=True)


if __name__ == "__main__":
    main()
