"""What a person sets for their own eyes, and what can be looked at closely: theme, text, motion, and cards enlarged."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.live.browsers import AUTO_OFF, CONTRAST, Visit, number, seated
from tests.web.live.played import asked, played
from tests.web.server import Server

GROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(223, 231, 230)", "rgb(7, 22, 36)"
SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
BAR = """() => [...document.querySelectorAll('meta[name="theme-color"]')]
    .filter((meta) => matchMedia(meta.media).matches).map((meta) => meta.content)"""
PACE = "parseFloat(getComputedStyle(document.querySelector('.dock .card')).transitionDuration)"
UNKNOWN = """async () => {
    const ids = [...new Set([...document.querySelectorAll('[data-card]')].map((one) => one.dataset.card))];
    const from = document.querySelector('#card-box').dataset.from;
    const asked = ids.map(async (id) => [id, (await fetch(from + id)).ok]);
    return [ids.length, (await Promise.all(asked)).filter(([, ok]) => !ok)];
}"""
PRESSED = """async (card) => {
    const event = (kind) => card.dispatchEvent(new PointerEvent(kind, {bubbles: true, pointerType: 'touch'}));
    event('pointerdown');
    while (!document.querySelector('#card-box').open) await new Promise((done) => setTimeout(done, 20));
    event('pointerup');
    card.click();
}"""
BEYOND = """() => {
    const board = document.querySelector('.table > .board'); // how far it is scrolled beyond its lower edge
    return board.getBoundingClientRect().bottom - board.firstElementChild.getBoundingClientRect().bottom;
}"""
PLACE = """() => {
    const {top, left, height} = document.querySelector('[data-region="board"] svg').getBoundingClientRect();
    return [top, left, height];
}"""


def at_table(visit: Visit, server: Server, game: str = "trains", step: str = "", **how: object) -> Page:
    """A seat that is to decide after some turns, or is asked that."""
    until = asked(step, 0, 3) if step else lambda n, s: s.seat == 0 and n >= 30 and len(s.legal()) > 3
    return seated(visit(played(server, 3, until, game).link, **how))


def test_what_is_set_at_the_table_holds_on_every_page_from_the_first_paint(visit: Visit, server: Server) -> None:
    page = at_table(visit, server, color_scheme="light")
    assert (page.evaluate(GROUND), page.evaluate(BAR)) == (LIGHT, ["#dfe7e6"])
    assert page.evaluate(PACE) > 0
    page.locator('[data-open="settings-box"]').first.click()
    for name, value in (("motion", "less"), ("theme", "dark"), ("text-size", "130")):
        page.locator(f"#{name}").select_option(value)
    assert (page.evaluate(GROUND), page.evaluate(BAR), page.evaluate(PACE)) == (DARK, ["#071624"], 0)
    assert page.evaluate(CONTRAST) == []
    for path in ("/rules/trains", f"{page.url}/replay", "/"):
        page.goto(path)
        assert page.evaluate(GROUND) == DARK
        assert page.evaluate(SIZE) == (16 if path.endswith("replay") else 20.8)
    page.locator('[data-open="settings-box"]').first.click()
    page.locator("#theme").select_option("system")
    assert page.evaluate(GROUND) == LIGHT


@pytest.mark.parametrize("game", ["trains", "spyrium", "empires", "empyreal"])
def test_a_card_is_enlarged_with_its_text_its_clauses_and_where_it_lies(
    visit: Visit, server: Server, game: str
) -> None:
    page = at_table(visit, server, game)
    known, unknown = page.evaluate(UNKNOWN)
    assert known > 5
    assert unknown == []
    n = number(page)
    card = page.locator('[data-region="dock"] [data-where] [data-card], [data-region="dock"] [data-card][data-where]')
    box = page.locator("#card-box")
    card.first.click(button="right")
    expect(box).to_be_visible()
    expect(page.locator("#card-lies")).to_contain_text(": ")
    if game != "empyreal":  # the first there is a car that its company prints
        expect(box.locator(f'a[href^="/rules/{game}#{game}-"]').first).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    card.first.hover()
    page.keyboard.press("i")
    expect(box).to_be_visible()
    assert page.evaluate(CONTRAST) == []
    assert number(page) == n


def test_a_long_press_enlarges_and_plays_nothing(visit: Visit, server: Server) -> None:
    page = at_table(visit, server, width=390, height=740, has_touch=True)
    page.evaluate(AUTO_OFF)
    n = number(page)
    page.locator('[data-region="dock"] [data-card][data-action]').first.evaluate(PRESSED)
    expect(page.locator("#card-box h2")).to_be_visible()
    assert page.locator("#tip-box").is_hidden()
    assert number(page) == n


def test_on_a_phone_figures_unfold_piles_have_texts_and_the_map_stays_under_any_sign(
    visit: Visit, server: Server
) -> None:
    page = at_table(visit, server, width=390, height=740)
    figures = page.locator(".figures")
    expect(figures).to_be_hidden()
    page.locator('[data-region="seats"] .who').nth(1).click()
    expect(figures.locator("tbody tr").nth(1)).to_contain_text("Marek")
    expect(figures).to_contain_text("Deck")
    page.locator(".prompt h1").click()
    expect(figures).to_be_hidden()
    before = page.evaluate(PLACE)
    assert page.locator(".prompt [data-action]").count()
    page.locator(".prompt [data-action]").evaluate_all("(all) => all.forEach((one) => one.remove())")
    assert page.evaluate(PLACE) == before
    page.locator(".tabs label:has(#tab-supply)").click()
    text = page.locator(".ticket .text").first
    expect(text).to_be_visible()
    page.locator("[data-texts]").click()
    expect(text).to_be_hidden()


def test_on_a_phone_deliveries_lie_in_a_carousel_and_the_one_in_sight_is_drawn(visit: Visit, server: Server) -> None:
    page = at_table(visit, server, "empires", "deliver", width=390, height=844)
    row = page.locator(".carousel")
    expect(row).to_be_visible()
    assert page.evaluate(BEYOND) < 1
    second = row.locator("li").nth(1)
    second.evaluate("(item) => item.parentElement.scrollTo(item.offsetLeft - 6, 0)")
    expect(second).to_have_attribute("data-at", "")
    chain = second.locator("button").evaluate("({dataset}) => [dataset.action, dataset.then].join()")
    expect(page.locator(f'.shown[data-chain="{chain}"]').first).to_be_attached()


def test_in_the_lobby_of_a_phone_ones_own_tables_come_first(visit: Visit, server: Server) -> None:
    page = at_table(visit, server, width=390, height=740)
    page.goto("/")
    top = "(one) => one.getBoundingClientRect().top"
    mine, games, form = (page.locator(f".lobby {part}").evaluate(top) for part in ("#mine", ".games", "#new-table"))
    assert mine < games < form
