"""The seats: each folio compact, and in full when it is opened."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from roundhouse.core.words import capital
from roundhouse.draw.cards import classes
from roundhouse.draw.face import Action, View, score_tip
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, letter, named, seat_icon
from roundhouse.draw.markup import Markup
from roundhouse.draw.remembered import remembered
from roundhouse.games.empyreal.actions import COLUMNS, PLACES
from roundhouse.games.empyreal.face.folio import flagged, whole, whose_place
from roundhouse.games.empyreal.face.pieces import ROLES, div, pips
from roundhouse.games.empyreal.face.rendering import Rendering
from roundhouse.games.empyreal.face.words import breakdown, short_company
from roundhouse.games.empyreal.staff import PAIRS, SLOT_NAMES
from roundhouse.games.empyreal.state import MASTER

STOP_XS: Final = (6, *[26 + i * 18.5 for i in range(COLUMNS)], 118)


def seats(look: Rendering) -> Markup:
    """All seats in order, with what can be chosen of them."""
    head = Markup(
        '<div class="frow head"><b>{}</b><span>Points</span><span>Conductor, railyard</span>'
        "<span>Tiles, mana, trains</span></div>"
    ).format(heading(look.view))
    rows = [seat(look, i) for i in range(look.view["seats"])]
    return div(f"folios n{len(rows)}", head, *rows)


def heading(view: View) -> str:
    """How far the game has come, as short as the column is."""
    if view["over"]:
        return "The end"
    return f"Round {view['round']}" if view["round"] else "Set-up"


def seat(look: Rendering, i: int) -> Markup:
    view = look.view
    p = view["players"][i]
    turn = "turn" if i == view["turn"] and not view["over"] else ""
    cls = classes("fol", f"seat-{letter(i)}", turn, "own" if i == look.viewer else "")
    picks, sources = pickable(look, i), score_tip(view, i, breakdown(view), "as it stands")
    line = Markup('<span class="who">{}<span>{}<small>{}</small></span></span><span{}>{}</span>{}{}').format(
        seat_icon(i), named(look.name(i)), note(look, i), attrs(cls="pts", data_tip=sources), p["score"],
        mini(look, i), facts(look, i),
    )  # fmt: skip
    if p["company"] is None:
        return Markup('<div class="{}"><div class="frow">{}</div>{}</div>').format(cls, line, picks)
    return Markup('<details{}><summary class="frow">{}</summary>{}</details>{}').format(
        attrs(cls=cls, id=f"folio-{letter(i)}"), line, opened(look, i), picks
    )


def note(look: Rendering, i: int) -> str:
    """What is written under a seat's name."""
    p = look.view["players"][i]
    line = short_company(p["company_title"] or "") if p["team"] is None else f"Team {p['team'] + 1}"
    return look.seat_note(i, look.view["seat"], "Your move", line)


# compact


def mini(look: Rendering, i: int) -> Markup:
    """The conductor's path and the railyard, very small."""
    p = look.view["players"][i]
    if i == look.viewer and look.view["round"]:
        return Markup('<span class="yours">your folio lies open</span>')
    yard = "".join("-" if one is None else "p" if one["printed"] else "c" for one in p["yard"])
    return small(p["stop"], p["conductor"], yard)


@lru_cache(1024)
def small(stop: str, conductor: int, yard: str) -> Markup:
    out = '<path class="rail" d="M6 8H118"/>'
    for n, x in enumerate(STOP_XS):
        on, r = (" on", 4.6) if n == conductor else ("", 3)
        end = f'<rect class="dot{on}" x="{x - 4}" y="4" width="8" height="8" rx="1.5"/>'
        out += end if n in (0, COLUMNS + 1) else f'<circle class="dot{on}" cx="{x}" cy="8" r="{r}"/>'
    for place, one in enumerate(yard):
        kind = {"-": " no", "p": " pr"}.get(one, "")
        x, y = STOP_XS[place % COLUMNS + 1] - 8, 16.5 + place // COLUMNS * 11.5
        out += f'<rect class="cell{kind}" x="{x:.1f}" y="{y}" width="16" height="9" rx="1.5"/>'
    return Markup('<svg class="mini" viewBox="0 0 124 50" role="img" aria-label="{}">{}</svg>').format(
        f"conductor at {stop}, {sum(1 for one in yard if one != '-')} spellcars", Markup(out)
    )


def facts(look: Rendering, i: int) -> Markup:
    """Demand tiles, mana, trains left and specialists."""
    return facts_of(look.view["needed"], look.view["players"][i])


@remembered
def facts_of(needed: int, p: View) -> Markup:
    tiles = Markup("<span>{} {} of {}</span>").format(pips(p["tiles"], needed), len(p["tiles"]), needed)
    owned = p["ready"] + p["spent"]
    numbers = Markup("<span{}>{}{}<small>/{}</small>{}{}</span>").format(
        attrs(data_tip=f"{p['ready']} mana ready of {owned}\n{p['cars']} trains left."),
        icon("emp-gem", "mana", "k"), p["ready"], owned, icon("train", "trains left", "k t"), p["cars"],
    )  # fmt: skip
    people = joined([role(p, slot) for slot in range(len(ROLES)) if slot < 4 or p["staff"][slot]])
    return Markup('<span class="facts">{}{}<span class="sp4">{}</span></span>').format(tiles, numbers, people)


def role(p: View, slot: int) -> Markup:
    one = p["staff"][slot]
    name = SLOT_NAMES[min(slot, MASTER)]
    state, cls, tip = "none", "no", f"{name}: none"
    if one is not None:
        state, cls = ("flipped", "dn") if one["flipped"] else ("ready", "up")
        tip = f"{one['title']}, {name}{', flipped' if one['flipped'] else ''}\n{one['text']}"
    return Markup('<svg{} viewBox="0 0 24 24"><use href="#emp-role-{}"/></svg>').format(
        attrs(cls=cls, role="img", aria_label=f"{name}: {state}", data_tip=capital(tip)), ROLES[slot]
    )


# opened


def opened(look: Rendering, i: int) -> Markup:
    """A folio in full, to look at."""
    flags = [flagged(look, i, place) for place in range(PLACES)]
    where = [whose_place(look, i, f"Your {things}") for things in ("specialists", "railyard")]
    return whole(look.box, i, look.view["players"][i], look.view["needed"], flags, *where)


# what can be chosen of a seat


def pickable(look: Rendering, i: int) -> Markup:
    """Choosing a seat, or a specialist of it to swap with."""
    found = [*look.of("seat", i), *[a for a in look.at("swap") if a["thing"] // len(PAIRS) == i]]
    if not found:
        return EMPTY
    buttons = [
        Markup('<button type="button" class="btn legal"{}{}>{}</button>').format(
            look.doing([a]), attrs(data_tip=capital(a["words"]), aria_label=capital(a["words"])), short(look, a, i)
        )
        for a in found
    ]
    return div(f"picks-of seat-{letter(i)}", seat_icon(i), *buttons)


def short(look: Rendering, action: Action, i: int) -> str:
    """What a choice of a seat does, in a few words."""
    if action["block"] == "seat":
        return f"Choose {look.name(i)}"
    mine, theirs = PAIRS[action["thing"] % len(PAIRS)]
    return f"Swap your {SLOT_NAMES[mine]} with the {SLOT_NAMES[theirs]}"
