"""How quick the table is: a move from one browser to another, a page's weight and first paint, the pace of a show."""

from __future__ import annotations

import statistics
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Page, Response, sync_playwright
from tests.web.live.browsers import CHROMIUM, FLAGS, seated
from tests.web.server import Server

FREE_SEAT = "JSON.parse(document.querySelector('#links').textContent).seats.find(s => s.kind === 'open').url"
PAINT = "performance.getEntriesByType('paint').find(p => p.name === 'first-contentful-paint').startTime"
WATCH = """() => {
    window.seen = {};
    const log = document.querySelector("[data-region=log]");
    const note = () => (window.seen[log.querySelector("li")?.dataset.n] ??= Date.now());
    new MutationObserver(note).observe(log, {childList: true});
}"""
CHOOSE = """() => {
    const buttons = document.querySelectorAll("[data-region=words] [data-action]");
    let sent = Date.now();
    buttons[buttons.length - 1].click();
    const sure = document.querySelector("#confirm-box[open] button[value=yes]");
    if (sure) {
        sent = Date.now();
        sure.click();
    }
    return sent;
}"""


CAPTIONS = """() => {
    new MutationObserver(() => window.captions.push(performance.now()))
        .observe(document.querySelector("#step-sign"), {childList: true});
}"""
END_TURN = """() => [...document.querySelectorAll("[data-region=words] [data-action]")]
    .find((e) => e.textContent.includes("end turn")).click()"""


def number(page: Page) -> int:
    return int(page.locator("main.table").get_attribute("data-n") or 0)


def delays(ada: Page, bo: Page, moves: int) -> list[float]:
    """Milliseconds from a click in one browser to its line in the log of the other."""
    out: list[float] = []
    while len(out) < moves:
        mover, other = (ada, bo) if ada.locator("main.table.yours").count() else (bo, ada)
        if not mover.locator("main.table.yours").count():
            continue
        n = number(mover) + 1
        sent = mover.evaluate(CHOOSE)
        until = time.monotonic() + 5
        while (there := other.evaluate(f"window.seen[{n}] ?? 0")) == 0 and time.monotonic() < until:
            time.sleep(0.005)
        if there:
            out.append(there - sent)
        time.sleep(0.5)  # as people play: the motion of the last move is over
    return out


def a_second(page: Page, pace: str, turns: int) -> float:
    """Decisions of others shown a second at a pace, in turns that bots play after one's own."""
    page.evaluate(f"localStorage.setItem('roundhouse.pace', '{pace}')")
    between: list[float] = []
    for _ in range(turns):
        page.wait_for_selector("main.table.yours:not(.showing)")
        page.evaluate("window.captions = []")
        page.evaluate(END_TURN)
        sure = page.locator("#confirm-box[open] button[value=yes]")
        if sure.count():
            sure.click()
        page.wait_for_selector("main.table.showing")
        page.wait_for_selector("main.table.yours:not(.showing)")
        times = page.evaluate("window.captions")
        between += [b - a for a, b in pairwise(times)]
    return 1000 / statistics.mean(between)


def against_bots(page: Page) -> None:
    """A table of Trains with two bots, where one has placed the first track."""
    page.goto("/")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("main.table.yours")
    page.locator("[data-region=words] [data-action]").first.click()
    page.wait_for_function("() => Number(document.querySelector('main.table').dataset.n) >= 3")
    page.evaluate(CAPTIONS)


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as play:
        server = Server(Path(data)).start()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            pages = [browser.new_context(base_url=server.address).new_page() for _ in range(2)]
            ada, bo = pages
            ada.goto("/")
            ada.locator('fieldset[data-game="trains"] input[name="seats"][value="2"]').check(force=True)
            ada.locator('fieldset[data-game="trains"] select[name="seat-1"]').select_option("invite")
            ada.get_by_role("button", name="Open the table").click()
            ada.wait_for_url("**/t/*")
            answers: list[Response] = []
            bo.on("response", lambda answer: answers.append(answer))
            bo.goto(ada.evaluate(FREE_SEAT))
            seated(bo)
            bo.wait_for_timeout(1500)
            paint = bo.evaluate(PAINT)
            weight = sum(
                a.request.sizes()["responseBodySize"] for a in answers if a.status == 200 and "/live" not in a.url
            )
            for page in pages:
                page.evaluate(WATCH)
            took = delays(ada, bo, 40)
            print(
                f"a move on the other's screen   {statistics.median(took):6.0f} ms median, {max(took):.0f} ms at most"
            )
            print(f"a table page without a cache   {weight / 1000:6.0f} kB")
            print(f"its first paint                {paint:6.0f} ms")
            alone = browser.new_context(base_url=server.address).new_page()
            against_bots(alone)
            for pace in ("fast", "normal", "slow"):
                print(f"decisions shown a second, {pace:6} {a_second(alone, pace, 4):4.1f}")
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
