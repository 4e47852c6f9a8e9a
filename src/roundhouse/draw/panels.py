"""Panels of a table: the seats as a timetable, the choices in words, the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from markupsafe import Markup

from roundhouse.draw.marks import attrs, doing, icon, joined, letter, seat_icon

DASH: Final = Markup('<span class="dim">&#8211;</span>')


@dataclass(frozen=True)
class SeatLook:
    """Who sits there, as a viewer sees it."""

    name: str
    kind: str = "person"  # "person", "bot" or "open"
    you: bool = False
    away: bool = False


@dataclass(frozen=True)
class Cell:
    """A figure of the seats table; None is a dash."""

    value: int | None
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
    """A legal action in words."""

    action: int
    words: str
    cost: str = ""


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
        seat_icon(row.seat), row.look.name, row.note
    )
    cls = f"seat-{letter(row.seat)}{' turn' if row.turn else ''}"
    return Markup('<tr{}><th scope="row">{}</th>{}</tr>').format(attrs(cls=cls), who, cells)


def words_list(choices: Sequence[Choice]) -> Markup:
    """Every choice as a button that says what it does and what it costs."""
    lines = [
        Markup('<li><button type="button"{}><span>{}</span> <span><small>{}</small></span></button></li>').format(
            doing([c.action]), c.words, c.cost
        )
        for c in choices
    ]
    return Markup('<ul class="words-list scroll">{}</ul>').format(joined(lines))


def log_list(lines: Sequence[tuple[int, int, str, str]]) -> Markup:
    """Number of the decision, seat, name and what was done, in the order given; a seat of -1 is the table itself."""
    out = [
        Markup('<li data-n="{}">{}<b>{}</b> {}</li>').format(n, seat_icon(seat) if seat >= 0 else "", name, done)
        for n, seat, name, done in lines
    ]
    return Markup('<ol class="log-list scroll">{}</ol>').format(joined(out))


def label(words: str, aside: str = "", end: str = "") -> Markup:
    """The label of a zone, with an aside and something at its end."""
    out = Markup('<div class="label">{}').format(words)
    if aside:
        out += Markup(" <small>{}</small>").format(aside)
    if end:
        out += Markup(' <small class="end">{}</small>').format(end)
    return out + Markup("</div>")
