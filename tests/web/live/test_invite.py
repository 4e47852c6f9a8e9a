"""A friend is invited, comes and plays; nobody reads anything but the page."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.live.browsers import Visit, choose, fits, my_turn, open_table, ready, weak_text
from tests.web.server import TEXT, Server, client

SHARING = "navigator.share = async (what) => { window.shared = what; }"
PANEL = "#invite-box .invite"


def link_of(page: Page) -> str:
    """The first link that the panel shows."""
    return page.locator(f"{PANEL} input.field").first.input_value()


def test_a_friend_invited_from_one_browser_plays_in_another(visit: Visit, server: Server) -> None:
    ada = open_table(visit, "you", "invite", permissions=["clipboard-read", "clipboard-write"])
    panel = ada.locator(PANEL)
    expect(panel).to_contain_text("Seat B is free")
    expect(panel.locator(".came")).to_contain_text("awaited")
    expect(panel.get_by_role("img", name="QR code of the link of seat B")).to_be_visible()
    expect(panel.get_by_role("button", name="Share")).to_be_hidden()  # this browser cannot
    panel.get_by_role("button", name="Copy").click()
    expect(panel.get_by_role("button", name="Copied")).to_be_visible()
    link = ada.evaluate("navigator.clipboard.readText()")
    assert link == link_of(ada)
    with client(server.address) as preview:
        for shown in (link, ada.url):
            assert "Take the seat" in preview.get(shown, headers=TEXT).text
    expect(panel.locator(".came")).to_contain_text("awaited")  # and nobody has it

    bo = visit(ada.url)  # what stands in the address bar
    expect(bo.locator("main")).to_contain_text("Ada")
    bo.get_by_role("textbox", name="Your name").fill("Bo")
    bo.get_by_role("button", name="Take the seat").click()
    expect(ada.locator("#notice-box")).to_contain_text("Bo has taken seat B")
    expect(panel).to_have_count(0)
    choose(ada, "start at Kamata")
    my_turn(ready(bo))
    choose(bo, "start at Urawa")
    my_turn(ada)


def test_the_panel_has_no_dead_link_and_folds_away(visit: Visit) -> None:
    ada = open_table(visit, "you", "invite", "invite")
    panel = ada.locator(PANEL)
    expect(panel).to_contain_text("2 seats are free")
    first = link_of(ada)
    ada.add_init_script(SHARING)
    ada.reload()
    panel.get_by_role("button", name="Share").first.click()
    assert ada.evaluate("shared.url") == first
    panel.locator("> summary").click()
    expect(panel.locator("input.field").first).to_be_hidden()
    for name, called in (("Ada", "Ada 2"), ("Cy", "Cy")):
        friend = visit(first)
        friend.get_by_role("textbox", name="Your name").fill(name)
        friend.get_by_role("button", name="Take the seat").click()
        expect(ada.locator("#notice-box")).to_contain_text(f"{called} has taken seat")
        if name == "Ada":
            expect(friend.locator("#notice-box")).to_contain_text("Here you are Ada 2")
            assert "?" not in friend.url
            expect(panel).to_contain_text("Seat C is free")
            expect(panel.locator("input.field")).to_be_hidden()  # still folded
            first = link_of(ada)
    expect(panel).to_have_count(0)


def test_an_open_table_has_a_join_button_on_itself(visit: Visit) -> None:
    ada = open_table(visit, "you", "invite", "bot:apprentice", visible=True)
    eve = ready(visit(ada.url))
    fits(eve, 390)
    eve.set_viewport_size({"width": 1366, "height": 768})
    late = ready(visit(ada.url))
    eve.get_by_role("link", name="Join").click()
    eve.get_by_role("textbox", name="Your name").fill("Eve")
    eve.get_by_role("button", name="Take the seat").click()
    expect(ada.locator("#notice-box")).to_contain_text("Eve has taken seat B")
    expect(late.locator("#notice-box")).to_contain_text("Eve has taken seat B")
    expect(late.get_by_role("link", name="Join")).to_have_count(0)
    expect(ready(eve).locator("main.table")).to_have_attribute("data-seat", "1")


def test_the_panel_can_be_read_in_both_themes_and_fits_a_phone(visit: Visit) -> None:
    page = open_table(visit, "you", "invite", "invite", "bot:apprentice", reduced_motion="reduce")
    assert weak_text(page) == {}
    fits(page, 390)
    page.locator(f"{PANEL} > summary").click()
    box = page.locator(PANEL).bounding_box()
    assert box is not None
    assert box["height"] < 60
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(PANEL)).to_contain_text(re.compile("2 seats are free"))
