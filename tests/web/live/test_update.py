"""Pages that are open, or just coming, while the server becomes another build."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.web.live.browsers import Visit, choose, my_turn, number, open_table, take

OLDER = "document.documentElement.dataset.build = '0123456789ab'"
TOLD = "Roundhouse has been updated"
CHOICE = '[data-region="words"] [data-action]'


def slip(page: Page) -> None:
    expect(page.locator(".chit", has_text=TOLD)).to_be_visible()


def test_an_older_page_says_so_and_is_played_on(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice")
    page.evaluate(OLDER)
    choose(page, "start at Kamata")
    slip(page)
    page.locator(".chit", has_text=TOLD).get_by_role("button", name="Later").click()
    my_turn(page)
    take(page.locator(CHOICE).first)
    expect(page.locator(".chit", has_text=TOLD)).to_have_count(0)


def test_the_stream_tells_an_older_page(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice")
    page.add_init_script(f"document.addEventListener('DOMContentLoaded', () => {{ {OLDER} }})")
    page.reload()
    slip(page)


def test_a_decision_on_its_way_is_made_before_the_page_comes_anew(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice")
    before = number(page)
    page.evaluate(OLDER)
    page.evaluate("import(document.querySelector('script[src$=\\'/app.js\\']').src).then((app) => app.ask('/nowhere'))")
    slip(page)
    held: list[Route] = []
    page.route("**/play", lambda route: held.append(route))
    page.locator(CHOICE).filter(has_text="start at Kamata").first.click()
    page.wait_for_selector("main[aria-busy=true]")
    page.evaluate("window.same = true")
    page.locator(".chit", has_text=TOLD).get_by_role("button", name="Reload").click()
    expect(page.locator(".chit", has_text=TOLD)).to_have_count(0)
    assert page.evaluate("window.same")
    assert number(page) == before
    assert len(held) == 1
    with page.expect_navigation():
        held[0].continue_()
    my_turn(page)
    assert number(page) > before
    assert not page.evaluate("window.same")
    expect(page.locator(".chit", has_text=TOLD)).to_have_count(0)


def test_a_page_whose_scripts_are_of_another_build_comes_again(visit: Visit) -> None:
    """As when the page comes from one server and a script is asked of another, which was not updated yet."""
    page = visit("/")
    asked: list[str] = []

    def other_build(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=404, body="")
        else:
            route.continue_()

    page.route("**/lobby.js", other_build)
    with page.expect_navigation():
        page.reload()
        page.wait_for_event("load")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    assert len(asked) == 2
    assert page.evaluate("sessionStorage.getItem('roundhouse.tries')") == "0"
