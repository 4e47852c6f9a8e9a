"""Teach a policy to play two-seat Trains, from nothing, on one processor in some minutes.

    pip install '.[rl]' sb3-contrib        # with a compiled engine: see the README
    python examples/learn/train.py --minutes 8 --out policy.json

It is PPO with masks (sb3-contrib) against random play, rewarded by how the gap in points changes; every so often it
plays games that teach it nothing. What it has learned is written as plain numbers, which `bot.py` plays by.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import roundhouse.rl  # noqa: F401, registers the environments

TABLES = 16
LIMIT = 3000  # decisions, after which a game is cut off
WON = 20.0  # points that winning is worth besides


class Gap(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Rewards by how the seat's lead has changed since its last decision, and for winning; observations from 0 to 1."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        size = env.observation_space.shape
        self.observation_space = spaces.Box(0.0, 1.0, size, np.float32)
        self.lead = 0.0

    def reset(self, **given: Any) -> tuple[Any, dict[str, Any]]:
        seen, self.info = self.env.reset(**given)
        self.lead = self.gap()
        return scaled(seen), self.info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, reward, over, cut, self.info = self.env.step(int(action))
        lead = self.gap() + WON * float(reward)
        gained, self.lead = lead - self.lead, lead
        return scaled(seen), gained / 10.0, over, cut, self.info

    def gap(self) -> float:
        own: Any = self.env.unwrapped
        scores = own.table.scores()
        return float(scores[own.seat] - scores[1 - own.seat])

    def action_masks(self) -> Any:
        return self.info["action_mask"].astype(bool)


def scaled(seen: Any) -> Any:
    """Small counts are told apart best: their square root, 1 for 16 and more."""
    return np.minimum(np.sqrt(seen.astype(np.float32)) / 4.0, 1.0)


def table(opponent: str = "random") -> Gap:
    return Gap(gymnasium.make("roundhouse/Trains-v1", opponents=[opponent], seat="random", limit=LIMIT))


def wins(model: MaskablePPO, games: int, seed: int, opponent: str = "random") -> float:
    """The share of games it wins; a game that is cut off counts half."""
    env, won = table(opponent), 0.0
    for n in range(games):
        seen, _ = env.reset(seed=seed + n)
        over = cut = False
        while not (over or cut):
            action, _ = model.predict(seen, action_masks=get_action_masks(env))
            seen, _, over, cut, _ = env.step(action)
        own: Any = env.unwrapped
        winners = own.table.winners()
        won += 0.5 if cut else (own.seat in winners) / len(winners)
    return won / games


class Curve(BaseCallback):
    """Ends the lesson when its time is over, and notes down how well it plays until then."""

    def __init__(self, minutes: float, every: float) -> None:
        super().__init__()
        self.until, self.every, self.taken = 60 * minutes, 60 * every, 0.0
        self.curve: list[tuple[float, int, float]] = []
        self.at = time.perf_counter()

    def _on_step(self) -> bool:
        return self.taken + time.perf_counter() - self.at < self.until

    def _on_rollout_end(self) -> None:
        self.taken += time.perf_counter() - self.at
        if not self.curve or self.taken >= self.curve[-1][0] + self.every:
            rate = wins(self.model, 40, 1_000_000)
            self.curve.append((self.taken, self.num_timesteps, rate))
            print(f"{self.taken:5.0f} s {self.num_timesteps:9,} steps: wins {100 * rate:.0f} %", flush=True)
        self.at = time.perf_counter()


def numbers(model: MaskablePPO) -> dict[str, Any]:
    """The policy as lists: its layers, the last one giving a number for each action."""
    net: Any = model.policy
    layers = [*net.mlp_extractor.policy_net, net.action_net]
    linear = [layer for layer in layers if isinstance(layer, torch.nn.Linear)]
    return {
        "weights": [[[round(w, 3) for w in row] for row in layer.weight.tolist()] for layer in linear],
        "biases": [[round(w, 3) for w in layer.bias.tolist()] for layer in linear],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--games", type=int, default=500, help="that it is tried in at the end")
    parser.add_argument("--out", type=Path, default=Path("policy.json"))
    args = parser.parse_args()
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([table] * TABLES),
        n_steps=256,
        batch_size=1024,
        n_epochs=4,
        learning_rate=6e-4,
        gamma=0.998,
        ent_coef=0.01,
        policy_kwargs={"net_arch": {"pi": [32], "vf": [64]}},
        seed=1,
    )
    curve = Curve(args.minutes, args.minutes / 8)
    model.learn(10**9, callback=curve)
    rate = wins(model, args.games, 2_000_000)
    print(f"after {model.num_timesteps:,} steps it wins {100 * rate:.1f} % of {args.games} games against random play")
    args.out.write_text(json.dumps({"curve": curve.curve, "won": rate, **numbers(model)}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
