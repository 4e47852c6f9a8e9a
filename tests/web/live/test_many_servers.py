"""Two servers on one PostgreSQL, each on a line of its own to it: killed, cut off and restarted in play."""

from __future__ import annotations

import os
import random
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from tests.web.live.test_crash import KILLS, Player, killed, served
from tests.web.postgres import Postgres, running
from tests.web.server import Server, client, free_port, until
from tests.web.streams import Follower

TABLES = 2


class Line:
    """What lies between a server and its database: it can be cut, and is there again for who asks anew."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.port = free_port()
        self.open: list[socket.socket] = []
        self.up = True
        self.door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.answer, daemon=True).start()

    def answer(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self.door.accept()
                try:
                    if not self.up:
                        raise ConnectionRefusedError
                    there = socket.create_connection(("127.0.0.1", self.to))
                except OSError:
                    here.close()
                    continue
                self.open += [here, there]
                for a, b in ((here, there), (there, here)):
                    threading.Thread(target=self.carry, args=(a, b), daemon=True).start()

    def carry(self, a: socket.socket, b: socket.socket) -> None:
        with suppress(OSError):
            while data := a.recv(65536):
                b.sendall(data)
        for end in (a, b):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        self.up = False
        for end in self.open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.open.clear()

    def mend(self) -> None:
        self.up = True


class Anywhere:
    """A program behind a proxy: every request goes to any of the servers, and who asks for nothing new asks again."""

    def __init__(self, servers: list[Server], seed: str) -> None:
        self.chance = random.Random(seed)
        self.clients = [client(server.address) for server in servers]
        self.headers = httpx.Headers()

    def get(self, path: str) -> httpx.Response:
        for http in self.chance.sample(self.clients, len(self.clients)):
            with suppress(httpx.TransportError):
                return http.get(path, headers=self.headers)
        raise httpx.ConnectError("no server answers")

    def post(self, path: str, **how: Any) -> httpx.Response:
        return self.chance.choice(self.clients).post(path, headers=self.headers, **how)


class Wanderer(Player):
    """Somebody who plays wherever the proxy leads, and follows the table by a stream."""

    def __init__(self, servers: list[Server], seed: str) -> None:
        super().__init__(servers[0], seed)
        token = self.http.headers["Authorization"].removeprefix("Bearer ")
        self.follower = Follower([server.address for server in servers], self.table, token)
        anywhere = Anywhere(servers, seed)
        anywhere.headers = self.http.headers
        self.anywhere = anywhere
        self.http = anywhere  # type: ignore[assignment]

    def check(self) -> None:
        """What was accepted is told by every server, in a moment."""
        for http in self.anywhere.clients:

            def told(http: httpx.Client = http) -> bool:
                with suppress(httpx.TransportError):
                    answer = http.get(f"{self.where}/moves", headers=self.anywhere.headers)
                    return answer.status_code == 200 and self.accepted.keys() <= {m["n"] for m in answer.json()}
                return False

            until(told, "all that was accepted")
        super().check()

    def followed(self) -> None:
        """The stream has come back by itself and has told all."""
        moves = until(self.moves, "the moves")
        until(lambda: self.follower.n >= len(moves), "the stream tells the newest")


@contextmanager
def club(folder: Path) -> Iterator[tuple[Postgres, list[Server], list[Line], list[Wanderer]]]:
    with ExitStack() as stack:
        postgres = stack.enter_context(running(durable=True))
        url, lines, servers = postgres.database(), [], []
        for name in ("one", "two"):
            line = Line(postgres.port)
            lines.append(line)
            own = url.replace(f":{postgres.port}/", f":{line.port}/")
            servers.append(stack.enter_context(served(folder / name, "--database", own)))
        players = [Wanderer(servers, f"club {n}") for n in range(TABLES)]
        yield postgres, servers, lines, players
        for player in players:
            player.followed()
            player.follower.closed = True


def test_one_of_two_servers_is_killed(tmp_path: Path) -> None:
    with club(tmp_path) as (_, servers, _, players):
        turn = iter(range(KILLS))

        def kill() -> None:
            """The other one plays on meanwhile."""
            server = servers[next(turn) % 2]
            os.kill(server.pid, signal.SIGKILL)
            server.process.wait()  # type: ignore[union-attr]
            for player in players:
                until(player.play, "a move is taken by the other server")
            server.start()
            for player in players:
                player.check()

        killed(players, kill)  # type: ignore[arg-type]
        assert all(player.follower.begun > 1 for player in players)


def test_their_database_is_killed(tmp_path: Path) -> None:
    with club(tmp_path) as (postgres, _, _, players):

        def kill() -> None:
            postgres.kill()
            for player in players:
                player.play()
            postgres.restart()
            for player in players:
                player.check()

        killed(players, kill)  # type: ignore[arg-type]


def test_a_line_to_their_database_is_cut(tmp_path: Path) -> None:
    with club(tmp_path) as (_, _, lines, players):
        turn = iter(range(KILLS))

        def kill() -> None:
            """A server alone says that it cannot, and plays on when the line is there again."""
            line = lines[next(turn) % 2]
            line.cut()
            for player in players:
                until(player.play, "a move is taken by the other server")
            line.mend()
            for player in players:
                player.check()

        killed(players, kill)  # type: ignore[arg-type]
