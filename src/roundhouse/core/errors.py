"""Every refusal is a sentence: what was refused, why, and what is possible instead."""

from __future__ import annotations


class RoundhouseError(Exception):
    """Anything a person or a program asked for that cannot be done. Nothing has changed."""


class IllegalAction(RoundhouseError):
    """An action that is not legal now; `clause` is the ledger clause that forbids it, if one does."""

    def __init__(self, message: str, clause: str = "") -> None:
        super().__init__(message)
        self.clause = clause

    def __reduce__(self) -> tuple[object, ...]:
        return (IllegalAction, (str(self), self.clause))  # compiled, a clause is no part of what is pickled


class UnknownAction(RoundhouseError):
    """Words that name no action."""


class AmbiguousAction(RoundhouseError):
    """Words that fit several actions."""


class UnknownGame(RoundhouseError):
    """No game of that id is installed."""


class BadOption(RoundhouseError):
    """An option, or a value of one, that the game does not have."""


class BadSeats(RoundhouseError):
    """A number of seats at which the game cannot be played."""


class BadComponents(RoundhouseError):
    """An edited component table that cannot be read; the sentence names file, line and column."""


class BadRecord(RoundhouseError):
    """A record that is cut off, edited or not a record."""
