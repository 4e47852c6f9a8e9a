"""The map of Small Railroad Empires: what is built in the country, and what may be chosen there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import escape

from roundhouse.core.words import capital, counted
from roundhouse.draw.face import Action, View
from roundhouse.draw.marks import Point, attrs, doing, halo, letter, points, rails, token
from roundhouse.draw.markup import Markup
from roundhouse.games.empires.actions import ENGINES, FEATS, nth_of
from roundhouse.games.empires.face.country import (
    Country,
    country,
    framed,
    good_at,
    land,
    names,
    path,
    plates,
    staff,
    with_hats,
)
from roundhouse.games.empires.face.lines import corridors, counts, ends, papers, pill, rings
from roundhouse.games.empires.face.pieces import train
from roundhouse.games.empires.face.rendering import Rendering
from roundhouse.games.empires.face.words import (
    Way,
    by_action,
    dollars,
    earned,
    engine_of,
    lay_tip,
    long,
    name_of,
    place_title,
    way_tip,
    way_words,
    whole_price,
)

LAID: Final = ("lay", "route", "start")  # the blocks of actions that lay a track


def board(look: Rendering) -> Markup:
    """The country with all that stands in it, and the waybills beside it."""
    on = country(look.view, look.box)
    size = f"--wide:{on.wide:.0f};--high:{on.high:.0f}"
    sheet = Markup('<svg class="map sre-sheet" aria-hidden="true">{}</svg>').format(
        Markup(framed("100%", "100%", "100%", "100%"))
    )
    label = f"The country: {len(look.view['tiles'])} tiles, {on.board.size} hexes"
    svg = Markup('<svg class="map sre-map" viewBox="0 0 {:.0f} {:.0f}" role="group" aria-label="{}">{}</svg>').format(
        on.wide, on.high, label, Markup(drawing(look, on))
    )
    return Markup('<div class="country" style="{}">{}{}{}</div>').format(size, svg, sheet, papers(look))


def drawing(look: Rendering, on: Country) -> str:
    view = look.view
    net = Network(on, view)
    seat = look.now.seat if look.now else view["seat"]
    spots = net.spots[seat] if seat >= 0 else {}
    return "".join(
        [
            land(on),
            staff(on, view),
            plates(on, view, look.box),
            glows(look, on),
            corridors(look, spots),
            net.lines(),
            net.pieces(moved(look, on)),
            chosen(look, on),
            rings(look, on),
            f'<g class="choices">{choices(look, on, net)}</g>',
            f'<g class="names">{names(on, view["hexes"], own_factory(look), with_hats(view))}</g>',
            counts(look, on, spots),
        ]
    )


def own_factory(look: Rendering) -> int:
    """The factory that the viewer's own contract names, or -1."""
    if look.viewer is None or look.view["players"][look.viewer]["revealed"]:
        return -1
    contract = look.box.ids.index(look.view["players"][look.viewer]["contract"])
    return int(look.box.contract_factory[contract - ENGINES - FEATS])


def moved(look: Rendering, on: Country) -> tuple[int, int]:
    """The seat and the hex of the track just laid, or (-1, -1)."""
    seat, action = look.last or (-1, {"block": ""})
    if action["block"] not in LAID:
        return (-1, -1)
    h = on.hex_of(action)
    return (seat, h) if seat in look.view["hexes"][h]["tracks"] else (-1, -1)


# what is built


class Network:
    """Where the tracks and trains of all seats stand, and the lines between them."""

    def __init__(self, on: Country, view: View) -> None:
        self.on = on
        self.hexes: list[View] = view["hexes"]
        self.spaces: list[list[int]] = [p["spaces"] for p in view["players"]]
        self.spots = [{h: self.spot(i, h) for h in own} for i, own in enumerate(self.spaces)]

    def there(self, h: int) -> list[int]:
        return sorted(self.hexes[h]["tracks"] + self.hexes[h]["trains"])

    def drop(self, h: int) -> float:
        """How far below the middle of a hex its tracks stand: under a name, or under a star."""
        return 6.0 if self.hexes[h]["star"] else 3.0 if "id" in self.hexes[h] else 0.0

    def spot(self, seat: int, h: int) -> Point:
        """Where a seat's track or train stands; two seats stand side by side."""
        x, y = self.on.at(h)
        there = self.there(h)
        if len(there) < 2:
            return (x, y + self.drop(h))
        apart = (18, 20, 21.5)[len(self.hexes[h]["trains"])]
        return (x - apart if there[0] == seat else x + apart, y + self.drop(h))

    def joins(self, seat: int) -> tuple[str, str]:
        """What was laid from what, and the further joins, as paths."""
        main = further = ""
        own, spots = self.spaces[seat], self.spots[seat]
        for i, h in enumerate(own):
            stretches = [(spots[n], spots[h]) for n in own[:i] if n in self.on.board.beside[h]]
            main += path(stretches[:1])
            further += path(stretches[1:])
        return main, further

    def lines(self) -> str:
        out = ""
        for seat in range(len(self.spaces)):
            main, further = self.joins(seat)
            links = (
                f'<path class="sre-link-edge" d="{further}"/><path class="sre-link" d="{further}"/>' if further else ""
            )
            if main:
                out += f'<g class="seat-{letter(seat)}">{links}{rails(main)}</g>'
        return f'<g class="lines">{out}</g>'

    def pieces(self, fresh: tuple[int, int]) -> str:
        out = ""
        for seat, own in enumerate(self.spots):
            for h, (x, y) in own.items():
                piece = f"track-{letter(seat)}-{self.hexes[h]['coordinate'].lower()}"
                if seat in self.hexes[h]["trains"]:
                    out += train(seat, x, y, 0.9 if len(self.there(h)) > 1 else 1.08, piece)
                    continue
                drawn = str(token(seat, x, y, 10, piece))
                out += f'{halo(seat, x, y)}<g class="fresh">{drawn}</g>' if fresh == (seat, h) else drawn
        return f'<g class="tracks">{out}</g>'


# what may be chosen


def glows(look: Rendering, on: Country) -> str:
    near = [on.hex_of(a) for a in look.at("lay")]
    places = sorted({on.hex_of(a) for a in look.at("start", "city", "send")} | set(by_city(look)))
    drawn = "".join(f'<g class="legal">{on.polygon(h, "glow", 0.95)}</g>' for h in near + places)
    return f'<g class="legal-under">{drawn}</g>' if drawn else ""


def choices(look: Rendering, on: Country, net: Network) -> str:
    near = {a["thing"] for a in look.at("lay")}
    dearer = [a for a in look.at("route") if on.hex_of(a) in near]
    look.placed.update(a["action"] for a in dearer)  # the same track for more money: in words only
    out = [price_of(look, on, net, a) for a in look.at("lay", "route") if a not in dearer]
    out += [start_at(look, on, a) for a in look.at("start")]
    out += [good_of(look, on, a) for a in look.at("send")]
    return "".join(out + [city_of(look, on, h, found) for h, found in by_city(look).items()])


def by_city(look: Rendering) -> dict[int, list[Way]]:
    """The whole deliveries to each city, the best first; not while a track can be laid instead."""
    found = [] if look.at("lay", "route") else look.whole
    return {h: [way for way in found if way.end == h] for h in dict.fromkeys(way.end for way in found)}


def lit(
    look: Rendering, action: int, label: str, tip: str, inner: str, cls: str = "legal", then: Sequence[int] = ()
) -> str:
    about = attrs(cls=cls, tabindex="0", role="button", aria_label=label, data_tip=tip)
    look.placed.add(action)
    return f"<g{about}{doing([action], then)}>{inner}</g>"


def price_of(look: Rendering, on: Country, net: Network, action: Action) -> str:
    """A hex where a track can be laid, with its price; dashed where it would begin a new route."""
    h, price, route = on.hex_of(action), action["price"], action["block"] == "route"
    x, y = on.at(h)
    there = net.there(h)
    hex = look.view["hexes"][h]
    aside = 0 if not there else -22 if look.view["seat"] < there[0] else 22
    if hex["trains"]:
        aside = 27  # beside its letter
    u, v = x + aside, y + net.drop(h)
    index = debt = ""
    if "id" not in hex:
        index = f'<text class="index sre-i" x="{x - aside * 0.2:.1f}" y="{v + 29:.1f}">{hex["coordinate"]}</text>'
    if "loans" in price:
        debt = (
            f'<g class="sre-debt"><rect x="{u + 7:.1f}" y="{v + 2:.1f}" width="27" height="20" rx="10"/>'
            f'<text x="{u + 20.5:.1f}" y="{v + 17.5:.1f}">\u2212{-price["prestige_at_end"]}</text></g>'
        )
    inner = (
        f"{on.rings(h, 0.92 if route else 0.945)}{index}"
        f'<circle class="badge" cx="{u:.1f}" cy="{v:.1f}" r="{11 if route else 13}"/>'
        f'<text class="badge-n sre-b" x="{u:.1f}" y="{v + 5.5:.1f}">{-price["money"]}</text>{debt}'
    )
    label = f"Lay {place_title(look.view, h)}{', a new route' if route else ''}: {dollars(-price['money'])}"
    tip = lay_tip(look.view, look.box, h, price)
    return lit(look, action["action"], label, tip, inner, "legal sre-new" if route else "legal")


def start_at(look: Rendering, on: Country, action: Action) -> str:
    h = on.hex_of(action)
    x, y = on.at(h)
    inner = (
        f'{on.rings(h)}<g class="sre-start"><rect x="{x - 33:.1f}" y="{y - 8:.1f}" width="66" height="22" rx="11"/>'
        f'<text x="{x:.1f}" y="{y + 8.2:.1f}" data-room="54">START</text></g>'
    )
    name = place_title(look.view, h)
    goods = " and ".join(g["good"] for g in look.view["hexes"][h]["goods"])
    return lit(look, action["action"], f"Start at {name}", f"{name}\nStart here. It makes {goods}.", inner)


def good_of(look: Rendering, on: Country, action: Action) -> str:
    """A good that can be sent, its half of the hex being the target: if to one city only, all of it is one click."""
    h, nth = on.hex_of(action), nth_of(action["thing"])
    count = len(look.view["hexes"][h]["goods"])
    x, y = good_at(on, h, count, nth)
    found = by_action(look.ways)[action["action"]]
    c = on.corners(h)
    sides = ([c[0], c[3], c[4], c[5]], [c[0], c[1], c[2], c[3]])
    ring = "".join(f'<circle class="{cls}" cx="{x:.1f}" cy="{y:.1f}" r="13"/>' for cls in ("ring-edge", "ring"))
    inner = f'<polygon class="hit" points="{points(sides[nth] if count > 1 else c)}"/>{ring}'
    title = capital(action["words"])
    label = f"{title} {way_words(look.view, found[0])}: {earned(found[0])}"
    several = len({way.end for way in found}) > 1
    tip = way_tip(look.view, title, found) + ("\nYou choose the city next." if several else "")
    then = [] if several else found[0].then
    return lit(look, action["action"], label, tip, inner, "legal sre-send", then)


def city_of(look: Rendering, on: Country, h: int, found: list[Way]) -> str:
    """A city to deliver to: a click makes the best delivery there."""
    best, view = found[0], look.view
    title = f"Deliver {best.good} from {name_of(view['hexes'][best.start])} to {name_of(view['hexes'][h])}"
    card = f"With {engine_of(look.box, best)}" + (" and your contract." if best.contract else ".")
    also = f"\n{capital(counted(len(found) - 1, 'other line'))} in words." if len(found) > 1 else ""
    tip = f"{title}\n{capital(long(best))}: {whole_price(best)}.\n{card}{also}"
    label = f"{title}, {long(best)}: {earned(best)}"
    return lit(look, best.action, label, tip, on.rings(h) + pill(on, best), then=best.then)


def chosen(look: Rendering, on: Country) -> str:
    """What is settled of a delivery whose line is not: its factory and its city."""
    now = look.view["delivery"]
    if now is None or look.now is not None:
        return ""
    drawn = ends(on, [now[k] for k in ("from", "to") if k in now])
    return f'<g class="sre-chosen"><title>{escape(now["good"])}</title>{drawn}</g>'
