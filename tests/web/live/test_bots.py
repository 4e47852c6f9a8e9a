"""Bots as people meet them: levels to choose from, and a page that stays live while one thinks."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from roundhouse.bots.make import levels
from tests.web.live.browsers import Visit, bot_of, my_turn, open_table
from tests.web.server import Server

PLACES = """() => [".prompt", "#board-box", ".dock"].map((part) => {
    const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(" ");
})"""
SAID = "getComputedStyle(document.querySelector('.prompt .say p'), '::after').content"
BREATHES = "getComputedStyle(document.querySelector('.prompt .ask > .seat')).animationName"


@pytest.mark.parametrize("width", [1366, 390])
def test_the_lobby_offers_levels_each_with_its_sentence(visit: Visit, width: int) -> None:
    page = visit("/", width=width, height=844)
    seat = page.locator('fieldset[data-game="trains"] select[name="seat-1"]')
    expect(seat).to_have_value("bot:conductor")
    for level in levels():
        expect(page.locator(".levels").get_by_text(level.sentence)).to_be_visible()
        seat.select_option(f"bot:{level.name}")
        expect(page.locator(f'.levels [data-level="{level.name}"]')).to_have_class("sits")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def workers(server: Server) -> list[int]:
    """The processes in which its bots think."""
    children = Path(f"/proc/{server.pid}/task").glob("*/children")
    pids = [pid for each in children for pid in each.read_text().split()]
    return [int(pid) for pid in pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def said_in_words(page: Page, words: str) -> None:
    """Choose from the list in words, also where a phone has it on another sheet."""
    page.locator('[data-region="words"] [data-action]').filter(has_text=words).first.dispatch_event("click")


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes")
@pytest.mark.parametrize("width", [1366, 390])
def test_while_a_bot_thinks_the_page_says_so_and_stays_live(visit: Visit, server: Server, width: int) -> None:
    page = open_table(visit, "bot:stationmaster", "you", width=width, height=844)
    pids = workers(server)
    assert pids
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)  # now it thinks for as long as this takes
    try:
        said_in_words(page, "start at")
        page.wait_for_selector("main.table:not(.yours)")
        places = page.evaluate(PLACES)
        page.wait_for_selector(".prompt.thinks")
        said = f"{bot_of(page)} is thinking."
        assert page.evaluate(SAID) == f'"{said}"'
        assert page.evaluate(BREATHES) == "ponder"
        assert page.evaluate(PLACES) == places  # nothing has moved
        expect(page.locator("#thinking")).to_have_text(said)  # read out, too
        page.emulate_media(reduced_motion="reduce")
        assert page.evaluate(BREATHES) == "none"
        page.locator(".topbar [data-chat]").click()
        page.locator("#chat-text").fill("Take your time")
        page.locator("#chat-text").press("Enter")
        expect(page.locator("#chat-list")).to_contain_text("Take your time")
        page.locator(".topbar [data-chat]").click()
        other = visit("/")
        expect(other.locator("#new")).to_be_visible()
        page.reload()
        page.wait_for_selector(".prompt.thinks")  # who comes now is told as well
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
    my_turn(page)
    expect(page.locator(".prompt")).not_to_have_class("thinks")
    expect(page.locator("#thinking")).to_have_text("")
