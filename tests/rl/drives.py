"""Random play of environments, for the tests."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import roundhouse

GAMES = ("trains", "spyrium", "empires", "empyreal")
TABLES = [
    (game, seats) for game in GAMES for seats in (roundhouse.game(game).seats[0], roundhouse.game(game).seats[-1])
]


def legal(mask: Any) -> list[int]:
    return [int(a) for a in np.flatnonzero(mask)]


def play_on(env: Any, steps: int, seed: int) -> list[Any]:
    """So many steps of an AEC environment by lot; what was seen and brought at each."""
    pick = random.Random(seed)
    told: list[Any] = []
    for _ in range(steps):
        if not env.agents:
            break
        seen, reward, over, cut, _ = env.last()
        told.append((env.agent_selection, seen["observation"].tobytes(), legal(seen["action_mask"]), reward, over, cut))
        env.step(None if over or cut else pick.choice(told[-1][2]))
    return told


def learn_on(env: Any, mask: Any, steps: int, seed: int) -> list[Any]:
    """The same of a Gymnasium environment, from where what may be chosen is known."""
    pick = random.Random(seed)
    told: list[Any] = []
    for _ in range(steps):
        seen, reward, over, cut, info = env.step(pick.choice(legal(mask)))
        mask = info["action_mask"]
        told.append((seen.tobytes(), legal(mask), reward, over, cut))
        if over or cut:
            break
    return told
