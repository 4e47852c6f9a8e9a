"""Several servers on one PostgreSQL: what one accepts is everywhere at once, and none needs the others."""

from __future__ import annotations

import gc
import os
import random
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from roundhouse.web.refusals import Conflict
from roundhouse.web.service import store
from roundhouse.web.service.bus import Bus
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import Person
from tests.web.postgres import Postgres
from tests.web.server import Inside, inside, opened, person, until
from tests.web.streams import Stream, listening

RACES = 1000 if os.environ.get("ROUNDHOUSE_FULL") else 60


@pytest.fixture
def servers(tmp_path: Path, postgres: Postgres) -> Iterator[tuple[Inside, Inside]]:
    """Two servers that share a database and nothing else."""
    url = postgres.database()
    with ExitStack() as stack:
        made = [stack.enter_context(inside(tmp_path / name, database=url)) for name in ("one", "two")]
        for server in made:
            until(server.bus.listening.is_set, "the server hears the other")
        yield made[0], made[1]


def browser(server: Inside, name: str = "", like: httpx.Client | None = None) -> httpx.Client:
    """Somebody's browser at one of the servers; the same person as another one, if given."""
    http = person(server.address, name)
    if like is not None:
        http.cookies.update(like.cookies)
    return http


def sat(one: Inside, two: Inside) -> tuple[str, httpx.Client, httpx.Client]:
    """A table of two: who opened it is at one server, the other at the other."""
    ada, bo = browser(one, "Ada"), browser(two, "Bo")
    path = opened(ada, "you", "invite", visibility="open").partition("?")[0]
    assert bo.post(f"{path}/join", data={"name": ""}).status_code == 303
    return path, ada, bo


def decided(path: str, *who: httpx.Client) -> dict[str, Any]:
    """Let who of them is to decide take the first choice; the answer."""
    http = next(http for http in who if http.get(f"{path}/regions").json()["yours"])
    now = http.get(f"{path}/regions").json()
    answer = http.post(f"{path}/play", json={"n": now["n"] + 1, "action": now["actions"][0]})
    assert answer.status_code == 200, answer.text
    said: dict[str, Any] = answer.json()
    return said


def arrived(server: Inside, path: str, n: int) -> None:
    """A server has taken in decision n."""
    until(lambda: server.tables.get(path.removeprefix("/t/")).n == n, "the decision")


def come(stream: Stream, n: int) -> dict[str, Any]:
    """What a stream was told of decision n, with all that is to be shown."""
    news = until(lambda: next((x for x in stream.of("table") if x["state"]["n"] == n), None), f"decision {n}")
    found: dict[str, Any] = news
    return found


def test_what_one_server_accepts_is_on_the_streams_of_the_other(servers: tuple[Inside, Inside]) -> None:
    one, two = servers
    path, ada, bo = sat(one, two)
    watcher = browser(two, "Cy")
    with listening(bo, path) as to_bo, listening(watcher, path) as to_cy, listening(ada, path) as to_ada:
        for http, streams in [(ada, (to_bo, to_cy)), (bo, (to_ada,))] * 3:
            mine = http.get(f"{path}/regions").json()
            while mine["yours"]:
                n = mine["n"] + 1
                decided(path, http)
                for stream in streams:
                    assert come(stream, n)["step"]["seat"] == mine["deciding"]
                mine = http.get(f"{path}/regions").json()
        for server, who in [(one, ada), (two, ada), (one, bo), (two, bo), (one, watcher), (two, watcher)]:
            assert browser(server, like=who).get(f"{path}/regions").json()["n"] == mine["n"]


def test_both_servers_show_the_same_and_call_it_the_same(servers: tuple[Inside, Inside]) -> None:
    """So a page may take its stream from one and its answers from the other."""
    one, two = servers
    path, ada, bo = sat(one, two)
    for n in range(1, 7):
        mover = ada if ada.get(f"{path}/regions").json()["yours"] else bo
        said = decided(path, mover)
        for server in servers:
            arrived(server, path, n)
            there = browser(server, like=mover).get(f"{path}/regions").json()
            assert (there["v"], there["regions"]) == (said["v"], said["regions"])


def test_a_person_is_known_to_every_server(servers: tuple[Inside, Inside]) -> None:
    one, two = servers
    ada = browser(one, "Ada")
    assert "Ada" in browser(two, like=ada).get("/", headers={"Accept": "text/html"}).text
    assert one.app.state.people.key == two.app.state.people.key
    assert one.tables.notices.push is not None
    assert two.tables.notices.push is not None
    assert one.tables.notices.push.key == two.tables.notices.push.key


def test_chat_requests_and_lost_seats_are_told_everywhere(servers: tuple[Inside, Inside]) -> None:
    one, two = servers
    path, ada, bo = sat(one, two)
    with listening(bo, path) as to_bo, listening(ada, path) as to_ada:
        assert ada.post(f"{path}/chat", json={"text": "Good evening"}).status_code == 200
        assert until(lambda: to_bo.of("chat"), "what was said")[0]["text"] == "Good evening"
        n = decided(path, ada)["n"]
        come(to_bo, n)
        while not browser(two, like=bo).get(f"{path}/regions").json()["yours"]:
            come(to_bo, decided(path, ada)["n"])
        come(to_ada, decided(path, bo)["n"])
        asked = ada.post(f"{path}/undo", json={"n": n, "seat": 0})
        assert asked.status_code == 200, asked.text
        seen = until(lambda: [x for x in to_bo.of("table") if x["state"]["ask"]], "the request")
        assert "Ada asks to undo" in seen[0]["state"]["ask"]["title"]
        assert ada.post(f"{path}/remove/1").status_code in (200, 303)
        assert until(lambda: to_bo.of("moved"), "that the seat is gone")[0]["seat"] == 1
        until(lambda: to_bo.over, "the stream of who has gone ends")


def test_two_servers_never_accept_the_same_decision(servers: tuple[Inside, Inside]) -> None:
    """Whole games are played by both at once: of two who decide the same number, exactly one is told that it counts."""
    one = servers[0]
    chance, races, lost = random.Random(7), 0, 0
    both = threading.Barrier(2)

    def decide(server: Inside, id: str, n: int, action: int) -> bool:
        live: LiveTable = server.tables.get(id, now=True)
        both.wait()
        try:
            server.tables.play(live, live.record.state.seat, n, action)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        while races < RACES:
            id = one.tables.create(Person("ada", "Ada"), "trains", "", ["you", "here:Bo"], {}).id
            while races < RACES:
                live = one.tables.get(id, now=True)
                if live.over:
                    break
                action, n = chance.choice(live.record.state.legal()), live.n + 1
                done = list(pool.map(lambda server: decide(server, id, n, action), servers))  # noqa: B023
                assert sorted(done) == [False, True]
                races, lost = races + 1, lost + done.count(False)
            lines = one.tables.store.lines(id)
            assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
            assert {server.tables.get(id, now=True).record.state.fingerprint() for server in servers} == {
                one.tables.get(id).record.replay().fingerprint()
            }
    assert lost == RACES


def cut(server: Inside) -> None:
    """The database ends every line of a server, as a network that fails does."""
    lines = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> :me"
    with server.tables.store.engine.connect() as connection:
        me = connection.execute(text("SELECT pg_backend_pid()")).scalar()
        connection.execute(text(lines), {"me": me})


def test_a_server_that_was_cut_off_catches_up_by_itself(
    servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    path, ada, bo = sat(one, two)
    with listening(bo, path) as to_bo:
        come(to_bo, decided(path, ada)["n"])
        bus: Bus = two.bus
        deaf = threading.Event()
        hear = bus.hear

        def later(psycopg: Any) -> None:
            if not deaf.is_set():
                hear(psycopg)

        monkeypatch.setattr(bus, "hear", later)
        deaf.set()
        cut(one)
        until(lambda: not bus.listening.is_set(), "the line is lost")
        n = 0
        for _ in range(3):
            n = decided(path, ada, browser(one, like=bo))["n"]
        assert all(x["state"]["n"] < n for x in to_bo.of("table"))
        deaf.clear()
        come(to_bo, n)
        deaf.set()
        cut(one)
        until(lambda: not bus.listening.is_set(), "the line is lost again")
        for _ in range(3):
            n = decided(path, ada, browser(one, like=bo))["n"]
            assert browser(two, like=bo).get(f"{path}/regions").json()["n"] == n  # who asks is told


def test_what_is_no_news_of_ours_is_passed_over(servers: tuple[Inside, Inside]) -> None:
    one, two = servers
    path, ada, bo = sat(one, two)
    with listening(bo, path) as to_bo:
        with one.tables.store.engine.begin() as connection:
            for said in ("", "{", "[]", '{"by": "x"}', '{"by": "x", "table": 7}', '{"by": "x", "table": "none"}'):
                connection.execute(text("SELECT pg_notify('roundhouse', :said)"), {"said": said})
        come(to_bo, decided(path, ada)["n"])


def test_who_looks_at_a_table_at_one_server_is_known_at_the_other(servers: tuple[Inside, Inside]) -> None:
    """So nobody gets a push message about what they look at."""
    one, two = servers
    path, ada, _ = sat(one, two)
    id = path.removeprefix("/t/")
    player = one.tables.get(id).row.seats[0].player
    assert not two.tables.events.watched(id)
    with listening(ada, path):
        one.tables.events.tell_who_looks()
        until(lambda: two.tables.events.watched(id), "the other server knows that somebody looks")
        assert two.tables.events.watched(id, (player,))
        assert not two.tables.events.watched(id, ("nobody",))


def deafen(monkeypatch: pytest.MonkeyPatch, server: Inside) -> None:
    """A server hears nothing of the others, as in the moment before it does."""
    monkeypatch.setattr(server.bus, "take", lambda payload: None)


def held(server: Inside, path: str) -> LiveTable:
    return server.tables.get(path.removeprefix("/t/"), now=True)


def test_a_move_hides_nothing_that_another_server_has_changed(
    servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    path, _, _ = sat(one, two)
    here, there = held(one, path), held(two, path)
    deafen(monkeypatch, one)
    two.tables.stand_in(there, 1, True)
    s = here.record.state
    one.tables.play(here, s.seat, 1, s.legal()[0])
    assert held(one, path).row.seats[1].bot == "conductor"


def test_a_bot_makes_way_for_who_is_back_at_another_server(
    servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    path, _, _ = sat(one, two)
    here = held(one, path)
    seat = here.record.state.seat
    monkeypatch.setattr(one.tables.bots, "ask", lambda live: None)
    monkeypatch.setattr(two.tables.bots, "ask", lambda live: None)
    one.tables.stand_in(here, seat, True)
    deafen(monkeypatch, one)
    two.tables.stand_in(held(two, path), seat, False)
    thought: Future[int] = Future()
    thought.set_result(here.record.state.legal()[0])
    one.tables.bots.thought(here, 1, thought)
    assert held(one, path).n == 0


def test_who_looks_at_a_table_that_memory_has_let_go_is_told(servers: tuple[Inside, Inside]) -> None:
    one, two = servers
    path, ada, bo = sat(one, two)
    id = path.removeprefix("/t/")
    with listening(bo, path) as to_bo, listening(browser(two, "Cy"), path) as to_cy:
        come(to_bo, decided(path, ada)["n"])
        let_go(two, id)
        n = decided(path, ada, browser(one, like=bo))["n"]
        come(to_bo, n)
        come(to_cy, n)


def let_go(server: Inside, id: str) -> None:
    """A table is let go from a server's memory."""
    server.tables.cache.sweep(0.0)
    gc.collect()
    assert server.tables.cache.peek(id) is None


def test_who_has_lost_a_seat_meanwhile_hears_no_more_by_it(
    servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    path, _, bo = sat(one, two)
    with listening(bo, path) as to_bo:
        let_go(two, path.removeprefix("/t/"))
        one.tables.remove(held(one, path), 1)
        until(lambda: to_bo.over, "the stream ends")


def test_who_looks_on_where_a_decision_came_second_is_told_of_the_first(
    servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    path, ada, bo = sat(one, two)
    with listening(bo, path) as to_bo, monkeypatch.context() as deaf:
        there = held(two, path)
        deafen(deaf, two)
        n = decided(path, ada)["n"]
        s = there.record.state
        with pytest.raises(Conflict):
            two.tables.play(there, s.seat, n, s.legal()[0])
        two.tables.heard(there.id)
        come(to_bo, n)


def test_what_was_looked_at_in_memory_is_not_written_over_what_another_server_has_changed(
    servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    path, _, _ = sat(one, two)
    here = held(one, path)
    deafen(monkeypatch, one)
    two.tables.close(held(two, path))
    with pytest.raises(Conflict):
        one.tables.change(here, status="playing")
    assert held(one, path).row.closed


def test_of_two_who_ask_for_a_rematch_at_once_both_come_to_the_same_table(
    servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    path, _, _ = sat(one, two)
    both = threading.Barrier(2)
    one.tables.concede(held(one, path), 0)
    seats = held(one, path).row.seats

    def again(server: Inside, n: int) -> str:
        live = held(server, path)
        opened = server.tables.opened_anew

        def later(*given: Any) -> LiveTable:
            both.wait(60)
            return opened(*given)

        monkeypatch.setattr(server.tables, "opened_anew", later)
        return server.tables.rematch(live, Person(seats[n].player, seats[n].name)).id

    with ThreadPoolExecutor(2) as pool:
        found = set(pool.map(again, servers, (0, 1)))
    assert len(found) == 1
    assert one.tables.row(found.pop()).status == "playing"


def test_a_move_that_was_told_whole_need_not_be_read(
    servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = servers
    path, ada, bo = sat(one, two)
    held(two, path)
    with listening(bo, path) as to_bo:
        decided(path, ada)
        live = held(two, path)
        until(lambda: live.n == 1, "the first decision")

        def read(*_: object, **__: object) -> None:
            raise AssertionError("it was read")

        with monkeypatch.context() as alone:
            alone.setattr(two.tables.store, "whole", read)
            alone.setattr(two.tables.store, "version", read)
            n = decided(path, ada, browser(one, like=bo))["n"]
            come(to_bo, n)
        there, here = held(two, path).row, held(one, path).row
        for name in ("status", "turn", "changed", "version"):
            assert getattr(there, name) == getattr(here, name)


def test_how_a_game_ends_is_told_whole(servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = servers
    live = one.tables.create(
        Person("ada", "Ada"), "empires", "", ["you", "here:Bo"], {}, seed="ends", visibility="link"
    )
    there = two.tables.get(live.id)
    monkeypatch.setattr(two.tables.store, "whole", lambda *_, **__: pytest.fail("it was read"))
    chance = random.Random(1)
    while not live.over:
        s = live.record.state
        one.tables.play(live, s.seat, live.n + 1, chance.choice(s.legal()))
        until(lambda: there.n == live.n, "the decision")
    assert there.result() == live.result()
    assert [(seat.won, seat.points) for seat in there.row.seats] == [(seat.won, seat.points) for seat in live.row.seats]


@pytest.mark.parametrize("longest", [0, 10**6])
def test_a_move_that_is_not_the_next_change_or_too_long_is_read(
    servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch, longest: int
) -> None:
    one, two = servers
    path, _, _ = sat(one, two)
    here, there = held(one, path), held(two, path)
    monkeypatch.setattr(store, "LONGEST_NEWS", longest)
    with monkeypatch.context() as deaf:
        deafen(deaf, two)
        if longest:
            one.tables.stand_in(here, 1, True)
    s = here.record.state
    one.tables.play(here, s.seat, 1, s.legal()[0])
    until(lambda: there.n == here.n, "the decision")
    assert there.row.seats[1].bot == ("conductor" if longest else "")
    assert there.row.version == here.row.version


def test_who_decides_at_a_server_that_knows_less_is_heard_all_the_same(
    servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody asks the database before a decision, so what memory would refuse is looked up first."""
    one, two = servers
    path, ada, bo = sat(one, two)
    held(one, path)
    deafen(monkeypatch, one)
    n = 0
    for _ in range(12):
        n = decided(path, browser(two, like=ada), bo)["n"]
    before = two.tables.get(path.removeprefix("/t/")).record.state
    mover = (ada, bo)[before.seat]
    answer = browser(one, like=mover).post(f"{path}/play", json={"n": n + 1, "action": before.legal()[0]})
    assert (answer.status_code, answer.json()["n"]) == (200, n + 1)


def test_who_has_lost_a_seat_decides_nowhere(servers: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision is written only if the table still is as it was when it was said who may decide."""
    one, two = servers
    path, ada, bo = sat(one, two)
    while not bo.get(f"{path}/regions").json()["yours"]:
        decided(path, ada)
    now = browser(one, like=bo).get(f"{path}/regions").json()
    assert now["yours"]
    deafen(monkeypatch, one)
    two.tables.remove(held(two, path), 1)
    memory = one.tables.known(path.removeprefix("/t/"))
    assert memory.row.seats[1].name == "Bo"
    posted = {"n": now["n"] + 1, "action": now["actions"][0]}
    answer = browser(one, like=bo).post(f"{path}/play", json=posted)
    assert answer.status_code == 403, answer.text
    assert held(two, path).n == now["n"]
    assert held(one, path).record.state.fingerprint() == held(two, path).record.state.fingerprint()


def test_a_move_whose_line_was_lost_before_it_is_written_by_another(servers: tuple[Inside, Inside]) -> None:
    one, two = servers
    path, ada, bo = sat(one, two)
    for _ in range(6):
        now = next(now for http in (ada, bo) if (now := http.get(f"{path}/regions").json())["yours"])
        mover = (ada, bo)[now["deciding"]]
        cut(one)
        posted = {"n": now["n"] + 1, "action": now["actions"][0]}
        answer = browser(one, like=mover).post(f"{path}/play", json=posted)
        assert answer.status_code == 200, answer.text
    assert held(two, path).n == 6
