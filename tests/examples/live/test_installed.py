"""The example as pip installs it: found by its entry point, played in the terminal and in a real browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.live.browsers import CONTRAST, PACE, PATIENCE, bot_of, my_turn, number, reaches
from tests.web.server import Server, by_api, client, until


def run(env: dict[str, str], folder: Path, *args: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "roundhouse", *args],
        cwd=folder, env=env, input=said, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


# the terminal


def test_it_is_found_by_its_entry_point_and_only_if_installed(beside: dict[str, str], tmp_path: Path) -> None:
    assert "Night Goods, 2 to 4 seats, rules version 1, interpreted" in run(beside, tmp_path, "games").stdout
    bare = {**beside, "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    missing = run(bare, tmp_path, "play", "nightgoods")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert missing.stderr.startswith("There is no game 'nightgoods'; there are ")


def test_a_whole_game_through_a_pipe(beside: dict[str, str], tmp_path: Path) -> None:
    said = "1\nhelp crane\nrules 2.3\nmap\n" + "1\n" * 80
    done = run(beside, tmp_path, "play", "nightgoods", "--seed", "7", "--save", "game.jsonl", said=said)
    assert done.returncode == 0, done.stderr
    assert "You: couple a wagon or dispatch the train." in done.stdout
    assert "Breakdown crane: weight 2, worth 1. Choose one: score 1 point; or" in done.stdout
    assert "nightgoods-2.3  What an engine pulls." in done.stdout
    assert "Result: the deck is empty" in done.stdout
    assert "Saved to game.jsonl." in done.stdout
    assert run(beside, tmp_path, "replay", "game.jsonl").returncode == 0


def test_rules_and_simulation(beside: dict[str, str], tmp_path: Path) -> None:
    told = run(beside, tmp_path, "rules", "nightgoods", "saloon").stdout
    assert told.splitlines()[0].startswith("Saloon: weight 2, worth 2. Choose one: draw 1 wagon;")
    assert "nightgoods-3.9  Saloon: draw a wagon;" in told
    args = ("sim", "nightgoods", "--games", "10", "--seats", "3", "--seed", "1", "--jobs", "2")
    assert "10 games of Night Goods, 3 seats, seed 1" in run(beside, tmp_path, *args).stdout
    wrong = run(beside, tmp_path, "play", "nightgoods", "-o", "map=osaka")
    assert wrong.stderr.splitlines()[-1] == "Night Goods has no option 'map'; it has none."


# the browser


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page whose errors fail the tests."""
    faults: list[str] = []
    page = browser.new_page(viewport={"width": 1440, "height": 900}, base_url=server.address)
    page.set_default_timeout(PATIENCE)
    page.add_init_script(PACE.format("once"))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("response", lambda got: faults.append(got.url) if got.status >= 400 else None)
    yield page
    page.close()
    assert faults == []


def test_a_table_from_the_lobby_by_clicks_with_bots_that_answer(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".game", has_text="Night Goods")).to_contain_text("Make up a goods train")
    page.locator('input[name="game"][value="nightgoods"]').check(force=True)
    page.locator("#yname").fill("Ada")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    leaving = page.get_by_role("button", name="Dispatch the train")
    for step in range(12):
        my_turn(page)
        before = number(page)
        wagon = page.locator('[data-region="dock"] .card.legal, [data-region="board"] .legal')
        spoken = page.locator('[data-region="prompt"] .btn.legal')
        page.mouse.move(step, 300)  # the click of a resting pointer on the sign, just as a turn comes, is none
        (leaving if step > 5 and leaving.count() else wagon if wagon.count() else spoken).first.click()
        reaches(page, before + 1)
    for who in ("Ada", bot_of(page)):
        expect(page.locator('[data-region="log"] li', has_text=who).first).to_be_visible()
    expect(page.locator('[data-region="log"]')).to_contain_text("dispatches the train")
    assert page.evaluate(CONTRAST) == []


@pytest.mark.parametrize("kind", ["rules", "gallery"])
def test_its_pages(page: Page, kind: str) -> None:
    page.goto(f"/{kind}/nightgoods")
    expect(page.locator(".card", has_text="Breakdown crane").first).to_be_visible()
    drawn = page.locator(".card", has_text="Saloon").first.locator("use")
    assert page.locator(str(drawn.get_attribute("href"))).count() == 1
    assert page.locator('link[href$="/nightgoods.css"]').count() == 1
    assert page.evaluate(CONTRAST) == []


def test_only_what_lies_in_its_static_folder_is_served(server: Server) -> None:
    with client(server.address) as http:
        assert http.get("/static/nightgoods.css").headers["content-type"].startswith("text/css")
        kept = f"/static/{http.get('/').headers['Roundhouse-Build']}"
        assert http.get(f"{kept}/nightgoods.css").text == http.get("/static/nightgoods.css").text
        for path in ("face.py", "../face.py", "%2e%2e/face.py", "..%2fface.py", "nightgoods/face.py", "rules.md"):
            assert http.get(f"/static/{path}").status_code == 404, path
            assert http.get(f"{kept}/{path}").status_code == 404, path
        for id in ("../nightgoods", "..%2fnightgoods", "nightgoods.face", "toy"):
            assert http.get(f"/rules/{id}").status_code == 404, id


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], httpx.Client]]:
    """Start a server on the test's data folder with that PYTHONPATH, in place of the one before."""
    running: list[Server] = []

    def start(path: str) -> httpx.Client:
        for server in running:
            server.kill()
        with monkeypatch.context() as patch:
            patch.setenv("PYTHONPATH", path)
            running.append(Server(tmp_path).start())
        return client(running[-1].address, headers={"Accept": "text/html"})

    yield start
    for server in running:
        server.kill()


def test_its_tables_are_scored_and_wait_while_it_is_uninstalled(
    started: Callable[[str], httpx.Client], beside: dict[str, str]
) -> None:
    http = started(beside["PYTHONPATH"])
    wish = {"game": "nightgoods", "visibility": "open", "title": "Night shift"}
    where, held = by_api(http, "bot:greedy", "bot:random", **wish)
    by_api(http, "bot:greedy", "invite", **wish)
    assert "Night shift" in http.get("/").text
    until(lambda: http.get(where).json()["over"], "the bots play to the end")
    done = held["id"]
    score = http.get(f"/t/{done}/score").text
    assert "End of the line" in score
    assert "Trains and texts" in score
    assert http.get(f"/t/{done}/replay").status_code == 200
    http = started(os.environ.get("PYTHONPATH", ""))
    assert "Night shift" not in http.get("/").text
    answer = http.get(f"/t/{done}")
    assert answer.status_code == 404
    assert "This table cannot be shown. There is no game" in answer.text
    http = started(beside["PYTHONPATH"])
    assert http.get(f"/t/{done}").status_code == 200
