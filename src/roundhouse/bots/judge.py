"""What positions and actions are worth: by learned weights, or by hand where there are none."""

from __future__ import annotations

import math
from typing import Final

from roundhouse.bots.learned import Learned, learned_for
from roundhouse.core.game import Game
from roundhouse.core.heuristics import Heuristics
from roundhouse.core.native import i64, vec
from roundhouse.core.rng import Rng
from roundhouse.core.state import State

SHARPNESS: Final = 150.0  # so much more by the evaluation makes an action e times as likely, by hand
FLAT: Final = 0.1  # of the likelihood, what is shared by all actions alike
WON: Final = 0.8  # of a finished game: how much winning counts against the margin
MARGIN: Final = 8.0  # points that make a margin e times as good


class Judge:
    """Judges the tables of one game; it brings the room to compute in."""

    def __init__(self, game: Game, seats: int, learned: Learned | None) -> None:
        self.game: Game = game
        self.heuristics: Heuristics = game.heuristics
        self.learned: Learned | None = learned
        size = self.heuristics.size
        self.x: vec[float] = vec[float]([0.0] * (size + 1))
        self.y: vec[float] = vec[float]([0.0] * (self.heuristics.traits + 1))
        self.some: vec[i64] = vec[i64]([0] * (size + 1))  # which features are not 0
        self.likely: vec[float] = vec[float]([0.0] * (game.num_actions + 1))
        self.chances: vec[float] = vec[float]([0.0] * seats)

    def judge(self, s: State) -> None:
        """Each seat's chance to win, into `chances`."""
        out = self.chances
        n: i64 = s.seats
        i: i64
        learned = self.learned
        if s.over:
            self.judge_end(s)
            return
        if learned is None:
            scale: float = float(self.heuristics.scale)
            for i in range(n):
                out[i] = float(self.game.evaluate(s, i)) / scale
        else:
            x = self.x
            for i in range(n):
                self.heuristics.features(s, i, x)
                out[i] = learned.value(x)
        softmax(out, n)

    def judge_end(self, s: State) -> None:
        """The same for a finished game: who has won, and a little by how much."""
        out = self.chances
        n: i64 = s.seats
        i: i64
        scores = s.scores()
        winners = s.winners()
        for i in range(n):
            out[i] = float(scores[i]) / MARGIN
        softmax(out, n)
        share = WON / float(len(winners))
        for i in range(n):
            out[i] = out[i] * (1.0 - WON) + (share if i in winners else 0.0)

    def weigh(self, s: State, options: list[int], seat: int) -> None:
        """How likely a good player of that seat takes each of the options, into `likely`; in all 1."""
        learned = self.learned
        if learned is not None and learned.has_policy:
            self.score(s, options, seat, learned)
        else:
            self.look_ahead(s, options, seat)
        likely = self.likely
        n: i64 = len(options)
        softmax(likely, n)
        flat: float = FLAT / float(n)
        i: i64
        for i in range(n):
            likely[i] = likely[i] * (1.0 - FLAT) + flat

    def score(self, s: State, options: list[int], seat: int, learned: Learned) -> None:
        """The learned policy's number for each of the options."""
        h = self.heuristics
        x = self.x
        y = self.y
        some = self.some
        likely = self.likely
        weights = learned.policy
        size: i64 = learned.size
        traits: i64 = learned.traits
        h.features(s, seat, x)
        found: i64 = 0
        i: i64
        j: i64
        for i in range(size):
            if x[i] != 0.0:
                some[found] = i
                found += 1
        n: i64 = len(options)
        for i in range(n):
            kind: i64 = h.kind(s, options[i])
            base: i64 = kind * size
            total: float = learned.kinds[kind]
            for j in range(found):
                at: i64 = some[j]
                total += x[at] * weights[base + at]
            if traits:
                h.describe(s, seat, options[i], y)
                base = kind * traits
                for j in range(traits):
                    total += y[j] * learned.trait_weights[base + j]
            likely[i] = total

    def look_ahead(self, s: State, options: list[int], seat: int) -> None:
        """The hand-made number for each of the options: the evaluation of what it leads to."""
        likely = self.likely
        n: i64 = len(options)
        i: i64
        for i in range(n):
            twin = s.clone()
            twin.apply(options[i])
            likely[i] = float(self.game.evaluate(twin, seat)) / SHARPNESS

    def draw(self, s: State, options: list[int], seat: int, sharp: float, rng: Rng) -> int:
        """One of the options by lot, the likelier ones that much likelier than the policy has it."""
        self.weigh(s, options, seat)
        likely = self.likely
        total = 0.0
        for i in range(len(options)):
            likely[i] = likely[i] ** sharp
            total += likely[i]
        at = float(rng.word()) / 4294967296.0 * total
        for i in range(len(options)):
            at -= likely[i]
            if at < 0.0:
                return options[i]
        return options[-1]

    def play(self, s: State, options: list[int], rng: Rng) -> int:
        """What is decided in a playout."""
        learned = self.learned
        n: i64 = len(options)
        i: i64
        likely = self.likely
        if learned is not None and learned.has_policy:
            self.score(s, options, s.seat, learned)
            softmax(likely, n)
        else:
            h = self.heuristics
            total: float = 0.0
            for i in range(n):
                likely[i] = float(h.weight(s, options[i]))
                total += likely[i]
            if total <= 0.0:
                return options[rng.below(n)]
            for i in range(n):
                likely[i] = likely[i] / total
        at: float = float(rng.word()) / 4294967296.0
        for i in range(n):
            at -= likely[i]
            if at < 0.0:
                return options[i]
        return options[n - 1]

    def settle(self, s: State, rng: Rng, beyond: int) -> None:
        """Play on until a turn begins, and so many turns more."""
        h = self.heuristics
        left: i64 = beyond
        for _ in range(200):  # an effect without an end is judged as it stands
            if s.over:
                return
            if h.settled(s):
                if left == 0:
                    return
                left -= 1
            options = h.sensible(s, s.choices())
            if len(options) == 1:
                s.apply(options[0])
                continue
            plain = h.obvious(s, options)
            s.apply(plain if plain >= 0 else self.play(s, options, rng))

    # for those who learn

    def features(self, s: State, seat: int) -> list[float]:
        """A seat's features."""
        self.heuristics.features(s, seat, self.x)
        return [self.x[i] for i in range(self.heuristics.size)]

    def traits(self, s: State, seat: int, action: int) -> list[float]:
        """An action's traits."""
        self.heuristics.describe(s, seat, action, self.y)
        return [self.y[i] for i in range(self.heuristics.traits)]


def judge_of(judge: Judge | None, s: State, learned: Learned | None, by_hand: bool) -> Judge:
    """The judge of a table: the one there was if it is of such a table, or a new one.

    By the weights given, or those that lie beside the game, or by hand.
    """
    if judge is not None and judge.game is s.game and len(judge.chances) == s.seats:
        return judge
    if learned is None and not by_hand:
        learned = learned_for(s)
    return Judge(s.game, s.seats, learned)


def softmax(numbers: vec[float], n: i64) -> None:
    """Make shares of the first n numbers, in place."""
    most: float = numbers[0]
    i: i64
    for i in range(n):
        if numbers[i] > most:
            most = numbers[i]
    total: float = 0.0
    for i in range(n):
        e: float = math.exp(numbers[i] - most)
        numbers[i] = e
        total += e
    for i in range(n):
        numbers[i] = numbers[i] / total
