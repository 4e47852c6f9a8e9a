"""The page about the JSON API: all of the schema stands on it, and it needs no script and nobody else."""

from __future__ import annotations

import json
import re
import shlex
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import pytest
from fastapi import FastAPI, Header, Query
from pydantic import BaseModel, Field

from roundhouse.web.files import static
from roundhouse.web.render.pages import templates
from roundhouse.web.routes.api_docs import METHODS, Part, Route, common_refusals, described
from tests.web.server import TEXT, Server, client

HOSTILE = "<script>alert(1)</script>\"'&</code></pre>"
MODULES = ("app", "notices")
HOUSE_SCRIPTS = [
    {"src": static("settings.js")},
    *({"type": "module", "src": static(f"{name}.js")} for name in MODULES),
]


class Text(HTMLParser):
    """The start tags of a page, and its text by the id of the section it stands in, an element a line."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.sections: dict[str, str] = {}
        self.at = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {k: v or "" for k, v in attrs}
        self.tags.append((tag, held))
        self.at = held.get("id", "") if tag == "section" else self.at

    def handle_data(self, data: str) -> None:
        self.sections[self.at] = self.sections.get(self.at, "") + f"{data}\n"


@pytest.fixture
def schema(server: Server) -> dict[str, Any]:
    return dict(client(server.address).get("/api/openapi.json").json())


@pytest.fixture
def html(server: Server) -> str:
    answer = client(server.address).get("/api/docs", headers=TEXT)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    return answer.text


@pytest.fixture
def sections(html: str) -> dict[str, str]:
    return Text(html).sections


@pytest.fixture
def make() -> Route:
    """The first route of another API."""
    return next(r for r in described(other_api().openapi(), "https://games.example") if r.method == "POST")


def rendered(routes: list[Route]) -> str:
    held = {"me": {"name": "Ada", "id": "ada"}, "sprite": "", "routes": routes, "refusals": common_refusals(routes)}
    return templates.env.get_template("api.html").render(held)


def table(parts: list[Part]) -> dict[str, Part]:
    return {part.name: part for part in parts}


# the page of this API


def test_every_route_stands_on_the_page_with_its_method(
    server: Server, sections: dict[str, str], schema: dict[str, Any]
) -> None:
    routes = {(route.method, route.path): route for route in described(schema)}
    there = {(m.upper(), path) for path, methods in schema["paths"].items() for m in methods if m in METHODS}
    assert set(routes) == there
    assert len(there) >= 7
    for (method, path), route in routes.items():
        told = schema["paths"][path][method.lower()]
        assert method in sections[route.id]
        assert path in sections[route.id]
        assert told["description"].split("`")[0] in sections[route.id]
        assert f"curl {'' if method == 'GET' else f'-X {method} '}{server.address}/api/" in sections[route.id]


def test_every_field_of_every_body_stands_at_its_route(sections: dict[str, str], schema: dict[str, Any]) -> None:
    seen = set()
    for route in described(schema):
        body = schema["paths"][route.path][route.method.lower()].get("requestBody")
        if body is None:
            assert route.body == []
            continue
        name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        held = schema["components"]["schemas"][name]
        assert [part.name for part in route.body] == list(held["properties"])
        assert {part.name for part in route.body if part.required} == set(held["required"])
        for field in held["properties"]:
            assert f"\n{field}\n" in sections[route.id]
        seen.add(name)
    assert {"NewTable", "Guest", "Move"} <= seen


def test_every_parameter_and_answer_is_told(sections: dict[str, str], schema: dict[str, Any]) -> None:
    routes = described(schema)
    common = common_refusals(routes)
    for route in routes:
        told = schema["paths"][route.path][route.method.lower()]
        assert [(p.name, p.where) for p in route.parameters] == [
            (p["name"], p["in"]) for p in told.get("parameters", ())
        ]
        assert [answer.status for answer in route.answers] == list(told["responses"])
        for answer in route.answers:
            place = sections["asking" if answer in common else route.id]
            assert answer.status in place
            assert answer.text.split("`")[0] in place


def test_the_page_says_how_to_ask(html: str) -> None:
    asking = Text(html).sections["asking"]
    assert "Authorization: Bearer TOKEN" in asking
    assert "Opening a table answers with a token" in asking
    assert "examples/play_by_api.py" in asking
    assert (Path(__file__).parents[2] / "examples" / "play_by_api.py").is_file()
    assert 'href="/api/openapi.json"' in html


def test_every_route_that_takes_a_token_shows_it(html: str, schema: dict[str, Any]) -> None:
    with_token = {(route.method, route.path) for route in described(schema) if route.token}
    assert ("POST", "/api/tables/{id}/play") in with_token
    assert ("GET", "/api/games") not in with_token
    for route in described(schema):
        assert ("Authorization: Bearer TOKEN" in route.curl) is route.token


def test_nothing_comes_from_another_host_and_there_is_no_script_but_the_house_ones(html: str) -> None:
    tags = Text(html).tags
    assert [attrs for tag, attrs in tags if tag == "script"] == HOUSE_SCRIPTS
    for tag, attrs in tags:
        assert not [name for name in attrs if name.startswith("on")], tag
        for name in ("src", "href", "action", "srcset", "xlink:href"):
            assert not re.match(r"(?i)\s*([a-z]+:|//)", attrs.get(name, "")), f"{tag} {name}={attrs.get(name)}"


def test_every_link_within_the_page_leads_somewhere(html: str) -> None:
    tags = Text(html).tags
    ids = [attrs["id"] for _, attrs in tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert {a["href"][1:] for tag, a in tags if tag == "a" and a.get("href", "").startswith("#")} <= set(ids)


def test_the_page_is_not_in_the_schema(schema: dict[str, Any]) -> None:
    assert "/api/docs" not in schema["paths"]


def asked(route: Route, **filled: str) -> dict[str, Any]:
    """What a server answers to the example of a route, with its capitals filled in."""
    line = route.curl.replace("\\\n", " ")
    for capitals, value in filled.items():
        line = re.sub(rf"\b{capitals}\b", value, line)
    curl, x, method, url, *rest = shlex.split(line)
    assert (curl, x) == ("curl", "-X")
    given = list(pairwise(rest))
    headers = dict(word.split(": ", 1) for flag, word in given if flag == "-H")
    body = next(word for flag, word in given if flag == "-d")
    answer = client("").request(method, url, headers=headers, content=body)
    assert answer.is_success, answer.text
    return dict(answer.json())


def test_the_examples_can_be_sent_as_they_stand(server: Server, schema: dict[str, Any]) -> None:
    routes = {(route.method, route.path): route for route in described(schema, server.address)}
    opened = asked(routes["POST", "/api/tables"])
    played = asked(routes["POST", "/api/tables/{id}/play"], ID=opened["id"], TOKEN=opened["tokens"]["0"])
    assert played["n"] >= 1


# any description


class Inner(BaseModel):
    depth: int = Field(ge=1, le=3)
    more: list[Inner] = []


class Wish(BaseModel):
    """What is `wished`."""

    plain: str = Field(min_length=1, max_length=1)
    ratio: float = Field(gt=0, lt=1)
    many: list[Annotated[str, Field(max_length=9)]] = Field([], max_length=4)
    inner: Inner | None = None
    inners: list[Inner] = Field(min_length=2)
    by_name: dict[str, Inner] = {}
    either: int | str = Field(7, description="One `or` the other.")
    kind: Annotated[str, Field(json_schema_extra={"enum": ["a", "b"]})] = "a"
    code: str = Field("x", pattern="^[a-z]+$", examples=["abc"])


def other_api() -> FastAPI:
    app = FastAPI()

    @app.post("/things/{thing}/{part:path}")
    def make(
        thing: int,
        part: str,
        wish: Wish,
        page: Annotated[int, Query(ge=1, description="Which page.")],
        x_key: Annotated[str, Header()],
        few: bool = False,
    ) -> None:
        """Make a thing."""

    @app.put("/list", responses={404: {"description": "There is none."}})
    def put_list(lines: list[str]) -> None: ...

    return app


def test_references_limits_and_defaults_are_read() -> None:
    put, make = sorted(described(other_api().openapi()), key=lambda r: r.path)
    body = table(make.body)
    assert make.body_text == "What is `wished`."
    assert body["plain"] == Part("plain", "body", "string", True, "exactly 1 character")
    assert body["ratio"].limits == "more than 0, less than 1"
    assert body["many"] == Part(
        "many", "body", "list of string", False, "at most 4 entries, each at most 9 characters", "[]"
    )
    assert body["inner"].kind == "object or null"
    assert body["inner.depth"] == Part("inner.depth", "body", "integer", True, "1 to 3")
    assert body["inner.more"].kind == "list of object"
    assert body["inners"].limits == "at least 2 entries"
    assert body["inners[].depth"].required
    assert body["by_name.NAME.depth"].kind == "integer"
    assert body["either"] == Part("either", "body", "integer or string", False, "", "7", "One `or` the other.")
    assert body["kind"].limits == 'one of "a", "b"'
    assert body["kind"].default == '"a"'
    assert body["code"].limits == "matches ^[a-z]+$"
    assert table(put.body) == {"(the body)": Part("(the body)", "body", "list of string", True)}
    assert [a.status for a in put.answers] == ["200", "404", "422"]


def test_parameters_of_all_kinds_are_read(make: Route) -> None:
    told = table(make.parameters)
    assert told["thing"] == Part("thing", "path", "integer", True)
    assert told["page"] == Part("page", "query", "integer", True, "at least 1", "", "Which page.")
    assert told["few"] == Part("few", "query", "boolean", False, "", "false")
    assert told["x-key"].where == "header"
    assert make.title == "Make"


def test_an_example_fills_in_what_is_needed(make: Route) -> None:
    words = shlex.split(make.curl.replace("\\\n", " "))
    assert words[:4] == ["curl", "-X", "POST", "https://games.example/things/THING/PART?page=PAGE"]
    assert "x-key: X-KEY" in words
    body = json.loads(words[-1])
    assert set(body) == {"plain", "ratio", "inners", "code"}
    assert body["code"] == "abc"
    assert body["inners"][0]["depth"] == 1


def test_what_every_route_refuses_is_told_once() -> None:
    routes = described(other_api().openapi())
    assert [answer.status for answer in common_refusals(routes)] == ["422"]
    html = rendered(routes)
    assert html.count("<dt>422</dt>") == 1
    assert html.count("<dt>404</dt>") == 1
    assert common_refusals([]) == []


def test_a_description_without_routes_is_a_page_all_the_same() -> None:
    assert described({}) == []
    assert "How to ask" in rendered([])


def hostile(held: Any) -> Any:
    """The same description with a hostile text wherever a person could have written one."""
    if isinstance(held, dict):
        told = {key: hostile(value) for key, value in held.items()}
        told |= {key: HOSTILE for key in ("description", "summary", "pattern") if key in held}
        return told | ({"default": HOSTILE} if "default" in held else {})
    return [hostile(value) for value in held] if isinstance(held, list) else held


def test_html_is_escaped() -> None:
    told = hostile(other_api().openapi())
    told["components"]["schemas"]["Wish"]["properties"][HOSTILE] = {"type": HOSTILE, "enum": [HOSTILE]}
    told["components"]["schemas"]["Wish"]["required"].append(HOSTILE)
    told["paths"][f"/{HOSTILE}"] = told["paths"].pop("/list")
    html = rendered(described(told, f"http://{HOSTILE}"))
    assert "<script>alert" not in html
    assert "alert(1)" in html
    page = Text(html)
    assert [attrs for tag, attrs in page.tags if tag == "script"] == HOUSE_SCRIPTS
    assert html.count("<pre>") == html.count("</pre>")
    assert html.count("<code>") == html.count("</code>")
