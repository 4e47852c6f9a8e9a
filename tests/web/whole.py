"""A person who clicks through a whole game: on the things themselves where they can be clicked, else in words."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase

from playwright.sync_api import Page, TimeoutError

STALL = 30.0
SHORT = 3000.0  # milliseconds
PATIENCE = 4.0  # then a person clicks again: a click is lost when the thing is drawn anew under the pointer

# What stands on the page, read in one go: is it over, may I decide, and every choice with where it can be clicked.
LOOK = """() => {
    const main = document.querySelector("main.table");
    const words = [...document.querySelectorAll("[data-region=words] [data-action]")];
    const lies = (action) => [...document.querySelectorAll("[data-region] [data-action]")]
        .filter((e) => e.checkVisibility() && [e.dataset.action, ...(e.dataset.more ?? "").split(",")].includes(action))
        .map((e) => e.closest("[data-region]").dataset.region);
    return {
        n: Number(main.dataset.n),
        over: !document.querySelector("#to-score").hidden,
        mine: main.classList.contains("yours") && !main.hasAttribute("aria-busy"),
        auto: localStorage.getItem("roundhouse.auto") !== "off",
        choices: words.map((e) => [e.dataset.action, e.firstElementChild.textContent.trim(), lies(e.dataset.action)]),
    };
}"""


def clicked_through(
    page: Page, *orders: Sequence[str], most: int = 1000, enough: Callable[[list[str]], bool] = lambda said: False
) -> tuple[Counter[str], list[str]]:
    """Click until the game is over, or enough was said; how often in which region, and what in words.

    An order lists beginnings of words, with `*` for anything; the first that is there is chosen. With several orders
    each has its turn; a thing that can be clicked in two places is clicked now here, now there.
    """
    where: Counter[str] = Counter()
    said: list[str] = []
    moved = time.monotonic()
    seen = -1
    while True:
        look = page.evaluate(LOOK)
        if look["n"] != seen:
            moved, seen = time.monotonic(), look["n"]
        assert time.monotonic() - moved < STALL, f"nothing moves after decision {seen}: {look['choices']}"
        if look["over"] or enough(said):
            return where, said
        if not look["mine"] or len(look["choices"]) < (2 if look["auto"] else 1):  # the bots', or it plays itself
            page.wait_for_timeout(15)
            continue
        action, words, regions = best(look["choices"], orders[where.total() % len(orders)])
        said.append(words)
        where[click(page, action, regions, where.total())] += 1
        assert where.total() < most, f"the game does not end: {where}"
        settled(page, look["n"])


def best(choices: list[tuple[str, str, list[str]]], order: Sequence[str]) -> tuple[str, str, list[str]]:
    """The choice to make: the action, its words and the regions where it can be clicked."""
    return next((c for kind in order for c in choices if fnmatchcase(c[1], f"{kind}*")), choices[-1])


def click(page: Page, action: str, regions: list[str], turn: int) -> str:
    """Click the thing itself; a thing with several actions opens its menu."""
    things = [r for r in dict.fromkeys(regions) if r != "words"]
    region = things[turn % len(things)] if things else "words"
    holds = [f'="{action}"', f'^="{action},"', f'$=",{action}"', f'*=",{action},"']
    several = ", ".join(f"[data-more{how}]" for how in holds)
    try:
        page.locator(f'[data-region="{region}"] :is([data-action="{action}"], {several})').first.click(timeout=SHORT)
        menu = page.locator(f'#act-menu:not([hidden]) [data-action="{action}"]')
        if menu.count():
            menu.click(timeout=SHORT)
    except TimeoutError:  # the page moved on between the look and the click
        return "nowhere"
    return region


def settled(page: Page, n: int) -> None:
    """Wait a while until the page shows more than decision n, saying yes where it asks."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and int(page.locator("main.table").get_attribute("data-n") or 0) == n:
        sure = page.locator('#confirm-box[open] button[value="yes"]')
        if sure.count():
            with suppress(TimeoutError):
                sure.click(timeout=SHORT)
        page.wait_for_timeout(10)
