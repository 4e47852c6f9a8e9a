"""Faults that stop nothing else: unreadable tables, dead workers, a lost database, a full disk, clocks that jump."""

from __future__ import annotations

import fcntl
import json
import os
import resource
import signal
import socket
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

import roundhouse
from roundhouse.core.records import resumed
from roundhouse.web import cache, limits, lines
from roundhouse.web import store as stored
from roundhouse.web.bot_pool import BotFailed, BotPool
from roundhouse.web.held import Live
from roundhouse.web.live import Hub
from roundhouse.web.people import Person
from roundhouse.web.refusals import Refused
from roundhouse.web.rows import SeatRow, TableRow
from roundhouse.web.show import table_json
from roundhouse.web.store import Store
from roundhouse.web.tables import Tables
from tests.web.postgres import Postgres, running
from tests.web.server import Inside, Server, inside, person, until

ADA = Person("ada", "Ada")
GOLDEN = Path(__file__).parent.parent / "golden" / "trains-random.jsonl"
TEXT = {"Accept": "text/html"}


def opened(http: httpx.Client, *seats: str, **more: str) -> str:
    wish = {"game": "trains", "seats": str(len(seats)), "visibility": "link", **more}
    wish |= {f"seat-{n}": said for n, said in enumerate(seats)}
    return str(http.post("/tables", data=wish).headers["location"].removeprefix("/t/"))


def play_on(http: httpx.Client, table: str, most: int) -> int:
    """Decide for the own seat up to so often; the number of the last decision."""
    n = 0
    for _ in range(most):
        now = until(lambda: mine(http, table), "my turn")
        action = now["legal"][0]["action"]
        answer = http.post(f"/api/tables/{table}/play", json={"n": now["n"] + 1, "action": action})
        assert answer.status_code == 200, answer.text
        n = now["n"] + 1
    return int(n)


def mine(http: httpx.Client, table: str) -> dict[str, Any] | None:
    now = http.get(f"/api/tables/{table}").json()
    return now if now["legal"] else None


# tables that cannot be read


def edit(folder: Path, *statements: tuple[str, tuple[object, ...]]) -> None:
    with sqlite3.connect(folder / "roundhouse.sqlite") as connection:
        for statement, values in statements:
            assert connection.execute(statement, values).rowcount == 1


def header_of(folder: Path, table: str) -> dict[str, Any]:
    with sqlite3.connect(folder / "roundhouse.sqlite") as connection:
        found = connection.execute("SELECT header FROM tables WHERE id = ?", (table,)).fetchone()[0]
        return dict(json.loads(found))


def damage(folder: Path, table: str, kind: str) -> None:
    newer = {**header_of(folder, table), "rules_version": 999}
    wrong = {"n": 2, "seat": 1, "do": "start at Nowhere", "action": 5}
    nobody = {"kind": "undo", "n": 1, "at": 3, "seat": 7, "by": 0, "wanted": [1]}
    statements: dict[str, tuple[str, tuple[object, ...]]] = {
        "wrong action": ("UPDATE moves SET line = ? WHERE table_id = ? AND n = 2", (json.dumps(wrong), table)),
        "missing line": ("DELETE FROM moves WHERE table_id = ? AND n = 2", (table,)),
        "broken line": ("UPDATE moves SET line = ? WHERE table_id = ? AND n = 2", ('{"n": 2, "se', table)),
        "broken header": ("UPDATE tables SET header = ? WHERE id = ?", ("{", table)),
        "empty header": ("UPDATE tables SET header = ? WHERE id = ?", ("{}", table)),
        "odd header": ("UPDATE tables SET header = ? WHERE id = ?", ("7", table)),
        "newer rules": ("UPDATE tables SET header = ? WHERE id = ?", (json.dumps(newer), table)),
        "other game": ("UPDATE tables SET game = 'spyrium' WHERE id = ?", (table,)),
        "missing seat": ("DELETE FROM seats WHERE table_id = ? AND n = 1", (table,)),
        "broken request": ("UPDATE tables SET asked = ? WHERE id = ?", ("{", table)),
        "odd request": ("UPDATE tables SET asked = ? WHERE id = ?", ('{"x": 1}', table)),
        "request of nobody": ("UPDATE tables SET asked = ? WHERE id = ?", (json.dumps(nobody), table)),
        "broken date": ("UPDATE tables SET changed = 'yesterday' WHERE id = ?", (table,)),
    }
    edit(folder, statements[kind])


DAMAGES = ["wrong action", "missing line", "broken line", "broken header", "empty header", "odd header", "newer rules"]
DAMAGES += ["other game", "missing seat", "broken request", "odd request", "request of nobody", "broken date"]


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_table_that_cannot_be_read_touches_nothing_else(tmp_path: Path, kind: str) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        broken, whole = opened(ada, "you", "bot:random", title="Broken"), opened(ada, "you", "bot:random")
        over = opened(ada, "you", "here:Bo", title="Ended")
        play_on(ada, broken, 3)
        play_on(ada, whole, 2)
        play_on(ada, over, 3)
        ada.post(f"/t/{over}/concede/0")
        kept = [server.tables.store.raw(table) for table in (broken, over)]
    for table in (broken, over):
        damage(tmp_path, table, kind)
    with inside(tmp_path) as server:
        again = person(server.address)
        again.cookies = ada.cookies
        lobby = again.get("/", headers=TEXT)
        assert lobby.status_code == 200
        assert lobby.text.count("cannot be read") == 2
        for table, title in ((broken, "Broken"), (over, "Ended")):
            line = next(line for line in lobby.text.splitlines() if f'<a href="/t/{table}">{title}</a>' in line)
            assert f'<a class="pill" href="/t/{table}">Damaged</a>' in line
            assert f"<small>{'Spyrium' if kind == 'other game' else 'Trains'}</small>" in line
            assert f"/t/{table}/replay" not in lobby.text
        play_on(again, whole, 3)  # and its bot answers
        for table, before in ((broken, kept[0]), (over, kept[1])):
            for path in (f"/t/{table}", f"/t/{table}/regions", f"/api/tables/{table}", f"/t/{table}/score"):
                answer = again.get(path)
                assert answer.status_code == 409
                assert "cannot be read" in answer.text
            with person(server.address, "Eve") as eve:
                assert f"/t/{table}" not in eve.get("/", headers=TEXT).text
                assert eve.get(f"/t/{table}").status_code == 403
                assert eve.get(f"/api/tables/{table}").status_code == 403
                assert eve.get(f"/t/{table}/record").status_code == 403
                assert eve.post(f"/t/{table}/give-up").status_code == 403
            if table == broken:
                assert again.get(f"/t/{table}/record").status_code == 403  # it may be mended, and go on
                if kind == "newer rules":
                    continue  # it is not to be closed
                assert "Close the table and take its record" in again.get(f"/t/{table}", headers=TEXT).text
                assert again.post(f"/t/{table}/give-up").status_code == 303
            assert "Take the record" in again.get(f"/t/{table}", headers=TEXT).text
            assert f"/t/{table}/replay" not in again.get("/", headers=TEXT).text
            taken = again.get(f"/t/{table}/record")
            assert taken.status_code == 200
            assert len(set(taken.text.splitlines()) & set(before)) >= len(before) - 1
        assert again.post(f"/t/{whole}/give-up").status_code == 409


@pytest.mark.parametrize("kind", ["wrong action", "newer rules"])
def test_only_the_host_closes_a_table_that_cannot_be_read_and_not_one_of_newer_rules(tmp_path: Path, kind: str) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada, person(server.address, "Bo") as bo:
        table = opened(ada, "you", "invite", visibility="open")
        bo.post(f"/t/{table}/join")
        for who in (ada, bo):
            play_on(who, table, 1)
        whole = header_of(tmp_path, table)
    damage(tmp_path, table, kind)
    with inside(tmp_path) as server, person(server.address) as host, person(server.address) as guest:
        host.cookies, guest.cookies = ada.cookies, bo.cookies
        shown = guest.get(f"/t/{table}", headers=TEXT).text
        refused = guest.post(f"/t/{table}/give-up")
        assert refused.status_code == 403
        assert refused.json()["error"] == "Only who opened a table can close it."
        assert "Close the table" not in shown
        assert guest.get(f"/t/{table}/record").status_code == 403
        if kind == "newer rules":
            assert "The table goes on when the server has its newer rules again." in shown
            assert "Close the table" not in host.get(f"/t/{table}", headers=TEXT).text
            refused = host.post(f"/t/{table}/give-up")
            assert refused.status_code == 409
            assert "newer rules" in refused.json()["error"]
            assert host.get(f"/t/{table}/record").status_code == 403
        else:
            assert "Only who opened the table can close it" in shown
            assert host.post(f"/t/{table}/give-up").status_code == 303
            assert guest.get(f"/t/{table}/record").status_code == 200
    if kind == "newer rules":
        edit(tmp_path, ("UPDATE tables SET header = ? WHERE id = ?", (json.dumps(whole), table)))
        with inside(tmp_path) as server, person(server.address) as host:
            host.cookies = ada.cookies
            play_on(host, table, 1)


@pytest.mark.parametrize("value", ["yesterday", "", "2026-13-45 99:99:99.000000"])
def test_a_row_that_cannot_be_read_touches_nothing_else(tmp_path: Path, value: str) -> None:
    """The time of its last change is no time; and another one's minutes are no number."""
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        broken, whole = opened(ada, "you", "here:Bo", minutes="5"), opened(ada, "you", "bot:random", minutes="5")
        play_on(ada, broken, 1)
        odd = opened(ada, "you", "here:Bo", minutes="5")
        edit(tmp_path, ("UPDATE tables SET minutes = 'x' WHERE id = ?", (odd,)))
        edit(tmp_path, ("UPDATE tables SET changed = ? WHERE id = ?", (value, broken)))
        for again in (False, True):
            if again:
                server.tables.cache.sweep(0.0)
            server.tables.get(whole).read -= 60
            server.tables.get(whole)
            for live in list(server.tables.cache.alive.values()):
                live.read -= 60
            assert ada.get("/").status_code == 200
            assert ada.get(f"/t/{broken}").status_code == 409
            assert ada.post(f"/t/{broken}/close").status_code == 409
            assert "some time ago" in ada.get("/", headers=TEXT).text
            server.tables.overdue()
            server.tables.bots.wake_due()
            play_on(ada, whole, 2)
        watched = person(server.address)
        link = server.tables.row(broken).watch
        assert watched.get(f"/w/{link}").status_code == 303
        assert watched.get(f"/t/{broken}").status_code == 409
        assert watched.get(f"/t/{broken}/record").status_code == 403


@pytest.mark.parametrize("asked", ['{"x": 1}', "7", '{"kind": "undo", "n": 1, "at": 1, "seat": 0, "by": 0}'])
def test_a_table_whose_request_is_damaged_in_play_cannot_be_read(tmp_path: Path, asked: str) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        table = opened(ada, "you", "here:Bo")
        play_on(ada, table, 1)
        edit(tmp_path, ("UPDATE tables SET asked = ? WHERE id = ?", (asked, table)))
        server.tables.get(table).read -= 60
        for path in (f"/t/{table}", f"/t/{table}/regions", f"/api/tables/{table}"):
            assert ada.get(path).status_code == 409
        assert ada.post(f"/t/{table}/give-up").status_code == 303
        assert ada.get(f"/t/{table}/record").status_code == 200


def test_the_database_is_not_asked_on_the_loop_that_answers_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada, person(server.address, "Eve") as eve:
        table = opened(ada, "you", "here:Bo")
        damage(tmp_path, table, "broken header")
        server.tables.cache.sweep(0.0)
        row, asking = server.tables.row, []

        def told(id: str) -> TableRow:
            asking.append(threading.current_thread())
            return row(id)

        monkeypatch.setattr(server.tables, "row", told)
        for http, status in ((ada, 409), (eve, 403)):
            assert http.get(f"/api/tables/{table}").status_code == status
        assert asking
        assert server.thread not in asking


def test_a_table_of_older_rules_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        table = opened(ada, "you", "bot:random")
        play_on(ada, table, 5)
    game = roundhouse.game("trains")
    monkeypatch.setattr(game, "rules_version", game.rules_version + 1)
    with inside(tmp_path) as server:
        again = person(server.address)
        again.cookies = ada.cookies
        n = play_on(again, table, 30)
    with inside(tmp_path) as server:
        third = person(server.address)
        third.cookies = ada.cookies
        assert play_on(third, table, 5) > n


# bots


def test_a_move_is_accepted_and_answered_whatever_happens_to_the_workers(tmp_path: Path) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        table = opened(ada, "you", "bot:greedy")
        for _ in range(8):
            play_on(ada, table, 1)
            for pid in server.tables.pool.pids():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        play_on(ada, table, 3)
        assert not server.tables.get(table).plain


class Failing(BotPool):
    """A pool whose bots always fail."""

    def ask(self, *_: Any, **__: Any) -> Any:
        asked = super().run(os.getpid, patience=5.0)
        failed = type(asked)()
        failed.set_exception(BotFailed("It died."))
        return failed


def test_a_bot_that_fails_makes_way_for_a_plain_one(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    pool = Failing(1)
    tables = Tables(Store(f"sqlite:///{tmp_path / 'test.sqlite'}"), Hub(), pool)
    try:
        live = tables.create(ADA, "trains", "", ["bot:greedy", "bot:greedy", "you"], {}, "link", "seed")
        until(lambda: decides(live) == 2, "my turn")
        for _ in range(300):
            if live.record.state.over:
                break
            tables.play(live, 2, live.n + 1, live.record.state.legal()[-1])
            until(lambda: decides(live) in (2, -1) or live.record.state.over, "my turn")
        assert live.plain == {0, 1}
        assert [r.getMessage() for r in caplog.records].count("a bot makes way for a plain one") == 2
    finally:
        pool.close()


def decides(live: Live) -> int:
    with live.lock:
        return live.record.state.seat


# the database


def test_a_database_that_is_away_stops_nothing_for_good(tmp_path: Path) -> None:
    with running() as postgres:
        url = postgres.database()
        with inside(tmp_path, database=url) as server, person(server.address, "Ada") as ada:
            table = opened(ada, "you", "bot:random", "bot:random")
            timed = opened(ada, "you", "here:Bo", minutes="2")
            play_on(ada, table, 2)
            bots = opened(ada, "bot:random", "bot:random")
            postgres.stop()
            for path in ("/", f"/t/{table}", f"/api/tables/{timed}/moves"):
                assert ada.get(path, timeout=40).status_code in (200, 503)
            answer = ada.post(f"/t/{timed}/play", json={"n": 1, "action": 0}, timeout=40)
            assert answer.status_code in (422, 503)
            answer = ada.get("/", timeout=40)
            assert answer.status_code == 503
            assert "cannot read or write its tables just now" in answer.json()["error"]
            assert int(answer.headers["Retry-After"]) > 0
            before = len(server.tables.clock.known)
            postgres.restart()
            until(lambda: ada.get("/").status_code == 200, "the database is back")
            play_on(ada, table, 3)
            seen = len(ada.get(f"/api/tables/{bots}/moves").json())
            until(lambda: len(ada.get(f"/api/tables/{bots}/moves").json()) > seen, "the bots go on")
            assert before
            key = server.tables.clock.known[timed]
            server.tables.clock.known[timed] = (key[0], key[1] - 121)
            until(lambda: server.tables.get(timed).bot_of(0), "the clock goes on")


def test_a_move_is_kept_or_refused_when_the_disk_is_full(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        with person(server.address, "Ada") as ada:
            table = opened(ada, "you", "here:Bo")
            n = play_on(ada, table, 4)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))  # no file can be written
            now = until(lambda: mine(ada, table), "my turn")
            body = {"n": n + 1, "action": now["legal"][0]["action"]}
            refused = ada.post(f"/api/tables/{table}/play", json=body, timeout=40)
            assert refused.status_code == 503
            assert refused.json()["error"].startswith(f"Decision {n + 1} was not kept")
            assert ada.get(f"/t/{table}").status_code == 200
            assert mine(ada, table) == now
            said = ada.post(f"/t/{table}/chat", json={"text": "hello"})
            assert said.status_code == 503
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            assert ada.post(f"/api/tables/{table}/play", json=body).status_code == 200
            assert [m["n"] for m in ada.get(f"/api/tables/{table}/moves").json()] == list(range(1, n + 2))
    finally:
        server.kill()


def test_a_move_that_is_not_kept_was_never_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waited at the table's lock while it was being written sees the table as it was."""
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        table = opened(ada, "you", "here:Bo")
        live = server.tables.get(table)
        begun, gate = threading.Event(), threading.Event()

        def slow(*_: Any) -> Any:
            begun.set()
            assert gate.wait(60)
            raise OperationalError("INSERT", {}, Exception("disk full"))

        monkeypatch.setattr(server.tables.store, "add_move", slow)
        with ThreadPoolExecutor(2) as pool:
            body = {"n": 1, "action": live.record.state.legal()[0]}
            move = pool.submit(lambda: ada.post(f"/api/tables/{table}/play", json=body, timeout=60))
            assert begun.wait(60)
            look = pool.submit(lambda: table_json(live, []))
            gate.set()
            assert move.result().status_code == 503
            assert look.result()["n"] == 0
        assert (live.n, live.record.state.seat) == (0, 0)
        monkeypatch.undo()
        assert ada.post(f"/api/tables/{table}/play", json=body).status_code == 200


@pytest.mark.parametrize("another", [False, True])
def test_nothing_is_accepted_when_the_file_is_gone(tmp_path: Path, another: bool) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        table = opened(ada, "you", "here:Bo")
        for file in tmp_path.glob("roundhouse.sqlite*"):
            file.unlink()
        if another:  # as SQLite makes one for whoever connects anew
            (tmp_path / "roundhouse.sqlite").touch()
        action = server.tables.get(table).record.state.legal()[0]
        answer = ada.post(f"/api/tables/{table}/play", json={"n": 1, "action": action})
        assert answer.status_code == 503


def test_servers_that_start_at_once_on_a_new_folder_all_start(tmp_path: Path) -> None:
    for n in range(6):
        gate = threading.Barrier(4)

        def start(_: int, gate: threading.Barrier = gate, n: int = n) -> bool:
            gate.wait()
            Store(f"sqlite:///{tmp_path / f'{n}.sqlite'}").engine.dispose()
            return True

        with ThreadPoolExecutor(4) as pool:
            assert all(pool.map(start, range(4)))


def test_a_server_that_starts_looks_at_a_file_only_when_no_other_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, look, looks = tmp_path / "test.sqlite", Store.is_newest, []

    def alone(store: Store) -> bool:
        with open(f"{file}.lock") as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        looks.append(look(store))
        return looks[-1]

    monkeypatch.setattr(Store, "is_newest", alone)
    for _ in range(2):
        Store(f"sqlite:///{file}").engine.dispose()
    assert looks == [False, True]


class Locked:
    """A connection to a file that others lock; it takes each statement when they let go."""

    def __init__(self, refusals: int, why: str = "database is locked") -> None:
        self.refusals = refusals
        self.why = why
        self.done: list[str] = []

    def cursor(self) -> Locked:
        return self

    def execute(self, statement: str) -> None:
        if "journal_mode" in statement and self.refusals:
            self.refusals -= 1
            raise sqlite3.OperationalError(self.why)
        self.done.append(statement)

    def close(self) -> None: ...


def test_a_file_that_is_locked_for_a_moment_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "LOCKED", 0.0)
    held = Locked(5)
    stored.careful(held, None)
    assert held.done[:2] == ["PRAGMA busy_timeout=5000", "PRAGMA journal_mode=WAL"]
    for fault in (Locked(1000), Locked(1, "disk I/O error")):
        with pytest.raises(sqlite3.OperationalError, match=fault.why):
            stored.careful(fault, None)


def test_a_move_whose_fate_is_not_known_is_looked_up(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line to the database breaks after the move was written and before anybody was told."""
    pool = BotPool(1)
    tables = Tables(Store(postgres.database()), Hub(), pool)
    try:
        live = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "link")
        write = tables.store.add_move

        def breaks(*given: Any) -> Any:
            write(*given)
            raise OperationalError("COMMIT", {}, Exception("server closed the connection"))

        monkeypatch.setattr(tables.store, "add_move", breaks)
        tables.play(live, 0, 1, live.record.state.legal()[0])
        assert tables.get(live.id).n == 1

        def breaks_early(*_: Any) -> Any:
            raise OperationalError("INSERT", {}, Exception("server closed the connection"))

        live = tables.get(live.id)
        monkeypatch.setattr(tables.store, "add_move", breaks_early)
        with pytest.raises(Refused, match="Decision 2 was not kept"):
            tables.play(live, 1, 2, live.record.state.legal()[0])
        assert tables.get(live.id).n == 1
        monkeypatch.setattr(tables.store, "line", breaks_early)
        monkeypatch.setattr("roundhouse.web.tables.ASKING", 0.3)
        live = tables.get(live.id)
        with pytest.raises(Refused, match="whether decision 2 was kept will show"):
            tables.play(live, 1, 2, live.record.state.legal()[0])
    finally:
        pool.close()


# many tables


def many(url: str, count: int, status: str, turn: int = -1, start: int = 0) -> list[str]:
    """Tables in the store, as a year of play leaves them."""
    rows = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    lines = rows[1:-1] if status == "over" else rows[1:40]
    store = Store(url)
    for n in range(start, start + count):
        seats = [
            SeatRow(n=s, kind="person", name=name, player="ada", token=f"{status}{n}-{s}")
            for s, name in enumerate(rows[0]["names"])
        ]
        row = TableRow(
            id=f"{status}{n}", game="trains", title=f"Table {n}", visibility="link", status=status,
            watch=f"{status}{n}", host="ada", header=rows[0], turn=turn, seats=seats,
        )  # fmt: skip
        store.add_table(row, lines)
    store.engine.dispose()
    return [f"{status}{n}" for n in range(start, start + count)]


def test_tables_are_loaded_when_asked_for_and_let_go(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'roundhouse.sqlite'}"
    playing, over = many(url, 60, "playing", 0), many(url, 60, "over")
    with inside(tmp_path) as server:
        held = server.tables.cache
        with person(server.address) as http:
            assert http.get("/").status_code == 200
            assert not held.alive  # nothing was loaded for that, nor at the start
            for table in [*over, *playing]:
                http.get(f"/w/{table}")
                assert http.get(f"/t/{table}/score").status_code == 200
        assert len(held.ended) <= cache.MOST_ENDED
        assert len(held.playing) == len(playing)
        assert len(held.alive) <= cache.MOST_ENDED + len(playing) + 5
        held.sweep(0.0)
        assert not held.playing
        assert not held.ended


def test_one_table_that_loads_slowly_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'roundhouse.sqlite'}"
    slow, quick = many(url, 2, "over")
    gate, loads = threading.Event(), []
    load = resumed

    def waits(header: Any, lines: Any) -> Any:
        loads.append(1)
        if len(loads) == 1:
            assert gate.wait(60)
        return load(header, lines)

    monkeypatch.setattr("roundhouse.web.tables.resumed", waits)
    pool = BotPool(1)
    tables = Tables(Store(url), Hub(), pool)
    found: list[Live] = []
    threads = [threading.Thread(target=lambda: found.append(tables.get(slow))) for _ in range(3)]
    for thread in threads:
        thread.start()
    until(lambda: loads, "the slow one loads")
    assert tables.get(quick).over
    gate.set()
    for thread in threads:
        thread.join()
    assert len(loads) == 2  # of three who asked for one table, one has loaded it
    assert len({id(live) for live in found}) == 1
    pool.close()


# clocks


@pytest.mark.parametrize("jump", [timedelta(days=30), timedelta(days=-30)])
def test_a_clock_that_is_set_makes_nobody_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: timedelta
) -> None:
    pool = BotPool(1)
    tables = Tables(Store(f"sqlite:///{tmp_path / 'test.sqlite'}"), Hub(), pool)
    try:
        old = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "link", "seed", 5)
        tables.overdue()
        true = tables.store.time
        monkeypatch.setattr(tables.store, "time", lambda session=None: true() + jump)
        new = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "link", "seed", 5)
        tables.play(new, 0, 1, new.record.state.parse("start at kamata"))
        tables.cache.sweep(0.0)
        tables.overdue()
        for live in (old, new):
            assert [live.bot_of(n) for n in (0, 1)] == ["", ""]
            assert tables.waited(tables.get(live.id)) < 60
        for live in (old, new):  # and time goes on for them
            mark, since = tables.clock.known[live.id]
            tables.clock.known[live.id] = (mark, since - 301)
        tables.overdue()
        assert [tables.get(old.id).bot_of(0), tables.get(new.id).bot_of(1)] == ["greedy", "greedy"]
    finally:
        pool.close()


def test_after_a_start_everybody_has_a_moment(tmp_path: Path) -> None:
    pool = BotPool(1)
    url = f"sqlite:///{tmp_path / 'test.sqlite'}"
    try:
        tables = Tables(Store(url), Hub(), pool)
        live = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "link", "seed", 5)
        tables.store.change_table(live.id, changed=tables.store.time() - timedelta(days=3))
        again = Tables(Store(url), Hub(), pool)
        again.overdue()
        assert again.get(live.id).bot_of(0) == ""
        mark, since = again.clock.known[live.id]
        again.clock.known[live.id] = (mark, since - 61)
        again.overdue()
        assert again.get(live.id).bot_of(0) == "greedy"
    finally:
        pool.close()


@pytest.mark.parametrize("minutes", [0, 1, 5])
def test_after_a_start_nobody_can_be_replaced_at_once(tmp_path: Path, minutes: int) -> None:
    pool = BotPool(1)
    url = f"sqlite:///{tmp_path / 'test.sqlite'}"
    try:
        tables = Tables(Store(url), Hub(), pool)
        live = tables.create(ADA, "trains", "", ["you", "invite"], {}, "open", None, minutes)
        tables.join(live, Person("bo", "Bo"), [1])
        tables.store.change_table(live.id, changed=tables.store.time() - timedelta(days=3))
        again = Tables(Store(url), Hub(), pool)
        live = again.get(live.id)
        with pytest.raises(Refused, match="may think"):
            again.ask_for_bot(live, [1], 0)
        again.overdue()
        assert live.bot_of(0) == ""
        for key in (live.id, f"{live.id} found"):
            mark, since = again.clock.known[key]
            again.clock.known[key] = (mark, since - 121)
        again.ask_for_bot(live, [1], 0)
        assert live.bot_of(0) == "greedy"
    finally:
        pool.close()


# requests that do not arrive


@pytest.fixture
def hasty(tmp_path: Path) -> Any:
    with inside(tmp_path, limits=limits.off().changed(["request_seconds=1"])) as server:
        yield server


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /me HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: 20\r\n\r\nname",
    ],
)
def test_a_request_that_stops_half_way_is_closed(hasty: Inside, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port), 30) as line:
        line.sendall(sent)
        answer = b""
        while part := line.recv(4096):
            answer += part
    if b"Content-Length" in sent:
        assert b" 408 " in answer
        assert b"did not arrive whole" in answer
    else:
        assert answer == b""
    with socket.create_connection(("127.0.0.1", hasty.port), 30) as line:  # after a whole one, too
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\nGET /api")
        answer = b""
        while part := line.recv(65536):
            answer += part
        assert answer.startswith(b"HTTP/1.1 200")


def test_an_answer_that_nobody_reads_does_not_keep_its_line(hasty: Inside) -> None:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.settimeout(60)
    line.connect(("127.0.0.1", hasty.port))
    with line:
        line.sendall(b"GET /static/icons.svg HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
        gone = hasty.server.server_state.connections
        until(lambda: not gone, "the line is closed")


def test_no_address_has_all_the_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "most_lines", lambda: 5)
    with inside(tmp_path) as server:
        held = [socket.create_connection(("127.0.0.1", server.port), 30) for _ in range(5)]
        with socket.create_connection(("127.0.0.1", server.port), 30) as one_more:
            one_more.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n")
            with suppress(ConnectionError):
                assert one_more.recv(100) == b""
        for line in held:
            line.close()
        until(lambda: answers(server.address), "there is room again")


def answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/api/games").status_code == 200
    except httpx.TransportError:
        return False


# what nobody foresaw


def test_what_nobody_foresaw_is_logged_and_answered_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        fault: Callable[..., Any] = lambda *_: 1 / 0  # noqa: E731
        monkeypatch.setattr(server.tables.store, "open_tables", fault)
        answer = ada.get("/")
        assert answer.status_code == 500
        assert answer.json()["error"].startswith("Something went wrong here")
        record = next(r for r in caplog.records if r.getMessage() == "a request failed")
        assert record.exc_info is not None
