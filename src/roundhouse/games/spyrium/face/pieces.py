"""The small pieces of Spyrium: workers, tokens, pips, and effects written in figures and marks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from roundhouse.core.verbs import Program
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, letter, outline
from roundhouse.draw.markup import Markup
from roundhouse.games.spyrium.box import SpyriumBox
from roundhouse.games.spyrium.cards import BUILT, CALLS, EVENTS, USES
from roundhouse.games.spyrium.verbs import Term, terms, trade, trades

HEADS: Final = {"a": (-4.0, 8.6), "b": (-4.0, 9.2), "c": (-2.6, 9.6), "d": (-4.0, 8.8), "e": (-4.0, 8.8)}
SHOULDERS: Final = '<path class="{}" d="M-10.5 19.5c0-9 3.5-13.5 10.5-13.5S10.5 10.5 10.5 19.5z"/>'
FOLD: Final = Markup(
    '<svg class="fold" viewBox="0 0 20 20" aria-hidden="true"><path class="gone" d="M-2-2H20L-2 20z"/>'
    '<path class="flap" d="M19.5.5V19.5H.5z"/></svg>'
)
ARROW: Final = icon("sp-arrow", cls="icon to")
MARKS: Final = {
    "worker": "worker", "gem": "sp-gem", "star": "star", "token": "sp-token", "residence": "residence",
    "place": "sp-place", "again": "sp-incline",
}  # fmt: skip
MANY: Final = 7  # more workers in one gap are counted by seat


def art(id: str, cls: str = "vig") -> Markup:
    """The vignette of a card."""
    return icon(f"art-{id.replace('_', '-')}", cls=cls)


@lru_cache(512, typed=True)
def man(seat: int, cls: str = "", label: str = "") -> Markup:
    """A worker: the seat's shape with its letter for a head, shoulders below."""
    name = letter(seat)
    y, r = HEADS[name]
    size, down = {"c": (9.0, 4.6), "d": (10.0, 3.8)}.get(name, (10.6, 3.8))
    spoken = attrs(role="img", aria_label=label) if label else attrs(aria_hidden="true")
    return Markup(
        f'<svg class="man seat-{name}{" " + cls if cls else ""}" viewBox="-14 -17 28 38.5"{spoken}>'
        f"{SHOULDERS.format('token-edge')}{outline(seat, 0, y, r, 'token-edge')}"
        f"{SHOULDERS.format('token')}{outline(seat, 0, y, r, 'token')}"
        f'<text class="token-letter" x="0" y="{y + down:.1f}" style="font-size:{size:g}px">{name.upper()}</text></svg>'
    )


def piece(drawn: Markup, name: str, cls: str = "w") -> Markup:
    """A drawing in a box of its own, so that it can travel."""
    return Markup("<span{}>{}</span>").format(attrs(cls=cls, data_piece=name), drawn)


@lru_cache(2048, typed=True)
def men(seat: int, n: int, where: str, cls: str = "") -> Markup:
    """So many workers of a seat in one place."""
    return joined([piece(man(seat, cls), f"man-{letter(seat)}-{where}-{i + 1}") for i in range(n)])


@lru_cache(64)
def pip(seat: int, state: str) -> Markup:
    """A worker as a small mark: ready, out or inactive."""
    down, r = (1.5, 9.0) if letter(seat) == "c" else (0.0, 8.4)
    r -= 0.6 * (state == "out")  # its outline is thicker
    struck = '<path class="pip-x" d="M-4 4 4-4"/>' if state == "spent" else ""
    return Markup(
        f'<svg class="pip seat-{letter(seat)} {state}" viewBox="-11 -11 22 22" aria-hidden="true">'
        f"{outline(seat, 0, down, r, 'pip-edge')}{outline(seat, 0, down, r, 'pip-body')}{struck}</svg>"
    )


@lru_cache(16)
def chip(n: int, lit: bool = False) -> Markup:
    """A token of value 1 to 3."""
    return Markup(
        f'<svg class="chip{" lit" if lit else ""}" viewBox="-12 -11 24 22" role="img" aria-label="token {n}">'
        '<polygon points="10.5,0 5.25,9.1 -5.25,9.1 -10.5,0 -5.25,-9.1 5.25,-9.1"/>'
        '<polygon class="in" points="8.3,0 4.15,7.2 -4.15,7.2 -8.3,0 -4.15,-7.2 4.15,-7.2"/>'
        f'<text y="4.8">{n}</text></svg>'
    )


@lru_cache(512)
def symbols(box: SpyriumBox, face: int) -> Markup:
    """The symbols of a building."""
    out = [
        Markup('<span class="mark" title="{} symbol">{}</span>').format(n.capitalize(), icon(n))
        for n in box.symbol_names(face)
    ]
    return Markup('<span class="marks">{}</span>').format(joined(out)) if out else EMPTY


# effects as figures and marks; the words are in the label


def figure(names: str) -> Markup:
    """Figures, and marks by their names."""
    drawn = [icon(MARKS[name]) if name in MARKS else Markup("<b>{}</b>").format(name) for name in names.split()]
    return Markup('<span class="q">{}</span>').format(joined(drawn))


def mark(term: Term) -> Markup:
    """One thing paid or gained."""
    drawn = Markup("<i>per</i>").join(figure(part) for part in term.figure.split(" per "))
    brief = term.brief()
    return drawn if brief == term.words() else drawn + Markup("<span>{}</span>").format(brief)


def marks(program: Program, paid: bool) -> Markup:
    """All that is paid, or gained."""
    return joined([mark(term) for term in terms(program) if term.paid == paid])


def option(program: Program, free: str = "free") -> Markup:
    """What is paid, an arrow, what is gained; `free` stands where nothing is paid."""
    paid, gained = marks(program, True), marks(program, False)
    if not paid and not free:
        return gained
    return (paid or Markup('<span class="q free">{}</span>').format(free)) + ARROW + gained


def line(options: Sequence[Markup], words: str, stack: bool) -> Markup:
    drawn = Markup('<i class="or">or</i>').join(Markup('<span class="opt">{}</span>').format(o) for o in options)
    return Markup("<span{}>{}</span>").format(
        attrs(cls="fx stack" if stack else "fx", role="img", aria_label=words), drawn
    )


def by_token(program: Program) -> list[str]:
    """The marks of what the token brings, besides its own."""
    return [name for t in terms(program) if t.by_token and not t.paid for name in t.figure.split() if name != "token"]


def when_built(id: str, token: int = 0) -> Markup:
    """What building it brings at once; with its token if that is known."""
    if id not in BUILT:
        return EMPTY
    gained = figure(f"+{token} {by_token(BUILT[id])[0]}") if token else marks(BUILT[id], False)
    return Markup('<span{}><span class="when">{}</span>{}</span>').format(
        attrs(cls="fx once", role="img", aria_label=f"When built: {trade(BUILT[id])}"),
        "when built" if token else "once",
        gained,
    )


@lru_cache(512)
def effect(id: str, stack: bool = False, token: int = 0) -> Markup:
    """All a card does, as lines of figures and marks."""
    out = when_built(id, token)
    if id in USES:
        out += line([option(p) for p in USES[id]], trades(USES[id]), stack)
    if id in CALLS:
        out += line([option(CALLS[id], "")], trade(CALLS[id]), stack)
    if id in EVENTS:
        gained = [figure(name) for p in EVENTS[id] for name in by_token(p)]
        either = [figure("token") + ARROW + Markup("<i>or</i>").join(gained)]
        out += line(either if gained else [option(p, "") for p in EVENTS[id]], trades(EVENTS[id]), stack)
    return out
