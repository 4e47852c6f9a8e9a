from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.live.browsers import PACE, PATIENCE, Visit
from tests.web.live.played import Played, never, played
from tests.web.server import Server


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Open a page as a new person; a page that logs an error fails its test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def go(path: str = "/", width: int = 1440, height: int = 900, pace: str = "once", **how: object) -> Page:
        how = {"service_workers": "block", **how}  # what a page asks for goes to the server itself
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=server.address, **how)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.add_init_script(PACE.format(pace))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(path)
        return page

    yield go
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture(scope="session")
def over(server: Server) -> Played:
    """A table of Trains whose game was played to its end."""
    return played(server, 3, never)
