"""Tables in play: the one place where moves are accepted. A move is on disk before anybody hears of it."""

from __future__ import annotations

import secrets
import threading
from concurrent.futures import Future
from datetime import timedelta
from typing import Any

import roundhouse
from roundhouse.bots.make import names as bot_names
from roundhouse.core.errors import IllegalAction, RoundhouseError
from roundhouse.core.records import Record, loads, resumed
from roundhouse.web.hooks import post
from roundhouse.web.live import Hub
from roundhouse.web.people import Person, tidy
from roundhouse.web.refusals import Conflict, Refused
from roundhouse.web.store import SeatRow, Store, TableRow, now
from roundhouse.web.think import Thinkers

STAND_IN = "greedy"
MOST_MINUTES = 14 * 24 * 60


class Live:
    """A table held in memory: its row, its record and the lock under which both change."""

    def __init__(self, row: TableRow, record: Record) -> None:
        self.row = row
        self.record = record
        self.lock = threading.RLock()
        self.thinking = 0  # the decision a bot is thinking about

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def n(self) -> int:
        """How many lines the record has."""
        return len(self.record.lines)

    def seats_of(self, player: str) -> list[int]:
        """The seats a person holds."""
        return [seat.n for seat in self.row.seats if player and seat.player == player]

    def bot_of(self, n: int) -> str:
        """The bot that decides for a seat: its own, or one that stands in; "" for a person."""
        return self.row.seats[n].bot


class Tables:
    """All tables: created, joined, played and undone."""

    def __init__(self, store: Store, hub: Hub, thinkers: Thinkers) -> None:
        self.store = store
        self.hub = hub
        self.thinkers = thinkers
        self.held: dict[str, Live] = {}
        self.lock = threading.Lock()

    def get(self, id: str) -> Live:
        """A table by its id, from memory or replayed from the store."""
        with self.lock:
            live = self.held.get(id)
            if live is None:
                row = self.store.table(id)
                if row is None:
                    raise Refused(404, f"There is no table {id!r}; the lobby lists those there are.")
                live = self.held[id] = Live(row, resumed(row.header, self.store.lines(id)))
            return live

    def refresh(self, live: Live) -> None:
        """Read who sits where again."""
        row = self.store.table(live.id)
        if row is not None:
            live.row = row

    # sitting down

    def create(
        self,
        person: Person,
        game: str,
        title: str,
        company: list[str],
        options: dict[str, object],
        visibility: str = "open",
        seed: object = None,
        minutes: int = 0,
    ) -> Live:
        """A new table; `company` says of each seat: you, here:NAME, invite or bot:NAME."""
        try:
            found = roundhouse.game(game)
            sitting = [self.seated(n, said, person) for n, said in enumerate(company)]
            names = [seat.name for seat in sitting]
            record = Record(found.id, len(company), secrets.randbits(128) if seed is None else seed, names, **options)
        except RoundhouseError as error:
            raise Refused(422, str(error)) from None
        if visibility not in ("open", "link"):
            raise Refused(422, f"A table is open or by link, not {visibility!r}.")
        if not 0 <= minutes <= MOST_MINUTES:
            raise Refused(422, f"A turn may take 1 to {MOST_MINUTES} minutes, or any time (0), not {minutes}.")
        row = TableRow(
            id=secrets.token_urlsafe(8),
            game=found.id,
            title=tidy(title) or f"{person.name}'s table",
            visibility=visibility,
            status="playing",
            watch=secrets.token_urlsafe(16),
            host=person.id,
            header=record.header(),
            minutes=minutes,
            seats=sitting,
        )
        self.store.add_table(row)
        live = self.get(row.id)
        self.wake(live)
        return live

    def open_record(self, person: Person, text: str) -> Live:
        """A table that shows a record, for its replay."""
        try:
            record = loads(text)
        except RoundhouseError as error:
            raise Refused(422, str(error)) from None
        seats = [
            SeatRow(n=n, kind="person", name=tidy(name) or f"Seat {n + 1}", player="", token=secrets.token_urlsafe(16))
            for n, name in enumerate(record.names)
        ]
        row = TableRow(
            id=secrets.token_urlsafe(8),
            game=record.game.id,
            title=f"{record.game.title}, opened record",
            visibility="link",
            status="over" if record.state.over else "closed",
            watch=secrets.token_urlsafe(16),
            host=person.id,
            header=record.header(),
            seats=seats,
        )
        self.store.add_table(row, [line.as_json() for line in record.lines])
        return self.get(row.id)

    def seated(self, n: int, said: str, person: Person) -> SeatRow:
        kind, _, detail = said.partition(":")
        seat = SeatRow(n=n, kind="person", name=person.name, player=person.id, bot="", token=secrets.token_urlsafe(16))
        if kind == "here":
            seat.name = tidy(detail) or f"Player {n + 1}"
        elif kind == "invite":
            seat.kind, seat.name, seat.player = "open", "Open seat", ""
        elif kind == "bot":
            if detail not in bot_names():
                raise Refused(422, f"There is no bot {detail!r}; there are {', '.join(bot_names())}.")
            seat.kind, seat.name, seat.player, seat.bot = "bot", detail.capitalize(), "", detail
        elif kind != "you":
            raise Refused(422, f"Seat {n + 1} is {said!r}; a seat is you, here:NAME, invite or bot:NAME.")
        return seat

    def join(self, live: Live, person: Person, n: int | None = None) -> int:
        """Take an open seat; its number."""
        with live.lock:
            self.refresh(live)
            free = [seat.n for seat in live.row.seats if seat.kind == "open" and n in (None, seat.n)]
            if not free:
                raise Refused(409, "That seat is taken; the table can still be watched.")
            self.store.change_seat(live.id, free[0], kind="person", name=person.name, player=person.id)
            self.refresh(live)
        self.hub.tell(live.id, "table", n=live.n)
        return free[0]

    def claim(self, token: str, person: Person) -> tuple[Live, int]:
        """Sit down by a seat link: it moves the seat to this browser."""
        seat = self.store.by_seat_token(token)
        if seat is None or seat.kind == "bot":
            raise Refused(404, "This seat link is not known; ask for a new one at the table.")
        live = self.get(seat.table_id)
        with live.lock:
            name = seat.name if seat.kind == "person" else person.name
            self.store.change_seat(live.id, seat.n, kind="person", name=name, player=person.id)
            self.refresh(live)
        self.hub.tell(live.id, "table", n=live.n)
        return live, seat.n

    def stand_in(self, live: Live, n: int, wanted: bool) -> None:
        """Let a bot decide for a person's seat, or give the seat back."""
        if live.row.seats[n].kind == "bot":
            raise Refused(409, "A bot holds that seat already.")
        with live.lock:
            self.store.change_seat(live.id, n, bot=STAND_IN if wanted else "")
            self.refresh(live)
        self.hub.tell(live.id, "table", n=live.n)
        self.wake(live)

    def close(self, live: Live, person: Person) -> None:
        """The host ends a table for good."""
        if live.row.host != person.id:
            raise Refused(403, "Only who opened a table can close it.")
        self.store.change_table(live.id, status="closed")
        self.refresh(live)
        self.hub.tell(live.id, "table", n=live.n)

    def rematch(self, live: Live, person: Person) -> Live:
        """A new table with the same company and options."""
        if not live.seats_of(person.id):
            raise Refused(403, "Only who sat at a table can ask for a rematch.")
        company = []
        for seat in live.row.seats:
            if seat.kind == "bot":
                company.append(f"bot:{seat.bot}")
            elif seat.player == person.id:
                company.append("you" if seat.name == person.name else f"here:{seat.name}")
            else:
                company.append("invite")
        record = live.record
        return self.create(person, live.row.game, live.row.title, company, dict(record.options), live.row.visibility)

    # playing

    def play(self, live: Live, seat: int, n: int, action: int) -> None:
        """Accept decision n of a seat, or refuse it with a sentence."""
        with live.lock:
            self.due(live, n)
            s = live.record.state
            if s.seat != seat:
                raise Refused(403, f"It is {live.row.seats[s.seat].name}'s decision, not yours.")
            self.carry_out(live, action)
            passed = s.seat != seat
        self.hub.tell(live.id, "table", n=live.n)
        if passed:
            self.notify(live)
        self.wake(live)

    def due(self, live: Live, n: int) -> None:
        if live.row.status == "closed":
            raise Refused(409, "This table is closed.")
        if live.record.state.over:
            raise Conflict("The game is over.")
        if n != live.n + 1:
            raise Conflict(f"Decision {n} is not due; the next one is {live.n + 1}.")

    def carry_out(self, live: Live, action: int) -> None:
        """Apply and write down; if writing fails, memory is dropped and the store decides."""
        try:
            live.record.play(action)
        except IllegalAction as error:
            raise Refused(422, str(error), error.clause) from None
        self.write(live)

    def write(self, live: Live) -> None:
        line = live.record.lines[-1]
        status = "over" if live.record.state.over else "playing"
        try:
            self.store.add_move(live.id, line.n, line.as_json(), status)
            live.row.status = status
            live.row.asked = None
            live.row.changed = now()
        except Exception:
            with self.lock:
                self.held.pop(live.id, None)
            raise

    def undo(self, live: Live, seats: list[int], n: int) -> None:
        """Take back decision n and all after it: at once where that is free, else if all others agree."""
        with live.lock:
            record = live.record
            standing = record.standing()
            own = [line.n for line in standing if line.seat in seats]
            if n not in own:
                raise Refused(409, "Only a decision of your own that still stands can be undone.")
            if live.row.status != "playing":
                raise Refused(409, "At a table that is over nothing can be undone.")
            free = record.free_undo()
            if standing[-1].seat in seats and free and n >= free:
                self.take_back(live, n)
            else:
                asking = next(line.seat for line in standing if line.n == n)
                wanted = self.others(live, seats)
                if wanted:
                    asked = {"n": n, "seat": asking, "at": live.n, "wanted": wanted}
                    self.store.change_table(live.id, asked=asked)
                    self.refresh(live)
                else:
                    self.take_back(live, n)
        self.hub.tell(live.id, "table", n=live.n)
        self.wake(live)

    def others(self, live: Live, seats: list[int]) -> list[int]:
        """The other persons' seats, whose agreement an undo needs; bots agree."""
        return [s.n for s in live.row.seats if s.kind == "person" and not s.bot and s.n not in seats]

    def agree(self, live: Live, seats: list[int], yes: bool) -> None:
        """Answer a request to undo."""
        with live.lock:
            self.refresh(live)
            asked = live.row.asked
            if not asked or asked["at"] != live.n or not set(seats) & set(asked["wanted"]):
                raise Refused(409, "Nobody asks you to undo anything.")
            left = [n for n in asked["wanted"] if n not in seats]
            if yes and not left:
                self.take_back(live, asked["n"])
            else:
                self.store.change_table(live.id, asked={**asked, "wanted": left} if yes else None)
                self.refresh(live)
        self.hub.tell(live.id, "table", n=live.n)
        self.wake(live)

    def take_back(self, live: Live, n: int) -> None:
        try:
            live.record.undo(n)
        except RoundhouseError as error:
            raise Refused(422, str(error)) from None
        self.write(live)
        self.refresh(live)

    # absent players

    def overdue(self) -> None:
        """Let a bot stand in for who has taken longer than the table allows."""
        for id in self.store.timed():
            live = self.get(id)
            with live.lock:
                self.refresh(live)
                seat = live.record.state.seat
                late = now() - live.row.changed > timedelta(minutes=live.row.minutes)
                waits = seat >= 0 and not live.bot_of(seat)
            if late and waits:
                self.stand_in(live, seat, True)

    def set_hook(self, live: Live, n: int, url: str) -> None:
        """Where to tell that a seat is to decide; "" for nowhere."""
        if url and not url.startswith(("http://", "https://")):
            raise Refused(422, "A webhook is an http or https address.")
        self.store.change_seat(live.id, n, hook=url)
        self.refresh(live)

    def notify(self, live: Live) -> None:
        """Tell a person's webhook that the seat is to decide."""
        s = live.record.state
        if s.over or live.bot_of(s.seat) or not live.row.seats[s.seat].hook:
            return
        seat = live.row.seats[s.seat]
        told = {"table": live.id, "title": live.row.title, "seat": s.seat, "name": seat.name, "n": live.n + 1}
        post(seat.hook, {**told, "text": f"{seat.name}, it is your decision at {live.row.title}: {s.prompt()}."})

    # bots

    def wake(self, live: Live) -> None:
        """Set a bot thinking if it is to decide."""
        with live.lock:
            s = live.record.state
            due = live.n + 1
            if s.over or live.row.status != "playing" or live.thinking == due:
                return
            bot = live.bot_of(s.seat)
            if not bot:
                return
            live.thinking = due
            self.hub.tell(live.id, "thinking", seat=s.seat, name=live.row.seats[s.seat].name)
            asked = self.thinkers.ask(s, bot, f"{live.record.seed}/{due}")
        asked.add_done_callback(lambda done: self.thought(live, due, done))

    def thought(self, live: Live, n: int, done: Future[int]) -> None:
        """A bot has decided; the decision counts if it is still asked for."""
        if done.cancelled() or done.exception() is not None:
            live.thinking = 0
            return
        with live.lock:
            live.thinking = 0
            if live.n + 1 != n or not live.bot_of(live.record.state.seat):
                return
            self.carry_out(live, done.result())
        self.hub.tell(live.id, "table", n=live.n)
        self.notify(live)
        self.wake(live)

    def wake_all(self) -> None:
        """After a start: bots go on where they were."""
        for id in self.store.unfinished():
            self.wake(self.get(id))


def line_json(live: Live) -> list[dict[str, Any]]:
    """The standing decisions as everybody may know them: no chance outcomes, no seed."""
    return [{"n": line.n, "seat": line.seat, "do": line.words} for line in live.record.standing()]
