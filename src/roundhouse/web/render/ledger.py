"""The ledger as a page: sections of clauses with their titles, sources, links and figures, and the cards of a game."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from markupsafe import Markup, escape

import roundhouse
from roundhouse.core import registry
from roundhouse.core.game import Game
from roundhouse.core.words import counted
from roundhouse.draw.cards import CardLook, Use, card, mini
from roundhouse.draw.marks import EMPTY, joined
from roundhouse.web.refusals import Refused
from roundhouse.web.render.games import face

CLAUSE = re.compile(r"^- \*\*([a-z0-9_-]+-\d+\.\d+)\*\* (.*)$")
TITLE = re.compile(r"^\*([^*]+)\.\* (.*)$")
ABOUT = re.compile(r"^(\*[^*]+\*(?:, \*[^*]+\*)*)(?: \((\w+)\))?: (.*)$")  # a clause about cards names them first
SOURCE = re.compile(r"^(.*?)(?: \[([^\[\]]*)\])?$")
RULING = re.compile(r"^(.*?\S) \*Ruling\*(?::|,)? ?(.*)$")
NUMBER = re.compile(r"(?<![\w.])(\d{1,2}\.\d{1,2})(?!\d)")


@dataclass
class Clause:
    """One clause: `text` says it, `reason` why it was ruled so, `source` where it stands in the rulebook.

    `html`, `why` and `figure` are what the page shows of it.
    """

    id: str
    title: str
    text: str
    reason: str = ""
    source: str = ""
    ruling: bool = False
    cards: list[str] = field(default_factory=list)
    html: Markup = EMPTY
    why: Markup = EMPTY
    figure: Markup = EMPTY

    @property
    def number(self) -> str:
        return self.id.rpartition("-")[2]


@dataclass
class Section:
    title: str
    clauses: list[Clause] = field(default_factory=list)


@lru_cache(8)
def sections(game: str) -> list[Section]:
    """The game's ledger by section."""
    file = registry.ledger(roundhouse.game(game))
    if not file:
        raise Refused(404, f"There is no ledger of {game}.")
    return annotated(parsed(Path(file).read_text(encoding="utf-8")), game)


def parsed(text: str) -> list[Section]:
    """The sections and clauses as they stand in the file."""
    out: list[Section] = []
    for line in text.split("\n"):
        if line.startswith("## "):
            out.append(Section(line[3:]))
        elif found := CLAUSE.match(line):
            out[-1].clauses.append(clause(found[1], found[2]))
    return out


def clause(id: str, text: str) -> Clause:
    """A clause taken apart: title, what it says, ruling with its reason, source in brackets."""
    ruling = "ruling" in text.lower()
    sourced = SOURCE.match(text)
    assert sourced is not None
    text, source = sourced[1], (sourced[2] or "").replace("*", "").removeprefix("ruling")
    title, names, reason = "", [], ""
    if found := TITLE.match(text):
        title, text = found[1], found[2]
    elif found := ABOUT.match(text):
        names = re.findall(r"\*([^*]+)\*", found[1])
        title, text = ", ".join(names), capital(f"{found[2]}: {found[3]}" if found[2] else found[3])
    if found := RULING.match(text):
        text, reason = found[1], capital(found[2])
    return Clause(id, title, text, "" if reason == "." else reason, source, ruling, names)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# links and figures


def annotated(book: list[Section], game: str) -> list[Section]:
    """The clauses with links to cards and to each other, and with figures in their margin."""
    box = roundhouse.game(game).box(None)
    drawn = face(game)
    faces: dict[str, CardLook] = {look.title: look for look in drawn.card_faces(box).values()}
    all = [c for section in book for c in section.clauses]
    known = {c.number: c.id for c in all}
    linked = {title: look for title, look in faces.items() if look.for_sale}
    for c in all:
        c.html = inline(c.text, known, {t: look for t, look in linked.items() if t not in c.cards})
        c.why = inline(c.reason, known, {})
        about = [faces[name] for name in c.cards if name in faces]
        c.figure = drawn.figures(box).get(c.id, EMPTY)
        if about:
            own = [drawn.picture(look, box) for look in about] if drawn.picture else []
            c.figure = figure(about, elsewhere(about, all), own)
    return book


def anchor(look: CardLook) -> str:
    return f"card-{look.id.replace('_', '-')}"


def inline(text: str, known: dict[str, str], cards: dict[str, CardLook]) -> Markup:
    """Emphasis, code, and links to other clauses and to the cards a clause names; everything else escaped."""
    safe = str(escape(text))
    safe = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", safe)
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)
    safe = NUMBER.sub(lambda m: f'<a class="ref" href="#{known[m[1]]}">{m[1]}</a>' if m[1] in known else m[1], safe)
    if not cards:
        return Markup(safe)
    spelled = {str(escape(title)): look for title, look in cards.items()}
    names = re.compile(rf"\b({'|'.join(re.escape(t) for t in sorted(spelled, key=len, reverse=True))})\b(?![^<]*>)")
    return Markup(names.sub(lambda m: f'<a class="cardlink" href="#{anchor(spelled[m[1]])}">{m[1]}</a>', safe))


def elsewhere(faces: list[CardLook], all: list[Clause]) -> list[Clause]:
    """The other clauses that name a card."""
    names = [look.title for look in faces if look.for_sale]
    return [c for c in all if any(re.search(rf"\b{re.escape(n)}\b", c.text) for n in names if n not in c.cards)]


def figure(faces: list[CardLook], named: list[Clause], own: list[Markup]) -> Markup:
    """The cards a clause is about, drawn beside it, and where else they are named; `own` is how the game draws them."""
    several = len(faces) > 1
    drawn = own or [small(look) if several else card(look) for look in faces]
    cards = joined(
        [
            Markup('<div id="{}">{}</div>').format(anchor(look), picture)
            for look, picture in zip(faces, drawn, strict=True)
        ]
    )
    lasting = "Lasts until your turn ends." if faces[0].lasting and not own else ""
    refs = Markup(", ").join(Markup('<a href="#{}">{}</a>').format(c.id, c.number) for c in named)
    text = joined([lasting, Markup(" Named in {}.").format(refs) if named else ""])
    caption = Markup("<figcaption>{}</figcaption>").format(text) if text else ""
    return Markup('<figure class="cardfig own{}">{}{}</figure>').format(" several" if several else "", cards, caption)


def small(look: CardLook) -> Markup:
    return mini(look, Use(note=counted(look.points, "point") if look.points else ""))


def cards(game: Game) -> list[str]:
    """Each card as a line of text made from its verbs."""
    table = game.box(None).tables.get("cards.csv")
    if table is None:
        return []
    return [game.card_text(table.text(i, "id")) for i in range(len(table.rows))]
