"""What a position is worth to a seat, for bots that look one step ahead."""

from __future__ import annotations

from typing import Final

from roundhouse.games.trains.board import CITY, REMOTE
from roundhouse.games.trains.state import CARD, Trains

# All in hundredths of a point.
POINT: Final = 100
RIVAL: Final = 25  # how much of a rival's gain counts as a loss
CARD_COIN: Final = 55  # a card's worth to the deck over a whole game: so much for each coin it costs,
CARD_BASE: Final = -45  # and the room it takes
CLOG: Final = 90  # a card that does nothing
ENOUGH: Final = 3  # of each kind; further copies are worth half
TRACK: Final = 60  # a marker on the map, for the reach it gives
SLOT: Final = 75  # a free station slot under an own marker
NEAR: Final = 25  # a slot, or a point of a remote place, next to the own network
HASTE: Final = 85  # what coins could still buy, against what they have bought, in hundredths


def evaluate(s: Trains, seat: int) -> int:
    """The worth of a settled position."""
    left = remaining(s)
    scores = s.scores()
    total = scores[seat] * POINT
    for i in range(s.seats):
        if i != seat:
            total -= scores[i] * RIVAL // (s.seats - 1)
    if s.over:
        return total
    counts = [0] * len(s.supply)
    cards = s.owned(seat)
    for i in range(len(cards)):
        counts[cards[i] & CARD] += 1
    total += map_worth(s, seat) * left // 100
    for card in range(len(counts)):
        if counts[card]:
            total += deck_worth(s, card, counts[card]) * left // 100
    if s.turn == seat:
        coins = s.coins
        hand = s.hands[seat]
        for i in range(len(hand)):
            coins += s.box.values[hand[i] & CARD]
        total += spending(s, counts, coins, left) * HASTE // 100 + s.coins
    return total


def remaining(s: Trains) -> int:
    """How much of the game is still to come, in hundredths, by the end condition that is nearest."""
    left = s.stations_left * 100 // s.box.station_markers
    for m in s.markers:
        left = min(left, m * 100 // s.box.track_markers)
    piles = sorted([s.supply[p] for p in s.piles])
    return min(left, sum(piles[: s.box.empty_piles]) * 100 // 40)


def deck_worth(s: Trains, card: int, n: int) -> int:
    """What n cards of a kind do for a deck over a whole game, their points aside."""
    if not s.box.playable[card]:
        return -n * CLOG
    worth = CARD_BASE + s.box.costs[card] * CARD_COIN
    return n * worth if n <= ENOUGH or s.box.groups[card] == "start" else (n + ENOUGH) * worth // 2


def spending(s: Trains, counts: list[int], coins: int, left: int) -> int:
    """The most that so many coins can still bring this turn, each pile by the worth of its next card."""
    if coins <= 0:
        return 0
    best = [0] * (coins + 1)
    for p in s.piles:
        cost = s.box.costs[p]
        if not s.supply[p] or not cost or cost > coins:
            continue
        n = counts[p]
        gain = (deck_worth(s, p, n + 1) - deck_worth(s, p, n)) * left // 100 + s.box.vps[p] * POINT
        if s.box.on_buy[p]:
            gain -= CLOG * left // 100
        for c in range(cost, coins + 1):
            if best[c - cost] + gain > best[c]:
                best[c] = best[c - cost] + gain
    return best[coins]


def map_worth(s: Trains, seat: int) -> int:
    """What the seat's network can still become."""
    board = s.board
    total = 0
    for h in range(len(s.tracks)):
        if s.has_track(h, seat):
            total += TRACK
            if board.terrain[h] == CITY:
                total += (board.number[h] - s.stations[h]) * SLOT
    reach = s.frontiers[seat]
    for i in range(len(reach)):
        if board.terrain[reach[i]] == CITY or board.terrain[reach[i]] == REMOTE:
            total += board.number[reach[i]] * NEAR
    return total
