"""Learning from a game in a real browser: its review, trying a decision again, and the analysis board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from roundhouse.core.records import Record
from roundhouse.core.rng import seeded
from roundhouse.web.service import reviews
from tests.web.live.browsers import PACE, PATIENCE, fits, number, reaches, ready, weak_text
from tests.web.server import Inside, inside, person

DECISIONS = 20
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


@dataclass(frozen=True)
class Ended:
    """A server with a game that has ended, as a record that Ada has opened."""

    house: Inside
    path: str
    cookies: list[dict[str, str]]


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ended]:
    """Little is thought about each decision."""
    with (
        pytest.MonkeyPatch.context() as patch,
        inside(tmp_path_factory.mktemp("data")) as house,
        person(house.address, "Ada") as ada,
    ):
        patch.setattr(reviews, "ITERATIONS", 2)
        patch.setattr(reviews, "DEEPEST", 8)
        patch.setattr(reviews, "THOUGHT", 8)
        patch.setattr(reviews, "GAMES", 2)
        path = ada.post("/open", files={"record": ("game.jsonl", played().text())}).headers["location"]
        cookies = [{"name": name, "value": value, "url": house.address} for name, value in ada.cookies.items()]
        yield Ended(house, path.removesuffix("/replay"), cookies)


def played() -> Record:
    """The beginning of a game."""
    record, rng = Record("spyrium", 2, "browser", ["Ines", "Marek"]), seeded("browser")
    for _ in range(DECISIONS):
        choices = record.state.choices()
        record.play(choices[rng.below(len(choices))])
    return record


@pytest.fixture
def page(browser: Browser, ended: Ended, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Ada's browser; a page that logs an error fails its test."""
    how = {"reduced_motion": "reduce"} | dict(getattr(request, "param", {"width": 1366, "height": 768}))
    size = {"width": how.pop("width"), "height": how.pop("height")}
    context = browser.new_context(viewport=size, base_url=ended.house.address, service_workers="block", **how)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    context.add_init_script(PACE.format("once"))
    context.add_cookies(ended.cookies)  # type: ignore[arg-type]
    faults: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []


def test_a_review_from_the_button_to_trying_it_again(page: Page, ended: Ended) -> None:
    page.goto(f"{ended.path}/score")
    page.get_by_role("button", name="Review this game").press("Enter")
    expect(page.get_by_role("button", name="Look deeper")).to_be_visible()  # the page went on by itself
    made = ended.house.app.state.reviews.kept(ended.path.removeprefix("/t/"))
    worst = sorted(made.worst(), key=lambda one: one.n)
    stops = page.locator(".stops li")
    expect(stops).to_have_count(len(worst))
    dots = page.locator(".for-wide a.halt:not([tabindex])")
    for dot, one in zip(dots.all(), worst, strict=True):
        expect(dot).to_have_attribute("aria-label", re.compile(rf"^Decision {one.n}, .*{re.escape(one.words)}"))
    assert not weak_text(page)
    dots.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/replay?at={worst[0].n - 1}&eyes={worst[0].seat}")
    expect(page.locator(".replay output")).to_have_text(f"{worst[0].n - 1} of {DECISIONS}")
    said = page.locator(".slips")
    expect(said).to_contain_text(f"Decision {worst[0].n}, costly stop 1 of {len(worst)}")
    expect(said).to_contain_text(worst[0].words)
    said.get_by_label("The next costly stop").press("Enter")
    expect(said).to_contain_text(f"Decision {worst[1].n}, costly stop 2 of {len(worst)}")
    expect(page.locator(".replay output")).to_have_text(f"{worst[1].n - 1} of {DECISIONS}")
    assert not weak_text(page)
    page.locator(".replay").get_by_role("button", name="Last decision").click()
    expect(said).to_be_hidden()
    page.go_back()
    page.get_by_label("Try it against").select_option("apprentice")
    stops.first.get_by_role("button", name="Try it").press("Enter")
    ready(page)
    assert number(page) >= worst[0].n - 1
    expect(page.locator(".crumb")).to_contain_text(f"On from decision {worst[0].n - 1}")


@pytest.mark.parametrize("page", [{"width": 1366, "height": 768}, PHONE], indirect=True, ids=["desk", "phone"])
def test_the_analysis_board(page: Page, ended: Ended) -> None:
    page.goto(f"{ended.path}/replay?at=12")
    page.locator(".replay").get_by_role("button", name="One on").click()
    expect(page.locator(".replay output")).to_have_text(f"13 of {DECISIONS}")
    page.get_by_role("button", name="Ask the engine").click()
    said = page.get_by_role("dialog", name="What the engine says")
    expect(said.locator(".options li").first).to_contain_text("on average")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("You play").select_option("all")
    page.evaluate("localStorage.setItem('roundhouse.auto', 'off')")
    page.get_by_role("button", name="Open the table").click()
    ready(page)
    assert number(page) == 13
    expect(page.locator("#curtain-box")).to_be_hidden()
    expect(page.locator("#undo-button")).to_be_hidden()
    page.locator("[data-region=words] [data-action]").first.dispatch_event("click")
    reaches(page, 14)
    expect(page.locator("#undo-button")).to_be_visible()
    page.locator("#undo-button").click()
    expect(page.locator("#undo-button")).to_be_hidden()
    expect(page.get_by_role("button", name="Ask the engine")).to_be_visible()
    page.goto(f"{ended.path}/score")
    fits(page, 390)
