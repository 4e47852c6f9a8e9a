"""Everything a stranger can send, to every route of a real server: no answer is a fault of ours, each is a sentence."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from roundhouse.web.app import PARTS
from tests.kit.journeys import APART, FULL
from tests.web.postgres import Postgres
from tests.web.server import SECONDS, Server, client, opened, person

HUGE = "9" * 30
ENDLESS = "9" * 5000
NUMBERS = ["0", "-1", "999", HUGE, ENDLESS, "x", "1.5", "%00", "%C2%B2", "%ff", "1%2F2"]
NAMES = ["nowhere", "%00", "a%00b", "%ff%fe", "%ED%A0%80", "x" * 3000, "..%2f..%2fetc", "%27%20OR%201=1--", "os", "a.b"]
SEATS = ["as=999", "as=-1", f"as={HUGE}", f"as={ENDLESS}", "as=x", "as=", "as=0&as=1", "as=%00", "as=%ff"]
DEEP = b"[" * 30_000
JSON: list[Any] = [
    {},
    [],
    None,
    0,
    "x",
    {"n": 1, "action": 0, "as": 999},
    {"n": 10**30, "action": 10**30, "agree": True, "seat": 10**30, "as": 10**30},
    {"n": -1, "action": -1, "agree": "maybe", "seat": -1, "as": -1},
    {"n": "1", "action": None, "agree": None, "seat": None, "as": "x", "url": None, "text": None, "name": None},
    {"n": 1.5, "action": [1], "agree": {}, "seat": True, "as": [], "url": 7, "text": [], "name": {}},
    {"n": 1, "words": "\0", "url": "\0", "text": "\0", "name": "\0", "seat": 0, "agree": True},
    {"n": 1, "words": "\ud800", "url": "http://\ud800", "text": "\ud800", "name": "\ud800", "seat": 0, "agree": False},
    {"n": 1, "words": "x" * 5000, "url": "http://" + "x" * 5000, "text": "x" * 5000, "name": "x" * 5000, "seat": 0},
    {"game": "trains", "seats": []},
    {"game": "trains", "seats": ["invite"] * 9},
    {"game": "trains", "seats": ["person:\0", "person:\ud800"], "title": "\0\ud800", "seed": "\0\ud800"},
    {"game": "\ud800", "seats": ["invite", "invite"]},
    {"game": "\0", "seats": ["\ud800", "invite"]},
    {"game": "trains", "seats": ["bot:\ud800", "invite"], "visibility": "\ud800"},
    {"game": "trains", "seats": ["invite"] * 2, "options": {"map": ["\ud800"]}},
    {"game": "trains", "seats": ["invite"] * 2, "options": {"map": {"a": {"b": 1}}, "cards": 10**40}},
    {"game": "trains", "seats": ["invite"] * 2, "options": {"cards": ["\0", None, 7]}},
    {"game": "trains", "seats": ["invite"] * 2, "options": {"components": "/etc", "seed": 1, "names": ["a"], "": 1}},
    {"game": "trains", "seats": ["invite"] * 2, "options": {"self": 1, "game": "x", "seats": 5}},
    {"game": "../../x", "seats": ["invite"] * 2},
    {"game": ["trains"], "seats": "invite", "options": [], "title": 5},
]
AS_JSON, AS_FORM = "application/json", "application/x-www-form-urlencoded"
MULTI = "multipart/form-data; boundary=b"
PART = b'--b\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n--b--\r\n'
OTHER: list[tuple[str, bytes]] = [
    *[(AS_JSON, raw) for raw in (b"", b"{", b"\xff\xfe", b"\x00", b"{}{}", b"NaN", b"1e999", DEEP, b'{"a":' * 9000)],
    (AS_JSON, b'{"n":' + ENDLESS.encode() + b"}"),
    ("application/json; charset=utf-16", '{"n":1}'.encode("utf-16")),
    *[(kind, b'{"n":1,"action":1}') for kind in ("text/plain", "application/xml", "x", "", "multipart/form-data")],
    *[(AS_FORM, raw) for raw in (b"", b"name=%ff%fe", b"name=\xff\xfe", b"name=%00", b"name=a&name=b", b"&&=", b"%")],
    (AS_FORM, b"name=" + b"x" * 3000),
    (AS_FORM, b"&".join(b"f%d=1" % n for n in range(3000))),
    (AS_FORM, b"game=trains&seats=2&seats=3&seat-0=you&seat-1=bot:greedy&title=%00%ff&title=b"),
    (AS_FORM, "game=trains&seats=²".encode()),
    (AS_FORM, f"game=trains&seats={ENDLESS}".encode()),
    (AS_FORM, f"game=trains&seats=2&seat-0=you&minutes={ENDLESS}".encode()),
    (AS_FORM, "game=trains&seats=2&seat-0=you&minutes=²".encode()),
    (AS_FORM, b"game=trains&seats=2&seat-0=here:%00&seat-1=%ff&option-map=%00&option-cards=%ff"),
    (AS_FORM, b"game=%00&seats=2"),
    (AS_FORM, b"game=trains&seats=2&option-components=/etc&option-self=1&option-names=a&option-seed=1"),
    (MULTI, b""),
    (MULTI, b"no parts"),
    (MULTI, b"--b\r\nbroken"),
    (MULTI, PART % (b"record", b'; filename="x"', b"")),
    (MULTI, PART % (b"record", b'; filename="x"', b"\xff\x00\xfe")),
    (MULTI, PART % (b"record", b'; filename="x"', DEEP)),
    (MULTI, PART % (b"record", b'; filename="x"', b'{"roundhouse":1}\n{"lines":0,"fingerprint":0}')),
    (MULTI, PART % (b"record", b'; filename="\xff\x00"', b"[]")),
    (MULTI, PART % (b"record", b"", b"a record as a field")),
    (MULTI, PART % (b"name", b'; filename="x"', b"a name as a file")),
    (MULTI, PART % (b"title", b'; filename="x"', b"a title as a file")),
]
FIELDS = JSON.index({"game": "trains", "seats": []})  # so many are about what is asked at a table; the others open one
BODIES = [*[(AS_JSON, json.dumps(held).encode()) for held in JSON], *OTHER]


def routes() -> list[tuple[str, str]]:
    """Every route of the server, as its method and path."""
    app = FastAPI()
    for part in PARTS:
        app.include_router(part.router)
    paths = {**app.openapi()["paths"]}
    found = [(method.upper(), path) for path, held in paths.items() for method in held]
    for part in PARTS:  # not all are in the schema
        found += [(m, r.path) for r in part.router.routes for m in getattr(r, "methods", ())]
    return sorted(set(found))


ROUTES = routes()
POSTS = [path for method, path in ROUTES if method == "POST"]


def fill(path: str, **values: str) -> str:
    return re.sub(r"{(\w+)}", lambda found: {"card": values["token"], **values}[found[1]], path)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Server]:
    """On PostgreSQL, which takes less than SQLite: no NUL, no text longer than its column."""
    with Server(tmp_path_factory.mktemp("data"), "--database", postgres.database()) as started:
        yield started


@pytest.fixture(scope="module")
def people(server: Server) -> Iterator[tuple[httpx.Client, httpx.Client, str]]:
    """Who sits at a table, a stranger, and the table's id."""
    with person(server.address, "Ada") as ada, person(server.address) as stranger:
        yield ada, stranger, opened(ada, "you", "invite", visibility="open").removeprefix("/t/")


def sound(http: httpx.Client, method: str, where: str, **more: Any) -> int:
    """Send it; the answer is no fault of the server, and if it refuses, it does so in a sentence."""
    with http.stream(method, where, **more) as answer:
        text = answer.read().decode() if answer.status_code >= 400 else ""
        assert not wrong(answer.status_code, text), f"{method} {where[:80]} {str(more)[:200]}: {text[:600]}"
        return answer.status_code


def wrong(status: int, text: str) -> str:
    """What is wrong with an answer; "" if nothing is."""
    if status < 400 or status >= 500:
        return "" if status < 400 else "a fault of the server"
    try:
        said = json.loads(text)["error"]
    except (ValueError, KeyError, TypeError):
        return "no refusal in JSON"
    fine = re.fullmatch(r"[A-Z0-9'\"-].*\.", said, re.DOTALL) and len(said) < 600
    return "" if fine else "no sentence"


def test_every_route_is_tried() -> None:
    assert ("POST", "/t/{id}/concede/{n}") in ROUTES
    assert ("GET", "/t/{id}/at/{n}/regions") in ROUTES
    assert ("POST", "/api/tables/{id}/play") in ROUTES
    assert len(ROUTES) > 30


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_whatever_the_address(people: tuple[httpx.Client, httpx.Client, str], method: str, path: str) -> None:
    ada, stranger, id = people
    body = {"json": {"n": 1, "action": 0, "agree": True, "text": "x", "seat": 0, "url": "", "name": "x"}}
    more = body if method == "POST" and path != "/open" else {}
    at = {"id": id, "token": "x", "n": "0"}
    tried = list(dict.fromkeys(fill(path, **{**at, "id": name, "token": name}) for name in NAMES))
    tried += [f"{fill(path, **at)}?{query}" for query in SEATS]
    for k, where in enumerate(tried[ROUTES.index((method, path)) % APART :: APART]):
        for http in in_turn(k, ada, stranger):
            sound(http, method, where, **more)
    for number in NUMBERS if "{n}" in path else []:
        sound(ada, method, fill(path, **{**at, "n": number}), **more)
    sound(ada, method, f"{fill(path, **at)}?tables={id},%00,%ff,{'x' * 900}", **more)


def bodies(path: str) -> list[tuple[str, bytes]]:
    """All of them where no table is named, and in the full run; else of those not meant for a table every other one."""
    return BODIES if FULL or "{" not in path else [*BODIES[:FIELDS], *BODIES[FIELDS + POSTS.index(path) % 2 :: 2]]


def in_turn(k: int, *people: httpx.Client) -> tuple[httpx.Client, ...]:
    """Who sends the k-th of many requests: everybody in the full run, else one after the other."""
    return people if FULL else (people[k % len(people)],)


@pytest.mark.parametrize("path", POSTS)
def test_whatever_the_body(people: tuple[httpx.Client, httpx.Client, str], path: str) -> None:
    ada, stranger, id = people
    where = fill(path, id=id, token="x", n="0")
    for k, (kind, raw) in enumerate(bodies(path), POSTS.index(path) // 2):  # at other routes another sends it
        for http in in_turn(k, ada, stranger):
            sound(http, "POST", where, content=raw, headers={"Content-Type": kind} if kind else {})


@pytest.mark.parametrize("path", POSTS)
def test_a_body_too_large_is_not_read(people: tuple[httpx.Client, httpx.Client, str], path: str) -> None:
    ada, _, id = people
    large = b"x" * (5_000_000 if path == "/open" else 70_000)
    assert sound(ada, "POST", fill(path, id=id, token="x", n="0"), content=large) == 413


def test_who_sends_on_after_a_refusal_hears_it(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as line:
        line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n")
        for _ in range(40):
            time.sleep(0.01)
            line.sendall(b"x" * 100_000)
        said = b""
        while piece := line.recv(65536):
            said += piece
        assert said.startswith(b"HTTP/1.1 413 "), said[:200]
        assert b"bytes at the most" in said


def test_who_never_sends_what_was_refused_is_not_waited_for_long(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as line:
        line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n")
        said = b""
        while piece := line.recv(65536):  # it ends by itself
            said += piece
        assert said.startswith(b"HTTP/1.1 413 "), said[:200]


def test_the_table_stands_after_all_that(people: tuple[httpx.Client, httpx.Client, str]) -> None:
    ada, _, id = people
    assert ada.get(f"/t/{id}").status_code == 200
    assert ada.get("/").status_code == 200


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_browser_gets_a_page(people: tuple[httpx.Client, httpx.Client, str], method: str, path: str) -> None:
    _, stranger, _ = people
    as_browser = {"Accept": "text/html,*/*"}
    with stranger.stream(method, fill(path, id="nowhere", token="x", n="0"), headers=as_browser) as answer:
        if answer.status_code >= 400:
            assert "<main" in answer.read().decode()


HEADERS = [
    {"Cookie": "roundhouse=\xff"},
    {"Cookie": "roundhouse=" + "x" * 3000},
    {"Cookie": "roundhouse=e30.x; watch-x=\xff"},
    {"Authorization": "Bearer \xff"},
    {"Authorization": "Basic " + "x" * 3000},
    {"Accept": "\xff"},
    {"Content-Length": "-1"},
    {"Content-Length": "\xb2"},
    {"Host": "<script>"},
]


@pytest.mark.parametrize("headers", HEADERS)
def test_whatever_the_headers(server: Server, headers: dict[str, str]) -> None:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    for path in ("/", "/api/games", "/t/nowhere", "/api/tables/nowhere"):
        with client(server.address) as http, suppress(httpx.LocalProtocolError):
            answer = http.get(path, headers=raw)
            assert answer.status_code < 500
            assert "<script>alert" not in answer.text
