"""The pages a person sees, and what their scripts fetch and post."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from fastapi.templating import Jinja2Templates
from markupsafe import Markup
from pydantic import BaseModel, Field
from starlette.datastructures import UploadFile

import roundhouse
from roundhouse.bots.make import names as bot_names
from roundhouse.core.errors import RoundhouseError
from roundhouse.web import ledger, show
from roundhouse.web.people import COOKIE, People, Person, stranger, tidy
from roundhouse.web.refusals import Conflict, Refused
from roundhouse.web.store import TableRow, now
from roundhouse.web.tables import Live, Tables

HERE = Path(__file__).parent
YEAR = 365 * 24 * 3600
BLURBS = {
    "trains": "Build a deck, spend it on track. Link the cities of Tokyo or Osaka before your rivals crowd you out.",
}

COMING = (
    (
        "spyrium",
        "Spyrium",
        range(2, 6),
        "Place workers between the cards, then choose when to buy.",
    ),
    ("empires", "Small Railroad Empires", range(2, 5), "Four tiles, a market of trains, loans that cost prestige."),
    ("empyreal", "Empyreal", range(2, 7), "Couple spellcars and cast your railway over lava and ice."),
)

Next = Callable[[Request], Awaitable[Response]]
router = APIRouter(include_in_schema=False)
templates = Jinja2Templates(directory=HERE / "templates")


def tables_of(request: Request) -> Tables:
    return cast(Tables, request.app.state.tables)


def person_of(request: Request) -> Person:
    """Who asks; a stranger gets an id that the answer's cookie keeps."""
    people = cast(People, request.app.state.people)
    return people.read(request.cookies.get(COOKIE)) or stranger()


Service = Annotated[Tables, Depends(tables_of)]
Me = Annotated[Person, Depends(person_of)]


@lru_cache(1)
def sprite() -> Markup:
    """Icons, patterns and vignettes, inlined once a page and taking no room."""
    text = (HERE / "static" / "icons.svg").read_text(encoding="utf-8")
    hidden = '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
    return Markup(re.sub(r"^.*?<svg[^>]*>", hidden, text, count=1, flags=re.DOTALL))


def page(request: Request, name: str, person: Person, status: int = 200, **context: Any) -> Response:
    """A template, with the sprite and who is asking; the cookie if it is new."""
    held = {"me": {"name": person.name, "id": person.id}, "sprite": sprite(), **context}
    response = templates.TemplateResponse(request, name, held, status_code=status)
    return remember(request, response, person)


def remember(request: Request, response: Response, person: Person) -> Response:
    people = cast(People, request.app.state.people)
    if people.read(request.cookies.get(COOKIE)) != person:
        response.set_cookie(COOKIE, people.write(person), max_age=YEAR, httponly=True, samesite="lax")
    return response


def error_page(request: Request, status: int, sentence: str) -> Response:
    return page(request, "error.html", person_of(request), status, code=status, sentence=sentence)


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
        "blurb": BLURBS.get(id, ""),
        "ready": True,
    }


def coming() -> list[dict[str, Any]]:
    """Games of the house that are still being laid."""
    there = roundhouse.games()
    return [
        {"id": id, "title": title, "seats": list(seats), "options": [], "blurb": blurb, "ready": False}
        for id, title, seats, blurb in COMING
        if id not in there
    ]


def shown_options(live: Live) -> str:
    """The options that set a table apart."""
    shown = [str(v).capitalize() for v in live.record.options.values() if isinstance(v, str) and v != "random"]
    return ", ".join(shown)


def ago(when: datetime) -> str:
    """How long ago, in few words."""
    minutes = int((now() - when).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 24 * 60:
        return f"{minutes // 60} h ago"
    return f"{minutes // (24 * 60)} days ago" if minutes >= 48 * 60 else "yesterday"


def listed(service: Tables, row: TableRow, person: Person) -> dict[str, Any]:
    """A table as a line of the lobby."""
    live = service.get(row.id)
    s = live.record.state
    mine = live.seats_of(person.id)
    names = [seat.name for seat in live.row.seats]
    over = s.over or live.row.status == "closed"
    result = f"{' and '.join(names[i] for i in s.winners())} won with {max(s.scores())}" if s.over else ""
    return {
        "id": row.id,
        "title": row.title,
        "game": row.game,
        "game_title": live.record.game.title,
        "options": shown_options(live),
        "seats": [{"n": seat.n, "name": seat.name, "kind": seat.kind} for seat in live.row.seats],
        "stands": "closed" if live.row.status == "closed" else result or show.face(row.game).stands(s.view(None)),
        "next": "" if over else names[s.seat],
        "yours": not over and s.seat in mine and not live.bot_of(s.seat),
        "when": ago(live.row.changed),
        "over": over,
        "result": result,
    }


@router.get("/")
def lobby(request: Request, service: Service, me: Me) -> Response:
    mine = [listed(service, row, me) for row in service.store.tables_of(me.id)]
    others = [row for row in service.store.open_tables() if row.id not in {t["id"] for t in mine}]
    return page(
        request,
        "lobby.html",
        me,
        games=[*[game_card(id) for id in roundhouse.games()], *coming()],
        bots=bot_names(),
        mine=[t for t in mine if not t["over"]],
        finished=[t for t in mine if t["over"]],
        open=[listed(service, row, me) for row in others],
    )


@router.post("/me")
def rename(request: Request, me: Me, name: Annotated[str, Form(max_length=200)]) -> Response:
    shown = tidy(name)
    if not shown:
        raise Refused(422, "A name needs at least one visible character.")
    return remember(request, RedirectResponse("/", 303), Person(me.id, shown))


@router.post("/tables")
async def create(request: Request, service: Service, me: Me) -> Response:
    form = {key: str(value) for key, value in (await request.form()).items()}
    count = form.get("seats", "")
    if not count.isdigit() or not 1 <= int(count) <= 8:
        raise Refused(422, f"{count or 'Nothing'} is not a number of seats.")
    company = [form.get(f"seat-{n}", "bot:greedy") for n in range(int(count))]
    chosen = {k.removeprefix("option-"): v for k, v in form.items() if k.startswith("option-") and v}
    live = await run_in_threadpool(
        service.create,
        me,
        form.get("game", ""),
        form.get("title", ""),
        company,
        cast(dict[str, object], chosen),
        form.get("visibility", "open"),
        None,
        int(form.get("minutes", "")) if form.get("minutes", "").isdigit() else 0,
    )
    return remember(request, RedirectResponse(f"/t/{live.id}", 303), me)


# a table


def seen(live: Live, request: Request, me: Person) -> list[int]:
    """The own seats; a table by link only is shown to who holds a seat, hosts it or has the link's cookie."""
    mine = live.seats_of(me.id)
    if live.row.visibility == "link" and not mine and live.row.host != me.id:
        if request.cookies.get(f"watch-{live.id}") != live.row.watch:
            raise Refused(403, "This table is by link only; ask one of its players for a link.")
    return mine


@router.get("/t/{id}")
def table(request: Request, service: Service, me: Me, id: str) -> Response:
    live = service.get(id)
    mine = seen(live, request, me)
    return page(
        request,
        "table.html",
        me,
        table=table_facts(live),
        state=show.table_json(live, mine),
        seats=show.looks(live, mine),
        links=links(live, mine, str(request.base_url)),
        acts=acts(live, mine, me),
        hook=live.row.seats[mine[0]].hook if mine else "",
        chat=[{"seat": -1, "name": c.name, "text": c.text, "when": f"{c.at:%H:%M}"} for c in service.store.chat(id)],
    )


def table_facts(live: Live) -> dict[str, Any]:
    """What pages say of a table besides its regions."""
    return {
        "id": live.id,
        "title": live.row.title,
        "game": live.row.game,
        "game_title": live.record.game.title,
        "options": shown_options(live),
        "over": live.record.state.over,
    }


def links(live: Live, mine: list[int], base: str) -> dict[str, Any]:
    """The links a person at the table may hand out."""
    seats = [
        {"n": seat.n, "name": seat.name, "kind": seat.kind, "url": f"{base}s/{seat.token}"}
        for seat in live.row.seats
        if seat.n in mine or (seat.kind == "open" and mine)
    ]
    return {"watch": f"{base}w/{live.row.watch}", "seats": seats}


def acts(live: Live, mine: list[int], me: Person) -> list[dict[str, str]]:
    """What can be done about the table itself."""
    out: list[dict[str, str]] = []
    where = f"/t/{live.id}"
    if not mine and any(seat.kind == "open" for seat in live.row.seats):
        out.append({"url": f"{where}/join", "label": "Take the free seat", "help": "", "confirm": ""})
    for n in mine:
        if live.row.status == "playing":
            away = bool(live.bot_of(n))
            label = f"Take back seat {'ABCDEF'[n]}" if away else f"Let a bot play seat {'ABCDEF'[n]}"
            tip = "" if away else "Until you take the seat back."
            out.append({"url": f"{where}/stand-in/{n}", "label": label, "help": tip, "confirm": ""})
    if mine:
        out.append({"url": f"{where}/rematch", "label": "Rematch", "help": "A new table, same company.", "confirm": ""})
    if live.row.host == me.id and live.row.status == "playing":
        sure = "Close the table for everybody?"
        out.append({"url": f"{where}/close", "label": "Close the table", "help": "", "confirm": sure})
    return out


@router.get("/t/{id}/regions")
def regions(
    request: Request, service: Service, me: Me, id: str, seat: Annotated[int | None, Query(alias="as")] = None
) -> dict[str, Any]:
    live = service.get(id)
    return show.table_json(live, seen(live, request, me), seat)


class Decision(BaseModel):
    """A decision: its number, the action, and for which of one's seats."""

    n: int
    action: int
    seat: int | None = Field(None, alias="as")


@router.post("/t/{id}/play")
def play(request: Request, service: Service, me: Me, id: str, decision: Decision) -> Response:
    live = service.get(id)
    mine = seen(live, request, me)
    seat = live.record.state.seat if decision.seat is None else decision.seat
    if seat not in mine and not live.record.state.over:
        raise Refused(403, "That seat is not yours; you may watch.")
    try:
        service.play(live, seat, decision.n, decision.action)
    except Conflict as conflict:
        body = {"error": conflict.sentence, "state": show.table_json(service.get(id), mine, decision.seat)}
        return JSONResponse(body, 409)
    return JSONResponse(show.table_json(live, mine, decision.seat))


class Back(BaseModel):
    """A wish to undo decision n, or with `agree` an answer to somebody's wish."""

    n: int
    agree: bool | None = None
    seat: int | None = Field(None, alias="as")


@router.post("/t/{id}/undo")
def undo(request: Request, service: Service, me: Me, id: str, back: Back) -> dict[str, Any]:
    live = service.get(id)
    mine = seen(live, request, me)
    if back.agree is None:
        service.undo(live, mine, back.n)
    else:
        service.agree(live, mine, back.agree)
    return show.table_json(live, mine, back.seat)


class Hook(BaseModel):
    seat: int
    url: str = Field(max_length=400)


@router.post("/t/{id}/hook")
def hook(request: Request, service: Service, me: Me, id: str, wish: Hook) -> dict[str, str]:
    live = service.get(id)
    if wish.seat not in seen(live, request, me):
        raise Refused(403, "That seat is not yours.")
    service.set_hook(live, wish.seat, wish.url.strip())
    return {"url": live.row.seats[wish.seat].hook}


class Said(BaseModel):
    text: str = Field(max_length=500)


@router.post("/t/{id}/chat")
def chat(request: Request, service: Service, me: Me, id: str, said: Said) -> dict[str, Any]:
    live = service.get(id)
    seen(live, request, me)
    text = " ".join(said.text.split())
    if not text:
        raise Refused(422, "There is nothing to say in that.")
    n = service.store.say(live.id, me.name, text)
    seat = next(iter(live.seats_of(me.id)), -1)
    service.hub.tell(live.id, "chat", n=n, name=me.name, text=text, seat=seat, when=f"{now():%H:%M}")
    return {"n": n}


@router.get("/t/{id}/join")
def join_page(request: Request, service: Service, me: Me, id: str) -> Response:
    live = service.get(id)
    mine = seen(live, request, me)
    return page(
        request, "join.html", me, table=table_facts(live), seats=show.looks(live, mine), acts=acts(live, mine, me)
    )


@router.post("/t/{id}/join")
def join(request: Request, service: Service, me: Me, id: str) -> Response:
    service.join(service.get(id), me)
    return remember(request, RedirectResponse(f"/t/{id}", 303), me)


@router.post("/t/{id}/stand-in/{n}")
def stand_in(request: Request, service: Service, me: Me, id: str, n: int) -> Response:
    """Let a bot play an own seat, or take it back."""
    live = service.get(id)
    if n not in seen(live, request, me):
        raise Refused(403, "That seat is not yours.")
    service.stand_in(live, n, not live.bot_of(n))
    return RedirectResponse(f"/t/{id}", 303)


@router.post("/t/{id}/close")
def close(request: Request, service: Service, me: Me, id: str) -> Response:
    service.close(service.get(id), me)
    return RedirectResponse("/", 303)


@router.post("/t/{id}/rematch")
def rematch(request: Request, service: Service, me: Me, id: str) -> Response:
    return RedirectResponse(f"/t/{service.rematch(service.get(id), me).id}", 303)


@router.get("/s/{token}")
def seat_link(request: Request, service: Service, me: Me, token: str) -> Response:
    live, _ = service.claim(token, me)
    return remember(request, RedirectResponse(f"/t/{live.id}", 303), me)


@router.get("/w/{token}")
def watch_link(request: Request, service: Service, me: Me, token: str) -> Response:
    row = service.store.by_watch_token(token)
    if row is None:
        raise Refused(404, "This link is not known; ask for a new one at the table.")
    response = RedirectResponse(f"/t/{row.id}", 303)
    response.set_cookie(f"watch-{row.id}", token, max_age=YEAR, httponly=True, samesite="lax")
    return remember(request, response, me)


# looking back


@router.get("/t/{id}/replay")
def replay(request: Request, service: Service, me: Me, id: str) -> Response:
    live = service.get(id)
    mine = seen(live, request, me)
    held = show.replay_json(live, mine, live.n)
    return page(request, "replay.html", me, table=table_facts(live), state=held, seats=show.looks(live, mine))


@router.get("/t/{id}/at/{n}/regions")
def at(request: Request, service: Service, me: Me, id: str, n: int) -> dict[str, Any]:
    live = service.get(id)
    return show.replay_json(live, seen(live, request, me), n)


@router.get("/t/{id}/record")
def record(request: Request, service: Service, me: Me, id: str) -> Response:
    live = service.get(id)
    seen(live, request, me)
    if not live.record.state.over:
        raise Refused(403, "The full record, with seed and hidden cards, can be had when the game is over.")
    name = f'attachment; filename="{live.id}.jsonl"'
    return PlainTextResponse(live.record.text(), headers={"Content-Disposition": name})


@router.post("/open")
async def open_record(request: Request, service: Service, me: Me) -> Response:
    given = (await request.form()).get("record")
    if not isinstance(given, UploadFile):
        raise Refused(422, "Choose a record to open: a .jsonl file saved from a table or the terminal.")
    text = (await given.read()).decode("utf-8", errors="replace")
    live = await run_in_threadpool(service.open_record, me, text)
    return remember(request, RedirectResponse(f"/t/{live.id}/replay", 303), me)


@router.get("/t/{id}/score")
def score(request: Request, service: Service, me: Me, id: str) -> Response:
    live = service.get(id)
    mine = seen(live, request, me)
    s = live.record.state
    view = s.view(mine[0] if mine else None)
    return page(
        request,
        "score.html",
        me,
        table=table_facts(live),
        seats=show.looks(live, mine),
        sources=show.face(live.row.game).breakdown(view),
        totals=s.scores(),
        winners=s.winners() if s.over else [],
        over=s.over,
        why=sentence(" and ".join(cast(list[str], view.get("endings", [])))),
        board=show.regions(live, s, mine[0] if mine else None, mine)["board"] if s.over else "",
    )


def sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""


# rules and gallery


def known(id: str) -> roundhouse.Game:
    try:
        return roundhouse.game(id)
    except RoundhouseError as error:
        raise Refused(404, str(error)) from None


@router.get("/rules/{id}")
def rules(request: Request, me: Me, id: str) -> Response:
    game = known(id)
    return page(request, "rules.html", me, game=game, sections=ledger.sections(id), cards=ledger.cards(game))


@router.get("/gallery/{id}")
def gallery(request: Request, me: Me, id: str) -> Response:
    game = known(id)
    return page(request, "gallery.html", me, game=game, gallery=show.face(id).gallery(game.box(None)))


# live news


def allowed(service: Tables, request: Request, me: Person, ids: list[str]) -> set[str]:
    """Those of the tables that this person may see; a stream is not refused for one of them."""
    out: set[str] = set()
    for id in ids:
        try:
            seen(service.get(id), request, me)
            out.add(id)
        except Refused:
            continue
    return out


@router.get("/live")
async def live_news(request: Request, service: Service, me: Me, tables: str = "") -> Response:
    wanted = await run_in_threadpool(allowed, service, request, me, tables.split(",")[:50])
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(service.hub.stream(frozenset(wanted)), media_type="text/event-stream", headers=headers)
