"""Faults of real processes: bot workers, a database and a disk that go away while a server runs."""

from __future__ import annotations

import os
import resource
import signal
from contextlib import suppress
from pathlib import Path

from tests.web.postgres import running
from tests.web.server import Server, inside, person, refusal, until
from tests.web.test_faults import mine, play_on, sit


def test_a_move_is_accepted_and_answered_whatever_happens_to_the_workers(tmp_path: Path) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        table = sit(ada, "you", "bot:conductor")
        for _ in range(8):
            play_on(ada, table, 1)
            for pid in server.tables.pool.pids():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        play_on(ada, table, 3)
        assert not server.tables.get(table).plain


def test_a_database_that_is_away_stops_nothing_for_good(tmp_path: Path) -> None:
    with running() as postgres:
        url = postgres.database()
        with inside(tmp_path, database=url) as server, person(server.address, "Ada") as ada:
            table = sit(ada, "you", "bot:random", "bot:random")
            timed = sit(ada, "you", "here:Bo", minutes="2")
            play_on(ada, table, 2)
            bots = sit(ada, "bot:random", "bot:random")
            postgres.stop()
            for path in ("/", f"/t/{table}", f"/api/tables/{timed}/moves"):
                assert ada.get(path).status_code in (200, 503)
            answer = ada.post(f"/t/{timed}/play", json={"n": 1, "action": 0})
            assert answer.status_code in (422, 503)
            answer = ada.get("/")
            assert "cannot read or write its tables just now" in refusal(answer, 503)
            assert int(answer.headers["Retry-After"]) > 0
            before = len(server.tables.clock.known)
            postgres.restart()
            until(lambda: ada.get("/").status_code == 200, "the database is back")
            play_on(ada, table, 3)
            seen = len(ada.get(f"/api/tables/{bots}/moves").json())
            until(lambda: len(ada.get(f"/api/tables/{bots}/moves").json()) > seen, "the bots go on")
            assert before
            key = server.tables.clock.known[timed]
            server.tables.clock.known[timed] = (key[0], key[1] - 121)
            until(lambda: server.tables.get(timed).bot_of(0), "the clock goes on")


def test_a_move_is_kept_or_refused_when_the_disk_is_full(tmp_path: Path) -> None:
    with Server(tmp_path) as server, person(server.address, "Ada") as ada:
        table = sit(ada, "you", "here:Bo")
        n = play_on(ada, table, 4)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))  # no file can be written
        now = until(lambda: mine(ada, table), "my turn")
        body = {"n": n + 1, "action": now["legal"][0]["action"]}
        refused = refusal(ada.post(f"/api/tables/{table}/play", json=body), 503)
        assert refused.startswith(f"Decision {n + 1} was not kept")
        assert ada.get(f"/t/{table}").status_code == 200
        assert mine(ada, table) == now
        said = ada.post(f"/t/{table}/chat", json={"text": "hello"})
        assert said.status_code == 503
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        assert ada.post(f"/api/tables/{table}/play", json=body).status_code == 200
        assert [m["n"] for m in ada.get(f"/api/tables/{table}/moves").json()] == list(range(1, n + 2))
