"""How the cards of Spyrium look, and the gallery that shows all of them with the pieces."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from roundhouse.core.words import counted, spoken
from roundhouse.draw.cards import CardLook
from roundhouse.draw.marks import EMPTY, attrs, icon, joined
from roundhouse.draw.markup import Markup
from roundhouse.games.spyrium.box import SpyriumBox, card_words
from roundhouse.games.spyrium.cards import CALLS, EVENTS, TECHNIQUES, USES
from roundhouse.games.spyrium.face.pieces import FOLD, art, chip, effect, man, pip
from roundhouse.games.spyrium.face.words import BRIEF, card_tip, worth_words
from roundhouse.games.spyrium.verbs import trades

FAMILIES: Final = {
    "mine": "rail", "workshop": "action", "factory": "action", "laboratory": "lab", "neighborhood": "station",
    "residence": "station", "university": "vp", "luxury": "home", "mansion": "home", "palace": "home",
}  # fmt: skip
KINDS: Final = {"technique": "train", "character": "person", "event": "event"}
LONG_NAME: Final = 20
GRID: Final = Markup(
    '<svg class="paper" aria-hidden="true"><rect width="100%" height="100%" fill="url(#sp-grid)"/></svg>'
)
CALLED: Final = {
    "miner": "Spyrium as on a token", "geologist": "Gain 2 Spyrium", "apprentice": "1 Spyrium for 3 points",
    "architect": "Pay a token, act on residences", "bureaucrat": "Points as on a token",
    "banker": "Pay a token for 4 points", "engineer": "1 Spyrium for 4 points", "adviser": "Gain 3 points",
    "financier": "Pay a token for 5 points",
}  # fmt: skip


@lru_cache(512)
def family(box: SpyriumBox, face: int) -> str:
    """The wash of a card."""
    return KINDS.get(box.kinds[face]) or FAMILIES.get(box.ids[face].partition("_")[0], "station")


def brief(box: SpyriumBox, face: int) -> str:
    """What a card does, as it fits on it."""
    id = box.ids[face]
    if id in TECHNIQUES:
        return BRIEF[id][0]
    if id in CALLS:
        return CALLED[id]
    if id in EVENTS or id in USES:
        return trades(EVENTS.get(id) or USES[id]).capitalize() + "."
    return card_words(id, box.cap) or f"No use: {counted(box.vps[face], 'point')} at the end."


def card_faces(box: SpyriumBox) -> dict[str, CardLook]:
    """Every card of the box as it is printed, by id."""
    return {
        id: CardLook(
            id=id,
            title=box.titles[i],
            cost=box.prices[i],
            value=box.vps[i],
            points=box.vps[i],
            family=family(box, i),
            icons=tuple(box.symbol_names(i)),
            text=brief(box, i),
            lasting=box.kinds[i] == "technique",
            label=box.kinds[i].capitalize(),
            art=id.replace("_", "-"),
            for_sale=box.kinds[i] != "event",
        )
        for i, id in enumerate(box.ids)
    }


@lru_cache(1024, typed=True)
def sheet(box: SpyriumBox, face: int, more: Markup = EMPTY) -> Markup:
    """The picture of a card on its wash."""
    grid = GRID if box.kinds[face] == "technique" else EMPTY
    return Markup('<span class="art">{}{}{}</span>').format(grid, art(box.ids[face]), more)


@lru_cache(1024, typed=True)
def name_of(box: SpyriumBox, face: int, more: Markup = EMPTY) -> Markup:
    title = box.titles[face]
    return Markup("<span{}>{}{}</span>").format(
        attrs(cls="name long" if len(title) > LONG_NAME else "name"), title, more
    )


def large(box: SpyriumBox, face: int) -> Markup:
    """A card as in the gallery."""
    kind, id = box.kinds[face], box.ids[face]
    cost = Markup('<span class="cost">{}</span>').format(box.prices[face])
    tip = card_tip(box, face)
    about = attrs(role="img", tabindex="0", aria_label=spoken(tip), data_tip=tip, data_card=id)
    if kind == "event":
        return Markup('<div class="card sp-event g-event"{}>{}{}{}{}</div>').format(
            about, Markup('<span class="when">Event</span>'), sheet(box, face), name_of(box, face), effect(id, True)
        )
    if kind == "technique":
        return Markup('<div class="card g-card sp-tech c-train"{}>{}{}{}{}{}{}</div>').format(
            about, FOLD, cost, sheet(box, face), name_of(box, face),
            Markup('<span class="text">{}</span>').format(BRIEF[id][0]),
            Markup('<span class="foot">End: {}</span>').format(worth_words(box, id)),
        )  # fmt: skip
    if kind == "character":
        return Markup(
            '<div class="card g-card g-person c-person"{}>{}<span class="art">{}</span>{}'
            '<span class="text">{}</span>{}</div>'
        ).format(about, cost, art(id, "cameo"), name_of(box, face), CALLED[id], effect(id))
    marks = [Markup("<span>{}{}</span>").format(icon(s), s.capitalize()) for s in box.symbol_names(face)]
    text = effect(id, True) or Markup('<span class="text">{}</span>').format(brief(box, face))
    return Markup(
        '<div class="card g-card c-{}"{}><span class="value">{}</span>{}{}{}{}<span class="foot">{}</span></div>'
    ).format(family(box, face), about, box.vps[face], cost, sheet(box, face), name_of(box, face), text, joined(marks))


def picture(look: CardLook, box: SpyriumBox) -> Markup:
    """A card beside a clause of the rules."""
    return large(box, box.ids.index(look.id))


GROUPS: Final = (
    ("building", "Buildings", "a coin with the points at the end; the wash is the symbol"),
    ("character", "Characters", "calling cards with a cut silhouette; they stay in the market"),
    ("technique", "Techniques", "patent drawings with a folded corner, one of each"),
    ("event", "Events", "handbills, six of them in a game"),
)


def gallery(box: SpyriumBox) -> Markup:
    """Every card, and the pieces."""
    out: list[Markup] = []
    for kind, title, words in GROUPS:
        row = [large(box, i) for i in range(len(box.ids)) if box.kinds[i] == kind]
        out.append(
            Markup('<section><h2>{} <small>{} faces: {}</small></h2><div class="row">{}</div></section>').format(
                title, len(row), words, joined(row)
            )
        )
    return Markup('<div class="sp-gallery">{}{}</div>').format(joined(out), pieces())


def gap_of(seats: str) -> Markup:
    drawn = joined([man("abcde".index(s)) for s in seats])
    return Markup('<div class="sp-gap v n{}"><span class="men">{}</span></div>').format(len(seats), drawn)


def upright_and_used() -> Markup:
    """A building before and after its use."""
    tile = Markup('<div class="tile c-rail{}"><span class="t-art">{}</span><span class="t-n">Mine II</span>{}</div>')
    return tile.format("", art("mine_2"), "") + tile.format(" inc", art("mine_2"), man(0))


def pieces() -> Markup:
    """What the pieces and their states look like."""
    several = joined([Markup("{}<b>\u00d7{}</b>").format(man(s), n) for s, n in ((0, 3), (1, 2), (2, 4), (4, 3))])
    pips = joined([pip(1, s) for s in ("ready", "ready", "out", "out", "spent")])
    crowd = Markup('<div class="sp-gap v many"><span class="men">{}</span></div>').format(several)
    rows = [
        ("Workers of five seats", joined([man(s) for s in range(5)])),
        ("Seven in one gap", gap_of("abcdeab")),
        ("More: counted by seat", crowd),
        ("Lifted, inactive", man(0, "picked") + man(0, "down") + man(3, "down")),
        ("Ready, out, inactive", pips),
        ("Tokens, a lit one", chip(1) + chip(2) + chip(3) + chip(2, True)),
        ("Upright, used", upright_and_used()),
    ]
    lines = [Markup("<dt>{}</dt><dd>{}</dd>").format(words, drawn) for words, drawn in rows]
    return Markup(
        '<section class="pieces" id="boards"><h2>Pieces <small>shape, letter and colour, never colour alone'
        '</small></h2><dl class="panel">{}</dl></section>'
    ).format(joined(lines))
