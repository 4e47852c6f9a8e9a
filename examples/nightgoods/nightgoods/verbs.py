"""The verbs of Night Goods, and the short factories `cards.py` writes programs with."""

from __future__ import annotations

from typing import cast

from nightgoods.actions import BURY, CARDS, CHOOSE, KEEP, NOT_THERE, UNCOUPLE
from nightgoods.state import SEEN, NightGoods
from roundhouse.core.state import State
from roundhouse.core.verbs import Either, Program, Verb, close, do, frame_seat, spot, times


def counted(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


class Draw(Verb):
    """Draw from the deck, as far as it goes."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = n

    def run(self, s: State, f: int) -> None:
        cast(NightGoods, s).draw(frame_seat(f), self.n)

    def words(self) -> str:
        return f"draw {counted(self.n, 'wagon')}"


class Score(Verb):
    """Score points."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = n

    def run(self, s: State, f: int) -> None:
        cast(NightGoods, s).points[frame_seat(f)] += self.n

    def words(self) -> str:
        return f"score {counted(self.n, 'point')}"


class ScoreEach(Verb):
    """Score for the other wagons of the own train."""

    def run(self, s: State, f: int) -> None:
        t = cast(NightGoods, s)
        t.points[frame_seat(f)] += len(t.trains[frame_seat(f)]) - 1

    def words(self) -> str:
        return "score 1 point for each other wagon of your train"


class Parcels(Verb):
    """More parcels on the platform."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = n

    def run(self, s: State, f: int) -> None:
        cast(NightGoods, s).waiting += self.n

    def words(self) -> str:
        return f"bring {counted(self.n, 'parcel')} to the platform"


class Look(Verb):
    """See the top card of the deck, and remember it."""

    def run(self, s: State, f: int) -> None:
        t = cast(NightGoods, s)
        if t.deck:
            t.learned = True
            t.deck = bytes([t.deck[0] | SEEN << frame_seat(f)]) + t.deck[1:]

    def words(self) -> str:
        return "look at the top wagon of the deck"


class KeepOrBury(Verb):
    """Leave the top card of the deck or put it under the deck."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0 and len(cast(NightGoods, s).deck) > 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out += [KEEP, BURY]

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(NightGoods, s)
        if action == BURY:
            t.deck = t.deck[1:] + t.deck[:1]
        t.top = close(f)

    def words(self) -> str:
        return "leave it there or put it under the deck"


class Uncouple(Verb):
    """Take another wagon off the own train; `spot` is the wagon whose text this is."""

    def __init__(self) -> None:
        super().__init__(asking=True, limited=True)

    def others(self, s: State, f: int) -> list[int]:
        found = list(cast(NightGoods, s).trains[frame_seat(f)])
        found.remove(spot(f))
        return sorted(set(found))

    def possible(self, s: State, f: int, ahead: int) -> str:
        return "" if self.others(s, f) else NOT_THERE

    def asks(self, s: State, f: int) -> bool:
        return times(f) == 0

    def choices(self, s: State, f: int, out: list[int]) -> None:
        out += [UNCOUPLE + card for card in self.others(s, f)]

    def choose(self, s: State, f: int, action: int) -> None:
        t = cast(NightGoods, s)
        t.take_from_train(frame_seat(f), action - UNCOUPLE)
        t.top = close(f)

    def refuses(self, s: State, f: int, action: int) -> str:
        return NOT_THERE if UNCOUPLE <= action < UNCOUPLE + CARDS else ""

    def words(self) -> str:
        return "take another wagon off your train"


def draw(n: int) -> Program:
    return do(Draw(n))


def score(n: int) -> Program:
    return do(Score(n))


def score_each() -> Program:
    return do(ScoreEach())


def parcels(n: int) -> Program:
    return do(Parcels(n))


def look() -> Program:
    return do(Look())


def keep_or_bury() -> Program:
    return do(KeepOrBury())


def uncouple() -> Program:
    return do(Uncouple())


def either(*options: Program) -> Program:
    return do(Either(CHOOSE, list(options)))
