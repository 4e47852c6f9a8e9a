"""The fields of a state, who may see each, and what of an action leaves the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roundhouse.core.actions import ActionSpace
    from roundhouse.core.state import State

PUBLIC: Final = "public"  # everybody sees it
OWNER: Final = "owner"  # its owner sees it; others see what they were shown of it, and its size
COUNT: Final = "count"  # everybody sees its size and what they were shown of it
NOBODY: Final = "nobody"  # never leaves the engine


class Field:
    """A field of a state that changes in play: who may see it, and what it holds on an empty table.

    `saved` is the name that dumps and fingerprints have for it, if it is another one: records keep fingerprints.
    """

    def __init__(self, name: str, seen: str, start: object = 0, saved: str = "") -> None:
        self.name: str = name
        self.seen: str = seen
        self.start: object = start
        self.saved: str = saved or name

    def empty(self, seats: int) -> object:
        """What it holds on an empty table."""
        return self.start[:] if isinstance(self.start, list) else self.start


class Each(Field):
    """A list with an entry for each seat."""

    def empty(self, seats: int) -> object:
        return [self.start] * seats


class EachByte(Field):
    """Bytes, one for each seat."""

    def empty(self, seats: int) -> object:
        assert isinstance(self.start, int)
        return bytes([self.start]) * seats


SHARED: Final = [
    Field("seats", PUBLIC, 0),
    Field("seat", PUBLIC, -1),
    Field("over", PUBLIC, False),
    Field("rng", NOBODY, None),
    Field("top", PUBLIC, 0),
    Field("below", PUBLIC, None),
]


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
    """What the deciding seat may choose, each with its price."""
    return [{**action(s.space, a, s.words(a)), "price": s.price(a)} for a in s.choices()]
