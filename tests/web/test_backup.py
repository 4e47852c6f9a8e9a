"""A backup made in the middle of play holds all that was accepted before it began, and is played on from."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import sqlite3
import stat
import subprocess
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import roundhouse
from roundhouse.cli import run
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.rows import MIGRATIONS
from roundhouse.web.service.store import newest_shape
from roundhouse.web.service.tables import TableService
from tests.web.postgres import Postgres
from tests.web.server import Inside, inside, new_database, opened, person

MANY = 4  # tables in play while a backup is made
ENOUGH = 12  # moves at each of them before it, during it, and after it
STUDY = "A" * 22


class Player:
    """Somebody who plays both seats of a table, on and on; `accepted` is how many lines the server has accepted."""

    def __init__(self, http: httpx.Client, table: str = "") -> None:
        self.http = http
        self.id = table or opened(http, "you", "here:Bo").removeprefix("/t/")
        self.accepted = 0
        self.faults: list[str] = []

    def move(self) -> None:
        now = self.http.get(f"/api/tables/{self.id}").json()
        wish = {"n": now["n"] + 1, "action": now["legal"][-1]["action"]}
        answer = self.http.post(f"/api/tables/{self.id}/play", json=wish)
        if answer.status_code == 200:
            self.accepted = wish["n"]
        else:
            self.faults.append(answer.text)

    def moves(self, stop: threading.Event, enough: Callable[[], bool]) -> None:
        while not (stop.is_set() and enough()):
            self.move()


@contextmanager
def playing(players: list[Player]) -> Iterator[None]:
    """All of them play meanwhile, each some moves more after it."""
    stop, begin = threading.Event(), threading.Barrier(len(players) + 1)
    after: dict[str, int] = {}

    def play(player: Player) -> None:
        for _ in range(ENOUGH):
            player.move()
        begin.wait(120)
        player.moves(stop, lambda: player.accepted >= after[player.id] + ENOUGH or bool(player.faults))

    threads = [threading.Thread(target=play, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    begin.wait(120)
    try:
        yield
    finally:
        after.update({player.id: player.accepted for player in players})
        stop.set()
        for thread in threads:
            thread.join()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A backup of a folder in which one game was begun."""
    with inside(tmp_path / "data") as server, person(server.address, "Ada") as ada:
        player = Player(ada)
        for _ in range(5):
            player.move()
        assert run(["backup", str(tmp_path / "saved"), "--data", str(tmp_path / "data")]) == 0
    return tmp_path / "saved"


def as_json(live: LiveTable) -> list[dict[str, Any]]:
    return [line.as_json() for line in live.record.lines]


def plays_on(http: httpx.Client, live: LiveTable) -> None:
    player, n = Player(http, live.id), live.n
    for _ in range(3):
        player.move()
    assert (player.accepted, player.faults) == (n + 3, [])


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def cookies_of(server: Inside, http: httpx.Client) -> httpx.Client:
    """The same browser at another server."""
    return person(server.address, cookies=http.cookies)


def test_a_backup_in_the_middle_of_play_is_played_on_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, new, file = tmp_path / "data", tmp_path / "new", tmp_path / "backup"
    data.mkdir()
    study = data / "lab" / STUDY
    (study / "games").mkdir(parents=True)
    (study / "asked.json").write_text("{}")
    (study / "games" / "report.html").write_text("told")
    (study / "games" / "part.parquet.begun").write_text("half")
    new_database(data)
    with inside(data) as server, person(server.address, "Ada") as ada:
        players = [Player(ada) for _ in range(MANY)]
        ada.post(f"/t/{players[0].id}/chat", json={"text": "Good morning"})
        with playing(players):
            before = {player.id: player.accepted for player in players}
            assert run(["backup", str(file), "--data", str(data)]) == 0
        during = {player.id: player.accepted for player in players}
        assert [player.faults for player in players] == [[]] * MANY
        assert "holds all of" in capsys.readouterr().out
        assert mode(file) == 0o600
        assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "data"]
        assert run(["restore", str(file), "--data", str(new)]) == 0
        with inside(new) as restored, cookies_of(restored, ada) as again:
            tables: TableService = restored.tables
            assert tables.epoch != server.tables.epoch  # what pages of before show is not taken for what is here
            for player in players:
                live = tables.get(player.id)
                assert before[player.id] <= live.n < during[player.id]
                assert as_json(live) == as_json(server.tables.get(player.id))[: live.n]
                assert [seat.name for seat in live.row.seats] == ["Ada", "Bo"]
                plays_on(again, live)  # by the cookie that the old server signed
            assert [line.text for line in tables.store.chat(players[0].id)] == ["Good morning"]
    assert (new / "key").read_text() == (data / "key").read_text()
    assert (new / "push-key").read_text() == (data / "push-key").read_text()
    kept = {path.relative_to(new / "lab").as_posix() for path in (new / "lab").rglob("*") if path.is_file()}
    assert kept == {f"{STUDY}/asked.json", f"{STUDY}/games/report.html"}
    assert {mode(path) for path in (new / "key", new / "push-key", new / "roundhouse.sqlite")} == {0o600}
    assert mode(new) == 0o700


def test_the_folder_of_a_server_that_is_stopped_is_saved_too(saved: Path, tmp_path: Path) -> None:
    assert run(["backup", str(tmp_path / "again"), "--data", str(tmp_path / "data")]) == 0
    assert run(["restore", str(tmp_path / "again"), "--data", str(tmp_path / "new")]) == 0
    with sqlite3.connect(tmp_path / "new" / "roundhouse.sqlite") as there:
        assert there.execute("SELECT count(*) FROM moves").fetchone() == (5,)


# what is refused


def refused(capsys: pytest.CaptureFixture[str], *command: object) -> str:
    """The one sentence with which a command is refused."""
    capsys.readouterr()
    assert run([str(part) for part in command]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.endswith(".\n")
    return said


def test_what_cannot_be_saved(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    before = saved.read_bytes()
    assert "another name" in refused(capsys, "backup", saved, "--data", data)
    assert saved.read_bytes() == before
    assert "no folder" in refused(capsys, "backup", tmp_path / "none" / "file", "--data", data)
    assert "no tables in" in refused(capsys, "backup", tmp_path / "x", "--data", tmp_path / "none")
    assert "pg_dump" in refused(capsys, "backup", tmp_path / "x", "--database", "postgresql://x/y")
    assert "no URL of a database" in refused(capsys, "backup", tmp_path / "x", "--database", "nonsense")
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "roundhouse.sqlite").write_bytes(b"no database " * 1000)
    assert "cannot be saved" in refused(capsys, "backup", tmp_path / "x", "--data", tmp_path / "odd")
    with sqlite3.connect(data / "roundhouse.sqlite") as there:
        size = there.execute("PRAGMA page_size").fetchone()[0]
        there.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    torn = bytearray((data / "roundhouse.sqlite").read_bytes())
    torn[3 * size : 9 * size] = os.urandom(6 * size)
    (tmp_path / "odd" / "roundhouse.sqlite").write_bytes(torn)
    assert "cannot be saved" in refused(capsys, "backup", tmp_path / "x", "--data", tmp_path / "odd")
    assert "no URL of a database" in refused(
        capsys, "backup", tmp_path / "x", "--database", "postgresql://u:p@host:abc/db"
    )
    with sqlite3.connect(data / "roundhouse.sqlite") as there:
        there.execute("DELETE FROM alembic_version")
    assert "does not say of which version" in refused(capsys, "backup", tmp_path / "x", "--data", data)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "odd", "saved"]


def test_a_backup_is_put_into_an_empty_folder_only(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    full, file = tmp_path / "full", tmp_path / "file"
    full.mkdir()
    (full / "roundhouse.sqlite").write_text("mine")
    file.write_text("mine")
    for there in (full, file):
        assert "is not empty" in refused(capsys, "restore", saved, "--data", there)
    assert (full / "roundhouse.sqlite").read_text() == "mine"
    (tmp_path / "empty").mkdir()
    assert run(["restore", str(saved), "--data", str(tmp_path / "empty")]) == 0
    assert sorted(path.name for path in (tmp_path / "empty").iterdir()) == ["key", "push-key", "roundhouse.sqlite"]


def test_a_restore_that_is_refused_leaves_all_as_it_was(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved.write_bytes(saved.read_bytes()[:-6])
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty").chmod(0o755)
    for data in (tmp_path / "a" / "b" / "c", tmp_path / "empty"):
        assert "is damaged" in refused(capsys, "restore", saved, "--data", data)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "empty", "saved"]
    assert mode(tmp_path / "empty") == 0o755


def archive(path: Path, head: dict[str, object] | str, **files: bytes) -> Path:
    """A file made as a backup is."""
    said = head if isinstance(head, str) else json.dumps(head)
    with tarfile.open(path, "w:gz") as made:
        for name, content in {"roundhouse-backup.json": said.encode(), **files}.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            made.addfile(info, io.BytesIO(content))
    return path


def test_a_backup_that_is_damaged_foreign_or_newer_is_refused(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, bad = saved.read_bytes(), tmp_path / "bad"
    damaged = {n: whole[:n] for n in (0, 10, 200, len(whole) // 2, len(whole) - 4)}
    for n in (len(whole) // 3, len(whole) - 6):
        damaged[-n] = whole[:n] + bytes([whole[n] ^ 255]) + whole[n + 1 :]
    for n, content in damaged.items():
        bad.write_bytes(content)
        said = refused(capsys, "restore", bad, "--data", tmp_path / "new")
        assert "is damaged" in said or "is no backup" in said, n
    head = {"format": 1, "version": roundhouse.__version__, "shape": newest_shape(), "made": "2026"}
    database = (tmp_path / "data" / "roundhouse.sqlite").read_bytes()
    with gzip.open(tmp_path / "plain.gz", "wb") as out:
        out.write(b"hello " * 500)
    with tarfile.open(tmp_path / "other.tar.gz", "w:gz") as made:
        made.add(tmp_path / "data" / "key", "key")
    cases = {
        "is no backup": [tmp_path / "data" / "roundhouse.sqlite", tmp_path / "plain.gz", tmp_path / "other.tar.gz"],
        "is damaged": [
            archive(tmp_path / "1", head),
            archive(tmp_path / "2", head, **{"roundhouse.sqlite": b"none"}),
            archive(tmp_path / "3", head, **{"roundhouse.sqlite": database, "key": b""}),
            archive(tmp_path / "4", {"format": "x"}, **{"roundhouse.sqlite": database}),
            archive(tmp_path / "8", {"format": float("inf")}, **{"roundhouse.sqlite": database}),
            archive(tmp_path / "9", "[" * 9000),
        ],
        "holds": [
            archive(tmp_path / f"5{k}", head, **{"roundhouse.sqlite": database, name: b"x"})
            for k, name in enumerate(("../key", "/tmp/key", "lab/../../key", "lab/x", "other"))
        ],
        "newer than this one": [
            archive(tmp_path / "6", {**head, "format": 2, "version": "99"}),
            archive(tmp_path / "7", {**head, "shape": "9999", "version": "99"}),
        ],
        "No such file": [tmp_path / "nowhere"],
    }
    for said, files in cases.items():
        for file in files:
            assert said in refused(capsys, "restore", file, "--data", tmp_path / "new"), file
            assert not (tmp_path / "new").exists()
            assert not (tmp_path / "key").exists()


def test_a_newer_database_is_refused(tmp_path: Path, cannot_serve: Callable[..., str]) -> None:
    assert newest_shape() == max(file.name[:4] for file in (MIGRATIONS / "versions").glob("0*.py"))
    with sqlite3.connect(new_database(tmp_path)) as there:
        there.execute("UPDATE alembic_version SET version_num = '9999'")
    said = cannot_serve()
    assert "has shape 9999" in said
    assert "install the newer version" in said


# PostgreSQL, by the commands that docs/operate.md gives


RECIPE = (Path(__file__).parents[2] / "docs" / "operate.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```sh\n(.*?)```", RECIPE.partition("### PostgreSQL")[2].partition("\n#")[0], re.S)


def test_the_recipe_for_postgresql_is_played_on_from(postgres: Postgres, tmp_path: Path) -> None:
    save, put_back = COMMANDS
    data, new = tmp_path / "data", tmp_path / "new"
    url = postgres.database()
    named = {"DATABASE": url, "DATA": str(data), "NEW_DATA": str(new), "NEW_DATABASE": f"{url}_new"}

    def does(commands: str) -> None:
        path = f"{postgres.bin}:{os.environ['PATH']}"
        given = {**os.environ, **named, "PATH": path, "NEW_NAME": named["NEW_DATABASE"].rpartition("/")[2]}
        done = subprocess.run(
            ["sh", "-euc", commands], cwd=tmp_path, env=given, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    with inside(data, database=url) as server, person(server.address, "Ada") as ada:
        players = [Player(ada) for _ in range(2)]
        with playing(players):
            before = {player.id: player.accepted for player in players}
            does(save)
        does(put_back)
        assert [player.faults for player in players] == [[]] * 2
        with inside(new, database=named["NEW_DATABASE"]) as restored, cookies_of(restored, ada) as again:
            assert restored.tables.epoch != server.tables.epoch
            for player in players:
                live = restored.tables.get(player.id)
                assert before[player.id] <= live.n < player.accepted
                assert as_json(live) == as_json(server.tables.get(player.id))[: live.n]
                plays_on(again, live)
