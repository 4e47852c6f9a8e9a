"""First games played through: every decision that a step allows, and what the coach does on the way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from roundhouse.bots.make import Player
from roundhouse.core.records import Record
from roundhouse.learn.coach import Coach
from roundhouse.learn.script import EASY, Part

MOST = 400  # decisions and words read in a part: none takes as many

Choose = Callable[[Coach, list[int]], int]


@dataclass
class Moment:
    """A part as it stood before something was done."""

    coach: Coach
    allowed: list[int]


def at_table(part: Part, game: str) -> Record:
    return part.record(game, part.names("Learner"))


def played(part: Part, record: Record, choose: Choose, seed: object = 1) -> Iterator[Moment]:
    """Play a part to its end; rivals by the script or as bots. Every moment at which the learner is to do something."""
    bots = [Player(EASY, f"{seed}/{seat}") for seat in range(part.seats)]
    read = 0
    for _ in range(MOST):
        coach = Coach(part, record, read)
        if coach.over:
            return
        assert coach.step is not None
        if not coach.deciding:
            scripted = coach.scripted()
            if coach.rivals < len(coach.step_begun.others):
                assert scripted is not None, f"{coach.step_begun.others[coach.rivals]!r} cannot be decided there."
            record.play(bots[record.state.seat].decide(record.state) if scripted is None else scripted)
            continue
        allowed = coach.allowed()
        yield Moment(coach, allowed)
        if coach.step.speaks:
            read = coach.at + 1
        else:
            record.play(choose(coach, allowed))
    raise AssertionError(f"{part.title} does not come to an end.")


def at_random(seed: object) -> Choose:
    rng = random.Random(str(seed))
    return lambda coach, allowed: rng.choice(allowed)


def first(coach: Coach, allowed: list[int]) -> int:
    """What the script names first; where all is free, what ends the step soonest."""
    step, s = coach.step, coach.record.state
    assert step is not None
    if step.free:
        ends = [one for one in allowed if s.words(one) in ("end turn", "pass")]
        return ends[0] if ends else allowed[-1]
    order = {words: n for n, words in enumerate(step.do)}
    return min(allowed, key=lambda one: order.get(s.words(one), len(order)))
