"""The cards that all seats choose from: achievements that are claimed, and train cards that are bought."""

from __future__ import annotations

from roundhouse.core.cells import put
from roundhouse.core.verbs import TIMES_ONE, frame_seat, memo, with_memo
from roundhouse.games.empires.actions import CLAIMED, NO_FEAT, ONE_FIRST, TOO_DEAR
from roundhouse.games.empires.state import KNOWN, ONE, Empires
from roundhouse.games.empires.verbs import PickOrPass


def first_claimed(f: int) -> bool:
    """Whether an achievement was claimed first this turn."""
    return memo(f) != 0


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
        if action == self.passing:
            return {}
        feat = action - self.block
        return {"prestige_at_end": s.box.feat_later[feat] if s.firsts[feat] else s.box.feat_first[feat]}

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
