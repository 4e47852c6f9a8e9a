from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.web.browsers import CHROMIUM, FLAGS, PATIENCE, Visit
from tests.web.postgres import Postgres, running
from tests.web.server import Server

expect.set_options(timeout=PATIENCE)


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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Open a page as a new person; a page that logs an error fails its test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def go(path: str = "/", width: int = 1440, height: int = 900, **how: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=server.address, **how)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(path)
        return page

    yield go
    for context in contexts:
        context.close()
    assert faults == []
