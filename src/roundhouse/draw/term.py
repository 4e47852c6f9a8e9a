"""What the terminal drawings of all games share: the lamp, options by number, a map of hexes, tables of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.console import OverflowMethod, RenderableType
from rich.table import Column, Table
from rich.text import Text

View = Mapping[str, Any]
Sign = tuple[str, str, str]  # a seat's letter, name and style

LAMP: Final = "bold #201400 on #f4ab1d"  # what may be chosen
LINE: Final = "#6b7f8c"
WAY: Final = "bold #06192a on #92cdf3"  # where something goes
TALL: Final = 38  # lines of a terminal


@dataclass(frozen=True)
class Sheet:
    """The room there is to draw in."""

    width: int
    height: int
    ascii: bool

    @property
    def tall(self) -> bool:
        """Whether everything fits at once; otherwise only what is asked about is drawn."""
        return self.height >= TALL


def signs(pairs: Mapping[str, tuple[str, str]], sheet: Sheet) -> dict[str, str]:
    """The characters of a map by name: of each pair the second for terminals without Unicode."""
    return {name: pair[sheet.ascii] for name, pair in pairs.items()}


def numbers(view: View, *blocks: str) -> dict[int, int]:
    """The number of the option with each thing, in these blocks; of several the first."""
    out: dict[int, int] = {}
    for n, action in enumerate(view.get("actions", []), 1):
        if action["block"] in blocks:
            out.setdefault(action["thing"], n)
    return out


def lowest(offers: Iterable[View]) -> dict[int, int]:
    """The lowest price that is offered at each hex."""
    out: dict[int, int] = {}
    for offer in offers:
        out[offer["hex"]] = min(offer["price"], out.get(offer["hex"], offer["price"]))
    return out


def beside(left: RenderableType, right: RenderableType, width: int) -> Table:
    """Two panels side by side; the left one is so wide."""
    out = Table.grid(Column(width=width), padding=(0, 2, 0, 0))
    out.add_row(left, right)
    return out


def facts(*rows: tuple[str, str]) -> Text:
    """A line a fact: what it is, and what is to be known of it."""
    return Text("\n").join([Text.assemble((head, "bold"), text) for head, text in rows])


class HexMap:
    """A map in offset rows. A hex is `step` columns wide with its left side; each of `parts` makes one line of it."""

    parts: Sequence[Callable[[int], Text]] = ()

    def __init__(
        self, row_of: Sequence[int], step: int, sheet: Sheet, seats: Sequence[Sign], col_of: Sequence[int] = ()
    ) -> None:
        self.row_of, self.col_of = row_of, col_of
        self.rows = [[h for h, r in enumerate(row_of) if r == row] for row in sorted(set(row_of))]
        self.step = step
        self.wide = step - 1
        self.side = "|" if sheet.ascii else "│"
        self.seats = seats

    def x(self, h: int) -> int:
        """Where the left side of a hex stands: odd rows are shifted to the right."""
        return self.col_of[h] * self.step + (self.step // 2 if self.row_of[h] % 2 else 0)

    def edge(self, h: int) -> tuple[str, str]:
        """The left side of a hex, and its style."""
        return self.side, LINE

    def margin(self, h: int, line: int) -> Text:
        """What stands before a line of a row that begins with a hex."""
        return Text()

    def rule(self, out: Text, row: int) -> None:
        """Draw what stands above a row, and below the last."""

    def draw(self) -> Text:
        out = Text(no_wrap=True)
        for row, hexes in enumerate(self.rows):
            self.rule(out, row)
            for line, part in enumerate(self.parts):
                out.append_text(self.margin(hexes[0], line)).append(" " * self.x(hexes[0]))
                for h in hexes:
                    out.append(*self.edge(h)).append_text(part(h))
                out.append(self.side + "\n", LINE)
        self.rule(out, len(self.rows))
        out.rstrip()
        return out

    def cell(self, style: str, left: Text, right: Text) -> Text:
        """A line of a hex: a text at either end, the left one cut where there is no room, on the ground's style."""
        left.truncate(self.wide - len(right))
        gap = " " * (self.wide - len(left) - len(right))
        return Text().append_text(left).append(gap, style).append_text(right)

    def markers(self, pieces: Iterable[tuple[int, str]]) -> Text:
        """Pieces of seats, a letter each."""
        return Text.assemble(*[(letter, self.seats[seat][2]) for seat, letter in pieces])


def seats_table(
    view: View,
    seats: Sequence[Sign],
    head: str,
    figures: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    texts: Sequence[str] = (),
    turn: int | None = None,
    notes: Sequence[str] = (),
    letters: int = 14,
    overflow: OverflowMethod = "ellipsis",
    wrap: bool = False,
) -> Table:
    """A line a seat, columns of figures and then of texts, which may `wrap`; `>` marks the turn, the viewer is bold."""
    columns = [
        Column(head, no_wrap=True, overflow=overflow),
        *[Column(title, justify="right", no_wrap=True, overflow=overflow) for title in figures],
        *[Column(title, no_wrap=not wrap, overflow=overflow) for title in texts],
    ]
    out = Table(*columns, box=None, padding=(0, 1, 0, 0), header_style="dim", show_edge=False)
    deciding = view["seat"] if turn is None else turn
    for seat, ((letter, name, style), cells) in enumerate(zip(seats, rows, strict=True)):
        mark = ">" if seat == deciding and not view["over"] else " "
        note = Text(f" {notes[seat]}", "dim") if notes else Text()
        out.add_row(
            Text.assemble(mark, (f" {letter} ", style), f" {name[:letters]}", note),
            *[cell if isinstance(cell, Text) else str(cell) for cell in cells],
            style="bold" if seat == view["viewer"] else "",
        )
    return out


def each(view: View, key: str) -> list[int]:
    """A figure of every seat."""
    return [p[key] for p in view["players"]]


def results(view: View, seats: Sequence[Sign], scores: Sequence[int], sources: Mapping[str, Sequence[int]]) -> Table:
    """Where the points come from, by source and seat, and all of them."""
    title = f"Result: {' and '.join(view['endings'])}" if view["over"] else "Score so far"
    figures = [Column(head, justify="right") for head in (*sources, "points")]
    out = Table("seat", *figures, title=title, title_justify="left")
    for seat, (letter, name, style) in enumerate(seats):
        won = seat in view["winners"]
        out.add_row(
            Text.assemble((f" {letter} ", style), f" {name}", " wins" if won else ""),
            *[str(points[seat]) for points in (*sources.values(), scores)],
            style="bold" if won else "",
        )
    return out
