"""What the verbs of Empyreal that ask have in common."""

from __future__ import annotations

from typing import Final

from roundhouse.core.verbs import TIMES_ONE, Ask, Verb, close, memo, times, with_memo
from roundhouse.games.empyreal.actions import STOP
from roundhouse.games.empyreal.registers import picked, with_picked
from roundhouse.games.empyreal.state import Empyreal

NONE: Final = -1  # there is no action that chooses nothing


def often(reading: str, most: int) -> str:
    """How a verb reads that may be done several times."""
    return reading if most == 1 else f"{reading}, up to {most} times"


class Detailed(Verb[Empyreal]):
    """A verb of whose question a view tells more than words and prices."""

    def ways(self, s: Empyreal, f: int) -> list[dict[str, object]]:
        """The builds on offer: where, for what price, and over which hexes."""
        return []

    def delivery(self, s: Empyreal, f: int) -> dict[str, object] | None:
        """The delivery being made: to which city, which goods, how many so far."""
        return None


class Pick(Ask[Empyreal]):
    """Choose one thing of a block, up to `most` times; `none` is the action that chooses nothing.

    The verbs after it find in the tally how often something was chosen. `reading` is how it reads on a card.
    """

    def __init__(
        self,
        block: int,
        clause: str,
        question: str = "",
        none: int = NONE,
        most: int = 1,
        limited: bool = True,
        reading: str = "",
    ) -> None:
        super().__init__(block, clause, limited)
        self.question: str = question
        self.none: int = none
        self.most: int = most
        self.reading: str = reading

    def asks(self, s: Empyreal, f: int) -> bool:
        if times(f) >= self.most:
            return False
        found: list[int] = []
        self.choices(s, f, found)
        s.offer(found)
        return len(found) > (0 if self.none == NONE else 1)

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        if NONE < self.none < self.block:
            out.append(self.none)
        for thing in self.among(s, f, 0):
            out.append(self.block + thing)
        if self.none > self.block:
            out.append(self.none)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == self.none:
            s.top = close(f)
            return
        s.top = close(f + TIMES_ONE) if self.most == 1 else f + TIMES_ONE
        self.chosen(s, f, action - self.block)

    def prompt(self, s: Empyreal, f: int) -> str:
        return self.question

    def words(self) -> str:
        return self.reading


class PickTwo(Verb[Empyreal]):
    """Choose one thing, then another that goes with it, up to `most` times. In between the first one is picked."""

    def __init__(self, block: int, clause: str, then: int, then_clause: str, most: int = 1, reading: str = "") -> None:
        super().__init__(asking=True, limited=True)
        self.block: int = block
        self.clause: str = clause
        self.then: int = then
        self.then_clause: str = then_clause
        self.most: int = most
        self.reading: str = reading

    def among(self, s: Empyreal, f: int) -> list[int]:
        """The things to begin with, in ascending order."""
        raise NotImplementedError

    def partners(self, s: Empyreal, f: int, thing: int) -> list[int]:
        """What can go with it, in ascending order."""
        raise NotImplementedError

    def begin(self, s: Empyreal, f: int, thing: int) -> None:
        """What the first choice does at once."""

    def chosen(self, s: Empyreal, f: int, thing: int, other: int) -> None:
        """What both choices do; the frame has already moved on."""

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if self.among(s, f) else self.clause

    def asks(self, s: Empyreal, f: int) -> bool:
        return memo(f) != 0 or (times(f) < self.most and not self.possible(s, f, 0))

    def choices(self, s: Empyreal, f: int, out: list[int]) -> None:
        if memo(f):
            for other in self.partners(s, f, picked(f)):
                out.append(self.then + other)
            return
        if self.most > 1:
            out.append(STOP)
        for thing in self.among(s, f):
            out.append(self.block + thing)

    def choose(self, s: Empyreal, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
        elif memo(f):
            after = with_memo(f, 0) + TIMES_ONE
            s.top = close(after) if self.most == 1 else after
            self.chosen(s, f, picked(f), action - self.then)
        else:
            s.top = with_picked(f, action - self.block)
            self.begin(s, f, action - self.block)

    def refuses(self, s: Empyreal, f: int, action: int) -> str:
        block = s.space.block(action).start
        if block == self.then:
            return self.then_clause
        return self.clause if block == self.block else ""

    def words(self) -> str:
        return self.reading
