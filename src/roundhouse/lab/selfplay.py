"""Games from which bots learn: positions with who won in the end, and decisions with what search thought of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from roundhouse.bots.bot import Bot, Budget
from roundhouse.bots.greedy import GreedyBot
from roundhouse.bots.judge import Judge
from roundhouse.bots.learned import Learned, read
from roundhouse.bots.search import SearchBot, improved
from roundhouse.core.game import Game
from roundhouse.core.registry import game as find
from roundhouse.core.state import State

Numbers = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int32]

MOST_DECISIONS = 2000
POSITIONS = 60  # of a game, at most
DECISIONS = 40
ENOUGH = 8  # visits of a decision that is learned from
SURE = 0.9  # of the likelihood, what the decision of a bot that is imitated gets
SLIPS = (0.0, 0.03, 0.1, 0.25)  # how often a seat decides at random, by lot a game
OPENING = 2  # decisions of a seat with which a game begins,
TRIED = 0.35  # and how often each is made at random, so that every opening is learned about


@dataclass(frozen=True)
class Batch:
    """What a worker is to play, in plain values."""

    game: str
    seats: int
    options: dict[str, object]  # a tuple stands for several values, used in turn
    seed: str
    first: int
    last: int
    weights: tuple[str, ...]  # files, the newest last; none: by hand
    iterations: int  # a turn; 0: nobody searches


@dataclass
class Lessons:
    """Positions and decisions of some games. The decisions' options lie in a row, `starts` says where each begins."""

    features: Numbers  # position, seat, feature
    won: Numbers  # position, seat: its share of the win
    scores: Numbers
    games: Counts  # position: which game it is of
    decided: Numbers  # decision, feature
    decided_in: Counts
    starts: Counts
    kinds: Counts  # option
    traits: Numbers  # option, trait
    shares: Numbers  # option: how likely it should be taken

    def save(self, path: str) -> None:
        """Write them to a file, all or nothing."""
        with open(path, "wb") as file:
            np.savez(file, **vars(self))


def load(path: str) -> Lessons:
    """Lessons from a file."""
    with np.load(path) as held:
        return Lessons(**{name: held[name] for name in held.files})


def together(parts: list[Lessons]) -> Lessons:
    """All of some lessons; games of different parts stay apart."""
    games, at, shift = [], [], 0
    decided_in = []
    options = 0
    for part in parts:
        games.append(part.games + shift)
        decided_in.append(part.decided_in + shift)
        shift += 1 + max(int(part.games.max(initial=0)), int(part.decided_in.max(initial=0)))
        at.append(part.starts + options)
        options += len(part.kinds)
    return Lessons(
        np.concatenate([p.features for p in parts]),
        np.concatenate([p.won for p in parts]),
        np.concatenate([p.scores for p in parts]),
        np.concatenate(games),
        np.concatenate([p.decided for p in parts]),
        np.concatenate(decided_in),
        np.concatenate(at),
        np.concatenate([p.kinds for p in parts]),
        np.concatenate([p.traits for p in parts]),
        np.concatenate([p.shares for p in parts]),
    )


@dataclass
class Notes:
    """What is noted while a game is played."""

    positions: list[list[list[float]]] = field(default_factory=list)
    decisions: list[tuple[list[float], list[int], list[list[float]], list[float]]] = field(default_factory=list)


class Seat:
    """Who plays a seat of such a game: a bot, and how often it slips."""

    def __init__(self, bot: Bot, iterations: int, slips: float, imitated: bool = False) -> None:
        self.bot = bot
        self.budget = Budget(iterations=iterations)
        self.slips = slips
        self.imitated = imitated  # whether the policy learns from its decisions
        self.decided = 0

    def decide(self, s: State, judge: Judge, notes: Notes, chance: random.Random) -> int:
        options = s.choices()
        known = s.redeal(s.seat, self.bot.rng)
        action = self.bot.choose(known, s.seat, self.budget)
        shares: list[float] = []
        bot = self.bot
        if judge.heuristics.obvious(s, options) >= 0:
            return action
        if isinstance(bot, SearchBot) and bot.root.inner >= ENOUGH:
            shares = improved(bot.root, options, s.seat)
        elif self.imitated:
            shares = [SURE if a == action else (1 - SURE) / (len(options) - 1) for a in options]
        if shares:
            kinds = [judge.heuristics.kind(known, a) for a in options]
            traits = [judge.traits(known, s.seat, a) for a in options]
            notes.decisions.append((judge.features(known, s.seat), kinds, traits, shares))
        self.decided += 1
        if self.decided <= OPENING:
            return chance.choice(options) if chance.random() < TRIED else action
        if shares and chance.random() < self.slips:  # not at random then, but by what was found worth a look
            return chance.choices(options, shares)[0]
        return chance.choice(options) if chance.random() < self.slips else action


class Weighted(Bot):
    """Decides by the hand-made weights of actions."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        options = state.choices()
        weights = [state.game.heuristics.weight(state, a) for a in options]
        at = int(self.rng.below(max(1, sum(weights))))
        for action, weight in zip(options, weights, strict=True):
            at -= weight
            if at < 0:
                return action
        return options[-1]


def seat_of(batch: Batch, game: Game, seed: str, chance: random.Random, held: list[Learned]) -> Seat:
    """Mostly the newest bot; some are of earlier rounds, some greedy, so that nobody learns to beat only itself."""
    slips = chance.choice(SLIPS)
    if not held:
        lot = chance.random()
        if lot < 0.2:
            return Seat(SearchBot(seed, by_hand=True), batch.iterations, slips)
        if lot < 0.9:
            return Seat(GreedyBot(seed), 0, slips, imitated=True)
        return Seat(Weighted(seed), 0, slips)
    lot = chance.random()
    if lot < 0.1:
        return Seat(GreedyBot(seed), 0, slips + 0.05)
    learned = held[-1] if lot < 0.85 else chance.choice(held)
    iterations = int(batch.iterations * chance.choice((0.5, 1.0, 1.0, 1.5)))
    return Seat(SearchBot(seed, learned=learned), iterations, slips * 0.5)


def play(batch: Batch) -> Lessons:
    """The lessons of a batch of games: the same whichever worker plays it."""
    game = find(batch.game)
    held: list[Learned] = []
    for path in batch.weights:
        learned = read(path, game)
        if learned is None:
            raise ValueError(f"{path} does not hold weights for this version of {game.title}.")
        held.append(learned)
    rows: list[tuple[int, Notes, list[float], list[int]]] = []
    for n in range(batch.first, batch.last):
        rows.append((n, *play_one(batch, game, n, held)))
    return gathered(game, batch.seats, rows)


def dealt(options: dict[str, object], n: int) -> dict[str, object]:
    """The options of the n-th game: of several values of one, each in its turn, and every combination comes."""
    out: dict[str, object] = {}
    for name, value in options.items():
        if isinstance(value, tuple):
            out[name] = value[n % len(value)]
            n //= len(value)
        else:
            out[name] = value
    return out


def play_one(batch: Batch, game: Game, n: int, held: list[Learned]) -> tuple[Notes, list[float], list[int]]:
    chance = random.Random(f"{batch.seed}/{n}")
    s = game.new(batch.seats, f"{batch.seed}/{n}", **dealt(batch.options, n))
    judge = Judge(game, batch.seats, None)
    seats = [seat_of(batch, game, f"{batch.seed}/{n}/{i}", chance, held) for i in range(batch.seats)]
    notes = Notes()
    for _ in range(MOST_DECISIONS):
        if s.over:
            break
        options = s.choices()
        if len(options) == 1:
            s.apply(options[0])
            continue
        if game.heuristics.settled(s):
            notes.positions.append([judge.features(s, i) for i in range(batch.seats)])
        s.apply(seats[s.seat].decide(s, judge, notes, chance))
    if len(notes.positions) > POSITIONS:
        notes.positions = [notes.positions[i] for i in sorted(chance.sample(range(len(notes.positions)), POSITIONS))]
    if len(notes.decisions) > DECISIONS:
        begun = OPENING * batch.seats  # there are few of these, and all bots make them
        rest = notes.decisions[begun:]
        notes.decisions = notes.decisions[:begun] + chance.sample(rest, min(len(rest), DECISIONS))
    winners = s.winners()
    return notes, [1 / len(winners) if i in winners else 0.0 for i in range(batch.seats)], s.scores()


def gathered(game: Game, seats: int, rows: list[tuple[int, Notes, list[float], list[int]]]) -> Lessons:
    """The notes of games as arrays."""
    h = game.heuristics
    positions = [(n, p, won, scores) for n, notes, won, scores in rows for p in notes.positions]
    decisions = [(n, *d) for n, notes, _, _ in rows for d in notes.decisions]
    sizes = [len(kinds) for _, _, kinds, _, _ in decisions]
    return Lessons(
        np.array([p for _, p, _, _ in positions], np.float32).reshape(-1, seats, h.size),
        np.array([won for _, _, won, _ in positions], np.float32).reshape(-1, seats),
        np.array([scores for _, _, _, scores in positions], np.float32).reshape(-1, seats),
        np.array([n for n, _, _, _ in positions], np.int32),
        np.array([x for _, x, _, _, _ in decisions], np.float32).reshape(-1, h.size),
        np.array([n for n, _, _, _, _ in decisions], np.int32),
        np.cumsum([0, *sizes[:-1]], dtype=np.int32) if sizes else np.zeros(0, np.int32),
        np.array([k for _, _, kinds, _, _ in decisions for k in kinds], np.int32),
        np.array([t for _, _, _, traits, _ in decisions for t in traits], np.float32).reshape(-1, h.traits),
        np.array([v for _, _, _, _, shares in decisions for v in shares], np.float32),
    )
