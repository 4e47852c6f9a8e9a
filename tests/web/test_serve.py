"""`roundhouse serve` on other databases: PostgreSQL by its URL, two servers on one, and what cannot be served."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.postgres import Postgres
from tests.web.server import Server, free_port, until


def test_two_servers_on_one_postgresql_database(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.database()
    urls = [url, url.replace("postgresql://", "postgresql+psycopg://")]
    servers = [Server(tmp_path, "--database", u).start() for u in urls]
    try:
        wish = {"game": "trains", "seats": ["person:Ada", "person:Bo"], "seed": "two"}
        held = httpx.post(f"{servers[0].address}/api/tables", json=wish, timeout=20).json()
        tokens = [{"Authorization": f"Bearer {held['tokens'][n]}"} for n in "01"]
        seat = 0
        for n in range(1, 11):
            where = f"{servers[n % 2].address}/api/tables/{held['id']}"
            now = httpx.get(where, headers=tokens[seat], timeout=20).json()
            assert now["n"] == n - 1  # the loser of the last round has learned it
            answers = at_once(servers, held["id"], tokens[seat], {"n": n, "action": now["legal"][0]["action"]})
            assert sorted(a.status_code for a in answers) == [200, 409]
            won, lost = sorted(answers, key=lambda a: a.status_code)
            assert lost.json()["state"]["n"] == n
            assert lost.json()["state"] == won.json()
            seat = won.json()["deciding"]
    finally:
        for server in servers:
            server.kill()


def at_once(servers: list[Server], id: str, headers: dict[str, str], body: dict[str, Any]) -> list[httpx.Response]:
    """The same post to every server in the same moment."""
    gate = threading.Barrier(len(servers))

    def post(server: Server) -> httpx.Response:
        with httpx.Client(base_url=server.address, timeout=20) as http:
            http.get("/api/games")
            gate.wait()
            return http.post(f"/api/tables/{id}/play", headers=headers, json=body)

    with ThreadPoolExecutor(len(servers)) as pool:
        return list(pool.map(post, servers))


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "not a URL of a known kind"),
        ("oracle2://x/y", "not a URL of a known kind"),
        ("postgresql://postgres@127.0.0.1:1/x", "The database cannot be used: "),
        ("postgresql://", "The database cannot be used: "),
        ("mysql://x@127.0.0.1/y", "needs MySQLdb"),
        ("sqlite:////nowhere/at/all.sqlite", "The database cannot be used: unable to open"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence(tmp_path: Path, url: str, sentence: str) -> None:
    command = [sys.executable, "-m", "roundhouse", "serve", "--port", str(free_port()), "--data", str(tmp_path)]
    done = subprocess.run([*command, "--database", url], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    said = done.stderr.splitlines()[-1]
    assert sentence in said
    assert said.endswith(".")
    assert "Traceback" not in done.stderr


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


def test_the_first_run_says_where_it_is_and_nothing_else(tmp_path: Path) -> None:
    with open(tmp_path / "stderr", "wb") as out:
        server = Server(tmp_path / "data").start(stderr=out)
        try:
            for path in ("/", "/api/docs", "/api/openapi.json"):
                assert httpx.get(f"{server.address}{path}", timeout=20).status_code == 200
            wish = {"game": "trains", "seats": ["person:Ada", "bot:greedy"]}
            assert httpx.post(f"{server.address}/api/tables", json=wish, timeout=20).status_code == 201
        finally:
            server.stop()
    said = (tmp_path / "stderr").read_text()
    assert re.fullmatch(rf"Roundhouse is at {server.address}/ and keeps its tables in .*\n", said), said


LINE = re.compile(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (info|warning|error) roundhouse\.\w+ ".*?"( \w+=.+)*')


def logged(data: Path, requests: bool) -> list[str]:
    """What a server writes to standard error in a short life."""
    data.mkdir()
    port = free_port()
    command = [sys.executable, "-m", "roundhouse", "serve", "--port", str(port), "--data", str(data)]
    command += ["--log-level", "info", *(["--log-requests"] if requests else [])]
    with open(data / "log", "w") as out, subprocess.Popen(command, stderr=out) as process:
        until(lambda: answers(port), "the server answers")
        address = f"http://127.0.0.1:{port}"
        httpx.get(f"{address}/s/secret-token")
        httpx.post(f"{address}/api/tables", json={"game": "trains", "seats": ["person:Ada", "person:Bo"]})
        process.terminate()
    return (data / "log").read_text().splitlines()[1:]  # the first says where it is


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/api/games").status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.parametrize(
    ("option", "value"), [("--log-level", "loud"), ("--base-url", "games.example"), ("--limit", "x=1")]
)
def test_what_cannot_be_meant_is_one_sentence(tmp_path: Path, option: str, value: str) -> None:
    command = [sys.executable, "-m", "roundhouse", "serve", "--data", str(tmp_path), option, value]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.strip().endswith(".")
    assert len(done.stderr.splitlines()) == 1
