"""A person in real browsers: comes back elsewhere, and sees what became of what they asked."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.live.browsers import FREE_SEAT, Visit, begun, choose, fits, my_turn, open_table, seated, weak_text

NOTICES = "#notice-box"


def test_who_keeps_the_phrase_plays_on_in_another_browser(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice", reduced_motion="reduce")
    table = page.url
    page.get_by_role("link", name="Your page").click()
    page.locator("#my-name").fill("Marek")
    page.get_by_role("button", name="Keep it").first.click()
    expect(page.locator("h1")).to_have_text("Marek")
    page.get_by_role("button", name="Make a phrase").click()
    phrase = page.locator("#phrase").inner_text()
    assert len(phrase.split()) == 8
    assert not weak_text(page)
    fits(page, 390)
    other = visit("/")  # at first somebody new there
    other.locator(".topbar .me").click()
    other.get_by_role("link", name="Keep this, or play on another device").click()
    other.locator("#my-phrase").fill(phrase)
    other.get_by_role("button", name="Go on").click()
    expect(other.locator("main")).to_contain_text("This browser is then Marek")
    fits(other, 390)
    other.set_viewport_size({"width": 1440, "height": 900})
    other.get_by_role("button", name="Be Marek here").click()
    expect(other.locator("h1")).to_have_text("Marek")
    other.locator("#mine").get_by_role("link", name="Your move").click()
    assert other.url == table
    my_turn(other)
    choose(other, "start at Kamata")
    page.goto(table)  # where it was kept, it is still there
    expect(page.locator('[data-region="log"]')).to_contain_text("Kamata")
    expect(page.locator("main.table")).to_have_attribute("data-seat", "0")


def test_who_asks_sees_that_it_is_pending_and_who_has_answered(visit: Visit) -> None:
    ada = open_table(visit, "you", "invite", "invite")
    guests = []
    for name in ("Bo", "Cy"):
        guest = visit(ada.evaluate(FREE_SEAT))
        guest.locator("#join-name").fill(name)
        guests.append(seated(guest))
        ada.reload()
    bo, cy = guests
    choose(ada, "start at Kamata")
    my_turn(bo)
    choose(bo, "start at Urawa")
    my_turn(cy)
    ada.locator("#undo-button").click()
    expect(ada.locator(NOTICES)).to_contain_text("Asked Bo and Cy to undo")
    expect(ada.locator(NOTICES)).to_contain_text("Nobody has answered yet")
    bo.locator(NOTICES).get_by_role("button", name="Allow").click()
    expect(ada.locator(NOTICES)).to_contain_text("Bo has agreed; Cy has not answered yet")
    ada.reload()  # it is still pending
    expect(ada.locator(NOTICES)).to_contain_text("Bo has agreed; Cy has not answered yet")
    cy.locator(NOTICES).get_by_role("button", name="Keep it").click()
    expect(ada.locator(NOTICES)).to_contain_text("Cy would rather not")
    expect(ada.locator(NOTICES)).not_to_contain_text("Asked")
    ada.locator("#undo-button").click()
    expect(bo.locator(NOTICES)).to_contain_text("asks to undo")
    ada.locator(NOTICES).get_by_role("button", name="Withdraw").click()
    for page in (bo, cy):
        expect(page.locator(f"{NOTICES} .chit.ask")).to_have_count(0)
    expect(ada.locator(f"{NOTICES} .chit")).to_have_count(0)


def test_who_asks_hears_that_all_have_agreed(visit: Visit) -> None:
    ada, bo = begun(visit)
    ada.locator("#undo-button").click()
    bo.locator(NOTICES).get_by_role("button", name="Allow").click()
    expect(ada.locator(NOTICES)).to_contain_text("all have agreed")
