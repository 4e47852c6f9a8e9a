"""A table of Empyreal in any position, played in words.

With two seats the positions lie on the boards A1, A2, A3, one below the other (D F G K L M: desert, forest, glacier,
lake, lava, mountain; a city in brackets; w a wasteland):

     1   2   3   4   5   6   7
 A   D   L   F   K   G   M   K
 B     F  [D]  G   w   K   G   D
 C   K   L   D   M   L  [F]  M
 D     F   w   G   D   M   F   L
 E   L   F   K   F   D   G   L
 F     D   M   w   K   F  [K]  M
 G   L  [G]  L   F   D   K   G
 H     D   G   K   G   M   w   M
 I   L   D   M   F   M   D   G
 J     G  [L]  K   w   K   L   F
 K   M   L   F   D   F  [M]  K
 L     D   w   G   K   G   L   M
"""

from __future__ import annotations

from typing import Any, cast

import roundhouse
from roundhouse.core.cells import put
from roundhouse.core.rng import seeded
from roundhouse.core.verbs import frame, settle
from roundhouse.games.empyreal.actions import CAPTAINS, COLOURS, COLUMNS, PLACES, SLOTS, TILES
from roundhouse.games.empyreal.board import TERRAINS, WASTELAND
from roundhouse.games.empyreal.box import EmpyrealBox
from roundhouse.games.empyreal.rules import EmpyrealGame
from roundhouse.games.empyreal.state import Empyreal
from tests.empyreal.conserve import conserved
from tests.kit.table import Table as BaseTable

COMPANIES = ("kings_line", "kerigan", "caterpillar", "gesselheim", "afterworld", "golden_sands")
FAR = "L1"  # where the other seat stands
MARKET = "meditation_mecha metro mana_surger flow_controller icecar deep_one"
LETTERS = "YHREC" + "V"  # the goods by colour: hYlatine, Heartwood, Ritherwhyte, Ehrlite, Crizma, Vital Silver


def game() -> EmpyrealGame:
    return cast(EmpyrealGame, roundhouse.game("empyreal"))


def kit() -> EmpyrealBox:
    return game().printed


def car(name: str) -> int:
    """A spellcar tile by its id."""
    return kit().ids.index(name)


def person(name: str) -> int:
    """A specialist by its first name or the beginning of its id."""
    ids = kit().ids[kit().people : kit().first_award]
    found = [i for i, id in enumerate(ids) if id.split("_")[0] == name]
    found = found or [i for i, id in enumerate(ids) if id.startswith(name)]
    assert len(found) == 1, name
    return found[0]


def award(name: str) -> int:
    return kit().ids.index(name) - kit().first_award


class Table(BaseTable[Empyreal]):
    """A game in a given position, with seat 0 to decide."""

    def kept(self) -> tuple[int, ...]:
        return conserved(self.state)

    def wait(self) -> Table:
        """The seat to decide administrates and takes the first of what it is offered."""
        seat = self.state.seat
        self.do("administrate")
        while self.state.seat == seat and not self.state.final and not self.acting:
            self.act(self.state.legal()[0])
        return self

    @property
    def seat(self) -> int:
        """Who decides."""
        return self.state.seat

    @property
    def acting(self) -> bool:
        """Whether the main action of the turn is asked for."""
        return "administrate" in self.can

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return cast(int, self.state.view(None)["turn"])

    def prices(self) -> dict[str, int]:
        """What each build of seat 0 costs, by its view."""
        told = cast("list[dict[str, Any]]", self.state.view(0)["builds"])
        return {self.state.board.labels[b["hex"]]: b["price"] for b in told}

    def hex(self, label: str) -> int:
        return self.state.board.labels.index(label)

    def mana(self, seat: int = 0) -> tuple[int, int]:
        """Ready and spent."""
        return self.state.ready[seat], self.state.spent[seat]

    def goods(self, label: str) -> str:
        """The goods on a hex as letters."""
        h = self.hex(label)
        return "".join(LETTERS[c] * self.state.goods[c][h] for c in range(COLOURS))

    def waste(self, label: str) -> bool:
        return self.state.ground[self.hex(label)] == WASTELAND

    def trains(self, label: str) -> list[int]:
        """The seats with trains on a hex."""
        s = self.state
        return [i for i in range(s.seats) for _ in range(s.cars_at(i, self.hex(label)))]

    def folio(self, seat: int = 0) -> str:
        """The delivered goods as letters."""
        return "".join(LETTERS[c] * n for c, n in enumerate(self.state.folios[seat]))

    def yard(self, place: str, seat: int = 0) -> str:
        """The id of the car on a place ("B2"), or ""."""
        found = self.state.car(seat, spot_of(place))
        return kit().car_id(found) if found >= 0 else ""

    def market(self) -> list[str]:
        return [kit().ids[tile] for tile in self.state.market]

    def face_down(self, seat: int = 0) -> list[str]:
        """The ids of the exhausted and used specialists."""
        return [self.staff(slot, seat) for slot in range(SLOTS) if self.state.flipped[seat] >> slot & 1]

    def staff(self, slot: int, seat: int = 0) -> str:
        """The id of the specialist in a slot, or ""."""
        found = self.state.staff[seat][slot]
        return kit().ids[kit().people + found - 1] if found else ""

    def demand(self, city: str) -> str:
        """The demand tiles at a city, by the terrain of its colour."""
        return ", ".join(kit().tile(tile) for tile in self.state.demands[TERRAINS.index(city)])

    def tiles(self, seat: int = 0) -> str:
        """The demand tiles of a seat."""
        return ", ".join(kit().tile(tile) for tile in self.state.won[seat])


def tiled(*places: str) -> dict[str, str]:
    """A railyard with common tiles on these places."""
    return dict(zip(places, kit().ids[kit().kinds.count("unique") : TILES], strict=False))


def filled(*holes: str, extra: str = "") -> dict[str, str]:
    """A railyard with common tiles on rows two and three but for A2 and these, and on the places of row one named."""
    places = [f"{column}{row}" for row in (2, 3) for column in "ABCDE" if f"{column}{row}" not in (*holes, "A2")]
    return tiled(*places, *extra.split())


def new(seats: int, seed: object = 1, **options: object) -> Table:
    """A game before its first decision."""
    return Table(cast(Empyreal, game().new(seats=seats, seed=seed, **options)))


def administrated(market: str = MARKET, **known: Any) -> Table:
    return table("A1 B1", FAR, market=market, **known).do("administrate")


def activated(name: str, *nets: str, **more: Any) -> Table:
    """A table at which seat 0 has moved to A and activates the tile on A2, and nothing else."""
    own, *others = more.pop("yards", ({},))
    t = table(*nets, yards=({**own, "A2": name}, *others), **more).do("move to A", "activate A2")
    return t.do("that is all") if "that is all" in t.can else t


def spot_of(place: str) -> int:
    """A place of the railyard by name: "B2" is the second row of column B."""
    return (int(place[1]) - 1) * COLUMNS + "ABCDE".index(place[0])


def table(
    *nets: str,
    seats: int = 2,
    companies: tuple[str, ...] = COMPANIES,
    staff: tuple[str, ...] = (),
    yards: tuple[dict[str, str], ...] = (),
    mana: tuple[tuple[int, int], ...] = (),
    conductor: str = "Start",
    market: str = "",
    goods: dict[str, str] | None = None,
    wastes: str = "",
    won: tuple[str, ...] = (),
    folios: tuple[str, ...] = (),
    flipped: tuple[int, ...] = (),
    awards: str = "",
    trains: tuple[int, ...] = (),
    stock: dict[str, int] | None = None,
    wastelands: int = -1,
    stacks: tuple[str, ...] = (),
    pile: str | None = None,
    **options: object,
) -> Table:
    """A position in which seat 0, the start player, begins its turn.

    `nets`: the hexes of each seat ("A1 B1"; twice the same hex is two trains). `staff`: specialists by seat ("runika
    orman"), a captain among them or else the company's own. `yards`: tiles by place. `mana`: ready and spent (5 and 0
    unless given). `market`: tiles by id, first to last (if none, as drawn). `goods`: letters by hex, instead of the
    printed good. `wastes`: hexes with a wasteland tile. `won`: demand tiles as "blue Triple". `flipped`: slots by seat.
    `trains`: those left by seat. `stock`: goods left by letter. `wastelands`: tiles left. `stacks`: engineers,
    surveyors and station masters by name. `pile`: tiles by id, in the order of drawing.
    """
    g = game()
    s = cast(Empyreal, g.new(seats=seats, seed="table", **options))
    layout = kit().atlas.layouts[seats][0]
    fresh = g.cleared(seats, seeded("table"), kit())
    fresh.lay_out(layout, s.switches)
    fresh.stacks, fresh.unused, fresh.pile, fresh.market = s.stacks[:], s.unused[:], s.pile, s.market
    fresh.demands = s.demands[:]
    s = fresh
    for h in range(s.board.size):
        if s.ground[h] < WASTELAND:
            s.place_good(s.ground[h], h)
    t = Table(s)
    for i in range(seats):
        company = kit().company_ids.index(companies[i])
        s.companies = put(s.companies, i, company + 1)
        first = TILES + company * COLUMNS + 1
        s.yards[i] = bytes(range(first, first + COLUMNS)) + bytes(PLACES - COLUMNS)
        ready, spent = mana[i] if i < len(mana) else (5, 0)
        s.ready = put(s.ready, i, ready)
        s.spent = put(s.spent, i, spent)
        folk = [person(name) for name in (staff[i].split() if i < len(staff) else [])]
        if not any(p < CAPTAINS for p in folk):
            folk.append(kit().captain_of[company])
        for p in folk:
            hire(s, i, p)
        s.flipped = put(s.flipped, i, flipped[i] if i < len(flipped) else 0)
        for label in nets[i].split() if i < len(nets) else []:
            s.build(i, t.hex(label))
        for place, name in (yards[i] if i < len(yards) else {}).items():
            take_car(s, car(name))
            s.yards[i] = put(s.yards[i], spot_of(place), car(name) + 1)
        for name in won[i].split(", ") if i < len(won) and won[i] else []:
            tile = [kit().tile(k) for k in range(18)].index(name)
            s.win_tile(i, tile // 3, tile)
        for letter in folios[i] if i < len(folios) else "":
            c = LETTERS.index(letter)
            s.stock = put(s.stock, c, s.stock[c] - 1)
            s.folios[i] = put(s.folios[i], c, s.folios[i][c] + 1)
    for name in market.split():
        take_car(s, car(name))
    if market:
        s.pile = bytes(sorted(s.pile + s.market))
        s.market = bytes(car(name) for name in market.split())
    for label in wastes.split():
        h = t.hex(label)
        s.return_good(s.ground[h], h)
        s.ground = put(s.ground, h, WASTELAND)
        s.wastes -= 1
    for label, letters in (goods or {}).items():
        h = t.hex(label)
        for c in s.kinds(h):
            s.return_good(c, h)
        for letter in letters:
            s.place_good(LETTERS.index(letter), h)
    for i, n in enumerate(trains):
        s.supply = put(s.supply, i, n)
    for letter, n in (stock or {}).items():
        s.stock = put(s.stock, LETTERS.index(letter), n)
    if wastelands >= 0:
        s.wastes = wastelands
    for k, names in enumerate(stacks):
        wanted = [person(name) for name in names.split()]
        s.unused[k] = bytes(sorted({*s.unused[k], *s.stacks[k]} - {*wanted}))
        s.stacks[k] = bytes(sorted(wanted))
    if pile is not None:
        s.pile = bytes(car(name) for name in pile.split())
    s.awards = bytes(sorted(award(name) for name in awards.split()))
    s.conductor = put(s.conductor, 0, 0 if conductor == "Start" else "ABCDE".index(conductor) + 1)
    s.round = 1
    s.ending = 0
    s.top = frame(g.turn, 0)
    settle(s)
    return t


def hire(s: Empyreal, seat: int, p: int) -> None:
    """A specialist from stack or box onto a folio."""
    kind = ("captain", "engineer", "surveyor", "master").index(kit().kinds[kit().people + p])
    if kind:
        for zones in (s.stacks, s.unused):
            zones[kind - 1] = bytes(x for x in zones[kind - 1] if x != p)
    slot = kind if not (kind == 3 and s.staff[seat][3]) else 4
    s.staff[seat] = put(s.staff[seat], slot, p + 1)


def take_car(s: Empyreal, tile: int) -> None:
    """Take a tile out of pile or market."""
    s.pile = bytes(x for x in s.pile if x != tile)
    s.market = bytes(x for x in s.market if x != tile)
