"""Limits, each with a sentence; what a host and the operator can do about guests, chat and tables."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from roundhouse.cli import run
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.events import Events
from roundhouse.web.service.limits import Limits, Meter, neighbourhood, off
from roundhouse.web.service.people import Person
from roundhouse.web.service.store import Store
from roundhouse.web.service.tables import TableService
from tests.web.server import (
    GOLDEN,
    TEXT,
    Inside,
    bearer,
    client,
    inside,
    opened,
    opens,
    person,
    refusal,
    refused,
    until,
)


def tight(folder: Path, *wishes: str, **more: Any) -> Inside:
    return inside(folder, limits=off().changed(list(wishes)), **more)


def too_many(answer: httpx.Response) -> str:
    """The sentence of who has done too much, which says what to do about it."""
    said = refusal(answer, 429)
    assert re.search("try again in|close one first|wait for one|wait until|nothing more", said)
    return said


def says(http: httpx.Client, path: str, text: str = "hi") -> httpx.Response:
    """Chat at a table."""
    return http.post(f"{path}/chat", json={"text": text})


def test_tables_of_a_person_and_of_an_address(tmp_path: Path) -> None:
    with (
        tight(tmp_path, "tables_person=3", "tables_address=5") as server,
        person(server.address, "Ada") as ada,
        person(server.address, "Bo") as bo,
    ):
        for _ in range(3):
            assert opens(ada, "you", "invite").status_code == 303
        answer = opens(ada, "you", "invite")
        assert "3 tables were opened in the last hour" in too_many(answer)
        assert int(answer.headers["Retry-After"]) > 3000
        for _ in range(2):
            assert opens(bo, "you", "invite").status_code == 303
        wish = {"game": "trains", "seats": ["person:A", "person:B"]}
        with client(server.address) as program:  # a new person each time, from one address
            assert "from your address" in too_many(program.post("/api/tables", json=wish))
        assert "from your address" in too_many(bo.post("/api/tables", json=wish))


def test_what_is_refused_to_one_takes_nothing_from_the_others_at_the_address(tmp_path: Path) -> None:
    wishes = ("tables_person=1", "tables_address=2", "chat_person=1", "chat_address=2")
    with (
        tight(tmp_path, *wishes) as server,
        person(server.address, "Ada") as ada,
        person(server.address, "Bo") as bo,
    ):
        path = opened(ada, "you", "invite", visibility="open")
        assert says(ada, path).status_code == 200
        for _ in range(5):
            assert "by you" in too_many(opens(ada, "you", "invite"))
            assert "You have said 1 lines" in too_many(says(ada, path))
        assert opens(bo, "you", "invite").status_code == 303
        assert says(bo, path).status_code == 200


def test_tables_of_bots_alone(tmp_path: Path) -> None:
    with tight(tmp_path, "bot_tables_person=1", "bot_tables=2") as server:
        people = [person(server.address, name) for name in ("Ada", "Bo", "Cy")]
        for http in people[:2]:
            assert opens(http, "bot:random", "bot:random", game="empyreal").status_code == 303
            assert "You have 1 tables" in too_many(opens(http, "bot:random", "bot:random"))
        assert "as many tables of bots alone" in too_many(opens(people[2], "bot:random", "bot:random"))
        path = opened(people[0], "you", "bot:random")
        assert "You have 1 tables" in too_many(people[0].post(f"{path}/stand-in/0"))  # that would be one more


class Thinking(BotPool):
    """A pool whose bots think for ever; it knows at which tables."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.asked: list[str] = []

    def ask(self, state: Any, bot: str, seed: str, table: str, *_: Any, **__: Any) -> Future[int]:
        self.asked.append(table)
        return Future()


def test_bots_that_are_left_alone_wait_while_there_are_as_many_tables_as_may_be(url: str) -> None:
    pool, limits = Thinking(1), off().changed(["bot_tables_person=1", "bot_tables=2"])
    tables = TableService(Store(url), Events(), pool, limits=limits)
    ada, bo, cy = (Person(name.lower(), name) for name in ("Ada", "Bo", "Cy"))
    try:
        first = tables.create(ada, "trains", "", ["bot:random"] * 3, {})
        conceded, late = (tables.create(ada, "trains", "", ["you", "bot:random", "bot:random"], {}) for _ in range(2))
        tables.concede(conceded, 0)
        tables.stand_in(late, 0, True)
        others = [tables.create(who, "trains", "", ["bot:random"] * 3, {}) for who in (bo, cy)]
        tables.bots.wake_due()
        assert pool.asked == [first.id, others[0].id]  # those that wait take no room from others
        tables.close(first)
        tables.bots.wake_due()
        assert pool.asked == [first.id, others[0].id, conceded.id]
        tables.stand_in(late, 0, False)
        tables.close(conceded)
        tables.bots.wake_due()
        assert pool.asked == [first.id, others[0].id, conceded.id, others[1].id]
    finally:
        pool.close()


def test_of_many_tables_of_bots_opened_at_once_none_is_too_many(tmp_path: Path) -> None:
    with tight(tmp_path, "bot_tables_person=2") as server, person(server.address, "Ada") as ada:
        with ThreadPoolExecutor(8) as pool:
            made = pool.map(lambda _: opens(ada, "bot:random", "bot:random", game="empyreal"), range(8))
            codes = [answer.status_code for answer in made]
        assert sorted(codes) == [303] * 2 + [429] * 6


def test_chat_and_reports(tmp_path: Path) -> None:
    with (
        tight(tmp_path, "chat_person=2", "chat_table=1", "reports_person=1") as server,
        person(server.address, "Ada") as ada,
        person(server.address, "Bo") as bo,
    ):
        path = opened(ada, "you", "invite", visibility="open")
        assert says(bo, path).status_code == 200
        assert "1 lines were said here" in too_many(says(bo, path))
        for n in (2, 3):  # who sits there is not hushed by that
            assert says(ada, path).json() == {"n": n}
        assert "You have said 2 lines" in too_many(says(ada, path))
        refusal(says(person(server.address), path), 403)
        assert bo.post(f"{path}/chat/1/report").status_code == 200
        assert "lines were reported" in too_many(bo.post(f"{path}/chat/2/report"))
        refusal(bo.post(f"{path}/chat/9/mute"), 403)
        refusal(ada.post(f"{path}/chat/9/mute"), 404)


def test_streams_of_a_person_an_address_and_all(tmp_path: Path) -> None:
    with tight(tmp_path, "streams_person=2", "streams=3") as server, ExitStack() as stack:
        ada, bo = person(server.address, "Ada"), person(server.address, "Bo")

        read: list[Iterator[str]] = []

        def stream(http: httpx.Client) -> httpx.Response:
            answer: httpx.Response = stack.enter_context(http.stream("GET", "/live?tables=x"))
            if answer.status_code == 200:
                read.append(answer.iter_lines())
                next(read[-1])
            else:
                answer.read()
            return answer

        first = stream(ada)
        stream(ada)
        assert "You have 2 tables open" in too_many(stream(ada))
        stream(bo)
        assert "are being looked at" in too_many(stream(bo))
        read[0].close()  # type: ignore[attr-defined]
        first.close()
        until(lambda: stream(ada).status_code == 200, "what is closed counts no more")


def test_joins_and_records(tmp_path: Path) -> None:
    with (
        tight(tmp_path, "joins_person=1", "records_person=1", "record_lines=50", "record_bytes=400000") as server,
        person(server.address, "Ada") as ada,
        person(server.address, "Bo") as bo,
    ):
        paths = [opened(ada, "you", "invite", visibility="open") for _ in range(2)]
        assert bo.post(f"{paths[0]}/join").status_code == 303
        assert "seats were taken" in too_many(bo.post(f"{paths[1]}/join"))
        text = GOLDEN.encode()
        assert "may have 50 lines here" in refusal(ada.post("/open", files={"record": text}), 413)
        assert "records were opened" in too_many(ada.post("/open", files={"record": text}))
        large = ada.post("/open", files={"record": text * 40})
        assert "400000 bytes" in refusal(large, 413)


def test_records_are_opened_one_at_a_time(tmp_path: Path) -> None:
    text = GOLDEN.encode()
    with tight(tmp_path, "records=3") as server, person(server.address, "Ada") as ada:
        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(lambda _: ada.post("/open", files={"record": text}), range(6)))
        codes = [answer.status_code for answer in answers]
        assert set(codes) <= {303, 429}
        assert 303 in codes
        for answer in answers:
            if answer.status_code == 429:
                too_many(answer)
        assert ada.post("/open", files={"record": text}).status_code == 303


def test_a_record_that_replays_for_ever_is_given_up(tmp_path: Path) -> None:
    rows = GOLDEN.splitlines()
    first, line = json.loads(rows[0]), json.loads(rows[1])
    pairs = []
    for n in range(1, 9000, 2):
        pairs += [{**line, "n": n}, {"n": n + 1, "seat": line["seat"], "undo": n}]
    text = "\n".join(json.dumps(row) for row in [first, *pairs, json.loads(rows[-1])])
    with tight(tmp_path, "record_seconds=1") as server, person(server.address, "Ada") as ada:
        answer = ada.post("/open", files={"record": text.encode()})
        assert answer.status_code in (413, 422)  # too slow, or (on a quick machine) its closing line is another's
        assert ada.get("/").status_code == 200


def test_a_table_that_is_undone_without_end(tmp_path: Path) -> None:
    with tight(tmp_path, "table_lines=4") as server, person(server.address, "Ada") as ada:
        path = opened(ada, "you", "here:Bo")

        def play(n: int) -> None:
            legal = ada.get(f"/api{path.replace('/t/', '/tables/')}").json()["legal"]
            assert ada.post(f"{path}/play", json={"n": n, "action": legal[0]["action"]}).status_code == 200

        for n in (1, 3):
            play(n)
            assert ada.post(f"{path}/undo", json={"n": n}).status_code == 200
        play(5)
        assert "After 4 decisions and undos" in too_many(ada.post(f"{path}/undo", json={"n": 5}))


def test_one_host_cannot_push_the_others_out_of_the_lobby(tmp_path: Path) -> None:
    with (
        tight(tmp_path) as server,
        person(server.address, "Ada") as ada,
        person(server.address, "Bo") as bo,
        person(server.address) as cy,
    ):
        opens(bo, "you", "invite", visibility="open", title="By Bo")
        for n in range(45):
            opens(ada, "you", "invite", visibility="open", title=f"By Ada {n}")
        lobby = cy.get("/", headers=TEXT).text
        assert "By Bo" in lobby
        assert lobby.count("By Ada") < 45 * 2
        assert 'href="/?open=2#open"' in lobby
        seen = set()
        for page in (1, 2, 3):
            seen |= set(re.findall(r"By (?:Ada \d+|Bo)<", cy.get(f"/?open={page}", headers=TEXT).text))
        assert len(seen) == 46
        assert "Older" not in cy.get("/?open=3", headers=TEXT).text
        assert cy.get("/?open=-5&mine=99999999").status_code == 200


def test_one_address_cannot_push_the_others_out_of_the_lobby(tmp_path: Path) -> None:
    wish = {"game": "trains", "seats": ["invite", "invite"], "visibility": "open", "title": "By nobody"}
    elsewhere = {"X-Forwarded-For": "192.0.2.7"}
    with tight(tmp_path) as server, person(server.address, "Bo", headers=elsewhere) as bo:
        opens(bo, "you", "invite", visibility="open", title="By Bo")
        with client(server.address) as program:
            for _ in range(100):
                program.cookies.clear()  # so by somebody new
                assert program.post("/api/tables", json=wish).status_code == 201
        lobby = person(server.address).get("/", headers=TEXT).text
        assert "By Bo" in lobby
        assert 'href="/?open=2#open"' in lobby


def test_limits_are_settings() -> None:
    changed = Limits().changed(["chat-person=7", "streams=0"])
    assert (changed.chat_person, changed.streams) == (7, 0)


def test_a_meter_forgets_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: at)
    meter = Meter()
    meter.count(("x", "a", 1, 60.0, "Too many"))
    refused("Too many; try again in 61 seconds", meter.count, ("x", "a", 1, 60.0, "Too many"))
    meter.count(("x", "b", 1, 60.0, "Too many"))
    at = 161.0
    meter.count(("x", "a", 1, 60.0, "Too many"))


def test_a_household_is_one_address() -> None:
    assert neighbourhood("2001:db8:1:2:3::4") == neighbourhood("2001:db8:1:2:ffff::1") == "2001:db8:1:2::"
    assert neighbourhood("2001:db8:1:3::4") != neighbourhood("2001:db8:1:2::4")
    assert neighbourhood("::ffff:1.2.3.4") == neighbourhood("1.2.3.4") == "1.2.3.4"
    assert neighbourhood("testclient") == "testclient"


# the host


def test_a_host_removes_a_guest_and_a_bot_plays_on(house: Inside) -> None:
    ada, bo, cy = (person(house.address, name) for name in ("Ada", "Bo", "Cy"))
    path = opened(ada, "you", "invite", visibility="open")
    assert bo.post(f"{path}/join").status_code == 303
    assert "Remove Bo" in ada.get(path, headers=TEXT).text
    assert "Remove" not in bo.get(path, headers=TEXT).text
    refusal(bo.post(f"{path}/remove/0"), 403)
    refusal(ada.post(f"{path}/remove/0"), 409)
    refusal(ada.post(f"{path}/remove/9"), 409)
    assert ada.post(f"{path}/remove/1").status_code == 303
    assert bo.get(f"{path}/regions").json()["seat"] == -1
    assert "a new link from the host" in refusal(bo.post(f"{path}/join"), 403)
    assert f'href="{path}/join"' not in bo.get(path, headers=TEXT).text
    assert f'href="{path}/join"' in cy.get(path, headers=TEXT).text
    live = house.tables.get(path.removeprefix("/t/"))
    action = live.record.state.legal()[0]
    assert ada.post(f"{path}/play", json={"n": 1, "action": action}).status_code == 200
    until(lambda: live.n >= 2, "a bot plays the free seat")
    assert cy.post(f"{path}/join").status_code == 303
    assert live.bot_of(1) == ""
    assert live.names == ["Ada", "Cy"]


def test_who_is_removed_hears_no_more(house: Inside) -> None:
    ada, bo = person(house.address, "Ada"), person(house.address, "Bo")
    path = opened(ada, "you", "invite")
    token = ada.get(path).text.split("/s/", 1)[1].split('"', 1)[0]
    bo.post(f"/s/{token}")
    with bo.stream("GET", f"/live?tables={path.removeprefix('/t/')}") as news:
        lines = news.iter_lines()
        assert next(lines).startswith("retry")
        ada.post(f"{path}/remove/1")
        says(ada, path, "he is gone")
        assert not any("he is gone" in line for line in lines)  # the stream ends
    assert refusal(bo.get(path), 403) == "The host has freed your seat."


def free_seats(http: httpx.Client, path: str) -> list[str]:
    """The links to free seats that a page has."""
    return list(dict.fromkeys(re.findall(r"/s/[\w-]+", http.get(path, headers=TEXT).text)))


def test_who_is_removed_comes_back_by_a_new_link_of_the_host_alone(house: Inside) -> None:
    ada, bo, cy, di = (person(house.address, name) for name in ("Ada", "Bo", "Cy", "Di"))
    path = opened(ada, "you", "invite", "invite", "invite")
    before = free_seats(ada, path)
    for guest, link in zip((bo, cy), before, strict=False):
        assert guest.post(link).status_code == 303
    assert free_seats(bo, path) == free_seats(cy, path) == before[2:]
    ada.post(f"{path}/remove/1")
    for link in before:
        assert refusal(bo.get(link), 404) == refusal(bo.get("/s/nonsense"), 404)
    assert free_seats(cy, path) == []  # from now on only the host hands out links
    links = free_seats(ada, path)
    assert len(links) == 2
    assert not set(links) & set(before)
    assert bo.get(links[0]).status_code == 200
    assert bo.post(links[0]).status_code == 303
    assert bo.get(f"{path}/regions").json()["seat"] == 1
    assert free_seats(cy, path) == free_seats(bo, path) == links[1:]
    assert di.post(links[1]).status_code == 303


def test_a_host_mutes_and_anybody_reports(house: Inside) -> None:
    ada, bo, cy = (person(house.address, name) for name in ("Ada", "Bo", "Cy"))
    path = opened(ada, "you", "invite", visibility="open")
    bo.post(f"{path}/join")
    assert says(bo, path, "rude words").json() == {"n": 1}
    refusal(cy.post(f"{path}/chat/1/mute"), 403)
    assert cy.post(f"{path}/chat/1/report").status_code == 200
    assert ada.post(f"{path}/chat/1/mute").status_code == 200
    assert "muted you" in refusal(says(bo, path, "more"), 403)
    other = opened(ada, "you", "invite", visibility="open")
    assert says(bo, other, "hello").status_code == 200
    says(ada, path, "mine")
    refusal(ada.post(f"{path}/chat/2/mute"), 409)
    assert cy.post(f"{path}/chat/1/report").status_code == 200  # once more adds nothing
    assert [(r.name, r.text) for r in house.tables.store.reports()] == [("Bo", "rude words")]


def test_a_host_lets_somebody_speak_again(house: Inside) -> None:
    ada, bo, cy = (person(house.address, name) for name in ("Ada", "Bo", "Cy"))
    path = opened(ada, "you", "invite", visibility="open")
    for http, text in ((bo, "one"), (cy, "two"), (bo, "three")):
        says(http, path, text)
    muted = ada.post(f"{path}/chat/3/mute").json()
    assert (muted["name"], muted["muted"], muted["lines"]) == ("Bo", True, [1, 3])
    assert marked(ada, path, "data-muted") == [1, 3]
    assert marked(cy, path, "data-muted") == marked(bo, path, "data-muted") == []
    refusal(cy.post(f"{path}/chat/1/unmute"), 403)
    refusal(bo.post(f"{path}/chat/1/unmute"), 403)
    assert ada.post(f"{path}/chat/1/unmute").json()["muted"] is False
    assert marked(ada, path, "data-muted") == []
    assert says(bo, path, "four").status_code == 200


def test_a_line_that_one_has_reported_is_marked(house: Inside) -> None:
    ada, bo = person(house.address, "Ada"), person(house.address, "Bo")
    path = opened(ada, "you", "invite", visibility="open")
    for text in ("one", "two"):
        says(bo, path, text)
    ada.post(f"{path}/chat/2/report")
    assert marked(ada, path, "data-reported") == [2]
    assert marked(bo, path, "data-reported") == []


def marked(http: httpx.Client, path: str, mark: str) -> list[int]:
    """The numbers of the lines of chat that a page marks so."""
    lines = re.findall(r'<li data-said="(\d+)"([^>]*)>', http.get(path, headers=TEXT).text)
    return [int(n) for n, more in lines if mark in more]


def test_a_token_speaks_for_its_seat_and_is_muted_and_banned_with_it(house: Inside) -> None:
    ada = person(house.address, "Ada")
    path = opened(ada, "you", "invite")
    token = ada.get(path).text.split("/s/", 1)[1].split('"', 1)[0]
    where = f"/api/tables/{path.removeprefix('/t/')}"
    joined = client(house.address).post(f"{where}/join", headers=bearer(token), json={"name": "Bo"}).json()
    mine = client(house.address, headers=bearer(joined["token"]))
    assert says(mine, path).json() == {"n": 1}
    assert ">Bo</b> hi" in ada.get(path, headers=TEXT).text
    watch = client(house.address, headers=bearer(house.tables.row(joined["id"]).watch))
    refusal(says(watch, path), 403)
    assert ada.post(f"{path}/chat/1/mute").status_code == 200
    assert "muted" in refusal(says(mine, path), 403)
    house.tables.store.bar("banned", player=house.tables.row(joined["id"]).seats[1].player)
    until(lambda: mine.post(f"{path}/undo", json={"n": 1}).status_code == 403, "the ban holds")
    assert "banned" in refusal(mine.post(f"{path}/answer", json={"agree": True}), 403)
    assert "banned" in refusal(mine.post(f"{where}/play", json={"n": 1, "action": 1}), 403)


# the operator


@pytest.fixture
def admin(house: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What `roundhouse admin` prints about the server's tables."""

    def told(*words: str, code: int = 0, folder: Path = tmp_path) -> str:
        capsys.readouterr()
        assert run(["admin", *words, "--data", str(folder)]) == code
        out, err = capsys.readouterr()
        return (out + err).strip()

    return told


def test_the_operator_hides_a_table_and_bans_a_person(
    house: Inside, admin: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundhouse.web.service.access.FRESH", 0.1)  # seconds
    ada, bo = person(house.address, "Ada"), person(house.address, "Bo")
    path = opened(ada, "you", "invite", visibility="open", title="Rude title")
    id = path.removeprefix("/t/")
    bo.post(f"{path}/join")
    says(bo, path, "rude words")
    ada.post(f"{path}/chat/1/report")
    who = re.search(r"person (\w+)  Bo: rude words", admin("reports"))
    assert who
    assert f"person {who[1]}  Bo" in admin("who", id)
    assert "Nothing is hidden" in admin("bars")
    hand = bo.post(f"{path}/hand-over/1").json()["url"].removeprefix(house.address)
    admin("hide", id)
    until(lambda: ada.get(path).status_code == 403, "the server takes notice")
    assert "hidden this table" in refusal(ada.get(f"{path}/regions"), 403)
    watch = house.tables.row(id).watch
    for http in (ada, bo):
        assert {http.get(hand).status_code, http.post(hand).status_code, http.get(f"/w/{watch}").status_code} == {403}
    assert "Rude title" not in ada.get("/", headers=TEXT).text
    assert f"hidden {id}" in admin("bars")
    admin("show", id)
    until(lambda: ada.get(path).status_code == 200, "it is shown again")
    admin("ban", who[1])
    until(lambda: says(bo, path, "x").status_code == 403, "the ban holds")
    for answer in (opens(bo, "you", "invite"), bo.post(f"{path}/concede/1"), bo.post(f"{path}/undo", json={"n": 1})):
        assert "banned" in refusal(answer, 403)
    assert "banned" in refusal(bo.post("/me", data={"name": "Rude name"}), 403)
    assert bo.get(path).status_code == 200
    admin("unban", who[1])
    until(lambda: says(bo, path, "sorry").status_code == 200, "the ban is lifted")


def test_what_the_operator_mistypes_is_answered(admin: Callable[..., str], tmp_path: Path) -> None:
    for words in [("nothing",), ("hide",), ("hide", "nowhere"), ("ban",)]:
        assert admin(*words, code=2).endswith(".")
    assert "There are no tables in" in admin("reports", code=2, folder=tmp_path / "elsewhere")


# names and chat


def polite(kind: str, text: str) -> str | None:
    """A filter as an operator may write one."""
    if "unspeakable" in text:
        return None
    return text.replace("darn", "****") if kind == "chat" else text


def test_a_filter_sees_names_titles_and_chat(tmp_path: Path) -> None:
    with inside(tmp_path, filter=polite) as server, person(server.address, "Ada") as ada:
        door = opened(ada, "you", "invite", visibility="open")
        for answer in (
            ada.post("/me", data={"name": "unspeakable"}),
            person(server.address, "Bo").post(f"{door}/join", data={"name": "unspeakable"}),
            opens(ada, "you", "invite", title="unspeakable"),
            opens(ada, "you", "here:unspeakable"),
            ada.post("/api/tables", json={"game": "trains", "seats": ["person:unspeakable", "person:B"]}),
        ):
            assert "not welcome here" in refusal(answer, 422)
        path = opened(ada, "you", "invite", visibility="open")
        api = f"/api/tables/{path.removeprefix('/t/')}/join"
        refusal(client(server.address).post(api, json={"name": "unspeakable"}), 422)
        refusal(says(ada, path, "unspeakable"), 422)
        says(ada, path, "darn it")
        assert "**** it" in ada.get(path, headers=TEXT).text
