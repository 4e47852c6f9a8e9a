"""Empyreal in a real browser: set-up and turns against bots, transfers, two cars at once, the End of the Line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import roundhouse
from tests.web.live.browsers import (
    AUTO_OFF,
    Visit,
    bot_of,
    my_turn,
    number,
    open_table,
    reaches,
    seated,
    take,
    weak_text,
)
from tests.web.live.played import Moment, asked, played
from tests.web.live.whole import clicked_through, missing, settled
from tests.web.server import Server

SET_UP = ("found *", "be led by *")
END = ("deliver [A-Z]*", "collect all", "take the *", "upgrade spellcars", "gain *", "put it on *", "take [A-Z]*")
TURN = ("activate *", "build on *", "move to the End*", "move to *", "administrate")
NAMED = ("unique", "company", "captain", "engineer", "surveyor", "master", "award")
WANTED = ("found", "be led", "build on", "move to [A-E] and activate", "move to the End", "upgrade", "gain", "put it")


@pytest.fixture
def at(visit: Visit, server: Server) -> Callable[..., Page]:
    """The page of who decides at a table played up to a moment."""

    def go(moment: Moment, seats: int = 2, **options: Any) -> Page:
        page = seated(visit(played(server, seats, moment, "empyreal", **options).link, reduced_motion="reduce"))
        my_turn(page)
        page.evaluate(AUTO_OFF)
        return page

    return go


def thing(page: Page, region: str, what: str) -> Locator:
    """What carries an action there."""
    return page.locator(f'[data-region="{region}"] [data-action]{what}').first


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
    page = open_table(visit, "you", "bot:apprentice", game="empyreal", reduced_motion="reduce")
    expect(page.locator("main.table.empyreal")).to_be_visible()
    page.evaluate(AUTO_OFF)
    order = (*SET_UP, *END, *TURN)
    where, _ = clicked_through(page, order, most=150, enough=lambda said: not missing(WANTED, said))
    for region in ("board", "dock", "supply", "prompt"):
        assert where[region], f"nothing was clicked in the {region}: {where}"
    expect(page.locator('[data-region="log"]')).to_contain_text(bot_of(page))
    rival = page.locator("#folio-b")
    rival.locator("summary").click()
    expect(rival.locator(".whole .yardgrid")).to_be_visible()
    my_turn(page)
    before = number(page)
    page.locator('[data-region="words"] [data-action]').last.click()
    settled(page, before)
    reaches(page, before + 1)
    expect(rival.locator(".whole .yardgrid")).to_be_visible()  # it stays open when the table moves on


def test_a_build_over_a_transfer_shows_its_chain_and_is_clicked(at: Callable[..., Page]) -> None:
    page = at(asked("Build", 40, over=True))
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


def test_two_cars_are_activated_and_work_one_after_the_other(at: Callable[..., Page]) -> None:
    page = at(two_cars)
    take(thing(page, "dock", ".car"))
    expect(page.locator('[data-region="dock"] .car.is-next')).to_have_count(1)
    take(thing(page, "dock", ".car"))
    expect(page.locator('[data-region="dock"] .car:is(.is-now, .is-next)').first).to_be_visible()
    assert "activates" in log(page)


def test_a_delivery_at_the_end_of_the_line_and_an_upgrade(at: Callable[..., Page]) -> None:
    page = at(asked("ChooseCity", 40))
    points = int(page.locator("#folio-a .pts").inner_text())
    take(thing(page, "board", '[aria-label^="Deliver"]'))
    expect(page.locator(".spoken")).to_have_count(1)  # the city it goes to
    while page.locator('[data-region="board"] [aria-label^="Take the "]').count():
        take(thing(page, "board", '[aria-label^="Take the "]'))
    if page.locator(".tile-pick").count():
        take(thing(page, "board", ".tile-pick"))
    assert int(page.locator("#folio-a .pts").inner_text()) > points
    expect(page.locator('[data-region="prompt"] [data-action]')).to_have_count(3)
    take(thing(page, "prompt", '[aria-label="upgrade spellcars"]'))
    take(thing(page, "supply", ".car"))
    expect(page.locator('[data-region="dock"] .car.legal').first).to_be_visible()
    take(thing(page, "dock", ".car"))


@pytest.mark.parametrize(("seats", "moment"), [(4, asked("FoundCompany", 0)), (3, asked("Act", 40))])
def test_text_of_empyreal_is_strong_enough_to_read(at: Callable[..., Page], seats: int, moment: Moment) -> None:
    page = at(moment, seats, awards="advanced")
    for summary in page.locator("summary").all()[1:2]:
        summary.click()
    assert weak_text(page, "/rules/empyreal", "/gallery/empyreal") == {}


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
