"""Nobody can get anything from a server that tells how the hidden things lie.

All that a seat or a watcher can fetch, refusals too, is byte for byte the same when what is hidden from them is dealt
anew. With ROUNDHOUSE_FULL=1 the tables, the positions and the questions are many more, and every seat looks each time.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from itertools import islice
from pathlib import Path

import httpx
import pytest

import roundhouse
from roundhouse.core.state import State
from roundhouse.web.render import table as render
from tests.kit.journeys import APART, FULL
from tests.web.leaks import (
    STREAMS,
    Ask,
    Table,
    Viewer,
    browser,
    of_table,
    opened_by_form,
    opened_by_program,
    routes,
    said,
    shared_screen,
    some,
)
from tests.web.server import Inside, inside
from tests.web.test_steps import patched

STOPS = 6 if FULL else 2  # positions to look at, besides the last two
DEALS = 2 if FULL else 1
MANY = 8 if FULL else 1  # how many of each kind of question

# By game: the options with the most hidden things.
GAMES: dict[str, dict[str, object]] = {
    "trains": {"cards": "random with landfill"},
    "spyrium": {},
    "empires": {"edition": "final", "passengers": True},
    "empyreal": {"awards": "expert", "epic": True},
}
SIDED = ("trains", "empires")  # games in which a seat always has something that only it sees
# What a watcher or a seat reads of the present or a past position.
SHOWING = ("/", "/me", "/t/{id}", "/t/{id}/regions", "/t/{id}/replay", "/t/{id}/at/{n}/regions", "/t/{id}/score")


def tables() -> list[tuple[str, int]]:
    """Games with the fewest and the most seats, interpreted in turns; in the full run with all between."""
    found = [(game, roundhouse.game(game).seats) for game in GAMES]
    if FULL:
        return [(game, n) for game, seats in found for n in seats]
    both = [(game, n) for game, seats in found for n in (seats[0], seats[-1])]
    return [case for k, case in enumerate(both) if APART == 1 or k % 4 in (1, 2)]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "roundhouse.web.service.tables.ABSENT", 10**9
    )  # nobody is asked for a bot, however long it takes


def opened(house: Inside, game: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table of two in browsers, or a larger one of programs and browsers."""
    table = (opened_by_form if seats == 2 else opened_by_program)(house, game, seats, GAMES[game])
    monkeypatch.setattr(render, "position", table.position)
    return table


def stops(table: Table) -> list[int]:
    """Positions spread over the whole game: now any, now one with much to hide; and the last two
    (in the sample at the smallest tables only)."""
    last = len(table.course)
    out: list[int] = []
    for i in range(STOPS):
        among = some(table.rng, range(i * last // STOPS, (i + 1) * last // STOPS), 12)
        out.append(max(among, key=lambda n: much(table.states[n])) if i % 2 else among[0])
    return [*out, last - 1, last] if FULL or len(table.seats) == 2 else out


def much(s: State) -> tuple[int, int]:
    """How many seats see something that others do not, and how many effects are under way."""
    otherwise = s.resample(None, "otherwise")
    return sum(otherwise.view(n) != s.view(n) for n in range(s.seats)), len(s.below)


def lookers(table: Table, turn: int) -> list[Viewer]:
    """Who looks at a position: in turns who decides, and those who do not while somebody has something to hide."""
    if FULL:
        return table.viewers
    *seats, watcher = table.viewers
    deciding = [v for v in seats if v.seat == table.state.seat]
    others = [v for v in seats if v not in deciding]
    return [watcher, others[0]] if turn % 2 else deciding or others[:1]


@pytest.mark.parametrize(("game", "seats"), tables())
def test_nothing_tells_how_the_hidden_things_lie(
    house: Inside, monkeypatch: pytest.MonkeyPatch, game: str, seats: int
) -> None:
    found: list[str] = []
    table = opened(house, game, seats, monkeypatch)
    for turn, n in enumerate(stops(table)):
        table.advance(n)
        for who, viewer in enumerate(lookers(table, turn)):
            asks = [*table.gets(viewer, turn == who == 0), *table.posts(viewer, MANY)]
            found += table.compare(viewer, asks, DEALS, FULL or turn == 0)
    assert not found, "\n".join(found)
    assert table.otherwise >= DEALS  # the hidden things did lie otherwise
    if game in SIDED:
        assert table.shown >= DEALS  # and those who may see them saw it


def far_apart(table: Table) -> list[int]:
    """The positions some way into the game with other scores and another seat to decide than at its start."""
    first = table.states[0]
    return [n for n, s in enumerate(table.states) if n > 20 and s.scores() != first.scores() and s.seat != first.seat]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_compared_comes_from_the_state_that_was_put_there(
    house: Inside, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Else comparing would say nothing: a state that differs for everybody shows at once and everywhere."""
    real = render.position
    table = opened(house, game, 2, monkeypatch)
    while not (apart := far_apart(table)):  # the shortest games of chance may end without a point
        table = opened(house, game, 2, monkeypatch)
    other = table.states[0]
    table.advance(apart[0])
    assert real(table.live, table.live.n // 2).fingerprint() == table.states[table.live.n // 2].fingerprint()
    for viewer in (table.viewers[0], table.viewers[-1]):
        asks = [ask for ask in table.gets(viewer, False) if ask.route in SHOWING and "?eyes=" not in ask.path]
        before = {ask: said(ask, viewer.send(ask)) for ask in asks}
        table.put(other)
        monkeypatch.setattr(render, "position", lambda live, n: other)
        same = {ask.route for ask in asks if said(ask, viewer.send(ask)) == before[ask]}
        table.put(table.state.clone())
        monkeypatch.setattr(render, "position", table.position)
        same -= {"/", "/me"} if viewer.seat is None else set()  # a full table is not listed for others
        assert {ask.route for ask in asks} == set(SHOWING)
        assert not same, f"these do not show the state, or something keeps what they showed: {same}"


def test_no_route_is_forgotten(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(house, "trains", 2, monkeypatch)
    viewer = table.viewers[-1]
    read = {ask.route for ask in table.gets(viewer, True)}
    sent = {*table.plays(viewer, 1), *table.wishes(viewer)}
    assert read == set(routes("GET")) - set(STREAMS)
    assert sent == {route for route in routes("POST") if of_table(route)}
    assert set(SHOWING) <= read
    assert not set(routes("PUT")) | set(routes("PATCH")) | set(routes("DELETE"))


@pytest.mark.parametrize("game", GAMES)
def test_news_tells_a_program_that_there_is_some_and_a_page_what_it_may_read(
    house: Inside, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    table = opened(house, game, 3, monkeypatch)
    by_token, by_cookie = table.viewers[0], table.viewers[1]
    paths = [(by_token, f"/api/tables/{table.id}/events"), (by_cookie, f"/live?tables={table.id}")]
    for viewer, path in paths:
        n = table.live.n
        headers = {"Authorization": f"Bearer {viewer.token}"} if viewer.token else {}
        with viewer.http.stream("GET", path, headers=headers) as stream:
            lines = stream.iter_lines()
            next(lines)  # the stream is open
            table.advance(n + 3)
            data = (json.loads(line[5:]) for line in lines if line.startswith("data:"))
            told = list(islice((news for news in data if set(news) != {"build"}), 3))
        assert [news["n"] for news in told] == [n + 1, n + 2, n + 3]
        if viewer is by_token:
            assert all(set(news) <= {"table", "n", "v"} for news in told)
            continue
        assert all(set(news) <= {"table", "n", "v", "from", "state", "regions", "step"} for news in told)
        regions: dict[str, str] = {}
        for news in told:
            regions = patched(regions if news["from"] else {}, news["regions"])
            line = table.live.record.lines[news["n"] - 1]
            assert news["step"]["seat"] == line.seat
        assert {**told[-1]["state"], "regions": regions} == viewer.http.get(f"/t/{table.id}/regions").json()


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_for_several_shows_nobodys_cards_before_the_curtain_is_lifted(
    house: Inside, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Whoever passes by a screen that two persons share sees on its pages what a watcher may see."""
    found: list[str] = []
    table = shared_screen(house, game, GAMES[game])
    monkeypatch.setattr(render, "position", table.position)
    for n in sorted(some(table.rng, range(3, min(80, len(table.course))), STOPS + 1)):
        table.advance(n)
        viewer = table.viewers[-1]
        asks = [ask for ask in table.gets(viewer, False) if "?as=" not in ask.path and "/api/" not in ask.path]
        early = [Ask("POST", "/t/{id}/play", f"/t/{table.id}/play", json.dumps({"n": 0, "action": 0}))]
        found += table.compare(viewer, [*asks, *early], DEALS, False)
    assert not found, "\n".join(found)
    assert table.otherwise >= DEALS


def test_a_table_that_cannot_be_read_does_not_tell_what_somebody_held(tmp_path: Path) -> None:
    """Why it cannot be read is said, but not what was possible where it broke."""
    with inside(tmp_path) as house:
        table = opened_by_program(house, "trains", 2, {})
        n = next(n for n, s in enumerate(table.states) if n > 20 and any(w.startswith("play") for w in s.all_words()))
        table.advance(n + 1)
    s = table.states[n]
    wrong = next(a for a in range(s.space.size) if a not in s.legal() and s.words(a).startswith("buy"))
    line = {"n": n + 1, "seat": s.seat, "do": s.words(wrong), "action": wrong}
    with sqlite3.connect(tmp_path / "roundhouse.sqlite") as database:
        database.execute("UPDATE moves SET line = ? WHERE n = ?", (json.dumps(line), n + 1))
    with inside(tmp_path) as house:
        viewers = [replace(viewer, http=again(house, viewer)) for viewer in table.viewers]
        for viewer in [*viewers, Viewer(None, browser(house, "Eve"))]:
            for ask in table.gets(viewer, False):
                text = viewer.send(ask).text
                told = [words for words in s.all_words() if words.startswith("play") and words in text]
                assert not told, f"{viewer} sends {ask}: {told}"


def again(house: Inside, viewer: Viewer) -> httpx.Client:
    """The same browser after the server was started anew."""
    http = browser(house)
    http.cookies.update(viewer.http.cookies)
    return http
