"""How often somebody won, and between what bounds that rate lies."""

from __future__ import annotations

import math
from dataclasses import dataclass

SURE = 1.959964  # standard deviations on either side of 95 %


def wilson(wins: float, played: int) -> tuple[float, float]:
    """The 95 % interval of a rate."""
    if not played:
        return 0.0, 1.0
    rate, z = wins / played, SURE * SURE / played
    middle = (rate + z / 2) / (1 + z)
    off = SURE * math.sqrt(rate * (1 - rate) / played + z / played / 4) / (1 + z)
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
