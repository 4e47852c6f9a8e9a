"""What building costs: the cheapest chain of transfers to every hex.

A chain starts next to the network and goes over cities, wastelands and hexes with other companies' cars. Some transfers
are free: one over a rival, a city or a wasteland by the card, any by a specialist of this turn. So the search runs over
pairs of a hex and which free ones are used up; prices are small, so it goes price by price.
"""

from __future__ import annotations

from typing import Final

from roundhouse.core.native import i64
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
        self.best: list[int] = [FAR] * s.board.size
        self.came: list[int] = []  # with trace: by pair, the pair before; -1 at the first
        self.last: list[int] = []  # with trace: by hex, the pair it is reached from; -1 if directly
        self.paid: list[int] = []  # with trace: by pair, what all transfers up to it cost
        rules = s.rules(seat)
        rival: i64 = 1 if rules & RIVAL_ONE else s.kit.transfer_rival
        city: i64 = 0 if rules & CITY_FREE else s.kit.transfer_city
        waste: i64 = 1 if rules & WASTE_ONE else s.kit.transfer_waste
        mate: i64 = s.kit.transfer_mate
        foes = s.foes[seat]
        mates = s.mates[seat]
        best = self.best
        for h in s.frontiers[seat]:
            best[h] = 0
        if trace:
            self.last = [-1] * s.board.size
        least: i64 = min(rival, city, waste)
        if mates:
            least = min(least, mate)
        if s.open_wastes or free or wild:
            least = 0
        if purse < least:
            return
        layers: i64 = (8 if free else 1) * (wild + 1)
        step: i64 = 8 if free else 1  # from one count of used wild transfers to the next
        seen: list[int] = [FAR] * (n * layers)
        if trace:
            self.came = [-1] * (n * layers)
            self.paid = seen
        buckets: list[list[int]] = [[] for _ in range(purse + 1)]
        ground = s.ground
        there = s.there
        # the hexes to enter: from the network, then from each hex that was crossed
        cost: i64 = 0
        at: i64
        price: i64
        kind: i64
        layer: i64 = 0
        here: i64 = -1
        while True:
            around = s.frontiers[seat] if here < 0 else s.board.beside[here % n]
            for h in around:
                if here >= 0:
                    if there[h] >> seat & 1:
                        continue
                    code: i64 = cost * WILDS + layer // step
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
                    if s.open_wastes and h in s.open_wastes:
                        kind = 0
                        price = 0
                elif there[h] & foes:
                    kind = RIVAL_FREE
                    price = min(rival, mate) if there[h] & mates else rival
                elif there[h] & mates:
                    kind = 0
                    price = mate
                else:
                    continue
                if cost + price <= purse:
                    at = layer * n + h
                    if cost + price < seen[at]:
                        seen[at] = cost + price
                        buckets[cost + price].append(at)
                        if trace:
                            self.came[at] = here
                if kind & free and not layer & kind:
                    at = (layer + kind) * n + h
                    if cost < seen[at]:
                        seen[at] = cost
                        buckets[cost].append(at)
                        if trace:
                            self.came[at] = here
                if kind and layer // step < wild:
                    at = (layer + step) * n + h
                    if cost < seen[at]:
                        seen[at] = cost
                        buckets[cost].append(at)
                        if trace:
                            self.came[at] = here
            here = -1
            while cost <= purse:
                bucket = buckets[cost]
                while bucket:
                    here = bucket.pop()
                    if seen[here] == cost:
                        break
                    here = -1
                if here >= 0:
                    break
                cost += 1
            if here < 0:
                return
            layer = here // n

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
