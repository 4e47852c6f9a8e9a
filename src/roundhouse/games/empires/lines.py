"""Every line a good can take through a seat's network, by what it earns.

A seat's spaces are numbered in the order it laid them, and a set of them is an int. A line is a simple path; what it
earns is settled by its length (its spaces, less two for each own train passed) and the colours of the ground it
crosses. A compact network has hundreds of thousands of lines between two places, but what can follow a space depends
only on which spaces can still be reached from it, and of those pairs there are a few thousand: each is solved once.
A set of outcomes is an int as well: sixteen fields, one for each set of colours, with a bit for each length; the place
of a bit in it stands for one length over one set of colours.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import BytesWriter, append, i64, vec
from roundhouse.games.empires.actions import COLOURS
from roundhouse.games.empires.board import Board

WIDTH: Final = 64  # bits of a field
ZERO: Final = 24  # the bit of length 0; trains can make it less
LONG: Final = WIDTH - ZERO  # longer than any line
FIELD: Final = (1 << WIDTH) - 1
OUTCOMES: Final = COLOURS * WIDTH  # that can be told apart
SPACE_BITS: Final = 5  # of the number of a space
ONE: int = 1  # an int of any size, where `1 << i64` would be a machine word
TRAIN: Final = 2  # what a train takes off the length

# For each colour, the fields of the sets that lack it.
LACKS: Final = [sum(FIELD << WIDTH * m for m in range(COLOURS) if not m >> c & 1) for c in range(4)]


def place_of(length: int, colours: int) -> int:
    """The place of an outcome in a set of them."""
    return WIDTH * colours + ZERO + length


def outcome_at(place: int) -> tuple[int, int]:
    """The length and the colours that a place stands for."""
    return place % WIDTH - ZERO, place // WIDTH


def places(outcomes: int) -> list[int]:
    """The places that are in a set of outcomes."""
    out: list[int] = []
    cells = outcomes.to_bytes(OUTCOMES // 8, "little")
    i: i64
    bit: i64
    for i in range(len(cells)):
        if cells[i]:
            for bit in range(8):
                if cells[i] >> bit & 1:
                    out.append(8 * i + bit)
    return out


def added(trains: i64, space: i64) -> i64:
    """What a space adds to the length of a line."""
    return 1 - TRAIN if trains >> space & 1 else 1


def neighbours(board: Board, spaces: bytes) -> vec[i64]:
    """For each own space the set of own spaces next to it."""
    out = vec[i64]()
    for i in range(len(spaces)):
        near = board.beside[spaces[i]]
        out = append(out, sum([1 << j for j in range(len(spaces)) if spaces[j] in near]))
    return out


def flood(beside: vec[i64], start: i64, within: i64) -> i64:
    """All of `within` that can be reached from the spaces of `start`, with those."""
    seen: i64 = start
    front: i64 = start
    while front:
        new: i64 = 0
        i: i64 = 0
        while front:
            if front & 1:
                new |= beside[i]
            front >>= 1
            i += 1
        front = new & within & ~seen
        seen |= front
    return seen


class Lines:
    """The lines from one own space to another."""

    def __init__(
        self, board: Board, spaces: bytes, beside: vec[i64], trains: bytes, seat: int, start: int, goal: int
    ) -> None:
        self.beside: vec[i64] = beside
        self.spaces: bytes = spaces
        colours = BytesWriter()
        passed: i64 = 0
        at: i64 = 0
        end: i64 = 0
        i: i64
        h: i64
        for i in range(len(spaces)):
            h = spaces[i]
            colours.append(board.colours[h])
            if trains[h] >> seat & 1:
                passed |= 1 << i
            if h == start:
                at = i
            if h == goal:
                end = i
        self.colours: bytes = colours.getvalue()
        self.start: i64 = at
        self.goal: i64 = end
        # a delivery ends where no own train is; afterwards it is the one that arrived
        self.trains: i64 = passed & ~(1 << end)
        self.solved: dict[int, int] = {}

    def outcomes(self) -> int:
        """The set of what the lines can come to."""
        n = len(self.spaces)
        left = flood(self.beside, 1 << self.start, (1 << n) - 1) & ~(1 << self.start)
        if not left >> self.goal & 1:
            return 0
        return self.passing(self.start, self.ahead(self.start, self.trimmed(self.start, left)))

    def ahead(self, x: i64, left: i64) -> int:
        """The outcomes from space `x` on, `x` not counted, when `left` is what can still be used.

        As long as there is one way on, nothing is cut off by going it.
        """
        length: i64 = 0
        ground: i64 = 0
        y: i64
        near: i64 = self.beside[x] & left
        while near & (near - 1) == 0:
            y = 0
            while near >> y != 1:
                y += 1
            length += added(self.trains, y)
            ground |= self.colours[y]
            if y == self.goal:
                return ONE << place_of(length, ground)
            left &= ~near
            x = y
            near = self.beside[x] & left
        return self.over(self.forked(x, left), length, ground)

    def forked(self, x: i64, left: i64) -> int:
        """The same from a space with several ways on: with what can still be used, each is solved once."""
        key: int = left << SPACE_BITS | x
        found: int = self.solved.get(key, 0)
        if not found:
            near: i64 = self.beside[x] & left
            y: i64 = 0
            while near:
                if near & 1:
                    found |= self.through(y, left)
                near >>= 1
                y += 1
            self.solved[key] = found
        return found

    def through(self, y: i64, left: i64) -> int:
        """The outcomes of going on to space `y`, `y` counted."""
        if y == self.goal:
            return self.passing(y, 1 << ZERO)
        rest = self.rest(y, left)
        return self.passing(y, self.ahead(y, rest)) if rest else 0

    def rest(self, y: i64, left: i64) -> i64:
        """What can still be used from space `y` on; nothing if the goal is cut off."""
        here: i64 = 1 << y
        rest: i64 = flood(self.beside, here, left & ~here) & ~here
        return self.trimmed(y, rest) if rest >> self.goal & 1 else 0

    def trimmed(self, x: i64, left: i64) -> i64:
        """Without the dead ends: spaces other than the goal with fewer than two ways on."""
        again = True
        while again:
            again = False
            there: i64 = left | 1 << x
            spaces: i64 = left & ~(1 << self.goal)
            i: i64 = 0
            while spaces:
                if spaces & 1:
                    ways: i64 = self.beside[i] & there
                    if ways & (ways - 1) == 0:
                        left &= ~(1 << i)
                        there &= ~(1 << i)
                        again = True
                spaces >>= 1
                i += 1
        return left

    def passing(self, x: i64, outcomes: int) -> int:
        """The outcomes with one more space on the line."""
        return self.over(outcomes, added(self.trains, x), self.colours[x])

    def over(self, outcomes: int, length: int, colours: int) -> int:
        """The outcomes with so much more length, over these colours."""
        outcomes = outcomes << length if length >= 0 else outcomes >> -length
        for c in range(4):
            if colours >> c & 1:
                new = outcomes & LACKS[c]
                if new:
                    outcomes = outcomes ^ new | new << (WIDTH << c)
        return outcomes

    def shortest(self, outcomes: int, colours: int, least: int) -> int:
        """The least length from `least` on that some line over just these colours has; LONG if there is none."""
        length = least
        while length < LONG and not outcomes >> place_of(length, colours) & 1:
            length += 1
        return length

    def path(self, length: int, colours: int) -> list[int]:
        """The hexes of one line that comes to just this."""
        x: i64 = self.start
        left: i64 = flood(self.beside, 1 << x, (1 << len(self.spaces)) - 1) & ~(1 << x)
        left = self.trimmed(x, left)
        out = [self.spaces[x]]
        seen = self.colours[x]
        while x != self.goal:
            length -= added(self.trains, x)
            near: i64 = self.beside[x] & left
            y: i64 = 0
            while not (near >> y & 1 and self.can(y, left, length, seen, colours)):
                y += 1
                assert y < len(self.spaces), "no line comes to this"
            if y != self.goal:
                left = self.rest(y, left)
            x = y
            seen |= self.colours[x]
            out.append(self.spaces[x])
        return out

    def can(self, y: i64, left: i64, length: int, seen: int, colours: int) -> bool:
        """Whether going on to space `y` can still come to that length and, with those seen, those colours."""
        found = self.through(y, left)
        for m in range(COLOURS):
            if seen | m == colours and found >> place_of(length, m) & 1:
                return True
        return False
