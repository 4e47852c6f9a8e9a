"""`roundhouse serve` as people start it: alone, two on one database, and what it writes down."""

from __future__ import annotations

import re
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from examples.play_by_api import play as play_example

from tests.web.postgres import Postgres
from tests.web.server import Server, bearer, by_api, client, person

LINE = re.compile(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (info|warning|error) roundhouse\.\w+ ".*?"( \w+=.+)*')


def test_a_whole_game_by_the_example(server: Server) -> None:
    scores = play_example(server.address, "test")
    assert len(scores) == 2
    assert scores[1] > scores[0]


def test_two_servers_on_one_postgresql_database(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.database()
    urls = [url, url.replace("postgresql://", "postgresql+psycopg://")]
    with Server(tmp_path, "--database", urls[0]) as one, Server(tmp_path, "--database", urls[1]) as other:
        people = [client(server.address) for server in (one, other)]
        where, held = by_api(people[0], "person:Ada", "person:Bo", seed="two")
        tokens = [bearer(held["tokens"][n]) for n in "01"]
        seat = 0
        for n in range(1, 11):
            now = people[n % 2].get(where, headers=tokens[seat]).json()
            assert now["n"] == n - 1  # the loser of the last round has learned it
            body = {"n": n, "action": now["legal"][0]["action"]}
            answers = at_once(people, f"{where}/play", headers=tokens[seat], json=body)
            assert sorted(a.status_code for a in answers) == [200, 409]
            won, lost = sorted(answers, key=lambda a: a.status_code)
            assert lost.json()["state"]["n"] == n
            assert lost.json()["state"] == won.json()
            seat = won.json()["deciding"]


def at_once(people: list[httpx.Client], path: str, **sent: Any) -> list[httpx.Response]:
    """The same post by everybody in the same moment."""
    gate = threading.Barrier(len(people))

    def post(http: httpx.Client) -> httpx.Response:
        gate.wait()
        return http.post(path, **sent)

    with ThreadPoolExecutor(len(people)) as pool:
        return list(pool.map(post, people))


def test_the_first_run_says_where_it_is_and_nothing_else(tmp_path: Path) -> None:
    with open(tmp_path / "stderr", "wb") as out:
        server = Server(tmp_path / "data").start(stderr=out)
        try:
            with person(server.address) as http:
                for path in ("/", "/api/docs", "/api/openapi.json"):
                    assert http.get(path).status_code == 200
                by_api(http, "person:Ada", "bot:greedy")
        finally:
            server.stop()
    said = (tmp_path / "stderr").read_text()
    assert re.fullmatch(rf"Roundhouse is at {server.address}/ and keeps its tables in .*\n", said), said


def test_what_happens_is_logged_a_line_each_and_requests_only_when_asked(tmp_path: Path) -> None:
    lines = {asked: logged(tmp_path / f"{asked}", asked) for asked in (True, False)}
    for line in [*lines[True], *lines[False]]:
        assert LINE.fullmatch(line), line
    requests = [line for line in lines[True] if '"request"' in line]
    assert any('method="GET" path="/api/games" status=200 ms=' in line for line in requests)
    assert any('path="/s/..." status=404' in line for line in requests)
    assert not any("secret-token" in line for line in lines[True])
    assert not any('"request"' in line for line in lines[False])
    for told in ('"serving" version=', '"a table is opened" table="'):
        assert any(told in line for line in lines[False])


def logged(data: Path, requests: bool) -> list[str]:
    """What a server writes to standard error in a short life."""
    data.mkdir()
    with open(data / "log", "wb") as out:
        server = Server(data, "--log-level", "info", *(["--log-requests"] if requests else [])).start(stderr=out)
        with client(server.address) as http:
            http.get("/s/secret-token")
            by_api(http, "person:Ada", "person:Bo")
        server.stop()
    return (data / "log").read_text().splitlines()[1:]  # the first says where it is


def test_a_server_with_a_bad_key_says_so_and_ends(tmp_path: Path) -> None:
    (tmp_path / "key").touch()
    server = Server(tmp_path)
    done = subprocess.run(server.command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "is empty, so anybody could forge one" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
