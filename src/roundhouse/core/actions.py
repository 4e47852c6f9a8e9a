"""The action space: blocks of ints, each with its words and the thing on the table it points at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from roundhouse.core.errors import AmbiguousAction, UnknownAction

if TYPE_CHECKING:
    from roundhouse.core.state import State

NO_LETTERS: Final = re.compile(r"[\W_]+")


class Block:
    """One verb of the game and the things it ranges over.

    `forms` are its spellings with `{}` for the thing; a block with two forms ("buy X", "buy X onto the deck")
    has two actions a thing, side by side. `place` names where the thing lies ("hex", "hand",
    "supply", "" for a plain choice), so that a face can make it clickable without knowing a rule;
    `kind` names the list of labels the state spells the thing with.
    """

    def __init__(
        self, name: str, forms: list[str], kind: str, place: str, start: int, things: int, also: list[str]
    ) -> None:
        self.name: str = name
        self.forms: list[str] = forms
        self.kind: str = kind
        self.place: str = place
        self.start: int = start
        self.size: int = things * len(forms)
        self.also: list[str] = also

    def form(self, action: int) -> str:
        """The spelling of an action of this block."""
        return self.forms[(action - self.start) % len(self.forms)]

    def thing(self, action: int) -> int:
        """The number of the thing an action of this block points at."""
        return (action - self.start) // len(self.forms)


class ActionSpace:
    """The blocks of a game, laid end to end from 0."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.owners: list[Block] = []  # of every action
        self.size: int = 0

    def add(
        self,
        name: str,
        forms: list[str],
        kind: str = "",
        place: str = "",
        things: int = 1,
        also: list[str] | None = None,
    ) -> int:
        """Append a block and return the int of its first action; `also` are other words for a plain action."""
        block = Block(name, forms, kind, place, self.size, things, also or [])
        self.blocks.append(block)
        self.owners += [block] * block.size
        self.size += block.size
        return block.start

    def block(self, action: int) -> Block:
        """The block that holds an action."""
        if not 0 <= action < self.size:
            raise UnknownAction(f"Action {action} does not exist; actions are 0 to {self.size - 1}.")
        return self.owners[action]


def squeeze(text: str) -> str:
    """A spelling with case, blanks, hyphens and apostrophes folded away."""
    return NO_LETTERS.sub("", text.lower())


def fits(typed: list[str], words: list[str]) -> bool:
    """Whether every typed word begins some word of the spelling, in order."""
    at = 0
    for t in typed:
        while at < len(words) and not words[at].startswith(t):
            at += 1
        if at == len(words):
            return False
        at += 1
    return True


def some(words: list[str], most: int = 12) -> str:
    """A readable list that does not run on."""
    first = ", ".join(f"'{w}'" for w in words[:most])
    more = len(words) - most
    return f"{first} and {more} more" if more > 0 else first


def spelled(text: str, spellings: list[tuple[str, int]]) -> list[int]:
    """The actions that are spelled so, case, blanks and hyphens aside."""
    tight = squeeze(text)
    return once([a for w, a in spellings if squeeze(w) == tight])


def begun(text: str, spellings: list[tuple[str, int]]) -> list[int]:
    """The actions whose words the typed ones begin, word by word from the first."""
    typed = parts(text)
    return once([a for w, a in spellings if begins(typed, parts(w))])


def hinted(text: str, spellings: list[tuple[str, int]]) -> list[int]:
    """The actions some of whose words the typed ones begin, in order."""
    typed = parts(text)
    return once([a for w, a in spellings if fits(typed, parts(w))])


def begins(typed: list[str], words: list[str]) -> bool:
    """Whether each typed word begins the word of the spelling in its place."""
    return len(typed) <= len(words) and all(words[i].startswith(typed[i]) for i in range(len(typed)))


def parts(text: str) -> list[str]:
    return text.lower().replace("-", " ").split()


def once(found: list[int]) -> list[int]:
    """Each action once, in order."""
    return list(dict.fromkeys(found))


def plainer(s: State, text: str, found: list[int]) -> list[int]:
    """Who types only the beginning means the plain form of a block: "play X", not "play X for its coins"."""
    out: list[int] = []
    for a in found:
        block = s.space.block(a)
        plain = a - (a - block.start) % len(block.forms)
        out.append(plain if hinted(text, s.spellings([plain])) else a)
    return once(out)


def parse(s: State, text: str) -> int:
    """The action that `text` spells, legal or not; else the one it is the beginning of, legal ones first."""
    if not squeeze(text):
        raise UnknownAction(f"No action was named. Possible: {some(s.all_words())}.")
    legal = s.spellings(s.choices())
    found = spelled(text, legal)
    if not found:
        every = s.spellings(list(range(s.space.size)))
        found = spelled(text, every)
        if not found:
            guess = begun(text, legal) or begun(text, every) or hinted(text, legal) or hinted(text, every)
            found = plainer(s, text, guess)
    typed = " ".join(text.split())[:60]
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousAction(f"'{typed}' can mean {some([s.words(a) for a in found])}; say which.")
    raise UnknownAction(f"'{typed}' is not an action of this game. Possible now: {some(s.all_words())}.")
