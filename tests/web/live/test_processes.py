"""`roundhouse serve --processes N`: several servers behind one port, started anew when they die, stopped together."""

from __future__ import annotations

import os
import re
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.web.live.test_crash import Player, family
from tests.web.postgres import Postgres
from tests.web.server import Server, client, until


def servers(of: Server) -> set[int]:
    """The processes of a server that take lines: those of multiprocessing whose parent is the first one."""
    return {pid for pid in family(of.session) if pid != of.pid and parent(pid) == of.pid and is_spawned(pid)}


def parent(pid: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def is_spawned(pid: int) -> bool:
    with suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


@pytest.fixture
def three(tmp_path: Path, postgres: Postgres) -> Server:
    return Server(tmp_path, "--database", postgres.database(), "--processes", "3", "--workers", "3")


def test_all_figures_are_of_all_processes_and_one_that_dies_is_started_anew(three: Server) -> None:
    with three:
        until(lambda: len(servers(three)) == 3, "three processes serve")
        asked = 0
        died: set[int] = set()
        for _ in range(3):
            victim = servers(three).pop()
            os.kill(victim, signal.SIGKILL)
            died.add(victim)
            until(lambda: len(servers(three)) == 3 and not servers(three) & died, "there are three again")
            for _ in range(20):
                with client(three.address) as http:  # a line of its own
                    assert until(lambda: tried(http), "an answer").status_code == 200
                    asked += 1
        with client(three.address) as http:
            text = http.get("/metrics").text
        counts = re.findall(r'^roundhouse_request_seconds_count{route="/api/games",status="2xx"} (.*)$', text, re.M)
        assert sum(map(float, counts)) >= asked  # those of processes that have died, too
        assert re.findall(r"^roundhouse_tables_in_play (.*)$", text, re.M) == ["0.0"]


def tried(http: httpx.Client) -> httpx.Response | None:
    """An answer; None from a line whose process died meanwhile."""
    with suppress(httpx.TransportError):
        return http.get("/api/games")
    return None


def test_what_is_played_while_processes_die_is_all_there(three: Server) -> None:
    with three:
        players = [Player(three, f"processes {n}") for n in range(2)]
        for _ in range(4):
            for player in players:
                until(player.look, f"table {player.table} moves")
                player.play()
            os.kill(servers(three).pop(), signal.SIGKILL)
        for player in players:
            now = until(player.look, "it moves again")
            assert now["over"] or until(player.play, "and takes a move")
            player.check()


def test_workers_are_shared_out_and_a_stop_ends_all(three: Server) -> None:
    with three:
        session = three.session
        players = [Player(three, f"shared {n}") for n in range(3)]

        def workers() -> Counter[int]:
            """By server, how many workers it has."""
            return Counter(parent(pid) for pid in family(session) if is_spawned(pid) and parent(pid) != three.pid)

        def busy() -> bool:
            return sum(player.play() for player in players) > 0 and len(workers()) > 0

        until(busy, "bots think")
        assert set(workers()) <= servers(three)
        assert max(workers().values()) == 1  # of three workers each of three processes has one
        assert three.process is not None
        three.process.send_signal(signal.SIGTERM)
        assert three.process.wait(120) == 0
        assert not family(session)


def test_processes_end_with_the_one_that_looks_after_them(three: Server) -> None:
    with three:
        until(lambda: len(servers(three)) == 3, "three processes serve")
        os.kill(three.pid, signal.SIGKILL)
        until(lambda: not set(family(three.session)) - {three.pid}, "nothing is left behind")
