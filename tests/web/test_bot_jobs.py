"""Decisions of bots as jobs in PostgreSQL: what a job says, what is refused, whose turn it is, who sees to what.

Those with workers in processes of their own are in live.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, text

import roundhouse
from roundhouse.bots.make import Player
from roundhouse.cli import run
from roundhouse.core.state import State
from roundhouse.web.service import bot_job, bot_seats, queue_schema
from roundhouse.web.service.bot_job import DECIDED, REFUSED, BadJob, read, think_about, written
from roundhouse.web.service.bot_jobs import JobPool
from roundhouse.web.service.bot_pool import BotFailed, BotPool
from roundhouse.web.service.claims import LAPSED, Claims
from roundhouse.web.service.events import Events
from roundhouse.web.service.job_queue import TRIES, Home, JobQueue, Key, queue_of
from roundhouse.web.service.limits import off
from roundhouse.web.service.people import Person
from roundhouse.web.service.queue_schema import ForeignQueue, prepare
from roundhouse.web.service.store import MIGRATING, Store
from roundhouse.web.service.tables import TableService
from roundhouse.web.worker import Workshop
from tests.kit.journeys import FULL
from tests.web.postgres import Postgres
from tests.web.server import SECONDS, free_port, refused, until

GAMES: dict[str, dict[str, Any]] = {
    "trains": {"cards": "random with landfill"},
    "spyrium": {},
    "empires": {"edition": "final", "passengers": True},
    "empyreal": {"awards": "expert", "epic": True},
}
ADA = Person("ada", "Ada")


def positions(game: str) -> Iterator[State]:
    """Some of a game that is played at random."""
    s = roundhouse.game(game).new(3, 11, **GAMES[game])
    bot = Player("random", 3)
    for n in range(10_000):
        if s.over:
            return
        if n % (3 if FULL else 40) == 0:
            yield s
        s.apply(bot.decide(s))


def job_of(s: State, n: int = 1, table: str = "table", bot: str = "random") -> dict[str, Any]:
    job: dict[str, Any] = json.loads(json.dumps(written(s.resample(s.seat, f"a seed/{n}"), table, n, bot, "a seed")))
    return job


def position() -> State:
    return roundhouse.game("trains").new(3, 7)


# what a job says


@pytest.mark.parametrize("game", GAMES)
def test_a_state_comes_through_a_job_as_it_was(game: str) -> None:
    for s in positions(game):
        known = s.resample(s.seat, "a seed/1")
        again = read(json.dumps(job_of(s))).state
        assert (again.dump(), again.choices()) == (known.dump(), known.choices())
        for action in known.legal()[:5]:
            one, other = known.clone(), again.clone()
            one.apply(action)
            other.apply(action)
            assert one.fingerprint() == other.fingerprint()


@pytest.mark.parametrize("game", GAMES)
def test_a_job_says_nothing_that_its_seat_must_not_know(game: str) -> None:
    several = 0
    for s in positions(game):
        others = [s.resample(s.seat, f"other {n}") for n in range(3)]
        several += any(other.fingerprint() != s.fingerprint() for other in others)
        assert all(job_of(other) == job_of(s) for other in others)
    assert several


def test_an_edited_box_of_older_rules_goes_along() -> None:
    game = roundhouse.game("empires")
    edits = {"cards.csv": {"tunnel": {"prestige": "9"}}}
    s = game.new(3, 5, components=game.box_with(edits, 1))
    again = read(json.dumps(job_of(s))).state.components
    assert (again.hash, again.edits, again.version) == (s.components.hash, edits, 1)
    assert again.hash not in (game.printed.hash, game.box_with(edits).hash)


def test_values_of_other_packages_games_are_spelled_or_refused() -> None:
    value: list[Any] = [None, "word", (1, b"\x00\xff"), {"a": {2: [True]}}, []]
    assert bot_job.meant(json.loads(json.dumps(bot_job.spelled(value)))) == value
    with pytest.raises(TypeError, match="a state holds a set"):
        bot_job.spelled([{1}])


Spoil = Callable[[dict[str, Any]], object]
SPOILT: dict[str, tuple[Spoil, str]] = {
    "no seed": (lambda job: job.pop("seed"), "KeyError"),
    "a table that is none": (lambda job: job.update(table="a/b"), "of no table"),
    "a table that is a list": (lambda job: job.update(table=["x"]), "table of the job is no short text"),
    "a bot there is none of": (lambda job: job.update(bot="deep"), "There is no bot 'deep' here"),
    "a bot that is code": (lambda job: job.update(bot="os:abort"), "There is no bot 'os:abort' here"),
    "a bot without a number": (lambda job: job.update(bot="search@x"), "should read search@400"),
    "a game there is none of": (lambda job: job.update(game="chess"), "There is no game 'chess'"),
    "another game": (lambda job: job.update(game="spyrium"), "another version of Spyrium"),
    "another version": (lambda job: job.update(fits="0"), "another version of Trains"),
    "a number that is none": (lambda job: job.update(n=True), "A number of the job"),
    "a number below": (lambda job: job.update(n=-1), "A number of the job"),
    "edits that are none": (lambda job: job.update(edits=[1]), "edited is not"),
    "edits of another game": (lambda job: job.update(edits=spelled_edits("no.csv")), "no.csv"),
    "rules to come": (lambda job: job.update(box_version=10**6), "A number of the job"),
    "no fields": (lambda job: job.update(fields=[]), "KeyError"),
    "a field missing": (lambda job: job["fields"].pop(), "is none of Trains"),
    "fields in another order": (lambda job: job["fields"].reverse(), "is none of Trains"),
    "too many seats": (lambda job: put(job, "seats", 9), "cannot be played with 9"),
    "a game that is over": (lambda job: put(job, "over", True), "nobody is to decide"),
    "chance of words": (lambda job: put(job, "rng", ["a"] * 4), "A number of the job"),
    "chance too short": (lambda job: put(job, "rng", [1]), "is none of Trains"),
    "a frame there is none of": (lambda job: put(job, "top", 10**9), "not as it should be|nobody is to decide"),
    "hands of another kind": (lambda job: put(job, "hands", "none"), "'hands' is of another kind"),
    "an unknown kind": (lambda job: put(job, "hands", {"pickle": "80"}), "there is no kind 'pickle'"),
    "two kinds": (lambda job: put(job, "hands", {"bytes": "00", "tuple": []}), "not as it should be"),
    "bytes that are none": (lambda job: put(job, "tracks", {"bytes": "xyz"}), "not as it should be"),
}


def put(job: dict[str, Any], field: str, value: object) -> None:
    [held] = [held for held in job["fields"] if held[0] == field]
    held[1] = value


def spelled_edits(file: str) -> object:
    return bot_job.spelled({file: {"a": {"b": "c"}}})


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_malformed_job_is_refused_in_a_sentence(spoilt: str) -> None:
    spoil, why = SPOILT[spoilt]
    job = job_of(position())
    spoil(job)
    with pytest.raises(BadJob, match=why) as refusal:
        read(json.dumps(job))
    assert str(refusal.value).endswith(".")
    assert think_about(json.dumps(job)) == (REFUSED, str(refusal.value))


@pytest.mark.parametrize("what", ["", "null", "[]", "7", "{", '{"table": 1}', "[" * 10_000, f'"{"x" * 2_000_000}"'])
def test_what_is_no_job_is_refused(what: str) -> None:
    assert think_about(what)[0] == REFUSED


def test_who_thinks_about_a_job_decides_as_the_server_s_own_worker() -> None:
    s = position()
    job = written(s.resample(s.seat, "a seed/3"), "somewhere", 3, "search@9", "a seed")
    pool = BotPool(1)
    try:
        here = pool.ask(s, "search@9", "a seed", "elsewhere", "owner", True, 3).result(SECONDS)
    finally:
        pool.close()
    assert think_about(json.dumps(job)) == (DECIDED, here)


def test_a_worker_of_another_version_has_other_queues(monkeypatch: pytest.MonkeyPatch) -> None:
    game = roundhouse.game("trains")
    present = queue_of(game)
    assert len(present) <= 40
    monkeypatch.setattr(roundhouse, "__version__", "99")
    newer = queue_of(game)
    monkeypatch.undo()
    monkeypatch.setattr(game, "rules_version", game.rules_version + 1)
    assert len({present, newer, queue_of(game)}) == 3


# the queue's schema


@pytest.fixture
def store(postgres: Postgres) -> Iterator[Store]:
    made = Store(postgres.database())
    yield made
    made.engine.dispose()


@pytest.fixture
def queue(store: Store) -> JobQueue:
    prepare(store.engine, MIGRATING)
    return JobQueue(store.engine)


def sql(store: Store, statement: str, **given: Any) -> list[Any]:
    with store.engine.begin() as connection:
        found = connection.execute(text(statement), given)
        return list(found.all()) if found.returns_rows else []


def test_all_who_start_at_once_find_one_schema(postgres: Postgres) -> None:
    url = postgres.database()

    def start(_: int) -> None:
        store = Store(url)
        prepare(store.engine, MIGRATING)
        store.engine.dispose()

    with ThreadPoolExecutor(4) as several:
        list(several.map(start, range(4)))


def test_an_older_schema_is_upgraded_and_a_foreign_or_newer_one_left_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = queue_schema.migrations()
    older = [file for file in every if file.stem < "03.01"]
    first, *_ = older
    with psycopg.connect(store.engine.url.set(drivername="postgresql").render_as_string(False)) as line:
        for file in older:
            line.execute(file.read_bytes())
        line.commit()
    with pytest.raises(ForeignQueue, match="that Roundhouse did not make"):
        prepare(store.engine, MIGRATING)
    sql(store, f"COMMENT ON TABLE procrastinate_jobs IS 'roundhouse {older[-1].stem}'")
    prepare(store.engine, MIGRATING)
    queue = JobQueue(store.engine)
    queue.put(job_of(position()), "owner", True, 1.0, None)
    assert [name for (name,) in sql(store, "SELECT queue_name FROM procrastinate_jobs")] == [
        queue_of(roundhouse.game("trains"))
    ]
    monkeypatch.setattr(queue_schema, "migrations", lambda: [first])
    with pytest.raises(ForeignQueue, match=r"a newer procrastinate .* pip install -U procrastinate"):
        prepare(store.engine, MIGRATING)


# asking and answering


def ask(queue: JobQueue, table: str, owner: str = "owner", n: int = 1, waited_for: bool = True, **more: Any) -> Any:
    return queue.put(job_of(position(), n, table), owner, waited_for, more.get("seconds", 1.0), more.get("home"))


def take(queue: JobQueue, *queues: str, worker: int = 0) -> dict[str, Any]:
    """Take the next job as a worker does."""
    names = list(queues) or [queue_of(roundhouse.game("trains"))]
    with queue.working() as connection:
        [row] = queue.query(connection, "fetch_job", queues=names, worker_id=worker or None)
    return row


def worker(store: Store) -> int:
    [(number,)] = sql(store, "SELECT * FROM procrastinate_register_worker_v1()")
    return int(number)


def key(table: str, n: int = 1) -> Key:
    return table, n, "random"


def test_a_decision_is_asked_for_once_and_its_first_answer_stands(queue: JobQueue, store: Store) -> None:
    assert ask(queue, "a") is None
    assert ask(queue, "a") is None
    [(number,)] = sql(store, "SELECT id FROM procrastinate_jobs")
    assert queue.answers([key("a"), key("a", 2)]) == {key("a"): None}
    waited = queue.begun(number)
    assert waited is not None
    queue.answer(number, 7, "", waited, Home(3, "home-x-2", 2))
    queue.answer(number, 8, "", waited, Home(4, "home-y-2", 2))
    assert queue.begun(number) is None
    answer = ask(queue, "a")
    assert (answer.action, answer.home) == (7, Home(3, "home-x-2", 2))
    assert queue.answers([key("a")]) == {key("a"): answer}
    queue.forget("a")
    assert queue.answers([key("a")]) == {}


def test_what_nobody_asks_for_any_more_is_not_thought_about(queue: JobQueue, store: Store) -> None:
    ask(queue, "a")
    queue.drop(key("a"))
    assert take(queue)["id"] is None
    ask(queue, "b")
    number = take(queue)["id"]
    queue.drop(key("b"))
    assert queue.begun(number) is None


def test_a_job_of_another_version_or_a_lost_one_is_asked_for_anew(queue: JobQueue, store: Store) -> None:
    ask(queue, "a")
    sql(store, "UPDATE procrastinate_jobs SET queue_name = 'bots-trains-older'")
    ask(queue, "a")
    assert take(queue)["args"]["job"]["table"] == "a"
    assert sql(store, "SELECT status FROM procrastinate_jobs") == [("doing",)]
    sql(store, "DELETE FROM procrastinate_jobs")
    assert queue.answers([key("a")]) == {}
    ask(queue, "a")
    assert take(queue)["args"]["job"]["table"] == "a"


def test_who_waits_and_who_asked_for_least_comes_first(queue: JobQueue) -> None:
    for n in range(5):
        ask(queue, f"a{n}", "house a", seconds=3.0)
    ask(queue, "alone", "house alone", waited_for=False)
    ask(queue, "b", "other b")
    ask(queue, "c", "house c")
    taken = [take(queue)["args"]["job"]["table"] for _ in range(8)]
    # the first two were asked for in the same second or nearly so; c is of the household that asked for much
    assert set(taken[:2]) == {"a0", "b"}
    assert taken[2] == "a1"
    assert taken.index("b") < taken.index("c") < taken.index("a4")
    assert taken.index("alone") > 2


def test_a_worker_that_knows_a_table_has_its_job_for_a_moment(queue: JobQueue, store: Store) -> None:
    number = worker(store)
    home = Home(number, "home-x-1", 1)
    ask(queue, "a", home=home)
    assert take(queue)["id"] is None
    ask(queue, "b", home=home)  # it would have to wait
    assert take(queue)["args"]["job"]["table"] == "b"
    assert take(queue, home.queue, worker=number)["args"]["job"]["table"] == "a"
    ask(queue, "c", home=Home(number + 1, "home-y-1", 1))  # there is no such worker
    assert take(queue)["args"]["job"]["table"] == "c"
    sql(store, "DELETE FROM procrastinate_jobs")
    ask(queue, "d", home=home)
    sql(store, "UPDATE thoughts SET asked = asked - interval '1 second'")
    queue.tend()
    assert take(queue)["args"]["job"]["table"] == "d"


def test_jobs_of_dead_workers_are_taken_over_and_given_up_in_the_end(
    queue: JobQueue, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    ask(queue, "a")
    for n in range(TRIES):
        number = worker(store)
        assert take(queue, worker=number)["attempts"] == n
        queue.tend()
        assert take(queue)["id"] is None  # it lives
        sql(store, "UPDATE procrastinate_workers SET last_heartbeat = last_heartbeat - interval '1 minute'")
        with caplog.at_level(logging.WARNING):
            queue.tend()
    answer = queue.answers([key("a")])[key("a")]
    assert answer is not None
    assert (answer.action, answer.fault) == (None, "3 workers died over it.")
    assert sql(store, "SELECT 1 FROM procrastinate_jobs") == []
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING", "ERROR"]
    assert caplog.records[0].__dict__["table"] == "a"


def test_a_worker_that_is_done_after_all_keeps_nobody_from_taking_over_other_jobs(
    queue: JobQueue, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = worker(store)
    for table in "ab":
        ask(queue, table)
        take(queue, worker=number)
    sql(store, "UPDATE procrastinate_workers SET last_heartbeat = last_heartbeat - interval '1 minute'")
    query = queue.query

    def meanwhile(connection: Connection, name: str, **given: Any) -> list[dict[str, Any]]:
        found = query(connection, name, **given)
        if name == "select_stalled_jobs_by_heartbeat":
            sql(store, "DELETE FROM procrastinate_jobs WHERE args -> 'job' ->> 'table' = 'a'")
        return found

    monkeypatch.setattr(queue, "query", meanwhile)
    queue.tend()
    assert take(queue)["args"]["job"]["table"] == "b"


def test_what_is_done_with_is_cleared_away(queue: JobQueue, store: Store) -> None:
    ask(queue, "a")
    ask(queue, "b")
    ask(queue, "c")
    number = take(queue)["id"]
    queue.answer(number, 7, "", 0.0, Home(1, "home-x-1", 1))
    sql(store, "UPDATE thoughts SET done = done - interval '1 hour' WHERE table_id = 'a'")
    sql(store, "UPDATE thoughts SET asked = asked - interval '2 days' WHERE table_id = 'b'")
    sql(store, "DELETE FROM procrastinate_jobs WHERE status = 'doing'")
    queue.tend()
    assert sql(store, "SELECT table_id FROM thoughts") == [("c",)]
    assert len(sql(store, "SELECT 1 FROM procrastinate_jobs")) == 1


def test_how_long_decisions_wait(queue: JobQueue, store: Store) -> None:
    assert queue.waits() == []
    ask(queue, "a", "house a")
    ask(queue, "b", "house b")
    ask(queue, "c", "house c", waited_for=False)
    sql(store, "UPDATE thoughts SET asked = asked - interval '8 seconds'")
    number = take(queue)["id"]
    waits = dict(queue.waits())  # a is thought about, and how long it waited is known when it is done
    assert list(waits) == ["house b"]
    assert waits["house b"] >= 8
    queue.answer(number, 7, "", 5.0, Home(1, "home-x-1", 1))
    assert dict(queue.waits())["house a"] == 5.0


# the pool of a server


@pytest.fixture
def pool(store: Store) -> Iterator[JobPool]:
    made = JobPool(store)
    yield made
    made.close()


def do(queue: JobQueue, action: int | None, fault: str = "") -> None:
    """Be a worker for one job."""
    number = until(lambda: take(queue)["id"], "a job")
    queue.answer(number, action, fault, 0.0, Home(1, "home-x-1", 1))
    with queue.working() as connection:
        queue.query(connection, "finish_job", job_id=number, status="succeeded", delete_job=True)


def test_a_server_hears_of_answers_also_of_those_it_missed(pool: JobPool, store: Store) -> None:
    s = position()
    asked = pool.ask(s, "random", "a seed", "a", "owner", True, 1)
    do(pool.queue, 7)
    assert asked.result(SECONDS) == 7
    assert pool.homes["a"] == Home(1, "home-x-1", 1)
    failed = pool.ask(s, "random", "a seed", "a", "owner", True, 2)
    until(lambda: sql(store, "SELECT 1 FROM procrastinate_jobs WHERE status = 'todo'"), "the job")
    sql(store, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = ''")
    sql(store, "UPDATE thoughts SET fault = 'No plan.', done = timezone('utc', clock_timestamp()) WHERE n = 2")
    with pytest.raises(BotFailed, match="No plan"):
        failed.result(SECONDS)
    lost = pool.ask(s, "random", "a seed", "a", "owner", True, 3)
    until(lambda: sql(store, "SELECT 1 FROM procrastinate_jobs WHERE status = 'todo'"), "the job")
    sql(store, "DELETE FROM thoughts")  # it is asked for anew
    sql(store, "DELETE FROM procrastinate_jobs")
    do(pool.queue, 9)
    assert lost.result(SECONDS) == 9


def test_two_servers_that_ask_the_same_have_one_job_and_one_answer(pool: JobPool, store: Store) -> None:
    other = JobPool(store)
    try:
        asked = [one.ask(position(), "random", "a seed", "a", "owner", True, 1) for one in (pool, other)]
        do(pool.queue, 7)
        assert [future.result(SECONDS) for future in asked] == [7, 7]
    finally:
        other.close()


def test_what_is_cancelled_is_taken_from_the_queue(pool: JobPool, store: Store) -> None:
    asked = pool.ask(position(), "random", "a seed", "a", "owner", True, 1)
    until(lambda: sql(store, "SELECT 1 FROM procrastinate_jobs"), "the job")
    asked.cancel()
    until(lambda: not sql(store, "SELECT 1 FROM procrastinate_jobs"), "no job")
    left = pool.ask(position(), "random", "a seed", "a", "owner", True, 2)
    until(lambda: sql(store, "SELECT 1 FROM procrastinate_jobs"), "the job")
    pool.close()
    assert left.cancelled()
    assert sql(store, "SELECT 1 FROM procrastinate_jobs")  # for the next server


def test_what_is_asked_of_a_table_that_has_ended_is_not_sent_again(pool: JobPool, store: Store) -> None:
    asked = [pool.ask(position(), "random", "a seed", table, "owner", True, 1) for table in "ab"]
    until(lambda: len(sql(store, "SELECT 1 FROM procrastinate_jobs")) == 2, "the jobs")
    pool.forget("a")
    assert [future.cancelled() for future in asked] == [True, False]
    assert pool.jobs() == 1
    until(lambda: len(sql(store, "SELECT 1 FROM procrastinate_jobs")) == 1, "one job")


def test_what_is_asked_anew_keeps_its_job(pool: JobPool, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the order in which threads see to it."""
    later: list[Callable[[], object]] = []
    monkeypatch.setattr(pool, "soon", lambda function, *given: later.append(partial(function, *given)))
    cancelled, asked = (pool.ask(position(), "random", "a seed", "a", "owner", True, 1) for _ in range(2))
    for act in reversed(later):
        act()
    assert (cancelled.cancelled(), asked.cancelled()) == (True, False)
    assert sql(store, "SELECT status FROM procrastinate_jobs") == [("todo",)]


@pytest.mark.parametrize(
    ("action", "fault", "kept"),
    [(None, "No\0 plan \ud800.", "No plan ?."), (1 << 40, "", "NumericValueOutOfRange"), (None, "x" * 999, "x" * 400)],
)
def test_whatever_a_worker_finds_is_an_answer(
    queue: JobQueue, store: Store, monkeypatch: pytest.MonkeyPatch, action: int | None, fault: str, kept: str
) -> None:
    shop = Workshop(store, 1)

    async def thought(*_: object) -> tuple[int | None, str]:
        return action, fault

    monkeypatch.setattr(shop, "thought", thought)
    ask(queue, "a")
    context: Any = SimpleNamespace(job=SimpleNamespace(id=take(queue)["id"], worker_id=3))
    with ThreadPoolExecutor(1) as apart:  # browser tests leave a loop running in this thread
        apart.submit(lambda: asyncio.run(shop.decide(context, job={}))).result()
    answer = queue.answers([key("a")])[key("a")]
    assert answer is not None
    assert answer.action is None
    assert kept in answer.fault
    assert len(answer.fault) <= 400


def test_a_state_that_cannot_be_dealt_fails_as_a_bot_does(pool: JobPool) -> None:
    class Broken:
        seat = 0

        def resample(self, seat: int, seed: str) -> State:
            raise IndexError("no cards")

    broken: State = Broken()  # type: ignore[assignment]
    with pytest.raises(BotFailed, match="IndexError: no cards"):
        pool.ask(broken, "random", "a seed", "table", "owner", True).result(SECONDS)


# several servers, each with workers of its own


def test_a_table_is_seen_to_by_the_server_that_says_so(store: Store) -> None:
    other = Store(store.engine.url.render_as_string(False))
    one, two = Claims(store), Claims(other)
    most = 10
    try:
        tables = TableService(store, Events(), Idle())
        ids = [tables.create(ADA, "trains", "", ["bot:random"] * 2, {}).id for _ in range(2)]
        assert one.taken(ids, most) == two.taken(ids, most) == []  # whoever opened them has asked the bot
        sql(store, "UPDATE tables SET changed = changed - make_interval(secs => :s)", s=2 * LAPSED)
        one.renew(ids[:1])
        assert two.taken(ids, most) == ids[1:]
        assert one.taken(ids, most) == ids[:1]
        sql(store, "UPDATE claims SET at = at - make_interval(secs => :s)", s=2 * LAPSED)
        with ThreadPoolExecutor(2) as both:
            taken = list(both.map(lambda claims: claims.taken(ids, most), (one, two)))
        assert sorted(taken[0] + taken[1]) == sorted(ids)
    finally:
        other.engine.dispose()


@pytest.fixture
def two(store: Store) -> Iterator[tuple[TableService, TableService]]:
    """Two servers on a database, whose bots never come to an end."""
    other = Store(store.engine.url.render_as_string(False))
    yield idle(store), idle(other)
    other.engine.dispose()


def idle(store: Store) -> TableService:
    return TableService(store, Events(), Idle(), limits=off())


def left_alone(store: Store, count: int) -> list[str]:
    """Tables whose bot is due, and whose server is gone."""
    gone = idle(store)
    ids = [gone.create(ADA, "trains", "", ["bot:random"] * 2, {}).id for _ in range(count)]
    if store.shared:
        idle_for_long(store)
    return ids


def idle_for_long(store: Store) -> None:
    sql(store, "UPDATE tables SET changed = changed - make_interval(secs => :s)", s=2 * LAPSED)


def test_a_server_that_stops_leaves_to_others_what_is_due(two: tuple[TableService, TableService], store: Store) -> None:
    stopping, other = two
    ids = left_alone(store, 2)
    stopping.bots.stop()
    stopping.bots.wake_due()
    other.bots.wake_due()
    assert other.bots.busy == set(ids)


def test_a_server_that_stops_hands_back_what_waits_for_its_processes(store: Store) -> None:
    pool = BotPool(1)
    pool.add_worker = lambda: None  # type: ignore[method-assign]
    tables = TableService(store, Events(), pool)
    live = tables.create(ADA, "trains", "", ["bot:random"] * 2, {})
    assert tables.bots.busy == {live.id}
    tables.bots.stop()
    assert (live.thinking, tables.bots.busy) == (0, set())


def test_a_server_takes_no_more_tables_than_it_asks_for(
    two: tuple[TableService, TableService], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_seats, "MOST_AT_ONCE", 2)
    one, other = two
    ids = left_alone(store, 5)
    for server, busy in ((one, 2), (one, 2), (other, 2)):
        server.bots.wake_due()
        assert len(server.bots.busy) == busy
        assert not one.bots.busy & other.bots.busy
    assert one.bots.busy | other.bots.busy < set(ids)
    assert len(sql(store, "SELECT 1 FROM claims")) == 4


def test_tables_that_wait_keep_no_other_from_being_looked_at(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "MOST_AT_ONCE", 2)
    store = Store(url)
    ids = left_alone(store, 4)
    tables = idle(store)
    monkeypatch.setattr(tables.bots, "goes_on", lambda live: live.id == ids[-1])
    monkeypatch.setattr(store, "bots_due", lambda: ids)
    tables.bots.wake_due()
    assert tables.bots.busy == {ids[-1]}


def test_who_asks_for_a_table_that_was_idle_says_so_at_once(
    two: tuple[TableService, TableService], store: Store
) -> None:
    one, other = two
    live = one.create(ADA, "trains", "", ["you", "here:Bo"], {})
    one.play(live, live.record.state.seat, 1, live.record.state.legal()[0])
    one.stand_in(live, live.record.state.seat, True)
    assert one.bots.busy == {live.id}
    assert not sql(store, "SELECT 1 FROM claims"), "it has only just changed"
    one.stand_in(live, live.record.state.seat, False)
    assert live.asked_of_bot is not None
    live.asked_of_bot.set_result(0)
    idle_for_long(store)
    one.stand_in(live, live.record.state.seat, True)
    other.bots.wake_due()
    assert (one.bots.busy, other.bots.busy) == ({live.id}, set())


class Idle(BotPool):
    """A pool that never thinks, and in which decisions wait as long as is said."""

    def __init__(self) -> None:
        super().__init__(1)
        self.seconds = 0.0
        self.asked: list[str] = []

    def ask(self, state: State, bot: str, seed: str, table: str, *_: Any, **__: Any) -> Future[int]:
        self.asked.append(table)
        return Future()

    def wait(self) -> float:
        return self.seconds


# no new tables with bots while those there are wait


def test_new_tables_with_bots_are_refused_while_decisions_wait_too_long(url: str) -> None:
    pool = Idle()
    tables = TableService(Store(url), Events(), pool, limits=off().changed(["bot_wait=5"]))
    old = tables.create(ADA, "trains", "", ["you", "bot:random"], {})
    pool.seconds = 5.1
    for company in (["you", "bot:random"], ["bot:random"] * 2):
        refused("The bots here are all busy", tables.create, ADA, "trains", "", company, {})
    refused("The bots here are all busy", tables.rematch, old, ADA, "")
    tables.create(ADA, "trains", "", ["you", "invite"], {})
    tables.create(ADA, "trains", "", ["you", "bot:random"], {}, "link", lesson="trains:0:0")
    tables.play(old, 0, 1, old.record.state.legal()[0])
    pool.seconds = 4.9
    tables.create(ADA, "trains", "", ["you", "bot:random"], {})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["serve", "--bots", "workers"], "Workers take jobs from PostgreSQL only"),
        (["serve", "--bots", "elsewhere"], "--bots is one of here, workers, not 'elsewhere'"),
        (["worker"], "Workers take jobs from PostgreSQL only"),
        (["worker", "--database", "sqlite:///x.sqlite"], "Workers take jobs from PostgreSQL only"),
        (["worker", "--database", "nonsense"], "--database is not a URL of a known kind"),
        (["worker", "--database", "postgresql://postgres@127.0.0.1:1/x"], "The database cannot be used: "),
        (["worker", "--log-level", "loud"], "--log-level is one of debug"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(
    line: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    try:
        more = ["--data", str(tmp_path), "--port", str(free_port())] if line[0] == "serve" else []
        assert run([*line, *more]) == 2
        last = capsys.readouterr().err.strip().splitlines()[-1]
        assert said in last
        assert last.endswith(".")
    finally:
        root.handlers = handlers
        root.setLevel(level)
