"""Requests made by schemathesis for every route of a real server, with real tables and tokens among the wild values.

Every answer is one of ours: none is a fault of the server, and each refusal is a sentence. With ROUNDHOUSE_FULL=1 there
are more than 10,000 requests.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.config import SchemathesisConfig

from examples.play_by_api import play as play_example
from roundhouse.web.app import PARTS
from tests.test_fuzz import FULL, GAMES, GOLDEN
from tests.web.postgres import Postgres
from tests.web.server import Server, person

SEED = 18
ROUNDS, BURST = (23, 10) if FULL else (1, 6)  # rounds of all routes, and requests to a route in a round
ENOUGH = 10_000 if FULL else 250
PATIENCE = 600.0
GOOD = 0.30  # of the answers at the least

SETTINGS = settings(
    max_examples=BURST,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
STREAMS = ("/live", "/api/tables/{id}/events")
STATIC = "/static/{name}"
SCHEMA = "/api/openapi.json"
TEXT = {"type": "string"}
FORM = {
    "type": "object",
    "properties": {
        "game": TEXT,
        "seats": TEXT,
        **{f"seat-{n}": TEXT for n in range(4)},
        **{name: TEXT for name in ("title", "minutes", "visibility", "option-map", "option-cards", "option-teams")},
    },
    "required": ["game", "seats"],
}
FILE = {"type": "object", "properties": {"record": {**TEXT, "format": "binary"}}, "required": ["record"]}
# what the server reads by hand, or serves without a function of its own
BY_HAND = {
    "/tables": {"application/x-www-form-urlencoded": {"schema": FORM}},
    "/open": {"multipart/form-data": {"schema": FILE}},
}


# every route


def described(address: str) -> dict[str, Any]:
    """The server's own description of its API, with the pages, which are not in it."""
    app = FastAPI()
    for part in PARTS:
        for route in part.router.routes:
            app.add_api_route(route.path, route.endpoint, methods=sorted(route.methods))  # type: ignore[attr-defined]
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


def operations(address: str) -> list[APIOperation]:
    config = SchemathesisConfig.from_dict({"generation": {"with-security-parameters": False}})  # we bring the tokens
    schema = schemathesis.openapi.from_dict(described(address), config=config)
    return [found.ok() for found in schema.get_all_operations()]


def cases(operation: APIOperation) -> st.SearchStrategy[Case]:
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
        self.tables = [self.opened(0)]

    def close(self) -> None:
        for http in (self.ada, self.ben, self.cleo):
            http.close()

    def opened(self, k: int) -> Table:
        """A new table, of one game after the other."""
        last = "invite" if k % 3 else "bot:random"
        wish = {"game": GAMES[k % len(GAMES)], "seats": ["person:Ada", "person:Bea", "invite", last]}
        held = post(self.ada, "/api/tables", json={**wish, "visibility": "open" if k % 2 else "link"}).json()
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
        table = self.recorded(k) if path.endswith("/record") or k % 9 == 0 else self.opened(k)
        self.tables.append(table)
        if path.startswith("/h/"):
            table.handed = post(self.ada, f"/t/{table.id}/hand-over/0").json()["url"].rpartition("/")[2]
        if "/chat/" in path:
            table.line = post(self.ben, f"/t/{table.id}/chat", json={"text": "Good morning."}).json()["n"]
        if table.tokens and path.endswith(("/undo", "/answer", "/at/{n}/regions", "/moves")):
            self.play_on(table, 5)
        if table.tokens and path.endswith("/answer"):
            self.ada.post(f"/t/{table.id}/undo", json={"n": 1})

    def play_on(self, table: Table, decisions: int) -> None:
        for n in range(decisions):
            now, http = self.due(table)
            if now["legal"]:
                post(http, f"/api/tables/{table.id}/play", json=decision(now, n))

    def due(self, table: Table) -> tuple[dict[str, Any], httpx.Client]:
        """The table as whoever is to decide sees it, if that is one of ours."""
        now = self.ada.get(f"/api/tables/{table.id}").json()
        if now.get("deciding") != 2:
            return now, self.ada
        return self.ben.get(f"/api/tables/{table.id}").json(), self.ben
