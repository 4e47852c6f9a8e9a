"""What was drawn before of the same values: from one decision to the next, and from seat to seat, most of a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from marshal import dumps, loads
from typing import Any, Concatenate, Final, Generic, ParamSpec, Self, TypeVar, cast, overload

T = TypeVar("T", bound=Hashable)
P = ParamSpec("P")
R = TypeVar("R")

MOST: Final = 512  # drawings that are kept of each kind, those used last: what some fifty tables of a game show
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


class once(Generic[R]):  # it is used as a decorator
    """A property that is worked out when it is first asked for, and then kept.

    Python's own `cached_property` lets only one thread at a time into a property, of whatever object, until 3.12. Here
    two may work out the same, which does no harm.
    """

    def __init__(self, make: Callable[[Any], R]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, thing: None, kind: type) -> Self: ...

    @overload
    def __get__(self, thing: object, kind: type) -> R: ...

    def __get__(self, thing: object, kind: type) -> Self | R:
        if thing is None:
            return self
        made = self.make(thing)
        thing.__dict__[self.make.__name__] = made  # where it is looked for before this is
        return made
