"""Options and moves as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from rich.text import Text

from roundhouse.core import views
from roundhouse.core.actions import begins, parts
from roundhouse.core.records import Line, Record
from roundhouse.core.state import State
from roundhouse.draw.face import Action, Shortcut, View, Words, came_of
from roundhouse.draw.term import Sign

NUMBER = "bold #f4ab1d"

Paragraph = tuple[str, list[tuple[int, str]]]  # a title, and the options below it by number and in words


NEXT: Final = " / "  # between the decisions of a move
SHORTCUT: Final = "shortcut"  # the block of an entry that stands for several decisions


def listed(view: View, box: object, says: Words | None) -> list[Action]:
    """What may be chosen, in the order of the numbers: shortcuts first, what refuses last."""
    if says is None:
        return list(view["actions"])
    plain = sorted(view["actions"], key=lambda action: says.refuses(view, box, action))
    return [*[entry(way) for way in says.shortcuts(view, box)], *plain]


def entry(way: Shortcut) -> Action:
    """A shortcut among the actions: no thing on the table is its."""
    words = f"{way.words}: {way.price}" if way.price else way.words
    return {
        "action": -1, "words": words, "block": SHORTCUT, "place": "", "thing": -1, "form": 0, "price": {},
        "short": way.words, "actions": list(way.actions),
    }  # fmt: skip


def meant(option: Action) -> list[int]:
    """The decisions that an entry of the list stands for."""
    return option["actions"] if option["block"] == SHORTCUT else [option["action"]]


def typed_shortcut(options: Sequence[Action], line: str) -> list[int]:
    """The decisions of the shortcut whose words a line begins, if those of no action begin so."""
    found = [option for option in options if begins(parts(line), parts(option.get("short") or option["words"]))]
    return meant(found[0]) if parts(line) and len(found) == 1 and found[0]["block"] == SHORTCUT else []


def priced(offered: Sequence[Action], view: View, box: object, says: Words | None) -> list[Action]:
    """The same with what each costs or brings behind its words."""
    if says is None:
        return list(offered)
    prices = ["" if a["block"] == SHORTCUT else says.price(view, box, a) for a in offered]
    return [{**a, "words": f"{a['words']} ({price})"} if price else a for a, price in zip(offered, prices, strict=True)]


def options(state: State, offered: Sequence[Action], width: int) -> Text:
    """What may be chosen by number and in words, one paragraph for each kind of action."""
    groups = groupby(enumerate(offered, 1), lambda option: heading(state, option[1]))
    out = Text()
    for title, items in merged([(title, [(n, a["words"]) for n, a in group]) for (_, title), group in groups]):
        paragraph(out, title, items, width)
    return out


def heading(state: State, option: Action) -> tuple[str, str]:
    """The block of an entry, and the words with which all of the block begin."""
    if option["block"] == SHORTCUT:
        return SHORTCUT, ""
    block = state.space.block(option["action"])
    form = block.form(option["action"])
    return block.name, form.partition("{}")[0].strip() if block.kind not in ("", "option") else ""


def merged(groups: list[Paragraph]) -> list[Paragraph]:
    """The title stands for the words its entries begin with; entries that stand alone share one line."""
    out: list[Paragraph] = []
    for title, items in groups:
        if title and len(items) > 1:
            out.append((title, [(number, words[len(title) + 1 :]) for number, words in items]))
        elif out and not out[-1][0]:
            out[-1][1].extend(items)
        else:
            out.append(("", items))
    return out


def paragraph(out: Text, title: str, items: list[tuple[int, str]], width: int) -> None:
    """Numbered entries, never broken inside: in columns, unless those would run too long."""
    indent = 12 if title else 1
    widest = max(len(words) for _, words in items) + 6
    columns = max(1, (width - indent) // widest)
    aligned = columns < len(items) <= 8 * columns
    out.append(f" {title}".ljust(indent), style="bold")
    at = max(indent, len(title) + 1)
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


class Outcomes:
    """What came of the decisions of a record, by their numbers, for a game that says it; of a loaded one, the last."""

    def __init__(self, record: Record, most: int) -> None:
        self.came = came_of(record.game)
        self.words: dict[int, str] = {}
        lines = record.active_lines() if self.came else []
        known = max(0, len(lines) - most)
        s = record.replayed(lines[:known])
        for line in lines[known:]:
            before = s.view(None)
            record.repeat(s, line, record.rules_version == record.game.rules_version)
            self.note(record, line, before, s.view(None))

    def note(self, record: Record, line: Line, before: View, after: View) -> None:
        if self.came is not None:
            action = views.action(record.game.space, line.now, line.words)
            self.words[line.n] = self.came(action, line.seat, before, after, record.box)


@dataclass(frozen=True)
class Move:
    """What one seat did in a row."""

    seat: int
    lines: list[Line]

    def text(self, seats: list[Sign], outcomes: Outcomes, width: int = 0) -> Text:
        """The move in words; within a width, if one is given, a long one is cut to its end."""
        letter, name, style = seats[self.seat]
        words = repeated([line.words + outcomes.words.get(line.n, "") for line in self.lines])
        room = width - len(name) - 6
        if width and len(words) > room:
            words = "... " + words[len(words) - room + 4 :].partition(NEXT)[2]
        return Text.assemble((f" {letter} ", style), f" {name}: {words}")


def repeated(words: list[str]) -> str:
    """A list in which the same words several times in a row stand once: `play Normal train, +1 coin x3`."""
    runs = [(same, len(list(run))) for same, run in groupby(words)]
    return NEXT.join(same if n == 1 else f"{same} x{n}" for same, n in runs)


def moves(lines: list[Line]) -> list[Move]:
    """Decisions grouped by who made them in a row."""
    return [Move(seat, list(own)) for seat, own in groupby(lines, lambda line: line.seat)]


def last_moves(record: Record, most: int) -> list[Move]:
    """The latest moves, the newest last."""
    return moves(record.active_lines())[-most:]
