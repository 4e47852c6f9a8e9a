"""What the server refuses, as a sentence with a status."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from roundhouse.core.errors import IllegalAction, RoundhouseError


class Refused(Exception):
    """A request that cannot be met; nothing has changed."""

    def __init__(self, status: int, sentence: str, clause: str = "", wait: int = 0) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.clause = clause
        self.wait = wait  # seconds after which it may be tried again, if that is known


@contextmanager
def refusing() -> Iterator[None]:
    """What the rules or a game forbid meanwhile is refused in their words."""
    try:
        yield
    except RoundhouseError as error:
        raise Refused(422, str(error), error.clause if isinstance(error, IllegalAction) else "") from None


class Unknown(Refused):
    """An address or an id that leads nowhere: it may be gone, or mistyped."""

    def __init__(self, sentence: str) -> None:
        super().__init__(404, sentence)


class Conflict(Refused):
    """A decision number that is already taken, or not yet due."""

    def __init__(self, sentence: str) -> None:
        super().__init__(409, sentence)


class Behind(Conflict):
    """A table is not as memory has it; nothing was written."""


class Unreadable(Refused):
    """A table whose record cannot be read; the record is kept."""

    def __init__(self, id: str, reason: str) -> None:
        super().__init__(409, f"This table cannot be read any more: {reason} Its record is kept.")
        self.id = id
        self.reason = reason


class NotKept(Refused):
    """A decision that the database would not take: refused, or (with `unsure`) nobody knows yet."""

    def __init__(self, n: int, unsure: bool) -> None:
        known = f"Decision {n} was not kept: the server cannot write just now. Try again in a moment."
        unknown = f"The database does not answer; whether decision {n} was kept will show as soon as it does."
        super().__init__(503, unknown if unsure else known, wait=3)
