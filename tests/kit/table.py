"""A table in any position, played in words: scaffolding sets it up, `legal` and `apply` do the rest."""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

import pytest

import roundhouse
from roundhouse.core import views
from roundhouse.core.state import State
from roundhouse.draw.face import came_of

S = TypeVar("S", bound=State)


class Table(Generic[S]):
    """A game in a position; every game adds what its tests look at."""

    def __init__(self, state: S) -> None:
        self.state = state
        self.why = ""

    def act(self, action: int) -> Self:
        """Carry out an action, which must be legal; nothing of `kept` may get lost by it."""
        before = self.kept()
        assert action in self.state.legal(), f"{self.state.words(action)!r} is not legal: {self.can}"
        self.state.apply(action)
        assert not self.lost(before)
        return self

    def kept(self) -> tuple[int, ...]:
        """What an action can neither make nor lose."""
        return ()

    def lost(self, before: tuple[int, ...]) -> bool:
        return self.kept() != before

    def do(self, *words: str) -> Self:
        """Carry out actions in words, each of which must be legal; their beginnings are enough."""
        for said in words:
            can = self.can  # said in full it needs no parser, which is slow
            self.act(self.state.legal()[can.index(said)] if said in can else self.state.parse(said))
        return self

    def refused(self, words: str | int) -> str:
        """The clause by which these words are refused, and `why` in a sentence; the state does not change."""
        before = self.state.fingerprint()
        action = self.state.parse(words) if isinstance(words, str) else words
        assert action not in self.state.legal(), f"{words!r} is legal"
        with pytest.raises(roundhouse.IllegalAction) as caught:
            self.state.apply(action)
        assert self.state.fingerprint() == before
        self.why = str(caught.value)
        assert self.why.endswith(".")
        return caught.value.clause

    def told(self, *words: str) -> str:
        """What came of the last of these decisions, as log and terminal tell it behind its words."""
        *first, last = words
        s = self.do(*first).state
        before, seat, came = s.view(None), s.seat, came_of(s.game)
        action = views.action(s.space, s.parse(last), last)
        assert came is not None
        return came(action, seat, before, self.do(last).state.view(None), s.components)

    @property
    def can(self) -> list[str]:
        """The legal actions in words."""
        return self.state.all_words()

    def offers(self, start: str) -> list[str]:
        """What the legal actions that begin with these words name."""
        return [w[len(start) + 1 :] for w in self.can if w.startswith(start + " ")]

    def view(self, viewer: int | None = 0) -> dict[str, Any]:
        return self.state.view(viewer)


def listed(names: str) -> list[str]:
    """The names of a comma list; `3 Waste` is three of them."""
    out: list[str] = []
    for part in (p.strip() for p in names.split(",")):
        count, _, rest = part.partition(" ")
        out.extend([rest] * int(count) if count.isdigit() else [part] if part else [])
    return out
