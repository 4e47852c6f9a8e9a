"""What building costs: the cheapest chain of transfers to every hex.

A chain starts next to the network and goes over cities, wastelands and hexes with other companies' cars. Some transfers
are free: one over a rival, a city or a wasteland by the card, any by a specialist of this turn. So the search runs over
pairs of a hex and which free ones are used up; prices are small, so it goes price by price.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import append, i64, vec
from roundhouse.games.empyreal.board import CITY, WASTELAND
from roundhouse.games.empyreal.state import CITY_FREE, RIVAL_ONE, WASTE_ONE, Empyreal

FAR: Final = 9999
WILDS: Final = 8  # a price is mana * 8 + how many of the turn's free transfers it uses up

RIVAL_FREE: Final = 1
CITY_FREE_ONCE: Final = 2
WASTE_FREE_ONCE: Final = 4


class Reach:
    """Prices for one build: `free` are the card's free transfers, `wild` how many of the turn's it may use."""

    def __init__(self, s: Empyreal, seat: int, purse: int, free: int, wild: int, trace: bool = False) -> None:
        n: i64 = s.board.size
        self.size: int = s.board.size
        self.best: vec[i64] = vec[i64]([FAR] * s.board.size)
        self.came: list[int] = []  # with trace: by pair, the pair before; -1 at the first
        self.last: list[int] = []  # with trace: by hex, the pair it is reached from; -1 if directly
        self.paid: vec[i64] = vec[i64]()  # with trace: by pair, what all transfers up to it cost
        rules = s.rules(seat)
        rival: i64 = 1 if rules & RIVAL_ONE else s.box.transfer_rival
        city: i64 = 0 if rules & CITY_FREE else s.box.transfer_city
        waste: i64 = 1 if rules & WASTE_ONE else s.box.transfer_waste
        mate: i64 = s.box.transfer_mate
        own: i64 = 1 << seat
        foes: i64 = s.foes[seat]
        mates: i64 = s.mates[seat]
        best = self.best
        near = s.frontiers[seat]
        i: i64 = 0
        m: i64 = len(near)
        while i < m:
            best[near[i]] = 0
            i += 1
        if trace:
            self.last = [-1] * s.board.size
        least: i64 = min(min(rival, city), waste)
        if mates:
            least = min(least, mate)
        opened = s.open_wastes
        crossing: i64 = len(opened)
        if crossing or free or wild:
            least = 0
        most: i64 = purse
        if most < least:
            return
        layers: i64 = (8 if free else 1) * (wild + 1)
        step: i64 = 8 if free else 1  # from one count of used wild transfers to the next
        wilds: i64 = wild
        gratis: i64 = free
        seen = vec[i64]([FAR] * int(n * layers))
        heads = vec[i64]([-1] * (purse + 1))  # by price: the last pair found, as its place in the queue
        queue = vec[i64]()  # the pairs to go on from,
        after = vec[i64]()  # and the place of the one of the same price found before
        if trace:
            self.came = [-1] * (n * layers)
            self.paid = seen
        ground = s.ground
        there = s.there
        # the hexes to enter: from the network, then from each hex that was crossed
        cost: i64 = 0
        total: i64
        at: i64
        price: i64
        kind: i64
        h: i64
        now: i64
        crowd: i64
        code: i64 = 0
        layer: i64 = 0
        used: i64 = 0
        here: i64 = -1
        while True:
            i = 0
            m = len(near)
            while i < m:
                h = near[i]
                i += 1
                crowd = there[h]
                if here >= 0:
                    if crowd & own:
                        continue
                    if code < best[h]:
                        best[h] = code
                        if trace:
                            self.last[h] = here
                now = ground[h]
                if now == CITY:
                    kind = CITY_FREE_ONCE
                    price = city
                elif now == WASTELAND:
                    kind = WASTE_FREE_ONCE
                    price = waste
                    if crossing and h in opened:
                        kind = 0
                        price = 0
                elif crowd & foes:
                    kind = RIVAL_FREE
                    price = min(rival, mate) if crowd & mates else rival
                elif crowd & mates:
                    kind = 0
                    price = mate
                else:
                    continue
                total = cost + price
                if total <= most:
                    at = layer * n + h
                    if total < seen[at]:
                        seen[at] = total
                        after = append(after, heads[total])
                        heads[total] = len(queue)
                        queue = append(queue, at)
                        if trace:
                            self.came[at] = here
                if kind & gratis and not layer & kind:
                    at = (layer + kind) * n + h
                    if cost < seen[at]:
                        seen[at] = cost
                        after = append(after, heads[cost])
                        heads[cost] = len(queue)
                        queue = append(queue, at)
                        if trace:
                            self.came[at] = here
                if kind and used < wilds:
                    at = (layer + step) * n + h
                    if cost < seen[at]:
                        seen[at] = cost
                        after = append(after, heads[cost])
                        heads[cost] = len(queue)
                        queue = append(queue, at)
                        if trace:
                            self.came[at] = here
            here = -1
            while cost <= most and here < 0:
                i = heads[cost]
                if i < 0:
                    cost += 1
                    continue
                heads[cost] = after[i]
                if seen[queue[i]] == cost:
                    here = queue[i]
            if here < 0:
                return
            layer = here // n if layers > 1 else 0
            near = s.board.beside[here - layer * n]
            used = layer // step
            code = cost * WILDS + used

    def crossed(self, hex: int) -> list[tuple[int, int]]:
        """The hexes that the cheapest chain to a hex goes over, from the network on, and what each costs."""
        out: list[tuple[int, int]] = []
        at = self.last[hex]
        while at >= 0:
            before = self.came[at]
            out.append((at % self.size, self.paid[at] - (self.paid[before] if before >= 0 else 0)))
            at = before
        out.reverse()
        return out
