"""All that changes in a game of Small Railroad Empires.

Spaces, tracks and trains are by hex: a byte holds a bit for each seat. A card in a hand is its number, plus KNOWN where
everybody saw it come from the market. Bytes are replaced on write, so that clones share them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.cells import ONE, grown, put
from roundhouse.core.native import BytesWriter, append, i64, vec
from roundhouse.core.state import State
from roundhouse.core.verbs import position, program_of
from roundhouse.core.views import COUNT, OWNER, PUBLIC, Each, EachByte, Field
from roundhouse.games.empires.actions import ENGINES, FEATS, HEXES, PLACES, factory_of, nth_of
from roundhouse.games.empires.board import GOODS, HATS, NONE, TOWN, Board
from roundhouse.games.empires.lines import neighbours

if TYPE_CHECKING:
    from roundhouse.games.empires.box import EmpiresBox

SEATS_IN: Final = bytes([sum(b >> i & 1 for i in range(4)) for b in range(16)])  # seats in a set of them
CARD: Final = 63  # of a byte of a hand
KNOWN: Final = 64

# Switches: what the options of a table turn on.
PASSENGERS: Final = 1
RENT: Final = 2
MORE_ENDINGS: Final = 4
FEWER_DELIVERIES: Final = 8
NEW_LINKS: Final = 16

# The steps of a turn, and those of a delivery, as their programs have them.
STEPS: Final = ("lay", "deliver", "claim", "buy")
DELIVERY: Final = ("city", "line", "", "play")
LAST_TO_SEND: Final = STEPS.index("deliver")

FIELDS: Final = [
    Field("tiles", PUBLIC, b""),
    Field("rotations", PUBLIC, b""),
    Field("switches", PUBLIC),
    Field("first", PUBLIC),
    Field("turn", PUBLIC),
    Field("goods", PUBLIC, bytes(PLACES)),
    Field("tracks", PUBLIC, bytes(HEXES)),
    Field("trains", PUBLIC, bytes(HEXES)),
    Each("nets", PUBLIC, b""),
    Each("frontiers", PUBLIC, b""),
    Field("laid", PUBLIC, b""),
    EachByte("supply", PUBLIC),
    EachByte("locked", PUBLIC),
    EachByte("boxed", PUBLIC),
    EachByte("money", PUBLIC),
    EachByte("loans", PUBLIC),
    Each("prestige", PUBLIC, 0),
    Field("produced", PUBLIC),
    Each("hands", OWNER, b""),  # what was taken from the market is known to all
    Each("played", PUBLIC, b""),
    Field("market", PUBLIC, b""),
    Field("shown", PUBLIC),
    Field("deck", COUNT, b""),
    EachByte("contracts", OWNER),  # once revealed, known to all
    EachByte("revealed", PUBLIC),
    Field("undealt", COUNT, b""),
    Field("feats", PUBLIC, b""),
    Field("firsts", PUBLIC, bytes(FEATS)),
    Field("laters", PUBLIC, bytes(FEATS)),
    EachByte("deliveries", PUBLIC),
    EachByte("longest", PUBLIC),
    EachByte("scenic", PUBLIC),
]


def has(numbers: i64, n: i64) -> bool:
    """Whether a number is in a set of them."""
    return numbers >> n & 1 != 0


class Empires(State):
    """A table of Small Railroad Empires."""

    box: EmpiresBox
    board: Board
    tiles: bytes  # the tile in each slot
    rotations: bytes
    switches: int
    first: int  # who starts last and takes the first turn
    turn: int  # turns begun
    goods: bytes  # by factory, a bit for each of its goods
    tracks: bytes
    trains: bytes
    nets: list[bytes]  # a seat's spaces in the order laid
    frontiers: list[bytes]  # the hexes next to them
    laid: bytes  # this turn
    supply: bytes
    locked: bytes
    boxed: bytes  # tracks that could not be laid
    money: bytes
    loans: bytes
    prestige: list[int]
    produced: int  # production spaces reached
    hands: list[bytes]
    played: list[bytes]
    market: bytes
    shown: int  # the train cards that have lain in the market, a bit each
    deck: bytes
    contracts: bytes
    revealed: bytes
    undealt: bytes
    feats: bytes  # the achievements in this game
    firsts: bytes  # by achievement: the seat that claimed it first, plus 1
    laters: bytes  # by achievement: the seats that claimed it later
    deliveries: bytes
    longest: bytes  # the longest line delivered on, as far as anything asks
    scenic: bytes  # whether a line crossed all four colours
    joints: list[vec[i64]]  # a seat's spaces in the order laid: the set of those next to each; follows from the rest

    def clone(self) -> Empires:
        twin = Empires()
        self.copy_shared(twin)
        twin.box = self.box
        twin.board = self.board
        twin.tiles = self.tiles
        twin.rotations = self.rotations
        twin.switches = self.switches
        twin.first = self.first
        twin.turn = self.turn
        twin.goods = self.goods
        twin.tracks = self.tracks
        twin.trains = self.trains
        twin.nets = self.nets[:]
        twin.frontiers = self.frontiers[:]
        twin.laid = self.laid
        twin.supply = self.supply
        twin.locked = self.locked
        twin.boxed = self.boxed
        twin.money = self.money
        twin.loans = self.loans
        twin.prestige = self.prestige[:]
        twin.produced = self.produced
        twin.hands = self.hands[:]
        twin.played = self.played[:]
        twin.market = self.market
        twin.shown = self.shown
        twin.deck = self.deck
        twin.contracts = self.contracts
        twin.revealed = self.revealed
        twin.undealt = self.undealt
        twin.feats = self.feats
        twin.firsts = self.firsts
        twin.laters = self.laters
        twin.deliveries = self.deliveries
        twin.longest = self.longest
        twin.scenic = self.scenic
        twin.joints = self.joints  # replaced, never changed
        return twin

    def fields(self) -> list[Field]:
        return FIELDS

    def lay_out(self, tiles: bytes, rotations: bytes) -> None:
        """The country, with nothing built in it."""
        self.tiles = tiles
        self.rotations = rotations
        self.derive()
        self.supply = ONE[self.box.tracks] * self.seats
        self.locked = ONE[self.box.unlockable] * self.seats
        self.money = ONE[self.box.start_money] * self.seats

    def derive(self) -> None:
        self.board = self.box.board(self.tiles, self.rotations)
        self.joints = [neighbours(self.board, net) for net in self.nets]

    def step(self) -> str:
        """Which step of the turn, or of a delivery, is asked."""
        if self.over:
            return ""
        if not self.turn:
            return "start"
        return (DELIVERY if self.delivering() else STEPS)[position(self.top)]

    def delivering(self) -> bool:
        """Whether a delivery is under way."""
        return program_of(self.top) == self.box.delivery_program

    # words

    def label(self, kind: str, thing: int) -> str:
        box, factories = self.box, self.box.atlas.factories
        if kind == "hex":
            return self.board.labels[thing] if thing < self.board.size else f"hex {thing + 1}"
        if kind == "factory":
            return factories.names[thing]
        if kind == "city":
            return box.atlas.cities.names[thing]
        if kind == "good":
            good = self.good(thing)
            return f"{GOODS[good] if good >= 0 else 'a second good'} from {factories.names[factory_of(thing)]}"
        if kind == "slot":
            title = box.titles[self.market[thing]] if thing < len(self.market) else f"market card {thing + 1}"
            return f"{title} for ${box.market[thing]}"
        if kind == "line":
            return box.line_words(thing)
        return box.titles[ENGINES + thing if kind == "feat" else thing]

    def aliases(self, kind: str, thing: int) -> list[str]:
        hex = self.board.hex_of(kind, thing) if kind != "good" else NONE
        return [self.board.coordinates[hex]] if hex != NONE else []

    # scores

    def scores(self) -> list[int]:
        """empires-16.2: the track, achievements, loans, and passengers if they are played with."""
        return [
            self.prestige[i] + self.feat_points(i) - self.loan_points(i) + self.passenger_points(i)
            for i in range(self.seats)
        ]

    def feat_points(self, seat: int) -> int:
        """What the claimed achievements bring at the end."""
        total = 0
        for feat in self.feats:
            if self.firsts[feat] == seat + 1:
                total += self.box.feat_first[feat]
            elif has(self.laters[feat], seat):
                total += self.box.feat_later[feat]
        return total

    def loan_points(self, seat: int) -> int:
        return self.loans[seat] * self.box.loan_prestige

    def passenger_points(self, seat: int) -> int:
        """empires-15.1: cities of one hat in the network."""
        if not self.switches & PASSENGERS:
            return 0
        return sum([self.box.hat_points[self.hats(seat, hat)] for hat in range(len(HATS))])

    def hats(self, seat: int, hat: int) -> int:
        """How many cities of that hat the seat has reached."""
        cities = [self.board.place[h] for h in self.nets[seat] if self.board.ground[h] == TOWN]
        return len([city for city in cities if self.box.atlas.hats[city] == hat])

    def tiebreaks(self) -> list[tuple[str, list[int]]]:
        """empires-16.3: the most prestige, then deliveries, then money; who is still level shares."""
        return [("deliveries", list(self.deliveries)), ("money", list(self.money))]

    def not_first(self, seat: int) -> bool:
        """empires-6.2: whether somebody is ahead on the prestige track."""
        own = self.prestige[seat]
        for n in self.prestige:
            if n > own:
                return True
        return False

    def gain(self, seat: int, n: int) -> None:
        """Prestige at once, and production where a marker reaches or passes its space first (empires-13.1)."""
        self.prestige[seat] += n
        spaces = self.box.production
        while self.produced < len(spaces) and self.prestige[seat] >= spaces[self.produced]:
            self.produced += 1
            self.produce()

    def produce(self) -> None:
        """empires-13.2: every factory of the country has all its goods again."""
        goods = [0] * PLACES
        for factory in self.board.factories:
            goods[factory] = (1 << len(self.box.atlas.factories.goods[factory])) - 1
        self.goods = bytes(goods)

    # money

    def earn(self, seat: int, n: int) -> None:
        """Money up to the end of its track; the rest is lost (empires-4.9)."""
        self.money = put(self.money, seat, min(self.box.most_money, self.money[seat] + n))

    def loans_left(self) -> int:
        loans = self.loans
        taken: i64 = 0
        seat: i64
        for seat in range(len(loans)):
            taken += loans[seat]
        return self.box.loans - taken

    def loans_for(self, seat: int, price: int) -> int:
        """How many loans paying this takes; -1 if it cannot be paid (empires-4.6)."""
        lacks = price - self.money[seat]
        if lacks <= 0:
            return 0
        each = self.box.loan_money
        taken = (lacks + each - 1) // each
        return taken if price <= self.box.most_money and taken <= self.loans_left() else -1

    def pay(self, seat: int, price: int) -> None:
        """Pay, with the least number of loans."""
        money = self.money[seat]
        if money < price:
            taken = self.loans_for(seat, price)
            self.loans = put(self.loans, seat, self.loans[seat] + taken)
            money = self.box.with_loans(money, taken)
        self.money = put(self.money, seat, money - price)

    def payment(self, seat: int, price: int) -> dict[str, int]:
        """What paying costs: dollars, and loans with the dollars that they bring and the prestige that they cost."""
        loans = self.loans_for(seat, price)
        if not loans:
            return {"money": -price}
        borrowed = self.box.with_loans(self.money[seat], loans) - self.money[seat]
        late = -loans * self.box.loan_prestige
        return {"money": -price, "loans": loans, "borrowed": borrowed, "prestige_at_end": late}

    # tracks

    def there(self, hex: i64) -> i64:
        """The seats with a track or a train on a hex."""
        return self.tracks[hex] | self.trains[hex]

    def rent(self, hex: int) -> int:
        """What is due to who is there already (empires-17.1)."""
        return self.box.rent if self.switches & RENT and self.there(hex) else 0

    def extra(self, seat: int) -> int:
        """What unlocking the next track costs."""
        return self.box.unlock[self.box.unlockable - self.locked[seat]]

    def star(self, hex: int) -> int:
        """The prestige for being the first there."""
        return self.box.star if self.board.star[hex] and not self.there(hex) else 0

    def lay(self, seat: int, hex: int, price: int) -> None:
        """Pay, place the track, score its star."""
        self.pay(seat, price)
        if self.rent(hex):
            for other in range(self.seats):
                if has(self.there(hex), other):
                    self.earn(other, self.box.rent)
        star = self.star(hex)
        self.set_track(seat, hex)
        self.laid = self.laid + ONE[hex]
        if star:
            self.gain(seat, star)

    def set_track(self, seat: int, hex: int) -> None:
        """A track on the hex, and what is next to the network with it."""
        self.tracks = put(self.tracks, hex, self.tracks[hex] | 1 << seat)
        self.nets[seat] = self.nets[seat] + ONE[hex]
        self.frontiers[seat] = grown(self.frontiers[seat], hex, self.join(seat, self.board.beside[hex]))

    def join(self, seat: int, near: bytes) -> bytes:
        """The last space of a network is next to some of the others; the rest of its neighbours on the map."""
        net = self.nets[seat]
        own = self.joints[seat][:]
        last: i64 = 1 << len(own)
        found: i64 = 0
        fresh = BytesWriter()
        i: i64
        for i in range(len(near)):
            if has(self.there(near[i]), seat):
                j: i64 = 0
                while net[j] != near[i]:
                    j += 1
                found |= 1 << j
                own[j] = own[j] | last
            else:
                fresh.append(near[i])
        joints = self.joints[:]
        joints[seat] = append(own, found)
        self.joints = joints
        return fresh.getvalue()

    # goods

    def good(self, thing: i64) -> i64:
        """Which good a place of a factory makes, or -1."""
        goods = self.box.atlas.factories.goods[factory_of(thing)]
        nth = nth_of(thing)
        return goods[nth] if nth < len(goods) else -1

    def lies(self, thing: i64) -> bool:
        """Whether a good lies at its factory."""
        return has(self.goods[factory_of(thing)], nth_of(thing))

    def city_money(self, seat: int, hex: int) -> int:
        """What a city pays for the seat's train, by the trains of others that are there."""
        return self.box.city_bonus[SEATS_IN[self.trains[hex] & ~(1 << seat)]]

    def contract_for(self, seat: int, factory: int) -> bool:
        """Whether a delivery from there fulfils the seat's secret contract."""
        return not self.revealed[seat] and self.box.contract_factory[self.contracts[seat]] == factory

    def trains_left(self, seat: int) -> int:
        return self.box.trains - self.deliveries[seat]

    # cards

    def refill(self) -> None:
        """The market up to three cards, not all of one colour if that can be had (empires-14.4)."""
        self.draw_market()
        while self.alike() and len(self.deck) >= self.box.slots and not self.one_colour(self.deck):
            self.deck = bytes(self.shuffled(sorted(self.market + self.deck)))
            self.market = b""
            self.draw_market()

    def draw_market(self) -> None:
        need = self.box.slots - len(self.market)
        if need and self.deck:
            self.learned = True
            self.market = self.market + self.deck[:need]
            self.deck = self.deck[need:]
            for card in self.market:
                self.shown |= 1 << card

    def alike(self) -> bool:
        """Whether the market is full, of one colour."""
        return len(self.market) >= self.box.slots and self.one_colour(self.market)

    def one_colour(self, cards: bytes) -> bool:
        """Whether all these cards have the colour of the first in the market."""
        colour = self.box.colours[self.market[0]]
        return all(self.box.colours[card] == colour for card in cards)

    # achievements

    def claimed(self, seat: int, feat: int) -> bool:
        return self.firsts[feat] == seat + 1 or has(self.laters[feat], seat)

    def claim_worth(self, feat: int) -> int:
        """What claiming an achievement now brings at the end."""
        return self.box.feat_later[feat] if self.firsts[feat] else self.box.feat_first[feat]

    def claims(self, seat: int, but: int) -> int:
        """How many achievements a seat has marked, one of them not counted."""
        return len([feat for feat in self.feats if feat != but and self.claimed(seat, feat)])

    # the end

    def endings(self) -> list[str]:
        """What ends the game with this round."""
        more = self.switches & MORE_ENDINGS != 0
        ends = [
            (not sum(self.supply), "all tracks are laid"),
            (more and not self.deck, "the train deck has run out"),
            (more and self.full(), "every city is full of trains"),
        ]
        return [words for reached, words in ends if self.turn and reached]

    def full(self) -> bool:
        """Whether two trains stand in every city."""
        hexes = [self.board.city[city] for city in self.board.cities]
        return all(SEATS_IN[self.trains[h]] >= self.box.per_space for h in hexes)
