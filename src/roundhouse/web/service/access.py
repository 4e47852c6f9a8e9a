"""Who may see, sit, play, speak and manage: the one place that decides. Routes only ask it.

What ends in `_or_403` authorises: it returns what the caller may have, or refuses the request.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from roundhouse.web.refusals import Refused
from roundhouse.web.service.people import Person
from roundhouse.web.service.rows import SeatRow, TableRow
from roundhouse.web.service.store import Store

FRESH = 3.0  # seconds for which what the operator has barred is remembered


@dataclass(frozen=True)
class Caller:
    """Who asks: a person by the cookie, or whoever holds a token; with a token the cookie does not count."""

    person: Person
    token: str = ""
    cookies: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
    owner: str = ""  # whose bots think, as the bot pool counts them: by address, then by person
    known: bool = False  # whether the cookie is one of ours

    def watches(self, row: TableRow) -> bool:
        """Whether the caller has the link for watching the table."""
        return same(self.token or self.cookies.get(f"watch-{row.id}", ""), row.watch)


def same(given: str, wanted: str) -> bool:
    """Whether two secrets are the same, found out in the same time either way."""
    return bool(given) and hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())


class Access:
    """Decides by the table's row, the caller, and what the operator has barred."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.read = -FRESH
        self.hidden: frozenset[str] = frozenset()
        self.banned: frozenset[str] = frozenset()

    def read_bars(self) -> None:
        """Read what the operator has barred, unless that was a moment ago; without a database the last is good."""
        if time.monotonic() - self.read < FRESH:
            return
        self.read = time.monotonic()
        with suppress(SQLAlchemyError):
            self.hidden = frozenset(bar.table_id for bar in self.store.bars("hidden"))
            self.banned = frozenset(bar.player for bar in self.store.bars("banned"))

    def not_hidden_or_403(self, row: TableRow) -> None:
        """Refused if the operator has hidden the table."""
        self.read_bars()
        if row.id in self.hidden:
            raise Refused(403, "Who runs this server has hidden this table.")

    # seeing

    def holds(self, seat: SeatRow, caller: Caller) -> bool:
        """Whether a seat is the caller's."""
        if caller.token:
            return seat.kind == "person" and same(caller.token, seat.token)
        return bool(seat.player) and seat.player == caller.person.id

    def seats(self, row: TableRow, caller: Caller) -> list[int]:
        """The seats that the caller holds."""
        return [seat.n for seat in row.seats if self.holds(seat, caller)]

    def table_of_used_link(self, link: str, caller: Caller) -> str:
        """The table of a seat that the caller holds and that was once taken by this link; "" to everybody else."""
        seat = self.store.by_used_link(link)
        return seat.table_id if seat is not None and self.holds(seat, caller) else ""

    def hosts(self, row: TableRow, caller: Caller) -> bool:
        return not caller.token and row.host == caller.person.id

    def seats_or_403(self, row: TableRow, caller: Caller) -> list[int]:
        """The caller's seats at a table that they may see; else Refused."""
        self.not_hidden_or_403(row)
        mine = self.seats(row, caller)
        if mine or self.hosts(row, caller) or caller.watches(row):
            return mine
        if caller.token:
            if same(caller.token, next((seat.token for seat in free(row)), "")):
                raise Refused(403, "That token is an invitation: join with it, and use the token you are given.")
            raise Refused(403, "That token holds no seat at this table.")
        if row.visibility == "open":
            return mine
        if self.removed(row, caller):
            raise Refused(403, "The host has freed your seat.")
        if self.store.handed_over(row.id, caller.person.id):
            raise Refused(403, "Your seat at this table is on another device now; only there the table can be seen.")
        raise Refused(403, "This table is by link only; ask one of its players for a link.")

    def knows_all(self, row: TableRow, caller: Caller) -> bool:
        """Whether nothing of a game is hidden from who sees the table: it is over, or they opened its record."""
        return row.status == "over" or (row.opened and self.hosts(row, caller))

    def whole_game_or_403(self, row: TableRow, caller: Caller) -> list[int]:
        """The caller's seats at such a table."""
        mine = self.seats_or_403(row, caller)
        if not self.knows_all(row, caller):
            raise Refused(403, "That can be asked for when the game is over.")
        return mine

    def position_or_403(self, row: TableRow, caller: Caller) -> list[int]:
        """The same, or at a table where they play all seats on from another game, and have nothing to hide."""
        mine = self.seats_or_403(row, caller)
        return mine if row.analysis and mine and self.hosts(row, caller) else self.whole_game_or_403(row, caller)

    def may_see(self, row: TableRow, caller: Caller) -> bool:
        """Whether the caller may see the table."""
        try:
            self.seats_or_403(row, caller)
        except Refused:
            return False
        return True

    def viewing_seat_or_403(self, row: TableRow, caller: Caller, deciding: int) -> int | None:
        """The one seat that a program looks through, of several the one that is to decide; None to watch."""
        mine = self.seats_or_403(row, caller)
        return deciding if deciding in mine else mine[0] if mine else None

    # doing

    def not_banned_or_403(self, caller: Caller, row: TableRow | None = None) -> None:
        """Refused if the caller may change nothing here; at a table also by who holds the seat of their token."""
        self.read_bars()
        by_token = [row.seats[n].player for n in self.seats(row, caller)] if row is not None else []
        if not self.banned.isdisjoint({caller.person.id, *by_token}):
            raise Refused(403, "Who runs this server has banned you from its tables.")

    def person_or_403(self, caller: Caller) -> Person:
        """Who asks about themselves: only a browser that is known, and no program."""
        if not caller.known:
            raise Refused(403, "This browser is not known here yet; open a page of this server first.")
        return caller.person

    def welcome_person_or_403(self, caller: Caller) -> Person:
        """The same for something new, which who is banned does not get."""
        self.not_banned_or_403(caller)
        return self.person_or_403(caller)

    def own_seat_or_403(self, row: TableRow, caller: Caller, n: int) -> int:
        """The seat, if it is the caller's own."""
        if n not in self.seats_or_403(row, caller):
            raise Refused(403, "That seat is not yours.")
        self.not_banned_or_403(caller, row)
        return n

    def deciding_seat_or_403(self, row: TableRow, caller: Caller, deciding: int, wanted: int | None = None) -> int:
        """The seat that the caller decides for: the one they name, or the one that is to decide, or their first."""
        mine = self.seats_or_403(row, caller)
        if not mine:
            raise Refused(403, "Who watches cannot decide.")
        seat = wanted if wanted is not None else deciding if deciding in mine else mine[0]
        return self.own_seat_or_403(row, caller, seat)

    def host_or_403(self, row: TableRow, caller: Caller, what: str) -> None:
        """Refused if the caller has not opened the table and so may not manage it."""
        self.not_banned_or_403(caller)
        if not self.hosts(row, caller):
            raise Refused(403, f"Only who opened a table can {what}.")

    def removed(self, row: TableRow, caller: Caller) -> bool:
        """Whether the host has asked the caller to leave the table."""
        return self.store.barred("removed", row.id, caller.person.id)

    def free_seats_or_403(self, row: TableRow, caller: Caller, invitation: str = "") -> list[int]:
        """The free seats that the caller may take: the one of an invitation, or any if the address is one."""
        self.not_banned_or_403(caller)
        self.not_hidden_or_403(row)
        seats = free(row)
        if invitation:  # who was removed comes back by it: the links of before ended with the removal
            seats = [seat for seat in seats if same(invitation, seat.token)]
        elif self.removed(row, caller):
            raise Refused(403, "The host has freed your seat; only a new link from the host gives you one again.")
        elif not self.hosts(row, caller):
            if not self.invited_by_address(row, caller):
                raise Refused(403, "This table is by link only; ask one of its players for the link of a seat.")
            if self.seats(row, caller):
                raise Refused(409, "You sit at this table already; another seat needs its own link.")
        if not seats:
            raise Refused(409, "That seat is taken; the table can still be watched.")
        return [seat.n for seat in seats]

    def invited_by_address(self, row: TableRow, caller: Caller) -> bool:
        """Whether the address of a table is an invitation to its free seats, as nobody can guess it.

        Of a table by link it is none for those who were given the link for watching or had a seat there, and for
        nobody once the host has removed somebody: who was removed knows the address too.
        """
        if row.visibility == "open":
            return True
        if row.status != "playing" or caller.token or caller.watches(row):
            return False
        return not self.store.barred_at("removed", row.id) and not self.store.handed_over(row.id, caller.person.id)

    def offered_or_403(self, row: TableRow, caller: Caller) -> list[int]:
        """The caller's seats at a table that they may see, or none if they may take one there; else Refused."""
        return self.seats_or_403(row, caller) if self.may_see(row, caller) or not self.may_sit(row, caller) else []

    def may_sit(self, row: TableRow, caller: Caller) -> bool:
        """Whether the caller may take a free seat without an invitation."""
        try:
            return bool(self.free_seats_or_403(row, caller))
        except Refused:
            return False

    def speaker_or_403(self, row: TableRow, caller: Caller) -> Person:
        """In whose name the caller speaks."""
        mine = self.seats_or_403(row, caller)
        self.not_banned_or_403(caller, row)
        if not mine and not caller.known:
            raise Refused(403, "Only who sits at a table, or has opened a page here, can speak.")
        seat = row.seats[mine[0]] if mine and caller.token else None
        if seat is None:  # at the table two of the same name are told apart, so in the chat too
            seat = next((row.seats[n] for n in mine if row.seats[n].player == caller.person.id), None)
        speaker = Person(seat.player, seat.name) if seat is not None else caller.person
        if self.store.barred("muted", row.id, speaker.id):
            raise Refused(403, "Who opened this table has muted you here.")
        return speaker

    def invitations(self, row: TableRow, caller: Caller) -> list[SeatRow]:
        """The open seats whose links the caller may hand out; once somebody was removed, only the host may."""
        seats = free(row)
        if not seats or self.hosts(row, caller):
            return seats
        return seats if self.seats(row, caller) and not self.store.barred_at("removed", row.id) else []


def free(row: TableRow) -> list[SeatRow]:
    """The seats that nobody has taken."""
    return [seat for seat in row.seats if seat.kind == "open"]
