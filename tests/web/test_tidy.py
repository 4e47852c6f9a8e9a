"""What was left is closed, and what is about persons is not kept for ever; with a clock that is moved."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from roundhouse.web.refusals import Refused
from roundhouse.web.render.table import table_json
from roundhouse.web.service import tidy as tidy_module
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.events import Events
from roundhouse.web.service.kept import Kept
from roundhouse.web.service.limits import Limits, off
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import Person
from roundhouse.web.service.rows import (
    BarRow,
    ChatRow,
    HandoverRow,
    MoveRow,
    PersonRow,
    PushRow,
    ReportRow,
    TableRow,
    now,
)
from roundhouse.web.service.store import CLOCK, Store, moved_and_told
from roundhouse.web.service.subscribers import Subscribers
from roundhouse.web.service.tables import TableService
from roundhouse.web.service.tidy import Tidy
from tests.web.postgres import Postgres
from tests.web.server import new_database

ADA, BO, CY = Person("ada", "Ada"), Person("bo", "Bo"), Person("cy", "Cy")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database."""
    if request.param == "sqlite":
        return f"sqlite:///{new_database(tmp_path)}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database()


class House:
    """Tables, and a clock that can be moved."""

    def __init__(self, url: str, pool: BotPool, limits: Limits | None = None) -> None:
        self.store = Store(url)
        self.days = 0.0
        self.store.time = self.time  # type: ignore[method-assign]
        self.tables = TableService(self.store, Events(), pool)
        self.tables.bots.wake = lambda live: None  # type: ignore[method-assign]  # who is asked here are persons
        self.tidy = Tidy(Kept(self.tables), limits or Limits())

    @property
    def days(self) -> float:
        """How far it was moved."""
        return self.moved

    @days.setter
    def days(self, days: float) -> None:
        self.moved = days
        self.store.moved_and_told = moved_and_told(CLOCK + timedelta(days=days))  # PostgreSQL's own

    def time(self, session: object = None) -> Any:
        return now() + timedelta(days=self.days)

    def after(self, days: float) -> None:
        self.days = days
        self.tidy.up()

    def opened(self, *company: str, host: Person = ADA, **more: Any) -> LiveTable:
        return self.tables.create(host, "trains", "Friday", list(company), {}, "link", "seed", **more)

    def play(self, live: LiveTable, most: int = 1) -> None:
        for _ in range(most):
            s = live.record.state
            self.tables.play(live, s.seat, live.n + 1, s.choices()[0])

    def status(self, live: LiveTable) -> str:
        return str(self.store.one(select(TableRow.status).where(TableRow.id == live.id)))

    def count(self, *which: Any) -> int:
        return self.store.count(*which)


@pytest.fixture
def house(url: str, pool: BotPool) -> Iterator[House]:
    made = House(url, pool)
    yield made
    made.store.engine.dispose()


# tables that were left


def test_tables_are_closed_when_nobody_came_for_long(house: House) -> None:
    begun, fresh = house.opened("you", "here:Bo"), house.opened("you", "invite")
    bots, lesson = house.opened("bot:random", "bot:random"), house.opened("you", "here:Bo", lesson="trains:1:0")
    house.play(begun)
    house.tables.carry_out(bots, bots.record.state.choices()[0])  # as its bot does
    all = {"begun": begun, "fresh": fresh, "bots": bots, "lesson": lesson}

    def open_after(days: float) -> list[str]:
        house.after(days)
        return [name for name, live in all.items() if house.status(live) == "playing"]

    assert open_after(6.9) == ["begun", "fresh", "bots", "lesson"]
    assert open_after(7.1) == ["begun", "fresh", "bots"]
    assert open_after(29.9) == ["begun", "fresh", "bots"]
    assert open_after(30.1) == ["begun"]
    assert open_after(179.9) == ["begun"]
    assert open_after(180.1) == []
    house.after(181)  # and again changes nothing
    assert {house.status(live) for live in all.values()} == {"expired"}
    assert house.count(MoveRow.table_id == begun.id) == 1  # the record stays


def test_the_page_of_a_table_that_was_closed_says_why(house: House) -> None:
    live = house.opened("you", "here:Bo")
    house.play(live)
    heard: list[dict[str, object]] = []
    house.tables.tell = lambda live, news: heard.append(news)
    last = live.row.changed
    house.after(200)
    assert [news["n"] for news in heard] == [1]
    now = table_json(live, [0, 1])
    assert now["closed"]
    assert not now["actions"]
    assert f"Nobody has done anything here since {last.day} {last:%B %Y}." in now["regions"]["prompt"]
    with pytest.raises(Refused, match="This table is closed"):
        house.play(live)
    again = TableService(house.store, Events(), house.tables.pool)
    assert again.get(live.id).row.closed
    assert not again.get(live.id).over


def test_a_table_in_use_is_not_closed(house: House) -> None:
    played, spoken, seen = (house.opened("you", "here:Bo") for _ in range(3))
    for live in (played, spoken, seen):
        house.play(live)
    house.days = 179
    house.play(played)
    house.store.say(spoken.id, "Ada", "Sorry, back soon", "ada")
    with house.store.writing() as session:  # which the machine's own clock has dated
        session.execute(update(ChatRow).values(at=house.time()))
    house.tables.events.heard({"looks": [(seen.id, "bo")]})  # at another server
    house.after(200)
    assert [house.status(live) for live in (played, spoken, seen)] == ["playing"] * 3
    house.tables.events.elsewhere.clear()
    house.after(201)
    assert [house.status(live) for live in (played, spoken, seen)] == ["playing", "playing", "expired"]
    house.play(spoken)


def test_who_comes_back_at_the_last_moment_keeps_the_table(house: House) -> None:
    """Between finding a table and closing it, somebody decides."""
    live = house.opened("you", "here:Bo")
    house.play(live)
    house.days = 200
    find = house.store.all

    def found(query: Any) -> list[Any]:
        ids = find(query)
        if ids == [live.id] and live.n == 1:
            house.play(live)
        return ids

    house.store.all = found  # type: ignore[method-assign]
    house.tidy.up()
    assert live.n == 2
    assert house.status(live) == "playing"
    house.play(live)


def test_a_decision_and_the_closing_of_a_table_are_one_after_the_other(house: House) -> None:
    """A move is accepted and the table open, or the table closed and the move refused; never both."""
    lives = [house.opened("you", "here:Bo") for _ in range(12)]
    for live in lives:
        house.play(live)
    house.days = 200

    def decide(live: LiveTable) -> bool:
        try:
            house.play(live)
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(2) as both:
        closing = both.submit(house.tidy.up)
        played = [decide(live) for live in lives]
        closing.result(60)
    for live, accepted in zip(lives, played, strict=True):
        assert house.status(live) == ("playing" if accepted else "expired")
        assert house.count(MoveRow.table_id == live.id) == (2 if accepted else 1)


def test_several_servers_may_tidy_up_at_once(house: House, url: str, pool: BotPool) -> None:
    lives = [house.opened("you", "here:Bo") for _ in range(6)]
    for live in lives:
        house.store.say(live.id, "Ada", "Hello", "ada")
    other = House(url, pool)
    with ThreadPoolExecutor(2) as both:
        for days in (100, 900):
            for done in [both.submit(one.after, days) for one in (house, other)]:
                done.result(60)
    assert {house.status(live) for live in lives} == {"expired"}
    assert house.count(ChatRow.n > 0) == 0
    assert [seat.name for seat in house.tables.get(lives[0].id, now=True).row.seats] == ["Somebody", "Somebody 2"]
    other.store.engine.dispose()


def test_some_are_done_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidy_module, "AT_ONCE", 2)
    lives = [house.opened("you", "invite") for _ in range(5)]
    closed = []
    for days in (40, 41, 42, 43):
        house.after(days)
        closed.append(sum(house.status(live) == "expired" for live in lives))
    assert closed == [2, 4, 5, 5]


def test_what_is_damaged_keeps_nothing_else(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Neither a table that fails nor a person whose record cannot be read stands in the way of others."""
    lives = [house.opened("you", "here:Bo", host=who) for who in (ADA, BO, CY)]
    close, forget = house.tidy.close_one, house.tidy.kept.delete

    def closes(id: str, left: Any) -> bool:
        if id == lives[0].id:
            raise ValueError("damaged")
        return close(id, left)

    def forgets(person: Person) -> None:
        if person.id == "bo":
            raise ValueError("damaged")
        forget(person)

    house.tidy.close_one = closes  # type: ignore[method-assign]
    house.tidy.kept.delete = forgets  # type: ignore[method-assign]
    house.after(900)
    assert [house.status(live) for live in lives] == ["playing", "expired", "expired"]
    assert [house.tables.get(live.id, now=True).names[0] for live in lives[1:]] == ["Bo", "Somebody"]
    assert "something could not be tidied up" in caplog.text


def test_tables_that_are_looked_at_hide_no_others(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidy_module, "AT_ONCE", 1)
    seen, left = house.opened("you", "here:Bo"), house.opened("you", "here:Bo")
    house.tables.events.heard({"looks": [(seen.id, "bo")]})
    house.days = 31
    assert house.tidy.close_early(house.time() - timedelta(days=30)) == 1
    assert [house.status(live) for live in (seen, left)] == ["playing", "expired"]


def test_one_job_that_fails_stops_no_other(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.tidy.limits = Limits(idle_lesson_days=10**9)  # before all time
    left = house.opened("you", "here:Bo")
    house.after(31)
    assert house.status(left) == "expired"
    assert [record.what for record in caplog.records if hasattr(record, "what")] == ["puzzles and first games closed"]


def test_with_0_nothing_is_ever_closed_or_forgotten(url: str, pool: BotPool) -> None:
    house = House(url, pool, off())
    live = house.opened("you", "here:Bo")
    house.store.say(live.id, "Ada", "Hello", "ada")
    house.after(100_000)
    assert house.status(live) == "playing"
    house.tables.close(live)
    house.after(200_000)
    assert house.count(ChatRow.text == "Hello") == 1
    assert house.tables.get(live.id).names == ["Ada", "Bo"]
    house.store.engine.dispose()


# what is about persons


def test_what_was_said_at_an_ended_table_goes_and_its_record_stays(house: House) -> None:
    ended, playing = house.opened("you", "here:Bo"), house.opened("you", "here:Bo")
    for live in (ended, playing):
        house.play(live)
        house.store.say(live.id, "Ada", "Hello", "ada")
        house.tables.set_hook(live, 0, "https://chat.example/ada")
        house.store.bar("muted", live.id, "eve")
        house.tables.offer(live, 0)
    house.store.bar("banned", "", "mallory")
    house.tables.close(ended)

    def left(live: LiveTable) -> list[int]:
        row = house.store.table(live.id)
        assert row is not None
        parts = [(kind.table_id == live.id,) for kind in (ChatRow, HandoverRow, BarRow, MoveRow)]
        return [*(house.count(*part) for part in parts), sum(bool(seat.hook) for seat in row.seats)]

    house.after(170)
    assert left(ended) == left(playing) == [1, 1, 1, 1, 1]
    house.days = 171
    house.play(playing)
    house.days = 345
    house.play(playing)
    house.after(366)
    assert left(ended) == [0, 0, 0, 1, 0]
    assert left(playing) == [1, 1, 1, 3, 1]
    assert house.tables.get(ended.id, now=True).names == ["Ada", "Bo"]
    assert house.count(BarRow.kind == "banned") == 1


def test_reports_addresses_and_browsers_are_forgotten(house: House) -> None:
    subscribers, kept = Subscribers(house.store), Kept(house.tables)
    push = {"player": "ada", "p256dh": "p", "auth": "a"}
    with house.store.writing() as session:
        said = {"table_id": "x", "player": "eve", "name": "Eve", "text": "x"}
        session.execute(insert(ReportRow), [{**said, "by": "ada", "at": now()}])
        session.execute(
            insert(PushRow),
            [
                {"id": f"{n}", "endpoint": "https://push.example/", "made": now() + timedelta(days=days), **push}
                for n, days in enumerate((0, 100))
            ],
        )
    kept.keep(ADA)
    for who in (ADA, BO, CY):
        subscribers.ask_mail(who, f"{who.id}@mail.example")
    cy = subscribers.person("cy")
    assert cy is not None
    assert subscribers.confirm_mail(cy.mail_token)

    def known() -> list[tuple[str, str]]:
        return sorted((row.id, row.mail) for row in house.store.all(select(PersonRow)))

    house.after(6.9)
    assert known() == [(who, f"{who}@mail.example") for who in ("ada", "bo", "cy")]
    house.after(7.1)
    assert known() == [("ada", ""), ("cy", "cy@mail.example")]  # Ada has her phrase still
    subscribers.ask_mail(ADA, "new@mail.example")  # on a row that is old
    house.after(14)
    assert known()[0] == ("ada", "new@mail.example")
    house.after(179)
    assert (house.count(ReportRow.id > 0), house.count(PushRow.player == "ada")) == (1, 2)
    house.after(181)
    assert (house.count(ReportRow.id > 0), house.count(PushRow.player == "ada")) == (0, 1)


def test_a_browser_that_still_comes_is_not_forgotten(house: House) -> None:
    subscribers = Subscribers(house.store)
    for day in (0, 100):
        house.days = day
        subscribers.add_push(PushRow(id="x", player="ada", endpoint="https://push.example/", p256dh="p", auth="a"))
    house.after(279)
    assert house.count(PushRow.player == "ada") == 1
    house.after(281)
    assert house.count(PushRow.player == "ada") == 0


def test_who_never_came_back_is_made_nameless(house: House) -> None:
    old = house.opened("you", "invite", "invite")
    for who in (BO, CY):
        house.tables.join(old, who, [seat.n for seat in old.row.seats if seat.kind == "open"])
    house.play(old, 3)
    house.tables.close(old)
    Kept(house.tables).keep(CY)
    house.days = 500
    new = house.opened("you", "here:Zoe", host=BO)
    house.play(new)
    house.tables.close(new)
    house.after(729)
    assert house.tables.get(old.id, now=True).names == ["Ada", "Bo", "Cy"]
    house.after(731)  # Bo was here, and Cy has a phrase
    live = TableService(house.store, Events(), house.tables.pool).get(old.id)
    assert live.names == ["Somebody", "Bo", "Cy"]
    assert live.record.names[0] == "Somebody"
    assert (live.row.host, live.n) == ("bo", 3)
    house.after(1231)
    live = TableService(house.store, Events(), house.tables.pool).get(old.id)
    assert live.names == ["Somebody", "Somebody 2", "Cy"]
    assert house.count(TableRow.host == "bo") == 0


def test_who_has_a_table_in_play_keeps_the_name(url: str, pool: BotPool) -> None:
    house = House(url, pool, Limits(idle_days=0, idle_early_days=0))
    live = house.opened("you", "here:Bo")
    house.play(live)
    house.after(5000)
    assert house.tables.get(live.id, now=True).names == ["Ada", "Bo"]
    house.play(live)
    house.store.engine.dispose()
