"""How a page is made; the lobby, the rules and the gallery."""

from __future__ import annotations

import logging
import re
import threading
from collections import OrderedDict
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, cast
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from markupsafe import Markup
from sqlalchemy import Select

import roundhouse
from roundhouse.bots.make import names as bot_names
from roundhouse.core import registry
from roundhouse.core.errors import RoundhouseError
from roundhouse.web import ledger, show
from roundhouse.web.callers import Allowed, Me, Service, Within, known_person, remember
from roundhouse.web.held import Live
from roundhouse.web.held import listed as and_so
from roundhouse.web.people import Person
from roundhouse.web.refusals import Refused, Unreadable
from roundhouse.web.rows import LOST, TableRow, now
from roundhouse.web.store import Store
from roundhouse.web.tables import MOST_MINUTES, Tables

HERE = Path(__file__).parent
PAGE = 20  # tables on a page of a list
MOST_PAGES = 500
MOST_STANDS = 5000
NO_EMBLEM = Markup('<svg class="emblem" viewBox="0 0 24 24" aria-hidden="true"><use href="#roundhouse"/></svg>')
SHARED_ART = 'id="art-normal-train"'  # the engine that pulls the points on a score page

log = logging.getLogger("roundhouse.pages")

router = APIRouter(include_in_schema=False)
templates = Jinja2Templates(directory=HERE / "templates")


class Kept(FileSystemBytecodeCache):
    """Templates as Python made them, for the next start; where they cannot be kept, they are made again."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_templates(folder: Path) -> None:
    with suppress(OSError):
        folder.mkdir(exist_ok=True, mode=0o700)
        templates.env.bytecode_cache = Kept(str(folder))


def static_file(game: str, name: str) -> Path | None:
    """A file of the folder `static` beside a game's rules, if it is there."""
    found = game and registry.file_beside(roundhouse.game(game), "static", name)
    return Path(found) if found else None


def static_folders() -> list[str | tuple[str, str]]:
    """The packages of games that have such a folder, as StaticFiles takes them."""
    packages = {id: type(roundhouse.game(id)).__module__.rpartition(".")[0] for id in show.shown()}
    return [(package, "static") for id, package in packages.items() if static_file(id, f"{id}.css")]


@lru_cache(8)
def sprite(game: str = "") -> Markup:
    """Icons, patterns and vignettes, inlined once a page and taking no room.

    A game with a sprite of its own brings it, and leaves out the vignettes of others.
    """
    text = (HERE / "static" / "icons.svg").read_text(encoding="utf-8")
    own = static_file(game, f"{game}-icons.svg")
    if own is not None:
        lines = [line for line in text.splitlines() if 'id="art-' not in line or SHARED_ART in line]
        text = "\n".join(lines) + own.read_text(encoding="utf-8")
    hidden = '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
    return Markup(re.sub(r"<svg[^>]*>", hidden, text))


def page(request: Request, name: str, person: Person, status: int = 200, **context: Any) -> Response:
    """A template, with the sprite and who is asking; the cookie if it is new."""
    return remember(request, drawn(request, name, person, status, **context), person)


def drawn(request: Request, name: str, person: Person | None, status: int, **context: Any) -> Response:
    game = context["table"]["game"] if "table" in context else getattr(context.get("game"), "id", "")
    held = {
        "me": person and {"name": person.name, "id": person.id},
        "sprite": sprite(game),
        "stylesheet": f"{game}.css" if static_file(game, f"{game}.css") else "",
        **context,
    }
    return templates.TemplateResponse(request, name, held, status_code=status)


@lru_cache(16)
def emblem(game: str) -> Markup:
    """The picture of a game on its plates: the one it brings, or the house's."""
    own = static_file(game, f"{game}-emblem.svg")
    return Markup(own.read_text(encoding="utf-8").strip()) if own else NO_EMBLEM


def wash(game: str) -> str:
    """The colour behind it."""
    return show.face(game).wash


templates.env.globals.update(emblem=emblem, wash=wash)


def error_page(request: Request, status: int, sentence: str, lost: bool = False) -> Response:
    """A refusal as a page; it makes nobody a new person."""
    return drawn(request, "error.html", known_person(request), status, code=status, sentence=sentence, lost=lost)


def table_facts(live: Live) -> dict[str, Any]:
    """What pages say of a table besides its regions."""
    return {
        "id": live.id,
        "title": live.row.title,
        "game": live.row.game,
        "game_title": live.record.game.title,
        "options": shown_options(live),
        "over": live.over,
        "seeded": live.row.seeded,
        "tabs": show.face(live.row.game).tabs,
    }


# the lobby


def game_card(id: str) -> dict[str, Any]:
    game = roundhouse.game(id)
    options = [
        {
            "name": n,
            "kind": o.kind,
            "choices": o.choices,
            "default": o.default,
            "help": o.help,
            "items": o.items,
            "size": o.size,
        }
        for n, o in game.options.items()
    ]
    return {
        "id": id,
        "title": game.title,
        "seats": list(game.seats),
        "options": options,
        "blurb": show.face(id).blurb,
    }


def shown_options(live: Live) -> str:
    """The options that set a table apart."""
    return show.face(live.row.game).options_text(live.record.options)


def ago(when: datetime) -> str:
    """How long ago, in few words."""
    if when == LOST:
        return "some time ago"
    minutes = int((now() - when).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 24 * 60:
        return f"{minutes // 60} h ago"
    return f"{minutes // (24 * 60)} days ago" if minutes >= 48 * 60 else "yesterday"


DAMAGED = {"options": "", "stands": "cannot be read", "result": "", "deciding": -1, "damaged": True}


class Stand:
    """How tables stand, in few words: worked out once for each of their positions."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.known: OrderedDict[str, tuple[object, dict[str, Any]]] = OrderedDict()

    def of(self, service: Tables, row: TableRow) -> dict[str, Any]:
        mark = (row.changed, row.status, [(seat.name, seat.conceded) for seat in row.seats])
        with self.lock:
            held = self.known.get(row.id)
        if held is None or held[0] != mark:
            try:
                held = (mark, stand(service, row))
            except Unreadable:
                return {"game_title": roundhouse.game(row.game).title, **DAMAGED}
            with self.lock:
                self.known[row.id] = held
                while len(self.known) > MOST_STANDS:
                    self.known.popitem(last=False)
        return held[1]


def stand(service: Tables, row: TableRow) -> dict[str, Any]:
    live = service.get(row.id)
    with live.lock:
        s = live.record.state
        result = live.result()
        shown = "closed" if live.row.status == "closed" else result or show.face(row.game).progress(s.view(None))
        return {
            "game_title": live.record.game.title,
            "options": shown_options(live),
            "stands": shown,
            "result": result,
            "deciding": s.seat,
            "damaged": False,
        }


stands = Stand()


def told(service: Tables, row: TableRow, person: Person) -> dict[str, Any] | None:
    """A table as a line of the lobby, if anything can be said of it."""
    try:
        return listed(service, row, person)
    except (ValueError, TypeError, LookupError):
        log.exception("a table cannot be listed", extra={"table": row.id})
        return None


def listed(service: Tables, row: TableRow, person: Person) -> dict[str, Any]:
    """A table as a line of the lobby."""
    held = stands.of(service, row)
    over = row.status != "playing"
    deciding = row.seats[held["deciding"]] if held["deciding"] >= 0 and not over else None
    return {
        "id": row.id,
        "title": row.title,
        "game": row.game,
        "game_title": held["game_title"],
        "options": held["options"],
        "seats": [{"n": seat.n, "name": seat.name, "kind": seat.kind} for seat in row.seats],
        "stands": held["stands"],
        "next": deciding.name if deciding else "",
        "yours": bool(deciding and deciding.player == person.id and not deciding.bot),
        "when": ago(row.changed),
        "over": over,
        "result": held["result"],
        "damaged": held["damaged"],
    }


@router.get("/")
def lobby(request: Request, service: Service, me: Me, open: int = 1, mine: int = 1, finished: int = 1) -> Response:
    """The lobby; its lists have pages of their own."""
    there = show.shown()
    asked = {"open": open, "mine": mine, "finished": finished}
    at = {name: min(max(1, n), MOST_PAGES) for name, n in asked.items()}

    def rows(name: str, of: Select[Any]) -> list[dict[str, Any]]:
        found, at[name] = leaf(store, of, at[name])
        more[name] = len(found) > PAGE
        return [line for row in found[:PAGE] if row.game in there and (line := told(service, row, me.person))]

    more: dict[str, bool] = {}
    store, id = service.store, me.person.id
    lists: dict[str, Any] = {
        "mine": rows("mine", store.tables_of(id, False)),
        "finished": rows("finished", store.tables_of(id, True)),
        "open": rows("open", store.open_tables(id)),
    }
    turns = {
        name: {"n": n, "back": n > 1 and turned(at, name, n - 1), "on": more[name] and turned(at, name, n + 1)}
        for name, n in at.items()
    }
    games = [game_card(id) for id in there]
    return page(request, "lobby.html", me.person, games=games, bots=bot_names(), turns=turns, **lists)


def leaf(store: Store, of: Select[Any], n: int) -> tuple[list[TableRow], int]:
    """The tables on page n of a list and one more, and the page's number; beyond the end it is the last one."""
    found = store.some(of, PAGE + 1, (n - 1) * PAGE)
    if found or n == 1:
        return found, n
    last = max(1, -(-store.how_many(of) // PAGE))
    return store.some(of, PAGE + 1, (last - 1) * PAGE), last


def turned(at: dict[str, int], name: str, n: int) -> str:
    """The address of the lobby with one of its lists at another page."""
    wanted = {key: value for key, value in {**at, name: n}.items() if value > 1}
    return f"/?{urlencode(wanted)}#{name}" if wanted else f"/#{name}"


Named = Annotated[str, Form(max_length=200)]


@router.post("/me")
def rename(request: Request, service: Service, access: Allowed, gate: Within, me: Me, name: Named) -> Response:
    access.act(me)
    person = Person(me.person.id, gate.text("name", name))
    service.rename(me.person, person)
    return remember(request, RedirectResponse("/", 303), person)


def whole(text: str, allowed: range, rule: str) -> int:
    """A number from a form."""
    text = text.strip()
    if not re.fullmatch("[0-9]{1,6}", text) or int(text) not in allowed:
        raise Refused(422, f"{rule}, not {text[:20]!r}.")
    return int(text)


@router.post("/tables")
async def create(request: Request, service: Service, access: Allowed, gate: Within, me: Me) -> Response:
    form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    count = whole(form.get("seats", ""), range(1, 9), "A table has 1 to 8 seats")
    minutes = whole(form.get("minutes") or "0", range(MOST_MINUTES + 1), f"A turn has 0 to {MOST_MINUTES} minutes")
    company = [form.get(f"seat-{n}", "bot:greedy") for n in range(count)]
    chosen = {k.removeprefix("option-"): v for k, v in form.items() if k.startswith("option-") and v}

    def opened() -> Live:
        access.act(me)
        title, seats = gate.title(form.get("title", "")), gate.company(company)
        options = cast(dict[str, object], chosen)
        game, shown = known(form.get("game", ""), 422).id, form.get("visibility", "open")
        with gate.opening(me, seats):
            return service.create(me.person, game, title, seats, options, shown, None, minutes, me.owner)

    live = await run_in_threadpool(opened)
    return remember(request, RedirectResponse(f"/t/{live.id}", 303), me.person)


# rules and gallery


def known(id: str, status: int = 404) -> roundhouse.Game:
    try:
        return roundhouse.game(id)
    except RoundhouseError:
        titles = [roundhouse.game(other).title for other in roundhouse.games()]
        raise Refused(status, f"There is no game {id[:40]!r}; there are {and_so(titles)}.") from None


@router.get("/rules/{id}")
def rules(request: Request, me: Me, id: str) -> Response:
    game = known(id)
    return page(request, "rules.html", me.person, game=game, sections=ledger.sections(id), cards=ledger.cards(game))


@router.get("/gallery/{id}")
def gallery(request: Request, me: Me, id: str) -> Response:
    game = known(id)
    return page(request, "gallery.html", me.person, game=game, gallery=show.face(id).gallery(game.box(None)))
