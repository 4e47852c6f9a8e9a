"""Options and moves as lines of text."""

from __future__ import annotations

from rich.text import Text

from roundhouse.core.records import Line, Record
from roundhouse.core.state import State
from roundhouse.term.players import Sign

NUMBER = "bold #f4ab1d"


def options(state: State, width: int) -> Text:
    """The legal actions by number and in words, one paragraph for each kind of action."""
    groups: list[tuple[str, list[tuple[int, str]]]] = []
    kind = ""
    for number, action in enumerate(state.choices(), 1):
        block = state.space.block(action)
        title = block.form(action).partition("{}")[0].strip() if block.kind not in ("", "option") else ""
        if not groups or (block.name, title) != (kind, groups[-1][0]):
            groups.append((title, []))
        kind = block.name
        groups[-1][1].append((number, state.words(action)))
    out = Text()
    for title, items in merged(groups):
        paragraph(out, title, items, width)
    return out


def merged(groups: list[tuple[str, list[tuple[int, str]]]]) -> list[tuple[str, list[tuple[int, str]]]]:
    """The title stands for the words its entries begin with; entries that stand alone share one line."""
    out: list[tuple[str, list[tuple[int, str]]]] = []
    for title, items in groups:
        if title and len(items) > 1:
            out.append((title, [(number, words[len(title) + 1 :]) for number, words in items]))
        elif out and not out[-1][0]:
            out[-1][1].extend(items)
        else:
            out.append(("", list(items)))
    return out


def paragraph(out: Text, title: str, items: list[tuple[int, str]], width: int) -> None:
    """Numbered entries, never broken inside: in columns, unless those would run too long."""
    indent = 12 if title else 1
    widest = max(len(words) for _, words in items) + 6
    columns = max(1, (width - indent) // widest)
    aligned = columns < len(items) <= 8 * columns
    out.append(f" {title}".ljust(indent), style="bold")
    at = indent
    for i, (number, words) in enumerate(items):
        entry = f"{number:>3} {words}"
        if i and at + len(entry) > width:
            out.rstrip()
            out.append("\n" + " " * indent)
            at = indent
        room = widest if aligned else len(entry) + 1
        out.append(f"{number:>3}", style=NUMBER)
        out.append(f" {words}".ljust(room - 3))
        at += room
    out.rstrip()
    out.append("\n")


class Move:
    """What one seat did in a row."""

    def __init__(self, first: Line) -> None:
        self.seat = first.seat
        self.lines = [first]

    def text(self, seats: list[Sign], width: int = 0) -> Text:
        """The move in words; within a width, if one is given, a long one is told by its end."""
        letter, name, style = seats[self.seat]
        told = counted([line.words for line in self.lines])
        room = width - len(name) - 6
        if width and len(told) > room:
            told = "... " + told[len(told) - room + 4 :].partition(", ")[2]
        return Text.assemble((f" {letter} ", style), f" {name}: {told}")


def counted(words: list[str]) -> str:
    """A list in which the same thing said several times in a row is said once: `play Normal train x3`."""
    out: list[tuple[str, int]] = []
    for said in words:
        if out and out[-1][0] == said:
            out[-1] = (said, out[-1][1] + 1)
        else:
            out.append((said, 1))
    return ", ".join(said if n == 1 else f"{said} x{n}" for said, n in out)


def moves(lines: list[Line]) -> list[Move]:
    """Decisions grouped by who made them in a row."""
    out: list[Move] = []
    for line in lines:
        if out and out[-1].seat == line.seat:
            out[-1].lines.append(line)
        else:
            out.append(Move(line))
    return out


def last_moves(record: Record, most: int) -> list[Move]:
    """The latest moves, the newest last."""
    recent: list[Line] = []
    changes = 0
    for line in reversed(record.active_lines()):
        if recent and recent[-1].seat != line.seat:
            changes += 1
            if changes == most:
                break
        recent.append(line)
    return moves(recent[::-1])
