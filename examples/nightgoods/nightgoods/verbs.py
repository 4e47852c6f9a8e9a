"""The verbs of Night Goods, which `cards.py` writes programs with."""

from __future__ import annotations

from nightgoods.actions import BURY, CHOOSE, KEEP, NOT_THERE, UNCOUPLE
from nightgoods.state import SEEN, NightGoods
from roundhouse.core.verbs import Amount, Ask, Either, Program, Verb, close, frame_seat, subject
from roundhouse.core.words import counted


class Draw(Amount[NightGoods]):
    """Draw from the deck, as far as it goes."""

    def run(self, s: NightGoods, f: int) -> None:
        s.draw(frame_seat(f), self.n)

    def words(self) -> str:
        return f"draw {counted(self.n, 'wagon')}"


class Score(Amount[NightGoods]):
    """Score points."""

    def run(self, s: NightGoods, f: int) -> None:
        s.points[frame_seat(f)] += self.n

    def words(self) -> str:
        return f"score {counted(self.n, 'point')}"


class ScoreEach(Verb[NightGoods]):
    """Score for the other wagons of the own train."""

    def run(self, s: NightGoods, f: int) -> None:
        s.points[frame_seat(f)] += len(s.trains[frame_seat(f)]) - 1

    def words(self) -> str:
        return "score 1 point for each other wagon of your train"


class Parcels(Amount[NightGoods]):
    """More parcels on the platform."""

    def run(self, s: NightGoods, f: int) -> None:
        s.waiting += self.n

    def words(self) -> str:
        return f"bring {counted(self.n, 'parcel')} to the platform"


class Look(Verb[NightGoods]):
    """See the top card of the deck, and remember it."""

    def run(self, s: NightGoods, f: int) -> None:
        if s.deck:
            s.learned = True
            s.deck = bytes([s.deck[0] | SEEN << frame_seat(f)]) + s.deck[1:]

    def words(self) -> str:
        return "look at the top wagon of the deck"


class KeepOrBury(Verb[NightGoods]):
    """Leave the top card of the deck or put it under the deck."""

    def __init__(self) -> None:
        super().__init__(asking=True)

    def asks(self, s: NightGoods, f: int) -> bool:
        return len(s.deck) > 0

    def choices(self, s: NightGoods, f: int, out: list[int]) -> None:
        out += [KEEP, BURY]

    def choose(self, s: NightGoods, f: int, action: int) -> None:
        s.top = close(f)
        if action == BURY:
            s.deck = s.deck[1:] + s.deck[:1]

    def words(self) -> str:
        return "leave it there or put it under the deck"


class Uncouple(Ask[NightGoods]):
    """Take another wagon off the own train; the subject is the wagon whose text this is."""

    def __init__(self) -> None:
        super().__init__(UNCOUPLE, NOT_THERE)

    def among(self, s: NightGoods, f: int, planned: int) -> list[int]:
        others = list(s.trains[frame_seat(f)])
        others.remove(subject(f))
        return sorted(set(others))

    def chosen(self, s: NightGoods, f: int, thing: int) -> None:
        s.take_from_train(frame_seat(f), thing)

    def words(self) -> str:
        return "take another wagon off your train"


def either(*options: Program) -> Either:
    return Either(CHOOSE, *options)
