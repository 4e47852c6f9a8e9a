"""The steps of a turn as verbs, but for the delivery: starts, tracks, achievements that are claimed, cards bought."""

from __future__ import annotations

from roundhouse.core.cells import ONE, put
from roundhouse.core.native import i64
from roundhouse.core.verbs import TIMES_ONE, Ask, Verb, close, frame_seat, memo, times, with_memo, with_seat
from roundhouse.games.empires.actions import (
    CLAIMED,
    FULL,
    LAY,
    MUST_LAY,
    NO_FEAT,
    NO_MONEY,
    NO_NEW_ROUTE,
    NOT_BESIDE,
    ONE_FIRST,
    OWN_ALREADY,
    ROUTE,
    STOP,
    TOO_DEAR,
)
from roundhouse.games.empires.state import KNOWN, RENT, SEATS_IN, Empires, has


def hex_laid(s: Empires, action: int) -> int:
    """Where an action lays a track."""
    return s.board.factory[action - ROUTE] if action >= ROUTE else action - LAY


def third_laid(f: int) -> bool:
    """Whether the track from the player board was laid this turn."""
    return memo(f) != 0


def first_claimed(f: int) -> bool:
    """Whether an achievement was claimed first this turn."""
    return memo(f) != 0


class Pick(Ask[Empires]):
    """Choose one of some things of a block; what is not on offer is forbidden by a clause of its own."""

    def __init__(self, block: int, clause: str, prompt: str) -> None:
        super().__init__(block, clause, prompt=prompt)

    def forbids(self, s: Empires, f: int, thing: int) -> str:
        """The clause by which a thing cannot be chosen."""
        return self.clause

    def refuses(self, s: Empires, f: int, action: int) -> str:
        return self.forbids(s, f, action - self.block) if super().refuses(s, f, action) else ""


class PickOrPass(Pick):
    """The same, or nothing; not asked where there is nothing else."""

    def __init__(self, block: int, clause: str, prompt: str, passing: int) -> None:
        super().__init__(block, clause, prompt)
        self.passing: int = passing  # the action that chooses nothing; its block comes next

    def asks(self, s: Empires, f: int) -> bool:
        found = self.among(s, f, 0)
        if not found:
            return False
        block = self.block
        for i in range(len(found)):
            found[i] += block
        found.append(self.passing)
        s.offer(found)
        return True

    def choices(self, s: Empires, f: int, out: list[int]) -> None:
        super().choices(s, f, out)
        out.append(self.passing)

    def choose(self, s: Empires, f: int, action: int) -> None:
        if action == self.passing:
            s.top = close(f)
        else:
            super().choose(s, f, action)


# tracks


class PlaceStart(Pick):
    """Each seat in turn, against the clock, starts at a factory of its own; who is last takes the first turn."""

    def among(self, s: Empires, f: int, planned: int) -> list[int]:
        return [factory for factory in s.board.factories if not s.tracks[s.board.factory[factory]]]

    def chosen(self, s: Empires, f: int, thing: int) -> None:
        seat = frame_seat(f)
        s.set_track(seat, s.board.factory[thing])
        if seat != s.first:
            s.top = with_seat(f, (seat - 1) % s.seats)


class Lay(Verb[Empires]):
    """The tracks of a turn and, for who is not first, one from the player board."""

    def due(self, s: Empires, f: int) -> int:
        """How many tracks must still be laid."""
        return min(s.box.tracks_per_turn - times(f), s.supply[frame_seat(f)]) if not third_laid(f) else 0

    def third(self, s: Empires, f: int) -> bool:
        """empires-6.1 to 6.3: whether a track of the player board may be laid now."""
        seat = frame_seat(f)
        return times(f) != 0 and not third_laid(f) and s.locked[seat] != 0 and s.not_first(seat)

    def asks(self, s: Empires, f: int) -> bool:
        found: list[int] = []
        self.choices(s, f, found)
        s.offer(found)
        return len(found) > 0

    def choices(self, s: Empires, f: int, out: list[int]) -> None:
        seat = frame_seat(f)
        most = s.box.with_loans(s.money[seat], s.loans_left())
        if self.due(s, f) > 0:
            self.find(s, seat, most, out)
        elif self.third(s, f):
            self.find(s, seat, most - s.extra(seat), out)
            if out:
                out.append(STOP)

    def find(self, s: Empires, seat: int, purse: i64, out: list[int]) -> None:
        """The places where a track can be laid and paid for: next to the network, then at other factories."""
        rent: i64 = s.box.rent if s.switches & RENT else 0
        most: i64 = s.box.per_space
        near = s.frontiers[seat]
        tracks = s.tracks
        trains = s.trains
        costs = s.board.cost
        price: i64
        there: i64
        h: i64
        i: i64
        for i in range(len(near)):
            h = near[i]
            there = tracks[h] | trains[h]
            price = costs[h]
            if SEATS_IN[there] < most and (price + rent if there else price) <= purse:
                out.append(LAY + h)
        price = s.box.new_route
        if price > purse:
            return
        own: i64 = 1 << seat
        factories = s.board.factories
        for i in range(len(factories)):
            h = s.board.factory[factories[i]]
            there = tracks[h] | trains[h]
            if there & own == 0 and SEATS_IN[there] < most and (price + rent if there else price) <= purse:
                out.append(ROUTE + factories[i])

    def cost(self, s: Empires, f: int, action: int) -> int:
        """All that a track costs there."""
        hex = hex_laid(s, action)
        price = s.box.new_route if action >= ROUTE else s.board.cost[hex]
        return price + s.rent(hex) + (0 if self.due(s, f) > 0 else s.extra(frame_seat(f)))

    def price(self, s: Empires, f: int, action: int) -> dict[str, int]:
        """Of the money, `third` is what the player board asks, `route` that for a new one, `rent` goes to a seat."""
        if action == STOP:
            return {}
        seat, hex = frame_seat(f), hex_laid(s, action)
        out = s.payment(seat, self.cost(s, f, action))
        parts = {
            "third": 0 if self.due(s, f) > 0 else -s.extra(seat),
            "route": -s.box.new_route if action >= ROUTE else 0,
            "rent": -s.rent(hex),
            "prestige": s.star(hex),
        }
        out.update({name: n for name, n in parts.items() if n})
        return out

    def choose(self, s: Empires, f: int, action: int) -> None:
        if action == STOP:
            s.top = close(f)
            return
        seat = frame_seat(f)
        price = self.cost(s, f, action)
        if self.due(s, f) > 0:
            s.supply = put(s.supply, seat, s.supply[seat] - 1)
            s.top = f + TIMES_ONE
        else:
            s.locked = put(s.locked, seat, s.locked[seat] - 1)
            s.top = with_memo(f, 1) + TIMES_ONE
        s.lay(seat, hex_laid(s, action), price)

    def run(self, s: Empires, f: int) -> None:
        """empires-4.8: what can be laid nowhere goes to the box."""
        due = self.due(s, f)
        if due > 0:
            seat = frame_seat(f)
            s.supply = put(s.supply, seat, s.supply[seat] - due)
            s.boxed = put(s.boxed, seat, s.boxed[seat] + due)
        s.top = with_memo(s.top, 0)  # from here on the register is about first claims

    def refuses(self, s: Empires, f: int, action: int) -> str:
        if action >= STOP:
            return MUST_LAY if action == STOP else ""
        seat, hex = frame_seat(f), hex_laid(s, action)
        if hex >= s.board.size:
            return NO_NEW_ROUTE if action >= ROUTE else NOT_BESIDE
        own = has(s.there(hex), seat)
        full = SEATS_IN[s.there(hex)] >= s.box.per_space
        if action >= ROUTE:
            return NO_NEW_ROUTE if own or full else NO_MONEY
        if own:
            return OWN_ALREADY
        if hex not in s.frontiers[seat]:
            return NOT_BESIDE
        return FULL if full else NO_MONEY

    def prompt(self, s: Empires, f: int) -> str:
        due = self.due(s, f)
        if due <= 0:
            return f"lay a third track for ${s.extra(frame_seat(f))} more, or none"
        return "lay the last track of the turn" if due == 1 else "lay a track"


# cards


class Claim(PickOrPass):
    """Achievements, one by one: one of them may be a first claim."""

    def among(self, s: Empires, f: int, planned: int) -> list[int]:
        return [s.feats[i] for i in range(len(s.feats)) if not self.lacks(s, f, s.feats[i])]

    def lacks(self, s: Empires, f: int, feat: int) -> str:
        """The clause by which an achievement of this game cannot be claimed now, or ""."""
        seat = frame_seat(f)
        if s.claimed(seat, feat):
            return CLAIMED
        if not s.box.feats[feat].met(s, seat, feat):
            return NO_FEAT
        return ONE_FIRST if first_claimed(f) and not s.firsts[feat] else ""

    def forbids(self, s: Empires, f: int, thing: int) -> str:
        return self.lacks(s, f, thing) if thing in s.feats else self.clause

    def price(self, s: Empires, f: int, action: int) -> dict[str, int]:
        return {"prestige_at_end": s.claim_worth(action - self.block)} if action != self.passing else {}

    def chosen(self, s: Empires, f: int, thing: int) -> None:
        seat = frame_seat(f)
        if s.firsts[thing]:
            s.laters = put(s.laters, thing, s.laters[thing] | 1 << seat)
            s.top = f + TIMES_ONE
        else:
            s.firsts = put(s.firsts, thing, seat + 1)
            s.top = with_memo(f, 1) + TIMES_ONE


class Buy(PickOrPass):
    """One card of the market, with room in the hand."""

    def among(self, s: Empires, f: int, planned: int) -> list[int]:
        seat = frame_seat(f)
        if len(s.hands[seat]) >= s.box.hand:
            return []
        return [slot for slot in range(len(s.market)) if s.loans_for(seat, s.box.market[slot]) >= 0]

    def forbids(self, s: Empires, f: int, thing: int) -> str:
        return TOO_DEAR if thing < len(s.market) else self.clause

    def price(self, s: Empires, f: int, action: int) -> dict[str, int]:
        return s.payment(frame_seat(f), s.box.market[action - self.block]) if action != self.passing else {}

    def chosen(self, s: Empires, f: int, thing: int) -> None:
        seat = frame_seat(f)
        s.pay(seat, s.box.market[thing])
        s.hands[seat] = s.hands[seat] + ONE[s.market[thing] | KNOWN]
        s.market = s.market[:thing] + s.market[thing + 1 :]
        s.refill()
