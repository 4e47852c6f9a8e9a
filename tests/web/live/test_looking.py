"""Looking back and looking things up: a replay that plays by itself, whose eyes, rules beside the table, the score."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.live.browsers import Visit, fits, number, open_table, ready, take, weak_text
from tests.web.live.played import Played

AT = "() => Number(document.querySelector('.replay output').textContent.split(' ')[0])"
PAST = "(n) => Number(document.querySelector('.replay output').textContent.split(' ')[0]) > n"


def replaying(visit: Visit, table: Played, **how: object) -> Page:
    page = visit(table.watch, **how)
    page.goto(f"/t/{table.id}/replay#20")
    page.wait_for_selector('html[data-ready="replay"]', state="attached")
    expect(page.locator(".replay output")).to_contain_text("20 of")
    return page


def test_a_replay_plays_by_itself_and_pauses_by_button_and_space(visit: Visit, over: Played) -> None:
    page = replaying(visit, over)
    page.locator("[data-speed]").select_option("100")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(PAST, arg=23)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    stands = page.evaluate(AT)
    page.locator("body").click(position={"x": 3, "y": 3})
    page.keyboard.press("Space")
    page.wait_for_function(PAST, arg=stands + 1)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.reload()
    expect(page.locator("[data-speed]")).to_have_value("100")


def test_after_the_end_one_looks_through_any_eyes(visit: Visit, over: Played) -> None:
    page = replaying(visit, over)
    dock, eyes = page.locator('[data-region="dock"]'), page.locator("[data-eyes]")
    expect(eyes).to_have_value("watch")
    expect(dock.locator(".hand .card")).to_have_count(0)
    eyes.select_option("1")
    expect(dock.locator(".hand .card").first).to_be_visible()
    eyes.select_option("all")
    expect(dock.locator(".hand-of")).to_have_count(3)
    expect(dock.locator(".hand-of h2").first).to_have_text(re.compile("Ines"))
    page.wait_for_url("**/replay?eyes=all#20")
    page.reload()
    expect(dock.locator(".hand-of")).to_have_count(3)


@pytest.mark.parametrize("width", [1366, 390])
def test_rules_open_beside_a_table_that_is_played_on(visit: Visit, width: int) -> None:
    page = open_table(visit, "you", "bot:apprentice", width=width, height=844)
    beside = page.locator("#rules-box")
    expect(beside).to_be_hidden()
    page.locator("[data-rules]").click()
    expect(beside.get_by_role("heading", name="The aim")).to_be_visible()
    beside.locator("input[type=search]").fill("score marker starts")
    expect(beside.locator(".clause:visible")).to_have_count(1)
    beside.get_by_text("Cards", exact=True).click()
    expect(beside.locator(".card").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width > 1000:
        before = number(page)
        take(page.locator('[data-region="board"] [data-action]').first)
        assert number(page) > before
        expect(beside).to_be_visible()
    page.keyboard.press("Escape")
    expect(beside).to_be_hidden()


def test_the_clause_of_a_refusal_opens_beside_the_table(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice")
    address = page.url
    page.evaluate(
        "import(document.querySelector('script[src$=\\'/app.js\\']').src)"
        ".then((app) => app.refuse('Not there.', 'trains-3.2', 'trains'))"
    )
    page.get_by_role("link", name="trains-3.2").click()
    clause = page.locator("#rules-box .clause.sought")
    expect(clause).to_contain_text("Where it may not go")
    expect(clause).to_be_in_viewport()
    clause.get_by_role("link", name="3.2").click()
    assert page.url == address
    ready(page)


def test_pages_beside_the_table_can_be_read_and_fit(visit: Visit, over: Played) -> None:
    page = replaying(visit, over, reduced_motion="reduce")
    page.locator("[data-eyes]").select_option("all")
    page.locator("[data-rules]").click()
    expect(page.locator("#rules-box .clause").first).to_be_visible()
    assert weak_text(page, f"/t/{over.id}/score", "/rules/spyrium") == {}
    for path in (f"/t/{over.id}/score", f"/t/{over.id}/replay", "/rules/empyreal", "/gallery/spyrium"):
        page.goto(path)
        for width in (1366, 390):
            fits(page, width)
