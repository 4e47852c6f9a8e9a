"""What building costs: the cheapest chain of transfers to every hex.

A chain starts next to the network and goes over cities, wastelands and hexes with other companies' cars. Some transfers
are free: one over a rival, a city or a wasteland by the card, any by a specialist of this turn. So the search runs over
pairs of a hex and a layer, which says what free ones are used up; prices are small, so it goes price by price.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import append, i64, vec
from roundhouse.games.empyreal.board import CITY, WASTELAND
from roundhouse.games.empyreal.state import CITY_FREE, RIVAL_ONE, WASTE_ONE, Empyreal

FAR: Final = 9999
MOST_FREE: Final = 8  # a fare is mana times 8, and how many of the turn's free transfers it uses up

# The free transfers of a card, each good for one. A layer is the set of those used up and, above it, how many of the
# turn's; without free transfers of the card, only how many of the turn's.
RIVAL_FREE: Final = 1
CITY_FREE_ONCE: Final = 2
WASTE_FREE_ONCE: Final = 4
CARD_LAYERS: Final = 8


# How a transfer is paid for: in mana, by the card, or by a free transfer of the turn.
PAY: Final = 0
CARD_PAYS: Final = 1
TURN_PAYS: Final = 2


def fare_mana(fare: i64) -> i64:
    """The mana that a fare costs."""
    return fare // MOST_FREE


def fare_free(fare: i64) -> i64:
    """How many of the turn's free transfers it uses up."""
    return fare % MOST_FREE


def transfer_costs(s: Empyreal, seat: int) -> tuple[int, int, int]:
    """What a seat pays for transfers over a rival, a city and a wasteland."""
    rules = s.rules(seat)
    return (
        1 if rules & RIVAL_ONE else s.box.transfer_rival,
        0 if rules & CITY_FREE else s.box.transfer_city,
        1 if rules & WASTE_ONE else s.box.transfer_waste,
    )


class Reach:
    """Fares for one build: `free` are the card's free transfers, `wild` how many of the turn's it may use."""

    def __init__(self, s: Empyreal, seat: int, purse: int, free: int, wild: int, trace: bool = False) -> None:
        self.size: i64 = s.board.size
        self.step: i64 = CARD_LAYERS if free else 1  # from one count of the turn's free transfers to the next
        self.trace: bool = trace
        self.best: vec[i64] = vec[i64]([FAR] * s.board.size)  # by hex: the fare
        self.last: list[int] = []  # with trace: by hex, the pair it is reached from; -1 if directly
        self.came: list[int] = []  # with trace: by pair, the pair before; -1 at the first
        self.paid: vec[i64] = vec[i64]()  # by pair: what all transfers up to it cost
        best = self.best
        near = s.frontiers[seat]
        i: i64
        for i in range(len(near)):
            best[near[i]] = 0
        if trace:
            self.last = [-1] * s.board.size
        costs = transfer_costs(s, seat)
        least = min(min(costs[0], costs[1]), costs[2])
        if s.mates[seat]:
            least = min(least, s.box.transfer_mate)
        if s.open_wastes or free or wild:
            least = 0
        if purse >= least:
            self.spread(s, seat, costs, purse, free, wild)

    def spread(self, s: Empyreal, seat: int, costs: tuple[int, int, int], purse: int, free: int, wild: int) -> None:
        """Go on from the network, then from each hex that was crossed, the cheapest first."""
        size = self.size
        step = self.step
        layers = step * (wild + 1)
        best = self.best
        paid = vec[i64]([FAR] * int(size * layers))  # by pair: what all transfers up to it cost
        heads = vec[i64]([-1] * (purse + 1))  # by price: the last pair found, as its place in the queue
        queue = vec[i64]()  # the pairs to go on from,
        after = vec[i64]()  # and the place of the one of the same price found before
        self.paid = paid
        if self.trace:
            self.came = [-1] * int(size * layers)
        rival: i64 = costs[0]
        city: i64 = costs[1]
        waste: i64 = costs[2]
        mate: i64 = s.box.transfer_mate
        own: i64 = 1 << seat
        foes: i64 = s.foes[seat]
        mates: i64 = s.mates[seat]
        gratis: i64 = free
        wilds: i64 = wild
        most: i64 = purse
        ground = s.ground
        there = s.there
        opened = s.open_wastes
        near = s.frontiers[seat]
        here: i64 = -1  # the pair to go on from; -1: the network
        layer: i64 = 0
        used: i64 = 0  # of the turn's free transfers
        cost: i64 = 0
        fare: i64 = 0
        way: i64
        i: i64
        while True:
            for i in range(len(near)):
                h: i64 = near[i]
                crowd: i64 = there[h]
                if here >= 0:
                    if crowd & own:
                        continue
                    if fare < best[h]:
                        best[h] = fare
                        if self.trace:
                            self.last[h] = here
                now: i64 = ground[h]
                kind: i64 = 0
                price: i64
                if now == CITY:
                    kind = CITY_FREE_ONCE
                    price = city
                elif now == WASTELAND:
                    if opened and h in opened:
                        price = 0
                    else:
                        kind = WASTE_FREE_ONCE
                        price = waste
                elif crowd & foes:
                    kind = RIVAL_FREE
                    price = min(rival, mate) if crowd & mates else rival
                elif crowd & mates:
                    price = mate
                else:
                    continue
                way = PAY
                toll: i64 = cost + price
                to: i64 = layer
                while True:
                    pair: i64 = to * size + h
                    if toll <= most and toll < paid[pair]:  # none so cheap is known: go on from there at its turn
                        paid[pair] = toll
                        after = append(after, heads[toll])
                        heads[toll] = len(queue)
                        queue = append(queue, pair)
                        if self.trace:
                            self.came[pair] = here
                    toll = cost
                    if way == PAY and kind & gratis and not layer & kind:
                        way = CARD_PAYS
                        to = layer + kind
                    elif way != TURN_PAYS and kind and used < wilds:
                        way = TURN_PAYS
                        to = layer + step
                    else:
                        break
            here = -1
            while cost <= most and here < 0:
                i = heads[cost]
                if i < 0:
                    cost += 1
                    continue
                heads[cost] = after[i]
                if paid[queue[i]] == cost:
                    here = queue[i]
            if here < 0:
                return
            layer = here // size if layers > 1 else 0
            used = layer // step
            near = s.board.beside[here - layer * size]
            fare = cost * MOST_FREE + used

    def crossed(self, hex: int) -> list[tuple[int, int]]:
        """The hexes that the cheapest chain to a hex goes over, from the network on, and what each costs."""
        out: list[tuple[int, int]] = []
        at = self.last[hex]
        while at >= 0:
            before = self.came[at]
            out.append((at % int(self.size), self.paid[at] - (self.paid[before] if before >= 0 else 0)))
            at = before
        out.reverse()
        return out
