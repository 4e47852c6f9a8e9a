"""What many tables cost the server: its first answer, its memory, and bots beside strangers' tables and beside hints.

Run with `PYTHONPATH=.:build/compiled python benchmarks/server.py` for the compiled engine, or `PYTHONPATH=.` without.
"""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx
from tests.web.server import Server, person
from tests.web.test_faults import many

TABLES = 2000
STRANGERS = 50
ROUNDS = 60
GAMES = ("trains", "spyrium", "empires", "empyreal")
STARTS = 9
ASKING = 3  # persons who want a hint on everything


def memory(pid: int) -> float:
    """Resident megabytes of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def bare() -> float:
    """Seconds in which Python loads the libraries and nothing of ours."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", "import fastapi, sqlalchemy.orm, uvicorn"], check=True)
    return time.monotonic() - began


def first_answer(data: Path) -> float:
    """Seconds from the start of the process to the first page of the lobby."""
    server = Server(data)
    command = [sys.executable, "-m", "roundhouse", "serve", "--port", str(server.port), "--data", str(data)]
    usual = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    began = time.monotonic()
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=usual)
    try:
        while True:
            try:
                with socket.create_connection(("127.0.0.1", server.port)) as line:
                    line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
                    assert line.recv(100).startswith(b"HTTP/1.1 200")
                    return time.monotonic() - began
            except ConnectionError:
                time.sleep(0.005)
    finally:
        process.kill()
        process.wait()


def looked_at(data: Path, tables: list[str]) -> tuple[float, float]:
    """Memory before and after somebody looks at all tables."""
    server = Server(data).start()
    try:
        with person(server.address, "Ada") as http:
            for table in tables[:5]:
                http.get(f"/w/{table}")
                http.get(f"/t/{table}/score").raise_for_status()
            before = memory(server.pid)
            for table in tables:
                http.get(f"/w/{table}")
                http.get(f"/t/{table}/score").raise_for_status()
                http.cookies.delete(f"watch-{table}")
            return before, memory(server.pid)
    finally:
        server.kill()


def answers(server: Server, game: str, rounds: int) -> list[float]:
    """Milliseconds from a person's move to the bot's, as the person's program sees it."""
    out: list[float] = []
    with httpx.Client(base_url=server.address, timeout=60) as http:
        held = http.post("/api/tables", json={"game": game, "seats": ["person:Ada", "bot:greedy"]}).json()
        where, mine = f"/api/tables/{held['id']}", {"Authorization": f"Bearer {held['tokens']['0']}"}
        now = http.get(where, headers=mine).json()
        while len(out) < rounds and not now["over"]:
            if not now["legal"]:
                now = http.get(where, headers=mine).json()
                continue
            body = {"n": now["n"] + 1, "action": now["legal"][-1]["action"]}
            began = time.monotonic()
            now = http.post(f"{where}/play", headers=mine, json=body).json()
            if now["deciding"] == 1:
                n = now["n"]
                while now["n"] == n and not now["over"]:
                    time.sleep(0.002)
                    now = http.get(where, headers=mine).json()
                out.append(1000 * (time.monotonic() - began))
    return out


def beside_strangers(game: str) -> tuple[list[float], list[float]]:
    """The same alone, and while a stranger has many tables of bots."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data)).start()
        try:
            alone = answers(server, game, ROUNDS)
            with person(server.address, "Eve") as eve:
                for n in range(STRANGERS):
                    wish = {"game": game, "seats": "2", "seat-0": "bot:greedy", "seat-1": "bot:greedy", "title": f"{n}"}
                    eve.post("/tables", data=wish)
            return alone, answers(server, game, ROUNDS)
        finally:
            server.kill()


def wants_hints(server: Server, game: str, name: str, until: threading.Event, told: list[float]) -> None:
    """Play on against a bot and ask for a hint at every decision; how many milliseconds each took."""
    with person(server.address, name) as http:
        wish = {"game": game, "seats": "2", "seat-0": "you", "seat-1": "bot:greedy"}
        table = ""
        while not until.is_set():
            now: dict[str, Any] = http.get(f"{table}/regions").json() if table else {"over": True}
            if now["over"]:
                table = http.post("/tables", data=wish).headers["location"]
                continue
            if not now["actions"]:
                until.wait(0.02)
                continue
            began = time.monotonic()
            hint = http.post(f"{table}/hint", json={"n": now["n"] + 1})
            if hint.status_code == 200:
                told.append(1000 * (time.monotonic() - began))
            elif hint.status_code == 429:
                until.wait(0.5)
            http.post(f"{table}/play", json={"n": now["n"] + 1, "action": now["actions"][-1]})


def beside_hints(game: str) -> tuple[list[float], list[float], list[float]]:
    """A bot's answers alone and while others ask for hints without a pause, and how long those take."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data)).start()
        stop, told = threading.Event(), list[float]()
        asking = [
            threading.Thread(target=wants_hints, args=(server, game, f"Eve {n}", stop, told)) for n in range(ASKING)
        ]
        try:
            answers(server, game, 10)  # the workers have started
            alone = answers(server, game, ROUNDS)
            for one in asking:
                one.start()
            return alone, answers(server, game, ROUNDS), told
        finally:
            stop.set()
            for one in asking:
                one.join()
            server.kill()


def middle(took: list[float]) -> str:
    return f"{statistics.median(took):6.1f} (p95 {sorted(took)[int(0.95 * len(took))]:.1f})"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        url = f"sqlite:///{data / 'roundhouse.sqlite'}"
        first_answer(data)  # writes what Python and the templates compile to, as an installation does
        empty = min(first_answer(data) for _ in range(STARTS))
        many(url, TABLES // 2, "playing", 0)
        over = many(url, TABLES // 2, "over")
        starts = sorted(first_answer(data) for _ in range(STARTS))
        print(f"libraries alone                    {min(bare() for _ in range(STARTS)):6.2f} s")
        print(f"first answer, no table             {empty:6.2f} s at best")
        print(f"first answer, {TABLES} tables          {starts[0]:6.2f} s at best, {starts[STARTS // 2]:.2f} s median")
        over += many(url, TABLES // 2, "over", start=TABLES // 2)
        before, after = looked_at(data, over)
        print(f"memory, {len(over)} finished tables      {before:6.0f} MB before, {after:.0f} MB after")
    for game in GAMES:
        alone, beside, hints = beside_hints(game)
        told = [
            f"{statistics.median(x):6.1f} (p95 {sorted(x)[int(0.95 * len(x))]:.1f})" for x in (alone, beside, hints)
        ]
        print(f"a bot's answer in ms, {game:10} alone {told[0]}; beside hints {told[1]}; {len(hints)} hints {told[2]}")
    for game in GAMES:
        alone, beside = beside_strangers(game)
        told = [middle(x) for x in (alone, beside)]
        ratio = statistics.median(beside) / statistics.median(alone)
        print(f"a bot's answer in ms, {game:10} alone {told[0]}; beside {STRANGERS} tables {told[1]}; x{ratio:.2f}")


if __name__ == "__main__":
    main()
