"""The ledger as a page: sections of clauses with their titles, sources, links and figures, and the cards of a game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import escape

import roundhouse
from roundhouse.bots.bot import Budget
from roundhouse.bots.greedy import GreedyBot
from roundhouse.core.components import Box
from roundhouse.core.game import Game
from roundhouse.core.ledger import BRIEF, Clause, Ledger, read_ledger
from roundhouse.core.words import capital, counted
from roundhouse.draw.cards import CardLook, Use, card, mini
from roundhouse.draw.marks import EMPTY, joined
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import SeatLook
from roundhouse.web.refusals import Refused
from roundhouse.web.render.games import face

DESCRIBED = re.compile(r"[^(]+ \(([^)]+)\)[.:] (.+)")  # a card's description: title, kind, what it costs and does
SEED, NAMES = "picture", ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")  # of the game that is shown on a rules page
DRAWN = re.compile(r' data-card="([^"]+)"')
NUMBER = re.compile(r"(?<![\w.])(\d{1,2}\.\d{1,2})(?!\d)")


class PageClause(Clause):
    """A clause, and what the page shows of it."""

    html: Markup = EMPTY
    why: Markup = EMPTY
    figure: Markup = EMPTY


@dataclass
class Chapter:
    title: str
    clauses: list[PageClause]


def read(game: str) -> Ledger:
    book = read_ledger(roundhouse.game(game))
    if book is None:
        raise Refused(404, f"There is no ledger of {game}.")
    return book


@lru_cache(8)
def brief(game: str) -> list[tuple[str, Markup]]:
    """The aim, the turn and the end in few words, each with its title; empty if the ledger does not have them."""
    return [(title, inline(text, {}, {})) for title, text in read(game).brief()]


@lru_cache(8)
def scene(game: str) -> Markup:
    """The table in the middle of a game that bots have played, the same every time, as everybody sees it."""
    playing, drawn = roundhouse.game(game), face(game)
    seats = playing.seats[0]
    state = playing.new(seats=seats, seed=SEED)
    bots = [GreedyBot(f"{SEED} {seat}", ahead=0, behind=0) for seat in range(seats)]
    for _ in range(drawn.shown[0]):
        if not state.over:
            state.apply(bots[state.seat].choose(state, state.seat, Budget()))
    looks = [SeatLook(name=name, kind="person", you=False) for name in NAMES[:seats]]
    return picture_of(drawn.regions(state.view(None), playing.box(None), looks, None, past=True)["board"])


def picture_of(html: Markup) -> Markup:
    """A drawing of a table without what the scripts of a table look for, and nothing that can be reached by keys."""
    return Markup(re.sub(r' (?:data-[a-z-]+|tabindex)="[^"]*"', "", html))


@lru_cache(8)
def sections(game: str) -> list[Chapter]:
    """The game's ledger by section."""
    titled = [s for s in read(game).sections if s.title and s.title != BRIEF]
    chapters = [Chapter(s.title, [PageClause(c.id, c.markdown) for c in s.clauses]) for s in titled]
    annotate([c for chapter in chapters for c in chapter.clauses], game)
    return chapters


# links and figures


def annotate(all: list[PageClause], game: str) -> None:
    """Give the clauses links to cards and to each other, and figures in their margin."""
    box = roundhouse.game(game).box(None)
    drawn = face(game)
    faces: dict[str, CardLook] = {look.title: look for look in drawn.card_faces(box).values()}
    known = {c.number: c.id for c in all}
    for c in all:
        c.html = inline(c.text, known, {t: look for t, look in faces.items() if look.for_sale and t not in c.cards})
        c.why = inline(c.reason, known, {})
        about = [faces[name] for name in c.cards if name in faces]
        c.figure = drawn.figures(box).get(c.id, EMPTY)
        if about:
            own = [drawn.picture(look, box) for look in about] if drawn.picture else []
            c.figure = figure(about, elsewhere(about, all), own)


def anchor(card: str) -> str:
    """Where a page shows the card of that id."""
    return f"card-{card.replace('_', '-')}"


def anchored(gallery: Markup) -> Markup:
    """A gallery in which every card can be pointed to, where it is drawn first."""
    seen: set[str] = set()

    def with_id(found: re.Match[str]) -> str:
        if found[1] in seen:
            return found[0]
        seen.add(found[1])
        return f' id="{anchor(found[1])}"{found[0]}'

    return Markup(DRAWN.sub(with_id, gallery))


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
    return Markup(names.sub(lambda m: f'<a class="cardlink" href="#{anchor(spelled[m[1]].id)}">{m[1]}</a>', safe))


def elsewhere(faces: list[CardLook], all: list[PageClause]) -> list[PageClause]:
    """The other clauses that name a card."""
    names = [look.title for look in faces if look.for_sale]
    return [c for c in all if any(re.search(rf"\b{re.escape(n)}\b", c.text) for n in names if n not in c.cards)]


def figure(faces: list[CardLook], named: list[PageClause], own: list[Markup]) -> Markup:
    """The cards a clause is about, drawn beside it, and where else they are named; `own` is how the game draws them."""
    several = len(faces) > 1
    drawn = own or [small(look) if several else card(look) for look in faces]
    cards = joined(
        [
            Markup('<div id="{}">{}</div>').format(anchor(look.id), picture)
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


@lru_cache(512)
def enlarged(game: str, id: str) -> Markup:
    """A card of the printed box."""
    return enlarged_of(game, roundhouse.game(game).box(None), id)


def enlarged_of(game: str, box: Box, id: str) -> Markup:
    """A card, its text in full, and the clauses that are about it or name it, as links to the rules."""
    found, drawn = roundhouse.game(game), face(game)
    look = drawn.card_faces(box).get(id)
    if look is None:
        raise Refused(404, f"{found.title} has no card {id[:40]!r}.")
    all = [c for chapter in sections(game) for c in chapter.clauses] if read_ledger(found) else []
    about = [c for c in all if look.title in c.cards]
    home = f"/rules/{game}#"
    link = Markup('<a href="{}{}" target="_blank">{}</a>')
    ways = joined(
        [
            Markup("<li>{} {}</li>").format(
                link.format(home, c.id, c.number), c.html.replace('href="#', f'href="{home}')
            )
            for c in about
        ]
    )
    named = Markup(", ").join(link.format(home, c.id, c.number) for c in elsewhere([look], all))
    told = DESCRIBED.fullmatch(found.card_text(id, box))
    kind, text = (told[1], told[2]) if told else (look.label, look.full_text)
    said = Markup('<h2 id="card-title">{}</h2><p class="kind">{}</p><p>{}</p>').format(
        look.title, capital(kind), capital(text)
    )
    if about:
        said += Markup('<ul class="clauses">{}</ul>').format(ways)
    if named:
        said += Markup('<p class="named">Named in {}.</p>').format(named)
    picture = drawn.picture(look, box) if drawn.picture else card(look)
    return Markup('<div class="picture">{}</div><div class="say">{}</div>').format(picture, said)


def cards(game: Game) -> list[str]:
    """Each card as a line of text made from its verbs."""
    table = game.box(None).tables.get("cards.csv")
    if table is None:
        return []
    return [game.card_text(table.text(i, "id")) for i in range(len(table.rows))]
