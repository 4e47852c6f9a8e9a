"""What moves cost servers with many tables, and how long everybody waits for them: games as browsers play them.

    PYTHONPATH=.:build/compiled python benchmarks/load.py --tables 200 --watchers 2 --seconds 300
    PYTHONPATH=.:build/compiled python benchmarks/load.py --servers 2 --postgres --bots 20 --slow 50
    PYTHONPATH=.:build/compiled python benchmarks/load.py --costs --before HEAD~20

Starts servers of its own on this machine, with a database of their own, and opens so many tables of two persons (of
all games in turn, or of `--game`), so many more with a bot beside them, and so many watchers at each. Everybody holds a
stream, as a page does, and shows by it what the page would show; each request and each stream goes to any server.
Whoever is to decide does so by lot, `--pause` seconds after the table's last move, until time or games are over.
Every page must be shown every move once and in order, and end with the regions that the server gives who asks anew.
Whose stream ends comes again, as a browser does. `--slow` watchers never read what they asked for, or a byte a second.

Printed are moves a second, the time from a move's post until pages show it, processor time a move of the servers, their
workers, PostgreSQL and this tool, each apart, and memory as time goes on. `--costs` plays every game with nobody and
with ten watchers, so that what a move costs and what a watcher adds can be told apart. It stops by itself, listens and
asks on this machine only, and ends with 1 if anything that was told was not as it should be.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from costs import before_of, costs
from crowd import Found, Table
from lines import Slow
from machines import HOLDS, Machines, Used, lines
from tests.web.postgres import running
from tests.web.server import Server

GAMES = ("trains", "spyrium", "empires", "empyreal")
AT_ONCE = 16  # tables that are opened at a time
OPENING = 300.0  # seconds in which all must be open
SETTLING = 30.0  # seconds after the end in which all must have seen all
SAMPLES = 20  # times that memory is looked at
FLAT = 0.02  # memory may grow by so much of itself in a minute


class Elsewhere(Server):
    """A server that runs the code of another folder."""

    def __init__(self, code: str, data: Path, *more: str) -> None:
        super().__init__(data, *more)
        self.code = code

    @property
    def command(self) -> list[str]:
        return ["env", f"PYTHONPATH={self.code}", *super().command] if self.code else super().command


@contextmanager
def served(args: argparse.Namespace, code: str = "") -> Iterator[Machines]:
    """Servers with a database of their own, for as long as they are needed."""
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="roundhouse-load-")))
        postgres = stack.enter_context(running(durable=True)) if args.postgres else None
        more = ["--database", postgres.database()] if postgres else []
        more += ["--processes", str(args.processes)] if args.processes > 1 else []
        servers = [stack.enter_context(Elsewhere(code, data, *more)) for _ in range(args.servers)]
        yield Machines(servers, postgres)


def at(share: float, seconds: Sequence[float]) -> float:
    """A percentile in milliseconds."""
    return round(1000 * sorted(seconds)[min(int(share * len(seconds)), len(seconds) - 1)], 1)


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    if not seconds:
        return {}
    return {"50": at(0.5, seconds), "95": at(0.95, seconds), "99": at(0.99, seconds), "max": at(1, seconds)}


class Load:
    """One run: tables, everybody at them, and what they found."""

    def __init__(self, machines: Machines, args: argparse.Namespace) -> None:
        self.machines = machines
        self.args = args
        self.found = Found()
        ports = [server.port for server in machines.servers]
        games, many = (args.game,) if args.game else GAMES, args.tables + args.bots
        self.tables = [
            Table(
                k,
                games[k % len(games)],
                args.level if k >= args.tables else "",
                ports,
                args.watchers,
                k * args.pause / many,
                self.found,
            )
            for k in range(many)
        ]
        self.viewers = [viewer for table in self.tables for viewer in table.viewers]
        self.slow: list[Slow] = []
        self.held = 0

    async def run(self) -> dict[str, Any]:
        """Open, play, wait until all have seen all, check; what was found."""
        tasks: list[asyncio.Task[Any]] = []
        began = time.monotonic()
        try:
            async with asyncio.timeout(OPENING):
                await self.open()
                before = self.machines.seconds()
                tasks += [asyncio.create_task(viewer.follow()) for viewer in self.viewers]
                while not all(viewer.state for viewer in self.viewers):
                    await asyncio.sleep(0.05)
                opening, came = time.monotonic() - began, self.machines.seconds().server - before.server
                tasks += [asyncio.create_task(one.sit()) for one in await self.slow_ones()]
            self.found.asked = self.found.ended = 0
            tasks.append(asyncio.create_task(self.weigh()))
            if self.args.cut:
                tasks.append(asyncio.create_task(self.cut()))
            before, began = self.machines.seconds(), time.monotonic()
            for table in self.tables:
                table.due += began
            await asyncio.gather(*(table.play(self.args.pause, began + self.args.seconds) for table in self.tables))
            took, after = time.monotonic() - began, self.machines.seconds()
            await self.settle()
            told = self.told(before, after, took)
            told |= {"seconds to open": round(opening, 1), "ms a page": round(1000 * came / len(self.viewers), 2)}
            for table in self.tables:
                await asyncio.gather(*(viewer.check() for viewer in table.viewers))
            told["faults"] = self.found.faults
            return told
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for viewer in self.viewers:
                viewer.close()
            for one in self.slow:
                one.socket.close()

    async def open(self) -> None:
        at_once = asyncio.Semaphore(AT_ONCE)

        async def open_one(table: Table) -> None:
            async with at_once:
                await table.open()

        await asyncio.gather(*(open_one(table) for table in self.tables))

    async def slow_ones(self) -> list[Slow]:
        ports = [server.port for server in self.machines.servers]
        for k in range(self.args.slow):
            table = self.tables[k % len(self.tables)]
            self.slow.append(await table.slow_watcher(ports[k % len(ports)], k % 2 == 1))
        return self.slow

    async def weigh(self) -> None:
        while True:
            self.machines.weigh()
            await asyncio.sleep(max(2.5, self.args.seconds / SAMPLES))

    async def cut(self) -> None:
        """Cut one stream after the other, as lines are cut."""
        while True:
            await asyncio.sleep(self.args.cut)
            viewer = self.tables[0].lot.choice(self.viewers)
            if viewer.stream is not None:
                viewer.stream.close()

    async def settle(self) -> None:
        """What was decided last is on its way."""
        until = time.monotonic() + SETTLING
        while any(table.waiting() for table in self.tables) and time.monotonic() < until:
            await asyncio.sleep(0.1)
        for table in self.tables:
            wanted = table.waiting()
            self.found.faults += [f"decision {n} of {table.path} did not come to {k}" for n, k in wanted.items()]
        self.machines.weigh()
        held = {port for server in self.machines.servers for port in lines(server.port, HOLDS)}
        self.held = sum(one.port in held for one in self.slow)

    def told(self, before: Used, after: Used, took: float) -> dict[str, Any]:
        found, moves = self.found, max(self.found.moves, 1)
        used = {kind: value - getattr(before, kind) for kind, value in vars(after).items()}
        sizes, grows = self.machines.sizes, self.machines.growth()
        return {
            "tables": len(self.tables),
            "players": 2 * len(self.tables),
            "watchers": len(self.viewers) - 2 * len(self.tables),
            "servers": self.args.servers * self.args.processes,
            "database": "PostgreSQL" if self.args.postgres else "SQLite",
            "seconds": round(took, 1),
            "moves": found.moves,
            "moves of bots": found.bot_moves,
            "games ended": found.over,
            "moves a second": round(found.moves / took, 2),
            "ms a move": {kind: round(1000 * seconds / moves, 3) for kind, seconds in used.items()},
            "cores": {kind: round(seconds / took, 3) for kind, seconds in used.items()},
            "answer ms": percentiles(found.answered),
            "page ms": percentiles(found.each),
            "last page ms": percentiles(found.slowest),
            "bot ms": percentiles(found.bots),
            "streams": found.streams,
            "streams ended": found.ended,
            "asked anew": found.asked,
            "shown together": found.together,
            "told twice": found.twice,
            "refused posts": dict(found.refused),
            "slow lines": len(self.slow),
            "slow lines still held": self.held,
            "kB a move and page": round(self.heard() / 1000 / moves / max(1, len(self.viewers) / len(self.tables)), 2),
            "memory MB": [{"s": round(s), **{k: round(v, 1) for k, v in vars(one).items()}} for s, one in sizes],
            "MB a minute": round(grows, 2),
            "flat": grows <= FLAT * sizes[-1][1].server,
        }

    def heard(self) -> int:
        return self.found.bytes + sum(viewer.stream.bytes for viewer in self.viewers if viewer.stream)


def loaded(args: argparse.Namespace, code: str = "") -> dict[str, Any]:
    """One run with servers of its own."""
    with served(args, code) as machines:
        return asyncio.run(Load(machines, args).run())


def shown(told: dict[str, Any]) -> None:
    """A run in lines for people."""
    for name, value in told.items():
        if name == "memory MB":
            for one in value:
                print(f"{'memory MB':24}{'  '.join(f'{k} {v}' for k, v in one.items())}")
        elif name == "faults":
            print(f"{name:24}{len(value)}")
            for fault in value[:10]:
                print(fault)
        else:
            print(f"{name:24}{'  '.join(f'{k} {v}' for k, v in value.items()) if isinstance(value, dict) else value}")


def more_files() -> None:
    """As many lines as the system lets a process have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20, help="tables of two persons")
    parser.add_argument("--bots", type=int, default=0, help="and more of them with a bot in a third seat")
    parser.add_argument("--level", default="greedy", help="of those bots")
    parser.add_argument("--watchers", type=int, default=2, help="at each table")
    parser.add_argument("--slow", type=int, default=0, help="watchers who do not read")
    parser.add_argument("--seconds", type=float, default=30, help="how long, at most")
    parser.add_argument("--pause", type=float, default=4, help="seconds between two moves at a table")
    parser.add_argument("--whole", action="store_true", help="play games to their end, for ten minutes at most")
    parser.add_argument("--cut", type=float, default=0, help="cut a stream every so many seconds")
    parser.add_argument("--game", default="", choices=["", *GAMES])
    parser.add_argument("--servers", type=int, default=1, help="servers on one database, each at a port of its own")
    parser.add_argument("--processes", type=int, default=1, help="processes of a server, at one port")
    parser.add_argument("--postgres", action="store_true", help="with a PostgreSQL of its own instead of SQLite")
    parser.add_argument("--costs", action="store_true", help="what a move and a watcher cost, by game")
    parser.add_argument("--before", default="", metavar="REF", help="and what they did cost there, in the same run")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if args.servers * args.processes > 1 and not args.postgres:
        parser.error("several servers need --postgres: one SQLite file is for one of them.")
    if args.before and not args.costs:
        parser.error("--before is for --costs.")
    if args.whole:
        args.seconds = max(args.seconds, 600.0)
    more_files()

    def run(changed: dict[str, Any], code: str) -> dict[str, Any]:
        return loaded(argparse.Namespace(**vars(args) | changed), code)

    if args.costs:
        with before_of(args.before) as code:
            told = costs(run, args, (args.game,) if args.game else GAMES, code)
    else:
        told = loaded(args)
    if args.json:
        print(json.dumps(told, indent=1))
    elif not args.costs:
        shown(told)
    return 1 if told["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
