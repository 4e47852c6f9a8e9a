"""The lobby, the rules and components of its games, and tables opened there."""

from __future__ import annotations

import re
from typing import Any, cast
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response
from sqlalchemy import Select

from roundhouse.bots.make import names as bot_names
from roundhouse.web.refusals import Refused
from roundhouse.web.render import ledger
from roundhouse.web.render.games import face, game_or_refused, games_with_face
from roundhouse.web.render.lobby import game_card, table_line
from roundhouse.web.routes.context import Context, Name, to_table
from roundhouse.web.service.people import Person, tidy
from roundhouse.web.service.rows import TableRow
from roundhouse.web.service.store import Store
from roundhouse.web.service.tables import MOST_MINUTES

PAGE = 20  # tables on a page of a list
MOST_PAGES = 500

router = APIRouter(include_in_schema=False)


@router.get("/")
def lobby(ctx: Context, open: int = 1, mine: int = 1, finished: int = 1) -> Response:
    """The lobby; its lists have pages of their own."""
    there, store, me = games_with_face(), ctx.service.store, ctx.me.person
    asked = {"open": open, "mine": mine, "finished": finished}
    at = {name: min(max(1, n), MOST_PAGES) for name, n in asked.items()}
    queries = {
        "mine": store.tables_of(me.id, False),
        "finished": store.tables_of(me.id, True),
        "open": store.open_tables(me.id),
    }
    lists: dict[str, Any] = {}
    more: dict[str, bool] = {}
    for name, query in queries.items():
        rows, at[name] = leaf(store, query, at[name])
        more[name] = len(rows) > PAGE
        lines = [table_line(ctx.service, row, me) for row in rows[:PAGE] if row.game in there]
        lists[name] = [line for line in lines if line]
    turns = {
        name: {"n": n, "back": n > 1 and turned(at, name, n - 1), "on": more[name] and turned(at, name, n + 1)}
        for name, n in at.items()
    }
    games = [game_card(id) for id in there]
    return ctx.page("lobby.html", games=games, bots=bot_names(), turns=turns, nameless=me.nameless, **lists)


def leaf(store: Store, query: Select[Any], n: int) -> tuple[list[TableRow], int]:
    """The tables on page n of a list and one more, and the page's number; beyond the end it is the last one."""
    found = store.some(query, PAGE + 1, (n - 1) * PAGE)
    if found or n == 1:
        return found, n
    last = max(1, -(-store.how_many(query) // PAGE))
    return store.some(query, PAGE + 1, (last - 1) * PAGE), last


def turned(at: dict[str, int], name: str, n: int) -> str:
    """The address of the lobby with one of its lists at another page."""
    wanted = {key: value for key, value in {**at, name: n}.items() if value > 1}
    return f"/?{urlencode(wanted)}#{name}" if wanted else f"/#{name}"


@router.get("/rules/{id}")
def rules(ctx: Context, id: str) -> Response:
    game = game_or_refused(id)
    return ctx.page("rules.html", game=game, sections=ledger.sections(id), cards=ledger.cards(game))


@router.get("/gallery/{id}")
def gallery(ctx: Context, id: str) -> Response:
    game = game_or_refused(id)
    return ctx.page("gallery.html", game=game, gallery=face(id).gallery(game.box(None)))


@router.post("/me")
def rename(ctx: Context, name: Name) -> Response:
    ctx.access.not_banned_or_403(ctx.me)
    person = Person(ctx.me.person.id, ctx.gate.text("name", name))
    ctx.service.rename(ctx.me.person, person)
    return ctx.remember(RedirectResponse("/", 303), person)


def whole(text: str, allowed: range, rule: str) -> int:
    """A number from a form."""
    text = text.strip()
    if not re.fullmatch("[0-9]{1,6}", text) or int(text) not in allowed:
        raise Refused(422, f"{rule}, not {text[:20]!r}.")
    return int(text)


@router.post("/tables")
async def create(request: Request, ctx: Context) -> Response:
    form = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
    count = whole(form.get("seats", ""), range(1, 9), "A table has 1 to 8 seats")
    minutes = whole(form.get("minutes") or "0", range(MOST_MINUTES + 1), f"A turn has 0 to {MOST_MINUTES} minutes")
    company = [form.get(f"seat-{n}", "bot:greedy") for n in range(count)]
    chosen = {k.removeprefix("option-"): v for k, v in form.items() if k.startswith("option-") and v}

    def opened() -> Response:
        ctx.access.not_banned_or_403(ctx.me)
        me = ctx.me.person
        if tidy(form.get("name", "")):
            me = Person(me.id, ctx.gate.text("name", form["name"]))
        title, seats = ctx.gate.title(form.get("title", "")), ctx.gate.company(company)
        options = cast(dict[str, object], chosen)
        game, visibility = game_or_refused(form.get("game", ""), 422).id, form.get("visibility", "open")
        with ctx.gate.opening(ctx.me, seats):
            id = ctx.service.create(me, game, title, seats, options, visibility, None, minutes, ctx.me.owner).id
        ctx.service.rename(ctx.me.person, me)
        return ctx.remember(to_table(id), me)

    return await run_in_threadpool(opened)
