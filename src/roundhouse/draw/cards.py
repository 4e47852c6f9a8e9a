"""Cards in three sizes: the full card, the mini card and the ticket of a pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from textwrap import wrap
from typing import Any, Final

from markupsafe import escape

from roundhouse.core.words import counted
from roundhouse.draw.marks import attrs, doing, icon, joined, shell
from roundhouse.draw.markup import Markup
from roundhouse.draw.remembered import remembered

NAME_WIDTH: Final = 13  # letters in a line of a card's name,
TEXT_WIDTH: Final = 18  # and of its text
CARD_LINES: Final = 5  # of which a card has room for so many in all
WORD_LETTERS: Final = 11  # about as many fit beside each other on a mini card and a ticket


@dataclass(frozen=True)
class CardLook:
    """What is printed on a card."""

    id: str
    title: str
    cost: int
    value: int
    points: int
    family: str
    icons: tuple[str, ...]
    text: str
    lasting: bool
    label: str = ""
    art: str = ""
    for_sale: bool = True

    @property
    def full_text(self) -> str:
        """The text, or what a card without an effect is for."""
        if self.points:
            return f"{counted(self.points, 'point')} at the end. {self.text}".strip()
        if self.text:
            return self.text
        return f"Pays {counted(self.value, 'coin')}." if self.value else ""


@dataclass(frozen=True)
class Use:
    """How a card stands on the table: what can be done with it, and what is said of it."""

    actions: Sequence[int] = field(default=())
    tip: str = ""
    piece: str = ""
    times: int = 1
    note: str = ""
    working: bool = False
    then: Sequence[int] = field(default=())  # what a click decides besides
    where: str = ""  # where it lies, if not where all around it do

    @property
    def values(self) -> tuple[object, ...]:
        """All of it, as it was made."""
        return (
            list(self.actions), self.tip, self.piece, self.times, self.note, self.working, list(self.then), self.where,
        )  # fmt: skip


IDLE: Final = Use()


def classes(*names: str) -> str:
    return " ".join(n for n in names if n)


def marked(card: str, many: int = 1, where: str = "") -> Markup:
    """The attributes of what is drawn of a card of the box: a page can enlarge it and say where and how many lie."""
    return attrs(data_card=card, data_many=many if many != 1 else "", data_where=where)


def on_table(use: Use, cls: str, label: str, inner: str, role: str = "img", card: str = "") -> Markup:
    """A card as it stands on the table: a button if there is something to do, else a thing to look at."""
    legal = bool(use.actions)
    return shell(
        "button" if legal else "div",
        doing(use.actions, use.then) + (marked(card, use.times, use.where) if card else Markup("")),
        inner,
        cls=classes(cls, "legal" if legal else ""),
        role="" if legal else role,
        tabindex="" if legal else "0",
        aria_label=label,
        data_tip=use.tip,
        data_piece=use.piece,
    )


def vignette(look: CardLook) -> Markup:
    return Markup('<span class="art">{}</span>').format(icon(f"art-{look.art or look.id}", cls="vig"))


def marks(look: CardLook) -> Markup:
    """The icons at a card's foot, with the clock of a lasting effect."""
    return joined([icon(i) for i in look.icons] + ([icon("perpetual")] if look.lasting else []))


def times(use: Use) -> Markup:
    return Markup('<span class="times">&#215;{}</span>').format(use.times) if use.times > 1 else Markup("")


def caption(look: CardLook, use: Use) -> str:
    """The card in words."""
    many = f", {use.times} of them" if use.times > 1 else ""
    note = f", {use.note}" if use.note else ""
    return f"{look.title}{many}{note}. {look.full_text}"


def size_of(name: str) -> str:
    """How small a name must be set where there is little room, by its longest word."""
    longest = max(len(word) for word in name.replace("-", "- ").split())
    return "longest" if longest > WORD_LETTERS + 1 else "long" if longest > WORD_LETTERS - 1 else ""


def lines(look: CardLook) -> int:
    """How many lines name and text take on a full card, about."""
    return len(wrap(look.title, NAME_WIDTH)) + len(wrap(look.full_text, TEXT_WIDTH))


def card(look: CardLook, use: Use = IDLE) -> Markup:
    """A full card, as in the own hand."""
    return card_of(look, *use.values)


@remembered
def card_of(look: CardLook, *values: Any) -> Markup:
    use = Use(*values)
    small = ' style="font-size:.65rem;line-height:1.2"' if lines(look) > CARD_LINES else ""
    inner = Markup(
        '<span class="value" title="pays {value}">{value}</span><span class="cost" title="costs {cost}">{cost}</span>'
        '{art}<span class="name">{title}</span><span class="text"{small}>{text}</span>'
        '<span class="foot">{icons}{label}{times}</span>'
    ).format(
        value=look.value, cost=look.cost, art=vignette(look), title=look.title,
        small=Markup(small), text=look.full_text, icons=marks(look), label=look.label, times=times(use),
    )  # fmt: skip
    plain = "" if look.text else "plain"
    tall = "tall" if plain and len(wrap(look.title, NAME_WIDTH)) > 1 else ""
    return on_table(use, classes("card", f"c-{look.family}", plain, tall), caption(look, use), inner, card=look.id)


def mini(look: CardLook, use: Use = IDLE) -> Markup:
    """A small card without its text, as in play."""
    return mini_of(look, *use.values)


@remembered
def mini_of(look: CardLook, *values: Any) -> Markup:
    use = Use(*values)
    note = "now" if use.working and not use.note else use.note
    inner = Markup(
        '<span class="value">{}</span>{}<span class="name">{}</span><span class="foot">{}{}{}</span>'
    ).format(look.value, vignette(look), look.title, marks(look), note, times(use))
    cls = classes("card mini", f"c-{look.family}", size_of(look.title), "working" if use.working else "")
    return on_table(use, cls, caption(look, use), inner, card=look.id)


@lru_cache(256, typed=True)
def back(piece: str = "") -> Markup:
    """A mini card face down."""
    inner = Markup('<span class="pile shut" style="width:100%;height:100%">{}</span>').format(icon("roundhouse"))
    return Markup('<div class="card mini" role="img" aria-label="a hidden card"{}>{}</div>').format(
        attrs(data_piece=piece), inner
    )


def ticket(look: CardLook, left: int, use: Use = IDLE) -> Markup:
    """A pile of the supply: cost on the stub, what the card brings, how many are left."""
    return ticket_of(look, left, *use.values)


@remembered
def ticket_of(look: CardLook, left: int, *values: Any) -> Markup:
    use = Use(*values)
    state = "buyable" if use.actions else "" if left else "empty"
    few = "few" if 0 < left < 7 else ""
    price = Markup("{}<small>{}</small>").format(look.cost, "coin" if look.cost == 1 else "coins")
    if not look.for_sale:
        price = Markup('<span aria-label="not for sale">&#8211;</span>')
    brings = Markup("<b>+{}</b>").format(look.value) if look.value else Markup("")
    if look.points:
        brings = Markup("{}<b>{}</b>").format(icon("star"), look.points)
    icons = [icon(i) for i in look.icons if i != "tower"] + ([icon("perpetual")] if look.lasting else [])
    crowded = "crowded" if left and len(icons) > 1 and look.value > 0 else ""
    icons = icons[: 2 if crowded else None] if left else icons[:1]
    rest = Markup("<b>{}</b> left").format(left) if left else Markup("<b>sold out</b>")
    inner = Markup(
        '<span class="cost">{}</span><span class="name">{}</span><span class="text">{}</span>'
        '<span class="foot">{}{}<span class="left">{}</span></span>'
    ).format(price, look.title, look.full_text, joined(icons), brings, rest)
    label = f"{look.title}, {f'costs {look.cost}' if look.for_sale else 'not for sale'}, {left} left"
    cls = classes("ticket", f"c-{look.family}", size_of(look.title), state, few, crowded)
    return on_table(replace(use, times=left), cls, label, inner, card=look.id)


def pile(
    cls: str, size: int, name: str, tip: str = "", piece: str = "", mark: str = "", holds: Sequence[str] = ()
) -> Markup:
    """A deck or a discard pile as a counted heap; `holds` are the cards that the viewer knows in it."""
    return Markup("<div{}>{}<b>{}</b>{}</div>").format(
        attrs(cls=f"pile {cls}", data_tip=tip, data_piece=piece, data_holds=" ".join(holds)),
        Markup(mark), size, escape(name),
    )  # fmt: skip
