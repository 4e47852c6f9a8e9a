"""Reading a record: what it says of itself, its moves, and the table at any point of it."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

from roundhouse.core.errors import BadRecord
from roundhouse.core.records import Record, load
from roundhouse.core.state import State
from roundhouse.core.words import counted, of_another
from roundhouse.term import words
from roundhouse.term.faces import face, say, sheet
from roundhouse.term.players import signs
from roundhouse.term.table import verdict


def opened(path: str) -> Record:
    """The record in a file, replayed and verified; BadRecord if it is none."""
    try:
        return load(path)
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError):
        raise BadRecord(f"{path} is not a record that can be read: its lines are not as they should be.") from None


def after(record: Record, n: int) -> State:
    """The state once decision n was made."""
    if not 0 <= n <= len(record.lines):
        raise BadRecord(f"The record has no decision {n}; --at takes 0 to {len(record.lines)}.")
    return record.replayed(record.lines[:n])


def facts(record: Record) -> Text:
    """The header in words."""
    game = record.game
    undone = sum(1 for line in record.lines if line.back)
    options = ", ".join(f"{name} {spelled(value)}" for name, value in record.options.items())
    version = f"rules version {record.rules_version}"
    if record.rules_version != game.rules_version:
        version += f" (now {game.rules_version}; replayed on its recorded outcomes)"
    rows = [
        ("game", f"{game.title}, {version}"),
        ("seats", ", ".join(f"{letter} {name}" for letter, name, _ in signs(record.names))),
        ("options", options or "none"),
        ("seed", str(record.seed)),
        ("box", record.box.hash + (f", edited: {', '.join(record.box.edits)}" if record.box.edits else ", as printed")),
        ("record", f"{counted(len(record.active_lines()), 'decision')}, {undone} undone, verified"),
    ]
    return Text("\n").join([Text.assemble((f"{key:8} ", "bold"), value) for key, value in rows])


def spelled(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return " + ".join(str(v) for v in value) if isinstance(value, list) else str(value)


class Reader:
    """Shows a record."""

    def __init__(self, record: Record, console: Console) -> None:
        self.record = record
        self.console = console
        self.face = face(record.game)
        self.seats = signs(record.names)

    def read(self, at: int | None, step: bool) -> None:
        """Facts, moves and the table after decision `at`, or at the end; stepwise with a table a turn."""
        end = len(self.record.lines) if at is None else at
        s = after(self.record, end)
        say(self.console, facts(self.record), "")
        turns = words.moves(self.record.active_lines(end))
        outcomes = words.Outcomes(self.record, len(self.record.lines))
        for n, move in enumerate(turns, 1):
            say(self.console, Text.assemble(f"{n:>4} ", move.text(self.seats, outcomes)))
            if step and n < len(turns):
                self.table(after(self.record, move.lines[-1].n))
                step = self.turn_page()
        say(self.console, "")
        self.table(s)
        self.console.print(self.face.result(s.view(None), self.seats, s.scores()))
        say(self.console, self.ending(s, end))

    def table(self, s: State) -> None:
        """Open cards once the game was played to its end, else what a spectator sees."""
        viewer = s.seat if self.record.state.over and not s.over else None
        view = {key: value for key, value in s.view(viewer).items() if key != "actions"}
        self.console.print(self.face.table(view, self.record.box, self.seats, [], sheet(self.console), True))

    def turn_page(self) -> bool:
        """Wait for Enter; whether to go on stepping."""
        self.console.print("Enter: next turn; q: to the end. ", end="")
        line = sys.stdin.readline()
        if not line or not sys.stdin.isatty():
            self.console.print()
        return bool(line) and line.strip().lower() not in ("q", "quit")

    def ending(self, s: State, n: int) -> str:
        if s.over:
            return verdict(s, self.seats)
        letter, name, _ = self.seats[s.seat]
        return f"After decision {n} {letter} {name} is to decide: {of_another(s.prompt())}."
