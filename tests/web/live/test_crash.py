"""A move once accepted survives anything: server, bot workers and database are killed thirty times each, in play."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.postgres import running
from tests.web.server import SECONDS, Server, bearer, by_api, client, inside, opened, person, until

KILLS = 30 if os.environ.get("ROUNDHOUSE_FULL") else 4
TURN = 48 * 3600  # seconds, more than an hour for each kill
SEATS = ["person:Ada", "bot:random", "bot:greedy"]


class Player:
    """Somebody who plays at random against bots over the API, and remembers what was accepted."""

    def __init__(self, server: Server, seed: str, seats: list[str] = SEATS) -> None:
        self.chance = random.Random(seed)
        self.http = client(server.address)
        self.accepted: dict[int, str] = {}
        self.where, held = by_api(self.http, *seats, seed=seed)
        self.table = held["id"]
        self.http.headers.update(bearer(held["tokens"]["0"]))

    def look(self) -> dict[str, Any] | None:
        """The table, if it answers and it is my turn or over."""
        with suppress(httpx.TransportError):
            answer = self.http.get(self.where)
            if answer.status_code == 200:
                now: dict[str, Any] = answer.json()
                return now if now["legal"] or now["over"] else None
            assert answer.status_code == 503, answer.text
        return None

    def play(self) -> bool:
        """One decision if it is mine now; whether it was accepted."""
        now = self.look()
        if now is None or now["over"]:
            return False
        move = self.chance.choice(now["legal"])
        with suppress(httpx.TransportError):  # then nobody has said that it was accepted
            answer = self.http.post(f"{self.where}/play", json={"n": now["n"] + 1, "action": move["action"]})
            assert answer.status_code in (200, 409, 503), answer.text
            if answer.status_code == 200:
                self.accepted[now["n"] + 1] = move["words"]
                return True
        return False

    def check(self) -> None:
        """Nothing that was accepted is lost, and nothing is missing between."""
        answer = until(self.moves, "the moves")
        moves = {m["n"]: m["do"] for m in answer}
        assert sorted(moves) == list(range(1, len(moves) + 1))
        for n, words in self.accepted.items():
            assert moves[n] == words

    def moves(self) -> list[dict[str, Any]] | None:
        with suppress(httpx.TransportError):
            answer = self.http.get(f"{self.where}/moves")
            return list(answer.json()) if answer.status_code == 200 else None
        return None


def crowd(server: Server, count: int, name: str) -> list[Player]:
    return [Player(server, f"{name} {n}") for n in range(count)]


def killed(players: list[Player], kill: Callable[[], None], times: int = KILLS) -> None:
    """Play, kill, and find everything as it was; every table still moves at the end."""
    for _ in range(times):
        for player in players:
            until(player.look, f"table {player.table} moves")
            for _ in range(player.chance.randint(1, 3)):
                player.play()
        kill()
    for player in players:
        now = until(player.look, f"table {player.table} moves again")
        assert now["over"] or until(player.play, "and takes a move")
        player.check()
        assert len(player.accepted) > times / 2


@contextmanager
def served(folder: Path, *more: str) -> Iterator[Server]:
    server = Server(folder, *more).start()
    try:
        yield server
    finally:
        server.stop()
    until(lambda: not family(server.session), "no process is left behind")


def family(session: int) -> list[int]:
    """The processes of a server's session that still run."""
    listed = subprocess.run(["ps", "-o", "pid=,stat=", "-s", str(session)], capture_output=True, text=True, check=False)
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [int(pid) for pid, state in rows if not state.startswith("Z")]


def workers(server: Server) -> list[int]:
    return [pid for pid in family(server.session) if pid != server.pid and is_worker(pid)]


def is_worker(pid: int) -> bool:
    with suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def timed(server: Server) -> str:
    """A table with two days for a turn; its id."""
    with person(server.address, "Ada") as ada:
        return opened(ada, "you", "here:Bo", minutes=str(TURN // 60)).removeprefix("/t/")


def set_back(folder: Path, table: str) -> None:
    """Let an hour pass at a table while no server runs."""
    with closing(sqlite3.connect(folder / "roundhouse.sqlite")) as connection, connection:
        hour = "strftime('%Y-%m-%d %H:%M:%f000', changed, '-1 hour')"
        assert connection.execute(f"UPDATE tables SET changed = {hour} WHERE id = ?", (table,)).rowcount == 1


def clock_goes_on(folder: Path, table: str) -> None:
    """The hours of before count still, and when the time is over a bot plays for who is late."""
    with inside(folder) as server:
        tables = server.tables
        live = tables.get(table)
        assert tables.waited(live) >= KILLS * 3600
        tables.overdue()
        assert live.bot_of(0) == ""
        mark, since = tables.clock.known[table]
        tables.clock.known[table] = (mark, since - TURN + KILLS * 3600)
        tables.overdue()
        assert live.bot_of(0) == "conductor"


def test_the_server_is_killed(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        players = crowd(server, 2, "server")
        late = timed(server)

        def kill() -> None:
            """Of the server alone; its workers must end by themselves."""
            before, session = workers(server), server.session
            os.kill(server.pid, signal.SIGKILL)
            server.process.wait()  # type: ignore[union-attr]
            until(lambda: not set(before) & set(family(session)), "the workers end with the server")
            set_back(tmp_path, late)
            server.start()
            for player in players:
                player.check()

        killed(players, kill)
    clock_goes_on(tmp_path, late)


def test_bot_workers_are_killed(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        players = crowd(server, 2, "workers")
        done = []

        def kill() -> None:
            for pid in workers(server):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    done.append(pid)
            for player in players:
                until(player.look, "the bots answer")

        killed(players, kill)
        assert len(done) >= KILLS / 2


def test_the_database_is_killed(tmp_path: Path) -> None:
    with running(durable=True) as postgres, served(tmp_path, "--database", postgres.database()) as server:
        players = crowd(server, 2, "database")

        def kill() -> None:
            postgres.kill()
            for player in players:
                player.play()
            postgres.restart()
            for player in players:
                player.check()

        killed(players, kill)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_asked_to_stop_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    server = Server(tmp_path).start()
    player = Player(server, "stop")
    until(player.play, "a move")
    until(lambda: workers(server), "a worker")
    session = server.session
    os.kill(server.pid, how)
    assert server.process is not None
    assert server.process.wait(SECONDS) in (0, -how, 130)
    until(lambda: not family(session), "no process is left behind")
