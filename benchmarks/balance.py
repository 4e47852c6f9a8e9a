"""How Spyrium's cards fare when the bot of `frozen.py` plays itself: how often each is taken, whether owning it wins.

`python -m benchmarks.balance --games 2000` prints a line a card and what the ledger asks of them.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from dataclasses import dataclass
from multiprocessing import Pool

import roundhouse
from roundhouse.bots.make import Player
from roundhouse.games.spyrium.box import SpyriumBox
from roundhouse.games.spyrium.state import Spyrium

SEATS = 3
LEAST_TAKEN = 0.10  # of the games in which a building or a technique is dealt
LEAST_CALLED = 0.20  # the same for a character
MOST_LIFT = 0.20  # over a fair share of wins


@dataclass
class Played:
    """One game: what was laid out, what each seat took, and how it ended."""

    dealt: set[str]
    owned: list[set[str]]
    scores: list[int]
    winners: list[int]


def play(n: int) -> Played:
    state = roundhouse.game("spyrium").new(SEATS, seed=f"balance {n}")
    assert isinstance(state, Spyrium)
    bots = [Player("benchmarks.frozen:Frozen", f"{n} {seat}") for seat in range(SEATS)]
    out = Played(set(), [set() for _ in range(SEATS)], [], [])
    turn = 0
    while not state.over:
        if state.turn != turn:
            turn = state.turn
            out.dealt |= {state.box.ids[b - 1] for b in state.cells if b}
        action = bots[state.seat].decide(state)
        verb, _, rest = state.words(action).partition(" ")
        if verb in ("call", "build", "patent"):
            out.owned[state.seat].add(named(state.box, rest))
        state.apply(action)
    out.scores = state.scores()
    out.winners = state.winners()
    return out


def named(box: SpyriumBox, words: str) -> str:
    """The card that an action's words begin with."""
    found = [i for i, title in enumerate(box.titles) if words.startswith(f"{title} ")]
    return box.ids[max(found, key=lambda i: len(box.titles[i]))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    count = parser.parse_args().games
    with Pool() as pool:
        games = pool.map(play, range(count), chunksize=20)
    dealt: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    owners: Counter[str] = Counter()
    wins: dict[str, float] = defaultdict(float)
    for game in games:
        dealt.update(game.dealt)
        taken.update(set().union(*game.owned))
        for seat, cards in enumerate(game.owned):
            owners.update(cards)
            if seat in game.winners:
                for card in cards:
                    wins[card] += 1 / len(game.winners)
    box = roundhouse.game("spyrium").box(None)
    assert isinstance(box, SpyriumBox)
    for i, card in enumerate(box.ids):
        if dealt[card]:
            share = taken[card] / dealt[card]
            lift = wins[card] / owners[card] - 1 / SEATS if owners[card] else 0.0
            least = LEAST_CALLED if box.kinds[i] == "character" else LEAST_TAKEN
            fault = "taken too rarely" if share < least else "wins too much" if lift > MOST_LIFT else ""
            print(f"{box.titles[i]:30} £{box.prices[i]:<3} taken {share:4.0%}  owner's lift {lift:+6.1%}  {fault}")
    best = sorted(max(g.scores) for g in games)
    seats = [sum(1 / len(g.winners) for g in games if seat in g.winners) / count for seat in range(SEATS)]
    print(f"winning score: median {best[count // 2]}, 90 % of them {best[count // 20]} to {best[-1 - count // 20]}")
    print(f"wins by seat: {', '.join(f'{w:.0%}' for w in seats)}")


if __name__ == "__main__":
    main()
