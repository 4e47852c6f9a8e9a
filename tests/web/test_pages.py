"""Pages and posts of a table that people see together: asked, answered, conceded, and looked at afterwards."""

from __future__ import annotations

import re
from concurrent.futures import Future
from html import unescape
from random import Random
from typing import Any

import httpx
import pytest

import roundhouse
from roundhouse.bots.make import levels
from roundhouse.core.ledger import Ledger
from roundhouse.core.records import Record
from roundhouse.core.words import listed
from roundhouse.web.render import ledger
from tests.kit.goldens import GOLDEN as GAMES_KEPT
from tests.test_fuzz import GOLDEN
from tests.web.server import TEXT, Inside, refusal
from tests.web.server import opened as opened_by
from tests.web.server import person as browsing


@pytest.fixture
def address(house: Inside) -> str:
    return house.address


def person(address: str, name: str) -> httpx.Client:
    return browsing(address, name, headers=TEXT, follow_redirects=True)


def sit(address: str, *names: str, **more: str) -> tuple[str, list[httpx.Client]]:
    """A table with these persons, in this order; its path."""
    people = [person(address, name) for name in names]
    path = opened_by(people[0], "you", *["invite"] * (len(names) - 1), **{"visibility": "open", **more})
    for other in people[1:]:
        other.post(f"{path}/join")
    return path, people


def regions(http: httpx.Client, path: str) -> dict[str, Any]:
    held: dict[str, Any] = http.get(f"{path}/regions").json()
    return held


def play(http: httpx.Client, path: str) -> None:
    now = regions(http, path)
    action = re.search(r'data-action="(\d+)"', now["regions"]["words"])
    assert action
    assert http.post(f"{path}/play", json={"n": now["n"] + 1, "action": int(action[1])}).status_code == 200


def test_bots_of_other_packages_can_be_seated(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundhouse.web.routes.lobby.guests", lambda: ["learner"])
    with browsing(house.address) as person:
        assert '<option value="bot:learner">Learner bot</option>' in person.get("/").text


def test_the_lobby_says_how_each_level_plays(address: str) -> None:
    lobby, api = (person(address, "Ada").get(path).text for path in ("/", "/api/docs"))
    for level in levels():
        assert f"<dd>{level.sentence}</dd>" in lobby
        assert f'value="bot:{level.name}"' in lobby
        assert level.name in api
    assert "bot:greedy" not in lobby


def test_a_page_that_is_opened_meanwhile_says_that_a_bot_thinks(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.tables.pool, "ask", lambda *_: Future())
    ada = person(house.address, "Ada")
    path = opened_by(ada, "you", "bot:tycoon")
    assert not regions(ada, path)["thinking"]
    play(ada, path)
    assert regions(ada, path)["thinking"]
    assert '"thinking": true' in ada.get(path).text
    assert "tycoon bot" in regions(ada, path)["regions"]["seats"]


def test_conceding_ends_a_table_of_two_everywhere(address: str) -> None:
    path, (ada, bo) = sit(address, "Ada", "Bo", title="Friday")
    watcher = person(address, "Wim")
    assert "Concede seat A" in ada.get(path).text
    assert "Concede seat B" not in ada.get(path).text
    refused = bo.post(f"{path}/concede/0")
    assert refused.status_code == 403
    assert "That seat is not yours." in refused.text
    play(ada, path)
    assert ada.post(f"{path}/concede/0").status_code == 200
    for http in (ada, bo, watcher):
        now = regions(http, path)
        assert (now["over"], now["yours"], now["undo"], now["title"]) == (True, False, 0, "Over: Friday")
        assert "Bo wins: Ada conceded" in now["regions"]["prompt"]
        assert "data-action" not in "".join(now["regions"].values())
        score = http.get(f"{path}/score").text
        assert "Bo wins" in score
        assert "Ada conceded." in score
        assert ("You, conceded" if http is ada else "Person, conceded") in score
        assert "The course of the game" not in score  # a round is none
        assert "Round 1" in now["regions"]["seats"]
        assert http.get(path).status_code == http.get(f"{path}/replay").status_code == 200
        assert http.get(f"{path}/record").status_code == 200
    assert "Bo wins: Ada conceded" in ada.get("/").text
    assert "Concede" not in ada.get(path).text
    late = bo.post(f"{path}/play", json={"n": 2, "action": 0})
    assert (late.status_code, late.json()["error"]) == (409, "The game is over: Bo wins: Ada conceded.")
    again = bo.post(f"{path}/rematch")
    assert again.status_code == 200
    assert again.url.path != path
    assert "been told of the rematch" in again.text
    assert "Send this link" not in again.text


def test_an_undo_is_asked_and_answered(address: str) -> None:
    path, (ada, bo) = sit(address, "Ada", "Bo")
    play(ada, path)
    play(bo, path)
    assert ada.post(f"{path}/undo", json={"n": 1}).status_code == 200
    ask = regions(bo, path)["ask"]
    assert set(ask) == {"kind", "title", "text", "n", "id"}
    assert (ask["kind"], ask["title"], ask["n"]) == ("undo", "Ada asks to undo", 1)
    assert regions(ada, path)["ask"] is None
    answered = bo.post(f"{path}/answer", json={"agree": True, "as": 1})
    assert (answered.status_code, answered.json()["n"], answered.json()["ask"]) == (200, 3, None)
    assert regions(ada, path)["yours"]


def test_an_answer_belongs_to_the_request_it_was_given_to(address: str) -> None:
    path, (ada, bo) = sit(address, "Ada", "Bo")
    play(ada, path)
    play(bo, path)
    asked = []
    for _ in range(2):  # her own request is replaced
        assert ada.post(f"{path}/undo", json={"n": 1}).status_code == 200
        asked.append(regions(bo, path)["ask"]["id"])
    late, now = ({"agree": True, "to": id, "as": 1} for id in asked)
    assert "no longer asked" in refusal(
        bo.post(f"{path}/answer", json=late, headers={"Accept": "application/json"}), 409
    )
    assert regions(bo, path)["ask"]["id"] == asked[1]
    assert bo.post(f"{path}/answer", json=now).status_code == 200
    assert regions(ada, path)["yours"]


LOST = "It may have been closed, or the link lost a letter."


def test_an_unknown_address_may_be_mistyped_but_a_used_link_is_not(address: str) -> None:
    ada = person(address, "Ada")
    for unknown in ("/t/nowhere", "/w/nonsense", "/nothing"):
        assert LOST in ada.get(unknown).text
    for told in ("/s/nonsense", "/h/nonsense", "/rules/chess", "/gallery/chess", "/card/trains/nothing"):
        page = ada.get(told)
        assert page.status_code == 404
        assert LOST not in page.text


def test_games_are_named_by_their_titles_on_pages(address: str) -> None:
    ada = person(address, "Ada")
    titles = listed([roundhouse.game(id).title for id in roundhouse.games()], "and")
    assert "Small Railroad Empires" in titles
    wish = {"game": "chess", "seats": "2", "seat-0": "you"}
    for page in (ada.get("/rules/chess"), ada.get("/gallery/chess"), ada.post("/tables", data=wish)):
        assert f"There is no game 'chess'; there are {titles}." in unescape(page.text)


def test_an_address_that_is_no_page_says_what_to_do(address: str) -> None:
    path, (ada, _) = sit(address, "Ada", "Bo")
    page = ada.get(f"{path}/close")
    assert page.status_code == 405
    assert "use the button on the page that leads to it." in page.text
    said = ada.request("DELETE", path, headers={"Accept": "*/*"}).json()["error"]
    assert said.startswith("This address does not take DELETE requests; ")


def test_a_page_beyond_the_end_of_a_list_is_the_last_one(address: str) -> None:
    ada, bo = person(address, "Ada"), person(address, "Bo")
    wish = {"game": "trains", "seats": "2", "seat-0": "you", "seat-1": "invite", "visibility": "open"}
    for n in range(21):
        ada.post("/tables", data={**wish, "title": f"Table {n}"})
    for http, name in ((bo, "open"), (ada, "mine")):
        last = http.get(f"/?{name}=2").text
        assert last.count("data-words=") == 1
        for beyond in (3, 99, 10**9):
            page = http.get(f"/?{name}={beyond}").text
            assert lines(page) == lines(last)
            assert "Page 2" in page
            assert "Page 3" not in page
    assert "None yet" in ada.get("/me?finished=99").text
    assert "Page" not in person(address, "Cy").get("/?mine=99").text.split('id="mine"')[1].split("</section>")[0]


def lines(lobby: str) -> list[str]:
    """The titles of the tables that the lobby lists."""
    return re.findall(r'data-words="(.*?) ', lobby)


def test_a_bot_is_asked_for_who_is_absent(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path, (ada, bo, cy) = sit(address, "Ada", "Bo", "Cy")
    offer = "Ask for a bot in Ada&#39;s seat"
    assert offer in bo.get(path).text
    assert "When Ada has not moved for two minutes." in bo.get(path).text
    assert offer not in ada.get(path).text
    assert offer not in person(address, "Wim").get(path).text
    early = bo.post(f"{path}/absent/0")
    assert early.status_code == 409
    assert "Give Ada two minutes to think; ask again in" in early.text
    monkeypatch.setattr("roundhouse.web.service.tables.ABSENT", 0)
    assert bo.post(f"{path}/absent/0").status_code == 200
    assert regions(cy, path)["ask"]["title"] == regions(ada, path)["ask"]["title"] == "Let a bot play for Ada?"
    assert cy.post(f"{path}/answer", json={"agree": True, "as": None}).status_code == 200
    assert "Take back seat A" in ada.get(path).text
    for _ in range(2):  # a second click on the button gives the seat to nobody
        assert ada.post(f"{path}/take-back/0").status_code == 200
    assert "Let a bot play seat A" in ada.get(path).text


@pytest.mark.parametrize("game", roundhouse.games())
def test_rules_begin_in_short_and_lead_to_those_of_all_games(address: str, game: str) -> None:
    ada = person(address, "Ada")
    page, beside = ada.get(f"/rules/{game}").text, ada.get(f"/rules/{game}/book").text
    for text in (page, beside):
        assert text.index("The aim") < text.index('class="scene"') < text.index('class="chapter"')
    assert "<html" not in beside
    for other in roundhouse.games():
        assert f'href="/rules/{other}"' in page
        assert f'href="/gallery/{other}"' in ada.get(f"/gallery/{game}").text
        assert f'href="/rules/{other}"' in ada.get("/").text


def test_the_cards_of_a_table_are_those_of_its_box(address: str) -> None:
    """A game of rules version 1 shows the numbers of its time; the gallery has those of today."""
    ada = person(address, "Ada")
    record = (GAMES_KEPT / "empires-four.jsonl").read_bytes()
    path = str(ada.post("/open", files={"record": record}).url).removesuffix("/replay")
    told = "Tracks on 3 lake hexes: {} prestige for the first to claim it"
    assert told.format(2) in ada.get(f"{path}/card/bridge").text
    assert told.format(4) in ada.get("/card/empires/bridge").text
    beside = ada.get(f"{path}/cards").text
    assert told.format(2) in beside
    assert "<html" not in beside
    assert ada.get(f"{path}/card/nothing").status_code == 404
    for page in ("cards", "card/bridge"):
        assert person(address, "Eve").get(f"{path}/{page}").status_code == 403


def test_rules_without_an_opening_begin_with_their_clauses(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ledger, "brief", lambda self: [])
    ledger.brief.cache_clear()
    page = person(address, "Ada").get("/rules/trains").text
    ledger.brief.cache_clear()
    assert "The aim" not in page
    assert 'id="trains-1.1"' in page


def test_a_table_is_called_what_was_typed(address: str) -> None:
    name = "The sixty letter long name of a table that somebody may type"
    path, (ada, _) = sit(address, "Ada", "Bo", title=name)
    assert len(name) == 60
    assert name in ada.get(path).text
    assert name in ada.get("/").text


REMATCH = re.compile(r'action="/t/\w+/rematch"')


def test_an_opened_record_is_replayed_through_all_eyes_and_offers_no_rematch(address: str) -> None:
    ada, bo = person(address, "Ada"), person(address, "Bo")
    for text, over in (("\n".join(GOLDEN["empires"]), True), (unfinished(), False)):
        replay = ada.post("/open", files={"record": ("x.jsonl", text)})
        path = replay.url.path.removesuffix("/replay")
        assert 'value="all" selected' in replay.text
        for eyes in ("all", "0", "1", "watch"):
            assert ada.get(f"{path}/at/3/regions?eyes={eyes}").status_code == 200
        assert not REMATCH.search(ada.get(f"{path}/score").text + ada.get(path).text)
        watch = re.search(r"/w/[\w-]+", ada.get(path).text)
        assert watch
        bo.get(watch[0])
        assert bo.get(f"{path}/at/3/regions?eyes=all").status_code == (200 if over else 403)
        assert not REMATCH.search(bo.get(f"{path}/score").text)


def unfinished() -> str:
    record = Record("trains", seats=2, seed=1)
    for _ in range(8):
        record.play(record.state.legal()[0])
    return record.text()


def test_the_score_page_tells_the_course_and_offers_a_rematch_to_who_sat(house: Inside) -> None:
    path, (ada, bo) = sit(house.address, "Ada", "Bo")
    live = house.tables.get(path.removeprefix("/t/"))
    any_of = Random(1).choice

    def begun() -> bool:
        turns = live.record.state.view(None)["turns"]
        return isinstance(turns, int) and turns >= 2 and any(live.record.state.scores())

    while not begun():
        house.tables.play(live, live.record.state.seat, live.n + 1, any_of(live.record.state.legal()))
    assert "courseplot" not in ada.get(f"{path}/score").text
    ada.post(f"{path}/concede/0")
    for http, sat in ((ada, True), (bo, True), (person(house.address, "Wim"), False)):
        score = http.get(f"{path}/score").text
        assert score.count('class="courseplot') == 2
        assert f"{live.n} decisions" in score
        for column in ("Tracks", "Stations", "Waste"):
            assert column in score
        assert bool(REMATCH.search(score)) == sat
    assert "Points after each round" in score
