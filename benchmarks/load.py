"""What moves cost a server with many tables, and how long everybody waits for them: whole games as browsers play them.

    PYTHONPATH=.:build/compiled python benchmarks/load.py --tables 200 --watchers 2 --seconds 300

Starts a server of its own on this machine, opens so many tables of two persons (of all games in turn, or of `--game`)
and watches each with so many watchers. Everybody holds a stream, as a page does, and shows by it what the page would
show; whoever is to decide does so by lot, `--pause` seconds after the table's last move, until the time is over. Every
stream must bring every move once and in order, and lead to the regions that the server gives who asks anew. Printed are
moves a second, the time from a move's post until it is on the streams, and processor time a move of the server, its
workers and this tool. It stops by itself, and asks nobody but the server it has started.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from tests.web.server import PLAIN, Server

GAMES = ("trains", "spyrium", "empires", "empyreal")
AT_ONCE = 8  # tables that are opened at a time
SETTLING = 3.0  # seconds until all have their streams and what was opened has been told
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Move:
    """A decision on its way: who must hear of it, and when the last of them did."""

    posted: float
    waiting: int
    heard: list[float] = field(default_factory=list)


@dataclass
class Found:
    """What was seen, by all."""

    moves: int = 0
    slow: list[float] = field(default_factory=list)  # seconds from post to the last stream, by move
    each: list[float] = field(default_factory=list)  # and to each stream
    answered: list[float] = field(default_factory=list)  # and to the answer of the post
    faults: list[str] = field(default_factory=list)
    bytes: int = 0


class Viewer:
    """Somebody with a page: a stream, and what it has told."""

    def __init__(self, table: Table, address: str, name: str) -> None:
        self.table = table
        self.name = name
        self.http = httpx.AsyncClient(
            base_url=address,
            verify=PLAIN,
            timeout=httpx.Timeout(60, read=None),
            headers={"Origin": address, "Accept-Encoding": "gzip"},
        )
        self.state: dict[str, Any] = {}
        self.regions: dict[str, str] = {}
        self.n = -1

    async def begin(self) -> None:
        """Come as somebody new."""
        assert (await self.http.post("/me", data={"name": self.name})).status_code == 303

    async def look(self) -> None:
        """What the page asks when it has no version yet."""
        now = (await self.http.get(f"{self.table.path}/regions")).json()
        self.take(now, now["regions"])

    def take(self, state: dict[str, Any], regions: dict[str, str]) -> None:
        self.state = {key: value for key, value in state.items() if key != "regions"}
        self.regions, self.n = regions, state["n"]

    async def listen(self, found: Found) -> None:
        """Follow the stream for as long as it is there."""
        async with self.http.stream("GET", f"/live?tables={self.table.id}") as answer:
            answer.raise_for_status()
            async for kind, news in self.events(answer, found):
                if kind == "table":
                    self.hear(news, found)

    async def events(self, answer: httpx.Response, found: Found) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        kind = ""
        async for line in answer.aiter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield kind, json.loads(line.removeprefix("data: "))
        found.bytes += answer.num_bytes_downloaded

    def hear(self, news: dict[str, Any], found: Found) -> None:
        """Take in what a stream says, as `table.js` does."""
        now = time.monotonic()
        if "state" not in news:
            found.faults.append(f"{self.name} was told nothing of version {news['v']}")
            return
        if news["from"] and news["from"] != self.state["v"]:
            found.faults.append(f"{self.name} has {self.state['v']} and was told what follows {news['from']}")
            return
        n = news["state"]["n"]
        if n not in (self.n, self.n + 1):
            found.faults.append(f"{self.name} heard of {n} after {self.n}")
        regions = dict(self.regions) if news["from"] else {}
        for name, change in news["regions"].items():
            if isinstance(change, str):
                regions[name] = change
            else:
                head, tail, middle = change
                old = regions[name]
                regions[name] = old[:head] + middle + old[len(old) - tail :]
        new = n == self.n + 1
        self.take(news["state"], regions)
        if new:
            self.table.heard(n, now, found)

    async def check(self, found: Found) -> None:
        """Whether the stream has led to what the page would get anew."""
        now = (await self.http.get(f"{self.table.path}/regions")).json()
        if (now["n"], now["regions"]) != (self.n, self.regions):
            found.faults.append(f"{self.name} shows {self.n} otherwise than the server, which is at {now['n']}")


class Table:
    """Two players, some watchers, and a moment at which the next decision is due."""

    def __init__(self, k: int, game: str, address: str, watchers: int, due: float) -> None:
        self.id = self.path = ""
        self.game = game
        self.lot = random.Random(k)
        self.due = due
        self.players = [Viewer(self, address, f"{who} {k}") for who in ("Ada", "Bo")]
        self.watchers = [Viewer(self, address, f"Watcher {k}-{w}") for w in range(watchers)]
        self.moves: dict[int, Move] = {}

    @property
    def viewers(self) -> list[Viewer]:
        return [*self.players, *self.watchers]

    async def open(self) -> None:
        """Open it, sit down, and let the watchers in."""
        for viewer in self.viewers:
            await viewer.begin()
        ada, bo = self.players
        wish = {"game": self.game, "seats": "2", "visibility": "open", "seat-0": "you", "seat-1": "invite"}
        answer = await ada.http.post("/tables", data=wish)
        self.path = answer.headers["location"].partition("?")[0]
        self.id = self.path.rpartition("/")[2]
        assert (await bo.http.post(f"{self.path}/join", data={"name": ""})).status_code == 303

    async def play(self, pause: float, until: float, found: Found) -> None:
        """Decide, whoever is to, until the time or the game is over."""
        while time.monotonic() < until:
            await asyncio.sleep(max(0.0, self.due - time.monotonic()))
            mover = next((one for one in self.players if one.state["yours"] and one.state["actions"]), None)
            if mover is None:
                if self.players[0].state["over"]:
                    return
                await asyncio.sleep(0.02)
                continue
            n = mover.n + 1
            body = {"n": n, "action": self.lot.choice(mover.state["actions"]), "told": True}
            move = self.moves[n] = Move(time.monotonic(), len(self.viewers))
            self.due = time.monotonic() + pause
            answer = await mover.http.post(f"{self.path}/play", json=body)
            found.answered.append(time.monotonic() - move.posted)
            if answer.status_code != 200:
                found.faults.append(f"{mover.name} could not decide {n}: {answer.text[:200]}")
                return
            while mover.n < n:  # its own stream tells it, too
                await asyncio.sleep(0.005)

    def heard(self, n: int, now: float, found: Found) -> None:
        move = self.moves.get(n)
        if move is None:
            return
        move.heard.append(now - move.posted)
        found.each.append(now - move.posted)
        if len(move.heard) == move.waiting:
            found.moves += 1
            found.slow.append(max(move.heard))
            del self.moves[n]


def of_processes(session: int) -> tuple[float, float, float]:
    """Seconds of processor time that a server has used, and its workers, and the server's resident megabytes."""
    server = workers = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            pid, fields = int(stat.parent.name), stat.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                seconds = (int(fields[11]) + int(fields[12])) / TICKS
                if pid == session:
                    server += seconds
                else:
                    workers += seconds
    resident = int(Path(f"/proc/{session}/status").read_text().split("VmRSS:")[1].split()[0])
    return server, workers, resident / 1024


def at(share: float, seconds: Sequence[float]) -> float:
    """A percentile in milliseconds."""
    return 1000 * sorted(seconds)[min(int(share * len(seconds)), len(seconds) - 1)] if seconds else float("nan")


async def loaded(server: Server, args: argparse.Namespace) -> tuple[Found, dict[str, float]]:
    games = (args.game,) if args.game else GAMES
    tables = [
        Table(k, games[k % len(games)], server.address, args.watchers, k * args.pause / args.tables)
        for k in range(args.tables)
    ]
    at_once = asyncio.Semaphore(AT_ONCE)

    async def open_one(table: Table) -> None:
        async with at_once:
            await table.open()

    found, everybody = Found(), [viewer for table in tables for viewer in table.viewers]
    async with AsyncExitStack() as stack:
        for viewer in everybody:
            stack.push_async_callback(viewer.http.aclose)
        await asyncio.gather(*(open_one(table) for table in tables))
        streams = [asyncio.create_task(viewer.listen(found)) for viewer in everybody]
        await asyncio.sleep(SETTLING)
        for table in tables:
            await asyncio.gather(*(viewer.look() for viewer in table.viewers))
        began, before, own = time.monotonic(), of_processes(server.session), time.process_time()
        for table in tables:
            table.due += began
        await asyncio.gather(*(table.play(args.pause, began + args.seconds, found) for table in tables))
        took, after, own = time.monotonic() - began, of_processes(server.session), time.process_time() - own
        await asyncio.sleep(1.0)  # the last of it is on its way
        for table in tables:
            found.faults += [f"decision {n} of {table.path} did not come to all" for n in table.moves]
            await asyncio.gather(*(viewer.check(found) for viewer in table.viewers))
        found.faults += [f"a stream ended: {stream}" for stream in streams if stream.done()]
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
    told = {
        "viewers": len(everybody),
        "seconds": took,
        "server": after[0] - before[0],
        "workers": after[1] - before[1],
        "tool": own,
        "memory before": before[2],
        "memory after": after[2],
    }
    return found, told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--watchers", type=int, default=2, help="at each table")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=4, help="seconds between two moves at a table")
    parser.add_argument("--game", default="", choices=["", *GAMES])
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
        found, told = asyncio.run(loaded(server, args))
    moves = max(found.moves, 1)
    told |= {
        "moves": found.moves,
        "server ms a move": 1000 * told["server"] / moves,
        "tool ms a move": 1000 * told["tool"] / moves,
        "answer ms, median": at(0.5, found.answered),
        "stream ms, median": at(0.5, found.each),
        "all streams ms, median": at(0.5, found.slow),
        "all streams ms, p95": at(0.95, found.slow),
        "faults": len(found.faults),
    }
    if args.json:
        print(json.dumps(told, indent=1))
    else:
        for name, value in told.items():
            print(f"{name:24} {value:10.2f}".rstrip("0").rstrip("."))
    for fault in found.faults[:10]:
        print(fault)


if __name__ == "__main__":
    main()
