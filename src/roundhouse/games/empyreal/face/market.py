"""What all seats choose from: the spellcar market, the stacks of specialists; then the awards and the end."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from roundhouse.core.words import counted
from roundhouse.draw.face import View
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, seat_icon, shell, token
from roundhouse.draw.panels import label
from roundhouse.games.empyreal.board import COLOUR_NAMES
from roundhouse.games.empyreal.face.cars import car, good
from roundhouse.games.empyreal.face.cars import said as car_words
from roundhouse.games.empyreal.face.pieces import ROLES
from roundhouse.games.empyreal.face.rendering import Rendering
from roundhouse.games.empyreal.face.words import capital

PITCH: Final = 215.0  # the length of the line to the end of the game
X0: Final = 84.0
Y0: Final = 27.0


def supply(look: Rendering) -> Markup:
    return Markup('<div class="market">{}</div><div class="goalbox">{}</div>').format(market(look), goals(look))


# market and stacks


def market(look: Rendering) -> Markup:
    view = look.view
    box = look.box
    aside = f"at {box.market_low} left, {box.market_size} new"
    cars = [on_sale(look, one) for one in view["market"]]
    arriving = EMPTY
    if view["arriving"]:
        arriving = Markup('<div class="arriving">{}{}</div>').format(
            "To be put in a railyard:", car(view["arriving"], compact=True)
        )
    stacks = [stack(look, k, s) for k, s in enumerate(view["stacks"])]
    return Markup('{}{}<div class="wagons">{}</div><div class="stacks">{}</div>').format(
        label("Spellcar market", aside, f"{view['pile']} in the pile"), arriving, joined(cars), joined(stacks)
    )


def on_sale(look: Rendering, one: View) -> Markup:
    found = [*look.of("gain", one["car"]), *look.of("copy", one["car"])]
    does = f"{capital(found[0]['words'])}. " if found else ""
    told = attrs(
        type="button" if found else "",
        role="" if found else "img",
        tabindex="" if found else "0",
        aria_label=does + car_words(one).replace("\n", ". "),
        data_tip=look.tip(car_words(one), found),
        data_piece=f"car-{one['car']}",
    )
    return car(one, attrs=told + look.doing(found), cls="legal" if found else "", tag="button" if found else "div")


def stack(look: Rendering, k: int, s: View) -> Markup:
    """A stack, face down; who has looked through it, or plays with open information, is told what is in it."""
    found = look.of("recruit", k)
    name = capital(s["kind"])
    titles = dict(zip(look.box.ids, look.box.titles, strict=True))
    lines = [f"{name}, {s['left']} left"]
    if s["known"]:
        lines += [f"{titles[id]}: {look.box.text(look.box.ids.index(id))}" for id in s["known"]]
    else:
        lines.append("Face down.")
    tip = look.tip("\n".join(lines), found)
    seen = Markup('<small class="seen">{}</small>').format("known") if s["known"] else EMPTY
    inner = Markup("{}<span><b>{}</b>{} left{}</span>").format(icon(f"emp-role-{ROLES[k + 1]}"), name, s["left"], seen)
    return shell(
        "button" if found else "div",
        look.doing(found),
        inner,
        cls=f"stack{' legal' if found else ''}{'' if s['left'] else ' empty'}",
        role="" if found else "img",
        tabindex="" if found else "0",
        aria_label=tip.replace("\n", ". "),
        data_tip=tip,
    )


# awards and the end


def goals(look: Rendering) -> Markup:
    view = look.view
    shown = [award(look, a) for a in view["awards"]]
    many = " many" if len(shown) > 2 else ""
    if view["players"][0]["team"] is not None:
        shown, many = [team(look, n) for n in range(1 + max(p["team"] for p in view["players"]))], " teams"
    return Markup('<div class="awards{}">{}</div><div class="endline">{}</div>').format(
        many, joined(shown), Markup(gauge(look))
    )


def award(look: Rendering, one: View) -> Markup:
    """An award with its standing, the best first."""
    values, points = one["values"], one["points"]
    order = sorted(range(len(values)), key=lambda i: (-points[i], -values[i], i))
    items = []
    for i in order:
        worth = f"+{points[i]}" if points[i] else "\u2013"
        tip = f"{look.name(i)} has {values[i]}: {counted(points[i], 'point')}"
        items.append(
            Markup("<li{}><span>{}{}</span><small>{}</small></li>").format(
                attrs(data_tip=tip), seat_icon(i), values[i], worth
            )
        )
    return Markup('<div class="award"><h3>{}{}</h3><p>{}</p><ol class="n{}">{}</ol></div>').format(
        icon("emp-achievement"), one["title"], one["text"], len(items), joined(items)
    )


def team(look: Rendering, n: int) -> Markup:
    """A team: its seats, its colours and its points."""
    players = look.view["players"]
    own = [i for i, p in enumerate(players) if p["team"] == n]
    p = players[own[0]]
    colours = joined([good(COLOUR_NAMES.index(c), 17) for c in p["team_colours"]]) or "no colour yet"
    marks = joined([seat_icon(i) for i in own])
    return Markup(
        '<div class="award"><h3>Team {}</h3><p>most of {}</p><ol class="team"><li><span>{}{}</span></li></ol></div>'
    ).format(n + 1, colours, marks, p["score"])


def gauge(look: Rendering) -> str:
    """The end of the game as a line with a buffer stop: demand tiles of every seat."""
    view = look.view
    needed = view["needed"]
    counts = [len(p["tiles"]) for p in view["players"]]
    dx = PITCH / needed
    rail = f"M{X0:g} {Y0 - 2:g}h{PITCH:g}M{X0:g} {Y0 + 2:g}h{PITCH:g}"
    ties = "".join(f"M{x} {Y0 - 4:g}v8" for x in range(int(X0) + 6, int(X0 + PITCH) - 4, 8))
    out = f'<text class="strong" x="0" y="{Y0 - 6:g}">Game end</text><text x="0" y="{Y0 + 8:g}">demand tiles</text>'
    out += f'<path class="tie" d="{ties}"/><path class="rail" d="{rail}"/>'
    for n in range(needed + 1):
        x = X0 + n * dx
        if n < needed:
            out += f'<circle class="st" cx="{x:.1f}" cy="{Y0:g}" r="4"/>'
        else:
            out += f'<path class="buffer" d="M{x:.1f} {Y0 - 10:g}h4.5v17h-4.5zm-5 3h5v4h-5zm0 9h5v4h-5z"/>'
        out += f'<text class="n" x="{x:.1f}" y="{Y0 + 17:g}">{n}</text>'
        there = [i for i, count in enumerate(counts) if min(count, needed) == n]
        pitch = min(18.0, (dx - 4) / max(1, len(there)))
        for j, i in enumerate(there):
            middle = 0.0 if not n else len(there) - 1 if n == needed else (len(there) - 1) / 2
            aside = (j - middle) * pitch
            out += str(token(i, x + aside, Y0 - 14, min(7.0, 2.8 + pitch * 0.32)))
    fewest = min(p["cars"] for p in view["players"])
    out += f'<text x="380" y="{Y0 - 6:g}" text-anchor="end">or no train left</text>'
    out += f'<text class="strong" x="380" y="{Y0 + 8:g}" text-anchor="end">fewest {fewest}</text>'
    told = ", ".join(f"{look.name(i)} {n}" for i, n in enumerate(counts))
    return Markup('<svg viewBox="0 0 380 46" role="img" aria-label="{}">{}</svg>').format(
        f"Demand tiles: {told}. {needed} of one seat end the game.", Markup(out)
    )
