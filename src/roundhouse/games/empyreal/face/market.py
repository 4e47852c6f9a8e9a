"""What all seats choose from: the spellcar market, the stacks of specialists; then the awards and the end."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from roundhouse.core.words import capital, counted
from roundhouse.draw.face import View
from roundhouse.draw.marks import EMPTY, attrs, icon, joined, seat_icon, token
from roundhouse.draw.markup import Markup
from roundhouse.draw.panels import label
from roundhouse.draw.remembered import remembered
from roundhouse.games.empyreal.board import COLOUR_NAMES
from roundhouse.games.empyreal.face.cars import car, car_words, card_of, good
from roundhouse.games.empyreal.face.pieces import ROLES, card_attrs, div, thing
from roundhouse.games.empyreal.face.rendering import Rendering
from roundhouse.games.empyreal.face.words import action_label

PITCH: Final = 198.0  # the length of the line to the end of the game
X0: Final = 84.0
Y0: Final = 27.0


def supply(look: Rendering) -> Markup:
    return div("market", *market(look)) + div("goalbox", *goals(look))


# market and stacks


def market(look: Rendering) -> list[Markup]:
    view, box = look.view, look.box
    head = label("Spellcar market", f"at {box.market_low} left, {box.market_size} new", f"{view['pile']} in the pile")
    if view["arriving"]:
        head += div("arriving", "To be put in a railyard:", car(box, view["arriving"]["car"], compact=True))
    return [
        head,
        Markup('<div class="wagons" data-where="Market">{}</div>').format(
            joined([on_sale(look, one["car"]) for one in view["market"]])
            or Markup('<p class="none">No spellcars left.</p>')
        ),
        div("stacks", *[stack(look, k, s) for k, s in enumerate(view["stacks"])]),
    ]


def on_sale(look: Rendering, number: int) -> Markup:
    found = [*look.of("gain", number), *look.of("copy", number)]
    words = car_words(look.box, number)
    chosen = card_attrs(
        look,
        found,
        action_label(found) + words,
        look.tip(words, found),
        f"car-{number}",
        card=card_of(look.box, number),
    )
    return car(look.box, number, attrs=chosen, legal=bool(found))


def stack(look: Rendering, k: int, s: View) -> Markup:
    """A stack, face down; who has looked through it, or plays with open information, can read what is in it."""
    box, name = look.box, capital(s["kind"])
    cards = [box.ids.index(id) for id in s["known"]]
    lines = [f"{box.titles[card]}: {box.text(card)}" for card in cards] or ["Face down."]
    known = Markup('<small class="seen">known</small>') if cards else EMPTY
    inner = Markup("{}<span><b>{}</b>{} left{}</span>").format(icon(f"emp-role-{ROLES[k + 1]}"), name, s["left"], known)
    words = "\n".join([f"{name}, {s['left']} left", *lines])
    return thing(look, look.of("recruit", k), "stack" if s["left"] else "stack empty", words, inner)


# awards and the end


def goals(look: Rendering) -> list[Markup]:
    view = look.view
    goals = [award(look, a) for a in view["awards"]]
    many = " many" if len(goals) > 2 else ""
    if view["players"][0]["team"] is not None:
        goals, many = [team(look, n) for n in range(1 + max(p["team"] for p in view["players"]))], " teams"
    return [div(f"awards{many}", *goals), div("endline", gauge(look))]


def award(look: Rendering, one: View) -> Markup:
    """An award with the value of each seat, the best first."""
    return award_of(tuple(look.names), one)


@remembered
def award_of(names: tuple[str, ...], one: View) -> Markup:
    values, points = one["values"], one["points"]
    items = [
        Markup("<li{}><span>{}{}</span><small>{}</small></li>").format(
            attrs(data_tip=f"{names[i]} has {values[i]}: {counted(points[i], 'point')}"), seat_icon(i), values[i],
            f"+{points[i]}" if points[i] else "\u2013",
        )
        for i in sorted(range(len(values)), key=lambda i: (-points[i], -values[i], i))
    ]  # fmt: skip
    return Markup('<div class="award"{}><h3>{}{}</h3><p>{}</p><ol class="n{}">{}</ol></div>').format(
        attrs(data_card=one["card"], tabindex="0"),
        icon("emp-achievement"),
        one["title"],
        one["text"],
        len(items),
        joined(items),
    )


def team(look: Rendering, n: int) -> Markup:
    """A team: its seats, its colours and its points."""
    players = look.view["players"]
    own = [i for i, p in enumerate(players) if p["team"] == n]
    p = players[own[0]]
    colours = joined([good(COLOUR_NAMES.index(c), 17) for c in p["team_colours"]]) or "no colour yet"
    return Markup(
        '<div class="award"><h3>Team {}</h3><p>most of {}</p><ol class="team"><li><span>{}{}</span></li></ol></div>'
    ).format(n + 1, colours, joined([seat_icon(i) for i in own]), p["score"])


def gauge(look: Rendering) -> Markup:
    """The end of the game as a line with a buffer stop: demand tiles of every seat."""
    players = look.view["players"]
    fewest = min(p["cars"] for p in players)
    return gauge_of(look.view["needed"], fewest, tuple(look.names), tuple(len(p["tiles"]) for p in players))


@lru_cache(256)
def gauge_of(needed: int, fewest: int, names: tuple[str, ...], counts: tuple[int, ...]) -> Markup:
    dx = PITCH / needed
    rail = f"M{X0:g} {Y0 - 2:g}h{PITCH:g}M{X0:g} {Y0 + 2:g}h{PITCH:g}"
    ties = "".join(f"M{x} {Y0 - 4:g}v8" for x in range(int(X0) + 6, int(X0 + PITCH) - 4, 8))
    out = f'<text class="strong" x="0" y="{Y0 - 6:g}">Game end</text><text x="0" y="{Y0 + 8:g}">demand tiles</text>'
    out += f'<path class="tie" d="{ties}"/><path class="rail" d="{rail}"/>'
    for n in range(needed + 1):
        x = X0 + n * dx
        buffer = f'<path class="buffer" d="M{x:.1f} {Y0 - 10:g}h4.5v17h-4.5zm-5 3h5v4h-5zm0 9h5v4h-5z"/>'
        out += f'<circle class="st" cx="{x:.1f}" cy="{Y0:g}" r="4"/>' if n < needed else buffer
        out += f'<text class="n" x="{x:.1f}" y="{Y0 + 17:g}">{n}</text>'
        there = [i for i, count in enumerate(counts) if min(count, needed) == n]
        pitch = min(18.0, (dx - 4) / max(1, len(there)))
        middle = (len(there) - 1) * (0.0 if not n else 1.0 if n == needed else 0.5)
        for j, i in enumerate(there):
            out += str(token(i, x + (j - middle) * pitch, Y0 - 14, min(7.0, 2.8 + pitch * 0.32)))
    out += f'<text x="380" y="{Y0 - 6:g}" text-anchor="end">or no train left</text>'
    out += f'<text class="strong" x="380" y="{Y0 + 8:g}" text-anchor="end">fewest {fewest}</text>'
    tiles = ", ".join(f"{names[i]} {n}" for i, n in enumerate(counts))
    return Markup('<svg viewBox="0 0 380 46" role="img" aria-label="{}">{}</svg>').format(
        f"Demand tiles: {tiles}. {needed} of one seat end the game.", Markup(out)
    )
