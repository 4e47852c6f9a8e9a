"""What an operator has: settings from everywhere, figures, health, request ids, and `roundhouse check`."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import shutil
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from roundhouse.cli import run, start
from roundhouse.core.errors import BadOption
from roundhouse.web import log as logs
from roundhouse.web import settings_page
from roundhouse.web.app import answer
from roundhouse.web.check import FINE, LOOK, WRONG, Finding, findings
from roundhouse.web.guard import Guard
from roundhouse.web.service import metrics, readiness
from roundhouse.web.service.limits import Limits, off
from roundhouse.web.service.store import Store
from roundhouse.web.settings import SETTINGS, Settings, gathered, kind, outer, strangers
from roundhouse.web.worker import CannotWork, offer_figures
from tests.web.postgres import Postgres
from tests.web.server import Inside, by_api, client, free_port, inside, new_database, person, refusal, until

TOKEN = "a-token-for-figures"
PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


# settings


def other(name: str) -> Any:
    """A value of a setting that is not its default."""
    known = {
        "metrics": TOKEN,
        "log_level": "error",
        "log_format": "json",
        "bots": "workers",
        "base_url": "https://a.example/",
    }
    one = SETTINGS[name]
    if name == "filter":
        return "tests.web.test_ops:polite"
    return known.get(name) or {bool: True, int: 7, str: "x", Path: Path("elsewhere")}[kind(one)]


def polite(_what: str, text: str) -> str | None:
    return text


nameless = lambda _what, text: text  # noqa: E731


def as_toml(values: dict[str, Any]) -> str:
    return "".join(f"{name} = {json.dumps(str(v) if isinstance(v, Path) else v)}\n" for name, v in values.items())


def value(settings: Settings, name: str) -> Any:
    found = getattr(settings, SETTINGS[name].name)
    return f"{found.__module__}:{found.__name__}" if callable(found) else found


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_comes_from_the_command_line_else_the_environment_else_the_file(
    name: str, tmp_path: Path
) -> None:
    file = tmp_path / "roundhouse.toml"
    file.write_text(as_toml({name: other(name)}))
    env = {"ROUNDHOUSE_CONFIG": str(file)}
    called = f"ROUNDHOUSE_{name.upper()}"
    default = SETTINGS[name].default
    assert value(gathered({}, env={}), name) == default
    assert value(gathered({}, env=env), name) == other(name)
    assert value(gathered({}, str(file), {}), name) == other(name)
    assert value(gathered({}, env={called: str(other(name))}), name) == other(name)
    if kind(SETTINGS[name]) is bool:
        assert value(gathered({}, str(file), {called: "0"}), name) is False
        assert value(gathered({name: True}, env={called: "off"}), name) is True
    elif name not in ("filter", "log_format", "bots"):  # they have but two values
        third = {int: 9, str: "yet-another-thing-16", Path: Path("third")}[kind(SETTINGS[name])]
        third = {"log_level": "debug", "base_url": "http://third.example"}.get(name, third)
        assert value(gathered({}, str(file), {called: str(third)}), name) == third
        assert value(gathered({name: third}, str(file), {called: str(other(name))}), name) == third


def test_limits_come_from_everywhere_each_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "roundhouse.toml"
    file.write_text("[limits]\nchat_person = 1\nstreams = 1\nhints = 1\n")
    found = gathered({"limit": ["chat_person=3"]}, str(file), {"ROUNDHOUSE_LIMIT": "chat_person=2 streams=2"}).limits
    assert (found.chat_person, found.streams, found.hints, found.letters) == (3, 2, 1, Limits().letters)
    assert gathered({"no_limits": True, "limit": ["hints=5"]}, env={}).limits.hints == 5
    assert gathered({}, env={"ROUNDHOUSE_NO_LIMITS": "1"}).limits == off()


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("prot = 3", "There is no setting 'prot'"),
        ('port = "3"', "port in {} is a whole number"),
        ("port = true", "port in {} is a whole number"),
        (f"port = 0x{'f' * 9000}", "port in {} is a whole number"),
        ("port = 0", "port in {} is a number from 1 to 65535, not 0."),
        ("log_requests = 1", "log_requests in {} is true or false"),
        ("data = 3", "data in {} is a text"),
        ('log_level = "loud"', "log_level in {} is one of debug, info, warning, error, not 'loud'."),
        ('base_url = "games.example"', "base_url in {} is an http or https address"),
        ('base_url = "http://[::1"', "base_url in {} is an http or https address"),
        ('metrics = "short"', "metrics in {} is off, local, or a token of 16 characters"),
        ('filter = "nothing:at_all"', "filter in {} is a function"),
        ("limits = 3", "limits in {} is a table"),
        ("[limits]\nchat_person = '3'", "The limit chat_person in {} is a whole number"),
        ("[limits]\nchat_person = -3", "The limit chat_person is a whole number"),
        ("[limits]\nnone = 3", "There is no limit 'none'"),
        (f"[limits]\nstreams = 0x{'f' * 9000}", "The limit streams in {} is a whole number"),
        ("port =", "The settings in {} are no TOML: "),
        (f"port = {'9' * 9000}", "The settings in {} are no TOML: "),
        (f"port = {'[' * 9000}", "The settings in {} are no TOML: "),
    ],
)
def test_a_file_that_cannot_be_meant_is_refused_in_a_sentence(tmp_path: Path, lines: str, sentence: str) -> None:
    file = tmp_path / "roundhouse.toml"
    file.write_text(lines)
    with pytest.raises(BadOption, match=re.escape(sentence.format(file))) as said:
        gathered({}, str(file), {})
    assert str(said.value).endswith(".")


def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for file, why in ((tmp_path / "nothing", "No such file"), (tmp_path, "directory")):
        with pytest.raises(BadOption, match=why):
            gathered({}, str(file), {})
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(BadOption, match="that is no text"):
        gathered({}, str(tmp_path / "binary"), {})


@pytest.mark.parametrize(
    ("env", "sentence"),
    [
        ({"ROUNDHOUSE_PORT": "x"}, "ROUNDHOUSE_PORT is a whole number"),
        ({"ROUNDHOUSE_PORT": "70000"}, "ROUNDHOUSE_PORT is a number from 1 to 65535"),
        ({"ROUNDHOUSE_LOG_REQUESTS": "maybe"}, "ROUNDHOUSE_LOG_REQUESTS is true or false"),
        ({"ROUNDHOUSE_LOG_FORMAT": "xml"}, "ROUNDHOUSE_LOG_FORMAT is one of lines, json"),
        ({"ROUNDHOUSE_LIMIT": "chat_person=x"}, "The limit chat_person is a whole number"),
        ({"ROUNDHOUSE_CONFIG": "/nowhere/at/all"}, "cannot be read"),
    ],
)
def test_an_environment_that_cannot_be_meant_starts_nothing(
    monkeypatch: pytest.MonkeyPatch, cannot_serve: Callable[..., str], env: dict[str, str], sentence: str
) -> None:
    for name, said in env.items():
        monkeypatch.setenv(name, said)
    with pytest.raises(BadOption, match=sentence):
        gathered({})
    if "ROUNDHOUSE_PORT" not in env:  # the fixture names a port on the command line, which comes first
        assert sentence in cannot_serve()


def test_several_processes_need_postgresql(cannot_serve: Callable[..., str]) -> None:
    assert cannot_serve("--processes", "2").startswith("Several processes need PostgreSQL")


@pytest.mark.parametrize("text", ["def broken(", "raise SystemExit(3)", "1 / 0", "found = 3", "import nowhere_at_all"])
def test_a_filter_that_cannot_be_had_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "odd_filter.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "odd_filter", raising=False)
    with pytest.raises(BadOption, match="is a function as module:function; 'odd_filter:found' is none") as told:
        gathered({"filter": "odd_filter:found"}, env={})
    assert str(told.value).endswith(".")
    assert "\n" not in str(told.value)


def test_several_processes_need_a_filter_that_has_a_name(cannot_serve: Callable[..., str], tmp_path: Path) -> None:
    given = ("--processes", "2", "--database", "postgresql://x@127.0.0.1:1/y", "--filter")
    assert "no lambda" in cannot_serve(*given, "tests.web.test_ops:nameless")
    assert "The database cannot be used" in cannot_serve(*given, "tests.web.test_ops:polite")
    settings = Settings(tmp_path, given[3], processes=2, filter=nameless)
    assert how(said(settings), "no lambda") == WRONG


def test_figures_that_are_asked_for_need_their_library(
    monkeypatch: pytest.MonkeyPatch, cannot_serve: Callable[..., str]
) -> None:
    monkeypatch.setattr(metrics, "installed", lambda: False)
    assert cannot_serve("--metrics", TOKEN) == metrics.MISSING


def test_admin_takes_settings_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    new_database(tmp_path)
    monkeypatch.setenv("ROUNDHOUSE_DATA", str(tmp_path))
    assert run(["admin", "bars"]) == 0
    assert "Nothing is hidden" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("sqlite:///{}/typo.sqlite", "There are no tables in {}/typo.sqlite"),
        ("postgresql://u:p@host:abc/db", "not a URL of a known kind"),
        ("nonsense", "not a URL of a known kind"),
        ("mysql://x@127.0.0.1/y", "needs MySQLdb"),
        ("postgresql://x@127.0.0.1:1/y", "The database cannot be used: "),
    ],
)
def test_admin_makes_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str], url: str, sentence: str) -> None:
    assert run(["admin", "reports", "--database", url.format(tmp_path)]) == 2
    assert sentence.format(tmp_path) in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_worker_says_what_is_wrong_with_its_database(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["worker", "--database", "postgresql://u:p@host:abc/db"]) == 2
    assert "not a URL of a known kind" in capsys.readouterr().err


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    data = tmp_path / "50%41 of?it#all"
    data.mkdir(mode=0o700)
    new_database(data)
    store = Store(Settings(data).url)
    store.key("a", "b")
    store.engine.dispose()
    assert [path.name for path in tmp_path.iterdir()] == [data.name]
    assert how(said(Settings(data, port=free_port())), "the newest") == FINE


@pytest.mark.parametrize(
    ("database", "tables"), [("", "{}"), ("postgresql://me:secret@db.example:5433/it", "db.example:5433/it")]
)
def test_a_start_says_where_the_tables_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], database: str, tables: str
) -> None:
    monkeypatch.setattr("roundhouse.web.serve.serve", lambda _settings, _browser, say: say())
    start(Settings(tmp_path, database), False)
    where = tables.format(tmp_path)
    assert f"keeps its tables in {where}; Ctrl-C" in capsys.readouterr().err


def test_the_file_alone_is_whole_after_a_stop(tmp_path: Path) -> None:
    with inside(tmp_path / "data") as house, person(house.address, "Ada") as ada:
        id = by_api(ada, "person:Ada", "person:Bo")[1]["id"]
    (tmp_path / "alone").mkdir()
    copy = shutil.copy(tmp_path / "data" / "roundhouse.sqlite", tmp_path / "alone")
    store = Store(f"sqlite:///{copy}")
    assert store.table(id) is not None
    store.engine.dispose()


def test_the_page_of_settings_is_made_from_the_code_and_whole() -> None:
    assert PAGE.read_text(encoding="utf-8") == settings_page.text(), "make settings writes it anew"
    for one in fields(Settings):
        assert f"`{outer(one)}`" in settings_page.text() or one.name == "limits"
    for limit in fields(Limits):
        assert re.search(rf"^\| `{limit.name}` \| \d+ \| \w.* \|$", settings_page.text(), re.M)


# health and figures


def test_health_and_readiness_set_no_cookie_and_are_not_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "roundhouse")
    with inside(tmp_path, log_requests=True) as house, client(house.address) as http:
        for path in ("/health", "/ready", "/metrics"):
            answer = http.get(path)
            assert answer.status_code == 200
            assert "set-cookie" not in answer.headers
            assert answer.headers["cache-control"] == "no-store"
        http.get("/api/games")
        paths = [record.path for record in caplog.records if hasattr(record, "path")]
        assert paths == ["/api/games"]


def test_a_server_without_its_database_lives_and_is_not_ready(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.database()
    with inside(tmp_path, database=url) as house, client(house.address) as http:
        assert http.get("/ready").status_code == 200
        engine = house.tables.store.engine
        engine.dispose()
        house.tables.store.engine.dialect.connect = nobody_there  # type: ignore[method-assign]
        answer = until(lambda: not_ready(http), "it is seen")
        assert answer.text == "The database does not answer.\n"
        assert http.get("/health").status_code == 200
        assert metrics.figures is not None
        assert b"roundhouse_database_errors_total{" in metrics.figures.text()[0]


def nobody_there(*_: object, **__: object) -> Any:
    import psycopg

    raise psycopg.OperationalError("nobody is there")


def not_ready(http: httpx.Client) -> httpx.Response | None:
    answer = http.get("/ready")
    return answer if answer.status_code == 503 else None


def test_a_database_that_hangs_is_not_waited_for_and_holds_one_thread(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, begun = threading.Event(), []

    def hangs() -> None:
        begun.append(1)
        over.wait()

    monkeypatch.setattr(readiness, "IN_TIME", 0.05)
    monkeypatch.setattr(readiness, "FRESH", 0.0)
    monkeypatch.setattr(house.app.state.readiness, "look", hangs)
    try:
        with client(house.address) as http:
            for _ in range(3):
                assert http.get("/ready").status_code == 503
    finally:
        over.set()
    assert len(begun) == 1


def test_a_server_that_stops_is_not_ready(house: Inside) -> None:
    house.app.state.readiness.stop_by = 1.0
    with client(house.address) as http:
        assert http.get("/ready").text == "The server is stopping.\n"
        assert http.get("/health").status_code == 200


def figure(http: httpx.Client, line: str) -> float:
    """One figure, by the words before its number; 0 if there is none yet."""
    found = re.search(rf"^{re.escape(line)} (.*)$", http.get("/metrics").text, re.M)
    return float(found[1]) if found else 0.0


def test_figures_tell_of_moves_routes_and_bots_and_of_nobody(house: Inside) -> None:
    with client(house.address) as http:
        lines = [
            'roundhouse_moves_total{by="person",game="trains"}',
            'roundhouse_moves_total{by="bot",game="trains"}',
            "roundhouse_move_seconds_count",
            'roundhouse_request_seconds_count{route="/api/tables/{id}/play",status="2xx"}',
            'roundhouse_request_seconds_count{route="none",status="4xx"}',
            'roundhouse_draw_seconds_count{game="trains"}',
        ]
        before = [figure(http, line) for line in lines]
        where, held = by_api(http, "person:Zebedee", "bot:random", seed="figures")
        http.headers["Authorization"] = f"Bearer {held['tokens']['0']}"
        now = until(lambda: mine(http, where), "my turn")
        action = now["legal"][0]["action"]
        assert http.post(f"{where}/play", json={"n": now["n"] + 1, "action": action}).status_code == 200
        http.get("/surely/not/a/page")
        until(lambda: house.tables.get(held["id"]).n > now["n"] + 1 or mine(http, where), "it goes on")
        after = [figure(http, line) for line in lines]
        grown = [now - then for then, now in zip(before, after, strict=True)]
        assert grown[0] == grown[2] == grown[3] == grown[4] == 1
        assert grown[5] >= 1
        assert figure(http, 'roundhouse_tables{state="playing"}') >= 1
        assert figure(http, "roundhouse_tables_in_play") == 1
        told = http.get("/metrics").text
        for secret in ("Zebedee", held["id"], *held["tokens"].values(), "surely"):
            assert secret not in told


def mine(http: httpx.Client, where: str) -> dict[str, Any] | None:
    now: dict[str, Any] = http.get(where).json()
    return now if now["legal"] else None


def test_bots_are_counted_by_their_level_and_by_their_moves(house: Inside) -> None:
    with client(house.address) as http:
        thought = 'roundhouse_bot_thinking_seconds_count{level="greedy"}'
        before = figure(http, thought), figure(http, 'roundhouse_moves_total{by="bot",game="trains"}')
        by_api(http, "bot:greedy", "bot:greedy", seed="bots")
        until(lambda: figure(http, thought) > before[0] + 2, "bots have thought")
        assert figure(http, 'roundhouse_moves_total{by="bot",game="trains"}') > before[1]
        assert figure(http, 'roundhouse_bots_workers{line="moves"}') == 1
        assert figure(http, 'roundhouse_bot_waiting_seconds_count{level="greedy"}') > 2


def test_how_long_a_bot_takes_is_noted_wherever_it_thinks(house: Inside) -> None:
    with client(house.address) as http:
        decided = 'roundhouse_bot_seconds_count{level="greedy"}'
        before = figure(http, decided)
        by_api(http, "bot:greedy", "bot:greedy", seed="noted")
        until(lambda: figure(http, decided) > before + 2, "bots have decided")


def test_a_worker_offers_its_figures_to_this_machine() -> None:
    port = free_port()
    offer_figures(port)
    assert "roundhouse_bot_thinking_seconds" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
    with pytest.raises(CannotWork, match="cannot be listened on for figures"):
        offer_figures(port)


def test_a_fault_is_counted_and_logged_as_one(
    tmp_path: Path, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("a fault")

    faults = 'roundhouse_request_seconds_count{route="/live",status="5xx"}'
    with inside(tmp_path, log_requests=True) as house, client(house.address) as http:
        monkeypatch.setattr(house.tables, "row", fails)
        before = figure(http, faults)
        with client(house.address) as other:  # whose line ends with the fault
            assert other.get("/live?tables=abc").status_code == 500
        until(lambda: figure(http, faults) == before + 1, "it is counted")
        assert 'status="0xx"' not in http.get("/metrics").text
    line = next(line for line in map(json.loads, written) if line["message"] == "request")
    assert line["status"] == 500


def test_a_request_without_an_answer_is_in_no_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*_: object) -> None:
        """As when the asker has left."""

    counted: list[int] = []
    monkeypatch.setattr(metrics, "answered", lambda _scope, status, _seconds: counted.append(status))
    guard = Guard(gone, Settings(tmp_path), answer)
    scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
    asyncio.run(guard(scope, gone, gone))  # type: ignore[arg-type]
    assert counted == []


def test_open_streams_are_counted(house: Inside) -> None:
    with client(house.address) as http, client(house.address) as other:
        with http.stream("GET", "/live") as stream:
            parts = stream.iter_raw()
            next(parts)
            assert figure(other, "roundhouse_streams") == 1
        until(lambda: figure(other, "roundhouse_streams") == 0, "the stream is gone")


def test_figures_are_for_this_machine_alone(house: Inside) -> None:
    with client(house.address) as http:
        assert http.get("/metrics").status_code == 200
        for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
            assert "this machine alone" in refusal(http.get("/metrics", headers={name: "127.0.0.1"}), 403)
        assert "this machine alone" in refusal(http.get("/metrics", headers={"Host": "games.example"}), 403)


def test_figures_for_who_sends_the_token(tmp_path: Path) -> None:
    with inside(tmp_path, metrics=TOKEN) as house, client(house.address) as http:
        refusal(http.get("/metrics"), 401)
        refusal(http.get("/metrics", headers={"Authorization": "Bearer another-token-of-it"}), 401)
        sent = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": "9.9.9.9", "Host": "games.example"}
        assert http.get("/metrics", headers=sent).status_code == 200


def test_figures_that_are_off_are_no_page(tmp_path: Path) -> None:
    with inside(tmp_path, metrics="off") as house, client(house.address) as http:
        refusal(http.get("/metrics"), 404)


# logs


def test_a_request_keeps_a_sane_id_and_gets_one_for_any_other(house: Inside) -> None:
    with client(house.address) as http:
        sent = {"X-Request-Id": "from-the-proxy.1"}
        assert http.get("/health", headers=sent).headers["x-request-id"] == "from-the-proxy.1"
        made = set()
        for bad in ("", "short", "x" * 65, "with a blank in it", '"quoted-value"', "-leading-dash"):
            answer = http.get("/api/games", headers={"X-Request-Id": bad})
            made.add(answer.headers["x-request-id"])
            assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])
        assert len(made) == 6


@pytest.fixture
def written() -> Iterator[list[str]]:
    """What is logged meanwhile, as lines of JSON."""
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(logs.Json().format(record))

    logger, keep = logging.getLogger("roundhouse"), Keep()
    level = logger.level
    logger.addHandler(keep)
    logger.setLevel("INFO")
    yield lines
    logger.removeHandler(keep)
    logger.setLevel(level)


def test_lines_written_in_a_thread_have_the_request_and_the_table(house: Inside, written: list[str]) -> None:
    with person(house.address, "Ada") as ada:
        sent = {"X-Request-Id": "one-that-is-followed"}
        table = ada.post("/api/tables", json={"game": "trains", "seats": ["person:Ada", "person:Bo"]}, headers=sent)
        id = table.json()["id"]
        opened = next(line for line in map(json.loads, written) if line["message"] == "a table is opened")
        assert opened["request"] == "one-that-is-followed"
        assert opened["table"] == id
        with house.tables.store.writing() as session:  # it cannot be read any more, which is logged in a thread
            session.execute(text("UPDATE moves SET line = '{}'"))
            session.execute(text("UPDATE tables SET header = '{}'"))
        house.tables.cache.forget(house.tables.get(id))
        assert ada.get(f"/api/tables/{id}", headers={"X-Request-Id": "the-one-that-fails"}).status_code >= 400
        fault = next(line for line in map(json.loads, written) if line["message"] == "a table cannot be read")
        assert (fault["request"], fault["table"]) == ("the-one-that-fails", id)


def test_an_answer_to_a_fault_has_the_id_that_the_log_has(
    house: Inside, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(house.tables, "row", fails)
    with client(house.address) as http:
        answer = http.get("/live?tables=abc")
    assert answer.status_code == 500
    line = next(line for line in map(json.loads, written) if line["message"] == "a request failed")
    assert line["request"] == answer.headers["x-request-id"]
    assert "RuntimeError: a fault" in line["trace"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_line_of_json_is_whole_whatever_is_logged() -> None:
    record = logging.makeLogRecord({"name": "roundhouse.x", "msg": 'two\nlines "quoted"', "levelname": "INFO"})
    record.message_of = Path("x")
    record.level = "not this"
    line = logs.Json().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert told["message"] == 'two\nlines "quoted"'
    assert (told["level"], told["message_of"]) == ("info", "x")


# check


def said(settings: Settings, env: dict[str, str] | None = None) -> list[Finding]:
    found = list(findings(settings, env or {}))
    assert all(finding.sentence.endswith(".") for finding in found)
    return found


def how(found: list[Finding], words: str) -> str:
    """How a thing was found, by words of its sentence."""
    of = [finding for finding in found if words in finding.sentence]
    assert len(of) == 1, [finding.sentence for finding in found]
    return of[0].how


def test_a_folder_that_has_served_is_fine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.chmod(0o700)
    with inside(tmp_path):
        pass
    found = said(Settings(tmp_path, port=free_port()))
    for words in ("its owner's alone", "The key for cookies is good", "the newest", "is free to listen on"):
        assert how(found, words) == FINE
    assert not [finding for finding in found if finding.how == WRONG]
    assert run(["check", "--data", str(tmp_path), "--port", str(free_port())]) == 0
    assert "fine   The data folder" in capsys.readouterr().out


def test_a_check_changes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    found = said(Settings(data, port=free_port()))
    assert how(found, "is not there yet; the first start makes it") == FINE
    assert not data.exists()
    data.mkdir()
    said(Settings(data, port=free_port()))
    assert list(data.iterdir()) == []
    new_database(data)
    assert how(said(Settings(data, port=free_port())), "the newest") == FINE
    assert [file.name for file in data.iterdir()] == ["roundhouse.sqlite"]


def test_what_stands_in_the_way_is_wrong_and_the_exit_code_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert how(said(Settings(tmp_path / "file")), "is no folder") == WRONG
    for key, why in (
        (b"", "is empty"),
        (b"short", "has 5 characters"),
        (b"\xff" * 40, "is not text"),
        (b"a" * 64, "is one character over"),
    ):
        (tmp_path / "key").write_bytes(key)
        assert how(said(Settings(tmp_path)), f"The key in {tmp_path}/key {why}") == WRONG
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert how(said(Settings(tmp_path, port=port)), "cannot be listened on") == WRONG
        assert run(["check", "--data", str(tmp_path), "--port", str(port)]) == 2
    assert "wrong  127.0.0.1" in capsys.readouterr().out
    assert how(said(Settings(tmp_path, processes=2)), "need PostgreSQL") == WRONG
    assert how(said(Settings(tmp_path, base="https://x@a.example/?a=1")), "base_url is an address alone") == WRONG


def test_what_others_may_read_is_to_be_looked_at(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "key").write_text("0123456789abcdef" * 4)
    (tmp_path / "key").chmod(0o644)
    found = said(Settings(tmp_path, base="http://games.example/"), {"ROUNDHOUSE_PROT": "1", "ROUNDHOUSE_FULL": "1"})
    assert how(found, "can be looked into by other accounts") == LOOK
    assert how(found, "can be read by other accounts") == LOOK
    assert how(found, "without https") == LOOK
    assert how(found, "There is no setting ROUNDHOUSE_PROT") == LOOK
    assert strangers({"ROUNDHOUSE_PORT": "", "ROUNDHOUSE_LIMIT": "", "HOME": ""}) == []


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_version_of_a_database_is_told(tmp_path: Path, postgres: Postgres, kind: str) -> None:
    url = f"sqlite:///{new_database(tmp_path)}" if kind == "sqlite" else postgres.database()
    if kind == "postgres":
        assert how(said(Settings(tmp_path, url)), "answers and is empty") == FINE
    store = Store(url)
    assert how(said(Settings(tmp_path, url)), "the newest") == FINE
    for number, words, found in (
        ("0001", "a start brings it to", LOOK),
        ("9999", "install the newer one", WRONG),
        ("what", "tables of something else", WRONG),
    ):
        with store.engine.begin() as line:
            line.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": number})
        assert how(said(Settings(tmp_path, url)), words) == found
    with store.engine.begin() as line:
        line.execute(text("DROP TABLE alembic_version"))
    assert how(said(Settings(tmp_path, url)), "tables of something else") == WRONG
    store.engine.dispose()


def test_a_database_that_is_not_there_is_wrong(tmp_path: Path) -> None:
    assert how(said(Settings(tmp_path, "nonsense")), "not a URL of a known kind") == WRONG
    assert how(said(Settings(tmp_path, "mysql://x@127.0.0.1/y")), "needs MySQLdb") == WRONG
    assert how(said(Settings(tmp_path, "postgresql://u:p@host:abc/db")), "not a URL of a known kind") == WRONG
    (tmp_path / "no.sqlite").write_text("this is no database at all, but long enough to be looked at as one" * 20)
    assert how(said(Settings(tmp_path, f"sqlite:///{tmp_path}/no.sqlite")), "cannot be used") == WRONG


def test_no_password_is_ever_said(tmp_path: Path) -> None:
    secret = "open-se%2Fsame"
    settings = Settings(
        tmp_path,
        f"postgresql://me:{secret}@127.0.0.1:1/{secret}?password=hush-hush",
        mail=f"smtp://me:{secret}@127.0.0.1:1",
        mail_from="games@mail.example",
        base="https://games.example/",
        metrics=TOKEN,
    )
    words = " ".join(finding.sentence for finding in said(settings))
    assert "cannot be used" in words
    assert "does not take e-mails" in words
    for hidden in (secret, "open-se/same", "hush-hush", TOKEN):
        assert hidden not in words


def test_mail_that_cannot_be_meant_is_wrong(tmp_path: Path) -> None:
    assert how(said(Settings(tmp_path, mail="smtp://mail.example")), "--mail needs --mail-from") == WRONG
    assert how(said(Settings(tmp_path)), "No e-mail is sent") == FINE


def test_what_extras_would_bring_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from roundhouse.web import check

    monkeypatch.setattr(check, "find_spec", lambda name: None)
    monkeypatch.setattr(metrics, "installed", lambda: False)
    found = said(Settings(tmp_path))
    assert how(found, "roundhouse[push]") == how(found, "roundhouse[lab]") == how(found, "roundhouse[metrics]") == LOOK
    assert how(said(Settings(tmp_path, metrics=TOKEN)), "roundhouse[metrics]") == WRONG


def test_the_engine_and_the_files_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from roundhouse.web import check

    compiled = not str(sys.modules["roundhouse.core.game"].__file__).endswith(".py")
    words = "The engine is compiled" if compiled else "runs interpreted"
    assert how(said(Settings(tmp_path)), words) == (FINE if compiled else LOOK)
    monkeypatch.setattr(check, "most_connections", lambda: 50)
    assert how(said(Settings(tmp_path)), "allows 50 connections") == LOOK


def test_a_check_reads_the_same_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "roundhouse.toml"
    file.write_text(as_toml({"data": str(tmp_path), "port": free_port(), "metrics": "off"}))
    assert run(["check", "--config", str(file)]) == 0
    assert "No figures are kept." in capsys.readouterr().out
    file.write_text("prot = 3")
    assert run(["check", "--config", str(file)]) == 2
    assert "There is no setting 'prot'" in capsys.readouterr().err
    assert os.path.exists(file)
