"""What pages are told of each change: only what differs, whole if need be, and never at the cost of a move."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.web.render import steps
from roundhouse.web.render.steps import Steps, change, changes
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.events import HEAD, Events, Listener, News
from roundhouse.web.service.people import Person
from roundhouse.web.service.store import Store
from roundhouse.web.service.tables import TableService
from tests.web.server import inside, opened, person

ADA, BO, EVE = Person("ada", "Ada"), Person("bo", "Bo"), Person("eve", "Eve")
TEXTS = st.text("ab<>\u00e9\u2019\U0001f682", max_size=40)


def patched(regions: dict[str, str], told: dict[str, Any]) -> dict[str, str]:
    """As the page puts it together."""
    out = dict(regions)
    for name, by in told.items():
        if isinstance(by, str):
            out[name] = by
        else:
            head, tail, middle = by
            out[name] = out[name][:head] + middle + out[name][len(out[name]) - tail :]
    return out


@given(TEXTS, TEXTS)
def test_what_differs_makes_the_new_of_the_old(before: str, now: str) -> None:
    assert patched({"board": before}, changes({"board": before}, {"board": now}))["board"] == now


def test_a_small_change_is_told_in_few_characters() -> None:
    assert change("<p>a</p>" * 1000, "<p>a</p>" * 500 + "<p>b</p>" + "<p>a</p>" * 499) == (4003, 3996, "b")


def test_where_a_browser_counts_otherwise_all_is_told() -> None:
    assert change("abc\U0001f682", "abd\U0001f682") == "abd\U0001f682"


class Ear(Listener):
    """A stream whose news are read here."""

    def __init__(self, table: str, whose: str, page: bool = True) -> None:
        super().__init__(frozenset([table]), whose, asyncio.new_event_loop(), page)
        self.heard: list[str] = []

    def send(self, news: News) -> None:
        self.heard.append(news.text)


def test_news_are_packed_once_and_fit_into_any_stream() -> None:
    texts = ["event: table\n" + "data: {}\n\n" * 300, "caf\u00e9\n\n", "event: table\n" + "data: {}\n\n" * 300]
    news = [News(text) for text in texts]
    for some in (news, news[1:], news[::-1]):
        stream = zlib.decompressobj(16 + zlib.MAX_WBITS)
        heard = stream.decompress(HEAD).decode()
        for one in some:
            heard = stream.decompress(one.packed).decode()  # all of it at once: nothing waits for what comes next
            assert heard == one.text
    assert news[0].packed is news[0].packed
    assert len(news[0].packed) < 100


@pytest.fixture
def service(tmp_path: Path) -> Iterator[TableService]:
    made = TableService(Store(f"sqlite:///{tmp_path / 'x.sqlite'}"), Events(), BotPool(1))
    made.tell = Steps(made.events).tell
    yield made
    made.pool.close()


def first(service: TableService, id: str) -> None:
    """The next decision, the first that is legal."""
    live = service.get(id)
    s = live.record.state
    service.play(live, s.seat, live.n + 1, s.legal()[0])


def test_pages_get_their_own_drawing_and_who_shares_a_screen_is_to_ask(service: TableService) -> None:
    live = service.create(ADA, "trains", "T", ["you", "here:Bo", "invite"], {}, "link")
    service.join(live, EVE, [2])
    ears = {who: Ear(live.id, who) for who in ("ada", "eve", "somebody", "another")}
    ears["program"] = Ear(live.id, "eve", page=False)
    for ear in ears.values():
        service.events.enter(ear)
    first(service, live.id)
    assert all(len(ear.heard) == 1 for ear in ears.values())
    said = {who: ear.heard[0] for who, ear in ears.items()}
    assert '"regions"' not in said["ada"] + said["program"]
    assert said["somebody"] == said["another"]
    assert '"seat": 2' in said["eve"]
    assert said["eve"] != said["somebody"]
    assert set(live.rendered) == {2, None}
    for ear in ears.values():
        service.events.leave(ear)
    first(service, live.id)
    assert live.rendered == {}  # nobody looks, so nothing is kept


def test_a_face_that_fails_costs_no_move(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    live = service.create(ADA, "trains", "T", ["you", "bot:greedy"], {}, "link")
    ear = Ear(live.id, "ada")
    service.events.enter(ear)
    monkeypatch.setattr(steps, "table_json", lambda *given: 1 / 0)
    first(service, live.id)
    assert live.n >= 1
    assert '"regions"' not in ear.heard[0]


def test_one_click_makes_several_decisions_as_far_as_they_are_legal(service: TableService) -> None:
    live = service.create(ADA, "trains", "T", ["you", "here:Bo"], {}, "link")
    first(service, live.id)
    first(service, live.id)
    s = live.record.state
    play = next(a for a in s.legal() if s.words(a) == "play Normal train")
    many = sum(c == "normal_train" for c in s.view(s.seat)["players"][s.seat]["hand"]["cards"])  # type: ignore[index]
    service.play(live, s.seat, live.n + 1, play, [play] * 9)
    assert [line.words for line in live.record.lines[2:]] == ["play Normal train"] * many
    assert service.store.count_lines(live.id) == live.n


def test_who_is_told_by_a_stream_gets_no_more_than_the_version_by_the_answer(tmp_path: Path) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        table = opened(ada, "you", "invite")
        n, action = 0, ada.get(f"{table}/regions").json()["actions"][0]
        answer = ada.post(f"{table}/play", json={"n": n + 1, "action": action, "told": True})
        live = server.tables.get(table.rpartition("/")[2])
        assert answer.json() == {"n": 1, "v": live.version}
        taken = ada.post(f"{table}/play", json={"n": 1, "action": action, "told": True})
        assert taken.status_code == 409
        assert taken.json()["state"]["regions"]


def test_who_shares_a_screen_gets_all_of_it_by_the_answer(tmp_path: Path) -> None:
    with inside(tmp_path) as server, person(server.address, "Ada") as ada:
        table = opened(ada, "you", "here:Bo")
        state = ada.get(f"{table}/regions?as=0").json()
        answer = ada.post(f"{table}/play", json={"n": 1, "action": state["actions"][0], "as": 0, "told": True})
        assert answer.json()["n"] == 1
        assert answer.json()["regions"]
