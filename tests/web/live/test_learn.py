"""First games clicked through from their first page to the easy game that follows, on desktops and phones."""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from roundhouse.learn.puzzles import puzzle, puzzles
from roundhouse.learn.script import lesson
from tests.web.live.browsers import CONTRAST, Visit, ready

FULL = bool(os.environ.get("ROUNDHOUSE_FULL"))
DESKTOP: dict[str, Any] = {"width": 1366, "height": 768}
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True}
GAMES = {"trains": DESKTOP, "spyrium": PHONE, "empires": PHONE, "empyreal": DESKTOP}
RUNS = [(game, how) for game in GAMES for how in (DESKTOP, PHONE) if FULL or GAMES[game] is how]
MOST = 150  # clicks and words read in a first game

# What is to be done now: the step and the number of decisions, and whether it is to be read, is free or is done.
NOW = """() => {
    const box = document.querySelector('#coach-box'), main = document.querySelector('main.table');
    if (!box || !main || main.matches('[aria-busy]') || document.querySelector('.coach-wait')) return null;
    const on = box.querySelector('#coach-on');
    return {
        at: `${box.querySelector('.coach-at').textContent} ${main.dataset.n} ${main.dataset.table}`,
        read: Boolean(on), done: /easy game/.test(on?.textContent ?? ''),
        free: !main.classList.contains('guided'),
    };
}"""
PASSED = f"(at) => {{ const now = ({NOW})(); return now && now.at !== at; }}"
# What is lit and in sight: marked, so that it can be clicked like anything else.
LIT = """() => {
    const seen = (thing) => {
        const { left, top, width, height } = thing.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return width && hit && (thing.contains(hit) || hit.contains(thing));
    };
    document.querySelector('[data-pick]')?.removeAttribute('data-pick');
    const lit = [...document.querySelectorAll('[data-region] .lit[data-action]')].find(seen);
    lit?.setAttribute('data-pick', '');
    return Boolean(lit);
}"""
CUT = "() => [...document.querySelectorAll('.coach-words')].some((e) => e.scrollHeight > e.clientHeight + 1)"
# Whether nothing lies over the sign, and some of what is lit is in sight besides the list in words.
CLEAR = """() => {
    const seen = (thing) => {
        const { left, top, width, height } = thing.getBoundingClientRect();
        return width && thing.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    const lit = [...document.querySelectorAll('[data-region]:not([data-region="words"]) .lit[data-action]')];
    return seen(document.querySelector('.prompt h1')) && (!lit.length || lit.some(seen));
}"""
# What does several decisions at once: the step, and whether it is lit and whether it can be pressed.
WHOLE = """() => [...document.querySelectorAll('[data-region="prompt"] [data-then]')].map((e) =>
    [document.querySelector('.coach-say').textContent, e.classList.contains('lit'), !e.disabled])"""
ENDS = ("end turn", "pass", "administrate", "take no train card", "deliver nothing", "lay no third track")


@pytest.mark.parametrize(("game", "how"), RUNS, ids=[f"{game}-{how['width']}" for game, how in RUNS])
def test_a_whole_first_game(visit: Visit, game: str, how: dict[str, Any]) -> None:
    page = visit(f"/learn/{game}", **how)
    page.get_by_role("button", name="Begin").click()
    ready(page)
    assert page.evaluate(CONTRAST) == []
    steps: set[str] = set()
    whole: list[tuple[str, bool, bool]] = []
    for _ in range(MOST):
        now = page.wait_for_function(NOW).json_value()
        steps.add(now["at"].split("of")[0])
        assert not page.evaluate(CUT), f"{now['at']}: the coach's words are cut."
        if now["done"]:
            break
        whole += page.evaluate(WHOLE) if not now["free"] else []
        go_on(page, now)
        page.wait_for_function(PASSED, arg=now["at"])
    assert len(steps) >= lesson(game).steps
    assert all(lit == pressed for _, lit, pressed in whole)
    if game == "trains":
        assert {lit for say, lit, _ in whole if say.endswith("Play one.")} == {False}
        assert {lit for say, lit, _ in whole if "Play all" in say} == {True}
    page.locator("#coach-on").click()
    expect(page.locator("#coach-box")).to_have_count(0)
    expect(page.locator("main.table")).to_be_visible()


@pytest.mark.parametrize(("game", "height"), [("trains", 768), ("empyreal", 768), ("spyrium", 768), ("trains", 650)])
def test_on_a_low_screen_the_coach_hides_neither_the_sign_nor_what_is_lit(visit: Visit, game: str, height: int) -> None:
    page = visit(f"/learn/{game}", width=1366, height=height)
    page.get_by_role("button", name="Begin").click()
    ready(page)
    for _ in range(5):
        now = page.wait_for_function(NOW).json_value()
        page.wait_for_function(CLEAR)
        go_on(page, now)
        page.wait_for_function(PASSED, arg=now["at"])
    if height == 768 and game != "spyrium":  # whose cards could not be read if they were smaller
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")  # all is in sight at once


def go_on(page: Page, now: dict[str, Any]) -> None:
    """Do what the page asks for: read, choose something where all is free, or click what is lit."""
    if now["read"]:
        return page.locator("#coach-on").click()
    if now["free"]:
        words = [text.strip() for text in page.locator('[data-region="words"] [data-action]').all_inner_texts()]
        ends = [n for n, text in enumerate(words) if text.lower().startswith(ENDS)]
        page.locator('[data-region="words"] [data-action]').nth(ends[0] if ends else 0).dispatch_event("click")
    else:
        page.wait_for_function(LIT)
        page.locator("[data-pick]").dispatch_event("click")
        if page.locator("#act-menu").is_visible():
            page.locator("#act-menu .lit").first.click()
    if page.locator("#confirm-box").is_visible():
        page.locator("#confirm-box .btn.main").click()


def test_a_wrong_try_is_answered_in_the_strip_and_by_keys(visit: Visit) -> None:
    page = visit("/learn/trains", **DESKTOP)
    page.get_by_role("button", name="Begin").press("Enter")
    ready(page)
    page.locator("#coach-on").press("Enter")
    expect(page.locator(".coach-say")).to_contain_text("Shinagawa-Meguro")
    expect(page.locator('[data-region="words"] .lit')).to_be_focused()  # keys lead from step to step
    page.locator('[data-region="words"] [data-action]').filter(has_text="start at Tachikawa").press("Enter")
    expect(page.locator("#coach-answer")).to_contain_text("A fine place in a game of your own")
    expect(page.locator("main.table")).to_have_attribute("data-n", "0")
    page.get_by_role("button", name="Read it again").press("Enter")
    expect(page.locator("#coach-answer")).to_be_hidden()
    page.locator('[data-region="words"] .lit').press("Enter")
    expect(page.locator(".coach-at b")).to_have_text("3")


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_shown_and_solved_by_keys(visit: Visit, game: str) -> None:
    n, one = next((n, one) for n, one in enumerate(puzzles(game), 1) if len(one.choices) == 1)
    page = visit(f"/puzzles/{game}")
    page.locator(f'form[action="/puzzles/{game}/{n}"] button').press("Enter")
    ready(page)
    page.locator("#coach-on").press("Enter")
    lit = page.locator('[data-region="words"] .lit')
    expect(lit).to_be_focused()
    assert one.choices[0].best in (lit.text_content() or "").lower() or one.choices[0].best in (
        lit.text_content() or ""
    )
    page.keyboard.press("Enter")
    expect(page.locator("[data-solved]")).to_contain_text("Right: ")


def test_on_a_phone_the_coach_folds(visit: Visit) -> None:
    page = visit("/learn/spyrium", **PHONE)
    page.get_by_role("button", name="Begin").click()
    ready(page)
    page.get_by_role("button", name="Fold the coach", exact=True).click()
    expect(page.locator(".coach-words")).to_be_hidden()
    page.locator("#coach-on").click()
    expect(page.locator(".coach-words")).to_be_visible()  # the next step is to be read


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_puzzle(visit: Visit, how: dict[str, Any]) -> None:
    """A wrong try is answered, who asks is shown it, and what was solved is ticked in the list."""
    page = visit("/puzzles/empires", **how)
    assert page.evaluate(CONTRAST) == []
    page.locator('.puzzles [data-n="1"]').click()
    ready(page)
    assert page.evaluate(CONTRAST) == []
    best = puzzle("empires", 1).choices
    words = page.locator('[data-region="words"] [data-action]')
    texts = [text.strip().lower() for text in words.all_inner_texts()]
    wrong = next(n for n, text in enumerate(texts) if best[0].best.lower() not in text)
    words.nth(wrong).dispatch_event("click")
    expect(page.locator("#coach-answer")).to_contain_text("try again")
    expect(page.locator("main.guided")).to_have_count(0)
    for _ in best:
        page.locator("#coach-on", has_text="Show it").click()
        page.wait_for_function(LIT)
        page.locator("[data-pick]").dispatch_event("click")
        if page.locator("#act-menu").is_visible():
            page.locator("#act-menu .lit").first.click()
        expect(page.locator("#coach-words")).to_contain_text("Right")
    expect(page.locator("#coach-words")).to_contain_text("Solved")
    assert page.evaluate(CONTRAST) == []
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator('.puzzles [data-n="1"] .tick')).to_be_visible()
    expect(page.locator('.puzzles [data-n="2"] .tick')).to_be_hidden()
