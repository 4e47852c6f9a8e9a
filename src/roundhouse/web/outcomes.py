"""What came of each decision, as everybody saw it: for games whose face tells it from the views before and after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from roundhouse.core.records import Line, Record
from roundhouse.core.state import State


class Outcomes:
    """The outcomes of a record's decisions, each worked out once, on a state that follows the table."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.told: dict[int, Markup] = {}
        self.state: State | None = None
        self.seen: list[int] = []  # the decisions the state has come through

    def of(self, face: Any, standing: Sequence[Line]) -> dict[int, Markup]:
        """By decision; empty if the face tells none."""
        if hasattr(face, "outcome") and any(line.n not in self.told for line in standing):
            self.follow(face, standing)
        return self.told

    def follow(self, face: Any, standing: Sequence[Line]) -> None:
        numbers = [line.n for line in standing]
        if self.state is None or numbers[: len(self.seen)] != self.seen:
            self.state, self.seen = self.record.replayed([]), []
        before = self.state.view(None)
        for line in standing[len(self.seen) :]:
            self.record.repeat(self.state, line, self.record.rules_version == self.record.game.rules_version)
            after = self.state.view(None)
            self.told[line.n] = face.outcome(line.words, line.seat, before, after, self.record.box)
            self.seen.append(line.n)
            before = after
