"""How Small Railroad Empires fares when a bot plays itself: who wins by turn order, what is claimed.

`python -m benchmarks.balance_empires --games 2000` prints what the ledger says of the tuned numbers, played by that of
`frozen.py`; `--bot search@100` asks a strong one.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import Pool

import roundhouse
from roundhouse.bots.make import Player
from roundhouse.games.empires.box import EmpiresBox
from roundhouse.games.empires.state import Empires

FAIR = (0.20, 0.30)  # what every seat's share of wins should lie between, with four seats


@dataclass
class Played:
    """One game. Everything by seat is in turn order: who takes the first turn comes first."""

    scores: list[int]
    wins: list[float]
    deliveries: list[int]
    loans: list[int]
    money: list[int]
    boxed: int
    produced: int
    deck: int
    first: dict[str, int] = field(default_factory=dict)
    later: dict[str, int] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)


def play(job: tuple[int, int, str, str, str | None, str]) -> Played:
    n, seats, edition, money, components, bot = job
    game = roundhouse.game("empires")
    state = game.new(seats, f"balance {n}", components, edition=edition, start_money=money)
    assert isinstance(state, Empires)
    bots = [Player(bot, f"{n} {seat}") for seat in range(seats)]
    kinds: Counter[str] = Counter()
    while not state.over:
        action = bots[state.seat].decide(state)
        kinds[state.points_at(action)[0]] += 1
        state.apply(action)
    order = [(state.first + i) % seats for i in range(seats)]
    scores, winners = state.scores(), state.winners()
    out = Played(
        [scores[i] for i in order],
        [(i in winners) / len(winners) for i in order],
        [state.deliveries[i] for i in order],
        [state.loans[i] for i in order],
        [state.money[i] for i in order],
        sum(state.boxed),
        state.produced,
        len(state.deck),
        kinds=kinds,
    )
    for claim in state.view(None)["achievements"]:  # type: ignore[attr-defined]
        out.first[claim["card"]] = claim["first"] is not None
        out.later[claim["card"]] = len(claim["later"])
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--edition", default="draft")
    parser.add_argument("--start-money", default="printed")
    parser.add_argument("--components", default=None, help="a folder of edited tables to try")
    parser.add_argument("--bot", default="benchmarks.frozen:Frozen")
    args = parser.parse_args()
    table = (args.seats, args.edition, args.start_money, args.components, args.bot)
    jobs = [(n, *table) for n in range(args.games)]
    with Pool() as pool:
        games = pool.map(play, jobs, chunksize=10)
    count = len(games)
    seats = range(args.seats)
    shares = [sum(g.wins[i] for g in games) / count for i in seats]
    fair = all(FAIR[0] <= share <= FAIR[1] for share in shares)
    print(f"wins in turn order: {', '.join(f'{w:.1%}' for w in shares)}{'' if fair else '  not fair'}")
    print(f"prestige in turn order: {', '.join(f'{mean([g.scores[i] for g in games]):.1f}' for i in seats)}")
    best = sorted(max(g.scores) for g in games)
    print(f"winning score: median {best[count // 2]}, 90 % of them {best[count // 20]} to {best[-1 - count // 20]}")
    told = {
        "deliveries": [d for g in games for d in g.deliveries],
        "loans": [n for g in games for n in g.loans],
        "dollars at the end": [m for g in games for m in g.money],
    }
    for name, values in told.items():
        print(f"{name} a seat: {mean(values):.2f}")
    for kind in ("route", "stop", "buy"):
        print(f"'{kind}' a game: {sum(g.kinds[kind] for g in games) / count:.2f}")
    print(
        f"productions a game {mean([g.produced for g in games]):.1f}, tracks boxed {mean([g.boxed for g in games]):.2f}"
    )
    print(f"train deck empty at the end: {sum(not g.deck for g in games) / count:.0%}")
    box = roundhouse.game("empires").box(None)
    assert isinstance(box, EmpiresBox)
    for i, card in enumerate(box.ids):
        dealt = [g for g in games if card in g.first]
        if dealt:
            first = sum(g.first[card] for g in dealt) / len(dealt)
            later = sum(g.later[card] for g in dealt) / len(dealt)
            worth = f"{box.prestige[i]}/{box.later[i]}"
            print(f"{box.titles[i]:22} {worth}  claimed {first:4.0%}, by {first + later:.2f} seats")


def mean(values: list[int]) -> float:
    return sum(values) / len(values)


if __name__ == "__main__":
    main()
