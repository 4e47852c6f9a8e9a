"""The key that signs cookies: whole or not there, one for all servers of a folder, and nobody else's to read."""

from __future__ import annotations

import errno
import multiprocessing
import os
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from itsdangerous import URLSafeSerializer

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.service.people import BadKey, People, Person
from tests.web.server import SECONDS

ADA = Person("ada", "Ada")
ROUNDS = 20 if os.environ.get("ROUNDHOUSE_FULL") else 8
FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from roundhouse.web.service.people import People
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
try:
    People(Path(sys.argv[1]))
except OSError as error:
    sys.exit(f"refused: {error.strerror}")
"""
NOT_OURS = """
import os, sys
from pathlib import Path
from roundhouse.web.service.people import People, Person
os.setuid(65534)
sys.stdout.write(People(Path(sys.argv[1])).write(Person("ada", "Ada")))
"""

needs_modes = pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes here")


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """An empty data folder for each round."""
    made = [tmp_path / str(n) for n in range(ROUNDS)]
    for folder in made:
        folder.mkdir()
    return made


@pytest.fixture
def umask() -> Iterator[None]:
    """The umask of before, whatever a test makes of it."""
    before = os.umask(0)
    os.umask(before)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def whole(folder: Path) -> None:
    """The folder holds one good key and nothing else."""
    assert [path.name for path in folder.iterdir()] == ["key"]
    assert len((folder / "key").read_text()) == 64


def start(gate: Barrier, folders: list[Path]) -> list[str]:
    """What a server of each folder signs; run in a process that starts each at the same time as the others."""
    signed = []
    for folder in folders:
        gate.wait(SECONDS)
        signed.append(People(folder).write(ADA))
    return signed


def test_servers_that_start_at_once_agree_on_a_key(folders: list[Path]) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager, context.Pool(2) as pool:
        gate = manager.Barrier(2)
        running = [pool.apply_async(start, (gate, folders)) for _ in range(2)]
        first, second = (done.get(SECONDS) for done in running)
    assert len(first) == ROUNDS
    assert first == second
    assert len(set(first)) == ROUNDS
    for folder, signed in zip(folders, first, strict=True):
        whole(folder)
        assert People(folder).read(signed) == ADA


def without_links(*_: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("links", [True, False])
def test_threads_that_start_at_once_agree_on_a_key(
    folders: list[Path], links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", without_links)
    together = 4
    gate = threading.Barrier(together)

    def started(folder: Path) -> str:
        gate.wait(SECONDS)
        return People(folder).write(ADA)

    with ThreadPoolExecutor(together) as pool:
        for folder in folders:
            assert len(set(pool.map(started, [folder] * together))) == 1
            whole(folder)


@pytest.mark.parametrize(
    ("held", "why"),
    [
        (b"", "is empty"),
        (b" \n\t" * 40, "is empty"),
        (b"\0" * 64, "is one character over and over"),
        (b"a" * 64 + b"\n", "is one character over and over"),
        (b"0123456789abcdef", "has 16 characters instead of 32 or more"),
        (b"0" * 31 + b"\n" * 40, "has 31 characters instead of 32 or more"),
        (b"\xff" * 64, "is not text"),
    ],
)
def test_a_key_that_anybody_could_guess_is_refused(tmp_path: Path, held: bytes, why: str) -> None:
    key = tmp_path / "key"
    key.write_bytes(held)
    with pytest.raises(BadKey) as refused:
        People(tmp_path)
    assert isinstance(refused.value, RoundhouseError)
    said = str(refused.value)
    assert str(key) in said
    assert why in said
    assert "remove the file" in said
    assert "everybody's browser is then a stranger." in said
    assert key.read_bytes() == held
    key.unlink()
    People(tmp_path)
    whole(tmp_path)


@pytest.mark.parametrize("key", ["0123456789abcdef" * 2, "0123456789abcdef" * 4 + "\n"])
def test_a_key_of_32_characters_will_do_and_its_line_end_counts(tmp_path: Path, key: str) -> None:
    (tmp_path / "key").write_text(key)
    assert People(tmp_path).read(str(URLSafeSerializer(key, salt="person").dumps({"id": "ada", "name": "Ada"}))) == ADA
    assert People(tmp_path).read(People(tmp_path).write(ADA)) == ADA


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit here")
def test_a_full_disk_leaves_no_key_behind(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL_DISK, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("refused: ")
    assert list(tmp_path.iterdir()) == []
    cookie = People(tmp_path).write(ADA)
    whole(tmp_path)
    assert People(tmp_path).read(cookie) == ADA


@needs_modes
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o377, 0o777])
def test_a_new_key_is_for_its_owner_alone(tmp_path: Path, umask: None, mask: int) -> None:
    os.umask(mask)
    People(tmp_path)
    assert mode(tmp_path / "key") == 0o600
    whole(tmp_path)


@needs_modes
@pytest.mark.parametrize("before", [0o644, 0o640, 0o604, 0o666, 0o660, 0o777, 0o400])
def test_a_key_that_others_could_read_is_closed_to_them_and_a_stricter_mode_stays(tmp_path: Path, before: int) -> None:
    cookie = People(tmp_path).write(ADA)
    (tmp_path / "key").chmod(before)
    assert People(tmp_path).read(cookie) == ADA
    assert mode(tmp_path / "key") == before & 0o600


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can become somebody else")
def test_a_key_of_somebody_else_that_can_be_read_will_do() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        cookie = People(folder).write(ADA)
        (folder / "key").chmod(0o644)
        command = [sys.executable, "-c", NOT_OURS, made]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
        assert done.stdout == cookie
        assert mode(folder / "key") == 0o644


def test_a_cookie_signed_with_no_key_is_not_accepted(tmp_path: Path) -> None:
    people = People(tmp_path)
    for guess in ("", " ", "\n", "key", "0" * 64):
        forged = URLSafeSerializer(guess, salt="person").dumps({"id": "ada", "name": "Ada"})
        assert people.read(str(forged)) is None
    cookie = people.write(ADA)
    assert People(tmp_path).read(cookie) == ADA
    for wrong in (cookie[:-2] + "xx", "nonsense", None):
        assert people.read(wrong) is None
