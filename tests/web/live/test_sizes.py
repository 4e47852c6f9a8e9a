"""Every table can be read at every size, in both themes, with the fonts we send and with a wider one."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

import roundhouse
from roundhouse.draw.panels import SeatLook
from roundhouse.web.render.games import face
from tests.web.live.browsers import Visit, ready, seated
from tests.web.live.played import NAMES, SEED, Moment, asked, played, said
from tests.web.server import Server

UNREADABLE = (Path(__file__).parent / "texts.js").read_text()
SIZES = ("1920x1080", "1280x860", "1366x768", "1024x768", "768x1024", "390x844")
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, Scheme] = ("light", "dark")
FONTS = ("shipped", "dejavu")  # the second is wider than what most machines fall back to
WIDE = 1280  # from this width on nothing is cut
LONG = ["Bartholomew Featherstone", *NAMES[1:5], "Maximiliane-Wilhelmine X"]  # as long as a name may be


def staffed(n: int, s: roundhouse.State) -> bool:
    """The first seat has three specialists, and a delivery is offered (Empyreal)."""
    if not asked("ChooseCity", 40)(n, s):
        return False
    view: Any = s.view(0)
    return sum(one is not None for one in view["players"][0]["staff"]) == 3


# By game, empty and full, and where a better bot came to: seats, up to when it is played, options.
POSITIONS: dict[tuple[str, str], tuple[int, Moment, dict[str, Any]]] = {
    ("trains", "empty"): (2, said(0, "*"), {"map": "osaka"}),
    ("trains", "full"): (4, said(640, "play *", least=3), {"map": "tokyo", "cards": "holiday pass"}),
    ("spyrium", "empty"): (2, said(0, "*"), {}),
    ("spyrium", "full"): (5, said(300, "build Laboratory*"), {}),
    ("spyrium", "busy"): (5, said(400, "*", least=4), {"bot": "greedy"}),
    ("empires", "empty"): (2, said(0, "*"), {}),
    ("empires", "full"): (4, asked("lay", 130, 2), {}),
    ("empires", "claim"): (4, asked("claim", 61), {}),
    ("empires", "busy"): (4, asked("deliver", 130, 2), {"bot": "greedy"}),
    ("empyreal", "empty"): (2, said(0, "*"), {}),
    ("empyreal", "full"): (6, asked("Act", 800), {"awards": "advanced"}),
    ("empyreal", "moves"): (2, said(120, "move to E", "move to the End of the Line"), {}),
    ("empyreal", "staff"): (2, staffed, {}),
}


def look(page: Page, size: str, scheme: Scheme, font: str) -> None:
    """Make the page so large, in that theme, with that font."""
    width, height = map(int, size.split("x"))
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    rule = "" if font == "shipped" else "* { font-family: 'DejaVu Sans' !important }"
    page.evaluate(
        """async (rule) => {
            const sheet = new CSSStyleSheet(); // the page's policy forbids a style of ours
            sheet.replaceSync(rule);
            document.adoptedStyleSheets = [sheet];
            for (const id of ["hint-button", "undo-button"]) document.getElementById(id).hidden = false;
            document.dispatchEvent(new CustomEvent("regions"));  // fonts do not change while a page is shown
            await document.fonts.ready;
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }""",
        rule,
    )


def faults(page: Page, size: str) -> list[str]:
    told: list[str] = page.evaluate(UNREADABLE, int(size.split("x")[0]) >= WIDE)
    return told


FULL = bool(os.environ.get("ROUNDHOUSE_FULL"))
ALL = list(product(SIZES, SCHEMES, FONTS))
# Of each table one picture a size, each theme and font in turns; all of them, and kept, in the dense tier.
LOOKS = ALL if FULL else [(size, SCHEMES[i % 2], FONTS[i // 2 % 2]) for i, size in enumerate(SIZES)]
PICTURES = Path("build/pictures")


@pytest.mark.parametrize(("game", "kind"), POSITIONS)
def test_every_text_can_be_read(visit: Visit, server: Server, game: str, kind: str) -> None:
    """None is cut off, covered, too small, over another or broken within a word, and what is asked is in sight."""
    seats, until, options = POSITIONS[game, kind]
    page = seated(visit(played(server, seats, until, game, names=NAMES if kind == "empty" else LONG, **options).link))
    found = {}
    for size, scheme, font in LOOKS:
        look(page, size, scheme, font)
        found[f"{size} {scheme} {font}"] = faults(page, size)
        if FULL:
            PICTURES.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=PICTURES / f"{game}-{kind}-{size}-{scheme}-{font}.png")
    assert not {where: told for where, told in found.items() if told}


LIT = """(boards) => {
    const bar = document.querySelector(".sp-card .do"), board = document.querySelector("[data-region=board]");
    return (n) => {
        board.innerHTML = boards[n];
        for (const card of board.querySelectorAll(".sp-card")) {
            card.append(bar.cloneNode(true));
            card.classList.add("legal");
        }
        document.dispatchEvent(new CustomEvent("regions"));
    };
}"""  # of a board: draws it with every card of the market lit


def markets() -> list[str]:
    """Boards of Spyrium with all cards that can lie in the market, nine at a time."""
    s: Any = roundhouse.game("spyrium").new(seats=2, seed=SEED)
    view: Any = {**s.view(0), "actions": []}
    cards = list(dict.fromkeys(id for id, kind in zip(s.box.ids, s.box.kinds, strict=True) if kind != "event"))
    seats = [SeatLook(name=name, kind="person", you=False) for name in NAMES[:2]]
    out = []
    for first in range(0, len(cards), 9):
        for spot, id in zip(view["market"], cards[first : first + 9], strict=False):
            spot |= {"card": id, "tokens": [1] if "university" in id else []}
        out.append(str(face("spyrium").regions(view, s.box, seats, None, False)["board"]))
    return out


def test_the_chips_of_a_card_of_spyrium_leave_its_text_free(visit: Visit, server: Server) -> None:
    page = seated(visit(played(server, 2, said(30, "build *", "earn *"), "spyrium").link))
    draw = page.evaluate_handle(LIT, markets())
    found = {}
    for size in ("1366x768", "390x844"):
        look(page, size, "light", "shipped")
        for n in range(len(markets())):
            page.evaluate("([draw, n]) => draw(n)", [draw, n])
            found[f"{size} {n}"] = [told for told in faults(page, size) if "(board " in told]
    assert not {where: told for where, told in found.items() if told}


PLANTED = {  # what is done to a page that can be read, and what must be said of it
    "cut across": "main.style.overflow = 'hidden'; h1.style.translate = '-400px'",
    "cut down": "h1.style.cssText = 'max-height: 9px; overflow: hidden'",
    "broken": "h1.style.cssText = 'width: 20px; overflow-wrap: anywhere'",
    "sticks out": "h1.style.translate = '0 40px'",
    "covered": "over(h1, 'background: #fff')",
    "overlap": "over(h1, 'background: none').textContent = 'Two texts in one place'",
    'overlap: "Label 0"': "for (const x of [0, 40]) over(h1, label(x)).textContent = `Label ${x}`",
    "small": "document.querySelector('.board .name').style.cssText = 'font-size: 4px'",
    "scrolls sideways": "h1.style.cssText = 'overflow-x: auto; width: 60px; white-space: nowrap; min-width: 0'",
    "too wide": "document.body.style.minWidth = '5000px'",
    "out of sight": "over(main, 'background: #fff; z-index: 99')",
}


PLANT = """(what) => {
    const main = document.querySelector("main"), h1 = document.querySelector("h1");
    const over = (thing, style) => {
        const { left, top, width, height } = thing.getBoundingClientRect();
        const cover = document.body.appendChild(document.createElement("div"));
        const place = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
        cover.style.cssText = `position: fixed; ${place}; ${style}`;
        return cover;
    };
    const label = (x) => `background: #fff; translate: ${x}px; width: 44px; height: 18px; font: 10px/18px monospace`;
    new Function("main", "h1", "over", "label", what)(main, h1, over, label);
}"""


def test_what_cannot_be_read_is_told(visit: Visit, server: Server) -> None:
    page = seated(visit(played(server, 2, said(0, "*"), map="osaka").link))
    for fault, what in PLANTED.items():
        page.reload()
        look(ready(page), "1366x768", "light", "shipped")
        assert faults(page, "1366x768") == []
        page.evaluate(PLANT, what)
        assert any(told.startswith(fault) for told in faults(page, "1366x768")), fault
