"""How numbers and lists are said."""

from __future__ import annotations


def counted(n: int, thing: str) -> str:
    """So many of a thing: "1 card", "2 cards"."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def listed(words: list[str], last: str = "or") -> str:
    """One, two or more things as a list in words: "a, b or c"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
