"""What was drawn before of the same values: from one decision to the next, and from seat to seat, most of a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from marshal import dumps, loads
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

T = TypeVar("T", bound=Hashable)
P = ParamSpec("P")
R = TypeVar("R")

MOST: Final = 2048  # drawings that are kept of each kind, those used last
FORMAT: Final = 2  # of `marshal`: from 3 on the same values have not always the same bytes


def remembered(draw: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
    """Draw once what depends on a thing that never changes, as a box, and on values: numbers, texts, parts of a view.

    It is drawn from a copy of the values, so what it gives can depend on nothing else; they are given by position.
    What has markup among its values is drawn each time: a text of the same letters is another value.
    """

    @lru_cache(MOST)
    def drawn(thing: T, packed: bytes) -> R:
        values: Any = loads(packed)
        return draw(thing, *values)  # type: ignore[call-arg]  # those that were given

    @wraps(draw)
    def known(thing: T, /, *values: P.args, **named: P.kwargs) -> R:
        try:
            return drawn(thing, dumps(cast(Any, values), FORMAT)) if not named else draw(thing, *values, **named)
        except ValueError:  # of `dumps`: not plain
            return draw(thing, *values, **named)

    return known
