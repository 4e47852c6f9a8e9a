"""What the terminal drawings of all games share: the room there is, the lamp, the table of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from rich.table import Table
from rich.text import Text

View = Mapping[str, Any]
Sign = tuple[str, str, str]  # a seat's letter, name and style

LAMP: Final = "bold #201400 on #f4ab1d"  # what may be chosen
LINE: Final = "#6b7f8c"


class Sheet(Protocol):
    """The room there is to draw in."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def ascii(self) -> bool: ...

    @property
    def tall(self) -> bool: ...


def results(view: View, seats: Sequence[Sign], heads: Sequence[str], rows: Sequence[Sequence[int]]) -> Table:
    """Where the points come from: a row a seat, the last figure being all of them."""
    ended = " and ".join(view["endings"])
    out = Table(title=f"Result: {ended}" if view["over"] else "Score so far", title_justify="left")
    out.add_column("seat")
    for head in (*heads, "points"):
        out.add_column(head, justify="right")
    for seat, (letter, name, style) in enumerate(seats):
        won = seat in view["winners"]
        out.add_row(
            Text.assemble((f" {letter} ", style), f" {name}", " wins" if won else ""),
            *[str(n) for n in rows[seat]],
            style="bold" if won else "",
        )
    return out
