"""Deliveries on the map: the line of each that can be made, drawn while its choice is pointed at, and its waybill."""

from __future__ import annotations

from roundhouse.core.words import counted
from roundhouse.draw.face import Action, View
from roundhouse.draw.marks import EMPTY, Point, attrs, icon, joined, shell
from roundhouse.draw.markup import Markup
from roundhouse.games.empires.face.country import (
    Country,
    column_at,
    earn_column,
    earn_figures,
    earning,
)
from roundhouse.games.empires.face.pieces import LESS, NAMED, count_mark, crown, ground_icon, less_mark
from roundhouse.games.empires.face.rendering import Rendering
from roundhouse.games.empires.face.words import Way, earned, engine_of, line_title, long, name_of, nth, titles_of


def drawn_ways(look: Rendering) -> list[tuple[Way, bool]]:
    """The deliveries to draw, the best first; whether it is drawn until another is pointed at."""
    if look.now is not None:
        return [(look.now, True)]
    return [(way, not n and look.view["step"] != "lay") for n, way in enumerate(look.ways)]


def marked(look: Rendering, way: Way, first: bool, cls: str) -> Markup:
    """What says when a drawing of a delivery is shown: always while it is under way, else when it is pointed at."""
    if way.action < 0:
        return attrs(cls=cls)
    chain = ",".join(str(a) for a in (way.actions if look.whole else [way.action]))
    return attrs(cls=f"{cls} way{' best' if first else ''}", data_chain=chain)


def corridors(look: Rendering, spots: dict[int, Point]) -> str:
    """Under the tracks: the course of each line. `spots` is where the seat's tracks stand."""
    out = ""
    for way, first in drawn_ways(look):
        d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (spots[h] for h in way.path))
        drawn = f'<path class="sre-way-edge" d="{d}"/><path class="sre-way" d="{d}"/>'
        out += f"<g{marked(look, way, first, 'sre-course')}>{drawn}</g>"
    return out


def counts(look: Rendering, on: Country, spots: dict[int, Point]) -> str:
    """Over the tracks: spaces counted, trains taken off, and what the delivery earns."""
    out = ""
    for way, first in drawn_ways(look):
        drawn = "".join(count(look, h, i, spots[h], way) for i, h in enumerate(way.path, 1))
        drawn += hot_column(look.view, on, way) + pill(on, way, "on")
        out += f"<g{marked(look, way, first, 'sre-counts')}>{drawn}</g>"
    return out


def rings(look: Rendering, on: Country) -> str:
    """Under the names: around both ends of each line."""
    return "".join(
        f"<g{marked(look, way, first, 'sre-ends')}>{ends(on, [way.start, way.end])}</g>"
        for way, first in drawn_ways(look)
    )


def ends(on: Country, hexes: list[int]) -> str:
    """Around the factory and the city of a delivery."""
    return "".join(on.polygon(h, "sre-halo", 0.94) + on.polygon(h, "sre-end", 0.94) for h in hexes)


def count(look: Rendering, h: int, n: int, spot: Point, way: Way) -> str:
    """A space of a line: its number and, if an own train is passed there, what that takes off."""
    x, y = spot
    hex = look.view["hexes"][h]
    train = way.seat in hex["trains"]
    named = "id" in hex  # its name is above the track, so the number goes beside it
    u, v = (x - 27, y + 5) if named and train else (x - 17, y + 3) if named else (x + 12, y - 13)
    return count_mark(u, v, n) + (less_mark(x + 3, y + 8) if train and h != way.end else "")


def hot_column(view: View, on: Country, way: Way) -> str:
    """The column of the plate that holds for this line."""
    i = earn_column(view, way.length)
    if i < 0:
        return ""
    rows = earning(view)
    x, y, _, _ = on.plates(len(rows))[0]
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><rect class="sre-hot" x="{column_at(i) - 14}" y="38" width="28" '
        f'height="67" rx="3"/>{earn_figures(rows, i, "hot")}</g>'
    )


def pill(on: Country, way: Way, cls: str = "") -> str:
    """Money and prestige of a delivery, at its city: above it unless a name would be covered."""
    x, y = on.at(way.end)
    above = [on.across(way.end, d) for d in (1, 2)]
    covered = any(h >= 0 and on.ground(h) in ("city", "factory") for h in above)
    v = y + 60 if covered else y - 60
    return (
        f'<g class="sre-pill {cls}" transform="translate({x:.1f} {v:.1f})">'
        '<rect x="-39" y="-13" width="78" height="26" rx="13"/>'
        f'<text x="-20" y="5.5">${way.all_money}</text><path class="div" d="M-4-8v16"/>'
        '<path class="crown" d="M3.5 6 2.8-4l4.4 3.2L10.5-6l3.3 5.2L18.2-4l-.7 10z"/>'
        f'<text x="27" y="5.5">{way.all_prestige}</text></g>'
    )


# beside the map


def papers(look: Rendering) -> Markup:
    """The waybills, one for each choice; when only the line is to be chosen, the lines as a list."""
    if look.view["step"] == "line" and look.ways:
        return line_list(look)
    return joined([waybill(look, way, first) for way, first in drawn_ways(look)])


def row(words: str, money: int, prestige: int) -> Markup:
    """A line of a waybill; without money the words have its room."""
    wide = Markup("<th>{}</th><td>${}</td>").format(words, money)
    if not money and prestige:
        wide = Markup('<th colspan="2">{}</th>').format(words)
    return Markup("<tr>{}<td>{}</td></tr>").format(wide, crown(prestige) if prestige else "")


def head(look: Rendering, way: Way, title: str) -> Markup:
    hexes = look.view["hexes"]
    return Markup('<div class="head">{}<span><i>{}</i><b>{} to {}</b></span></div>').format(
        icon(f"sre-{way.good}", way.good), title, name_of(hexes[way.start]), name_of(hexes[way.end])
    )


def waybill(look: Rendering, way: Way, first: bool) -> Markup:
    """From where to where, how long, and what each part of it earns."""
    spaces = counted(len(way.path), "space") + (f", {counted(way.trains, 'train')}" if way.trains else "")
    sum_ = f"{len(way.path)} \u2212 {LESS * way.trains} = " if way.trains else ""
    wide = Markup(' class="far"') if way.trains else EMPTY
    gains = "You gain" if way.seat == look.viewer else f"{look.name(way.seat)} gains"
    rows = [
        Markup('<tr{}><th>{}</th><td colspan="2">{}<b>{}</b></td></tr>').format(wide, spaces, sum_, long(way)),
        row("The line", way.money, way.prestige),
        *bonus_rows(look, way),
        Markup('<tr class="sum"><th>{}</th><td>${}</td><td>{}</td></tr>').format(
            gains, way.all_money, crown(way.all_prestige)
        ),
        lost_row(look, way),
        claims_row(look, way),
    ]
    return Markup("<div{}>{}<table>{}</table></div>").format(
        marked(look, way, first, "waybill"), head(look, way, "Waybill"), joined(rows)
    )


def bonus_rows(look: Rendering, way: Way) -> list[Markup]:
    """What the city pays, and what the best card and the contract bring."""
    out = []
    if way.city_money:
        others = [i for i in look.view["hexes"][way.end]["trains"] if i != way.seat]
        out.append(row(f"{nth(len(others)).capitalize()} train there", way.city_money, 0))
    if way.card:
        out.append(row(engine_of(look.box, way), 0, way.bonus) if way.bonus else idle_row(look, way))
    elif way.cards:
        title, more = titles_of(look.box, [way.cards[0]["card"]]), len(way.cards) - 1
        words = f"{title.removesuffix(' engine')}, or {counted(more, 'other')}" if more else title
        out.append(row(words, 0, way.cards[0]["prestige"]))
    if way.contract:
        out.append(row("Your contract", 0, way.contract))
    return out


def idle_row(look: Rendering, way: Way) -> Markup:
    """The train card that goes with a delivery and scores nothing, and what another would bring."""
    other = f"; {titles_of(look.box, [way.cards[0]['card']])} would bring {way.best}" if way.cards else ""
    return Markup('<tr><th colspan="3">{}, no bonus{}</th></tr>').format(engine_of(look.box, way), other)


def claims_row(look: Rendering, way: Way) -> Markup:
    """What is claimed with a delivery, and what it makes claimable besides."""
    claims = f"Claims {titles_of(look.box, way.claims)}: {way.at_end} at the end." if way.claims else ""
    completes = f"Completes {titles_of(look.box, way.completes)}." if way.completes else ""
    words = " ".join(part for part in (claims, completes) if part)
    return Markup('<tr class="claims"><th colspan="3">{}</th></tr>').format(words) if words else EMPTY


def lost_row(look: Rendering, way: Way) -> Markup:
    """What of the money would not fit on its track, before it is paid."""
    most = look.view["most_money"]
    over = look.view["players"][way.seat]["money"] + way.all_money - most
    if way.action < 0 or over <= 0:
        return EMPTY
    return Markup('<tr class="lost"><th colspan="3">${} of it is over ${}, and lost.</th></tr>').format(over, most)


def line_list(look: Rendering) -> Markup:
    """The lines to the city, each a button; pointing at one draws it."""
    actions = {a["action"]: a for a in look.at("line")}
    items = [Markup("<li>{}</li>").format(line_button(look, way, actions[way.action])) for way in look.ways]
    return Markup('<div class="waybill sre-lines">{}<ol class="scroll">{}</ol></div>').format(
        head(look, look.ways[0], "Which line"), joined(items)
    )


def line_button(look: Rendering, way: Way, action: Action) -> Markup:
    grounds = joined([ground_icon(NAMED[colour], "ground") for colour in way.colours])
    inner = Markup('<b>{}</b><span class="grounds">{}</span><span>${}</span>{}').format(
        way.length, grounds, way.all_money, crown(way.all_prestige)
    )
    tip = f"{long(way)} over {line_title(way)}\n{look.lines([action])[0]}"
    label = f"{action['words']}: {earned(way)}"
    return shell("button", look.doing([action]), inner, cls="legal", aria_label=label, data_tip=tip)
