"""The lab in a real browser: by keyboard, on a phone, with scripts and without."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.live.browsers import Visit, fits, weak_text


def test_a_study_from_the_lobby_to_its_report(visit: Visit) -> None:
    page = visit("/", reduced_motion="reduce")
    page.get_by_role("link", name="Lab").click()
    page.get_by_label("Game", exact=True).select_option("empires")
    page.get_by_label("Seats", exact=True).select_option("2")
    page.get_by_label("Games", exact=True).select_option("20")
    assert not weak_text(page)
    page.get_by_role("button", name="Play them").press("Enter")
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("heading", name="In short")).to_be_visible()  # the page went on by itself
    expect(page.locator("main")).to_contain_text("20 games of bots, 2 seats")
    assert not weak_text(page)
    table = page.locator("#kind-achievement table")
    names = table.locator("tbody th")
    before = names.all_inner_texts()
    head = table.get_by_role("button", name="Name")
    head.focus()
    page.keyboard.press("Enter")
    expect(table.locator("thead th").first).to_have_attribute("aria-sort", "ascending")
    assert names.all_inner_texts() == sorted(before, key=str.casefold)
    fits(page, 390)
    page.goto("/lab")
    fits(page, 390)
    expect(page.locator(".lab-list")).to_contain_text("20 games")


def test_a_study_without_scripts(visit: Visit) -> None:
    page = visit("/lab", java_script_enabled=False)
    page.get_by_label("Game", exact=True).select_option("empires")
    page.get_by_label("Seats", exact=True).select_option("2")
    page.get_by_label("Games", exact=True).select_option("20")
    page.get_by_role("button", name="Play them").click()
    expect(page.get_by_role("heading", name="In short")).to_be_visible()
    assert page.locator("#kind-achievement tbody tr").count() > 3
