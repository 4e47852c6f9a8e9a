"""The lab on the web: what may be asked for, how it is played behind everything else, and who reads what."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from roundhouse.web.service import lab as service
from roundhouse.web.service import lab_work
from roundhouse.web.service.bot_pool import BotPool
from roundhouse.web.service.lab import CHANGED, FAILED, PLAYING, TOLD, Asked, Lab
from roundhouse.web.service.limits import Limits, off
from tests.web.server import TEXT, Inside, inside, person, refusal, refused, until

WISH = {"game": "empires", "seats": "2", "bot": ["apprentice", "conductor"], "games": "2"}


def asks(http: httpx.Client, **more: Any) -> httpx.Response:
    return http.post("/lab", data={**WISH, "bot": "apprentice", **more})


def told(http: httpx.Client, path: str) -> dict[str, Any]:
    """The study when its report is there."""

    def there() -> dict[str, Any]:
        study: dict[str, Any] = http.get(f"{path}/progress").json()
        return study if study["state"] != PLAYING else {}

    found: dict[str, Any] = until(there, "the report is there")
    return found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def ada(house: Inside) -> Iterator[httpx.Client]:
    with person(house.address, "Ada") as http:
        yield http


@pytest.fixture
def eve(house: Inside) -> Iterator[httpx.Client]:
    with person(house.address, "Eve") as http:
        yield http


class Still(BotPool):
    """A pool that does nothing of its own accord."""

    def __init__(self) -> None:
        super().__init__(1)
        self.pieces: list[tuple[Any, tuple[Any, ...], Future[Any]]] = []

    def spare(self, function: Any, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.pieces.append((function, args, future))
        return future


def begun(lab: Lab, by: str = "ada", games: int = 2) -> Asked:
    return lab.ask(by, by, "empires", 2, ["apprentice"], games, {})


# pages


def test_the_lobby_leads_to_the_form(ada: httpx.Client) -> None:
    assert 'href="/lab"' in ada.get("/", headers=TEXT).text
    page = ada.get("/lab", headers=TEXT).text
    for said in ("stationmaster@150", "tycoon@400", "Small Railroad Empires", 'value="conductor"', "None yet"):
        assert said in page


def test_a_study_ends_in_a_report_for_all_who_have_its_address(ada: httpx.Client, eve: httpx.Client) -> None:
    answer = ada.post("/lab", data=WISH)
    assert answer.status_code == 303
    path = answer.headers["location"]
    assert re.fullmatch(r"/lab/[\w-]{20,30}", path)
    study = told(ada, path)
    assert (study["state"], study["done"], study["why"]) == (TOLD, 2, "")
    assert "by" not in study
    for http in (ada, eve):
        page = http.get(path, headers=TEXT)
        assert page.status_code == 200
        assert "2 games of bots, 2 seats" in page.text
        assert "To go with winning is not to make win." in page.text
    assert path in ada.get("/lab", headers=TEXT).text
    assert path not in eve.get("/lab", headers=TEXT).text


def test_a_study_is_played_with_the_options_that_were_chosen(house: Inside, ada: httpx.Client) -> None:
    page = ada.get("/lab", headers=TEXT).text
    assert 'name="option-empires-start_money"' in page
    assert 'name="option-trains-map"' in page
    path = asks(ada, **{"option-empires-start_money": "staggered", "option-trains-map": "osaka"}).headers["location"]
    study = told(ada, path)
    assert (study["state"], study["options"]) == (TOLD, "Staggered start money")
    assert house.app.state.lab.get(study["id"]).match.options == {"start_money": "staggered"}
    assert "start_money staggered" in ada.get(path, headers=TEXT).text
    usual = asks(ada, **{"option-empires-start_money": "printed"}).headers["location"]
    assert house.app.state.lab.get(told(ada, usual)["id"]).options == {}
    assert "start_money" in refusal(asks(ada, **{"option-empires-start_money": "none"}), 422)
    assert "no option 'gold'" in refusal(asks(ada, **{"option-empires-gold": "1"}), 422)


def test_the_page_keeps_to_the_policy_of_the_site(ada: httpx.Client) -> None:
    """Scripts are files of ours: none stands in the page, and no attribute is one."""
    path = asks(ada).headers["location"]
    told(ada, path)
    page = ada.get(path, headers=TEXT)
    assert "script-src" not in page.headers["Content-Security-Policy"]
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=\"/static/)", page.text)
    assert not re.search(r"<[^>]*\son\w+=", page.text)
    for file in ("report.css", "report.js", "lab.js"):
        assert ada.get(f"/static/{file}").status_code == 200


def test_the_report_can_be_saved_as_a_file_of_its_own(ada: httpx.Client) -> None:
    path = asks(ada).headers["location"]
    told(ada, path)
    saved = ada.get(f"{path}/report")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="empires-2-games.html"'
    assert saved.text.startswith("<!doctype html>")
    assert "/static/" not in saved.text


def test_without_scripts_the_page_asks_again(house: Inside, ada: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.app.state.lab.line, "go_on", lambda: None)
    path = asks(ada).headers["location"]
    page = ada.get(path, headers=TEXT).text
    assert '<noscript><meta http-equiv="refresh"' in page
    assert "0 of 2 games are played." in page
    assert "wait for it" in refusal(ada.get(f"{path}/report"), 409)
    monkeypatch.undo()
    ada.post(f"{path}/end")
    house.app.state.lab.go_on()
    assert told(ada, path)["state"] == TOLD
    assert "No game has been played yet." in ada.get(path, headers=TEXT).text
    assert 'http-equiv="refresh"' not in ada.get(path, headers=TEXT).text


def test_only_who_asked_ends_it_and_it_tells_what_there_is(house: Inside, ada: httpx.Client, eve: httpx.Client) -> None:
    path = asks(ada, games="200", bot="stationmaster@150").headers["location"]
    assert "Only who asked" in refusal(eve.post(f"{path}/end"), 403)
    assert "End it" in ada.get(path, headers=TEXT).text
    assert "End it" not in eve.get(path, headers=TEXT).text
    assert ada.post(f"{path}/end").status_code == 303
    study = told(ada, path)
    assert study["state"] == TOLD
    assert study["why"] == "It was ended before its last game."
    assert "are still to be played" in ada.get(path, headers=TEXT).text


# refusals


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"bot": "tycoon"}, "Choose one bot or more, of apprentice, conductor, stationmaster@150, tycoon@400."),
        ({"bot": "tycoon@50ms"}, "Choose one bot"),
        ({"bot": "os:system"}, "Choose one bot"),
        ({"bot": ""}, "Choose one bot"),
        ({"games": "0"}, "A study has a number of games"),
        ({"games": "201"}, "A study here has 1 to 200 games"),
        ({"games": "many"}, "A study has a number of games"),
        ({"seats": "5"}, "2 to 4"),
        ({"seats": "99"}, "1 to 8 seats"),
        ({"game": "chess"}, "There is no game 'chess'"),
    ],
)
def test_what_cannot_be_played_is_refused(ada: httpx.Client, more: dict[str, str], sentence: str) -> None:
    assert sentence in refusal(asks(ada, **more), 422)


@pytest.mark.parametrize("id", ["x", "a" * 22, "..%2f..", "%00", "a" * 3000])
def test_there_is_nothing_at_other_addresses(ada: httpx.Client, id: str) -> None:
    for path in (f"/lab/{id}", f"/lab/{id}/progress", f"/lab/{id}/report"):
        assert ada.get(path).status_code == 404


def test_without_pyarrow_it_says_what_is_missing(ada: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "find_spec", lambda name: None)
    page = ada.get("/lab", headers=TEXT)
    assert page.status_code == 200
    assert "The lab needs pyarrow, which is not installed here." in page.text
    assert "Play them" not in page.text
    assert "pip install" in refusal(asks(ada), 503)


def test_limits_for_a_person_an_address_and_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = replace(Limits(), studies_person=2, studies=2)
    monkeypatch.setattr(Lab, "go_on", lambda self: None)
    with (
        inside(tmp_path, limits=limits) as server,
        person(server.address, "Ada") as ada,
        person(server.address, "Bo") as bo,
        person(server.address, "Cy") as cy,
    ):
        first = asks(ada)
        assert first.status_code == 303
        assert "You have a study in play already" in refusal(asks(ada), 429)
        assert asks(bo).status_code == 303
        assert "2 studies are in play" in refusal(asks(cy), 429)
        lab: Lab = server.app.state.lab
        for study in list(lab.studies.values()):
            lab.settle(study, FAILED, "It is enough.")
        assert "It is enough." in ada.get(first.headers["location"], headers=TEXT).text
        assert asks(ada).status_code == 303
        lab.settle(lab.get(lab.line.keys[0]), FAILED, "It is enough.")
        assert "2 studies were begun in the last hour by you" in refusal(asks(ada), 429)


# playing


def test_one_piece_is_played_at_a_time_and_studies_take_turns(tmp_path: Path) -> None:
    pool = Still()
    lab = Lab(tmp_path, pool, off())
    one, other = begun(lab, "ada"), begun(lab, "bo")
    lab.go_on()
    assert len(pool.pieces) == 1
    folders = []
    for done in (0, 0, 1, 1, 2, 2):
        function, args, future = pool.pieces[-1]
        folders.append((function.__name__, Path(args[0]).parent.name))
        future.set_result(done)
    assert folders == [(name, study.id) for name in ("begin", "play", "play") for study in (one, other)]
    assert pool.pieces[-1][0] is lab_work.tell
    for _ in (one, other):
        pool.pieces[-1][2].set_result(2)
    assert (one.state, other.state) == (TOLD, TOLD)
    assert len(pool.pieces) == 8


def test_a_server_that_stops_begins_no_more_pieces(tmp_path: Path) -> None:
    pool = BotPool(1)
    pool.stop()
    lab = Lab(tmp_path, pool, off())
    study = begun(lab)
    lab.go_on()
    assert study.state == PLAYING
    assert not lab.line.busy
    assert not pool.workers


def test_a_study_goes_on_when_the_server_starts_again(tmp_path: Path) -> None:
    """Its games are those that one server alone would have played."""
    lab = Lab(tmp_path, Still(), off())
    study = begun(lab, games=3)
    folder = str(lab.path(study, service.GAMES))
    lab_work.begin(folder, study.match, 3)
    while lab_work.play(folder, 60) < 2:
        pass
    lab_work.BEGUN.clear()
    first = (Path(folder) / "part-00000.parquet").read_bytes()
    lab.close()
    again = Lab(tmp_path, pool := Still(), off())
    assert [found.id for found in again.of("ada")] == [study.id]
    again.go_on()
    function, args, future = pool.pieces[0]
    assert function is lab_work.begin
    assert lab_work.begin(*args) == 2
    future.set_result(2)
    assert pool.pieces[1][0] is lab_work.play
    assert lab_work.play(folder, 60) == 3
    assert (Path(folder) / "part-00000.parquet").read_bytes() == first


def test_a_study_of_other_rules_is_ended_with_what_it_has(tmp_path: Path) -> None:
    lab = Lab(tmp_path, Still(), off())
    study = begun(lab, games=2)
    study.done = 1
    lab.save(study)
    lab.close()
    again = Lab(tmp_path, pool := Still(), off())
    again.go_on()
    pool.pieces[0][2].set_exception(ValueError("/secret/place holds another study"))
    assert pool.pieces[1][0] is lab_work.tell
    pool.pieces[1][2].set_result(1)
    found = again.get(study.id)
    assert (found.state, found.why) == (TOLD, CHANGED)


def test_what_fails_is_told_without_what_strangers_need_not_know(tmp_path: Path) -> None:
    lab = Lab(tmp_path, pool := Still(), off())
    study = begun(lab)
    pool.pieces[0][2].set_exception(OSError("/secret/place: no space left"))
    assert study.state == FAILED
    assert "secret" not in study.why
    assert study.why.endswith(".")
    assert not lab.line.keys


def test_a_study_has_its_time(tmp_path: Path) -> None:
    lab = Lab(tmp_path, pool := Still(), replace(off(), study_seconds=120))
    study = begun(lab, games=200)
    pool.pieces[0][2].set_result(0)
    study.seconds = 121
    pool.pieces[1][2].set_result(7)
    assert pool.pieces[2][0] is lab_work.tell
    assert study.why == "It was ended after 2 minutes, the most there is."


def test_the_oldest_that_are_done_make_room(tmp_path: Path) -> None:
    lab = Lab(tmp_path, Still(), replace(off(), studies_kept=2))
    old, playing, new = begun(lab, "a"), begun(lab, "b"), begun(lab, "c")
    assert len(lab.studies) == 3, "what is played is not removed"
    lab.settle(new, TOLD, "")
    lab.settle(old, TOLD, "")
    begun(lab, "d")
    assert set(lab.studies) >= {playing.id}
    assert old.id not in lab.studies
    assert not lab.path(old).exists()
    refused("There is no such study", lab.get, old.id)


def test_of_several_processes_one_plays_a_study_and_all_tell_of_it(tmp_path: Path) -> None:
    lab, other = Lab(tmp_path, pool := Still(), off()), Lab(tmp_path, idle := Still(), off())
    study = begun(lab, games=3)
    other.go_on()
    assert not idle.pieces
    pool.pieces[0][2].set_result(0)
    pool.pieces[1][2].set_result(1)
    assert other.get(study.id).done == 1
    assert [found.id for found in other.of("ada")] == [study.id]
    other.end(other.get(study.id))
    pool.pieces[2][2].set_result(1)
    assert pool.pieces[3][0] is lab_work.tell
    pool.pieces[3][2].set_result(1)
    told = other.get(study.id)
    assert (told.state, told.why) == (TOLD, service.ENDED)
    other.go_on()
    assert not idle.pieces


def test_limits_of_studies_are_those_of_all_processes_on_the_folder(tmp_path: Path) -> None:
    most = replace(off(), studies=1)
    lab, other = Lab(tmp_path, Still(), most), Lab(tmp_path, Still(), most)
    begun(lab)
    refused("1 studies are in play", begun, other)


def test_a_study_whose_process_has_ended_is_played_on_by_another(tmp_path: Path) -> None:
    lab, other = Lab(tmp_path, Still(), off()), Lab(tmp_path, pool := Still(), off())
    study = begun(lab)
    lab.close()
    other.go_on()
    assert pool.pieces[0][1][0] == str(other.path(study, service.GAMES))
    lab.go_on()
    assert not lab.held


def test_who_only_looks_whether_a_server_can_start_keeps_no_study_from_those_that_serve(tmp_path: Path) -> None:
    before = Lab(tmp_path, Still(), off())
    study = begun(before)
    before.close()
    first, serving = Lab(tmp_path, Still(), off()), Lab(tmp_path, pool := Still(), off())
    assert not first.held
    serving.go_on()
    assert list(serving.held) == [study.id]
    assert len(pool.pieces) == 1


def test_a_study_whose_file_cannot_be_read_for_a_moment_is_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = Lab(tmp_path, pool := Still(), off())
    study = begun(lab)
    with monkeypatch.context() as patch:
        patch.setattr(lab, "read", lambda id: None)
        assert lab.of("ada") == [study]
        pool.pieces[0][2].set_result(0)
    assert pool.pieces[1][0] is lab_work.play


def test_a_study_of_which_not_even_a_failure_can_be_told_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = Lab(tmp_path, pool := Still(), off())
    one, other = begun(lab, "ada"), begun(lab, "bo")

    def fails(*_: object) -> None:
        raise KeyError(one.id)

    with monkeypatch.context() as patch:
        patch.setattr(lab, "take", fails)
        patch.setattr(lab, "failed", fails)
        pool.pieces[0][2].set_result(0)
    assert Path(pool.pieces[1][1][0]).parent.name == other.id
    assert list(lab.line.keys) == [other.id]


def test_a_folder_that_is_no_study_does_not_keep_the_server_from_starting(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / service.ASKED).write_text(json.dumps({"id": 1}))
    lab = Lab(tmp_path, Still(), off())
    lab.go_on()
    assert lab.studies == {}


def test_a_piece_is_short_and_its_part_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(lab_work, "time", SimpleNamespace(monotonic=lambda: float(next(ticks))))
    folder = str(tmp_path / "s")
    match = Asked("x", "empires", 2, ["apprentice"], "7", 1, "").match
    assert lab_work.begin(folder, match, 1) == 0
    pieces = 1
    while lab_work.play(folder, 20) == 0:
        assert list(lab_work.BEGUN) == [(folder, 0)]
        pieces += 1
    assert pieces > 2
    assert not lab_work.BEGUN
    whole = str(tmp_path / "t")
    lab_work.begin(whole, match, 1)
    assert lab_work.play(whole, 100_000) == 1
    assert (Path(whole) / "part-00000.parquet").read_bytes() == (Path(folder) / "part-00000.parquet").read_bytes()
