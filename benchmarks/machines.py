"""The processes of a run, told apart: servers, bot workers, PostgreSQL and the tool; what each used, and its size."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.web.postgres import Postgres
from tests.web.server import Server

TICKS = os.sysconf("SC_CLK_TCK")
LISTENS = "0A"
HOLDS = "01"


class Process(NamedTuple):
    pid: int
    parent: int
    session: int
    seconds: float  # of processor time
    reaped: float  # and that of its children that have ended


def processes() -> list[Process]:
    out = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            used = [int(x) / TICKS for x in fields[11:15]]
            out.append(
                Process(int(stat.parent.name), int(fields[1]), int(fields[3]), used[0] + used[1], used[2] + used[3])
            )
    return out


def lines(port: int, state: str) -> dict[int, str]:
    """The lines of a port on this machine that are in a state: the port at the other end, and the file it is."""
    out = {}
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[3] == state and int(fields[1].partition(":")[2], 16) == port:
            out[int(fields[2].partition(":")[2], 16)] = fields[9]
    return out


def listening(pid: int, files: set[str]) -> bool:
    """Whether a process holds one of these listening lines: then it is a server and no worker."""
    with suppress(OSError):
        for file in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                if os.readlink(file).removeprefix("socket:[").removesuffix("]") in files:
                    return True
    return False


def size(pid: int) -> float:
    """Megabytes of memory, of what is shared with others a part only."""
    with suppress(OSError):
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        return int(text.split("\nPss:")[1].split()[0]) / 1024
    return 0.0


@dataclass
class Used:
    """Seconds of processor time, or megabytes, of each kind of process."""

    server: float = 0.0
    workers: float = 0.0
    database: float = 0.0
    tool: float = 0.0


class Machines:
    """The servers of a run and their database."""

    def __init__(self, servers: list[Server], postgres: Postgres | None) -> None:
        self.servers = servers
        self.postgres = postgres
        self.began = time.monotonic()
        self.sizes: list[tuple[float, Used]] = []

    def sum(self, of: Callable[[Process], float], reaped: bool) -> Used:
        out = Used()
        sessions = {server.session for server in self.servers}
        files = {file for server in self.servers for file in lines(server.port, LISTENS).values()}
        main = 0
        if self.postgres is not None:
            main = int((self.postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
        for one in processes():
            if one.session in sessions:
                if one.pid == one.session or listening(one.pid, files):
                    out.server += of(one)
                else:
                    out.workers += of(one)
                out.workers += one.reaped if reaped else 0
            elif main and main in (one.pid, one.parent):
                out.database += of(one) + (one.reaped if reaped else 0)
        return out

    def seconds(self) -> Used:
        """Of processor time, so far."""
        used = self.sum(lambda one: one.seconds, reaped=True)
        used.tool = time.process_time()
        return used

    def weigh(self) -> None:
        """Note how large all are now."""
        used = self.sum(lambda one: size(one.pid), reaped=False)
        used.tool = size(os.getpid())
        self.sizes.append((time.monotonic() - self.began, used))

    def growth(self) -> float:
        """By how many megabytes a minute the servers grew in the second half of the time."""
        half = self.sizes[len(self.sizes) // 2 :]
        if len(half) < 2:
            return 0.0
        fit = statistics.linear_regression([at for at, _ in half], [used.server for _, used in half])
        return 60 * fit.slope
