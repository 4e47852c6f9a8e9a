"""Bots that think in `roundhouse worker` processes: workers, servers and the database are killed while they think."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

import roundhouse
from roundhouse.web.service.job_queue import queue_of
from roundhouse.web.service.store import Store
from tests.web.live.test_crash import Player, family, killed
from tests.web.postgres import Postgres, running
from tests.web.server import SECONDS, Server, until

KILLS = 30 if os.environ.get("ROUNDHOUSE_FULL") else 2
SEATS = ["person:Ada", "bot:stationmaster", "bot:greedy"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")


class Machine:
    """`roundhouse worker`, which may be killed and started again."""

    def __init__(self, site: Site, count: int) -> None:
        self.site = site
        self.command = [
            sys.executable,
            "-m",
            "roundhouse",
            "worker",
            "--database",
            site.database,
            "--count",
            str(count),
        ]
        self.start()

    def start(self) -> None:
        """Until it takes jobs, by the number it has in the queue."""
        newest = "SELECT id FROM procrastinate_workers WHERE id > :before"
        before = max((id for (id,) in self.site.sql(newest, before=0)), default=0)
        self.process = subprocess.Popen(self.command, stderr=subprocess.DEVNULL, start_new_session=True)
        [(self.number,)] = until(lambda: self.site.sql(newest, before=before), "a worker takes jobs")

    def thinks(self) -> bool:
        """Whether it has a job."""
        job = "SELECT 1 FROM procrastinate_jobs WHERE status = 'doing' AND worker_id = :number"
        return bool(self.site.sql(job, number=self.number))

    def hold(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def let_go(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """As the power going, but that its bots must end by themselves."""
        session = self.process.pid
        self.process.kill()
        self.process.wait()
        until(lambda: not family(session), "its bots end with a worker")

    def end(self) -> None:
        if self.process.poll() is None:
            self.kill()

    def stop(self) -> None:
        self.process.terminate()
        assert self.process.wait(SECONDS) == 0
        until(lambda: not family(self.process.pid), "no process is left behind")


class Site:
    """One database, with servers and workers."""

    def __init__(self, folder: Path, database: str, around: ExitStack) -> None:
        self.folder = folder
        self.database = database
        self.around = around
        self.store = Store(database)
        around.callback(self.store.engine.dispose)

    def server(self, name: str = "server") -> Server:
        made = Server(self.folder / name, "--database", self.database, "--bots", "workers")
        return self.around.enter_context(made.start())

    def machine(self, count: int = 1) -> Machine:
        made = Machine(self, count)
        self.around.callback(made.end)
        return made

    def sql(self, statement: str, **given: Any) -> list[Any]:
        """What the database says; nothing while it is away."""
        with suppress(SQLAlchemyError), self.store.engine.begin() as connection:
            found = connection.execute(text(statement), given)
            return list(found.all()) if found.returns_rows else []
        return []

    def thinking(self) -> bool:
        """Whether a worker has a job just now."""
        return bool(self.sql("SELECT 1 FROM procrastinate_jobs WHERE status = 'doing'"))


@contextmanager
def opened(folder: Path, postgres: Postgres) -> Iterator[Site]:
    with ExitStack() as around:
        yield Site(folder, postgres.database(), around)


@pytest.fixture
def site(tmp_path: Path, postgres: Postgres) -> Iterator[Site]:
    with opened(tmp_path, postgres) as made:
        yield made


def crowd(server: Server, count: int, name: str) -> list[Player]:
    return [Player(server, f"{name} {n}", SEATS) for n in range(count)]


def test_a_game_is_played_by_a_worker_that_no_malformed_job_ends(site: Site) -> None:
    server, machine = site.server(), site.machine()
    player = Player(server, "game", ["person:Ada", "bot:conductor", "bot:greedy"])
    queue = queue_of(roundhouse.game("trains"))
    bad: list[object] = [{"job": {"table": "x"}}, {"job": [1]}, {"nothing": 1}, [], "words", {"context": 1, "job": 7}]
    for args in bad:
        # as if somebody had asked for it: what nobody asked for is not even looked at
        site.sql(
            "WITH job AS (INSERT INTO procrastinate_jobs (queue_name, task_name, args)"
            " VALUES (:queue, 'decide', cast(:args AS jsonb)) RETURNING id)"
            " INSERT INTO thoughts (table_id, n, bot, owner, waited_for, seconds, asked, job, fault, home)"
            " SELECT 'bad', id, 'x', 'o', false, 1, timezone('utc', now()), id, '', '' FROM job",
            queue=queue,
            args=json.dumps(args),
        )
        site.sql("INSERT INTO procrastinate_jobs (queue_name, task_name) VALUES (:queue, 'no such task')", queue=queue)
    for _ in range(12):
        now = until(player.look, "my turn")
        assert now["over"] or until(player.play, "a move")
    player.check()
    until(lambda: not site.sql("SELECT 1 FROM procrastinate_jobs WHERE queue_name = :q", q=queue), "the bad are gone")
    assert machine.process.poll() is None
    assert site.sql("SELECT DISTINCT action IS NOT NULL FROM thoughts WHERE table_id = :id", id=player.table)
    player.play()
    machine.stop()  # it finishes what it has begun
    assert not site.thinking()
    assert not site.sql("SELECT 1 FROM procrastinate_workers")
    player.check()


def test_workers_are_killed(site: Site) -> None:
    server, machines = site.server(), [site.machine(), site.machine()]
    players = crowd(server, 2, "workers")
    cut = []

    def kill() -> None:
        """Of the one that thinks."""
        until(lambda: [player.play() for player in players] and site.thinking(), "a worker thinks")
        for machine in machines:
            machine.hold()
        dead, left = sorted(machines, key=Machine.thinks, reverse=True)
        cut.append(dead.thinks())
        left.let_go()
        dead.kill()
        for player in players:
            until(player.look, "the other one takes over")
        dead.start()

    killed(players, kill, KILLS)
    assert sum(cut) >= KILLS / 2


def test_the_server_that_asked_is_killed_and_another_goes_on(site: Site) -> None:
    first, second = site.server("first"), site.server("second")
    site.machine(2)
    players = crowd(first, 2, "servers")
    there = [first, second]

    def kill() -> None:
        """Of the server that all play at; they go on at the other one, and it comes back."""
        dead, left = there
        session = dead.session
        os.kill(dead.pid, signal.SIGKILL)
        dead.process.wait()  # type: ignore[union-attr]
        until(lambda: not family(session), "its processes end with a server")
        for player in players:
            player.http.base_url = left.address
            until(player.look, "the other server goes on")
            player.check()
        dead.start()
        there.reverse()

    killed(players, kill, KILLS)


def test_the_database_is_killed_while_bots_think(tmp_path: Path) -> None:
    with running(durable=True) as postgres, opened(tmp_path, postgres) as site:
        server, machine = site.server(), site.machine(2)
        players = crowd(server, 2, "database")

        def kill() -> None:
            postgres.kill()
            for player in players:
                player.play()
            postgres.restart()
            for player in players:
                player.check()

        killed(players, kill, KILLS)
        assert machine.process.poll() is None
        machine.stop()
