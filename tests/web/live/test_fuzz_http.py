"""Requests made by schemathesis for every route of a real server, with real tables and tokens among the wild values.

Every answer is one of ours: none is a fault of the server, and each refusal is a sentence. With ROUNDHOUSE_FULL=1 there
are more than 10,000 requests.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from examples.play_by_api import play as play_example
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.config import SchemathesisConfig

from roundhouse.web.app import PARTS
from tests.test_fuzz import FULL, GAMES, GOLDEN
from tests.web.leaks import STREAMS
from tests.web.postgres import Postgres
from tests.web.server import Server, person, until
from tests.web.test_hostile import ROUTES, wrong

Operation = APIOperation[Any, Any, Any, Any]
Request = Case[Any]

SEED = 18
ROUNDS, BURST = (23, 10) if FULL else (1, 5)  # rounds of all routes, and requests to a route in a round
ENOUGH = 10_000 if FULL else 200
PATIENCE = 600.0
GOOD = 0.30  # of the answers at the least

SETTINGS = settings(
    max_examples=BURST,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
STATIC = "/static/{name}"
BROWSER = {  # keys of a browser's subscription: the first is a point of the curve
    "p256dh": "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
    "auth": "AAAAAAAAAAAAAAAAAAAAAA",
}
SCHEMA = "/api/openapi.json"
TEXT = {"type": "string"}
FORM = {
    "type": "object",
    "properties": {
        "game": TEXT,
        "seats": TEXT,
        **{f"seat-{n}": TEXT for n in range(4)},
        **dict.fromkeys(("title", "minutes", "visibility", "option-map", "option-cards", "option-teams"), TEXT),
    },
    "required": ["game", "seats"],
}
STUDY = {"type": "object", "properties": dict.fromkeys(("game", "seats", "bot", "games"), TEXT), "required": ["game"]}
STUDIED = {"game": "empires", "seats": "2", "bot": "apprentice", "games": "1"}
FILE = {"type": "object", "properties": {"record": {**TEXT, "format": "binary"}}, "required": ["record"]}
# what the server reads by hand, or serves without a function of its own
BY_HAND = {
    "/tables": {"application/x-www-form-urlencoded": {"schema": FORM}},
    "/lab": {"application/x-www-form-urlencoded": {"schema": STUDY}},
    "/open": {"multipart/form-data": {"schema": FILE}},
}


# every route


def described(address: str) -> dict[str, Any]:
    """The server's own description of its API, with the pages, which are not in it."""
    app = FastAPI()
    for part in PARTS:
        for route in part.router.routes:
            app.add_api_route(route.path, route.endpoint, methods=sorted(route.methods))
    pages = app.openapi()
    for path, content in BY_HAND.items():
        pages["paths"][path]["post"]["requestBody"] = {"content": content, "required": True}
    fine = {"200": {"description": "As asked."}}
    name = {"name": "name", "in": "path", "required": True, "schema": TEXT}
    pages["paths"][STATIC] = {"get": {"parameters": [name], "responses": fine}}
    pages["paths"][SCHEMA] = {"get": {"responses": fine}}
    api = httpx.get(f"{address}{SCHEMA}").json()
    schemas = {**pages["components"]["schemas"], **api["components"]["schemas"]}
    return {**api, "paths": {**pages["paths"], **api["paths"]}, "components": {**api["components"], "schemas": schemas}}


def operations(address: str) -> list[Operation]:
    config = SchemathesisConfig.from_dict({"generation": {"with-security-parameters": False}})  # we bring the tokens
    description = described(address)
    schema = schemathesis.openapi.from_dict(description, config=config)
    return [schema[path][method] for path, held in description["paths"].items() for method in held]


def cases(operation: Operation) -> st.SearchStrategy[Request]:
    """Requests as the schema has them, and if it asks for anything, such that are not."""
    right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    if not (operation.body or operation.query or "{n}" in operation.path):
        return right
    return right | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)


# what is right


@dataclass
class Table:
    """A table as its host knows it: Ada has two seats, Ben the next one, the last is free or a bot's."""

    id: str
    tokens: dict[str, str]
    free: str = "no-invitation"
    watch: str = "no-watch"
    handed: str = "no-link"
    line: int = 1


class Known:
    """The people and tables that requests are about."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.ada, self.ben, self.cleo = (person(address, name) for name in ("Ada", "Ben", "Cleo"))
        self.phrase = self.kept()
        self.tables = [self.opened(0, True)]
        self.study = self.studied()

    def close(self) -> None:
        for http in (self.ada, self.ben, self.cleo):
            http.close()

    def kept(self) -> str:
        """Ada's phrase, as the end of a link."""
        return str(re.findall(r"/h/([a-z-]+)", post(self.ada, "/me/keep").text)[0])

    def studied(self) -> str:
        """A study of Ada's whose report is there."""
        where = post(self.ada, "/lab", data=STUDIED).headers["location"]
        until(lambda: self.ada.get(f"{where}/progress").json()["state"] == "told", "the report is there")
        return str(where.rpartition("/")[2])

    def opened(self, k: int, free: bool) -> Table:
        """A new table, of one game after the other; with a free seat, or a bot in it, which goes on faster."""
        wish = {"game": GAMES[k % len(GAMES)], "visibility": "open" if free or k % 2 else "link"}
        seats = ["person:Ada", "person:Bea", "invite", "invite" if free else "bot:random"]
        held = post(self.ada, "/api/tables", json={**wish, "seats": seats}).json()
        post(self.ben, f"/s/{held['invitations']['2']}")
        table = Table(held["id"], held["tokens"], watch=held["watch"])
        table.free = held["invitations"].get("3", table.free)
        return table

    def recorded(self, k: int) -> Table:
        """A game that is over, from a record."""
        record = GOLDEN[GAMES[k % len(GAMES)]]
        where = post(self.ada, "/open", files={"record": ("x.jsonl", "\n".join(record))}).headers["location"]
        return Table(where.split("/")[2], {})

    def prepare(self, path: str) -> None:
        """A new table on which a request to the route can succeed."""
        k = len(self.tables)
        over = path.endswith(("/record", "/score", "/replay"))
        free = path.endswith("/join") or path.startswith("/s/")
        table = self.recorded(k) if over else self.opened(k, free)
        self.tables.append(table)
        if path.startswith("/h/"):
            seat = post(self.ada, f"/t/{table.id}/hand-over/0").json()["url"].rpartition("/")[2]
            table.handed = seat if k % 2 else self.phrase
        if path == "/me/keep":
            self.phrase = self.kept()
        if "/chat/" in path:
            table.line = post(self.ben, f"/t/{table.id}/chat", json={"text": "Good morning."}).json()["n"]
        if path.endswith(("/undo", "/answer", "/withdraw", "/at/{n}/regions", "/moves")):
            self.play_on(table, 8)

    def play_on(self, table: Table, decisions: int) -> None:
        for n in range(decisions):
            now, http = self.due(table)
            if now["legal"]:
                post(http, f"/api/tables/{table.id}/play", json=decision(now, n))

    def decided(self, table: Table) -> list[int]:
        """The numbers of Ada's decisions; 0 where she has none, or no longer a seat."""
        answer = self.ada.get(f"/api/tables/{table.id}/moves")
        moves = answer.json() if answer.status_code == 200 else []
        return [move["n"] for move in moves if move["seat"] < 2] or [0]

    def ask(self, table: Table) -> None:
        """Ada wishes to undo all that she did, to which Ben has to agree unless it is free."""
        self.ada.post(f"/t/{table.id}/undo", json={"n": self.decided(table)[0]})

    def due(self, table: Table) -> tuple[dict[str, Any], httpx.Client]:
        """The table as whoever is to decide sees it, if that is one of ours."""
        now = self.ada.get(f"/api/tables/{table.id}").json()
        if now.get("deciding") != 2:
            return now, self.ada
        return self.ben.get(f"/api/tables/{table.id}").json(), self.ben


def post(http: httpx.Client, where: str, **more: Any) -> httpx.Response:
    answer = http.post(where, **more)
    assert answer.status_code < 400, f"{where} {more}: {answer.text}"
    return answer


def decision(now: dict[str, Any], pick: int) -> dict[str, Any]:
    """The next decision, as a number or in words."""
    legal = now.get("legal") or [{"action": pick, "words": "pass"}]
    kind = "words" if pick % 3 == 1 else "action"
    return {"n": now.get("n", 0) + 1, kind: legal[pick % len(legal)][kind]}


# what is asked


@dataclass(frozen=True)
class Plan:
    """How a request that schemathesis made is changed before it is sent; `pick` chooses where there are several."""

    pick: int
    who: str
    origin: str
    table: str
    path: str
    body: str


def often(first: str, times: int, *others: str) -> st.SearchStrategy[str]:
    return st.sampled_from([first] * times + list(others))


COOKIES = ("host", "guest", "stranger", "watcher", "forged", "nobody")
TOKENS = ("seat", "watch", "invited", "elsewhere", "rubbish")
SOMEBODY = (*COOKIES, *TOKENS)
PLANS = st.builds(
    Plan,
    pick=st.integers(0, 9999),
    who=often("right", 2 * len(SOMEBODY), *SOMEBODY),
    origin=often("ours", 16, "none", "foreign"),
    table=often("new", 3, "old"),
    path=often("right", 6, "wild"),
    body=often("right", 3, "part", "wild"),
)
RIGHT = {  # else it is the host, or the token of a seat
    "POST /api/tables/{id}/join": "invited",
    "GET /s/{token}": "stranger",
    "POST /s/{token}": "stranger",
    "POST /h": "stranger",
    "POST /h/{token}": "stranger",
    "POST /me/delete": "stranger",
    "POST /t/{id}/join": "stranger",
    "POST /t/{id}/answer": "guest",
    "POST /t/{id}/chat/{n}/report": "guest",
}
# what can be done once at a table, so that each request has a new one
ONCE = {"POST /api/tables/{id}/join", "POST /t/{id}/join", "POST /s/{token}", "POST /h/{token}"}
ONCE |= {"POST /t/{id}/close", "POST /t/{id}/remove/{n}", "POST /t/{id}/concede/{n}"}
RUBBISH = ("x", "0", "a" * 3000, "%00", "Bearer", "\xff\xfe", "' OR 1=1 --")


class Asking:
    """Sends what schemathesis makes, changed by a plan, and counts the answers by route."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.known = Known(address)
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # who asks is for the plan to say
        self.answers: Counter[tuple[str, int]] = Counter()
        self.faults: list[str] = []

    def close(self) -> None:
        self.session.close()
        self.known.close()

    def burst(self, operation: Operation, chance: int) -> None:
        """Some requests to a route, about a new table or one of those before."""
        self.known.prepare(operation.path)

        @seed(chance)
        @SETTINGS
        @given(case=cases(operation), plan=PLANS)
        def ask(case: Request, plan: Plan) -> None:
            if operation.label in ONCE:
                self.known.prepare(operation.path)
            self.change(case, plan)
            self.send(case, self.headers(case, plan))

        ask()

    def table(self, plan: Plan) -> Table:
        tables = self.known.tables
        return tables[-1] if plan.table == "new" else tables[plan.pick % len(tables)]

    # the address and the body

    def change(self, case: Request, plan: Plan) -> None:
        table = self.table(plan)
        if case.path.endswith(("/answer", "/withdraw")):
            self.known.ask(table)
        if plan.path == "right":
            case.path_parameters = self.right_path(case, table, plan.pick)
        if case.path == "/live" and plan.body == "right":
            case.query = {"tables": f"{table.id},{self.known.tables[0].id}"}
        if plan.body == "wild":
            return
        right = self.right_body(case, table, plan.pick)
        if right and plan.body == "right":
            case.body = right
        elif right and isinstance(case.body, dict):
            case.body |= {name: held for n, (name, held) in enumerate(right.items()) if plan.pick >> n & 1}

    def right_path(self, case: Request, table: Table, pick: int) -> dict[str, Any]:
        place = case.path.split("/")[1]
        tokens = {"s": table.free, "w": table.watch, "h": table.handed}
        values = {
            "id": {"lab": self.known.study}.get(place, table.id),
            "token": tokens.get(place, ""),
            "n": self.right_number(case.path, table, pick),
            "name": ("roundhouse.css", "icons.svg", "table.js")[pick % 3],
            "card": ("garage", "mine_1", "metro")[pick % 3],
        }
        if place in ("rules", "gallery", "card"):
            values["id"] = GAMES[pick % len(GAMES)]
        return {name: values[name] for name in re.findall(r"{(\w+)}", case.path)}

    def right_number(self, path: str, table: Table, pick: int) -> int:
        """A line of chat, a decision or a seat."""
        if "/chat/" in path:
            return table.line
        if "/at/" in path:
            return pick % 6
        return 2 if "/remove/" in path or "/absent/" in path else pick % 2

    def right_body(self, case: Request, table: Table, pick: int) -> dict[str, Any]:
        if case.method != "POST":
            return {}
        make: dict[str, Callable[[], dict[str, Any]]] = {
            "/api/tables": lambda: self.wish(pick),
            "/api/tables/{id}/join": lambda: {"name": "Dora"},
            "/api/tables/{id}/play": lambda: decision(self.known.due(table)[0], pick),
            "/t/{id}/play": lambda: {"as": None, **decision(self.known.due(table)[0], 3 * pick)},
            "/t/{id}/undo": lambda: {"n": self.known.decided(table)[-1]},
            "/t/{id}/answer": lambda: {"agree": pick % 2 == 0},
            "/t/{id}/hook": lambda: {"seat": pick % 2, "url": "http://127.0.0.1:9/hook"},
            "/t/{id}/chat": lambda: {"text": "Good evening."},
            "/notices/push": lambda: {"endpoint": f"https://push.invalid/{pick}", "keys": BROWSER},
            "/notices/push/off": lambda: {"endpoint": f"https://push.invalid/{pick}"},
            "/notices/mail": lambda: {"address": "dora@mail.invalid"},
            "/me": lambda: {"name": "Dora"},
            "/me/delete": lambda: {"sure": "yes"},
            "/h": lambda: {"phrase": self.known.phrase.replace("-", " ")},
            "/tables": lambda: self.form(pick),
            "/lab": lambda: STUDIED,
            "/open": lambda: {"record": "\n".join(GOLDEN[GAMES[pick % len(GAMES)]]).encode()},
        }
        return make[case.path]() if case.path in make else {}

    def wish(self, pick: int) -> dict[str, Any]:
        seats = [("person:Ada", "invite", "bot:random")[(pick >> n) % 3] for n in range(2 + pick % 3)]
        more = {"visibility": "open"} if pick % 2 else {"visibility": "link", "seed": str(pick)}
        return {"game": GAMES[pick % len(GAMES)], "seats": seats, "title": "A table", **more}

    def form(self, pick: int) -> dict[str, str]:
        company = {f"seat-{n}": ("you", "here:Bea", "invite")[(pick >> n) % 3] for n in range(3)}
        return {"game": GAMES[pick % len(GAMES)], "seats": "3", **company, "minutes": str(pick % 99)}

    # who asks

    def headers(self, case: Request, plan: Plan) -> dict[str, str]:
        headers = {"Connection": "close"}  # so that no line is closed while it is used again
        if plan.origin != "none":
            headers["Origin"] = self.address if plan.origin == "ours" else "https://elsewhere.example"
        return headers | self.caller(case, plan)

    def caller(self, case: Request, plan: Plan) -> dict[str, str]:
        known, table = self.known, self.table(plan)
        who = self.right_caller(case, table, plan.pick) if plan.who == "right" else plan.who
        cookies = {"host": known.ada, "guest": known.ben, "stranger": known.cleo}
        if who in cookies:
            return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies[who].cookies.items())}
        if who == "nobody":
            return {}
        if who == "watcher":
            return {"Cookie": f"watch-{table.id}={table.watch}"}
        if who == "forged":
            return {"Cookie": f"roundhouse=e30.{RUBBISH[plan.pick % 3]}; watch-{table.id}=x"}
        other = known.tables[plan.pick % len(known.tables)]
        tokens = {
            "seat": self.seat_token(table, plan.pick),
            "watch": table.watch,
            "invited": table.free,
            "elsewhere": self.seat_token(other, plan.pick),
            "rubbish": RUBBISH[plan.pick % len(RUBBISH)],
        }
        return {"Authorization": f"Bearer {tokens[who]}"}

    def right_caller(self, case: Request, table: Table, pick: int) -> str:
        if case.path.endswith("/play") and self.known.due(table)[1] is self.known.ben:
            return "guest"
        usual = "seat" if case.path.startswith("/api/tables/") and table.tokens and pick % 4 else "host"
        return RIGHT.get(case.operation.label, usual)

    def seat_token(self, table: Table, pick: int) -> str:
        return table.tokens.get(str(pick % 2), "no-seat")

    # sending

    def send(self, case: Request, headers: dict[str, str]) -> None:
        """Send it and look at the answer; of a stream only the first bytes."""
        sent = case.as_transport_kwargs(base_url=self.address, headers=headers)
        raw = {name: value.encode("latin-1") for name, value in sent.pop("headers").items()}
        more: dict[str, Any] = {"stream": True, "allow_redirects": False, "timeout": PATIENCE}
        with self.session.request(**sent, headers=raw, **more) as answer:
            streams = case.path in STREAMS and answer.status_code == 200
            text = str(next(answer.iter_content(1))) if streams else answer.text
        self.answers[case.operation.label, answer.status_code] += 1
        fault = wrong(answer.status_code, text)
        if fault:
            self.faults.append(f"{answer.status_code} {fault}: {sent} {headers}: {text[:300]}")


@pytest.fixture(params=["sqlite", "postgresql"] if FULL else ["sqlite"])
def asking(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Asking]:
    more = []
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        more = ["--database", postgres.database()]
    slow = ("--limit", "record_seconds=600")  # however slow the machine is
    with Server(tmp_path, *slow, *more) as server, closing(Asking(server.address)) as asks:
        yield asks


def test_whatever_is_asked_of_any_route_is_answered(asking: Asking) -> None:
    routes = operations(asking.address)
    labels = {operation.label for operation in routes}
    assert labels >= {f"{method} {path}" for method, path in ROUTES}
    order = random.Random(SEED)
    for _ in range(ROUNDS):
        for operation in order.sample(routes, len(routes)):
            asking.burst(operation, order.getrandbits(32))
    assert asking.faults == [], f"{len(asking.faults)} faults\n" + "\n".join(asking.faults[:20])
    assert {label for label, _ in asking.answers} == labels
    assert asking.answers.total() >= ENOUGH, asking.answers
    good = sum(n for (_, status), n in asking.answers.items() if 200 <= status < 300)
    assert good >= GOOD * asking.answers.total(), asking.answers
    plays_on(asking)


def plays_on(asking: Asking) -> None:
    """After all that the server plays a whole game, or in the sample the beginning of one."""
    if FULL:
        assert len(play_example(asking.address)) == 2
        return
    wish = {"game": "trains", "seats": ["person:Ada", "person:Bea"]}
    table = Table(post(asking.known.ada, "/api/tables", json=wish).json()["id"], {})
    asking.known.play_on(table, 20)
    assert asking.known.due(table)[0]["n"] >= 20
