"""How many clicks a turn takes: Small Railroad Empires with a delivery, Empyreal with a captain and three cars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

import roundhouse
from tests.web.live.browsers import AUTO_OFF, Visit, my_turn, number, reaches, seated, take
from tests.web.live.played import asked, played
from tests.web.live.whole import LOOK, best, click, settled
from tests.web.server import Server, bearer, by_api, client

LOG = '[data-region="log"] li'
EMPIRES_ORDER = (
    "start at",
    "deliver [a-z]*:",
    "claim [!n]",
    "take [A-Z]",
    "lay [A-Z][a-z]",
    "lay [A-Z]",
    "start a new",
)
MOST = 5  # clicks of a turn with a delivery; one more where a third track is laid and a first claim is to be chosen


def sign(page: Page, begins: str) -> Locator:
    """A bright button of the sign."""
    return page.locator('[data-region="prompt"] .btn.legal:not(.quiet)').filter(has_text=begins).first


def chain(thing: Locator) -> str:
    """The decisions that a click makes."""
    parts = [thing.get_attribute(name) for name in ("data-action", "data-then")]
    return ",".join(part for part in parts if part)


def test_a_delivery_is_one_click(visit: Visit, server: Server) -> None:
    page = seated(visit(played(server, 2, asked("deliver", 0, 3), "empires").link, reduced_motion="reduce"))
    my_turn(page)
    page.evaluate(AUTO_OFF)
    best = page.locator('[data-region="words"] [data-action]').first
    expect(page.locator(".waybill:visible")).to_have_attribute("data-chain", chain(best))
    expect(page.locator('[data-region="prompt"] .btn.quiet')).to_have_text("Deliver nothing")
    before, many = number(page), chain(best).count(",") + 1
    sign(page, "Deliver").click()
    reaches(page, before + many)
    expect(page.locator(LOG).nth(many - 1)).to_contain_text("sends")
    assert any("plays" in line for line in page.locator(LOG).all_inner_texts()[:many])


def test_the_line_of_a_delivery_is_drawn_while_it_is_pointed_at_and_sent_from_the_map(
    visit: Visit, server: Server
) -> None:
    page = seated(visit(played(server, 2, asked("deliver", 0, 3), "empires").link, reduced_motion="reduce"))
    my_turn(page)
    page.evaluate(AUTO_OFF)
    drawn = page.locator(".waybill:visible")
    expect(drawn).to_have_count(1)
    whole = page.locator('[data-region="words"] [data-then]')
    assert whole.count() > 1
    for line in whole.all():
        line.hover()
        expect(drawn).to_have_attribute(
            "data-chain", f"{line.get_attribute('data-action')},{line.get_attribute('data-then')}"
        )
    city = page.locator('[data-region="board"] [aria-label^="Deliver"]').last
    city.hover(force=True)
    expect(drawn).to_have_count(1)
    before, many = number(page), chain(city).count(",") + 1
    city.focus()
    page.keyboard.press("Enter")
    reaches(page, before + many)


def clicked(page: Page, order: Sequence[str], begins: str, enough: int) -> dict[str, list[str]]:
    """Click in words until something was chosen so often; by turn, the words of each click that decided something."""
    turns: dict[str, list[str]] = {}
    while True:
        look = page.wait_for_function(LOOK).json_value()
        done = [turn for turn in turns.values() if any(words.startswith(begins) for words in turn)]
        turn = page.locator('[data-region="seats"]').inner_text().split("\n")[0]
        if look["over"] or (len(done) >= enough and turn not in turns):
            return turns
        found = best(look["choices"], order)
        click(page, found[0], ["words"], 0)
        settled(page, look["n"])
        if number(page) > look["n"]:  # else the page was drawn anew between the look and the click
            turns.setdefault(turn, []).append(found[1])


def three_cars(lines: int, s: roundhouse.State) -> bool:
    """The first seat can activate three cars."""
    if s.seat != 0 or lines < 30:
        return False
    view: Any = s.view(0)
    return view["step"] == "Declare" and bool(view["every_car"]) and view["every_car"]["cars"] == 3


def test_three_cars_are_activated_by_one_click_and_work_in_that_order(visit: Visit, server: Server) -> None:
    page = seated(visit(played(server, 4, three_cars, "empyreal").link, reduced_motion="reduce"))
    my_turn(page)
    page.evaluate(AUTO_OFF)
    expect(page.locator('[data-region="prompt"] .btn.quiet')).to_have_text("Activate none")
    before = number(page)
    sign(page, "Activate all 3").click()
    reaches(page, before + 3)
    while not page.locator('[data-region="board"] [data-then], [data-region="prompt"] [data-then]').count():
        take(page.locator(":is([data-region=board], [data-region=prompt], [data-region=dock]) [data-action]").first)
    before = number(page)
    page.locator('[data-region="board"] [data-then], [data-region="prompt"] [data-then]').first.click(force=True)
    reaches(page, before + 2)  # the next car works without being asked for
    expect(page.locator(LOG).first).to_contain_text("goes on with")


def test_a_turn_with_a_delivery_takes_five_clicks_at_most(visit: Visit, server: Server) -> None:
    with client(server.address) as http:
        where, held = by_api(http, "person:Ada", "bot:greedy", game="empires", visibility="link", seed="clicks")
        link = http.post(f"{where}/hand-over", headers=bearer(held["tokens"]["0"])).json()["url"]
    page = seated(visit(link, reduced_motion="reduce"))
    page.evaluate(AUTO_OFF)
    turns = clicked(page, EMPIRES_ORDER, "deliver ", 4).values()
    delivered = [turn for turn in turns if any(words.startswith("deliver ") for words in turn)]
    assert delivered
    assert [turn for turn in delivered if len(turn) > MOST] == []
