"""What a table's log says of its decisions, and with it the sign over a past position and the curtain.

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
from roundhouse.draw.panels import LogLine, LogText, label, log_list
from roundhouse.web.render.log_outcomes import outcomes_of
from roundhouse.web.service.live_table import LiveTable

LOG_LINES = 120
SINCE_LINES = 6


def action(record: Record, line: Line) -> Action:
    """What was decided, by its parts; by the present rules, if the record is older."""
    return views.action(record.game.space, line.now, line.words)


def log_texts(live: LiveTable, face: Face, lines: Sequence[Line]) -> list[LogText]:
    """Decisions as the game's face words them, with what came of them if it says that."""
    record = live.record
    outcomes = outcomes_of(live).of(face, record.active_lines(max((line.n for line in lines), default=0)))
    texts = [face.log_line(action(record, line), record.box, record.options) for line in lines]
    came = [outcomes.get(line.n) for line in lines]
    return [replace(text, html=text.html + html) if html else text for text, html in zip(texts, came, strict=True)]


def log_lines(live: LiveTable, face: Face, lines: Sequence[Line], brief: bool = False) -> list[LogLine]:
    """The same with who decided; in brief without what is minor."""
    return [
        LogLine(line.n, line.seat, live.names[line.seat], text)
        for line, text in zip(lines, log_texts(live, face, lines), strict=True)
        if not (brief and text.minor)
    ]


def log(live: LiveTable, face: Face, lines: Sequence[Line]) -> Markup:
    """The active decisions, newest first."""
    return label("Log", end="newest first") + log_list(log_lines(live, face, lines[: -LOG_LINES - 1 : -1]))


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
    before = dropwhile(lambda line: line.seat == seat, reversed(lines))  # a turn already begun is known
    since = log_lines(live, face, list(takewhile(lambda line: line.seat != seat, before))[::-1], brief=True)
    more = len(since) - SINCE_LINES
    head = label("Since your last turn", end=f"and {more} before" if more > 0 else "")
    tally = joined(
        [
            Markup("<li>{}<span>{}</span> <b>{}</b></li>").format(seat_icon(i), live.names[i], n)
            for i, n in enumerate(scores)
        ]
    )
    return Markup('<div class="since">{}{}</div><ol class="tally" aria-label="Points">{}</ol>').format(
        head, log_list(since[-SINCE_LINES:], "log-list") if since else Markup('<p class="none">Nothing.</p>'), tally
    )
