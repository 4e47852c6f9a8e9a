"""How often somebody won, and between what bounds that rate lies; and numbers that were counted."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

SURE = 1.959964  # standard deviations on either side of 95 %
FALSE = 0.05  # share of false alarms among what stands out
FEWEST = 20  # seats that took something, before anything is said of it


def wilson(wins: float, played: int, sure: float = SURE) -> tuple[float, float]:
    """The interval of a rate: of 95 %, or so many standard deviations on either side."""
    if not played:
        return 0.0, 1.0
    rate, z = wins / played, sure * sure / played
    middle = (rate + z / 2) / (1 + z)
    off = sure * math.sqrt(rate * (1 - rate) / played + z / played / 4) / (1 + z)
    return max(0.0, min(rate, middle - off)), min(1.0, max(rate, middle + off))


@dataclass
class Share:
    """How a bot, or all who sat or did something, fared. A win shared by n counts one n-th."""

    name: str
    played: int = 0
    wins: float = 0.0
    points: float = 0.0

    def add(self, won: float, score: float) -> None:
        self.played += 1
        self.wins += won
        self.points += score

    @property
    def rate(self) -> float:
        return self.wins / self.played if self.played else 0.0

    @property
    def mean(self) -> float:
        return self.points / self.played if self.played else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.played)


@dataclass
class Thing(Share):
    """Something seats take or do, and what goes with it."""

    kind: str = ""
    could: int = 0  # seats that could have taken it
    copies: int = 0
    expected: float = 0.0  # wins of such seats, whatever they take
    spread: float = 0.0  # the variance of that
    false: float = 1.0  # the share of false alarms if this is called remarkable

    @property
    def picked(self) -> float:
        """How many of those who could took it."""
        return self.played / self.could if self.could else 0.0

    @property
    def lift(self) -> float:
        """How many times the wins of such seats whoever took it has won."""
        return self.wins / self.expected if self.expected else 1.0

    @property
    def lifts(self) -> tuple[float, float]:
        """The 95 % interval of that, as far as what is usual is known."""
        low, high = self.interval
        usual = self.expected / self.played if self.played else 0.0
        return (low / usual, high / usual) if usual else (0.0, math.inf)

    @property
    def chance(self) -> float:
        """How likely such a difference comes about by chance."""
        if self.spread <= 0.0:
            return 1.0
        return math.erfc(abs(self.wins - self.expected) / math.sqrt(2 * self.spread))

    @property
    def remarkable(self) -> bool:
        return self.false <= FALSE and self.played >= FEWEST


def mean(counts: Counter[int]) -> float:
    """Of numbers that were counted."""
    return sum(value * n for value, n in counts.items()) / max(1, counts.total())


def quantile(counts: Counter[int], share: float) -> int:
    """The number below which that share of them lies."""
    left = share * counts.total()
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return value
    return max(counts, default=0)
