"""A real browser at a real server: what a person does and sees."""

from __future__ import annotations

import json
import re
import resource
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Response, expect

import roundhouse
from roundhouse.bots.make import make
from roundhouse.web import show
from roundhouse.web.held import Live
from roundhouse.web.rows import SeatRow, TableRow
from tests.web.browsers import CHROMIUM, CONTRAST, Visit, my_turn, number, reaches, ready, seated
from tests.web.server import Server
from tests.web.whole import clicked_through

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine; set CHROMIUM to one")

FREE_SEAT = "JSON.parse(document.querySelector('#links').textContent).seats.find(s => s.kind === 'open').url"
FREE_SEATS = FREE_SEAT.replace("find(", "filter(").replace(".url", ".map(s => s.url)")
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


def open_table(page: Page, *seats: str, cards: str = "tokyo beginners") -> None:
    """Open a table in the lobby: seats as the values of its selects."""
    lines = page.locator('fieldset[data-game="trains"]')
    lines.locator(f'input[name="seats"][value="{len(seats)}"]').check(force=True)
    lines.locator('select[name="option-cards"]').select_option(cards)
    for n, who in enumerate(seats):
        lines.locator(f'select[name="seat-{n}"]').select_option(who)
    page.get_by_role("button", name="Open the table").click()
    ready(page)


def legal(page: Page) -> list[str]:
    """The choices in words."""
    return [
        text.strip()
        for text in page.locator('[data-region="words"] [data-action] >> css=span:first-child').all_inner_texts()
    ]


def choose(page: Page, words: str) -> None:
    """Choose from the list in words and wait for the table to have taken it."""
    before = number(page)
    page.locator('[data-region="words"] [data-action]').filter(has_text=words).first.click()
    reaches(page, before + 1)


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
    page = visit("/")
    open_table(page, "you", "bot:random")
    my_turn(page)
    page.locator('[data-region="board"] [data-action][aria-label*="Tachikawa"]').first.click()
    reaches(page, 2)
    my_turn(page)
    before = number(page)
    page.locator('[data-region="dock"] [data-action][aria-label*="Normal train"]').first.click()
    reaches(page, before + 1)
    expect(page.locator('[data-region="log"] li').first).to_contain_text("plays Normal train")
    page.locator('[data-region="prompt"] button', has_text="End turn").click()
    if page.locator("#confirm-box[open]").count():
        page.locator('#confirm-box button[value="yes"]').click()
    reaches(page, before + 2 + 1)
    my_turn(page)


def test_a_whole_game_is_clicked_through_to_its_score_page(visit: Visit) -> None:
    page = visit("/", reduced_motion="reduce")
    open_table(page, "you", "bot:greedy")
    order = ("start at", "play Normal train", "play", "lay", "place", "buy Rail laying", "buy Limited", "buy", "take")
    where, _ = clicked_through(page, order)
    for region in ("board", "dock", "supply"):
        assert where[region], f"nothing was clicked in the {region}: {where}"
    expect(page.locator("#notice-box")).to_contain_text("The game is over")
    page.get_by_role("button", name="See the score").click()
    page.wait_for_url("**/score")
    expect(page.locator("h1")).to_contain_text("win")
    expect(page.locator(".final")).to_contain_text("Greedy")


def test_a_whole_game_of_spyrium_is_clicked_through(visit: Visit) -> None:
    page = visit("/", reduced_motion="reduce")
    page.locator('input[name="game"][value="spyrium"]').check(force=True)
    own = page.locator('fieldset[data-game="spyrium"]')
    own.locator('input[name="seats"][value="2"]').check(force=True)
    own.locator('select[name="seat-0"]').select_option("you")
    own.locator('select[name="seat-1"]').select_option("bot:greedy")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main.table.spyrium")).to_be_visible()
    my_turn(page)
    page.evaluate("localStorage.setItem('roundhouse.auto', 'off')")  # so that what is forced is clicked as well
    works = ("use [!t]*", "build [MWFLU]* over ", "build [MWFLU]*", "build * over ", "build", "patent", "call")
    rest = ("place *Mine*", "place *University*", "place *Workshop*", "place", "lift", "use the event", "score", "take")
    plain = (*works, *rest, "earn", "pass")
    early = ("start activating", *plain)  # with a worker left for a building
    wanted: tuple[str, ...]
    wanted = ("place ", "start activating", "lift ", "build * in a new place", "build * over ", "use [!t]", "pass")
    for _ in range(3):
        where, said = clicked_through(page, plain, plain, plain, plain, early)
        wanted = tuple(kind for kind in wanted if not any(fnmatchcase(words, f"{kind}*") for words in said))
        if not wanted:
            break
        score_page(page)  # one game in a hundred does not offer all of it: a rematch for the rest
        page.get_by_role("button", name="Rematch").click()
        page.wait_for_url(re.compile("/t/[^/]+$"))
    assert not wanted, f"{wanted} could not be clicked in three games"
    for region in ("board", "dock", "prompt"):
        assert where[region], f"nothing was clicked in the {region}: {where}"
    score_page(page)
    expect(page.locator("h1")).to_contain_text("win")
    expect(page.locator(".final")).to_contain_text("Techniques")


def open_empires(page: Page, *seats: str) -> None:
    """Open a table of Small Railroad Empires in the lobby."""
    page.locator('input[name="game"][value="empires"]').check(force=True)
    own = page.locator('fieldset[data-game="empires"]')
    own.locator(f'input[name="seats"][value="{len(seats)}"]').check(force=True)
    for n, who in enumerate(seats):
        own.locator(f'select[name="seat-{n}"]').select_option(who)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main.table.empires")).to_be_visible()
    my_turn(page)


def test_a_whole_game_of_empires_is_clicked_through(visit: Visit) -> None:
    page = visit("/", reduced_motion="reduce")
    open_empires(page, "you", "bot:greedy")
    page.evaluate("localStorage.setItem('roundhouse.auto', 'off')")  # so that what is forced is clicked as well
    deliver = ("send", "deliver to", "take the line", "play * and reveal", "play", "claim [!n]", "take [A-Z]")
    order = ("start at", *deliver, "lay [A-Z][a-z]", "lay [A-Z]", "start a new route")  # rather where places are
    wanted: tuple[str, ...]
    wanted = ("start at", "lay [A-Z]", "send", "deliver to", "take the line", "play", "claim [!n]", "take [A-Z]")
    for _ in range(3):
        where, said = clicked_through(page, order)
        wanted = tuple(kind for kind in wanted if not any(fnmatchcase(words, f"{kind}*") for words in said))
        if not wanted:
            break
        score_page(page)  # not every game offers all of it: a rematch for the rest
        page.get_by_role("button", name="Rematch").click()
        page.wait_for_url(re.compile("/t/[^/]+$"))
    assert not wanted, f"{wanted} could not be clicked in three games"
    for region in ("board", "dock", "supply"):
        assert where[region], f"nothing was clicked in the {region}: {where}"
    score_page(page)
    expect(page.locator("h1")).to_contain_text("win")
    expect(page.locator(".final")).to_contain_text("Achievements")


def handed(http: httpx.Client, held: dict[str, Any], n: int) -> str:
    """The link that moves a seat of a table opened by the API into a browser."""
    headers = {"Authorization": f"Bearer {held['tokens'][str(n)]}"}
    return str(http.post(f"/api/tables/{held['id']}/hand-over", headers=headers).json()["url"])


def delivering(server: Server) -> str:
    """A table of Small Railroad Empires where the first seat has two goods to choose from; the link of that seat."""
    with httpx.Client(base_url=server.address, timeout=30) as http:
        wish = {"game": "empires", "title": "Goods", "seats": ["person:Ada", "person:Bo"], "seed": "goods"}
        held = http.post("/api/tables", json=wish).json()
        mirror = roundhouse.Record("empires", 2, seed="goods")
        bots = [make("greedy", "a"), make("greedy", "b")]
        s = mirror.state
        while s.seat or sum(w.startswith("send") for w in s.all_words()) < 2:
            seat = s.seat
            action = bots[seat].decide(s, seat)
            headers = {"Authorization": f"Bearer {held['tokens'][str(seat)]}"}
            body = {"n": len(mirror.lines) + 1, "action": action}
            http.post(f"/api/tables/{held['id']}/play", json=body, headers=headers).raise_for_status()
            mirror.play(action)
        return handed(http, held, 0)


def test_the_line_of_a_delivery_is_drawn_while_its_choice_is_pointed_at(visit: Visit, server: Server) -> None:
    page = seated(visit(delivering(server)))
    my_turn(page)
    drawn = page.locator(".waybill:visible")
    expect(drawn).to_have_count(1)  # the best one
    for action in page.locator(".sre-send").evaluate_all("all => all.map((e) => e.dataset.action)"):
        for region in ("words", "board"):
            page.locator(f'[data-region="{region}"] [data-action="{action}"]').hover(force=True)
            expect(drawn).to_have_attribute("data-way", action)
            assert page.locator(".sre-course:visible, .sre-course.shown").count() >= 1
    page.locator(".say h1").hover()
    expect(page.locator(".waybill.best:visible")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_of_empires_is_strong_enough_to_read(visit: Visit, server: Server, scheme: str) -> None:
    page = seated(visit(delivering(server), color_scheme=scheme))
    my_turn(page)
    weak = {"table": page.evaluate(CONTRAST)}
    for path in ("/rules/empires", "/gallery/empires"):
        page.goto(path)
        weak[path] = page.evaluate(CONTRAST)
    assert {where: texts for where, texts in weak.items() if texts} == {}


@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_shows_the_country_the_sign_and_the_cards(visit: Visit, server: Server, width: int) -> None:
    page = seated(visit(delivering(server), width=width, height=740, has_touch=True))
    my_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for tab in ("Choices", "Goals", "Log", "Cards"):
        page.locator(".tabs label", has_text=tab).click()
        box = page.locator(".tabs label", has_text=tab).bounding_box()
        assert box is not None
        assert box["height"] >= 44
    page.locator(".tabs label", has_text="Choices").click()
    before = number(page)
    page.locator('[data-region="words"] [data-action]').first.click()
    reaches(page, before + 1)


def score_page(page: Page) -> None:
    page.get_by_role("button", name="See the score").click()
    page.wait_for_url("**/score")


def test_two_browsers_see_each_others_moves(visit: Visit) -> None:
    ada = visit("/")
    open_table(ada, "you", "invite")
    bo = seated(visit(ada.evaluate(FREE_SEAT)))
    expect(bo.locator("main.table")).to_have_attribute("data-seat", "1")
    choose(ada, "start at Kamata")
    reaches(bo, 1)
    expect(bo.locator('[data-region="log"] li').first).to_contain_text("Kamata")
    my_turn(bo)
    choose(bo, "start at Urawa")
    my_turn(ada)
    expect(ada.locator('[data-region="log"] li').first).to_contain_text("Urawa")
    for page in (ada, bo):
        shown = page.evaluate(OTHER_SEAT)
        assert str(shown) == page.locator("main.table").get_attribute("data-seat")


def listen(page: Page, heard: list[Response]) -> None:
    page.on("response", lambda answer: heard.append(answer))


def test_the_others_hidden_cards_are_nowhere_in_source_or_traffic(visit: Visit, server: Server) -> None:
    """All that a browser gets is byte for byte what it would get if the hidden cards lay otherwise."""
    http = httpx.Client(base_url=server.address, timeout=30)
    wish = {"game": "trains", "seats": ["person:Ada", "person:Bo"], "visibility": "link", "seed": "quite unguessable"}
    held = http.post("/api/tables", json={**wish, "title": "T"}).json()
    pages = [seated(visit(handed(http, held, n), reduced_motion="reduce")) for n in range(2)]
    traffic: list[list[Response]] = [[], []]
    for page, heard in zip(pages, traffic, strict=True):
        listen(page, heard)
    record = roundhouse.Record("trains", 2, seed="quite unguessable", names=["Ada", "Bo"])
    otherwise = compared = 0
    while len(record.lines) < 90:
        s, n = record.state, len(record.lines) + 1
        action = s.legal()[0] if n % 7 else s.legal()[-1]
        button = pages[s.seat].locator(f'[data-region="words"] [data-action="{action}"]').first
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
                if told["n"] == n:  # one of the position before may come late
                    assert told == expected
                    compared += 1
            traffic[seat].clear()
    assert otherwise > 100  # the cards did lie otherwise
    assert compared > 150
    for seat, page in enumerate(pages):
        source = page.request.get(page.url).text()
        for html in state_of(record, record.state.resample(seat, "at last"), seat)["regions"].values():
            assert html in source
        for secret in (str(record.seed), *held["tokens"].values()):
            assert secret not in source
    http.close()


def state_of(record: roundhouse.Record, dealt: roundhouse.State, seat: int) -> dict[str, Any]:
    """What a page is told of a state, made here from another deal of what the seat cannot see."""
    seats = [SeatRow(n=n, kind="person", name=name, player=str(n), bot="") for n, name in enumerate(record.names)]
    live = Live(TableRow(id="x", game="trains", title="T", status="playing", seats=seats), record)
    real, record.state = record.state, dealt
    try:
        return json.loads(json.dumps(show.table_json(live, [seat], seat)))  # type: ignore[no-any-return]
    finally:
        record.state = real


def test_undo_takes_a_play_back(visit: Visit) -> None:
    page = visit("/")
    open_table(page, "you", "bot:random")
    my_turn(page)
    choose(page, "start at Tachikawa")
    my_turn(page)
    choose(page, "play Normal train")
    expect(page.locator('[data-region="prompt"] .purse')).to_contain_text("1")
    page.locator("#undo-button").click()
    expect(page.locator('[data-region="prompt"] .purse')).to_contain_text("0")


def test_an_undo_after_the_other_has_moved_needs_the_others_agreement(visit: Visit) -> None:
    ada = visit("/")
    open_table(ada, "you", "invite")
    bo = seated(visit(ada.evaluate(FREE_SEAT)))
    choose(ada, "start at Kamata")
    my_turn(bo)
    choose(bo, "start at Urawa")
    my_turn(ada)
    for answer, standing in (("Keep it", "Kamata"), ("Allow", None)):
        ada.locator("#undo-button").click()
        expect(bo.locator("#notice-box")).to_contain_text("asks to undo")
        bo.locator("#notice-box").get_by_role("button", name=answer).click()
        expect(bo.locator("#notice-box .chit.ask")).to_have_count(0)
        if standing:
            expect(ada.locator('[data-region="log"]')).to_contain_text(standing)
    my_turn(ada)
    expect(bo.locator('[data-region="log"]')).not_to_contain_text("Kamata")


def test_a_bot_stands_in_and_gives_the_seat_back(visit: Visit) -> None:
    page = visit("/")
    open_table(page, "you", "bot:random")
    my_turn(page)
    with page.expect_navigation():
        settings(page, "Let a bot play seat A")
    reaches(page, 12)
    settings(page, "Take back seat A")
    my_turn(page)


def test_an_absent_players_seat_cannot_be_asked_for_at_once(visit: Visit) -> None:
    ada = visit("/")
    open_table(ada, "you", "invite")
    bo = seated(visit(ada.evaluate(FREE_SEAT)))
    settings(bo, "Ask for a bot in Guest's seat")
    expect(bo.locator("#notice-box")).to_contain_text("minute")
    my_turn(ada)


def test_who_concedes_has_lost_and_may_have_a_rematch(visit: Visit) -> None:
    ada = visit("/")
    open_table(ada, "you", "invite")
    bo = seated(visit(ada.evaluate(FREE_SEAT)))
    settings(ada, "Concede seat A")
    ada.locator('#confirm-box button[value="yes"]').click()
    expect(bo.locator("#notice-box")).to_contain_text("The game is over")
    bo.get_by_role("button", name="See the score").click()
    bo.wait_for_url("**/score")
    expect(bo.locator("main")).to_contain_text("conceded")
    bo.get_by_role("button", name="Rematch").click()
    bo.wait_for_url(re.compile("/t/[^/]+$"))
    expect(bo.locator("main.table")).to_have_attribute("data-n", "0")


def test_settings_are_kept_and_a_web_address_is_told(visit: Visit) -> None:
    page = visit("/", permissions=["notifications"])
    open_table(page, "you", "bot:random")
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


def settings(page: Page, label: str) -> None:
    """Press one of the buttons about the table itself."""
    with page.expect_response("**/acts"):
        page.locator('[data-open="settings-box"]').first.click()
    page.locator("#settings-box").get_by_role("button", name=label).click()


def test_a_curtain_falls_between_two_persons_at_one_screen(visit: Visit) -> None:
    page = visit("/")
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


def finished(server: Server) -> tuple[str, str]:
    """A table whose game was played to its end through the API; the link for watching it, and its id."""
    with httpx.Client(base_url=server.address, timeout=30) as http:
        wish = {"game": "trains", "title": "Played out", "seats": ["person:Ada", "person:Bo"], "seed": "browser"}
        held = http.post("/api/tables", json=wish).json()
        mirror = roundhouse.Record("trains", 2, seed="browser")
        bots = [make("greedy", "a"), make("random", "b")]
        while not mirror.state.over:
            seat = mirror.state.seat
            action = bots[seat].decide(mirror.state, seat)
            headers = {"Authorization": f"Bearer {held['tokens'][str(seat)]}"}
            body = {"n": len(mirror.lines) + 1, "action": action}
            http.post(f"/api/tables/{held['id']}/play", json=body, headers=headers).raise_for_status()
            mirror.play(action)
        return f"/w/{held['watch']}", str(held["id"])


def test_the_score_page_says_who_won_and_why(visit: Visit, server: Server) -> None:
    link, table = finished(server)
    page = visit(link)
    page.goto(f"/t/{table}/score")
    expect(page.locator("main")).to_contain_text("wins")
    expect(page.locator("main")).to_contain_text("Cities")
    expect(page.locator("main")).to_contain_text("Ada")


def test_the_replay_slides_and_links_to_each_move(visit: Visit, server: Server) -> None:
    link, table = finished(server)
    page = visit(link)
    page.goto(f"/t/{table}/replay")
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
    other = visit(link)
    other.goto(f"/t/{table}/replay#10")
    expect(other.locator("output").first).to_contain_text("10 of")


def test_the_record_can_be_taken_along_and_opened_again(visit: Visit, server: Server, tmp_path: Path) -> None:
    link, table = finished(server)
    page = visit(link)
    page.goto(f"/t/{table}/score")
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


@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_shows_board_prompt_and_hand(visit: Visit, width: int) -> None:
    page = visit("/", width=width, height=740, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    my_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for tab in ("Supply", "Words", "Log", "Hand"):
        page.locator(".tabs label", has_text=tab).click()
        box = page.locator(".tabs label", has_text=tab).bounding_box()
        assert box is not None
        assert box["height"] >= 44
    page.locator(".tabs label", has_text="Words").click()
    choose(page, "start at")
    expect(page.locator('[data-region="board"] svg')).to_be_visible()


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_strong_enough_to_read(visit: Visit, server: Server, scheme: str) -> None:
    """WCAG AA: 4.5 to 1, or 3 to 1 for large text; disabled things aside."""
    page = visit("/", color_scheme=scheme)
    open_table(page, "you", "bot:greedy")
    my_turn(page)
    link, over = finished(server)
    weak = {"table": page.evaluate(CONTRAST)}
    page.goto(link)
    for path in ("/", "/rules/trains", "/gallery/trains", f"/t/{over}/score", f"/t/{over}/replay", "/nothing"):
        page.goto(path)
        weak[path] = page.evaluate(CONTRAST)
    assert {where: texts for where, texts in weak.items() if texts} == {}


def test_a_refusal_says_why_with_its_clause(visit: Visit) -> None:
    page = visit("/")
    open_table(page, "you", "bot:random")
    my_turn(page)
    page.evaluate("document.querySelector('[data-region=words] [data-action]').dataset.action = '860'")
    page.locator('[data-region="words"] [data-action="860"]').click()
    expect(page.locator("#notice-box")).to_contain_text("is asked to place your first track marker")
    expect(page.locator('#notice-box a[href*="/rules/trains#trains-4.1"]')).to_be_visible()


def test_chat_is_heard_and_escaped(visit: Visit) -> None:
    ada = visit("/")
    open_table(ada, "you", "invite")
    bo = seated(visit(ada.evaluate(FREE_SEAT)))
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
    open_table(page, "you", "bot:random")
    expect(page.locator('[data-region="seats"]')).to_contain_text("<b>&\"'x")
    assert page.locator('[data-region="seats"] th b').count() == 0


@pytest.mark.parametrize("path", GAME_PAGES)
def test_rules_and_gallery_show_everything(visit: Visit, path: str) -> None:
    page = visit(path)
    text = page.locator("main").inner_text()
    for title in roundhouse.game(path.rpartition("/")[2]).printed.titles:  # type: ignore[attr-defined]
        assert title.lower() in text.lower()


@pytest.mark.parametrize("path", ["/t/nowhere", "/s/nonsense", "/w/nonsense", "/rules/chess", "/nothing"])
def test_a_wrong_address_gets_a_page_in_words(visit: Visit, path: str) -> None:
    page = visit(path)
    expect(page.locator("main")).to_be_visible()
    assert "Traceback" not in page.content()
    assert page.locator("main").inner_text().strip()


def test_every_request_to_undo_is_shown_not_only_the_first(visit: Visit) -> None:
    ada = visit("/")
    open_table(ada, "you", "invite")
    bo = seated(visit(ada.evaluate(FREE_SEAT)))
    choose(ada, "start at Kamata")
    my_turn(bo)
    choose(bo, "start at Urawa")
    my_turn(ada)
    for _ in range(4):  # none of these adds a decision
        expect(ada.locator("#undo-button")).to_be_visible()
        ada.locator("#undo-button").click()
        expect(bo.locator("#notice-box .chit.ask")).to_have_count(1)
        bo.locator("#notice-box").get_by_role("button", name="Keep it").click()
        expect(bo.locator("#notice-box .chit.ask")).to_have_count(0)
    choose(ada, "play Normal train")
    reaches(bo, 3)


def test_a_seat_goes_to_a_phone_and_the_other_browser_says_so(visit: Visit) -> None:
    page = visit("/")
    open_table(page, "you", "bot:random")
    my_turn(page)
    page.locator('[data-open="share-box"]').click()
    page.get_by_role("button", name="Make a link").click()
    link = page.locator('#share-list input[value*="/h/"]').input_value()
    phone = visit(link, width=390, height=740, has_touch=True)
    expect(phone.locator("main")).to_contain_text("Move a seat to this device")
    expect(page.locator("main.table.yours")).to_have_count(1)
    seated(phone)
    my_turn(phone)
    expect(page.locator("#notice-box")).to_contain_text("Seat A is no longer here")  # the host may still watch
    expect(page.locator("#notice-box .chit")).to_have_count(1)
    expect(page.locator("#notice-box")).to_contain_text("It has moved to another device.")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("main.table")).to_have_attribute("data-seat", "-1")
    assert "moved" not in page.url
    page.get_by_role("button", name="Stay").click()
    expect(page.locator("#notice-box .chit")).to_have_count(0)
    phone.goto(link)
    expect(phone.locator("main.table")).to_have_attribute("data-seat", "0")
    page.goto(link)
    expect(page.locator("main")).to_contain_text("used, replaced or is too old")


def test_who_may_no_longer_see_a_table_sees_why_and_nothing_else(visit: Visit) -> None:
    ada = visit("/")
    open_table(ada, "you", "invite", "invite")
    bo, cy = (seated(visit(link)) for link in ada.evaluate(FREE_SEATS))
    bo.locator('[data-open="share-box"]').click()
    bo.get_by_role("button", name="Make a link").click()
    seated(visit(bo.locator('#share-list input[value*="/h/"]').input_value()))
    expect(bo.locator(".lost h1")).to_contain_text("Your seat at this table is on another device now")
    cy.locator('[data-open="settings-box"]').click()
    ada.locator('[data-open="settings-box"]').click()
    ada.get_by_role("button", name="Remove Guest").last.click()
    ada.locator("#confirm-box button[value=yes]").click()
    expect(cy.locator(".lost h1")).to_have_text("The host has freed your seat.")
    for page in (bo, cy):
        expect(page.locator("dialog[open], #notice-box .chit, [data-region]")).to_have_count(0)
        expect(page.get_by_role("button", name="Stay")).to_have_count(0)


def test_who_is_removed_from_an_open_table_may_watch_it(visit: Visit, server: Server) -> None:
    ada = visit("/")
    ada.locator("[data-more-lines]").click()
    ada.locator('input[name="visibility"][value="open"]').check(force=True)
    open_table(ada, "you", "invite")
    bo = seated(visit(ada.evaluate(FREE_SEAT)))
    expect(bo.locator("main.table")).to_have_attribute("data-seat", "1")
    ada.request.post(f"{ada.url}/remove/1", headers={"Origin": server.address})
    expect(bo.locator("#notice-box .chit")).to_have_count(1)
    expect(bo.locator("#notice-box")).to_contain_text("The host has freed your seat.")
    expect(bo.locator("main.table")).to_have_attribute("data-seat", "-1")


def unheard(page: Page) -> Page:
    """A page that hears no news of its table, as in a laptop that sleeps."""
    page.route("**/live?*", lambda route: route.abort())
    page.reload()
    return page


@pytest.mark.parametrize("what", ["guest moves", "guest is removed", "host moves"])
def test_who_lost_a_seat_while_nothing_was_heard_is_told_later(visit: Visit, server: Server, what: str) -> None:
    ada = visit("/")
    ada.locator("[data-more-lines]").click()
    ada.locator('input[name="visibility"][value="open"]').check(force=True)
    open_table(ada, "you", "invite")
    old, n = (ada, 0) if what == "host moves" else (seated(visit(ada.evaluate(FREE_SEAT))), 1)
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
    expect(old.locator("#notice-box")).to_contain_text(f"Seat {'AB'[n]} is no longer here")
    expect(old.locator("#notice-box .chit")).to_have_count(1)
    expect(old.locator("#notice-box")).to_contain_text(told)
    expect(old.locator("main.table")).to_have_attribute("data-seat", "-1")
    assert old.url == path


def test_the_host_copies_the_link_of_a_seat(visit: Visit) -> None:
    page = visit("/", permissions=["clipboard-read", "clipboard-write"])
    open_table(page, "you", "invite")
    link = page.evaluate(FREE_SEAT)
    page.goto(link)
    expect(page.locator("main")).to_contain_text("This is the link to send")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.get_by_role("button", name="Sit there yourself").click()
    expect(page.locator("#curtain-box, main.table")).not_to_have_count(0)


def test_a_host_mutes_and_a_guest_reports_in_the_chat(visit: Visit) -> None:
    ada = visit("/")
    open_table(ada, "you", "invite")
    bo = seated(visit(ada.evaluate(FREE_SEAT)))
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
    expect(ada.locator("#notice-box")).to_contain_text("Guest can say no more here")
    bo.locator("#chat-text").fill("hello again")
    bo.keyboard.press("Enter")
    expect(bo.locator("#notice-box")).to_contain_text("has muted you here")
    ada.reload()
    ready(ada).locator(".topbar [data-chat]").click()
    ada.locator("#chat-list").get_by_role("button", name="Unmute").click(force=True)
    expect(ada.locator("#notice-box")).to_contain_text("Guest can speak here again")
    expect(ada.locator("#chat-list").get_by_role("button", name="Mute", exact=True)).to_have_count(1)
    bo.keyboard.press("Enter")
    expect(ada.locator("#chat-list")).to_contain_text("hello again")


def test_the_page_says_whether_a_move_was_kept_when_the_disk_is_full(visit: Visit, server: Server) -> None:
    page = visit("/")
    open_table(page, "you", "bot:random")
    my_turn(page)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))  # no file can be written
    try:
        page.locator('[data-region="words"] [data-action]').first.click()
        expect(page.locator("#notice-box")).to_contain_text("Decision 1 was not kept", timeout=30_000)
        assert number(page) == 0
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    expect(page.locator("#notice-box")).to_contain_text("Make it again", timeout=30_000)
    my_turn(page)
    choose(page, "start at")
