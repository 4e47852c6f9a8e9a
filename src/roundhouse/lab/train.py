"""Train a game's bots: rounds of self-play, each followed by fitting and by matches that choose what goes on.

Everything lies in a folder, batch by batch, so an interrupted training goes on where it was. Round 0 is played by
hand-made judgement, every later one mostly by the best weights so far; all rounds are learned from.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field

from roundhouse.bots.bot import Budget
from roundhouse.bots.learned import FOLDER, folder_of, read
from roundhouse.bots.search import SearchBot
from roundhouse.core.game import Game
from roundhouse.core.registry import game as find
from roundhouse.lab.fit import fit_policy, fit_value
from roundhouse.lab.selfplay import Batch, Lessons, dealt, load, play, together
from roundhouse.lab.workers import ALONE, Where

BATCH = 10  # games
DIGITS = 3  # of a weight
NOTHING = 5e-4  # below this it is 0
CAP = 2000  # decisions of a game of a match


@dataclass(frozen=True)
class Training:
    """What is to be trained, in plain values."""

    game: str
    seats: int
    folder: str
    options: dict[str, object] = field(default_factory=dict)
    seed: str = "1"
    first_games: int = 1500  # of round 0
    games: int = 500  # of every later round
    rounds: int = 3
    iterations: int = 150  # a turn
    hidden: int = 24
    match: int = 60  # games between candidates
    where: Where = ALONE


def train(t: Training, say: Callable[[str], None], progress: Callable[[str, int, int], None]) -> str:
    """The file with the best weights that were found."""
    os.makedirs(t.folder, exist_ok=True)
    game = find(t.game)
    best: list[str] = []  # files, the newest last
    for n in range(t.rounds + 1):
        lessons_of(t, n, best, progress)
        found = candidates(t, game, n, say)
        winner = chosen(t, n, best[-1] if best else "", found, say)
        if winner and winner not in best:
            best.append(winner)
    if not best:
        raise ValueError("No weights were better than judgement by hand.")
    return best[-1]


def install(t: Training, path: str) -> str:
    """Put weights beside the game, where bots look for them."""
    game = find(t.game)
    folder = os.path.join(folder_of(game), FOLDER)
    os.makedirs(folder, exist_ok=True)
    variant = game.heuristics.variant(game.new(t.seats, 0, **dealt(t.options, 0)))
    out = os.path.join(folder, f"{t.seats}-{variant}.json" if variant else f"{t.seats}.json")
    with open(path, encoding="utf-8") as source, open(out, "w", encoding="utf-8") as file:
        file.write(source.read())
    return out


# lessons


def lessons_of(t: Training, n: int, best: list[str], progress: Callable[[str, int, int], None]) -> None:
    """Play what is still missing of a round."""
    games = t.games if n else t.first_games
    wanted = range(0, games, BATCH)
    missing = [first for first in wanted if not os.path.exists(batch_path(t, n, first))]
    work = [
        Batch(
            t.game,
            t.seats,
            t.options,
            f"{t.seed}/{n}",
            first,
            min(first + BATCH, games),
            tuple(best),
            t.iterations,
        )
        for first in missing
    ]
    done = games - BATCH * len(missing)
    os.makedirs(os.path.join(t.folder, f"round-{n}"), exist_ok=True)
    for batch, lessons in zip(work, t.where.shared(play, work), strict=True):
        save(lessons, batch_path(t, n, batch.first))
        done += batch.last - batch.first
        progress(f"round {n}", min(done, games), games)


def batch_path(t: Training, n: int, first: int) -> str:
    return os.path.join(t.folder, f"round-{n}", f"{first}.npz")


def save(lessons: Lessons, path: str) -> None:
    """Keep a batch, all or nothing."""
    lessons.save(f"{path}.part")
    os.replace(f"{path}.part", path)


# weights


def candidates(t: Training, game: Game, n: int, say: Callable[[str], None]) -> list[str]:
    """Fit what the rounds up to this one teach: a linear value, and one with a hidden layer."""
    names = [("linear", 0)] + ([("layer", t.hidden)] if t.hidden else [])
    paths = [os.path.join(t.folder, f"weights-{n}-{name}.json") for name, _ in names]
    if all(os.path.exists(path) for path in paths):
        return paths
    parts = [
        load(batch_path(t, m, first))
        for m in range(n + 1)
        for first in range(0, t.games if m else t.first_games, BATCH)
    ]
    lessons = together(parts)
    say(f"round {n}: {len(lessons.features)} positions, {len(lessons.decided)} decisions")
    policy: dict[str, list[float]] = {}
    if len(lessons.decided) > 1000:
        policy = fit_policy(lessons, game.heuristics, 25, n, say)
    for (_, hidden), path in zip(names, paths, strict=True):
        weights = {**fit_value(lessons, hidden, 30, n, say), **policy}
        write(t, game, n, weights, path)
    return paths


def write(t: Training, game: Game, n: int, weights: dict[str, list[float]], path: str) -> None:
    """Weights as they are shipped: plain numbers, and what they were trained on."""
    h = game.heuristics
    held = {
        "game": t.game,
        "seats": t.seats,
        "options": t.options,
        "version": h.version,
        "features": h.size,
        "kinds": h.kinds,
        "traits": h.traits,
        "trained": f"{t.first_games} games by hand, {n} rounds of {t.games}, {t.iterations} iterations, seed {t.seed}",
        "weights": {name: [short(w) for w in numbers] for name, numbers in weights.items()},
    }
    with open(f"{path}.part", "w", encoding="utf-8") as file:
        json.dump(held, file, separators=(",", ":"))
        file.write("\n")
    os.replace(f"{path}.part", path)


def short(number: float) -> float:
    """So many digits as matter; what hardly counts is 0."""
    return 0 if abs(number) < NOTHING else float(f"{number:.{DIGITS}g}")


# matches


def chosen(t: Training, n: int, before: str, found: list[str], say: Callable[[str], None]) -> str:
    """Which weights go on: who wins on seeds that nothing was learned from; `before` if nobody is better."""
    path = os.path.join(t.folder, f"chosen-{n}.json")
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            return str(json.load(file))
    best = before or found[0]  # what is learned from hand-made play is only to begin with
    for candidate in found if before else []:
        won, played = match(t, candidate, best, f"{t.seed}/match/{n}")
        say(f"{os.path.basename(candidate)} v {os.path.basename(best) or 'by hand'}: {won:.1f} of {played}")
        if won * 2 > played:
            best = candidate
    with open(path, "w", encoding="utf-8") as file:
        json.dump(best, file)
    return best


def match(t: Training, one: str, other: str, seed: str) -> tuple[float, int]:
    """How many games bots with the first weights win at every other seat; a game without an end counts half."""
    work = [(t, one, other, seed, n) for n in range(t.match)]
    won = list(t.where.shared(duel, work))
    return sum(won), len(won)


def duel(work: tuple[Training, str, str, str, int]) -> float:
    """One game of a match: the seats take turns between the two; the share of the first of what could be won."""
    t, one, other, seed, n = work
    game = find(t.game)
    s = game.new(t.seats, f"{seed}/{n // 2}", **dealt(t.options, n // 2))
    bots = [bot_with(game, one if (i + n) % 2 == 0 else other, f"{seed}/{n}/{i}") for i in range(t.seats)]
    budget = Budget(iterations=t.iterations)
    for _ in range(CAP):
        if s.over:
            break
        s.apply(bots[s.seat].choose(s.redeal(s.seat, bots[s.seat].rng), s.seat, budget))
    if not s.over:
        return 0.5
    winners = s.winners()
    mine = [i for i in winners if (i + n) % 2 == 0]
    return len(mine) / len(winners)


def bot_with(game: Game, path: str, seed: str) -> SearchBot:
    if not path:
        return SearchBot(seed, by_hand=True)
    return SearchBot(seed, learned=read(path, game))
