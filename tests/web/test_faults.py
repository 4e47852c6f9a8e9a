"""Faults that stop nothing else: unreadable tables, dead workers, a lost database, a full disk, clocks that jump."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

import roundhouse
from roundhouse.core.records import resumed
from roundhouse.web import connections
from roundhouse.web.render.table import table_json
from roundhouse.web.service import cache, limits
from roundhouse.web.service import store as stored
from roundhouse.web.service import tables as module
from roundhouse.web.service.bot_pool import BotFailed, BotPool
from roundhouse.web.service.events import Events
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import Person
from roundhouse.web.service.rows import SeatRow, TableRow
from roundhouse.web.service.store import Store
from roundhouse.web.service.tables import TableService
from tests.web.postgres import Postgres
from tests.web.server import GOLDEN, SECONDS, TEXT, Inside, answers, inside, opened, person, refusal, refused, until

ADA = Person("ada", "Ada")


def sit(http: httpx.Client, *seats: str, **more: str) -> str:
    """The id of a table opened by the form."""
    return opened(http, *seats, **more).removeprefix("/t/")


def known(address: str, before: httpx.Client) -> httpx.Client:
    """The same browser after the server was started anew."""
    return person(address, cookies=before.cookies)


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


@dataclass(frozen=True)
class Damaged:
    """Somebody's tables, one in play and one that has ended, damaged while no server ran; and their lines before."""

    http: httpx.Client
    tables: dict[str, str]  # by their titles
    lines: dict[str, list[str]]


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Inside, dict[str, Damaged]]]:
    """A server on a folder with tables damaged in each way."""
    folder = tmp_path_factory.mktemp("damaged")
    held: dict[str, Damaged] = {}
    with inside(folder) as server:
        for kind in DAMAGES:
            ada = person(server.address, "Ada")
            mine = {title: sit(ada, "you", "here:Bo", title=title) for title in ("Broken", "Ended")}
            for table in mine.values():
                play_on(ada, table, 3)
            ada.post(f"/t/{mine['Ended']}/concede/0")
            held[kind] = Damaged(ada, mine, {title: server.tables.store.raw(table) for title, table in mine.items()})
    for kind, before in held.items():
        for table in before.tables.values():
            damage(folder, table, kind)
    with inside(folder) as server:
        yield server, {kind: replace(held[kind], http=known(server.address, held[kind].http)) for kind in held}


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_table_that_cannot_be_read_touches_nothing_else(
    damaged: tuple[Inside, dict[str, Damaged]], kind: str
) -> None:
    server, all = damaged
    held = all[kind]
    ada = held.http
    lobby = ada.get("/", headers=TEXT)
    assert lobby.status_code == 200
    assert lobby.text.count("cannot be read") == 2
    for title, table in held.tables.items():
        line = next(line for line in lobby.text.splitlines() if f'<a href="/t/{table}">{title}</a>' in line)
        assert f'<a class="pill" href="/t/{table}">Damaged</a>' in line
        assert f"<small>{'Spyrium' if kind == 'other game' else 'Trains'}</small>" in line
        assert f"/t/{table}/replay" not in lobby.text
    whole = sit(ada, "you", "bot:random")
    play_on(ada, whole, 3)  # and its bot answers
    assert ada.post(f"/t/{whole}/give-up").status_code == 409
    for title, table in held.tables.items():
        for path in (f"/t/{table}", f"/t/{table}/regions", f"/api/tables/{table}", f"/t/{table}/score"):
            answer = ada.get(path)
            assert answer.status_code == 409
            assert "cannot be read" in answer.text
        with person(server.address, "Eve") as eve:
            assert f"/t/{table}" not in eve.get("/", headers=TEXT).text
            for path in (f"/t/{table}", f"/api/tables/{table}", f"/t/{table}/record"):
                assert eve.get(path).status_code == 403
            assert eve.post(f"/t/{table}/give-up").status_code == 403
        if title == "Broken":
            assert ada.get(f"/t/{table}/record").status_code == 403  # it may be mended, and go on
            if kind == "newer rules":
                continue  # it is not to be closed
            assert "Close the table and take its record" in ada.get(f"/t/{table}", headers=TEXT).text
            assert ada.post(f"/t/{table}/give-up").status_code == 303
        assert "Take the record" in ada.get(f"/t/{table}", headers=TEXT).text
        assert f"/t/{table}/replay" not in ada.get("/", headers=TEXT).text
        taken = ada.get(f"/t/{table}/record")
        assert taken.status_code == 200
        before = held.lines[title]
        assert len(set(taken.text.splitlines()) & set(before)) >= len(before) - 1


@pytest.mark.parametrize("kind", ["wrong action", "newer rules"])
def test_only_the_host_closes_a_table_that_cannot_be_read_and_not_one_of_newer_rules(tmp_path: Path, kind: str) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada, person(server.address, "Bo") as bo:
        table = sit(ada, "you", "invite", visibility="open")
        bo.post(f"/t/{table}/join")
        for who in (ada, bo):
            play_on(who, table, 1)
        whole = header_of(tmp_path, table)
    damage(tmp_path, table, kind)
    with inside(tmp_path) as server:
        host, guest = known(server.address, ada), known(server.address, bo)
        shown = guest.get(f"/t/{table}", headers=TEXT).text
        assert refusal(guest.post(f"/t/{table}/give-up"), 403) == "Only who opened a table can close it."
        assert "Close the table" not in shown
        assert guest.get(f"/t/{table}/record").status_code == 403
        if kind == "newer rules":
            assert "The table goes on when the server has its newer rules again." in shown
            assert "Close the table" not in host.get(f"/t/{table}", headers=TEXT).text
            assert "newer rules" in refusal(host.post(f"/t/{table}/give-up"), 409)
            assert host.get(f"/t/{table}/record").status_code == 403
        else:
            assert "Only who opened the table can close it" in shown
            assert host.post(f"/t/{table}/give-up").status_code == 303
            assert guest.get(f"/t/{table}/record").status_code == 200
    if kind == "newer rules":
        edit(tmp_path, ("UPDATE tables SET header = ? WHERE id = ?", (json.dumps(whole), table)))
        with inside(tmp_path) as server:
            play_on(known(server.address, ada), table, 1)


@pytest.mark.parametrize("value", ["yesterday", "", "2026-13-45 99:99:99.000000"])
def test_a_row_that_cannot_be_read_touches_nothing_else(tmp_path: Path, value: str) -> None:
    """The time of its last change is no time; and another one's minutes are no number."""
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        broken, whole = sit(ada, "you", "here:Bo", minutes="5"), sit(ada, "you", "bot:random", minutes="5")
        play_on(ada, broken, 1)
        odd = sit(ada, "you", "here:Bo", minutes="5")
        edit(tmp_path, ("UPDATE tables SET minutes = 'x', version = version + 1 WHERE id = ?", (odd,)))
        edit(tmp_path, ("UPDATE tables SET changed = ?, version = version + 1 WHERE id = ?", (value, broken)))
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
        table = sit(ada, "you", "here:Bo")
        play_on(ada, table, 1)
        edit(tmp_path, ("UPDATE tables SET asked = ?, version = version + 1 WHERE id = ?", (asked, table)))
        server.tables.get(table).read -= 60
        for path in (f"/t/{table}", f"/t/{table}/regions", f"/api/tables/{table}"):
            assert ada.get(path).status_code == 409
        assert ada.post(f"/t/{table}/give-up").status_code == 303
        assert ada.get(f"/t/{table}/record").status_code == 200


def test_the_database_is_not_asked_on_the_loop_that_answers_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada, person(server.address, "Eve") as eve:
        table = sit(ada, "you", "here:Bo")
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
        table = sit(ada, "you", "bot:random")
        play_on(ada, table, 5)
    game = roundhouse.game("trains")
    monkeypatch.setattr(game, "rules_version", game.rules_version + 1)
    with inside(tmp_path) as server:
        n = play_on(known(server.address, ada), table, 30)
    with inside(tmp_path) as server:
        assert play_on(known(server.address, ada), table, 5) > n


# bots


class Failing(BotPool):
    """A pool whose bots always fail."""

    def ask(self, *_: Any, **__: Any) -> Any:
        asked = super().run(os.getpid, patience=5.0)
        failed = type(asked)()
        failed.set_exception(BotFailed("It died."))
        return failed


def test_a_bot_that_fails_makes_way_for_a_plain_one(url: str, caplog: pytest.LogCaptureFixture) -> None:
    pool = Failing(1)
    tables = TableService(Store(url), Events(), pool)
    try:
        live = tables.create(ADA, "trains", "", ["bot:greedy", "bot:greedy", "you"], {}, "link", "seed")
        until(lambda: decides(live) == 2, "my turn")
        for _ in range(10):
            tables.play(live, 2, live.n + 1, live.record.state.legal()[-1])
            until(lambda: decides(live) == 2, "my turn")
        assert live.plain == {0, 1}
        assert [r.getMessage() for r in caplog.records].count("a bot makes way for a plain one") == 2
    finally:
        pool.close()


def decides(live: LiveTable) -> int:
    with live.lock:
        return live.record.state.seat


# the database


def test_a_move_that_is_not_kept_was_never_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waited at the table's lock while it was being written sees the table as it was."""
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        table = sit(ada, "you", "here:Bo")
        live = server.tables.get(table)
        begun, gate = threading.Event(), threading.Event()

        def slow(*_: Any) -> Any:
            begun.set()
            assert gate.wait(SECONDS)
            raise OperationalError("INSERT", {}, Exception("disk full"))

        monkeypatch.setattr(server.tables.store, "add_move", slow)
        with ThreadPoolExecutor(2) as pool:
            body = {"n": 1, "action": live.record.state.legal()[0]}
            move = pool.submit(lambda: ada.post(f"/api/tables/{table}/play", json=body))
            assert begun.wait(SECONDS)
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
        table = sit(ada, "you", "here:Bo")
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
    postgres: Postgres, pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line to the database breaks after the move was written and before anybody was told."""
    tables = TableService(Store(postgres.database()), Events(), pool)
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
    refused("Decision 2 was not kept", tables.play, live, 1, 2, live.record.state.legal()[0])
    assert tables.get(live.id).n == 1
    monkeypatch.setattr(tables.store, "line", breaks_early)
    monkeypatch.setattr("roundhouse.web.service.tables.ASKING", 0.3)
    live = tables.get(live.id)
    refused("whether decision 2 was kept will show", tables.play, live, 1, 2, live.record.state.legal()[0])


# many tables


def many(url: str, count: int, status: str, turn: int = -1, start: int = 0) -> list[str]:
    """Tables in the store, as a year of play leaves them."""
    rows = [json.loads(line) for line in GOLDEN.splitlines()]
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


def test_tables_are_loaded_when_asked_for_and_let_go(tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_ENDED", 6)
    playing, over = many(url, 9, "playing", 0), many(url, 9, "over")
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


def test_one_table_that_loads_slowly_holds_up_no_other(
    url: str, pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = many(url, 2, "over")
    gate, loads = threading.Event(), []
    load = resumed

    def waits(header: Any, lines: Any) -> Any:
        loads.append(1)
        if len(loads) == 1:
            assert gate.wait(SECONDS)
        return load(header, lines)

    monkeypatch.setattr(module, "resumed", waits)
    tables = TableService(Store(url), Events(), pool)
    found: list[LiveTable] = []
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


# clocks


def wind_on(tables: TableService, key: str, seconds: int) -> None:
    """As if this server had waited so much longer."""
    mark, since = tables.clock.known[key]
    tables.clock.known[key] = (mark, since - seconds)


def stands_in(tables: TableService, *live: LiveTable) -> list[list[str]]:
    return [[tables.get(table.id).bot_of(n) for n in (0, 1)] for table in live]


@pytest.mark.parametrize("jump", [timedelta(days=30), timedelta(days=-30)])
def test_a_clock_that_is_set_makes_nobody_late(
    tables: TableService, monkeypatch: pytest.MonkeyPatch, jump: timedelta
) -> None:
    old = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "link", "seed", 5)
    tables.overdue()
    true = tables.store.time
    monkeypatch.setattr(tables.store, "time", lambda session=None: true() + jump)
    new = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "link", "seed", 5)
    tables.play(new, 0, 1, new.record.state.parse("start at kamata"))
    tables.cache.sweep(0.0)
    tables.overdue()
    assert stands_in(tables, old, new) == [["", ""], ["", ""]]
    for live in (old, new):
        assert tables.waited(tables.get(live.id)) < 60
        wind_on(tables, live.id, 301)  # and time goes on for them
    tables.overdue()
    assert stands_in(tables, old, new) == [["conductor", ""], ["", "conductor"]]


def started_anew(tables: TableService, live: LiveTable) -> TableService:
    """Another server, three days after the table was played at."""
    tables.store.change_table(live.id, changed=tables.store.time() - timedelta(days=3))
    return TableService(tables.store, Events(), tables.pool)


def test_after_a_start_everybody_has_a_moment(tables: TableService) -> None:
    live = tables.create(ADA, "trains", "", ["you", "here:Bo"], {}, "link", "seed", 5)
    again = started_anew(tables, live)
    again.overdue()
    assert again.get(live.id).bot_of(0) == ""
    wind_on(again, live.id, 61)
    again.overdue()
    assert again.get(live.id).bot_of(0) == "conductor"


@pytest.mark.parametrize("minutes", [0, 1, 5])
def test_after_a_start_nobody_can_be_replaced_at_once(tables: TableService, minutes: int) -> None:
    live = tables.create(ADA, "trains", "", ["you", "invite"], {}, "open", None, minutes)
    tables.join(live, Person("bo", "Bo"), [1])
    again = started_anew(tables, live)
    live = again.get(live.id)
    refused("two minutes to think", again.ask_for_bot, live, [1], 0)
    again.overdue()
    assert live.bot_of(0) == ""
    for key in (live.id, f"{live.id} found"):
        wind_on(again, key, 121)
    again.ask_for_bot(live, [1], 0)
    assert live.bot_of(0) == "conductor"


# requests that do not arrive


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Inside]:
    with inside(tmp_path, limits=limits.off().changed(["request_seconds=1"])) as server:
        yield server


WHOLE = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"
HALVES = [
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"POST /me HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: 20\r\n\r\nname",
]


def test_a_request_that_stops_half_way_is_closed(hasty: Inside) -> None:
    with ThreadPoolExecutor(2 * len(HALVES)) as at_once:
        alone = at_once.map(lambda half: told(hasty, half), HALVES)
        after_a_whole_one = at_once.map(lambda half: told(hasty, WHOLE + half), HALVES)
    *unread, half_read = alone
    assert unread == [b""] * 3
    assert b" 408 " in half_read
    assert b"did not arrive whole" in half_read
    for answer in after_a_whole_one:
        assert answer.startswith(b"HTTP/1.1 200")


def told(server: Inside, sent: bytes) -> bytes:
    """All that a server answers until it closes the line."""
    with socket.create_connection(("127.0.0.1", server.port), SECONDS) as line:
        line.sendall(sent)
        return b"".join(iter(lambda: line.recv(65536), b""))


def test_an_answer_that_nobody_reads_does_not_keep_its_line(hasty: Inside) -> None:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.settimeout(SECONDS)
    line.connect(("127.0.0.1", hasty.port))
    with line:
        line.sendall(b"GET /static/icons.svg HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
        gone = hasty.server.server_state.connections
        until(lambda: not gone, "the line is closed")


def test_no_address_has_all_the_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "most_connections", lambda: 5)
    with inside(tmp_path) as server:
        held = [socket.create_connection(("127.0.0.1", server.port), SECONDS) for _ in range(5)]
        with socket.create_connection(("127.0.0.1", server.port), SECONDS) as one_more:
            one_more.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n")
            with suppress(ConnectionError):
                assert one_more.recv(100) == b""
        for line in held:
            line.close()
        until(lambda: answers(server.address), "there is room again")


# what nobody foresaw


def test_what_nobody_foresaw_is_logged_and_answered_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        fault: Callable[..., Any] = lambda *_: 1 / 0  # noqa: E731
        monkeypatch.setattr(server.tables.store, "open_tables", fault)
        assert refusal(ada.get("/"), 500).startswith("Something went wrong here")
        record = next(r for r in caplog.records if r.getMessage() == "a request failed")
        assert record.exc_info is not None
