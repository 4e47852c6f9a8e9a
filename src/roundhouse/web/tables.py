"""Tables in play: the one place where moves are accepted. A move is on disk before anybody hears of it."""

from __future__ import annotations

import logging
import re
import secrets
import time
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

import roundhouse
from roundhouse.bots.make import names as bot_names
from roundhouse.core.errors import BadRecord, IllegalAction, RoundhouseError, UnknownGame
from roundhouse.core.records import Line, Record, resumed
from roundhouse.core.state import State
from roundhouse.web.bot_pool import BotFailed, BotPool, TookTooLong
from roundhouse.web.bot_seats import BotSeats
from roundhouse.web.cache import Cache
from roundhouse.web.clock import Clock, between
from roundhouse.web.held import Live
from roundhouse.web.hooks import Hooks, split
from roundhouse.web.limits import Limits, spoken
from roundhouse.web.live import Hub
from roundhouse.web.people import Person, tidy
from roundhouse.web.refusals import Conflict, NotKept, Refused, Unknown, Unreadable
from roundhouse.web.rows import SeatRow, TableRow
from roundhouse.web.store import Store, new_id, new_token
from roundhouse.web.uploads import TooManyLines, read_upload

log = logging.getLogger("roundhouse.tables")

STAND_IN = "greedy"
MOST_MINUTES = 14 * 24 * 60
ABSENT = 120  # seconds after which the others may ask for a bot in somebody's seat
GRACE = 60  # seconds that everybody has after a start of the server, however late the clock says they are
ASKING = 3.0  # seconds in which to find out whether a move was kept
AGAIN = 30.0  # seconds after which a table that could not be read is tried again
FRESH = 2.0  # seconds after which who sits at a table is read again
DAMAGED = "what is kept of it is damaged."
NEWER = "it was played by newer rules than this server has."
ID = re.compile(r"[A-Za-z0-9_-]{1,16}")


class Tables:
    """All tables: created, joined, played and undone. Whether somebody may is for `access` to say."""

    def __init__(
        self, store: Store, hub: Hub, pool: BotPool, hooks: Hooks | None = None, limits: Limits | None = None
    ) -> None:
        self.store = store
        self.hub = hub
        self.pool = pool
        self.hooks = hooks or Hooks()
        self.limits = limits or Limits()
        self.cache = Cache()
        self.clock = Clock()
        self.bots = BotSeats(self)
        self.unreadable: dict[str, tuple[float, Unreadable]] = {}

    # tables in memory

    def get(self, id: str, now: bool = False) -> Live:
        """A table by its id, from memory or replayed from the store; what another server did shows soon, or `now`."""
        live = self.cache.get(id, lambda: self.load(id))
        if not now and time.monotonic() - live.read < FRESH:
            return live
        with live.lock:
            before, live.read = live.row.changed, time.monotonic()
            with suppress(SQLAlchemyError):  # what is in memory can be shown without a database
                self.refresh(live)
                if live.row.changed != before and self.store.count(id) != live.n:
                    self.cache.forget(live)
                    live = self.cache.get(id, lambda: self.load(id))
        return live

    def row(self, id: str) -> TableRow:
        """What is known of a table whose record may not be readable."""
        row = self.store.bare_table(id) if ID.fullmatch(id) else None
        if row is None:
            raise Unknown(f"There is no table {id[:40]!r}; the lobby lists those there are.")
        return row

    def load(self, id: str) -> Live:
        tried, fault = self.unreadable.get(id, (0.0, None))
        if fault is not None and time.monotonic() - tried < AGAIN:
            raise fault
        self.row(id)
        try:
            row = self.store.table(id)
            assert row is not None
            live = Live(row, resumed(row.header, self.store.lines(id)))
            agree(row, live.record)
        except SQLAlchemyError:
            raise
        except UnknownGame as error:
            missing = str(error).partition(";")[0]  # which others there are does not help here
            raise Refused(404, f"This table cannot be shown. {missing} on this server.") from None
        except Exception as error:  # whatever lies there: it is this table's trouble alone
            log.error("a table cannot be read", extra={"table": id, "why": repr(error)})
            # the log has the reason: it may tell what somebody held where the record breaks off
            fault = Unreadable(id, NEWER if "rules version" in str(error) else DAMAGED)
            self.unreadable[id] = (time.monotonic(), fault)
            raise fault from None
        self.unreadable.pop(id, None)
        return live

    def refresh(self, live: Live) -> None:
        """Read who sits where again."""
        try:
            row = self.store.table(live.id, header=False)
            if row is not None:
                live.sit(row)
                live.read = time.monotonic()
        except (ValueError, TypeError):
            self.cache.forget(live)
            raise Unreadable(live.id, DAMAGED) from None

    def change(
        self, live: Live, seats: dict[int, dict[str, Any]] | None = None, restart: bool = False, **fields: Any
    ) -> None:
        """Change seats and table in one go; with `restart` who is to decide has all the time again."""
        self.store.change_table(live.id, seats, restart, **fields)
        self.refresh(live)
        if restart:
            self.clock.restart(live.id, live.row.changed)

    def tell(self, live: Live, kind: str = "table", **news: object) -> None:
        """Tell everybody at a table that something has changed."""
        with live.lock:
            live.changes += 1
            news = {"n": live.n, "v": live.version, **news}
        self.hub.tell(live.id, kind, **news)

    # opening

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
        owner: str = "",
    ) -> Live:
        """A new table; `company` says of each seat: you, here:NAME, invite or bot:NAME."""
        if visibility not in ("open", "link"):
            raise Refused(422, f"A table is open or by link, not {visibility!r}.")
        if seed is not None and visibility == "open":
            raise Refused(422, "Who chooses the seed may know every card, so an open table takes none.")
        if not 0 <= minutes <= MOST_MINUTES:
            raise Refused(422, f"A turn may take 1 to {MOST_MINUTES} minutes, or any time (0), not {minutes}.")
        try:
            found = roundhouse.game(game)
            sitting = [self.seated(n, said, person) for n, said in enumerate(company)]
            names = [seat.name for seat in sitting]
            chosen = found.check_options(options)  # first: a box of one's own, from a path here, is no option
            record = Record(found.id, len(company), secrets.randbits(128) if seed is None else seed, names, **chosen)
        except RoundhouseError as error:
            raise Refused(422, str(error)) from None
        row = TableRow(
            id=new_id(),
            game=found.id,
            title=tidy(title) or f"{person.name}'s table",
            visibility=visibility,
            status="playing",
            watch=new_token(),
            host=person.id,
            owner=owner or person.id,
            header=record.header(),
            minutes=minutes,
            seeded=seed is not None,
            turn=record.state.seat,
            seats=sitting,
        )
        self.store.add_table(row)
        live = self.get(row.id)
        self.clock.restart(row.id, live.row.changed)
        log.info("a table is opened", extra={"table": row.id, "game": row.game, "seats": len(company)})
        self.bots.wake(live)
        return live

    def seated(self, n: int, said: str, person: Person) -> SeatRow:
        kind, _, detail = said.partition(":")
        seat = SeatRow(n=n, kind="person", name=person.name, player=person.id, bot="", token=new_token())
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

    def open_record(self, person: Person, text: str, owner: str = "") -> str:
        """A table that shows a record; its id. A worker reads it first, within limits of time and size."""
        most = self.limits
        patience = most.record_seconds or 3600
        asked = self.pool.run(read_upload, text, most.record_lines, patience=patience, owner=owner or person.id)
        try:
            given = asked.result()
        except TooManyLines as error:
            raise Refused(413, str(error)) from None
        except RoundhouseError as error:
            raise Refused(422, str(error)) from None
        except TookTooLong:
            time_given = spoken(most.record_seconds)
            raise Refused(413, f"The record takes longer than {time_given} to replay, the most there is.") from None
        except BotFailed as error:
            log.error("a record could not be read", extra={"why": str(error)})
            raise Refused(503, "The record could not be read just now; try again in a moment.", wait=5) from None
        seats = [
            SeatRow(n=n, kind="person", name=tidy(name) or f"Seat {n + 1}", player="", token=new_token())
            for n, name in enumerate(given.names)
        ]
        row = TableRow(
            id=new_id(),
            game=given.game,
            title=f"{given.title}, opened record",
            visibility="link",
            status="over" if given.over else "closed",
            watch=new_token(),
            host=person.id,
            header=given.header,
            turn=-1,
            seats=seats,
        )
        self.store.add_table(row, given.lines)
        return row.id

    # sitting down, and passing a seat on

    def join(self, live: Live, person: Person, free: list[int], twice: bool = False) -> int:
        """Take the first of these seats that nobody has taken meanwhile; its number. Its invitation ends."""
        with live.lock:
            self.refresh(live)
            self.still_playing(live)
            if not twice and live.seats_of(person.id):
                raise Refused(409, "You sit at this table already; another seat needs its own link.")
            taken = next((n for n in free if self.store.take_seat(live.id, n, person.id, person.name)), None)
            self.refresh(live)
            if taken is None:
                raise Refused(409, "That seat is taken; the table can still be watched.")
            self.clock.restart(live.id, live.row.changed)
        self.tell(live)
        return taken

    def rename(self, before: Person, after: Person) -> None:
        """Who has another name now has it at the tables in play, too; the record keeps the names it began with."""
        if before.name == after.name:
            return
        for id in self.store.rename(before.id, before.name, after.name):
            live = self.cache.find(id)
            if live is not None:  # what is not in memory is read when somebody asks for it
                with live.lock, suppress(Unreadable):
                    self.refresh(live)
                self.tell(live)

    def offer(self, live: Live, n: int) -> str:
        """The token of a link that passes a seat to another device."""
        with live.lock:
            self.refresh(live)
            return self.store.add_handover(live.id, n, live.row.seats[n].player)

    def take_over(self, token: str, person: Person) -> tuple[Live, int]:
        """Move a seat to this browser by such a link; the device that had it is told."""
        held = self.store.handover(token) if token.isprintable() else None
        if held is None:
            raise Refused(404, "This link was used, replaced or is too old; make a new one where the seat is now.")
        live = self.get(held.table_id)
        if held.player == person.id:  # opened where the seat is already
            return live, held.n
        with live.lock:
            token = live.row.seats[held.n].token
            if not self.store.take_over(held, person.id):
                raise Refused(409, "Somebody has used this link a moment ago, or the seat is no longer its giver's.")
            self.refresh(live)
        self.tell(live, "moved", seat=held.n)
        self.hub.end(live.id, {held.player, token} if held.player not in live.players() else {token})
        return live, held.n

    def remove(self, live: Live, n: int) -> None:
        """The host asks a guest to leave: the seat is free again, and a bot plays it until somebody takes it."""
        with live.lock:
            self.refresh(live)
            self.still_playing(live)
            seat = live.row.seats[n]
            if seat.kind != "person" or seat.player in ("", live.row.host):
                raise Refused(409, "No guest sits there.")
            if not self.store.free_seat(live.id, n, seat.player, bot=STAND_IN):
                raise Refused(409, "No guest sits there.")
            self.refresh(live)
        log.info("a guest is removed", extra={"table": live.id, "seat": n})
        self.tell(live, "moved", seat=n)
        self.hub.end(live.id, {seat.player, seat.token})
        self.bots.wake(live)

    def stand_in(self, live: Live, n: int, wanted: bool) -> None:
        """Let a bot decide for a person's seat, or give the seat back."""
        with live.lock:
            self.refresh(live)
            self.still_playing(live)
            if live.row.seats[n].kind == "bot":
                raise Refused(409, "A bot holds that seat already.")
            if live.row.seats[n].conceded:
                raise Refused(409, f"{live.names[n]} has conceded; a bot plays that seat to the end.")
            # the company has changed, so what was asked of it lapses; who comes back is not late
            self.change(live, {n: {"bot": STAND_IN if wanted else ""}}, restart=not wanted, asked=None)
        self.tell(live)
        self.bots.wake(live)

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
            status = "over" if len(left) == 1 else "playing"
            self.change(live, {n: {"conceded": True, "bot": STAND_IN}}, restart=True, status=status, asked=None)
        self.tell(live)
        self.bots.wake(live)

    def still_playing(self, live: Live) -> None:
        """Refuse in words what only a table in play allows."""
        if live.row.status == "closed":
            raise Refused(409, "This table is closed.")
        if live.over:
            raise Conflict(f"The game is over: {live.result()}." if live.early else "The game is over.")

    def close(self, live: Live) -> None:
        """The host ends a table for good."""
        with live.lock:
            self.refresh(live)
            self.still_playing(live)
            self.change(live, status="closed", asked=None)
        self.tell(live)

    def company(self, live: Live, person: Person) -> list[str]:
        """Who sat at a table, as `create` takes it for another one opened by this person."""
        out = []
        for seat in live.row.seats:
            if seat.kind == "bot":
                out.append(f"bot:{seat.bot}")
            elif seat.player == person.id:
                out.append("you" if seat.name == person.name else f"here:{seat.name}")
            else:
                out.append("invite")
        return out

    def rematch(self, live: Live, person: Person, owner: str = "") -> Live:
        """A new table with the same company and options."""
        if not live.seats_of(person.id):
            raise Refused(403, "Only who sat at a table can ask for a rematch.")
        options = dict(live.record.options)
        company = self.company(live, person)
        row = live.row
        return self.create(person, row.game, row.title, company, options, row.visibility, owner=owner)

    # playing

    def play(self, live: Live, seat: int, n: int, action: int | str) -> None:
        """Accept decision n of a seat, as a number or in words, or refuse it with a sentence."""
        with live.lock:
            self.due(live, n)
            s = live.record.state
            if s.seat != seat:
                raise Refused(403, f"It is {live.row.seats[s.seat].name}'s decision, not yours.")
            try:
                chosen = s.parse(action) if isinstance(action, str) else action
            except RoundhouseError as error:
                raise Refused(422, str(error)) from None
            self.carry_out(live, chosen)
            self.notify(live, seat)
        self.tell(live)
        self.bots.wake(live)

    def due(self, live: Live, n: int) -> None:
        self.still_playing(live)
        if n != live.n + 1:
            if self.store.count(live.id) != live.n:  # another server has accepted decisions
                self.cache.forget(live)
                raise Conflict("The table had moved on.")
            raise Conflict(f"Decision {str(n)[:12]} is not due; the next one is {live.n + 1}.")

    def carry_out(self, live: Live, action: int) -> None:
        """Apply and write down."""
        before = live.record.state.clone()
        try:
            live.record.play(action)
        except IllegalAction as error:
            raise Refused(422, str(error), error.clause) from None
        self.write(live, before)

    def write(self, live: Live, before: State) -> None:
        """Write the last line down; if that fails, the table is as it was, and memory is dropped: the store decides."""
        try:
            self.keep(live)
        except Exception:
            del live.record.lines[-1]
            live.record.state = before
            self.cache.forget(live)
            raise

    def keep(self, live: Live) -> None:
        line = live.record.lines[-1]
        s = live.record.state
        status = "over" if s.over else "playing"
        try:
            live.row.changed = self.store.add_move(live.id, line.n, line.as_json(), status, -1 if s.over else s.seat)
        except SQLAlchemyError as error:
            log.error("a move could not be written", extra={"table": live.id, "n": line.n, "why": str(error)})
            kept = self.kept(live, line)
            if not kept:
                raise NotKept(line.n, unsure=kept is None) from None
        live.row.status, live.row.asked = status, None
        live.sit(live.row)
        self.clock.restart(live.id, live.row.changed)

    def kept(self, live: Live, line: Line) -> bool | None:
        """Whether a move is in the store after all; None if the store does not say in a while."""
        until = time.monotonic() + ASKING
        while time.monotonic() < until:
            try:
                return self.store.line(live.id, line.n) == line.as_json()
            except SQLAlchemyError:
                time.sleep(0.2)
        return None

    # asking one another

    def undo(self, live: Live, seats: list[int], n: int) -> None:
        """Take back decision n and all after it: at once where that is free, else if all others agree."""
        with live.lock:
            self.still_playing(live)
            own = [s for s in seats if s in live.left]
            record = live.record
            standing = record.active_lines()
            asking = next((line.seat for line in standing if line.n == n and line.seat in own), -1)
            if asking < 0:
                raise Refused(409, "Only a decision of your own that still stands can be undone.")
            most = self.limits.table_lines
            if most and live.n >= most:
                raise Refused(429, f"After {most} decisions and undos nothing more can be undone at a table.")
            free = record.free_undo()
            at_once = standing[-1].seat in own and 0 < free <= n
            wanted = [] if at_once else self.others(live, seats)
            if wanted:
                self.ask(live, {"kind": "undo", "n": n, "seat": asking, "by": asking, "wanted": wanted})
            else:
                self.take_back(live, n)
        self.tell(live)
        self.bots.wake(live)

    def ask_for_bot(self, live: Live, seats: list[int], n: int) -> None:
        """Ask that a bot plays for another person who is to decide and does not come; with nobody to ask it does."""
        with live.lock:
            self.refresh(live)
            self.still_playing(live)
            if not seats or n in seats:
                raise Refused(403, "Only another person at the table can ask for a bot in that seat.")
            if n != live.waits_for():
                raise Refused(409, "The table does not wait for a person in that seat.")
            left = max(ABSENT - int(self.waited(live)), GRACE - int(self.known_for(live)))
            if left > 0:
                said = f"{live.names[n]} may think for two minutes; ask again in {spoken(left)}."
                raise Refused(409, said, wait=left)
            wanted = self.others(live, [*seats, n])
            if wanted:
                self.ask(live, {"kind": "stand-in", "n": live.n + 1, "seat": n, "by": seats[0], "wanted": wanted})
            else:
                self.stand_in(live, n, True)
        self.tell(live)

    def others(self, live: Live, seats: list[int]) -> list[int]:
        """The other persons' seats, whose agreement a request needs; bots agree."""
        return [s.n for s in live.row.seats if s.kind == "person" and not s.bot and s.n not in seats]

    def ask(self, live: Live, wish: dict[str, Any]) -> None:
        """Put a request to the table: one at a time, but one's own is replaced, and one nobody answers lapses."""
        asked = live.request()
        if asked and asked["by"] != wish["by"]:
            age = self.clock.age(f"{live.id} asked", asked.get("id"), lambda: 0.0)
            if age < ABSENT:
                raise Refused(409, f"{live.names[asked['by']]} has asked something; that is to be answered first.")
        id = secrets.token_hex(4)
        self.change(live, asked={**wish, "at": live.n, "id": id})
        self.clock.restart(f"{live.id} asked", id)

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
                self.change(live, asked={**asked, "wanted": left} if yes else None)
            elif asked["kind"] == "undo":
                self.take_back(live, asked["n"])
            else:
                self.stand_in(live, asked["seat"], True)
        self.tell(live)
        self.bots.wake(live)

    def take_back(self, live: Live, n: int) -> None:
        seat, before = live.record.state.seat, live.record.state
        try:
            live.record.undo(n)
        except RoundhouseError as error:
            raise Refused(422, str(error)) from None
        self.write(live, before)
        self.notify(live, seat)

    # absent players

    def waited(self, live: Live) -> float:
        """Seconds since the table last changed, as `is_late` counts them."""
        return self.age(live.id, live.row.minutes, live.row.changed)

    def known_for(self, live: Live) -> float:
        """Seconds since this server first saw how the table stands, once it was asked how old that is."""
        return self.clock.age(f"{live.id} found", live.row.changed, lambda: GRACE)

    def age(self, id: str, minutes: int, changed: datetime) -> float:
        """Seconds since a table changed; what this server finds when it starts makes nobody late for a moment."""

        def found() -> float:
            self.clock.restart(f"{id} found", changed)
            real = between(changed, self.store.time())
            return min(real, 60.0 * minutes - GRACE) if minutes else real

        return self.clock.age(id, changed, found)

    def overdue(self) -> None:
        """Let a bot stand in for who has taken longer than the table allows."""
        for id, minutes, changed in self.store.timed():
            try:
                if self.is_late(id, minutes, changed):
                    self.replace_late(id)
            except Refused as refused:
                log.warning("nobody could play for who is late", extra={"table": id, "why": refused.sentence})
            except (ValueError, TypeError):
                log.exception("the time of a table cannot be told", extra={"table": id})

    def is_late(self, id: str, minutes: int, changed: datetime) -> bool:
        """Whether who is to decide has taken longer; after a start everybody has a moment in any case."""
        return self.age(id, minutes, changed) >= 60.0 * minutes

    def replace_late(self, id: str) -> None:
        live = self.get(id)
        with live.lock:
            self.refresh(live)
            seat = live.waits_for()
            if seat >= 0 and self.waited(live) >= 60 * live.row.minutes:
                log.info("a bot plays for who is late", extra={"table": id, "seat": seat})
                self.stand_in(live, seat, True)

    def set_hook(self, live: Live, n: int, url: str) -> None:
        """Where to tell that a seat is to decide; "" for nowhere."""
        if url and split(url) is None:
            raise Refused(422, "A webhook is an http or https address, as https://chat.example/hook.")
        with live.lock:
            self.change(live, {n: {"hook": url}})

    def notify(self, live: Live, before: int) -> None:
        """Tell a person's webhook that the decision has passed to the seat from another one."""
        seat = live.waits_for()
        if seat in (-1, before) or not live.row.seats[seat].hook:
            return
        name = live.names[seat]
        told = {"table": live.id, "title": live.row.title, "seat": seat, "name": name, "n": live.n + 1}
        text = f"{name}, it is your decision at {live.row.title}: {live.record.state.prompt()}."
        try:
            self.hooks.post(live.row.seats[seat].hook, {**told, "text": text})
        except RuntimeError as error:  # no thread to be had; the move counts all the same
            log.warning("a webhook is not told", extra={"table": live.id, "why": str(error)})


def agree(row: TableRow, record: Record) -> None:
    """Whether a table and its record are of one game and one company."""
    if row.game != record.game.id or [seat.n for seat in row.seats] != list(range(record.seats)):
        raise BadRecord("its seats or its game are not those of its record.")


def line_json(live: Live) -> list[dict[str, Any]]:
    """The standing decisions as everybody may know them: no chance outcomes, no seed."""
    with live.lock:
        return [{"n": line.n, "seat": line.seat, "do": line.words} for line in live.record.active_lines()]
