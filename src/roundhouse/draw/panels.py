"""Panels of a table: the seats as a timetable, the choices in words, the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from roundhouse.draw.marks import EMPTY, attrs, doing, icon, joined, named, rails, seat_class, seat_icon, token
from roundhouse.draw.markup import Markup
from roundhouse.draw.remembered import once

THIRD: Final = {"be": "is", "copy": "copies", "refresh": "refreshes"}  # all other verbs take an "s"
BEFORE: Final = attrs(cls="before")
FIRST: Final = attrs(tabindex=0)
LATER: Final = attrs(tabindex=-1)
DASH: Final = Markup('<span class="dim">&#8211;</span>')


@dataclass(frozen=True)
class SeatLook:
    """Who sits there, as a viewer sees it."""

    name: str
    kind: str = "person"  # "person", "bot" or "open"
    you: bool = False
    away: bool = False
    bot: str = ""  # which bot it is

    @property
    def state(self) -> str:
        """What is to be known of who sits there, if it is nobody in person."""
        bot = f"{self.bot} bot".strip()
        return {"bot": bot, "open": "open seat"}.get(self.kind, "away: bot" if self.away else "")


@dataclass(frozen=True)
class Cell:
    """A figure of the seats table; None is a dash."""

    value: int | str | None
    tip: str = ""
    cls: str = ""


@dataclass(frozen=True)
class SeatRow:
    """One line of the seats table."""

    seat: int
    look: SeatLook
    note: str = ""
    turn: bool = False
    cells: list[Cell] = field(default_factory=list)


@dataclass(frozen=True)
class Choice:
    """A legal action in words, and those that the same click makes after it."""

    action: int
    words: str
    cost: str = ""
    then: Sequence[int] = ()
    quiet: bool = False  # it does nothing, or nothing that another does not do better


@dataclass(frozen=True)
class LogText:
    """A decision in the present tense, without who decided.

    `at` is the place on the board it speaks of, as the board's `data-at` names it; `minor` is what a short account
    leaves out, and a `part` is told with what it belongs to, once that is done.
    """

    html: Markup
    at: str = ""
    minor: bool = False
    part: bool = False


@dataclass(frozen=True)
class LogLine:
    """A line of the log: the number of the decision, whose it was and what was done."""

    n: int
    seat: int
    name: str
    text: LogText

    @once
    def where(self) -> Markup:
        """What a page knows it by."""
        return attrs(data_n=self.n, data_hex=self.text.at)

    @once
    def told(self) -> Markup:
        return Markup("{}<b>{}</b> {}").format(seat_icon(self.seat), self.name, self.text.html)

    @once
    def item(self) -> Markup:
        """As most lines are drawn: neither the first nor the one where something new begins."""
        return log_item(self, EMPTY, LATER)


def seats_table(heading: str, columns: Sequence[tuple[str, str, str]], rows: Sequence[SeatRow]) -> Markup:
    """The seats; a column is its icon, its word and what the word means."""
    heads = joined(
        [
            Markup("<th{}>{} {}</th>").format(attrs(scope="col", title=meaning), icon(name), word)
            for name, word, meaning in columns
        ]
    )
    return Markup('<table><thead><tr><th scope="col">{}</th>{}</tr></thead><tbody>{}</tbody></table>').format(
        heading, heads, joined([seat_row(r) for r in rows])
    )


def seat_row(row: SeatRow) -> Markup:
    cells = joined(
        [
            Markup("<td{}>{}</td>").format(attrs(cls=c.cls, data_tip=c.tip), DASH if c.value is None else c.value)
            for c in row.cells
        ]
    )
    who = Markup('<span class="who">{}<span>{}<small>{}</small></span></span>').format(
        seat_icon(row.seat), named(row.look.name), row.note
    )
    return Markup('<tr class="{}{}"><th scope="row">{}</th>{}</tr>').format(
        seat_class(row.seat), " turn" if row.turn else "", who, cells
    )


def words_list(choices: Sequence[Choice], cls: str = "words-list scroll") -> Markup:
    """Every choice as a button that says what it does and what it costs.

    With the class `carousel` they lie beside each other on a phone, and what the one in sight would do is drawn.
    """
    lines = [
        Markup('<li><button type="button"{}{}><span>{}</span> <span><small>{}</small></span></button></li>').format(
            attrs(cls="quiet" if c.quiet else ""), doing([c.action], c.then), c.words, c.cost
        )
        for c in choices
    ]
    return Markup('<ul class="{}">{}</ul>').format(cls, joined(lines))


GAUGE: Final = 240  # the length of a gauge in its own drawing


def gauge(done: float, seat: int = -1) -> Markup:
    """How far something has come, as a line laid towards its end; in a seat's own line if one leads."""
    x = 6 + (GAUGE - 14) * max(0.0, min(1.0, done))
    bed = f'<path class="ties" d="M4 8H{GAUGE - 6}"/><path class="railline" d="M4 5.5H{GAUGE - 6}M4 10.5H{GAUGE - 6}"/>'
    stop = f'<path class="stop-end" d="M{GAUGE - 3} 1v14"/>'
    line = f'<path class="gone" d="M4 8H{x:.1f}"/>' if x > 7 else ""
    if seat >= 0:
        line = f'<g class="{seat_class(seat)}">{rails(f"M4 8H{x:.1f}")}</g>' if x > 7 else ""
        line = f"{line}{token(seat, x, 8, 6.4)}"
    return Markup(f'<svg class="gauge" viewBox="0 0 {GAUGE} 16" aria-hidden="true">{bed}{stop}{line}</svg>')


@dataclass(frozen=True)
class Gauge:
    """A line of gauges: icon, what it measures, the figure, how far it has come, and the seat that leads, if any."""

    icon: str
    words: str
    figure: str
    done: float
    seat: int = -1


def gauges(rows: Sequence[Gauge]) -> Markup:
    lines = [
        Markup("<li>{}<span>{}</span>{}<b>{}</b></li>").format(icon(r.icon), r.words, gauge(r.done, r.seat), r.figure)
        for r in rows
    ]
    return Markup('<ul class="gauges">{}</ul>').format(joined(lines))


def log_list(lines: Sequence[LogLine], cls: str = "log-list scroll", since: int = 0) -> Markup:
    """Decisions in the order given. The first line is a Tab stop; the arrow keys lead to the others.

    Of the newest first, those after decision `since` are parted from the others.
    """
    out = [line.item for line in lines]
    for i, line in enumerate(lines):
        if not i or line.n == since:
            out[i] = log_item(line, BEFORE if line.n == since else EMPTY, LATER if i else FIRST)
    return Markup("<ol{}>{}</ol>").format(attrs(cls=cls), joined(out))


def log_item(line: LogLine, mark: Markup, tab: Markup) -> Markup:
    return Markup("<li{}{}{}>{}</li>").format(mark, line.where, tab, line.told)


def third(words: str) -> str:
    """Words of an action in the third person, as the log has them: "draw 1 card" is "draws 1 card"."""
    verb, blank, rest = words.partition(" ")
    return f"{THIRD.get(verb, f'{verb}s')}{blank}{rest}"


def figure(drawn: Markup, words: str, cls: str = "cardfig") -> Markup:
    """A figure beside a clause, with what it shows in words."""
    return Markup('<figure class="{}">{}<figcaption>{}</figcaption></figure>').format(cls, drawn, words)


def label(words: str, aside: str = "", end: str = "") -> Markup:
    """The label of a zone, with an aside and something at its end."""
    out = Markup('<div class="label">{}').format(words)
    if aside:
        out += Markup(" <small>{}</small>").format(aside)
    if end:
        out += Markup(' <small class="end">{}</small>').format(end)
    return out + Markup("</div>")
