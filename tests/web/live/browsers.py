"""Which browser the tests drive, and what people do and read with it at a table."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

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
FREE_SEAT = "JSON.parse(document.querySelector('#links').textContent).seats.find(s => s.kind === 'open').url"
PACE = "localStorage.getItem('roundhouse.pace') ?? localStorage.setItem('roundhouse.pace', '{}')"
FIRST_BOT = "JSON.parse(document.querySelector('#who-data').textContent).find(s => s.kind === 'bot').name"
AUTO_OFF = "localStorage.setItem('roundhouse.auto', 'off')"  # what is forced does not play itself
REACHED = "(n) => Number(document.querySelector('main.table').dataset.n) >= n"
Visit = Callable[..., Page]
PATIENCE = 60_000  # milliseconds: how long a busy machine may take for anything


def number(page: Page) -> int:
    return int(page.locator("main.table").get_attribute("data-n") or 0)


def reaches(page: Page, n: int) -> None:
    """Wait until the page shows decision n."""
    page.wait_for_function(REACHED, arg=n)


def ready(page: Page) -> Page:
    """Wait until the script of a table's page runs, and the page hears its news and shows the last; the page."""
    shown = 'html[data-ready="table"] main.table[data-line="up"]'
    page.wait_for_selector(shown, state="attached")
    return page


def seated(page: Page) -> Page:
    """Take what a link of a seat offers, as Bo if a name is asked for; the table's page."""
    name = page.locator("#join-name")
    if name.count() and not name.input_value():
        name.fill("Bo")
    page.locator("form.join button.main").click()
    return ready(page)


def my_turn(page: Page) -> None:
    page.wait_for_selector("main.table.yours")


def open_table(
    visit: Visit, *seats: str, game: str = "trains", visible: bool = False, minutes: str = "", **how: object
) -> Page:
    """Open a table in the lobby as Ada, seats as the values of its selects; its page, where she is to decide."""
    page = visit("/", **how)
    page.locator("#yname").fill("Ada")
    if visible or minutes:
        page.locator("[data-more-lines]").click()
    if visible:
        page.locator('input[name="visibility"][value="open"]').check(force=True)
    if minutes:
        expect(page.locator("#bank")).to_be_hidden()
        page.locator("#minutes").select_option(minutes)
        expect(page.locator("#bank")).to_be_visible()
    page.locator(f'input[name="game"][value="{game}"]').check(force=True)
    lines = page.locator(f'fieldset[data-game="{game}"]')
    lines.locator(f'input[name="seats"][value="{len(seats)}"]').check(force=True)
    if game == "trains":
        lines.locator('select[name="option-cards"]').select_option("tokyo beginners")
    for n, who in enumerate(seats):
        lines.locator(f'select[name="seat-{n}"]').select_option(who)
    page.get_by_role("button", name="Open the table").click()
    my_turn(ready(page))
    return page


def two(visit: Visit, visible: bool = False) -> tuple[Page, Page]:
    """Two persons at a table that the first has opened."""
    ada = open_table(visit, "you", "invite", visible=visible)
    bo = seated(visit(ada.evaluate(FREE_SEAT)))
    expect(bo.locator("main.table")).to_have_attribute("data-seat", "1")
    return ada, bo


def begun(visit: Visit) -> tuple[Page, Page]:
    """The same when both have placed their first marker."""
    ada, bo = two(visit)
    choose(ada, "start at Kamata")
    my_turn(bo)
    choose(bo, "start at Urawa")
    my_turn(ada)
    return ada, bo


def choose(page: Page, words: str) -> None:
    """Choose from the list in words and wait for the table to have taken it."""
    take(page.locator('[data-region="words"] [data-action]').filter(has_text=words).first)


def take(thing: Locator) -> None:
    """Click a thing that carries an action, and wait for the table to have taken it."""
    before = number(thing.page)
    thing.click()
    reaches(thing.page, before + 1)


def settings(page: Page, label: str) -> None:
    """Press one of the buttons about the table itself."""
    with page.expect_response("**/acts"):
        page.locator('[data-open="settings-box"]').first.click()
    page.locator("#settings-box").get_by_role("button", name=label).click()


def bot_of(page: Page) -> str:
    """What the first bot at the table is called."""
    return str(page.evaluate(FIRST_BOT))


def score_page(page: Page) -> None:
    page.get_by_role("button", name="See the score").click()
    page.wait_for_url("**/score")


def weak_text(page: Page, *paths: str) -> dict[str, list[str]]:
    """By scheme and page, texts too weak to read, here and at other addresses."""
    weak: dict[str, list[str]] = {}
    for path in ("", *paths):
        if path:
            page.goto(path)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            weak[f"{scheme} {path}"] = page.evaluate(CONTRAST)
    return {where: texts for where, texts in weak.items() if texts}


def fits(page: Page, width: int) -> None:
    """Make the page so wide; nothing of it lies beside."""
    page.set_viewport_size({"width": width, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
