"""All that changes in a game of Trains.

A card in a zone is one byte: its number, plus KNOWN_OWNER and KNOWN_ALL where somebody has seen it in a
hidden zone. An owner always knows the own hand and discard pile, so KNOWN_OWNER only counts in a deck.
A shuffle forgets both. Zones are bytes, replaced on write, so that clones share them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roundhouse.core.cells import ONE, bit, free_of, grown, put
from roundhouse.core.native import BytesWriter, i64
from roundhouse.core.state import State
from roundhouse.core.verbs import frame_seat, memo, subject
from roundhouse.core.views import COUNT, OWNER, PUBLIC, Each, Field
from roundhouse.games.trains.board import CITY, REMOTE, Board

if TYPE_CHECKING:
    from roundhouse.games.trains.box import TrainsBox

CARD: Final = 63
NO_CARD: Final = 64  # above the number of any card
KNOWN_OWNER: Final = 64
KNOWN_ALL: Final = 128
IN_HAND: Final = 1 << 13  # of a memo: an effect is only asked about, and the card beside this bit still lies in hand
SEATS_IN: Final = bytes([i.bit_count() for i in range(16)])  # how many seats have a marker, by the set of them

# The rules that cards in play change: six bits each count those that carry one. The eight bits below are left free
# so that `planned` can hold the coins that playing a card brings.
PLANNED_COINS: Final = 255
COUNTER: Final = 63
RIVERS_FREE: Final = 8
MOUNTAINS_FREE: Final = 14
CITIES_FREE: Final = 20
RIVALS_FREE: Final = 26
ALL_BUT_REMOTE_FREE: Final = 32
NO_WASTE: Final = 38
RAIL_BONUS: Final = 44
ONTO_DECK: Final = 50
NO_RIVAL_COST: Final = COUNTER << RIVALS_FREE | COUNTER << ALL_BUT_REMOTE_FREE
NO_RIVAL_WASTE: Final = COUNTER << RIVALS_FREE | COUNTER << NO_WASTE


FIELDS: Final = [
    Field("map", PUBLIC),
    Field("turn", PUBLIC),
    Field("turns", PUBLIC),
    Field("coins", PUBLIC),
    Field("busy", PUBLIC, False),
    Field("rule_counters", PUBLIC, saved="standing"),
    Field("play", PUBLIC, b""),
    Field("texts", PUBLIC, b""),
    Field("gained", PUBLIC, b""),
    Field("looked", OWNER, b""),
    Each("hands", OWNER, b""),
    Each("decks", COUNT, b""),
    Each("discards", OWNER, b""),
    Field("tracks", PUBLIC, b""),
    Field("stations", PUBLIC, b""),
    Each("frontiers", PUBLIC, b""),
    Each("markers", PUBLIC, 0),
    Each("points", PUBLIC, 0),
    Field("supply", PUBLIC, b""),
    Field("trash", PUBLIC, b""),
    Field("piles", PUBLIC, b""),
    Field("stations_left", PUBLIC),
    Field("empties", PUBLIC),
]


def place_in_play(f: int) -> int:
    """Where in the play area the card lies whose effect a frame is."""
    return subject(f)


def cost_limit(f: int) -> int:
    """What a train taken in exchange may cost; 0 while none is exchanged."""
    return memo(f)


def unplayed(f: int) -> int:
    """IN_HAND and the card, if a frame only asks whether a card in hand could be played for its effect; else 0."""
    return memo(f) if memo(f) & IN_HAND else 0


def named_card(f: int) -> int:
    """The card that was named."""
    return memo(f)


def next_kind(cards: bytes, after: i64) -> i64:
    """The lowest number above `after` among the cards, or NO_CARD: from -1 on it finds each kind once, in order."""
    lowest: i64 = NO_CARD
    card: i64
    i: i64
    for i in range(len(cards)):
        card = cards[i] & CARD
        if after < card < lowest:
            lowest = card
    return lowest


def kinds_in(cards: bytes) -> list[int]:
    """The kinds of card among some, each once, in order."""
    kinds: list[int] = []
    card = next_kind(cards, -1)
    while card < NO_CARD:
        kinds.append(card)
        card = next_kind(cards, card)
    return kinds


def without(zone: bytes, card: int) -> bytes:
    """The zone less one such card; of several, one that all have seen (trains-10.3)."""
    found: i64 = -1
    n: i64 = len(zone)
    i: i64
    for i in range(n):
        if zone[i] & CARD == card:
            found = i
            if zone[i] & KNOWN_ALL:
                break
    if found < 0:
        raise LookupError(f"card {card} is not there")
    return zone[:found] + zone[found + 1 :]


class Trains(State):
    """A table of Trains."""

    box: TrainsBox
    board: Board
    map: int
    turn: int
    turns: int
    coins: int
    busy: bool
    rule_counters: int
    play: bytes
    texts: bytes
    gained: bytes
    looked: bytes
    hands: list[bytes]
    decks: list[bytes]
    discards: list[bytes]
    tracks: bytes
    stations: bytes
    frontiers: list[bytes]
    markers: list[int]
    points: list[int]
    supply: bytes
    trash: bytes
    piles: bytes
    stations_left: int
    empties: int

    def clone(self) -> Trains:
        twin = Trains()
        self.copy_shared(twin)
        twin.box = self.box
        twin.board = self.board
        twin.map = self.map
        twin.turn = self.turn
        twin.turns = self.turns
        twin.coins = self.coins
        twin.busy = self.busy
        twin.rule_counters = self.rule_counters
        twin.play = self.play
        twin.texts = self.texts
        twin.gained = self.gained
        twin.looked = self.looked
        twin.hands = self.hands[:]
        twin.decks = self.decks[:]
        twin.discards = self.discards[:]
        twin.tracks = self.tracks
        twin.stations = self.stations
        twin.frontiers = self.frontiers[:]
        twin.markers = self.markers[:]
        twin.points = self.points[:]
        twin.supply = self.supply
        twin.trash = self.trash
        twin.piles = self.piles
        twin.stations_left = self.stations_left
        twin.empties = self.empties
        return twin

    def fields(self) -> list[Field]:
        return FIELDS

    def label(self, kind: str, thing: int) -> str:
        return self.board.labels[thing] if kind == "hex" else self.box.titles[thing]

    def aliases(self, kind: str, thing: int) -> list[str]:
        return self.board.also[thing] if kind == "hex" else self.box.also[thing]

    def derive(self) -> None:
        self.board = self.box.boards[self.map]

    # rules that cards in play change

    def amount(self, rule: int) -> int:
        """How many cards in play carry a rule, or how much they add to it."""
        return self.rule_counters >> rule & COUNTER

    def in_force(self, rule: int) -> bool:
        """Whether a card in play carries a rule."""
        return self.amount(rule) > 0

    # scoring

    def owned(self, seat: int) -> bytes:
        """All cards a seat owns; in its turn the play area and the gained cards too."""
        cards = self.hands[seat] + self.decks[seat] + self.discards[seat]
        if seat == self.turn:
            cards = cards + self.play + self.gained + self.looked
        return cards

    def track_bonus(self, seat: int) -> int:
        """trains-8.3: what the seat's markers in cities and remote places are worth."""
        total = 0
        board = self.board
        for h in range(len(board.terrain)):
            if self.has_track(h, seat):
                if board.terrain[h] == CITY:
                    total += self.box.station_bonus[self.stations[h]]
                elif board.terrain[h] == REMOTE:
                    total += board.number[h]
        return total

    def card_points(self, seat: int) -> int:
        """trains-8.4: the points printed on the seat's cards."""
        total = 0
        cards = self.owned(seat)
        for i in range(len(cards)):
            total += self.box.vps[cards[i] & CARD]
        return total

    def scores(self) -> list[int]:
        return [self.points[i] + self.track_bonus(i) + self.card_points(i) for i in range(self.seats)]

    def endings(self) -> list[str]:
        """trains-8.1: the conditions by which the game ends after this turn, in words."""
        ends = [
            (self.empties >= self.box.empty_piles, f"{self.box.empty_piles} piles of the supply are empty"),
            (0 in self.markers, "a seat has laid its last track marker"),
            (not self.stations_left, "the last station marker is placed"),
        ]
        return [words for reached, words in ends if reached]

    def next_seat(self) -> None:
        """The turn goes to the left."""
        self.turn = self.turn + 1 if self.turn + 1 < self.seats else 0

    # cards

    def shuffle(self, seat: int) -> None:
        """trains-4.13: the discard pile becomes the deck; what was known of it is forgotten."""
        pile = self.discards[seat]
        cards = BytesWriter()
        i: i64
        for i in range(len(pile)):
            cards.append(pile[i] & CARD)
        self.decks[seat] = self.shuffled_cells(cards.getvalue())
        self.discards[seat] = b""

    def draw(self, seat: int, n: int) -> None:
        """trains-7.3, trains-7.4: cards to the hand, as many as there are; shuffles only when one is needed."""
        self.hands[seat] = self.hands[seat] + self.lift(seat, n)

    def lift(self, seat: int, n: int) -> bytes:
        """The top n cards, or as many as there are, off the deck."""
        self.learned = True
        deck = self.decks[seat]
        if len(deck) < n and self.discards[seat]:
            self.shuffle(seat)
            deck = deck + self.decks[seat]
        self.decks[seat] = deck[n:]
        return deck[:n]

    def hand(self, f: int) -> bytes:
        """The hand as an effect finds it: a card of which is only asked whether it can be played is not among it."""
        held = unplayed(f)
        hand = self.hands[frame_seat(f)]
        return without(hand, held & CARD) if held else hand

    def take_from_hand(self, seat: int, card: int) -> None:
        """Remove one such card."""
        self.hands[seat] = without(self.hands[seat], card)

    def to_hand(self, seat: int, card: int) -> None:
        """A card to the hand, in the open."""
        self.hands[seat] = self.hands[seat] + ONE[card | KNOWN_ALL]

    def onto_deck(self, seat: int, card: int) -> None:
        """A card on top of the deck, in the open."""
        self.decks[seat] = ONE[card | KNOWN_ALL] + self.decks[seat]

    def discard(self, seat: int, card: int) -> None:
        """A card to the discard pile, in the open."""
        self.discards[seat] = self.discards[seat] + ONE[card | KNOWN_ALL]

    def gain(self, card: int) -> None:
        """One card from its pile to the gained cards, in the open."""
        self.take_from_supply(card)
        self.gained = self.gained + ONE[card | KNOWN_ALL]

    def take_from_supply(self, card: int) -> None:
        """One card off its pile; an emptied pile counts towards the end, except Waste (trains-8.1)."""
        left = self.supply[card] - 1
        self.supply = put(self.supply, card, left)
        if left == 0 and card != self.box.waste:
            self.empties += 1

    def waste_comes(self) -> bool:
        """trains-7.1, trains-9.23: whether a Waste that is to be gained is there and nothing forbids it."""
        return self.supply[self.box.waste] > 0 and not self.in_force(NO_WASTE)

    def gain_waste(self) -> None:
        """A Waste to the gained cards, if one comes."""
        if self.waste_comes():
            self.gain(self.box.waste)

    def return_waste(self, seat: int, n: int) -> None:
        """n Waste from the hand back to the supply."""
        waste = self.box.waste
        for _ in range(n):
            self.take_from_hand(seat, waste)
        self.supply = put(self.supply, waste, self.supply[waste] + n)

    def wastes(self, seat: int) -> int:
        """How many Waste the seat holds in hand."""
        n = 0
        hand = self.hands[seat]
        for i in range(len(hand)):
            if hand[i] & CARD == self.box.waste:
                n += 1
        return n

    def leave_play(self, i: int) -> int:
        """Take the i-th card out of the play area, the rules it changes with it; the card's number."""
        card = self.play[i] & CARD
        text = self.texts[i]
        if text:
            self.rule_counters -= self.box.rule_changes[text - 1]
        self.play = self.play[:i] + self.play[i + 1 :]
        self.texts = self.texts[:i] + self.texts[i + 1 :]
        return card

    # track

    def has_track(self, h: i64, seat: i64) -> bool:
        """Whether the seat has a marker there."""
        return self.tracks[h] & bit(seat) != 0

    def lay_cost(self, h: i64, seat: i64, counters: int) -> i64:
        """trains-5.4, trains-5.5: the coins a track marker there costs with these rule counters."""
        cost: i64 = self.board.cost[h] + self.stations[h]
        if counters:
            if counters & self.box.waivers[self.board.terrain[h]]:
                cost = 0
            if counters & NO_RIVAL_COST:
                return cost
        if self.tracks[h]:
            cost += SEATS_IN[self.tracks[h] & ~bit(seat)]
        return cost

    def rivals_bring_waste(self, h: i64) -> bool:
        """trains-5.5: whether a marker beside those of rivals there brings a Waste, if one comes."""
        return self.tracks[h] != 0 and not self.in_force(RIVALS_FREE)

    def place_track(self, h: int, seat: int) -> None:
        """A marker of the seat on the map, and the hexes it can reach next."""
        self.tracks = put(self.tracks, h, self.tracks[h] | bit(seat))
        self.markers[seat] -= 1
        fresh = free_of(self.board.beside[h], self.tracks, bit(seat))
        self.frontiers[seat] = grown(self.frontiers[seat], h, fresh)
