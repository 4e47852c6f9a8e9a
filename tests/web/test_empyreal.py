"""Empyreal in a real browser: set-up and turns against bots, transfers, two cars at once, the End of the Line."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import roundhouse
from tests.web.browsers import CHROMIUM, CONTRAST, Visit, my_turn, number, reaches, seated
from tests.web.screenshots import asked, played
from tests.web.server import Server
from tests.web.whole import clicked_through, settled

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine; set CHROMIUM to one")

SET_UP = ("found *", "be led by *")
END = ("deliver [A-Z]*", "collect all", "take the *", "upgrade spellcars", "gain *", "put it on *", "take [A-Z]*")
TURN = ("activate *", "build on *", "move to the End*", "move to *", "administrate")
NAMED = ("unique", "company", "captain", "engineer", "surveyor", "master", "award")
AUTO_OFF = "localStorage.setItem('roundhouse.auto', 'off')"


def open_empyreal(page: Page, *seats: str) -> None:
    """Open a table in the lobby."""
    page.locator('input[name="game"][value="empyreal"]').check(force=True)
    own = page.locator('fieldset[data-game="empyreal"]')
    own.locator(f'input[name="seats"][value="{len(seats)}"]').check(force=True)
    for n, who in enumerate(seats):
        own.locator(f'select[name="seat-{n}"]').select_option(who)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main.table.empyreal")).to_be_visible()
    my_turn(page)


def click(page: Page, region: str, what: str) -> None:
    """Click what carries an action there, and wait for the table to have taken it."""
    before = number(page)
    page.locator(f'[data-region="{region}"] [data-action]{what}').first.click()
    reaches(page, before + 1)


def log(page: Page) -> str:
    return page.locator('[data-region="log"] li').first.inner_text()


def two_cars(lines: int, s: roundhouse.State) -> bool:
    """The first seat can activate two cars, and pay for both."""
    if s.seat != 0 or lines < 30 or s.view(0)["step"] != "Declare" or s.view(0)["declared"]:
        return False
    after = s.clone()
    after.apply(s.legal()[0])
    return after.view(0)["step"] == "Declare"


def test_a_table_from_the_lobby_is_played_by_clicking_to_the_end_of_the_line(visit: Visit) -> None:
    page = visit("/", reduced_motion="reduce")
    open_empyreal(page, "you", "bot:greedy")
    page.evaluate(AUTO_OFF)
    wanted = (
        "found",
        "be led",
        "build on",
        "move to [A-E]",
        "activate",
        "move to the End",
        "upgrade",
        "gain",
        "put it",
    )

    def enough(said: list[str]) -> bool:
        return all(any(fnmatchcase(words, f"{kind}*") for words in said) for kind in wanted)

    where, _ = clicked_through(page, (*SET_UP, *END, *TURN), most=150, enough=enough)
    for region in ("board", "dock", "supply", "prompt"):
        assert where[region], f"nothing was clicked in the {region}: {where}"
    expect(page.locator('[data-region="log"]')).to_contain_text("Greedy")
    rival = page.locator("#folio-b")
    rival.locator("summary").click()
    expect(rival.locator(".whole .yardgrid")).to_be_visible()
    my_turn(page)
    before = number(page)
    page.locator('[data-region="words"] [data-action]').last.click()
    settled(page, before)
    reaches(page, before + 1)
    expect(rival.locator(".whole .yardgrid")).to_be_visible()  # it stays open when the table moves on


def test_a_build_over_a_transfer_shows_its_chain_and_is_clicked(visit: Visit, server: Server) -> None:
    table = played(server, 2, asked("Build", 40, True), "empyreal")
    page = seated(visit(table.link.url))
    my_turn(page)
    ways = page.locator("[data-way]").evaluate_all("all => all.map((e) => e.dataset.way)")
    assert ways
    expect(page.locator(".chain:visible")).to_have_count(0)
    for region in ("board", "words"):
        page.locator(f'[data-region="{region}"] [data-action="{ways[0]}"]').hover(force=True)
        expect(page.locator(f'.chain.shown[data-way="{ways[0]}"]')).to_have_count(1)
    page.locator(f'[data-region="board"] [data-action="{ways[0]}"]').focus()
    before = number(page)
    page.keyboard.press("Enter")
    reaches(page, before + 1)
    assert "builds on" in log(page) or "builds on" in page.locator('[data-region="log"] li').nth(1).inner_text()


def test_two_cars_are_activated_and_work_one_after_the_other(visit: Visit, server: Server) -> None:
    table = played(server, 2, two_cars, "empyreal")
    page = seated(visit(table.link.url))
    page.evaluate(AUTO_OFF)
    my_turn(page)
    click(page, "dock", ".car")
    expect(page.locator('[data-region="dock"] .car.is-next')).to_have_count(1)
    click(page, "dock", ".car")
    expect(page.locator('[data-region="dock"] .car:is(.is-now, .is-next)').first).to_be_visible()
    assert "activates" in log(page)


def test_a_delivery_at_the_end_of_the_line_and_an_upgrade(visit: Visit, server: Server) -> None:
    table = played(server, 2, asked("ChooseCity", 40), "empyreal")
    page = seated(visit(table.link.url))
    page.evaluate(AUTO_OFF)
    my_turn(page)
    points = int(page.locator("#folio-a .pts").inner_text())
    click(page, "board", '[aria-label^="Deliver"]')
    expect(page.locator(".spoken")).to_have_count(1)  # the city it goes to
    while page.locator('[data-region="board"] [aria-label^="Take the good"]').count():
        click(page, "board", '[aria-label^="Take the good"]')
    if page.locator(".tile-pick").count():
        click(page, "board", ".tile-pick")
    assert int(page.locator("#folio-a .pts").inner_text()) > points
    choices = page.locator('[data-region="prompt"] [data-action]')
    expect(choices).to_have_count(3)
    click(page, "prompt", '[aria-label="upgrade spellcars"]')
    click(page, "supply", ".car")
    expect(page.locator('[data-region="dock"] .car.legal').first).to_be_visible()
    click(page, "dock", ".car")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_of_empyreal_is_strong_enough_to_read(visit: Visit, server: Server, scheme: str) -> None:
    tables = [played(server, 4, asked("FoundCompany", 0), "empyreal", awards="advanced")]
    tables.append(played(server, 3, asked("Act", 40), "empyreal", awards="advanced"))
    weak: dict[str, Any] = {}
    for n, table in enumerate(tables):
        page = seated(visit(table.link.url, color_scheme=scheme))
        my_turn(page)
        for summary in page.locator("summary").all()[1:2]:
            summary.click()
        weak[f"table {n}"] = page.evaluate(CONTRAST)
    for path in ("/rules/empyreal", "/gallery/empyreal"):
        page.goto(path)
        weak[path] = page.evaluate(CONTRAST)
    assert {where: texts for where, texts in weak.items() if texts} == {}


@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_shows_the_map_the_sign_and_the_folio(visit: Visit, server: Server, width: int) -> None:
    table = played(server, 4, asked("Act", 20), "empyreal", awards="advanced")
    page = seated(visit(table.link.url, width=width, height=740, has_touch=True))
    my_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for tab, seen in (("Market", ".wagons"), ("Goals", ".endline"), ("Words", ".words-list"), ("Folio", ".yardgrid")):
        page.locator(".tabs label", has_text=tab).click()
        expect(page.locator(seen).locator("visible=true").first).to_be_visible()
    stop = page.locator('[data-region="dock"] .stopo[data-action]').first
    before = number(page)
    stop.click()
    reaches(page, before + 1)


def test_rules_and_gallery_show_everything(visit: Visit) -> None:
    """Common spellcars have no name on them: the gallery tells it when one is pointed at, the rules tell of kinds."""
    box: Any = roundhouse.game("empyreal").box(None)
    page = visit("/gallery/empyreal")
    told = page.locator("[aria-label]").evaluate_all("all => all.map((e) => e.ariaLabel).join()")
    text = (page.locator("main").inner_text() + told).lower()
    assert [title for title in box.titles if title.lower() not in text] == []
    page.goto("/rules/empyreal")
    text = page.locator("main").inner_text().lower()
    named = [title for title, kind in zip(box.titles, box.kinds, strict=True) if kind in NAMED]
    assert [title for title in named if title.lower() not in text] == []
