"""Pages as templates alone: they render, they escape, and they ask nothing of anybody else."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from roundhouse.web.build import build
from roundhouse.web.files import static
from roundhouse.web.render.games import emblem, wash
from roundhouse.web.render.times import moment

jinja2 = pytest.importorskip("jinja2")

WEB = Path(__file__).parent.parent / "src" / "roundhouse" / "web"
STATIC = WEB / "static"
GAMES = WEB.parent / "games"
LAB = WEB.parent / "lab" / "static"
PAGES = ["lobby", "table", "replay", "score", "rules", "gallery", "join", "hand_over"]
PAGES += ["about", "hand_over_person", "me", "deleted", "unreadable", "error", "lab", "lab_study", "lab_report"]
HOSTILE = "<script>alert(1)</script>\"'&</textarea>"
MOST = 243_000  # bytes of static files, the sprite aside; one script of them, sw.js, no page loads
MOST_OF_A_GAME = 52_000
FIRST_GAMES = (
    "coach.css",
    "coach.js",
    "learn.css",
    "puzzles.js",
)  # which only the pages of first games and puzzles load
MOST_OF_FIRST_GAMES = 16_000


@cache
def environment() -> Any:
    loader = jinja2.FileSystemLoader(WEB / "templates")
    made = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.ChainableUndefined)
    made.globals.update(emblem=emblem, wash=wash, moment=moment, static=static, build=build)
    return made


def render(page: str, **more: object) -> str:
    template = page.removesuffix("_person")
    return str(environment().get_template(f"{template}.html").render(**{**context(page), **more}))


def seat(name: str, kind: str = "person", you: bool = False) -> dict[str, object]:
    return {"name": name, "kind": kind, "you": you, "away": False}


def row(name: str, over: bool = False) -> dict[str, object]:
    places = [{"n": 0, "name": name, "kind": "person"}, {"n": 1, "name": "", "kind": "open"}]
    return {
        "id": "t1",
        "title": f"Table of {name}",
        "game": "trains",
        "options": "Tokyo",
        "seats": places,
        "progress": "12 decisions",
        "next": f"{name} to move",
        "yours": not over,
        "when": "just now",
        "changed": "2026-05-01T21:04:00Z",
        "over": over,
        "result": f"{name} won",
    }


def game(id: str, ready: bool = True) -> dict[str, object]:
    options = [
        {"name": "map", "kind": "choice", "choices": ("tokyo", "osaka"), "default": "tokyo", "help": "The side."},
        {
            "name": "cards",
            "kind": "list",
            "choices": ("random", "first"),
            "default": "random",
            "help": "Eight kinds.",
            "items": {"landfill": "Landfill", "amusement_park": "Amusement park"},
        },
        {"name": "open", "kind": "flag", "choices": (), "default": True, "help": "Hands are shown.", "items": {}},
    ]
    return {"id": id, "title": id.title(), "seats": [2, 3, 4], "options": options, "blurb": "Rails.", "ready": ready}


def context(page: str, name: str = "Ines") -> dict[str, Any]:
    """What the server gives a page, with one player's name wherever a name can stand."""
    regions = {r: f"<p>{r}</p>" for r in ("prompt", "board", "seats", "supply", "words", "dock", "log")}
    state = {
        "n": 7,
        "v": "v",
        "of": 9,
        "seat": 0,
        "over": False,
        "yours": True,
        "title": f"Your turn: {name}",
        "regions": regions,
        "undo": 6,
        "curtain": {"seat": 1, "name": name},
        "mine": [0],
        "clock": None,
        "away": [{"seat": 0, "name": name, "yours": True, "back": False, "did": ""}],
        "company": [{"name": name, "kind": "person"}, {"name": "Seat B", "kind": "open"}],
    }
    fact = jinja2.utils.markupsafe.Markup("One <em>fact</em>.")
    clauses = [{"id": "trains-1.1", "title": name, "html": fact, "why": name, "source": "Set up", "ruling": True}]
    study = {"id": "s1", "game": "trains", "title": name, "seats": 3, "bots": [name, "conductor"], "games": 50}
    study |= {"done": 7, "state": "playing", "why": ""}
    thing = {"name": name, "href": "/gallery/trains#card-garage", "card": name, "lift": "1.20", "sure": "winning"}
    kind = {"id": "card", "title": name, "said": name, "most": [thing], "least": [{**thing, "href": ""}]}
    plot = {"id": "skill", "title": name, "note": name, "drawn": fact, "head": ("", name), "rows": [[name, "1"]]}
    figures = {"said": [name], "glance": [(name, name)], "plots": [plot], "kinds": [kind], "how": name}
    held: dict[str, dict[str, Any]] = {
        "lab": {
            "games": [game("trains")],
            "counts": [2, 3, 4],
            "bots": [(name, "conductor", "Looks one step ahead.")],
            "numbers": [20, 50],
            "missing": "",
            "studies": [study, {**study, "state": "told"}, {**study, "state": "failed", "why": name}],
        },
        "lab_study": {"study": study, "mine": True},
        "lab_report": {"study": {**study, "state": "told", "why": name}, "report": fact},
        "lobby": {
            "first": game("trains"),
            "games": [game("trains"), game("spyrium", False), game("empires", False), game("empyreal", False)],
            "mine": [row(name)],
            "open": [row(name)],
            "finished": [row(name, over=True)],
            "levels": [{"name": "conductor", "sentence": "Looks one step ahead."}],
            "usual_level": "conductor",
        },
        "table": {
            "state": state,
            "chat": [{"n": 1, "seat": 1, "name": name, "text": name, "when": "2026-05-01T21:04:00Z"}],
            "invite": {
                "title": name,
                "game": "Trains",
                "free": [1],
                "links": [{"n": 1, "url": "/s/x", "qr": ""}],
                "join": "/t/t1/join",
                "seats": [{"name": name, "kind": "person"}, {"name": "Brunel", "kind": "bot", "bot": "greedy"}],
            },
            "called": name,
            "links": {"watch": "/w/x", "seats": [{"n": 0, "name": name, "kind": "open", "url": "/s/x"}]},
            "acts": [{"label": "Close the table", "url": "/t/t1/close", "confirm": f"Close {name}?", "help": name}],
        },
        "replay": {"state": state},
        "score": {
            "sources": [("Cities", [20, 26]), ("Cards", [8, 0]), (name, [0, 1])],
            "totals": [28, 27],
            "winners": [0],
            "why": f"{name} ended it.",
        },
        "rules": {"sections": [{"title": "1. Set-up", "clauses": clauses}], "cards": [name]},
        "gallery": {"gallery": ""},
        "about": {"blurb": name, "about": {"kind": name, "weight": name, "likes": name}, "measured": figures},
        "join": {},
        "hand_over": {"seat": 0, "action": "/h/x"},
        "hand_over_person": {"whom": {"name": name, "id": "p2"}, "action": "/h/x-y", "tables": 2, "left": 1},
        "me": {
            "mine": [row(name)],
            "finished": [row(name, over=True)],
            "results": [(name, {"game": "trains", "played": 3, "won": 1, "best": None})],
            "phrase": name,
            "link": f"/h/{name}",
        },
        "deleted": {},
        "unreadable": {"row": {"id": "t1", "title": name, "status": "over"}, "why": f"{name}.", "inside": True},
        "error": {"code": 404, "sentence": f"There is no table {name}.", "clause": "trains-5.2"},
    }
    table = {"id": "t1", "title": f"{name}'s", "game": "trains", "game_title": "Trains", "options": name}
    shared: dict[str, Any] = {"me": {"name": name, "id": "p1"}, "sprite": ""}
    if page in ("table", "replay", "score", "join", "hand_over"):
        shared |= {"table": {**table, "over": False}, "seats": [seat(name, you=True), seat("", "open")]}
    if page in ("about", "rules", "gallery"):
        shared["game"] = {"id": "trains", "title": name, "seats": [2, 3, 4]}
    return {**shared, **held[page]}


class Tags(HTMLParser):
    """Every start tag with its attributes, and the ids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {k: v or "" for k, v in attrs}))


@pytest.mark.parametrize("page", PAGES)
def test_every_page_renders(page: str) -> None:
    html = render(page)
    assert html.lstrip().startswith("<!doctype html>")
    assert "<main" in html
    assert "Undefined" not in html


@pytest.mark.parametrize("page", PAGES)
def test_names_are_escaped(page: str) -> None:
    html = render(page, **context(page, HOSTILE))
    assert "<script>alert" not in html
    assert "</textarea>" not in html
    scripts = [a for tag, a in Tags(html).tags if tag == "script"]
    assert all(a.get("src", "").startswith("/static/") or a.get("type") == "application/json" for a in scripts)


@pytest.mark.parametrize("page", PAGES)
def test_no_inline_handlers_and_nothing_from_elsewhere(page: str) -> None:
    for tag, attrs in Tags(render(page)).tags:
        assert not [name for name in attrs if name.startswith("on")], tag
        for name in ("src", "href", "action", "xlink:href"):
            where = attrs.get(name, "")
            assert not re.match(r"(?i)\s*([a-z]+:|//)", where), f"{tag} {name}={where}"


@pytest.mark.parametrize("page", PAGES)
def test_ids_are_unique_and_clear_of_the_sprite(page: str) -> None:
    sprite = (STATIC / "icons.svg").read_text(encoding="utf-8") if (STATIC / "icons.svg").is_file() else ""
    drawn = set(re.findall(r'\bid="([^"]+)"', sprite))
    ids = [attrs["id"] for _, attrs in Tags(render(page)).tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert not drawn & set(ids)


@pytest.mark.parametrize("page", PAGES)
def test_buttons_and_fields_have_names(page: str) -> None:
    html = render(page)
    labelled = {attrs["for"] for tag, attrs in Tags(html).tags if tag == "label" and "for" in attrs}
    for found in re.finditer(r"<button\b([^>]*)>(.*?)</button>", html, re.DOTALL):
        assert "aria-label=" in found[1] or re.sub(r"<[^>]+>", "", found[2]).strip(), found[0][:80]
    for tag, attrs in Tags(html).tags:
        if tag == "input" and attrs.get("type") not in ("hidden", "radio", "checkbox"):
            wrapped = attrs.get("id") == "find-clause"
            assert "aria-label" in attrs or attrs.get("id") in labelled or wrapped, attrs


def test_table_data_is_json_whatever_the_names() -> None:
    html = render("table", **context("table", HOSTILE))
    for id in ("state-data", "links", "who-data"):
        found = re.search(rf'<script type="application/json" id="{id}">(.*?)</script>', html, re.DOTALL)
        assert found
        json.loads(found[1])
    assert json.loads(re.findall(r'id="who-data">(.*?)</script>', html)[0])[0]["name"] == HOSTILE


def test_table_has_every_region() -> None:
    for page in ("table", "replay"):
        html = render(page)
        for region in ("prompt", "board", "seats", "supply", "words", "dock", "log"):
            assert f'data-region="{region}"' in html
            assert f"<p>{region}</p>" in html


def test_lobby_offers_a_place_for_every_seat() -> None:
    html = render("lobby")
    for n in range(4):
        assert f'name="seat-{n}"' in html
    assert 'value="amusement_park"><span>Amusement park</span>' in html
    for name in ("game", "title", "seats", "visibility", "minutes", "option-map", "option-cards", "option-open"):
        assert f'name="{name}"' in html


def test_score_shows_every_source_and_total() -> None:
    html = render("score")
    assert "Ines wins by 1 point<" in html
    assert "Ines wins<" in render("score", early=True)  # by concession
    for figure in ("20", "26", "28", "27"):
        assert f">{figure}<" in html
    tied = render("score", totals=[28, 28], winners=[0], tie="deliveries, 5 to 4", seats=[seat("Ines"), seat("Bo")])
    assert "Ines wins the tie at 28<" in tied
    assert "The tie is broken by deliveries, 5 to 4." in tied
    shared = render("score", totals=[28, 28], winners=[0, 1], seats=[seat("Ines"), seat("Bo")])
    assert "Ines and Bo share the win" in shared


def test_score_stands_points_below_zero() -> None:
    html = render("score", totals=[0, -3], sources=[("Cities", [0, 0]), ("Loans", [0, -3])], winners=[0])
    assert 'width="-' not in html


def test_static_files_are_light() -> None:
    """What every page shares, and what a game brings to its own pages only; before compression, indentation aside."""
    shared = [f for f in STATIC.iterdir() if f.suffix in (".js", ".css", ".svg") and not f.name.endswith("icons.svg")]
    own = [f for f in GAMES.glob("*/static/*") if not f.name.endswith("icons.svg")]
    first = [f for f in shared if f.name in FIRST_GAMES]
    assert sum(weight(f) for f in shared if f not in first) < MOST
    assert sum(weight(f) for f in first) < MOST_OF_FIRST_GAMES
    assert len(own) >= len(list(GAMES.glob("*/rules.md")))
    for file in own:
        assert weight(file) < MOST_OF_A_GAME


def weight(file: Path) -> int:
    return len(re.sub(rb"\s+", b" ", file.read_bytes()))


def test_static_files_ask_nobody_else() -> None:
    for file in [*STATIC.iterdir(), *GAMES.glob("*/static/*")]:
        if file.suffix in (".js", ".css"):
            text = file.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
            assert not re.search(r"https?://|@import|eval\(|new Function", text), file.name


def test_every_stylesheet_and_script_a_page_names_is_there() -> None:
    for page in PAGES:
        for _, attrs in Tags(render(page)).tags:
            for where in (attrs.get("src", ""), attrs.get("href", "")):
                if where.startswith("/static/"):
                    name = where.removeprefix(static(""))
                    assert any((folder / name).is_file() for folder in (STATIC, LAB, *GAMES.glob("*/static"))), where
