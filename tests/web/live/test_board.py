"""The board in its frame: it zooms by wheel, keys and two fingers, and pans; tips leave what can be chosen in sight."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.live.browsers import Visit, my_turn, number, open_table, reaches, seated
from tests.web.live.played import asked, played, said
from tests.web.server import Server

SCALE = "document.querySelector('#board-box svg').getBoundingClientRect().width"
SCROLLED = "(() => { const b = document.querySelector('#board-box'); return [b.scrollLeft, b.scrollTop]; })()"
TIP_OVER = """() => {
    const tip = document.querySelector("#tip-box"), box = tip.getBoundingClientRect();
    const over = (e) => {
        const b = e.getBoundingClientRect();
        const across = b.left < box.right - 1 && b.right > box.left + 1;
        return b.width && across && b.top < box.bottom - 1 && b.bottom > box.top + 1;
    };
    const things = document.querySelectorAll("[data-region]:not([data-region=words]) [data-action], .prompt .btn");
    return tip.hidden ? null : [...things].filter((e) => e.checkVisibility() && over(e)).map((e) => e.textContent);
}"""
PINCH = """async ([from, to]) => {
    const board = document.querySelector("#board-box"), { left, top, width, height } = board.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const touch = (kind, id, apart) => board.dispatchEvent(new PointerEvent(kind, {bubbles: true, cancelable: true,
        pointerType: "touch", pointerId: id, clientX: x + (id === 1 ? -apart : apart), clientY: y}));
    for (const id of [1, 2]) touch("pointerdown", id, from);
    for (const id of [1, 2]) touch("pointermove", id, to);
    for (const id of [1, 2]) touch("pointerup", id, to);
}"""


def scale(page: Page) -> float:
    return float(page.evaluate(SCALE))


def test_the_board_zooms_and_pans(visit: Visit, server: Server) -> None:
    page = open_table(visit, "you", "bot:apprentice", width=1366, height=768)
    whole, n = scale(page), number(page)
    box = page.locator("#board-box").bounding_box()
    assert box
    x, y = box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.4
    page.mouse.move(x, y)
    under = page.evaluate(f"document.elementFromPoint({x}, {y}).closest('[data-hex], [data-at]').outerHTML")
    page.mouse.wheel(0, -600)
    page.wait_for_function(f"{SCALE} > {whole * 1.5}")
    at = page.evaluate(f"document.elementFromPoint({x}, {y}).closest('[data-hex], [data-at]').outerHTML")
    assert at[:60] == under[:60]  # what was pointed at stays there
    before = page.evaluate(SCROLLED)
    page.mouse.down()
    page.mouse.move(x - 40, y - 30, steps=4)
    page.mouse.up()
    assert page.evaluate(SCROLLED) == [before[0] + 40, before[1] + 30]
    assert number(page) == n  # a drag chooses nothing
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_function(f"{SCROLLED}[0] < {before[0] + 40}")
    page.get_by_role("button", name="Whole board").click()
    assert abs(scale(page) - whole) < 1
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert scale(page) > whole * 1.5
    page.locator('[data-region="board"] [data-action][aria-label*="Kamata"]').click()
    reaches(page, n + 1)
    assert scale(page) > whole * 1.5  # it stays as it was
    page.keyboard.press("0")
    assert abs(scale(page) - whole) < 1


def test_two_fingers_zoom_the_board(visit: Visit, server: Server) -> None:
    table = played(server, 2, said(30, "lay *"))
    page = seated(visit(table.link, width=390, height=844, has_touch=True))
    whole = scale(page)
    page.evaluate(PINCH, [40, 100])
    assert scale(page) > whole * 2
    page.evaluate(PINCH, [100, 20])
    assert abs(scale(page) - whole) < 1


def test_a_tip_covers_nothing_that_can_be_chosen_and_stays_away_after_a_click(visit: Visit, server: Server) -> None:
    page = seated(visit(played(server, 3, asked("lay", 61, 3), "empires").link))
    my_turn(page)
    targets = page.locator('[data-region="board"] [data-action][data-tip]')
    shown = 0
    for target in targets.all()[:8]:
        target.hover()
        covered = page.evaluate(TIP_OVER)
        shown += covered is not None
        assert not covered
    assert shown
    n = number(page)
    box = targets.first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    reaches(page, n + 1)
    page.mouse.move(x + 3, y + 3)
    expect(page.locator("#tip-box")).to_be_hidden()
