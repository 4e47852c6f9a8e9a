"""What a move costs the server when two persons look at it: processor time, and bytes sent to their pages.

Two browsers are played by this process: they hold their streams, post moves by turns, and ask for all of the table
when what they are told does not suffice. Run with `PYTHONPATH=. python benchmarks/moves.py [GAME ...]`; with
`--source FOLDER` the server is that of another checkout.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

GAMES = ("trains", "spyrium", "empires", "empyreal")


def processor_time(pid: int) -> float:
    """Seconds a process has computed so far, in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Browser:
    """A person's browser at a table: it hears news, and asks for what they do not tell."""

    def __init__(self, address: str, name: str) -> None:
        self.http = httpx.Client(base_url=address, headers={"Origin": address, "Accept-Encoding": "gzip"}, timeout=60)
        self.http.post("/me", data={"name": name})
        self.asks = self.bytes = self.heard = self.n = 0
        self.v = ""
        self.state: dict[str, Any] = {}
        self.news = threading.Condition()

    def look(self, path: str) -> None:
        answer = self.http.get(f"{path}/regions")
        self.bytes += answer.num_bytes_downloaded
        self.take(answer.json())

    def take(self, state: dict[str, Any]) -> None:
        with self.news:
            if state["n"] >= self.n:
                self.state, self.n, self.v = state, state["n"], state["v"]
            self.news.notify_all()

    def listen(self, path: str) -> None:
        """Follow the table, as its page does, until the server goes."""
        where = {"tables": path.rpartition("/")[2]}
        with suppress(httpx.TransportError), self.http.stream("GET", "/live", params=where) as stream:
            for line in stream.iter_lines():
                self.bytes += stream.num_bytes_downloaded - self.heard
                self.heard = stream.num_bytes_downloaded
                if not line.startswith("data: ") or '"v"' not in line:
                    continue
                told = json.loads(line[6:])
                if told["v"] == self.v:
                    continue
                if "state" in told and told["from"] in ("", self.v):
                    self.take(told["state"])
                else:
                    self.asks += 1
                    self.look(path)

    def wait(self, n: int) -> None:
        """Until decision n is known here."""
        with self.news:
            assert self.news.wait_for(lambda: self.n >= n, 60)


def measured(source: str, game: str, moves: int) -> tuple[float, float, int]:
    """Milliseconds of processor time a move, bytes of answers a move, and how often a page had to ask."""
    with socket.create_server(("127.0.0.1", 0)) as free, tempfile.TemporaryDirectory() as data:
        port = free.getsockname()[1]
        free.close()
        command = [sys.executable, "-m", "roundhouse", "serve", "--port", str(port), "--data", data, "--no-limits"]
        environment = {**os.environ, "PYTHONPATH": source}
        server = subprocess.Popen([*command, "--no-browser"], env=environment, stderr=subprocess.DEVNULL)
        try:
            return played(f"http://127.0.0.1:{port}", server.pid, game, moves)
        finally:
            server.kill()
            server.wait()


def played(address: str, pid: int, game: str, moves: int) -> tuple[float, float, int]:
    while True:
        try:
            httpx.get(address)
            break
        except httpx.TransportError:
            time.sleep(0.1)
    ada, bo = Browser(address, "Ada"), Browser(address, "Bo")
    form = {"game": game, "seats": "2", "seat-0": "you", "seat-1": "invite", "title": "Friday", "visibility": "open"}
    path = ada.http.post("/tables", data=form).headers["location"]
    bo.http.post(f"{path}/join", data={"name": "Bo"})
    for browser in (ada, bo):
        browser.look(path)
        threading.Thread(target=browser.listen, args=(path,), daemon=True).start()
    time.sleep(1)
    costs: list[float] = []
    for browser in (ada, bo):
        browser.bytes = browser.asks = 0
    before = processor_time(pid)
    for n in range(1, moves + 1):
        mover = ada if ada.state["deciding"] == 0 else bo
        answer = mover.http.post(f"{path}/play", json={"n": n, "action": chosen(mover)})
        mover.bytes += answer.num_bytes_downloaded
        mover.take(answer.json())
        for browser in (ada, bo):
            browser.wait(n)
        if n % 20 == 0:
            costs.append((processor_time(pid) - before) / 20 * 1000)
            before = processor_time(pid)
        if mover.state["over"]:
            break
    return statistics.median(costs), (ada.bytes + bo.bytes) / moves, ada.asks + bo.asks


def chosen(mover: Browser) -> int:
    """A legal action: the middle one of those that the page offers in words."""
    words = str(mover.state.get("regions", {}).get("words", ""))
    found = mover.state.get("actions") or [int(x.partition('"')[0]) for x in words.split('data-action="')[1:]]
    return int(found[len(found) // 2])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--source", action="append", default=[])
    parser.add_argument("--moves", type=int, default=120)
    given = parser.parse_args()
    for game in given.games:
        for source in given.source or [str(Path(__file__).parent.parent / "src")]:
            cost, sent, asks = measured(source, game, given.moves)
            print(f"{game:9} {cost:6.1f} ms and {sent / 1000:5.1f} kB a move, asked {asks} times  {source}", flush=True)


if __name__ == "__main__":
    main()
