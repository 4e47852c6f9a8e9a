"""The ledger of a game's rules, and how a clause or a card is found in it."""

from __future__ import annotations

import difflib
import re

from rich.text import Text

from roundhouse.core.actions import squeeze
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.ledger import Clause, Ledger, Section, read_ledger


class NotInLedger(RoundhouseError):
    """No clause, section or card of that name; the sentence names what is near."""


def ledger(game: Game) -> Ledger:
    """The rules of a game, from the source tree or from the installed package."""
    book = read_ledger(game)
    if book is None:
        raise NotInLedger(f"The rules of {game.title} are not part of this installation.")
    return book


def lookup(game: Game, asked: str) -> Text:
    """A clause (`4.2`, `trains-4.2`), a section (`4`) or a card, ready to print."""
    book = ledger(game)
    wanted = asked.strip().lower()
    for clause in book.clauses():
        if wanted in (clause.id, clause.number):
            return clause_text(clause)
    for section in book.sections:
        if section.title and wanted.rstrip(".") == section.title.partition(".")[0]:
            return section_text(section)
    text = game.card_text(asked)
    if text:
        return card(game, book, text)
    raise NotInLedger(unknown(game, book, asked))


def card(game: Game, book: Ledger, text: str) -> Text:
    """A card's text, made from its verbs, and the clauses that speak of it first."""
    name, colon, rest = text.partition(":")
    about = [clause for clause in book.clauses() if any(game.card_text(other) == text for other in clause.cards)]
    return Text.assemble((name + colon, "bold"), rest, "\n", *map(clause_text, about))


def unknown(game: Game, book: Ledger, asked: str) -> str:
    names = [name for clause in book.clauses() for name in clause.cards if game.card_text(name)]
    numbers = [clause.number for clause in book.clauses()]
    asked = asked.strip()
    short = asked.lower().removeprefix(f"{game.id}-")
    near = [name for name in names if squeeze(asked) and squeeze(asked) in squeeze(name)]
    near += difflib.get_close_matches(short, numbers, 3, 0.7) if any(c.isdigit() for c in short) else []
    lower = {name.lower(): name for name in names}
    near += [lower[n] for n in difflib.get_close_matches(short, list(lower), 3, 0.5)]
    near = list(dict.fromkeys(near))[:5]
    hint = f"near it: {', '.join(near)}" if near else f"clauses run from {numbers[0]} to {numbers[-1]}"
    return f"{game.title} has no clause and no card {asked!r}; {hint}."


def whole(game: Game) -> Text:
    """The ledger from the first clause to the last."""
    book = ledger(game)
    out = Text(book.title + "\n", style="bold")
    for section in book.sections:
        out.append_text(section_text(section))
    return out


def section_text(section: Section) -> Text:
    title = Text.assemble((section.title, "bold"), "\n") if section.title else ""
    notes = Text.assemble(inline(" ".join(section.notes)), "\n") if section.notes else ""
    return Text.assemble("\n", title, notes, *map(clause_text, section.clauses))


def clause_text(clause: Clause) -> Text:
    return Text.assemble((clause.id, "bold #f4ab1d"), "  ", inline(clause.markdown), "\n")


def inline(markdown: str) -> Text:
    """Emphasis and code as styles, without their marks."""
    out = Text()
    for part in re.split(r"(\*[^*]+\*|`[^`]+`)", markdown):
        if len(part) > 2 and part[0] in "*`" and part[-1] == part[0]:
            out.append(part[1:-1], style="italic" if part[0] == "*" else "bold")
        else:
            out.append(part)
    return out
