"""How numbers, lists and sentences are said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def counted(n: int, thing: str) -> str:
    """So many of a thing: "1 card", "2 cards", "1,200 cards"."""
    return f"{n} {thing}" if n == 1 else f"{n:,} {thing}s"


def listed(words: Sequence[str], last: str = "or") -> str:
    """One, two or more things as a list in words: "a, b or c"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def tallied(names: Sequence[str]) -> str:
    """Names in their order, equal ones counted: "2 Garage, Waste"."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ", ".join([f"{n} {name}" if n > 1 else name for name, n in counts.items()])


def capital(words: str) -> str:
    """The words with a capital letter first; the others stay as they are."""
    return words[:1].upper() + words[1:]


def sentence(words: str) -> str:
    """The words with a capital letter first and a full stop."""
    return capital(words) + "."


def of_another(prompt: str) -> str:
    """What somebody is asked, as it is told to others."""
    return re.sub(r"\byou\b", "they", re.sub(r"\byour\b", "their", prompt))


def spoken(lines: str) -> str:
    """Lines as sentences in a row, for who hears them."""
    return " ".join([line if line.endswith((".", "!", "?", ":")) else line + "." for line in lines.split("\n") if line])


def told_apart(name: str, taken: Iterable[str]) -> str:
    """The name, or numbered if somebody has it already: "Ada 2"."""
    there = {other.casefold() for other in taken}
    out, n = name, 1
    while out.casefold() in there:
        n += 1
        out = f"{name} {n}"
    return out


def all_told_apart(names: Sequence[str]) -> list[str]:
    """The names of a table, so that no two are the same."""
    out: list[str] = []
    for name in names:
        out.append(told_apart(name, out))
    return out
