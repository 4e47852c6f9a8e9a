"""What people ask for, held to the limits; and what they write, held to the operator's filter."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from roundhouse.web.refusals import Refused
from roundhouse.web.service.access import Caller
from roundhouse.web.service.limits import DAY, HOUR, MINUTE, WEEK, Limits, Meter, neighbourhood
from roundhouse.web.service.people import LONGEST_NAME, LONGEST_TITLE, tidy
from roundhouse.web.service.rows import TableRow
from roundhouse.web.service.store import Store

# Gets what it is ("name", "title" or "chat") and the text; gives the text to show, or None to refuse it.
Filter = Callable[[str, str], str | None]
EMPTY = {
    "name": "A name needs at least one visible character.",
    "chat": "There is nothing to say in that.",
    "title": "A title needs at least one visible character.",
}


class Gate:
    """Counts by person and by address; refuses with 429 and a sentence."""

    def __init__(self, limits: Limits, store: Store, filter: Filter | None = None) -> None:
        self.limits = limits
        self.store = store
        self.filter = filter
        self.meter = Meter()
        self.one_by_one = threading.Lock()
        self.hourly = {  # what a person and all at one address may do in an hour, and what is said beyond that
            "tables": (
                limits.tables_person,
                limits.tables_address,
                "{} tables were opened in the last hour, as many as one may",
            ),
            "records": (limits.records_person, limits.tables_address, "{} records were opened in the last hour"),
            "studies": (limits.studies_person, limits.studies_address, "{} studies were begun in the last hour"),
            "reviews": (limits.reviews_person, limits.reviews_address, "{} reviews were begun in the last hour"),
            "opinions": (limits.opinions_person, limits.opinions_address, "{} positions were asked about in an hour"),
            "hints": (limits.hints_person, limits.hints_address, "{} hints were asked for in the last hour"),
            "joins": (limits.joins_person, limits.joins_address, "{} seats were taken in the last hour"),
            "pushes": (limits.pushes_person, limits.pushes_address, "{} browsers were named in the last hour"),
            "reports": (limits.reports_person, limits.reports_address, "{} lines were reported in an hour"),
            "phrases": (limits.phrases_person, limits.phrases_address, "{} phrases were tried in the last hour"),
        }

    @contextmanager
    def opening(self, caller: Caller, company: list[str]) -> Iterator[None]:
        """A table is opened meanwhile; one of bots alone counts while it is in play, too."""
        alone = bool(company) and all(wish.startswith("bot:") for wish in company)
        with self.one_by_one if alone else nullcontext():
            if alone:
                self.bots_alone(caller.person.id)
            self.count("tables", caller)
            yield

    def bots_alone(self, host: str) -> None:
        """Whether there may be one more table that bots play alone."""
        most = self.limits
        own = self.store.bot_tables(host) if most.bot_tables_person else 0
        if own and own >= most.bot_tables_person:
            raise Refused(429, f"You have {own} tables of bots alone in play, as many as one may; wait for one.")
        if most.bot_tables and len(self.store.alone(most.bot_tables_person)) >= most.bot_tables:
            raise Refused(429, "There are as many tables of bots alone in play as there may be; wait for one.")

    def steps_back(self, row: TableRow, n: int) -> None:
        """Somebody lets a bot play their seat; if bots alone are left, that is such a table, too."""
        if all(seat.bot or seat.n == n for seat in row.seats):
            self.bots_alone(row.host)

    def opening_record(self, caller: Caller) -> AbstractContextManager[None]:
        """A record is opened meanwhile: one at a time, and few in all."""
        self.count("records", caller)
        most, where = self.limits.records, neighbourhood(caller.address)
        whats = [
            ("records", where, min(1, most), "You open a record already; wait until it is read"),
            ("all records", "", most, "Others open records just now; wait until one is read"),
        ]
        return self.meter.holding(whats, check=True)

    def waiting_for_hint(self, caller: Caller) -> AbstractContextManager[None]:
        """Somebody waits for a hint meanwhile: few at a time, and not many in all."""
        own, all = self.limits.hints_at_once, self.limits.hints
        whats = [
            ("hints", caller.person.id, own, "You wait for a hint already; wait until it is there"),
            ("all hints", "", all, "Many wait for a hint just now; wait until they have theirs"),
        ]
        return self.meter.holding(whats, check=True)

    def count(self, what: str, caller: Caller) -> None:
        """Count for the address, as a person without a cookie is new each time, and for the person; or for neither."""
        person, address, sentence = self.hourly[what]
        where = neighbourhood(caller.address)
        self.meter.count(
            (f"{what} of an address", where, address, HOUR, f"{sentence.format(address)} from your address"),
            (what, caller.person.id, person, HOUR, f"{sentence.format(person)} by you"),
        )

    def speaks(self, caller: Caller, speaker: str, table: str, sits: bool) -> None:
        one, near, all = self.limits.chat_person, self.limits.chat_address, self.limits.chat_table
        where = neighbourhood(caller.address)
        whats = [
            ("chat of an address", where, near, MINUTE, f"{near} lines were said from your address in a minute"),
            ("chat", speaker, one, MINUTE, f"You have said {one} lines in a minute"),
        ]
        if not sits:  # who sits there is not hushed by those who watch
            sentence = f"{all} lines were said here in a minute by who watches"
            whats.append(("chat of a table", table, all, MINUTE, sentence))
        self.meter.count(*whats)

    def letter(self, caller: Caller, mail: str) -> None:
        """A letter goes to an address that may be a stranger's: few to each, and few from everybody."""
        most = self.limits
        asked = "{} letters that ask for a confirmation were sent"
        where = neighbourhood(caller.address)
        to, own = asked.format(most.letters_mail), asked.format(most.letters_person)
        near, all = asked.format(most.letters_address), asked.format(most.letters)
        self.meter.count(
            ("letters to a mail address", mail.lower(), most.letters_mail, WEEK, f"{to} to that address in a week"),
            ("letters", caller.person.id, most.letters_person, DAY, f"{own} by you in a day"),
            ("letters of an address", where, most.letters_address, DAY, f"{near} from your address in a day"),
            ("all letters", "", most.letters, DAY, f"{all} by all in a day, as many as there may be"),
        )

    def stream(self, caller: Caller) -> AbstractContextManager[None]:
        """Room for a live stream, counted while it lasts."""
        most = self.limits
        own, near, all = most.streams_person, most.streams_address, most.streams
        who, where = caller.token or caller.person.id, neighbourhood(caller.address)
        whats = [
            ("streams", who, own, f"You have {own} tables open, as many as one may; close one first"),
            ("streams of an address", where, near, f"{near} tables are open at your address; close one first"),
            ("all streams", "", all, f"{all} tables are being looked at, as many as can be; try again in a while"),
        ]
        self.meter.room(whats)
        return self.meter.holding(whats)

    def text(self, kind: str, given: str, most: int = LONGEST_NAME) -> str:
        """What somebody wrote as it is shown; refused if nothing is left or the filter does not want it."""
        text = tidy(given, most)
        if text and self.filter is not None:
            allowed = self.filter(kind, text)
            if allowed is None:
                raise Refused(422, f"That {kind} is not welcome here; choose other words.")
            text = tidy(allowed, most)
        if not text:
            raise Refused(422, EMPTY[kind])
        return text

    def title(self, given: str) -> str:
        """A table's title; none is fine."""
        return self.text("title", given, LONGEST_TITLE) if tidy(given) else ""

    def company(self, wishes: list[str]) -> list[str]:
        """Who is to sit at a new table, with the names of those around one screen as they are shown."""
        names = [wish.removeprefix("here:") if wish.startswith("here:") else "" for wish in wishes]
        return [f"here:{self.text('name', n)}" if tidy(n) else w for w, n in zip(wishes, names, strict=True)]
