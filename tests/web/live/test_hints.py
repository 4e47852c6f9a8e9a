"""Hints at a table: asked for by button or key, read, pointed at on the board, and played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.live.browsers import AUTO_OFF, CONTRAST, Visit, my_turn, number, open_table, reaches

HIDES = """() => {
    const box = document.querySelector("#hint-box").getBoundingClientRect();
    const choices = [...document.querySelectorAll("[data-region] [data-action]")];
    const under = ({left, right, top, bottom}) =>
        left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
    return choices.map((choice) => choice.getBoundingClientRect()).filter((at) => at.width && under(at)).length;
}"""  # how many choices lie under the hint


def hinted(page: Page) -> Page:
    """What matters now is told."""
    expect(page.locator("#hint-box")).to_be_visible()
    expect(page.locator("#hint-more")).to_be_visible()
    expect(page.locator("#hint-nudge")).to_have_text(re.compile(r"\.$"))
    expect(page.locator("#hint-said")).to_contain_text(page.locator("#hint-nudge").inner_text())
    return page


@pytest.mark.parametrize("game", ["spyrium", "trains"])
def test_a_hint_by_pointer_covers_no_choice_and_its_best_is_played(visit: Visit, game: str) -> None:
    page = open_table(visit, "you", "bot:apprentice", game=game, width=1366, height=768)
    expect(page.locator("#hint-box")).to_be_hidden()
    page.locator("#hint-button").click()
    hinted(page)
    assert page.evaluate(HIDES) == 0
    page.locator("#hint-more").click()
    rows = page.locator("#hint-list > li")
    assert 1 <= rows.count() <= 3
    expect(page.locator("#hint-list .hint-play").first).to_contain_text(re.compile(r"\d+ % to win"))
    assert page.evaluate(HIDES) == 0
    rows.last.locator(".hint-play").hover()
    action = rows.last.locator(".hint-play").get_attribute("data-action")
    lit = page.locator("[data-region] .hinted")
    actions = [f"{one.get_attribute('data-action')},{one.get_attribute('data-more') or ''}" for one in lit.all()]
    assert actions
    assert all(action in re.findall(r"\d+", several) for several in actions)  # a place may stand for several
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert page.evaluate(CONTRAST) == []
    n = number(page)
    rows.first.locator(".hint-play").click()
    reaches(page, n + 1)
    expect(page.locator("#hint-box")).to_be_hidden()
    expect(page.locator(".hinted")).to_have_count(0)


def test_a_hint_by_keys_alone(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice", game="spyrium")
    page.evaluate(AUTO_OFF)
    page.keyboard.press("n")
    hinted(page)
    page.keyboard.press("Escape")
    expect(page.locator("#hint-box")).to_be_hidden()
    page.keyboard.press("n")  # what is known is not asked for again
    hinted(page).keyboard.press("n")
    first, last = page.locator(".hint-play").first, page.locator(".hint-play").last
    expect(first).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(last).to_be_focused()
    expect(
        page.locator(f'[data-region] .hinted[data-action="{last.get_attribute("data-action")}"]').first
    ).to_be_attached()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    n = number(page)
    page.keyboard.press("Enter")
    reaches(page, n + 1)
    expect(page.locator("#hint-box")).to_be_hidden()
    my_turn(page)
    page.keyboard.press("?")
    expect(page.locator("#help-box")).to_contain_text("a hint")


def test_on_a_phone_a_hint_is_a_sheet_at_the_bottom(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice", game="empires", width=390, height=844)
    page.locator("#hint-button").click()
    hinted(page)
    box = page.locator("#hint-box").bounding_box()
    assert box is not None
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 844)
    page.locator("#hint-more").click()
    box = page.locator("#hint-box").bounding_box()
    assert box is not None
    assert box["height"] <= 844 / 2 + 1
    sizes = [one.bounding_box() for one in [*page.locator(".hint-play").all(), page.locator("#hint-shut")]]
    assert all(size is not None and size["height"] >= 44 for size in sizes)
    page.locator("#hint-shut").click()
    expect(page.locator("#hint-box")).to_be_hidden()


SEEN = """() => [...document.querySelectorAll("[data-region] .hinted")].some((thing) => {
    const { left, top, width, height } = thing.getBoundingClientRect();
    return width && thing.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""  # whether one of the lit places is in sight


def test_on_a_phone_the_place_of_a_hint_comes_into_sight(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice", game="empyreal", width=390, height=844)
    page.locator("#tab-log").check(force=True)  # what can be chosen lies in another tab
    page.locator("#hint-button").click()
    hinted(page)
    page.locator("#hint-more").click()
    expect(page.locator(".hint-play").first).to_be_focused()
    assert page.evaluate(SEEN)


def test_hints_are_turned_off_in_the_settings_and_where_others_play_there_are_none(visit: Visit) -> None:
    page = open_table(visit, "you", "invite")
    expect(page.locator("#hint-button")).to_be_hidden()
    page = open_table(visit, "you", "bot:apprentice")
    expect(page.locator("#hint-button")).to_be_visible()
    page.locator('[data-open="settings-box"]').first.click()
    page.get_by_role("button", name="Turn hints off").click()
    page.wait_for_selector('html[data-ready="table"]')
    expect(page.locator("#hint-button")).to_be_hidden()
