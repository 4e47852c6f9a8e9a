"""The map of Empyreal: what is built in the country, and what may be chosen there."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from roundhouse.core.words import capital
from roundhouse.draw.face import Action, View
from roundhouse.draw.marks import Point, attrs, doing, halo, letter, line, rails, token
from roundhouse.draw.markup import Markup
from roundhouse.draw.remembered import remembered
from roundhouse.games.empyreal.actions import COLOURS, SIZES
from roundhouse.games.empyreal.board import GOODS, TERRAINS
from roundhouse.games.empyreal.face.land import (
    CROSSED,
    Country,
    Key,
    Place,
    cities,
    country,
    frame,
    goods,
    land,
    tile_spots,
)
from roundhouse.games.empyreal.face.pieces import price_gem
from roundhouse.games.empyreal.face.rendering import Rendering
from roundhouse.games.empyreal.face.words import (
    ON_HEXES,
    action_label,
    all_builds,
    build_tip,
    cost_of,
    delivery_tip,
    hex_asked,
    hex_title,
    hex_words,
    in_network,
    mana,
    one_line,
    tile_words,
)

RINGS: Final = ("ring-edge", "ring", "hit")  # around what can be chosen; the last is where it is clicked
KEY_RING: Final = "".join(f'<circle class="{cls}" cx="{{x:.1f}}" cy="{{y:.1f}}" r="{{r:.1f}}"/>' for cls in RINGS)


def board(look: Rendering) -> Markup:
    """The whole map with its key."""
    view = look.view
    on = country(view, look.box)
    lit = by_hex(look)
    net = Network(on, view, set(lit))
    high, key = legend(look, on)
    places = sum(look.box.demands[view["seats"]])
    hexes = "".join(choice(look, on, net, h, found) for h, found in lit.items())
    parts = [
        frame(on, high),
        land(on, look.names),
        "".join(f'<g class="legal">{on.polygon(h, "glow", 0.97)}</g>' for h in lit),
        asked(view, on),
        net.lines(),
        cities(on, view["cities"], places),
        goods(on, net.raised),
        net.trains(moved(look)),
        f'<g class="choices">{hexes}{city_choices(look, on, places)}</g>',
        ways(look, on, net),
        key,
    ]
    shape = " tall" if on.tall else " large" if on.large else ""
    return Markup(
        '<svg class="map emp-map{}" viewBox="0 0 {:.0f} {:.0f}" role="group" aria-label="The map: {} hexes">{}</svg>'
    ).format(shape, on.wide, high, len(on.hexes), Markup("".join(parts)))


def by_hex(look: Rendering) -> dict[int, list[Action]]:
    """What can be chosen on each hex."""
    actions = look.at(*ON_HEXES)
    return {h: [a for a in actions if a["thing"] == h] for h in dict.fromkeys(a["thing"] for a in actions)}


def moved(look: Rendering) -> tuple[int, int]:
    """The seat and the hex of the train just built, or (-1, -1)."""
    if look.last is not None and look.last[1]["block"] == "build":
        seat, h = look.last[0], look.last[1]["thing"]
        if seat in look.view["hexes"][h]["cars"]:
            return (seat, h)
    return (-1, -1)


def asked(view: View, on: Country) -> str:
    """A ring around the hex the question is about, and around the city of a delivery."""
    label = hex_asked(view) if not view["over"] else ""
    found = [h for h, hex in enumerate(on.hexes) if hex["label"] == label]
    if view["delivery"]:
        found.append(view["cities"][view["delivery"]["city"]]["hex"])
    return "".join(on.polygon(h, "spoken-edge", 0.94) + on.polygon(h, "spoken", 0.94) for h in found)


# what is built


class Network:
    """Where the trains of all seats stand, and the track between them."""

    def __init__(self, on: Country, view: View, lit: set[int]) -> None:
        self.on = on
        self.nets: list[list[int]] = [p["hexes"] for p in view["players"]]
        self.placed: list[tuple[int, int, int, Point]] = []  # seat, hex, how many of the seat come before, place
        self.first: dict[tuple[int, int], Point] = {}
        self.joined: set[tuple[int, int]] = set()  # neighbours that some line runs between
        for h, hex in enumerate(on.hexes):
            self.place(h, hex)
        self.paths = [self.joins(seat) for seat in range(len(self.nets))]
        self.raised = {h for h, hex in enumerate(on.hexes) if hex["cars"] or h in lit}

    def place(self, h: int, hex: View) -> None:
        """Trains stand in steps down to the right, ordered by seat, so that lines part in each direction."""
        x, y = self.on.at(h)
        cars: list[int] = sorted(hex["cars"])
        gaps = max(1, len(cars) - 1)
        across = min((23 if gaps == 1 else 22) * self.on.k, (60 if gaps < 4 else 66) / gaps)
        down = min(11.5, (20 + gaps) / gaps)
        for i, seat in enumerate(cars):
            rank = i - (len(cars) - 1) / 2
            spot = (x + rank * across, y + (7 if gaps == 1 else 9) + rank * down)
            self.placed.append((seat, h, i - cars.index(seat), spot))
            self.first.setdefault((seat, h), spot)

    def joins(self, seat: int) -> str:
        """Neighbouring trains of a seat joined without circles."""
        path = ""
        group = {h: h for h in self.nets[seat]}
        for h in self.nets[seat]:
            for n in self.on.beside[h]:
                if n < h and n in group and group[n] != group[h]:
                    old, new = group[h], group[n]
                    group = {hex: new if g == old else g for hex, g in group.items()}
                    self.joined |= {(n, h), (h, n)}
                    path += line(self.first[seat, n], self.first[seat, h])
        return path

    def below(self, h: int) -> set[int]:
        """The sides, -1 left and 1 right, where a line leaves the hex downwards."""
        x, y = self.on.at(h)
        ends = [self.on.at(n) for n in self.on.beside[h] if (h, n) in self.joined]
        return {1 if u > x else -1 for u, v in ends if v > y + 1}

    def lines(self) -> str:
        drawn = [f'<g class="seat-{letter(i)}">{rails(path)}</g>' for i, path in enumerate(self.paths) if path]
        return f'<g class="lines">{"".join(reversed(drawn))}</g>'

    def trains(self, fresh: tuple[int, int]) -> str:
        out = ""
        for seat, h, before, (x, y) in self.placed:
            more = f"-{before + 1}" if before else ""
            piece = f"track-{letter(seat)}-{self.on.hexes[h]['label'].lower()}{more}"
            n = len(self.on.hexes[h]["cars"])
            drawn = str(token(seat, x, y, (10 if n < 3 else 9.4 if n < 5 else 7.8) * self.on.k, piece))
            out += f'{halo(seat, x, y)}<g class="fresh">{drawn}</g>' if fresh == (seat, h) else drawn
        return f'<g class="tracks">{out}</g>'


# what may be chosen


def choosable(acts: Markup, label: str, tip: str, inner: str, cls: str = "legal") -> str:
    """Something on the map that can be chosen."""
    return f"<g{attrs(cls=cls, tabindex='0', role='button', aria_label=label, data_tip=tip)}{acts}>{inner}</g>"


def choice(look: Rendering, on: Country, net: Network, h: int, found: list[Action]) -> str:
    """A lit hex with its price, if it has one."""
    hex, words, first = on.hexes[h], capital(hex_words(look.view, found[0])), found[0]["action"]
    tip = build_tip(look.view, look.names, first) or f"{hex_title(hex)}\n{words}."
    tip += "\nOr with free transfers." if len(found) > 1 else ""
    goes = look.goes(found)
    tip += f" {goes}" if goes else ""
    cost = cost_of(found[0])
    label = f"{words}, {hex['ground']}" + ("" if cost is None else f": {mana(cost)}")
    prices = f'<g class="prices">{badge(on, net, h, found)}</g>'
    return choosable(look.doing(found), label, tip, on.rings(h) + prices)


def badge(on: Country, net: Network, h: int, found: list[Action]) -> str:
    """The price and the name of a lit hex: below what stands there and off its lines, or in its middle."""
    x, y = on.at(h)
    hex = on.hexes[h]
    name = f'<text class="index" x="{x:.1f}" y="{y + (36.5 if on.large else 38.5):.1f}">{hex["label"]}</text>'
    price = min((cost for a in found if (cost := cost_of(a)) is not None), default=-1)
    if price < 0:
        return "" if hex["cars"] else name
    if not hex["cars"]:
        return f"{price_gem(x, y + (5 if on.large else 9), price, 1.62 if on.large else 1.36)}{name}"
    sides, trains = net.below(h), len(hex["cars"])
    if trains > 2 or len(sides) == 2 or (trains == 2 and 1 in sides):  # no room for the name
        return price_gem(x - (14 if trains > 1 else 0), y + 31, price, 1.08 * on.k)
    side = -1 if 1 in sides else 1  # of the name
    gem = price_gem(x - side * 14 * on.k, y + 29, price, 1.08 * on.k)
    return f'{gem}<text class="index beside" x="{x + side * 15:.1f}" y="{y + 35:.1f}">{hex["label"]}</text>'


def city_choices(look: Rendering, on: Country, places: int) -> str:
    """Cities that can be delivered to, and demand tiles that can be taken or swapped."""
    out = ""
    for c, city in enumerate(look.view["cities"]):
        found = [a for a in look.at("deliver") if a["thing"] // COLOURS == c]
        if found:
            tip = "\n".join([*[delivery_tip(look.view, a) for a in found], look.goes(found)]).rstrip()
            inner = on.rings(city["hex"]) + count(on, city["hex"], max(in_network(look.view, a) for a in found))
            out += choosable(look.doing(found), one_line(tip), tip, inner)
        out += tile_choices(look, on, c, city, places)
    return out


def count(on: Country, h: int, n: int) -> str:
    """How many goods could go to a city."""
    x, y = on.at(h)
    box = f'<rect x="{x + 13:.1f}" y="{y - 40:.1f}" width="24" height="19" rx="9.5"/>'
    return f'<g class="can-deliver">{box}<text x="{x + 25:.1f}" y="{y - 25.6:.1f}">{n}</text></g>'


def tile_choices(look: Rendering, on: Country, c: int, city: View, places: int) -> str:
    """Tiles to take or to swap; those to take are buttons of the sign as well."""
    out = ""
    now = look.view["delivery"]
    seen: set[int] = set()
    for (x, y, wide), tile in zip(tile_spots(on, city, places), city["tiles"], strict=False):
        number = tile["tile"]
        taken = look.of("tile", number) if now and now["city"] == c else []
        swapped = look.of("shift", c * COLOURS * SIZES + number)
        if number in seen or not (taken or swapped):
            continue
        seen.add(number)
        rect = f'x="{x - wide / 2:.1f}" y="{y - 12:.1f}" width="{wide:.1f}" height="24" rx="2.5"'
        inner = "".join(f'<rect class="{cls}" {rect}/>' for cls in RINGS)
        words = capital((taken or swapped)[0]["words"])
        acts = look.doing(swapped) if swapped else doing([taken[0]["action"]])
        out += choosable(acts, words, f"{words}\n{capital(tile_words(tile))}.", inner, "legal tile-pick")
    return out


# the chain of transfers that a build goes over, drawn where the build is pointed at


def ways(look: Rendering, on: Country, net: Network) -> str:
    if look.past or not look.actions:
        return ""
    return "".join(way(look, on, net, b) for b in all_builds(look.view) if b["over"])


def way(look: Rendering, on: Country, net: Network, build: View) -> str:
    """One arch from a train over what is crossed to the hex; each toll stands where it is paid."""
    seat, over = look.view["seat"], build["over"]
    starts = [h for h in on.beside[over[0]] if (seat, h) in net.first]
    if not starts:
        return ""
    goal = on.at(build["hex"])
    start = min(starts, key=lambda h: hypot(on.at(h)[0] - goal[0], on.at(h)[1] - goal[1]))
    stops = [on.at(h) for h in (start, *over, build["hex"])]
    mids = [
        beside_way(stops[i : i + 3]) if on.hexes[h]["ground"] == "city" else (on.at(h)[0], on.at(h)[1] - 30)
        for i, h in enumerate(over)
    ]
    path, head = arch([net.first[seat, start], *mids, goal])
    out = "".join(f'<path class="{cls}" d="{path}"/>' for cls in ("way-edge", "way", "way-dash"))
    out += f'<path class="way-head" d="{head}"/>{token(seat, *net.first[seat, start], 10 * on.k)}'
    for (x, y), toll in zip(mids, build["tolls"], strict=True):
        out += (
            f'<g class="toll"><rect x="{x - 20:.1f}" y="{y - 11.5:.1f}" width="40" height="23" rx="11.5"/>'
            f'<path class="toll-gem" d="M{x - 8:.1f} {y - 7.2:.1f}l6 7.2-6 7.2-6-7.2z"/>'
            f'<text x="{x + 7:.1f}" y="{y + 5.4:.1f}">{toll}</text></g>'
        )
    return f'<g class="chain" {shown_by(build)}>{out}</g>'


def shown_by(build: View) -> str:
    """The choice with which the chain of a build is drawn."""
    return f'data-chain="{",".join(map(str, build["row"]))}"' if "row" in build else f'data-way="{build["action"]}"'


def beside_way(stops: list[Point]) -> Point:
    """Beside a city on the way between two hexes, so that its good can still be seen: above it if that can be."""
    (ax, ay), (x, y), (bx, by) = stops
    far = hypot(bx - ax, by - ay) or 1.0
    across, up = (by - ay) / far, (ax - bx) / far
    turn = -1 if up > 0 else 1
    return (x + 44 * across * turn, y + min(44 * up * turn, -18))


def arch(stops: list[Point]) -> tuple[str, str]:
    """A smooth path through the stops, ending short of the last one, and its arrow head."""
    (ax, ay), (bx, by) = stops[-2], stops[-1]
    far = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / far, (by - ay) / far
    q = [*stops[:-1], (bx - 26 * ux, by - 26 * uy)]
    d = f"M{q[0][0]:.1f} {q[0][1]:.1f}"
    for i in range(len(q) - 1):
        p0, p1, p2, p3 = q[max(0, i - 1)], q[i], q[i + 1], q[min(len(q) - 1, i + 2)]
        c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        d += f"C{c1[0]:.1f} {c1[1]:.1f} {c2[0]:.1f} {c2[1]:.1f} {p2[0]:.1f} {p2[1]:.1f}"
    x, y = q[-1][0] + 10 * ux, q[-1][1] + 10 * uy
    left, right = (x - 15 * ux - 8.5 * uy, y - 15 * uy + 8.5 * ux), (x - 15 * ux + 8.5 * uy, y - 15 * uy - 8.5 * ux)
    return d, f"M{x:.1f} {y:.1f}L{left[0]:.1f} {left[1]:.1f}L{right[0]:.1f} {right[1]:.1f}z"


# the key


def legend(look: Rendering, on: Country) -> tuple[float, str]:
    """The key below the map; a good that can be chosen is lit in it."""
    lit = [[{"action": a["action"], "words": a["words"]} for a in look.of("colour", c)] for c in range(len(GOODS))]
    prices = {name: look.player["prices"][name] for name in (*(name for _, name in CROSSED), "teammate")}
    return key_of((on.large, on.right, on.bottom), look.view["stock"], lit, prices)


@remembered
def key_of(place: Place, stocks: list[int], lit: Sequence[Sequence[Action]], prices: View) -> tuple[float, str]:
    """How far down the key goes, and the key."""
    key = Key(*place)
    key.columns([(TERRAINS[colour], good) for colour, good in enumerate(GOODS)])
    for colour, stock in enumerate(stocks):
        found = lit[colour]
        terrain, good, supply = TERRAINS[colour], GOODS[colour], f"{stock} in the supply"
        about: dict[str, object] = {"data_tip": f"{good}\n{action_label(found)}{supply}."}
        if found:
            about |= {
                "cls": "legal",
                "tabindex": "0",
                "role": "button",
                "aria_label": f"{capital(found[0]['words'])}, {supply}",
                "data_action": found[0]["action"],
            }
        marks = [f"t-{terrain}", f"good-{terrain}"]
        key.item(marks, terrain.capitalize(), good, KEY_RING if found else "", **about)
    key.transfers(prices)
    return key.high, key.drawn()
