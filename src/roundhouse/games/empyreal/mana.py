"""The verbs of mana."""

from __future__ import annotations

from roundhouse.core.verbs import Amount, frame_seat, tally
from roundhouse.games.empyreal.actions import MANA_FULL, NO_MANA, NOTHING_SPENT
from roundhouse.games.empyreal.registers import acting
from roundhouse.games.empyreal.state import Empyreal


class Some(Amount[Empyreal]):
    """So many of something, which may not be there."""

    def __init__(self, n: int = 0) -> None:
        super().__init__(n, limited=True)


class Pay(Some):
    """Pay mana for what follows."""

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if s.ready[frame_seat(f)] - planned >= self.n else NO_MANA

    def plan_after(self, planned: int) -> int:
        return planned + self.n

    def run(self, s: Empyreal, f: int) -> None:
        s.pay(frame_seat(f), self.n)

    def words(self) -> str:
        return f"pay {self.n} mana"


class GainMana(Amount[Empyreal]):
    """New mana, up to the limit; `after` only if the verb before was answered."""

    def __init__(self, n: int = 1, after: bool = False) -> None:
        super().__init__(n, limited=True)
        self.after: bool = after

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        seat = frame_seat(f)
        return "" if s.ready[seat] + s.spent[seat] < s.box.most_mana else MANA_FULL

    def run(self, s: Empyreal, f: int) -> None:
        if not self.after or tally(f):
            s.gain_mana(frame_seat(f), self.n, acting(f))

    def words(self) -> str:
        return "gain mana" if self.n == 1 else f"gain {self.n} mana"


class Reclaim(Some):
    """Spent mana becomes ready again: so much, or all (0). `due`: by itself, too, when the time for it is over."""

    def __init__(self, n: int = 0, due: bool = False) -> None:
        super().__init__(n)
        self.due: bool = due

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if s.spent[frame_seat(f)] + planned else NOTHING_SPENT

    def run(self, s: Empyreal, f: int) -> None:
        seat = frame_seat(f)
        s.reclaim(seat, self.n if self.n else s.spent[seat], acting(f))

    def words(self) -> str:
        if self.due:
            return f"once a turn before your main action, reclaim {self.n} mana; it comes by itself if you do not"
        return f"reclaim {self.n} mana" if self.n else "reclaim all mana"


class Recharge(Some):
    """Reclaim all mana and gain some: usable if either does anything."""

    def possible(self, s: Empyreal, f: int, planned: int) -> str:
        return "" if s.spent[frame_seat(f)] or s.ready[frame_seat(f)] < s.box.most_mana else MANA_FULL

    def run(self, s: Empyreal, f: int) -> None:
        seat = frame_seat(f)
        s.reclaim(seat, s.spent[seat], acting(f))
        s.gain_mana(seat, self.n, acting(f))

    def words(self) -> str:
        return f"reclaim all mana and gain {self.n}"
