"""What a table's log says of its decisions, and with it the sign over a past position and the curtain.

Only words that everybody knows are used, and the names of who decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile, takewhile
from weakref import WeakKeyDictionary

from roundhouse.core import views
from roundhouse.core.records import Line, Record
from roundhouse.core.state import State
from roundhouse.draw.face import Action, Face, Outcome, View
from roundhouse.draw.marks import EMPTY, joined, seat_icon
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import LogLine, LogText, label, log_list
from roundhouse.web.service.live_table import LiveTable

LOG_LINES = 120
SINCE_LINES = 6
WATCH = Markup('<button type="button" class="linklike" data-watch="{}">Watch since your turn</button>')
MOST_OUTCOMES = 200  # of the last decisions at a time: no log shows more


def action(record: Record, line: Line) -> Action:
    """What was decided, by its parts; by the present rules, if the record is older."""
    return views.action(record.game.space, line.now, line.words)


def log_texts(live: LiveTable, face: Face, lines: Sequence[Line]) -> list[LogText]:
    """Decisions as the game's face words them, with what came of them if it says that."""
    record = live.record
    outcomes = outcomes_of(live).of(face, record.active_lines(max((line.n for line in lines), default=0)))
    texts = [face.log_line(action(record, line), record.box, record.options) for line in lines]
    return [told(text, outcomes.get(line.n, EMPTY)) for text, line in zip(texts, lines, strict=True)]


def told(text: LogText, came: Outcome) -> LogText:
    """A decision with what came of it; one that is part of what comes next is no more than that."""
    if isinstance(came, LogText):
        return came
    return replace(text, minor=True, part=True) if came is None else replace(text, html=text.html + came)


def log_lines(live: LiveTable, face: Face, lines: Sequence[Line], brief: bool = False) -> list[LogLine]:
    """The same with who decided; in brief without what is minor. What was once put into words stays as it is."""
    known, names = outcomes_of(live).told, live.names
    new = [line for line in lines if line.n not in known or known[line.n].name != names[line.seat]]
    for line, text in zip(new, log_texts(live, face, new), strict=True):
        known[line.n] = LogLine(line.n, line.seat, names[line.seat], text)
    found = [known[line.n] for line in lines]
    return [line for line in found if not (brief and line.text.minor)]


def log(live: LiveTable, face: Face, lines: Sequence[Line], seat: int | None = None) -> Markup:
    """The active decisions, newest first; those since the last turn of the seat that looks are parted from the rest."""
    others, own = since(lines, seat)
    watch = WATCH.format(own) if others and own else ""
    shown = [one for one in log_lines(live, face, lines[: -LOG_LINES - 1 : -1]) if is_whole(one, lines)]
    return label("Log", end=watch or "newest first") + log_list(shown, since=own if others else 0)


def is_whole(line: LogLine, lines: Sequence[Line]) -> bool:
    """Whether a line says something by itself: the last one does, as what it is part of is still to come."""
    return not line.text.part or line.n == lines[-1].n


def since(lines: Sequence[Line], seat: int | None) -> tuple[list[Line], int]:
    """What was decided since a seat's last turn, and its last decision before that, 0 if there is none.

    A turn already begun is known to who plays it.
    """
    before = dropwhile(lambda line: line.seat == seat, reversed(lines))
    others = list(takewhile(lambda line: line.seat != seat, before))[::-1]
    own = (line.n for line in reversed(lines) if line.seat == seat and line.n < others[0].n) if others else iter(())
    return others, next(own, 0)


def past_sign(live: LiveTable, face: Face, n: int, over: str = "") -> Markup:
    """The sign over the position after line n: which it is and what was done there; `over` is how the game ended."""
    line = live.record.lines[n - 1] if n else None
    mark, head = seat_icon(line.seat) if line else Markup(""), Markup("The table as it was dealt")
    if line and line.back:
        head = Markup("Taken back to before decision {}").format(line.back)
    elif line:
        head = Markup("{} {}").format(live.names[line.seat], log_texts(live, face, [line])[0].html)
    return Markup(
        '{}<div class="say"><span class="chip">{}</span><h1>{}</h1><p><span class="long">{}</span></p></div>'
    ).format(mark, f"Looking back: {n} of {live.n}", head, over)


def behind_curtain(live: LiveTable, face: Face, seat: int, lines: Sequence[Line], scores: Sequence[int]) -> Markup:
    """What the next person at the screen may read before the curtain rises: what happened, and the score."""
    others = log_lines(live, face, since(lines, seat)[0], brief=True)
    more = len(others) - SINCE_LINES
    head = label("Since your last turn", end=f"and {more} before" if more > 0 else "")
    tally = joined(
        [
            Markup("<li>{}<span>{}</span> <b>{}</b></li>").format(seat_icon(i), live.names[i], n)
            for i, n in enumerate(scores)
        ]
    )
    return Markup('<div class="since">{}{}</div><ol class="tally" aria-label="Points">{}</ol>').format(
        head, log_list(others[-SINCE_LINES:], "log-list") if others else Markup('<p class="none">Nothing.</p>'), tally
    )


def since_away(live: LiveTable, face: Face, seat: int, since: int) -> Markup:
    """What a bot has done for a seat after so many lines, the latest first; "" if nothing."""
    lines = [line for line in live.record.active_lines() if line.seat == seat and line.n > max(0, since)]
    done = log_lines(live, face, lines[: -LOG_LINES - 1 : -1], brief=True)
    more = len(done) - SINCE_LINES
    rest = Markup("<p>And {} before.</p>").format(more) if more > 0 else ""
    return log_list(done[:SINCE_LINES], "log-list") + rest if done else Markup("")


# what came of each decision, as everybody saw it, for faces that say it from the views before and after


class Outcomes:
    """The outcomes of a record's decisions, each worked out once, on a state that follows the table, and its log."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.html: dict[int, Outcome] = {}
        self.told: dict[int, LogLine] = {}  # the lines of the log, as they were told
        self.state: State | None = None
        self.seen: tuple[list[int], View] = ([], {})  # what watchers saw last, and after which decisions
        self.followed: list[int] = []  # the decisions the state has come through
        self.last: tuple[int, State | None, View] = (-1, None, {})  # what watchers see of the table as it is

    def of(self, face: Face, lines: Sequence[Line]) -> dict[int, Outcome]:
        """By decision, those of the last ones at least; empty if the face has none."""
        if face.outcome is not None:
            later = max(0, len(lines) - MOST_OUTCOMES)
            new = next((i for i in range(later, len(lines)) if lines[i].n not in self.html), -1)
            if new >= 0:
                self.follow(face, lines, new)
            else:
                self.keep_up([line.n for line in lines])
        return self.html

    def now(self) -> View:
        """What watchers see of the table as it is."""
        n, state = len(self.record.lines), self.record.state
        if self.last[0] != n or self.last[1] is not state:
            self.last = n, state, state.view(None)
        return self.last[2]

    def keep_up(self, numbers: list[int]) -> None:
        """Be where the table is: after an undo the way there need not be gone again."""
        if numbers != self.followed and numbers == [line.n for line in self.record.active_lines()]:
            self.state, self.followed = self.record.state.clone(), numbers

    def follow(self, face: Face, lines: Sequence[Line], new: int) -> None:
        """Work out the decisions from there on; those before need no view."""
        assert face.outcome is not None
        state = self.before(lines[:new])
        before = self.seen[1] if self.seen[0] == self.followed and self.followed else state.view(None)
        for line in lines[new:]:
            decided = self.decided(state, line)
            self.go(state, line)
            after = self.now() if line is self.record.lines[-1] else state.view(None)
            self.html[line.n] = face.outcome(decided, line.seat, before, after, self.record.box)
            before = after
        self.seen = list(self.followed), before

    def decided(self, state: State, line: Line) -> Action:
        """What is decided there, with its price if the rules still know it."""
        found = action(self.record, line)
        known = line.now in state.choices()
        return {**found, "price": state.price(line.now)} if known else found

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
