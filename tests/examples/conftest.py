from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundhouse.core import registry
from tests.web.server import Server

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "nightgoods"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the example."""
    folder = tmp_path_factory.mktemp("installed")
    shutil.copytree(EXAMPLE, folder / "nightgoods", ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "--no-input", "install", "--no-deps"]
    where = ["--no-build-isolation", "--no-index", "--target", str(folder / "site"), str(folder / "nightgoods")]
    done = subprocess.run([*pip, *where], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.fixture(scope="session")
def beside(site: Path) -> dict[str, str]:
    """The environment of a process that has the example installed."""
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


@pytest.fixture(scope="module")
def installed(site: Path) -> Iterator[None]:
    """The example in this process, for one module of tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        yield
    registry.OPENED.pop("nightgoods", None)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, beside: dict[str, str]) -> Iterator[Server]:
    """A server that has the example installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", beside["PYTHONPATH"])
        started = Server(tmp_path_factory.mktemp("data")).start()
    yield started
    started.kill()
