"""Tables in play: the one place where moves are accepted. A move is on disk before anybody hears of it."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from datetime import timedelta
from typing import Any

import roundhouse
from roundhouse.bots.make import names as bot_names
from roundhouse.core.errors import IllegalAction, RoundhouseError, UnknownGame
from roundhouse.core.records import Record, loads, resumed
from roundhouse.web.held import Live
from roundhouse.web.hooks import Hooks, split
from roundhouse.web.live import Hub
from roundhouse.web.people import Person, tidy
from roundhouse.web.refusals import Conflict, Refused
from roundhouse.web.store import SeatRow, Store, TableRow, now
from roundhouse.web.think import Thinkers

STAND_IN = "greedy"
MOST_MINUTES = 14 * 24 * 60
ABSENT = 120  # seconds after which the others may ask for a bot in somebody's seat
ID = re.compile(r"[A-Za-z0-9_-]{1,16}")


class Tables:
    """All tables: created, joined, played and undone."""

    def __init__(self, store: Store, hub: Hub, thinkers: Thinkers, hooks: Hooks | None = None) -> None:
        self.store = store
        self.hub = hub
        self.thinkers = thinkers
        self.hooks = hooks or Hooks()
        self.held: dict[str, Live] = {}
        self.lock = threading.Lock()

    def get(self, id: str) -> Live:
        """A table by its id, from memory or replayed from the store."""
        with self.lock:
            live = self.held.get(id)
            if live is None:
                row = self.store.table(id) if ID.fullmatch(id) else None
                if row is None:
                    raise Refused(404, f"There is no table {id[:40]!r}; the lobby lists those there are.")
                try:
                    live = self.held[id] = Live(row, resumed(row.header, self.store.lines(id)))
                except UnknownGame as error:
                    raise Refused(404, f"This table cannot be shown. {error}") from None
            return live

    def reachable(self, ids: list[str]) -> Iterator[Live]:
        """Those of the tables whose game is installed here."""
        for id in ids:
            try:
                live = self.get(id)
            except Refused:
                continue
            yield live

    def refresh(self, live: Live) -> None:
        """Read who sits where again."""
        row = self.store.table(live.id)
        if row is not None:
            live.sit(row)

    def forget(self, live: Live) -> None:
        """Drop what memory holds of a table; the store decides."""
        with self.lock:
            if self.held.get(live.id) is live:
                del self.held[live.id]

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
            chosen = found.check_options(options)  # first: a box of one's own, from a path here, is no option
            record = Record(found.id, len(company), secrets.randbits(128) if seed is None else seed, names, **chosen)
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
            self.still_playing(live)
            free = [seat.n for seat in live.row.seats if seat.kind == "open" and n in (None, seat.n)]
            if not free:
                raise Refused(409, "That seat is taken; the table can still be watched.")
            self.store.change_seat(live.id, free[0], kind="person", name=person.name, player=person.id, bot="")
            self.store.change_table(live.id, changed=now())  # who has just sat down is not late
            self.refresh(live)
        self.hub.tell(live.id, "table", n=live.n)
        return free[0]

    def claim(self, token: str, person: Person) -> tuple[Live, int]:
        """Sit down by a seat link: it moves the seat to this browser."""
        seat = self.store.by_seat_token(token) if token.isprintable() else None
        if seat is None or seat.kind == "bot":
            raise Refused(404, "This seat link is not known; ask for a new one at the table.")
        live = self.get(seat.table_id)
        with live.lock:
            if seat.kind == "open":
                return live, self.join(live, person, seat.n)
            self.store.change_seat(live.id, seat.n, player=person.id)
            self.refresh(live)
        self.hub.tell(live.id, "table", n=live.n)
        return live, seat.n

    def stand_in(self, live: Live, n: int, wanted: bool) -> None:
        """Let a bot decide for a person's seat, or give the seat back."""
        with live.lock:
            self.refresh(live)
            self.still_playing(live)
            if live.row.seats[n].kind == "bot":
                raise Refused(409, "A bot holds that seat already.")
            if live.row.seats[n].conceded:
                raise Refused(409, f"{live.names[n]} has conceded; a bot plays that seat to the end.")
            self.store.change_seat(live.id, n, bot=STAND_IN if wanted else "")
            # the company has changed, so what was asked of it lapses; who comes back is not late
            self.store.change_table(live.id, asked=None, **({} if wanted else {"changed": now()}))
            self.refresh(live)
        self.hub.tell(live.id, "table", n=live.n)
        self.wake(live)

    def concede(self, live: Live, n: int) -> None:
        """Give a seat up for good: a bot plays it to the end, and the last seat left has won at once."""
        with live.lock:
            self.refresh(live)
            self.still_playing(live)
            if live.row.seats[n].conceded:
                raise Refused(409, f"{live.names[n]} has conceded already.")
            left = [live.row.seats[s] for s in live.left if s != n]
            if all(seat.kind == "open" for seat in left):
                raise Refused(409, "Nobody has sat down to win yet; the table can be closed instead.")
            self.store.change_seat(live.id, n, conceded=True, bot=STAND_IN)
            status = "over" if len(left) == 1 else "playing"
            self.store.change_table(live.id, status=status, asked=None, changed=now())
            self.refresh(live)
        self.hub.tell(live.id, "table", n=live.n)
        self.wake(live)

    def still_playing(self, live: Live) -> None:
        """Refuse in words what only a table in play allows."""
        if live.row.status == "closed":
            raise Refused(409, "This table is closed.")
        if live.over:
            raise Conflict(f"The game is over: {live.result()}." if live.early else "The game is over.")

    def close(self, live: Live, person: Person) -> None:
        """The host ends a table for good."""
        if live.row.host != person.id:
            raise Refused(403, "Only who opened a table can close it.")
        with live.lock:
            self.refresh(live)
            self.still_playing(live)
            self.store.change_table(live.id, status="closed", asked=None)
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
            self.notify(live, seat)
        self.hub.tell(live.id, "table", n=live.n)
        self.wake(live)

    def due(self, live: Live, n: int) -> None:
        self.still_playing(live)
        if n != live.n + 1:
            if self.store.count(live.id) != live.n:  # another server has accepted decisions
                self.forget(live)
                raise Conflict("The table had moved on.")
            raise Conflict(f"Decision {str(n)[:12]} is not due; the next one is {live.n + 1}.")

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
        except Exception:
            self.forget(live)
            raise
        live.row.status, live.row.asked, live.row.changed = status, None, now()
        live.sit(live.row)

    # asking one another

    def undo(self, live: Live, seats: list[int], n: int) -> None:
        """Take back decision n and all after it: at once where that is free, else if all others agree."""
        with live.lock:
            self.still_playing(live)
            own = [s for s in seats if s in live.left]
            record = live.record
            standing = record.standing()
            asking = next((line.seat for line in standing if line.n == n and line.seat in own), -1)
            if asking < 0:
                raise Refused(409, "Only a decision of your own that still stands can be undone.")
            free = record.free_undo()
            at_once = standing[-1].seat in own and 0 < free <= n
            wanted = [] if at_once else self.others(live, seats)
            if wanted:
                self.ask(live, {"kind": "undo", "n": n, "seat": asking, "by": asking, "wanted": wanted})
            else:
                self.take_back(live, n)
        self.hub.tell(live.id, "table", n=live.n)
        self.wake(live)

    def ask_for_bot(self, live: Live, seats: list[int], n: int) -> None:
        """Ask that a bot plays for another person who is to decide and does not come; with nobody to ask it does."""
        with live.lock:
            self.refresh(live)
            self.still_playing(live)
            if not seats or n in seats:
                raise Refused(403, "Only another person at the table can ask for a bot in that seat.")
            if n != live.waits_for():
                raise Refused(409, "The table does not wait for a person in that seat.")
            left = ABSENT - int((now() - live.row.changed).total_seconds())
            if left > 0:
                raise Refused(409, f"{live.names[n]} may think for two minutes; ask again in {seconds(left)}.")
            wanted = self.others(live, [*seats, n])
            if wanted:
                self.ask(live, {"kind": "stand-in", "n": live.n + 1, "seat": n, "by": seats[0], "wanted": wanted})
                self.hub.tell(live.id, "table", n=live.n)
            else:
                self.stand_in(live, n, True)

    def others(self, live: Live, seats: list[int]) -> list[int]:
        """The other persons' seats, whose agreement a request needs; bots agree."""
        return [s.n for s in live.row.seats if s.kind == "person" and not s.bot and s.n not in seats]

    def ask(self, live: Live, wish: dict[str, Any]) -> None:
        """Put a request to the table: one at a time, but one's own is replaced, and one nobody answers lapses."""
        at = now().timestamp()
        asked = live.request()
        if asked and asked["by"] != wish["by"] and at - asked["when"] < ABSENT:
            raise Refused(409, f"{live.names[asked['by']]} has asked something; that is to be answered first.")
        self.store.change_table(live.id, asked={**wish, "at": live.n, "when": at})
        self.refresh(live)

    def answer(self, live: Live, seats: list[int], yes: bool) -> None:
        """Agree to what somebody asks, or not; all must. Who is absent decides it alone."""
        with live.lock:
            self.refresh(live)
            asked = live.request()
            if not asked or not set(seats) & set(live.answerers()):
                raise Refused(409, "Nobody asks you anything.")
            absent = asked["kind"] == "stand-in" and asked["seat"] in seats
            left = [] if absent else [n for n in asked["wanted"] if n not in seats]
            if not yes or left:
                self.store.change_table(live.id, asked={**asked, "wanted": left} if yes else None)
                self.refresh(live)
            elif asked["kind"] == "undo":
                self.take_back(live, asked["n"])
            else:
                self.stand_in(live, asked["seat"], True)
        self.hub.tell(live.id, "table", n=live.n)
        self.wake(live)

    def take_back(self, live: Live, n: int) -> None:
        seat = live.record.state.seat
        try:
            live.record.undo(n)
        except RoundhouseError as error:
            raise Refused(422, str(error)) from None
        self.write(live)
        self.notify(live, seat)

    # absent players

    def overdue(self) -> None:
        """Let a bot stand in for who has taken longer than the table allows."""
        for live in self.reachable(self.store.timed()):
            with live.lock:
                self.refresh(live)
                seat = live.record.state.seat
                late = now() - live.row.changed > timedelta(minutes=live.row.minutes)
                if late and live.playing and not live.bot_of(seat):
                    self.stand_in(live, seat, True)

    def set_hook(self, live: Live, n: int, url: str) -> None:
        """Where to tell that a seat is to decide; "" for nowhere."""
        if url and split(url) is None:
            raise Refused(422, "A webhook is an http or https address, as https://chat.example/hook.")
        with live.lock:
            self.store.change_seat(live.id, n, hook=url)
            self.refresh(live)

    def notify(self, live: Live, before: int) -> None:
        """Tell a person's webhook that the decision has passed to the seat from another one."""
        seat = live.waits_for()
        if seat in (-1, before) or not live.row.seats[seat].hook:
            return
        name = live.names[seat]
        told = {"table": live.id, "title": live.row.title, "seat": seat, "name": name, "n": live.n + 1}
        text = f"{name}, it is your decision at {live.row.title}: {live.record.state.prompt()}."
        self.hooks.post(live.row.seats[seat].hook, {**told, "text": text})

    # bots

    def wake(self, live: Live) -> None:
        """Set a bot thinking if it is to decide."""
        with live.lock:
            s = live.record.state
            due = live.n + 1
            if s.over or not live.playing or live.thinking == due:
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
            seat = live.record.state.seat
            if live.n + 1 != n or not live.playing or not live.bot_of(seat):
                return
            try:
                self.carry_out(live, done.result())
            except Conflict:  # another server's bot was faster
                return
            self.notify(live, seat)
        self.hub.tell(live.id, "table", n=live.n)
        self.wake(live)

    def wake_all(self) -> None:
        """After a start: bots go on where they were."""
        for live in self.reachable(self.store.unfinished()):
            self.wake(live)


def line_json(live: Live) -> list[dict[str, Any]]:
    """The standing decisions as everybody may know them: no chance outcomes, no seed."""
    return [{"n": line.n, "seat": line.seat, "do": line.words} for line in live.record.standing()]


def seconds(n: int) -> str:
    return "a second" if n == 1 else f"{n} seconds"
