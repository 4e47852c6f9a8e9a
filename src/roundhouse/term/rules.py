"""The ledger of a game's rules, and how a clause or a card is found in it."""

from __future__ import annotations

import difflib
import re
from contextlib import suppress
from typing import Final

from rich.text import Text

import roundhouse
from roundhouse.core.actions import parts, squeeze
from roundhouse.core.components import Box
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.game import Game
from roundhouse.core.ledger import BRIEF, Clause, Ledger, Section, read_ledger

SHORT: Final = 4  # letters: a word that has fewer is taken as it is, a longer one without the s of several
MOST: Final = 6  # clauses that are shown because their text has a word


class NotInLedger(RoundhouseError):
    """No clause, section or card of that name; the sentence names what is near."""


def ledger(game: Game) -> Ledger:
    """The rules of a game, from the source tree or from the installed package."""
    book = read_ledger(game)
    if book is None:
        raise NotInLedger(f"The rules of {game.title} are not part of this installation.")
    return book


def lookup(game: Game, asked: str, box: Box | None = None) -> Text:
    """A clause (`4.2`, `trains-4.2`), a section (`4`), a card, or all that is called so (`loan`), ready to print."""
    book = ledger(game)
    wanted = asked.strip().lower()
    for clause in book.clauses():
        if wanted in (clause.id, clause.number):
            return clause_text(clause)
    for section in book.sections:
        if section.title and wanted.rstrip(".") == section.title.partition(".")[0].lower():
            return section_text(section)
    played = game.printed if box is None else box
    for i, (_, *titles) in enumerate(played.names()):
        if squeeze(asked) in map(squeeze, titles):
            return Text.assemble(card(played, i), *map(clause_text, about(book, played.names()[i])))
    found = called(book, played, asked)
    if found is not None:
        return found
    raise NotInLedger(unknown(game, book, asked))


def everywhere(asked: str) -> Text | None:
    """The same in the rules of all games, each under its title; None if none of them knows it."""
    out = Text()
    for game in map(roundhouse.game, roundhouse.games()):
        with suppress(NotInLedger):
            out.append(Text.assemble((f"{game.title}\n", "bold"), lookup(game, asked), "\n"))
    return out if out else None


def called(book: Ledger, box: Box, asked: str) -> Text | None:
    """The cards, sections and clauses in whose titles all the words begin some word, and where else they are named.

    If no title has them, the first clauses whose text does; None if there is no such clause either.
    """
    wanted = [word if len(word) < SHORT else word.removesuffix("s") for word in parts(asked)]
    if not any(c.isalpha() for c in asked):
        return None
    names = box.names()
    cards = [i for i in range(len(names)) if any(has(wanted, name) for name in names[i][1:])]
    cards = cards or [i for i in range(len(names)) if squeeze(asked) == squeeze(names[i][0])]
    sections = [section for section in book.sections if has(wanted, section.title)]
    inside = [clause for section in sections for clause in section.clauses]
    told = [clause for i in cards for clause in about(book, names[i])]
    mine = [clause for clause in book.clauses() if clause in told]
    titled = [c for c in book.clauses() if has(wanted, c.title) and c not in inside and c not in mine]
    rest = [c for c in book.clauses() if has(wanted, c.markdown) and c not in [*inside, *mine, *titled]]
    if not (cards or sections or titled):
        titled, rest = rest[:MOST], rest[MOST:]
    if not (cards or sections or titled):
        return None
    numbers = ", ".join(clause.number for clause in rest)
    return Text.assemble(
        *[card(box, i) for i in cards],
        *map(clause_text, mine),
        *map(section_text, sections),
        *map(clause_text, titled),
        f"Also in {numbers}.\n" if rest else "",
    )


def has(wanted: list[str], text: str) -> bool:
    """Whether each of the words begins some word of a text."""
    there = parts(text)
    return all(any(other.startswith(word) for other in there) for word in wanted)


def about(book: Ledger, names: list[str]) -> list[Clause]:
    """The clauses that speak of a card first."""
    called = set(map(squeeze, names))
    return [c for c in book.clauses() if not called.isdisjoint(map(squeeze, c.cards))]


def card(box: Box, i: int) -> Text:
    """A card's text, made from its verbs."""
    name, colon, rest = box.describe(i).partition(":")
    return Text.assemble((name + colon, "bold"), rest, "\n")


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
    gap = "\n" if section.title == BRIEF else " "
    notes = Text.assemble(inline(gap.join(section.notes)), "\n") if section.notes else ""
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
