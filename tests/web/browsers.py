"""Which browser the tests drive, and what they read on a table's page."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable

from playwright.sync_api import Page

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
CONTRAST = """() => {
    const parts = (colour) => (colour.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    const over = ([r, g, b, a = 1], under) => [r, g, b].map((c, i) => c * a + under[i] * (1 - a));
    const light = (rgb) => {
        const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (e) => {
        if (!e) return parts(getComputedStyle(document.documentElement).backgroundColor).slice(0, 3);
        const own = parts(getComputedStyle(e).backgroundColor);
        return (own[3] ?? 1) === 1 ? own.slice(0, 3) : over(own, ground(e.parentElement));
    };
    const weak = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const e = walk.currentNode.parentElement, text = walk.currentNode.textContent.trim();
        if (!text || e.closest("svg, script, style, [disabled], option, .sr") || !e.checkVisibility()) continue;
        const style = getComputedStyle(e), under = ground(e), size = parseFloat(style.fontSize);
        const a = light(over(parts(style.color), under)), b = light(under);
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 600);
        const told = `${text.slice(0, 40)}: ${ratio.toFixed(2)} (${e.className || e.tagName})`;
        if (ratio < (large ? 3 : 4.5)) weak.push(told);
    }
    return [...new Set(weak)].slice(0, 12);
}"""
Visit = Callable[..., Page]


PATIENCE = 60_000  # milliseconds: how long a busy machine may take for anything


def number(page: Page) -> int:
    return int(page.locator("main.table").get_attribute("data-n") or 0)


def reaches(page: Page, n: int) -> None:
    """Wait until the page shows decision n."""
    until = time.monotonic() + PATIENCE / 1000
    while number(page) < n:
        assert time.monotonic() < until, f"the page stays at decision {number(page)}, {n} was expected"
        page.wait_for_timeout(20)


def ready(page: Page) -> Page:
    """Wait until the script of a table's page runs, and the page hears its news and shows the last; the page."""
    shown = 'html[data-ready="table"] main.table[data-line="up"]'
    page.wait_for_selector(shown, state="attached", timeout=PATIENCE)
    return page


def seated(page: Page) -> Page:
    """Take what a link of a seat offers, as "Guest" if a name is asked for; the table's page."""
    name = page.locator("#join-name")
    if name.count() and not name.input_value():
        name.fill("Guest")
    page.locator("form.join button.main").click()
    return ready(page)


def my_turn(page: Page) -> None:
    page.wait_for_selector("main.table.yours", timeout=PATIENCE)
