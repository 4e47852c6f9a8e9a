"""What a table tells of its decisions: the log, the sign over a past position, what the curtain says.

Only words that everybody knows are used, and the names of who decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import dropwhile, takewhile

from markupsafe import Markup

from roundhouse.core import views
from roundhouse.core.records import Line, Record
from roundhouse.draw.face import Action, Face
from roundhouse.draw.marks import joined, seat_icon
from roundhouse.draw.panels import LogLine, label, log_list
from roundhouse.web.held import Live

LOG_LINES = 120
SINCE_LINES = 6


def action(record: Record, line: Line) -> Action:
    """What was decided, by its parts; by the present rules, if the record is older."""
    return views.action(record.game.space, line.now, line.words)


def logged(live: Live, face: Face, lines: Sequence[Line]) -> list[LogLine]:
    """Decisions as the game's face tells them, with what came of them if it tells that."""
    record = live.record
    came = live.outcomes.of(face, record.active_lines(max((line.n for line in lines), default=0)))
    out: list[LogLine] = []
    for line in lines:
        told = face.log_line(action(record, line), record.box, record.options)
        if came.get(line.n):
            told = replace(told, html=told.html + came[line.n])
        out.append(LogLine(line.n, line.seat, live.names[line.seat], told))
    return out


def log(live: Live, face: Face, standing: Sequence[Line]) -> Markup:
    """The standing decisions, newest first."""
    return label("Log", end="newest first") + log_list(logged(live, face, standing[: -LOG_LINES - 1 : -1]))


def past_sign(live: Live, face: Face, n: int, over: str = "") -> Markup:
    """The sign over the position after line n: which it is and what was done there; `over` is how the game ended."""
    line = live.record.lines[n - 1] if n else None
    chip = f"Looking back: {n} of {live.n}"
    if line is None:
        mark, head = Markup(""), Markup("The table as it was dealt")
    elif line.back:
        mark, head = seat_icon(line.seat), Markup("Taken back to before decision {}").format(line.back)
    else:
        told = logged(live, face, [line])[0]
        mark, head = seat_icon(line.seat), Markup("{} {}").format(told.name, told.text.html)
    return Markup(
        '{}<div class="say"><span class="chip">{}</span><h1>{}</h1><p><span class="long">{}</span></p></div>'
    ).format(mark, chip, head, over)


def behind_curtain(live: Live, face: Face, seat: int, standing: Sequence[Line], scores: Sequence[int]) -> Markup:
    """What the next person at the screen may read before the curtain rises: what happened, and the score."""
    before = dropwhile(lambda line: line.seat == seat, reversed(standing))  # a turn already begun is known
    since = list(takewhile(lambda line: line.seat != seat, before))[::-1]
    told = [line for line in logged(live, face, since) if not line.text.minor]
    head = label("Since your last turn", end=more(len(told) - SINCE_LINES))
    tally = joined(
        [
            Markup("<li>{}<span>{}</span> <b>{}</b></li>").format(seat_icon(i), live.names[i], n)
            for i, n in enumerate(scores)
        ]
    )
    return Markup('<div class="since">{}{}</div><ol class="tally" aria-label="Points">{}</ol>').format(
        head, log_list(told[-SINCE_LINES:], "log-list") if told else Markup('<p class="none">Nothing.</p>'), tally
    )


def more(n: int) -> str:
    return f"and {n} before" if n > 0 else ""
