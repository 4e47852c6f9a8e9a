"""What came of each decision, as everybody saw it: for games whose face says it from the views before and after."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from markupsafe import Markup

from roundhouse.core import views
from roundhouse.core.records import Line, Record
from roundhouse.core.state import State
from roundhouse.draw.face import Face
from roundhouse.web.service.live_table import LiveTable

MOST = 200  # of the last decisions at a time: no log shows more


class Outcomes:
    """The outcomes of a record's decisions, each worked out once, on a state that follows the table."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.html: dict[int, Markup] = {}
        self.state: State | None = None
        self.followed: list[int] = []  # the decisions the state has come through

    def of(self, face: Face, lines: Sequence[Line]) -> dict[int, Markup]:
        """By decision, those of the last ones at least; empty if the face has none."""
        if face.outcome is not None:
            later = max(0, len(lines) - MOST)
            new = next((i for i in range(later, len(lines)) if lines[i].n not in self.html), -1)
            if new >= 0:
                self.follow(face, lines, new)
            else:
                self.keep_up([line.n for line in lines])
        return self.html

    def keep_up(self, numbers: list[int]) -> None:
        """Be where the table is: after an undo the way there need not be gone again."""
        if numbers != self.followed and numbers == [line.n for line in self.record.active_lines()]:
            self.state, self.followed = self.record.state.clone(), numbers

    def follow(self, face: Face, lines: Sequence[Line], new: int) -> None:
        """Work out the decisions from there on; those before need no view."""
        assert face.outcome is not None
        state = self.before(lines[:new])
        before = state.view(None)
        for line in lines[new:]:
            self.go(state, line)
            after = state.view(None)
            done = views.action(state.space, line.now, line.words)
            self.html[line.n] = face.outcome(done, line.seat, before, after, self.record.box)
            before = after

    def before(self, lines: Sequence[Line]) -> State:
        """The state that has come through these decisions."""
        numbers = [line.n for line in lines]
        if self.state is None or numbers[: len(self.followed)] != self.followed:
            self.state, self.followed = self.record.replayed([]), []
        for line in lines[len(self.followed) :]:
            self.go(self.state, line)
        return self.state

    def go(self, state: State, line: Line) -> None:
        self.record.repeat(state, line, self.record.rules_version == self.record.game.rules_version)
        self.followed.append(line.n)


KNOWN: WeakKeyDictionary[LiveTable, Outcomes] = WeakKeyDictionary()


def outcomes_of(live: LiveTable) -> Outcomes:
    """The outcomes at a table, whose lock is held; they go when it leaves memory."""
    return KNOWN.setdefault(live, Outcomes(live.record))
