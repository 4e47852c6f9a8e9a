from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest.register_assert_rewrite("tests.kit")
HERE = Path(__file__).parent.parent
sys.path.insert(0, str(HERE / "examples" / "nightgoods"))

# Where Python may write nothing beside the modules, it still need not compile all of them in every process that tests
# start, servers and commands, nor every test in each worker.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(HERE / ".pytest_cache" / "compiled")

# Of a game: they look at the same random games.
SAMPLED = [f"test_{what}.py" for what in ("suite", "face", "view", "oracle", "prices", "term", "transfers", "words")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What shares random games or a server runs in one process, where these are played or started once."""
    for item in items:
        group = item.path.parent if item.path.name in SAMPLED else item.path if "web" in item.path.parts else None
        if group:
            item.add_marker(pytest.mark.xdist_group(str(group)))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The one browser of a process; every test has a context of its own in it."""
    from playwright.sync_api import expect, sync_playwright

    from tests.web.live.browsers import CHROMIUM, FLAGS, PATIENCE

    assert CHROMIUM, "no chromium on this machine; set CHROMIUM to one"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as play:
        launched = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()
