"""A person who clicks through a whole game: on the things themselves where they can be clicked, else in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase

from playwright.sync_api import Page, TimeoutError

from tests.web.live.browsers import number

SHORT = 4000.0  # milliseconds, then a person clicks again: a click is lost when the thing is drawn anew under it

# What stands on the page as soon as the game is over or this person may choose, read in one go: every choice with where
# it can be clicked.
LOOK = """() => {
    const main = document.querySelector("main.table");
    const n = Number(main.dataset.n);
    if (!document.querySelector("#to-score").hidden) return {n, over: true};
    const words = [...document.querySelectorAll("[data-region=words] [data-action]")];
    const least = localStorage.getItem("roundhouse.auto") === "off" ? 1 : 2;  // else it plays itself
    if (!main.classList.contains("yours") || main.hasAttribute("aria-busy") || words.length < least) return null;
    const lies = ({action, then}) => [...document.querySelectorAll("[data-region] [data-action]")]
        .filter((e) => e.checkVisibility() && e.dataset.then === then)
        .filter((e) => [e.dataset.action, ...(e.dataset.more ?? "").split(",")].includes(action))
        .map((e) => e.closest("[data-region]").dataset.region);
    const chain = ({action, then}) => then ? `${action},${then}` : action;
    const told = (e) => [chain(e.dataset), e.firstElementChild.textContent.trim(), lies(e.dataset)];
    return {n, over: false, choices: words.map(told)};
}"""
MOVED = """(n) => Number(document.querySelector("main.table").dataset.n) !== n
    || document.querySelector("#confirm-box[open]") !== null"""


def clicked_through(
    page: Page, *orders: Sequence[str], most: int = 1000, enough: Callable[[list[str]], bool] = lambda said: False
) -> tuple[Counter[str], list[str]]:
    """Click until the game is over, or enough was said; how often in which region, and what in words.

    An order lists beginnings of words, with `*` for anything; the first that is there is chosen. With several orders
    each has its turn; a thing that can be clicked in two places is clicked now here, now there.
    """
    where: Counter[str] = Counter()
    said: list[str] = []
    while not enough(said):
        look = page.wait_for_function(LOOK).json_value()
        if look["over"]:
            break
        action, words, regions = best(look["choices"], orders[where.total() % len(orders)])
        said.append(words)
        where[click(page, action, regions, where.total())] += 1
        assert where.total() < most, f"the game does not end: {where}"
        settled(page, look["n"])
    return where, said


def best(choices: list[tuple[str, str, list[str]]], order: Sequence[str]) -> tuple[str, str, list[str]]:
    """The choice to make: its actions, its words and the regions where it can be clicked."""
    return next((c for kind in order for c in choices if fnmatchcase(c[1], f"{kind}*")), choices[-1])


def missing(wanted: Sequence[str], said: list[str]) -> list[str]:
    """Those of the kinds of words that were not said."""
    return [kind for kind in wanted if not any(fnmatchcase(words, f"{kind}*") for words in said)]


def click(page: Page, chain: str, regions: list[str], turn: int) -> str:
    """Click the thing itself, one that decides just this; a thing with several actions opens its menu."""
    action, _, then = chain.partition(",")
    further = f'[data-then="{then}"]' if then else ":not([data-then])"
    things = [r for r in dict.fromkeys(regions) if r != "words"]
    region = things[turn % len(things)] if things else "words"
    holds = [f'="{action}"', f'^="{action},"', f'$=",{action}"', f'*=",{action},"']
    several = ", ".join(f"[data-more{how}]" for how in holds)
    try:
        holder = f'[data-region="{region}"] :is([data-action="{action}"], {several}){further}'
        page.locator(holder).first.click(timeout=SHORT)
        menu = page.locator(f'#act-menu:not([hidden]) [data-action="{action}"]')
        if menu.count():
            menu.click(timeout=SHORT)
    except TimeoutError:  # the page moved on between the look and the click
        return "nowhere"
    return region


def settled(page: Page, n: int) -> None:
    """Wait a while until the page shows more than decision n, saying yes where it asks."""
    with suppress(TimeoutError):
        page.wait_for_function(MOVED, arg=n, timeout=SHORT)
        if number(page) == n:
            page.locator('#confirm-box[open] button[value="yes"]').click(timeout=SHORT)
            page.wait_for_function(MOVED, arg=n, timeout=SHORT)
