"""What came of each decision, as everybody saw it: for games whose face tells it from the views before and after."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from roundhouse.core import views
from roundhouse.core.records import Line, Record
from roundhouse.core.state import State
from roundhouse.draw.face import Face

SHOWN = 200  # as many of the last decisions are told of at a time: no log shows more


class Outcomes:
    """The outcomes of a record's decisions, each worked out once, on a state that follows the table."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.told: dict[int, Markup] = {}
        self.state: State | None = None
        self.seen: list[int] = []  # the decisions the state has come through

    def of(self, face: Face, standing: Sequence[Line]) -> dict[int, Markup]:
        """By decision, those of the last ones at least; empty if the face tells none."""
        if face.outcome is not None:
            later = max(0, len(standing) - SHOWN)
            new = next((i for i in range(later, len(standing)) if standing[i].n not in self.told), -1)
            if new >= 0:
                self.follow(face, standing, new)
            else:
                self.keep_up([line.n for line in standing])
        return self.told

    def keep_up(self, numbers: list[int]) -> None:
        """Stand where the table stands: after an undo the way there need not be gone again."""
        if numbers != self.seen and numbers == [line.n for line in self.record.active_lines()]:
            self.state, self.seen = self.record.state.clone(), numbers

    def follow(self, face: Face, standing: Sequence[Line], new: int) -> None:
        """Tell of the decisions from there on; those before need no view."""
        assert face.outcome is not None
        state = self.before(standing[:new])
        before = state.view(None)
        for line in standing[new:]:
            self.go(state, line)
            after = state.view(None)
            done = views.action(state.space, line.now, line.words)
            self.told[line.n] = face.outcome(done, line.seat, before, after, self.record.box)
            before = after

    def before(self, standing: Sequence[Line]) -> State:
        """The state that has come through these decisions."""
        numbers = [line.n for line in standing]
        if self.state is None or numbers[: len(self.seen)] != self.seen:
            self.state, self.seen = self.record.replayed([]), []
        for line in standing[len(self.seen) :]:
            self.go(self.state, line)
        return self.state

    def go(self, state: State, line: Line) -> None:
        self.record.repeat(state, line, self.record.rules_version == self.record.game.rules_version)
        self.seen.append(line.n)
