"""The doors of a table: who gets in by which link or token, what other sites can do, and what refusals tell."""

from __future__ import annotations

import json
import os
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

import roundhouse
from roundhouse.bots.people import RAILWAY_PEOPLE
from roundhouse.web.service.gate import EMPTY
from roundhouse.web.service.people import GUESTS, LONGEST_NAME
from tests.web.server import TEXT, Server, bearer, by_api, client, inside, opened, person, refusal


def invitation(http: httpx.Client, path: str) -> str:
    """The link of the first free seat, as the page of somebody at the table has it."""
    text = http.get(path).text
    token = text.split("/s/", 1)[1].split('"', 1)[0]
    return f"/s/{token}"


def sit(http: httpx.Client, path: str, host: httpx.Client) -> None:
    assert http.post(invitation(host, path)).status_code == 303


def seat_of(http: httpx.Client, path: str) -> int:
    return int(http.get(f"{path}/regions").json()["seat"])


# what refusals tell


def test_who_is_not_on_turn_learns_nothing_from_words_that_mean_nothing(http: httpx.Client) -> None:
    where, held = by_api(http, "person:Ada", "person:Bo", seed="x")
    for words in ("zzz", "", "start", "start at", "play"):
        for n in (0, 1, 2):
            answer = http.post(f"{where}/play", headers=bearer(held["tokens"]["1"]), json={"n": n, "words": words})
            said = answer.json()["error"]
            if n == 1:
                assert (answer.status_code, said) == (403, "It is Ada's decision, not yours.")
            assert "start at" not in said
    mine = http.post(f"{where}/play", headers=bearer(held["tokens"]["0"]), json={"n": 1, "words": "zzz"})
    assert "start at" in refusal(mine, 422)


# tokens and links


def test_an_invitation_shows_no_cards_and_ends_when_somebody_sits_down(http: httpx.Client) -> None:
    where, held = by_api(http, "person:Ada", "invite")
    invite = held["invitations"]["1"]
    assert list(held["tokens"]) == ["0"]
    assert "join with it" in refusal(http.get(where, headers=bearer(invite)), 403)
    joined = http.post(f"{where}/join", headers=bearer(invite), json={"name": "Bo"})
    assert joined.status_code == 200
    token = joined.json()["token"]
    assert token != invite
    assert http.get(where, headers=bearer(token)).json()["seat"] == 1
    for path in (where, f"{where}/moves", f"{where}/events"):
        assert http.get(path, headers=bearer(invite)).status_code == 403
    assert http.post(f"{where}/join", headers=bearer(invite), json={"name": "Eve"}).status_code == 409
    assert http.get(f"/s/{invite}").status_code == 404


def test_opening_a_link_takes_no_seat(ada: httpx.Client, bo: httpx.Client, eve: httpx.Client) -> None:
    path = opened(ada, "you", "invite", title="Friday")
    link = invitation(ada, path)
    for _ in range(3):  # a preview, the friend, somebody else
        page = eve.get(link, headers=TEXT)
        assert page.status_code == 200
        for told in ("Friday", "Ada", "Trains", "Your name", "Take the seat"):
            assert told in page.text
    assert eve.get(f"{path}/regions").status_code == 403
    taken = bo.post(link)
    assert (taken.status_code, taken.headers["location"]) == (303, path)
    assert seat_of(bo, path) == 1
    assert "taken" in refusal(eve.post(link), 404)
    assert seat_of(bo, path) == 1
    assert link not in ada.get(path).text


def test_who_holds_a_seat_comes_back_by_the_link_it_was_taken_with(
    ada: httpx.Client, bo: httpx.Client, eve: httpx.Client
) -> None:
    path = opened(ada, "you", "invite", "invite")
    link = invitation(ada, path)
    bo.post(link)
    for again in (bo.get(link, headers=TEXT), bo.post(link)):
        assert (again.status_code, again.headers["location"]) == (303, path)
    eve.post(invitation(ada, path))  # another seat of the same table
    for other in (ada, eve):
        for known, unknown in ((link, "/s/nonsense"), (link.replace("/s/", "/h/"), "/h/nonsense")):
            for method in ("GET", "POST"):
                told, nothing = (other.request(method, where) for where in (known, unknown))
                assert (told.status_code, told.json()) == (nothing.status_code, nothing.json())
                assert told.status_code == 404


def test_who_has_a_seat_from_another_device_comes_back_by_its_link(
    server: Server, ada: httpx.Client, bo: httpx.Client, eve: httpx.Client, guest: httpx.Client
) -> None:
    path = opened(ada, "you", "invite")
    invited = invitation(ada, path)
    bo.post(invited)
    link = bo.post(f"{path}/hand-over/1").json()["url"].removeprefix(server.address)
    assert guest.post(link).status_code == 303
    for known in (link, invited):
        assert guest.get(known).headers["location"] == path
    for other in (ada, bo, eve):
        for known, unknown in ((link, "/h/nonsense"), (invited, "/s/nonsense")):
            assert other.get(known).json() == other.get(unknown).json()


def test_the_host_who_opens_the_link_of_a_seat_is_told_to_send_it(
    server: Server, ada: httpx.Client, eve: httpx.Client
) -> None:
    path = opened(ada, "you", "invite")
    link = invitation(ada, path)
    page = ada.get(link, headers=TEXT).text
    assert "This is the link to send" in page
    assert f'value="{server.address}{link}"' in page
    assert "Take the seat" not in page
    assert "the link to send" not in eve.get(link, headers=TEXT).text
    assert ada.post(link).status_code == 303  # two seats on one screen
    assert [seat["name"] for seat in names(ada, path)] == ["Ada", "Ada 2"]


def names(http: httpx.Client, path: str) -> list[dict[str, Any]]:
    """The seats as a table's page knows them."""
    text = http.get(path, headers=TEXT).text
    seats: list[dict[str, Any]] = json.loads(text.split('id="who-data">', 1)[1].split("</script>", 1)[0])
    return seats


@pytest.mark.parametrize("way", ["link", "open"])
def test_who_sits_down_says_a_name(ada: httpx.Client, way: str, guest: httpx.Client) -> None:
    path = opened(ada, "you", "invite", visibility=way)
    where = invitation(ada, path) if way == "link" else f"{path}/join"
    guest.get("/")
    page = guest.get(where, headers=TEXT).text
    assert re.search(r'<input[^>]*name="name" value=""[^>]*required', page)
    for name in ("", " ", "\u200b\n"):
        assert refusal(guest.post(where, data={"name": name}), 422) == EMPTY["name"]
    assert guest.post(where, data={"name": "  Bo\n "}).status_code == 303
    assert [seat["name"] for seat in names(ada, path)] == ["Ada", "Bo"]
    assert 'name="name" value="Bo"' in guest.get("/").text


def test_who_has_a_name_finds_it_on_the_form(ada: httpx.Client, bo: httpx.Client) -> None:
    path = opened(ada, "you", "invite", "invite")
    link = invitation(ada, path)
    assert re.search(r'id="join-name" name="name" value="Bo"', bo.get(link, headers=TEXT).text)
    assert bo.post(link, data={"name": "Bob"}).status_code == 303
    assert [seat["name"] for seat in names(bo, path)][:2] == ["Ada", "Bob"]


def test_another_name_is_taken_to_the_seats_in_play_that_had_the_old_one(
    server: Server, ada: httpx.Client, bo: httpx.Client
) -> None:
    one, over = opened(ada, "you", "here:Mum", "invite"), opened(ada, "you", "here:Mum")
    sit(bo, one, ada)
    assert ada.post(f"{over}/concede/1").status_code == 303
    with bo.stream("GET", f"/live?tables={one.removeprefix('/t/')}") as news:
        lines = news.iter_lines()
        assert next(lines).startswith("retry")
        assert ada.post("/me", data={"name": "Ines"}).status_code == 303
        assert "event: table" in next(line for line in lines if line.startswith("event") and line != "event: build")
    assert [seat["name"] for seat in names(bo, one)] == ["Ines", "Mum", "Bo"]
    assert "Ines to move" in bo.get(f"{one}/regions").json()["title"]
    assert [seat["name"] for seat in names(ada, over)] == ["Ada", "Mum"]


def test_of_many_who_take_a_seat_at_once_one_has_it(server: Server, ada: httpx.Client) -> None:
    path = opened(ada, "you", "invite")
    link = invitation(ada, path)
    guests = [person(server.address, f"G{n}") for n in range(6)]
    with ThreadPoolExecutor(6) as pool:
        codes = list(pool.map(lambda guest: guest.post(link).status_code, guests))
    assert sorted(codes)[0] == 303
    assert set(sorted(codes)[1:]) <= {404, 409}
    assert [code == 303 for code in codes] == [guest.get(f"{path}/regions").status_code == 200 for guest in guests]


def test_a_seat_moves_to_another_device_on_purpose_and_the_old_one_is_told(
    server: Server, ada: httpx.Client, bo: httpx.Client, guest: httpx.Client
) -> None:
    path = opened(ada, "you", "invite")
    sit(bo, path, ada)
    assert ada.post(f"{path}/hand-over/1").status_code == 403
    link = bo.post(f"{path}/hand-over/1").json()["url"].removeprefix(server.address)
    page = guest.get(link, headers=TEXT)
    assert "Play seat B here" in page.text
    assert guest.get(f"{path}/regions").status_code == 403  # looking at the page moves nothing
    with bo.stream("GET", f"/live?tables={path.removeprefix('/t/')}") as news:
        lines = news.iter_lines()
        assert next(lines).startswith("retry")
        assert guest.post(link).status_code == 303
        assert "event: moved" in next(line for line in lines if line.startswith("event") and line != "event: build")
    assert seat_of(guest, path) == 1
    assert "on another device" in refusal(bo.get(f"{path}/regions"), 403)
    assert bo.post(link).status_code == 404


def test_a_program_hands_its_seat_to_a_browser_and_its_token_ends(
    server: Server, bo: httpx.Client, http: httpx.Client
) -> None:
    where, held = by_api(http, "person:Ada", "person:Bo")
    token = bearer(held["tokens"]["1"])
    link = http.post(f"{where}/hand-over", headers=token).json()["url"].removeprefix(server.address)
    assert http.get(where, headers=token).status_code == 200
    assert bo.post(link).status_code == 303
    assert http.get(where, headers=token).status_code == 403
    assert seat_of(bo, f"/t/{held['id']}") == 1


@pytest.mark.parametrize("how", ["form", "api"])
def test_a_stranger_who_knows_the_id_of_a_full_private_table_gets_nowhere(
    server: Server, ada: httpx.Client, bo: httpx.Client, eve: httpx.Client, how: str
) -> None:
    path = opened(ada, "you", "invite")
    sit(bo, path, ada)
    id = path.removeprefix("/t/")
    if how == "api":
        answers = [eve.get(f"/api/tables/{id}"), eve.get(f"/api/tables/{id}/moves")]
    else:
        acts = ("close", "rematch", "concede/0", "remove/0", "give-up")
        answers = [eve.post(f"{path}/{act}") for act in acts]
        answers += [eve.post(f"{path}/chat", json={"text": "hi"}), eve.post(f"{path}/undo", json={"n": 1})]
        parts = ("", "/join", "/regions", "/acts", "/invite", "/replay", "/score")
        answers += [eve.get(f"{path}{part}") for part in parts]
    for answer in answers:
        assert answer.status_code == 403
    for where in (f"{path}/join", f"/api/tables/{id}/join"):
        assert "taken" in refusal(eve.post(where, json={"name": "Eve"}), 409)
    assert ada.get(f"{path}/regions").json()["seat"] == 0


# the address of a table, and names there


def test_the_address_of_a_table_by_link_offers_a_free_seat_and_shows_no_more(
    ada: httpx.Client, bo: httpx.Client, eve: httpx.Client
) -> None:
    path = opened(ada, "you", "invite", "bot:random", title="Friday")
    for where in (path, f"{path}/join", path):  # a preview, and who looks only
        page = eve.get(where, headers=TEXT)
        assert page.status_code == 200
        for told in ("Friday", "Ada", "Trains", "Random bot", "Take the seat", f'action="{path}/join"'):
            assert told in page.text
        for kept in ("/s/", "/w/", "data-region", "Only watch"):
            assert kept not in page.text
    for part in ("/regions", "/acts", "/invite", "/replay", "/score", "/at/0/regions", "/record"):
        assert eve.get(f"{path}{part}").status_code == 403
    assert [seat["kind"] for seat in names(ada, path)] == ["person", "open", "bot"]
    assert bo.post(f"{path}/join").status_code == 303
    assert seat_of(bo, path) == 1
    assert "by link only" in refusal(eve.get(path), 403)
    assert "taken" in refusal(eve.post(f"{path}/join"), 409)


def test_the_address_invites_nobody_who_was_removed_or_who_was_given_another_way_in(
    server: Server, ada: httpx.Client, bo: httpx.Client, eve: httpx.Client, guest: httpx.Client
) -> None:
    path = opened(ada, "you", "invite", "invite", "bot:random")
    watch = ada.get(path).text.split("/w/", 1)[1].split('"', 1)[0]
    assert eve.get(f"/w/{watch}").status_code == 303
    assert f"{path}/join" not in eve.get(path, headers=TEXT).text
    assert "link of a seat" in refusal(eve.post(f"{path}/join"), 403)  # who may watch is not invited to sit
    bo.post(f"{path}/join")
    link = bo.post(f"{path}/hand-over/1").json()["url"].removeprefix(server.address)
    guest.post(link)
    assert "on another device" in refusal(bo.get(path), 403)
    assert bo.post(f"{path}/join").status_code == 403
    ada.post(f"{path}/remove/1")
    with person(server.address, "Bob") as other_browser:  # who was removed knows the address
        for who in (guest, other_browser):
            assert who.get(path).status_code == 403
            assert who.post(f"{path}/join", data={"name": "Bob"}).status_code == 403
            assert who.post(f"/api{path.replace('/t/', '/tables/')}/join", json={"name": "Bob"}).status_code == 403
        assert other_browser.post(invitation(ada, path)).status_code == 303
    closed = opened(ada, "you", "invite")
    ada.post(f"{closed}/close")
    assert eve.get(closed).status_code == 403


def panel(http: httpx.Client, path: str) -> str:
    """What the table's page shows while a seat is free."""
    return str(http.get(f"{path}/invite").json()["html"])


def test_links_are_shown_to_who_may_hand_them_out_and_end_with_the_seat(
    ada: httpx.Client, bo: httpx.Client, eve: httpx.Client
) -> None:
    path = opened(ada, "you", "invite", "invite", visibility="open")
    first = panel(ada, path)
    links = list(dict.fromkeys(re.findall(r"/s/[\w-]+", first)))
    assert len(links) == 2
    assert first.count("<svg viewBox") == 2  # the codes
    assert "2 seats are free" in first
    assert first in ada.get(path, headers=TEXT).text
    assert f'href="{path}/join"' not in first
    watching = panel(eve, path)
    assert "/s/" not in watching
    assert f'href="{path}/join"' in watching
    bo.post(links[0])
    for who in (ada, bo):
        assert re.findall(r"/s/[\w-]+", panel(who, path))[0] == links[1]
        assert links[0] not in panel(who, path)
        assert "Bo" in panel(who, path)
    eve.post(f"{path}/join")
    assert panel(ada, path) == panel(eve, path) == ""


def test_an_address_too_long_for_a_code_is_shown_without_one(ada: httpx.Client) -> None:
    path = opened(ada, "you", "invite")
    html = ada.get(f"{path}/invite", headers={"Host": f"{'x' * 3000}.example"}).json()["html"]
    assert "/s/" in html
    assert "<svg viewBox" not in html


def test_no_two_at_a_table_have_the_same_name(server: Server, ada: httpx.Client) -> None:
    path = opened(ada, "you", "here:ada", "invite", "invite", game="spyrium")
    with person(server.address, "Ada") as other, person(server.address, "Bo") as bo:
        taken = other.post(f"{path}/join")
        assert taken.headers["location"] == f"{path}?called"
        assert 'data-called="Ada 3"' in other.get(taken.headers["location"]).text
        assert bo.post(f"{path}/join").headers["location"] == path
        assert [seat["name"] for seat in names(ada, path)] == ["Ada", "ada 2", "Ada 3", "Bo"]
        other.post("/me", data={"name": "Bo"})
        bo.post("/me", data={"name": "Cy"})
        other.post("/me", data={"name": "Di"})
    assert [seat["name"] for seat in names(ada, path)] == ["Ada", "ada 2", "Di", "Cy"]


def test_bots_and_guests_have_names_of_their_own(guest: httpx.Client) -> None:
    path = opened(guest, "you", "bot:greedy", "bot:greedy", "bot:random")
    table = names(guest, path)
    assert len({seat["name"] for seat in table}) == 4
    assert table[0]["name"] in GUESTS
    assert {seat["name"] for seat in table[1:]} <= set(RAILWAY_PEOPLE)
    assert "reedy bot" in guest.get(path, headers=TEXT).text


def test_who_opens_a_table_is_asked_for_a_name_once(guest: httpx.Client) -> None:
    assert 'id="yname"' in guest.get("/", headers=TEXT).text
    path = opened(guest, "you", "invite", name=" Ada ", title="")
    assert names(guest, path)[0]["name"] == "Ada"
    assert "Ada\u2019s table" in guest.get(path, headers=TEXT).text
    assert 'id="yname"' not in guest.get("/", headers=TEXT).text


def test_no_one_is_called_like_a_card() -> None:
    boxes = [roundhouse.game(id).box(None) for id in roundhouse.games()]
    things = {title.casefold() for box in boxes for title in box.titles}
    assert things.isdisjoint(name.casefold() for name in (*GUESTS, *RAILWAY_PEOPLE))
    assert max(map(len, GUESTS)) <= LONGEST_NAME


def test_one_person_takes_one_seat_of_an_open_table(ada: httpx.Client, eve: httpx.Client) -> None:
    path = opened(ada, "you", "invite", "invite", visibility="open")
    assert eve.post(f"{path}/join").status_code == 303
    assert "already" in refusal(eve.post(f"{path}/join"), 409)


def test_one_person_who_asks_many_times_at_once_has_one_seat(ada: httpx.Client, eve: httpx.Client) -> None:
    path = opened(ada, "you", "invite", "invite", "invite", visibility="open")
    with ThreadPoolExecutor(6) as pool:
        codes = list(pool.map(lambda _: eve.post(f"{path}/join").status_code, range(6)))
    assert sorted(codes) == [303] + [409] * 5


def test_a_password_of_a_proxy_is_no_token(ada: httpx.Client) -> None:
    path = opened(ada, "you", "invite")
    basic = {"Authorization": "Basic dXNlcjpwYXNz"}
    answer = ada.get(path, headers=basic)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert "set-cookie" not in ada.get("/", headers=bearer("nonsense")).headers
    odd = {"Authorization": "Bearer \xa0".encode("latin-1")}
    with client(str(ada.base_url), cookies=ada.cookies) as http:
        assert http.post(f"{path}/chat", json={"text": "x"}, headers=odd).status_code == 403  # type: ignore[arg-type]


# other sites

FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://["},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "SELF", "Sec-Fetch-Site": "cross-site"},
    {},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_another_site_changes_nothing_and_makes_nobody_a_new_person(
    server: Server, ada: httpx.Client, headers: dict[str, str]
) -> None:
    path = opened(ada, "you", "invite")
    told = {k: v.replace("SELF", server.address) for k, v in headers.items()}
    with_cookie = client(server.address, cookies=ada.cookies)
    without = client(server.address)  # as a browser does: its cookie stays at home
    wish = {"game": "trains", "seats": "2", "seat-0": "you", "seat-1": "bot:random"}
    for http in (with_cookie, without):
        tries = [
            http.post("/me", data={"name": "Evil"}, headers={**told, **TEXT}),
            http.post("/tables", data=wish, headers=told),
            http.post(f"{path}/close", headers=told),
            http.post(f"{path}/play", json={"n": 1, "action": 0}, headers=told),
            http.post("/open", files={"record": b"x"}, headers=told),
        ]
        if headers or http is with_cookie:
            tries.append(http.post("/api/tables", json={"game": "trains", "seats": ["invite"] * 2}, headers=told))
        for answer in tries:
            assert answer.status_code == 403
            assert "set-cookie" not in answer.headers
            assert "another site" in answer.text
    assert "Ada" in ada.get("/").text
    assert ada.get(path).status_code == 200


def test_our_own_pages_and_programs_with_a_token_may(server: Server, ada: httpx.Client, http: httpx.Client) -> None:
    own = {"Sec-Fetch-Site": "same-origin", "Origin": server.address}
    assert ada.post("/me", data={"name": "Ada"}, headers=own).status_code == 303
    where, held = by_api(http, "person:Ada", "person:Bo")
    body = {"n": 1, "words": "start at kamata"}
    assert http.post(f"{where}/play", headers=bearer(held["tokens"]["0"]), json=body).status_code == 200


def test_a_token_counts_without_the_cookie_that_comes_with_it(server: Server, ada: httpx.Client) -> None:
    where, held = by_api(ada, "person:Ada", "person:Bo")
    both = client(server.address, cookies=ada.cookies)
    assert both.get(where, headers=bearer(held["tokens"]["1"])).json()["seat"] == 1
    assert both.get(where, headers=bearer("nonsense")).status_code == 403


# what is configured


def test_links_and_cookies_follow_the_configured_address(tmp_path: Path) -> None:
    with inside(tmp_path, base="https://games.example/club") as server:
        evil = {"Host": "evil.example", "Origin": "https://games.example"}
        with client(server.address, headers=evil) as http:
            answer = http.post("/me", data={"name": "Ada"})
            assert answer.status_code == 303
            cookie = answer.headers["set-cookie"]
            assert "Secure" in cookie
            assert "HttpOnly" in cookie
            assert "samesite=lax" in cookie.lower()
            value = {"Cookie": cookie.split(";")[0]}
            wish = {"game": "trains", "seats": "2", "seat-0": "you", "seat-1": "invite"}
            path = http.post("/tables", data=wish, headers=value).headers["location"]
            page = http.get(path, headers=value).text
            assert "https://games.example/club/s/" in page
            assert "https://games.example/club/w/" in page
            assert "evil.example" not in page
            for origin in ("http://games.example", "http://evil.example", "https://evil.example"):
                answer = http.post("/me", data={"name": "Ada"}, headers={"Origin": origin})
                assert answer.status_code == 403


@pytest.mark.skipif(os.name != "posix", reason="file modes are of POSIX systems")
def test_only_the_owner_can_read_the_files(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with inside(tmp_path / "data") as server:
            by_api(client(server.address), "person:Ada", "person:Bo")
            modes = {f.name: stat.S_IMODE(f.stat().st_mode) for f in (tmp_path / "data").iterdir() if f.is_file()}
    finally:
        os.umask(before)
    assert {"key", "roundhouse.sqlite"} <= set(modes)
    assert set(modes.values()) == {0o600}, modes


def test_a_chosen_seed_is_told_and_open_tables_take_none(
    ada: httpx.Client, bo: httpx.Client, http: httpx.Client
) -> None:
    wish = {"game": "trains", "seats": ["invite"] * 2, "visibility": "open", "seed": "7"}
    assert "may know every card" in refusal(http.post("/api/tables", json=wish), 422)
    where, held = by_api(http, "person:Ada", "invite", seed="7")
    assert http.get(where, headers=bearer(held["tokens"]["0"])).json()["seeded"] is True
    link = f"/s/{held['invitations']['1']}"
    assert "chose its seed, and may know every card" in bo.get(link, headers=TEXT).text
    bo.post(link)
    assert "chosen seed" in bo.get(f"/t/{held['id']}", headers=TEXT).text
    path = opened(ada, "you", "invite")
    assert "chosen seed" not in ada.get(path).text
