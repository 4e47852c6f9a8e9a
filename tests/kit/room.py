"""Room for the numbers that heuristics write."""

from __future__ import annotations

from roundhouse.core import heuristics
from roundhouse.core.native import vec


def room(n: int) -> vec[float]:
    """Room for so many, with something else in it before; what is compiled takes its own kind only."""
    if heuristics.__file__.endswith(".py"):
        return vec[float]([9.0] * n)
    from librt.vecs import vec as packed

    return packed[float]([9.0] * n)
