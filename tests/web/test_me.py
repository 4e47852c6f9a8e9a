"""A person without sign-up: comes back by a phrase, has games and results, takes all out, and can be deleted."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from markupsafe import escape
from sqlalchemy import inspect, select, update

from roundhouse.core.records import loads
from roundhouse.web.render.table import asking, own_request
from roundhouse.web.service.kept import DELETED, NOBODY
from roundhouse.web.service.limits import Limits, off
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.people import Person
from roundhouse.web.service.phrases import LENGTH, WORDS, hashed, is_phrase, new_phrase
from roundhouse.web.service.rows import HandoverRow, PersonRow, PushRow, SeatRow
from roundhouse.web.service.tables import TableService
from tests.web.postgres import Postgres
from tests.web.server import GOLDEN, TEXT, Inside, inside, opened, person, refusal, refused, until

NAME = "Zyxwina"
ADA, BO, CY = Person("ada", "Ada"), Person("bo", "Bo"), Person("cy", "Cy")


def kept(http: httpx.Client) -> str:
    """Make a phrase; its words."""
    answer = http.post("/me/keep", headers=TEXT)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    found = re.search(r'id="phrase">([^<]+)<', answer.text)
    assert found
    phrase = found[1]
    assert f"/h/{phrase.replace(' ', '-')}" in answer.text
    return phrase


def link(phrase: str) -> str:
    return f"/h/{phrase.replace(' ', '-')}"


def me(http: httpx.Client) -> dict[str, Any]:
    """All that is kept about somebody, as they take it out."""
    answer = http.get("/me/data")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def free_seat(http: httpx.Client, path: str) -> str:
    return "/s/" + http.get(path).text.split("/s/", 1)[1].split('"', 1)[0]


def live_of(house: Inside, path: str) -> LiveTable:
    return house.tables.get(path.removeprefix("/t/"))


def played_out(tables: TableService, live: LiveTable) -> None:
    rng = random.Random(1)
    while not live.over:
        s = live.record.state
        tables.play(live, s.seat, live.n + 1, rng.choice(s.legal()))


# phrases


def test_a_phrase_is_eight_words_of_a_list_without_twins() -> None:
    assert len(WORDS) == len(set(WORDS)) == 512
    assert all(re.fullmatch("[a-z]{3,8}", word) for word in WORDS)
    phrase = new_phrase()
    assert len(phrase.split()) == LENGTH
    assert len(set(WORDS)) ** LENGTH >= 2**64
    assert phrase != new_phrase()
    assert is_phrase(phrase.replace(" ", "-"))
    assert not is_phrase(phrase.replace(" ", "-") + "-")
    assert not is_phrase("-".join(phrase.split()[:-1]))
    assert not is_phrase("Vt5cG-hUQ9TAbyO_tSl7Pw")


def test_a_phrase_brings_a_person_back_in_another_browser(house: Inside) -> None:
    ada, phone = person(house.address, "Ada"), person(house.address, "Pho")
    path = opened(ada, "you", "invite")
    phrase = kept(ada)
    for _ in range(2):  # opening it, as a preview does, changes nothing
        page = phone.get(link(phrase), headers=TEXT)
        assert page.status_code == 200
        assert "This browser is then Ada" in page.text
        assert "1 table in play" in page.text
        assert me(phone)["person"]["name"] == "Pho"
    assert phone.get(f"{path}/regions").status_code == 403
    taken = phone.post(link(phrase))
    assert (taken.status_code, taken.headers["location"]) == (303, "/me")
    assert me(phone)["person"] == me(ada)["person"]
    for http in (ada, phone):  # both are Ada now
        assert http.get(f"{path}/regions").json()["mine"] == [0]
    assert phone.get(link(phrase)).headers["location"] == "/me"


def test_only_a_hash_of_the_phrase_is_kept_and_a_new_one_ends_it(house: Inside) -> None:
    ada, eve = person(house.address, "Ada"), person(house.address, "Eve")
    first = kept(ada)
    row = house.tables.store.one(select(PersonRow))
    assert row is not None
    assert row.key == hashed(first)
    assert not any(found(house, first, first.replace(" ", "-")))
    assert "You have one since" in ada.get("/me").text
    second = kept(ada)
    assert "a newer one" in refusal(eve.get(link(first)), 404)
    assert eve.get(link(second)).status_code == 200


def test_a_typed_phrase_may_look_anyhow_and_a_wrong_one_is_told_in_a_sentence(house: Inside) -> None:
    ada, eve = person(house.address, "Ada"), person(house.address, "Eve")
    phrase = kept(ada)
    shown = eve.post("/h", data={"phrase": f"  {phrase.upper().replace(' ', ', ')}. "}, headers=TEXT)
    assert "This browser is then Ada" in shown.text
    assert f'action="{link(phrase)}"' in shown.text
    assert me(eve)["person"]["name"] == "Eve"
    words = phrase.split()
    other = next(word for word in WORDS if word != words[0])
    for typed, status, said in (
        (" ".join([other, *words[1:]]), 404, "Nobody here has that phrase"),
        (" ".join(words[1:]), 422, "8 words, and there are 7"),
        (" ".join([*words[:-1], "xylophone"]), 422, "'xylophone'"),
        ("", 422, ""),
        ("%&/", 422, "there are 0"),
    ):
        assert said in refusal(eve.post("/h", data={"phrase": typed}), status)
        page = eve.post("/h", data={"phrase": typed}, headers=TEXT)
        assert page.status_code == status
        if said:
            assert escape(said) in page.text.split('id="wrong-phrase"')[1].split("</p>")[0]
            assert f'value="{escape(typed)}"' in page.text
    assert me(eve)["person"]["name"] == "Eve"
    assert refusal(eve.post(link(" ".join([other, *words[1:]]))), 404)


def test_phrases_cannot_be_guessed_fast(tmp_path: Path) -> None:
    limits = Limits(**{**vars(off()), "phrases_person": 3, "phrases_address": 5})
    with inside(tmp_path, limits=limits) as house:
        eve, fay = person(house.address, "Eve"), person(house.address, "Fay")
        for ask in (eve.get, eve.post, eve.get):
            assert ask(link(new_phrase())).status_code == 404
        assert "3 phrases were tried" in refusal(eve.post("/h", data={"phrase": new_phrase()}), 429)
        for _ in range(2):
            assert fay.get(link(new_phrase())).status_code == 404
        assert "from your address" in refusal(fay.get(link(new_phrase())), 429)
        assert fay.get("/h/Vt5cG-hUQ9TAbyO_tSl7Pw").status_code == 404  # the link of a seat is none


def test_who_would_leave_tables_behind_is_told(house: Inside) -> None:
    ada, bo = person(house.address, "Ada"), person(house.address, "Bo")
    phrase = kept(ada)
    opened(bo, "you", "invite")
    page = bo.get(link(phrase), headers=TEXT).text
    assert "no longer Bo, who has 1 table in play" in page


def test_a_program_is_nobody_to_keep(house: Inside) -> None:
    program = person(house.address)
    for answer in (program.get("/me/data"), program.post("/me/keep"), program.post("/me/delete", data={"sure": "yes"})):
        assert "not known here yet" in refusal(answer, 403)


def test_a_new_name_is_the_one_that_comes_back(house: Inside) -> None:
    ada, phone = person(house.address, "Ada"), person(house.address)
    phrase = kept(ada)
    ada.post("/me", data={"name": "Ines"})
    phone.post(link(phrase))
    assert me(phone)["person"]["name"] == "Ines"


# games and results


def test_results_by_game_and_finished_tables(house: Inside) -> None:
    ada, bo = person(house.address, "Ada"), person(house.address, "Bo")
    path = opened(ada, "you", "invite", game="empires", title="Played out")
    bo.post(free_seat(ada, path))
    live = live_of(house, path)
    played_out(house.tables, live)
    other = opened(ada, "you", "invite", title="Given up")
    bo.post(free_seat(ada, other))
    assert bo.post(f"{other}/concede/1").status_code == 303
    best = live.record.state.scores()[0]
    won = int(0 in live.winners())
    tally = re.findall(r'<th scope="row">([^<]+)</th><td>(\d+)</td><td>(\d+)</td><td>(-?\d*)</td>', ada.get("/me").text)
    assert tally == [("Small Railroad Empires", "1", str(won), str(best)), ("Trains", "1", "1", "-")]
    page = ada.get("/me").text
    for part in ("score", "replay", "record"):
        assert f'href="{path}/{part}"' in page
    lobby = ada.get("/").text.split('aria-label="My tables"')[1].split("</section>")[0]
    assert "Played out" in lobby
    assert "Given up" in lobby
    assert "/me#finished" in lobby


def test_how_an_older_table_ended_is_worked_out_when_it_is_asked_for(house: Inside) -> None:
    ada, bo = person(house.address, "Ada"), person(house.address, "Bo")
    path = opened(ada, "you", "invite")
    bo.post(free_seat(ada, path))
    bo.post(f"{path}/concede/1")
    with house.tables.store.writing() as session:
        session.execute(update(SeatRow).values(won=None, points=None))
    assert '<th scope="row">Trains</th><td>1</td><td>1</td>' in ada.get("/me").text
    assert house.tables.store.count(SeatRow.won.is_(None)) == 0


def test_the_lobby_lists_the_latest_finished_tables_and_the_own_page_all(house: Inside) -> None:
    ada = person(house.address, "Ada")
    for n in range(7):
        path = opened(ada, "you", "invite", title=f"Ended {n}")
        ada.post(f"{path}/close")
    assert len(set(re.findall(r"Ended \d", ada.get("/").text))) == 5
    assert "All finished tables" in ada.get("/").text
    assert len(set(re.findall(r"Ended \d", ada.get("/me").text))) == 7


# taking out and deleting


@pytest.fixture(params=["sqlite", "postgresql"])
def any_house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Inside]:
    more: dict[str, Any] = {}
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        more = {"database": postgres.database()}
    with inside(tmp_path, **more) as house:
        yield house


def found(house: Inside, *texts: str) -> Iterator[str]:
    """Where in the whole database any of these stands."""
    with house.tables.store.engine.connect() as connection:
        for table in inspect(connection).get_table_names():
            for row in connection.exec_driver_sql(f"SELECT * FROM {table}"):
                yield from (f"{table}: {row}"[:300] for text in texts if text in str(row))


def test_all_that_is_kept_can_be_taken_out(house: Inside) -> None:
    ada, bo = person(house.address, NAME), person(house.address, "Bo")
    path = opened(ada, "you", "invite", title="Friday")
    bo.post(free_seat(ada, path))
    kept(ada)
    n = bo.post(f"{path}/chat", json={"text": "Rude."}).json()["n"]
    ada.post(f"{path}/chat", json={"text": "Good evening."})
    ada.post(f"{path}/chat/{n}/report")
    ada.post(f"{path}/hook", json={"seat": 0, "url": "https://chat.example/me"})
    id = me(ada)["person"]["id"]
    with house.tables.store.writing() as session:
        session.add(PushRow(id="x", player=id, endpoint="https://push.example/x", p256dh="k", auth="a"))
        session.execute(update(PersonRow).values(mail="ada@example.org", mail_on=True))
    held = me(ada)
    assert held["person"]["name"] == NAME
    assert held["kept"]["mail"] == "ada@example.org"
    assert held["kept"]["phrase_made"]
    table = held["tables"][0]
    assert (table["title"], table["opened_by_you"], table["status"]) == ("Friday", True, "playing")
    assert [(seat["seat"], seat["webhook"]) for seat in table["seats"]] == [(0, "https://chat.example/me")]
    assert [line["text"] for line in held["chat"]] == ["Good evening."]
    assert [report["text"] for report in held["reports"]] == ["Rude."]
    assert held["pushes"][0]["endpoint"] == "https://push.example/x"
    assert me(bo)["chat"][0]["text"] == "Rude."
    assert me(bo)["reports"] == me(bo)["pushes"] == []


def test_a_person_is_deleted_only_when_sure(house: Inside) -> None:
    ada = person(house.address, NAME)
    opened(ada, "you", "bot:random")
    for sure in ({}, {"sure": ""}, {"sure": "no"}):
        assert "sure" in refusal(ada.post("/me/delete", data=sure), 422)
    assert len(me(ada)["tables"]) == 1


def test_deleting_leaves_nothing_of_a_person(any_house: Inside) -> None:
    house = any_house
    ada, bo, phone = person(house.address, NAME), person(house.address, "Bo"), person(house.address, "Pho")
    id = me(ada)["person"]["id"]
    # a game that is over, one given up, tables in play with others and without, a record, a table of somebody else
    over = opened(ada, "you", "invite", game="empires", title=f"{NAME}'s table", visibility="open")
    bo.post(free_seat(ada, over))
    played_out(house.tables, live_of(house, over))
    alone = opened(ada, "you", f"here:Little {NAME}", "bot:random", title=f"With {NAME}")
    shared = opened(ada, "you", "invite", visibility="open", title=f"Bo and {NAME}")
    bo.post(free_seat(ada, shared))
    theirs = opened(bo, "you", "invite", "bot:random", title=f"For {NAME}!", visibility="open")
    ada.post(free_seat(bo, theirs))
    moved = opened(ada, "you", "invite", "invite", title="Moved")
    url = ada.post(f"{moved}/hand-over/0").json()["url"].removeprefix(house.address)
    phone.post(url)
    bo.post(free_seat(ada, moved))
    head = json.loads(GOLDEN.splitlines()[0])
    head["names"][0] = NAME
    text = "\n".join([json.dumps(head), *GOLDEN.splitlines()[1:], ""])
    record = ada.post("/open", files={"record": ("x.jsonl", text)}).headers["location"].removesuffix("/replay")
    for path in (over, shared, theirs):
        ada.post(f"{path}/chat", json={"text": f"I am {NAME}."})
    n = bo.post(f"{shared}/chat", json={"text": "Rude."}).json()["n"]
    ada.post(f"{shared}/chat/{n}/report")
    bo.post(f"{shared}/chat/1/report")
    bo.post(f"{theirs}/chat/1/mute")
    ada.post(f"{shared}/hook", json={"seat": 0, "url": "https://chat.example/zyx"})
    ada.post(f"{shared}/hand-over/0")
    phrase = kept(ada)
    with house.tables.store.writing() as session:
        session.add(PushRow(id="x", player=id, endpoint="https://push.example/x", p256dh="k", auth="a"))
    assert any(found(house, id))

    answer = ada.post("/me/delete", data={"sure": "yes"}, headers=TEXT)
    assert answer.status_code == 200, answer.text
    assert NAME not in answer.text
    assert ada.cookies.get("roundhouse") is None
    assert list(found(house, id, "push.example", "chat.example")) == []
    reported = [line for line in found(house, NAME) if not line.startswith("reports")]
    assert reported == []  # what somebody reported of what they said stays with who runs the server
    assert refusal(bo.get(link(phrase)), 404)

    for path in (over, shared, theirs, moved):
        for part in ("", "/regions", "/score", "/replay"):
            page = bo.get(f"{path}{part}")
            assert page.status_code == 200, page.text
            assert NAME not in page.text
            assert id not in page.text
    assert DELETED in bo.get(shared).text
    assert NAME not in bo.get("/").text
    assert NAME not in bo.get("/me").text

    kept_record = bo.get(f"{over}/record").text
    assert NAME not in kept_record
    assert loads(kept_record).names[0] == NOBODY
    assert NOBODY in bo.get(f"{over}/score").text
    assert live_of(house, alone).row.status == "closed"
    assert [seat.name for seat in live_of(house, alone).row.seats[:2]] == [NOBODY, f"{NOBODY} 2"]
    after = live_of(house, shared).row
    assert (after.status, after.title) == ("playing", f"Bo and {NOBODY}")
    assert (after.seats[0].kind, after.seats[0].bot) == ("open", "conductor")
    assert after.host == live_of(house, theirs).row.host  # who still sits there can manage it
    assert live_of(house, theirs).row.seats[1].kind == "open"
    assert live_of(house, moved).row.seats[0].name == NOBODY
    assert phone.get(f"{moved}/regions").json()["mine"] == [0]
    assert live_of(house, record).row.host == ""
    live = live_of(house, shared)
    until(lambda: live.record.state.seat != 0 or live.n > 0, "a bot plays the seat that is free")
    # and after a start of the server everything can be read
    again = TableService(house.tables.store, house.tables.events, house.tables.pool)
    for path in (over, alone, shared, theirs, moved, record):
        assert NAME not in json.dumps(again.get(path.removeprefix("/t/")).record.names)


def test_the_streams_of_who_is_deleted_end(house: Inside) -> None:
    ada, bo = person(house.address, NAME), person(house.address, "Bo")
    path = opened(bo, "you", "invite", visibility="open")
    with ada.stream("GET", f"/live?tables={path.removeprefix('/t/')}") as stream:
        lines = stream.iter_lines()
        next(lines)
        with person(house.address) as same:
            same.cookies.update(ada.cookies)
            same.post("/me/delete", data={"sure": "yes"})
        list(lines)  # it ends


def test_two_with_one_name_are_not_mixed_up(house: Inside) -> None:
    ada, other, bo = (person(house.address, name) for name in (NAME, NAME, "Bo"))
    path = opened(bo, "you", "invite", "invite", title=f"{NAME}'s table")
    for http in (ada, other):
        http.post(free_seat(bo, path))
    own = opened(other, "you", "bot:random", title=f"{NAME}'s own", visibility="open")
    ada.post(f"{own}/chat", json={"text": "Hello."})
    ada.post("/me/delete", data={"sure": "yes"})
    row = live_of(house, path).row
    assert [seat.kind for seat in row.seats] == ["person", "open", "person"]
    assert row.seats[2].name == f"{NAME} 2"
    row = live_of(house, own).row
    assert (row.title, row.status, row.seats[0].name) == (f"{NAME}'s own", "playing", NAME)


def test_a_table_that_cannot_be_read_does_not_keep_a_person(house: Inside) -> None:
    ada = person(house.address, NAME)
    path = opened(ada, "you", "bot:random")
    with house.tables.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET header = '{]'")
    id = me(ada)["person"]["id"]
    assert ada.post("/me/delete", data={"sure": "yes"}).status_code == 200
    assert list(found(house, id, NAME)) == []
    assert house.tables.store.bare_table(path.removeprefix("/t/"))


def test_used_hand_overs_no_longer_name_who_is_deleted(house: Inside) -> None:
    ada, phone = person(house.address, NAME), person(house.address, "Pho")
    path = opened(ada, "you", "invite")
    phone.post(ada.post(f"{path}/hand-over/0").json()["url"].removeprefix(house.address))
    ada.post("/me/delete", data={"sure": "yes"})
    assert house.tables.store.count(HandoverRow.player != "") == 0
    assert live_of(house, path).row.host == me(phone)["person"]["id"]


# what one has asked


def three(tables: TableService) -> LiveTable:
    """Ada, Bo and Cy; each has placed the first marker, and Ada has ended a turn."""
    live = tables.create(ADA, "trains", "", ["you", "invite", "invite"], {"cards": "tokyo beginners"}, "link")
    for guest, seat in ((BO, 1), (CY, 2)):
        tables.join(live, guest, [seat])
    for words in ("start at kamata", "start at urawa", "start at tachikawa", "end turn"):
        tables.play(live, live.record.state.seat, live.n + 1, words)
    return live


def told(live: LiveTable, *mine: int) -> tuple[str, str, bool] | None:
    asked = own_request(live, list(mine))
    return (asked["title"], asked["text"], asked["ended"]) if asked else None


def test_who_asks_sees_who_has_answered(tables: TableService) -> None:
    live = three(tables)
    tables.undo(live, [0], 4)
    assert told(live, 0) == ("Asked Bo and Cy to undo", "Nobody has answered yet.", False)
    assert told(live, 1) is told(live, 2) is told(live) is None
    tables.answer(live, [1], True)
    assert told(live, 0) == ("Asked Bo and Cy to undo", "Bo has agreed; Cy has not answered yet.", False)
    assert asking(live, [1]) is None
    tables.answer(live, [2], False)
    assert told(live, 0) == ("Cy would rather not", "Decision 4 stays as it is.", True)
    assert told(live, 1) is None
    tables.undo(live, [0], 4)
    tables.answer(live, [2], True)
    tables.answer(live, [1], True)
    assert told(live, 0) is None
    assert live.record.lines[-1].back == 4


def test_who_asks_can_withdraw_it(tables: TableService) -> None:
    live = three(tables)
    tables.undo(live, [0], 4)
    refused("ask for nothing", tables.withdraw, live, [1])
    tables.answer(live, [1], True)
    tables.withdraw(live, [0])
    assert told(live, 0) is None
    assert asking(live, [2]) is None
    refused("ask for nothing", tables.withdraw, live, [0])
    refused("Nobody asks you", tables.answer, live, [2], True)


def test_who_asked_for_a_bot_hears_that_the_absent_is_back(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("ABSENT", "GRACE"):
        monkeypatch.setattr(f"roundhouse.web.service.tables.{limit}", 0)
    live = three(tables)
    tables.ask_for_bot(live, [0], 1)
    assert told(live, 0) == ("Asked Cy for a bot in Bo's seat", "Not answered yet.", False)
    tables.answer(live, [1], False)
    assert told(live, 0) == ("Bo is here and plays on", "Bo keeps the seat.", True)
