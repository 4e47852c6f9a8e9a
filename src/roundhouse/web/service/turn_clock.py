"""How long who is to decide still has: the time of a decision, then the seat's own time bank, then a bot stands in.

The time runs anew with every decision. What goes beyond it is taken from the bank when the decision is made, and only
as far as this server has seen it go by: a server that was away takes nothing from anybody's bank.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from roundhouse.web.service.clock import Clock
from roundhouse.web.service.rows import SeatRow, TableRow, now
from roundhouse.web.service.store import Store

GRACE = 60  # seconds that everybody has after a start of the server, however late the clock says they are


@dataclass(frozen=True)
class Reading:
    """What the clock of a table shows."""

    seat: int  # whose time runs, -1 for nobody's
    of: int  # seconds for a decision
    left: float  # of them
    bank: int  # seconds in each seat's bank at the beginning
    banks: list[float]  # what is left in them
    deadline: datetime | None  # when a bot stands in, in UTC


class TurnClock:
    """Reads the time of tables from the clock that knows how long ago they changed."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock

    def waited(self, row: TableRow) -> float:
        """Seconds since a table changed; what this server finds when it starts makes nobody late for a moment."""

        def found() -> float:
            self.clock.begin(f"{row.id} found", row.changed)
            real = (self.store.time() - row.changed).total_seconds()
            return min(real, allowed(row) - GRACE) if row.minutes else real

        return self.clock.age(row.id, row.changed, found)

    def is_late(self, row: TableRow) -> bool:
        """Whether who is to decide has used up the time and the bank."""
        return row.minutes > 0 and decider(row) is not None and self.waited(row) >= allowed(row)

    def beyond(self, row: TableRow) -> float:
        """The seconds that the decision has taken from the bank by now."""
        seat = decider(row)
        if not row.minutes or seat is None:
            return 0.0
        over = self.waited(row) - 60 * row.minutes
        if over <= 0:
            return 0.0
        seen = self.clock.age(f"{row.id} found", row.changed, lambda: over)
        return min(over, seen, bank_left(row, seat))

    def spent(self, row: TableRow) -> dict[int, int]:
        """What each seat has used of its bank, of those for which that has changed since it was written down."""
        seat, beyond = decider(row), round(self.beyond(row))
        return {seat.n: seat.spent + beyond} if seat is not None and beyond else {}

    def reading(self, row: TableRow) -> Reading | None:
        """What the clock shows now; None if the table has no time limit or has ended."""
        if not row.minutes or row.status != "playing":
            return None
        seat, of, banks = decider(row), 60 * row.minutes, [bank_left(row, seat) for seat in row.seats]
        if seat is None:
            return Reading(-1, of, of, 60 * row.bank, banks, None)
        left = max(0.0, allowed(row) - self.waited(row))  # in all
        banks[seat.n] = min(banks[seat.n], left)
        ends = (now() + timedelta(seconds=left)).replace(tzinfo=UTC)
        return Reading(seat.n, of, left - banks[seat.n], 60 * row.bank, banks, ends)


def decider(row: TableRow) -> SeatRow | None:
    """The seat whose time runs: that of a person who is to decide, once nobody is waited for to come."""
    if any(seat.kind == "open" and not seat.bot for seat in row.seats):
        return None
    seat = row.seats[row.turn] if row.turn is not None and 0 <= row.turn < len(row.seats) else None
    return seat if seat is not None and seat.decides else None


def bank_left(row: TableRow, seat: SeatRow) -> float:
    """The seconds that a seat has in its bank, as they were when the decision began."""
    return max(0.0, 60.0 * row.bank - seat.spent) if row.minutes else 0.0


def allowed(row: TableRow) -> float:
    """The seconds that this decision may take, with all that is in the bank."""
    seat = decider(row)
    return 60.0 * row.minutes + (bank_left(row, seat) if seat is not None else 0.0)
