"""What search decides in positions of all games, by hand-made judgement and by weights that are made up here.

Both builds must decide the same. After a change on purpose: `python -m tests.bots.choices` writes the golden anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import roundhouse
from roundhouse.bots.bot import Budget
from roundhouse.bots.learned import Learned, from_numbers
from roundhouse.bots.search import SearchBot
from roundhouse.core.game import Game
from tests.bots.tables import GAMES, positions

GOLDEN = Path(__file__).parent.parent / "golden" / "choices.json"
HIDDEN = 3
ITERATIONS = 40
MOST = 8  # positions of a game


def some(n: int, by: int) -> list[float]:
    """Numbers from -1/2 to 1/2 that look like any."""
    return [((i * by) % 61 - 30) / 64 for i in range(1, n + 1)]


def made_up(game: Game) -> Learned:
    """Weights of the right size for a game, the same each time."""
    h = game.heuristics
    numbers = {
        "linear": some(h.size, 17),
        "layer": some(h.size * HIDDEN, 23),
        "bias": some(HIDDEN, 7),
        "out": some(HIDDEN, 11),
        "kinds": some(h.kinds, 13),
        "policy": some(h.kinds * h.size, 29),
        "traits": some(h.kinds * h.traits, 37),
    }
    return from_numbers(numbers, game)


def decided(game: str, by_hand: bool) -> str:
    """What is decided in one position after another, each by a new bot: actions, and how often they were tried."""
    learned = None if by_hand else made_up(roundhouse.game(game))
    out: list[str] = []
    for n, s in enumerate(positions(game, 3, 8, 17)):
        if s.game.heuristics.obvious(s, s.choices()) >= 0 or len(out) == MOST:
            continue
        bot = SearchBot(n, by_hand=by_hand, learned=learned)
        bot.left = 1.0  # as if a turn began
        action = bot.choose(s, s.seat, Budget(iterations=ITERATIONS))
        out.append(f"{action}/{int(bot.votes()[action])}")
    return " ".join(out)


def choices() -> dict[str, dict[str, str]]:
    return {game: {"by hand": decided(game, True), "by weights": decided(game, False)} for game in GAMES}


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(choices(), indent=1) + "\n", encoding="utf-8")
