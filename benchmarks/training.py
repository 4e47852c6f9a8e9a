"""What `make compiled PGO=1` lays a build out by: every game played as search and as other programs play it."""

from __future__ import annotations

import roundhouse
from roundhouse.bots.playout import playout
from roundhouse.core.rng import seeded

GAMES = 40


def main() -> None:
    for name in ("trains", "spyrium", "empires", "empyreal"):
        game = roundhouse.game(name)
        rng = seeded(name)
        for n in range(GAMES):
            state = game.new(game.seats[n % len(game.seats)], seed=n)
            guess = state.resample(state.seat, n)
            playout(guess, rng)
            while not state.over:
                options = state.legal()
                state.apply(options[rng.below(len(options))])
                if rng.below(40) == 0 and not state.over:
                    playout(state.redeal(state.seat, rng), rng)


if __name__ == "__main__":
    main()
