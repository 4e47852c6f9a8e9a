"""The JSON API against a real server: what programs rely on."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

import roundhouse
from tests.web.server import bearer, by_api, client, refusal


def open_table(http: httpx.Client, *seats: str, **wish: Any) -> tuple[str, dict[str, dict[str, str]], str]:
    """A new table: its path, a header for each person's seat, the watch token."""
    where, held = by_api(http, *seats, **wish)
    return where, {n: bearer(token) for n, token in held["tokens"].items()}, held["watch"]


def test_the_games_are_listed(http: httpx.Client) -> None:
    games = {game["id"]: game for game in http.get("/api/games").json()}
    assert list(games) == roundhouse.games()
    assert games["trains"]["options"]["map"]["choices"] == ["tokyo", "osaka"]
    assert http.get("/api/openapi.json").json()["paths"]["/api/tables/{id}/play"]


def test_two_persons_decide_in_turn_by_int_or_words(http: httpx.Client) -> None:
    where, seats, _ = open_table(http, "person:Ada", "person:Bo", seed="1")
    first = http.get(where, headers=seats["0"]).json()
    assert first["legal"]
    assert http.get(where, headers=seats["1"]).json()["legal"] == []
    done = http.post(f"{where}/play", headers=seats["0"], json={"n": 1, "words": "start at kamata"})
    assert done.status_code == 200
    assert done.json()["n"] == 1
    action = http.get(where, headers=seats["1"]).json()["legal"][0]["action"]
    assert http.post(f"{where}/play", headers=seats["1"], json={"n": 2, "action": action}).status_code == 200
    moves = http.get(f"{where}/moves", headers=seats["0"]).json()
    assert [m["n"] for m in moves] == [1, 2]
    assert moves[0]["do"] == "start at Kamata"


REFUSED: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("POST", "/api/tables", {"game": "chess", "seats": ["invite", "invite"]}, 422, "There is no game 'chess'"),
    ("POST", "/api/tables", {"game": "trains", "seats": ["invite"]}, 422, "2 to 4 seats"),
    ("POST", "/api/tables", {"game": "trains", "seats": ["bot:deep", "invite"]}, 422, "no bot 'deep'"),
    ("POST", "/api/tables", {"game": "trains", "seats": ["bot:search@9999", "invite"]}, 422, "no bot 'search@9999'"),
    ("POST", "/api/tables", {"game": "trains", "seats": ["bot:os:abort", "invite"]}, 422, "no bot 'os:abort'"),
    ("POST", "/api/tables", {"game": "trains", "seats": ["you"] * 2, "stand_in": "tycoon@1"}, 422, "there are tycoon"),
    ("POST", "/api/tables", {"game": "trains", "seats": ["robot", "invite"]}, 422, "a seat is you"),
    ("POST", "/api/tables", {"game": "trains", "seats": ["invite"] * 2, "options": {"map": "kyoto"}}, 422, "tokyo"),
    ("POST", "/api/tables", {"game": "trains", "seats": ["invite"] * 2, "options": {"fog": 1}}, 422, "no option"),
    ("POST", "/api/tables", {"game": "empyreal", "seats": ["you"] * 3, "options": {"teams": "2v2"}}, 422, "4 seats"),
    ("POST", "/api/tables", {"game": "trains", "seats": ["invite"] * 2, "visibility": "none"}, 422, "open or by link"),
    ("POST", "/api/tables", {"game": "trains"}, 422, "seats"),
    ("GET", "/api/tables/nowhere", {}, 404, "There is no table 'nowhere'"),
    ("POST", "/api/tables/nowhere/play", {"n": 1, "action": 1}, 404, "There is no table"),
    ("GET", "/nothing", {}, 404, "no such page"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "sentence"), REFUSED)
def test_a_bad_request_gets_a_sentence(
    http: httpx.Client, method: str, path: str, body: dict[str, Any], status: int, sentence: str
) -> None:
    assert sentence in refusal(http.request(method, path, json=body), status)


def test_bad_decisions_change_nothing(http: httpx.Client) -> None:
    where, seats, watch = open_table(http, "person:Ada", "person:Bo", seed="2")
    post = f"{where}/play"
    before = http.get(where, headers=seats["0"]).json()
    sea = before["view"]["hexes"].index(next(h for h in before["view"]["hexes"] if h["terrain"] == "sea"))
    start = before["legal"][0]["action"] - [h["label"] for h in before["view"]["hexes"]].index(
        before["legal"][0]["words"].removeprefix("start at ")
    )
    refused = http.post(post, headers=seats["0"], json={"n": 1, "action": start + sea})
    assert (refused.status_code, refused.json()["clause"]) == (422, "trains-3.2")
    tries = [
        (seats["1"], {"n": 1, "action": before["legal"][0]["action"]}, 403),
        (bearer(watch), {"n": 1, "action": 1}, 403),
        (bearer("nonsense"), {"n": 1, "action": 1}, 403),
        ({}, {"n": 1, "action": 1}, 403),
        (seats["0"], {"n": 2, "action": before["legal"][0]["action"]}, 409),
        (seats["0"], {"n": 0, "action": before["legal"][0]["action"]}, 409),
        (seats["0"], {"n": 1, "action": 10**30}, 422),
        (seats["0"], {"n": 1, "action": -1}, 422),
        (seats["0"], {"n": 1, "action": "x"}, 422),
        (seats["0"], {"n": 1, "words": "fly to the moon"}, 422),
        (seats["0"], {"action": 1}, 422),
    ]
    for headers, body, status in tries:
        refusal(http.post(post, headers=headers, json=body), status)
    as_json = {**seats["0"], "Content-Type": "application/json"}
    for content, status in ((b"{", 422), (b"\xff\xfe", 422), (b"[" * 40_000, 400), (b"x" * 70_000, 413)):
        refusal(http.post(post, headers=as_json, content=content), status)
    endless = http.post(post, headers=as_json, content=iter([b"{" * 1000] * 100))
    assert endless.status_code == 411
    assert http.get(where, headers=seats["0"]).json() == before


def test_of_two_posts_of_one_number_exactly_one_is_accepted(http: httpx.Client) -> None:
    where, seats, _ = open_table(http, "person:Ada", "person:Bo", seed="3")
    for n in range(1, 9):
        headers = next(h for h in seats.values() if http.get(where, headers=h).json()["legal"])
        action = http.get(where, headers=headers).json()["legal"][-1]["action"]
        gate = threading.Barrier(4)

        def post(body: dict[str, int], gate: threading.Barrier = gate, headers: Any = headers) -> httpx.Response:
            with client(str(http.base_url)) as own:
                gate.wait()
                return own.post(f"{where}/play", headers=headers, json=body)

        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(post, [{"n": n, "action": action}] * 4))
        assert sorted(a.status_code for a in answers) == [200, 409, 409, 409]
        for answer in answers:
            if answer.status_code == 409:
                assert answer.json()["state"]["n"] == n


def test_joining_an_open_table(http: httpx.Client) -> None:
    where, _, _ = open_table(http, "person:Ada", "invite", visibility="open")
    joined = http.post(f"{where}/join", json={"name": " <b>Bo</b>\n "})
    assert joined.status_code == 200
    assert joined.json()["seat"] == 1
    assert http.post(f"{where}/join", json={"name": "Cy"}).status_code == 409
    assert http.post(f"{where}/join", json={"name": "\u0000 "}).status_code == 422


def test_the_id_of_a_table_by_link_is_an_invitation(http: httpx.Client) -> None:
    where, _, _ = open_table(http, "person:Ada", "invite", visibility="link")
    assert http.get(where).status_code == 403  # to sit, not to watch
    joined = http.post(f"{where}/join", json={"name": "ADA"}).json()
    assert (joined["seat"], joined["name"]) == (1, "ADA 2")
    assert http.post(f"{where}/join", json={"name": "Cy"}).status_code == 409
