"""Observations: all that a seat may know and nothing else, that seat first."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any, ClassVar

from roundhouse.core.state import State
from tests.kit.journeys import APART, FULL, Journey, journeys, replay, samples
from tests.kit.observed import by_part, observed
from tests.kit.secrets import Secrets, changed

RESTATED = ("viewer", "actions", "prompt", "endings", "winners", "tie_broken_by")  # of a view: it follows from the rest
# The parts that tell what is asked, and of whom.
QUESTION = ("who decides", "what is asked", "the effect below", "effects pending", "what an earlier step", "whose car")
OWN = ": own"  # ends the name of the own one of a part that every seat has


def whose(name: str) -> int | None:
    """How far after the own seat the one is that a part is about; None if it is about no seat."""
    if name.startswith("own ") or name.endswith(OWN):
        return 0
    found = re.search(r": seat \+(\d+)$", name)
    return int(found[1]) if found else None


class Observations(Secrets):
    restated: ClassVar[tuple[str, ...]] = ()  # what else of a view follows from the rest, or is of no use to anybody

    asked: ClassVar[tuple[str, ...]] = ()  # what of a view depends on the question

    @classmethod
    def told(cls, s: State, seat: int) -> str:
        """What a view tells of the table, less the question and what restates the rest."""
        left_out = ("seat", *RESTATED, *cls.restated, *cls.asked)
        return json.dumps({k: v for k, v in s.view(seat).items() if k not in left_out})

    @classmethod
    def noted(cls, s: State, seat: int) -> list[bytes]:
        """The same of an observation."""
        return [cells for name, cells in by_part(s, seat).items() if not name.startswith(QUESTION)]

    @classmethod
    def some_games(cls) -> list[Journey]:
        """A whole game at the smallest and at the largest table; all of them in the full run."""
        least, most = cls.game().seats[0], cls.game().seats[-1]
        every = journeys(cls)
        return every if FULL else [next(one for one in every if one.seats == n) for n in dict.fromkeys((least, most))]

    def test_an_observation_is_the_same_however_the_hidden_things_lie(self) -> None:
        for sample in samples(type(self)):
            s = sample.state
            for seat in range(s.seats):
                assert observed(s.resample(seat, sample.number), seat) == observed(s, seat)

    def test_through_whole_games_an_observation_leaks_nothing(self) -> None:
        for one in self.some_games():
            for n, s in enumerate(replay(type(self), one)):
                seat = n % s.seats
                assert observed(s.resample(seat, n), seat) == observed(s, seat)

    def test_where_views_differ_observations_do(self) -> None:
        """For one seat after the other, from each decision to the next, and whatever is asked."""
        for one in self.some_games():
            passed = [s.clone() for s in replay(type(self), one)]
            for n, (before, after) in enumerate(pairwise(passed)):
                seat = n % one.seats
                if self.noted(before, seat) == self.noted(after, seat):
                    assert self.told(before, seat) == self.told(after, seat), f"decision {n} of {one.seed!r}"

    def test_every_observation_depends_on_what_lies_open(self) -> None:
        for sample in samples(type(self))[5 :: 5 if FULL else 40 // APART]:
            for name in self.lies_open:
                twin: Any = sample.state.clone()
                setattr(twin, name, changed(getattr(twin, name)))
                for seat in range(twin.seats):
                    assert observed(twin, seat) != observed(sample.state, seat), name

    def test_an_observation_is_rotated(self) -> None:
        """What all know of a seat is the same whoever looks, and lies where that seat is counted from the looker."""
        for sample in samples(type(self))[:: 4 // APART]:
            s = sample.state
            parts = [by_part(s, seat) for seat in range(s.seats)]
            open_to_all = [name.removesuffix(OWN) for name in parts[0] if name.endswith(OWN)]
            assert open_to_all
            for name in open_to_all:
                for looker in range(s.seats):
                    for k in range(1, s.seats):
                        other = (looker + k) % s.seats
                        assert parts[looker][f"{name}: seat +{k}"] == parts[other][name + OWN], name

    def test_the_own_parts_come_before_those_of_others(self) -> None:
        for seats in self.game().seats:
            names = [name for name, _ in self.game().observation.parts(seats)]
            seats_named = [k for k in map(whose, names) if k is not None]
            assert seats_named == sorted(seats_named)
            assert set(seats_named) == set(range(seats))
