"""How faces say things: sentences, lists, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from roundhouse.draw.cards import counted


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + "."


def listed(words: Sequence[str], last: str = "or") -> str:
    """One, two or more things as a list in words."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else list(words))


def result(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Who has won."""
    winners: list[int] = view["winners"]
    points = counted(view["players"][winners[0]]["score"], "point")
    if len(winners) == 1:
        return f"{names[winners[0]]} wins with {points}"
    return f"{listed([names[w] for w in winners], 'and')} share the win with {points}"
