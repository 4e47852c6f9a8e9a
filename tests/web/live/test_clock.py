"""The clock of a table in two browsers: it runs, it warns, it runs out, and the seat is taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.live.browsers import FREE_SEAT, Visit, my_turn, open_table, ready, seated, take
from tests.web.server import Inside, inside
from tests.web.test_clock import wind_on

# a browser whose loudspeaker only counts
COUNTS = "window.chimes = 0; window.AudioContext = class { constructor() { window.chimes += 1; throw new Error(); } }"
RUNS = "(text) => document.querySelector('#clock time').textContent !== text"
SEATS = '[data-region="seats"]'
MINUTES = 15


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Inside]:
    """A server in this process, whose clock can be moved."""
    with inside(tmp_path) as started:
        yield started


def clock_runs(page: Page) -> None:
    clock = page.locator("#clock time")
    expect(clock).to_have_text(re.compile(r"^1[45]:\d\d$"))
    page.wait_for_function(RUNS, arg=clock.text_content())


def test_the_clock_runs_warns_runs_out_and_the_seat_is_taken_back(visit: Visit, server: Inside) -> None:
    ada = open_table(visit, "you", "invite", minutes=str(MINUTES))
    bo = seated(visit(ada.evaluate(FREE_SEAT), width=390, height=844, locale="en-GB", timezone_id="Asia/Tokyo"))
    for page in (ada, bo):
        clock_runs(page)
    ada.locator("#clock").click()
    expect(ada.locator("#notice-box")).to_contain_text("Each decision has 15:00.")

    live = server.tables.get(ada.url.rpartition("/")[2])
    ada.add_init_script(COUNTS)
    ada.evaluate("localStorage.setItem('roundhouse.sound', 'on')")
    wind_on(server.tables, live, 60 * MINUTES - 150)
    ready(visited(ada))
    expect(ada.locator("#notice-box")).to_contain_text("left to decide")
    expect(ada).to_have_title(re.compile(r"^[0-2]:\d\d left: "))
    ada.wait_for_function("window.chimes > 0")

    wind_on(server.tables, live, 200)
    server.tables.overdue()
    expect(ada.locator("#take-back")).to_be_visible()
    expect(bo.locator(SEATS)).to_contain_text("away: bot")
    expect(ada.locator(".did-list")).to_contain_text("starts at")
    expect(ada).not_to_have_title(re.compile("left: "))
    my_turn(bo)
    ready(visited(ada))  # who comes only now is told, too
    expect(ada.locator("#notice-box")).to_contain_text("A bot plays for you")
    expect(ada.locator(".did-list")).to_contain_text("starts at")
    ada.locator("#take-back").click()
    expect(ada.locator("#take-back")).to_be_hidden()
    expect(ada.locator("#notice-box")).to_contain_text("You are back")
    expect(bo.locator(SEATS)).not_to_contain_text("away")
    bo.locator("label:has(#tab-words)").click()
    take(bo.locator('[data-region="words"] [data-action]').first)
    my_turn(ada)
    clock_runs(ada)


def visited(page: Page) -> Page:
    page.reload()
    return page


def test_times_are_shown_in_the_viewers_zone(visit: Visit) -> None:
    page = open_table(visit, "you", "invite", locale="en-GB", timezone_id="Asia/Tokyo")
    page.locator(".topbar [data-chat]").click()
    page.locator("#chat-text").fill("Good evening.")
    page.locator("#chat-form button").click()
    said = page.locator("#chat-list time")
    for again in (False, True):  # as it comes, and as the page has it later
        if again:
            page.reload()
            page.locator(".topbar [data-chat]").click()
        when = datetime.fromisoformat(said.get_attribute("datetime") or "") + timedelta(hours=9)
        expect(said).to_have_text(re.compile(rf"\b{when:%H:%M}$"))
    page.goto("/")
    moved = page.locator("#mine time")
    expect(moved).to_have_text(re.compile("just now|min ago"))
    when = datetime.fromisoformat(moved.get_attribute("datetime") or "") + timedelta(hours=9)
    expect(moved).to_have_attribute("title", re.compile(rf"{when:%H:%M}$"))
