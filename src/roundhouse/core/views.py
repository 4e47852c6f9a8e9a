"""The words for who may see a field. Every field of every state has a row with one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roundhouse.core.actions import ActionSpace
    from roundhouse.core.state import State

PUBLIC: Final = "public"  # everybody sees it
OWNER: Final = "owner"  # its owner sees it; others see what they were shown of it, and its size
COUNT: Final = "count"  # everybody sees its size and what they were shown of it
NOBODY: Final = "nobody"  # never leaves the engine


def action(space: ActionSpace, number: int, words: str) -> dict[str, object]:
    """An action by its parts: its words, its block, and the thing on the table it points at, in which form."""
    block = space.block(number)
    return {
        "action": number,
        "words": words,
        "block": block.name,
        "place": block.place,
        "thing": block.thing(number),
        "form": (number - block.start) % len(block.forms),
    }


def actions(s: State) -> list[dict[str, object]]:
    """What the deciding seat may choose."""
    return [action(s.space, a, s.words(a)) for a in s.choices()]
