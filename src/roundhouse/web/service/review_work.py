"""What workers do for reviews and opinions: in pieces so short that no bot's move has to wait long for one."""

from __future__ import annotations

import pickle
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from roundhouse.bots.bot import Budget
from roundhouse.core.records import resumed
from roundhouse.core.state import State
from roundhouse.lab.advice import advise
from roundhouse.lab.review import Judged, Review, looks, positions, review_steps

MOST = 20  # reviews that are begun in a worker

BEGUN: dict[str, Generator[Judged | None, None, Review]] = {}


class Forgotten(Exception):
    """This worker has not begun that review, or not to the end of it: it is a new one."""


@dataclass(frozen=True)
class Piece:
    """What was found out, and the whole review if that was the last of it."""

    found: list[Judged]
    whole: Review | None = None


def begin(key: str, header: dict[str, Any], lines: list[dict[str, Any]], iterations: int, known: list[Judged]) -> int:
    """Begin a review, or go on with one that was begun elsewhere; how much there is to find out."""
    record = resumed(header, lines)
    places = positions(record)
    BEGUN[key] = review_steps(record, iterations, known, places)
    if len(BEGUN) > MOST:
        del BEGUN[next(iter(BEGUN))]
    return looks(len(places))


def look(key: str, seconds: float) -> Piece:
    """Go on for so long, or to the end."""
    until, steps = time.monotonic() + seconds, BEGUN.pop(key, None)
    if steps is None:
        raise Forgotten
    found: list[Judged] = []
    try:
        while True:
            one = next(steps)
            found += [one] if one is not None else []
            if time.monotonic() >= until:
                break
    except StopIteration as end:
        return Piece(found, end.value)
    BEGUN[key] = steps
    return Piece(found)


def opinion(pickled: bytes, iterations: int, games: int, names: list[str], also: list[int]) -> dict[str, Any]:
    """Advice on a state that was dealt anew for the seat that decides."""
    state: State = pickle.loads(pickled)
    return advise(state, Budget(iterations), names, also, games).as_json()
