"""How much of everything there may be: settings, and the counters that keep them."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from ipaddress import IPv6Address, ip_address

from roundhouse.core.errors import BadOption
from roundhouse.web.refusals import Refused
from roundhouse.web.service.cache import Latest

HOUR = 3600.0
DAY = 24 * HOUR
WEEK = 7 * DAY
MINUTE = 60.0
MOST_KEYS = 50_000
MOST = 1_000_000_000  # of a limit
MOST_DAYS = 36_500  # of one in days

Counted = tuple[str, str, int, float, str]  # what happens, by whom, how often, in how many seconds, what is said beyond
AtOnce = tuple[str, str, int, str]  # what lasts, by whom, how many there may be, what is said beyond that


@dataclass(frozen=True)
class Limits:
    """What a person, an address and all together may have; 0 is no limit. Each is `--limit NAME=NUMBER`."""

    tables_person: int = 40  # tables that one person may open in an hour
    tables_address: int = 200  # and all persons at one address
    bot_tables_person: int = 4  # tables of bots alone that one person may have in play
    bot_tables: int = 60  # and all persons together
    bot_wait: int = 5  # seconds that bots' decisions may wait lately; beyond that no new table with bots is opened
    records_person: int = 40  # records that one person may open in an hour
    records: int = 3  # records that all persons may open at once, each one at a time
    studies_person: int = 12  # studies of the lab that one person may ask for in an hour
    studies_address: int = 40  # and all persons at one address
    studies_at_once: int = 1  # studies that one person may have in play
    studies: int = 10  # and all persons together
    reviews_person: int = 20  # reviews of games that one person may ask for in an hour
    reviews_address: int = 60  # and all persons at one address
    reviews_at_once: int = 2  # reviews of one person that may be in the making
    reviews: int = 20  # and of all persons together
    opinions_person: int = 200  # positions about which one person may ask the engine in an hour
    opinions_address: int = 600  # and all persons at one address
    opinions: int = 20  # of all persons, that may wait for an answer
    hints_person: int = 300  # hints that one person may ask for in an hour
    hints_address: int = 1200  # and all persons at one address
    hints_at_once: int = 2  # hints that one person may wait for
    hints: int = 20  # and all persons together
    joins_person: int = 120  # seats that one person may take in an hour
    joins_address: int = 600  # and all persons at one address
    chat_person: int = 20  # lines that one person may say in a minute
    chat_address: int = 120  # and all persons at one address
    chat_table: int = 120  # and all who watch at one table
    reports_person: int = 20  # lines of chat that one person may report in an hour
    reports_address: int = 60  # and all persons at one address
    phrases_person: int = 20  # phrases that one person may make or try in an hour
    phrases_address: int = 60  # and all persons at one address
    streams_person: int = 20  # live streams that one person may hold
    streams_address: int = 300  # and all persons at one address
    streams: int = 4000  # and all together
    lines_address: int = 600  # connections from one address; a proxy on this machine is not counted
    pushes_person: int = 60  # times that one person may name a browser for Web Push in an hour
    pushes_address: int = 300  # and all persons at one address
    letters_mail: int = 3  # letters in a week that ask one e-mail address whether it wants any
    letters_person: int = 5  # such letters that one person may have sent in a day
    letters_address: int = 15  # and all persons at one address
    letters: int = 300  # and all together
    mails_person: int = 20  # e-mails about turns that one person gets in a day
    body_bytes: int = 64 * 1024  # a request
    record_bytes: int = 1024 * 1024  # a record that is opened
    record_lines: int = 6_000  # and its lines
    record_seconds: int = 10  # and how long its replay may take
    study_games: int = 200  # games of a study
    study_seconds: int = 600  # and how long it may be played
    studies_kept: int = 200  # studies that are kept; of those that are done the oldest go
    table_lines: int = 10_000  # lines of a table after which nothing more can be undone there
    request_seconds: int = 20  # how long a request may take to arrive
    idle_days: int = 180  # without a decision, or a word in the chat, after which a table in play is closed; 0: never
    idle_early_days: int = 30  # and one where nothing was decided yet, or where bots alone play
    idle_lesson_days: int = 7  # and a puzzle or a first game
    chat_days: int = 365  # that chat, webhooks and old links are kept after the last decision of a table that has ended
    report_days: int = 180  # that a report is kept
    mail_days: int = 7  # that an e-mail address is kept which nobody confirms
    push_days: int = 180  # that a browser is told by Web Push without a visit in it
    person_days: int = 730  # until who sits and speaks nowhere any more is made nameless, unless they keep a phrase

    def changed(self, wishes: list[str]) -> Limits:
        """With `name=number` for some of them."""
        found = {field.name for field in fields(self)}
        new: dict[str, int] = {}
        for wish in wishes:
            name, _, number = wish.partition("=")
            name = name.strip().replace("-", "_")
            if name not in found:
                raise BadOption(f"There is no limit {name!r}; there are {', '.join(sorted(found))}.")
            most = MOST_DAYS if name.endswith("_days") else MOST
            if not re.fullmatch(r"[0-9]+", number.strip()):
                raise BadOption(f"The limit {name} is a whole number, or 0 for none; {number[:40]!r} is not.")
            if len(number) > 40 or int(number) > most:
                raise BadOption(f"The limit {name} is {most:,} at the most, or 0 for none; that is more.")
            new[name] = int(number)
        return replace(self, **new)


def off() -> Limits:
    """No limits but those of sizes; for runs that load or fuzz a server."""
    sizes = ("body_bytes", "record_bytes", "record_lines", "record_seconds", "request_seconds", "table_lines")
    kept = (*sizes, "study_games", "study_seconds", "studies_kept")
    return replace(Limits(), **{field.name: 0 for field in fields(Limits) if field.name not in kept})


class Meter:
    """Counts what happens, by a key: so many in a time, or so many at once."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.times: Latest[tuple[str, str], deque[float]] = Latest(MOST_KEYS)
        self.now: Counter[tuple[str, str]] = Counter()

    def count(self, *whats: Counted) -> None:
        """Once more of each; or Refused with the sentence and when to try again, and none of them is counted."""
        with self.lock:
            for times in [self.lately(*what) for what in whats]:
                times.append(time.monotonic())

    def lately(self, what: str, key: str, most: int, seconds: float, sentence: str) -> deque[float]:
        """The times that count still, if there is room for one more; without a limit none are kept."""
        if not most:
            return deque()
        at = time.monotonic()
        times = self.times[what, key] = self.times.get((what, key), deque())
        while times and at - times[0] > seconds:
            times.popleft()
        if len(times) >= most:
            wait = int(seconds - (at - times[0])) + 1
            raise Refused(429, f"{sentence}; try again in {spoken(wait)}.", wait=wait)
        return times

    def room(self, whats: list[AtOnce]) -> None:
        """Refused if there is no room for one more of each."""
        with self.lock:
            for what, key, most, sentence in whats:
                if most and self.now[what, key] >= most:
                    raise Refused(429, f"{sentence}.", wait=5)

    @contextmanager
    def holding(self, whats: list[AtOnce], check: bool = False) -> Iterator[None]:
        """One more of each, while it lasts; with `check` Refused if there is no room."""
        with self.lock:
            if check:
                self.room(whats)
            self.now.update((what, key) for what, key, _, _ in whats)
        try:
            yield
        finally:
            with self.lock:
                self.now.subtract((what, key) for what, key, _, _ in whats)
                self.now += Counter()


def spoken(seconds: int) -> str:
    """A time to wait in few words."""
    if seconds >= 2 * DAY:
        return f"{-(-seconds // int(DAY))} days"
    if seconds >= 2 * HOUR:
        return f"{-(-seconds // int(HOUR))} hours"
    if seconds >= 120:
        return f"{-(-seconds // 60)} minutes"
    return "a second" if seconds == 1 else f"{seconds} seconds"


def neighbourhood(address: str) -> str:
    """An address as limits count it: a household's IPv6 network is one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
    return str(found)
