"""The seats: each folio compact, and in full when it is opened."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from roundhouse.draw.face import Action, View
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, letter, seat_icon
from roundhouse.games.empyreal.actions import COLUMNS, PLACES
from roundhouse.games.empyreal.face.folio import delivered, staff, yard
from roundhouse.games.empyreal.face.pieces import ROLES, pips
from roundhouse.games.empyreal.face.rendering import Rendering
from roundhouse.games.empyreal.face.words import capital, score_tip, short_company
from roundhouse.games.empyreal.staff import PAIRS

STOP_XS: Final = (6, *[26 + i * 18.5 for i in range(COLUMNS)], 118)


def seats(look: Rendering) -> Markup:
    """All seats in order, with what can be chosen of them."""
    head = Markup(
        '<div class="frow head"><b>{}</b><span>Points</span><span>Conductor, railyard</span>'
        "<span>Tiles, mana, trains</span></div>"
    ).format(heading(look.view))
    rows = [seat(look, i) for i in range(look.view["seats"])]
    return Markup('<div class="folios n{}">{}{}</div>').format(len(rows), head, joined(rows))


def heading(view: View) -> str:
    """How far the game has come, as short as the column is."""
    if view["over"]:
        return "The end"
    return f"Round {view['round']}" if view["round"] else "Set-up"


def seat(look: Rendering, i: int) -> Markup:
    view = look.view
    p = view["players"][i]
    turn = i == view["turn"] and not view["over"]
    cls = f"fol seat-{letter(i)}{' turn' if turn else ''}{' own' if i == look.viewer else ''}"
    picks = pickable(look, i)
    line = Markup('<span class="who">{}<span>{}<small>{}</small></span></span><span{}>{}</span>{}{}').format(
        seat_icon(i), look.name(i), note(look, i), attrs(cls="pts", data_tip=score_tip(view, i)), p["score"],
        mini(look, i), facts(look, i),
    )  # fmt: skip
    if p["company"] is None:
        return Markup('<div class="{}"><div class="frow">{}</div>{}</div>').format(cls, line, picks)
    return Markup('<details{}><summary class="frow">{}</summary>{}</details>{}').format(
        attrs(cls=cls, id=f"folio-{letter(i)}"), line, whole(look, i), picks
    )


def note(look: Rendering, i: int) -> str:
    """What stands under a seat's name."""
    view, who = look.view, look.seats[i]
    team = view["players"][i]["team"]
    told = short_company(view["players"][i]["company_title"] or "") if team is None else f"Team {team + 1}"
    if view["over"] and i in view["winners"]:
        told = "Winner"
    elif i == view["seat"] and not view["over"]:
        told = "Your move" if not look.past and (who.you or i == look.viewer) else "To move"
    kind = {"bot": "bot", "open": "open seat"}.get(who.kind, "away" if who.away else "")
    return ", ".join(x for x in (told, kind) if x)


# compact


def mini(look: Rendering, i: int) -> Markup:
    """The conductor's path and the railyard, very small."""
    p = look.view["players"][i]
    if i == look.viewer and look.view["round"]:
        return Markup('<span class="yours">your folio lies open</span>')
    at, yard_ = p["conductor"], p["yard"]
    out = '<path class="rail" d="M6 8H118"/>'
    for n, x in enumerate(STOP_XS):
        on = " on" if n == at else ""
        if n in (0, COLUMNS + 1):
            out += f'<rect class="dot{on}" x="{x - 4}" y="4" width="8" height="8" rx="1.5"/>'
        else:
            out += f'<circle class="dot{on}" cx="{x}" cy="8" r="{4.6 if on else 3}"/>'
    for place in range(PLACES):
        row, column = divmod(place, COLUMNS)
        one = yard_[place]
        kind = " no" if one is None else " pr" if one["printed"] else ""
        x, y = STOP_XS[column + 1] - 8, 16.5 + row * 11.5
        out += f'<rect class="cell{kind}" x="{x:.1f}" y="{y}" width="16" height="9" rx="1.5"/>'
    n = sum(1 for one in yard_ if one)
    told = f"conductor at {p['stop']}, {n} spellcars"
    return Markup('<svg class="mini" viewBox="0 0 124 50" role="img" aria-label="{}">{}</svg>').format(
        told, Markup(out)
    )


def facts(look: Rendering, i: int) -> Markup:
    """Demand tiles, mana, trains left and specialists."""
    view = look.view
    p = view["players"][i]
    tiles = Markup("<span>{} {} of {}</span>").format(pips(p["tiles"], view["needed"]), len(p["tiles"]), view["needed"])
    owned = p["ready"] + p["spent"]
    numbers = Markup("<span{}>{}{}<small>/{}</small>{}{}</span>").format(
        attrs(data_tip=f"{p['ready']} mana ready of {owned}\n{p['cars']} trains left."),
        icon("emp-gem", "mana", "k"), p["ready"], owned, icon("train", "trains left", "k t"), p["cars"],
    )  # fmt: skip
    people = joined([role(p, slot) for slot in range(len(ROLES)) if slot < 4 or p["staff"][slot]])
    return Markup('<span class="facts">{}{}<span class="sp4">{}</span></span>').format(tiles, numbers, people)


def role(p: View, slot: int) -> Markup:
    one = p["staff"][slot]
    name = "station master" if ROLES[slot] == "stationmaster" else ROLES[slot]
    state = "none" if one is None else "flipped" if one["flipped"] else "ready"
    cls = {"none": "no", "flipped": "dn"}.get(state, "up")
    tip = (
        f"{name}: none"
        if one is None
        else f"{one['title']}, {name}{', flipped' if one['flipped'] else ''}\n{one['text']}"
    )
    return Markup('<svg{} viewBox="0 0 24 24"><use href="#emp-role-{}"/></svg>').format(
        attrs(cls=cls, role="img", aria_label=f"{name}: {state}", data_tip=capital(tip)), ROLES[slot]
    )


# opened


def whole(look: Rendering, i: int) -> Markup:
    """A folio in full: railyard, specialists with their texts, delivered goods."""
    p = look.view["players"][i]
    tiles = f"{len(p['tiles'])} of {look.view['needed']} demand tiles"
    told = f"{p['ready']} of {p['ready'] + p['spent']} mana ready, {tiles}, {p['cars']} trains left"
    head = Markup("<p><b>{}</b>, home {}: {}.</p>").format(p["company_title"], p["home"], told)
    return Markup('<div class="whole">{}{}{}{}</div>').format(
        head, yard(look, i, False), staff(look, i, False), delivered(p)
    )


# what can be chosen of a seat


def pickable(look: Rendering, i: int) -> Markup:
    """Choosing a seat, or a specialist of it to swap with."""
    found: list[Action] = look.of("seat", i)
    found += [a for a in look.at("swap") if a["thing"] // len(PAIRS) == i]
    if not found:
        return EMPTY
    buttons = [
        Markup('<button type="button" class="btn legal"{}{}>{}</button>').format(
            look.doing([a]), attrs(data_tip=capital(a["words"]), aria_label=capital(a["words"])), short(look, a, i)
        )
        for a in found
    ]
    return Markup('<div class="picks-of seat-{}">{}{}</div>').format(letter(i), seat_icon(i), joined(buttons))


def short(look: Rendering, action: Action, i: int) -> str:
    """What a choice of a seat does, in a few words."""
    if action["block"] == "seat":
        return f"Choose {look.name(i)}"
    return capital(action["words"]).partition(" of ")[0]
