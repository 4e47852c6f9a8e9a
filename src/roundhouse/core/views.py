"""The words for who may see a field. Every field of every state has a row with one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roundhouse.core.state import State

PUBLIC: Final = "public"  # everybody sees it
OWNER: Final = "owner"  # its owner sees it; others see what they were shown of it, and its size
COUNT: Final = "count"  # everybody sees its size and what they were shown of it
NOBODY: Final = "nobody"  # never leaves the engine


def actions(s: State) -> list[dict[str, object]]:
    """What the deciding seat may choose, each with its words and the thing on the table it points at."""
    out: list[dict[str, object]] = []
    for a in s.choices():
        block, place, thing = s.points_at(a)
        out.append({"action": a, "words": s.words(a), "block": block, "place": place, "thing": thing})
    return out
