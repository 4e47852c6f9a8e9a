"""Weights from lessons: a value by who won, a policy by what search visited. Plain numpy, seeded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from roundhouse.core.heuristics import Heuristics
from roundhouse.lab.selfplay import Lessons, Numbers

Index = npt.NDArray[Any]

WON = 0.7  # how much of the target is who won; the rest is by how much
MARGIN = 8.0  # points that make a margin e times as good
BATCH = 512
DECAY = 1e-2  # pulls the weights of a value towards 0,
SHARED = 1e-4  # those of a policy that all kinds of actions have,
OWN = (1e-3, 1e-2)  # and those that each kind has; what is held out says which
PATIENCE = 4  # epochs without anything better


class Adam:
    """Steps down a slope, each weight at its own pace."""

    def __init__(self, weights: list[Numbers]) -> None:
        self.weights = weights
        self.mean = [np.zeros_like(w) for w in weights]
        self.square = [np.zeros_like(w) for w in weights]
        self.step = 0

    def go(self, slopes: list[Numbers], rate: float) -> None:
        self.step += 1
        for w, slope, mean, square in zip(self.weights, slopes, self.mean, self.square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            fair = np.sqrt(square / (1 - 0.999**self.step)) + 1e-8
            w -= rate * mean / (1 - 0.9**self.step) / fair


def rate(epoch: int, epochs: int, most: float) -> float:
    """Ever smaller steps."""
    return float(most * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5)


def held_out(games: Index, seed: int) -> Index:
    """One game in eight, to see how well the others were learned from; games stay whole."""
    chance = np.random.default_rng(seed)
    all_games = np.unique(games)
    out = chance.choice(all_games, max(1, len(all_games) // 8), replace=False)
    return np.isin(games, out)


def shares(u: Numbers) -> Numbers:
    """Softmax over the last axis."""
    e = np.exp(u - u.max(-1, keepdims=True))
    out: Numbers = e / e.sum(-1, keepdims=True)
    return out


def fit_value(
    lessons: Lessons, hidden: int, epochs: int, seed: int, say: Callable[[str], None]
) -> dict[str, list[float]]:
    """Linear part, hidden layer, its bias and its output, for features as they are."""
    x, won = lessons.features, lessons.won
    n = x.shape[2]
    target = WON * won + (1 - WON) * shares(lessons.scores / MARGIN)
    kept_out = held_out(lessons.games, seed)
    flat = x[~kept_out].reshape(-1, n)
    mean, spread = flat.mean(0), flat.std(0) + 0.02
    z = np.clip((x - mean) / spread, -5, 5).astype(np.float32)
    chance = np.random.default_rng(seed)
    linear = np.zeros(n, np.float32)
    weights = [linear]
    if hidden:
        layer = (chance.normal(size=(n, hidden)) * 0.5 / np.sqrt(n)).astype(np.float32)
        weights += [layer, np.zeros(hidden, np.float32), np.zeros(hidden, np.float32)]

    def forward(z: Numbers) -> tuple[Numbers, Numbers | None]:
        u = z @ weights[0]
        if not hidden:
            return u, None
        r = np.maximum(z @ weights[1] + weights[2], 0)
        return u + r @ weights[3], r

    def loss(rows: Index) -> float:
        p = shares(forward(z[rows])[0])
        return float(-(won[rows] * np.log(p + 1e-9)).sum(1).mean())

    steps = Adam(weights)
    rows = np.flatnonzero(~kept_out)
    best, kept, found = np.inf, [w.copy() for w in weights], 0
    for epoch in range(epochs):
        chance.shuffle(rows)
        for at in range(0, len(rows), BATCH):
            some = rows[at : at + BATCH]
            u, r = forward(z[some])
            d = (shares(u) - target[some]) / len(some)
            slopes = [np.einsum("bs,bsn->n", d, z[some]) + DECAY * weights[0]]
            if r is not None:
                back = d[..., None] * weights[3] * (r > 0)
                slopes += [
                    np.einsum("bsn,bsh->nh", z[some], back, optimize=True) + DECAY * weights[1],
                    back.sum((0, 1)),
                    np.einsum("bs,bsh->h", d, r),
                ]
            steps.go([s.astype(np.float32) for s in slopes], rate(epoch, epochs, 2e-3))
        now = loss(kept_out)
        if now < best:
            best, kept, found = now, [w.copy() for w in weights], epoch
        elif epoch - found >= PATIENCE:
            break
    weights[:] = kept
    right = (forward(z[kept_out])[0].argmax(1) == won[kept_out].argmax(1)).mean()
    say(
        f"value: {len(rows)} positions of {len(np.unique(lessons.games))} games, {hidden} hidden: loss {best:.4f} "
        f"(guessing {np.log(x.shape[1]):.4f}), right {100 * right:.1f} %, best epoch {found + 1} of {epochs}"
    )
    out = {"linear": (weights[0] / spread).tolist()}
    if hidden:
        out["layer"] = (weights[1] / spread[:, None]).reshape(-1).tolist()
        out["bias"] = (weights[2] - (mean / spread) @ weights[1]).tolist()
        out["out"] = weights[3].tolist()
    return out


def fit_policy(
    lessons: Lessons, h: Heuristics, epochs: int, seed: int, say: Callable[[str], None]
) -> dict[str, list[float]]:
    """A number for each kind, its weights of the features, and those of the traits."""
    found = [fit_policy_by(lessons, h, epochs, seed, own, say) for own in OWN]
    return min(found, key=lambda one: one[0])[1]


def fit_policy_by(
    lessons: Lessons, h: Heuristics, epochs: int, seed: int, own: float, say: Callable[[str], None]
) -> tuple[float, dict[str, list[float]]]:
    """The same, pulled so far towards what all kinds have in common; before it its loss on what is held out."""
    x = lessons.decided
    n = x.shape[1]
    mean, spread = x.mean(0), x.std(0) + 0.05
    z = np.clip((x - mean) / spread, -5, 5).astype(np.float32)
    bias = np.zeros(h.kinds, np.float32)
    weights = np.zeros((h.kinds, n), np.float32)
    traits = np.zeros((h.kinds, h.traits), np.float32)
    shared = np.zeros(h.traits, np.float32)  # of the traits, what holds for all kinds
    fitted = [bias, weights, traits, shared]
    steps = Adam(fitted)
    starts = np.append(lessons.starts, len(lessons.kinds))
    kept_out = held_out(lessons.decided_in, seed)
    chance = np.random.default_rng(seed)

    def options_of(some: Index) -> tuple[Index, Index, Index]:
        sizes = starts[some + 1] - starts[some]
        owner = np.repeat(np.arange(len(some)), sizes)
        first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        at = np.arange(len(owner)) - np.repeat(first, sizes) + np.repeat(starts[some], sizes)
        return owner, first, at

    def likely(some: Index) -> tuple[Numbers, Index, Index]:
        owner, first, at = options_of(some)
        kinds = lessons.kinds[at]
        u = bias[kinds] + np.einsum("on,on->o", z[some][owner], weights[kinds])
        u += np.einsum("ot,ot->o", lessons.traits[at], traits[kinds] + shared)
        e = np.exp(u - np.maximum.reduceat(u, first)[owner])
        return e / np.add.reduceat(e, first)[owner], owner, at

    def loss(some: Index) -> float:
        total = 0.0
        for i in range(0, len(some), BATCH):
            p, _, at = likely(some[i : i + BATCH])
            total -= float((lessons.shares[at] * np.log(p + 1e-9)).sum())
        return total / max(1, len(some))

    rows, test = np.flatnonzero(~kept_out), np.flatnonzero(kept_out)
    best, kept, found = loss(test), [w.copy() for w in fitted], 0
    begun = best
    for epoch in range(epochs):
        chance.shuffle(rows)
        for i in range(0, len(rows), BATCH):
            some = rows[i : i + BATCH]
            p, owner, at = likely(some)
            d = ((p - lessons.shares[at]) / len(some)).astype(np.float32)
            kinds = lessons.kinds[at]
            order = np.argsort(kinds, kind="stable")
            there, first = np.unique(kinds[order], return_index=True)
            slopes = [SHARED * bias, own * weights, own * traits, SHARED * shared]
            slopes[0][there] += np.add.reduceat(d[order], first)
            slopes[1][there] += np.add.reduceat((d[:, None] * z[some][owner])[order], first)
            if h.traits:
                slopes[2][there] += np.add.reduceat((d[:, None] * lessons.traits[at])[order], first)
                slopes[3] += d @ lessons.traits[at]
            steps.go(slopes, rate(epoch, epochs, 1e-2))
        now = loss(test)
        if now < best:
            best, kept, found = now, [w.copy() for w in fitted], epoch
        elif epoch - found >= PATIENCE:
            break
    say(f"policy: {len(rows)} decisions: loss {best:.4f} (alike {begun:.4f}), best epoch {found + 1} of {epochs}")
    plain = kept[1] / spread
    return best, {
        "kinds": (kept[0] - plain @ mean).tolist(),
        "policy": plain.reshape(-1).tolist(),
        "traits": (kept[2] + kept[3]).reshape(-1).tolist(),
    }
