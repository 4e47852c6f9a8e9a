"""Tables in play: the one place where moves are accepted. A move is on disk before anybody hears of it."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

import roundhouse
from roundhouse.bots.make import names as bot_names
from roundhouse.bots.people import bot_name, with_level
from roundhouse.core.errors import BadRecord, RoundhouseError, UnknownGame
from roundhouse.core.records import Line, Record, resumed
from roundhouse.core.state import State
from roundhouse.core.words import all_told_apart, told_apart
from roundhouse.web.build import build
from roundhouse.web.refusals import Behind, Conflict, NotKept, Refused, Unknown, Unreadable, refusing
from roundhouse.web.service import metrics
from roundhouse.web.service.bot_pool import BotFailed, BotPool, Bots, TookTooLong, here
from roundhouse.web.service.bot_seats import BotSeats
from roundhouse.web.service.cache import Cache
from roundhouse.web.service.clock import Clock
from roundhouse.web.service.events import Events, worded
from roundhouse.web.service.hooks import split
from roundhouse.web.service.limits import Limits, spoken
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.notices import Notices
from roundhouse.web.service.people import LONGEST_TITLE, Person, tidy
from roundhouse.web.service.rows import STAND_IN, HandoverRow, SeatRow, TableRow
from roundhouse.web.service.store import EPOCH, Seats, Store, as_told, new_id, new_token, nobody, stands
from roundhouse.web.service.turn_clock import GRACE, TurnClock
from roundhouse.web.service.uploads import TooManyLines, read_upload

log = logging.getLogger("roundhouse.tables")

MOST_MINUTES = 14 * 24 * 60
ABSENT = 120  # seconds after which the others may ask for a bot in somebody's seat
ASKING = 3.0  # seconds in which to find out whether a move was kept
AGAIN = 30.0  # seconds after which a table that could not be read is tried again
FRESH = 2.0  # seconds after which who sits at a table is read again
DAMAGED = "what is kept of it is damaged."
NEWER = "it was played by newer rules than this server has."
ID = re.compile(r"[A-Za-z0-9_-]{1,16}")


Tell = Callable[[LiveTable, dict[str, object]], None]  # what has changed at a table, to those who look at it here


class TableService:
    """All tables: created, joined, played and undone. Whether somebody may is for `access` to say."""

    def __init__(
        self,
        store: Store,
        events: Events,
        pool: Bots,
        notices: Notices | None = None,
        limits: Limits | None = None,
        aside: BotPool | None = None,
    ) -> None:
        self.store = store
        self.events = events
        self.pool = pool
        self.aside = aside or here(pool)  # for what is no decision
        self.notices = notices or Notices(store, events)
        self.limits = limits or Limits()
        self.cache = Cache()
        self.clock = Clock()
        self.turns = TurnClock(store, self.clock)
        self.bots = BotSeats(self)
        self.epoch = build() + store.key(EPOCH, secrets.token_hex(4))
        self.unreadable: dict[str, tuple[float, Unreadable]] = {}
        self.tell: Tell = self.tell_plainly
        self.hears: Callable[[], bool] = lambda: True  # whether what other servers do is heard of here just now

    # tables in memory

    def get(self, id: str, now: bool = False) -> LiveTable:
        """A table by its id, from memory or replayed from the store.

        What another server did shows when that is heard of, or is looked up: `now`, or soon.
        """
        live = self.known(id)
        if not now and self.hears() and time.monotonic() - live.read < FRESH:
            return live
        with live.lock:
            live.read = time.monotonic()
            with suppress(SQLAlchemyError):  # what is in memory can be shown without a database
                try:
                    self.catch_up(live)
                except Conflict:
                    live = self.known(id)
        return live

    def known(self, id: str) -> LiveTable:
        """The same as memory has it, or as it stands now if it was not there."""
        return self.cache.get(id, self.load)

    def catch_up(self, live: LiveTable) -> None:
        """Take in what other servers have done at a table, and tell those who look at it here; its lock is held."""
        self.refresh(live)
        if live.told != live.row.version:
            self.tell_all(live)

    def shows(self, id: str) -> bool:
        """Whether a table is in memory here, or looked at; what others do there does not keep it in memory."""
        return self.cache.peek(id) is not None or bool(self.events.at(id))

    def heard(self, id: str, news: Mapping[str, Any] | None = None) -> None:
        """Another server has changed a table; `news` may have all of it."""
        live = self.cache.peek(id)
        if live is None and not self.shows(id):
            return
        live = live or self.read_anew(id)
        with live.lock:
            before = live.row.changed
            try:
                if not self.followed(live, news or {}):
                    self.catch_up(live)
            except Conflict:
                live = self.read_anew(id)
                self.catch_up(live)
            if live.row.changed != before:
                self.clock.begin(live.id, live.row.changed)
            if not live.playing or live.over:
                self.pool.forget(id)

    def followed(self, live: LiveTable, news: Mapping[str, Any]) -> bool:
        """Take in a move that was told whole, if it is the next thing that has changed; its lock is held."""
        if "move" not in news or news.get("v") != live.row.version + 1:
            return False
        try:
            changes, seats = as_told(news)
            live.record.follow([news["move"]["line"]])
        except (RoundhouseError, ValueError, TypeError, LookupError) as error:  # what is kept of it decides
            log.warning("a move could not be taken in as told", extra={"table": live.id, "why": repr(error)})
            return False
        stands(live.row, changes, seats)
        self.tell_all(live)
        return True

    def read_anew(self, id: str) -> LiveTable:
        """A table that memory no longer holds; who sat there and does no more comes again, if they still may look."""
        live = self.get(id)
        sit = {name for seat in live.row.seats for name in (seat.player, seat.token)}
        self.events.end(id, {one.whose for one in self.events.at(id) if id in one.sat} - sit)
        return live

    def heard_all(self) -> None:
        """What other servers have done while they could not be heard."""
        lives = {live.id: live for live in self.cache.all()}
        for id, version in self.store.versions({*lives, *self.events.tables()}).items():
            if id not in lives or version != lives[id].row.version:
                try:
                    self.heard(id)
                except Refused:  # it cannot be read, and that is logged
                    pass
                except SQLAlchemyError as error:  # the others may be read
                    log.warning("a table could not be looked up", extra={"table": id, "why": repr(error)})

    def row(self, id: str) -> TableRow:
        """What is known of a table whose record may not be readable."""
        row = self.store.bare_table(id) if ID.fullmatch(id) else None
        if row is None:
            raise Unknown(f"There is no table {id[:40]!r}; the lobby lists those there are.")
        return row

    def load(self, id: str) -> LiveTable:
        tried, fault = self.unreadable.get(id, (0.0, None))
        if fault is not None and time.monotonic() - tried < AGAIN:
            raise fault
        self.row(id)
        try:
            whole = self.store.whole(id)
            assert whole is not None
            row, lines = whole
            live = LiveTable(row, resumed(row.header, lines), self.turns, self.epoch)
            if row.game != live.record.game.id or [seat.n for seat in row.seats] != list(range(live.record.seats)):
                raise BadRecord("its seats or its game are not those of its record.")
            live.told = -1 if self.events.at(id) else row.version  # who comes later asks
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

    def refresh(self, live: LiveTable) -> None:
        """Read again how a table stands, and what was decided elsewhere; Conflict if that does not follow."""
        try:
            same = self.store.version(live.id) == live.row.version
            live.read = time.monotonic()
            whole = None if same else self.store.whole(live.id, header=False, after=live.n)
            if whole is not None:
                before, (row, lines) = live.row, whole
                if lines:
                    live.record.follow(lines)
                live.take_row(row)
                self.passed_on(live, before)
        except (ValueError, TypeError):
            self.cache.forget(live)
            raise Unreadable(live.id, DAMAGED) from None
        except RoundhouseError as error:
            log.warning("a table is read anew", extra={"table": live.id, "why": str(error)})
            self.cache.forget(live)
            raise Conflict("The table had moved on.") from None

    def passed_on(self, live: LiveTable, before: TableRow) -> None:
        """Who no longer has a seat is told, and hears no more of the table by the eyes of it."""
        for was, seat in zip(before.seats, live.row.seats, strict=True):
            if was.kind != "person" or was.token == seat.token:
                continue
            gone = {was.token} if live.seats_of(was.player) else {was.player, was.token}
            self.events.send_here(live.id, "moved", {"n": live.n, "v": live.version, "seat": seat.n}, gone)
            self.events.end(live.id, gone)

    def change(self, live: LiveTable, seats: Seats | None = None, restart: bool = False, **fields: Any) -> None:
        """Change seats and table in one go; with `restart` who is to decide has all the time again.

        Whoever asks has looked at the table as it stands in memory: Conflict if it does not stand so any more.
        """
        seats = self.with_spent(live, seats) if restart else seats
        self.store.change_table(live.id, seats, restart, live.row.version, **fields)
        self.refresh(live)
        if restart:
            self.clock.begin(live.id, live.row.changed)

    def with_spent(self, live: LiveTable, seats: Seats | None = None) -> Seats:
        """These changes of seats, and what the decision that ends now has taken from a time bank."""
        used = {n: {"spent": spent} for n, spent in self.turns.spent(live.row).items()}
        return used | {n: {**used.get(n, {}), **changes} for n, changes in (seats or {}).items()}

    @contextmanager
    def changing(self, live: LiveTable, only_in_play: bool = True) -> Iterator[None]:
        """A table changes meanwhile, nobody else can change it, and then everybody there is told."""
        with live.lock:
            self.refresh(live)
            if only_in_play:
                self.still_playing(live)
            yield
        self.announce(live)

    def announce(self, live: LiveTable) -> None:
        """Tell everybody at a table that something has changed, and wake the bot that may be to decide now."""
        self.tell_all(live)
        self.bots.wake(live)

    def tell_all(self, live: LiveTable) -> None:
        """Tell everybody here who looks at a table how it stands."""
        with live.lock:
            live.told = live.row.version
            self.tell(live, {"n": live.n, "v": live.version})

    def tell_plainly(self, live: LiveTable, news: dict[str, object]) -> None:
        """Tell all the same: who wants to know more has to ask."""
        text = worded(live.id, "table", news)
        for listener in self.events.at(live.id):
            listener.send(text)

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
        bank: int = 0,
        bots: Mapping[int, str] | None = None,
        stand_in: str = STAND_IN,
        hints: bool = True,
        lesson: str = "",
        before: Sequence[str] = (),
    ) -> LiveTable:
        """A new table; `company` says of each seat: you, here:NAME, invite or bot:LEVEL; `bots` are names to keep.

        With `lesson` it is that of a first game, and begins after the decisions `before`.
        """
        if visibility not in ("open", "link"):
            raise Refused(422, f"A table is open or by link, not {visibility!r}.")
        if seed is not None and visibility == "open":
            raise Refused(422, "Who chooses the seed may know every card, so an open table takes none.")
        if not 0 <= minutes <= MOST_MINUTES:
            raise Refused(422, f"A decision may take 1 to {MOST_MINUTES} minutes, or any time (0), not {minutes}.")
        if not 0 <= bank <= MOST_MINUTES:
            raise Refused(422, f"A time bank has 0 to {MOST_MINUTES} minutes, not {bank}.")
        a_bot(stand_in)
        with refusing():
            found = roundhouse.game(game)
            seats, names = seat_all(company, person, bots)
            chosen = found.check_options(options)  # first: a box of one's own, from a path here, is no option
            record = Record(found.id, len(company), secrets.randbits(128) if seed is None else seed, names, **chosen)
            for words in before:
                record.play(record.state.parse(words))
        row = TableRow(
            id=new_id(),
            game=found.id,
            title=tidy(title, LONGEST_TITLE) or f"{person.name}\u2019s table",
            visibility=visibility,
            status="playing",
            watch=new_token(),
            host=person.id,
            owner=owner or person.id,
            header=record.header(),
            minutes=minutes,
            bank=bank if minutes else 0,
            stand_in=stand_in,
            hints=hints,
            seeded=seed is not None,
            turn=record.state.seat,
            lesson=lesson,
            began=len(record.lines),
            seats=seats,
        )
        return self.open(row, [line.as_json() for line in record.lines])

    def open(self, row: TableRow, lines: list[dict[str, Any]] | None = None) -> LiveTable:
        """Keep a new table, and let its game begin."""
        self.bots.room_for(row)
        self.store.add_table(row, lines)
        live = self.get(row.id)
        self.clock.begin(row.id, live.row.changed)
        log.info("a table is opened", extra={"table": row.id, "game": row.game, "seats": len(row.seats)})
        self.bots.wake(live)
        return live

    def play_on(self, person: Person, live: LiveTable, n: int, company: list[str], owner: str = "") -> LiveTable:
        """A new table by link that begins as another one stood after n lines, with other chance from there on.

        What the one seat of a person could not know is dealt anew. With several, all lies as it lay. Names of those who
        played before are not taken along. Whether the caller may know the whole game is for `access` to say.
        """
        if live.playing:
            raise Refused(403, "Only a game that has ended can be played on from.")
        if not 0 <= n <= live.n:
            raise Refused(422, f"The game has {live.n} decisions, so there is no position after {str(n)[:12]}.")
        if len(company) != len(live.row.seats):
            raise Refused(422, f"The game has {len(live.row.seats)} seats, not {len(company)}.")
        with refusing():
            seats, names = seat_all(company, person)
            persons = [seat.n for seat in seats if not seat.bot]
            eyes = persons[0] if len(persons) == 1 else -1
            record = live.record.played_on(n, eyes, names, secrets.randbits(128))
        if record.state.over:
            raise Refused(409, "The game is over there; go back to a position in which somebody decides.")
        row = TableRow(
            id=new_id(),
            game=live.row.game,
            title=f"{'On' if eyes >= 0 else 'Analysis'} from decision {n}",
            visibility="link",
            status="playing",
            watch=new_token(),
            host=person.id,
            owner=owner or person.id,
            header=record.header(),
            began=record.began,
            origin=live.id,
            turn=record.state.seat,
            seats=seats,
        )
        return self.open(row, [line.as_json() for line in record.lines])

    def open_record(self, person: Person, text: str, owner: str = "") -> str:
        """A table that shows a record; its id. A worker reads it first, within limits of time and size."""
        most = self.limits
        asked = self.aside.run(
            read_upload, text, most.record_lines, patience=most.record_seconds or 3600, owner=owner or person.id
        )
        try:
            given = asked.result()
        except TooManyLines as error:
            raise Refused(413, str(error)) from None
        except RoundhouseError as error:
            raise Refused(422, str(error)) from None
        except TookTooLong:
            raise Refused(
                413, f"The record takes longer than {spoken(most.record_seconds)} to replay, the most there is."
            ) from None
        except BotFailed as error:
            log.error("a record could not be read", extra={"why": str(error)})
            raise Refused(503, "The record could not be read just now; try again in a moment.", wait=5) from None
        seats = [
            SeatRow(n=n, kind="person", name=name, player="", token=new_token())
            for n, name in enumerate(all_told_apart([tidy(x) or f"Seat {n + 1}" for n, x in enumerate(given.names)]))
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

    def join(self, live: LiveTable, person: Person, free: list[int], twice: bool = False) -> int:
        """Take the first of these seats that nobody has taken meanwhile; its number. Its invitation ends.

        Who has the name of somebody else there has it with a number at this table.
        """
        with self.changing(live):
            if not twice and live.seats_of(person.id):
                raise Refused(409, "You sit at this table already; another seat needs its own link.")
            spent = self.with_spent(live)
            taken = next((n for n in free if self.store.take_seat(live.id, n, person.id, person.name)), None)
            self.refresh(live)
            if taken is None:
                raise Refused(409, "That seat is taken; the table can still be watched.")
            if spent:
                self.change(live, spent)
            self.clock.begin(live.id, live.row.changed)
        return taken

    def rename(self, before: Person, after: Person) -> None:
        """Who has another name now has it at the tables in play, too; the record keeps the names it began with."""
        if before.name == after.name:
            return
        for id in self.store.rename(before.id, before.name, after.name):
            self.read_again(id)

    def read_again(self, id: str) -> None:
        """Who sits at a table has changed in the store: those who look at it see that."""
        live = self.cache.find(id)
        if live is not None:  # what is not in memory is read when somebody asks for it
            with live.lock, suppress(Unreadable):
                self.refresh(live)
            self.announce(live)

    def record_text(self, live: LiveTable) -> str:
        """The record as a file, with the names that are kept now: who has gone has none there."""
        with live.lock:
            with suppress(SQLAlchemyError, ValueError, TypeError, LookupError):  # then they are those in memory
                live.record.names = self.store.names(live.id) or live.record.names
            return live.record.text()

    def offer(self, live: LiveTable, n: int) -> str:
        """The token of a link that passes a seat to another device."""
        with live.lock:
            self.refresh(live)
            return self.store.add_handover(live.id, n, live.row.seats[n].player)

    def handover(self, token: str) -> HandoverRow:
        """The seat that is passed on by such a link."""
        found = self.store.handover(token)
        if found is None:
            raise Refused(404, "This link was used, replaced or is too old; make a new one where the seat is now.")
        return found

    def take_over(self, token: str, person: Person) -> tuple[LiveTable, int]:
        """Move a seat to this browser by such a link; the device that had it is told."""
        link = self.handover(token)
        live = self.get(link.table_id)
        if link.player != person.id:  # else it is opened where the seat is already
            with self.changing(live, only_in_play=False):
                if not self.store.take_over(link, person.id):
                    raise Refused(
                        409, "Somebody has used this link a moment ago, or the seat is no longer its giver's."
                    )
                self.refresh(live)
        return live, link.n

    def remove(self, live: LiveTable, n: int) -> None:
        """The host asks a guest to leave: the seat is free again, and a bot plays it until somebody takes it."""
        nobody = Refused(409, "No guest sits there.")
        if not 0 <= n < len(live.row.seats):
            raise nobody
        with self.changing(live):
            seat = live.row.seats[n]
            guest = seat.kind == "person" and seat.player not in ("", live.row.host)
            if not guest or not self.store.free_seat(live.id, n, seat.player, bot=live.row.stand_in):
                raise nobody
            self.refresh(live)
        log.info("a guest is removed", extra={"table": live.id, "seat": n})

    def stand_in(self, live: LiveTable, n: int, wanted: bool) -> None:
        """Let a bot decide for a person's seat, or give the seat back."""
        with self.changing(live):
            seat = live.row.seats[n]
            if wanted and live.row.lesson:
                raise Refused(409, "In a first game nobody plays for you; it waits here until you come back.")
            if seat.kind == "bot":
                raise Refused(409, "A bot holds that seat already.")
            if seat.conceded:
                raise Refused(409, f"A bot plays that seat to the end, as {live.names[n]} has conceded.")
            if bool(seat.bot) == wanted:
                return
            # the company has changed, so what was asked of it lapses; who comes back is not late
            if wanted:
                self.change(live, self.with_spent(live, {n: {"bot": live.row.stand_in, "away": live.n}}), asked=None)
            else:
                self.change(live, {n: {"bot": ""}}, restart=live.record.state.seat == n, asked=None)

    def concede(self, live: LiveTable, n: int) -> None:
        """Give a seat up for good: a bot plays it to the end, and the last seat left has won at once."""
        with self.changing(live):
            if live.row.seats[n].conceded:
                raise Refused(409, "That seat has been conceded already.")
            left = [live.row.seats[s] for s in live.left if s != n]
            if all(seat.kind == "open" for seat in left):
                raise Refused(409, "Nobody has sat down to win yet; the table can be closed instead.")
            over = len(left) == 1
            seats: Seats = {seat.n: {"won": seat is left[0]} for seat in live.row.seats} if over else {}
            seats[n] = {**seats.get(n, {}), "conceded": True, "bot": live.row.stand_in}
            self.change(live, seats, restart=True, status="over" if over else "playing", asked=None)

    def still_playing(self, live: LiveTable) -> None:
        """Refuse in words what only a table in play allows."""
        if live.row.closed:
            raise Refused(409, "This table is closed.")
        if live.over:
            raise Conflict(f"The game is over: {live.result()}." if live.early else "The game is over.")

    def set_hints(self, live: LiveTable, on: bool) -> None:
        """The host lets who plays against bots alone ask for hints, or not."""
        with self.changing(live):
            self.change(live, hints=on)

    def close(self, live: LiveTable) -> None:
        """The host ends a table for good."""
        with self.changing(live):
            self.change(live, status="closed", asked=None)

    def company(self, live: LiveTable, person: Person) -> list[str]:
        """Who sat at a table, as `create` takes it for another one opened by this person."""
        return [wished(seat, person) for seat in live.row.seats]

    def rematch(self, live: LiveTable, person: Person, owner: str = "") -> LiveTable:
        """The table at which the company of one that has ended plays again; they alone are told of it."""
        if not live.seats_of(person.id):
            raise Refused(403, "Only who sat at a table can ask for a rematch.")
        if live.playing:
            return self.opened_anew(live, person, owner)
        with live.lock:
            self.refresh(live)
            if again := self.rematch_of(live):
                return self.get(again)
            new = self.opened_anew(live, person, owner)
            try:
                self.change(live, rematch=new.id)
            except Conflict:  # at another server somebody may have been faster
                self.refresh(live)
                if again := self.rematch_of(live):
                    self.close(new)
                    return self.get(again)
                self.change(live, rematch=new.id)
        sat = {seat.player for seat in live.row.seats if seat.player}
        self.events.send_to(sat - {person.id}, live.id, "rematch", to=new.id, name=person.name)
        return new

    def rematch_of(self, live: LiveTable) -> str:
        """The table in play that its company has opened to play again, or ""."""
        with suppress(Refused):
            if live.row.rematch and self.row(live.row.rematch).status == "playing":
                return live.row.rematch
        return ""

    def opened_anew(self, live: LiveTable, person: Person, owner: str) -> LiveTable:
        """A new table with the same company and options."""
        row, company = live.row, self.company(live, person)
        more: dict[str, Any] = {"minutes": row.minutes, "bank": row.bank, "owner": owner, "stand_in": row.stand_in}
        more["hints"] = row.hints
        more["bots"] = {seat.n: seat.name for seat in row.seats if seat.kind == "bot"}
        return self.create(person, row.game, row.title, company, live.record.options, row.visibility, **more)

    # playing

    def play(
        self,
        live: LiveTable,
        seat: int,
        n: int,
        action: int | str,
        then: Sequence[int] = (),
        as_known: bool = False,
    ) -> None:
        """Accept decision n of a seat, as a number or in words, or refuse it with a sentence.

        With `as_known` only if the table still is as memory has it; else Behind.

        `then` are decisions that follow at once: as many as are still that seat's and legal, in order, and of a first
        game as many as belong to the same step; of a puzzle, where every decision is a step, as many as are right.
        """
        step = live.coach.at if live.coach else -1
        self.play_one(live, seat, n, action, as_known)
        for k, further in enumerate(then, 1):
            s = live.record.state
            if live.n != n - 1 + k or s.over or s.seat != seat or further not in s.choices():
                break
            if (coach := live.coach) and (coach.refusal(further) or (coach.at != step and not coach.part.asks)):
                break
            self.play_one(live, seat, n + k, further)

    def play_one(self, live: LiveTable, seat: int, n: int, action: int | str, as_known: bool = False) -> None:
        with live.lock:
            self.due(live, n)
            s = live.record.state
            if s.seat != seat:
                raise Refused(403, f"It is {live.names[s.seat]}'s decision, not yours.")
            with refusing():
                chosen = s.parse(action) if isinstance(action, str) else action
            if live.coach and (said := live.coach.refusal(chosen)):
                raise Refused(409, said)
            self.carry_out(live, chosen, self.back(live, seat), as_known)
            self.notices.turn(live, seat)
        self.announce(live)

    def back(self, live: LiveTable, n: int) -> Seats:
        """What changes of the seat of a person who decides: who was away is back."""
        seat = live.row.seats[n]
        was_away = not seat.conceded and (bool(seat.bot) or seat.away >= 0)
        return {n: {"bot": "", "away": -1}} if was_away else {}

    def due(self, live: LiveTable, n: int) -> None:
        self.still_playing(live)
        if n != live.n + 1:
            if self.store.count_lines(live.id) != live.n:  # another server has accepted decisions
                self.catch_up(live)
                raise Conflict("The table had moved on.")
            raise Conflict(f"Decision {str(n)[:12]} is not due; the next one is {live.n + 1}.")

    def carry_out(self, live: LiveTable, action: int, seats: Seats | None = None, as_known: bool = False) -> None:
        """Apply and write down, with what changes of seats besides."""
        before = live.record.state.clone()
        with refusing():
            live.record.play(action)
        self.write(live, before, seats, as_known)

    def write(self, live: LiveTable, before: State, seats: Seats | None = None, as_known: bool = False) -> None:
        """Write the last line down; if that fails, the table is as it was, and memory is dropped: the store decides."""
        try:
            self.keep(live, self.with_spent(live, seats), as_known)
        except Exception as error:
            del live.record.lines[-1]
            live.record.state = before
            if not isinstance(error, Behind):  # what memory has then is only old
                self.cache.forget(live)
            raise

    def keep(self, live: LiveTable, seats: Seats, as_known: bool = False) -> None:
        line, s = live.record.lines[-1], live.record.state
        status, turn = ("over", -1) if s.over else ("playing", s.seat)
        if s.over:
            seats = {n: {**seats.get(n, {}), **ended} for n, ended in live.outcome().items()}
        for again in (True, False):
            try:
                current = self.store.add_move(live.row, line.n, line.as_json(), status, turn, seats, as_known)
                break
            except SQLAlchemyError as error:
                log.error("a move could not be written", extra={"table": live.id, "n": line.n, "why": str(error)})
                kept = self.kept(live, line)
                if kept:
                    current = False
                    break
                if kept is None or not (again and isinstance(error, DBAPIError) and error.connection_invalidated):
                    raise NotKept(line.n, unsure=kept is None) from None
        if not current:
            with suppress(SQLAlchemyError):  # it is kept; what else has changed is read when somebody looks
                self.refresh(live)
        metrics.moved(live, line)
        self.clock.begin(live.id, live.row.changed)

    def kept(self, live: LiveTable, line: Line) -> bool | None:
        """Whether a move is in the store after all; None if the store does not say in a while."""
        until = time.monotonic() + ASKING
        while time.monotonic() < until:
            try:
                return self.store.line(live.id, line.n) == line.as_json()
            except SQLAlchemyError:
                time.sleep(0.2)
        return None

    # asking one another

    def undo(self, live: LiveTable, seats: list[int], n: int) -> None:
        """Take back decision n and all after it: at once where that is free, else if all others agree."""
        with self.changing(live):
            if 0 < n <= live.row.began:
                raise Refused(409, "What this table began with stays as it is.")
            own = [s for s in seats if s in live.left]
            lines = live.record.active_lines()
            asking = next((line.seat for line in lines if line.n == n and line.seat in own), -1)
            if asking < 0:
                raise Refused(409, "Only a decision of your own that still stands can be undone.")
            most = self.limits.table_lines
            if most and live.n >= most:
                raise Refused(429, f"After {most} decisions and undos nothing more can be undone at a table.")
            at_once = lines[-1].seat in own and 0 < live.record.free_undo() <= n
            wanted = [] if at_once else self.others(live, seats)
            if wanted:
                self.ask(live, {"kind": "undo", "n": n, "seat": asking, "by": asking, "wanted": wanted})
            else:
                self.take_back(live, n)

    def ask_for_bot(self, live: LiveTable, seats: list[int], n: int) -> None:
        """Ask that a bot plays for another person who is to decide and does not come; with nobody to ask it does."""
        with self.changing(live):
            if not seats or n in seats:
                raise Refused(403, "Only another person at the table can ask for a bot in that seat.")
            if n != live.waits_for():
                raise Refused(409, "The table does not wait for a person in that seat.")
            left = ABSENT - int(self.waited(live))
            known = self.clock.age(f"{live.id} found", live.row.changed, lambda: GRACE)  # to this server
            left = max(left, GRACE - int(known))
            if left > 0:
                raise Refused(
                    409, f"Give {live.names[n]} two minutes to think; ask again in {spoken(left)}.", wait=left
                )
            wanted = self.others(live, [*seats, n])
            if wanted:
                self.ask(live, {"kind": "stand-in", "n": live.n + 1, "seat": n, "by": seats[0], "wanted": wanted})
            else:
                self.stand_in(live, n, True)

    def others(self, live: LiveTable, seats: list[int]) -> list[int]:
        """The other persons' seats, whose agreement a request needs; bots agree."""
        return [s.n for s in live.row.seats if s.decides and s.n not in seats]

    def ask(self, live: LiveTable, wish: dict[str, Any]) -> None:
        """Put a request to the table: one at a time, but one's own is replaced, and one nobody answers lapses."""
        asked = live.request()
        if asked and asked["by"] != wish["by"]:
            if self.clock.age(f"{live.id} asked", asked.get("id"), lambda: 0.0) < ABSENT:
                raise Refused(409, f"Answer first what {live.names[asked['by']]} has asked.")
        id = secrets.token_hex(4)
        self.change(live, asked={**wish, "agreed": [], "at": live.n, "id": id})
        self.clock.begin(f"{live.id} asked", id)

    def answer(self, live: LiveTable, seats: list[int], yes: bool, to: str = "") -> None:
        """Agree to what somebody asks, or not; all must. Who is absent decides it alone."""
        with self.changing(live, only_in_play=False):
            asked = live.request()
            if not asked or not set(seats) & set(live.answerers()):
                raise Refused(409, "Nobody asks you anything.")
            if to and to != asked.get("id"):
                raise Refused(409, "That is no longer asked, but something else is; answer that.")
            absent = asked["kind"] == "stand-in" and asked["seat"] in seats
            left = [] if absent else [n for n in asked["wanted"] if n not in seats]
            if not yes:
                refused = next(n for n in live.answerers() if n in seats)
                self.change(live, asked={**asked, "refused": refused})
            elif left:
                agreed = [*asked.get("agreed", []), *(n for n in asked["wanted"] if n in seats)]
                self.change(live, asked={**asked, "wanted": left, "agreed": agreed})
            elif asked["kind"] == "undo":
                self.take_back(live, asked["n"])
            else:
                self.stand_in(live, asked["seat"], True)

    def withdraw(self, live: LiveTable, seats: list[int]) -> None:
        """Who asked for something wants it no longer."""
        with self.changing(live, only_in_play=False):
            asked = live.request()
            if not asked or asked["by"] not in seats:
                raise Refused(409, "You ask for nothing just now.")
            self.change(live, asked=None)

    def take_back(self, live: LiveTable, n: int) -> None:
        seat, before = live.record.state.seat, live.record.state
        with refusing():
            live.record.undo(n)
        self.write(live, before)
        self.notices.turn(live, seat)

    # absent players

    def waited(self, live: LiveTable) -> float:
        """Seconds since the table last changed, as `overdue` counts them."""
        return self.turns.waited(live.row)

    def overdue(self) -> None:
        """Let a bot stand in for who has taken longer than the table allows."""
        for row in self.store.timed():
            try:
                if self.turns.is_late(row):
                    self.replace_late(row.id)
            except Refused as refused:
                log.warning("nobody could play for who is late", extra={"table": row.id, "why": refused.sentence})
            except (ValueError, TypeError):
                log.exception("the time of a table cannot be told", extra={"table": row.id})

    def replace_late(self, id: str) -> None:
        live = self.get(id)
        with live.lock:
            self.refresh(live)
            seat = live.waits_for()
            if seat >= 0 and self.turns.is_late(live.row):
                log.info("a bot plays for who is late", extra={"table": id, "seat": seat})
                self.stand_in(live, seat, True)

    def set_hook(self, live: LiveTable, n: int, url: str) -> None:
        """Where to tell that a seat is to decide; "" for nowhere."""
        if url and split(url) is None:
            raise Refused(422, "A webhook is an http or https address, as https://chat.example/hook.")
        with live.lock:
            self.refresh(live)
            self.change(live, {n: {"hook": url}})

    def write_mails(self) -> None:
        """Write to those for whom a table has waited a while."""
        for id in self.notices.due():
            try:
                self.notices.write(self.get(id))
            except Refused as refused:
                log.warning("nobody could be written to", extra={"table": id, "why": refused.sentence})


def wished(seat: SeatRow, person: Person) -> str:
    """The same seat as a wish for another table that this person opens."""
    if seat.kind == "bot":
        return f"bot:{seat.bot}"
    if seat.player != person.id:
        return "invite"
    return "you" if seat.name == person.name else f"here:{seat.name}"


def a_bot(name: str) -> str:
    """The name of a bot there is. How long one thinks is not for a stranger to say: its name alone is taken."""
    if name not in bot_names():
        raise Refused(422, f"There is no bot {name[:40]!r}; there are {', '.join(bot_names())}.")
    return name


def seated(n: int, wish: str, person: Person) -> SeatRow:
    """A seat of a new table, as `TableService.create` takes the wish."""
    wished, _, detail = wish.partition(":")
    wishes = {
        "you": ("person", person.name, person.id, ""),
        "here": ("person", tidy(detail) or f"Player {n + 1}", person.id, ""),
        "invite": ("open", nobody(n), "", ""),
        "bot": ("bot", "", "", a_bot(detail) if wished == "bot" else ""),
    }
    if wished not in wishes:
        raise Refused(422, f"Seat {n + 1} is {wish!r}; a seat is you, here:NAME, invite or bot:LEVEL.")
    kind, name, player, bot = wishes[wished]
    return SeatRow(n=n, kind=kind, name=name, player=player, bot=bot, token=new_token())


def seat_all(
    company: list[str], person: Person, bots: Mapping[int, str] | None = None
) -> tuple[list[SeatRow], list[str]]:
    """The seats of a new table, and their names as its record has them."""
    seats = [seated(n, wish, person) for n, wish in enumerate(company)]
    name_seats(seats, bots or {})
    return seats, [with_level(seat.name, seat.bot) if seat.bot else seat.name for seat in seats]


def name_seats(seats: list[SeatRow], bots: Mapping[int, str]) -> None:
    """Tell the seats of a new table apart by name; bots get the names that are left, or those they had before."""
    names: list[str] = []
    for seat in sorted(seats, key=lambda seat: seat.kind == "bot"):
        wanted = bots.get(seat.n, "") if seat.kind == "bot" else seat.name
        seat.name = told_apart(wanted, names) if wanted else bot_name(names)
        names.append(seat.name)
