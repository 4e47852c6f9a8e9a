"""The flow of play: what others do is shown step by step, no click is lost, and nothing waits for a show."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Locator, Page, expect

import roundhouse
from tests.web.live.browsers import AUTO_OFF, Visit, choose, my_turn, number, reaches, seated, take
from tests.web.live.played import played
from tests.web.server import Server, bearer, by_api, client

ROUNDS = 10 if os.environ.get("ROUNDHOUSE_FULL") else 2
APART = 200  # milliseconds between clicks
LAYING = '[data-region="dock"] [data-piece*="rail_laying"][data-action]'
TRAIN = '[data-region="dock"] [data-piece*="normal_train"][data-action]'
NOTE = """() => {
    window.captions = [];
    window.summaries = [];
    const note = (id, list) => new MutationObserver(() => {
        const text = document.querySelector(id).textContent;
        if (text && list.at(-1) !== text) list.push(text);
    }).observe(document.querySelector(id), {childList: true, characterData: true, subtree: true});
    note("#step-sign", window.captions);
    note("#summary", window.summaries);
}"""
# Whose turn it is by the sign and by the seats, whenever something changes while a show runs; and what the sign says if
# a bot then thinks.
TELLERS = """() => {
    window.tellers = [];
    window.thought = new Set();
    const letter = (where) => document.querySelector(`${where} .token-letter`)?.textContent;
    const sign = document.querySelector(".prompt");
    document.addEventListener("regions", () => {
        if (!document.querySelector("main.showing")) return;
        window.tellers.push([letter("[data-region=prompt] > .seat"), letter("[data-region=seats] .turn")]);
        const before = sign.className;
        sign.style.setProperty("--thinks", '"Somebody is thinking."');
        sign.classList.add("thinks");
        window.thought.add(getComputedStyle(document.querySelector(".prompt .say p"), "::after").content);
        sign.className = before;
    });
}"""
MIDDLE = """([where]) => {
    const box = document.querySelector(where).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
}"""


def three_trains(n: int, s: roundhouse.State) -> bool:
    """The first seat begins a turn with three Normal trains."""
    view = s.view(0)
    hand = view["players"][0]["hand"]["cards"]  # type: ignore[index]
    return n > 4 and s.seat == 0 and not view["play"] and hand.count("normal_train") >= 3


def with_bots(visit: Visit, server: Server, pace: str, **how: object) -> Page:
    """A table with two bots, whose first seat is the page's and is to decide for the first time after its start."""
    with client(server.address) as http:
        where, held = by_api(http, "person:Ada", "bot:greedy", "bot:random", visibility="link", seed="flow", title="T")
        link = http.post(f"{where}/hand-over", headers=bearer(held["tokens"]["0"])).json()["url"]
    page = seated(visit(link, pace="once", **how))
    page.evaluate(AUTO_OFF)
    choose(page, "start at")
    my_turn(page)
    page.evaluate(f"localStorage.setItem('roundhouse.pace', '{pace}')")
    page.evaluate(NOTE)
    return page


def end_turn(page: Page) -> int:
    """End the own turn without more ado; the number of that decision."""
    n = number(page) + 1
    page.locator('[data-region="words"] [data-action]').filter(has_text="end turn").first.click()
    if page.locator("#confirm-box[open]").count():
        page.locator('#confirm-box button[value="yes"]').click()
    reaches(page, n)
    return n


def trains_and_more(n: int, s: roundhouse.State) -> bool:
    """The first seat begins a turn with three Normal trains, and with a Rail laying that it can play."""
    view = s.view(0)
    hand = view["players"][0]["hand"]["cards"]  # type: ignore[index]
    return three_trains(n, s) and hand.count("normal_train") == 3 and "play Rail laying" in s.all_words()


def test_three_quick_clicks_on_a_stack_play_three_cards(visit: Visit, server: Server) -> None:
    for _ in range(ROUNDS):
        table = played(server, 2, three_trains)
        page = seated(visit(table.link, pace="normal"))
        page.evaluate(AUTO_OFF)
        my_turn(page)
        n = number(page)
        x, y = page.evaluate(MIDDLE, [TRAIN])
        for _ in range(3):
            page.mouse.click(x, y)
            page.wait_for_timeout(APART)
        reaches(page, n + 3)
        log = page.locator('[data-region="log"] li')
        for k in range(3):
            expect(log.nth(k)).to_contain_text("Normal train")
        assert number(page) == n + 3
        page.context.close()


def test_a_card_that_moves_away_from_under_the_pointer_is_still_hit(visit: Visit, server: Server) -> None:
    page = seated(visit(played(server, 2, trains_and_more).link, pace="normal"))
    page.evaluate(AUTO_OFF)
    my_turn(page)
    n = number(page)
    where = page.evaluate(MIDDLE, [LAYING])
    page.evaluate(
        """([x, y, train]) => {
            let clicked = false;
            document.addEventListener("regions", () => {
                if (clicked || document.querySelector(train)) return;
                clicked = true;
                document.getAnimations().forEach((flight) => flight.finish());
                const how = {bubbles: true, detail: 1, clientX: x, clientY: y};
                document.elementFromPoint(x, y).dispatchEvent(new MouseEvent("click", how));
            });
        }""",
        [*where, TRAIN],
    )
    page.locator('[data-region="prompt"] .btn', has_text="Play all trains").click()
    reaches(page, n + 4)
    expect(page.locator('[data-region="log"] li').first).to_contain_text("Rail laying")  # not what slid there


# The answer to a decision is held back until the turn has come round again: what was told of it has come before it.
LATE_ANSWER = """() => {
    const sent = window.fetch, main = document.querySelector("main[data-table]"), n = Number(main.dataset.n);
    const round = () => Number(main.dataset.n) > n + 1 && main.classList.contains("yours");
    window.fetch = async (...what) => {
        const answer = await sent(...what);
        while (String(what[0]).endsWith("/play") && !round()) await new Promise((done) => setTimeout(done, 20));
        return answer;
    };
}"""


@pytest.mark.parametrize("answer", ["early", "late"])
def test_a_click_for_a_turn_that_has_ended_is_refused_kindly_and_a_double_click_is_not(
    visit: Visit, server: Server, answer: str
) -> None:
    page = with_bots(visit, server, "once")
    n = number(page)
    if answer == "late":
        page.evaluate(LATE_ANSWER)
    page.evaluate(
        """() => {
            const of = (text) => [...document.querySelectorAll("[data-region=words] [data-action]")]
                .find((e) => e.textContent.includes(text));
            const [card, end] = [of("play"), of("end turn")];
            document.querySelectorAll("[data-confirm]").forEach((e) => e.removeAttribute("data-confirm"));
            end.click();
            end.click();
            card.click();
        }"""
    )
    expect(page.locator("#notice-box")).to_contain_text(re.compile("Play .*: that came too late"))
    my_turn(page)
    reaches(page, n + 2)
    expect(page.locator("#confirm-box[open]")).to_have_count(0)
    lines = page.locator('[data-region="log"] li').all_inner_texts()
    assert (
        sum("ends the turn" in line and "Ada" in re.findall(r"\w+", line) for line in lines) == 1
    )  # a bot may be Adams


def test_the_turns_of_bots_are_shown_and_nothing_waits_for_it(visit: Visit, server: Server) -> None:
    page = with_bots(visit, server, "slow")
    end_turn(page)
    my_turn(page)  # the table is played on already
    sign = page.locator("#step-sign")
    expect(sign).to_be_visible()
    expect(page.locator('[data-region="dock"] [data-action]').first).to_be_visible()
    take(page.locator('[data-region="dock"] [data-action]').first)
    expect(sign).to_be_hidden()
    expect(page.locator('[data-region="log"] li').first).to_contain_text("Ada")


def test_while_a_show_runs_the_sign_and_the_seats_tell_of_one_moment(visit: Visit, server: Server) -> None:
    page = with_bots(visit, server, "fast")
    page.evaluate(TELLERS)
    end_turn(page)
    my_turn(page)
    expect(page.locator("#summary")).not_to_be_empty()
    told, thought = page.evaluate("[window.tellers, [...window.thought]]")
    assert ["A", "A"] in told  # what is asked does not wait for the show
    assert [sign for sign, _ in told] == [seats for _, seats in told]
    assert thought == ["none"]  # who thinks now is not whose turn is shown


def test_a_show_goes_through_what_was_done_and_is_summed_up_once(visit: Visit, server: Server) -> None:
    page = with_bots(visit, server, "fast")
    n = end_turn(page)
    my_turn(page)
    expect(page.locator("#summary")).not_to_be_empty()
    expect(page.locator("#step-sign")).to_be_hidden()
    captions, summaries = page.evaluate("[window.captions, window.summaries]")
    decided = number(page) - n
    assert 2 <= len(captions) <= decided
    assert len(summaries) == 1
    last = page.locator('[data-region="log"] li').first.inner_text().split()[1:]  # after the seat's letter
    assert summaries[0].endswith(" ".join(last) + ".")


def test_any_key_ends_a_show(visit: Visit, server: Server) -> None:
    page = with_bots(visit, server, "slow")
    end_turn(page)
    my_turn(page)
    expect(page.locator("#step-sign")).to_be_visible()
    page.keyboard.press("x")
    expect(page.locator("#step-sign")).to_be_hidden()
    expect(page.locator("main.showing")).to_have_count(0)


def test_with_reduced_motion_all_is_there_at_once(visit: Visit, server: Server) -> None:
    page = with_bots(visit, server, "slow", reduced_motion="reduce")
    end_turn(page)
    my_turn(page)
    expect(page.locator("#summary")).not_to_be_empty()
    assert page.evaluate("window.captions") == []


def test_the_log_parts_what_is_new_and_the_slider_runs_through_it(visit: Visit, server: Server) -> None:
    page = with_bots(visit, server, "once")
    n = end_turn(page)
    my_turn(page)
    expect(page.locator('[data-region="log"] li.before')).to_have_attribute("data-n", str(n))
    page.evaluate("localStorage.setItem('roundhouse.pace', 'fast')")
    page.get_by_role("button", name="Watch since your turn").click()
    expect(page.locator("main.replaying")).to_have_count(1)
    expect(page.locator("main.replaying")).to_have_count(0)  # it ends where the table stands
    my_turn(page)
    page.get_by_role("button", name="Watch since your turn").click()
    expect(page.locator("main.replaying")).to_have_count(1)
    page.keyboard.press("x")
    expect(page.locator("main.replaying")).to_have_count(0)


def test_the_click_of_a_resting_pointer_as_a_turn_comes_was_meant_for_what_stood_there(
    visit: Visit, server: Server
) -> None:
    page = with_bots(visit, server, "once")
    page.evaluate(
        "() => { const now = performance.now.bind(performance); performance.now = () => window.noon ?? now(); }"
    )
    n = number(page)
    sign = page.locator('[data-region="prompt"] .btn.legal')
    page.mouse.move(*middle(sign.first))
    page.evaluate("() => document.addEventListener('taken', () => (window.noon = 1e9))")  # no time goes by any more
    page.locator('[data-region="words"] [data-action]').filter(has_text="end turn").first.evaluate("e => e.click()")
    page.locator('#confirm-box button[value="yes"]').evaluate("e => e.click()")
    reaches(page, n + 2)
    my_turn(page)
    n = number(page)
    press(page)
    page.wait_for_timeout(200)
    assert number(page) == n
    page.evaluate("() => (window.noon += 5000)")
    press(page)
    reaches(page, n + 1)


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page: Page) -> None:
    """Click where the pointer is."""
    page.mouse.down()
    page.mouse.up()


def test_on_a_phone_a_sheet_that_is_opened_during_a_show_stays_and_a_turn_begins_with_the_hand(
    visit: Visit, server: Server
) -> None:
    page = with_bots(visit, server, "slow")
    page.set_viewport_size({"width": 390, "height": 740})
    end_turn_on_a_phone(page)
    expect(page.locator("#step-sign")).to_be_visible()
    page.locator(".tabs label", has_text="Supply").click()
    expect(page.locator("#step-sign")).to_be_hidden()
    page.wait_for_timeout(300)
    expect(page.locator("#tab-supply")).to_be_checked()
    page.locator(".tabs label", has_text="Words").click()
    end_turn_on_a_phone(page)
    expect(page.locator(".tabs input").first).to_be_checked()


def end_turn_on_a_phone(page: Page) -> None:
    """End the own turn by the sign, and wait until it is one's turn again."""
    n = number(page) + 1
    page.mouse.move(200, 300)  # the click of a resting pointer on the sign, just as a turn comes, is none
    page.locator('[data-region="prompt"] .btn', has_text="End turn").click()
    if page.locator("#confirm-box[open]").count():
        page.locator('#confirm-box button[value="yes"]').click()
    reaches(page, n + 1)
    my_turn(page)
