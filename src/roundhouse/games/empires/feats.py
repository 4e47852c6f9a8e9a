"""What cards ask: a train card of its delivery, an achievement of a seat."""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import i64, vec
from roundhouse.core.words import listed
from roundhouse.games.empires.board import BLUE, GOODS
from roundhouse.games.empires.state import FEWER_DELIVERIES, SEATS_IN, Empires, has

ALL_COLOURS: Final = 15
COLOUR_NAMES: Final = ("forest", "grain", "lake", "mountain")
CROSSED: Final = ("forest", "grain", "a lake", "a mountain")
LIVERIES: Final = ("red", "blue", "green", "black")  # the colours of train cards


def colour_words(colours: int, words: tuple[str, ...] = COLOUR_NAMES) -> str:
    """A set of colours in words."""
    return listed([words[c] for c in range(len(words)) if has(colours, c)], "and")


# what a train card asks of the delivery it is played with


class Condition:
    """What earns a train card its prestige: a good, the colours of the ground, a length; 0 or -1 where not asked."""

    def __init__(self, good: int, colours: int, length: int, text: str) -> None:
        self.good: int = good
        self.colours: int = colours
        self.length: int = length
        self.text: str = text

    def met(self, good: int, colours: int, length: int) -> bool:
        if self.good >= 0 and self.good != good:
            return False
        return colours & self.colours == self.colours and length >= self.length


def delivers(good: str) -> Condition:
    return Condition(GOODS.index(good), 0, 0, f"you deliver {good}")


def crosses(colours: int) -> Condition:
    return Condition(-1, colours, 0, f"the line crosses {colour_words(colours, CROSSED)}")


def reaches(length: int) -> Condition:
    return Condition(-1, 0, length, f"the line is {length} or longer")


# what an achievement asks of a seat


class Feat:
    """What an achievement asks: so many of something. `brief` is its text where there is little room."""

    def __init__(self, n: int, text: str, brief: str) -> None:
        self.n: int = n
        self.text: str = text
        self.brief: str = brief
        self.length: int = 0  # of a line, if it asks for one

    def count(self, s: Empires, seat: int, feat: int) -> int:
        """How many a seat has; `feat` is the achievement that asks."""
        raise NotImplementedError

    def need(self, fewer: bool) -> int:
        """How many it takes; `fewer` in the final edition."""
        return self.n

    def met(self, s: Empires, seat: int, feat: int) -> bool:
        return self.count(s, seat, feat) >= self.need(s.switches & FEWER_DELIVERIES != 0)

    def progress(self, s: Empires, seat: int) -> int:
        """How near the seat is, in hundredths, for bots."""
        return 0

    def brief_text(self, fewer: bool = False) -> str:
        """The text where there is little room."""
        return self.brief.format(self.need(fewer))


class LinesOf(Feat):
    def __init__(self, n: int) -> None:
        super().__init__(n, f"a delivery on a line {n} or longer", "One delivery {} or longer")
        self.length = n

    def count(self, s: Empires, seat: int, feat: int) -> int:
        return s.longest[seat]


class ColoursPlayed(Feat):
    def __init__(self, n: int) -> None:
        super().__init__(n, f"train cards of {n} colours played", "Train cards of {} colours")

    def count(self, s: Empires, seat: int, feat: int) -> int:
        seen: i64 = 0
        played = s.played[seat]
        i: i64
        for i in range(len(played)):
            seen |= 1 << s.box.colours[played[i]]
        return SEATS_IN[seen]


class CardsOfColour(Feat):
    def __init__(self, n: int) -> None:
        super().__init__(n, f"{n} train cards of one colour played", "{} train cards of one colour")

    def count(self, s: Empires, seat: int, feat: int) -> int:
        counts = vec[i64]([0] * len(LIVERIES))
        most: i64 = 0
        played = s.played[seat]
        i: i64
        for i in range(len(played)):
            colour: i64 = s.box.colours[played[i]]
            counts[colour] += 1
            most = max(most, counts[colour])
        return most


class TracksOn(Feat):
    def __init__(self, colour: int, n: int) -> None:
        where = "lakes" if colour == BLUE else "mountains"
        super().__init__(n, f"tracks on {n} {colour_words(colour)} hexes", f"Tracks on {{}} {where}")
        self.colour: int = colour

    def count(self, s: Empires, seat: int, feat: int) -> int:
        found: i64 = 0
        net = s.nets[seat]
        colours = s.board.colours
        i: i64
        for i in range(len(net)):
            if colours[net[i]] & self.colour:
                found += 1
        return found

    def progress(self, s: Empires, seat: int) -> int:
        return self.count(s, seat, -1) ** 2 * 45 // self.n**2


class CrossedAll(Feat):
    def __init__(self) -> None:
        super().__init__(
            1, f"a delivery on a line that crosses {colour_words(ALL_COLOURS)}", "One line over all 4 grounds"
        )

    def count(self, s: Empires, seat: int, feat: int) -> int:
        return s.scenic[seat]


class Money(Feat):
    def __init__(self, n: int) -> None:
        super().__init__(n, f"${n} in hand", "Hold ${}")

    def count(self, s: Empires, seat: int, feat: int) -> int:
        return s.money[seat]


class Claims(Feat):
    def __init__(self, n: int) -> None:
        super().__init__(n, f"{n} other achievements claimed", "{} other achievements")

    def count(self, s: Empires, seat: int, feat: int) -> int:
        return s.claims(seat, feat)


class Delivered(Feat):
    def __init__(self, n: int, fewer: int) -> None:
        super().__init__(n, f"{n} deliveries made ({fewer} in the final edition)", "{} deliveries made")
        self.fewer: int = fewer

    def need(self, fewer: bool) -> int:
        return self.fewer if fewer else self.n

    def count(self, s: Empires, seat: int, feat: int) -> int:
        return s.deliveries[seat]
