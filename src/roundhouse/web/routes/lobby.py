"""The lobby, the rules and components of its games, and tables opened there."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, Response
from sqlalchemy import Select

from roundhouse.bots.make import guests, levels
from roundhouse.lab.facts import facts
from roundhouse.learn.puzzles import has_puzzles
from roundhouse.learn.script import has_lesson
from roundhouse.web.refusals import Refused
from roundhouse.web.render import ledger
from roundhouse.web.render.about import measured
from roundhouse.web.render.games import face, game_or_refused, games_with_face
from roundhouse.web.render.lobby import game_card, table_line
from roundhouse.web.routes.context import Context, RequestContext, to_table
from roundhouse.web.service.people import Person, tidy
from roundhouse.web.service.rows import STAND_IN, TableRow
from roundhouse.web.service.store import Store
from roundhouse.web.service.tables import MOST_MINUTES

PAGE = 20  # tables on a page of a list
FINISHED = 5  # finished tables of one's own in the lobby
MOST_PAGES = 500

router = APIRouter(include_in_schema=False)


@router.get("/")
def lobby(ctx: Context, open: int = 1, mine: int = 1, game: str = "") -> Response:
    """The lobby; its lists have pages of their own. Of finished tables there are the latest, on one's own page all.

    The form is for `game`, if there is such a game.
    """
    there, store, me = games_with_face(), ctx.service.store, ctx.me.person
    queries = {"mine": store.tables_of(me.id, False, puzzles=False), "open": store.open_tables(me.id)}
    lists = table_lists(ctx, "/", queries, {"open": open, "mine": mine})
    over = store.some(store.tables_of(me.id, True), FINISHED + 1)
    finished = listed(ctx, over[:FINISHED])
    lists |= {"finished": finished, "older": len(over) > FINISHED}
    games = [game_card(id) for id in there]
    lists |= {"levels": levels(), "usual_level": STAND_IN, "guests": guests()}
    first = next((one for one in games if one["id"] == game), games[0])
    return ctx.page("lobby.html", games=games, first=first, nameless=me.nameless, **lists)


def table_lists(
    ctx: RequestContext, path: str, queries: dict[str, Select[Any]], asked: dict[str, int]
) -> dict[str, Any]:
    """Lists of tables on a page, each at the page of its own that was asked for, and the ways to turn them."""
    at = {name: min(max(1, n), MOST_PAGES) for name, n in asked.items()}
    lists: dict[str, Any] = {}
    more: dict[str, bool] = {}
    for name, query in queries.items():
        rows, at[name] = leaf(ctx.service.store, query, at[name])
        more[name] = len(rows) > PAGE
        lists[name] = listed(ctx, rows[:PAGE])
    turns = {}
    for name, n in at.items():
        back, on = turned(path, at, name, n - 1), turned(path, at, name, n + 1)
        turns[name] = {"n": n, "back": n > 1 and back, "on": more[name] and on}
    return {**lists, "turns": turns}


def listed(ctx: RequestContext, rows: list[TableRow]) -> list[dict[str, Any]]:
    """Tables as lines of a list; those of games that are not here are left out."""
    there = games_with_face()
    lines = [table_line(ctx.service, row, ctx.me.person) for row in rows if row.game in there]
    return [line for line in lines if line]


def leaf(store: Store, query: Select[Any], n: int) -> tuple[list[TableRow], int]:
    """The tables on page n of a list and one more, and the page's number; beyond the end it is the last one."""
    found = store.some(query, PAGE + 1, (n - 1) * PAGE)
    if found or n == 1:
        return found, n
    last = max(1, -(-store.how_many(query) // PAGE))
    return store.some(query, PAGE + 1, (last - 1) * PAGE), last


def turned(path: str, at: dict[str, int], name: str, n: int) -> str:
    """The address of a page with one of its lists at another page of its own."""
    wanted = {key: value for key, value in {**at, name: n}.items() if value > 1}
    return f"{path}?{urlencode(wanted)}#{name}" if wanted else f"{path}#{name}"


@router.get("/rules/{id}")
def rules(ctx: Context, id: str) -> Response:
    return ctx.page("rules.html", **book(id))


@router.get("/rules/{id}/book")
def rules_beside(ctx: Context, id: str) -> Response:
    """The same without what is around it, to be read beside a table."""
    return ctx.page("_book.html", **book(id))


def book(id: str) -> dict[str, Any]:
    """The rules of a game: in short, with a picture, and clause by clause."""
    game = game_or_refused(id)
    told = {"sections": ledger.sections(id), "brief": ledger.brief(id), "scene": ledger.scene(id)}
    return {"game": game, "cards": ledger.cards(game), "shown": face(id).shown[1], "games": titles(), **told}


def titles() -> list[tuple[str, str]]:
    """The games that pages have the rules and the cards of."""
    return [(id, game_or_refused(id).title) for id in games_with_face()]


@router.get("/gallery/{id}")
def gallery(ctx: Context, id: str) -> Response:
    game = game_or_refused(id)
    drawn = ledger.anchored(face(id).gallery(game.box(None)))
    return ctx.page("gallery.html", game=game, gallery=drawn, games=titles())


@router.get("/games/{id}")
def about_game(ctx: Context, id: str) -> Response:
    """What kind of game it is, for those who choose one."""
    game = game_or_refused(id)
    found, looks = facts(game), face(id)
    figures = measured(game, found) if found else None
    told: dict[str, Any] = {"blurb": looks.blurb, "about": looks.about, "learn": has_lesson(game), "measured": figures}
    told["puzzles"] = has_puzzles(game)
    return ctx.page("about.html", game=game, games=titles(), **told)


@router.get("/card/{id}/{card}")
def card_of(id: str, card: str) -> Response:
    """A card drawn to be enlarged on the page that shows it."""
    return HTMLResponse(ledger.enlarged(game_or_refused(id).id, card))


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
    most = range(MOST_MINUTES + 1)
    minutes = whole(form.get("minutes") or "0", most, f"A decision has 0 to {MOST_MINUTES} minutes")
    bank = whole(form.get("bank") or "0", most, f"A time bank has 0 to {MOST_MINUTES} minutes")
    company = [form.get(f"seat-{n}", f"bot:{STAND_IN}") for n in range(count)]
    options: dict[str, object] = {
        k.removeprefix("option-"): v for k, v in form.items() if k.startswith("option-") and v
    }

    def opened() -> Response:
        ctx.access.not_banned_or_403(ctx.me)
        me = ctx.me.person
        if tidy(form.get("name", "")):
            me = Person(me.id, ctx.gate.text("name", form["name"]))
        title, seats = ctx.gate.title(form.get("title", "")), ctx.gate.company(company)
        game, visibility = game_or_refused(form.get("game", ""), 422).id, form.get("visibility", "open")
        with ctx.gate.opening(ctx.me, seats):
            id = ctx.service.create(
                me,
                game,
                title,
                seats,
                options,
                visibility,
                minutes=minutes,
                bank=bank,
                owner=ctx.me.owner,
                stand_in=form.get("stand-in") or STAND_IN,
                hints=form.get("hints", "on") == "on",
            ).id
        ctx.service.rename(ctx.me.person, me)
        return ctx.remember(to_table(id), me)

    return await run_in_threadpool(opened)
