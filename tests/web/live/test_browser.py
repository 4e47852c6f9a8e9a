"""A real browser at a real server: what a person does and sees."""

from __future__ import annotations

import json
import os
import re
import resource
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, Route, expect

import roundhouse
from roundhouse.web.render import table as render
from roundhouse.web.service.live_table import LiveTable
from roundhouse.web.service.rows import SeatRow, TableRow
from tests.web.live.browsers import (
    AUTO_OFF,
    FREE_SEAT,
    Visit,
    begun,
    choose,
    fits,
    my_turn,
    number,
    open_table,
    reaches,
    ready,
    score_page,
    seated,
    settings,
    take,
    two,
    weak_text,
)
from tests.web.live.played import Played, asked, played, said
from tests.web.live.whole import clicked_through, missing
from tests.web.server import Server, bearer, by_api, client

DECISIONS = 90 if os.environ.get("ROUNDHOUSE_FULL") else 40  # of the game whose traffic is compared
FREE_SEATS = FREE_SEAT.replace("find(", "filter(").replace(".url", ".map(s => s.url)")
HEAR = """() => {
    window.heard = [];
    const hear = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (kind, then) {
        hear.call(this, kind, (event) => {
            if (kind === "table") window.heard.push(event.data);
            then(event);
        });
    };
}"""
OFFERED = """[...document.querySelectorAll("[data-region=words] [data-action]:not([data-then])")]
    .map((e) => Number(e.dataset.action))"""
OTHER_SEAT = """
    fetch(`${location.pathname}/regions?as=${1 - Number(document.querySelector('main').dataset.seat)}`)
    .then(r => r.json()).then(j => j.seat)
"""
SLIDE = """(slider) => {
    slider.value = 10;
    for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, {bubbles: true}));
}"""
ON_A_HEX = "document.activeElement.matches('[data-region=board] [data-action]')"
GAME_PAGES = [f"/{kind}/{game}" for game in ("trains", "spyrium", "empires") for kind in ("rules", "gallery")]
LOG = '[data-region="log"]'


def test_three_clicks_from_the_lobby_to_a_game_against_bots(visit: Visit) -> None:
    page = visit("/")
    expect(page).to_have_title("Roundhouse: railway games")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    my_turn(page)
    page.locator('[data-region="board"] [data-action]').first.click()
    reaches(page, 3)
    my_turn(page)
    expect(page.locator('[data-region="dock"]')).to_contain_text("Normal train")


def test_a_turn_is_played_by_clicking_where_things_lie(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice")
    page.locator('[data-region="board"] [data-action][aria-label*="Tachikawa"]').first.click()
    reaches(page, 2)
    my_turn(page)
    before = number(page)
    take(page.locator('[data-region="dock"] [data-action][aria-label*="Normal train"]').first)
    expect(page.locator(f"{LOG} li").first).to_contain_text("plays Normal train")
    page.locator('[data-region="prompt"] button', has_text="End turn").click()
    if page.locator("#confirm-box[open]").count():
        page.locator('#confirm-box button[value="yes"]').click()
    reaches(page, before + 2 + 1)
    my_turn(page)


# By game: what is chosen first, in turns; what has to be clicked in three games at the most; where; what the end tells.
TRAINS = ("start at", "play Normal train", "play", "lay", "place", "buy Rail laying", "buy Limited", "buy", "take")
WORKS = ("use [!t]*", "build [MWFLU]* over ", "build [MWFLU]*", "build * over ", "build", "patent", "call")
REST = ("place *Mine*", "place *University*", "place *Workshop*", "place", "lift", "use the event", "score", "take")
SPYRIUM = (*WORKS, *REST, "earn", "pass")
EARLY = ("start activating", *SPYRIUM)  # with a worker left for a building
BUILT = ("place ", "start activating", "lift ", "build * in a new place", "build * over ", "use [!t]", "pass")
DELIVER = ("send", "deliver to", "take the line", "play * and reveal", "play", "claim [!n]", "take [A-Z]")
EMPIRES = ("start at", *DELIVER, "lay [A-Z][a-z]", "lay [A-Z]", "start a new route")  # rather where places are
SENT = ("deliver [a-z]*:", *EMPIRES)  # all of it at once
STEPS = ("send", "deliver to", "take the line", "play")
LAID = ("start at", "lay [A-Z]", "deliver [a-z]*:", *STEPS, "claim [!n]", "take [A-Z]")
WHOLE: list[tuple[str, list[tuple[str, ...]], tuple[str, ...], tuple[str, ...], str]] = [
    ("trains", [TRAINS], (), ("board", "dock", "supply"), "Apprentice bot"),
    ("spyrium", [SPYRIUM, SPYRIUM, SPYRIUM, SPYRIUM, EARLY], BUILT, ("board", "dock", "prompt"), "Techniques"),
    ("empires", [EMPIRES, EMPIRES, EMPIRES, EMPIRES, SENT], LAID, ("board", "dock"), "Achievements"),
]


@pytest.mark.parametrize(("game", "orders", "wanted", "regions", "told"), WHOLE)
def test_a_whole_game_is_clicked_through_to_its_score_page(
    visit: Visit, game: str, orders: list[tuple[str, ...]], wanted: tuple[str, ...], regions: tuple[str, ...], told: str
) -> None:
    page = open_table(visit, "you", "bot:apprentice", game=game, reduced_motion="reduce")
    expect(page.locator(f"main.table.{game}")).to_be_visible()
    if wanted:
        page.evaluate(AUTO_OFF)  # so that what is forced is clicked as well
    where, said = clicked_through(page, *orders)
    for _ in range(2):
        if missing(wanted, said):  # not every game offers all of it: a rematch for the rest
            score_page(page)
            page.get_by_role("button", name="Rematch").click()
            page.wait_for_url(re.compile("/t/[^/]+$"))
            said += clicked_through(ready(page), *orders)[1]
    assert not missing(wanted, said), f"{missing(wanted, said)} could not be clicked in three games"
    for region in regions:
        assert where[region], f"nothing was clicked in the {region}: {where}"
    expect(page.locator("#notice-box")).to_contain_text("The game is over")
    score_page(page)
    expect(page.locator("h1")).to_contain_text("win")
    expect(page.locator("main.score")).to_contain_text(told)


def test_two_browsers_see_each_others_moves(visit: Visit) -> None:
    ada, bo = begun(visit)
    for page in (ada, bo):
        for n, city in enumerate(("Urawa", "Kamata")):
            expect(page.locator(f"{LOG} li").nth(n)).to_contain_text(city)
        shown = page.evaluate(OTHER_SEAT)
        assert str(shown) == page.locator("main.table").get_attribute("data-seat")


def test_the_others_hidden_cards_are_nowhere_in_source_or_traffic(visit: Visit, server: Server) -> None:
    """All that a browser gets is byte for byte what it would get if the hidden cards lay otherwise."""
    http = client(server.address)
    where, held = by_api(http, "person:Ada", "person:Bo", visibility="link", seed="quite unguessable", title="T")
    moved = [http.post(f"{where}/hand-over", headers=bearer(held["tokens"][n])).json()["url"] for n in "01"]
    pages = [visit(url, reduced_motion="reduce") for url in moved]
    for page in pages:
        page.add_init_script(f"({HEAR})()")
        seated(page)
    traffic: list[list[Response]] = [[], []]
    for page, heard in zip(pages, traffic, strict=True):
        page.evaluate(AUTO_OFF)
        page.on("response", partial(lambda heard, answer: heard.append(answer), heard))
    record = roundhouse.Record("trains", 2, seed="quite unguessable", names=["Ada", "Bo"])
    otherwise = compared = 0
    while len(record.lines) < DECISIONS:
        s, n = record.state, len(record.lines) + 1
        offered = pages[s.seat].evaluate(OFFERED)
        legal = [a for a in s.legal() if a in offered]  # what does nothing is not
        action = legal[0] if n % 7 else legal[-1]
        button = pages[s.seat].locator(f'[data-region="words"] [data-action="{action}"]:not([data-then])').first
        button.evaluate("button => button.click()")
        if pages[s.seat].locator("#confirm-box[open]").count():
            pages[s.seat].locator('#confirm-box button[value="yes"]').click()
        record.play(action)
        for seat, page in enumerate(pages):
            reaches(page, n)
            dealt = record.state.resample(seat, f"otherwise {n}")
            otherwise += dealt.view(1 - seat) != record.state.view(1 - seat)
            expected = state_of(record, dealt, seat)
            for answer in [a for a in traffic[seat] if "/static/" not in a.url and "/live" not in a.url]:
                told = answer.json()
                expected["v"] = told.get("v")
                if set(told) == {"n", "v"}:  # the stream tells the rest
                    continue
                if told.get("n") == n:  # one of the position before may come late
                    assert told == expected
                    compared += 1
            traffic[seat].clear()
            for told in [json.loads(text) for text in page.evaluate("window.heard.splice(0)")]:
                if told["n"] == n:
                    compared += as_expected(told, {**expected, "v": told["v"]})
    assert otherwise > DECISIONS  # the cards did lie otherwise
    assert compared > 1.5 * DECISIONS
    for seat, page in enumerate(pages):
        source = page.request.get(page.url).text()
        for html in state_of(record, record.state.resample(seat, "at last"), seat)["regions"].values():
            assert html in source
        for secret in (str(record.seed), *held["tokens"].values()):
            assert secret not in source
    http.close()


def as_expected(told: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Whether news say what is to be shown; if they do, it is just what is expected."""
    if "state" not in told:
        return False
    assert told["state"] == {key: value for key, value in expected.items() if key != "regions"}
    for name, change in told["regions"].items():
        html = expected["regions"][name]
        head, tail, middle = (0, 0, change) if isinstance(change, str) else change
        assert html[head : len(html) - tail] == middle
    assert told["step"]["html"] in expected["regions"]["log"]
    return True


def state_of(record: roundhouse.Record, dealt: roundhouse.State, seat: int) -> dict[str, Any]:
    """What a page is told of a state, made here from another deal of what the seat cannot see."""
    seats = [
        SeatRow(n=n, kind="person", name=name, player=str(n), bot="", away=-1) for n, name in enumerate(record.names)
    ]
    row = TableRow(id="x", game="trains", title="T", status="playing", hints=True, lesson="", began=0, seats=seats)
    live = LiveTable(row, record)
    real, record.state = record.state, dealt
    try:
        return json.loads(json.dumps(render.table_json(live, [seat], seat)))  # type: ignore[no-any-return]
    finally:
        record.state = real


def test_undo_takes_a_play_back(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice")
    choose(page, "start at Tachikawa")
    my_turn(page)
    choose(page, "play Normal train")
    expect(page.locator('[data-region="prompt"] .purse')).to_contain_text("1")
    page.locator("#undo-button").click()
    expect(page.locator('[data-region="prompt"] .purse')).to_contain_text("0")


def test_who_loses_a_turn_by_an_undo_is_told(visit: Visit) -> None:
    ada, bo = two(visit)
    choose(ada, "start at Kamata")
    my_turn(bo)
    ada.locator("#undo-button").click()
    expect(bo.locator("#notice-box")).to_contain_text("has taken a decision back")
    my_turn(ada)


def test_a_request_that_is_withdrawn_does_not_just_vanish(visit: Visit) -> None:
    ada, bo = begun(visit)
    ada.locator("#undo-button").click()
    expect(bo.locator("#notice-box")).to_contain_text("Allow")
    ada.locator("#notice-box").get_by_role("button", name="Withdraw").click()
    expect(bo.locator("#notice-box")).to_contain_text("No longer asked")
    expect(bo.locator("#notice-box")).not_to_contain_text("Allow")


def test_every_undo_after_the_other_has_moved_needs_the_others_agreement(visit: Visit) -> None:
    ada, bo = begun(visit)
    for answer in ("Keep it", "Keep it", "Allow"):  # the first two add no decision, and each is shown
        ada.locator("#undo-button").click()
        expect(bo.locator("#notice-box .chit.ask")).to_have_count(1)
        expect(bo.locator("#notice-box")).to_contain_text("asks to undo")
        expect(ada.locator(LOG)).to_contain_text("Kamata")
        bo.locator("#notice-box").get_by_role("button", name=answer).click()
        expect(bo.locator("#notice-box .chit.ask")).to_have_count(0)
        expect(ada.locator("#undo-button")).to_be_visible(visible=answer == "Keep it")
    my_turn(ada)
    expect(bo.locator(LOG)).not_to_contain_text("Kamata")


def test_an_answer_on_its_way_is_none_to_what_is_asked_next(visit: Visit) -> None:
    """And what is answered meanwhile is not lost."""
    ada, bo = begun(visit)
    held: list[Route] = []
    bo.route("**/answer", lambda route: route.continue_() if held else held.append(route))
    ada.locator("#undo-button").click()
    bo.locator("#notice-box").get_by_role("button", name="Keep it").click()
    expect(bo.locator("main.table")).to_have_attribute("aria-busy", "true")
    ada.locator("#notice-box").get_by_role("button", name="Withdraw").click()
    expect(ada.locator("#notice-box .chit.wait")).to_have_count(0)
    ada.locator("#undo-button").click()
    bo.locator("#notice-box").get_by_role("button", name="Allow").click()
    expect(ada.locator("#notice-box")).to_contain_text("Not answered yet")
    held[0].continue_()
    expect(ada.locator("#undo-button")).to_be_hidden()
    my_turn(ada)


def test_a_bot_stands_in_and_gives_the_seat_back(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice")
    with page.expect_navigation():
        settings(page, "Let a bot play seat A")
    reaches(page, 12)
    settings(page, "Take back seat A")
    my_turn(page)


def test_an_absent_players_seat_cannot_be_asked_for_at_once(visit: Visit) -> None:
    ada, bo = two(visit)
    settings(bo, "Ask for a bot in Ada's seat")
    expect(bo.locator("#notice-box")).to_contain_text("minute")
    my_turn(ada)


def test_who_concedes_has_lost_and_may_have_a_rematch(visit: Visit) -> None:
    ada, bo = two(visit)
    settings(ada, "Concede seat A")
    ada.locator('#confirm-box button[value="yes"]').click()
    expect(bo.locator("#notice-box")).to_contain_text("The game is over")
    score_page(bo)
    expect(bo.locator("main")).to_contain_text("conceded")
    watcher = visit(bo.url.removesuffix("/score"))
    score_page(ada)
    bo.get_by_role("button", name="Rematch").click()
    bo.wait_for_url(re.compile("/t/[^/]+$"))
    expect(bo.locator("main.table")).to_have_attribute("data-n", "0")
    expect(ada.locator("#notice-box")).to_contain_text("has opened a rematch")
    ada.locator("#notice-box").get_by_role("button", name="To the rematch").click()
    ada.get_by_role("button", name="Take the seat").click()
    my_turn(ready(ada))
    assert ada.url == bo.url
    expect(watcher.locator("#notice-box")).not_to_contain_text("rematch")  # its address would open its door


def test_settings_are_kept_and_a_web_address_is_told(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice", permissions=["notifications"])
    page.locator('[data-open="settings-box"]').click()
    for name in ("sound", "notify"):
        page.locator(f'[data-setting="{name}"]').check(force=True)
    page.locator("#hook-url").fill("https://chat.example/hook")
    page.locator("#hook-form button").click()
    expect(page.locator("#notice-box")).to_contain_text("will be told")
    page.reload()
    page.locator('[data-open="settings-box"]').click()
    for name in ("sound", "notify"):
        expect(page.locator(f'[data-setting="{name}"]')).to_be_checked()
    expect(page.locator("#hook-url")).to_have_value("https://chat.example/hook")


SLOW_WITH_BLIND_DOWN = """
const quick = window.fetch;
window.fetch = async (...asked) => {
  const answer = await quick(...asked);
  if (String(asked[0]).endsWith("/regions")) await new Promise((done) => setTimeout(done, 1500));
  return answer;
};
"""


def test_a_curtain_falls_between_two_persons_at_one_screen(visit: Visit) -> None:
    page = visit("/")
    page.add_init_script(SLOW_WITH_BLIND_DOWN)  # what was asked before the blind was raised is answered after it
    lines = page.locator('fieldset[data-game="trains"]')
    lines.locator('input[name="seats"][value="2"]').check(force=True)
    lines.locator('select[name="seat-1"]').select_option(label="Someone here")
    lines.locator('[data-sit="1"] input.here').fill("Bo")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#curtain-box")).to_be_visible()
    assert "Normal train" not in page.locator('[data-region="dock"]').inner_text()
    page.locator("#raise").click()
    my_turn(page)
    choose(page, "start at Kamata")
    expect(page.locator("#curtain-title")).to_contain_text("Bo")
    page.locator("#raise").click()
    choose(page, "start at Urawa")
    expect(page.locator("#curtain-box")).to_be_visible()


def test_the_score_page_says_who_won_and_why(visit: Visit, over: Played) -> None:
    page = visit(over.watch)
    page.goto(f"/t/{over.id}/score")
    for told in ("wins", "Cities", "Ines"):
        expect(page.locator("main.score")).to_contain_text(told)


def test_the_replay_slides_and_links_to_each_move(visit: Visit, over: Played) -> None:
    page = visit(over.watch)
    page.goto(f"/t/{over.id}/replay")
    slider = page.locator("input[type=range]").first
    last = int(slider.get_attribute("max") or 0)
    assert last > 100
    whole = page.locator('[data-region="board"]').inner_html()
    slider.evaluate(SLIDE)
    expect(page.locator('[data-region="board"]')).not_to_have_text(whole)
    page.wait_for_url("**/replay#10")
    early = page.locator('[data-region="board"]').inner_html()
    assert early != whole
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay#11")
    other = visit(over.watch)
    other.goto(f"/t/{over.id}/replay#10")
    expect(other.locator("output").first).to_contain_text("10 of")


def test_the_record_can_be_taken_along_and_opened_again(visit: Visit, over: Played, tmp_path: Path) -> None:
    page = visit(over.watch)
    page.goto(f"/t/{over.id}/score")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Record").first.click()
    file = tmp_path / "game.jsonl"
    waiting.value.save_as(file)
    assert roundhouse.load(str(file)).state.over
    page.goto("/")
    page.locator('input[type="file"]').set_input_files(file)
    page.get_by_role("button", name="Replay it").click()
    page.wait_for_url("**/replay")
    expect(page.locator('[data-region="board"] svg')).to_be_visible()


# By game: a table on a phone, what its tabs show, and what is then chosen.
PHONES: list[tuple[str, dict[str, str], str]] = [
    ("trains", {"Supply": "", "Log": "", "Hand": "", "Words": ".words-list"}, '[data-region="words"] [data-action]'),
    ("empires", {"Goals": "", "Log": "", "Cards": "", "Choices": ""}, '[data-region="words"] [data-action]'),
    (
        "empyreal",
        {"Market": ".wagons", "Goals": ".endline", "Words": ".words-list", "Folio": ".yardgrid"},
        '[data-region="dock"] .stopo[data-action]',
    ),
]


@pytest.mark.parametrize(("game", "tabs", "choice"), PHONES)
def test_a_phone_shows_all_of_a_table(
    visit: Visit, server: Server, game: str, tabs: dict[str, str], choice: str
) -> None:
    lobby = visit("/", width=390, height=740, has_touch=True)
    moment = {"trains": said(-1, "start at *"), "empires": asked("deliver", 0, 3), "empyreal": asked("Act", 20)}[game]
    page = seated(visit(played(server, 2, moment, game).link, width=390, height=740, has_touch=True))
    my_turn(page)
    for width in (390, 360):
        fits(lobby, width)
        fits(page, width)
        for tab, seen in tabs.items():
            label = page.locator(".tabs label", has_text=tab)
            label.click()
            box = label.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            if seen:
                expect(page.locator(seen).locator("visible=true").first).to_be_visible()
    take(page.locator(choice).first)
    expect(page.locator('[data-region="board"] svg').first).to_be_visible()


def test_everything_can_be_done_by_keyboard(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Open the table").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    my_turn(page)
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate(ON_A_HEX):
            break
    page.keyboard.press("ArrowRight")
    before = number(page)
    page.keyboard.press("Enter")
    reaches(page, before + 1)
    my_turn(page)
    page.keyboard.press("w")
    before = number(page)
    page.keyboard.press("Enter")
    reaches(page, before + 1)


def test_dark_mode_follows_the_system(visit: Visit) -> None:
    shade = "getComputedStyle(document.body).backgroundColor"
    light = visit("/", color_scheme="light").evaluate(shade)
    dark = visit("/", color_scheme="dark").evaluate(shade)
    assert light != dark
    assert sum(int(x) for x in re.findall(r"\d+", dark)[:3]) < 150


def test_text_is_strong_enough_to_read(visit: Visit, server: Server, over: Played) -> None:
    """WCAG AA: 4.5 to 1, or 3 to 1 for large text; disabled things aside."""
    page = open_table(visit, "you", "bot:apprentice", reduced_motion="reduce")
    own = ("/", "/rules/trains", "/gallery/trains", "/nothing")
    assert weak_text(page, over.watch, *own, f"/t/{over.id}/score", f"/t/{over.id}/replay") == {}


def test_text_of_empires_is_strong_enough_to_read(visit: Visit, server: Server) -> None:
    page = seated(visit(played(server, 2, asked("deliver", 0, 3), "empires").link, reduced_motion="reduce"))
    my_turn(page)
    assert weak_text(page, "/rules/empires", "/gallery/empires") == {}


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 740)])
def test_the_page_of_the_api_reads_well(visit: Visit, width: int, height: int) -> None:
    page = visit("/api/docs", width, height, reduced_motion="reduce")
    expect(page.get_by_role("heading", name="The JSON API")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert weak_text(page) == {}
    page.get_by_role("navigation", name="Routes").get_by_role("link", name="Play move").click()
    expect(page.get_by_role("heading", name="Play move")).to_be_in_viewport()


def test_the_page_of_the_api_needs_no_script(visit: Visit) -> None:
    page = visit("/api/docs", java_script_enabled=False)
    expect(page.get_by_text("Authorization: Bearer TOKEN", exact=True)).to_be_visible()


def test_a_refusal_says_why_with_its_clause(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice")
    page.evaluate("document.querySelector('[data-region=words] [data-action]').dataset.action = '860'")
    page.locator('[data-region="words"] [data-action="860"]').click()
    expect(page.locator("#notice-box")).to_contain_text("is asked to place their first track marker")
    expect(page.locator('#notice-box a[href*="/rules/trains#trains-4.1"]')).to_be_visible()


def test_chat_is_heard_and_escaped(visit: Visit) -> None:
    ada, bo = two(visit)
    bo.locator(".topbar [data-chat]").click()
    bo.locator("#chat-text").fill("<img src=x onerror=alert(1)> hello")
    bo.keyboard.press("Enter")
    ada.locator(".topbar [data-chat]").click()
    expect(ada.locator("#chat-list")).to_contain_text("<img src=x onerror=alert(1)> hello")
    assert ada.locator("#chat-list img").count() == 0


def test_hostile_names_are_only_names(visit: Visit) -> None:
    page = visit("/")
    page.locator(".me").click()
    page.locator("#me-name").fill("<b>&\"'x")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("[data-me]").first).to_have_text("<b>&\"'x")
    page.goto("/")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator('[data-region="seats"]')).to_contain_text("<b>&\"'x")
    assert page.locator('[data-region="seats"] th b').count() == 0


@pytest.mark.parametrize("path", GAME_PAGES)
def test_rules_and_gallery_show_everything(visit: Visit, path: str) -> None:
    page = visit(path)
    text = page.locator("main").inner_text()
    for title in roundhouse.game(path.rpartition("/")[2]).printed.titles:
        assert title.lower() in text.lower()


def link_of_seat(page: Page) -> str:
    """The link that moves one's seat to another device."""
    page.locator('[data-open="share-box"]').click()
    page.get_by_role("button", name="Make a link").click()
    return page.locator('#share-list input[value*="/h/"]').input_value()


def test_a_seat_goes_to_a_phone_and_the_other_browser_says_so(visit: Visit) -> None:
    page = open_table(visit, "you", "bot:apprentice")
    link = link_of_seat(page)
    phone = visit(link, width=390, height=740, has_touch=True)
    expect(phone.locator("main")).to_contain_text("Move a seat to this device")
    expect(page.locator("main.table.yours")).to_have_count(1)
    seated(phone)
    my_turn(phone)
    lost_seat(page, "Seat A is no longer here", "It has moved to another device.")  # the host may still watch
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert "moved" not in page.url
    page.get_by_role("button", name="Stay").click()
    expect(page.locator("#notice-box .chit")).to_have_count(0)
    phone.goto(link)
    expect(phone.locator("main.table")).to_have_attribute("data-seat", "0")
    page.goto(link)
    expect(page.locator("main")).to_contain_text("used, replaced or is too old")


def test_who_may_no_longer_see_a_table_sees_why_and_nothing_else(visit: Visit) -> None:
    ada = open_table(visit, "you", "invite", "invite")
    bo, cy = (seated(visit(link)) for link in ada.evaluate(FREE_SEATS))
    seated(visit(link_of_seat(bo)))
    expect(bo.locator(".lost h1")).to_contain_text("Your seat at this table is on another device now")
    cy.locator('[data-open="settings-box"]').click()
    ada.locator('[data-open="settings-box"]').click()
    ada.get_by_role("button", name="Remove Bo").last.click()
    ada.locator("#confirm-box button[value=yes]").click()
    expect(cy.locator(".lost h1")).to_have_text("The host has freed your seat.")
    for page in (bo, cy):
        expect(page.locator("dialog[open], #notice-box .chit, [data-region]")).to_have_count(0)
        expect(page.get_by_role("button", name="Stay")).to_have_count(0)


def test_who_is_removed_from_an_open_table_may_watch_it(visit: Visit, server: Server) -> None:
    ada, bo = two(visit, visible=True)
    ada.request.post(f"{ada.url}/remove/1", headers={"Origin": server.address})
    lost_seat(bo, "Seat B is no longer here", "The host has freed your seat.")


def lost_seat(page: Page, *told: str) -> None:
    """The page says once that the seat is lost, and watches."""
    expect(page.locator("#notice-box .chit")).to_have_count(1)
    for sentence in told:
        expect(page.locator("#notice-box")).to_contain_text(sentence)
    expect(page.locator("main.table")).to_have_attribute("data-seat", "-1")


def unheard(page: Page) -> Page:
    """A page that hears no news of its table, as in a laptop that sleeps."""
    page.route("**/live?*", lambda route: route.abort())
    page.reload()
    return page


@pytest.mark.parametrize("what", ["guest moves", "guest is removed", "host moves"])
def test_who_lost_a_seat_while_nothing_was_heard_is_told_later(visit: Visit, server: Server, what: str) -> None:
    ada, bo = two(visit, visible=True)
    old, n = (ada, 0) if what == "host moves" else (bo, 1)
    unheard(old)
    path, origin = old.url, {"Origin": server.address}
    if what == "guest is removed":
        assert ada.request.post(f"{path}/remove/{n}", headers=origin).ok
        told = "The host has freed your seat."
    else:
        seated(visit(old.request.post(f"{path}/hand-over/{n}", headers=origin).json()["url"]))
        told = "It has moved to another device."
    expect(old.locator("main.table")).to_have_attribute("data-seat", str(n))
    old.unroute("**/live?*")
    lost_seat(old, f"Seat {'AB'[n]} is no longer here", told)
    assert old.url == path


def test_the_host_copies_the_link_of_a_seat(visit: Visit) -> None:
    page = open_table(visit, "you", "invite", permissions=["clipboard-read", "clipboard-write"])
    link = page.evaluate(FREE_SEAT)
    page.goto(link)
    expect(page.locator("main")).to_contain_text("This is the link to send")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.get_by_role("button", name="Sit there yourself").click()
    expect(page.locator("#curtain-box, main.table")).not_to_have_count(0)


def test_a_host_mutes_and_a_guest_reports_in_the_chat(visit: Visit) -> None:
    ada, bo = two(visit)
    for page in (ada, bo):
        page.locator(".topbar [data-chat]").click()
    for page in (bo, ada):
        page.locator("#chat-text").fill("hello")
        page.keyboard.press("Enter")
    expect(ada.locator("#chat-list li")).to_have_count(2)
    expect(bo.locator("#chat-list li")).to_have_count(2)
    expect(bo.locator("#chat-list").get_by_role("button", name="Mute")).to_have_count(0)
    bo.locator("#chat-list").get_by_role("button", name="Report").click(force=True)
    expect(bo.locator("#notice-box")).to_contain_text("will see that line")
    expect(bo.locator("#chat-list").get_by_role("button", name="Reported")).to_be_disabled()
    ada.locator("#chat-list").get_by_role("button", name="Mute").click(force=True)
    expect(ada.locator("#notice-box")).to_contain_text("Bo can say no more here")
    bo.locator("#chat-text").fill("hello again")
    bo.keyboard.press("Enter")
    expect(bo.locator("#notice-box")).to_contain_text("has muted you here")
    ada.reload()
    ready(ada).locator(".topbar [data-chat]").click()
    ada.locator("#chat-list").get_by_role("button", name="Unmute").click(force=True)
    expect(ada.locator("#notice-box")).to_contain_text("Bo can speak here again")
    expect(ada.locator("#chat-list").get_by_role("button", name="Mute", exact=True)).to_have_count(1)
    bo.keyboard.press("Enter")
    expect(ada.locator("#chat-list")).to_contain_text("hello again")


def test_the_page_says_whether_a_move_was_kept_when_the_disk_is_full(visit: Visit, server: Server) -> None:
    page = open_table(visit, "you", "bot:apprentice")
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))  # no file can be written
    try:
        page.locator('[data-region="words"] [data-action]').first.click()
        expect(page.locator("#notice-box")).to_contain_text("Decision 1 was not kept")
        assert number(page) == 0
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    expect(page.locator("#notice-box")).to_contain_text("Make it again")
    my_turn(page)
    choose(page, "start at")
