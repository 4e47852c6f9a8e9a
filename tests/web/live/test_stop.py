"""A stop in good order: unready, streams seen off, what is under way finished, and nothing lost."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tests.web.live.test_crash import Player, family
from tests.web.postgres import Postgres
from tests.web.server import SECONDS, Server, by_api, client, until


class Listening(threading.Thread):
    """Somebody who holds a stream; what came of it until it ended."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.address = address
        self.text = ""
        self.open = threading.Event()
        self.ended_well = False
        self.start()

    def run(self) -> None:
        with client(self.address) as http, suppress(httpx.TransportError), http.stream("GET", "/live") as stream:
            for part in stream.iter_text():
                self.text += part
                self.open.set()
            self.ended_well = True


@contextmanager
def listening(server: Server, count: int) -> Iterator[list[Listening]]:
    crowd = [Listening(server.address) for _ in range(count)]
    for one in crowd:
        assert one.open.wait(SECONDS)
    yield crowd
    for one in crowd:
        one.join(SECONDS)


def ended(server: Server, how: signal.Signals = signal.SIGTERM) -> int:
    assert server.process is not None
    server.process.send_signal(how)
    return server.process.wait(SECONDS)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_streams_end_whole_and_their_browsers_come_again_at_different_times(
    tmp_path: Path, how: signal.Signals
) -> None:
    server = Server(tmp_path).start()
    with listening(server, 12) as crowd:
        ended(server, how)
    again = []
    for one in crowd:
        assert one.ended_well, "the answer ended as answers do"
        told = re.findall(r"retry: (\d+)\n\n", one.text)
        assert len(told) == 2
        again.append(int(told[1]))
    assert all(500 <= wait <= 2000 for wait in again)
    assert len(set(again)) > 4
    until(lambda: not family(server.session), "no process is left behind")


def test_a_server_that_stops_is_not_ready_while_streams_are_seen_off(tmp_path: Path) -> None:
    server = Server(tmp_path, "--stop-seconds", "60").start()
    with client(server.address) as http, listening(server, 40) as crowd:
        assert http.get("/ready").status_code == 200
        os.kill(server.pid, signal.SIGTERM)
        seen = until(lambda: unready(server.address), "it says so, or has gone")
        assert seen in ("The server is stopping.\n", "gone")
        assert server.process is not None
        server.process.wait(SECONDS)
    assert all(one.ended_well for one in crowd)


def unready(address: str) -> str:
    try:
        with client(address) as http:
            answer = http.get("/ready")
            return answer.text if answer.status_code == 503 else ""
    except httpx.TransportError:
        return "gone"


def test_a_request_under_way_is_finished(tmp_path: Path) -> None:
    """Its head has come when the stop is asked for, its body comes after."""
    server = Server(tmp_path).start()
    begun, go_on = threading.Event(), threading.Event()

    def body() -> Iterator[bytes]:
        yield b'{"game": "trains", '
        begun.set()
        go_on.wait(SECONDS)
        yield b'"seats": ["person:Ada", "person:Bo"]}'

    whole = b'{"game": "trains", "seats": ["person:Ada", "person:Bo"]}'
    answers: list[httpx.Response] = []

    def post() -> None:
        head = {"Content-Length": str(len(whole)), "Content-Type": "application/json"}
        with client(server.address) as http:
            answers.append(http.post("/api/tables", content=body(), headers=head))

    thread = threading.Thread(target=post, daemon=True)
    thread.start()
    begun.wait(SECONDS)
    with client(server.address) as http:  # what was sent before on another line is there when this is answered
        http.get("/api/games")
    os.kill(server.pid, signal.SIGTERM)
    until(lambda: unready(server.address), "it stops")
    go_on.set()
    thread.join(SECONDS)
    assert server.process is not None
    server.process.wait(SECONDS)
    assert [answer.status_code for answer in answers] == [201]
    with server.start(), client(server.address) as http:
        id = answers[0].json()["id"]
        sent = {"Authorization": f"Bearer {answers[0].json()['tokens']['0']}"}
        assert http.get(f"/api/tables/{id}", headers=sent).status_code == 200


def test_what_never_ends_is_not_waited_for_longer_than_a_stop_may_take(tmp_path: Path) -> None:
    """Somebody sends half a request and no more: the server ends all the same."""
    server = Server(tmp_path, "--stop-seconds", "2", "--limit", "request_seconds=0").start()
    stuck = threading.Event()

    def body() -> Iterator[bytes]:
        yield b"{"
        stuck.wait(SECONDS)
        yield b"}"

    def post() -> None:
        with client(server.address) as http, suppress(httpx.TransportError):
            http.post("/api/tables", content=body(), headers={"Content-Length": "2"})

    thread = threading.Thread(target=post, daemon=True)
    thread.start()
    try:
        ended(server)
    finally:
        stuck.set()
        thread.join(SECONDS)
    until(lambda: not family(server.session), "no process is left behind")


def test_a_stop_during_load_loses_nothing_and_bots_go_on_after_the_next_start(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    players = [Player(server, f"stop {n}") for n in range(2)]
    for n in range(3):
        with client(server.address) as http:  # bots alone, who think all the time
            bots, _ = by_api(http, "bot:conductor", "bot:conductor", seed=f"all the time {n}")
            until(lambda http=http, bots=bots: http.get(f"{bots}/moves").json(), "bots play")  # type: ignore[misc]
        with playing(players):
            until(lambda: all(player.accepted for player in players), "they play")
            ended(server)
        until(lambda: not family(server.session), "no process is left behind")
        server.start()
        for player in players:
            player.check()
            now = until(player.look, "the bots have gone on")
            assert now["over"] or until(player.play, "and it takes a move")
    server.stop()


@contextmanager
def playing(players: list[Player]) -> Iterator[None]:
    """Each of them plays as fast as can be."""
    over = threading.Event()
    threads = [threading.Thread(target=play_until, args=(player, over), daemon=True) for player in players]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(SECONDS)


def play_until(player: Player, over: threading.Event) -> None:
    while not over.is_set():
        player.play()


def test_several_processes_stop_during_load_and_nothing_is_lost(tmp_path: Path, postgres: Postgres) -> None:
    server = Server(tmp_path, "--database", postgres.database(), "--processes", "2").start()
    players = [Player(server, f"several {n}") for n in range(2)]
    with listening(server, 8) as crowd, playing(players):
        until(lambda: all(player.accepted for player in players), "they play")
        assert ended(server) == 0
    assert all(one.ended_well for one in crowd)
    until(lambda: not family(server.session), "no process is left behind")
    with server.start():
        for player in players:
            player.check()
