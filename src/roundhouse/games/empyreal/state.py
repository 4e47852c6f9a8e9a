"""All that changes in a game of Empyreal.

By hex: `ground` is the terrain as it is now, `there` a bit for each company with a car, `goods[colour]` how many lie
there. A company can only have a second car on a hex when a rival put it there; such cars are listed in `pairs`. Bytes
are replaced on write, so that clones share them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.cells import ONE, free_of, grown, put
from roundhouse.core.native import i64
from roundhouse.core.state import State
from roundhouse.core.verbs import frame, frame_seat
from roundhouse.core.views import COUNT, OWNER, PUBLIC, Each, EachByte, Field
from roundhouse.games.empyreal.actions import COLOURS, COLUMNS, PLACES, SLOTS, SPECIALISTS, TILES, size_of
from roundhouse.games.empyreal.board import CITY, Board

if TYPE_CHECKING:
    from roundhouse.games.empyreal.box import EmpyrealBox

SET_SIZE: Final = bytes([bin(members).count("1") for members in range(256)])  # of companies, captains or terrains

CAPTAIN: Final = 0  # the slots of a folio
ENGINEER: Final = 1
SURVEYOR: Final = 2
MASTER: Final = 3
SECOND: Final = 4

# Switches: what the options of a table turn on; how many teams there are stands above them.
ADVANCED: Final = 1
EXPERT: Final = 2
EPIC: Final = 4
OPEN: Final = 8
FRIENDLY: Final = 16
OLD_RULINGS: Final = 32  # a record of rules version 1: how Clive Melmont, Eloi Klaus and Uumi Nuoc worked then
TEAM_SHIFT: Final = 6

# Rules of this turn, and three small counts above them.
FREE_MOVES: Final = 1
FREE_CARS: Final = 2  # activating costs nothing
NO_COSTS: Final = 4  # inherent costs are not paid
IN_PHASE: Final = 8  # specialists may still be used
MASTER_USED: Final = 16
SECOND_USED: Final = 32
RECLAIMS: Final = 1 << 8  # mana still to be reclaimed in Move + Activate
TRANSFERS: Final = 1 << 12  # free transfers
EXTRA: Final = 1 << 16  # further turns
MASK: Final = 15

# Rules of station masters.
CITY_FREE: Final = 1
RIVAL_ONE: Final = 2
WASTE_ONE: Final = 4
EASY_MOVES: Final = 8
SECOND_FREE: Final = 16
TWICE: Final = 32
ACT_FIRST: Final = 64
ONE_MORE: Final = 128
DELIVERY_MANA: Final = 256
TWO_GOODS: Final = 512
BUILD_HOME: Final = 1024
DELIVER_ONE: Final = 2048

FIELDS: Final = [
    Field("sides", PUBLIC, b""),
    Field("switches", PUBLIC),
    Field("first", PUBLIC),
    Field("round", PUBLIC),
    Field("ending", PUBLIC),
    Field("ground", PUBLIC, b""),
    Field("goods", PUBLIC, []),
    Field("there", PUBLIC, b""),
    Field("pairs", PUBLIC, b""),
    Each("nets", PUBLIC, b""),
    Each("frontiers", PUBLIC, b""),
    EachByte("supply", PUBLIC),
    Field("stock", PUBLIC, b""),
    Field("wastes", PUBLIC),
    Field("demands", PUBLIC, [b""] * COLOURS),
    Each("won", PUBLIC, b""),
    Each("folios", PUBLIC, bytes(COLOURS)),
    EachByte("companies", PUBLIC),
    Each("staff", PUBLIC, bytes(SLOTS)),
    EachByte("flipped", PUBLIC),
    EachByte("ready", PUBLIC),
    EachByte("spent", PUBLIC),
    Field("fresh", PUBLIC),
    EachByte("conductor", PUBLIC),
    Each("yards", PUBLIC, bytes(PLACES)),
    Field("market", PUBLIC, b""),
    Field("pile", COUNT, b""),
    Field("discards", PUBLIC, b""),
    Field("arriving", PUBLIC),
    Field("declared", PUBLIC, b""),
    Field("stacks", COUNT, [b"", b"", b""]),  # who has looked through one knows it
    Field("unused", COUNT, [b"", b"", b""]),
    Field("drawn", OWNER, b""),
    Field("known", OWNER, bytes(SPECIALISTS)),  # each seat its own bit
    Field("awards", PUBLIC, b""),
    Field("turn_rules", PUBLIC),
    Field("open_wastes", PUBLIC, b""),
    Field("copied", PUBLIC, b""),
    Field("final", PUBLIC),
]


def without(cells: bytes, one: int) -> bytes:
    """The bytes less one that is among them."""
    at = cells.find(ONE[one])
    return cells[:at] + cells[at + 1 :]


def used_flag(slot: int) -> int:
    """The rule of a turn that says that a station master has been used."""
    return MASTER_USED if slot == MASTER else SECOND_USED


class Empyreal(State):
    """A table of Empyreal."""

    box: EmpyrealBox
    board: Board
    foes: list[int]  # by seat, the companies it competes with; follows from the teams
    mates: list[int]
    sides: bytes
    switches: int
    first: int  # the start player
    round: int
    ending: int  # whether the end has been triggered
    ground: bytes
    goods: list[bytes]
    there: bytes
    pairs: bytes  # hex and seat of each further car on a hex
    nets: list[bytes]  # a seat's hexes
    frontiers: list[bytes]  # the hexes next to them, in order
    supply: bytes  # cars
    stock: bytes  # goods by colour
    wastes: int  # wasteland tiles left
    demands: list[bytes]  # by city: colour * 3 + size of each tile
    won: list[bytes]  # by seat
    folios: list[bytes]  # by seat: delivered goods by colour
    companies: bytes  # by seat: company plus 1
    staff: list[bytes]  # by seat and slot: specialist plus 1
    flipped: bytes  # by seat: a bit for each slot
    ready: bytes  # mana
    spent: bytes
    fresh: int  # of the ready mana, what an activation brought this turn
    conductor: bytes  # 0 Start, 1 to 5 the columns
    yards: list[bytes]  # by seat and place: car plus 1
    market: bytes
    pile: bytes
    discards: bytes
    arriving: int  # a gained car on its way to its place, plus 1
    declared: bytes  # place and car of each activation still to be resolved
    stacks: list[bytes]  # engineers, surveyors, station masters
    unused: list[bytes]  # those left in the box
    drawn: bytes  # station masters being looked at
    known: bytes  # by specialist: who knows where it lies
    awards: bytes
    turn_rules: int
    open_wastes: bytes  # wastelands that are free to cross this turn
    copied: bytes  # market cars that refresh and were copied this turn without an activation
    targets: list[int]  # the builds of the question asked, and their prices; they follow from the rest
    fares: list[int]
    final: int  # whether the final deliveries are being made

    def clone(self) -> Empyreal:
        twin = Empyreal()
        self.copy_shared(twin)
        twin.box = self.box
        twin.board = self.board
        twin.foes = self.foes
        twin.mates = self.mates
        twin.sides = self.sides
        twin.switches = self.switches
        twin.first = self.first
        twin.round = self.round
        twin.ending = self.ending
        twin.ground = self.ground
        twin.goods = self.goods[:]
        twin.there = self.there
        twin.pairs = self.pairs
        twin.nets = self.nets[:]
        twin.frontiers = self.frontiers[:]
        twin.supply = self.supply
        twin.stock = self.stock
        twin.wastes = self.wastes
        twin.demands = self.demands[:]
        twin.won = self.won[:]
        twin.folios = self.folios[:]
        twin.companies = self.companies
        twin.staff = self.staff[:]
        twin.flipped = self.flipped
        twin.ready = self.ready
        twin.spent = self.spent
        twin.fresh = self.fresh
        twin.conductor = self.conductor
        twin.yards = self.yards[:]
        twin.market = self.market
        twin.pile = self.pile
        twin.discards = self.discards
        twin.arriving = self.arriving
        twin.declared = self.declared
        twin.stacks = self.stacks[:]
        twin.unused = self.unused[:]
        twin.drawn = self.drawn
        twin.known = self.known
        twin.awards = self.awards
        twin.turn_rules = self.turn_rules
        twin.open_wastes = self.open_wastes
        twin.copied = self.copied
        twin.final = self.final
        twin.targets = self.targets  # replaced, never changed
        twin.fares = self.fares
        return twin

    def fields(self) -> list[Field]:
        return FIELDS

    def lay_out(self, sides: bytes, switches: int) -> None:
        """The map, with nothing on it, and all pieces beside it."""
        self.sides = sides
        self.switches = switches
        self.derive()
        self.ground = self.board.ground
        self.there = bytes(self.board.size)
        self.goods = [self.there] * COLOURS
        self.supply = ONE[self.box.cars] * self.seats
        self.stock = ONE[self.box.goods] * COLOURS
        self.wastes = self.box.wastelands

    def derive(self) -> None:
        self.board = self.box.board(self.seats, self.sides)
        teams = self.teams()
        self.mates = []
        self.foes = []
        for seat in range(self.seats):
            team = [i for i in range(self.seats) if i == seat or (teams and i % teams == seat % teams)]
            together = sum([1 << i for i in team])
            self.mates.append(together & ~(1 << seat))
            self.foes.append(((1 << self.seats) - 1) & ~together)
        self.targets = []
        self.fares = []

    def endings(self) -> list[str]:
        """Why a game that is over has ended, as far as it can be seen."""
        out: list[str] = []
        for i in range(self.seats if self.over else 0):
            if len(self.won[i]) >= self.needed():
                out.append(f"{self.box.seat_name(self, i)} has {len(self.won[i])} demand tiles")
            elif not self.supply[i]:
                out.append(f"{self.box.seat_name(self, i)} has no train left")
        return out

    # words

    def label(self, kind: str, thing: int) -> str:
        return self.box.label(self, kind, thing)

    def aliases(self, kind: str, thing: int) -> list[str]:
        return self.box.aliases(self, kind, thing)

    # scores

    def teams(self) -> int:
        """How many teams there are; 0 if everybody plays alone."""
        return self.switches >> TEAM_SHIFT

    def goods_points(self, seat: int) -> int:
        return sum(self.folios[seat]) * self.box.good_points

    def tile_points(self, seat: int) -> int:
        return sum([self.box.tile_points[size_of(tile)] for tile in self.won[seat]])

    def award_points(self) -> list[int]:
        """What the awards are worth to each seat as things stand."""
        points = [0] * self.seats
        for award in self.awards:
            values = self.award_values(award)
            for seat, earned in enumerate(self.shares(values, self.box.awards[award].fewest)):
                points[seat] += earned
        return points

    def award_values(self, award: int) -> list[int]:
        return [self.box.awards[award].value(self, seat) for seat in range(self.seats)]

    def shares(self, values: list[int], fewest: bool) -> list[int]:
        """empyreal-28.5: places by value; who ties adds the next place, or the next two, and splits."""
        prizes = self.box.prizes(self.seats)
        points: list[int] = []
        for value in values:
            place = 0
            tied = 0
            for other in values:
                if other == value:
                    tied += 1
                elif other > 0 and (other < value) == fewest:
                    place += 1
            pool = 0
            for i in range(place, place + min(tied, 3)):
                pool += prizes[i]
            points.append(pool // tied if value > 0 else 0)
        return points

    def team_points(self, team: int) -> int:
        """empyreal-30.14: goods and tiles of its seats, and the most goods of a colour."""
        own = [self.goods_points(i) + self.tile_points(i) for i in range(team, self.seats, self.teams())]
        return sum(own) + len(self.team_colours(team)) * self.box.team_colour

    def team_colours(self, team: int) -> list[int]:
        """The colours of which no team has delivered more, and this one some."""
        teams = self.teams()
        out: list[int] = []
        for colour in range(COLOURS):
            counts = [0] * teams
            for seat in range(self.seats):
                counts[seat % teams] += self.folios[seat][colour]
            if counts[team] and counts[team] == max(counts):
                out.append(colour)
        return out

    def scores(self) -> list[int]:
        """empyreal-27.5: goods, demand tiles, awards; in teams, the team's total for each of its seats."""
        if self.teams():
            totals = [self.team_points(team) for team in range(self.teams())]
            return [totals[seat % self.teams()] for seat in range(self.seats)]
        awards = self.award_points()
        return [self.goods_points(seat) + self.tile_points(seat) + awards[seat] for seat in range(self.seats)]

    def rivals(self, seat: int) -> list[int]:
        foes = self.foes[seat]
        return [other for other in range(self.seats) if foes >> other & 1]

    def placed(self, seat: int) -> int:
        """Cars on the map."""
        return self.box.cars - self.supply[seat]

    def tiebreaks(self) -> list[tuple[str, list[int]]]:
        """empyreal-27.8: what decides among equals, in order, and how much of it each seat has, or its team."""
        teams = self.teams()
        sides = teams if teams else self.seats
        goods: list[int] = []
        trains: list[int] = []
        away: list[int] = []
        for seat in range(self.seats):
            together = range(seat % sides, self.seats, sides)
            goods.append(sum([sum(self.folios[i]) for i in together]))
            trains.append(sum([self.placed(i) for i in together]))
            away.append(1 + max([(i - self.first) % self.seats for i in together]))
        return [("goods delivered", goods), ("trains on the map", trains), ("place in turn order", away)]

    # what a seat has

    def turn_count(self, unit: i64) -> i64:
        """How many of what is counted among the rules of the turn: RECLAIMS, TRANSFERS or EXTRA."""
        rules: i64 = self.turn_rules
        return rules // unit & MASK

    def home(self, seat: int) -> int:
        """The home terrain of a seat's company."""
        return self.box.homes[self.companies[seat] - 1]

    def rules(self, seat: int) -> int:
        """The rules of a seat's station masters."""
        staff = self.staff[seat]
        return self.box.rules[staff[MASTER]] | self.box.rules[staff[SECOND]]

    def car(self, seat: int, place: int) -> int:
        """The car on a place of the railyard, or -1."""
        return self.yards[seat][place] - 1

    def tiles_in_yard(self, seat: int) -> list[int]:
        """The places of the railyard with a spellcar tile."""
        yard = self.yards[seat]
        return [p for p in range(PLACES) if 0 < yard[p] <= TILES]

    def free_places(self, seat: int) -> list[int]:
        """empyreal-7.8: where a gained car may go: the second row, then the third, then over the printed cars."""
        yard = self.yards[seat]
        for first in (COLUMNS, 2 * COLUMNS):
            empty = [place for place in range(first, first + COLUMNS) if not yard[place]]
            if empty:
                return empty
        return [place for place in range(COLUMNS) if yard[place] > TILES]

    def uncover(self, seat: int, place: int) -> None:
        """Take the tile off a place; what is printed there shows again."""
        under = 0
        if place < COLUMNS:
            under = TILES + (self.companies[seat] - 1) * COLUMNS + place + 1
        self.yards[seat] = put(self.yards[seat], place, under)

    # mana

    def gain_mana(self, seat: int, n: int, fresh: bool) -> None:
        room = self.box.most_mana - self.ready[seat] - self.spent[seat]
        self.add_ready(seat, n if n < room else room, fresh)

    def reclaim(self, seat: int, n: int, fresh: bool) -> None:
        if n > self.spent[seat]:
            n = self.spent[seat]
        self.spent = put(self.spent, seat, self.spent[seat] - n)
        self.add_ready(seat, n, fresh)

    def add_ready(self, seat: int, n: int, fresh: bool) -> None:
        self.ready = put(self.ready, seat, self.ready[seat] + n)
        if fresh:
            self.fresh += n

    def pay(self, seat: int, n: int) -> None:
        """Spend mana; what an activation brought goes first."""
        if n:
            self.fresh -= n if n < self.fresh else self.fresh
            self.spend(seat, n)

    def spend(self, seat: int, n: int) -> None:
        """Spend mana that no activation brought."""
        if n:
            self.ready = put(self.ready, seat, self.ready[seat] - n)
            self.spent = put(self.spent, seat, self.spent[seat] + n)
            self.give_back(seat)

    def give_back(self, seat: int) -> None:
        """empyreal-23.9: what is to be reclaimed in Move + Activate comes as soon as mana is spent there."""
        owed = self.turn_count(RECLAIMS)
        if owed and not self.turn_rules & IN_PHASE:
            n = owed if owed < self.spent[seat] else self.spent[seat]
            self.turn_rules -= n * RECLAIMS
            self.reclaim(seat, n, False)

    def forget_reclaims(self) -> None:
        """Nothing is to be reclaimed any more."""
        self.turn_rules -= self.turn_count(RECLAIMS) * RECLAIMS

    def due(self, seat: int) -> int:
        """empyreal-25.27: what station masters reclaim by themselves before the main action, as they were not used."""
        if not self.turn_rules & IN_PHASE:
            return 0
        n = 0
        for slot in (MASTER, SECOND):
            if not self.turn_rules & used_flag(slot):
                n += self.box.due[self.staff[seat][slot]]
        return n if n < self.spent[seat] else self.spent[seat]

    def take_due(self, seat: int) -> None:
        """They do so, and cannot be used any more."""
        self.reclaim(seat, self.due(seat), False)
        for slot in (MASTER, SECOND):
            if self.box.due[self.staff[seat][slot]]:
                self.turn_rules |= used_flag(slot)

    def lasting(self, seat: int, paid: int = 0) -> int:
        """The ready mana that can pay for activations and copies once so much has been paid otherwise."""
        fresh = self.fresh - paid if self.fresh > paid else 0
        return self.ready[seat] - paid - fresh

    # cars on the map

    def crowd(self, hex: int) -> int:
        """How many cars stand on a hex."""
        return SET_SIZE[self.there[hex]] + (self.doubled(hex, -1) if self.pairs else 0)

    def has_car(self, seat: i64, hex: i64) -> bool:
        return self.there[hex] >> seat & 1 == 1

    def doubled(self, hex: int, seat: int) -> int:
        """How many further cars of a seat (-1: of all) stand on a hex."""
        found = 0
        pairs = self.pairs
        for i in range(0, len(pairs), 2):
            if pairs[i] == hex and (seat < 0 or pairs[i + 1] == seat):
                found += 1
        return found

    def full(self, hex: int) -> bool:
        return self.crowd(hex) >= self.box.per_hex

    def add_car(self, seat: int, hex: int) -> None:
        """A car onto a hex."""
        if self.has_car(seat, hex):
            self.pairs = self.pairs + bytes([hex, seat])
            return
        self.there = put(self.there, hex, self.there[hex] | 1 << seat)
        self.nets[seat] = self.nets[seat] + ONE[hex]
        fresh = free_of(self.board.beside[hex], self.there, 1 << seat)
        self.frontiers[seat] = grown(self.frontiers[seat], hex, fresh)

    def take_car(self, seat: int, hex: int) -> None:
        """A car off a hex; a second one of the seat stays."""
        pairs = self.pairs
        for i in range(0, len(pairs), 2):
            if pairs[i] == hex and pairs[i + 1] == seat:
                self.pairs = pairs[:i] + pairs[i + 2 :]
                return
        self.there = put(self.there, hex, self.there[hex] & ~(1 << seat))
        self.nets[seat] = without(self.nets[seat], hex)
        hexes = range(self.board.size)
        self.frontiers[seat] = bytes([h for h in hexes if not self.has_car(seat, h) and self.touches(seat, h)])

    def touches(self, seat: int, hex: i64) -> bool:
        """Whether a car of the seat stands next to a hex."""
        near = self.board.beside[hex]
        there = self.there
        own: i64 = 1 << seat
        i: i64
        for i in range(len(near)):
            if there[near[i]] & own:
                return True
        return False

    def build(self, seat: int, hex: int) -> None:
        """A car from the supply onto the map (empyreal-26.2: the last one triggers the end)."""
        self.supply = put(self.supply, seat, self.supply[seat] - 1)
        self.add_car(seat, hex)
        if not self.supply[seat]:
            self.ending = 1

    def return_car(self, seat: int, hex: int) -> None:
        """A car from the map to the supply."""
        self.take_car(seat, hex)
        self.supply = put(self.supply, seat, self.supply[seat] + 1)

    def cars_at(self, seat: int, hex: int) -> int:
        """How many cars of a seat stand on a hex."""
        if not self.has_car(seat, hex):
            return 0
        return 1 + (self.doubled(hex, seat) if self.pairs else 0)

    # goods

    def any_good(self, hex: i64) -> bool:
        goods = self.goods
        colour: i64
        for colour in range(COLOURS):
            if goods[colour][hex]:
                return True
        return False

    def kinds(self, hex: int) -> list[int]:
        """The colours of the goods on a hex."""
        return [colour for colour in range(COLOURS) if self.goods[colour][hex]]

    def goods_in(self, seat: int, colour: int) -> int:
        """How many goods of a colour lie in a seat's network."""
        cells = self.goods[colour]
        net = self.nets[seat]
        total: i64 = 0
        i: i64
        for i in range(len(net)):
            total += cells[net[i]]
        return total

    def change_goods(self, colour: int, hex: int, n: int) -> None:
        self.goods[colour] = put(self.goods[colour], hex, self.goods[colour][hex] + n)

    def place_good(self, colour: int, hex: int) -> None:
        """A good from the supply onto a hex."""
        self.stock = put(self.stock, colour, self.stock[colour] - 1)
        self.change_goods(colour, hex, 1)

    def return_good(self, colour: int, hex: int) -> None:
        """A good from a hex to the supply."""
        self.change_goods(colour, hex, -1)
        self.stock = put(self.stock, colour, self.stock[colour] + 1)

    def keep_good(self, seat: int, colour: int, hex: int) -> None:
        """A good from a hex onto the folio."""
        self.change_goods(colour, hex, -1)
        self.folios[seat] = put(self.folios[seat], colour, self.folios[seat][colour] + 1)

    # demand tiles

    def needed(self) -> int:
        """How many demand tiles trigger the end."""
        return self.box.needed[self.seats] + (1 if self.switches & EPIC else 0)

    def win_tile(self, seat: int, city: int, tile: int) -> None:
        self.demands[city] = without(self.demands[city], tile)
        self.won[seat] = bytes(sorted(self.won[seat] + ONE[tile]))
        if len(self.won[seat]) >= self.needed():
            self.ending = 1

    def reached(self, seat: int, city: int) -> bool:
        """Whether a city is network-adjacent."""
        near = self.frontiers[seat]
        hex: i64 = self.board.cities[city]
        i: i64
        for i in range(len(near)):
            if near[i] == hex:
                return True
        return False

    # spellcars

    def draw_market(self) -> None:
        """empyreal-7.3: with two or fewer left, those are discarded and six new ones dealt."""
        if len(self.market) > self.box.market_low:
            return
        self.learned = True
        self.discards = self.discards + self.market
        self.market = b""
        while len(self.market) < self.box.market_size and (self.pile or self.discards):
            if not self.pile:
                self.pile = bytes(self.shuffled(sorted(self.discards)))
                self.discards = b""
            need = self.box.market_size - len(self.market)
            self.market = self.market + self.pile[:need]
            self.pile = self.pile[need:]

    # specialists

    def hire(self, seat: int, slot: int, specialist: int) -> None:
        """A specialist comes to a folio, face-up."""
        self.staff[seat] = put(self.staff[seat], slot, specialist + 1)
        self.flip(seat, slot, False)
        if slot >= MASTER and self.turn_rules & IN_PHASE and seat == self.actor():
            self.turn_rules &= ~used_flag(slot)
            if self.switches & OLD_RULINGS:
                self.take_due(seat)

    def ability(self, seat: i64, slot: i64) -> int:
        """The program of a specialist; 0 if there is none to use."""
        return self.box.abilities[self.staff[seat][slot]]

    def is_declared(self, place: i64) -> bool:
        """Whether the car on a place of the railyard is among those being activated."""
        declared = self.declared
        i: i64 = 0
        while i < len(declared):
            if declared[i] == place:
                return True
            i += 2
        return False

    def can_use(self, seat: int, ability: int) -> bool:
        return not self.programs.possible(self, frame(ability, seat), 0)

    def is_flipped(self, seat: i64, slot: i64) -> bool:
        return self.flipped[seat] >> slot & 1 == 1

    def flip(self, seat: int, slot: int, down: bool) -> None:
        """Turn a specialist face-down, or face-up."""
        others = self.flipped[seat] & ~(1 << slot)
        self.flipped = put(self.flipped, seat, others | 1 << slot if down else others)

    def look_at(self, seat: int, specialists: bytes) -> None:
        """From now on the seat knows where these lie."""
        for specialist in specialists:
            self.known = put(self.known, specialist, self.known[specialist] | 1 << seat)

    def actor(self) -> int:
        """Whose turn it is."""
        return frame_seat(self.below[0] if self.below else self.top)

    def buildable(self, seat: int, hex: int) -> bool:
        """Whether a car of the seat could stand there at all."""
        return self.ground[hex] != CITY and not self.has_car(seat, hex) and not self.full(hex)
