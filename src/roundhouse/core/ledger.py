"""The ledger of a game's rules, clause by clause, as it stands in the Markdown beside them."""

from __future__ import annotations

import re
from typing import Final

from roundhouse.core.game import Game
from roundhouse.core.native import mypyc_attr
from roundhouse.core.registry import ledger
from roundhouse.core.words import capital

CLAUSE: Final = re.compile(r"^- \*\*([a-z0-9_-]+-\d+\.\d+)\*\* (.*)$")
TITLE: Final = re.compile(r"^\*([^*]+)\.\* (.*)$")
ABOUT: Final = re.compile(r"^(\*[^*]+\*(?:, \*[^*]+\*)*)(?: \((\w+)\))?: (.*)$")  # one about cards names them first
SOURCE: Final = re.compile(r"^(.*?)(?: \[([^\[\]]*)\])?$")
RULING: Final = re.compile(r"^(.*?\S) \*Ruling\*(?::|,)? ?(.*)$")
BRIEF: Final = "In short"  # the section that says the aim, the turn and the end in a hundred words
BROKEN: Final = re.compile(r"\n +(?=\S)")  # a line that goes on


@mypyc_attr(allow_interpreted_subclasses=True)
class Clause:
    """One clause: `text` says it, `reason` why it was ruled so, `source` where it stands in the rulebook.

    `markdown` is all of it, and `cards` names those it is about.
    """

    def __init__(self, id: str, markdown: str) -> None:
        self.id: str = id
        self.number: str = id.rpartition("-")[2]
        self.markdown: str = markdown
        self.ruling: bool = "ruling" in markdown.lower()
        self.title: str = ""
        self.reason: str = ""
        self.cards: list[str] = []
        sourced = SOURCE.match(markdown)
        assert sourced is not None
        text: str = sourced[1]
        self.source: str = (sourced[2] or "").replace("*", "").removeprefix("ruling")
        if found := TITLE.match(text):
            self.title, text = found[1], found[2]
        elif found := ABOUT.match(text):
            self.cards = re.findall(r"\*([^*]+)\*", found[1])
            self.title, text = ", ".join(self.cards), capital(f"{found[2]}: {found[3]}" if found[2] else found[3])
        if found := RULING.match(text):
            text, self.reason = found[1], capital(found[2]) if found[2] != "." else ""
        self.text: str = text


class Section:
    """A chapter of the ledger: its clauses, and what else stands there."""

    def __init__(self, title: str) -> None:
        self.title: str = title
        self.clauses: list[Clause] = []
        self.notes: list[str] = []


class Ledger:
    """The rules of a game; the first section has no title and holds what stands before all others."""

    def __init__(self, text: str) -> None:
        self.title: str = ""
        self.sections: list[Section] = [Section("")]
        for line in BROKEN.sub(" ", text).splitlines():
            if found := CLAUSE.match(line):
                self.sections[-1].clauses.append(Clause(found[1], found[2]))
            elif line.startswith("# "):
                self.title = line[2:].strip()
            elif line.startswith("## "):
                self.sections.append(Section(line[3:].strip()))
            elif line.strip():
                self.sections[-1].notes.append(line.strip())

    def brief(self) -> list[tuple[str, str]]:
        """The aim, the turn and the end in few words, each after its title; empty if the rules do not say them so."""
        notes = [note for section in self.sections if section.title == BRIEF for note in section.notes]
        return [(found[1], found[2]) for found in map(TITLE.match, notes) if found]

    def clauses(self) -> list[Clause]:
        return [clause for section in self.sections for clause in section.clauses]


def read_ledger(game: Game) -> Ledger | None:
    """The rules of a game, from the source tree or from the installed package; None if they are not there."""
    path = ledger(game)
    if not path:
        return None
    with open(path, encoding="utf-8") as file:
        return Ledger(file.read())
