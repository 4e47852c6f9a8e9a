"""The page about the JSON API, made here from the API's own description: no script, and nothing from another host."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from roundhouse.web.routes.context import Context

ADDRESS = "http://localhost:8018"
METHODS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
# what fields hold in an example if their schema has none, so that the lines can be sent as they stand
SAMPLES: dict[str, object] = {
    "game": "trains",
    "seats": ["person:Ada", "bot:conductor"],
    "name": "Ada",
    "n": 1,
    "words": "start at Kamata",
}
# what the framework says of every route
STOCK = {
    "Successful Response": "As asked.",
    "Validation Error": "The request is not as it should be; the answer says where.",
}

Schema = dict[str, Any]
Seen = frozenset[str]

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Part:
    """A parameter, or a field of a body; `default` is JSON."""

    name: str
    where: str
    kind: str
    required: bool
    limits: str = ""
    default: str = ""
    text: str = ""


@dataclass(frozen=True)
class Answer:
    """What a status means."""

    status: str
    text: str


@dataclass(frozen=True)
class Route:
    """A method at a path: what it takes, what it answers, and a line that asks it."""

    id: str
    method: str
    path: str
    title: str
    text: str
    token: bool
    parameters: list[Part]
    body: list[Part]
    body_text: str
    answers: list[Answer]
    curl: str


@router.get("/api/docs")
def api_docs(request: Request, ctx: Context) -> Response:
    routes = described(request.app.openapi(), ctx.base.rstrip("/"))
    return ctx.page("api.html", routes=routes, refusals=common_refusals(routes))


def described(openapi: Schema, address: str = ADDRESS) -> list[Route]:
    """The routes of an OpenAPI description as plain rows, in its order."""
    schemas = Schemas(openapi)
    return [
        route(schemas, address, path, method, shared)
        for path, shared in openapi.get("paths", {}).items()
        for method in METHODS
        if method in shared
    ]


def common_refusals(routes: list[Route]) -> list[Answer]:
    """What every route may refuse, which is said once."""
    answers = routes[0].answers if routes else []
    return [a for a in answers if a.status >= "4" and all(a in route.answers for route in routes)]


def route(schemas: Schemas, address: str, path: str, method: str, shared: Schema) -> Route:
    """One method of a path; `shared` is what is said of the path."""
    spec = shared[method]
    given = [schemas.resolved(p) for p in (*shared.get("parameters", ()), *spec.get("parameters", ()))]
    answers = {status: schemas.text(answer) for status, answer in spec.get("responses", {}).items()}
    media, body = content(schemas.resolved(spec.get("requestBody", {})))
    title = spec.get("summary") or f"{method.upper()} {path}"
    token = bool(spec.get("security", schemas.openapi.get("security"))) or any(
        p["in"] == "header" and p["name"].lower() == "authorization" for p in given
    )
    return Route(
        id=re.sub("[^a-z0-9]+", "-", f"{method}{path}".lower()).strip("-"),
        method=method.upper(),
        path=path,
        title=title.capitalize() if title.istitle() else title,
        text=spec.get("description", ""),
        token=token,
        parameters=[
            schemas.part(p["name"], p["in"], p.get("schema", {}), p.get("required", False), p.get("description", ""))
            for p in given
        ],
        body=schemas.body(body) if media else [],
        body_text=schemas.text(body),
        answers=[Answer(status, STOCK.get(text, text)) for status, text in answers.items()],
        curl=curl(schemas, address + path, method.upper(), token, given, media, body),
    )


def content(body: Schema) -> tuple[str, Schema]:
    """The first kind of content of a body, and its schema; "" if there is none."""
    for media, spec in body.get("content", {}).items():
        return str(media), spec.get("schema", {})
    return "", {}


class Schemas:
    """Reads the schemas of one description, following their references."""

    def __init__(self, openapi: Schema) -> None:
        self.openapi = openapi

    def resolved(self, schema: Schema) -> Schema:
        """A schema with what it refers to in it; what is said beside the reference counts more."""
        met = set()
        while "$ref" in schema and schema["$ref"] not in met:
            met.add(schema["$ref"])
            found: Any = self.openapi
            for step in schema["$ref"].removeprefix("#/").split("/"):
                found = found[step.replace("~1", "/").replace("~0", "~")]
            schema = {**found, **{key: value for key, value in schema.items() if key != "$ref"}}
        for part in schema.get("allOf", ()):
            schema = {**self.resolved(part), **schema}
        return schema

    def entered(self, schema: Schema, seen: Seen) -> tuple[Schema, Seen]:
        """A schema resolved, and the references on the way to it; nothing if it is within itself."""
        ref = schema.get("$ref", "")
        return ({}, seen) if ref and ref in seen else (self.resolved(schema), seen | {ref})

    def text(self, schema: Schema) -> str:
        return str(self.resolved(schema).get("description", ""))

    def part(self, name: str, where: str, schema: Schema, required: bool, text: str = "") -> Part:
        """A parameter of a path, a query, a header or a cookie, or a field of a body."""
        whole = self.resolved(schema)
        default = json.dumps(whole["default"], ensure_ascii=False) if "default" in whole else ""
        text = text or whole.get("description", "")
        return Part(name, where, self.kind(schema), required, self.limits(schema), default, text)

    def body(self, schema: Schema) -> list[Part]:
        """The fields of a body; a body that is no object is one field."""
        return self.fields(schema) or [self.part("(the body)", "body", schema, True)]

    def fields(self, schema: Schema, prefix: str = "", seen: Seen = frozenset()) -> list[Part]:
        """The fields of an object, each followed by those within it; a schema within itself is told once."""
        whole, seen = self.entered(schema, seen)
        out = []
        for name, field in whole.get("properties", {}).items():
            out.append(self.part(prefix + name, "body", field, name in whole.get("required", ())))
            out += self.fields(field, f"{prefix}{name}.", seen)
        for key, mark in (("items", "[]."), ("additionalProperties", ".NAME.")):
            if isinstance(whole.get(key), dict):
                out += self.fields(whole[key], (prefix.removesuffix(".") + mark).removeprefix("."), seen)
        for choice in choices(whole):
            out += self.fields(choice, prefix, seen)
        return out

    def kind(self, schema: Schema, seen: Seen = frozenset()) -> str:
        """The type in the words of JSON."""
        whole, seen = self.entered(schema, seen)
        kind = whole.get("type", "any")
        kinds = [self.kind(choice, seen) for choice in choices(whole)] or (kind if isinstance(kind, list) else [])
        if kinds:
            return " or ".join(dict.fromkeys(kinds))
        if kind == "array":
            return f"list of {self.kind(whole['items'], seen)}" if whole.get("items") else "list"
        return f"{kind} ({whole['format']})" if "format" in whole else str(kind)

    def limits(self, schema: Schema, seen: Seen = frozenset()) -> str:
        """What a value must keep to besides its type; "" if nothing."""
        whole, seen = self.entered(schema, seen)
        limits = [limit for choice in choices(whole) if (limit := self.limits(choice, seen))]
        limits += own_limits(whole)
        if isinstance(whole.get("items"), dict) and (each := self.limits(whole["items"], seen)):
            limits.append(f"each {each}")
        return ", ".join(dict.fromkeys(limits))

    def sample(self, name: str, schema: Schema, seen: Seen = frozenset()) -> object:
        """A value for an example: the one its schema brings, else the one we know for such a field, else any."""
        whole, seen = self.entered(schema, seen)
        known = [*whole.get("examples", ())[:1], *([SAMPLES[name]] if name in SAMPLES else [])]
        known += [whole[key] for key in ("const", "default") if key in whole] + list(whole.get("enum", ()))
        if known and known[0] is not None:
            return known[0]
        if choices(whole):
            some = [choice for choice in choices(whole) if choice.get("type") != "null"]
            return self.sample(name, some[0], seen) if some else None
        if "properties" in whole:
            wanted = {*whole.get("required", ()), *SAMPLES}
            return {
                n: self.sample(n, f, seen) for n, f in whole["properties"].items() if n in wanted or "examples" in f
            }
        if whole.get("type") == "array":
            return [self.sample(name, whole.get("items", {}), seen)]
        least = short(whole.get("minimum", 1))
        plain = {"integer": least, "number": least, "boolean": True, "object": {}}
        return plain.get(str(whole.get("type")), name.upper())


def choices(whole: Schema) -> list[Schema]:
    """The schemas of which a value keeps to one."""
    return list(whole.get("anyOf") or whole.get("oneOf") or ())


def own_limits(whole: Schema) -> list[str]:
    """The limits that a schema itself sets, in words."""
    out = []
    if "enum" in whole:
        out.append("one of " + ", ".join(json.dumps(value, ensure_ascii=False) for value in whole["enum"]))
    if "const" in whole:
        out.append(f"always {json.dumps(whole['const'], ensure_ascii=False)}")
    letters, entries = (" character", " characters"), (" entry", " entries")
    for key, unit in (("Length", letters), ("Items", entries), ("Properties", entries)):
        out += span(whole.get(f"min{key}"), whole.get(f"max{key}"), *unit)
    out += span(whole.get("minimum"), whole.get("maximum"))
    words = {"exclusiveMinimum": "more than", "exclusiveMaximum": "less than", "multipleOf": "a multiple of"}
    out += [f"{word} {short(whole[key])}" for key, word in words.items() if key in whole]
    if "pattern" in whole:
        out.append(f"matches {whole['pattern']}")
    return out


def span(least: float | None, most: float | None, one: str = "", many: str = "") -> list[str]:
    """From least to most, in words."""
    low, high = ("" if n is None else f"{short(n)}{one if n == 1 else many}" for n in (least, most))
    if low and high:
        return [f"exactly {high}" if low == high else f"{short(least or 0)} to {high}"]
    return [f"at most {high}"] if high else [f"at least {low}"] if low else []


def short(number: float) -> float:
    """A number without the ".0" that the framework gives to whole ones."""
    return int(number) if number == int(number) else number


def curl(schemas: Schemas, url: str, method: str, token: bool, given: list[Schema], media: str, body: Schema) -> str:
    """A line for a shell that asks a route, with capitals where something is to be filled in."""
    needed = [p for p in given if p.get("required")]
    asked = "&".join(f"{p['name']}={p['name'].upper()}" for p in needed if p["in"] == "query")
    where = re.sub(r"\{(\w+)[^}]*\}", lambda found: found[1].upper(), url) + (f"?{asked}" if asked else "")
    parts = [["curl", *([] if method == "GET" else ["-X", method]), where]]
    parts += [["-H", "Authorization: Bearer TOKEN"]] if token else []
    parts += [
        ["-H", f"{p['name']}: {p['name'].upper()}"]
        for p in needed
        if p["in"] == "header" and p["name"].lower() != "authorization"
    ]
    if media == JSON or media.endswith("+json"):
        parts += [
            ["-H", f"Content-Type: {media}"],
            ["-d", json.dumps(schemas.sample("body", body), ensure_ascii=False)],
        ]
    elif media == FORM:
        fields = schemas.sample("body", body)
        parts += [["-d", f"{n}={v}"] for n, v in fields.items()] if isinstance(fields, dict) else []
    elif media:
        parts += [["-H", f"Content-Type: {media}"], ["--data-binary", "@FILE"]]
    return " \\\n  ".join(shlex.join(part) for part in parts)
