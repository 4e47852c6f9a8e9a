"""What the server refuses, as a sentence with a status."""

from __future__ import annotations


class Refused(Exception):
    """A request that cannot be met; nothing has changed."""

    def __init__(self, status: int, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.clause = clause


class Conflict(Refused):
    """A decision number that is already taken, or not yet due."""

    def __init__(self, sentence: str) -> None:
        super().__init__(409, sentence)
