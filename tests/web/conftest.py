from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from roundhouse.cli import run
from roundhouse.web.service import store as store_module
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.events import Events
from roundhouse.web.service.hooks import Hooks
from roundhouse.web.service.notices import Notices
from roundhouse.web.service.store import Store
from roundhouse.web.service.tables import TableService
from tests.web.postgres import Postgres, running
from tests.web.server import Inside, Server, client, free_port, inside, new_database, person


@pytest.fixture(scope="session", autouse=True)
def without_power_cuts() -> Iterator[None]:
    """Nothing here outlives this process, so what it writes need not reach the disk before anybody goes on."""
    careful = store_module.careful

    def carefree(connection: sqlite3.Connection, record: object) -> None:
        careful(connection, record)
        connection.execute("PRAGMA synchronous=OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_module, "careful", carefree)
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in a process of its own; many tests share it."""
    with Server(tmp_path_factory.mktemp("data")) as started:
        yield started


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture(scope="session")
def pool() -> Iterator[BotPool]:
    """Workers in which bots think, for tests that do nothing to them."""
    made = BotPool(1)
    yield made
    made.close()


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A new database."""
    return f"sqlite:///{new_database(tmp_path)}"


@pytest.fixture
def tables(url: str, pool: BotPool) -> Iterator[TableService]:
    store = Store(url)
    events = Events()
    yield TableService(store, events, pool, Notices(store, events, Hooks(private=True)))
    store.engine.dispose()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    """A server in this process, without limits."""
    with inside(tmp_path) as server:
        yield server


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    """A program."""
    with client(server.address) as program:
        yield program


@pytest.fixture
def people(server: Server) -> Iterator[Callable[[str], httpx.Client]]:
    """Browsers of persons by their names; one without a name is new here."""
    with ExitStack() as stack:
        yield lambda name: stack.enter_context(person(server.address, name))


@pytest.fixture
def ada(people: Callable[[str], httpx.Client]) -> httpx.Client:
    return people("Ada")


@pytest.fixture
def bo(people: Callable[[str], httpx.Client]) -> httpx.Client:
    return people("Bo")


@pytest.fixture
def eve(people: Callable[[str], httpx.Client]) -> httpx.Client:
    return people("Eve")


@pytest.fixture
def guest(people: Callable[[str], httpx.Client]) -> httpx.Client:
    return people("")


@pytest.fixture
def cannot_serve(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Run `roundhouse serve` in this process; the sentence with which it refuses."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level

    def refused(*args: object) -> str:
        capsys.readouterr()
        given = map(str, args)
        assert run(["serve", "--port", str(free_port()), "--data", str(tmp_path), *given]) == 2
        said = capsys.readouterr().err.strip().splitlines()
        assert len(said) == 1
        assert said[0].endswith(".")
        return said[0]

    yield refused
    root.handlers = handlers
    root.setLevel(level)
