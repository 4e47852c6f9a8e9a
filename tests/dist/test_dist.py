"""What `make dist` made, as people get it: each one installed into a fresh environment and played."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import httpx
import pytest

import roundhouse
from tests.web.server import free_port, until

ROOT = Path(__file__).resolve().parent.parent.parent
ALONE = str(Path(__file__).parent / "alone.py")
CPYTHON = f"cp{sys.version_info.major}{sys.version_info.minor}"
FILES = {
    "sdist": f"roundhouse-{roundhouse.__version__}.tar.gz",
    "pure": f"roundhouse-{roundhouse.__version__}-py3-none-any.whl",
    "compiled": f"roundhouse-{roundhouse.__version__}-{CPYTHON}-{CPYTHON}-*.whl",
}
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
ENV = CLEAN | {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


def made(kind: str) -> Path:
    found = list((ROOT / "dist").glob(FILES[kind]))
    assert len(found) == 1, f"dist does not hold one {FILES[kind]}; `make dist` makes it."
    return found[0]


def run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder, env=ENV, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


class Fresh:
    """A new environment that holds nothing, not even pip."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "fresh", symlinks=True)
        self.folder = folder
        self.programs = folder / "fresh" / "bin"
        self.python = self.programs / "python"

    def install(self, *what: str | Path) -> None:
        pip = (sys.executable, "-m", "pip", "--python", self.python, "--disable-pip-version-check", "--no-input")
        run(*pip, "install", "--quiet", "--no-compile", *what, folder=self.folder)

    def roundhouse(self, *arguments: str) -> str:
        return run(self.programs / "roundhouse", *arguments, folder=self.folder)


@pytest.fixture(scope="module", params=[pytest.param(kind, marks=pytest.mark.xdist_group(kind)) for kind in FILES])
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Fresh, bool]:
    """A fresh environment with one of the three and all it says it needs; and whether that one is compiled."""
    fresh = Fresh(tmp_path_factory.mktemp(request.param))
    fresh.install(made(request.param))
    return fresh, request.param == "compiled"


def test_it_plays_from_python(installed: tuple[Fresh, bool]) -> None:
    fresh, compiled = installed
    run(fresh.python, ALONE, "compiled" if compiled else "pure", folder=fresh.folder)


def test_the_command_plays_in_the_terminal(installed: tuple[Fresh, bool]) -> None:
    fresh, compiled = installed
    assert fresh.roundhouse("games").count(", compiled" if compiled else ", interpreted") == 4
    told = fresh.roundhouse("sim", "trains", "--games", "2", "--seats", "2", "--seed", "1")
    assert "2 games of Trains, 2 seats, seed 1" in told
    fresh.roundhouse("play", "trains", "--players", "random,greedy", "--save", "game.jsonl")
    fresh.roundhouse("replay", "game.jsonl")
    assert "trains-9.16  Garage" in fresh.roundhouse("rules", "trains", "garage")


def test_the_command_serves_pages_and_a_whole_game(installed: tuple[Fresh, bool]) -> None:
    fresh, _ = installed
    port = str(free_port())
    address = f"http://127.0.0.1:{port}"
    command = [str(fresh.programs / "roundhouse"), "serve", "--port", port, "--data", str(fresh.folder / "data")]
    log = fresh.folder / "serve.log"

    def answers() -> bool:
        assert server.poll() is None, log.read_text(encoding="utf-8")
        try:
            return httpx.get(address).status_code == 200
        except httpx.TransportError:
            return False

    with log.open("w", encoding="utf-8") as out:
        server = subprocess.Popen(command, cwd=fresh.folder, env=ENV, stderr=out, start_new_session=True)
    try:
        until(answers, "the server answers")
        assert "Small Railroad Empires" in httpx.get(address).text
        for page in ("/static/app.js", "/static/icons.svg", "/rules/trains", "/gallery/empyreal", "/api/docs"):
            assert httpx.get(address + page).status_code == 200, page
        assert "Luck and skill" in httpx.get(address + "/games/trains").text
        assert "the bot" in run(sys.executable, ROOT / "examples" / "play_by_api.py", address, folder=fresh.folder)
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


@pytest.mark.parametrize(("kind", "beside"), [("pure", []), ("compiled", ["librt"])])
def test_the_engine_plays_without_what_the_command_needs(kind: str, beside: list[str], tmp_path: Path) -> None:
    fresh = Fresh(tmp_path)
    fresh.install("--no-deps", made(kind), *beside)
    packages = run(fresh.python, "-c", "import importlib.metadata as m; print(*{d.name for d in m.distributions()})",
                   folder=tmp_path)  # fmt: skip
    assert set(packages.split()) == {"roundhouse", *beside}
    run(fresh.python, ALONE, kind, folder=tmp_path)
    told = subprocess.run([fresh.programs / "roundhouse"], env=ENV, capture_output=True, encoding="utf-8", check=False)
    assert (told.returncode, told.stdout, len(told.stderr.splitlines())) == (2, "", 1)
    assert told.stderr.startswith("The command needs rich, and Roundhouse was installed without")


# what is in them


def kept() -> set[str]:
    """The package's files under version control, as a wheel names them."""
    return {name.removeprefix("src/") for name in run("git", "ls-files", "src", folder=ROOT).splitlines()}


def test_the_wheels_hold_the_package_and_nothing_else() -> None:
    with zipfile.ZipFile(made("pure")) as pure, zipfile.ZipFile(made("compiled")) as compiled:
        names = {name for name in pure.namelist() if ".dist-info/" not in name}
        more = {name for name in compiled.namelist() if ".dist-info/" not in name} - names
        assert names == kept()
        assert names < set(compiled.namelist())
    assert {name for name in more if name.startswith("roundhouse__mypyc.")}
    assert all(name.endswith((".so", ".pyd")) for name in more)


def test_the_sdist_holds_what_is_needed_to_build_it_and_nothing_made() -> None:
    with tarfile.open(made("sdist")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames() if archive.getmember(name).isfile()}
    listed = set(run("git", "ls-files", folder=ROOT).splitlines())
    written = {name for name in names if name in ("PKG-INFO", "setup.cfg") or ".egg-info/" in name}
    assert names - written <= listed
    assert {name for name in listed if name.startswith("src/")} <= names
    assert {"setup.py", "pyproject.toml", "README.md", "LICENSE"} <= names
