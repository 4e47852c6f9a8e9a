"""Train the weights that are shipped, all or some, and put them beside their games.

    python benchmarks/weights.py [--only "trains-[34]"] [--folder training]

An interrupted training goes on where it was. All of it takes about two hours on two cores. Afterwards
`python -m tests.bots.choices` notes how the new bots decide, and `python benchmarks/strength.py` measures them.
"""

from __future__ import annotations

import argparse
import os
import re
import time

from roundhouse.lab.train import Training, install, train
from roundhouse.lab.workers import Where

# Options take their values in turn; those most played come most often.
OPTIONS: dict[str, dict[str, object]] = {
    "trains": {"map": ("tokyo", "osaka")},
    "spyrium": {"residence_track": ("2 3 4 5 7", "2 3 4 5 7", "2 3 4 5 7", "2 3 4 5 6 7")},
    "empires": {"start_money": ("printed", "staggered"), "edition": ("draft", "draft", "draft", "final")},
    "empyreal": {"awards": ("off", "off", "advanced", "expert"), "epic": (False, False, False, True)},
}
# First games by hand, games of a round, rounds, iterations a turn, hidden units, games of a match.
RECIPES: dict[tuple[str, int], tuple[int, int, int, int, int, int]] = {
    ("trains", 2): (400, 300, 3, 120, 0, 80),
    ("trains", 3): (300, 250, 3, 100, 0, 60),
    ("trains", 4): (300, 250, 3, 100, 0, 60),
    ("spyrium", 2): (300, 400, 4, 120, 24, 80),
    ("spyrium", 3): (200, 250, 3, 100, 24, 60),
    ("spyrium", 4): (300, 300, 8, 100, 24, 80),
    ("spyrium", 5): (300, 250, 3, 100, 24, 60),
    ("empires", 2): (300, 300, 4, 120, 24, 80),
    ("empires", 3): (300, 250, 3, 120, 24, 60),
    ("empires", 4): (300, 250, 3, 120, 24, 60),
    ("empyreal", 2): (300, 250, 4, 100, 0, 60),
    ("empyreal", 3): (200, 200, 3, 100, 0, 60),
    ("empyreal", 4): (400, 200, 3, 100, 0, 60),
    ("empyreal", 5): (160, 150, 2, 80, 0, 50),
    ("empyreal", 6): (160, 150, 2, 80, 0, 48),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="a pattern of GAME-SEATS")
    parser.add_argument("--folder", default="training", help="where all of it is kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    for (game, seats), (first, games, rounds, iterations, hidden, match) in RECIPES.items():
        name = f"{game}-{seats}"
        if not re.search(args.only, name):
            continue
        training = Training(
            game,
            seats,
            os.path.join(args.folder, name),
            OPTIONS[game],
            first_games=first,
            games=games,
            rounds=rounds,
            iterations=iterations,
            hidden=hidden,
            match=match,
            where=Where(args.jobs),
        )
        started = time.perf_counter()
        print(name, flush=True)
        best = train(training, lambda line: print(f"  {line}", flush=True), lambda what, done, total: None)
        print(f"{name}: {install(training, best)}, {time.perf_counter() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
