"""How many clicks it takes, in a real browser: what is mostly wanted takes one."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import roundhouse
from tests.web.live.browsers import Visit, my_turn, number, reaches, seated
from tests.web.live.played import asked, played, said
from tests.web.server import Server

CARDS = "tokyo beginners"
COINS = '[data-region="prompt"] .purse'


def trains_in_hand(s: roundhouse.State) -> list[str]:
    view: Any = s.view(0)
    hand: list[str] = view["players"][0]["hand"]["cards"]
    return [card for card in hand if card == "normal_train"]


def five_trains() -> str:
    """A seed by which the first hand of the first seat is five Normal trains."""
    new = roundhouse.game("trains").new
    seeds = (f"five trains {n}" for n in range(400))
    return next(seed for seed in seeds if len(trains_in_hand(new(2, seed, cards=CARDS))) == 5)


def at_the_table(visit: Visit, link: str) -> Page:
    page = seated(visit(link, reduced_motion="reduce"))
    my_turn(page)
    return page


def one_click(thing: Locator, decisions: int) -> None:
    """Click once: so many decisions are made, and none is asked about."""
    page, before = thing.page, number(thing.page)
    thing.click()
    reaches(page, before + decisions)
    assert number(page) == before + decisions
    expect(page.locator("#act-menu")).to_be_hidden()


def test_five_trains_take_one_click_and_so_does_a_buy(visit: Visit, server: Server) -> None:
    page = at_the_table(visit, played(server, 2, said(1), seed=five_trains(), cards=CARDS).link)
    shining = page.locator('[data-region="prompt"] .btn.legal:not(.quiet)')
    expect(shining).to_have_text(["Play all trains: +5 coins"])
    expect(page.locator('[data-region="words"] [data-action]').first).to_contain_text("play all trains")
    expect(page.locator('[data-region="words"] [data-action]').last).to_contain_text("end turn")
    one_click(shining, 5)
    expect(page.locator(COINS)).to_contain_text("5")
    expect(page.get_by_role("button", name="Play all trains")).to_have_count(0)
    page.locator("#undo-button").click()  # what one click has played, one takes back
    expect(page.locator(COINS)).to_contain_text("0")
    one_click(shining, 5)
    one_click(page.locator('[data-region="supply"] [data-action][aria-label^="Amusement park"]'), 1)
    expect(page.locator(COINS)).to_contain_text("1")
    expect(page.locator('[data-region="dock"]')).to_contain_text("Amusement park")
    expect(shining).to_have_text(["End turn"])  # a coin buys nothing


def test_a_card_without_coins_is_played_by_one_click(visit: Visit, server: Server) -> None:
    page = at_the_table(visit, played(server, 2, said(8, "play Rail laying"), cards=CARDS).link)
    expect(page.locator('[data-region="prompt"] .btn', has_text="End turn")).to_have_class("btn legal quiet")
    one_click(page.locator('[data-region="dock"] [data-action][aria-label^="Rail laying"]'), 1)
    expect(page.locator('[data-region="board"] [data-action]').first).to_be_visible()


def test_one_undo_takes_back_what_one_click_played_also_after_another(visit: Visit, server: Server) -> None:
    page = at_the_table(visit, played(server, 2, said(1), seed=five_trains(), cards=CARDS).link)
    one_click(page.locator('[data-region="prompt"] .btn', has_text="Play all trains"), 5)
    one_click(page.locator('[data-region="supply"] [data-action]').first, 1)
    expect(page.locator(COINS)).not_to_contain_text("5")
    page.locator("#undo-button").click()
    expect(page.locator(COINS)).to_contain_text("5")
    page.locator("#undo-button").click()
    expect(page.locator(COINS)).to_contain_text("0")


def test_what_is_clicked_while_an_undo_is_on_its_way_is_done_after_it(visit: Visit, server: Server) -> None:
    page = at_the_table(visit, played(server, 2, said(1), seed=five_trains(), cards=CARDS).link)
    trains = page.locator('[data-region="prompt"] .btn', has_text="Play all trains")
    one_click(trains, 5)
    one_click(page.locator('[data-region="supply"] [data-action]').first, 1)
    page.evaluate("for (const press of [1, 2]) document.querySelector('#undo-button').click()")
    expect(page.locator(COINS)).to_contain_text("0")
    one_click(trains, 5)
    one_click(page.locator('[data-region="supply"] [data-action][aria-label^="Rail laying"]'), 1)
    expect(page.locator(COINS)).to_contain_text("2")
    other = page.locator('[data-region="supply"] [data-action][aria-label^="Landfill"]')
    other.evaluate("(other) => (document.querySelector('#undo-button').click(), other.click())")
    expect(page.locator('[data-region="dock"]')).to_contain_text("Landfill")
    expect(page.locator('[data-region="dock"]')).not_to_contain_text("Rail laying")


def test_a_lit_card_of_spyrium_offers_its_choices_wherever_it_is_clicked(visit: Visit, server: Server) -> None:
    page = at_the_table(visit, played(server, 2, said(0, "earn at *", "call *"), "spyrium").link)
    card = page.locator(".sp-card.legal", has=page.locator("[data-action]")).first
    card.click(position={"x": 40, "y": 30})
    expect(page.locator("#act-menu button").first).to_be_visible()
    n = number(page)
    page.locator("#act-menu button").first.click()
    reaches(page, n + 1)


REFUSALS = {  # moments at which something is offered, and how it is refused, in words and on the sign
    "trains": (said(1, "play *"), "end turn", "End turn"),
    "spyrium": (said(-1, "start activating"), "start activating", "Start activating"),
    "empires": (asked("deliver", 0, 3), "deliver nothing", "Deliver nothing"),
    "empyreal": (said(8, "build nothing"), "build nothing", "Skip"),
}


@pytest.mark.parametrize("game", sorted(REFUSALS))
def test_what_refuses_an_offer_never_shines_and_comes_last(visit: Visit, server: Server, game: str) -> None:
    moment, refusal, button = REFUSALS[game]
    page = at_the_table(visit, played(server, 2, moment, game).link)
    words = page.locator('[data-region="words"] [data-action]:not(.quiet)')
    expect(words.last).to_contain_text(refusal)
    expect(words.first).not_to_contain_text(refusal)
    sign = page.locator('[data-region="prompt"]')
    expect(sign.locator(".btn.legal.quiet", has_text=button)).to_have_count(1)
    expect(sign.locator(".btn.legal:not(.quiet)", has_text=button)).to_have_count(0)
