"""A real browser at a real server: what a person does and sees."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import roundhouse
from roundhouse.bots.make import make
from tests.web.browsers import CHROMIUM, FLAGS
from tests.web.server import Server

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine; set CHROMIUM to one")

FREE_SEAT = "JSON.parse(document.querySelector('#links').textContent).seats.find(s => s.kind === 'open').url"
OTHER_SEAT = """
    fetch(`${location.pathname}/regions?as=${1 - Number(document.querySelector('main').dataset.seat)}`)
    .then(r => r.json()).then(j => j.seat)
"""
SLIDE = """(slider) => {
    slider.value = 10;
    for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, {bubbles: true}));
}"""
ON_A_HEX = "document.activeElement.matches('[data-region=board] [data-action]')"
Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Open a page as a new person; a page that logs an error fails its test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def go(path: str = "/", width: int = 1440, height: int = 900, **how: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=server.address, **how)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(path)
        return page

    yield go
    for context in contexts:
        context.close()
    assert faults == []


def open_table(page: Page, *seats: str, cards: str = "tokyo beginners") -> None:
    """Open a table in the lobby: seats as the values of its selects."""
    page.locator(f'input[name="seats"][value="{len(seats)}"]').check(force=True)
    page.locator('select[name="option-cards"]').select_option(cards)
    for n, who in enumerate(seats):
        page.locator(f'select[name="seat-{n}"]').select_option(who)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main.table")).to_be_visible()


def legal(page: Page) -> list[str]:
    """The choices in words."""
    return [
        text.strip()
        for text in page.locator('[data-region="words"] [data-action] >> css=span:first-child').all_inner_texts()
    ]


def number(page: Page) -> int:
    return int(page.locator("main.table").get_attribute("data-n") or 0)


def reaches(page: Page, n: int) -> None:
    """Wait until the page shows decision n."""
    until = time.monotonic() + 15
    while number(page) < n:
        assert time.monotonic() < until, f"the page stays at decision {number(page)}, {n} was expected"
        page.wait_for_timeout(20)


def choose(page: Page, words: str) -> None:
    """Choose from the list in words and wait for the table to have taken it."""
    before = number(page)
    page.locator('[data-region="words"] [data-action]').filter(has_text=words).first.click()
    reaches(page, before + 1)


def my_turn(page: Page) -> None:
    page.wait_for_selector("main.table.yours", timeout=20_000)


def test_three_clicks_from_the_lobby_to_a_game_against_bots(visit: Visit) -> None:
    page = visit("/")
    expect(page).to_have_title("Roundhouse: railway games")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    my_turn(page)
    page.locator('[data-region="board"] [data-action]').first.click()
    reaches(page, 3)
    my_turn(page)
    expect(page.locator('[data-region="dock"]')).to_contain_text("Normal train")


def test_a_turn_is_played_by_clicking_where_things_lie(visit: Visit) -> None:
    page = visit("/")
    open_table(page, "you", "bot:random")
    my_turn(page)
    page.locator('[data-region="board"] [data-action][aria-label*="Tachikawa"]').first.click()
    reaches(page, 2)
    my_turn(page)
    before = number(page)
    page.locator('[data-region="dock"] [data-action][aria-label*="Normal train"]').first.click()
    reaches(page, before + 1)
    expect(page.locator('[data-region="log"] li').first).to_contain_text("plays Normal train")
    page.locator('[data-region="prompt"] button', has_text="End turn").click()
    if page.locator("#confirm-box[open]").count():
        page.locator('#confirm-box button[value="yes"]').click()
    reaches(page, before + 2 + 1)
    my_turn(page)


def test_two_browsers_see_each_others_moves_and_not_each_others_cards(visit: Visit) -> None:
    ada = visit("/")
    open_table(ada, "you", "invite")
    link = ada.evaluate(FREE_SEAT)
    bo = visit(link)
    expect(bo.locator("main.table")).to_have_attribute("data-seat", "1")
    heard: list[str] = []
    bo.on("response", lambda r: heard.append(r.text()) if "/regions" in r.url else None)
    choose(ada, "start at Kamata")
    reaches(bo, 1)
    my_turn(bo)
    choose(bo, "start at Urawa")
    my_turn(ada)
    hand = ada.evaluate("fetch(location.pathname + '/regions').then(r => r.json()).then(j => j.regions.dock)")
    assert "Normal train" in hand
    source = bo.content()
    assert ada.locator('[data-region="dock"]').inner_html() not in source
    for page in (ada, bo):
        shown = page.evaluate(OTHER_SEAT)
        assert str(shown) == page.locator("main.table").get_attribute("data-seat")


def test_undo_takes_a_play_back(visit: Visit) -> None:
    page = visit("/")
    open_table(page, "you", "bot:random")
    my_turn(page)
    choose(page, "start at Tachikawa")
    my_turn(page)
    choose(page, "play Normal train")
    expect(page.locator('[data-region="prompt"] .purse')).to_contain_text("1")
    page.locator("#undo-button").click()
    expect(page.locator('[data-region="prompt"] .purse')).to_contain_text("0")


def test_a_curtain_falls_between_two_persons_at_one_screen(visit: Visit) -> None:
    page = visit("/")
    page.locator('input[name="seats"][value="2"]').check(force=True)
    page.locator('select[name="seat-1"]').select_option(label="Someone here")
    page.locator('[data-sit="1"] input.here').fill("Bo")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#curtain-box")).to_be_visible()
    assert "Normal train" not in page.locator('[data-region="dock"]').inner_text()
    page.locator("#raise").click()
    my_turn(page)
    choose(page, "start at Kamata")
    expect(page.locator("#curtain-title")).to_contain_text("Bo")
    page.locator("#raise").click()
    choose(page, "start at Urawa")
    expect(page.locator("#curtain-box")).to_be_visible()


def finished(server: Server) -> str:
    """A table whose game was played to its end through the API; its id."""
    with httpx.Client(base_url=server.address, timeout=30) as http:
        wish = {"game": "trains", "title": "Played out", "seats": ["person:Ada", "person:Bo"], "visibility": "open"}
        held = http.post("/api/tables", json={**wish, "seed": "browser"}).json()
        mirror = roundhouse.Record("trains", 2, seed="browser")
        bots = [make("greedy", "a"), make("random", "b")]
        while not mirror.state.over:
            seat = mirror.state.seat
            action = bots[seat].decide(mirror.state, seat)
            headers = {"Authorization": f"Bearer {held['tokens'][str(seat)]}"}
            body = {"n": len(mirror.lines) + 1, "action": action}
            http.post(f"/api/tables/{held['id']}/play", json=body, headers=headers).raise_for_status()
            mirror.play(action)
        return str(held["id"])


def test_the_score_page_says_who_won_and_why(visit: Visit, server: Server) -> None:
    page = visit(f"/t/{finished(server)}/score")
    expect(page.locator("main")).to_contain_text("wins")
    expect(page.locator("main")).to_contain_text("Cities")
    expect(page.locator("main")).to_contain_text("Ada")


def test_the_replay_slides_and_links_to_each_move(visit: Visit, server: Server) -> None:
    table = finished(server)
    page = visit(f"/t/{table}/replay")
    slider = page.locator("input[type=range]").first
    last = int(slider.get_attribute("max") or 0)
    assert last > 100
    whole = page.locator('[data-region="board"]').inner_html()
    slider.evaluate(SLIDE)
    expect(page.locator('[data-region="board"]')).not_to_have_text(whole)
    page.wait_for_url("**/replay#10")
    early = page.locator('[data-region="board"]').inner_html()
    assert early != whole
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay#11")
    other = visit(f"/t/{table}/replay#10")
    expect(other.locator("output").first).to_contain_text("10 of")


def test_the_record_can_be_taken_along_and_opened_again(visit: Visit, server: Server, tmp_path: Path) -> None:
    table = finished(server)
    page = visit(f"/t/{table}/score")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Record").first.click()
    file = tmp_path / "game.jsonl"
    waiting.value.save_as(file)
    assert roundhouse.load(str(file)).state.over
    page.goto("/")
    page.locator('input[type="file"]').set_input_files(file)
    page.get_by_role("button", name="Replay it").click()
    page.wait_for_url("**/replay")
    expect(page.locator('[data-region="board"] svg')).to_be_visible()


@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_shows_board_prompt_and_hand(visit: Visit, width: int) -> None:
    page = visit("/", width=width, height=740, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    my_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for tab in ("Supply", "Words", "Log", "Hand"):
        page.locator(".tabs label", has_text=tab).click()
        box = page.locator(".tabs label", has_text=tab).bounding_box()
        assert box is not None
        assert box["height"] >= 44
    page.locator(".tabs label", has_text="Words").click()
    choose(page, "start at")
    expect(page.locator('[data-region="board"] svg')).to_be_visible()


def test_everything_can_be_done_by_keyboard(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Open the table").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    my_turn(page)
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate(ON_A_HEX):
            break
    page.keyboard.press("ArrowRight")
    before = number(page)
    page.keyboard.press("Enter")
    reaches(page, before + 1)
    my_turn(page)
    page.keyboard.press("w")
    before = number(page)
    page.keyboard.press("Enter")
    reaches(page, before + 1)


def test_dark_mode_follows_the_system(visit: Visit) -> None:
    shade = "getComputedStyle(document.body).backgroundColor"
    light = visit("/", color_scheme="light").evaluate(shade)
    dark = visit("/", color_scheme="dark").evaluate(shade)
    assert light != dark
    assert sum(int(x) for x in re.findall(r"\d+", dark)[:3]) < 150


def test_a_refusal_says_why_with_its_clause(visit: Visit) -> None:
    page = visit("/")
    open_table(page, "you", "bot:random")
    my_turn(page)
    page.evaluate("document.querySelector('[data-region=words] [data-action]').dataset.action = '860'")
    page.locator('[data-region="words"] [data-action="860"]').click()
    expect(page.locator("#notice-box")).to_contain_text("is asked to place your first track marker")
    expect(page.locator('#notice-box a[href*="/rules/trains#trains-4.1"]')).to_be_visible()


def test_chat_is_heard_and_escaped(visit: Visit) -> None:
    ada = visit("/")
    open_table(ada, "you", "invite")
    link = ada.evaluate(FREE_SEAT)
    bo = visit(link)
    bo.locator(".topbar [data-chat]").click()
    bo.locator("#chat-text").fill("<img src=x onerror=alert(1)> hello")
    bo.keyboard.press("Enter")
    ada.locator(".topbar [data-chat]").click()
    expect(ada.locator("#chat-list")).to_contain_text("<img src=x onerror=alert(1)> hello")
    assert ada.locator("#chat-list img").count() == 0


def test_hostile_names_are_only_names(visit: Visit) -> None:
    page = visit("/")
    page.locator(".me").click()
    page.locator("#me-name").fill("<b>&\"'x")
    page.get_by_role("button", name="Keep it").click()
    page.wait_for_timeout(300)
    page.goto("/")
    open_table(page, "you", "bot:random")
    expect(page.locator('[data-region="seats"]')).to_contain_text("<b>&\"'x")
    assert page.locator('[data-region="seats"] th b').count() == 0


@pytest.mark.parametrize("path", ["/rules/trains", "/gallery/trains"])
def test_rules_and_gallery_show_everything(visit: Visit, path: str) -> None:
    page = visit(path)
    text = page.locator("main").inner_text()
    for title in roundhouse.game("trains").printed.titles:  # type: ignore[attr-defined]
        assert title.lower() in text.lower()


@pytest.mark.parametrize("path", ["/t/nowhere", "/s/nonsense", "/w/nonsense", "/rules/chess", "/nothing"])
def test_a_wrong_address_gets_a_page_in_words(visit: Visit, path: str) -> None:
    page = visit(path)
    expect(page.locator("main")).to_be_visible()
    assert "Traceback" not in page.content()
    assert page.locator("main").inner_text().strip()
