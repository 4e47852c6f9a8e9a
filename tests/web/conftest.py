from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.postgres import Postgres, running
from tests.web.server import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("data")
    started = Server(folder).start()
    yield started
    started.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server
